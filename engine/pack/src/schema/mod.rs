//! Defines the grammar of packs as one table: the words that begin files, the fields of every entry, their values and
//! their defaults.
//!
//! All users of the format follow this table. The reader reads fields through it and finds unknown fields with it, the
//! writer uses its order, the editor draws forms and completes words with it, and `tilewright format` prints it. A test
//! ensures that the reader reads every field of the table and no others.
//!
//! Deliberately absent: the meaning of values. Ranges are declared here; the reader checks that a tag is declared, or
//! that two edges meet.

mod art;
mod board;
mod flow;
mod form;
mod head;
mod look;
mod notation;
mod pieces;
mod reference;
mod suite;
mod tile;
mod tune;
mod words;

use tilewright_core::catalog::declared::{DECLARED, DeclaredKind};

pub use art::{ART, BOARD_ART, FIGURE_ART, LOOK_ENTRY, LYING_ART, MARK_ART, PICTURE_ENTRY, SHEET, TEXTURE, TILE_ART};
pub(crate) use art::{FITS, LAYERINGS};
pub use board::{BOARD, PLANE, PRESET, RIM};
pub use flow::{FLOW, LISTS, STEP_EDIT, STEPS, StepSchema, VERBS};
pub use form::{FORM, FORM_QUESTION};
pub use head::{CHANGED_FROM, GONE, OPTION, PACK, RENAMED};
pub use look::{LAYER, LOOK};
pub use pieces::{BAG, BOOK, COUNTER, DIE, EDGE, FIGURE, RESULT, RULE, TAG, TERRAIN, TOKEN, ZONE};
pub use reference::{NOTATION_GROUP, ReferenceEntry, reference};
pub use suite::{EQUAL_CHANGE, EXAMPLES, EXPECTED, TEST, WHY, WORTH};
pub use tile::{ADDED_PART, CELL, CHIP, PART, SIDES, TILE};
pub use tune::{SEARCH_GAMES, TARGETS};
pub(crate) use words::{
    CLAIMS, COMPLETIONS, GRADED_BY, LATTICES, MERGES, OF_FEATURE, PARTED, PLACED_BY, SCOPES, UNPLAYABLE, WINS,
};
pub use words::{
    claim_word, completion_word, graded_word, parted_word, placed_by_word, scope_word, unplayable_word, wins_word,
};

pub use crate::read::syntax::Node;

/// Values that a field accepts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// Name that the entry itself declares.
    Id,
    /// Literal `true` or `false`.
    Flag,
    /// Whole number in this inclusive range.
    Int(i64, i64),
    /// Free text or a name that the author chooses.
    Text,
    /// Text in the notation of this example.
    Written(&'static str),
    /// Colour in the form `#rrggbb`.
    Colour,
    /// Word from this list.
    OneOf(&'static [&'static str]),
    /// Name of an entry of this kind.
    Name(DeclaredKind),
    /// Name of an entry of this kind, or this word.
    NameOr(DeclaredKind, &'static str),
    /// Name of a rule module.
    Module,
    /// Id of a pack, with a range of accepted versions.
    Pack,
    /// Pair of numbers, `(x, y)`.
    Pair,
    /// Side of a cell, or one of its ports.
    Port,
    /// List of values, `[a, b]`.
    List(&'static Kind),
    /// Map of keys to values, `{a: b}`.
    Map(&'static Kind, &'static Kind),
    /// Struct with named fields, `(a: …, b: …)`.
    Fields(&'static Struct),
    /// Word, alone or with values in parentheses.
    Forms(&'static [Form]),
    /// Value in any of several notations; new values use the first.
    Either(&'static [Alternative]),
    /// Step: one of [`STEPS`], with its fields in parentheses.
    Step,
    /// Item of the section with this field name.
    Item(&'static str),
    /// Part of a tile: its terrain, and the fields of [`PART`].
    Part,
    /// Name of a part: its terrain, its terrain and a port, or its declared name; or one of these words.
    PartName(&'static [&'static str]),
    /// Condition on options; the entry applies while it holds.
    Condition,
    /// Value in any notation, described by these words.
    Raw(&'static str),
}

/// Word, with the values in the parentheses after it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Form {
    /// Word that begins the form.
    pub word: &'static str,
    /// Values in the parentheses: the label and kind of each.
    pub values: &'static [(&'static str, Kind)],
}

/// Notation for a value that has several notations.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Alternative {
    /// Label of the notation in forms.
    pub label: &'static str,
    /// Kind of the value in this notation.
    pub kind: Kind,
}

/// Field of a [`Struct`] in the grammar.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Field {
    /// Name of the field in the files of packs.
    pub name: &'static str,
    /// Values that the field accepts.
    pub kind: Kind,
    /// Purpose of the field, as a sentence for the reference.
    pub doc: &'static str,
    /// True if the field is required.
    pub needed: bool,
    /// Default in the notation of packs; `None` if the field has no default. Flags without one are false.
    pub default: Option<&'static str>,
    /// Lowest format number of packs that has the field.
    pub since: u8,
    /// Translation key of `doc`; `None` if the key of the struct and the name of the field form it.
    pub key: Option<&'static str>,
    /// True if the reader accepts the field but no reference or form shows it, because packs should not use it.
    pub hidden: bool,
}

/// Struct of the grammar: named fields in parentheses.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Struct {
    /// Noun with its article for findings, such as `a terrain`.
    pub what: &'static str,
    /// Name in the reference, and prefix of the translation keys of the fields.
    pub key: &'static str,
    /// Purpose of the struct, as a sentence for the reference.
    pub doc: &'static str,
    /// Fields, in the order in which the writer puts them.
    pub fields: &'static [Field],
    /// Description of further accepted fields; `None` if there are no others.
    pub further: Option<&'static str>,
}

/// Section of a pack: a list of items, or one struct.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Section {
    /// Field of the section in `Pack(...)`.
    pub field: &'static str,
    /// First word of a file with a list of items; `None` for a section that is a single struct.
    pub many: Option<&'static str>,
    /// First word of a file with one item, or with the single struct.
    pub one: &'static str,
    /// Grammar of an item.
    pub item: &'static Struct,
    /// Kind of the items, if other entries refer to them by name.
    pub sort: Option<DeclaredKind>,
    /// First word of the keys of the texts of items, and true if every item needs a text.
    pub text: Option<(&'static str, bool)>,
    /// Fields of a new item in addition to its id, in the notation of packs.
    pub new: &'static str,
    /// Purpose of the section, as a sentence for the reference.
    pub doc: &'static str,
}

/// File of a pack that does not hold items of a section.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct File {
    /// First word of the file.
    pub word: &'static str,
    /// Path of such files in the pack, or a description of it.
    pub place: &'static str,
    /// Values in the parentheses: the label and kind of each. Structs are written without parentheses around their
    /// fields.
    pub values: &'static [(&'static str, Kind)],
    /// Purpose of the file, as a sentence for the reference.
    pub doc: &'static str,
}

const fn field(name: &'static str, kind: Kind, doc: &'static str) -> Field {
    Field { name, kind, doc, needed: false, default: None, since: 1, key: None, hidden: false }
}

impl Field {
    /// Marks the field as required.
    const fn require(self) -> Field {
        Field { needed: true, ..self }
    }

    /// Sets the default, in the notation of packs.
    const fn or(self, default: &'static str) -> Field {
        Field { default: Some(default), ..self }
    }

    /// Sets the translation key.
    const fn key(self, key: &'static str) -> Field {
        Field { key: Some(key), ..self }
    }

    /// Hides the field from references and forms.
    const fn hide(self) -> Field {
        Field { hidden: true, ..self }
    }
}

impl Struct {
    /// Returns the field with this name; `None` if the struct has no such field.
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// Returns the value of a field of `node`, for a struct that is otherwise read as a whole.
    pub(crate) fn field_value<'n>(&'static self, node: &'n Node, name: &'static str) -> Option<&'n Node> {
        #[cfg(any(test, feature = "asked"))]
        crate::read::asked::note(self, name);
        // The readers write the names as literals, so no pack can cause this panic. `Fields` has the same check.
        assert!(self.field(name).is_some(), "{} has no field `{name}` in the grammar", self.what);
        node.field(name)
    }

    /// Returns the names of all fields that are not hidden, in the order in which the writer puts them.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.fields.iter().filter(|field| !field.hidden).map(|field| field.name)
    }

    /// Returns the translation key of a field.
    pub fn key_of(&self, field: &Field) -> String {
        match (field.key, field.kind) {
            (Some(key), _) => key.to_owned(),
            (None, Kind::Item(section) | Kind::List(&Kind::Item(section))) => format!("section-{section}"),
            _ => format!("{}-{}", self.key, field.name.replace('_', "-")),
        }
    }
}

const fn way(label: &'static str, kind: Kind) -> Alternative {
    Alternative { label, kind }
}

const ID: Field = field("id", Kind::Id, "Its name in files and rules.").require().key("id");
const OVERRIDE: Field =
    field("override", Kind::Flag, "Changes an entry of a pack that this pack needs.").key("override");
const WHEN: Field = field("when", Kind::Condition, "Includes the entry only if this condition holds.").key("when");
const UNLESS: Field = field("unless", Kind::Condition, "Leaves out the entry if this condition holds.").key("unless");

/// Fields of an item of a list: the given ones, and conditions.
macro_rules! in_list {
    ($($field:expr),* $(,)?) => { &[$($field,)* $crate::schema::WHEN, $crate::schema::UNLESS] };
}
/// Fields of an entry that has a name and that other packs may change.
macro_rules! declared {
    ($($field:expr),* $(,)?) => {
        &[$crate::schema::ID, $crate::schema::OVERRIDE, $($field,)* $crate::schema::WHEN, $crate::schema::UNLESS]
    };
}
use {declared, in_list};

/// True if all named entries or all items of lists have the field.
#[cfg(any(test, feature = "asked"))]
pub(crate) fn is_common(field: &Field) -> bool {
    [ID, OVERRIDE, WHEN, UNLESS].iter().any(|common| common.key == field.key)
}

/// Tags: names that count 1 each, or a map with a number for each.
const TAGS: Kind = Kind::Either(&[
    way("names", Kind::List(&Kind::Name(DeclaredKind::Tag))),
    way("numbers", Kind::Map(&Kind::Name(DeclaredKind::Tag), &Kind::Int(i16::MIN as i64, i16::MAX as i64))),
    way("one", Kind::Name(DeclaredKind::Tag)),
]);

/// Map from the names of options to values.
const CLAUSE: Kind = Kind::Map(&Kind::Name(DeclaredKind::Option), &Kind::Raw("a value, or a list of values"));

/// Number of figures, tiles or other pieces.
const COUNT: Kind = Kind::Int(0, crate::limits::BAG as i64);

/// Range of the values of counters.
const NUMBER: Kind = Kind::Int(i32::MIN as i64, i32::MAX as i64);

/// Sections of a pack, in the order of their fields in `Pack(...)`.
pub const SECTIONS: &[Section] = &[
    list("options", "Options", "Option", &OPTION, "Settings that players choose before a game.")
        .with_kind(DeclaredKind::Option)
        .begin("default: false"),
    list("terrains", "Terrains", "Terrain", &TERRAIN, "Landscapes on tiles: roads, towns, fields.")
        .with_kind(DeclaredKind::Terrain)
        .begin("complete: closed"),
    list("edges", "Edges", "Edge", &EDGE, "Kinds of tile sides, with the sides that each may meet.")
        .with_kind(DeclaredKind::Edge)
        .begin("ports: []"),
    list("tags", "Tags", "Tag", &TAG, "Marks on tiles and parts that rules can query.").with_kind(DeclaredKind::Tag),
    list("figures", "Figures", "Figure", &FIGURE, "Pieces of the players.")
        .with_kind(DeclaredKind::Figure)
        .begin("supply: 7"),
    list("bags", "Bags", "Bag", &BAG, "Sources that tiles are drawn from.").with_kind(DeclaredKind::Bag),
    list("zones", "Zones", "Zone", &ZONE, "Places outside the board.").with_kind(DeclaredKind::Zone),
    list("planes", "Planes", "Plane", &PLANE, "Boards of a game with several boards, or with one for each seat.")
        .with_kind(DeclaredKind::Plane)
        .begin("each_seat: true"),
    list("counters", "Counters", "Counter", &COUNTER, "Numbers that rules keep.").with_kind(DeclaredKind::Counter),
    list("dice", "Dice", "Die", &DIE, "Dice that rules roll.")
        .with_kind(DeclaredKind::Die)
        .begin("faces: [1, 2, 3, 4, 5, 6]"),
    list("tokens", "Tokens", "Token", &TOKEN, "Pieces without an owner.").with_kind(DeclaredKind::Token),
    list("books", "Books", "Book", &BOOK, "Categories of points in addition to terrains.")
        .with_kind(DeclaredKind::Book),
    list("results", "Results", "Result", &RESULT, "Outcomes beyond the ranking, such as a grade or a shared win.")
        .with_kind(DeclaredKind::Result)
        .begin("wins: nobody"),
    list("tiles", "Tiles", "Tile", &TILE, "Kinds of tiles.").with_kind(DeclaredKind::Tile),
    list("chips", "Chips", "Chip", &CHIP, "Tiles without cells, such as letters or coins.")
        .with_kind(DeclaredKind::Tile),
    list(
        "added_parts",
        "AddedParts",
        "AddedPart",
        &ADDED_PART,
        "Parts that rules add to placed tiles, such as bridges.",
    )
    .begin("sides: [N, S]"),
    single("board", "Board", &BOARD, "The cells of the board, its edges and its preset tiles."),
    single("flow", "Flow", &FLOW, "The steps of a game."),
    list("steps", "Steps", "Step", &STEP_EDIT, "Changes to the steps of another pack."),
    list("rules", "Rules", "Rule", &RULE, "Rule modules that the pack uses, with their parameters."),
];

/// Files that do not hold items of a section, the head of the pack first.
pub const FILES: &[File] = &[
    File { word: "Pack", place: "pack.ron", values: &[("", Kind::Fields(&PACK))], doc: PACK.doc },
    File {
        word: "Texts",
        place: "any file",
        values: &[("language", Kind::Id), ("texts", Kind::Map(&Kind::Text, &Kind::Text))],
        doc: "Texts for players in one language, by keys such as `terrain.road`.",
    },
    File { word: "Art", place: "art/art.ron", values: &[("", Kind::Fields(&ART))], doc: ART.doc },
    File {
        word: "Tests",
        place: "tests/",
        values: &[("tests", Kind::List(&Kind::Fields(&TEST)))],
        doc: "Tests of the pack; each entry may be written as `Test(…)`.",
    },
    File { word: "Test", place: "tests/", values: &[("", Kind::Fields(&TEST))], doc: "A single test." },
    File { word: "Examples", place: "tests/examples.ron", values: &[("", Kind::Fields(&EXAMPLES))], doc: EXAMPLES.doc },
    File {
        word: "EqualChanges",
        place: "tests/equal.ron",
        values: &[("changes", Kind::List(&Kind::Fields(&EQUAL_CHANGE)))],
        doc: "Changes to rule lines that no test can notice, because they make no difference.",
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
    const fn with_kind(self, kind: DeclaredKind) -> Section {
        let row = &DECLARED[kind as usize];
        Section { sort: Some(kind), text: Some((row.word, row.needs_text)), ..self }
    }

    const fn begin(self, new: &'static str) -> Section {
        Section { new, ..self }
    }

    /// Returns the section with this field in `Pack(...)`.
    pub fn by_field(field: &str) -> Option<&'static Section> {
        SECTIONS.iter().find(|section| section.field == field)
    }

    /// Returns the section whose lists are in files with this first word.
    pub fn by_many(word: &str) -> Option<&'static Section> {
        SECTIONS.iter().find(|section| section.many == Some(word))
    }

    /// Returns the section whose single item or struct is in files with this first word.
    pub fn by_one(word: &str) -> Option<&'static Section> {
        SECTIONS.iter().find(|section| section.one == word)
    }

    /// Returns a hint that shows both places where the section may be written.
    pub(crate) fn place(&self) -> String {
        let file = self.many.map_or_else(|| format!("{}(…)", self.one), |many| format!("{many}([…])"));
        format!("`{}` is a field of the pack itself: write it in `Pack(…)`, or `{file}` in a file", self.field)
    }

    /// Returns the first words of files of this section.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        self.many.into_iter().chain([self.one])
    }
}

/// Returns the first words of all data files.
pub fn file_words() -> impl Iterator<Item = &'static str> {
    SECTIONS.iter().flat_map(Section::words).chain(["Pack", "Texts", "Art"])
}

/// Returns the grammar of the step with this word.
pub fn step(word: &str) -> Option<&'static StepSchema> {
    STEPS.iter().find(|step| step.word.text() == word)
}

/// Returns every struct that these files contain, each once; the structs that begin files are first.
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
