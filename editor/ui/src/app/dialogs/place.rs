//! The dialog for the path of a file outside packs, where the system has no such dialog.

use std::path::PathBuf;

use egui::{Key, RichText, Ui};

use super::draw::{DialogOutcome, Draw, Purpose};
use crate::context::Content;

impl Draw<'_> {
    /// Draws a dialog that asks for the path of a file.
    pub(super) fn place(&self, ui: &mut Ui, path: &mut String, purpose: &Purpose) -> Option<DialogOutcome> {
        let (heading, name, done) = match purpose {
            Purpose::Write(Content::Game(..)) => ("command-save-game", "report-file", "command-save"),
            Purpose::Write(Content::Bytes(_)) => ("save-file-title", "pictures-file", "command-save"),
            Purpose::Game => ("command-open-game", "report-file", "open"),
            Purpose::Sheet => ("command-cut-sheet", "sheet-file", "open"),
        };
        ui.heading(self.t(heading));
        let field = self.field(ui, name, path);
        self.first(&field);
        let wanted = PathBuf::from(path.trim());
        let can = match purpose {
            Purpose::Write(_) => wanted.file_name().is_some() && !wanted.is_dir(),
            Purpose::Game | Purpose::Sheet => wanted.is_file(),
        };
        // The line is always present, so that the layout does not jump.
        let told = match purpose {
            Purpose::Write(_) if wanted.is_file() => self.t("share-replaces"),
            Purpose::Game | Purpose::Sheet if !can && !path.trim().is_empty() => self.t("game-no-file"),
            _ => String::new(),
        };
        ui.label(RichText::new(told).color(self.tokens.warning));
        let enter = field.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
        ui.horizontal(|ui| {
            if self.main_button(ui, can, done) || enter && can {
                return Some(DialogOutcome::Place(wanted, purpose.clone()));
            }
            ui.button(self.t("cancel")).clicked().then_some(DialogOutcome::Cancel)
        })
        .inner
    }
}
