//! Changes of rules that no test can notice, because the rule does the same with them: told once, with a reason.
//!
//! A change is found again by what it is about and not by where it stands: the module, the text of the line, and the
//! change in words. It stays found when lines are added above; when the line itself is written anew, the entry matches
//! nothing any more, which is told.
//!
//! ```ron
//! EqualChanges([
//!     (module: "paths", line: "if points > 0 then", changes: ["`0` becomes `-1`"], because: "nobody pays for nothing"),
//!     (module: "paths", line: "return x", which: 2, …),     // the second of the lines that read so
//! ])
//! ```

use ron::value::RawValue;
use serde::Deserialize;
use tilewright_core::diag::SourceMap;
use tilewright_script::Mutant;

use super::TestFailure;
use super::format::{Raw, Text};

/// The name of the document.
pub(super) const WORD: &str = "EqualChanges";
/// The file that holds it, below the pack's folder.
pub const EQUAL_FILE: &str = "tests/equal.ron";
/// The list for the modules of the library.
pub(super) const LIBRARY_FILE: &str = "scripts/equal.ron";

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct RawEntry<'a> {
    #[serde(borrow)]
    module: Raw<'a>,
    #[serde(borrow)]
    line: Raw<'a>,
    #[serde(borrow)]
    which: Raw<'a>,
    #[serde(borrow)]
    changes: Raw<'a>,
    #[serde(borrow)]
    because: Raw<'a>,
}

/// A change that makes no difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Equal {
    /// `path:line:column` of its entry.
    pub place: String,
    /// The module, by its path as faults show it.
    pub module: String,
    /// The line, without the blanks around it.
    pub line: String,
    /// Which of the lines that read so, from 1.
    pub which: u32,
    /// The change in words.
    pub change: String,
    /// Why it makes none.
    pub because: String,
}

impl Equal {
    /// Whether it is about this change.
    pub fn is(&self, module: &str, mutant: &Mutant) -> bool {
        self.module == module
            && self.which == mutant.nth_line
            && self.line == mutant.text
            && self.change == mutant.told()
    }
}

/// Reads a list. `folder`: what comes before the names of modules in their paths.
pub(super) fn read(path: &str, text: &str, folder: &str) -> Result<Vec<Equal>, TestFailure> {
    let mut sources = SourceMap::default();
    let file = sources.add(path, text);
    let text = Text { sources: &sources, file, text };
    let mut all = Vec::new();
    for raw in text.read::<Entries<'_>>(text.document()?)?.0 {
        let entry: RawEntry<'_> = text.read(raw)?;
        let word = |field: Raw<'_>, name: &str| -> Result<String, TestFailure> {
            let word: Option<String> = match field {
                Some(raw) => text.read(raw)?,
                None => None,
            };
            word.filter(|w| !w.trim().is_empty()).ok_or_else(|| {
                text.failure(text.span(raw), "bad_equal", format!("a change that makes no difference needs `{name}`"))
            })
        };
        let changes: Vec<String> = text.maybe(entry.changes)?.unwrap_or_default();
        if changes.is_empty() {
            let message = "a change that makes no difference needs `changes`";
            return Err(text.failure(text.span(raw), "bad_equal", message));
        }
        let (module, line) = (word(entry.module, "module")?, word(entry.line, "line")?);
        let because = word(entry.because, "because")?;
        let which = text.maybe(entry.which)?.unwrap_or(1);
        all.extend(changes.into_iter().map(|change| Equal {
            place: sources.place(text.span(raw)),
            module: format!("{folder}/{}.lua", module.trim_end_matches(".lua")),
            line: line.trim().to_owned(),
            which,
            change,
            because: because.clone(),
        }));
    }
    Ok(all)
}

#[derive(Deserialize)]
#[serde(rename = "EqualChanges")]
struct Entries<'a>(#[serde(borrow)] Vec<&'a RawValue>);
