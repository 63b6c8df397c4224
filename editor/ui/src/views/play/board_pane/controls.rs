//! The buttons above the board.

use egui::{Button, ComboBox, Ui};
use tilewright_kit::suite::Wanted;

use super::{Pace, SPEEDS, TableView};
use crate::context::command::Command;
use crate::context::{Action, Cx};
use crate::play::Play;
use crate::play::table::Table;
use crate::ui::{icons, widgets};
use crate::views::play::{report, seats};

impl TableView {
    /// The tools; what was told by menu or key is done too. In a narrow pane those used less often are in a menu.
    pub(super) fn controls(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, play: &mut Play, narrow: bool) {
        let told = std::mem::take(&mut self.told);
        let told = |command| told.contains(&command);
        let typing = self.is_typing(ui);
        if told(Command::NewGame) {
            play.begin();
        }
        ui.horizontal_wrapped(|ui| {
            if button(ui, cx, Command::NewGame, ("try-new", icons::NEW), true) {
                play.begin();
            }
            if let Some(table) = &mut play.table {
                let can = table.can_go_on();
                if button(ui, cx, Command::Step, ("try-step", icons::STEP), can) || told(Command::Step) {
                    table.step();
                }
                let all = self.pace == Pace::All;
                let play_on = if all { ("try-pause", icons::PAUSE) } else { ("try-play", icons::PLAY) };
                if button(ui, cx, Command::PlayOn, play_on, can) || told(Command::PlayOn) {
                    self.pace = if all { Pace::Held } else { Pace::All };
                }
                let can = table.session().answers() > 0;
                let back = tool(ui, cx, ("try-back", icons::BACK), Some("try-back-about"), can).clicked();
                let (by_key, shift) = ui.input(|i| (i.key_pressed(egui::Key::Backspace), i.modifiers.shift));
                if can && (back || by_key && !typing) {
                    self.pace = if self.pace == Pace::All { Pace::Held } else { self.pace };
                    if shift {
                        table.undo()
                    } else {
                        table.undo_to_question()
                    };
                }
            }
            if narrow {
                let more = ui.menu_button("…", |ui| self.less_often(ui, cx, play));
                widgets::named(ui, &more.response, &cx.t("try-other"));
            } else {
                self.less_often(ui, cx, play);
            }
        });
    }

    /// What is used less often: in a menu where there is little room.
    fn less_often(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, play: &mut Play) {
        if tool(ui, cx, ("try-setup", icons::SETUP), Some("try-setup-about"), true).clicked() {
            play.setting_up = true;
        }
        if tool(ui, cx, ("try-again", icons::AGAIN), None, true).clicked() {
            play.begin_again();
        }
        if button(ui, cx, Command::Games, ("games-title", icons::GAMES), true) {
            cx.ask(Action::Command(Command::Games));
            ui.close();
        }
        let Some(table) = &mut play.table else { return };
        let all = self.pace == Pace::All;
        let held = self.pace == Pace::Held;
        let hold = if held { ("try-go-on", icons::PLAY) } else { ("try-hold", icons::HOLD) };
        if tool(ui, cx, hold, None, table.can_go_on() && !all).clicked() {
            self.pace = if held { Pace::Bots } else { Pace::Held };
        }
        seats::room_for(ui, 110.0);
        let speed = ComboBox::from_id_salt("speed").selected_text(cx.t(SPEEDS[self.speed].0)).show_ui(ui, |ui| {
            for (number, (key, _)) in SPEEDS.iter().enumerate() {
                ui.selectable_value(&mut self.speed, number, cx.t(key));
            }
        });
        widgets::named(ui, &speed.response, &cx.t("try-speed"));
        let can = table.session().answers() > 0 && !table.keeps_secrets();
        let why_not = if table.keeps_secrets() { "play-secret" } else { "try-test-about" };
        let test = tool(ui, cx, ("try-test", icons::TEST), Some("try-test-about"), can);
        let test = test.on_disabled_hover_text(cx.t(why_not));
        if test.clicked() {
            save_as_test(cx, table);
        }
        if tool(ui, cx, ("try-fit", icons::FIT), None, true).clicked() {
            play.camera.show_all();
        }
    }
}

/// A button for what a command does too; it names the keys. Whether it was clicked.
fn button(ui: &mut Ui, cx: &Cx<'_>, command: Command, sign: (&str, &str), can: bool) -> bool {
    let button = tool(ui, cx, sign, None, can);
    match command.shortcut() {
        Some(keys) => button.on_hover_text(ui.ctx().format_shortcut(&keys)).clicked(),
        None => button.clicked(),
    }
}

/// A tool: a sign whose name is told when one points at it, and more where the name is not enough.
fn tool(ui: &mut Ui, cx: &Cx<'_>, (text, icon): (&str, &str), about: Option<&str>, can: bool) -> egui::Response {
    let name = cx.t(text);
    let sign = Button::new(egui::RichText::new(icon).size(18.0)).min_size(egui::Vec2::splat(30.0));
    let button = ui.add_enabled(can, sign).on_hover_text(match about {
        Some(about) => format!("{name}: {}", cx.t(about)),
        None => name.clone(),
    });
    widgets::named(ui, &button, &name);
    button
}

/// Writes the game as a test of the pack: what was drawn and chosen, and the scores it came to.
fn save_as_test(cx: &mut Cx<'_>, table: &mut Table) {
    let scores: Vec<String> = table.game().scores().iter().map(ToString::to_string).collect();
    let name = cx.texts.named("try-test-name", &scores.join(" : "));
    let text = table.as_test(&name, Wanted::default()) + "\n";
    report::keep_test(cx, "try-test", text);
}
