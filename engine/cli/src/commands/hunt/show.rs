//! Shows the result of a hunt, as text and for programs.

use std::io::Write;
use std::path::Path;

use serde_json::{Value, json};
use tilewright_core::catalog::Catalog;
use tilewright_lab::bots::BotSpec;
use tilewright_lab::habit::{AspectKind, Habit};
use tilewright_lab::hunt::{HuntPlan, HuntResult, LineTest, Preparation, TestedLine};
use tilewright_lab::judge::Manner;
use tilewright_lab::report::told::{ENGLISH_DIGITS, Insert};
use tilewright_lab::stats::Interval;

use crate::context::Context;
use crate::failure::Failure;
use crate::faulted::quote_for_shell;
use crate::out::{FAINT, STRONG, finite, format_count};
use crate::table::{TextTable, group_digits};

/// Prints the result of a hunt.
pub(super) fn result(
    plan: &HuntPlan,
    prepared: &Preparation,
    found: &HuntResult,
    catalog: &Catalog,
    records: Option<&Path>,
    cx: &mut Context,
) -> Result<(), Failure> {
    let out = &mut cx.out;
    writeln!(out, "{STRONG}{}{STRONG:#}", catalog.titles())?;
    for option in catalog.chosen_options() {
        writeln!(out, "   {option}")?;
    }
    writeln!(
        out,
        "{FAINT}{} of {} against {}, seed {}; opponents in the last test: {}, with {:.0} times the work{FAINT:#}\n",
        format_count(found.games as usize, "game", "games"),
        format_count(plan.seats.into(), "seat", "seats"),
        field(plan),
        plan.seed,
        prepared.strong.full_name(),
        prepared.times,
    )?;
    writeln!(out, "{}", verdict(found))?;
    for tested in found.found() {
        writeln!(out, "\n{STRONG}{}{STRONG:#}", tested.line)?;
        for sentence in sentences(plan, prepared, tested) {
            writeln!(out, "  {sentence}")?;
        }
    }
    let others = found.tested.iter().filter(|tested| !tested.is_found);
    if others.clone().next().is_some() {
        let head = if found.found().next().is_some() { "Further lines on fresh seeds" } else { "The best of them" };
        let strong = format!("against {}", prepared.strong.full_name());
        let mut table = TextTable::new(["line".to_owned(), "against the field".to_owned(), strong]);
        for tested in others {
            let strong = tested.strong.as_ref().map_or_else(String::new, |test| percent(&test.won));
            table.row([tested.line.to_string(), percent(&tested.field.won), strong]);
        }
        write!(out, "\n{STRONG}{head}{STRONG:#}\n{}", table.text())?;
    }
    for open in found.tested.iter().filter(|tested| tested.is_open()) {
        let (line, strong) = (&open.line, prepared.strong.full_name());
        writeln!(out, "{line} beats the field; more games may show whether it also beats {strong}.")?;
    }
    if let Some(message) = &found.message {
        let lines = format_count(found.stopped, "line", "lines");
        writeln!(out, "\nRules stopped games of {lines}, which were left out: {message}")?;
    }
    if found.found().next().is_some() {
        match records {
            Some(path) => {
                let path = quote_for_shell(&path.display().to_string());
                writeln!(out, "\n`tilewright replay {path}` replays the games.")?;
            }
            None => writeln!(out, "\n`--records FILE` keeps the games, to be replayed.")?,
        }
    }
    Ok(())
}

/// Returns the names of the field.
fn field(plan: &HuntPlan) -> String {
    plan.field.iter().map(BotSpec::full_name).collect::<Vec<_>>().join(" and ")
}

/// Writes the sentence about the answer.
fn verdict(found: &HuntResult) -> String {
    let tried = format_count(found.tried, "line", "lines");
    match found.found().count() {
        0 if found.tested.is_empty() => {
            format!("No line of play was found: {tried} tried, and none clearly won more than an equal share.")
        }
        0 => format!("No line of play was found: {tried} tried, and none won enough on fresh seeds."),
        count => format!("{} found among {tried} that were tried.", format_count(count, "line", "lines")),
    }
}

fn percent(share: &Interval) -> String {
    Insert::Percent(*share).text(ENGLISH_DIGITS)
}

/// Describes a found line.
fn sentences(plan: &HuntPlan, prepared: &Preparation, tested: &TestedLine) -> Vec<String> {
    let mut all = describe(&tested.line);
    let against = |test: &LineTest, who: &str| {
        let (games, won) = (group_digits(test.games), percent(&test.won));
        format!("It wins {won} of {games} games against {who}, where equals win {:.0} %.", 100.0 * test.fair)
    };
    all.push(against(&tested.field, &field(plan)));
    if let Some(test) = &tested.strong {
        all.push(against(test, &prepared.strong.full_name()));
        let lead = Insert::Signed(test.ahead, 1).text(ENGLISH_DIGITS);
        all.push(format!("There it ends {lead} points ahead of the best other."));
    }
    if let Some(game) = &tested.shown {
        let bots: Vec<String> = game.bots.iter().map(BotSpec::full_name).collect();
        all.push(format!(
            "{} wins this game by {} points: seed {}, played by {}.",
            game.seat,
            game.lead,
            game.seed,
            bots.join(", ")
        ));
    }
    all
}

/// Describes a line in sentences.
fn describe(line: &BotSpec) -> Vec<String> {
    let manner = Manner::NAMED.iter().find(|(manner, ..)| *manner == line.manner);
    let manner = manner.map(|(_, _, description)| format!("For its choices, {description}."));
    manner.into_iter().chain(line.habits.iter().map(describe_habit)).collect()
}

fn describe_habit(habit: &Habit) -> String {
    let aspect = habit.aspect();
    let name = &aspect.name;
    let thing = match aspect.kind {
        AspectKind::Pack => format!("the figures, tiles and options of the pack `{name}`"),
        AspectKind::Figure => format!("the figure `{name}`"),
        AspectKind::Terrain => format!("the terrain `{name}`"),
        AspectKind::Tag => format!("a tile or feature with the tag `{name}`"),
        AspectKind::Tile => format!("the tile `{name}`"),
        AspectKind::Rule => format!("an option that the rule `{name}` adds"),
        AspectKind::Answer => match name.rsplit_once('.') {
            Some((ask, answer)) => format!("`{answer}` at the question `{ask}`"),
            None => format!("`{name}`"),
        },
    };
    match habit {
        Habit::Never(_) => format!("It never chooses {thing} if there is another option."),
        Habit::Always(_) => format!("It always chooses {thing} if it can."),
    }
}

/// Returns the JSON object of a result.
pub(super) fn for_programs(plan: &HuntPlan, prepared: &Preparation, found: &HuntResult, catalog: &Catalog) -> Value {
    let ends = |interval: &Interval| json!([interval.estimate, finite(interval.low), finite(interval.high)]);
    let test = |test: &LineTest| json!({"games": test.games, "won": ends(&test.won), "fair": test.fair, "ahead": ends(&test.ahead)});
    let line = |tested: &TestedLine| {
        let game = tested.shown.as_ref().map(|game| {
            let bots: Vec<String> = game.bots.iter().map(BotSpec::full_name).collect();
            json!({"seed": game.seed, "bots": bots, "seat": game.seat.0, "lead": game.lead})
        });
        json!({
            "bot": tested.line.to_string(),
            "is_found": tested.is_found,
            "is_open": tested.is_open(),
            "sentences": describe(&tested.line),
            "field": test(&tested.field),
            "strong": tested.strong.as_ref().map(test),
            "game": game,
        })
    };
    json!({
        "packs": catalog.exact_packs(),
        "options": catalog.chosen_options(),
        "seats": plan.seats,
        "seed": plan.seed,
        "budget": plan.budget,
        "field": plan.field.iter().map(BotSpec::full_name).collect::<Vec<_>>(),
        "strong": prepared.strong.full_name(),
        "times": prepared.times,
        "games": found.games,
        "tried": found.tried,
        "stopped": found.stopped,
        "verdict": verdict(found),
        "lines": found.tested.iter().map(line).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_lab::bots::parse_bot;

    #[test]
    fn lines_are_described_in_words() {
        let described = |bot: &str| parse_bot(bot).map(|bot| describe(&bot)).unwrap_or_default();
        assert_eq!(
            described("greedy-builder-never-figures.guard-always-answers.plan.save"),
            [
                "For its choices, its own points count half as much again.",
                "It never chooses the figure `guard` if there is another option.",
                "It always chooses `save` at the question `plan` if it can.",
            ]
        );
        assert_eq!(
            described("greedy-never-inns-always-rules.recall-never-tags.deep"),
            [
                "It never chooses the figures, tiles and options of the pack `inns` if there is another option.",
                "It always chooses an option that the rule `recall` adds if it can.",
                "It never chooses a tile or feature with the tag `deep` if there is another option.",
            ]
        );
        assert!(described("greedy").is_empty());
    }
}
