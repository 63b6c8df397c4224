//! The declarations: one for each section and field.

use std::sync::LazyLock;

use tilewright_pack::edit::order;

use super::flow::flow;
use super::make::{field, form, item, list, look, map, or, single, tags, with_conditions, words};
use super::tiles::tile_fields;
use super::{Field, Kind, Section, Sort};

/// What a section is for.
pub(super) fn help_of(section: &str) -> &'static str {
    match section {
        "options" => "help-section-options",
        "terrains" => "help-section-terrains",
        "edges" => "help-section-edges",
        "tags" => "help-section-tags",
        "figures" => "help-section-figures",
        "bags" => "help-section-bags",
        "zones" => "help-section-zones",
        "counters" => "help-section-counters",
        "dice" => "help-section-dice",
        "tokens" => "help-section-tokens",
        "sources" => "help-section-sources",
        "tiles" => "help-section-tiles",
        "chips" => "help-section-chips",
        "rules" => "help-section-rules",
        "board" => "help-section-board",
        "flow" => "help-section-flow",
        "steps" => "help-section-steps",
        _ => "help-pack-id",
    }
}

fn section(
    name: &'static str,
    title: &'static str,
    sort: Sort,
    text: (&'static str, bool),
    fields: Vec<Field>,
) -> Section {
    Section {
        name,
        title,
        help: help_of(name),
        sort: Some(sort),
        text: Some(text.0).filter(|t| !t.is_empty()),
        text_needed: text.1,
        single: false,
        shown: true,
        fields: item(fields),
        new: "",
    }
}

fn head() -> Section {
    let fields = vec![
        field("id", Kind::Id, "help-pack-id"),
        field("version", Kind::Text, "help-pack-version"),
        field("format", Kind::Int, "help-pack-format"),
        field("title", Kind::Text, "help-pack-title"),
        field("authors", list(Kind::Text), "help-pack-authors"),
        field("licence", Kind::Text, "help-pack-licence"),
        field("needs", list(Kind::Pack), "help-pack-needs"),
        field("conflicts", list(Kind::Pack), "help-pack-conflicts"),
        field("after", list(Kind::Pack), "help-pack-after"),
        field("before", list(Kind::Pack), "help-pack-before"),
        field("requires", clause(), "help-pack-requires"),
        field("excludes", clause(), "help-pack-excludes"),
        field("renamed", list(Kind::Raw), "help-pack-renamed"),
        field("gone", list(Kind::Raw), "help-pack-gone"),
        field("was", list(Kind::Text), "help-pack-was"),
        field("seats", Kind::Pair, "help-pack-seats"),
        field("lattice", words(&["square", "hex"]), "help-pack-lattice"),
    ];
    single("pack", "section-pack", true, fields)
}

/// Values of options, by their names.
fn clause() -> Kind {
    map(Kind::Name(Sort::Option), Kind::Raw)
}

fn options() -> Section {
    let kind = Kind::Forms(vec![
        form("bool", &[]),
        form("int", &[("form-least", Kind::Int), ("form-most", Kind::Int)]),
        form("choice", &[("form-choices", list(Kind::Raw))]),
    ]);
    let mut section = section("options", "section-options", Sort::Option, ("option", true), vec![]);
    section.fields = vec![
        field("id", Kind::Id, "help-id"),
        field("type", kind, "help-option-type"),
        field("default", Kind::Raw, "help-option-default"),
        field("open", Kind::Flag, "help-option-open"),
        field("add", list(Kind::Raw), "help-option-add"),
        field("requires", clause(), "help-option-requires"),
        field("excludes", clause(), "help-option-excludes"),
    ];
    Section { new: "default: false", ..section }
}

fn terrains() -> Section {
    let completions = words(&["never", "closed", "surrounded", "neighbours"]);
    let fields = vec![
        field("ground", Kind::Flag, "help-terrain-ground"),
        or("never", field("complete", completions, "help-terrain-complete")),
        field("look", look(), "help-terrain-look"),
    ];
    Section {
        new: "complete: closed",
        ..section("terrains", "section-terrains", Sort::Terrain, ("terrain", true), fields)
    }
}

fn edges() -> Section {
    let fields = vec![
        field("ports", list(Kind::Name(Sort::Terrain)), "help-edge-ports"),
        field("meets", list(Kind::Name(Sort::Edge)), "help-edge-meets"),
        field("wildcard", Kind::Flag, "help-edge-wildcard"),
    ];
    Section { new: "ports: []", ..section("edges", "section-edges", Sort::Edge, ("edge", false), fields) }
}

fn figures() -> Section {
    let supply = Kind::Either(vec![("form-either-same", Kind::Int), ("form-either-seats", map(Kind::Int, Kind::Int))]);
    let fields = vec![
        field("like", Kind::Name(Sort::Figure), "help-figure-like"),
        field("supply", supply, "help-figure-supply"),
        or("1", field("weight", Kind::Int, "help-figure-weight")),
        field("on", list(Kind::Name(Sort::Terrain)), "help-figure-on"),
        or("unclaimed", field("claim", words(&["unclaimed", "own", "any"]), "help-figure-claim")),
        field("unfinished", Kind::Flag, "help-figure-unfinished"),
        field("look", look(), "help-figure-look"),
    ];
    Section { new: "supply: 7", ..section("figures", "section-figures", Sort::Figure, ("figure", true), fields) }
}

fn bags() -> Section {
    let fields = vec![
        field("stacked", Kind::Flag, "help-bag-stacked"),
        field("key", Kind::Text, "help-bag-key"),
        field("pool", Kind::Text, "help-bag-pool"),
        field("back", Kind::Name(Sort::Tag), "help-bag-back"),
        field("open", Kind::Flag, "help-bag-open"),
        field("contents", map(Kind::Name(Sort::Tile), Kind::Int), "help-bag-contents"),
    ];
    section("bags", "section-bags", Sort::Bag, ("bag", true), fields)
}

fn counters() -> Section {
    let scope = Kind::Forms(vec![
        form("game", &[]),
        form("seat", &[]),
        form("keyed", &[]),
        form("seat_keyed", &[]),
        form("feature", &[("form-merge", words(&["sum", "max", "min"]))]),
    ]);
    let fields = vec![
        field("scope", scope, "help-counter-scope"),
        or("0", field("start", Kind::Int, "help-counter-start")),
        field("min", Kind::Int, "help-counter-min"),
        field("max", Kind::Int, "help-counter-max"),
        field("track", Kind::Int, "help-counter-track"),
        field("secret", Kind::Flag, "help-counter-secret"),
        or("true", field("shown", Kind::Flag, "help-counter-shown")),
    ];
    section("counters", "section-counters", Sort::Counter, ("counter", true), fields)
}

fn zones() -> Section {
    let fields = vec![
        or("0", field("slots", Kind::Int, "help-zone-slots")),
        field("single", Kind::Flag, "help-zone-single"),
        field("tags", map(Kind::Int, tags()), "help-zone-tags"),
    ];
    section("zones", "section-zones", Sort::Zone, ("zone", true), fields)
}

fn dice() -> Section {
    let faces = Kind::Either(vec![("form-either-faces", list(Kind::Raw)), ("form-either-by-seat", words(&["seats"]))]);
    let fields = vec![field("faces", faces, "help-die-faces")];
    Section { new: "faces: [1, 2, 3, 4, 5, 6]", ..section("dice", "section-dice", Sort::Die, ("die", true), fields) }
}

fn board() -> Section {
    let extent = Kind::Forms(vec![
        form("unbounded", &[]),
        form("bounded", &[("form-from", Kind::Pair), ("form-to", Kind::Pair)]),
        form("fixed", &[("form-width", Kind::Int), ("form-height", Kind::Int)]),
        form("sliding", &[("form-width", Kind::Int), ("form-height", Kind::Int)]),
        form(
            "extendable",
            &[
                ("form-width", Kind::Int),
                ("form-height", Kind::Int),
                ("form-more-x", Kind::Int),
                ("form-more-y", Kind::Int),
            ],
        ),
    ]);
    let rim = vec![
        field("at", Kind::Pair, "help-rim-at"),
        field("side", words(&["N", "NE", "E", "SE", "S", "SW", "W", "NW"]), "help-rim-side"),
        field("edge", Kind::Name(Sort::Edge), "help-rim-edge"),
        field("name", Kind::Text, "help-rim-name"),
        field("tags", tags(), "help-rim-tags"),
    ];
    let preset = vec![
        field("tile", Kind::Name(Sort::Tile), "help-preset-tile"),
        field("at", Kind::Pair, "help-preset-at"),
        or("0", field("turn", Kind::Int, "help-preset-turn")),
        field("from", Kind::Name(Sort::Bag), "help-preset-from"),
    ];
    let fields = vec![
        field("override", Kind::Flag, "help-override"),
        field("extent", extent, "help-board-extent"),
        field("rim_closes", Kind::Flag, "help-board-rim-closes"),
        field("rim", list(Kind::Fields(with_conditions(rim))), "help-board-rim"),
        field("replace_presets", Kind::Flag, "help-board-replace-presets"),
        field("presets", list(Kind::Fields(with_conditions(preset))), "help-board-presets"),
        field("joins", list(Kind::Raw), "help-board-joins"),
    ];
    single("board", "section-board", true, fields)
}

fn rules() -> Section {
    let fields =
        vec![field("use", Kind::Name(Sort::Module), "help-rule-use"), field("off", Kind::Flag, "help-rule-off")];
    section("rules", "section-rules", Sort::Rule, ("", false), fields)
}

/// The fields of `Pack(...)`: the head, and behind it the sections, in the order in which they are written.
pub static PACK: LazyLock<Vec<Field>> = LazyLock::new(|| {
    let mut all = head().fields;
    for name in order::PACK.iter().skip(all.len()) {
        let item = Kind::Item(name);
        let single = order::SINGLES.iter().any(|(single, _)| single == name);
        all.push(field(name, if single { item } else { list(item) }, help_of(name)));
    }
    all
});

/// All sections, in the order in which they are shown.
pub static SECTIONS: LazyLock<Vec<Section>> = LazyLock::new(|| {
    let plain = |name, title, sort, text| section(name, title, sort, text, vec![]);
    let mut tags = plain("tags", "section-tags", Sort::Tag, ("tag", false));
    tags.fields.insert(2, field("look", look(), "help-tag-look"));
    let mut tokens = plain("tokens", "section-tokens", Sort::Token, ("token", true));
    tokens.fields.insert(2, field("look", look(), "help-tag-look"));
    let tiles = |name, chip| Section {
        shown: chip,
        ..section(name, "section-chips", Sort::Tile, ("tile", false), tile_fields(chip))
    };
    let mut all = vec![
        head(),
        options(),
        terrains(),
        edges(),
        tags,
        figures(),
        bags(),
        zones(),
        counters(),
        dice(),
        tokens,
        plain("sources", "section-sources", Sort::Source, ("source", true)),
        tiles("chips", true),
        rules(),
        board(),
        tiles("tiles", false),
    ];
    all.extend(flow());
    all
});
