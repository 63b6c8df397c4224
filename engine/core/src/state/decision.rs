//! Decisions: who has to choose, and from what. Options are an ordered view that is not listed unless asked.

use crate::catalog::id::SegmentId;
use std::sync::Arc;

use crate::catalog::id::{FigureKindId, TileKindId};
use crate::catalog::lattice::Cell;
use crate::catalog::seat::Seat;
use crate::state::Game;
use crate::state::question::{Choice, Target};

/// What is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pick {
    /// A place for the tile in play.
    Placement {
        /// Where its first cell lies.
        cell: Cell,
        /// How it is turned.
        turn: u8,
    },
    /// A figure on a segment.
    Deploy {
        /// The figure.
        figure: FigureKindId,
        /// The segment on the board.
        segment: SegmentId,
    },
    /// Nothing.
    Pass,
    /// A kind of tile.
    Kind(TileKindId),
    /// The choice of this number.
    Choice(u32),
}

/// A set of deployments: for each figure kind of the step, segments of the placed tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DeployChoice {
    /// The figure.
    pub figure: FigureKindId,
    /// The segments, as a set of their numbers on the tile.
    pub segments: u32,
}

/// All legal options of a decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Options {
    /// Every fitting place of a kind of tile.
    Placements {
        /// The kind.
        kind: TileKindId,
        /// How many there are.
        count: u32,
    },
    /// Figures on the segments of the placed tile, and passing, which comes last.
    Deploy {
        /// First segment of the tile.
        base: SegmentId,
        /// Figures with segments.
        figures: Vec<DeployChoice>,
    },
    /// Kinds of tile.
    Kinds(Vec<TileKindId>),
    /// A list: of a script, or of a step that rules have amended, with what each means to the step.
    Choices(Vec<Choice>, Vec<Option<Pick>>),
}

/// A decision that a seat has to take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// Who decides.
    pub seat: Seat,
    /// The decision's id: the step's name, or `module.question`.
    pub ask: Arc<str>,
    /// All legal options.
    pub options: Options,
    /// Whether other seats may not see what is asked.
    pub secret: bool,
}

impl Options {
    /// Number of options.
    #[inline]
    pub fn count(&self) -> u32 {
        match self {
            Options::Placements { count, .. } => *count,
            Options::Deploy { figures, .. } => figures.iter().map(|f| f.segments.count_ones()).sum::<u32>() + 1,
            Options::Kinds(kinds) => kinds.len() as u32,
            Options::Choices(choices, _) => choices.len() as u32,
        }
    }

    /// The option of a number below the count.
    #[inline]
    pub fn get(&self, game: &Game, index: u32) -> Option<Pick> {
        match self {
            Options::Placements { kind, .. } => {
                let (cell, turn) = game.board.get_placement(&game.catalog, *kind, index)?;
                Some(Pick::Placement { cell, turn })
            }
            Options::Deploy { base, figures } => {
                let mut index = index;
                for choice in figures {
                    let count = choice.segments.count_ones();
                    if index < count {
                        let mut left = choice.segments;
                        for _ in 0..index {
                            left &= left - 1;
                        }
                        return Some(Pick::Deploy { figure: choice.figure, segment: base.plus(left.trailing_zeros()) });
                    }
                    index -= count;
                }
                (index == 0).then_some(Pick::Pass)
            }
            Options::Kinds(kinds) => kinds.get(index as usize).map(|&k| Pick::Kind(k)),
            Options::Choices(choices, _) => ((index as usize) < choices.len()).then_some(Pick::Choice(index)),
        }
    }

    /// All options in order.
    pub fn iter<'a>(&'a self, game: &'a Game) -> impl Iterator<Item = Pick> + 'a {
        (0..self.count()).filter_map(move |i| self.get(game, i))
    }

    /// Whether a pick is one of them.
    pub fn contains(&self, game: &Game, pick: Pick) -> bool {
        match (self, pick) {
            (Options::Placements { kind, .. }, Pick::Placement { cell, turn }) => {
                game.board.turns_at(&game.catalog, *kind, cell) >> turn & 1 == 1
            }
            (Options::Deploy { base, figures }, Pick::Deploy { figure, segment }) => figures.iter().any(|f| {
                f.figure == figure
                    && segment.beyond(*base).is_some_and(|local| local < 32 && f.segments >> local & 1 == 1)
            }),
            (Options::Deploy { .. }, Pick::Pass) => true,
            (Options::Kinds(kinds), Pick::Kind(kind)) => kinds.contains(&kind),
            (Options::Choices(choices, _), Pick::Choice(n)) => (n as usize) < choices.len(),
            _ => false,
        }
    }

    /// The stable, readable key of an option.
    pub fn key(&self, game: &Game, pick: Pick) -> String {
        match (self, pick) {
            (Options::Choices(choices, _), Pick::Choice(n)) => {
                choices.get(n as usize).map_or_else(String::new, |c| c.key.to_string())
            }
            _ => game.pick_key(pick),
        }
    }

    /// All options with the choices that rules see of them when they amend a decision.
    pub(crate) fn as_choices(&self, game: &Game) -> Vec<(Pick, Choice)> {
        let target = |pick: Pick| match pick {
            Pick::Placement { cell, .. } => Target::Cell(cell),
            Pick::Deploy { segment, .. } => Target::Segment(segment),
            Pick::Kind(kind) => Target::Kind(kind),
            Pick::Choice(n) => match self {
                Options::Choices(choices, _) => choices.get(n as usize).map_or(Target::None, |c| c.target),
                _ => Target::None,
            },
            Pick::Pass => Target::None,
        };
        let choice = |pick| Choice { key: self.key(game, pick).into(), target: target(pick), group: None, table: None };
        self.iter(game).map(|pick| (pick, choice(pick))).collect()
    }

    /// The option of a key.
    pub fn find(&self, game: &Game, key: &str) -> Option<Pick> {
        match self {
            Options::Placements { .. } => {
                let mut parts = key.split(',');
                let mut next = || parts.next()?.parse::<i16>().ok();
                let (x, y, turn) = (next()?, next()?, next()?);
                let pick = Pick::Placement { cell: Cell::new(x, y), turn: u8::try_from(turn).ok()? };
                let legal = usize::from(turn as u16) < game.catalog.lattice.sides() && self.contains(game, pick);
                (legal && self.key(game, pick) == key).then_some(pick)
            }
            Options::Choices(choices, _) => choices.iter().position(|c| &*c.key == key).map(|n| Pick::Choice(n as u32)),
            _ => self.iter(game).find(|&pick| self.key(game, pick) == key),
        }
    }
}

impl Game {
    /// The key of a pick that needs no list to be understood.
    pub fn pick_key(&self, pick: Pick) -> String {
        match pick {
            Pick::Placement { cell, turn } => format!("{cell},{turn}"),
            Pick::Deploy { figure, segment } => {
                format!("{}:{}", self.catalog.figures.key(figure), self.board.segment_key(&self.catalog, segment))
            }
            Pick::Pass => "pass".to_owned(),
            Pick::Kind(kind) => self.catalog.kinds.key(kind),
            Pick::Choice(n) => n.to_string(),
        }
    }
}
