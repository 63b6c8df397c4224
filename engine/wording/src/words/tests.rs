//! Tests of the words of packs.

use std::sync::Arc;

use tilewright_core::catalog::id::Name;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::tile::Tag;
use tilewright_core::catalog::{Catalog, Counter, Scope, Zone};
use tilewright_core::state::Game;
use tilewright_core::state::decision::{Decision, Options, Pick};
use tilewright_core::state::effect::{CounterKey, Effect};
use tilewright_core::state::event::Listeners;
use tilewright_core::state::question::{Listed, Meaning, Target};

use super::Words;

#[test]
fn numbers_that_are_kept_by_key_are_told_to_those_who_may_know() {
    let mut catalog = Catalog::default();
    let well = catalog.tags.add(Name::new("p", "well"), Tag::default()).unwrap();
    let mark = catalog.tags.add(Name::new("p", "mark"), Tag::default()).unwrap();
    let seen = Counter { scope: Scope::SeatKeyed, secret: true, ..Counter::default() };
    let seen = catalog.counters.add(Name::new("p", "seen"), seen).unwrap();
    let open = Counter { scope: Scope::Keyed, ..Counter::default() };
    let open = catalog.counters.add(Name::new("p", "open"), open).unwrap();
    let marks = Counter { scope: Scope::Keyed, max: Some(1), ..Counter::default() };
    let marks = catalog.counters.add(Name::new("p", "marks"), marks).unwrap();
    let price = Counter { scope: Scope::Keyed, ..Counter::default() };
    let price = catalog.counters.add(Name::new("p", "price"), price).unwrap();
    let tags = vec![(1, well, 1), (3, well, 4), (3, mark, 1)];
    let zone = Zone { slots: 3, tags, number: Some(price), ..Zone::default() };
    let zone = catalog.zones.add(Name::new("p", "row"), zone).unwrap();
    let hidden = Counter { scope: Scope::Keyed, shown: false, ..Counter::default() };
    let hidden = catalog.counters.add(Name::new("p", "hidden"), hidden).unwrap();
    let mut game = Game::new(Arc::new(catalog), 2, 0, Listeners::default()).unwrap();
    for (counter, key, amount) in [
        (seen, CounterKey::SeatKey(Seat(1), 3), 15),
        (seen, CounterKey::SeatKey(Seat(1), 4), 1),
        (seen, CounterKey::SeatKey(Seat(0), 4), 2),
        (open, CounterKey::Key(3), 1),
        (open, CounterKey::Key(6), 1),
        (marks, CounterKey::Key(3), 1),
        (marks, CounterKey::Key(6), 1),
        (price, CounterKey::Key(2), 1),
        (price, CounterKey::Key(3), 5),
        (hidden, CounterKey::Key(6), 5),
    ] {
        game.effect(Effect::Count { counter, key, amount }).unwrap();
    }
    let words = Words::new(game.catalog(), "en", &|seat| format!("player {}", seat.0));
    let told = |counter, seat: Option<u8>| words.keyed_numbers(game.view(seat.map(Seat)), counter);
    assert_eq!(told(seen, Some(1)).as_deref(), Some("3 = 15; 4 = 1"));
    assert_eq!([told(seen, Some(0)).as_deref(), told(seen, None).as_deref()], [Some("4 = 2"), None]);
    assert_eq!(told(open, None).as_deref(), Some("3 = 1; 6 = 1"), "an amount of 1 is shown");
    assert_eq!(told(marks, None).as_deref(), Some("3; 6"), "a mark has no amount");
    assert_eq!(told(hidden, None), None);
    assert_eq!(told(price, None), None, "the zone shows it");
    assert_eq!(words.slots(game.view(None).public(), zone), "1: well 1; 2: price 1; 3: well 4, mark, price 5");
}

#[test]
fn who_goes_where_is_worded_by_the_thing_that_the_key_names() {
    let mut catalog = Catalog::default();
    for (key, text) in [("zone.barn", "Barn"), ("token.ghost", "Ghost"), ("ask.send.no", "Nobody")] {
        catalog.texts.set("en", key, text);
    }
    let listed = |(number, key): (u32, &&str)| Listed {
        secret: false,
        wording: None,
        key: (*key).into(),
        target: Target::Segment(tilewright_core::catalog::id::SegmentId(0)),
        meaning: Meaning::Script(number),
    };
    let keys = ["1,0:path:E>barn", "ghost@1,0:path:E", "no", "1,0:path:E", "1,0:path:E>loft"];
    let options = Options::List((0..).zip(&keys).map(listed).collect());
    let decision = Decision { seat: Seat(0), ask: "send".into(), pack: None, secret: false, options };
    let game = Game::new(Arc::new(catalog), 2, 0, Listeners::default()).unwrap();
    let words = Words::new(game.catalog(), "en", &|seat| format!("player {}", seat.0));
    let told: Vec<_> = (0..keys.len() as u32).map(|n| words.option(&game, &decision, Pick::Listed(n))).collect();
    let wanted = [Some("Barn"), Some("Ghost"), Some("Nobody"), None, None];
    assert_eq!(told.iter().map(Option::as_deref).collect::<Vec<_>>(), wanted);
}

#[test]
fn options_that_other_rules_add_leave_the_others_their_words() {
    let mut catalog = Catalog::default();
    for (key, text) in [("ask.send.stay", "Stay here"), ("offer.swap", "Swap"), ("ask.send.pass", "Continue")] {
        catalog.texts.set("en", key, text);
    }
    let listed = |key: &str, meaning| Listed {
        key: key.into(),
        target: Target::Number(3),
        meaning,
        secret: false,
        wording: None,
    };
    let options = Options::List(vec![
        listed("stay", Meaning::Script(0)),
        listed("swap:2", Meaning::Added { group: "swap".into(), table: None }),
        listed("pass", Meaning::Step(Pick::Pass)),
        listed("other", Meaning::Script(1)),
    ]);
    let decision = Decision { seat: Seat(0), ask: "send".into(), pack: None, secret: false, options };
    let game = Game::new(Arc::new(catalog), 2, 0, Listeners::default()).unwrap();
    let words = Words::new(game.catalog(), "en", &|seat| format!("player {}", seat.0));
    let about = |target: Target, said: &str| match target {
        Target::Number(number) if said != "Swap" => number.to_string(),
        _ => String::new(),
    };
    let told = (0..4).map(|n| words.in_full(&game, &decision, Pick::Listed(n), about));
    assert_eq!(told.collect::<Vec<_>>(), ["Stay here: 3", "Swap", "Continue: 3", "3"]);
    let told = (0..4).map(|n| words.in_full(&game, &decision, Pick::Listed(n), |_, _| String::new()));
    assert_eq!(told.collect::<Vec<_>>(), ["Stay here", "Swap", "Continue", "other"]);
}

#[test]
fn answers_are_worded_by_the_parts_of_their_keys() {
    let mut catalog = Catalog::default();
    for (key, text) in [
        ("ask.sail.stop", "Stop"),
        ("ask.sail.stack", "Hidden stack {1}"),
        ("ask.sail.stack:1", "The first stack"),
        ("ask.sail.unit", "Here: {1} ({2}, {3}) {9} {"),
        ("ask.sail.path", "Path {1}, space {2}"),
        ("ask.sail.walk", "Walk to {1}"),
        ("ask.sail.far", "{3} Far {1}{2}, from {0}"),
        ("ask.sail.bank", "{1} to the bank"),
        ("ask.sail.seat", "{1} to {0}"),
        ("figure.fort", "Fort"),
        ("terrain.land", "Land"),
    ] {
        catalog.texts.set("en", key, text);
    }
    catalog.texts.set("nl", "ask.sail.stack", "Gedekte stapel {1}");
    let said = |language: &str, key: &str| {
        let seat = |seat: tilewright_core::catalog::seat::Seat| format!("player {}", seat.0 + 1);
        Words::new(&catalog, language, &seat).answer(None, "sail", key)
    };
    for (key, wanted) in [
        ("stop", Some("Stop")),
        ("stack:1", Some("The first stack")),
        ("stack:12", Some("Hidden stack 12")),
        ("unit:fort:land:N.E", Some("Here: Fort (Land, N.E) {")),
        ("path:3,2", Some("Path 3, space 2")),
        ("walk:2,-1", Some("Walk to 2,-1")),
        ("far:2", Some("Far 2, from far")),
        ("bank=1,seat0=2,seat2=4", Some("1 to the bank, 2 to player 1, 4 to player 3")),
        ("bank=1,harbour=2", None),
        ("stay", None),
        ("hidden:2", None),
    ] {
        assert_eq!(said("en", key).as_deref(), wanted, "{key}");
    }
    assert_eq!(said("nl", "stack:2").as_deref(), Some("Gedekte stapel 2"));
    assert_eq!(said("nl", "stop").as_deref(), Some("Stop"), "English fills the gaps of Dutch");
}
