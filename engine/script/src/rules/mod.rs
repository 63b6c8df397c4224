//! The modules of a choice of packs, loaded and run as the rules of a game.

// What a module must not do with what it keeps.
pub(crate) mod held;
pub(crate) mod ordered;
// The way from texts to rules.
mod first_tile;
pub(crate) mod load;
pub(crate) mod script;
// Changed copies, to see whether tests notice.
pub(crate) mod mutate;
