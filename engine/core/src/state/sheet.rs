//! Score sheets: the value of a feature, item by item, and the share of each seat.
//!
//! A sheet is filled in ordered stages. Each item stores its change of the value in points, so the total is
//! the sum of the items, and the sheet explains itself.

use crate::catalog::id::{BookId, Symbol};
use crate::catalog::seat::{PerSeat, Seat};
use crate::catalog::{MAX_SEATS, Origin};

/// Stages of every sheet, in order. Packs may insert others by name.
pub const STAGES: [&str; 7] = ["base", "raise", "void", "add", "scale", "after", "flat"];

/// Operation of an item, for explanations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ItemKind {
    /// Number of units times points for each.
    Per,
    /// Additional points for every unit counted so far.
    Raise,
    /// Reset of the value so far to 0.
    Void,
    /// Multiplication of the value so far by a fraction, rounded up.
    Scale,
    /// Points for one seat, if it has a share.
    Seat,
    /// Points for one seat, with or without a share.
    Always,
    /// Points for one seat with a separate reason, which are awarded separately.
    Apart,
}

/// Line of a sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item {
    /// Operation of the item.
    pub kind: ItemKind,
    /// Unit that the item counts, or the reason.
    pub label: Symbol,
    /// Unit that the item raises, for [`ItemKind::Raise`].
    pub raised: Option<Symbol>,
    /// Number of units; the numerator for [`ItemKind::Scale`].
    pub count: i32,
    /// Points for each unit; the denominator for [`ItemKind::Scale`].
    pub each: i32,
    /// Change of the value in points.
    pub points: i32,
    /// Seat that the item concerns; `None` for all seats.
    pub seat: Option<Seat>,
    /// Number of the item's stage.
    pub stage: u8,
    /// Script line that wrote the item, if explanations are on.
    pub origin: Option<Origin>,
}

/// Rule that divides the value of a sheet among seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Share {
    /// Every seat with the greatest claim gets the full value.
    #[default]
    Majority,
    /// Every seat with a claim gets the full value.
    Each,
    /// Every seat gets the value times its claim.
    PerClaim,
    /// The greatest claim gets the full value, and each lower rank gets half of the rank before, rounded up.
    Ranks,
    /// The owner of the feature's plane gets the full value, regardless of figures.
    Owner,
}

/// Value of a feature, and its shares.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sheet {
    /// Items in the order in which they were written.
    pub items: Vec<Item>,
    /// Claim of each seat: the weights of its figures.
    pub claims: PerSeat<i32>,
    /// Seat that owns the plane of the feature, if any.
    pub owner: Option<Seat>,
    /// Rule that divides the value.
    pub share: Share,
    /// Book that receives the points.
    pub book: BookId,
    /// Number of the stage that is being written.
    pub stage: u8,
    /// True if items store their script lines.
    pub explain: bool,
    total: i32,
}

impl Sheet {
    /// Clears the sheet for the next feature, keeping its allocation.
    pub fn clear(&mut self) {
        self.items.clear();
        self.claims = [0; MAX_SEATS];
        self.owner = None;
        self.share = Share::Majority;
        self.book = BookId(0);
        self.stage = 0;
        self.total = 0;
    }

    /// Returns the full value, without the items of single seats.
    pub fn total(&self) -> i32 {
        self.total
    }

    fn push(&mut self, item: Item) {
        if item.seat.is_none() {
            self.total = self.total.saturating_add(item.points);
        }
        self.items.push(Item { stage: self.stage, ..item });
    }

    /// Adds a number of units at `each` points.
    #[inline]
    pub fn per(&mut self, unit: Symbol, count: i32, each: i32, origin: Option<Origin>) {
        let points = count.saturating_mul(each);
        self.push(Item {
            kind: ItemKind::Per,
            label: unit,
            raised: None,
            count,
            each,
            points,
            seat: None,
            stage: 0,
            origin,
        });
    }

    /// Changes the points of every unit counted so far by `by`, which may be negative.
    pub fn raise(&mut self, unit: Symbol, by: i32, reason: Symbol, origin: Option<Origin>) {
        let count = self.items.iter().filter(|i| i.kind == ItemKind::Per && i.label == unit && i.seat.is_none());
        let count = count.fold(0i32, |n, i| n.saturating_add(i.count));
        let points = count.saturating_mul(by);
        let raised = Some(unit);
        let kind = ItemKind::Raise;
        self.push(Item { kind, label: reason, raised, count, each: by, points, seat: None, stage: 0, origin });
    }

    /// Resets the value so far to 0.
    pub fn void(&mut self, reason: Symbol, origin: Option<Origin>) {
        let each = -self.total;
        self.push(Item {
            kind: ItemKind::Void,
            label: reason,
            raised: None,
            count: 1,
            each,
            points: each,
            seat: None,
            stage: 0,
            origin,
        });
    }

    /// Multiplies the value so far by `numerator / denominator`, rounded up.
    pub fn scale(&mut self, numerator: i32, denominator: i32, reason: Symbol, origin: Option<Origin>) {
        let exact = i64::from(self.total) * i64::from(numerator);
        let denominator = i64::from(denominator.max(1));
        let scaled = exact.div_euclid(denominator) + i64::from(exact.rem_euclid(denominator) != 0);
        let scaled = i32::try_from(scaled).unwrap_or(i32::MAX);
        let points = scaled.saturating_sub(self.total);
        let (count, each) = (numerator, denominator as i32);
        self.push(Item {
            kind: ItemKind::Scale,
            label: reason,
            raised: None,
            count,
            each,
            points,
            seat: None,
            stage: 0,
            origin,
        });
    }

    /// Adds points for one seat, only if it has a share unless `always` is true.
    pub fn for_seat(&mut self, seat: Seat, unit: Symbol, count: i32, each: i32, always: bool, origin: Option<Origin>) {
        let kind = if always { ItemKind::Always } else { ItemKind::Seat };
        let points = count.saturating_mul(each);
        self.push(Item { kind, label: unit, raised: None, count, each, points, seat: Some(seat), stage: 0, origin });
    }

    /// Adds points for one seat that are awarded separately.
    pub fn award_separately(&mut self, seat: Seat, unit: Symbol, count: i32, each: i32, origin: Option<Origin>) {
        let points = count.saturating_mul(each);
        let kind = ItemKind::Apart;
        self.push(Item { kind, label: unit, raised: None, count, each, points, seat: Some(seat), stage: 0, origin });
    }

    /// Returns the items that are awarded separately: seat, label and points.
    pub fn parts_apart(&self) -> impl Iterator<Item = (Seat, Symbol, i32)> {
        let apart = self.items.iter().filter(|i| i.kind == ItemKind::Apart);
        apart.filter_map(|i| i.seat.map(|seat| (seat, i.label, i.points)))
    }

    /// Adds a weight to a seat's claim.
    pub fn claim(&mut self, seat: Seat, weight: i32) {
        if let Some(claim) = self.claims.get_mut(seat.index()) {
            *claim = claim.saturating_add(weight);
        }
    }

    /// Returns true if a seat has a share of the sheet.
    pub fn has_share(&self, seat: Seat) -> bool {
        if self.share == Share::Owner {
            return self.owner == Some(seat);
        }
        let claim = self.claims[seat.index()];
        claim > 0 && (self.share != Share::Majority || claim == self.claims.iter().copied().max().unwrap_or(0))
    }

    /// Returns the points that a seat receives for each item, in the order of the items. Their sum is the seat's share
    /// with the items that are awarded separately. A share other than the full value is divided by the running total,
    /// so that rounding never adds or loses a point.
    pub fn item_points(&self, seat: Seat) -> Vec<i32> {
        let counts = |item: &Item| match item.kind {
            ItemKind::Apart | ItemKind::Always => true,
            ItemKind::Seat => self.has_share(seat),
            _ => false,
        };
        let own = |item: &&Item| item.seat == Some(seat) && counts(item);
        let is_share = |item: &&Item| own(item) && item.kind != ItemKind::Apart;
        let of_seat: i64 = self.items.iter().filter(is_share).map(|item| i64::from(item.points)).sum();
        let share = i64::from(self.shares()[seat.index()]) - of_seat;
        let (mut value, mut given) = (0i64, 0i64);
        let points = |item: &Item| {
            if item.seat.is_some() {
                return if own(&item) { item.points } else { 0 };
            }
            value += i64::from(item.points);
            let total = i64::from(self.total);
            let until =
                if total == 0 { 0 } else { (i128::from(value) * i128::from(share)).div_euclid(total.into()) as i64 };
            let part = until - given;
            given = until;
            i32::try_from(part).unwrap_or_default()
        };
        self.items.iter().map(points).collect()
    }

    /// Returns the points of every seat, without the items that are awarded separately.
    pub fn shares(&self) -> PerSeat<i32> {
        let mut points = [0; MAX_SEATS];
        let best = self.claims.iter().copied().max().unwrap_or(0);
        if self.share == Share::Owner {
            if let Some(owner) = self.owner {
                points[owner.index()] = self.total;
            }
        } else if best > 0 {
            match self.share {
                Share::Owner => {}
                Share::Majority => {
                    for (seat, &claim) in self.claims.iter().enumerate() {
                        if claim == best {
                            points[seat] = self.total;
                        }
                    }
                }
                Share::Each => {
                    for (seat, &claim) in self.claims.iter().enumerate() {
                        if claim > 0 {
                            points[seat] = self.total;
                        }
                    }
                }
                Share::PerClaim => {
                    for (seat, &claim) in self.claims.iter().enumerate() {
                        points[seat] = self.total.saturating_mul(claim.max(0));
                    }
                }
                Share::Ranks => {
                    let (mut value, mut bound) = (self.total, i32::MAX);
                    while let Some(rank) = self.claims.iter().copied().filter(|&c| c > 0 && c < bound).max() {
                        for (seat, &claim) in self.claims.iter().enumerate() {
                            if claim == rank {
                                points[seat] = value;
                            }
                        }
                        bound = rank;
                        value = value - value / 2;
                    }
                }
            }
        }
        for item in &self.items {
            if let Some(seat) = item.seat
                && (item.kind == ItemKind::Always || item.kind == ItemKind::Seat && self.has_share(seat))
            {
                points[seat.index()] = points[seat.index()].saturating_add(item.points);
            }
        }
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TILE: Symbol = Symbol(0);
    const WHY: Symbol = Symbol(1);

    fn sheet(claims: &[i32]) -> Sheet {
        let mut sheet = Sheet::default();
        for (seat, &claim) in claims.iter().enumerate() {
            sheet.claim(Seat(seat as u8), claim);
        }
        sheet
    }

    #[test]
    fn raising_voiding_adding_and_halving_follow_each_other() {
        let mut s = sheet(&[1]);
        s.per(TILE, 7, 1, None);
        s.raise(TILE, 1, WHY, None);
        assert_eq!(s.total(), 14);
        s.void(WHY, None);
        assert_eq!(s.total(), 0);
        s.per(TILE, 7, 1, None);
        s.scale(1, 2, WHY, None);
        assert_eq!(s.total(), 4);
        assert_eq!(s.items.iter().map(|i| i.points).sum::<i32>(), 4);
    }

    #[test]
    fn majority_pays_every_tied_seat_in_full() {
        let mut s = sheet(&[2, 2, 1]);
        s.per(TILE, 5, 1, None);
        s.for_seat(Seat(1), WHY, 1, 3, false, None);
        s.for_seat(Seat(2), WHY, 1, 3, false, None);
        assert_eq!(s.shares()[..3], [5, 8, 0]);
        assert_eq!(sheet(&[0, 0]).shares(), [0; MAX_SEATS]);
    }

    #[test]
    fn the_points_of_items_add_up() {
        let parts = |s: &Sheet, seat: u8| s.item_points(Seat(seat));
        let mut s = sheet(&[2, 2, 1]);
        s.per(TILE, 5, 1, None);
        s.per(WHY, 1, 3, None);
        s.for_seat(Seat(1), WHY, 1, 3, false, None);
        s.for_seat(Seat(2), WHY, 1, 3, false, None);
        s.award_separately(Seat(2), WHY, 1, 4, None);
        assert_eq!([0, 1, 2].map(|seat| parts(&s, seat)), [[5, 3, 0, 0, 0], [5, 3, 3, 0, 0], [0, 0, 0, 0, 4]]);
        let mut ranks = sheet(&[3, 2, 1]);
        ranks.share = Share::Ranks;
        [(1, 4), (1, 4), (1, 1)].into_iter().for_each(|(count, each)| ranks.per(TILE, count, each, None));
        assert_eq!([0, 1, 2].map(|seat| parts(&ranks, seat)), [[4, 4, 1], [2, 2, 1], [1, 1, 1]]);
        let mut void = sheet(&[1]);
        void.per(TILE, 7, 1, None);
        void.void(WHY, None);
        assert_eq!(parts(&void, 0), [0, 0], "a feature without a value pays nothing for its parts");
    }

    #[test]
    fn ranks_halve_and_round_up() {
        let mut s = sheet(&[30, 20, 20, 1]);
        s.share = Share::Ranks;
        s.per(TILE, 9, 1, None);
        assert_eq!(s.shares()[..4], [9, 5, 5, 3]);
    }
}
