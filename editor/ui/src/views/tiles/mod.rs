//! All kinds of tile, and the painter for the chosen one.
//!
//! - `bench`: the tiles of the newest text, and the words to read them with.
//! - `gallery`: all tiles as pictures; `changes`: what it changes.
//! - `easel`: the painter; `tools`, `canvas`, `fields` and `strip` are its parts.
//! - `live`: the picture of the tile that is painted, and what lies where on it.
//! - `words`: what everything is called.

mod bench;
mod canvas;
mod changes;
mod easel;
mod fields;
mod gallery;
mod live;
mod strip;
mod tools;
mod words;

use std::sync::Arc;

use egui::{CentralPanel, Panel, RichText, Ui};

use crate::context::{Cx, Selection};

/// The state of the view.
#[derive(Default)]
pub struct TilesView {
    bench: bench::Bench,
    gallery: gallery::Gallery,
    easel: easel::Easel,
}

impl TilesView {
    /// Draws it.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        self.bench.renew(cx.document, cx.surroundings);
        let current = self.current(cx.selection);
        let wide = ui.available_width();
        Panel::left("tile gallery")
            .default_size((wide * 0.38).clamp(120.0, 380.0))
            // The painter is what matters: it keeps its room where a window is small.
            .size_range(110.0..=(wide - 260.0).clamp(120.0, (wide * 0.7).max(120.0)))
            .show(ui, |ui| self.gallery.show(ui, cx, &self.bench, current.as_ref()));
        CentralPanel::default().show(ui, |ui| match &current {
            Some(id) => self.easel.show(ui, cx, &self.bench, id),
            None => {
                ui.label(RichText::new(cx.t("tiles-none-yet")).color(cx.tokens.weak));
            }
        });
    }

    /// The tile that is painted: the chosen one, or the first.
    fn current(&self, selection: &Selection) -> Option<Arc<str>> {
        let chosen = selection.tile().filter(|id| {
            self.bench.listed.iter().any(|t| t.id == **id) || self.bench.tile(id).is_some() || self.easel.keeps(id)
        });
        chosen.cloned().or_else(|| self.bench.listed.first().map(|tile| tile.id.clone()))
    }
}
