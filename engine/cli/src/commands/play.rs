//! `tilewright play`: lets people and bots play on a terminal.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::seat::{Seat, SeatParseError};
use tilewright_core::session::Session;
use tilewright_kit::files;
use tilewright_kit::games::opening::{self, OpenedGame};
use tilewright_kit::games::replay::{ReplayError, first_game, packs_of};
use tilewright_kit::games::running::{KeptGame, is_being_played, read_kept};
use tilewright_kit::packs::load::Loaded;
use tilewright_lab::bots::{BotSpec, Bots, RANDOM};

use crate::bots;
use crate::commands::sim::seats;
use crate::context::{Context, known_language};
use crate::failure::{Exit, Failure};
use crate::numbers::whole;
use crate::option_args::OptionArgs;
use crate::out::{CAUTION, FAINT, STRONG};
use crate::play::Play;
use crate::play::keeper::{self, Keeper};

#[derive(Args, Debug)]
#[command(
    about = "Play a pack on this terminal",
    long_about = "Play a pack on this terminal.\n\nPlayers share the terminal and type the number or the key of an \
        option; `help` shows all commands. Works with a pipe as well: each line is an answer or a command, and the end \
        of the input ends the game.\n\nEvery answer is saved at once in your own folder, so that a game survives a \
        crash of the program. Without packs the command lists the unfinished games. They are kept until they are over \
        or you remove them.",
    after_help = "Examples:\n  \
        tilewright play PACK                          two players, one terminal\n  \
        tilewright play PACK --bots person,greedy     against a bot that takes the best option\n  \
        tilewright play PACK --random all --seed 7    watch a random game\n  \
        tilewright play PACK EXPANSION --seats 4      packs together, four players\n  \
        tilewright play --resume game.json            resume a saved game\n  \
        tilewright play --continue                    resume the last unfinished game\n  \
        tilewright play --remove game-3.jsonl         remove an unfinished game"
)]
pub(crate) struct PlayArgs {
    /// Packs to play together: ids, or paths of folders
    #[arg(value_name = "PACK")]
    packs: Vec<String>,
    /// Number of players [default: the fewest that the pack allows]
    #[arg(long, value_name = "N", conflicts_with = "resume", value_parser = whole::<u8>)]
    seats: Option<u8>,
    #[arg(long, value_name = "BOTS", conflicts_with = "random", help = bots_help())]
    bots: Option<String>,
    /// Seats that choose at random: numbers from 1, separated by commas, or `all`; may be given several times
    #[arg(long, value_name = "SEATS")]
    random: Vec<String>,
    /// Seed of all chance [default: taken from the clock]
    #[arg(long, value_name = "S", conflicts_with = "resume", value_parser = whole::<u64>)]
    seed: Option<u64>,
    /// Resume a saved or unfinished game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["packs", "option", "set"])]
    resume: Option<PathBuf>,
    /// Resume the most recent unfinished game
    #[arg(long = "continue", conflicts_with_all = ["packs", "option", "set", "resume", "seats", "seed"])]
    go_on: bool,
    /// Remove an unfinished game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["packs", "option", "set", "resume", "go_on", "seats", "seed", "bots"])]
    remove: Option<PathBuf>,
    /// Language of the pack's names and prompts
    #[arg(long, value_name = "CODE", default_value = "en")]
    language: String,
    #[command(flatten)]
    choices: OptionArgs,
}

fn bots_help() -> String {
    let known = bots::describe_bots();
    format!("Who chooses, by seat, separated by commas; the last one also plays all further seats: `person`; {known}")
}

pub(crate) fn run(args: &PlayArgs, cx: &mut Context) -> Result<Exit, Failure> {
    if let Some(file) = &args.remove {
        return remove(file, cx);
    }
    if args.packs.is_empty() && args.resume.is_none() && !args.go_on {
        return list_left(cx);
    }
    let from = left_game(args)?;
    let (session, loaded, stands) = match (&from, &args.resume) {
        (Some(left), _) => {
            let (finder, typed) = keeper::places(left, &cx.finder);
            go_on(&left.path, opening::open(&finder, &typed, &left.record), cx)?
        }
        (None, Some(file)) => {
            let record = first_game(file)?;
            let own = packs_of(file)?;
            if own.is_some() {
                writeln!(
                    cx.out,
                    "{CAUTION}note:{CAUTION:#} this game uses the packs that came with it; a saved game names these \
                        packs, but does not contain them"
                )?;
            }
            let opened = match own {
                Some(loaded) => opening::open_loaded(loaded, &record),
                None => opening::open_file(&cx.finder, file, &record),
            };
            go_on(file, opened, cx)?
        }
        (None, None) => begin(args, cx)?,
    };
    // A file whose answers lead elsewhere now is not overwritten, since it still has the answers that are dropped here.
    let from = from.filter(|_| stands != ResumePoint::Before);
    let catalog = session.game().catalog();
    known_language(catalog, &args.language)?;
    let count = session.game().seat_count();
    let before = from.as_ref().map(keeper::bots).filter(|seats| seats.len() == count);
    let seats = match (&args.bots, before) {
        (Some(typed), _) => bots::and_people(typed, count)?,
        (None, Some(before)) if args.random.is_empty() => before,
        (None, _) => random_seats(&args.random.join(","), count)?,
    };
    let stdin = std::io::stdin();
    let typed = stdin.is_terminal();
    let packs = if args.packs.is_empty() { ids_of(catalog) } else { args.packs.clone() };
    let (packs, folders) = match &from {
        Some(left) => keeper::trusted_arguments(left).unwrap_or((packs, cx.folders.clone())),
        None => (packs, cx.folders.clone()),
    };
    if from.is_none()
        && let Some(last) = keeper::unfinished_games().first()
    {
        let last = keeper::in_words(last);
        writeln!(cx.out, "{FAINT}Unfinished game ({last}): `tilewright play --continue`.{FAINT:#}")?;
    }
    let keeper = Keeper::new(&packs, &folders, from);
    let mut play = Play::new(session, seats, Bots::for_one_game(&loaded), &args.language, typed, keeper, &mut cx.out);
    play.places = loaded.places;
    play.holds = stands == ResumePoint::BeforeFault;
    play.introduce(args.seed.is_some())?;
    play.run(&mut stdin.lock())
}

/// Returns the unfinished game to resume; `None` if the arguments do not select one.
fn left_game(args: &PlayArgs) -> Result<Option<KeptGame>, Failure> {
    if args.go_on {
        let failure = Failure::usage("there is no unfinished game");
        let last = keeper::unfinished_games().into_iter().next();
        return last.map(Some).ok_or_else(|| failure.hint("begin one with `tilewright play PACK`"));
    }
    let Some(file) = &args.resume else { return Ok(None) };
    refuse_played(file)?;
    Ok(read_kept(file))
}

fn refuse_played(file: &Path) -> Result<(), Failure> {
    if is_being_played(file) {
        let failure = Failure::environment(format!("the game in {} is being played now", file.display()));
        return Err(failure.hint("close it there, or name another game"));
    }
    Ok(())
}

/// Removes an unfinished game.
fn remove(file: &Path, cx: &mut Context) -> Result<Exit, Failure> {
    refuse_played(file)?;
    let Some(game) = read_kept(file) else {
        let failure = Failure::usage(format!("{} is not an unfinished game", file.display()));
        return Err(failure.hint("`tilewright play` lists them"));
    };
    files::remove(file)?;
    writeln!(cx.out, "Removed the game {}.", keeper::in_words(&game))?;
    Ok(Exit::Fine)
}

/// Lists the unfinished games, and the command that resumes them.
fn list_left(cx: &mut Context) -> Result<Exit, Failure> {
    let left = keeper::unfinished_games();
    if left.is_empty() {
        let failure = Failure::usage("no pack is named, and there is no unfinished game");
        return Err(failure.hint("`tilewright play PACK` begins a game; `tilewright show` lists the packs"));
    }
    writeln!(cx.out, "{STRONG}Unfinished games{STRONG:#}")?;
    for game in &left {
        writeln!(cx.out, "  {}\n    tilewright play --resume \"{}\"", keeper::in_words(game), game.path.display())?;
    }
    writeln!(cx.out, "`tilewright play --continue` resumes the first, `tilewright play PACK` begins a new one.")?;
    writeln!(cx.out, "They are kept until they are over; `tilewright play --remove FILE` removes one.")?;
    Ok(Exit::Fine)
}

fn ids_of(catalog: &Catalog) -> Vec<String> {
    catalog.packs.iter().map(|pack| pack.id.to_string()).collect()
}

fn begin(args: &PlayArgs, cx: &mut Context) -> Result<(Session, Loaded, ResumePoint), Failure> {
    let loaded = cx.load(&args.packs, &args.choices, 1)?;
    // [`Loaded::machine`] returns the reason why the packs cannot be played.
    let seats = match loaded.catalog() {
        Some(catalog) => seats(catalog, args.seats)?,
        None => {
            return Err(loaded
                .machine()
                .err()
                .map_or_else(|| Failure::wrong("the packs cannot be played"), Failure::from));
        }
    };
    let loaded = loaded.for_seats(seats);
    let machine = loaded.machine()?;
    let mut session = Session::new(machine, seats, args.seed.unwrap_or_else(seed_of_clock))?;
    session.start().map_err(|fault| Failure::fault(format!("a script stopped the game at its beginning: {fault}")))?;
    Ok((session, loaded, ResumePoint::AtItsEnd))
}

/// Position at which a saved game resumes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ResumePoint {
    /// Position at which the game was saved.
    AtItsEnd,
    /// Position before an answer that no longer has the same meaning.
    Before,
    /// Position before an answer at which a script fails.
    BeforeFault,
}

/// Resumes a saved game, and reports differences from the packs that it was saved with.
fn go_on(
    file: &Path,
    opened: Result<OpenedGame, ReplayError>,
    cx: &mut Context,
) -> Result<(Session, Loaded, ResumePoint), Failure> {
    let name = file.display();
    let opened = opened.map_err(|failure| match failure {
        ReplayError::Missing(error) => error.into(),
        other => Failure::wrong(format!("{name} cannot be resumed: {other}")),
    })?;
    for name in &opened.followed {
        writeln!(cx.out, "{CAUTION}note:{CAUTION:#} {name}")?;
    }
    let Some(stopped) = &opened.stopped else {
        for other in &opened.others {
            writeln!(cx.out, "{CAUTION}note:{CAUTION:#} {other}; it still leads to this position")?;
        }
        return Ok((opened.session, opened.loaded, ResumePoint::AtItsEnd));
    };
    let difference = &stopped.difference;
    if stopped.is_fault() {
        writeln!(cx.out, "{CAUTION}note:{CAUTION:#} a script still stops this game: {}", difference.actual)?;
        let before = difference.expected.trim_end_matches(" to be taken");
        writeln!(cx.out, "  The game is at the position after the last valid answer, before {before}.")?;
        return Ok((opened.session, opened.loaded, ResumePoint::BeforeFault));
    }
    if opened.others.is_empty() {
        let failure = Failure::wrong(format!("{name} does not lead to the position where it was saved: {difference}"));
        return Err(failure.hint("`tilewright replay` shows the details"));
    }
    for other in &opened.others {
        writeln!(cx.out, "{CAUTION}note:{CAUTION:#} {other}")?;
    }
    writeln!(cx.out, "{CAUTION}note:{CAUTION:#} {stopped}")?;
    writeln!(cx.out, "  The game is at the position before that answer and can be continued; {name} is unchanged.")?;
    Ok((opened.session, opened.loaded, ResumePoint::Before))
}

/// Returns the bots for a list of seats that choose at random; `all` selects every seat.
fn random_seats(text: &str, seats: usize) -> Result<Vec<Option<BotSpec>>, Failure> {
    let mut random = vec![None; seats];
    for number in text.split(',').map(str::trim).filter(|n| !n.is_empty()) {
        if number == "all" {
            return Ok(vec![Some(RANDOM); seats]);
        }
        let wrong = |message| {
            let hint = format!("seats are 1 to {seats}, with commas between them, or `all`");
            Failure::usage(message).hint(hint)
        };
        let seat: Seat =
            number.parse().map_err(|not: SeatParseError| wrong(format!("`{number}` is not a seat: {not}")))?;
        match random.get_mut(seat.index()) {
            Some(seat) => *seat = Some(RANDOM),
            None => return Err(wrong(format!("`{number}` is not a seat of this game"))),
        }
    }
    Ok(random)
}

/// Returns a seed that differs from run to run. Saved games contain it.
fn seed_of_clock() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |d| d.subsec_nanos() as u64 ^ d.as_secs() << 20) & 0xffff_ffff
}
