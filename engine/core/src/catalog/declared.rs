//! Lists the kinds of entries that packs declare under ids.
//!
//! Readers of packs, lints of rules, version bumps and the editor iterate over [`DECLARED`]. A new kind takes a variant, a
//! row, a table in `DeclaredKind::table`, and its own behaviour.

use super::Catalog;
use super::id::{BagId, Id, Name, Table, TileKindId, ZoneId};

/// A kind of entry that packs declare under ids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum DeclaredKind {
    /// A terrain, in section `terrains`.
    Terrain,
    /// An edge type, in section `edges`.
    Edge,
    /// A tag, in section `tags`.
    Tag,
    /// A kind of tile, or a chip.
    Tile,
    /// A kind of figure, in section `figures`.
    Figure,
    /// A bag or a stack.
    Bag,
    /// A zone off the board.
    Zone,
    /// A plane of the board.
    Plane,
    /// A counter that rules maintain.
    Counter,
    /// A die with named faces.
    Die,
    /// A token that no seat owns.
    Token,
    /// A book for points. Each terrain is also a book.
    Book,
    /// A result of the game.
    Result,
    /// An option that players set before a game.
    Option,
    /// A step of the flow, or a question of a rule.
    Step,
}

/// Names and properties of a declared kind.
#[derive(Debug)]
pub struct DeclaredRow {
    /// The kind that the row describes.
    pub kind: DeclaredKind,
    /// Word for the kind in packs. The keys of its texts begin with the word, as in `terrain.road`.
    pub word: &'static str,
    /// Noun for the kind in messages.
    pub noun: &'static str,
    /// Sections of a pack that declare entries of the kind.
    pub sections: &'static [&'static str],
    /// True if each entry needs a text in every language of its pack.
    pub needs_text: bool,
    /// Names of the kind in rules; `None` if rules cannot name it.
    pub in_rules: Option<RuleWords>,
}

/// Names of a kind in rules.
#[derive(Clone, Copy, Debug)]
pub struct RuleWords {
    /// Type name in heads of rule modules and in signatures of functions.
    pub word: &'static str,
    /// Noun in messages about rules.
    pub noun: &'static str,
}

const fn row(kind: DeclaredKind, word: &'static str, sections: &'static [&'static str]) -> DeclaredRow {
    let in_rules = Some(RuleWords { word, noun: word });
    DeclaredRow { kind, word, noun: word, sections, needs_text: true, in_rules }
}

impl DeclaredRow {
    const fn noun(self, noun: &'static str) -> DeclaredRow {
        DeclaredRow { noun, ..self }
    }

    const fn text_optional(self) -> DeclaredRow {
        DeclaredRow { needs_text: false, ..self }
    }

    const fn in_rules(self, word: &'static str, noun: &'static str) -> DeclaredRow {
        DeclaredRow { in_rules: Some(RuleWords { word, noun }), ..self }
    }

    const fn not_in_rules(self) -> DeclaredRow {
        DeclaredRow { in_rules: None, ..self }
    }
}

/// All kinds, in the order of [`DeclaredKind`].
pub const DECLARED: [DeclaredRow; 15] = {
    use DeclaredKind::{
        Bag, Book, Counter, Die, Edge, Figure, Option, Plane, Result, Step, Tag, Terrain, Tile, Token, Zone,
    };
    [
        row(Terrain, "terrain", &["terrains"]),
        row(Edge, "edge", &["edges"]).noun("edge type").text_optional().not_in_rules(),
        row(Tag, "tag", &["tags"]).text_optional(),
        row(Tile, "tile", &["tiles", "chips"]).text_optional().in_rules("kind", "kind of tile"),
        row(Figure, "figure", &["figures"]).in_rules("figure_kind", "kind of figure"),
        row(Bag, "bag", &["bags"]),
        row(Zone, "zone", &["zones"]),
        row(Plane, "plane", &["planes"]),
        row(Counter, "counter", &["counters"]),
        row(Die, "die", &["dice"]),
        row(Token, "token", &["tokens"]),
        row(Book, "book", &["books"]).in_rules("book", "book of points"),
        row(Result, "result", &["results"]),
        row(Option, "option", &["options"]).not_in_rules(),
        row(Step, "step", &[]).text_optional().not_in_rules(),
    ]
};

/// A table of a catalog, independent of the type of its entries.
trait NameTable {
    fn position(&self, name: &str) -> Option<usize>;
    fn key_at(&self, position: usize) -> &str;
    fn name_at(&self, position: usize) -> &Name;
    fn count(&self) -> usize;
}

impl<I: Id, T> NameTable for Table<I, T> {
    fn position(&self, name: &str) -> Option<usize> {
        self.find(name).map(Id::index)
    }

    fn key_at(&self, position: usize) -> &str {
        self.key_str(I::from_index(position))
    }

    fn name_at(&self, position: usize) -> &Name {
        self.name(I::from_index(position))
    }

    fn count(&self) -> usize {
        self.len()
    }
}

impl DeclaredKind {
    /// Returns all kinds in the order of the enum.
    pub fn all() -> impl Iterator<Item = DeclaredKind> + Clone {
        DECLARED.iter().map(|row| row.kind)
    }

    /// Returns the names and properties of the kind.
    pub fn row(self) -> &'static DeclaredRow {
        &DECLARED[self as usize]
    }

    /// Returns the word for the kind in packs.
    pub fn word(self) -> &'static str {
        self.row().word
    }

    /// Returns the noun for the kind in messages.
    pub fn noun(self) -> &'static str {
        self.row().noun
    }

    /// Returns the kinds that rules can name.
    pub fn all_in_rules() -> impl Iterator<Item = DeclaredKind> + Clone {
        DECLARED.iter().filter(|row| row.in_rules.is_some()).map(|row| row.kind)
    }

    /// Returns the type name in heads of rule modules and in signatures of functions.
    pub fn rule_word(self) -> &'static str {
        self.row().in_rules.map_or(self.row().word, |words| words.word)
    }

    /// Returns the noun in messages about rules.
    pub fn rule_noun(self) -> &'static str {
        self.row().in_rules.map_or(self.row().noun, |words| words.noun)
    }

    /// Finds a kind by its type name in rules; `None` if rules have no such type.
    pub fn of_rule_word(word: &str) -> Option<DeclaredKind> {
        DeclaredKind::all_in_rules().find(|kind| kind.rule_word() == word)
    }

    /// Finds a kind by its word in packs.
    pub fn of_word(word: &str) -> Option<DeclaredKind> {
        DECLARED.iter().find(|row| row.word == word).map(|row| row.kind)
    }

    /// Returns the table of the kind in a catalog; `None` for options and steps, which have no ids there.
    fn table(self, c: &Catalog) -> Option<&dyn NameTable> {
        Some(match self {
            DeclaredKind::Terrain => &c.terrains,
            DeclaredKind::Edge => &c.edges,
            DeclaredKind::Tag => &c.tags,
            DeclaredKind::Tile => &c.kinds,
            DeclaredKind::Figure => &c.figures,
            DeclaredKind::Bag => &c.bags,
            DeclaredKind::Zone => &c.zones,
            DeclaredKind::Plane => &c.planes,
            DeclaredKind::Counter => &c.counters,
            DeclaredKind::Die => &c.dice,
            DeclaredKind::Token => &c.tokens,
            DeclaredKind::Book => &c.books,
            DeclaredKind::Result => &c.results,
            DeclaredKind::Option | DeclaredKind::Step => return None,
        })
    }

    /// Returns the table position of the entry with a name, with or without its pack. Returns `None` if there is no
    /// such entry, or no table of the kind.
    pub fn position(self, catalog: &Catalog, name: &str) -> Option<usize> {
        self.table(catalog)?.position(name)
    }

    /// Returns true if a catalog has an entry with this name, with or without its pack.
    pub fn is_known(self, catalog: &Catalog, name: &str) -> bool {
        self.position(catalog, name).is_some()
    }

    /// Returns the key of the entry with a name: the shortest name that finds it. Returns `None` if there is no such
    /// entry.
    pub fn key<'c>(self, catalog: &'c Catalog, name: &str) -> Option<&'c str> {
        let table = self.table(catalog)?;
        table.position(name).map(|position| table.key_at(position))
    }

    /// Returns the names of all entries that packs declare, in order. Leaves out the copies of bags and zones for each
    /// seat and the tile kinds with added parts. Books include the terrains.
    pub fn names(self, catalog: &Catalog) -> Vec<&Name> {
        let Some(table) = self.table(catalog) else { return Vec::new() };
        let is_declared = |position: &usize| match self {
            DeclaredKind::Bag => catalog.declared_bag(BagId::from_index(*position)).index() == *position,
            DeclaredKind::Zone => catalog.declared_zone(ZoneId::from_index(*position)).index() == *position,
            DeclaredKind::Tile => catalog.kinds[TileKindId::from_index(*position)].bare.is_none(),
            _ => true,
        };
        (0..table.count()).filter(is_declared).map(|position| table.name_at(position)).collect()
    }

    /// Returns the names of entries that are declared as this kind, so books without the terrains.
    pub fn declared_names(self, catalog: &Catalog) -> Vec<&Name> {
        let mut names = self.names(catalog);
        if self == DeclaredKind::Book {
            names.drain(..catalog.terrains.len());
        }
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_order_and_words_are_unique() {
        for (position, row) in DECLARED.iter().enumerate() {
            assert_eq!(row.kind as usize, position, "{row:?}");
            assert_eq!(DeclaredKind::of_word(row.word), Some(row.kind));
            assert!(DECLARED.iter().all(|other| other.kind == row.kind || other.noun != row.noun), "{row:?}");
            let in_rules = row.in_rules.map(|_| row.kind);
            assert_eq!(DeclaredKind::of_rule_word(row.kind.rule_word()), in_rules);
        }
    }
}
