//! The sandboxed Luau host: runs the rule modules of packs and implements the core's interface to rules with them.
//!
//! Invariants: a script can neither reach the machine it runs on nor hang or exhaust it; every failure names pack,
//! file, line and hook, and leaves the host usable; what scripts keep is kept in the game and nowhere else; only
//! whole numbers cross the border; whatever scripts can call stands in one table with its description. Deliberately
//! absent: packs and their notation, files, windows, the name of any game, and any rule: rules are Lua.

mod api;
mod budget;
mod docs;
mod evaluate;
mod events;
mod examples;
mod explain;
mod handle;
mod header;
mod held;
mod host;
mod library;
mod lint;
mod load;
mod mutate;
mod names;
mod ordered;
mod payload;
mod register;
mod script;
mod signature;
mod suggest;
mod text;
mod trouble;
mod vm;

#[cfg(test)]
mod hostile;
#[cfg(test)]
mod rule_tests;
#[cfg(test)]
mod testing;

pub use api::{Allowed, Entry, Receiver, VERSION, entries, find};
pub use docs::{allowed_in, api_markdown, api_stubs};
pub use events::{EFFECTS, EVENTS, EventSchema, Field};
pub use examples::{WITHOUT as WITHOUT_EXAMPLE, example};
pub use explain::EXPLAIN;
pub use header::{Header, HeaderError, IdSort, Param, ParamType};
pub use library::{library, library_equal, library_module};
pub use load::Compiled;
pub use mutate::{Change, Mutant, Needs, mutants};
pub use script::Script;
pub use signature::{Argument, Signature};
pub use vm::{GLOBALS, LIBRARIES};
