//! Finds numbers in the files of packs by their paths, and changes them there.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use tilewright_core::catalog::{Catalog, Value};
use tilewright_pack::edit::{Draft, EditError, Items, NodePath, PathStep, SectionItem, Written, apply};
use tilewright_pack::schema::Section;
use tilewright_pack::syntax::{Node, NodeShape};
use tilewright_script::Header;

use crate::error::KitError;
use crate::files::{TextReplacement, replace_texts};
use crate::packs::load::{Loaded, Reading, Request};

/// Section of the rule modules, whose entries may have the name of their module instead of an id.
const RULES: &str = "rules";

/// Reason why a number cannot be changed in the files of a pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NumberError {
    /// No file has the entry of the path.
    NotFound {
        /// Path of the number.
        path: String,
    },
    /// The value in the file is not a whole number: it may depend on an option.
    NotNumber {
        /// Path of the number.
        path: String,
        /// File with the value, as the user sees it.
        file: String,
    },
    /// The file cannot be changed.
    Edit(EditError),
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NumberError::NotFound { path } => write!(f, "no file declares `{path}`"),
            NumberError::NotNumber { path, file } => write!(f, "`{path}` is not a single number in {file}"),
            NumberError::Edit(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for NumberError {}

/// Path of a number, in parts: `tiles.T1.tags.inn` has the section `tiles`, the entry `T1`, the field `tags` and the
/// key `inn`.
struct NumberPath<'a> {
    section: &'a str,
    entry: &'a str,
    field: &'a str,
    key: Option<&'a str>,
}

impl<'a> NumberPath<'a> {
    /// Splits a path without the id of a pack before it.
    fn parse(path: &'a str) -> Option<NumberPath<'a>> {
        let path = path.split_once(':').map_or(path, |(_, rest)| rest);
        match path.split('.').collect::<Vec<&str>>()[..] {
            [section, entry, field] => Some(NumberPath { section, entry, field, key: None }),
            [section, entry, field, key] => Some(NumberPath { section, entry, field, key: Some(key) }),
            _ => None,
        }
    }

    /// Returns the value that a declaration gives the number; `None` if it does not mention the number.
    fn value<'n>(&self, node: &'n Node) -> Option<&'n Node> {
        let field = node.field(self.field)?;
        match self.key {
            None => Some(field),
            Some(key) => field.entries()?.iter().find(|(name, _)| name.key_text() == key).map(|(_, value)| value),
        }
    }

    /// True if a declaration in `pack` is about the entry of the pack `owner`.
    fn is_about(&self, node: &Node, pack: &str, owner: &str) -> bool {
        let named = node.as_word().or_else(|| node.field("id").and_then(Node::as_word));
        let module = || node.field("use").and_then(Node::as_word).filter(|_| self.section == RULES);
        let Some(name) = named.or_else(module) else { return false };
        match name.value.split_once(':') {
            Some((of, entry)) => of == owner && entry == self.entry,
            None => *name.value == *self.entry && (pack == owner || node.is_on("override")),
        }
    }
}

/// Declaration of an entry in a file of a pack.
struct Declaration {
    pack: Arc<str>,
    item: SectionItem,
    node: Node,
}

/// Returns the declarations of the entry of a path, in the order in which they apply: the entry itself, then overrides.
fn declarations(reading: &Reading, loaded: &Loaded, path: &NumberPath<'_>, owner: &str) -> Vec<Declaration> {
    let mut found = Vec::new();
    for pack in &loaded.packs {
        let Some(files) = reading.files_of(&pack.id) else { continue };
        let items = Items::read(files);
        let kind = Section::by_field(path.section).and_then(|section| section.sort);
        let is_section = |item: &SectionItem| {
            item.section == path.section
                || kind.is_some() && Section::by_field(item.section).is_some_and(|section| section.sort == kind)
        };
        for item in items.all.iter().filter(|item| is_section(item)) {
            let Some(node) = items.node(item).filter(|node| path.is_about(node, &pack.id, owner)) else { continue };
            found.push(Declaration { pack: pack.id.clone(), item: item.clone(), node: node.clone() });
        }
    }
    found
}

/// Returns the pack that declares the entry of a path, from a catalog in which the path is set.
fn owner(catalog: &Catalog, path: &str) -> Option<Arc<str>> {
    let name = path.split_once(':').map_or(path, |(_, rest)| rest);
    let set = catalog.options.iter().find(|option| !option.default && *option.name == *name);
    set.map(|option| option.pack.clone())
}

/// Returns the present value of a number of packs: as written in a file, or its default. `set` are the same packs with
/// another value of the number. Returns `None` if the value is not a whole number.
pub fn present_number(reading: &Reading, loaded: &Loaded, set: &Loaded, path: &str) -> Option<i64> {
    let owner = owner(set.catalog()?, path)?;
    let parts = NumberPath::parse(path)?;
    let written: Vec<Declaration> = declarations(reading, loaded, &parts, &owner);
    if let Some(value) = written.iter().rev().find_map(|declaration| parts.value(&declaration.node)) {
        return match value.shape {
            NodeShape::Int(number) => Some(number),
            _ => None,
        };
    }
    if parts.section == RULES {
        let catalog = loaded.catalog()?;
        let name = format!("{owner}:{}", parts.entry);
        let module = catalog.modules.iter().find(|module| module.name() == name)?;
        let params = Header::parse(&module.source).0.params;
        return match params.into_iter().find(|param| *param.name == *parts.field)?.default? {
            Value::Int(number) => Some(number),
            _ => None,
        };
    }
    let section = Section::by_field(parts.section)?;
    section.item.field(parts.field).filter(|_| parts.key.is_none())?.default?.parse().ok()
}

/// File of a pack with changed numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatchedFile {
    pack: Arc<str>,
    file: Arc<str>,
    /// Path as the user sees it.
    pub shown: String,
    /// Path on the disk; `None` if the pack is not a folder.
    pub path: Option<PathBuf>,
    /// Text before the change.
    pub before: Arc<str>,
    /// Text after the change.
    pub after: String,
}

impl PatchedFile {
    /// Returns the lines that differ: the number of the first one, the lines before, and the lines after the change.
    pub fn changed_lines(&self) -> (usize, Vec<&str>, Vec<&str>) {
        let (before, after): (Vec<&str>, Vec<&str>) = (self.before.lines().collect(), self.after.lines().collect());
        let start = before.iter().zip(&after).take_while(|(a, b)| a == b).count();
        let rest = before[start..].iter().rev().zip(after[start..].iter().rev());
        let end = rest.take_while(|(a, b)| a == b).count();
        (start + 1, before[start..before.len() - end].to_vec(), after[start..after.len() - end].to_vec())
    }
}

/// Change of numbers in the files of packs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NumberPatch {
    /// Changed files.
    pub files: Vec<PatchedFile>,
}

impl NumberPatch {
    /// True if all changed packs are folders, whose files can be written.
    pub fn is_writable(&self) -> bool {
        self.files.iter().all(|file| file.path.is_some())
    }

    /// Loads packs with the changed files, which are not written.
    pub fn load(&self, reading: &Reading, request: &Request) -> Loaded {
        reading.load_with_texts(request, self.files.iter().map(|file| (&*file.pack, &*file.file, &*file.after)))
    }

    /// Writes all files or none. Packs must be folders.
    ///
    /// # Errors
    /// A file cannot be written, or no longer has the text that was read.
    pub fn write(&self) -> Result<(), KitError> {
        let files = self.files.iter();
        let changes = files.filter_map(|file| {
            Some(TextReplacement { path: file.path.as_deref()?, before: &file.before, after: file.after.clone() })
        });
        replace_texts(&changes.collect::<Vec<_>>())
    }
}

/// Returns the change of files that gives numbers of packs other values. `set` are the packs with these values, for one
/// run.
///
/// # Errors
/// A number cannot be changed in its file.
pub fn patch_numbers(reading: &Reading, set: &Loaded, values: &[(String, i64)]) -> Result<NumberPatch, NumberError> {
    let mut drafts: BTreeMap<(Arc<str>, Arc<str>), Draft> = BTreeMap::new();
    let catalog = set.catalog();
    for (path, value) in values {
        let not_found = || NumberError::NotFound { path: path.clone() };
        let parts = NumberPath::parse(path).ok_or_else(not_found)?;
        let owner = catalog.and_then(|catalog| owner(catalog, path)).ok_or_else(not_found)?;
        let all = declarations(reading, set, &parts, &owner);
        let mentioning = all.iter().rev().find(|declaration| parts.value(&declaration.node).is_some());
        let target = mentioning.or(all.first()).ok_or_else(not_found)?;
        let is_other = |node: &Node| !matches!(node.shape, NodeShape::Int(_));
        if parts.value(&target.node).is_some_and(is_other) {
            let file = format!("{}/{}", target.pack, target.item.file);
            return Err(NumberError::NotNumber { path: path.clone(), file });
        }
        let key = (target.pack.clone(), target.item.file.clone());
        let text = reading.files_of(&key.0).and_then(|files| files.get(&key.1)).ok_or_else(not_found)?;
        let draft = match drafts.entry(key) {
            std::collections::btree_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::btree_map::Entry::Vacant(entry) => {
                entry.insert(Draft::new(text).map_err(NumberError::Edit)?)
            }
        };
        write_number(draft, &target.item.path, &parts, *value).map_err(NumberError::Edit)?;
    }
    let mut files = Vec::new();
    for ((pack, file), draft) in drafts {
        let Some(before) = reading.files_of(&pack).and_then(|files| files.get(&file)).cloned() else { continue };
        let place = reading.place_of(&pack);
        files.push(PatchedFile {
            shown: place.map_or_else(|| format!("{pack}/{file}"), |found| format!("{}/{file}", found.path_prefix())),
            path: place.and_then(|found| Some(found.place.folder()?.join(&*file))),
            after: apply(&before, &draft.edits()),
            before,
            pack,
            file,
        });
    }
    Ok(NumberPatch { files })
}

fn write_number(draft: &mut Draft, item: &NodePath, path: &NumberPath<'_>, value: i64) -> Result<(), EditError> {
    let order: Vec<&str> = Section::by_field(path.section).map(|s| s.item.names().collect()).unwrap_or_default();
    match path.key {
        None => draft.set_field(item, path.field, &Written::Int(value), &order),
        Some(key) => {
            let mut field = item.clone();
            field.push(PathStep::field(path.field));
            draft.set_entry(&field, key, &Written::Int(value))
        }
    }
}
