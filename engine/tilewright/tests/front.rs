//! Tests that the example on the front page, which runs as a doctest, is the one in the README.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

/// Returns the Rust example of a page.
fn example(page: &str) -> &str {
    let (_, rest) = page.split_once("```rust\n").unwrap();
    rest.split_once("```").unwrap().0
}

#[test]
fn the_readme_shows_the_example_that_is_tested() {
    assert_eq!(example(include_str!("../../../README.md")), example(include_str!("../README.md")));
}
