//! The editor: the open pack, the game at the table, the packs and games it knows, and the window around them.

mod commands;
pub mod dialogs;
mod draw;
mod faults;
mod focus;
mod frame;
mod games;
mod hosted;
mod intake;
mod invite;
mod keyboard;
pub mod layout;
mod library;
mod look_choice;
mod looks;
mod outside_files;
mod own_art;
mod packs;
mod places;
mod play_room;
pub mod rooms;
pub mod settings;
mod sheets;
mod shell;
mod testing;
mod visit;
mod workspace;

use tilewright_core::catalog::seat::Seat;
use tilewright_editor_model::pack::analysis::Analyst;
use tilewright_editor_model::pack::document::{FileChange, PackDocument};
use tilewright_editor_model::pack::home::Home;
use tilewright_editor_model::table::TableGame;
use tilewright_editor_model::texts::UiTexts;
use tilewright_language::problems::Problems;

use crate::context::{EditorAction, Pane, WindowHost};
use crate::play::PlayState;
use crate::ui::notices::{NoticeWeight, Notices};
use crate::views::sheet::SheetDialog;
use dialogs::Dialog;
use library::Library;
use play_room::PlayRoom;
use settings::EditorSettings;
use shell::Shell;
use workspace::Workspace;

/// The editor: four parts, each with one job, and the actions that concern several of them.
pub struct Editor {
    workspace: Workspace,
    play_room: PlayRoom,
    library: Library,
    shell: Shell,
}

impl Editor {
    /// Starts the editor without an open pack.
    pub fn new(ctx: &egui::Context, home: Home, host: WindowHost) -> Editor {
        Editor {
            workspace: Workspace::new(ctx, &home),
            play_room: PlayRoom::new(&home),
            shell: Shell::new(&home, host),
            library: Library::new(ctx, home),
        }
    }

    /// Returns the open pack, if any.
    pub fn document(&self) -> Option<&PackDocument> {
        self.workspace.document.as_ref()
    }

    /// Returns the findings about the open pack.
    pub fn problems(&self) -> &Problems {
        &self.workspace.problems
    }

    /// Returns the notices that were shown.
    pub fn notices(&self) -> &Notices {
        &self.shell.notices
    }

    /// Returns the game at the table, if any.
    pub fn table(&self) -> Option<&TableGame> {
        self.play_room.play.table.as_ref()
    }

    /// Returns the game at the table with its view state.
    pub fn play(&self) -> &PlayState {
        &self.play_room.play
    }

    /// Returns the colour of a seat at the table.
    pub fn seat_colour(&self, seat: Seat) -> egui::Color32 {
        self.workspace.pictures.seat_colour(seat)
    }

    /// Puts a game of the open pack on the table, replacing the current game.
    pub fn put_on_table(&mut self, table: TableGame) {
        self.play_room.play.put(table);
    }

    /// Returns the last size of the window in points; `None` if it was never saved.
    pub fn window_size(home: &Home) -> Option<[f32; 2]> {
        EditorSettings::read(home).window
    }

    /// Returns the texts of the interface.
    pub fn texts(&self) -> &UiTexts {
        &self.shell.texts
    }

    /// Waits until the newest state is analysed, for tests.
    pub fn settle(&mut self) {
        self.wait_for_packs();
        loop {
            if let Some(document) = &self.workspace.document {
                self.workspace.analyst.ask(document, &self.library.surroundings, &self.play_room.play.requests());
            }
            self.workspace.analyst.wait(std::time::Duration::from_secs(60));
            self.play_room.play.wait();
            if !self.look_at_choice() && !self.look_at_theme() {
                return;
            }
        }
    }

    /// Returns the size of the textures of tiles and pieces, in bytes.
    pub fn texture_bytes(&self) -> usize {
        self.workspace.pictures.texture_bytes() + self.play_room.pictures.texture_bytes()
    }

    /// True while pictures of own art are read, decoded or checked, for tests.
    pub fn is_painting(&self) -> bool {
        let workspace = &self.workspace;
        let proposes = self.shell.sheet.as_ref().is_some_and(SheetDialog::is_proposing);
        proposes || workspace.decoded.is_decoding() || workspace.checker.is_running() || !workspace.intakes.is_empty()
    }

    /// Waits until the installed packs are read, for tests.
    fn wait_for_packs(&mut self) {
        while self.library.is_reading() {
            self.look_at_packs();
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }

    /// Replaces the analyst of the pack, for tests.
    pub fn look_with(&mut self, analyst: Analyst) {
        self.workspace.analyst = analyst;
    }

    /// Waits until all cards of the welcome page are ready, for tests.
    pub fn wait_for_cards(&mut self, ctx: &egui::Context) {
        self.library.update_packs(ctx);
        self.wait_for_packs();
        self.library.update_cards(ctx, &self.shell.settings);
        self.library.cards.iter_mut().for_each(|cards| cards.wait(ctx));
    }

    /// True if the window should close.
    pub fn wants_to_quit(&self) -> bool {
        self.shell.quitting
    }

    /// Returns the visible views in reading order, with their last drawn areas in points.
    pub fn views_in_sight(&mut self) -> Vec<(Pane, egui::Rect)> {
        self.shell.views_in_sight()
    }

    /// Performs an action that the user requested.
    pub fn act(&mut self, ctx: &egui::Context, action: EditorAction) {
        // A visited pack is read-only; a change first makes a copy.
        let changes = matches!(action, EditorAction::Change(..) | EditorAction::Type(_) | EditorAction::Fill(..));
        match action {
            _ if changes && self.workspace.visit.is_some() => self.make_own(),
            EditorAction::Change(label, changes) => self.change(&label, &changes),
            EditorAction::Type(change) => {
                let label = self.shell.texts.get("step-typing");
                self.act(ctx, EditorAction::Fill(label, change));
            }
            EditorAction::Fill(label, change) => {
                let time = ctx.input(|i| i.time);
                if let Some(document) = &mut self.workspace.document
                    && let Err(misfit) = document.type_in(label, change, time)
                {
                    self.shell.notices.tell(NoticeWeight::Failed, format!("{}: {}", misfit.path, misfit.why));
                }
            }
            EditorAction::Command(command) => self.command(ctx, command),
            EditorAction::Select(selection) => self.workspace.selection = selection,
            EditorAction::GoTo(place) => self.shell.go_to(&place),
            EditorAction::Rename(_) if self.workspace.visit.is_some() => self.make_own(),
            EditorAction::Rename(path) => self.shell.dialog = Some(Dialog::rename(path)),
            EditorAction::Read(key, anchor) => self.shell.handbook.open_at(&key, anchor),
            EditorAction::Explain(code) => self.shell.dialog = Some(Dialog::explanation(code)),
            EditorAction::OpenFolder(folder) => self.open(ctx, &folder),
            EditorAction::OpenIncluded(pack) => self.open_included(ctx, &pack),
            EditorAction::OpenFound(pack) => self.open_found(ctx, &pack),
            EditorAction::Import(path) => self.shell.sharing.import(path),
            EditorAction::Visit(archive) => self.visit(ctx, *archive, false),
            EditorAction::Keep => self.make_own(),
            EditorAction::CloseSharing => self.shell.sharing.show_shelves(false),
            EditorAction::LookAround => self.look_around(ctx),
            EditorAction::RunTests(only) => self.run_tests(ctx, only),
            EditorAction::StopTests => self.workspace.tests.stop(),
            EditorAction::ShowTest(name) => self.show_test(&name),
            EditorAction::Play if self.workspace.document.is_some() => {
                self.play_room.play.wanted.meet_bots();
                self.shell.enter_play();
            }
            EditorAction::Play => {}
            EditorAction::Forget(folder) => {
                self.shell.settings.recent.retain(|known| *known != folder);
                self.shell.keep_settings(&self.library.home);
                self.library.renew_cards();
            }
            EditorAction::GoOnWith(path) => self.go_on_with(ctx, &path),
            EditorAction::ShowLarge(pane) => {
                self.shell.show_pane(pane);
                self.shell.rooms.enlarge(pane);
            }
            EditorAction::Write(proposed, bytes) => self.write_out(ctx, proposed, bytes),
            EditorAction::OpenGame(path) => self.open_game(ctx, &path),
            EditorAction::Invite(plan) => self.invite(ctx, &plan),
            EditorAction::CloseInvitation => self.close_invitation(),
            EditorAction::OpenHosted(found) => self.open_hosted(ctx, *found),
            EditorAction::ListHosted(folder) => self.list_hosted(ctx, Some(folder)),
            EditorAction::NameGame(path, title) => self.name_game(&path, &title),
            EditorAction::SaveKept(path) => self.save_kept(ctx, &path),
            EditorAction::RemoveGame(path) => self.remove_game(&path),
            EditorAction::TakeGameBack(aside) => self.take_game_back(&aside),
            EditorAction::TakePictures(files, tile) => self.take_pictures(ctx, files, tile),
            EditorAction::ChooseLook(key) => self.choose_look(key),
            EditorAction::Set(change) => self.shell.set(ctx, &self.library.home, change),
            EditorAction::Notify(weight, text) => self.shell.notices.tell(weight, text),
        }
    }

    fn change(&mut self, label: &str, changes: &[FileChange]) {
        if let Some(document) = &mut self.workspace.document
            && let Err(misfit) = document.apply(label, changes)
        {
            self.shell.notices.tell(NoticeWeight::Failed, format!("{}: {}", misfit.path, misfit.why));
        }
    }
}
