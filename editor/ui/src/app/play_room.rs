//! The game at the table.

use std::path::{Path, PathBuf};

use tilewright_core::session::record::Record;
use tilewright_editor_model::pack::analysis::SetAnalyses;
use tilewright_editor_model::pack::document::disk::shown_path;
use tilewright_editor_model::pack::home::Home;
use tilewright_editor_model::pack::own_art::{DecodedPictures, LookView};
use tilewright_editor_model::pack::pack_set::PackSet;
use tilewright_editor_model::table::TableGame;
use tilewright_editor_model::table::keeper::{GameFileWriter, LeftGame, left_game};
use tilewright_editor_model::table::seating::Seating;
use tilewright_kit::bug_report::BugReport;
use tilewright_kit::games::save::record_of;
use tilewright_table::TableFindings;

use super::library::Library;
use super::look_choice::LookChoice;
use super::shell::Shell;
use crate::context::EditorAction;
use crate::play::PlayState;
use crate::ui::notices::NoticeWeight;
use crate::ui::pictures::PictureCache;

/// The game at the table with the pictures of its packs, and the unfinished games that may follow it.
#[derive(Default)]
pub(super) struct PlayRoom {
    /// Game at the table, with its settings.
    pub(super) play: PlayState,
    /// Pictures of the packs at the table.
    pub(super) pictures: PictureCache,
    /// Look of own art that these pictures show.
    look: LookView,
    /// Pack set of `pictures`, and number of the game if it keeps its own rules.
    pictured: (PackSet, Option<u64>),
    pub(super) keeper: GameFileWriter,
    /// Unfinished game, until a dialog asks the user about it.
    pub(super) left_game: Option<LeftGame>,
    /// Files of the games about which a dialog has asked the user.
    pub(super) asked_games: Vec<PathBuf>,
    /// Game to resume once its pack is open.
    pub(super) next_game: Option<LeftGame>,
    /// Saved record to resume once its pack is open.
    pub(super) next_record: Option<Record>,
    /// Game of a hosted table to open once its pack is open.
    pub(super) next_hosted: Option<TableFindings>,
    /// Number of the last game whose internal fault was reported.
    reported_fault: Option<u64>,
}

impl PlayRoom {
    /// Returns a room without a game; an unfinished game waits in `left_game`.
    pub(super) fn new(home: &Home) -> PlayRoom {
        PlayRoom { left_game: left_game(&home.games(), None, &[]), ..PlayRoom::default() }
    }

    /// Returns the names and colours of the seats of the game, or of the next game.
    pub(super) fn seating(&self) -> &Seating {
        self.play.table.as_ref().map_or(&self.play.wanted.seating, TableGame::seating)
    }

    /// Prepares the pictures of the packs at the table for a frame.
    pub(super) fn update_pictures(
        &mut self,
        ctx: &egui::Context,
        sets: &SetAnalyses,
        choice: LookChoice<'_>,
        decoded: &mut DecodedPictures,
    ) {
        // A game that keeps its own rules also keeps its own tiles.
        let held = self.play.table.as_ref().filter(|table| table.is_held());
        let key = (self.play.pack_set().cloned().unwrap_or_default(), held.map(TableGame::number));
        if self.pictured != key {
            (self.pictured, self.pictures) = (key, PictureCache::default());
        }
        self.pictures.colour_seats(self.seating().colours().all());
        let held = self.play.table.as_ref().filter(|table| table.is_held());
        let shown = match held.map(TableGame::rules) {
            Some((rules, number)) => Some((rules, number as u64)),
            None => sets.good(&self.pictured.0).map(|good| (&good.loaded, good.revision)),
        };
        let look = &mut self.look;
        let source = shown.and_then(|(loaded, revision)| choice.source(loaded, revision, look, decoded));
        self.pictures.begin_frame(ctx, source);
    }

    /// Ends the game, because its pack is closed.
    pub(super) fn clear(&mut self) {
        self.keeper.leave();
        (self.pictured, self.pictures, self.look) = Default::default();
        self.play = PlayState::default();
    }

    /// Saves the game of the pack in `folder`, so that it survives the end of the program.
    pub(super) fn keep_game(&mut self, folder: Option<&Path>, library: &mut Library, shell: &mut Shell) {
        if let Some(left) = self.play.take_resumed() {
            self.keeper.replaces(left);
            library.games.look_again();
        }
        let (Some(folder), Some(table)) = (folder, &self.play.table) else { return };
        if let Err(error) = self.keeper.look(&library.home.games(), folder, table) {
            shell.notices.tell(NoticeWeight::Failed, shell.texts.with_name("notice-game-not-kept", &error.to_string()));
        }
        self.report_internal_fault(&library.home, shell);
        self.offer_game_before(shell);
    }

    /// Writes a report of an internal fault at the table, once for each game, and shows its path.
    fn report_internal_fault(&mut self, home: &Home, shell: &mut Shell) {
        let Some(table) = &self.play.table else { return };
        let Some(fault) = table.fault().filter(|fault| fault.is_internal()) else { return };
        if self.reported_fault.replace(table.number()) == Some(table.number()) {
            return;
        }
        let record = record_of(table.session(), "a fault of the program");
        let report = BugReport { what: &fault.to_string(), place: "", record: Some(&record) };
        match report.write(&home.folder().join("faults")) {
            Ok(file) => {
                let text = shell.texts.with_name("notice-fault-reported", &shown_path(&file));
                shell.notices.tell(NoticeWeight::Failed, text);
            }
            Err(error) => shell.notices.tell(NoticeWeight::Failed, error.to_string()),
        }
    }

    /// Offers to return to the previous game, which was saved when a new one started.
    fn offer_game_before(&mut self, shell: &mut Shell) {
        let wanted = self.play.was_exchanged();
        if let Some(path) = self.keeper.take_before().filter(|_| wanted) {
            let text = shell.texts.get("games-before");
            shell.offer(NoticeWeight::Note, text, "games-back", EditorAction::GoOnWith(path));
        }
    }
}
