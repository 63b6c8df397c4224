//! The building blocks between files and the machine: finding and loading packs, records, saves, tests of packs.
//!
//! Invariants: a mistake in content is a finding with a place, a failure of the environment is a [`error::KitError`]
//! that names the path, and no input makes it panic; what is written is written whole or not at all. Deliberately
//! absent: printing, windows, rules of any kind, and knowledge of any one game.

pub mod archive;
pub mod capsule;
pub mod choose;
pub mod error;
pub mod files;
pub mod find;
pub mod growth;
pub mod home;
pub mod json;
pub mod load;
pub mod lock;
pub mod opening;
pub mod preview;
pub mod records;
pub mod reload;
pub mod renames;
pub mod replay;
pub mod report;
pub mod running;
pub mod save;
pub mod seen;
pub mod sets;
pub mod template;
pub mod tests;
pub mod versions;
pub mod why;
pub mod words;
