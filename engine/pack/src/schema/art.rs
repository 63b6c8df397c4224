//! Declares the fields of own art: pictures in files, and the looks that show them.

use tilewright_core::catalog::art::CELL_MM;
use tilewright_core::catalog::declared::DeclaredKind;

use super::{Alternative, Field, ID, Kind, Struct, field, way};
use crate::limits;

/// Name of a picture in `art.ron`.
const PICTURE: Kind = Kind::Raw("a picture: its id, or a file such as \"bay.png\"");
const PICTURE_WAY: Alternative = way("picture", PICTURE);

const BY: Field = field("by", Kind::Text, "The author.").key("art-by");
const LICENCE: Field =
    field("licence", Kind::Text, "The licence, which defines how others may use the picture.").key("art-licence");
const FROM: Field = field("from", Kind::Text, "The origin of the picture, such as an address.").key("art-from");
const SIZE: Field = field("size", Kind::Int(2, 250), "The width, in hundredths of a cell.").key("art-size");

/// Grammar of the file `art/art.ron`.
pub const ART: Struct = Struct {
    what: "own art",
    key: "art",
    doc: "Own art of a pack: pictures in the folder `art`, and the looks that show them. Rules do not depend on it.",
    fields: &[
        LICENCE,
        BY,
        field("cell_mm", Kind::Int(5, 200), "The width of a cell in print, in millimetres.").or(CELL_MM_TEXT),
        field("sheets", Kind::List(&Kind::Fields(&SHEET)), "Files with several pictures in a grid."),
        field(
            "pictures",
            Kind::List(&Kind::Fields(&PICTURE_ENTRY)),
            "Pictures with ids. A picture that needs no further fields can be named by its file instead.",
        ),
        field("looks", Kind::List(&Kind::Fields(&LOOK_ENTRY)), "Looks that each viewer can choose from."),
    ],
    further: None,
};

/// Default of `cell_mm`.
const CELL_MM_TEXT: &str = "45";
const _: () = assert!(CELL_MM == 45, "the default of `cell_mm` equals the default of the core");

/// Grammar of a sheet.
pub const SHEET: Struct = Struct {
    what: "a sheet",
    key: "art-sheet",
    doc: "A file with several pictures of equal sizes in a grid.",
    fields: &[
        ID,
        field("file", Kind::Text, "The file in the folder `art`.").require().key("art-file"),
        field("grid", Kind::Pair, "The numbers of columns and rows, `(columns, rows)`.").require(),
        field("margin", Kind::Int(0, 4096), "The free margin around the grid, in pixels.").or("0"),
        field("gap", Kind::Int(0, 4096), "The free space between two cells, in pixels.").or("0"),
        LICENCE,
        BY,
        FROM,
    ],
    further: None,
};

/// Grammar of a picture.
pub const PICTURE_ENTRY: Struct = Struct {
    what: "a picture",
    key: "art-picture",
    doc: "A picture in a file, or in a cell of a sheet.",
    fields: &[
        ID,
        field("file", Kind::Text, "The file in the folder `art`.").key("art-file"),
        field("sheet", Kind::Raw("the id of a sheet"), "The sheet that contains the picture, in place of a file."),
        field("cell", Kind::Pair, "The column and row on the sheet, from 0: `(column, row)`."),
        field(
            "bleed",
            Kind::Int(0, limits::BLEED as i64),
            "The part on each side that is cut off in print, in hundredths of a cell.",
        )
        .or("0"),
        field(
            "turn",
            Kind::Int(0, 5),
            "The number of clockwise steps to turn the picture of a tile or cell before it is drawn.",
        )
        .or("0"),
        LICENCE,
        BY,
        FROM,
    ],
    further: None,
};

/// Grammar of a look.
pub const LOOK_ENTRY: Struct = Struct {
    what: "a look of own art",
    key: "art-look",
    doc: "Pictures of one style. Everything without a picture is drawn from the data of the pack.",
    fields: &[
        ID,
        field("tiles", named(&TILE_NAME, &TILE), "Pictures of tiles."),
        field("terrains", named(&TERRAIN_NAME, &TERRAIN), "Textures of terrains, which continue across tiles."),
        field("tags", named(&TAG_NAME, &MARK), "Pictures of tags."),
        field("tokens", named(&TOKEN_NAME, &MARK), "Pictures of tokens."),
        field("figures", named(&FIGURE_NAME, &FIGURE), "Pictures of figures."),
        field("bags", named(&BAG_NAME, &PICTURE), "Backs of the tiles of each bag."),
        field("board", BOARD, "The background of the board."),
        field(
            "planes",
            named(&PLANE_NAME, &BOARD),
            "Backgrounds of planes, which replace the background of the board.",
        ),
        field("rim", Kind::Map(&Kind::Text, &PICTURE), "Pictures of rim cells, by their names."),
        field("zones", named(&ZONE_NAME, &PICTURE), "Backgrounds of zones."),
        field(
            "seams",
            named(&EDGE_NAME, &Kind::Int(0, 100)),
            "The differences up to which sides of edges may differ where they meet, in place of 12.",
        ),
        field("empty", PICTURE, "The picture of every empty cell."),
        field("box", PICTURE, "The picture of the box."),
    ],
    further: None,
};

const TILE_NAME: Kind = Kind::Name(DeclaredKind::Tile);
const EDGE_NAME: Kind = Kind::Name(DeclaredKind::Edge);
const TERRAIN_NAME: Kind = Kind::Name(DeclaredKind::Terrain);
const TAG_NAME: Kind = Kind::Name(DeclaredKind::Tag);
const TOKEN_NAME: Kind = Kind::Name(DeclaredKind::Token);
const FIGURE_NAME: Kind = Kind::Name(DeclaredKind::Figure);
const BAG_NAME: Kind = Kind::Name(DeclaredKind::Bag);
const PLANE_NAME: Kind = Kind::Name(DeclaredKind::Plane);
const ZONE_NAME: Kind = Kind::Name(DeclaredKind::Zone);

const fn named(name: &'static Kind, value: &'static Kind) -> Kind {
    Kind::Map(name, value)
}

const TILE: Kind = Kind::Either(&[PICTURE_WAY, way("tile_art", Kind::Fields(&TILE_ART))]);
const TERRAIN: Kind = Kind::Either(&[PICTURE_WAY, way("texture", Kind::Fields(&TEXTURE))]);
const MARK: Kind = Kind::Either(&[PICTURE_WAY, way("mark_art", Kind::Fields(&MARK_ART))]);
const FIGURE: Kind = Kind::Either(&[PICTURE_WAY, way("figure_art", Kind::Fields(&FIGURE_ART))]);
const LYING: Kind = Kind::Either(&[PICTURE_WAY, way("lying_art", Kind::Fields(&LYING_ART))]);
const BOARD: Kind = Kind::Either(&[PICTURE_WAY, way("board_art", Kind::Fields(&BOARD_ART))]);

/// Words for the order of a picture and the drawing from data.
pub(crate) const LAYERINGS: [&str; 3] = ["instead", "under", "over"];

/// Words for the manner of covering a board.
pub(crate) const FITS: [&str; 2] = ["stretch", "repeat"];

/// Grammar of the pictures of a tile.
pub const TILE_ART: Struct = Struct {
    what: "the art of a tile",
    key: "art-tile",
    doc: "Pictures of a tile, with their order and place.",
    fields: &[
        field("picture", PICTURE, "The picture of the whole tile, as it looks unturned."),
        field(
            "cells",
            Kind::Map(&Kind::Pair, &PICTURE),
            "A picture for each cell of a tile with several cells, by the place of the cell, in place of `picture`.",
        ),
        field(
            "draw",
            Kind::OneOf(&LAYERINGS),
            "The order: `instead` of the drawing from data, `under` its paths and sites, or `over` it as an ornament.",
        )
        .or("instead"),
        field(
            "turns",
            Kind::Map(&Kind::Int(0, 5), &PICTURE),
            "Pictures for single turns, which show the tile as it looks then.",
        ),
        field("upright", Kind::Flag, "Keeps the picture upright when the tile turns; for `draw: over`."),
        field(
            "at",
            Kind::Pair,
            "The middle of an upright picture, in hundredths of a cell from the middle of the tile's first cell: `(right, down)`.",
        ),
        SIZE,
        field("mirror", PICTURE, "The picture of the mirrored tile. Without it, the picture is flipped."),
    ],
    further: None,
};

/// Grammar of the texture of a terrain.
pub const TEXTURE: Struct = Struct {
    what: "a texture",
    key: "art-texture",
    doc: "A picture that fills a terrain and repeats.",
    fields: &[
        field("picture", PICTURE, "The picture.").require().key("art-shown"),
        field("cells", Kind::Int(1, 50), "The number of cells that the picture spans before it repeats.").or("1"),
    ],
    further: None,
};

/// Grammar of the picture of a tag or a token.
pub const MARK_ART: Struct = Struct {
    what: "the art of a tag or token",
    key: "art-mark",
    doc: "A picture of a tag or a token, with its size.",
    fields: &[field("picture", PICTURE, "The picture.").require().key("art-shown"), SIZE],
    further: None,
};

const OWN: Field = field(
    "own",
    PICTURE,
    "A grey mask: where it is white, the picture takes the colour of the player. It may be the picture itself.",
)
.key("art-own");
const SEATS: Field =
    field("seats", Kind::Map(&Kind::Int(0, 11), &PICTURE), "Pictures of single players, counted from 0.")
        .key("art-seats");

/// Grammar of the pictures of a figure.
pub const FIGURE_ART: Struct = Struct {
    what: "the art of a figure",
    key: "art-figure",
    doc: "Pictures of a figure, in the colours of the players.",
    fields: &[
        field("picture", PICTURE, "The picture of the standing figure.").require(),
        OWN,
        SEATS,
        field("lying", LYING, "The picture of the lying figure. Without it, the standing figure is turned."),
        SIZE,
    ],
    further: None,
};

/// Grammar of the picture of a lying figure.
pub const LYING_ART: Struct = Struct {
    what: "the art of a lying figure",
    key: "art-lying",
    doc: "A picture of a lying figure.",
    fields: &[field("picture", PICTURE, "The picture.").require().key("art-shown"), OWN, SEATS],
    further: None,
};

/// Grammar of the background of a board.
pub const BOARD_ART: Struct = Struct {
    what: "the art of a board",
    key: "art-board",
    doc: "A background of a board or a plane.",
    fields: &[
        field("picture", PICTURE, "The picture.").require().key("art-shown"),
        field("fit", Kind::OneOf(&FITS), "Stretches the picture over the board, or repeats it.").or("stretch"),
        field("cells", Kind::Int(1, 50), "The number of cells that the picture spans before it repeats.").or("4"),
    ],
    further: None,
};
