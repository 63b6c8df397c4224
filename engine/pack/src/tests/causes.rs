//! Checks that findings that only follow from a reported cause are left out.

use expect_test::expect;

use super::check;

#[test]
fn a_terrain_that_is_not_there() {
    check(
        r#"Tiles([(id: "A", edges: (n: path, e: grass, s: path, w: grass), parts: [pahth(at: [N, S]), path(at: [], into: pahth)])])"#,
        expect![[r#"
            demo/extra.ron:1:73: error P0301: there is no terrain `pahth`
                hint: did you mean `path`?
        "#]],
    );
    // An unknown port covers no port of the rim, which is not a second mistake.
    check(
        r#"Tiles([(id: "A", edges: (n: path, e: grass, s: path, w: grass), parts: [path(at: [N, F])])])"#,
        expect![[r#"
            demo/extra.ron:1:86: error P0303: `F` is not a port
                hint: did you mean `E`?
        "#]],
    );
}

#[test]
fn a_file_that_cannot_be_read() {
    let pack = |options: &str| {
        format!(
            "//- more/pack.ron\nPack(\n    id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", needs: [\"demo\"],\n    \
             {options}\n    terrains: [(id: bog, complete: closed)],\n)\n//- more/texts/en.ron\n\
             Texts(\"en\", {{\"terrain.bog\": \"Bog\", \"option.deep\": \"Deep\"}})\n//- more/tiles.ron\n\
             Tiles([(id: \"B\", edges: (n: bog, e: bog, s: bog, w: bog), cuont: 2)])"
        )
    };
    check(
        &pack("options [(id: deep, default: false)],"),
        expect![[r#"
        more/pack.ron:3:13: error P0101: this is not RON: a colon is missing before this
        more/tiles.ron:1:59: error P0103: a tile has no field `cuont`
            hint: did you mean `count`?
    "#]],
    );
    check(
        &pack("options: [(id: deep, default: false],"),
        expect![[r#"
            more/pack.ron:3:40: error P0101: this is not RON: a `)` is missing before this
                more/pack.ron:3:15: this `(` is not closed
            more/tiles.ron:1:59: error P0103: a tile has no field `cuont`
                hint: did you mean `count`?
        "#]],
    );
    check(
        &pack("options: [(id: deep, default: false)]"),
        expect![[r#"
        more/pack.ron:4:5: error P0101: this is not RON: a comma is missing before this
        more/tiles.ron:1:59: error P0103: a tile has no field `cuont`
            hint: did you mean `count`?
    "#]],
    );
    check(
        &pack("optoins: [(id: deep, default: false)],"),
        expect![[r#"
        more/pack.ron:3:5: error P0103: a pack has no field `optoins`
            hint: did you mean `options`?
        more/tiles.ron:1:59: error P0103: a tile has no field `cuont`
            hint: did you mean `count`?
    "#]],
    );
    // Other mistakes are still reported.
    check(
        "//- demo/more.ron\nTags([a b])\n//- other/pack.ron\nPack(id: \"other\", version: \"1.0.0\", format: 1, title: \"Other\", steps: [(before: \"plaice\", step: place)])",
        expect![[r#"
        demo/more.ron:1:9: error P0101: this is not RON: a comma is missing before this
        other/pack.ron:1:81: error P0406: there is no step `plaice`
            hint: did you mean `place`?
        other/pack.ron:1:97: warning P0502: the text `step.place` is missing in the language `en`
            hint: add it to texts/en.ron
    "#]],
    );
}

#[test]
fn a_pack_that_is_not_there() {
    check(
        "//- demo/pack.ron\nPack(id: \"demo\", version: \"1.2.0\", format: 1, title: \"Demo\", needs: [\"dema\"], figures: [(id: walker, supply: 3, on: [road])], steps: [(before: \"place\", step: script(name: \"look\"))])",
        expect![[r#"
            demo/pack.ron:1:70: error P0201: there is no pack `dema`
        "#]],
    );
}

#[test]
fn a_pack_that_is_there_under_another_name() {
    let pack = |id: &str, needs: &str| {
        format!("Pack(id: \"{id}\", version: \"1.0.0\", format: 1, title: \"{id}\", needs: [{needs}])")
    };
    let world = format!(
        "//- moors/pack.ron\n{}\n//- more/pack.ron\n{}",
        pack("mills", "\"demo\""),
        pack("more", "\"demo\", \"moors\", \"mills\"")
    );
    check(
        &world,
        expect![[r#"
            moors/pack.ron:1:10: error P0207: the folder is `moors`, but the id of the pack is `mills`
                hint: rename one of them
        "#]],
    );
}

#[test]
fn a_count_for_a_tile_that_is_never_drawn() {
    let tile =
        |fields: &str| format!("Tiles([(id: \"A\", edges: (n: grass, e: grass, s: grass, w: grass), {fields})])");
    check(
        &tile("count: 0"),
        expect![[r#"
            demo/extra.ron:1:74: error P0314: 0 copies are not possible; the number may be 1 to 100000
                hint: a tile that is never drawn has `bag: none`
        "#]],
    );
    check(
        &tile("bag: none, count: 2"),
        expect![[r#"
            demo/extra.ron:1:85: error P0314: a tile that is in no bag has no count
                hint: leave out `count`, or name the bag of the tile
        "#]],
    );
}

#[test]
fn an_option_that_is_declared_wrongly() {
    check(
        "//- demo/more.ron\nOptions([(id: steps, type: int(1, 9), default: 60)])\n//- demo/rules.ron\n\
         Rules([(use: \"nothing\", when: {\"steps\": 3})])\n//- demo/figures.ron\n\
         Figures([(id: crowd, supply: option(\"steps\"), weight: option(\"stpes\"), on: [path])])\n//- demo/texts/more.ron\n\
         Texts(\"en\", {\"option.steps\": \"Steps\", \"option.steps.help\": \"How far\", \"figure.crowd\": \"Crowd\"})",
        expect![[r#"
            demo/figures.ron:1:62: error P0221: there is no option `stpes`
                hint: expected `size`
            demo/more.ron:1:48: error P0224: the default `60` is not a value of the option `steps`
                hint: it may be a number from 1 to 9
        "#]],
    );
}

#[test]
fn an_id_that_cannot_be_one() {
    check(
        "//- demo/more.ron\nTokens([\"Ghost\"])\n//- demo/bags.ron\nBags([Sack])\n//- demo/flow.ron\n\
         Steps([(before: \"draw\", step: refill(from: Sack, size: 2))])\n//- demo/texts/more.ron\n\
         Texts(\"en\", {\"token.Ghost\": \"Ghost\"})",
        expect![[r#"
            demo/bags.ron:1:7: error P0108: `Sack` cannot be an id
                hint: ids begin with a lowercase letter, followed by lowercase letters, digits and _
            demo/more.ron:1:9: error P0108: `Ghost` cannot be an id
                hint: ids begin with a lowercase letter, followed by lowercase letters, digits and _
        "#]],
    );
}

#[test]
fn loops_of_which_one_holds_what_the_other_wraps() {
    let pack = |id: &str, after: &str, steps: &str| {
        format!(
            "//- {id}/pack.ron\nPack(id: \"{id}\", version: \"1.0.0\", format: 1, title: \"{id}\", needs: [\"demo\"],{after}\n    \
             steps: [(wrap: [{steps}], step: repeat(name: \"{id}_loop\", steps: [script(name: \"{id}_on\")]))],\n)\n"
        )
    };
    let inner = pack("abbey", "", "\"draw\", \"place\"");
    check(
        &(inner.clone() + &pack("river", "", "\"place\", \"deploy\"")),
        expect![[r#"
        river/pack.ron:2:30: error P0406: `place` is inside the loop `abbey_loop` of the pack `abbey`, `deploy` is not
            abbey/pack.ron:2:45: the loop
            hint: let `abbey` come after `river`: write `after: ["river"]` in its pack.ron
    "#]],
    );
    check(
        &(inner.clone() + &pack("river", "", "\"draw\", \"deploy\"")),
        expect![[r#"
        river/pack.ron:2:29: error P0406: `draw` is inside the loop `abbey_loop` of the pack `abbey`, `deploy` is not
            abbey/pack.ron:2:45: the loop
            hint: let `abbey` come after `river`: write `after: ["river"]` in its pack.ron
    "#]],
    );
    // In this order, the two changes work together.
    check(
        &(pack("abbey", " after: [\"river\"],", "\"draw\", \"river_loop\"")
            + &pack("river", "", "\"place\", \"deploy\"")),
        expect![[r#""#]],
    );
}
