//! Data of decisions: options in lists, sets and bits, with their keys, subjects and consequences.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::catalog::id::{BagId, FigureId, FigureKindId, Root, SegmentId, TileKindId, ZoneId};
use crate::catalog::joint::Joint;
use crate::catalog::lattice::{Cell, Planes, Turn};
use crate::catalog::seat::Seat;

/// Choice in a decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pick {
    /// Placement of the tile in play.
    Placement {
        /// Position of the tile's first cell.
        cell: Cell,
        /// Turn of the tile.
        turn: Turn,
    },
    /// Deployment of a figure on a segment.
    Deploy {
        /// Kind of the figure.
        figure: FigureKindId,
        /// Segment on the board.
        segment: SegmentId,
    },
    /// Decision not to deploy a figure.
    Pass,
    /// Kind of a tile in the seat's hand.
    Kind(TileKindId),
    /// Face that the tile in play shows, given as its kind with this face up.
    Face(TileKindId),
    /// Option with this number in a list; [`Options::meaning`] returns its consequence.
    Listed(u32),
}

/// Segments of the placed tile on which a kind of figure may be deployed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Deployable {
    /// Kind of the figure.
    pub figure: FigureKindId,
    /// Segments that are allowed, as a bit set of their numbers on the tile.
    pub segments: u32,
}

/// Placements that rules leave of the legal ones, or offer instead of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remaining {
    /// All legal placements of the kind.
    All,
    /// All legal placements but these few. In the order, the last remaining placements replace the excluded ones.
    Except(Arc<[(Cell, Turn)]>),
    /// Only these placements, in this order.
    Only(Arc<[(Cell, Turn)]>),
}

/// Legal options of a decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Options {
    /// All legal placements of a kind of tile.
    Placements {
        /// Kind of the tile.
        kind: TileKindId,
        /// Planes on which the tile may be placed.
        planes: Planes,
        /// True if the tile may be placed without neighbours.
        free: bool,
        /// Number of placements that can be chosen.
        count: u32,
        /// Placements that rules leave.
        left: Remaining,
    },
    /// Figures on the segments of the placed tile. The last option is to pass.
    Deploy {
        /// First segment of the tile.
        base: SegmentId,
        /// Kinds of figures with their segments.
        figures: SmallVec<[Deployable; 4]>,
        /// Number of options, including passing.
        count: u32,
    },
    /// Kinds of the tiles in a hand.
    Kinds(Vec<TileKindId>),
    /// Two faces of the tile in play: the face as drawn, and its mirror image.
    Faces([TileKindId; 2]),
    /// Explicit list: options of a script, or options of a step that rules have changed.
    List(Vec<Listed>),
    /// Options of a script about features: each text combined with each feature of a set. The key of an option consists
    /// of the text and the key of the feature; the texts ensure that keys are unique.
    Features {
        /// Texts at the start of the keys.
        before: Vec<Arc<str>>,
        /// Features of the set.
        features: FoundFeatures,
    },
}

/// Decision that a seat has to take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// Seat that takes the decision.
    pub seat: Seat,
    /// Id of the decision: the step's name, or `module.question`.
    pub ask: Arc<str>,
    /// Pack whose rules ask; `None` for a step of the flow.
    pub pack: Option<Arc<str>>,
    /// Legal options in their order.
    pub options: Options,
    /// True if other seats may not see the question.
    pub secret: bool,
}

/// Stable, readable key of an option in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKey {
    /// Literal text of a key.
    Text(Arc<str>),
    /// Key of a pick of a step.
    Pick(Pick),
    /// Optional text followed by the key of a target: its place, its name or its number.
    Thing(Option<Arc<str>>, Target),
}

/// Subject of an option, which a picture can highlight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Target {
    /// No subject on the board.
    #[default]
    None,
    /// Number without a place.
    Number(i32),
    /// Segment on the board, by number.
    Segment(SegmentId),
    /// Figure outside its supply, by number.
    Figure(FigureId),
    /// Cell, with or without a tile.
    Cell(Cell),
    /// Kind of tile, in a hand or in play.
    Kind(TileKindId),
    /// Bag, by its id.
    Bag(BagId),
    /// Slot of a zone.
    Slot(ZoneId, u16),
    /// Corner or seam between cells.
    Joint(Joint),
}

/// Option in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Key that identifies the option in its list.
    pub key: OptionKey,
    /// Subject of the option.
    pub target: Target,
    /// Consequence of choosing the option.
    pub meaning: Meaning,
    /// True if other seats neither see that the option is offered, nor that it was chosen rather than another secret
    /// option.
    pub secret: bool,
    /// Text from the rule that offers the option; `None` if the text follows from the key. Records never contain it.
    pub wording: Option<Arc<Wording>>,
}

/// Text of an option, with the values of its placeholders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wording {
    /// Name of the text, which the packs declare as `ask.QUESTION.TEXT`.
    pub text: Arc<str>,
    /// Values of `{1}`, `{2}` and so on: texts, such as ids, and objects of the game.
    pub args: Vec<OptionKey>,
}

/// Consequence of choosing an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// Pick that the asking step receives.
    Step(Pick),
    /// Number of the option in the question of the asking script, which resumes with it.
    Script(u32),
    /// Call of the function that a rule has registered for a group. An offer added the option.
    Added {
        /// Name of the group.
        group: Arc<str>,
        /// Table that the option stands for, if any.
        table: Option<Arc<Carried>>,
    },
}

impl Meaning {
    /// Returns the pick that the asking step receives; `None` for other meanings.
    #[inline]
    pub fn of_step(&self) -> Option<Pick> {
        if let Meaning::Step(pick) = self { Some(*pick) } else { None }
    }

    /// Returns the group of an option that an offer added.
    pub fn group(&self) -> Option<&Arc<str>> {
        if let Meaning::Added { group, .. } = self { Some(group) } else { None }
    }
}

/// Table that an option passes to the function of its group, as plain data.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Carried {
    /// Values at the indices 1, 2 and so on.
    pub list: Vec<CarriedValue>,
    /// Values with text keys.
    pub named: Vec<(Arc<str>, CarriedValue)>,
}

/// Value in a [`Carried`] table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum CarriedValue {
    /// Text value of Lua.
    Text(Arc<str>),
    /// Whole number of 32 bits.
    Number(i32),
    /// Boolean value of Lua.
    Flag(bool),
    /// Object of the game, encoded as a handle of the rules.
    Thing(u64),
}

/// Question to a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// Seat that answers the question.
    pub seat: Seat,
    /// Id of the decision, `module.question`.
    pub ask: Arc<str>,
    /// Pack whose rules ask; its texts are used for the question.
    pub pack: Option<Arc<str>>,
    /// Legal options, at least one. The meaning of each is its own number.
    pub options: Options,
    /// True if other seats may see neither the question nor the answer.
    pub secret: bool,
}

/// Features of a set with their sort keys. They are sorted only on request.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FoundFeatures(pub(crate) Vec<(u64, Root)>);

impl FoundFeatures {
    /// Returns the number of features.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the feature with a number in the order of the set; `None` if the set has no more features.
    pub fn get(&self, number: usize) -> Option<Root> {
        // Sort keys are unique, because no two features have the same first segment.
        let mut found = self.0.clone();
        (number < found.len()).then(|| found.select_nth_unstable_by_key(number, |(key, _)| *key).1.1)
    }

    /// Returns the feature of an option with a number. The options combine the first text with each feature, then the
    /// second text, and so on.
    pub(crate) fn of_option(&self, number: u32) -> Option<Root> {
        self.get((number as usize).checked_rem(self.count())?)
    }

    /// Returns all features in the order of the set.
    pub fn list(mut self) -> Vec<Root> {
        self.0.sort_unstable_by_key(|(key, _)| *key);
        self.0.into_iter().map(|(_, root)| root).collect()
    }
}
