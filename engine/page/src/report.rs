//! Converts sections of a report to sections of a page with charts.

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::seat::Seat;
use tilewright_lab::report::told::{
    Bar, Chart, ChartForm, ENGLISH_DIGITS, EntrySort, HistogramSeries, Insert, Line, NamedEntry, ReportSection, Stack,
    Statement, english,
};

use crate::charts::{
    ChartBar, ChartLine, ChartMark, ChartSection, ChartSentence, ChartSeries, ChartStack, PageChart, PageChartForm,
};

/// Converts a section. `file_of` returns the path of the page of a game, relative to the report.
pub fn report_section(told: &ReportSection, catalog: &Catalog, file_of: &dyn Fn(u64) -> String) -> ChartSection {
    let sentence = |said: &Statement| {
        let file = said.game.map(file_of);
        let link = said.watch().zip(file).map(|(watch, file)| (watch.english(), file));
        ChartSentence { text: said.english(), link }
    };
    ChartSection {
        title: english(told.title).to_owned(),
        sentences: told.sentences.iter().map(sentence).collect(),
        charts: told.charts.iter().map(|of| chart(of, catalog)).collect(),
        table: None,
    }
}

/// Converts a chart.
pub(crate) fn chart(chart: &Chart, catalog: &Catalog) -> PageChart {
    let bar = |bar: &Bar, factor: f64| ChartBar {
        name: bar.name.english(),
        mark: mark(&bar.name, catalog),
        value: bar.value.estimate * factor,
        low: bar.value.low * factor,
        high: bar.value.high * factor,
        text: bar.text.text(ENGLISH_DIGITS),
    };
    let stack = |stack: &Stack| ChartStack {
        name: stack.name.english(),
        shares: stack.shares.iter().map(|share| share.estimate).collect(),
    };
    let series = |of: &HistogramSeries| ChartSeries {
        seat: of.seat.map(|seat| (seat, name_of(seat))),
        counts: of.counts.clone(),
    };
    let line = |line: &Line| ChartLine {
        seat: line.seat,
        name: name_of(line.seat),
        values: line.values.iter().map(|value| [value.estimate, value.low, value.high]).collect(),
    };
    let form = match &chart.form {
        ChartForm::Bars(bars) => {
            let is_percent = bars.iter().all(|bar| matches!(bar.text, Insert::Percent(_)));
            let (unit, factor) = if is_percent { (" %", 100.0) } else { ("", 1.0) };
            PageChartForm::Bars { unit, bars: bars.iter().map(|of| bar(of, factor)).collect() }
        }
        ChartForm::Stacks { parts, stacks } => PageChartForm::Stacks {
            parts: parts.iter().map(Statement::english).collect(),
            stacks: stacks.iter().map(stack).collect(),
        },
        ChartForm::Histogram { start, width, series: of } => {
            PageChartForm::Histogram { start: *start, width: *width, series: of.iter().map(series).collect() }
        }
        ChartForm::Lines(lines) => PageChartForm::Lines(lines.iter().map(line).collect()),
    };
    PageChart { caption: chart.caption.english(), form }
}

/// Returns the mark of a bar: its seat, or the tile kind that its name mentions.
fn mark(name: &Statement, catalog: &Catalog) -> ChartMark {
    let of = |(_, value): &(&str, Insert)| match value {
        Insert::Seat(seat) => Some(ChartMark::Seat(*seat)),
        Insert::Entry(NamedEntry { sort: EntrySort::Tile, id, .. }) => catalog.kinds.find(id).map(ChartMark::Tile),
        _ => None,
    };
    name.values.iter().find_map(of).unwrap_or(ChartMark::Plain)
}

fn name_of(seat: Seat) -> String {
    Statement::of_seat(seat).english()
}
