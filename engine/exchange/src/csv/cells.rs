//! Converts values of packs to cells of a table and back.
//!
//! A cell has the notation of packs without the outer brackets: `city(at: [N]), road(at: [S])` for a list of parts,
//! `magic` or `pattern: 1` for tags. An empty cell is a field that is not written.

use std::fmt;

use tilewright_pack::edit::Written;
use tilewright_pack::syntax::{self, Node};

use crate::error::brief;

/// Reason why a cell cannot be read, as a sentence without a full stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CellError(pub(crate) String);

impl fmt::Display for CellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CellError {}

/// Reads a value in the notation of packs.
pub(crate) fn read_value(text: &str) -> Result<Written, CellError> {
    let reading = syntax::read(text);
    match reading.tree {
        Some(tree) if reading.problems.is_empty() => Ok(Written::from_node(&tree, text)),
        _ => Err(CellError(match reading.problems.first() {
            Some(problem) => format!("`{}` cannot be read: {}", brief(text), problem.message),
            None => format!("`{}` cannot be read", brief(text)),
        })),
    }
}

/// Reads the items of a list, with or without its brackets.
pub(crate) fn read_list(cell: &str) -> Result<Vec<Written>, CellError> {
    let cell = cell.trim();
    if cell.starts_with('[')
        && let Ok(Written::List(items)) = read_value(cell)
    {
        return Ok(items);
    }
    match read_value(&format!("[{cell}\n]")) {
        Ok(Written::List(items)) => Ok(items),
        Ok(_) => Err(CellError(format!("`{}` is not a list", brief(cell)))),
        Err(_) => Err(read_value(cell).err().unwrap_or_else(|| CellError(format!("`{}` is not a list", brief(cell))))),
    }
}

/// Reads the entries of a map, with or without its brackets.
pub(crate) fn read_map(cell: &str) -> Result<Vec<(Written, Written)>, CellError> {
    let cell = cell.trim();
    if cell.starts_with('{')
        && let Ok(Written::Map(entries)) = read_value(cell)
    {
        return Ok(entries);
    }
    match read_value(&format!("{{{cell}\n}}"))? {
        Written::Map(entries) => Ok(entries),
        _ => Err(CellError(format!("`{}` is not a map", brief(cell)))),
    }
}

/// Reads fields with their names, as in `more`, with or without parentheses around them.
pub(crate) fn read_fields(cell: &str) -> Result<Vec<(String, Written)>, CellError> {
    let cell = cell.trim();
    let text = if cell.starts_with('(') { cell.to_owned() } else { format!("({cell}\n)") };
    match read_value(&text)? {
        Written::Struct(None, fields) => Ok(fields),
        _ => Err(CellError(format!("`{}` has no fields such as `derive: false`", brief(cell)))),
    }
}

/// Prints the items of a list without the brackets; an empty list keeps them.
pub(crate) fn list_cell(items: &[Written]) -> String {
    match items {
        [] => "[]".to_owned(),
        // A list within the list would be taken for the list itself.
        [Written::List(_)] => Written::List(items.to_vec()).flat(),
        items => items.iter().map(Written::flat).collect::<Vec<_>>().join(", "),
    }
}

/// Prints the entries of a map without the brackets; an empty map keeps them.
pub(crate) fn map_cell(entries: &[(Written, Written)]) -> String {
    match entries {
        [] => "{}".to_owned(),
        entries => {
            let entry = |(key, value): &(Written, Written)| format!("{}: {}", bare(key).flat(), value.flat());
            entries.iter().map(entry).collect::<Vec<_>>().join(", ")
        }
    }
}

/// Returns a name without quotation marks where possible.
fn bare(key: &Written) -> Written {
    match key {
        Written::Text(text) => Written::Word(text.clone()),
        key => key.clone(),
    }
}

/// Returns the name that a value is; `None` for any other value.
pub(crate) fn name_of(value: &Written) -> Option<&str> {
    match value {
        Written::Word(name) | Written::Text(name) => Some(name),
        _ => None,
    }
}

/// Converts a node of a pack to a value.
pub(crate) fn value_of(node: &Node, text: &str) -> Written {
    Written::from_node(node, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_need_no_outer_brackets() {
        let parts = "road(at: [N, S]), city";
        assert_eq!(list_cell(&read_list(parts).unwrap()), parts);
        assert_eq!(read_list("[a, b]").unwrap().len(), 2);
        assert_eq!(read_list("[a], [b]").unwrap().len(), 2);
        assert_eq!(read_list("").unwrap(), []);
        assert_eq!(map_cell(&read_map("pattern: 1, \"a:b\": 2").unwrap()), "pattern: 1, \"a:b\": 2");
        assert_eq!(read_map("{\"inn\": 1}").unwrap(), read_map("\"inn\": 1").unwrap());
        assert_eq!(read_fields("derive: false, cells: [(at: (0, 0))]").unwrap().len(), 2);
    }

    #[test]
    fn other_cells_give_the_reason() {
        for cell in ["road(at: [N", "a b", "\"", "(a: 1"] {
            assert!(read_list(cell).is_err() && read_fields(cell).is_err(), "{cell}");
        }
        let deep = format!("{}{}", "[".repeat(100), "]".repeat(100));
        assert!(read_list(&deep).is_err());
    }
}
