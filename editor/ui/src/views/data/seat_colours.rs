//! Shows the own picture of a figure in the colours of all seats.

use std::sync::Arc;

use egui::load::SizedTexture;
use egui::{RichText, Ui};
use tilewright_core::catalog::seat::Seat;

use crate::context::ViewCx;
use crate::ui::pictures::Subject;
use crate::ui::widgets;

/// Width of a figure, in points.
const WIDTH: f32 = 40.0;

/// Draws the own pictures of a figure, standing and lying; nothing if the figure is drawn from data.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewCx<'_>, figure: &Arc<str>) {
    let Some(seats) = cx.catalog().map(|catalog| catalog.seats.1) else { return };
    if !cx.pictures.has_own_figure(figure) {
        return;
    }
    ui.label(RichText::new(cx.t("data-seat-colours")).small().color(cx.tokens.weak));
    ui.horizontal_wrapped(|ui| {
        for seat in (0..seats).map(Seat) {
            for subject in [Subject::Figure(figure.clone(), seat.0), Subject::Lying(figure.clone(), seat.0)] {
                if let Some(shown) = cx.pictures.get(&subject, WIDTH) {
                    let picture = ui.image(SizedTexture::new(shown.texture, shown.size * WIDTH));
                    widgets::set_name(ui, &picture, &format!("{figure}, {}", cx.texts.seat(seat.index())));
                }
            }
        }
    });
}
