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
        field(LISTS[0], STEPS_KIND, "Steps before the game."),
        field(LISTS[1], STEPS_KIND, "The steps of a turn."),
        field(LISTS[2], STEPS_KIND, "Steps at the end of each turn."),
        field(LISTS[3], STEPS_KIND, "Steps after the last turn."),
        field("parts", Kind::Map(&Kind::Text, &STEPS_KIND), "Further lists of steps, for rules to schedule."),
        field("tie_breaks", Kind::List(&Kind::Name(DeclaredKind::Counter)), "What decides between equal scores."),
        field(
            "ends_with",
            Kind::List(&Kind::Name(DeclaredKind::Bag)),
            "The game ends when these bags and all hands are empty.",
        ),
        field("score_track", Kind::Int(1, 100_000), "Length of the score track."),
        field("open_hands", Kind::Flag, "Everybody sees all hands."),
        field("max_steps", Kind::Int(10, 1_000_000), "A turn with more steps is stopped as endless.").or("10000"),
    ],
    further: None,
};

const TARGET: Kind = Kind::Either(&[way("one", Kind::Text), way("names", Kind::List(&Kind::Text))]);

/// Fields of a change of steps that name its target; each field is one kind of change.
pub const VERBS: [Field; 7] = [
    field(
        "before",
        TARGET,
        "The step that the new one comes before: its name, or list/name, or */name for the turn and all parts.",
    ),
    field(
        "after",
        TARGET,
        "The step that the new one comes after: its name, or list/name, or */name for the turn and all parts.",
    ),
    field(
        "replace",
        TARGET,
        "The step that the new one takes the place of: its name, or list/name, or */name for the turn and all parts.",
    ),
    field("remove", TARGET, "The step that goes: its name, or list/name, or */name for the turn and all parts."),
    field(
        "wrap",
        TARGET,
        "The steps that come into the new one: its name, or list/name, or */name for the turn and all parts.",
    ),
    field("append", Kind::Text, "The list that the step is put at the end of."),
    field("prepend", Kind::Text, "The list that the step is put at the beginning of."),
];

/// Grammar of a change of the steps of another pack.
pub const STEP_EDIT: Struct = Struct {
    what: "a change of steps",
    key: "change",
    doc: "A change of the steps of another pack: one of the first seven fields, and the new step.",
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

const NAME: Field = field("name", Kind::Text, "What it is called; other packs and texts name it so.");
const EACH_SEAT: Field = field("each_seat", Kind::Flag, "Once for every player in order.");
const FROM: Field = field("from", Kind::Name(DeclaredKind::Bag), "The bag.").needed();
const WHAT_IF: Field =
    field("unplayable", Kind::OneOf(&UNPLAYABLE_WORDS), "What becomes of a tile that fits nowhere.").or("set_aside");

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
        "Draws the tile to play. One that fits nowhere is `set_aside` and another drawn, or `return`ed to the bag; \
         without a tile that fits the turn part is over.",
        FROM,
        WHAT_IF
    ),
    step!(
        Refill,
        "Fills the seat's hand up to so many tiles.",
        FROM,
        field("size", Kind::Int(1, 1000), "How many a hand holds.").needed()
    ),
    step!(
        Choose,
        "The seat chooses a tile of its hand that fits. A hand in which nothing fits is `set_aside`, or `return`ed to the \
         bag, and drawn anew; without one the turn part is over.",
        FROM,
        WHAT_IF
    ),
    step!(Lay, "Draws a tile and lays it on 0,0, unturned.", FROM),
    step!(
        Place,
        "The seat places the tile in play; if it fits nowhere, it is set aside and the turn part is over. Without a tile \
         in play nothing happens.",
        field("free", Kind::Flag, "It may lie beside nothing; the board has to be bounded.")
    ),
    step!(
        Deploy,
        "The seat may put a figure on the tile that was placed: one of `figures`, else of all that can stand anywhere.",
        field("figures", Kind::List(&Kind::Name(DeclaredKind::Figure)), "Which figures; all if none are named.")
    ),
    step!(Score, "Scores what was completed in this turn part, then the figures there go home."),
    step!(ScoreRest, "Scores everything that is left as it is, at the end of the game."),
    StepSchema {
        word: StepWord::Script,
        of: Struct {
            what: "a step",
            key: "step",
            doc: "What a rule module says with `step(name, …)`.",
            fields: in_list![NAME.needed(), EACH_SEAT],
            further: None,
        },
    },
    step!(
        Repeat,
        "Its steps again and again, until a rule calls `leave` with its name or the turn part is over; or only `once`, so \
         that a rule can leave them out. Only in `wrap` it can do without steps of its own.",
        field("steps", STEPS_KIND, "Its steps."),
        field("once", Kind::Flag, "Its steps are taken once, unless a rule leaves it before.")
    ),
];
