//! The description of everything that packs declare, as one table: sections, their fields, what may stand in a field,
//! and the text that explains it. Forms are drawn from it, and names are found by it; nothing else knows the fields.

use std::borrow::Cow;
use std::sync::LazyLock;

use tilewright_pack::syntax::{Node, Shape};
use tilewright_script::{Header, ParamType};

pub use crate::sort::Sort;

/// What may stand in a field.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// The name that the thing itself has.
    Id,
    /// `true` or `false`; false is not written.
    Flag,
    /// A whole number.
    Int,
    /// A text or a name of one's own.
    Text,
    /// A colour as `#rrggbb`.
    Colour,
    /// One of some words.
    OneOf(Vec<Cow<'static, str>>),
    /// The name of something declared.
    Name(Sort),
    /// The name of something declared, or this word.
    NameOr(Sort, &'static str),
    /// `(x, y)`.
    Pair,
    /// `[a, b]`.
    List(Box<Kind>),
    /// `{a: b}`.
    Map(Box<Kind>, Box<Kind>),
    /// `(a: …, b: …)`.
    Fields(Vec<Field>),
    /// `(a: …)` with any names, all of one kind.
    Record(Box<Kind>),
    /// A word, or a word with values in parentheses.
    Forms(Vec<Form>),
    /// A word with fields in parentheses.
    Heads(Vec<(&'static str, Vec<Field>)>),
    /// One of several ways to write it; the first is for what is new.
    Either(Vec<(&'static str, Kind)>),
    /// A part of a tile: its terrain, and fields.
    Part,
    /// The name of a part: its terrain, its terrain and a port, or a name of its own.
    PartName,
    /// When something holds.
    Condition,
    /// Anything, shown as it is written.
    Raw,
}

/// A word with values in parentheses.
#[derive(Clone, PartialEq, Debug)]
pub struct Form {
    /// The word.
    pub name: &'static str,
    /// What stands in the parentheses, with what it is called.
    pub values: Vec<(&'static str, Kind)>,
}

/// The text that explains a field.
#[derive(Clone, PartialEq, Debug)]
pub enum Help {
    /// Key of a text of the interface.
    Key(&'static str),
    /// A text that the content brings along.
    Text(String),
}

/// A field.
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    /// Its name, as it stands in the files.
    pub name: Cow<'static, str>,
    /// What may stand in it.
    pub kind: Kind,
    /// What it is for.
    pub help: Help,
    /// What holds when it is not given, as it would be written.
    pub default: Option<String>,
}

/// A part of a pack.
#[derive(Clone, PartialEq, Debug)]
pub struct Section {
    /// Its field in `Pack(...)`; `pack` for the head.
    pub name: &'static str,
    /// The key of its title.
    pub title: &'static str,
    /// What its items are, where they have names.
    pub sort: Option<Sort>,
    /// The first word of the keys of its texts.
    pub text: Option<&'static str>,
    /// Whether every item needs a text.
    pub text_needed: bool,
    /// Whether it is one struct instead of a list.
    pub single: bool,
    /// Whether it is shown among the things; the others are for finding names only.
    pub shown: bool,
    /// What every item has.
    pub fields: Vec<Field>,
    /// What stands in a new item besides its id, as it is written.
    pub new: &'static str,
}

fn field(name: &'static str, kind: Kind, help: &'static str) -> Field {
    Field { name: name.into(), kind, help: Help::Key(help), default: None }
}

fn list(of: Kind) -> Kind {
    Kind::List(Box::new(of))
}

fn map(key: Kind, value: Kind) -> Kind {
    Kind::Map(Box::new(key), Box::new(value))
}

fn words(words: &'static [&'static str]) -> Kind {
    Kind::OneOf(words.iter().map(|w| Cow::Borrowed(*w)).collect())
}

fn form(name: &'static str, values: &[(&'static str, Kind)]) -> Form {
    Form { name, values: values.to_vec() }
}

/// Tags: a list of names, a number for each, or a single name.
fn tags() -> Kind {
    Kind::Either(vec![
        ("form-either-names", list(Kind::Name(Sort::Tag))),
        ("form-either-numbers", map(Kind::Name(Sort::Tag), Kind::Int)),
        ("form-either-one", Kind::Name(Sort::Tag)),
    ])
}

/// Conditions, which stand at the end of everything in a list.
fn with_conditions(mut fields: Vec<Field>) -> Vec<Field> {
    fields.push(field("when", Kind::Condition, "help-when"));
    fields.push(field("unless", Kind::Condition, "help-unless"));
    fields
}

/// The fields of something with an id.
fn item(fields: Vec<Field>) -> Vec<Field> {
    let mut all = vec![field("id", Kind::Id, "help-id"), field("override", Kind::Flag, "help-override")];
    all.extend(fields);
    with_conditions(all)
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
        sort: Some(sort),
        text: Some(text.0).filter(|t| !t.is_empty()),
        text_needed: text.1,
        single: false,
        shown: true,
        fields: item(fields),
        new: "",
    }
}

/// The steps of a flow.
pub fn step() -> Kind {
    fn fields(own: Vec<Field>) -> Vec<Field> {
        let mut all = vec![field("name", Kind::Text, "help-step-name")];
        all.extend(own);
        all.push(field("each_seat", Kind::Flag, "help-step-each-seat"));
        with_conditions(all)
    }
    let from = || field("from", Kind::Name(Sort::Bag), "help-step-from");
    Kind::Heads(vec![
        ("draw", fields(vec![from(), field("unplayable", words(&["set_aside", "return"]), "help-step-unplayable")])),
        ("refill", fields(vec![from(), field("size", Kind::Int, "help-step-size")])),
        ("choose", fields(vec![from()])),
        ("lay", fields(vec![from()])),
        ("place", fields(vec![])),
        ("deploy", fields(vec![field("figures", list(Kind::Name(Sort::Figure)), "help-step-figures")])),
        ("score", fields(vec![])),
        ("score_rest", fields(vec![])),
        ("script", fields(vec![])),
        ("repeat", fields(vec![field("steps", Kind::Raw, "help-step-steps")])),
    ])
}

fn head() -> Section {
    let fields = vec![
        field("id", Kind::Id, "help-pack-id"),
        field("version", Kind::Text, "help-pack-version"),
        field("format", Kind::Int, "help-pack-format"),
        field("title", Kind::Text, "help-pack-title"),
        field("authors", list(Kind::Text), "help-pack-authors"),
        field("licence", Kind::Text, "help-pack-licence"),
        field("needs", list(Kind::Text), "help-pack-needs"),
        field("conflicts", list(Kind::Text), "help-pack-conflicts"),
        field("after", list(Kind::Text), "help-pack-after"),
        field("before", list(Kind::Text), "help-pack-before"),
        field("seats", Kind::Pair, "help-pack-seats"),
        field("lattice", words(&["square", "hex"]), "help-pack-lattice"),
    ];
    Section {
        name: "pack",
        title: "section-pack",
        sort: None,
        text: None,
        text_needed: false,
        single: true,
        shown: true,
        fields,
        new: "",
    }
}

fn options() -> Section {
    let kind = Kind::Forms(vec![
        form("bool", &[]),
        form("int", &[("form-least", Kind::Int), ("form-most", Kind::Int)]),
        form("choice", &[("form-choices", list(Kind::Raw))]),
    ]);
    let clause = || map(Kind::Name(Sort::Option), Kind::Raw);
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

/// How something is drawn; a short form stays text.
fn look() -> Kind {
    let patterns = words(&["plain", "hatch", "waves", "cobbles", "dots", "chevrons", "dashes"]);
    let borders = words(&["none", "line", "wall", "bank", "ridge", "hedge"]);
    Kind::Fields(vec![
        field("fill", Kind::Colour, "help-look-fill"),
        field("ink", Kind::Colour, "help-look-ink"),
        field("pattern", patterns, "help-look-pattern"),
        field("border", borders, "help-look-border"),
        field("width", Kind::Int, "help-look-width"),
        field("scatter", map(Kind::Text, Kind::Int), "help-look-scatter"),
        field("picture", Kind::Raw, "help-look-picture"),
        field("crossing", Kind::Raw, "help-look-crossing"),
        field("size", Kind::Int, "help-look-size"),
        field("middle", Kind::Flag, "help-look-middle"),
        field("letter", Kind::Text, "help-look-letter"),
    ])
}

fn terrains() -> Section {
    let fields = vec![
        field("ground", Kind::Flag, "help-terrain-ground"),
        field("complete", words(&["never", "closed", "surrounded", "neighbours"]), "help-terrain-complete"),
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
        field("weight", Kind::Int, "help-figure-weight"),
        field("on", list(Kind::Name(Sort::Terrain)), "help-figure-on"),
        field("claim", words(&["unclaimed", "own", "any"]), "help-figure-claim"),
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
        field("start", Kind::Int, "help-counter-start"),
        field("min", Kind::Int, "help-counter-min"),
        field("max", Kind::Int, "help-counter-max"),
        field("track", Kind::Int, "help-counter-track"),
        field("secret", Kind::Flag, "help-counter-secret"),
    ];
    section("counters", "section-counters", Sort::Counter, ("counter", true), fields)
}

fn zones() -> Section {
    let fields = vec![
        field("slots", Kind::Int, "help-zone-slots"),
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

fn tile_fields(chip: bool) -> Vec<Field> {
    let mut fields = vec![
        field("count", Kind::Int, "help-tile-count"),
        field("bag", Kind::NameOr(Sort::Bag, "none"), "help-tile-bag"),
        field("bags", map(Kind::Name(Sort::Bag), Kind::Int), "help-tile-bags"),
        field("tags", tags(), "help-tile-tags"),
    ];
    if !chip {
        let cell = || {
            [
                ("edges", Kind::Record(Box::new(Kind::Name(Sort::Edge)))),
                ("parts", list(Kind::Part)),
                ("part_tags", map(Kind::PartName, tags())),
            ]
        };
        let plain = |(name, kind)| field(name, kind, "help-tile-shape");
        fields.extend(cell().map(plain));
        fields.push(field("cells", list(Kind::Fields(cell().map(plain).into())), "help-tile-shape"));
    }
    fields
}

/// The fields of a part of a tile.
pub fn part_fields() -> Vec<Field> {
    let plain = |name, kind| field(name, kind, "help-tile-shape");
    with_conditions(vec![plain("into", Kind::PartName), plain("touches", list(Kind::PartName)), plain("tags", tags())])
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
        field("turn", Kind::Int, "help-preset-turn"),
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
    Section {
        name: "board",
        title: "section-board",
        sort: None,
        text: None,
        text_needed: false,
        single: true,
        shown: true,
        fields,
        new: "",
    }
}

fn rules() -> Section {
    let fields =
        vec![field("use", Kind::Name(Sort::Module), "help-rule-use"), field("off", Kind::Flag, "help-rule-off")];
    section("rules", "section-rules", Sort::Rule, ("", false), fields)
}

fn flow() -> [Section; 2] {
    let steps = || list(step());
    let flow = vec![
        field("setup", steps(), "help-step-steps"),
        field("turn", steps(), "help-step-steps"),
        field("closing", steps(), "help-step-steps"),
        field("finish", steps(), "help-step-steps"),
        field("parts", map(Kind::Text, steps()), "help-step-steps"),
        field("tie_breaks", list(Kind::Name(Sort::Counter)), "help-flow-tie-breaks"),
        field("ends_with", list(Kind::Name(Sort::Bag)), "help-flow-ends-with"),
        field("score_track", Kind::Int, "help-flow-score-track"),
        field("open_hands", Kind::Flag, "help-flow-open-hands"),
        field("max_steps", Kind::Int, "help-flow-max-steps"),
    ];
    let single = Section {
        name: "flow",
        title: "pane-flow",
        sort: None,
        text: None,
        text_needed: false,
        single: true,
        shown: false,
        fields: flow,
        new: "",
    };
    let steps = with_conditions(vec![field("step", step(), "help-step-steps")]);
    [single.clone(), Section { name: "steps", single: false, fields: steps, ..single }]
}

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

/// A section by its name.
pub fn section_of(name: &str) -> Option<&'static Section> {
    SECTIONS.iter().find(|s| s.name == name)
}

/// The section that declares a sort, if one does.
pub fn sections_of(sort: Sort) -> &'static [&'static str] {
    match sort {
        Sort::Option => &["options"],
        Sort::Terrain => &["terrains"],
        Sort::Edge => &["edges"],
        Sort::Tag => &["tags"],
        Sort::Figure => &["figures"],
        Sort::Bag => &["bags"],
        Sort::Zone => &["zones"],
        Sort::Counter => &["counters"],
        Sort::Die => &["dice"],
        Sort::Token => &["tokens"],
        Sort::Source => &["sources"],
        Sort::Tile => &["tiles", "chips"],
        Sort::Rule => &["rules"],
        Sort::Book => &["terrains", "sources"],
        Sort::Module | Sort::Parameter | Sort::Text | Sort::Pack | Sort::Local => &[],
    }
}

/// The kind of a parameter's value.
pub fn kind_of_param(kind: &ParamType) -> Kind {
    match kind {
        ParamType::Boolean => Kind::OneOf(vec!["true".into(), "false".into()]),
        ParamType::Integer => Kind::Int,
        ParamType::Text => Kind::Text,
        ParamType::Any => Kind::Raw,
        ParamType::Words(words) => Kind::OneOf(words.iter().map(|w| Cow::Owned(w.to_string())).collect()),
        ParamType::List(item) => list(kind_of_param(item)),
        ParamType::Id(sort) => Kind::Name(Sort::from(*sort)),
    }
}

/// The fields of an item: those of its section, and what depends on the item: the parameters of its rule, the values
/// that its option can have.
pub fn fields_of(section: &Section, node: Option<&Node>, module: impl Fn(&str) -> Option<String>) -> Vec<Field> {
    let mut fields = section.fields.clone();
    match section.name {
        "rules" => {
            let used = node.and_then(|n| n.field("use")).and_then(Node::as_word);
            let text = used.and_then(|name| module(&name.value)).unwrap_or_default();
            let params = Header::parse(&text).0.params.into_iter().map(|param| Field {
                kind: kind_of_param(&param.kind),
                help: Help::Text(param.doc),
                default: param.default.map(|v| v.to_string()),
                name: param.name.to_string().into(),
            });
            let at = fields.iter().position(|f| f.name == "off").map_or(fields.len(), |i| i + 1);
            fields.splice(at..at, params);
            // What is given although no head declares it is still there to be seen.
            let more: Vec<Field> = (node.and_then(Node::fields).unwrap_or_default().iter())
                .filter(|(name, _)| fields.iter().all(|f| *f.name != *name.value))
                .map(|(name, _)| Field {
                    name: name.value.to_string().into(),
                    kind: Kind::Raw,
                    help: Help::Key("help-unknown"),
                    default: None,
                })
                .collect();
            let at = fields.len() - 2;
            fields.splice(at..at, more);
        }
        "options" => {
            let kind = node.and_then(|n| n.field("type"));
            let of = |node: &Node| match &node.shape {
                Shape::Tuple(Some(word), items) if &*word.value == "choice" => {
                    let plain = |n: &Node| match &n.shape {
                        Shape::Word(w) | Shape::Text(w) => Some(Cow::Owned(w.to_string())),
                        Shape::Int(n) => Some(Cow::Owned(n.to_string())),
                        _ => None,
                    };
                    let choices: Option<Vec<_>> = items.first()?.items()?.iter().map(plain).collect();
                    choices.map(Kind::OneOf)
                }
                Shape::Tuple(Some(word), _) if &*word.value == "int" => Some(Kind::Int),
                Shape::Word(word) if &**word == "bool" => Some(truth()),
                _ => None,
            };
            let known = match kind {
                Some(kind) => of(kind),
                None => Some(truth()),
            };
            let default = fields.iter_mut().find(|f| f.name == "default");
            if let (Some(field), Some(kind)) = (default, known) {
                field.kind = kind;
            }
        }
        _ => {}
    }
    fields
}

/// `true` or `false`, both written out.
fn truth() -> Kind {
    Kind::OneOf(vec!["true".into(), "false".into()])
}

impl Kind {
    /// Whether what is written is of this kind, so that a form can show it; conditional values are of none.
    pub fn fits(&self, node: &Node) -> bool {
        let word = |n: &Node| matches!(n.shape, Shape::Word(_) | Shape::Text(_));
        match self {
            Kind::Raw | Kind::Condition => true,
            Kind::Flag => matches!(node.shape, Shape::Bool(_)),
            Kind::Int => matches!(node.shape, Shape::Int(_)),
            Kind::Id | Kind::Text | Kind::Colour | Kind::Name(_) | Kind::NameOr(..) | Kind::PartName => word(node),
            Kind::OneOf(all) => match &node.shape {
                Shape::Word(w) | Shape::Text(w) => all.iter().any(|a| **a == **w),
                Shape::Bool(b) => all.iter().any(|a| *a == b.to_string()),
                Shape::Int(n) => all.iter().any(|a| *a == n.to_string()),
                _ => false,
            },
            Kind::Pair => match &node.shape {
                Shape::Tuple(None, items) => items.len() == 2 && items.iter().all(|n| Kind::Int.fits(n)),
                _ => false,
            },
            // Items that do not fit are shown as text one by one.
            Kind::List(_) => matches!(node.shape, Shape::List(_)),
            Kind::Map(key, _) => node.entries().is_some_and(|all| all.iter().all(|(k, _)| key.fits(k))),
            Kind::Fields(_) | Kind::Record(_) => matches!(node.shape, Shape::Struct(None, _)),
            Kind::Forms(forms) => match &node.shape {
                Shape::Word(w) => forms.iter().any(|f| *f.name == **w && f.values.is_empty()),
                Shape::Tuple(Some(w), items) => {
                    let same = |f: &&Form| *f.name == *w.value && f.values.len() == items.len();
                    let found = forms.iter().find(same);
                    found.is_some_and(|f| f.values.iter().zip(items).all(|((_, kind), n)| kind.fits(n)))
                }
                _ => false,
            },
            Kind::Heads(heads) => match &node.shape {
                Shape::Word(w) => heads.iter().any(|(h, _)| **h == **w),
                Shape::Struct(Some(w), _) => heads.iter().any(|(h, _)| **h == *w.value),
                _ => false,
            },
            Kind::Either(ways) => ways.iter().any(|(_, kind)| kind.fits(node)),
            Kind::Part => node.head().is_some(),
        }
    }
}
