//! Declares the fields of the tests of packs, and of the lists about tests.

use tilewright_core::catalog::MAX_SEATS;
use tilewright_core::catalog::declared::DeclaredKind;

use super::{Alternative, Kind, NUMBER, Struct, field, way};

/// Number that a test chooses freely, such as a turn or a seed.
const ANY: Kind = Kind::Int(0, i64::MAX);
const SEAT: Kind = Kind::Int(0, MAX_SEATS as i64 - 1);
const SEATS: Kind = Kind::List(&SEAT);
const POINTS: Kind = Kind::List(&NUMBER);

/// Tiles with the number of copies of each.
const TILES: Kind = Kind::Either(TILES_WAYS);
const TILES_WAYS: &[Alternative] =
    &[way("text", Kind::Written("T3 T1*2")), way("list", Kind::List(&Kind::Written("T1*2")))];
const TILES_BY_BAG: Kind = Kind::Map(&Kind::Name(DeclaredKind::Bag), &TILES);
const ROWS: Kind = Kind::Map(&Kind::Name(DeclaredKind::Zone), &Kind::Either(ROWS_WAYS));
const ROWS_WAYS: &[Alternative] =
    &[way("text", Kind::Written("T3 - T1")), way("list", Kind::List(&Kind::Written("T3")))];
const FACE_DOWN: Kind = Kind::Either(FACE_DOWN_WAYS);
const FACE_DOWN_WAYS: &[Alternative] =
    &[way("text", Kind::Written("T3@1,0 T1@2,0")), way("list", Kind::List(&Kind::Written("T3@1,0")))];
const HANDS: Kind = Kind::List(&Kind::Written("T1 T2"));

/// Numbers by name: one for each seat, or a single number.
const NUMBERS: Kind = Kind::Map(&Kind::Text, &Kind::Either(NUMBERS_WAYS));
const NUMBERS_WAYS: &[Alternative] = &[way("by-seat", POINTS), way("one", NUMBER)];

const FIGURES: Kind = Kind::List(&Kind::Written("0 walker@0,0:path"));
const DECISION: Kind = Kind::Either(DECISION_WAYS);
const DECISION_WAYS: &[Alternative] =
    &[way("one", Kind::Written("0: place")), way("names", Kind::List(&Kind::Written("0: place")))];
const KEYS: Kind = Kind::List(&Kind::Written("-1,0,3"));

const OF_SETUP: Kind = Kind::Map(&Kind::Name(DeclaredKind::Option), &Kind::Raw("a value"));

/// Grammar of a test of a pack.
pub const TEST: Struct = Struct {
    what: "a test",
    key: "test",
    doc: "A small position, some moves and the expected result.",
    fields: &[
        field("name", Kind::Text, "The name of the test, which describes its subject."),
        field("packs", Kind::List(&Kind::Pack), "The packs in the game. Without it, this pack alone."),
        field("options", OF_SETUP, "The values of options."),
        field("seats", Kind::Int(1, MAX_SEATS as i64), "Number of players.").or("2"),
        field("seed", ANY, "The seed for random results that no step gives.").or("1"),
        field("first", SEAT, "The seat that takes the first turn.").or("0"),
        field(
            "board",
            Kind::Either(&[
                way("text", Kind::Written("T3@1,0/1")),
                way("list", Kind::List(&Kind::Written("T3@1,0/1"))),
            ]),
            "The tiles on the board, taken from the bag: kind@x,y/turn, with :down after it for a face-down tile.",
        ),
        field(
            "figures",
            FIGURES,
            "The figures on the board and in zones: seat kind@x,y:segment, or seat kind@zone/slot.",
        ),
        field("tokens", Kind::List(&Kind::Written("ghost@1,0:shrine")), "The tokens on the board."),
        field("scores", POINTS, "The points of the seats."),
        field("by_kind", NUMBERS, "The points by book, which are included in `scores`."),
        field("counters", NUMBERS, "The values of counters: a list by seat, or a single number."),
        field("bag", TILES, "The tiles in the bag, if there is only one."),
        field("bags", TILES_BY_BAG, "The tiles in the bags, by bag."),
        field("rows", ROWS, "The tiles in the slots of zones, by zone; - for a free slot."),
        field("hands", HANDS, "The tiles in the hands of the seats."),
        field("set_aside", TILES, "The tiles that were set aside."),
        field("retired", SEATS, "The seats that have retired."),
        field(
            "turn",
            Kind::Int(1, u16::MAX as i64),
            "The number of the next turn. Steps before the first turn are skipped.",
        ),
        field(
            "steps",
            Kind::List(&Kind::Either(&[
                way("move", Kind::Written("place -1,0,3")),
                way("expected", Kind::Fields(&EXPECTED)),
            ])),
            "The course of the test: chance, answers, and expectations in between.",
        ),
        field("end_game", Kind::Flag, "Ends the game after the steps and scores the remaining features."),
        field(
            "unplayable",
            Kind::Written("P0223"),
            "The code of the error that loading must report. The test has no steps then.",
        ),
        field("expect", Kind::Fields(&EXPECTED), "The expectations at the end."),
    ],
    further: None,
};

/// Grammar of the conditions that must hold at a point of a test.
pub const EXPECTED: Struct = Struct {
    what: "an expectation",
    key: "expect",
    doc: "The expected state at a point of a test. Fields that are left out are not checked.",
    fields: &[
        field("seat", SEAT, "The seat that decides."),
        field("ask", Kind::Text, "The decision: a step, or a question of a rule."),
        field("options", KEYS, "The complete list of options."),
        field("has", KEYS, "Options that must be offered."),
        field("lacks", KEYS, "Options that must not be offered."),
        field("secret", Kind::Flag, "True if other seats may not see the choice."),
        field("secret_options", KEYS, "The complete list of options that other seats do not see."),
        field("not_asked", DECISION, "Decisions that no seat faced since the last answer."),
        field("scores", POINTS, "The points of the seats."),
        field("by_kind", NUMBERS, "The points by book."),
        field(
            "supply",
            Kind::List(&Kind::Map(&Kind::Name(DeclaredKind::Figure), &super::COUNT)),
            "The figures in the supplies of the seats.",
        ),
        field("figures", FIGURES, "All figures outside supplies."),
        field(
            "tokens",
            Kind::Map(&Kind::Name(DeclaredKind::Token), &Kind::Written("1,0:shrine")),
            "The places of tokens; \"\" if off the board.",
        ),
        field("counters", NUMBERS, "The values of counters."),
        field("bag", TILES, "The tiles in the bag, if there is only one."),
        field("bags", TILES_BY_BAG, "The tiles in the bags, by bag."),
        field("rows", ROWS, "The tiles in the slots of zones, by zone; - for a free slot."),
        field("hands", HANDS, "The tiles in the hands of the seats, in any order."),
        field("set_aside", TILES, "The tiles that were set aside."),
        field("face_down", FACE_DOWN, "All face-down tiles, in any order."),
        field("in_play", Kind::Written("T3"), "The tile in play; \"\" if there is none."),
        field("over", Kind::Flag, "True if the game is over."),
        field("winners", SEATS, "The winners once the game is over; [] if no seat wins."),
        field("result", Kind::Text, "The result once the game is over; \"\" if none of the pack's results applies."),
        field("retired", SEATS, "The seats that have retired."),
        field(
            "seen_by",
            Kind::Map(&Kind::Text, &POINTS),
            "Number of events that each seat has seen, by kind of event.",
        ),
        field("why", Kind::List(&Kind::Fields(&WHY)), "Items that the paid sheets must contain."),
        field("worth", Kind::List(&Kind::Fields(&WORTH)), "The worth of features."),
    ],
    further: None,
};

/// Grammar of an item of a sheet that was paid.
pub const WHY: Struct = Struct {
    what: "an item of a paid sheet",
    key: "why",
    doc: "An item that one of the paid sheets must contain.",
    fields: &[
        field("seat", SEAT, "A seat that the sheet gave points, or the only seat of the item."),
        field("at", Kind::Written("0,0:path"), "The feature of the sheet."),
        field("per", Kind::Text, "The unit that the item counts."),
        field("raise", Kind::Text, "The reason for raising each unit."),
        field("void", Kind::Text, "The reason for voiding the sheet."),
        field("scale", Kind::Text, "The reason for multiplying the total."),
        field("bonus", Kind::Text, "The unit of, or reason for, points for one seat."),
        field("count", NUMBER, "Number of units."),
        field("each", NUMBER, "Points for each unit."),
        field(
            "points",
            NUMBER,
            "Points of the item. If no item is described, the points that the seat received from the sheet.",
        ),
    ],
    further: None,
};

/// Grammar of the expected worth of a feature.
pub const WORTH: Struct = Struct {
    what: "an expected worth",
    key: "worth",
    doc: "The expected worth of a feature for each seat.",
    fields: &[
        field("at", Kind::Written("0,0:path"), "The key of the feature.").require(),
        field("now", POINTS, "The points of each seat if the feature is scored now."),
        field("at_end", POINTS, "The points of each seat if the feature is scored at the end of the game."),
    ],
    further: None,
};

/// Grammar of the list of worked examples in a pack's rules.
pub const EXAMPLES: Struct = Struct {
    what: "a list of examples",
    key: "examples",
    doc: "The worked examples in a pack's source. Checks find each example that no test plays.",
    fields: &[
        field("of", Kind::Text, "The source of the examples."),
        field("cases", Kind::Map(&Kind::Text, &Kind::Text), "The content of each example, by its number.").require(),
        field(
            "elsewhere",
            Kind::Map(&Kind::Text, &Kind::Written("PACK: NAME")),
            "The test that plays an example, if its name does not show it.",
        ),
        field("not_played", Kind::Map(&Kind::Text, &Kind::Text), "The reason why no test can play an example."),
    ],
    further: None,
};

/// Grammar of a change of a rule line that has no effect on games.
pub const EQUAL_CHANGE: Struct = Struct {
    what: "a change that makes no difference",
    key: "equal",
    doc: "A change to a rule line that no test can notice, with the reason.",
    fields: &[
        field("module", Kind::Module, "The rule module.").require(),
        field("line", Kind::Text, "The text of the line.").require(),
        field("which", Kind::Int(1, u32::MAX as i64), "The number of the line among lines with the same text.").or("1"),
        field("changes", Kind::List(&Kind::Written("`0` becomes `-1`")), "The changes, in the words of the report.")
            .require(),
        field("because", Kind::Text, "The reason why they make no difference.").require(),
    ],
    further: None,
};
