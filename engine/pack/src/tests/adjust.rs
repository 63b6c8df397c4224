//! Tests values that are set for one run.

use expect_test::{Expect, expect};
use tilewright_core::catalog::Value;

use super::{load_demo, render_findings, set_option};
use crate::{LoadOptions, LoadedPacks};

fn adjusted(more: &str, settings: &[&str]) -> LoadedPacks {
    let mut options = LoadOptions::default();
    settings.iter().for_each(|setting| set_option(&mut options, setting));
    load_demo(more, &options)
}

fn check(more: &str, setting: &str, expect: Expect) {
    let loaded = adjusted(more, &[setting]);
    expect.assert_eq(&render_findings(&loaded.diagnostics, &loaded.sources));
}

const MORE: &str = "//- more/pack.ron
Pack(id: \"more\", version: \"1.0.0\", format: 1, title: \"More\", licence: \"MIT\", needs: [\"demo\"],
    tags: [mark], tiles: [
        (id: \"Q2\", count: 2, edges: (n: grass, e: grass, s: grass, w: grass), tags: {\"mark\": 1}),
        (id: \"P1\", override: true, count: 9),
    ],
    rules: [(id: \"demo:paths\", override: true, per_tile: 2), (use: \"nothing\", when: {\"demo:size\": 3})])
//- more/texts/en.ron
Texts(\"en\", {\"tag.mark\": \"Mark\"})
";

/// Pack that does not need the demo and has a tile with the same name.
const LONE: &str = "//- lone/pack.ron
Pack(id: \"lone\", version: \"1.0.0\", format: 1, title: \"Lone\", licence: \"MIT\", bags: [sack], tiles: [
    (id: \"P2\", edges: (n: \"demo:grass\", e: \"demo:grass\", s: \"demo:grass\", w: \"demo:grass\")),
])
//- lone/texts/en.ron
Texts(\"en\", {\"bag.sack\": \"Sack\"})
";

fn count_of(loaded: &LoadedPacks, tile: &str) -> u32 {
    let catalog = loaded.catalog.as_ref().expect("the packs can be played");
    let counts = catalog.bags.iter().flat_map(|(_, bag)| &bag.contents);
    counts.filter(|(kind, _)| *catalog.kinds.name(*kind).local == *tile).map(|(_, count)| count).sum()
}

#[test]
fn a_value_that_is_set_counts_more_than_all_packs() {
    let loaded = adjusted(MORE, &["demo:tiles.P1.count=6", "rules.paths.per_tile=5", "tiles.P1.count=7"]);
    assert_eq!(render_findings(&loaded.diagnostics, &loaded.sources), "");
    assert_eq!(count_of(&loaded, "P1"), 7);
    let catalog = loaded.catalog.expect("the packs can be played");
    let paths = catalog.modules.iter().find(|module| module.path.ends_with("paths.lua"));
    let paths = paths.expect("the rule is on");
    assert!(paths.params.contains(&("per_tile".into(), Value::Int(5))), "{:?}", paths.params);
    // The catalog lists the changed values as options, under the packs whose values they change.
    assert_eq!(catalog.chosen_options(), ["demo:rules.paths.per_tile=5", "demo:tiles.P1.count=7"]);
    assert_eq!(catalog.packs.len(), 2);
    assert_eq!(catalog.declared_after.len(), 2);
    assert_eq!(catalog.exact_packs(), adjusted(MORE, &[]).catalog.expect("they can be played").exact_packs());
}

#[test]
fn all_kinds_of_values_can_be_set() {
    let none = adjusted(MORE, &["more:tiles.Q2.count=0", "rules.paths=off", "tiles.Q2.tags.mark=4"]);
    assert_eq!(render_findings(&none.diagnostics, &none.sources), "");
    let catalog = none.catalog.as_ref().expect("the packs can be played");
    assert!(catalog.modules.iter().all(|module| !module.path.ends_with("paths.lua")));
    let (_, tile) =
        catalog.kinds.iter().find(|(kind, _)| &*catalog.kinds.name(*kind).local == "Q2").expect("it exists");
    assert_eq!(tile.tags.iter().map(|(_, number)| *number).collect::<Vec<_>>(), [4]);
    assert_eq!(count_of(&none, "Q2"), 0);
    let listed = adjusted("", &["rules.paths.on=[path,grass]", "rules.paths.book=a long word", "figures.walker.on=[]"]);
    assert_eq!(render_findings(&listed.diagnostics, &listed.sources), "");
}

#[test]
fn wrong_values_are_reported_like_those_in_files() {
    check(
        "",
        "tiles.P1.count=many",
        expect![[r#"
        --set:1:16: error P0105: expected a whole number, found the name `many`
    "#]],
    );
    check(
        "",
        "tiles.P1.count=-3",
        expect![[r#"
        --set:1:16: error P0314: -3 copies are not possible; the number may be 0 to 100000
    "#]],
    );
    check(
        "",
        "tiles.P1.cuont=3",
        expect![[r#"
        --set:1:1: error P0103: a tile has no field `cuont`
            hint: did you mean `count`?
    "#]],
    );
    check(
        "",
        "rules.paths.on=[path",
        expect![[r#"
        --set:1:16: error P0233: this is not RON: a `]` is missing before this
    "#]],
    );
}

#[test]
fn paths_to_no_entry_are_reported() {
    check(
        "",
        "tile.P1.count=3",
        expect![[r#"
        --set:1:1: error P0233: packs have no `tile` that can be set
            hint: did you mean `tiles`?
    "#]],
    );
    check(
        "",
        "tiles.P11.count=3",
        expect![[r#"
        --set:1:1: error P0233: no pack has a tile `P11`
            hint: did you mean `P1`?
    "#]],
    );
    check(
        "",
        "more:tiles.P1.count=3",
        expect![[r#"
        --set:1:1: error P0233: the pack `more` is not loaded
            hint: expected `demo`
    "#]],
    );
    check(
        LONE,
        "tiles.P2.count=3",
        expect![[r#"
        --set:1:1: error P0233: several packs have a tile `P2`
            hint: expected one of `demo:tiles.P2`, `lone:tiles.P2`
    "#]],
    );
    check(
        MORE,
        "rules.nothing.x=3",
        expect![[r#"
        --set:1:1: error P0233: a rule `nothing` exists, but the options switch it off
            hint: choose options that include the entry
    "#]],
    );
    check(
        "",
        "tiles.P1=3",
        expect![[r#"
            --set:1:1: error P0233: the path does not name a field
                hint: expected one of `count`, `bag`, `bags`, `tags`, `edges`, `turns`, `back`, `mirrored`, `number`, `derive`, `cells`, `parts`, `part_tags`, `strokes`
        "#]],
    );
    check(
        "",
        "rules.paths=3",
        expect![[r#"
            --set:1:1: error P0233: the path does not name a field
                hint: set one of the rule's parameters, or switch it off with `rules.NAME=off`
        "#]],
    );
    check(
        "",
        "rules.paths.use=nothing",
        expect![[r#"
            --set:1:1: error P0233: `use` cannot be set
                hint: set one of the rule's parameters, or switch it off with `rules.NAME=off`
        "#]],
    );
    check(
        "",
        "tiles.P1.tags.a.b=3",
        expect![[r#"
        --set:1:1: error P0233: the path is too long
            hint: write SECTION.NAME.FIELD, or SECTION.NAME.FIELD.KEY for an entry of a map
    "#]],
    );
    check(
        "",
        ".=3",
        expect![[r#"
        --set:1:1: error P0233: packs have no `` that can be set
    "#]],
    );
    check(
        "Rules([(use: \"paths\", on: grass)])",
        "rules.paths.per_tile=3",
        expect![[r#"
        --set:1:1: error P0233: the pack `demo` has several entries `paths`
            hint: give each of them an `id` in the pack
    "#]],
    );
}

#[test]
fn hostile_settings_are_refused() {
    let many: Vec<String> = (0..300).map(|n| format!("tiles.P1.count={n}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let loaded = adjusted("", &many);
    assert!(loaded.diagnostics.iter().any(|found| found.message.contains("more than 250 values")));
    let deep = format!("tiles.P1.parts={}", "[".repeat(10_000));
    assert!(adjusted("", &[&deep]).catalog.is_none());
    for path in ["....", "::.", "a:b:c.d.e", "tiles.P1.", "tiles..count", "board.size.x", "flow.turn"] {
        assert!(adjusted("", &[&format!("{path}=1")]).catalog.is_none(), "{path}");
    }
}
