//! `tilewright duel`: which of two bots is stronger.

use std::io::Write;
use std::time::Instant;

use clap::Args;
use serde_json::json;
use tilewright_lab::duel::{Duel, duel};
use tilewright_lab::simulate::Plan;
use tilewright_lab::stats::Interval;
use tilewright_results::Stopped;

use crate::args::Choices;
use crate::bots;
use crate::commands::sim::{seats, warn_of_stopped};
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::out::{FAINT, STRONG, counted, finite};
use crate::progress::ProgressLine;

/// Arguments of `duel`.
#[derive(Args, Debug)]
#[command(
    about = "Let two bots play against each other and tell which is stronger",
    long_about = "Let two bots play against each other and tell which is stronger.\n\nThey change places: with the same seed the \
        first bot has every seat once, and the second has all others. Behind each number stands in brackets between \
        which two the truth lies, in 95 of 100 such duels. A question about a pack is often a duel: does it pay never \
        to use its figures (`greedy-never-PACK`)? How much is there to learn (`mcts:100` against `mcts:1000`)?",
    after_help = "Examples:\n  \
        tilewright duel PACK greedy random                  who looks ahead against chance\n  \
        tilewright duel PACK mcts:1000 greedy --games 100   who plays on 1,000 times for each decision against that\n  \
        tilewright duel BASE PACK greedy greedy-never-PACK  what it is worth to use what a pack brings\n  \
        tilewright duel PACK greedy-blocker greedy --json   manners, for a program"
)]
pub(crate) struct DuelArgs {
    /// Packs to play together, and at the end the two bots
    #[arg(value_name = "PACK… BOT BOT", required = true, num_args = 3..)]
    words: Vec<String>,
    /// Number of games; they are rounded up so that each bot has every seat equally often
    #[arg(short, long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(2..))]
    games: u64,
    /// Number of players [default: the fewest that the pack allows, but two at least]
    #[arg(long, value_name = "N")]
    seats: Option<u8>,
    /// Seed of all chance and all choices
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Number of threads; 0 for one on each core
    #[arg(short, long, value_name = "T", default_value_t = 0)]
    threads: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    choices: Choices,
}

/// Runs the command.
pub(crate) fn run(args: &DuelArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let [packs @ .., first, second] = &*args.words else {
        return Err(Failure::usage("a duel takes a pack and two bots"));
    };
    let (first, second) = (bots::one(first)?, bots::one(second)?);
    let loaded = cx.load(packs, &args.choices, 1)?;
    let Some(catalog) = loaded.catalog() else { return Err(Failure::wrong("the packs cannot be played")) };
    let seats = seats(catalog, args.seats.or((catalog.seats.0 < 2).then_some(2)))?;
    if seats < 2 {
        return Err(Failure::usage("a duel takes two seats at least").hint("`tilewright sim` plays alone"));
    }
    let plan = Plan { games: args.games, seats, seed: args.seed, threads: args.threads };
    let progress = ProgressLine::new(args.games.next_multiple_of(seats.into()), "games");
    let began = Instant::now();
    let found = duel(&loaded, &plan, (&first, &second), &|done| progress.at(done))?;
    progress.end();
    let rate = found.games as f64 / began.elapsed().as_secs_f64();
    let out = &mut cx.out;
    if args.json {
        let interval = |it: &Interval| json!([it.estimate, finite(it.low), finite(it.high)]);
        let whole = json!({
            "packs": catalog.exact_packs(),
            "options": catalog.chosen_options(),
            "bots": [first.to_string(), second.to_string()],
            "seats": seats,
            "seed": args.seed,
            "repeats": first.repeats() && second.repeats(),
            "games": found.games,
            "blocks": found.blocks,
            "won": interval(&found.won),
            "ahead": interval(&found.ahead),
            "chance": finite(found.chance),
            "stopped": found.faults.len(),
        });
        writeln!(out, "{whole:#}")?;
    } else {
        let games = counted(usize::try_from(found.games).unwrap_or(usize::MAX), "game", "games");
        let places = counted(seats.into(), "seat", "seats");
        writeln!(out, "{STRONG}{}{STRONG:#}", catalog.titles())?;
        for option in catalog.chosen_options() {
            writeln!(out, "  {option}")?;
        }
        writeln!(out, "{games} of {places}, places changed, seed {}", args.seed)?;
        for sentence in sentences(&found, (&first.to_string(), &second.to_string()), usize::from(seats)) {
            writeln!(out, "{sentence}")?;
        }
        if !(first.repeats() && second.repeats()) {
            writeln!(out, "A bot that looks at the clock plays otherwise the next time.")?;
        }
        writeln!(out, "{FAINT}{rate:.1} games a second{FAINT:#}")?;
    }
    match found.faults.first() {
        None => Ok(Exit::Fine),
        Some(fault) => {
            let first = Stopped::new((fault.game, fault.seed), &fault.fault);
            let stopped = found.faults.len() as u64;
            Err(warn_of_stopped(stopped, &first, cx)?.hint("mend the script and run this again"))
        }
    }
}

/// What there is to say.
fn sentences(found: &Duel, (first, second): (&str, &str), seats: usize) -> Vec<String> {
    if found.blocks == 0 {
        return vec!["No games came to their end.".to_owned()];
    }
    let percent = |share: f64| 100.0 * share;
    let won = &found.won;
    let fair = percent(1.0 / seats as f64);
    let (low, high) = (percent(won.low), percent(won.high));
    let verdict = match () {
        () if low > fair => format!("{first} is stronger"),
        () if high < fair => format!("{first} is weaker"),
        () => format!("neither is seen to be stronger in so few games as {}", found.games),
    };
    let mut all = vec![format!(
        "{first} wins {:.1} % [{low:.1} to {high:.1}] of its games against {second}, where equals win {fair:.0} %: {verdict}.",
        percent(won.estimate)
    )];
    let ahead = &found.ahead;
    let bounds =
        if ahead.low.is_finite() { format!(" [{:+.1} to {:+.1}]", ahead.low, ahead.high) } else { String::new() };
    all.push(format!("On the average it ends {:+.1}{bounds} points ahead of the best other.", ahead.estimate));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(won: Interval, ahead: Interval) -> Duel {
        let (shares, leads, faults) = (Vec::new(), Vec::new(), Vec::new());
        Duel { blocks: 100, games: 200, won, ahead, chance: 0.5, shares, leads, faults }
    }

    #[test]
    fn who_is_stronger_is_told_only_where_the_interval_says_so() {
        let interval = |estimate, low, high| Interval { estimate, low, high };
        let told = |won| sentences(&found(won, interval(3.0, 1.0, 5.0)), ("a", "b"), 2);
        assert_eq!(
            told(interval(0.6, 0.55, 0.65)),
            [
                "a wins 60.0 % [55.0 to 65.0] of its games against b, where equals win 50 %: a is stronger.",
                "On the average it ends +3.0 [+1.0 to +5.0] points ahead of the best other."
            ]
        );
        assert!(told(interval(0.4, 0.35, 0.45))[0].ends_with("a is weaker."));
        let unclear = told(interval(0.52, 0.45, 0.59));
        assert!(unclear[0].ends_with("neither is seen to be stronger in so few games as 200."), "{unclear:?}");
    }
}
