//! The gallery of tile kinds, and the painter for the selected one.
//!
//! - `tile_cache`: the tiles of the current text, and the vocabulary to read them.
//! - `gallery`: all tiles as pictures; `several`: the form for a multiple selection; `changes`: edits that both
//!   request.
//! - `sides_search`: search for tiles by their sides; `base_view`: a tile of a pack that the open one builds on.
//! - `painter_view`: the painter, with its parts `tools`, `canvas`, `fields` and `strip`.
//! - `drafts`: pictures of tiles that the last valid state of the pack lacks.
//! - `drop`: pictures that are dropped on a tile.
//! - `variants`: the variant of a tile that is painted, if it depends on options or overrides another pack.
//! - `live`: the picture of the painted tile, and the areas of its segments.
//! - `words`: names of spots, parts, questions and refusals.

mod base_view;
mod canvas;
mod changes;
mod drafts;
mod drop;
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

use crate::context::{Selection, ViewCx};

/// State of the view of tiles.
#[derive(Default)]
pub struct TilesView {
    tiles_read: tile_cache::TileCache,
    drafts: drafts::DraftPictures,
    gallery: gallery::TileGallery,
    painter_view: painter_view::PainterView,
    several: several::SeveralTiles,
}

impl TilesView {
    /// Draws the gallery, and the form or the painter for the selection.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>) {
        self.tiles_read.renew(cx.document, cx.surroundings);
        self.drafts.renew(ui, cx, &self.tiles_read);
        let current = self.current(cx.selection);
        let chosen = self.list_selected(cx.selection, current.as_ref());
        let wide = ui.available_width();
        Panel::left("tile gallery")
            .default_size((wide * 0.38).clamp(120.0, 380.0))
            // The painter keeps its space in small windows, because it matters most.
            .size_range(110.0..=(wide - 260.0).clamp(120.0, (wide * 0.7).max(120.0)))
            .show(ui, |ui| self.gallery.show(ui, cx, &self.tiles_read, &mut self.drafts, &chosen));
        self.take_dropped(ui, cx, current.as_ref());
        CentralPanel::default().show(ui, |ui| {
            if base_view::show(ui, cx, &self.tiles_read) {
                return;
            }
            match &current {
                Some(_) if chosen.len() > 1 => self.several.show(ui, cx, &self.tiles_read, &chosen),
                Some(id) => self.painter_view.show(ui, cx, &self.tiles_read, &mut self.drafts, id),
                None => {
                    ui.label(RichText::new(cx.t("tiles-none-yet")).color(cx.tokens.weak));
                }
            }
        });
    }

    /// Returns the tile to paint: the selected one, or the first.
    fn current(&self, selection: &Selection) -> Option<Arc<str>> {
        let chosen = selection.tile().filter(|id| {
            self.tiles_read.listed.iter().any(|t| t.id == **id)
                || self.tiles_read.tile(id).is_some()
                || self.painter_view.keeps(id)
        });
        chosen.cloned().or_else(|| self.tiles_read.listed.first().map(|tile| tile.id.clone()))
    }

    /// Returns all selected tiles, the painted one last.
    fn list_selected(&self, selection: &Selection, current: Option<&Arc<str>>) -> Vec<Arc<str>> {
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
