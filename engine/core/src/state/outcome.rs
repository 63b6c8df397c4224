//! Chance points, their results, and the generator that decides them.

use std::sync::Arc;

use crate::catalog::id::{BagId, DieId, TileKindId};
use crate::catalog::seat::{Seat, SeatSet};

/// Generator of 64-bit numbers: SplitMix64 (Steele, Lea, Flood 2014). It is implemented here because records and tests
/// depend on its exact numbers as long as the format exists, and because its state is a single word of the game's
/// state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Generator {
    /// State of the generator.
    pub state: u64,
}

/// Increment from one state to the next.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Generator {
    /// Creates a generator from a seed. Similar seeds give unrelated numbers.
    pub fn new(seed: u64) -> Generator {
        let mut generator = Generator { state: seed };
        generator.state = generator.next();
        generator
    }

    /// Returns the next number and advances the state.
    #[inline]
    #[allow(clippy::should_implement_trait, reason = "an endless generator is not an iterator")]
    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns the generator in its state after `numbers` further numbers.
    #[inline]
    pub fn after(&self, numbers: u64) -> Generator {
        Generator { state: self.state.wrapping_add(STEP.wrapping_mul(numbers)) }
    }

    /// Returns a number below `bound`, which must not be 0. The bias is below `bound / 2^64`.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u32
    }
}

/// Point at which chance decides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChancePoint {
    /// Draw of a tile.
    Draw {
        /// Bag to draw from.
        bag: BagId,
        /// Seat for which the tile is drawn.
        seat: Seat,
        /// Name in records, used instead of the bag's name.
        name: Option<Arc<str>>,
    },
    /// Roll of a die.
    Roll {
        /// Die to roll, by its id.
        die: DieId,
        /// Seat for which the die is rolled.
        seat: Seat,
    },
    /// Shuffle of a stack.
    Shuffle {
        /// Stack whose order is decided.
        bag: BagId,
    },
    /// Deal of tiles. Their destinations are hidden from all seats; only the numbers are known.
    Deal {
        /// Receiving bags, with the number of tiles for each.
        to: Vec<(BagId, u32)>,
    },
    /// Choice of a number below a bound by a rule.
    Pick {
        /// Name that the rule uses.
        name: Arc<str>,
        /// Exclusive upper bound of the number.
        bound: u32,
    },
}

/// Outcome that a source requests for a chance point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Kind of the tile to draw.
    Tile(TileKindId),
    /// Face of the die, counted from 0.
    Face(u16),
    /// Order of a stack, from the bottom to the top.
    Order(Vec<TileKindId>),
    /// Number below the bound.
    Number(u32),
    /// Confirmation of a deal, whose tiles come from the seed.
    Dealt,
}

/// Chance point together with its result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decided {
    /// Draw of a tile.
    Draw {
        /// Bag that held the tile.
        bag: BagId,
        /// Seat for which the tile was drawn.
        seat: Seat,
        /// Name in records, used instead of the bag's name.
        name: Option<Arc<str>>,
        /// Kind of the tile.
        kind: TileKindId,
    },
    /// Roll of a die.
    Roll {
        /// Die that was rolled.
        die: DieId,
        /// Seat for which the die was rolled.
        seat: Seat,
        /// Face that the die shows, counted from 0.
        face: u16,
    },
    /// Shuffle of a stack.
    Shuffle {
        /// Stack that was shuffled.
        bag: BagId,
        /// Tiles from the bottom to the top.
        order: Vec<TileKindId>,
    },
    /// Deal of tiles, from the seed.
    Deal {
        /// Receiving bags, with the number of tiles for each.
        to: Vec<(BagId, u32)>,
    },
    /// Choice of a number by a rule.
    Pick {
        /// Name that the rule uses.
        name: Arc<str>,
        /// Exclusive upper bound of the number.
        bound: u32,
        /// Number that was chosen.
        number: u32,
    },
}

impl Decided {
    /// Returns true if this was decided at a chance point equal to `point`.
    pub fn is_at(&self, point: &ChancePoint) -> bool {
        match (self, point) {
            (Decided::Draw { bag, seat, name, .. }, ChancePoint::Draw { bag: b, seat: s, name: n }) => {
                (bag, seat, name) == (b, s, n)
            }
            (Decided::Roll { die, seat, .. }, ChancePoint::Roll { die: d, seat: s }) => (die, seat) == (d, s),
            (Decided::Shuffle { bag, .. }, ChancePoint::Shuffle { bag: b }) => bag == b,
            (Decided::Deal { to }, ChancePoint::Deal { to: t }) => to == t,
            (Decided::Pick { name, bound, .. }, ChancePoint::Pick { name: n, bound: b }) => (name, bound) == (n, b),
            _ => false,
        }
    }

    /// Returns the outcome that makes a source repeat this result.
    pub fn outcome(&self) -> Outcome {
        match self {
            Decided::Draw { kind, .. } => Outcome::Tile(*kind),
            Decided::Roll { face, .. } => Outcome::Face(*face),
            Decided::Shuffle { order, .. } => Outcome::Order(order.clone()),
            Decided::Deal { .. } => Outcome::Dealt,
            Decided::Pick { number, .. } => Outcome::Number(*number),
        }
    }
}

/// Entry in the log of chance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChanceResult {
    /// Chance point and its result.
    pub what: Decided,
    /// True if a source decided; false if the result came from the seed.
    pub forced: bool,
    /// Seats that have seen the result.
    pub seen_by: SeatSet,
}
