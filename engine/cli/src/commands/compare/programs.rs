//! Writes a comparison for programs: as one JSON object, and as rows.

use std::fmt::Write;

use serde_json::{Map, Value, json};
use tilewright_lab::bots::BotSpec;
use tilewright_lab::stats::Interval;
use tilewright_lab::versions::{GameBeside, Measure, MeasuredChange, TableComparison};
use tilewright_results::csv_text;

use crate::commands::compare::compared::Compared;
use crate::commands::compare::sentences;
use crate::out::finite;

/// Returns the JSON object of a comparison.
pub(super) fn whole(compared: &Compared<'_>) -> Value {
    let version = |at: usize| {
        let catalog = compared.catalogs[at];
        json!({
            "name": compared.names[at], "packs": catalog.exact_packs(), "options": catalog.chosen_options(),
        })
    };
    let found = compared.found;
    let panel: Map<String, Value> =
        found.measures.iter().zip(&found.panel).map(|(measure, panel)| (measure.id(), json!(panel.word()))).collect();
    json!({
        "a": version(0),
        "b": version(1),
        "seats": compared.plan.seats,
        "seed": compared.plan.seed,
        "sentences": sentences::sentences(compared),
        "tables": found.tables.iter().map(|of| table(&found.measures, of)).collect::<Vec<_>>(),
        "panel": panel,
        "games": compared.beside.iter().map(game).collect::<Vec<_>>(),
    })
}

fn table(measures: &[Measure], table: &TableComparison) -> Value {
    let questions = measures.iter().zip(&table.changes);
    let questions: Vec<Value> = questions.map(|(measure, change)| question(measure, change, table.games)).collect();
    json!({
        "bots": table.bots.iter().map(BotSpec::full_name).collect::<Vec<_>>(),
        "blocks": table.blocks.len(),
        "games": table.blocks.len() as u64 * table.games,
        "end": table.end.word(),
        "differ": interval(&table.differ),
        "stopped": table.faults.len(),
        "questions": questions,
    })
}

fn question(measure: &Measure, change: &MeasuredChange, games: u64) -> Value {
    json!({
        "measure": measure.id(),
        "a": change.before,
        "b": change.after,
        "difference": interval(&change.difference.interval),
        "chance": finite(change.difference.p),
        "corrected": finite(change.corrected),
        "matters": change.matters,
        "verdict": change.verdict.word(),
        "more_games": change.verdict.more_blocks().map(|blocks| blocks.saturating_mul(games)),
    })
}

fn game(game: &GameBeside) -> Value {
    let moves = game.moves.each_ref().map(|moves| moves.iter().map(|entry| &*entry.text).collect::<Vec<&str>>());
    json!({
        "block": game.block,
        "seed": game.seed,
        "scores": game.scores,
        "equal_answers": game.equal,
        "a": moves[0],
        "b": moves[1],
    })
}

fn interval(interval: &Interval) -> Value {
    json!([interval.estimate, finite(interval.low), finite(interval.high)])
}

/// Returns the blocks as CSV, with a row for each table, block and version.
pub(super) fn rows(compared: &Compared<'_>) -> String {
    let found = compared.found;
    let names: Vec<String> = found.measures.iter().map(|measure| cell(&measure.id())).collect();
    let mut text = format!("bots,block,seed,version,{}\n", names.join(","));
    for table in &found.tables {
        let bots = cell(&sentences::bots(&table.bots));
        for block in &table.blocks {
            for (version, values) in [("a", &block.before), ("b", &block.after)] {
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                let seed = compared.plan.seed_of(block.number);
                // Writing to a text cannot fail.
                let _ = writeln!(text, "{bots},{},{seed},{version},{}", block.number, values.join(","));
            }
        }
    }
    text
}

fn cell(text: &str) -> String {
    let mut cell = String::new();
    csv_text(text, &mut cell);
    cell
}
