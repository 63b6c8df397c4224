//! Shows the result of a search as text.

use std::io::Write;

use tilewright_kit::tune::TargetRange;
use tilewright_lab::bots::BotSpec;
use tilewright_lab::report::told::{ENGLISH_DIGITS, Insert};
use tilewright_lab::tune::{
    Candidate, CheckedCandidate, CheckedTarget, StepVerdict, TargetVerdict, TunePlan, TuneResult, TuneVerdict,
};
use tilewright_lab::versions::told::round_up;
use tilewright_pack::schema::SEARCH_GAMES;

use super::{PatchOrReason, Tuning, changed_numbers};
use crate::context::Context;
use crate::failure::Failure;
use crate::faulted::quote_for_shell;
use crate::out::{FAINT, GOOD, STRONG, format_count};
use crate::table::{TextTable, group_digits};

/// Maximum number of further finalists that are listed.
const OTHERS: usize = 4;

/// Prints the result of a search.
pub(super) fn result(
    tuning: &Tuning,
    found: &TuneResult,
    patch: Option<&PatchOrReason>,
    applied: bool,
    cx: &mut Context,
) -> Result<(), Failure> {
    let (plan, out) = (&tuning.plan, &mut cx.out);
    if let Some(catalog) = tuning.base.catalog() {
        writeln!(out, "{STRONG}{}{STRONG:#}", catalog.titles())?;
        for option in catalog.chosen_options() {
            writeln!(out, "   {option}")?;
        }
    }
    writeln!(out, "{FAINT}{}{FAINT:#}\n", games(plan, found))?;
    let first = &found.finalists[0];
    for sentence in verdict(plan, found) {
        writeln!(out, "{sentence}")?;
    }
    write!(out, "\n{}", table(plan, found, first).text())?;
    let also = found.finalists[1..].iter().filter(|other| other.verdict == TargetVerdict::Met);
    let also: Vec<String> = also.take(OTHERS).map(|other| numbers(plan, &other.candidate)).collect();
    if !also.is_empty() {
        writeln!(out, "\nThese candidates meet all targets as well:")?;
        also.iter().try_for_each(|other| writeln!(out, "  {other}"))?;
    }
    let steps = steps(plan, found);
    if !steps.is_empty() {
        writeln!(out)?;
        steps.iter().try_for_each(|sentence| writeln!(out, "{sentence}"))?;
    }
    if let Some(message) = &found.stopped {
        writeln!(out, "\nRules stopped a game of a candidate, {message}")?;
    }
    if let Some(patch) = patch {
        writeln!(out)?;
        show_patch(plan, first, patch, applied, cx)?;
    }
    Ok(())
}

/// Describes the games of a search in a line.
fn games(plan: &TunePlan, found: &TuneResult) -> String {
    let unfit = match found.unfit {
        0 => String::new(),
        unfit => format!(", {} of them not to the end", group_digits(unfit as u64)),
    };
    format!(
        "{} of {} candidates played{unfit}; {} games of {} by {}, seed {}",
        group_digits(found.played as u64),
        group_digits(found.possible),
        group_digits(found.games),
        format_count(plan.seats.into(), "seat", "seats"),
        bots(plan).map(|bot| bot.full_name()).collect::<Vec<_>>().join(" and "),
        plan.seed,
    )
}

/// Returns the bots of a plan in the order of the checks.
fn bots(plan: &TunePlan) -> impl Iterator<Item = &BotSpec> {
    plan.panel.iter().chain(&plan.confirm)
}

/// Writes the sentences about the answer.
pub(super) fn verdict(plan: &TunePlan, found: &TuneResult) -> Vec<String> {
    let first = &found.finalists[0];
    let own = match found.is_present {
        true => "the present numbers".to_owned(),
        false => numbers(plan, &first.candidate),
    };
    match found.verdict {
        TuneVerdict::Found if found.is_present => vec!["The present numbers meet all targets.".to_owned()],
        TuneVerdict::Found => vec![format!("Proposal: {own}.")],
        TuneVerdict::Unknown => {
            let needed = first.games_needed(&plan.targets).map(|factor| round_up((plan.games as f64 * factor) as u64));
            let more = match needed.filter(|games| *games <= SEARCH_GAMES as u64) {
                Some(games) => format!("With `games: {games}` in the file it would probably be known."),
                None => "More games will hardly tell, as a mean is at the end of its range.".to_owned(),
            };
            vec![
                "It is not known whether a candidate meets all targets.".to_owned(),
                format!("The nearest: {own}. {more}"),
            ]
        }
        TuneVerdict::NoneMeets => {
            let named = |set: &Vec<usize>| set.iter().map(|at| name(&plan.targets[*at])).collect::<Vec<_>>();
            let sentence = |set: &Vec<usize>| match &named(set)[..] {
                [only] => format!("No candidate meets the target {only}."),
                names => format!("No candidate meets {} together.", list(names)),
            };
            let mut all: Vec<String> = found.conflicts.iter().map(sentence).collect();
            all.push(format!("The nearest: {own}."));
            all
        }
    }
}

/// Joins names to "a, b and c".
fn list(names: &[String]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.concat(),
    }
}

fn name(target: &TargetRange) -> String {
    format!("`{}`", target.measure)
}

/// Returns the numbers of a candidate with their present values: `tiles.A.count 4 → 5`.
pub(super) fn numbers(plan: &TunePlan, candidate: &Candidate) -> String {
    let values = candidate.values(&plan.numbers).into_iter().zip(&plan.present);
    let number = |((path, value), present): ((String, i64), &Option<i64>)| match present {
        Some(present) if *present == value => format!("{path} {value} as before"),
        Some(present) => format!("{path} {present} → {value}"),
        None => format!("{path} {value}"),
    };
    let all: Vec<String> = values.map(number).collect();
    if all.is_empty() { "the present numbers".to_owned() } else { all.join(", ") }
}

/// Returns the table of the first finalist and the present numbers.
fn table(plan: &TunePlan, found: &TuneResult, first: &CheckedCandidate) -> TextTable {
    let head = match (found.is_present, found.verdict) {
        (true, _) => "now",
        (false, TuneVerdict::Found) => "proposal",
        (false, _) => "nearest",
    };
    let mut columns = vec!["", "by", "target"];
    if found.present.is_some() {
        columns.extend(["now", ""]);
    }
    columns.extend([head, ""]);
    let mut table = TextTable::of_texts(columns);
    for (at, target) in plan.targets.iter().enumerate() {
        for (bot, spec) in bots(plan).enumerate() {
            let name = if bot == 0 { target.measure.to_string() } else { String::new() };
            let mut row = vec![name, spec.full_name(), if bot == 0 { range(target) } else { String::new() }];
            for checked in found.present.iter().chain([first]) {
                let checked = &checked.targets[at][bot];
                row.extend([mean(target, checked), checked.verdict.word().replace("unknown", "not known")]);
            }
            table.row(row);
        }
    }
    table
}

fn range(target: &TargetRange) -> String {
    match target.measure.is_share() {
        true => format!("{} to {} %", percent(target.low), percent(target.high)),
        false => format!("{} to {}", target.low, target.high),
    }
}

/// Returns a share in percent, with the decimals that a file has.
fn percent(share: f64) -> f64 {
    (share * 1e6).round() / 1e4
}

fn mean(target: &TargetRange, checked: &CheckedTarget) -> String {
    match target.measure.is_share() {
        true => Insert::Percent(checked.interval).text(ENGLISH_DIGITS),
        false => Insert::Number(checked.interval, 1).text(ENGLISH_DIGITS),
    }
}

/// Writes a sentence for each number about its neighbouring values.
pub(super) fn steps(plan: &TunePlan, found: &TuneResult) -> Vec<String> {
    let first = &found.finalists[0];
    let values = first.candidate.values(&plan.numbers);
    let mut all = Vec::new();
    for (at, (path, value)) in values.iter().enumerate() {
        let own = || found.steps.iter().filter(|step| step.number == at);
        let of = |wanted: &StepVerdict| -> Vec<String> {
            own().filter(|step| step.verdict == *wanted).map(|step| step.value.to_string()).collect()
        };
        let mut parts = Vec::new();
        let mut same: Vec<i64> =
            own().filter(|step| step.verdict == StepVerdict::Same).map(|step| step.value).collect();
        if !same.is_empty() {
            same.push(*value);
            same.sort_unstable();
            let same: Vec<String> = same.iter().map(i64::to_string).collect();
            parts.push(format!("{} make no difference", either(&same)));
        }
        let meets = of(&StepVerdict::Meets);
        if !meets.is_empty() {
            let verb = if meets.len() == 1 { "meets" } else { "meet" };
            parts.push(format!("{} {verb} all targets as well", list(&meets)));
        }
        for step in own() {
            if let StepVerdict::Misses(missed) = &step.verdict {
                let missed: Vec<String> = missed.iter().map(|at| name(&plan.targets[*at])).collect();
                parts.push(format!("{} misses {}", step.value, list(&missed)));
            }
        }
        let unknown = of(&StepVerdict::Unknown);
        if !unknown.is_empty() {
            parts.push(format!("it is not known whether {} differs", either(&unknown)));
        }
        let unplayable = of(&StepVerdict::Unplayable);
        if !unplayable.is_empty() {
            parts.push(format!("{} cannot be played", either(&unplayable)));
        }
        if !parts.is_empty() {
            all.push(format!("{path}: {}.", parts.join("; ")));
        }
    }
    all
}

/// Joins values to "4, 5 or 6".
fn either(values: &[String]) -> String {
    list(values).replace(" and ", " or ")
}

/// Prints the change of the files, and the same change for one run.
fn show_patch(
    plan: &TunePlan,
    first: &CheckedCandidate,
    patch: &PatchOrReason,
    applied: bool,
    cx: &mut Context,
) -> Result<(), Failure> {
    let out = &mut cx.out;
    let settings = settings(plan, &first.candidate).join(" ");
    match patch {
        Ok(patch) => {
            for file in &patch.files {
                let (line, before, after) = file.changed_lines();
                writeln!(out, "{STRONG}{}:{line}{STRONG:#}", file.shown)?;
                before.iter().try_for_each(|line| writeln!(out, "-{line}"))?;
                after.iter().try_for_each(|line| writeln!(out, "+{line}"))?;
            }
            match applied {
                true => writeln!(out, "\n{GOOD}The change is written.{GOOD:#} Run the tests of the pack.")?,
                false => writeln!(out, "\n`--apply` writes this change. To play with it first: {settings}")?,
            }
        }
        Err(reason) => {
            writeln!(out, "The numbers cannot be written into the files: {}.", reason.0)?;
            writeln!(out, "To play with them: {settings}")?;
        }
    }
    Ok(())
}

/// Returns the arguments that set the numbers of a candidate for one run.
pub(super) fn settings(plan: &TunePlan, candidate: &Candidate) -> Vec<String> {
    let numbers = changed_numbers(plan, candidate).into_iter();
    numbers.map(|(path, value)| format!("--set {}", quote_for_shell(&format!("{path}={value}")))).collect()
}
