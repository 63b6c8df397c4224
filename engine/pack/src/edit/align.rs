//! Matches the items of a new list with the items of an old list.

use super::Written;
use crate::read::syntax::Node;

/// Finds for each new item the old item that it equals or was changed from. Equal items are matched first, then similar
/// items between them, in order.
pub(super) fn align(old: &[Node], new: &[Written], text: &str) -> Vec<(Option<usize>, Written)> {
    let equal = longest_common(old, new, text);
    let mut plan: Vec<(Option<usize>, Written)> = new.iter().map(|w| (None, w.clone())).collect();
    for &(i, j) in &equal {
        plan[j].0 = Some(i);
    }
    let (mut from_old, mut from_new) = (0, 0);
    for (to_old, to_new) in equal.iter().copied().chain([(old.len(), new.len())]) {
        let mut next = from_old;
        for j in from_new..to_new {
            if let Some(i) = (next..to_old).find(|&i| alike(&old[i], &new[j])) {
                plan[j].0 = Some(i);
                next = i + 1;
            }
        }
        (from_old, from_new) = (to_old + 1, to_new + 1);
    }
    plan
}

/// Returns the longest common subsequence: pairs of equal items, ascending in both lists.
fn longest_common(old: &[Node], new: &[Written], text: &str) -> Vec<(usize, usize)> {
    // Most changes are at one place, so the equal ends are matched first to keep the table small.
    let front = old.iter().zip(new).take_while(|(o, n)| n.is(o, text)).count();
    let (a, b) = (&old[front..], &new[front..]);
    let back = a.iter().rev().zip(b.iter().rev()).take_while(|(o, n)| n.is(o, text)).count();
    let (a, b) = (&a[..a.len() - back], &b[..b.len() - back]);
    let width = b.len() + 1;
    let mut best = vec![0usize; (a.len() + 1) * width];
    let same: Vec<bool> = a.iter().flat_map(|o| b.iter().map(|n| n.is(o, text))).collect();
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            best[i * width + j] = if same[i * b.len() + j] {
                best[(i + 1) * width + j + 1] + 1
            } else {
                best[(i + 1) * width + j].max(best[i * width + j + 1])
            };
        }
    }
    let mut pairs: Vec<(usize, usize)> = (0..front).map(|i| (i, i)).collect();
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        if same[i * b.len() + j] {
            pairs.push((front + i, front + j));
            (i, j) = (i + 1, j + 1);
        } else if best[(i + 1) * width + j] >= best[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs.extend((0..back).map(|k| (old.len() - back + k, new.len() - back + k)));
    pairs
}

/// True if `new` could be `old` after a change: the ids are equal, or the kinds of value if there are no ids.
fn alike(old: &Node, new: &Written) -> bool {
    match new {
        Written::Struct(head, fields) => {
            let id = fields.iter().find(|(n, _)| n == "id").map(|(_, v)| v);
            let old_id = old.field("id").and_then(Node::as_word);
            let same_id = match (id, old_id) {
                (Some(Written::Word(id) | Written::Text(id)), Some(old)) => **id == *old.value,
                (None, None) => true,
                _ => false,
            };
            same_id && old.fields().is_some() && old.head().map(|w| w.value.to_string()) == *head
        }
        Written::Word(_) | Written::Text(_) => old.as_word().is_some(),
        Written::Tuple(head, items) => {
            let length = old.items().is_some_and(|old| old.len() == items.len());
            length && old.head().map(|w| w.value.to_string()) == *head
        }
        _ => false,
    }
}
