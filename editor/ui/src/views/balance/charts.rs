//! Charts of a report: bars with their intervals, bars in parts, histograms, and lines over the course of a game.

use egui::{Align2, Color32, RichText, Stroke, Ui, Vec2};
use egui_plot::{Bar, BarChart, GridMark, Legend, Line, Plot, PlotPoint, PlotPoints, Polygon, Text};
use tilewright_core::catalog::seat::Seat;
use tilewright_lab::report::told::{self, Chart, ChartForm, HistogramSeries, Insert, Stack, Statement};

use crate::context::ViewCx;
use crate::ui::theme::{Emphasis, of_seat};
use crate::ui::widgets::set_name;

/// Height of a bar with the space around it, in points.
const ROW: f32 = 24.0;
/// Maximum number of characters of a name.
const LETTERS: usize = 30;
/// Space at the right for values, relative to the range of the bars.
const BESIDE: f64 = 0.6;

/// Height of a chart without rows, in points.
const HEIGHT: f32 = 200.0;
/// Opacity of each further part of a bar, relative to the part before.
const FADED: f32 = 0.6;

/// Draws a chart.
pub(super) fn show(ui: &mut Ui, cx: &ViewCx<'_>, chart: &Chart) {
    let caption = cx.texts.format_statement(&chart.caption);
    match &chart.form {
        ChartForm::Bars(bars) => show_bars(ui, cx, chart.caption.key, &caption, bars),
        ChartForm::Stacks { parts, stacks } => {
            ui.label(RichText::new(&caption).medium());
            show_stacks(ui, cx, chart.caption.key, parts, stacks);
        }
        ChartForm::Histogram { start, width, series } => {
            ui.label(RichText::new(&caption).medium());
            let bins = Bins { start: *start, width: *width };
            for of in series {
                show_histogram(ui, cx, (chart.caption.key, &caption), bins, of);
            }
        }
        ChartForm::Lines(lines) => {
            ui.label(RichText::new(&caption).medium());
            show_lines(ui, cx, (chart.caption.key, &caption), lines);
        }
    }
}

/// Bins of a histogram.
#[derive(Clone, Copy)]
struct Bins {
    start: f64,
    width: f64,
}

fn name_of(cx: &ViewCx<'_>, seat: Seat) -> String {
    cx.texts.format_statement(&Statement::of_seat(seat))
}

/// Creates a plot that shows all its contents and cannot be moved.
fn fixed_plot(id: impl std::hash::Hash + std::fmt::Debug, height: f32) -> Plot<'static> {
    Plot::new(id)
        .height(height)
        .allow_zoom(false)
        .allow_drag(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_axis_zoom_drag(false)
        .allow_double_click_reset(false)
        .show_x(false)
        .show_y(false)
}

/// Draws the number of cases in each bin.
fn show_histogram(ui: &mut Ui, cx: &ViewCx<'_>, (key, caption): (&str, &str), bins: Bins, of: &HistogramSeries) {
    let name = of.seat.map(|seat| name_of(cx, seat));
    let fill = of.seat.map_or(cx.tokens.accent, of_seat);
    let middle = |bin: usize| bins.start + bins.width * (bin as f64 + 0.5);
    let bar = |(bin, count): (usize, &u64)| {
        Bar::new(middle(bin), *count as f64).width(bins.width * 0.9).fill(fill).stroke(Stroke::new(1.0, cx.tokens.text))
    };
    let bars: Vec<Bar> = of.counts.iter().enumerate().map(bar).collect();
    if let Some(name) = &name {
        ui.label(RichText::new(name).color(cx.tokens.weak));
    }
    let plot = fixed_plot((key, of.seat), HEIGHT * 0.5).show_grid([true, false]).show_axes([true, false]);
    let plot = plot.show(ui, |plot| plot.bar_chart(BarChart::new("", bars)));
    set_name(ui, &plot.response, &name.map_or_else(|| caption.to_owned(), |name| format!("{caption} {name}")));
}

/// Draws a line with its interval for each seat.
fn show_lines(ui: &mut Ui, cx: &ViewCx<'_>, (key, caption): (&str, &str), lines: &[told::Line]) {
    let plot =
        fixed_plot(key, HEIGHT).legend(Legend::default()).x_axis_formatter(|mark, _| format!("{:.0} %", mark.value));
    let plot = plot.show(ui, |plot| {
        for line in lines {
            let (name, color) = (name_of(cx, line.seat), of_seat(line.seat));
            let known = |at: f64, otherwise: f64| if at.is_finite() { at } else { otherwise };
            let part = |n: usize| 100.0 * n as f64 / line.values.len().max(1) as f64;
            // Every game begins without a lead.
            let points = |end: &dyn Fn(&tilewright_lab::stats::Interval) -> f64| -> Vec<[f64; 2]> {
                let later =
                    line.values.iter().enumerate().map(|(n, value)| [part(n + 1), known(end(value), value.estimate)]);
                std::iter::once([0.0, 0.0]).chain(later).collect()
            };
            let band: Vec<[f64; 2]> =
                points(&|of| of.low).into_iter().chain(points(&|of| of.high).into_iter().rev()).collect();
            let band =
                Polygon::new(format!("{name} interval"), PlotPoints::from(band)).fill_color(color.gamma_multiply(0.25));
            plot.polygon(band.stroke(Stroke::NONE).allow_hover(false));
            plot.line(Line::new(name, PlotPoints::from(points(&|of| of.estimate))).stroke(Stroke::new(2.5, color)));
        }
    });
    set_name(ui, &plot.response, caption);
}

/// Draws bars that are divided into parts, one row for each, with the number of each part that has room.
fn show_stacks(ui: &mut Ui, cx: &ViewCx<'_>, key: &str, parts: &[Statement], stacks: &[Stack]) {
    let parts: Vec<String> = parts.iter().map(|part| cx.texts.format_statement(part)).collect();
    let count = stacks.len();
    let names: Vec<String> =
        stacks.iter().rev().map(|stack| shorten_name(&cx.texts.format_statement(&stack.name))).collect();
    let shares = |stack: &Stack| -> Vec<f64> {
        let shares: Vec<f64> = stack.shares.iter().map(|share| share.estimate.max(0.0)).collect();
        let whole = shares.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        shares.iter().map(|share| 100.0 * share / whole).collect()
    };
    let fill = |part: usize| -> Color32 { cx.tokens.accent.gamma_multiply(FADED.powi(part as i32)) };
    let rows = row_axis(fixed_plot(key, ROW * count as f32 + 40.0), names, count).legend(Legend::default());
    let plot = rows.include_x(0.0).include_x(100.0).show(ui, |plot| {
        let mut before: Vec<BarChart> = Vec::new();
        for (part, name) in parts.iter().enumerate() {
            let bar = |(row, stack): (usize, &Stack)| {
                let share = shares(stack).get(part).copied().unwrap_or(0.0);
                Bar::new(row as f64, share).width(0.66).fill(fill(part)).stroke(Stroke::new(1.0, cx.tokens.text))
            };
            let bars: Vec<Bar> = stacks.iter().rev().enumerate().map(bar).collect();
            let below: Vec<&BarChart> = before.iter().collect();
            before.push(BarChart::new(name.clone(), bars).color(fill(part)).horizontal().stack_on(&below));
        }
        before.into_iter().for_each(|chart| plot.bar_chart(chart));
        for (row, stack) in stacks.iter().rev().enumerate() {
            let mut from = 0.0;
            for share in shares(stack) {
                if share >= 8.0 {
                    let at = PlotPoint::new(from + share / 2.0, row as f64);
                    let text = cx.texts.format_insert(&Insert::Plain(share, 0));
                    let text = RichText::new(format!("{text} %")).color(cx.tokens.text);
                    plot.text(Text::new("", at, text).allow_hover(false));
                }
                from += share;
            }
        }
    });
    set_name(ui, &plot.response, &parts.join(", "));
}

/// Names the rows of a plot at its left side, from the bottom.
fn row_axis(plot: Plot<'_>, names: Vec<String>, count: usize) -> Plot<'_> {
    plot.show_axes([false, true])
        .show_grid(false)
        .set_margin_fraction(Vec2::new(0.02, 0.0))
        .include_y(-0.5)
        .include_y(count as f64 - 0.5)
        .y_grid_spacer(move |_| (0..count).map(|row| GridMark { value: row as f64, step_size: 1.0 }).collect())
        .y_axis_formatter(move |mark, _| {
            let at = mark.value.round();
            let is_row = at >= 0.0 && (mark.value - at).abs() < 0.01;
            names.get(at as usize).filter(|_| is_row).cloned().unwrap_or_default()
        })
        .y_axis_min_width(120.0)
}

/// Draws bars, the first at the top.
fn show_bars(ui: &mut Ui, cx: &ViewCx<'_>, key: &str, caption: &str, bars: &[told::Bar]) {
    let bars: Vec<&told::Bar> = bars.iter().filter(|bar| bar.value.estimate.is_finite()).rev().collect();
    if bars.is_empty() {
        return;
    }
    ui.label(RichText::new(caption).medium());
    let names: Vec<String> = bars.iter().map(|bar| shorten_name(&cx.texts.format_statement(&bar.name))).collect();
    let ends: Vec<[f64; 2]> = bars.iter().map(|bar| ends(bar)).collect();
    let low = ends.iter().map(|[low, _]| *low).fold(0.0, f64::min);
    let high = ends.iter().map(|[_, high]| *high).fold(0.0, f64::max);
    let room = (high - low).max(1e-6);
    let count = bars.len();
    let whisker = Stroke::new(1.5, cx.tokens.text);
    let rows: Vec<(Bar, Line<'_>, Text)> = (0..count)
        .map(|row| {
            let (bar, [from, to], at) = (bars[row], ends[row], row as f64);
            let shown = Bar::new(at, bar.value.estimate).width(0.66).name(&names[row]);
            let shown = match seat_in(&bar.name) {
                Some(seat) => shown.fill(of_seat(seat)).stroke(Stroke::new(1.0, cx.tokens.text)),
                None => shown.fill(cx.tokens.accent).stroke(Stroke::new(1.0, cx.tokens.accent)),
            };
            let line = Line::new(format!("{row} interval"), PlotPoints::from(vec![[from, at], [to, at]]));
            let beside = PlotPoint::new(to.max(0.0) + room * 0.02, at);
            let text = RichText::new(cx.texts.format_insert(&bar.text)).color(cx.tokens.text);
            let text = Text::new(format!("{row} text"), beside, text).anchor(Align2::LEFT_CENTER);
            (shown, line.stroke(whisker).allow_hover(false), text.color(cx.tokens.text).allow_hover(false))
        })
        .collect();
    let plot = row_axis(fixed_plot(key, ROW * count as f32 + 10.0), names, count)
        .include_x(low)
        .include_x(high + room * BESIDE)
        .show(ui, |plot| {
            let (bars, rest): (Vec<Bar>, Vec<(Line<'_>, Text)>) =
                rows.into_iter().map(|(bar, line, text)| (bar, (line, text))).unzip();
            plot.bar_chart(BarChart::new("", bars).horizontal());
            for (line, text) in rest {
                plot.line(line);
                plot.text(text);
            }
        });
    set_name(ui, &plot.response, caption);
}

/// Returns the seat that a bar is about, if any.
fn seat_in(name: &Statement) -> Option<Seat> {
    name.values.iter().find_map(|(_, value)| if let Insert::Seat(seat) = value { Some(*seat) } else { None })
}

/// Returns the ends of the interval of a bar; an infinite end is replaced by the value.
fn ends(bar: &told::Bar) -> [f64; 2] {
    let value = bar.value;
    [value.low, value.high].map(|end| if end.is_finite() { end } else { value.estimate })
}

/// Shortens a name that is too long for its place next to a bar.
fn shorten_name(name: &str) -> String {
    if name.chars().count() <= LETTERS {
        return name.to_owned();
    }
    name.chars().take(LETTERS - 1).chain(['…']).collect()
}
