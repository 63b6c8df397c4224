//! The frame around the views: menus at the top and the status line at the bottom.

use egui::Ui;

use super::Editor;
use super::rooms::Room;
use crate::context::command::Menu;
use crate::context::{EditorAction, EditorCommand, Pane};
use crate::ui::theme::Tokens;
use crate::ui::{icons, widgets};

impl Editor {
    pub(super) fn menus(&self, ui: &mut Ui, by_alt: bool, actions: &mut Vec<EditorAction>) {
        egui::MenuBar::new().ui(ui, |ui| {
            if self.workspace.document.is_some() {
                let (text, keys) = (self.shell.texts.get("home"), EditorCommand::Close.shortcut());
                let keys = keys.map(|keys| ui.ctx().format_shortcut(&keys)).unwrap_or_default();
                let button = ui.button(icons::HOME).on_hover_text(format!("{text}  {keys}"));
                widgets::set_name(ui, &button, &text);
                if button.clicked() {
                    actions.push(EditorAction::Command(EditorCommand::Close));
                }
            }
            for menu in Menu::ALL {
                let opened = ui.menu_button(self.shell.texts.get(menu.text()), |ui| {
                    for command in EditorCommand::all().iter().copied().filter(|c| c.menu() == menu && c.is_in_menu()) {
                        if command == EditorCommand::Look {
                            self.look_menu(ui, actions);
                            continue;
                        }
                        let mut button = egui::Button::new(self.label(command));
                        if let Some(keys) = command.shortcut() {
                            button = button.shortcut_text(ui.ctx().format_shortcut(&keys));
                        }
                        if ui.add_enabled(self.can(command), button).clicked() {
                            actions.push(EditorAction::Command(command));
                            ui.close();
                        }
                    }
                });
                if by_alt && menu == Menu::ALL[0] {
                    opened.response.request_focus();
                }
            }
            if self.workspace.document.is_some() {
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| self.door(ui, actions));
            }
        });
    }

    /// Draws the menu of the looks of the open pack.
    fn look_menu(&self, ui: &mut Ui, actions: &mut Vec<EditorAction>) {
        let looks = self.looks();
        ui.add_enabled_ui(!looks.is_empty(), |ui| {
            ui.menu_button(self.shell.texts.get("menu-look"), |ui| {
                for look in looks {
                    if ui.add(egui::Button::selectable(look.is_chosen, &look.label)).clicked() {
                        actions.push(EditorAction::ChooseLook(look.key));
                        ui.close();
                    }
                }
            });
        });
    }

    /// Draws the switch between the workspaces and, while playing, the switch for the drawer with views of the game.
    fn door(&self, ui: &mut Ui, actions: &mut Vec<EditorAction>) {
        let room = self.shell.rooms.room;
        let keys = EditorCommand::PlayLayout.shortcut().map(|keys| ui.ctx().format_shortcut(&keys)).unwrap_or_default();
        for (to, text, icon) in [(Room::Play, "room-play", icons::PLAY), (Room::Author, "room-author", icons::PENCIL)] {
            let button = egui::Button::selectable(room == to, format!("{icon}  {}", self.shell.texts.get(text)));
            let response = ui.add(button).on_hover_text(&keys);
            widgets::set_name(ui, &response, &self.shell.texts.get(text));
            if response.clicked() && room != to {
                actions.push(EditorAction::Command(EditorCommand::PlayLayout));
            }
        }
        if room == Room::Play {
            ui.separator();
            let open = self.shell.rooms.drawer_is_open();
            let text = self.shell.texts.get("room-drawer");
            let response = ui.add(egui::Button::selectable(open, format!("{}  {text}", icons::SIDEBAR)));
            widgets::set_name(ui, &response, &text);
            if response.clicked() {
                actions.push(EditorAction::Command(EditorCommand::Drawer));
            }
        }
    }

    pub(super) fn status(&mut self, ui: &mut Ui, tokens: &'static Tokens, actions: &mut Vec<EditorAction>) {
        ui.horizontal(|ui| {
            if let Some(document) = &self.workspace.document {
                let (errors, warnings) = self.workspace.problems.counts();
                let colour = if errors > 0 { tokens.error } else { tokens.text };
                let text = egui::RichText::new(format!(
                    "{}   {}",
                    self.shell.texts.count("problems-errors", errors),
                    self.shell.texts.count("problems-warnings", warnings)
                ));
                if ui.link(text.color(colour)).clicked() {
                    actions.push(EditorAction::Command(EditorCommand::Show(Pane::Problems)));
                }
                ui.separator();
                let changed = document.changed_paths().count();
                let saved = if changed == 0 {
                    self.shell.texts.get("status-saved")
                } else {
                    self.shell.texts.count("status-changed", changed)
                };
                ui.label(saved);
                ui.separator();
                if let Some((done, of)) = self.workspace.protection.progress() {
                    let values = [("done", done.into()), ("n", of.into())];
                    let text = if of == 0 {
                        self.shell.texts.get("protect-runs")
                    } else {
                        self.shell.texts.with("protect-tries", &values)
                    };
                    ui.label(text);
                    if ui.button(self.shell.texts.get("protect-stop")).clicked() {
                        actions.push(EditorAction::Command(EditorCommand::Protect));
                    }
                    ui.separator();
                }
                if let Some(tile) = self.workspace.selection.tile() {
                    ui.label(self.shell.texts.with_name("status-tile", tile));
                    ui.separator();
                }
            }
            ui.label(self.shell.texts.count("status-zoom", (ui.ctx().zoom_factor() * 100.0).round() as usize));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                self.shell.notices.bell(ui, &self.shell.texts, tokens);
                let rest = ui.available_rect_before_wrap();
                let taken = self.shell.notices.show(ui, rest, &self.shell.texts, tokens);
                actions.extend(taken.and_then(|number| self.shell.offers.remove(&number)));
            });
        });
    }
}
