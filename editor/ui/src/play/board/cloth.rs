//! The cloth under the tiles: the shadow around what lies there, and the cells on which something may come to lie.

use egui::{Color32, Mesh, Pos2, Shape, Stroke, Vec2};
use tilewright_art::outline::corners;
use tilewright_core::catalog::lattice::{Cell, Turn};
use tilewright_core::state::Game;

use super::Ghost;
use super::camera::Sight;
use crate::ui::theme::Tokens;

/// The edge of a tile that does not lie yet.
pub(super) const GHOST_EDGE: Color32 = Color32::from_rgb(0xD9, 0x7A, 0x1E);
/// How far the shadow reaches, in points.
const SHADOW: f32 = 6.0;
/// Below this width of a cell there is no shadow, in points.
const LEAST: f32 = 10.0;

/// The corners of a cell from the place where it begins, and its middle, in points.
fn outline(sight: &Sight) -> (Vec<Vec2>, Vec2) {
    let corners: Vec<Vec2> = corners(sight.lattice).iter().map(|c| Vec2::new(c.x, c.y) * sight.camera.cell).collect();
    let middle = corners.iter().fold(Vec2::ZERO, |sum, c| sum + *c) / corners.len() as f32;
    (corners, middle)
}

/// A soft shadow around the tiles, as if they lay on a table that is lit from above.
pub(super) fn shadow(painter: &egui::Painter, game: &Game, sight: &Sight) {
    let width = sight.camera.cell;
    if width < LEAST {
        return;
    }
    let (board, catalog) = (game.board(), game.catalog());
    let reach = SHADOW.min(width * 0.12);
    let (corners, middle) = outline(sight);
    let (near, far) = (Color32::from_black_alpha(56), Color32::TRANSPARENT);
    let mut mesh = Mesh::default();
    for tile in board.tiles() {
        for face in catalog.faces(tile.kind, tile.turn) {
            let cell = tile.cell.plus(face.offset.0, face.offset.1);
            let rect = sight.box_of(cell);
            if !sight.area.intersects(rect.expand(reach)) {
                continue;
            }
            let at = |v: Vec2| rect.min + v + Vec2::new(0.0, reach * 0.3);
            for side in sight.lattice.sides() {
                if board.tile_at(sight.lattice.neighbour(cell, side)).is_some() {
                    continue;
                }
                let (a, b) = (corners[side.index()], corners[(side.index() + 1) % corners.len()]);
                let out = |v: Vec2| v + (v - middle).normalized() * reach * 1.3;
                let first = mesh.vertices.len() as u32;
                for (place, colour) in [(a, near), (b, near), (out(b), far), (out(a), far)] {
                    mesh.colored_vertex(at(place), colour);
                }
                mesh.add_triangle(first, first + 1, first + 2);
                mesh.add_triangle(first, first + 2, first + 3);
            }
        }
    }
    if !mesh.is_empty() {
        painter.add(Shape::mesh(mesh));
    }
}

/// Cells that can be chosen: quiet, so that they do not outshout what lies there.
pub(super) fn open_cells(painter: &egui::Painter, sight: &Sight, cells: impl Iterator<Item = Cell>, tokens: &Tokens) {
    let width = sight.camera.cell;
    let (corners, middle) = outline(sight);
    let inset = (width * 0.02).clamp(0.5, 2.0);
    let fill = tokens.accent.gamma_multiply(0.12);
    let line = Stroke::new(1.0, tokens.accent.gamma_multiply(0.45));
    for cell in cells {
        let at = sight.at(cell);
        let inner = |c: &Vec2| at + *c - (*c - middle).normalized() * inset;
        let points: Vec<Pos2> = corners.iter().map(inner).collect();
        painter.add(Shape::convex_polygon(points, fill, line));
    }
}

/// Small dots below a ghost: a dot for each turn at which it fits, a full one for the turn that is shown.
pub(super) fn turns(painter: &egui::Painter, sight: &Sight, (_, shown, cell): Ghost, turns: &[Turn]) {
    if turns.len() < 2 {
        return;
    }
    let rect = sight.box_of(cell);
    let step = 10.0;
    let left = rect.center().x - step * (turns.len() - 1) as f32 / 2.0;
    for (number, turn) in turns.iter().enumerate() {
        let at = Pos2::new(left + step * number as f32, rect.bottom() + 9.0);
        let fill = if *turn == shown { GHOST_EDGE } else { Color32::from_white_alpha(200) };
        painter.circle(at, 3.5, fill, Stroke::new(1.0, GHOST_EDGE));
    }
}
