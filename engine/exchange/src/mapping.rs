//! Reads the file that names foreign columns and decides guesses of an import.

use std::collections::BTreeMap;

use tilewright_pack::syntax::{self, Node, NodeShape};

use crate::columns::TileColumn;
use crate::error::{ExchangeError, ExchangeErrorKind, brief};
use crate::limits;
use crate::names::is_id;

/// Decisions of the author about an import: names of columns, meanings of names, and the sides of tiles.
#[derive(Clone, Debug, Default)]
pub struct ImportMapping {
    /// Content of columns by their names in the table; `None` for a column that is not used.
    pub(crate) columns: BTreeMap<String, Option<TileColumn>>,
    /// Ids for names in the imported file.
    pub(crate) names: BTreeMap<String, String>,
    /// Terrain that fills the rest of tiles; `None` if it is guessed.
    pub(crate) ground: Option<String>,
    /// Terrains at the ports of edge types, clockwise.
    pub(crate) edges: BTreeMap<String, Vec<String>>,
    /// True if equal areas at sides that are not adjacent are joined.
    pub(crate) joins_opposite: bool,
    /// Name of the set to import, if a file has several.
    pub(crate) set: Option<String>,
    /// Name of the column with the number of copies, which takes precedence over the columns.
    count_column: Option<String>,
}

/// Fields of the file, for messages.
const FIELDS: &str = "columns, names, ground, edges, opposite and set";

impl ImportMapping {
    /// Reads a text such as `Import(columns: {"Copies": count}, names: {"R": road}, ground: field, edges: {"road":
    /// [field, road, field]}, opposite: join, set: "Paths")`. All fields are optional.
    ///
    /// # Errors
    /// The text is not valid, or has unknown fields or values. All mistakes are returned.
    pub fn read(text: &str) -> Result<ImportMapping, Vec<ExchangeError>> {
        let reading = syntax::read(text);
        let tree = match reading.tree {
            Some(tree) if reading.problems.is_empty() => tree,
            _ => {
                let problem = |problem: &tilewright_core::diag::Diagnostic| {
                    let line = problem.span.map_or(1, |span| line_of(text, span.start as usize));
                    ExchangeError::new(ExchangeErrorKind::Mapping, problem.message.clone()).at(line)
                };
                let mut problems: Vec<ExchangeError> = reading.problems.iter().map(problem).collect();
                if problems.is_empty() {
                    problems.push(ExchangeError::new(ExchangeErrorKind::Mapping, "the file is empty"));
                }
                return Err(problems);
            }
        };
        let mut reader = MappingReader { text, mapping: ImportMapping::default(), errors: Vec::new() };
        reader.read(&tree);
        if reader.errors.is_empty() { Ok(reader.mapping) } else { Err(reader.errors) }
    }

    /// Sets the name of the column with the number of copies.
    #[must_use]
    pub fn with_count_column(self, name: &str) -> ImportMapping {
        ImportMapping { count_column: Some(name.to_owned()), ..self }
    }

    pub(crate) fn count_column(&self) -> Option<&str> {
        self.count_column.as_deref()
    }

    /// Returns the id that the author gives to a name; `None` if there is none.
    pub(crate) fn id_of(&self, name: &str) -> Option<&str> {
        self.names.get(name).map(String::as_str)
    }
}

/// Returns the line of a byte, counted from 1.
fn line_of(text: &str, at: usize) -> usize {
    text.as_bytes().iter().take(at).filter(|&&byte| byte == b'\n').count() + 1
}

struct MappingReader<'t> {
    text: &'t str,
    mapping: ImportMapping,
    errors: Vec<ExchangeError>,
}

impl MappingReader<'_> {
    fn wrong(&mut self, node: &Node, message: String, hint: &str) {
        let line = line_of(self.text, node.range().start);
        self.errors.push(ExchangeError::new(ExchangeErrorKind::Mapping, message).at(line).hint(hint));
    }

    fn read(&mut self, tree: &Node) {
        let is_import = tree.head().is_some_and(|head| &*head.value == "Import");
        let Some(fields) = tree.fields().filter(|_| is_import) else {
            let message = format!("the file is {}, not `Import(…)`", tree.describe());
            return self.wrong(tree, message, "write `Import(columns: {\"Copies\": count})`");
        };
        for (name, value) in fields {
            match &*name.value {
                "columns" => self.columns(value),
                "names" => self.names(value),
                "ground" => self.mapping.ground = self.id(value),
                "edges" => self.edges(value),
                "set" => self.mapping.set = self.word(value),
                "opposite" => match self.word(value).as_deref() {
                    Some("join") => self.mapping.joins_opposite = true,
                    Some("apart") | None => {}
                    Some(other) => {
                        let message = format!("`{}` is not `join` or `apart`", brief(other));
                        self.wrong(value, message, "`join` joins equal areas at sides that are not adjacent");
                    }
                },
                other => {
                    let message = format!("there is no field `{}`", brief(other));
                    self.wrong(value, message, &format!("the fields are {FIELDS}"));
                }
            }
        }
    }

    fn word(&mut self, node: &Node) -> Option<String> {
        let word = node.as_word().map(|word| word.value.to_string());
        if word.is_none() {
            self.wrong(node, format!("expected a name, found {}", node.describe()), "write a name or a text");
        }
        word
    }

    fn id(&mut self, node: &Node) -> Option<String> {
        let word = self.word(node)?;
        if !is_id(&word) {
            let message = format!("`{}` cannot be an id", brief(&word));
            self.wrong(node, message, "ids begin with a lowercase letter, followed by lowercase letters, digits and _");
            return None;
        }
        Some(word)
    }

    fn entries<'n>(&mut self, node: &'n Node) -> &'n [(Node, Node)] {
        match &node.shape {
            NodeShape::Map(entries) => entries,
            _ => {
                self.wrong(node, format!("expected a map, found {}", node.describe()), "write `{\"name\": value}`");
                &[]
            }
        }
    }

    fn columns(&mut self, node: &Node) {
        for (key, value) in self.entries(node) {
            let (Some(key), Some(word)) = (self.word(key), self.word(value)) else { continue };
            match (TileColumn::own(&word), &*word) {
                (Some(column), _) => drop(self.mapping.columns.insert(key, Some(column))),
                (None, "unused") => drop(self.mapping.columns.insert(key, None)),
                (None, _) => {
                    let message = format!("there is no column `{}`", brief(&word));
                    self.wrong(
                        value,
                        message,
                        "the columns are id, chip, count, bag, the sides (n, e, s, w or n, ne, se, s, sw, nw), parts, \
                         tags, turns, mirrored, back, image, more, and `unused`",
                    );
                }
            }
        }
    }

    fn names(&mut self, node: &Node) {
        for (key, value) in self.entries(node) {
            if let (Some(key), Some(id)) = (self.word(key), self.id(value)) {
                self.mapping.names.insert(key, id);
            }
        }
    }

    fn edges(&mut self, node: &Node) {
        for (key, value) in self.entries(node) {
            let Some(edge) = self.id(key) else { continue };
            let Some(ports) = value.items().filter(|ports| !ports.is_empty() && ports.len() <= limits::PORTS) else {
                let message = format!("an edge type has 1 to {} ports in a list", limits::PORTS);
                self.wrong(value, message, "write the terrains clockwise, such as `[field, road, field]`");
                continue;
            };
            let ports: Option<Vec<String>> = ports.iter().map(|port| self.id(port)).collect();
            if let Some(ports) = ports {
                self.mapping.edges.insert(edge, ports);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mapping_names_columns_and_decides_guesses() {
        let text = "Import(\n    columns: {\"Copies\": count, \"Nord\": n, \"Artist\": unused},\n    \
            names: {\"R\": road},\n    ground: field, edges: {\"road\": [field, road, field]}, opposite: join, set: \"Paths\",\n)";
        let mapping = ImportMapping::read(text).unwrap();
        assert_eq!(mapping.columns["Nord"], Some(TileColumn::Side("n")));
        assert_eq!(mapping.columns["Artist"], None);
        assert_eq!((mapping.id_of("R"), mapping.ground.as_deref()), (Some("road"), Some("field")));
        assert_eq!(mapping.edges["road"].len(), 3);
        assert!(mapping.joins_opposite && mapping.set.as_deref() == Some("Paths"));
    }

    #[test]
    fn all_mistakes_have_a_line_and_a_hint() {
        let text = "Import(\n    columns: {\"A\": sides},\n    names: {\"R\": \"A Road\"},\n    edges: {road: []},\n    colour: 1,\n)";
        let errors = ImportMapping::read(text).unwrap_err();
        assert_eq!(errors.iter().map(|error| error.line.unwrap()).collect::<Vec<_>>(), [2, 3, 4, 5]);
        assert!(errors.iter().all(|error| error.hint.is_some()));
        for text in ["", "Tiles([])", "Import(", "Import(columns: 3)"] {
            assert!(!ImportMapping::read(text).unwrap_err().is_empty(), "{text}");
        }
    }
}
