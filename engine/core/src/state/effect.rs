//! Effects: the only ways in which the state changes.

use crate::catalog::id::{
    BagId, BookId, CounterId, FigureId, FigureKindId, SegmentId, Symbol, TileId, TileKindId, TokenId, ZoneId,
};
use std::fmt;

use crate::catalog::Extent;
use crate::catalog::footing::Footing;
use crate::catalog::joint::Joint;
use crate::catalog::lattice::{Cell, Plane, Turn};
use crate::catalog::seat::{Seat, SeatSet};
use crate::state::ending::Conclusion;
use crate::state::event::EventKind;

/// Where a figure or a token is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// On a segment, by number.
    Segment(SegmentId),
    /// On a cell, with or without a tile.
    Cell(Cell),
    /// In a zone, at a slot counted from 1, or 0 in a heap.
    Zone(ZoneId, u16),
    /// At a corner of cells or on a seam between two, while a tile lies there.
    Joint(Joint),
}

// Places are part of events, effects and figures.
const _: () = assert!(size_of::<Place>() == 8 && size_of::<Option<Place>>() == 8);

/// Which of its counters a rule means.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CounterKey {
    /// The game's.
    Game,
    /// A seat's.
    Seat(Seat),
    /// One of a keyed counter.
    Key(i64),
    /// One of a counter that is keyed for each seat.
    SeatKey(Seat, i64),
    /// A feature's, by a segment of it.
    Feature(SegmentId),
}

/// Who is on the two ends of a payment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Purse {
    /// The bank, which never runs out.
    Bank,
    /// A seat.
    Seat(Seat),
}

/// Where a tile goes that is taken up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TakenTo {
    /// Out of the game: to those that are set aside.
    Aside,
    /// Into a bag, or under a stack.
    Bag(BagId),
    /// Into a hand.
    Hand(Seat),
}

/// A change of the state.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// A tile is placed where it fits.
    PlaceTile {
        /// Who places it.
        seat: Seat,
        /// Its kind.
        kind: TileKindId,
        /// Where its first cell comes to lie.
        cell: Cell,
        /// How it is turned.
        turn: Turn,
        /// Whether it may lie where nothing touches it, or on other tiles.
        footing: Footing,
        /// Why, for rules that listen.
        reason: Option<Symbol>,
    },
    /// A tile leaves the board. The figures on its segments go home first, and those at corners and seams where no other
    /// tile lies; the tokens there leave the board. What stands on its cells stays.
    TakeUp {
        /// Who takes it up.
        seat: Seat,
        /// Which tile.
        tile: TileId,
        /// Where it goes.
        to: TakenTo,
        /// Why, for rules that listen.
        reason: Option<Symbol>,
    },
    /// A tile leaves the board like that, and another one is placed there; it need not touch anything, but has to meet
    /// what it touches. A feature that was complete before and goes on through the new tile is not completed again.
    ReplaceTile {
        /// Who replaces it.
        seat: Seat,
        /// Which tile leaves.
        tile: TileId,
        /// The kind of the other one.
        kind: TileKindId,
        /// How that is turned.
        turn: Turn,
        /// Where the tile goes that leaves.
        to: TakenTo,
        /// Why, for rules that listen.
        reason: Option<Symbol>,
    },
    /// A tile receives a further part and stays the same tile: its kind becomes one of the [`extensions`] of its kind. It
    /// has to meet what it touches. Figures, tokens and numbers on it stay.
    ///
    /// [`extensions`]: crate::catalog::tile::TileKind::extensions
    AddPart {
        /// Who adds the part.
        seat: Seat,
        /// The tile.
        tile: TileId,
        /// The kind that it becomes.
        kind: TileKindId,
        /// Why, for rules that listen.
        reason: Option<Symbol>,
    },
    /// A tile goes elsewhere or is turned, and stays the same tile. What stands on its segments goes along; what stands at
    /// corners and seams stays, or leaves where no tile is left there.
    MoveTile {
        /// Who moves it.
        seat: Seat,
        /// Which tile.
        tile: TileId,
        /// Where its first cell comes to lie.
        cell: Cell,
        /// How it is turned then.
        turn: Turn,
        /// Whether it may lie where nothing touches it, or on other tiles.
        footing: Footing,
        /// Why, for rules that listen.
        reason: Option<Symbol>,
    },
    /// A tile is placed face down: its back lies there, where that fits. Rules that act instead of placing are not asked:
    /// they could not hand it back.
    PlaceFaceDown {
        /// Who places it.
        seat: Seat,
        /// The kind of the tile itself.
        kind: TileKindId,
        /// Where its first cell comes to lie.
        cell: Cell,
        /// How the back is turned.
        turn: Turn,
        /// Whether it may lie where nothing touches it, or on other tiles.
        footing: Footing,
        /// Who looks at it first.
        known_to: SeatSet,
        /// Why, for rules that listen.
        reason: Option<Symbol>,
    },
    /// A seat looks at a tile that lies face down.
    Look {
        /// Who.
        seat: Seat,
        /// At which.
        tile: TileId,
    },
    /// A tile that lies face down is turned up: it takes the place of its back, whether or not it meets what lies around.
    TurnUp {
        /// Who turns it up.
        seat: Seat,
        /// The back.
        tile: TileId,
        /// How the tile lies then.
        turn: Turn,
        /// Why, for rules that listen.
        reason: Option<Symbol>,
    },
    /// A tile is turned face down: its back takes its place like that.
    TurnDown {
        /// Who turns it down.
        seat: Seat,
        /// Which tile.
        tile: TileId,
        /// How the back lies then.
        turn: Turn,
        /// Who knows what it is from then on.
        known_to: SeatSet,
        /// Why, for rules that listen.
        reason: Option<Symbol>,
    },
    /// A figure goes from its supply to a place.
    Deploy {
        /// Whose.
        seat: Seat,
        /// Its kind.
        figure: FigureKindId,
        /// Where to.
        place: Place,
    },
    /// A figure on the board or in a zone goes to another place.
    MoveFigure {
        /// Which, by number.
        figure: FigureId,
        /// Where to.
        place: Place,
    },
    /// A figure goes back to its supply.
    TakeHome {
        /// Which, by number.
        figure: FigureId,
        /// Why, for rules that listen.
        reason: Option<Symbol>,
    },
    /// A seat receives points.
    Award {
        /// Who.
        seat: Seat,
        /// How many.
        points: i32,
        /// What they are booked under.
        book: BookId,
        /// The feature they are for, by a segment.
        segment: Option<SegmentId>,
        /// Why.
        reason: Option<Symbol>,
    },
    /// A counter changes by an amount.
    Count {
        /// Which counter.
        counter: CounterId,
        /// Whose.
        key: CounterKey,
        /// By how much.
        amount: i32,
    },
    /// Something counted goes from one purse to another.
    Pay {
        /// Which counter.
        counter: CounterId,
        /// Who pays.
        from: Purse,
        /// Who receives.
        to: Purse,
        /// How much.
        amount: i32,
    },
    /// A token is put on the board, moved, or taken off it.
    MoveToken {
        /// Which.
        token: TokenId,
        /// Where to; nothing takes it off.
        place: Option<Place>,
    },
    /// A tile goes into a bag, or under a stack.
    PutBack {
        /// Which bag.
        bag: BagId,
        /// The tile.
        kind: TileKindId,
    },
    /// A tile leaves a bag without being drawn.
    Remove {
        /// Which bag.
        bag: BagId,
        /// The tile.
        kind: TileKindId,
    },
    /// A stack is shuffled.
    Shuffle {
        /// Which.
        bag: BagId,
    },
    /// The tiles of a bag are dealt out at random; so many to each.
    Deal {
        /// From which.
        from: BagId,
        /// To which, and how many.
        to: Vec<(BagId, u32)>,
    },
    /// The seat that takes the next ordinary turn.
    NextSeat {
        /// Which.
        seat: Seat,
    },
    /// Another seat goes on with the running part.
    HandOver {
        /// Which.
        seat: Seat,
    },
    /// A tile goes into a hand.
    ToHand {
        /// Whose.
        seat: Seat,
        /// The tile.
        kind: TileKindId,
    },
    /// A tile leaves a hand.
    FromHand {
        /// Whose.
        seat: Seat,
        /// The tile.
        kind: TileKindId,
    },
    /// A tile goes into a free slot of a zone.
    ToSlot {
        /// Which zone.
        zone: ZoneId,
        /// Which of its slots, from 1.
        slot: u16,
        /// The tile.
        kind: TileKindId,
    },
    /// The tile in a slot of a zone leaves it.
    FromSlot {
        /// Which zone.
        zone: ZoneId,
        /// Which of its slots, from 1.
        slot: u16,
    },
    /// The tile that the running part has in play.
    InPlay {
        /// The tile; nothing for none.
        kind: Option<TileKindId>,
    },
    /// A plane of the board changes its extent.
    Resize {
        /// Which.
        plane: Plane,
        /// To what.
        extent: Extent,
    },
    /// A seat takes no further turns.
    Retire {
        /// Who.
        seat: Seat,
        /// Why, for rules that listen.
        reason: Option<Symbol>,
    },
    /// The game ends after this part of the agenda.
    EndGame {
        /// What is said of how it ends; what is not said here stays as it was said before.
        conclusion: Conclusion,
    },
}

impl Effect {
    /// The event that reports it, and the name by which rules replace it.
    pub const fn event(&self) -> EventKind {
        match self {
            Effect::PlaceTile { .. } | Effect::PlaceFaceDown { .. } => EventKind::Placed,
            Effect::TakeUp { .. } | Effect::ReplaceTile { .. } => EventKind::TakenUp,
            Effect::AddPart { .. } => EventKind::PartAdded,
            Effect::MoveTile { .. } => EventKind::TileMoved,
            Effect::Deploy { .. } | Effect::MoveFigure { .. } => EventKind::Deployed,
            Effect::TakeHome { .. } => EventKind::TookHome,
            Effect::Award { .. } => EventKind::Awarded,
            Effect::Count { .. } | Effect::Pay { .. } => EventKind::Counted,
            Effect::MoveToken { .. } => EventKind::TokenMoved,
            Effect::PutBack { .. }
            | Effect::Remove { .. }
            | Effect::Shuffle { .. }
            | Effect::Deal { .. }
            | Effect::ToHand { .. }
            | Effect::FromHand { .. } => EventKind::BagChanged,
            Effect::ToSlot { .. } | Effect::FromSlot { .. } => EventKind::SlotChanged,
            Effect::NextSeat { .. } => EventKind::Begins,
            Effect::HandOver { .. } | Effect::InPlay { .. } => EventKind::PartBegan,
            Effect::Resize { .. } => EventKind::BoardChanged,
            Effect::Retire { .. } => EventKind::Retired,
            Effect::Look { .. } => EventKind::Looked,
            Effect::TurnDown { .. } => EventKind::TurnedDown,
            Effect::TurnUp { .. } => EventKind::TurnedUp,
            Effect::EndGame { .. } => EventKind::Ending,
        }
    }
}

/// Why a choice or an effect is refused. The state is as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejected {
    /// Stable reason code, such as `not_an_option`.
    pub code: &'static str,
    /// What is wrong, for people.
    pub message: String,
}

impl Rejected {
    /// A refusal.
    pub fn new(code: &'static str, message: impl Into<String>) -> Rejected {
        Rejected { code, message: message.into() }
    }

    /// Whether what the effect was about is no longer there: then nothing is left to do.
    pub(crate) fn is_gone(&self) -> bool {
        let codes = ["no_such_figure", "no_such_tile", "place_is_gone", "not_in_bag", "not_in_hand", "has_retired"];
        codes.contains(&self.code)
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.message, self.code)
    }
}

impl std::error::Error for Rejected {}
