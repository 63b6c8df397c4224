//! Search and replace in the open file.

use egui::{Key, Modifiers, Ui};
use tilewright_editor_model::pack::document::{FileChange, TextEdit};

use crate::context::{EditorAction, ViewCx};
use crate::ui::widgets;

/// State of the search bar.
#[derive(Default)]
pub(super) struct Find {
    pub(super) text: String,
    pub(super) asks_focus: bool,
    pub(super) replaces: bool,
    /// Position of the cursor when the search started; the search for typed text starts from there.
    pub(super) from: usize,
    with: String,
    exact: bool,
    /// Matches as byte offsets, and the key of the search that found them.
    found: Vec<usize>,
    key: Option<(u64, String, bool)>,
}

/// Returns the start of each match of `wanted` in a text; no matches if `wanted` is empty.
pub(super) fn places(text: &str, wanted: &str, exact: bool) -> Vec<usize> {
    if wanted.is_empty() {
        return Vec::new();
    }
    if exact {
        return text.match_indices(wanted).map(|(at, _)| at).collect();
    }
    // Only ASCII letters ignore case: lowercasing them keeps byte offsets valid.
    let (text, wanted) = (text.to_ascii_lowercase(), wanted.to_ascii_lowercase());
    text.match_indices(&*wanted).map(|(at, _)| at).collect()
}

/// Text that the search bar searches: a file of the open pack at a revision.
#[derive(Clone, Copy)]
pub(super) struct SearchedText<'a> {
    pub(super) path: &'a str,
    pub(super) text: &'a str,
    pub(super) revision: u64,
}

/// Request of the search bar to the code view.
#[derive(Default)]
pub(super) struct FindRequest {
    pub(super) close: bool,
    /// Range to select now.
    pub(super) go: Option<std::ops::Range<usize>>,
    /// Range to select after the pending change is applied.
    pub(super) later: Option<std::ops::Range<usize>>,
}

impl Find {
    /// Returns the ranges of all matches.
    pub(super) fn matches(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        self.found.iter().map(|&at| at..at + self.text.len())
    }

    fn look(&mut self, text: &str, revision: u64) {
        let key = (revision, self.text.clone(), self.exact);
        if self.key.as_ref() == Some(&key) {
            return;
        }
        self.key = Some(key);
        self.found = places(text, &self.text, self.exact);
    }

    fn next(&self, from: usize) -> Option<usize> {
        self.found.iter().copied().find(|at| *at >= from).or_else(|| self.found.first().copied())
    }

    fn previous(&self, from: usize) -> Option<usize> {
        self.found.iter().rev().copied().find(|at| *at < from).or_else(|| self.found.last().copied())
    }

    /// Draws the bar. `chosen` is the selection in the text.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        cx: &mut ViewCx<'_>,
        searched: SearchedText<'_>,
        chosen: &std::ops::Range<usize>,
        editable: bool,
    ) -> FindRequest {
        let SearchedText { path, text, revision } = searched;
        let mut asked = FindRequest::default();
        ui.horizontal_wrapped(|ui| {
            let back = ui.input(|i| i.modifiers.shift);
            let field = widgets::filter(ui, &mut self.text, &cx.t("code-find"));
            if std::mem::take(&mut self.asks_focus) {
                field.request_focus();
            }
            self.look(text, revision);
            let count = self.found.len();
            let enter = field.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter)) && count > 0;
            let next = ui.add_enabled(count > 0, egui::Button::new(cx.t("code-find-next"))).clicked();
            let previous = ui.add_enabled(count > 0, egui::Button::new(cx.t("code-find-previous"))).clicked();
            ui.checkbox(&mut self.exact, cx.t("code-find-exact"));
            ui.label(cx.texts.count("code-found", count));
            let at = if field.changed() {
                self.next(self.from)
            } else if next || (enter && !back) {
                self.next(chosen.end)
            } else if previous || enter {
                self.previous(chosen.start)
            } else {
                None
            };
            if enter {
                field.request_focus();
            }
            asked.go = at.map(|at| at..at + self.text.len());
            ui.checkbox(&mut self.replaces, cx.t("code-replaces"));
            let escape = (field.has_focus() || field.lost_focus())
                && ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Escape));
            asked.close = ui.button(cx.t("close")).clicked() || escape;
        });
        if self.replaces && editable {
            ui.horizontal_wrapped(|ui| {
                widgets::filter(ui, &mut self.with, &cx.t("code-replace-with"));
                let here = self.found.contains(&chosen.start) && chosen.len() == self.text.len();
                if ui.add_enabled(here, egui::Button::new(cx.t("code-replace"))).clicked() {
                    cx.change(cx.t("step-replace"), vec![FileChange::edit(path, chosen.clone(), self.with.clone())]);
                    let start = chosen.start;
                    asked.later = Some(start..start + self.with.len());
                }
                let all = egui::Button::new(cx.texts.count("code-replace-all", self.found.len()));
                if ui.add_enabled(!self.found.is_empty(), all).clicked() {
                    let mut edits: Vec<TextEdit> = Vec::new();
                    for range in self.matches() {
                        // Matches may overlap; only the first of two overlapping matches is replaced.
                        if edits.last().is_none_or(|last| last.range.end <= range.start) {
                            edits.push(TextEdit::new(range, self.with.clone()));
                        }
                    }
                    let change = FileChange::Edit { path: path.into(), edits };
                    cx.ask(EditorAction::Change(cx.t("step-replace"), vec![change]));
                }
            });
        }
        asked
    }
}
