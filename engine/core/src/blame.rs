//! Faults of the machine: which rule is to blame, and where it stands.

use crate::agenda::{Op, Part};
use crate::apply::list_at;
use crate::effect::Rejected;
use crate::flow::StepKind;
use crate::game::Game;
use crate::machine::Machine;
use crate::rules::{Fault, Handler};

impl Machine {
    /// A fault of what is running: the topmost part of the agenda.
    #[cold]
    pub(crate) fn fault(&self, game: &Game, code: &'static str, message: &str) -> Box<Fault> {
        for part in game.agenda.iter().rev() {
            let handler = match part {
                Part::Handler { handler, .. } => *handler,
                Part::Replacing { hook, .. } => self.rules.hooks().replace[usize::from(*hook)].handler,
                Part::Event(event, from) => {
                    // The reaction that has just run, or else the first that could.
                    let hooks = &self.rules.hooks().on;
                    let run = usize::from(*from).checked_sub(1).and_then(|at| hooks.get(at));
                    match run.or_else(|| hooks.iter().find(|h| h.event == event.kind)) {
                        Some(hook) => hook.handler,
                        None => continue,
                    }
                }
                Part::Turn(_) => return self.fault_of_step(game, part, code, message),
                Part::Effect(..) | Part::Held { .. } => continue,
            };
            return self.fault_of(handler, code, message);
        }
        // Nothing runs between two parts; then the flow of the game itself is to blame.
        Box::new(Fault {
            code,
            pack: self.catalog.flow.turn.first().map_or_else(|| "".into(), |step| step.pack.clone()),
            place: String::new(),
            hook: "flow".to_owned(),
            message: message.to_owned(),
            traceback: Vec::new(),
        })
    }

    /// A fault of a registered function.
    #[cold]
    pub(crate) fn fault_of(&self, handler: Handler, code: &'static str, message: &str) -> Box<Fault> {
        let registered = self.rules.registered(handler);
        let module = registered.as_ref().and_then(|(origin, _)| self.catalog.modules.get(usize::from(origin.module)));
        let (line, hook) = registered.as_ref().map_or((0, ""), |(origin, hook)| (origin.line, hook.as_str()));
        Box::new(Fault {
            code,
            pack: module.map_or_else(|| "".into(), |module| module.pack.clone()),
            place: module.map_or_else(String::new, |module| format!("{}:{line}", module.path)),
            hook: hook.to_owned(),
            message: message.to_owned(),
            traceback: Vec::new(),
        })
    }

    /// A fault of the step that a turn part has come to: of its function, or of where the flow names it.
    fn fault_of_step(&self, game: &Game, part: &Part, code: &'static str, message: &str) -> Box<Fault> {
        let Part::Turn(turn) = part else { return self.fault(game, code, message) };
        let list = list_at(&self.program, &game.lists, turn.list);
        // Behind the last step of a loop its first one comes next.
        let at = list.get(usize::from(turn.at)).map(|&op| &self.program.ops[usize::from(op)]);
        let step = match at {
            Some(Op::Step(step)) => Some(step),
            _ => list[..usize::from(turn.at).min(list.len())].iter().rev().find_map(|&op| {
                match &self.program.ops[usize::from(op)] {
                    Op::Step(step) => Some(step),
                    _ => None,
                }
            }),
        };
        let Some(step) = step else {
            return Box::new(Fault {
                code,
                pack: "".into(),
                place: String::new(),
                hook: "a part without steps".to_owned(),
                message: message.to_owned(),
                traceback: Vec::new(),
            });
        };
        if step.kind == StepKind::Script
            && let Some(&handler) = self.rules.hooks().steps.get(&step.name)
        {
            return self.fault_of(handler, code, message);
        }
        Box::new(Fault {
            code,
            pack: step.pack.clone(),
            place: step.span.map_or_else(String::new, |span| self.catalog.sources.place(span)),
            hook: format!("step {}", step.name),
            message: message.to_owned(),
            traceback: Vec::new(),
        })
    }

    /// The fault of the replacement that was asked last: the effect that it left is impossible by now.
    #[cold]
    pub(crate) fn handed_back(&self, game: &Game, rejected: &Rejected, from: u16) -> Box<Fault> {
        let asked = usize::from(from).checked_sub(1).and_then(|at| self.rules.hooks().replace.get(at));
        match asked {
            Some(hook) => {
                let message = format!("this left the effect to happen, but made it impossible: {}", rejected.message);
                self.fault_of(hook.handler, "S0404", &message)
            }
            None => self.fault(game, "S0404", &rejected.message),
        }
    }
}
