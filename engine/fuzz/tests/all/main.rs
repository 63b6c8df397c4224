//! Kept inputs, random calls of rules, and what large inputs cost.
#![allow(clippy::unwrap_used, reason = "tests stop where something is wrong")]

mod calls;
mod corpus;
mod costs;
