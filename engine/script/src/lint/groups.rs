//! Records the groups of options that a module names.

use full_moon::ast::FunctionArgs;

use super::span::bytes;
use super::syntax::{arguments, text_of};

/// Name in a module, with its position.
#[derive(Debug)]
pub(super) struct LocatedName {
    pub(super) name: String,
    /// Byte range of the name.
    pub(super) at: (usize, usize),
}

/// Groups of options in a module that are written as literals.
#[derive(Debug, Default)]
pub(super) struct OptionGroups {
    /// Groups of the options that offers add.
    pub(super) added: Vec<LocatedName>,
    /// Groups with a function that follows the choice.
    pub(super) followed: Vec<LocatedName>,
    /// True if any group is computed, so that the text does not show all groups.
    pub(super) added_otherwise: bool,
    pub(super) followed_otherwise: bool,
}

impl OptionGroups {
    /// Records a call of `options:add` or `options:add_each`.
    pub(super) fn add(&mut self, args: &FunctionArgs) {
        note(args, 1, &mut self.added, &mut self.added_otherwise);
    }

    /// Records a call that may add an option of any group.
    pub(super) fn may_add(&mut self) {
        self.added_otherwise = true;
    }

    /// Records a call of `chosen`.
    pub(super) fn follow(&mut self, args: &FunctionArgs) {
        note(args, 0, &mut self.followed, &mut self.followed_otherwise);
    }
}

fn note(args: &FunctionArgs, which: usize, named: &mut Vec<LocatedName>, otherwise: &mut bool) {
    let Some(&expression) = arguments(args).get(which) else { return };
    match text_of(expression) {
        Some(text) => named.push(LocatedName { name: text.to_owned(), at: bytes(expression) }),
        None => *otherwise = true,
    }
}
