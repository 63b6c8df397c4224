//! Life cycle of the open pack: saving, closing, opening, copying, recovery, and the outcomes of dialogs.

use std::path::Path;

use tilewright_editor_model::pack::document::disk::{folder_name, shown_path};
use tilewright_editor_model::pack::document::{FileChange, FileTexts, PackDocument, Recovered, left_behind};
use tilewright_editor_model::pack::template::{PackNaming, copy_files};
use tilewright_editor_model::pack::watch::FolderWatch;
use tilewright_editor_model::table::keeper::left_game;
use tilewright_kit::error::KitError;
use tilewright_kit::files;
use tilewright_kit::packs::archive::PICTURE;
use tilewright_kit::packs::find::{Finder, FoundPack, PACK_FILE, PackPlace};
use tilewright_language::place::FilePlace;
use tilewright_table::has_findings;

use super::Editor;
use crate::app::dialogs::{Dialog, DialogOutcome};
use crate::app::rooms::Room;
use crate::context::EditorAction;
use crate::ui::notices::NoticeWeight;
use crate::ui::waker;

impl Editor {
    /// Saves all files; returns true on success.
    pub(super) fn save(&mut self) -> bool {
        let Some(document) = &mut self.workspace.document else { return true };
        match document.save(Some(&self.library.home.backups())) {
            Ok(count) => {
                self.shell.notices.come_right(&self.shell.texts.get("notice-not-saved-begin"));
                self.shell.notices.tell(NoticeWeight::Done, self.shell.texts.count("notice-saved", count));
                true
            }
            Err(error) => {
                self.shell
                    .notices
                    .tell(NoticeWeight::Failed, self.shell.texts.with_name("notice-not-saved", &error.to_string()));
                false
            }
        }
    }

    pub(super) fn close_or_ask(&mut self, then: DialogOutcome) {
        match &self.workspace.document {
            Some(document) if document.is_changed() => self.shell.dialog = Some(Dialog::ask_about_unsaved(then)),
            _ => self.finish(None, &then),
        }
    }

    /// Closes the pack without saving, then carries out `then`.
    pub(super) fn finish(&mut self, ctx: Option<&egui::Context>, then: &DialogOutcome) {
        self.close();
        match (then, ctx) {
            (DialogOutcome::Quit, _) => {
                self.shell.quitting = true;
                self.shell.keep_settings(&self.library.home);
            }
            (DialogOutcome::Instead(folder), Some(ctx)) => self.open(ctx, folder),
            _ => {}
        }
    }

    /// Writes the pack with all unsaved changes into a new folder; returns true on success.
    fn write_copy(&mut self, naming: &PackNaming) -> bool {
        let Some(document) = &self.workspace.document else { return true };
        let folder = &naming.folder();
        let files = copy_files(document, naming).ok_or_else(|| self.shell.texts.with_name("copy-no-id", document.id()));
        let own = || {
            let place = PackPlace::Folder(document.folder().to_owned());
            let found = FoundPack { id: document.id().to_string(), place };
            // Pictures that cannot be read are missing in the copy, where a finding reports them.
            (std::fs::read(document.folder().join(PICTURE)).ok(), found.art().unwrap_or_default())
        };
        let visited = self.workspace.visit.as_ref();
        let (picture, art) =
            visited.map_or_else(own, |visit| (visit.archive.picture.clone(), visit.archive.art.clone()));
        let done = files.and_then(|files| {
            let texts = files.iter().map(|(path, text)| (&**path, text.as_bytes()));
            let art = art.iter().filter_map(|(path, file)| Some((&**path, &**file.stored()?)));
            let all = texts.chain(art).chain(picture.as_deref().map(|bytes| (PICTURE, bytes)));
            files::write_folder(folder, all).map_err(|error| error.to_string())
        });
        match done {
            Ok(()) => self
                .shell
                .notices
                .tell(NoticeWeight::Done, self.shell.texts.with_name("notice-copied", &shown_path(folder))),
            Err(ref why) => {
                self.shell.notices.tell(NoticeWeight::Failed, self.shell.texts.with_name("notice-not-saved", why))
            }
        }
        done.is_ok()
    }

    /// Moves a pack that hid another one out of the folder of packs, so that it is preserved but hides no pack.
    fn put_aside(&mut self, folder: &Path) {
        let (kept, id) = (self.library.home.folder().join("replaced"), folder_name(folder));
        let names = (1..).map(|n| if n == 1 { id.clone() } else { format!("{id}_{n}") });
        match files::move_folder_new(folder, names.map(|name| kept.join(name))) {
            Ok(to) => {
                self.shell.settings.recent.retain(|known| known != folder);
                self.shell.keep_settings(&self.library.home);
                self.shell
                    .notices
                    .tell(NoticeWeight::Note, self.shell.texts.with_name("notice-replaced", &shown_path(&to)));
            }
            Err(error) => self
                .shell
                .notices
                .tell(NoticeWeight::Failed, self.shell.texts.with_name("notice-not-saved", &error.to_string())),
        }
    }

    /// Closes the pack without saving.
    pub(super) fn close(&mut self) {
        self.library.games.look_again();
        if let Some(document) = self.workspace.document.take() {
            if self.workspace.visit.is_none() {
                self.shell.settings.files.insert(document.folder().to_owned(), self.shell.views.code.open_files());
                self.shell.keep_settings(&self.library.home);
            }
            document.close();
        }
        self.workspace.clear();
        self.play_room.clear();
        self.library.forget_packs();
        (self.shell.rooms.room, self.shell.guide) = (Room::Author, None);
        self.shell.reset_views();
    }

    /// Returns true if the window may close; otherwise asks the user first.
    pub fn may_close(&mut self) -> bool {
        if self.shell.quitting {
            return true;
        }
        self.close_or_ask(DialogOutcome::Quit);
        self.shell.quitting
    }

    /// Opens the pack in a folder, or lists the games of hosted tables in it.
    pub fn open(&mut self, ctx: &egui::Context, folder: &Path) {
        if !folder.join(PACK_FILE).is_file() && has_findings(folder) {
            return self.list_hosted(ctx, Some(folder.to_owned()));
        }
        if self.workspace.document.as_ref().is_some_and(PackDocument::is_changed) {
            self.shell.dialog = Some(Dialog::ask_about_unsaved(DialogOutcome::Instead(folder.to_owned())));
            return;
        }
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        match PackDocument::open(&folder) {
            Ok(mut document) => {
                self.close();
                document.keep_journal(&self.library.home.journals());
                self.workspace.watch = match FolderWatch::start(&folder, waker(ctx)) {
                    Ok(watch) => Some(watch),
                    Err(error) => {
                        self.shell.notices.tell(
                            NoticeWeight::Note,
                            self.shell.texts.with_name("notice-no-watch", &error.to_string()),
                        );
                        None
                    }
                };
                self.workspace.document = Some(document);
                self.shell.settings.remember(&folder);
                if let Some(files) = self.shell.settings.files.get(&folder) {
                    self.shell.views.code.take_up(files);
                }
                if let Some(played) = self.shell.settings.played.get(&folder) {
                    self.play_room.play.take_up(played);
                }
                self.shell.keep_settings(&self.library.home);
                self.look_for_left(&folder);
                self.look_around(ctx);
            }
            Err(error) => self.shell.notices.tell(NoticeWeight::Failed, error.to_string()),
        }
    }

    /// Looks for leftovers of work on a pack: unsaved texts and an unfinished game.
    pub(super) fn look_for_left(&mut self, folder: &Path) {
        for left in left_behind(&self.library.home.journals()) {
            let known = self.workspace.recovered.iter().any(|other| other.journal == left.journal);
            if left.folder == folder && !known {
                self.workspace.recovered.push(left);
            }
        }
        if self.take_up_next(folder) {
            return;
        }
        self.play_room.left_game = left_game(&self.library.home.games(), Some(folder), &self.play_room.asked_games);
    }

    /// Saves the play settings of the open pack when they have changed.
    pub(super) fn keep_played(&mut self) {
        let Some(document) = self.workspace.document.as_ref().filter(|_| !self.workspace.is_played_once()) else {
            return;
        };
        let played = self.play_room.play.current_settings();
        let kept = self.shell.settings.played.get(document.folder()).cloned().unwrap_or_default();
        if kept == played {
            return;
        }
        self.shell.settings.played.insert(document.folder().to_owned(), played);
        self.shell.keep_settings(&self.library.home);
    }

    /// Opens a pack bundled with the program, without copying it.
    pub(super) fn open_included(&mut self, ctx: &egui::Context, pack: &str) {
        self.play_found(ctx, Finder::only_bundled().find(pack));
    }

    /// Opens the pack with this id: a pack of the editor in its folder, any other pack unmodified.
    pub(super) fn open_found(&mut self, ctx: &egui::Context, pack: &str) {
        let found = self.library.home.finder().find(pack);
        match &found {
            Ok(FoundPack { place: PackPlace::Folder(folder), .. })
                if folder.parent() == Some(&*self.library.home.packs()) =>
            {
                self.open(ctx, folder);
            }
            _ => self.play_found(ctx, found),
        }
    }

    fn play_found(&mut self, ctx: &egui::Context, found: Result<FoundPack, KitError>) {
        match found.and_then(|found| found.archive()) {
            Ok(archive) => self.visit(ctx, archive, true),
            Err(error) => self.shell.notices.tell(NoticeWeight::Failed, error.to_string()),
        }
    }

    pub(super) fn after_dialog(
        &mut self,
        ctx: &egui::Context,
        outcome: Option<DialogOutcome>,
        actions: &mut Vec<EditorAction>,
    ) {
        let Some(outcome) = outcome else { return };
        if let DialogOutcome::Browse = outcome {
            if let Some(pick) = self.shell.host.pick_folder.clone() {
                let (sender, waker) = (self.shell.picked.0.clone(), ctx.clone());
                std::thread::spawn(move || {
                    if let Some(folder) = pick() {
                        // The receiver may be gone if the editor was closed.
                        drop(sender.send(folder));
                        waker.request_repaint();
                    }
                });
            }
            return;
        }
        if let DialogOutcome::Stay(action) = outcome {
            actions.push(action);
            return;
        }
        self.shell.dialog = None;
        match outcome {
            DialogOutcome::Browse | DialogOutcome::Stay(_) | DialogOutcome::OpenCopy { .. } => {}
            DialogOutcome::Cancel => {
                (self.play_room.next_game, self.play_room.next_record) = (None, None);
                self.play_room.next_hosted = None;
            }
            DialogOutcome::Place(path, purpose) => self.use_place(ctx, &path, &purpose),
            DialogOutcome::Close | DialogOutcome::Quit | DialogOutcome::Instead(_) => self.finish(Some(ctx), &outcome),
            DialogOutcome::SaveThen(then) => {
                if self.save() {
                    self.finish(Some(ctx), &then);
                }
            }
            DialogOutcome::AskCopy(then) => {
                let naming = self.copy_naming(&self.library.home.packs());
                self.shell.dialog = naming.map(|naming| Dialog::keep_copy(naming, *then));
            }
            DialogOutcome::KeepCopy(naming, then) => {
                if !self.write_copy(&naming) {
                    return;
                }
                naming.author.trim().clone_into(&mut self.shell.settings.author);
                self.shell.keep_settings(&self.library.home);
                match *then {
                    DialogOutcome::Cancel => {}
                    DialogOutcome::OpenCopy { aside } => {
                        self.finish(Some(ctx), &DialogOutcome::Instead(naming.folder()));
                        aside.iter().for_each(|folder| self.put_aside(folder));
                    }
                    then => self.finish(Some(ctx), &then),
                }
            }
            DialogOutcome::OpenHosted(found) => actions.push(EditorAction::OpenHosted(found)),
            DialogOutcome::Open(folder) => actions.push(EditorAction::OpenFolder(folder)),
            DialogOutcome::Command(command) => actions.push(EditorAction::Command(command)),
            DialogOutcome::Read(key) => self.shell.handbook.open_at(&key, None),
            DialogOutcome::Tell(why) => self.shell.notices.tell(NoticeWeight::Failed, why),
            DialogOutcome::Change { label, changes, show } => {
                actions.push(EditorAction::Change(label, changes));
                actions.push(EditorAction::GoTo(FilePlace { path: show, range: 0..0 }));
            }
            DialogOutcome::Recover(left) => self.recover(ctx, &left),
            DialogOutcome::Discard(left) => left.discard(),
            DialogOutcome::GoOn(game) => self.go_on(ctx, *game),
            DialogOutcome::Forget(game) => game.left.forget(),
            DialogOutcome::TakeDisk(paths) => {
                let Some(document) = &self.workspace.document else { return };
                let changes: Vec<FileChange> = paths
                    .iter()
                    .map(|path| match document.disk_text(path) {
                        Some(text) => FileChange::Write { path: path.clone(), text: text.clone() },
                        None => FileChange::Remove { path: path.clone() },
                    })
                    .collect();
                actions.push(EditorAction::Change(self.shell.texts.get("step-disk"), changes));
            }
        }
    }

    pub(super) fn recover(&mut self, ctx: &egui::Context, left: &Recovered) {
        self.open(ctx, &left.folder);
        if self.workspace.document.as_ref().is_some_and(|document| document.folder() != left.folder) {
            // Another pack is open with unsaved changes: the user is asked first, and the leftovers stay.
            return;
        }
        if self.workspace.document.is_none() {
            // The folder is gone, so the recovered text becomes a new folder.
            let mut document =
                PackDocument::new(&self.library.home.packs().join(folder_name(&left.folder)), FileTexts::new());
            document.keep_journal(&self.library.home.journals());
            self.workspace.document = Some(document);
        }
        if let Some(document) = &mut self.workspace.document
            && let Err(misfit) = document.recover(&self.shell.texts.get("step-recover"), left)
        {
            self.shell.notices.tell(NoticeWeight::Failed, format!("{}: {}", misfit.path, misfit.why));
        }
        left.discard();
        self.workspace.recovered.retain(|other| other.journal != left.journal);
        self.shell.notices.tell(NoticeWeight::Done, self.shell.texts.count("notice-recovered", left.files.len()));
    }
}
