//! Runs the fuzz target `picture`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tilewright_fuzz::targets::picture(bytes));
