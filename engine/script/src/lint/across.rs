//! Checks that the options that offers of a module add have functions for their choice, and the reverse.

use full_moon::ast::FunctionArgs;
use tilewright_core::diag::Diagnostic;

use super::calls::arguments;
use super::span::bytes;
use super::walk::{Walk, text_of};

/// Name in a module, with its position.
#[derive(Debug)]
pub(super) struct Named {
    pub(super) name: String,
    /// Byte range of the name.
    pub(super) at: (usize, usize),
}

/// Groups of options in a module that are written as literals.
#[derive(Debug, Default)]
pub(super) struct Groups {
    /// Groups of the options that offers add.
    added: Vec<Named>,
    /// Groups with a function that follows the choice.
    followed: Vec<Named>,
    /// True if any group is computed, so that the text does not show all groups.
    added_otherwise: bool,
    followed_otherwise: bool,
}

impl Groups {
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

fn note(args: &FunctionArgs, which: usize, named: &mut Vec<Named>, otherwise: &mut bool) {
    let Some(&expression) = arguments(args).get(which) else { return };
    match text_of(expression) {
        Some(text) => named.push(Named { name: text.to_owned(), at: bytes(expression) }),
        None => *otherwise = true,
    }
}

/// Reports groups that have only options, or only a function for the choice.
pub(super) fn check(walk: &mut Walk) {
    let groups = std::mem::take(&mut walk.groups);
    let has = |list: &[Named], name: &str| list.iter().any(|other| other.name == name);
    for one in groups.added.iter().filter(|one| !groups.followed_otherwise && !has(&groups.followed, &one.name)) {
        let message = format!("no `chosen` function handles options of the group `{}`", one.name);
        let hint = format!("add `chosen(\"{}\", function(seat, …) … end)` to this module", one.name);
        walk.say_at(Diagnostic::warning("S0208", message).hint(hint), one.at);
    }
    // A module without options has no offer, which is reported when it has loaded.
    let offers = !groups.added.is_empty();
    for one in groups.followed.iter().filter(|one| offers && !groups.added_otherwise && !has(&groups.added, &one.name))
    {
        let message = format!("no option of the group `{}` is ever added, so nothing calls this", one.name);
        let hint = format!("an `offer` of this module adds it: `options:add(key, \"{}\", …)`", one.name);
        walk.say_at(Diagnostic::warning("S0206", message).hint(hint), one.at);
    }
}
