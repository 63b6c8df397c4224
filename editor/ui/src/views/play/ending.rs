//! The end of a game: the winner and the reason, the sources of all points, and a chart of the scores.

use egui::{Align, Align2, Frame, Grid, Layout, RichText, ScrollArea, Sense, Ui, Vec2, Window};
use tilewright_core::catalog::seat::Seat;
use tilewright_editor_model::table::TableGame;
use tilewright_wording::ending::{by_source, outcome};

use crate::context::ViewCx;
use crate::ui::theme::{Emphasis, Tokens};
use crate::ui::widgets;
use crate::views::play::{report, seats};

/// Maximum width of the sheet, in points.
const WIDTH: f32 = 620.0;
/// Width of the column of sources, and minimum and maximum width of a column of points, in points.
const SOURCES: f32 = 150.0;
const CELLS: (f32, f32) = (56.0, 150.0);
/// Height of the chart, in points.
const CHART: f32 = 150.0;

/// Choice of the user after a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AfterGame {
    /// Starts another game with the same seats.
    Again,
    /// Closes the sheet to show the final board.
    Look,
    /// Saves a picture of the board to a file.
    Picture,
}

/// Shows the end of a game over the board; returns the user's choice.
pub(super) fn show(ui: &Ui, cx: &ViewCx<'_>, table: &TableGame, viewpoint: Option<Seat>) -> Option<AfterGame> {
    let mut next = None;
    let room = ui.ctx().content_rect().size();
    let frame = Frame::window(ui.style()).inner_margin(20);
    Window::new(cx.t("ending-title"))
        .id(egui::Id::unique("end of the game"))
        .title_bar(false)
        .resizable(false)
        .frame(frame)
        .anchor(Align2::CENTER_CENTER, Vec2::ZERO)
        .show(ui.ctx(), |ui| {
            ui.set_width(WIDTH.min(room.x - 64.0));
            show_winners(ui, cx, table);
            ui.add_space(8.0);
            let most = (room.y - 220.0).max(120.0);
            ScrollArea::both().id_salt("sheet").max_height(most).auto_shrink([false, true]).show(ui, |ui| {
                sheet(ui, cx, table);
                ui.add_space(8.0);
                report::chart(ui, cx, table, viewpoint, CHART);
            });
            ui.add_space(12.0);
            ui.with_layout(Layout::right_to_left(Align::Min).with_main_wrap(true), |ui| {
                if widgets::main_button(ui, cx.tokens, true, cx.t("ending-again")) {
                    next = Some(AfterGame::Again);
                }
                for (wanted, key) in [(AfterGame::Look, "ending-look"), (AfterGame::Picture, "ending-picture")] {
                    if ui.button(cx.t(key)).clicked() {
                        next = Some(wanted);
                    }
                }
            });
        });
    next
}

/// Shows the result and the winners in large type, and the tie-breaker if there was one.
fn show_winners(ui: &mut Ui, cx: &ViewCx<'_>, table: &TableGame) {
    let outcome = outcome(table.game(), cx.texts.code());
    let sentences = cx.texts.sentences();
    if let Some(result) = sentences.result(&outcome) {
        ui.add(egui::Label::new(RichText::new(result).size(26.0)).wrap());
    }
    if let Some(winners) = sentences.winners(&outcome) {
        ui.horizontal(|ui| {
            for seat in &outcome.winners {
                let (rect, _) = ui.allocate_exact_size(Vec2::splat(28.0), Sense::hover());
                seats::piece(ui, cx, rect.center(), 12.0, *seat);
            }
            ui.add(egui::Label::new(RichText::new(winners).size(26.0)).wrap());
        });
    }
    for line in sentences.ties(&outcome) {
        ui.label(line);
    }
}

/// Draws the points by source, each with a bar that shows its share of the highest total.
fn sheet(ui: &mut Ui, cx: &ViewCx<'_>, table: &TableGame) {
    let game = table.game();
    let most = game.scores().iter().copied().max().unwrap_or(0).max(1);
    let count = game.seat_count();
    let width = ((ui.available_width() - SOURCES) / count.max(1) as f32 - 10.0).clamp(CELLS.0, CELLS.1);
    Grid::new("points of the game").min_col_width(width).spacing([10.0, 3.0]).show(ui, |ui| {
        ui.label("");
        for seat in 0..count {
            ui.horizontal(|ui| {
                seats::dot(ui, cx, Seat(seat as u8));
                ui.label(RichText::new(cx.texts.seat(seat)).medium());
            });
        }
        ui.end_row();
        for (source, row) in by_source(game, cx.texts.code()) {
            ui.label(source);
            for (seat, points) in row.iter().enumerate() {
                number(ui, cx.tokens, cx.pictures.seat_colour(Seat(seat as u8)), *points, most, width, false);
            }
            ui.end_row();
        }
        ui.label(RichText::new(cx.t("report-total")).medium());
        for (seat, points) in game.scores().iter().enumerate() {
            number(ui, cx.tokens, cx.pictures.seat_colour(Seat(seat as u8)), *points, most, width, true);
        }
        ui.end_row();
    });
}

fn number(ui: &mut Ui, tokens: &Tokens, own: egui::Color32, points: i32, most: i32, width: f32, is_total: bool) {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width, if is_total { 26.0 } else { 22.0 }), Sense::hover());
    let share = (points.max(0) as f32 / most as f32).min(1.0);
    let bar = egui::Rect::from_min_size(rect.min, Vec2::new(rect.width() * share, rect.height()));
    ui.painter().rect_filled(bar, 3.0, tokens.bar(own, is_total));
    let style = if is_total { egui::TextStyle::Heading } else { egui::TextStyle::Body };
    let at = rect.left_center() + Vec2::new(6.0, 0.0);
    let colour = ui.visuals().text_color();
    ui.painter().text(at, Align2::LEFT_CENTER, points.to_string(), style.resolve(ui.style()), colour);
    widgets::set_name(ui, &response, &points.to_string());
}
