//! What stands where in the data of a pack: the fields of each thing, and what may be their values.

use tilewright_pack::edit::order::{SECTIONS, SINGLES};
use tilewright_pack::syntax::{Node, Shape};

use super::Sort;
use super::scan::{Level, inner};

/// What may stand at a place.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// Anything, or something that is not looked at.
    Any,
    /// A whole file.
    File,
    /// A free text.
    Text,
    /// `true` or `false`.
    Flag,
    /// A whole number.
    Number,
    /// One of some words.
    Words(&'static [&'static str]),
    /// The name of something, or a list of such.
    Name(Sort),
    /// The name that something gets.
    Declares(Sort),
    /// A list.
    List(&'static Form),
    /// A map.
    Map(&'static Form, &'static Form),
    /// Fields in parentheses; where there is a field `id`, its name alone does as well.
    Fields(&'static [Field]),
    /// A part of a tile: a terrain, with or without fields.
    Part,
    /// A step of a turn.
    Step,
    /// A use of a rule module, whose parameters are further fields.
    Rule,
    /// A condition.
    When,
    /// The texts of a language.
    Texts,
}

use Form::{Any, Declares, Fields, Flag, List, Map, Name, Number, Part, Rule, Step, Text, When, Words};

/// A field of a thing.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What may be its value.
    pub form: Form,
    /// What it is for, a sentence.
    pub about: &'static str,
}

const fn field(name: &'static str, form: Form, about: &'static str) -> Field {
    Field { name, form, about }
}

const WHEN: Field = field("when", When, "It is there only if the options are like this.");
const UNLESS: Field = field("unless", When, "It is there unless the options are like this.");
const OVERRIDE: Field = field("override", Flag, "It changes what a needed pack declares.");
const LOOK: &[Field] = &[
    field("fill", Text, "Its colour, \"#rrggbb\"."),
    field("ink", Text, "The colour of its lines."),
    field("pattern", Words(PATTERNS), "How a terrain is filled."),
    field("border", Words(BORDERS), "How the border of a terrain is drawn."),
    field("width", Number, "How wide a path is, in hundredths of a cell."),
    field("scatter", Map(&Text, &Number), "Pictures that lie about, with their numbers."),
    field("picture", Any, "The name of a picture, or its layers."),
    field("crossing", Text, "The picture where paths meet and end."),
    field("size", Number, "How wide the picture is, in hundredths of a cell."),
    field("middle", Flag, "Whether the picture takes the middle of the tile."),
    field("letter", Text, "The letter that stands for it in text."),
];
const PATTERNS: &[&str] = &["plain", "hatch", "waves", "cobbles", "dots", "chevrons", "dashes"];
const BORDERS: &[&str] = &["none", "line", "wall", "bank", "ridge", "hedge"];

static TAGS: Form = Map(&Name(Sort::Tag), &Number);
static STEPS: Form = List(&Step);

/// Kinds of steps.
pub const STEP_WORDS: &[&str] =
    &["draw", "refill", "choose", "lay", "place", "deploy", "score", "score_rest", "script", "repeat"];

const HEAD: &[Field] = &[
    field("id", Text, "The name of the folder, by which other packs call it."),
    field("version", Text, "Three numbers such as \"1.0.0\"."),
    field("format", Number, "The version of this format: 1."),
    field("title", Text, "What people call the pack."),
    field("authors", List(&Text), "Who made it."),
    field("licence", Text, "Under which licence it may be used."),
    field("needs", Name(Sort::Pack), "Packs that it is built on, with versions: \"carpet ^1.2\"."),
    field("conflicts", Name(Sort::Pack), "Packs it cannot be with."),
    field("after", Name(Sort::Pack), "Packs that come before it when they are there."),
    field("before", Name(Sort::Pack), "Packs that come after it when they are there."),
    field("seats", Any, "Fewest and most players."),
    field("lattice", Words(&["square", "hex"]), "Whether cells have four sides or six."),
    field("options", List(&Fields(OPTION)), "What players choose before a game."),
    field("terrains", List(&Fields(TERRAIN)), "What tiles show: roads, towns, fields."),
    field("edges", List(&Fields(EDGE)), "Kinds of sides of tiles, and which may meet."),
    field("tags", List(&Fields(TAG)), "Marks on tiles and parts that rules ask for."),
    field("figures", List(&Fields(FIGURE)), "Pieces of the players."),
    field("bags", List(&Fields(BAG)), "What tiles are drawn from."),
    field("zones", List(&Fields(ZONE)), "Places beside the board."),
    field("counters", List(&Fields(COUNTER)), "Numbers that rules keep."),
    field("dice", List(&Fields(DIE)), "Dice that rules roll."),
    field("tokens", List(&Fields(TOKEN)), "Pieces of nobody."),
    field("sources", List(&Fields(SOURCE)), "What points can be booked under, besides terrains."),
    field("tiles", List(&Fields(TILE)), "Kinds of tiles."),
    field("chips", List(&Fields(TILE)), "Tiles without cells, such as letters or coins."),
    field("board", Fields(BOARD), "Which cells there are and what lies there at first."),
    field("flow", Fields(FLOW), "The steps of a game."),
    field("steps", List(&Fields(CHANGE)), "Changes of the steps of another pack."),
    field("rules", List(&Rule), "Which rules are on, and with what."),
];
const OPTION: &[Field] = &[
    field("id", Declares(Sort::Option), "The name of the option."),
    field("type", Words(&["bool", "int", "choice"]), "bool, int(least, most) or choice([…])."),
    field("default", Any, "Its value if nobody chooses."),
    field("open", Flag, "Whether other packs may add values."),
    field("add", Any, "Values for an open option of another pack."),
    field("requires", When, "What else has to be chosen with it."),
    field("excludes", When, "What cannot be chosen with it."),
];
const TERRAIN: &[Field] = &[
    field("id", Declares(Sort::Terrain), "The name of the terrain."),
    OVERRIDE,
    field("ground", Flag, "Whether it fills what other parts of a tile leave free."),
    field("complete", Words(&["never", "closed", "surrounded", "neighbours"]), "When its features are complete."),
    field("look", Fields(LOOK), "How it is drawn."),
    WHEN,
    UNLESS,
];
const EDGE: &[Field] = &[
    field("id", Declares(Sort::Edge), "The name of the edge type."),
    OVERRIDE,
    field("ports", Name(Sort::Terrain), "The terrains that it shows, clockwise."),
    field("meets", Name(Sort::Edge), "The other edge types that it may lie against."),
    field("wildcard", Flag, "Whether it meets every edge."),
    WHEN,
    UNLESS,
];
const TAG: &[Field] = &[
    field("id", Declares(Sort::Tag), "The name of the tag."),
    OVERRIDE,
    field("look", Fields(LOOK), "How it is drawn; the name of a picture or a colour will do."),
    WHEN,
    UNLESS,
];
const SIDES: &[Field] = &[
    field("n", Name(Sort::Edge), "The edge type of this side."),
    field("ne", Name(Sort::Edge), "The edge type of this side."),
    field("e", Name(Sort::Edge), "The edge type of this side."),
    field("se", Name(Sort::Edge), "The edge type of this side."),
    field("s", Name(Sort::Edge), "The edge type of this side."),
    field("sw", Name(Sort::Edge), "The edge type of this side."),
    field("w", Name(Sort::Edge), "The edge type of this side."),
    field("nw", Name(Sort::Edge), "The edge type of this side."),
];
const TILE: &[Field] = &[
    field("id", Declares(Sort::Tile), "The name of the kind of tile."),
    OVERRIDE,
    field("at", Any, "Which cell of the tile it is."),
    field("count", Number, "How many of it are in its bag."),
    field("bag", Name(Sort::Bag), "The bag that it lies in."),
    field("bags", Map(&Name(Sort::Bag), &Number), "The bags that it lies in, with how many."),
    field("tags", TAGS_OR_LIST, "Marks on the tile as a whole."),
    field("edges", Fields(SIDES), "The edge type of each side."),
    field("derive", Flag, "Whether ground follows from the other parts."),
    field("cells", List(&TILES_ITEM), "Its cells, if it has several."),
    field("parts", List(&Part), "What is on it."),
    field("part_tags", Map(&Text, &TAGS), "Further tags of its parts, by their names."),
    field("strokes", Any, "How it is drawn."),
    WHEN,
    UNLESS,
];
static TILES_ITEM: Form = Fields(CELL);
const CELL: &[Field] = &[
    field("at", Any, "Column and row within the tile."),
    field("edges", Fields(SIDES), "The edge type of each side."),
    field("parts", List(&Part), "What is on it."),
    field("derive", Flag, "Whether ground follows from the other parts."),
    field("tags", TAGS_OR_LIST, "Marks."),
];
const TAGS_OR_LIST: Form = Map(&Name(Sort::Tag), &Number);
const PART: &[Field] = &[
    field(
        "at",
        Words(&["N", "NE", "E", "SE", "S", "SW", "W", "NW"]),
        "The sides that it reaches; NL and NR are halves of one.",
    ),
    field("into", Words(&["crossing", "end"]), "What a path that ends here runs into: crossing, end or another part."),
    field("name", Text, "A name by which other parts call it."),
    field("tags", TAGS_OR_LIST, "Marks on it."),
    field("touches", Name(Sort::Terrain), "The parts that it touches."),
    WHEN,
    UNLESS,
];
const FIGURE: &[Field] = &[
    field("id", Declares(Sort::Figure), "The name of the kind of figure."),
    OVERRIDE,
    field("like", Name(Sort::Figure), "The figure that it is like; only what differs is written."),
    field("supply", Any, "How many each player has."),
    field("weight", Number, "What it counts in majorities."),
    field("on", Name(Sort::Terrain), "The terrains that it may stand on."),
    field(
        "claim",
        Words(&["unclaimed", "own", "any"]),
        "Where it may be put: on what nobody has, on what one has, or anywhere.",
    ),
    field("unfinished", Flag, "Whether it may only stand on what is not finished."),
    field("look", Fields(LOOK), "How it is drawn."),
    WHEN,
    UNLESS,
];
const BAG: &[Field] = &[
    field("id", Declares(Sort::Bag), "The name of the bag."),
    OVERRIDE,
    field("stacked", Flag, "Whether it is a stack in a fixed order."),
    field("key", Text, "What records call it."),
    field("pool", Text, "The pool of stacks that it belongs to."),
    field("back", Name(Sort::Tag), "The tag that can be seen on the top of the stack."),
    field("open", Flag, "Whether everybody sees what is in it."),
    field("contents", Map(&Name(Sort::Tile), &Number), "What is in it besides what tiles say."),
    WHEN,
    UNLESS,
];
const ZONE: &[Field] = &[
    field("id", Declares(Sort::Zone), "The name of the zone."),
    OVERRIDE,
    field("slots", Number, "How many places it has; none for a heap."),
    field("single", Flag, "Whether each place takes one figure only."),
    field("tags", Map(&Number, &TAGS), "Marks of its places, by number."),
    WHEN,
    UNLESS,
];
const COUNTER: &[Field] = &[
    field("id", Declares(Sort::Counter), "The name of the counter."),
    OVERRIDE,
    field(
        "scope",
        Words(&["game", "seat", "keyed", "seat_keyed", "feature"]),
        "Whether there is one, or one for each seat, key or feature.",
    ),
    field("start", Number, "Its value at first."),
    field("min", Number, "Its least value."),
    field("max", Number, "Its greatest value."),
    field("track", Number, "How many steps the track has that shows it."),
    field("secret", Flag, "Whether only its owner sees it."),
    WHEN,
    UNLESS,
];
const DIE: &[Field] = &[
    field("id", Declares(Sort::Die), "The name of the die."),
    OVERRIDE,
    field("faces", Any, "Its faces: numbers, names, or seats."),
    WHEN,
    UNLESS,
];
const TOKEN: &[Field] = &[
    field("id", Declares(Sort::Token), "The name of the token."),
    OVERRIDE,
    field("look", Fields(LOOK), "How it is drawn."),
    WHEN,
    UNLESS,
];
const SOURCE: &[Field] = &[
    field("id", Declares(Sort::Source), "The name of the source."),
    OVERRIDE,
    field("look", Fields(LOOK), "How it is drawn."),
    WHEN,
    UNLESS,
];
const RULE: &[Field] = &[
    field("id", Text, "A name by which other packs may change it."),
    OVERRIDE,
    field("use", Name(Sort::Module), "The rule: a file of rules/, or one of the library."),
    field("off", Flag, "Switches a rule of another pack off."),
    field("on", Name(Sort::Terrain), "The terrain that it is about."),
    WHEN,
    UNLESS,
];
const STEP: &[Field] = &[
    field("name", Text, "What the step is called."),
    field("from", Name(Sort::Bag), "The bag that is drawn from."),
    field("unplayable", Words(&["set_aside", "return"]), "What becomes of a tile that fits nowhere."),
    field("size", Number, "Up to how many tiles."),
    field("each_seat", Flag, "Whether it is done for every seat."),
    field("figures", Name(Sort::Figure), "The figures that may be put; all if nothing is said."),
    field("steps", List(&Step), "The steps that are repeated."),
    WHEN,
    UNLESS,
];
const CHANGE: &[Field] = &[
    field("before", Text, "The step that the new one comes before."),
    field("after", Text, "The step that the new one comes after."),
    field("replace", Text, "The step that goes."),
    field("remove", Text, "The step that goes, with nothing in its place."),
    field("wrap", List(&Text), "The steps that come into the new one."),
    field("append", Text, "The list that the step is put at the end of."),
    field("prepend", Text, "The list that the step is put at the beginning of."),
    field("step", Step, "The new step."),
    WHEN,
    UNLESS,
];
const BOARD: &[Field] = &[
    field("extent", Words(&["unbounded", "bounded", "fixed", "sliding", "extendable"]), "Which cells there are."),
    field("rim_closes", Flag, "Whether features are closed by the rim of the board."),
    field("rim", List(&Fields(RIM)), "Edges around the board."),
    field("replace_presets", Flag, "Whether what other packs lay at first goes."),
    field("presets", List(&Fields(PRESET)), "What lies on the board at first."),
    field("joins", Any, "Parts of presets that belong together without meeting."),
];
const RIM: &[Field] = &[
    field("at", Any, "The cell."),
    field("side", Words(&["N", "E", "S", "W"]), "The side of the board."),
    field("edge", Name(Sort::Edge), "The edge type that it shows."),
    field("name", Text, "What it is called."),
    field("tags", TAGS_OR_LIST, "Marks."),
];
const PRESET: &[Field] = &[
    field("tile", Name(Sort::Tile), "The tile."),
    field("at", Any, "Column and row."),
    field("turn", Number, "How many sides it is turned clockwise."),
    field("from", Name(Sort::Bag), "The bag that it comes out of."),
    WHEN,
    UNLESS,
];
const FLOW: &[Field] = &[
    field("setup", List(&Step), "Steps before the game."),
    field("turn", List(&Step), "The steps of a turn."),
    field("closing", List(&Step), "Steps at the end of each turn."),
    field("finish", List(&Step), "Steps after the last turn."),
    field("parts", Map(&Text, &STEPS), "Further lists of steps, for rules to schedule."),
    field("tie_breaks", Name(Sort::Counter), "Counters that decide between equal scores."),
    field("ends_with", Name(Sort::Bag), "The bags whose end is the end of the game."),
    field("score_track", Number, "In laps of how many points scores are shown."),
    field("open_hands", Flag, "Whether everybody sees the tiles in hands."),
];
/// The words that files can begin with.
pub fn file_words() -> impl Iterator<Item = &'static str> {
    let lists = SECTIONS.iter().flat_map(|(_, many, one)| [*many, *one]);
    lists.chain(SINGLES.iter().map(|(_, word)| *word)).chain(["Pack", "Texts"])
}

/// The form of a list of `Pack(...)`.
pub fn section(name: &str) -> Form {
    Fields(HEAD).field(name)
}

fn file(head: &str) -> Form {
    if head == "Pack" {
        return Fields(HEAD);
    }
    if head == "Texts" {
        return Form::Texts;
    }
    let lists = SECTIONS.iter().flat_map(|(name, many, one)| [(*name, *many), (*name, *one)]);
    match lists.chain(SINGLES.iter().copied()).find(|(_, word)| *word == head) {
        // The brackets of a list do not matter where a list may stand.
        Some((name, _)) => match section(name) {
            List(item) => *item,
            form => form,
        },
        None => Any,
    }
}

impl Form {
    /// The fields that something has, apart from the parameters of rules.
    pub fn fields(self) -> &'static [Field] {
        match self {
            Fields(fields) => fields,
            Part => PART,
            Step => STEP,
            Rule => RULE,
            List(item) => item.fields(),
            _ => &[],
        }
    }

    /// The form of the value of a field; [`Form::Any`] where no such field is known.
    pub fn field(self, name: &str) -> Form {
        self.fields().iter().find(|field| field.name == name).map_or(Any, |field| field.form)
    }

    /// The form of the items of a list of these; what may stand alone may stand in a list too.
    pub fn item(self) -> Form {
        match self {
            List(item) => *item,
            Map(key, _) => *key,
            other => other,
        }
    }

    /// What a name alone stands for here.
    pub fn as_name(self) -> Form {
        match self {
            Fields(_) => match self.field("id") {
                Any => self,
                id => id,
            },
            Part => Name(Sort::Terrain),
            Step => Words(STEP_WORDS),
            List(item) => item.as_name(),
            other => other,
        }
    }
}

/// What may stand at a place in a text.
#[derive(Clone, Copy, Debug)]
pub enum Wanted {
    /// A value.
    Value(Form),
    /// A field of one of these, named.
    Field(Form),
    /// The value of a parameter of a rule, which the last level names.
    Parameter,
}

/// What may stand within the given brackets.
pub fn wanted(text: &str, levels: &[Level]) -> Wanted {
    let mut form = Form::File;
    let mut wanted = Wanted::Value(Form::File);
    for level in levels {
        let head = level.head.as_ref().and_then(|r| text.get(r.clone())).unwrap_or_default();
        let field = level.field.as_ref().and_then(|r| text.get(r.clone()));
        let parameter = matches!(wanted, Wanted::Parameter);
        wanted = match (level.open, head, form) {
            (b'(', "option", _) if level.item == 0 => Wanted::Value(Name(Sort::Option)),
            (b'(', "if", _) if level.item == 0 => Wanted::Value(When),
            (b'(', "option" | "if" | "add" | "remove", _) => wanted,
            (b'(', _, Form::File) => match (file(head), field) {
                (form, Some(field)) => Wanted::Value(form.field(field)),
                (Form::Texts, None) if level.item == 0 => Wanted::Value(Text),
                (Form::Texts, None) => Wanted::Value(Form::Texts),
                (form @ Fields(_), None) if head == "Pack" || one(head) => Wanted::Field(form),
                (form, None) => Wanted::Value(form),
            },
            (b'(', ..) => match field {
                Some(field) if matches!(form, Rule) && matches!(form.field(field), Any) => Wanted::Parameter,
                Some(field) => Wanted::Value(form.field(field)),
                None if form.fields().is_empty() => Wanted::Value(Any),
                None => Wanted::Field(form),
            },
            (b'[', ..) if parameter => Wanted::Parameter,
            (b'[', ..) => Wanted::Value(form.item()),
            (b'{', _, Form::Texts) => Wanted::Value(if field.is_none() { Declares(Sort::Text) } else { Text }),
            (b'{', _, When) => Wanted::Value(if field.is_none() { Name(Sort::Option) } else { Any }),
            (b'{', _, Map(key, value)) => Wanted::Value(if field.is_none() { *key } else { *value }),
            (b'{', _, _) if field.is_some() => wanted,
            _ => Wanted::Value(Any),
        };
        form = match wanted {
            Wanted::Value(form) | Wanted::Field(form) => form,
            Wanted::Parameter => Any,
        };
        // Within parentheses without a field nothing is nested that is known.
        if let Wanted::Field(_) = wanted
            && !std::ptr::eq(level, levels.last().unwrap_or(level))
        {
            form = Any;
        }
    }
    wanted
}

/// Whether a file with this first word holds one thing.
fn one(head: &str) -> bool {
    SECTIONS.iter().any(|(.., one)| *one == head) || SINGLES.iter().any(|(_, one)| *one == head)
}

/// Calls a function for every value of a file with its form; `rule` is told the fields of each use of a rule that are
/// parameters.
pub fn visit<'a>(tree: &'a Node, see: &mut dyn FnMut(Seen<'a>)) {
    match &tree.shape {
        Shape::Struct(Some(head), _) | Shape::Tuple(Some(head), _) => {
            let form = file(&head.value);
            match (&tree.shape, form) {
                (Shape::Tuple(_, items), Form::Texts) => {
                    if let [language, entries] = &items[..] {
                        let language = language.as_word().map(|w| w.value);
                        for (key, _) in entries.entries().unwrap_or_default() {
                            see(Seen::Text(language.clone().unwrap_or_default(), key));
                        }
                    }
                }
                (Shape::Tuple(_, items), form) => items.iter().for_each(|n| value(n, form, see)),
                _ => value(tree, form, see),
            }
        }
        _ => {}
    }
}

/// Something in the tree of a file that has a meaning.
pub enum Seen<'a> {
    /// A name, and what it is; for declarations whether another pack's thing is changed by it.
    Name(Form, &'a Node, bool),
    /// The terrain before the fields of a part.
    Head(Form, &'a tilewright_pack::syntax::Word),
    /// A parameter that a rule is given: the module, the name and the value.
    Parameter(std::sync::Arc<str>, &'a tilewright_pack::syntax::Word, &'a Node),
    /// A key of a text, with its language.
    Text(std::sync::Arc<str>, &'a Node),
}

fn value<'a>(node: &'a Node, form: Form, see: &mut dyn FnMut(Seen<'a>)) {
    match &node.shape {
        Shape::Word(_) | Shape::Text(_) => see(Seen::Name(form.as_name(), node, false)),
        Shape::List(items) => items.iter().for_each(|n| value(n, form.item(), see)),
        Shape::Map(entries) => {
            let (keys, values) = match form {
                When => (Name(Sort::Option), Any),
                Map(key, value) => (*key, *value),
                other => (Any, other),
            };
            for (k, v) in entries {
                value(k, keys, see);
                value(v, values, see);
            }
        }
        Shape::Tuple(Some(head), items) => match &*head.value {
            "option" | "if" => {
                let first = if &*head.value == "if" { When } else { Name(Sort::Option) };
                for (i, item) in items.iter().enumerate() {
                    value(item, if i == 0 { first } else { form }, see);
                }
            }
            "add" | "remove" => items.iter().for_each(|n| value(n, form, see)),
            _ => {}
        },
        Shape::Struct(head, fields) => {
            if let Some(head) = head {
                see(Seen::Head(form.as_name(), head));
            }
            let module = node.field("use").and_then(Node::as_word).map(|w| w.value);
            let overrides = node.field("override").is_some();
            for (name, inner_node) in fields {
                let inner = form.field(&name.value);
                match (inner, &module) {
                    (Any, Some(module)) if matches!(form, Rule) => {
                        see(Seen::Parameter(module.clone(), name, inner_node));
                    }
                    (Declares(_), _) => see(Seen::Name(inner, inner_node, overrides)),
                    _ => value(inner_node, inner, see),
                }
            }
        }
        _ => {}
    }
}

/// The bytes of a name in a text without quotation marks.
pub fn name_range(text: &str, node: &Node) -> std::ops::Range<usize> {
    inner(text, &node.range())
}

#[cfg(test)]
mod tests {
    use tilewright_pack::edit::order;

    use super::*;
    use crate::code::scan::Spot;
    use crate::widgets::code::Language;

    #[test]
    fn the_fields_are_those_of_the_patcher() {
        let mut names: Vec<&str> = HEAD.iter().map(|f| f.name).collect();
        assert_eq!(names, order::PACK);
        for section_name in names.drain(..).filter(|n| matches!(section(n), List(_) | Fields(_)) && *n != "authors") {
            let own: Vec<&str> = section(section_name).fields().iter().map(|f| f.name).collect();
            assert_eq!(own, order::of_section(section_name), "{section_name}");
        }
        let names = |fields: &[Field]| fields.iter().map(|f| f.name).collect::<Vec<_>>();
        assert_eq!(names(PART), order::PART);
        assert_eq!(names(SIDES), order::SIDES);
        assert_eq!(names(PRESET), order::PRESET);
        assert_eq!(names(LOOK), order::LOOK);
    }

    fn at(text: &str) -> String {
        let place = text.find('|').unwrap();
        let text = text.replace('|', "");
        let spot = Spot::at(&text, Language::Ron, place);
        match wanted(&text, &spot.levels) {
            Wanted::Value(Fields(_)) => "thing".into(),
            Wanted::Value(form) => format!("{form:?}"),
            Wanted::Field(form) => form.fields().iter().map(|f| f.name).take(2).collect::<Vec<_>>().join(" "),
            Wanted::Parameter => "parameter".into(),
        }
    }

    #[test]
    fn it_is_known_what_may_stand_at_a_place() {
        assert_eq!(at("|"), "File");
        assert_eq!(at("Pack(|"), "id version");
        assert_eq!(at("Pack(terrains: [(|"), "id override");
        assert_eq!(at("Tiles([(id: \"A\", edges: (|"), "n ne");
        assert_eq!(at("Tiles([(id: \"A\", edges: (n: |"), "Name(Edge)");
        assert_eq!(at("Tiles([(parts: [|"), "Part");
        assert_eq!(at("Tiles([(parts: [road(|"), "at into");
        assert_eq!(at("Tiles([(parts: [road(tags: [|"), "Name(Tag)");
        assert_eq!(at("Tiles([(tags: {\"|"), "Name(Tag)");
        assert_eq!(at("Pack(rules: [(use: \"|"), "Name(Module)");
        assert_eq!(at("Pack(rules: [(use: \"paths\", per_tile: |"), "parameter");
        assert_eq!(at("Pack(rules: [(use: \"a\", goods: [|"), "parameter");
        assert_eq!(at("Pack(rules: [(when: {\"|"), "Name(Option)");
        assert_eq!(at("Pack(board: (extent: option(\"|"), "Name(Option)");
        assert_eq!(at("Pack(figures: [(on: add([|"), "Name(Terrain)");
        assert_eq!(at("Pack(flow: (turn: [draw(from: |"), "Name(Bag)");
        assert_eq!(at("Texts(\"en\", {\"|"), "Declares(Text)");
        assert_eq!(at("Tile(|"), "id override");
        assert_eq!(at("Nonsense(a: [(|"), "Any");
    }
}
