//! The texts of the pack as a table, with a row for each key and a column for each language. Missing texts are marked.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use egui::{Grid, Id, RichText, ScrollArea, Ui};
use tilewright_editor_model::pack::document::FileChange;
use tilewright_language::inventory::{PackInventory, TextEntry};
use tilewright_pack::edit::{Draft, EditError, PathStep, Written};

use crate::context::{EditorAction, ViewCx};
use crate::ui::notices::NoticeWeight;
use crate::ui::theme::Emphasis;
use crate::ui::widgets::entry::{FieldShape as Look, FieldTexts, Handing};
use crate::ui::widgets::{filter, set_name};

/// State of the table between frames.
#[derive(Default)]
pub(super) struct TextsTable {
    filter: String,
    missing_only: bool,
    entries: FieldTexts,
    language: String,
    key: String,
}

/// A row: whether the text is required, and its entry in each language.
#[derive(Default)]
struct TextRow<'a> {
    needed: bool,
    at: BTreeMap<&'a str, &'a TextEntry>,
}

impl TextsTable {
    pub(super) fn show(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, inventory: &PackInventory) {
        let languages = inventory.languages();
        let entries = inventory.texts();
        let mut rows: BTreeMap<Arc<str>, TextRow<'_>> = BTreeMap::new();
        for (key, needed) in inventory.wanted_texts() {
            rows.entry(key.as_str().into()).or_default().needed |= needed;
        }
        for entry in &entries {
            rows.entry(entry.key.clone()).or_default().at.insert(&entry.language, entry);
        }
        let is_missing = |row: &TextRow<'_>| {
            let some = row.needed || !row.at.is_empty();
            some && languages.iter().any(|l| !row.at.contains_key(&**l))
        };
        let missing = rows.values().filter(|row| is_missing(row)).count();
        ui.horizontal_wrapped(|ui| {
            ui.heading(cx.t("section-texts"));
            filter(ui, &mut self.filter, &cx.t("texts-filter"));
            ui.checkbox(&mut self.missing_only, cx.texts.count("texts-missing-only", missing));
        });
        self.new_ones(ui, cx, inventory, &languages);
        ui.separator();
        let wanted = self.filter.to_lowercase();
        let fits = |key: &str, row: &TextRow<'_>| {
            let text = || row.at.values().any(|e| e.text.to_lowercase().contains(&wanted));
            (!self.missing_only || is_missing(row)) && (key.to_lowercase().contains(&wanted) || text())
        };
        let shown: Vec<(&Arc<str>, &TextRow<'_>)> = rows.iter().filter(|(key, row)| fits(key, row)).collect();
        if shown.is_empty() {
            ui.label(RichText::new(cx.t("filter-nothing")).color(cx.tokens.weak));
        }
        let width = ((ui.available_width() - 190.0) / languages.len() as f32 - 12.0).clamp(110.0, 320.0);
        let mut field_edits: Vec<(Arc<str>, Arc<str>, String)> = Vec::new();
        ScrollArea::both().auto_shrink(false).show(ui, |ui| {
            Grid::new("texts").striped(true).num_columns(languages.len() + 1).show(ui, |ui| {
                ui.label(RichText::new(cx.t("texts-key")).medium());
                for language in &languages {
                    ui.label(RichText::new(&**language).medium());
                }
                ui.end_row();
                for (key, row) in shown {
                    ui.horizontal(|ui| {
                        if is_missing(row) {
                            let mark = RichText::new("⚠").color(cx.tokens.warning);
                            ui.label(mark).on_hover_text(cx.t("texts-missing"));
                        }
                        ui.label(RichText::new(&**key).monospace());
                    });
                    for language in &languages {
                        let value = row.at.get(&**language).map_or("", |e| &e.text);
                        let id = Id::unique(("text", &**key, &**language));
                        let name = format!("{key} {language}");
                        let hint = match row.at.contains_key(&**language) {
                            true => String::new(),
                            false if is_missing(row) => cx.t("texts-missing"),
                            false => cx.t("texts-optional"),
                        };
                        let look = Look { name: &name, width, hint: &hint, code: false };
                        let (_, new) = self.entries.line(ui, id, look, value, Handing::Live);
                        if let Some(text) = new {
                            field_edits.push((key.clone(), language.clone(), text));
                        }
                    }
                    ui.end_row();
                }
            });
        });
        for (key, language, text) in field_edits {
            let values = [("key", (&*key).into()), ("language", (&*language).into())];
            let label = cx.texts.with("step-text", &values);
            match set_text(inventory, cx, &language, &key, &text) {
                Ok(change) => cx.ask(EditorAction::Fill(label, change)),
                Err(error) => {
                    let id = Id::unique(("text", &*key, &*language));
                    self.entries.refuse(id, error.to_string());
                    cx.ask(EditorAction::Notify(NoticeWeight::Failed, error.to_string()));
                }
            }
        }
    }

    /// Draws the fields that add a language or a key.
    fn new_ones(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, inventory: &PackInventory, languages: &[Arc<str>]) {
        ui.horizontal_wrapped(|ui| {
            let field = ui.add(
                egui::TextEdit::singleline(&mut self.language)
                    .desired_width(60.0)
                    .hint_text(cx.t("texts-language-hint")),
            );
            set_name(ui, &field, &cx.t("texts-language"));
            let good = self.language.starts_with(|c: char| c.is_ascii_lowercase())
                && self.language.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
                && languages.iter().all(|l| **l != *self.language);
            if ui.add_enabled(good, egui::Button::new(cx.t("texts-add-language"))).clicked() {
                let language = std::mem::take(&mut self.language);
                let path: Arc<str> = format!("texts/{language}.ron").into();
                if cx.document.text(&path).is_none() {
                    let text = format!("Texts(\"{language}\", {{\n}})\n").into();
                    cx.change(cx.texts.with_name("step-added", &language), vec![FileChange::Write { path, text }]);
                }
            }
            ui.add_space(12.0);
            let field = ui
                .add(egui::TextEdit::singleline(&mut self.key).desired_width(140.0).hint_text(cx.t("texts-key-hint")));
            set_name(ui, &field, &cx.t("texts-new-key"));
            let taken: BTreeSet<Arc<str>> = inventory.texts().into_iter().map(|e| e.key).collect();
            let good = !self.key.trim().is_empty() && !taken.contains(self.key.trim());
            if ui.add_enabled(good, egui::Button::new(cx.t("texts-add-key"))).clicked() {
                let key = std::mem::take(&mut self.key).trim().to_owned();
                match set_text(inventory, cx, "en", &key, "") {
                    Ok(change) => cx.change(cx.texts.with_name("step-added", &key), vec![change]),
                    Err(error) => cx.ask(EditorAction::Notify(NoticeWeight::Failed, error.to_string())),
                }
                self.filter = key;
            }
        });
    }
}

/// Returns the change that sets a text, creating the file of the language if necessary.
fn set_text(
    inventory: &PackInventory,
    cx: &ViewCx<'_>,
    language: &str,
    key: &str,
    text: &str,
) -> Result<FileChange, EditError> {
    let entries = inventory.texts();
    let same = |e: &&TextEntry| *e.language == *language;
    let file = (entries.iter().filter(same).find(|e| *e.key == *key))
        .or_else(|| entries.iter().find(same))
        .map(|e| e.file.clone())
        .unwrap_or_else(|| format!("texts/{language}.ron").into());
    let Some(old) = cx.document.text(&file) else {
        let value = Written::Tuple(
            Some("Texts".to_owned()),
            vec![Written::text(language), Written::Map(vec![(Written::text(key), Written::text(text))])],
        );
        let text = format!("{}\n", value.print(0, 0, 0)).into();
        return Ok(FileChange::Write { path: file, text });
    };
    let mut draft = Draft::new(old)?;
    draft.set_entry(&[PathStep::Item(1)], key, &Written::text(text))?;
    Ok(FileChange::Edit { path: file, edits: draft.edits() })
}
