//! Provides the data behind forms, independent of the window: fields and their values, declarations, renaming, and
//! small text changes for edits of fields.
//!
//! - [`schema`]: one table of all sections, from which forms are drawn and references are found.
//! - [`inventory`]: declarations of the open pack and of the packs that it needs.
//! - [`field_edit`]: edits from forms, applied to the text by the patcher.
//! - [`rename`]: new ids, replaced at all references to the old one.

pub mod field_edit;
