//! What forms know without a window: which fields things have and what may stand in them, what is declared where,
//! how a name is changed everywhere, and how a field_edit becomes a small change of text.
//!
//! - [`schema`]: one table describes every section; forms are drawn from it, and references are found by it.
//! - [`inventory`]: what the open pack declares, and what comes from packs that it needs.
//! - [`field_edit`]: a change that somebody asks for in a form, carried out on the text by the patcher.
//! - [`rename`]: a new id, in all places that mean the old one.

pub mod field_edit;
pub mod inventory;
pub mod rename;
pub mod schema;
