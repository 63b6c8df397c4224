//! Holds the functions that modules have registered, in the form in which the host calls them.

use std::rc::Rc;

use mlua::Function;
use tilewright_core::catalog::id::{TagId, TerrainId, TokenId};
use tilewright_core::machine::rules::Hooks;

/// Maximum number of amendments to one rule; they are bits of a number that Lua holds exactly.
pub(crate) const MAX_AMENDMENTS: usize = 50;

/// Functions of all modules.
pub(crate) struct RuleSet {
    /// Hooks of the machine.
    pub(crate) hooks: Rc<Hooks>,
    /// Functions of the score rules, numbered like them.
    pub(crate) chains: Vec<Chain>,
    /// Amendments of all chains.
    pub(crate) amendments: Vec<Amendment>,
    /// Functions that amend claims, in order.
    pub(crate) claims: Vec<ClaimAmendment>,
    /// Functions of the restrictions, numbered like them.
    pub(crate) restrictions: Vec<Function>,
}

/// Chain of functions that fill a sheet: a rule and its amendments.
pub(crate) struct Chain {
    pub(crate) base: Function,
    /// Rule and amendments in one function, which receives the set of applicable amendments; `None` without amendments.
    pub(crate) whole: Option<Function>,
    /// Condition of each amendment.
    pub(crate) conditions: Vec<Condition>,
}

/// Origin of an amendment in a chain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Amendment {
    pub(crate) stage: u8,
    pub(crate) module: usize,
    pub(crate) line: u32,
}

/// Condition under which an amendment applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Condition {
    pub(crate) tag: Option<TagId>,
    pub(crate) with_token: Option<TokenId>,
    pub(crate) finished: Option<bool>,
    pub(crate) last: Option<bool>,
}

/// Function that amends the claims on features of a terrain.
pub(crate) struct ClaimAmendment {
    pub(crate) terrain: TerrainId,
    pub(crate) function: Function,
}
