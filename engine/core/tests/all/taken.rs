//! Tiles that are taken up, moved, turned and replaced: after each change the board is the one that is joined from scratch
//! from the tiles that lie there.

use tilewright_core::catalog::id::{FigureId, FigureKindId, Id, SegmentId, TileId, TileKindId, TokenId};
use tilewright_core::catalog::lattice::{Cell, Turn};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::{Combine, Counter, Scope, WhenParted};
use tilewright_core::fixture::drawing::{kind_of, name};
use tilewright_core::fixture::samples::{PATH, WALL, fair, heath};
use tilewright_core::fixture::{Sample, answers, lay};
use tilewright_core::state::Game;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::effect::{CounterKey, Effect, Place, Rejected, TakenTo};
use tilewright_core::state::event::EventKind;
use tilewright_core::state::happening::Happening;
use tilewright_core::verify;

use crate::boards::all;

/// Tiles above which more are taken up than laid.
const MANY: usize = 13;

/// A game whose effects nobody hears of, with its journal.
fn quiet(sample: &Sample) -> Game {
    let mut game = Game::new(sample.catalog.clone(), 2, 1, Default::default()).unwrap();
    game.keep_journal(true);
    game
}

fn nth_tile(game: &Game, chance: &mut Generator) -> Option<TileId> {
    let count = game.board().tiles().len();
    if count == 0 { None } else { game.board().numbered_tiles().nth(chance.below(count as u32) as usize).map(|(t, _)| t) }
}

/// A place where a kind fits; now and then one where it need not.
fn some_place(game: &Game, kind: TileKindId, chance: &mut Generator) -> Option<(Cell, Turn)> {
    let turns = game.catalog().lattice.side_count() as u32;
    if chance.below(8) == 0 {
        let mut number = || chance.below(7) as i16 - 3;
        return Some((Cell::new(number(), number()), Turn(chance.below(turns) as u8)));
    }
    let count = game.board().count_placements(kind);
    (count > 0).then(|| game.board().get_placement(kind, chance.below(count)).unwrap())
}

/// A change by chance; nothing when there is none of its sort.
fn some_change(game: &Game, chance: &mut Generator) -> Option<Effect> {
    let kinds = game.catalog().kinds.len() as u32;
    let seat = Seat(chance.below(2) as u8);
    let is_full = game.board().tiles().len() > MANY;
    let free = chance.below(3) == 0;
    Some(match chance.below(if is_full { 9 } else { 14 }) {
        0..=2 => {
            let to = [TakenTo::Aside, TakenTo::Hand(seat)][chance.below(2) as usize];
            Effect::TakeUp { seat, tile: nth_tile(game, chance)?, to, reason: None }
        }
        3..=4 => {
            let tile = nth_tile(game, chance)?;
            let (cell, turn) = some_place(game, game.board().tile(tile)?.kind, chance)?;
            Effect::MoveTile { seat, tile, cell, turn, free, reason: None }
        }
        5 => {
            let tile = nth_tile(game, chance)?;
            let turn = Turn(chance.below(game.catalog().lattice.side_count() as u32) as u8);
            Effect::MoveTile { seat, tile, cell: game.board().tile(tile)?.cell, turn, free, reason: None }
        }
        6 => {
            let (tile, kind) = (nth_tile(game, chance)?, TileKindId(chance.below(kinds) as u16));
            let turn = Turn(chance.below(game.catalog().lattice.side_count() as u32) as u8);
            Effect::ReplaceTile { seat, tile, kind, turn, to: TakenTo::Aside, reason: None }
        }
        7 => {
            let place = Place::Segment(some_segment(game, chance)?);
            Effect::Deploy { seat, figure: FigureKindId(0), place }
        }
        8 => {
            let segment = some_segment(game, chance)?;
            Effect::MoveToken { token: TokenId(0), place: Some(Place::Segment(segment)) }
        }
        _ => {
            let kind = TileKindId(chance.below(kinds) as u16);
            let (cell, turn) = some_place(game, kind, chance)?;
            Effect::PlaceTile { seat, kind, cell, turn, free: true, reason: None }
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
    const CHANGES: u32 = 100_000;
    let boards = all();
    let each = CHANGES / boards.len() as u32 + 1;
    for (name, sample) in boards {
        let mut chance = Generator::new(7);
        let mut game = quiet(&sample);
        let (mut done, mut seen) = (0, [0u32; 4]);
        while done < each {
            // Small boards, many of them: numbers of tiles do not run out, and much begins anew.
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
                    if let Err(wrong) = verify::rejoined(game.board()) {
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
    }
}
