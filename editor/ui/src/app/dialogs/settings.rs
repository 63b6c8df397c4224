//! The dialog of the user's settings. A change applies at once, and the dialog stays open.

use egui::{ComboBox, Ui};

use super::draw::{DialogOutcome, Draw};
use crate::app::settings::EditorSettings;
use crate::context::{EditorAction, SettingChange};
use crate::ui::widgets;
use crate::views::play::board_pane::speed_texts;

/// Sizes of text on offer, in hundredths of the designed size.
const SIZES: [u16; 9] = [80, 90, 100, 110, 120, 130, 150, 175, 200];

impl Draw<'_> {
    pub(super) fn settings(&self, ui: &mut Ui, now: &EditorSettings) -> Option<DialogOutcome> {
        ui.heading(self.t("settings-title"));
        let mut change = None;
        widgets::form(ui, "settings", |ui| {
            let all = self.texts.languages();
            let language = all.iter().position(|(code, _)| code == self.texts.code()).unwrap_or(0);
            let names: Vec<String> = all.iter().map(|(_, name)| name.clone()).collect();
            if let Some(chosen) = self.setting(ui, "settings-language", &names, language) {
                change = Some(SettingChange::Language(all[chosen].0.clone()));
            }
            let themes = [None, Some(false), Some(true)];
            let names = ["settings-theme-system", "settings-theme-light", "settings-theme-dark"].map(|key| self.t(key));
            let theme = themes.iter().position(|dark| *dark == now.dark).unwrap_or(0);
            if let Some(chosen) = self.setting(ui, "settings-theme", &names, theme) {
                change = Some(SettingChange::Dark(themes[chosen]));
            }
            let size = (now.zoom * 100.0).round() as u16;
            let mut sizes = SIZES.to_vec();
            // The list includes a size that was set with keys.
            if let Err(at) = sizes.binary_search(&size) {
                sizes.insert(at, size);
            }
            let names: Vec<String> = sizes.iter().map(|size| format!("{size} %")).collect();
            let at = sizes.binary_search(&size).unwrap_or(0);
            if let Some(chosen) = self.setting(ui, "settings-size", &names, at) {
                change = Some(SettingChange::Zoom(f32::from(sizes[chosen]) / 100.0));
            }
            let names: Vec<String> = speed_texts().map(|key| self.t(key)).collect();
            if let Some(chosen) = self.setting(ui, "settings-speed", &names, now.speed) {
                change = Some(SettingChange::Speed(chosen));
            }
            ui.label("");
            let mut motion = now.motion;
            if ui.checkbox(&mut motion, self.t("settings-motion")).changed() {
                change = Some(SettingChange::Motion(motion));
            }
            ui.end_row();
        });
        let close = ui.button(self.t("close"));
        self.first(&close);
        if close.clicked() {
            return Some(DialogOutcome::Cancel);
        }
        change.map(|change| DialogOutcome::Stay(EditorAction::Set(change)))
    }

    /// Draws a row of the form with a list; returns the index of an entry that the user chose.
    fn setting(&self, ui: &mut Ui, key: &str, names: &[String], now: usize) -> Option<usize> {
        let label = ui.label(self.t(key));
        let mut chosen = now;
        let shown = names.get(now).cloned().unwrap_or_default();
        let list = ComboBox::from_id_salt(key).selected_text(shown).width(220.0);
        let list = list.show_ui(ui, |ui| {
            for (number, name) in names.iter().enumerate() {
                ui.selectable_value(&mut chosen, number, name);
            }
        });
        widgets::set_name(ui, &list.response, &self.t(key));
        drop(list.response.labelled_by(label.id));
        ui.end_row();
        (chosen != now).then_some(chosen)
    }
}
