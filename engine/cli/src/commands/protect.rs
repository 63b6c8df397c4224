//! `tilewright test --coverage` and `--mutate`: find the lines of the rules that tests run, and the lines that they
//! protect.

use std::io::Write;
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tilewright_kit::files::home::known_changes;
use tilewright_kit::suite::{
    ChangeCache, Covered, EQUAL_FILE, Judged, Module, Needs, Protection, Suite, Verdict, coverage, protection,
};

use crate::commands::test;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::out::{BAD, CAUTION, FAINT, GOOD, STRONG, format_count};
use crate::progress::ProgressLine;
use crate::table::TextTable;

/// Time between saves of known verdicts while changes are tried, so that a stopped command loses little.
const KEEP_EVERY: Duration = Duration::from_secs(5);

/// Request from the arguments of `tilewright test`.
pub(crate) struct ProtectionRequest<'a> {
    pub(crate) packs: &'a [String],
    pub(crate) library: bool,
    pub(crate) modules: &'a [String],
    pub(crate) anew: bool,
    pub(crate) threads: usize,
    pub(crate) json: bool,
}

/// Prints the lines of the rules that no test runs, and the options that no test sets.
pub(crate) fn lines(wanted: &ProtectionRequest<'_>, cx: &mut Context) -> Result<Exit, Failure> {
    let (suite, modules) = prepare_suite(wanted, cx)?;
    let covered = coverage(&suite, &modules);
    // The names of modules limit the report to rules, so it leaves out options.
    let unset = if wanted.modules.is_empty() { suite.unset_options() } else { Vec::new() };
    let (all, missed) = covered.iter().fold((0, 0), |(all, missed), c| (all + c.lines, missed + c.missed.len()));
    if wanted.json {
        for c in &covered {
            let module = &suite.modules[c.module];
            cx.out.json(&json!({"module": module.shown, "lines": c.lines, "missed": c.missed}))?;
        }
        for option in &unset {
            cx.out.json(&json!({"option": option.option, "unset": option.values, "place": option.place}))?;
        }
        cx.out.json(&json!({"lines": all, "missed": missed, "tests": suite.cases.len()}))?;
        return Ok(Exit::Fine);
    }
    for c in covered.iter().filter(|c| !c.missed.is_empty()) {
        let module = &suite.modules[c.module];
        writeln!(cx.out, "{STRONG}{}{STRONG:#}", module.shown)?;
        for &line in &c.missed {
            let text = module.source.lines().nth(line as usize - 1).unwrap_or_default();
            writeln!(cx.out, "  {}:{line}: no test runs {STRONG}{}{STRONG:#}", module.shown, text.trim())?;
        }
        writeln!(cx.out)?;
    }
    for option in &unset {
        let what = match &*option.values {
            [] => "no test sets it".to_owned(),
            values => format!("no test sets it to {}", values.join(", ")),
        };
        writeln!(cx.out, "{}: option {STRONG}{}{STRONG:#}: {what}", option.place, option.option)?;
    }
    if !unset.is_empty() {
        writeln!(cx.out)?;
    }
    let mut table = TextTable::new(["rules", "lines", "run", "not", ""]);
    for Covered { module, lines, missed } in &covered {
        let (run, not) = (lines - missed.len(), missed.len());
        let shown = suite.modules[*module].shown.clone();
        table.row([shown, lines.to_string(), run.to_string(), not.to_string(), percent(run, *lines)]);
    }
    writeln!(cx.out, "{}", table.text())?;
    let style = if missed + unset.len() > 0 { CAUTION } else { GOOD };
    let (tests, run) = (format_count(suite.cases.len(), "test runs", "tests run"), all - missed);
    writeln!(cx.out, "{style}{tests} {run} of {all} lines ({}){style:#}", percent(run, all))?;
    if missed == 0 {
        writeln!(cx.out, "{FAINT}`--mutate` shows whether they would notice a mistake there.{FAINT:#}")?;
    }
    Ok(Exit::Fine)
}

/// Prints the small changes of the rules that no test notices.
pub(crate) fn changes(wanted: &ProtectionRequest<'_>, cx: &mut Context) -> Result<Exit, Failure> {
    let began = Instant::now();
    let (suite, modules) = prepare_suite(wanted, cx)?;
    let folder = known_changes();
    let paths = modules.iter().filter(|_| !wanted.anew).map(|&m| &*suite.modules[m].path);
    let known = ChangeCache::read(&folder, paths);
    let (bar, kept) = (OnceLock::new(), Mutex::new(Instant::now()));
    let result = protection(&suite, &modules, &known, wanted.threads, &|done| {
        bar.get_or_init(|| ProgressLine::new(done.of as u64, "changes")).set_done(done.done as u64);
        if let Ok(mut kept) = kept.try_lock()
            && kept.elapsed() > KEEP_EVERY
        {
            // The file only saves time in the next run. The end of the command reports a failure to write it.
            let _ = known.write();
            *kept = Instant::now();
        }
        true
    });
    if let Some(bar) = bar.into_inner() {
        bar.end();
    }
    let unkept = known.write().err();
    let seconds = began.elapsed().as_secs_f64();
    if wanted.json {
        for judged in &result.changes {
            cx.out.json(&for_programs(&suite, judged))?;
        }
        for entry in &result.stale {
            cx.out.json(&json!({"equal": entry.place, "problem": "no such change", "change": entry.change}))?;
        }
        for (entry, test) in &result.refuted {
            let by = &suite.cases[*test].name;
            cx.out.json(&json!({"equal": entry.place, "problem": "noticed", "change": entry.change, "by": by}))?;
        }
        let count = Count::from_changes(&result.changes);
        cx.out.json(&json!({"changes": count.all, "noticed": count.noticed, "not_noticed": count.not,
            "equal": count.equal, "idle": result.idle, "tried": result.tried, "tests": suite.cases.len(), "played": result.plays,
            "seconds": (seconds * 10.0).round() / 10.0}))?;
    } else {
        for_people(&suite, &modules, &result, seconds, cx)?;
    }
    if let Some(error) = unkept {
        let mut stream = crate::out::standard_error(cx.color);
        // Ignored, since an error cannot be reported if standard error cannot be written.
        let _ = writeln!(stream, "{CAUTION}warning:{CAUTION:#} {error}: the next run tries all changes again");
    }
    let not = result.changes.iter().any(|c| matches!(c.verdict, Verdict::NotNoticed(_)));
    Ok(Exit::wrong_if(not || !result.stale.is_empty() || !result.refuted.is_empty()))
}

/// Runs the tests on the unchanged rules and selects the modules to examine. Returns an error if a test fails.
fn prepare_suite(wanted: &ProtectionRequest<'_>, cx: &mut Context) -> Result<(Suite, Vec<usize>), Failure> {
    let mut suite = Suite::read(&cx.finder, wanted.packs)?;
    let named = |module: &Module| wanted.modules.iter().any(|name| name == module.name() || *name == *module.path);
    // Tests of the library protect only its own modules.
    let mut used = suite.modules_of(true).into_iter().map(|module| &suite.modules[module]);
    if wanted.library || used.any(|module| module.in_library && named(module)) {
        suite.add_library()?;
    }
    let mut modules = suite.modules_of(wanted.library);
    if !wanted.modules.is_empty() {
        let all = suite.modules_of(true);
        for name in wanted.modules {
            if !all.iter().any(|&m| suite.modules[m].name() == name || *suite.modules[m].path == **name) {
                let known: Vec<&str> = all.iter().map(|&m| suite.modules[m].name()).collect();
                let failure = Failure::usage(format!("no test of these packs uses a module `{name}`"));
                return Err(failure.hint(format!("expected one of {}", known.join(", "))));
            }
        }
        modules = all.into_iter().filter(|&m| named(&suite.modules[m])).collect();
    } else if modules.is_empty() {
        let packs = wanted.packs.join(" ");
        let failure = Failure::usage(format!("the tests of {packs} use no rules of the pack itself"));
        return Err(failure.hint("`--library` examines the library modules that the pack uses"));
    }
    let progress = ProgressLine::new(suite.cases.len() as u64, "tests");
    suite.run(wanted.threads, &|done| {
        progress.set_done(done as u64);
        true
    });
    progress.end();
    let mut fails = 0;
    for failure in suite.bad_lists() {
        fails += 1;
        test::report_failure(EQUAL_FILE, failure, cx)?;
    }
    for (case, failure) in suite.failures() {
        fails += 1;
        test::report_failure(&case.name, failure, cx)?;
    }
    if fails > 0 {
        let what = format_count(fails, "failure", "failures");
        return Err(
            Failure::wrong(what).hint("fix the failures shown above: protection is measured only if all tests pass")
        );
    }
    Ok((suite, modules))
}

#[derive(Default)]
struct Count {
    all: usize,
    noticed: usize,
    not: usize,
    equal: usize,
}

impl Count {
    fn from_changes<'j>(changes: impl IntoIterator<Item = &'j Judged>) -> Count {
        let mut count = Count::default();
        for judged in changes {
            count.all += 1;
            match judged.verdict {
                Verdict::Noticed(_) | Verdict::DoesNotLoad => count.noticed += 1,
                Verdict::NotNoticed(_) => count.not += 1,
                Verdict::Equal(_) => count.equal += 1,
            }
        }
        count
    }
}

fn percent(part: usize, whole: usize) -> String {
    // Rounded down, so that 100 % means all lines.
    let thousandths = (part * 1000).checked_div(whole);
    thousandths.map_or_else(String::new, |n| format!("{}.{} %", n / 10, n % 10))
}

/// Returns the line of a change before and after it.
fn before_and_after(module: &Module, judged: &Judged) -> (String, String) {
    let at = judged.mutant.line as usize - 1;
    let changed = judged.mutant.apply(&module.source);
    let line = changed.lines().nth(at).unwrap_or_default().trim();
    (judged.mutant.text.clone(), line.to_owned())
}

fn for_people(
    suite: &Suite,
    modules: &[usize],
    result: &Protection,
    seconds: f64,
    cx: &mut Context,
) -> Result<(), Failure> {
    let mut table = TextTable::new(["rules", "changes", "noticed", "not", "equal", ""]);
    for &number in modules {
        let module = &suite.modules[number];
        let own = || result.changes.iter().filter(|c| c.module == number);
        let count = Count::from_changes(own());
        if count.not > 0 {
            writeln!(cx.out, "{STRONG}{}{STRONG:#}", module.shown)?;
        }
        for judged in own() {
            let Verdict::NotNoticed(tests) = judged.verdict else { continue };
            let (line, told) = (judged.mutant.line, judged.mutant.describe());
            let reach = match (tests, &judged.mutant.needs) {
                (0, _) => "; no test runs it".to_owned(),
                (n, Needs::Without(_)) => format!("; {} it out", format_count(n, "test leaves", "tests leave")),
                (n, Needs::Line { .. }) => format!("; {} it", format_count(n, "test runs", "tests run")),
            };
            writeln!(cx.out, "  {}:{line}: no test notices when {told}{FAINT}{reach}{FAINT:#}", module.shown)?;
            let (before, after) = before_and_after(module, judged);
            writeln!(cx.out, "    {FAINT}- {before}{FAINT:#}")?;
            if !after.is_empty() {
                writeln!(cx.out, "    + {after}")?;
            }
        }
        if count.not > 0 {
            writeln!(cx.out)?;
        }
        let numbers = [count.all, count.noticed, count.not, count.equal].map(|n| n.to_string());
        table.row([module.shown.clone()].into_iter().chain(numbers).chain([percent(count.noticed, count.all)]));
    }
    for entry in &result.stale {
        let (module, change) = (&entry.module, &entry.change);
        writeln!(cx.out, "{BAD}{}{BAD:#}: {module} no longer has this change: {change}", entry.place)?;
    }
    for (entry, test) in &result.refuted {
        let name = &suite.cases[*test].name;
        writeln!(
            cx.out,
            "{BAD}{}{BAD:#}: this change makes a difference, as `{name}` notices: {}",
            entry.place, entry.change
        )?;
    }
    writeln!(cx.out, "{}", table.text())?;
    let count = Count::from_changes(&result.changes);
    let style = if count.not > 0 { BAD } else { GOOD };
    let equal = if count.equal > 0 { format!(", {} make no difference", count.equal) } else { String::new() };
    writeln!(
        cx.out,
        "{style}{} of {} changes noticed ({}), {} not{equal}{style:#}",
        count.noticed,
        count.all,
        percent(count.noticed, count.all),
        count.not
    )?;
    let (tests, tried) =
        (format_count(suite.cases.len(), "test", "tests"), format_count(result.tried, "change", "changes"));
    let known = if result.known > 0 { format!(", {} known from last time", result.known) } else { String::new() };
    writeln!(cx.out, "{FAINT}{tests}; {tried} tried{known}; {seconds:.1} s{FAINT:#}")?;
    if result.idle > 0 {
        let idle = format_count(result.idle, "change of a default", "changes of defaults");
        writeln!(cx.out, "{FAINT}{idle} not tried: the packs always set those parameters{FAINT:#}")?;
    }
    let first = result.changes.iter().find(|c| matches!(c.verdict, Verdict::NotNoticed(_)));
    if let Some(first) = first {
        let module = &suite.modules[first.module];
        let file = if module.in_library { "scripts/equal.ron of the library" } else { EQUAL_FILE };
        writeln!(cx.out, "\nNext: write a test that notices such a change. If no test can, declare that in {file}:")?;
        writeln!(cx.out, "  EqualChanges([\n      {},\n  ])", entry(module, first))?;
    }
    Ok(())
}

/// Returns an entry for the list of equal changes.
fn entry(module: &Module, judged: &Judged) -> String {
    let which = match judged.mutant.nth_line {
        1 => String::new(),
        n => format!(", which: {n}"),
    };
    let (line, change) = (&judged.mutant.text, judged.mutant.describe());
    format!("(module: {:?}, line: {line:?}{which}, changes: [{change:?}], because: \"…\")", module.name())
}

fn for_programs(suite: &Suite, judged: &Judged) -> Value {
    let module = &suite.modules[judged.module];
    let (before, after) = before_and_after(module, judged);
    let mut object = json!({"module": module.path, "file": module.shown, "line": judged.mutant.line, "text": before,
        "which": judged.mutant.nth_line, "change": judged.mutant.describe(), "becomes": after});
    match &judged.verdict {
        Verdict::Noticed(test) => {
            object["verdict"] = json!("noticed");
            object["by"] = json!(suite.cases[*test].name);
        }
        Verdict::DoesNotLoad => object["verdict"] = json!("does_not_load"),
        Verdict::NotNoticed(tests) => {
            object["verdict"] = json!("not_noticed");
            object["tests"] = json!(tests);
        }
        Verdict::Equal(number) => {
            object["verdict"] = json!("equal");
            object["because"] = json!(suite.equal(*number).map(|e| &e.because));
        }
    }
    object
}
