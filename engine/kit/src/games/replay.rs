//! Replays files of records, one after another, loading each catalog once.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use tilewright_core::catalog::Value;
use tilewright_core::machine::Machine;
use tilewright_core::machine::fault::Fault;
use tilewright_core::session::Session;
use tilewright_core::session::record::Record;
use tilewright_core::session::replay::{Difference, replay};

use crate::error::KitError;
use crate::files;
use crate::games::capsule::{CAPSULE_BEGIN, CAPSULE_BYTES, Capsule};
use crate::games::opening::{DivergencePoint, RecordPackSets, noted_packs, others};
use crate::pack_id::PackName;
use crate::packs::choose::Here;
use crate::packs::find::Finder;
use crate::packs::load::Loaded;
use crate::records::json::RecordError;
use crate::records::renames::{Followed, follow_renames, gone_name};
use crate::records::stream::Records;

/// Reason that a game of a file could not be replayed, or differed.
#[derive(Debug)]
pub enum ReplayError {
    /// The line is not a valid record.
    Unreadable(RecordError),
    /// The packs of the record cannot be played.
    Refused {
        /// Stable reason code, such as `unknown_pack`, `unknown_option`, `other_content`.
        code: &'static str,
        /// Message for the user.
        message: String,
    },
    /// The packs of the record are missing or cannot be read.
    Missing(KitError),
    /// The game differs from its record.
    Differs(Difference),
}

impl ReplayError {
    /// Returns the stable reason code.
    pub fn code(&self) -> &'static str {
        match self {
            ReplayError::Unreadable(error) => error.code,
            ReplayError::Refused { code, .. } => code,
            ReplayError::Missing(error) => error.code(),
            ReplayError::Differs(difference) => difference.code,
        }
    }
}

impl ReplayError {
    /// Returns the failure for packs that cannot be played.
    pub(crate) fn of_packs(loaded: &Loaded, error: &KitError) -> ReplayError {
        let Some(finding) = loaded.errors().next() else {
            return ReplayError::Refused { code: error.code(), message: error.to_string() };
        };
        let code = match finding.code {
            "P0201" => "unknown_pack",
            "P0221" => "unknown_option",
            "P0222" => "bad_option",
            "P0223" => "options_exclude",
            _ => error.code(),
        };
        let hint = finding.hint.as_ref().map_or_else(String::new, |hint| format!("; {hint}"));
        ReplayError::Refused { code, message: format!("{} [{}]{hint}", finding.message, finding.code) }
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Unreadable(error) => error.fmt(f),
            ReplayError::Refused { code, message } => write!(f, "[{code}] {message}"),
            ReplayError::Missing(error) => write!(f, "[{}] {error}", error.code()),
            ReplayError::Differs(difference) => difference.fmt(f),
        }
    }
}

impl std::error::Error for ReplayError {}

/// Replayed game of a file.
pub struct ReplayedGame {
    /// Id of the record, or `line N` if it has no id or cannot be read.
    pub id: String,
    /// Difference between the record's packs and the available ones; see [`other_content`].
    pub other: Option<String>,
    /// Names in the record that have other names in these packs.
    pub followed: Vec<Followed>,
    /// Game at the end of the record, or the reason that it was not reached.
    pub result: Result<Box<Session>, ReplayError>,
    /// Record, if it revealed a mistake of the engine; else `None`.
    pub record: Option<Box<Record>>,
}

/// Maximum number of cached sets of packs; most of the following games use one of them.
const MOST_KEPT: usize = 16;

/// Result of replaying one record.
pub struct RecordReplay {
    /// Game at the end of the record, or the reason that it was not reached.
    pub result: Result<Session, ReplayError>,
    /// Difference between the record's packs and the available ones; see [`other_content`].
    pub other: Option<String>,
    /// Names in the record that have other names in these packs.
    pub followed: Vec<Followed>,
}

/// Replayer of games, each with the packs that it names: with exactly these rules if available, else with the nearest
/// packs that give the same game. Caches the packs of the latest games.
pub struct Replayer<'a> {
    finder: Cow<'a, Finder>,
    /// File of the records: packs are also looked up next to it and at the paths that the records give.
    file: Option<PathBuf>,
    /// True to use the current packs, whatever versions a record names.
    current: bool,
    here: Option<Here>,
    kept: Vec<CachedSetup>,
}

struct CachedSetup {
    packs: Vec<String>,
    places: BTreeMap<String, String>,
    options: Vec<(String, Value)>,
    sets: RecordPackSets,
    /// Loaded packs, for the first sets.
    loaded: Vec<Result<Loaded, KitError>>,
}

impl<'a> Replayer<'a> {
    /// Creates a replayer that has not loaded any packs.
    pub fn new(finder: &'a Finder) -> Replayer<'a> {
        Replayer { finder: Cow::Borrowed(finder), file: None, current: false, here: None, kept: Vec::new() }
    }

    /// Uses the current packs, whatever versions records name, to show the effect of changes.
    #[must_use]
    pub fn by_current(mut self) -> Replayer<'a> {
        self.current = true;
        self
    }

    /// Replays records of a file: packs are also looked up next to it, and at the paths that the records give.
    #[must_use]
    pub fn of_file(self, file: &Path) -> Replayer<'a> {
        let finder = Cow::Owned(self.finder.with_folder_of(file));
        Replayer { finder, file: Some(file.to_owned()), ..self }
    }

    /// Replays every game of a file: see [`replay_all`].
    ///
    /// # Errors
    /// The file cannot be read, or is a damaged capsule.
    pub fn games(self, file: &Path) -> Result<ReplayIterator<'a>, KitError> {
        games(self, file)
    }

    /// Returns the cached packs for a record, collecting them if necessary.
    fn cached_setup(&mut self, record: &Record) -> Result<&mut CachedSetup, ReplayError> {
        let same = |kept: &CachedSetup| {
            kept.packs == record.packs && kept.places == record.places && kept.options == record.options
        };
        let at = match self.kept.iter().position(same) {
            Some(at) => at,
            None => {
                let here = match &self.here {
                    Some(here) => here.clone(),
                    None => self.here.insert(Here::from_finder(&self.finder).map_err(ReplayError::Missing)?).clone(),
                };
                let packs = || record.packs.iter().map(|pack| PackName::parse(pack).id.to_owned()).collect();
                let wanted = if self.current { packs() } else { record.packs.clone() };
                let noted = self.file.as_ref().map_or_else(Vec::new, |file| noted_packs(record, file));
                let wanted = Record { packs: wanted, ..Record::default() };
                let sets = RecordPackSets::for_record(here, &self.finder, &noted, &wanted)?;
                if self.kept.len() == MOST_KEPT {
                    self.kept.remove(0);
                }
                let (packs, places) = (record.packs.clone(), record.places.clone());
                let options = record.options.clone();
                self.kept.push(CachedSetup { packs, places, options, sets, loaded: Vec::new() });
                self.kept.len() - 1
            }
        };
        Ok(&mut self.kept[at])
    }

    /// Replays a record, and reports differences in the packs that it was replayed with.
    pub fn play(&mut self, record: &Record) -> RecordReplay {
        let kept = match self.cached_setup(record) {
            Ok(kept) => kept,
            Err(failure) => return RecordReplay { result: Err(failure), other: None, followed: Vec::new() },
        };
        let mut best: Option<(usize, RecordReplay)> = None;
        for number in 0..kept.sets.count() {
            if kept.loaded.len() == number {
                kept.loaded.push(kept.sets.reading(number).map(|reading| reading.load_for(record)));
            }
            let (played, at) = match &kept.loaded[number] {
                Err(error) => {
                    let failure = ReplayError::Refused { code: error.code(), message: error.to_string() };
                    (RecordReplay { result: Err(failure), other: None, followed: Vec::new() }, 0)
                }
                Ok(loaded) => {
                    let (record, followed) = follow_renames(record, &loaded.packs);
                    let played = |result| RecordReplay { result, other: other_content(loaded, &record), followed };
                    match replay_machine(loaded.machine_for(record.seats), loaded, &record) {
                        Ok(session) => return played(Ok(session)),
                        Err(Replay::Refused(failure)) => (played(Err(failure)), 0),
                        Err(Replay::Differs(difference)) => {
                            let at = difference.at + 1;
                            (played(Err(differing(loaded, &record, difference))), at)
                        }
                    }
                }
            };
            if best.as_ref().is_none_or(|(came, _)| *came < at) {
                best = Some((at, played));
            }
        }
        match best {
            Some((_, played)) => played,
            None => unreachable!("at least one set is tried"),
        }
    }

    /// Replays a record.
    ///
    /// # Errors
    /// The first difference, or the reason that the record cannot be replayed.
    pub fn replay(&mut self, record: &Record) -> Result<Session, ReplayError> {
        self.play(record).result
    }
}

/// Replays a record with packs that have been loaded for it.
///
/// # Errors
/// The first difference, or the reason that the record cannot be replayed.
pub fn replay_by(loaded: &Loaded, record: &Record) -> Result<Session, ReplayError> {
    replay_with(loaded.machine_for(record.seats), loaded, record)
}

/// Like [`replay_by`], with a machine that was made from the packs.
pub(crate) fn replay_with(
    machine: Result<Machine, KitError>,
    loaded: &Loaded,
    record: &Record,
) -> Result<Session, ReplayError> {
    replay_machine(machine, loaded, record).map_err(|failed| match failed {
        Replay::Refused(failure) => failure,
        Replay::Differs(difference) => differing(loaded, record, difference),
    })
}

/// Reason that a record could not be replayed.
enum Replay {
    Refused(ReplayError),
    Differs(Difference),
}

fn replay_machine(machine: Result<Machine, KitError>, loaded: &Loaded, record: &Record) -> Result<Session, Replay> {
    let machine = machine.map_err(|error| Replay::Refused(ReplayError::of_packs(loaded, &error)))?;
    let session = replay(machine, record).map_err(Replay::Differs)?;
    match session.remembers() {
        Some(fault) => Err(Replay::Refused(ReplayError::Refused { code: "remembers", message: fault.to_string() })),
        None => Ok(session),
    }
}

/// Describes a difference, together with differing packs that may have caused it.
fn differing(loaded: &Loaded, record: &Record, difference: Difference) -> ReplayError {
    match other_content(loaded, record) {
        // A mistake of the engine is never blamed on differing packs.
        Some(other) if difference.code != Fault::INTERNAL => {
            // Moves are counted from 1.
            let entry = difference.at.checked_sub(1).and_then(|at| record.moves.get(at));
            let gone = entry.and_then(|entry| gone_name(record, entry, &loaded.packs));
            let gone = gone.map_or_else(String::new, |gone| format!("; {gone}"));
            let stopped = DivergencePoint::from_difference(record, difference);
            ReplayError::Refused { code: "other_content", message: format!("{other}, and {stopped}{gone}") }
        }
        _ => ReplayError::Differs(difference),
    }
}

/// Describes the first pack that differs from the record, in one sentence. A pack without a version and a hash in the
/// record never differs.
pub fn other_content(loaded: &Loaded, record: &Record) -> Option<String> {
    others(loaded, record).first().map(ToString::to_string)
}

/// Iterator that replays the games of a file, one at each step.
pub struct ReplayIterator<'a> {
    replayer: Replayer<'a>,
    records: Box<dyn Iterator<Item = Result<Record, RecordError>>>,
    /// Packs of the capsule, if the file is one.
    own: Option<Loaded>,
    number: usize,
    lines: u64,
}

impl ReplayIterator<'_> {
    /// Returns the number of lines in the file, to show progress.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// Skips up to `count` games without playing them, and returns the number of skipped games.
    pub fn pass(&mut self, count: usize) -> usize {
        let passed = self.records.by_ref().take(count).count();
        self.number += passed;
        passed
    }
}

impl Iterator for ReplayIterator<'_> {
    type Item = ReplayedGame;

    fn next(&mut self) -> Option<ReplayedGame> {
        let read = self.records.next()?;
        self.number += 1;
        let record = match read {
            Ok(record) => record,
            Err(error) => {
                let id = format!("line {}", error.line);
                return Some(ReplayedGame {
                    id,
                    other: None,
                    followed: Vec::new(),
                    result: Err(ReplayError::Unreadable(error)),
                    record: None,
                });
            }
        };
        let id = if record.id.is_empty() { format!("game {}", self.number) } else { record.id.clone() };
        let played = match &self.own {
            Some(loaded) => {
                let (result, other) = (replay_by(loaded, &record), other_content(loaded, &record));
                RecordReplay { result, other, followed: Vec::new() }
            }
            None => self.replayer.play(&record),
        };
        let RecordReplay { result, other, followed } = played;
        let is_ours = result.as_ref().is_err_and(|failure| failure.code() == Fault::INTERNAL);
        let record = is_ours.then(|| Box::new(record));
        Some(ReplayedGame { id, other, followed, result: result.map(Box::new), record })
    }
}

/// Replays every game of a file, one at each step of the iterator. A capsule holds one game, which is played with the
/// packs in the capsule.
///
/// # Errors
/// The file cannot be read, or is a damaged capsule.
pub fn replay_all<'a>(finder: &'a Finder, file: &Path) -> Result<ReplayIterator<'a>, KitError> {
    Replayer::new(finder).games(file)
}

fn games<'a>(replayer: Replayer<'a>, file: &Path) -> Result<ReplayIterator<'a>, KitError> {
    Ok(match read_capsule(file)? {
        Some(capsule) => {
            let (own, records) = (Some(capsule.load()), Box::new(std::iter::once(Ok(capsule.record))));
            ReplayIterator { replayer, records, own, number: 0, lines: 1 }
        }
        None => {
            let records = Box::new(Records::open(file)?);
            let replayer = replayer.of_file(file);
            ReplayIterator { replayer, records, own: None, number: 0, lines: lines_of(file)? }
        }
    })
}

/// Returns the first game of a file, or the game of a capsule.
///
/// # Errors
/// The file cannot be read, is a damaged capsule, or holds no record.
pub fn first_game(file: &Path) -> Result<Record, KitError> {
    if let Some(capsule) = read_capsule(file)? {
        return Ok(capsule.record);
    }
    let empty = || RecordError { line: 1, code: "bad_record", part: String::new(), message: "it is empty".to_owned() };
    let first = Records::open(file)?.next().unwrap_or_else(|| Err(empty()));
    first.map_err(|error| KitError::Record { path: file.to_owned(), error })
}

/// Loads the packs in a capsule, which its game is played with; `None` for other files.
///
/// # Errors
/// The file cannot be read, or is a damaged capsule.
pub fn packs_of(file: &Path) -> Result<Option<Loaded>, KitError> {
    Ok(read_capsule(file)?.map(|capsule| capsule.load()))
}

/// Reads a capsule; `None` if the file is not one.
fn read_capsule(file: &Path) -> Result<Option<Capsule>, KitError> {
    let read = |error| KitError::read(file, error);
    let mut begin = Vec::new();
    files::open(file)?.take(CAPSULE_BEGIN.len() as u64).read_to_end(&mut begin).map_err(read)?;
    if begin != CAPSULE_BEGIN {
        return Ok(None);
    }
    let bytes = files::read(file, CAPSULE_BYTES)?;
    Capsule::read(&bytes).map(Some).map_err(|error| KitError::Capsule { path: file.to_owned(), error })
}

fn lines_of(file: &Path) -> Result<u64, KitError> {
    let (mut reader, mut lines) = (BufReader::new(files::open(file)?), 1);
    loop {
        let bytes = reader.fill_buf().map_err(|error| KitError::read(file, error))?;
        if bytes.is_empty() {
            return Ok(lines);
        }
        lines += bytes.iter().filter(|byte| **byte == b'\n').count() as u64;
        let read = bytes.len();
        reader.consume(read);
    }
}
