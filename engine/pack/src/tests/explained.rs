//! Checks that every code has an explanation and an example that produces it.

use tilewright_core::diag::Fix;

use super::{load_demo, render_findings};
use crate::findings::codes;
use crate::{EXPLAIN, LoadOptions, explain};

#[test]
fn every_example_produces_its_code() {
    let mut failed = String::new();
    for code in EXPLAIN.iter().flat_map(|group| group.iter()) {
        // Another crate reads the tests of packs, and checks these examples.
        if code.example.is_empty() || code.example.contains("/tests/") {
            continue;
        }
        let loaded = load_demo(code.example, &LoadOptions::default());
        if !loaded.diagnostics.iter().any(|d| d.code == code.id) {
            failed += &format!("{}:\n{}\n", code.id, render_findings(&loaded.diagnostics, &loaded.sources));
        }
    }
    assert_eq!(failed, "");
}

#[test]
fn what_was_probably_meant_can_be_put_in() {
    let mut renamed = 0;
    for code in EXPLAIN.iter().flat_map(|group| group.iter()) {
        let loaded = load_demo(code.example, &LoadOptions::default());
        for d in &loaded.diagnostics {
            let says = d.hint.as_deref().is_some_and(|hint| hint.starts_with("did you mean"));
            match (&d.fix, d.span) {
                (Some(Fix::Rename { from, to }), Some(span)) => {
                    renamed += 1;
                    // If the folder and the id differ, either name can be the right one.
                    let either = (d.code == codes::OTHER_FOLDER.id).then_some("rename one of them");
                    let hint = either.map_or_else(|| format!("did you mean `{to}`?"), str::to_owned);
                    assert_eq!(d.hint.as_deref(), Some(&*hint), "{}", d.code);
                    let text = &loaded.sources.get(span.file).unwrap().text;
                    let there = &text[span.start as usize..span.end as usize];
                    assert!(there.contains(&**from), "{}: `{there}` does not hold `{from}`", d.code);
                }
                _ => assert!(!says, "{}: {}", d.code, d.message),
            }
        }
    }
    assert!(renamed > 5, "{renamed}");
}

#[test]
fn codes_are_unique_and_sorted() {
    let codes: Vec<&str> = EXPLAIN.iter().flat_map(|group| group.iter()).map(|c| c.id).collect();
    assert!(codes.is_sorted_by(|a, b| a < b), "{codes:?}");
    assert_eq!(explain("p0101").map(|c| c.id), Some("P0101"));
    assert!(explain("P9999").is_none());
}
