//! Opens the games of hosted tables.

use std::path::{Path, PathBuf};

use egui::Context;
use tilewright_kit::packs::archive::Archive;
use tilewright_table::TableFindings;

use super::Editor;
use super::dialogs::{Dialog, HostedList};
use crate::ui::notices::NoticeWeight;

impl Editor {
    /// Lists the games in a folder; `None` lists those of this machine and of the folders that were opened before.
    pub(super) fn list_hosted(&mut self, ctx: &Context, folder: Option<PathBuf>) {
        let list = match folder {
            Some(folder) => {
                if folder != self.library.home.hosted_tables() {
                    self.shell.settings.remember_hosted(&folder);
                    self.shell.keep_settings(&self.library.home);
                }
                HostedList::read(ctx, vec![folder], true)
            }
            None => {
                let known = self.shell.settings.hosted.iter().filter(|folder| folder.is_dir()).cloned();
                let folders = std::iter::once(self.library.home.hosted_tables()).chain(known);
                HostedList::read(ctx, folders.collect(), false)
            }
        };
        self.shell.dialog = Some(Dialog::hosted(list));
    }

    /// Opens a game with its notes. If no pack is open, first opens the pack of the game, or else the table's copy of
    /// it.
    pub(super) fn open_hosted(&mut self, ctx: &Context, found: TableFindings) {
        if let Some(good) = self.workspace.analyst.good().filter(|_| self.workspace.document.is_some()) {
            self.play_room.play.review(Some(good), found);
            return self.shell.enter_play();
        }
        if self.workspace.document.is_none() && !self.open_pack_of(ctx, Path::new(""), &found.record) {
            match found.packs.last().map(|path| Archive::open(path)) {
                Some(Ok(archive)) => self.visit(ctx, archive, false),
                Some(Err(error)) => self.shell.notices.tell(NoticeWeight::Failed, error.to_string()),
                None => {
                    let text = self.shell.texts.with_name("report-no-pack", &found.record.packs.join(", "));
                    self.shell.notices.tell(NoticeWeight::Failed, text);
                }
            }
        }
        self.play_room.next_hosted = self.workspace.document.is_some().then_some(found);
    }
}
