//! Chance: draws, rolls and shuffles come from a seeded generator through named chance points, unless a source
//! (a record, a test) says what they give.

use std::sync::Arc;

use crate::event::EventKind;
use crate::game::Game;
use crate::id::{BagId, DieId, Id, TileKindId};
use crate::rules::Subject;
use crate::sheet::Seat;

/// A generator of 64-bit numbers: SplitMix64 (Steele, Lea, Flood 2014). Its own here, because records and tests rest
/// on the very numbers for as long as the format lives, and because its whole state is one word of the game's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Generator {
    /// The state.
    pub state: u64,
}

impl Generator {
    /// A generator from a seed; near seeds give unrelated numbers.
    pub fn new(seed: u64) -> Generator {
        let mut generator = Generator { state: seed };
        generator.state = generator.next();
        generator
    }

    /// The next number.
    #[inline]
    #[allow(clippy::should_implement_trait, reason = "an endless generator is no iterator")]
    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which must not be 0; the bias is below `bound / 2^64`.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u32
    }
}

/// Where chance decides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChancePoint {
    /// A tile is drawn.
    Draw {
        /// From where.
        bag: BagId,
        /// By whom.
        seat: Seat,
    },
    /// A die is rolled.
    Roll {
        /// Which.
        die: DieId,
        /// By whom.
        seat: Seat,
    },
    /// A stack is shuffled.
    Shuffle {
        /// Which.
        bag: BagId,
    },
    /// A number below a bound is picked by a rule.
    Pick {
        /// The rule's name for it.
        name: Arc<str>,
        /// The bound.
        bound: u32,
    },
}

/// What chance gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A tile of this kind.
    Tile(TileKindId),
    /// This face, counted from 0.
    Face(u16),
    /// This order, from the bottom to the top.
    Order(Vec<TileKindId>),
    /// This number.
    Number(u32),
}

/// What chance gave at a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    /// Where.
    pub point: ChancePoint,
    /// What.
    pub outcome: Outcome,
    /// Whether a source said so; else it came from the seed.
    pub forced: bool,
}

/// Says what chance gives.
pub trait ChanceSource {
    /// The outcome at a point, or nothing to leave it to the seed. An outcome that is impossible there (no such tile
    /// in the bag) is reported back through [`ChanceSource::refused`], and the seed decides.
    fn outcome(&mut self, game: &Game, point: &ChancePoint) -> Option<Outcome>;

    /// The last outcome was impossible.
    fn refused(&mut self, _game: &Game, _point: &ChancePoint, _outcome: &Outcome) {}

    /// The last turn is over and the finish is about to begin: chance of ordinary turns will not be asked for again.
    fn ending(&mut self, _game: &Game) {}
}

/// The chance of a game: generator, source, and what was given since it was last asked.
#[derive(Default)]
pub(crate) struct Chance {
    pub(crate) generator: Generator,
    pub(crate) source: Option<Box<dyn ChanceSource>>,
    /// What was given, when a session keeps a log.
    pub(crate) given: Option<Vec<Given>>,
}

impl Clone for Chance {
    /// A copy of a position is not fed by the source of the original.
    fn clone(&self) -> Chance {
        Chance { generator: self.generator, source: None, given: self.given.clone() }
    }
}

impl std::fmt::Debug for Chance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Chance").field("generator", &self.generator).finish_non_exhaustive()
    }
}

impl Game {
    /// What chance gives at a point: the source's word if it is possible, else a number from the generator.
    #[inline]
    fn chance_outcome(
        &mut self,
        point: impl FnOnce() -> ChancePoint,
        possible: impl FnOnce(&Game, &Outcome) -> bool,
        random: impl FnOnce(&mut Game) -> Outcome,
    ) -> Outcome {
        if self.chance.source.is_none() && self.chance.given.is_none() {
            return random(self);
        }
        let point = point();
        // The seed moves on even where a source decides: a game that is repeated from its record stands in the end
        // where the first one stood, and chance goes on in the same way.
        let by_seed = random(self);
        let mut outcome = None;
        if let Some(mut source) = self.chance.source.take() {
            if let Some(wanted) = source.outcome(self, &point) {
                if possible(self, &wanted) {
                    outcome = Some(wanted);
                } else {
                    source.refused(self, &point, &wanted);
                }
            }
            self.chance.source = Some(source);
        }
        let forced = outcome.is_some();
        let outcome = outcome.unwrap_or(by_seed);
        if let Some(given) = &mut self.chance.given {
            given.push(Given { point, outcome: outcome.clone(), forced });
        }
        outcome
    }

    /// Takes a tile out of a bag: at random, or the top of a stack. Nothing when it is empty.
    #[inline]
    pub(crate) fn take_from_bag(&mut self, bag: BagId, seat: Seat) -> Option<TileKindId> {
        if self.bags[bag.index()].total == 0 {
            return None;
        }
        if self.chance.source.is_none() && self.chance.given.is_none() {
            let kind = self.random_tile(bag);
            self.bags[bag.index()].remove(kind);
            return Some(kind);
        }
        let outcome = self.chance_outcome(
            || ChancePoint::Draw { bag, seat },
            |game, outcome| matches!(outcome, Outcome::Tile(kind) if game.bags[bag.index()].count(*kind) > 0),
            |game| Outcome::Tile(game.random_tile(bag)),
        );
        let Outcome::Tile(kind) = outcome else { return None };
        self.bags[bag.index()].remove(kind);
        Some(kind)
    }

    #[inline]
    fn random_tile(&mut self, bag: BagId) -> TileKindId {
        let total = self.bags[bag.index()].total;
        if let Some(&top) = self.bags[bag.index()].order.last() {
            return top;
        }
        let number = self.chance.generator.below(total);
        self.bags[bag.index()].nth(number)
    }

    /// Rolls a die and returns the face's number.
    pub fn roll(&mut self, die: DieId, seat: Seat) -> u16 {
        let faces = self.catalog.dice[die].faces.len().max(1) as u16;
        let outcome = self.chance_outcome(
            || ChancePoint::Roll { die, seat },
            |_, outcome| matches!(outcome, Outcome::Face(face) if *face < faces),
            |game| Outcome::Face(game.chance.generator.below(u32::from(faces)) as u16),
        );
        let face = if let Outcome::Face(face) = outcome { face } else { 0 };
        self.report_roll(die, seat, face);
        face
    }

    /// Draws a tile for a rule and reports it, to the seat alone if it is secret. Nothing when the bag is empty.
    pub fn draw_tile(&mut self, bag: BagId, seat: Seat, secret: bool) -> Option<TileKindId> {
        let kind = self.take_from_bag(bag, seat)?;
        if self.journal.is_some() || self.on_set & EventKind::Drawn.bit() != 0 {
            let subject = Subject { seat: Some(seat), kind: Some(kind), index: Some(bag.0), ..Subject::default() };
            self.report_to(EventKind::Drawn, subject, if secret { 1 << seat.0 } else { 0xff });
        }
        Some(kind)
    }

    /// Picks a number below a bound for a rule; 0 when the bound is 0.
    pub fn pick_number(&mut self, name: &str, bound: u32) -> u32 {
        if bound == 0 {
            return 0;
        }
        let outcome = self.chance_outcome(
            || ChancePoint::Pick { name: name.into(), bound },
            |_, outcome| matches!(outcome, Outcome::Number(n) if *n < bound),
            |game| Outcome::Number(game.chance.generator.below(bound)),
        );
        if let Outcome::Number(n) = outcome { n } else { 0 }
    }

    /// Shuffles a stack.
    pub(crate) fn shuffle_stack(&mut self, bag: BagId) {
        let outcome = self.chance_outcome(
            || ChancePoint::Shuffle { bag },
            |game, outcome| match outcome {
                Outcome::Order(order) => {
                    let (mut a, mut b) = (order.clone(), game.bags[bag.index()].order.clone());
                    a.sort_unstable();
                    b.sort_unstable();
                    a == b
                }
                _ => false,
            },
            |game| {
                let mut order = game.bags[bag.index()].order.clone();
                for i in (1..order.len()).rev() {
                    let j = game.chance.generator.below(i as u32 + 1) as usize;
                    order.swap(i, j);
                }
                Outcome::Order(order)
            },
        );
        if let Outcome::Order(order) = outcome {
            self.bags[bag.index()].order = order;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_gives_the_published_numbers() {
        let mut generator = Generator { state: 1_234_567 };
        let first: Vec<u64> = (0..3).map(|_| generator.next()).collect();
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }
}
