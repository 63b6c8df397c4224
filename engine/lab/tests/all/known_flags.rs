//! Tests dead and dominant elements on an invented pack with known answers: guards gain 2 points on wells and lose one
//! on holes, heralds cannot be deployed, the book `spare` is never used, and both seats get the same gifts at the end.

#![allow(clippy::print_stdout, reason = "the figures of a run are wanted")]

use tilewright_kit::files::write_with_folders;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Request, load};
use tilewright_lab::bots::parse_bot;
use tilewright_lab::report::told::of_flags;
use tilewright_lab::report::{Flag, Flagged, report};
use tilewright_lab::simulate::GamePlan;

use crate::{FaultyPackFolder, known_answers};

const PACK: &str = r#"Pack(
    id: "dead", version: "1.0.0", format: 1, title: "Dead", authors: ["A"], licence: "MIT", seats: (2, 2),
    terrains: [(id: grass, ground: true), (id: well, complete: surrounded), (id: hole, complete: surrounded),
        (id: tower)],
    edges: [(id: grass, ports: [grass])],
    figures: [(id: "guard", supply: 2, weight: 1, on: [well, hole]), (id: "herald", supply: 1, on: [tower])],
    bags: [tiles],
    tiles: [
        (id: "Well", count: 6, edges: (n: grass, e: grass, s: grass, w: grass), parts: [well]),
        (id: "Hole", count: 6, edges: (n: grass, e: grass, s: grass, w: grass), parts: [hole]),
    ],
    board: (extent: bounded((0, 0), (13, 0)), rim_closes: true, presets: [(tile: "Hole", at: (0, 0))]),
    books: [gift, spare],
    flow: (turn: [draw(from: tiles), place, deploy, score], finish: [script(name: "end"), score_rest],
        ends_with: [tiles]),
    rules: [(use: "wells", on: well, under: hole)],
)"#;

const WELLS: &str = r#"--- A well gives two points, a hole takes one, and at the end everybody has five.
--- @param on terrain  The terrain that gives.
--- @param under terrain  The terrain that takes.
score(param.on, function(sheet) sheet:per("well", 1, 2) end)
score(param.under, function(sheet) sheet:per("hole", 1, -1) end)
step("end", function() for _, seat in seats() do award(seat, 5, "gift") end end)
"#;

fn pack() -> (FaultyPackFolder, Loaded) {
    let folder = FaultyPackFolder(std::env::temp_dir().join(format!("tilewright-dead-{}", std::process::id())));
    let write =
        |file: &str, text: &str| write_with_folders(&folder.0.join("dead").join(file), text.as_bytes()).unwrap();
    write("pack.ron", PACK);
    write("rules/wells.lua", WELLS);
    let loaded = load(&Finder::nowhere().with_folder(&folder.0), &Request::new(["dead"])).unwrap();
    assert!(loaded.is_playable(), "{:?}", loaded.errors().map(|d| d.message.clone()).collect::<Vec<_>>());
    (folder, loaded)
}

#[test]
fn dead_things_and_those_that_rule_a_game_are_told() {
    let (_folder, loaded) = pack();
    let plan = |threads| GamePlan { games: 600, seats: 2, seed: 4, threads };
    let greedy = [parse_bot("greedy").unwrap()];
    let found = report(&loaded, &plan(1), &greedy, &|_| {}).unwrap();
    assert!(found.stopped.is_none(), "{:?}", found.stopped);
    assert_eq!(found.flags, report(&loaded, &plan(2), &greedy, &|_| {}).unwrap().flags);
    let flag = |what: Flagged| -> &Flag {
        found.flags.told.iter().find(|flag| flag.what == what).unwrap_or_else(|| panic!("{what:?}: {:?}", found.flags))
    };
    let choice = |what: &str| ("deploy".to_owned(), what.to_owned());
    let (ask, hole) = choice("guard on hole");
    let never = flag(Flagged::Never(ask, hole));
    assert_eq!((never.number.estimate, never.cases), (0.0, 6 * 600), "a hole costs a point");
    assert!(never.game.is_some());
    let (ask, well) = choice("guard on well");
    assert_eq!(flag(Flagged::Always(ask, well)).number.estimate, 1.0);
    assert_eq!(flag(Flagged::Decides("well".into())).number.estimate, 1.0, "there is nothing else to be ahead by");
    assert_eq!(flag(Flagged::DecidesNothing("gift".into())).number.estimate, 0.0, "both have five");
    for dead in [Flagged::Unbooked("spare".into()), Flagged::Unused("herald".into())] {
        let dead = flag(dead);
        assert_eq!((dead.number.estimate, dead.cases, dead.game), (0.0, 600, None));
    }
    // A well is worth two points more than a hole, and a hole two points less than a well.
    assert!(flag(Flagged::Worth("Well".into())).number.holds(2.0));
    assert!(
        !found.flags.tell(&Flagged::Unbooked("gift".into())) && !found.flags.tell(&Flagged::Unused("guard".into()))
    );
    let section = of_flags(&found, &[]).unwrap();
    let said: Vec<String> = section.sentences.iter().map(|said| said.english()).collect();
    let wanted = "`guard on hole` is almost never chosen at `deploy`: in 0.0 % (0.0 to 0.6) of the 3,600 cases with another \
                  option.";
    assert!(said.iter().any(|said| said == wanted), "{said:?}");
    let asked = format!("The report tested {} questions", found.flags.asked);
    let [.., all, turn] = &said[..] else { panic!("{said:?}") };
    assert!(all.starts_with(&asked) && turn.starts_with("`greedy` only considers its own turn."), "{said:?}");
}

/// The only true findings are a tile of three points, the two kinds that are worse than it, and a dead tile. All other
/// findings are due to chance, and may be at most one in ten.
#[test]
fn few_things_that_are_told_are_chance() {
    let (_folder, loaded) = known_answers::pack("flags", 0);
    let (mut parts, mut told) = (0.0, 0);
    for seed in 0..200 {
        let plan = GamePlan { games: 60, seats: 2, seed, threads: 2 };
        let flags = report(&loaded, &plan, &[], &|_| {}).unwrap().flags.told;
        let is_true = |flag: &&Flag| match &flag.what {
            Flagged::Worth(kind) => (kind == "Gift") == (flag.number.estimate > 0.0),
            Flagged::Aside(kind) => kind == "Dead",
            _ => false,
        };
        let truly = flags.iter().filter(is_true).count();
        parts += (flags.len() - truly) as f64 / flags.len().max(1) as f64;
        told += truly;
    }
    println!("{:.2} % of the findings are chance, {told} of 800 effects are found", parts / 2.0);
    assert!(parts / 200.0 <= 0.1, "{:.1} % of the findings are chance", parts / 2.0);
    assert!(told >= 600, "{told} of 800 effects are found");
}
