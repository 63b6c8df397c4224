//! The guided first pack: a pond, a bridge, a rule that scores ponds. Each step is done when the pack shows it, however
//! it was done, so nobody can get stuck behind a wrong button. Each can lead to the very list, tile painter or line where
//! it is done.

use std::sync::Arc;

use egui::{RichText, Ui};
use tilewright_pack::edit::Items;
use tilewright_pack::syntax::Node;

use crate::context::command::Command;
use crate::context::{Action, Cx, Pane, Selection};
use crate::pack::document::Files;
use crate::pack::source_place::Place;
use crate::play::table::Table;
use crate::ui::theme::{Emphasis, GAP};

/// The terrain that the first pack begins with and that bridges carry.
const FIRST_TERRAINS: [&str; 2] = ["meadow", "path"];

/// The texts that the first pack begins with.
const FIRST_TEXTS: &str = "texts/en.ron";

/// What is to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Terrain,
    Name,
    Edge,
    Shore,
    Bridge,
    Rule,
    Stand,
    Score,
    Test,
}

const STEPS: [Step; 9] = [
    Step::Terrain,
    Step::Name,
    Step::Edge,
    Step::Shore,
    Step::Bridge,
    Step::Rule,
    Step::Stand,
    Step::Score,
    Step::Test,
];

/// How many of them are written into the pack; the rest is played and kept.
const WRITTEN: usize = 7;

impl Step {
    fn texts(self) -> (&'static str, &'static str) {
        match self {
            Step::Terrain => ("guide-terrain", "guide-terrain-how"),
            Step::Name => ("guide-name", "guide-name-how"),
            Step::Edge => ("guide-edge", "guide-edge-how"),
            Step::Shore => ("guide-shore", "guide-shore-how"),
            Step::Bridge => ("guide-bridge", "guide-bridge-how"),
            Step::Rule => ("guide-rule", "guide-rule-how"),
            Step::Stand => ("guide-stand", "guide-stand-how"),
            Step::Score => ("guide-score", "guide-score-how"),
            Step::Test => ("guide-test", "guide-test-how"),
        }
    }

    /// The view in which it is done.
    fn pane(self) -> Pane {
        match self {
            Step::Terrain | Step::Edge | Step::Rule | Step::Stand => Pane::Data,
            Step::Name => Pane::Code,
            Step::Shore | Step::Bridge => Pane::Tiles,
            Step::Score | Step::Test => Pane::Table,
        }
    }

    /// Leads to the place where it is done.
    fn lead(self, cx: &mut Cx<'_>) {
        cx.ask(Action::Command(Command::Show(self.pane())));
        let section = match self {
            Step::Terrain => "terrains",
            Step::Edge => "edges",
            Step::Rule => "rules",
            Step::Stand => "figures",
            Step::Name => {
                let text = cx.document.text(FIRST_TEXTS).map_or("", |text| text);
                let range = end_of_terrains(text);
                cx.ask(Action::GoTo(Place { path: FIRST_TEXTS.into(), range: range..range }));
                return;
            }
            _ => return,
        };
        cx.ask(Action::Select(Selection::Section(section.into())));
    }
}

/// The end of the last line with the text of a terrain, where another one can be written.
fn end_of_terrains(text: &str) -> usize {
    let at = text.rfind("\"terrain.").unwrap_or(0);
    text[at..].find('\n').map_or(text.len(), |length| at + length)
}

/// How far somebody has come.
#[derive(Default)]
pub struct Guide {
    /// The revision that the steps were looked at for.
    looked: Option<u64>,
    written: [bool; WRITTEN],
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
            self.written = written(cx.document.files());
        }
        if let Some(table) = table {
            let catalog = table.catalog();
            let new = catalog.terrains.ids().filter(|id| !FIRST_TERRAINS.contains(&&*catalog.terrains.key(*id)));
            self.scored |= new.into_iter().any(|id| table.game().booked(catalog.book_of(id)).iter().any(|n| *n > 0));
        }
    }

    fn has(&self, step: Step, cx: &Cx<'_>) -> bool {
        if let Some(done) = STEPS[..WRITTEN].iter().position(|s| *s == step).and_then(|at| self.written.get(at)) {
            return *done;
        }
        match step {
            Step::Score => self.scored,
            Step::Test => {
                let saved = |path: &Arc<str>| path.starts_with("tests/") && cx.document.disk_text(path).is_some();
                cx.document.files().keys().any(saved)
            }
            _ => false,
        }
    }

    /// Draws the steps.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        ui.label(RichText::new(cx.t("guide-title")).medium());
        let now = STEPS.iter().copied().find(|step| !self.has(*step, cx));
        for step in STEPS {
            let (what, how) = step.texts();
            let done = self.has(step, cx);
            let mark = if done { "✔" } else { "•" };
            let mut text = RichText::new(format!("{mark} {}", cx.t(what)));
            if done {
                text = text.color(cx.tokens.good);
            } else if now == Some(step) {
                text = text.medium();
            }
            ui.add(egui::Label::new(text).wrap());
            if now == Some(step) {
                ui.indent(what, |ui| {
                    ui.add(egui::Label::new(cx.t(how)).wrap());
                    ui.horizontal_wrapped(|ui| {
                        let title = cx.t(step.pane().text());
                        if ui.button(cx.texts.named("guide-show", &title)).clicked() {
                            step.lead(cx);
                        }
                    });
                });
                ui.add_space(GAP);
            }
        }
        if now.is_none() {
            ui.add(egui::Label::new(RichText::new(cx.t("guide-done")).medium()).wrap());
        }
    }
}

/// Which of the steps that are written into the pack are done.
fn written(files: &Files) -> [bool; WRITTEN] {
    let items = Items::read(files);
    let pond = items.section("terrains").filter_map(|item| item.id.as_deref()).find(|id| !FIRST_TERRAINS.contains(id));
    let Some(pond) = pond else { return [false; WRITTEN] };
    let any = |section: &str, fits: &dyn Fn(&Node) -> bool| {
        items.section(section).filter_map(|item| items.node(item)).any(fits)
    };
    let lists = |field: &'static str| move |node: &Node| node.field(field).is_some_and(|list| mentions(list, pond));
    let key = format!("\"terrain.{pond}\"");
    [
        true,
        files.iter().any(|(path, text)| path.starts_with("texts/") && text.contains(&key)),
        any("edges", &lists("ports")),
        any("tiles", &lists("parts")),
        any("tiles", &|tile| is_bridge(tile, pond)),
        any("rules", &lists("on")),
        any("figures", &lists("on")),
    ]
}

/// Whether a name stands anywhere in a value.
fn mentions(node: &Node, name: &str) -> bool {
    let is = |word: Option<tilewright_pack::syntax::Word>| word.is_some_and(|w| &*w.value == name);
    is(node.head()) || is(node.as_word()) || node.children().into_iter().any(|child| mentions(child, name))
}

/// A path from side to side, and the other terrain from side to side, on one tile.
fn is_bridge(tile: &Node, pond: &str) -> bool {
    let parts = tile.field("parts").and_then(|p| p.items()).unwrap_or_default();
    let crosses = |terrain: &str| {
        parts.iter().any(|part| {
            part.head().is_some_and(|w| &*w.value == terrain)
                && part.field("at").is_some_and(|at| at.items().is_some_and(|sides| sides.len() >= 2))
        })
    };
    crosses("path") && crosses(pond)
}
