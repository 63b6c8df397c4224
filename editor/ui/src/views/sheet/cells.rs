//! The sheet with its cells. A cell is selected by a click or the arrow keys, and dragged on a tile.

use egui::{
    Align2, Color32, CursorIcon, DragAndDrop, EventFilter, FontId, Id, Key, LayerId, Order, Pos2, Rect, Sense, Stroke,
    StrokeKind, TextureId, Ui, Vec2,
};

use super::{DraggedCell, SheetContext, SheetDialog, cell_text};
use crate::ui::widgets;

/// Width of the picture under the pointer while a cell is dragged, in points.
const DRAGGED: f32 = 56.0;
/// Minimum width of a cell that shows the name of its tile, in points.
const NAMED: f32 = 34.0;
/// Part of the colours that cells without a tile lose.
const DIMMED: Color32 = Color32::from_black_alpha(110);

/// Sheet with its place in the window.
#[derive(Clone, Copy)]
struct DrawnSheet {
    texture: TextureId,
    area: Rect,
    /// Points for each pixel of the file.
    scale: f32,
}

impl DrawnSheet {
    /// Returns the area of a rectangle in pixels.
    fn area_of(&self, [left, top, width, height]: [u32; 4]) -> Rect {
        let at = Vec2::new(left as f32, top as f32) * self.scale;
        Rect::from_min_size(self.area.min + at, Vec2::new(width as f32, height as f32) * self.scale)
    }

    /// Returns the part of the texture under an area.
    fn part(&self, area: Rect) -> Rect {
        let at = |point: Pos2| ((point - self.area.min) / self.area.size()).to_pos2();
        Rect::from_min_max(at(area.min), at(area.max))
    }
}

impl SheetDialog {
    /// Draws the sheet in the available width and this height.
    pub(super) fn draw_cells(&mut self, ui: &mut Ui, cx: &SheetContext<'_>, height: f32) {
        let bitmap = &self.plan.sheet().bitmap;
        let size = Vec2::new(bitmap.width() as f32, bitmap.height() as f32);
        let scale = (ui.available_width() / size.x).min(height / size.y);
        let texture = self.texture(ui.ctx()).id();
        let (area, _) = ui.allocate_exact_size(size * scale, Sense::hover());
        let sheet = DrawnSheet { texture, area, scale };
        ui.painter().rect_filled(area, 0.0, cx.tokens.field);
        ui.painter().image(texture, area, sheet.part(area), Color32::WHITE);
        for at in self.plan.grid().cells() {
            if let Some(rectangle) = self.plan.rectangle(at) {
                self.draw_cell(ui, cx, at, sheet.area_of(rectangle));
            }
        }
        self.draw_dragged(ui, &sheet);
    }

    fn draw_cell(&mut self, ui: &mut Ui, cx: &SheetContext<'_>, at: (u16, u16), area: Rect) {
        let tile = self.plan.tile_at(at).map(|tile| self.plan.tiles().tiles[tile].written.clone());
        let response = ui.interact(area, Id::unique(("sheet cell", at)), Sense::click_and_drag());
        let is_selected = self.selected == at;
        let none = cx.texts.get("sheet-no-tile");
        let name = cell_text(cx.texts, "sheet-cell", at, tile.as_deref().unwrap_or(&none));
        response.widget_info(|| egui::WidgetInfo::selected(egui::Role::ListBoxOption, true, is_selected, &name));
        widgets::set_name(ui, &response, &name);
        if self.wants == Some(at) {
            response.request_focus();
            self.wants = None;
        }
        if response.clicked() || response.drag_started() {
            response.request_focus();
            self.selected = at;
        }
        if response.drag_started() {
            response.dnd_set_drag_payload(DraggedCell(at));
        }
        if response.has_focus() {
            self.selected = at;
            self.walk(ui, response.id, at);
            if ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Delete)) {
                self.plan.choose(at, None);
            }
        }
        let painter = ui.painter_at(area.expand(2.0));
        match &tile {
            None => {
                painter.rect_filled(area, 0.0, DIMMED);
            }
            Some(tile) if area.width() >= NAMED => {
                let font = FontId::proportional(12.0);
                let mut job = egui::text::LayoutJob::simple_singleline(tile.to_string(), font, cx.tokens.text);
                job.wrap = egui::text::TextWrapping::truncate_at_width(area.width() - 8.0);
                let text = painter.layout_job(job);
                let label = Align2::CENTER_BOTTOM.anchor_size(area.center_bottom() - Vec2::new(0.0, 3.0), text.size());
                painter.rect_filled(label.expand2(Vec2::new(3.0, 1.0)), 3.0, cx.tokens.panel.gamma_multiply(0.9));
                painter.galley(label.min, text, cx.tokens.text);
            }
            Some(_) => {}
        }
        let line = match (response.has_focus(), is_selected) {
            (true, _) => Stroke::new(3.0, cx.tokens.focus),
            (false, true) => Stroke::new(3.0, cx.tokens.accent),
            (false, false) => Stroke::new(1.0, cx.tokens.edge),
        };
        painter.rect_stroke(area, 0.0, line, StrokeKind::Inside);
    }

    /// Moves the keyboard to the cell to which a pressed arrow key leads.
    fn walk(&mut self, ui: &Ui, id: Id, (column, row): (u16, u16)) {
        let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        let pressed = |key| ui.input(|input| input.key_pressed(key));
        let grid = self.plan.grid();
        let to = if pressed(Key::ArrowRight) {
            (column + 1, row)
        } else if pressed(Key::ArrowDown) {
            (column, row + 1)
        } else if pressed(Key::ArrowLeft) && column > 0 {
            (column - 1, row)
        } else if pressed(Key::ArrowUp) && row > 0 {
            (column, row - 1)
        } else {
            return;
        };
        if to.0 < grid.columns && to.1 < grid.rows {
            self.wants = Some(to);
        }
    }

    /// Draws the dragged cell under the pointer.
    fn draw_dragged(&self, ui: &Ui, sheet: &DrawnSheet) {
        let Some(dragged) = DragAndDrop::payload::<DraggedCell>(ui.ctx()) else { return };
        let pointer = ui.input(|input| input.pointer.latest_pos());
        let (Some(pointer), Some(rectangle)) = (pointer, self.plan.rectangle(dragged.0)) else { return };
        let from = sheet.area_of(rectangle);
        let size = from.size() * (DRAGGED / from.width().max(1.0));
        let layer = LayerId::new(Order::Tooltip, Id::unique("dragged sheet cell"));
        let place = Rect::from_center_size(pointer, size);
        ui.ctx().layer_painter(layer).image(sheet.texture, place, sheet.part(from), Color32::WHITE);
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
    }
}
