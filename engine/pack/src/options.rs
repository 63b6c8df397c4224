//! Options: what packs offer, and what was chosen.

use std::sync::Arc;

use tilewright_core::catalog::{ChosenOption, Value};
use tilewright_core::diag::Span;

use crate::codes;
use crate::read::{self, Fields};
use crate::report::{Report, suggest};
use crate::source::PackSource;
use crate::syntax::{Node, Shape, Word};

/// An argument of a form such as `fixed(w, h)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormArgument {
    /// Its name, for people.
    pub name: Arc<str>,
    /// Least value.
    pub min: i64,
    /// Greatest value.
    pub max: i64,
}

/// What a choice may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A name or a number.
    Plain(Value),
    /// A name with numbers.
    Form(Arc<str>, Vec<FormArgument>),
}

/// The values that an option can take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionType {
    /// Yes or no.
    Bool,
    /// A number from the first to the second.
    Int(i64, i64),
    /// One of these.
    Choice(Vec<Choice>),
}

/// An option that a pack offers.
#[derive(Clone, Debug)]
pub struct DeclaredOption {
    /// Its pack.
    pub pack: Arc<str>,
    /// Its name.
    pub name: Arc<str>,
    /// What it can be.
    pub kind: OptionType,
    /// What it is unless chosen.
    pub default: Value,
    /// Key of its text, `option.NAME`; texts of its values are `option.NAME.VALUE`.
    pub text: Arc<str>,
    /// Options (`pack:option`) and values it cannot be combined with when it is not at its default.
    pub excludes: Vec<(Arc<str>, Vec<Value>)>,
    /// Options and values that it needs when it is not at its default.
    pub requires: Vec<(Arc<str>, Vec<Value>)>,
    /// Whether other packs may add values.
    pub open: bool,
    /// Where it is declared.
    pub span: Span,
}

impl DeclaredOption {
    /// Its full name.
    pub fn full_name(&self) -> String {
        format!("{}:{}", self.pack, self.name)
    }

    /// Whether it can take a value.
    pub fn takes(&self, value: &Value) -> bool {
        match (&self.kind, value) {
            (OptionType::Bool, Value::Bool(_)) => true,
            (OptionType::Int(min, max), Value::Int(n)) => (min..=max).contains(&n),
            (OptionType::Choice(choices), value) => choices.iter().any(|choice| match choice {
                Choice::Plain(plain) => plain == value,
                Choice::Form(name, arguments) => value.as_form().is_some_and(|(found, numbers)| {
                    found == &**name
                        && numbers.len() == arguments.len()
                        && numbers.iter().zip(arguments).all(|(n, a)| (a.min..=a.max).contains(n))
                }),
            }),
            _ => false,
        }
    }

    /// What it can be, as people read it.
    pub fn allowed(&self) -> String {
        match &self.kind {
            OptionType::Bool => "true or false".into(),
            OptionType::Int(min, max) => format!("a number from {min} to {max}"),
            OptionType::Choice(choices) => {
                let shown: Vec<String> = choices
                    .iter()
                    .map(|choice| match choice {
                        Choice::Plain(value) => value.to_string(),
                        Choice::Form(name, arguments) => {
                            let arguments: Vec<&str> = arguments.iter().map(|a| &*a.name).collect();
                            format!("{name}({})", arguments.join(","))
                        }
                    })
                    .collect();
                shown.join(", ")
            }
        }
    }
}

/// Reads a value as people type it: `true`, `3`, `fixed(9,9)`, `name`.
pub fn parse_value(text: &str) -> Value {
    let text = text.trim();
    match text {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ => text
            .parse()
            .map_or_else(|_| Value::text(&text.chars().filter(|c| !c.is_whitespace()).collect::<String>()), Value::Int),
    }
}

/// Options without a test: `tested` are the full or bare names of options that some test sets.
pub fn untested_options(declared: &[DeclaredOption], tested: &[&str]) -> Vec<tilewright_core::diag::Diagnostic> {
    let untested = declared.iter().filter(|o| !tested.contains(&&*o.full_name()) && !tested.contains(&&*o.name));
    untested
        .map(|o| codes::OPTION_UNTESTED.at(o.span, format!("no test of the pack sets the option `{}`", o.name)))
        .collect()
}

/// All options of some packs, and what is chosen.
#[derive(Debug, Default)]
pub(crate) struct Options {
    pub(crate) declared: Vec<DeclaredOption>,
    pub(crate) chosen: Vec<Value>,
    packs: Vec<Arc<str>>,
}

impl Options {
    /// Reads the declarations of all packs.
    pub(crate) fn declare(packs: &[PackSource], report: &Report) -> Options {
        let mut options = Options { packs: packs.iter().map(|p| p.id().clone()).collect(), ..Options::default() };
        let mut clauses: Vec<(usize, &PackSource, bool, &Node)> = Vec::new();
        for pack in packs {
            for node in pack.section("options") {
                let Some(fields) = Fields::of(node, "an option", report) else { continue };
                let Some(id) = fields.need("id").and_then(|n| read::word(n, report)) else { continue };
                if let Some(added) = fields.get("add") {
                    options.extend(pack, &id, added, report);
                    fields.finish();
                    continue;
                }
                if !read::is_id(&id.value) || &*id.value == "pack" {
                    read::bad_id(&id, false, report);
                    continue;
                }
                if let Some(first) = options.declared.iter().find(|o| o.pack == *pack.id() && o.name == id.value) {
                    let message = format!("the option `{}` is declared twice", id.value);
                    report.add(codes::DECLARED_TWICE.at(id.span, message).related(first.span, "first declared here"));
                    continue;
                }
                let kind = fields.get("type");
                let default = fields.need("default");
                for (name, excludes) in [("excludes", true), ("requires", false)] {
                    if let Some(node) = fields.get(name) {
                        clauses.push((options.declared.len(), pack, excludes, node));
                    }
                }
                let open = fields.flag("open");
                // The text itself may stand here while a pack is young; `Texts` files replace it.
                fields.get("text");
                fields.finish();
                let Some(option) = declaration(pack, &id, kind, default, open, report) else {
                    clauses.retain(|c| c.0 != options.declared.len());
                    continue;
                };
                options.declared.push(option);
            }
        }
        for (index, pack, excludes, node) in clauses {
            for (name, values) in read::map(node, report) {
                let Some((other, values)) = options.condition(pack, name, values, report) else { continue };
                let entry = (options.declared[other].full_name().into(), values);
                let option = &mut options.declared[index];
                if excludes { option.excludes.push(entry) } else { option.requires.push(entry) }
            }
        }
        options.chosen = options.declared.iter().map(|o| o.default.clone()).collect();
        options
    }

    fn extend(&mut self, pack: &PackSource, id: &Word, added: &Node, report: &Report) {
        let Some(index) = self.find(pack, id, report) else { return };
        let target = &mut self.declared[index];
        let OptionType::Choice(choices) = &mut target.kind else {
            report.add(codes::OPTION_CLOSED.at(id.span, format!("`{}` is no choice", id.value)));
            return;
        };
        if !target.open {
            let message = format!("the option `{}` takes no values from other packs", id.value);
            report.add(codes::OPTION_CLOSED.at(id.span, message).related(target.span, "declared here"));
            return;
        }
        for node in read::list(added, report).unwrap_or(&[]) {
            if let Some(choice) = read_choice(node, report) {
                choices.push(choice);
            }
        }
    }

    /// Finds an option by the name that a pack uses for it.
    pub(crate) fn find(&self, pack: &PackSource, name: &Word, report: &Report) -> Option<usize> {
        let full = |owner: &str, local: &str| self.declared.iter().position(|o| &*o.pack == owner && &*o.name == local);
        let found = match name.value.split_once(':') {
            Some((owner, local)) => full(owner, local),
            None => {
                full(pack.id(), &name.value).or_else(|| pack.all_needs.iter().find_map(|need| full(need, &name.value)))
            }
        };
        if found.is_none() {
            let shown: String = name.value.chars().take(80).collect();
            let mut finding =
                codes::UNKNOWN_OPTION.at(name.span, format!("there is no option `{}`", shown.escape_debug()));
            finding.hint = suggest(&name.value, self.declared.iter().map(|o| &*o.name));
            report.add(finding);
        }
        found
    }

    /// Reads `"option": value` or `"option": [values]`.
    fn condition(&self, pack: &PackSource, name: &Node, values: &Node, report: &Report) -> Option<(usize, Vec<Value>)> {
        let name = read::word(name, report)?;
        let index = self.find(pack, &name, report)?;
        let option = &self.declared[index];
        let mut found = Vec::new();
        for node in read::list_or_one(values) {
            let value = node.to_value();
            let form_name = matches!(&option.kind, OptionType::Choice(choices) if choices.iter().any(
                |c| matches!(c, Choice::Form(form, _) if Value::Text(form.clone()) == value)));
            if !form_name && !option.takes(&value) {
                let message = format!("the option `{}` cannot be `{value}`", option.name);
                let hint = format!("it may be {}", option.allowed());
                report.add(codes::BAD_OPTION_VALUE.at(node.span, message).hint(hint));
                continue;
            }
            found.push(value);
        }
        Some((index, found))
    }

    /// Sets what was chosen, and checks that it can be combined.
    pub(crate) fn choose(&mut self, values: &[(Arc<str>, Value)], report: &Report) {
        for (name, value) in values {
            let matching: Vec<usize> = (0..self.declared.len())
                .filter(|&i| {
                    let o = &self.declared[i];
                    o.full_name() == **name || o.name == *name
                })
                .collect();
            let shown: String = name.chars().take(80).collect();
            match matching[..] {
                [index] => {
                    let option = &self.declared[index];
                    if option.takes(value) {
                        self.chosen[index] = value.clone();
                    } else {
                        let message = format!("the option `{}` cannot be `{value}`", option.full_name());
                        let hint = format!("it may be {}", option.allowed());
                        report.add(codes::BAD_OPTION_VALUE.anywhere(message).hint(hint));
                    }
                }
                [] => {
                    let mut finding =
                        codes::UNKNOWN_OPTION.anywhere(format!("there is no option `{}`", shown.escape_debug()));
                    let names: Vec<String> = self.declared.iter().map(DeclaredOption::full_name).collect();
                    finding.hint = suggest(name, names.iter().map(String::as_str))
                        .or_else(|| suggest(name, self.declared.iter().map(|o| &*o.name)));
                    report.add(finding);
                }
                _ => {
                    let message = format!("several packs have an option `{name}`");
                    report.add(codes::UNKNOWN_OPTION.anywhere(message).hint("write it as `pack:option`"));
                }
            }
        }
        for (option, value) in self.declared.iter().zip(&self.chosen) {
            if option.default == *value && *value != Value::Bool(true) {
                continue;
            }
            for (clauses, wanted) in [(&option.excludes, false), (&option.requires, true)] {
                for (other, values) in clauses {
                    let Some(index) = self.declared.iter().position(|o| o.full_name() == **other) else { continue };
                    if values.iter().any(|v| matches(&self.chosen[index], v)) != wanted {
                        let verb = if wanted { "needs another value of" } else { "cannot be combined with" };
                        let message = format!(
                            "the option `{}` = {value} {verb} `{other}` = {}",
                            option.full_name(),
                            self.chosen[index]
                        );
                        let finding = codes::OPTIONS_EXCLUDE.at(option.span, message);
                        report.add(finding.related(self.declared[index].span, "the other option"));
                    }
                }
            }
        }
    }

    /// The options with their values, for the catalog.
    pub(crate) fn chosen(&self) -> Vec<ChosenOption> {
        let both = self.declared.iter().zip(&self.chosen);
        both.map(|(o, value)| ChosenOption {
            pack: o.pack.clone(),
            name: o.name.clone(),
            value: value.clone(),
            default: o.default == *value,
        })
        .collect()
    }

    /// Whether a condition holds: a map whose entries all hold, or a list of maps one of which holds.
    pub(crate) fn holds(&self, pack: &PackSource, condition: &Node, report: &Report) -> bool {
        let mut any = false;
        for alternative in read::list_or_one(condition) {
            let mut all = true;
            for (name, values) in read::map(alternative, report) {
                if name.as_word().is_some_and(|w| &*w.value == "pack") {
                    all &= read::list_or_one(values)
                        .iter()
                        .filter_map(|n| read::word(n, report))
                        .any(|w| self.packs.contains(&w.value));
                } else if let Some((index, values)) = self.condition(pack, name, values, report) {
                    all &= values.iter().any(|v| matches(&self.chosen[index], v));
                } else {
                    all = false;
                }
            }
            any |= all;
        }
        any
    }
}

/// Whether a value is the wanted one; the name of a form stands for all its values.
fn matches(value: &Value, wanted: &Value) -> bool {
    value == wanted
        || matches!((value.as_form(), wanted), (Some((name, _)), Value::Text(text)) if !text.contains('(') && name == &**text)
}

fn declaration(
    pack: &PackSource,
    id: &Word,
    kind: Option<&Node>,
    default: Option<&Node>,
    open: bool,
    report: &Report,
) -> Option<DeclaredOption> {
    let default_node = default?;
    let default = default_node.to_value();
    let kind = match kind {
        None if matches!(default, Value::Bool(_)) => OptionType::Bool,
        None => {
            report.add(codes::BAD_OPTION.at(id.span, format!("the option `{}` has no type", id.value)));
            return None;
        }
        Some(node) => read_type(node, report)?,
    };
    let option = DeclaredOption {
        pack: pack.id().clone(),
        name: id.value.clone(),
        kind,
        default,
        text: format!("option.{}", id.value).into(),
        excludes: Vec::new(),
        requires: Vec::new(),
        open,
        span: id.span,
    };
    if !option.takes(&option.default) {
        let message = format!("the option `{}` cannot be its own default `{}`", id.value, option.default);
        let hint = format!("it may be {}", option.allowed());
        report.add(codes::BAD_OPTION.at(default_node.span, message).hint(hint));
        return None;
    }
    Some(option)
}

fn read_type(node: &Node, report: &Report) -> Option<OptionType> {
    let found = match &node.shape {
        Shape::Word(word) if &**word == "bool" => Some(OptionType::Bool),
        Shape::Tuple(Some(name), items) => match (&*name.value, &items[..]) {
            ("int", [min, max]) => {
                let all = i64::from(i32::MIN)..=i64::from(i32::MAX);
                let (min, max) = (read::int(min, all.clone(), report)?, read::int(max, all, report)?);
                (min <= max).then_some(OptionType::Int(min, max))
            }
            ("choice", [choices]) => {
                let choices = read::list(choices, report)?;
                let choices: Vec<Choice> = choices.iter().filter_map(|n| read_choice(n, report)).collect();
                (!choices.is_empty()).then_some(OptionType::Choice(choices))
            }
            _ => None,
        },
        _ => None,
    };
    if found.is_none() {
        let message = "the type of an option is bool, int(least, most) or choice([...])";
        report.add(codes::BAD_OPTION.at(node.span, message));
    }
    found
}

fn read_choice(node: &Node, report: &Report) -> Option<Choice> {
    let argument = |name: &Word, range: Option<&Node>| {
        let (min, max) = match range {
            Some(node) => read::pair(node, 0..=1_000_000, report)?,
            None => (1, 1000),
        };
        Some(FormArgument { name: name.value.clone(), min, max })
    };
    let (name, arguments): (&Word, Option<Vec<FormArgument>>) = match &node.shape {
        Shape::Word(_) | Shape::Text(_) | Shape::Int(_) => return Some(Choice::Plain(node.to_value())),
        Shape::Tuple(Some(name), items) => {
            (name, items.iter().map(|n| argument(&read::word(n, report)?, None)).collect())
        }
        Shape::Struct(Some(name), fields) => (name, fields.iter().map(|(n, r)| argument(n, Some(r))).collect()),
        _ => {
            read::wrong(node, "a name, a number or a form such as fixed(w, h)", report);
            return None;
        }
    };
    Some(Choice::Form(name.value.clone(), arguments?))
}
