//! What is found wrong with packs: every code with its explanation, and the list of findings of one reading.

pub mod codes;
mod report;

pub use report::Report;
