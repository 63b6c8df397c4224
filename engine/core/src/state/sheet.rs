//! Score sheets: what a feature is worth, item by item, and who gets how much of it.
//!
//! A sheet is filled in ordered stages. Each item holds the points that it changes the value by, so the total
//! is the sum of the items and the explanation is the sheet itself.

use crate::catalog::id::{BookId, Symbol};
use crate::catalog::seat::{PerSeat, Seat};
use crate::catalog::{MAX_SEATS, Origin};

/// The stages that every sheet has, in order; packs may insert others by name.
pub const STAGES: [&str; 7] = ["base", "raise", "void", "add", "scale", "after", "flat"];

/// What an item does, for explanations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ItemKind {
    /// So many units at so many points each.
    Per,
    /// Every unit counts more.
    Raise,
    /// All that stands so far is worth nothing.
    Void,
    /// All that stands so far is multiplied by a fraction, rounded up.
    Scale,
    /// Points for one seat only, if it has a share.
    Seat,
    /// Points for one seat whether it has a share or not.
    Always,
    /// Points for one seat that are a source of their own: they are given apart from the rest.
    Apart,
}

/// One line of a sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item {
    /// What it does.
    pub kind: ItemKind,
    /// The unit it counts, or the reason.
    pub label: Symbol,
    /// The unit that is raised.
    pub raised: Option<Symbol>,
    /// Number of units.
    pub count: i32,
    /// Points for each.
    pub each: i32,
    /// By how much it changes the value.
    pub points: i32,
    /// The seat it concerns; nothing for all.
    pub seat: Option<Seat>,
    /// Number of its stage.
    pub stage: u8,
    /// The script line that put it there, when explanations are on.
    pub origin: Option<Origin>,
}

/// Who gets how much of a sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Share {
    /// The seats with the greatest claim get all of it, each of them.
    #[default]
    Majority,
    /// Every seat with a claim gets all of it.
    Each,
    /// Every seat gets it as often as its claim says.
    PerClaim,
    /// The greatest claim gets all of it, each lower rank half of the rank before, rounded up.
    Ranks,
    /// The seat on whose plane the feature lies gets all of it, whatever figures stand there.
    Owner,
}

/// What a feature is worth, and to whom.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sheet {
    /// The items in the order they were written.
    pub items: Vec<Item>,
    /// What each seat's claim amounts to.
    pub claims: PerSeat<i32>,
    /// The seat on whose plane the feature lies.
    pub owner: Option<Seat>,
    /// Who gets how much.
    pub share: Share,
    /// What the points are booked under.
    pub book: BookId,
    /// The stage that is being written.
    pub stage: u8,
    /// Whether items note their script lines.
    pub explain: bool,
    total: i32,
}

impl Sheet {
    /// Empties it for the next feature and keeps its room.
    pub fn clear(&mut self) {
        self.items.clear();
        self.claims = [0; MAX_SEATS];
        self.owner = None;
        self.share = Share::Majority;
        self.book = BookId(0);
        self.stage = 0;
        self.total = 0;
    }

    /// What it is worth to a seat that gets all of it, apart from items of single seats.
    pub fn total(&self) -> i32 {
        self.total
    }

    fn push(&mut self, item: Item) {
        if item.seat.is_none() {
            self.total = self.total.saturating_add(item.points);
        }
        self.items.push(Item { stage: self.stage, ..item });
    }

    /// So many units at so many points each.
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

    /// Every unit that was counted so far is worth more, or less.
    pub fn raise(&mut self, unit: Symbol, by: i32, reason: Symbol, origin: Option<Origin>) {
        let count = self.items.iter().filter(|i| i.kind == ItemKind::Per && i.label == unit && i.seat.is_none());
        let count = count.fold(0i32, |n, i| n.saturating_add(i.count));
        let points = count.saturating_mul(by);
        let raised = Some(unit);
        let kind = ItemKind::Raise;
        self.push(Item { kind, label: reason, raised, count, each: by, points, seat: None, stage: 0, origin });
    }

    /// All that stands so far is worth nothing.
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

    /// All that stands so far is multiplied by `numerator / denominator`, rounded up.
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

    /// Points for one seat: only with a share in the sheet, or in any case.
    pub fn for_seat(&mut self, seat: Seat, unit: Symbol, count: i32, each: i32, always: bool, origin: Option<Origin>) {
        let kind = if always { ItemKind::Always } else { ItemKind::Seat };
        let points = count.saturating_mul(each);
        self.push(Item { kind, label: unit, raised: None, count, each, points, seat: Some(seat), stage: 0, origin });
    }

    /// Points for one seat that are given apart from the rest.
    pub fn apart(&mut self, seat: Seat, unit: Symbol, count: i32, each: i32, origin: Option<Origin>) {
        let points = count.saturating_mul(each);
        let kind = ItemKind::Apart;
        self.push(Item { kind, label: unit, raised: None, count, each, points, seat: Some(seat), stage: 0, origin });
    }

    /// The items that are given apart: seat, label, points.
    pub fn parts_apart(&self) -> impl Iterator<Item = (Seat, Symbol, i32)> {
        let apart = self.items.iter().filter(|i| i.kind == ItemKind::Apart);
        apart.filter_map(|i| i.seat.map(|seat| (seat, i.label, i.points)))
    }

    /// Adds to a seat's claim.
    pub fn claim(&mut self, seat: Seat, weight: i32) {
        if let Some(claim) = self.claims.get_mut(seat.index()) {
            *claim = claim.saturating_add(weight);
        }
    }

    /// Whether a seat shares in it.
    pub fn has_share(&self, seat: Seat) -> bool {
        if self.share == Share::Owner {
            return self.owner == Some(seat);
        }
        let claim = self.claims[seat.index()];
        claim > 0 && (self.share != Share::Majority || claim == self.claims.iter().copied().max().unwrap_or(0))
    }

    /// The points of every seat, without those that are given apart.
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
    fn ranks_halve_and_round_up() {
        let mut s = sheet(&[30, 20, 20, 1]);
        s.share = Share::Ranks;
        s.per(TILE, 9, 1, None);
        assert_eq!(s.shares()[..4], [9, 5, 5, 3]);
    }
}
