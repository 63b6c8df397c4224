//! Describes the course of a game and of a turn as data: lists of named steps.

use std::sync::Arc;

use crate::catalog::id::{BagId, CounterId, FigureKindId};
use crate::diag::Span;

/// Treatment of a tile that fits nowhere: a drawn tile, or a hand full of such tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unplayable {
    /// The tile leaves the game and another is drawn.
    #[default]
    SetAside,
    /// The tile returns to the bag and another is drawn. If no tile in the bag fits, the turn part is over. If no tile
    /// in any hand fits either, the game ends.
    Return,
}

/// Action of a step, with its settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// Draws the tile to play. Without a playable tile the turn part is over.
    Draw {
        /// Bag to draw from.
        bag: BagId,
        /// Treatment of a tile that fits nowhere.
        unplayable: Unplayable,
    },
    /// Fills the seat's hand up to `size`.
    Refill {
        /// Bag to draw from.
        bag: BagId,
        /// Number of tiles in a full hand.
        size: u16,
    },
    /// The seat chooses a tile of its hand that fits. A hand without a tile that fits is replaced.
    Choose {
        /// Bag that the new hand is drawn from.
        bag: BagId,
        /// Treatment of a hand without a tile that fits.
        unplayable: Unplayable,
    },
    /// Draws a tile and places it unturned on the origin.
    Lay {
        /// Bag to draw from.
        bag: BagId,
    },
    /// The seat places the tile in play where it fits.
    Place {
        /// True if the tile may be placed without a neighbour.
        free: bool,
    },
    /// The seat may deploy a figure on the tile it has placed.
    Deploy {
        /// Kinds of figures that the seat may choose from.
        figures: Vec<FigureKindId>,
    },
    /// Scores the features that the placed tile completed, then returns their figures to the supplies.
    Score,
    /// Scores every feature with figures in its current state.
    ScoreRest,
    /// A step written in Lua.
    Script,
    /// Runs its steps repeatedly until one of them leaves the loop, or only once (see [`Step::once`]).
    Repeat(Vec<Step>),
}

/// Word for a kind of step in packs and in texts for designers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum StepWord {
    /// Word for [`StepKind::Draw`].
    Draw,
    /// Word for [`StepKind::Refill`].
    Refill,
    /// Word for [`StepKind::Choose`].
    Choose,
    /// Word for [`StepKind::Lay`].
    Lay,
    /// Word for [`StepKind::Place`].
    Place,
    /// Word for [`StepKind::Deploy`].
    Deploy,
    /// Word for [`StepKind::Score`].
    Score,
    /// Word for [`StepKind::ScoreRest`].
    ScoreRest,
    /// Word for [`StepKind::Script`].
    Script,
    /// Word for [`StepKind::Repeat`].
    Repeat,
}

impl StepWord {
    /// Returns the word as packs write it.
    pub const fn text(self) -> &'static str {
        match self {
            StepWord::Draw => "draw",
            StepWord::Refill => "refill",
            StepWord::Choose => "choose",
            StepWord::Lay => "lay",
            StepWord::Place => "place",
            StepWord::Deploy => "deploy",
            StepWord::Score => "score",
            StepWord::ScoreRest => "score_rest",
            StepWord::Script => "script",
            StepWord::Repeat => "repeat",
        }
    }
}

impl StepKind {
    /// Returns whether a tile may be placed without a neighbour; `None` if the step places no tile.
    pub const fn places(&self) -> Option<bool> {
        match self {
            StepKind::Place { free } => Some(*free),
            _ => None,
        }
    }

    /// Returns the word for the kind of step.
    pub const fn word(&self) -> StepWord {
        match self {
            StepKind::Draw { .. } => StepWord::Draw,
            StepKind::Refill { .. } => StepWord::Refill,
            StepKind::Choose { .. } => StepWord::Choose,
            StepKind::Lay { .. } => StepWord::Lay,
            StepKind::Place { .. } => StepWord::Place,
            StepKind::Deploy { .. } => StepWord::Deploy,
            StepKind::Score => StepWord::Score,
            StepKind::ScoreRest => StepWord::ScoreRest,
            StepKind::Script => StepWord::Script,
            StepKind::Repeat(_) => StepWord::Repeat,
        }
    }
}

/// A step of a flow, with its name and settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Name that decisions of the step carry, and that expansions use to insert steps before or after it.
    pub name: Arc<str>,
    /// Id of the pack that added the step.
    pub pack: Arc<str>,
    /// Action of the step.
    pub kind: StepKind,
    /// True if the step runs once for every seat in order, beginning with the first.
    pub each_seat: bool,
    /// True if a [`StepKind::Repeat`] runs its steps only once, so that rules can leave them out. Ignored for other
    /// kinds.
    pub once: bool,
    /// Position in the pack's source, for display only; `None` if unknown.
    pub span: Option<Span>,
}

/// Course of a game: steps, end conditions and tie breaks.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    /// Steps before the first turn, run once.
    pub setup: Vec<Step>,
    /// Steps of a turn, repeated for the seats in order until the game ends.
    pub turn: Vec<Step>,
    /// Steps that the seat of a turn runs after the turn and all turn parts that it scheduled.
    pub closing: Vec<Step>,
    /// Steps after the last turn, run once.
    pub finish: Vec<Step>,
    /// Further lists of steps by name, for turn parts that rules put on the agenda.
    pub parts: Vec<(Arc<str>, Vec<Step>)>,
    /// Counters that break ties between equal scores: a higher count wins, and earlier counters take precedence.
    pub tie_breaks: Vec<CounterId>,
    /// Length of the track on which scores are shown; higher scores go round again. It affects the display only.
    pub score_track: Option<u32>,
    /// Bags whose emptiness ends the game: it ends after a turn that leaves them and all hands empty. If empty, rules
    /// end the game.
    pub ends_with: Vec<BagId>,
    /// True if all seats see all hands.
    pub open_hands: bool,
    /// Number of steps after which a turn part is aborted as endless.
    pub max_steps: u32,
}

impl Flow {
    /// Returns all steps of all lists, including nested steps: the ordinary lists first, each in the order of the pack.
    pub fn all_steps(&self) -> Vec<&Step> {
        fn take<'a>(steps: &'a [Step], found: &mut Vec<&'a Step>) {
            for step in steps {
                found.push(step);
                if let StepKind::Repeat(inner) = &step.kind {
                    take(inner, found);
                }
            }
        }
        let mut found = Vec::new();
        let lists = [&self.setup, &self.turn, &self.closing, &self.finish].into_iter();
        lists.chain(self.parts.iter().map(|(_, steps)| steps)).for_each(|steps| take(steps, &mut found));
        found
    }
}
