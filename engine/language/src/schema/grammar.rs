//! Converts the grammar of packs for forms. The pack crate has the table with its English sentences; translations have
//! keys derived from the names of the fields.

use std::borrow::Cow;
use std::sync::LazyLock;

use tilewright_pack::schema::{self as grammar, Struct};

use super::kinds::{FieldHelp, FormField, PackSection, ValueKind, WordForm};
use crate::word_kind::WordKind;

/// Sections without a form, since tiles are drawn and the flow has its own view.
const ELSEWHERE: [&str; 3] = ["tiles", "flow", "steps"];

/// Returns the translation key of a text of the grammar.
fn key(key: &str) -> String {
    format!("help-{key}")
}

fn field(of: &Struct, field: &'static grammar::Field) -> FormField {
    FormField {
        name: field.name.into(),
        kind: kind(&field.kind, field.default),
        help: FieldHelp::Grammar(key(&of.key_of(field)), field.doc),
        default: field.default.map(str::to_owned),
    }
}

fn fields(of: &'static Struct) -> Vec<FormField> {
    of.fields.iter().filter(|field| !field.hidden).map(|own| field(of, own)).collect()
}

fn words(words: &[&'static str]) -> ValueKind {
    ValueKind::OneOf(words.iter().map(|word| Cow::Borrowed(*word)).collect())
}

/// Returns the kind of value for a field. `default` is the value that applies if the field is left out.
fn kind(of: &'static grammar::Kind, default: Option<&str>) -> ValueKind {
    let inner = |of: &'static grammar::Kind| Box::new(kind(of, None));
    match of {
        grammar::Kind::Id => ValueKind::Id,
        // A flag that is true by default must offer both values.
        grammar::Kind::Flag if default == Some("true") => words(&["true", "false"]),
        grammar::Kind::Flag => ValueKind::Flag,
        grammar::Kind::Int(..) => ValueKind::Int,
        grammar::Kind::Text | grammar::Kind::Written(_) => ValueKind::Text,
        grammar::Kind::Colour => ValueKind::Colour,
        grammar::Kind::OneOf(all) => words(all),
        grammar::Kind::Name(sort) => ValueKind::Name(WordKind::from(*sort)),
        grammar::Kind::NameOr(sort, word) => ValueKind::NameOr(WordKind::from(*sort), word),
        grammar::Kind::Module => ValueKind::Name(WordKind::Module),
        grammar::Kind::Pack => ValueKind::Pack,
        grammar::Kind::Pair => ValueKind::Pair,
        // Ports of a side are typed, so only the names of sides are offered.
        grammar::Kind::Port => words(&["N", "NE", "E", "SE", "S", "SW", "W", "NW"]),
        grammar::Kind::List(of) => ValueKind::List(inner(of)),
        grammar::Kind::Map(key, value) => ValueKind::Map(inner(key), inner(value)),
        grammar::Kind::Fields(of) => ValueKind::Fields(fields(of)),
        grammar::Kind::Forms(forms) => ValueKind::Forms(forms.iter().map(form).collect()),
        // A short form for some of the fields stays text.
        grammar::Kind::Either([grammar::Alternative { kind: of @ grammar::Kind::Fields(_), .. }, ..]) => kind(of, None),
        grammar::Kind::Either(ways) => ValueKind::Either(
            ways.iter().map(|way| (format!("form-either-{}", way.label), *inner(&way.kind))).collect(),
        ),
        grammar::Kind::Step => ValueKind::Step,
        grammar::Kind::Item(section) => ValueKind::Item(section),
        grammar::Kind::Part => ValueKind::Part,
        grammar::Kind::PartName(words) => ValueKind::PartName(words),
        grammar::Kind::Condition => ValueKind::Condition,
        grammar::Kind::Raw(_) => ValueKind::Raw,
    }
}

fn form(form: &'static grammar::Form) -> WordForm {
    let values = form.values.iter().map(|(label, of)| (format!("form-{label}"), kind(of, None)));
    WordForm { name: form.word, values: values.collect() }
}

fn section(section: &'static grammar::Section) -> PackSection {
    PackSection {
        name: section.field,
        title: match section.field {
            "flow" | "steps" => "pane-flow".to_owned(),
            "tiles" => "section-chips".to_owned(),
            field => format!("section-{field}"),
        },
        sort: match section.field {
            "rules" => Some(WordKind::Rule),
            _ => section.sort.map(WordKind::from),
        },
        text: section.text.map(|(word, _)| word),
        text_needed: section.text.is_some_and(|(_, needed)| needed),
        single: section.many.is_none(),
        shown: !ELSEWHERE.contains(&section.field),
        fields: fields(section.item),
        new: section.new,
    }
}

/// Fields of `Pack(...)`: first the head, then the sections in the order of the format.
pub static PACK: LazyLock<Vec<FormField>> = LazyLock::new(|| fields(&grammar::PACK));

/// All sections, in the order in which they are shown.
pub static SECTIONS: LazyLock<Vec<PackSection>> = LazyLock::new(|| {
    let head = PackSection {
        name: "pack",
        title: "section-pack".to_owned(),
        sort: None,
        text: None,
        text_needed: false,
        single: true,
        shown: true,
        fields: PACK.iter().filter(|field| grammar::Section::by_field(&field.name).is_none()).cloned().collect(),
        new: "",
    };
    std::iter::once(head).chain(grammar::SECTIONS.iter().map(section)).collect()
});

/// Kinds of steps, each with its fields.
pub static STEPS: LazyLock<Vec<(&'static str, Vec<FormField>)>> =
    LazyLock::new(|| grammar::STEPS.iter().map(|step| (step.word.text(), fields(&step.of))).collect());

/// Fields for a part of a tile.
pub static PART_FIELDS: LazyLock<Vec<FormField>> = LazyLock::new(|| fields(&grammar::PART));

/// Content of test files, by the first word of the file.
pub static TEST_FILES: LazyLock<Vec<(&'static str, ValueKind)>> = LazyLock::new(|| {
    let files = grammar::FILES.iter().filter(|file| file.place.starts_with("tests/"));
    files.flat_map(|file| file.values.iter().map(|(_, of)| (file.word, kind(of, None)))).collect()
});

/// Returns the description of a step; `None` for an unknown word.
pub fn about_step(word: &str) -> Option<FieldHelp> {
    grammar::step(word).map(|step| FieldHelp::Grammar(key(&format!("doing-{}", word.replace('_', "-"))), step.of.doc))
}

/// Returns the keys of all labels that every language needs: titles, and forms of a value.
pub fn label_keys() -> Vec<String> {
    fn of_kind(kind: &ValueKind, all: &mut Vec<String>) {
        match kind {
            ValueKind::List(of) => of_kind(of, all),
            ValueKind::Map(key, value) => [key, value].into_iter().for_each(|kind| of_kind(kind, all)),
            ValueKind::Fields(fields) => fields.iter().for_each(|field| of_kind(&field.kind, all)),
            ValueKind::Either(ways) => ways.iter().for_each(|(key, kind)| {
                all.push(key.clone());
                of_kind(kind, all);
            }),
            ValueKind::Forms(forms) => forms.iter().flat_map(|form| &form.values).for_each(|(key, kind)| {
                all.push(key.clone());
                of_kind(kind, all);
            }),
            _ => {}
        }
    }
    let mut all: Vec<String> = SECTIONS.iter().map(|section| section.title.clone()).collect();
    let fields = SECTIONS.iter().flat_map(|section| &section.fields).chain(PART_FIELDS.iter());
    fields.chain(STEPS.iter().flat_map(|(_, fields)| fields)).for_each(|field| of_kind(&field.kind, &mut all));
    all.sort();
    all.dedup();
    all
}

/// Returns the keys of all sentences of the grammar, for translators.
pub fn help_keys() -> Vec<String> {
    let fields = grammar::structs(|_| true).into_iter().flat_map(|of| of.fields.iter().map(move |field| (of, field)));
    let fields = fields.filter(|(_, field)| !field.hidden).map(|(of, field)| key(&of.key_of(field)));
    let steps = grammar::STEPS.iter().map(|step| key(&format!("doing-{}", step.word.text().replace('_', "-"))));
    let mut all: Vec<String> = fields.chain(steps).collect();
    all.sort();
    all.dedup();
    all
}
