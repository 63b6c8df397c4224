//! Finds the tests in a file of a pack, and the places of their failures.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use tilewright_kit::suite::TestFailure;
use tilewright_pack::syntax::{self, Node, NodeShape};

use crate::pack_texts::FileTexts;
use crate::place::{FilePlace, line_range};

/// Test in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedTest {
    /// Name of the test.
    pub name: String,
    /// Range of the whole test, in bytes.
    pub range: Range<usize>,
}

/// Returns the tests of a file; empty for files outside of `tests`.
pub fn listed_tests(path: &str, text: &str) -> Vec<ListedTest> {
    fn visit(node: &Node, found: &mut Vec<ListedTest>) {
        match (&node.shape, node.field("name").and_then(Node::as_word)) {
            (NodeShape::Struct(..), Some(name)) => {
                found.push(ListedTest { name: name.value.to_string(), range: node.range() });
            }
            (NodeShape::List(_) | NodeShape::Tuple(..), _) => node.children().for_each(|child| visit(child, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    if path.starts_with("tests/")
        && path.ends_with(".ron")
        && let Some(tree) = syntax::read(text).tree
        && tree.head().is_some_and(|head| matches!(&*head.value, "Test" | "Tests"))
    {
        visit(&tree, &mut found);
    }
    found
}

/// Returns a sentence about a failure, without its place: the expected and the actual value, or the mistake in the
/// test.
pub fn sentence(failure: &TestFailure) -> String {
    if failure.is_wrong_test() {
        failure.expected.clone()
    } else {
        format!("expected {}; it was {}", failure.expected, failure.actual)
    }
}

/// Parses `path:line:column`, as results of tests name places, into a place in a file of the pack in `folder`.
pub fn place_in(told: &str, folder: &Path, files: &FileTexts) -> Option<FilePlace> {
    let mut parts = told.rsplitn(3, ':');
    let column: usize = parts.next()?.parse().ok()?;
    let line: usize = parts.next()?.parse().ok()?;
    let shown = folder.display().to_string().replace('\\', "/");
    let path = parts.next()?.strip_prefix(&*shown)?.strip_prefix('/')?;
    let (path, text) = files.get_key_value(path)?;
    let whole = line_range(text, line);
    let written = &text[whole.clone()];
    let from = written.char_indices().nth(column.checked_sub(1)?).map_or(written.len(), |(at, _)| at);
    let to = written.trim_end().len().max(from);
    Some(FilePlace { path: Arc::clone(path), range: whole.start + from..whole.start + to })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_listed() {
        let text = "Tests([\n    Test(name: \"a\"),\n    (name: \"b\", expect: (why: [(per: \"x\")])),\n])";
        let names = |path: &str| listed_tests(path, text).into_iter().map(|test| test.name).collect::<Vec<_>>();
        assert_eq!(names("tests/a.ron"), ["a", "b"]);
        assert!(names("pack.ron").is_empty());
    }
}
