//! Copies bags and zones for each seat, and finds the copies of a seat.

use crate::catalog::bag::{Bag, BagOwner, ZoneOwner};
use crate::catalog::id::{BagId, Id, Name, ZoneId};
use crate::catalog::seat::Seat;
use crate::catalog::{Catalog, Zone};

impl Catalog {
    /// Returns the name of a bag in records.
    pub fn bag_key(&self, bag: BagId) -> String {
        self.bags[bag].key.as_ref().map_or_else(|| self.bags.key(bag), ToString::to_string)
    }

    /// Finds a bag by its name in records.
    pub fn find_bag(&self, key: &str) -> Option<BagId> {
        self.bags.ids().find(|&b| self.bags[b].key.as_deref() == Some(key)).or_else(|| self.bags.find(key))
    }

    /// Gives each seat a copy of a declared bag, `ID:N` for seat N, and empties the declared bag.
    pub fn give_each_seat(&mut self, bag: BagId) {
        let (name, count) = (self.bags.name(bag).clone(), self.seats.1);
        let first = BagId::from_index(self.bags.len());
        let Some(declared) = self.bags.get_mut(bag) else { return };
        declared.owner = BagOwner::EachSeat { first, count };
        let like = Bag { contents: std::mem::take(&mut declared.contents), ..declared.clone() };
        for number in 0..count {
            let key = like.key.as_ref().map(|key| format!("{key}:{number}").into());
            let own = Bag { key, owner: BagOwner::Seat { of: bag, seat: Seat(number) }, ..like.clone() };
            // Ids contain no colon, so the name is still free.
            let _ = self.bags.add(Name::new(&name.pack, &format!("{}:{number}", name.local)), own);
        }
    }

    /// Returns the bag that a seat uses for `bag`: its own copy if each seat has one.
    #[inline]
    pub fn bag_of(&self, bag: BagId, seat: Seat) -> BagId {
        self.bags[bag].owner.of_seat(bag, seat)
    }

    /// Returns the declaration of a seat's bag; `bag` itself if it is not a copy.
    pub fn declared_bag(&self, bag: BagId) -> BagId {
        if let BagOwner::Seat { of, .. } = self.bags[bag].owner { of } else { bag }
    }

    /// Returns the bags behind a declaration: one for each seat, or the bag itself.
    pub fn bags_of(&self, bag: BagId) -> impl Iterator<Item = BagId> + use<> {
        let (first, count) = match self.bags[bag].owner {
            BagOwner::EachSeat { first, count } => (first.0, u16::from(count)),
            _ => (bag.0, 1),
        };
        (first..first + count).map(BagId)
    }

    /// Returns true if a game with `seats` seats has the bag: it is shared, or its owner plays.
    pub fn has_bag(&self, bag: BagId, seats: u8) -> bool {
        self.bags[bag].owner.is_in_game(seats)
    }

    /// Returns the bags in use in a game with `seats` seats.
    pub fn bags_for(&self, seats: u8) -> impl Iterator<Item = BagId> {
        self.bags.ids().filter(move |&bag| self.has_bag(bag, seats))
    }

    /// Gives each seat a copy of a declared zone, `ID:N` for seat N.
    pub fn give_each_seat_zone(&mut self, zone: ZoneId) {
        let (name, count) = (self.zones.name(zone).clone(), self.seats.1);
        let first = ZoneId::from_index(self.zones.len());
        let Some(declared) = self.zones.get_mut(zone) else { return };
        declared.owner = ZoneOwner::EachSeat { first, count };
        let like = declared.clone();
        for seat in (0..count).map(Seat) {
            let own = Zone { owner: ZoneOwner::Seat { of: zone, seat }, ..like.clone() };
            // Ids contain no colon, so the name is still free.
            let _ = self.zones.add(Name::new(&name.pack, &format!("{}:{}", name.local, seat.0)), own);
        }
    }

    /// Returns the zone that a seat uses for `zone`: its own copy if each seat has one.
    #[inline]
    pub fn zone_of(&self, zone: ZoneId, seat: Seat) -> ZoneId {
        self.zones[zone].owner.of_seat(zone, seat)
    }

    /// Returns the declaration of a seat's zone; `zone` itself if it is not a copy.
    pub fn declared_zone(&self, zone: ZoneId) -> ZoneId {
        if let ZoneOwner::Seat { of, .. } = self.zones[zone].owner { of } else { zone }
    }

    /// Returns true if a game with `seats` seats has the zone: it is shared, or its owner plays.
    #[inline]
    pub fn has_zone(&self, zone: ZoneId, seats: u8) -> bool {
        self.zones[zone].owner.is_in_game(seats)
    }

    /// Returns the zones in use in a game with `seats` seats.
    pub fn zones_for(&self, seats: u8) -> impl Iterator<Item = ZoneId> {
        self.zones.ids().filter(move |&zone| self.has_zone(zone, seats))
    }
}
