//! `tilewright test`: runs the tests that packs bring along.

use std::io::Write;

use clap::Args;
use serde_json::json;
use tilewright_kit::tests::{TestResult, run_tests, untested_options};

use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::findings;
use crate::out::{BAD, GOOD, STRONG};

/// Arguments of `test`.
#[derive(Args, Debug)]
#[command(
    about = "Run the tests of packs",
    long_about = "Run the tests of packs.\n\nThe tests of a pack are the files in its folder `tests`. A failing test is \
        shown with file and line, what was expected and what came. Exits with 1 if a test fails.",
    after_help = "Examples:\n  \
        tilewright test PACK                  all tests of a pack\n  \
        tilewright test PACK --filter inn     those with `inn` in their names\n  \
        tilewright test PACK --all            name those that pass as well\n  \
        tilewright test PACK MORE --json      one JSON object for each test"
)]
pub(crate) struct TestArgs {
    /// Packs to test: ids, or paths of folders
    #[arg(value_name = "PACK", required = true)]
    packs: Vec<String>,
    /// Run only tests with this text in their names
    #[arg(short, long, value_name = "TEXT", default_value = "")]
    filter: String,
    /// Show the tests that pass, too
    #[arg(long)]
    all: bool,
    /// Print one JSON object for each test, and one with the totals
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &TestArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let (mut passed, mut failed) = (0usize, 0usize);
    for pack in &args.packs {
        let results = run_tests(&cx.finder, pack, &args.filter)?;
        if args.filter.is_empty() {
            untested(pack, &results, args.json, cx)?;
        }
        for test in results {
            if test.passed() {
                passed += 1;
            } else {
                failed += 1;
            }
            if args.json {
                cx.out.json(&for_programs(pack, &test))?;
            } else {
                for_people(&test, args.all, cx)?;
            }
        }
    }
    if args.json {
        cx.out.json(&json!({"passed": passed, "failed": failed}))?;
    } else {
        let style = if failed > 0 { BAD } else { GOOD };
        writeln!(cx.out, "{style}{passed} passed, {failed} failed{style:#}")?;
        if passed + failed == 0 {
            let why = if args.filter.is_empty() { "there is nothing in `tests/`" } else { "no name has that text" };
            writeln!(cx.out, "No test was run: {why}.")?;
        }
    }
    Ok(Exit::wrong_if(failed > 0))
}

/// Options that no test sets are pointed out, and fail nothing.
fn untested(pack: &str, results: &[TestResult], json: bool, cx: &mut Context) -> Result<(), Failure> {
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

fn for_people(test: &TestResult, all: bool, cx: &mut Context) -> Result<(), Failure> {
    match &test.failure {
        None if all => writeln!(cx.out, "{GOOD}ok{GOOD:#}     {}", test.name)?,
        None => {}
        Some(failure) => {
            writeln!(cx.out, "{BAD}FAILED{BAD:#} {STRONG}{}{STRONG:#}", test.name)?;
            writeln!(cx.out, "  at       {} [{}]", failure.place, failure.code)?;
            writeln!(cx.out, "  expected {}", failure.expected)?;
            if !failure.came.is_empty() {
                writeln!(cx.out, "  came     {}", failure.came)?;
            }
        }
    }
    Ok(())
}

fn for_programs(pack: &str, test: &TestResult) -> serde_json::Value {
    let mut object = json!({"pack": pack, "test": test.name, "place": test.place, "ok": test.passed()});
    if let Some(failure) = &test.failure {
        object["code"] = json!(failure.code);
        object["at"] = json!(failure.place);
        object["expected"] = json!(failure.expected);
        object["came"] = json!(failure.came);
    }
    object
}
