//! How a game and a turn go.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tilewright_core::catalog::{Catalog, MAX_FIGURE_KINDS, Scope};
use tilewright_core::diag::Span;
use tilewright_core::flow::{Flow, Step, StepKind, Unplayable};
use tilewright_core::id::{BagId, CounterId, FigureKindId};

use super::{Cx, edits};
use crate::codes;
use crate::limits;
use crate::overrides;
use crate::read::{self, Fields};
use crate::source::PackSource;
use crate::syntax::{Node, Shape};

/// A step as packs write it.
#[derive(Debug)]
pub struct StepWord {
    /// Its word.
    pub name: &'static str,
    /// Its own fields, and whether it can do without them.
    pub fields: &'static [(&'static str, StepField)],
    /// What it does.
    pub doc: &'static str,
}

/// Whether a step can do without a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepField {
    /// It has to be given.
    Needed,
    /// It may be left out.
    Optional,
}
use StepField::{Needed, Optional};

/// Fields that all steps have.
pub const STEP_FIELDS: &[&str] = &["name", "each_seat", "when", "unless"];

/// All steps; the format's page has the same table.
pub const STEPS: &[StepWord] = &[
    StepWord {
        name: "draw",
        fields: &[("from", Needed), ("unplayable", Optional)],
        doc: "Draws the tile to play. One that fits nowhere is `set_aside` and another drawn, or `return`ed to the bag; \
              without a tile that fits the turn part is over.",
    },
    StepWord {
        name: "refill",
        fields: &[("from", Needed), ("size", Needed)],
        doc: "Fills the seat's hand up to so many tiles.",
    },
    StepWord {
        name: "choose",
        fields: &[("from", Needed), ("unplayable", Optional)],
        doc: "The seat chooses a tile of its hand that fits. A hand in which nothing fits is `set_aside`, or \
              `return`ed to the bag, and drawn anew; without one the turn part is over.",
    },
    StepWord { name: "lay", fields: &[("from", Needed)], doc: "Draws a tile and lays it on 0,0, unturned." },
    StepWord {
        name: "place",
        fields: &[],
        doc: "The seat places the tile in play; if it fits nowhere, it is set aside and the turn part is over. Without a tile in play \
              nothing happens.",
    },
    StepWord {
        name: "deploy",
        fields: &[("figures", Optional)],
        doc: "The seat may put a figure on the tile that was placed: one of `figures`, else of all that can stand \
              anywhere.",
    },
    StepWord {
        name: "score",
        fields: &[],
        doc: "Scores what was completed in this turn part, then the figures there go home.",
    },
    StepWord {
        name: "score_rest",
        fields: &[],
        doc: "Scores everything that is left as it is, at the end of the game.",
    },
    StepWord { name: "script", fields: &[("name", Needed)], doc: "What a rule module says with `step(name, …)`." },
    StepWord {
        name: "repeat",
        fields: &[("steps", Optional)],
        doc: "Its steps again and again, until a rule calls `leave` with its name or the turn part is over. Only in \
              `wrap` it can do without steps of its own.",
    },
];

const UNPLAYABLE: &[(&str, Unplayable)] = &[("set_aside", Unplayable::SetAside), ("return", Unplayable::Return)];

/// Fields that add to the flow of another pack.
const ADDING: &[&str] = &["parts", "tie_breaks"];

/// Steps that a turn part takes at most, unless the pack says otherwise.
const MAX_STEPS: u32 = 10_000;

/// Reads the flow of the pack that has one, and the changes that other packs make.
pub(super) fn flow(cx: &Cx<'_>, catalog: &Catalog) -> Flow {
    let mut flow = Flow { max_steps: MAX_STEPS, ..Flow::default() };
    let reader = StepReader { cx, catalog, count: Cell::new(0), absent: RefCell::default() };
    let mut first: Option<&Node> = None;
    let mut failed = false;
    let mut part_spans: BTreeMap<Arc<str>, Span> = BTreeMap::new();
    let mut given: BTreeMap<&str, (usize, Span)> = BTreeMap::new();
    for (number, pack) in cx.packs.iter().enumerate() {
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
                    let at = (number, node.span);
                    if marked {
                        let what = format!("the steps of `{name}`");
                        overrides::check_order(given.get(name).copied(), at, &what, cx.packs, cx.report);
                    }
                    given.insert(name, at);
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
            if let Some(length) = fields.int("score_track", 1..=100_000) {
                flow.score_track = Some(length as u32);
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
    let mut names: BTreeMap<&Arc<str>, &Step> = BTreeMap::new();
    let mut open: Vec<&Step> = steps.iter().rev().collect();
    while let Some(step) = open.pop() {
        if let Some(first) = names.insert(&step.name, step) {
            let mut finding = codes::STEP_TWICE.anywhere(format!("there are two steps `{}`", step.name));
            finding.span = step.span.or(span);
            if let Some(other) = first.span.filter(|_| first.span != step.span) {
                finding = finding.related(other, "the other step");
            }
            let hint = match (&step.kind, &first.kind) {
                // The name of a script is what its module registers it under.
                (StepKind::Script, StepKind::Script) => {
                    "give one of them another name, here and where a rule module registers it: modules of the library \
                     take it as their parameter `step`"
                }
                _ => "give one of them another name with `name:`",
            };
            cx.report.add(finding.hint(hint));
        }
        if let StepKind::Repeat(inner) = &step.kind {
            open.extend(inner.iter().rev());
        }
    }
}

/// Whether a step is a loop of which the options switch off all that it would repeat: it is off with them.
pub(super) fn is_idle(step: &Step) -> bool {
    matches!(&step.kind, StepKind::Repeat(steps) if steps.is_empty())
}

/// Reads steps.
pub(super) struct StepReader<'a> {
    pub(super) cx: &'a Cx<'a>,
    catalog: &'a Catalog,
    /// Steps read so far.
    count: Cell<usize>,
    /// The names of steps that the options switch off.
    absent: RefCell<BTreeSet<Arc<str>>>,
}

impl StepReader<'_> {
    /// Reads a list of steps; those that are switched off are checked and left out.
    pub(super) fn steps(&self, pack: &PackSource, node: &Node) -> Vec<Step> {
        let nodes = read::list(node, self.cx.report).unwrap_or(&[]);
        let read = nodes.iter().take(limits::STEPS).map(|n| (n, self.step(pack, n)));
        let mut steps = Vec::new();
        for (node, step) in read {
            let Some(step) = step else { continue };
            self.not_empty(&step, node);
            if node.off || is_idle(&step) {
                self.leave_out(&step);
            } else {
                steps.push(step);
            }
        }
        steps
    }

    /// Notes a step that the options switch off, with those that it repeats.
    pub(super) fn leave_out(&self, step: &Step) {
        self.absent.borrow_mut().insert(Arc::clone(&step.name));
        if let StepKind::Repeat(inner) = &step.kind {
            inner.iter().for_each(|step| self.leave_out(step));
        }
    }

    /// Whether other options would bring a step of this name.
    pub(super) fn is_left_out(&self, name: &str) -> bool {
        self.absent.borrow().contains(name)
    }

    /// Reports a loop that has nothing to repeat, whatever the options are.
    pub(super) fn not_empty(&self, step: &Step, node: &Node) {
        let written = node.field("steps").is_some_and(|steps| !matches!(&steps.shape, Shape::List(l) if l.is_empty()));
        if matches!(step.kind, StepKind::Repeat(_)) && !written {
            let message = format!("the loop `{}` has no steps to repeat", step.name);
            let hint = "give it `steps: [...]`; only a loop in `wrap` can do without";
            self.cx.report.add(codes::MISSING_FIELD.at(node.span, message).hint(hint));
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
        let names = || STEPS.iter().map(|step| step.name);
        if !names().any(|name| name == &*word.value) {
            let mut finding = codes::UNKNOWN_STEP.at(word.span, format!("there is no step `{}`", word.value));
            report.suggest(&mut finding, &word.value, names());
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
            "choose" => {
                let unplayable = fields.one_of("unplayable", UNPLAYABLE).unwrap_or_default();
                from().map(|bag| StepKind::Choose { bag, unplayable })
            }
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
        let name = name.map_or(word.value, |n| n.value);
        Some(Step { name, pack: pack.id().clone(), kind: kind?, each_seat, span: Some(node.span) })
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
