//! `tilewright report`: describes in sentences what many games show about a pack.

mod long;
mod people;
mod watch;

use std::io::Write;
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, PoisonError};

use clap::Args;
use tilewright_core::catalog::{Catalog, Value};
use tilewright_kit::files::write;
use tilewright_kit::packs::load::{Loaded, Manifest, Reading, Request};
use tilewright_lab::bots::BotSpec;
use tilewright_lab::report::told::{
    self, ReportHeading, english, name_entries, of_flags, of_ladder, of_options, report_json, sections,
};
use tilewright_lab::report::{self, Ladder, OptionWorth, Setting};
use tilewright_lab::simulate::GamePlan;
use tilewright_lab::together::is_joint;
use tilewright_page::{ChartPage, chart_page, report_section};
use tilewright_results::StoppedGame;

use crate::bots;
use crate::commands::report::watch::{GameSource, command, file_of, folder_beside, write_game, write_games};
use crate::commands::sim::seats;
use crate::context::{Context, request};
use crate::failure::{Exit, Failure};
use crate::faulted::{self, CommandGames};
use crate::look_args::LookArgs;
use crate::numbers::{parse_between, whole};
use crate::option_args::OptionArgs;
use crate::out::{STRONG, format_count};
use crate::progress::ProgressLine;

/// Maximum number of games without `--games`, and the minimum and maximum that are allowed.
const GAMES: u64 = 1000;
const FEWEST: u64 = 20;
const MOST: u64 = 50_000;

#[derive(Args, Debug)]
#[command(
    about = "Describe in sentences the results of many games with a pack",
    long_about = "Describe in sentences the results of many games of bots with a pack.\n\nThe report covers unused and \
        dominant parts, the equality of the seats, the lead and the moment of decision, the sources of points, the \
        uses of figures, the length of games, valuable and unplaceable tiles, and the frequency of choices. Each \
        number is followed by its 95 % confidence interval in brackets. The results hold for players like these bots. \
        How each number is computed: `tilewright handbook statistics`.",
    after_help = "Examples:\n  \
        tilewright report PACK                                      up to 1,000 games of two `greedy` players\n  \
        tilewright report PACK EXPANSION --games 5000               packs together, and more precise numbers\n  \
        tilewright report PACK --option PACK:OPTION=VALUE --seed 2  with an option, and other games\n  \
        tilewright report PACK --options 200                        the effect of each other value of an option\n  \
        tilewright report PACK --ladder 200                         how much there is to learn\n  \
        tilewright report PACK --html report.html                   with pictures, for a browser, and the games that it names\n  \
        tilewright report PACK --game 417 --html game.html          one of its games, to step through\n  \
        tilewright report PACK --records findings                   games of players at a host's tables, judged by `greedy`\n  \
        tilewright report PACK --json > report.json                 each sentence with its numbers, for a program"
)]
pub(crate) struct ReportArgs {
    /// Packs to play together: ids, or paths of folders
    #[arg(value_name = "PACK", required = true)]
    packs: Vec<String>,
    /// Number of games [default: 1000, or fewer if a game is much work; if these would take more than ten minutes, the
    /// command asks for another number at a terminal]
    #[arg(short, long, value_name = "N", value_parser = parse_between::<u64, FEWEST, MOST>)]
    games: Option<u64>,
    /// Number of players [default: the fewest that the pack allows]
    #[arg(long, value_name = "N", value_parser = whole::<u8>)]
    seats: Option<u8>,
    /// Bots by seat, separated by commas, as for `sim`
    #[arg(long, value_name = "BOTS", default_value = "greedy")]
    bots: String,
    /// Seed of all chance and all choices
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>)]
    seed: u64,
    /// Number of threads; 0 for one on each core
    #[arg(short, long, value_name = "T", default_value_t = 0, value_parser = whole::<usize>)]
    threads: usize,
    /// Also write the report as a page for a browser, with pictures, and the games that it mentions as pages in a
    /// folder next to it
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write one of the games as a page to step through instead of the report. Its number counts from 0, as in reports
    /// and in rows of `sim`
    #[arg(long, value_name = "N", requires = "html", conflicts_with_all = ["json", "options", "ladder"], value_parser = whole::<u64>)]
    game: Option<u64>,
    /// Print one JSON object: each sentence with its key and its numbers, and the data of the charts
    #[arg(long)]
    json: bool,
    /// Also play this many games with each other value of each option of the packs, and report the effects
    #[arg(long, value_name = "N", value_parser = parse_between::<u64, FEWEST, MOST>)]
    options: Option<u64>,
    /// Let increasingly strong bots play this many games, each against the best of the bots before it, and report how
    /// much there is to learn
    #[arg(long, value_name = "N", value_parser = parse_between::<u64, FEWEST, MOST>)]
    ladder: Option<u64>,
    /// Describe recorded games of players instead, from a file or a folder, such as `tilewright host --export` writes;
    /// the bot of `--bots` judges their answers
    #[arg(
        long,
        value_name = "PATH",
        conflicts_with_all = ["games", "game", "seats", "html", "options", "ladder"]
    )]
    records: Option<PathBuf>,
    /// Bots of the ladder, from the weakest; `mcts:10000` takes ten times as long as the last of the default bots
    #[arg(
        long,
        value_name = "BOTS",
        value_delimiter = ',',
        requires = "ladder",
        default_value = "random,greedy,mcts:100,mcts:1000"
    )]
    ladder_bots: Vec<String>,
    #[command(flatten)]
    choices: OptionArgs,
}

pub(crate) fn run(args: &ReportArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let loaded = cx.load(&args.packs, &args.choices, 1)?;
    let Some(catalog) = loaded.catalog() else { return Err(Failure::wrong("the packs cannot be played")) };
    if let Some(records) = &args.records {
        let told = people::examine(records, &args.bots, &loaded, cx)?;
        return show_people(args, told, catalog, cx);
    }
    let seats = seats(catalog, args.seats)?;
    let by_seat = bots::by_seat(&args.bots, seats.into())?;
    bots::repeatable(&by_seat)?;
    let ladder_bots = args.ladder_bots.iter().map(|word| bots::one(word.trim())).collect::<Result<Vec<_>, _>>()?;
    bots::repeatable(&ladder_bots)?;
    if args.ladder.is_some() && (seats < 2 || ladder_bots.len() < 2) {
        return Err(Failure::usage("a ladder needs at least two seats and two bots"));
    }
    let plan = GamePlan { games: args.games.unwrap_or(GAMES), seats, seed: args.seed, threads: args.threads };
    let art = match args.html {
        Some(_) => LookArgs::default().decode_for_page(&loaded.for_seats(plan.seats).art, cx)?,
        None => None,
    };
    if let (Some(game), Some(file)) = (args.game, &args.html) {
        write_game(file, game, GameSource { loaded: &loaded, bots: &by_seat, plan: &plan, art: art.as_ref() })?;
        writeln!(cx.out, "Game {game} is in {}.", file.display())?;
        return Ok(Exit::Fine);
    }
    if args.ladder.is_some() && is_joint(catalog) {
        let failure =
            Failure::usage("a ladder needs players who play against each other; here all win or lose together");
        return Err(failure.hint("`tilewright duel` compares teams of two bots"));
    }
    let plan = if args.games.is_none() { long::limit_games(&loaded, plan, &by_seat, cx)? } else { plan };
    let (plan, found) = long::play_games(&loaded, plan, &by_seat, args.games.is_none())?;
    let words: Vec<String> = by_seat.iter().map(ToString::to_string).collect();
    let who = if words.iter().all(|word| *word == words[0]) { &words[..1] } else { &words[..] }.join(", ");
    let games = format_count(usize::try_from(found.games).unwrap_or(usize::MAX), "game", "games");
    let played = format!("{games} of {} by {who}, seed {}", format_count(seats.into(), "seat", "seats"), args.seed);
    let worths = match args.options {
        Some(games) => option_worths(args, &loaded, &by_seat, &GamePlan { games, ..plan }, cx)?,
        None => Vec::new(),
    };
    let mut told: Vec<told::ReportSection> = of_flags(&found, &worths).into_iter().chain(sections(&found)).collect();
    told.extend(of_options(&worths));
    if let Some(games) = args.ladder {
        told.extend(of_ladder(&play_ladder(&loaded, &GamePlan { games, ..plan }, &ladder_bots)?));
    }
    name_entries(&mut told, catalog, "en");
    let watched = told.iter().flat_map(|of| &of.sentences).find_map(|said| said.game);
    let to_watch = watched.map(|game| command(args, game, cx));
    let origin = |pack: &Manifest| Some(format!("{} is changed from {}", pack.title, pack.changed_from.as_ref()?));
    let origins: Vec<String> = loaded.packs.iter().filter_map(origin).collect();
    let out = &mut cx.out;
    if args.json {
        let heading = ReportHeading {
            packs: catalog.exact_packs(),
            options: catalog.chosen_options(),
            bots: words,
            seats,
            seed: args.seed,
            games: found.games,
            stopped: found.stopped.as_ref().map_or(0, |(.., stopped)| *stopped),
        };
        out.json(&report_json(&heading, &told, &|game| plan.seed_of(game)))?;
    } else {
        writeln!(out, "{STRONG}{}{STRONG:#}", catalog.titles())?;
        for origin in &origins {
            writeln!(out, "  {origin}")?;
        }
        for option in catalog.chosen_options() {
            writeln!(out, "  {option}")?;
        }
        writeln!(out, "{played}")?;
        write_sections(&told, cx)?;
        if let Some(command) = &to_watch {
            writeln!(cx.out, "\nTo watch a game: {command}")?;
        }
    }
    if let Some(file) = &args.html {
        let lead = origins
            .into_iter()
            .chain(catalog.chosen_options())
            .chain([format!("{played}. Brackets, and a line over each bar, show the 95 % confidence interval.")]);
        let games = folder_beside(file);
        let source = GameSource { loaded: &loaded, bots: &by_seat, plan: &plan, art: art.as_ref() };
        write_games(&games, &told, source)?;
        let folder = PathBuf::from(games.file_name().unwrap_or_default());
        let file_of_game = |game| format!("{}/{}", folder.display(), file_of(game));
        let sections = told.iter().map(|told| report_section(told, catalog, &file_of_game)).collect();
        let (title, lead, art) = (catalog.titles(), lead.collect(), art.as_ref());
        let page = ChartPage { catalog, art, title, lead, sections };
        write(file, chart_page(&page).as_bytes())?;
        if !args.json {
            writeln!(cx.out, "\nThe page is in {}.", file.display())?;
        }
    }
    match found.stopped {
        None => Ok(Exit::Fine),
        Some((game, fault, stopped)) => {
            let first = StoppedGame::new((game, plan.seed_of(game)), &fault);
            let played = CommandGames { packs: &args.packs, choices: &args.choices, seats, seed: args.seed };
            Err(faulted::report(stopped, &first, &by_seat, &played, &loaded, cx)?)
        }
    }
}

/// Shows what recorded games of players tell.
fn show_people(
    args: &ReportArgs,
    told: people::ToldPeople,
    catalog: &Catalog,
    cx: &mut Context,
) -> Result<Exit, Failure> {
    let people::ToldPeople { mut sections, games } = told;
    name_entries(&mut sections, catalog, "en");
    if args.json {
        let heading = ReportHeading {
            packs: catalog.exact_packs(),
            options: catalog.chosen_options(),
            bots: vec![args.bots.clone()],
            seats: catalog.seats.0,
            seed: args.seed,
            games,
            stopped: 0,
        };
        cx.out.json(&report_json(&heading, &sections, &|_| args.seed))?;
        return Ok(Exit::Fine);
    }
    writeln!(cx.out, "{STRONG}{}{STRONG:#}", catalog.titles())?;
    write_sections(&sections, cx)?;
    Ok(Exit::Fine)
}

fn write_sections(sections: &[told::ReportSection], cx: &mut Context) -> Result<(), Failure> {
    for section in sections {
        writeln!(cx.out, "\n{STRONG}{}{STRONG:#}", english(section.title))?;
        for said in &section.sentences {
            let watch = said.watch().map(|watch| format!(" {}", watch.english())).unwrap_or_default();
            writeln!(cx.out, "{}{watch}", said.english())?;
        }
    }
    Ok(())
}

/// Measures the effect of other option values, with a progress line.
fn option_worths(
    args: &ReportArgs,
    loaded: &Loaded,
    bots: &[BotSpec],
    plan: &GamePlan,
    cx: &Context,
) -> Result<Vec<OptionWorth>, Failure> {
    let plain = request(&args.packs, &args.choices)?;
    let reading = Reading::read_packs(&cx.finder, &args.packs)?;
    let reload = |setting: &Setting| {
        let mut options: Vec<(String, Value)> = setting.to_vec();
        let set = |name: &str| setting.iter().any(|(own, _)| own == name || own.ends_with(&format!(":{name}")));
        options.extend(plain.options.iter().filter(|(name, _)| !set(name)).cloned());
        let loaded = reading.load(&Request { options, lints: false, ..plain.clone() });
        Ok(loaded.is_playable().then_some(loaded))
    };
    let progress = OnceLock::new();
    let on_progress =
        |done, all| progress.get_or_init(|| ProgressLine::long(all, "games with other options")).set_done(done);
    let worths = report::option_worths(loaded, &reload, plan, bots, &on_progress);
    progress.into_inner().into_iter().for_each(ProgressLine::end);
    Ok(worths?)
}

/// Plays a ladder of skill, with a progress line for each rung.
fn play_ladder(loaded: &Loaded, plan: &GamePlan, bots: &[BotSpec]) -> Result<Ladder, Failure> {
    let (games, rungs) = (plan.games.next_multiple_of(plan.seats.into()), bots.len() - 1);
    let line: Mutex<Option<(usize, ProgressLine)>> = Mutex::new(None);
    let on_progress = |rung: usize, (bot, best): (&BotSpec, &BotSpec), done: u64| {
        let mut line = line.lock().unwrap_or_else(PoisonError::into_inner);
        if line.as_ref().is_none_or(|(of, _)| *of != rung) {
            line.take().into_iter().for_each(|(_, before)| before.end());
            let what =
                format!("games of {} against {}, rung {} of {rungs}", bot.full_name(), best.full_name(), rung + 1);
            *line = Some((rung, ProgressLine::long(games, what)));
        }
        line.iter().for_each(|(_, line)| line.set_done(done));
    };
    let found = report::ladder(loaded, plan, bots, &on_progress);
    line.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().for_each(|(_, line)| line.end());
    Ok(found?)
}
