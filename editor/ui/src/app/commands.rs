//! Execution of the commands that the user gives.

use egui::Context;
use tilewright_editor_model::pack::document::Document;
use tilewright_editor_model::pack::template;
use tilewright_editor_model::table::Table;

use super::Editor;
use super::dialogs::{Dialog, Outcome};
use super::rooms::Room;
use crate::context::{Command, Pane};
use crate::ui::notices::Weight;
use crate::views::guide::Guide;

impl Editor {
    /// Returns the name of a command as menus show it; undo and redo include the step.
    pub(crate) fn label(&self, command: Command) -> String {
        let name = self.texts.get(command.text());
        let what = match (command, &self.document) {
            (Command::Undo, Some(document)) => document.undo_label(),
            (Command::Redo, Some(document)) => document.redo_label(),
            _ => None,
        };
        what.map_or(name.clone(), |what| format!("{name}: {what}"))
    }

    /// Returns true if the command is available now.
    pub(crate) fn can(&self, command: Command) -> bool {
        let Some(document) = &self.document else { return !command.needs_pack() };
        match command {
            Command::Share | Command::Test | Command::Protect if self.visit.is_some() => false,
            Command::Undo => document.undo_label().is_some(),
            Command::Redo => document.redo_label().is_some(),
            Command::NextProblem | Command::PreviousProblem => !self.problems.all.is_empty(),
            Command::PlayOn | Command::Step => {
                self.table().is_none_or(tilewright_editor_model::table::Table::can_go_on)
            }
            Command::SaveGame => self.table().is_some_and(|t| !t.session().is_arranged()),
            Command::StepBack => self.table().is_some_and(|t| t.history().now() > 0),
            Command::StepForth => self.table().is_some_and(|t| t.history().can_redo()),
            _ => true,
        }
    }

    pub(super) fn command(&mut self, ctx: &Context, command: Command) {
        if !self.can(command) {
            return;
        }
        match command {
            Command::New => self.dialog = Some(Dialog::new_pack(&self.home.packs(), &self.surroundings)),
            Command::Open => self.dialog = Some(Dialog::open()),
            Command::NewRule | Command::NewFile if self.visit.is_some() => self.make_own(),
            Command::NewRule => self.dialog = Some(Dialog::new_rule()),
            Command::NewFile => self.dialog = Some(Dialog::new_file()),
            Command::Save | Command::KeepCopy if self.visit.is_some() => self.make_own(),
            Command::Save => {
                self.save();
            }
            Command::KeepCopy => {
                if let Some(document) = &self.document {
                    let folder = self.home.packs();
                    let parent = document.folder().parent().unwrap_or(&folder);
                    self.dialog = self.copy_naming(parent).map(|naming| Dialog::keep_copy(naming, Outcome::Cancel));
                }
            }
            Command::Import => self.sharing.ask(),
            Command::Close => self.close_or_ask(Outcome::Close),
            Command::Quit => self.close_or_ask(Outcome::Quit),
            Command::Undo => {
                self.document.as_mut().map(Document::undo);
            }
            Command::Redo => {
                self.document.as_mut().map(Document::redo);
            }
            Command::Find => {
                self.rooms.bring(Pane::Code);
                self.views.code.find(false);
            }
            Command::Replace => {
                self.rooms.bring(Pane::Code);
                self.views.code.find(true);
            }
            Command::FindEverywhere => {
                self.rooms.bring(Pane::Code);
                self.views.code.find_everywhere();
            }
            Command::Complete
            | Command::Describe
            | Command::Definition
            | Command::References
            | Command::GoBack
            | Command::Mend
            | Command::Comment
            | Command::Duplicate => {
                self.rooms.bring(Pane::Code);
                self.views.code.command(command);
            }
            Command::NextProblem | Command::PreviousProblem => {
                let forth = command == Command::NextProblem;
                if let Some(place) = self.views.problems.step(&self.problems.all, forth) {
                    self.go_to(&place);
                }
            }
            Command::ResetLayout => self.rooms.reset(),
            Command::Show(_) | Command::PlayLayout | Command::NextPart | Command::PreviousPart => {
                self.lead_keys(ctx, command);
            }
            Command::Drawer => {
                let open = self.rooms.room == Room::Play && self.rooms.drawer_is_open();
                self.rooms.room = Room::Play;
                self.rooms.open_drawer(!open);
            }
            Command::Games => {
                self.games.look_again();
                self.dialog = Some(Dialog::games());
            }
            Command::SaveGame => self.save_game(ctx),
            Command::OpenGame => self.ask_for_game(ctx),
            Command::NewGame | Command::PlayOn | Command::Step => {
                self.rooms.bring(Pane::Table);
                self.views.table.command(command);
            }
            Command::StepBack => {
                self.views.play.table.as_mut().map(Table::undo);
            }
            Command::StepForth => {
                if let Some(Err(why)) = self.views.play.table.as_mut().map(Table::redo) {
                    self.notices.tell(Weight::Note, self.texts.named("timeline-stops", &why.to_string()));
                }
            }
            Command::Theme => {
                self.settings.dark = Some(ctx.theme() != egui::Theme::Dark);
                self.apply_settings(ctx);
                self.keep_settings();
            }
            Command::Motion => {
                self.settings.motion = !self.settings.motion;
                let told = if self.settings.motion { "motion-full" } else { "motion-reduced" };
                self.notices.tell(Weight::Note, self.texts.get(told));
                self.apply_settings(ctx);
                self.keep_settings();
            }
            Command::ZoomIn | Command::ZoomOut | Command::ZoomReset => {
                let by = match command {
                    Command::ZoomIn => self.settings.zoom + 0.1,
                    Command::ZoomOut => self.settings.zoom - 0.1,
                    _ => 1.0,
                };
                self.settings.zoom = (by * 10.0).round() / 10.0;
                self.settings.zoom = self.settings.zoom.clamp(0.5, 3.0);
                self.apply_settings(ctx);
                self.keep_settings();
            }
            Command::Language => {
                let all = self.texts.languages();
                let at = all.iter().position(|(code, _)| code == self.texts.code()).unwrap_or(0);
                let next = all[(at + 1) % all.len()].0.clone();
                self.texts.speak(&next);
                self.settings.language = Some(next);
                self.keep_settings();
            }
            Command::Guide => match template::first_pack(&self.home.packs()) {
                Ok(folder) => {
                    self.open(ctx, &folder);
                    let is_open = self.document.as_ref().is_some_and(|document| document.folder() == folder);
                    self.guide = is_open.then(Guide::default);
                }
                Err(error) => self.notices.tell(Weight::Failed, error.to_string()),
            },
            Command::Shelves => self.sharing.show_shelves(true),
            Command::Share => {
                let saved = self.document.as_ref().is_some_and(|document| !document.is_changed()) || self.save();
                if let Some(document) = self.document.as_ref().filter(|_| saved) {
                    self.sharing.export(ctx, &self.home, &self.host, document);
                }
            }
            Command::Test => self.run_tests(ctx, None),
            Command::Protect => self.protect(ctx),
            Command::Handbook => self.handbook.open(),
            Command::Palette => self.dialog = Some(Dialog::palette()),
            Command::Shortcuts => self.dialog = Some(Dialog::shortcuts()),
        }
    }
}
