//! Execution of the commands that the user gives.

use egui::Context;
use tilewright_editor_model::pack::document::Document;
use tilewright_editor_model::pack::template;
use tilewright_editor_model::table::Table;

use super::Editor;
use super::dialogs::{Dialog, Outcome};
use crate::context::Command;
use crate::ui::notices::Weight;
use crate::views::guide::Guide;

impl Editor {
    /// Returns the name of a command as menus show it; undo and redo include the step.
    pub(crate) fn label(&self, command: Command) -> String {
        let name = self.shell.texts.get(command.text());
        let what = match (command, &self.workspace.document) {
            (Command::Undo, Some(document)) => document.undo_label(),
            (Command::Redo, Some(document)) => document.redo_label(),
            _ => None,
        };
        what.map_or(name.clone(), |what| format!("{name}: {what}"))
    }

    /// Returns true if the command is available now.
    pub(crate) fn can(&self, command: Command) -> bool {
        let Some(document) = &self.workspace.document else { return !command.needs_pack() };
        match command {
            Command::Share | Command::Test | Command::Protect if self.workspace.visit.is_some() => false,
            Command::Undo => document.undo_label().is_some(),
            Command::Redo => document.redo_label().is_some(),
            Command::NextProblem | Command::PreviousProblem => !self.workspace.problems.all.is_empty(),
            Command::PlayOn | Command::Step => {
                self.table().is_none_or(tilewright_editor_model::table::Table::can_go_on)
            }
            Command::SaveGame => self.table().is_some_and(|t| !t.session().is_arranged()),
            Command::StepBack => self.table().is_some_and(|t| t.history().now() > 0),
            Command::StepForth => self.table().is_some_and(|t| t.history().can_redo()),
            _ => true,
        }
    }

    /// Runs a command, if it is available now.
    pub(super) fn command(&mut self, ctx: &Context, command: Command) {
        if !self.can(command) {
            return;
        }
        let (shell, home) = (&mut self.shell, &self.library.home);
        match command {
            Command::New => shell.dialog = Some(Dialog::new_pack(&home.packs(), &self.library.surroundings)),
            Command::Open => shell.dialog = Some(Dialog::open()),
            Command::NewRule | Command::NewFile | Command::Save | Command::KeepCopy
                if self.workspace.visit.is_some() =>
            {
                self.make_own();
            }
            Command::NewRule => shell.dialog = Some(Dialog::new_rule()),
            Command::NewFile => shell.dialog = Some(Dialog::new_file()),
            Command::Save => {
                self.save();
            }
            Command::KeepCopy => self.ask_for_copy(),
            Command::Import => shell.sharing.ask(),
            Command::Close => self.close_or_ask(Outcome::Close),
            Command::Quit => self.close_or_ask(Outcome::Quit),
            Command::Undo => {
                self.workspace.document.as_mut().map(Document::undo);
            }
            Command::Redo => {
                self.workspace.document.as_mut().map(Document::redo);
            }
            Command::Find
            | Command::Replace
            | Command::FindEverywhere
            | Command::Complete
            | Command::Describe
            | Command::Definition
            | Command::References
            | Command::GoBack
            | Command::Mend
            | Command::Comment
            | Command::Duplicate => shell.edit_code(command),
            Command::NextProblem => self.step_problem(true),
            Command::PreviousProblem => self.step_problem(false),
            Command::ResetLayout => shell.rooms.reset(),
            Command::Show(_) | Command::PlayLayout | Command::NextPart | Command::PreviousPart => {
                shell.lead_keys(ctx, command);
            }
            Command::Drawer => shell.rooms.toggle_drawer(),
            Command::Games => {
                self.library.games.look_again();
                shell.dialog = Some(Dialog::games());
            }
            Command::SaveGame => self.save_game(ctx),
            Command::OpenGame => self.ask_for_game(ctx),
            Command::NewGame | Command::PlayOn | Command::Step => shell.command_table(command),
            Command::StepBack => {
                self.play_room.play.table.as_mut().map(Table::undo);
            }
            Command::StepForth => self.step_forth(),
            Command::Theme
            | Command::Motion
            | Command::ZoomIn
            | Command::ZoomOut
            | Command::ZoomReset
            | Command::Language => shell.change_setting(ctx, home, command),
            Command::Guide => self.begin_guide(ctx),
            Command::Shelves => shell.sharing.show_shelves(true),
            Command::Share => self.share(ctx),
            Command::Test => self.run_tests(ctx, None),
            Command::Protect => self.protect(ctx),
            Command::Handbook => shell.handbook.open(),
            Command::Palette => shell.dialog = Some(Dialog::palette()),
            Command::Shortcuts => shell.dialog = Some(Dialog::shortcuts()),
        }
    }

    /// Shows the next finding in the code, or the previous one.
    fn step_problem(&mut self, forth: bool) {
        if let Some(place) = self.shell.views.problems.step(&self.workspace.problems.all, forth) {
            self.shell.go_to(&place);
        }
    }

    /// Repeats the answer that was undone last.
    fn step_forth(&mut self) {
        if let Some(Err(why)) = self.play_room.play.table.as_mut().map(Table::redo) {
            self.shell.notices.tell(Weight::Note, self.shell.texts.with_name("timeline-stops", &why.to_string()));
        }
    }

    /// Opens the first pack of the guide, and the guide.
    fn begin_guide(&mut self, ctx: &Context) {
        match template::first_pack(&self.library.home.packs()) {
            Ok(folder) => {
                self.open(ctx, &folder);
                let is_open = self.document().is_some_and(|document| document.folder() == folder);
                self.shell.guide = is_open.then(Guide::default);
            }
            Err(error) => self.shell.notices.tell(Weight::Failed, error.to_string()),
        }
    }

    /// Opens the dialog that exports the open pack, which is saved first.
    fn share(&mut self, ctx: &Context) {
        let saved = self.document().is_some_and(|document| !document.is_changed()) || self.save();
        if let Some(document) = self.workspace.document.as_ref().filter(|_| saved) {
            self.shell.sharing.export(ctx, &self.library.home, &self.shell.host, document);
        }
    }
}
