//! Describes the contents of modules without running them: heads, the built-in library, events, the types of functions.

pub(crate) mod counters;
pub(crate) mod events;
pub(crate) mod header;
pub(crate) mod library;
pub(crate) mod signature;
pub(crate) mod suggest;
