//! Runs steps that are scripts, and passes answers to the scripts that wait for them.

use crate::catalog::flow::Step;
use crate::catalog::seat::Seat;
use crate::machine::fault::Fault;
use crate::machine::rules::{PickedOption, Progress};
use crate::machine::run::CurrentRun;
use crate::machine::{Copies, Machine, ScriptStart, StepEnd};
use crate::state::Game;
use crate::state::agenda::{Part, TurnPart};
use crate::state::copy::Snapshot;
use crate::state::happening::Occasion;

impl Machine {
    /// Starts the script of a step, or resumes it.
    pub(super) fn run_script_step(
        &mut self,
        game: &mut Box<Game>,
        step: &Step,
        seat: Seat,
        current: &mut CurrentRun,
    ) -> Result<StepEnd, Box<Fault>> {
        let run = game.turn_part().and_then(|p| p.run);
        let progress = match run {
            Some(run) => {
                let (run, progress) = self.rules.resume(game, run, None)?;
                if let Some(part) = game.turn_part_mut() {
                    part.run = Some(run);
                }
                progress
            }
            None => {
                let hook = self.rules.hooks().steps.get(&step.name);
                if hook.is_some_and(|hook| !hook.filter.admits_tile_of(game, seat)) {
                    return Ok(StepEnd::Next);
                }
                let handler = hook.map(|hook| hook.handler);
                self.begin_trail(game);
                let is_wanted = match current.copies {
                    Copies::None => false,
                    Copies::First => current.copy.is_none(),
                    Copies::Last => true,
                };
                if is_wanted && game.is_self_contained() {
                    let chance_count = game.chance.given.as_ref().map_or(0, Vec::len);
                    // Chance results before the snapshot are part of the log.
                    let given = game.chance.given.as_mut().map(std::mem::take);
                    current.copy = Some(ScriptStart { position: Snapshot::take(game), chance_count });
                    game.chance.given = given;
                }
                let Some(handler) = handler else {
                    return Err(self.fault(game, "S0406", &format!("no module defines the step `{}`", step.name)));
                };
                let (run, progress) = self.rules.start(game, handler, &Occasion::Step(seat))?;
                if let Some(part) = game.turn_part_mut() {
                    part.run = Some(run);
                }
                progress
            }
        };
        Ok(match progress {
            Progress::Done(_) => StepEnd::Next,
            Progress::Wait => StepEnd::Again,
            Progress::Held => StepEnd::Held,
            Progress::Ask(question) => {
                self.ask(game, question);
                StepEnd::Asks
            }
        })
    }

    /// Passes the answer to the script that asked: the topmost suspended run.
    pub(super) fn resume_script(&mut self, game: &mut Box<Game>, choice: PickedOption) -> Result<(), Box<Fault>> {
        match game.run.agenda.last().cloned() {
            Some(Part::Handler { handler, occasion, run: Some(run) }) => {
                game.run.agenda.pop();
                let (run, progress) = self.rules.resume(game, run, Some(choice))?;
                self.go_on(game, Part::Handler { handler, occasion, run: Some(run) }, progress)?;
            }
            Some(Part::Replacing { hook, effect, run: Some(run) }) => {
                game.run.agenda.pop();
                game.run.replacing = Some((effect.event(), hook));
                let (run, progress) = self.rules.resume(game, run, Some(choice))?;
                self.go_on(game, Part::Replacing { hook, effect, run: Some(run) }, progress)?;
            }
            Some(Part::Turn(TurnPart { run: Some(run), .. })) => {
                let (run, progress) = self.rules.resume(game, run, Some(choice))?;
                if let Some(part) = game.turn_part_mut() {
                    part.run = Some(run);
                }
                match progress {
                    Progress::Done(_) => {
                        self.step_over(game);
                    }
                    Progress::Wait => {}
                    Progress::Held => {
                        self.settle(game, true);
                        return Ok(());
                    }
                    Progress::Ask(question) => {
                        self.ask(game, question);
                        return self.amend_decision(game);
                    }
                }
                self.flush(game);
            }
            _ => return Err(self.fault(game, "S0408", "an answer came, but no script waits for one")),
        }
        Ok(())
    }
}
