//! `tilewright replay`: replays recorded games and reports the first difference of each.

use std::collections::BTreeSet;
use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;
use serde_json::json;
use tilewright_core::catalog::seat::{Seat, SeatParseError};
use tilewright_core::session::Session;
use tilewright_kit::files;
use tilewright_kit::games::replay::{ReplayError, ReplayedGame, Replayer};
use tilewright_kit::games::transcript::transcript;
use tilewright_kit::packs::find::Finder;
use tilewright_page::{GamePage, Readers, game_page};

use crate::context::{Context, known_language};
use crate::failure::{Exit, Failure};
use crate::look_args::{LookArgs, PAGE_BYTES, PAGE_SVG_SIDE};
use crate::numbers::at_least;
use crate::out::{BAD, CAUTION, FAINT, GOOD, STRONG, format_count};
use crate::progress::ProgressLine;

/// Maximum length of an expectation that is shown in full, in characters.
const LONGEST: usize = 600;

#[derive(Args, Debug)]
#[command(
    about = "Replay recorded games and verify their results",
    long_about = "Replay recorded games and verify their results.\n\nA record contains the results of chance, the \
        choices and the expected state; a file holds one game, or one on each line. A capsule (`.zip`) holds one game \
        and is played by the packs in it. The first difference of each failing game is shown: its id, the number of \
        the move (from 1), a reason code, the expected and the actual value. Ends with `N ok, M failed`, and with 0 \
        only if M is 0 and every file holds a game. A game is replayed with exactly the pack versions that it names, \
        if they are installed. Otherwise it is replayed with the nearest versions; the command reports this, and the \
        first answer with a different result.\n\nWith `--html` one game is written as a page for a browser: its board, \
        every step, the points with their reasons and the view of each seat, in one self-contained file.",
    after_help = "Examples:\n  \
        tilewright replay game.json              check one saved game\n  \
        tilewright replay records/*.jsonl        check many, one on each line of each file\n  \
        tilewright replay --json games.jsonl     one JSON object for each game\n  \
        tilewright replay --seen-by 1 game.json  the game from the view of seat 1\n  \
        tilewright replay --seen-by none game.json  the game from the view of an onlooker\n  \
        tilewright replay game.json --html page.html  a page of the game to step through in a browser\n  \
        tilewright replay games.jsonl --game 3 --html page.html --seen-by 1  the third game from the view of seat 1\n  \
        tilewright replay --packs DIR game.json  with packs from another folder\n  \
        tilewright replay --current game.json    with the current versions of the packs\n  \
        tilewright replay capsule.zip            a game with its own packs"
)]
pub(crate) struct ReplayArgs {
    /// Files with records: `.json` with one game, `.jsonl` with one game on each line, or `.zip` for a capsule
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Use the current packs, regardless of the versions that the games name, to see the effects of a changed pack
    #[arg(long)]
    current: bool,
    /// Print one JSON object for each game, and one with the totals
    #[arg(long)]
    json: bool,
    /// Print each game as that seat (from 1) or an onlooker (none) has seen it, one JSON object on each line. Other
    /// players' secret draws and answers are left out, and so is the seed, so the output cannot be replayed
    #[arg(long, value_name = "SEAT", conflicts_with = "json")]
    seen_by: Option<SeenBy>,
    /// Write one game as a page for a browser, to step through. With `--seen-by`, the page contains nothing that is
    /// hidden from that seat or from onlookers
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    html: Option<PathBuf>,
    /// Number of the game in the file for the page, from 1
    #[arg(long, value_name = "N", default_value_t = 1, requires = "html", value_parser = at_least::<usize, 1>)]
    game: usize,
    /// Language of the page (en, nl) and of the packs' texts on it
    #[arg(long, value_name = "CODE", default_value = "en", requires = "html")]
    language: String,
    #[command(flatten)]
    look: LookArgs,
}

/// Viewpoint of a game: a seat, or `None` for an onlooker at the table.
#[derive(Clone, Copy, Debug)]
struct SeenBy(Option<Seat>);

impl FromStr for SeenBy {
    type Err = SeenByError;

    fn from_str(text: &str) -> Result<SeenBy, SeenByError> {
        if text == "none" {
            return Ok(SeenBy(None));
        }
        text.parse().map(|seat| SeenBy(Some(seat))).map_err(SeenByError)
    }
}

/// Error for a text that is neither a seat nor `none`.
#[derive(Debug)]
struct SeenByError(SeatParseError);

impl fmt::Display for SeenByError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            SeatParseError::NotANumber => write!(f, "{}, or `none` for an onlooker", self.0),
            SeatParseError::Zero => self.0.fmt(f),
        }
    }
}

impl std::error::Error for SeenByError {}

pub(crate) fn run(args: &ReplayArgs, cx: &mut Context) -> Result<Exit, Failure> {
    args.look.check_page(args.html.is_some())?;
    if let Some(out) = &args.html {
        return page(args, out, cx);
    }
    let (mut ok, mut failed, mut others) = (0usize, 0usize, 0usize);
    let mut empty = Vec::new();
    let mut told = BTreeSet::new();
    let finder = cx.finder.clone();
    for file in &args.files {
        let name = file.display().to_string();
        let games = replayer(args, &finder).games(file)?;
        let progress = ProgressLine::new(games.lines(), "games");
        let before = ok + failed;
        for (number, game) in games.enumerate() {
            progress.set_done(number as u64);
            for name in game.followed.iter().filter(|_| !args.json && args.seen_by.is_none()) {
                if told.insert(name.to_string()) {
                    writeln!(cx.out, "{CAUTION}note:{CAUTION:#} {name}")?;
                }
            }
            note(&game, cx);
            match &game.result {
                Ok(_) => ok += 1,
                Err(_) => failed += 1,
            }
            others += usize::from(game.other.is_some() && game.result.is_ok());
            if let Some(reader) = args.seen_by {
                match &game.result {
                    Ok(session) => {
                        let seat = seat_of(reader, session)?;
                        writeln!(cx.out, "{}", transcript(session, seat))?;
                    }
                    // The difference may be hidden from the seat.
                    Err(_) => cx.out.json(&json!({"file": name, "game": number + 1, "ok": false}))?,
                }
            } else if args.json {
                cx.out.json(&for_programs(&name, &game))?;
            } else if let Err(failure) = &game.result {
                for_people(&name, &game.id, failure, cx)?;
            } else if let Some(other) = &game.other
                && told.insert(other.clone())
            {
                // The games of a file often differ in the same pack, so each difference is shown only once.
                writeln!(
                    cx.out,
                    "{CAUTION}note:{CAUTION:#} {other}; it leads to the same {FAINT}{name}, {}{FAINT:#}",
                    game.id
                )?;
            }
        }
        progress.end();
        if ok + failed == before {
            empty.push(name);
        }
    }
    let exit = Exit::wrong_if(failed + empty.len() > 0);
    if args.seen_by.is_some() {
        return if empty.is_empty() { Ok(exit) } else { Err(Failure::wrong(without_games(&empty))) };
    }
    if args.json {
        cx.out.json(&json!({"ok": ok, "failed": failed, "other_content": others, "without_games": empty}))?;
    } else {
        if !empty.is_empty() {
            writeln!(cx.out, "{BAD}{}{BAD:#}", without_games(&empty))?;
        }
        let style = if failed > 0 { BAD } else { GOOD };
        writeln!(cx.out, "{style}{ok} ok, {failed} failed{style:#}")?;
        if others > 0 {
            let what = format_count(others, "game was", "games were");
            writeln!(cx.out, "{CAUTION}{what} made with different content of the packs{CAUTION:#}")?;
        }
    }
    Ok(exit)
}

/// Returns a sentence about files that have no games to replay.
fn without_games(files: &[String]) -> String {
    let names: Vec<String> = files.iter().map(|file| format!("`{file}`")).collect();
    format!("{} {} no game", names.join(", "), if files.len() == 1 { "holds" } else { "hold" })
}

fn replayer<'f>(args: &ReplayArgs, finder: &'f Finder) -> Replayer<'f> {
    let replayer = Replayer::new(finder);
    if args.current { replayer.by_current() } else { replayer }
}

/// Writes a game as a page for browsers.
fn page(args: &ReplayArgs, out: &Path, cx: &mut Context) -> Result<Exit, Failure> {
    let [file] = &args.files[..] else {
        return Err(
            Failure::usage("`--html` writes one game").hint("name one file, and which of its games with `--game N`")
        );
    };
    let finder = cx.finder.clone();
    let mut games = replayer(args, &finder).games(file)?;
    let passed = games.pass(args.game - 1);
    let Some(game) = games.next() else {
        let message =
            format!("`{}` holds {}, not {}", file.display(), format_count(passed, "game", "games"), args.game);
        return Err(Failure::usage(message));
    };
    note(&game, cx);
    let mut session = match game.result {
        Ok(session) => session,
        Err(failure) => {
            if args.seen_by.is_none() {
                for_people(&file.display().to_string(), &game.id, &failure, cx)?;
            }
            return Err(Failure::wrong("a game that cannot be replayed has no page"));
        }
    };
    if let Some(other) = game.other.as_ref().filter(|_| args.seen_by.is_none()) {
        writeln!(cx.out, "{CAUTION}note:{CAUTION:#} {other}; it leads to the same")?;
    }
    known_language(session.game().catalog(), &args.language)?;
    let readers = match args.seen_by {
        None => Readers::Everybody,
        Some(reader) => seat_of(reader, &session)?.map_or(Readers::Onlookers, Readers::Seat),
    };
    let art = args.look.decode_for_game(session.game(), file, PAGE_SVG_SIDE, cx)?.map(|art| art.reduced(PAGE_BYTES));
    let page = GamePage { id: &game.id, language: &args.language, readers, art: art.as_ref() };
    let text =
        game_page(&mut session, &page).map_err(|astray| Failure::wrong(format!("game {}: {astray}", args.game)))?;
    files::write(out, text.as_bytes())?;
    writeln!(cx.out, "Wrote {}, {} kB", out.display(), text.len().div_ceil(1000))?;
    Ok(Exit::Fine)
}

/// Returns the seat of a viewpoint, `None` for an onlooker, or an error if the game does not have the seat.
fn seat_of(SeenBy(seat): SeenBy, session: &Session) -> Result<Option<Seat>, Failure> {
    seat.map_or(Ok(()), |seat| session.game().check_seat(seat)).map_err(|refused| Failure::usage(refused.message))?;
    Ok(seat)
}

/// Notes a mistake of the program itself that kept a game from being replayed.
fn note(game: &ReplayedGame, cx: &mut Context) {
    if let Err(failure) = &game.result {
        cx.note_mistake(failure.code(), &failure.to_string(), game.record.as_deref());
    }
}

fn for_people(file: &str, id: &str, failure: &ReplayError, cx: &mut Context) -> Result<(), Failure> {
    match failure {
        ReplayError::Differs(difference) => {
            writeln!(
                cx.out,
                "{BAD}FAILED{BAD:#} {STRONG}{id}{STRONG:#} {FAINT}{file}{FAINT:#} move {} [{}]",
                difference.at, difference.code
            )?;
            writeln!(cx.out, "  expected {}", shorten(&difference.expected))?;
            writeln!(cx.out, "  actual   {}", shorten(&difference.actual))?;
            for note in &difference.notes {
                writeln!(cx.out, "  noted    {}", note.text)?;
            }
        }
        other => writeln!(cx.out, "{BAD}FAILED{BAD:#} {STRONG}{id}{STRONG:#} {FAINT}{file}{FAINT:#} {other}")?,
    }
    if failure.code() == "unknown_pack" {
        writeln!(cx.out, "  next     name the folder that holds the pack with `--packs FOLDER`")?;
    }
    Ok(())
}

fn for_programs(file: &str, game: &ReplayedGame) -> serde_json::Value {
    let mut object = json!({"file": file, "game": game.id, "ok": game.result.is_ok()});
    if let Some(other) = &game.other {
        object["other_content"] = json!(other);
    }
    if !game.followed.is_empty() {
        object["renamed"] = game.followed.iter().map(|name| json!(name.to_string())).collect();
    }
    if let Err(failure) = &game.result {
        object["code"] = json!(failure.code());
        match failure {
            ReplayError::Differs(difference) => {
                object["move"] = json!(difference.at);
                object["expected"] = json!(difference.expected);
                object["actual"] = json!(difference.actual);
                if !difference.notes.is_empty() {
                    object["notes"] = difference.notes.iter().map(|note| json!(*note.text)).collect();
                }
            }
            other => object["message"] = json!(other.to_string()),
        }
    }
    object
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{} … ({} characters; --json shows all)", &text[..at], text.chars().count()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use tilewright_core::session::record::Record;
    use tilewright_core::session::replay::Difference;

    use super::*;

    #[test]
    fn mistakes_of_the_program_are_noted_with_their_game() {
        let record = Record { id: "seven".to_owned(), ..Record::default() };
        let game = |code, record| {
            let (expected, actual) = ("an answer".to_owned(), "odd".to_owned());
            let difference = Difference { at: 1, code, expected, actual, notes: Vec::new() };
            let result = Err(ReplayError::Differs(difference));
            ReplayedGame { id: String::new(), other: None, followed: Vec::new(), result, record }
        };
        let mut cx = Context::for_tests();
        note(&game("fault", None), &mut cx);
        assert_eq!(cx.mistake, None);
        note(&game("internal", Some(Box::new(record.clone()))), &mut cx);
        let (what, noted) = cx.mistake.unwrap_or_default();
        assert!(what.contains("odd") && noted.as_ref() == Some(&record), "{what} {noted:?}");
    }
}
