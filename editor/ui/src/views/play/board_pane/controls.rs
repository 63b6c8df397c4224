//! The buttons above the board.

use egui::{Button, ComboBox, Ui};
use tilewright_kit::suite::Wanted;

use super::{NARROW, Pace, SPEEDS, TableView};
use crate::context::Cx;
use crate::context::command::Command;
use crate::play::Play;
use crate::play::table::Table;
use crate::ui::widgets;
use crate::views::play::{report, seats};

impl TableView {
    /// The buttons above the board; what was told by menu or key is done too.
    pub(super) fn controls(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, play: &mut Play) {
        let told = std::mem::take(&mut self.told);
        let told = |command| told.contains(&command);
        if told(Command::NewGame) {
            play.begin();
        }
        let narrow = ui.available_width() < NARROW;
        ui.horizontal_wrapped(|ui| {
            if button(ui, cx, Command::NewGame, "try-new", true) {
                play.begin();
            }
            if let Some(table) = &mut play.table {
                let can = table.can_go_on();
                if button(ui, cx, Command::Step, "try-step", can) || told(Command::Step) {
                    table.step();
                }
                let all = self.pace == Pace::All;
                let play_on = if all { "try-pause" } else { "try-play" };
                if button(ui, cx, Command::PlayOn, play_on, can) || told(Command::PlayOn) {
                    self.pace = if all { Pace::Held } else { Pace::All };
                }
                if ui.add_enabled(table.session().answers() > 0, Button::new(cx.t("try-back"))).clicked() {
                    self.pace = if self.pace == Pace::All { Pace::Held } else { self.pace };
                    table.undo();
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
        if ui.button(cx.t("try-setup")).on_hover_text(cx.t("try-setup-about")).clicked() {
            play.setting_up = true;
        }
        if ui.button(cx.t("try-again")).clicked() {
            play.begin_again();
        }
        let Some(table) = &mut play.table else { return };
        let all = self.pace == Pace::All;
        let held = self.pace == Pace::Held;
        let hold = Button::new(cx.t(if held { "try-go-on" } else { "try-hold" }));
        if ui.add_enabled(table.can_go_on() && !all, hold).clicked() {
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
        let test = ui.add_enabled(can, Button::new(cx.t("try-test")));
        let why_not = if table.keeps_secrets() { "play-secret" } else { "try-test-about" };
        let test = test.on_hover_text(cx.t("try-test-about")).on_disabled_hover_text(cx.t(why_not));
        if test.clicked() {
            save_as_test(cx, table);
        }
        if ui.button(cx.t("try-fit")).clicked() {
            play.camera.fits = true;
        }
    }
}

/// A button for what a command does too; it names the keys. Whether it was clicked.
fn button(ui: &mut Ui, cx: &Cx<'_>, command: Command, text: &str, can: bool) -> bool {
    let button = ui.add_enabled(can, Button::new(cx.t(text)));
    match command.shortcut() {
        Some(keys) => button.on_hover_text(ui.ctx().format_shortcut(&keys)).clicked(),
        None => button.clicked(),
    }
}

/// Writes the game as a test of the pack: what was drawn and chosen, and the scores it came to.
fn save_as_test(cx: &mut Cx<'_>, table: &mut Table) {
    let scores: Vec<String> = table.game().scores().iter().map(ToString::to_string).collect();
    let name = cx.texts.named("try-test-name", &scores.join(" : "));
    let text = table.as_test(&name, Wanted::default()) + "\n";
    report::keep_test(cx, "try-test", text);
}
