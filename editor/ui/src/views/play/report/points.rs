//! The final scores by source, and a chart of the scores.

use egui::{Grid, RichText, ScrollArea, Ui};
use egui_plot::{Corner, Legend, Line, LineStyle, Plot, PlotPoints};
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
    let plot = Plot::new("scores over time")
        .height(height)
        .width(ui.available_width().max(260.0))
        .allow_zoom(false)
        .allow_drag(false)
        .allow_scroll(false)
        .include_y(0.0)
        .x_axis_label(cx.t("report-answers"))
        .grid_color(cx.tokens.line)
        .legend(Legend::default().position(Corner::LeftTop))
        .show(ui, |plot| {
            for seat in 0..seats {
                let colour = cx.pictures.seat_colour(Seat(seat as u8));
                let at = |(n, mark): (usize, &&PositionSummary)| {
                    [n as f64, f64::from(mark.scores.get(seat).copied().unwrap_or(0))]
                };
                let line: Vec<[f64; 2]> = marks.iter().enumerate().map(at).collect();
                let name = cx.texts.seat(seat);
                // A wider line beneath adds contrast, and the styles distinguish neighbouring seats without colour.
                plot.line(Line::new("", PlotPoints::from(line.clone())).color(cx.tokens.weak).width(3.5));
                let style = STYLES[seat % STYLES.len()];
                plot.line(Line::new(name, PlotPoints::from(line)).color(colour).width(2.0).style(style));
            }
        });
    widgets::set_name(ui, &plot.response, &cx.t("report-chart"));
}
