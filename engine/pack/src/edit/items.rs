//! Finds the file of each item of a pack.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Draft, EditError, NodePath, PathStep, TextEdit, Written, order};
use crate::read::syntax::{self, Node};
use crate::read::world::PackFiles;
use crate::schema::Section;

/// Path of the file that every pack has.
pub const HEAD: &str = "pack.ron";

/// Notation of an item in its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ItemFile {
    /// Item of a list in `Pack(...)`.
    Head,
    /// Item of a list in its file, such as `Tiles([...])`.
    Many,
    /// Single item of a file, such as `Tile(...)`.
    One,
}

/// Item of a section, such as a tile.
#[derive(Clone, Debug)]
pub struct SectionItem {
    /// Section, by its field in `Pack(...)`.
    pub section: &'static str,
    /// Id of the item, or the item itself if it is only a name; `None` if items of the section have no id.
    pub id: Option<Arc<str>>,
    /// Path of its file within the pack.
    pub file: Arc<str>,
    /// Path of the item's value in that file.
    pub path: NodePath,
    /// Notation of the item in the file.
    pub held: ItemFile,
}

/// Items of a pack in reading order, with the trees of its files.
#[derive(Clone, Debug, Default)]
pub struct Items {
    /// Trees of the readable files, by path within the pack.
    pub trees: BTreeMap<Arc<str>, Node>,
    /// Items of all sections, in reading order.
    pub all: Vec<SectionItem>,
}

impl Items {
    /// Reads all data files of a pack, and as much as possible of files with mistakes.
    pub fn read(files: &PackFiles) -> Items {
        let data = files.iter().filter(|(path, _)| path.ends_with(".ron") && !path.starts_with("tests/"));
        Items::from_trees(data.filter_map(|(path, text)| Some((path.clone(), syntax::read(text).tree?))))
    }

    /// Collects the items of parsed files, given by path within the pack. Tests have no items.
    pub fn from_trees(trees: impl IntoIterator<Item = (Arc<str>, Node)>) -> Items {
        let mut items = Items { trees: trees.into_iter().collect(), all: Vec::new() };
        let trees = std::mem::take(&mut items.trees);
        let (head, others): (Vec<_>, Vec<_>) = trees.iter().partition(|(path, _)| &***path == HEAD);
        for (path, tree) in head.into_iter().chain(others) {
            items.add_file(path, tree);
        }
        items.trees = trees;
        items
    }

    fn add_file(&mut self, file: &Arc<str>, tree: &Node) {
        let Some(head) = tree.head() else { return };
        if *head.value == *"Pack" {
            for (name, node) in tree.fields().unwrap_or_default() {
                let path = vec![PathStep::field(&name.value)];
                match Section::by_field(&name.value) {
                    Some(section) if section.many.is_some() => {
                        self.add_list(section.field, file, &path, node, ItemFile::Head);
                    }
                    Some(section) => self.add(section.field, file, path, node, ItemFile::Head),
                    None => {}
                }
            }
        } else if let Some(section) = Section::by_many(&head.value) {
            if let Some([list]) = tree.items() {
                self.add_list(section.field, file, &[PathStep::Item(0)], list, ItemFile::Many);
            }
        } else if let Some(section) = Section::by_one(&head.value) {
            self.add(section.field, file, Vec::new(), tree, ItemFile::One);
        }
    }

    fn add_list(&mut self, section: &'static str, file: &Arc<str>, path: &[PathStep], list: &Node, held: ItemFile) {
        for (i, node) in list.items().unwrap_or_default().iter().enumerate() {
            let mut path = path.to_vec();
            path.push(PathStep::Item(i));
            self.add(section, file, path, node, held);
        }
    }

    fn add(&mut self, section: &'static str, file: &Arc<str>, path: NodePath, node: &Node, held: ItemFile) {
        let id = node.field("id").and_then(Node::as_word).or_else(|| node.as_word()).map(|word| word.value);
        self.all.push(SectionItem { section, id, file: file.clone(), path, held });
    }

    /// Returns the items of a section.
    pub fn section<'a>(&'a self, section: &'a str) -> impl Iterator<Item = &'a SectionItem> {
        self.all.iter().filter(move |item| item.section == section)
    }

    /// Returns the first item of a section with an id. Several items may have it if conditions choose one.
    pub fn find(&self, section: &str, id: &str) -> Option<&SectionItem> {
        self.all.iter().find(|item| item.section == section && item.id.as_deref() == Some(id))
    }

    /// Returns the node of an item; `None` if its file has no such node.
    pub fn node(&self, item: &SectionItem) -> Option<&Node> {
        super::node_at(self.trees.get(&item.file)?, &item.path)
    }

    /// Returns the item whose text contains a byte of a file, or ends at it.
    pub fn item_at(&self, file: &str, byte: usize) -> Option<&SectionItem> {
        self.all.iter().find(|item| {
            *item.file == *file && self.node(item).is_some_and(|n| n.range().contains(&byte) || n.range().end == byte)
        })
    }

    /// Returns the file for new items of a section: the file whose list has most of them, otherwise `pack.ron`.
    pub fn home(&self, section: &str) -> Arc<str> {
        let mut counts: BTreeMap<&Arc<str>, usize> = BTreeMap::new();
        for item in self.section(section).filter(|item| item.held != ItemFile::One) {
            *counts.entry(&item.file).or_default() += 1;
        }
        // A file with an empty list of the section is also a candidate.
        for (path, tree) in &self.trees {
            let many = Section::by_field(section).and_then(|section| section.many);
            if tree.head().is_some_and(|head| Some(&*head.value) == many) && list_of(tree).is_some() {
                counts.entry(path).or_default();
            }
        }
        let most = counts.into_iter().rev().max_by_key(|(_, count)| *count);
        most.map_or_else(|| HEAD.into(), |(path, _)| path.clone())
    }

    /// Adds an item after the last of its section, in the section's [`home`](Items::home). Returns the file and the
    /// edits of its text.
    ///
    /// # Errors
    /// Returns [`EditError::NotRon`] if that file is not valid, or [`EditError::WrongShape`] if its value is not a
    /// list.
    pub fn append(
        &self,
        files: &PackFiles,
        section: &str,
        value: &Written,
    ) -> Result<(Arc<str>, Vec<TextEdit>), EditError> {
        let file = self.home(section);
        let mut draft = Draft::new(files.get(&file).map_or("", |text| text))?;
        self.append_to(&mut draft, section, value)?;
        Ok((file, draft.edits()))
    }

    /// Like [`Items::append`], but in a draft of the section's [`home`](Items::home), which may already have changes.
    ///
    /// # Errors
    /// Returns [`EditError::WrongShape`] if the value of the section is not a list.
    pub fn append_to(&self, draft: &mut Draft, section: &str, value: &Written) -> Result<(), EditError> {
        if &*self.home(section) == HEAD {
            let field = [PathStep::field(section)];
            match draft.node(&field) {
                Ok(list) => {
                    let count = list.items().map_or(0, <[Node]>::len);
                    draft.insert(&field, count, value)
                }
                // The list is created empty first, so that its first item has the same layout as later ones.
                Err(_) => {
                    draft.set_field(&[], section, &Written::List(Vec::new()), order::PACK)?;
                    draft.insert(&field, 0, value)
                }
            }
        } else {
            let list = [PathStep::Item(0)];
            let count = draft.node(&list)?.items().map_or(0, <[Node]>::len);
            draft.insert(&list, count, value)
        }
    }
}

/// Returns the list in a file such as `Tiles([...])`.
fn list_of(tree: &Node) -> Option<&Node> {
    match tree.items() {
        Some([list]) => list.items().map(|_| list),
        _ => None,
    }
}
