//! Lists the declarations of the open pack and of the packs that it needs.

use std::collections::BTreeSet;
use std::sync::Arc;

use tilewright_pack::edit::{HEAD, ItemFile, Items, SectionItem};
use tilewright_pack::syntax::{Node, NodeShape};

use crate::pack_texts::FileTexts;
use crate::schema::{PackSection, SECTIONS, WordKind, sections_of};
use crate::surroundings::PackSurroundings;

/// Pack that the open one needs, directly or indirectly.
#[derive(Clone, Debug)]
pub struct NeededPack {
    /// Id of the needed pack.
    pub id: Arc<str>,
    /// Declarations of the needed pack.
    pub items: Items,
    files: FileTexts,
}

impl NeededPack {
    /// Returns all packs that a pack with these items needs, each after its own requirements.
    pub fn list_for(own: &Items, surroundings: &PackSurroundings) -> Vec<NeededPack> {
        let mut needed = Vec::new();
        for id in needs(own) {
            gather(&id, surroundings, &mut needed, 0);
        }
        needed
    }

    /// Returns the title of the pack, or its id if it declares no title.
    pub fn title(&self) -> Arc<str> {
        let title = self.items.trees.get(HEAD).and_then(|head| head.field("title")?.as_word());
        title.map_or_else(|| self.id.clone(), |title| title.value)
    }

    /// Returns the text of one of its files.
    pub fn text(&self, file: &str) -> Option<&Arc<str>> {
        self.files.get(file)
    }
}

/// Translated text of a pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextEntry {
    /// Path of the file that contains the entry.
    pub file: Arc<str>,
    /// Language of the file.
    pub language: Arc<str>,
    /// Key as written in the file.
    pub key: Arc<str>,
    /// Text for the key.
    pub text: Arc<str>,
}

/// Declarations of the packs, read from their texts, so that they are available even if the packs have mistakes.
#[derive(Clone, Debug, Default)]
pub struct PackInventory {
    /// Declarations of the open pack.
    pub own: Items,
    /// Packs that it needs, each after its own requirements.
    pub needed: Vec<NeededPack>,
    modules: Vec<(Arc<str>, Arc<str>)>,
}

impl PackInventory {
    /// Reads the open pack and the packs that it needs.
    pub fn read(files: &FileTexts, surroundings: &PackSurroundings) -> PackInventory {
        let own = Items::read(files);
        let needed = NeededPack::list_for(&own, surroundings);
        let mut modules: Vec<(Arc<str>, Arc<str>)> = Vec::new();
        for (path, text) in files {
            if let Some(name) = path.strip_prefix("rules/").and_then(|p| p.strip_suffix(".lua")) {
                modules.push((name.into(), text.clone()));
            }
        }
        let library =
            surroundings.modules().filter_map(|name| Some((name.clone(), surroundings.module(name)?.clone())));
        for (name, text) in library {
            if modules.iter().all(|(own, _)| *own != name) {
                modules.push((name, text));
            }
        }
        PackInventory { own, needed, modules }
    }

    /// Returns the names of a kind that a field can have, starting with the open pack.
    pub fn names(&self, sort: WordKind) -> Vec<Arc<str>> {
        if sort == WordKind::Module {
            return self.modules.iter().map(|(name, _)| name.clone()).collect();
        }
        let mut seen = BTreeSet::new();
        let all = std::iter::once(&self.own).chain(self.needed.iter().map(|n| &n.items));
        let items = all.flat_map(|items| {
            sections_of(sort).iter().flat_map(move |name| items.section(name).filter_map(|item| item.id.clone()))
        });
        items.filter(|id| !id.contains(':') && seen.insert(id.clone())).collect()
    }

    /// Returns the text of a rule module, from the pack itself or else from the library.
    pub fn module(&self, name: &str) -> Option<&Arc<str>> {
        self.modules.iter().find(|(n, _)| **n == *name).map(|(_, text)| text)
    }

    /// Returns the items of a section of the open pack, in the order in which they are read.
    pub fn items(&self, section: &PackSection) -> Vec<SectionItem> {
        match section.name {
            "pack" => {
                let head =
                    SectionItem { section: "pack", id: None, file: HEAD.into(), path: vec![], held: ItemFile::One };
                vec![head]
            }
            name => self.own.section(name).cloned().collect(),
        }
    }

    /// Returns the items of a section that needed packs declare and the open pack does not change, each with the index
    /// of the pack in `needed`.
    pub fn inherited_items(&self, section: &PackSection) -> Vec<(usize, SectionItem)> {
        if section.single {
            return Vec::new();
        }
        let changed: BTreeSet<&str> = self.own.section(section.name).filter_map(|i| i.id.as_deref()).collect();
        let mut found: Vec<(usize, SectionItem)> = Vec::new();
        for (number, pack) in self.needed.iter().enumerate() {
            for item in pack.items.section(section.name) {
                let Some(id) = item.id.as_deref() else { continue };
                let node = pack.items.node(item);
                let marked = node.and_then(|n| n.field("override")).is_some();
                let full = format!("{}:{id}", pack.id);
                if !marked && !id.contains(':') && !changed.contains(id) && !changed.contains(&*full) {
                    found.push((number, item.clone()));
                }
            }
        }
        found
    }

    /// Returns true if a name of this kind is declared in the open pack or in a needed one.
    pub fn has(&self, sort: WordKind, id: &str) -> bool {
        self.names(sort).iter().any(|name| **name == *id)
    }

    /// Returns an unused name of this kind that resembles `like`.
    pub fn free_name(&self, sort: WordKind, like: &str) -> String {
        let names = self.names(sort);
        let is_free = |name: &str| names.iter().all(|n| **n != *name);
        if is_free(like) {
            return like.to_owned();
        }
        let stem = like.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
        let glue = if stem.ends_with(|c: char| c.is_ascii_uppercase()) { "" } else { "_" };
        (2..).map(|n| format!("{stem}{glue}{n}")).find(|name| is_free(name)).unwrap_or_default()
    }

    /// Returns all texts of the open pack.
    pub fn texts(&self) -> Vec<TextEntry> {
        texts_of(&self.own)
    }

    /// Returns the languages of the open pack's texts, English first.
    pub fn languages(&self) -> Vec<Arc<str>> {
        let mut all: Vec<Arc<str>> = vec!["en".into()];
        for tree in self.own.trees.values() {
            if let Some((language, _)) = texts_file(tree)
                && !all.contains(&language)
            {
                all.push(language);
            }
        }
        all[1..].sort();
        all
    }

    /// Returns the keys for which the pack should have texts, each with true if the text is required.
    pub fn wanted_texts(&self) -> Vec<(String, bool)> {
        let mut all: Vec<(String, bool)> = Vec::new();
        let mut add = |key: String, needed: bool| {
            if all.iter().all(|(k, _)| *k != key) {
                all.push((key, needed));
            }
        };
        for section in SECTIONS.iter() {
            let Some(word) = section.text else { continue };
            for item in self.own.section(section.name) {
                let (Some(id), Some(node)) = (item.id.as_deref(), self.own.node(item)) else { continue };
                if node.field("override").is_some() {
                    continue;
                }
                let local = id.rsplit(':').next().unwrap_or_default();
                if node.field("add").is_none() && !id.contains(':') {
                    add(format!("{word}.{local}"), section.text_needed);
                }
                for choice in choices(node) {
                    add(format!("{word}.{local}.{choice}"), true);
                }
            }
        }
        let mut names = Vec::new();
        for section in ["flow", "steps"] {
            let nodes = self.own.section(section).filter_map(|item| self.own.node(item));
            nodes.for_each(|node| asking(node, &mut names));
        }
        let told: BTreeSet<Arc<str>> = self.needed.iter().flat_map(|n| texts_of(&n.items)).map(|e| e.key).collect();
        for name in names {
            let key = format!("step.{name}");
            if !told.contains(&*key) {
                add(key, true);
            }
        }
        all
    }
}

/// Returns the ids of the packs that a pack declares as needed.
fn needs(items: &Items) -> Vec<Arc<str>> {
    let head = items.trees.get(HEAD);
    let list = head.and_then(|tree| tree.field("needs")).and_then(Node::items).unwrap_or_default();
    let id = |n: &Node| n.as_word().and_then(|w| w.value.split_whitespace().next().map(Arc::from));
    list.iter().filter_map(id).collect()
}

fn gather(id: &Arc<str>, surroundings: &PackSurroundings, found: &mut Vec<NeededPack>, depth: usize) {
    if depth > 16 || found.iter().any(|n| n.id == *id) {
        return;
    }
    let Some(files) = surroundings.files(id) else { return };
    let items = Items::read(files);
    for next in needs(&items) {
        gather(&next, surroundings, found, depth + 1);
    }
    if found.iter().all(|n| n.id != *id) {
        found.push(NeededPack { id: id.clone(), items, files: files.clone() });
    }
}

/// Returns the language and the entries of a file of texts; `None` for any other file.
pub(crate) fn texts_file(tree: &Node) -> Option<(Arc<str>, &Node)> {
    match &tree.shape {
        NodeShape::Tuple(Some(head), items) if &*head.value == "Texts" && items.len() == 2 => {
            Some((items[0].as_word()?.value, &items[1]))
        }
        _ => None,
    }
}

fn texts_of(items: &Items) -> Vec<TextEntry> {
    let mut all = Vec::new();
    for (file, tree) in &items.trees {
        let Some((language, entries)) = texts_file(tree) else { continue };
        for (key, text) in entries.entries().unwrap_or_default() {
            if let (Some(key), Some(text)) = (key.as_word(), text.as_word()) {
                let (file, language) = (file.clone(), language.clone());
                all.push(TextEntry { file, language, key: key.value, text: text.value });
            }
        }
    }
    all
}

/// Returns the named values of an option; empty for numeric options.
fn choices(option: &Node) -> Vec<Arc<str>> {
    let kind = option.field("type");
    let list = match kind.map(|n| &n.shape) {
        Some(NodeShape::Tuple(Some(word), items)) if &*word.value == "choice" => items.first(),
        _ => option.field("add"),
    };
    let items = list.and_then(Node::items).unwrap_or_default();
    let name = |n: &Node| n.as_word().or_else(|| n.head()).map(|w| w.value);
    items.iter().filter_map(name).collect()
}

/// Collects the names of the steps that ask a seat.
fn asking(node: &Node, found: &mut Vec<Arc<str>>) {
    if let Some(head) = node.head()
        && matches!(&*head.value, "choose" | "place" | "deploy")
    {
        found.push(node.field("name").and_then(Node::as_word).map_or(head.value, |w| w.value));
    }
    let inner = ["setup", "turn", "closing", "finish", "parts", "steps", "step"];
    match &node.shape {
        NodeShape::List(items) | NodeShape::Tuple(_, items) => items.iter().for_each(|n| asking(n, found)),
        NodeShape::Map(entries) => entries.iter().for_each(|(_, n)| asking(n, found)),
        NodeShape::Struct(_, fields) => {
            fields.iter().filter(|(name, _)| inner.contains(&&*name.value)).for_each(|(_, n)| asking(n, found));
        }
        _ => {}
    }
}
