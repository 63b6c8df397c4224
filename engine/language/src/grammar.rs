//! Determines the grammar at a place in a data file, by following the table of fields along open brackets or a syntax
//! tree.

use std::borrow::Cow;

use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_pack::schema::Section as Declared;
use tilewright_pack::syntax::{Node, NodeShape};

use super::scan::{OpenBracket, inner};
use crate::schema::{self, FormField, PackSection, ValueKind};
use crate::word_kind::WordKind;

/// Value expected at a place, given the table of fields and the surrounding text.
#[derive(Clone, Copy, Debug)]
pub enum ExpectedValue {
    /// Any value, or a value that is not analysed.
    Any,
    /// Content of a whole file.
    File,
    /// Main declaration, `Pack(...)`.
    Pack,
    /// Item of a section, or a section that is one struct.
    Item(&'static PackSection),
    /// Text without further restrictions.
    Text,
    /// Boolean, `true` or `false`.
    Flag,
    /// Integer, positive or negative.
    Number,
    /// Word from a fixed list.
    Words(&'static [Cow<'static, str>]),
    /// Word, or a word with values in parentheses.
    Ways(&'static [schema::WordForm]),
    /// Name of a declared thing.
    Name(WordKind),
    /// Name of a declared thing, or this word.
    NameOr(WordKind, &'static str),
    /// Name of a part, or one of these words.
    PartName(&'static [&'static str]),
    /// Name that a declaration gives to a thing of this kind.
    Declares(WordKind),
    /// List of values of one kind.
    List(&'static ValueKind),
    /// Map from keys to values.
    Map(&'static ValueKind, &'static ValueKind),
    /// Struct with these fields in parentheses.
    Fields(&'static [FormField]),
    /// Value with several alternative forms.
    Either(&'static [(String, ValueKind)]),
    /// Part of a tile: a terrain, with or without fields.
    Part,
    /// Step of a turn.
    Step,
    /// Condition, such as that in `when`.
    When,
    /// Texts for one language.
    Texts,
}

use ExpectedValue::{Any, Name, When};

/// Returns the possible first words of data files.
pub fn file_words() -> impl Iterator<Item = &'static str> {
    tilewright_pack::schema::file_words()
}

/// Returns the form of the content of a file that starts with this word.
fn file(head: &str) -> ExpectedValue {
    match head {
        "Pack" => return ExpectedValue::Pack,
        "Texts" => return ExpectedValue::Texts,
        _ => {}
    }
    // The brackets of a list can be ignored, since an item may be written alone or in a list.
    let found = Declared::by_many(head).or_else(|| Declared::by_one(head));
    found.and_then(|section| schema::section_of(section.field)).map_or(Any, ExpectedValue::Item)
}

/// Like `file`, but also accepts test files. References in tests are not followed, since tests also refer to other
/// packs.
fn file_or_test(head: &str) -> ExpectedValue {
    match schema::TEST_FILES.iter().find(|(word, _)| *word == head) {
        Some((_, kind)) => ExpectedValue::from_kind(kind),
        None => file(head),
    }
}

impl ExpectedValue {
    fn from_kind(kind: &'static ValueKind) -> ExpectedValue {
        match kind {
            ValueKind::Flag => ExpectedValue::Flag,
            ValueKind::Int => ExpectedValue::Number,
            ValueKind::Id | ValueKind::Text | ValueKind::Colour => ExpectedValue::Text,
            ValueKind::OneOf(words) => ExpectedValue::Words(words),
            ValueKind::Name(sort) => Name(*sort),
            ValueKind::NameOr(sort, word) => ExpectedValue::NameOr(*sort, word),
            ValueKind::Pack => Name(WordKind::Pack),
            ValueKind::List(of) => ExpectedValue::List(of),
            ValueKind::Map(key, value) => ExpectedValue::Map(key, value),
            ValueKind::Fields(fields) => ExpectedValue::Fields(fields),
            ValueKind::Forms(ways) => ExpectedValue::Ways(ways),
            ValueKind::Either(ways) => ExpectedValue::Either(ways),
            ValueKind::Step => ExpectedValue::Step,
            ValueKind::Item(section) => schema::section_of(section).map_or(Any, ExpectedValue::Item),
            ValueKind::Part => ExpectedValue::Part,
            ValueKind::PartName(words) => ExpectedValue::PartName(words),
            ValueKind::Condition => When,
            ValueKind::Pair | ValueKind::Raw => Any,
        }
    }

    /// Returns true for the use of a rule module, whose parameters are additional fields.
    pub fn is_rule(self) -> bool {
        matches!(self, ExpectedValue::Item(section) if section.sort == Some(WordKind::Rule))
    }

    /// Returns the form for a value with this word before its parentheses, since each step has its own fields.
    fn with_head(self, head: &str) -> ExpectedValue {
        match self {
            ExpectedValue::Step => {
                schema::STEPS.iter().find(|(name, _)| *name == head).map_or(Any, |(_, f)| ExpectedValue::Fields(f))
            }
            other => other,
        }
    }

    /// Returns the fields of a value, without the parameters of rules.
    pub fn fields(self) -> &'static [FormField] {
        match self {
            ExpectedValue::Pack => &schema::PACK,
            ExpectedValue::Item(section) => &section.fields,
            ExpectedValue::Fields(fields) => fields,
            ExpectedValue::Part => &schema::PART_FIELDS,
            ExpectedValue::List(item) => ExpectedValue::from_kind(item).fields(),
            _ => &[],
        }
    }

    /// Returns the form of a field's value; [`ExpectedValue::Any`] if the field is unknown.
    pub fn field(self, name: &str) -> ExpectedValue {
        let Some(field) = self.fields().iter().find(|field| field.name == name) else { return Any };
        match (&field.kind, self) {
            // Names of rule entries are used by other packs only.
            (ValueKind::Id, ExpectedValue::Item(section)) => {
                section.sort.filter(|sort| *sort != WordKind::Rule).map_or(ExpectedValue::Text, ExpectedValue::Declares)
            }
            (kind, _) => ExpectedValue::from_kind(kind),
        }
    }

    /// Returns the alternative form that starts with this bracket.
    fn find_alternative(self, bracket: u8) -> ExpectedValue {
        let ExpectedValue::Either(ways) = self else { return self };
        let fits = |kind: &ValueKind| match bracket {
            b'[' => matches!(kind, ValueKind::List(_)),
            b'{' => matches!(kind, ValueKind::Map(..)),
            _ => matches!(kind, ValueKind::Fields(_)),
        };
        ways.iter().find(|(_, kind)| fits(kind)).map_or(Any, |(_, kind)| ExpectedValue::from_kind(kind))
    }

    /// Returns the form of the items of a list; a single value and a list of values are both allowed.
    pub fn item(self) -> ExpectedValue {
        match self.find_alternative(b'[') {
            ExpectedValue::List(item) => ExpectedValue::from_kind(item),
            ExpectedValue::Map(key, _) => ExpectedValue::from_kind(key),
            other => other,
        }
    }

    /// Returns the form of a value that consists of a name only.
    pub fn as_name(self) -> ExpectedValue {
        match self {
            ExpectedValue::Item(_) => match self.field("id") {
                Any => self,
                id => id,
            },
            ExpectedValue::Part => Name(WordKind::Declared(DeclaredKind::Terrain)),
            ExpectedValue::List(item) => ExpectedValue::from_kind(item).as_name(),
            ExpectedValue::Either(ways) => {
                let alone = ways.iter().find(|(_, kind)| !matches!(kind, ValueKind::List(_) | ValueKind::Map(..)));
                alone.or(ways.first()).map_or(Any, |(_, kind)| ExpectedValue::from_kind(kind).as_name())
            }
            other => other,
        }
    }
}

/// Grammar at a place in a file.
#[derive(Clone, Copy, Debug)]
pub enum ExpectedSyntax {
    /// Value of this form.
    Value(ExpectedValue),
    /// Name of a field of this form.
    Field(ExpectedValue),
    /// Value of a rule's parameter, which the innermost level names.
    Parameter,
}

/// Returns the grammar within the given brackets.
pub fn find_expected_syntax(text: &str, levels: &[OpenBracket]) -> ExpectedSyntax {
    let mut form = ExpectedValue::File;
    let mut wanted = ExpectedSyntax::Value(ExpectedValue::File);
    for level in levels {
        let head = level.head.as_ref().and_then(|r| text.get(r.clone())).unwrap_or_default();
        let field = level.field.as_ref().and_then(|r| text.get(r.clone()));
        let parameter = matches!(wanted, ExpectedSyntax::Parameter);
        form = form.find_alternative(level.open).with_head(head);
        wanted = match (level.open, head, form) {
            (b'(', "option", _) if level.item == 0 => {
                ExpectedSyntax::Value(Name(WordKind::Declared(DeclaredKind::Option)))
            }
            (b'(', "if", _) if level.item == 0 => ExpectedSyntax::Value(When),
            (b'(', "option" | "if" | "add" | "remove", _) => wanted,
            (b'(', _, ExpectedValue::File) => match (file_or_test(head), field) {
                (form, Some(field)) => ExpectedSyntax::Value(form.field(field)),
                (ExpectedValue::Texts, None) if level.item == 0 => ExpectedSyntax::Value(ExpectedValue::Text),
                (ExpectedValue::Texts, None) => ExpectedSyntax::Value(ExpectedValue::Texts),
                (form @ (ExpectedValue::Pack | ExpectedValue::Item(_)), None) if head == "Pack" || one(head) => {
                    ExpectedSyntax::Field(form)
                }
                (form @ ExpectedValue::Fields(_), None) => ExpectedSyntax::Field(form),
                (form, None) => ExpectedSyntax::Value(form),
            },
            (b'(', _, ExpectedValue::Ways(ways)) => {
                let way = ways.iter().find(|way| way.name == head);
                ExpectedSyntax::Value(
                    way.and_then(|w| w.values.get(level.item)).map_or(Any, |(_, kind)| ExpectedValue::from_kind(kind)),
                )
            }
            (b'(', ..) => match field {
                Some(field) if is_parameter(form, field) => ExpectedSyntax::Parameter,
                Some(field) => ExpectedSyntax::Value(form.field(field)),
                None if form.fields().is_empty() => ExpectedSyntax::Value(Any),
                None => ExpectedSyntax::Field(form),
            },
            (b'[', ..) if parameter => ExpectedSyntax::Parameter,
            (b'[', ..) => ExpectedSyntax::Value(form.item()),
            (b'{', _, ExpectedValue::Texts) => ExpectedSyntax::Value(if field.is_none() {
                ExpectedValue::Declares(WordKind::Text)
            } else {
                ExpectedValue::Text
            }),
            (b'{', _, When) => ExpectedSyntax::Value(if field.is_none() {
                Name(WordKind::Declared(DeclaredKind::Option))
            } else {
                Any
            }),
            (b'{', _, ExpectedValue::Map(key, value)) => {
                ExpectedSyntax::Value(ExpectedValue::from_kind(if field.is_none() { key } else { value }))
            }
            (b'{', _, _) if field.is_some() => wanted,
            _ => ExpectedSyntax::Value(Any),
        };
        form = match wanted {
            ExpectedSyntax::Value(form) | ExpectedSyntax::Field(form) => form,
            ExpectedSyntax::Parameter => Any,
        };
        // A bracket inside parentheses that are not the value of a field has no known form.
        if let ExpectedSyntax::Field(_) = wanted
            && !std::ptr::eq(level, levels.last().unwrap_or(level))
        {
            form = Any;
        }
    }
    wanted
}

/// Returns true if a field in the use of a rule is a parameter of its module.
fn is_parameter(form: ExpectedValue, field: &str) -> bool {
    form.is_rule() && form.fields().iter().all(|f| f.name != field)
}

/// Returns true if a file that starts with this word contains one thing instead of a list.
fn one(head: &str) -> bool {
    Declared::by_one(head).is_some()
}

/// Calls `see` for every name, head of a part, rule parameter and text key in a file.
pub fn visit<'a>(tree: &'a Node, see: &mut dyn FnMut(SyntaxItem<'a>)) {
    match &tree.shape {
        NodeShape::Struct(Some(head), _) | NodeShape::Tuple(Some(head), _) => {
            let form = file(&head.value);
            match (&tree.shape, form) {
                (NodeShape::Tuple(_, items), ExpectedValue::Texts) => {
                    if let [language, entries] = &items[..] {
                        let language = language.as_word().map(|w| w.value);
                        for (key, _) in entries.entries().unwrap_or_default() {
                            see(SyntaxItem::Text(language.clone().unwrap_or_default(), key));
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
pub enum SyntaxItem<'a> {
    /// Name with its form; true for a declaration that overrides a thing of another pack.
    Name(ExpectedValue, &'a Node, bool),
    /// Terrain that starts a part with fields.
    Head(ExpectedValue, &'a tilewright_pack::syntax::Word),
    /// Parameter of a rule: module, name and value.
    Parameter(std::sync::Arc<str>, &'a tilewright_pack::syntax::Word, &'a Node),
    /// Key of a text, and the language of its file.
    Text(std::sync::Arc<str>, &'a Node),
}

fn value<'a>(node: &'a Node, form: ExpectedValue, see: &mut dyn FnMut(SyntaxItem<'a>)) {
    match &node.shape {
        NodeShape::Word(_) | NodeShape::Text(_) => see(SyntaxItem::Name(form.as_name(), node, false)),
        NodeShape::List(items) => items.iter().for_each(|n| value(n, form.item(), see)),
        NodeShape::Map(entries) => {
            let (keys, values) = match form.find_alternative(b'{') {
                When => (Name(WordKind::Declared(DeclaredKind::Option)), Any),
                ExpectedValue::Map(key, value) => (ExpectedValue::from_kind(key), ExpectedValue::from_kind(value)),
                other => (Any, other),
            };
            for (k, v) in entries {
                value(k, keys, see);
                value(v, values, see);
            }
        }
        NodeShape::Tuple(Some(head), items) => match &*head.value {
            "option" | "if" => {
                let first = if &*head.value == "if" { When } else { Name(WordKind::Declared(DeclaredKind::Option)) };
                for (i, item) in items.iter().enumerate() {
                    value(item, if i == 0 { first } else { form }, see);
                }
            }
            "add" | "remove" => items.iter().for_each(|n| value(n, form, see)),
            _ => {}
        },
        NodeShape::Struct(head, fields) => {
            if let Some(head) = head {
                see(SyntaxItem::Head(form.as_name(), head));
            }
            let form = form.with_head(head.as_ref().map_or("", |word| &word.value));
            let module = node.field("use").and_then(Node::as_word).map(|w| w.value);
            let overrides = node.field("override").is_some();
            for (name, inner_node) in fields {
                let inner = form.field(&name.value);
                match (inner, &module) {
                    (_, Some(module)) if is_parameter(form, &name.value) => {
                        see(SyntaxItem::Parameter(module.clone(), name, inner_node));
                    }
                    (ExpectedValue::Declares(_), _) => see(SyntaxItem::Name(inner, inner_node, overrides)),
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
    use crate::code::CodeLanguage;
    use crate::scan::TextContext;

    fn describe_expected(text: &str) -> String {
        let place = text.find('|').unwrap();
        let text = text.replace('|', "");
        let spot = TextContext::find_at(&text, CodeLanguage::Ron, place);
        match find_expected_syntax(&text, &spot.levels) {
            ExpectedSyntax::Value(ExpectedValue::Fields(_) | ExpectedValue::Item(_)) => "thing".into(),
            ExpectedSyntax::Value(form) => format!("{form:?}"),
            ExpectedSyntax::Field(form) => form.fields().iter().map(|f| &*f.name).take(2).collect::<Vec<_>>().join(" "),
            ExpectedSyntax::Parameter => "parameter".into(),
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
