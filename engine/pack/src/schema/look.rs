//! Declares the fields of looks, which define how pieces and tiles are drawn.

use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_core::catalog::look::{BORDERS, OWN, PATTERNS, PICTURES};

use super::{Field, Kind, Struct, Way, field, way};

/// Name of a built-in picture, or a list of layers.
const PICTURE: Kind = Kind::Either(PICTURE_WAYS);
const PICTURE_WAYS: &[Way] = &[way("picture", Kind::OneOf(PICTURES)), way("layers", Kind::List(&Kind::Fields(&LAYER)))];

/// Returns the field `look` with this description.
pub(super) const fn look(doc: &'static str) -> Field {
    field("look", Kind::Either(LOOK_WAYS), doc)
}
const LOOK_WAYS: &[Way] = &[
    way("look", Kind::Fields(&LOOK)),
    way("short", Kind::Raw("in short a picture, `\"#rrggbb\"` for a disc of that colour, or one letter")),
];

/// Grammar of a look, such as colours and a picture.
pub const LOOK: Struct = Struct {
    what: "a look",
    key: "look",
    doc: "How something is drawn.",
    fields: &[
        field("fill", Kind::Colour, "Its colour."),
        field("ink", Kind::Colour, "The colour of its lines."),
        field("pattern", Kind::OneOf(PATTERNS), "Its pattern: plain, hatch, waves, cobbles, dots, chevrons or dashes."),
        field("border", Kind::OneOf(BORDERS), "Where it ends: none, line, wall, bank, ridge or hedge."),
        field("width", Kind::Int(1, 60), "How wide a path is, in hundredths of a cell."),
        field("scatter", Kind::Map(&Kind::Text, &Kind::Int(0, 60)), "Pictures that lie about, with how many of each."),
        field("picture", PICTURE, "Its picture: a name, or a drawing of your own."),
        field("crossing", PICTURE, "The picture where paths meet or end."),
        field("size", Kind::Int(2, 120), "How wide the picture is, in hundredths of a cell."),
        field("middle", Kind::Flag, "Whether the picture takes the middle of the tile."),
        field("letter", Kind::Text, "One letter, for boards made of text."),
        field(
            "number",
            Kind::Name(DeclaredKind::Counter),
            "The counter whose number is written on it: on a figure one with figures as its keys, or the seat's; on a token one \
             of the game.",
        ),
    ],
    further: None,
};

/// Grammar of a layer of a drawn picture.
pub const LAYER: Struct = Struct {
    what: "a layer of a picture",
    key: "layer",
    doc: "A shape of a picture that is drawn from the back to the front.",
    fields: &[
        field("path", Kind::Written("M0 -45L30 0L0 45L-30 0Z"), "The shape, from -50 to 50, y downward.").needed(),
        field("fill", Kind::Colour, "The colour within it, or `own` for that of the thing itself."),
        field("line", Kind::Colour, "The colour of its line, or `own`."),
        field("width", Kind::Int(1, 50), "How wide the line is, in hundredths of the picture.").or("6"),
    ],
    further: None,
};
const _: () = assert!(OWN.len() == 3, "the docs of layers name the word for the thing's own colour");
