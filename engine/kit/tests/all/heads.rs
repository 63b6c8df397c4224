//! Tests that names in the parameters of rule modules have the kinds that the heads of the modules declare.

use tilewright_core::catalog::Value;
use tilewright_kit::packs::load::{Request, load_from};
use tilewright_pack::World;

/// Packs with a tag of `base`, and with equally named terrains in two packs that do not know each other.
const FILES: &[(&str, &str, &str)] = &[
    (
        "base",
        "pack.ron",
        r#"Pack(id: "base", version: "1.0.0", format: 1, title: "Base", terrains: [grass], tags: [lake],
            edges: [(id: grass, ports: [grass])], bags: [tiles],
            tiles: [(id: "A", edges: (n: grass, e: grass, s: grass, w: grass), parts: [grass(at: [N, E, S, W], tags: [lake])])],
            flow: (turn: [place]))"#,
    ),
    (
        "other",
        "pack.ron",
        r#"Pack(id: "other", version: "1.0.0", format: 1, title: "Other", needs: ["base"],
            terrains: [lake])"#,
    ),
    (
        "two",
        "pack.ron",
        r#"Pack(id: "two", version: "1.0.0", format: 1, title: "Two", needs: ["base"], terrains: [lake],
            rules: [(use: "names", tag: lake, on: lake, all: [lake], word: lake, any: lake)])"#,
    ),
    (
        "two",
        "rules/names.lua",
        "--- Takes names.\n--- @param tag tag  A tag.\n--- @param on terrain  A terrain.\n--- @param all tag[]  Tags.\n\
         --- @param word lake|sea  A word.\n--- @param any any  Anything.\n",
    ),
];

#[test]
fn a_name_is_that_of_the_sort_that_the_head_asks_for() {
    let mut world = World::default();
    FILES.iter().for_each(|(pack, path, text)| world.add_file(pack, path, text));
    let loaded = load_from(&world, &Request::new(["base", "other", "two"]));
    let found: Vec<String> = loaded.errors().map(|d| format!("{} {}", d.code, d.message)).collect();
    assert_eq!(found, [""; 0]);
    let params = &loaded.catalog().unwrap().modules[0].params;
    let param = |name: &str| params.iter().find(|(known, _)| **known == *name).map(|(_, value)| value.clone()).unwrap();
    let lake = || Value::text("lake");
    assert_eq!(param("tag"), lake(), "the tag is the only one of its name");
    assert_eq!(param("on"), Value::text("two:lake"), "of the two terrains it is the pack's own");
    assert_eq!(param("all"), Value::List(vec![lake()]));
    assert_eq!(param("word"), lake(), "a word of the module's own is not a name");
    assert_eq!(param("any"), Value::text("two:lake"), "`any` matches the first declaration");
}
