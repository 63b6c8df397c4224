//! Declares the fields of looks, which define how pieces and tiles are drawn.

use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_core::catalog::look::{BORDERS, OWN, PATTERNS, PICTURES};

use super::{Alternative, Field, Kind, Struct, field, way};

/// Name of a built-in picture, or a list of layers.
const PICTURE: Kind = Kind::Either(PICTURE_WAYS);
const PICTURE_WAYS: &[Alternative] =
    &[way("picture", Kind::OneOf(PICTURES)), way("layers", Kind::List(&Kind::Fields(&LAYER)))];

/// Returns the field `look` with this description.
pub(super) const fn look(doc: &'static str) -> Field {
    field("look", Kind::Either(LOOK_WAYS), doc)
}
const LOOK_WAYS: &[Alternative] = &[
    way("look", Kind::Fields(&LOOK)),
    way("short", Kind::Raw("short form: a picture, `\"#rrggbb\"` for a disc of that colour, or one letter")),
];

/// Grammar of a look, such as colours and a picture.
pub const LOOK: Struct = Struct {
    what: "a look",
    key: "look",
    doc: "The appearance of a thing in pictures.",
    fields: &[
        field("fill", Kind::Colour, "The fill colour."),
        field("ink", Kind::Colour, "The colour of lines."),
        field("pattern", Kind::OneOf(PATTERNS), "The pattern: plain, hatch, waves, cobbles, dots, chevrons or dashes."),
        field("border", Kind::OneOf(BORDERS), "The border: none, line, wall, bank, ridge or hedge."),
        field("width", Kind::Int(1, 60), "The width of a path, in hundredths of a cell."),
        field(
            "scatter",
            Kind::Map(&Kind::Text, &Kind::Int(0, 60)),
            "Pictures that are scattered over the area, with the number of each.",
        ),
        field("picture", PICTURE, "The picture: a name, or a list of layers."),
        field("crossing", PICTURE, "The picture where paths meet or end."),
        field("size", Kind::Int(2, 120), "The width of the picture, in hundredths of a cell."),
        field("middle", Kind::Flag, "Puts the picture in the middle of the tile."),
        field("letter", Kind::Text, "The letter on text boards."),
        field(
            "number",
            Kind::Name(DeclaredKind::Counter),
            "The counter whose number is shown on the piece: for a figure, a counter with figures as keys or a \
             counter of seats; for a token, a counter of the game.",
        ),
    ],
    further: None,
};

/// Grammar of a layer of a drawn picture.
pub const LAYER: Struct = Struct {
    what: "a layer of a picture",
    key: "layer",
    doc: "A shape of a picture. Layers are drawn from the back to the front.",
    fields: &[
        field(
            "path",
            Kind::Written("M0 -45L30 0L0 45L-30 0Z"),
            "The outline, with coordinates from -50 to 50; y points downward.",
        )
        .require(),
        field("fill", Kind::Colour, "The fill colour, or `own` for the colour of the thing itself."),
        field("line", Kind::Colour, "The line colour, or `own` for the colour of the thing itself."),
        field("width", Kind::Int(1, 50), "The width of the line, in hundredths of the picture.").or("6"),
    ],
    further: None,
};
const _: () = assert!(OWN.len() == 3, "the docs of layers name the word for the thing's own colour");
