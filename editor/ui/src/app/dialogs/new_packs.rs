//! Dialogs that create a pack: a new pack, or a copy of the open pack.

use egui::{ComboBox, Key, Response, RichText, TextEdit, Ui};
use tilewright_editor_model::pack::document::disk::shown_path;
use tilewright_editor_model::pack::template::{NewPack, NewPackError, PackNaming, StartingPoint};

use super::draw::{DialogOutcome, Draw, FIELD};
use crate::ui::widgets;

impl Draw<'_> {
    pub(super) fn new_pack(&self, ui: &mut Ui, new: &mut NewPack) -> Option<DialogOutcome> {
        ui.heading(self.t("command-new"));
        ui.label(self.t("new-about"));
        let mut outcome = None;
        let field = widgets::form(ui, "new pack", |ui| {
            let (field, browse) = self.draw_naming(ui, &mut new.naming);
            outcome = browse;
            for (number, (begins, key)) in StartingPoint::ALL.into_iter().enumerate() {
                ui.label(if number == 0 { self.t("new-begins") } else { String::new() });
                ui.radio_value(&mut new.begins, begins, self.t(key));
                ui.end_row();
            }
            ui.label("");
            // The list is always present, so that the layout does not jump.
            let chosen = new.base_title().map_or_else(|| self.t("new-choose"), str::to_owned);
            ui.add_enabled_ui(new.begins == StartingPoint::Addition, |ui| {
                let list = ComboBox::from_id_salt("new base").selected_text(chosen).width(FIELD);
                let list = list.show_ui(ui, |ui| {
                    for (id, title) in &new.bases {
                        ui.selectable_value(&mut new.base, Some(id.clone()), title);
                    }
                });
                widgets::set_name(ui, &list.response, &self.t("new-base"));
            });
            ui.end_row();
            field
        });
        let failed = new.error.as_ref().map(|error| match error {
            NewPackError::NothingToAddTo(title) => self.texts.with_name("new-nothing", title),
            NewPackError::Unwritten(why) => why.clone(),
        });
        self.draw_naming_result(ui, &new.naming, new.refusal(), failed);
        let (make, cancel) = self.decision(ui, &field, new.refusal().is_none(), "new-make");
        if make {
            outcome = new.make(self.surroundings).map(DialogOutcome::Open);
        } else if cancel {
            outcome = Some(DialogOutcome::Cancel);
        }
        outcome
    }

    pub(super) fn keep_copy(
        &self,
        ui: &mut Ui,
        naming: &mut PackNaming,
        then: &mut Box<DialogOutcome>,
    ) -> Option<DialogOutcome> {
        let is_own = matches!(**then, DialogOutcome::OpenCopy { .. });
        let (title, about) = if is_own { ("own-title", "own-about") } else { ("copy-title", "copy-about") };
        ui.heading(self.t(title));
        ui.label(self.t(about));
        let (field, mut outcome) = widgets::form(ui, "copy", |ui| {
            let called = self.draw_naming(ui, naming);
            let author = TextEdit::singleline(&mut naming.author);
            widgets::form_line(ui, &self.t("copy-author"), author, FIELD);
            ui.end_row();
            called
        });
        let refusal = naming.refusal();
        self.draw_naming_result(ui, naming, refusal, None);
        let (keep, cancel) = self.decision(ui, &field, refusal.is_none(), "copy-keep");
        if keep {
            let then = std::mem::replace(then, Box::new(DialogOutcome::Cancel));
            outcome = Some(DialogOutcome::KeepCopy(naming.clone(), then));
        } else if cancel {
            outcome = Some(DialogOutcome::Cancel);
        }
        outcome
    }

    /// Draws the form rows for the title, id and folder of a pack. Returns the field of the title, and an outcome if
    /// the user wants the system to pick a folder.
    fn draw_naming(&self, ui: &mut Ui, naming: &mut PackNaming) -> (Response, Option<DialogOutcome>) {
        let field = widgets::form_line(ui, &self.t("new-title"), TextEdit::singleline(&mut naming.title), FIELD);
        ui.end_row();
        if field.changed() {
            naming.follow();
        }
        self.first(&field);
        let id = TextEdit::singleline(&mut naming.id).font(egui::TextStyle::Monospace);
        let id = widgets::form_line(ui, &self.t("new-id"), id, FIELD).on_hover_text(self.t("new-id-about"));
        ui.end_row();
        if id.changed() {
            naming.typed_id();
        } else if id.lost_focus() {
            naming.follow();
        }
        let (parent, browse) = widgets::path_line(ui, &self.t("new-folder"), &mut naming.parent, self.browse());
        if parent.changed() {
            naming.follow();
        }
        (field, browse.then_some(DialogOutcome::Browse))
    }

    /// Shows the target folder, or the reason why the pack cannot be created, in a space of fixed height.
    fn draw_naming_result(&self, ui: &mut Ui, naming: &PackNaming, refusal: Option<&str>, failed: Option<String>) {
        let (text, colour) = match (failed, refusal) {
            (Some(why), _) => (why, self.tokens.error),
            // An empty name is shown in a neutral colour, since the user has not typed yet.
            (None, Some("new-needs-name")) => (self.t("new-needs-name"), self.tokens.weak),
            (None, Some(key)) => (self.t(key), self.tokens.warning),
            (None, None) => (self.texts.with_name("copy-into", &shown_path(&naming.folder())), self.tokens.weak),
        };
        let height = 2.0 * ui.text_style_height(&egui::TextStyle::Body);
        let room = egui::Vec2::new(ui.available_width(), height);
        ui.allocate_ui_with_layout(room, egui::Layout::top_down(egui::Align::Min), |ui| {
            ui.set_min_height(height);
            ui.add(egui::Label::new(RichText::new(text).color(colour)).wrap());
        });
    }

    /// Draws the buttons; returns whether the user confirmed, and whether the user cancelled.
    fn decision(&self, ui: &mut Ui, field: &Response, can: bool, key: &str) -> (bool, bool) {
        let enter = field.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
        ui.horizontal(|ui| {
            let make = self.main_button(ui, can, key) || enter && can;
            (make, ui.button(self.t("cancel")).clicked())
        })
        .inner
    }
}
