//! From text to a tree of values that all know where they stand.
//!
//! ron decides what is RON. Its own value type forgets bare names (`city(at: [N])` loses `city`) and places,
//! so once a text is known to be good, the tree is built here, in one pass over the bytes.

mod lex;
mod node;
mod parse;

pub(crate) use node::{Node, Shape, Word};
pub(crate) use parse::parse;
