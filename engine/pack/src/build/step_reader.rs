//! Reads steps, and tracks the steps that options switch off.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::sync::Arc;

use tilewright_core::catalog::flow::{Step, StepKind, StepWord};
use tilewright_core::catalog::id::{BagId, FigureKindId};
use tilewright_core::catalog::{Catalog, MAX_FIGURE_KINDS};
use tilewright_core::diag::Span;

use super::Cx;
use crate::findings::codes;
use crate::limits;
use crate::read::source::PackSource;
use crate::read::syntax::{Node, NodeShape};
use crate::read::{self, Fields};
use crate::schema::{self, STEPS, UNPLAYABLE};

/// True if a step is a loop that repeats no steps. If the options switch off all its steps, the loop is off as well.
pub(super) fn is_idle(step: &Step) -> bool {
    matches!(&step.kind, StepKind::Repeat(steps) if steps.is_empty())
}

/// Reader for steps, shared by all lists of the flow.
pub(super) struct StepReader<'a> {
    pub(super) cx: &'a Cx<'a>,
    catalog: &'a Catalog,
    /// Number of steps read.
    count: Cell<usize>,
    /// Names of steps that the options switch off.
    absent: RefCell<BTreeSet<Arc<str>>>,
    /// Steps that packs have removed.
    removed: RefCell<Vec<Removal>>,
}

/// Removal of a step by a pack.
struct Removal {
    step: Arc<str>,
    pack: Arc<str>,
    /// Span of the removal.
    span: Span,
}

impl<'a> StepReader<'a> {
    /// Returns a reader that has not read any steps.
    pub(super) fn new(cx: &'a Cx<'a>, catalog: &'a Catalog) -> StepReader<'a> {
        StepReader { cx, catalog, count: Cell::new(0), absent: RefCell::default(), removed: RefCell::default() }
    }
}

impl StepReader<'_> {
    /// Reads a list of steps. Checks steps that are switched off, and leaves them out.
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

    /// Records a step that the options switch off, with the steps in it.
    pub(super) fn leave_out(&self, step: &Step) {
        self.absent.borrow_mut().insert(Arc::clone(&step.name));
        if let StepKind::Repeat(inner) = &step.kind {
            inner.iter().for_each(|step| self.leave_out(step));
        }
    }

    /// Records that a pack removes a step.
    pub(super) fn note_removal(&self, name: &Arc<str>, pack: &PackSource, span: Span) {
        let (step, pack) = (Arc::clone(name), Arc::clone(pack.id()));
        self.removed.borrow_mut().push(Removal { step, pack, span });
    }

    /// Returns the pack that has removed a step with this name, and the span of the removal.
    pub(super) fn removal(&self, name: &str) -> Option<(Arc<str>, Span)> {
        let removed = self.removed.borrow();
        let found = removed.iter().find(|removal| *removal.step == *name)?;
        Some((Arc::clone(&found.pack), found.span))
    }

    /// True if other options would add a step with this name.
    pub(super) fn is_left_out(&self, name: &str) -> bool {
        self.absent.borrow().contains(name)
    }

    /// Reports a loop that is written without steps to repeat.
    pub(super) fn not_empty(&self, step: &Step, node: &Node) {
        let written =
            node.field("steps").is_some_and(|steps| !matches!(&steps.shape, NodeShape::List(l) if l.is_empty()));
        if matches!(step.kind, StepKind::Repeat(_)) && !written {
            let message = format!("the loop `{}` has no steps to repeat", step.name);
            let hint = "give it `steps: [...]`; only a loop in `wrap` needs none";
            self.cx.report.add(codes::MISSING_FIELD.finding(node.span, message).with_hint(hint));
        }
    }

    /// Reads a step; `None` if it is wrong or beyond the limit of steps.
    pub(super) fn step(&self, pack: &PackSource, node: &Node) -> Option<Step> {
        let report = self.cx.report;
        self.count.set(self.count.get() + 1);
        if self.count.get() > limits::STEPS {
            let message = format!("there are more than {} steps", limits::STEPS);
            report.add(codes::TOO_LARGE.finding(node.span, message));
            return None;
        }
        let Some(word) = node.head() else {
            read::wrong(node, "a step such as draw(from: tiles)", report);
            return None;
        };
        let Some(spec) = schema::step(&word.value) else {
            let mut finding = codes::UNKNOWN_STEP.finding(word.span, format!("there is no step `{}`", word.value));
            report.suggest(&mut finding, &word.value, STEPS.iter().map(|step| step.word.text()));
            report.add(finding);
            return None;
        };
        let fields = Fields::from_node(node, &spec.of, report)?;
        let name = fields.word("name");
        if let Some(name) = name.as_ref().filter(|n| !read::is_id(&n.value)) {
            read::bad_id(name, false, report);
        }
        let each_seat = fields.flag("each_seat");
        let from = || -> Option<BagId> {
            self.cx.bags.find(pack, &fields.need("from").and_then(|n| read::word(n, report))?, node.off, report)
        };
        let unplayable = || fields.one_of("unplayable", &UNPLAYABLE).unwrap_or_default();
        let mut once = false;
        let kind = match spec.word {
            StepWord::Draw => {
                let unplayable = unplayable();
                from().map(|bag| StepKind::Draw { bag, unplayable })
            }
            StepWord::Refill => {
                fields.need("size");
                let size = fields.int("size").unwrap_or(1);
                from().map(|bag| StepKind::Refill { bag, size: size as u16 })
            }
            StepWord::Choose => {
                let unplayable = unplayable();
                from().map(|bag| StepKind::Choose { bag, unplayable })
            }
            StepWord::Lay => from().map(|bag| StepKind::Lay { bag }),
            StepWord::Place => Some(StepKind::Place { free: fields.flag("free") }),
            StepWord::Deploy => Some(StepKind::Deploy { figures: self.figures(pack, fields.get("figures")) }),
            StepWord::Score => Some(StepKind::Score),
            StepWord::ScoreRest => Some(StepKind::ScoreRest),
            StepWord::Script => {
                fields.need("name");
                Some(StepKind::Script)
            }
            StepWord::Repeat => {
                once = fields.flag("once");
                Some(StepKind::Repeat(fields.get("steps").map(|n| self.steps(pack, n)).unwrap_or_default()))
            }
        };
        fields.finish();
        let name = name.map_or(word.value, |n| n.value);
        Some(Step { name, pack: pack.id().clone(), kind: kind?, each_seat, once, span: Some(node.span) })
    }

    /// Returns the figures of a deploy step: the named ones, otherwise all that can be deployed on any target.
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
                    self.cx.report.add(codes::TOO_MANY_FIGURES.finding(node.span, message));
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
