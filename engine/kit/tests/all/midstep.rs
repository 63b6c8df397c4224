//! Tests the middle of a step, at every question of a script: undoing and repeating an answer, saving and loading the
//! game, copying it and playing on, and reloading its scripts, both unchanged and with another number.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_core::catalog::Value;
use tilewright_core::machine::Machine;
use tilewright_core::session::reload::ContinuationError;
use tilewright_core::session::{Entry, Session};
use tilewright_core::state::chance::Generator;
use tilewright_core::state::decision::Pick;
use tilewright_kit::games::reload::{ReloadError, Reloaded, reload};
use tilewright_kit::games::save::{record_of, resume};
use tilewright_kit::packs::load::{Loaded, Request, load_from};
use tilewright_kit::records::json::{read_records, write_record};
use tilewright_pack::World;

use crate::packs;

/// Returns all shipped packs and the library, with texts replaced in a file of a pack or in a module.
fn world(changes: &[(&str, &str, &str)]) -> World {
    let mut world = World::default();
    let change = |path: &str, text: &str| {
        let mut text = text.to_owned();
        for (file, old, new) in changes.iter().filter(|(file, ..)| *file == path) {
            assert_eq!(text.matches(old).count(), 1, "`{old}` in {file}");
            text = text.replace(old, new);
        }
        text
    };
    let mut seen = BTreeSet::new();
    for (name, text) in tilewright_script::library() {
        let path = format!("scripts/{name}.lua");
        world.add_module(name, &change(&path, text));
        seen.insert(path);
    }
    for found in packs().list().unwrap() {
        let mut files = found.read().unwrap();
        for (name, text) in &mut files {
            let path = format!("{}/{name}", found.id);
            *text = change(&path, text).into();
            seen.insert(path);
        }
        world.packs.insert(found.id.as_str().into(), files);
    }
    assert!(changes.iter().all(|(file, ..)| seen.contains(*file)), "there is no such file: {changes:?}");
    world
}

struct GameCase {
    packs: &'static [&'static str],
    options: Vec<(&'static str, Value)>,
    seats: u8,
    seed: u64,
    /// Options that are preferred: the decision, and the beginning of the key. All other choices are random.
    prefers: &'static [(&'static str, &'static str)],
    /// True to prefer tiles that complete features and figures that bring messages.
    eager: bool,
    /// Questions that the games must reach.
    questions: &'static [&'static str],
}

impl GameCase {
    fn load(&self, changes: &[(&str, &str, &str)]) -> Loaded {
        let options = self.options.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        let request = Request { options, lints: false, ..Request::new(self.packs.iter().copied()) };
        let loaded = load_from(&world(changes), &request);
        assert!(loaded.is_playable(), "{:?}", loaded.errors().map(|d| &d.message).collect::<Vec<_>>());
        loaded
    }

    fn start(&self, loaded: &Loaded) -> Session {
        let mut session = Session::new(loaded.machine().unwrap(), self.seats, self.seed).unwrap();
        session.start().unwrap();
        session
    }

    fn pick(&self, session: &mut Session, random: &mut Generator) -> Option<Pick> {
        if let Some(pick) = self.eager.then(|| eager(session, random)).flatten() {
            return Some(pick);
        }
        let decision = session.decision()?;
        let liked = self.prefers.iter().filter(|(ask, _)| *ask == &*decision.ask);
        for (_, start) in liked {
            let found: Vec<Pick> = decision
                .options
                .iter(session.game())
                .filter(|&pick| decision.options.key(session.game(), pick).starts_with(start))
                .collect();
            if !found.is_empty() {
                return Some(found[random.below(found.len() as u32) as usize]);
            }
        }
        decision.options.get(session.game(), random.below(decision.options.count()))
    }
}

/// Returns an option that completes a feature or brings a message.
fn eager(session: &mut Session, random: &mut Generator) -> Option<Pick> {
    let ask = session.decision()?.ask.to_string();
    if ask != "place" && ask != "messages.figure" {
        return None;
    }
    let mut options: Vec<Pick> = session.decision()?.options.iter(session.game()).collect();
    for n in (1..options.len()).rev() {
        options.swap(n, random.below(n as u32 + 1) as usize);
    }
    options.into_iter().find(|&pick| {
        session.answer(pick).unwrap();
        let took = session.decision().is_some_and(|d| &*d.ask == "messages.take");
        let good = took || ask == "place" && !session.game().completed_features().is_empty();
        assert!(session.undo());
        good
    })
}

fn machine(session: &Session, loaded: &Loaded) -> Machine {
    let (catalog, script) = loaded.script_after(&session.symbols()).unwrap();
    Machine::new(catalog, Box::new(script))
}

/// Summarises the facts that must match: the position, the seat and its question, and the options.
fn now(session: &Session) -> (u64, Option<(u8, String, Vec<String>)>) {
    let game = session.game();
    let asked = session.decision().map(|d| {
        let keys = d.options.iter(game).map(|pick| d.options.key(game, pick)).collect();
        (d.seat.0, d.ask.to_string(), keys)
    });
    (game.fingerprint(), asked)
}

fn last_answer(session: &Session) -> Option<String> {
    session.log().iter().rev().find_map(|e| match e {
        Entry::Answer(a) if !a.forced => Some(a.key.clone()),
        _ => None,
    })
}

/// Checks everything that must hold at a question; `pick` is the answer to try.
fn check(session: &mut Session, loaded: &Loaded, pick: Pick, random: &mut Generator) {
    let here = now(session);
    let what = format!("{:?}", here.1);
    // Undo and repeat, from this position and back to it.
    session.answer(pick).unwrap();
    let after = now(session);
    assert!(session.undo());
    assert_eq!(now(session), here, "after taking back at {what}");
    session.answer(pick).unwrap();
    assert_eq!(now(session), after, "after giving again at {what}");
    assert!(session.undo());
    if let Some(last) = last_answer(session) {
        assert!(session.undo());
        session.answer_key(&last).unwrap();
        assert_eq!(now(session), here, "after repeating the answer that leads to {what}");
    }
    // Save and load.
    let record = record_of(session, "saved");
    let read = read_records(&write_record(&record)).remove(0).unwrap();
    let mut loaded_again = resume(loaded.machine().unwrap(), &read).unwrap();
    assert_eq!(now(&loaded_again), here, "loaded at {what}");
    loaded_again.answer(pick).unwrap();
    assert_eq!(now(&loaded_again), after, "played on after loading at {what}");
    // A copy continues independently.
    let mut twin = session.fork(machine(session, loaded));
    assert_eq!(now(&twin), here, "a copy at {what}");
    twin.answer(pick).unwrap();
    assert_eq!(now(&twin), after);
    for _ in 0..8 {
        let Some(decision) = twin.decision() else { break };
        let own = decision.options.get(twin.game(), random.below(decision.options.count())).unwrap();
        twin.answer(own).unwrap();
    }
    assert!(twin.undo());
    assert_eq!(now(session), here, "after a copy has been played on at {what}");
    // Reload with unchanged packs.
    assert_eq!(reload(session, loaded).unwrap(), Reloaded::Kept);
    assert_eq!(now(session), here, "reloaded at {what}");
    session.answer(pick).unwrap();
    assert_eq!(now(session), after, "played on after reloading at {what}");
    assert!(session.undo());
    assert_eq!(now(session), here, "taken back after reloading at {what}");
    if let Some(last) = last_answer(session) {
        assert!(session.undo());
        session.answer_key(&last).unwrap();
        assert_eq!(now(session), here, "taken back across the reload at {what}");
    }
}

/// Plays games, and checks the questions of scripts until each kind has been met `each` times.
fn check_game(game: &GameCase, each: usize) {
    let loaded = game.load(&[]);
    let mut met: BTreeMap<String, usize> = BTreeMap::new();
    let mut random = Generator::new(game.seed);
    for seed in game.seed..game.seed + 10 {
        let mut session = Session::new(loaded.machine().unwrap(), game.seats, seed).unwrap();
        session.start().unwrap();
        while let Some(pick) = game.pick(&mut session, &mut random) {
            let ask = session.decision().unwrap().ask.to_string();
            if game.questions.contains(&&*ask) && met.get(&ask).is_none_or(|n| *n < each) {
                *met.entry(ask).or_default() += 1;
                check(&mut session, &loaded, pick, &mut random);
                if game.questions.iter().all(|q| met.get(*q) == Some(&each)) {
                    return;
                }
            }
            session.answer(pick).unwrap();
        }
    }
    panic!("some questions were asked too rarely: {met:?}");
}

fn voyage() -> GameCase {
    GameCase {
        packs: &["entdecker"],
        options: vec![("entdecker:top_scout", Value::Bool(true))],
        seats: 4,
        seed: 3,
        prefers: &[
            ("sail", "unit:scout"),
            ("sail", "stack:"),
            ("sail", "open:"),
            ("announce", "hidden:2"),
            ("announce", "hidden:1"),
            ("jungle", "path:"),
        ],
        eager: false,
        questions: &["top_scout", "start", "announce", "sail", "jungle", "scout", "take_back"],
    }
}

fn messages() -> GameCase {
    GameCase {
        packs: &["messages", "traders_builders"],
        options: Vec::new(),
        seats: 2,
        seed: 8,
        prefers: &[
            ("deploy", "builder:"),
            ("deploy", "follower:road"),
            ("deploy", "follower:city"),
            ("messages.take", "do"),
        ],
        eager: true,
        questions: &["messages.figure", "messages.take", "messages.target"],
    }
}

fn bidding() -> GameCase {
    GameCase {
        packs: &["carcassonne"],
        options: vec![("carcassonne:bid_for_closer", Value::Bool(true))],
        seats: 3,
        seed: 2,
        prefers: &[("deploy", "follower:city"), ("deploy", "follower:road")],
        eager: false,
        questions: &["bid"],
    }
}

fn moves() -> GameCase {
    GameCase {
        packs: &["mage_witch", "traders_builders"],
        options: Vec::new(),
        seats: 3,
        seed: 1,
        prefers: &[
            ("mage_witch.move", "mage@"),
            ("deploy", "builder:"),
            ("deploy", "follower:city"),
            ("deploy", "follower:road"),
        ],
        eager: true,
        questions: &["mage_witch.move"],
    }
}

#[test]
fn at_the_questions_of_a_voyage() {
    check_game(&voyage(), 4);
}

#[test]
fn at_the_questions_of_messages_and_builders() {
    let game = messages();
    let loaded = game.load(&[]);
    let mut random = Generator::new(5);
    // A message brings an extra tile in the second part of a double turn, with questions during that part.
    let mut met = 0;
    for seed in 0..400 {
        let mut session = Session::new(loaded.machine().unwrap(), 2, seed).unwrap();
        session.start().unwrap();
        while let Some(pick) = game.pick(&mut session, &mut random) {
            let deep = session
                .game()
                .agenda()
                .iter()
                .filter(|p| !matches!(p, tilewright_core::state::agenda::Part::Event(..)))
                .count();
            let reasons = parts_with_reasons(&session);
            let ask = session.decision().unwrap().ask.to_string();
            if reasons >= 2 && deep > 2 && ask.starts_with("messages.") && met < 6 {
                met += 1;
                check(&mut session, &loaded, pick, &mut random);
            }
            session.answer(pick).unwrap();
        }
        if met >= 6 {
            break;
        }
    }
    assert!(met >= 3, "a chain of messages inside a double turn was met only {met} times");
    check_game(&game, 4);
}

/// Counts the turn parts on the agenda that have a reason, such as a builder or a message.
fn parts_with_reasons(session: &Session) -> usize {
    let parts = session.game().agenda().iter();
    parts.filter(|p| matches!(p, tilewright_core::state::agenda::Part::Turn(part) if part.reason.is_some())).count()
}

#[test]
fn at_the_questions_of_a_bidding() {
    check_game(&bidding(), 8);
}

#[test]
fn at_the_moves_of_the_mage_and_the_witch() {
    check_game(&moves(), 5);
}

fn mage(session: &Session) -> tilewright_core::catalog::id::TokenId {
    session.game().catalog().tokens.find("mage").unwrap()
}

/// Plays to the `nth` time that a question is asked, and returns the answer that would be given.
fn play_to(game: &GameCase, loaded: &Loaded, ask: &str, mut nth: usize, random: &mut Generator) -> (Session, Pick) {
    let mut session = game.start(loaded);
    while let Some(pick) = game.pick(&mut session, random) {
        if &*session.decision().unwrap().ask == ask {
            nth -= 1;
            if nth == 0 {
                return (session, pick);
            }
        }
        session.answer(pick).unwrap();
    }
    panic!("`{ask}` was not asked so often");
}

#[test]
fn a_script_that_is_saved_while_a_question_is_open_goes_on_with_its_new_number() {
    // Declining a message pays 2; the script changes while the question about the message is waiting.
    let game = messages();
    let (plain, changed) = (game.load(&[]), game.load(&[("messages/pack.ron", "points: 2", "points: 7")]));
    let (mut session, _) = play_to(&game, &plain, "messages.take", 1, &mut Generator::new(game.seed));
    let before = now(&session);
    let scores = session.game().scores().to_vec();
    let seat = session.decision().unwrap().seat.index();
    let two = |session: &mut Session| {
        session.answer_key("two").unwrap();
        session.answer_key("ordinary").unwrap();
        session.game().scores()[seat]
    };
    let mut old = session.fork(machine(&session, &plain));
    assert_eq!(two(&mut old), scores[seat] + 2);
    assert_eq!(reload(&mut session, &changed).unwrap(), Reloaded::Kept);
    assert_eq!(now(&session), before, "the question is the same");
    assert_eq!(session.game().scores(), scores, "awarded points stay");
    assert_eq!(two(&mut session), scores[seat] + 7);
    // Undo across the reload restores the earlier position; from there, the new number counts.
    assert!(session.undo() && session.undo());
    assert_eq!(now(&session), before);
    assert!(session.undo(), "the answer before the reload");
    assert_eq!(session.game().catalog().modules.len(), changed.catalog().unwrap().modules.len());
    assert_eq!(session.reloads(), 1, "the new rules are in force again");
}

#[test]
fn other_numbers_count_from_the_running_step_on() {
    // The mage pays 5 for each tile once its script is saved, in the middle of its move.
    let game = moves();
    let (plain, changed) =
        (game.load(&[]), game.load(&[("mage_witch/pack.ron", "token: mage, per_tile: 1", "token: mage, per_tile: 5")]));
    let mut differs = false;
    for nth in 1..8 {
        let (mut session, pick) = play_to(&game, &plain, "mage_witch.move", nth, &mut Generator::new(game.seed));
        let mut other = session.fork(machine(&session, &plain));
        assert_eq!(reload(&mut session, &changed).unwrap(), Reloaded::Kept);
        session.answer(pick).unwrap();
        other.answer(pick).unwrap();
        assert_eq!(session.game().token(mage(&session)), other.game().token(mage(&other)));
        let (mut one, mut two) = (Generator::new(4), Generator::new(4));
        while let (Some(a), Some(b)) = (game.pick(&mut session, &mut one), game.pick(&mut other, &mut two)) {
            session.answer(a).unwrap();
            other.answer(b).unwrap();
            if session.game().scores() != other.game().scores() {
                differs = true;
                break;
            }
        }
    }
    assert!(differs, "the new number never counted");

    // A price is charged in the middle of a voyage: a scout costs 3 from then on.
    let game = voyage();
    let (plain, changed) = (game.load(&[]), game.load(&[("entdecker/pack.ron", "price_scout: 1", "price_scout: 3")]));
    for nth in 1.. {
        let (mut session, _) = play_to(&game, &plain, "sail", nth, &mut Generator::new(game.seed));
        let key = |session: &Session| {
            let decision = session.decision()?;
            let mut keys = decision.options.iter(session.game()).map(|p| decision.options.key(session.game(), p));
            keys.find(|k| k.starts_with("unit:scout"))
        };
        let gold = |session: &Session, seat| {
            let gold = session.game().catalog().counters.find("gold").unwrap();
            session.game().counter(gold, tilewright_core::state::effect::CounterKey::Seat(seat))
        };
        let (seat, Some(_)) = (session.decision().unwrap().seat, key(&session)) else { continue };
        let had = gold(&session, seat);
        if had < 3 {
            continue;
        }
        assert_eq!(reload(&mut session, &changed).unwrap(), Reloaded::Kept);
        let key = key(&session).unwrap();
        session.answer_key(&key).unwrap();
        // No other payment occurs before the next question of another turn.
        assert_eq!(gold(&session, seat), had - 3, "after {key}");
        break;
    }

    // In the middle of the bidding, the price doubles for the seat that pays it.
    let game = bidding();
    let pays = "sheet:for_seat(buyer, \"bid\", highest.worth, -1, true)";
    let doubled = pays.replace("-1", "-2");
    let (plain, changed) = (game.load(&[]), game.load(&[("scripts/bid_for_closer.lua", pays, &doubled)]));
    let mut sums = Vec::new();
    for loaded in [&plain, &changed] {
        let (mut session, pick) = play_to(&game, &plain, "bid", 1, &mut Generator::new(game.seed));
        assert_eq!(reload(&mut session, loaded).unwrap(), Reloaded::Kept);
        let sum = |session: &Session| session.game().scores().iter().sum::<i32>();
        let before = sum(&session);
        session.answer(pick).unwrap();
        while &*session.decision().unwrap().ask == "bid" {
            session.answer_key("no").unwrap();
        }
        sums.push(sum(&session) - before);
    }
    assert_eq!(sums[0], 0, "payments go to another seat");
    assert!(sums[1] < 0, "{sums:?}");
}

#[test]
fn a_voyage_with_a_native_for_whom_a_scout_is_taken_back() {
    let game = voyage();
    let loaded = game.load(&[]);
    let mut random = Generator::new(1);
    let mut met = BTreeMap::new();
    for seed in 0..20 {
        let mut session = Session::new(loaded.machine().unwrap(), 4, seed).unwrap();
        session.start().unwrap();
        while let Some(pick) = game.pick(&mut session, &mut random) {
            let decision = session.decision().unwrap();
            let scout = session.game().catalog().figures.find("scout").unwrap();
            let empty = session.game().supply(scout, decision.seat) == 0;
            let native = decision.options.find(session.game(), "none").is_some();
            let ask = decision.ask.to_string();
            let after_native = last_ask(&session).as_deref() == Some("jungle");
            let wanted = empty && (ask == "jungle" && native || ask == "take_back" && after_native);
            if wanted && met.get(&ask).is_none_or(|n| *n < 3) {
                *met.entry(ask).or_insert(0) += 1;
                check(&mut session, &loaded, pick, &mut random);
            }
            session.answer(pick).unwrap();
        }
        if met.len() == 2 && met.values().all(|n| *n >= 3) {
            return;
        }
    }
    panic!("too few natives without a scout in reserve: {met:?}");
}

fn last_ask(session: &Session) -> Option<String> {
    session.log().iter().rev().find_map(|e| match e {
        Entry::Answer(a) if !a.forced => Some(a.ask.to_string()),
        _ => None,
    })
}

#[test]
fn packs_that_declare_something_else_play_the_game_again_as_far_as_it_goes() {
    let game = moves();
    let plain = game.load(&[]);
    let (mut session, _) = play_to(&game, &plain, "mage_witch.move", 3, &mut Generator::new(game.seed));
    let before = now(&session);
    let given = session.log().iter().filter(|e| matches!(e, Entry::Answer(a) if !a.forced)).count();
    // The number of tiles differs: the position cannot stay, but all answers can be repeated.
    let more = game.load(&[("carcassonne/tiles.ron", "(id: \"B\", count: 4", "(id: \"B\", count: 5")]);
    match reload(&mut session, &more).unwrap() {
        Reloaded::Replayed {
            because: Some(ContinuationError::Catalog("tiles" | "bags")),
            answers,
            of,
            stopped: None,
        } => {
            assert_eq!((answers, of), (given, given));
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(now(&session).1, before.1);
    // Without the tile of the first turn, the game stops where that tile was drawn.
    let first = session.log().iter().find_map(Entry::chance).map(|given| &given.what);
    let Some(tilewright_core::state::chance::Decided::Draw { kind, .. }) = first else { panic!("{first:?}") };
    let kind = session.game().catalog().kinds.key(*kind);
    let file = if kind.starts_with("MW") {
        "mage_witch"
    } else if kind.starts_with("TB") {
        "traders_builders"
    } else {
        "carcassonne"
    };
    let path = format!("{file}/tiles.ron");
    let text =
        std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content").join(&path))
            .unwrap();
    let line = text.lines().find(|l| l.contains(&format!("(id: \"{kind}\","))).unwrap().to_owned();
    let renamed = line.replace(&format!("\"{kind}\""), "\"Other\"");
    let without = game.load(&[(&path, &line, &renamed)]);
    match reload(&mut session, &without).unwrap() {
        Reloaded::Replayed { answers: 0, of, stopped: Some(stopped), .. } => {
            assert_eq!((of, stopped.code), (given, "unknown_tile"), "{stopped}");
        }
        other => panic!("{other:?}"),
    }
    assert!(session.decision().is_some(), "it can be played on");
}

#[test]
fn rules_that_do_not_fit_leave_the_game_as_it_is() {
    let game = messages();
    let plain = game.load(&[]);
    let (mut session, pick) = play_to(&game, &plain, "messages.take", 1, &mut Generator::new(game.seed));
    let before = now(&session);
    // The new pack has an error.
    let broken = {
        let changes = [("messages/rules/messages.lua", "local ", "local local ")];
        let request = Request { lints: false, ..Request::new(game.packs.iter().copied()) };
        let mut world = world(&[]);
        let files = world.packs.get_mut("messages").unwrap();
        let text = files.get_mut(changes[0].0.strip_prefix("messages/").unwrap()).unwrap();
        *text = text.replacen(changes[0].1, changes[0].2, 1).into();
        load_from(&world, &request)
    };
    assert!(matches!(reload(&mut session, &broken), Err(ReloadError::Packs(_))));
    assert_eq!(now(&session), before);
    // In the new script, the open question has another name: core refuses it, and reports the place.
    let renamed = game.load(&[("messages/pack.ron", "ask: \"messages.figure\"", "ask: \"messages.other\"")]);
    let (catalog, script) = renamed.script_after(&session.symbols()).unwrap();
    let refused = session.reload(Machine::new(catalog, Box::new(script)));
    assert!(matches!(&refused, Err(ContinuationError::Course { .. })), "{refused:?}");
    assert_eq!(now(&session), before, "the question is unchanged");
    session.answer(pick).unwrap();
    let here = now(&session).0;
    // The old rules stay in force, and all answers can still be undone.
    let last = last_answer(&session);
    assert!(session.undo());
    session.answer_key(&last.unwrap()).unwrap();
    assert_eq!(now(&session).0, here);
}
