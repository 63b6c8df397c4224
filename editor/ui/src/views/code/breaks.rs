//! Break lines of rules in the margin, and the current line of the walk through the last move.

use std::sync::Arc;

use egui::{FontId, Galley, Id, Pos2, Rangef, Rect, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo};
use tilewright_editor_model::table::trace_walk::WalkMarks;
use tilewright_language::names::FileName;

use super::CodeView;
use crate::context::ViewCx;

/// Position of the text and of the line numbers next to it.
pub(super) struct TextMargin<'a> {
    pub(super) galley: &'a Galley,
    /// Position of the galley in the window.
    pub(super) origin: Pos2,
    /// Left and right edge of the column with the line numbers.
    pub(super) column: Rangef,
}

impl CodeView {
    /// Draws a plate behind the numbers of break lines and an arrow at the current line of the walk. A click on the
    /// number of a line makes it a break line, or an ordinary line again.
    pub(super) fn break_lines(
        &self,
        ui: &Ui,
        cx: &ViewCx<'_>,
        file: &FileName,
        margin: &TextMargin<'_>,
        marks: &mut WalkMarks,
    ) {
        let &TextMargin { galley, origin, column } = margin;
        // Catalogs name modules by the path that users of other packs see.
        let path: Arc<str> = file.short_path("").into();
        for number in Self::visible_lines(ui, galley, origin) {
            let (row, line) = (&galley.rows[number], number as u32 + 1);
            let top = origin.y + row.pos.y;
            let room = Rect::from_x_y_ranges(column, Rangef::new(top, top + row.height()));
            let is_break = marks.breaks.contains(&path, line);
            // The Tab key skips these areas, because there are too many; the lines in the view of the walk take the keyboard.
            let number_area = ui.interact(room, Id::unique(("break line", &*path, number)), Sense::CLICK);
            let key = if is_break { "trace-gutter-set" } else { "trace-gutter" };
            let name = cx.texts.with(key, &[("n", line.into())]);
            number_area.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, is_break, &name));
            if is_break {
                ui.painter().rect_filled(room.shrink2(Vec2::new(2.0, 1.0)), 3.0, cx.tokens.accent);
                let place = Pos2::new(column.max - 5.0, room.center().y);
                let font = FontId::monospace(11.5);
                ui.painter().text(place, egui::Align2::RIGHT_CENTER, line, font, cx.tokens.on_accent);
            } else if number_area.hovered() {
                let edge = Stroke::new(1.0, cx.tokens.accent);
                ui.painter().rect_stroke(room.shrink2(Vec2::new(2.0, 1.0)), 3.0, edge, egui::StrokeKind::Inside);
            }
            if marks.current.as_ref().is_some_and(|(current, at)| *current == path && *at == line) {
                let tip = Pos2::new(column.max + 7.0, room.center().y);
                let corners = vec![tip, tip + Vec2::new(-6.0, -4.5), tip + Vec2::new(-6.0, 4.5)];
                ui.painter().add(Shape::convex_polygon(corners, cx.tokens.accent, Stroke::NONE));
                let whole = Rect::from_x_y_ranges(column.max..=ui.clip_rect().max.x, room.y_range());
                ui.painter().rect_stroke(whole, 0.0, Stroke::new(1.0, cx.tokens.accent), egui::StrokeKind::Inside);
            }
            if number_area.clicked() {
                marks.breaks.toggle(&path, line);
            }
        }
    }
}
