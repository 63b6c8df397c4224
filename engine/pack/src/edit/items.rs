//! Which file of a pack holds what.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Draft, EditError, Path, PathStep, TextEdit, Written, order};
use crate::read::syntax::{self, Node};
use crate::read::world::PackFiles;
use crate::schema::Section;

/// The file that every pack has.
pub const HEAD: &str = "pack.ron";

/// How a file holds an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ItemFile {
    /// In a list of `Pack(...)`.
    Head,
    /// In a file of many, such as `Tiles([...])`.
    Many,
    /// As the only one of its file, such as `Tile(...)`.
    One,
}

/// An item of a section, such as a tile.
#[derive(Clone, Debug)]
pub struct SectionItem {
    /// The section, by its name in `Pack(...)`.
    pub section: &'static str,
    /// Its id, or itself when it is just a name; nothing for what has none.
    pub id: Option<Arc<str>>,
    /// Its file, as a path within the pack.
    pub file: Arc<str>,
    /// Where it stands in that file.
    pub path: Path,
    /// How the file holds it.
    pub held: ItemFile,
}

/// The items of a pack in the order in which they are read, with the trees of its files.
#[derive(Clone, Debug, Default)]
pub struct Items {
    /// The trees of the files that could be read, by path within the pack.
    pub trees: BTreeMap<Arc<str>, Node>,
    /// All items.
    pub all: Vec<SectionItem>,
}

impl Items {
    /// Reads all data files of a pack; of those with mistakes what can be made out.
    pub fn read(files: &PackFiles) -> Items {
        let data = files.iter().filter(|(path, _)| path.ends_with(".ron") && !path.starts_with("tests/"));
        Items::of(data.filter_map(|(path, text)| Some((path.clone(), syntax::read(text).tree?))))
    }

    /// The items of files that have been read already, by path within the pack. Tests have no items.
    pub fn of(trees: impl IntoIterator<Item = (Arc<str>, Node)>) -> Items {
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

    fn add(&mut self, section: &'static str, file: &Arc<str>, path: Path, node: &Node, held: ItemFile) {
        let id = node.field("id").and_then(Node::as_word).or_else(|| node.as_word()).map(|word| word.value);
        self.all.push(SectionItem { section, id, file: file.clone(), path, held });
    }

    /// The items of a section.
    pub fn section<'a>(&'a self, section: &'a str) -> impl Iterator<Item = &'a SectionItem> {
        self.all.iter().filter(move |item| item.section == section)
    }

    /// The first item of a section with an id. Several may have it where conditions choose one.
    pub fn find(&self, section: &str, id: &str) -> Option<&SectionItem> {
        self.all.iter().find(|item| item.section == section && item.id.as_deref() == Some(id))
    }

    /// The node of an item.
    pub fn node(&self, item: &SectionItem) -> Option<&Node> {
        super::node_at(self.trees.get(&item.file)?, &item.path)
    }

    /// The item in which a byte of a file lies.
    pub fn at(&self, file: &str, byte: usize) -> Option<&SectionItem> {
        self.all.iter().find(|item| {
            *item.file == *file && self.node(item).is_some_and(|n| n.range().contains(&byte) || n.range().end == byte)
        })
    }

    /// The file that new items of a section go to: the one that has most of them as a list, else `pack.ron`.
    pub fn home(&self, section: &str) -> Arc<str> {
        let mut counts: BTreeMap<&Arc<str>, usize> = BTreeMap::new();
        for item in self.section(section).filter(|item| item.held != ItemFile::One) {
            *counts.entry(&item.file).or_default() += 1;
        }
        // A file whose list is still empty is meant for them too.
        for (path, tree) in &self.trees {
            let many = Section::by_field(section).and_then(|section| section.many);
            if tree.head().is_some_and(|head| Some(&*head.value) == many) && list_of(tree).is_some() {
                counts.entry(path).or_default();
            }
        }
        let most = counts.into_iter().rev().max_by_key(|(_, count)| *count);
        most.map_or_else(|| HEAD.into(), |(path, _)| path.clone())
    }

    /// Adds an item behind the last of its section, in the file that is its home: the file, and the edits of its text.
    ///
    /// # Errors
    /// [`EditError::NotRon`] of that file; [`EditError::WrongShape`] when its list is none.
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

    /// The same in a draft of that file, [`Items::home`], which may have been changed before.
    ///
    /// # Errors
    /// [`EditError::WrongShape`] when its list is none.
    pub fn append_to(&self, draft: &mut Draft, section: &str, value: &Written) -> Result<(), EditError> {
        if &*self.home(section) == HEAD {
            let field = [PathStep::field(section)];
            match draft.node(&field) {
                Ok(list) => {
                    let count = list.items().map_or(0, <[Node]>::len);
                    draft.insert(&field, count, value)
                }
                // It comes into a list that is there, so that the first stands as those after it will.
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

/// The list of a file of many.
fn list_of(tree: &Node) -> Option<&Node> {
    match tree.items() {
        Some([list]) => list.items().map(|_| list),
        _ => None,
    }
}
