//! Draws own art next to the board: the backgrounds of zones.

use egui::{Color32, Shape, Ui};

use crate::context::ViewCx;
use crate::ui::pictures::Subject;
use crate::ui::pictures::laid::WHOLE;

/// Opacity of the background of a zone. The panel shows through, so that names and numbers stay legible.
const MAT: f32 = 0.45;

/// Draws the content of a zone, with the own picture of the zone behind it, if there is one.
pub(super) fn with_mat(ui: &mut Ui, cx: &mut ViewCx<'_>, zone: &str, content: impl FnOnce(&mut Ui, &mut ViewCx<'_>)) {
    if !cx.pictures.has_look() {
        return content(ui, cx);
    }
    let below = ui.painter().add(Shape::Noop);
    let area = ui.scope(|ui| content(ui, cx)).response.rect.expand(2.0);
    if let Some(shown) = cx.pictures.get(&Subject::Zone(zone.into()), area.width()) {
        ui.painter().set(below, Shape::image(shown.texture, area, WHOLE, Color32::WHITE.gamma_multiply(MAT)));
    }
}
