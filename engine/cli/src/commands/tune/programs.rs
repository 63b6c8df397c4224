//! Writes the result of a search for programs.

use serde_json::{Map, Value, json};
use tilewright_lab::bots::BotSpec;
use tilewright_lab::stats::Interval;
use tilewright_lab::tune::{Candidate, CheckedCandidate, NumberStep, StepVerdict, TuneResult};

use super::{PatchOrReason, Tuning, show};
use crate::out::finite;

/// Returns the JSON object of a result.
pub(super) fn whole(tuning: &Tuning, found: &TuneResult, patch: Option<&PatchOrReason>, applied: bool) -> Value {
    let (plan, catalog) = (&tuning.plan, tuning.base.catalog());
    let names = |set: &Vec<usize>| set.iter().map(|at| plan.targets[*at].measure.to_string()).collect::<Vec<_>>();
    let targets = plan
        .targets
        .iter()
        .map(|target| json!({"measure": target.measure.to_string(), "low": target.low, "high": target.high}));
    let first = &found.finalists[0];
    let sentences: Vec<String> = show::verdict(plan, found).into_iter().chain(show::steps(plan, found)).collect();
    json!({
        "packs": catalog.map(|catalog| catalog.exact_packs()),
        "options": catalog.map(|catalog| catalog.chosen_options()),
        "seats": plan.seats,
        "seed": plan.seed,
        "panel": plan.panel.iter().map(BotSpec::full_name).collect::<Vec<_>>(),
        "confirm": plan.confirm.as_ref().map(BotSpec::full_name),
        "targets": targets.collect::<Vec<_>>(),
        "candidates": {"possible": found.possible, "played": found.played, "unfit": found.unfit},
        "games": found.games,
        "verdict": found.verdict.word(),
        "sentences": sentences,
        "is_present": found.is_present,
        "finalists": found.finalists.iter().map(|of| candidate(tuning, of)).collect::<Vec<_>>(),
        "present": found.present.as_ref().map(|of| candidate(tuning, of)),
        "steps": found.steps.iter().map(|of| step(tuning, of)).collect::<Vec<_>>(),
        "conflicts": found.conflicts.iter().map(names).collect::<Vec<_>>(),
        "set": show::settings(plan, &first.candidate),
        "patch": patch.map(described_patch),
        "applied": applied,
    })
}

fn values(tuning: &Tuning, candidate: &Candidate) -> Value {
    let values = candidate.values(&tuning.plan.numbers).into_iter();
    Value::Object(values.map(|(path, value)| (path, json!(value))).collect::<Map<String, Value>>())
}

fn ends(interval: &Interval) -> Value {
    json!([finite(interval.estimate), finite(interval.low), finite(interval.high)])
}

fn candidate(tuning: &Tuning, of: &CheckedCandidate) -> Value {
    let checked = of.targets.iter().map(|by_bot| {
        let by_bot = by_bot.iter();
        let all = by_bot.map(|checked| json!({"mean": ends(&checked.interval), "verdict": checked.verdict.word()}));
        all.collect::<Vec<_>>()
    });
    json!({
        "numbers": values(tuning, &of.candidate),
        "games": of.games,
        "verdict": of.verdict.word(),
        "targets": checked.collect::<Vec<_>>(),
    })
}

fn step(tuning: &Tuning, step: &NumberStep) -> Value {
    let plan = &tuning.plan;
    let missed = match &step.verdict {
        StepVerdict::Misses(missed) => missed.as_slice(),
        _ => &[],
    };
    json!({
        "number": plan.numbers[step.number].path,
        "value": step.value,
        "verdict": step.verdict.word(),
        "missed": missed.iter().map(|at| plan.targets[*at].measure.to_string()).collect::<Vec<_>>(),
        "changes": step.changes.iter().map(|bots| bots.iter().map(ends).collect::<Vec<_>>()).collect::<Vec<_>>(),
    })
}

fn described_patch(patch: &PatchOrReason) -> Value {
    match patch {
        Ok(patch) => {
            let files = patch.files.iter().map(|file| {
                let (line, before, after) = file.changed_lines();
                json!({"file": file.shown, "line": line, "before": before, "after": after})
            });
            json!({"files": files.collect::<Vec<_>>()})
        }
        Err(reason) => json!({"unwritable": reason.0}),
    }
}
