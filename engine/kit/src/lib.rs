//! Provides the building blocks between files and the engine: finding and loading packs, records, saves, tests of
//! packs, files of targets, forms.
//!
//! Invariants: a mistake in content is a finding with a place, a failure of the environment is a [`error::KitError`]
//! that names the path, and no input causes a panic. Files are written completely or not at all. Deliberately absent:
//! printing, windows, rules of any kind, and knowledge of any one game.

#![warn(missing_docs)]

pub mod error;

pub mod limits;

pub mod files;

pub mod pack_id;

pub mod records;

pub mod packs;

pub mod games;

pub mod suite;

pub mod tune;

pub mod form;

pub mod growth;

pub mod bug_report;
