//! Tests that every set of the matrix holds together in a few games, and that violations are found.

use std::cell::Cell;
use std::rc::Rc;
use tilewright_core::catalog::id::SegmentId;

use tilewright_core::machine::Machine;
use tilewright_core::machine::fault::Fault;
use tilewright_core::machine::layer::RulesLayer;
use tilewright_core::machine::restrict::PlacementQuery;
use tilewright_core::machine::rules::{Rules, ScoreRuleId};
use tilewright_core::state::Game;
use tilewright_core::state::sheet::Sheet;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Request, load};
use tilewright_lab::matrix::{MatrixSet, SetReason, matrix};
use tilewright_lab::simulate::GamePlan;
use tilewright_lab::verify::{GameRange, Property, verify, verify_with};

use crate::{amount, base, content};

fn games(games: u64, seats: (u8, u8)) -> GameRange {
    GameRange { plan: GamePlan { games, seats: seats.0, seed: 11, threads: 1 }, first: 0, seats }
}

fn set_name(entry: &MatrixSet) -> String {
    let options: Vec<String> = entry.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    format!("{} {}", entry.packs.join("+"), options.join(" "))
}

#[test]
fn the_matrix_has_every_pack_every_value_and_every_pair() {
    let matrix = matrix(&content(), &[]).unwrap();
    let of = |group| matrix.iter().filter(|e| e.group == group).map(set_name).collect::<Vec<_>>();
    let packs = of(SetReason::Pack);
    assert!(
        packs.iter().any(|p| p == "carcassonne ") && packs.iter().any(|p| p == "carcassonne+messages "),
        "{packs:?}"
    );
    let needed = of(SetReason::Needed);
    for wanted in [
        "carcassonne+river carcassonne:hand_size=3",
        "carcassonne+fairy carcassonne:table_edge_completes=true carcassonne:table=fixed(8,8)",
    ] {
        assert!(needed.iter().any(|o| o == wanted), "{wanted} is not among {needed:#?}");
    }
    let above = packs.iter().filter(|p| p.starts_with("carcassonne+")).count();
    assert_eq!(of(SetReason::Pair).len(), above * (above - 1) / 2);
    assert_eq!(of(SetReason::All).len(), 1);
    let options = of(SetReason::Option);
    for wanted in [
        "carcassonne carcassonne:farm_scoring=per_city_4",
        "carcassonne carcassonne:table=fixed(8,8)",
        "carcassonne carcassonne:table_edge_completes=true carcassonne:table=fixed(8,8)",
        "carcassonne+labyrinth labyrinth:arm_deploy=anywhere labyrinth:rules=advanced",
        "carcassonne+leipzig leipzig:bookbinders_points=20",
    ] {
        assert!(options.iter().any(|o| o == wanted), "{wanted} is not among {options:#?}");
    }
}

#[test]
fn a_game_of_every_set_holds() {
    let entries = matrix(&content(), &[]).unwrap();
    let share = |thread: usize| {
        // Only every tenth of the many sets with an option of a needed pack is played; `check` loads the others.
        let wanted =
            |&(number, entry): &(usize, &MatrixSet)| entry.group != SetReason::Needed || number.is_multiple_of(10);
        for (_, entry) in entries.iter().enumerate().filter(wanted).step_by(amount(3, 1)).skip(thread).step_by(2) {
            let loaded = load(&content(), &entry.request()).unwrap();
            assert!(loaded.is_playable(), "{}: {:?}", set_name(entry), loaded.errors().next());
            let report = verify(&loaded, &games(1, loaded.catalog().unwrap().seats), &|_| {}).unwrap();
            assert_eq!(report.told, [], "{}", set_name(entry));
            assert!(report.games == 1 && report.looks > report.answers, "{}: {report:?}", set_name(entry));
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| share(0));
        share(1);
    });
}

/// Faults of the wrong rules.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FaultyRules {
    /// The rules keep state between calls: sometimes a sheet stays empty.
    Forgetful,
    /// The rules discard the journal of the events so far.
    Lossy,
    /// The rules panic when they are called.
    Panicking,
    /// The engine reports an internal error in the rules.
    Ours,
    /// The rules allow a placement in a list that they would refuse alone.
    Lenient,
}

struct Spoilt {
    inner: Box<dyn Rules>,
    wrong: FaultyRules,
    calls: Rc<Cell<u64>>,
}

impl RulesLayer for Spoilt {
    fn inner(&self) -> &dyn Rules {
        &*self.inner
    }

    fn inner_mut(&mut self) -> &mut dyn Rules {
        &mut *self.inner
    }

    fn score(
        &mut self,
        game: &mut Box<Game>,
        rule: ScoreRuleId,
        segment: SegmentId,
        last: bool,
        sheet: &mut Sheet,
    ) -> Result<(), Box<Fault>> {
        self.calls.set(self.calls.get() + 1);
        self.inner.score(game, rule, segment, last, sheet)?;
        match self.wrong {
            FaultyRules::Forgetful if self.calls.get().is_multiple_of(7) => sheet.clear(),
            FaultyRules::Lossy if game.scores().iter().any(|&score| score > 0) => {
                game.keep_journal(false);
                game.keep_journal(true);
                game.watch_events(self.inner.hooks());
            }
            FaultyRules::Panicking if self.calls.get() == 5 => panic!("five calls"),
            FaultyRules::Ours if self.calls.get() == 5 => return Err(Fault::internal("odd")),
            _ => {}
        }
        Ok(())
    }

    fn restrict(&mut self, game: &mut Box<Game>, asked: PlacementQuery<'_>) -> Result<(), Box<Fault>> {
        if self.wrong == FaultyRules::Lenient && asked.most > 1 { Ok(()) } else { self.inner.restrict(game, asked) }
    }
}

fn found(wrong: FaultyRules) -> (Property, String) {
    found_with(&base(), wrong)
}

fn found_with(loaded: &Loaded, wrong: FaultyRules) -> (Property, String) {
    let make = || -> Result<Machine, KitError> {
        let (catalog, script) = loaded.script()?;
        let calls = Rc::new(Cell::new(0));
        Ok(Machine::new(catalog, Box::new(Spoilt { inner: Box::new(script), wrong, calls })))
    };
    let report = verify_with(&|_| make(), &games(1, (2, 2)), &|_| {}).unwrap();
    assert_eq!((report.games, report.broken), (1, 1));
    (report.told[0].stage, report.told[0].what.clone())
}

#[test]
fn what_does_not_hold_is_found() {
    let (stage, what) = found(FaultyRules::Forgetful);
    assert_eq!(stage, Property::Replay, "the sheets that stay empty are others the second time: {what}");
    let (stage, what) = found(FaultyRules::Lossy);
    assert!(stage == Property::Invariant && what.contains(" were given"), "{what}");
    assert_eq!(found(FaultyRules::Panicking), (Property::Panic, "five calls".to_owned()));
    let (stage, what) = found(FaultyRules::Ours);
    assert!((stage, stage.name()) == (Property::Internal, "internal") && what.contains("odd"), "{stage:?} {what}");
}

/// Rocks among meadows on a bounded board: no rock may be adjacent to a rock. `PLACE` is a step.
const QUARRY: &str = r#"Pack(
    id: "quarry", version: "1.0.0", format: 1, title: "Quarry", authors: ["A"], licence: "MIT", seats: (2, 2),
    terrains: [(id: grass, ground: true)], edges: [(id: grass, ports: [grass])], bags: [tiles], tags: [rock],
    tiles: [
        (id: "Rock", count: 8, edges: (n: grass, e: grass, s: grass, w: grass), tags: [rock]),
        (id: "Lawn", count: 8, edges: (n: grass, e: grass, s: grass, w: grass)),
    ],
    board: (extent: bounded((-3, -3), (3, 3)), presets: [(tile: "Lawn", from: tiles)]),
    flow: (turn: [draw(from: tiles), PLACE], finish: [], ends_with: [tiles]),
    rules: [(use: "apart")],
)"#;

fn quarry(place: &str, number: usize) -> Loaded {
    let rules = "--- Rocks lie apart.\nrestrict(\"place\", { tag = \"rock\", beside_tag = \"rock\" }, function()\n    \
                 return false, \"rock\"\nend)\n";
    let folder = std::env::temp_dir().join(format!("tilewright-quarry-{}-{number}", std::process::id()));
    std::fs::create_dir_all(folder.join("quarry/rules")).unwrap();
    std::fs::write(folder.join("quarry/pack.ron"), QUARRY.replace("PLACE", place)).unwrap();
    std::fs::write(folder.join("quarry/rules/apart.lua"), rules).unwrap();
    let finder = Finder::nowhere().with_folder(&folder);
    let loaded = load(&finder, &Request { lints: false, ..Request::new(["quarry"]) }).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    loaded
}

#[test]
fn placements_that_rules_do_not_allow_are_found() {
    for (number, place) in ["place", "place(free: true)"].into_iter().enumerate() {
        let loaded = quarry(place, number);
        let report = verify(&loaded, &games(6, (2, 2)), &|_| {}).unwrap();
        assert_eq!((report.games, report.broken, report.told), (6, 0, Vec::new()), "{place}");
        let (stage, what) = found_with(&loaded, FaultyRules::Lenient);
        assert!(stage == Property::Invariant && what.contains("place: missing [], wrong [(Cell"), "{place}: {what}");
    }
}

#[test]
fn games_of_twelve_with_bags_of_their_own_hold_together() {
    let probes = Finder::nowhere().with_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../kit/tests/probes"));
    let loaded = load(&probes, &Request { lints: false, ..Request::new(["own_stacks"]) }).unwrap();
    let report = verify(&loaded, &games(4, (12, 12)), &|_| {}).unwrap();
    assert_eq!((report.games, report.broken), (4, 0), "{:?}", report.told);
}
