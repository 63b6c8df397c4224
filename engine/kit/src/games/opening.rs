//! Opening what was saved: the very packs that it was played with if they can be had, otherwise those that are nearest.
//!
//! A record names each of its packs with its version and the hash of its rules. Where none with these rules is here, the
//! game is played again by others, as long as each answer is still what it was. Nothing is ever written.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use semver::{Version, VersionReq};
use tilewright_core::machine::fault::Fault;
use tilewright_core::session::Session;
use tilewright_core::session::record::{Move, Record};
use tilewright_core::session::replay::Difference;

use crate::error::KitError;
use crate::games::places::places_of;
use crate::games::reload::as_far;
use crate::games::replay::Failure;
use crate::pack_id::Named;
use crate::packs::choose::Here;
use crate::packs::find::Finder;
use crate::packs::load::{Loaded, Reading};
use crate::packs::versions::{Need, Policy};
use crate::records::renames::{Followed, followed};

/// Versions of a pack that are tried where the one that a record names is not here.
const TRIED: usize = 4;

/// A pack that is played in another version, or with other rules, than a record names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Other {
    /// Its id.
    pub id: String,
    /// The version that the record names.
    pub was: String,
    /// The version that is played: the same one if only its rules are others.
    pub is: String,
}

impl fmt::Display for Other {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Other { id, was, is } = self;
        if was == is {
            write!(f, "the record was made with another content of {id} {is}")
        } else {
            write!(f, "the record was made with {id} {was}, here is {is}")
        }
    }
}

/// The packs that are otherwise than a record says. One that says no versions and hashes is content with any.
pub fn others(loaded: &Loaded, record: &Record) -> Vec<Other> {
    let differs = |text: &String| {
        let named = Named::of(text);
        let here = loaded.packs.iter().find(|pack| *pack.id == *named.id)?;
        let version = named.version.unwrap_or(&here.version);
        let same = version == &*here.version && named.rules.is_none_or(|rules| rules == &*here.hash);
        let other = || Other { id: named.id.to_owned(), was: version.to_owned(), is: here.version.to_string() };
        (!same).then(other)
    };
    record.packs.iter().filter_map(differs).collect()
}

/// Where a game takes another course than its record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stopped {
    /// The first answer that is not what it was, counted from 1.
    pub answer: usize,
    /// The answers of the record.
    pub of: usize,
    /// What differs.
    pub difference: Difference,
}

impl Stopped {
    pub(crate) fn of(record: &Record, difference: Difference) -> Stopped {
        let is_answer = |entry: &&Move| matches!(entry, Move::Answer { .. });
        let before = difference.at.saturating_sub(1).min(record.moves.len());
        Stopped {
            answer: record.moves[..before].iter().filter(is_answer).count() + 1,
            of: record.moves.iter().filter(is_answer).count(),
            difference,
        }
    }

    /// Whether a script of the packs, or the engine, fails there.
    pub fn is_fault(&self) -> bool {
        ["fault", Fault::INTERNAL].contains(&self.difference.code)
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stopped { answer, of, difference } = self;
        write!(f, "from answer {answer} of {of} on it goes another way: {difference}")
    }
}

/// A saved game that was opened.
pub struct Opened {
    /// The game as it stands at the end of the record, or before the first answer that is not what it was.
    pub session: Session,
    /// The packs that it is played by.
    pub loaded: Loaded,
    /// Those of them that are not what the record names.
    pub others: Vec<Other>,
    /// Names of the record that these packs call otherwise.
    pub followed: Vec<Followed>,
    /// Where it takes another course, if it does.
    pub stopped: Option<Stopped>,
}

/// Opens a saved game, to be gone on with: by the very packs that it names, wherever they are found, and otherwise by the
/// nearest versions that fit each other. `more`: paths of packs that are looked at besides. The record stays what it is,
/// and what must hold after its end is not looked at.
///
/// # Errors
/// Packs are not here or cannot be played, or the game does not even begin.
pub fn open(finder: &Finder, more: &[String], record: &Record) -> Result<Opened, Failure> {
    open_among(Here::of(finder).map_err(Failure::Missing)?, finder, more, record)
}

/// Opens a game that was saved in a file: also by the packs beside the file, and where the record says that they are.
///
/// # Errors
/// Packs are not here or cannot be played, or the game does not even begin.
pub fn open_file(finder: &Finder, file: &Path, record: &Record) -> Result<Opened, Failure> {
    open(&finder.beside(file), &noted_packs(record, file), record)
}

/// Returns the paths at which a record in a file says that its packs are.
pub(crate) fn noted_packs(record: &Record, file: &Path) -> Vec<String> {
    places_of(record, file).into_iter().map(|(_, path)| path.to_string_lossy().into_owned()).collect()
}

/// The same among packs that are known to be here.
///
/// # Errors
/// Packs are not here or cannot be played, or the game does not even begin.
pub fn open_among(here: Here, finder: &Finder, more: &[String], record: &Record) -> Result<Opened, Failure> {
    let mut sets = Sets::of(here, finder, more, record)?;
    let mut best: Option<Opened> = None;
    let mut failed = None;
    for number in 0..sets.count() {
        let loaded = sets.reading(number).map(|reading| reading.load_for(record));
        match loaded.map_err(Failure::Missing).and_then(|loaded| opened(loaded, record)) {
            Ok(opened) if opened.stopped.is_none() => return Ok(opened),
            Ok(opened) => {
                let comes_to = |opened: &Opened| opened.stopped.as_ref().map_or(usize::MAX, |stopped| stopped.answer);
                if best.as_ref().is_none_or(|best| comes_to(best) < comes_to(&opened)) {
                    best = Some(opened);
                }
            }
            Err(failure) => drop(failed.get_or_insert(failure)),
        }
    }
    best.ok_or_else(|| failed.unwrap_or_else(|| unreachable!("at least one set is tried")))
}

/// Opens a saved game by packs that were loaded for it.
///
/// # Errors
/// The packs cannot be played, or the game does not even begin.
pub fn opened(loaded: Loaded, record: &Record) -> Result<Opened, Failure> {
    if let Err(error) = loaded.machine() {
        return Err(Failure::of_packs(&loaded, &error));
    }
    let (record, followed) = followed(record, &loaded.packs);
    let record = &record;
    let others = others(&loaded, record);
    let (session, stopped) = as_far(&loaded, record.clone()).map_err(|error| match others.first() {
        Some(other) => Failure::Refused { code: "other_content", message: format!("{other}, and {error}") },
        None => Failure::Refused { code: "cannot_begin", message: error.to_string() },
    })?;
    let stopped = stopped.map(|difference| Stopped::of(record, difference));
    Ok(Opened { session, loaded, others, followed, stopped })
}

/// The sets of packs that a record may be played by, the nearest first.
pub(crate) struct Sets {
    here: Here,
    requests: Vec<Need>,
    /// For each pack that is not here as it is named the candidates, the nearest first.
    nearest: BTreeMap<String, Vec<usize>>,
}

impl Sets {
    /// Those of a record.
    ///
    /// # Errors
    /// A pack of it is not here at all.
    pub(crate) fn of(mut here: Here, finder: &Finder, more: &[String], record: &Record) -> Result<Sets, Failure> {
        for path in more {
            // What has gone from its place may be found by its id.
            if let Ok(Some(found)) = finder.at_path(path) {
                here.add(found);
            }
        }
        let (mut requests, mut nearest) = (Vec::new(), BTreeMap::new());
        for text in &record.packs {
            let named = Named::of(text);
            // One that has another id now is played by that, and its version counts on.
            let older = if here.look_at(named.id).is_empty() { here.called_before(named.id) } else { None };
            let named = Named { id: older.as_deref().unwrap_or(named.id), ..named };
            let need = Need { id: named.id.to_owned(), ..Need::any("") };
            if requests.iter().any(|request: &Need| request.id == need.id) {
                continue;
            }
            requests.push(need);
            let all = here.look_at(named.id);
            if all.is_empty() {
                return Err(Failure::Missing(finder.unknown(named.id, here.ids())));
            }
            match exactly(&mut here, &all, named) {
                Exact::Any => {
                    let found = here.meant(named.id);
                    found.into_iter().for_each(|number| here.only(named.id, &[number]));
                }
                Exact::Here(number) => here.only(named.id, &[number]),
                Exact::None => drop(nearest.insert(named.id.to_owned(), by_nearness(&here, all, named))),
            }
        }
        Ok(Sets { here, requests, nearest })
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.nearest.values().map(Vec::len).max().unwrap_or(1).clamp(1, TRIED)
    }

    /// Reads one of them.
    ///
    /// # Errors
    /// A file of a pack cannot be read.
    pub(crate) fn reading(&mut self, number: usize) -> Result<Reading, KitError> {
        let mut here = self.here.clone();
        for (id, order) in &self.nearest {
            here.only(id, &order[number.min(order.len() - 1)..]);
        }
        Reading::chosen(&mut here, &self.requests, &Policy { unfinished: true, ..Policy::default() })
    }
}

/// Whether a pack is here as it is named.
enum Exact {
    /// It is named without a version.
    Any,
    /// This candidate is it.
    Here(usize),
    /// None is.
    None,
}

fn exactly(here: &mut Here, all: &[usize], named: Named<'_>) -> Exact {
    if named.version.is_none() && named.rules.is_none() {
        return Exact::Any;
    }
    let mut those: Vec<usize> = all.to_vec();
    those.sort_by_key(|&number| (here.candidates()[number].rank, number));
    let is = |number: &usize| {
        let version = here.candidates()[*number].version.to_string();
        let same = named.version.is_none_or(|named| named == version) && here.candidates()[*number].unusable.is_none();
        same && named.rules.is_none_or(|rules| here.rules(*number).is_some_and(|own| own == rules))
    };
    those.into_iter().find(is).map_or(Exact::None, Exact::Here)
}

/// Candidates from the nearest on: the same version with other rules, then those that say that they are compatible, newer
/// ones first, then all others.
fn by_nearness(here: &Here, mut all: Vec<usize>, named: Named<'_>) -> Vec<usize> {
    let was = named.version.and_then(|version| Version::parse(version).ok());
    let compatible =
        |one: &Version, other: &Version| VersionReq::parse(&format!("^{one}")).is_ok_and(|range| range.matches(other));
    all.sort_by_cached_key(|&number| {
        let candidate = &here.candidates()[number];
        let is = &candidate.version;
        let class = match &was {
            None => 0,
            Some(was) if was == is => 0,
            Some(was) if is > was && compatible(was, is) => 1,
            Some(was) if is < was && compatible(is, was) => 2,
            Some(was) if is > was => 3,
            Some(_) => 4,
        };
        // Of newer ones the oldest is the nearest, of older ones the newest.
        let (older, newer) = match class {
            0 if was.is_some() => (None, None),
            1 | 3 => (None, Some(is.clone())),
            _ => (Some(std::cmp::Reverse(is.clone())), None),
        };
        (candidate.unusable.is_some(), class, was.is_none().then_some(candidate.rank), older, newer, candidate.rank)
    });
    all
}
