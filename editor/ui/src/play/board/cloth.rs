//! Draws the background of the board: shadows around tiles, and cells where a tile can be placed.

use egui::{Color32, Mesh, Pos2, Rect, Shape, Stroke, Vec2};
use tilewright_art::geometry::Point;
use tilewright_art::heights;
use tilewright_art::outline::corners_of;
use tilewright_core::catalog::lattice::{Cell, Turn};
use tilewright_core::state::Game;
use tilewright_core::state::chance::Generator;

use super::camera::BoardProjection;
use super::content::Ghost;
use crate::ui::pictures::laid::WHOLE;
use crate::ui::theme::{GHOST_EDGE, Tokens};

/// Width of the shadow, in points.
const SHADOW: f32 = 6.0;
/// Minimum width of a cell for shadows and for lines around options, in points.
pub(super) const LEAST: f32 = 10.0;

/// Returns the corners of a cell relative to its bounding box, and their centre, in points.
pub(super) fn outline(sight: &BoardProjection, cell: Cell) -> (Vec<Vec2>, Vec2) {
    let corners: Vec<Vec2> =
        corners_of(sight.lattice, cell).iter().map(|c| Vec2::new(c.x, c.y) * sight.camera.cell).collect();
    let middle = corners.iter().fold(Vec2::ZERO, |sum, c| sum + *c) / corners.len() as f32;
    (corners, middle)
}

/// Width of the repeated grain texture, in pixels and points.
const GRAIN: usize = 128;

/// Draws a faint grain like that of paper, which moves with the board. Its texture is created once and repeated.
pub(super) fn grain(painter: &egui::Painter, sight: &BoardProjection) {
    let id = egui::Id::unique("grain of the cloth");
    let known = painter.ctx().data(|data| data.get_temp::<egui::TextureHandle>(id));
    let texture = known.unwrap_or_else(|| {
        let texture = painter.ctx().load_texture("grain", fibres(), egui::TextureOptions::NEAREST);
        painter.ctx().data_mut(|data| data.insert_temp(id, texture.clone()));
        texture
    });
    let width = GRAIN as f32;
    let area = sight.area;
    let moved = area.center() - sight.camera.middle * sight.camera.cell;
    let first = |edge: f32, at: f32| edge - (edge - at).rem_euclid(width);
    let corner = Pos2::new(first(area.left(), moved.x), first(area.top(), moved.y)).round();
    let mut mesh = Mesh::with_texture(texture.id());
    let (columns, rows) = ((area.right() - corner.x) / width, (area.bottom() - corner.y) / width);
    for row in 0..rows.ceil() as usize {
        for column in 0..columns.ceil() as usize {
            let at = corner + Vec2::new(column as f32, row as f32) * width;
            mesh.add_rect_with_uv(Rect::from_min_size(at, Vec2::splat(width)), WHOLE, Color32::WHITE);
        }
    }
    painter.add(Shape::mesh(mesh));
}

/// Returns a tileable grain texture of short fibres, lighter and darker than the background.
fn fibres() -> egui::ColorImage {
    let mut pixels = vec![0i32; GRAIN * GRAIN];
    // A fixed seed gives the same texture in every run.
    let mut generator = Generator::new(1);
    let mut next = |below: usize| generator.below(below as u32) as usize;
    for _ in 0..1500 {
        let (x, y, length, upright) = (next(GRAIN), next(GRAIN), 2 + next(5), next(2) == 0);
        let shade = if next(2) == 0 { 5 } else { -5 };
        for n in 0..length {
            let (x, y) = if upright { (x, y + n) } else { (x + n, y) };
            pixels[y % GRAIN * GRAIN + x % GRAIN] += shade;
        }
    }
    let shade = |&by: &i32| {
        let alpha = by.unsigned_abs().min(12) as u8;
        if by > 0 { Color32::from_white_alpha(alpha) } else { Color32::from_black_alpha(alpha) }
    };
    egui::ColorImage::new([GRAIN, GRAIN], pixels.iter().map(shade).collect())
}

/// Draws a soft shadow around the tiles, as if the table were lit from above.
pub(super) fn shadow(painter: &egui::Painter, game: &Game, sight: &BoardProjection, tokens: &Tokens) {
    let width = sight.camera.cell;
    if width < LEAST {
        return;
    }
    let (board, catalog) = (game.board(), game.catalog());
    let reach = SHADOW.min(width * 0.12);
    let (near, far) = (tokens.shadow, Color32::TRANSPARENT);
    let mut mesh = Mesh::default();
    for tile in board.tiles() {
        for face in catalog.faces(tile.kind, tile.turn) {
            let cell = tile.cell.plus(face.offset.0, face.offset.1);
            let rect = sight.box_of(cell);
            if !sight.area.intersects(rect.expand(reach)) {
                continue;
            }
            let at = |v: Vec2| rect.min + v + Vec2::new(0.0, reach * 0.3);
            let (corners, middle) = outline(sight, cell);
            for (number, side) in sight.lattice.sides_of(cell).enumerate() {
                if board.tile_at(sight.lattice.neighbour(cell, side)).is_some() {
                    continue;
                }
                let (a, b) = (corners[number], corners[(number + 1) % corners.len()]);
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

/// Draws stacked tiles: a dark step along sides that are higher than their neighbour, and a bar for each tile.
pub(super) fn heights(painter: &egui::Painter, game: &Game, sight: &BoardProjection) {
    let width = sight.camera.cell;
    if width < LEAST {
        return;
    }
    for (cell, raised) in heights::raised_cells(game.board()) {
        let rect = sight.box_of(cell);
        if !sight.area.intersects(rect) {
            continue;
        }
        let at = |point: Point| rect.min + Vec2::new(point.x, point.y) * width;
        for &(side, by) in &raised.steps {
            let (from, to, wide) = heights::step_line(sight.lattice, side, by);
            painter.line_segment([at(from), at(to)], Stroke::new(wide * width, Color32::from_black_alpha(150)));
        }
        let (bars, length, thick) = heights::bars(sight.lattice, raised.height);
        for middle in bars {
            let bar = Rect::from_center_size(at(middle), Vec2::new(length, thick) * width);
            painter.rect_filled(bar.expand(1.0), thick * width, Color32::from_black_alpha(200));
            painter.rect_filled(bar, thick * width * 0.5, Color32::from_rgb(0xfb, 0xf3, 0xdf));
        }
    }
}

/// Draws cells that can be chosen, in a muted style that does not distract from the tiles.
pub(super) fn open_cells(
    painter: &egui::Painter,
    sight: &BoardProjection,
    cells: impl Iterator<Item = Cell>,
    tokens: &Tokens,
) {
    let width = sight.camera.cell;
    let inset = (width * 0.02).clamp(0.5, 2.0);
    let (fill, line) = tokens.open_cell();
    let line = Stroke::new(1.0, line);
    if width < LEAST {
        // At this size, lines look like their fills, and hundreds of them would be slow to draw.
        let mut mesh = Mesh::default();
        for cell in cells {
            mesh.add_colored_rect(sight.box_of(cell).shrink(inset), line.color);
        }
        painter.add(Shape::mesh(mesh));
        return;
    }
    for cell in cells {
        let (at, (corners, middle)) = (sight.corner_of(cell), outline(sight, cell));
        let inner = |c: &Vec2| at + *c - (*c - middle).normalized() * inset;
        let points: Vec<Pos2> = corners.iter().map(inner).collect();
        painter.add(Shape::convex_polygon(points, fill, line));
    }
}

/// Draws a row of dots below a ghost, one for each turn that fits. The dot of the current turn is filled.
pub(super) fn turns(painter: &egui::Painter, sight: &BoardProjection, (_, shown, cell): Ghost, turns: &[Turn]) {
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
