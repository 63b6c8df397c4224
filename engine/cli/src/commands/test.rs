//! `tilewright test`: runs the tests of packs.

mod watch;

use std::io::Write;
use std::path::Path;

use clap::Args;
use serde_json::json;
use tilewright_kit::packs::find::{Finder, FoundPack, PACK_FILE};
use tilewright_kit::suite::{Example, TestFailure, TestResult, examples, list_tests, run_tests, untested_options};

use crate::ci_files::{CiCase, CiFiles, CiLog, CiProblem};
use crate::commands::{protect, traced};
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::findings;
use crate::numbers::whole;
use crate::out::{BAD, CAUTION, GOOD, STRONG};

#[derive(Args, Debug)]
#[command(
    about = "Run the tests of packs",
    long_about = "Run the tests of packs.\n\nThe tests of a pack are the files in its folder `tests`. A failing test \
        is shown with file and line, the expected and the actual value. Exits with 1 if a test fails, if no test is \
        run, or if a named pack has no tests. After each step the command checks, like `tilewright verify`, that no \
        tile is lost, that counters stay within their bounds, and that finished features are scored.\n\nWith --list no \
        test is run: the command shows the names, and how many of the worked examples that the pack lists have a test. \
        Exits with 1 if a test is missing.\n\nWith --coverage it shows the lines of the rules that no test runs, and \
        the options and values of options that no test sets.\n\nWith --mutate the rules are changed, one small change \
        at a time (another number, another comparison or operator, a condition that always or never holds, a call left \
        out), and the tests that run the line are played until one notices. A change that no test notices shows a line \
        that no test protects; exits with 1 if there is one. The pack's own rules are changed; with --library, the \
        library modules that it uses, which the library's own tests also cover; for a folder of packs, both. Changes \
        that an earlier run tried are skipped. Changes that make no difference are listed in the pack's \
        `tests/equal.ron`, with the reason.",
    after_help = "Examples:\n  \
        tilewright test PACK                  all tests of a pack\n  \
        tilewright test PACK --filter inn     tests with `inn` in their names\n  \
        tilewright test PACK --all            also name the tests that pass\n  \
        tilewright test PACK --watch          run the tests again after each save\n  \
        tilewright test PACK --lines          the lines of the rules in the last move of failing tests\n  \
        tilewright test content               the tests of all packs in a folder\n  \
        tilewright test content --list --filter digest/   the worked examples, and whether one is missing\n  \
        tilewright test PACK MORE --json      one JSON object for each test\n  \
        tilewright test PACK --junit tests.xml   a list of tests for a service that runs checks\n  \
        tilewright test PACK --coverage       lines of the rules that no test runs, options that none sets\n  \
        tilewright test PACK --mutate         changes of the pack's rules that no test notices\n  \
        tilewright test PACK --mutate --library --module paths   changes of one module of the library\n  \
        tilewright test content --mutate      changes of all modules that the packs of a folder use"
)]
pub(crate) struct TestArgs {
    /// Packs to test: ids, paths of folders, or the path of a folder that contains packs
    #[arg(value_name = "PACK", required = true)]
    packs: Vec<String>,
    /// Run only tests with this text in their names
    #[arg(short, long, value_name = "TEXT", default_value = "")]
    filter: String,
    /// Also list the tests that pass
    #[arg(long)]
    all: bool,
    /// Show the lines of the rules in the last move of each failing test, with their values
    #[arg(long, conflicts_with_all = ["list", "json"])]
    lines: bool,
    /// Run the tests again whenever a file of the packs is saved
    #[arg(long, conflicts_with_all = ["list", "coverage", "mutate", "json"])]
    watch: bool,
    /// List the tests and the worked examples that they play, without running them
    #[arg(long, conflicts_with = "all")]
    list: bool,
    /// Show the lines of rules that no test runs, and the options and values that no test sets
    #[arg(long, conflicts_with_all = ["all", "lines", "list", "filter"])]
    coverage: bool,
    /// Show the small changes of the rules that no test notices
    #[arg(long, conflicts_with_all = ["all", "lines", "list", "filter", "coverage"])]
    mutate: bool,
    /// With --coverage or --mutate: also examine the library modules that the packs use
    #[arg(long)]
    library: bool,
    /// With --coverage or --mutate: examine only this module; may be given several times
    #[arg(long = "module", value_name = "NAME")]
    modules: Vec<String>,
    /// With --mutate: repeat all changes, including those that an earlier run tried
    #[arg(long)]
    anew: bool,
    /// With --coverage or --mutate: number of threads; 0 for one on each core
    #[arg(short, long, value_name = "T", default_value_t = 0, value_parser = whole::<usize>)]
    threads: usize,
    /// Print one JSON object for each test, and one with the totals
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    ci: CiFiles,
}

/// Maximum number of notes of a test that are shown as text.
const MOST_NOTES: usize = 20;

pub(crate) fn run(args: &TestArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let packs = packs_of(&args.packs)?;
    cx.name_packs(&packs);
    if args.coverage || args.mutate {
        // If an argument is a folder of packs, the library modules that its packs use are included.
        let library = args.library || packs != args.packs;
        let wanted = protect::ProtectionRequest {
            packs: &packs,
            library,
            modules: &args.modules,
            anew: args.anew,
            threads: args.threads,
            json: args.json,
        };
        return if args.mutate { protect::changes(&wanted, cx) } else { protect::lines(&wanted, cx) };
    }
    if args.library || args.anew || !args.modules.is_empty() || args.threads > 0 {
        let failure =
            Failure::usage("`--library`, `--module`, `--anew` and `--threads` require `--coverage` or `--mutate`");
        return Err(failure.hint("`tilewright test --help` shows examples"));
    }
    if args.list {
        return list(args, &packs, cx);
    }
    if args.watch { watch::run(args, &packs, cx) } else { run_once(args, &packs, cx) }
}

/// Runs the tests of packs once.
fn run_once(args: &TestArgs, packs: &[String], cx: &mut Context) -> Result<Exit, Failure> {
    let (mut passed, mut failed) = (0usize, 0usize);
    let mut untested_packs = Vec::new();
    let mut worst = Exit::Fine;
    let mut log = CiLog::default();
    for pack in packs {
        let tried = cx.finder.find(pack).and_then(|found| Ok((found, run_tests(&cx.finder, pack, &args.filter)?)));
        let results = match tried {
            Ok((found, results)) => {
                cx.report_shadow_of(&found)?;
                results
            }
            Err(error) if packs.len() == 1 => return Err(error.into()),
            // The tests of the other packs can still run.
            Err(error) => {
                let failure = Failure::from(error);
                worst = worst.max(failure.exit);
                let problems = vec![CiProblem::at("failure", "", failure.message.clone())];
                log.cases.push(CiCase { group: pack.clone(), name: "tests of the pack".to_owned(), problems });
                unread(pack, &failure, args.json, cx)?;
                continue;
            }
        };
        if args.filter.is_empty() {
            report_untested(pack, &results, args.json, cx)?;
            if results.is_empty() {
                untested_packs.push(pack.as_str());
            }
        }
        for test in results {
            note(&test, cx);
            log.cases.push(case(pack, &test));
            if test.has_passed() {
                passed += 1;
            } else {
                failed += 1;
            }
            if args.json {
                cx.out.json(&for_programs(pack, &test))?;
            } else {
                for_people(&test, args.all, cx)?;
                if args.lines && !test.has_passed() {
                    traced::report_lines(pack, &test.name, cx)?;
                }
            }
        }
    }
    args.ci.write("test", &log)?;
    // Packs in a folder may have no tests, but a pack that the user names is expected to have some.
    let is_named = |pack: &&str| args.packs.iter().any(|named| named == pack);
    let nothing_ran = passed + failed == 0;
    let exit = worst.max(Exit::wrong_if(failed > 0 || nothing_ran || untested_packs.iter().any(is_named)));
    if args.json {
        cx.out.json(&json!({"passed": passed, "failed": failed, "without_tests": untested_packs}))?;
        return Ok(exit);
    }
    for pack in &untested_packs {
        let style = if nothing_ran || is_named(pack) { BAD } else { CAUTION };
        writeln!(cx.out, "{style}`{pack}` has no tests{style:#}: there is nothing in its folder `tests`")?;
    }
    let style = if exit == Exit::Fine { GOOD } else { BAD };
    writeln!(cx.out, "{style}{passed} passed, {failed} failed{style:#}")?;
    if nothing_ran && !args.filter.is_empty() {
        writeln!(cx.out, "No test was run: no name contains `{}`.", args.filter)?;
    }
    Ok(exit)
}

/// Returns a test for services that run checks.
fn case(pack: &str, test: &TestResult) -> CiCase {
    let problem = |failure: &TestFailure| {
        let message = match failure.is_wrong_test() {
            true => failure.expected.clone(),
            false => format!("expected {}, actual {}", failure.expected, failure.actual),
        };
        CiProblem::at(failure.code, &failure.place, message)
    };
    let problems = test.failure.iter().flat_map(TestFailure::all).map(problem).collect();
    CiCase { group: pack.to_owned(), name: test.name.clone(), problems }
}

/// Notes mistakes of the program itself that a test has revealed.
fn note(test: &TestResult, cx: &mut Context) {
    for failure in test.failure.iter().flat_map(TestFailure::all) {
        cx.note_mistake(failure.code, &format!("{}: {failure}", test.name), None);
    }
}

/// Reports a pack whose tests cannot be read.
fn unread(pack: &str, failure: &Failure, json: bool, cx: &mut Context) -> Result<(), Failure> {
    if json {
        let object = json!({"pack": pack, "ok": false, "message": failure.message, "hint": failure.hint});
        return Ok(cx.out.json(&object)?);
    }
    writeln!(cx.out, "{BAD}error:{BAD:#} {}", failure.message)?;
    match &failure.hint {
        Some(hint) => Ok(writeln!(cx.out, "  hint: {hint}")?),
        None => Ok(()),
    }
}

/// Returns the packs of the arguments. A folder that is not a pack is replaced by the packs in it.
fn packs_of(arguments: &[String]) -> Result<Vec<String>, Failure> {
    let mut packs = Vec::new();
    for argument in arguments {
        let folder = Path::new(argument);
        let inside = if folder.is_dir() && !folder.join(PACK_FILE).is_file() {
            Finder::nowhere().with_folder(folder).list()?
        } else {
            Vec::new()
        };
        if inside.is_empty() {
            packs.push(argument.clone());
        }
        packs.extend(inside.iter().map(FoundPack::path_prefix));
    }
    Ok(packs)
}

/// Lists the names of tests, and the state of the worked examples.
fn list(args: &TestArgs, packs: &[String], cx: &mut Context) -> Result<Exit, Failure> {
    let (mut total, mut missing, mut wrong) = (0usize, 0usize, 0usize);
    for pack in packs {
        let tests = list_tests(&cx.finder, pack, &args.filter)?;
        let examples = examples(&cx.finder, pack)?;
        total += tests.len();
        if args.json {
            for test in &tests {
                let (packs, options) = (&test.packs, &test.options);
                cx.out.json(
                    &json!({"pack": pack, "test": test.name, "place": test.place, "packs": packs, "options": options}),
                )?;
            }
        } else {
            writeln!(cx.out, "{STRONG}{pack}{STRONG:#}")?;
            for test in &tests {
                writeln!(cx.out, "  {}", test.name)?;
            }
        }
        let Some(examples) = examples else { continue };
        let left_out = examples.cases.iter().filter(|e| e.not_played.is_some()).count();
        let absent: Vec<&Example> = examples.cases.iter().filter(|e| e.is_missing()).collect();
        missing += absent.len();
        wrong += examples.failures.len();
        let (all, played) = (examples.cases.len(), examples.cases.len() - absent.len() - left_out);
        if args.json {
            for case in &examples.cases {
                let reason = &case.not_played;
                let object = json!({"pack": pack, "example": case.id, "tells": case.tells, "tests": case.tests,
                    "not_played": reason, "missing": case.is_missing()});
                cx.out.json(&object)?;
            }
        } else {
            let style = if absent.is_empty() { GOOD } else { BAD };
            writeln!(cx.out, "{style}{played} of {all} worked examples{style:#} of {}", examples.of)?;
            for case in &examples.cases {
                match &case.not_played {
                    Some(reason) => writeln!(cx.out, "  {} cannot be played ({}): {reason}", case.id, case.tells)?,
                    None if case.is_missing() => {
                        writeln!(cx.out, "  {BAD}{} has no test{BAD:#}: {}", case.id, case.tells)?;
                    }
                    None => {}
                }
            }
        }
        for failure in &examples.failures {
            if args.json {
                cx.out.json(&json!({"pack": pack, "code": failure.code, "at": failure.place,
                    "expected": failure.expected, "actual": failure.actual}))?;
            } else {
                writeln!(cx.out, "  {BAD}{failure}{BAD:#}")?;
            }
        }
    }
    if args.json {
        cx.out.json(&json!({"tests": total, "examples_missing": missing}))?;
    } else {
        let style = if missing + wrong > 0 { BAD } else { GOOD };
        writeln!(cx.out, "{style}{total} tests, {missing} worked examples missing{style:#}")?;
    }
    Ok(Exit::wrong_if(missing + wrong > 0))
}

/// Reports options that no test sets, without failing.
fn report_untested(pack: &str, results: &[TestResult], json: bool, cx: &mut Context) -> Result<(), Failure> {
    let (findings, sources) = untested_options(&cx.finder, pack, results)?;
    for finding in &findings {
        if json {
            cx.out.json(&findings::for_programs(finding, &sources))?;
        } else {
            let width = cx.out.room().0;
            writeln!(cx.out, "{}", findings::for_people(finding, &sources, width))?;
        }
    }
    Ok(())
}

pub(crate) fn for_people(test: &TestResult, all: bool, cx: &mut Context) -> Result<(), Failure> {
    match &test.failure {
        None if all => writeln!(cx.out, "{GOOD}ok{GOOD:#}     {}", test.name)?,
        None => {}
        Some(failure) => {
            report_failure(&test.name, failure, cx)?;
            // The last notes are closest to the failure.
            for note in test.notes.iter().skip(test.notes.len().saturating_sub(MOST_NOTES)) {
                writeln!(cx.out, "  noted    {note}")?;
            }
            if let Some(stood) = &test.stood {
                for (what, lines) in [("board", &stood.board), ("figures", &stood.figures)] {
                    if !lines.is_empty() {
                        writeln!(cx.out, "  {what:<8} {}", lines.join(", "))?;
                    }
                }
                if let Some(asked) = &stood.asked {
                    writeln!(cx.out, "  asked    {asked}")?;
                }
            }
        }
    }
    if test.expects_nothing {
        writeln!(cx.out, "{CAUTION}note{CAUTION:#}   {STRONG}{}{STRONG:#} expects nothing", test.name)?;
        writeln!(cx.out, "  at       {}", test.place)?;
        writeln!(cx.out, "  hint     add an expectation: `expect: (scores: […])`, or a step such as `(lacks: […])`")?;
    }
    Ok(())
}

/// Prints a failed test with all differences from its expectations.
pub(crate) fn report_failure(name: &str, failure: &TestFailure, cx: &mut Context) -> Result<(), Failure> {
    writeln!(cx.out, "{BAD}FAILED{BAD:#} {STRONG}{name}{STRONG:#}")?;
    for failure in failure.all() {
        writeln!(cx.out, "  at       {} [{}]", failure.place, failure.code)?;
        if failure.is_wrong_test() {
            writeln!(cx.out, "  wrong    {}", failure.expected)?;
        } else {
            writeln!(cx.out, "  expected {}", failure.expected)?;
            writeln!(cx.out, "  actual   {}", failure.actual)?;
        }
    }
    Ok(())
}

fn for_programs(pack: &str, test: &TestResult) -> serde_json::Value {
    let mut object = json!({"pack": pack, "test": test.name, "place": test.place, "ok": test.has_passed()});
    if let Some(failure) = &test.failure {
        object["code"] = json!(failure.code);
        object["at"] = json!(failure.place);
        object["expected"] = json!(failure.expected);
        object["actual"] = json!(failure.actual);
        let also = |f: &TestFailure| json!({"code": f.code, "at": f.place, "expected": f.expected, "actual": f.actual});
        if !test.notes.is_empty() {
            object["notes"] = json!(test.notes);
        }
        if let Some(stood) = &test.stood {
            object["board"] = json!(stood.board);
            object["figures"] = json!(stood.figures);
            object["asked"] = json!(stood.asked);
        }
        if !failure.more.is_empty() {
            object["more"] = failure.more.iter().map(also).collect();
        }
    }
    if test.expects_nothing {
        object["expects_nothing"] = json!(true);
    }
    object
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_of_the_program_are_noted_with_their_test() {
        let test = |code| {
            let mut failure = TestFailure::default();
            (failure.place, failure.code) = ("tests/a.ron:3:5".to_owned(), code);
            TestResult { name: "a road".to_owned(), failure: Some(failure), ..TestResult::default() }
        };
        let mut cx = Context::for_tests();
        note(&test("fault"), &mut cx);
        assert_eq!(cx.mistake, None);
        note(&test("internal"), &mut cx);
        let (what, _) = cx.mistake.unwrap_or_default();
        assert!(what.starts_with("a road: tests/a.ron:3:5 [internal]"), "{what}");
    }
}
