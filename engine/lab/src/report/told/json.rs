//! Writes a report as JSON: each sentence has its key and the inserted values.

use serde_json::{Map, Value, json};

use crate::report::Range;
use crate::report::told::{
    Bar, Chart, ChartForm, HistogramSeries, Insert, Line, NamedEntry, ReportSection, Stack, Statement, english,
};
use crate::stats::{CONFIDENCE, Interval, finite};

/// Description of the games and the players, at the top of a report.
#[derive(Clone, Debug)]
pub struct ReportHeading {
    /// Packs, each as `id@version#hash`.
    pub packs: Vec<String>,
    /// Options that differ from their defaults, each as `pack:name=value`.
    pub options: Vec<String>,
    /// Bot of each seat.
    pub bots: Vec<String>,
    /// Number of seats in each game.
    pub seats: u8,
    /// Seed from which the seeds of all games are derived.
    pub seed: u64,
    /// Number of games that ended normally.
    pub games: u64,
    /// Number of games that a script stopped.
    pub stopped: u64,
}

/// Returns the whole report as an object. `seed_of` gives the seed of a game.
pub fn report_json(heading: &ReportHeading, sections: &[ReportSection], seed_of: &dyn Fn(u64) -> u64) -> Value {
    json!({
        "packs": heading.packs,
        "options": heading.options,
        "bots": heading.bots,
        "seats": heading.seats,
        "seed": heading.seed,
        "games": heading.games,
        "stopped": heading.stopped,
        "confidence": CONFIDENCE,
        "sections": sections.iter().map(|it| section(it, seed_of)).collect::<Vec<Value>>(),
    })
}

fn section(section: &ReportSection, seed_of: &dyn Fn(u64) -> u64) -> Value {
    let sentence = |said: &Statement| {
        let mut object = statement(said);
        if let Some(game) = said.game {
            object["game"] = json!({"number": game, "seed": seed_of(game)});
        }
        object
    };
    json!({
        "key": section.title,
        "title": english(section.title),
        "sentences": section.sentences.iter().map(sentence).collect::<Vec<Value>>(),
        "charts": section.charts.iter().map(chart).collect::<Vec<Value>>(),
    })
}

fn statement(statement: &Statement) -> Value {
    let values = statement.values.iter().map(|(name, value)| ((*name).to_owned(), insert(value)));
    json!({"key": statement.key, "text": statement.english(), "values": Value::Object(values.collect::<Map<_, _>>())})
}

fn chart(chart: &Chart) -> Value {
    let bar = |bar: &Bar| json!({"name": statement(&bar.name), "value": insert(&bar.text)});
    let mut object = json!({"caption": statement(&chart.caption)});
    match &chart.form {
        ChartForm::Bars(bars) => object["bars"] = bars.iter().map(bar).collect(),
        ChartForm::Stacks { parts, stacks } => {
            object["parts"] = parts.iter().map(statement).collect();
            let stack = |stack: &Stack| {
                let shares: Vec<Value> = stack.shares.iter().map(interval).collect();
                json!({"name": statement(&stack.name), "shares": shares})
            };
            object["stacks"] = stacks.iter().map(stack).collect();
        }
        ChartForm::Histogram { start, width, series } => {
            let one = |of: &HistogramSeries| json!({"seat": of.seat.map(|seat| seat.0), "counts": of.counts});
            let series: Vec<Value> = series.iter().map(one).collect();
            object["histogram"] = json!({"start": start, "width": width, "series": series});
        }
        ChartForm::Lines(lines) => {
            let line = |line: &Line| json!({"seat": line.seat.0, "values": line.values.iter().map(interval).collect::<Vec<Value>>()});
            object["lines"] = lines.iter().map(line).collect();
        }
    }
    object
}

fn interval(of: &Interval) -> Value {
    json!({"estimate": finite(of.estimate), "low": finite(of.low), "high": finite(of.high)})
}

/// Converts an inserted value. Numbers are not rounded, and shares range from 0 to 1.
fn insert(value: &Insert) -> Value {
    let median = |range: &Range| interval(&range.median);
    match value {
        Insert::Text(text) => json!(text),
        Insert::Entry(NamedEntry { id, .. }) => json!(id),
        Insert::Entries(entries) => entries.iter().map(|entry| json!(entry.id)).collect(),
        Insert::Count(count) => json!(count),
        Insert::Plain(number, _) => json!(finite(*number)),
        Insert::Seat(seat) => json!(seat.0),
        Insert::Number(number, _) | Insert::Percent(number) | Insert::Signed(number, _) => interval(number),
        Insert::Statement(named) => statement(named),
        Insert::Middle(range) => median(range),
        Insert::Low(range) => json!(range.low),
        Insert::High(range) => json!(range.high),
    }
}
