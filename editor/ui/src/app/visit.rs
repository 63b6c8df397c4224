//! Visits: a packed pack is played as it came, without a folder of its own. What somebody wants to change is made their
//! own first.

use std::sync::Arc;

use egui::{Context, RichText, Ui};
use tilewright_kit::packs::archive::Archive;

use super::Editor;
use crate::app::rooms::Room;
use crate::context::Action;
use crate::pack::analysis::Surroundings;
use crate::pack::document::Document;
use crate::ui::job::{Came, Job};
use crate::ui::notices::Weight;
use crate::ui::theme::Tokens;

impl Editor {
    /// Opens a packed pack to play it.
    pub(super) fn visit(&mut self, ctx: &Context, archive: Archive) {
        if self.document.as_ref().is_some_and(Document::is_changed) && !self.save() {
            return;
        }
        self.close();
        let manifest = &archive.manifest;
        // Its name is that of the pack; nothing is written there.
        let folder = self.home.visits().join(manifest.content()).join(&manifest.id);
        self.document = Some(Document::new(&folder, archive.files.clone()));
        self.visit = Some(Box::new(archive));
        self.rooms.room = Room::Play;
        self.look_around(ctx);
    }

    /// Asks for a folder for what is visited.
    pub(super) fn keep_visited(&mut self) {
        if let Some(archive) = &self.visit {
            self.sharing.keep(&self.home, archive);
        }
    }

    /// Begins to look which packs there are now.
    pub(super) fn look_around(&mut self, ctx: &Context) {
        let folder = self.document.as_ref().map(|document| document.folder().to_owned());
        let finder = match folder.as_ref().filter(|_| self.visit.is_none()) {
            Some(folder) => self.home.finder_beside(folder),
            None => self.home.finder(),
        };
        self.reading = Some(Job::of(ctx, move |_| match &folder {
            Some(folder) => Surroundings::around(&finder, folder),
            None => Surroundings::read(&finder),
        }));
    }

    /// Takes over which packs there are, when they have been read.
    pub(super) fn look_at_packs(&mut self) {
        match self.reading.as_ref().map(Job::look) {
            None | Some(Came::Nothing) => return,
            Some(Came::News(surroundings)) => self.surroundings = Arc::new(surroundings),
            Some(Came::Ended) => self.notices.tell(Weight::Failed, self.texts.get("share-broke-off")),
        }
        (self.reading, self.cards) = (None, None);
        if let Some(document) = &mut self.document {
            document.look_again();
        }
    }

    /// What goes with the open pack is shown in the versions that were chosen for it; whether they have changed.
    pub(super) fn look_at_choice(&mut self) -> bool {
        let (Some(document), Some(analysis)) = (&mut self.document, self.analyst.latest()) else { return false };
        let chosen = self.surroundings.chosen_for(document.id(), &analysis.loaded);
        let Some(chosen) = chosen.filter(|_| analysis.revision == document.revision()) else { return false };
        self.surroundings = Arc::new(chosen);
        document.look_again();
        true
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
