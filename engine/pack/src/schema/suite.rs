//! Declares the fields of the tests of packs, and of the lists about tests.

use tilewright_core::catalog::MAX_SEATS;
use tilewright_core::catalog::declared::DeclaredKind;

use super::{Kind, NUMBER, Struct, Way, field, way};

/// Number that a test chooses freely, such as a turn or a seed.
const ANY: Kind = Kind::Int(0, i64::MAX);
const SEAT: Kind = Kind::Int(0, MAX_SEATS as i64 - 1);
const SEATS: Kind = Kind::List(&SEAT);
const POINTS: Kind = Kind::List(&NUMBER);

/// Tiles with the number of copies of each.
const TILES: Kind = Kind::Either(TILES_WAYS);
const TILES_WAYS: &[Way] = &[way("text", Kind::Written("T3 T1*2")), way("list", Kind::List(&Kind::Written("T1*2")))];
const TILES_BY_BAG: Kind = Kind::Map(&Kind::Name(DeclaredKind::Bag), &TILES);
const ROWS: Kind = Kind::Map(&Kind::Name(DeclaredKind::Zone), &Kind::Either(ROWS_WAYS));
const ROWS_WAYS: &[Way] = &[way("text", Kind::Written("T3 - T1")), way("list", Kind::List(&Kind::Written("T3")))];
const FACE_DOWN: Kind = Kind::Either(FACE_DOWN_WAYS);
const FACE_DOWN_WAYS: &[Way] =
    &[way("text", Kind::Written("T3@1,0 T1@2,0")), way("list", Kind::List(&Kind::Written("T3@1,0")))];
const HANDS: Kind = Kind::List(&Kind::Written("T1 T2"));

/// Numbers by name: one for each seat, or a single number.
const NUMBERS: Kind = Kind::Map(&Kind::Text, &Kind::Either(NUMBERS_WAYS));
const NUMBERS_WAYS: &[Way] = &[way("by-seat", POINTS), way("one", NUMBER)];

const FIGURES: Kind = Kind::List(&Kind::Written("0 walker@0,0:path"));
const DECISION: Kind = Kind::Either(DECISION_WAYS);
const DECISION_WAYS: &[Way] =
    &[way("one", Kind::Written("0: place")), way("names", Kind::List(&Kind::Written("0: place")))];
const KEYS: Kind = Kind::List(&Kind::Written("-1,0,3"));

const OF_SETUP: Kind = Kind::Map(&Kind::Name(DeclaredKind::Option), &Kind::Raw("a value"));

/// Grammar of a test of a pack.
pub const TEST: Struct = Struct {
    what: "a test",
    key: "test",
    doc: "A small position, some moves, and what must come of them.",
    fields: &[
        field("name", Kind::Text, "What it shows."),
        field("packs", Kind::List(&Kind::Pack), "What is played; the pack alone if nothing is said."),
        field("options", OF_SETUP, "The options that are set."),
        field("seats", Kind::Int(1, MAX_SEATS as i64), "How many play.").or("2"),
        field("seed", ANY, "What chance follows from that no step says.").or("1"),
        field("first", SEAT, "Who begins.").or("0"),
        field(
            "board",
            Kind::Either(&[
                way("text", Kind::Written("T3@1,0/1")),
                way("list", Kind::List(&Kind::Written("T3@1,0/1"))),
            ]),
            "The tiles that lie there, out of the bag: kind@x,y/turn, with :down behind it for one that lies face down.",
        ),
        field("figures", FIGURES, "The figures that stand there: seat kind@x,y:segment, or seat kind@zone/slot."),
        field("tokens", Kind::List(&Kind::Written("ghost@1,0:shrine")), "The tokens that stand there."),
        field("scores", POINTS, "The points of the seats."),
        field("by_kind", NUMBERS, "Points by what they are booked under; their sum is in `scores` too."),
        field("counters", NUMBERS, "What counters hold: for all seats, or one number where there is one."),
        field("bag", TILES, "What is left to draw, where there is one bag."),
        field("bags", TILES_BY_BAG, "What is left to draw, by bag."),
        field("rows", ROWS, "The tiles in the slots of zones, by zone; - for a free slot."),
        field("hands", HANDS, "The tiles in the hands of the seats."),
        field("set_aside", TILES, "The tiles that were set aside."),
        field("retired", SEATS, "The seats that have retired."),
        field(
            "turn",
            Kind::Int(1, u16::MAX as i64),
            "The turn that comes next; what is done before the first is skipped.",
        ),
        field(
            "steps",
            Kind::List(&Kind::Either(&[
                way("move", Kind::Written("place -1,0,3")),
                way("expected", Kind::Fields(&EXPECTED)),
            ])),
            "What happens: chance, answers, and what must hold in between.",
        ),
        field("end_game", Kind::Flag, "The game ends after the steps, and what is left is scored."),
        field("unplayable", Kind::Written("P0223"), "The error that loading must find; then there are no steps."),
        field("expect", Kind::Fields(&EXPECTED), "What must hold at the end."),
    ],
    further: None,
};

/// Grammar of the conditions that must hold at a point of a test.
pub const EXPECTED: Struct = Struct {
    what: "an expectation",
    key: "expect",
    doc: "What must hold at a point of a test. What is left out is not looked at.",
    fields: &[
        field("seat", SEAT, "Who decides."),
        field("ask", Kind::Text, "What is decided: a step, or a question of a rule."),
        field("options", KEYS, "All options."),
        field("has", KEYS, "Options that are there."),
        field("lacks", KEYS, "Options that are not there."),
        field("secret", Kind::Flag, "Whether others may not see what is chosen."),
        field("secret_options", KEYS, "All options that others do not see."),
        field("not_asked", DECISION, "What nobody was asked since the last answer."),
        field("scores", POINTS, "The points of the seats."),
        field("by_kind", NUMBERS, "Points by what they are booked under."),
        field(
            "supply",
            Kind::List(&Kind::Map(&Kind::Name(DeclaredKind::Figure), &super::COUNT)),
            "The figures in the supplies of the seats.",
        ),
        field("figures", FIGURES, "All figures that are not in supplies."),
        field(
            "tokens",
            Kind::Map(&Kind::Name(DeclaredKind::Token), &Kind::Written("1,0:shrine")),
            "Where tokens are; \"\" is off the board.",
        ),
        field("counters", NUMBERS, "What counters hold."),
        field("bag", TILES, "What is left to draw, where there is one bag."),
        field("bags", TILES_BY_BAG, "What is left to draw, by bag."),
        field("rows", ROWS, "The tiles in the slots of zones, by zone; - for a free slot."),
        field("hands", HANDS, "The tiles in the hands of the seats, in any order."),
        field("set_aside", TILES, "The tiles that were set aside."),
        field("face_down", FACE_DOWN, "All tiles that lie face down, in any order."),
        field("in_play", Kind::Written("T3"), "The tile in play; \"\" for none."),
        field("over", Kind::Flag, "Whether the game is over."),
        field("winners", SEATS, "Who has won, once it is over; nobody is []."),
        field("result", Kind::Text, "What the game has come to, once it is over; \"\" for none of the pack's results."),
        field("retired", SEATS, "The seats that have retired."),
        field("seen_by", Kind::Map(&Kind::Text, &POINTS), "How many events of a kind each seat has seen."),
        field("why", Kind::List(&Kind::Fields(&WHY)), "Items of the sheets that were paid."),
        field("worth", Kind::List(&Kind::Fields(&WORTH)), "What features are worth."),
    ],
    further: None,
};

/// Grammar of an item of a sheet that was paid.
pub const WHY: Struct = Struct {
    what: "an item of a paid sheet",
    key: "why",
    doc: "An item that must be among those of the sheets that were paid.",
    fields: &[
        field("seat", SEAT, "The sheet gave this seat points, or the item is for it alone."),
        field("at", Kind::Written("0,0:path"), "The sheet is for the feature here."),
        field("per", Kind::Text, "The unit that is counted."),
        field("raise", Kind::Text, "The reason of raising each unit."),
        field("void", Kind::Text, "The reason of voiding."),
        field("scale", Kind::Text, "The reason of multiplying."),
        field("bonus", Kind::Text, "The unit or reason of points for one seat."),
        field("count", NUMBER, "How many units."),
        field("each", NUMBER, "Points for each."),
        field("points", NUMBER, "Points of the item; without one, what the seat received from the sheet."),
    ],
    further: None,
};

/// Grammar of the expected worth of a feature.
pub const WORTH: Struct = Struct {
    what: "an expected worth",
    key: "worth",
    doc: "What a feature must be worth to each seat.",
    fields: &[
        field("at", Kind::Written("0,0:path"), "The feature.").needed(),
        field("now", POINTS, "If it is scored in play."),
        field("at_end", POINTS, "If it is scored at the end."),
    ],
    further: None,
};

/// Grammar of the list of worked examples in a pack's rules.
pub const EXAMPLES: Struct = Struct {
    what: "a list of examples",
    key: "examples",
    doc: "The worked examples of a pack's source, so that one that no test plays is found by counting.",
    fields: &[
        field("of", Kind::Text, "Where they are taken from."),
        field("cases", Kind::Map(&Kind::Text, &Kind::Text), "What each of them says, by its number.").needed(),
        field(
            "elsewhere",
            Kind::Map(&Kind::Text, &Kind::Written("PACK: NAME")),
            "The test that plays a case, where its name does not say so.",
        ),
        field("not_played", Kind::Map(&Kind::Text, &Kind::Text), "Why no test can play a case."),
    ],
    further: None,
};

/// Grammar of a change of a rule line that has no effect on games.
pub const EQUAL_CHANGE: Struct = Struct {
    what: "a change that makes no difference",
    key: "equal",
    doc: "A change of a line of the rules that no test can notice, with the reason.",
    fields: &[
        field("module", Kind::Module, "The module.").needed(),
        field("line", Kind::Text, "The text of the line.").needed(),
        field("which", Kind::Int(1, u32::MAX as i64), "Which of the lines that read so.").or("1"),
        field("changes", Kind::List(&Kind::Written("`0` becomes `-1`")), "The changes, as they are told.").needed(),
        field("because", Kind::Text, "Why they make no difference.").needed(),
    ],
    further: None,
};
