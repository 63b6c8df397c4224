//! Declares bags and stacks, and the owners of bags and zones. A bag that each seat has is declared once; the
//! declaration refers to one bag per seat.

use std::sync::Arc;

use crate::catalog::id::{BagId, Id, TagId, TileKindId, ZoneId};
use crate::catalog::seat::Seat;

/// Owner of a bag or a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Owner<I> {
    /// Shared by all seats.
    #[default]
    Table,
    /// A declaration from which each seat has its own copy. The declaration itself is empty; the copies have
    /// consecutive numbers.
    EachSeat {
        /// The copy of seat 0.
        first: I,
        /// Number of copies: one for each seat that a game of these packs can have.
        count: u8,
    },
    /// A seat's copy of a declaration.
    Seat {
        /// The declaration that was copied.
        of: I,
        /// The seat that owns the copy.
        seat: Seat,
    },
}

impl<I: Id> Owner<I> {
    /// Returns the bag or zone that a seat uses for `declared`, whose owner is `self`: its own copy if each seat has
    /// one.
    #[inline]
    pub(super) fn of_seat(self, declared: I, seat: Seat) -> I {
        match self {
            Owner::EachSeat { first, count } if seat.0 < count => I::from_index(first.index() + seat.index()),
            _ => declared,
        }
    }

    /// Returns true if a game with `seats` seats has it: it is shared, or its owner plays.
    pub(super) fn is_in_game(self, seats: u8) -> bool {
        match self {
            Owner::Table => true,
            Owner::EachSeat { .. } => false,
            Owner::Seat { seat, .. } => seat.0 < seats,
        }
    }
}

/// Owner of a bag: the table, each seat, or one seat.
pub type BagOwner = Owner<BagId>;

/// Owner of a zone: the table, each seat, or one seat.
pub type ZoneOwner = Owner<ZoneId>;

/// A bag or stack from which tiles are drawn.
#[derive(Clone, Debug, Default)]
pub struct Bag {
    /// True if the tiles have an order: a stack is drawn from the top, a bag at random.
    pub stacked: bool,
    /// True if all seats see the content.
    pub open: bool,
    /// Tiles in it when the game starts. Stacks are shuffled then.
    pub contents: Vec<(TileKindId, u32)>,
    /// Name in records; `None` if it is the id.
    pub key: Option<Arc<str>>,
    /// Name of a group of bags that substitute for each other: if a record draws a tile that is in another bag of the
    /// pool, the tiles change places.
    pub pool: Option<Arc<str>>,
    /// Tag of the top tile that all seats see, although they do not see the tile.
    pub back: Option<TagId>,
    /// Owner of the bag.
    pub owner: BagOwner,
}

impl Bag {
    /// Returns the number of tiles in it when the game starts.
    pub fn total(&self) -> u64 {
        self.contents.iter().map(|&(_, n)| u64::from(n)).sum()
    }
}
