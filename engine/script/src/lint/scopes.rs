//! Tracks scopes: the local names at a place, and the facts known about them.

use std::collections::BTreeSet;
use std::ptr;

use full_moon::ast::Block;
use full_moon::tokenizer::TokenReference;

use super::syntax::{SignatureType, name_of};
use crate::schema::events::EventSchema;

/// Local name that a module declares.
#[derive(Clone, Default)]
pub(crate) struct Local {
    pub(crate) name: String,
    /// First byte of the token that declares it.
    pub(crate) at: usize,
    /// Number of functions around its declaration.
    pub(crate) depth: usize,
    /// Number of loops around its declaration.
    pub(crate) loops: usize,
    /// True if it holds a table with names as keys.
    pub(super) keyed: bool,
    /// Event or effect whose fields it has, as the parameter of a hook.
    pub(super) told: Option<&'static EventSchema>,
    /// Type of its value, if the text shows it.
    pub(super) kind: Option<SignatureType>,
    /// First byte of the body of the function that it holds.
    pub(super) function: Option<usize>,
}

/// Result of the first walk over a module: facts about locals, each identified by the first byte of its declaration.
#[derive(Clone, Default)]
pub(super) struct Survey {
    /// Locals that are assigned after their declaration.
    pub(super) assigned: BTreeSet<usize>,
    /// Locals that are assigned in a function or a loop which does not contain their declaration. The order of the text
    /// does not show their value.
    pub(super) loose: BTreeSet<usize>,
}

/// Visible locals at the current place of a walk.
#[derive(Default)]
pub(crate) struct Scopes {
    locals: Vec<Local>,
    /// Number of locals before each open block.
    blocks: Vec<usize>,
    /// Number of enclosing functions.
    pub(crate) depth: usize,
    /// Number of enclosing loops.
    pub(crate) loops: usize,
    /// Parameters and loop variables of blocks that have not begun.
    waiting: Vec<(*const Block, Vec<Local>)>,
    /// Bodies of open `repeat` loops, whose locals are also visible in the condition.
    repeats: Vec<*const Block>,
    /// Result of an earlier walk.
    pub(super) survey: Survey,
}

impl Scopes {
    /// Returns a local for a token, not yet visible.
    pub(crate) fn local_of(&self, token: &TokenReference) -> Local {
        let (name, at) = (name_of(token).unwrap_or_default().to_owned(), token.token().start_position().bytes());
        Local { name, at, depth: self.depth, loops: self.loops, ..Local::default() }
    }

    /// Returns the local `self` of a method, whose body begins at this byte.
    pub(crate) fn receiver(&self, at: usize) -> Local {
        Local { name: "self".into(), at, depth: self.depth, loops: self.loops, ..Local::default() }
    }

    /// Makes a local visible from here to the end of the current block.
    pub(crate) fn declare(&mut self, mut local: Local) {
        if self.survey.loose.contains(&local.at) {
            (local.keyed, local.told, local.kind) = (false, None, None);
        }
        if self.survey.assigned.contains(&local.at) {
            local.function = None;
        }
        self.locals.push(local);
    }

    /// Makes locals visible when a block begins.
    pub(crate) fn declare_in(&mut self, block: &Block, locals: Vec<Local>) {
        self.waiting.push((ptr::from_ref(block), locals));
    }

    /// Returns the local with this name at the current place; `None` if the name is not a local.
    pub(crate) fn find(&self, name: &str) -> Option<&Local> {
        self.locals.iter().rev().find(|local| local.name == name)
    }

    /// Returns the locals that can be read at the current place, in the order of their declarations.
    pub(crate) fn visible(&self) -> Vec<&Local> {
        let mut visible: Vec<&Local> = Vec::new();
        for local in self.locals.iter().rev() {
            if visible.iter().all(|inner| inner.name != local.name) {
                visible.push(local);
            }
        }
        visible.reverse();
        visible
    }

    /// Records that a local has another value from here on.
    pub(super) fn assign(&mut self, name: &str) {
        let (depth, loops) = (self.depth, self.loops);
        let Some(local) = self.locals.iter_mut().rev().find(|local| local.name == name) else { return };
        (local.keyed, local.told, local.kind, local.function) = (false, None, None, None);
        self.survey.assigned.insert(local.at);
        if depth > local.depth || loops > local.loops {
            self.survey.loose.insert(local.at);
        }
    }

    pub(crate) fn enter_block(&mut self, block: &Block) {
        self.blocks.push(self.locals.len());
        if let Some((_, locals)) = self.waiting.pop_if(|(of, _)| ptr::eq(*of, block)) {
            for local in locals {
                self.declare(local);
            }
        }
    }

    pub(crate) fn leave_block(&mut self, block: &Block) {
        if !self.repeats.last().is_some_and(|body| ptr::eq(*body, block)) {
            self.close();
        }
    }

    pub(crate) fn enter_repeat(&mut self, body: &Block) {
        self.repeats.push(ptr::from_ref(body));
    }

    /// Ends a `repeat` loop after its condition.
    pub(crate) fn leave_repeat(&mut self) {
        self.repeats.pop();
        self.close();
    }

    fn close(&mut self) {
        let count = self.blocks.pop().unwrap_or(0);
        self.locals.truncate(count);
    }
}
