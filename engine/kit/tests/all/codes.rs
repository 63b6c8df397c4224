//! Tests that every code of rules has an explanation and an example that produces it, when it is loaded or when it is
//! played.

use std::collections::BTreeSet;

use tilewright_core::session::{Refusal, Session};
use tilewright_kit::packs::load::{Request, load_from};
use tilewright_pack::World;
use tilewright_script::{EXPLAIN, WITHOUT_EXAMPLE, example};

/// Small game that examples extend.
const DEMO: &str = r#"Pack(
    id: "demo", version: "1.0.0", format: 1, title: "Demo", seats: (2, 5),
    terrains: [(id: grass, ground: true), (id: path, complete: closed)],
    edges: [(id: grass, ports: [grass, grass]), (id: path, ports: [grass, path, grass])],
    figures: [(id: walker, supply: 3, on: [path])],
    bags: [tiles],
    tiles: [
        (id: "P1", count: 8, edges: (n: grass, e: path, s: grass, w: path), parts: [path(at: [E, W])]),
        (id: "P2", count: 4, edges: (n: path, e: path, s: path, w: grass),
            parts: [path(at: [N], into: crossing), path(at: [E], into: crossing), path(at: [S], into: crossing)]),
    ],
    board: (presets: [(tile: "P1")]),
    flow: (turn: [draw(from: tiles), place, deploy, score], finish: [score_rest], ends_with: [tiles]),
    rules: [(use: "paths", on: path, per_tile: 1)],
)"#;

/// Returns the codes that an example produces: those of all findings, or else those of the faults of some games.
fn codes_of(wanted: &str, example: &str) -> BTreeSet<&'static str> {
    let mut world = World::default();
    for (name, text) in tilewright_script::library() {
        world.add_module(name, text);
    }
    world.add_file("demo", "pack.ron", DEMO);
    let alone = "//- demo/rules.ron\nRules([(use: \"example\")])\n//- demo/rules/example.lua\n";
    let files = if example.starts_with("//- ") { example.to_owned() } else { format!("{alone}{example}") };
    for file in files.split("//- ").filter(|file| !file.is_empty()) {
        let (place, text) = file.split_once('\n').unwrap();
        let (pack, path) = place.trim().split_once('/').unwrap();
        world.add_file(pack, path, text);
    }
    let loaded = load_from(&world, &Request::new(world.packs.keys().map(|id| id.to_string())));
    let mut codes: BTreeSet<&str> = loaded.diagnostics.iter().map(|d| d.code).collect();
    let games = if loaded.is_playable() && !codes.contains(wanted) { 0..20 } else { 0..0 };
    for seed in games {
        let mut session = Session::new(loaded.machine().unwrap(), 2, seed).unwrap();
        let mut random = tilewright_core::state::chance::Generator::new(seed);
        let mut fault = session.start().err();
        while let (None, Some(decision)) = (&fault, session.decision()) {
            let pick = decision.options.get(session.game(), random.below(decision.options.count())).unwrap();
            fault = match session.answer(pick) {
                Err(Refusal::Fault(fault)) => Some(fault),
                other => other.map(|_| None).unwrap(),
            };
        }
        codes.extend(fault.or_else(|| session.remembers()).map(|fault| fault.code));
        if codes.contains(wanted) {
            break;
        }
    }
    codes
}

#[test]
fn every_code_of_rules_has_an_example_that_produces_it() {
    let mut wrong = Vec::new();
    for (code, ..) in EXPLAIN {
        let without = WITHOUT_EXAMPLE.iter().any(|(known, _)| known == code);
        match example(code) {
            Some(example) if !without => {
                let came = codes_of(code, example);
                if !came.contains(code) {
                    wrong.push(format!("{code}: there came {came:?} of\n{example}"));
                }
            }
            Some(_) => wrong.push(format!("{code} has an example and a reason to lack one")),
            None if without => {}
            None => wrong.push(format!("{code} has no example")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
