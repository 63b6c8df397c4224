//! Defines the charts of a report.

use tilewright_core::catalog::seat::Seat;

use crate::report::course::CourseStatistics;
use crate::report::told::{Insert, Statement};
use crate::report::{BookPoints, Histogram};
use crate::stats::Interval;

/// A number in a chart.
#[derive(Clone, PartialEq, Debug)]
pub struct Bar {
    /// Label of the bar.
    pub name: Statement,
    /// Number with its interval: a share, or in the unit of the caption.
    pub value: Interval,
    /// Value that is displayed at the bar.
    pub text: Insert,
}

/// A bar that is divided into parts.
#[derive(Clone, PartialEq, Debug)]
pub struct Stack {
    /// Label of the bar.
    pub name: Statement,
    /// Share of each part. Shares below 0 are not drawn.
    pub shares: Vec<Interval>,
}

/// A series of a histogram.
#[derive(Clone, PartialEq, Debug)]
pub struct HistogramSeries {
    /// Seat of the series; `None` if it is about games.
    pub seat: Option<Seat>,
    /// Number of cases in each bin.
    pub counts: Vec<u64>,
}

/// Values of a seat in the course of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// Seat of the line.
    pub seat: Seat,
    /// Values after equal parts of the game; the last is that at the end.
    pub values: Vec<Interval>,
}

/// Form of a chart, with its numbers.
#[derive(Clone, PartialEq, Debug)]
pub enum ChartForm {
    /// Bars below each other, on a common scale.
    Bars(Vec<Bar>),
    /// Bars of equal length, divided into the same parts.
    Stacks {
        /// Names of the parts.
        parts: Vec<Statement>,
        /// Bars in order.
        stacks: Vec<Stack>,
    },
    /// Counts in bins of equal width.
    Histogram {
        /// Lower end of the first bin.
        start: f64,
        /// Width of a bin.
        width: f64,
        /// Series with the same number of bins.
        series: Vec<HistogramSeries>,
    },
    /// Values in the course of a game, from its beginning to its end.
    Lines(Vec<Line>),
}

/// Numbers of a chart.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    /// Caption of the chart, with the unit.
    pub caption: Statement,
    /// Form and numbers.
    pub form: ChartForm,
}

impl Chart {
    fn new(caption: &'static str, form: ChartForm) -> Chart {
        Chart { caption: Statement::new(caption, []), form }
    }

    /// Returns true if the chart would show nothing.
    pub(super) fn is_empty(&self) -> bool {
        match &self.form {
            ChartForm::Bars(bars) => bars.is_empty(),
            ChartForm::Stacks { stacks, .. } => stacks.is_empty(),
            ChartForm::Histogram { series, .. } => series.iter().all(|series| series.counts.len() < 2),
            ChartForm::Lines(lines) => lines.iter().flat_map(|line| &line.values).all(|value| !value.low.is_finite()),
        }
    }
}

/// Draws bars.
pub(super) fn bars(caption: &'static str, bars: impl IntoIterator<Item = Bar>) -> Chart {
    Chart::new(caption, ChartForm::Bars(bars.into_iter().collect()))
}

/// Draws the distribution of a number. With `by_seat`, each series belongs to a seat.
pub(super) fn histogram(caption: &'static str, histogram: &Histogram, by_seat: bool) -> Chart {
    let Histogram { start, width, counts } = histogram;
    let one = |(seat, counts): (u8, &Vec<u64>)| HistogramSeries {
        seat: by_seat.then_some(Seat(seat)),
        counts: counts.clone(),
    };
    let series = (0..).zip(counts).map(one).collect();
    Chart::new(caption, ChartForm::Histogram { start: *start, width: *width, series })
}

/// Draws the lead of each seat in the course of a game.
pub(super) fn leads(course: &CourseStatistics) -> Chart {
    let line = |(seat, values): (u8, &Vec<Interval>)| Line { seat: Seat(seat), values: values.clone() };
    Chart::new("report-leads-chart", ChartForm::Lines((0..).zip(&course.leads).map(line).collect()))
}

/// Draws the phases in which the points of books are scored.
pub(super) fn phases<'b>(sources: impl Iterator<Item = (&'b BookPoints, Statement)>) -> Chart {
    let keys = ["report-first-third", "report-second-third", "report-last-third", "report-last-scoring"];
    let stack = |(source, name): (&BookPoints, Statement)| Stack { name, shares: source.phases.to_vec() };
    let parts = keys.map(|key| Statement::new(key, [])).to_vec();
    Chart::new("report-phases-chart", ChartForm::Stacks { parts, stacks: sources.map(stack).collect() })
}
