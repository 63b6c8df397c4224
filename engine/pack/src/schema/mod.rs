//! The grammar of packs, as one table: which words files begin with, which fields everything in them has, what may stand
//! in a field, and what holds when it is left out.
//!
//! Whoever needs to know the format follows this table: the reader asks for fields through it and knows by it which are
//! unknown, the writer puts them in its order, the editor draws forms and completes words, and `tilewright format` prints
//! it. A test holds that the reader asks for every field of the table, and for no other.
//!
//! Deliberately absent: what a value means. Ranges are here; that a tag must be declared, or that two edges must meet, is
//! the reader's.

mod board;
mod flow;
mod head;
mod look;
mod notation;
mod pieces;
mod reference;
mod suite;
mod tile;
mod words;

use tilewright_core::catalog::declared::{DECLARED, DeclaredKind};

pub use board::{BOARD, PLANE, PRESET, RIM};
pub use flow::{FLOW, LISTS, STEP_EDIT, STEPS, StepSchema, VERBS};
pub use head::{CHANGED_FROM, GONE, OPTION, PACK, RENAMED};
pub use look::{LAYER, LOOK};
pub use pieces::{BAG, BOOK, COUNTER, DIE, EDGE, FIGURE, RESULT, RULE, TAG, TERRAIN, TOKEN, ZONE};
pub use reference::{NOTATION_GROUP, ReferenceEntry, reference};
pub use suite::{EQUAL_CHANGE, EXAMPLES, EXPECTED, TEST, WHY, WORTH};
pub use tile::{ADDED_PART, CELL, CHIP, PART, SIDES, TILE};
pub(crate) use words::{
    CLAIMS, COMPLETIONS, GRADED_BY, LATTICES, MERGES, OF_FEATURE, PARTED, PLACED_BY, SCOPES, UNPLAYABLE, WINS,
};
pub use words::{
    claim_word, completion_word, graded_word, parted_word, placed_by_word, scope_word, unplayable_word, wins_word,
};

pub use crate::read::syntax::Node;

/// What may stand in a field.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// The name that the thing itself has.
    Id,
    /// `true` or `false`.
    Flag,
    /// A whole number, from the first to the second.
    Int(i64, i64),
    /// A text or a name of one's own.
    Text,
    /// A text of this form.
    Written(&'static str),
    /// A colour as `#rrggbb`.
    Colour,
    /// One of some words.
    OneOf(&'static [&'static str]),
    /// The name of something declared.
    Name(DeclaredKind),
    /// The name of something declared, or this word.
    NameOr(DeclaredKind, &'static str),
    /// The name of a rule module.
    Module,
    /// The id of a pack, with the versions of it that will do.
    Pack,
    /// `(x, y)`.
    Pair,
    /// A side of a cell, or one of its ports.
    Port,
    /// `[a, b]`.
    List(&'static Kind),
    /// `{a: b}`.
    Map(&'static Kind, &'static Kind),
    /// `(a: …, b: …)`.
    Fields(&'static Struct),
    /// A word, or a word with values in parentheses.
    Forms(&'static [Form]),
    /// One of several ways to write it; the first is for what is new.
    Either(&'static [Way]),
    /// A step: one of [`STEPS`], with its fields in parentheses.
    Step,
    /// An item of the section with this name.
    Item(&'static str),
    /// A part of a tile: its terrain, and the fields of [`PART`].
    Part,
    /// The name of a part: its terrain, its terrain and a port, or a name of its own; or one of these words.
    PartName(&'static [&'static str]),
    /// When something holds.
    Condition,
    /// Anything that the words say.
    Raw(&'static str),
}

/// A word, with what stands in the parentheses behind it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Form {
    /// The word.
    pub word: &'static str,
    /// What stands in the parentheses: what it is called, and what may stand there.
    pub values: &'static [(&'static str, Kind)],
}

/// One of several ways to write a value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Way {
    /// What this way is called.
    pub label: &'static str,
    /// What is written.
    pub kind: Kind,
}

/// A field.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Field {
    /// Its name, as it stands in the files.
    pub name: &'static str,
    /// What may stand in it.
    pub kind: Kind,
    /// What it is for, in a sentence.
    pub doc: &'static str,
    /// Whether it has to be given.
    pub needed: bool,
    /// What holds when it is not given, as it would be written; where nothing does, nothing. Flags are false.
    pub default: Option<&'static str>,
    /// The format of packs that it came with.
    pub since: u8,
    /// What translations of its sentence are called, where this is not the key of the struct and its name.
    pub key: Option<&'static str>,
    /// Whether it is read and nobody is told of it: what packs should not be written with.
    pub hidden: bool,
}

/// Fields in parentheses.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Struct {
    /// What it is, as findings say it: `a terrain`.
    pub what: &'static str,
    /// What it is called in the reference, and what the keys of translations of its fields begin with.
    pub key: &'static str,
    /// What it is for, in a sentence.
    pub doc: &'static str,
    /// Its fields, in the order in which they are written.
    pub fields: &'static [Field],
    /// What other fields it takes, if it takes any.
    pub further: Option<&'static str>,
}

/// A part of a pack: a list of items, or one struct.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Section {
    /// Its field in `Pack(...)`.
    pub field: &'static str,
    /// The first word of a file with a list of them; nothing for what there is once.
    pub many: Option<&'static str>,
    /// The first word of a file with one.
    pub one: &'static str,
    /// What an item has.
    pub item: &'static Struct,
    /// What its items are, where others name them so.
    pub sort: Option<DeclaredKind>,
    /// The first word of the keys of its texts, and whether every item needs one.
    pub text: Option<(&'static str, bool)>,
    /// What stands in a new item besides its id, as it is written.
    pub new: &'static str,
    /// What it is for, in a sentence.
    pub doc: &'static str,
}

/// A file that holds something else than items of a section.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct File {
    /// Its first word.
    pub word: &'static str,
    /// Where such files lie.
    pub place: &'static str,
    /// What stands in the parentheses, with what it is called; fields are written straight into them.
    pub values: &'static [(&'static str, Kind)],
    /// What it is for, in a sentence.
    pub doc: &'static str,
}

const fn field(name: &'static str, kind: Kind, doc: &'static str) -> Field {
    Field { name, kind, doc, needed: false, default: None, since: 1, key: None, hidden: false }
}

impl Field {
    /// The same, to be given always.
    const fn needed(self) -> Field {
        Field { needed: true, ..self }
    }

    /// The same, with what holds when it is not given.
    const fn or(self, default: &'static str) -> Field {
        Field { default: Some(default), ..self }
    }

    /// The same, with translations under another key.
    const fn key(self, key: &'static str) -> Field {
        Field { key: Some(key), ..self }
    }

    /// The same, read and not told of.
    const fn hidden(self) -> Field {
        Field { hidden: true, ..self }
    }
}

impl Struct {
    /// The field of a name.
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// A field of the grammar out of a node that is read elsewhere as a whole.
    pub(crate) fn of<'n>(&'static self, node: &'n Node, name: &'static str) -> Option<&'n Node> {
        #[cfg(any(test, feature = "asked"))]
        crate::read::asked::note(self, name);
        // Names are written in the readers, so no pack can ask for one that is not there: as for `Fields`.
        assert!(self.field(name).is_some(), "{} has no field `{name}` in the grammar", self.what);
        node.field(name)
    }

    /// The names of the fields that people are told of, in the order in which they are written.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.fields.iter().filter(|field| !field.hidden).map(|field| field.name)
    }

    /// The key of a field's translations.
    pub fn key_of(&self, field: &Field) -> String {
        match (field.key, field.kind) {
            (Some(key), _) => key.to_owned(),
            (None, Kind::Item(section) | Kind::List(&Kind::Item(section))) => format!("section-{section}"),
            _ => format!("{}-{}", self.key, field.name.replace('_', "-")),
        }
    }
}

const fn way(label: &'static str, kind: Kind) -> Way {
    Way { label, kind }
}

const ID: Field = field("id", Kind::Id, "Its name in files and rules.").needed().key("id");
const OVERRIDE: Field = field("override", Kind::Flag, "Changes one of a pack that this pack needs.").key("override");
const WHEN: Field = field("when", Kind::Condition, "It is there only when this holds.").key("when");
const UNLESS: Field = field("unless", Kind::Condition, "It is there unless this holds.").key("unless");

/// The fields of something in a list: those given, and conditions.
macro_rules! in_list {
    ($($field:expr),* $(,)?) => { &[$($field,)* $crate::schema::WHEN, $crate::schema::UNLESS] };
}
/// The fields of something that is declared by a name, and that other packs may change.
macro_rules! declared {
    ($($field:expr),* $(,)?) => {
        &[$crate::schema::ID, $crate::schema::OVERRIDE, $($field,)* $crate::schema::WHEN, $crate::schema::UNLESS]
    };
}
use {declared, in_list};

/// Whether a field is one that everything declared has, or everything in a list.
#[cfg(any(test, feature = "asked"))]
pub(crate) fn is_common(field: &Field) -> bool {
    [ID, OVERRIDE, WHEN, UNLESS].iter().any(|common| common.key == field.key)
}

/// Tags: names that count 1 each, or a number for each.
const TAGS: Kind = Kind::Either(&[
    way("names", Kind::List(&Kind::Name(DeclaredKind::Tag))),
    way("numbers", Kind::Map(&Kind::Name(DeclaredKind::Tag), &Kind::Int(i16::MIN as i64, i16::MAX as i64))),
    way("one", Kind::Name(DeclaredKind::Tag)),
]);

/// Values of options, by their names.
const CLAUSE: Kind = Kind::Map(&Kind::Name(DeclaredKind::Option), &Kind::Raw("a value, or a list of values"));

/// Counts of figures, tiles and the like.
const COUNT: Kind = Kind::Int(0, crate::limits::BAG as i64);

/// Numbers that counters can have.
const NUMBER: Kind = Kind::Int(i32::MIN as i64, i32::MAX as i64);

/// The lists of a pack and its single parts, in the order in which they stand in `Pack(...)`.
pub const SECTIONS: &[Section] = &[
    list("options", "Options", "Option", &OPTION, "What players choose before a game.")
        .of(DeclaredKind::Option)
        .begin("default: false"),
    list("terrains", "Terrains", "Terrain", &TERRAIN, "What tiles show: roads, towns, fields.")
        .of(DeclaredKind::Terrain)
        .begin("complete: closed"),
    list("edges", "Edges", "Edge", &EDGE, "Kinds of sides of tiles, and which may meet.")
        .of(DeclaredKind::Edge)
        .begin("ports: []"),
    list("tags", "Tags", "Tag", &TAG, "Marks on tiles and parts that rules ask for.").of(DeclaredKind::Tag),
    list("figures", "Figures", "Figure", &FIGURE, "Pieces of the players.").of(DeclaredKind::Figure).begin("supply: 7"),
    list("bags", "Bags", "Bag", &BAG, "What tiles are drawn from.").of(DeclaredKind::Bag),
    list("zones", "Zones", "Zone", &ZONE, "Places beside the board.").of(DeclaredKind::Zone),
    list("planes", "Planes", "Plane", &PLANE, "Boards, where there are several, or each seat has its own.")
        .of(DeclaredKind::Plane)
        .begin("each_seat: true"),
    list("counters", "Counters", "Counter", &COUNTER, "Numbers that rules keep.").of(DeclaredKind::Counter),
    list("dice", "Dice", "Die", &DIE, "Dice that rules roll.").of(DeclaredKind::Die).begin("faces: [1, 2, 3, 4, 5, 6]"),
    list("tokens", "Tokens", "Token", &TOKEN, "Pieces of nobody.").of(DeclaredKind::Token),
    list("books", "Books", "Book", &BOOK, "What points can be booked under, besides terrains.").of(DeclaredKind::Book),
    list("results", "Results", "Result", &RESULT, "What a game can come to, besides that somebody is ahead.")
        .of(DeclaredKind::Result)
        .begin("wins: nobody"),
    list("tiles", "Tiles", "Tile", &TILE, "Kinds of tiles.").of(DeclaredKind::Tile),
    list("chips", "Chips", "Chip", &CHIP, "Tiles without cells, such as letters or coins.").of(DeclaredKind::Tile),
    list(
        "added_parts",
        "AddedParts",
        "AddedPart",
        &ADDED_PART,
        "Parts that rules add to placed tiles, such as bridges.",
    )
    .begin("sides: [N, S]"),
    single("board", "Board", &BOARD, "Which cells there are and what lies there at first."),
    single("flow", "Flow", &FLOW, "The steps of a game."),
    list("steps", "Steps", "Step", &STEP_EDIT, "Changes of the steps of another pack."),
    list("rules", "Rules", "Rule", &RULE, "Which rules are on, and with what."),
];

/// Files that hold something else, the head of the pack first.
pub const FILES: &[File] = &[
    File { word: "Pack", place: "pack.ron", values: &[("", Kind::Fields(&PACK))], doc: PACK.doc },
    File {
        word: "Texts",
        place: "any file",
        values: &[("language", Kind::Id), ("texts", Kind::Map(&Kind::Text, &Kind::Text))],
        doc: "What people read, in one language: texts by keys such as `terrain.road`.",
    },
    File {
        word: "Tests",
        place: "tests/",
        values: &[("tests", Kind::List(&Kind::Fields(&TEST)))],
        doc: "Tests of the pack; each may bear the word `Test`.",
    },
    File { word: "Test", place: "tests/", values: &[("", Kind::Fields(&TEST))], doc: "A single test." },
    File { word: "Examples", place: "tests/examples.ron", values: &[("", Kind::Fields(&EXAMPLES))], doc: EXAMPLES.doc },
    File {
        word: "EqualChanges",
        place: "tests/equal.ron",
        values: &[("changes", Kind::List(&Kind::Fields(&EQUAL_CHANGE)))],
        doc: "Changes of the rules that no test can notice, because they make no difference.",
    },
];

const fn list(
    field: &'static str,
    many: &'static str,
    one: &'static str,
    item: &'static Struct,
    doc: &'static str,
) -> Section {
    Section { field, many: Some(many), one, item, sort: None, text: None, new: "", doc }
}

const fn single(field: &'static str, one: &'static str, item: &'static Struct, doc: &'static str) -> Section {
    Section { field, many: None, one, item, sort: None, text: None, new: "", doc }
}

impl Section {
    const fn of(self, kind: DeclaredKind) -> Section {
        let row = &DECLARED[kind as usize];
        Section { sort: Some(kind), text: Some((row.word, row.needs_text)), ..self }
    }

    const fn begin(self, new: &'static str) -> Section {
        Section { new, ..self }
    }

    /// The section of a field of `Pack(...)`.
    pub fn by_field(field: &str) -> Option<&'static Section> {
        SECTIONS.iter().find(|section| section.field == field)
    }

    /// The section of which files with this first word hold a list.
    pub fn by_many(word: &str) -> Option<&'static Section> {
        SECTIONS.iter().find(|section| section.many == Some(word))
    }

    /// The section of which files with this first word hold one item, or the whole.
    pub fn by_one(word: &str) -> Option<&'static Section> {
        SECTIONS.iter().find(|section| section.one == word)
    }

    /// Where it is written, as a hint says it.
    pub(crate) fn place(&self) -> String {
        let file = self.many.map_or_else(|| format!("{}(…)", self.one), |many| format!("{many}([…])"));
        format!("`{}` is a field of the pack itself: write it in `Pack(…)`, or `{file}` in a file", self.field)
    }

    /// The words that files of it begin with.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        self.many.into_iter().chain([self.one])
    }
}

/// The words that files of data can begin with.
pub fn file_words() -> impl Iterator<Item = &'static str> {
    SECTIONS.iter().flat_map(Section::words).chain(["Pack", "Texts"])
}

/// The step of a word.
pub fn step(word: &str) -> Option<&'static StepSchema> {
    STEPS.iter().find(|step| step.word.text() == word)
}

/// Every struct that these files hold, each once, those first that files begin with.
pub fn structs(of: impl Fn(&File) -> bool) -> Vec<&'static Struct> {
    fn of_kind(kind: &'static Kind, all: &mut Vec<&'static Struct>) {
        match kind {
            Kind::Fields(inner) => add(inner, all),
            Kind::List(of) => of_kind(of, all),
            Kind::Map(key, value) => [key, value].into_iter().for_each(|kind| of_kind(kind, all)),
            Kind::Either(ways) => ways.iter().for_each(|way| of_kind(&way.kind, all)),
            Kind::Forms(forms) => forms.iter().flat_map(|form| form.values).for_each(|(_, kind)| of_kind(kind, all)),
            Kind::Step => STEPS.iter().for_each(|step| add(&step.of, all)),
            Kind::Item(name) => Section::by_field(name).into_iter().for_each(|section| add(section.item, all)),
            Kind::Part => add(&PART, all),
            _ => {}
        }
    }
    fn add(of: &'static Struct, all: &mut Vec<&'static Struct>) {
        if !all.contains(&of) {
            all.push(of);
            of.fields.iter().for_each(|field| of_kind(&field.kind, all));
        }
    }
    let mut all = Vec::new();
    FILES.iter().filter(|file| of(file)).flat_map(|file| file.values).for_each(|(_, kind)| of_kind(kind, &mut all));
    all
}
