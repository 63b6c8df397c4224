//! Describes events in words of the packs, in one place for all interfaces.
//!
//! [`narrate`] returns the part of an event that players are shown, and [`Sentences`](crate::sentences::Sentences)
//! turns it into a sentence. [`facts`](crate::facts) lists everything that an event holds.

use tilewright_core::catalog::WrittenOn;
use tilewright_core::catalog::id::{SegmentId, TileId};
use tilewright_core::catalog::lattice::{Cell, Lattice, Turn};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::Game;
use tilewright_core::state::effect::Place;
use tilewright_core::state::event::Event;
use tilewright_core::state::happening::{Happening, Left};

use crate::ending::{Winners, outcome};
use crate::words::{NamedItem, Words};

/// Place on the board or in a zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spot {
    /// Segment of a tile on the board.
    Segment {
        /// Number of the segment.
        segment: SegmentId,
        /// Terrain of the segment.
        terrain: NamedItem,
        /// Cell of the segment; for a feature, the cell of its first segment.
        cell: Cell,
        /// Description of the segment, with its cell.
        name: String,
    },
    /// Cell of the board.
    Cell(Cell),
    /// Corner or seam, by its key.
    Joint(String),
    /// Zone, with the slot in it.
    Zone {
        /// Name of the zone.
        zone: NamedItem,
        /// Slot in the zone; 0 in a heap.
        slot: u16,
    },
}

impl Spot {
    /// Returns the place in words of the packs, with its cell.
    pub fn name(&self) -> String {
        match self {
            Spot::Segment { name, .. } => name.clone(),
            Spot::Cell(cell) => cell.to_string(),
            Spot::Joint(key) => key.clone(),
            Spot::Zone { zone, slot: 0 } => zone.name.clone(),
            Spot::Zone { zone, slot } => format!("{} {slot}", zone.name),
        }
    }
}

/// Thing that a number is written on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NumberBearer {
    /// Figure with its owner and kind.
    Figure {
        /// Owner of the figure.
        seat: Seat,
        /// Kind of the figure.
        figure: NamedItem,
    },
    /// Tile on the board, with its kind and place.
    Tile {
        /// Kind of the tile.
        tile: NamedItem,
        /// First cell of the tile.
        cell: Cell,
    },
    /// Slot of a zone, given as a place.
    Slot(Spot),
}

/// Part of an event that players are shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Narration {
    /// A seat placed a tile.
    Placed {
        /// Seat that placed the tile.
        seat: Seat,
        /// Kind of the tile.
        tile: NamedItem,
        /// Cell where the tile was placed.
        cell: Cell,
        /// Rotation of the tile, in degrees clockwise.
        degrees: u16,
        /// Explanation of this kind of tile, if the packs have one.
        help: Option<String>,
    },
    /// A seat took a tile up from the board.
    TakenUp {
        /// Seat that took the tile up.
        seat: Seat,
        /// Kind of the tile.
        tile: NamedItem,
        /// Cell where the tile was.
        cell: Cell,
        /// Seat whose hand received the tile; a separate event reports a tile that goes into a bag.
        hand: Option<Seat>,
    },
    /// A seat replaced a tile with another one.
    TileReplaced {
        /// Seat that replaced the tile.
        seat: Seat,
        /// Kind of the new tile.
        tile: NamedItem,
        /// Cell of the tile.
        cell: Cell,
    },
    /// A seat added a part to a tile.
    PartAdded {
        /// Seat that added the part.
        seat: Seat,
        /// Kind of the tile.
        tile: NamedItem,
        /// Terrain of the part.
        terrain: NamedItem,
        /// Cell of the part.
        cell: Cell,
    },
    /// A seat moved or turned a tile.
    TileMoved {
        /// Seat that moved the tile.
        seat: Seat,
        /// Kind of the tile.
        tile: NamedItem,
        /// Cell where the tile was.
        from: Cell,
        /// Cell where the tile is now; unchanged if it was only turned.
        cell: Cell,
        /// Rotation of the tile now, in degrees clockwise.
        degrees: u16,
    },
    /// A seat placed a tile on another one.
    Covered {
        /// Seat that placed the upper tile.
        seat: Seat,
        /// Kind of the covered tile.
        tile: NamedItem,
        /// First of its covered cells.
        cell: Cell,
    },
    /// The tile on top of a tile has left.
    Uncovered {
        /// Kind of the uncovered tile.
        tile: NamedItem,
        /// First of its uncovered cells.
        cell: Cell,
    },
    /// A seat looked at a tile that is face down.
    Looked {
        /// Seat that looked at it.
        seat: Seat,
        /// Kind of the hidden tile; `None` for viewers who may not know it.
        tile: Option<NamedItem>,
        /// First cell of the tile.
        cell: Cell,
    },
    /// A tile that was face down was turned up.
    TurnedUp {
        /// Seat that turned the tile up.
        seat: Seat,
        /// Kind of the tile.
        tile: NamedItem,
        /// First cell of the tile.
        cell: Cell,
    },
    /// A seat turned a tile face down.
    TurnedDown {
        /// Seat that turned the tile down.
        seat: Seat,
        /// Kind of the tile.
        tile: NamedItem,
        /// Cell of the tile.
        cell: Cell,
    },
    /// A figure arrived at a place.
    Deployed {
        /// Owner of the figure.
        seat: Seat,
        /// Kind of the figure.
        figure: NamedItem,
        /// Place of the figure now.
        place: Spot,
        /// Place of the figure before; `None` if it was in its supply.
        from: Option<Spot>,
    },
    /// A tile was drawn.
    Drawn {
        /// Seat that drew the tile.
        seat: Seat,
        /// Kind of the tile.
        tile: NamedItem,
        /// Bag that the tile came from.
        bag: NamedItem,
        /// Explanation of this kind of tile, if the packs have one.
        help: Option<String>,
    },
    /// A drawn tile had no fitting place and was set aside.
    SetAside {
        /// Kind of the tile.
        tile: NamedItem,
    },
    /// A die was rolled.
    Rolled {
        /// Seat that rolled the die.
        seat: Seat,
        /// Die that was rolled.
        die: NamedItem,
        /// Face that the die shows.
        face: String,
    },
    /// A seat received points. Interfaces that show reasons ([`reasons`](crate::why::reasons)) use those instead.
    Points {
        /// Seat that received the points.
        seat: Seat,
        /// Number of points; negative if the seat lost points.
        points: i32,
        /// Book that the points are counted under.
        book: NamedItem,
        /// Cell of the feature that the points are for; `None` if they are not for a feature.
        cell: Option<Cell>,
    },
    /// A visible counter changed.
    Counted {
        /// Seat of the counter; `None` if it belongs to no seat.
        seat: Option<Seat>,
        /// Thing that the number is written on; `None` if it is written on nothing.
        on: Option<NumberBearer>,
        /// Counter that the change is for.
        counter: NamedItem,
        /// Change of the counter; never 0.
        amount: i32,
    },
    /// A token changed its place.
    TokenMoved {
        /// Token that was moved.
        token: NamedItem,
        /// Place of the token now; `None` if it has left the board.
        place: Option<Spot>,
    },
    /// A rule put a tile into a bag.
    PutBack {
        /// Kind of the tile; `None` if the bag is closed, so that the kind is hidden.
        tile: Option<NamedItem>,
        /// Bag that received the tile.
        bag: NamedItem,
    },
    /// A rule took a tile out of a bag.
    TakenOut {
        /// Kind of the tile; `None` if it is hidden.
        tile: Option<NamedItem>,
        /// Bag that the tile came from.
        bag: NamedItem,
    },
    /// A tile entered or left a slot of a zone.
    SlotChanged {
        /// Kind of the tile.
        tile: NamedItem,
        /// Slot whose content changed.
        place: Spot,
        /// True if the tile entered the slot.
        came: bool,
    },
    /// A bag was shuffled.
    Shuffled {
        /// Bag that was shuffled.
        bag: NamedItem,
    },
    /// The extent of the board changed.
    BoardChanged,
    /// A seat was chosen, by a rule of the setup, to take the first turn.
    Begins {
        /// Seat with the first turn.
        seat: Seat,
    },
    /// A seat passes the rest of its turn to another seat.
    HandedOver {
        /// Seat that continues the turn.
        seat: Seat,
        /// Seat that had the turn before.
        giver: Seat,
    },
    /// A seat takes no further turns.
    Retired {
        /// Seat that leaves the turn order.
        seat: Seat,
    },
    /// The last turn is over.
    Ending,
    /// The game is over.
    Over(Winners),
}

impl Narration {
    /// Returns the event without the explanation of its tile.
    #[must_use]
    pub fn without_help(mut self) -> Narration {
        if let Narration::Placed { help, .. } | Narration::Drawn { help, .. } = &mut self {
            *help = None;
        }
        self
    }
}

/// Returns the part of an event that players are shown, in words of the packs in a language. `None` for events whose
/// consequences are visible anyway or are reported with the points.
///
/// The event must come from the view of its audience ([`View::event`](tilewright_core::state::view::View::event)).
pub fn narrate(game: &Game, language: &str, event: &Event) -> Option<Narration> {
    let words = Words::with_numbers(game.catalog(), language);
    let degrees = |turn: i32| degrees(game.catalog().lattice, Turn(turn as u8));
    Some(match event.what {
        Happening::Placed { seat, kind, cell, turn, .. } => {
            let (tile, help) = (words.tile(kind), words.tile_help(kind));
            Narration::Placed { seat, tile, cell, degrees: degrees(turn), help }
        }
        Happening::TakenUp { seat, kind, cell, hand, .. } => {
            Narration::TakenUp { seat, tile: words.tile(kind), cell, hand }
        }
        Happening::TileReplaced { seat, kind, cell, .. } => {
            Narration::TileReplaced { seat, tile: words.tile(kind), cell }
        }
        Happening::PartAdded { seat, kind, segment, cell, .. } => {
            let terrain = words.terrain(game.board().terrain(segment));
            Narration::PartAdded { seat, tile: words.tile(game.catalog().bare(kind)), terrain, cell }
        }
        Happening::TileMoved { seat, kind, cell, turn, from: Left(from), .. } => {
            let from = if let Place::Cell(from) = from { from } else { cell };
            Narration::TileMoved { seat, tile: words.tile(kind), from, cell, degrees: degrees(turn) }
        }
        Happening::Covered { seat, tile, cell, .. } => {
            Narration::Covered { seat, tile: words.tile(game.board().laid_tile(tile)?.kind), cell }
        }
        Happening::Uncovered { tile, cell, .. } => {
            Narration::Uncovered { tile: words.tile(game.board().laid_tile(tile)?.kind), cell }
        }
        Happening::Looked { seat, tile, kind } => Narration::Looked {
            seat,
            tile: kind.map(|kind| words.tile(kind)),
            cell: game.board().laid_tile(tile)?.cell,
        },
        Happening::TurnedUp { seat, kind, cell, .. } => Narration::TurnedUp { seat, tile: words.tile(kind), cell },
        Happening::TurnedDown { seat, kind, cell, .. } => Narration::TurnedDown { seat, tile: words.tile(kind), cell },
        Happening::Deployed { seat, figure_kind, place, from, .. } => Narration::Deployed {
            seat,
            figure: words.figure_at(game.board(), figure_kind, Some(place)),
            place: spot(game, words, place),
            from: from.map(|Left(from)| spot(game, words, from)),
        },
        Happening::Drawn { seat, kind, bag } => {
            Narration::Drawn { seat, tile: words.tile(kind), bag: words.bag(bag), help: words.tile_help(kind) }
        }
        Happening::SetAside { kind, .. } => Narration::SetAside { tile: words.tile(kind) },
        Happening::Rolled { seat, die, face } => {
            Narration::Rolled { seat, die: words.die(die), face: game.catalog().face_name(die, face.face) }
        }
        Happening::Awarded { seat, points, book, segment, .. } => {
            let cell = segment.map(|s| first_cell(game, s));
            Narration::Points { seat, points, book: words.book(book), cell }
        }
        Happening::Counted { counter, amount, seat, key, figure_kind, owner } => {
            let declared = game.catalog().counters.get(counter)?;
            if declared.secret || !declared.shown || amount == 0 {
                return None;
            }
            let on = match game.catalog().number_bearers(counter) {
                None => None,
                // The number of a figure that has returned to its supply is not shown.
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
            Narration::Counted { seat, on, counter: words.counter(counter), amount }
        }
        Happening::TokenMoved { token, place } => {
            Narration::TokenMoved { token: words.token(token), place: place.map(|place| spot(game, words, place)) }
        }
        Happening::BagChanged { bag, kind, amount } => {
            let (bag, tile) = (words.bag(bag), kind.map(|kind| words.tile(kind)));
            match amount {
                0 => Narration::Shuffled { bag },
                ..0 => Narration::TakenOut { tile, bag },
                _ => Narration::PutBack { tile, bag },
            }
        }
        Happening::SlotChanged { place, kind, amount, .. } => {
            Narration::SlotChanged { tile: words.tile(kind), place: spot(game, words, place), came: amount > 0 }
        }
        Happening::BoardChanged {} => Narration::BoardChanged,
        Happening::Begins { seat } => Narration::Begins { seat },
        Happening::HandedOver { seat, giver } => Narration::HandedOver { seat, giver },
        Happening::Retired { seat, .. } => Narration::Retired { seat },
        Happening::Ending { .. } => Narration::Ending,
        Happening::Over { .. } => Narration::Over(outcome(game, language)),
        // The next question shows the flow of the game.
        Happening::PartBegan { .. } | Happening::PartEnded { .. } => return None,
        Happening::RoundBegan { .. } | Happening::RoundEnded { .. } => return None,
        // Another event follows: the tile is placed after all, or set aside.
        Happening::Unplayable { .. } => return None,
        // The board shows changed features and returned figures, and the points report them.
        Happening::Merged { .. } | Happening::Parted { .. } => return None,
        Happening::Completed { .. } | Happening::TookHome { .. } => return None,
        Happening::Scored { .. } => return None,
        // Rules use these names only among themselves.
        Happening::Raised { .. } => return None,
    })
}

/// Returns the rotation of a turn, in degrees clockwise.
pub fn degrees(lattice: Lattice, turn: Turn) -> u16 {
    (360 * turn.index() / lattice.side_count()) as u16
}

pub(crate) fn first_cell(game: &Game, segment: SegmentId) -> Cell {
    game.board().cell_of(game.board().first_segment(segment))
}

pub(crate) fn spot(game: &Game, words: Words<'_>, place: Place) -> Spot {
    let board = game.board();
    match place {
        Place::Segment(segment) => {
            let terrain = words.terrain(board.terrain(segment));
            Spot::Segment {
                segment,
                terrain,
                cell: board.cell_of(segment),
                name: words.segment_with_cell(board, segment),
            }
        }
        Place::Cell(cell) => Spot::Cell(cell),
        Place::Joint(joint) => Spot::Joint(board.catalog().lattice.joint_key(joint)),
        Place::Zone(zone, slot) => Spot::Zone { zone: words.zone(zone), slot },
    }
}
