//! Tests that functions return typed errors instead of texts.

use std::collections::BTreeSet;

use tilewright_conventions::text_files;

/// Files that may return texts as errors, by the beginning of their paths, each with the reason.
const TEXTS: &[(&str, &str)] = &[
    ("engine/core/src/verify/", "a violation of an invariant is a sentence for a report"),
    ("engine/core/src/catalog/look.rs", "the reader of packs adds the place and the code to the text"),
    ("engine/fuzz/src/games.rs", "a violation of an invariant is a sentence for a report"),
];

/// Returns the results in a source whose errors are texts, such as `Result<(), String>`.
fn results_with_texts(source: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (at, name) in source.match_indices("Result<") {
        let arguments = &source[at + name.len()..];
        // Nesting of brackets, and the start of the last argument.
        let (mut depth, mut last, mut count) = (0, 0, 1);
        for (at_sign, sign) in arguments.char_indices() {
            match sign {
                '<' | '(' | '[' => depth += 1,
                '>' if depth == 0 => {
                    let is_text = arguments[last..at_sign].trim().trim_end_matches(',') == "String";
                    if count > 1 && is_text {
                        found.push(&source[at..at + name.len() + at_sign + 1]);
                    }
                    break;
                }
                '>' if arguments[..at_sign].ends_with('-') => {}
                '>' | ')' | ']' => depth -= 1,
                ',' if depth == 0 => (last, count) = (at_sign + 1, count + 1),
                ';' if depth == 0 => break,
                '{' | '}' => break,
                _ => {}
            }
        }
    }
    found
}

#[test]
fn errors_have_types() {
    assert_eq!(results_with_texts("fn f() -> Result<(), String> {"), ["Result<(), String>"]);
    assert_eq!(results_with_texts("Result<[u8; 4], String>"), ["Result<[u8; 4], String>"]);
    assert_eq!(results_with_texts("Job<Result<Box<(A, B)>, String>>"), ["Result<Box<(A, B)>, String>"]);
    assert!(results_with_texts("Result<Map<A, String>, E>; io::Result<String>; Result<u8, E>; String>").is_empty());
    let (mut wrong, mut met) = (Vec::new(), BTreeSet::new());
    for file in text_files() {
        let is_test = file.path.contains("/tests/") || file.path.ends_with("/tests.rs");
        if !file.has_ending(&["rs"]) || is_test {
            continue;
        }
        let source = file.text.split("#[cfg(test)]\nmod ").next().unwrap_or("");
        for result in results_with_texts(source) {
            match TEXTS.iter().find(|(path, _)| file.path.starts_with(path)) {
                Some((path, _)) => drop(met.insert(*path)),
                None => wrong.push(format!("{}: {result}", file.path)),
            }
        }
    }
    assert!(wrong.is_empty(), "give the error a type that implements `Error`:\n{}", wrong.join("\n"));
    assert_eq!(met.len(), TEXTS.len(), "each exception is needed; only {met:?} are");
}
