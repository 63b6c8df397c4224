//! Draws the backgrounds of own art below the tiles.

use egui::{Color32, Mesh, Painter, Pos2, Rect, Shape, Vec2};
use tilewright_art::board::open_cells;
use tilewright_art::own::period;
use tilewright_core::catalog::art::BoardFit;
use tilewright_core::catalog::lattice::{Cell, Plane};
use tilewright_core::state::Game;

use super::camera::BoardProjection;
use crate::ui::pictures::laid::WHOLE;
use crate::ui::pictures::{PictureCache, Subject};

/// Draws the own background of each plane.
pub(super) fn draw(painter: &Painter, game: &Game, pictures: &mut PictureCache, sight: &BoardProjection) {
    if !pictures.has_look() {
        return;
    }
    for plane in game.board().planes() {
        let Some(look) = pictures.background(plane) else { continue };
        match look.fit {
            BoardFit::Stretch => {
                let Some(area) = cells_of(game, sight, plane) else { continue };
                if let Some(shown) = pictures.get(&Subject::Ground(plane), area.width()) {
                    painter.image(shown.texture, area, WHOLE, Color32::WHITE);
                }
            }
            BoardFit::Repeat { cells } => {
                let period = period(sight.lattice, cells);
                let period = Vec2::new(period.x, period.y) * sight.camera.cell;
                let origin = Cell::new_on(plane, 0, 0).map_or(Pos2::ZERO, |cell| sight.corner_of(cell));
                let area = frame(game, sight, plane).unwrap_or(sight.area).intersect(sight.area);
                if !area.is_positive() {
                    continue;
                }
                if let Some(shown) = pictures.get(&Subject::Ground(plane), period.x) {
                    let mut mesh = Mesh::with_texture(shown.texture);
                    let part = Rect::from_min_max(
                        ((area.min - origin) / period).to_pos2(),
                        ((area.max - origin) / period).to_pos2(),
                    );
                    mesh.add_rect_with_uv(area, part, Color32::WHITE);
                    painter.add(Shape::mesh(mesh));
                }
            }
        }
    }
}

/// Returns the frame around a plane; `None` if the board has only one plane, which has no frame.
fn frame(game: &Game, sight: &BoardProjection, plane: Plane) -> Option<Rect> {
    let (.., from, to) = sight.spread.frames(game).find(|frame| frame.0 == plane)?;
    Some(sight.place(Rect::from_min_max(Pos2::new(from.x, from.y), Pos2::new(to.x, to.y))))
}

/// Returns the smallest rectangle around the tiles and the empty cells of a plane; `None` if there are none.
fn cells_of(game: &Game, sight: &BoardProjection, plane: Plane) -> Option<Rect> {
    let tiles = game.board().seen_cells().map(|(.., cell)| cell);
    let own = tiles.chain(open_cells(game)).filter(|cell| cell.plane() == plane);
    let area = own.fold(Rect::NOTHING, |area, cell| area.union(sight.box_of(cell)));
    area.is_finite().then_some(area)
}
