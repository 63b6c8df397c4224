//! Runs the fuzz target `record`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tilewright_fuzz::targets::record(bytes));
