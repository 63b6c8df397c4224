//! Tests that picture files are read within limits, whatever they contain.
#![allow(clippy::unwrap_used, reason = "tests stop at the first wrong value")]

mod files;
mod hostile;
mod reading;
mod vectors;
