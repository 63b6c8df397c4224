//! Tests the timeline of a table: a jump to any position restores exactly the same state.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tilewright_core::session::record::Record;
use tilewright_editor_model::pack::pack_set::PackSet;
use tilewright_editor_model::table::history::BranchOrigin;
use tilewright_editor_model::table::news::ReloadOutcome;
use tilewright_editor_model::table::{SeatChooser, Setup, TableGame};
use tilewright_kit::games::save::record_of;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Request, load, load_from};
use tilewright_lab::bots::{RANDOM, parse_bot};
use tilewright_lab::simulate::{GamePlan, simulate_kept};

fn load_pack(pack: &str) -> Arc<Loaded> {
    Arc::new(load(&Finder::only_bundled(), &Request { copies: 8, ..Request::new([pack]) }).unwrap())
}

fn table(loaded: &Arc<Loaded>, seed: u64) -> TableGame {
    let seats = loaded.catalog().unwrap().seats.0.max(2);
    TableGame::begin(
        loaded,
        Setup { seats: vec![SeatChooser::RANDOM; usize::from(seats)], seed, pack_set: PackSet::default() },
    )
    .unwrap()
}

/// Generator of small pseudo-random numbers.
struct TimelineDice(u64);

impl TimelineDice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

#[test]
fn bots_at_the_table_play_the_game_that_is_simulated() {
    let loaded = load_pack("glowmoor");
    let bots = [parse_bot("greedy").unwrap(), RANDOM];
    let mut wanted = None;
    let mut keep = |_: u64, record: &Record| {
        wanted = Some(record.clone());
        Ok(())
    };
    let plan = GamePlan { games: 1, seats: 2, seed: 3, threads: 1 };
    simulate_kept(&loaded, &plan, &bots, &|_| {}, &mut keep).unwrap();
    let wanted = wanted.unwrap();
    let seats = bots.map(SeatChooser::Bot).to_vec();
    let setup = Setup { seats, seed: wanted.seed.unwrap(), pack_set: PackSet::default() };
    let mut table = TableGame::begin(&loaded, setup).unwrap();
    let mut steps = 0;
    while table.step() {
        steps += 1;
        // Every tenth answer is undone and chosen again.
        if steps % 10 == 0 {
            assert!(table.undo());
        }
    }
    assert_eq!((table.trouble(), steps > 40), (None, true));
    assert_eq!(record_of(table.session(), &wanted.id), wanted);
}

#[test]
fn up_to_two_hundred_answers_are_taken_back_and_given_again_in_every_pack() {
    let packs = Finder::only_bundled().list().unwrap();
    assert!(packs.len() >= 2);
    let mut dice = TimelineDice(7);
    for pack in packs {
        let mut table = table(&load_pack(&pack.id), 11);
        let mut seen = vec![table.game().fingerprint()];
        while seen.len() <= 200 && table.step() {
            seen.push(table.game().fingerprint());
        }
        assert_eq!(table.trouble(), None, "{}", pack.id);
        let tip = seen.len() - 1;
        // Small games end earlier, and so does a race in which a seat goes out after a dozen answers.
        assert!(tip == 200 || tip > 12 && !table.step(), "{}: {tip}", pack.id);
        assert_eq!(table.history().now(), tip);
        let mut longest = (Duration::ZERO, 0);
        let mut check = |table: &mut TableGame, at: usize| {
            let start = Instant::now();
            assert!(table.jump_to(0, at), "{} at {at}", pack.id);
            longest = longest.max((start.elapsed(), at));
            assert_eq!(table.game().fingerprint(), seen[at], "{} at {at}", pack.id);
            assert_eq!(table.history().branch().marks()[at].fingerprint, seen[at]);
        };
        // The jumps go from the end to the start, back to the end, and to random positions.
        (0..=tip).rev().for_each(|at| check(&mut table, at));
        (0..=tip).for_each(|at| check(&mut table, at));
        (0..100).for_each(|_| check(&mut table, dice.below(tip + 1)));
        check(&mut table, tip);
        println!("{}: {tip} answers, longest jump {:?} to {}", pack.id, longest.0, longest.1);
        for at in (0..tip).rev() {
            assert!(table.undo());
            assert_eq!(table.game().fingerprint(), seen[at], "{} taken back to {at}", pack.id);
        }
        assert!(!table.undo());
        for expected in &seen[1..] {
            assert_eq!(table.redo(), Ok(true));
            assert_eq!(table.game().fingerprint(), *expected, "{} given again", pack.id);
        }
        assert_eq!(table.redo(), Ok(false));
        assert_eq!(table.history().branches().len(), 1);
    }
}

#[test]
fn another_answer_in_the_past_leaves_the_old_future_as_a_branch() {
    let mut table = table(&load_pack("glowmoor"), 3);
    for _ in 0..30 {
        table.step();
    }
    let end = table.game().fingerprint();
    let scores = table.game().scores().to_vec();
    assert!(table.jump_to(0, 12));
    // Repeating the same answer does not start a branch.
    let same = table
        .session()
        .decision()
        .unwrap()
        .options
        .find(table.game(), &table.history().branch().steps()[12].key.clone());
    table.answer(same.unwrap());
    assert_eq!((table.history().branches().len(), table.history().now()), (1, 13));
    let mut other = None;
    for at in (0..30).rev() {
        assert!(table.jump_to(0, at));
        let decision = table.session().decision().unwrap();
        let taken = &table.history().branch().steps()[at].key;
        let free = decision.options.iter(table.game()).find(|p| decision.options.key(table.game(), *p) != *taken);
        if free.is_some() {
            other = free.map(|pick| (at, pick));
            break;
        }
    }
    let (at, pick) = other.unwrap();
    table.answer(pick);
    for _ in 0..5 {
        table.step();
    }
    let history = table.history();
    assert_eq!((history.branches().len(), history.current(), history.now()), (2, 1, at + 6));
    assert_eq!(history.branches()[1].parent, Some((0, at)));
    assert_eq!(history.branches()[1].origin, BranchOrigin::Answer);
    let compared = history.compare(0, 1);
    assert_eq!((compared.same_answers, compared.same_positions), (at, Some(at)));
    let beside = history.session_at(0, 30).unwrap();
    assert_eq!(beside.game().fingerprint(), end, "the other branch is available from here");
    let tip = table.game().fingerprint();
    assert!(table.jump_to(0, 30));
    assert_eq!((table.game().fingerprint(), table.game().scores()), (end, &*scores));
    assert!(table.jump_to(1, at + 6));
    assert_eq!(table.game().fingerprint(), tip);
    assert!(!table.jump_to(1, 400) && !table.jump_to(9, 0));
    assert_eq!(table.game().fingerprint(), tip, "a jump that is not possible changes nothing");
}

/// Loads a bundled pack with changes to one file.
fn load_changed(pack: &str, path: &str, change: impl Fn(&str) -> String) -> Arc<Loaded> {
    let finder = Finder::only_bundled();
    let mut world = tilewright_pack::World::default();
    for (name, text) in tilewright_script::library() {
        world.add_module(name, text);
    }
    for found in finder.list().unwrap() {
        world.packs.insert(found.id.as_str().into(), found.read().unwrap());
    }
    let files = world.packs.get_mut(pack).unwrap();
    let text = change(&files[path]);
    files.insert(path.into(), text.into());
    let mut request = Request::new([pack]);
    request.lints = false;
    Arc::new(load_from(&world, &request))
}

#[test]
fn a_saved_script_goes_on_and_the_old_game_stays_as_a_branch() {
    let old = load_changed("glowmoor", "rules/drifting_light.lua", str::to_owned);
    let new = load_changed("glowmoor", "rules/drifting_light.lua", |text| format!("{text}\nlocal saved = 1\n"));
    let newer = load_changed("glowmoor", "rules/drifting_light.lua", |text| format!("{text}\nlocal saved = 2\n"));
    let mut table = table(&old, 5);
    for _ in 0..25 {
        table.step();
    }
    let here = table.game().fingerprint();
    table.reload(&new).unwrap();
    let news = table.news().unwrap();
    assert_eq!(news.changed, ["glowmoor/rules/drifting_light.lua"]);
    assert!(matches!(news.outcome, ReloadOutcome::Kept { from } if from <= 26 && from > 20), "{news:?}");
    assert_eq!((table.history().branches().len(), table.history().now()), (2, 25));
    // Saving again without an answer still counts as one change of the rules.
    table.reload(&newer).unwrap();
    assert_eq!(table.history().branches().len(), 2);
    assert_eq!(table.news().unwrap().old, (0, 25));
    let marks: Vec<u64> = table.history().branches()[0].marks().iter().map(|m| m.fingerprint).collect();
    for _ in 0..10 {
        table.step();
    }
    let tip = table.game().fingerprint();
    assert!(table.jump_to(1, 25));
    // Going back over the change restores the positions of the old game, and the new rules continue from there.
    for at in (0..25).rev() {
        assert!(table.undo());
        assert_eq!(table.game().fingerprint(), marks[at], "at {at}");
        assert_eq!(table.history().current(), 1);
        assert!(Arc::ptr_eq(table.catalog(), newer.catalog().unwrap()) || at >= 25);
        if at < 3 {
            break;
        }
    }
    assert!(table.jump_to(1, 35));
    assert_eq!(table.game().fingerprint(), tip);
    // The game can keep its old rules.
    assert!(table.jump_to(1, 25) && table.keep_old_rules());
    assert_eq!((table.game().fingerprint(), table.is_held()), (here, true));
    assert!(Arc::ptr_eq(table.history().rules_of(table.history().current()), &old));
    table.reload(&new).unwrap();
    assert_eq!(table.history().branches().len(), 2, "a held game is left alone");
    table.release();
    table.reload(&new).unwrap();
    assert_eq!(table.history().branches().len(), 3);
}

#[test]
fn a_changed_catalog_says_at_which_answer_the_old_game_stops() {
    let old = load_changed("glowmoor", "pack.ron", str::to_owned);
    let mut table = table(&old, 5);
    for _ in 0..25 {
        table.step();
    }
    let scores = table.game().scores().to_vec();
    let first = table.game().board().tiles().next_back().unwrap().kind;
    let key = old.catalog().unwrap().kinds.key(first);
    // The new pack lacks the tile that was placed last.
    let files = Finder::only_bundled().find("glowmoor").unwrap().read().unwrap();
    let path =
        files.iter().find(|(p, t)| p.ends_with(".ron") && !p.starts_with("tests") && t.contains(&format!("\"{key}\"")));
    let path = path.unwrap().0.to_string();
    let new = load_changed("glowmoor", &path, |text| {
        let text = text.replace(&format!("\"{key}\""), "\"renamed_tile\"");
        text.replace(&format!("id: {key}"), "id: renamed_tile")
    });
    assert!(new.is_playable(), "{:?}", new.diagnostics);
    table.reload(&new).unwrap();
    match &table.news().unwrap().outcome {
        ReloadOutcome::Replayed { answers, of, stopped, .. } => {
            assert!(answers < of, "{answers} of {of}");
            assert!(stopped.as_ref().unwrap().0.contains(&key), "{stopped:?}");
        }
        other => panic!("{other:?}"),
    }
    let history = table.history();
    assert_eq!(history.branches().len(), 2);
    let shared = history.compare(0, 1).same_answers;
    assert_eq!(history.branches()[1].parent, Some((0, shared)));
    assert!(table.jump_to(0, 25));
    assert_eq!(table.game().scores(), scores, "the old game is complete");
}
