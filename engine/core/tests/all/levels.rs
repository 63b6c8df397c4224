//! Tests tiles on top of others: covered segments no longer count, and count again when the tile above leaves.

use tilewright_core::board::obstacle::Obstacle;
use tilewright_core::catalog::footing::PlacementPermissions;
use tilewright_core::catalog::id::{FigureKindId, SegmentId, TileId};
use tilewright_core::catalog::lattice::{Cell, Lattice, Planes, Turn};
use tilewright_core::catalog::pose::Pose;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::fixture::drawing::kind_of;
use tilewright_core::fixture::samples::{PATH, SQUARES, draw_sample, fair};
use tilewright_core::fixture::{Sample, lay};
use tilewright_core::state::Game;
use tilewright_core::state::effect::{Effect, Place, Rejected, TileDestination};
use tilewright_core::state::happening::Happening;
use tilewright_core::verify;

const ME: Seat = Seat(0);

/// A tile with two cells, in addition to those of the fixture.
const FERRY: &str = "
ferry*4
..........
..........
rrh....rrr
..........
..........
";

fn long() -> Sample {
    draw_sample(Lattice::Square, &format!("{SQUARES}{FERRY}"))
}

/// Returns a game with a journal, the given tiles and the presets.
fn with(sample: &Sample, tiles: &[(&str, i16, i16, u8)]) -> Game {
    let mut game = Game::new(sample.catalog.clone(), 2, 1, Default::default()).unwrap();
    game.keep_journal(true);
    lay(&mut game, tiles);
    game
}

/// Returns a game with a path over five tiles, with both ends.
fn way() -> Game {
    let tiles =
        [("end", 3, 5, 2), ("straight", 4, 5, 0), ("straight", 5, 5, 0), ("straight", 6, 5, 0), ("end", 7, 5, 0)];
    with(&fair(), &tiles)
}

fn tile_at(game: &Game, x: i16, y: i16) -> TileId {
    game.board().tile_at(Cell::new(x, y)).unwrap().0
}

fn path(game: &Game, x: i16, y: i16) -> SegmentId {
    let (tile, part) = game.board().tile_at(Cell::new(x, y)).unwrap();
    let placed = *game.board().tile(tile).unwrap();
    let segments = &game.catalog().kinds[placed.kind].segments;
    let local = segments.iter().position(|s| s.terrain == PATH && usize::from(s.cell) == part);
    placed.first_segment.plus(local.unwrap() as u32)
}

fn lay_over(game: &mut Game, name: &str, (x, y): (i16, i16), turn: u8) -> Result<(), Rejected> {
    let (kind, footing) = (kind_of(game.catalog(), name), PlacementPermissions { free: false, over: true });
    game.effect(Effect::PlaceTile { seat: ME, kind, cell: Cell::new(x, y), turn: Turn(turn), footing, reason: None })
}

fn take_up(tile: TileId) -> Effect {
    Effect::TakeUp { seat: ME, tile, to: TileDestination::Aside, reason: None }
}

fn event_names(game: &Game, since: usize) -> Vec<&'static str> {
    let worth = |name: &&str| !["bag_changed", "merged", "completed"].contains(name);
    game.journal().unwrap().events[since..].iter().map(|event| event.kind().name()).filter(worth).collect()
}

fn check(game: &Game) {
    verify::position(game).unwrap();
    verify::compare_with_rebuilt(game.board()).unwrap();
}

#[test]
fn what_is_covered_counts_no_longer_and_comes_back() {
    let mut game = way();
    let (under, middle) = (tile_at(&game, 5, 5), path(&game, 5, 5));
    game.effect(Effect::Deploy { seat: ME, figure: FigureKindId(0), place: Place::Segment(middle) }).unwrap();
    let since = game.journal().unwrap().events.len();
    lay_over(&mut game, "fork", (5, 5), 0).unwrap();
    check(&game);
    assert_eq!(event_names(&game, since), ["took_home", "covered", "parted", "parted", "placed"]);
    let over = tile_at(&game, 5, 5);
    let board = game.board();
    assert_eq!((board.level(over), board.level(under), board.height(Cell::new(5, 5))), (1, 0, 2));
    assert_eq!((board.is_covered(under), board.is_covered(over), board.tiles_under(over)), (true, false, vec![under]));
    assert!(board.is_under(middle) && !board.features().is_there(middle));
    assert_eq!(board.features().tiles(path(&game, 3, 5)), 3, "two tiles to the west, and a way of the fork");
    let refused = [take_up(under), Effect::Deploy { seat: ME, figure: FigureKindId(0), place: Place::Segment(middle) }];
    assert_eq!(refused.map(|effect| game.effect(effect).unwrap_err().code), ["tile_is_covered", "place_is_gone"]);
    let since = game.journal().unwrap().events.len();
    game.effect(take_up(over)).unwrap();
    check(&game);
    assert_eq!(event_names(&game, since)[..2], ["taken_up", "uncovered"]);
    assert_eq!((tile_at(&game, 5, 5), path(&game, 5, 5)), (under, middle));
    assert_eq!(game.board().features().tiles(middle), 5);
    assert!(game.board().is_complete(middle) && !game.board().has_levels());
}

#[test]
fn a_tile_lies_even_and_meets_what_is_beside_it() {
    let mut game = with(&long(), &[("straight", 4, 5, 0), ("straight", 5, 5, 0), ("straight", 6, 5, 0)]);
    let before = game.fingerprint();
    let ferry = kind_of(game.catalog(), "ferry");
    // Half of the tile would have nothing beneath it.
    assert_eq!(lay_over(&mut game, "ferry", (6, 5), 0).unwrap_err().code, "does_not_fit");
    // The tile does not match the path to the east.
    assert_eq!(lay_over(&mut game, "ferry", (4, 5), 1).unwrap_err().code, "does_not_fit");
    assert_eq!(game.fingerprint(), before);
    // The obstacles apply without the permission to cover tiles.
    assert!(game.board().obstacles(ferry, Cell::new(4, 5), Turn(0)).contains(&Obstacle::Taken(Cell::new(4, 5))));
    lay_over(&mut game, "ferry", (4, 5), 0).unwrap();
    check(&game);
    assert_eq!(game.board().tiles_under(tile_at(&game, 4, 5)).len(), 2);
    // One of its cells can be covered while the other still counts.
    assert_eq!(lay_over(&mut game, "ferry", (5, 5), 0).unwrap_err().code, "does_not_fit", "one level is not the other");
    lay_over(&mut game, "end", (5, 5), 2).unwrap();
    check(&game);
    let (top, ferry) = (tile_at(&game, 5, 5), tile_at(&game, 4, 5));
    assert_eq!((game.board().level(top), game.board().level(ferry)), (2, 1));
    assert!(game.board().is_covered(ferry) && game.board().features().is_there(path(&game, 4, 5)));
    assert_eq!(game.effect(take_up(ferry)).unwrap_err().code, "tile_is_covered");
    game.effect(take_up(top)).unwrap();
    game.effect(take_up(ferry)).unwrap();
    check(&game);
    assert_eq!(game.board().features().tiles(path(&game, 5, 5)), 3);
}

#[test]
fn a_tile_on_others_can_be_moved_turned_and_replaced() {
    let mut game = way();
    lay_over(&mut game, "straight", (5, 5), 0).unwrap();
    let tile = tile_at(&game, 5, 5);
    let go = |x, y, turn, over| {
        let (cell, footing) = (Cell::new(x, y), PlacementPermissions { free: false, over });
        Effect::MoveTile { seat: ME, tile, cell, turn: Turn(turn), footing, reason: None }
    };
    game.effect(go(5, 5, 2, false)).unwrap();
    check(&game);
    assert_eq!(game.board().level(tile), 1);
    assert_eq!(game.effect(go(6, 5, 0, false)).unwrap_err().code, "does_not_fit");
    game.effect(go(6, 5, 0, true)).unwrap();
    check(&game);
    assert_eq!((game.board().height(Cell::new(5, 5)), game.board().height(Cell::new(6, 5))), (1, 2));
    let kind = kind_of(game.catalog(), "fork");
    let to = TileDestination::Aside;
    game.effect(Effect::ReplaceTile { seat: ME, tile, kind, turn: Turn(0), to, reason: None }).unwrap();
    check(&game);
    assert_eq!((game.board().level(tile_at(&game, 6, 5)), game.set_aside().len()), (1, 1));
}

#[test]
fn places_on_tiles_are_those_where_a_tile_may_lie() {
    let game = with(&long(), &[("straight", 4, 5, 0), ("straight", 5, 5, 0), ("fork", 6, 5, 0), ("end", 4, 4, 0)]);
    let board = game.board();
    for kind in game.catalog().kinds.ids() {
        let mut plainly = Vec::new();
        for (x, y) in (-3..12).flat_map(|y| (-3..12).map(move |x| (x, y))) {
            let at = |turn| (Cell::new(x, y), turn);
            let footing = PlacementPermissions { free: false, over: true };
            let fits = |turn: &Turn| {
                board.fits_as(kind, Pose::new(Cell::new(x, y), *turn), footing) && board.height(Cell::new(x, y)) > 0
            };
            plainly.extend(game.catalog().lattice.turns().filter(fits).map(at));
        }
        plainly.sort_unstable();
        assert_eq!(board.list_placements_over(kind, Planes::ALL), plainly, "{}", game.catalog().kinds.key(kind));
    }
}

#[test]
fn covering_tells_what_was_covered() {
    let mut game = with(&long(), &[("straight", 4, 5, 0), ("straight", 5, 5, 0), ("straight", 6, 5, 0)]);
    let (west, east) = (tile_at(&game, 4, 5), tile_at(&game, 5, 5));
    let since = game.journal().unwrap().events.len();
    lay_over(&mut game, "ferry", (4, 5), 0).unwrap();
    let events = &game.journal().unwrap().events[since..];
    let covered = events.iter().filter_map(|event| match event.what {
        Happening::Covered { tile, cell, .. } => Some((tile, cell)),
        _ => None,
    });
    assert_eq!(covered.collect::<Vec<_>>(), [(west, Cell::new(4, 5)), (east, Cell::new(5, 5))]);
}
