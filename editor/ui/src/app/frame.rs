//! What stands around the panes: the menus above and the line below.

use egui::Ui;

use super::Editor;
use crate::context::command::Menu;
use crate::context::{Action, Command, Pane};
use crate::ui::theme::Tokens;

impl Editor {
    pub(super) fn menus(&self, ui: &mut Ui, actions: &mut Vec<Action>) {
        egui::MenuBar::new().ui(ui, |ui| {
            for menu in Menu::ALL {
                ui.menu_button(self.texts.get(menu.text()), |ui| {
                    for command in Command::all().iter().copied().filter(|c| c.menu() == menu) {
                        let mut button = egui::Button::new(self.label(command));
                        if let Some(keys) = command.shortcut() {
                            button = button.shortcut_text(ui.ctx().format_shortcut(&keys));
                        }
                        if ui.add_enabled(self.can(command), button).clicked() {
                            actions.push(Action::Command(command));
                            ui.close();
                        }
                    }
                });
            }
        });
    }

    pub(super) fn status(&mut self, ui: &mut Ui, tokens: &'static Tokens, actions: &mut Vec<Action>) {
        ui.horizontal(|ui| {
            if let Some(document) = &self.document {
                let (errors, warnings) = self.problems.counts();
                let colour = if errors > 0 { tokens.error } else { tokens.text };
                let text = egui::RichText::new(format!(
                    "{}   {}",
                    self.texts.count("problems-errors", errors),
                    self.texts.count("problems-warnings", warnings)
                ));
                if ui.link(text.color(colour)).clicked() {
                    actions.push(Action::Command(Command::Show(Pane::Problems)));
                }
                ui.separator();
                let changed = document.changed().count();
                let saved = if changed == 0 {
                    self.texts.get("status-saved")
                } else {
                    self.texts.count("status-changed", changed)
                };
                ui.label(saved);
                ui.separator();
                if let Some((done, of)) = self.protection.progress() {
                    let values = [("done", done.into()), ("n", of.into())];
                    let text = if of == 0 {
                        self.texts.get("protect-runs")
                    } else {
                        self.texts.with("protect-tries", &values)
                    };
                    ui.label(text);
                    if ui.button(self.texts.get("protect-stop")).clicked() {
                        actions.push(Action::Command(Command::Protect));
                    }
                    ui.separator();
                }
                if let Some(tile) = self.selection.tile() {
                    ui.label(self.texts.named("status-tile", tile));
                    ui.separator();
                }
            }
            ui.label(self.texts.count("status-zoom", (ui.ctx().zoom_factor() * 100.0).round() as usize));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                self.notices.bell(ui, &self.texts, tokens);
            });
        });
    }
}
