//! Tests the program with arbitrary input: for any pack, script, test file, record, capsule or save, it must report the
//! problem in a short time and continue.
//!
//! Each kind of input has a target: a function that accepts any bytes. `cargo fuzz` searches for inputs that break a
//! target. Inputs that reach additional code are kept in `corpus/`, and a test runs all of them. Deliberately absent:
//! anything that the program itself needs.

pub mod choices;

pub mod calls;

pub mod games;

pub mod targets;

pub mod costs;
