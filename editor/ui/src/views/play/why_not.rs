//! Reasons why the tile in play does not fit on a cell, shown beside the pointer.

use egui::{Frame, Order, RichText, Ui, Vec2};
use tilewright_wording::why_not::{Fit, fit};
use tilewright_wording::words::Words;

use crate::context::ViewCx;
use crate::play::PlayState;
use crate::ui::theme::Emphasis;
use crate::ui::widgets;

/// Shows why the tile in play does not fit on the cell under the pointer or the keyboard cursor, if
/// [`PlayState::placing`] has found the placements for this position.
pub fn beside_pointer(ui: &Ui, cx: &ViewCx<'_>, play: &PlayState) {
    let Some(cell) = play.pointed.filter(|_| !widgets::is_covered(ui.ctx())) else { return };
    // The position of the keyboard cursor is unknown here, so its sentence appears below the board.
    let all = ui.min_rect();
    let hover = ui.input(|i| i.pointer.hover_pos()).filter(|at| all.contains(*at));
    let pointer = hover.unwrap_or(all.left_bottom() - Vec2::new(0.0, 150.0));
    let Some(placing) = play.known_placing() else { return };
    let Some(game) = play.table.as_ref().map(|t| t.game()) else { return };
    // Cells far from the tiles and occupied cells need no explanation.
    let near = game.board().bounds(cell.plane()).is_some_and(|(min, max)| {
        (min.x - 1..=max.x + 1).contains(&cell.x) && (min.y - 1..=max.y + 1).contains(&cell.y)
    });
    if !near || game.board().tile_at(cell).is_some() {
        return;
    }
    let fit = fit(game, cx.texts.code(), placing, cell);
    if matches!(&fit, Fit::Turns(turns) if turns.iter().any(Vec::is_empty)) {
        return;
    }
    let sentences = cx.texts.sentences();
    let tile = Words::with_numbers(game.catalog(), cx.texts.code()).tile(placing.kind).name;
    let misfit = sentences.misfit(&tile, cell);
    let verdicts = sentences.turn_fits(game.catalog().lattice, cell, &fit);
    let area = egui::Area::new(ui.scope_id().with("why not")).order(Order::Tooltip).interactable(false);
    area.fixed_pos(pointer + Vec2::new(14.0, 14.0)).constrain(true).show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_max_width(360.0);
            ui.label(RichText::new(misfit).medium());
            for verdict in verdicts {
                ui.label(verdict.text);
            }
        });
    });
}
