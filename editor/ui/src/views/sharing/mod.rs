//! Sharing of packs: exporting, importing, and the gallery of shelves.
//!
//! The work is done by the crates `kit` and `share` on background threads, so that drawing never waits for a disk or a
//! network.

mod download;
pub mod export;
pub mod gallery;
mod game_export;
pub mod import;
mod parts;
mod words;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use egui::{Context, Id, Key, Modal, Modifiers, Ui};
use tilewright_core::catalog::art::ArtLook;
use tilewright_editor_model::pack::document::PackDocument;
use tilewright_editor_model::pack::home::Home;
use tilewright_kit::packs::load::Loaded;

use crate::context::WindowHost;
use export::Export;
use gallery::PackGallery;
use game_export::TargetExport;
use import::Import;
pub use parts::SharingContext;

/// Preferred width of the dialogs, in points.
const WIDTH: f32 = 600.0;

/// Open pack as the window shows it.
#[derive(Clone, Copy)]
pub struct ShownPack<'a> {
    /// The pack with its newest texts, and the packs that it needs.
    pub loaded: &'a Arc<Loaded>,
    /// Look of own art; `None` if everything is drawn from data.
    pub look: Option<&'a ArtLook>,
}

/// Open dialogs of sharing.
#[derive(Default)]
pub struct Sharing {
    export: Option<Export>,
    target_export: Option<TargetExport>,
    import: Option<Import>,
    gallery: Option<PackGallery>,
    /// True if the gallery is requested.
    shows_shelves: bool,
    /// Files to inspect once the current import is closed.
    waiting: VecDeque<PathBuf>,
}

impl Sharing {
    /// Starts to export the open pack, which must be saved.
    pub fn export(&mut self, ctx: &Context, home: &Home, host: &WindowHost, document: &PackDocument) {
        self.export = Some(Export::begin(ctx, home, host, document));
    }

    /// Opens the export of the open pack to virtual tables and print shops.
    pub fn export_game(&mut self, home: &Home, host: &WindowHost, document: &PackDocument, shown: ShownPack<'_>) {
        self.target_export = Some(TargetExport::begin(home, host, document, shown));
    }

    /// Asks for a file to import.
    pub fn ask(&mut self) {
        self.import.get_or_insert_with(Import::ask);
    }

    /// Inspects a file, after those already waiting.
    pub fn import(&mut self, path: PathBuf) {
        self.waiting.push_back(path);
    }

    /// Opens or closes the gallery.
    pub fn show_shelves(&mut self, shown: bool) {
        self.shows_shelves = shown;
    }

    /// True if a dialog of sharing is open.
    pub fn is_open(&self) -> bool {
        let exports = self.export.is_some() || self.target_export.is_some();
        let asked = exports || self.import.is_some() || !self.waiting.is_empty();
        asked || self.shows_shelves
    }

    /// Draws the open dialogs.
    pub fn show(&mut self, ctx: &Context, given: &mut SharingContext<'_>) {
        // An import is drawn instead of the gallery while both are open.
        let covered = self.import.is_some() || !self.waiting.is_empty();
        if self.shows_shelves && !covered {
            let gallery = self.gallery.get_or_insert_with(|| PackGallery::begin(ctx, given));
            let mut done = false;
            let closed = modal(ctx, "shelves", gallery::WIDTH, |ui, height| done = gallery.show(ui, height, given));
            self.shows_shelves = !done && (!closed || gallery.is_busy());
        }
        if !self.shows_shelves {
            self.gallery = None;
        }
        if let Some(export) = &mut self.export {
            let mut done = false;
            let closed = modal(ctx, "export", WIDTH, |ui, _| done = export.show(ui, given));
            if done || closed && !export.is_busy() {
                self.export = None;
            }
        }
        if let Some(export) = &mut self.target_export {
            let mut done = false;
            let closed = modal(ctx, "export game", WIDTH, |ui, _| done = export.show(ui, given));
            if done || closed && !export.is_busy() {
                self.target_export = None;
            }
        }
        if self.import.is_none()
            && let Some(path) = self.waiting.pop_front()
        {
            self.import = Some(Import::begin(ctx, given.home, path));
        }
        if let Some(import) = &mut self.import {
            let mut done = false;
            let closed = modal(ctx, "import", WIDTH, |ui, height| done = import.show(ui, height, given));
            if done || closed && !import.is_busy() {
                self.import = None;
            }
        }
    }
}

/// Draws a dialog; returns true if it should close. The content receives the maximum height of scroll areas.
fn modal(ctx: &Context, name: &str, width: f32, content: impl FnOnce(&mut Ui, f32)) -> bool {
    // The key is consumed first: a text field would only use it to give up the keyboard.
    let escaped = ctx.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Escape));
    let frame = egui::Frame::popup(&ctx.style_of(ctx.theme())).inner_margin(16);
    let room = ctx.content_rect().size();
    let modal = Modal::new(Id::unique(("sharing", name))).frame(frame).show(ctx, |ui| {
        ui.set_width(width.min(room.x - 60.0));
        content(ui, (room.y - 240.0).max(90.0));
    });
    escaped || modal.should_close()
}
