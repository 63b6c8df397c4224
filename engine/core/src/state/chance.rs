//! Chance: draws, rolls and shuffles come from a seeded generator through named chance points, unless a source (a
//! record, a test) decides them.

use std::sync::Arc;

use crate::catalog::chance_points::ChancePoints;
use crate::catalog::id::{BagId, DieId, Id, TileKindId};
use crate::catalog::seat::{Seat, SeatSet};
pub use crate::state::game::ChanceSource;
use crate::state::game::Game;
use crate::state::happening::{EventKind, Happening};
pub use crate::state::outcome::{ChancePoint, ChanceResult, Decided, Generator, Outcome};
use crate::state::position::Stage;
pub use crate::state::streams::{ChanceOrder, Seed};

impl Game {
    /// Calls `ask` with the source, if there is one. The source may read the game.
    #[inline]
    pub(crate) fn ask_source<T>(&mut self, ask: impl FnOnce(&mut dyn ChanceSource, &Game) -> T) -> Option<T> {
        let mut source = self.chance.source.take()?;
        let said = ask(&mut *source, self);
        self.chance.source = Some(source);
        Some(said)
    }

    /// Replaces the source and returns the old one.
    pub(crate) fn replace_source(&mut self, source: Option<Box<dyn ChanceSource>>) -> Option<Box<dyn ChanceSource>> {
        std::mem::replace(&mut self.chance.source, source)
    }

    /// Takes the source of another game, which continues with its seed.
    pub(crate) fn take_source_of(&mut self, other: &mut Game) {
        self.chance.source = other.chance.source.take();
    }

    /// Returns true if the seed alone decides and no log or trail needs the results.
    #[inline]
    fn leaves_chance_unnoted(&self) -> bool {
        self.chance.source.is_none() && self.chance.given.is_none() && self.run.trail.is_none()
    }

    /// Decides a chance point: by the source's outcome if `possible` accepts it, otherwise by the generator. The log
    /// and the trail receive the result of `decided`.
    #[inline]
    fn decide<T>(
        &mut self,
        point: impl FnOnce() -> ChancePoint,
        possible: impl FnOnce(&Game, &Outcome) -> Option<T>,
        random: impl FnOnce(&mut Game) -> T,
        decided: impl FnOnce(&T) -> Decided,
    ) -> T {
        if self.leaves_chance_unnoted() {
            return random(self);
        }
        // The seed advances even if a source decides. A game repeated from its record then ends in the state of the
        // original, and chance continues in the same way.
        let by_seed = random(self);
        let said = self.ask_source(|source, game| {
            let point = point();
            let wanted = source.outcome(game, &point)?;
            let said = possible(game, &wanted);
            if said.is_none() {
                source.report_impossible(game, &point, &wanted);
            }
            said
        });
        let said = said.flatten();
        let forced = said.is_some();
        let gives = said.unwrap_or(by_seed);
        let given = ChanceResult { what: decided(&gives), forced, seen_by: SeatSet::EVERYBODY };
        if let Some(noted) = &mut self.chance.given {
            noted.push(given.clone());
        }
        if let Some(trail) = &mut self.run.trail {
            trail.given.push(given);
        }
        gives
    }

    /// Takes a tile out of a bag, at random or from the top of a stack; `None` if it is empty.
    #[inline]
    pub(crate) fn draw_from_bag(&mut self, bag: BagId, seat: Seat, name: Option<&str>) -> Option<TileKindId> {
        if self.position.bags[bag.index()].total == 0 {
            return None;
        }
        if self.leaves_chance_unnoted() {
            let kind = self.random_tile(bag);
            self.position.bags[bag.index()].remove(kind);
            return Some(kind);
        }
        let kind = self.decide(
            || ChancePoint::Draw { bag, seat, name: name.map(Into::into) },
            |game, outcome| match *outcome {
                Outcome::Tile(kind) => game.pool_holds(bag, kind).then_some(kind),
                _ => None,
            },
            |game| game.random_tile(bag),
            |&kind| Decided::Draw { bag, seat, name: name.map(Into::into), kind },
        );
        self.fetch(bag, kind);
        self.position.bags[bag.index()].remove(kind);
        Some(kind)
    }

    /// Returns the bags that can supply a tile when a record names the draw from a bag: the bag, then its pool.
    fn pool_of(&self, bag: BagId) -> Vec<BagId> {
        let pool = &self.position.board.catalog.bags[bag].pool;
        let others = self
            .position
            .board
            .catalog
            .bags
            .ids()
            .filter(|&b| b != bag && pool.is_some() && self.position.board.catalog.bags[b].pool == *pool);
        std::iter::once(bag).chain(others).collect()
    }

    fn pool_holds(&self, bag: BagId, kind: TileKindId) -> bool {
        self.position.bags[bag.index()].count(kind) > 0
            || self.pool_of(bag).iter().any(|b| self.position.bags[b.index()].count(kind) > 0)
    }

    /// Ensures that a bag has a tile that its pool has. The tile swaps with the tile that would have been drawn.
    fn fetch(&mut self, bag: BagId, kind: TileKindId) {
        if self.position.bags[bag.index()].count(kind) > 0 {
            return;
        }
        let holder = self.pool_of(bag).into_iter().find(|b| self.position.bags[b.index()].count(kind) > 0);
        if let Some(holder) = holder {
            let given = &self.position.bags[bag.index()];
            let given = given.top().unwrap_or_else(|| given.nth(0));
            self.position.bags[bag.index()].remove(given);
            self.position.bags[holder.index()].remove(kind);
            self.position.bags[holder.index()].put_on_top(given);
            self.position.bags[bag.index()].put_on_top(kind);
        }
    }

    #[inline]
    fn random_tile(&mut self, bag: BagId) -> TileKindId {
        match self.position.bags[bag.index()].top() {
            Some(top) => top,
            None => self.any_tile(bag),
        }
    }

    /// Returns a random tile of a bag, without regard to its order.
    #[inline]
    fn any_tile(&mut self, bag: BagId) -> TileKindId {
        let total = self.position.bags[bag.index()].total;
        let point = self.position.board.catalog.tables.chance.of_bag(bag);
        let number = self.numbers(point, |generator| generator.below(total));
        self.position.bags[bag.index()].nth(number)
    }

    /// Calls `take` with the random numbers of a point of chance in the current turn.
    #[inline]
    fn numbers<T>(&mut self, point: u64, take: impl FnOnce(&mut Generator) -> T) -> T {
        self.chance.streams.take(self.position.turns, point, take)
    }

    /// Gives the tiles of a bag or stack a random order. Bags have no order if chance is a sequence.
    fn reorder(&mut self, bag: BagId) {
        let (tables, state) = (&self.position.board.catalog.tables.chance, &mut self.position.bags[bag.index()]);
        let streams = &mut self.chance.streams;
        match streams.order {
            ChanceOrder::Sequence => state.shuffle(&mut streams.generator),
            ChanceOrder::Streams => {
                let number = streams.take(self.position.turns, tables.of_bag(bag), Generator::next);
                state.order_by_lots(&tables.kinds, number);
            }
        }
    }

    /// Gives all stacks and bags their first order. It is not a chance point, since no seat has seen an earlier order.
    pub(crate) fn begin_orders(&mut self) {
        match self.chance.streams.order {
            ChanceOrder::Sequence => {
                for bag in &mut self.position.bags {
                    bag.shuffle(&mut self.chance.streams.generator);
                }
            }
            ChanceOrder::Streams => {
                let catalog = Arc::clone(&self.position.board.catalog);
                catalog.bags.ids().for_each(|bag| self.order_by_seed(bag));
            }
        }
    }

    /// Orders a bag by the seed alone.
    fn order_by_seed(&mut self, bag: BagId) {
        let tables = &self.position.board.catalog.tables.chance;
        let number = self.chance.streams.first_number(tables.of_bag(bag));
        self.position.bags[bag.index()].order_by_lots(&tables.kinds, number);
    }

    /// Orders a bag whose content was arranged. Stacks keep their order, and bags have no order if chance is a sequence.
    pub(crate) fn order_arranged(&mut self, bag: BagId) {
        if self.chance.streams.order == ChanceOrder::Streams && !self.position.bags[bag.index()].is_stacked() {
            self.order_by_seed(bag);
        }
    }

    /// Continues with the state of chance of another game. If it follows from another seed, bags are ordered by that
    /// seed.
    pub(crate) fn follow_chance(&mut self, generator: Generator) {
        if std::mem::replace(&mut self.chance.streams.generator, generator) != generator {
            let catalog = Arc::clone(&self.position.board.catalog);
            catalog.bags.ids().for_each(|bag| self.order_arranged(bag));
        }
    }

    /// Puts a tile into a bag: at the bottom of a stack, or at a random place among the tiles of a bag.
    pub(crate) fn put_into_bag(&mut self, bag: BagId, kind: TileKindId) {
        let state = &self.position.bags[bag.index()];
        let below = match self.chance.streams.order {
            ChanceOrder::Streams if !state.is_stacked() => {
                let places = state.total + 1;
                let point = self.position.board.catalog.tables.chance.of_returns(bag);
                self.numbers(point, |generator| generator.below(places))
            }
            _ => 0,
        };
        self.position.bags[bag.index()].put_at(kind, below);
    }

    /// Deals the tiles of a bag at random to other bags, up to the given number for each, until the bag is empty.
    /// Before the first turn this is not a chance point, like the first order of a stack: no seat has seen an earlier
    /// distribution.
    pub(crate) fn deal(&mut self, from: BagId, to: &[(BagId, u32)]) {
        if self.position.stage != Stage::Setup {
            self.decide(
                || ChancePoint::Deal { to: to.to_vec() },
                |_, outcome| (*outcome == Outcome::Dealt).then_some(()),
                |_| (),
                |()| Decided::Deal { to: to.to_vec() },
            );
        }
        let has_order = self.chance.streams.order == ChanceOrder::Streams;
        if has_order {
            // Seats may know a part of the order of a stack.
            self.reorder(from);
        }
        for &(bag, count) in to {
            for _ in 0..count {
                if self.position.bags[from.index()].total == 0 {
                    break;
                }
                let kind = if has_order { self.random_tile(from) } else { self.any_tile(from) };
                self.position.bags[from.index()].remove(kind);
                self.position.bags[bag.index()].put_on_top(kind);
            }
            self.reorder(bag);
        }
    }

    /// Rolls a die and returns the number of its face, counted from 0.
    pub fn roll(&mut self, die: DieId, seat: Seat) -> u16 {
        let faces = self.position.board.catalog.face_count(die, self.position.seats).max(1);
        let face = self.decide(
            || ChancePoint::Roll { die, seat },
            |_, outcome| match *outcome {
                Outcome::Face(face) if face < faces => Some(face),
                _ => None,
            },
            |game| {
                let point = game.position.board.catalog.tables.chance.of_die(die);
                game.numbers(point, |generator| generator.below(u32::from(faces))) as u16
            },
            |&face| Decided::Roll { die, seat, face },
        );
        self.report_roll(die, seat, face);
        face
    }

    /// Draws a tile for a rule and reports it to the seats that see it; `None` if the bag is empty. Records name the
    /// draw after the bag, or after `name`.
    pub fn draw_tile(&mut self, bag: BagId, seat: Seat, seen_by: SeatSet, name: Option<&str>) -> Option<TileKindId> {
        let kind = self.draw_from_bag(bag, seat, name)?;
        self.chance.was_seen_by(seen_by);
        if self.recording.journal.is_some() || self.setup.listeners.on & EventKind::Drawn.bit() != 0 {
            self.report_to(Happening::Drawn { seat, kind, bag }, seen_by);
        }
        Some(kind)
    }

    /// Returns a random number below `bound` for a rule; 0 if `bound` is 0.
    pub fn pick_number(&mut self, name: &str, bound: u32) -> u32 {
        if bound == 0 {
            return 0;
        }
        self.decide(
            || ChancePoint::Pick { name: name.into(), bound },
            |_, outcome| match *outcome {
                Outcome::Number(number) if number < bound => Some(number),
                _ => None,
            },
            |game| game.numbers(ChancePoints::of_name(name), |generator| generator.below(bound)),
            |&number| Decided::Pick { name: name.into(), bound, number },
        )
    }

    /// Shuffles a stack at a chance point.
    pub(crate) fn shuffle_stack(&mut self, bag: BagId) {
        let order = self.decide(
            || ChancePoint::Shuffle { bag },
            |game, outcome| match outcome {
                Outcome::Order(order) => {
                    let (mut a, mut b) = (order.clone(), game.position.bags[bag.index()].order().to_vec());
                    a.sort_unstable();
                    b.sort_unstable();
                    (a == b).then(|| order.clone())
                }
                _ => None,
            },
            |game| {
                let before = game.position.bags[bag.index()].clone();
                game.reorder(bag);
                let after = std::mem::replace(&mut game.position.bags[bag.index()], before);
                after.order().to_vec()
            },
            |order| Decided::Shuffle { bag, order: order.clone() },
        );
        if self.position.bags[bag.index()].is_stacked() {
            self.position.bags[bag.index()].set_order(order);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::id::Name;
    use crate::catalog::tile::TileKind;
    use crate::catalog::{Bag, Catalog};
    use crate::state::event::Listeners;

    #[test]
    fn a_deal_is_noted_once_the_game_has_begun() {
        let mut catalog = Catalog::default();
        let kinds: Vec<TileKindId> =
            ["a", "b"].map(|k| catalog.kinds.add(Name::new("p", k), TileKind::default()).unwrap()).into();
        let contents = kinds.iter().map(|&k| (k, 3)).collect();
        let from = catalog.bags.add(Name::new("p", "from"), Bag { contents, ..Bag::default() }).unwrap();
        let stack = Bag { stacked: true, ..Bag::default() };
        let to = catalog.bags.add(Name::new("p", "to"), stack).unwrap();
        let mut game = Game::new(std::sync::Arc::new(catalog), 2, 0, Listeners::default()).unwrap();
        game.keep_chance(true);
        game.deal(from, &[(to, 2)]);
        assert_eq!((game.bag(to).total(), game.take_chance().len()), (2, 0));
        game.arrange_play();
        game.deal(from, &[(to, 9)]);
        assert_eq!((game.bag(to).total(), game.bag(from).total(), game.take_chance().len()), (6, 0, 1));
    }

    #[test]
    fn the_generator_gives_the_published_numbers() {
        let mut generator = Generator { state: 1_234_567 };
        let first: Vec<u64> = (0..3).map(|_| generator.next()).collect();
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }
}
