//! Bar charts of a report, each bar with its interval as a line.

use egui::{Align2, RichText, Stroke, Ui, Vec2};
use egui_plot::{Bar, BarChart, GridMark, Line, Plot, PlotPoint, PlotPoints, Text};
use tilewright_lab::report::told::{self, Chart};

use crate::context::ViewCx;
use crate::ui::theme::Emphasis;
use crate::ui::widgets::set_name;

/// Height of a bar with the space around it, in points.
const ROW: f32 = 24.0;
/// Maximum number of characters of a name.
const LETTERS: usize = 30;
/// Space at the right for values, relative to the range of the bars.
const BESIDE: f64 = 0.6;

/// Draws a chart, with the first bar at the top.
pub(super) fn show(ui: &mut Ui, cx: &ViewCx<'_>, chart: &Chart) {
    let caption = cx.texts.format_statement(&chart.caption);
    let bars: Vec<&told::Bar> = chart.bars.iter().filter(|bar| bar.value.estimate.is_finite()).rev().collect();
    if bars.is_empty() {
        return;
    }
    ui.label(RichText::new(&caption).medium());
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
            let shown = shown.fill(cx.tokens.accent).stroke(Stroke::new(1.0, cx.tokens.accent));
            let line = Line::new(format!("{row} interval"), PlotPoints::from(vec![[from, at], [to, at]]));
            let beside = PlotPoint::new(to.max(0.0) + room * 0.02, at);
            let text = RichText::new(cx.texts.format_insert(&bar.text)).color(cx.tokens.text);
            let text = Text::new(format!("{row} text"), beside, text).anchor(Align2::LEFT_CENTER);
            (shown, line.stroke(whisker).allow_hover(false), text.color(cx.tokens.text).allow_hover(false))
        })
        .collect();
    let plot = Plot::new(chart.caption.key)
        .height(ROW * count as f32 + 10.0)
        .allow_zoom(false)
        .allow_drag(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_axis_zoom_drag(false)
        .allow_double_click_reset(false)
        .show_x(false)
        .show_y(false)
        .show_axes([false, true])
        .show_grid(false)
        .set_margin_fraction(Vec2::new(0.02, 0.0))
        .include_x(low)
        .include_x(high + room * BESIDE)
        .include_y(-0.5)
        .include_y(count as f64 - 0.5)
        .y_grid_spacer(move |_| (0..count).map(|row| GridMark { value: row as f64, step_size: 1.0 }).collect())
        .y_axis_formatter(move |mark, _| {
            let at = mark.value.round();
            let is_row = at >= 0.0 && (mark.value - at).abs() < 0.01;
            names.get(at as usize).filter(|_| is_row).cloned().unwrap_or_default()
        })
        .y_axis_min_width(120.0)
        .show(ui, |plot| {
            let (bars, rest): (Vec<Bar>, Vec<(Line<'_>, Text)>) =
                rows.into_iter().map(|(bar, line, text)| (bar, (line, text))).unzip();
            plot.bar_chart(BarChart::new("", bars).horizontal());
            for (line, text) in rest {
                plot.line(line);
                plot.text(text);
            }
        });
    set_name(ui, &plot.response, &caption);
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
