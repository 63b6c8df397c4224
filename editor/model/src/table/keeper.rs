//! Saves the game at the table while it is played, with every answer and branch, in a file of the user's folder, so
//! that it outlives the program. Each game has its own file, which stays after a new game starts, even if the old game
//! is over.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tilewright_core::session::record::Record;
use tilewright_kit::error::KitError;
use tilewright_kit::games::opening::open_loaded;
use tilewright_kit::games::running::{self, FinalScores, KeptGame, RunningGame, read_kept};
use tilewright_kit::games::save::moves_along;
use tilewright_kit::packs::load::{Loaded, Manifest};

use super::seating::Seating;
use super::trouble::OpeningError;
use super::{SeatChooser, TableGame};
use crate::pack::pack_set::PackSet;

/// Writer for the file of the game at the table.
#[derive(Default)]
pub struct GameFileWriter {
    running: Option<RunningGame>,
    /// Number of the table, and the position that was saved last.
    table: Option<u64>,
    position: Option<(u64, usize)>,
    /// Other values that were saved last: choosers, names of branches, and the title of the game.
    seats: Vec<SeatChooser>,
    names: Vec<String>,
    title: String,
    seating: Seating,
    over: bool,
    failed: bool,
    /// Unfinished game that this one resumed. It is removed once this game has its own file.
    from: Option<KeptGame>,
    /// File of the previous game, if that was unfinished.
    before: Option<PathBuf>,
}

impl GameFileWriter {
    /// Saves all changes at the table since the last call, for the pack in a folder. After an error, no more attempts
    /// are made for this game.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn look(&mut self, games: &Path, pack: &Path, table: &TableGame) -> Result<(), KitError> {
        if self.table != Some(table.number()) {
            self.before = self.leave();
            (self.table, self.failed) = (Some(table.number()), false);
        }
        if self.failed || self.position == Some(table.position()) && !self.differs(table) {
            return Ok(());
        }
        (self.position, self.over) = (Some(table.position()), table.is_over());
        let answered = table.history().branches().iter().any(|branch| !branch.steps().is_empty());
        // Arranged positions cannot be reached by moves, and games between bots can be replayed.
        if !answered || table.session().is_arranged() || table.people().next().is_none() {
            return Ok(());
        }
        let kept = self.keep(games, pack, table);
        if kept.is_err() {
            // The resumed game keeps its file in this case.
            (self.failed, self.from) = (true, None);
        }
        kept
    }

    /// Returns true if choosers, names or colours have changed since the last save.
    fn differs(&self, table: &TableGame) -> bool {
        let same = self.seats == table.setup().seats
            && self.title == table.title()
            && self.seating == *table.seating()
            && names(table).eq(&self.names);
        self.running.is_some() && !same
    }

    fn keep(&mut self, games: &Path, pack: &Path, table: &TableGame) -> Result<(), KitError> {
        let history = table.history();
        let news = self.differs(table);
        // A game can come to the table with branches. The file starts with the current position, regardless of its
        // branch.
        let (running, written) = match &mut self.running {
            Some(running) => {
                let written = running.courses();
                (running, written)
            }
            None => {
                let running = RunningGame::begin(games, table.session(), "a game at the table", own(pack, table))?;
                (self.running.insert(running), 0)
            }
        };
        if news {
            running.note_own(own(pack, table))?;
        }
        self.seats.clone_from(&table.setup().seats);
        self.names = names(table).cloned().collect();
        table.title().clone_into(&mut self.title);
        self.seating.clone_from(table.seating());
        let current = history.current();
        // Old branches never change, so only new ones and the current one are written.
        for branch in (written..history.branches().len()).chain([current]) {
            let Some(catalog) = history.rules_of(branch).catalog() else { continue };
            let of = history.branches()[branch].parent.map(|(parent, _)| parent);
            running.note_course(branch, of, moves_along(catalog, history.log_of(branch)))?;
        }
        running.note_end(table.session())?;
        if let Some(from) = self.from.take() {
            from.forget();
        }
        Ok(())
    }

    /// Ends the game; returns its file if the game is unfinished and will be offered again.
    pub fn leave(&mut self) -> Option<PathBuf> {
        let over = std::mem::take(&mut self.over);
        (self.table, self.position) = (None, None);
        let running = self.running.take()?;
        (!over).then(|| running.path().to_owned())
    }

    /// Returns the file of the previous game once, if it is unfinished.
    pub fn take_before(&mut self) -> Option<PathBuf> {
        self.before.take()
    }

    /// Sets the unfinished game that the next game at the table resumes.
    pub fn replaces(&mut self, left: KeptGame) {
        self.from = Some(left);
    }
}

/// Returns the names of the branches.
fn names(table: &TableGame) -> impl Iterator<Item = &String> {
    table.history().branches().iter().map(|branch| &branch.name)
}

/// Returns the additional data of the file: folder of the pack, other packs, choosers, titles and names.
fn own(pack: &Path, table: &TableGame) -> Value {
    let setup = table.setup();
    // The open pack comes first, since the others extend it.
    let id = pack.file_name().unwrap_or_default().to_string_lossy();
    let played = &table.rules().0.packs;
    let (open, others): (Vec<&Manifest>, Vec<&Manifest>) = played.iter().partition(|pack| *pack.id == *id);
    let title = |pack: &Manifest| if pack.title.is_empty() { pack.id.to_string() } else { pack.title.to_string() };
    let titles: Vec<String> = open.into_iter().chain(others).map(title).collect();
    let further = setup.pack_set.packs.iter().map(ToString::to_string);
    let packs: Vec<String> = std::iter::once(pack.display().to_string()).chain(further).collect();
    let bot = |chooser: &SeatChooser| if let SeatChooser::Bot(bot) = chooser { Some(bot.to_string()) } else { None };
    let bots: Vec<Option<String>> = setup.seats.iter().map(bot).collect();
    json!({
        "open": pack,
        "lineup": setup.pack_set,
        "seats": setup.seats,
        "names": names(table).collect::<Vec<_>>(),
        "title": table.title(),
        "seating": table.seating(),
        "titles": titles,
        "packs": packs,
        "folders": pack.parent().into_iter().collect::<Vec<_>>(),
        "bots": bots,
    })
}

/// Saved game at the table of a pack, unfinished or over.
#[derive(Clone, Debug)]
pub struct LeftGame {
    /// Content of the game's file.
    pub left: KeptGame,
    /// Folder of the pack.
    pub folder: PathBuf,
}

impl LeftGame {
    /// Returns its packs, options and answers up to the last position.
    pub fn record(&self) -> Record {
        let left = &self.left;
        let moves = left.courses.get(left.current).map(|course| course.moves.clone()).unwrap_or_default();
        Record { moves, ..left.record.clone() }
    }

    /// Returns the packs and options that were played together with the pack.
    pub fn pack_set(&self) -> PackSet {
        self.left.own.get("lineup").and_then(|v| serde_json::from_value(v.clone()).ok()).unwrap_or_default()
    }

    /// Returns the chooser of each seat.
    pub fn seats(&self) -> Vec<SeatChooser> {
        self.left.own.get("seats").and_then(|v| serde_json::from_value(v.clone()).ok()).unwrap_or_default()
    }

    /// Returns the final scores; `None` if the game is unfinished.
    pub fn final_scores(&self) -> Option<&FinalScores> {
        self.left.over.as_ref()
    }

    /// Returns the title that the user gave the game; empty if there is none.
    pub fn title(&self) -> &str {
        self.left.own.get("title").and_then(Value::as_str).unwrap_or_default()
    }

    /// Returns the names and colours of the seats.
    pub fn seating(&self) -> Seating {
        self.left.own.get("seating").and_then(|v| serde_json::from_value(v.clone()).ok()).unwrap_or_default()
    }

    /// Returns the titles of the packs, starting with the open one.
    pub fn titles(&self) -> Vec<String> {
        let titles = self.left.own.get("titles").and_then(|v| serde_json::from_value(v.clone()).ok());
        titles
            .filter(|titles: &Vec<String>| !titles.is_empty())
            .unwrap_or_else(|| vec![self.folder.file_name().unwrap_or_default().to_string_lossy().into_owned()])
    }

    /// Sets the title of the game, also in its file.
    ///
    /// # Errors
    /// The game is in use, or its file cannot be written.
    pub fn call(&mut self, title: &str) -> Result<(), KitError> {
        let mut own = self.left.own.clone();
        own["title"] = title.into();
        self.left.note_own(own)
    }

    /// Returns the names of the branches; empty for branches without a name.
    pub fn names(&self) -> Vec<String> {
        self.left.own.get("names").and_then(|v| serde_json::from_value(v.clone()).ok()).unwrap_or_default()
    }
}

/// Returns the folder of the pack from the data of a game at the editor's table; `None` for other games.
fn folder_of(own: &Value) -> Option<PathBuf> {
    own.get("open")?.as_str().map(PathBuf::from)
}

fn at_this_table(left: KeptGame) -> Option<LeftGame> {
    let folder = folder_of(&left.own)?;
    Some(LeftGame { left, folder })
}

/// Returns the saved games at the editor's table, the latest first.
pub fn kept_games(games: &Path) -> Vec<LeftGame> {
    running::kept_games(games).filter_map(at_this_table).collect()
}

/// Returns the saved game in a file; `None` if it is in use.
pub fn kept_game(path: &Path) -> Option<LeftGame> {
    read_kept(path).and_then(at_this_table)
}

/// Returns the latest unfinished game at the editor's table, of one pack or of any, except games in `asked`.
pub fn left_game(games: &Path, pack: Option<&Path>, asked: &[PathBuf]) -> Option<LeftGame> {
    let wanted = |path: &Path, own: &Value| {
        let folder = folder_of(own);
        folder.is_some_and(|folder| pack.is_none_or(|pack| pack == folder)) && !asked.iter().any(|one| one == path)
    };
    running::left_game(games, wanted).and_then(at_this_table)
}

impl TableGame {
    /// Resumes an unfinished game with all its branches, as far as the current packs can replay them. The second value
    /// is true if they can replay all of it.
    ///
    /// # Errors
    /// The packs cannot be played, or the game does not start.
    pub fn take_up(
        loaded: &std::sync::Arc<Loaded>,
        game: &LeftGame,
        pack_set: PackSet,
    ) -> Result<(TableGame, bool), OpeningError> {
        let left = &game.left;
        let course = |number: usize| Record { moves: left.courses[number].moves.clone(), ..left.record.clone() };
        let mut table = TableGame::resume(loaded, &course(0), pack_set, &game.seats())?;
        let mut whole = !table.is_cut_short();
        let mut on = vec![table.history().current()];
        for number in 1..left.courses.len() {
            let from = left.courses[number].of.and_then(|of| on.get(of)).copied().unwrap_or(on[0]);
            on.push(match open_loaded((**loaded).clone(), &course(number)) {
                Ok(opened) => {
                    whole &= opened.stopped.is_none();
                    table.history_mut().take_in(from, &opened.session)
                }
                Err(_) => {
                    whole = false;
                    from
                }
            });
        }
        for (branch, name) in on.iter().zip(game.names()).filter(|(_, name)| !name.is_empty()) {
            table.history_mut().rename(*branch, &name);
        }
        table.set_title(game.title());
        table.set_seating(game.seating());
        let last = on.get(left.current).copied().unwrap_or(0);
        let end = table.history().branches()[last].steps().len();
        table.jump_to(last, end);
        Ok((table, whole))
    }
}
