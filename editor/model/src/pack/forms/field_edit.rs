//! Applies changes that users make in forms to the text, using the patcher.

use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_pack::edit::{Draft, EditError, NodePath, PathStep, Written, node_at, unfold};
use tilewright_pack::syntax::{Node, NodeShape};

use crate::pack::document::{FileChange, FileTexts};
use tilewright_language::inventory::PackInventory;
use tilewright_language::schema::{STEPS, ValueKind, WordKind};

/// Operation on a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ValueEdit {
    /// Replaces the whole value.
    Set(Written),
    /// Sets a field; the list holds the names of all fields in their usual order.
    SetField(String, Written, Vec<String>),
    /// Removes a field with this name.
    RemoveField(String),
    /// Inserts an item at an index.
    Insert(usize, Written),
    /// Removes the item at an index.
    Remove(usize),
    /// Moves an item from one index to another.
    Move(usize, usize),
    /// Duplicates the item at an index.
    Duplicate(usize),
    /// Sets the entry of a map with this key.
    SetEntry(String, Written),
    /// Removes the entry of a map with this key.
    RemoveEntry(String),
}

/// Change of one value in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldEdit {
    /// File, as a path within the pack.
    pub file: std::sync::Arc<str>,
    /// Path of the value to change.
    pub path: NodePath,
    /// Operation on that value.
    pub op: ValueEdit,
}

impl FieldEdit {
    /// Applies the change to a draft of the file.
    ///
    /// # Errors
    /// The value does not exist or has another shape, or the typed text is not valid RON.
    pub fn carry_out(&self, draft: &mut Draft) -> Result<(), EditError> {
        let path = &self.path;
        match &self.op {
            ValueEdit::Set(value) => draft.set(path, value),
            ValueEdit::SetField(name, value, order) => {
                // An entry that is only a name becomes a struct with that name as its id.
                if let Some(id) = bare_item(draft, path) {
                    let fields = vec![("id".to_owned(), id), (name.clone(), value.clone())];
                    return draft.replace(path, &Written::Struct(None, fields));
                }
                let order: Vec<&str> = order.iter().map(String::as_str).collect();
                draft.set_field(path, name, value, &order)
            }
            ValueEdit::RemoveField(name) => draft.remove_field(path, name),
            ValueEdit::Insert(index, value) => draft.insert(path, *index, value),
            ValueEdit::Remove(index) => draft.remove(path, *index),
            ValueEdit::Move(from, to) => draft.move_item(path, *from, *to),
            ValueEdit::Duplicate(index) => draft.duplicate(path, *index),
            ValueEdit::SetEntry(key, value) => draft.set_entry(path, key, value),
            ValueEdit::RemoveEntry(key) => draft.remove_entry(path, key),
        }
    }

    /// Returns the change to the file's text.
    ///
    /// # Errors
    /// As for [`FieldEdit::carry_out`].
    pub fn change(&self, files: &FileTexts) -> Result<FileChange, EditError> {
        let text = files.get(&self.file).map_or("", |text| text);
        let mut draft = Draft::new(text)?;
        // Entry of a list that contains the value, before the change.
        let thing = match &self.path[..] {
            [list @ (PathStep::Field(_) | PathStep::Item(0)), thing @ PathStep::Item(_), ..] => {
                let path = [list.clone(), thing.clone()];
                Some((draft.node(&path[..1])?.clone(), draft.node(&path)?.clone()))
            }
            _ => None,
        };
        self.carry_out(&mut draft)?;
        let edits = match thing {
            Some((list, thing)) => unfold(text, Some(&list), &thing, draft.edits()),
            None => draft.edits(),
        };
        Ok(FileChange::Edit { path: self.file.clone(), edits })
    }
}

/// Returns the name of an entry that consists of its name only, in a list of things with ids. Steps and parts can be
/// single words too, but that word is a head, not an id.
fn bare_item(draft: &Draft, path: &[PathStep]) -> Option<Written> {
    let node = node_at(draft.tree(), path)?;
    let in_list = matches!(path, [.., PathStep::Item(_)]);
    let section = match path {
        [PathStep::Field(section), PathStep::Item(_)] => section.clone(),
        [PathStep::Item(0), PathStep::Item(_)] => draft.tree().head()?.value.to_lowercase(),
        _ => return None,
    };
    let named = tilewright_language::schema::section_of(&section).is_some_and(|s| s.sort.is_some());
    match &node.shape {
        NodeShape::Word(w) if in_list && named => Some(Written::Word(w.to_string())),
        NodeShape::Text(t) if in_list && named => Some(Written::Text(t.to_string())),
        _ => None,
    }
}

/// Returns typed text as a value, unchanged.
///
/// # Errors
/// The text is not one valid RON value.
pub fn parse_typed(text: &str) -> Result<Written, EditError> {
    let text = text.trim();
    let probe = Draft::new(&format!("[{text}]"))?;
    match probe.tree().items() {
        Some([only]) if only.range() == (1..1 + text.len()) => Ok(Written::Verbatim(text.to_owned())),
        _ => Err(EditError::WrongShape(Vec::new(), "a single value")),
    }
}

/// Returns the text of a node.
pub fn source<'a>(text: &'a str, node: &Node) -> &'a str {
    text.get(node.range()).unwrap_or_default()
}

/// Returns an initial value of this kind.
pub fn fresh(inventory: &PackInventory, kind: &ValueKind) -> Written {
    let first = |sort| inventory.names(sort).first().map_or_else(|| Written::word("unnamed"), |n| Written::word(n));
    match kind {
        ValueKind::Flag | ValueKind::Raw | ValueKind::Item(_) => Written::Bool(true),
        ValueKind::Int => Written::Int(1),
        ValueKind::Text | ValueKind::Id | ValueKind::Pack => Written::text("new"),
        ValueKind::Colour => Written::text("#808080"),
        ValueKind::OneOf(words) => words.first().map_or(Written::Int(0), |w| literal(w)),
        ValueKind::Name(sort) | ValueKind::NameOr(sort, _) => first(*sort),
        ValueKind::Pair => Written::Tuple(None, vec![Written::Int(0), Written::Int(0)]),
        ValueKind::List(_) => Written::List(Vec::new()),
        ValueKind::Map(key, value) => match **key {
            ValueKind::Int => Written::Map((2..=4).map(|n| (Written::Int(n), fresh(inventory, value))).collect()),
            _ => Written::Map(Vec::new()),
        },
        ValueKind::Fields(fields) => {
            let wanted = fields.iter().filter(|f| {
                matches!(f.kind, ValueKind::Name(_) | ValueKind::Pair)
                    || (f.kind == ValueKind::Text && f.name == "name")
            });
            Written::Struct(None, wanted.map(|f| (f.name.to_string(), fresh(inventory, &f.kind))).collect())
        }
        ValueKind::Forms(ways) => {
            let Some(way) = ways.first() else { return Written::Int(0) };
            Written::word(way.name)
        }
        ValueKind::Step => Written::word(STEPS.first().map_or("place", |(name, _)| name)),
        ValueKind::Either(kinds) => kinds.first().map_or(Written::Int(0), |(_, kind)| fresh(inventory, kind)),
        ValueKind::Condition => Written::Map(Vec::new()),
        ValueKind::Part | ValueKind::PartName(_) => first(WordKind::Declared(DeclaredKind::Terrain)),
    }
}

/// Parses a word as a boolean, a number or a plain word.
pub fn literal(word: &str) -> Written {
    match word {
        "true" => Written::Bool(true),
        "false" => Written::Bool(false),
        _ => word.parse().map_or_else(|_| Written::word(word), Written::Int),
    }
}
