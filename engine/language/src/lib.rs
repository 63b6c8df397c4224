//! Analyses the texts of packs for text editors: meanings of words, completions, declarations, fixes, findings, and the
//! effects of keys such as Enter. The editor of the project and the language server both use this crate. Its functions
//! neither draw nor change texts, and they accept incomplete texts.
//!
//! - `pack_texts`, `surroundings`, `analysis`: the open pack, the packs around it, and loading them with the engine.
//! - `problems`: findings of the engine with places in the newest texts.
//! - `scan`: context of a place: the brackets around it, and the names before them.
//! - `schema`, `grammar`: structure of data files.
//! - `names`, `navigation`: declarations and references in all packs that belong to the open one.
//! - `rules`: meaning of a place in a rule module.
//! - `reference`: pages about the functions for rules and the format of files.
//! - `complete`, `help`, `fixes`, `rename`, `typing`, `symbols`, `hints`, `listed_tests`, `tidy`: features of editors, built on the modules above.

pub mod analysis;
pub mod art_text;
pub mod change;
pub mod code;
pub mod complete;
pub mod fixes;
pub mod grammar;
pub mod help;
pub mod hints;
pub mod inventory;
pub mod listed_tests;
pub mod names;
pub mod navigation;
pub mod pack_texts;
pub mod place;
pub mod problems;
pub mod reference;
pub mod rename;
mod rename_elsewhere;
pub mod rules;
pub mod scan;
pub mod schema;
pub mod surroundings;
pub mod symbols;
pub mod texts;
pub mod themes;
pub mod tidy;
pub mod title_id;
pub mod typing;
pub mod word_kind;
