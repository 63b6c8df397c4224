//! Tests numbers that no game has: seats, cells, sides and turns out of range are refused or give `None`.

use std::sync::Arc;

use tilewright_core::catalog::id::{EdgeTypeId, FigureKindId, Id, Name, TerrainId};
use tilewright_core::catalog::lattice::{Cell, Lattice, MAX_SIDES, Plane, Planes, Side, Turn, Turns};
use tilewright_core::catalog::seat::{Seat, WrongSeats};
use tilewright_core::catalog::tile::{EdgeType, Port, Segment, Terrain, TileCell, TileKind};
use tilewright_core::catalog::{Catalog, Counter, FigureKind, MAX_SEATS, Preset, Scope};
use tilewright_core::state::Game;
use tilewright_core::state::effect::CounterKey;
use tilewright_core::state::event::Listeners;

/// Returns a catalog with one tile of sea on the board, a figure and a counter.
fn catalog(lattice: Lattice) -> Arc<Catalog> {
    let name = |local: &str| Name::new("base", local);
    let mut c = Catalog { seats: (1, MAX_SEATS as u8), lattice, ..Catalog::default() };
    c.terrains.add(name("sea"), Terrain::default()).unwrap();
    c.books.add(name("sea"), ()).unwrap();
    c.edges.add(name("sea"), EdgeType { ports: vec![TerrainId::from_index(0)], ..EdgeType::default() }).unwrap();
    c.figures.add(name("boat"), FigureKind { supply: 3, ..FigureKind::default() }).unwrap();
    c.counters.add(name("gold"), Counter { scope: Scope::Seat, ..Counter::default() }).unwrap();
    let ports = lattice.sides_at((0, 0)).map(|side| Port { side, index: 0 }).collect();
    let segment = Segment { terrain: TerrainId::from_index(0), cell: 0, ports, tags: Vec::new(), touches: 0 };
    let cells = vec![TileCell { offset: (0, 0), edges: [EdgeTypeId::from_index(0); MAX_SIDES] }];
    let kind = c.kinds.add(name("open"), TileKind { cells, segments: vec![segment], ..TileKind::default() }).unwrap();
    c.board.presets = vec![Preset { kind, cell: Cell::ORIGIN, turn: Turn::NONE, from: None }];
    c.finish();
    Arc::new(c)
}

#[test]
fn a_game_of_no_seat_or_of_too_many_is_refused() {
    let catalog = catalog(Lattice::Square);
    for seats in 0..=u8::MAX {
        let game = Game::new(Arc::clone(&catalog), seats, 1, Listeners::default());
        let possible = (1..=MAX_SEATS).contains(&usize::from(seats));
        assert_eq!(game.err(), (!possible).then_some(WrongSeats { seats, only: None }));
    }
    let refused = Game::new(catalog, 13, 1, Listeners::default()).unwrap_err();
    assert_eq!(refused.to_string(), "a game has 1 to 12 seats, not 13");
}

#[test]
fn seats_that_do_not_play_have_nothing_and_see_only_what_is_public() {
    let game = Game::new(catalog(Lattice::Square), 2, 1, Listeners::default()).unwrap();
    let counter = game.catalog().counters.find("gold").unwrap();
    for seat in (0..=u8::MAX).map(Seat) {
        let plays = seat.0 < 2;
        assert_eq!(game.supply(FigureKindId::from_index(0), seat), if plays { 3 } else { 0 });
        assert_eq!(game.hand(seat).count(), 0);
        assert_eq!(game.counter(counter, CounterKey::Seat(seat)), 0);
        assert_eq!(game.view(Some(seat)).events().count(), 0);
        assert_eq!(game.seats_from(seat).count(), 2);
        assert_eq!(game.imagine(seat, &mut tilewright_core::state::chance::Generator::new(1)).seat_count(), 2);
    }
}

#[test]
fn cells_sides_and_turns_beyond_what_there_is_are_answered_by_nothing() {
    for lattice in Lattice::ALL {
        let catalog = catalog(lattice);
        let game = Game::new(Arc::clone(&catalog), 2, 1, Listeners::default()).unwrap();
        let (board, kind) = (game.board(), catalog.kinds.find("open").unwrap());
        let far = [i16::MIN, -1024, -1023, 1023, 1024, 1025, 2048, i16::MAX];
        for cell in far.iter().flat_map(|&x| far.iter().map(move |&y| Cell::new(x, y))) {
            assert_eq!(board.tile_at(cell), None);
            assert_eq!(board.turns_at(kind, cell), Turns::NONE);
            let is_there = cell.in_reach() && cell.plane() == Plane::FIRST && lattice.has_cell(cell);
            assert_eq!(board.exists(cell), is_there);
            assert!(!board.obstacles(kind, cell, Turn::NONE).is_empty());
            assert_eq!(board.if_placed(kind, cell, Turn::NONE), None);
            assert_eq!(board.demand_at(cell), None);
            assert_eq!(board.find_segment(cell, "sea:N"), None);
            assert_eq!(Cell::of_number(cell.number()), cell);
        }
        for number in lattice.side_count() as u8..=u8::MAX {
            let (side, turn) = (Side(number), Turn(number));
            assert_eq!(board.edge_towards(Cell::ORIGIN, side), None);
            assert!(board.across(board.tiles().next().unwrap().first_segment, side).is_empty());
            assert!(catalog.faces(kind, turn).is_empty());
            assert!(!Turns::all(lattice).contains(turn));
            assert!(!board.obstacles(kind, Cell::new(1, 0), turn).is_empty());
            assert_eq!(board.if_placed(kind, Cell::new(1, 0), turn), None);
        }
        assert_eq!(board.get_placement(kind, Planes::ALL, u32::MAX), None);
    }
}
