//! The position: everything about a game that rules can read, apart from the agenda.

use std::sync::Arc;

use crate::board::Board;
use crate::catalog::id::{CounterId, FigureKindId, TileId, TileKindId, ZoneId};
use crate::catalog::seat::{Seat, SeatSet};
use crate::catalog::{Catalog, Scope};
use crate::clone_by_field::clone_by_field;
use crate::state::bags::{self, BagState};
use crate::state::conclusion::Conclusion;
use crate::state::effect::{CounterKey, Place};

/// Stage of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stage {
    /// Steps before the first turn.
    Setup,
    /// Turns of the seats.
    Play,
    /// Steps after the last turn.
    Finish,
    /// End of the game: no further steps.
    Over,
}

/// Figure outside its supply. Its number is its index in the list; numbers are used again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Figure {
    /// Kind of the figure.
    pub kind: FigureKindId,
    /// Seat that owns the figure.
    pub seat: Seat,
    /// Current place; `None` if the number is unused.
    pub place: Option<Place>,
}

/// Entry of a face-down tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FaceDown {
    /// Back of the tile on the board.
    pub tile: TileId,
    /// Kind of the hidden tile.
    pub kind: TileKindId,
    /// Seats that have seen the hidden tile.
    pub known_by: SeatSet,
}

/// Board, pieces, tiles, points, counters and turn order of a game: the part of its state that rules read and effects
/// change.
#[derive(Debug)]
pub(crate) struct Position {
    pub(crate) seats: u8,
    pub(crate) stage: Stage,
    pub(crate) next_seat: Seat,
    /// Seat that took the first ordinary turn; `None` before it.
    pub(crate) first_seat: Option<Seat>,
    pub(crate) ending: bool,
    /// Conclusion of the game, as rules have set it so far.
    pub(crate) conclusion: Conclusion,
    /// Seats that take no further turns.
    pub(crate) retired: SeatSet,
    /// Number of ordinary turns that have begun.
    pub(crate) turns: u32,
    pub(crate) board: Board,
    pub(crate) figures: Vec<Figure>,
    /// Number of figures in supply, `[figure kind][seat]`.
    pub(crate) supply: Vec<u16>,
    pub(crate) scores: Vec<i32>,
    /// Points booked so far, `[book][seat]`.
    pub(crate) booked: Vec<i32>,
    pub(crate) bags: Vec<BagState>,
    pub(crate) hands: Vec<(Seat, TileKindId)>,
    /// Tiles in slots of zones, sorted by zone and slot.
    pub(crate) rows: Vec<(ZoneId, u16, TileKindId)>,
    /// Entries of the face-down tiles on the board.
    pub(crate) face_down: Vec<FaceDown>,
    pub(crate) set_aside: Vec<TileKindId>,
    /// Values of game and seat counters, counter by counter.
    pub(crate) counts: Vec<i32>,
    /// Values of keyed and feature counters, sorted by counter and key.
    pub(crate) keyed: Vec<(CounterId, CounterKey, i32)>,
    pub(crate) tokens: Vec<Option<Place>>,
}

clone_by_field!(
    Position: seats, stage, next_seat, first_seat, ending, conclusion, retired, turns, board, figures, supply, scores,
    booked, bags, hands, rows, face_down, set_aside, counts, keyed, tokens,
);

impl Position {
    /// Creates the position before the first step, with an empty board.
    pub(crate) fn new(catalog: &Arc<Catalog>, seats: u8) -> Position {
        let first_counts =
            catalog.counters.iter().flat_map(|(_, c)| std::iter::repeat_n(c.start, number_count(c.scope, seats)));
        Position {
            seats,
            stage: Stage::Setup,
            next_seat: Seat(0),
            first_seat: None,
            ending: false,
            conclusion: Conclusion::default(),
            retired: SeatSet::default(),
            turns: 0,
            board: Board::new(Arc::clone(catalog), seats),
            figures: Vec::new(),
            supply: first_supply(catalog, seats),
            scores: vec![0; usize::from(seats)],
            booked: vec![0; usize::from(seats) * catalog.books.len()],
            bags: bags::fresh(catalog, seats),
            hands: Vec::new(),
            rows: Vec::new(),
            face_down: Vec::new(),
            set_aside: Vec::new(),
            counts: first_counts.collect(),
            keyed: Vec::new(),
            tokens: vec![None; catalog.tokens.len()],
        }
    }
}

/// Returns the initial supply of every seat, `[figure kind][seat]`.
fn first_supply(catalog: &Catalog, seats: u8) -> Vec<u16> {
    let mut supply = Vec::new();
    for (_, figure) in catalog.figures.iter() {
        let other = figure.supply_by_seats.iter().find(|(n, _)| *n == seats).map(|&(_, count)| count);
        supply.extend(std::iter::repeat_n(other.unwrap_or(figure.supply), usize::from(seats)));
    }
    supply
}

/// Returns the number of values that a counter of a scope always has.
pub(crate) fn number_count(scope: Scope, seats: u8) -> usize {
    match scope {
        Scope::Game => 1,
        Scope::Seat => usize::from(seats),
        Scope::Keyed | Scope::SeatKeyed | Scope::Feature(_) => 0,
    }
}
