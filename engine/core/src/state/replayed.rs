//! Chance that gives again what it gave: for answers that are taken back, rules that are changed in the middle of a step,
//! positions that are imagined, and tests that are made of games. What records say is read by [`crate::session::replay`]:
//! moves with expectations between them are no list of outcomes.

use std::cell::Cell;
use std::rc::Rc;

use crate::catalog::seat::Seat;
use crate::state::Game;
use crate::state::chance::{ChancePoint, ChanceSource, Decided, Given, Outcome};

/// What a replay gives again. What it leaves out comes from the seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Again {
    /// What a source said then: what came from the seed comes from the same seed again.
    Said,
    /// What a seat has seen, wherever it came from. The order of a stack is nobody's to see, whoever was there when it
    /// was shuffled.
    SeenBy(Seat),
}

/// Gives again what chance gave, one after the other. Once it has run out, and where something else is asked for than
/// was then, the seed decides.
#[derive(Debug)]
pub struct Replayed {
    given: std::vec::IntoIter<Given>,
    again: Again,
    met: Rc<Met>,
}

/// What a replay has met so far.
#[derive(Debug, Default)]
pub struct Met {
    other: Cell<bool>,
    refused: Cell<bool>,
}

impl Met {
    /// Whether chance was asked for something else than it was then.
    pub fn other(&self) -> bool {
        self.other.get()
    }

    /// Whether something that was given then was impossible now.
    pub fn refused(&self) -> bool {
        self.refused.get()
    }
}

impl Replayed {
    /// A replay of what was given, in order.
    pub fn new(given: impl IntoIterator<Item = Given>, again: Again) -> Replayed {
        Replayed { given: given.into_iter().collect::<Vec<_>>().into_iter(), again, met: Rc::default() }
    }

    /// What it meets, to be looked at while a game has it.
    pub fn met(&self) -> Rc<Met> {
        Rc::clone(&self.met)
    }

    /// How much it has not given again yet.
    pub fn left(&self) -> usize {
        self.given.len()
    }
}

impl ChanceSource for Replayed {
    fn outcome(&mut self, _: &Game, point: &ChancePoint) -> Option<Outcome> {
        let given = self.given.next()?;
        if !given.what.is_at(point) {
            self.met.other.set(true);
            return None;
        }
        let gives = match self.again {
            Again::Said => given.forced,
            Again::SeenBy(seat) => given.seen_by.contains(seat) && !matches!(given.what, Decided::Shuffle { .. }),
        };
        gives.then(|| given.what.outcome())
    }

    fn refused(&mut self, _: &Game, _: &ChancePoint, _: &Outcome) {
        self.met.refused.set(true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;
    use crate::catalog::id::{BagId, DieId, TileKindId};
    use crate::catalog::seat::SeatSet;
    use crate::state::event::Listeners;

    #[test]
    fn a_replay_gives_what_was_given_until_something_else_is_asked_for() {
        let game = Game::new(std::sync::Arc::new(Catalog::default()), 2, 0, Listeners::default()).unwrap();
        let roll = |die, face| Decided::Roll { die: DieId(die), seat: Seat(0), face };
        let point = |die| ChancePoint::Roll { die: DieId(die), seat: Seat(0) };
        let shuffle = Decided::Shuffle { bag: BagId(0), order: vec![TileKindId(1)] };
        let given = |what, forced, seen_by| Given { what, forced, seen_by };
        let all = [
            given(roll(0, 3), true, SeatSet::only(Seat(0))),
            given(roll(0, 4), false, SeatSet::only(Seat(1))),
            given(shuffle, true, SeatSet::EVERYBODY),
            given(roll(1, 1), true, SeatSet::EVERYBODY),
            given(roll(0, 5), true, SeatSet::EVERYBODY),
        ];
        let stack = ChancePoint::Shuffle { bag: BagId(0) };
        // The fourth was a roll of another die then, and the sixth is new.
        let points = [point(0), point(0), stack, point(0), point(0), point(0)];
        let play = |again| {
            let mut replayed = Replayed::new(all.clone(), again);
            let met = replayed.met();
            let asked = points.iter().map(|point| {
                let outcome = replayed.outcome(&game, point);
                (outcome, met.other(), replayed.left())
            });
            asked.collect::<Vec<_>>()
        };
        let face = |face| Some(Outcome::Face(face));
        let order = Some(Outcome::Order(vec![TileKindId(1)]));
        let said = [(face(3), false, 4), (None, false, 3), (order, false, 2)];
        let then = [(None, true, 1), (face(5), true, 0), (None, true, 0)];
        assert_eq!(play(Again::Said), [said, then.clone()].concat());
        let seen = [(None, false, 4), (face(4), false, 3), (None, false, 2)];
        assert_eq!(play(Again::SeenBy(Seat(1))), [seen, then].concat());
        let mut replayed = Replayed::new(Vec::new(), Again::Said);
        let met = replayed.met();
        replayed.refused(&game, &points[0], &Outcome::Face(9));
        assert!(met.refused() && !met.other());
    }
}
