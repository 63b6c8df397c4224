//! What a text editor has to know about the texts of a pack: what a word stands for, what may stand at a place, where
//! something is declared, how a finding is mended, and what keys such as Enter do besides typing. Nothing here draws
//! or changes anything, and all of it works with texts that are half typed.
//!
//! - `scan`: where one is in a text: in which brackets, behind which name.
//! - `grammar`: what stands where in the data of packs.
//! - `names`: what is declared and named where, in all packs that belong to the open one.
//! - `rules`: what a place in a rule module means.
//! - `reference`: what rules can call and what can be written, as pages.
//! - `complete`, `help`, `fixes`, `typing`: what is made of that.

pub mod complete;
pub mod fixes;
pub mod grammar;
pub mod help;
pub mod names;
pub mod reference;
pub mod rules;
pub mod scan;
pub mod typing;

pub use crate::pack::sort::Sort;
