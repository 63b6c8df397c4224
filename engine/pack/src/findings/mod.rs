//! What is found wrong with packs: every code with its explanation, and the list of findings of one reading.

pub(crate) mod codes;
pub(crate) mod report;
