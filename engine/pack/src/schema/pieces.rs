//! Declares the fields of all named entries except tiles.

use tilewright_core::catalog::MAX_SEATS;
use tilewright_core::catalog::declared::DeclaredKind;

use super::look::look;
use super::words::words;
use super::{
    CLAIMS, COMPLETIONS, COUNT, Field, Form, GRADED_BY, ID, Kind, MERGES, NUMBER, OF_FEATURE, OVERRIDE, PARTED, SCOPES,
    Struct, TAGS, UNLESS, WHEN, WINS, declared, field, way,
};

const COMPLETION_WORDS: [&str; COMPLETIONS.len()] = words(&COMPLETIONS);
const CLAIM_WORDS: [&str; CLAIMS.len()] = words(&CLAIMS);
const MERGE_WORDS: [&str; MERGES.len()] = words(&MERGES);
const GRADED_WORDS: [&str; GRADED_BY.len()] = words(&GRADED_BY);
const WINS_WORDS: [&str; WINS.len()] = words(&WINS);
const PARTED_WORDS: [&str; PARTED.len()] = words(&PARTED);

const fn named(what: &'static str, key: &'static str, doc: &'static str, fields: &'static [Field]) -> Struct {
    Struct { what, key, doc, fields, further: None }
}

/// Grammar of a terrain, which tiles show.
pub const TERRAIN: Struct = named(
    "a terrain",
    "terrain",
    "What tiles show.",
    declared![
        field("ground", Kind::Flag, "Fills what the other parts of a tile leave free."),
        field(
            "complete",
            Kind::OneOf(&COMPLETION_WORDS),
            "When a feature of it is finished: never, when closed, when surrounded, or when its neighbours are.",
        )
        .or("never"),
        look("How it is drawn."),
    ],
);

/// Grammar of an edge type, a kind of side of a tile.
pub const EDGE: Struct = named(
    "an edge type",
    "edge",
    "A kind of side of a tile.",
    declared![
        field("ports", Kind::List(&Kind::Name(DeclaredKind::Terrain)), "What reaches this side, clockwise.").needed(),
        field(
            "meets",
            Kind::List(&Kind::Name(DeclaredKind::Edge)),
            "Other edges that it fits, besides itself. Where both have as many ports, those of the same terrain join one by one; \
             other ports end there and count as closed.",
        ),
        field("meets_itself", Kind::Flag, "Fits edges of its own type.").or("true"),
        field("wildcard", Kind::Flag, "Fits everything."),
    ],
);

/// Grammar of a tag that rules query.
pub const TAG: Struct =
    named("a tag", "tag", "A mark that rules ask for.", declared![look("A colour or a picture for it.")]);

/// Grammar of a token, a piece without an owner.
pub const TOKEN: Struct =
    named("a token", "token", "A piece of nobody.", declared![look("A colour or a picture for it.").key("tag-look")]);

/// Grammar of a book, to which points are credited.
pub const BOOK: Struct = named("a book", "book", "What points can be booked under.", declared![]);

/// Grammar of a result: an outcome in addition to the ranking.
pub const RESULT: Struct = named(
    "a result",
    "result",
    "What a game can come to, besides that somebody is ahead: a win or a loss of all together, a grade.",
    declared![
        field(
            "at_least",
            NUMBER,
            "It is reached with so many points, where no rule names a result; of several the one that asks for most.",
        ),
        field("of", Kind::OneOf(&GRADED_WORDS), "Whose points: those of the best, or the sum of all.").or("best"),
        field("wins", Kind::OneOf(&WINS_WORDS), "Who wins by it: the best, all together, or nobody.").or("best"),
    ],
);

/// Grammar of a figure, a piece of a seat.
pub const FIGURE: Struct = named(
    "a figure",
    "figure",
    "A piece of the players.",
    declared![
        field("like", Kind::Name(DeclaredKind::Figure), "Takes over what is not said here from this one."),
        field(
            "supply",
            Kind::Either(&[
                way("same", Kind::Int(0, 10_000)),
                way("seats", Kind::Map(&Kind::Int(1, MAX_SEATS as i64), &Kind::Int(0, 10_000))),
            ]),
            "How many each player has.",
        )
        .or("0"),
        field("weight", Kind::Int(0, 255), "How much it counts for the majority.").or("1"),
        field("on", Kind::List(&Kind::Name(DeclaredKind::Terrain)), "Where it can stand."),
        field(
            "claim",
            Kind::OneOf(&CLAIM_WORDS),
            "Where it may be put: where nobody is, where its player is, or anywhere.",
        )
        .or("unclaimed"),
        field("unfinished", Kind::Flag, "Only on what is not finished."),
        look("How it is drawn."),
    ],
);

/// Grammar of a bag, from which tiles are drawn.
pub const BAG: Struct = named(
    "a bag",
    "bag",
    "What tiles are drawn from.",
    declared![
        field("stacked", Kind::Flag, "Drawn from the top instead of at random."),
        field("key", Kind::Text, "Its name in records, if it is another one."),
        field("pool", Kind::Text, "Stacks of one pool stand in for each other in records."),
        field("back", Kind::Name(DeclaredKind::Tag), "A tag that everybody sees on the top tile."),
        field("open", Kind::Flag, "Everybody sees what is in it."),
        field("each_seat", Kind::Flag, "Every seat has one of its own."),
        field(
            "contents",
            Kind::Map(&Kind::Name(DeclaredKind::Tile), &COUNT),
            "What is in it, besides tiles that name it.",
        ),
    ],
);

/// Pieces that the slots of a zone can hold.
const HOLDS: [&str; 2] = ["figures", "tiles"];

/// Grammar of a zone, a place off the board.
pub const ZONE: Struct = named(
    "a zone",
    "zone",
    "A place beside the board.",
    declared![
        field("slots", Kind::Int(0, 1000), "Number of places; 0 is a heap.").or("0"),
        field("each_seat", Kind::Flag, "Every seat has one of its own.").key("bag-each-seat"),
        field("single", Kind::Flag, "Each place takes one figure."),
        field(
            "holds",
            Kind::OneOf(&HOLDS),
            "What its places hold: figures, or a tile each, on which figures may stand."
        )
        .or("figures"),
        field("tags", Kind::Map(&Kind::Int(1, 1000), &TAGS), "Tags of its places, by number from 1."),
        field(
            "number",
            Kind::Name(DeclaredKind::Counter),
            "Counter whose number each place shows, such as a price: one with keys, by the number of the place.",
        ),
    ],
);

/// Grammar of a counter, a number that rules keep.
pub const COUNTER: Struct = named(
    "a counter",
    "counter",
    "A number that rules keep.",
    declared![
        field(
            "scope",
            Kind::Forms(&[
                Form { word: SCOPES[0].0, values: &[] },
                Form { word: SCOPES[1].0, values: &[] },
                Form { word: SCOPES[2].0, values: &[] },
                Form { word: SCOPES[3].0, values: &[] },
                Form { word: OF_FEATURE, values: &[("merge", Kind::OneOf(&MERGE_WORDS))] },
            ]),
            "Whose: of the game, of each player, or of each feature.",
        )
        .or("seat"),
        field("start", NUMBER, "What it is at first.").or("0"),
        field("min", NUMBER, "It never goes below this."),
        field("max", NUMBER, "It never goes above this."),
        field("track", Kind::Int(1, 100_000), "Length of the track that it is shown on."),
        field(
            "parted",
            Kind::OneOf(&PARTED_WORDS),
            "Which parts keep the number of a feature that comes apart because a tile leaves it: `keep` all, `first` the one with the first segment, `drop` none. Without it, `first` for `sum`, otherwise `keep`.",
        ),
        field("secret", Kind::Flag, "Only its player sees it."),
        field("shown", Kind::Flag, "Players are shown it. Switch it off for what rules keep for themselves.")
            .or("true"),
    ],
);

/// Grammar of a die that rules roll.
pub const DIE: Struct = named(
    "a die",
    "die",
    "A die that rules roll.",
    declared![
        field(
            "faces",
            Kind::Either(&[
                way("faces", Kind::List(&Kind::Raw("a name or a number"))),
                way("by-seat", Kind::OneOf(&["seats"])),
            ]),
            "Its faces, all equally likely.",
        )
        .needed(),
    ],
);

/// Grammar of the use of a rule module.
pub const RULE: Struct = Struct {
    what: "a rule",
    key: "rule",
    doc: "A rule module that is on, with its parameters.",
    fields: &[
        Field { needed: false, ..ID },
        OVERRIDE,
        field("use", Kind::Module, "The rule: one of the pack or of the library."),
        field("off", Kind::Flag, "Switched off."),
        WHEN,
        UNLESS,
    ],
    further: Some("the parameters that the head of the module declares"),
};
