//! Parses texts into trees of values with spans.
//!
//! The crate `ron` decides if a text is valid RON. Its value type loses bare names (`city(at: [N])` loses `city`) and
//! positions, so for a valid text this module builds the tree, in one pass over the bytes.
//!
//! Loading rejects a text that is not valid RON. Editors need more, since a text is often incomplete while it is typed:
//! [`read`] also returns a tree of the readable parts, with [`NodeShape::Other`] in place of the others.

mod lex;
mod node;
mod parse;
mod screen;

pub(crate) use node::LARGE_NUMBER;
pub use node::{Node, NodeShape, Word};
pub use parse::{ParsedText, parse, read};
pub use screen::{ForbiddenContent, unfit};

pub(crate) use lex::{has_comment, skip_blank};
pub(crate) use parse::value_at;
