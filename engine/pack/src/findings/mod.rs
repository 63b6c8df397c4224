//! Reports mistakes in packs: every code with its explanation, and the findings of one reading.

pub mod codes;
mod report;

pub use report::Findings;
