//! Every code has an explanation and an example that produces it.

use super::{load_demo, rendered};
use crate::{EXPLAIN, LoadOptions, explain};

#[test]
fn every_example_produces_its_code() {
    let mut failed = String::new();
    for code in EXPLAIN.iter().flat_map(|group| group.iter()) {
        if code.example.is_empty() {
            continue;
        }
        let loaded = load_demo(code.example, &LoadOptions::default());
        if !loaded.diagnostics.iter().any(|d| d.code == code.id) {
            failed += &format!("{}:\n{}\n", code.id, rendered(&loaded.diagnostics, &loaded.sources));
        }
    }
    assert_eq!(failed, "");
}

#[test]
fn codes_are_unique_and_sorted() {
    let codes: Vec<&str> = EXPLAIN.iter().flat_map(|group| group.iter()).map(|c| c.id).collect();
    assert!(codes.is_sorted_by(|a, b| a < b), "{codes:?}");
    assert_eq!(explain("p0101").map(|c| c.id), Some("P0101"));
    assert!(explain("P9999").is_none());
}
