//! Tests tiles that are taken up, moved, turned and replaced: after each change, the board must equal one that is
//! rebuilt from its tiles.

use tilewright_core::catalog::footing::PlacementPermissions;
use tilewright_core::catalog::id::{CounterId, FigureKindId, SegmentId, TileId, TileKindId, TokenId};
use tilewright_core::catalog::joint::{Corner, JointAt};
use tilewright_core::catalog::lattice::{Cell, Planes, Turn};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::{Combine, Counter, MAX_SEATS, Scope, WhenParted};
use tilewright_core::fixture::drawing::{kind_of, name};
use tilewright_core::fixture::rulebook::finish;
use tilewright_core::fixture::samples::{GHOST, PATH, fair, heath};
use tilewright_core::fixture::{Sample, answer, answers, lay};
use tilewright_core::state::Game;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::effect::{CounterKey, Effect, Place, Rejected, TileDestination};
use tilewright_core::state::event::EventKind;
use tilewright_core::state::happening::Happening;
use tilewright_core::verify;

use crate::boards::all;

/// Number of tiles above which more are taken up than placed.
const MANY: usize = 13;

/// Returns a game with a journal, whose effects have no listeners.
fn quiet(sample: &Sample) -> Game {
    let mut game = Game::new(sample.catalog.clone(), MAX_SEATS as u8, 1, Default::default()).unwrap();
    game.keep_journal(true);
    game
}

fn nth_tile(game: &Game, chance: &mut Generator) -> Option<TileId> {
    let count = game.board().tiles().len();
    if count == 0 {
        None
    } else {
        game.board().numbered_tiles().nth(chance.below(count as u32) as usize).map(|(t, _)| t)
    }
}

/// Returns a place where a kind fits, or sometimes a random place.
fn some_place(game: &Game, kind: TileKindId, chance: &mut Generator) -> Option<(Cell, Turn)> {
    let turns = game.catalog().lattice.side_count() as u32;
    if chance.below(8) == 0 {
        let mut number = || chance.below(7) as i16 - 3;
        return Some((Cell::new(number(), number()), Turn(chance.below(turns) as u8)));
    }
    if chance.below(3) == 0 {
        let over = game.board().list_placements_over(kind, Planes::ALL);
        let nth = chance.below(over.len().max(1) as u32) as usize;
        return over.get(nth).copied();
    }
    let count = game.board().count_placements(kind, Planes::ALL);
    (count > 0).then(|| game.board().get_placement(kind, Planes::ALL, chance.below(count)).unwrap())
}

/// Returns a random change; `None` if there is no change of the chosen type.
fn some_change(game: &Game, chance: &mut Generator) -> Option<Effect> {
    let kinds = game.catalog().kinds.len() as u32;
    // The claims of the first eight seats are stored separately from those of the others.
    let seat = Seat([0, 1, 8, 11][chance.below(4) as usize]);
    let is_full = game.board().tiles().len() > MANY;
    let footing = PlacementPermissions { free: chance.below(3) == 0, over: chance.below(2) == 0 };
    Some(match chance.below(if is_full { 9 } else { 14 }) {
        0..=2 => {
            let to = [TileDestination::Aside, TileDestination::Hand(seat)][chance.below(2) as usize];
            Effect::TakeUp { seat, tile: nth_tile(game, chance)?, to, reason: None }
        }
        3..=4 => {
            let tile = nth_tile(game, chance)?;
            let (cell, turn) = some_place(game, game.board().tile(tile)?.kind, chance)?;
            Effect::MoveTile { seat, tile, cell, turn, footing, reason: None }
        }
        5 => {
            let tile = nth_tile(game, chance)?;
            let turn = Turn(chance.below(game.catalog().lattice.side_count() as u32) as u8);
            Effect::MoveTile { seat, tile, cell: game.board().tile(tile)?.cell, turn, footing, reason: None }
        }
        6 => {
            let (tile, kind) = (nth_tile(game, chance)?, TileKindId(chance.below(kinds) as u16));
            let turn = Turn(chance.below(game.catalog().lattice.side_count() as u32) as u8);
            Effect::ReplaceTile { seat, tile, kind, turn, to: TileDestination::Aside, reason: None }
        }
        7 => {
            let segment = some_segment(game, chance)?;
            let cell = game.board().cell_of(segment);
            let corner = Corner(chance.below(game.catalog().lattice.side_count() as u32) as u8);
            let joint = game.catalog().lattice.joint(cell, JointAt::Corner(corner)).map(Place::Joint);
            let place = joint.filter(|_| chance.below(3) == 0).unwrap_or(Place::Segment(segment));
            Effect::Deploy { seat, figure: FigureKindId(0), place }
        }
        8 if chance.below(2) == 0 => {
            let tile = nth_tile(game, chance)?;
            let extensions = &game.catalog().kinds[game.board().tile(tile)?.kind].extensions;
            let kind = extensions.get(chance.below(extensions.len().max(1) as u32) as usize)?.kind;
            Effect::AddPart { seat, tile, kind, reason: None }
        }
        8 => {
            let segment = some_segment(game, chance)?;
            Effect::MoveToken { token: TokenId(0), place: Some(Place::Segment(segment)) }
        }
        _ => {
            let kind = TileKindId(chance.below(kinds) as u16);
            let (cell, turn) = some_place(game, kind, chance)?;
            Effect::PlaceTile {
                seat,
                kind,
                cell,
                turn,
                footing: PlacementPermissions { free: true, ..footing },
                reason: None,
            }
        }
    })
}

fn some_segment(game: &Game, chance: &mut Generator) -> Option<SegmentId> {
    let features = game.board().features();
    let count = features.segments().count() as u32;
    if count == 0 { None } else { features.segments().nth(chance.below(count) as usize) }
}

#[test]
fn what_is_left_is_as_if_joined_from_scratch() {
    let changes: u32 = crate::amount(20_000, 100_000);
    let boards = all();
    let each = changes / boards.len() as u32 + 1;
    for (name, sample) in boards {
        let mut chance = Generator::new(7);
        let mut game = quiet(&sample);
        let (mut done, mut seen, mut covered, mut added) = (0, [0u32; 4], 0, 0);
        while done < each {
            // The boards are small and replaced often, so that numbers of tiles do not run out.
            if done % 500 == 0 {
                game = quiet(&sample);
                game.keep_journal(false);
            }
            let Some(effect) = some_change(&game, &mut chance) else { continue };
            if matches!(effect, Effect::MoveToken { .. }) && game.catalog().tokens.is_empty() {
                continue;
            }
            let before = game.fingerprint();
            match game.effect(effect.clone()) {
                Ok(()) => {
                    done += 1;
                    seen[match effect {
                        Effect::TakeUp { .. } => 0,
                        Effect::MoveTile { .. } => 1,
                        Effect::ReplaceTile { .. } => 2,
                        _ => 3,
                    }] += 1;
                    covered += u32::from(game.board().has_levels());
                    added += u32::from(matches!(effect, Effect::AddPart { .. }));
                    if let Err(wrong) = verify::compare_with_rebuilt(game.board()) {
                        panic!("{name}, change {done}, {effect:?}: {wrong}");
                    }
                    if done % 8 == 0
                        && let Err(wrong) = verify::position(&game)
                    {
                        panic!("{name}, change {done}, {effect:?}: {wrong}");
                    }
                }
                Err(Rejected { .. }) => assert_eq!(game.fingerprint(), before, "{name}: {effect:?} was refused"),
            }
        }
        assert!(seen.iter().all(|&count| count > each / 80), "{name}: {seen:?} of taken, moved, replaced, others");
        let can_add = !sample.catalog.added_parts.is_empty();
        assert_eq!(added > each / 200, can_add, "{name}: {added} parts were added");
        assert!(covered > each / 10, "{name}: tiles covered others after {covered} changes");
    }
}

const ME: Seat = Seat(0);
const YOU: Seat = Seat(1);

/// Returns the tile on a cell.
fn tile_at(game: &Game, x: i16, y: i16) -> TileId {
    game.board().tile_at(Cell::new(x, y)).unwrap().0
}

/// Returns the path segment of the tile on a cell.
fn path(game: &Game, x: i16, y: i16) -> SegmentId {
    let tile = *game.board().tile(tile_at(game, x, y)).unwrap();
    let local = game.catalog().kinds[tile.kind].segments.iter().position(|segment| segment.terrain == PATH);
    tile.first_segment.plus(local.unwrap() as u32)
}

fn take_up(tile: TileId) -> Effect {
    Effect::TakeUp { seat: ME, tile, to: TileDestination::Aside, reason: None }
}

fn move_tile(tile: TileId, (x, y): (i16, i16), turn: u8) -> Effect {
    Effect::MoveTile {
        seat: ME,
        tile,
        cell: Cell::new(x, y),
        turn: Turn(turn),
        footing: PlacementPermissions::FREE,
        reason: None,
    }
}

/// Returns the names of the events from index `since` on.
fn event_names(game: &Game, since: usize) -> Vec<&'static str> {
    game.journal().unwrap().events[since..].iter().map(|event| event.kind().name()).collect()
}

/// Returns a game with a path from west to east over three tiles, an end on either side, and the preset.
fn way(sample: &Sample) -> Game {
    let mut game = quiet(sample);
    let tiles =
        [("end", 3, 5, 2), ("straight", 4, 5, 0), ("straight", 5, 5, 0), ("straight", 6, 5, 0), ("end", 7, 5, 0)];
    lay(&mut game, &tiles);
    game
}

#[test]
fn figures_go_home_and_tokens_leave_before_the_tile_does() {
    let mut game = way(&fair());
    let middle = path(&game, 5, 5);
    for (seat, place) in
        [(ME, Place::Segment(middle)), (YOU, Place::Segment(path(&game, 4, 5))), (YOU, Place::Cell(Cell::new(5, 5)))]
    {
        game.effect(Effect::Deploy { seat, figure: FigureKindId(0), place }).unwrap();
    }
    game.effect(Effect::MoveToken { token: GHOST, place: Some(Place::Segment(middle)) }).unwrap();
    assert!(game.board().is_complete(middle));
    let since = game.journal().unwrap().events.len();
    game.effect(take_up(tile_at(&game, 5, 5))).unwrap();
    assert_eq!(event_names(&game, since)[..3], ["took_home", "token_moved", "taken_up"]);
    assert_eq!(
        event_names(&game, since).iter().filter(|name| **name == "parted").count(),
        2,
        "the path, and one of two heaths"
    );
    assert_eq!(game.token(GHOST), None);
    let standing: Vec<(Seat, Option<Place>)> = game.figures().map(|(_, figure)| (figure.seat, figure.place)).collect();
    assert_eq!(standing, [(YOU, Some(Place::Segment(path(&game, 4, 5)))), (YOU, Some(Place::Cell(Cell::new(5, 5))))]);
    let features = game.board().features();
    let (west, east) = (path(&game, 3, 5), path(&game, 7, 5));
    assert_eq!([west, east].map(|s| (features.tiles(s), features.open_sides(s))), [(2, 1), (2, 1)]);
    assert_eq!([west, east].map(|s| features.claim(s, YOU)), [1, 0]);
    assert!(!features.is_there(middle) && game.board().tile(TileId(3)).is_none());
    assert_eq!(game.set_aside().len(), 1);
    verify::position(&game).unwrap();
}

#[test]
fn what_is_gone_is_refused_and_its_number_is_not_given_again() {
    let mut game = way(&fair());
    let (tile, segment) = (tile_at(&game, 5, 5), path(&game, 5, 5));
    game.effect(take_up(tile)).unwrap();
    let before = game.fingerprint();
    let refused = [
        take_up(tile),
        move_tile(tile, (5, 5), 0),
        Effect::Deploy { seat: ME, figure: FigureKindId(0), place: Place::Segment(segment) },
        Effect::MoveToken { token: GHOST, place: Some(Place::Segment(segment)) },
    ];
    let codes = refused.map(|effect| game.effect(effect).unwrap_err().code);
    assert_eq!(codes, ["no_such_tile", "no_such_tile", "place_is_gone", "place_is_gone"]);
    assert_eq!(game.fingerprint(), before);
    lay(&mut game, &[("straight", 5, 5, 0)]);
    assert!(tile_at(&game, 5, 5) > tile && path(&game, 5, 5) > segment);
    assert_eq!(game.board().features().tiles(path(&game, 3, 5)), 5);
    // A segment of a tile that was taken up still has its key.
    assert_eq!(game.board().place_key(segment), "5,5:path:E.W");
}

#[test]
fn a_moved_tile_stays_the_same_and_takes_along_what_stands_on_its_segments() {
    let mut game = way(&fair());
    let (tile, segment) = (tile_at(&game, 5, 5), path(&game, 5, 5));
    game.effect(Effect::Deploy { seat: ME, figure: FigureKindId(0), place: Place::Segment(segment) }).unwrap();
    game.effect(Effect::MoveToken { token: GHOST, place: Some(Place::Segment(segment)) }).unwrap();
    let since = game.journal().unwrap().events.len();
    game.effect(move_tile(tile, (6, 9), 1)).unwrap();
    assert_eq!(event_names(&game, since)[..2], ["tile_moved", "parted"]);
    assert_eq!((tile_at(&game, 6, 9), path(&game, 6, 9)), (tile, segment));
    assert_eq!(game.token_cell(GHOST), Some(Cell::new(6, 9)));
    let features = game.board().features();
    assert_eq!((features.claim(segment, ME), features.claim(path(&game, 4, 5), ME)), (1, 0));
    verify::position(&game).unwrap();
    // The tile is moved back and turned in place. A turn at which it does not match its neighbours is refused.
    game.effect(move_tile(tile, (5, 5), 0)).unwrap();
    assert_eq!(game.board().features().claim(path(&game, 7, 5), ME), 1);
    assert_eq!(game.effect(move_tile(tile, (5, 5), 1)).unwrap_err().code, "does_not_fit");
    let since = game.journal().unwrap().events.len();
    game.effect(move_tile(tile, (5, 5), 2)).unwrap();
    assert_eq!(*event_names(&game, since).last().unwrap(), "completed", "it is complete as for the first time");
    verify::position(&game).unwrap();
}

#[test]
fn another_tile_lies_where_one_was_replaced() {
    let mut game = way(&fair());
    let tile = tile_at(&game, 5, 5);
    let kind = kind_of(game.catalog(), "fork");
    let replace = |turn| Effect::ReplaceTile {
        seat: ME,
        tile,
        kind,
        turn: Turn(turn),
        to: TileDestination::Hand(YOU),
        reason: None,
    };
    let before = game.fingerprint();
    assert_eq!(game.effect(replace(1)).unwrap_err().code, "does_not_fit");
    assert_eq!(game.fingerprint(), before);
    game.effect(replace(0)).unwrap();
    assert!(tile_at(&game, 5, 5) > tile);
    assert_eq!(game.hand(YOU).collect::<Vec<_>>(), [kind_of(game.catalog(), "straight")]);
    verify::position(&game).unwrap();
}

#[test]
fn numbers_of_features_that_come_apart_go_where_the_packs_say() {
    let rule = |combine, parted| Counter { scope: Scope::Feature(combine), parted, ..Counter::default() };
    let sample = heath().with(|catalog| {
        let all = [
            (Combine::Sum, None),
            (Combine::Max, None),
            (Combine::Sum, Some(WhenParted::Keep)),
            (Combine::Max, Some(WhenParted::First)),
            (Combine::Min, Some(WhenParted::Drop)),
        ];
        for (number, (combine, parted)) in all.into_iter().enumerate() {
            catalog.counters.add(name(&format!("n{number}")), rule(combine, parted)).unwrap();
        }
    });
    let mut game = way(&sample);
    let key = |segment| CounterKey::Feature(segment);
    for counter in (0..5).map(CounterId) {
        game.effect(Effect::Count { counter, key: key(path(&game, 5, 5)), amount: 3 }).unwrap();
    }
    game.effect(take_up(tile_at(&game, 5, 5))).unwrap();
    let numbers =
        |game: &Game, x| (0..5).map(|n| game.counter(CounterId(n), key(path(game, x, 5)))).collect::<Vec<_>>();
    assert_eq!(numbers(&game, 3), [3, 3, 3, 3, 0]);
    assert_eq!(numbers(&game, 7), [0, 3, 3, 0, 0]);
    // Moving a tile away and back adds no points, unless all parts keep numbers that are then added.
    let mut game = way(&sample);
    game.effect(Effect::Count { counter: CounterId(0), key: key(path(&game, 5, 5)), amount: 3 }).unwrap();
    let tile = tile_at(&game, 5, 5);
    game.effect(move_tile(tile, (6, 9), 0)).unwrap();
    game.effect(move_tile(tile, (5, 5), 0)).unwrap();
    assert_eq!(game.counter(CounterId(0), key(path(&game, 7, 5))), 3);
}

/// Returns a game in which a rule takes up, moves or replaces a tile after every placement.
fn restless() -> Sample {
    fair().with_rules(|rules| {
        rules.react(EventKind::Placed, |game, what, _| {
            let Happening::Placed { .. } = *what else { return finish() };
            let count = game.board().tiles().len() as u32;
            if count < 3 {
                return finish();
            }
            let number = game.pick_number("which", count) as usize;
            let Some((tile, placed)) = game.board().numbered_tiles().nth(number).map(|(tile, placed)| (tile, *placed))
            else {
                return finish();
            };
            let bag = tilewright_core::catalog::id::BagId(0);
            let seat = game.active_seat();
            match game.pick_number("how", 3) {
                0 => game.effect(Effect::TakeUp { seat, tile, to: TileDestination::Bag(bag), reason: None })?,
                1 => {
                    let turn = Turn(placed.turn.0 ^ 2);
                    let (cell, footing) = (placed.cell, PlacementPermissions::default());
                    // The placement may fail.
                    let _ = game.effect(Effect::MoveTile { seat, tile, cell, turn, footing, reason: None });
                }
                _ => {
                    let count = game.board().count_placements(placed.kind, Planes::ALL);
                    if count > 0
                        && let Some((cell, turn)) = game.board().get_placement(placed.kind, Planes::ALL, count - 1)
                    {
                        let _ = game.effect(Effect::MoveTile {
                            seat,
                            tile,
                            cell,
                            turn,
                            footing: PlacementPermissions::FREE,
                            reason: None,
                        });
                    }
                }
            }
            finish()
        });
    })
}

#[test]
fn games_in_which_tiles_leave_hold_what_must_and_can_be_taken_back() {
    let mut lifted = 0;
    for seed in 0..12 {
        let mut session = restless().session(2, seed);
        let mut chance = Generator::new(seed);
        let mut prints = vec![session.game().fingerprint()];
        while prints.len() < 200 && answer(&mut session, &mut chance) {
            prints.push(session.game().fingerprint());
            if let Err(wrong) =
                verify::position(session.game()).and_then(|()| verify::compare_with_rebuilt(session.game().board()))
            {
                panic!("seed {seed}, {} answers: {wrong}", prints.len());
            }
        }
        let board = session.game().board();
        lifted += board.laid_count() - board.tiles().len();
        for &print in prints.iter().rev().skip(1) {
            assert!(session.undo());
            assert_eq!(session.game().fingerprint(), print, "seed {seed}");
        }
        answers(&mut session, &mut Generator::new(seed), prints.len() as u32 - 1);
        assert_eq!(session.game().fingerprint(), prints[prints.len() - 1], "seed {seed}: played again");
    }
    assert!(lifted > 40, "tiles are taken up: {lifted}");
}
