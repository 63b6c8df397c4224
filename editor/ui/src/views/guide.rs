//! The guided first pack: a pond, a bridge and a rule that scores ponds. A step is complete when the pack contains its
//! result, no matter how the user made it, so that a wrong button never blocks the guide. Each step links to the list,
//! tile painter or line where it is done.

use std::sync::Arc;

use egui::{RichText, Ui};
use tilewright_editor_model::pack::document::FileTexts;
use tilewright_editor_model::table::TableGame;
use tilewright_language::place::FilePlace;
use tilewright_pack::edit::Items;
use tilewright_pack::syntax::{Node, NodeShape};

use crate::context::command::EditorCommand;
use crate::context::{EditorAction, Pane, Selection, ViewCx};
use crate::ui::theme::{Emphasis, GAP};

/// Terrains that the initial pack already has.
const FIRST_TERRAINS: [&str; 2] = ["meadow", "path"];

/// Name of the terrain that the user adds.
const ASKED: &str = "pond";

/// File with the texts of the initial pack.
const FIRST_TEXTS: &str = "texts/en.ron";

/// A step of the guide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GuideStep {
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

const STEPS: [GuideStep; 9] = [
    GuideStep::Terrain,
    GuideStep::Name,
    GuideStep::Edge,
    GuideStep::Shore,
    GuideStep::Bridge,
    GuideStep::Rule,
    GuideStep::Stand,
    GuideStep::Score,
    GuideStep::Test,
];

/// Number of steps that are checked in the pack; the remaining steps are checked at the table and in the files.
const WRITTEN: usize = 7;

impl GuideStep {
    fn texts(self) -> (&'static str, &'static str) {
        match self {
            GuideStep::Terrain => ("guide-terrain", "guide-terrain-how"),
            GuideStep::Name => ("guide-name", "guide-name-how"),
            GuideStep::Edge => ("guide-edge", "guide-edge-how"),
            GuideStep::Shore => ("guide-shore", "guide-shore-how"),
            GuideStep::Bridge => ("guide-bridge", "guide-bridge-how"),
            GuideStep::Rule => ("guide-rule", "guide-rule-how"),
            GuideStep::Stand => ("guide-stand", "guide-stand-how"),
            GuideStep::Score => ("guide-score", "guide-score-how"),
            GuideStep::Test => ("guide-test", "guide-test-how"),
        }
    }

    /// Returns the view in which the step is done.
    fn pane(self) -> Pane {
        match self {
            GuideStep::Terrain | GuideStep::Edge | GuideStep::Rule | GuideStep::Stand => Pane::Data,
            GuideStep::Name => Pane::Code,
            GuideStep::Shore | GuideStep::Bridge => Pane::Tiles,
            GuideStep::Score | GuideStep::Test => Pane::Table,
        }
    }

    /// Opens the view where the user carries out the step.
    fn lead(self, cx: &mut ViewCx<'_>) {
        cx.ask(EditorAction::Command(EditorCommand::Show(self.pane())));
        let section = match self {
            GuideStep::Terrain => "terrains",
            GuideStep::Edge => "edges",
            GuideStep::Rule => "rules",
            GuideStep::Stand => "figures",
            GuideStep::Name => {
                let text = cx.document.text(FIRST_TEXTS).map_or("", |text| text);
                let range = end_of_terrains(text);
                cx.ask(EditorAction::GoTo(FilePlace { path: FIRST_TEXTS.into(), range: range..range }));
                return;
            }
            _ => return,
        };
        cx.ask(EditorAction::Select(Selection::Section(section.into())));
    }
}

/// Returns the end of the last line with a text of a terrain, where another text can be added.
fn end_of_terrains(text: &str) -> usize {
    let at = text.rfind("\"terrain.").unwrap_or(0);
    text[at..].find('\n').map_or(text.len(), |length| at + length)
}

/// A part of a step: the text key of its name, and true if it is done.
type GuidePart = (&'static str, bool);

/// Progress of the user in the guide.
#[derive(Default)]
pub struct Guide {
    /// Revision for which the steps were checked.
    looked: Option<u64>,
    written: [Vec<GuidePart>; WRITTEN],
    /// True once a new terrain has scored; a later game does not reset it.
    scored: bool,
    /// True for completed steps that are shown in full.
    unfolded: [bool; STEPS.len()],
}

impl Guide {
    /// True if all steps are done.
    pub fn is_done(&self, cx: &ViewCx<'_>) -> bool {
        STEPS.iter().all(|step| self.has(*step, cx))
    }

    /// Checks the pack and the table for completed steps.
    pub fn look(&mut self, cx: &ViewCx<'_>, table: Option<&TableGame>) {
        if self.looked != Some(cx.document.revision()) {
            self.looked = Some(cx.document.revision());
            self.written = check_parts(cx.document.files(), &cx.t("tiles-new-id"));
        }
        if let Some(table) = table {
            let catalog = table.catalog();
            let new = catalog.terrains.ids().filter(|id| !FIRST_TERRAINS.contains(&&*catalog.terrains.key(*id)));
            self.scored |=
                new.into_iter().any(|id| table.game().book_points(catalog.book_of(id)).iter().any(|n| *n > 0));
        }
    }

    /// Returns the parts of a step that is checked in the pack; empty for other steps.
    fn parts(&self, step: GuideStep) -> &[GuidePart] {
        let at = STEPS[..WRITTEN].iter().position(|s| *s == step);
        at.and_then(|at| self.written.get(at)).map_or(&[], |parts| parts)
    }

    fn has(&self, step: GuideStep, cx: &ViewCx<'_>) -> bool {
        match step {
            GuideStep::Score => self.scored,
            GuideStep::Test => {
                let saved = |path: &Arc<str>| path.starts_with("tests/") && cx.document.disk_text(path).is_some();
                cx.document.files().keys().any(saved)
            }
            _ => !self.parts(step).is_empty() && self.parts(step).iter().all(|(_, done)| *done),
        }
    }

    /// Draws all steps of the guide.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>) {
        ui.label(RichText::new(cx.t("guide-title")).medium());
        let now = STEPS.iter().copied().find(|step| !self.has(*step, cx));
        for (at, step) in STEPS.into_iter().enumerate() {
            let (what, how) = step.texts();
            let done = self.has(step, cx);
            let mark = if done { "✔" } else { "•" };
            let mut text = RichText::new(format!("{mark} {}", cx.t(what)));
            if done {
                text = text.color(cx.tokens.good);
            } else if now == Some(step) {
                text = text.medium();
            }
            if !done {
                ui.add(egui::Label::new(text).wrap());
            } else if ui.add(egui::Button::new(text).frame(false).wrap()).on_hover_text(cx.t("guide-again")).clicked() {
                self.unfolded[at] = !self.unfolded[at];
            }
            if now == Some(step) || done && self.unfolded[at] {
                self.whole(ui, cx, step, how);
            }
        }
        if now.is_none() {
            ui.add(egui::Label::new(RichText::new(cx.t("guide-done")).medium()).wrap());
        }
    }

    /// Shows the instructions of a step and its completed parts.
    fn whole(&self, ui: &mut Ui, cx: &mut ViewCx<'_>, step: GuideStep, how: &str) {
        ui.indent(how, |ui| {
            ui.add(egui::Label::new(cx.t(how)).wrap());
            if let parts @ [_, _, ..] = self.parts(step) {
                for (part, done) in parts {
                    let (mark, colour) = if *done { ("✔", cx.tokens.good) } else { ("–", cx.tokens.weak) };
                    let text = RichText::new(format!("{mark} {}", cx.t(part))).small().color(colour);
                    ui.add(egui::Label::new(text).wrap());
                }
            }
            ui.horizontal_wrapped(|ui| {
                let title = cx.t(step.pane().text());
                if ui.button(cx.texts.with_name("guide-show", &title)).clicked() {
                    step.lead(cx);
                }
            });
        });
        ui.add_space(GAP);
    }
}

/// Checks the parts of all steps in the pack. A name that starts with `unnamed` is the default name of a new tile.
fn check_parts(files: &FileTexts, unnamed: &str) -> [Vec<GuidePart>; WRITTEN] {
    let items = Items::read(files);
    let nodes = |section: &str| items.section(section).filter_map(|item| items.node(item)).collect::<Vec<&Node>>();
    let text_of = |node: &Node, field: &str| node.field(field).and_then(Node::as_word).map(|word| word.value);
    let number_of = |node: &Node, field: &str| match node.field(field).map(|n| &n.shape) {
        Some(NodeShape::Int(number)) => *number,
        _ => 0,
    };
    let lists = |node: &Node, field: &str| node.field(field).is_some_and(|list| mentions(list, ASKED));
    let ids: Vec<&str> = items.section("terrains").filter_map(|item| item.id.as_deref()).collect();
    let key = format!("\"terrain.{ASKED}\"");
    let named = files.iter().any(|(path, text)| path.starts_with("texts/") && text.contains(&key));
    let (edges, tiles) = (nodes("edges"), nodes("tiles"));
    [
        vec![
            ("guide-part-terrain", ids.iter().any(|id| !FIRST_TERRAINS.contains(id))),
            ("guide-part-id", ids.contains(&ASKED)),
            ("guide-part-look", nodes("terrains").into_iter().any(has_own_look)),
        ],
        vec![("guide-name", named)],
        furthest(&edges, |edge| {
            let is_asked = text_of(edge, "id").is_some_and(|id| &*id == ASKED);
            vec![("guide-part-id", is_asked), ("guide-part-ports", lists(edge, "ports"))]
        }),
        furthest(&tiles, |tile| {
            let has = lists(tile, "parts");
            let own = text_of(tile, "id").is_some_and(|id| {
                let stem = id.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
                !id.is_empty() && stem != unnamed
            });
            let many = number_of(tile, "count") >= 8;
            vec![("guide-part-area", has), ("guide-part-own-id", has && own), ("guide-part-count", has && many)]
        }),
        furthest(&tiles, |tile| {
            vec![("guide-part-across", crosses(tile, ASKED)), ("guide-part-path", crosses(tile, "path"))]
        }),
        furthest(&nodes("rules"), |rule| {
            let about = lists(rule, "on");
            vec![("guide-part-on", about), ("guide-part-points", about && number_of(rule, "per_tile") > 0)]
        }),
        furthest(&nodes("figures"), |figure| vec![("guide-stand", lists(figure, "on"))]),
    ]
}

/// Returns true if a terrain has the requested id and a fill.
fn has_own_look(terrain: &Node) -> bool {
    let is_asked = terrain.field("id").and_then(Node::as_word).is_some_and(|id| &*id.value == ASKED);
    is_asked && terrain.field("look").is_some_and(|look| look.field("fill").is_some())
}

/// Returns the parts of the node that has completed the most; with no nodes, no part is done.
fn furthest(nodes: &[&Node], parts: impl Fn(&Node) -> Vec<GuidePart>) -> Vec<GuidePart> {
    let nothing = tilewright_pack::syntax::read("()").tree;
    let all = nothing.iter().chain(nodes.iter().copied()).map(parts);
    all.max_by_key(|parts| parts.iter().filter(|(_, done)| *done).count()).unwrap_or_default()
}

/// Returns true if a name occurs anywhere in a value.
fn mentions(node: &Node, name: &str) -> bool {
    let is = |word: Option<tilewright_pack::syntax::Word>| word.is_some_and(|w| &*w.value == name);
    is(node.head()) || is(node.as_word()) || node.children().into_iter().any(|child| mentions(child, name))
}

/// Returns true if a part of a terrain reaches at least two sides of a tile.
fn crosses(tile: &Node, terrain: &str) -> bool {
    let parts = tile.field("parts").and_then(|p| p.items()).unwrap_or_default();
    parts.iter().any(|part| {
        part.head().is_some_and(|w| &*w.value == terrain)
            && part.field("at").is_some_and(|at| at.items().is_some_and(|sides| sides.len() >= 2))
    })
}
