//! Converts the grammar of packs for forms. The pack crate has the table with its English sentences; translations have
//! keys derived from the names of the fields.

use std::borrow::Cow;
use std::sync::LazyLock;

use tilewright_pack::schema::{self as grammar, Struct};

use super::kinds::{Field, Form, Help, Kind, Section};
use crate::pack::sort::Sort;

/// Sections without a form, since tiles are drawn and the flow has its own view.
const ELSEWHERE: [&str; 3] = ["tiles", "flow", "steps"];

/// Returns the translation key of a text of the grammar.
fn key(key: &str) -> String {
    format!("help-{key}")
}

fn field(of: &Struct, field: &'static grammar::Field) -> Field {
    Field {
        name: field.name.into(),
        kind: kind(&field.kind, field.default),
        help: Help::Grammar(key(&of.key_of(field)), field.doc),
        default: field.default.map(str::to_owned),
    }
}

fn fields(of: &'static Struct) -> Vec<Field> {
    of.fields.iter().filter(|field| !field.hidden).map(|own| field(of, own)).collect()
}

fn words(words: &[&'static str]) -> Kind {
    Kind::OneOf(words.iter().map(|word| Cow::Borrowed(*word)).collect())
}

/// Returns the kind of value for a field. `default` is the value that applies if the field is left out.
fn kind(of: &'static grammar::Kind, default: Option<&str>) -> Kind {
    let inner = |of: &'static grammar::Kind| Box::new(kind(of, None));
    match of {
        grammar::Kind::Id => Kind::Id,
        // A flag that is true by default must offer both values.
        grammar::Kind::Flag if default == Some("true") => words(&["true", "false"]),
        grammar::Kind::Flag => Kind::Flag,
        grammar::Kind::Int(..) => Kind::Int,
        grammar::Kind::Text | grammar::Kind::Written(_) => Kind::Text,
        grammar::Kind::Colour => Kind::Colour,
        grammar::Kind::OneOf(all) => words(all),
        grammar::Kind::Name(sort) => Kind::Name(Sort::from(*sort)),
        grammar::Kind::NameOr(sort, word) => Kind::NameOr(Sort::from(*sort), word),
        grammar::Kind::Module => Kind::Name(Sort::Module),
        grammar::Kind::Pack => Kind::Pack,
        grammar::Kind::Pair => Kind::Pair,
        // Ports of a side are typed, so only the names of sides are offered.
        grammar::Kind::Port => words(&["N", "NE", "E", "SE", "S", "SW", "W", "NW"]),
        grammar::Kind::List(of) => Kind::List(inner(of)),
        grammar::Kind::Map(key, value) => Kind::Map(inner(key), inner(value)),
        grammar::Kind::Fields(of) => Kind::Fields(fields(of)),
        grammar::Kind::Forms(forms) => Kind::Forms(forms.iter().map(form).collect()),
        // A short form for some of the fields stays text.
        grammar::Kind::Either([grammar::Way { kind: of @ grammar::Kind::Fields(_), .. }, ..]) => kind(of, None),
        grammar::Kind::Either(ways) => {
            Kind::Either(ways.iter().map(|way| (format!("form-either-{}", way.label), *inner(&way.kind))).collect())
        }
        grammar::Kind::Step => Kind::Step,
        grammar::Kind::Item(section) => Kind::Item(section),
        grammar::Kind::Part => Kind::Part,
        grammar::Kind::PartName(words) => Kind::PartName(words),
        grammar::Kind::Condition => Kind::Condition,
        grammar::Kind::Raw(_) => Kind::Raw,
    }
}

fn form(form: &'static grammar::Form) -> Form {
    let values = form.values.iter().map(|(label, of)| (format!("form-{label}"), kind(of, None)));
    Form { name: form.word, values: values.collect() }
}

fn section(section: &'static grammar::Section) -> Section {
    Section {
        name: section.field,
        title: match section.field {
            "flow" | "steps" => "pane-flow".to_owned(),
            "tiles" => "section-chips".to_owned(),
            field => format!("section-{field}"),
        },
        sort: match section.field {
            "rules" => Some(Sort::Rule),
            _ => section.sort.map(Sort::from),
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
pub static PACK: LazyLock<Vec<Field>> = LazyLock::new(|| fields(&grammar::PACK));

/// All sections, in the order in which they are shown.
pub static SECTIONS: LazyLock<Vec<Section>> = LazyLock::new(|| {
    let head = Section {
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
pub static STEPS: LazyLock<Vec<(&'static str, Vec<Field>)>> =
    LazyLock::new(|| grammar::STEPS.iter().map(|step| (step.word.text(), fields(&step.of))).collect());

/// Fields for a part of a tile.
pub static PART_FIELDS: LazyLock<Vec<Field>> = LazyLock::new(|| fields(&grammar::PART));

/// Content of test files, by the first word of the file.
pub static TEST_FILES: LazyLock<Vec<(&'static str, Kind)>> = LazyLock::new(|| {
    let files = grammar::FILES.iter().filter(|file| file.place.starts_with("tests/"));
    files.flat_map(|file| file.values.iter().map(|(_, of)| (file.word, kind(of, None)))).collect()
});

/// Returns the description of a step; `None` for an unknown word.
pub fn about_step(word: &str) -> Option<Help> {
    grammar::step(word).map(|step| Help::Grammar(key(&format!("doing-{}", word.replace('_', "-"))), step.of.doc))
}

/// Returns the keys of all labels that every language needs: titles, and forms of a value.
pub fn label_keys() -> Vec<String> {
    fn of_kind(kind: &Kind, all: &mut Vec<String>) {
        match kind {
            Kind::List(of) => of_kind(of, all),
            Kind::Map(key, value) => [key, value].into_iter().for_each(|kind| of_kind(kind, all)),
            Kind::Fields(fields) => fields.iter().for_each(|field| of_kind(&field.kind, all)),
            Kind::Either(ways) => ways.iter().for_each(|(key, kind)| {
                all.push(key.clone());
                of_kind(kind, all);
            }),
            Kind::Forms(forms) => forms.iter().flat_map(|form| &form.values).for_each(|(key, kind)| {
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
