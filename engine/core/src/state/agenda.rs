//! The agenda: a stack of the parts that run next, and the programs that turn parts run.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::catalog::flow::{Flow, Step, StepKind};
use crate::catalog::id::{Symbol, TileId, TileKindId};
use crate::catalog::seat::Seat;
use crate::state::effect::Effect;
use crate::state::event::Event;
use crate::state::happening::Occasion;
use crate::state::question::{Handler, RunId, ScoreRuleId};

/// Number of a list of steps that a turn part runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ListId(pub u16);

impl ListId {
    /// Steps before the first turn.
    pub const SETUP: ListId = ListId(0);
    /// Steps of an ordinary turn.
    pub const TURN: ListId = ListId(1);
    /// Steps after the last turn.
    pub const FINISH: ListId = ListId(2);
    /// Steps of a seat once its turn and all parts that follow it are over.
    pub const CLOSING: ListId = ListId(3);

    /// Returns true if the list belongs to one seat, as a turn does, and not to the table.
    pub(crate) fn is_of_seat(self) -> bool {
        self == ListId::TURN || self > ListId::CLOSING
    }
}

/// Progress within a step that stops in between, for parts on the agenda or for an answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum StepProgress {
    /// The step has not started.
    Start,
    /// A drawing step has reported that the tile in play is unplayable.
    UnplayableReported,
    /// A placing step knows the face of its tile.
    FaceChosen,
    /// A scoring step has begun its round, or has collected its features.
    Scoring {
        /// Number of features that are done. A step that also returns figures then counts the features again.
        done: usize,
        /// Next score rule for the feature that follows.
        rule: ScoreRuleId,
    },
}

impl StepProgress {
    /// Returns the progress of a scoring step after `done` features.
    pub(crate) fn from_scored_count(done: usize) -> StepProgress {
        StepProgress::Scoring { done, rule: ScoreRuleId(0) }
    }
}

/// Number of placements of a tile on a board that has not changed since.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct CountedPlacements {
    pub(crate) count: u32,
    /// [`Board::edition`](crate::board::Board::edition) at the time of the count.
    pub(crate) edition: u32,
}

/// Steps that run for one seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TurnPart {
    /// Active seat of the part.
    pub seat: Seat,
    /// List of the part's steps.
    pub list: ListId,
    /// Index of the next step.
    pub(crate) at: u16,
    /// Progress within the current step.
    pub(crate) progress: StepProgress,
    /// Seat that comes next in a step that every seat takes.
    pub(crate) each: u8,
    /// Kind of the tile in play, if any.
    pub kind: Option<TileKindId>,
    /// Placements that the tile in play had when it was drawn; `None` if they were not counted, or if they may differ
    /// since.
    pub(crate) counted: Option<CountedPlacements>,
    /// Tile that the part has placed, by number.
    pub tile: Option<TileId>,
    /// Start of the part's features in the game's list of completed features.
    pub(crate) completed_from: u32,
    /// Number of scheduled parts that follow this part.
    pub(crate) followers: u16,
    /// Rank among the parts that follow another part; lower ranks run first.
    pub(crate) rank: u8,
    /// True if a step has begun and is not over.
    pub(crate) busy: bool,
    /// Index of the step to continue with after the current step, if a rule has left a loop.
    pub(crate) leave_to: Option<u16>,
    /// Reason of the part; `None` for ordinary turns.
    pub reason: Option<Symbol>,
    /// Suspended script that runs the current step.
    pub(crate) run: Option<RunId>,
    pub(crate) begun: bool,
}

impl TurnPart {
    /// Creates a part that has not begun.
    pub(crate) fn new(seat: Seat, list: ListId, reason: Option<Symbol>) -> TurnPart {
        TurnPart {
            seat,
            list,
            at: 0,
            progress: StepProgress::Start,
            each: 0,
            kind: None,
            counted: None,
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

    /// Continues with the next step, unless a rule has left the loop or the part. `each_seat` is true if every seat
    /// takes the finished step.
    #[inline]
    pub(crate) fn step_over(&mut self, each_seat: bool, seats: u8) {
        self.progress = StepProgress::Start;
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

/// Entry of the agenda.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// Steps of a seat.
    Turn(TurnPart),
    /// Effect that rules may replace, with the number of the next replacement to try.
    Effect(Effect, u16),
    /// Parts that were created before and after the effect above this entry on the agenda. Consequences of the effect
    /// run between them.
    Held {
        /// Parts that were created before the effect.
        before: Vec<Part>,
        /// Parts that were created after the effect.
        after: Vec<Part>,
        /// True if the part below called for the effect. It resumes once the effect is settled, before the parts here.
        awaited: bool,
    },
    /// Running replacement that may ask. If it does not act, the effect is tried again.
    Replacing {
        /// Number of the replacement.
        hook: u16,
        /// Effect that the replacement may prevent.
        effect: Effect,
        /// Suspended run, once it has begun.
        run: Option<RunId>,
    },
    /// Event that rules react to, with the number of the next reaction to call.
    Event(Event, u16),
    /// Running handler that may ask.
    Handler {
        /// Number of the handler.
        handler: Handler,
        /// Arguments of the handler.
        occasion: Occasion,
        /// Suspended run, once it has begun.
        run: Option<RunId>,
    },
}

impl Part {
    /// Returns true if a script is suspended in this part.
    pub(crate) fn is_suspended(&self) -> bool {
        self.run().is_some()
    }

    /// Returns the suspended run of this part, if any.
    pub(crate) fn run(&self) -> Option<RunId> {
        match self {
            Part::Turn(part) => part.run,
            Part::Handler { run, .. } | Part::Replacing { run, .. } => *run,
            Part::Effect(..) | Part::Held { .. } | Part::Event(..) => None,
        }
    }
}

/// Instruction of a program.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    Step(Step),
    /// Start of a loop, whose body follows. Leaving the loop skips the next `length` entries.
    LoopBegin {
        name: Arc<str>,
        length: u16,
    },
    /// End of a loop. The body starts `back` entries before; `None` if it runs only once.
    LoopEnd {
        back: Option<u16>,
    },
}

impl Op {
    /// Returns true for a step that allows tiles without neighbours.
    pub(crate) fn places_freely(&self) -> bool {
        matches!(self, Op::Step(step) if step.kind.places() == Some(true))
    }
}

/// Steps of a flow, flattened into instructions.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub(crate) ops: Vec<Op>,
    /// Consecutive instruction numbers, so that any range of instructions can be borrowed as a list.
    numbers: Vec<u16>,
    /// Lists of the flow, as ranges of instructions.
    pub(crate) lists: Vec<Range<u16>>,
    by_name: BTreeMap<Arc<str>, u16>,
    parts: BTreeMap<Arc<str>, ListId>,
}

impl Program {
    /// Compiles a flow into a program.
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
                self.ops.push(Op::Step(step.clone()));
            }
        }
    }

    /// Returns the instruction of the step with a name, for lists from rules.
    pub(crate) fn find(&self, name: &str) -> Option<u16> {
        self.by_name.get(name).copied()
    }

    /// Returns a list: a list of the flow, or one of `lists` from rules.
    pub(crate) fn list<'a>(&'a self, lists: &'a [Arc<[u16]>], list: ListId) -> &'a [u16] {
        let at = usize::from(list.0);
        match self.lists.get(at) {
            Some(own) => &self.numbers[usize::from(own.start)..usize::from(own.end)],
            None => &lists[at - self.lists.len()],
        }
    }

    /// Returns the instruction at a place of a list, by number; `None` after its end.
    #[inline]
    pub(crate) fn op_at(&self, lists: &[Arc<[u16]>], list: ListId, at: u16) -> Option<u16> {
        match self.lists.get(usize::from(list.0)) {
            Some(own) => own.start.checked_add(at).filter(|&op| op < own.end),
            None => self.list(lists, list).get(usize::from(at)).copied(),
        }
    }

    /// Returns the list of a named part.
    pub(crate) fn part(&self, name: &str) -> Option<ListId> {
        self.parts.get(name).copied()
    }
}
