//! Measures the protection by tests: the lines of the rules that they run, and the small changes of rules that they
//! notice.
//!
//! A change is noticed if loading finds an error in it, or if a test fails, faults or takes too long with it. Time is
//! measured in steps of scripts, not by a clock: the limit is a multiple of the test's work without the change. Only
//! tests that reach the changed line are run, and only until one of them notices.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use tilewright_core::catalog::Value;
use tilewright_pack::{Choice, OptionType};
use tilewright_script::{Compiled, Mutant, Needs, mutants};

use super::TestFailure;
use super::cases::{RunRules, SourcePlace, Suite, each};
use super::equal::Equal;
use super::known::{CachedVerdict, ChangeCache};

/// Work that a changed rule may cause: this multiple of the test's own work, plus `MORE_TICKS`.
const TIMES: u64 = 8;
const MORE_TICKS: u64 = 200_000;

/// Verdict of the tests on a change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// A test notices the change: its number in the suite.
    Noticed(usize),
    /// The changed module does not load, so it can never be used.
    DoesNotLoad,
    /// Unnoticed, although this many tests run the line.
    NotNoticed(usize),
    /// Declared to make no difference, and no test finds a difference: the number of the entry.
    Equal(usize),
}

/// Change of a module of the suite, with the verdict of the tests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judged {
    /// Number of the module in the suite.
    pub module: usize,
    /// Change of the module's text.
    pub mutant: Mutant,
    /// Verdict of the tests on the change.
    pub verdict: Verdict,
}

/// Verdicts of the tests on all changes of some modules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Protection {
    /// Changes, module by module, in the order of the text.
    pub changes: Vec<Judged>,
    /// Entries about equal changes in these modules that match no change.
    pub stale: Vec<Equal>,
    /// Entries about changes that a test notices, with the number of the test.
    pub refuted: Vec<(Equal, usize)>,
    /// Number of changed defaults that were not tried, because every use of the module sets the parameter.
    pub idle: usize,
    /// Number of changes that had to be tried, since the cache had no verdict on them.
    pub tried: usize,
    /// Number of changes whose verdict came from the cache alone.
    pub known: usize,
    /// Number of times that a test was played.
    pub plays: usize,
    /// True if the run was stopped early; changes that were not tried are missing.
    pub stopped: bool,
}

/// Progress of a task, as finished items out of all items.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TaskProgress {
    /// Number of finished items.
    pub done: usize,
    /// Number of all items.
    pub of: usize,
}

/// Tries every small change of some modules. The suite must have been run. `watch` returns false to stop.
pub fn protection(
    suite: &Suite,
    modules: &[usize],
    known: &ChangeCache,
    threads: usize,
    watch: &(dyn Fn(TaskProgress) -> bool + Sync),
) -> Protection {
    let reach = Reach::from_suite(suite);
    let each_of = |m: usize| mutants(&suite.modules[m].source).into_iter().map(move |mutant| (m, mutant));
    let is_idle =
        |m: usize, needs: &Needs| matches!(needs, Needs::Without(_)) && reach.tests(suite, m, needs).is_empty();
    let (idle, all): (Vec<_>, Vec<_>) =
        modules.iter().flat_map(|&m| each_of(m)).partition(|(m, mutant)| is_idle(*m, &mutant.needs));
    let found = Mutex::new(BTreeMap::new());
    let of = all.len();
    let whole = each(of, threads, &|done| watch(TaskProgress { done, of }), &|number| {
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
        // A change that no test reaches is neither tried nor cached.
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

/// Tests that execute each place, sorted by their work.
struct Reach {
    tests_at: BTreeMap<SourcePlace, Vec<usize>>,
    /// Tests that use each module.
    users: Vec<Vec<usize>>,
    /// All places that exist.
    all: std::collections::BTreeSet<SourcePlace>,
}

impl Reach {
    fn from_suite(suite: &Suite) -> Reach {
        let mut reach =
            Reach { tests_at: BTreeMap::new(), users: vec![Vec::new(); suite.modules.len()], all: <_>::default() };
        let mut order: Vec<usize> = (0..suite.cases.len()).collect();
        order.sort_by_key(|&case| (suite.runs[case].ticks, case));
        for case in order {
            let run = &suite.runs[case];
            for spot in &run.executed {
                reach.tests_at.entry(*spot).or_default().push(case);
            }
            reach.all.extend(&run.all);
            // A test that plays no game cannot notice a change.
            for (module, _) in suite.cases[case].load.iter().flat_map(|&load| &suite.loads[load].modules) {
                if !run.all.is_empty() && reach.users[*module].last() != Some(&case) {
                    reach.users[*module].push(case);
                }
            }
        }
        reach
    }

    /// Returns the tests whose outcome the change could alter.
    fn tests(&self, suite: &Suite, module: usize, needs: &Needs) -> Vec<usize> {
        let users = &self.users[module];
        match needs {
            Needs::Line { line, depth } => {
                let spot = (module, *line, *depth);
                if self.all.contains(&spot) {
                    self.tests_at.get(&spot).cloned().unwrap_or_default()
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

/// Returns the verdict on a change, and the number of plays; `None` if the cache had the verdict.
fn judge(
    suite: &Suite,
    reach: &Reach,
    module: usize,
    mutant: &Mutant,
    known: &ChangeCache,
) -> (Verdict, Option<usize>) {
    let own = &suite.modules[module];
    let mut tests = reach.tests(suite, module, &mutant.needs);
    let reached = tests.len();
    let before = known.about(&own.path, mutant);
    if let Some(CachedVerdict::Noticed { by, test }) = &before {
        if let Some(&case) = tests.iter().find(|&&case| suite.cases[case].fingerprint == *by) {
            return (Verdict::Noticed(case), None);
        }
        // The test or something that it uses has changed since; it is still the likeliest to notice the change.
        if let Some(at) = tests.iter().position(|&case| suite.cases[case].name == *test) {
            tests[..=at].rotate_right(1);
        }
    }
    let tried: Vec<u64> = match before {
        Some(CachedVerdict::By(tried)) => tried,
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
        let Some(changed) = compiled.entry(load).or_insert_with(|| suite.compile_changed(load, module, &text)) else {
            return (Verdict::DoesNotLoad, Some(plays));
        };
        plays += 1;
        let ticks = suite.runs[case].ticks.saturating_mul(TIMES).saturating_add(MORE_TICKS);
        if suite.play(case, &RunRules::Changed(changed, ticks)).is_err() {
            let test = &suite.cases[case];
            known.note(&own.path, mutant, CachedVerdict::Noticed { by: test.fingerprint, test: test.name.clone() });
            return (Verdict::Noticed(case), Some(plays));
        }
    }
    let mut tried: Vec<u64> = left.iter().chain(&passed).map(|&case| suite.cases[case].fingerprint).collect();
    tried.sort_unstable();
    known.note(&own.path, mutant, CachedVerdict::By(tried));
    (Verdict::NotNoticed(reached), Some(plays))
}

/// Lines of a module that tests run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Covered {
    /// Number of the module in the suite.
    pub module: usize,
    /// Number of lines with code.
    pub lines: usize,
    /// Lines that no test runs, and lines that define a function which no test runs.
    pub missed: Vec<u32>,
}

/// Returns the coverage of some modules by tests. The suite must have been run.
pub fn coverage(suite: &Suite, modules: &[usize]) -> Vec<Covered> {
    let mut all: BTreeMap<SourcePlace, bool> = BTreeMap::new();
    for run in &suite.runs {
        for spot in &run.all {
            *all.entry(*spot).or_default() |= run.executed.contains(spot);
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

/// Option of a pack with tests, and the values that no test gives it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UntestedOption {
    /// Full name of the option: `pack:option`.
    pub option: String,
    /// Values that no test gives the option; empty for an option with too many values to list that no test sets.
    pub values: Vec<String>,
    /// `path:line:column` of the declaration.
    pub place: String,
}

impl Suite {
    /// Returns options of the packs, and their values, that no test sets. A test that does not set an option uses its
    /// default. For numbers, and for values that contain numbers, any tested value is enough.
    pub fn unset_options(&self) -> Vec<UntestedOption> {
        let mut declared = BTreeMap::new();
        for load in &self.loads {
            for option in &load.loaded_packs().options {
                if self.packs.iter().any(|pack| *pack.id == *option.pack) {
                    let place = load.loaded_packs().sources.place(option.span);
                    declared.entry(option.full_name()).or_insert_with(|| (option.clone(), place));
                }
            }
        }
        let mut given: BTreeMap<String, Vec<&Value>> = BTreeMap::new();
        for case in &self.cases {
            let Some(load) = case.load.map(|load| &self.loads[load]) else { continue };
            for (name, value) in &case.options {
                let full = load.loaded_packs().options.iter().find(|o| *o.name == **name || o.full_name() == *name);
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
                unset.push(UntestedOption { option: name, values, place });
            }
        }
        unset
    }

    /// Returns the modules that belong to the packs themselves, and with `library` also the library modules that they
    /// use. Modules of packs that are only needed are not included.
    pub fn modules_of(&self, library: bool) -> Vec<usize> {
        let own = |pack: Option<&str>| pack.map_or(library, |pack| self.packs.iter().any(|found| found.id == pack));
        let mut numbers: Vec<usize> = (0..self.used).filter(|&m| own(self.modules[m].pack())).collect();
        numbers.sort_by_key(|&m| (self.modules[m].in_library, Arc::clone(&self.modules[m].path)));
        numbers
    }

    /// Returns the mistakes in the lists of equal changes.
    pub fn bad_lists(&self) -> &[TestFailure] {
        &self.bad_lists
    }

    /// Returns the entry with a number from the lists of equal changes.
    pub fn equal(&self, number: usize) -> Option<&Equal> {
        self.equal.get(number)
    }
}
