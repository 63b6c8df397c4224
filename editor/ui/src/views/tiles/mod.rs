//! All kinds of tile, and the painter for the chosen one.
//!
//! - `tile_cache`: the tiles of the newest text, and the words to read them with.
//! - `gallery`: all tiles as pictures; `changes`: what it changes.
//! - `painter_view`: the painter; `tools`, `canvas`, `fields` and `strip` are its parts.
//! - `live`: the picture of the tile that is painted, and what lies where on it.
//! - `words`: what everything is called.

mod canvas;
mod changes;
mod fields;
mod gallery;
mod live;
mod painter_view;
mod strip;
mod tile_cache;
mod tools;
mod words;

use std::sync::Arc;

use egui::{CentralPanel, Panel, RichText, Ui};

use crate::context::{Cx, Selection};

/// The state of the view.
#[derive(Default)]
pub struct TilesView {
    tiles_read: tile_cache::TileCache,
    gallery: gallery::Gallery,
    painter_view: painter_view::PainterView,
}

impl TilesView {
    /// Draws it.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        self.tiles_read.renew(cx.document, cx.surroundings);
        let current = self.current(cx.selection);
        let wide = ui.available_width();
        Panel::left("tile gallery")
            .default_size((wide * 0.38).clamp(120.0, 380.0))
            // The painter is what matters: it keeps its room where a window is small.
            .size_range(110.0..=(wide - 260.0).clamp(120.0, (wide * 0.7).max(120.0)))
            .show(ui, |ui| self.gallery.show(ui, cx, &self.tiles_read, current.as_ref()));
        CentralPanel::default().show(ui, |ui| match &current {
            Some(id) => self.painter_view.show(ui, cx, &self.tiles_read, id),
            None => {
                ui.label(RichText::new(cx.t("tiles-none-yet")).color(cx.tokens.weak));
            }
        });
    }

    /// The tile that is painted: the chosen one, or the first.
    fn current(&self, selection: &Selection) -> Option<Arc<str>> {
        let chosen = selection.tile().filter(|id| {
            self.tiles_read.listed.iter().any(|t| t.id == **id)
                || self.tiles_read.tile(id).is_some()
                || self.painter_view.keeps(id)
        });
        chosen.cloned().or_else(|| self.tiles_read.listed.first().map(|tile| tile.id.clone()))
    }
}
