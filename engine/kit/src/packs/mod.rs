//! Finds packs, chooses compatible versions, and loads them; reads and writes packs as single files.

pub mod archive;
pub mod art;
pub mod choose;
pub mod find;
mod folder;
pub(crate) mod found;
pub(crate) mod library;
mod listing;
pub mod load;
pub mod lock;
pub mod mend;
pub mod pack_sets;
pub mod preview;
pub mod setting;
pub mod shadow;
pub mod template;
pub mod versions;
