//! Saves games in progress: every answer is written at once, so that no game is lost when its program ends.
//!
//! Each game has a separate file in a folder of the user, locked by the program that plays it. An unlocked file belongs
//! to a killed program or to a game that its player left. Its first line is a record without moves. The lines after it
//! are moves as they were made, undone moves, branches into other courses, changes of the program's own data, and the
//! final scores when the game is over.

use std::fs::TryLockError;
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde_json::{Value as Json, json};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::Session;
use tilewright_core::session::record::{Move, Record};
use tilewright_core::state::Stage;

use crate::bug_report;
use crate::error::KitError;
use crate::files::{self, Lines};
use crate::games::save::{moves_of, record_of};
use crate::records::json::{RecordReader, read_records, write_move, write_record};
use crate::records::stream::{RECORD_BYTES, RECORD_MOVES};

/// Maximum number of finished games whose files are kept; the oldest are removed. All unfinished games are kept.
pub const MOST_OVER: usize = 30;

/// Maximum size in bytes of the file of a game without answers: it has a head and the moves of chance.
const UNANSWERED: u64 = 64 * 1024;

/// Extension of a file that was put aside.
const ASIDE: &str = "aside";

/// Entry of the first line, or of a separate line, for data of the program that is not in the record.
const OWN: &str = "table";

/// Entry of a line with the final scores; null if the game continues after all.
const OVER: &str = "over";

/// Number of bytes at the end of a file that are searched for final scores; shorter files are read completely.
const TAIL: u64 = 64 * 1024;

/// File of a game that is being played.
#[derive(Debug)]
pub struct RunningGame {
    lines: Lines,
    /// Moves of each course that have been written.
    courses: Vec<Vec<Move>>,
    current: usize,
    over: Option<FinalScores>,
}

/// Final scores of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinalScores {
    /// Points of every seat.
    pub points: Vec<i32>,
    /// Seats that have won.
    pub winners: Vec<Seat>,
    /// Name of the result in the packs; `None` if the game has no result beyond the ranking.
    pub result: Option<String>,
}

impl FinalScores {
    /// Returns the final scores of a game; `None` if it is not over.
    pub fn from_session(session: &Session) -> Option<FinalScores> {
        let game = session.game();
        let over = game.stage() == Stage::Over;
        let result = || game.result().map(|result| game.catalog().results.key(result));
        over.then(|| FinalScores { points: game.scores().to_vec(), winners: game.winners(), result: result() })
    }

    fn write(&self) -> Json {
        let winners: Vec<u8> = self.winners.iter().map(|seat| seat.0).collect();
        let mut all = json!({ "points": self.points, "winners": winners });
        if let Some(result) = &self.result {
            all["result"] = json!(result);
        }
        all
    }

    fn read(json: &Json) -> Option<FinalScores> {
        let numbers =
            |name: &str| -> Option<Vec<i64>> { json.get(name)?.as_array()?.iter().map(Json::as_i64).collect() };
        let points = numbers("points")?.into_iter().map(|n| i32::try_from(n).ok()).collect::<Option<_>>()?;
        let winners = numbers("winners")?.into_iter().map(|n| u8::try_from(n).ok().map(Seat)).collect::<Option<_>>()?;
        let result = json.get("result").and_then(Json::as_str).map(str::to_owned);
        Some(FinalScores { points, winners, result })
    }
}

impl RunningGame {
    /// Creates the file of a game in a folder. `own` is data of the program that is restored with the record.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn begin(folder: &Path, session: &Session, id: &str, own: Json) -> Result<RunningGame, KitError> {
        files::make_folder(folder)?;
        clear_old(folder);
        let head = write_record(&Record { moves: Vec::new(), last: None, ..record_of(session, id) });
        let mut head: Json = serde_json::from_str(&head).unwrap_or_else(|e| unreachable!("a record is JSON: {e}"));
        head[OWN] = own;
        let lines = Lines::begin_new(names_in(folder), &head.to_string())?;
        bug_report::note_game(Some(lines.path()));
        let mut running = RunningGame { lines, courses: vec![Vec::new()], current: 0, over: None };
        running.note(session)?;
        Ok(running)
    }

    /// Continues the file of a game that was left.
    ///
    /// # Errors
    /// The file cannot be opened, or another program plays the game.
    pub fn resume(game: &KeptGame) -> Result<RunningGame, KitError> {
        let lines = Lines::resume(&game.path)?;
        bug_report::note_game(Some(lines.path()));
        let courses = game.courses.iter().map(|course| course.moves.clone()).collect();
        Ok(RunningGame { lines, courses, current: game.current, over: game.over.clone() })
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        self.lines.path()
    }

    /// True if the file has an answer of a player.
    pub fn has_answers(&self) -> bool {
        self.courses.iter().flatten().any(|m| matches!(m, Move::Answer { .. }))
    }

    /// Writes the changes since the last call: moves that were made, and moves that were undone.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn note(&mut self, session: &Session) -> Result<(), KitError> {
        self.write(moves_of(session, false))
    }

    fn write(&mut self, moves: Vec<Move>) -> Result<(), KitError> {
        let written = &mut self.courses[self.current];
        let same = written.iter().zip(&moves).take_while(|(a, b)| a == b).count();
        let mut text = Vec::new();
        if same < written.len() {
            text.push(json!({ "back": same }).to_string());
        }
        text.extend(moves[same..].iter().map(|entry| write_move(entry).to_string()));
        *written = moves;
        if text.is_empty() { Ok(()) } else { self.lines.add(&text.join("\n")) }
    }

    /// Returns the number of courses in the file.
    pub fn courses(&self) -> usize {
        self.courses.len()
    }

    /// Writes the changes in one course of a game that keeps all its courses; `moves` has all moves of the course. A
    /// new course starts as a copy of course `of`. The session is on this course from now on.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn note_course(&mut self, course: usize, of: Option<usize>, moves: Vec<Move>) -> Result<(), KitError> {
        while self.courses.len() <= course {
            let number = self.courses.len();
            let of = of.filter(|of| *of < number && number == course);
            self.lines.add(&json!({ "course": number, "of": of }).to_string())?;
            self.courses.push(of.map_or_else(Vec::new, |of| self.courses[of].clone()));
            self.current = number;
        }
        if self.current != course {
            self.lines.add(&json!({ "course": course }).to_string())?;
            self.current = course;
        }
        self.write(moves)
    }

    /// Writes the final scores if the game is now over, or that it continues after all.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn note_end(&mut self, session: &Session) -> Result<(), KitError> {
        let over = FinalScores::from_session(session);
        if over == self.over {
            return Ok(());
        }
        self.lines.add(&json!({ OVER: over.as_ref().map(FinalScores::write) }).to_string())?;
        self.over = over;
        Ok(())
    }

    /// Writes the data of the program that is restored with the record, replacing earlier data.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn note_own(&mut self, own: Json) -> Result<(), KitError> {
        self.lines.add(&json!({ OWN: own }).to_string())
    }

    /// Removes the file of a game that is no longer needed.
    pub fn end(self) {
        bug_report::note_game(None);
        let path = self.lines.path().to_owned();
        // Some systems keep a file as long as it is open.
        drop(self.lines);
        // A file that cannot be removed is offered again later.
        drop(files::remove(&path));
    }
}

/// Returns names for files of games in a folder.
fn names_in(folder: &Path) -> impl Iterator<Item = PathBuf> + '_ {
    (1u32..).map(|number| folder.join(format!("game-{number}.jsonl")))
}

/// Game that is no longer being played: it was left, or it is over.
#[derive(Clone, Debug)]
pub struct KeptGame {
    /// Path of the game's file.
    pub path: PathBuf,
    /// Course that was played last.
    pub record: Record,
    /// All courses, with their moves and the courses that they left.
    pub courses: Vec<Course>,
    /// Number of the course that was played last.
    pub current: usize,
    /// Data of the program that is not in the record.
    pub own: Json,
    /// Final scores; `None` if the game is not over.
    pub over: Option<FinalScores>,
    /// Time of the last move.
    pub when: SystemTime,
}

/// Course of a game that was left.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// Course that this one left; `None` for the first.
    pub of: Option<usize>,
    /// Moves of the course from the beginning of the game.
    pub moves: Vec<Move>,
}

impl KeptGame {
    /// Returns the number of answers in the course that was played last.
    pub fn answers(&self) -> usize {
        self.record.moves.iter().filter(|m| matches!(m, Move::Answer { .. })).count()
    }

    /// True if the game has any answer.
    fn is_answered(&self) -> bool {
        self.courses.iter().any(|c| c.moves.iter().any(|m| matches!(m, Move::Answer { .. })))
    }

    /// Removes the game for good.
    pub fn forget(&self) {
        // A file that cannot be removed is offered again later.
        drop(files::remove(&self.path));
    }

    /// Removes the game but allows [`take_back`] to restore it from the returned path, until [`clear_aside`] clears the
    /// folder.
    ///
    /// # Errors
    /// The game is being played, or the file cannot be moved.
    pub fn put_aside(&self) -> Result<PathBuf, KitError> {
        if is_being_played(&self.path) {
            return Err(KitError::Write { path: self.path.clone(), error: ErrorKind::WouldBlock.into() });
        }
        let aside = self.path.with_extension(ASIDE);
        files::move_file(&self.path, &aside)?;
        Ok(aside)
    }

    /// Writes the data of the program that is restored with the record, replacing earlier data. The time of the last
    /// move stays unchanged.
    ///
    /// # Errors
    /// The game is being played, or the file cannot be written.
    pub fn note_own(&mut self, own: Json) -> Result<(), KitError> {
        let mut lines = Lines::resume(&self.path)?;
        lines.add(&json!({ OWN: own }).to_string())?;
        lines.end_at(self.when)?;
        self.own = own;
        Ok(())
    }
}

/// Restores a game that was put aside, gives it the first free number, and returns the path of its file.
///
/// # Errors
/// The file no longer exists, or cannot be moved.
pub fn take_back(aside: &Path) -> Result<PathBuf, KitError> {
    let folder = aside.parent().unwrap_or(Path::new(""));
    files::move_new(aside, std::iter::once(aside.with_extension("jsonl")).chain(names_in(folder)))
}

/// Removes the games in a folder that were put aside.
pub fn clear_aside(folder: &Path) {
    for path in entries_of(folder) {
        if path.extension().is_some_and(|end| end == ASIDE) && is_running_file(&path.with_extension("jsonl")) {
            // A file that cannot be removed is harmless.
            drop(files::remove(&path));
        }
    }
}

/// True if a running program holds the lock of the game file.
pub fn is_being_played(path: &Path) -> bool {
    files::open(path).is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
}

/// Returns the games in a folder that are no longer being played, including finished ones, the latest first. Each file
/// is read when the iterator reaches it.
pub fn kept_games(folder: &Path) -> impl Iterator<Item = KeptGame> {
    newest_first(folder).into_iter().filter_map(|path| read_kept(&path))
}

/// Returns the left games in a folder, the latest first. Of finished games, only the end of the file is read.
pub fn left_games(folder: &Path) -> impl Iterator<Item = KeptGame> {
    let left = newest_first(folder).into_iter().filter(|path| !is_marked_over(path));
    left.filter_map(|path| read_kept(&path)).filter(|game| game.over.is_none())
}

/// Returns the latest left game in a folder that `wanted` accepts, given its file and the program's data at the start
/// of the game. Of other games, only these data are read.
pub fn left_game(folder: &Path, wanted: impl Fn(&Path, &Json) -> bool) -> Option<KeptGame> {
    let is_wanted = |path: &PathBuf| own_at_first(path).is_some_and(|own| wanted(path, &own));
    let mut left = newest_first(folder).into_iter().filter(is_wanted).filter(|path| !is_marked_over(path));
    left.find_map(|path| read_kept(&path).filter(|game| game.over.is_none()))
}

/// Returns the data of the program from the first line of a file.
fn own_at_first(path: &Path) -> Option<Json> {
    let mut line = Vec::new();
    BufReader::new(files::open(path).ok()?).take(RECORD_BYTES as u64).read_until(b'\n', &mut line).ok()?;
    serde_json::from_slice::<Json>(&line).ok()?.get_mut(OWN).map(Json::take)
}

fn newest_first(folder: &Path) -> Vec<PathBuf> {
    let when = |path: &PathBuf| std::fs::metadata(path).and_then(|data| data.modified()).ok();
    let mut files: Vec<(Option<SystemTime>, PathBuf)> =
        files_in(folder).into_iter().map(|path| (when(&path), path)).collect();
    files.sort_by(|a, b| b.cmp(a));
    files.into_iter().map(|(_, path)| path).collect()
}

/// True if the last line about the outcome, near the end of a file, has final scores. If that part of the file has no
/// such line, the file must be read completely.
fn is_marked_over(path: &Path) -> bool {
    let Ok(mut file) = files::open(path) else { return false };
    let length = file.metadata().map_or(0, |data| data.len());
    let mut end = Vec::new();
    let read = file.seek(SeekFrom::Start(length.saturating_sub(TAIL))).and_then(|_| file.read_to_end(&mut end));
    if read.is_err() {
        return false;
    }
    let whole = end.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let lines = end[..whole].split(|byte| *byte == b'\n').rev();
    let about: Option<Json> =
        lines.filter_map(|line| serde_json::from_slice(line).ok()).find(|line: &Json| line.get(OVER).is_some());
    about.is_some_and(|line| FinalScores::read(&line[OVER]).is_some())
}

/// True if a name is that of a game file.
fn is_running_file(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.strip_prefix("game-").and_then(|rest| rest.strip_suffix(".jsonl")).is_some_and(|n| n.parse::<u32>().is_ok())
}

fn entries_of(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).map(|list| list.filter_map(|e| Some(e.ok()?.path())).collect());
    entries.unwrap_or_default()
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    entries_of(folder).into_iter().filter(|path| is_running_file(path)).collect()
}

/// Removes games that were left without an answer, and the oldest finished games beyond the maximum. Other left games
/// stay until the user removes them.
fn clear_old(folder: &Path) {
    let mut over = 0;
    for path in newest_first(folder) {
        let length = files::open(&path).and_then(|file| file.metadata().map_err(|e| KitError::read(&path, e)));
        let Ok(length) = length.map(|data| data.len()) else { continue };
        if is_being_played(&path) {
            continue;
        }
        if length == 0 {
            drop(files::remove(&path));
        } else if is_marked_over(&path) {
            over += 1;
            // Only a file that can be read is known to be a game.
            if over > MOST_OVER && read(&path).is_some() {
                drop(files::remove(&path));
            }
        } else if length <= UNANSWERED
            && let Some(game) = read(&path).filter(|game| !game.is_answered())
        {
            game.forget();
        }
    }
}

/// True if this version cannot read a game file, although it is not empty and is not being played.
pub fn is_damaged(path: &Path) -> bool {
    let has_content = std::fs::metadata(path).is_ok_and(|data| data.len() > 0);
    has_content && !is_being_played(path) && read(path).is_none()
}

/// Reads the game of a file; `None` if it is being played or has no answer.
pub fn read_kept(path: &Path) -> Option<KeptGame> {
    read(path).filter(KeptGame::is_answered)
}

/// Like [`read_kept`], also for a game without an answer.
pub fn read(path: &Path) -> Option<KeptGame> {
    let file = files::open(path).ok()?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return None,
        // Where files cannot be locked, it is unknown who plays.
        Err(TryLockError::Error(_)) => {}
    }
    let when = file.metadata().and_then(|data| data.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    let mut lines = BufReader::new(&file);
    let mut line = Vec::new();
    let mut next = || -> Option<Json> {
        line.clear();
        lines.by_ref().take(RECORD_BYTES as u64).read_until(b'\n', &mut line).ok()?;
        // The last line may be cut off.
        serde_json::from_slice(line.strip_suffix(b"\n")?).ok()
    };
    let mut head = next()?;
    // A record that the user saved lacks this entry.
    let mut own = head.get_mut(OWN).map(Json::take)?;
    let record = read_records(&head.to_string()).pop()?.ok()?;
    let mut courses = vec![Course::default()];
    let (mut current, mut count, mut over) = (0, 0, None);
    while let Some(mut entry) = next() {
        if let Some(newer) = entry.get_mut(OWN).map(Json::take) {
            own = newer;
            continue;
        }
        if let Some(end) = entry.get(OVER) {
            over = FinalScores::read(end);
            continue;
        }
        let number = |name: &str| entry.get(name)?.as_u64().and_then(|n| usize::try_from(n).ok());
        if let Some(course) = number("course") {
            if course == courses.len() {
                let of = number("of").filter(|of| *of < courses.len());
                courses.push(Course { of, moves: of.map_or_else(Vec::new, |of| courses[of].moves.clone()) });
            }
            current = course.min(courses.len() - 1);
        } else if let Some(back) = number("back") {
            courses[current].moves.truncate(back);
        } else {
            let Ok(entry) = RecordReader::new(1).entry_at(0, &entry) else { break };
            courses[current].moves.push(entry);
            count += 1;
            if count > RECORD_MOVES {
                break;
            }
        }
    }
    let record = Record { moves: courses[current].moves.clone(), ..record };
    Some(KeptGame { path: path.to_owned(), record, courses, current, own, over, when })
}

#[cfg(test)]
mod tests;
