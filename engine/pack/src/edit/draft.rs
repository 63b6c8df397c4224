//! Changes a text step by step.

use std::fmt;

use tilewright_core::diag::Diagnostic;

use super::entries::{self, EntryText, New};
use super::layout::{ValueLayout, line_break};
use super::written::{Written, is_bare};
use super::{TextEdit, align, apply};
use crate::read::syntax::{self, Node, NodeShape};

/// Step from a value to a value within it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PathStep {
    /// Index of an item in a list or in parentheses, from 0.
    Item(usize),
    /// Name of a field of a struct.
    Field(String),
    /// Key of a map, leading to its value.
    Key(String),
}

impl PathStep {
    /// Returns the step to a field of a struct.
    pub fn field(name: &str) -> PathStep {
        PathStep::Field(name.to_owned())
    }
}

/// Steps from the value of a whole file to a value within it.
pub type NodePath = Vec<PathStep>;

/// Returns the value at the end of a path; `None` if the path leads to no value.
pub fn node_at<'a>(root: &'a Node, path: &[PathStep]) -> Option<&'a Node> {
    path.iter().try_fold(root, |node, step| match step {
        PathStep::Item(index) => node.items()?.get(*index),
        PathStep::Field(name) => node.field(name),
        PathStep::Key(key) => {
            let entries = node.entries()?;
            entries.iter().find(|(k, _)| k.key_text() == *key).map(|(_, value)| value)
        }
    })
}

/// Error of a change to a draft. The draft may contain the first half of the change, so drop it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditError {
    /// The text is not valid RON, or a [`Written::Verbatim`] value would make it invalid.
    NotRon(Vec<Diagnostic>),
    /// The path leads to no value.
    NotThere(NodePath),
    /// The value at the path has another shape than the change needs; the text names the needed shape.
    WrongShape(NodePath, &'static str),
    /// The list has no item with this index.
    NoItem(NodePath, usize),
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditError::NotRon(problems) => {
                let message = problems.first().map_or("it is empty", |p| &p.message);
                write!(f, "the file cannot be changed this way before it can be read: {message}")
            }
            EditError::NotThere(path) => write!(f, "there is no value at {}", format_path(path)),
            EditError::WrongShape(path, expected) => write!(f, "the value at {} is not {expected}", format_path(path)),
            EditError::NoItem(path, index) => write!(f, "the list at {} has no item {index}", format_path(path)),
        }
    }
}

impl std::error::Error for EditError {}

fn format_path(path: &[PathStep]) -> String {
    let steps: Vec<String> = path
        .iter()
        .map(|step| match step {
            PathStep::Item(index) => index.to_string(),
            PathStep::Field(name) | PathStep::Key(name) => name.clone(),
        })
        .collect();
    format!("`{}`", steps.join("/"))
}

type Edited<T = ()> = Result<T, EditError>;

/// Text with its tree, and the edits that have been made.
#[derive(Clone, Debug)]
pub struct Draft {
    original: String,
    text: String,
    tree: Node,
    /// Edits from the original to the current text, ascending.
    edits: Vec<TextEdit>,
}

impl Draft {
    /// Parses a text into a draft.
    ///
    /// # Errors
    /// Returns [`EditError::NotRon`] if the text is not valid RON.
    pub fn new(text: &str) -> Edited<Draft> {
        let reading = syntax::read(text);
        match reading.tree {
            Some(tree) if reading.problems.is_empty() => Ok(Draft::from_tree(text, tree)),
            _ => Err(EditError::NotRon(reading.problems)),
        }
    }

    /// Returns a draft of a parsed text; `tree` is its tree without problems.
    pub fn from_tree(text: &str, tree: Node) -> Draft {
        Draft { original: text.to_owned(), text: text.to_owned(), tree, edits: Vec::new() }
    }

    /// Returns a draft of one value of a text; paths begin at that value. Only that value can be changed, which is
    /// faster than a draft of the whole text. The edits are in positions of the whole text.
    pub fn within(text: &str, value: &Node) -> Draft {
        Draft::from_tree(text, value.clone())
    }

    /// Returns the current text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the tree of the current text.
    pub fn tree(&self) -> &Node {
        &self.tree
    }

    /// Returns the edits from the original to the current text: ascending, without overlap, and empty if both are
    /// equal.
    pub fn edits(&self) -> Vec<TextEdit> {
        self.edits.iter().filter_map(|edit| trim_edit(&self.original, edit)).collect()
    }

    /// Returns the value at a path.
    ///
    /// # Errors
    /// Returns [`EditError::NotThere`] if the path leads to no value.
    pub fn node(&self, path: &[PathStep]) -> Edited<&Node> {
        node_at(&self.tree, path).ok_or_else(|| EditError::NotThere(path.to_vec()))
    }

    /// Sets the value at a path, and changes as little of its text as possible.
    ///
    /// # Errors
    /// Returns [`EditError::NotThere`] if the path leads to no value.
    pub fn set(&mut self, path: &[PathStep], value: &Written) -> Edited {
        let node = self.node(path)?;
        if value.is(node, &self.text) {
            return Ok(());
        }
        match (value, &node.shape) {
            (Written::Struct(head, new), NodeShape::Struct(old_head, old))
                if head.is_some() == old_head.is_some() && !new.is_empty() && !old.is_empty() =>
            {
                let gone: Vec<String> =
                    old.iter().map(|(n, _)| n.value.to_string()).filter(|n| !new.iter().any(|(m, _)| m == n)).collect();
                if let (Some(head), Some(old_head)) = (head, old_head)
                    && **head != *old_head.value
                {
                    self.set_head(path, head)?;
                }
                // New fields are added first, so that the struct always has at least one field.
                for (i, (name, value)) in new.iter().enumerate() {
                    let inner = append_step(path, PathStep::field(name));
                    if self.node(&inner).is_ok() {
                        self.set(&inner, value)?;
                    } else {
                        let order: Vec<&str> = new[..=i].iter().map(|(n, _)| &**n).collect();
                        self.set_field(path, name, value, &order)?;
                    }
                }
                gone.iter().try_for_each(|name| self.remove_field(path, name))
            }
            (Written::List(new), NodeShape::List(old)) if !new.is_empty() && !old.is_empty() => {
                let plan = align::align(old, new, &self.text);
                self.arrange(path, &plan)
            }
            (Written::Tuple(head, new), NodeShape::Tuple(old_head, old))
                if new.len() == old.len() && head.as_deref() == old_head.as_ref().map(|w| &*w.value) =>
            {
                new.iter().enumerate().try_for_each(|(i, value)| self.set(&append_step(path, PathStep::Item(i)), value))
            }
            (Written::Map(new), NodeShape::Map(old)) if !new.is_empty() && !old.is_empty() => {
                let key = |k: &Written| match k {
                    Written::Word(t) | Written::Text(t) => t.clone(),
                    other => other.flat(),
                };
                let keys: Vec<String> = old.iter().map(|(k, _)| k.key_text()).collect();
                for (k, value) in new {
                    self.set_entry(path, &key(k), value)?;
                }
                let gone = keys.iter().filter(|old| !new.iter().any(|(k, _)| key(k) == **old));
                gone.into_iter().try_for_each(|key| self.remove_entry(path, key))
            }
            _ => self.replace(path, value),
        }
    }

    /// Rewrites the whole value at a path. A name keeps its quotation marks.
    ///
    /// # Errors
    /// Returns [`EditError::NotThere`] if the path leads to no value.
    pub fn replace(&mut self, path: &[PathStep], value: &Written) -> Edited {
        let node = self.node(path)?;
        let value = match (value, &node.shape) {
            (Written::Word(w), NodeShape::Text(_)) => Written::Text(w.clone()),
            (Written::Text(t), NodeShape::Word(_)) if is_bare(t) => Written::Word(t.clone()),
            _ => value.clone(),
        };
        let range = node.range();
        let line = self.text[..range.start].rfind('\n').map_or(0, |i| i + 1);
        let indent = self.text[line..].bytes().take_while(|&b| b == b' ').count();
        let column = self.text[line..range.start].chars().count();
        let rest = &self.text[range.end..];
        let after = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let text = value.print(indent, column, after).replace('\n', line_break(&self.text));
        self.make(vec![TextEdit::new(range, text)])
    }

    /// Changes the word before the parentheses, or the word that is the whole value.
    ///
    /// # Errors
    /// Returns [`EditError::NotThere`] if the path leads to no value, and [`EditError::WrongShape`] if the value there
    /// has another shape than this change needs.
    pub fn set_head(&mut self, path: &[PathStep], head: &str) -> Edited {
        let word = self.node(path)?.head().filter(|_| is_bare(head));
        let word = word.ok_or_else(|| EditError::WrongShape(path.to_vec(), "something that begins with a name"))?;
        if *word.value != *head {
            return self.make(vec![TextEdit::new(word.span.start as usize..word.span.end as usize, head)]);
        }
        Ok(())
    }

    /// Sets a field of a struct. A new field is added after the last field that `order` puts before it. A bare name
    /// that could be a struct without fields (a part such as `cloister`) gets parentheses.
    ///
    /// # Errors
    /// Returns [`EditError::NotThere`] if the path leads to no value, and [`EditError::WrongShape`] if the value there
    /// has another shape than this change needs.
    pub fn set_field(&mut self, path: &[PathStep], name: &str, value: &Written, order: &[&str]) -> Edited {
        let node = self.node(path)?;
        if node.field(name).is_some() {
            return self.set(&append_step(path, PathStep::field(name)), value);
        }
        if let NodeShape::Word(word) = &node.shape {
            let value = Written::Struct(Some(word.to_string()), vec![(name.to_owned(), value.clone())]);
            return self.replace(path, &value);
        }
        let wrong = || EditError::WrongShape(path.to_vec(), "a value with fields");
        let fields = node.fields().ok_or_else(wrong)?;
        let rank = |name: &str| order.iter().position(|o| *o == name);
        let own = rank(name).unwrap_or(order.len());
        let unranked_goes = |n: &str| rank(n).is_some_and(|r| r < own);
        let conditions = |n: &str| matches!(n, "when" | "unless");
        let index = if rank(name).is_some() {
            fields.iter().rposition(|(n, _)| unranked_goes(&n.value)).map_or(0, |i| i + 1)
        } else {
            // A field that is not in `order` goes to the end, but before conditions.
            fields.iter().rposition(|(n, _)| !conditions(&n.value)).map_or(0, |i| i + 1)
        };
        let print = |indent: usize, column: usize, after: usize| {
            format!("{name}: {}", value.print(indent, column + name.chars().count() + 2, after))
        };
        let layout = ValueLayout::from_node(&self.text, node).ok_or_else(wrong)?;
        let edits = entries::insert(&layout, index, &New::Print(&print), false);
        self.make(edits)
    }

    /// Formats the value of a field in house style, on a separate line if it does not fit after the text before it.
    /// Leaves a value with comments unchanged, because they would be lost.
    ///
    /// # Errors
    /// Returns [`EditError::NotThere`] if the path leads to no value, and [`EditError::WrongShape`] if the value there
    /// has another shape than this change needs.
    pub fn lay_out(&mut self, path: &[PathStep], name: &str) -> Edited {
        let edits = self.layout_edits(path, name)?;
        self.make(edits)
    }

    /// True if [`Draft::lay_out`] would not change the field.
    ///
    /// # Errors
    /// Returns [`EditError::NotThere`] if the path leads to no value, and [`EditError::WrongShape`] if the value there
    /// has another shape than this change needs.
    pub fn is_laid_out(&self, path: &[PathStep], name: &str) -> Edited<bool> {
        Ok(self.layout_edits(path, name)?.is_empty())
    }

    fn layout_edits(&self, path: &[PathStep], name: &str) -> Edited<Vec<TextEdit>> {
        let node = self.node(path)?;
        let wrong = || EditError::WrongShape(path.to_vec(), "a value with fields");
        let layout = ValueLayout::from_node(&self.text, node).ok_or_else(wrong)?;
        let index = node.fields().and_then(|fields| fields.iter().position(|(n, _)| &*n.value == name));
        let Some((index, value)) = index.and_then(|i| Some((i, node.field(name)?))) else { return Ok(Vec::new()) };
        let value = Written::from_node(value, &self.text);
        let print = |indent: usize, column: usize, after: usize| {
            format!("{name}: {}", value.print(indent, column + name.chars().count() + 2, after))
        };
        let mut edits = entries::lay_out(&layout, index, &New::Print(&print));
        edits.retain(|edit| self.text[edit.range.clone()] != edit.text);
        Ok(edits)
    }

    /// Removes a field of a struct, if it exists, with its comma and its comments.
    ///
    /// # Errors
    /// Returns [`EditError::NotThere`] if the path leads to no value, and [`EditError::WrongShape`] if the value there
    /// has another shape than this change needs.
    pub fn remove_field(&mut self, path: &[PathStep], name: &str) -> Edited {
        let node = self.node(path)?;
        let Some(index) = node.fields().and_then(|fields| fields.iter().position(|(n, _)| &*n.value == name)) else {
            return Ok(());
        };
        self.remove_at(path, index)
    }

    /// Sets an entry of a map; a new entry is added at the end.
    ///
    /// # Errors
    /// Returns [`EditError::NotThere`] if the path leads to no value, and [`EditError::WrongShape`] if the value there
    /// has another shape than this change needs.
    pub fn set_entry(&mut self, path: &[PathStep], key: &str, value: &Written) -> Edited {
        let inner = append_step(path, PathStep::Key(key.to_owned()));
        if self.node(&inner).is_ok() {
            return self.set(&inner, value);
        }
        let node = self.node(path)?;
        let wrong = || EditError::WrongShape(path.to_vec(), "a map");
        let entries = node.entries().ok_or_else(wrong)?;
        // A new key uses the notation of the first one, with or without quotation marks.
        let plain = entries.first().is_some_and(|(k, _)| !matches!(k.shape, NodeShape::Text(_)));
        let plain = plain && (is_bare(key) || key.parse::<i64>().is_ok());
        let shown = if plain { key.to_owned() } else { Written::text(key).flat() };
        let print = |indent: usize, column: usize, after: usize| {
            format!("{shown}: {}", value.print(indent, column + shown.chars().count() + 2, after))
        };
        let index = entries.len();
        let layout = ValueLayout::from_node(&self.text, node).ok_or_else(wrong)?;
        let edits = entries::insert(&layout, index, &New::Print(&print), false);
        self.make(edits)
    }

    /// Removes an entry of a map, if it exists.
    ///
    /// # Errors
    /// Returns [`EditError::NotThere`] if the path leads to no value, and [`EditError::WrongShape`] if the value there
    /// has another shape than this change needs.
    pub fn remove_entry(&mut self, path: &[PathStep], key: &str) -> Edited {
        let entries = self.node(path)?.entries();
        match entries.and_then(|all| all.iter().position(|(k, _)| k.key_text() == *key)) {
            Some(index) => self.remove_at(path, index),
            None => Ok(()),
        }
    }

    /// Inserts an item into a list, before the item `index` or at the end.
    ///
    /// # Errors
    /// Returns [`EditError::NotThere`] if the path leads to no value, and [`EditError::WrongShape`] if the value there
    /// has another shape than this change needs.
    pub fn insert(&mut self, path: &[PathStep], index: usize, value: &Written) -> Edited {
        let print = |indent: usize, column: usize, after: usize| value.print(indent, column, after);
        // A struct with several fields gets separate lines, as it is likely to grow.
        let thing = matches!(value, Written::Struct(None, fields) if fields.len() > 1);
        self.insert_new(path, index, &New::Print(&print), thing)
    }

    /// Removes an item of a list, with its comma and its comments. A comment that is the title of several items stays
    /// while one of them remains.
    ///
    /// # Errors
    /// Returns [`EditError::NotThere`] or [`EditError::WrongShape`] if the path leads to no list, and
    /// [`EditError::NoItem`] if the list has no such item.
    pub fn remove(&mut self, path: &[PathStep], index: usize) -> Edited {
        self.check_item(path, index)?;
        self.remove_at(path, index)
    }

    /// Inserts a copy of an item after it, with its comments.
    ///
    /// # Errors
    /// Returns [`EditError::NotThere`] or [`EditError::WrongShape`] if the path leads to no list, and
    /// [`EditError::NoItem`] if the list has no such item.
    pub fn duplicate(&mut self, path: &[PathStep], index: usize) -> Edited {
        let piece = self.piece(path, index, EntryText::copy_entry)?;
        self.insert_new(path, index + 1, &New::Piece(piece), false)
    }

    /// Moves an item with its comments, so that its new index is `to`.
    ///
    /// # Errors
    /// Returns [`EditError::NotThere`] or [`EditError::WrongShape`] if the path leads to no list, and
    /// [`EditError::NoItem`] if the list has no such item.
    pub fn move_item(&mut self, path: &[PathStep], from: usize, to: usize) -> Edited {
        self.check_item(path, to)?;
        let piece = self.piece(path, from, EntryText::copy_for_removal)?;
        if from != to {
            self.remove_at(path, from)?;
            self.insert_new(path, to, &New::Piece(piece), false)?;
        }
        Ok(())
    }

    /// Rebuilds a list. Each entry of `plan` has the index of an old item or `None`, and the new value. Old items
    /// without an entry are removed; the others keep the text of their unchanged parts.
    ///
    /// # Errors
    /// Returns [`EditError::NotThere`] or [`EditError::WrongShape`] if the path leads to no list, and
    /// [`EditError::NoItem`] if the list has no such item.
    pub fn arrange(&mut self, path: &[PathStep], plan: &[(Option<usize>, Written)]) -> Edited {
        let count = self.node(path)?.items().map_or(0, <[Node]>::len);
        for index in plan.iter().filter_map(|(old, _)| *old) {
            self.check_item(path, index)?;
        }
        // Old index of each current item; `None` for new items.
        let mut now: Vec<Option<usize>> = (0..count).map(Some).collect();
        for index in (0..count).rev() {
            if !plan.iter().any(|(old, _)| *old == Some(index)) {
                // An empty list would lose its layout, so the first new item replaces the last old one.
                if now.len() == 1 && !plan.is_empty() {
                    let only = &plan[0].1;
                    self.set_or_replace(&append_step(path, PathStep::Item(0)), only)?;
                    now[0] = None;
                    for (_, value) in &plan[1..] {
                        self.insert(path, now.len(), value)?;
                        now.push(None);
                    }
                    return Ok(());
                }
                self.remove(path, index)?;
                now.remove(index);
            }
        }
        for (at, (old, value)) in plan.iter().enumerate() {
            match old.and_then(|old| now.iter().position(|n| *n == Some(old))) {
                Some(from) => {
                    // Moving the one item that belongs further back is a smaller change than moving all items after it
                    // forward.
                    if from == at + 1 && plan.get(at + 1).is_none_or(|(next, _)| *next != now[at]) {
                        self.carry_back(path, &mut now, at, plan)?;
                    } else if from != at {
                        self.move_item(path, from, at)?;
                        let moved = now.remove(from);
                        now.insert(at, moved);
                    }
                    self.set(&append_step(path, PathStep::Item(at)), value)?;
                }
                None => {
                    self.insert(path, at, value)?;
                    now.insert(at, None);
                }
            }
        }
        Ok(())
    }

    /// Moves the item at `at` back to its position in the plan.
    fn carry_back(
        &mut self,
        path: &[PathStep],
        now: &mut Vec<Option<usize>>,
        at: usize,
        plan: &[(Option<usize>, Written)],
    ) -> Edited {
        let held = now[at];
        let after = plan.iter().position(|(old, _)| old.is_some() && *old == held).unwrap_or(at);
        let kept = plan[at..after].iter().filter(|(old, _)| old.is_some()).count();
        let to = (at + kept).min(now.len() - 1);
        self.move_item(path, at, to)?;
        let moved = now.remove(at);
        now.insert(to, moved);
        Ok(())
    }

    fn set_or_replace(&mut self, path: &[PathStep], value: &Written) -> Edited {
        if value.is(self.node(path)?, &self.text) { Ok(()) } else { self.replace(path, value) }
    }

    fn check_item(&self, path: &[PathStep], index: usize) -> Edited {
        let items = self.node(path)?.items().ok_or_else(|| EditError::WrongShape(path.to_vec(), "a list"))?;
        if index < items.len() { Ok(()) } else { Err(EditError::NoItem(path.to_vec(), index)) }
    }

    fn piece(
        &self,
        path: &[PathStep],
        index: usize,
        cut: fn(&ValueLayout<'_>, usize) -> EntryText,
    ) -> Edited<EntryText> {
        self.check_item(path, index)?;
        let layout = ValueLayout::from_node(&self.text, self.node(path)?);
        let layout = layout.ok_or_else(|| EditError::WrongShape(path.to_vec(), "a list"))?;
        Ok(cut(&layout, index))
    }

    fn insert_new(&mut self, path: &[PathStep], index: usize, new: &New<'_>, thing: bool) -> Edited {
        let node = self.node(path)?;
        let wrong = || EditError::WrongShape(path.to_vec(), "a list");
        node.items().ok_or_else(wrong)?;
        // The list of a file has one line for each item, even for the first.
        let tall = thing || matches!(path, [PathStep::Item(_)]);
        let layout = ValueLayout::from_node(&self.text, node).ok_or_else(wrong)?;
        let edits = entries::insert(&layout, index, new, tall);
        self.make(edits)
    }

    fn remove_at(&mut self, path: &[PathStep], index: usize) -> Edited {
        let layout = ValueLayout::from_node(&self.text, self.node(path)?);
        let layout = layout.ok_or_else(|| EditError::WrongShape(path.to_vec(), "something with entries"))?;
        let edits = entries::remove(&layout, index);
        self.make(edits)
    }

    /// Applies edits of the current text, and adds them to the earlier edits.
    fn make(&mut self, edits: Vec<TextEdit>) -> Edited {
        let text = apply(&self.text, &edits);
        // Only a verbatim value can make the text invalid. The text after the draft's value never changes.
        let follows = self.text.len() - self.tree.range().end;
        let tree = syntax::value_at(&text, self.tree.range().start);
        let Some(tree) = tree.filter(|tree| text.len() - tree.range().end == follows) else {
            return Err(EditError::NotRon(syntax::read(&text).problems));
        };
        (self.text, self.tree) = (text, tree);
        edits.into_iter().rev().for_each(|edit| compose(&mut self.edits, edit));
        Ok(())
    }
}

fn append_step(path: &[PathStep], step: PathStep) -> NodePath {
    let mut path = path.to_vec();
    path.push(step);
    path
}

/// Merges an edit of the current text into `edits`, so that they lead from the original to the new text.
fn compose(edits: &mut Vec<TextEdit>, new: TextEdit) {
    let (start, end) = (new.range.start, new.range.end);
    // Shift of the positions after each edit, as the growth of the text before them.
    let mut grown = 0isize;
    let mut first = None;
    let mut count = 0;
    let mut before = edits.len();
    let mut grown_before = 0isize;
    let mut grown_inside = 0isize;
    for (i, edit) in edits.iter().enumerate() {
        let now = (edit.range.start as isize + grown) as usize;
        let now = now..now + edit.text.len();
        let growth = edit.text.len() as isize - edit.range.len() as isize;
        if now.end < start {
            grown_before += growth;
        } else if now.start <= end {
            first.get_or_insert((i, now.clone()));
            count += 1;
            grown_inside += growth;
        } else {
            before = before.min(i);
        }
        grown += growth;
    }
    let old = |at: usize, grown: isize| (at as isize - grown) as usize;
    let Some((index, first_now)) = first else {
        let range = old(start, grown_before)..old(end, grown_before);
        edits.insert(before, TextEdit::new(range, new.text));
        return;
    };
    let touched = &edits[index..index + count];
    let last = &touched[count - 1];
    let last_growth = last.text.len() as isize - last.range.len() as isize;
    let last_start = (last.range.start as isize + grown_before + grown_inside - last_growth) as usize;
    let last_end = last_start + last.text.len();
    let head = &touched[0].text[..start.saturating_sub(first_now.start).min(touched[0].text.len())];
    let tail = if end < last_end { &last.text[end - last_start..] } else { "" };
    let from = touched[0].range.start.min(old(start, grown_before));
    let to = last.range.end.max(old(end.max(last_end), grown_before + grown_inside));
    let merged = TextEdit::new(from..to, format!("{head}{}{tail}", new.text));
    edits.splice(index..index + count, [merged]);
}

/// Returns the edit without the common start and end of the old and new text; `None` if both are equal.
pub(super) fn trim_edit(text: &str, edit: &TextEdit) -> Option<TextEdit> {
    let old = &text[edit.range.clone()];
    let same = |a: &mut dyn Iterator<Item = (char, char)>| {
        a.take_while(|(x, y)| x == y).map(|(x, _)| x.len_utf8()).sum::<usize>()
    };
    let front = same(&mut old.chars().zip(edit.text.chars()));
    let (old, new) = (&old[front..], &edit.text[front..]);
    let back = same(&mut old.chars().rev().zip(new.chars().rev()));
    let (old, new) = (&old[..old.len() - back], &new[..new.len() - back]);
    if old.is_empty() && new.is_empty() {
        return None;
    }
    let start = edit.range.start + front;
    Some(TextEdit::new(start..start + old.len(), new))
}
