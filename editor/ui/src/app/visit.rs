//! Visits: a packed pack is played as it came, without a folder of its own. What somebody wants to change is made their
//! own first.

use std::sync::Arc;

use egui::{Context, RichText, Ui};
use tilewright_kit::packs::archive::Archive;

use super::Editor;
use crate::analysis::Surroundings;
use crate::document::Document;
use crate::layout;
use crate::theme::Tokens;
use crate::views::Action;

impl Editor {
    /// Opens a packed pack to play it.
    pub(super) fn visit(&mut self, archive: Archive) {
        if self.document.as_ref().is_some_and(Document::is_changed) && !self.save() {
            return;
        }
        self.close();
        let manifest = &archive.manifest;
        // Its name is that of the pack; nothing is written there.
        let folder = self.home.visits().join(manifest.content()).join(&manifest.id);
        self.document = Some(Document::new(&folder, archive.files.clone()));
        self.visit = Some(Box::new(archive));
        self.tree = layout::playing();
        self.look_around();
    }

    /// Asks for a folder for what is visited.
    pub(super) fn keep_visited(&mut self) {
        if let Some(archive) = &self.visit {
            self.sharing.keep(&self.home, archive);
        }
    }

    /// Looks which packs there are now.
    pub(super) fn look_around(&mut self) {
        let finder = match self.document.as_ref().filter(|_| self.visit.is_none()) {
            Some(document) => super::finder(&self.home, document.folder()),
            None => self.home.finder(),
        };
        self.surroundings = Arc::new(Surroundings::read(&finder));
        self.cards = None;
    }

    /// Says that the pack is only visited, and what can be done about it.
    pub(super) fn visiting(&self, ui: &mut Ui, tokens: &Tokens, actions: &mut Vec<Action>) {
        let Some(archive) = &self.visit else { return };
        ui.horizontal_wrapped(|ui| {
            let name = format!("{} {}", archive.manifest.title, archive.manifest.version);
            ui.label(RichText::new(self.texts.named("visit-about", &name)).color(tokens.text));
            if ui.button(self.texts.get("import-mine")).clicked() {
                actions.push(Action::Keep);
            }
        });
    }

    /// Takes files that were dropped on the window: packed packs are looked into, folders opened.
    pub(super) fn take_dropped(&mut self, ctx: &Context) {
        let dropped = ctx.input(|input| input.raw.dropped_files.clone());
        for file in dropped {
            if file.path().is_dir() {
                self.open(ctx, file.path());
            } else {
                self.sharing.import(file.path().to_owned());
            }
        }
    }
}
