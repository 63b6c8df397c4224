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

const fn named_struct(what: &'static str, key: &'static str, doc: &'static str, fields: &'static [Field]) -> Struct {
    Struct { what, key, doc, fields, further: None }
}

/// Grammar of a terrain, which tiles show.
pub const TERRAIN: Struct = named_struct(
    "a terrain",
    "terrain",
    "A landscape on tiles, such as road or field.",
    declared![
        field("ground", Kind::Flag, "Fills the area that the other parts of a tile leave free."),
        field(
            "complete",
            Kind::OneOf(&COMPLETION_WORDS),
            "The condition that finishes its features: `never`, `closed` (no open side), `surrounded` (by tiles), or \
             `neighbours` (touching features are finished).",
        )
        .or("never"),
        look("Its appearance."),
    ],
);

/// Grammar of an edge type, a kind of side of a tile.
pub const EDGE: Struct = named_struct(
    "an edge type",
    "edge",
    "A kind of tile side.",
    declared![
        field("ports", Kind::List(&Kind::Name(DeclaredKind::Terrain)), "The terrains that reach this side, clockwise.")
            .require(),
        field(
            "meets",
            Kind::List(&Kind::Name(DeclaredKind::Edge)),
            "Other edge types that it fits. Between edges with the same number of ports, ports of the same terrain \
             join one by one; other ports end there and count as closed.",
        ),
        field("meets_itself", Kind::Flag, "Fits edges of the same type.").or("true"),
        field("wildcard", Kind::Flag, "Fits all edge types."),
    ],
);

/// Grammar of a tag that rules query.
pub const TAG: Struct =
    named_struct("a tag", "tag", "A mark that rules can query.", declared![look("Its colour or picture.")]);

/// Grammar of a token, a piece without an owner.
pub const TOKEN: Struct = named_struct(
    "a token",
    "token",
    "A piece without an owner.",
    declared![look("Its colour or picture.").key("tag-look")],
);

/// Grammar of a book, to which points are credited.
pub const BOOK: Struct = named_struct("a book", "book", "A category of points in addition to terrains.", declared![]);

/// Grammar of a result: an outcome in addition to the ranking.
pub const RESULT: Struct = named_struct(
    "a result",
    "result",
    "An outcome beyond the ranking, such as a grade, or a win or loss of all players together.",
    declared![
        field(
            "at_least",
            NUMBER,
            "The minimum number of points for this result if no rule names a result. If several results are reached, \
             the result with the highest minimum applies.",
        ),
        field(
            "of",
            Kind::OneOf(&GRADED_WORDS),
            "The points to compare: the points of the `best` seat, or the `sum` of all seats."
        )
        .or("best"),
        field("wins", Kind::OneOf(&WINS_WORDS), "The winners: the `best`, `all` together, or `nobody`.").or("best"),
    ],
);

/// Grammar of a figure, a piece of a seat.
pub const FIGURE: Struct = named_struct(
    "a figure",
    "figure",
    "A kind of piece that players own.",
    declared![
        field("like", Kind::Name(DeclaredKind::Figure), "The model, which supplies all fields that are left out here."),
        field(
            "supply",
            Kind::Either(&[
                way("same", Kind::Int(0, 10_000)),
                way("seats", Kind::Map(&Kind::Int(1, MAX_SEATS as i64), &Kind::Int(0, 10_000))),
            ]),
            "Number of figures for each player.",
        )
        .or("0"),
        field("weight", Kind::Int(0, 255), "Its weight in a majority.").or("1"),
        field("on", Kind::List(&Kind::Name(DeclaredKind::Terrain)), "The terrains that it can be on."),
        field(
            "claim",
            Kind::OneOf(&CLAIM_WORDS),
            "The features on which it may be deployed: `unclaimed` ones, those with an `own` figure, or `any`.",
        )
        .or("unclaimed"),
        field("unfinished", Kind::Flag, "Allows only unfinished features."),
        look("Its appearance."),
    ],
);

/// Grammar of a bag, from which tiles are drawn.
pub const BAG: Struct = named_struct(
    "a bag",
    "bag",
    "A source that tiles are drawn from.",
    declared![
        field("stacked", Kind::Flag, "Draws from the top instead of at random."),
        field("key", Kind::Text, "Its name in records. Without it, its id."),
        field("pool", Kind::Text, "A name shared by stacks that may replace each other in records."),
        field("back", Kind::Name(DeclaredKind::Tag), "A tag of the top tile that all players see."),
        field("open", Kind::Flag, "All players see the contents."),
        field("each_seat", Kind::Flag, "Each seat has its own."),
        field(
            "contents",
            Kind::Map(&Kind::Name(DeclaredKind::Tile), &COUNT),
            "Its contents in addition to tiles that name the bag.",
        ),
    ],
);

/// Pieces that the slots of a zone can hold.
const HOLDS: [&str; 2] = ["figures", "tiles"];

/// Grammar of a zone, a place off the board.
pub const ZONE: Struct = named_struct(
    "a zone",
    "zone",
    "A place outside the board.",
    declared![
        field("slots", Kind::Int(0, 1000), "Number of slots; 0 makes the zone a heap.").or("0"),
        field("each_seat", Kind::Flag, "Each seat has its own.").key("bag-each-seat"),
        field("single", Kind::Flag, "Each slot takes only one figure."),
        field(
            "holds",
            Kind::OneOf(&HOLDS),
            "The contents of its slots: `figures`, or `tiles`, one in each slot, on which figures may be put."
        )
        .or("figures"),
        field("tags", Kind::Map(&Kind::Int(1, 1000), &TAGS), "Tags of its slots, by number from 1."),
        field(
            "number",
            Kind::Name(DeclaredKind::Counter),
            "The counter whose number each slot shows, such as a price. The counter has keys, which are the numbers \
             of the slots.",
        ),
    ],
);

/// Grammar of a counter, a number that rules keep.
pub const COUNTER: Struct = named_struct(
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
            "The owner of each value: the game, each player, each key, each player and key, or each feature.",
        )
        .or("seat"),
        field("start", NUMBER, "The value at the start of the game.").or("0"),
        field("min", NUMBER, "The minimum value."),
        field("max", NUMBER, "The maximum value."),
        field("track", Kind::Int(1, 100_000), "Length of the track that shows it."),
        field(
            "parted",
            Kind::OneOf(&PARTED_WORDS),
            "The parts that keep the number of a feature that splits because a tile leaves it: `keep` all, `first` the \
             part with the first segment, `drop` none. Without it, `first` for `sum`, otherwise `keep`.",
        ),
        field("secret", Kind::Flag, "Only its player sees the value."),
        field("shown", Kind::Flag, "Shows the value to players. Set it to `false` for numbers that only rules need.")
            .or("true"),
    ],
);

/// Grammar of a die that rules roll.
pub const DIE: Struct = named_struct(
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
            "Its faces, which are equally likely, or `seats` for one face for each seat.",
        )
        .require(),
    ],
);

/// Grammar of the use of a rule module.
pub const RULE: Struct = Struct {
    what: "a rule",
    key: "rule",
    doc: "A rule module that the pack uses, with its parameters.",
    fields: &[
        Field { needed: false, ..ID },
        OVERRIDE,
        field("use", Kind::Module, "The name of the module, from this pack or the library."),
        field("off", Kind::Flag, "Switches off the rule."),
        WHEN,
        UNLESS,
    ],
    further: Some("the parameters that the head of the module declares"),
};
