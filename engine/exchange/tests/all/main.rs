//! Tests of the exchange with real packs, hand-written samples and hostile files.
#![allow(clippy::unwrap_used, reason = "a test stops at the first wrong value")]

mod round_trip;
mod samples;
