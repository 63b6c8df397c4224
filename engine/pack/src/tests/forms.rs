//! Tests parts of the format that other games need: further kinds of entries, boards, lattices, and packs on top of
//! packs.

use expect_test::expect;
use tilewright_core::catalog::flow::{Step, StepKind};
use tilewright_core::catalog::id::{BagId, FigureKindId, TileKindId};
use tilewright_core::catalog::lattice::{Cell, Lattice, Turn};
use tilewright_core::catalog::{Catalog, Claim, Combine, Extent, Scope, Value};

use super::base::base_world;
use super::{add_files, check, load_demo, render_findings, set_option};
use crate::schema::{self, Field, STEPS, StepSchema};
use crate::{LoadOptions, World, load};

fn load_catalog(mut world: World, packs: &[&str], files: &str, options: &[&str]) -> Catalog {
    add_files(&mut world, files);
    for name in ["raise_tagged_path", "nothing"] {
        world.add_module(name, "-- placeholder");
    }
    let mut choices = LoadOptions { lints: false, ..LoadOptions::default() };
    options.iter().for_each(|option| set_option(&mut choices, option));
    let loaded = load(&world, packs, &choices);
    assert_eq!(render_findings(&loaded.diagnostics, &loaded.sources), "");
    loaded.catalog.unwrap()
}

fn kind(catalog: &Catalog, name: &str) -> TileKindId {
    catalog.kinds.find(name).unwrap()
}

/// Returns segments as `terrain:PORTS>touched`, separated by blanks.
fn segments(catalog: &Catalog, name: &str) -> String {
    let id = kind(catalog, name);
    let list = catalog.kinds[id].segments.iter().enumerate().map(|(i, s)| {
        let touched: Vec<String> = (0..32).filter(|j| s.touches & 1 << j != 0).map(|j: i32| j.to_string()).collect();
        format!("{}>{}", catalog.segment_key(id, Turn::NONE, i), touched.join(","))
    });
    list.collect::<Vec<_>>().join(" ")
}

fn names(steps: &[Step]) -> String {
    let shown = steps.iter().map(|s| match &s.kind {
        StepKind::Repeat(inner) => format!("{}[{}]", s.name, names(inner)),
        _ => s.name.to_string(),
    });
    shown.collect::<Vec<_>>().join(" ")
}

#[test]
fn an_expansion_adds_tiles_figures_and_rules() {
    let catalog = load_catalog(
        base_world(),
        &["inns"],
        r#"//- inns/pack.ron
Pack(
    id: "inns", version: "1.0.0", format: 1, title: "Inns", needs: ["carcassonne ^1"], tags: [inn, cathedral],
    figures: [(id: "big_follower", supply: 1, like: "follower", weight: 2)],
    rules: [(use: "raise_tagged_path", on: road, tag: inn, by: 1, unfinished: void)],
)
//- inns/tiles.ron
Tiles([
    (id: "IC02", edges: (n: field, e: road, s: field, w: road),
        parts: [road(at: [E], into: cloister), road(at: [W], into: cloister), cloister]),
    (id: "IC12", edges: (n: city, e: field, s: road, w: road), parts: [city(at: [N]), road(at: [S, W], tags: {"inn": 1})]),
    (id: "IC17", count: 2, edges: (n: city, e: city, s: city, w: city), parts: [city(at: [N, E, S, W], tags: [cathedral])]),
])"#,
        &[],
    );
    assert_eq!(catalog.bags.as_slice()[0].total(), 76);
    assert_eq!(segments(&catalog, "IC12"), "city:N>2 road:S.W>2,3 field:EL.ER.SL.WR>0,1 field:SR.WL>1");
    assert_eq!(
        segments(&catalog, "IC02"),
        "road:E>2,3,4 road:W>2,3,4 cloister>0,1,3,4 field:NL.NR.EL.WR>0,1,2 field:ER.SL.SR.WL>0,1,2"
    );
    let big = &catalog.figures[FigureKindId(1)];
    assert_eq!((big.supply, big.weight, big.on.len()), (1, 2, 4));
    assert!(matches!(&catalog.flow.turn[2].kind, StepKind::Deploy { figures } if figures.len() == 2));
    let module = catalog.modules.last().unwrap();
    assert_eq!((&*module.pack, &*module.path), ("inns", "scripts/raise_tagged_path.lua"));
    assert!(module.params.contains(&("unfinished".into(), Value::text("void"))));
}

#[test]
fn counts_by_option_chips_counters_and_stacks() {
    let catalog = load_catalog(
        base_world(),
        &["more"],
        r#"//- more/pack.ron
Pack(
    id: "more", version: "1.0.0", format: 1, title: "More", needs: ["carcassonne"],
    options: [(id: "tiles", type: int(1, 4), default: 2)],
    tags: [maze, points],
    bags: [(id: messages, stacked: true), (id: produce, open: true, contents: {"M2": 3})],
    counters: [
        (id: ordinary, start: 0, min: 0, track: 50), (id: mood, scope: feature(max)), (id: seen, scope: keyed, secret: true),
    ],
    zones: [(id: quarters, slots: 4, single: true, tags: {1: {"points": 3}})],
    dice: [(id: income, faces: [2, 3, wheel])],
    tokens: [mage, witch],
    books: [message],
    figures: [
        (id: builder, supply: 1, weight: 0, on: [road, city], claim: own, unfinished: true),
        (id: "follower", override: true, supply: 8),
    ],
    chips: [(id: "M1", bag: messages), (id: "M2", bag: none, tags: {"points": 5}), (id: "10", bags: {"messages": 2, "produce": 1})],
    steps: [
        (before: "place", step: script(name: "pray")),
        (wrap: ["pray", "place"], step: repeat(name: "journey", steps: [script(name: "rest")])),
        (replace: "finish/final", step: score_rest(name: "end")),
        (append: "turn", step: script(name: "message", when: {"carcassonne:hand_size": 1})),
        (prepend: "setup", step: script(name: "deal", each_seat: true)),
        (remove: "turn/score", when: {"tiles": 1}),
    ],
)
//- more/tiles.ron
Tiles([
    (id: "LAB1", count: option("tiles", {1: 1, 2: 1, 3: 2, 4: 2}), edges: (n: road, e: road, s: road, w: road),
        parts: [road(at: [N, E, S, W], tags: [maze])]),
    (id: "LAB2", count: option("tiles", {1: 0, 2: 1, 3: 1, 4: 2}), edges: (n: road, e: road, s: road, w: road),
        parts: [road(at: [N, E, S, W], tags: [maze])]),
])"#,
        &["more:tiles=3"],
    );
    let held = |bag: usize, name: &str| {
        let id = kind(&catalog, name);
        catalog.bags.as_slice()[bag].contents.iter().find(|c| c.0 == id).map_or(0, |c| c.1)
    };
    assert_eq!((held(0, "LAB1"), held(0, "LAB2"), held(1, "M1"), held(1, "10"), held(2, "M2")), (2, 1, 1, 2, 3));
    assert!(catalog.kinds[kind(&catalog, "M1")].cells.is_empty());
    assert_eq!(segments(&catalog, "LAB1").split(' ').count(), 5);
    assert_eq!(catalog.counters.as_slice()[1].scope, Scope::Feature(Combine::Max));
    assert_eq!(catalog.figures[FigureKindId(0)].supply, 8);
    assert_eq!(catalog.figures[FigureKindId(1)].claim, Claim::Own);
    assert_eq!(catalog.books.len(), 5);
    assert_eq!(names(&catalog.flow.setup), "deal");
    assert_eq!(names(&catalog.flow.turn), "draw journey[pray place rest] deploy score message");
    assert_eq!(names(&catalog.flow.finish), "end");
}

#[test]
fn a_bag_of_each_seat_is_declared_once() {
    let catalog = load_catalog(
        World::default(),
        &["own"],
        r#"//- own/pack.ron
Pack(
    id: "own", version: "1.0.0", format: 1, title: "Own", licence: "MIT", seats: (2, 3),
    terrains: [(id: grass, ground: true)], edges: [(id: grass, ports: [grass])],
    bags: [(id: stack, stacked: true, each_seat: true, key: "s"), rest], planes: [(id: yard, each_seat: true)],
    tiles: [(id: "G", count: 4, edges: (n: grass, e: grass, s: grass, w: grass)), (id: "R", bag: rest, edges: (n: grass, e: grass, s: grass, w: grass))],
    board: (presets: [(tile: "G", from: stack)]),
    flow: (turn: [draw(from: stack), place], ends_with: [stack, rest]),
)"#,
        &[],
    );
    let bags: Vec<String> =
        catalog.bags.ids().map(|bag| format!("{} {}", catalog.bags.key(bag), catalog.bag_key(bag))).collect();
    assert_eq!(bags, ["stack s", "rest rest", "stack:0 s:0", "stack:1 s:1", "stack:2 s:2"]);
    assert_eq!(catalog.bags.iter().map(|(_, bag)| bag.total()).collect::<Vec<_>>(), [0, 1, 4, 4, 4]);
    assert!(catalog.bags.iter().all(|(_, bag)| bag.stacked || bag.total() == 1));
    let key = |bag: &BagId| catalog.bags.key(*bag);
    assert_eq!(catalog.flow.ends_with.iter().map(key).collect::<Vec<_>>(), ["stack:0", "stack:1", "stack:2", "rest"]);
    let from: Vec<_> = catalog.board.presets.iter().map(|preset| preset.from.as_ref().map(key)).collect();
    assert_eq!(from, ["stack:0", "stack:1", "stack:2"].map(|bag| Some(bag.to_owned())));
}

#[test]
fn regions_without_ground_say_what_touches_what() {
    let catalog = load_catalog(
        World::default(),
        &["coast"],
        r#"//- coast/pack.ron
Pack(
    id: "coast", version: "1.0.0", format: 1, title: "Coast", bags: [tiles],
    terrains: [(id: grass, complete: closed), (id: hill, complete: closed), (id: sea, complete: closed), (id: town)],
    edges: [(id: grass, ports: [grass]), (id: hill, ports: [hill]), (id: sea, ports: [sea])],
    tiles: [
        (id: "D01", edges: (n: grass, e: hill, s: sea, w: hill),
            parts: [grass(at: N), hill(at: [E, W], touches: [grass, sea]), sea(at: S), town(touches: [hill, sea])]),
        (id: "D02", edges: (n: grass, e: grass, s: hill, w: grass), parts: [
            grass(at: [N]), grass(at: [E]), hill(at: [S], touches: ["grass:N", "grass:E", west]), grass(at: [W], name: west),
        ]),
    ],
    flow: (turn: [draw(from: tiles), place, script(name: "act")], finish: [score_rest]),
)"#,
        &[],
    );
    assert_eq!(segments(&catalog, "D01"), "grass:N>1 hill:E.W>0,2,3 sea:S>1,3 town>1,2");
    assert_eq!(segments(&catalog, "D02"), "grass:N>2 grass:E>2 hill:S>0,1,3 grass:W>2");
}

#[test]
fn boards_with_rims_presets_and_joins() {
    let catalog = load_catalog(
        World::default(),
        &["layouts"],
        r#"//- isles/pack.ron
Pack(
    id: "isles", version: "1.0.0", format: 1, title: "Isles", bags: [stack, spare], tags: [fee],
    options: [(id: "layout", type: choice([first, second]), default: first, open: true)],
    terrains: [(id: sea), (id: land, complete: closed)],
    edges: [(id: sea, ports: [sea]), (id: land, ports: [land]), (id: any, ports: [sea], wildcard: true)],
    tiles: [
        (id: "s", count: 7, edges: (n: sea, e: sea, s: sea, w: sea), parts: [sea(at: [N, E, S, W])]),
        (id: "big", bag: spare, cells: [
            (at: (0, 0), edges: (n: sea, e: land, s: sea, w: sea), parts: [sea(at: [N, S, W]), land(at: E)]),
            (at: (1, 0), edges: (n: sea, e: sea, s: sea, w: land), parts: [sea(at: [N, E, S]), land(at: W)]),
        ]),
    ],
    board: (
        extent: bounded((0, 0), (11, 7)),
        presets: [
            (tile: "s", at: (5, 2), from: stack, when: {"layout": first}),
            (tile: "s", at: (4, 4), from: stack, when: {"layout": second}),
            (tile: "big", at: (0, 0), turn: 1),
        ],
        joins: [((0, 0), "N", (5, 2), "S")],
        rim: [
            (side: N, edge: sea, name: "N", tags: {"fee": 2}), (side: S, edge: sea, name: "S"),
            (at: (12, 0), edge: any, name: "E0", tags: {"fee": 1}),
        ],
    ),
    flow: (turn: [repeat(name: "voyage", steps: [script(name: "sail"), draw(from: stack), place, script(name: "event")])]),
)
//- layouts/pack.ron
Pack(
    id: "layouts", version: "1.0.0", format: 1, title: "Layouts", needs: ["isles"],
    options: [(id: "isles:layout", add: [third])],
    board: (presets: [(tile: "s", at: (5, 2), when: {"layout": third})]),
)"#,
        &["layout=third"],
    );
    assert_eq!(catalog.board.presets.len(), 2);
    assert_eq!(catalog.board.joins, [((0, 0), (1, 0))]);
    assert_eq!(catalog.board.rim.len(), 25);
    assert_eq!((&*catalog.board.rim[3].name, catalog.board.rim[3].cell), ("N3", Cell::new(3, -1)));
    let Extent::Bounded { min, max } = catalog.board.extent else { panic!("bounded") };
    assert_eq!((min, max), (Cell::new(0, 0), Cell::new(11, 7)));
}

#[test]
fn values_that_other_packs_add_need_their_text_there() {
    let mut world = World::default();
    add_files(
        &mut world,
        r#"//- a/pack.ron
Pack(
    id: "a", version: "1.0.0", format: 1, title: "A",
    options: [(id: "mood", type: choice([good, bad]), default: good, open: true)],
    flow: (turn: [script(name: "sing")]),
)
//- a/texts/en.ron
Texts("en", {"option.mood": "Mood", "option.mood.good": "Good", "option.mood.bad": "Bad"})
//- b/pack.ron
Pack(
    id: "b", version: "1.0.0", format: 1, title: "B", needs: ["a"], options: [(id: "mood", add: [odd])],
    tokens: [(id: ghost, when: {"mood": odd}), (id: ghost, unless: {"mood": odd}), (id: only_c, when: {"pack": c})],
)
//- b/texts/en.ron
Texts("en", {"option.mood.odd": "Odd", "token.ghost": "Ghost", "token.only_c": "C", "a:option.mood.bad": "Very bad"})
//- c/pack.ron
Pack(id: "c", version: "1.0.0", format: 1, title: "C")"#,
    );
    let mut choices = LoadOptions::default();
    set_option(&mut choices, "a:mood=odd");
    for (packs, tokens) in [(&["b"][..], 1), (&["b", "c"][..], 2)] {
        let loaded = load(&world, packs, &choices);
        assert_eq!(render_findings(&loaded.diagnostics, &loaded.sources), "");
        let catalog = loaded.catalog.unwrap();
        assert_eq!(catalog.tokens.len(), tokens);
        let text = |key: &str| catalog.texts.get("nl", key).unwrap_or("?");
        assert_eq!(
            (text("option.mood.bad"), text("b:option.mood.odd"), text("a:option.mood.good")),
            ("Very bad", "Odd", "Good")
        );
        assert_eq!(catalog.option("mood", None), Some(&Value::text("odd")));
    }
}

#[test]
fn hexes() {
    let catalog = load_catalog(
        World::default(),
        &["hexes"],
        r#"//- hexes/pack.ron
Pack(
    id: "hexes", version: "1.0.0", format: 1, title: "Hexes", lattice: hex, bags: [tiles],
    terrains: [(id: grass, ground: true), (id: path, complete: closed)],
    edges: [(id: grass, ports: [grass]), (id: path, ports: [grass, path, grass])],
    tiles: [
        (id: "A", edges: (n: path, ne: grass, se: grass, s: path, sw: grass, nw: grass), parts: [path(at: [N, S])]),
    ],
    flow: (turn: [draw(from: tiles), place], ends_with: [tiles]),
)"#,
        &[],
    );
    assert_eq!(catalog.lattice, Lattice::Hex);
    assert_eq!(segments(&catalog, "A"), "path:N.S>1,2 grass:SW.NW.NL.SR>0 grass:NE.SE.NR.SL>0");
}

#[test]
fn tiles_say_at_which_turns_they_may_be_placed() {
    let more = r#"Tiles([
        (id: "T1", bag: none, turns: [2, 0], edges: (n: grass, e: path, s: grass, w: path), parts: [path(at: [E, W])]),
        (id: "T2", bag: none, turns: all, edges: (n: grass, e: path, s: grass, w: path), parts: [path(at: [E, W])]),
    ])
//- demo/board.ron
    Board(turns: distinct)"#;
    let loaded = super::load_demo(more, &LoadOptions::default());
    assert_eq!(render_findings(&loaded.diagnostics, &loaded.sources), "");
    let catalog = loaded.catalog.unwrap();
    let turns = |kind: &str| -> Vec<u8> {
        catalog.turns(catalog.kinds.find(kind).unwrap()).iter().map(|turn| turn.0).collect()
    };
    assert_eq!((turns("P1"), turns("P2")), (vec![0, 1], vec![0, 1, 2, 3]), "set by the board");
    assert_eq!((turns("T1"), turns("T2")), (vec![0, 2], vec![0, 1, 2, 3]), "set by the tile");
    super::check(
        r#"Tiles([
        (id: "T1", bag: none, turns: [4, north], edges: (n: grass, e: grass, s: grass, w: grass)),
        (id: "T2", bag: none, turns: [], edges: (n: grass, e: grass, s: grass, w: grass)),
        (id: "T3", bag: none, turns: distinkt, edges: (n: grass, e: grass, s: grass, w: grass)),
    ])"#,
        expect_test::expect![[r#"
            demo/extra.ron:2:39: error P0109: 4 is out of range; it may be 0 to 3
            demo/extra.ron:2:42: error P0105: expected a whole number, found the name `north`
            demo/extra.ron:3:38: error P0109: it needs at least one turn at which it can be placed
            demo/extra.ron:4:38: error P0111: `distinkt` is not known here
                hint: did you mean `distinct`?
        "#]],
    );
}

#[test]
fn hashes_follow_the_content() {
    let hash = |change: &dyn Fn(&mut World)| {
        let mut world = base_world();
        change(&mut world);
        load(&world, &["carcassonne"], &LoadOptions::default()).packs[0].hash.clone()
    };
    let plain = hash(&|_| {});
    assert_eq!(plain.len(), 64);
    assert_eq!(plain, hash(&|w| w.add_file("carcassonne", "README.md", "other")));
    assert_eq!(plain, hash(&|w| w.add_file("carcassonne", "tests/new.ron", "Test()")));
    assert_ne!(plain, hash(&|w| w.add_module("paths", "-- other")));
    let ends = w_text("\r\n");
    assert_eq!(
        hash(&|w| w.add_file("carcassonne", "tags.ron", &w_text("\n"))),
        hash(&|w| w.add_file("carcassonne", "tags.ron", &ends))
    );
}

fn w_text(end: &str) -> String {
    format!("Tags([{end}    pennant,{end}])")
}

#[test]
fn the_description_of_the_format_holds() {
    let text = include_str!("../../FORMAT.md");
    let mut world = World::default();
    world.add_module("paths", "-- placeholder");
    for block in text.split("```ron\n").skip(1) {
        add_files(&mut world, block.split("```").next().unwrap());
    }
    // The page has no pictures; another crate loads it with some.
    world.pictures.clear();
    let loaded = load(&world, &["higher", "autumn"], &LoadOptions::default());
    assert_eq!(render_findings(&loaded.diagnostics, &loaded.sources), "");
    let looks: Vec<String> = loaded.art.looks.iter().map(|look| look.key()).collect();
    assert_eq!(looks, ["painted", "autumn:leaves"]);
    for options in [&["hand=4"][..], &["small=true"], &["table=fixed(5,5)", "closed=true"], &["mood=odd"]] {
        let mut choices = LoadOptions::default();
        options.iter().for_each(|option| set_option(&mut choices, option));
        let loaded = load(&world, &["higher"], &choices);
        assert_eq!(render_findings(&loaded.diagnostics, &loaded.sources), "", "{options:?}");
    }
}

/// Fields that all steps have, which the page describes once.
const OF_ALL: [&str; 4] = ["name", "each_seat", "when", "unless"];

/// Returns the fields of a step that not all steps have, or that it requires.
fn own(step: &StepSchema) -> Vec<&'static Field> {
    step.of.fields.iter().filter(|field| field.needed || !OF_ALL.contains(&field.name)).collect()
}

/// Returns the table of steps for the page about the format, generated from the table in the code.
fn table_of_steps() -> String {
    let mut table = String::from("| step | fields | effect |\n|---|---|---|\n");
    for step in STEPS {
        let fields = own(step).into_iter().map(|field| match field.needed {
            true => format!("`{}`", field.name),
            false => format!("`{}`?", field.name),
        });
        let fields = fields.collect::<Vec<_>>().join(", ");
        let fields = if fields.is_empty() { "–".to_owned() } else { fields };
        table.push_str(&format!("| `{}` | {fields} | {} |\n", step.word.text(), step.of.doc));
    }
    table
}

#[test]
fn the_table_of_steps_is_that_of_the_code() {
    let text = include_str!("../../FORMAT.md");
    let table = table_of_steps();
    assert!(text.contains(&table), "the page should have this table:\n{table}");
    for field in OF_ALL {
        assert!(text.contains(&format!("`{field}`")), "{field}");
    }
}

#[test]
fn steps_take_the_fields_of_the_table_and_no_others() {
    let value = |field: &str| match field {
        "from" => "tiles",
        "unplayable" => "return",
        "size" => "2",
        "figures" => "[walker]",
        "name" => "odd",
        "once" => "true",
        _ => "[score]",
    };
    let codes_of = |step: &str, fields: &[&str]| {
        let fields: Vec<String> = fields.iter().map(|f| format!("{f}: {}", value(f))).collect();
        let more = format!("Steps([(append: \"finish\", step: {step}({}, each_seat: false))])", fields.join(", "));
        let loaded = load_demo(&more.replace("(, ", "("), &LoadOptions { lints: false, ..LoadOptions::default() });
        loaded.diagnostics.iter().map(|d| d.code).filter(|c| matches!(*c, "P0103" | "P0104")).collect::<Vec<_>>()
    };
    for step in STEPS {
        let (word, fields) = (step.word.text(), own(step));
        let all: Vec<&str> = fields.iter().map(|field| field.name).collect();
        assert_eq!(codes_of(word, &all), [""; 0], "{word}");
        for field in &fields {
            let name = field.name;
            let without: Vec<&str> = all.iter().copied().filter(|other| *other != name).collect();
            // Only the loop of a `wrap` can omit `steps`, because it receives the wrapped steps.
            let needed = field.needed || (word == "repeat" && name == "steps");
            assert_eq!(codes_of(word, &without) == ["P0104"], needed, "{word} without {name}");
        }
        for other in ["from", "unplayable", "size", "figures", "steps", "once"].into_iter().filter(|f| !all.contains(f))
        {
            let more: Vec<&str> = all.iter().copied().chain([other]).collect();
            assert_eq!(codes_of(word, &more), ["P0103"], "{word} with {other}");
        }
    }
}

#[test]
fn the_page_tells_every_field_of_tests() {
    let page = include_str!("../../FORMAT.md");
    let (_, section) = page.split_once("## Tests").expect("there is a section about tests");
    let (section, _) = section.split_once("\n### ").expect("it ends where the next begins");
    for of in [schema::TEST, schema::EXPECTED, schema::WHY, schema::WORTH] {
        for field in of.names() {
            let told = [format!("`{field}`"), format!("`{field}:"), format!("{field}: ")];
            assert!(told.iter().any(|text| section.contains(text)), "{}: `{field}` is not described", of.what);
        }
    }
}

#[test]
fn attributes_of_ron_are_passed_over_and_bytes_are_no_texts() {
    check(
        r##"
//- demo/enabled.ron
// For other programs.
#![enable(implicit_some, unwrap_newtypes)]
#![enable(unwrap_variant_newtypes)]
Bags([bag_of_b, (id: broom, open: true)])
//- demo/unknown.ron
#![enable(magic)]
Bags([])
//- demo/bytes.ron
Bags([b"raw", br#"raw "b""#, (id: b'r')])
"##,
        expect![[r#"
            demo/bytes.ron:1:7: error P0105: expected the bag as fields in parentheses, found a byte string
            demo/bytes.ron:1:15: error P0105: expected the bag as fields in parentheses, found a byte string
            demo/bytes.ron:1:35: error P0105: expected a name or a text, found a byte
            demo/unknown.ron:1:11: error P0101: this is not RON: No RON extension named `magic`
        "#]],
    );
}
