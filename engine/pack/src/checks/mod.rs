//! Checks the content once everything is read: texts, colours, unused names, and which findings follow from others.

pub(crate) mod art;
pub(crate) mod causes;
pub mod colour;
pub(crate) mod lints;
mod placeholders;
pub(crate) mod texts;
