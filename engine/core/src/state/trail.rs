//! Trails, which lead a copy of a game to the point where its scripts wait.
//!
//! A script that waits for an answer cannot be copied. While scripts wait, a game with a trail keeps the position in
//! which the first of them began, and all answers since. A machine without the scripts of a copy replays the trail in
//! silence and takes over the scripts that then wait ([`Machine::answer`](crate::machine::Machine::answer) does so
//! automatically).

use std::rc::Rc;

use crate::state::agenda::Part;
use crate::state::game::{Game, TrailAnswer};
use crate::state::options::{Meaning, Pick};
use crate::state::outcome::ChanceResult;

impl Game {
    /// Sets whether copies can be played from every decision, even while a script waits. The setting takes effect when
    /// the next script begins, and copies inherit it. Each time a first script begins, the trail costs a copy of the
    /// position. After the setting is turned off, the trail of waiting scripts remains valid until the next answer.
    ///
    /// A copy is played like any game: with [`Machine::answer`](crate::machine::Machine::answer), by any machine for
    /// the same packs that knows the symbols of the game. The seed may be changed before ([`Game::arrange_chance`]).
    pub fn keep_trail(&mut self, keep: bool) {
        match &mut self.run.trail {
            Some(trail) => trail.ends = !keep,
            None if keep => self.run.trail = Some(Box::default()),
            None => {}
        }
        if !keep && self.is_self_contained() {
            self.run.trail = None;
        }
    }

    /// Starts the trail at this position, if a trail is kept and no script is suspended. Returns true if it started.
    pub(crate) fn begin_trail(&mut self) -> bool {
        let begins = self.run.trail.as_ref().is_some_and(|trail| !trail.ends) && self.is_self_contained();
        if begins {
            let trail = self.run.trail.take();
            let mut from = self.without_journal();
            self.run.trail = trail;
            from.recording.observer = None;
            from.keep_chance(false);
            if let Some(trail) = &mut self.run.trail {
                trail.from = Some(Rc::new(from));
                trail.answers.clear();
                trail.given.clear();
            }
        }
        begins
    }

    /// Records an answer that is about to be given.
    pub(crate) fn note_answer(&mut self, pick: Pick) {
        let meaning = self.run.decision.as_ref().and_then(|decision| decision.options.meaning(pick));
        let script = if let Some(Meaning::Script(number)) = meaning { Some(number) } else { None };
        let (waits, generator) = (!self.is_self_contained(), self.chance.streams.generator);
        match &mut self.run.trail {
            Some(trail) if trail.ends => self.run.trail = None,
            Some(trail) if waits && trail.from.is_some() => trail.answers.push(TrailAnswer { pick, script, generator }),
            Some(trail) => {
                trail.from = None;
                trail.answers.clear();
                trail.given.clear();
            }
            None => {}
        }
    }

    /// Returns a copy of the position where the trail begins, ready to follow the trail, and the results of chance on
    /// it. Returns `None` without a trail.
    pub(crate) fn trail_start(&self) -> Option<(Box<Game>, Vec<ChanceResult>)> {
        let trail = self.run.trail.as_ref()?;
        let mut game = Box::new(Game::clone(trail.from.as_ref()?));
        game.run.ahead = Some(Box::new(trail.answers.iter().copied().collect()));
        Some((game, trail.given.clone()))
    }

    /// Returns the next answer on the trail for a script that asks, and advances along the trail if this answer belongs
    /// to a script.
    pub fn next_on_trail(&mut self) -> OnTrail {
        let Some(ahead) = &mut self.run.ahead else { return OnTrail::Free };
        match ahead.front() {
            None => OnTrail::End,
            Some(&TrailAnswer { script: Some(number), generator, .. }) => {
                ahead.pop_front();
                self.follow_chance(generator);
                OnTrail::Goes(number)
            }
            Some(_) => OnTrail::Free,
        }
    }

    /// Returns true if the game follows a trail.
    pub fn is_led(&self) -> bool {
        self.run.ahead.is_some()
    }

    /// Takes over the suspended scripts of a game that followed a trail to this position. Returns false if the scripts
    /// differ.
    pub(crate) fn take_runs_of(&mut self, led: &Game) -> bool {
        let mut theirs = led.run.agenda.iter().filter(|part| part.is_suspended());
        let mut own = self.run.agenda.iter_mut().filter(|part| part.is_suspended());
        let mut fits = true;
        loop {
            match (own.next(), theirs.next()) {
                (None, None) => return fits,
                (Some(Part::Turn(own)), Some(Part::Turn(their))) => own.run = their.run,
                (
                    Some(Part::Handler { run: own, handler: a, .. }),
                    Some(Part::Handler { run: their, handler: b, .. }),
                ) => {
                    fits &= a == b;
                    *own = *their;
                }
                (
                    Some(Part::Replacing { run: own, hook: a, .. }),
                    Some(Part::Replacing { run: their, hook: b, .. }),
                ) => {
                    fits &= a == b;
                    *own = *their;
                }
                _ => return false,
            }
        }
    }
}

/// Information from the trail about a question that a script is about to ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnTrail {
    /// No information: the script asks its question.
    Free,
    /// Number of the option that answered the question.
    Goes(u32),
    /// End of the trail: the question waits for an answer, and its options were listed before.
    End,
}
