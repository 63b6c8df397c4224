//! Runs the fuzz target `targets`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tilewright_fuzz::targets::targets(bytes));
