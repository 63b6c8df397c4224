//! Draws what is new on a board: lines around tiles, rings around figures, and rising points at the place of the award.

use egui::{Align2, Color32, FontId, Painter, Pos2, Stroke, StrokeKind, Ui, Vec2};
use tilewright_core::state::Game;
use tilewright_editor_model::table::fresh::{APPEAR, Fresh, FreshPiece, RISE};

use super::camera::BoardProjection;
use super::cloth;
use super::standing::{self, DrawnPiece};
use crate::ui::pictures::PictureCache;
use crate::ui::theme::{ink_on, of_seat, rim_of};

/// Distance that earned points rise, in points of the screen.
const WAY: f32 = 26.0;

/// Returns the opacity of a mark that is appearing, from 0 to 1, and requests another frame until it reaches 1.
fn fade_in(ui: &Ui, since: f64) -> f32 {
    let part = ((ui.input(|i| i.time) - since) / APPEAR) as f32;
    if ui.style().animation_time <= 0.0 || part >= 1.0 {
        return 1.0;
    }
    ui.ctx().request_repaint();
    part.max(0.0)
}

/// Draws lines around new tiles.
pub(super) fn tiles(ui: &Ui, painter: &Painter, game: &Game, fresh: &Fresh, sight: &BoardProjection) {
    let width = sight.camera.cell;
    let thick = (width * 0.035).clamp(1.5, 4.0);
    for mark in fresh.marks() {
        let FreshPiece::Tile(number) = mark.new else { continue };
        let Some(tile) = game.board().tile(number) else { continue };
        let faces = game.catalog().faces(tile.kind, tile.turn);
        let cells: Vec<_> = faces.iter().map(|face| tile.cell.plus(face.offset.0, face.offset.1)).collect();
        if !cells.iter().any(|cell| sight.area.intersects(sight.box_of(*cell))) {
            continue;
        }
        let seen = fade_in(ui, mark.since);
        let colour = of_seat(mark.coloured);
        let (rim, own) = (rim_of(colour).gamma_multiply(0.6 * seen), colour.gamma_multiply(seen));
        if width < cloth::LEAST {
            for cell in &cells {
                painter.rect_stroke(sight.box_of(*cell), 0.0, Stroke::new(thick, own), StrokeKind::Inside);
            }
            continue;
        }
        for (pen, inset) in [(Stroke::new(thick + 1.5, rim), thick / 2.0), (Stroke::new(thick, own), thick / 2.0)] {
            for cell in &cells {
                let (corners, middle) = cloth::outline(sight, *cell);
                for (number, side) in sight.lattice.sides_of(*cell).enumerate() {
                    // Sides between two cells of one tile have no line.
                    if cells.contains(&sight.lattice.neighbour(*cell, side)) {
                        continue;
                    }
                    let inner = |corner: Vec2| sight.corner_of(*cell) + corner - (corner - middle).normalized() * inset;
                    let ends = [number, (number + 1) % corners.len()].map(|n| inner(corners[n]));
                    painter.line_segment(ends, pen);
                    for end in ends {
                        painter.circle_filled(end, pen.width / 2.0, pen.color);
                    }
                }
            }
        }
    }
}

/// Draws rings around new figures.
pub(super) fn figures(ui: &Ui, painter: &Painter, fresh: &Fresh, standing: &[DrawnPiece]) {
    for mark in fresh.marks() {
        let FreshPiece::Figure(number) = mark.new else { continue };
        let Some(one) = standing.iter().find(|one| one.figure == Some(number)) else { continue };
        let seen = fade_in(ui, mark.since);
        let radius = one.size * 0.62;
        painter.circle_stroke(one.at, radius, Stroke::new(4.0, Color32::WHITE.gamma_multiply(0.85 * seen)));
        painter.circle_stroke(one.at, radius, Stroke::new(2.0, of_seat(mark.coloured).gamma_multiply(seen)));
    }
}

/// Draws points that were just earned; they do not move if animations are off.
pub(super) fn points(
    ui: &Ui,
    painter: &Painter,
    game: &Game,
    fresh: &Fresh,
    pictures: &mut PictureCache,
    sight: &BoardProjection,
) {
    let now = ui.input(|i| i.time);
    let moves = ui.style().animation_time > 0.0;
    for (number, points) in fresh.points().iter().enumerate() {
        let left = RISE - (now - points.since);
        if left <= 0.0 || !game.board().features().is_there(points.at) {
            continue;
        }
        let part = (1.0 - left / RISE) as f32;
        let below = fresh.points()[..number].iter().filter(|other| other.at == points.at).count();
        let place = standing::on_segment(game, pictures, sight, points.at);
        let risen = if moves { part * (2.0 - part) * WAY } else { 0.0 };
        let at = place - Vec2::new(0.0, sight.camera.cell * 0.12 + 14.0 + risen + 23.0 * below as f32);
        let seen = if moves { ((1.0 - part) * 3.0).min(1.0) } else { 1.0 };
        badge(painter, at, &format!("{:+}", points.points), of_seat(points.coloured), seen);
        if moves {
            ui.ctx().request_repaint();
        } else {
            ui.ctx().request_repaint_after_secs(left as f32);
        }
    }
}

/// Draws a number on a coloured background, so that it is readable on any picture.
fn badge(painter: &Painter, at: Pos2, text: &str, colour: Color32, seen: f32) {
    let ink = ink_on(colour);
    let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(15.0), ink.gamma_multiply(seen));
    let rect = Align2::CENTER_CENTER.anchor_size(at, galley.size()).expand2(Vec2::new(6.0, 1.0));
    let rim = Stroke::new(1.5, Color32::WHITE.gamma_multiply(seen));
    painter.rect(rect, rect.height() / 2.0, colour.gamma_multiply(seen), rim, StrokeKind::Outside);
    painter.galley(rect.min + Vec2::new(6.0, 1.0), galley, ink);
}
