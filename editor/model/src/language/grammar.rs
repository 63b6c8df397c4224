//! Determines the grammar at a place in a data file, by following the table of fields along open brackets or a syntax
//! tree.

use std::borrow::Cow;

use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_pack::schema::Section as Declared;
use tilewright_pack::syntax::{Node, NodeShape};

use super::Sort;
use super::scan::{Level, inner};
use crate::pack::forms::schema::{self, Field, Kind, Section};

/// Value expected at a place, given the table of fields and the surrounding text.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// Any value, or a value that is not analysed.
    Any,
    /// Content of a whole file.
    File,
    /// Main declaration, `Pack(...)`.
    Pack,
    /// Item of a section, or a section that is one struct.
    Item(&'static Section),
    /// Text without further restrictions.
    Text,
    /// Boolean, `true` or `false`.
    Flag,
    /// Integer, positive or negative.
    Number,
    /// Word from a fixed list.
    Words(&'static [Cow<'static, str>]),
    /// Word, or a word with values in parentheses.
    Ways(&'static [schema::Form]),
    /// Name of a declared thing.
    Name(Sort),
    /// Name of a declared thing, or this word.
    NameOr(Sort, &'static str),
    /// Name of a part, or one of these words.
    PartName(&'static [&'static str]),
    /// Name that a declaration gives to a thing of this kind.
    Declares(Sort),
    /// List of values of one kind.
    List(&'static Kind),
    /// Map from keys to values.
    Map(&'static Kind, &'static Kind),
    /// Struct with these fields in parentheses.
    Fields(&'static [Field]),
    /// Value with several alternative forms.
    Either(&'static [(String, Kind)]),
    /// Part of a tile: a terrain, with or without fields.
    Part,
    /// Step of a turn.
    Step,
    /// Condition, such as that in `when`.
    When,
    /// Texts for one language.
    Texts,
}

use Form::{Any, Name, When};

/// Returns the possible first words of data files.
pub fn file_words() -> impl Iterator<Item = &'static str> {
    tilewright_pack::schema::file_words()
}

/// Returns the form of the content of a file that starts with this word.
fn file(head: &str) -> Form {
    match head {
        "Pack" => return Form::Pack,
        "Texts" => return Form::Texts,
        _ => {}
    }
    // The brackets of a list can be ignored, since an item may be written alone or in a list.
    let found = Declared::by_many(head).or_else(|| Declared::by_one(head));
    found.and_then(|section| schema::section_of(section.field)).map_or(Any, Form::Item)
}

/// Like `file`, but also accepts test files. References in tests are not followed, since tests also refer to other
/// packs.
fn file_or_test(head: &str) -> Form {
    match schema::TEST_FILES.iter().find(|(word, _)| *word == head) {
        Some((_, kind)) => Form::from_kind(kind),
        None => file(head),
    }
}

impl Form {
    fn from_kind(kind: &'static Kind) -> Form {
        match kind {
            Kind::Flag => Form::Flag,
            Kind::Int => Form::Number,
            Kind::Id | Kind::Text | Kind::Colour => Form::Text,
            Kind::OneOf(words) => Form::Words(words),
            Kind::Name(sort) => Name(*sort),
            Kind::NameOr(sort, word) => Form::NameOr(*sort, word),
            Kind::Pack => Name(Sort::Pack),
            Kind::List(of) => Form::List(of),
            Kind::Map(key, value) => Form::Map(key, value),
            Kind::Fields(fields) => Form::Fields(fields),
            Kind::Forms(ways) => Form::Ways(ways),
            Kind::Either(ways) => Form::Either(ways),
            Kind::Step => Form::Step,
            Kind::Item(section) => schema::section_of(section).map_or(Any, Form::Item),
            Kind::Part => Form::Part,
            Kind::PartName(words) => Form::PartName(words),
            Kind::Condition => When,
            Kind::Pair | Kind::Raw => Any,
        }
    }

    /// Returns true for the use of a rule module, whose parameters are additional fields.
    pub fn is_rule(self) -> bool {
        matches!(self, Form::Item(section) if section.sort == Some(Sort::Rule))
    }

    /// Returns the form for a value with this word before its parentheses, since each step has its own fields.
    fn with_head(self, head: &str) -> Form {
        match self {
            Form::Step => schema::STEPS.iter().find(|(name, _)| *name == head).map_or(Any, |(_, f)| Form::Fields(f)),
            other => other,
        }
    }

    /// Returns the fields of a value, without the parameters of rules.
    pub fn fields(self) -> &'static [Field] {
        match self {
            Form::Pack => &schema::PACK,
            Form::Item(section) => &section.fields,
            Form::Fields(fields) => fields,
            Form::Part => &schema::PART_FIELDS,
            Form::List(item) => Form::from_kind(item).fields(),
            _ => &[],
        }
    }

    /// Returns the form of a field's value; [`Form::Any`] if the field is unknown.
    pub fn field(self, name: &str) -> Form {
        let Some(field) = self.fields().iter().find(|field| field.name == name) else { return Any };
        match (&field.kind, self) {
            // Names of rule entries are used by other packs only.
            (Kind::Id, Form::Item(section)) => {
                section.sort.filter(|sort| *sort != Sort::Rule).map_or(Form::Text, Form::Declares)
            }
            (kind, _) => Form::from_kind(kind),
        }
    }

    /// Returns the alternative form that starts with this bracket.
    fn find_alternative(self, bracket: u8) -> Form {
        let Form::Either(ways) = self else { return self };
        let fits = |kind: &Kind| match bracket {
            b'[' => matches!(kind, Kind::List(_)),
            b'{' => matches!(kind, Kind::Map(..)),
            _ => matches!(kind, Kind::Fields(_)),
        };
        ways.iter().find(|(_, kind)| fits(kind)).map_or(Any, |(_, kind)| Form::from_kind(kind))
    }

    /// Returns the form of the items of a list; a single value and a list of values are both allowed.
    pub fn item(self) -> Form {
        match self.find_alternative(b'[') {
            Form::List(item) => Form::from_kind(item),
            Form::Map(key, _) => Form::from_kind(key),
            other => other,
        }
    }

    /// Returns the form of a value that consists of a name only.
    pub fn as_name(self) -> Form {
        match self {
            Form::Item(_) => match self.field("id") {
                Any => self,
                id => id,
            },
            Form::Part => Name(Sort::Declared(DeclaredKind::Terrain)),
            Form::List(item) => Form::from_kind(item).as_name(),
            Form::Either(ways) => {
                let alone = ways.iter().find(|(_, kind)| !matches!(kind, Kind::List(_) | Kind::Map(..)));
                alone.or(ways.first()).map_or(Any, |(_, kind)| Form::from_kind(kind).as_name())
            }
            other => other,
        }
    }
}

/// Grammar at a place in a file.
#[derive(Clone, Copy, Debug)]
pub enum Wanted {
    /// Value of this form.
    Value(Form),
    /// Name of a field of this form.
    Field(Form),
    /// Value of a rule's parameter, which the innermost level names.
    Parameter,
}

/// Returns the grammar within the given brackets.
pub fn find_expected_syntax(text: &str, levels: &[Level]) -> Wanted {
    let mut form = Form::File;
    let mut wanted = Wanted::Value(Form::File);
    for level in levels {
        let head = level.head.as_ref().and_then(|r| text.get(r.clone())).unwrap_or_default();
        let field = level.field.as_ref().and_then(|r| text.get(r.clone()));
        let parameter = matches!(wanted, Wanted::Parameter);
        form = form.find_alternative(level.open).with_head(head);
        wanted = match (level.open, head, form) {
            (b'(', "option", _) if level.item == 0 => Wanted::Value(Name(Sort::Declared(DeclaredKind::Option))),
            (b'(', "if", _) if level.item == 0 => Wanted::Value(When),
            (b'(', "option" | "if" | "add" | "remove", _) => wanted,
            (b'(', _, Form::File) => match (file_or_test(head), field) {
                (form, Some(field)) => Wanted::Value(form.field(field)),
                (Form::Texts, None) if level.item == 0 => Wanted::Value(Form::Text),
                (Form::Texts, None) => Wanted::Value(Form::Texts),
                (form @ (Form::Pack | Form::Item(_)), None) if head == "Pack" || one(head) => Wanted::Field(form),
                (form @ Form::Fields(_), None) => Wanted::Field(form),
                (form, None) => Wanted::Value(form),
            },
            (b'(', _, Form::Ways(ways)) => {
                let way = ways.iter().find(|way| way.name == head);
                Wanted::Value(way.and_then(|w| w.values.get(level.item)).map_or(Any, |(_, kind)| Form::from_kind(kind)))
            }
            (b'(', ..) => match field {
                Some(field) if is_parameter(form, field) => Wanted::Parameter,
                Some(field) => Wanted::Value(form.field(field)),
                None if form.fields().is_empty() => Wanted::Value(Any),
                None => Wanted::Field(form),
            },
            (b'[', ..) if parameter => Wanted::Parameter,
            (b'[', ..) => Wanted::Value(form.item()),
            (b'{', _, Form::Texts) => {
                Wanted::Value(if field.is_none() { Form::Declares(Sort::Text) } else { Form::Text })
            }
            (b'{', _, When) => {
                Wanted::Value(if field.is_none() { Name(Sort::Declared(DeclaredKind::Option)) } else { Any })
            }
            (b'{', _, Form::Map(key, value)) => {
                Wanted::Value(Form::from_kind(if field.is_none() { key } else { value }))
            }
            (b'{', _, _) if field.is_some() => wanted,
            _ => Wanted::Value(Any),
        };
        form = match wanted {
            Wanted::Value(form) | Wanted::Field(form) => form,
            Wanted::Parameter => Any,
        };
        // A bracket inside parentheses that are not the value of a field has no known form.
        if let Wanted::Field(_) = wanted
            && !std::ptr::eq(level, levels.last().unwrap_or(level))
        {
            form = Any;
        }
    }
    wanted
}

/// Returns true if a field in the use of a rule is a parameter of its module.
fn is_parameter(form: Form, field: &str) -> bool {
    form.is_rule() && form.fields().iter().all(|f| f.name != field)
}

/// Returns true if a file that starts with this word contains one thing instead of a list.
fn one(head: &str) -> bool {
    Declared::by_one(head).is_some()
}

/// Calls `see` for every name, head of a part, rule parameter and text key in a file.
pub fn visit<'a>(tree: &'a Node, see: &mut dyn FnMut(Seen<'a>)) {
    match &tree.shape {
        NodeShape::Struct(Some(head), _) | NodeShape::Tuple(Some(head), _) => {
            let form = file(&head.value);
            match (&tree.shape, form) {
                (NodeShape::Tuple(_, items), Form::Texts) => {
                    if let [language, entries] = &items[..] {
                        let language = language.as_word().map(|w| w.value);
                        for (key, _) in entries.entries().unwrap_or_default() {
                            see(Seen::Text(language.clone().unwrap_or_default(), key));
                        }
                    }
                }
                (NodeShape::Tuple(_, items), form) => items.iter().for_each(|n| value(n, form, see)),
                _ => value(tree, form, see),
            }
        }
        _ => {}
    }
}

/// Meaningful element in the syntax tree of a file.
pub enum Seen<'a> {
    /// Name with its form; true for a declaration that overrides a thing of another pack.
    Name(Form, &'a Node, bool),
    /// Terrain that starts a part with fields.
    Head(Form, &'a tilewright_pack::syntax::Word),
    /// Parameter of a rule: module, name and value.
    Parameter(std::sync::Arc<str>, &'a tilewright_pack::syntax::Word, &'a Node),
    /// Key of a text, and the language of its file.
    Text(std::sync::Arc<str>, &'a Node),
}

fn value<'a>(node: &'a Node, form: Form, see: &mut dyn FnMut(Seen<'a>)) {
    match &node.shape {
        NodeShape::Word(_) | NodeShape::Text(_) => see(Seen::Name(form.as_name(), node, false)),
        NodeShape::List(items) => items.iter().for_each(|n| value(n, form.item(), see)),
        NodeShape::Map(entries) => {
            let (keys, values) = match form.find_alternative(b'{') {
                When => (Name(Sort::Declared(DeclaredKind::Option)), Any),
                Form::Map(key, value) => (Form::from_kind(key), Form::from_kind(value)),
                other => (Any, other),
            };
            for (k, v) in entries {
                value(k, keys, see);
                value(v, values, see);
            }
        }
        NodeShape::Tuple(Some(head), items) => match &*head.value {
            "option" | "if" => {
                let first = if &*head.value == "if" { When } else { Name(Sort::Declared(DeclaredKind::Option)) };
                for (i, item) in items.iter().enumerate() {
                    value(item, if i == 0 { first } else { form }, see);
                }
            }
            "add" | "remove" => items.iter().for_each(|n| value(n, form, see)),
            _ => {}
        },
        NodeShape::Struct(head, fields) => {
            if let Some(head) = head {
                see(Seen::Head(form.as_name(), head));
            }
            let form = form.with_head(head.as_ref().map_or("", |word| &word.value));
            let module = node.field("use").and_then(Node::as_word).map(|w| w.value);
            let overrides = node.field("override").is_some();
            for (name, inner_node) in fields {
                let inner = form.field(&name.value);
                match (inner, &module) {
                    (_, Some(module)) if is_parameter(form, &name.value) => {
                        see(Seen::Parameter(module.clone(), name, inner_node));
                    }
                    (Form::Declares(_), _) => see(Seen::Name(inner, inner_node, overrides)),
                    _ => value(inner_node, inner, see),
                }
            }
        }
        _ => {}
    }
}

/// Returns the range of a name without its quotation marks.
pub fn name_range(text: &str, node: &Node) -> std::ops::Range<usize> {
    inner(text, &node.range())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::Language;
    use crate::language::scan::Spot;

    fn describe_expected(text: &str) -> String {
        let place = text.find('|').unwrap();
        let text = text.replace('|', "");
        let spot = Spot::find_at(&text, Language::Ron, place);
        match find_expected_syntax(&text, &spot.levels) {
            Wanted::Value(Form::Fields(_) | Form::Item(_)) => "thing".into(),
            Wanted::Value(form) => format!("{form:?}"),
            Wanted::Field(form) => form.fields().iter().map(|f| &*f.name).take(2).collect::<Vec<_>>().join(" "),
            Wanted::Parameter => "parameter".into(),
        }
    }

    #[test]
    fn it_is_known_what_may_stand_at_a_place() {
        assert_eq!(describe_expected("|"), "File");
        assert_eq!(describe_expected("Pack(|"), "id version");
        assert_eq!(describe_expected("Test(|"), "name packs");
        assert_eq!(describe_expected("Tests([Test(|"), "name packs");
        assert_eq!(describe_expected("Tests([(name: \"a\", expect: (|"), "seat ask");
        assert_eq!(describe_expected("Tests([(expect: (why: [(|"), "seat at");
        assert_eq!(describe_expected("Pack(terrains: [(|"), "id override");
        assert_eq!(describe_expected("Tiles([(id: \"A\", edges: (|"), "n ne");
        assert_eq!(describe_expected("Tiles([(id: \"A\", edges: (n: |"), "Name(Declared(Edge))");
        assert_eq!(describe_expected("Tiles([(parts: [|"), "Part");
        assert_eq!(describe_expected("Tiles([(parts: [road(|"), "at into");
        assert_eq!(describe_expected("Tiles([(parts: [road(tags: [|"), "Name(Declared(Tag))");
        assert_eq!(describe_expected("Tiles([(tags: {\"|"), "Name(Declared(Tag))");
        assert_eq!(describe_expected("Pack(rules: [(use: \"|"), "Name(Module)");
        assert_eq!(describe_expected("Pack(rules: [(use: \"paths\", per_tile: |"), "parameter");
        assert_eq!(describe_expected("Pack(rules: [(use: \"a\", goods: [|"), "parameter");
        assert_eq!(describe_expected("Pack(rules: [(when: {\"|"), "Name(Declared(Option))");
        assert_eq!(describe_expected("Pack(board: (extent: option(\"|"), "Name(Declared(Option))");
        assert_eq!(describe_expected("Pack(figures: [(on: add([|"), "Name(Declared(Terrain))");
        assert_eq!(describe_expected("Pack(flow: (turn: [draw(from: |"), "Name(Declared(Bag))");
        assert_eq!(describe_expected("Pack(flow: (turn: [refill(|"), "name from");
        assert_eq!(describe_expected("Pack(flow: (turn: [repeat(steps: [draw(from: |"), "Name(Declared(Bag))");
        assert_eq!(describe_expected("Pack(counters: [(scope: feature(|"), "Words([\"sum\", \"max\", \"min\"])");
        assert_eq!(describe_expected("Pack(steps: [(step: |"), "Step");
        assert_eq!(describe_expected("Texts(\"en\", {\"|"), "Declares(Text)");
        assert_eq!(describe_expected("Tile(|"), "id override");
        assert_eq!(describe_expected("Nonsense(a: [(|"), "Any");
    }
}
