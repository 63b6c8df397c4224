//! The text of one tile below its picture; typing edits the file.

use std::ops::Range;
use std::sync::Arc;

use egui::{FontId, Id, ScrollArea, TextEdit, Ui};
use tilewright_editor_model::pack::document::{FileChange, Splice};
use tilewright_language::code::CodeLanguage;

use super::tile_cache::TileCache;
use crate::context::{EditorAction, ViewCx};
use crate::ui::widgets::{self, code};

/// Text of a tile, with its place in the file.
#[derive(Default)]
pub(super) struct Strip {
    tile: Option<(Arc<str>, Arc<str>)>,
    range: Range<usize>,
    text: String,
    focused: bool,
}

impl Strip {
    /// Draws the text of a tile. While the user types, the field keeps its range even if the text is invalid; `found`
    /// is the place of the tile in its file, or `None` if it is not found.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        cx: &mut ViewCx<'_>,
        id: &Arc<str>,
        found: Option<(&Arc<str>, Range<usize>)>,
    ) {
        let document = cx.document;
        let holds = |strip: &Strip| {
            let file = strip.tile.as_ref().and_then(|(file, _)| document.text(file));
            file.and_then(|text| text.get(strip.range.clone())) == Some(&*strip.text)
        };
        if !(self.focused && self.is_of(id) && holds(self)) {
            let Some((file, range)) = found else {
                if !self.is_of(id) || !holds(self) {
                    self.tile = None;
                }
                return self.field(ui, cx, id);
            };
            let Some(text) = document.text(file).and_then(|text| text.get(range.clone())) else { return };
            if self.text != text {
                text.clone_into(&mut self.text);
            }
            self.tile = Some((file.clone(), id.clone()));
            self.range = range;
        }
        self.field(ui, cx, id);
    }

    /// True if the field holds the text of this tile, even if that cannot be read.
    pub(super) fn is_of(&self, id: &str) -> bool {
        self.tile.as_ref().is_some_and(|(_, tile)| **tile == *id)
    }

    /// Returns the range of the text in its file.
    pub(super) fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// Returns the new id if the user has changed the id in the text; that tile is shown from now on.
    pub(super) fn follow(&mut self, tiles_read: &TileCache, id: &str) -> Option<Arc<str>> {
        let (file, tile) = self.tile.as_mut().filter(|(_, tile)| **tile == *id)?;
        let new =
            tiles_read.items.item_at(file, self.range.start).filter(|item| item.section == "tiles")?.id.clone()?;
        *tile = new.clone();
        Some(new)
    }

    fn field(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, id: &Arc<str>) {
        let Some((file, _)) = self.tile.clone() else { return };
        let font = FontId::monospace(12.5);
        let tokens = cx.tokens;
        let before = self.text.clone();
        ScrollArea::both().id_salt("tile text").max_height(150.0).auto_shrink([false, true]).show(ui, |ui| {
            let mut layouter = |ui: &Ui, text: &dyn egui::TextBuffer, _width: f32| {
                let job = code::lay_out_code(text.as_str(), CodeLanguage::Ron, &font, tokens);
                ui.fonts_mut(|f| f.layout_job(job))
            };
            let edit = TextEdit::multiline(&mut self.text)
                .id(Id::unique("tile text"))
                .code_editor()
                .desired_width(f32::INFINITY)
                .desired_rows(3)
                .layouter(&mut layouter);
            let output = edit.show(ui);
            widgets::set_name(ui, &output.response, &cx.texts.with_name("tiles-text", id));
            self.focused = output.response.has_focus();
            if output.response.changed()
                && let Some(splice) = Splice::from_difference(&before, &self.text)
            {
                let start = self.range.start + splice.at;
                cx.ask(EditorAction::Type(FileChange::edit(
                    &file,
                    start..start + splice.removed.len(),
                    splice.inserted,
                )));
                self.range.end = self.range.start + self.text.len();
            }
        });
    }
}
