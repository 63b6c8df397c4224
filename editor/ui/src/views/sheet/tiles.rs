//! The tiles next to the sheet. A cell that is dropped on a tile becomes its picture; a click shows the cell that the
//! tile has, or gives it the selected cell.

use std::sync::Arc;

use egui::{Align2, Color32, FontId, Id, Pos2, Rect, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2};
use tilewright_core::catalog::lattice::Turn;

use super::{DraggedCell, SheetContext, SheetDialog, cell_text};
use crate::ui::pictures::Subject;
use crate::ui::widgets;

/// Width of the pictures, in points.
const PICTURE: f32 = 52.0;
/// Size of a card, in points.
const CARD: Vec2 = Vec2::new(92.0, 92.0);
/// Space between two cards, in points.
const SPACE: f32 = 5.0;

impl SheetDialog {
    /// Draws the cards of the tiles in the available width and this height.
    pub(super) fn draw_tiles(&mut self, ui: &mut Ui, cx: &mut SheetContext<'_>, height: f32) {
        let tiles = Arc::clone(self.plan.tiles());
        let list = ScrollArea::vertical().id_salt("sheet tiles").max_height(height).auto_shrink(false);
        list.show(ui, |ui| {
            let columns = (((ui.available_width() + SPACE) / (CARD.x + SPACE)) as usize).max(1);
            let rows = tiles.tiles.len().div_ceil(columns);
            let size = Vec2::new(ui.available_width(), rows as f32 * (CARD.y + SPACE));
            let (area, _) = ui.allocate_exact_size(size, Sense::hover());
            for number in 0..tiles.tiles.len() {
                let at = Vec2::new((number % columns) as f32, (number / columns) as f32) * (CARD + Vec2::splat(SPACE));
                self.draw_tile(ui, cx, number, Rect::from_min_size(area.min + at, CARD));
            }
        });
    }

    fn draw_tile(&mut self, ui: &Ui, cx: &mut SheetContext<'_>, number: usize, card: Rect) {
        let tiles = Arc::clone(self.plan.tiles());
        let tile = &tiles.tiles[number];
        let cell = self.plan.cell_of(number);
        let response = ui.interact(card, Id::unique(("sheet tile", number)), Sense::click());
        let name = match cell {
            Some(at) => cell_text(cx.texts, "sheet-card", at, &tile.written),
            None => cx.texts.with_name("sheet-card-free", &tile.written),
        };
        response.widget_info(|| egui::WidgetInfo::selected(egui::Role::ListBoxOption, true, cell.is_some(), &name));
        widgets::set_name(ui, &response, &name);
        if response.clicked() {
            response.request_focus();
            match cell {
                Some(at) => self.selected = at,
                None => self.plan.choose(self.selected, Some(number)),
            }
        }
        let held = response.dnd_hover_payload::<DraggedCell>().is_some();
        if let Some(dragged) = response.dnd_release_payload::<DraggedCell>() {
            self.plan.choose(dragged.0, Some(number));
            self.selected = dragged.0;
        }
        if !ui.is_rect_visible(card) {
            return;
        }
        let (painter, tokens) = (ui.painter(), cx.tokens);
        let fill = match (cell.is_some(), response.hovered() || held) {
            (_, true) => tokens.hovered,
            (true, false) => tokens.chosen,
            (false, false) => tokens.panel,
        };
        painter.rect_filled(card, 5.0, fill);
        let line = match (held, response.has_focus(), cell == Some(self.selected)) {
            (true, ..) | (_, _, true) => Stroke::new(2.0, tokens.accent),
            (_, true, _) => Stroke::new(2.0, tokens.focus),
            _ => Stroke::new(1.0, tokens.line),
        };
        painter.rect_stroke(card, 5.0, line, StrokeKind::Inside);
        let room =
            Rect::from_center_size(card.center_top() + Vec2::new(0.0, 6.0 + PICTURE / 2.0), Vec2::splat(PICTURE));
        let key: Arc<str> = tiles.catalog.kinds.key(tile.kind).into();
        if let Some(shown) = cx.pictures.get(&Subject::Tile(key, Turn::NONE), PICTURE) {
            let place =
                Rect::from_center_size(room.center(), shown.size * (PICTURE / shown.size.x.max(shown.size.y).max(0.1)));
            let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
            painter.image(shown.texture, place, whole, Color32::WHITE);
        }
        let line = |text: String, below: f32, colour: Color32| {
            let mut job = egui::text::LayoutJob::simple_singleline(text, FontId::proportional(12.0), colour);
            job.wrap = egui::text::TextWrapping::truncate_at_width(CARD.x - 8.0);
            let galley = painter.layout_job(job);
            let at = Align2::CENTER_TOP.anchor_size(Pos2::new(card.center().x, room.bottom() + below), galley.size());
            painter.galley(at.min, galley, colour);
        };
        line(tile.written.to_string(), 1.0, tokens.text);
        if let Some(at) = cell {
            line(cell_text(cx.texts, "sheet-place", at, ""), 15.0, tokens.weak);
        }
    }
}
