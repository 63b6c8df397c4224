//! What there is to write in a module: heads, the library that is built in, events, the types of functions. Nothing runs.

pub(crate) mod counters;
pub(crate) mod events;
pub(crate) mod header;
pub(crate) mod library;
pub(crate) mod signature;
pub(crate) mod suggest;
