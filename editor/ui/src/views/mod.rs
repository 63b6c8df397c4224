//! What is shown: one module a view. A view reads the document and what the engine says about it, and asks for
//! actions; it never changes the document itself.

pub mod code;
pub mod data;
pub mod distribution;
pub mod flow;
pub mod navigator;
pub mod pictures;
pub mod play;
pub mod problems;
pub mod tiles;
pub mod welcome;

use std::ops::Range;
use std::sync::Arc;

use egui::{Key, Modifiers};

use crate::analysis::{Analysis, Sets, Surroundings};
use crate::command::Command;
use crate::document::{Change, Document};
use crate::problems::Problems;
use crate::protection::Protection;
use crate::table::Table;
use crate::table::lineup::Lineup;
use crate::texts::Texts;
use crate::theme::Tokens;

/// A view that stands in the middle of the window.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
pub enum Pane {
    /// All tiles, and the painter for the chosen one.
    Tiles,
    /// How many there are of what.
    Distribution,
    /// Terrains, edges, figures and everything else that is data, as forms.
    Data,
    /// The steps of a turn.
    Flow,
    /// The files as text.
    Code,
    /// Pictures and sheets to print.
    Pictures,
    /// Findings about the whole pack.
    Problems,
    /// The table at which the pack is played.
    Table,
    /// What was answered, and where one can go back to.
    Timeline,
    /// Why there were points.
    Scores,
    /// What the game is made of now.
    Inspector,
    /// What can still come to lie in the open cells.
    Holes,
    /// Saving, telling and keeping a game.
    Report,
}

impl Pane {
    /// All of them, in the order of their keys.
    pub const ALL: [Pane; 13] = [
        Pane::Tiles,
        Pane::Distribution,
        Pane::Data,
        Pane::Flow,
        Pane::Code,
        Pane::Pictures,
        Pane::Problems,
        Pane::Table,
        Pane::Timeline,
        Pane::Scores,
        Pane::Inspector,
        Pane::Holes,
        Pane::Report,
    ];

    /// The key of its title.
    pub fn text(self) -> &'static str {
        match self {
            Pane::Tiles => "pane-tiles",
            Pane::Distribution => "pane-distribution",
            Pane::Data => "pane-data",
            Pane::Flow => "pane-flow",
            Pane::Code => "pane-code",
            Pane::Pictures => "pane-pictures",
            Pane::Problems => "pane-problems",
            Pane::Table => "pane-table",
            Pane::Timeline => "pane-timeline",
            Pane::Scores => "pane-scores",
            Pane::Inspector => "pane-inspector",
            Pane::Holes => "pane-holes",
            Pane::Report => "pane-report",
        }
    }

    /// Whether it shows the game at the table.
    pub fn is_about_the_game(self) -> bool {
        matches!(self, Pane::Table | Pane::Timeline | Pane::Scores | Pane::Inspector | Pane::Holes | Pane::Report)
    }

    /// The key that shows it: together with Ctrl, those about the game at the table with Alt.
    pub fn key(self) -> Option<(Modifiers, Key)> {
        const NUMBERS: [Key; 8] =
            [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8];
        let first = NUMBERS.map(|key| (Modifiers::COMMAND, key)).into_iter();
        let keys = first.chain(NUMBERS.map(|key| (Modifiers::ALT, key)));
        Pane::ALL.iter().zip(keys).find(|(pane, _)| **pane == self).map(|(_, key)| key)
    }
}

/// A place in a file of the pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The file, as a path within the pack. Of another pack it is `pack:path`, of the rule library `:name.lua`.
    pub path: Arc<str>,
    /// The bytes that are meant.
    pub range: Range<usize>,
}

/// What is chosen; all views show it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Selection {
    /// Nothing.
    #[default]
    Nothing,
    /// Kinds of tiles, by id; the last is the one that was chosen last.
    Tiles(Vec<Arc<str>>),
    /// Something of a list of the pack: the list's field in `Pack(...)`, and its id.
    Item(Arc<str>, Arc<str>),
    /// A list of the pack as a whole: its field in `Pack(...)`.
    Section(Arc<str>),
}

impl Selection {
    /// The tile that was chosen last.
    pub fn tile(&self) -> Option<&Arc<str>> {
        match self {
            Selection::Tiles(ids) => ids.last(),
            _ => None,
        }
    }
}

/// How important a notice is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    /// Something was done.
    Done,
    /// Something to know.
    Note,
    /// Something failed.
    Failed,
}

/// What a view asks for.
#[derive(Clone, Debug)]
pub enum Action {
    /// A step that changes the document. The label is shown beside undo.
    Change(String, Vec<Change>),
    /// Typed text.
    Type(Change),
    /// Text typed into a field, as a step with a label; what is typed without a pause is one step.
    Fill(String, Change),
    /// A command.
    Command(Command),
    /// Chooses something.
    Select(Selection),
    /// Shows a place in the code.
    GoTo(Place),
    /// Explains the code of a finding.
    Explain(&'static str),
    /// Opens the folder of a pack.
    OpenFolder(std::path::PathBuf),
    /// Copies a pack that comes with the program into a folder, and opens it.
    OpenCopy(Arc<str>),
    /// Looks into a packed pack.
    Import(std::path::PathBuf),
    /// Opens a packed pack to play it, without a folder of its own.
    Visit(Box<tilewright_kit::packs::archive::Archive>),
    /// Asks for a folder for the pack that is visited, to make it one's own.
    Keep,
    /// Looks which packs there are now.
    LookAround,
    /// Closes what shows shelves.
    CloseSharing,
    /// Tells people something.
    Notify(Weight, String),
}

/// What a view is given.
pub struct Cx<'a> {
    /// The open pack.
    pub document: &'a Document,
    /// What the engine says about it, perhaps about a state shortly before.
    pub analysis: Option<&'a Analysis>,
    /// The last analysis that had a catalog: while something is half typed, pictures stay.
    pub good: Option<&'a Analysis>,
    /// The pack together with others, as it is played at the table.
    pub sets: &'a Sets,
    /// Pictures of tiles and figures.
    pub pictures: &'a mut crate::pictures::Pictures,
    /// The same of the packs at the table, where they are others.
    pub at_table: &'a mut crate::pictures::Pictures,
    /// Whether [`Cx::analysis`] is about the newest state.
    pub current: bool,
    /// The findings, with places in the newest texts.
    pub problems: &'a Problems,
    /// Which lines of the rules the tests protect, as far as it is known.
    pub protection: &'a Protection,
    /// The other packs and the rule library.
    pub surroundings: &'a Surroundings,
    /// The words of the interface.
    pub texts: &'a Texts,
    /// Its colours.
    pub tokens: &'static Tokens,
    /// What is chosen.
    pub selection: &'a Selection,
    /// What is asked for.
    pub actions: &'a mut Vec<Action>,
}

impl<'a> Cx<'a> {
    /// A text of the interface.
    pub fn t(&self, key: &str) -> String {
        self.texts.get(key)
    }

    /// Asks for something.
    pub fn ask(&mut self, action: Action) {
        self.actions.push(action);
    }

    /// Asks for a step that changes the document.
    pub fn change(&mut self, label: String, changes: Vec<Change>) {
        self.actions.push(Action::Change(label, changes));
    }

    /// The newest state that had a catalog, with the packs and options of a lineup.
    pub fn rules(&self, lineup: &Lineup) -> Option<&'a Analysis> {
        if lineup.is_plain() { self.good } else { self.sets.good(lineup) }
    }

    /// The catalog of the newest state that had no errors in it.
    pub fn catalog(&self) -> Option<&'_ Arc<tilewright_core::catalog::Catalog>> {
        self.good.and_then(|a| a.loaded.catalog())
    }
}

/// The state of all views.
#[derive(Default)]
pub struct Views {
    /// The code.
    pub code: code::CodeView,
    /// Forms.
    pub data: data::DataView,
    /// Counts and charts.
    pub distribution: distribution::DistributionView,
    /// Steps of a turn.
    pub flow: flow::FlowView,
    /// The list at the left.
    pub navigator: navigator::Navigator,
    /// Pictures.
    pub pictures: pictures::PicturesView,
    /// Findings.
    pub problems: problems::ProblemsView,
    /// Tiles and painter.
    pub tiles: tiles::TilesView,
    /// The table.
    pub table: play::table::TableView,
    /// Its answers.
    pub timeline: play::timeline::TimelineView,
    /// Its scores.
    pub scores: play::scores::ScoresView,
    /// Its insides.
    pub inspector: play::inspector::InspectorView,
    /// Its open cells.
    pub holes: play::holes::HolesView,
    /// What is told of it.
    pub report: play::report::ReportView,
    /// The game at the table.
    pub play: play::Play,
}

impl Views {
    /// Draws a view.
    pub fn show(&mut self, pane: Pane, ui: &mut egui::Ui, cx: &mut Cx<'_>) {
        let apart = |table: &Table| table.is_held() || !table.setup().lineup.is_plain();
        let other = pane.is_about_the_game() && self.play.table.as_ref().is_some_and(apart);
        if other {
            std::mem::swap(cx.pictures, cx.at_table);
        }
        self.show_pane(pane, ui, cx);
        if other {
            std::mem::swap(cx.pictures, cx.at_table);
        }
    }

    fn show_pane(&mut self, pane: Pane, ui: &mut egui::Ui, cx: &mut Cx<'_>) {
        match pane {
            Pane::Tiles => self.tiles.show(ui, cx),
            Pane::Distribution => self.distribution.show(ui, cx),
            Pane::Data => self.data.show(ui, cx),
            Pane::Flow => self.flow.show(ui, cx),
            Pane::Code => self.code.show(ui, cx),
            Pane::Pictures => self.pictures.show(ui, cx, self.play.table.as_ref()),
            Pane::Problems => self.problems.show(ui, cx),
            Pane::Table => self.table.show(ui, cx, &mut self.play),
            Pane::Timeline => self.timeline.show(ui, cx, &mut self.play),
            Pane::Scores => self.scores.show(ui, cx, &mut self.play),
            Pane::Inspector => self.inspector.show(ui, cx, &mut self.play),
            Pane::Holes => self.holes.show(ui, cx, &mut self.play),
            Pane::Report => self.report.show(ui, cx, &mut self.play),
        }
    }
}
