//! Builds the flow of a game and of its turns.

use std::collections::BTreeMap;
use std::sync::Arc;

use tilewright_core::catalog::flow::{Flow, Step, StepKind};
use tilewright_core::catalog::id::CounterId;
use tilewright_core::catalog::{Catalog, Extent, PlacedBy, Scope};
use tilewright_core::diag::Span;
use tilewright_core::limits::FREE_CELLS;

use super::step_reader::StepReader;
use super::{Cx, step_edits};
use crate::declare::overrides;
use crate::findings::codes;
use crate::limits;
use crate::read::source::PackSource;
use crate::read::syntax::Node;
use crate::read::{self, Fields};
use crate::schema::{self, LISTS};

/// Reports steps that allow tiles anywhere on a board that is too large to check each cell.
pub(super) fn check_free(cx: &Cx<'_>, catalog: &Catalog) {
    let (flow, board) = (&catalog.flow, &catalog.board);
    let own = board.planes.iter().filter(|plane| plane.placed_by != PlacedBy::Rules).map(|plane| plane.extent);
    let mut extents = own.chain(board.planes.is_empty().then_some(board.extent));
    let is_small = |extent: Extent| match extent {
        Extent::Bounded { min, max } => {
            let length = |from: i16, to: i16| (i32::from(to) - i32::from(from) + 1).max(0) as usize;
            length(min.x, max.x).saturating_mul(length(min.y, max.y)) <= FREE_CELLS
        }
        _ => false,
    };
    if extents.all(is_small) {
        return;
    }
    let lists = [&flow.setup, &flow.turn, &flow.closing, &flow.finish].into_iter();
    let mut open: Vec<&Step> = lists.chain(flow.parts.iter().map(|(_, steps)| steps)).flatten().collect();
    while let Some(step) = open.pop() {
        match &step.kind {
            StepKind::Repeat(inner) => open.extend(inner),
            StepKind::Place { free: true } => {
                let message =
                    format!("the step `{}` lets tiles be placed anywhere, but the board has no bounds", step.name);
                let mut finding = codes::FREE_WITHOUT_BOUNDS.finding_anywhere(message);
                finding.span = step.span;
                let hint = format!("write `extent: fixed(width, height)`, with at most {FREE_CELLS} cells in all");
                cx.report.add(finding.with_hint(hint));
            }
            _ => {}
        }
    }
}

/// Fields that add to the flow of another pack.
const ADDING: &[&str] = &["parts", "tie_breaks"];

/// Reads the flow of the pack that declares it, and the changes that other packs make.
pub(super) fn flow(cx: &Cx<'_>, catalog: &Catalog) -> Flow {
    let mut flow = Flow::default();
    let reader = StepReader::new(cx, catalog);
    let mut first: Option<&Node> = None;
    let mut failed = false;
    let mut part_spans: BTreeMap<Arc<str>, Span> = BTreeMap::new();
    let mut given: BTreeMap<&str, (usize, Span)> = BTreeMap::new();
    for (number, pack) in cx.packs.iter().enumerate() {
        for node in pack.section("flow").iter().filter(|node| !node.off) {
            let Some(fields) = Fields::from_node(node, &schema::FLOW, cx.report) else {
                failed = true;
                continue;
            };
            let marked = fields.flag("override");
            let adds = node.fields().is_some_and(|f| f.iter().all(|(name, _)| ADDING.contains(&&*name.value)));
            if let Some(first) = first.filter(|_| !marked && !adds) {
                let finding = codes::OVERRIDE_UNMARKED.finding(node.span, "another pack already has a flow");
                let hint = "change its steps with `steps: [...]`, or write `override: true`";
                cx.report.add(finding.with_related(first.span, "the other flow").with_hint(hint));
            }
            first = first.or(Some(node).filter(|_| !adds));
            for (name, list) in LISTS.into_iter().zip(lists_of(&mut flow)) {
                if let Some(node) = fields.get(name) {
                    if marked {
                        let what = format!("the steps of `{name}`");
                        overrides::check_order(given.get(name).copied(), number, node.span, &what, cx.packs, cx.report);
                    }
                    given.insert(name, (number, node.span));
                    *list = reader.steps(pack, node);
                    failed |= list.is_empty() && name == "turn";
                }
            }
            if let Some(node) = fields.get("ends_with") {
                let bags = read::list(node, cx.report).unwrap_or(&[]);
                let named = bags.iter().filter_map(|n| cx.bags.find_node(pack, n, cx.report));
                flow.ends_with = named.flat_map(|bag| catalog.bags_of(bag)).collect();
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
            if fields.get("open_hands").is_some() {
                flow.open_hands = fields.flag("open_hands");
            }
            if let Some(length) = fields.int("score_track") {
                flow.score_track = Some(length as u32);
            }
            // Without the field, the limit of the earlier flow applies.
            if fields.get("max_steps").is_some() || flow.max_steps == 0 {
                flow.max_steps = fields.int("max_steps").unwrap_or_default() as u32;
            }
            fields.finish();
        }
    }
    for pack in cx.packs {
        for node in pack.section("steps").iter().take(limits::STEPS) {
            step_edits::apply(&mut flow, &reader, pack, node);
        }
    }
    if flow.turn.is_empty() && !failed {
        let message = "no pack declares the steps of a turn";
        let mut finding = codes::NO_TURN.finding_anywhere(message);
        finding.span = first.map(|n| n.span).or(cx.packs.last().and_then(|p| p.span));
        cx.report.add(finding.with_hint("add `flow: (turn: [...])`, or load a game that this pack extends"));
    }
    for list in [&flow.setup, &flow.turn, &flow.closing, &flow.finish] {
        check_names(list, cx, first.map(|n| n.span));
    }
    for (name, list) in &flow.parts {
        check_names(list, cx, part_spans.get(name).copied());
    }
    flow
}

/// Returns the lists that every flow has, in the order of [`LISTS`].
pub(super) fn lists_of(flow: &mut Flow) -> [&mut Vec<Step>; LISTS.len()] {
    [&mut flow.setup, &mut flow.turn, &mut flow.closing, &mut flow.finish]
}

/// Reads further lists of steps by name, from any number of packs.
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
                let message = format!("there is already a part `{}`", name.value);
                let hint = "change its steps with `steps: [...]`, or write `override: true`";
                report.add(
                    codes::OVERRIDE_UNMARKED
                        .finding(name.span, message)
                        .with_related(*first, "declared here")
                        .with_hint(hint),
                );
            }
            (Some(_), true) => {
                let part = flow.parts.iter_mut().find(|(n, _)| *n == name.value);
                part.into_iter().for_each(|part| part.1.clone_from(&steps));
            }
            (None, _) if spans.len() >= limits::PARTS => {
                let message = format!("there are more than {} parts", limits::PARTS);
                report.add(codes::TOO_LARGE.finding(name.span, message));
                return;
            }
            (None, _) => {
                spans.insert(name.value.clone(), name.span);
                flow.parts.push((name.value, steps));
            }
        }
    }
}

/// Reads the counters that break ties.
fn tie_breaks(cx: &Cx<'_>, catalog: &Catalog, pack: &PackSource, node: &Node) -> Vec<CounterId> {
    let mut found = Vec::new();
    for node in read::list(node, cx.report).unwrap_or(&[]) {
        let Some(counter) = cx.counters.find_node(pack, node, cx.report) else { continue };
        if catalog.counters.get(counter).is_some_and(|c| c.scope != Scope::Seat) {
            let message = "a counter that breaks ties must have a value for each seat";
            cx.report.add(codes::WRONG_VALUE.finding(node.span, message).with_hint("its scope is `seat`"));
        } else if !node.off {
            found.push(counter);
        }
    }
    found
}

/// Reports names that occur twice in a list, including its nested steps.
fn check_names(steps: &[Step], cx: &Cx<'_>, span: Option<Span>) {
    let mut names: BTreeMap<&Arc<str>, &Step> = BTreeMap::new();
    let mut open: Vec<&Step> = steps.iter().rev().collect();
    while let Some(step) = open.pop() {
        if let Some(first) = names.insert(&step.name, step) {
            let mut finding = codes::STEP_TWICE.finding_anywhere(format!("there are two steps `{}`", step.name));
            finding.span = step.span.or(span);
            if let Some(other) = first.span.filter(|_| first.span != step.span) {
                finding = finding.with_related(other, "the other step");
            }
            let hint = match (&step.kind, &first.kind) {
                // A rule module registers a script under the name of its step.
                (StepKind::Script, StepKind::Script) => {
                    "give one of them another name, here and where a rule module registers it: modules of the library \
                     take it as their parameter `step`"
                }
                _ => "give one of them another name with `name:`",
            };
            cx.report.add(finding.with_hint(hint));
        }
        if let StepKind::Repeat(inner) = &step.kind {
            open.extend(inner.iter().rev());
        }
    }
}
