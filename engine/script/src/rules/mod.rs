//! Loads the modules of a set of packs, and runs them as the rules of a game.

// Limits on the state and the loops of modules.
pub(crate) mod held;
pub(crate) mod ordered;
// Compilation and loading of modules.
mod first_tile;
pub(crate) mod load;
pub(crate) mod script;
// Changed copies, to measure if tests detect them.
pub(crate) mod mutate;
// Recording of calls, line by line.
pub(crate) mod instrument;
pub(crate) mod watch;
