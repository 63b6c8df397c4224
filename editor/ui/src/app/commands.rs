//! Execution of the commands that the user gives.

use egui::Context;
use tilewright_editor_model::pack::document::PackDocument;
use tilewright_editor_model::pack::template;
use tilewright_editor_model::table::TableGame;

use super::Editor;
use super::dialogs::{Dialog, DialogOutcome};
use super::look_choice::LookChoice;
use crate::context::EditorCommand;
use crate::ui::notices::NoticeWeight;
use crate::views::guide::Guide;
use crate::views::sharing::ShownPack;

impl Editor {
    /// Returns the name of a command as menus show it; undo and redo include the step.
    pub(crate) fn label(&self, command: EditorCommand) -> String {
        let name = self.shell.texts.get(command.text());
        let what = match (command, &self.workspace.document) {
            (EditorCommand::Undo, Some(document)) => document.undo_label(),
            (EditorCommand::Redo, Some(document)) => document.redo_label(),
            _ => None,
        };
        what.map_or(name.clone(), |what| format!("{name}: {what}"))
    }

    /// Returns true if the command is available now.
    pub(crate) fn can(&self, command: EditorCommand) -> bool {
        let Some(document) = &self.workspace.document else { return !command.needs_pack() };
        match command {
            EditorCommand::Share | EditorCommand::Test | EditorCommand::Protect if self.workspace.visit.is_some() => {
                false
            }
            EditorCommand::Undo => document.undo_label().is_some(),
            EditorCommand::Redo => document.redo_label().is_some(),
            EditorCommand::NextProblem | EditorCommand::PreviousProblem => !self.workspace.problems.all.is_empty(),
            EditorCommand::PlayOn | EditorCommand::Step => {
                self.table().is_none_or(tilewright_editor_model::table::TableGame::can_go_on)
            }
            EditorCommand::ExportGame | EditorCommand::CutSheet => self.workspace.analyst.good().is_some(),
            EditorCommand::Look => !self.looks().is_empty(),
            EditorCommand::SaveGame => self.table().is_some_and(|t| !t.session().is_arranged()),
            EditorCommand::Invite => self.table().is_some_and(TableGame::can_have_guests),
            EditorCommand::NewGame => self.table().is_none_or(|t| !t.is_hosted()),
            EditorCommand::HowToPlay
            | EditorCommand::NextLine
            | EditorCommand::PreviousLine
            | EditorCommand::NextBreak
            | EditorCommand::PreviousBreak
            | EditorCommand::NextEvent => self.table().is_some(),
            EditorCommand::StepBack => self.table().is_some_and(|t| t.history().now() > 0),
            EditorCommand::StepForth => self.table().is_some_and(|t| t.history().can_redo()),
            _ => true,
        }
    }

    /// Runs a command, if it is available now.
    pub(super) fn command(&mut self, ctx: &Context, command: EditorCommand) {
        if !self.can(command) {
            return;
        }
        let (shell, home) = (&mut self.shell, &self.library.home);
        match command {
            EditorCommand::New => shell.dialog = Some(Dialog::new_pack(&home.packs(), &self.library.surroundings)),
            EditorCommand::Open => shell.dialog = Some(Dialog::open()),
            EditorCommand::NewRule | EditorCommand::NewFile | EditorCommand::Save | EditorCommand::KeepCopy
                if self.workspace.visit.is_some() =>
            {
                self.make_own();
            }
            EditorCommand::NewRule => shell.dialog = Some(Dialog::new_rule()),
            EditorCommand::NewFile => shell.dialog = Some(Dialog::new_file()),
            EditorCommand::Save => {
                self.save();
            }
            EditorCommand::KeepCopy => self.ask_for_copy(),
            EditorCommand::Import => shell.sharing.ask(),
            EditorCommand::Close => self.close_or_ask(DialogOutcome::Close),
            EditorCommand::Quit => self.close_or_ask(DialogOutcome::Quit),
            EditorCommand::Undo => {
                self.workspace.document.as_mut().map(PackDocument::undo);
            }
            EditorCommand::Redo => {
                self.workspace.document.as_mut().map(PackDocument::redo);
            }
            EditorCommand::Find
            | EditorCommand::Replace
            | EditorCommand::FindEverywhere
            | EditorCommand::Complete
            | EditorCommand::Describe
            | EditorCommand::Definition
            | EditorCommand::References
            | EditorCommand::GoBack
            | EditorCommand::Mend
            | EditorCommand::Comment
            | EditorCommand::Duplicate => shell.edit_code(command),
            EditorCommand::NextProblem => self.step_problem(true),
            EditorCommand::PreviousProblem => self.step_problem(false),
            EditorCommand::ResetLayout => shell.rooms.reset(),
            EditorCommand::Show(_)
            | EditorCommand::PlayLayout
            | EditorCommand::NextPart
            | EditorCommand::PreviousPart => {
                shell.lead_keys(ctx, command);
            }
            EditorCommand::Drawer => shell.rooms.toggle_drawer(),
            EditorCommand::Games => {
                self.library.games.look_again();
                shell.dialog = Some(Dialog::games());
            }
            EditorCommand::SaveGame => self.save_game(ctx),
            EditorCommand::OpenGame => self.ask_for_game(ctx),
            EditorCommand::Invite => self.show_invitation(),
            EditorCommand::HostedGames => self.list_hosted(ctx, None),
            EditorCommand::NewGame | EditorCommand::PlayOn | EditorCommand::Step => shell.command_table(command),
            EditorCommand::StepBack => {
                self.play_room.play.table.as_mut().map(TableGame::undo);
            }
            EditorCommand::StepForth => self.step_forth(),
            EditorCommand::NextLine
            | EditorCommand::PreviousLine
            | EditorCommand::NextBreak
            | EditorCommand::PreviousBreak
            | EditorCommand::NextEvent => shell.walk_trace(command),
            EditorCommand::Theme
            | EditorCommand::Motion
            | EditorCommand::ZoomIn
            | EditorCommand::ZoomOut
            | EditorCommand::ZoomReset
            | EditorCommand::Language => shell.change_setting(ctx, home, command),
            EditorCommand::ExportGame => {
                if let Some((document, good)) = self.workspace.document.as_ref().zip(self.workspace.analyst.good()) {
                    let choice = LookChoice::of_pack(&shell.settings, document.folder(), document.id());
                    let shown = ShownPack { loaded: &good.loaded, look: choice.look(&good.loaded) };
                    shell.sharing.export_game(home, &shell.host, document, shown);
                }
            }
            EditorCommand::CutSheet => self.ask_for_sheet(ctx),
            EditorCommand::Look => self.show_next_look(),
            EditorCommand::Guide => self.begin_guide(ctx),
            EditorCommand::Shelves => shell.sharing.show_shelves(true),
            EditorCommand::Share => self.share(ctx),
            EditorCommand::Test => self.run_tests(ctx, None),
            EditorCommand::Protect => self.protect(ctx),
            EditorCommand::HowToPlay => self.explain_game(ctx),
            EditorCommand::Handbook => shell.handbook.open(),
            EditorCommand::Settings => shell.dialog = Some(Dialog::settings()),
            EditorCommand::Palette => shell.dialog = Some(Dialog::palette()),
            EditorCommand::Shortcuts => shell.dialog = Some(Dialog::shortcuts()),
        }
    }

    /// Shows the next finding in the code, or the previous one.
    fn step_problem(&mut self, forth: bool) {
        if let Some(place) = self.shell.views.problems.step(&self.workspace.problems.sorted(), forth) {
            self.shell.go_to(&place);
        }
    }

    /// Repeats the answer that was undone last.
    fn step_forth(&mut self) {
        if let Some(Err(why)) = self.play_room.play.table.as_mut().map(TableGame::redo) {
            self.shell.notices.tell(NoticeWeight::Note, self.shell.texts.with_name("timeline-stops", &why.to_string()));
        }
    }

    /// Explains the game at the table in a window.
    fn explain_game(&mut self, ctx: &Context) {
        let Some((document, table)) = self.workspace.document.as_ref().zip(self.play_room.play.table.as_ref()) else {
            return;
        };
        let finder = self.library.home.finder_beside(document.folder());
        self.shell.how_to_play.open(ctx, table, &finder);
    }

    /// Opens the first pack of the guide, and the guide.
    fn begin_guide(&mut self, ctx: &Context) {
        match template::first_pack(&self.library.home.packs()) {
            Ok(folder) => {
                self.open(ctx, &folder);
                let is_open = self.document().is_some_and(|document| document.folder() == folder);
                self.shell.guide = is_open.then(Guide::default);
            }
            Err(error) => self.shell.notices.tell(NoticeWeight::Failed, error.to_string()),
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
