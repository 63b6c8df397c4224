//! Declares the fields of the head of a pack, and of the options that it offers.

use tilewright_core::catalog::MAX_SEATS;

use super::words::words;
use super::{CLAUSE, Field, Form, ID, Kind, LATTICES, NUMBER, SECTIONS, Struct, field};
use crate::read::renames::KIND_WORDS;

const SORT_WORDS: [&str; KIND_WORDS.len()] = words(&KIND_WORDS);

const LATTICE_WORDS: [&str; LATTICES.len()] = words(&LATTICES);

/// Version with all three numbers.
const VERSION: Kind = Kind::Written("1.0.0");

const SINCE: Field = field("since", VERSION, "The first version of the pack with the change.").needed();
const OF: Field = field("kind", Kind::OneOf(&SORT_WORDS), "What it is.").needed();

/// Fields of `Pack(…)` that are not sections.
const OWN: [Field; 18] = [
    field("id", Kind::Id, "The name of the folder.").needed(),
    field("version", VERSION, "Three numbers, such as 1.0.0.").needed(),
    field("format", Kind::Int(1, i64::MAX), "The format of the files; always 1.").needed(),
    field("title", Kind::Text, "What people read.").needed(),
    field("authors", Kind::List(&Kind::Text), "Who made it."),
    field("licence", Kind::Text, "What others may do with it."),
    field("changed_from", Kind::Fields(&CHANGED_FROM), "The pack of which this one is a changed copy."),
    field("needs", Kind::List(&Kind::Pack), "Packs that it builds on, with versions: “base ^1”."),
    field("conflicts", Kind::List(&Kind::Pack), "Packs that it cannot be played with."),
    field("after", Kind::List(&Kind::Pack), "It comes after these, if they are there."),
    field("before", Kind::List(&Kind::Pack), "It comes before these, if they are there."),
    field("requires", CLAUSE, "Options that have to be so, for it to be played."),
    field("excludes", CLAUSE, "Options that must not be so."),
    field(
        "renamed",
        Kind::List(&Kind::Fields(&RENAMED)),
        "What has another name now, and since which version: saved games and packs that build on this one are understood.",
    ),
    field(
        "gone",
        Kind::List(&Kind::Fields(&GONE)),
        "What is not there any more, since which version, why, and what stands in its place.",
    ),
    field("was", Kind::List(&Kind::Text), "Ids that the pack itself had before."),
    field("seats", Kind::Pair, "The fewest and the most players.").or(SEATS),
    field("lattice", Kind::OneOf(&LATTICE_WORDS), "The shape of the cells.").or("square"),
];

/// Default range of the number of seats.
const SEATS: &str = "(1, 12)";
const _: () = assert!(MAX_SEATS == 12, "the default of `seats` says how many can play");

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
    doc: "What a pack is, and everything that it declares.",
    fields: &FIELDS,
    further: None,
};

/// Grammar of the origin of a pack that is a changed copy of another one.
pub const CHANGED_FROM: Struct = Struct {
    what: "an origin",
    key: "origin",
    doc: "The pack that was copied, as it was then.",
    fields: &[
        field("id", Kind::Text, "Its id.").needed(),
        field("version", VERSION, "Its version.").needed(),
        field("title", Kind::Text, "Its title.").needed(),
        field("authors", Kind::List(&Kind::Text), "Who made it."),
    ],
    further: None,
};

/// Grammar of a rename: an entry that has another name since a version.
pub const RENAMED: Struct = Struct {
    what: "a rename",
    key: "renamed",
    doc: "Something that has another name since a version.",
    fields: &[
        SINCE,
        OF,
        field("from", Kind::Text, "Its name before.").needed(),
        field("to", Kind::Text, "Its name from then on; of an option with `values` it may be the same.").needed(),
        field(
            "values",
            Kind::Map(&Kind::Raw("a value that the option had"), &Kind::Raw("the value that means the same now")),
            "Of an option: what its values are from then on.",
        ),
    ],
    further: None,
};

/// Grammar of an entry of `gone`: content that no longer exists since a version.
pub const GONE: Struct = Struct {
    what: "an entry of `gone`",
    key: "gone",
    doc: "Something that is not there any more since a version.",
    fields: &[
        SINCE.key("renamed-since"),
        OF.key("renamed-kind"),
        field("id", Kind::Text, "Its name.").needed(),
        field("instead", Kind::Text, "What stands in its place."),
        field("why", Kind::Text, "Why it is gone.").needed(),
    ],
    further: None,
};

/// Grammar of an option that players choose before a game.
pub const OPTION: Struct = Struct {
    what: "an option",
    key: "option",
    doc: "Something that players choose before a game.",
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
            "What can be chosen: yes or no, a number, or one of several.",
        )
        .or("bool"),
        field("default", Kind::Raw("one of its values"), "What holds if nobody chooses."),
        field("open", Kind::Flag, "Other packs may add choices."),
        field(
            "add",
            Kind::List(&Kind::Raw("a name, a number, or a form")),
            "Choices that this pack adds to an option of another.",
        ),
        field("when", Kind::Condition, "It is offered only with these packs: {\"pack\": name}.").key("option-when"),
        field("unless", Kind::Condition, "It is not offered with these packs.").key("option-unless"),
        field("requires", CLAUSE, "It can be chosen only if these are so."),
        field("excludes", CLAUSE, "It cannot be chosen if these are so."),
        field("text", Kind::Text, "What it is called, while the pack is young and has no texts.").hidden(),
    ],
    further: None,
};
