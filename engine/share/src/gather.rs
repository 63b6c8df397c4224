//! Gathers the versions to choose from: installed ones, and the ones on shelves that may be needed.
//!
//! A needed pack is looked up on the shelf of the pack that needs it. Other shelves are consulted only if that fails,
//! and their versions are then suggested.

use std::collections::{BTreeMap, BTreeSet};

use semver::Version;
use tilewright_kit::packs::archive::API;
use tilewright_kit::packs::choose::Here;
use tilewright_kit::packs::versions::{self, Candidate, Need, Policy, solve, unknown};

use crate::client::Client;
use crate::error::{ShareError, Shared};
use crate::index::{PackRecord, Release};
use crate::memory::Memory;
use crate::shelf::Shelf;

/// Origin of a pack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum InstallSource {
    /// Already installed on this machine.
    Here,
    /// Index of a shelf in the list of opened shelves.
    Shelf(usize),
    /// Index of an archive among the files of the plan.
    File(usize),
}

/// A chosen version that is not installed yet.
pub(crate) struct ChosenVersion {
    pub(crate) id: String,
    pub(crate) origin: InstallSource,
    pub(crate) release: Release,
    pub(crate) is_need: bool,
}

/// Versions to choose from: installed ones, and the ones on shelves that may be needed.
pub(crate) struct AvailableVersions<'c> {
    memory: &'c Memory,
    shelves: &'c [Shelf],
    here: Here,
    /// Ids of the requested packs. Each is taken only from the origin of its request, so no further versions are added.
    pub(crate) requested: BTreeSet<String>,
    pub(crate) candidates: Vec<Candidate>,
    /// Origin of each candidate, and its release as the shelf or file describes it; `None` for installed packs.
    sources: Vec<(InstallSource, Option<Release>)>,
    /// Shelves on which a pack is looked up, because packs from these shelves need it.
    homes: BTreeMap<String, BTreeSet<usize>>,
    /// Versions that were added from shelves, as pairs of id and content hash.
    known: BTreeSet<(String, String)>,
    /// Pairs of pack and shelf that were already searched; `None` means the installed packs.
    looked: BTreeSet<(String, Option<usize>)>,
    records: BTreeMap<(String, usize), Option<PackRecord>>,
    read: RecordCount,
}

/// Maximum number of records read for one plan.
pub(crate) const RECORDS: usize = 10_000;
/// Maximum size in bytes of the records read for one plan.
pub(crate) const RECORDS_BYTES: u64 = 64 << 20;

/// Number and total size of the records read for one plan.
#[derive(Default)]
struct RecordCount {
    records: usize,
    bytes: u64,
}

impl RecordCount {
    /// Counts a record before it is read.
    ///
    /// # Errors
    /// The records are too many or too large in total.
    fn add(&mut self, bytes: u64) -> Shared<()> {
        self.records += 1;
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes > RECORDS_BYTES || self.records > RECORDS {
            let why = format!(
                "the request leads to too many packs: {RECORDS} records of {RECORDS_BYTES} bytes are read at most"
            );
            return Err(ShareError::Unsolved { why });
        }
        Ok(())
    }
}

impl<'c> AvailableVersions<'c> {
    pub(crate) fn new(client: &Client, memory: &'c Memory, shelves: &'c [Shelf]) -> Shared<AvailableVersions<'c>> {
        Ok(AvailableVersions {
            memory,
            shelves,
            here: Here::from_finder(&client.finder)?,
            requested: BTreeSet::new(),
            candidates: Vec::new(),
            sources: Vec::new(),
            homes: BTreeMap::new(),
            known: BTreeSet::new(),
            looked: BTreeSet::new(),
            records: BTreeMap::new(),
            read: RecordCount::default(),
        })
    }

    pub(crate) fn add(&mut self, id: &str, origin: InstallSource, release: Release, from: &str) {
        let needs =
            |texts: &[String]| texts.iter().map(|text| Need::parse_declaration(text)).collect::<Option<Vec<Need>>>();
        let mut candidate = Candidate::new(id, release.version.clone());
        match (needs(&release.needs), needs(&release.conflicts)) {
            (Some(needs), Some(conflicts)) => (candidate.needs, candidate.conflicts) = (needs, conflicts),
            _ => candidate.unusable = Some("its needs or conflicts cannot be read".to_owned()),
        }
        if release.api > API {
            candidate.unusable = Some("it requires a newer program".to_owned());
        }
        candidate.withdrawn = release.withdrawn.as_ref().map(|withdrawn| withdrawn.why.clone());
        (candidate.installed, candidate.rank, candidate.from) = (false, 1, from.to_owned());
        self.candidates.push(candidate);
        self.sources.push((origin, Some(release)));
    }

    /// Adds the installed versions of a pack. If `wanted` is given, older versions are left out and the newest is
    /// preferred over an installed one.
    pub(crate) fn add_here(&mut self, id: &str, wanted: Option<&Version>) {
        if !self.looked.insert((id.to_owned(), None)) {
            return;
        }
        for number in self.here.look_at(id) {
            let mut candidate = self.here.candidates()[number].clone();
            if let Some(least) = wanted {
                if candidate.version < *least {
                    continue;
                }
                (candidate.installed, candidate.rank) = (false, 0);
            }
            self.candidates.push(candidate);
            self.sources.push((InstallSource::Here, None));
        }
    }

    /// Adds the versions of a pack on a shelf, except known ones.
    pub(crate) fn add_shelf(&mut self, id: &str, at: usize) -> Shared<()> {
        if !self.looked.insert((id.to_owned(), Some(at))) {
            return Ok(());
        }
        let from = format!("shelf {}", self.shelves[at].name);
        let releases = self.record(id, at)?.map(|record| record.versions.clone()).unwrap_or_default();
        for release in releases {
            if self.known.insert((id.to_owned(), release.content.clone())) {
                self.add(id, InstallSource::Shelf(at), release, &from);
            }
        }
        Ok(())
    }

    fn record(&mut self, id: &str, at: usize) -> Shared<Option<&PackRecord>> {
        let key = (id.to_owned(), at);
        if !self.records.contains_key(&key) {
            self.read.add(self.shelves[at].record_bytes(id))?;
            let record = self.shelves[at].record(id)?;
            self.records.insert(key.clone(), record);
        }
        Ok(self.records[&key].as_ref())
    }

    /// Finds versions that are compatible with each other. On failure, other shelves are searched for suggestions.
    pub(crate) fn solve(&mut self, requests: &[Need], policy: &Policy) -> Shared<versions::Plan> {
        self.reach(requests, policy.any_shelf)?;
        match solve(requests, &self.candidates, policy) {
            Ok(plan) => Ok(plan),
            Err(_) if !policy.any_shelf && self.shelves.len() > 1 => {
                self.reach(requests, true)?;
                solve(requests, &self.candidates, policy).map_err(ShareError::Conflict)
            }
            Err(refusal) => Err(ShareError::Conflict(refusal)),
        }
    }

    /// Adds everything that the requests may lead to: installed packs, and packs on the shelves that their dependents
    /// come from. With `any_shelf`, packs on any shelf are also added.
    fn reach(&mut self, requests: &[Need], any_shelf: bool) -> Shared<()> {
        let mut at = 0;
        let mut open: BTreeSet<String> = unknown(requests, &self.candidates);
        loop {
            for id in std::mem::take(&mut open) {
                self.find_home(&id, None);
                self.add_here(&id, None);
            }
            // Each new candidate determines the shelves on which its needs are looked up.
            while at < self.candidates.len() {
                let home = self.home_of(at);
                let needs: Vec<String> = self.candidates[at].needs.iter().map(|need| need.id.clone()).collect();
                needs.iter().for_each(|id| self.find_home(id, home));
                at += 1;
                for id in needs {
                    if !self.requested.contains(&id) {
                        self.add_here(&id, None);
                    }
                }
            }
            let homes: Vec<(String, usize)> =
                self.homes.iter().flat_map(|(id, homes)| homes.iter().map(|home| (id.clone(), *home))).collect();
            for (id, home) in homes {
                self.add_shelf(&id, home)?;
            }
            if at == self.candidates.len() {
                if !any_shelf {
                    break;
                }
                let ids: Vec<String> = self.homes.keys().cloned().collect();
                for id in ids {
                    for shelf in 0..self.shelves.len() {
                        self.add_shelf(&id, shelf)?;
                    }
                }
                if at == self.candidates.len() {
                    break;
                }
            }
        }
        self.mark_other_shelves()
    }

    /// Records the shelves on which a pack is looked up: the shelf that it came from before, and the shelf of the pack
    /// that needs it.
    fn find_home(&mut self, id: &str, needer: Option<usize>) {
        if self.requested.contains(id) {
            return;
        }
        let known = self.shelf_before(id);
        let homes = self.homes.entry(id.to_owned()).or_default();
        homes.extend(known.into_iter().chain(needer));
    }

    /// Returns the shelf that a pack was taken from before.
    fn shelf_before(&self, id: &str) -> Option<usize> {
        let shelf = self.memory.0.get(id)?.shelf.as_ref()?;
        self.shelves.iter().position(|other| other.name == *shelf)
    }

    /// Returns the shelf that a candidate comes from, or came from before it was installed.
    fn home_of(&self, number: usize) -> Option<usize> {
        match self.sources[number].0 {
            InstallSource::Shelf(at) => Some(at),
            InstallSource::Here => self.shelf_before(&self.candidates[number].id),
            InstallSource::File(_) => None,
        }
    }

    /// Marks candidates as on another shelf unless every shelf on which the pack is looked up has the same content. A different
    /// content may be a different pack, so such a candidate is suggested but not taken.
    fn mark_other_shelves(&mut self) -> Shared<()> {
        for number in 0..self.candidates.len() {
            let (InstallSource::Shelf(at), Some(release)) = &self.sources[number] else { continue };
            let (at, content) = (*at, release.content.clone());
            let id = self.candidates[number].id.clone();
            let Some(homes) = self.homes.get(&id).cloned() else { continue };
            let mut is_other = !homes.contains(&at);
            for home in homes {
                let has = |record: &PackRecord| record.versions.iter().any(|release| release.content == content);
                is_other |= !self.record(&id, home)?.is_some_and(has);
            }
            self.candidates[number].on_other_shelf = is_other;
        }
        Ok(())
    }

    /// Lists the chosen versions that are not installed, needs first.
    pub(crate) fn in_order(&self, plan: &versions::Plan) -> Vec<ChosenVersion> {
        let (mut seen, mut ordered) = (BTreeSet::new(), Vec::new());
        for id in plan.keys() {
            self.put_in_order(id, plan, &mut seen, &mut ordered);
        }
        let chosen = |number: usize| {
            let (origin, release) = &self.sources[number];
            let id = self.candidates[number].id.clone();
            let is_need = !self.requested.contains(&id);
            Some(ChosenVersion { id, origin: *origin, release: release.clone()?, is_need })
        };
        ordered.into_iter().filter_map(chosen).collect()
    }

    fn put_in_order(&self, id: &str, plan: &versions::Plan, seen: &mut BTreeSet<String>, ordered: &mut Vec<usize>) {
        let Some(&number) = plan.get(id) else { return };
        if seen.insert(id.to_owned()) {
            for need in &self.candidates[number].needs {
                self.put_in_order(&need.id, plan, seen, ordered);
            }
            ordered.push(number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_question_reads_so_many_records_at_most() {
        let counted = |records: usize, bytes: u64| {
            let mut count = RecordCount::default();
            (0..records).try_for_each(|_| count.add(bytes)).map_err(|error| error.to_string())
        };
        assert_eq!(counted(10_000, 6000), Ok(()));
        assert_eq!(counted(16, 4 << 20), Ok(()));
        for (records, bytes) in [(10_001, 0), (17, 4 << 20), (2, u64::MAX)] {
            let error = counted(records, bytes).expect_err("too many");
            assert!(error.contains("10000 records of 67108864 bytes"), "{error}");
        }
    }
}
