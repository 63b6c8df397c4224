//! Indexes declarations and references in the open pack, in all packs that it needs and in the rule library. Files are
//! read again only when their text has changed.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_pack::syntax;
use tilewright_script::{Header, Param};

use super::grammar::{self, ExpectedValue, SyntaxItem};
use super::rules;
use crate::pack_texts::PackTexts;
use crate::surroundings::PackSurroundings;
use crate::word_kind::WordKind;

/// Word that names a thing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameMention {
    /// Kind of the thing that is named.
    pub sort: WordKind,
    /// Name, without the prefix of a pack.
    pub name: Arc<str>,
    /// Range of the name without quotation marks, in bytes.
    pub range: Range<usize>,
    /// True if the word declares the thing.
    pub declares: bool,
}

/// Pack and path that identify a file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FileName {
    /// Id of the pack; empty for the rule library.
    pub pack: Arc<str>,
    /// Path within the pack.
    pub path: Arc<str>,
}

impl FileName {
    /// Returns the name of a file in a pack.
    pub fn new(pack: &str, path: &str) -> FileName {
        FileName { pack: pack.into(), path: path.into() }
    }

    /// Returns the file for a path of a [`crate::place::FilePlace`]: in the open pack `own`, unless the
    /// path is `pack:path`.
    pub fn of_place(own: &str, path: &str) -> FileName {
        match path.split_once(':') {
            Some((pack, path)) => FileName::new(pack, path),
            None => FileName::new(own, path),
        }
    }

    /// Returns the path of this file in a [`crate::place::FilePlace`].
    pub fn place(&self, own: &str) -> Arc<str> {
        if *self.pack == *own { self.path.clone() } else { format!("{}:{}", self.pack, self.path).into() }
    }

    /// Returns the path that users see.
    pub fn short_path(&self, own: &str) -> String {
        match &*self.pack {
            "" => format!("scripts/{}", self.path),
            pack if pack == own => self.path.to_string(),
            pack => format!("{pack}/{}", self.path),
        }
    }

    /// Returns the name of the rule module in the file; `None` for other files.
    pub fn module(&self) -> Option<&str> {
        let name = self.path.strip_suffix(".lua")?;
        if self.pack.is_empty() { Some(name) } else { name.strip_prefix("rules/") }
    }
}

struct Indexed {
    text: Arc<str>,
    mentions: Vec<NameMention>,
}

/// Index of all mentions in the relevant files.
#[derive(Default)]
pub struct MentionIndex {
    own: Arc<str>,
    /// Open pack, followed by the packs that it needs.
    packs: Vec<Arc<str>>,
    files: BTreeMap<FileName, Indexed>,
    seen: Option<(Arc<str>, u64)>,
}

impl MentionIndex {
    /// Updates the index after changes of the pack or the surroundings.
    pub fn renew(&mut self, open: PackTexts<'_>, surroundings: &PackSurroundings) {
        let key = (open.id.clone(), open.revision);
        if self.seen.as_ref() == Some(&key) {
            return;
        }
        self.seen = Some(key);
        if self.own != *open.id {
            self.files.clear();
            self.own = open.id.clone();
        }
        let mut there: BTreeSet<FileName> = BTreeSet::new();
        self.packs = vec![self.own.clone()];
        let mut next = 0;
        while let Some(pack) = self.packs.get(next).cloned() {
            next += 1;
            let files = if pack == self.own { Some(open.files) } else { surroundings.files(&pack) };
            for (path, text) in files.into_iter().flatten().filter(|(path, _)| !path.starts_with("tests/")) {
                let name = FileName { pack: pack.clone(), path: path.clone() };
                self.look(&name, text);
                there.insert(name);
            }
            let head = self.files.get(&FileName::new(&pack, "pack.ron"));
            let needs = head.into_iter().flat_map(|f| &f.mentions).filter(|m| m.sort == WordKind::Pack);
            let needs: Vec<Arc<str>> = needs.map(|m| m.name.clone()).collect();
            for need in needs {
                if !self.packs.contains(&need) && surroundings.files(&need).is_some() {
                    self.packs.push(need);
                }
            }
        }
        for module in surroundings.modules() {
            let name = FileName::new("", &format!("{module}.lua"));
            if let Some(text) = surroundings.module(module) {
                self.look(&name, text);
            }
            there.insert(name);
        }
        self.files.retain(|name, _| there.contains(name));
    }

    fn look(&mut self, name: &FileName, text: &Arc<str>) {
        if self.files.get(name).is_some_and(|f| Arc::ptr_eq(&f.text, text)) {
            return;
        }
        let mentions = mentions(name, text);
        self.files.insert(name.clone(), Indexed { text: text.clone(), mentions });
    }

    /// Returns the open pack, followed by the packs that it needs.
    pub fn packs(&self) -> &[Arc<str>] {
        &self.packs
    }

    /// Returns the text of a file; `None` if it is not in the index.
    pub fn text(&self, file: &FileName) -> Option<&Arc<str>> {
        self.files.get(file).map(|f| &f.text)
    }

    /// Returns the mention at a byte offset of a file.
    pub fn mention_at(&self, file: &FileName, byte: usize) -> Option<&NameMention> {
        let mentions = &self.files.get(file)?.mentions;
        // The shortest mention is chosen, since a key of a text contains names of things.
        let under = || mentions.iter().filter(|m| m.range.start <= byte && byte <= m.range.end);
        let least = under().map(|m| m.range.len()).min()?;
        let mut narrow = under().filter(|m| m.range.len() == least);
        // The value of a rule's parameter has a mention for each kind of thing; one with a declaration is preferred.
        let known = narrow.clone().find(|m| !self.definitions(m.sort, &m.name).is_empty());
        known.or_else(|| narrow.next())
    }

    /// Returns the declarations of a name, those in the open pack first.
    pub fn definitions(&self, sort: WordKind, name: &str) -> Vec<(FileName, Range<usize>)> {
        match sort {
            WordKind::Module => {
                let own = self.packs.iter().map(|p| FileName::new(p, &format!("rules/{name}.lua")));
                own.chain([FileName::new("", &format!("{name}.lua"))])
                    .filter(|file| self.files.contains_key(file))
                    .map(|file| (file, 0..0))
                    .collect()
            }
            WordKind::Pack => {
                let file = FileName::new(name, "pack.ron");
                if self.files.contains_key(&file) { vec![(file, 0..0)] } else { Vec::new() }
            }
            _ => self.places(sort, name, true),
        }
    }

    /// Returns the declarations and references of a name, those in the open pack first.
    pub fn references(&self, sort: WordKind, name: &str) -> Vec<(FileName, Range<usize>)> {
        self.places(sort, name, false)
    }

    fn places(&self, sort: WordKind, name: &str, declared: bool) -> Vec<(FileName, Range<usize>)> {
        let mut found: Vec<(usize, FileName, Range<usize>)> = Vec::new();
        for (file, indexed) in &self.files {
            let rank = self.packs.iter().position(|p| *p == file.pack).unwrap_or(usize::MAX);
            for mention in &indexed.mentions {
                let same = mention.sort == sort || is_source(sort, mention.sort);
                if same && *mention.name == *name && (mention.declares || !declared) {
                    found.push((rank, file.clone(), mention.range.clone()));
                }
            }
        }
        found.sort_by(|a, b| (a.0, &a.1, a.2.start).cmp(&(b.0, &b.1, b.2.start)));
        found.dedup();
        found.into_iter().map(|(_, file, range)| (file, range)).collect()
    }

    /// Returns the declared names of a kind in alphabetical order, each with the file of its first declaration.
    pub fn names(&self, sort: WordKind) -> BTreeMap<Arc<str>, FileName> {
        let mut names: BTreeMap<Arc<str>, FileName> = BTreeMap::new();
        for pack in &self.packs {
            for (file, indexed) in self.files.iter().filter(|(file, _)| file.pack == *pack) {
                if sort == WordKind::Module
                    && let Some(module) = file.module().filter(|_| *pack == self.own)
                {
                    names.entry(module.into()).or_insert_with(|| file.clone());
                }
                for mention in indexed.mentions.iter().filter(|m| m.declares) {
                    if mention.sort == sort || is_source(sort, mention.sort) {
                        names.entry(mention.name.clone()).or_insert_with(|| file.clone());
                    }
                }
            }
        }
        if sort == WordKind::Module {
            for file in self.files.keys().filter(|file| file.pack.is_empty()) {
                if let Some(module) = file.module() {
                    names.entry(module.into()).or_insert_with(|| file.clone());
                }
            }
        }
        names
    }

    /// Returns the keys of texts that the open pack lacks in a language, for all of its declarations.
    pub fn missing_texts(&self, language: &str) -> BTreeSet<String> {
        let mut keys = BTreeSet::new();
        let own = || self.files.iter().filter(|(file, _)| file.pack == self.own);
        for (_, indexed) in own() {
            for mention in indexed.mentions.iter().filter(|m| m.declares) {
                let WordKind::Declared(kind) = mention.sort else { continue };
                keys.insert(format!("{}.{}", kind.word(), mention.name));
                if matches!(kind, DeclaredKind::Option | DeclaredKind::Tile | DeclaredKind::Tag) {
                    keys.insert(format!("{}.{}.help", kind.word(), mention.name));
                }
            }
        }
        for key in self.keys(language) {
            keys.remove(&*key);
        }
        keys
    }

    fn keys(&self, language: &str) -> BTreeSet<Arc<str>> {
        let begins = format!("Texts(\"{language}\"");
        let files = self.files.iter().filter(|(file, f)| file.pack == self.own && f.text.contains(&begins));
        files
            .flat_map(|(_, f)| f.mentions.iter().filter(|m| m.sort == WordKind::Text && m.declares))
            .map(|m| m.name.clone())
            .collect()
    }

    /// Returns the header of a rule module as `pack` uses it: its own module, or else a library module.
    pub fn header(&self, pack: &str, module: &str) -> Option<(FileName, Header)> {
        let own = FileName::new(pack, &format!("rules/{module}.lua"));
        let file = if self.files.contains_key(&own) { own } else { FileName::new("", &format!("{module}.lua")) };
        let header = Header::parse(self.text(&file)?).0;
        Some((file, header))
    }

    /// Returns a parameter by its full name, `module.parameter`.
    pub fn parameter(&self, pack: &str, name: &str) -> Option<Param> {
        let (module, parameter) = name.split_once('.')?;
        self.header(pack, module)?.1.param(parameter).cloned()
    }
}

/// Returns true if one kind includes the other as a heading of points: terrains and books.
fn is_source(wanted: WordKind, sort: WordKind) -> bool {
    matches!(
        (wanted, sort),
        (WordKind::Book, WordKind::Declared(DeclaredKind::Terrain | DeclaredKind::Book))
            | (WordKind::Declared(DeclaredKind::Book), WordKind::Book)
    )
}

fn local(name: &str) -> Arc<str> {
    name.rsplit(':').next().unwrap_or(name).into()
}

/// Returns the mentions in a file.
fn mentions(file: &FileName, text: &str) -> Vec<NameMention> {
    if file.path.ends_with(".ron") {
        return of_data(text);
    }
    match file.module() {
        Some(module) => rules::mentions(module, text),
        None => Vec::new(),
    }
}

fn of_data(text: &str) -> Vec<NameMention> {
    let Some(tree) = syntax::read(text).tree else { return Vec::new() };
    let mut found = Vec::new();
    grammar::visit(&tree, &mut |seen| match seen {
        SyntaxItem::Name(form, node, overrides) => {
            let Some(word) = node.as_word() else { return };
            let range = grammar::name_range(text, node);
            let (sort, declares) = match form {
                ExpectedValue::Declares(sort) => (sort, !overrides),
                ExpectedValue::Name(sort) => (sort, false),
                ExpectedValue::NameOr(sort, plain) if *word.value != *plain => (sort, false),
                ExpectedValue::PartName(plain) if !plain.contains(&&*word.value) => {
                    (WordKind::Declared(DeclaredKind::Terrain), false)
                }
                _ => return,
            };
            // The id of a pack may be followed by a range of versions.
            let name: Arc<str> = match sort {
                WordKind::Pack => word.value.split_whitespace().next().unwrap_or_default().into(),
                _ => local(&word.value),
            };
            let name = if sort == WordKind::Declared(DeclaredKind::Terrain) && !declares {
                // A part can be named by its terrain and a port.
                name.split(':').next().unwrap_or_default().into()
            } else {
                name
            };
            found.push(NameMention { sort, name, range, declares });
        }
        SyntaxItem::Head(ExpectedValue::Name(sort), head) => {
            let range = head.span.start as usize..head.span.end as usize;
            found.push(NameMention { sort, name: head.value.clone(), range, declares: false });
        }
        SyntaxItem::Head(..) => {}
        SyntaxItem::Parameter(module, name, value) => {
            let range = name.span.start as usize..name.span.end as usize;
            let full = format!("{module}.{}", name.value).into();
            found.push(NameMention { sort: WordKind::Parameter, name: full, range, declares: false });
            parameter_names(text, value, &mut found);
        }
        SyntaxItem::Text(_, key) => {
            let Some(word) = key.as_word() else { return };
            let range = grammar::name_range(text, key);
            let name = local(&word.value);
            if let Some((sort, thing)) = name.split_once('.').and_then(|(p, rest)| Some((WordKind::of_key(p)?, rest))) {
                let thing = if sort == WordKind::Declared(DeclaredKind::Option) {
                    thing.split('.').next().unwrap_or(thing)
                } else {
                    thing
                };
                let written = &text[range.clone()];
                if let Some(at) = written.find('.').filter(|_| written.len() >= word.value.len()) {
                    let start = range.start + at + 1;
                    let end = (start + thing.len()).min(range.end);
                    found.push(NameMention { sort, name: thing.into(), range: start..end, declares: false });
                }
            }
            found.push(NameMention { sort: WordKind::Text, name, range, declares: true });
        }
    });
    found
}

/// Adds the names in the value of a parameter. Their kind depends on the module's header, which may not be indexed yet,
/// so each name becomes a mention for every kind of thing that rules can use.
fn parameter_names(text: &str, node: &syntax::Node, found: &mut Vec<NameMention>) {
    if let Some(word) = node.as_word() {
        let range = grammar::name_range(text, node);
        // Books need no separate mention, because terrains and books match each other.
        for kind in DeclaredKind::all_in_rules().filter(|kind| *kind != DeclaredKind::Book) {
            let sort = WordKind::Declared(kind);
            found.push(NameMention { sort, name: local(&word.value), range: range.clone(), declares: false });
        }
    }
    node.children().for_each(|child| parameter_names(text, child, found));
}
