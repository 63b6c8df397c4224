//! Limits the number of games of a report by their work and, if they still take long, asks for it.

use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tilewright_kit::packs::load::Loaded;
use tilewright_lab::bots::BotSpec;
use tilewright_lab::report::{Report, affordable_games, report_while, round_down};
use tilewright_lab::simulate::GamePlan;

use crate::commands::report::FEWEST;
use crate::context::Context;
use crate::failure::Failure;
use crate::progress::{ProgressLine, about};
use crate::typed::{self, TypedLine};

/// Time after which the total time is estimated.
const LOOK: Duration = Duration::from_secs(5);

/// Estimated time from which the user decides on the number of games.
const LONG: Duration = Duration::from_secs(600);

/// Time of the smaller number of games that is suggested.
const OFFERED: Duration = Duration::from_secs(300);

/// Minimum number of games without `--games`, because fewer show little.
const LEAST: u64 = 100;

/// Returns the plan with fewer games if they are much work, and reports the number. It is counted, so that the same
/// command gives the same report on every machine.
pub(super) fn limit_games(
    loaded: &Loaded,
    plan: GamePlan,
    bots: &[BotSpec],
    cx: &Context,
) -> Result<GamePlan, Failure> {
    let games = affordable_games(loaded, &plan, LEAST, bots)?;
    if games < plan.games {
        cx.note(&format!(
            "a game of these players is much work, so the report plays {games}; `--games` sets another number"
        ));
    }
    Ok(GamePlan { games, ..plan })
}

/// Plays the games of a plan for a report. If the user gave no number of games and all would take over ten minutes, a
/// terminal prompts for the number. Without a terminal, all games are played, since the same command must give the same
/// report on every machine, and a line shows the time. Returns the plan with the games that were played.
pub(super) fn play_games(
    loaded: &Loaded,
    plan: GamePlan,
    bots: &[BotSpec],
    may_ask: bool,
) -> Result<(GamePlan, Report), Failure> {
    let is_terminal = io::stdin().is_terminal() && io::stderr().is_terminal();
    let (began, looked) = (Instant::now(), AtomicBool::new(!may_ask));
    let progress = ProgressLine::long(plan.games, "games");
    let goes_on = |done: u64| {
        progress.set_done(done);
        if began.elapsed() < LOOK || looked.swap(true, Ordering::Relaxed) {
            return true;
        }
        match progress.whole().filter(|whole| *whole > LONG) {
            None => true,
            // The games are played again with the number that the user enters.
            Some(_) if is_terminal => false,
            Some(whole) => {
                let fewer = fewer(plan.games, whole);
                progress.say(&format!(
                    "note: {} games take about {}; `--games {fewer}` takes about {}",
                    plan.games,
                    about(whole),
                    about(OFFERED)
                ));
                true
            }
        }
    };
    let found = report_while(loaded, &plan, bots, &goes_on);
    let whole = progress.whole().unwrap_or_default();
    progress.end();
    if let Some(found) = found? {
        return Ok((plan, found));
    }
    let wanted = ask(plan.games, whole, &mut io::stdin().lock(), &mut io::stderr())?;
    play_games(loaded, GamePlan { games: wanted, ..plan }, bots, false)
}

/// Returns the number of games that take five minutes if `games` games take the time `whole`, rounded down.
fn fewer(games: u64, whole: Duration) -> u64 {
    let share = OFFERED.as_secs_f64() / whole.as_secs_f64().max(1e-9);
    round_down((games as f64 * share) as u64).clamp(FEWEST, games.max(FEWEST))
}

/// Asks for the number of games until the answer is valid.
fn ask(games: u64, whole: Duration, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<u64, Failure> {
    let fewer = fewer(games, whole);
    loop {
        write!(
            out,
            "{games} games take about {}, {fewer} about {}. How many games ({FEWEST} to {games}; Enter for {fewer})? ",
            about(whole),
            about(OFFERED)
        )?;
        out.flush()?;
        let read = typed::read_line(input);
        let read = read.map_err(|error| Failure::environment(format!("the input cannot be read: {error}")))?;
        let line = match read {
            TypedLine::Text(line) => line,
            TypedLine::TooLong => "?".to_owned(),
            TypedLine::End => String::new(),
        };
        match (line.trim(), line.trim().parse::<u64>()) {
            ("", _) => return Ok(fewer),
            (_, Ok(wanted)) if (FEWEST..=games).contains(&wanted) => return Ok(wanted),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_games_are_offered_where_all_would_take_long() {
        let hour = Duration::from_secs(3600);
        assert_eq!((fewer(1000, hour), fewer(1000, 100 * hour), fewer(1000, hour / 4)), (80, 20, 300));
        let asked = |answer: &str| {
            let mut told = Vec::new();
            let wanted = ask(1000, hour, &mut answer.as_bytes(), &mut told).map_err(|failure| failure.message);
            (wanted, String::from_utf8_lossy(&told).into_owned())
        };
        let (wanted, told) = asked("\n");
        assert_eq!(wanted, Ok(80));
        assert_eq!(told, "1000 games take about 60 min, 80 about 5 min. How many games (20 to 1000; Enter for 80)? ");
        assert_eq!(asked("no\n7\n2000\n500\n").0, Ok(500));
        assert_eq!(asked("").0, Ok(80), "who closes the input gets the shorter report");
    }
}
