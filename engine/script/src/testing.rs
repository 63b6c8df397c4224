//! Provides a small catalog for tests: roads, walls, fields and shrines on square tiles.

use std::sync::Arc;

use tilewright_core::catalog::flow::{Flow, Step, StepKind, Unplayable};
use tilewright_core::catalog::id::{EdgeTypeId, Name, TagId, TerrainId};
use tilewright_core::catalog::lattice::{Cell, Side, Turn};
use tilewright_core::catalog::tile::{Completion, EdgeType, Port, Segment, Tag, Terrain, TileCell, TileKind};
use tilewright_core::catalog::{
    Bag, Catalog, ChosenOption, Counter, Die, FigureKind, ModuleUse, PackInfo, PlaneSpec, Preset, Token, Value, Zone,
};
use tilewright_core::diag::Diagnostic;
use tilewright_core::machine::{Machine, Stop};

use crate::Script;

pub(crate) const FIELD: TerrainId = TerrainId(0);
pub(crate) const ROAD: TerrainId = TerrainId(1);
pub(crate) const TOWN: TerrainId = TerrainId(2);
pub(crate) const SHRINE: TerrainId = TerrainId(3);
const F: EdgeTypeId = EdgeTypeId(0);
const R: EdgeTypeId = EdgeTypeId(1);
const T: EdgeTypeId = EdgeTypeId(2);

fn name(local: &str) -> Name {
    Name::new("base", local)
}

fn segment(terrain: TerrainId, ports: &[(u8, u8)], touches: u32, tags: &[(TagId, i16)]) -> Segment {
    let ports = ports.iter().map(|&(side, index)| Port { side: Side(side), index }).collect();
    Segment { terrain, cell: 0, ports, tags: tags.to_vec(), touches }
}

fn tile(edges: [EdgeTypeId; 4], segments: Vec<Segment>) -> TileKind {
    let mut all = [F; tilewright_core::catalog::lattice::MAX_SIDES];
    all[..4].copy_from_slice(&edges);
    TileKind { cells: vec![TileCell { offset: (0, 0), edges: all }], segments, ..TileKind::default() }
}

/// Returns the use of a module with the given text.
pub(crate) fn module(pack: &str, path: &str, source: &str, params: &[(&str, Value)]) -> ModuleUse {
    ModuleUse {
        pack: pack.into(),
        id: None,
        path: path.into(),
        source: source.into(),
        file: None,
        params: params.iter().map(|(n, v)| ((*n).into(), v.clone())).collect(),
        param_spans: Vec::new(),
        span: None,
    }
}

/// Returns the use of a library module with parameters.
pub(crate) fn library(name: &str, params: &[(&str, Value)]) -> ModuleUse {
    module("base", &format!("scripts/{name}.lua"), crate::library_module(name).unwrap(), params)
}

/// Returns the default rules of the small catalog.
pub(crate) fn base_rules() -> Vec<ModuleUse> {
    let text = Value::text;
    vec![
        library("paths", &[("on", text("road"))]),
        library("areas", &[("on", text("town")), ("tag", text("flag"))]),
        library("surrounded", &[("on", text("shrine"))]),
        library("fields_beside_areas", &[("on", text("field")), ("beside", text("town"))]),
    ]
}

/// Returns the small catalog with rule modules.
pub(crate) fn catalog(modules: Vec<ModuleUse>) -> Catalog {
    let mut c = Catalog { seats: (2, 4), ..Catalog::default() };
    for id in ["base", "more", "other"] {
        let (id, version): (Arc<str>, Arc<str>) = (id.into(), "1.0.0".into());
        c.packs.push(PackInfo { id: id.clone(), version, title: id, hash: "".into() });
    }
    for (id, completion) in [
        ("field", Completion::Never),
        ("road", Completion::Closed),
        ("town", Completion::Closed),
        ("shrine", Completion::Surrounded),
    ] {
        c.terrains.add(name(id), Terrain { completion, ground: id == "field", ..Terrain::default() }).unwrap();
        c.books.add(name(id), ()).unwrap();
    }
    c.books.add(name("bonus"), ()).unwrap();
    c.edges.add(name("field"), EdgeType { ports: vec![FIELD], ..EdgeType::default() }).unwrap();
    c.edges.add(name("road"), EdgeType { ports: vec![FIELD, ROAD, FIELD], ..EdgeType::default() }).unwrap();
    c.edges.add(name("town"), EdgeType { ports: vec![TOWN], ..EdgeType::default() }).unwrap();
    let flag = c.tags.add(name("flag"), Tag::default()).unwrap();
    let inn = c.tags.add(name("inn"), Tag::default()).unwrap();
    // This road runs from south to west, with fields on both sides.
    let bend = |tags: &[(TagId, i16)]| {
        tile(
            [F, F, R, R],
            vec![
                segment(ROAD, &[(2, 1), (3, 1)], 0b110, tags),
                segment(FIELD, &[(0, 0), (1, 0), (2, 0), (3, 2)], 0b001, &[]),
                segment(FIELD, &[(2, 2), (3, 0)], 0b001, &[]),
            ],
        )
    };
    c.kinds.add(name("bend"), bend(&[])).unwrap();
    c.kinds.add(name("inn_bend"), bend(&[(inn, 1)])).unwrap();
    // This tile has a town in the north and a field in the south.
    let cap = tile(
        [T, F, F, F],
        vec![segment(TOWN, &[(0, 0)], 0b10, &[]), segment(FIELD, &[(1, 0), (2, 0), (3, 0)], 0b01, &[])],
    );
    c.kinds.add(name("cap"), cap).unwrap();
    let gate = tile(
        [T, F, T, F],
        vec![
            segment(TOWN, &[(0, 0), (2, 0)], 0b110, &[(flag, 1)]),
            segment(FIELD, &[(1, 0)], 0b001, &[]),
            segment(FIELD, &[(3, 0)], 0b001, &[]),
        ],
    );
    c.kinds.add(name("gate"), gate).unwrap();
    let shrine = tile(
        [F, F, F, F],
        vec![segment(SHRINE, &[], 0b10, &[]), segment(FIELD, &[(0, 0), (1, 0), (2, 0), (3, 0)], 0b01, &[])],
    );
    c.kinds.add(name("shrine"), shrine).unwrap();
    let kinds: Vec<_> = c.kinds.ids().collect();
    let contents = kinds.iter().map(|&k| (k, 6)).collect();
    let bag = c.bags.add(name("bag"), Bag { contents, ..Bag::default() }).unwrap();
    let on = vec![FIELD, ROAD, TOWN, SHRINE];
    let follower = FigureKind { supply: 7, weight: 1, on, ..FigureKind::default() };
    let follower = c.figures.add(name("follower"), follower).unwrap();
    c.zones.add(name("castle"), Zone { slots: 3, single: true, ..Zone::default() }).unwrap();
    c.planes.add(name("yard"), PlaneSpec { each_seat: true, ..PlaneSpec::default() }).unwrap();
    c.counters.add(name("gold"), Counter { start: 7, min: Some(0), ..Counter::default() }).unwrap();
    c.dice.add(name("die"), Die { faces: vec!["2".into(), "wheel".into()], seats: false }).unwrap();
    c.tokens.add(name("ship"), Token::default()).unwrap();
    for (option, value) in [("size", Value::text("fixed(9,7)")), ("short", Value::Bool(true))] {
        c.options.push(ChosenOption { pack: "base".into(), name: option.into(), value, default: true });
    }
    let step = |name: &str, kind| Step {
        name: name.into(),
        pack: "base".into(),
        kind,
        each_seat: false,
        once: false,
        span: None,
    };
    c.flow = Flow {
        turn: vec![
            step("draw", StepKind::Draw { bag, unplayable: Unplayable::SetAside }),
            step("place", StepKind::Place { free: false }),
            step("deploy", StepKind::Deploy { figures: vec![follower] }),
            step("score", StepKind::Score),
        ],
        finish: vec![step("rest", StepKind::ScoreRest)],
        ends_with: vec![bag],
        max_steps: 10_000,
        ..Flow::default()
    };
    let at = |x, y, kind: usize, turn| Preset { kind: kinds[kind], cell: Cell::new(x, y), turn, from: Some(bag) };
    c.board.presets = vec![at(0, 0, 0, Turn::NONE)];
    c.modules = modules;
    for m in &mut c.modules {
        m.file = Some(c.sources.add(&m.path, &m.source));
    }
    c.finish();
    c
}

/// Formats findings as text.
pub(crate) fn report(catalog: &Catalog, found: &[Diagnostic]) -> String {
    let mut text = String::new();
    for d in found {
        let place = d.span.map_or("-".to_owned(), |s| catalog.sources.place(s));
        text.push_str(&format!("{place} {}[{}] {}\n", d.severity, d.code, d.message));
        if let Some(hint) = &d.hint {
            text.push_str(&format!("    {hint}\n"));
        }
    }
    text
}

/// Loads modules, which must not cause findings.
pub(crate) fn load(modules: Vec<ModuleUse>) -> Script {
    let catalog = Arc::new(catalog(modules));
    let (script, found) = Script::load(Arc::clone(&catalog));
    assert!(found.is_empty(), "{}", report(&catalog, &found));
    script.unwrap()
}

/// Plays a game with pseudo-random answers; returns the scores and a trace of the decisions.
pub(crate) fn play(
    script: Script,
    seed: u64,
) -> Result<(Vec<i32>, String), Box<tilewright_core::machine::fault::Fault>> {
    let catalog = Arc::clone(script.compiled_rules().catalog());
    let mut machine = Machine::new(catalog, Box::new(script));
    let mut game = machine.new_game(2, seed).unwrap();
    let (mut state, mut trace) = (seed, String::new());
    while machine.run(&mut game)? == Stop::Decision {
        let decision = game.decision().unwrap();
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let index = ((state >> 33) % u64::from(decision.options.count())) as u32;
        let pick = decision.options.get(&game, index).unwrap();
        trace.push_str(&format!("{} {}\n", decision.ask, decision.options.key(&game, pick)));
        machine.answer(&mut game, pick)?;
    }
    Ok((game.scores().to_vec(), trace))
}
