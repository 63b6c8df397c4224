//! What an event says, in words of the packs: worked out once for everybody who tells it.
//!
//! [`told`] is what people at a table are told of an event. A terminal, a report and a page only make a sentence of it,
//! in a language and form of their own. [`facts`] is everything that an event holds, field by field, for logs that
//! leave nothing out.

use tilewright_core::catalog::WrittenOn;
use tilewright_core::catalog::id::{FigureId, SegmentId, TileId};
use tilewright_core::catalog::lattice::{Cell, Turn};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::Session;
use tilewright_core::state::Game;
use tilewright_core::state::effect::Place;
use tilewright_core::state::event::Event;
use tilewright_core::state::happening::{FieldValue, Happening, Left, Rolled};

use crate::games::report::{Winners, outcome};
use crate::games::words::{Thing, Words};

/// A place on or beside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spot {
    /// A segment.
    Segment {
        /// Which.
        segment: SegmentId,
        /// Its terrain.
        terrain: Thing,
        /// The cell that it lies in; of a feature the cell of its first segment.
        cell: Cell,
    },
    /// A cell.
    Cell(Cell),
    /// A corner or a seam, by its key.
    Joint(String),
    /// A zone.
    Zone {
        /// Which.
        zone: Thing,
        /// Its slot in the zone, 0 in a heap.
        slot: u16,
    },
}

impl Spot {
    /// The place in words of the packs, with its cell.
    pub fn name(&self) -> String {
        match self {
            Spot::Segment { terrain, cell, .. } => format!("{} {cell}", terrain.name),
            Spot::Cell(cell) => cell.to_string(),
            Spot::Joint(key) => key.clone(),
            Spot::Zone { zone, slot: 0 } => zone.name.clone(),
            Spot::Zone { zone, slot } => format!("{} {slot}", zone.name),
        }
    }
}

/// What a number is written on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NumberBearer {
    /// A figure.
    Figure {
        /// Whose it is.
        seat: Seat,
        /// Its kind.
        figure: Thing,
    },
    /// A tile on the board.
    Tile {
        /// Its kind.
        tile: Thing,
        /// The place of its first cell.
        cell: Cell,
    },
    /// A slot of a zone.
    Slot(Spot),
}

/// What people are told of an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told {
    /// A seat placed a tile.
    Placed {
        /// Who.
        seat: Seat,
        /// The kind of the tile.
        tile: Thing,
        /// Where.
        cell: Cell,
        /// How it is turned.
        turn: Turn,
        /// What a tile of this kind does, where the packs say it.
        help: Option<String>,
    },
    /// A seat took a tile up from the board.
    TakenUp {
        /// Who.
        seat: Seat,
        /// The kind of the tile.
        tile: Thing,
        /// Where it lay.
        cell: Cell,
        /// The seat into whose hand it went; what goes into a bag is told by that.
        hand: Option<Seat>,
    },
    /// A seat replaced a tile by another one.
    TileReplaced {
        /// Who.
        seat: Seat,
        /// The kind of the new tile.
        tile: Thing,
        /// Where it is.
        cell: Cell,
    },
    /// A seat added a part to a tile.
    PartAdded {
        /// Who.
        seat: Seat,
        /// The kind of the tile.
        tile: Thing,
        /// The terrain of the part.
        terrain: Thing,
        /// Where the part is.
        cell: Cell,
    },
    /// A seat moved or turned a tile.
    TileMoved {
        /// Who.
        seat: Seat,
        /// The kind of the tile.
        tile: Thing,
        /// Where it lay.
        from: Cell,
        /// Where it lies now: the same cell if it was turned only.
        cell: Cell,
        /// How it is turned now.
        turn: Turn,
    },
    /// A seat laid a tile on another one.
    Covered {
        /// Who.
        seat: Seat,
        /// The kind of the tile that is covered.
        tile: Thing,
        /// The first of its cells that are covered.
        cell: Cell,
    },
    /// What lay on a tile has left.
    Uncovered {
        /// The kind of the tile that is seen again.
        tile: Thing,
        /// The first of its cells that are seen again.
        cell: Cell,
    },
    /// A seat has looked at a tile that lies face down.
    Looked {
        /// Who.
        seat: Seat,
        /// What it is, for those who may know.
        tile: Option<Thing>,
        /// Where its first cell lies.
        cell: Cell,
    },
    /// A tile that lay face down was turned up.
    TurnedUp {
        /// Who turned it up.
        seat: Seat,
        /// Its kind.
        tile: Thing,
        /// Where its first cell lies.
        cell: Cell,
    },
    /// A seat turned a tile face down.
    TurnedDown {
        /// Who.
        seat: Seat,
        /// The kind of the tile.
        tile: Thing,
        /// Where.
        cell: Cell,
    },
    /// A figure has come to a place.
    Deployed {
        /// Whose it is.
        seat: Seat,
        /// The kind of the figure.
        figure: Thing,
        /// Where it stands now.
        place: Spot,
        /// Where it stood before; nothing when it was in its supply.
        from: Option<Spot>,
    },
    /// A tile was drawn.
    Drawn {
        /// Who drew it.
        seat: Seat,
        /// Its kind.
        tile: Thing,
        /// From which bag.
        bag: Thing,
        /// What a tile of this kind does, where the packs say it.
        help: Option<String>,
    },
    /// A tile fitted nowhere.
    SetAside {
        /// Its kind.
        tile: Thing,
    },
    /// A die was rolled.
    Rolled {
        /// Who rolled it.
        seat: Seat,
        /// The die.
        die: Thing,
        /// What it shows.
        face: String,
    },
    /// A seat received points. Whoever tells reasons ([`why`](crate::games::why)) tells those instead.
    Points {
        /// Who.
        seat: Seat,
        /// How many; fewer than 0 when it lost some.
        points: i32,
        /// What they are counted under.
        book: Thing,
        /// The feature that they are for: its cell.
        cell: Option<Cell>,
    },
    /// A counter has changed that people look at.
    Counted {
        /// Whose it is; nothing when it is no seat's.
        seat: Option<Seat>,
        /// What its number is written on; `None` if it is written on nothing.
        on: Option<NumberBearer>,
        /// The counter.
        counter: Thing,
        /// By how much; never 0.
        amount: i32,
    },
    /// A token has moved.
    TokenMoved {
        /// Which.
        token: Thing,
        /// Where it stands now; nothing when it has left the board.
        place: Option<Spot>,
    },
    /// A rule has put a tile into a bag.
    PutBack {
        /// Its kind; nothing when it is not seen, because the bag is closed.
        tile: Option<Thing>,
        /// The bag.
        bag: Thing,
    },
    /// A rule has taken a tile out of a bag.
    TakenOut {
        /// Its kind; nothing when it is not seen.
        tile: Option<Thing>,
        /// The bag.
        bag: Thing,
    },
    /// A tile has come into a slot of a zone, or has left it.
    SlotChanged {
        /// Its kind.
        tile: Thing,
        /// The slot.
        place: Spot,
        /// Whether it came.
        came: bool,
    },
    /// A bag was shuffled.
    Shuffled {
        /// The bag.
        bag: Thing,
    },
    /// The board has another extent.
    BoardChanged,
    /// A seat was chosen, by a rule of the setup, to take the first turn.
    Begins {
        /// Who.
        seat: Seat,
    },
    /// A seat takes no further turns.
    Retired {
        /// Who.
        seat: Seat,
    },
    /// The last turn is over.
    Ending,
    /// The game is over.
    Over(Winners),
}

/// A field of an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// Its name, as rules know it.
    pub field: &'static str,
    /// What it is.
    pub value: NarratedValue,
    /// Whether another field of the event says it too: the kind and the cell of a tile, the number of a figure whose
    /// kind is told. Logs for people leave it out.
    pub repeats: bool,
}

/// The value of a field of an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NarratedValue {
    /// A seat.
    Seat(Seat),
    /// Some seats.
    Seats(Vec<Seat>),
    /// A tile on the board.
    Tile {
        /// Its kind.
        kind: Thing,
        /// Where its first cell lies.
        cell: Cell,
        /// How it is turned.
        turn: Turn,
    },
    /// A kind of tile.
    Kind(Thing),
    /// A figure; one that is in its supply again may be another by now, so only its number says which was meant.
    Figure(FigureId),
    /// Another thing of the packs: a kind of figure, a book, a bag, a counter, a token, a die, a result.
    Thing(Thing),
    /// The name that a rule has given as a reason.
    Reason(String),
    /// A cell.
    Cell(Cell),
    /// A place, or a feature by its first segment.
    Place(Spot),
    /// The place that was left.
    Left(Spot),
    /// A number.
    Number(i32),
    /// The face of a die.
    Face(String),
}

/// What people are told of an event, in words of the packs in a language; nothing of what they see by what follows from
/// it, or are told with the points.
///
/// The event is as a view gives it to those who are told ([`View::event`](tilewright_core::state::view::View::event)).
pub fn told(game: &Game, language: &str, event: &Event) -> Option<Told> {
    let words = words(game, language);
    Some(match event.what {
        Happening::Placed { seat, kind, cell, turn, .. } => {
            Told::Placed { seat, tile: words.tile(kind), cell, turn: Turn(turn as u8), help: words.tile_help(kind) }
        }
        Happening::TakenUp { seat, kind, cell, hand, .. } => Told::TakenUp { seat, tile: words.tile(kind), cell, hand },
        Happening::TileReplaced { seat, kind, cell, .. } => Told::TileReplaced { seat, tile: words.tile(kind), cell },
        Happening::PartAdded { seat, kind, segment, cell, .. } => {
            let terrain = words.terrain(game.board().terrain(segment));
            Told::PartAdded { seat, tile: words.tile(game.catalog().bare(kind)), terrain, cell }
        }
        Happening::TileMoved { seat, kind, cell, turn, from: Left(from), .. } => {
            let from = if let Place::Cell(from) = from { from } else { cell };
            Told::TileMoved { seat, tile: words.tile(kind), from, cell, turn: Turn(turn as u8) }
        }
        Happening::Covered { seat, tile, cell, .. } => {
            Told::Covered { seat, tile: words.tile(game.board().laid_tile(tile)?.kind), cell }
        }
        Happening::Uncovered { tile, cell, .. } => {
            Told::Uncovered { tile: words.tile(game.board().laid_tile(tile)?.kind), cell }
        }
        Happening::Looked { seat, tile, kind } => {
            Told::Looked { seat, tile: kind.map(|kind| words.tile(kind)), cell: game.board().laid_tile(tile)?.cell }
        }
        Happening::TurnedUp { seat, kind, cell, .. } => Told::TurnedUp { seat, tile: words.tile(kind), cell },
        Happening::TurnedDown { seat, kind, cell, .. } => Told::TurnedDown { seat, tile: words.tile(kind), cell },
        Happening::Deployed { seat, figure_kind, place, from, .. } => Told::Deployed {
            seat,
            figure: words.figure_at(game.board(), figure_kind, Some(place)),
            place: spot(game, words, place),
            from: from.map(|Left(from)| spot(game, words, from)),
        },
        Happening::Drawn { seat, kind, bag } => {
            Told::Drawn { seat, tile: words.tile(kind), bag: words.bag(bag), help: words.tile_help(kind) }
        }
        Happening::SetAside { kind, .. } => Told::SetAside { tile: words.tile(kind) },
        Happening::Rolled { seat, die, face } => {
            Told::Rolled { seat, die: words.die(die), face: game.catalog().face_name(die, face.face) }
        }
        Happening::Awarded { seat, points, book, segment, .. } => {
            let cell = segment.map(|s| first_cell(game, s));
            Told::Points { seat, points, book: words.book(book), cell }
        }
        Happening::Counted { counter, amount, seat, key, figure_kind, owner } => {
            let declared = game.catalog().counters.get(counter)?;
            if declared.secret || !declared.shown || amount == 0 {
                return None;
            }
            let on = match game.catalog().written_on(counter) {
                None => None,
                // The number of a figure that has gone home is nobody's concern.
                Some(WrittenOn::Figures) => {
                    Some(NumberBearer::Figure { seat: owner?, figure: words.figure(figure_kind?) })
                }
                Some(WrittenOn::Tiles) => {
                    let laid = game.board().laid_tile(TileId(u32::try_from(key?).ok()?))?;
                    Some(NumberBearer::Tile { tile: words.tile(laid.kind), cell: laid.cell })
                }
                Some(WrittenOn::Slots(zone)) => {
                    let slot = u16::try_from(key?).ok()?;
                    Some(NumberBearer::Slot(spot(game, words, Place::Zone(zone, slot))))
                }
            };
            Told::Counted { seat, on, counter: words.counter(counter), amount }
        }
        Happening::TokenMoved { token, place } => {
            Told::TokenMoved { token: words.token(token), place: place.map(|place| spot(game, words, place)) }
        }
        Happening::BagChanged { bag, kind, amount } => {
            let (bag, tile) = (words.bag(bag), kind.map(|kind| words.tile(kind)));
            match amount {
                0 => Told::Shuffled { bag },
                ..0 => Told::TakenOut { tile, bag },
                _ => Told::PutBack { tile, bag },
            }
        }
        Happening::SlotChanged { place, kind, amount, .. } => {
            Told::SlotChanged { tile: words.tile(kind), place: spot(game, words, place), came: amount > 0 }
        }
        Happening::BoardChanged {} => Told::BoardChanged,
        Happening::Begins { seat } => Told::Begins { seat },
        Happening::Retired { seat, .. } => Told::Retired { seat },
        Happening::Ending { .. } => Told::Ending,
        Happening::Over { .. } => Told::Over(outcome(game, language)),
        // The flow of the game is seen by who is asked.
        Happening::PartBegan { .. } | Happening::PartEnded { .. } => return None,
        Happening::RoundBegan { .. } | Happening::RoundEnded { .. } => return None,
        // The tile is played after all, or is set aside.
        Happening::Unplayable { .. } => return None,
        // What features become and which figures go home is seen on the board and told with the points.
        Happening::Merged { .. } | Happening::Parted { .. } => return None,
        Happening::Completed { .. } | Happening::TookHome { .. } => return None,
        Happening::Scored { .. } => return None,
        // Names by which rules speak to each other.
        Happening::Raised { .. } => return None,
    })
}

/// Everything that an event holds, in the order of its fields, in words of the packs in a language. A field without a
/// value is left out.
pub fn facts(session: &Session, language: &str, event: &Event) -> Vec<Fact> {
    let game = session.game();
    let words = words(game, language);
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
                let Spot::Segment { terrain, .. } = spot(game, words, Place::Segment(segment)) else { return };
                NarratedValue::Place(Spot::Segment { segment, terrain, cell: first_cell(game, segment) })
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

fn words<'a>(game: &'a Game, language: &'a str) -> Words<'a> {
    Words::new(game.catalog(), language, &|seat| seat.to_string())
}

fn first_cell(game: &Game, segment: SegmentId) -> Cell {
    game.board().cell_of(game.board().first_segment(segment))
}

fn spot(game: &Game, words: Words<'_>, place: Place) -> Spot {
    let board = game.board();
    match place {
        Place::Segment(segment) => {
            let terrain = words.terrain(board.terrain(segment));
            Spot::Segment { segment, terrain, cell: board.cell_of(segment) }
        }
        Place::Cell(cell) => Spot::Cell(cell),
        Place::Joint(joint) => Spot::Joint(board.catalog().lattice.joint_key(joint)),
        Place::Zone(zone, slot) => Spot::Zone { zone: words.zone(zone), slot },
    }
}
