//! Writes the sections of a report about games that are played only on request.

use crate::report::told::charts::bars;
use crate::report::told::sections::{number, share, split_sign};
use crate::report::told::{Insert, ReportSection, Statement};
use crate::report::{Ladder, OptionWorth, Rung};
use crate::stats::Tested;

/// Writes the section about options; `None` if the packs have no other values.
pub fn of_options(worths: &[OptionWorth]) -> Option<ReportSection> {
    let name = |worth: &OptionWorth| worth.options.join(", ");
    // Options with an effect come first.
    let (told, others): (Vec<&OptionWorth>, Vec<&OptionWorth>) = worths.iter().partition(|worth| worth.stands_out);
    let named = |worth: &OptionWorth| Statement::new("report-name", [("name", Insert::Text(name(worth)))]);
    let gains = worths.iter().map(|worth| number(named(worth), worth.points.interval));
    (!worths.is_empty()).then(|| ReportSection {
        title: "report-pack-options",
        sentences: told.into_iter().flat_map(of_option).chain(others.into_iter().map(unclear)).collect(),
        charts: vec![bars("report-options-chart", gains)],
    })
}

/// Describes the effect of a value of an option, with a sentence for each number.
fn of_option(worth: &OptionWorth) -> Vec<Statement> {
    let changes = [
        ("report-option-points-fewer", "report-option-points-more", Some(worth.points)),
        ("report-option-turns-fewer", "report-option-turns-more", Some(worth.turns)),
        ("report-option-lead-less", "report-option-lead-more", worth.lead),
    ];
    let said = |(less, more, tested): (&'static str, &'static str, Option<Tested>)| {
        let interval = tested?.interval;
        // A number that is the same in every game needs no sentence.
        if (interval.low, interval.high) == (0.0, 0.0) {
            return None;
        }
        let (key, size) = split_sign(&interval, less, more);
        let (option, games) = (Insert::Text(worth.options.join(", ")), Insert::Count(worth.games));
        Some(Statement::new(key, [("option", option), ("size", Insert::Number(size, 1)), ("games", games)]))
    };
    changes.into_iter().filter_map(said).collect()
}

/// States the maximum effect of a value of an option that the games would not have shown.
fn unclear(worth: &OptionWorth) -> Statement {
    let most = |tested: &Tested| {
        let most = tested.interval.low.abs().max(tested.interval.high.abs());
        Insert::Plain(if most.is_finite() { most } else { 0.0 }, 1)
    };
    let option = ("option", Insert::Text(worth.options.join(", ")));
    let games = ("games", Insert::Count(worth.games));
    if worth.games < 2 {
        return Statement::new("report-option-unknown", [option]);
    }
    if worth.differ.estimate == 0.0 {
        return Statement::new("report-option-same", [option, games]);
    }
    let (points, turns) = (("points", most(&worth.points)), ("turns", most(&worth.turns)));
    Statement::new("report-option-none", [option, games, points, turns])
}

/// Writes the section about a ladder of skill; `None` if the ladder has no rungs.
pub fn of_ladder(ladder: &Ladder) -> Option<ReportSection> {
    let names = |rung: &Rung| {
        let [bot, best] = [&rung.bot, &rung.best].map(|bot| Insert::Text(bot.full_name()));
        [("bot", bot), ("best", best)]
    };
    let said = |rung: &Rung| {
        let [bot, best] = names(rung);
        if rung.duel.blocks == 0 {
            return Statement::new("report-rung-unknown", [bot, best]);
        }
        let (won, fair) = (rung.duel.won, rung.duel.fair);
        let (key, points) = match split_sign(&rung.duel.ahead, "report-rung-behind", "report-rung-ahead") {
            _ if rung.is_step => ("report-rung-step", rung.duel.ahead),
            ("report-rung-behind", points) if won.high < fair => ("report-rung-below", points),
            other => other,
        };
        let numbers = [
            ("share", Insert::Percent(won)),
            ("games", Insert::Count(rung.duel.games)),
            ("points", Insert::Number(points, 1)),
        ];
        let [share, games, points] = numbers;
        Statement::new(key, [bot, best, share, games, points])
    };
    let sum = Statement::new(
        "report-rungs",
        [
            ("steps", Insert::Number(ladder.steps, 0)),
            ("rungs", Insert::Count(ladder.rungs.len() as u64)),
            ("share", Insert::Count((100.0 * ladder.step).round() as u64)),
        ],
    );
    let rungs = ladder.rungs.iter().map(|rung| share(Statement::new("report-rung-name", names(rung)), rung.duel.won));
    (!ladder.rungs.is_empty()).then(|| ReportSection {
        title: "report-ladder",
        sentences: ladder.rungs.iter().map(said).chain([sum]).collect(),
        charts: vec![bars("report-rungs-chart", rungs)],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Interval;

    fn tested_interval(estimate: f64, low: f64, high: f64) -> Tested {
        Tested { interval: Interval { estimate, low, high }, p: 0.04, blocks: 60 }
    }

    #[test]
    fn fewer_is_told_as_fewer_and_what_may_be_as_what_may_be() {
        let worth = OptionWorth {
            options: vec!["hand_size=3".into()],
            games: 60,
            points: tested_interval(4.9, 0.4, 9.4),
            turns: tested_interval(-1.0, -2.5, 0.5),
            lead: Some(tested_interval(0.0, -1.0, 1.0)),
            differ: Interval { estimate: 0.5, low: 0.4, high: 0.6 },
            stands_out: false,
            is_dead: false,
        };
        let said = |worth: OptionWorth| -> Vec<String> {
            of_options(&[worth]).into_iter().flat_map(|of| of.sentences).map(|said| said.english()).collect()
        };
        assert_eq!(
            said(worth.clone()),
            [
                "The effect of `hand_size=3` cannot be distinguished from chance on 60 seeds: it may be up to 9.4 points for a \
              player, and up to 2.5 turns."
            ]
        );
        let large = OptionWorth { points: tested_interval(-7.6, -9.0, -6.2), stands_out: true, ..worth };
        assert_eq!(
            said(large),
            [
                "With `hand_size=3`, a player has 7.6 (6.2 to 9.0) points fewer, on the same 60 seeds.",
                "With `hand_size=3`, a game has 1.0 (-0.5 to 2.5) turns fewer, on the same 60 seeds.",
                "With `hand_size=3`, the first seat's lead is 0.0 (-1.0 to 1.0) points larger, on the same 60 seeds.",
            ]
        );
    }
}
