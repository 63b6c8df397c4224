//! Declares the fields of the flow: its lists of steps, the steps, and changes of steps.

use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_core::catalog::flow::StepWord;

use super::words::words;
use super::{Field, Kind, OVERRIDE, Struct, UNLESS, UNPLAYABLE, WHEN, field, in_list, way};

const UNPLAYABLE_WORDS: [&str; UNPLAYABLE.len()] = words(&UNPLAYABLE);

const STEPS_KIND: Kind = Kind::List(&Kind::Step);

/// Fields of the flow with lists of steps, in the order in which a game runs them.
pub const LISTS: [&str; 4] = ["setup", "turn", "closing", "finish"];

/// Grammar of the `flow` of a pack.
pub const FLOW: Struct = Struct {
    what: "a flow",
    key: "flow",
    doc: "The steps of a game.",
    fields: &[
        OVERRIDE,
        WHEN,
        UNLESS,
        field(LISTS[0], STEPS_KIND, "Steps before the first turn."),
        field(LISTS[1], STEPS_KIND, "Steps of a turn."),
        field(LISTS[2], STEPS_KIND, "Steps at the end of each turn."),
        field(LISTS[3], STEPS_KIND, "Steps after the last turn."),
        field("parts", Kind::Map(&Kind::Text, &STEPS_KIND), "Named lists of steps that rules can schedule."),
        field(
            "tie_breaks",
            Kind::List(&Kind::Name(DeclaredKind::Counter)),
            "Counters that decide between equal scores, the most important first.",
        ),
        field(
            "ends_with",
            Kind::List(&Kind::Name(DeclaredKind::Bag)),
            "The game ends when these bags and all hands are empty.",
        ),
        field("score_track", Kind::Int(1, 100_000), "Length of the score track."),
        field("open_hands", Kind::Flag, "All players see all hands."),
        field(
            "max_steps",
            Kind::Int(10, 1_000_000),
            "Maximum number of steps in a turn. A longer turn is stopped as endless.",
        )
        .or("10000"),
    ],
    further: None,
};

const TARGET: Kind = Kind::Either(&[way("one", Kind::Text), way("names", Kind::List(&Kind::Text))]);

/// Fields of a change of steps that name its target; each field is one kind of change.
pub const VERBS: [Field; 7] = [
    field(
        "before",
        TARGET,
        "The step before which the new one is inserted: its name, or list/name, or */name for the turn and all parts.",
    ),
    field(
        "after",
        TARGET,
        "The step after which the new one is inserted: its name, or list/name, or */name for the turn and all parts.",
    ),
    field(
        "replace",
        TARGET,
        "The step that the new one replaces: its name, or list/name, or */name for the turn and all parts.",
    ),
    field("remove", TARGET, "The step that is removed: its name, or list/name, or */name for the turn and all parts."),
    field(
        "wrap",
        TARGET,
        "The steps that are moved into the new one: their names, or list/name, or */name for the turn and all parts.",
    ),
    field("append", Kind::Text, "The list to which the new step is appended."),
    field("prepend", Kind::Text, "The list at whose beginning the new step is inserted."),
];

/// Grammar of a change of the steps of another pack.
pub const STEP_EDIT: Struct = Struct {
    what: "a change of steps",
    key: "change",
    doc: "A change of the steps of another pack: one of the first seven fields, which selects the place, and the new \
        step.",
    fields: in_list![
        VERBS[0],
        VERBS[1],
        VERBS[2],
        VERBS[3],
        VERBS[4],
        VERBS[5],
        VERBS[6],
        field("step", Kind::Step, "The new step."),
    ],
    further: None,
};

/// Grammar of a step in the notation of packs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StepSchema {
    /// Word that begins the step.
    pub word: StepWord,
    /// Fields of the step.
    pub of: Struct,
}

const NAME: Field = field("name", Kind::Text, "Its name, used by other packs and by texts.");
const EACH_SEAT: Field = field("each_seat", Kind::Flag, "Runs once for each player in order.");
const FROM: Field = field("from", Kind::Name(DeclaredKind::Bag), "The bag.").require();
const WHAT_IF: Field = field(
    "unplayable",
    Kind::OneOf(&UNPLAYABLE_WORDS),
    "Treatment of a tile without a legal place: set aside, or returned to the bag.",
)
.or("set_aside");

/// Builds the grammar of a step from its word, its own fields, and the fields of all steps.
macro_rules! step {
    ($word:ident, $doc:expr $(, $field:expr)*) => {
        StepSchema {
            word: StepWord::$word,
            of: Struct {
                what: "a step",
                key: "step",
                doc: $doc,
                fields: in_list![NAME, $($field,)* EACH_SEAT],
                further: None,
            },
        }
    };
}

/// Grammar of every step, by its word.
pub const STEPS: &[StepSchema] = &[
    step!(
        Draw,
        "Draws the tile to play. A tile without a legal place is set aside (`set_aside`) and another one drawn, or \
         goes back into the bag (`return`). If no tile fits, the turn part ends.",
        FROM,
        WHAT_IF
    ),
    step!(
        Refill,
        "Fills the seat's hand up to `size` tiles.",
        FROM,
        field("size", Kind::Int(1, 1000), "Number of tiles in a full hand.").require()
    ),
    step!(
        Choose,
        "Asks the seat to choose a tile of its hand that fits. If no tile of the hand fits, the hand is set aside \
         (`set_aside`) or goes back into the bag (`return`), and a new hand is drawn. If no hand fits, the turn part \
         ends.",
        FROM,
        WHAT_IF
    ),
    step!(Lay, "Draws a tile and places it at (0, 0) without turning it.", FROM),
    step!(
        Place,
        "Asks the seat to place the tile in play. If it has no legal place, it is set aside and the turn part ends. \
         The step has no effect if no tile is in play.",
        field("free", Kind::Flag, "Allows cells without neighbours; the board must be bounded.")
    ),
    step!(
        Deploy,
        "Lets the seat deploy a figure on the tile that was placed: one of `figures`, or without it any kind with a \
         terrain in `on`.",
        field(
            "figures",
            Kind::List(&Kind::Name(DeclaredKind::Figure)),
            "The kinds of figure that can be deployed. Without it, all kinds with a terrain in `on`."
        )
    ),
    step!(Score, "Scores the features that were completed in this turn part, then sends their figures home."),
    step!(ScoreRest, "Scores all remaining features in their current state, at the end of the game."),
    StepSchema {
        word: StepWord::Script,
        of: Struct {
            what: "a step",
            key: "step",
            doc: "Runs the function that a rule module registers with `step(name, …)`.",
            fields: in_list![NAME.require(), EACH_SEAT],
            further: None,
        },
    },
    step!(
        Repeat,
        "Repeats its steps until a rule calls `leave` with its name or the turn part ends. With `once`, runs them \
         once, so that a rule can skip the rest with `leave`. Only in `wrap` may `steps` be left out.",
        field("steps", STEPS_KIND, "The steps that are repeated."),
        field("once", Kind::Flag, "Runs the steps only once, unless a rule leaves earlier.")
    ),
];
