//! Numbers the candidates that requests can reach: packs by their ids, versions by their age.

use std::collections::{BTreeMap, BTreeSet};

use pubgrub::Ranges;

use super::{Candidate, MOST_NEEDS, Need, Policy};
use crate::pack_id::is_pack_id;

/// Set of a pack's versions, by their rows.
pub(super) type VersionRows = Ranges<u32>;

/// Versions of a pack, the oldest first.
pub(super) struct PackVersions<'c> {
    pub(super) id: &'c str,
    /// Numbers of the candidates.
    pub(super) rows: Vec<usize>,
}

/// Versions of one pack that exclude versions of another.
pub(super) struct Incompatibility {
    pub(super) one: (u32, BTreeSet<u32>),
    pub(super) other: (u32, BTreeSet<u32>),
}

/// All packs that the requests can reach.
pub(super) struct Reachable<'c> {
    pub(super) candidates: &'c [Candidate],
    /// Packs sorted by id, so that the order is always the same.
    pub(super) packs: Vec<PackVersions<'c>>,
    numbers: BTreeMap<&'c str, u32>,
    pub(super) apart: Vec<Incompatibility>,
}

/// Returns the ids of all reachable packs with their candidates, including packs without candidates.
pub(super) fn reachable_packs<'c>(requests: &'c [Need], candidates: &'c [Candidate]) -> BTreeMap<&'c str, Vec<usize>> {
    let mut known: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (number, candidate) in candidates.iter().enumerate() {
        known.entry(&candidate.id).or_default().push(number);
    }
    let mut found: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let mut open: Vec<&str> = requests.iter().map(|request| request.id.as_str()).collect();
    while let Some(id) = open.pop() {
        if found.contains_key(id) {
            continue;
        }
        let rows = known.remove(id).unwrap_or_default();
        let needs = rows.iter().filter(|&&n| unusable(&candidates[n]).is_none()).flat_map(|&n| &candidates[n].needs);
        open.extend(needs.map(|need| need.id.as_str()));
        found.insert(id, rows);
    }
    found
}

/// Returns the reason that a candidate cannot be used, whatever the requests are.
pub(super) fn unusable(candidate: &Candidate) -> Option<String> {
    if let Some(why) = &candidate.unusable {
        return Some(why.clone());
    }
    let odd = |needs: &[Need]| needs.len() > MOST_NEEDS || needs.iter().any(|need| !is_pack_id(&need.id));
    if odd(&candidate.needs) || odd(&candidate.conflicts) {
        return Some(format!("it names packs with invalid ids, or more than {MOST_NEEDS} packs"));
    }
    candidate.needs.iter().any(|need| need.id == candidate.id).then(|| "it needs itself".to_owned())
}

impl<'c> Reachable<'c> {
    pub(super) fn new(requests: &'c [Need], candidates: &'c [Candidate]) -> Reachable<'c> {
        let mut packs = Vec::new();
        for (id, mut rows) in reachable_packs(requests, candidates) {
            let key = |&n: &usize| {
                let candidate: &Candidate = &candidates[n];
                (&candidate.version, std::cmp::Reverse(candidate.rank), std::cmp::Reverse(&candidate.from), n)
            };
            rows.sort_by(|one, other| key(one).cmp(&key(other)));
            packs.push(PackVersions { id, rows });
        }
        let numbers = packs.iter().zip(0..).map(|(pack, number)| (pack.id, number)).collect();
        let mut table = Reachable { candidates, packs, numbers, apart: Vec::new() };
        table.find_apart();
        table
    }

    fn find_apart(&mut self) {
        let mut all: BTreeMap<(u32, u32, BTreeSet<u32>), BTreeSet<u32>> = BTreeMap::new();
        for (pack, number) in self.packs.iter().zip(0..) {
            for (&candidate, row) in pack.rows.iter().zip(0..) {
                for conflict in &self.candidates[candidate].conflicts {
                    let Some(other) = self.number(&conflict.id).filter(|&other| other != number) else { continue };
                    let rows = self.packs[other as usize].rows.iter().zip(0..);
                    let excluded = |&(&n, _): &(&usize, u32)| conflict.range.matches(&self.candidates[n].version);
                    let rows: BTreeSet<u32> = rows.filter(excluded).map(|(_, row)| row).collect();
                    if !rows.is_empty() {
                        all.entry((number, other, rows)).or_default().insert(row);
                    }
                }
            }
        }
        let apart = |((one, other, rows), own)| Incompatibility { one: (one, own), other: (other, rows) };
        self.apart = all.into_iter().map(apart).collect();
    }

    pub(super) fn number(&self, id: &str) -> Option<u32> {
        self.numbers.get(id).copied()
    }

    pub(super) fn pack(&self, number: u32) -> &PackVersions<'c> {
        &self.packs[number as usize]
    }

    /// Returns the candidate of a row.
    pub(super) fn candidate(&self, pack: u32, row: u32) -> &'c Candidate {
        &self.candidates[self.pack(pack).rows[row as usize]]
    }

    /// Returns all rows of a pack.
    pub(super) fn rows(&self, pack: u32) -> impl DoubleEndedIterator<Item = u32> + use<> {
        0..self.pack(pack).rows.len() as u32
    }

    /// Returns the rows that a need accepts.
    pub(super) fn accepted_rows(&self, pack: u32, need: &Need, unfinished: bool) -> VersionRows {
        let takes: Vec<bool> =
            self.rows(pack).map(|row| need.fits(&self.candidate(pack, row).version, unfinished)).collect();
        if !takes.is_empty() && takes.iter().all(|&takes| takes) {
            return VersionRows::full();
        }
        let (mut set, mut row) = (VersionRows::empty(), 0);
        while row < takes.len() {
            let end = row + takes[row..].iter().take_while(|&&takes| takes).count();
            if end > row {
                set = set.union(&VersionRows::between(row as u32, end as u32));
            }
            row = end + 1;
        }
        set
    }

    /// Returns the reason that a row may not be chosen; `None` if it may.
    pub(super) fn exclusion(&self, pack: u32, row: u32, requests: &[Need], policy: &Policy) -> Option<Excluded> {
        let candidate = self.candidate(pack, row);
        if let Some(why) = unusable(candidate) {
            return Some(Excluded::Unusable(why));
        }
        let requested = |request: &&Need| request.id == candidate.id;
        if let Some(locked) = policy.locked.get(&candidate.id) {
            let asked = requests.iter().filter(requested).any(|request| !request.fits(locked, true));
            if candidate.version < *locked && !asked && !policy.older {
                return Some(Excluded::Older);
            }
        }
        if !candidate.installed && !policy.fetch {
            return Some(Excluded::Elsewhere);
        }
        if candidate.on_other_shelf && !policy.any_shelf {
            return Some(Excluded::Far);
        }
        let locked = policy.locked.get(&candidate.id) == Some(&candidate.version);
        let asked = || {
            let exactly = |request: &Need| request.is_exact() && request.fits(&candidate.version, false);
            requests.iter().filter(requested).any(exactly)
        };
        match &candidate.withdrawn {
            Some(why) if !candidate.installed && !locked && !asked() => Some(Excluded::Withdrawn(why.clone())),
            _ => None,
        }
    }
}

/// Reason that a version may not be chosen.
pub(super) enum Excluded {
    /// The version cannot be used, for this reason.
    Unusable(String),
    /// The version is older than the locked one.
    Older,
    /// The version is not on this machine.
    Elsewhere,
    /// The version is on another shelf than the pack that needs it.
    Far,
    /// The version was withdrawn for this reason.
    Withdrawn(String),
}
