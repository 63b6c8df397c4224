//! Random numbers of a game, in streams that do not disturb each other.
//!
//! Two versions of a game are compared by the same seeds, so a change must not alter chance elsewhere. Each point of
//! chance therefore has its own stream: the numbers depend on the seed, on the point (a die, a bag, a name that a rule
//! uses), on the turn, and on the earlier uses of the point in that turn. The tiles of a bag are ordered by lots, see
//! [`BagState::order_by_lots`](crate::state::bags::BagState::order_by_lots).

use smallvec::SmallVec;

use crate::state::outcome::Generator;

/// Version of chance: how its results follow from a seed. A record names the version, so that older records lead to the
/// same game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ChanceOrder {
    /// Version 1: one sequence of numbers for the whole game.
    Sequence,
    /// Version 2: a stream for each point of chance, and bags ordered by lots.
    #[default]
    Streams,
}

impl ChanceOrder {
    /// Returns the number in records.
    pub fn version(self) -> u64 {
        match self {
            ChanceOrder::Sequence => 1,
            ChanceOrder::Streams => 2,
        }
    }

    /// Returns the order with a number in records; `None` if this program does not know it.
    pub fn from_version(version: u64) -> Option<ChanceOrder> {
        [ChanceOrder::Sequence, ChanceOrder::Streams].into_iter().find(|order| order.version() == version)
    }
}

/// Seed of a game. A number alone uses the newest order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Seed {
    /// Number from which all results of chance follow.
    pub number: u64,
    /// Version of chance that the game uses.
    pub order: ChanceOrder,
}

impl From<u64> for Seed {
    fn from(number: u64) -> Seed {
        Seed { number, order: ChanceOrder::default() }
    }
}

/// Maximum number of points whose uses in a turn are counted separately. Further points share the last count.
const COUNTED_POINTS: usize = 64;

/// Uses of a point of chance in the current turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct PointUses {
    point: u64,
    count: u32,
}

/// Streams of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Streams {
    pub(crate) order: ChanceOrder,
    /// State from the seed. It advances only in a sequence.
    pub(crate) generator: Generator,
    /// Turn of the counted uses.
    turn: u32,
    uses: SmallVec<[PointUses; 4]>,
}

impl std::hash::Hash for Streams {
    fn hash<H: std::hash::Hasher>(&self, out: &mut H) {
        let Streams { order, generator, turn, uses } = self;
        (order.version(), generator.state, turn).hash(out);
        uses.iter().for_each(|uses| uses.hash(out));
    }
}

impl Streams {
    /// Creates the streams of a seed.
    pub(crate) fn new(seed: Seed) -> Streams {
        Streams { order: seed.order, generator: Generator::new(seed.number), ..Streams::default() }
    }

    /// Makes this a copy, reusing allocations.
    pub(crate) fn copy_from(&mut self, other: &Streams) {
        (self.order, self.generator, self.turn) = (other.order, other.generator, other.turn);
        self.uses.clear();
        self.uses.extend_from_slice(&other.uses);
    }

    /// Calls `take` with the next numbers of a point in a turn.
    #[inline]
    pub(crate) fn take<T>(&mut self, turn: u32, point: u64, take: impl FnOnce(&mut Generator) -> T) -> T {
        if self.order == ChanceOrder::Sequence {
            return take(&mut self.generator);
        }
        let use_number = u64::from(self.count_use(turn, point));
        take(&mut Generator::new(self.first_number(point) ^ u64::from(turn) << 32 ^ use_number))
    }

    /// Returns a number that depends on the seed and the point alone.
    #[inline]
    pub(crate) fn first_number(&self, point: u64) -> u64 {
        Generator { state: self.generator.state ^ point }.next()
    }

    /// Counts a use of a point and returns the number of its earlier uses in the turn.
    fn count_use(&mut self, turn: u32, point: u64) -> u32 {
        if turn != self.turn {
            self.turn = turn;
            self.uses.clear();
        }
        let at = self.uses.iter().position(|uses| uses.point == point).unwrap_or_else(|| {
            if self.uses.len() < COUNTED_POINTS {
                self.uses.push(PointUses { point, count: 0 });
            }
            self.uses.len() - 1
        });
        let count = self.uses[at].count;
        self.uses[at].count += 1;
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(streams: &mut Streams, uses: &[(u32, u64)]) -> Vec<u64> {
        uses.iter().map(|&(turn, point)| streams.take(turn, point, Generator::next)).collect()
    }

    #[test]
    fn points_do_not_disturb_each_other() {
        let [mut one, mut two] = [7, 7].map(|number: u64| Streams::new(number.into()));
        let alone = numbers(&mut one, &[(1, 5), (1, 5), (2, 5)]);
        let among = numbers(&mut two, &[(1, 9), (1, 5), (1, 9), (1, 5), (2, 8), (2, 9), (2, 5)]);
        assert_eq!(alone, [among[1], among[3], among[6]]);
        let mut all = among;
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 7, "each use has its own number");
    }

    #[test]
    fn many_points_of_a_turn_have_numbers_of_their_own() {
        let mut streams = Streams::new(1.into());
        let mut all: Vec<u64> = (0..500).flat_map(|point| numbers(&mut streams, &[(3, point), (3, point)])).collect();
        assert!(streams.uses.len() <= COUNTED_POINTS);
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 1_000);
    }

    /// Records depend on these numbers.
    #[test]
    fn the_numbers_are_the_same_everywhere() {
        let mut streams = Streams::new(1.into());
        assert_eq!(
            numbers(&mut streams, &[(0, 1), (0, 1), (1, 1), (1, 2)]),
            [14_512_240_895_448_352_642, 4_512_790_872_782_869_896, 980_873_441_642_810_577, 6_676_305_393_647_461_595]
        );
        let mut sequence = Streams::new(Seed { number: 1, order: ChanceOrder::Sequence });
        let mut plain = Generator::new(1);
        assert_eq!(numbers(&mut sequence, &[(0, 1), (4, 2)]), [plain.next(), plain.next()]);
    }

    #[test]
    fn the_versions_of_records_are_known() {
        assert_eq!(
            [0, 1, 2, 3].map(ChanceOrder::from_version),
            [None, Some(ChanceOrder::Sequence), Some(ChanceOrder::Streams), None]
        );
    }
}
