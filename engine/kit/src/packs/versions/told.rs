//! Explains in a few sentences why there is no plan, and suggests resolutions.
//!
//! The derivation of the algorithm can have thousands of lines. The explanation uses only the needs that it started
//! from: those nearest to the requests, and only the requests that conflict.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use pubgrub::External;
use tilewright_core::unseen::escape_line;

use super::solve::{ConflictTree, Package, SolveError, choose, wrong_with};
use super::table::{Excluded, Reachable, VersionRows};
use super::{Need, NoPlan, NoPlanReason, Plan, Policy, Resolution};

/// Maximum number of sentences in an explanation.
const SENTENCES: usize = 4;
/// Maximum number of resolutions.
const WAYS: usize = 6;
/// Maximum number of packs in a plain list.
const LISTED: usize = 5;
/// Maximum number of letters from a text of a pack or shelf.
const LETTERS: usize = 120;

/// Fact that contributes to a conflict.
#[derive(Clone, PartialEq, Eq, Debug)]
enum ConflictFact {
    /// The user requests this pack.
    Wish(u32),
    /// Versions of a pack need versions of another.
    Need { pack: u32, rows: VersionRows, other: u32, set: VersionRows },
    /// Versions of two packs exclude each other, with the number of the exclusion.
    Apart(u32),
}

impl ConflictFact {
    /// Returns the pack that must have a certain version.
    fn about(&self) -> Option<u32> {
        match *self {
            ConflictFact::Wish(pack) | ConflictFact::Need { other: pack, .. } => Some(pack),
            ConflictFact::Apart(_) => None,
        }
    }
}

/// Explains why the requests cannot be met.
pub(super) fn refusal(table: &Reachable<'_>, requests: &[Need], policy: &Policy, failed: SolveError) -> NoPlan {
    // All attempts together take no longer than the search before them.
    let mut left = policy.steps;
    let (why, sentences, core) = match failed {
        SolveError::Never(tree) => {
            let (core, facts) = narrow_requests(table, requests, policy, tree, &mut left);
            (NoPlanReason::Conflict, ConflictExplainer { table, requests: &core, policy }.sentences(facts), core)
        }
        SolveError::Tangled(packs) => {
            let packs: Vec<&str> = packs.into_iter().map(|pack| table.pack(pack).id).collect();
            let mut told =
                vec![format!("The requirements are too complex to find compatible versions: {}.", names(requests))];
            if !packs.is_empty() {
                told.push(format!("The packs with the most conflicts are {}.", packs.join(", ")));
            }
            (NoPlanReason::Tangled, told, requests.to_vec())
        }
    };
    NoPlan { why, sentences, ways: ways(table, requests, policy, &core, &mut left) }
}

/// Adds resolutions to a refusal of a plan that cannot be played.
pub(super) fn with_ways(table: &Reachable<'_>, requests: &[Need], policy: &Policy, refusal: NoPlan) -> NoPlan {
    NoPlan { ways: ways(table, requests, policy, requests, &mut policy.steps.clone()), ..refusal }
}

/// Returns only the requests that conflict, and the facts about them.
fn narrow_requests(
    table: &Reachable<'_>,
    requests: &[Need],
    policy: &Policy,
    tree: ConflictTree,
    left: &mut u32,
) -> (Vec<Need>, Vec<ConflictFact>) {
    let mut facts = facts(tree);
    let mut core = in_facts(table, requests, &facts);
    let mut at = core.len();
    while at > 0 && core.len() > 1 {
        at -= 1;
        let mut fewer = core.clone();
        fewer.remove(at);
        let (result, steps) = choose(table, &fewer, policy, *left);
        *left -= steps;
        if let Err(SolveError::Never(tree)) = result {
            facts = self::facts(tree);
            core = in_facts(table, &fewer, &facts);
            at = at.min(core.len());
        }
    }
    (core, facts)
}

/// Returns the requests that the facts are about.
fn in_facts(table: &Reachable<'_>, requests: &[Need], facts: &[ConflictFact]) -> Vec<Need> {
    let about = |request: &&Need| {
        facts.iter().any(|fact| matches!(fact, ConflictFact::Wish(p) if table.pack(*p).id == request.id))
    };
    requests.iter().filter(about).cloned().collect()
}

/// Returns the facts that a conclusion rests on, the outermost first.
fn facts(tree: ConflictTree) -> Vec<ConflictFact> {
    let mut facts: Vec<ConflictFact> = Vec::new();
    let mut add = |fact: ConflictFact| {
        if !facts.contains(&fact) {
            facts.push(fact);
        }
    };
    let root = Arc::new(tree);
    let mut seen = BTreeSet::from([Arc::as_ptr(&root)]);
    let mut open = VecDeque::from([Arc::clone(&root)]);
    while let Some(node) = open.pop_front() {
        match &*node {
            ConflictTree::Derived(derived) => {
                for cause in [&derived.cause1, &derived.cause2] {
                    if seen.insert(Arc::as_ptr(cause)) {
                        open.push_back(Arc::clone(cause));
                    }
                }
            }
            ConflictTree::External(External::FromDependencyOf(item, rows, other, set)) => match (*item, *other) {
                (Package::Wishes, Package::Pack(pack)) => add(ConflictFact::Wish(pack)),
                (Package::Pack(pack), Package::Pack(other)) => {
                    add(ConflictFact::Need { pack, rows: rows.clone(), other, set: set.clone() });
                }
                (_, Package::Apart(number)) => add(ConflictFact::Apart(number)),
                _ => {}
            },
            ConflictTree::External(_) => {}
        }
    }
    // A conclusion can be thousands of steps deep, so dropping it recursively would overflow the stack.
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        if let Ok(ConflictTree::Derived(derived)) = Arc::try_unwrap(node) {
            open.extend([derived.cause1, derived.cause2]);
        }
    }
    facts
}

struct ConflictExplainer<'t, 'c> {
    table: &'t Reachable<'c>,
    requests: &'t [Need],
    policy: &'t Policy,
}

impl ConflictExplainer<'_, '_> {
    fn sentences(&self, mut facts: Vec<ConflictFact>) -> Vec<String> {
        // Facts come first about packs that are needed in different versions or that are not available.
        let several = |pack: u32| facts.iter().filter(|fact| fact.about() == Some(pack)).count() > 1;
        let wanting = |fact: &&ConflictFact| match fact {
            ConflictFact::Need { other, set, .. } => self.is_none_in(*other, set),
            ConflictFact::Wish(pack) => self.is_none_in(*pack, &self.requested_rows(*pack)),
            ConflictFact::Apart(_) => false,
        };
        let contested = facts.iter().find(wanting).or_else(|| facts.iter().find(|f| f.about().is_some_and(several)));
        let contested = contested.and_then(ConflictFact::about);
        let place = |fact: &ConflictFact| match *fact {
            ConflictFact::Need { pack, other, .. } if Some(other) == contested => (0, pack),
            ConflictFact::Apart(number) => (0, number),
            ConflictFact::Wish(pack) if Some(pack) == contested => (0, u32::MAX),
            _ => (1, 0),
        };
        facts.sort_by_key(place);
        let mut told: Vec<(String, Vec<u32>)> = Vec::new();
        for fact in &facts {
            let Some(sentence) = self.sentence(fact) else { continue };
            if told.iter().all(|(other, _)| *other != sentence) {
                told.push((sentence, self.packs(fact)));
            }
        }
        let mut sentences: Vec<String> = Vec::new();
        let many = told.len() > SENTENCES;
        let rest = if many { told.split_off(SENTENCES - 1) } else { Vec::new() };
        sentences.extend(told.into_iter().map(|(sentence, _)| sentence));
        if many {
            let packs: BTreeSet<u32> = rest.into_iter().flat_map(|(_, packs)| packs).collect();
            let packs: Vec<&str> = packs.into_iter().map(|pack| self.table.pack(pack).id).collect();
            sentences.push(format!("The other requirements leave no choice: see {}.", list_names(&packs)));
        }
        if sentences.is_empty() {
            sentences.push(format!("No versions of {} fit each other.", names(self.requests)));
        }
        sentences
    }

    fn packs(&self, fact: &ConflictFact) -> Vec<u32> {
        match fact {
            ConflictFact::Wish(pack) => vec![*pack],
            ConflictFact::Need { pack, other, .. } => vec![*pack, *other],
            ConflictFact::Apart(number) => {
                let apart = &self.table.apart[*number as usize];
                vec![apart.one.0, apart.other.0]
            }
        }
    }

    fn sentence(&self, fact: &ConflictFact) -> Option<String> {
        Some(match fact {
            ConflictFact::Wish(pack) => {
                let id = self.table.pack(*pack).id;
                let set = self.requested_rows(*pack);
                let asked: Vec<String> =
                    self.requests.iter().filter(|w| w.id == id && !w.is_any()).map(|w| w.range.to_string()).collect();
                match self.state(*pack, &set) {
                    None if asked.is_empty() => return None,
                    None => format!("{id} is requested in version {}.", asked.join(" and ")),
                    Some(state) if asked.is_empty() => format!("{id} is requested, and {state}."),
                    Some(state) => format!("{id} is requested in version {}, and {state}.", asked.join(" and ")),
                }
            }
            ConflictFact::Need { pack, rows, other, set } => {
                let rows: Vec<u32> = self.table.rows(*pack).filter(|row| rows.contains(row)).collect();
                let newest = self.table.candidate(*pack, *rows.last()?);
                let id = self.table.pack(*other).id;
                let need = newest.needs.iter().find(|need| need.id == id)?;
                let state = self.state(*other, set).map_or_else(String::new, |state| format!(", and {state}"));
                format!("{} needs {need}{state}.", self.versions(*pack, &rows))
            }
            ConflictFact::Apart(number) => {
                let apart = &self.table.apart[*number as usize];
                let of = |(pack, rows): &(u32, BTreeSet<u32>)| {
                    self.versions(*pack, &rows.iter().copied().collect::<Vec<_>>())
                };
                format!("{} cannot be played together with {}.", of(&apart.one), of(&apart.other))
            }
        })
    }

    /// Returns the rows of a pack that all requests for it accept.
    fn requested_rows(&self, pack: u32) -> VersionRows {
        let own = self.requests.iter().filter(|request| request.id == self.table.pack(pack).id);
        let taken = own.map(|request| self.table.accepted_rows(pack, request, self.policy.unfinished));
        taken.fold(VersionRows::full(), |all, set| all.intersection(&set))
    }

    fn exclusion(&self, pack: u32, row: u32) -> Option<Excluded> {
        self.table.exclusion(pack, row, self.requests, self.policy)
    }

    /// True if no version in a set may be chosen.
    fn is_none_in(&self, pack: u32, set: &VersionRows) -> bool {
        !self.table.rows(pack).any(|row| set.contains(&row) && self.exclusion(pack, row).is_none())
    }

    /// Describes the state of the versions in a set, as the end of a sentence; `None` if it needs no mention.
    fn state(&self, pack: u32, set: &VersionRows) -> Option<String> {
        let version = |row: u32| &self.table.candidate(pack, row).version;
        let free = |row: &u32| self.exclusion(pack, *row).is_none();
        if !self.is_none_in(pack, set) {
            let here: Vec<u32> =
                self.table.rows(pack).filter(|&row| self.table.candidate(pack, row).installed && free(&row)).collect();
            let fits = here.iter().any(|row| set.contains(row));
            return here.last().filter(|_| !fits).map(|&row| format!("here is {}", version(row)));
        }
        let Some(newest) = self.table.rows(pack).next_back() else {
            return Some(format!("there is no pack {}", self.table.pack(pack).id));
        };
        let finished = |row: &u32| version(*row).pre.is_empty() || self.policy.unfinished;
        let others: Vec<u32> = self.table.rows(pack).filter(free).filter(finished).collect();
        let here = match &*others {
            [] => String::new(),
            [row] => format!("there is {}", version(*row)),
            rows => format!("there are {}", self.numbers(pack, rows)),
        };
        // The newest version in the set is excluded for another reason.
        let Some(would) = self.table.rows(pack).rfind(|row| set.contains(row)) else {
            let newest = version(newest);
            return Some(match here.is_empty() {
                true if !newest.pre.is_empty() => format!("{newest} is a pre-release"),
                true => format!("there is {newest}"),
                false => here,
            });
        };
        let candidate = self.table.candidate(pack, would);
        let number = &candidate.version;
        let why = match self.exclusion(pack, would) {
            Some(Excluded::Unusable(why)) => format!("{number} cannot be used: {}", text(&why)),
            Some(Excluded::Older) => match self.policy.locked.get(&candidate.id) {
                Some(locked) => format!("{number} is older than {locked}, which is locked"),
                None => format!("{number} is older"),
            },
            Some(Excluded::Elsewhere) => format!("{number} is not here, but on {}", text(&candidate.from)),
            Some(Excluded::Far) => format!("{number} is on {}", text(&candidate.from)),
            Some(Excluded::Withdrawn(why)) => format!("{number} was withdrawn: {}", text(&why)),
            None => return None,
        };
        Some(if here.is_empty() { why } else { format!("{here}; {why}") })
    }

    /// Names a pack with some of its versions.
    fn versions(&self, pack: u32, rows: &[u32]) -> String {
        let id = self.table.pack(pack).id;
        let is_left = |row: u32| !rows.contains(&row) && self.exclusion(pack, row).is_none();
        let first = rows.first().map(|&row| &self.table.candidate(pack, row).version);
        let several = rows.iter().any(|&row| Some(&self.table.candidate(pack, row).version) != first);
        if several && !self.table.rows(pack).any(is_left) {
            return format!("{id} in every version");
        }
        format!("{id} {}", self.numbers(pack, rows))
    }

    fn numbers(&self, pack: u32, rows: &[u32]) -> String {
        let version = |row: &u32| self.table.candidate(pack, *row).version.to_string();
        let mut numbers: Vec<String> = rows.iter().map(version).collect();
        numbers.dedup();
        match &*numbers {
            [first, .., last] if numbers.len() > 3 => format!("{first} to {last}"),
            [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            _ => numbers.concat(),
        }
    }
}

/// Returns resolutions that have all been tried.
fn ways(table: &Reachable<'_>, requests: &[Need], policy: &Policy, core: &[Need], left: &mut u32) -> Vec<Resolution> {
    let mut ways: Vec<Resolution> = Vec::new();
    let mut attempt = |requests: Vec<Need>, policy: Policy, words: &dyn Fn(&Plan) -> Option<String>| {
        if ways.len() == WAYS || *left == 0 || requests.is_empty() {
            return;
        }
        // No attempt may use up the steps of the others.
        let (result, steps) = choose(table, &requests, &policy, (*left).min(policy.steps / 4));
        *left -= steps;
        let Ok(plan) = result else { return };
        if wrong_with(&plan, table.candidates).is_some() {
            return;
        }
        if let Some(words) = words(&plan).filter(|words| ways.iter().all(|way| way.words != *words)) {
            ways.push(Resolution { words, requests, policy, plan });
        }
    };
    // Versions that the policy forbids are tried first.
    let freer = [
        (!policy.fetch).then(|| Policy { fetch: true, ..policy.clone() }),
        (!policy.any_shelf).then(|| Policy { any_shelf: true, ..policy.clone() }),
        (!policy.older && !policy.locked.is_empty()).then(|| Policy { older: true, ..policy.clone() }),
        (!policy.unfinished).then(|| Policy { unfinished: true, ..policy.clone() }),
    ];
    for freer in freer.into_iter().flatten() {
        let words = |plan: &Plan| {
            let mut taken = Vec::new();
            for &number in plan.values() {
                let candidate = &table.candidates[number];
                let older = policy.locked.get(&candidate.id).is_some_and(|locked| candidate.version < *locked);
                let (id, version) = (&candidate.id, &candidate.version);
                if !policy.fetch && !candidate.installed || candidate.on_other_shelf && !policy.any_shelf {
                    taken.push(format!("take {}", of_shelf(candidate)));
                } else if older && !policy.older {
                    taken.push(format!("go back to {id} {version}"));
                } else if !version.pre.is_empty() && !policy.unfinished {
                    taken.push(format!("take {id} {version}, which is a pre-release"));
                }
            }
            let more = taken.len().saturating_sub(LISTED);
            taken.truncate(LISTED);
            if more > 0 {
                taken.push(format!("take {more} more packs with them"));
            }
            (!taken.is_empty()).then(|| capital(&taken.join(", ")))
        };
        attempt(requests.to_vec(), freer, &words);
    }
    let without = |id: &str| requests.iter().filter(|request| request.id != id).cloned().collect::<Vec<_>>();
    for request in core.iter().filter(|request| !request.is_any()) {
        let loosened = without(&request.id).into_iter().chain([Need::any(&request.id)]).collect();
        let words = |plan: &Plan| {
            let candidate = &table.candidates[*plan.get(&request.id)?];
            Some(format!("Take {} instead of {}", of_shelf(candidate), request.range))
        };
        attempt(loosened, policy.clone(), &words);
    }
    for request in core {
        attempt(without(&request.id), policy.clone(), &|_| Some(format!("Leave out {}", request.id)));
    }
    ways
}

/// Names a version, and its origin if it is not installed.
fn of_shelf(candidate: &super::Candidate) -> String {
    let (id, version) = (&candidate.id, &candidate.version);
    if candidate.installed || candidate.from.is_empty() {
        format!("{id} {version}")
    } else {
        format!("{id} {version} from {}", text(&candidate.from))
    }
}

fn names(requests: &[Need]) -> String {
    list_names(&requests.iter().map(|request| request.id.as_str()).collect::<Vec<_>>())
}

/// Lists names, cut off after the first few.
fn list_names(names: &[&str]) -> String {
    match names.len().checked_sub(LISTED) {
        None | Some(0) => names.join(", "),
        Some(more) => format!("{} and {more} more", names[..LISTED].join(", ")),
    }
}

fn text(text: &str) -> std::borrow::Cow<'_, str> {
    escape_line(text, LETTERS)
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
