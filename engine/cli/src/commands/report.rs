//! `tilewright report`: what many games tell of a game, in sentences.

use std::io::Write;

use clap::Args;
use tilewright_lab::report::{Range, Report, report};
use tilewright_lab::simulate::Plan;
use tilewright_lab::stats::Interval;
use tilewright_results::Stopped;

use crate::args::Choices;
use crate::bots;
use crate::commands::sim::{chosen_options, seats, titles, warn_of_stopped};
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::out::{FAINT, Out, STRONG, counted};
use crate::progress::ProgressLine;
use crate::table::{TextTable, decimals, grouped};

/// Arguments of `report`.
#[derive(Args, Debug)]
#[command(
    about = "Tell in sentences what many games of bots show about a pack",
    long_about = "Tell in sentences what many games of bots show about a pack.\n\nWhether the seats are equal, what brings \
        points and when, how long games take and how close they are, which tiles are worth much and which fit nowhere. \
        Behind each number stands in brackets between which two the truth lies, in 95 of 100 such reports. What it says holds \
        for players like these bots. How each number is made: `tilewright handbook statistics`.",
    after_help = "Examples:\n  \
        tilewright report PACK                                      1,000 games of two `greedy` players\n  \
        tilewright report PACK EXPANSION --games 5000               packs together, and surer numbers\n  \
        tilewright report PACK --option PACK:OPTION=VALUE --seed 2  with an option, and other games"
)]
pub(crate) struct ReportArgs {
    /// Packs to play together: ids, or paths of folders
    #[arg(value_name = "PACK", required = true)]
    packs: Vec<String>,
    /// Number of games
    #[arg(short, long, value_name = "N", default_value_t = 1000,
        value_parser = clap::value_parser!(u64).range(20..=50_000))]
    games: u64,
    /// Number of players [default: the fewest that the pack allows]
    #[arg(long, value_name = "N")]
    seats: Option<u8>,
    /// Who chooses, by seat with commas, as for `sim`
    #[arg(long, value_name = "BOTS", default_value = "greedy")]
    bots: String,
    /// Seed of all chance and all choices
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Number of threads; 0 for one on each core
    #[arg(short, long, value_name = "T", default_value_t = 0)]
    threads: usize,
    #[command(flatten)]
    choices: Choices,
}

/// The share of draws from which on it is told that a tile fits nowhere.
const SELDOM: f64 = 0.001;

/// Kinds of tile that are shown.
const SHOWN: usize = 12;

/// Runs the command.
pub(crate) fn run(args: &ReportArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let loaded = cx.load(&args.packs, &args.choices, 1)?;
    let Some(catalog) = loaded.catalog() else { return Err(Failure::wrong("the packs cannot be played")) };
    let seats = seats(catalog, args.seats)?;
    let by_seat = bots::by_seat(&args.bots, seats.into())?;
    let plan = Plan { games: args.games, seats, seed: args.seed, threads: args.threads };
    let progress = ProgressLine::new(args.games, "games");
    let found = report(&loaded, &plan, &by_seat, &|done| progress.at(done))?;
    progress.end();
    let out = &mut cx.out;
    writeln!(out, "{STRONG}{}{STRONG:#}", titles(catalog))?;
    for option in chosen_options(catalog) {
        writeln!(out, "  {option}")?;
    }
    let words: Vec<String> = by_seat.iter().map(ToString::to_string).collect();
    let who = if words.iter().all(|word| *word == words[0]) { &words[..1] } else { &words[..] }.join(", ");
    let games = counted(usize::try_from(found.games).unwrap_or(usize::MAX), "game", "games");
    writeln!(out, "{games} of {} by {who}, seed {}", counted(seats.into(), "seat", "seats"), args.seed)?;
    if found.games > 0 {
        tell(&found, usize::from(seats), out)?;
    }
    match found.stopped {
        None => Ok(Exit::Fine),
        Some((game, fault, stopped)) => {
            let first = Stopped::new((game, plan.seed_of(game)), &fault);
            Err(warn_of_stopped(stopped, &first, cx)?.hint("mend the script and run this again"))
        }
    }
}

fn tell(found: &Report, seats: usize, out: &mut Out) -> Result<(), Failure> {
    if seats > 1 {
        writeln!(out, "\n{STRONG}Seats{STRONG:#}")?;
        for (seat, (wins, lead)) in found.wins.iter().zip(&found.lead).enumerate() {
            let ahead = if lead.estimate < 0.0 { "behind the best of the others" } else { "ahead of the others" };
            let far = Interval {
                estimate: lead.estimate.abs(),
                low: if lead.estimate < 0.0 { -lead.high } else { lead.low },
                high: if lead.estimate < 0.0 { -lead.low } else { lead.high },
            };
            write!(out, "Seat {seat} wins {} of the games", percent(wins))?;
            // Of two the second is as far behind as the first is ahead.
            match seats == 2 && seat == 1 {
                true => writeln!(out, ".")?,
                false => writeln!(out, ", and is {} points {ahead} on average.", number(&far, 1))?,
            }
        }
        match found.equal {
            Some(p) if p < 0.05 => writeln!(out, "The seats are not equal: {}.", by_chance(p))?,
            Some(p) => writeln!(out, "Nothing speaks against equal seats: {}.", by_chance(p))?,
            None => {}
        }
    }
    writeln!(out, "\n{STRONG}Scores{STRONG:#}")?;
    writeln!(out, "Half of the scores are at most {}.", spread(&found.scores, "", ""))?;
    if seats > 1 {
        writeln!(out, "In the middle of all games the winner is ahead by {}.", spread(&found.margin, " points", ""))?;
        writeln!(
            out,
            "In {} of the games the second has at least 95 % of the winner's points.",
            percent(&found.close)
        )?;
        let changes = number(&found.lead_changes, 1);
        writeln!(out, "Another player takes the lead, in points on the board, {changes} times in a game.")?;
    }
    let mut table = TextTable::new(["source", "points a game", "share", "in the last scoring"]);
    for source in &found.sources {
        let whole = |share: f64| format!("{:.0} %", 100.0 * share);
        table.row([source.book.clone(), number(&source.points, 1), whole(source.share), whole(source.at_the_end)]);
    }
    write!(out, "\n{}", table.text())?;
    writeln!(out, "\n{STRONG}Length{STRONG:#}")?;
    writeln!(out, "A game has {}.", spread(&found.turns, " turns", " games have"))?;
    writeln!(
        out,
        "It takes about {} {FAINT}(with 4 seconds for a decision and a quarter more for each option){FAINT:#}.",
        spread(&found.minutes, " minutes", " games take")
    )?;
    writeln!(out, "A decision has {}.", spread(&found.options, " options", " have"))?;
    tiles(found, out)
}

fn tiles(found: &Report, out: &mut Out) -> Result<(), Failure> {
    if found.kinds.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{STRONG}Tiles{STRONG:#}")?;
    let mut rows: Vec<_> = found.kinds.iter().collect();
    let value = |kind: &tilewright_lab::report::Kind| kind.worth.map_or(0.0, |worth| worth.points.estimate);
    rows.sort_by(|a, b| value(b).total_cmp(&value(a)).then(b.set_aside.estimate.total_cmp(&a.set_aside.estimate)));
    let of_note = |kind: &&&tilewright_lab::report::Kind| kind.stands_out;
    for kind in rows.iter().filter(of_note).take(SHOWN) {
        let Some(worth) = kind.worth else { continue };
        let (estimate, low, high) = (worth.points.estimate, worth.points.low, worth.points.high);
        let (word, shown) = if estimate < 0.0 {
            ("less", Interval { estimate: -estimate, low: -high, high: -low })
        } else {
            ("more", worth.points)
        };
        let points = number(&shown, 1);
        writeln!(out, "Drawing `{}` gives {points} points of lead {word} than drawing another tile.", kind.kind)?;
    }
    let further = rows.iter().filter(of_note).count().saturating_sub(SHOWN);
    if further > 0 {
        writeln!(out, "{} stand out too.", counted(further, "other kind", "other kinds"))?;
    }
    if !rows.iter().any(|kind| kind.stands_out) {
        writeln!(out, "No kind stands out as worth more or less than the others.")?;
    }
    let mut aside: Vec<_> = found.kinds.iter().filter(|kind| kind.set_aside.estimate >= SELDOM).collect();
    aside.sort_by(|a, b| b.set_aside.estimate.total_cmp(&a.set_aside.estimate));
    for kind in aside.iter().take(SHOWN / 2) {
        let drawn = grouped(kind.drawn);
        writeln!(out, "`{}` fits nowhere in {} of {drawn} draws.", kind.kind, percent(&kind.set_aside))?;
    }
    if aside.is_empty() {
        writeln!(out, "No kind fits nowhere in more than 1 of 1,000 draws.")?;
    }
    Ok(())
}

/// A number, and in brackets between which the truth lies.
fn number(interval: &Interval, places: usize) -> String {
    // Nothing is less than nothing once it is rounded.
    let shown = |n: f64| decimals(if n.abs() < 0.5 * 10f64.powi(-(places as i32)) { 0.0 } else { n }, places);
    let [estimate, low, high] = [interval.estimate, interval.low, interval.high].map(shown);
    format!("{estimate} ({low} to {high})")
}

fn percent(interval: &Interval) -> String {
    let times =
        Interval { estimate: 100.0 * interval.estimate, low: 100.0 * interval.low, high: 100.0 * interval.high };
    let [estimate, low, high] = [times.estimate, times.low, times.high].map(|n| decimals(n, 1));
    format!("{estimate} % ({low} to {high})")
}

/// A middle, and where most lie.
fn spread(range: &Range, unit: &str, have: &str) -> String {
    let [middle, from, to] = [range.median.estimate, range.median.low, range.median.high].map(|n| decimals(n, 0));
    let (low, high) = (decimals(range.low, 0), decimals(range.high, 0));
    let have = if have.is_empty() { " lie" } else { have };
    format!("{middle}{unit} ({from} to {to}); 90 of 100{have} from {low} to {high}")
}

fn by_chance(p: f64) -> String {
    match p {
        p if p < 0.001 => {
            "wins as uneven as these come about by chance in fewer than 1 of 1,000 such reports".to_owned()
        }
        p if p < 0.01 => "wins as uneven as these come about by chance in fewer than 1 of 100 such reports".to_owned(),
        p => format!("wins as uneven as these come about by chance in {:.0} of 100 such reports", 100.0 * p),
    }
}
