//! Changes that packs make to the steps of others, by the names of the steps.

use tilewright_core::flow::{Flow, Step, StepKind};

use super::flow::StepReader;
use crate::codes;
use crate::read::{self, Fields};
use crate::source::PackSource;
use crate::syntax::{Node, Word};

const LISTS: [&str; 3] = ["setup", "turn", "finish"];

/// Where a step stands: the list, and the way to it through repeated steps.
struct Place {
    list: usize,
    path: Vec<usize>,
}

/// Applies one entry of `steps`:
/// `(before: "place", step: …)`, `(after: …)`, `(replace: …)`, `(remove: …)`, `(wrap: ["a", "b"], step: repeat(…))`,
/// `(append: "turn", step: …)`, `(prepend: "turn", step: …)`.
pub(super) fn apply(flow: &mut Flow, reader: &StepReader<'_>, pack: &PackSource, node: &Node) {
    let report = reader.cx.report;
    let Some(fields) = Fields::of(node, "a change of steps", report) else { return };
    let verbs: Vec<(&'static str, &Node)> = ["before", "after", "replace", "remove", "wrap", "append", "prepend"]
        .into_iter()
        .filter_map(|verb| fields.get(verb).map(|n| (verb, n)))
        .collect();
    let step = fields.get("step");
    fields.finish();
    let [(verb, target)] = verbs[..] else {
        let message = "a change of steps has one of before, after, replace, remove, wrap, append and prepend";
        report.add(codes::WRONG_VALUE.at(node.span, message));
        return;
    };
    let new = step.and_then(|n| reader.step(pack, n));
    if let (Some(new), Some(node), true) = (&new, step, verb != "wrap") {
        reader.not_empty(new, node);
    }
    if verb == "remove" {
        if let Some(step) = step {
            report.add(codes::WRONG_VALUE.at(step.span, "what is removed is not replaced: leave out `step`"));
        }
    } else if step.is_none() {
        report.add(codes::MISSING_FIELD.at(node.span, "a change of steps lacks the field `step`"));
    }
    if node.off || step.is_some_and(|n| n.off) || (new.is_none() && verb != "remove") {
        return;
    }
    if let ("append" | "prepend", Some(new)) = (verb, &new) {
        let names: Vec<(&str, usize)> = LISTS.into_iter().zip(0..).collect();
        if let Some(list) = read::one_of(target, &names, report) {
            let list = list_mut(flow, list);
            let at = if verb == "append" { list.len() } else { 0 };
            list.insert(at, new.clone());
        }
        return;
    }
    let words: Vec<Word> = read::list_or_one(target).iter().filter_map(|n| read::word(n, report)).collect();
    let Some(first) = words.first() else {
        return read::wrong(target, "the name of a step", report);
    };
    let Some(place) = find(flow, first, reader) else { return };
    let (&at, above) = match place.path.split_last() {
        Some(split) => split,
        None => return,
    };
    let Some(list) = inner(list_mut(flow, place.list), above) else { return };
    match (verb, new) {
        ("before", Some(new)) => list.insert(at, new),
        ("after", Some(new)) => list.insert(at + 1, new),
        ("replace", Some(new)) => list[at] = new,
        ("remove", _) => {
            list.remove(at);
        }
        ("wrap", Some(mut new)) => {
            let StepKind::Repeat(steps) = &mut new.kind else {
                let span = step.map_or(node.span, |n| n.span);
                report.add(codes::WRONG_VALUE.at(span, "steps can be wrapped in a repeat(...) only"));
                return;
            };
            let named = list[at..].iter().zip(&words).take_while(|(s, w)| *s.name == *local(&w.value)).count();
            if named < words.len() {
                let message = "the steps to wrap do not follow each other";
                report.add(codes::STEP_NOT_FOUND.at(words[named].span, message));
                return;
            }
            let moved: Vec<Step> = list.drain(at..at + named).collect();
            steps.splice(0..0, moved);
            list.insert(at, new);
        }
        _ => {}
    }
}

fn local(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or_default()
}

fn list_mut(flow: &mut Flow, list: usize) -> &mut Vec<Step> {
    match list {
        0 => &mut flow.setup,
        1 => &mut flow.turn,
        _ => &mut flow.finish,
    }
}

/// The list that a way through repeated steps leads to.
fn inner<'a>(mut list: &'a mut Vec<Step>, path: &[usize]) -> Option<&'a mut Vec<Step>> {
    for &at in path {
        list = match &mut list.get_mut(at)?.kind {
            StepKind::Repeat(steps) => steps,
            _ => return None,
        };
    }
    Some(list)
}

fn find(flow: &Flow, word: &Word, reader: &StepReader<'_>) -> Option<Place> {
    let (wanted, name) = match word.value.split_once('/') {
        Some((list, name)) => (Some(list), name),
        None => (None, &*word.value),
    };
    let mut places = Vec::new();
    let mut names = Vec::new();
    for (number, list) in [&flow.setup, &flow.turn, &flow.finish].into_iter().enumerate() {
        if wanted.is_none_or(|w| w == LISTS[number]) {
            search(list, name, &mut Vec::new(), &mut |path| places.push(Place { list: number, path }), &mut names);
        }
    }
    if places.len() == 1 {
        return places.pop();
    }
    let message = match places.len() {
        0 => format!("there is no step `{}`", word.value),
        n => format!("there are {n} steps `{}`", word.value),
    };
    let mut finding = codes::STEP_NOT_FOUND.at(word.span, message);
    finding.hint = if places.is_empty() {
        reader.cx.report.suggest(name, names.iter().map(String::as_str))
    } else {
        Some(format!("write for example \"turn/{name}\""))
    };
    reader.cx.report.add(finding);
    None
}

fn search(
    steps: &[Step],
    name: &str,
    path: &mut Vec<usize>,
    found: &mut impl FnMut(Vec<usize>),
    names: &mut Vec<String>,
) {
    for (i, step) in steps.iter().enumerate() {
        path.push(i);
        names.push(step.name.to_string());
        if *step.name == *name {
            found(path.clone());
        }
        if let StepKind::Repeat(inner) = &step.kind {
            search(inner, name, path, found, names);
        }
        path.pop();
    }
}
