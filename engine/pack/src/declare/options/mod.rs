//! Represents the options that packs offer, and the chosen values.

mod choose;
mod declare;

pub(crate) use choose::PackOptions;
pub use choose::{OptionConflict, option_conflicts};

use std::sync::Arc;

use tilewright_core::catalog::Value;
use tilewright_core::diag::{Diagnostic, Span};

use crate::findings::codes;

/// Argument of a form such as `fixed(w, h)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormArgument {
    /// Display name of the argument.
    pub name: Arc<str>,
    /// Minimum of its values, inclusive.
    pub min: i64,
    /// Maximum of its values, inclusive.
    pub max: i64,
}

/// One of the values of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Name or number without arguments.
    Plain(Value),
    /// Name of a form with its numeric arguments.
    Form(Arc<str>, Vec<FormArgument>),
}

/// Values that an option accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionType {
    /// Either `true` or `false`.
    Bool,
    /// Whole number in this inclusive range.
    Int(i64, i64),
    /// One of the listed choices.
    Choice(Vec<Choice>),
}

/// Option that a pack offers.
#[derive(Clone, Debug)]
pub struct DeclaredOption {
    /// Id of the pack that declares the option.
    pub pack: Arc<str>,
    /// Name of the option within its pack.
    pub name: Arc<str>,
    /// Values that the option accepts.
    pub kind: OptionType,
    /// Value of the option if none is chosen.
    pub default: Value,
    /// Key of its text, `option.NAME`; texts of its values are `option.NAME.VALUE`.
    pub text: Arc<str>,
    /// Options (`pack:option`) and values that this option excludes when it is not at its default.
    pub excludes: Vec<(Arc<str>, Vec<Value>)>,
    /// Options and values that this option requires when it is not at its default.
    pub requires: Vec<(Arc<str>, Vec<Value>)>,
    /// True if other packs may add values.
    pub open: bool,
    /// True if the option is only for packs that are not loaded: it keeps its default and is not offered.
    pub(crate) off: bool,
    /// Values that other packs add: the pack, the name of the value, and the span of the addition.
    pub added: Vec<(Arc<str>, Arc<str>, Span)>,
    /// Span of the declaration.
    pub span: Span,
}

impl Choice {
    /// Returns the last part of the key of its text: the name of a form, or the value.
    pub fn key(&self) -> Arc<str> {
        match self {
            Choice::Plain(value) => value.to_string().into(),
            Choice::Form(name, _) => name.clone(),
        }
    }
}

impl DeclaredOption {
    /// Returns the name of the option with its pack, as `pack:name`.
    pub fn full_name(&self) -> String {
        format!("{}:{}", self.pack, self.name)
    }

    /// True if the option accepts a value.
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

    /// Describes the accepted values in words.
    pub fn describe_values(&self) -> String {
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

/// Parses a value as users type it: `true`, `3`, `fixed(9,9)`, `name`.
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

/// Returns a finding for each option that no test sets; `tested` has the full or bare names of the options in tests.
pub fn untested_options(declared: &[DeclaredOption], tested: &[&str]) -> Vec<Diagnostic> {
    let untested = declared.iter().filter(|o| !tested.contains(&&*o.full_name()) && !tested.contains(&&*o.name));
    untested
        .map(|o| codes::OPTION_UNTESTED.finding(o.span, format!("no test of the pack sets the option `{}`", o.name)))
        .collect()
}
