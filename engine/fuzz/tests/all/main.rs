//! Tests with inputs of the corpus, random calls of rules, and large inputs.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod calls;
mod corpus;
mod costs;
