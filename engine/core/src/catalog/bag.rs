//! Bags and stacks, and the bags and zones of seats: one that each seat has is declared once and stands for one of every seat.

use std::sync::Arc;

use crate::catalog::id::{BagId, Id, Name, TagId, TileKindId, ZoneId};
use crate::catalog::seat::Seat;
use crate::catalog::{Catalog, Zone};

/// Whose a bag or a zone is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Owner<I> {
    /// Nobody's in particular.
    #[default]
    Table,
    /// It is only the declaration of those that each seat has, and holds nothing: theirs have the numbers from the first on.
    EachSeat {
        /// That of seat 0.
        first: I,
        /// How many there are: one for each seat that a game of these packs can have.
        count: u8,
    },
    /// A seat's, which has it because of a declaration.
    Seat {
        /// The declaration.
        of: I,
        /// Whose it is.
        seat: Seat,
    },
}

impl<I: Id> Owner<I> {
    /// The one that is meant where a seat uses `declared`, which has this owner.
    #[inline]
    fn of_seat(self, declared: I, seat: Seat) -> I {
        match self {
            Owner::EachSeat { first, count } if seat.0 < count => I::from_index(first.index() + seat.index()),
            _ => declared,
        }
    }

    /// Whether a game of a number of seats has it: it is one of all, or of a seat that plays.
    fn is_in_game(self, seats: u8) -> bool {
        match self {
            Owner::Table => true,
            Owner::EachSeat { .. } => false,
            Owner::Seat { seat, .. } => seat.0 < seats,
        }
    }
}

/// Whose a bag is.
pub type BagOwner = Owner<BagId>;

/// Whose a zone is.
pub type ZoneOwner = Owner<ZoneId>;

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
        self.bags[bag].owner.of_seat(bag, seat)
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
        self.bags[bag].owner.is_in_game(seats)
    }

    /// The bags of a game of so many seats.
    pub fn bags_for(&self, seats: u8) -> impl Iterator<Item = BagId> {
        self.bags.ids().filter(move |&bag| self.has_bag(bag, seats))
    }

    /// Gives each seat a zone like one that is declared, `ID:N` for seat N.
    pub fn give_each_seat_zone(&mut self, zone: ZoneId) {
        let (name, count) = (self.zones.name(zone).clone(), self.seats.1);
        let first = ZoneId::from_index(self.zones.len());
        let Some(declared) = self.zones.get_mut(zone) else { return };
        declared.owner = ZoneOwner::EachSeat { first, count };
        let like = declared.clone();
        for seat in (0..count).map(Seat) {
            let own = Zone { owner: ZoneOwner::Seat { of: zone, seat }, ..like.clone() };
            // No id has a colon, so nothing has this name yet.
            let _ = self.zones.add(Name::new(&name.pack, &format!("{}:{}", name.local, seat.0)), own);
        }
    }

    /// The zone that is meant where a seat uses one: its own of those that each seat has.
    #[inline]
    pub fn zone_of(&self, zone: ZoneId, seat: Seat) -> ZoneId {
        self.zones[zone].owner.of_seat(zone, seat)
    }

    /// The zone that was declared: for one of a seat the zone that stands for all of them.
    pub fn declared_zone(&self, zone: ZoneId) -> ZoneId {
        if let ZoneOwner::Seat { of, .. } = self.zones[zone].owner { of } else { zone }
    }

    /// Whether a game of a number of seats has a zone: one of all, or of a seat that plays.
    #[inline]
    pub fn has_zone(&self, zone: ZoneId, seats: u8) -> bool {
        self.zones[zone].owner.is_in_game(seats)
    }

    /// The zones of a game of a number of seats.
    pub fn zones_for(&self, seats: u8) -> impl Iterator<Item = ZoneId> {
        self.zones.ids().filter(move |&zone| self.has_zone(zone, seats))
    }
}
