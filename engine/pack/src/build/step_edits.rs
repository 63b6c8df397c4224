//! Applies the changes that packs make to the steps of other packs, which they refer to by name.

use tilewright_core::catalog::flow::{Flow, Step, StepKind};
use tilewright_core::diag::{Diagnostic, Span};

use super::flow::lists_of;
use super::step_reader::{StepReader, is_idle};
use crate::findings::codes;
use crate::read::source::PackSource;
use crate::read::syntax::{Node, Word};
use crate::read::{self, Fields};
use crate::schema::{self, LISTS, VERBS};

/// Prefix of the names of lists other than [`LISTS`].
const PARTS: &str = "parts/";
/// List name for the turn and all parts that have the step.
const EVERYWHERE: &str = "*";

/// Position of a step: the list, and the indices that lead to it through loops.
struct StepPosition {
    list: String,
    path: Vec<usize>,
}

/// Change of steps in a parsed form.
enum StepEdit<'n> {
    /// Inserts a step before or after another.
    Insert { target: &'n Node, behind: bool, new: Step },
    /// Replaces a step by another.
    Replace { target: &'n Node, new: Step },
    /// Removes a step from its list.
    Remove { target: &'n Node },
    /// Wraps consecutive steps in a loop.
    Wrap { target: &'n Node, new: Step, span: Span },
    /// Adds a step at the start or the end of a list.
    Extend { list: &'n Node, at_end: bool, new: Step },
}

/// Reads and applies one entry of `steps`: `(before: "place", step: …)`, `(after: …)`, `(replace: …)`, `(remove: …)`,
/// `(wrap: ["a", "b"], step: repeat(…))`, `(append: "turn", step: …)`, `(prepend: "parts/extra", step: …)`.
pub(super) fn apply(flow: &mut Flow, reader: &StepReader<'_>, pack: &PackSource, node: &Node) {
    if let Some(edit) = StepEdit::read(reader, pack, node) {
        edit.apply(flow, reader, pack);
    }
}

impl<'n> StepEdit<'n> {
    /// Reads a change; `None` if it is wrong, or if the options switch it off.
    fn read(reader: &'n StepReader<'_>, pack: &PackSource, node: &'n Node) -> Option<StepEdit<'n>> {
        let report = reader.cx.report;
        let fields = Fields::from_node(node, &schema::STEP_EDIT, report)?;
        let verbs: Vec<(&'static str, &Node)> =
            VERBS.iter().filter_map(|verb| fields.get(verb.name).map(|n| (verb.name, n))).collect();
        let step = fields.get("step");
        fields.finish();
        let [(verb, target)] = verbs[..] else {
            let message = "a change of steps has one of before, after, replace, remove, wrap, append and prepend";
            report.add(codes::WRONG_VALUE.finding(node.span, message));
            return None;
        };
        let new = step.and_then(|n| Some((reader.step(pack, n)?, n)));
        if verb == "remove" {
            if let Some(step) = step {
                report
                    .add(codes::WRONG_VALUE.finding(step.span, "a removed step cannot be replaced: leave out `step`"));
            }
            if node.off || step.is_some_and(|n| n.off) {
                new.iter().for_each(|(step, _)| reader.leave_out(step));
                return None;
            }
            return Some(StepEdit::Remove { target });
        }
        if step.is_none() {
            report.add(codes::MISSING_FIELD.finding(node.span, "a change of steps lacks the field `step`"));
        }
        let (new, written) = new?;
        // Only the loop of a `wrap` may be empty, because it receives the wrapped steps.
        let idle = verb != "wrap" && {
            reader.not_empty(&new, written);
            is_idle(&new)
        };
        if idle || node.off || written.off {
            reader.leave_out(&new);
            return None;
        }
        Some(match verb {
            "before" => StepEdit::Insert { target, behind: false, new },
            "after" => StepEdit::Insert { target, behind: true, new },
            "replace" => StepEdit::Replace { target, new },
            "wrap" => StepEdit::Wrap { target, new, span: written.span },
            "append" => StepEdit::Extend { list: target, at_end: true, new },
            "prepend" => StepEdit::Extend { list: target, at_end: false, new },
            other => unreachable!("`{other}` is not a verb of the grammar"),
        })
    }

    fn apply(self, flow: &mut Flow, reader: &StepReader<'_>, pack: &PackSource) {
        match self {
            StepEdit::Insert { target, behind, new } => {
                each_place(flow, target, reader, |list, at| list.insert(at + usize::from(behind), new.clone()));
            }
            StepEdit::Replace { target, new } => each_place(flow, target, reader, |list, at| {
                if list[at].name != new.name {
                    reader.note_removal(&list[at].name, pack, target.span);
                }
                list[at] = new.clone();
            }),
            StepEdit::Remove { target } => each_place(flow, target, reader, |list, at| {
                let step = list.remove(at);
                reader.note_removal(&step.name, pack, target.span);
            }),
            StepEdit::Wrap { target, new, span } => wrap(flow, target, &new, span, reader),
            StepEdit::Extend { list, at_end, new } => {
                let names = list_names(flow);
                let names: Vec<(&str, &str)> = names.iter().map(|name| (&**name, &**name)).collect();
                let name = read::one_of(list, &names, reader.cx.report).map(str::to_owned);
                if let Some(list) = name.and_then(|name| list_mut(flow, &name)) {
                    list.insert(if at_end { list.len() } else { 0 }, new);
                }
            }
        }
    }
}

/// Returns the names in a target; reports a target without names.
fn words_of(target: &Node, reader: &StepReader<'_>) -> Vec<Word> {
    let words: Vec<Word> = read::list_or_one(target).iter().filter_map(|n| read::word(n, reader.cx.report)).collect();
    if words.is_empty() {
        read::wrong(target, "the name of a step", reader.cx.report);
    }
    words
}

/// Calls a function with every list that has the target step, and the index of the step in it.
fn each_place(flow: &mut Flow, target: &Node, reader: &StepReader<'_>, mut change: impl FnMut(&mut Vec<Step>, usize)) {
    let words = words_of(target, reader);
    let Some(first) = words.first() else { return };
    for place in find(flow, first, reader) {
        let Some((&at, above)) = place.path.split_last() else { continue };
        if let Some(list) = list_mut(flow, &place.list).and_then(|list| inner(list, above)) {
            change(list, at);
        }
    }
}

/// Wraps consecutive steps in a loop.
fn wrap(flow: &mut Flow, target: &Node, new: &Step, span: Span, reader: &StepReader<'_>) {
    let words = words_of(target, reader);
    let Some(first) = words.first() else { return };
    for place in find(flow, first, reader) {
        let Some((&at, above)) = place.path.split_last() else { continue };
        if in_another_loop(flow, &place, &words, reader) {
            continue;
        }
        let Some(list) = list_mut(flow, &place.list).and_then(|list| inner(list, above)) else { continue };
        let mut new = new.clone();
        let StepKind::Repeat(steps) = &mut new.kind else {
            reader.cx.report.add(codes::WRONG_VALUE.finding(span, "steps can be wrapped in a repeat(...) only"));
            continue;
        };
        let named = list[at..].iter().zip(&words).take_while(|(s, w)| *s.name == *local(&w.value)).count();
        if let Some(word) = words.get(named) {
            let name = local(&word.value);
            if list.iter().any(|s| *s.name == *name) {
                let message = "the steps to wrap do not follow each other";
                reader.cx.report.add(codes::STEP_NOT_FOUND.finding(word.span, message));
            } else {
                reader.cx.report.add(not_there(word, name, list.iter().map(|s| &*s.name), reader));
            }
            continue;
        }
        let moved: Vec<Step> = list.drain(at..at + named).collect();
        steps.splice(0..0, moved);
        list.insert(at, new);
    }
}

/// Reports steps to wrap if another loop already contains some of them and not others, because the order of the two
/// packs would then matter.
fn in_another_loop(flow: &mut Flow, place: &StepPosition, words: &[Word], reader: &StepReader<'_>) -> bool {
    let Some(list) = list_mut(flow, &place.list) else { return false };
    let own = parent(&place.path);
    for word in words.iter().skip(1) {
        let mut ways: Vec<Vec<usize>> = Vec::new();
        search(list, local(&word.value), &mut Vec::new(), &mut |path| ways.push(path), &mut Vec::new());
        if ways.iter().any(|way| parent(way) == own) {
            continue;
        }
        let Some(other) = ways.first().map(|way| parent(way)) else { continue };
        let common = own.iter().zip(other).take_while(|(a, b)| a == b).count();
        let other_is_inside = other.len() > common;
        let (inside, outside) = if other_is_inside { (word, &words[0]) } else { (&words[0], word) };
        let way = if other_is_inside { other } else { own };
        let Some(around) = way.get(..=common).and_then(|path| step_at(list, path)) else { continue };
        let message = format!(
            "`{}` is inside the loop `{}` of the pack `{}`, `{}` is not",
            local(&inside.value),
            around.name,
            around.pack,
            local(&outside.value)
        );
        let mut finding = codes::STEP_NOT_FOUND.finding(word.span, message);
        if let Some(span) = around.span {
            finding = finding.with_related(span, "the loop");
        }
        let pack = reader.cx.writers.pack_at(word.span).map(|pack| pack.id().clone());
        let hint = match pack.filter(|pack| *pack != around.pack) {
            Some(pack) => {
                format!("let `{}` come after `{pack}`: write `after: [\"{pack}\"]` in its pack.ron", around.pack)
            }
            None => format!("wrap the loop `{}` instead", around.name),
        };
        reader.cx.report.add(finding.with_hint(hint));
        return true;
    }
    false
}

/// Returns the path without its last step, which leads to the enclosing list.
fn parent(path: &[usize]) -> &[usize] {
    path.split_last().map_or(&[], |(_, above)| above)
}

/// Returns the step at the end of a path.
fn step_at<'a>(list: &'a [Step], path: &[usize]) -> Option<&'a Step> {
    let (&first, rest) = path.split_first()?;
    let step = list.get(first)?;
    match &step.kind {
        _ if rest.is_empty() => Some(step),
        StepKind::Repeat(inner) => step_at(inner, rest),
        _ => None,
    }
}

fn local(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or_default()
}

/// Returns the names of all lists of a flow.
fn list_names(flow: &Flow) -> Vec<String> {
    let parts = flow.parts.iter().map(|(name, _)| format!("{PARTS}{name}"));
    LISTS.into_iter().map(str::to_owned).chain(parts).collect()
}

fn list_mut<'a>(flow: &'a mut Flow, name: &str) -> Option<&'a mut Vec<Step>> {
    match LISTS.iter().position(|list| *list == name) {
        Some(at) => lists_of(flow).into_iter().nth(at),
        None => {
            let part = name.strip_prefix(PARTS)?;
            flow.parts.iter_mut().find(|(n, _)| **n == *part).map(|(_, steps)| steps)
        }
    }
}

/// Returns the list at the end of a path through loops.
fn inner<'a>(mut list: &'a mut Vec<Step>, path: &[usize]) -> Option<&'a mut Vec<Step>> {
    for &at in path {
        list = match &mut list.get_mut(at)?.kind {
            StepKind::Repeat(steps) => steps,
            _ => return None,
        };
    }
    Some(list)
}

/// Returns the positions of the step that a word means: several if it means all steps of that name.
fn find(flow: &mut Flow, word: &Word, reader: &StepReader<'_>) -> Vec<StepPosition> {
    let (wanted, name) = match word.value.rsplit_once('/') {
        Some((list, name)) => (Some(list), name),
        None => (None, &*word.value),
    };
    let all = wanted == Some(EVERYWHERE);
    let mut places: Vec<StepPosition> = Vec::new();
    let mut names = Vec::new();
    for list in list_names(flow) {
        let meant = match wanted {
            Some(_) if all => list == "turn" || list.starts_with(PARTS),
            Some(wanted) => wanted == list,
            None => LISTS.contains(&&*list),
        };
        if let Some(steps) = list_mut(flow, &list).filter(|_| meant) {
            let found = |path| places.push(StepPosition { list: list.clone(), path });
            search(steps, name, &mut Vec::new(), &mut { found }, &mut names);
        }
    }
    if all {
        // Two steps of the same name in one list are reported elsewhere.
        places.dedup_by(|a, b| a.list == b.list);
    }
    if places.len() == 1 || all && !places.is_empty() {
        return places;
    }
    let finding = if places.is_empty() {
        not_there(word, name, names.iter().map(String::as_str), reader)
    } else {
        let message = format!("there are {} steps `{}`", places.len(), word.value);
        codes::STEP_NOT_FOUND.finding(word.span, message).with_hint(format!("write for example \"turn/{name}\""))
    };
    reader.cx.report.add(finding);
    Vec::new()
}

/// Returns the finding about a missing step, which notes if other options would add it or if a pack has removed it.
fn not_there<'a>(
    word: &Word,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
    reader: &StepReader<'_>,
) -> Diagnostic {
    if reader.is_left_out(name) {
        let message = format!("there is no step `{}` with these options", word.value);
        let hint = "give this change the same condition as that step";
        return codes::STEP_NOT_FOUND.finding(word.span, message).with_hint(hint);
    }
    if let Some((pack, span)) = reader.removal(name) {
        let message = format!("there is no step `{}` any more: the pack `{pack}` removes it", word.value);
        let hint = format!("give this change a condition, such as `unless: {{\"pack\": {pack}}}`");
        return codes::STEP_NOT_FOUND.finding(word.span, message).with_related(span, "removed here").with_hint(hint);
    }
    let mut finding = codes::STEP_NOT_FOUND.finding(word.span, format!("there is no step `{}`", word.value));
    reader.cx.report.suggest(&mut finding, name, known);
    finding
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
