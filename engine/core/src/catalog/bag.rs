//! Bags and stacks, and those of seats: one that each seat has is declared once and stands for one of every seat.

use std::sync::Arc;

use crate::catalog::Catalog;
use crate::catalog::id::{BagId, Id, Name, TagId, TileKindId};
use crate::catalog::seat::Seat;

/// Whose a bag is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BagOwner {
    /// Nobody's in particular.
    #[default]
    Table,
    /// It is only the declaration of bags that each seat has, and holds nothing: theirs have the numbers from the first on.
    EachSeat {
        /// That of seat 0.
        first: BagId,
        /// How many there are: one for each seat that a game of these packs can have.
        count: u8,
    },
    /// A seat's, which has it because of a declaration.
    Seat {
        /// The declaration.
        of: BagId,
        /// Whose it is.
        seat: Seat,
    },
}

/// Where tiles come from.
#[derive(Clone, Debug, Default)]
pub struct Bag {
    /// Whether it keeps an order: a stack is drawn from the top, a bag at random.
    pub stacked: bool,
    /// Whether its content is seen by all.
    pub open: bool,
    /// What it holds when the game starts. Stacks are shuffled then.
    pub contents: Vec<(TileKindId, u32)>,
    /// Its name in records, where that is not its id.
    pub key: Option<Arc<str>>,
    /// Bags with the same pool stand in for each other when a record says what is drawn: the tile changes places.
    pub pool: Option<Arc<str>>,
    /// A tag of tiles that everybody sees on the top of the stack, though not the tile.
    pub back: Option<TagId>,
    /// Whose it is.
    pub owner: BagOwner,
}

impl Bag {
    /// Number of tiles in it when the game starts.
    pub fn total(&self) -> u64 {
        self.contents.iter().map(|&(_, n)| u64::from(n)).sum()
    }
}

impl Catalog {
    /// The name of a bag in records.
    pub fn bag_key(&self, bag: BagId) -> String {
        self.bags[bag].key.as_ref().map_or_else(|| self.bags.key(bag), ToString::to_string)
    }

    /// Finds a bag by its name in records.
    pub fn find_bag(&self, key: &str) -> Option<BagId> {
        self.bags.ids().find(|&b| self.bags[b].key.as_deref() == Some(key)).or_else(|| self.bags.find(key))
    }

    /// Gives each seat a bag like one that is declared, `ID:N` for seat N. The declared one holds nothing from then on.
    pub fn give_each_seat(&mut self, bag: BagId) {
        let (name, count) = (self.bags.name(bag).clone(), self.seats.1);
        let first = BagId::from_index(self.bags.len());
        let Some(declared) = self.bags.get_mut(bag) else { return };
        declared.owner = BagOwner::EachSeat { first, count };
        let like = Bag { contents: std::mem::take(&mut declared.contents), ..declared.clone() };
        for number in 0..count {
            let key = like.key.as_ref().map(|key| format!("{key}:{number}").into());
            let own = Bag { key, owner: BagOwner::Seat { of: bag, seat: Seat(number) }, ..like.clone() };
            // No id has a colon, so nothing has this name yet.
            let _ = self.bags.add(Name::new(&name.pack, &format!("{}:{number}", name.local)), own);
        }
    }

    /// The bag that is meant where a seat uses one: its own of those that each seat has.
    #[inline]
    pub fn bag_of(&self, bag: BagId, seat: Seat) -> BagId {
        match self.bags[bag].owner {
            BagOwner::EachSeat { first, count } if seat.0 < count => BagId(first.0 + u16::from(seat.0)),
            _ => bag,
        }
    }

    /// The bag that was declared: of one of a seat that which stands for all of them.
    pub fn declared_bag(&self, bag: BagId) -> BagId {
        if let BagOwner::Seat { of, .. } = self.bags[bag].owner { of } else { bag }
    }

    /// The bags for which a declared one stands: those of all seats, or itself.
    pub fn bags_of(&self, bag: BagId) -> impl Iterator<Item = BagId> + use<> {
        let (first, count) = match self.bags[bag].owner {
            BagOwner::EachSeat { first, count } => (first.0, u16::from(count)),
            _ => (bag.0, 1),
        };
        (first..first + count).map(BagId)
    }

    /// Whether a game of so many seats has a bag: one of all, or of a seat that plays.
    pub fn has_bag(&self, bag: BagId, seats: u8) -> bool {
        match self.bags[bag].owner {
            BagOwner::Table => true,
            BagOwner::EachSeat { .. } => false,
            BagOwner::Seat { seat, .. } => seat.0 < seats,
        }
    }

    /// The bags of a game of so many seats.
    pub fn bags_for(&self, seats: u8) -> impl Iterator<Item = BagId> {
        self.bags.ids().filter(move |&bag| self.has_bag(bag, seats))
    }
}
