//! Records the calls that the functions of a module make.

use std::collections::BTreeMap;

use full_moon::ast::{Field, TableConstructor};

use super::syntax::{body_of, name_of};
use crate::api::Allowed;

/// Permissions of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Mode {
    /// May read the game.
    Pure,
    /// May also change the game.
    Effects,
    /// May also ask seats.
    Ask,
}

/// Calls that the functions of a module make. A function is identified by the first byte of its body.
#[derive(Default)]
pub(super) struct Calls {
    /// Enclosing functions of the current place.
    pub(super) around: Vec<usize>,
    /// Calls by the function that makes them.
    pub(super) made: BTreeMap<usize, Vec<Made>>,
    /// Functions in fields of the module's tables, by the first byte of the table's declaration and the name of the
    /// field; `None` if several functions are assigned to a field.
    pub(super) fields: BTreeMap<(usize, String), Option<usize>>,
    pub(super) hooks: Vec<HookFunction>,
}

/// Call in a function of the module.
pub(super) struct Made {
    /// Name of the called function for messages.
    pub(super) label: String,
    pub(super) at: (usize, usize),
    pub(super) callee: CallTarget,
}

#[derive(Clone)]
pub(super) enum CallTarget {
    Host(&'static str, Allowed),
    /// Function of the module.
    Own(usize),
    /// Field of a table of the module.
    Field(usize, String),
}

/// Function that the program or a host function calls.
pub(super) struct HookFunction {
    pub(super) body: usize,
    /// Permissions of the function.
    pub(super) mode: Mode,
    /// Host function that receives it, such as `on`.
    pub(super) given_to: &'static str,
    /// Event, effect or terrain for which it is registered; `None` if that is not a literal.
    pub(super) subject: Option<String>,
}

impl Calls {
    pub(super) fn enter(&mut self, body: usize) {
        self.around.push(body);
    }

    pub(super) fn leave(&mut self) {
        self.around.pop();
    }

    /// Records a function in a field of a table.
    pub(super) fn note_field(&mut self, table: usize, field: &str, body: usize) {
        let several = self.fields.contains_key(&(table, field.to_owned()));
        self.fields.insert((table, field.to_owned()), (!several).then_some(body));
    }

    /// Records the functions in the constructor of a table.
    pub(super) fn note_fields(&mut self, table: usize, constructor: &TableConstructor) {
        for field in constructor.fields() {
            if let Field::NameKey { key, value, .. } = field
                && let (Some(name), Some(body)) = (name_of(key), body_of(value))
            {
                self.note_field(table, name, body);
            }
        }
    }

    pub(super) fn add(&mut self, label: &str, at: (usize, usize), callee: CallTarget) {
        if let Some(&from) = self.around.last() {
            self.made.entry(from).or_default().push(Made { label: label.to_owned(), at, callee });
        }
    }
}
