//! Renames an id in all places of the pack that refer to it. References in data are found in the syntax tree with the table of
//! fields, so equal words in other fields stay unchanged.

use std::collections::BTreeMap;
use std::sync::Arc;

use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_core::catalog::mirror::MIRRORED;
use tilewright_pack::ART_FILE;
use tilewright_pack::edit::{Items, TextEdit, apply};
use tilewright_pack::syntax::{Node, NodeShape};

use crate::change::FileChange;
use crate::inventory::{PackInventory, texts_file};
use crate::pack_texts::FileTexts;
use crate::rename_elsewhere::{edits_in_rules, edits_in_tests, module_of, quotes};
use crate::schema::{PART_FIELDS, PackSection, SECTIONS, STEPS, ValueKind, WordKind, fields_of};

/// Reference to a name.
#[derive(Clone, Debug)]
pub struct NameReference {
    /// Path of the file.
    pub file: Arc<str>,
    /// Range of the word, including quotation marks if it has them.
    pub range: std::ops::Range<usize>,
    /// Kind of the thing that is named.
    pub sort: WordKind,
    /// Name as written, without quotation marks.
    pub word: Arc<str>,
    /// True if the word is the id in a declaration.
    pub declares: bool,
    /// True if the word is in quotation marks.
    pub quoted: bool,
    /// True if it is part of a longer word, which already has the quotation marks that it needs.
    pub is_part: bool,
}

/// Changes that rename a thing.
#[derive(Clone, Debug, Default)]
pub struct Renaming {
    /// Changes of the files.
    pub changes: Vec<FileChange>,
    /// Number of references that change.
    pub places: usize,
    /// Rules and tests that still contain the old name where it may be a reference, so they are only reported.
    pub look_at: Vec<Arc<str>>,
}

struct ReferenceWalk<'a> {
    inventory: &'a PackInventory,
    file: Arc<str>,
    part_names: Vec<Arc<str>>,
    found: Vec<NameReference>,
}

/// Returns all references to names in the data of a pack.
pub fn references(inventory: &PackInventory) -> Vec<NameReference> {
    let items = &inventory.own;
    let mut walk = ReferenceWalk { inventory, file: "".into(), part_names: Vec::new(), found: Vec::new() };
    for section in SECTIONS.iter() {
        for item in inventory.items(section) {
            let Some(node) = items.node(&item) else { continue };
            walk.file = item.file.clone();
            walk.item(section, node);
        }
    }
    walk.texts(items);
    walk.art(items);
    walk.found
}

/// Maps of a look of own art whose keys are names of declarations.
const LOOK_MAPS: [(&str, DeclaredKind); 8] = [
    ("tiles", DeclaredKind::Tile),
    ("terrains", DeclaredKind::Terrain),
    ("tags", DeclaredKind::Tag),
    ("figures", DeclaredKind::Figure),
    ("tokens", DeclaredKind::Token),
    ("bags", DeclaredKind::Bag),
    ("zones", DeclaredKind::Zone),
    ("seams", DeclaredKind::Edge),
];

impl ReferenceWalk<'_> {
    fn add(&mut self, node: &Node, sort: WordKind, declares: bool) {
        if let Some(word) = node.as_word() {
            let quoted = matches!(node.shape, NodeShape::Text(_));
            let (file, range) = (self.file.clone(), node.range());
            self.found.push(NameReference { file, range, sort, word: word.value, declares, quoted, is_part: false });
        }
    }

    fn item(&mut self, section: &PackSection, node: &Node) {
        if let (Some(sort), NodeShape::Word(_) | NodeShape::Text(_)) = (section.sort, &node.shape) {
            return self.add(node, sort, true);
        }
        let module = |name: &str| self.inventory.module(name).map(ToString::to_string);
        let fields = fields_of(section, Some(node), module);
        for (name, value) in node.fields().unwrap_or_default() {
            let Some(field) = fields.iter().find(|f| *f.name == *name.value) else { continue };
            match (&field.kind, section.sort) {
                (ValueKind::Id, Some(sort)) => self.add(value, sort, true),
                (kind, _) => self.value(value, kind),
            }
        }
    }

    fn value(&mut self, node: &Node, kind: &ValueKind) {
        if let NodeShape::Tuple(Some(word), items) = &node.shape {
            match (&*word.value, &items[..]) {
                ("if", [condition, yes, no]) => {
                    self.condition(condition);
                    self.value(yes, kind);
                    return self.value(no, kind);
                }
                ("option", [option, rest @ ..]) => {
                    self.add(option, WordKind::Declared(DeclaredKind::Option), false);
                    for (_, value) in rest.iter().flat_map(|n| n.entries().unwrap_or_default()) {
                        self.value(value, kind);
                    }
                    return;
                }
                ("add" | "remove", [only]) => {
                    return match (kind, only.items()) {
                        // Entries of a map are removed by their keys.
                        (ValueKind::Map(key, _), Some(keys)) => keys.iter().for_each(|n| self.value(n, key)),
                        _ => self.value(only, kind),
                    };
                }
                _ => {}
            }
        }
        match kind {
            ValueKind::Name(sort) => self.add(node, *sort, false),
            ValueKind::NameOr(sort, word) if node.as_word().is_none_or(|w| *w.value != **word) => {
                self.add(node, *sort, false);
            }
            ValueKind::List(of) => self.list(node, of),
            ValueKind::Map(key, value) => {
                for (k, v) in node.entries().unwrap_or_default() {
                    self.value(k, key);
                    self.value(v, value);
                }
            }
            ValueKind::Fields(fields) => {
                for (name, value) in node.fields().unwrap_or_default() {
                    if let Some(field) = fields.iter().find(|f| *f.name == *name.value) {
                        self.value(value, &field.kind);
                    }
                }
            }
            ValueKind::Forms(forms) => {
                let (head, items) = (node.head(), node.items().unwrap_or_default());
                let form = forms.iter().find(|f| head.as_ref().is_some_and(|h| *f.name == *h.value));
                let values = form.iter().flat_map(|f| &f.values).zip(items);
                values.for_each(|((_, kind), node)| self.value(node, kind));
            }
            ValueKind::Step => {
                let head = node.head();
                let found = STEPS.iter().find(|(name, _)| head.as_ref().is_some_and(|h| **name == *h.value));
                for (name, value) in node.fields().unwrap_or_default() {
                    let own = found.and_then(|(_, fields)| fields.iter().find(|f| *f.name == *name.value));
                    if let Some(field) = own {
                        self.value(value, &field.kind);
                    }
                }
            }
            ValueKind::Either(ways) => {
                if let Some((_, kind)) = ways.iter().find(|(_, kind)| kind.fits(node)) {
                    self.value(node, kind);
                }
            }
            ValueKind::Part => self.part(node),
            ValueKind::PartName(words) if node.as_word().is_none_or(|w| !words.contains(&&*w.value)) => {
                self.part_name(node)
            }
            ValueKind::Condition => self.condition(node),
            _ => {}
        }
    }

    fn list(&mut self, node: &Node, of: &ValueKind) {
        let items = node.items().unwrap_or_default();
        if *of == ValueKind::Part {
            self.part_names = (items.iter().filter_map(|n| n.field("name")?.as_word())).map(|w| w.value).collect();
        }
        items.iter().for_each(|n| self.value(n, of));
    }

    /// Adds the reference to the terrain in a part.
    fn part(&mut self, node: &Node) {
        if let Some(head) = node.head() {
            let range = head.span.start as usize..head.span.end as usize;
            let (file, sort) = (self.file.clone(), WordKind::Declared(DeclaredKind::Terrain));
            self.found.push(NameReference {
                file,
                range,
                sort,
                word: head.value,
                declares: false,
                quoted: false,
                is_part: false,
            });
        }
        for (name, value) in node.fields().unwrap_or_default() {
            if let Some(field) = PART_FIELDS.iter().find(|f| *f.name == *name.value) {
                self.value(value, &field.kind);
            }
        }
    }

    /// Adds the reference to the terrain in `city` or `city:E`, unless a part of the cell has that name.
    fn part_name(&mut self, node: &Node) {
        let Some(word) = node.as_word() else { return };
        if self.part_names.contains(&word.value) {
            return;
        }
        let quoted = matches!(node.shape, NodeShape::Text(_));
        let start = node.range().start + usize::from(quoted);
        let local = word.value.split(':').next().unwrap_or_default();
        let (file, range) = (self.file.clone(), start..start + local.len());
        self.found.push(NameReference {
            file,
            range,
            sort: WordKind::Declared(DeclaredKind::Terrain),
            word: local.into(),
            declares: false,
            quoted: false,
            is_part: true,
        });
    }

    fn condition(&mut self, node: &Node) {
        match &node.shape {
            NodeShape::List(all) => all.iter().for_each(|n| self.condition(n)),
            NodeShape::Map(entries) => {
                for (option, _) in entries {
                    if option.as_word().is_some_and(|w| *w.value != *"pack") {
                        self.add(option, WordKind::Declared(DeclaredKind::Option), false);
                    }
                }
            }
            _ => {}
        }
    }

    /// Adds the references in the looks of own art.
    fn art(&mut self, items: &Items) {
        let Some((file, tree)) = items.trees.get_key_value(ART_FILE) else { return };
        self.file = file.clone();
        let Some(NodeShape::List(looks)) = tree.field("looks").map(|looks| &looks.shape) else { return };
        for look in looks {
            for (map, kind) in LOOK_MAPS {
                for (key, _) in look.field(map).and_then(Node::entries).unwrap_or_default() {
                    self.add(key, WordKind::Declared(kind), false);
                }
            }
        }
    }

    /// Adds the references in keys of texts, such as `terrain.road`, `option.size.large` or `figure.follower.on.road`.
    fn texts(&mut self, items: &Items) {
        for (file, tree) in &items.trees {
            let Some((_, entries)) = texts_file(tree) else { continue };
            self.file = file.clone();
            for (key, _) in entries.entries().unwrap_or_default() {
                let Some(word) = key.as_word() else { continue };
                let mut parts = word.value.split('.');
                let (Some(first), Some(id)) = (parts.next(), parts.next()) else { continue };
                let Some(sort) = SECTIONS.iter().find(|s| s.text == Some(first)).and_then(|s| s.sort) else { continue };
                let quoted = matches!(key.shape, NodeShape::Text(_));
                let start = key.range().start + usize::from(quoted) + first.len() + 1;
                let (file, range) = (self.file.clone(), start..start + id.len());
                self.found.push(NameReference {
                    file,
                    range,
                    sort,
                    word: id.into(),
                    declares: false,
                    quoted: false,
                    is_part: true,
                });
                // Keys such as `figure.follower.on.road`, for the name of a figure on a terrain, also contain a
                // terrain.
                if let (WordKind::Declared(DeclaredKind::Figure), Some("on"), Some(terrain)) =
                    (sort, parts.next(), parts.next())
                {
                    let start = start + id.len() + ".on.".len();
                    let (file, range) = (self.file.clone(), start..start + terrain.len());
                    let sort = WordKind::Declared(DeclaredKind::Terrain);
                    self.found.push(NameReference {
                        file,
                        range,
                        sort,
                        word: terrain.into(),
                        declares: false,
                        quoted: false,
                        is_part: true,
                    });
                }
            }
        }
    }
}

/// Returns true if a reference of this kind can refer to a declaration of that kind.
pub(crate) fn can_mean(reference: WordKind, declared: WordKind) -> bool {
    reference == declared
        || (reference == WordKind::Book
            && matches!(declared, WordKind::Declared(DeclaredKind::Terrain) | WordKind::Declared(DeclaredKind::Book)))
}

/// Old and new name of a thing.
pub(crate) struct NewName<'a> {
    /// Id of the open pack, which can precede the name.
    pub(crate) pack: &'a str,
    pub(crate) sort: WordKind,
    pub(crate) old: &'a str,
    pub(crate) new: &'a str,
}

impl NewName<'_> {
    /// Returns the new form of a reference; `None` if it names another thing.
    pub(crate) fn replace(&self, written: &str) -> Option<String> {
        // The mirror image of a tile shares its name, with a suffix.
        let is_tile = self.sort == WordKind::Declared(DeclaredKind::Tile);
        let front = written.strip_suffix(MIRRORED).filter(|_| is_tile);
        let (prefix, local) = match front.unwrap_or(written).rsplit_once(':') {
            Some((pack, local)) if pack == self.pack => (format!("{pack}:"), local),
            Some(_) => return None,
            None => (String::new(), front.unwrap_or(written)),
        };
        let suffix = if front.is_some() { MIRRORED.to_string() } else { String::new() };
        (local == self.old).then(|| format!("{prefix}{}{suffix}", self.new))
    }
}

/// Renames a thing from `old` to `new` in data, rules and tests. `pack` is the id of the open pack.
pub fn rename(
    inventory: &PackInventory,
    files: &FileTexts,
    pack: &str,
    sort: WordKind,
    old: &str,
    new: &str,
) -> Renaming {
    let name = NewName { pack, sort, old, new };
    let mut by_file: BTreeMap<Arc<str>, Vec<TextEdit>> = BTreeMap::new();
    for reference in references(inventory).into_iter().filter(|reference| can_mean(reference.sort, sort)) {
        let Some(word) = name.replace(&reference.word) else { continue };
        // Existing quotation marks stay, and names that need them receive them.
        let needs_marks = !reference.quoted && !reference.is_part && word.starts_with(|c: char| c.is_ascii_digit());
        let text = if reference.quoted || needs_marks { format!("\"{word}\"") } else { word };
        by_file.entry(reference.file).or_default().push(TextEdit::new(reference.range, text));
    }
    let mut look_at = Vec::new();
    for (path, text) in files {
        let (edits, is_doubtful) = if let Some(module) = module_of(path) {
            let edits = edits_in_rules(module, text, &name);
            let is_doubtful = quotes(&apply(text, &edits), old);
            (edits, is_doubtful)
        } else if !path.starts_with("tests/") {
            continue;
        } else if path.ends_with(".ron") {
            edits_in_tests(inventory, text, &name)
        } else {
            (Vec::new(), quotes(text, old))
        };
        if is_doubtful {
            look_at.push(path.clone());
        }
        if !edits.is_empty() {
            by_file.insert(path.clone(), edits);
        }
    }
    let places = by_file.values().map(Vec::len).sum();
    let changes = by_file.into_iter().map(|(path, edits)| FileChange::Edit { path, edits }).collect();
    Renaming { changes, places, look_at }
}

/// Returns true if a word is valid as an id.
pub fn is_good_id(sort: WordKind, word: &str) -> bool {
    let tile = sort == WordKind::Declared(DeclaredKind::Tile);
    let first = word
        .bytes()
        .next()
        .is_some_and(|b| if tile { b.is_ascii_alphanumeric() || b == b'_' } else { b.is_ascii_lowercase() });
    let rest = |b: u8| b.is_ascii_digit() || b == b'_' || b.is_ascii_lowercase() || (tile && b.is_ascii_uppercase());
    first && word.len() <= 64 && word.bytes().all(rest)
}
