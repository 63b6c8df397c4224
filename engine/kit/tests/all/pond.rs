//! Provides a small invented pack in memory, for tests that add packs to it.

use tilewright_core::diag::Diagnostic;
use tilewright_core::session::Session;
use tilewright_kit::packs::load::{Loaded, Request, load_from};
use tilewright_pack::World;

/// Pack of square tiles with lamps: each tile has one, complete once it is placed, worth one point to the duck on it.
const POND: &str = r#"Pack(
    id: "pond", version: "1.0.0", format: 1, title: "Pond", authors: ["A"], licence: "MIT", seats: (1, 4),
    terrains: [(id: grass, ground: true), (id: lamp, complete: closed)],
    edges: [(id: grass, ports: [grass])],
    tags: [shade],
    figures: [(id: duck, supply: 5, weight: 1, on: [lamp])],
    counters: [(id: laps, scope: seat)],
    books: [bonus],
    bags: [tiles],
    board: (presets: [(tile: "Lamp", at: (0, 0), from: tiles)]),
    flow: (turn: [draw(from: tiles), place, deploy, score], finish: [score_rest], ends_with: [tiles]),
    rules: [(use: "lamps")],
    tiles: [(id: "Lamp", count: 12, edges: (n: grass, e: grass, s: grass, w: grass), parts: [lamp(tags: [shade])])],
)"#;

const LAMPS: &str = "--- A lamp is worth one point.\n--- @source Invented.\n\
    score(\"lamp\", function(sheet, lamp)\n    sheet:per(\"tile\", lamp:tiles(), 1)\nend)\n";

/// Returns a world with the library and the pack `pond`.
pub(crate) fn world() -> World {
    let mut world = World::default();
    for (name, text) in tilewright_script::library() {
        world.add_module(name, text);
    }
    world.add_file("pond", "pack.ron", POND);
    world.add_file("pond", "rules/lamps.lua", LAMPS);
    world
}

/// Returns the head of a pack on top of the pond.
pub(crate) fn head(id: &str, more: &str) -> String {
    format!(
        "Pack(id: \"{id}\", version: \"1.0.0\", format: 1, title: \"{id}\", authors: [\"A\"], licence: \"MIT\", \
         needs: [\"pond\"], {more})"
    )
}

/// Loads the pack `bad`: the pond with a rule module, and with a step `think` after deploying if `thinks` is true.
pub(crate) fn load_bad(lua: &str, thinks: bool) -> Loaded {
    let mut world = world();
    let step = if thinks { "steps: [(after: \"deploy\", step: script(name: \"think\"))]," } else { "" };
    world.add_file("bad", "pack.ron", &head("bad", &format!("{step} rules: [(use: \"bad\")]")));
    world.add_file("bad", "rules/bad.lua", lua);
    load_from(&world, &Request::new(["bad"]))
}

/// Returns place, code and message of a finding.
pub(crate) fn describe_finding(loaded: &Loaded, finding: &Diagnostic) -> String {
    let place = finding.span.map_or("?".to_owned(), |s| loaded.sources.place(s));
    format!("{place} {} {}", finding.code, finding.message)
}

/// Returns all errors of loading.
pub(crate) fn errors(loaded: &Loaded) -> Vec<String> {
    loaded.errors().map(|d| describe_finding(loaded, d)).collect()
}

/// Returns a session for two, at its first decision.
pub(crate) fn session(loaded: &Loaded) -> Session {
    assert!(loaded.is_playable(), "{:?}", errors(loaded));
    let mut session = Session::new(loaded.machine().unwrap(), 2, 7).unwrap();
    session.start().unwrap();
    session
}
