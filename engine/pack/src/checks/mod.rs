//! What is looked at once everything is read: texts, colours, what nobody uses, and which findings follow from others.

pub(crate) mod causes;
pub mod colour;
pub(crate) mod lints;
mod placeholders;
pub(crate) mod texts;
