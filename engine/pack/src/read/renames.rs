//! Reads the history of a pack: the names that it has changed or removed, so that content for an older version still
//! finds the right entries.
//!
//! Renames are data and have a version, so that a name that is reused later keeps the meaning that it had when the
//! content was written. All renames of one version apply at once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use semver::Version;
use tilewright_core::catalog::Value;
use tilewright_core::catalog::declared::{DECLARED, DeclaredKind};
use tilewright_core::diag::{Diagnostic, Span, Spanned};

use crate::findings::{Findings, codes};
use crate::read::history::{Fate, History, RemovedItem, Renamed};
use crate::read::source::PackSource;
use crate::read::syntax::Word;
use crate::read::{self, Fields};
use crate::{limits, schema};

/// Words for kinds of entries in packs.
pub(crate) const KIND_WORDS: [(&str, DeclaredKind); DECLARED.len()] = {
    let mut all = [("", DeclaredKind::Terrain); DECLARED.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = (DECLARED[i].word, DECLARED[i].kind);
        i += 1;
    }
    all
};

/// Target of a rename or a replacement, to compare with the declared entries.
#[derive(Clone, Debug)]
pub(crate) struct StandIn {
    pub(crate) sort: DeclaredKind,
    pub(crate) since: Version,
    pub(crate) id: Word,
    /// Values of an option since that version.
    pub(crate) values: Vec<Spanned<Value>>,
}

/// Reads the history from the head of a pack.
pub(crate) fn read(fields: &Fields<'_>, own: Option<&Version>, report: &Findings) -> (History, Vec<StandIn>) {
    let (mut history, mut targets) = (History::default(), Vec::new());
    let mut spans: Vec<(DeclaredKind, Version, Word)> = Vec::new();
    let limited = |name: &'static str| {
        let items = fields.list(name);
        if items.len() > limits::KINDS {
            let message = format!("there are more than {} entries", limits::KINDS);
            report.add(codes::TOO_LARGE.finding(items[limits::KINDS].span, message));
        }
        &items[..items.len().min(limits::KINDS)]
    };
    for node in limited("renamed") {
        let Some(fields) = Fields::from_node(node, &schema::RENAMED, report) else { continue };
        let (since, sort) = (read_since(&fields, own, report), kind(&fields, report));
        let (from, to) = (id(&fields, "from", sort, report), id(&fields, "to", sort, report));
        let values = fields.get("values").map_or(&[][..], |node| read::map(node, report));
        fields.finish();
        let (Some(since), Some(sort), Some(from), Some(to)) = (since, sort, from, to) else { continue };
        if let (Some((first, _)), true) = (values.first(), sort != DeclaredKind::Option) {
            let message = format!("a {} has no values: only options do", sort.word());
            report.add(codes::RENAME_WRONG.finding(first.span, message));
        }
        if from.value == to.value && values.is_empty() {
            let message = format!("`{}` is renamed to itself", from.value);
            report.add(codes::RENAME_WRONG.finding(to.span, message));
            continue;
        }
        let renamed = Renamed {
            since: since.clone(),
            sort,
            from: from.value.clone(),
            to: to.value.clone(),
            values: values.iter().map(|(old, new)| (old.to_value(), new.to_value())).collect(),
        };
        history.renamed.push(renamed);
        // An option that keeps its name does not replace another one.
        if from.value != to.value {
            spans.push((sort, since.clone(), from));
        }
        let values = values.iter().map(|(_, new)| Spanned { value: new.to_value(), span: new.span }).collect();
        targets.push(StandIn { sort, since, id: to, values });
    }
    for node in limited("gone") {
        let Some(fields) = Fields::from_node(node, &schema::GONE, report) else { continue };
        let (since, sort) = (read_since(&fields, own, report), kind(&fields, report));
        let gone = id(&fields, "id", sort, report);
        let instead = fields.get("instead").and_then(|_| id(&fields, "instead", sort, report));
        let why = fields.need("why").and_then(|node| read::line(node, limits::TEXT_LETTERS, report));
        fields.finish();
        let (Some(since), Some(sort), Some(gone), Some(why)) = (since, sort, gone, why) else { continue };
        let entry = RemovedItem {
            since: since.clone(),
            sort,
            id: gone.value.clone(),
            instead: instead.as_ref().map(|word| word.value.clone()),
            why: why.value,
        };
        history.gone.push(entry);
        spans.push((sort, since.clone(), gone));
        targets.extend(instead.map(|id| StandIn { sort, since, id, values: Vec::new() }));
    }
    for node in limited("was") {
        let Some(word) = read::word(node, report) else { continue };
        if read::is_id(&word.value) { history.was.push(word.value) } else { read::bad_id(&word, false, report) }
    }
    check_version_by_version(&spans, &targets, &history, report);
    (history, targets)
}

fn read_since(fields: &Fields<'_>, own: Option<&Version>, report: &Findings) -> Option<Version> {
    let word = fields.need("since").and_then(|node| read::line(node, limits::VERSION_LETTERS, report))?;
    let Ok(since) = Version::parse(&word.value) else {
        let message = format!("`{}` is not a version", word.value);
        report.add(codes::BAD_VERSION.finding(word.span, message).with_hint("write three numbers such as \"1.0.0\""));
        return None;
    };
    if let Some(own) = own.filter(|own| since > **own) {
        let message = format!("this is since {since}, but the version of the pack is {own}");
        report.add(codes::RENAME_WRONG.finding(word.span, message).with_hint("name the first version with the change"));
    }
    Some(since)
}

fn kind(fields: &Fields<'_>, report: &Findings) -> Option<DeclaredKind> {
    fields.need("kind").and_then(|node| read::one_of(node, &KIND_WORDS, report))
}

fn id(fields: &Fields<'_>, name: &'static str, sort: Option<DeclaredKind>, report: &Findings) -> Option<Word> {
    let word = fields.need(name).and_then(|node| read::word(node, report))?;
    let tile = sort == Some(DeclaredKind::Tile);
    if if tile { read::is_tile_id(&word.value) } else { read::is_id(&word.value) } {
        return Some(word);
    }
    read::bad_id(&word, tile, report);
    None
}

/// Reports names with two targets in one version, and renames that lead back to their start.
fn check_version_by_version(
    before: &[(DeclaredKind, Version, Word)],
    targets: &[StandIn],
    history: &History,
    report: &Findings,
) {
    let mut told: BTreeMap<(DeclaredKind, &Version, bool, &str), Span> = BTreeMap::new();
    let after = targets.iter().map(|target| (target.sort, &target.since, true, &target.id));
    for (sort, since, is_target, word) in before.iter().map(|(s, v, word)| (*s, v, false, word)).chain(after) {
        if let Some(first) = told.insert((sort, since, is_target, &word.value), word.span) {
            let what = if is_target { "replaces two things" } else { "is renamed twice" };
            let message = format!("the {} `{}` {what} in {since}", sort.word(), word.value);
            report.add(codes::RENAMED_TWICE.finding(word.span, message).with_related(first, "here first"));
        }
    }
    let mut next: BTreeMap<(DeclaredKind, &Version, &str), &Renamed> = BTreeMap::new();
    for renamed in history.renamed.iter().filter(|renamed| renamed.from != renamed.to) {
        next.entry((renamed.sort, &renamed.since, &renamed.from)).or_insert(renamed);
    }
    let mut seen: BTreeSet<(DeclaredKind, &Version, &str)> = BTreeSet::new();
    for first in history.renamed.iter().filter(|renamed| renamed.from != renamed.to) {
        let mut way = vec![&*first.from];
        let mut now = &first.to;
        while seen.insert((first.sort, &first.since, way[way.len() - 1])) {
            if let Some(at) = way.iter().position(|name| **name == **now) {
                let shown: Vec<&str> = way[at..].iter().copied().chain([&**now]).collect();
                let word =
                    before.iter().find(|(s, v, word)| *s == first.sort && *v == first.since && *word.value == *way[at]);
                let message = format!("these renames form a circle in {}: {}", first.since, shown.join(" -> "));
                let mut finding = codes::RENAME_CIRCLE.finding_anywhere(message);
                finding.span = word.map(|(.., word)| word.span);
                report.add(finding.with_hint("exchange names in two versions, by way of a third name"));
                break;
            }
            let Some(next) = next.get(&(first.sort, &first.since, &**now)) else { break };
            way.push(&next.from);
            now = &next.to;
        }
    }
}

/// Returns the pack and the new name for a name that no entry has now; `None` if no pack renamed it.
pub(crate) fn find_renamed(
    packs: &[PackSource],
    pack: &PackSource,
    sort: DeclaredKind,
    name: &str,
) -> Option<(Arc<str>, Arc<str>)> {
    owners(packs, pack, name).find_map(|(owner, local)| match owner.manifest.history.fate(sort, local, None) {
        Fate::Now(now) => Some((owner.id().clone(), now)),
        _ => None,
    })
}

/// Adds a hint to the finding about an unknown name if the entry was removed, with the reason.
pub(crate) fn tell_gone(
    finding: &mut Diagnostic,
    packs: &[PackSource],
    pack: &PackSource,
    sort: DeclaredKind,
    name: &str,
) {
    let gone =
        owners(packs, pack, name).find_map(|(owner, local)| match owner.manifest.history.fate(sort, local, None) {
            Fate::Gone(gone) => Some((owner.id(), gone)),
            _ => None,
        });
    if let Some((owner, gone)) = gone {
        say_gone(finding, owner, gone);
    }
}

/// Sets the hint of a finding to the reason for a removal, and drops its fix.
pub(crate) fn say_gone(finding: &mut Diagnostic, owner: &str, gone: &RemovedItem) {
    finding.hint = Some(gone.describe(owner));
    finding.fix = None;
}

/// Reports that an old name was replaced by a new one; `means` is true if the bare new name has the same meaning there.
pub(crate) fn tell_renamed(word: &Word, sort: DeclaredKind, owner: &str, now: &str, means: bool, report: &Findings) {
    let local = word.value.rsplit(':').next().unwrap_or_default();
    let message = format!("the {} `{local}` of `{owner}` is called `{now}` now", sort.word());
    let finding = codes::OLDER_NAME.finding(word.span, message);
    report.add(if means { finding.new_name(local, now) } else { finding.with_hint(format!("write `{owner}:{now}`")) });
}

/// Returns the packs that may declare the entry for a name, each with the name that the entry has there.
fn owners<'p>(
    packs: &'p [PackSource],
    pack: &'p PackSource,
    name: &'p str,
) -> impl Iterator<Item = (&'p PackSource, &'p str)> {
    let (owner, local) = name.split_once(':').map_or((None, name), |(owner, local)| (Some(owner), local));
    let ids = std::iter::once(pack.id()).chain(&pack.all_needs);
    let meant = ids.filter(move |id| owner.is_none_or(|owner| *owner == ***id));
    meant.filter_map(move |id| Some((packs.iter().find(|p| p.id() == id)?, local)))
}
