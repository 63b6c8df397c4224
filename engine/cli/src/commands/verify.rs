//! `tilewright verify`: plays random games and checks everything that must hold in any game.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use clap::Args;
use serde_json::json;
use tilewright_core::diag::Diagnostic;
use tilewright_kit::packs::load::load;
use tilewright_lab::matrix::{MatrixSet, SetReason, matrix};
use tilewright_lab::simulate::GamePlan;
use tilewright_lab::verify::{BrokenGame, GameRange, MOST_ALIKE, MissingText, VerificationReport, verify};

use crate::ci_files::{CiCase, CiFiles, CiLog, CiProblem};
use crate::commands::sim::seats;
use crate::context::{Context, request};
use crate::failure::{Exit, Failure};
use crate::numbers::{at_least, whole};
use crate::option_args::OptionArgs;
use crate::out::{BAD, FAINT, GOOD, format_count};
use crate::progress::ProgressLine;
use crate::table::{TextTable, decimals, group_digits};

#[derive(Args, Debug)]
#[command(
    about = "Play random games and check every invariant",
    long_about = "Play random games and check every invariant.\n\nAfter every event the position is compared with \
        simple, slow references; so are the options of every decision. No tile may be lost or duplicated, finished and \
        claimed features must be scored in their round, every step must ask a player or end, turns without an effect \
        may not repeat forever, and questions and options need texts. Then the game's record is replayed, and the game \
        is taken back answer by answer and played forward again: every position must have the same fingerprint. After \
        three games of a set with the same failure, its other games are not played. Exits with 1 if a check fails, and \
        shows how to replay that game.",
    after_help = "Examples:\n  \
        tilewright verify PACK                                     200 games with all numbers of players in turn\n  \
        tilewright verify PACK EXPANSION --games 2000              packs together\n  \
        tilewright verify PACK -o OPTION=VALUE --first 17 --games 1  one game of a longer run\n  \
        tilewright verify --matrix                                 all packs: alone, with each value of each option,\n                                                             \
        in pairs, and all that build on one game\n  \
        tilewright verify --matrix --games 20                      the same, with few games of each set\n  \
        tilewright verify --matrix --with PACK                     only the sets in which a pack is"
)]
pub(crate) struct VerifyArgs {
    /// Packs to play together: ids, or paths of folders. With `--matrix`, the packs to combine; all available packs if
    /// none is named
    #[arg(value_name = "PACK", required_unless_present = "matrix")]
    packs: Vec<String>,
    /// Verify each pack, each value of each option, each pair of packs with the same base game, and all packs with the
    /// same base game together
    #[arg(long, conflicts_with_all = ["option", "set"])]
    matrix: bool,
    /// With `--matrix`: only the sets that include this pack; may be given several times
    #[arg(long, value_name = "PACK", requires = "matrix")]
    with: Vec<String>,
    /// Number of games of each set [default: 200; with `--matrix`, 2000 for a pack, 500 for an option, 200 for a pair,
    /// 500 for all packs together]
    #[arg(short, long, value_name = "N", value_parser = at_least::<u64, 1>)]
    games: Option<u64>,
    /// Number of the first game
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u64>)]
    first: u64,
    /// Number of players [default: each number that the packs allow in turn]
    #[arg(long, value_name = "N", value_parser = whole::<u8>)]
    seats: Option<u8>,
    /// Seed of all chance and all choices
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>)]
    seed: u64,
    /// Number of threads; 0 for one on each core
    #[arg(short, long, value_name = "T", default_value_t = 0, value_parser = whole::<usize>)]
    threads: usize,
    /// Print one JSON object for each set
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    ci: CiFiles,
    #[command(flatten)]
    choices: OptionArgs,
}

/// Set of packs with the result of its games.
struct Verified {
    entry: MatrixSet,
    report: VerificationReport,
    seconds: f64,
    /// Reason why the set cannot be played; `None` if it can.
    unplayable: Option<String>,
}

impl Verified {
    /// True if there is nothing to report.
    fn holds(&self) -> bool {
        self.report.broken == 0 && self.report.missing.is_empty() && self.unplayable.is_none()
    }
}

pub(crate) fn run(args: &VerifyArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let entries = if args.matrix {
        let mut entries = matrix(&cx.finder, &cx.with_packs(&args.packs, &args.with)?)?;
        entries.retain(|entry| args.with.iter().all(|pack| entry.packs.contains(pack)));
        entries
    } else {
        // Packs that cannot be played cause the usual error here.
        cx.load(&args.packs, &args.choices, 1)?;
        let request = request(&args.packs, &args.choices)?;
        vec![MatrixSet { group: SetReason::Pair, packs: request.packs, options: request.options }]
    };
    let games = |entry: &MatrixSet| args.games.unwrap_or(entry.group.games());
    let progress = ProgressLine::new(entries.iter().map(games).sum(), "games");
    let done = AtomicU64::new(0);
    let mut all = Vec::new();
    for entry in entries {
        let began = Instant::now();
        let count = games(&entry);
        let on_progress = |broken: Option<&BrokenGame>| {
            progress.set_done(done.fetch_add(1, Ordering::Relaxed) + 1);
            if let Some(BrokenGame { game, seats, stage, what, .. }) = broken {
                progress.say(&format!(
                    "{} [{}] game {game} of {seats} seats: {what}",
                    command_arguments(&entry),
                    stage.name()
                ));
            }
        };
        let (report, unplayable) = set(args, &entry, count, cx, &on_progress)?;
        report.told.iter().for_each(|broken| note(broken, cx));
        let verified = Verified { entry, report, seconds: began.elapsed().as_secs_f64(), unplayable };
        if args.json {
            cx.out.json(&for_programs(args, &cx.folders, &verified))?;
            cx.out.flush()?;
        }
        all.push(verified);
    }
    progress.end();
    let cases = all.iter().map(|set| case(args, &cx.folders, set)).collect();
    args.ci.write("verify", &CiLog { cases })?;
    if !args.json {
        for_people(args, &all, cx)?;
    }
    Ok(Exit::wrong_if(all.iter().any(|set| !set.holds())))
}

fn set(
    args: &VerifyArgs,
    entry: &MatrixSet,
    games: u64,
    cx: &Context,
    on_progress: &(dyn Fn(Option<&BrokenGame>) + Sync),
) -> Result<(VerificationReport, Option<String>), Failure> {
    let loaded = load(&cx.finder, &entry.request())?;
    let Some(catalog) = loaded.catalog().filter(|_| loaded.is_playable()) else {
        let first = loaded.diagnostics.iter().find(|d: &&Diagnostic| d.is_error());
        let why = first.map_or_else(String::new, |d| format!("{} [{}]", d.message, d.code));
        return Ok((VerificationReport::default(), Some(why)));
    };
    let seats = match args.seats {
        Some(_) => [seats(catalog, args.seats)?; 2].into(),
        None => (catalog.seats.0.max(1), catalog.seats.1),
    };
    let plan = GamePlan { games, seats: seats.0, seed: args.seed, threads: args.threads };
    Ok((verify(&loaded, &GameRange { plan, first: args.first, seats }, on_progress)?, None))
}

/// Notes a mistake of the program itself that a game has revealed.
pub(crate) fn note(broken: &BrokenGame, cx: &mut Context) {
    cx.note_mistake(broken.stage.name(), &broken.what, broken.record.as_deref());
}

/// Returns the packs and options of a set as command-line arguments.
fn command_arguments(entry: &MatrixSet) -> String {
    let options = entry.options.iter().map(|(name, value)| format!(" -o \"{name}={value}\""));
    entry.packs.join(" ") + &options.collect::<String>()
}

/// Returns the command that replays one game.
fn rerun_command(args: &VerifyArgs, folders: &[PathBuf], entry: &MatrixSet, game: u64, seats: u8) -> String {
    let folders: String = folders.iter().map(|folder| format!(" --packs \"{}\"", folder.display())).collect();
    // The seats of a game follow from its number, unless `--seats` sets them.
    let seats = args.seats.map_or_else(String::new, |_| format!(" --seats {seats}"));
    format!(
        "tilewright verify {}{folders}{seats} --seed {} --first {game} --games 1",
        command_arguments(entry),
        args.seed
    )
}

fn for_people(args: &VerifyArgs, all: &[Verified], cx: &mut Context) -> Result<(), Failure> {
    let Context { out, folders, .. } = cx;
    let mut table = TextTable::new(["set", "games", "answers", "looks", "ms a game", "broken"]);
    for Verified { entry, report, seconds, unplayable } in all {
        table.row([
            command_arguments(entry),
            group_digits(report.games),
            group_digits(report.answers),
            group_digits(report.looks),
            decimals(1000.0 * seconds / report.games.max(1) as f64, 2),
            unplayable.as_ref().map_or_else(|| group_digits(report.broken), |_| "unplayable".to_owned()),
        ]);
    }
    write!(out, "{}", table.text())?;
    for Verified { entry, report, unplayable, .. } in all {
        if let Some(why) = unplayable {
            writeln!(out, "\n{BAD}{} cannot be played{BAD:#}: {why}", command_arguments(entry))?;
        }
        for broken in &report.told {
            writeln!(
                out,
                "\n{BAD}{} [{}]{BAD:#} game {} of {} seats: {}\n  {}",
                command_arguments(entry),
                broken.stage.name(),
                broken.game,
                broken.seats,
                broken.what,
                rerun_command(args, folders, entry, broken.game, broken.seats)
            )?;
        }
    }
    for Verified { entry, report, .. } in all.iter().filter(|set| set.report.cut) {
        writeln!(
            out,
            "\n{}: {MOST_ALIKE} games broke alike, and the others after {} games were left out",
            command_arguments(entry),
            group_digits(report.games)
        )?;
    }
    // Most texts are common to all sets of a matrix, so each is reported once.
    let mut told = BTreeSet::new();
    for Verified { entry, report, .. } in all {
        for MissingText { text, game, seats } in report.missing.iter().filter(|missing| told.insert(&missing.text)) {
            writeln!(
                out,
                "\n{BAD}{} [text]{BAD:#} game {game} of {seats} seats: the text `{}` is missing, add it to {}/texts/{}.ron\n  {}",
                command_arguments(entry),
                text.key,
                text.pack,
                text.language,
                rerun_command(args, folders, entry, *game, *seats)
            )?;
        }
    }
    let sum = |of: fn(&VerificationReport) -> u64| all.iter().map(|set| of(&set.report)).sum::<u64>();
    let broken = sum(|r| r.broken) + all.iter().filter(|set| set.unplayable.is_some()).count() as u64;
    let seconds: f64 = all.iter().map(|set| set.seconds).sum();
    write!(
        out,
        "\n{}, {} games, {} answers, {} positions checked, seed {} {FAINT}({seconds:.0} s){FAINT:#}: ",
        format_count(all.len(), "set", "sets"),
        group_digits(sum(|r| r.games)),
        group_digits(sum(|r| r.answers)),
        group_digits(sum(|r| r.looks)),
        args.seed
    )?;
    match broken + told.len() as u64 {
        0 => writeln!(out, "{GOOD}everything holds{GOOD:#}")?,
        n => writeln!(out, "{BAD}{} broken{BAD:#}", group_digits(n))?,
    }
    Ok(())
}

/// Returns a set for services that run checks.
fn case(args: &VerifyArgs, folders: &[PathBuf], set: &Verified) -> CiCase {
    let Verified { entry, report, unplayable, .. } = set;
    let rerun = |game, seats| rerun_command(args, folders, entry, game, seats);
    let broken = report.told.iter().map(|broken| {
        let again = rerun(broken.game, broken.seats);
        CiProblem::at(broken.stage.name(), "", format!("game {}: {}\n{again}", broken.game, broken.what))
    });
    let missing = report.missing.iter().map(|MissingText { text, game, seats }| {
        let again = rerun(*game, *seats);
        let message =
            format!("the text `{}` is missing in {}/texts/{}.ron\n{again}", text.key, text.pack, text.language);
        CiProblem::at("text", "", message)
    });
    let unplayable = unplayable.iter().map(|why| CiProblem::at("unplayable", "", why.clone()));
    let problems = unplayable.chain(broken).chain(missing).collect();
    CiCase { group: "sets".to_owned(), name: command_arguments(entry), problems }
}

fn for_programs(args: &VerifyArgs, folders: &[PathBuf], set: &Verified) -> serde_json::Value {
    let Verified { entry, report, seconds, unplayable } = set;
    let options: Vec<String> = entry.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let told = report.told.iter().map(|broken| {
        json!({
            "game": broken.game,
            "seats": broken.seats,
            "stage": broken.stage.name(),
            "what": broken.what,
            "again": rerun_command(args, folders, entry, broken.game, broken.seats),
        })
    });
    let missing = report.missing.iter().map(|MissingText { text, game, seats }| {
        json!({
            "pack": *text.pack,
            "language": *text.language,
            "key": *text.key,
            "game": game,
            "seats": seats,
            "again": rerun_command(args, folders, entry, *game, *seats),
        })
    });
    json!({
        "group": args.matrix.then(|| entry.group.name()),
        "packs": entry.packs,
        "options": options,
        "seed": args.seed,
        "games": report.games,
        "answers": report.answers,
        "looks": report.looks,
        "seconds": seconds,
        "broken": report.broken,
        "cut": report.cut,
        "unplayable": unplayable,
        "told": told.collect::<Vec<_>>(),
        "missing": missing.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use tilewright_core::session::record::Record;
    use tilewright_lab::verify::Property;

    use super::*;

    #[test]
    fn mistakes_of_the_program_are_noted_with_their_game() {
        let record = Record { id: "seven".to_owned(), ..Record::default() };
        let broken = |stage| BrokenGame {
            game: 7,
            seats: 2,
            stage,
            what: "odd".to_owned(),
            record: Some(Box::new(record.clone())),
        };
        let mut cx = Context::for_tests();
        note(&broken(Property::Fault), &mut cx);
        assert_eq!(cx.mistake, None);
        note(&broken(Property::Internal), &mut cx);
        assert_eq!(cx.mistake, Some(("odd".to_owned(), Some(record))));
    }
}
