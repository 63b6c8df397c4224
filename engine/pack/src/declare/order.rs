//! Collects the packs of a game and sorts them.
//!
//! Every pack has a sort key that follows from its own declarations: after the last of the packs that it needs or wants
//! to follow, or just before the first that it wants to precede, otherwise by its id. A key never depends on packs that
//! a pack does not name, so adding a pack does not reorder two others.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use tilewright_core::diag::{Diagnostic, SourceMap, Span};

use crate::findings::codes::Code;
use crate::findings::{Findings, codes};
use crate::limits;
use crate::read::source::{PackSource, check_theme, read_pack};
use crate::read::world::{PackReadError, World};

/// Packs of a game, and the themes for them.
#[derive(Default)]
pub(crate) struct PacksAndThemes {
    /// Packs in their order.
    pub(crate) packs: Vec<PackSource>,
    /// Themes in the order of their ids. They are not part of the game.
    pub(crate) themes: Vec<PackSource>,
}

/// Reads the packs and the packs that they need, and sorts them. A theme brings the pack that it is for.
pub(crate) fn gather(world: &World, ids: &[&str], sources: &mut SourceMap, report: &Findings) -> PacksAndThemes {
    let mut packs: BTreeMap<Arc<str>, PackSource> = BTreeMap::new();
    let mut themes: BTreeMap<Arc<str>, PackSource> = BTreeMap::new();
    // Id of a pack, with the pack that needs it and the span of that need.
    type PackRequest = (Arc<str>, Option<(Arc<str>, Span)>);
    let mut wanted: Vec<PackRequest> = ids.iter().map(|&id| (Arc::from(id), None)).collect();
    let mut missing: BTreeMap<Arc<str>, Diagnostic> = BTreeMap::new();
    while !wanted.is_empty() {
        let mut next = Vec::new();
        for (id, by) in wanted {
            if packs.contains_key(&id) || themes.contains_key(&id) {
                continue;
            }
            let Some(files) = world.packs.get(&id) else {
                if let Entry::Vacant(place) = missing.entry(id.clone()) {
                    place.insert(missing_pack(world, &id, by.as_ref(), report));
                }
                continue;
            };
            if packs.len() + themes.len() >= limits::PACKS {
                let message = format!("more than {} packs cannot be played together", limits::PACKS);
                report.add(codes::TOO_LARGE.finding_anywhere(message));
                return PacksAndThemes::default();
            }
            let pack = read_pack(&id, files, sources, report);
            if let Some(of) = &pack.themes {
                next.push((of.id.value.clone(), Some((id.clone(), of.id.span))));
                check_theme(&pack, files, report);
                themes.insert(id, pack);
                continue;
            }
            next.extend(pack.needs.iter().map(|n| (n.id.value.clone(), Some((id.clone(), n.id.span)))));
            packs.insert(id, pack);
        }
        wanted = next;
    }
    // A pack in a folder with another name is not reported as missing as well; the finding names the folder.
    let told = |id: &Arc<str>| packs.values().chain(themes.values()).any(|pack| pack.other_id.as_ref() == Some(id));
    missing.iter().filter(|(id, _)| !told(id)).for_each(|(_, finding)| report.add(finding.clone()));
    refuse_needed_themes(&mut packs, &themes, report);
    check_relations(&mut packs, report);
    spread_gaps(&mut packs, &missing.into_keys().collect());
    let packs = arrange(packs, report);
    let themes = themes.into_values().map(|theme| place_theme(theme, &packs, report)).collect();
    PacksAndThemes { packs, themes }
}

/// Reports packs and themes that rely on a theme, and removes these needs.
fn refuse_needed_themes(
    packs: &mut BTreeMap<Arc<str>, PackSource>,
    themes: &BTreeMap<Arc<str>, PackSource>,
    report: &Findings,
) {
    let ids: BTreeSet<Arc<str>> = themes.keys().cloned().collect();
    let needs = packs.values().flat_map(|pack| &pack.needs).chain(themes.values().filter_map(|t| t.themes.as_ref()));
    for need in needs.filter(|need| ids.contains(&need.id.value)) {
        let message = format!("`{}` is a theme, and no pack can rely on a theme", need.id.value);
        report.add(codes::THEME_NEEDED.finding(need.id.span, message));
    }
    packs.values_mut().for_each(|pack| pack.needs.retain(|need| !ids.contains(&need.id.value)));
}

/// Gives a theme the names of the pack that it is for, and reports one that is for another version.
fn place_theme(mut theme: PackSource, packs: &[PackSource], report: &Findings) -> PackSource {
    let Some(of) = &theme.themes else { return theme };
    let Some(pack) = packs.iter().find(|pack| *pack.id() == of.id.value) else { return theme };
    if let Some(version) = pack.version.as_ref().filter(|version| !of.range.matches(version)) {
        let message = format!("`{}` is a theme for `{}` {}, there is {version}", theme.id(), pack.id(), of.range);
        report.add(codes::VERSION_UNMET.finding(of.id.span, message));
    }
    theme.all_needs = std::iter::once(pack.id()).chain(&pack.all_needs).cloned().collect();
    theme
}

/// Returns the finding about a pack that is missing or cannot be read.
fn missing_pack(world: &World, id: &Arc<str>, by: Option<&(Arc<str>, Span)>, report: &Findings) -> Diagnostic {
    let at = |code: &Code, message: String| match by {
        Some((_, span)) => code.finding(*span, message),
        None => code.finding_anywhere(message),
    };
    if let Some(PackReadError { message, hint }) = world.unreadable.get(id) {
        let finding = at(codes::UNREADABLE, message.clone());
        return match hint {
            Some(hint) => finding.with_hint(hint.clone()),
            None => finding,
        };
    }
    let shown: String = id.chars().take(80).collect();
    let mut finding = at(codes::UNKNOWN_PACK, format!("there is no pack `{}`", shown.escape_debug()));
    // A pack cannot need itself, so it is not suggested.
    let others = world.ids().filter(|known| by.is_none_or(|(by, _)| by != *known));
    report.did_you_mean(&mut finding, id, others.map(|known| &**known));
    finding
}

/// Marks all packs that directly or indirectly need a missing pack or a pack with gaps.
fn spread_gaps(packs: &mut BTreeMap<Arc<str>, PackSource>, missing: &BTreeSet<Arc<str>>) {
    let mut gaps: BTreeSet<Arc<str>> = missing.clone();
    gaps.extend(packs.values().filter(|pack| pack.has_gaps).map(|pack| pack.id().clone()));
    loop {
        let reached = |pack: &&mut PackSource| !pack.has_gaps && pack.needs.iter().any(|n| gaps.contains(&n.id.value));
        let Some(pack) = packs.values_mut().find(reached) else { return };
        pack.has_gaps = true;
        gaps.insert(pack.id().clone());
    }
}

/// Reports needed packs in the wrong version, and conflicts between packs.
fn check_relations(packs: &mut BTreeMap<Arc<str>, PackSource>, report: &Findings) {
    let mut outdated: BTreeSet<Arc<str>> = BTreeSet::new();
    for pack in packs.values() {
        for need in &pack.needs {
            let found = packs.get(&need.id.value).and_then(|p| p.version.as_ref());
            if let Some(version) = found.filter(|version| !need.range.matches(version)) {
                let message = format!("`{}` needs `{}` {}, there is {version}", pack.id(), need.id.value, need.range);
                report.add(codes::VERSION_UNMET.finding(need.id.span, message));
                outdated.insert(pack.id().clone());
            }
        }
        for conflict in &pack.conflicts {
            let found = packs.get(&conflict.id.value).and_then(|p| p.version.as_ref());
            if found.is_some_and(|version| conflict.range.matches(version)) {
                let message = format!("`{}` cannot be played together with `{}`", pack.id(), conflict.id.value);
                report.add(codes::CONFLICT.finding(conflict.id.span, message).with_hint("leave out one of them"));
            }
        }
    }
    packs.values_mut().for_each(|pack| pack.has_gaps |= outdated.contains(pack.id()));
}

/// Sort key: the anchors from the outermost inwards, then the pack itself.
type SortKey = Vec<(i8, Arc<str>)>;

fn arrange(mut packs: BTreeMap<Arc<str>, PackSource>, report: &Findings) -> Vec<PackSource> {
    let ids: Vec<Arc<str>> = packs.keys().cloned().collect();
    let hard = |pack: &PackSource| pack.needs.iter().map(|n| n.id.value.clone()).collect::<Vec<_>>();
    for cycle in cycles(&ids, |id| hard(&packs[id])) {
        let span = packs[&cycle.path[0]].needs.iter().find(|n| cycle.path.contains(&n.id.value)).map(|n| n.id.span);
        let mut finding =
            codes::NEEDS_CYCLE.finding_anywhere(format!("packs need each other in a circle: {}", cycle.describe()));
        finding.span = span;
        report.add(finding);
        for id in &cycle.members {
            if let Some(pack) = packs.get_mut(id) {
                pack.needs.retain(|n| !cycle.members.contains(&n.id.value));
            }
        }
    }
    // If the other pack already wants to come after this one, the wish to come before it adds nothing.
    for id in &ids {
        let before = packs[id].before.clone();
        let told = |other: &Arc<str>| packs.get(other).is_some_and(|o| o.after.iter().any(|w| w.value == *id));
        let kept = before.into_iter().filter(|w| !told(&w.value)).collect();
        if let Some(pack) = packs.get_mut(id) {
            pack.before = kept;
        }
    }
    let all = |pack: &PackSource| {
        let soft = pack.after.iter().chain(&pack.before).map(|w| w.value.clone());
        hard(pack).into_iter().chain(soft).collect::<Vec<_>>()
    };
    for cycle in cycles(&ids, |id| all(&packs[id])) {
        let wishes = cycle.path.iter().flat_map(|id| packs[id].after.iter().chain(&packs[id].before));
        let span = wishes.into_iter().find(|w| cycle.path.contains(&w.value)).map(|w| w.span);
        let message = format!("the orders that these packs declare contradict each other: {}", cycle.describe());
        let mut finding = codes::ORDER_CYCLE.finding_anywhere(message);
        finding.span = span;
        report.add(finding);
        for id in &cycle.members {
            if let Some(pack) = packs.get_mut(id) {
                pack.after.clear();
                pack.before.clear();
            }
        }
    }
    let mut keys: BTreeMap<Arc<str>, SortKey> = BTreeMap::new();
    for id in &ids {
        key_of(id, &packs, &mut keys, report);
    }
    let mut order = ids;
    order.sort_by(|a, b| compare(&keys[a], &keys[b]));
    let mut placed: Vec<PackSource> = Vec::new();
    for id in order {
        let Some(mut pack) = packs.remove(&id) else { continue };
        let mut needs: BTreeSet<Arc<str>> = BTreeSet::new();
        for need in &pack.needs {
            if let Some(known) = placed.iter().find(|p| *p.id() == need.id.value) {
                needs.extend(known.all_needs.iter().cloned());
                needs.insert(need.id.value.clone());
            }
        }
        pack.all_needs = placed.iter().map(|p| p.id().clone()).filter(|p| needs.contains(p)).collect();
        placed.push(pack);
    }
    placed
}

/// Packs that name each other in a cycle.
struct Cycle {
    /// Packs of all overlapping cycles.
    members: Vec<Arc<str>>,
    /// Packs of one cycle, in the order of naming.
    path: Vec<Arc<str>>,
}

impl Cycle {
    fn describe(&self) -> String {
        let names: Vec<&str> = self.path.iter().chain(self.path.first()).map(|id| &**id).collect();
        names.join(" -> ")
    }
}

fn cycles(ids: &[Arc<str>], names: impl Fn(&Arc<str>) -> Vec<Arc<str>>) -> Vec<Cycle> {
    let mut graph: DiGraph<(), ()> = DiGraph::new();
    let nodes: Vec<NodeIndex> = ids.iter().map(|_| graph.add_node(())).collect();
    for (i, id) in ids.iter().enumerate() {
        for named in names(id) {
            if let Ok(j) = ids.binary_search(&named) {
                graph.add_edge(nodes[i], nodes[j], ());
            }
        }
    }
    let mut found: Vec<Cycle> = Vec::new();
    for group in tarjan_scc(&graph) {
        let itself = group.len() == 1 && graph.contains_edge(group[0], group[0]);
        if group.len() > 1 || itself {
            let mut members: Vec<Arc<str>> = group.iter().map(|n| ids[n.index()].clone()).collect();
            members.sort();
            let path = follow(&members, &names);
            found.push(Cycle { members, path });
        }
    }
    found.sort_by(|a, b| a.members.cmp(&b.members));
    found
}

/// Follows the named packs from the first member until a pack repeats, and returns that cycle.
fn follow(members: &[Arc<str>], names: impl Fn(&Arc<str>) -> Vec<Arc<str>>) -> Vec<Arc<str>> {
    let mut path = vec![members[0].clone()];
    loop {
        let next = names(&path[path.len() - 1]).into_iter().find(|n| members.contains(n));
        let Some(next) = next else { return members.to_vec() };
        if let Some(at) = path.iter().position(|p| *p == next) {
            return path.split_off(at);
        }
        path.push(next);
    }
}

fn key_of(
    id: &Arc<str>,
    packs: &BTreeMap<Arc<str>, PackSource>,
    keys: &mut BTreeMap<Arc<str>, SortKey>,
    report: &Findings,
) -> SortKey {
    if let Some(key) = keys.get(id) {
        return key.clone();
    }
    let Some(pack) = packs.get(id) else { return vec![(0, id.clone())] };
    let mut anchor: SortKey = Vec::new();
    for need in &pack.needs {
        let key = key_of(&need.id.value, packs, keys, report);
        if compare(&key, &anchor).is_gt() {
            anchor = key;
        }
    }
    let needed = anchor.clone();
    let mut named = |word: &crate::read::syntax::Word| {
        if packs.contains_key(&word.value) {
            key_of(&word.value, packs, keys, report)
        } else {
            // A pack that is not loaded is assumed to be where a pack with the same needs would be.
            extend_key(&needed, 1, &word.value)
        }
    };
    for word in &pack.after {
        let key = named(word);
        if compare(&key, &anchor).is_gt() {
            anchor = key;
        }
    }
    let first = pack.before.iter().map(&mut named).min_by(compare);
    let key = match first {
        Some(first) if compare(&first, &anchor).is_gt() => extend_key(&first, -1, id),
        first => {
            if first.is_some() {
                let message = format!("`{id}` cannot come before a pack that it needs or comes after");
                let mut finding = codes::ORDER_CYCLE.finding_anywhere(message);
                finding.span = pack.before.first().map(|w| w.span);
                report.add(finding);
            }
            extend_key(&anchor, 1, id)
        }
    };
    keys.insert(id.clone(), key.clone());
    key
}

fn extend_key(anchor: &SortKey, side: i8, id: &Arc<str>) -> SortKey {
    let mut key = anchor.clone();
    key.push((side, id.clone()));
    key
}

/// Compares keys like words in a dictionary, but a pack that is anchored before another one comes first.
fn compare(a: &SortKey, b: &SortKey) -> std::cmp::Ordering {
    for (x, y) in a.iter().zip(b) {
        let order = x.cmp(y);
        if order.is_ne() {
            return order;
        }
    }
    match (a.get(b.len()), b.get(a.len())) {
        (Some((side, _)), None) => side.cmp(&0),
        (None, Some((side, _))) => 0.cmp(side),
        _ => std::cmp::Ordering::Equal,
    }
}
