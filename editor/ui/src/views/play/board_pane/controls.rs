//! The tool buttons above the board.

use egui::containers::menu::MenuButton;
use egui::{Button, Key, Response, RichText, TextWrapMode, Ui, Vec2};
use tilewright_editor_model::table::TableGame;
use tilewright_kit::suite::ExpectedParts;

use super::{Pace, SPEEDS, TableView};
use crate::context::command::EditorCommand;
use crate::context::{EditorAction, ViewCx};
use crate::play::PlayState;
use crate::ui::{icons, widgets};
use crate::views::play::report;

/// A tool of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TableTool {
    New,
    Step,
    PlayOn,
    Back,
    Fit,
    Hold,
    Setup,
    Invite,
    Games,
    Again,
    Test,
}

/// All tools. In a narrow row, the last ones move to the menu first.
const TOOLS: [TableTool; 11] = [
    TableTool::New,
    TableTool::Back,
    TableTool::Step,
    TableTool::PlayOn,
    TableTool::Setup,
    TableTool::Invite,
    TableTool::Fit,
    TableTool::Hold,
    TableTool::Games,
    TableTool::Again,
    TableTool::Test,
];

/// Width and height of a tool button, and space between two buttons, in points.
const SIZE: f32 = 28.0;
const GAP: f32 = 4.0;

/// Appearance of a tool in its current state.
struct Stand {
    text: &'static str,
    icon: &'static str,
    about: Option<&'static str>,
    command: Option<EditorCommand>,
    can: bool,
}

impl TableView {
    /// Draws the tools in a row; tools that do not fit are in a menu at the end. Returns the tools that the user has
    /// chosen by the pointer, the keyboard or a command.
    pub(super) fn controls(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, play: &PlayState) -> Vec<TableTool> {
        let told = std::mem::take(&mut self.told);
        let room = ((ui.available_width() + GAP) / (SIZE + GAP)).floor() as usize;
        // The menu is always present, because it also contains the speed.
        let (shown, hidden) = TOOLS.split_at(room.saturating_sub(1).clamp(1, TOOLS.len()));
        let mut chosen = None;
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            ui.spacing_mut().button_padding.x = 4.0;
            for &tool in shown {
                let stand = self.stand(play, tool);
                let sign = Button::new(RichText::new(stand.icon).size(18.0)).min_size(Vec2::splat(SIZE));
                let button = add_tool_button(ui, cx, &stand, sign);
                chosen = if button.clicked() { Some(tool) } else { chosen };
            }
            let more = Button::new(RichText::new("…").size(18.0)).min_size(Vec2::splat(SIZE));
            let (more, _) = MenuButton::from_button(more).ui(ui, |ui| {
                ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
                ui.spacing_mut().button_padding.x = 9.0;
                for &tool in hidden {
                    let stand = self.stand(play, tool);
                    let button = Button::new(format!("{}  {}", stand.icon, cx.t(stand.text)));
                    if add_tool_button(ui, cx, &stand, button).clicked() {
                        chosen = Some(tool);
                        ui.close();
                    }
                }
                if !hidden.is_empty() {
                    ui.separator();
                }
                ui.label(RichText::new(cx.t("try-speed")).color(cx.tokens.weak));
                for (number, (key, _)) in SPEEDS.iter().enumerate() {
                    ui.selectable_value(&mut self.speed, number, cx.t(key));
                }
            });
            widgets::set_name(ui, &more, &cx.t("try-other"));
        });
        let typing = self.is_typing(ui);
        let by_key = ui.input(|i| i.key_pressed(Key::Backspace)) && !typing;
        let by_key = (by_key && self.stand(play, TableTool::Back).can).then_some(TableTool::Back);
        let by_command = TOOLS.into_iter().filter(|tool| {
            let stand = self.stand(play, *tool);
            *tool != TableTool::Games && stand.command.is_some_and(|command| told.contains(&command))
        });
        chosen.into_iter().chain(by_key).chain(by_command).collect()
    }

    fn stand(&self, play: &PlayState, tool: TableTool) -> Stand {
        let table = play.table.as_ref();
        let can_go_on = table.is_some_and(TableGame::can_go_on);
        let answered = table.is_some_and(|table| table.session().answers() > 0);
        let hosted = table.is_some_and(TableGame::is_hosted);
        let all = self.pace == Pace::All;
        let plain = |text, icon, can| Stand { text, icon, about: None, command: None, can };
        let by = |command, text, icon, can| Stand { command: Some(command), ..plain(text, icon, can) };
        match tool {
            TableTool::New => by(EditorCommand::NewGame, "try-new", icons::NEW, !hosted),
            TableTool::Step => by(EditorCommand::Step, "try-step", icons::STEP, can_go_on),
            TableTool::PlayOn if all => by(EditorCommand::PlayOn, "try-pause", icons::PAUSE, can_go_on),
            TableTool::PlayOn => by(EditorCommand::PlayOn, "try-play", icons::PLAY, can_go_on),
            TableTool::Back => Stand { about: Some("try-back-about"), ..plain("try-back", icons::BACK, answered) },
            TableTool::Fit => plain("try-fit", icons::FIT, table.is_some()),
            TableTool::Hold if self.pace == Pace::Held => plain("try-go-on", icons::PLAY, can_go_on && !all),
            TableTool::Hold => plain("try-hold", icons::HOLD, can_go_on && !all),
            TableTool::Setup => Stand { about: Some("try-setup-about"), ..plain("try-setup", icons::SETUP, !hosted) },
            TableTool::Invite => {
                let can = table.is_some_and(TableGame::can_have_guests);
                by(EditorCommand::Invite, "command-invite", icons::INVITE, can)
            }
            TableTool::Games => by(EditorCommand::Games, "games-title", icons::GAMES, true),
            TableTool::Again => plain("try-again", icons::AGAIN, !hosted),
            TableTool::Test => {
                let secret = table.is_some_and(TableGame::keeps_secrets);
                let about = Some(if secret { "play-secret" } else { "try-test-about" });
                Stand { about, ..plain("try-test", icons::TEST, answered && !secret) }
            }
        }
    }

    /// Performs the action of a tool. With `shift`, a single answer is undone.
    pub(super) fn take(&mut self, cx: &mut ViewCx<'_>, play: &mut PlayState, tool: TableTool, shift: bool) {
        match tool {
            // The game of the guests would end.
            TableTool::New | TableTool::Setup | TableTool::Again if play.invitation.is_some() => return,
            TableTool::Back if play.take_back_hosted() => return,
            TableTool::New => return play.begin(),
            TableTool::Setup => play.setting_up = true,
            TableTool::Again => return play.begin_again(),
            TableTool::Invite => cx.ask(EditorAction::Command(EditorCommand::Invite)),
            TableTool::Games => cx.ask(EditorAction::Command(EditorCommand::Games)),
            TableTool::Fit => play.camera.show_all(),
            TableTool::Hold => self.pace = if self.pace == Pace::Held { Pace::Bots } else { Pace::Held },
            TableTool::PlayOn => self.pace = if self.pace == Pace::All { Pace::Held } else { Pace::All },
            TableTool::Step | TableTool::Back | TableTool::Test => {}
        }
        let Some(table) = &mut play.table else { return };
        match tool {
            TableTool::Step => {
                table.step();
            }
            TableTool::Back => {
                self.pace = if self.pace == Pace::All { Pace::Held } else { self.pace };
                if shift {
                    table.undo()
                } else {
                    table.undo_to_question()
                };
            }
            TableTool::Test => save_as_test(cx, table),
            _ => {}
        }
    }
}

/// Adds a tool button whose tooltip has its name, its shortcut and, for some tools, an explanation.
fn add_tool_button(ui: &mut Ui, cx: &ViewCx<'_>, stand: &Stand, button: Button<'_>) -> Response {
    let name = cx.t(stand.text);
    let button = ui.add_enabled(stand.can, button);
    widgets::set_name(ui, &button, &name);
    let told = stand.about.map_or_else(|| name.clone(), |about| format!("{name}: {}", cx.t(about)));
    let keys = stand.command.and_then(EditorCommand::shortcut).map(|keys| ui.ctx().format_shortcut(&keys));
    let told = keys.map_or_else(|| told.clone(), |keys| format!("{told} ({keys})"));
    button.on_hover_text(&told).on_disabled_hover_text(told)
}

/// Saves the game as a test of the pack: draws, answers and final scores.
fn save_as_test(cx: &mut ViewCx<'_>, table: &mut TableGame) {
    let scores: Vec<String> = table.game().scores().iter().map(ToString::to_string).collect();
    let name = cx.texts.with_name("try-test-name", &scores.join(" : "));
    let text = table.as_test(&name, ExpectedParts::default()) + "\n";
    report::keep_test(cx, "try-test", text);
}
