//! Parts that several dialogs of sharing draw.

use std::path::PathBuf;
use std::sync::Arc;

use egui::{RichText, ScrollArea, Ui};
use tilewright_editor_model::job::{Job, JobPoll};
use tilewright_editor_model::pack::home::Home;
use tilewright_editor_model::texts::UiTexts;

use crate::context::{EditorAction, Picker, WindowHost};
use crate::ui::pictures::cards::Cards;
use crate::ui::theme::Tokens;
use crate::ui::{waker, widgets};

/// Borrowed state that the dialogs draw with.
pub struct SharingContext<'a> {
    /// Texts of the interface in the chosen language.
    pub texts: &'a UiTexts,
    /// Colours of the current theme.
    pub tokens: &'static Tokens,
    /// Folders of the user's files.
    pub home: &'a Home,
    /// Services of the window, such as file dialogs.
    pub host: &'a WindowHost,
    /// Pictures of installed packs.
    pub cards: &'a Cards,
    /// Actions that the dialogs request.
    pub actions: &'a mut Vec<EditorAction>,
}

impl SharingContext<'_> {
    pub(super) fn t(&self, key: &str) -> String {
        self.texts.get(key)
    }
}

/// Draws a list that scrolls if it is long.
pub(super) fn long<R>(ui: &mut Ui, name: &str, height: f32, content: impl FnOnce(&mut Ui) -> R) -> R {
    // The minimum height lets the list grow again after the dialog was small.
    let list = ScrollArea::vertical().id_salt(name).max_height(height).min_scrolled_height(height);
    list.auto_shrink([false, true]).show(ui, content).inner
}

/// Shows the progress of a job with a button that stops it; returns true if the button was pressed.
pub(super) fn going_on<N: Send + 'static>(ui: &mut Ui, given: &SharingContext<'_>, job: &Job<N>, what: &str) -> bool {
    let (done, of) = job.progress();
    ui.label(given.t(what));
    if of > 0 {
        let text = given.texts.with("share-progress", &[("done", done.into()), ("n", of.into())]);
        ui.add(egui::ProgressBar::new(done as f32 / of as f32).text(text));
    }
    ui.button(given.t("cancel")).clicked()
}

/// A path that the user types or picks in the system's dialog.
#[derive(Default)]
pub(super) struct Where {
    pub(super) text: String,
    picking: Option<Job<Option<PathBuf>>>,
}

impl Where {
    pub(super) fn from_path(path: PathBuf) -> Where {
        Where { text: path.display().to_string(), picking: None }
    }

    /// Returns the typed path without surrounding spaces.
    pub(super) fn path(&self) -> PathBuf {
        PathBuf::from(self.text.trim())
    }

    /// Draws the path in a separate form; returns the field.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        given: &SharingContext<'_>,
        name: &str,
        pick: Option<&Picker>,
    ) -> egui::Response {
        widgets::form(ui, name, |ui| self.row(ui, given, name, pick))
    }

    /// Draws the path as a row of a form; returns the field.
    pub(super) fn row(
        &mut self,
        ui: &mut Ui,
        given: &SharingContext<'_>,
        name: &str,
        pick: Option<&Picker>,
    ) -> egui::Response {
        if let Some(job) = &self.picking {
            match job.look() {
                JobPoll::News(picked) => {
                    if let Some(path) = picked {
                        self.text = path.display().to_string();
                    }
                    self.picking = None;
                }
                JobPoll::Ended => self.picking = None,
                JobPoll::Nothing => {}
            }
        }
        let browse = pick.map(|_| (given.t("browse"), self.picking.is_none()));
        let (field, pressed) = widgets::path_line(ui, &given.t(name), &mut self.text, browse);
        if let Some(pick) = pick.filter(|_| pressed) {
            let (pick, path) = (Arc::clone(pick), self.path());
            self.picking = Some(Job::start_single(waker(ui.ctx()), move |_| pick(&path)));
        }
        field
    }
}

/// Draws a row with a name and its text, unless the text is empty.
pub(super) fn fact(ui: &mut Ui, given: &SharingContext<'_>, name: &str, text: impl Into<String>) {
    let text = text.into();
    if text.is_empty() {
        return;
    }
    ui.label(RichText::new(given.t(name)).color(given.tokens.weak));
    ui.add(egui::Label::new(text).wrap());
    ui.end_row();
}

/// Draws a grid of facts with two columns.
pub(super) fn facts(ui: &mut Ui, name: &str, content: impl FnOnce(&mut Ui)) {
    egui::Grid::new(("facts", name)).num_columns(2).show(ui, content);
}
