//! Runs the fuzz target `index`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tilewright_fuzz::targets::index(bytes));
