//! Restores suspended scripts for copies of games: a copy of the game is replayed along its trail until its scripts
//! wait again.

use crate::machine::fault::Fault;
use crate::machine::{Machine, RunOptions};
use crate::state::Game;
use crate::state::agenda::Part;
use crate::state::decision::Decision;
use crate::state::replayed::{ReplayScope, Replayed};

impl Machine {
    /// Begins a new trail of a game when a script starts and no other is suspended. Other suspended runs in this
    /// machine belong to games with their own trail, or to games that have been abandoned.
    pub(super) fn begin_trail(&mut self, game: &mut Game) {
        if game.run.trail.is_some() && game.begin_trail() {
            self.rules.reset();
        }
    }

    /// Ensures that this machine has the suspended scripts of a game. For a copy of a game, replays its trail until the
    /// scripts wait.
    pub(super) fn bring_runs(&mut self, game: &mut Game) -> Result<(), Box<Fault>> {
        if game.run.agenda.iter().filter_map(Part::run).all(|run| self.rules.waits(run)) {
            return Ok(());
        }
        let Some((mut led, given)) = game.trail_start() else { return Ok(()) };
        self.rules.reset();
        self.begin_run(false);
        let replayed = Replayed::new(given, ReplayScope::Said);
        let met = replayed.deviations();
        led.set_chance_source(Some(Box::new(replayed)));
        let gone = self.lead(&mut led);
        self.begin_run(true);
        let astray = met.has_other_point() || met.has_impossible_result();
        if let Err(fault) = gone {
            return Err(Fault::internal(format!("an answer that had succeeded failed when it was repeated: {fault}")));
        }
        let same = |a: &Decision, b: &Decision| (a.seat, &a.ask) == (b.seat, &b.ask);
        let there = led.run.decision.as_ref().zip(game.run.decision.as_ref()).is_some_and(|(a, b)| same(a, b));
        if !game.take_runs_of(&led) || !there || astray {
            return Err(Fault::internal("a trail has led to another question".to_owned()));
        }
        Ok(())
    }

    /// Plays a game to the end of its trail.
    fn lead(&mut self, led: &mut Box<Game>) -> Result<(), Box<Fault>> {
        loop {
            self.run_with(led, RunOptions::ASKING)?;
            let Some(next) = led.run.ahead.as_mut().and_then(|ahead| ahead.pop_front()) else { return Ok(()) };
            led.follow_chance(next.generator);
            self.begin_run(false);
            self.answer_step(led, next.pick)?;
        }
    }
}
