//! Lists everything that an event holds, field by field, for complete logs.

use tilewright_core::catalog::id::FigureId;
use tilewright_core::catalog::lattice::{Cell, Turn};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::Session;
use tilewright_core::state::event::Event;
use tilewright_core::state::happening::{FieldValue, Left, Rolled};

use crate::narration::{Spot, first_cell, spot};
use crate::words::{NamedItem, Words};

/// Field of an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// Name of the field, as rules know it.
    pub field: &'static str,
    /// Value of the field.
    pub value: NarratedValue,
    /// True if another field also holds this fact: the kind and the cell of a tile, the number of a figure whose kind
    /// is given. Logs for players omit it.
    pub repeats: bool,
}

/// Value of a field of an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NarratedValue {
    /// Seat, counted from 0.
    Seat(Seat),
    /// List of seats, in event order.
    Seats(Vec<Seat>),
    /// Tile on the board, with its kind and place.
    Tile {
        /// Kind of the tile.
        kind: NamedItem,
        /// First cell of the tile.
        cell: Cell,
        /// Turn of the tile.
        turn: Turn,
    },
    /// Kind of tile, by its name.
    Kind(NamedItem),
    /// Figure, only by its number: the number of a figure that has returned to its supply may have a new owner.
    Figure(FigureId),
    /// Another declared thing: a kind of figure, a book, a bag, a counter, a token, a die, a result.
    Thing(NamedItem),
    /// Name that a rule has given as a reason.
    Reason(String),
    /// Cell of the board.
    Cell(Cell),
    /// Place, or a feature by its first segment.
    Place(Spot),
    /// Place that a piece left.
    Left(Spot),
    /// Number, such as points or an amount.
    Number(i32),
    /// Face of a die.
    Face(String),
}

/// Returns everything that an event holds, in the order of its fields, in words of the packs in a language. Fields
/// without a value are omitted.
pub fn facts(session: &Session, language: &str, event: &Event) -> Vec<Fact> {
    let game = session.game();
    let words = Words::with_numbers(game.catalog(), language);
    let mut facts: Vec<Fact> = Vec::new();
    event.what.each_field(|field, value| {
        let value = match value {
            FieldValue::Seat(seat) => NarratedValue::Seat(seat),
            FieldValue::Tile(tile) => match game.board().laid_tile(tile) {
                Some(laid) => NarratedValue::Tile { kind: words.tile(laid.kind), cell: laid.cell, turn: laid.turn },
                None => NarratedValue::Number(tile.0 as i32),
            },
            FieldValue::Kind(kind) => NarratedValue::Kind(words.tile(kind)),
            FieldValue::Segment(segment) => {
                let (terrain, cell) = (words.terrain(game.board().terrain(segment)), first_cell(game, segment));
                let name = format!("{} {cell}", terrain.name);
                NarratedValue::Place(Spot::Segment { segment, terrain, cell, name })
            }
            FieldValue::Figure(figure) => NarratedValue::Figure(figure),
            FieldValue::FigureKind(kind) => NarratedValue::Thing(words.figure(kind)),
            FieldValue::Book(book) => NarratedValue::Thing(words.book(book)),
            FieldValue::Reason(reason) => NarratedValue::Reason(session.symbol(reason).to_owned()),
            FieldValue::Cell(cell) => NarratedValue::Cell(cell),
            FieldValue::Place(place) => NarratedValue::Place(spot(game, words, place)),
            FieldValue::Left(Left(place)) => NarratedValue::Left(spot(game, words, place)),
            FieldValue::Number(number) => NarratedValue::Number(number),
            FieldValue::Bag(bag) => NarratedValue::Thing(words.bag(bag)),
            FieldValue::Counter(counter) => NarratedValue::Thing(words.counter(counter)),
            FieldValue::Token(token) => NarratedValue::Thing(words.token(token)),
            FieldValue::Die(die) => NarratedValue::Thing(words.die(die)),
            FieldValue::Result(result) => NarratedValue::Thing(words.result(result)),
            FieldValue::Seats(seats) => NarratedValue::Seats(seats.iter().collect()),
            FieldValue::Face(Rolled { die, face }) => NarratedValue::Face(game.catalog().face_name(die, face)),
        };
        let repeats = match &value {
            NarratedValue::Kind(kind) => {
                facts.iter().any(|f| matches!(&f.value, NarratedValue::Tile { kind: told, .. } if told == kind))
            }
            NarratedValue::Cell(cell) => {
                facts.iter().any(|f| matches!(&f.value, NarratedValue::Tile { cell: told, .. } if told == cell))
            }
            NarratedValue::Number(number) if field == "turn" => {
                let is = |turn: Turn| i32::from(turn.0) == *number;
                facts.iter().any(|f| matches!(f.value, NarratedValue::Tile { turn, .. } if is(turn)))
            }
            _ => false,
        };
        facts.push(Fact { field, value, repeats });
    });
    if facts.iter().any(|fact| fact.field == "figure_kind") {
        facts
            .iter_mut()
            .filter(|fact| matches!(fact.value, NarratedValue::Figure(_)))
            .for_each(|fact| fact.repeats = true);
    }
    facts
}
