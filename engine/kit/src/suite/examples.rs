//! Lists the worked examples of a pack's rules, and the tests that play them.
//!
//! Rules are explained with examples, and an example makes a good test. `tests/examples.ron` lists the examples in the
//! source of a pack, case by case, so that an example without a test is found by counting and not by chance:
//!
//! ```ron
//! Examples(
//!     of: "the printed rules",
//!     cases: {"01a": "a road of three tiles: 3", "02": "a town of two: 4", "03": "a report of totals"},
//!     elsewhere: {"02": "other_pack: scores/a small town"},   // else the test's name begins with `digest/02`
//!     not_played: {"03": "it does not say how they came about"},
//! )
//! ```

use std::collections::BTreeMap;

use tilewright_core::diag::Span;
use tilewright_pack::read::Fields;
use tilewright_pack::schema;
use tilewright_pack::syntax::Node;

use super::TestFailure;
use super::notation::Reader;
use super::run::{SkippedTest, list_tests};
use crate::error::KitError;
use crate::packs::find::Finder;

/// File of the list, below the pack's folder.
const FILE: &str = "tests/examples.ron";

/// Worked example, or one case of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// Number of the example in the source, with a letter for the case: `02b`.
    pub id: String,
    /// Text of the example, in short.
    pub tells: String,
    /// Names of the tests that play the example, with their packs; empty if no test plays it.
    pub tests: Vec<String>,
    /// Reason that no test can play the example.
    pub not_played: Option<String>,
}

impl Example {
    /// True if the example lacks a test although it can be played.
    pub fn is_missing(&self) -> bool {
        self.tests.is_empty() && self.not_played.is_none()
    }
}

/// Worked examples of a pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Examples {
    /// Source of the examples, such as the printed rules.
    pub of: String,
    /// All examples, by their numbers.
    pub cases: Vec<Example>,
    /// Mistakes in the list.
    pub failures: Vec<TestFailure>,
}

/// Returns the worked examples that a pack lists; `None` if the pack has no list.
///
/// # Errors
/// The pack, or one that its list names, is not found, or a file cannot be read.
pub fn examples(finder: &Finder, pack: &str) -> Result<Option<Examples>, KitError> {
    let found = finder.find(pack)?;
    let Some(text) = found.read()?.remove(FILE) else { return Ok(None) };
    let mut reader = Reader::new(&format!("{}/{FILE}", found.path_prefix()), &text);
    let mut listed: BTreeMap<String, Vec<SkippedTest>> = BTreeMap::new();
    listed.insert(String::new(), list_tests(finder, pack, "")?);
    let mut examples = Examples { of: String::new(), cases: Vec::new(), failures: Vec::new() };
    match read(&mut reader) {
        Err(failure) => examples.failures.push(failure),
        Ok((of, cases, elsewhere, not_played)) => {
            examples.of = of;
            for id in elsewhere.keys().chain(not_played.keys()).filter(|id| !cases.contains_key(*id)) {
                let place = reader.places.place_of(Span::new(reader.file, 0, 0));
                let expected = format!("a case `{id}`, for which the list says more");
                examples.failures.push(TestFailure::new(place, "unknown_case", expected, "none"));
            }
            for (id, tells) in cases {
                let (other, prefix) = match elsewhere.get(&id) {
                    None => (String::new(), format!("digest/{id}")),
                    Some(name) => match name.split_once(": ") {
                        Some((pack, name)) => (pack.to_owned(), name.to_owned()),
                        None => (String::new(), name.clone()),
                    },
                };
                if !listed.contains_key(&other) {
                    listed.insert(other.clone(), list_tests(finder, &other, "")?);
                }
                let own = if other.is_empty() { &found.id } else { &other };
                let tests = listed[&other].iter().filter(|test| is_named(&test.name, &prefix));
                let not_played = not_played.get(&id).cloned();
                let played = tests.filter(|_| not_played.is_none());
                let tests = played.map(|test| format!("{own}: {}", test.name)).collect();
                examples.cases.push(Example { id, tells, tests, not_played });
            }
        }
    }
    Ok(Some(examples))
}

/// True if a test's name begins with the words of a prefix.
fn is_named(name: &str, prefix: &str) -> bool {
    name.strip_prefix(prefix).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

type ExampleLists = (String, BTreeMap<String, String>, BTreeMap<String, String>, BTreeMap<String, String>);

fn read(reader: &mut Reader<'_>) -> Result<ExampleLists, TestFailure> {
    let tree = reader.tree()?;
    let lists = fields(reader, &tree);
    match (reader.wrong(), lists) {
        (None, Some(lists)) => Ok(lists),
        (Some(failure), _) => Err(failure),
        (None, None) => Err(reader.places.failure(tree.span, "bad_examples", "this is not a list of examples")),
    }
}

fn fields(reader: &Reader<'_>, tree: &Node) -> Option<ExampleLists> {
    let fields = Fields::from_node(tree, &schema::EXAMPLES, &reader.report)?;
    fields.finish();
    let texts = |name| fields.get(name).map(|node| reader.texts(node)).unwrap_or_default();
    let of = fields.get("of").and_then(|node| reader.line(node)).unwrap_or_default();
    fields.need("cases");
    Some((of, texts("cases"), texts("elsewhere"), texts("not_played")))
}
