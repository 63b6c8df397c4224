//! Reads lists of changes that no test can notice because the rule behaves the same with them, each with a reason.
//!
//! A change is identified by its content and not by its position: the module, the text of the line, and the change in
//! words. The entry still matches when lines are added above. If the line itself is rewritten, the entry no longer
//! matches anything, which is reported.
//!
//! ```ron
//! EqualChanges([
//!     (module: "paths", line: "if points > 0 then", changes: ["`0` becomes `-1`"], because: "nobody pays for nothing"),
//!     (module: "paths", line: "return x", which: 2, …),     // the second of the lines that read so
//! ])
//! ```

use tilewright_pack::read::{self, Fields};
use tilewright_pack::schema;
use tilewright_pack::syntax::Node;
use tilewright_script::Mutant;

use super::TestFailure;
use super::notation::Reader;

/// Name of the document.
pub(super) const WORD: &str = "EqualChanges";
/// File of the list, below the pack's folder.
pub const EQUAL_FILE: &str = "tests/equal.ron";
/// Name of the list for the modules of the library.
pub(super) const LIBRARY_FILE: &str = "scripts/equal.ron";

/// Change that makes no difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Equal {
    /// `path:line:column` of the entry.
    pub place: String,
    /// Path of the module, as faults show it.
    pub module: String,
    /// Text of the line, without the blanks around it.
    pub line: String,
    /// Number among the lines with this text, from 1.
    pub which: u32,
    /// Change of the line, in words.
    pub change: String,
    /// Reason that the change makes no difference.
    pub because: String,
}

impl Equal {
    /// True if the entry is about this change.
    pub fn is(&self, module: &str, mutant: &Mutant) -> bool {
        self.module == module
            && self.which == mutant.nth_line
            && self.line == mutant.text
            && self.change == mutant.describe()
    }
}

/// Reads a list. `folder` precedes the names of modules in their paths.
pub(super) fn read(path: &str, text: &str, folder: &str) -> Result<Vec<Equal>, TestFailure> {
    let mut reader = Reader::new(path, text);
    let tree = reader.tree()?;
    let mut all = Vec::new();
    match tree.items() {
        Some([list]) => reader.list(list).iter().for_each(|node| entry(&reader, node, folder, &mut all)),
        _ => read::wrong(&tree, "EqualChanges([...])", &reader.report),
    }
    reader.wrong().map_or(Ok(all), Err)
}

/// Reads an entry, and reports its mistakes.
fn entry(reader: &Reader<'_>, node: &Node, folder: &str, all: &mut Vec<Equal>) {
    let Some(fields) = Fields::from_node(node, &schema::EQUAL_CHANGE, &reader.report) else { return };
    fields.finish();
    let line = |name| -> Option<String> {
        let node = fields.need(name)?;
        let line = reader.line(node)?;
        if line.trim().is_empty() {
            read::wrong(node, "a text that is not empty", &reader.report);
        }
        Some(line)
    };
    let (module, text, because) = (line("module"), line("line"), line("because"));
    let which = fields.int("which").and_then(|which| u32::try_from(which).ok());
    let changes = fields.need("changes").map(|node| (node, reader.lines(node)));
    if let Some((node, _)) = changes.as_ref().filter(|(_, changes)| changes.is_empty()) {
        read::wrong(node, "a list that is not empty", &reader.report);
    }
    let (Some(module), Some(text), Some(because), Some(which), Some((_, changes))) =
        (module, text, because, which, changes)
    else {
        return;
    };
    all.extend(changes.into_iter().map(|change| Equal {
        place: reader.places.place_of(node.span),
        module: format!("{folder}/{}.lua", module.trim_end_matches(".lua")),
        line: text.trim().to_owned(),
        which,
        change,
        because: because.clone(),
    }));
}
