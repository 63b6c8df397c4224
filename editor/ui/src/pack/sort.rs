//! The sorts of things that packs declare and name: one list for forms, completion, help and renaming.

use tilewright_script::IdSort;

/// What a word in the texts of a pack can stand for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// A terrain.
    Terrain,
    /// An edge type.
    Edge,
    /// A tag.
    Tag,
    /// A kind of tile.
    Tile,
    /// A kind of figure.
    Figure,
    /// A bag.
    Bag,
    /// A zone.
    Zone,
    /// A plane of the board.
    Plane,
    /// A counter.
    Counter,
    /// A die.
    Die,
    /// A token.
    Token,
    /// What points can be booked under, besides terrains.
    NamedBook,
    /// A terrain or a source: what points are booked under.
    Book,
    /// What a game can come to.
    Result,
    /// An option.
    Option,
    /// A use of a rule.
    Rule,
    /// A module with rules.
    Module,
    /// A parameter of a rule module, named `module.parameter`.
    Parameter,
    /// A text for people.
    Text,
    /// A pack.
    Pack,
    /// A name within a rule module.
    Local,
}

impl Sort {
    /// The key of its name.
    pub fn text(self) -> &'static str {
        match self {
            Sort::Terrain => "sort-terrain",
            Sort::Edge => "sort-edge",
            Sort::Tag => "sort-tag",
            Sort::Tile => "sort-tile",
            Sort::Figure => "sort-figure",
            Sort::Bag => "sort-bag",
            Sort::Zone => "sort-zone",
            Sort::Plane => "sort-plane",
            Sort::Counter => "sort-counter",
            Sort::Die => "sort-die",
            Sort::Token => "sort-token",
            Sort::NamedBook | Sort::Book => "sort-book",
            Sort::Result => "sort-result",
            Sort::Option => "sort-option",
            Sort::Rule | Sort::Module => "sort-module",
            Sort::Parameter => "sort-parameter",
            Sort::Text => "sort-text",
            Sort::Pack => "sort-pack",
            Sort::Local => "sort-local",
        }
    }

    /// The first word of the keys of texts about such things.
    pub fn of_key(prefix: &str) -> Option<Sort> {
        Some(match prefix {
            "terrain" => Sort::Terrain,
            "edge" => Sort::Edge,
            "tag" => Sort::Tag,
            "tile" => Sort::Tile,
            "figure" => Sort::Figure,
            "bag" => Sort::Bag,
            "zone" => Sort::Zone,
            "plane" => Sort::Plane,
            "counter" => Sort::Counter,
            "die" => Sort::Die,
            "token" => Sort::Token,
            "book" => Sort::NamedBook,
            "result" => Sort::Result,
            "option" => Sort::Option,
            _ => return None,
        })
    }

    /// Whether such names are written in quotation marks in data.
    pub fn is_quoted(self) -> bool {
        matches!(self, Sort::Tile | Sort::Option | Sort::Text | Sort::Module | Sort::Pack)
    }
}

impl From<tilewright_pack::schema::Sort> for Sort {
    fn from(sort: tilewright_pack::schema::Sort) -> Sort {
        use tilewright_pack::schema::Sort as Declared;
        match sort {
            Declared::Terrain => Sort::Terrain,
            Declared::Edge => Sort::Edge,
            Declared::Tag => Sort::Tag,
            Declared::Figure => Sort::Figure,
            Declared::Bag => Sort::Bag,
            Declared::Zone => Sort::Zone,
            Declared::Plane => Sort::Plane,
            Declared::Counter => Sort::Counter,
            Declared::Die => Sort::Die,
            Declared::Token => Sort::Token,
            Declared::Book => Sort::NamedBook,
            Declared::Result => Sort::Result,
            Declared::Tile => Sort::Tile,
            Declared::Option => Sort::Option,
            // Steps are called by their words, and as rules ask for them.
            Declared::Step => Sort::Local,
        }
    }
}

impl From<IdSort> for Sort {
    fn from(sort: IdSort) -> Sort {
        match sort {
            IdSort::Terrain => Sort::Terrain,
            IdSort::Tag => Sort::Tag,
            IdSort::Kind => Sort::Tile,
            IdSort::Figure => Sort::Figure,
            IdSort::Bag => Sort::Bag,
            IdSort::Zone => Sort::Zone,
            IdSort::Plane => Sort::Plane,
            IdSort::Counter => Sort::Counter,
            IdSort::Die => Sort::Die,
            IdSort::Token => Sort::Token,
            IdSort::Book => Sort::Book,
            IdSort::Result => Sort::Result,
        }
    }
}
