//! What strangers' bytes may do: whatever a pack, a script, a file of tests, a record, a capsule or a save holds, the
//! program says what is wrong with it, soon, and goes on.
//!
//! Each sort of bytes is a target: a function that takes any input. `cargo fuzz` looks for inputs that break one; those
//! that reach code which others do not are kept in `corpus/`, and a test runs them all. Deliberately absent: anything
//! that the program itself needs.

pub mod choices;

pub mod calls;

pub mod games;

pub mod targets;

pub mod costs;
