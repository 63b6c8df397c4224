//! The game at the table is kept while it is played: every answer and every branch, in a file of the user's own folder, so
//! that it outlives the program. A new game keeps the old one, also when that is over.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tilewright_core::session::record::Record;
use tilewright_kit::error::KitError;
use tilewright_kit::games::opening::opened;
use tilewright_kit::games::running::{self, FinalScores, KeptGame, Running, read_kept};
use tilewright_kit::games::save::moves_along;
use tilewright_kit::packs::load::{Loaded, Manifest};

use super::seating::Seating;
use super::{Chooser, Table};
use crate::pack::pack_set::PackSet;

/// Keeps the game at the table.
#[derive(Default)]
pub struct Keeper {
    running: Option<Running>,
    /// The table, and the position that was kept last.
    table: Option<u64>,
    position: Option<(u64, usize)>,
    /// The rest of what was kept last: who chose, what the branches are called, and what the game is.
    seats: Vec<Chooser>,
    names: Vec<String>,
    title: String,
    seating: Seating,
    over: bool,
    failed: bool,
    /// What the game was taken up from: it goes when the game has a file of its own.
    from: Option<KeptGame>,
    /// The file of the game before, which was not over.
    before: Option<PathBuf>,
}

impl Keeper {
    /// Keeps what has happened at the table since the last time, for a pack in a folder. It fails once for a game.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn look(&mut self, games: &Path, pack: &Path, table: &Table) -> Result<(), KitError> {
        if self.table != Some(table.number()) {
            self.before = self.leave();
            (self.table, self.failed) = (Some(table.number()), false);
        }
        if self.failed || self.position == Some(table.position()) && !self.differs(table) {
            return Ok(());
        }
        (self.position, self.over) = (Some(table.position()), table.is_over());
        let answered = table.history().branches().iter().any(|branch| !branch.steps().is_empty());
        // Arranged positions cannot be come to by moves, and games of bots among themselves can be played again.
        if !answered || table.session().is_arranged() || table.people().next().is_none() {
            return Ok(());
        }
        let kept = self.keep(games, pack, table);
        if kept.is_err() {
            // What it was taken up from stays then.
            (self.failed, self.from) = (true, None);
        }
        kept
    }

    /// Whether people have exchanged who chooses or named a branch since the last time.
    fn differs(&self, table: &Table) -> bool {
        let same = self.seats == table.setup().seats
            && self.title == table.title()
            && self.seating == *table.seating()
            && names(table).eq(&self.names);
        self.running.is_some() && !same
    }

    fn keep(&mut self, games: &Path, pack: &Path, table: &Table) -> Result<(), KitError> {
        let history = table.history();
        let news = self.differs(table);
        // A game may come to the table with branches: the file begins with where it stands, whichever branch that is on.
        let (running, written) = match &mut self.running {
            Some(running) => {
                let written = running.courses();
                (running, written)
            }
            None => {
                let running = Running::begin(games, table.session(), "a game at the table", own(pack, table))?;
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
        // Branches that were left stay as they are, so only new ones and the one that is played are written.
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

    /// The game is put away; its file, if it is not over and is to be offered again.
    pub fn leave(&mut self) -> Option<PathBuf> {
        let over = std::mem::take(&mut self.over);
        (self.table, self.position) = (None, None);
        let running = self.running.take()?;
        (!over).then(|| running.path().to_owned())
    }

    /// The file of the game that made room for the one at the table, once, if that was not over.
    pub fn take_before(&mut self) -> Option<PathBuf> {
        self.before.take()
    }

    /// What the next game at the table was taken up from.
    pub fn replaces(&mut self, left: KeptGame) {
        self.from = Some(left);
    }
}

/// What the branches are called.
fn names(table: &Table) -> impl Iterator<Item = &String> {
    table.history().branches().iter().map(|branch| &branch.name)
}

/// What is kept besides the moves: where the pack is, what goes with it, who chooses, what all is called.
fn own(pack: &Path, table: &Table) -> Value {
    let setup = table.setup();
    // The open pack first, of which the others are additions.
    let id = pack.file_name().unwrap_or_default().to_string_lossy();
    let played = &table.rules().0.packs;
    let (open, others): (Vec<&Manifest>, Vec<&Manifest>) = played.iter().partition(|pack| *pack.id == *id);
    let title = |pack: &Manifest| if pack.title.is_empty() { pack.id.to_string() } else { pack.title.to_string() };
    let titles: Vec<String> = open.into_iter().chain(others).map(title).collect();
    let further = setup.pack_set.packs.iter().map(ToString::to_string);
    let packs: Vec<String> = std::iter::once(pack.display().to_string()).chain(further).collect();
    let bot = |chooser: &Chooser| if let Chooser::Bot(bot) = chooser { Some(bot.to_string()) } else { None };
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

/// A game that was left in the middle or is over, at the table of a pack.
#[derive(Clone, Debug)]
pub struct LeftGame {
    /// The game.
    pub left: KeptGame,
    /// The folder of the pack.
    pub folder: PathBuf,
}

impl LeftGame {
    /// Its packs, options and answers, up to where it stood last.
    pub fn record(&self) -> Record {
        let left = &self.left;
        let moves = left.courses.get(left.current).map(|course| course.moves.clone()).unwrap_or_default();
        Record { moves, ..left.record.clone() }
    }

    /// What was played besides the pack.
    pub fn pack_set(&self) -> PackSet {
        self.left.own.get("lineup").and_then(|v| serde_json::from_value(v.clone()).ok()).unwrap_or_default()
    }

    /// Who chose, a seat each.
    pub fn seats(&self) -> Vec<Chooser> {
        self.left.own.get("seats").and_then(|v| serde_json::from_value(v.clone()).ok()).unwrap_or_default()
    }

    /// How it came out, if it is over.
    pub fn over(&self) -> Option<&FinalScores> {
        self.left.over.as_ref()
    }

    /// What somebody has called it.
    pub fn title(&self) -> &str {
        self.left.own.get("title").and_then(Value::as_str).unwrap_or_default()
    }

    /// How the seats are called, and which colours they have.
    pub fn seating(&self) -> Seating {
        self.left.own.get("seating").and_then(|v| serde_json::from_value(v.clone()).ok()).unwrap_or_default()
    }

    /// The titles of the packs that were played, that of the open one first.
    pub fn titles(&self) -> Vec<String> {
        let titles = self.left.own.get("titles").and_then(|v| serde_json::from_value(v.clone()).ok());
        titles
            .filter(|titles: &Vec<String>| !titles.is_empty())
            .unwrap_or_else(|| vec![self.folder.file_name().unwrap_or_default().to_string_lossy().into_owned()])
    }

    /// Calls it otherwise, in its file too.
    ///
    /// # Errors
    /// Somebody plays it now, or its file cannot be written.
    pub fn call(&mut self, title: &str) -> Result<(), KitError> {
        let mut own = self.left.own.clone();
        own["title"] = title.into();
        self.left.note_own(own)
    }

    /// What the branches are called, as far as they have names.
    pub fn names(&self) -> Vec<String> {
        self.left.own.get("names").and_then(|v| serde_json::from_value(v.clone()).ok()).unwrap_or_default()
    }
}

/// The folder of the pack, of a game at this editor's table.
fn folder_of(own: &Value) -> Option<PathBuf> {
    own.get("open")?.as_str().map(PathBuf::from)
}

fn at_this_table(left: KeptGame) -> Option<LeftGame> {
    let folder = folder_of(&left.own)?;
    Some(LeftGame { left, folder })
}

/// The games at this editor's table that were left in the middle or are over, the last one first.
pub fn kept_games(games: &Path) -> Vec<LeftGame> {
    running::kept_games(games).filter_map(at_this_table).collect()
}

/// The game of a file, unless somebody plays it.
pub fn kept_game(path: &Path) -> Option<LeftGame> {
    read_kept(path).and_then(at_this_table)
}

/// The last game that was left in the middle at this editor's table, of a pack or of any, if nobody was asked about it.
pub fn left_game(games: &Path, pack: Option<&Path>, asked: &[PathBuf]) -> Option<LeftGame> {
    let wanted = |path: &Path, own: &Value| {
        let folder = folder_of(own);
        folder.is_some_and(|folder| pack.is_none_or(|pack| pack == folder)) && !asked.iter().any(|one| one == path)
    };
    running::left_game(games, wanted).and_then(at_this_table)
}

impl Table {
    /// Goes on with a game that was left in the middle, all its branches, as far as the packs as they are now play them.
    /// The second says whether they play all of it.
    ///
    /// # Errors
    /// The packs cannot be played, or the game does not even begin; a sentence says why.
    pub fn take_up(
        loaded: &std::sync::Arc<Loaded>,
        game: &LeftGame,
        pack_set: PackSet,
    ) -> Result<(Table, bool), String> {
        let left = &game.left;
        let course = |number: usize| Record { moves: left.courses[number].moves.clone(), ..left.record.clone() };
        let mut table = Table::resume(loaded, &course(0), pack_set, &game.seats())?;
        let mut whole = !table.is_cut_short();
        let mut on = vec![table.history().current()];
        for number in 1..left.courses.len() {
            let from = left.courses[number].of.and_then(|of| on.get(of)).copied().unwrap_or(on[0]);
            on.push(match opened((**loaded).clone(), &course(number)) {
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
