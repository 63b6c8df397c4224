//! What is shown: a module for each pane. A pane reads the document and what the engine says about it, and asks for
//! actions; it never changes the document itself.

pub mod balance;
pub mod code;
pub mod data;
pub mod distribution;
pub mod flow;
pub mod games;
pub mod guide;
pub mod handbook;
pub mod navigator;
pub mod pictures;
pub mod play;
pub mod problems;
pub mod sharing;
pub mod tests;
pub mod tiles;
pub mod welcome;

use crate::context::{Cx, Pane};
use crate::play::Play;
use crate::play::table::Table;

/// The state of all views: for each pane the view that draws it, and how. A pane without one does not compile.
macro_rules! views {
    ($($(#[$doc:meta])* $pane:ident => $field:ident: $view:ty, |$own:ident, $ui:ident, $cx:ident, $play:ident| $show:expr;)*) => {
        /// The state of all views.
        #[derive(Default)]
        pub struct Views {
            $($(#[$doc])* pub $field: $view,)*
            /// The first page.
            pub welcome: welcome::Welcome,
            /// The list at the left.
            pub navigator: navigator::Navigator,
            /// The game at the table.
            pub play: Play,
        }

        impl Views {
            fn show_pane(&mut self, pane: Pane, ui: &mut egui::Ui, cx: &mut Cx<'_>) {
                match pane {
                    $(Pane::$pane => {
                        let ($own, $ui, $cx, $play) = (&mut self.$field, ui, cx, &mut self.play);
                        $show;
                    })*
                }
            }
        }
    };
}

views! {
    /// Tiles and painter.
    Tiles => tiles: tiles::TilesView, |view, ui, cx, _play| view.show(ui, cx);
    /// Counts and charts.
    Distribution => distribution: distribution::DistributionView, |view, ui, cx, _play| view.show(ui, cx);
    /// Forms.
    Data => data: data::DataView, |view, ui, cx, _play| view.show(ui, cx);
    /// Steps of a turn.
    Flow => flow: flow::FlowView, |view, ui, cx, _play| view.show(ui, cx);
    /// The code.
    Code => code: code::CodeView, |view, ui, cx, _play| view.show(ui, cx);
    /// Pictures.
    Pictures => pictures: pictures::PicturesView, |view, ui, cx, play| view.show(ui, cx, play.table.as_ref());
    /// Findings.
    Problems => problems: problems::ProblemsView, |view, ui, cx, _play| view.show(ui, cx);
    /// Tests.
    Tests => tests: tests::TestsView, |view, ui, cx, _play| view.show(ui, cx);
    /// The table.
    Table => table: play::board_pane::TableView, |view, ui, cx, play| view.show(ui, cx, play);
    /// Its answers.
    Timeline => timeline: play::timeline::TimelineView, |view, ui, cx, play| view.show(ui, cx, play);
    /// Its scores.
    Scores => scores: play::scores::ScoresView, |view, ui, cx, play| view.show(ui, cx, play);
    /// Its insides.
    Inspector => inspector: play::inspector::InspectorView, |view, ui, cx, play| view.show(ui, cx, play);
    /// Its open cells.
    Holes => holes: play::holes::HolesView, |view, ui, cx, play| view.show(ui, cx, play);
    /// What is told of it.
    Report => report: play::report::ReportView, |view, ui, cx, play| view.show(ui, cx, play);
    /// What many games show.
    Balance => balance: balance::BalanceView, |view, ui, cx, play| view.show(ui, cx, play);
}

impl Views {
    /// Draws a view.
    pub fn show(&mut self, pane: Pane, ui: &mut egui::Ui, cx: &mut Cx<'_>) {
        let apart = |table: &Table| table.is_held() || !table.setup().pack_set.is_plain();
        let other = pane.is_about_the_game() && self.play.table.as_ref().is_some_and(apart);
        if other {
            std::mem::swap(cx.pictures, cx.at_table);
        }
        self.show_pane(pane, ui, cx);
        if other {
            std::mem::swap(cx.pictures, cx.at_table);
        }
    }
}
