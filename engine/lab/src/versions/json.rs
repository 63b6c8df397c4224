//! Writes a comparison as JSON.

use serde_json::{Map, Value, json};

use crate::bots::BotSpec;
use crate::report::told::Statement;
use crate::stats::{Interval, finite};
use crate::versions::told::{VersionReport, sentences};
use crate::versions::{GameBeside, Measure, MeasuredChange, TableComparison};

/// Returns the JSON object of a comparison.
pub fn comparison_json(compared: &VersionReport) -> Value {
    let version = |at: usize| {
        let version = &compared.versions[at];
        json!({"name": version.name, "packs": version.packs, "options": version.options})
    };
    let found = &compared.found;
    let panel: Map<String, Value> =
        found.measures.iter().zip(&found.panel).map(|(measure, panel)| (measure.id(), json!(panel.word()))).collect();
    json!({
        "a": version(0),
        "b": version(1),
        "seats": compared.plan.seats,
        "seed": compared.plan.seed,
        "sentences": sentences(compared).iter().map(Statement::english).collect::<Vec<_>>(),
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
