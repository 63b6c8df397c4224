//! What tests protect: which lines of the rules they run, and which small changes of the rules they notice.
//!
//! A change is noticed when loading finds an error in it, or when some test fails, faults or takes too long with it.
//! What takes too long is counted in steps of scripts and not by a clock: some times what the test takes without the
//! change. Of the tests only those are run that come to the changed line, and only until one notices.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use tilewright_core::catalog::Value;
use tilewright_pack::{Choice, OptionType};
use tilewright_script::{Compiled, Mutant, Needs, mutants};

use super::TestFailure;
use super::cases::{RunRules, SourcePlace, Suite, each};
use super::equal::Equal;
use super::known::{Known, Tried};

/// A changed rule may take so many times the work that a test takes, and so many ticks more.
const TIMES: u64 = 8;
const MORE_TICKS: u64 = 200_000;

/// What the tests make of a change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// This test notices it: its number in the suite.
    Noticed(usize),
    /// Nobody can use a module with it: it does not load.
    DoesNotLoad,
    /// No test notices it, and so many run the line.
    NotNoticed(usize),
    /// It makes no difference, somebody says, and no test finds one: the number of the entry.
    Equal(usize),
}

/// A change of a module of the suite, and what the tests make of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judged {
    /// The module's number in the suite.
    pub module: usize,
    /// The change.
    pub mutant: Mutant,
    /// What the tests make of it.
    pub verdict: Verdict,
}

/// What tests make of all changes of some modules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Protection {
    /// The changes, module by module, in the order of the text.
    pub changes: Vec<Judged>,
    /// Entries about equal changes, for these modules, that match no change.
    pub stale: Vec<Equal>,
    /// Entries about changes that a test notices, with the test's number.
    pub refuted: Vec<(Equal, usize)>,
    /// Changes of defaults that were not tried: wherever the module is used, the parameter is given.
    pub idle: usize,
    /// Changes that had to be tried, since nothing was known about them.
    pub tried: usize,
    /// Changes of which everything was known from an earlier run.
    pub known: usize,
    /// Times that a test was played.
    pub plays: usize,
    /// Whether it was stopped before the end; then changes that were not tried are missing.
    pub stopped: bool,
}

/// How much has been done of something: so many of so many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Done {
    /// What is done.
    pub done: usize,
    /// What there is.
    pub of: usize,
}

/// Tries every small change of some modules. The suite has been run. `watch` says whether to go on.
pub fn protection(
    suite: &Suite,
    modules: &[usize],
    known: &Known,
    threads: usize,
    watch: &(dyn Fn(Done) -> bool + Sync),
) -> Protection {
    let reach = Reach::of(suite);
    let each_of = |m: usize| mutants(&suite.modules[m].source).into_iter().map(move |mutant| (m, mutant));
    let is_idle =
        |m: usize, needs: &Needs| matches!(needs, Needs::Without(_)) && reach.tests(suite, m, needs).is_empty();
    let (idle, all): (Vec<_>, Vec<_>) =
        modules.iter().flat_map(|&m| each_of(m)).partition(|(m, mutant)| is_idle(*m, &mutant.needs));
    let found = Mutex::new(BTreeMap::new());
    let of = all.len();
    let whole = each(of, threads, &|done| watch(Done { done, of }), &|number| {
        let (module, mutant) = &all[number];
        let judged = judge(suite, &reach, *module, mutant, known);
        found.lock().unwrap_or_else(PoisonError::into_inner).insert(number, judged);
    });
    for &module in modules {
        let own: Vec<&Mutant> = all.iter().filter(|(m, _)| *m == module).map(|(_, mutant)| mutant).collect();
        known.keep(&suite.modules[module].path, &own);
    }
    let mut result = Protection { stopped: !whole, idle: idle.len(), ..Protection::default() };
    let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut used = vec![false; suite.equal.len()];
    for (number, (verdict, plays)) in found {
        let (module, mutant) = all[number].clone();
        let path = &*suite.modules[module].path;
        result.tried += usize::from(plays.is_some());
        // A change that no test reaches is neither tried nor known.
        let is_known = plays.is_none() && !reach.tests(suite, module, &mutant.needs).is_empty();
        result.known += usize::from(is_known);
        result.plays += plays.unwrap_or(0);
        let entry = suite.equal.iter().position(|entry| entry.is(path, &mutant));
        let verdict = match (entry, verdict) {
            (Some(entry), Verdict::NotNoticed(_)) => {
                used[entry] = true;
                Verdict::Equal(entry)
            }
            (Some(entry), Verdict::Noticed(test)) => {
                used[entry] = true;
                result.refuted.push((suite.equal[entry].clone(), test));
                Verdict::Noticed(test)
            }
            (_, verdict) => verdict,
        };
        result.changes.push(Judged { module, mutant, verdict });
    }
    let about = |entry: &Equal| modules.iter().any(|&m| *suite.modules[m].path == *entry.module);
    let stale = suite.equal.iter().zip(used).filter(|(entry, used)| whole && !used && about(entry));
    result.stale = stale.map(|(entry, _)| entry.clone()).collect();
    result
}

/// Which tests come to which places, those that take least work first.
struct Reach {
    spots: BTreeMap<SourcePlace, Vec<usize>>,
    /// For every module the tests that use it.
    users: Vec<Vec<usize>>,
    /// Places that there are.
    all: std::collections::BTreeSet<SourcePlace>,
}

impl Reach {
    fn of(suite: &Suite) -> Reach {
        let mut reach =
            Reach { spots: BTreeMap::new(), users: vec![Vec::new(); suite.modules.len()], all: <_>::default() };
        let mut order: Vec<usize> = (0..suite.cases.len()).collect();
        order.sort_by_key(|&case| (suite.runs[case].ticks, case));
        for case in order {
            let run = &suite.runs[case];
            for spot in &run.spots {
                reach.spots.entry(*spot).or_default().push(case);
            }
            reach.all.extend(&run.all);
            // A test that plays nothing can notice nothing.
            for (module, _) in suite.cases[case].load.iter().flat_map(|&load| &suite.loads[load].modules) {
                if !run.all.is_empty() && reach.users[*module].last() != Some(&case) {
                    reach.users[*module].push(case);
                }
            }
        }
        reach
    }

    /// The tests for which a change could matter.
    fn tests(&self, suite: &Suite, module: usize, needs: &Needs) -> Vec<usize> {
        let users = &self.users[module];
        match needs {
            Needs::Line { line, depth } => {
                let spot = (module, *line, *depth);
                if self.all.contains(&spot) {
                    self.spots.get(&spot).cloned().unwrap_or_default()
                } else {
                    users.clone()
                }
            }
            Needs::Without(param) => {
                let leaves_out = |case: &&usize| {
                    let load = suite.cases[**case].load.map(|load| &suite.loads[load]);
                    load.is_some_and(|load| {
                        load.modules.iter().any(|(m, given)| *m == module && given.iter().all(|g| **g != **param))
                    })
                };
                users.iter().filter(leaves_out).copied().collect()
            }
        }
    }
}

/// What the tests make of a change; how often one was played, unless everything was known.
fn judge(suite: &Suite, reach: &Reach, module: usize, mutant: &Mutant, known: &Known) -> (Verdict, Option<usize>) {
    let own = &suite.modules[module];
    let mut tests = reach.tests(suite, module, &mutant.needs);
    let reached = tests.len();
    let before = known.about(&own.path, mutant);
    if let Some(Tried::Noticed { by, test }) = &before {
        if let Some(&case) = tests.iter().find(|&&case| suite.cases[case].fingerprint == *by) {
            return (Verdict::Noticed(case), None);
        }
        // The test was changed, or what it uses: it is the likeliest to notice it again.
        if let Some(at) = tests.iter().position(|&case| suite.cases[case].name == *test) {
            tests[..=at].rotate_right(1);
        }
    }
    let tried: Vec<u64> = match before {
        Some(Tried::By(tried)) => tried,
        _ => Vec::new(),
    };
    let (left, passed): (Vec<usize>, Vec<usize>) =
        tests.into_iter().partition(|&case| tried.binary_search(&suite.cases[case].fingerprint).is_err());
    if left.is_empty() {
        return (Verdict::NotNoticed(reached), None);
    }
    let text = mutant.apply(&own.source);
    let mut compiled: BTreeMap<usize, Option<Arc<Compiled>>> = BTreeMap::new();
    let mut plays = 0;
    for &case in &left {
        let Some(load) = suite.cases[case].load else { continue };
        let Some(changed) = compiled.entry(load).or_insert_with(|| suite.changed(load, module, &text)) else {
            return (Verdict::DoesNotLoad, Some(plays));
        };
        plays += 1;
        let ticks = suite.runs[case].ticks.saturating_mul(TIMES).saturating_add(MORE_TICKS);
        if suite.play(case, &RunRules::Changed(changed, ticks)).is_err() {
            let test = &suite.cases[case];
            known.note(&own.path, mutant, Tried::Noticed { by: test.fingerprint, test: test.name.clone() });
            return (Verdict::Noticed(case), Some(plays));
        }
    }
    let mut tried: Vec<u64> = left.iter().chain(&passed).map(|&case| suite.cases[case].fingerprint).collect();
    tried.sort_unstable();
    known.note(&own.path, mutant, Tried::By(tried));
    (Verdict::NotNoticed(reached), Some(plays))
}

/// The lines of a module that tests run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Covered {
    /// The module's number in the suite.
    pub module: usize,
    /// Lines that do something.
    pub lines: usize,
    /// Those of them that no test runs, or on which no test runs a function that is written there.
    pub missed: Vec<u32>,
}

/// Which lines of some modules the tests run. The suite has been run.
pub fn coverage(suite: &Suite, modules: &[usize]) -> Vec<Covered> {
    let mut all: BTreeMap<SourcePlace, bool> = BTreeMap::new();
    for run in &suite.runs {
        for spot in &run.all {
            *all.entry(*spot).or_default() |= run.spots.contains(spot);
        }
    }
    let covered = modules.iter().map(|&module| {
        let mut lines: BTreeMap<u32, bool> = BTreeMap::new();
        for ((_, line, _), ran) in all.range((module, 0, 0)..(module + 1, 0, 0)) {
            *lines.entry(*line).or_insert(true) &= ran;
        }
        let missed = lines.iter().filter(|(_, ran)| !**ran).map(|(line, _)| *line).collect();
        Covered { module, lines: lines.len(), missed }
    });
    covered.collect()
}

/// An option of a pack that has tests, and what no test makes of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unset {
    /// `pack:option`.
    pub option: String,
    /// Values that no test gives it; none when it may be so much that each cannot be tried, and no test sets it.
    pub values: Vec<String>,
    /// `path:line:column` where it is declared.
    pub place: String,
}

impl Suite {
    /// Options of the packs, and values of them, that no test sets. Every test that does not set an option has its
    /// default; of numbers and of forms with numbers any will do.
    pub fn unset_options(&self) -> Vec<Unset> {
        let mut declared = BTreeMap::new();
        for load in &self.loads {
            for option in &load.loaded().options {
                if self.packs.iter().any(|pack| *pack.id == *option.pack) {
                    let place = load.loaded().sources.place(option.span);
                    declared.entry(option.full_name()).or_insert_with(|| (option.clone(), place));
                }
            }
        }
        let mut given: BTreeMap<String, Vec<&Value>> = BTreeMap::new();
        for case in &self.cases {
            let Some(load) = case.load.map(|load| &self.loads[load]) else { continue };
            for (name, value) in &case.options {
                let full = load.loaded().options.iter().find(|o| *o.name == **name || o.full_name() == *name);
                given.entry(full.map_or_else(|| name.clone(), |o| o.full_name())).or_default().push(value);
            }
        }
        let mut unset = Vec::new();
        for (name, (option, place)) in declared {
            let set = given.get(&name).map_or(&[][..], |values| values);
            let is_set = |value: &Value| *value == option.default || set.contains(&value);
            let values: Vec<String> = match &option.kind {
                OptionType::Int(..) if set.is_empty() => Vec::new(),
                OptionType::Int(..) => continue,
                OptionType::Bool => {
                    let missing = [true, false].into_iter().filter(|b| !is_set(&Value::Bool(*b)));
                    missing.map(|b| b.to_string()).collect()
                }
                OptionType::Choice(choices) => {
                    let is_form = |value: &Value, form: &str| {
                        let text = value.to_string();
                        text.strip_prefix(form).is_some_and(|rest| rest.starts_with('('))
                    };
                    let missing = choices.iter().filter(|choice| match choice {
                        Choice::Plain(value) => !is_set(value),
                        Choice::Form(form, _) => !set.iter().chain([&&option.default]).any(|v| is_form(v, form)),
                    });
                    missing.map(|choice| choice.key().to_string()).collect()
                }
            };
            if !values.is_empty() || matches!(option.kind, OptionType::Int(..)) {
                unset.push(Unset { option: name, values, place });
            }
        }
        unset
    }

    /// The modules that belong to the packs themselves; with `library`, those of the library that they use as well.
    /// Modules of packs that they only need are not among them.
    pub fn modules_of(&self, library: bool) -> Vec<usize> {
        let own = |pack: Option<&str>| pack.map_or(library, |pack| self.packs.iter().any(|found| found.id == pack));
        let mut numbers: Vec<usize> = (0..self.used).filter(|&m| own(self.modules[m].pack())).collect();
        numbers.sort_by_key(|&m| (self.modules[m].in_library, Arc::clone(&self.modules[m].path)));
        numbers
    }

    /// What is wrong with the lists of equal changes.
    pub fn bad_lists(&self) -> &[TestFailure] {
        &self.bad_lists
    }

    /// An entry about an equal change.
    pub fn equal(&self, number: usize) -> Option<&Equal> {
        self.equal.get(number)
    }
}
