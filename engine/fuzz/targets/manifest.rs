//! Runs the fuzz target `manifest`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tilewright_fuzz::targets::manifest(bytes));
