//! Finds the rules that are to blame for a fault.

use crate::catalog::flow::StepKind;
use crate::machine::Machine;
use crate::machine::fault::{Blamed, Fault};
use crate::state::Game;
use crate::state::agenda::{Op, Part};
use crate::state::effect::Rejected;
use crate::state::question::Handler;

/// Maximum number of functions that the message about an endless turn names.
const NAMED: usize = 8;

impl Machine {
    /// Returns a fault of the function that is running: the topmost part of the agenda.
    pub(crate) fn fault(&self, game: &Game, code: &'static str, message: &str) -> Box<Fault> {
        let running = game.run.agenda.iter().rev().find_map(|part| self.running(game, part));
        // No function runs between two parts, so the flow of the game itself is the cause.
        let flow = || Blamed {
            pack: self.catalog.flow.turn.first().map_or_else(|| "".into(), |step| step.pack.clone()),
            place: String::new(),
            hook: "flow".to_owned(),
        };
        fault_by(running.unwrap_or_else(flow), code, message)
    }

    /// Returns the fault of a turn that never ends. The message names every function that runs repeatedly in it.
    pub(crate) fn circle(&self, game: &Game) -> Box<Fault> {
        let most = self.catalog.flow.max_steps;
        let named = |blamed: &Blamed| {
            let at = if blamed.place.is_empty() { String::new() } else { format!(", {}", blamed.place) };
            format!("`{}` ({}{at})", blamed.hook, blamed.pack)
        };
        let mut names = self.again.iter().take(NAMED).map(named).collect::<Vec<_>>().join(", ");
        if self.again.len() > NAMED {
            names.push_str(&format!(" and {} more", self.again.len() - NAMED));
        }
        let mut message = match self.again.len() {
            0 | 1 => format!("the turn never ends: {most} steps without a decision, and this one is next"),
            _ => format!("the turn never ends: {most} steps without a decision; these repeat without end: {names}"),
        };
        // The reason why a game does not end may be tiles in a hand, which the repeated functions do not show.
        let ends = &self.catalog.flow.ends_with;
        let are_empty = !ends.is_empty() && ends.iter().all(|&bag| game.bag(bag).total() == 0);
        if let Some(&(seat, kind)) = game.position.hands.iter().find(|&&(seat, _)| are_empty && game.in_game(seat)) {
            let kind = self.catalog.kinds.key(kind);
            message.push_str(&format!(
                "; the bags of `ends_with` are empty, but seat {seat} still holds `{kind}`: `end_game()` ends the game anyway"
            ));
        }
        self.fault(game, "S0405", &message)
    }

    /// Records the function that runs next, for the message about an endless turn.
    pub(crate) fn note_again(&mut self, game: &Game) {
        let next = game.run.agenda.last().and_then(|part| match part {
            Part::Event(event, from) => {
                let (_, handler, _) = self.reaction(game, event, *from)?;
                Some(self.blame(handler))
            }
            part => self.running(game, part),
        });
        if let Some(next) = next.filter(|next| !self.again.contains(next)) {
            self.again.push(next);
        }
    }

    /// Returns the function or step that a part runs; `None` if it runs none.
    fn running(&self, game: &Game, part: &Part) -> Option<Blamed> {
        let handler = match part {
            Part::Handler { handler, .. } => *handler,
            Part::Replacing { hook, .. } => self.rules.hooks().replace[usize::from(*hook)].handler,
            Part::Event(event, from) => {
                // This is the reaction that has just run, or else the first reaction to the event.
                let hooks = &self.rules.hooks().on;
                let run = usize::from(*from).checked_sub(1).and_then(|at| hooks.get(at));
                run.or_else(|| hooks.iter().find(|h| h.event == event.kind()))?.handler
            }
            Part::Turn(_) => return Some(self.step_of(game, part)),
            Part::Effect(..) | Part::Held { .. } => return None,
        };
        Some(self.blame(handler))
    }

    /// Returns a fault of a registered function.
    pub(crate) fn fault_of(&self, handler: Handler, code: &'static str, message: &str) -> Box<Fault> {
        fault_by(self.blame(handler), code, message)
    }

    fn blame(&self, handler: Handler) -> Blamed {
        let registered = self.rules.registration(handler);
        let module = registered.as_ref().and_then(|(origin, _)| self.catalog.modules.get(usize::from(origin.module)));
        let (line, hook) = registered.as_ref().map_or((0, ""), |(origin, hook)| (origin.line, hook.as_str()));
        Blamed {
            pack: module.map_or_else(|| "".into(), |module| module.pack.clone()),
            place: module.map_or_else(String::new, |module| format!("{}:{line}", module.path)),
            hook: hook.to_owned(),
        }
    }

    /// Returns the current step of a turn part: its function, or its declaration in the flow.
    fn step_of(&self, game: &Game, part: &Part) -> Blamed {
        let step = match part {
            Part::Turn(turn) => {
                let list = self.program.list(&game.run.lists, turn.list);
                // After the last step of a loop, its first step is next.
                let at = list.get(usize::from(turn.at)).map(|&op| &self.program.ops[usize::from(op)]);
                match at {
                    Some(Op::Step(step)) => Some(step),
                    _ => list[..usize::from(turn.at).min(list.len())].iter().rev().find_map(|&op| {
                        match &self.program.ops[usize::from(op)] {
                            Op::Step(step) => Some(step),
                            _ => None,
                        }
                    }),
                }
            }
            _ => None,
        };
        let Some(step) = step else {
            return Blamed { pack: "".into(), place: String::new(), hook: "a part without steps".to_owned() };
        };
        if step.kind == StepKind::Script
            && let Some(hook) = self.rules.hooks().steps.get(&step.name)
        {
            return self.blame(hook.handler);
        }
        Blamed {
            pack: step.pack.clone(),
            place: step.span.map_or_else(String::new, |span| self.catalog.sources.place(span)),
            hook: format!("step {}", step.name),
        }
    }

    /// Returns the fault of the last replacement that was called: it declined an effect that has become impossible.
    pub(crate) fn declined_effect_fault(&self, game: &Game, rejected: &Rejected, from: u16) -> Box<Fault> {
        let asked = usize::from(from).checked_sub(1).and_then(|at| self.rules.hooks().replace.get(at));
        match asked {
            Some(hook) => {
                let message = format!("this allowed the effect, but made it impossible: {}", rejected.message);
                self.fault_of(hook.handler, "S0404", &message)
            }
            None => self.fault(game, "S0404", &rejected.message),
        }
    }
}

fn fault_by(blamed: Blamed, code: &'static str, message: &str) -> Box<Fault> {
    let Blamed { pack, place, hook } = blamed;
    Box::new(Fault { code, pack, place, hook, message: message.to_owned(), traceback: Vec::new() })
}
