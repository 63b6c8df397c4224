//! Draws own art next to the board: the backs of tiles, and the backgrounds of zones.

use egui::load::SizedTexture;
use egui::{Color32, Shape, Ui};

use crate::context::ViewCx;
use crate::ui::pictures::Subject;
use crate::ui::pictures::laid::WHOLE;

/// Size of the back of a tile next to the name of its bag, in points.
const BACK: f32 = 18.0;

/// Opacity of the background of a zone. The panel shows through, so that names and numbers stay legible.
const MAT: f32 = 0.45;

/// Draws the own picture on the backs of a bag's tiles, if there is one.
pub(super) fn own_back(ui: &mut Ui, cx: &mut ViewCx<'_>, bag: &str) {
    if cx.pictures.has_look()
        && let Some(shown) = cx.pictures.get(&Subject::Back(bag.into()), BACK)
    {
        ui.image(SizedTexture::new(shown.texture, shown.size * (BACK / shown.size.max_elem())));
    }
}

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
