//! Files outside packs: exports and saved games. The system's dialog picks the path; where there is none, a dialog with
//! a text field does.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use egui::Context;
use tilewright_core::session::record::Record;
use tilewright_editor_model::job::{Job, JobPoll};
use tilewright_editor_model::pack::document::disk::{folder_name, shown_path};
use tilewright_editor_model::pack::watch::FolderWatch;
use tilewright_kit::games::places::places_of;
use tilewright_kit::games::replay::first_game;
use tilewright_kit::packs::find::PACK_FILE;

use super::Editor;
use super::dialogs::{Dialog, Purpose};
use super::shell::PendingFileDialog;
use crate::context::{Content, Picker};
use crate::ui::notices::NoticeWeight;
use crate::ui::waker;

/// Maximum duration of a system dialog that failed to open: no user cancels faster.
const NEVER_THERE: Duration = Duration::from_millis(250);

impl Editor {
    /// Writes content to the path from the system's dialog, or to `proposed` if there is no such dialog.
    pub(super) fn write_out(&mut self, ctx: &Context, proposed: PathBuf, content: Content) {
        match self.shell.host.save_file.clone() {
            Some(pick) => self.ask_place(ctx, pick, proposed, Purpose::Write(content)),
            None => self.write_to(&proposed, &content),
        }
    }

    /// Writes the game at the table to a file that the user chooses.
    pub(super) fn save_game(&mut self, ctx: &Context) {
        let (Some(document), Some(table)) = (&self.workspace.document, &self.play_room.play.table) else { return };
        let content = Content::game(table.session(), table.rules().0, document.id());
        let folder = document.folder().to_owned();
        if table.keeps_secrets() {
            self.shell.notices.tell(NoticeWeight::Note, self.shell.texts.get("report-everything"));
        }
        self.ask_and_write(ctx, &folder, content);
    }

    /// Asks for a file and writes a game of a pack to it. The proposed file is next to the pack.
    pub(super) fn ask_and_write(&mut self, ctx: &Context, pack: &Path, content: Content) {
        let folder = pack.ancestors().skip(1).find(|above| above.is_dir());
        let proposed = folder.unwrap_or(pack).join(format!("{}-game.json", folder_name(pack)));
        match self.shell.host.save_file {
            Some(_) => self.write_out(ctx, proposed, content),
            None => self.shell.dialog = Some(Dialog::place(&proposed, Purpose::Write(content))),
        }
    }

    /// Asks for a saved game and resumes it.
    pub(super) fn ask_for_game(&mut self, ctx: &Context) {
        let folder = match &self.workspace.document {
            Some(document) => document.folder().parent().unwrap_or(document.folder()).to_owned(),
            None => self.shell.host.outbox.clone().unwrap_or_else(|| self.library.home.packs()),
        };
        // The extension of the proposed path filters the files in the dialog.
        let proposed = folder.join("game.json");
        match self.shell.host.pick_file.clone() {
            Some(pick) => self.ask_place(ctx, pick, proposed, Purpose::Game),
            None => self.shell.dialog = Some(Dialog::place(&folder.join(""), Purpose::Game)),
        }
    }

    pub(super) fn ask_place(&mut self, ctx: &Context, pick: Picker, proposed: PathBuf, purpose: Purpose) {
        let begin = proposed.clone();
        let job = Job::start_single(waker(ctx), move |_| pick(&begin));
        self.shell.asked_places.push(PendingFileDialog { purpose, proposed, since: Instant::now(), job });
    }

    /// Uses the paths that the system's dialogs have returned.
    pub(super) fn look_at_places(&mut self, ctx: &Context) {
        for asked in std::mem::take(&mut self.shell.asked_places) {
            match asked.job.look() {
                JobPoll::Nothing => self.shell.asked_places.push(asked),
                JobPoll::News(Some(mut place)) => {
                    if matches!(asked.purpose, Purpose::Write(_)) && place.extension().is_none() {
                        place.set_extension(asked.proposed.extension().unwrap_or_default());
                    }
                    self.use_place(ctx, &place, &asked.purpose);
                }
                JobPoll::News(None) if asked.since.elapsed() < NEVER_THERE => {
                    // The dialog could not open, so from now on paths are typed.
                    (self.shell.host.save_file, self.shell.host.pick_file) = (None, None);
                    self.shell.dialog = Some(Dialog::place(&asked.proposed, asked.purpose));
                }
                JobPoll::News(None) | JobPoll::Ended => {}
            }
        }
    }

    pub(super) fn use_place(&mut self, ctx: &Context, place: &Path, purpose: &Purpose) {
        match purpose {
            Purpose::Write(content) => self.write_to(place, content),
            Purpose::Game => self.open_game(ctx, place),
            Purpose::Sheet => self.take_sheet(ctx, place.to_owned()),
        }
    }

    fn write_to(&mut self, path: &Path, content: &Content) {
        match tilewright_kit::files::write(path, &content.bytes_at(path)) {
            Ok(()) => self
                .shell
                .notices
                .tell(NoticeWeight::Done, self.shell.texts.with_name("report-saved", &shown_path(path))),
            Err(error) => self.shell.notices.tell(NoticeWeight::Failed, error.to_string()),
        }
    }

    /// Resumes the game of a file. If no pack is open, first opens the pack of the game.
    pub(super) fn open_game(&mut self, ctx: &Context, path: &Path) {
        let record = match first_game(path) {
            Ok(record) => record,
            Err(error) => return self.shell.notices.tell(NoticeWeight::Failed, error.to_string()),
        };
        match self.workspace.analyst.good().filter(|_| self.workspace.document.is_some()) {
            Some(good) => self.play_room.play.resume(Some(good), record),
            None => {
                if self.workspace.document.is_none() && !self.open_pack_of(ctx, path, &record) {
                    let text = self.shell.texts.with_name("report-no-pack", &record.packs.join(", "));
                    self.shell.notices.tell(NoticeWeight::Failed, text);
                }
                self.play_room.next_record = self.workspace.document.is_some().then_some(record);
            }
        }
    }

    /// Opens the pack with which a game was played. Looks first among the recent folders, then in the folder that the
    /// record notes, and finally by id. Returns false if none is found.
    pub(super) fn open_pack_of(&mut self, ctx: &Context, file: &Path, record: &Record) -> bool {
        let noted = places_of(record, file);
        let ids = record.packs.iter().rev().map(|pack| pack.split(['@', '#']).next().unwrap_or_default());
        let mut ids = std::iter::once(&*record.id).chain(ids);
        let recent = |id: &str| {
            let recent = self.shell.settings.recent.iter().find(|folder| folder_name(folder) == id && folder.is_dir());
            let is_pack = |folder: &&PathBuf| folder.join(PACK_FILE).is_file();
            recent.or_else(|| noted.iter().find(|(noted, _)| noted == id).map(|(_, folder)| folder).filter(is_pack))
        };
        let finder = self.library.home.finder();
        let found = ids.find_map(|id| match recent(id) {
            Some(folder) => Some((id, Some(folder.clone()))),
            None => finder.find(id).is_ok().then_some((id, None)),
        });
        match found {
            Some((_, Some(folder))) => self.open(ctx, &folder),
            Some((id, None)) => self.open_found(ctx, id),
            None => return false,
        }
        true
    }

    /// Processes changes on disk, the folder from the file dialog, and trouble with the journal.
    pub(super) fn look_outside(&mut self) {
        while let Ok(folder) = self.shell.picked.1.try_recv() {
            if let Some(dialog) = &mut self.shell.dialog {
                dialog.accept_folder(folder);
            }
        }
        let Some(document) = &mut self.workspace.document else { return };
        if let Some(trouble) = document.take_trouble() {
            self.shell
                .notices
                .tell(NoticeWeight::Failed, self.shell.texts.with_name("notice-no-journal", &trouble.to_string()));
        }
        if let Some(error) = document.take_picture_error() {
            self.shell.notices.tell(NoticeWeight::Failed, error.to_string());
        }
        if let Some(change) = self.workspace.watch.as_mut().and_then(FolderWatch::take_change) {
            if change.has_pictures {
                // The analysis reads pictures from the disk.
                document.look_again();
            }
            match document.look_at_disk(&self.shell.texts.get("step-disk")) {
                Ok(seen) => {
                    self.shell.views.code.keep_place(&seen.taken);
                    for path in &seen.taken {
                        let key = match (seen.merged.contains(path), document.text(path).is_some()) {
                            (true, _) => "notice-disk-merged",
                            (false, true) => "notice-disk-taken",
                            (false, false) => "notice-disk-removed",
                        };
                        self.shell.notices.tell(NoticeWeight::Note, self.shell.texts.with_name(key, path));
                    }
                    if self.shell.dialog.is_none() && !seen.conflicts.is_empty() {
                        self.shell.dialog = Some(Dialog::conflict(seen.conflicts));
                    }
                }
                Err(error) => {
                    self.shell
                        .notices
                        .tell(NoticeWeight::Failed, self.shell.texts.with_name("notice-disk-gone", &error.to_string()));
                }
            }
        }
    }
}
