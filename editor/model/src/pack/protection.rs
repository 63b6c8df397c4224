//! Finds the lines of rules that the tests of the open pack do not protect, on a background thread, and maps them to
//! the current texts.
//!
//! Findings refer to lines by their text. A line that was rewritten loses its findings; a line that was moved keeps
//! them.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use tilewright_kit::packs::find::Finder;
use tilewright_kit::suite::{Change, ChangeCache, Module, Mutant, Suite, Verdict, coverage, protection};

use crate::job::{Job, JobPoll, Teller};
use crate::texts::UiTexts;

/// Missing protection of one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProtectionGap {
    /// Line number when the mark was made, from 1.
    pub line: u32,
    /// Text of the line without surrounding blanks.
    text: String,
    /// Number of this line among lines with equal text, from 1.
    which: usize,
    /// True if no test runs the line.
    pub missed: bool,
    /// Changes to the line that no test notices, each with its number among equal changes of the line.
    pub changes: Vec<(Change, u32)>,
}

/// Marks by file, with paths as in [`FilePlace`](tilewright_language::place::FilePlace).
pub type Marks = BTreeMap<Arc<str>, Vec<ProtectionGap>>;

/// Summary of a finished search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ProtectionSummary {
    /// Number of changes that were tried.
    pub changes: usize,
    /// Number of changes that a test notices or that make no difference.
    pub noticed: usize,
    /// Number of lines that no test runs.
    pub missed: usize,
}

/// Update from the background thread.
enum ProtectionUpdate {
    Marks(Marks),
    End(Result<ProtectionSummary, Vec<String>>),
}

/// Known protection of rules by tests, and the search in progress.
#[derive(Default)]
pub struct RuleProtection {
    marks: Marks,
    job: Option<Job<ProtectionUpdate>>,
}

impl RuleProtection {
    /// Starts a search and drops an earlier one. `waker` is called when there is an update to show.
    pub fn begin(&mut self, finder: Finder, folder: PathBuf, known: PathBuf, waker: impl Fn() + Send + Sync + 'static) {
        self.job = Some(Job::begin(waker, move |teller| {
            teller.tell(ProtectionUpdate::End(look(&finder, &folder.to_string_lossy(), &known, teller)));
        }));
    }

    /// Stops the search, and keeps the marks so far.
    pub fn stop(&mut self) {
        self.job = None;
    }

    /// Returns the number of tried changes and the total, or `None` if no search is running. Both are 0 while the tests
    /// run.
    pub fn progress(&self) -> Option<(usize, usize)> {
        self.job.as_ref().map(Job::progress)
    }

    /// Returns the result of a finished search, once; `None` while it runs. The error lists the reasons why the search
    /// failed.
    pub fn take_outcome(&mut self) -> Option<Result<ProtectionSummary, Vec<String>>> {
        loop {
            match self.job.as_ref()?.look() {
                JobPoll::News(ProtectionUpdate::Marks(marks)) => self.marks = marks,
                JobPoll::News(ProtectionUpdate::End(end)) => {
                    self.job = None;
                    return Some(end);
                }
                JobPoll::Ended => self.job = None,
                JobPoll::Nothing => return None,
            }
        }
    }

    /// Returns all marks, file by file.
    pub fn all(&self) -> &Marks {
        &self.marks
    }

    /// Returns the marks of a file with the given text, each with the index of its line from 0.
    pub fn of_file<'m>(&'m self, path: &str, text: &str) -> Vec<(usize, &'m ProtectionGap)> {
        let Some(marks) = self.marks.get(path) else { return Vec::new() };
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let place = |mark: &ProtectionGap| {
            let like = lines.iter().enumerate().filter(|(_, line)| **line == mark.text);
            like.map(|(number, _)| number).nth(mark.which - 1)
        };
        marks.iter().filter_map(|mark| Some((place(mark)?, mark))).collect()
    }
}

impl ProtectionGap {
    /// Returns the description of the mark, one sentence for each entry.
    pub fn sentences(&self, texts: &UiTexts) -> Vec<String> {
        let missed = self.missed.then(|| texts.get("protect-missed"));
        let changes = self.changes.iter().map(|(change, nth)| {
            let told = describe_change(change, texts);
            let told = match nth {
                1 => told,
                n => texts.with("protect-nth", &[("change", told.into()), ("n", (*n).into())]),
            };
            texts.with_name("protect-change", &told)
        });
        missed.into_iter().chain(changes).collect()
    }
}

/// Describes a change in words.
fn describe_change(change: &Change, texts: &UiTexts) -> String {
    match change {
        Change::Becomes { from, to } => {
            texts.with("protect-becomes", &[("from", from.as_str().into()), ("to", to.as_str().into())])
        }
        Change::Always { condition, met: true } => texts.with_name("protect-always", condition),
        Change::Always { condition, met: false } => texts.with_name("protect-never", condition),
        Change::Turned { condition } => texts.with_name("protect-turned", condition),
        Change::LeftOut { what } => texts.with_name("protect-left-out", what),
        Change::Default { param, from, to } => texts.with(
            "protect-default",
            &[("name", param.as_str().into()), ("from", from.as_str().into()), ("to", to.as_str().into())],
        ),
    }
}

/// Runs the tests, then tries changes to the rules.
fn look(
    finder: &Finder,
    pack: &str,
    folder: &std::path::Path,
    teller: &Teller<ProtectionUpdate>,
) -> Result<ProtectionSummary, Vec<String>> {
    let mut suite = Suite::read(finder, &[pack.to_owned()]).map_err(|error| vec![error.to_string()])?;
    // One processor core stays free for the window.
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get().saturating_sub(1).max(1));
    suite.run(threads, &|_| teller.goes_on());
    let failures = suite.failures().map(|(case, failure)| format!("{}: {failure}", case.name));
    let failures: Vec<String> = failures.chain(suite.bad_lists().iter().map(ToString::to_string)).collect();
    if !failures.is_empty() {
        return Err(failures);
    }
    let mut outcome = ProtectionSummary::default();
    if !teller.goes_on() {
        return Ok(outcome);
    }
    let (own, all) = (suite.modules_of(false), suite.modules_of(true));
    // For a pack without its own rules, the changes apply to the library modules that it uses.
    let own = if own.is_empty() { all.clone() } else { own };
    let mut marks = Marks::new();
    for covered in coverage(&suite, &all) {
        outcome.missed += covered.missed.len();
        for line in covered.missed {
            mark(&mut marks, &suite.modules[covered.module], line).missed = true;
        }
    }
    teller.tell(ProtectionUpdate::Marks(marks.clone()));
    let known = ChangeCache::read(folder, own.iter().map(|&m| &*suite.modules[m].path));
    let result = protection(&suite, &own, &known, threads, &|done| {
        teller.report_progress(done.done, done.of);
        teller.goes_on()
    });
    // The file only speeds up the next search, so a failure to write it is ignored.
    drop(known.write());
    for judged in &result.changes {
        outcome.changes += 1;
        if let Verdict::NotNoticed(_) = judged.verdict {
            let Mutant { line, change, nth, .. } = &judged.mutant;
            mark(&mut marks, &suite.modules[judged.module], *line).changes.push((change.clone(), *nth));
        } else {
            outcome.noticed += 1;
        }
    }
    for marks in marks.values_mut() {
        marks.sort_by_key(|mark| mark.line);
    }
    teller.tell(ProtectionUpdate::Marks(marks));
    Ok(outcome)
}

/// Returns the mark of a line, creating it if necessary.
fn mark<'m>(marks: &'m mut Marks, module: &Module, line: u32) -> &'m mut ProtectionGap {
    let file = module.path.rsplit('/').next().unwrap_or(&module.path);
    let place = if module.in_library { format!(":{file}") } else { format!("rules/{file}") };
    let marks = marks.entry(place.into()).or_default();
    let at = marks.iter().position(|mark| mark.line == line).unwrap_or_else(|| {
        let lines: Vec<&str> = module.source.lines().map(str::trim).collect();
        let number = line as usize - 1;
        let text = lines.get(number).copied().unwrap_or_default();
        let which = lines[..number.min(lines.len())].iter().filter(|other| **other == text).count() + 1;
        marks.push(ProtectionGap { line, text: text.to_owned(), which, missed: false, changes: Vec::new() });
        marks.len() - 1
    });
    &mut marks[at]
}
