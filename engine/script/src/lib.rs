//! The sandboxed Luau host: runs the rule modules of packs and implements the core's interface to rules with them.
//!
//! Invariants: a script cannot reach the host system, hang or exhaust it; every failure names pack, file, line and
//! hook, and leaves the host usable; state of scripts is stored only in the game; only whole numbers pass between the
//! game and scripts; one table lists all functions with their descriptions. Deliberately absent: packs and their
//! notation, files, windows, the name of any game, and any rule: rules are Lua.

mod schema;
mod vm;

mod host;

mod api;

mod lint;
mod rules;

mod docs;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use api::{Allowed, HostFunction, Receiver, VERSION, entries, find, receivers};
pub use docs::examples::{WITHOUT as WITHOUT_EXAMPLE, example};
pub use docs::explain::EXPLAIN;
pub use docs::{api_markdown, api_stubs, describe_allowed, reference_markdown};
pub use host::trace::{CallTrace, Moment, TracedCall, TracedCounter, TracedLocal, Tracer};
pub use rules::load::Compiled;
pub use rules::mutate::{Change, Mutant, Needs, mutants};
pub use rules::script::Script;
pub use rules::watch::{WatchError, WatchExpression};
pub use schema::events::{EFFECTS, EVENTS, EventField, EventSchema};
pub use schema::header::{Header, HeaderError, Param, ParamType};
pub use schema::library::{library, library_equal, library_module};
pub use schema::signature::{Argument, Signature};
pub use vm::{GLOBALS, LIBRARIES};
