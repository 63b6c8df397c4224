//! Runs the fuzz target `save`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tilewright_fuzz::targets::save(bytes));
