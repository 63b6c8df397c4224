//! Options: what packs offer, and what was chosen.

mod choose;
mod declare;

pub(crate) use choose::PackOptions;
pub use choose::{OptionConflict, option_conflicts};

use std::sync::Arc;

use tilewright_core::catalog::Value;
use tilewright_core::diag::{Diagnostic, Span};

use crate::findings::codes;

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
    /// True if it is for packs that are not loaded: it has its default, and is not offered.
    pub(crate) off: bool,
    /// Values that other packs add: the pack, the name of the value, and where it is added.
    pub added: Vec<(Arc<str>, Arc<str>, Span)>,
    /// Where it is declared.
    pub span: Span,
}

impl Choice {
    /// What its text is found by: the name of a form, else the value.
    pub fn key(&self) -> Arc<str> {
        match self {
            Choice::Plain(value) => value.to_string().into(),
            Choice::Form(name, _) => name.clone(),
        }
    }
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
pub fn untested_options(declared: &[DeclaredOption], tested: &[&str]) -> Vec<Diagnostic> {
    let untested = declared.iter().filter(|o| !tested.contains(&&*o.full_name()) && !tested.contains(&&*o.name));
    untested
        .map(|o| codes::OPTION_UNTESTED.at(o.span, format!("no test of the pack sets the option `{}`", o.name)))
        .collect()
}
