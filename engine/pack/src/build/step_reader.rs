//! Reads steps of a turn: what each of them is, and which of them the options leave out.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::sync::Arc;

use tilewright_core::catalog::flow::{Step, StepKind, Unplayable};
use tilewright_core::catalog::id::{BagId, FigureKindId};
use tilewright_core::catalog::{Catalog, MAX_FIGURE_KINDS};

use super::Cx;
use crate::findings::codes;
use crate::limits;
use crate::read::source::PackSource;
use crate::read::syntax::{Node, Shape};
use crate::read::{self, Fields};

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

impl<'a> StepReader<'a> {
    /// Nothing has been read yet.
    pub(super) fn new(cx: &'a Cx<'a>, catalog: &'a Catalog) -> StepReader<'a> {
        StepReader { cx, catalog, count: Cell::new(0), absent: RefCell::default() }
    }
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
