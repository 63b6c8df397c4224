//! What a report says of games that are played only when they are asked for.

use crate::report::told::sections::{chart, named, number, share, turned};
use crate::report::told::{Insert, Section, Statement};
use crate::report::{Ladder, OptionWorth, Rung};

/// What there is to say of options; nothing where the packs have no other values.
pub fn of_options(worths: &[OptionWorth]) -> Option<Section> {
    let name = |worth: &OptionWorth| worth.options.join(", ");
    let said = |worth: &OptionWorth| {
        let option = ("option", Insert::Text(name(worth)));
        let points = ("points", Insert::Number(worth.points.interval, 1));
        let turns = ("turns", Insert::Number(worth.turns.interval, 1));
        let games = ("games", Insert::Count(worth.games));
        match worth.lead {
            _ if !worth.stands_out => Statement::new("report-option-none", [option, points, turns, games]),
            Some(lead) => {
                let lead = ("lead", Insert::Number(lead.interval, 1));
                Statement::new("report-option", [option, points, turns, lead, games])
            }
            None => Statement::new("report-option-solo", [option, points, turns, games]),
        }
    };
    // What makes a difference comes first.
    let (told, others): (Vec<&OptionWorth>, Vec<&OptionWorth>) = worths.iter().partition(|worth| worth.stands_out);
    let bars = worths.iter().map(|worth| number(named(&name(worth)), worth.points.interval));
    (!worths.is_empty()).then(|| Section {
        title: "report-pack-options",
        sentences: told.into_iter().chain(others).map(said).collect(),
        charts: vec![chart("report-options-chart", bars)],
    })
}

/// What there is to say of a ladder of skill; nothing where it has no rungs.
pub fn of_ladder(ladder: &Ladder) -> Option<Section> {
    let names = |rung: &Rung| {
        let [bot, best] = [&rung.bot, &rung.best].map(|bot| Insert::Text(bot.spelled()));
        [("bot", bot), ("best", best)]
    };
    let said = |rung: &Rung| {
        let [bot, best] = names(rung);
        if rung.duel.blocks == 0 {
            return Statement::new("report-rung-unknown", [bot, best]);
        }
        let (won, fair) = (rung.duel.won, 1.0 / f64::from(ladder.seats));
        let (key, points) = match turned(&rung.duel.ahead, "report-rung-behind", "report-rung-ahead") {
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
    let bars = ladder.rungs.iter().map(|rung| share(Statement::new("report-rung-name", names(rung)), rung.duel.won));
    (!ladder.rungs.is_empty()).then(|| Section {
        title: "report-ladder",
        sentences: ladder.rungs.iter().map(said).chain([sum]).collect(),
        charts: vec![chart("report-rungs-chart", bars)],
    })
}
