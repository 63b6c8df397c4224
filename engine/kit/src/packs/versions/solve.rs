//! Chooses versions with the PubGrub algorithm.

use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::fmt;
use std::rc::Rc;

use pubgrub::{Dependencies, DependencyProvider, DerivationTree, PackageResolutionStatistics, PubGrubError, resolve};

use super::table::{Reachable, VersionRows, reachable_packs};
use super::{Candidate, MOST_PACKS, Need, NoPlan, NoPlanReason, Plan, Policy, told};

/// Finds compatible versions of all requested packs, and of the packs that they need directly or indirectly.
///
/// # Errors
/// No compatible versions exist; the error holds the reasons and possible resolutions.
pub fn solve(requests: &[Need], candidates: &[Candidate], policy: &Policy) -> Result<Plan, Box<NoPlan>> {
    let table = Reachable::new(requests, candidates);
    let failed = match choose(&table, requests, policy, policy.steps).0 {
        Ok(plan) => match wrong_with(&plan, candidates) {
            None => return Ok(plan),
            Some(refusal) => return Err(Box::new(told::with_ways(&table, requests, policy, refusal))),
        },
        Err(failed) => failed,
    };
    Err(Box::new(told::refusal(&table, requests, policy, failed)))
}

/// Returns the packs that the requests can lead to and that have no candidate. Callers add candidates and repeat until
/// none are missing.
pub fn unknown(requests: &[Need], candidates: &[Candidate]) -> BTreeSet<String> {
    let none = |(id, rows): (&str, Vec<usize>)| rows.is_empty().then(|| id.to_owned());
    reachable_packs(requests, candidates).into_iter().filter_map(none).collect()
}

/// Unit for which the algorithm chooses a version.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Package {
    /// The requests, as a pack that needs the requested packs.
    Wishes,
    /// Pack, by its number in the table.
    Pack(u32),
    /// Two packs that exclude each other: one needs version 0 of this unit, the other version 1.
    Apart(u32),
}

impl fmt::Display for Package {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// Derivation of a conflict by the algorithm.
pub(super) type ConflictTree = DerivationTree<Package, VersionRows, Infallible>;

/// Reason that versions were not found.
pub(super) enum SolveError {
    /// No versions exist, with the derivation of the conflict.
    Never(ConflictTree),
    /// The search took too many steps. The list has the packs with the most conflicts.
    Tangled(Vec<u32>),
}

/// Finds a plan within `steps`, and returns the number of steps that were used.
pub(super) fn choose(
    table: &Reachable<'_>,
    requests: &[Need],
    policy: &Policy,
    steps: u32,
) -> (Result<Plan, SolveError>, u32) {
    let chooser = Chooser {
        table,
        requests,
        policy,
        left: Cell::new(steps),
        choices: RefCell::default(),
        conflicts: RefCell::default(),
    };
    let result = match resolve(&chooser, Package::Wishes, 0u32) {
        Ok(chosen) => {
            let plan = chosen.iter().filter_map(|(item, &row)| match item {
                Package::Pack(pack) => {
                    let pack = table.pack(*pack);
                    Some((pack.id.to_owned(), pack.rows[row as usize]))
                }
                Package::Wishes | Package::Apart(_) => None,
            });
            Ok(plan.collect())
        }
        Err(PubGrubError::NoSolution(tree)) => Err(SolveError::Never(tree)),
        Err(_) => {
            let mut worst: Vec<(Reverse<u32>, u32)> =
                chooser.conflicts.borrow().iter().map(|(&pack, &count)| (Reverse(count), pack)).collect();
            worst.sort_unstable();
            Err(SolveError::Tangled(worst.into_iter().map(|(_, pack)| pack).take(5).collect()))
        }
    };
    (result, steps - chooser.left.get())
}

/// Returns the mistake that makes a plan unplayable; `None` if there is no mistake.
pub(super) fn wrong_with(plan: &Plan, candidates: &[Candidate]) -> Option<NoPlan> {
    let refusal = |why, sentence| Some(NoPlan { why, sentences: vec![sentence], ways: Vec::new() });
    if plan.len() > MOST_PACKS {
        let sentence = format!("With all needed packs these are {} packs, more than {MOST_PACKS}.", plan.len());
        return refusal(NoPlanReason::TooMany, sentence);
    }
    let circle = circle(plan, candidates)?;
    let shown: Vec<&str> = circle.iter().chain(circle.first()).copied().collect();
    refusal(NoPlanReason::Circle, format!("These packs need each other in a circle: {}.", shown.join(" -> ")))
}

/// Returns packs of a plan that need each other in a circle.
fn circle<'p>(plan: &'p Plan, candidates: &[Candidate]) -> Option<Vec<&'p str>> {
    let needs = |id: &str| {
        let needs = plan.get(id).map(|&n| candidates[n].needs.as_slice()).unwrap_or_default();
        needs.iter().filter_map(|need| plan.get_key_value(&need.id).map(|(id, _)| id.as_str())).collect::<Vec<_>>()
    };
    let mut done: BTreeSet<&str> = BTreeSet::new();
    for id in plan.keys() {
        // The path so far, each pack with the needs that are not yet visited.
        let mut way: Vec<(&str, Vec<&str>)> = vec![(id, needs(id))];
        while let Some((_, open)) = way.last_mut() {
            let Some(next) = open.pop() else {
                done.extend(way.pop().map(|(id, _)| id));
                continue;
            };
            if let Some(at) = way.iter().position(|(id, _)| *id == next) {
                return Some(way[at..].iter().map(|(id, _)| *id).collect());
            }
            if !done.contains(next) {
                way.push((next, needs(next)));
            }
        }
    }
    None
}

/// Versions of a pack that may be chosen, the best first.
struct VersionChoices {
    rows: Vec<u32>,
    /// True if one of the versions is locked; `installed` is true if one is installed. Such packs are settled first.
    kept: bool,
    installed: bool,
}

/// Source of versions and priorities for the algorithm.
pub(super) struct Chooser<'p, 't, 'c> {
    table: &'t Reachable<'c>,
    requests: &'p [Need],
    policy: &'p Policy,
    /// Number of steps that are left.
    left: Cell<u32>,
    choices: RefCell<BTreeMap<u32, Rc<VersionChoices>>>,
    /// Number of conflicts for each pack.
    conflicts: RefCell<BTreeMap<u32, u32>>,
}

impl Chooser<'_, '_, '_> {
    fn choice(&self, pack: u32) -> Rc<VersionChoices> {
        Rc::clone(self.choices.borrow_mut().entry(pack).or_insert_with(|| Rc::new(self.find_choice(pack))))
    }

    fn find_choice(&self, pack: u32) -> VersionChoices {
        let (table, policy) = (self.table, self.policy);
        let may = |&row: &u32| table.exclusion(pack, row, self.requests, policy).is_none();
        let mut rows: Vec<u32> = table.rows(pack).filter(may).collect();
        let kept = |row: u32| policy.locked.get(table.pack(pack).id) == Some(&table.candidate(pack, row).version);
        rows.sort_by_cached_key(|&row| {
            let candidate = table.candidate(pack, row);
            let newer = Reverse(row);
            if policy.newest {
                return (candidate.withdrawn.is_some(), false, false, candidate.on_other_shelf, 0, newer);
            }
            let rank = if candidate.installed { candidate.rank } else { 0 };
            let (kept, withdrawn) = (kept(row), candidate.withdrawn.is_some());
            (withdrawn && !kept, !kept, !candidate.installed, candidate.on_other_shelf, rank, newer)
        });
        let kept = rows.iter().any(|&row| kept(row));
        let installed = rows.iter().any(|&row| table.candidate(pack, row).installed);
        VersionChoices { rows, kept, installed }
    }

    fn needs(&self, needs: &[Need]) -> BTreeMap<Package, VersionRows> {
        let mut sets: BTreeMap<Package, VersionRows> = BTreeMap::new();
        for need in needs {
            let Some(pack) = self.table.number(&need.id) else { continue };
            let set = self.table.accepted_rows(pack, need, self.policy.unfinished);
            sets.entry(Package::Pack(pack)).and_modify(|all| *all = all.intersection(&set)).or_insert(set);
        }
        sets
    }
}

/// Error for a search that has used all its steps.
#[derive(Debug)]
pub(super) struct TooLong;

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the steps are used up")
    }
}

impl std::error::Error for TooLong {}

impl DependencyProvider for Chooser<'_, '_, '_> {
    type P = Package;
    type V = u32;
    type VS = VersionRows;
    /// Order in which packs are settled. The id comes last, so that hashing does not affect the order.
    type Priority = (u8, u32, Reverse<usize>, Reverse<Package>);
    type M = Infallible;
    type Err = TooLong;

    fn prioritize(&self, item: &Package, set: &VersionRows, found: &PackageResolutionStatistics) -> Self::Priority {
        let Package::Pack(pack) = *item else { return (3, 0, Reverse(0), Reverse(*item)) };
        let conflicts = found.conflict_count();
        if conflicts > 0 {
            self.conflicts.borrow_mut().insert(pack, conflicts);
        }
        let choice = self.choice(pack);
        let left = choice.rows.iter().filter(|row| set.contains(row)).count();
        let settled = if left == 0 {
            3
        } else if choice.kept && !self.policy.newest {
            2
        } else {
            u8::from(choice.installed && !self.policy.newest)
        };
        (settled, conflicts, Reverse(left), Reverse(*item))
    }

    fn choose_version(&self, item: &Package, set: &VersionRows) -> Result<Option<u32>, TooLong> {
        Ok(match *item {
            Package::Pack(pack) => self.choice(pack).rows.iter().copied().find(|row| set.contains(row)),
            Package::Wishes => Some(0),
            Package::Apart(_) => (0..2).find(|side| set.contains(side)),
        })
    }

    fn get_dependencies(
        &self,
        item: &Package,
        &row: &u32,
    ) -> Result<Dependencies<Package, VersionRows, Infallible>, TooLong> {
        let mut sets = match *item {
            Package::Wishes => self.needs(self.requests),
            Package::Pack(pack) => self.needs(&self.table.candidate(pack, row).needs),
            Package::Apart(_) => BTreeMap::new(),
        };
        if let Package::Pack(pack) = *item {
            for (apart, number) in self.table.apart.iter().zip(0..) {
                for (side, (of, rows)) in [(0, &apart.one), (1, &apart.other)] {
                    if *of == pack && rows.contains(&row) {
                        sets.insert(Package::Apart(number), VersionRows::singleton(side as u32));
                    }
                }
            }
        }
        Ok(Dependencies::Available(sets.into_iter().collect()))
    }

    fn should_cancel(&self) -> Result<(), TooLong> {
        match self.left.get().checked_sub(1) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => Err(TooLong),
        }
    }
}
