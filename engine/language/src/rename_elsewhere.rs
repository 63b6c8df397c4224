//! Renames things in rules and tests, whose texts contain names in quotation marks. Only certain references change: in
//! rules, arguments of functions that name such a thing; in tests, words of notations that can mean nothing else.

use std::ops::Range;
use std::sync::Arc;

use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_core::catalog::mirror::MIRRORED;
use tilewright_pack::edit::TextEdit;
use tilewright_pack::syntax::{self, Node, NodeShape};

use crate::inventory::PackInventory;
use crate::rename::{NewName, can_mean};
use crate::schema::{SECTIONS, STEPS};
use crate::word_kind::WordKind;

/// Returns the edits of a rule module.
pub(crate) fn edits_in_rules(module: &str, text: &str, name: &NewName<'_>) -> Vec<TextEdit> {
    let mentions = crate::rules::mentions(module, text).into_iter().filter(|m| can_mean(m.sort, name.sort));
    mentions
        .filter_map(|mention| Some(TextEdit::new(mention.range.clone(), name.replace(&text[mention.range])?)))
        .collect()
}

/// Fields of tests that quote sentences, numbers of other things, or names of packs.
const OTHER_FIELDS: [&str; 19] = [
    "name",
    "packs",
    "unplayable",
    "seen_by",
    "of",
    "cases",
    "elsewhere",
    "not_played",
    "module",
    "line",
    "changes",
    "because",
    "per",
    "raise",
    "void",
    "scale",
    "bonus",
    "ask",
    "not_asked",
];

/// Returns the edits of a file of tests, and true if further words may mean the thing.
pub(crate) fn edits_in_tests(inventory: &PackInventory, text: &str, name: &NewName<'_>) -> (Vec<TextEdit>, bool) {
    // No notation of tests names edges.
    let tree = if name.sort == EDGE { None } else { syntax::read(text).tree };
    let Some(tree) = tree else { return (Vec::new(), false) };
    let is_only = is_only_meaning(inventory, name);
    let mut walk = TestWalk { text, name, is_only, edits: Vec::new(), is_doubtful: false };
    walk.node(&tree, None);
    (walk.edits, walk.is_doubtful)
}

const EDGE: WordKind = WordKind::Declared(DeclaredKind::Edge);

fn is_number(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_digit())
}

/// Returns true if a word of a notation that equals the old name can mean nothing else.
fn is_only_meaning(inventory: &PackInventory, name: &NewName<'_>) -> bool {
    let is_step = STEPS.iter().any(|(word, _)| *word == name.old) || matches!(name.old, "from" | "down" | "over");
    let others = SECTIONS.iter().filter_map(|section| section.sort).filter(|sort| ![name.sort, EDGE].contains(sort));
    !is_step && !is_number(name.old) && !others.into_iter().any(|sort| inventory.has(sort, name.old))
}

struct TestWalk<'a> {
    text: &'a str,
    name: &'a NewName<'a>,
    is_only: bool,
    edits: Vec<TextEdit>,
    is_doubtful: bool,
}

impl TestWalk<'_> {
    /// Visits a value. `sort` is the kind of thing that its words name; `None` if they can name various things.
    fn node(&mut self, node: &Node, sort: Option<WordKind>) {
        match &node.shape {
            NodeShape::Text(_) | NodeShape::Word(_) => self.words(node.range(), sort),
            NodeShape::Struct(_, fields) => {
                for (field, value) in fields.iter().filter(|(field, _)| !OTHER_FIELDS.contains(&&*field.value)) {
                    self.field(&field.value, value);
                }
            }
            _ => node.children().for_each(|child| self.node(child, sort)),
        }
    }

    fn field(&mut self, field: &str, value: &Node) {
        let declared = WordKind::Declared;
        let (of_keys, of_values) = match field {
            "board" | "bag" | "set_aside" | "hands" | "face_down" | "in_play" => (None, Some(DeclaredKind::Tile)),
            "bags" => (Some(declared(DeclaredKind::Bag)), Some(DeclaredKind::Tile)),
            "rows" => (Some(declared(DeclaredKind::Zone)), Some(DeclaredKind::Tile)),
            "options" => (Some(declared(DeclaredKind::Option)), None),
            "counters" => (Some(declared(DeclaredKind::Counter)), None),
            "by_kind" => (Some(WordKind::Book), None),
            "supply" => (Some(declared(DeclaredKind::Figure)), None),
            "tokens" => (Some(declared(DeclaredKind::Token)), None),
            "result" => (None, Some(DeclaredKind::Result)),
            _ => (None, None),
        };
        let maps = std::iter::once(value).chain(value.items().unwrap_or_default());
        let entries: Vec<&(Node, Node)> = maps.flat_map(|node| node.entries().unwrap_or_default()).collect();
        if entries.is_empty() {
            return self.node(value, of_values.map(declared));
        }
        for (key, value) in entries {
            self.words(key.range(), of_keys);
            // Values of options are choices, which have no declaration.
            if field != "options" {
                self.node(value, of_values.map(declared));
            }
        }
    }

    /// Replaces the words in a range of the text that mean the thing.
    fn words(&mut self, range: Range<usize>, sort: Option<WordKind>) {
        let is_meant = match sort {
            Some(sort) => can_mean(sort, self.name.sort),
            None => self.is_only,
        };
        if !is_meant && (sort.is_some() || is_number(self.name.old)) {
            return;
        }
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let within = &self.text[range.clone()];
        for (at, found) in within.match_indices(self.name.old) {
            let (before, after) = (&within[..at], &within[at + found.len()..]);
            if before.ends_with(is_part) || after.starts_with(is_part) {
                continue;
            }
            if is_meant {
                let start = range.start + at;
                self.edits.push(TextEdit::new(start..start + found.len(), self.name.new));
            } else {
                self.is_doubtful = true;
            }
        }
    }
}

/// Returns true if a text contains a name in quotation marks.
pub(crate) fn quotes(text: &str, name: &str) -> bool {
    let quotes = |mark: char| {
        let words = [format!("{mark}{name}{mark}"), format!("{mark}{name}{MIRRORED}{mark}")];
        words.iter().any(|word| text.contains(&**word))
    };
    quotes('"') || quotes('\'')
}

/// Returns the name of the rule module in a file; `None` for other files.
pub(crate) fn module_of(path: &Arc<str>) -> Option<&str> {
    path.strip_prefix("rules/")?.strip_suffix(".lua")
}
