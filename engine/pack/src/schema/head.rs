//! Declares the fields of the head of a pack, and of the options that it offers.

use tilewright_core::catalog::MAX_SEATS;

use super::words::words;
use super::{CLAUSE, Field, Form, ID, Kind, LATTICES, NUMBER, SECTIONS, Struct, field};
use crate::read::renames::KIND_WORDS;

const SORT_WORDS: [&str; KIND_WORDS.len()] = words(&KIND_WORDS);

const LATTICE_WORDS: [&str; LATTICES.len()] = words(&LATTICES);

/// Version with all three numbers.
const VERSION: Kind = Kind::Written("1.0.0");

const SINCE: Field = field("since", VERSION, "The first version of the pack with the change.").require();
const OF: Field = field("kind", Kind::OneOf(&SORT_WORDS), "The kind of the thing.").require();

/// Fields of `Pack(…)` that are not sections.
const OWN: [Field; 19] = [
    field("id", Kind::Id, "The name of the pack's folder.").require(),
    field("version", VERSION, "Three numbers, such as 1.0.0.").require(),
    field("format", Kind::Int(1, i64::MAX), "The format of the files; always 1.").require(),
    field("title", Kind::Text, "The title for players.").require(),
    field("authors", Kind::List(&Kind::Text), "The names of the authors."),
    field("licence", Kind::Text, "The licence, which defines how others may use and change the pack."),
    field("changed_from", Kind::Fields(&CHANGED_FROM), "The original pack, if this one is a changed copy."),
    field("needs", Kind::List(&Kind::Pack), "Packs that this one builds on, with versions: “base ^1”."),
    field(
        "themes",
        Kind::Pack,
        "The pack that this one is a theme for, with versions: “base ^1”. A theme has only art and texts.",
    ),
    field("conflicts", Kind::List(&Kind::Pack), "Packs that cannot be combined with this one."),
    field("after", Kind::List(&Kind::Pack), "Packs that are loaded before this one, if they are in the game."),
    field("before", Kind::List(&Kind::Pack), "Packs that are loaded after this one, if they are in the game."),
    field("requires", CLAUSE, "Values of options that the pack requires."),
    field("excludes", CLAUSE, "Values of options that exclude the pack."),
    field(
        "renamed",
        Kind::List(&Kind::Fields(&RENAMED)),
        "Things that were renamed, with the version of each change. Old names in saved games and dependent packs are \
         still understood.",
    ),
    field(
        "gone",
        Kind::List(&Kind::Fields(&GONE)),
        "Things that were removed, each with its version, the reason and a replacement.",
    ),
    field("was", Kind::List(&Kind::Text), "Former ids of this pack."),
    field("seats", Kind::Pair, "The minimum and maximum number of players.").or(SEATS),
    field("lattice", Kind::OneOf(&LATTICE_WORDS), "The shape of the cells.").or("square"),
];

/// Default range of the number of seats.
const SEATS: &str = "(1, 12)";
const _: () = assert!(MAX_SEATS == 12, "the default of `seats` allows up to MAX_SEATS");

/// Kinds of the items of each section, indexed like [`SECTIONS`].
const ITEMS: &[Kind; SECTIONS.len()] = &{
    let mut all = [Kind::Id; SECTIONS.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = Kind::Item(SECTIONS[i].field);
        i += 1;
    }
    all
};

/// Fields of `Pack(...)`: the pack's own fields, then its sections.
const FIELDS: [Field; OWN.len() + SECTIONS.len()] = {
    let mut all = [OWN[0]; OWN.len() + SECTIONS.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = if i < OWN.len() {
            OWN[i]
        } else {
            let section = &SECTIONS[i - OWN.len()];
            let item = &ITEMS[i - OWN.len()];
            let kind = if section.many.is_some() { Kind::List(item) } else { *item };
            field(section.field, kind, section.doc)
        };
        i += 1;
    }
    all
};

/// Grammar of the head of a pack, `Pack(...)`.
pub const PACK: Struct = Struct {
    what: "a pack",
    key: "pack",
    doc: "The properties of a pack and all its declarations.",
    fields: &FIELDS,
    further: None,
};

/// Grammar of the origin of a pack that is a changed copy of another one.
pub const CHANGED_FROM: Struct = Struct {
    what: "an origin",
    key: "origin",
    doc: "The original of a changed copy, at the time of copying.",
    fields: &[
        field("id", Kind::Text, "The id of the original.").require(),
        field("version", VERSION, "The version of the original.").require(),
        field("title", Kind::Text, "The title of the original.").require(),
        field("authors", Kind::List(&Kind::Text), "The names of the authors."),
    ],
    further: None,
};

/// Grammar of a rename: an entry that has another name since a version.
pub const RENAMED: Struct = Struct {
    what: "a rename",
    key: "renamed",
    doc: "A thing that was renamed in a version of the pack.",
    fields: &[
        SINCE,
        OF,
        field("from", Kind::Text, "Its old name.").require(),
        field("to", Kind::Text, "Its new name; may equal the old one for an option with `values`.").require(),
        field(
            "values",
            Kind::Map(&Kind::Raw("a value that the option had"), &Kind::Raw("its replacement")),
            "For an option: the new value for each old one.",
        ),
    ],
    further: None,
};

/// Grammar of an entry of `gone`: content that no longer exists since a version.
pub const GONE: Struct = Struct {
    what: "an entry of `gone`",
    key: "gone",
    doc: "A thing that was removed in a version of the pack.",
    fields: &[
        SINCE.key("renamed-since"),
        OF.key("renamed-kind"),
        field("id", Kind::Text, "Its former name.").require(),
        field("instead", Kind::Text, "The name of its replacement."),
        field("why", Kind::Text, "The reason for the removal.").require(),
    ],
    further: None,
};

/// Grammar of an option that players choose before a game.
pub const OPTION: Struct = Struct {
    what: "an option",
    key: "option",
    doc: "A setting that players choose before a game.",
    fields: &[
        ID,
        field(
            "type",
            Kind::Forms(&[
                Form { word: "bool", values: &[] },
                Form { word: "int", values: &[("least", NUMBER), ("most", NUMBER)] },
                Form {
                    word: "choice",
                    values: &[("choices", Kind::List(&Kind::Raw("a name, a number, or a form such as `fixed(w, h)`")))],
                },
            ]),
            "The values that players can choose from: yes or no, a number, or a list of choices.",
        )
        .or("bool"),
        field("default", Kind::Raw("one of its values"), "The value if players do not choose."),
        field("open", Kind::Flag, "Allows other packs to add choices."),
        field(
            "add",
            Kind::List(&Kind::Raw("a name, a number, or a form")),
            "Choices that this pack adds to an option of another pack.",
        ),
        field("when", Kind::Condition, "Offers the option only if these packs are in the game: {\"pack\": name}.")
            .key("option-when"),
        field("unless", Kind::Condition, "Hides the option if these packs are in the game.").key("option-unless"),
        field("requires", CLAUSE, "Values of other options that this option requires."),
        field("excludes", CLAUSE, "Values of other options that this option excludes."),
        field("text", Kind::Text, "Its name until the pack has texts.").hide(),
    ],
    further: None,
};
