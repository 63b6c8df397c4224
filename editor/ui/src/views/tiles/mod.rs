//! All kinds of tile, and the painter for the chosen one.
//!
//! - `tile_cache`: the tiles of the newest text, and the words to read them with.
//! - `gallery`: all tiles as pictures; `several`: the form for several that are chosen; `changes`: what both change.
//! - `sides_search`: looking for tiles by what their sides show; `base_view`: a tile of a pack that this one builds on.
//! - `painter_view`: the painter; `tools`, `canvas`, `fields` and `strip` are its parts.
//! - `variants`: what of a tile is painted, where options or another pack have a say in it.
//! - `live`: the picture of the tile that is painted, and what lies where on it.
//! - `words`: what everything is called.

mod base_view;
mod canvas;
mod changes;
mod fields;
mod gallery;
mod live;
mod painter_view;
mod several;
mod sides_search;
mod strip;
mod tile_cache;
mod tools;
mod variants;
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
    several: several::Several,
}

impl TilesView {
    /// Draws it.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        self.tiles_read.renew(cx.document, cx.surroundings);
        let current = self.current(cx.selection);
        let chosen = self.chosen(cx.selection, current.as_ref());
        let wide = ui.available_width();
        Panel::left("tile gallery")
            .default_size((wide * 0.38).clamp(120.0, 380.0))
            // The painter is what matters: it keeps its room where a window is small.
            .size_range(110.0..=(wide - 260.0).clamp(120.0, (wide * 0.7).max(120.0)))
            .show(ui, |ui| self.gallery.show(ui, cx, &self.tiles_read, &chosen));
        CentralPanel::default().show(ui, |ui| {
            if base_view::show(ui, cx, &self.tiles_read) {
                return;
            }
            match &current {
                Some(_) if chosen.len() > 1 => self.several.show(ui, cx, &self.tiles_read, &chosen),
                Some(id) => self.painter_view.show(ui, cx, &self.tiles_read, id),
                None => {
                    ui.label(RichText::new(cx.t("tiles-none-yet")).color(cx.tokens.weak));
                }
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

    /// All that are chosen, the one that is painted last.
    fn chosen(&self, selection: &Selection, current: Option<&Arc<str>>) -> Vec<Arc<str>> {
        let mut chosen = match selection {
            Selection::Tiles(ids) => ids.clone(),
            _ => Vec::new(),
        };
        chosen.retain(|id| self.tiles_read.listed.iter().any(|t| t.id == *id));
        let looks_elsewhere = matches!(selection, Selection::BaseTile(pack, _) if self.tiles_read.base(pack).is_some());
        if chosen.is_empty() && !looks_elsewhere {
            chosen = current.cloned().into_iter().collect();
        }
        chosen
    }
}
