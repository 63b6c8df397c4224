//! The fields that are read are those of the lists by which they are written.

use std::collections::BTreeSet;

use super::load_demo;
use crate::edit::order;
use crate::read::asked::ASKED;

/// Every sort of struct once.
const ONE_OF_EACH: &str = r##"
Pack(
    id: "more", version: "1.0.0", format: 1, title: "More", needs: ["demo"],
    options: [(id: large, type: bool, default: false), (id: "demo:size", add: [4])],
    terrains: [(id: lake, complete: closed, look: (fill: "#4a8fc0"))],
    edges: [(id: lake, ports: [lake])], tags: [(id: mark, look: "shield")], bags: [(id: heap, stacked: true)],
    figures: [(id: boat, supply: 1, on: [lake])], zones: [(id: quay, slots: 2)], counters: [(id: wind)],
    dice: [(id: die, faces: [1, 2])], tokens: [(id: ship)], sources: [(id: trade)],
    tiles: [(id: "L", bag: heap, cells: [
        (at: (0, 0), edges: (n: lake, e: lake, s: lake, w: lake), parts: [lake(at: [N, E, S, W])]),
    ])],
    chips: [(id: "C", bag: heap)],
    board: (presets: [(tile: "demo:P1", at: (0, 0))], rim: [(at: (5, 5), side: N, edge: lake, name: quay)]),
    steps: [(after: place, step: script(name: sail))],
)
"##;

#[test]
fn what_is_read_is_what_is_written() {
    ASKED.take();
    load_demo(&format!("//- more/pack.ron\n{ONE_OF_EACH}"), &crate::LoadOptions::default());
    let asked = ASKED.take();
    let lists: &[(&str, &[&str])] = &[
        ("a terrain", order::TERRAIN),
        ("a look", order::LOOK),
        ("an edge type", order::EDGE),
        ("a tag", order::TAG),
        ("a token", order::PLAIN),
        ("a figure", order::FIGURE),
        ("a bag", order::BAG),
        ("a zone", order::ZONE),
        ("a counter", order::COUNTER),
        ("a die", order::DIE),
        ("a part", order::PART),
        ("a preset tile", order::PRESET),
        ("a rim cell", order::RIM),
        ("a board", order::BOARD),
        ("a flow", order::FLOW),
        ("a change of steps", order::STEP),
    ];
    // Conditions are looked at before anything is read.
    let plain = |list: &[&'static str]| -> BTreeSet<&'static str> {
        list.iter().copied().filter(|f| !matches!(*f, "when" | "unless")).collect()
    };
    for (what, list) in lists {
        assert_eq!(asked.get(what), Some(&plain(list)), "{what}");
    }
    // A text may stand in an option while a pack is young, and chips are tiles that are marked as such.
    let mut option = plain(order::OPTION);
    option.insert("text");
    assert_eq!(asked["an option"], option);
    let mut tile = &asked["a tile"] | &asked["a cell"];
    assert!(tile.remove("chip"));
    assert_eq!(tile, plain(order::TILE));
    let known: BTreeSet<&str> = lists.iter().map(|(what, _)| *what).collect();
    let others: Vec<&str> = asked.keys().copied().filter(|what| !known.contains(what)).collect();
    assert_eq!(others, ["a cell", "a score source", "a step", "a tile", "an option", "the edges"]);
}
