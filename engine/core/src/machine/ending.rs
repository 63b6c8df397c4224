//! Computes the points that seats would get if the game ended now.

use crate::catalog::seat::{PerSeat, Seat};
use crate::machine::fault::Fault;
use crate::machine::{Machine, Stop};
use crate::state::agenda::{ListId, Part, TurnPart};
use crate::state::{Game, Stage};

impl Machine {
    /// Returns the points that every seat would get if the game ended now: the points of the sheets, as in
    /// [`Machine::outlook`], and those of the steps at the end. The steps run on a copy, and the game itself does not
    /// change. If a step asks, the points awarded before the question count, and suspended runs are forgotten as by
    /// [`Machine::reset`]. If a step fails, as it may when it expects a finished game, only the sheets count.
    ///
    /// # Errors
    /// The script of a sheet fails.
    pub fn prospect(&mut self, game: &mut Box<Game>) -> Result<PerSeat<i32>, Box<Fault>> {
        let ended =
            if self.ending.by_rules && game.position.stage < Stage::Finish { self.simulate_ending(game) } else { None };
        let mut points = match ended {
            Some(_) if self.ending.scores_rest => PerSeat::default(),
            _ => self.outlook(game)?,
        };
        for (points, ended) in points.iter_mut().zip(ended.iter().flatten()) {
            *points = points.saturating_add(*ended);
        }
        Ok(points)
    }

    /// Runs the steps of the end on a copy and returns the points that every seat gains; `None` if a step fails.
    fn simulate_ending(&mut self, game: &Game) -> Option<PerSeat<i32>> {
        let mut copy = match self.room.take() {
            Some(mut room) => {
                room.copy_position(game);
                room
            }
            None => Box::new(game.without_journal()),
        };
        copy.begin_ending();
        // The known placements belong to the game itself, not to the copy.
        let known = self.known.take();
        let run = self.run(&mut copy);
        if matches!(run, Ok(Stop::Decision)) {
            // The question gets no answer. Games that keep a trail restore their other suspended runs from it.
            self.rules.reset();
        }
        self.known = known;
        let mut points = PerSeat::default();
        for ((points, after), before) in points.iter_mut().zip(&copy.position.scores).zip(&game.position.scores) {
            *points = after.saturating_sub(*before);
        }
        self.room = Some(copy);
        run.ok().map(|_| points)
    }
}

impl Game {
    /// Discards everything in progress and starts the steps of the end.
    fn begin_ending(&mut self) {
        self.keep_chance(false);
        (self.recording.observer, self.run.trail, self.run.ahead) = (None, None, None);
        (self.run.decision, self.run.carried, self.run.replacing) = (None, None, None);
        self.run.agenda.clear();
        self.run.pending.clear();
        self.run.completed.clear();
        self.position.stage = Stage::Finish;
        self.run.agenda.push(Part::Turn(TurnPart::new(Seat(0), ListId::FINISH, None)));
    }
}
