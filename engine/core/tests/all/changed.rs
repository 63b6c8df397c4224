//! Tests changes of placed tiles: earlier reports about a feature are not repeated, and figures on it stay.

use tilewright_core::catalog::Combine;
use tilewright_core::catalog::id::{CounterId, FigureKindId, SegmentId, TerrainId, TileId, TileKindId};
use tilewright_core::catalog::lattice::{Cell, Turn};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::{Counter, Scope};
use tilewright_core::fixture::drawing::{kind_of, name};
use tilewright_core::fixture::lay;
use tilewright_core::fixture::samples::{HEARTH, PATH, heath};
use tilewright_core::state::Game;
use tilewright_core::state::effect::{CounterKey, Effect, Place, TileDestination};
use tilewright_core::state::event::Event;
use tilewright_core::state::happening::Happening;
use tilewright_core::verify;

use crate::boards::bridge_sample;

const ME: Seat = Seat(0);

fn tile_at(game: &Game, x: i16, y: i16) -> TileId {
    game.board().tile_at(Cell::new(x, y)).unwrap().0
}

/// Returns the first path segment of the tile on a cell.
fn path(game: &Game, x: i16, y: i16) -> SegmentId {
    let tile = *game.board().tile(tile_at(game, x, y)).unwrap();
    let local = game.catalog().kinds[tile.kind].segments.iter().position(|segment| segment.terrain == PATH);
    tile.first_segment.plus(local.unwrap() as u32)
}

fn events(game: &Game, since: usize) -> Vec<&'static str> {
    game.journal().unwrap().events[since..].iter().map(|event| event.kind().name()).collect()
}

fn count(game: &Game) -> usize {
    game.journal().unwrap().events.len()
}

fn replace(game: &Game, tile: TileId, kind: &str, turn: u8) -> Effect {
    let kind = kind_of(game.catalog(), kind);
    Effect::ReplaceTile { seat: ME, tile, kind, turn: Turn(turn), to: TileDestination::Aside, reason: None }
}

/// Returns the effect that adds a part over the given sides of the tile on a cell.
fn add(game: &Game, (x, y): (i16, i16), sides: &[u8]) -> Effect {
    let tile = tile_at(game, x, y);
    let placed = game.board().tile(tile).unwrap();
    let mut found = game.catalog().extensions(placed.kind, placed.turn, PATH);
    let (extension, _) =
        found.find(|(_, reached)| reached.iter().map(|side| side.0).eq(sides.iter().copied())).unwrap();
    Effect::AddPart { seat: ME, tile, kind: extension.kind, reason: None }
}

/// Places a complete path from west to east, with the middle tile last.
fn way(game: &mut Game) {
    game.keep_journal(true);
    lay(game, &[("end", 4, 5, 2), ("end", 6, 5, 0), ("straight", 5, 5, 0)]);
}

/// Returns the number of paths that were reported as complete since an event.
fn completed_paths(game: &Game, since: usize) -> usize {
    let is_path = |event: &Event| matches!(event.what, Happening::Completed { segment, .. } if game.board().terrain(segment) == PATH);
    game.journal().unwrap().events[since..].iter().filter(|event| is_path(event)).count()
}

/// Returns the terrains of the features that are to be scored, sorted.
fn due(game: &Game) -> Vec<TerrainId> {
    let mut due: Vec<_> = game.completed_features().iter().map(|&segment| game.board().terrain(segment)).collect();
    due.sort_unstable();
    due
}

#[test]
fn what_was_complete_is_not_completed_again_when_its_tile_is_replaced() {
    let mut game = heath().game(2);
    way(&mut game);
    assert!(due(&game).contains(&PATH) && due(&game).contains(&HEARTH));
    let since = count(&game);
    let effect = replace(&game, tile_at(&game, 5, 5), "straight", 2);
    game.effect(effect).unwrap();
    assert_eq!(events(&game, since), ["taken_up", "tile_replaced"]);
    let features = game.board().features();
    assert_eq!(features.root(path(&game, 4, 5)), features.root(path(&game, 5, 5)), "one path still");
    verify::position(&game).unwrap();
}

#[test]
fn what_is_due_stays_due_when_its_tile_is_replaced() {
    let mut game = heath().game(2);
    way(&mut game);
    let before = due(&game);
    let effect = replace(&game, tile_at(&game, 5, 5), "straight", 2);
    game.effect(effect).unwrap();
    assert_eq!(due(&game), before, "everything is scored once");
    // A path that is no longer complete is not scored, and can be completed again.
    let effect = Effect::TakeUp { seat: ME, tile: tile_at(&game, 6, 5), to: TileDestination::Aside, reason: None };
    game.effect(effect).unwrap();
    assert!(!due(&game).contains(&PATH));
    let since = count(&game);
    lay(&mut game, &[("end", 6, 5, 0)]);
    assert_eq!(completed_paths(&game, since), 1);
}

#[test]
fn a_tile_that_finishes_more_than_the_old_one_reports_that_alone() {
    let mut game = heath().game(2);
    way(&mut game);
    let since = count(&game);
    // The path in the south is open, and the paths in the west and the east are no longer connected.
    let effect = replace(&game, tile_at(&game, 5, 5), "fork", 0);
    game.effect(effect).unwrap();
    assert_eq!(events(&game, since), ["taken_up", "tile_replaced", "parted"]);
    let since = count(&game);
    lay(&mut game, &[("end", 5, 6, 1)]);
    assert_eq!(completed_paths(&game, since), 1, "the path in the south");
    verify::position(&game).unwrap();
}

#[test]
fn a_feature_that_comes_apart_is_reported_and_one_that_goes_on_is_not() {
    let sample = heath().with(|catalog| {
        let counter = Counter { scope: Scope::Feature(Combine::Sum), ..Counter::default() };
        catalog.counters.add(name("toll"), counter).unwrap();
    });
    let mut game = sample.game(2);
    way(&mut game);
    let key = CounterKey::Feature(path(&game, 4, 5));
    game.effect(Effect::Count { counter: CounterId(0), key, amount: 3 }).unwrap();
    let effect = replace(&game, tile_at(&game, 5, 5), "straight", 2);
    game.effect(effect).unwrap();
    assert_eq!(game.counter(CounterId(0), CounterKey::Feature(path(&game, 6, 5))), 3, "the number is kept once");
}

#[test]
fn a_part_joins_features_and_leaves_everything_where_it_is() {
    let mut game = bridge_sample().game(2);
    game.keep_journal(true);
    // A wall tile with heath on three sides.
    lay(&mut game, &[("cap", 5, 6, 2), ("cap", 5, 5, 0)]);
    let tile = tile_at(&game, 5, 5);
    let wall = game.board().tile(tile).unwrap().first_segment;
    game.effect(Effect::Deploy { seat: ME, figure: FigureKindId(0), place: Place::Segment(wall) }).unwrap();
    let bare = game.board().tile(tile).unwrap().kind;
    let tiles = game.board().laid_count();
    let since = count(&game);
    let fitting = game.catalog().extensions(bare, Turn::NONE, PATH).filter(|(e, _)| game.can_add_part(tile, e.kind));
    let fitting: Vec<Vec<u8>> = fitting.map(|(_, sides)| sides.iter().map(|side| side.0).collect()).collect();
    assert!(fitting.contains(&vec![1, 3]), "{fitting:?}");
    assert!(!fitting.contains(&vec![1, 2]), "the cap in the south shows heath: {fitting:?}");
    let effect = add(&game, (5, 5), &[1, 3]);
    game.effect(effect).unwrap();
    assert_eq!(events(&game, since), ["part_added"]);
    assert_eq!((game.board().laid_count(), game.board().tile(tile).is_some()), (tiles, true), "the same tile");
    assert_eq!(game.catalog().bare(game.board().tile(tile).unwrap().kind), bare);
    assert_eq!(game.figures().next().unwrap().1.place, Some(Place::Segment(wall)));
    assert_eq!(game.board().features().claim(wall, ME), 1);
    let bridge = path(&game, 5, 5);
    assert_eq!(game.board().features().open_sides(bridge), 2);
    // The cells next to it now require a path, and tiles that match complete the path.
    let since = count(&game);
    lay(&mut game, &[("end", 4, 5, 2), ("end", 6, 5, 0)]);
    assert_eq!(completed_paths(&game, since), 1);
    let features = game.board().features();
    assert_eq!((features.root(bridge), features.tiles(bridge)), (features.root(path(&game, 4, 5)), 3));
    verify::position(&game).unwrap();
    verify::compare_with_rebuilt(game.board()).unwrap();
}

#[test]
fn a_part_that_finishes_a_path_completes_it_once() {
    let mut game = bridge_sample().game(2);
    game.keep_journal(true);
    lay(&mut game, &[("end", 4, 5, 2), ("end", 6, 5, 0), ("well", 5, 6, 0)]);
    // Only a tile with a path fits between the ends; with the bridge the well fits, too.
    let well = kind_of(game.catalog(), "well");
    assert!(game.board().turns_at(well, Cell::new(5, 5)).iter().next().is_none());
    let (extension, _) =
        game.catalog().extensions(well, Turn::NONE, PATH).find(|(_, s)| s.len() == 2 && s[1].0 == 3).unwrap();
    let spanned: TileKindId = extension.kind;
    assert!(game.board().turns_at(spanned, Cell::new(5, 5)).iter().count() > 0);
    let place = Effect::PlaceTile {
        seat: ME,
        kind: spanned,
        cell: Cell::new(5, 5),
        turn: game.board().turns_at(spanned, Cell::new(5, 5)).iter().next().unwrap(),
        footing: Default::default(),
        reason: None,
    };
    let since = count(&game);
    game.effect(place).unwrap();
    assert_eq!(completed_paths(&game, since), 1, "{:?}", events(&game, since));
    // A tile that leaves the board loses its added parts.
    let effect = Effect::TakeUp { seat: ME, tile: tile_at(&game, 5, 5), to: TileDestination::Hand(ME), reason: None };
    game.effect(effect).unwrap();
    assert_eq!(game.hand(ME).collect::<Vec<_>>(), [well]);
    verify::position(&game).unwrap();
}

#[test]
fn parts_are_refused_where_they_do_not_fit() {
    let mut game = bridge_sample().game(2);
    game.keep_journal(true);
    lay(&mut game, &[("well", 5, 5, 0), ("well", 6, 5, 0)]);
    let before = game.fingerprint();
    let effect = add(&game, (5, 5), &[1, 3]);
    assert_eq!(game.effect(effect).unwrap_err().code, "does_not_fit", "the tile in the east shows heath");
    let kind = kind_of(game.catalog(), "keep");
    let effect = Effect::AddPart { seat: ME, tile: tile_at(&game, 5, 5), kind, reason: None };
    assert_eq!(game.effect(effect).unwrap_err().code, "no_such_part");
    assert_eq!(game.fingerprint(), before);
}
