//! Draws the views in their places, which the user can move, split and close.

use egui_tiles::{SimplificationOptions, TileId, Tiles};

use super::focus::{self, FocusStop};
use super::layout::GAME;
use super::rooms::Room;
use crate::context::{Pane, ViewCx};
use crate::play::PlayState;
use crate::views::Views;

/// Layout behaviour that draws each view in its place.
pub(super) struct PaneLayout<'a, 'b> {
    /// State of all views.
    pub views: &'a mut Views,
    /// Game at the table, with its settings.
    pub play: &'a mut PlayState,
    /// Context that each view draws with.
    pub cx: &'a mut ViewCx<'b>,
    /// Workspace that is shown.
    pub room: Room,
    /// Part of the window that gets the keyboard; `None` leaves the keyboard where it is.
    pub(super) focus: Option<FocusStop>,
}

impl egui_tiles::Behavior<Pane> for PaneLayout<'_, '_> {
    fn pane_ui(&mut self, ui: &mut egui::Ui, _id: TileId, pane: &mut Pane) -> egui_tiles::UiResponse {
        // The board has no margin: it uses the whole window.
        let margin = if (self.room, *pane) == (Room::Play, Pane::Table) { 0 } else { 8 };
        let stop = FocusStop::View(*pane);
        let name = || self.cx.t(pane.text());
        focus::landmark(ui, stop, name, self.focus == Some(stop), self.cx.tokens);
        egui::Frame::new().inner_margin(margin).show(ui, |ui| self.views.show(*pane, ui, self.cx, self.play));
        egui_tiles::UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> egui::WidgetText {
        let title = self.cx.t(pane.text());
        match (*pane, self.cx.problems.all.len()) {
            (Pane::Problems, count) if count > 0 => format!("{title} ({count})").into(),
            (Pane::Tests, _) => match self.cx.tests.failed_runs().count() {
                0 => title.into(),
                count => format!("{title} ({count})").into(),
            },
            _ => title.into(),
        }
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions {
            all_panes_must_have_tabs: self.room == Room::Author,
            ..SimplificationOptions::default()
        }
    }

    fn is_tab_closable(&self, tiles: &Tiles<Pane>, id: TileId) -> bool {
        let told = |pane: &Pane| self.room == Room::Author && GAME.contains(pane);
        tiles.get_pane(&id).is_some_and(told)
    }

    fn on_tab_close(&mut self, tiles: &mut Tiles<Pane>, id: TileId) -> bool {
        // The view is only hidden, so that it can be shown again.
        tiles.set_visible(id, false);
        false
    }

    fn tab_bar_color(&self, _visuals: &egui::Visuals) -> egui::Color32 {
        self.cx.tokens.ground
    }

    fn tab_text_color(
        &self,
        _visuals: &egui::Visuals,
        _tiles: &Tiles<Pane>,
        _id: TileId,
        state: &egui_tiles::TabState,
    ) -> egui::Color32 {
        if state.active { self.cx.tokens.text } else { self.cx.tokens.weak }
    }
}
