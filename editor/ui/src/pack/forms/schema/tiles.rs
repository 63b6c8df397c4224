//! Tiles, their cells and their parts.

use std::sync::LazyLock;

use super::make::{field, list, map, or, tags, with_conditions, words};
use super::{Field, Kind, Sort};

pub(super) fn tile_fields(chip: bool) -> Vec<Field> {
    let mut fields = vec![
        field("count", Kind::Int, "help-tile-count"),
        field("bag", Kind::NameOr(Sort::Bag, "none"), "help-tile-bag"),
        field("bags", map(Kind::Name(Sort::Bag), Kind::Int), "help-tile-bags"),
        field("tags", tags(), "help-tile-tags"),
    ];
    if !chip {
        let [edges, parts, part_tags] = cell_fields();
        let at = field("at", Kind::Pair, "help-cell-at");
        let cell = Kind::Fields([at].into_iter().chain(cell_fields()).collect());
        fields.extend([
            edges,
            or("true", field("derive", words(&["true", "false"]), "help-tile-derive")),
            field("cells", list(cell), "help-tile-cells"),
            parts,
            part_tags,
            field("strokes", Kind::Raw, "help-tile-strokes"),
        ]);
    }
    fields
}

/// What a cell of a tile says, or a tile of one cell.
fn cell_fields() -> [Field; 3] {
    let side = |name| field(name, Kind::Name(Sort::Edge), "help-tile-side");
    let sides = ["n", "ne", "e", "se", "s", "sw", "w", "nw"].map(side);
    [
        field("edges", Kind::Fields(sides.into()), "help-tile-edges"),
        field("parts", list(Kind::Part), "help-tile-parts"),
        field("part_tags", map(Kind::PartName(&[]), tags()), "help-tile-part-tags"),
    ]
}

/// The fields of a part of a tile.
pub static PART_FIELDS: LazyLock<Vec<Field>> = LazyLock::new(|| {
    let sides = || words(&["N", "NE", "E", "SE", "S", "SW", "W", "NW"]);
    let at = Kind::Either(vec![("form-either-names", list(sides())), ("form-either-one", sides())]);
    let touched = Kind::PartName(&[]);
    let touches = Kind::Either(vec![("form-either-names", list(touched.clone())), ("form-either-one", touched)]);
    with_conditions(vec![
        field("at", at, "help-part-at"),
        field("into", Kind::PartName(&["crossing", "end"]), "help-part-into"),
        field("name", Kind::Text, "help-part-name"),
        field("tags", tags(), "help-part-tags"),
        field("touches", touches, "help-part-touches"),
    ])
});
