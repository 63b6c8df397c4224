//! What leads a copy of a game to where its scripts wait.
//!
//! A script that waits for an answer cannot be copied. A game that keeps a trail has, while scripts wait, the position in
//! which the first of them began and all that was answered since: a machine that does not have the scripts of a copy
//! plays it from there in silence, and takes over what waits in the end
//! ([`Machine::answer`](crate::machine::Machine::answer) does so by itself).

use std::collections::VecDeque;
use std::rc::Rc;

use crate::state::Game;
use crate::state::agenda::Part;
use crate::state::chance::{Generator, Given};
use crate::state::decision::Pick;
use crate::state::question::Meaning;

/// An answer on a trail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Answered {
    /// What was picked.
    pub(crate) pick: Pick,
    /// The number of the option for the script that asked, if that goes on with it.
    pub(crate) script: Option<u32>,
    /// The state of chance when it was answered: it may have been set by hand since the question before.
    pub(crate) generator: Generator,
}

/// See the module.
#[derive(Clone, Default)]
pub(crate) struct Trail {
    /// The position in which the lowest of the scripts that wait began.
    pub(crate) from: Option<Rc<Game>>,
    /// What was answered since then.
    pub(crate) answers: Vec<Answered>,
    /// What chance has given since then.
    pub(crate) given: Vec<Given>,
    /// Whether it ends where the scripts wait: then the answers after that are not noted.
    pub(crate) ends: bool,
}

impl std::fmt::Debug for Trail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Trail").field("answers", &self.answers).finish_non_exhaustive()
    }
}

impl Game {
    /// Whether copies can be played on wherever a seat has to decide, also where a script waits; in copies it holds as for
    /// this game, from the next script on that begins. It costs a copy of the position at each of these. Once it is off, what was kept
    /// for the waiting scripts holds until the next answer.
    ///
    /// A copy is played on as any game: by [`Machine::answer`](crate::machine::Machine::answer), of any machine for the
    /// same packs that knows the symbols of the game. Chance may be set anew before ([`Game::arrange_chance`]).
    pub fn keep_trail(&mut self, keep: bool) {
        match &mut self.trail {
            Some(trail) => trail.ends = !keep,
            None if keep => self.trail = Some(Box::default()),
            None => {}
        }
        if !keep && self.is_self_contained() {
            self.trail = None;
        }
    }

    /// Begins the trail here, if it is kept and no script is suspended.
    #[cold]
    pub(crate) fn begin_trail(&mut self) -> bool {
        let begins = self.trail.as_ref().is_some_and(|trail| !trail.ends) && self.is_self_contained();
        if begins {
            let trail = self.trail.take();
            let mut from = self.without_journal();
            self.trail = trail;
            from.observer = None;
            from.keep_chance(false);
            if let Some(trail) = &mut self.trail {
                trail.from = Some(Rc::new(from));
                trail.answers.clear();
                trail.given.clear();
            }
        }
        begins
    }

    /// Notes an answer that is about to be taken.
    pub(crate) fn note_answer(&mut self, pick: Pick) {
        let meaning = self.decision.as_ref().and_then(|decision| decision.options.meaning(pick));
        let script = if let Some(Meaning::Script(number)) = meaning { Some(number) } else { None };
        let (waits, generator) = (!self.is_self_contained(), self.chance.generator);
        match &mut self.trail {
            Some(trail) if trail.ends => self.trail = None,
            Some(trail) if waits && trail.from.is_some() => trail.answers.push(Answered { pick, script, generator }),
            Some(trail) => {
                trail.from = None;
                trail.answers.clear();
                trail.given.clear();
            }
            None => {}
        }
    }

    /// A copy of the position where the trail begins, to be led along it; with what chance gives on the way.
    pub(crate) fn led(&self) -> Option<(Box<Game>, Vec<Given>)> {
        let trail = self.trail.as_ref()?;
        let mut game = Box::new(Game::clone(trail.from.as_ref()?));
        game.ahead = Some(Box::new(trail.answers.iter().copied().collect()));
        Some((game, trail.given.clone()))
    }

    /// What a script that asks goes on with, if the game is led along a trail: the number of its option, or nothing at the
    /// question where the trail ends. The next answer of the trail is that of a script.
    pub fn next_on_trail(&mut self) -> OnTrail {
        let Some(ahead) = &mut self.ahead else { return OnTrail::Free };
        match ahead.front() {
            None => OnTrail::End,
            Some(&Answered { script: Some(number), generator, .. }) => {
                ahead.pop_front();
                self.chance.generator = generator;
                OnTrail::Goes(number)
            }
            Some(_) => OnTrail::Free,
        }
    }

    /// Whether the game is led along a trail.
    pub fn is_led(&self) -> bool {
        self.ahead.is_some()
    }

    /// Takes over the suspended scripts of a game that was led to this position. Whether they are as many.
    pub(crate) fn take_runs_of(&mut self, led: &Game) -> bool {
        let mut theirs = led.agenda.iter().filter(|part| part.is_suspended());
        let mut own = self.agenda.iter_mut().filter(|part| part.is_suspended());
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

/// What is known of a question that a script is about to ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnTrail {
    /// Nothing: it is asked.
    Free,
    /// It was asked and answered before, with the option of this number.
    Goes(u32),
    /// It waits for an answer and has been listed before: nobody looks at the options again.
    End,
}

/// The answers on a trail that a game is led along.
pub(crate) type Ahead = Box<VecDeque<Answered>>;
