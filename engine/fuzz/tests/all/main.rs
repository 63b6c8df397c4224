//! Tests with inputs of the corpus, random calls of rules, and large inputs.
#![allow(clippy::unwrap_used, reason = "tests stop where something is wrong")]

mod calls;
mod corpus;
mod costs;
