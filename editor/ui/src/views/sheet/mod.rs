//! The dialog that cuts a sheet: the grid with a live preview, and the tile of each cell.
//!
//! - `cells`: the sheet with its cells, which can be selected and dragged.
//! - `tiles`: the tiles, on which cells are dropped.

mod cells;
mod tiles;

use std::sync::Arc;

use egui::{ColorImage, ComboBox, Context, DragValue, Id, Key, Modal, Modifiers, RichText, TextureHandle, Ui, Vec2};
use tilewright_editor_model::job::{Job, JobPoll};
use tilewright_editor_model::pack::own_art::sheet::{SheetGrid, SheetPlan, SheetProposal};
use tilewright_editor_model::texts::UiTexts;

use crate::ui::pictures::PictureCache;
use crate::ui::theme::{GAP, Tokens};
use crate::ui::{waker, widgets};

/// Preferred width of the dialog, in points.
const WIDTH: f32 = 1000.0;
/// Height of everything around the sheet, in points.
const AROUND: f32 = 250.0;
/// Part of the width that the sheet may take.
const SHEET_PART: f32 = 0.62;
/// Maximum width and height of the preview, in pixels.
const PREVIEW_SIDE: u32 = 1536;
/// Maximum number of columns and rows.
const MAX_CELLS: u16 = 64;

/// Cell of a sheet by its column and row from 0, while it is dragged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct DraggedCell((u16, u16));

/// State that the dialog is drawn with.
pub struct SheetContext<'a> {
    /// Texts of the interface.
    pub texts: &'a UiTexts,
    /// Colours of the interface.
    pub tokens: &'static Tokens,
    /// Pictures of the tiles of the open pack.
    pub pictures: &'a mut PictureCache,
}

/// The user's answer to the dialog.
#[derive(Clone, Debug)]
pub enum SheetAnswer {
    /// Closes the dialog without a change.
    Cancel,
    /// Shows the cells on their tiles.
    Cut,
    /// Shows the whole picture on this tile.
    Whole(Arc<str>),
}

/// Open dialog for a sheet.
pub struct SheetDialog {
    plan: SheetPlan,
    /// Tile that could show the whole picture; `None` if the sheet was chosen to be cut.
    single: Option<Arc<str>>,
    texture: Option<TextureHandle>,
    proposing: Option<Job<SheetProposal>>,
    /// Grid for which `proposing` searches.
    proposed_grid: Option<SheetGrid>,
    selected: (u16, u16),
    /// Cell that gets the keyboard next.
    wants: Option<(u16, u16)>,
    /// Reason why the last attempt failed; `None` if it has not.
    pub failed: Option<String>,
}

impl SheetDialog {
    /// Opens the dialog. `single` is the tile that could show the whole picture.
    pub fn new(plan: SheetPlan, single: Option<Arc<str>>) -> SheetDialog {
        SheetDialog {
            plan,
            single,
            texture: None,
            proposing: None,
            proposed_grid: None,
            selected: (0, 0),
            wants: None,
            failed: None,
        }
    }

    /// Returns the work of the user.
    pub fn plan(&self) -> &SheetPlan {
        &self.plan
    }

    /// True while tiles are proposed for the cells.
    pub fn is_proposing(&self) -> bool {
        self.proposing.is_some() || self.plan.needs_proposal()
    }

    /// Draws the dialog; returns the user's answer.
    pub fn show(&mut self, ctx: &Context, cx: &mut SheetContext<'_>) -> Option<SheetAnswer> {
        self.look_for_proposal(ctx);
        // The key is consumed first: a text field would only use it to give up the keyboard.
        let escaped = ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
        let frame = egui::Frame::popup(&ctx.style_of(ctx.theme())).inner_margin(16);
        let room = ctx.content_rect().size();
        let mut answer = None;
        let modal = Modal::new(Id::unique("sheet")).frame(frame).show(ctx, |ui| {
            let width = WIDTH.min(room.x - 60.0);
            ui.set_width(width);
            ui.heading(cx.texts.with_name("sheet-title", &self.plan.sheet().picture.name));
            self.grid_fields(ui, cx);
            self.message(ui, cx);
            let height = (room.y - AROUND).max(120.0);
            ui.horizontal_top(|ui| {
                ui.allocate_ui(Vec2::new(width * SHEET_PART, height), |ui| self.draw_cells(ui, cx, height));
                ui.vertical(|ui| self.draw_tiles(ui, cx, height));
            });
            ui.add_space(GAP);
            self.choose_for_selected(ui, cx);
            if let Some(why) = &self.failed {
                ui.label(RichText::new(why).color(cx.tokens.error));
            }
            ui.add_space(GAP);
            answer = self.buttons(ui, cx);
        });
        // A click outside would lose the work, so that only the button and the key close the dialog.
        drop(modal);
        answer.or(escaped.then_some(SheetAnswer::Cancel))
    }

    /// Takes over the proposal for the current grid, or starts to search for it.
    fn look_for_proposal(&mut self, ctx: &Context) {
        match self.proposing.as_ref().map(Job::look) {
            Some(JobPoll::Nothing) => return,
            Some(JobPoll::News(proposal)) => self.plan.propose(proposal),
            // A failed search must not begin again: the user assigns the cells.
            Some(JobPoll::Ended) => {}
            None => {}
        }
        self.proposing = None;
        let grid = self.plan.grid();
        if self.plan.needs_proposal() && self.proposed_grid != Some(grid) {
            let (sheet, tiles) = (self.plan.sheet().clone(), Arc::clone(self.plan.tiles()));
            self.proposed_grid = Some(grid);
            self.proposing = Some(Job::start_single(waker(ctx), move |_| SheetProposal::new(&sheet, grid, &tiles)));
        }
    }

    fn grid_fields(&mut self, ui: &mut Ui, cx: &SheetContext<'_>) {
        let mut grid = self.plan.grid();
        ui.horizontal_wrapped(|ui| {
            let mut field = |key: &str, value: &mut u16, range: std::ops::RangeInclusive<u16>| {
                let name = ui.label(cx.texts.get(key));
                ui.add(DragValue::new(value).range(range).speed(0.1)).labelled_by(name.id);
            };
            field("sheet-columns", &mut grid.columns, 1..=MAX_CELLS);
            field("sheet-rows", &mut grid.rows, 1..=MAX_CELLS);
            field("sheet-margin", &mut grid.margin, 0..=4096);
            field("sheet-gap", &mut grid.gap, 0..=4096);
        });
        if grid != self.plan.grid() {
            self.plan.set_grid(grid);
            self.selected = (self.selected.0.min(grid.columns - 1), self.selected.1.min(grid.rows - 1));
        }
    }

    /// Draws the size of the cells, or the reason why the grid does not divide the sheet. The line is always present, so
    /// that the layout does not jump.
    fn message(&self, ui: &mut Ui, cx: &SheetContext<'_>) {
        let (bitmap, grid) = (&self.plan.sheet().bitmap, self.plan.grid());
        let text = match self.plan.misfit() {
            Some(misfit) => {
                let length = if misfit.is_width { bitmap.width() } else { bitmap.height() };
                let cells = if misfit.is_width { grid.columns } else { grid.rows };
                let key = match (misfit.is_width, misfit.leftover) {
                    (true, Some(_)) => "sheet-misfit-width",
                    (false, Some(_)) => "sheet-misfit-height",
                    (true, None) => "sheet-no-width",
                    (false, None) => "sheet-no-height",
                };
                let values = [
                    ("pixels", length.into()),
                    ("cells", cells.into()),
                    ("n", misfit.leftover.unwrap_or_default().into()),
                ];
                RichText::new(cx.texts.with(key, &values)).color(cx.tokens.error)
            }
            None if self.is_proposing() => RichText::new(cx.texts.get("sheet-comparing")).color(cx.tokens.weak),
            None => {
                let [_, _, width, height] = self.plan.rectangle((0, 0)).unwrap_or_default();
                let values = [("width", width.into()), ("height", height.into())];
                RichText::new(cx.texts.with("sheet-cells", &values)).color(cx.tokens.weak)
            }
        };
        ui.label(text);
    }

    /// Draws the list that chooses the tile of the selected cell, for the keyboard.
    fn choose_for_selected(&mut self, ui: &mut Ui, cx: &SheetContext<'_>) {
        let tiles = Arc::clone(self.plan.tiles());
        let now = self.plan.tile_at(self.selected);
        let none = cx.texts.get("sheet-no-tile");
        let mut chosen = now;
        ui.horizontal(|ui| {
            let name = ui.label(cell_text(cx.texts, "sheet-tile-of", self.selected, ""));
            let shown = now.map_or(none.clone(), |tile| tiles.tiles[tile].written.to_string());
            let list = ComboBox::from_id_salt("sheet tile").selected_text(shown).width(240.0);
            let list = list.show_ui(ui, |ui| {
                ui.selectable_value(&mut chosen, None, none.clone());
                for (number, tile) in tiles.tiles.iter().enumerate() {
                    ui.selectable_value(&mut chosen, Some(number), &*tile.written);
                }
            });
            list.response.labelled_by(name.id);
        });
        if chosen != now {
            self.plan.choose(self.selected, chosen);
        }
    }

    fn buttons(&mut self, ui: &mut Ui, cx: &SheetContext<'_>) -> Option<SheetAnswer> {
        let count = self.plan.assigned().len();
        let can = count > 0 && self.plan.misfit().is_none();
        ui.horizontal(|ui| {
            let mut answer = None;
            if widgets::main_button(ui, cx.tokens, can, cx.texts.count("sheet-show", count)) {
                answer = Some(SheetAnswer::Cut);
            }
            if let Some(tile) = &self.single
                && ui.button(cx.texts.with_name("sheet-whole", tile)).clicked()
            {
                answer = Some(SheetAnswer::Whole(tile.clone()));
            }
            if ui.button(cx.texts.get("cancel")).clicked() {
                answer = Some(SheetAnswer::Cancel);
            }
            answer
        })
        .inner
    }

    /// Returns the texture of the sheet.
    fn texture(&mut self, ctx: &Context) -> TextureHandle {
        let bitmap = &self.plan.sheet().bitmap;
        let load = || {
            let small = bitmap.shrunk(PREVIEW_SIDE);
            let shown = small.as_ref().unwrap_or(bitmap);
            let size = [shown.width() as usize, shown.height() as usize];
            let image = ColorImage::from_rgba_unmultiplied(size, shown.rgba());
            ctx.load_texture("sheet", image, egui::TextureOptions::LINEAR)
        };
        self.texture.get_or_insert_with(load).clone()
    }
}

/// Returns a text with the column and row of a cell, counted from 1, and the name of its tile.
fn cell_text(texts: &UiTexts, key: &str, at: (u16, u16), tile: &str) -> String {
    texts.with(key, &[("column", (at.0 + 1).into()), ("row", (at.1 + 1).into()), ("name", tile.into())])
}
