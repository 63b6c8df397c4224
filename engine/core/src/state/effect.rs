//! Effects: the only means of changing the state.

use std::fmt;

use crate::catalog::Extent;
use crate::catalog::footing::PlacementPermissions;
use crate::catalog::id::{
    BagId, BookId, CounterId, FigureId, FigureKindId, SegmentId, Symbol, TileId, TileKindId, TokenId, ZoneId,
};
use crate::catalog::joint::Joint;
use crate::catalog::lattice::{Cell, Plane, Turn};
use crate::catalog::seat::{Seat, SeatSet};
use crate::state::conclusion::Conclusion;

/// Place of a figure or a token.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// Segment on the board, by number.
    Segment(SegmentId),
    /// Cell, with or without a tile.
    Cell(Cell),
    /// Zone, with a slot counted from 1, or 0 in a zone without slots.
    Zone(ZoneId, u16),
    /// Corner of cells or seam between two, which exists while one of these cells has a tile.
    Joint(Joint),
}

// Events, effects and figures contain places, so their size matters.
const _: () = assert!(size_of::<Place>() == 8 && size_of::<Option<Place>>() == 8);

/// Key of one value of a counter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CounterKey {
    /// Single value of a game counter.
    Game,
    /// Value of a seat.
    Seat(Seat),
    /// Value of a keyed counter.
    Key(i64),
    /// Value of a counter that has keys for each seat.
    SeatKey(Seat, i64),
    /// Value of a feature, by one of its segments.
    Feature(SegmentId),
}

/// Payer or receiver of a payment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Purse {
    /// Bank, which never runs out.
    Bank,
    /// Seat with its own counter value.
    Seat(Seat),
}

/// Destination of a tile that is taken up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TileDestination {
    /// Out of the game, to the tiles that are set aside.
    Aside,
    /// Bag, at its bottom if it is a stack.
    Bag(BagId),
    /// Hand of a seat.
    Hand(Seat),
}

/// Change of the state.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// Placement of a tile where it fits.
    PlaceTile {
        /// Seat that places the tile.
        seat: Seat,
        /// Kind of the tile.
        kind: TileKindId,
        /// Position of the tile's first cell.
        cell: Cell,
        /// Turn of the tile, in clockwise steps.
        turn: Turn,
        /// Permission to place the tile without neighbours, or on other tiles.
        footing: PlacementPermissions,
        /// Reason, for rules that react.
        reason: Option<Symbol>,
    },
    /// Removal of a tile from the board. Figures on its segments go home first, and so do figures at corners and seams
    /// that lose their last tile; tokens there leave the board. Pieces on its cells remain.
    TakeUp {
        /// Seat that takes up the tile.
        seat: Seat,
        /// Tile to take up.
        tile: TileId,
        /// Destination of the tile.
        to: TileDestination,
        /// Reason, for rules that react.
        reason: Option<Symbol>,
    },
    /// Removal of a tile as in [`Effect::TakeUp`], and placement of another tile there. It needs no neighbour, but
    /// its edges must meet its neighbours. A complete feature that continues through the new tile is not completed
    /// again.
    ReplaceTile {
        /// Seat that replaces the tile.
        seat: Seat,
        /// Tile that leaves the board.
        tile: TileId,
        /// Kind of the new tile.
        kind: TileKindId,
        /// Turn of the new tile.
        turn: Turn,
        /// Destination of the tile that leaves.
        to: TileDestination,
        /// Reason, for rules that react.
        reason: Option<Symbol>,
    },
    /// Addition of a part to a tile, which keeps its number: its kind becomes one of the [`extensions`] of its kind.
    /// Its edges must meet its neighbours. Figures, tokens and feature values on it remain.
    ///
    /// [`extensions`]: crate::catalog::tile::TileKind::extensions
    AddPart {
        /// Seat that adds the part.
        seat: Seat,
        /// Tile that receives the part.
        tile: TileId,
        /// New kind of the tile.
        kind: TileKindId,
        /// Reason, for rules that react.
        reason: Option<Symbol>,
    },
    /// Move or turn of a tile, which keeps its number. Pieces on its segments move with it; pieces at corners and seams
    /// remain, or leave if these lose their last tile.
    MoveTile {
        /// Seat that moves the tile.
        seat: Seat,
        /// Number of the tile to move.
        tile: TileId,
        /// New position of the tile's first cell.
        cell: Cell,
        /// New turn of the tile.
        turn: Turn,
        /// Permission to place the tile without neighbours, or on other tiles.
        footing: PlacementPermissions,
        /// Reason, for rules that react.
        reason: Option<Symbol>,
    },
    /// Placement of a tile face down: its back is on the board, where that fits. Replacements are not called, since
    /// they could not return the tile.
    PlaceFaceDown {
        /// Seat that places the tile.
        seat: Seat,
        /// Kind of the hidden tile.
        kind: TileKindId,
        /// Position of the first cell.
        cell: Cell,
        /// Turn of the back.
        turn: Turn,
        /// Permission to place the tile without neighbours, or on other tiles.
        footing: PlacementPermissions,
        /// Seats that look at the tile first.
        known_to: SeatSet,
        /// Reason, for rules that react.
        reason: Option<Symbol>,
    },
    /// Look of a seat at a face-down tile.
    Look {
        /// Seat that looks at the tile.
        seat: Seat,
        /// Back of the tile.
        tile: TileId,
    },
    /// Reveal of a face-down tile: it takes the place of its back, whether or not its edges meet its neighbours.
    TurnUp {
        /// Seat that turns the tile up.
        seat: Seat,
        /// Back that leaves the board.
        tile: TileId,
        /// Turn of the tile afterwards.
        turn: Turn,
        /// Reason, for rules that react.
        reason: Option<Symbol>,
    },
    /// Turning of a tile face down: its back takes its place, whether or not its edges meet its neighbours.
    TurnDown {
        /// Seat that turns the tile down.
        seat: Seat,
        /// Tile that leaves the board.
        tile: TileId,
        /// Turn of the back afterwards.
        turn: Turn,
        /// Seats that know the hidden tile from then on.
        known_to: SeatSet,
        /// Reason, for rules that react.
        reason: Option<Symbol>,
    },
    /// Deployment of a figure from its supply.
    Deploy {
        /// Seat that owns the figure.
        seat: Seat,
        /// Kind of the figure.
        figure: FigureKindId,
        /// Destination of the figure.
        place: Place,
    },
    /// Move of a figure on the board or in a zone to another place.
    MoveFigure {
        /// Figure to move, by number.
        figure: FigureId,
        /// Destination of the figure.
        place: Place,
    },
    /// Return of a figure to its supply.
    TakeHome {
        /// Figure to take home, by number.
        figure: FigureId,
        /// Reason, for rules that react.
        reason: Option<Symbol>,
    },
    /// Award of points to a seat.
    Award {
        /// Seat that receives the points.
        seat: Seat,
        /// Number of points, which may be negative.
        points: i32,
        /// Book that receives the points.
        book: BookId,
        /// Scored feature, by a segment; `None` for points without a feature.
        segment: Option<SegmentId>,
        /// Reason of the award.
        reason: Option<Symbol>,
    },
    /// Change of a counter by an amount.
    Count {
        /// Counter that the amount is added to.
        counter: CounterId,
        /// Key of the value to change.
        key: CounterKey,
        /// Amount to add, which may be negative.
        amount: i32,
    },
    /// Payment of an amount of a counter from one purse to another.
    Pay {
        /// Counter of the currency.
        counter: CounterId,
        /// Payer of the amount.
        from: Purse,
        /// Receiver of the amount.
        to: Purse,
        /// Amount of the payment.
        amount: i32,
    },
    /// Move of a token to a place or out of play.
    MoveToken {
        /// Token that gets the new place.
        token: TokenId,
        /// Destination; `None` takes the token out of play.
        place: Option<Place>,
    },
    /// Return of a tile to a bag, at its bottom if it is a stack.
    PutBack {
        /// Bag that receives the tile.
        bag: BagId,
        /// Kind of the tile.
        kind: TileKindId,
    },
    /// Removal of a tile from a bag without a draw.
    Remove {
        /// Bag that holds the tile.
        bag: BagId,
        /// Kind of the tile.
        kind: TileKindId,
    },
    /// Shuffle of a stack, which is a chance point.
    Shuffle {
        /// Stack whose order changes at random.
        bag: BagId,
    },
    /// Random deal of the tiles of a bag to other bags.
    Deal {
        /// Bag to deal from.
        from: BagId,
        /// Receiving bags, with the number of tiles for each.
        to: Vec<(BagId, u32)>,
    },
    /// Choice of the seat that takes the next ordinary turn.
    NextSeat {
        /// Seat of the next turn.
        seat: Seat,
    },
    /// Transfer of the running part to another seat.
    HandOver {
        /// Seat that continues the part.
        seat: Seat,
    },
    /// Addition of a tile to a hand.
    ToHand {
        /// Seat with the hand.
        seat: Seat,
        /// Kind of the tile.
        kind: TileKindId,
    },
    /// Removal of a tile from a hand.
    FromHand {
        /// Seat with the hand.
        seat: Seat,
        /// Kind of the tile.
        kind: TileKindId,
    },
    /// Addition of a tile to an empty slot of a zone.
    ToSlot {
        /// Zone with the slot.
        zone: ZoneId,
        /// Number of the slot, from 1.
        slot: u16,
        /// Kind of the tile.
        kind: TileKindId,
    },
    /// Removal of the tile in a slot of a zone.
    FromSlot {
        /// Zone with the slot.
        zone: ZoneId,
        /// Number of the slot, from 1.
        slot: u16,
    },
    /// Choice of the tile in play of the running part.
    InPlay {
        /// Kind of the tile; `None` for no tile.
        kind: Option<TileKindId>,
    },
    /// Change of the extent of a plane of the board.
    Resize {
        /// Plane that gets the new extent.
        plane: Plane,
        /// New extent of the plane.
        extent: Extent,
    },
    /// Retirement of a seat, which then takes no further turns.
    Retire {
        /// Seat that leaves the turn order.
        seat: Seat,
        /// Reason, for rules that react.
        reason: Option<Symbol>,
    },
    /// End of the game after the running part of the agenda.
    EndGame {
        /// Conclusion to add; parts that it leaves out keep their earlier values.
        conclusion: Conclusion,
    },
}

/// Reason why a choice or an effect is refused. The state is unchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejected {
    /// Stable reason code, such as `not_an_option`.
    pub code: &'static str,
    /// Description of the problem for players and authors.
    pub message: String,
}

impl Rejected {
    /// Creates a refusal with a code and a message.
    pub fn new(code: &'static str, message: impl Into<String>) -> Rejected {
        Rejected { code, message: message.into() }
    }

    /// Returns true if the subject of the effect no longer exists, so that the effect can be skipped.
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
