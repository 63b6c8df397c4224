//! Saves the current game while it is played, and finds unfinished games.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde_json::{Value, json};
use tilewright_core::session::{Entry, Session};
use tilewright_kit::error::KitError;
use tilewright_kit::files::home::running_games;
use tilewright_kit::games::running::{KeptGame, RunningGame, left_games};
use tilewright_kit::packs::find::Finder;
use tilewright_lab::bots::{self, BotSpec, RANDOM};

use crate::out::format_count;

/// Writer that saves the current game in the user's state folder, starting with the first answer of a person.
#[derive(Debug)]
pub(crate) struct Keeper {
    running: Option<RunningGame>,
    /// Packs and folders as the user typed them, with absolute paths.
    packs: Vec<String>,
    folders: Vec<PathBuf>,
    /// File from which this game was resumed; it is removed once the game has its own file.
    from: Option<KeptGame>,
    /// True if saving has failed.
    failed: bool,
}

impl Keeper {
    /// Creates the writer for a game of some packs, as the user typed them.
    pub(crate) fn new(packs: &[String], folders: &[PathBuf], from: Option<KeptGame>) -> Keeper {
        let whole = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let pack = |name: &String| {
            let path = Path::new(name);
            if path.is_dir() { whole(path).display().to_string() } else { name.clone() }
        };
        // Packs are also searched in `content` of the current folder, which may differ when the game is resumed.
        let here = Some(Path::new("content")).filter(|here| here.is_dir());
        Keeper {
            running: None,
            packs: packs.iter().map(pack).collect(),
            folders: folders.iter().map(|folder| whole(folder)).chain(here.map(whole)).collect(),
            from,
            failed: false,
        }
    }

    /// Saves everything since the last call. After the first error the game is no longer saved.
    pub(super) fn note(&mut self, session: &Session, seats: &[Option<BotSpec>]) -> Result<(), KitError> {
        let answered = || session.log().iter().any(|entry| matches!(entry, Entry::Answer(a) if !a.forced));
        if self.failed || self.running.is_none() && !answered() {
            return Ok(());
        }
        let done = match &mut self.running {
            Some(running) => running.note(session),
            None => self.begin(session, seats),
        };
        self.failed = done.is_err();
        done
    }

    fn begin(&mut self, session: &Session, seats: &[Option<BotSpec>]) -> Result<(), KitError> {
        let bots: Vec<Option<String>> = seats.iter().map(|bot| bot.as_ref().map(BotSpec::to_string)).collect();
        let own = json!({ "packs": self.packs, "folders": self.folders, "bots": bots });
        self.running = Some(RunningGame::begin(&running_games(), session, "a game in the terminal", own)?);
        // A game with other branches is kept until the user removes it, and so is one that is over.
        if let Some(from) = self.from.take().filter(|from| from.courses.len() == 1 && from.over.is_none()) {
            from.forget();
        }
        Ok(())
    }

    /// True if the saved game can be resumed later.
    pub(super) fn keeps(&self) -> bool {
        self.running.as_ref().is_some_and(RunningGame::has_answers)
    }

    /// Removes the saved game, which is no longer needed.
    pub(super) fn end(&mut self) {
        if let Some(running) = self.running.take() {
            running.end();
        }
    }
}

/// Returns the unfinished games, the most recent first.
pub(crate) fn unfinished_games() -> Vec<KeptGame> {
    left_games(&running_games()).collect()
}

/// Describes an unfinished game in a few words.
pub(crate) fn in_words(left: &KeptGame) -> String {
    let packs = left.record.packs.iter().map(|pack| pack.split(['@', '#']).next().unwrap_or_default());
    let packs: Vec<&str> = packs.collect();
    format!(
        "{}, {} seats, {}, {}",
        packs.join(" + "),
        left.record.seats,
        format_count(left.answers(), "answer", "answers"),
        ago(left.when)
    )
}

fn ago(when: SystemTime) -> String {
    let minutes = when.elapsed().map_or(0, |age| age.as_secs() / 60) as usize;
    match minutes {
        0 => "just now".to_owned(),
        1..120 => format!("{} ago", format_count(minutes, "minute", "minutes")),
        120..2880 => format!("{} hours ago", minutes / 60),
        _ => format!("{} days ago", minutes / 1440),
    }
}

/// Returns the packs and folders as the user typed them; `None` if the file is not in the user's state folder, since a
/// file of someone else could name any folder.
pub(crate) fn trusted_arguments(left: &KeptGame) -> Option<(Vec<String>, Vec<PathBuf>)> {
    let texts = |name: &str| -> Vec<String> {
        let list = left.own.get(name).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(|text| Some(text.as_str()?.to_owned())).collect()
    };
    let packs = texts("packs");
    let own = left.path.parent() == Some(&running_games()) && !packs.is_empty();
    own.then(|| (packs, texts("folders").into_iter().map(PathBuf::from).collect()))
}

/// Returns a finder that has the folders of an unfinished game, and the packs that the user typed.
pub(crate) fn places(left: &KeptGame, finder: &Finder) -> (Finder, Vec<String>) {
    match trusted_arguments(left) {
        Some((packs, folders)) => (folders.into_iter().rev().fold(finder.clone(), Finder::with_folder), packs),
        None => (finder.clone(), Vec::new()),
    }
}

/// Returns the bots of an unfinished game, by seat; `None` for a person.
pub(crate) fn bots(left: &KeptGame) -> Vec<Option<BotSpec>> {
    if let Some(list) = left.own.get("bots").and_then(Value::as_array) {
        // A bot that this version does not know is replaced by the random bot.
        return list.iter().map(|bot| bot.as_str().map(|id| bots::parse_bot(id).unwrap_or(RANDOM))).collect();
    }
    // Games of 0.1.0 may be older than the choice between bots.
    let list = left.own.get("random").and_then(Value::as_array);
    list.into_iter().flatten().map(|random| random.as_bool().unwrap_or(false).then_some(RANDOM)).collect()
}
