//! Tests changes of one pack by another: lists, tiles, steps, parts of the flow, rules.

use expect_test::expect;
use tilewright_core::catalog::flow::Step;
use tilewright_core::catalog::{Catalog, Scope, Value};

use super::{check, load_demo, render_findings, set_option};
use crate::LoadOptions;

/// Returns a pack on top of the demo, with these fields.
fn pack(id: &str, fields: &str) -> String {
    format!(
        "//- {id}/pack.ron\nPack(id: {id:?}, version: \"1.0.0\", format: 1, title: \"T\", needs: [\"demo\"], {fields})\n"
    )
}

/// Returns the catalog of packs that load without findings, except about texts.
fn catalog(more: &str) -> Catalog {
    let loaded = load_demo(more, &LoadOptions { lints: false, ..LoadOptions::default() });
    assert_eq!(render_findings(&loaded.diagnostics, &loaded.sources), "");
    loaded.catalog.unwrap()
}

fn standing(catalog: &Catalog, figure: &str) -> String {
    let figure = &catalog.figures[catalog.figures.find(figure).unwrap()];
    figure.on.iter().map(|&t| catalog.terrains.key(t)).collect::<Vec<_>>().join(" ")
}

fn names(steps: &[Step]) -> String {
    steps.iter().map(|s| &*s.name).collect::<Vec<_>>().join(" ")
}

#[test]
fn two_packs_add_to_one_list_and_mean_their_own_names() {
    let one = pack("one", "terrains: [hill], figures: [(id: walker, override: true, on: add([hill]))]");
    let two =
        pack("two", "terrains: [hill], figures: [(id: walker, override: true, supply: 4, on: add([hill, path]))]");
    let catalog = catalog(&(one + &two));
    assert_eq!(standing(&catalog, "walker"), "path hill two:hill");
    assert_eq!(catalog.figures.as_slice()[0].supply, 4);
}

#[test]
fn figures_like_another_may_add_and_remove() {
    let more = "terrains: [hill], figures: [(id: giant, like: walker, on: add([grass, hill])), (id: imp, like: giant, on: remove([path]))]";
    let catalog = catalog(&pack("more", more));
    assert_eq!(standing(&catalog, "giant"), "path grass hill");
    assert_eq!(standing(&catalog, "imp"), "grass hill");
}

#[test]
fn tags_are_added_to_tiles_and_parts_of_another_pack() {
    let more = r#"tags: [inn, toll], tiles: [
        (id: "P2", override: true, tags: add({"toll": 3}), part_tags: {"path:E": {"inn": 2}, "grass:W": [toll]}),
    ]"#;
    let catalog = catalog(&pack("more", more));
    let (inn, toll) = (catalog.tags.find("inn").unwrap(), catalog.tags.find("toll").unwrap());
    let kind = &catalog.kinds[catalog.kinds.find("P2").unwrap()];
    assert_eq!(kind.tag(toll), 3);
    let tagged: Vec<(i32, i32)> =
        kind.segments.iter().map(|s| (i32::from(s.tag(inn)), i32::from(s.tag(toll)))).collect();
    assert_eq!(tagged, [(0, 0), (2, 0), (0, 0), (0, 1), (0, 0), (0, 0)]);
}

#[test]
fn paths_of_a_crossing_touch_each_other() {
    let catalog = catalog("");
    let kind = &catalog.kinds[catalog.kinds.find("P2").unwrap()];
    let between: Vec<u32> = kind.segments[..3].iter().map(|s| s.touches & 0b111).collect();
    assert_eq!(between, [0b110, 0b101, 0b011]);
}

#[test]
fn parts_of_the_flow_are_declared_by_one_pack_and_changed_by_another() {
    let one = pack("one", r#"flow: (parts: {"extra": [draw(from: tiles), place, deploy], "other": [place]})"#);
    let two = pack(
        "two",
        r#"after: ["one"], steps: [
            (before: "parts/extra/place", step: script(name: a)), (after: "*/place", step: script(name: b)),
            (append: "parts/other", step: score), (prepend: "closing", step: script(name: c)),
            (replace: "closing/c", step: script(name: d)),
        ], flow: (parts: {"third": [score]})"#,
    );
    let catalog = catalog(&(one + &two));
    let shown: Vec<String> =
        catalog.flow.parts.iter().map(|(name, steps)| format!("{name}: {}", names(steps))).collect();
    assert_eq!(shown, ["extra: draw a place b deploy", "other: place b score", "third: score"]);
    assert_eq!(names(&catalog.flow.turn), "draw place b deploy score");
    assert_eq!(names(&catalog.flow.closing), "d");
}

#[test]
fn rules_with_an_id_are_changed_and_switched_off() {
    let base = r#"//- demo/more.ron
Rules([(id: roads, use: "paths", on: [path], per_tile: 1), (id: off, use: "nothing"), (use: "nothing", last: true)])"#;
    let more = r#"terrains: [hill], rules: [
        (id: "demo:roads", override: true, on: add([hill]), per_tile: 2), (id: "demo:off", override: true, off: true),
        (id: "demo:roads", override: true, per_tile: 9, when: {"size": 1}), (id: "none:x", override: true, when: {"pack": none}),
    ]"#;
    let catalog = catalog(&(base.to_owned() + "\n" + &pack("more", more)));
    let shown: Vec<String> = catalog.modules.iter().map(|m| format!("{} {}", m.pack, m.path)).collect();
    assert_eq!(shown, ["demo scripts/paths.lua", "demo scripts/paths.lua", "demo scripts/nothing.lua"]);
    let roads =
        catalog.modules.iter().find(|m| m.params.iter().any(|(k, v)| &**k == "per_tile" && *v == Value::Int(2)));
    let on = Value::List(vec![Value::text("path"), Value::text("hill")]);
    assert!(roads.unwrap().params.contains(&("on".into(), on)));
}

#[test]
fn things_of_two_packs_may_share_a_name() {
    let one = pack("one", "tags: [inn]");
    let two = pack("two", r#"tags: [inn], rules: [(use: "nothing", tag: inn)]"#);
    let catalog = catalog(&(one + &two));
    assert_eq!(catalog.modules.last().unwrap().params, [("tag".into(), Value::text("two:inn"))]);
}

#[test]
fn supply_dice_counters_and_bags() {
    let catalog = catalog(&pack(
        "more",
        r#"figures: [(id: scout, supply: {2: 19, 3: 14, 4: 11, 5: 9}, on: [path])], tags: [wide],
        dice: [(id: first, faces: seats)], counters: [(id: seen, scope: seat_keyed), gold],
        bags: [(id: h1, stacked: true, key: "hidden:1", pool: hidden, back: wide), (id: h2, stacked: true, key: "hidden:2", pool: hidden)],
        flow: (tie_breaks: [gold])"#,
    ));
    assert_eq!(catalog.figures.as_slice()[1].supply_by_seats, [(2, 19), (3, 14), (4, 11), (5, 9)]);
    assert!(catalog.dice.as_slice()[0].seats);
    assert_eq!(catalog.counters.as_slice()[0].scope, Scope::SeatKeyed);
    let bag = catalog.find_bag("hidden:1").unwrap();
    assert_eq!((catalog.bag_key(bag), catalog.bags[bag].back), ("hidden:1".into(), catalog.tags.find("wide")));
    assert_eq!(catalog.bags[bag].pool, catalog.bags.as_slice()[3].pool);
    assert_eq!(catalog.flow.tie_breaks.len(), 1);
}

#[test]
fn the_order_that_packs_declare_is_known() {
    let catalog = catalog(&(pack("one", "") + &pack("two", r#"after: ["one"]"#) + &pack("zero", r#"before: ["one"]"#)));
    assert!(
        catalog.comes_after("two", "one") && catalog.comes_after("two", "zero") && catalog.comes_after("one", "demo")
    );
    assert!(!catalog.comes_after("one", "two") && !catalog.comes_after("demo", "one"));
}

#[test]
fn presets_that_depend_on_an_order_nobody_has_said() {
    let replaces = r#"board: (replace_presets: true, presets: [(tile: "P1")])"#;
    let adds = r#"board: (presets: [(tile: "P2", at: (0, 5))])"#;
    check(
        &(pack("one", replaces) + &pack("two", replaces) + &pack("three", adds)),
        expect![[r#"
            three/pack.ron:1:85: warning P0504: `one` replaces the tiles of the start position, `three` adds to them
                one/pack.ron:1:83: changed here first
                hint: declare the order with `after` or `before`, or switch this change off with `when` if the other pack is in the game
            two/pack.ron:1:83: warning P0504: `one` and `two` both replace the tiles of the start position
                one/pack.ron:1:83: changed here first
                hint: declare the order with `after` or `before`, or switch this change off with `when` if the other pack is in the game
        "#]],
    );
    // There is no clash if the order is declared, if one pack gives up its change, or if no tiles can be lost.
    let after = format!(r#"after: ["one"], {replaces}"#);
    check(&(pack("one", replaces) + &pack("two", &after)), expect![[""]]);
    let back =
        r#"board: (replace_presets: if({"pack": one}, false, true), presets: [(tile: "P1", unless: {"pack": one})])"#;
    check(&(pack("one", replaces) + &pack("two", back)), expect![[""]]);
    check(&(pack("one", adds) + &pack("two", r#"board: (presets: [(tile: "P1")])"#)), expect![[""]]);
}

#[test]
fn what_lies_on_a_sliding_board_at_the_start_fits_on_it() {
    let board = |extent: &str| {
        pack("one", &format!(r#"board: (override: true, extent: {extent}, presets: [(tile: "P1", at: (0, 3))])"#))
    };
    let base = "//- demo/more.ron\nBoard(presets: [(tile: \"P1\")])\n";
    check(&(base.to_owned() + &board("sliding(1, 4)")), expect![[""]]);
    check(
        &(base.to_owned() + &board("sliding(4, 3)")),
        expect![[r#"
        one/pack.ron:1:132: error P0403: the tiles of the start position need more than 4 by 3 cells
    "#]],
    );
}

#[test]
fn boards_and_steps_that_two_packs_replace() {
    let board = "board: (override: true, extent: fixed(5, 5))";
    let flow = "flow: (override: true, turn: [draw(from: tiles), place])";
    let base = "//- demo/more.ron\nBoard(extent: fixed(9, 9))\n";
    check(
        &(base.to_owned() + &pack("one", &format!("{board}, {flow}")) + &pack("two", &format!("{board}, {flow}"))),
        expect![[r#"
            two/pack.ron:1:107: warning P0504: `one` and `two` both change the declared size
                one/pack.ron:1:107: changed here first
            two/pack.ron:1:150: warning P0504: `one` and `two` both change the steps of `turn`
                one/pack.ron:1:150: changed here first
        "#]],
    );
    let after = format!("after: [\"one\"], {board}, {flow}");
    check(&(base.to_owned() + &pack("one", &format!("{board}, {flow}")) + &pack("two", &after)), expect![[""]]);
}

#[test]
fn what_is_wrong_with_bags_of_seats() {
    check(
        r#"//- more/pack.ron
Pack(id: "more", version: "1.0.0", format: 1, title: "More", licence: "MIT", needs: ["demo"],
    bags: [(id: own, each_seat: true, contents: {"P1": 1}), (id: other, key: "own:1")],
    planes: [(id: table), (id: yard, each_seat: true)],
    board: (presets: [(tile: "P1", from: own), (tile: "P1", plane: yard, from: own), (tile: "P1", plane: yard, at: (5, 5), from: own)]))
//- more/texts/en.ron
Texts("en", {"bag.own": "Own", "bag.other": "Other", "plane.table": "Table", "plane.yard": "Yard"})
"#,
        expect![[r#"
            more/pack.ron:2:17: error P0411: records cannot distinguish this bag from `other`: both are `own:1`
            more/pack.ron:4:23: error P0402: each seat has a bag `own`, and this tile is not on a seat's plane
        "#]],
    );
    // A mistake that affects every seat is reported once.
    check(
        r#"//- more/pack.ron
Pack(id: "more", version: "1.0.0", format: 1, title: "More", licence: "MIT", needs: ["demo"],
    bags: [(id: own, each_seat: true, contents: {"P1": 1})], planes: [(id: yard, each_seat: true)],
    board: (presets: [(tile: "P1", from: own), (tile: "P1", at: (5, 5), from: own)]))
//- more/texts/en.ron
Texts("en", {"bag.own": "Own", "plane.yard": "Yard"})
"#,
        expect![[r#"
            more/pack.ron:3:48: error P0402: the bag `own` holds 1 of this tile
        "#]],
    );
}

#[test]
fn what_is_wrong_with_changes() {
    check(
        &(pack(
            "more",
            r#"figures: [
                (id: walker, override: true, on: remove([grass]), supply: add(3)), (id: few, supply: {2: 1, 13: 1}, on: [path]),
                (id: imp, on: add([path]), supply: 1),
            ],
            counters: [(id: c, scope: game)],
            bags: [(id: b, key: "tiles"), (id: b2, key: "a b"), (id: b3, back: none, pool: "P")],
            tiles: [(id: "P1", override: true, part_tags: {"grass": {}, "path:N": {}})],
            rules: [(id: "demo:roads", override: true), (id: x, use: "nothing"), (id: x, use: "paths")],
            steps: [(append: "parts/none", step: score), (after: "*/none", step: score)],
            flow: (parts: {"Extra": [], "x": [scroe]}, tie_breaks: [c])"#,
        ) + &pack("other", r#"flow: (parts: {"x": []})"#)),
        expect![[r#"
            more/pack.ron:2:58: error P0213: the name `grass` is not there, so it cannot be removed
            more/pack.ron:2:75: error P0105: expected add([...]) or add({...}) to a list or a map, found `add(…)`
            more/pack.ron:2:89: warning P0502: the text `figure.few` is missing in the language `en`
                hint: add it to texts/en.ron
            more/pack.ron:2:102: error P0412: no value for 3, 4, 5 seats
            more/pack.ron:2:109: error P0109: 13 is out of range; it may be 1 to 12
            more/pack.ron:3:22: warning P0502: the text `figure.imp` is missing in the language `en`
                hint: add it to texts/en.ron
            more/pack.ron:3:31: error P0105: expected a list, found `add(…)`
            more/pack.ron:5:29: warning P0502: the text `counter.c` is missing in the language `en`
                hint: add it to texts/en.ron
            more/pack.ron:6:25: warning P0502: the text `bag.b` is missing in the language `en`
                hint: add it to texts/en.ron
            more/pack.ron:6:33: error P0411: records cannot distinguish this bag from `tiles`: both are `tiles`
            more/pack.ron:6:48: warning P0502: the text `bag.b2` is missing in the language `en`
                hint: add it to texts/en.ron
            more/pack.ron:6:57: error P0411: the name of a bag in records is 1 to 64 letters, digits and signs, without blanks
            more/pack.ron:6:70: warning P0502: the text `bag.b3` is missing in the language `en`
                hint: add it to texts/en.ron
            more/pack.ron:6:80: error P0301: there is no tag `none`
            more/pack.ron:6:80: error P0411: a back is seen on the top of a stack, and this bag has no top
                hint: write `stacked: true`
            more/pack.ron:6:92: error P0108: `P` cannot be an id
                hint: ids begin with a lowercase letter, followed by lowercase letters, digits and _
            more/pack.ron:7:60: error P0307: the tile has 2 parts `grass`
                hint: name one part by its terrain and port, such as "road:E"
            more/pack.ron:7:73: error P0307: the tile has 0 parts `path:N`
                hint: name one part by its terrain and port, such as "road:E"
            more/pack.ron:8:26: error P0210: no needed pack has a rule `demo:roads`
                hint: expected one of `paths`, `x`
            more/pack.ron:8:87: error P0110: the rule `x` is declared twice
                more/pack.ron:8:57: first declared here
            more/pack.ron:9:30: error P0111: `parts/none` is not known here
                hint: expected one of `setup`, `turn`, `closing`, `finish`, `parts/x`
            more/pack.ron:9:66: error P0406: there is no step `*/none`
                hint: expected one of `draw`, `place`, `deploy`, `score`
            more/pack.ron:10:28: error P0108: `Extra` cannot be an id
                hint: ids begin with a lowercase letter, followed by lowercase letters, digits and _
            more/pack.ron:10:47: error P0405: there is no step `scroe`
                hint: did you mean `score`?
            more/pack.ron:10:69: error P0105: a counter that breaks ties must have a value for each seat
                hint: its scope is `seat`
            other/pack.ron:1:92: error P0209: there is already a part `x`
                more/pack.ron:10:41: declared here
                hint: change its steps with `steps: [...]`, or write `override: true`
        "#]],
    );
}

#[test]
fn a_loop_whose_steps_are_switched_off_is_off_and_not_empty() {
    let loops = r#"steps: [
        (after: "place", step: repeat(name: one, steps: [script(name: a)], when: {"size": 1})),
        (after: "place", step: repeat(name: two, steps: [script(name: b)]), when: {"size": 1}),
        (after: "place", step: repeat(name: three, steps: [script(name: c, when: {"size": 1})])),
        (after: "place", step: repeat(name: four, steps: [repeat(name: five, steps: [script(name: d, when: {"size": 1})])])),
        (wrap: ["deploy"], step: repeat(name: six, steps: [script(name: e, when: {"size": 1})])),
    ]"#;
    assert_eq!(names(&catalog(&pack("more", loops)).flow.turn), "draw place six score");
    let mut on = LoadOptions { lints: false, ..LoadOptions::default() };
    set_option(&mut on, "size=1");
    let loaded = load_demo(&pack("more", loops), &on);
    assert_eq!(render_findings(&loaded.diagnostics, &loaded.sources), "");
    assert_eq!(names(&loaded.catalog.unwrap().flow.turn), "draw place four three two one six score");
}

#[test]
fn a_loop_without_steps_and_two_steps_of_one_name_are_told_with_their_places() {
    let first = pack("one", r#"steps: [(append: "finish", step: script(name: most))]"#);
    let second = pack(
        "two",
        r#"after: ["one"],
        steps: [(append: "finish", step: script(name: most)), (after: "place", step: repeat(name: round, steps: []))]"#,
    );
    check(
        &(first + &second),
        expect![[r#"
        two/pack.ron:2:42: error P0407: there are two steps `most`
            one/pack.ron:1:108: the other step
            hint: give one of them another name, here and where a rule module registers it: modules of the library take it as their parameter `step`
        two/pack.ron:2:86: error P0104: the loop `round` has no steps to repeat
            hint: give it `steps: [...]`; only a loop in `wrap` needs none
    "#]],
    );
}

#[test]
fn a_pack_says_which_values_of_options_it_needs_and_rules_out() {
    let more = r#"requires: {"size": [1, 2]}, excludes: {"demo:size": 3}, steps: [(before: "plaice", step: place)]"#;
    check(
        &pack(
            "more",
            r#"requires: {"size": [1, 3]}, excludes: {"demo:size": 2}, steps: [(before: "plaice", step: place)]"#,
        ),
        expect![[r#"
            more/pack.ron:1:87: error P0223: the pack `more` needs another value of `demo:size` = 2
                demo/pack.ron:3:20: the option
                hint: set `demo:size` to 1 or 3
            more/pack.ron:1:115: error P0223: the pack `more` cannot be combined with `demo:size` = 2
                demo/pack.ron:3:20: the option
                hint: set `demo:size` to anything but 2
        "#]],
    );
    check(
        &pack("more", more),
        expect![[r#"
        more/pack.ron:1:149: error P0406: there is no step `plaice`
            hint: did you mean `place`?
    "#]],
    );
}

#[test]
fn a_step_has_the_text_of_the_pack_that_put_it_there() {
    let mine = |steps: &str| {
        let text = "//- more/texts/en.ron\nTexts(\"en\", {\"step.place\": \"Mine\"})";
        let catalog = catalog(&(pack("more", &format!("steps: [{steps}]")) + text));
        catalog.texts.get("en", "step.place").unwrap().to_owned()
    };
    assert_eq!(mine(r#"(replace: "place", step: place)"#), "Mine");
    assert_eq!(mine(r#"(append: "finish", step: place)"#), "Place the tile", "the demo's step is there as well");
    assert_eq!(mine(r#"(append: "setup", step: script(name: look))"#), "Place the tile");
}

#[test]
fn a_bag_without_such_a_field_tells_those_there_are_once() {
    check(
        &pack("more", "bags: [(id: heap, secret: true)]"),
        expect![[r#"
            more/pack.ron:1:88: warning P0502: the text `bag.heap` is missing in the language `en`
                hint: add it to texts/en.ron
            more/pack.ron:1:94: error P0103: a bag has no field `secret`
                hint: expected one of `id`, `override`, `stacked`, `key`, `pool`, `back`, `open`, `each_seat`, `contents`, `when`, `unless`
        "#]],
    );
}

/// Returns a pack that adapts another one in every section, and precedes it in the order.
fn adapting() -> &'static str {
    "//- adapt/pack.ron\nPack(\n    id: \"adapt\", version: \"1.0.0\", format: 1, title: \"Adapt\", needs: [\"demo\"],\n    \
     options: [(id: deep, default: true, when: {\"pack\": zoo}), (id: \"zoo:size\", add: [huge], when: {\"pack\": zoo})],\n    \
     terrains: [(id: \"zoo:bog\", override: true, complete: closed, when: {\"pack\": zoo})],\n    \
     figures: [(id: \"zoo:frog\", override: true, supply: 2, when: {\"pack\": zoo, \"zoo:size\": small})],\n    \
     tiles: [\n        (id: \"zoo:B\", override: true, count: 4, when: {\"pack\": zoo}),\n        \
     (id: \"Mire\", edges: (n: grass, e: grass, s: grass, w: grass), bag: \"zoo:pouch\", when: {\"pack\": zoo}),\n    ],\n    \
     zones: [(id: \"zoo:cage\", override: true, slots: 3, when: {\"pack\": zoo})],\n    \
     rules: [(id: \"zoo:croak\", override: true, by: 5, when: {\"pack\": zoo})],\n    \
     steps: [(before: \"place\", step: script(name: \"adapt\"), when: {\"pack\": zoo})],\n    \
     board: (override: true, extent: fixed(9, 9), when: {\"pack\": zoo}),\n)\n\
     //- adapt/texts/en.ron\nTexts(\"en\", {\"option.deep\": \"Deep\", \"zoo:option.size.huge\": \"Huge\"})\n"
}

/// Returns the pack that is adapted.
fn zoo() -> &'static str {
    "//- zoo/pack.ron\nPack(\n    id: \"zoo\", version: \"1.0.0\", format: 1, title: \"Zoo\", needs: [\"demo\"],\n    \
     options: [(id: size, type: choice([small, large]), default: small, open: true)],\n    \
     terrains: [(id: bog)], edges: [(id: bog, ports: [bog])], figures: [(id: frog, supply: 1, on: [bog])],\n    \
     bags: [pouch], zones: [(id: cage, slots: 1)],\n    \
     tiles: [(id: \"B\", count: 1, edges: (n: bog, e: bog, s: bog, w: bog), parts: [bog(at: [N, E, S, W])], bag: pouch)],\n    \
     steps: [(append: \"turn\", step: script(name: \"zoo_feed\"))],\n    \
     rules: [(id: croak, use: \"nothing\", by: 1)],\n)\n"
}

#[test]
fn a_pack_that_may_be_there_is_adapted_in_every_section() {
    let errors = |loaded: &crate::LoadedPacks| {
        loaded.diagnostics.iter().filter(|d| d.is_error()).map(|d| d.message.clone()).collect::<Vec<_>>()
    };
    let without = load_demo(adapting(), &LoadOptions::default());
    assert_eq!(errors(&without), Vec::<String>::new());
    let plain = without.catalog.unwrap();
    assert!(without.options.iter().all(|option| &*option.name != "deep"), "the option is absent");
    assert_eq!((plain.kinds.find("Mire"), plain.flow.turn.len()), (None, 4));
    let both = load_demo(&format!("{}{}", adapting(), zoo()), &LoadOptions::default());
    assert_eq!(errors(&both), Vec::<String>::new());
    let catalog = both.catalog.unwrap();
    assert_eq!(both.packs.iter().map(|pack| &*pack.id).collect::<Vec<_>>(), ["demo", "adapt", "zoo"]);
    assert_eq!(catalog.figures[catalog.figures.find("frog").unwrap()].supply, 2);
    let pouch = catalog.bags.find("zoo:pouch").unwrap();
    assert_eq!(catalog.bags[pouch].total(), 5);
    assert_eq!(catalog.zones[catalog.zones.find("cage").unwrap()].slots, 3);
    let croak = catalog.modules.iter().find(|module| module.id.as_deref() == Some("zoo:croak")).unwrap();
    assert_eq!(croak.params, [("by".into(), tilewright_core::catalog::Value::Int(5))]);
    let deep = both.options.iter().find(|option| &*option.name == "deep");
    assert!(deep.is_some());
    let size = both.options.iter().find(|option| &*option.name == "size" && &*option.pack == "zoo").unwrap();
    assert_eq!(size.describe_values(), "small, large, huge");
    // The condition on an option of the other pack applies when that pack is loaded.
    let mut large = LoadOptions::default();
    set_option(&mut large, "zoo:size=large");
    let large = load_demo(&format!("{}{}", adapting(), zoo()), &large).catalog.unwrap();
    assert_eq!(large.figures[large.figures.find("frog").unwrap()].supply, 1);
}

#[test]
fn a_change_of_a_pack_that_is_not_loaded_needs_a_condition() {
    let figure = |when: &str| {
        format!(
            "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", needs: [\"demo\"], \
             figures: [(id: \"zoo:frog\", override: true, supply: 2{when})])"
        )
    };
    check(&figure(", when: {\"pack\": zoo}"), expect![[r#""#]]);
    check(
        &figure(""),
        expect![[r#"
            more/pack.ron:1:94: error P0210: the figure `zoo:frog` cannot be changed: the pack `zoo` is not loaded
                hint: list it in `needs`, or write `when: {"pack": zoo}` to change it where it is loaded
        "#]],
    );
    check(
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", \
         options: [(id: size, default: false, when: {\"demo:size\": 2})])\n//- more/texts/en.ron\n\
         Texts(\"en\", {\"option.size\": \"Size\"})",
        expect![[r#"
            more/pack.ron:1:106: error P0224: an option can only depend on packs, as in {"pack": other}
        "#]],
    );
}

#[test]
fn a_step_that_another_pack_takes_out_is_told_with_that_pack() {
    let world = pack("abbey", "steps: [(remove: \"deploy\")]")
        + &pack("river", "after: [\"abbey\"], steps: [(after: \"turn/deploy\", step: script(name: \"flow\"))]");
    check(
        &world,
        expect![[r#"
            river/pack.ron:1:111: error P0406: there is no step `turn/deploy` any more: the pack `abbey` removes it
                abbey/pack.ron:1:94: removed here
                hint: give this change a condition, such as `unless: {"pack": abbey}`
        "#]],
    );
}
