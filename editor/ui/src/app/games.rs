//! Actions on unfinished and finished games: resuming, naming, saving and removing them.

use std::path::Path;

use egui::Context;
use tilewright_editor_model::pack::document::disk::folder_name;
use tilewright_editor_model::table::keeper::{LeftGame, kept_game};
use tilewright_kit::games::running::take_back;
use tilewright_kit::packs::find::{FoundPack, PackPlace};

use super::Editor;
use crate::context::{Content, EditorAction};
use crate::ui::notices::NoticeWeight;
use crate::views::games;

impl Editor {
    /// Resumes an unfinished game; asks first if another pack has unsaved changes.
    pub(super) fn go_on(&mut self, ctx: &Context, game: LeftGame) {
        self.shell.dialog = None;
        if game.folder.starts_with(self.library.home.visits()) {
            return self.go_on_as_it_is(ctx, game);
        }
        let open = self.workspace.document.as_ref().is_some_and(|document| document.folder() == game.folder);
        let folder = game.folder.clone();
        self.play_room.next_game = Some(game);
        if open && self.workspace.visit.is_none() {
            self.take_up_next(&folder);
        } else {
            self.open(ctx, &folder);
        }
    }

    /// Resumes a game of an unmodified pack, which is looked up by its id in its installed version.
    fn go_on_as_it_is(&mut self, ctx: &Context, game: LeftGame) {
        let id = folder_name(&game.folder);
        if self.workspace.document.as_ref().is_none_or(|document| document.folder() != game.folder) {
            self.open_found(ctx, &id);
        }
        let Some(document) = self.workspace.document.as_ref().filter(|document| **document.id() == *id) else { return };
        let folder = document.folder().to_owned();
        self.play_room.next_game = Some(LeftGame { folder: folder.clone(), ..game });
        self.take_up_next(&folder);
    }

    /// Puts the requested game on the table once its pack is open; returns true if `folder` contains that pack.
    pub(super) fn take_up_next(&mut self, folder: &Path) -> bool {
        let Some(game) = self.play_room.next_game.take().filter(|game| game.folder == folder) else { return false };
        // An older game of the same pack can wait until this game is over.
        self.play_room.left_game = None;
        self.play_room.play.go_on_with(game);
        self.shell.enter_play();
        true
    }

    pub(super) fn go_on_with(&mut self, ctx: &Context, path: &Path) {
        match kept_game(path) {
            Some(game) => self.go_on(ctx, game),
            None => self.games_are_others(),
        }
    }

    pub(super) fn name_game(&mut self, path: &Path, title: &str) {
        let Some(kept) = self.library.games.get_mut(path) else { return };
        if kept.game.title() != title
            && let Err(error) = kept.game.call(title)
        {
            self.shell.notices.tell(NoticeWeight::Failed, error.to_string());
        }
    }

    /// Writes a game of the list to a file that the user chooses.
    pub(super) fn save_kept(&mut self, ctx: &Context, path: &Path) {
        let Some(kept) = self.library.games.get_mut(path) else { return };
        let folder = kept.game.folder.clone();
        let id = folder_name(&folder);
        let packs = [(id.clone(), FoundPack { id, place: PackPlace::Folder(folder.clone()) })].into();
        let content = Content::Game(Box::new(kept.game.record()), packs);
        self.ask_and_write(ctx, &folder, content);
    }

    /// Removes a game from the list and offers to restore it.
    pub(super) fn remove_game(&mut self, path: &Path) {
        let Some(kept) = self.library.games.get_mut(path) else { return };
        let told = self.shell.texts.with_name("games-removed", &games::title(kept));
        match kept.game.left.put_aside() {
            Ok(aside) => {
                self.library.games.take_out(path);
                self.shell.offer(NoticeWeight::Done, told, "games-take-back", EditorAction::TakeGameBack(aside));
            }
            Err(error) => {
                self.library.games.look_again();
                self.shell.notices.tell(NoticeWeight::Failed, error.to_string());
            }
        }
    }

    pub(super) fn take_game_back(&mut self, aside: &Path) {
        if let Err(error) = take_back(aside) {
            self.shell.notices.tell(NoticeWeight::Failed, error.to_string());
        }
        self.library.games.look_again();
    }

    fn games_are_others(&mut self) {
        self.library.games.look_again();
        self.shell.notices.tell(NoticeWeight::Note, self.shell.texts.get("games-gone"));
    }

    /// Waits until the games are read and their pictures are drawn, for tests.
    pub fn wait_for_games(&mut self, ctx: &Context) {
        self.library.games.wait(ctx, &self.library.home);
    }
}
