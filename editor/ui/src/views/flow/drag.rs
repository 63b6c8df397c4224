//! Dragging steps to another place in their list. On the keyboard, Alt with the arrow keys does the same.

use std::sync::Arc;

use egui::{DragAndDrop, Rect, Response, Stroke, Ui};
use tilewright_pack::edit::NodePath;

use super::{FlowView, StepRow};
use crate::context::ViewCx;

/// A step that is being dragged.
struct DraggedStep {
    file: Arc<str>,
    list: NodePath,
    index: usize,
}

impl FlowView {
    /// Makes a step draggable, marks the target while another step is dragged over this row, and moves it on release.
    pub(super) fn drag(
        &mut self,
        ui: &Ui,
        cx: &mut ViewCx<'_>,
        file: &Arc<str>,
        row: &StepRow<'_>,
        entry: &Response,
        line: Rect,
    ) {
        if entry.drag_started() {
            entry.dnd_set_drag_payload(DraggedStep { file: file.clone(), list: row.list.clone(), index: row.index });
        }
        // A step stays in its list: another list may be in another file and another part of the game.
        let held = DragAndDrop::payload::<DraggedStep>(ui.ctx()).filter(|h| h.file == *file && h.list == row.list);
        let (Some(held), Some(pointer)) = (held, ui.input(|i| i.pointer.latest_pos())) else { return };
        let gap = ui.spacing().item_spacing.y / 2.0;
        let band = Rect::from_x_y_ranges(ui.max_rect().x_range(), line.y_range().expand(gap));
        if !band.contains(pointer) || !ui.clip_rect().contains(pointer) {
            return;
        }
        let below = pointer.y > band.center().y;
        let before = row.index + usize::from(below);
        let to = if before > held.index { before - 1 } else { before };
        if to == held.index {
            return;
        }
        let y = if below { band.bottom() } else { band.top() };
        ui.painter().hline(entry.rect.left()..=band.right(), y, Stroke::new(3.0, cx.tokens.accent));
        if ui.input(|i| i.pointer.any_released()) {
            let mut path = held.list.clone();
            path.push(tilewright_pack::edit::PathStep::Item(held.index));
            self.at = Some((file.clone(), path));
            self.move_to(cx, to);
        }
    }
}
