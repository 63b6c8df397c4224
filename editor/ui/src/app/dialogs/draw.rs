//! Answers to dialogs, and the state and parts that all dialogs are drawn with.

use std::path::PathBuf;
use std::sync::Arc;

use egui::Ui;
use tilewright_editor_model::pack::analysis::PackSurroundings;
use tilewright_editor_model::pack::document::{FileChange, PackDocument, Recovered};
use tilewright_editor_model::pack::template::PackNaming;
use tilewright_editor_model::table::keeper::LeftGame;
use tilewright_editor_model::texts::UiTexts;
use tilewright_table::TableFindings;

use crate::context::command::EditorCommand;
use crate::context::{Content, EditorAction};
use crate::ui::theme::Tokens;
use crate::ui::widgets;

/// Width of text fields, in points.
pub(super) const FIELD: f32 = 420.0;

/// Use of a path that the user chooses.
#[derive(Clone)]
pub enum Purpose {
    /// Writes this content to the file.
    Write(Content),
    /// Resumes the game in the file.
    Game,
    /// Cuts the sheet in the file.
    Sheet,
}

/// The user's answer to a dialog.
pub enum DialogOutcome {
    /// Closes the dialog without a decision.
    Cancel,
    /// Opens the system's dialog that picks a folder.
    Browse,
    /// Opens the pack in this folder.
    Open(PathBuf),
    /// Opens a game of a hosted table.
    OpenHosted(Box<TableFindings>),
    /// Closes the pack without saving and opens the pack in this folder.
    Instead(PathBuf),
    /// Closes the pack without saving and opens its changed copy. Its own folder is moved away if the pack hides
    /// another pack.
    OpenCopy {
        /// Folder to move away; `None` if the pack hides no other.
        aside: Option<PathBuf>,
    },
    /// Closes the pack without saving.
    Close,
    /// Ends the program.
    Quit,
    /// Saves the pack, then carries out the inner outcome.
    SaveThen(Box<DialogOutcome>),
    /// Asks where to keep a copy, then carries out the inner outcome.
    AskCopy(Box<DialogOutcome>),
    /// Writes a copy with all unsaved changes, then carries out the inner outcome.
    KeepCopy(PackNaming, Box<DialogOutcome>),
    /// Changes files and shows one of them.
    Change {
        /// Label of the step in the undo history.
        label: String,
        /// Changes to the files, as one step.
        changes: Vec<FileChange>,
        /// Path of the file to show.
        show: Arc<str>,
    },
    /// Opens this page of the handbook.
    Read(Arc<str>),
    /// Reports why a request cannot be carried out.
    Tell(String),
    /// Uses a typed path for its purpose.
    Place(PathBuf, Purpose),
    /// Runs the chosen command.
    Command(EditorCommand),
    /// Restores unsaved text that a crash left behind.
    Recover(Box<Recovered>),
    /// Discards unsaved text that a crash left behind.
    Discard(Box<Recovered>),
    /// Performs an action and keeps the dialog open.
    Stay(EditorAction),
    /// Resumes an unfinished game.
    GoOn(Box<LeftGame>),
    /// Forgets an unfinished game.
    Forget(Box<LeftGame>),
    /// Replaces the open text of these files with the text on disk.
    TakeDisk(Vec<Arc<str>>),
}

/// State that is borrowed while a dialog is drawn.
pub(super) struct Draw<'a> {
    pub(super) texts: &'a UiTexts,
    pub(super) tokens: &'static Tokens,
    pub(super) surroundings: &'a PackSurroundings,
    pub(super) document: Option<&'a PackDocument>,
    pub(super) fresh: bool,
    pub(super) can_browse: bool,
    /// True if Enter presses the main button, because no widget has the keyboard.
    pub(super) enter: bool,
}

impl Draw<'_> {
    pub(super) fn t(&self, key: &str) -> String {
        self.texts.get(key)
    }

    pub(super) fn first(&self, field: &egui::Response) {
        if self.fresh {
            field.request_focus();
        }
    }

    /// Returns the browse button if the system can pick a folder.
    pub(super) fn browse(&self) -> Option<(String, bool)> {
        self.can_browse.then(|| (self.t("browse"), true))
    }

    pub(super) fn main_button(&self, ui: &mut Ui, enabled: bool, key: &str) -> bool {
        widgets::main_button(ui, self.tokens, enabled, self.t(key)) || enabled && self.enter
    }
}
