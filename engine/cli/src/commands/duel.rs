//! `tilewright duel`: compares the strength of two bots, against each other or as teams.

use std::io::Write;
use std::time::Instant;

use clap::Args;
use serde_json::json;
use tilewright_core::catalog::Catalog;
use tilewright_lab::bots::BotSpec;
use tilewright_lab::duel::{Comparison, Duel, compare};
use tilewright_lab::joint::{TEAMS, Team, TeamComparison};
use tilewright_lab::report::told::{ENGLISH_DIGITS, Insert};
use tilewright_lab::simulate::FaultyGame;
use tilewright_lab::simulate::GamePlan;
use tilewright_lab::stats::{CONFIDENCE, Interval, Tested};
use tilewright_results::StoppedGame;

use crate::bots;
use crate::commands::sim::seats;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::faulted;
use crate::numbers::{at_least, whole};
use crate::option_args::OptionArgs;
use crate::out::{FAINT, STRONG, finite, format_count};
use crate::progress::ProgressLine;
use crate::table::{TextTable, rate};

#[derive(Args, Debug)]
#[command(
    about = "Let two bots play against each other and show which is stronger",
    long_about = "Let two bots play against each other and show which is stronger.\n\nThe bots change places: with the \
        same seed the first bot has every seat once, and the second has all others. Each number is followed by its 95 \
        % confidence interval in brackets. In a game that all players win or lose together, the same seeds are played \
        by the first bot in all seats, by the second in all seats, and by one of the first among the second, and the \
        results are compared. A duel can answer questions about a pack: does it pay never to use its figures \
        (`greedy-never-PACK`)? How much is there to learn (`mcts:100` against `mcts:1000`)?",
    after_help = "Examples:\n  \
        tilewright duel PACK greedy random                  the best next move against chance\n  \
        tilewright duel PACK mcts:1000 greedy --games 100   1,000 playouts for each decision against that\n  \
        tilewright duel BASE PACK greedy greedy-never-PACK  the value of using the features of a pack\n  \
        tilewright duel PACK greedy-blocker greedy --json   a style of play, as JSON"
)]
pub(crate) struct DuelArgs {
    /// Packs to play together, followed by the two bots
    #[arg(value_name = "PACK… BOT BOT", required = true, num_args = 3..)]
    words: Vec<String>,
    /// Number of games, rounded up so that each bot has every seat equally often
    #[arg(short, long, value_name = "N", default_value_t = 200, value_parser = at_least::<u64, 2>)]
    games: u64,
    /// Number of players [default: the fewest that the pack allows, but at least two]
    #[arg(long, value_name = "N", value_parser = whole::<u8>)]
    seats: Option<u8>,
    /// Seed of all chance and all choices
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>)]
    seed: u64,
    /// Number of threads; 0 for one on each core
    #[arg(short, long, value_name = "T", default_value_t = 0, value_parser = whole::<usize>)]
    threads: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    choices: OptionArgs,
}

pub(crate) fn run(args: &DuelArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let [packs @ .., first, second] = &*args.words else {
        return Err(Failure::usage("a duel needs a pack and two bots"));
    };
    let (first, second) = (bots::one(first)?, bots::one(second)?);
    let loaded = cx.load(packs, &args.choices, 1)?;
    let Some(catalog) = loaded.catalog() else { return Err(Failure::wrong("the packs cannot be played")) };
    let seats = seats(catalog, args.seats.or((catalog.seats.0 < 2).then_some(2)))?;
    if seats < 2 {
        return Err(
            Failure::usage("a duel needs at least two seats").hint("`tilewright sim` plays games with one seat")
        );
    }
    let plan = GamePlan { games: args.games, seats, seed: args.seed, threads: args.threads };
    let progress = ProgressLine::long(args.games, "games");
    let began = Instant::now();
    let on_progress = |done, total| {
        progress.set_total(total);
        progress.set_done(done);
    };
    let found = compare(&loaded, &plan, (&first, &second), &on_progress)?;
    progress.end();
    let (games, faults) = match &found {
        Comparison::Opponents(found) => (found.games, &found.faults),
        Comparison::Teams(found) => (found.seeds * TEAMS, &found.faults),
    };
    let rate = rate(games as f64 / began.elapsed().as_secs_f64());
    let out = &mut cx.out;
    if args.json {
        let whole = for_programs(&found, (&first, &second), args, catalog, seats);
        writeln!(out, "{whole:#}")?;
    } else {
        writeln!(out, "{STRONG}{}{STRONG:#}", catalog.titles())?;
        for option in catalog.chosen_options() {
            writeln!(out, "  {option}")?;
        }
        let games = format_count(usize::try_from(games).unwrap_or(usize::MAX), "game", "games");
        let (places, words) =
            (format_count(seats.into(), "seat", "seats"), (&*first.full_name(), &*second.full_name()));
        let sentences = match &found {
            Comparison::Opponents(found) => {
                writeln!(out, "{games} of {places}, places changed, seed {}", args.seed)?;
                sentences(found, words)
            }
            Comparison::Teams(found) => {
                writeln!(out, "{games} of {places}, three teams on the same seeds, seed {}", args.seed)?;
                write!(out, "{}", team_table(found, words).text())?;
                team_sentences(found, words)
            }
        };
        for sentence in sentences {
            writeln!(out, "{sentence}")?;
        }
        if !(first.repeats() && second.repeats()) {
            writeln!(out, "A bot with a time limit plays differently each time.")?;
        }
        writeln!(out, "{FAINT}{rate} games a second{FAINT:#}")?;
    }
    let Some(FaultyGame { game, seed, fault, .. }) = faults.first() else { return Ok(Exit::Fine) };
    let (stopped, fault) = (faults.len() as u64, StoppedGame::new((*game, *seed), fault));
    let is_first = |seat: u8| match &found {
        Comparison::Opponents(_) => u64::from(seat) == game % u64::from(seats),
        Comparison::Teams(_) => tilewright_lab::joint::is_first(*game, seat, seats),
    };
    let by_seat: Vec<BotSpec> =
        (0..seats).map(|seat| if is_first(seat) { first.clone() } else { second.clone() }).collect();
    // In a duel, the seed of a game is that of its block, so `verify` cannot repeat the game by its number.
    let record = faulted::record(&fault, &by_seat, seats, &loaded)?;
    Err(faulted::report_with(stopped, &fault, record.as_ref(), None, cx)?)
}

/// Returns the JSON object. If all players win together, it has `teams` instead of `won` and `ahead`.
fn for_programs(
    found: &Comparison,
    (first, second): (&BotSpec, &BotSpec),
    args: &DuelArgs,
    catalog: &Catalog,
    seats: u8,
) -> serde_json::Value {
    let interval = |it: &Interval| json!([it.estimate, finite(it.low), finite(it.high)]);
    let mut whole = json!({
        "packs": catalog.exact_packs(),
        "options": catalog.chosen_options(),
        "bots": [first.full_name(), second.full_name()],
        "seats": seats,
        "seed": args.seed,
        "repeats": first.repeats() && second.repeats(),
    });
    let more = match found {
        Comparison::Opponents(found) => json!({
            "games": found.games,
            "blocks": found.blocks,
            "won": interval(&found.won),
            "fair": found.fair,
            "ahead": interval(&found.ahead),
            "chance": finite(found.chance),
            "stopped": found.faults.len(),
        }),
        Comparison::Teams(found) => {
            let team = |team: &Team| {
                let results = found.results.iter().zip(&team.results);
                let results: serde_json::Map<_, _> = results.map(|(name, of)| (name.clone(), interval(of))).collect();
                json!({"won": interval(&team.won), "points": interval(&team.points), "results": results})
            };
            let tested = |of: &Tested| json!({"difference": interval(&of.interval), "chance": finite(of.p)});
            json!({
                "games": found.seeds * TEAMS,
                "seeds": found.seeds,
                "teams": found.teams.each_ref().map(team),
                "won": tested(&found.won),
                "points": tested(&found.points),
                "stopped": found.faults.len(),
            })
        }
    };
    if let (Some(whole), serde_json::Value::Object(more)) = (whole.as_object_mut(), more) {
        whole.extend(more);
    }
    whole
}

/// Describes the result of a duel between opponents.
fn sentences(found: &Duel, (first, second): (&str, &str)) -> Vec<String> {
    if found.blocks == 0 {
        return vec!["No game was completed.".to_owned()];
    }
    let percent = |share: f64| 100.0 * share;
    let won = &found.won;
    let fair = percent(found.fair);
    let (low, high) = (percent(won.low), percent(won.high));
    let verdict = match () {
        () if low > fair => format!("{first} is stronger"),
        () if high < fair => format!("{first} is weaker"),
        () => format!("{} games are too few to show a difference", found.games),
    };
    let mut all = vec![format!(
        "{first} wins {:.1} % [{low:.1} to {high:.1}] of its games against {second}, where equals win {fair:.0} %: {verdict}.",
        percent(won.estimate)
    )];
    let ahead = &found.ahead;
    let bounds =
        if ahead.low.is_finite() { format!(" [{:+.1} to {:+.1}]", ahead.low, ahead.high) } else { String::new() };
    all.push(format!("On average it ends {:+.1}{bounds} points ahead of the best other.", ahead.estimate));
    all
}

/// Returns a table of the teams with a row for wins, one for each result, and one for points.
fn team_table(found: &TeamComparison, (first, second): (&str, &str)) -> TextTable {
    let names = [format!("all {first}"), format!("one {first}, others {second}"), format!("all {second}")];
    let mut table = TextTable::new([String::new()].into_iter().chain(names));
    let mut row = |name: String, of: &dyn Fn(&Team) -> Insert| {
        let cells = found.teams.iter().map(|team| of(team).text(ENGLISH_DIGITS));
        table.row([name].into_iter().chain(cells));
    };
    row("all win".to_owned(), &|team| Insert::Percent(team.won));
    for (at, name) in found.results.iter().enumerate() {
        row(name.clone(), &|team| Insert::Percent(team.results[at]));
    }
    if found.teams.iter().any(|team| team.results.last().is_some_and(|none| none.estimate > 0.0)) {
        let none = Interval::default();
        row("none of these".to_owned(), &|team| Insert::Percent(team.results.last().copied().unwrap_or(none)));
    }
    row("points of all".to_owned(), &|team| Insert::Number(team.points, 1));
    table
}

/// Compares the teams by wins and, if these do not differ clearly, by points.
fn team_sentences(found: &TeamComparison, (first, second): (&str, &str)) -> Vec<String> {
    if found.seeds == 0 {
        return vec!["No game was completed.".to_owned()];
    }
    let mut all = vec!["All players win or lose together, so teams are compared and not seats.".to_owned()];
    let is_clear = |tested: &Tested| tested.p < 1.0 - CONFIDENCE;
    let word = |tested: &Tested| if tested.interval.estimate > 0.0 { "stronger" } else { "weaker" };
    all.push(match (is_clear(&found.won), is_clear(&found.points)) {
        (true, _) => {
            let by = Insert::Percent(found.won.interval).text(ENGLISH_DIGITS);
            format!("A team of {first} is {} than one of {second}: the difference in games won is {by}.", word(&found.won))
        }
        (false, true) => {
            let by = Insert::Number(found.points.interval, 1).text(ENGLISH_DIGITS);
            format!(
                "A team of {first} is {} than one of {second} by points, though not by games won: the difference is {by} points.",
                word(&found.points)
            )
        }
        (false, false) => format!("{} seeds are too few to show which team is stronger.", found.seeds),
    });
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(won: Interval, ahead: Interval) -> Duel {
        let (shares, leads, faults) = (Vec::new(), Vec::new(), Vec::new());
        Duel { blocks: 100, games: 200, won, ahead, chance: 0.5, fair: 0.5, shares, leads, faults }
    }

    #[test]
    fn who_is_stronger_is_told_only_where_the_interval_says_so() {
        let interval = |estimate, low, high| Interval { estimate, low, high };
        let told = |won| sentences(&found(won, interval(3.0, 1.0, 5.0)), ("a", "b"));
        assert_eq!(
            told(interval(0.6, 0.55, 0.65)),
            [
                "a wins 60.0 % [55.0 to 65.0] of its games against b, where equals win 50 %: a is stronger.",
                "On average it ends +3.0 [+1.0 to +5.0] points ahead of the best other."
            ]
        );
        assert!(told(interval(0.4, 0.35, 0.45))[0].ends_with("a is weaker."));
        let unclear = told(interval(0.52, 0.45, 0.59));
        assert!(unclear[0].ends_with("200 games are too few to show a difference."), "{unclear:?}");
    }

    #[test]
    fn teams_are_compared_by_what_they_come_to() {
        let interval = |estimate, low, high| Interval { estimate, low, high };
        let tested = |estimate, low, high, p| Tested { interval: interval(estimate, low, high), p, blocks: 100 };
        let team = |won| Team {
            won: interval(won, won - 0.1, won + 0.1),
            points: interval(20.0, 18.0, 22.0),
            results: vec![
                interval(won, won - 0.1, won + 0.1),
                interval(1.0 - won, 0.9 - won, 1.1 - won),
                interval(0.0, 0.0, 0.04),
            ],
        };
        let found = |won, points| TeamComparison {
            seeds: 100,
            teams: [team(0.66), team(0.5), team(0.2)],
            results: vec!["saved".into(), "lost".into()],
            won,
            points,
            faults: Vec::new(),
        };
        let clear = found(tested(0.46, 0.3, 0.6, 1e-6), tested(5.0, 4.0, 6.0, 1e-6));
        let table = team_table(&clear, ("a", "b")).text();
        for wanted in ["all a", "one a, others b", "all b", "saved", "lost", "66.0 % (56.0 to 76.0)", "points of all"] {
            assert!(table.contains(wanted), "{wanted}: {table}");
        }
        assert!(!table.contains("none of these"));
        let said = team_sentences(&clear, ("a", "b"));
        assert!(said[0].starts_with("All players win or lose together"));
        assert_eq!(
            said[1],
            "A team of a is stronger than one of b: the difference in games won is 46.0 % (30.0 to 60.0)."
        );
        let by_points = found(tested(0.0, -0.1, 0.1, 1.0), tested(-5.0, -6.0, -4.0, 1e-6));
        assert!(team_sentences(&by_points, ("a", "b"))[1].starts_with("A team of a is weaker than one of b by points"));
        let unclear = found(tested(0.0, -0.1, 0.1, 1.0), tested(1.0, -1.0, 3.0, 0.3));
        assert_eq!(team_sentences(&unclear, ("a", "b"))[1], "100 seeds are too few to show which team is stronger.");
    }
}
