//! The read-only view of a tile from another pack, from which a new tile can be made.

use egui::{FontId, RichText, ScrollArea, Ui};
use tilewright_core::catalog::lattice::Turn;
use tilewright_language::code::CodeLanguage;

use super::changes;
use super::tile_cache::TileCache;
use crate::context::{Selection, ViewCx};
use crate::ui::pictures::Subject;
use crate::ui::theme::GAP;
use crate::ui::widgets::{self, code};

/// Width of a cell in the picture, in points.
const PICTURE: f32 = 192.0;

/// Draws the selected tile if it belongs to another pack; returns true if it does.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewCx<'_>, tiles_read: &TileCache) -> bool {
    let Selection::BaseTile(pack, id) = cx.selection else { return false };
    let Some(base) = tiles_read.base(pack) else { return false };
    let items = &base.needed.items;
    let Some((item, node)) = items.find("tiles", id).and_then(|item| Some((item, items.node(item)?))) else {
        return false;
    };
    ScrollArea::vertical().id_salt("base tile").auto_shrink(false).show(ui, |ui| {
        let values = [("name", (&**id).into()), ("pack", (&*base.title).into())];
        ui.label(RichText::new(cx.texts.with("tiles-base-card", &values)).heading());
        ui.label(RichText::new(cx.texts.with_name("tiles-base-read-only", &base.title)).color(cx.tokens.weak));
        ui.add_space(GAP);
        let subject = Subject::Tile(format!("{pack}:{id}").into(), Turn::NONE);
        if let Some(shown) = cx.pictures.get(&subject, PICTURE) {
            let picture = ui.image(egui::load::SizedTexture::new(shown.texture, shown.size * PICTURE));
            widgets::set_name(ui, &picture, &cx.texts.with_name("tiles-canvas", id));
        }
        ui.add_space(GAP);
        if widgets::main_button(ui, cx.tokens, true, cx.t("tiles-base-copy")) {
            let made = changes::borrow(tiles_read, cx.document.files(), base, id);
            changes::finish(cx, &[], made, "tiles-step-copy");
        }
        let button = ui.button(cx.t("tiles-base-change"));
        if button.on_hover_text(cx.t("tiles-base-change-about")).clicked() {
            let made = changes::change_here(tiles_read, cx.document.files(), id);
            changes::finish(cx, &[], made, "tiles-step-override");
        }
        ui.add_space(GAP);
        let text = base.needed.text(&item.file).and_then(|text| text.get(node.range())).unwrap_or_default();
        let job = code::lay_out_code(text, CodeLanguage::Ron, &FontId::monospace(12.5), cx.tokens);
        ScrollArea::horizontal().id_salt("base tile text").show(ui, |ui| ui.label(job));
    });
    true
}
