//! Tests the lab on the shipped packs.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

/// Returns `nightly` if `TILEWRIGHT_NIGHTLY` is set, as in `.ci/nightly`, and a smaller number by day.
fn amount<T>(by_day: T, nightly: T) -> T {
    if std::env::var_os("TILEWRIGHT_NIGHTLY").is_some() { nightly } else { by_day }
}

mod bench;
mod broken;
mod changing;
mod compared;
mod compat;
mod greedy;
mod hunted;
mod known_answers;
mod known_courses;
mod known_endings;
mod known_figures;
mod known_flags;
mod known_points;
mod mutations;
mod playouts;
mod remember;
mod tuned;
mod verified;
mod work;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use tilewright_core::catalog::flow::{Step, StepKind};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::Session;
use tilewright_core::session::record::Record;
use tilewright_kit::error::KitError;
use tilewright_kit::games::save::record_of;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Request, load};
use tilewright_lab::bot::Random;
use tilewright_lab::bots::{BotKind, BotSpec, Bots, RANDOM, of_seat, parse_bot};
use tilewright_lab::play::GameTable;
use tilewright_lab::seeds;
use tilewright_lab::simulate::{GamePlan, record_game, simulate, simulate_kept, simulate_with};

pub(crate) fn content() -> Finder {
    Finder::nowhere().with_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content"))
}

pub(crate) fn base() -> Loaded {
    load(&content(), &Request::new(["carcassonne"])).unwrap()
}

#[test]
fn a_simulation_is_the_same_on_any_number_of_threads() {
    let loaded = base();
    let plan = |threads| GamePlan { games: 60, seats: 3, seed: 5, threads };
    let one = simulate(&loaded, &plan(1), &[], &|_| {}).unwrap();
    assert_eq!(one.games, 60);
    for threads in [2, 3, 7] {
        let many = simulate(&loaded, &plan(threads), &[], &|_| {}).unwrap();
        assert_eq!(format!("{many:?}"), format!("{one:?}"));
    }
}

/// Games in sessions with records have the same order and numbers as games without.
#[test]
fn kept_games_come_in_order_and_are_those_of_the_numbers() {
    let plan = |threads| GamePlan { games: 40, seats: 3, seed: 5, threads };
    for loaded in [base(), faulty("kept").0] {
        let numbers = simulate(&loaded, &plan(1), &[], &|_| {}).unwrap();
        let mut first: Vec<Record> = Vec::new();
        for threads in [1, 2, 7] {
            let mut kept = Vec::new();
            let mut keep = |game: u64, record: &Record| {
                assert_eq!(game, kept.len() as u64);
                kept.push(record.clone());
                Ok(())
            };
            let summary = simulate_kept(&loaded, &plan(threads), &[], &|_| {}, &mut keep).unwrap();
            assert_eq!(format!("{summary:?}"), format!("{numbers:?}"), "{threads} threads");
            assert_eq!(kept.len(), 40);
            if first.is_empty() {
                first = kept;
            } else {
                assert_eq!(kept, first, "{threads} threads");
            }
        }
        let (record, _) = record_game(loaded.machine().unwrap(), 3, plan(1).seed_of(17)).unwrap();
        assert_eq!(record, first[17], "a game does not depend on those before it");
    }
}

/// A simulation, a session with undo, and the fastest way to play give the same games.
#[test]
fn one_seed_and_the_same_bots_are_one_game() {
    let loaded = base();
    let mut table = GameTable::new(loaded.machine().unwrap(), 2).unwrap();
    for bots in [vec![RANDOM], vec![parse_bot("greedy").unwrap(), RANDOM]] {
        let plan = |threads| GamePlan { games: 3, seats: 2, seed: 9, threads };
        let mut kept: Vec<Record> = Vec::new();
        let mut keep = |_: u64, record: &Record| {
            kept.push(record.clone());
            Ok(())
        };
        let in_sessions = simulate_kept(&loaded, &plan(2), &bots, &|_| {}, &mut keep).unwrap();
        let numbers = simulate(&loaded, &plan(1), &bots, &|_| {}).unwrap();
        assert_eq!(format!("{in_sessions:?}"), format!("{numbers:?}"));
        for (game, record) in (0..).zip(&kept) {
            let seed = seeds::of_game(9, game);
            let mut session = Session::new(loaded.machine().unwrap(), 2, seed).unwrap();
            session.start().unwrap();
            let (mut at_table, mut taken_back) = (Bots::new(&loaded), 0);
            while let Some(decision) = session.decision() {
                let number = at_table.choose(&of_seat(&bots, decision.seat), &session).unwrap().unwrap();
                let pick = decision.options.get(session.game(), number).unwrap();
                session.answer(pick).unwrap();
                // Choices are repeated after an undo.
                if session.answers() > 20 * (taken_back + 1) {
                    taken_back += 1;
                    assert!((0..3).all(|_| session.undo()));
                }
            }
            assert!(taken_back > 2);
            assert_eq!(record_of(&session, &record.id), *record, "seed {seed}");
            if bots == [RANDOM] {
                table.play(seed, &mut Random).unwrap();
                assert_eq!(table.game().fingerprint(), session.game().fingerprint());
            }
        }
        let scores = |of: usize| numbers.scores[of].sum;
        assert!(bots == [RANDOM] || scores(0) > scores(1), "looking ahead beats chance from its own seat");
    }
}

#[test]
fn bots_are_found_by_name() {
    for sort in BotKind::ALL {
        assert_eq!(parse_bot(sort.id()), Ok(BotSpec::new(sort)));
        assert!(BotSpec::new(sort).make(&base()).is_ok(), "{sort:?}");
    }
    let greedy = parse_bot("greedy").unwrap();
    let seats = |bots: &[_]| [0, 1, 2].map(|seat| of_seat(bots, Seat(seat)).to_string());
    assert_eq!(seats(&[]), ["random"; 3]);
    assert_eq!(seats(&[RANDOM, greedy]), ["random", "greedy", "greedy"]);
}

#[test]
fn where_no_record_can_be_kept_no_more_games_are_begun() {
    let mut kept = 0;
    let mut keep = |_: u64, _: &Record| {
        kept += 1;
        if kept == 3 { Err(KitError::Scripts { message: "full".to_owned() }) } else { Ok(()) }
    };
    let plan = GamePlan { games: 1_000_000_000, seats: 2, seed: 1, threads: 2 };
    let error = simulate_kept(&base(), &plan, &[], &|_| {}, &mut keep).unwrap_err();
    assert_eq!((error.to_string().contains("full"), kept), (true, 3));
}

/// The means over many random games of two seats agree with those of `performance`.
#[test]
fn random_games_agree_with_the_reference_distribution() {
    let summary = simulate(&base(), &GamePlan { games: 4000, seats: 2, seed: 1, threads: 2 }, &[], &|_| {}).unwrap();
    let near = |what: &str, actual: f64, wanted: f64, within: f64| {
        assert!((actual - wanted).abs() < within, "{what}: {actual}, not {wanted}");
    };
    near("placements", summary.placements_per_turn(), 32.64, 0.15);
    near("tiles placed", summary.tiles.mean() - 1.0, 70.98, 0.02);
    near("set aside", summary.set_aside.mean(), 0.0195, 0.01);
    near("score of seat 0", summary.scores[0].mean(), 19.56, 0.5);
    near("score of seat 1", summary.scores[1].mean(), 19.28, 0.5);
    near("deviation", summary.scores[0].deviation(), 7.9, 0.3);
    let shares: f64 = (0..2).map(|seat| summary.win_share(seat).estimate).sum();
    near("win shares", shares, 1.0, 1e-9);
}

/// Offers change the form of a decision, not its subject. Placements by scripts are not counted.
#[test]
fn placements_are_counted_whatever_rules_do_to_them() {
    let mut counted = 0;
    for found in content().list().unwrap() {
        let loaded = load(&content(), &Request { lints: false, ..Request::new([&*found.id]) }).unwrap();
        let catalog = loaded.catalog().unwrap();
        let seats = catalog.seats.0.max(2);
        let places = has_place(&catalog.flow.turn);
        let summary = simulate(&loaded, &GamePlan { games: 3, seats, seed: 1, threads: 1 }, &[], &|_| {}).unwrap();
        assert_eq!(summary.placements_per_turn() >= 1.0, places, "{}: {}", found.id, summary.placements_per_turn());
        counted += u32::from(places);
    }
    assert!(counted >= 10, "{counted}");
}

/// True if the step `place` is among the steps.
fn has_place(steps: &[Step]) -> bool {
    steps.iter().any(|step| match &step.kind {
        StepKind::Place { .. } => true,
        StepKind::Repeat(inner) => has_place(inner),
        _ => false,
    })
}

/// Temporary folder that is removed after the test.
struct FaultyPackFolder(PathBuf);

impl Drop for FaultyPackFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Loads a pack that fails in some games.
fn faulty(name: &str) -> (Loaded, Finder, FaultyPackFolder) {
    let folder = FaultyPackFolder(std::env::temp_dir().join(format!("tilewright-fault-{name}-{}", std::process::id())));
    let pack = folder.0.join("faulty");
    std::fs::create_dir_all(pack.join("rules")).unwrap();
    let head = "Pack(id: \"faulty\", version: \"1.0.0\", format: 1, title: \"F\", authors: [\"A\"], licence: \"MIT\", \
                needs: [\"carcassonne\"], rules: [(use: \"trap\", on: city)])";
    std::fs::write(pack.join("pack.ron"), head).unwrap();
    let rule = "--- Fails for cities of six tiles.\n--- @param on terrain  The terrain.\n\
                amend(param.on, { stage = \"add\" }, function(sheet, area)\n\
                    if area:tiles() == 6 then error(\"six tiles\") end\nend)\n";
    std::fs::write(pack.join("rules/trap.lua"), rule).unwrap();
    let finder = content().with_folder(&folder.0);
    let loaded = load(&finder, &Request { lints: false, ..Request::new(["faulty"]) }).unwrap();
    let errors: Vec<_> = loaded.errors().map(|d| d.message.clone()).collect();
    assert!(loaded.is_playable(), "{errors:?}");
    (loaded, finder, folder)
}

#[test]
fn a_faulting_game_is_reported_with_a_record_that_faults_again() {
    let (loaded, finder, _folder) = faulty("reported");
    let plan = |threads| GamePlan { games: 100, seats: 2, seed: 3, threads };
    let summary = simulate(&loaded, &plan(1), &[], &|_| {}).unwrap();
    assert!(!summary.faults.is_empty() && summary.games + summary.faults.len() as u64 == 100);
    let faulty = &summary.faults[0];
    assert_eq!(&*faulty.fault.pack, "faulty");
    assert!(faulty.fault.place.ends_with("trap.lua:4"), "{}", faulty.fault.place);
    let record = faulty.record.clone().unwrap();
    let failure = tilewright_kit::games::replay::Replayer::new(&finder).replay(&record).err().unwrap();
    assert_eq!(failure.code(), "fault", "{failure}");
    assert!(failure.to_string().contains("six tiles"), "{failure}");
    let many = simulate(&loaded, &plan(3), &[], &|_| {}).unwrap();
    assert_eq!(format!("{many:?}"), format!("{summary:?}"));
}

/// The first game keeps its record while it is played, because repeating it may take as long again.
#[test]
fn a_first_game_that_faults_is_played_once() {
    let (loaded, _finder, _folder) = faulty("once");
    let made = AtomicU32::new(0);
    let faults = (0..200).find_map(|seed| {
        made.store(0, Ordering::Relaxed);
        let machine = || {
            made.fetch_add(1, Ordering::Relaxed);
            loaded.machine()
        };
        let plan = GamePlan { games: 1, seats: 2, seed, threads: 1 };
        Some(simulate_with(&machine, &plan, &|_| {}).unwrap().faults).filter(|faults| !faults.is_empty())
    });
    assert!(faults.unwrap()[0].record.is_some());
    assert_eq!(made.load(Ordering::Relaxed), 1);
}
