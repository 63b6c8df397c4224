//! Gathers declarations by name: finds duplicates, applies overrides, and looks up the names that packs refer to.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_core::catalog::id::{Id, Name, Table};
use tilewright_core::diag::{FileId, Span, Spanned};

use crate::declare::declared::Declared;
use crate::declare::overrides::merge;
use crate::findings::{Findings, codes};
use crate::read::renames;
use crate::read::source::PackSource;
use crate::read::syntax::{Node, Word};
use crate::{limits, read};

/// Maps files to packs: a name has the meaning that it has in the pack whose file contains it.
pub(crate) struct Writers<'a> {
    packs: &'a [PackSource],
    by_file: BTreeMap<FileId, usize>,
}

impl<'a> Writers<'a> {
    pub(crate) fn new(packs: &'a [PackSource]) -> Writers<'a> {
        let files = packs.iter().enumerate().flat_map(|(i, pack)| pack.files.iter().map(move |&file| (file, i)));
        Writers { packs, by_file: files.collect() }
    }

    pub(crate) fn packs(&self) -> &'a [PackSource] {
        self.packs
    }

    /// Returns the pack whose file contains the span; `None` for a file outside the packs.
    pub(crate) fn pack_at(&self, span: Span) -> Option<&'a PackSource> {
        self.by_file.get(&span.file).map(|&number| &self.packs[number])
    }
}

/// Change by one pack of an entry that another pack declares.
struct Override<'n> {
    /// Index of the pack that makes the change.
    pack: usize,
    node: &'n Node,
    id: Word,
    /// Pack that the id names; `None` for an id without a pack.
    owner: Option<Arc<str>>,
    local: Arc<str>,
}

/// Returns all declared entries of a section, in the order of declaration.
pub(crate) fn declare(
    packs: &[PackSource],
    section: &str,
    noun: &str,
    kind: Option<DeclaredKind>,
    report: &Findings,
) -> Vec<Declared> {
    let (what, tile) = (&*format!("the {noun}"), kind == Some(DeclaredKind::Tile));
    let mut all: Vec<Declared> = Vec::new();
    let mut by_name: BTreeMap<(Arc<str>, Arc<str>), usize> = BTreeMap::new();
    let limit = if tile { limits::KINDS } else { limits::ENTRIES };
    // A pack may change an entry of a later pack, so overrides are applied after all declarations.
    let mut overrides: Vec<Override<'_>> = Vec::new();
    for (number, pack) in packs.iter().enumerate() {
        for node in pack.section(section) {
            let Some(id) = id_of(node, what, report) else { continue };
            let (owner, local) = match id.value.split_once(':') {
                Some((owner, local)) => (Some(Arc::from(owner)), Arc::from(local)),
                None => (None, id.value.clone()),
            };
            let local = Spanned { value: local, span: id.span };
            if !(if tile { read::is_tile_id(&local.value) } else { read::is_id(&local.value) }) {
                read::bad_id(&local, tile, report);
                report.spoil(noun, &local.value);
                continue;
            }
            let marked = node.is_on("override");
            let own = by_name.get(&(pack.id().clone(), local.value.clone())).copied();
            if marked || owner.as_ref().is_some_and(|owner| owner != pack.id()) {
                overrides.push(Override { pack: number, node, id, owner, local: local.value });
                continue;
            }
            let foreign = pack.all_needs.iter().find_map(|n| by_name.get(&(n.clone(), local.value.clone())).copied());
            if let Some(first) = own
                && (node.off || all[first].node.off)
            {
                // Conditions may choose one of several entries of the same name.
                let mut other = node.clone();
                if all[first].node.off {
                    std::mem::swap(&mut all[first].node, &mut other);
                    all[first].span = id.span;
                }
                all[first].instead.push(other);
                continue;
            }
            if let Some(first) = own {
                let message = format!("{what} `{}` is declared twice", local.value);
                report.add(
                    codes::DECLARED_TWICE
                        .finding(id.span, message)
                        .with_related(all[first].span, "first declared here"),
                );
                continue;
            }
            if let Some(target) = foreign {
                report_unmarked(&id, what, all[target].span, report);
                continue;
            }
            if all.len() >= limit {
                let message = format!("there are more than {limit} entries of this kind");
                report.add(codes::TOO_LARGE.finding(id.span, message));
                return all;
            }
            by_name.insert((pack.id().clone(), local.value.clone()), all.len());
            all.push(Declared {
                name: Name::new(pack.id(), &local.value),
                span: id.span,
                node: node.clone(),
                pack: number,
                changes: Vec::new(),
                instead: Vec::new(),
            });
        }
    }
    for Override { pack: number, node, id, owner, local } in overrides {
        let pack = &packs[number];
        let marked = node.is_on("override");
        let foreign = match owner.filter(|owner| owner != pack.id()) {
            Some(owner) => by_name.get(&(owner, local.clone())).copied(),
            None => pack.all_needs.iter().find_map(|n| by_name.get(&(n.clone(), local.clone())).copied()),
        };
        let renamed = || {
            let sort = kind.filter(|_| marked)?;
            let (owner, now) = renames::find_renamed(packs, pack, sort, &id.value)?;
            let target = by_name.get(&(owner.clone(), now.clone())).copied()?;
            let named = |id: &Arc<str>| by_name.contains_key(&(id.clone(), now.clone()));
            let means = id.value.contains(':') || pack.all_needs.iter().find(|id| named(id)) == Some(&owner);
            renames::tell_renamed(&id, sort, &owner, &now, means, report);
            Some(target)
        };
        match foreign.or_else(renamed) {
            Some(target) if !marked => report_unmarked(&id, what, all[target].span, report),
            // An override that is off may concern a pack that is not loaded.
            _ if node.off => {}
            Some(target) => merge(&mut all[target], number, packs, node, what, report),
            None => nothing_to_override(&id, what, &all, packs, report),
        }
    }
    all
}

/// Returns the id of an item: its field `id`, or the item itself if it is only a name.
fn id_of(node: &Node, what: &str, report: &Findings) -> Option<Word> {
    if let Some(word) = node.as_word() {
        return Some(word);
    }
    match node.field("id") {
        Some(id) => read::word(id, report),
        None if node.fields().is_some() => {
            report.add(codes::MISSING_FIELD.finding(node.span, format!("{what} lacks the field `id`")));
            None
        }
        None => {
            read::wrong(node, &format!("{what} as fields in parentheses"), report);
            None
        }
    }
}

fn report_unmarked(id: &Word, what: &str, first: Span, report: &Findings) {
    let message = format!("{what} `{}` is there already in a pack that this one needs", id.value);
    let finding = codes::OVERRIDE_UNMARKED.finding(id.span, message).with_related(first, "declared here");
    report.add(finding.with_hint("write `override: true` to change it, or choose another id"));
}

fn nothing_to_override(id: &Word, what: &str, all: &[Declared], packs: &[PackSource], report: &Findings) {
    let (owner, local) = id.value.split_once(':').map_or((None, &*id.value), |(owner, local)| (Some(owner), local));
    let absent = owner.filter(|owner| packs.iter().all(|pack| **pack.id() != **owner));
    let message = match (absent, owner) {
        (Some(absent), _) => format!("{what} `{}` cannot be changed: the pack `{absent}` is not loaded", id.value),
        (None, Some(owner)) => format!("the pack `{owner}` does not declare {what} `{local}`"),
        (None, None) => format!("no needed pack declares {what} `{local}`"),
    };
    let mut finding = codes::OVERRIDE_OF_NOTHING.finding(id.span, message);
    report.did_you_mean(&mut finding, local, all.iter().map(|d| &*d.name.local));
    if let Some(absent) = absent {
        finding.fix = None;
        let hint =
            format!("list it in `needs`, or write `when: {{\"pack\": {absent}}}` to change it where it is loaded");
        finding.hint = Some(hint);
    }
    report.add(finding);
}

struct NameEntry<I> {
    name: Name,
    span: Span,
    /// `None` if the entry is switched off.
    id: Option<I>,
}

/// Index of the entries of one kind by the names that packs use.
pub(crate) struct Names<'a, I> {
    kind: DeclaredKind,
    writers: Rc<Writers<'a>>,
    entries: Vec<NameEntry<I>>,
    by_name: BTreeMap<(Arc<str>, Arc<str>), usize>,
    used: RefCell<Vec<bool>>,
}

impl<'a, I: Id> Names<'a, I> {
    /// Numbers the entries of a kind that are switched on, in order.
    pub(crate) fn number(kind: DeclaredKind, all: &[Declared], writers: &Rc<Writers<'a>>) -> Names<'a, I> {
        let writers = Rc::clone(writers);
        let mut names =
            Names { kind, writers, entries: Vec::new(), by_name: BTreeMap::new(), used: RefCell::default() };
        let mut next = 0;
        for declared in all {
            let id = (!declared.node.off).then(|| {
                next += 1;
                I::from_index(next - 1)
            });
            names.by_name.insert((declared.name.pack.clone(), declared.name.local.clone()), names.entries.len());
            names.entries.push(NameEntry { name: declared.name.clone(), span: declared.span, id });
            names.used.borrow_mut().push(false);
        }
        names
    }

    /// Looks up a name as `pack` uses it. Reports a missing entry, and one that is off unless `off` is true.
    pub(crate) fn find(&self, pack: &PackSource, word: &Word, off: bool, report: &Findings) -> Option<I> {
        let entry = &self.entries[self.entry(pack, word, off, report)?];
        if entry.id.is_none() && !off {
            let message = format!("the {} `{}` is switched off by the options", self.kind.noun(), word.value);
            report.add(codes::SWITCHED_OFF.finding(word.span, message).with_related(entry.span, "declared here"));
        }
        entry.id
    }

    /// Returns the index in the list of declarations for a name, for entries that are on or off.
    pub(crate) fn entry(&self, pack: &PackSource, word: &Word, off: bool, report: &Findings) -> Option<usize> {
        let pack = self.writers.pack_at(word.span).unwrap_or(pack);
        let index = self.position(pack, &word.value).or_else(|| self.find_renamed(pack, word, report));
        match index {
            Some(index) => self.used.borrow_mut()[index] = true,
            None => {
                // Content that is off may name entries of packs that are not loaded.
                let foreign = word.value.split_once(':').is_some_and(|(owner, _)| owner != &**pack.id());
                if !(off && foreign || report.is_spoilt(self.kind.noun(), &word.value)) {
                    let shown: String = word.value.chars().take(80).collect();
                    let message = format!("there is no {} `{}`", self.kind.noun(), shown.escape_debug());
                    let mut finding = codes::UNKNOWN_NAME.finding(word.span, message);
                    report.suggest(&mut finding, &word.value, self.entries.iter().map(|e| &*e.name.local));
                    renames::tell_gone(&mut finding, self.writers.packs(), pack, self.kind, &word.value);
                    report.add(finding);
                }
            }
        }
        index
    }

    /// Returns the entry for a former name, and reports the rename; `None` if the name was not a former name.
    fn find_renamed(&self, pack: &PackSource, word: &Word, report: &Findings) -> Option<usize> {
        let sort = self.kind;
        let (owner, now) = renames::find_renamed(self.writers.packs(), pack, sort, &word.value)?;
        let index = self.by_name.get(&(owner.clone(), now.clone())).copied()?;
        let means = word.value.contains(':') || self.position(pack, &now) == Some(index);
        renames::tell_renamed(word, sort, &owner, &now, means, report);
        Some(index)
    }

    fn position(&self, pack: &PackSource, name: &str) -> Option<usize> {
        let full = |owner: &Arc<str>, local: &str| self.by_name.get(&(owner.clone(), Arc::from(local))).copied();
        match name.split_once(':') {
            Some((owner, local)) => full(&Arc::from(owner), local),
            None => full(pack.id(), name).or_else(|| pack.all_needs.iter().find_map(|need| full(need, name))),
        }
    }

    /// Marks a name as used by content that is not checked here.
    pub(crate) fn touch(&self, pack: &PackSource, name: &str) {
        if let Some(index) = self.position(pack, name) {
            self.used.borrow_mut()[index] = true;
        }
    }

    /// Returns the full name of the entry that a bare name means in `pack`, if the bare name alone would mean another
    /// entry.
    pub(crate) fn full(&self, pack: &PackSource, name: &str) -> Option<String> {
        let index = self.position(pack, name).filter(|_| !name.contains(':'))?;
        let first = self.entries.iter().position(|e| e.id.is_some() && *e.name.local == *name)?;
        (first != index).then(|| self.entries[index].name.to_string())
    }

    /// Returns the first entry of a pack that is switched on.
    pub(crate) fn first_of(&self, pack: &str) -> Option<I> {
        self.entries.iter().find(|e| &*e.name.pack == pack && e.id.is_some()).and_then(|e| e.id)
    }

    /// Looks up the name in a node.
    pub(crate) fn find_node(&self, pack: &PackSource, node: &Node, report: &Findings) -> Option<I> {
        self.find(pack, &read::word(node, report)?, node.off, report)
    }

    /// Returns the entries that no lookup has found.
    pub(crate) fn unused_entries(&self) -> impl Iterator<Item = (&Name, Span)> {
        let used = self.used.borrow().clone();
        self.entries.iter().zip(used).filter(|(_, used)| !used).map(|(e, _)| (&e.name, e.span))
    }

    /// Returns the noun for the kind of entry.
    pub(crate) fn noun(&self) -> &'static str {
        self.kind.noun()
    }
}

/// Fills a table with the entries that are switched on, in the order of their numbers.
pub(crate) fn fill<I: Id, T>(all: &[Declared], mut make: impl FnMut(&Declared) -> T) -> Table<I, T> {
    let mut table = Table::default();
    for declared in all {
        let item = make(declared);
        if !declared.node.off {
            // Names are unique here, so `add` cannot fail.
            let _ = table.add(declared.name.clone(), item);
        }
    }
    table
}
