//! The seats at the table: points, choosers, names and colours.

use egui::{
    Align2, Button, ComboBox, FontId, Key, Popup, PopupCloseBehavior, Pos2, RichText, Sense, Stroke, TextEdit, Ui, Vec2,
};
use tilewright_core::catalog::seat::Seat;
use tilewright_editor_model::table::seating::{LONGEST_NAME, Seating};
use tilewright_editor_model::table::{SeatChooser, TableGame};

use super::setup;
use crate::context::ViewCx;
use crate::play::command::PlayCommand;
use crate::ui::icons::medium;
use crate::ui::theme::{Emphasis, ink_on};
use crate::ui::widgets;

/// Draws a dot in the colour of a seat, with its mark.
pub(super) fn dot(ui: &mut Ui, cx: &ViewCx<'_>, seat: Seat) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(16.0), Sense::hover());
    piece(ui, cx, rect.center(), 7.0, seat);
}

/// Draws a piece of a seat with a mark that does not depend on colour: the first letter of its name if it is unique,
/// else its number.
pub(super) fn piece(ui: &Ui, cx: &ViewCx<'_>, at: Pos2, radius: f32, seat: Seat) {
    let colour = cx.pictures.seat_colour(seat);
    ui.painter().circle(at, radius, colour, Stroke::new(1.0, cx.tokens.text));
    let font = FontId::new(radius * 1.45, medium());
    ui.painter().text(at, Align2::CENTER_CENTER, cx.texts.seat_mark(seat.index()), font, ink_on(colour));
}

/// Draws the name of a seat, which opens a form for its name and colour. Returns the new seating if the user changed
/// it.
pub(super) fn name(ui: &mut Ui, cx: &ViewCx<'_>, table: &TableGame, number: usize) -> Option<Seating> {
    let mut seating = table.seating().clone();
    dot(ui, cx, Seat(number as u8));
    let called = cx.texts.seat(number);
    // A long name leaves room for the chooser and the points in the same row.
    let most = (ui.available_width() - BESIDE).max(40.0);
    let sign = Button::new(RichText::new(&called).medium()).frame_when_inactive(false).truncate();
    let sign = |ui: &mut Ui| {
        ui.set_max_width(most);
        ui.add(sign)
    };
    let button = ui.scope(sign).inner;
    let button = button.on_hover_text(cx.t("seat-change"));
    widgets::set_name(ui, &button, &cx.texts.about_seat("seat-change-this", number));
    Popup::menu(&button).close_behavior(PopupCloseBehavior::CloseOnClickOutside).show(|ui| {
        ui.spacing_mut().button_padding = Vec2::new(9.0, 4.0);
        let mut name = seating.name(number).to_owned();
        let edit = TextEdit::singleline(&mut name).char_limit(LONGEST_NAME).desired_width(200.0);
        let field = ui.add(edit.hint_text(cx.texts.seat_called(number, "")));
        widgets::set_name(ui, &field, &cx.texts.count("setup-seat-name", number + 1));
        if field.changed() {
            seating.call(number, &name);
        }
        let done = field.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
        if button.clicked() {
            field.request_focus();
        }
        setup::colours(ui, cx, &mut seating, number);
        if done {
            ui.close();
        }
    });
    (seating != *table.seating()).then_some(seating)
}

/// Space next to the name of a seat, in points.
const BESIDE: f32 = 72.0;
/// Width of a seat in the row of seats, in points.
const SEAT: f32 = 190.0;

/// Starts a new row if `width` does not fit in this one; a combo box does not wrap on its own.
pub(super) fn room_for(ui: &mut Ui, width: f32) {
    let begun = ui.cursor().min.x > ui.max_rect().min.x + 1.0;
    if begun && ui.available_size_before_wrap().x < width {
        ui.end_row();
    }
}

/// Draws a box with the chooser of a seat; returns the new chooser if the user changed it.
pub(super) fn chooser(ui: &mut Ui, cx: &ViewCx<'_>, table: &TableGame, number: usize) -> Option<SeatChooser> {
    let now = table.setup().seats.get(number).cloned().unwrap_or(SeatChooser::RANDOM);
    let mut change = None;
    // The table of the guests decides who plays.
    let enabled = !table.is_hosted();
    let chosen = ComboBox::from_id_salt(("chooser", number)).selected_text(cx.t(&now.text())).width(40.0);
    let shown = ui.add_enabled_ui(enabled, |ui| {
        let shown = chosen.show_ui(ui, |ui| {
            for chooser in SeatChooser::all() {
                if ui.selectable_label(chooser == now, cx.t(&chooser.text())).clicked() {
                    change = Some(chooser);
                }
            }
        });
        shown.response
    });
    widgets::set_name(ui, &shown.inner, &cx.texts.about_seat("try-who", number));
    change
}

/// Draws the points and choosers of all seats in a row; returns the changes of choosers and of the seating.
pub(super) fn row(ui: &mut Ui, cx: &ViewCx<'_>, table: &TableGame) -> Vec<PlayCommand> {
    let scores: Vec<i32> = table.game().scores().to_vec();
    let (mut change, mut seating) = (None, None);
    ui.horizontal_wrapped(|ui| {
        for (number, points) in scores.iter().enumerate() {
            room_for(ui, SEAT);
            seating = name(ui, cx, table, number).or(seating.take());
            let text = RichText::new(points.to_string()).medium();
            let active = table.session().decision().is_some_and(|d| d.seat.index() == number);
            let [n, name, own] = cx.texts.seat_values(number);
            let told = cx.texts.with("try-seat-points", &[n, name, own, ("points", (*points).into())]);
            let shown = ui.label(if active { text.underline() } else { text });
            widgets::set_name(ui, &shown, &told);
            change = chooser(ui, cx, table, number).map(|to| (number, to)).or(change.take());
        }
    });
    let change = change.map(|(seat, chooser)| PlayCommand::Seat { seat, chooser });
    change.into_iter().chain(seating.map(PlayCommand::SetSeating)).collect()
}
