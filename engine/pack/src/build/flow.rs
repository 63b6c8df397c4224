//! How a game and a turn go.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tilewright_core::catalog::{Catalog, MAX_FIGURE_KINDS, Scope};
use tilewright_core::diag::Span;
use tilewright_core::flow::{Flow, Step, StepKind, Unplayable};
use tilewright_core::id::{BagId, CounterId, FigureKindId};

use super::{Cx, edits};
use crate::codes;
use crate::limits;
use crate::read::{self, Fields};
use crate::source::PackSource;
use crate::syntax::Node;

const STEPS: &[&str] =
    &["draw", "refill", "choose", "lay", "place", "deploy", "score", "score_rest", "script", "repeat"];

const UNPLAYABLE: &[(&str, Unplayable)] = &[("set_aside", Unplayable::SetAside), ("return", Unplayable::Return)];

/// Fields that add to the flow of another pack.
const ADDING: &[&str] = &["parts", "tie_breaks"];

/// Steps that a turn part takes at most, unless the pack says otherwise.
const MAX_STEPS: u32 = 10_000;

/// Reads the flow of the pack that has one, and the changes that other packs make.
pub(super) fn flow(cx: &Cx<'_>, catalog: &Catalog) -> Flow {
    let mut flow = Flow { max_steps: MAX_STEPS, ..Flow::default() };
    let reader = StepReader { cx, catalog, count: Cell::new(0) };
    let mut first: Option<&Node> = None;
    let mut failed = false;
    let mut part_spans: BTreeMap<Arc<str>, Span> = BTreeMap::new();
    for pack in cx.packs {
        for node in pack.section("flow") {
            let Some(fields) = Fields::of(node, "a flow", cx.report) else {
                failed = true;
                continue;
            };
            let marked = fields.flag("override");
            let adds = node.fields().is_some_and(|f| f.iter().all(|(name, _)| ADDING.contains(&&*name.value)));
            if let Some(first) = first.filter(|_| !marked && !adds) {
                let finding = codes::OVERRIDE_UNMARKED.at(node.span, "another pack has a flow already");
                let hint = "change its steps with `steps: [...]`, or write `override: true`";
                cx.report.add(finding.related(first.span, "the other flow").hint(hint));
            }
            first = first.or(Some(node).filter(|_| !adds));
            let lists = [
                ("setup", &mut flow.setup),
                ("turn", &mut flow.turn),
                ("closing", &mut flow.closing),
                ("finish", &mut flow.finish),
            ];
            for (name, list) in lists {
                if let Some(node) = fields.get(name) {
                    *list = reader.steps(pack, node);
                    failed |= list.is_empty() && name == "turn";
                }
            }
            if let Some(node) = fields.get("ends_with") {
                let bags = read::list(node, cx.report).unwrap_or(&[]);
                flow.ends_with = bags.iter().filter_map(|n| cx.bags.find_node(pack, n, cx.report)).collect();
            }
            if let Some(node) = fields.get("parts") {
                parts(&mut flow, &mut part_spans, &reader, pack, node, marked);
            }
            if let Some(node) = fields.get("tie_breaks") {
                if marked {
                    flow.tie_breaks.clear();
                }
                flow.tie_breaks.extend(tie_breaks(cx, catalog, pack, node));
            }
            if let Some(node) = fields.get("open_hands") {
                flow.open_hands = read::flag(node, cx.report).unwrap_or(false);
            }
            if let Some(most) = fields.int("max_steps", 10..=1_000_000) {
                flow.max_steps = most as u32;
            }
            fields.finish();
        }
    }
    for pack in cx.packs {
        for node in pack.section("steps").iter().take(limits::STEPS) {
            edits::apply(&mut flow, &reader, pack, node);
        }
    }
    if flow.turn.is_empty() && !failed {
        let message = "no pack says what a seat does in its turn";
        let mut finding = codes::NO_TURN.anywhere(message);
        finding.span = first.map(|n| n.span).or(cx.packs.last().and_then(|p| p.span));
        cx.report.add(finding.hint("add `flow: (turn: [...])`, or load a game that this pack extends"));
    }
    for list in [&flow.setup, &flow.turn, &flow.closing, &flow.finish] {
        check_names(list, cx, first.map(|n| n.span));
    }
    for (name, list) in &flow.parts {
        check_names(list, cx, part_spans.get(name).copied());
    }
    flow
}

/// Reads further lists of steps by name; those of several packs stand side by side.
fn parts(
    flow: &mut Flow,
    spans: &mut BTreeMap<Arc<str>, Span>,
    reader: &StepReader<'_>,
    pack: &PackSource,
    node: &Node,
    marked: bool,
) {
    let report = reader.cx.report;
    for (name, steps) in read::map(node, report) {
        let Some(name) = read::word(name, report) else { continue };
        if !read::is_id(&name.value) {
            read::bad_id(&name, false, report);
            continue;
        }
        let steps = reader.steps(pack, steps);
        match (spans.get(&name.value), marked) {
            (Some(first), false) => {
                let message = format!("there is a part `{}` already", name.value);
                let hint = "change its steps with `steps: [...]`, or write `override: true`";
                report.add(codes::OVERRIDE_UNMARKED.at(name.span, message).related(*first, "declared here").hint(hint));
            }
            (Some(_), true) => {
                let part = flow.parts.iter_mut().find(|(n, _)| *n == name.value);
                part.into_iter().for_each(|part| part.1.clone_from(&steps));
            }
            (None, _) if spans.len() >= limits::PARTS => {
                let message = format!("there are more than {} parts", limits::PARTS);
                report.add(codes::TOO_LARGE.at(name.span, message));
                return;
            }
            (None, _) => {
                spans.insert(name.value.clone(), name.span);
                flow.parts.push((name.value, steps));
            }
        }
    }
}

/// Reads the counters that decide between equal scores.
fn tie_breaks(cx: &Cx<'_>, catalog: &Catalog, pack: &PackSource, node: &Node) -> Vec<CounterId> {
    let mut found = Vec::new();
    for node in read::list(node, cx.report).unwrap_or(&[]) {
        let Some(counter) = cx.counters.find_node(pack, node, cx.report) else { continue };
        if catalog.counters.get(counter).is_some_and(|c| c.scope != Scope::Seat) {
            let message = "a counter that decides between seats is one that each seat has";
            cx.report.add(codes::WRONG_VALUE.at(node.span, message).hint("its scope is `seat`"));
        } else if !node.off {
            found.push(counter);
        }
    }
    found
}

/// Names are different within each list, nested steps included.
fn check_names(steps: &[Step], cx: &Cx<'_>, span: Option<Span>) {
    let mut names: BTreeSet<&Arc<str>> = BTreeSet::new();
    let mut open: Vec<&Step> = steps.iter().rev().collect();
    while let Some(step) = open.pop() {
        if !names.insert(&step.name) {
            let mut finding = codes::STEP_TWICE.anywhere(format!("there are two steps `{}`", step.name));
            finding.span = span;
            cx.report.add(finding.hint("give one of them another name with `name:`"));
        }
        if let StepKind::Repeat(inner) = &step.kind {
            open.extend(inner.iter().rev());
        }
    }
}

/// Reads steps.
pub(super) struct StepReader<'a> {
    pub(super) cx: &'a Cx<'a>,
    catalog: &'a Catalog,
    /// Steps read so far.
    count: Cell<usize>,
}

impl StepReader<'_> {
    /// Reads a list of steps; those that are switched off are checked and left out.
    pub(super) fn steps(&self, pack: &PackSource, node: &Node) -> Vec<Step> {
        let nodes = read::list(node, self.cx.report).unwrap_or(&[]);
        let read = nodes.iter().take(limits::STEPS).map(|n| (n, self.step(pack, n)));
        let steps = read.filter_map(|(n, step)| step.filter(|_| !n.off).inspect(|step| self.not_empty(step, n)));
        steps.collect()
    }

    /// Reports a step that repeats nothing.
    pub(super) fn not_empty(&self, step: &Step, node: &Node) {
        if matches!(&step.kind, StepKind::Repeat(steps) if steps.is_empty()) {
            let message = format!("the step `{}` repeats nothing", step.name);
            self.cx.report.add(codes::MISSING_FIELD.at(node.span, message).hint("give it `steps: [...]`"));
        }
    }

    /// Reads a step.
    pub(super) fn step(&self, pack: &PackSource, node: &Node) -> Option<Step> {
        let report = self.cx.report;
        self.count.set(self.count.get() + 1);
        if self.count.get() > limits::STEPS {
            let message = format!("there are more than {} steps", limits::STEPS);
            report.add(codes::TOO_LARGE.at(node.span, message));
            return None;
        }
        let Some(word) = node.head() else {
            read::wrong(node, "a step such as draw(from: tiles)", report);
            return None;
        };
        if !STEPS.contains(&&*word.value) {
            let mut finding = codes::UNKNOWN_STEP.at(word.span, format!("there is no step `{}`", word.value));
            finding.hint = report.suggest(&word.value, STEPS.iter().copied());
            report.add(finding);
            return None;
        }
        let fields = Fields::of(node, "a step", report)?;
        let name = fields.word("name");
        if let Some(name) = name.as_ref().filter(|n| !read::is_id(&n.value)) {
            read::bad_id(name, false, report);
        }
        let each_seat = fields.flag("each_seat");
        let from = || -> Option<BagId> {
            self.cx.bags.find(pack, &fields.need("from").and_then(|n| read::word(n, report))?, node.off, report)
        };
        let kind = match &*word.value {
            "draw" => {
                let unplayable = fields.one_of("unplayable", UNPLAYABLE).unwrap_or_default();
                from().map(|bag| StepKind::Draw { bag, unplayable })
            }
            "refill" => {
                let size = fields.need("size").and_then(|n| read::int(n, 1..=1000, report)).unwrap_or(1);
                from().map(|bag| StepKind::Refill { bag, size: size as u16 })
            }
            "choose" => from().map(|bag| StepKind::Choose { bag }),
            "lay" => from().map(|bag| StepKind::Lay { bag }),
            "place" => Some(StepKind::Place),
            "deploy" => Some(StepKind::Deploy { figures: self.figures(pack, fields.get("figures")) }),
            "score" => Some(StepKind::Score),
            "score_rest" => Some(StepKind::ScoreRest),
            "script" => {
                if name.is_none() {
                    fields.need("name");
                }
                Some(StepKind::Script)
            }
            _ => Some(StepKind::Repeat(fields.get("steps").map(|n| self.steps(pack, n)).unwrap_or_default())),
        };
        fields.finish();
        Some(Step { name: name.map_or(word.value, |n| n.value), kind: kind?, each_seat })
    }

    /// The figures of a deploy step: those named, else all that can stand on anything.
    fn figures(&self, pack: &PackSource, node: Option<&Node>) -> Vec<FigureKindId> {
        match node {
            Some(node) => {
                let mut figures: Vec<FigureKindId> = Vec::new();
                for name in read::list(node, self.cx.report).unwrap_or(&[]) {
                    let found = self.cx.figures.find_node(pack, name, self.cx.report);
                    figures.extend(found.filter(|f| !figures.contains(f)));
                }
                if figures.len() > MAX_FIGURE_KINDS {
                    let message = format!("{} kinds of figure are too many for a step", figures.len());
                    self.cx.report.add(codes::TOO_MANY_FIGURES.at(node.span, message));
                }
                figures
            }
            None => {
                let all = self.catalog.figures.iter();
                all.filter(|(_, figure)| !figure.on.is_empty()).map(|(id, _)| id).collect()
            }
        }
    }
}
