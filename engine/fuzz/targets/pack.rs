//! Runs the fuzz target `pack`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tilewright_fuzz::targets::pack(bytes));
