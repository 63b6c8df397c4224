//! Names the columns of tables of tiles, as this program and other programs call them.

use tilewright_core::catalog::lattice::Lattice;

/// Content of a column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum TileColumn {
    Id,
    /// True for a tile without cells.
    Chip,
    Count,
    Bag,
    /// Side of a tile of one cell, by its name in packs.
    Side(&'static str),
    Parts,
    Tags,
    Turns,
    Mirrored,
    Back,
    Image,
    /// Margin of the picture that is cut off in print, in hundredths of a cell.
    Bleed,
    /// All other fields, in the notation of packs.
    More,
}

/// Sides of a square tile, clockwise from the north.
pub(crate) const SQUARE: [&str; 4] = ["n", "e", "s", "w"];
/// Sides of a hex or triangle tile, clockwise from the north.
pub(crate) const HEX: [&str; 6] = ["n", "ne", "se", "s", "sw", "nw"];

impl TileColumn {
    /// Returns the name in the program's own tables.
    pub(crate) fn name(self) -> &'static str {
        match self {
            TileColumn::Id => "id",
            TileColumn::Chip => "chip",
            TileColumn::Count => "count",
            TileColumn::Bag => "bag",
            TileColumn::Side(side) => side,
            TileColumn::Parts => "parts",
            TileColumn::Tags => "tags",
            TileColumn::Turns => "turns",
            TileColumn::Mirrored => "mirrored",
            TileColumn::Back => "back",
            TileColumn::Image => "image",
            TileColumn::Bleed => "bleed",
            TileColumn::More => "more",
        }
    }

    /// Returns the column with a name of the program's own tables; `None` if there is none.
    pub(crate) fn own(name: &str) -> Option<TileColumn> {
        let side = SIDES.iter().find(|(side, _)| *side == name).map(|(side, _)| TileColumn::Side(side));
        side.or_else(|| OTHERS.iter().map(|(column, _)| *column).find(|column| column.name() == name))
    }

    /// Returns the column that a name in a table of another program usually has; `None` if it is unknown.
    pub(crate) fn usual(name: &str) -> Option<TileColumn> {
        let name: String = name.to_lowercase().chars().filter(|c| c.is_alphanumeric() || *c == '#').collect();
        let side = SIDES.iter().find(|(_, names)| names.contains(&&*name)).map(|(side, _)| TileColumn::Side(side));
        side.or_else(|| OTHERS.iter().find(|(_, names)| names.contains(&&*name)).map(|(column, _)| *column))
    }

    /// Returns the columns of the program's own tables in order. `chips` adds the column for tiles without cells,
    /// and `bleed` that for the margins of pictures.
    pub(crate) fn all(lattice: Lattice, chips: bool, bleed: bool) -> Vec<TileColumn> {
        let sides: &[&'static str] = if lattice == Lattice::Square { &SQUARE } else { &HEX };
        let mut columns = vec![TileColumn::Id];
        columns.extend(chips.then_some(TileColumn::Chip));
        columns.extend([TileColumn::Count, TileColumn::Bag]);
        columns.extend(sides.iter().map(|side| TileColumn::Side(side)));
        columns.extend([TileColumn::Parts, TileColumn::Tags, TileColumn::Turns, TileColumn::Mirrored]);
        columns.extend([TileColumn::Back, TileColumn::Image]);
        columns.extend(bleed.then_some(TileColumn::Bleed));
        columns.push(TileColumn::More);
        columns
    }
}

/// Sides with the names of their columns in other programs, in lower case without blanks and signs.
const SIDES: [(&str, &[&str]); 8] = [
    ("n", &["n", "north", "top", "up"]),
    ("ne", &["ne", "northeast", "topright", "upright"]),
    ("e", &["e", "east", "right"]),
    ("se", &["se", "southeast", "bottomright", "downright"]),
    ("s", &["s", "south", "bottom", "down"]),
    ("sw", &["sw", "southwest", "bottomleft", "downleft"]),
    ("w", &["w", "west", "left"]),
    ("nw", &["nw", "northwest", "topleft", "upleft"]),
];

/// Other columns with their names in other programs, in lower case without blanks and signs.
const OTHERS: [(TileColumn, &[&str]); 12] = [
    (TileColumn::Id, &["id", "name", "tile", "tileid", "tilename", "title", "cardname", "card"]),
    (TileColumn::Chip, &["chip"]),
    (TileColumn::Count, &["count", "#count", "qty", "copies", "quantity"]),
    (TileColumn::Bag, &["bag", "stack", "pile", "deck"]),
    (TileColumn::Parts, &["parts"]),
    (TileColumn::Tags, &["tags", "tag"]),
    (TileColumn::Turns, &["turns"]),
    (TileColumn::Mirrored, &["mirrored"]),
    (TileColumn::Back, &["back"]),
    (TileColumn::Image, &["image", "picture", "file", "filename", "art", "artwork"]),
    (TileColumn::Bleed, &["bleed"]),
    (TileColumn::More, &["more"]),
];
