//! The agenda: what is to happen next, as a stack of parts, and the programs that turn parts run.

use crate::catalog::id::{Symbol, TileId, TileKindId};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::catalog::flow::{Flow, Step, StepKind};
use crate::catalog::seat::Seat;
use crate::state::effect::Effect;
use crate::state::event::Event;
use crate::state::happening::Occasion;
use crate::state::question::{Handler, RunId};

/// A list of steps that a turn part runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ListId(pub u16);

impl ListId {
    /// What is done before the first turn.
    pub const SETUP: ListId = ListId(0);
    /// A turn.
    pub const TURN: ListId = ListId(1);
    /// What is done after the last turn.
    pub const FINISH: ListId = ListId(2);
    /// What a seat does when its turn and all that it brought are over.
    pub const CLOSING: ListId = ListId(3);

    /// Whether it is for the seat that it is done by, as a turn is, and not for the table.
    pub(crate) fn is_of_seat(self) -> bool {
        self == ListId::TURN || self > ListId::CLOSING
    }
}

/// A run of steps by one seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TurnPart {
    /// The active seat.
    pub seat: Seat,
    /// Its steps.
    pub list: ListId,
    /// Which of them is next.
    pub(crate) at: u16,
    /// How far that one has come.
    pub(crate) phase: u32,
    /// The seat for which a step that every seat takes is next.
    pub(crate) each: u8,
    /// The tile in play.
    pub kind: Option<TileKindId>,
    /// Number of places that the tile in play had when it was drawn, and [`Board::edition`](crate::board::Board::edition)
    /// then.
    pub(crate) fits: (u32, u32),
    /// The tile placed by it, by number.
    pub tile: Option<TileId>,
    /// Where its completed features begin among those of the game.
    pub(crate) completed_from: u32,
    /// Number of parts that are to follow it.
    pub(crate) followers: u16,
    /// Among the parts that follow another: the lower comes first.
    pub(crate) rank: u8,
    /// Whether a step of it has begun and is not over.
    pub(crate) busy: bool,
    /// Where it goes on when its step is over, if a rule has left a loop.
    pub(crate) leave_to: Option<u16>,
    /// Why it takes place; nothing for ordinary turns.
    pub reason: Option<Symbol>,
    /// The script that runs its step.
    pub(crate) run: Option<RunId>,
    pub(crate) begun: bool,
}

impl TurnPart {
    /// A part that has not begun.
    pub(crate) fn new(seat: Seat, list: ListId, reason: Option<Symbol>) -> TurnPart {
        TurnPart {
            seat,
            list,
            at: 0,
            phase: 0,
            each: 0,
            kind: None,
            fits: (0, 0),
            tile: None,
            completed_from: 0,
            followers: 0,
            rank: 0,
            busy: false,
            leave_to: None,
            reason,
            run: None,
            begun: false,
        }
    }

    /// Goes on to the next step, unless a rule has left it. `each_seat`: every seat takes the step that is over.
    #[inline]
    pub(crate) fn step_over(&mut self, each_seat: bool, seats: u8) {
        self.phase = 0;
        self.run = None;
        self.busy = false;
        if let Some(target) = self.leave_to.take() {
            self.at = target;
            self.each = 0;
        } else if each_seat && self.each + 1 < seats {
            self.each += 1;
        } else {
            self.each = 0;
            self.at += 1;
        }
    }
}

/// Something that is to happen.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// Steps of a seat.
    Turn(TurnPart),
    /// An effect that rules may replace, from the replacement of this number on.
    Effect(Effect, u16),
    /// What has come up around an effect that lies above it on the agenda: what comes of the effect belongs between.
    Held {
        /// What came up before the effect.
        before: Vec<Part>,
        /// What came up after it.
        after: Vec<Part>,
        /// Whether the part below has called for the effect and goes on once it is settled, before what has come up.
        awaited: bool,
    },
    /// A replacement that may ask; if it does not act, the effect is up again.
    Replacing {
        /// The replacement's number.
        hook: u16,
        /// The effect.
        effect: Effect,
        /// Its run, once it has begun.
        run: Option<RunId>,
    },
    /// An event that rules react to, from the reaction of this number on.
    Event(Event, u16),
    /// A handler that may ask.
    Handler {
        /// Which.
        handler: Handler,
        /// What it is told.
        occasion: Occasion,
        /// Its run, once it has begun.
        run: Option<RunId>,
    },
}

impl Part {
    /// Whether a script waits in it to go on.
    pub(crate) fn is_suspended(&self) -> bool {
        self.run().is_some()
    }

    /// The run that waits in it.
    pub(crate) fn run(&self) -> Option<RunId> {
        match self {
            Part::Turn(part) => part.run,
            Part::Handler { run, .. } | Part::Replacing { run, .. } => *run,
            Part::Effect(..) | Part::Held { .. } | Part::Event(..) => None,
        }
    }
}

/// A step as the machine runs it.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    Step(Step),
    /// The body follows; leaving goes on this many entries further.
    LoopBegin {
        name: Arc<str>,
        length: u16,
    },
    /// Back to the beginning of the body, this many entries before, or on if it is taken once.
    LoopEnd {
        back: Option<u16>,
    },
}

impl Op {
    /// Whether it is a step that lets tiles lie beside nothing.
    pub(crate) fn places_freely(&self) -> bool {
        matches!(self, Op::Step(step) if step.kind.places() == Some(true))
    }
}

/// The steps of a flow, flattened.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub(crate) ops: Vec<Op>,
    /// The number of each of them, so that any that follow each other can be had as a list.
    numbers: Vec<u16>,
    /// The lists of the flow: those of each follow each other.
    pub(crate) lists: Vec<Range<u16>>,
    by_name: BTreeMap<Arc<str>, u16>,
    parts: BTreeMap<Arc<str>, ListId>,
}

impl Program {
    /// The program of a flow.
    pub fn new(flow: &Flow) -> Program {
        let mut program = Program::default();
        let named = flow.parts.iter().map(|(_, steps)| steps);
        // Ordinary turns come first, so that a bare name finds their steps.
        for steps in [&flow.turn, &flow.setup, &flow.finish, &flow.closing].into_iter().chain(named) {
            let start = program.ops.len() as u16;
            program.flatten(steps);
            program.lists.push(start..program.ops.len() as u16);
        }
        program.numbers = (0..program.ops.len() as u16).collect();
        program.lists.swap(usize::from(ListId::SETUP.0), usize::from(ListId::TURN.0));
        for (number, (name, _)) in flow.parts.iter().enumerate() {
            program.parts.insert(name.clone(), ListId(usize::from(ListId::CLOSING.0) as u16 + 1 + number as u16));
        }
        program
    }

    fn flatten(&mut self, steps: &[Step]) {
        for step in steps {
            let number = self.ops.len() as u16;
            if let StepKind::Repeat(body) = &step.kind {
                self.ops.push(Op::LoopBegin { name: step.name.clone(), length: 0 });
                let start = self.ops.len();
                self.flatten(body);
                let length = (self.ops.len() - start) as u16;
                self.ops[usize::from(number)] = Op::LoopBegin { name: step.name.clone(), length: length + 1 };
                self.ops.push(Op::LoopEnd { back: (!step.once).then_some(length) });
            } else {
                self.by_name.entry(step.name.clone()).or_insert(number);
                // A name of its own, so that the name alone says which of them has asked.
                self.ops.push(Op::Step(Step { name: Arc::from(&*step.name), ..step.clone() }));
            }
        }
    }

    /// The number of the step of a name, for lists put together by rules.
    pub(crate) fn find(&self, name: &str) -> Option<u16> {
        self.by_name.get(name).copied()
    }

    /// A list: one of the flow, or one of those that rules have put together.
    pub(crate) fn list<'a>(&'a self, lists: &'a [Arc<[u16]>], list: ListId) -> &'a [u16] {
        let at = usize::from(list.0);
        match self.lists.get(at) {
            Some(own) => &self.numbers[usize::from(own.start)..usize::from(own.end)],
            None => &lists[at - self.lists.len()],
        }
    }

    /// What is at a place of a list, by number; nothing behind its end.
    #[inline]
    pub(crate) fn op_at(&self, lists: &[Arc<[u16]>], list: ListId, at: u16) -> Option<u16> {
        match self.lists.get(usize::from(list.0)) {
            Some(own) => own.start.checked_add(at).filter(|&op| op < own.end),
            None => self.list(lists, list).get(usize::from(at)).copied(),
        }
    }

    /// The named list of steps.
    pub(crate) fn part(&self, name: &str) -> Option<ListId> {
        self.parts.get(name).copied()
    }

    /// Names of all steps.
    pub fn step_names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(|k| &**k)
    }
}
