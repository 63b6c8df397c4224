//! The order in which the fields of things are written. New fields go where this order puts them among those that
//! are there; fields that are there stay where they are. The words that files begin with stand here too, so that readers,
//! patchers and whoever helps people to write them go by the same lists.

/// `Pack(...)`.
pub const PACK: &[&str] = &[
    "id",
    "version",
    "format",
    "title",
    "authors",
    "licence",
    "needs",
    "conflicts",
    "after",
    "before",
    "requires",
    "excludes",
    "renamed",
    "gone",
    "was",
    "seats",
    "lattice",
    "options",
    "terrains",
    "edges",
    "tags",
    "figures",
    "bags",
    "zones",
    "counters",
    "dice",
    "tokens",
    "sources",
    "tiles",
    "chips",
    "board",
    "flow",
    "steps",
    "rules",
];
/// The lists of a pack: field of `Pack(...)`, first word of a file of many, first word of a file of one.
pub const SECTIONS: &[(&str, &str, &str)] = &[
    ("options", "Options", "Option"),
    ("terrains", "Terrains", "Terrain"),
    ("edges", "Edges", "Edge"),
    ("tags", "Tags", "Tag"),
    ("figures", "Figures", "Figure"),
    ("bags", "Bags", "Bag"),
    ("zones", "Zones", "Zone"),
    ("counters", "Counters", "Counter"),
    ("dice", "Dice", "Die"),
    ("tokens", "Tokens", "Token"),
    ("sources", "Sources", "Source"),
    ("tiles", "Tiles", "Tile"),
    ("chips", "Chips", "Chip"),
    ("rules", "Rules", "Rule"),
    ("steps", "Steps", "Step"),
];

/// Parts of a pack that are one struct: field of `Pack(...)`, first word of a file.
pub const SINGLES: &[(&str, &str)] = &[("board", "Board"), ("flow", "Flow")];

/// An option.
pub const OPTION: &[&str] = &["id", "type", "default", "open", "add", "requires", "excludes"];
/// A terrain.
pub const TERRAIN: &[&str] = &["id", "override", "ground", "complete", "look", "when", "unless"];
/// A look.
pub const LOOK: &[&str] =
    &["fill", "ink", "pattern", "border", "width", "scatter", "picture", "crossing", "size", "middle", "letter"];
/// An edge type.
pub const EDGE: &[&str] = &["id", "override", "ports", "meets", "wildcard", "when", "unless"];
/// A tag.
pub const TAG: &[&str] = &["id", "override", "look", "when", "unless"];
/// A tile, a cell of a tile, or a chip.
pub const TILE: &[&str] = &[
    "id",
    "override",
    "at",
    "count",
    "bag",
    "bags",
    "tags",
    "edges",
    "derive",
    "cells",
    "parts",
    "part_tags",
    "strokes",
    "when",
    "unless",
];
/// The edges of a cell, on both lattices.
pub const SIDES: &[&str] = &["n", "ne", "e", "se", "s", "sw", "w", "nw"];
/// A part of a tile.
pub const PART: &[&str] = &["at", "into", "name", "tags", "touches", "when", "unless"];
/// A figure.
pub const FIGURE: &[&str] =
    &["id", "override", "like", "supply", "weight", "on", "claim", "unfinished", "look", "when", "unless"];
/// A bag.
pub const BAG: &[&str] = &["id", "override", "stacked", "key", "pool", "back", "open", "contents", "when", "unless"];
/// A zone.
pub const ZONE: &[&str] = &["id", "override", "slots", "single", "tags", "when", "unless"];
/// A counter.
pub const COUNTER: &[&str] =
    &["id", "override", "scope", "start", "min", "max", "track", "secret", "shown", "when", "unless"];
/// A die.
pub const DIE: &[&str] = &["id", "override", "faces", "when", "unless"];
/// A token or a score source.
pub const PLAIN: &[&str] = &["id", "override", "look", "when", "unless"];
/// A use of a rule; parameters have no order of their own and come before the conditions.
pub const RULE: &[&str] = &["id", "override", "use", "off", "on", "when", "unless"];
/// A change of steps.
pub const STEP: &[&str] =
    &["before", "after", "replace", "remove", "wrap", "append", "prepend", "step", "when", "unless"];
/// The board.
pub const BOARD: &[&str] = &["override", "extent", "rim_closes", "rim", "replace_presets", "presets", "joins"];
/// A preset.
pub const PRESET: &[&str] = &["tile", "at", "turn", "from", "when", "unless"];
/// A cell of the rim.
pub const RIM: &[&str] = &["at", "side", "edge", "name", "tags", "when", "unless"];
/// The flow.
pub const FLOW: &[&str] = &[
    "override",
    "setup",
    "turn",
    "closing",
    "finish",
    "parts",
    "tie_breaks",
    "ends_with",
    "score_track",
    "open_hands",
    "max_steps",
];

/// The order of the fields of an item of a section, by the name that the section has in `Pack(...)`.
pub fn of_section(section: &str) -> &'static [&'static str] {
    match section {
        "options" => OPTION,
        "terrains" => TERRAIN,
        "edges" => EDGE,
        "tags" => TAG,
        "figures" => FIGURE,
        "bags" => BAG,
        "zones" => ZONE,
        "counters" => COUNTER,
        "dice" => DIE,
        "tiles" | "chips" => TILE,
        "steps" => STEP,
        "rules" => RULE,
        "board" => BOARD,
        "flow" => FLOW,
        _ => PLAIN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_of_a_pack_has_its_place_in_it() {
        let parts = SECTIONS.iter().map(|(field, ..)| *field).chain(SINGLES.iter().map(|(field, _)| *field));
        let parts: std::collections::BTreeSet<_> = parts.collect();
        let written: std::collections::BTreeSet<_> = PACK.iter().skip_while(|f| **f != "options").copied().collect();
        assert_eq!(parts, written, "behind the head stand the lists and single parts, and nothing else");
    }
}
