//! Applies overrides: the changes that a pack makes to entries of another pack.
//!
//! A field replaces the old one. `add(...)` adds to lists and maps, and `remove(...)` removes from them.

use tilewright_core::diag::Span;

use crate::declare::declared::{Declared, FieldOverride};
use crate::findings::{Findings, codes};
use crate::read;
use crate::read::source::PackSource;
use crate::read::syntax::{Node, NodeShape, Word};

/// Applies the fields of an override to an entry.
pub(crate) fn merge(
    target: &mut Declared,
    number: usize,
    packs: &[PackSource],
    node: &Node,
    what: &str,
    report: &Findings,
) {
    let Some(new) = node.fields() else { return };
    let given: Vec<&(Word, Node)> = new.iter().filter(|(name, _)| !matches!(&*name.value, "id" | "override")).collect();
    let mut fields = target.node.fields().map(<[_]>::to_vec).unwrap_or_default();
    for (name, value) in given {
        let partial = is_partial(value);
        let clash = target.changes.iter().find(|earlier| {
            is_order_undecided(packs, number, earlier.by)
                && earlier.field.value == name.value
                && !(partial && earlier.partial)
        });
        if let Some(earlier) = clash {
            let (first, second) = (packs[earlier.by].id(), packs[number].id());
            let message =
                format!("`{first}` and `{second}` both change `{}` of {what} `{}`", name.value, target.name.local);
            report.add(
                codes::UNDECIDED_ORDER
                    .finding(name.span, message)
                    .with_related(earlier.field.span, "changed here first"),
            );
        }
        target.changes.push(FieldOverride { by: number, field: name.clone(), partial });
        match fields.iter_mut().find(|(old, _)| old.value == name.value) {
            Some(field) => *field = (name.clone(), apply_override(Some(&field.1), value, packs, report)),
            None => fields.push((name.clone(), apply_override(None, value, packs, report))),
        }
    }
    target.node.shape = NodeShape::Struct(target.node.head(), fields);
}

/// True if neither of two packs declares which of them comes first.
pub(crate) fn is_order_undecided(packs: &[PackSource], a: usize, b: usize) -> bool {
    let related = |a: usize, b: usize| packs[a].all_needs.contains(packs[b].id()) || says_order(packs, a, b);
    a != b && !related(a, b) && !related(b, a)
}

/// Reports that two packs replace the same value although neither declares which of them comes first.
pub(crate) fn check_order(
    earlier: Option<(usize, Span)>,
    number: usize,
    span: Span,
    what: &str,
    packs: &[PackSource],
    report: &Findings,
) {
    if let Some((by, at)) = earlier.filter(|&(by, _)| is_order_undecided(packs, number, by)) {
        let message = format!("`{}` and `{}` both change {what}", packs[by].id(), packs[number].id());
        report.add(codes::UNDECIDED_ORDER.finding(span, message).with_related(at, "changed here first"));
    }
}

/// True if pack `a` declares that it comes before or after pack `b`.
fn says_order(packs: &[PackSource], a: usize, b: usize) -> bool {
    packs[a].after.iter().chain(&packs[a].before).any(|w| w.value == *packs[b].id())
}

/// Returns the content of `add(...)` or `remove(...)`, with true for `add`.
fn partial(node: &Node) -> Option<(bool, &Node)> {
    match &node.shape {
        NodeShape::Tuple(Some(verb), items) => match (&*verb.value, &items[..]) {
            ("add", [items]) => Some((true, items)),
            ("remove", [items]) => Some((false, items)),
            _ => None,
        },
        _ => None,
    }
}

/// True if a value is an `add(...)` or `remove(...)`.
fn is_partial(node: &Node) -> bool {
    partial(node).is_some()
}

/// Returns the value of a field after an override.
pub(crate) fn apply_override(old: Option<&Node>, new: &Node, packs: &[PackSource], report: &Findings) -> Node {
    let Some((adds, items)) = partial(new) else { return new.clone() };
    let nothing = Node::new(new.span, NodeShape::List(Vec::new()));
    let old = old.unwrap_or(&nothing);
    let same = |a: &Node, b: &Node| same(a, b, packs);
    let mut node = new.clone();
    node.shape = match (&old.shape, &items.shape, adds) {
        (NodeShape::List(old), NodeShape::List(items), true) => {
            let mut all = old.clone();
            all.extend(items.iter().filter(|i| !old.iter().any(|o| same(o, i))).cloned());
            NodeShape::List(all)
        }
        (NodeShape::List(_) | NodeShape::Map(_), NodeShape::List(_) | NodeShape::Map(_), true) => {
            NodeShape::Map(merge_maps(entries(old), entries(items), packs))
        }
        (NodeShape::List(old), NodeShape::List(items), false) => {
            items.iter().for_each(|i| present(old.iter().any(|o| same(o, i)), i, report));
            NodeShape::List(old.iter().filter(|o| !items.iter().any(|i| same(o, i))).cloned().collect())
        }
        (NodeShape::Map(old), NodeShape::List(items), false) => {
            items.iter().for_each(|i| present(old.iter().any(|(o, _)| same(o, i)), i, report));
            NodeShape::Map(old.iter().filter(|(o, _)| !items.iter().any(|i| same(o, i))).cloned().collect())
        }
        _ => {
            let expected =
                if adds { "add([...]) or add({...}) to a list or a map" } else { "remove([...]) from a list or a map" };
            read::wrong(new, expected, report);
            old.shape.clone()
        }
    };
    node
}

fn present(found: bool, item: &Node, report: &Findings) {
    if !found {
        let message = format!("{} is not there, so it cannot be removed", item.describe());
        report.add(codes::NOT_IN_LIST.finding(item.span, message));
    }
}

/// Returns the entries of a map; names in a list count 1 each.
fn entries(node: &Node) -> Vec<(Node, Node)> {
    match &node.shape {
        NodeShape::Map(items) => items.clone(),
        NodeShape::List(items) => items.iter().map(|n| (n.clone(), Node::new(n.span, NodeShape::Int(1)))).collect(),
        _ => Vec::new(),
    }
}

/// Merges two maps, including the maps within them. For a key in both, the value of the second map counts.
fn merge_maps(mut all: Vec<(Node, Node)>, more: Vec<(Node, Node)>, packs: &[PackSource]) -> Vec<(Node, Node)> {
    for (key, value) in more {
        let Some((_, old)) = all.iter_mut().find(|(k, _)| same(k, &key, packs)) else {
            all.push((key, value));
            continue;
        };
        let inner = |n: &Node| matches!(n.shape, NodeShape::Map(_) | NodeShape::List(_));
        if inner(old) && inner(&value) {
            old.shape = NodeShape::Map(merge_maps(entries(old), entries(&value), packs));
        } else {
            *old = value;
        }
    }
    all
}

/// True if two values are equal; names may include their pack or leave it out.
fn same(a: &Node, b: &Node, packs: &[PackSource]) -> bool {
    match (a.as_word(), b.as_word()) {
        (Some(a), Some(b)) => match (a.value.split_once(':'), b.value.split_once(':')) {
            (None, None) => a.value == b.value && owner(&a, packs) == owner(&b, packs),
            (Some(_), Some(_)) => a.value == b.value,
            (Some((_, local)), None) => *local == *b.value,
            (None, Some((_, local))) => *a.value == *local,
        },
        _ => a.to_value() == b.to_value(),
    }
}

/// Returns the index of the pack that declares the meaning of a bare name in its file.
fn owner(word: &Word, packs: &[PackSource]) -> Option<usize> {
    let writer = packs.iter().find(|p| p.files.contains(&word.span.file))?;
    let declares = |pack: &PackSource| {
        let mut ids =
            pack.sections.values().flatten().filter_map(|n| n.field("id").map_or_else(|| n.as_word(), Node::as_word));
        ids.any(|id| id.value == word.value)
    };
    let known = std::iter::once(writer.id()).chain(&writer.all_needs);
    known.filter_map(|id| packs.iter().position(|p| p.id() == id)).find(|&number| declares(&packs[number]))
}
