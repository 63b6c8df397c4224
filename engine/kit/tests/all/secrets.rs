//! Tests that secrets do not reach a seat: its view stays the same whatever is hidden from it.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use tilewright_core::catalog::id::{CounterId, TileKindId};
use tilewright_core::catalog::seat::{Seat, SeatSet};
use tilewright_core::catalog::{Scope, Value};
use tilewright_core::session::{Entry, Session};
use tilewright_core::state::chance::{ChancePoint, ChanceResult, ChanceSource, Decided, Generator, Outcome};
use tilewright_core::state::decision::Pick;
use tilewright_core::state::effect::CounterKey;
use tilewright_core::state::event::{Event, EventKind};
use tilewright_core::state::happening::Happening;
use tilewright_core::state::secrecy::Secrecy;
use tilewright_core::state::view::{View, VisibleDecision, VisibleTiles};
use tilewright_core::state::{Game, Stage};
use tilewright_kit::games::save::record_of;
use tilewright_kit::games::transcript::transcript;
use tilewright_kit::packs::load::{Loaded, Request, load};
use tilewright_kit::records::json::write_record;

use crate::{content, packs};

/// Maximum number of decisions in a compared game; real games have fewer.
const MOST: usize = 3_000;

/// Number of keys that are checked for keyed counters.
const KEYS: i64 = 40;

/// Returns everything that a view shows, except for events.
fn describe_view(view: View<'_>, seats: u8) -> String {
    let (public, catalog) = (view.public(), view.catalog());
    let all = || (0..seats).map(Seat);
    let mut text = format!("{:?} {:?} {:?}\n", public.stage(), public.active_seat(), public.tile_in_play());
    for tile in public.board().tiles() {
        text.push_str(&format!("{:?}@{}/{} ", tile.kind, tile.cell, tile.turn));
    }
    text.push_str(&format!("\n{:?}", view.known_hidden_tiles().collect::<Vec<_>>()));
    text.push_str(&format!("\n{:?}\n{:?}\n", public.scores(), public.figures().collect::<Vec<_>>()));
    for kind in catalog.books.ids() {
        text.push_str(&format!("{:?} ", public.book_points(kind)));
    }
    for figure in catalog.figures.ids() {
        text.push_str(&format!("{:?} ", all().map(|s| public.supply(figure, s)).collect::<Vec<_>>()));
    }
    for token in catalog.tokens.ids() {
        text.push_str(&format!("{:?} ", public.token(token)));
    }
    text.push_str(&format!("{:?}\n", public.set_aside()));
    for bag in catalog.bags.ids() {
        text.push_str(&format!("{:?} {:?}\n", view.bag(bag), view.has_tagged_back(bag)));
    }
    for seat in all() {
        text.push_str(&format!("{:?}\n", view.hand(seat)));
    }
    for (counter, spec) in catalog.counters.iter() {
        let keys: Vec<CounterKey> = match spec.scope {
            Scope::Game => vec![CounterKey::Game],
            Scope::Seat => all().map(CounterKey::Seat).collect(),
            Scope::Keyed => (0..KEYS).map(CounterKey::Key).collect(),
            Scope::SeatKeyed => all().flat_map(|s| (0..KEYS).map(move |k| CounterKey::SeatKey(s, k))).collect(),
            Scope::Feature(_) => Vec::new(),
        };
        let known = keys.into_iter().filter(|&k| Some(counter) != own_look(view) || !has_looked(view, k));
        text.push_str(&format!("{:?}\n", known.map(|k| view.counter(counter, k)).collect::<Vec<_>>()));
    }
    match view.decision() {
        None => text.push_str("no question is open"),
        Some(VisibleDecision::Hidden(seat)) => text.push_str(&format!("seat {seat} decides")),
        Some(VisibleDecision::Partly(part)) => {
            let keys: Vec<String> = part.keys().collect();
            text.push_str(&format!("seat {} is asked {}, in part: {}", part.seat(), part.ask(), keys.join(" ")));
        }
        Some(VisibleDecision::Open(decision)) => {
            text.push_str(&format!("seat {} is asked {}:", decision.seat, decision.ask));
            for number in 0..decision.options.count() {
                text.push_str(&format!(" {}", view.option_key(number).unwrap()));
            }
        }
    }
    text
}

/// Returns the counter for what a seat saw when it looked. Other games hide other things there, and the seat that
/// looked may know them; only this counter is excluded from comparisons.
fn own_look(view: View<'_>) -> Option<CounterId> {
    view.catalog().counters.find("entdecker:seen").or_else(|| view.catalog().counters.find("seen"))
}

/// True if the seat of a view has looked, judged by public facts.
fn has_looked(view: View<'_>, key: CounterKey) -> bool {
    let looked = view.catalog().counters.find("looked");
    let own = matches!(key, CounterKey::SeatKey(seat, _) if Some(seat) == view.seat());
    own && looked.is_some_and(|looked| view.counter(looked, key) == Some(1))
}

/// Returns random kinds of tile, to replace hidden ones.
fn any_kinds(game: &Game, count: usize, random: &mut Generator) -> Vec<TileKindId> {
    let kinds: Vec<TileKindId> = game.catalog().kinds.ids().collect();
    (0..count).map(|_| kinds[random.below(kinds.len() as u32) as usize]).collect()
}

/// Replaces everything that a seat cannot see.
fn scramble(game: &Game, seat: Seat, random: &mut Generator) -> Box<Game> {
    let mut other = Box::new(game.clone());
    let catalog = game.catalog();
    let view = game.view(Some(seat));
    for bag in catalog.bags.ids() {
        let order = game.bag(bag).order().to_vec();
        let back = |kind: TileKindId| catalog.bags[bag].back.is_some_and(|tag| catalog.kinds[kind].tag(tag) != 0);
        let mut tiles = match view.bag(bag) {
            VisibleTiles::Count(count) => any_kinds(game, count, random),
            // The content of an open stack is known, but not its order.
            VisibleTiles::Tiles(tiles) if order.is_empty() => tiles,
            VisibleTiles::Tiles(_) => order.clone(),
        };
        for n in (1..tiles.len()).rev() {
            tiles.swap(n, random.below(n as u32 + 1) as usize);
        }
        if let (Some(&top), Some(last)) = (order.last(), tiles.len().checked_sub(1)) {
            match tiles.iter().position(|&k| back(k) == back(top)) {
                Some(at) => tiles.swap(at, last),
                None => tiles[last] = top,
            }
        }
        other.arrange_bag(bag, &tiles);
    }
    for holder in game.seats_from(Seat(0)).filter(|&s| s != seat) {
        if let VisibleTiles::Count(count) = view.hand(holder) {
            other.arrange_hand(holder, &any_kinds(game, count, random));
        }
    }
    for hidden in game.all_face_down().iter().filter(|hidden| !hidden.known_by.contains(seat)) {
        let back = |kind: &TileKindId| catalog.kinds[*kind].back;
        let alike: Vec<TileKindId> = catalog.kinds.ids().filter(|kind| back(kind) == back(&hidden.kind)).collect();
        let kind = alike[random.below(alike.len() as u32) as usize];
        other.arrange_hidden_kind(hidden.tile, kind).unwrap();
    }
    for (counter, spec) in catalog.counters.iter().filter(|(_, spec)| spec.secret) {
        let name = catalog.counters.key(counter);
        let mut number = || i32::try_from(random.below(1000)).unwrap();
        match spec.scope {
            Scope::Game => other.arrange_counter(&name, &[number()]).unwrap(),
            Scope::Seat => {
                let own = |s: Seat| (s == seat).then(|| game.counter(counter, CounterKey::Seat(s)));
                let numbers: Vec<i32> = game.seats_from(Seat(0)).map(|s| own(s).unwrap_or_else(&mut number)).collect();
                other.arrange_counter(&name, &numbers).unwrap();
            }
            Scope::Keyed => (0..KEYS).for_each(|k| other.arrange_counter(&format!("{name}:{k}"), &[number()]).unwrap()),
            Scope::SeatKeyed => {
                for s in game.seats_from(Seat(0)).filter(|&s| s != seat) {
                    (0..KEYS).for_each(|k| {
                        other.arrange_counter(&format!("{name}:{}:{k}", s.0), &[number()]).unwrap();
                    });
                }
            }
            Scope::Feature(_) => {}
        }
    }
    other.arrange_chance(u64::from(random.below(u32::MAX)));
    other
}

/// Loads every shipped pack, with options that give seats secrets.
fn games() -> Vec<(Loaded, u8)> {
    let with = |pack: &str, option: &str, value: Value| Request::new([pack]).with_option(option, value);
    let mut requests: Vec<Request> = content().list().unwrap().into_iter().map(|f| Request::new([f.id])).collect();
    requests.push(with("entdecker", "entdecker:top_scout", Value::Bool(true)));
    requests.push(with("discovery", "discovery:double_tile", Value::Bool(true)));
    requests.push(with("carcassonne", "carcassonne:hand_size", Value::Int(3)));
    requests.push(with("carcassonne", "carcassonne:preview", Value::Bool(true)));
    requests.push(Request::new(["everything"]));
    let loaded = requests.iter().map(|r| load(&packs(), &Request { lints: false, ..r.clone() }).unwrap());
    loaded.map(|l| (l.clone(), 2 + (l.catalog().unwrap().seats.1 > 2) as u8)).collect()
}

fn any(session: &Session, random: &mut Generator) -> Option<Pick> {
    let decision = session.decision()?;
    decision.options.get(session.game(), random.below(decision.options.count()))
}

#[test]
fn a_view_does_not_depend_on_what_the_seat_may_not_know() {
    let mut random = Generator::new(17);
    let mut differing = 0;
    for (loaded, seats) in games() {
        let mut session = Session::new(loaded.machine().unwrap(), seats, 5).unwrap();
        session.start().unwrap();
        let mut number = 0;
        while let Some(pick) = any(&session, &mut random) {
            number += 1;
            if number % 7 == 1 {
                for seat in (0..seats).map(Seat) {
                    let game = session.game();
                    let other = scramble(game, seat, &mut random);
                    let (view, hidden) = (game.view(Some(seat)), other.view(Some(seat)));
                    assert_eq!(describe_view(hidden, seats), describe_view(view, seats), "{:?}", game.catalog().packs);
                    assert!(view.events().eq(hidden.events()));
                    differing += usize::from(other.fingerprint() != game.fingerprint());
                }
                // Other seats must not learn the content of a secret question.
                let decision = session.decision().unwrap();
                for seat in (0..seats).map(Seat).filter(|s| decision.secret && *s != decision.seat) {
                    let view = session.game().view(Some(seat));
                    assert!(matches!(view.decision(), Some(VisibleDecision::Hidden(s)) if s == decision.seat));
                    assert_eq!((view.option(0), view.option_key(0)), (None, None));
                }
            }
            session.answer(pick).unwrap();
        }
    }
    assert!(differing > 500, "hardly anything was hidden: {differing}");
}

/// Chance source that repeats another game where a seat has seen it, and differs elsewhere.
struct Elsewhere {
    given: Rc<RefCell<Vec<ChanceResult>>>,
    at: usize,
    seat: Seat,
    random: Generator,
    /// Number of differences, and true if another chance point was reached.
    other: Rc<RefCell<(usize, bool)>>,
}

impl ChanceSource for Elsewhere {
    fn outcome(&mut self, game: &Game, point: &ChancePoint) -> Option<Outcome> {
        let given = self.given.borrow().get(self.at).cloned();
        self.at += 1;
        match given {
            Some(given) if given.what.is_at(point) => {
                let outcome = given.what.outcome();
                // A shuffle of other tiles has another order, which no seat sees.
                if let Decided::Shuffle { bag, order } = &given.what {
                    let sorted = |mut kinds: Vec<TileKindId>| {
                        kinds.sort_unstable();
                        kinds
                    };
                    if sorted(order.to_vec()) != sorted(game.bag(*bag).order().to_vec()) {
                        return None;
                    }
                }
                if given.seen_by == SeatSet::EVERYBODY || given.seen_by.contains(self.seat) {
                    return Some(outcome);
                }
                let ChancePoint::Draw { bag, .. } = point else { return Some(outcome) };
                let kinds: Vec<TileKindId> = game.bag(*bag).kinds().filter(|k| Outcome::Tile(*k) != outcome).collect();
                if kinds.is_empty() {
                    return Some(outcome);
                }
                self.other.borrow_mut().0 += 1;
                Some(Outcome::Tile(kinds[self.random.below(kinds.len() as u32) as usize]))
            }
            _ => {
                self.other.borrow_mut().1 = true;
                None
            }
        }
    }

    fn report_impossible(&mut self, _: &Game, _: &ChancePoint, _: &Outcome) {
        self.other.borrow_mut().1 = true;
    }
}

/// Comparison of two games that differ only in facts that a seat does not see.
#[derive(Default, Debug)]
pub(crate) struct Compared {
    pub(crate) decisions: usize,
    /// Number of different draws and answers.
    pub(crate) differences: usize,
    /// True if the games took different courses before the end.
    pub(crate) parted: bool,
    /// Events in the first game, whether the seat knows them or not.
    pub(crate) happened: BTreeSet<EventKind>,
}

/// Plays a game twice, the second time with other secrets of the other seats, and compares what one seat is shown.
pub(crate) fn compare(loaded: &Loaded, seats: u8, seed: u64, seat: Seat) -> Compared {
    let mut random = Generator::new(seed ^ 0xabcd);
    let mut one = Session::new(loaded.machine().unwrap(), seats, seed).unwrap();
    let mut two = Session::new(loaded.machine().unwrap(), seats, seed).unwrap();
    let (given, other) = (Rc::new(RefCell::new(Vec::new())), Rc::new(RefCell::new((0, false))));
    let source = Elsewhere {
        given: Rc::clone(&given),
        at: 0,
        seat,
        random: Generator::new(seed ^ 0x77),
        other: Rc::clone(&other),
    };
    one.put_single_options(true);
    two.put_single_options(true);
    two.set_chance_source(Box::new(source));
    let mut compared = Compared::default();
    let mut noted = 0;
    let mut note = |session: &Session| {
        let new = session.log()[noted..].iter();
        given.borrow_mut().extend(new.filter_map(|e| if let Entry::Chance(g) = e { Some(g.clone()) } else { None }));
        noted = session.log().len();
    };
    one.start().unwrap();
    note(&one);
    two.start().unwrap();
    let mut events = 0;
    while let Some(pick) = any(&one, &mut random) {
        if other.borrow().1 || two.decision().is_none() {
            compared.parted = true;
            break;
        }
        if compared.decisions.is_multiple_of(3) {
            assert_eq!(
                describe_view(two.game().view(Some(seat)), seats),
                describe_view(one.game().view(Some(seat)), seats)
            );
        }
        let new = |session: &Session| -> Vec<Event> {
            let view = session.game().view(Some(seat));
            let look = own_look(view);
            let unlooked = |what: Happening| match what {
                Happening::Counted { counter, seat, key, figure_kind, owner, .. } if Some(counter) == look => {
                    Happening::Counted { counter, amount: 0, seat, key, figure_kind, owner }
                }
                what => what,
            };
            view.events().skip(events).map(|e| Event { what: unlooked(e.what), ..e }).collect()
        };
        assert_eq!(new(&two), new(&one), "{}", loaded.packs.last().unwrap().title);
        events += new(&one).len();
        compared.decisions += 1;
        let title = &loaded.packs.last().unwrap().title;
        assert!(compared.decisions < MOST, "{title}: the game does not end");
        // The answers are the same, except for secret answers of other seats.
        let decision = one.decision().unwrap();
        let secrecy = decision.secrecy(pick);
        let hidden = secrecy != Secrecy::Open && decision.seat != seat;
        let key = decision.options.key(one.game(), pick);
        let theirs = two.decision().unwrap();
        let secrets: Vec<Pick> = theirs.options.secrets().collect();
        let answer = match secrecy {
            Secrecy::Choice if hidden && !secrets.is_empty() => {
                let other = secrets[random.below(secrets.len() as u32) as usize];
                compared.differences += usize::from(theirs.options.key(two.game(), other) != key);
                Some(other)
            }
            // All seats see the tile of a hand that is played, and whether an act uses, drops or plays it.
            Secrecy::Question if hidden && theirs.options.count() > 1 && !["tile", "act"].contains(&&*theirs.ask) => {
                compared.differences += 1;
                any(&two, &mut random)
            }
            _ => theirs.options.find(two.game(), &key),
        };
        let Some(answer) = answer else {
            // A hidden tile may be in one hand and not in the other.
            assert!(hidden, "seat {seat} sees `{key}` in one game and not in the other");
            compared.parted = true;
            break;
        };
        one.answer(pick).unwrap();
        note(&one);
        two.answer(answer).unwrap();
    }
    compared.differences += other.borrow().0;
    // The last chance result may not exist in the other game.
    compared.parted |= other.borrow().1;
    compared.happened = one.game().journal().unwrap().events.iter().map(Event::kind).collect();
    let lines = [&one, &two].map(|s| (transcript(s, Some(seat)), write_record(&record_of(s, "same"))));
    if !compared.parted && one.game().stage() != Stage::Over {
        assert_eq!(lines[0].0, lines[1].0);
    } else {
        // The final result may reveal secrets; every move before it must not.
        let moves = |line: &str| line.split_once("\"final\"").map_or(line, |(moves, _)| moves).to_owned();
        if !compared.parted {
            assert_eq!(moves(&lines[0].0), moves(&lines[1].0));
        }
    }
    if compared.differences > 0 && !compared.parted {
        assert_ne!(lines[0].1, lines[1].1, "the records reveal hidden results");
    }
    compared
}

#[test]
fn whatever_others_draw_and_name_in_secret_a_seat_is_shown_the_same() {
    let mut whole = 0;
    for (loaded, seats) in games() {
        let names: Vec<String> = loaded.packs.iter().map(|p| p.id.to_string()).collect();
        let own = names == ["entdecker"];
        // The rules of this invented pack reveal the consequences of secrets to every seat at once.
        if names.iter().any(|n| n == "everything") {
            continue;
        }
        let mut decisions = 0;
        for seed in 0..if own { 4 } else { 1 } {
            for seat in (0..seats).map(Seat) {
                let compared = compare(&loaded, seats, seed, seat);
                decisions += compared.decisions;
                // In some games the courses part: another seat drew the token that this seat draws.
                whole += usize::from(own && !compared.parted && compared.differences > 0);
            }
        }
        assert!(decisions > 0, "{names:?}: the games parted at once");
    }
    assert!(whole >= 4, "only {whole} games were compared to their end and had secrets");
}

#[test]
fn a_transcript_has_gaps_where_a_seat_has_not_seen_what_came() {
    let request = Request::new(["entdecker"]).with_option("entdecker:top_scout", Value::Bool(true));
    let loaded = load(&content(), &request).unwrap();
    let mut random = Generator::new(2);
    let mut session = Session::new(loaded.machine().unwrap(), 2, 11).unwrap();
    session.start().unwrap();
    while let Some(pick) = any(&session, &mut random) {
        session.answer(pick).unwrap();
    }
    let secret_draws = |seat: u8| {
        let draws = session.log().iter();
        draws.filter(|e| matches!(e, Entry::Chance(g) if !g.seen_by.contains(Seat(seat)))).count()
    };
    let read = |seat: Option<Seat>| -> serde_json::Value { serde_json::from_str(&transcript(&session, seat)).unwrap() };
    for seat in 0..2u8 {
        let (own, text) = (read(Some(Seat(seat))), transcript(&session, Some(Seat(seat))));
        let moves = own["moves"].as_array().unwrap();
        let gaps = moves.iter().filter(|m| m.get("draw").is_some_and(serde_json::Value::is_null)).count();
        assert_eq!(gaps, secret_draws(seat), "{text}");
        let named = |by: u8| moves.iter().filter(|m| m["ask"] == "top_scout" && m["seat"] == by).count();
        assert_eq!((named(seat), named(1 - seat)), (2, 0));
        assert!(!text.contains("seed") && own["final"]["scores"].is_array());
    }
    assert!(secret_draws(0) + secret_draws(1) > 0);
    let bystander = read(None);
    assert_eq!(bystander["for_seat"], serde_json::Value::Null);
    assert!(bystander["moves"].as_array().unwrap().iter().all(|m| m["ask"] != "top_scout"));
}
