//! Visits: a pack archive is played unmodified, without its own folder. Editing it first makes a copy.

use std::path::Path;
use std::sync::Arc;

use egui::{Context, RichText, Ui};
use tilewright_editor_model::job::{Job, JobPoll};
use tilewright_editor_model::pack::document::PackDocument;
use tilewright_editor_model::pack::template::{PackNaming, copy_in, title_in};
use tilewright_kit::packs::archive::Archive;
use tilewright_kit::packs::shadow::Shadow;

use super::Editor;
use super::workspace::Visit;
use crate::app::dialogs::{Dialog, DialogOutcome};
use crate::app::rooms::Room;
use crate::context::{EditorAction, PictureTarget};
use crate::ui::notices::NoticeWeight;
use crate::ui::theme::Tokens;

impl Editor {
    /// Opens a pack to play it unmodified. `is_here`: the pack can be found again by its id.
    pub(super) fn visit(&mut self, ctx: &Context, archive: Archive, is_here: bool) {
        if self.workspace.document.as_ref().is_some_and(PackDocument::is_changed) && !self.save() {
            return;
        }
        self.close();
        let manifest = &archive.manifest;
        // The path serves only as the name of the pack; no file is written to it.
        let folder = self.library.home.visits().join(manifest.content()).join(&manifest.id);
        self.workspace.document = Some(PackDocument::new(&folder, archive.files.clone()));
        self.workspace.visit = Some(Box::new(Visit { archive, is_here }));
        self.shell.rooms.room = Room::Play;
        if is_here {
            if let Some(played) = self.shell.settings.played.get(&folder) {
                self.play_room.play.take_up(played);
            }
            self.look_for_left(&folder);
        }
        self.look_around(ctx);
    }

    /// Asks for the name of a changed copy of the open pack, which is then opened.
    pub(super) fn make_own(&mut self) {
        let Some(document) = self.workspace.document.as_ref().filter(|_| self.shell.dialog.is_none()) else { return };
        let aside = self.hidden_by_open().map(|_| document.folder().to_owned());
        let aside = aside.filter(|folder| folder.parent() == Some(&*self.library.home.packs()));
        let naming = self.copy_naming(&self.library.home.packs()).map(|naming| naming.not(document.id()));
        self.shell.dialog = naming.map(|naming| Dialog::keep_copy(naming, DialogOutcome::OpenCopy { aside }));
    }

    /// Asks for the name of a changed copy, which is written next to the open pack.
    pub(super) fn ask_for_copy(&mut self) {
        let Some(document) = &self.workspace.document else { return };
        let folder = self.library.home.packs();
        let parent = document.folder().parent().unwrap_or(&folder);
        self.shell.dialog = self.copy_naming(parent).map(|naming| Dialog::keep_copy(naming, DialogOutcome::Cancel));
    }

    /// Returns the proposed name and folder of a changed copy of the open pack.
    pub(super) fn copy_naming(&self, parent: &std::path::Path) -> Option<PackNaming> {
        let title = self.shell.texts.with_name("copy-changed", &title_in(self.workspace.document.as_ref()?));
        Some(copy_in(parent, &title, &self.shell.settings.author))
    }

    /// Returns the installed or bundled pack that the open pack hides.
    fn hidden_by_open(&self) -> Option<Shadow> {
        let document = self.workspace.document.as_ref().filter(|_| self.workspace.visit.is_none())?;
        self.library.surroundings.shadow_of(document.folder(), document.id())
    }

    /// Notifies the user that the open pack hides an installed or bundled one. For a copy among the editor's packs, as
    /// earlier versions made them, offers once to give it a new name.
    fn report_hidden(&mut self) {
        let (Some(shadow), Some(document)) = (self.hidden_by_open(), &self.workspace.document) else { return };
        let folder = document.folder().to_owned();
        if self.workspace.reported_hidden.replace(folder.clone()) == Some(folder.clone()) {
            return;
        }
        let key = if shadow.is_included { "hides-included" } else { "hides-installed" };
        let told = self.shell.texts.with_name(key, &format!("{} {}", shadow.pack.id, shadow.version));
        if folder.parent() == Some(&*self.library.home.packs()) && self.shell.settings.offered.insert(folder) {
            self.shell.keep_settings(&self.library.home);
            self.shell.offer(NoticeWeight::Note, told, "import-mine", EditorAction::Keep);
        } else {
            self.shell.notices.tell(NoticeWeight::Note, told);
        }
    }

    /// Starts to read the installed packs.
    pub(super) fn look_around(&mut self, ctx: &Context) {
        let folder = self.workspace.document.as_ref().map(|document| document.folder().to_owned());
        let visited = self.workspace.visit.as_ref().map(|visit| visit.archive.art.clone());
        self.library.read_packs(ctx, folder, visited);
    }

    /// Takes over the installed packs once they have been read.
    pub(super) fn look_at_packs(&mut self) {
        match self.library.reading.as_ref().map(Job::look) {
            None | Some(JobPoll::Nothing) => return,
            Some(JobPoll::News(surroundings)) => {
                self.library.surroundings = Arc::new(surroundings);
                self.report_hidden();
            }
            Some(JobPoll::Ended) => {
                self.shell.notices.tell(NoticeWeight::Failed, self.shell.texts.get("share-broke-off"))
            }
        }
        self.library.reading = None;
        self.library.renew_cards();
        if let Some(document) = &mut self.workspace.document {
            document.look_again();
        }
    }

    /// Updates the surroundings to the pack versions chosen for the open pack; returns true if they have changed.
    pub(super) fn look_at_choice(&mut self) -> bool {
        let (Some(document), Some(analysis)) = (&mut self.workspace.document, self.workspace.analyst.latest()) else {
            return false;
        };
        let chosen = self.library.surroundings.chosen_for(document.id(), &analysis.loaded);
        let Some(chosen) = chosen.filter(|_| analysis.revision == document.revision()) else { return false };
        self.library.surroundings = Arc::new(chosen);
        document.look_again();
        true
    }

    /// Shows that the pack is only visited, and offers to make a copy.
    pub(super) fn visiting(&self, ui: &mut Ui, tokens: &Tokens, actions: &mut Vec<EditorAction>) {
        let Some(visit) = &self.workspace.visit else { return };
        let manifest = &visit.archive.manifest;
        ui.horizontal_wrapped(|ui| {
            let name = format!("{} {}", manifest.title, manifest.version);
            let about = if visit.is_here { "visit-here" } else { "visit-about" };
            ui.label(RichText::new(self.shell.texts.with_name(about, &name)).color(tokens.text));
            if ui.button(self.shell.texts.get("import-mine")).clicked() {
                actions.push(EditorAction::Keep);
            }
        });
    }

    /// Opens a folder, or shows the content of a file that other programs have made, such as the file of a pack.
    pub fn open_path(&mut self, ctx: &Context, path: &Path) {
        if path.is_dir() {
            self.open(ctx, path);
        } else {
            self.shell.sharing.import(path.to_owned());
        }
    }

    /// Takes files dropped on the window: takes pictures into the open pack, inspects archives and opens folders.
    pub(super) fn take_dropped(&mut self, ctx: &Context) {
        let dropped = ctx.input(|input| input.raw.dropped_files.clone());
        let mut pictures = Vec::new();
        for file in dropped {
            if self.is_picture_for_pack(file.path()) {
                pictures.push(file.path().to_owned());
            } else {
                self.open_path(ctx, file.path());
            }
        }
        // The view of tiles knows the tile under the pointer.
        if !pictures.is_empty() && !self.shows_tiles() {
            self.take_pictures(ctx, pictures, PictureTarget::default());
        }
    }
}
