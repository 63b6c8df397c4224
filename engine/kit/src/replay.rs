//! Replaying files of records: one after another, each catalog loaded once.

use std::fmt;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use tilewright_core::catalog::Value;
use tilewright_core::machine::Machine;
use tilewright_core::record::Record;
use tilewright_core::replay::{Difference, replay};
use tilewright_core::session::Session;

use crate::capsule::{CAPSULE_BEGIN, CAPSULE_BYTES, Capsule};
use crate::error::KitError;
use crate::files;
use crate::find::Finder;
use crate::json::RecordError;
use crate::load::{Loaded, Request, load};
use crate::records::Records;

/// A game of a file could not be replayed, or went another way.
#[derive(Debug)]
pub enum Failure {
    /// It is no record.
    Unreadable(RecordError),
    /// Its packs cannot be played here.
    Refused {
        /// Stable reason code, such as `unknown_pack`, `unknown_option`, `other_content`.
        code: &'static str,
        /// What is wrong.
        message: String,
    },
    /// It went another way.
    Differs(Difference),
}

impl Failure {
    /// Stable reason code.
    pub fn code(&self) -> &'static str {
        match self {
            Failure::Unreadable(error) => error.code,
            Failure::Refused { code, .. } => code,
            Failure::Differs(difference) => difference.code,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Unreadable(error) => error.fmt(f),
            Failure::Refused { code, message } => write!(f, "[{code}] {message}"),
            Failure::Differs(difference) => difference.fmt(f),
        }
    }
}

impl std::error::Error for Failure {}

/// A game of a file, replayed.
pub struct Replayed {
    /// The id that the record has, or `line N` when it has none or cannot be read.
    pub id: String,
    /// What is otherwise than the record says in the packs that are here; see [`other_content`].
    pub other: Option<String>,
    /// The game as it stands at the end of the record, or why not.
    pub result: Result<Box<Session>, Failure>,
}

/// Catalogs that a replayer keeps; those of the games that come next are mostly among them.
const MOST_KEPT: usize = 16;

/// Keeps the catalogs of the games it has replayed last.
pub struct Replayer<'a> {
    finder: &'a Finder,
    loaded: Vec<Kept>,
}

struct Kept {
    packs: Vec<String>,
    options: Vec<(String, Value)>,
    loaded: Result<Loaded, KitError>,
}

impl<'a> Replayer<'a> {
    /// Without catalogs.
    pub fn new(finder: &'a Finder) -> Replayer<'a> {
        Replayer { finder, loaded: Vec::new() }
    }

    /// The packs of a record, loaded now or before.
    fn loaded(&mut self, record: &Record) -> &Result<Loaded, KitError> {
        let same = |kept: &Kept| kept.packs == record.packs && kept.options == record.options;
        let at = self.loaded.iter().position(same).unwrap_or_else(|| {
            let request = Request {
                options: record.options.clone(),
                lints: false,
                ..Request::new(record.packs.iter().map(|p| p.split(['@', '#']).next().unwrap_or_default()))
            };
            let loaded = load(self.finder, &request);
            if self.loaded.len() == MOST_KEPT {
                self.loaded.remove(0);
            }
            self.loaded.push(Kept { packs: record.packs.clone(), options: record.options.clone(), loaded });
            self.loaded.len() - 1
        });
        &self.loaded[at].loaded
    }

    /// Replays a record.
    ///
    /// # Errors
    /// The first difference, or why it cannot be replayed.
    pub fn replay(&mut self, record: &Record) -> Result<Session, Failure> {
        let refused = |code, message: String| Failure::Refused { code, message };
        let loaded = match self.loaded(record) {
            Ok(loaded) => loaded,
            Err(error) => return Err(refused(error.code(), error.to_string())),
        };
        replay_by(loaded, record)
    }

    /// What is otherwise than a record says in the packs that it is replayed by: see [`other_content`].
    pub fn other_content(&mut self, record: &Record) -> Option<String> {
        self.loaded(record).as_ref().ok().and_then(|loaded| other_content(loaded, record))
    }
}

/// Replays a record by packs that have been loaded for it.
///
/// # Errors
/// The first difference, or why it cannot be replayed.
pub fn replay_by(loaded: &Loaded, record: &Record) -> Result<Session, Failure> {
    replay_with(loaded.machine(), loaded, record)
}

/// The same with a machine that was made of them.
pub(crate) fn replay_with(
    machine: Result<Machine, KitError>,
    loaded: &Loaded,
    record: &Record,
) -> Result<Session, Failure> {
    let refused = |code, message: String| Failure::Refused { code, message };
    let machine = machine.map_err(|error| match loaded.errors().next() {
        Some(finding) => {
            let code = match finding.code {
                "P0201" => "unknown_pack",
                "P0221" => "unknown_option",
                "P0222" => "bad_option",
                "P0223" => "options_exclude",
                _ => error.code(),
            };
            refused(code, format!("{} [{}]", finding.message, finding.code))
        }
        None => refused(error.code(), error.to_string()),
    })?;
    let session = replay(machine, record).map_err(|difference| match other_content(loaded, record) {
        Some(other) => refused("other_content", format!("{other}, and so it goes another way: {difference}")),
        None => Failure::Differs(difference),
    })?;
    match session.remembers() {
        Some(fault) => Err(refused("remembers", fault.to_string())),
        None => Ok(session),
    }
}

/// What is otherwise than the record says in the packs that are here: a sentence about the first such pack. A record
/// that says no versions and hashes is content with any.
pub fn other_content(loaded: &Loaded, record: &Record) -> Option<String> {
    record.packs.iter().find_map(|wanted| {
        let (name, hash) = wanted.split_once('#').map_or((&**wanted, None), |(name, hash)| (name, Some(hash)));
        let (id, version) = name.split_once('@').map_or((name, None), |(id, version)| (id, Some(version)));
        let here = loaded.packs.iter().find(|p| *p.id == *id)?;
        if version.is_some_and(|v| v != &*here.version) {
            return Some(format!("the record was made with {id} {}, here is {}", version?, here.version));
        }
        let other = hash.is_some_and(|h| h != &*here.hash);
        other.then(|| format!("the record was made with another content of {id} {}", here.version))
    })
}

/// The games of a file, replayed one at each step of the iterator.
pub struct Games<'a> {
    replayer: Replayer<'a>,
    records: Box<dyn Iterator<Item = Result<Record, RecordError>>>,
    /// The packs of a capsule.
    own: Option<Loaded>,
    number: usize,
    lines: u64,
}

impl Games<'_> {
    /// The number of lines of the file, for those who want to say how far it has come.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// Passes over so many games without playing them, or over all that are left where there are fewer; how many it were.
    pub fn pass(&mut self, count: usize) -> usize {
        let passed = self.records.by_ref().take(count).count();
        self.number += passed;
        passed
    }
}

impl Iterator for Games<'_> {
    type Item = Replayed;

    fn next(&mut self) -> Option<Replayed> {
        let read = self.records.next()?;
        self.number += 1;
        let record = match read {
            Ok(record) => record,
            Err(error) => {
                let id = format!("line {}", error.line);
                return Some(Replayed { id, other: None, result: Err(Failure::Unreadable(error)) });
            }
        };
        let id = if record.id.is_empty() { format!("game {}", self.number) } else { record.id.clone() };
        let (played, other) = match &self.own {
            Some(loaded) => (replay_by(loaded, &record), other_content(loaded, &record)),
            None => {
                let played = self.replayer.replay(&record);
                (played, self.replayer.other_content(&record))
            }
        };
        Some(Replayed { id, other, result: played.map(Box::new) })
    }
}

/// Replays every game of a file, one at each step of the iterator. A capsule holds one game, which is played by the packs
/// that the capsule holds.
///
/// # Errors
/// The file cannot be read, or is a capsule that is damaged.
pub fn replay_all<'a>(finder: &'a Finder, file: &Path) -> Result<Games<'a>, KitError> {
    let replayer = Replayer::new(finder);
    Ok(match read_capsule(file)? {
        Some(capsule) => {
            let (own, records) = (Some(capsule.load()), Box::new(std::iter::once(Ok(capsule.record))));
            Games { replayer, records, own, number: 0, lines: 1 }
        }
        None => {
            let records = Box::new(Records::open(file)?);
            Games { replayer, records, own: None, number: 0, lines: lines_of(file)? }
        }
    })
}

/// The first game of a file, or that of a capsule.
///
/// # Errors
/// The file cannot be read, is a capsule that is damaged, or holds no record.
pub fn first_game(file: &Path) -> Result<Record, KitError> {
    if let Some(capsule) = read_capsule(file)? {
        return Ok(capsule.record);
    }
    let empty = || RecordError { line: 1, code: "bad_record", part: String::new(), message: "it is empty".to_owned() };
    let first = Records::open(file)?.next().unwrap_or_else(|| Err(empty()));
    first.map_err(|error| KitError::Record { path: file.to_owned(), error })
}

/// The packs that a file holds together with its game, if it is a capsule: the game is played by them.
///
/// # Errors
/// The file cannot be read, or is a capsule that is damaged.
pub fn packs_of(file: &Path) -> Result<Option<Loaded>, KitError> {
    Ok(read_capsule(file)?.map(|capsule| capsule.load()))
}

/// Reads a capsule, if a file is one.
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
