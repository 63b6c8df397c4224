//! Takes pictures that are dropped on a tile, and marks the tile while they are held above it.

use std::path::PathBuf;
use std::sync::Arc;

use egui::{Rect, Stroke, StrokeKind, Ui};
use tilewright_editor_model::pack::own_art::intake::is_picture_name;

use super::TilesView;
use crate::context::{EditorAction, PictureTarget, ViewCx};

/// Tile that takes a picture.
struct DropTarget {
    tile: Arc<str>,
    area: Rect,
}

impl TilesView {
    /// Takes dropped pictures for the tile under the pointer, or for the tiles that the names of the files mean. A single
    /// picture without such a name is for the tile in the painter.
    pub(super) fn take_dropped(&mut self, ui: &Ui, cx: &mut ViewCx<'_>, current: Option<&Arc<str>>) {
        let dropped: Vec<PathBuf> = ui.input(|input| {
            let files = input.raw.dropped_files.iter().map(|file| file.path().to_owned());
            files.filter(|path| is_picture_name(path) && !path.is_dir()).collect()
        });
        let is_held = ui.input(|input| {
            let held = &input.raw.hovered_files;
            held.iter().any(|file| file.path.as_deref().is_some_and(is_picture_name))
        });
        if !is_held && dropped.is_empty() {
            return;
        }
        let target = self.target(ui, current);
        if let Some(target) = target.as_ref().filter(|_| is_held) {
            let painter = ui.ctx().layer_painter(ui.layer_id());
            painter.rect_stroke(target.area, 5.0, Stroke::new(3.0, cx.tokens.accent), StrokeKind::Inside);
        }
        if !dropped.is_empty() {
            self.painter_view.show_own_picture();
            let target = PictureTarget { pointed: target.map(|target| target.tile), painted: current.cloned() };
            cx.ask(EditorAction::TakePictures(dropped, target));
        }
    }

    /// Returns the tile under the pointer: on its card, or in the painter.
    fn target(&self, ui: &Ui, current: Option<&Arc<str>>) -> Option<DropTarget> {
        let at = ui.input(|input| input.pointer.latest_pos())?;
        let card = self.gallery.card_at(at).map(|(area, tile)| DropTarget { tile, area });
        card.or_else(|| {
            let area = self.painter_view.canvas_area().filter(|area| area.contains(at))?;
            Some(DropTarget { tile: current?.clone(), area })
        })
    }
}
