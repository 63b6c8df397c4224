//! `tilewright compat`: tests packs together and writes a certificate about the tests.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;
use serde_json::json;
use tilewright_kit::files;
use tilewright_kit::games::places::with_places;
use tilewright_kit::games::save;
use tilewright_kit::packs::load::{Request, load};
use tilewright_lab::certificate::Certificate;
use tilewright_lab::compat::{CompatFailure, CompatReport, Effort, certified_packs, compat};
use tilewright_lab::verify::MOST_ALIKE;

use crate::commands::verify;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::faulted::{self, quote_for_shell};
use crate::numbers::{at_least, whole};
use crate::out::{BAD, GOOD, STRONG, format_count};
use crate::progress::ProgressLine;
use crate::table::group_digits;

#[derive(Args, Debug)]
#[command(
    about = "Find out whether packs are compatible, and certify it",
    long_about = "Find out whether packs are compatible, and certify it.\n\nLoads the packs together in every order, \
        runs their tests, and plays random games with the checks of `tilewright verify`: half of them with all options \
        at their defaults, the others with each value of each option. If several games fail in the same way, the \
        shortest is written as a record; after three such games the set is not played further.\n\nThe result is a \
        certificate: it names packs by the hashes of their rules, and contains everything needed to play the same \
        games again. In the folder `certificates` of a pack it is distributed with the pack. `--again` plays the games \
        of a certificate here and compares the results.",
    after_help = "Examples:\n  \
        tilewright compat PACK EXPANSION                        300 games, tests, options\n  \
        tilewright compat ./meadows PACK --out meadows/certificates\n  \
        tilewright compat --again meadows/certificates/meadows-PACK.json"
)]
pub(crate) struct CompatArgs {
    /// Packs to test: ids, or paths of folders or files
    #[arg(value_name = "PACK", required_unless_present = "again")]
    packs: Vec<String>,
    /// Total number of games
    #[arg(short, long, value_name = "N", default_value_t = 300, value_parser = at_least::<u64, 1>)]
    games: u64,
    /// Seed of all chance and all choices
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>)]
    seed: u64,
    /// Number of threads; 0 for one on each core
    #[arg(short, long, value_name = "T", default_value_t = 0, value_parser = whole::<usize>)]
    threads: usize,
    /// Write the certificate to this file or folder
    #[arg(long = "out", value_name = "FILE")]
    output: Option<PathBuf>,
    /// Play the games of this certificate again
    #[arg(long, value_name = "FILE", conflicts_with_all = ["packs", "games", "seed", "output"])]
    again: Option<PathBuf>,
    /// Folder for the records of failed games [default: the folder `stopped` of this program's own files]
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Print the certificate, or the failures, as JSON
    #[arg(long)]
    json: bool,
}

/// Maximum size of a certificate, in bytes.
const CERTIFICATE_BYTES: u64 = 1 << 20;

pub(crate) fn run(args: &CompatArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let claimed = args.again.as_deref().map(|file| claim(file, cx)).transpose()?;
    let packs = claimed.as_ref().map_or(&args.packs, |claimed| &claimed.about);
    let (games, seed) = claimed.as_ref().map_or((args.games, args.seed), |c| (c.games(), c.seed));
    let progress = ProgressLine::long(games, "games");
    let done = AtomicU64::new(0);
    let on_game = || progress.set_done(done.fetch_add(1, Ordering::Relaxed) + 1);
    let together = compat(&cx.finder, packs, &Effort { games, seed, threads: args.threads }, &on_game)?;
    progress.end();
    for failed in &together.failed {
        if let CompatFailure::Game { broken, .. } = failed {
            verify::note(broken, cx);
        }
        tell(failed, args, packs, seed, cx)?;
    }
    if together.cut && !args.json {
        writeln!(cx.out, "{MOST_ALIKE} games failed in the same way, so the others were not played.")?;
    }
    if !together.holds() {
        if !args.json {
            writeln!(cx.out, "{BAD}{} are not compatible{BAD:#}", packs.join(" and "))?;
        }
        return Ok(Exit::wrong_if(true));
    }
    match &claimed {
        Some(claimed) => report_comparison(claimed, &together, args, cx),
        None => certify(&together, args, cx),
    }
}

/// Reads a certificate. Returns an error if its packs differ from the installed ones.
fn claim(file: &Path, cx: &Context) -> Result<Certificate, Failure> {
    let text = files::read_text(file, CERTIFICATE_BYTES)?;
    let claimed = Certificate::read(&text).map_err(|why| Failure::wrong(format!("{}: {why}", file.display())))?;
    let here = load(&cx.finder, &Request { lints: false, ..Request::new(claimed.about.clone()) })?;
    match claimed.other_packs(&certified_packs(&here)) {
        Some(other) => {
            let failure = Failure::wrong(format!("{} is for other packs: {other}", file.display()));
            Err(failure.hint("install the packs that the certificate names, or make your own certificate"))
        }
        None => Ok(claimed),
    }
}

fn report_comparison(
    claimed: &Certificate,
    together: &CompatReport,
    args: &CompatArgs,
    cx: &mut Context,
) -> Result<Exit, Failure> {
    let here = &together.certificate;
    let (same, all) = (here.sets.iter().filter(|set| claimed.sets.contains(set)).count(), claimed.sets.len());
    let fits = same == all && here.sets.len() == all && here.tests == claimed.tests;
    if args.json {
        cx.out
            .json(&json!({ "holds": fits, "sets": all, "same": same, "games": here.games(), "tests": here.tests }))?;
    } else if fits {
        writeln!(
            cx.out,
            "{GOOD}Checked here:{GOOD:#} {} of {} games and {} have the certified results",
            group_digits(here.games()),
            group_digits(claimed.games()),
            format_count(here.tests as usize, "test", "tests")
        )?;
    } else {
        writeln!(
            cx.out,
            "{BAD}Different results:{BAD:#} {same} of {all} sets of games and {} of {} tests have the certified results",
            here.tests, claimed.tests
        )?;
        if claimed.program != here.program {
            writeln!(cx.out, "  It was made with Tilewright {}, this is {}.", claimed.program, here.program)?;
        }
    }
    Ok(Exit::wrong_if(!fits))
}

fn certify(together: &CompatReport, args: &CompatArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let certificate = &together.certificate;
    if let Some(path) = &args.output {
        let folder = path.extension().is_none();
        let path = if folder { path.join(certificate.file_name()) } else { path.clone() };
        files::write_with_folders(&path, certificate.text().as_bytes())?;
        if !args.json {
            writeln!(cx.out, "Wrote {}", path.display())?;
        }
    }
    if args.json {
        write!(cx.out, "{}", certificate.text())?;
        return Ok(Exit::Fine);
    }
    let names: Vec<String> = certificate.packs.iter().map(|pack| format!("{} {}", pack.id, pack.version)).collect();
    writeln!(cx.out, "{GOOD}Compatible:{GOOD:#} {STRONG}{}{STRONG:#}", names.join(", "))?;
    let answers: u64 = certificate.sets.iter().map(|set| set.answers).sum();
    writeln!(
        cx.out,
        "  {}, {} games with {}, {} answers; everything holds",
        format_count(certificate.tests as usize, "test", "tests"),
        group_digits(certificate.games()),
        format_count(certificate.sets.len(), "set of options", "sets of options"),
        group_digits(answers)
    )?;
    Ok(Exit::Fine)
}

/// Returns the command that replays a broken game.
fn rerun_command(options: &[String], game: u64, seed: u64, packs: &[String], cx: &Context) -> String {
    let mut words = vec!["tilewright".to_owned(), "verify".to_owned()];
    words.extend(packs.iter().map(|pack| quote_for_shell(pack)));
    let mut with = |name: &str, value: &str| words.extend([name.to_owned(), quote_for_shell(value)]);
    options.iter().for_each(|option| with("--option", option));
    cx.folders.iter().for_each(|folder| with("--packs", &folder.display().to_string()));
    with("--seed", &seed.to_string());
    with("--first", &game.to_string());
    with("--games", "1");
    words.join(" ")
}

/// Reports the tests that failed, and writes the records of broken games.
fn tell(
    failed: &CompatFailure,
    args: &CompatArgs,
    packs: &[String],
    seed: u64,
    cx: &mut Context,
) -> Result<(), Failure> {
    let with = |options: &[String]| match options {
        [] => String::new(),
        options => format!(" with {}", options.join(", ")),
    };
    let also = |more: &[Vec<String>]| match more {
        [] => String::new(),
        [one] => format!(" (and with {})", one.join(", ")),
        [first, ..] => format!(" (and with {} other settings, such as {})", more.len(), first.join(", ")),
    };
    let (kind, what) = match failed {
        CompatFailure::Loading { options, why, more } => {
            ("loading", format!("they cannot be loaded together{}{}: {why}", with(options), also(more)))
        }
        CompatFailure::Order(order) => ("order", format!("named as {} they are another game", order.join(", "))),
        CompatFailure::Test { pack, name } => ("test", format!("the test `{name}` of {pack} fails")),
        CompatFailure::Text { options, missing, more } => {
            let text = &missing.text;
            let of = format!("the text `{}` of {} is missing in `{}`", text.key, text.pack, text.language);
            ("text", format!("{of}{}{}", with(options), also(more)))
        }
        CompatFailure::Game { options, broken, more, .. } => {
            let mut what = format!(
                "game {} of {} seats goes wrong{}{}: {}",
                broken.game,
                broken.seats,
                with(options),
                also(more),
                broken.what
            );
            if let Some(record) = &broken.record {
                let places = load(&cx.finder, &Request { lints: false, ..Request::new(packs.to_vec()) })?.places;
                let record = (**record).clone();
                let path = match &args.records {
                    Some(folder) => {
                        let file = folder.join("broken.json");
                        save::write_new_file(&file, &with_places(record, &file, &places))?
                    }
                    None => faulted::keep(&faulted::with_pack_places(record, &places), "compat", None)?,
                };
                what += &format!(" (`tilewright replay {}` shows it", quote_for_shell(&path.display().to_string()));
                what += &format!("; `{}` repeats it)", rerun_command(options, broken.game, seed, packs, cx));
            }
            (broken.stage.name(), what)
        }
    };
    if args.json {
        cx.out.json(&json!({ "failed": kind, "what": what }))?;
    } else {
        writeln!(cx.out, "{BAD}[{kind}]{BAD:#} {what}")?;
    }
    Ok(())
}
