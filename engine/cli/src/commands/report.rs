//! `tilewright report`: what many games tell of a game, in sentences.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use tilewright_kit::files::write;
use tilewright_lab::report::{Course, DECIDED, Decided, Kind, Range, Report, Source, report};
use tilewright_lab::simulate::Plan;
use tilewright_lab::stats::Interval;
use tilewright_page::{Bar, Chart, ChartPage, ChartSection, chart_page};
use tilewright_results::Stopped;

use crate::args::Choices;
use crate::bots;
use crate::commands::sim::{seats, warn_of_stopped};
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::out::{STRONG, counted};
use crate::progress::ProgressLine;
use crate::table::{decimals, grouped};

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
        tilewright report PACK --option PACK:OPTION=VALUE --seed 2  with an option, and other games\n  \
        tilewright report PACK --html report.html                   with pictures, for a browser"
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
    /// Write it as a page for a browser too, with pictures
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
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
    bots::repeatable(&by_seat)?;
    let plan = Plan { games: args.games, seats, seed: args.seed, threads: args.threads };
    let progress = ProgressLine::new(args.games, "games");
    let found = report(&loaded, &plan, &by_seat, &|done| progress.at(done))?;
    progress.end();
    let words: Vec<String> = by_seat.iter().map(ToString::to_string).collect();
    let who = if words.iter().all(|word| *word == words[0]) { &words[..1] } else { &words[..] }.join(", ");
    let games = counted(usize::try_from(found.games).unwrap_or(usize::MAX), "game", "games");
    let played = format!("{games} of {} by {who}, seed {}", counted(seats.into(), "seat", "seats"), args.seed);
    let sections = if found.games > 0 { sections(&found, usize::from(seats)) } else { Vec::new() };
    let out = &mut cx.out;
    writeln!(out, "{STRONG}{}{STRONG:#}", catalog.titles())?;
    for option in catalog.chosen_options() {
        writeln!(out, "  {option}")?;
    }
    writeln!(out, "{played}")?;
    for section in &sections {
        writeln!(out, "\n{STRONG}{}{STRONG:#}", section.title)?;
        section.sentences.iter().try_for_each(|sentence| writeln!(out, "{sentence}"))?;
    }
    if let Some(file) = &args.html {
        let lead = catalog.chosen_options().into_iter().chain([format!(
            "{played}. In brackets, and as a line over each bar, \
            stands between which two numbers the truth lies, in 95 of 100 such reports."
        )]);
        let page = ChartPage { title: catalog.titles(), lead: lead.collect(), sections };
        write(file, chart_page(&page).as_bytes())?;
        writeln!(out, "\nThe page is in {}.", file.display())?;
    }
    match found.stopped {
        None => Ok(Exit::Fine),
        Some((game, fault, stopped)) => {
            let first = Stopped::new((game, plan.seed_of(game)), &fault);
            Err(warn_of_stopped(stopped, &first, cx)?.hint("mend the script and run this again"))
        }
    }
}

/// What there is to say, and what to draw of it.
fn sections(found: &Report, seats: usize) -> Vec<ChartSection> {
    let section = |title: &str, sentences, charts| ChartSection { title: title.to_owned(), sentences, charts };
    let mut all = Vec::new();
    if seats > 1 {
        all.push(section("Seats", of_seats(found, seats), vec![wins(found)]));
    }
    all.push(section("Scores", of_scores(found, seats), Vec::new()));
    if let Some(course) = found.course.as_ref().filter(|course| course.games > 0) {
        all.push(section("Course", of_course(course), vec![shares_of_a_game(course)]));
    }
    all.push(section("Points", of_sources(found), vec![sources(found)]));
    let length = vec![
        format!("A game has {}.", spread(&found.turns, " turns", " games have")),
        format!(
            "It takes about {} (with 4 seconds for a decision and a quarter more for each option).",
            spread(&found.minutes, " minutes", " games take")
        ),
        format!("A decision has {}.", spread(&found.options, " options", " have")),
    ];
    all.push(section("Length", length, Vec::new()));
    if !found.kinds.is_empty() {
        all.push(section("Tiles", of_tiles(found), worths(found).into_iter().collect()));
    }
    all
}

fn of_seats(found: &Report, seats: usize) -> Vec<String> {
    let mut all = Vec::new();
    for (seat, (wins, lead)) in found.wins.iter().zip(&found.lead).enumerate() {
        let wins = percent(wins);
        // Of two the second is as far behind as the first is ahead.
        if seats == 2 && seat == 1 {
            all.push(format!("Seat {seat} wins {wins} of the games."));
            continue;
        }
        let (ahead, far) = turned(lead, "behind the best of the others", "ahead of the others");
        let far = number(&far, 1);
        all.push(format!("Seat {seat} wins {wins} of the games, and is {far} points {ahead} on average."));
    }
    all.extend(found.equal.map(|p| match p {
        p if p < 0.05 => format!("The seats are not equal: {}.", by_chance(p)),
        p => format!("Nothing speaks against equal seats: {}.", by_chance(p)),
    }));
    all
}

fn of_scores(found: &Report, seats: usize) -> Vec<String> {
    let mut all = vec![format!("Half of the scores are at most {}.", spread(&found.scores, "", ""))];
    if seats > 1 {
        let close = percent(&found.close);
        all.extend([
            format!("In the middle of all games the winner is ahead by {}.", spread(&found.margin, " points", "")),
            format!("In {close} of the games the second has at least 95 % of the winner's points."),
        ]);
    }
    all
}

fn of_course(course: &Course) -> Vec<String> {
    let mut all = vec![
        format!(
            "Another player takes the lead {} times in a game, by the points that all have and would get at the end of each \
             turn.",
            number(&course.lead_changes, 1)
        ),
        format!(
            "The later winner is behind after {} of the turns, by {} points then.",
            percent(&course.behind),
            number(&course.deficit, 1)
        ),
    ];
    all.push(match &course.decided {
        Some(Decided { after, kept, games: (fitted, compared) }) => format!(
            "A game is decided after {} of its turns: from there on the later winner has a chance of {:.0} % or more. The \
             chance follows from the lead in {} games; of those who had it in {} others, {} won.",
            percent(after),
            100.0 * DECIDED,
            grouped(*fitted),
            grouped(*compared),
            percent(kept)
        ),
        None => "These are too few games to tell when one is decided.".to_owned(),
    });
    all
}

fn of_sources(found: &Report) -> Vec<String> {
    let whole = |share: f64| format!("{:.0} %", 100.0 * share);
    let of = |source: &Source| {
        let (share, points, end) = (whole(source.share), number(&source.points, 1), whole(source.at_the_end));
        format!("`{}` gives {share} of all points, {points} in a game, {end} of them in the last scoring.", source.book)
    };
    found.sources.iter().map(of).collect()
}

fn of_tiles(found: &Report) -> Vec<String> {
    let mut all = Vec::new();
    let noted: Vec<_> = by_worth(found).into_iter().filter(|(kind, _)| kind.stands_out).collect();
    for (kind, worth) in noted.iter().take(SHOWN) {
        let (word, points) = turned(worth, "less", "more");
        let points = number(&points, 1);
        all.push(format!("Drawing `{}` gives {points} points of lead {word} than drawing another tile.", kind.kind));
    }
    match noted.len().saturating_sub(SHOWN) {
        0 if noted.is_empty() => all.push("No kind stands out as worth more or less than the others.".to_owned()),
        0 => {}
        1 => all.push("Another kind stands out too.".to_owned()),
        further => all.push(format!("{further} other kinds stand out too.")),
    }
    let mut aside: Vec<&Kind> = found.kinds.iter().filter(|kind| kind.set_aside.estimate >= SELDOM).collect();
    aside.sort_by(|a, b| b.set_aside.estimate.total_cmp(&a.set_aside.estimate));
    for kind in aside.iter().take(SHOWN / 2) {
        let (share, drawn) = (percent(&kind.set_aside), grouped(kind.drawn));
        all.push(format!("`{}` fits nowhere in {share} of {drawn} draws.", kind.kind));
    }
    if aside.is_empty() {
        all.push("No kind fits nowhere in more than 1 of 1,000 draws.".to_owned());
    }
    all
}

/// The kinds whose worth is known, the greatest first.
fn by_worth(found: &Report) -> Vec<(&Kind, Interval)> {
    let mut known: Vec<_> = found.kinds.iter().filter_map(|kind| Some((kind, kind.worth?.points))).collect();
    known.sort_by(|(_, a), (_, b)| b.estimate.total_cmp(&a.estimate));
    known
}

fn bar(name: String, interval: &Interval, text: String) -> Bar {
    Bar { name, value: interval.estimate, low: interval.low, high: interval.high, text }
}

fn wins(found: &Report) -> Chart {
    let bars = found.wins.iter().enumerate().map(|(seat, wins)| bar(format!("seat {seat}"), wins, percent(wins)));
    Chart { caption: "Share of wins; the line is where the truth lies.".to_owned(), bars: bars.collect() }
}

fn shares_of_a_game(course: &Course) -> Chart {
    let decided = course.decided.map(|decided| ("decided after", decided.after));
    let all = [("winner behind", course.behind)].into_iter().chain(decided);
    let bars = all.map(|(name, share)| bar(name.to_owned(), &share, percent(&share)));
    Chart { caption: "Shares of the turns of a game.".to_owned(), bars: bars.collect() }
}

fn sources(found: &Report) -> Chart {
    let bars = found.sources.iter().map(|source| bar(source.book.clone(), &source.points, number(&source.points, 1)));
    Chart {
        caption: "Points of all players together in a game, by what they are booked under.".to_owned(),
        bars: bars.collect(),
    }
}

fn worths(found: &Report) -> Option<Chart> {
    let bars: Vec<Bar> =
        by_worth(found).iter().map(|(kind, worth)| bar(kind.kind.clone(), worth, number(worth, 1))).collect();
    let caption = "Points of lead that drawing a tile gives, more than drawing another one.".to_owned();
    (!bars.is_empty()).then_some(Chart { caption, bars })
}

/// A number without its sign, and the word for the sign.
fn turned<'w>(interval: &Interval, less: &'w str, more: &'w str) -> (&'w str, Interval) {
    if interval.estimate < 0.0 {
        let turned = Interval { estimate: -interval.estimate, low: -interval.high, high: -interval.low };
        (less, turned)
    } else {
        (more, *interval)
    }
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
