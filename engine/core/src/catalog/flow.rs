//! How a game and a turn go: lists of named steps, as data.

use std::sync::Arc;

use crate::catalog::id::{BagId, CounterId, FigureKindId};
use crate::diag::Span;

/// What happens to a tile that fits nowhere: one that was drawn, or a hand full of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unplayable {
    /// It leaves the game and another is drawn.
    #[default]
    SetAside,
    /// It goes back into the bag and another is drawn. When none in the bag fits the turn part is over, and if none
    /// that anybody holds does either, the game ends.
    Return,
}

/// What a step does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// Draws the tile to play. Without a playable tile the turn part is over.
    Draw {
        /// Where from.
        bag: BagId,
        /// What happens to a tile that fits nowhere.
        unplayable: Unplayable,
    },
    /// Fills the seat's hand up to `size`.
    Refill {
        /// Where from.
        bag: BagId,
        /// Number of tiles a hand holds.
        size: u16,
    },
    /// The seat chooses a tile of its hand that fits; a hand in which nothing fits is drawn again.
    Choose {
        /// Where a new hand comes from.
        bag: BagId,
        /// What happens to a hand in which nothing fits.
        unplayable: Unplayable,
    },
    /// Draws a tile and lays it unturned on the origin.
    Lay {
        /// Where from.
        bag: BagId,
    },
    /// The seat places the tile in play where it fits.
    Place {
        /// Whether it may lie beside nothing.
        free: bool,
    },
    /// The seat may deploy a figure on the tile it has placed.
    Deploy {
        /// The figures it may choose from.
        figures: Vec<FigureKindId>,
    },
    /// Scores what the placed tile has completed; then the figures there go home.
    Score,
    /// Scores everything that figures stand on, as it is.
    ScoreRest,
    /// A step written in Lua.
    Script,
    /// Runs its steps again and again until one of them leaves, or only once, see [`Step::once`].
    Repeat(Vec<Step>),
}

/// What packs and people call the kinds of steps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum StepWord {
    /// [`StepKind::Draw`]
    Draw,
    /// [`StepKind::Refill`]
    Refill,
    /// [`StepKind::Choose`]
    Choose,
    /// [`StepKind::Lay`]
    Lay,
    /// [`StepKind::Place`]
    Place,
    /// [`StepKind::Deploy`]
    Deploy,
    /// [`StepKind::Score`]
    Score,
    /// [`StepKind::ScoreRest`]
    ScoreRest,
    /// [`StepKind::Script`]
    Script,
    /// [`StepKind::Repeat`]
    Repeat,
}

impl StepWord {
    /// The word as it is written.
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
    /// Whether it lets a tile lie beside nothing; nothing for a step that places none.
    pub const fn places(&self) -> Option<bool> {
        match self {
            StepKind::Place { free } => Some(*free),
            _ => None,
        }
    }

    /// What it is called.
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

/// A named step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Its name: decisions that it asks bear it, expansions insert before or after it.
    pub name: Arc<str>,
    /// The pack that put it there.
    pub pack: Arc<str>,
    /// What it does.
    pub kind: StepKind,
    /// Whether it is taken once for every seat in order, beginning with the first.
    pub each_seat: bool,
    /// Whether a [`StepKind::Repeat`] takes its steps only once, so that rules can leave them out; nothing of other kinds.
    pub once: bool,
    /// Where it was written, for those who show it; nothing else looks at it.
    pub span: Option<Span>,
}

/// How a game goes.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    /// Taken once, before the first turn.
    pub setup: Vec<Step>,
    /// Taken by the seats in turn until the game ends.
    pub turn: Vec<Step>,
    /// Taken by the seat of a turn once that turn and all parts that it brought are over.
    pub closing: Vec<Step>,
    /// Taken once, after the last turn.
    pub finish: Vec<Step>,
    /// Further lists of steps by name, for parts that rules put on the agenda.
    pub parts: Vec<(Arc<str>, Vec<Step>)>,
    /// Counters that decide between equal scores: more is better, the first counts first.
    pub tie_breaks: Vec<CounterId>,
    /// Length of the track on which scores are shown; more is laps. Nothing is decided by it.
    pub score_track: Option<u32>,
    /// The game ends after a turn that leaves these bags, and all hands, empty. Without any, rules end it.
    pub ends_with: Vec<BagId>,
    /// Whether hands are seen by all.
    pub open_hands: bool,
    /// A turn part is aborted as endless after this many steps.
    pub max_steps: u32,
}

impl Flow {
    /// All steps of all lists, those within others too: the ordinary lists first, each as it is written.
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
