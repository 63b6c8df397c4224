//! Checks the wording and the spans of findings.

use expect_test::expect;
use tilewright_core::catalog::Value;

use super::{check, load_demo, render_findings};
use crate::{Choice, LoadOptions, OptionType, untested_options};

#[test]
fn findings_point_at_the_value_and_suggest() {
    check(
        r#"
Tiles([
    (id: "A", count: 2, edges: (n: gras, e: grass, s: grass, w: grass)),
    (id: "B", edges: (n: path, e: grass, s: path, w: grass), parts: [pth(at: [N, S]), path(at: [N, S], tags: {"inn": 1})]),
    (id: "C", edges: (n: path, e: grass, s: grass, w: grass), parts: [path(at: [N])], cuont: 3),
    (id: "P1", edges: (n: grass, e: grass, s: grass, w: grass)),
])"#,
        expect![[r#"
            demo/extra.ron:3:36: error P0301: there is no edge type `gras`
                hint: did you mean `grass`?
            demo/extra.ron:4:70: error P0301: there is no terrain `pth`
                hint: did you mean `path`?
            demo/extra.ron:4:111: error P0301: there is no tag `inn`
            demo/extra.ron:5:71: error P0308: `path` ends on the tile without `into`
                hint: write `into: crossing`, `into: end`, or the part that it runs into
            demo/extra.ron:5:87: error P0103: a tile has no field `cuont`
                hint: did you mean `count`?
            demo/extra.ron:6:10: error P0110: the tile `P1` is declared twice
                demo/pack.ron:9:14: first declared here
        "#]],
    );
}

#[test]
fn what_belongs_to_the_pack_and_stands_elsewhere_is_told_where_to_go() {
    check(
        "Board(planes: [(id: own, each_seat: true)], flow: (turn: []))",
        expect![[r#"
            demo/extra.ron:1:7: error P0103: a board has no field `planes`
                hint: `planes` is a field of the pack itself: write it in `Pack(…)`, or `Planes([…])` in a file
            demo/extra.ron:1:45: error P0103: a board has no field `flow`
                hint: `flow` is a field of the pack itself: write it in `Pack(…)`, or `Flow(…)` in a file
        "#]],
    );
}

#[test]
fn texts_are_wanted_of_what_is_shown_and_no_empty_name_is_proposed() {
    let more = "Counters([(id: gold), (id: dust, shown: false)])\n//- demo/rules/a.lua\nlocal none = \"\"\n\
                //- demo/texts/more.ron\nTexts(\"en\", {\"ask.question\": \"Which\"})\n";
    let loaded = load_demo(more, &LoadOptions::default());
    let told: Vec<(&str, Option<&str>)> = loaded.diagnostics.iter().map(|d| (&*d.message, d.hint.as_deref())).collect();
    let missing = "the text `counter.gold` is missing in the language `en`";
    assert!(told.contains(&(missing, Some("add it to texts/en.ron"))), "{told:?}");
    assert!(told.contains(&("no question or offer uses the text `ask.question`", None)), "{told:?}");
    // The third finding is that no rule uses the module.
    assert_eq!(told.len(), 3, "{told:?}");
}

#[test]
fn all_files_are_read_before_giving_up() {
    check(
        "//- demo/a.ron\nTags([a b])\n//- demo/b.ron\nDice([(id: d, faces: [])])\n//- demo/c.ron\nTiels([])\n",
        expect![[r#"
            demo/a.ron:1:9: error P0101: this is not RON: a comma is missing before this
            demo/b.ron:1:22: error P0109: a die has 1 to 1000 faces
            demo/c.ron:1:1: error P0106: `Tiels` is not a kind of file
                hint: did you mean `Tiles`?
        "#]],
    );
}

#[test]
fn the_ground_is_compared_with_what_is_written() {
    check(
        r#"
Tiles([
    // As derived.
    (id: "A", edges: (n: path, e: grass, s: path, w: grass), parts: [path(at: [N, S]), grass(at: [NL, SR, W]), grass(at: [NR, E, SL], touches: [path])]),
    // Joined across the path.
    (id: "B", edges: (n: path, e: grass, s: path, w: grass), parts: [path(at: [N, S]), grass(at: [N, E, S, W])]),
    // A bridge, written in full.
    (id: "C", edges: (n: path, e: path, s: path, w: path), parts: [
        path(at: [N, S], name: "over"), path(at: [E, W], name: "under"),
        grass(at: [NL, WR], touches: [over, under]), grass(at: [NR, EL], touches: [over, under]),
        grass(at: [ER, SL], touches: [over, under]), grass(at: [SR, WL], touches: [over, under]),
    ]),
    // A bridge, not written.
    (id: "D", edges: (n: path, e: path, s: path, w: path), parts: [path(at: [N, S]), path(at: [E, W])]),
    // Special on purpose.
    (id: "E", derive: false, edges: (n: path, e: grass, s: path, w: grass), parts: [path(at: [N, S]), grass(at: [N, E, S, W])]),
])"#,
        expect![[r#"
            demo/extra.ron:6:88: error P0310: according to the other parts, this ground has the ports NL, SR, WL, WR
                hint: for a part above the ground, such as a bridge, write `derive: false` on the tile and all its ground
            demo/extra.ron:14:68: error P0309: two parts cross, so it is not clear how the ground is divided
                demo/extra.ron:14:86: the part that is crossed
                hint: write the ground parts with `at` and `touches`
        "#]],
    );
}

/// Returns the findings of a tile with towns (one port), walls, paths and hedges on sides without ground.
fn crossing(lattice: &str, tile: &str) -> Vec<String> {
    let text = format!(
        r#"Pack(
        id: "demo", version: "1.0.0", format: 1, title: "Demo", authors: ["A. Author"], licence: "MIT", lattice: {lattice},
        terrains: [(id: town), (id: wall), (id: path), (id: hedge)],
        edges: [
            (id: town, ports: [town]), (id: wall, ports: [wall]), (id: path, ports: [town, path, town]),
            (id: hedge, ports: [town, hedge, town]), (id: both, ports: [town, path, hedge, town]),
        ],
        bags: [tiles], flow: (turn: [draw(from: tiles), place], ends_with: [tiles]),
        tiles: [(id: "A", {tile})],
    )"#
    );
    let mut world = crate::World::default();
    world.add_file("demo", "pack.ron", &text);
    let loaded = crate::load(&world, &["demo"], &crate::LoadOptions { lints: false, ..crate::LoadOptions::default() });
    loaded.diagnostics.iter().map(|d| format!("{} {}", d.code, d.message)).collect()
}

#[test]
fn parts_that_cross_on_a_tile_without_ground() {
    const SQUARE: &str = "edges: (n: town, e: town, s: town, w: town), parts: [town(at: [N, S]), town(at: [E, W])]";
    let reported = ["P0309 two parts cross"];
    assert_eq!(crossing("square", SQUARE), reported);
    assert_eq!(crossing("square", &format!("derive: false, {SQUARE}")), [""; 0]);
    assert_eq!(crossing("square", &SQUARE.replace("[E, W]", "[E]), town(at: [W]")), [""; 0]);
    // These are a town and a wall, a path through a town that reaches neither of its sides, and two paths over one
    // town.
    let walls = "edges: (n: wall, e: town, s: wall, w: town), parts: [wall(at: [N, S]), town(at: [E, W])]";
    assert_eq!(crossing("square", walls), reported);
    let through = "edges: (n: path, e: town, s: path, w: town),
        parts: [town(at: [NL]), town(at: [NR]), town(at: [SL]), town(at: [SR]), town(at: [E, W]), path(at: [N, S])]";
    assert_eq!(crossing("square", through), reported);
    let paths = "edges: (n: path, e: hedge, s: path, w: hedge),
        parts: [town(at: [N, E, S, W]), path(at: [N, S]), hedge(at: [E, W])]";
    assert_eq!(crossing("square", paths), reported);
    // A path may pass over a town, alone and next to another path.
    let over = "edges: (n: path, e: town, s: path, w: town), parts: [town(at: [N, E, S, W]), path(at: [N, S])]";
    assert_eq!(crossing("square", over), [""; 0]);
    let beside = "edges: (n: both, e: town, s: path, w: hedge),
        parts: [town(at: [N, E, S, W]), path(at: [N2, S]), hedge(at: [N3, W])]";
    assert_eq!(crossing("square", beside), reported, "the paths cross each other");
    let beside = "edges: (n: both, e: hedge, s: path, w: town),
        parts: [town(at: [N, E, S, W]), path(at: [N2, S]), hedge(at: [N3, E])]";
    assert_eq!(crossing("square", beside), [""; 0]);
    // Other lattices have the same rule, and so have tiles of several cells.
    let hexes = "edges: (n: town, ne: town, se: wall, s: town, sw: town, nw: wall),
        parts: [town(at: [N, S]), town(at: [NE, SW]), wall(at: [SE]), wall(at: [NW])]";
    assert_eq!(crossing("hex", hexes), reported);
    assert_eq!(crossing("hex", &hexes.replace("[N, S]", "[N, NE]").replace("[NE, SW]", "[S, SW]")), [""; 0]);
    let triangle = "edges: (n: path, se: path, sw: town),
        parts: [town(at: [NL, SER]), town(at: [NR, SEL, SW]), path(at: [N], into: end), path(at: [SE], into: end)]";
    assert_eq!(crossing("triangle", triangle), reported);
    let long = "cells: [
        (at: (0, 0), edges: (n: town, e: town, s: town, w: town), parts: [town(at: [N, E, S, W])]),
        (at: (1, 0), edges: (n: town, e: wall, s: town, w: town), parts: [town(at: [W]), town(at: [N, S]), wall(at: [E])]),
    ]";
    assert_eq!(crossing("square", long), [""; 0]);
    let long = long.replace("[W]), town(at: [N, S]), wall(at: [E]", "[W, S]), town(at: [N]), wall(at: [E]");
    assert_eq!(crossing("square", &long), [""; 0]);
    let long = long.replace("parts: [town(at: [N, E, S, W])]", "parts: [town(at: [N, S]), town(at: [E, W])]");
    assert_eq!(crossing("square", &long), reported);
}

#[test]
fn packs_that_are_missing_or_do_not_fit() {
    check(
        "//- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", needs: [\"demo ^2\", \"dmeo\", \"x y\"], conflicts: [\"demo <2\"])",
        expect![[r#"
            more/pack.ron:1:70: error P0203: `more` needs `demo` ^2, there is 1.2.0
            more/pack.ron:1:81: error P0201: there is no pack `dmeo`
                hint: did you mean `demo`?
            more/pack.ron:1:89: error P0202: `y` is not a range of versions
                hint: write for example "carpet ^1"
            more/pack.ron:1:109: error P0205: `more` cannot be played together with `demo`
                hint: leave out one of them
        "#]],
    );
}

#[test]
fn options_are_checked_where_they_are_used() {
    check(
        r#"
Rules([
    (use: "nothing", when: {"siez": 1}),
    (use: "nothing", unless: [{"size": 1}, {"size": 7}]),
    (use: "nothing", by: option("size", {1: a, 2: b, 5: c})),
    (use: "nothing", by: if({"size": 2}, a)),
])"#,
        expect![[r#"
            demo/extra.ron:3:29: error P0221: there is no option `siez`
                hint: did you mean `size`?
            demo/extra.ron:4:53: error P0222: the option `size` cannot be `7`
                hint: it may be a number from 1 to 3
            demo/extra.ron:5:54: error P0222: the option `size` cannot be `5`
                hint: it may be a number from 1 to 3
            demo/extra.ron:6:26: error P0105: write option("name"), option("name", {value: result}) or if({"name": value}, yes, no)
        "#]],
    );
}

#[test]
fn texts_that_nobody_has_to_write_are_in_every_language_or_in_none() {
    check(
        r#"
Counters([(id: pace, shown: false)])
//- demo/texts/nl.ron
Texts("nl", {
    "terrain.grass": "Gras", "terrain.path": "Pad", "figure.walker": "Wandelaar", "option.size": "Maat", "bag.tiles": "Tegels",
    "bag.spare": "Reserve", "step.place": "Leg", "step.deploy": "Zet", "ask.paths": "Welke?",
})"#,
        expect![[r#"
            demo/texts/nl.ron:3:72: warning P0502: the text `ask.paths` is missing in the language `en`
                hint: add it to texts/en.ron: `nl` has it
        "#]],
    );
}

#[test]
fn texts_in_every_language() {
    check(
        r#"//- demo/texts/nl.ron
Texts("nl", {"terrain.grass": "Gras", "terrain.path": "Pad", "figure.wandelaar": "Wandelaar", "option.size": "Maat", "bag.tiles": "Tegels", "bag.spare": "Reserve"})"#,
        expect![[r#"
            demo/pack.ron:6:20: warning P0502: the text `figure.walker` is missing in the language `nl`
                hint: add it to texts/nl.ron
            demo/pack.ron:13:38: warning P0502: the text `step.place` is missing in the language `nl`
                hint: add it to texts/nl.ron
            demo/pack.ron:13:45: warning P0502: the text `step.deploy` is missing in the language `nl`
                hint: add it to texts/nl.ron
            demo/texts/nl.ron:1:62: warning P0503: the text `figure.wandelaar` belongs to nothing
                hint: did you mean `figure.walker`?
        "#]],
    );
}

#[test]
fn steps_are_changed_by_name() {
    check(
        r#"
Steps([
    (before: "place", step: script(name: "pray")),
    (wrap: ["pray", "place"], step: repeat(name: "journey")),
    (remove: "scroe"),
    (after: "turn/score", step: draw(from: tils, unplayable: retrun)),
])"#,
        expect![[r#"
            demo/extra.ron:5:14: error P0406: there is no step `scroe`
                hint: did you mean `score`?
            demo/extra.ron:6:44: error P0301: there is no bag `tils`
                hint: did you mean `tiles`?
            demo/extra.ron:6:62: error P0111: `retrun` is not known here
                hint: did you mean `return`?
        "#]],
    );
}

#[test]
fn the_numbers_of_a_form_have_a_least_and_a_most() {
    let text = r#"
Pack(
    id: "extra", version: "1.0.0", format: 1, title: "Extra", needs: ["demo"],
    options: [(id: room, type: choice([free, fixed(w: (5, 3))]), default: free)],
)
"#;
    let loaded = load_demo(&format!("//- extra/pack.ron\n{text}"), &LoadOptions::default());
    let found: Vec<&str> = loaded.diagnostics.iter().map(|d| &*d.message).collect();
    assert!(found.contains(&"`w` cannot be from 5 to 3"), "{found:?}");
    let room = loaded.options.iter().find(|option| &*option.name == "room").unwrap();
    assert_eq!(
        room.kind,
        OptionType::Choice(vec![Choice::Plain(Value::text("free"))]),
        "invalid values are not choices"
    );
}

#[test]
fn steps_that_are_only_there_with_other_options() {
    check(
        r#"
Steps([
    (before: "place", step: script(name: "pray", when: {"size": 3})),
    (wrap: ["draw", "pray"], step: repeat(name: "journey")),
    (wrap: ["draw", "deploy"], step: repeat(name: "journey")),
    (wrap: ["draw", "plaice"], step: repeat(name: "journey")),
    (after: "pray", step: script(name: "rest")),
])"#,
        expect![[r#"
            demo/extra.ron:4:21: error P0406: there is no step `pray` with these options
                hint: give this change the same condition as that step
            demo/extra.ron:5:21: error P0406: the steps to wrap do not follow each other
            demo/extra.ron:6:21: error P0406: there is no step `plaice`
                hint: did you mean `place`?
            demo/extra.ron:7:13: error P0406: there is no step `pray` with these options
                hint: give this change the same condition as that step
        "#]],
    );
}

#[test]
fn options_without_a_test() {
    let loaded = load_demo("", &LoadOptions::default());
    assert!(untested_options(&loaded.options, &["demo:size"]).is_empty());
    let found = untested_options(&loaded.options, &["sizes"]);
    expect![[r#"
        demo/pack.ron:3:20: warning P0226: no test of the pack sets the option `size`
    "#]]
    .assert_eq(&render_findings(&found, &loaded.sources));
}

#[test]
fn rule_files_nobody_uses() {
    check(
        "//- demo/rules/lost.lua\n-- lost\n//- demo/rules/kept.lua\n-- kept\n//- demo/rules/user.lua\nrequire('kept')\n",
        expect![[r#"
            demo/pack.ron:2:9: warning P0313: nothing uses the rule module `demo/rules/lost.lua`
                hint: switch it on with `rules: [(use: "lost")]`
            demo/pack.ron:2:9: warning P0313: nothing uses the rule module `demo/rules/user.lua`
                hint: switch it on with `rules: [(use: "user")]`
        "#]],
    );
}

#[test]
fn repetitions_that_nothing_leaves() {
    let with = |rule: &str, uses: &str| {
        format!(
            "//- demo/extra.ron\nSteps([\n    (wrap: [\"deploy\"], step: repeat(name: \"again\")),\n])\n\
             //- demo/rules.ron\nRules([{uses}])\n//- demo/rules/ends.lua\n{rule}\n"
        )
    };
    check(
        &with("leave('other')", r#"(use: "ends")"#),
        expect![[r#"
            demo/extra.ron:2:30: warning P0413: nothing leaves the repetition `again`
                hint: a rule module ends it with `leave("again")`
        "#]],
    );
    for rule in ["leave('again')", "leave( \"again\" )", "leave()", "local x = 'again' leave(x)"] {
        check(&with(rule, r#"(use: "ends")"#), expect![[""]]);
    }
    check(&with("leave(param.loop)", r#"(use: "ends", loop: "again")"#), expect![[""]]);
    // A step that ends the turn part also ends the repetition.
    check("Steps([(wrap: [\"place\", \"deploy\"], step: repeat(name: \"again\"))])", expect![[""]]);
}

#[test]
fn what_stands_in_for_something_with_other_options_is_checked_and_used() {
    let tiles = |second: &str| {
        format!(
            r#"
Tags([rare])
Terrains([(id: bog, complete: closed)])
Edges([(id: bog, ports: [bog])])
Texts("en", {{"terrain.bog": "Bog"}})
Tiles([
    (id: "X", when: {{"size": [1, 2]}}, edges: (n: path, e: grass, s: path, w: grass), parts: [path(at: [N, S])]),
    (id: "X", when: {{"size": 3}}, edges: (n: bog, e: grass, s: path, w: bog), parts: [{second}]),
    (id: "Y", when: {{"size": 3}}, edges: (n: path, e: grass, s: path, w: grass), parts: [path(at: [N, S])]),
])"#
        )
        .replace("\nTags", "\n//- demo/a.ron\nTags")
        .replace("\nTerrains", "\n//- demo/b.ron\nTerrains")
        .replace("\nEdges", "\n//- demo/c.ron\nEdges")
        .replace("\nTexts", "\n//- demo/texts/more/en.ron\nTexts")
        .replace("\nTiles", "\n//- demo/d.ron\nTiles")
    };
    let codes = |second: &str| {
        let loaded = load_demo(&tiles(second), &LoadOptions { lints: true, ..LoadOptions::default() });
        let all = loaded.diagnostics.iter().filter(|d| d.code != "P0502" && d.code != "P0401");
        all.map(|d| format!("{} {}", d.code, d.message)).collect::<Vec<_>>()
    };
    let right = "bog(at: [N, W], tags: [rare]), path(at: [S], into: end)";
    assert_eq!(codes(right), [] as [&str; 0]);
    let missing = codes("bog(at: [N, W], tags: [rare])");
    assert!(matches!(&missing[..], [one] if one.starts_with("P0305")), "{missing:?}");
    let unused = codes("bog(at: [N, W]), path(at: [S], into: end)");
    assert_eq!(unused, ["P0313 nothing uses the tag `rare`"]);
}

#[test]
fn older_names_are_followed_and_of_what_is_gone_it_is_said_why() {
    let more = "//- base/pack.ron\nPack(id: \"base\", version: \"2.0.0\", format: 1, title: \"Base\", needs: \
                [\"demo\"], tags: [inn], renamed: [(since: \"1.1.0\", kind: tag, from: \"tavern\", to: \"inn\")], \
                gone: [(since: \"2.0.0\", kind: tag, id: \"mill\", why: \"unused\"), (since: \"2.0.0\", kind: tag, id: \
                \"pub\", instead: \"inn\", why: \"there is the inn\")])\n\
                //- more/pack.ron\nPack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", needs: \
                [\"base\"], tiles: [(id: \"T\", edges: (n: path, e: grass, s: path, w: grass), parts: [path(at: [N, \
                S], tags: [mill, tavern, \"base:pub\"])])])\n";
    let loaded = load_demo(more, &LoadOptions::default());
    let told: Vec<(&str, Option<&str>)> = loaded.diagnostics.iter().map(|d| (&*d.message, d.hint.as_deref())).collect();
    let gone = "`base` does not have the tag `mill` any more since 2.0.0: unused";
    assert!(told.contains(&("there is no tag `mill`", Some(gone))), "{told:?}");
    for older in ["tavern", "pub"] {
        let message = format!("the tag `{older}` of `base` is called `inn` now");
        assert!(told.contains(&(&*message, Some("write `inn`, or run `tilewright check --fix`"))), "{told:?}");
    }
    // Wrong kinds, versions and names are reported at their spans.
    let wrong = "//- base/pack.ron\nPack(id: \"base\", version: \"2.0.0\", format: 1, title: \"Base\", needs: [\"demo\"], \
                 tags: [inn], was: [\"Old\"], renamed: [(since: \"1\", kind: tag, from: \"a\", to: \"inn\"), \
                 (since: \"1.0.0\", kind: tga, from: \"a\", to: \"inn\"), (since: \"1.0.0\", kind: tag, from: \"A\", to: \"inn\"), \
                 (since: \"1.0.0\", kind: tag, from: \"inn\", to: \"inn\"), (since: \"1.0.0\", kind: tag, to: \"inn\", odd: 1)])\n";
    let codes: Vec<&str> = load_demo(wrong, &LoadOptions::default()).diagnostics.iter().map(|d| d.code).collect();
    for code in ["P0202", "P0228"] {
        assert!(codes.contains(&code), "{codes:?}");
    }
    assert!(codes.len() >= 7, "{codes:?}");
}
