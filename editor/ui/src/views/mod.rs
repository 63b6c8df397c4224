//! What is shown: a module for each pane. A pane reads the document and what the engine says about it, and asks for
//! actions; it never changes the document itself.

pub mod code;
pub mod data;
pub mod distribution;
pub mod flow;
pub mod guide;
pub mod navigator;
pub mod pictures;
pub mod play;
pub mod problems;
pub mod sharing;
pub mod tiles;
pub mod welcome;

use crate::context::{Cx, Pane};
use crate::play::Play;
use crate::play::table::Table;

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
    pub table: play::board_pane::TableView,
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
    pub play: Play,
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
