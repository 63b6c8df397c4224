//! Turn parts that rules schedule, and loops that rules leave.

use std::sync::Arc;

use crate::catalog::id::Symbol;
use crate::catalog::seat::Seat;
use crate::limits;
use crate::state::agenda::{ListId, Op, Part, Program, TurnPart};
use crate::state::effect::Rejected;
use crate::state::game::Game;

/// Time at which a scheduled part runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Timing {
    /// Time directly after the running rule.
    Now,
    /// Time after the running turn part, before the next seat's turn.
    After,
}

impl Game {
    /// Schedules a turn part: a named part, a list of steps by name, or a whole turn if `steps` is empty. Among parts
    /// that follow the same part, those of lower rank come first, then those scheduled first. Parts of a retired seat
    /// are dropped.
    ///
    /// # Errors
    /// The game has no such seat, part or step, or a limit of parts or steps is reached.
    pub fn schedule(
        &mut self,
        seat: Seat,
        steps: &[&str],
        timing: Timing,
        rank: u8,
        reason: Option<Symbol>,
    ) -> Result<(), Rejected> {
        self.check_seat(seat)?;
        if self.run.agenda.len() + self.run.pending.len() >= limits::WAITING_PARTS {
            let most = limits::WAITING_PARTS;
            return Err(Rejected::new("too_many", format!("{most} parts are already waiting, which is the maximum")));
        }
        let list = self.list_of(steps)?;
        if !self.in_game(seat) {
            return Ok(());
        }
        let part = Part::Turn(TurnPart { rank, ..TurnPart::new(seat, list, reason) });
        match timing {
            Timing::Now => self.run.pending.push(part),
            Timing::After => {
                let top = self.run.agenda.iter().rposition(|p| matches!(p, Part::Turn(_)));
                let at = top.map_or(self.run.agenda.len(), |top| {
                    let mut at = top;
                    if let Some(Part::Turn(running)) = self.run.agenda.get_mut(top) {
                        at -= usize::from(running.followers).min(top);
                        running.followers += 1;
                    }
                    // The last follower is lowest on the agenda, so a part moves up past the followers of higher rank.
                    while at < top && matches!(&self.run.agenda[at], Part::Turn(other) if other.rank > rank) {
                        at += 1;
                    }
                    at
                });
                self.run.agenda.insert(at, part);
            }
        }
        Ok(())
    }

    /// Returns the list of some steps, by name.
    fn list_of(&mut self, steps: &[&str]) -> Result<ListId, Rejected> {
        match steps {
            [] => return Ok(ListId::TURN),
            [one] => {
                if let Some(part) = self.setup.program.part(one) {
                    return Ok(part);
                }
            }
            _ => {}
        }
        let mut list = Vec::new();
        for &name in steps {
            let found = self.setup.program.find(name);
            list.push(found.ok_or_else(|| Rejected::new("no_such_step", format!("there is no step `{name}`")))?);
        }
        let own = self.setup.program.lists.len();
        let known = self.run.lists.iter().position(|l| **l == *list);
        if list.len() > limits::PART_STEPS || known.is_none() && self.run.lists.len() >= limits::PART_STEPS {
            let most = limits::PART_STEPS;
            return Err(Rejected::new(
                "too_many",
                format!("a part has at most {most} steps, and rules create at most {most} such lists"),
            ));
        }
        let at = known.unwrap_or_else(|| {
            self.run.lists.push(list.into());
            self.run.lists.len() - 1
        });
        Ok(ListId((own + at) as u16))
    }

    /// Ends the innermost loop with a name in the running part, or without a name the part itself. A step that has
    /// begun finishes first.
    ///
    /// # Errors
    /// No loop with the name is running.
    pub fn leave(&mut self, name: Option<&str>) -> Result<(), Rejected> {
        let program = Arc::clone(&self.setup.program);
        let lists = self.run.lists.clone();
        let Some(part) = self.turn_part_mut() else { return Ok(()) };
        let list = program.list(&lists, part.list);
        let target = match name {
            None => list.len() as u16,
            Some(name) => {
                let found = running_loops(&program, list, part.at).filter(|(own, _)| **own == *name).last();
                found.map(|(_, end)| end).ok_or_else(|| {
                    let running: Vec<String> =
                        running_loops(&program, list, part.at).map(|(own, _)| format!("`{own}`")).collect();
                    let others = match &running[..] {
                        [] => "the running turn part is not in a loop".to_owned(),
                        some => format!("the running part is {}", some.join(" in ")),
                    };
                    Rejected::new("no_such_loop", format!("no loop named `{name}` is running: {others}"))
                })?
            }
        };
        if part.busy {
            part.leave_to = Some(target);
        } else {
            part.at = target;
            part.each = 0;
        }
        Ok(())
    }
}

/// Returns the loops of a list around a position, the outermost first: their names, and the positions after them.
fn running_loops<'a>(program: &'a Program, list: &'a [u16], at: u16) -> impl Iterator<Item = (&'a str, u16)> {
    let before = (0..).zip(list).take(usize::from(at) + 1);
    before.filter_map(move |(position, &op): (u16, &u16)| match &program.ops[usize::from(op)] {
        Op::LoopBegin { name, length } => {
            let end = position + length + 1;
            (end > at).then_some((&**name, end))
        }
        _ => None,
    })
}
