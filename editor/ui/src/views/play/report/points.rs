//! The final scores by source, and a chart of the scores.

use egui::{Grid, RichText, ScrollArea, Sense, Shape, Stroke, Ui, Vec2};
use egui_plot::{GridInput, GridMark, Line, LineStyle, Plot, PlotPoints};
use tilewright_core::catalog::seat::Seat;
use tilewright_editor_model::table::TableGame;
use tilewright_editor_model::table::history::PositionSummary;
use tilewright_wording::ending::{by_source, outcome};

use crate::context::ViewCx;
use crate::ui::theme::Emphasis;
use crate::ui::widgets;
use crate::views::play::timeline::positions;

/// Draws the points by source, and the chart of the scores.
pub(super) fn points(ui: &mut Ui, cx: &ViewCx<'_>, table: &TableGame, viewpoint: Option<Seat>) {
    let game = table.game();
    let seats = game.seat_count();
    ScrollArea::both().id_salt("points").auto_shrink(false).show(ui, |ui| {
        Grid::new("sources").striped(true).spacing([18.0, 4.0]).show(ui, |ui| {
            ui.label(RichText::new(cx.t("report-point-source")).medium());
            for seat in 0..seats {
                ui.label(RichText::new(cx.texts.seat(seat)).medium());
            }
            ui.end_row();
            for (source, row) in by_source(game, cx.texts.code()) {
                ui.label(source);
                row.iter().for_each(|n| {
                    ui.label(n.to_string());
                });
                ui.end_row();
            }
            ui.label(RichText::new(cx.t("report-total")).medium());
            for n in game.scores() {
                ui.label(RichText::new(n.to_string()).medium());
            }
            ui.end_row();
        });
        if table.is_over() {
            let ending = cx.texts.sentences().ending(&outcome(game, cx.texts.code()));
            ui.label(RichText::new(ending).medium());
        }
        ui.label(
            RichText::new(cx.t(if table.is_over() { "report-over" } else { "report-under-way" })).color(cx.tokens.weak),
        );
        chart(ui, cx, table, viewpoint, 190.0);
    });
}

/// Line styles of the seats, repeated in this order.
const STYLES: [LineStyle; 3] =
    [LineStyle::Solid, LineStyle::Dashed { length: 12.0 }, LineStyle::Dotted { spacing: 6.0 }];

/// Draws a chart of the scores over the game, `height` points high.
pub(in crate::views::play) fn chart(
    ui: &mut Ui,
    cx: &ViewCx<'_>,
    table: &TableGame,
    viewpoint: Option<Seat>,
    height: f32,
) {
    let seats = table.game().seat_count();
    let history = table.history();
    let marks = history.branch().marks();
    let told = positions(table, history.branch(), viewpoint).into_iter().filter(|at| *at <= history.now());
    let marks: Vec<&PositionSummary> = told.filter_map(|at| marks.get(at)).collect();
    draw_legend(ui, cx, seats);
    let plot = Plot::new("scores over time")
        .height(height)
        .width(ui.available_width().max(260.0))
        .allow_zoom(false)
        .allow_drag(false)
        .allow_scroll(false)
        .include_y(0.0)
        .x_axis_label(cx.t("report-answers"))
        .grid_color(cx.tokens.line)
        .x_grid_spacer(|input| few_marks(input, X_MARKS))
        .y_grid_spacer(|input| few_marks(input, Y_MARKS))
        .show(ui, |plot| {
            for seat in 0..seats {
                let colour = cx.pictures.seat_colour(Seat(seat as u8));
                let at = |(n, mark): (usize, &&PositionSummary)| {
                    [n as f64, f64::from(mark.scores.get(seat).copied().unwrap_or(0))]
                };
                let line: Vec<[f64; 2]> = marks.iter().enumerate().map(at).collect();
                let name = cx.texts.seat(seat);
                // A wider line beneath adds contrast, and the styles distinguish neighbouring seats without colour.
                plot.line(
                    Line::new(format!("{name} beneath"), PlotPoints::from(line.clone()))
                        .color(cx.tokens.weak)
                        .width(3.5),
                );
                let style = STYLES[seat % STYLES.len()];
                plot.line(Line::new(name, PlotPoints::from(line)).color(colour).width(2.0).style(style));
            }
        });
    widgets::set_name(ui, &plot.response, &cx.t("report-chart"));
}

/// Draws a sample of each seat's line with its name, above the chart so that it covers no line.
fn draw_legend(ui: &mut Ui, cx: &ViewCx<'_>, seats: usize) {
    ui.horizontal_wrapped(|ui| {
        for seat in 0..seats {
            let (rect, _) = ui.allocate_exact_size(Vec2::new(24.0, 10.0), Sense::hover());
            let (from, to) = (rect.left_center(), rect.right_center());
            let stroke = Stroke::new(2.0, cx.pictures.seat_colour(Seat(seat as u8)));
            ui.painter().line_segment([from, to], Stroke::new(3.5, cx.tokens.weak));
            match STYLES[seat % STYLES.len()] {
                LineStyle::Dashed { .. } => ui.painter().extend(Shape::dashed_line(&[from, to], stroke, 6.0, 3.0)),
                LineStyle::Dotted { .. } => {
                    ui.painter().extend(Shape::dotted_line(&[from, to], stroke.color, 5.0, stroke.width));
                }
                LineStyle::Solid => {
                    ui.painter().line_segment([from, to], stroke);
                }
            }
            ui.label(cx.texts.seat(seat));
        }
    });
}

/// Maximum number of steps between the marks of each axis.
const X_MARKS: f64 = 6.0;
const Y_MARKS: f64 = 3.0;

/// Returns marks of an axis at round numbers, so few that each has its number.
fn few_marks(input: GridInput, most: f64) -> Vec<GridMark> {
    let (low, high) = input.bounds;
    let rough = ((high - low) / most).max(1.0);
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|n| n * power).into_iter().find(|step| *step >= rough).unwrap_or(rough);
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    (first..=last).map(|n| GridMark { value: n as f64 * step, step_size: step }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_few_round_marks() {
        let marks = |low, high| {
            let marks = few_marks(GridInput { bounds: (low, high), base_step_size: 1.0 }, 6.0);
            marks.into_iter().map(|mark| mark.value).collect::<Vec<f64>>()
        };
        assert_eq!(marks(-1.0, 111.0), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(marks(0.0, 3.0), [0.0, 1.0, 2.0, 3.0]);
        assert_eq!(marks(-12.0, 260.0), [0.0, 50.0, 100.0, 150.0, 200.0, 250.0]);
    }
}
