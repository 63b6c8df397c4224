//! From text to a tree of values that all know where they stand.
//!
//! ron decides what is RON. Its own value type forgets bare names (`city(at: [N])` loses `city`) and places,
//! so once a text is known to be good, the tree is built here, in one pass over the bytes.
//!
//! Loading takes nothing from a text that is not RON. Whoever edits texts cannot be so strict, since a text is
//! often half typed: [`read`] also gives a tree of what can be read, with [`NodeShape::Other`] in the place of the rest.

mod lex;
mod node;
mod parse;
mod screen;

pub(crate) use node::LARGE_NUMBER;
pub use node::{Node, NodeShape, Word};
pub use parse::{Reading, parse, read};
pub use screen::{Unreadable, unfit};

pub(crate) use lex::{has_comment, skip_blank};
pub(crate) use parse::value_at;
