//! Who sits at the table: points at a glance, and who chooses for whom.

use egui::{ComboBox, RichText, Sense, Stroke, Ui, Vec2};
use tilewright_core::catalog::seat::Seat;

use crate::context::Cx;
use crate::play::table::{Chooser, Table};
use crate::ui::theme::Emphasis;
use crate::ui::widgets;

/// A dot in the colour of a seat.
pub(super) fn dot(ui: &mut Ui, cx: &Cx<'_>, seat: Seat) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(12.0), Sense::hover());
    ui.painter().circle(rect.center(), 5.0, cx.pictures.seat_colour(seat), Stroke::new(1.0, cx.tokens.text));
}

/// Width of a seat in the row of seats, in points.
const SEAT: f32 = 190.0;

/// Begins a new row where there is no room for something in this one: a box to choose from does not wrap by itself.
pub(super) fn room_for(ui: &mut Ui, width: f32) {
    let begun = ui.cursor().min.x > ui.max_rect().min.x + 1.0;
    if begun && ui.available_size_before_wrap().x < width {
        ui.end_row();
    }
}

/// A box that says who chooses for a seat; who is to choose from now on.
pub(super) fn chooser(ui: &mut Ui, cx: &Cx<'_>, table: &Table, number: usize) -> Option<Chooser> {
    let now = table.setup().seats.get(number).copied().unwrap_or(Chooser::RANDOM);
    let mut change = None;
    let chosen = ComboBox::from_id_salt(("chooser", number)).selected_text(cx.t(&now.text())).width(40.0);
    let shown = chosen.show_ui(ui, |ui| {
        for chooser in Chooser::all() {
            if ui.selectable_label(chooser == now, cx.t(&chooser.text())).clicked() {
                change = Some(chooser);
            }
        }
    });
    widgets::named(ui, &shown.response, &cx.texts.about_seat("try-who", number));
    change
}

/// Points of all seats, and who chooses for them.
pub(super) fn row(ui: &mut Ui, cx: &Cx<'_>, table: &mut Table) {
    let scores: Vec<i32> = table.game().scores().to_vec();
    let mut change = None;
    ui.horizontal_wrapped(|ui| {
        for (number, points) in scores.iter().enumerate() {
            room_for(ui, SEAT);
            dot(ui, cx, Seat(number as u8));
            let text = format!("{} {points}", cx.texts.seat(number));
            let active = table.session().decision().is_some_and(|d| d.seat.index() == number);
            ui.label(if active { RichText::new(text).medium().underline() } else { RichText::new(text).medium() });
            change = chooser(ui, cx, table, number).map(|to| (number, to)).or(change);
        }
    });
    if let Some((seat, chooser)) = change {
        table.seat(seat, chooser);
    }
}
