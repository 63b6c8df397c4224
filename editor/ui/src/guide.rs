//! The guided first pack: a pond, a bridge, a rule that scores ponds. Each step is done when the pack shows it, however
//! it was done, so nobody can get stuck behind a wrong button.

use std::sync::Arc;

use egui::{RichText, Ui};
use tilewright_pack::edit::Items;

use crate::command::Command;
use crate::table::Table;
use crate::theme::GAP;
use crate::views::{Action, Cx, Pane};

/// The terrain that the first pack begins with and that bridges carry.
const FIRST_TERRAINS: [&str; 2] = ["meadow", "path"];

/// What is to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Terrain,
    Edge,
    Shore,
    Bridge,
    Rule,
    Score,
    Test,
}

const STEPS: [Step; 7] = [Step::Terrain, Step::Edge, Step::Shore, Step::Bridge, Step::Rule, Step::Score, Step::Test];

impl Step {
    fn texts(self) -> (&'static str, &'static str) {
        match self {
            Step::Terrain => ("guide-terrain", "guide-terrain-how"),
            Step::Edge => ("guide-edge", "guide-edge-how"),
            Step::Shore => ("guide-shore", "guide-shore-how"),
            Step::Bridge => ("guide-bridge", "guide-bridge-how"),
            Step::Rule => ("guide-rule", "guide-rule-how"),
            Step::Score => ("guide-score", "guide-score-how"),
            Step::Test => ("guide-test", "guide-test-how"),
        }
    }

    /// The view in which it is done.
    fn pane(self) -> Pane {
        match self {
            Step::Terrain | Step::Edge | Step::Rule => Pane::Data,
            Step::Shore | Step::Bridge => Pane::Tiles,
            Step::Score | Step::Test => Pane::Table,
        }
    }
}

/// How far somebody has come.
#[derive(Default)]
pub struct Guide {
    /// The revision that the steps were looked at for.
    looked: Option<u64>,
    written: [bool; 5],
    /// Once scored, always scored: the game at the table may begin anew.
    scored: bool,
}

impl Guide {
    /// Whether everything is done.
    pub fn is_done(&self, cx: &Cx<'_>) -> bool {
        STEPS.iter().all(|step| self.has(*step, cx))
    }

    /// Looks at the pack and the table.
    pub fn look(&mut self, cx: &Cx<'_>, table: Option<&Table>) {
        if self.looked != Some(cx.document.revision()) {
            self.looked = Some(cx.document.revision());
            self.written = written(&Items::read(cx.document.files()));
        }
        if let Some(table) = table {
            let catalog = table.catalog();
            let new = catalog.terrains.ids().filter(|id| !FIRST_TERRAINS.contains(&&*catalog.terrains.key(*id)));
            self.scored |=
                new.into_iter().any(|id| table.game().booked(catalog.score_kind_of(id)).iter().any(|n| *n > 0));
        }
    }

    fn has(&self, step: Step, cx: &Cx<'_>) -> bool {
        match step {
            Step::Terrain => self.written[0],
            Step::Edge => self.written[1],
            Step::Shore => self.written[2],
            Step::Bridge => self.written[3],
            Step::Rule => self.written[4],
            Step::Score => self.scored,
            Step::Test => {
                let saved = |path: &Arc<str>| path.starts_with("tests/") && cx.document.disk_text(path).is_some();
                cx.document.files().keys().any(saved)
            }
        }
    }

    /// Draws the steps.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        ui.label(RichText::new(cx.t("guide-title")).strong());
        let now = STEPS.iter().copied().find(|step| !self.has(*step, cx));
        for step in STEPS {
            let (what, how) = step.texts();
            let done = self.has(step, cx);
            let mark = if done { "✔" } else { "•" };
            let mut text = RichText::new(format!("{mark} {}", cx.t(what)));
            if done {
                text = text.color(cx.tokens.good);
            } else if now == Some(step) {
                text = text.strong();
            }
            ui.add(egui::Label::new(text).wrap());
            if now == Some(step) {
                ui.indent(what, |ui| {
                    ui.add(egui::Label::new(cx.t(how)).wrap());
                    ui.horizontal_wrapped(|ui| {
                        let title = cx.t(step.pane().text());
                        if ui.button(cx.texts.named("guide-show", &title)).clicked() {
                            cx.ask(Action::Command(Command::Show(step.pane())));
                        }
                    });
                });
                ui.add_space(GAP);
            }
        }
        if now.is_none() {
            ui.add(egui::Label::new(RichText::new(cx.t("guide-done")).strong()).wrap());
        }
    }
}

/// Which of the steps that are written into the pack are done.
fn written(items: &Items) -> [bool; 5] {
    let pond = items.section("terrains").filter_map(|item| item.id.as_deref()).find(|id| !FIRST_TERRAINS.contains(id));
    let Some(pond) = pond else { return [false; 5] };
    let mentions = |section: &str, wanted: &[&str]| {
        items.section(section).filter_map(|item| items.node(item)).any(|node| {
            let mut words = Vec::new();
            gather(node, &mut words);
            wanted.iter().all(|w| words.iter().any(|word| word == w))
        })
    };
    let bridge = items.section("tiles").filter_map(|item| items.node(item)).any(|node| is_bridge(node, pond));
    [true, mentions("edges", &[pond]), mentions("tiles", &[pond]), bridge, mentions("rules", &[pond])]
}

/// All names and texts in a value.
fn gather(node: &tilewright_pack::syntax::Node, words: &mut Vec<String>) {
    words.extend(node.head().map(|w| w.value.to_string()));
    words.extend(node.as_word().map(|w| w.value.to_string()));
    for child in node.children() {
        gather(child, words);
    }
}

/// A path from side to side, and the other terrain from side to side, on one tile.
fn is_bridge(tile: &tilewright_pack::syntax::Node, pond: &str) -> bool {
    let parts = tile.field("parts").and_then(|p| p.items()).unwrap_or_default();
    let crosses = |terrain: &str| {
        parts.iter().any(|part| {
            part.head().is_some_and(|w| &*w.value == terrain)
                && part.field("at").is_some_and(|at| at.items().is_some_and(|sides| sides.len() >= 2))
        })
    };
    crosses("path") && crosses(pond)
}
