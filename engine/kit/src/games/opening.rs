//! Opens saved games: with exactly the packs that they were played with if available, otherwise with the nearest ones.
//!
//! A record names each of its packs with its version and the hash of its rules. If no available pack has these rules,
//! other versions play the game again, as long as each answer has the same result. No file is written.

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
use crate::games::replay::ReplayError;
use crate::pack_id::PackName;
use crate::packs::choose::Here;
use crate::packs::find::Finder;
use crate::packs::load::{Loaded, Reading};
use crate::packs::versions::{Need, Policy};
use crate::records::renames::{Followed, follow_renames};

/// Maximum number of versions that are tried if the version in a record is not available.
const TRIED: usize = 4;

/// Pack that is played in another version, or with other rules, than a record names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Other {
    /// Id of the pack.
    pub id: String,
    /// Version that the record names.
    pub was: String,
    /// Version that is played; equal to `was` if only the rules differ.
    pub is: String,
}

impl fmt::Display for Other {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Other { id, was, is } = self;
        if was == is {
            write!(f, "the record was made with different content of {id} {is}")
        } else {
            write!(f, "the record was made with {id} {was}, but the version here is {is}")
        }
    }
}

/// Returns the packs that differ from a record. A pack without a version and a hash in the record never differs.
pub fn others(loaded: &Loaded, record: &Record) -> Vec<Other> {
    let differs = |text: &String| {
        let named = PackName::parse(text);
        let here = loaded.packs.iter().find(|pack| *pack.id == *named.id)?;
        let version = named.version.unwrap_or(&here.version);
        let same = version == &*here.version && named.rules.is_none_or(|rules| rules == &*here.hash);
        let other = || Other { id: named.id.to_owned(), was: version.to_owned(), is: here.version.to_string() };
        (!same).then(other)
    };
    record.packs.iter().filter_map(differs).collect()
}

/// Point at which a game differs from its record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DivergencePoint {
    /// First answer that differs, counted from 1.
    pub answer: usize,
    /// Number of answers in the record.
    pub of: usize,
    /// Difference at that answer.
    pub difference: Difference,
}

impl DivergencePoint {
    pub(crate) fn from_difference(record: &Record, difference: Difference) -> DivergencePoint {
        let is_answer = |entry: &&Move| matches!(entry, Move::Answer { .. });
        let before = difference.at.saturating_sub(1).min(record.moves.len());
        DivergencePoint {
            answer: record.moves[..before].iter().filter(is_answer).count() + 1,
            of: record.moves.iter().filter(is_answer).count(),
            difference,
        }
    }

    /// True if a script of the packs or the engine fails at that answer.
    pub fn is_fault(&self) -> bool {
        ["fault", Fault::INTERNAL].contains(&self.difference.code)
    }
}

impl fmt::Display for DivergencePoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DivergencePoint { answer, of, difference } = self;
        write!(f, "from answer {answer} of {of} on, the game differs: {difference}")
    }
}

/// Saved game that was opened.
pub struct OpenedGame {
    /// Game at the end of the record, or before the first answer that differs.
    pub session: Session,
    /// Packs that the game is played with.
    pub loaded: Loaded,
    /// Packs that differ from those that the record names.
    pub others: Vec<Other>,
    /// Names in the record that have other names in these packs.
    pub followed: Vec<Followed>,
    /// Point at which the game differs from the record; `None` if it does not.
    pub stopped: Option<DivergencePoint>,
}

/// Opens a saved game so that it can be continued: with exactly the packs that it names, wherever they are found,
/// otherwise with the nearest compatible versions. `more` has paths of further packs. The record stays unchanged, and
/// conditions about later moves are not checked.
///
/// # Errors
/// Packs are not available or cannot be played, or the game does not even begin.
pub fn open(finder: &Finder, more: &[String], record: &Record) -> Result<OpenedGame, ReplayError> {
    open_among(Here::from_finder(finder).map_err(ReplayError::Missing)?, finder, more, record)
}

/// Opens a game from a file, also with packs next to the file and at the paths that the record gives.
///
/// # Errors
/// Packs are not available or cannot be played, or the game does not even begin.
pub fn open_file(finder: &Finder, file: &Path, record: &Record) -> Result<OpenedGame, ReplayError> {
    open(&finder.with_folder_of(file), &noted_packs(record, file), record)
}

/// Returns the paths that a record in a file gives for its packs.
pub(crate) fn noted_packs(record: &Record, file: &Path) -> Vec<String> {
    places_of(record, file).into_iter().map(|(_, path)| path.to_string_lossy().into_owned()).collect()
}

/// Like [`open`], with the packs that are known to be available.
///
/// # Errors
/// Packs are not available or cannot be played, or the game does not even begin.
pub fn open_among(here: Here, finder: &Finder, more: &[String], record: &Record) -> Result<OpenedGame, ReplayError> {
    let mut sets = RecordPackSets::for_record(here, finder, more, record)?;
    let mut best: Option<OpenedGame> = None;
    let mut failed = None;
    for number in 0..sets.count() {
        let loaded = sets.reading(number).map(|reading| reading.load_for(record));
        match loaded.map_err(ReplayError::Missing).and_then(|loaded| open_loaded(loaded, record)) {
            Ok(opened) if opened.stopped.is_none() => return Ok(opened),
            Ok(opened) => {
                let comes_to =
                    |opened: &OpenedGame| opened.stopped.as_ref().map_or(usize::MAX, |stopped| stopped.answer);
                if best.as_ref().is_none_or(|best| comes_to(best) < comes_to(&opened)) {
                    best = Some(opened);
                }
            }
            Err(failure) => drop(failed.get_or_insert(failure)),
        }
    }
    best.ok_or_else(|| failed.unwrap_or_else(|| unreachable!("at least one set is tried")))
}

/// Opens a saved game with packs that have been loaded for it.
///
/// # Errors
/// The packs cannot be played, or the game does not even begin.
pub fn open_loaded(loaded: Loaded, record: &Record) -> Result<OpenedGame, ReplayError> {
    if let Err(error) = loaded.machine() {
        return Err(ReplayError::of_packs(&loaded, &error));
    }
    let (record, followed) = follow_renames(record, &loaded.packs);
    let record = &record;
    let others = others(&loaded, record);
    let (session, stopped) = as_far(&loaded, record.clone()).map_err(|error| match others.first() {
        Some(other) => ReplayError::Refused { code: "other_content", message: format!("{other}, and {error}") },
        None => ReplayError::Refused { code: "cannot_begin", message: error.to_string() },
    })?;
    let stopped = stopped.map(|difference| DivergencePoint::from_difference(record, difference));
    Ok(OpenedGame { session, loaded, others, followed, stopped })
}

/// Sets of packs that a record may be played with, the nearest first.
pub(crate) struct RecordPackSets {
    here: Here,
    requests: Vec<Need>,
    /// Candidates for each pack that is not available as named, the nearest first.
    nearest: BTreeMap<String, Vec<usize>>,
}

impl RecordPackSets {
    /// Collects the sets for a record.
    ///
    /// # Errors
    /// A pack of the record is not available in any version.
    pub(crate) fn for_record(
        mut here: Here,
        finder: &Finder,
        more: &[String],
        record: &Record,
    ) -> Result<RecordPackSets, ReplayError> {
        for path in more {
            // A pack that is no longer at its path may be found by its id.
            if let Ok(Some(found)) = finder.at_path(path) {
                here.add(found);
            }
        }
        let (mut requests, mut nearest) = (Vec::new(), BTreeMap::new());
        for text in &record.packs {
            let named = PackName::parse(text);
            // A pack with a new id replaces its former id, and continues its version numbers.
            let older = if here.look_at(named.id).is_empty() { here.current_id_of(named.id) } else { None };
            let named = PackName { id: older.as_deref().unwrap_or(named.id), ..named };
            let need = Need { id: named.id.to_owned(), ..Need::any("") };
            if requests.iter().any(|request: &Need| request.id == need.id) {
                continue;
            }
            requests.push(need);
            let all = here.look_at(named.id);
            if all.is_empty() {
                return Err(ReplayError::Missing(finder.unknown(named.id, here.ids())));
            }
            match exactly(&mut here, &all, named) {
                Exact::Any => {
                    let found = here.default_candidate(named.id);
                    found.into_iter().for_each(|number| here.only(named.id, &[number]));
                }
                Exact::Here(number) => here.only(named.id, &[number]),
                Exact::None => drop(nearest.insert(named.id.to_owned(), by_nearness(&here, all, named))),
            }
        }
        Ok(RecordPackSets { here, requests, nearest })
    }

    /// Returns the number of sets.
    pub(crate) fn count(&self) -> usize {
        self.nearest.values().map(Vec::len).max().unwrap_or(1).clamp(1, TRIED)
    }

    /// Reads the packs of one set.
    ///
    /// # Errors
    /// A file of a pack cannot be read.
    pub(crate) fn reading(&mut self, number: usize) -> Result<Reading, KitError> {
        let mut here = self.here.clone();
        for (id, order) in &self.nearest {
            here.only(id, &order[number.min(order.len() - 1)..]);
        }
        Reading::read_with_policy(&mut here, &self.requests, &Policy { unfinished: true, ..Policy::default() })
    }
}

/// Availability of a pack as a record names it.
enum Exact {
    /// The record names no version.
    Any,
    /// This candidate matches exactly.
    Here(usize),
    /// No candidate matches exactly.
    None,
}

fn exactly(here: &mut Here, all: &[usize], named: PackName<'_>) -> Exact {
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

/// Sorts candidates by nearness: the same version with other rules, then compatible versions, newer ones first, then
/// all others.
fn by_nearness(here: &Here, mut all: Vec<usize>, named: PackName<'_>) -> Vec<usize> {
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
        // Among newer versions the oldest is the nearest, among older ones the newest.
        let (older, newer) = match class {
            0 if was.is_some() => (None, None),
            1 | 3 => (None, Some(is.clone())),
            _ => (Some(std::cmp::Reverse(is.clone())), None),
        };
        (candidate.unusable.is_some(), class, was.is_none().then_some(candidate.rank), older, newer, candidate.rank)
    });
    all
}
