//! Dialogs about the files of a pack: a new rule, a new file, another name.

use std::sync::Arc;

use egui::{Key, RichText, Ui};
use tilewright_editor_model::pack::document::{FileChange, FileTexts};
use tilewright_editor_model::pack::file_actions::{self, NewRule, RenamedFile};
use tilewright_kit::packs::template::RuleKind;
use tilewright_language::inventory::PackInventory;
use tilewright_language::pack_texts::first_text;

use super::draw::{DialogOutcome, Draw, FIELD};
use crate::ui::widgets;

/// Templates of a new rule, each with the text keys of its name and its description.
const RULES: [(RuleKind, &str, &str); 4] = [
    (RuleKind::Score, "new-rule-score", "new-rule-score-about"),
    (RuleKind::Amend, "new-rule-amend", "new-rule-amend-about"),
    (RuleKind::React, "new-rule-react", "new-rule-react-about"),
    (RuleKind::Ask, "new-rule-ask", "new-rule-ask-about"),
];

impl Draw<'_> {
    fn files(&self) -> FileTexts {
        self.document.map(|document| document.files().clone()).unwrap_or_default()
    }

    /// Draws a form with a single field.
    pub(super) fn field(&self, ui: &mut Ui, key: &str, text: &mut String) -> egui::Response {
        let edit = egui::TextEdit::singleline(text);
        widgets::form(ui, key, |ui| widgets::form_line(ui, &self.t(key), edit, FIELD))
    }

    /// Draws the refusal and the buttons; returns whether the user confirmed, and whether the user cancelled.
    fn decide(&self, ui: &mut Ui, field: &egui::Response, refusal: Option<&'static str>, key: &str) -> (bool, bool) {
        // The line is always present, so that the layout does not jump.
        let why = refusal.map(|key| self.t(key)).unwrap_or_default();
        ui.label(RichText::new(why).color(self.tokens.warning));
        let enter = field.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
        ui.horizontal(|ui| {
            let make = self.main_button(ui, refusal.is_none(), key) || enter && refusal.is_none();
            (make, ui.button(self.t("cancel")).clicked())
        })
        .inner
    }

    pub(super) fn new_rule(&self, ui: &mut Ui, rule: &mut NewRule) -> Option<DialogOutcome> {
        ui.heading(self.t("command-new-rule"));
        ui.label(self.t("new-rule-about"));
        let field = self.field(ui, "new-name", &mut rule.name);
        self.first(&field);
        // The line with the target file is always present, so that the layout does not jump.
        let file = if rule.name.trim().is_empty() { String::new() } else { rule.path().to_string() };
        ui.label(RichText::new(file).monospace().color(self.tokens.weak));
        for (kind, name, about) in RULES {
            ui.radio_value(&mut rule.kind, kind, self.t(name));
            ui.indent(name, |ui| ui.label(RichText::new(self.t(about)).color(self.tokens.weak)));
        }
        let files = self.files();
        let (make, cancel) = self.decide(ui, &field, rule.refusal(&files), "new-make");
        if make {
            let inventory = PackInventory::read(&files, self.surroundings);
            let label = self.texts.with_name("step-new-file", &rule.path());
            return match rule.changes(&files, &inventory) {
                Ok(changes) => Some(DialogOutcome::Change { label, changes, show: rule.path() }),
                Err(error) => Some(DialogOutcome::Tell(error.to_string())),
            };
        }
        cancel.then_some(DialogOutcome::Cancel)
    }

    pub(super) fn new_file(&self, ui: &mut Ui, path: &mut String) -> Option<DialogOutcome> {
        ui.heading(self.t("command-new-file"));
        ui.label(self.t("new-file-about"));
        let field = self.field(ui, "file-path", path);
        self.first(&field);
        let wanted = path.trim();
        let refusal = file_actions::refusal(&self.files(), wanted);
        let (make, cancel) = self.decide(ui, &field, refusal, "new-make");
        if make {
            let show: Arc<str> = wanted.into();
            let text = first_text(wanted).into();
            let changes = vec![FileChange::Write { path: show.clone(), text }];
            return Some(DialogOutcome::Change { label: self.texts.with_name("step-new-file", &show), changes, show });
        }
        cancel.then_some(DialogOutcome::Cancel)
    }

    pub(super) fn rename(&self, ui: &mut Ui, file: &mut RenamedFile) -> Option<DialogOutcome> {
        ui.heading(self.texts.with_name("rename-file", &file.path));
        ui.label(self.t("rename-file-about"));
        let field = self.field(ui, "file-path", &mut file.to);
        self.first(&field);
        let files = self.files();
        let (make, cancel) = self.decide(ui, &field, file.refusal(&files), "rename-file-do");
        if make {
            let changes = file.changes(&files, &PackInventory::read(&files, self.surroundings));
            let names = [("old", file.path.to_string().into()), ("new", file.to.clone().into())];
            let label = self.texts.with("step-renamed", &names);
            return Some(DialogOutcome::Change { label, changes, show: file.to.as_str().into() });
        }
        cancel.then_some(DialogOutcome::Cancel)
    }
}
