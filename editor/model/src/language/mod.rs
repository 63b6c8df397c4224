//! Analyses the texts of a pack for a text editor: meanings of words, completions, declarations, fixes, and the effects
//! of keys such as Enter. The functions neither draw nor change a document, and they accept incomplete texts.
//!
//! - `scan`: context of a place: the brackets around it, and the names before them.
//! - `grammar`: structure of data files.
//! - `names`: declarations and references in all packs that belong to the open one.
//! - `rules`: meaning of a place in a rule module.
//! - `reference`: pages about the functions for rules and the format of files.
//! - `complete`, `help`, `fixes`, `typing`: features of the editor, built on the modules above.

pub mod complete;
pub mod fixes;
pub mod grammar;
pub mod help;
pub mod names;
pub mod reference;
pub mod rules;
pub mod scan;
pub mod typing;

pub use crate::pack::sort::WordKind;
