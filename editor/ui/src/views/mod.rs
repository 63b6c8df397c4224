//! The views, with a module for each pane. A view reads the document and its analysis, and requests actions; it never
//! changes the document itself.

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
pub mod sheet;
pub mod tests;
pub mod tiles;
pub mod welcome;

use tilewright_editor_model::table::TableGame;

use crate::context::{Pane, ViewCx};
use crate::play::PlayState;

/// Declares the state of all views, and the call that draws each pane. A pane without a view does not compile.
macro_rules! views {
    ($($(#[$doc:meta])* $pane:ident => $field:ident: $view:ty, |$own:ident, $ui:ident, $cx:ident, $play:ident| $show:expr;)*) => {
        /// State of all views, by pane.
        #[derive(Default)]
        pub struct Views {
            $($(#[$doc])* pub $field: $view,)*
            /// The welcome page without an open pack.
            pub welcome: welcome::Welcome,
            /// The list of files at the left.
            pub navigator: navigator::Navigator,
        }

        impl Views {
            fn show_pane(&mut self, pane: Pane, ui: &mut egui::Ui, cx: &mut ViewCx<'_>, play: &mut PlayState) {
                match pane {
                    $(Pane::$pane => {
                        let ($own, $ui, $cx, $play) = (&mut self.$field, ui, cx, play);
                        $show;
                    })*
                }
            }
        }
    };
}

views! {
    /// Gallery of tiles and the tile painter.
    Tiles => tiles: tiles::TilesView, |view, ui, cx, _play| view.show(ui, cx);
    /// Counts, charts and chances of tiles.
    Distribution => distribution: distribution::DistributionView, |view, ui, cx, _play| view.show(ui, cx);
    /// Forms for the data of the pack.
    Data => data: data::DataView, |view, ui, cx, _play| view.show(ui, cx);
    /// Steps of a game and a turn.
    Flow => flow: flow::FlowView, |view, ui, cx, _play| view.show(ui, cx);
    /// Editor for the text of files.
    Code => code: code::CodeView, |view, ui, cx, play| view.show(ui, cx, &mut play.marks);
    /// Export of pictures and print sheets.
    Pictures => pictures: pictures::PicturesView, |view, ui, cx, play| view.show(ui, cx, play.table.as_ref());
    /// List of findings about the pack.
    Problems => problems: problems::ProblemsView, |view, ui, cx, _play| view.show(ui, cx);
    /// List of the pack's tests.
    Tests => tests: tests::TestsView, |view, ui, cx, _play| view.show(ui, cx);
    /// Board and question of the game.
    Table => table: play::board_pane::TableView, |view, ui, cx, play| view.show(ui, cx, play);
    /// Answers and branches of the game.
    Timeline => timeline: play::timeline::TimelineView, |view, ui, cx, play| play.perform(view.show(ui, cx, play), cx);
    /// Score sheets of the game.
    Scores => scores: play::scores::ScoresView, |view, ui, cx, play| play.perform(view.show(ui, cx, play), cx);
    /// Features, state and events of the game.
    Inspector => inspector: play::inspector::InspectorView, |view, ui, cx, play| {
        view.prepare(play);
        play.perform(view.show(ui, cx, play), cx);
    };
    /// Open cells and their chances.
    Holes => holes: play::holes::HolesView, |view, ui, cx, play| {
        play.placing();
        play.perform(view.show(ui, cx, play), cx);
    };
    /// Report of the game so far.
    Report => report: play::report::ReportView, |view, ui, cx, play| view.show(ui, cx, play);
    /// Rules of the last move, line by line.
    Trace => trace: play::trace::TraceView, |view, ui, cx, play| view.show(ui, cx, play);
    /// Report on many games of bots.
    Balance => balance: balance::BalanceView, |view, ui, cx, play| {
        view.receive(cx, play);
        view.show(ui, cx, play);
    };
}

impl Views {
    /// Draws a view with the pictures of its packs.
    pub fn show(&mut self, pane: Pane, ui: &mut egui::Ui, cx: &mut ViewCx<'_>, play: &mut PlayState) {
        let apart = |table: &TableGame| table.is_held() || !table.setup().pack_set.is_plain();
        let other = pane.is_about_the_game() && play.table.as_ref().is_some_and(apart);
        if other {
            std::mem::swap(cx.pictures, cx.at_table);
        }
        self.show_pane(pane, ui, cx, play);
        if other {
            std::mem::swap(cx.pictures, cx.at_table);
        }
    }
}
