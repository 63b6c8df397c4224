//! Replaying files of records: one after another, each catalog loaded once.

use std::fmt;
use std::path::Path;

use tilewright_core::catalog::Value;
use tilewright_core::machine::Machine;
use tilewright_core::record::Record;
use tilewright_core::replay::{Difference, replay};
use tilewright_core::session::Session;

use crate::capsule::{Capsule, is_capsule};
use crate::error::KitError;
use crate::find::{Finder, read_text};
use crate::json::{RecordError, read_records};
use crate::load::{Loaded, Request, load};

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
    /// The game as it stands at the end of the record, or why not.
    pub result: Result<Box<Session>, Failure>,
}

/// Keeps the catalogs of the games it has replayed.
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
    replay(machine, record).map_err(|difference| match other_content(loaded, record) {
        Some(other) => refused("other_content", format!("{other}, and so it goes another way: {difference}")),
        None => Failure::Differs(difference),
    })
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

/// Replays every game of a file, one at each step of the iterator. A capsule holds one game, which is played by the packs
/// that the capsule holds.
///
/// # Errors
/// The file cannot be read, or is a capsule that is damaged.
pub fn replay_all<'a>(finder: &'a Finder, file: &Path) -> Result<impl Iterator<Item = Replayed> + use<'a>, KitError> {
    let mut replayer = Replayer::new(finder);
    let read = |error| KitError::Read { path: file.to_owned(), error };
    let bytes = std::fs::read(file).map_err(read)?;
    let (records, own) = if is_capsule(&bytes) {
        let broken = |error| KitError::Capsule { path: file.to_owned(), error };
        let capsule = Capsule::read(&bytes).map_err(broken)?;
        (vec![Ok(capsule.record.clone())], Some(capsule.load()))
    } else {
        (read_records(&read_text(file)?), None)
    };
    Ok(records.into_iter().enumerate().map(move |(number, record)| match record {
        Ok(record) => {
            let id = if record.id.is_empty() { format!("game {}", number + 1) } else { record.id.clone() };
            let played = match &own {
                Some(loaded) => replay_by(loaded, &record),
                None => replayer.replay(&record),
            };
            Replayed { id, result: played.map(Box::new) }
        }
        Err(error) => Replayed { id: format!("line {}", error.line), result: Err(Failure::Unreadable(error)) },
    }))
}
