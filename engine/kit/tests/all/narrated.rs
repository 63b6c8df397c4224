//! Tests that every value in events is narrated, and that players learn everything that later events do not show.

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::{FigureId, Symbol, Table, TileId};
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::catalog::seat::{Seat, SeatSet};
use tilewright_core::session::Session;
use tilewright_core::state::effect::Place;
use tilewright_core::state::event::Event;
use tilewright_core::state::happening::{EVENTS, Happening, Left, Rolled};
use tilewright_kit::packs::load::{Request, load, load_from};
use tilewright_wording::facts::{Fact, NarratedValue, facts};
use tilewright_wording::log::lines;
use tilewright_wording::narration::{Narration, Spot, narrate};

use crate::{packs, pond};

fn start_session() -> Session {
    let loaded = load(&packs(), &Request::new(["everything"])).unwrap();
    let mut session = Session::new(loaded.machine().unwrap(), 2, 7).unwrap();
    session.start().unwrap();
    session
}

/// Returns the number of a thing by its id.
fn id<I: tilewright_core::catalog::id::Id, T>(table: &Table<I, T>, id: &str) -> I {
    table.find(id).unwrap()
}

/// Returns one of every event, with a value in every field.
fn one_of_each(catalog: &Catalog) -> Vec<Happening> {
    let seat = Seat(1);
    let (tile, figure) = (TileId(0), FigureId(0));
    let segment = tilewright_core::catalog::id::SegmentId(0);
    let (kind, figure_kind) = (id(&catalog.kinds, "start"), id(&catalog.figures, "giant"));
    let (bag, book) = (id(&catalog.bags, "read"), id(&catalog.books, "gift"));
    let (counter, token) = (id(&catalog.counters, "gold"), id(&catalog.tokens, "ghost"));
    let (die, result) = (id(&catalog.dice, "who"), id(&catalog.results, "calm"));
    let cell = Cell::new(0, 0);
    let zone = Place::Zone(id(&catalog.zones, "huts"), 2);
    let reason = Symbol(0);
    vec![
        Happening::PartBegan { seat, reason: Some(reason) },
        Happening::PartEnded { seat, reason: Some(reason) },
        Happening::RoundBegan { seat },
        Happening::RoundEnded { seat },
        Happening::Drawn { seat, kind, bag },
        Happening::Unplayable { seat, kind, bag },
        Happening::SetAside { seat, kind, bag: Some(bag) },
        Happening::Placed { seat, tile, kind, cell, turn: 0, reason: Some(reason) },
        Happening::Merged { seat, tile, segment },
        Happening::Completed { seat, tile, segment },
        Happening::TakenUp { seat, kind, cell, turn: 1, bag: Some(bag), hand: Some(seat), reason: Some(reason) },
        Happening::TileReplaced { seat, tile, kind, cell, turn: 0, reason: Some(reason) },
        Happening::PartAdded { seat, tile, kind, segment, cell, reason: Some(reason) },
        Happening::Parted { seat, segment, rest: Left(Place::Segment(segment)) },
        Happening::TileMoved {
            seat,
            tile,
            kind,
            cell,
            turn: 0,
            from: Left(Place::Cell(Cell::new(1, 0))),
            turned: 2,
            reason: Some(reason),
        },
        Happening::Covered { seat, tile, cell, reason: Some(reason) },
        Happening::Uncovered { seat, tile, cell },
        Happening::Looked { seat, tile, kind: Some(kind) },
        Happening::TurnedUp { seat, tile, kind, cell, turn: 1, reason: Some(reason) },
        Happening::TurnedDown { seat, tile, kind, cell, turn: 1, reason: Some(reason) },
        Happening::Deployed { seat, figure, figure_kind, place: Place::Segment(segment), from: Some(Left(zone)) },
        Happening::TookHome { seat, figure, figure_kind, segment: Some(segment), reason: Some(reason) },
        Happening::Scored { segment: Some(segment), book },
        Happening::Awarded { seat, points: 3, book, segment: Some(segment), reason: Some(reason) },
        Happening::Counted {
            counter,
            amount: -2,
            seat: Some(seat),
            key: Some(3),
            figure_kind: Some(figure_kind),
            owner: Some(seat),
        },
        Happening::TokenMoved { token, place: Some(Place::Cell(cell)) },
        Happening::Rolled { seat, die, face: Rolled { die, face: 1 } },
        Happening::BagChanged { bag, kind: Some(kind), amount: 1 },
        Happening::SlotChanged { place: zone, slot: 1, kind, amount: 1 },
        Happening::BoardChanged {},
        Happening::Raised {
            reason,
            seat: Some(seat),
            tile: Some(tile),
            segment: Some(segment),
            cell: Some(cell),
            figure: Some(figure),
            amount: 4,
        },
        Happening::Begins { seat },
        Happening::HandedOver { seat, giver: seat },
        Happening::Retired { seat, reason: Some(reason) },
        Happening::Ending { reason: Some(reason) },
        Happening::Over { winners: [seat].into_iter().collect(), result: Some(result) },
    ]
}

fn event(what: Happening) -> Event {
    Event { what, seen_by: SeatSet::EVERYBODY }
}

#[test]
fn every_event_is_narrated_with_all_its_fields() {
    let session = start_session();
    let all = one_of_each(session.game().catalog());
    assert!(all.iter().map(|what| what.kind().name()).eq(EVENTS.iter().map(|row| row.name)));
    assert!(!session.symbol(Symbol(0)).is_empty());
    for what in all {
        let facts = facts(&session, "en", &event(what));
        let fields: Vec<&str> = facts.iter().map(|fact| fact.field).collect();
        let declared: Vec<&str> = what.kind().schema().fields.iter().map(|field| field.name).collect();
        assert_eq!(fields, declared, "{what:?}");
        for fact in &facts {
            let said = match &fact.value {
                NarratedValue::Tile { kind, .. } | NarratedValue::Kind(kind) | NarratedValue::Thing(kind) => {
                    kind.name.clone()
                }
                NarratedValue::Reason(text) | NarratedValue::Face(text) => text.clone(),
                NarratedValue::Place(spot) | NarratedValue::Left(spot) => spot.name(),
                _ => continue,
            };
            assert!(!said.is_empty(), "{what:?}: {fact:?}");
        }
        let repeated: Vec<&str> = facts.iter().filter(|fact| fact.repeats).map(|fact| fact.field).collect();
        let wanted: &[&str] = match what.kind().name() {
            "placed" | "tile_replaced" | "tile_moved" => &["kind", "cell", "turn"],
            "part_added" => &["kind", "cell"],
            "looked" => &["kind"],
            "turned_up" | "turned_down" => &["kind", "cell"],
            "deployed" | "took_home" => &["figure"],
            "raised" | "covered" | "uncovered" => &["cell"],
            _ => &[],
        };
        assert_eq!(repeated, wanted, "{what:?}");
    }
}

#[test]
fn a_fact_repeats_another_only_where_both_say_the_same() {
    let session = start_session();
    let raised = Happening::Raised {
        reason: Symbol(0),
        seat: None,
        tile: Some(TileId(0)),
        segment: None,
        cell: Some(Cell::new(2, 3)),
        figure: Some(FigureId(5)),
        amount: 0,
    };
    let facts = facts(&session, "en", &event(raised));
    let fields: Vec<&str> = facts.iter().map(|fact| fact.field).collect();
    assert_eq!(fields, ["reason", "tile", "cell", "figure", "amount"], "missing fields are left out");
    assert!(facts.iter().all(|fact: &Fact| !fact.repeats), "{facts:?}");
}

#[test]
fn people_are_told_what_they_do_not_see_from_what_follows() {
    let session = start_session();
    let game = session.game();
    let catalog = game.catalog();
    let all = one_of_each(catalog);
    let silent: Vec<&str> = all
        .iter()
        .filter(|what| narrate(game, "en", &event(**what)).is_none())
        .map(|what| what.kind().name())
        .collect();
    let wanted = [
        "part_began",
        "part_ended",
        "round_began",
        "round_ended",
        "unplayable",
        "merged",
        "completed",
        "parted",
        "took_home",
        "scored",
        "raised",
    ];
    assert_eq!(silent, wanted);

    let said = |what| narrate(game, "en", &event(what));
    let find = |name: &str| *all.iter().find(|what| what.kind().name() == name).unwrap();
    let Some(Narration::Deployed { seat: Seat(1), figure, place: Spot::Segment { cell, .. }, from: Some(from) }) =
        said(find("deployed"))
    else {
        panic!("where a figure went and where from")
    };
    assert_eq!((figure.id.as_str(), cell, from.name()), ("giant", Cell::new(0, 0), "Huts 2".to_owned()));
    let Some(Narration::Rolled { die, face, .. }) = said(find("rolled")) else { panic!("a roll of a die of seats") };
    assert_eq!((die.id.as_str(), face.as_str()), ("who", "1"));

    // A bag is shuffled, loses a tile, or receives a tile, which may be hidden.
    let (bag, kind) = (id(&catalog.bags, "letters"), Some(id(&catalog.kinds, "start")));
    let changed = |kind, amount| said(Happening::BagChanged { bag, kind, amount });
    assert!(matches!(changed(None, 0), Some(Narration::Shuffled { bag }) if bag.id == "letters"));
    assert!(matches!(changed(kind, -1), Some(Narration::TakenOut { tile: Some(tile), .. }) if tile.id == "start"));
    assert!(matches!(changed(None, 1), Some(Narration::PutBack { tile: None, .. })));
    // Changes of hidden counters and changes by 0 are not narrated.
    let counted = |name, amount| {
        let counter = id(&catalog.counters, name);
        said(Happening::Counted { counter, amount, seat: None, key: None, figure_kind: None, owner: None })
    };
    assert!(matches!(counted("noise", 3), Some(Narration::Counted { seat: None, amount: 3, .. })));
    assert_eq!(counted("noise", 0), None);
    let token = id(&catalog.tokens, "ghost");
    let gone = said(Happening::TokenMoved { token, place: None });
    assert!(matches!(gone, Some(Narration::TokenMoved { place: None, .. })));
}

/// No seat draws before the first turn: only the arrival of a tile in an open bag is narrated.
#[test]
fn tiles_that_are_taken_out_before_play_are_drawn_by_no_seat() {
    let mut world = pond::world();
    let more = "bags: [(id: gone, open: true)], steps: [(prepend: \"setup\", step: script(name: \"take_out\"))], \
                rules: [(use: \"tiles_taken_out\", bag: tiles, out: gone, by_seats: [1, 2])]";
    world.add_file("short", "pack.ron", &pond::head("short", more));
    let loaded = load_from(&world, &Request { lints: false, ..Request::new(["short"]) });
    let session = pond::session(&loaded);
    let game = session.game();
    let told: Vec<Narration> = lines(game, "en").into_iter().map(|line| line.told).collect();
    let [Narration::PutBack { tile: Some(one), bag }, Narration::PutBack { tile: Some(two), .. }] = &told[..] else {
        panic!("{told:?}")
    };
    assert_eq!((&*one.id, &*two.id, &*bag.id), ("Lamp", "Lamp", "gone"));
    let gone = game.catalog().bags.find("gone").unwrap();
    assert_eq!(game.bag(gone).total(), 2);
}
