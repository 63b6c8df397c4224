//! What the end of a game would give, if it came now.

use crate::catalog::flow::{Flow, Step, StepKind};
use crate::catalog::seat::{PerSeat, Seat};
use crate::machine::fault::Fault;
use crate::machine::{Machine, Stop};
use crate::state::agenda::{ListId, Part, TurnPart};
use crate::state::{Game, Stage};

/// What the steps of the end do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Ending {
    /// Whether some are rules of the packs, which may give points of their own.
    by_rules: bool,
    /// Whether all that figures stand on is scored.
    scores_rest: bool,
}

impl Ending {
    pub(super) fn of(flow: &Flow) -> Ending {
        fn any(steps: &[Step], is: fn(&StepKind) -> bool) -> bool {
            steps.iter().any(|step| is(&step.kind) || matches!(&step.kind, StepKind::Repeat(inner) if any(inner, is)))
        }
        Ending {
            by_rules: any(&flow.finish, |kind| matches!(kind, StepKind::Script)),
            scores_rest: any(&flow.finish, |kind| matches!(kind, StepKind::ScoreRest)),
        }
    }
}

impl Machine {
    /// What every seat would get if the game ended now: what the sheets would give, as [`Machine::outlook`] has it, and
    /// what the steps of the end give besides. A copy is ended, and nothing happens in the game itself. Where a step asks,
    /// what was given until then counts, and suspended runs are forgotten as by [`Machine::reset`]; where one fails, which may expect a game that has come to its end, the sheets do.
    ///
    /// # Errors
    /// The script of a sheet failed.
    pub fn prospect(&mut self, game: &mut Box<Game>) -> Result<PerSeat<i32>, Box<Fault>> {
        let ended = if self.ending.by_rules && game.stage < Stage::Finish { self.ended(game) } else { None };
        let mut points = match ended {
            Some(_) if self.ending.scores_rest => PerSeat::default(),
            _ => self.outlook(game)?,
        };
        for (points, ended) in points.iter_mut().zip(ended.iter().flatten()) {
            *points = points.saturating_add(*ended);
        }
        Ok(points)
    }

    /// What every seat gets by the steps of the end, in a copy; nothing if one fails.
    fn ended(&mut self, game: &Game) -> Option<PerSeat<i32>> {
        let mut copy = match self.room.take() {
            Some(mut room) => {
                room.copy_position(game);
                room
            }
            None => Box::new(game.without_journal()),
        };
        copy.begin_ending();
        // What the machine has in hand is that of the game itself.
        let (known, wants) = (self.known.take(), std::mem::replace(&mut self.wants_snapshot, false));
        let run = self.run(&mut copy);
        if matches!(run, Ok(Stop::Decision)) {
            // Nobody answers it. Copies that keep a trail bring back what else was suspended.
            self.rules.reset();
        }
        (self.known, self.wants_snapshot) = (known, wants);
        let mut points = PerSeat::default();
        for ((points, after), before) in points.iter_mut().zip(&copy.scores).zip(&game.scores) {
            *points = after.saturating_sub(*before);
        }
        self.room = Some(copy);
        run.ok().map(|_| points)
    }
}

impl Game {
    /// Leaves everything that is going on, and comes to the steps of the end.
    fn begin_ending(&mut self) {
        self.keep_chance(false);
        (self.observer, self.trail, self.ahead) = (None, None, None);
        (self.decision, self.carried, self.replacing) = (None, None, None);
        self.agenda.clear();
        self.pending.clear();
        self.completed.clear();
        self.stage = Stage::Finish;
        self.agenda.push(Part::Turn(TurnPart::new(Seat(0), ListId::FINISH, None)));
    }
}
