//! A new id for something, in all places of the pack that mean it. References are found in the syntax tree by the
//! table of fields: a word in another field that happens to be the same stays.

use std::sync::Arc;

use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_core::catalog::mirror::MIRRORED;
use tilewright_pack::edit::{Items, TextEdit};
use tilewright_pack::syntax::{Node, NodeShape};

use crate::pack::document::{Change, Files};
use crate::pack::forms::inventory::{Inventory, texts_file};
use crate::pack::forms::schema::{Kind, PART_FIELDS, SECTIONS, STEPS, Section, Sort, fields_of};

/// A place that names something.
#[derive(Clone, Debug)]
pub struct Reference {
    /// The file.
    pub file: Arc<str>,
    /// The word, with quotation marks if it has them.
    pub range: std::ops::Range<usize>,
    /// What it names.
    pub sort: Sort,
    /// What stands there.
    pub word: Arc<str>,
    /// Whether it is the id in a declaration.
    pub declares: bool,
    /// Whether quotation marks stand around it.
    pub quoted: bool,
    /// True if it is a part of a longer word, which has the quotation marks that it needs.
    pub is_part: bool,
}

/// What came of renaming.
#[derive(Clone, Debug, Default)]
pub struct Renaming {
    /// The changes of the files.
    pub changes: Vec<Change>,
    /// How many places change.
    pub places: usize,
    /// Scripts and tests that contain the old name in quotation marks, which may mean it; they are left alone.
    pub look_at: Vec<Arc<str>>,
}

struct Walk<'a> {
    inventory: &'a Inventory,
    file: Arc<str>,
    part_names: Vec<Arc<str>>,
    found: Vec<Reference>,
}

/// All places in the data of a pack that name something.
pub fn references(inventory: &Inventory) -> Vec<Reference> {
    let items = &inventory.own;
    let mut walk = Walk { inventory, file: "".into(), part_names: Vec::new(), found: Vec::new() };
    for section in SECTIONS.iter() {
        for item in inventory.items(section) {
            let Some(node) = items.node(&item) else { continue };
            walk.file = item.file.clone();
            walk.item(section, node);
        }
    }
    walk.texts(items);
    walk.found
}

impl Walk<'_> {
    fn add(&mut self, node: &Node, sort: Sort, declares: bool) {
        if let Some(word) = node.as_word() {
            let quoted = matches!(node.shape, NodeShape::Text(_));
            let (file, range) = (self.file.clone(), node.range());
            self.found.push(Reference { file, range, sort, word: word.value, declares, quoted, is_part: false });
        }
    }

    fn item(&mut self, section: &Section, node: &Node) {
        if let (Some(sort), NodeShape::Word(_) | NodeShape::Text(_)) = (section.sort, &node.shape) {
            return self.add(node, sort, true);
        }
        let module = |name: &str| self.inventory.module(name).map(ToString::to_string);
        let fields = fields_of(section, Some(node), module);
        for (name, value) in node.fields().unwrap_or_default() {
            let Some(field) = fields.iter().find(|f| *f.name == *name.value) else { continue };
            match (&field.kind, section.sort) {
                (Kind::Id, Some(sort)) => self.add(value, sort, true),
                (kind, _) => self.value(value, kind),
            }
        }
    }

    fn value(&mut self, node: &Node, kind: &Kind) {
        if let NodeShape::Tuple(Some(word), items) = &node.shape {
            match (&*word.value, &items[..]) {
                ("if", [condition, yes, no]) => {
                    self.condition(condition);
                    self.value(yes, kind);
                    return self.value(no, kind);
                }
                ("option", [option, rest @ ..]) => {
                    self.add(option, Sort::Declared(DeclaredKind::Option), false);
                    for (_, value) in rest.iter().flat_map(|n| n.entries().unwrap_or_default()) {
                        self.value(value, kind);
                    }
                    return;
                }
                ("add" | "remove", [only]) => {
                    return match (kind, only.items()) {
                        // Entries of a map are removed by their keys.
                        (Kind::Map(key, _), Some(keys)) => keys.iter().for_each(|n| self.value(n, key)),
                        _ => self.value(only, kind),
                    };
                }
                _ => {}
            }
        }
        match kind {
            Kind::Name(sort) => self.add(node, *sort, false),
            Kind::NameOr(sort, word) if node.as_word().is_none_or(|w| *w.value != **word) => {
                self.add(node, *sort, false);
            }
            Kind::List(of) => self.list(node, of),
            Kind::Map(key, value) => {
                for (k, v) in node.entries().unwrap_or_default() {
                    self.value(k, key);
                    self.value(v, value);
                }
            }
            Kind::Fields(fields) => {
                for (name, value) in node.fields().unwrap_or_default() {
                    if let Some(field) = fields.iter().find(|f| *f.name == *name.value) {
                        self.value(value, &field.kind);
                    }
                }
            }
            Kind::Forms(forms) => {
                let (head, items) = (node.head(), node.items().unwrap_or_default());
                let form = forms.iter().find(|f| head.as_ref().is_some_and(|h| *f.name == *h.value));
                let values = form.iter().flat_map(|f| &f.values).zip(items);
                values.for_each(|((_, kind), node)| self.value(node, kind));
            }
            Kind::Step => {
                let head = node.head();
                let found = STEPS.iter().find(|(name, _)| head.as_ref().is_some_and(|h| **name == *h.value));
                for (name, value) in node.fields().unwrap_or_default() {
                    let own = found.and_then(|(_, fields)| fields.iter().find(|f| *f.name == *name.value));
                    if let Some(field) = own {
                        self.value(value, &field.kind);
                    }
                }
            }
            Kind::Either(ways) => {
                if let Some((_, kind)) = ways.iter().find(|(_, kind)| kind.fits(node)) {
                    self.value(node, kind);
                }
            }
            Kind::Part => self.part(node),
            Kind::PartName(words) if node.as_word().is_none_or(|w| !words.contains(&&*w.value)) => self.part_name(node),
            Kind::Condition => self.condition(node),
            _ => {}
        }
    }

    fn list(&mut self, node: &Node, of: &Kind) {
        let items = node.items().unwrap_or_default();
        if *of == Kind::Part {
            self.part_names = (items.iter().filter_map(|n| n.field("name")?.as_word())).map(|w| w.value).collect();
        }
        items.iter().for_each(|n| self.value(n, of));
    }

    /// A part is named after its terrain.
    fn part(&mut self, node: &Node) {
        if let Some(head) = node.head() {
            let range = head.span.start as usize..head.span.end as usize;
            let (file, sort) = (self.file.clone(), Sort::Declared(DeclaredKind::Terrain));
            self.found.push(Reference {
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

    /// The terrain in `city` and in `city:E`, unless a part of the cell is called that.
    fn part_name(&mut self, node: &Node) {
        let Some(word) = node.as_word() else { return };
        if self.part_names.contains(&word.value) {
            return;
        }
        let quoted = matches!(node.shape, NodeShape::Text(_));
        let start = node.range().start + usize::from(quoted);
        let local = word.value.split(':').next().unwrap_or_default();
        let (file, range) = (self.file.clone(), start..start + local.len());
        self.found.push(Reference {
            file,
            range,
            sort: Sort::Declared(DeclaredKind::Terrain),
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
                        self.add(option, Sort::Declared(DeclaredKind::Option), false);
                    }
                }
            }
            _ => {}
        }
    }

    /// Keys of texts: `terrain.road`, `option.size.large`, `figure.follower.on.road`.
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
                self.found.push(Reference {
                    file,
                    range,
                    sort,
                    word: id.into(),
                    declares: false,
                    quoted: false,
                    is_part: true,
                });
                // What a figure is called on a terrain: `figure.follower.on.road`.
                if let (Sort::Declared(DeclaredKind::Figure), Some("on"), Some(terrain)) =
                    (sort, parts.next(), parts.next())
                {
                    let start = start + id.len() + ".on.".len();
                    let (file, range) = (self.file.clone(), start..start + terrain.len());
                    let sort = Sort::Declared(DeclaredKind::Terrain);
                    self.found.push(Reference {
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

/// Whether a reference of one sort can mean something of another.
fn can_mean(reference: Sort, declared: Sort) -> bool {
    reference == declared
        || (reference == Sort::Book
            && matches!(declared, Sort::Declared(DeclaredKind::Terrain) | Sort::Declared(DeclaredKind::Book)))
}

/// Gives something another id. `pack` is the id of the open pack.
pub fn rename(inventory: &Inventory, files: &Files, pack: &str, sort: Sort, old: &str, new: &str) -> Renaming {
    let full = format!("{pack}:{old}");
    let mut by_file: Vec<(Arc<str>, Vec<TextEdit>)> = Vec::new();
    let mut places = 0;
    for reference in references(inventory) {
        if !can_mean(reference.sort, sort) {
            continue;
        }
        // The mirror image of a tile is called after it.
        let front = reference.word.strip_suffix(MIRRORED).filter(|_| sort == Sort::Declared(DeclaredKind::Tile));
        let mut word = match front.unwrap_or(&reference.word) {
            word if word == old => new.to_owned(),
            word if word == full => format!("{pack}:{new}"),
            _ => continue,
        };
        if front.is_some() {
            word.push(MIRRORED);
        }
        // A name that needs quotation marks gets them; those that are there stay.
        let needs_marks = !reference.quoted && !reference.is_part && word.starts_with(|c: char| c.is_ascii_digit());
        let text = if reference.quoted || needs_marks { format!("\"{word}\"") } else { word };
        places += 1;
        let edit = TextEdit::new(reference.range, text);
        match by_file.iter_mut().find(|(file, _)| *file == reference.file) {
            Some((_, edits)) => edits.push(edit),
            None => by_file.push((reference.file, vec![edit])),
        }
    }
    let changes = by_file.into_iter().map(|(path, edits)| Change::Edit { path, edits }).collect();
    let said = ['"', '\''].map(|mark| [format!("{mark}{old}{mark}"), format!("{mark}{old}{MIRRORED}{mark}")]).concat();
    let elsewhere = files.iter().filter(|(path, _)| path.ends_with(".lua") || path.starts_with("tests/"));
    let look_at = elsewhere.filter(|(_, text)| said.iter().any(|s| text.contains(&**s))).map(|(path, _)| path.clone());
    Renaming { changes, places, look_at: look_at.collect() }
}
