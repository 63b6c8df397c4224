//! Layer with the own picture of the tile: the part inside the cut, the bleed around it, and the cut itself.

use std::sync::Arc;

use egui::epaint::Vertex;
use egui::{Color32, Mesh, Painter, Pos2, Shape, Stroke};
use tilewright_core::catalog::lattice::{Cell, Turn};

use super::frame::TileFrame;
use crate::context::ViewCx;
use crate::ui::pictures::laid::WHOLE;
use crate::ui::pictures::{Subject, UncutPicture};

/// Width of a cell for which the pictures are drawn, in points.
const WIDTH: f32 = 384.0;

/// Opacity of the part that is cut off.
const CUT_OFF: f32 = 0.4;

/// Own pictures of the cells of a tile.
pub(in crate::views::tiles) struct OwnPictures {
    /// For each cell, its picture inside the cut, and the whole picture.
    cells: Vec<Option<(egui::TextureId, UncutPicture)>>,
}

impl OwnPictures {
    /// Returns the pictures of a tile; `None` if the shown look has no picture of it.
    pub(in crate::views::tiles) fn find(cx: &mut ViewCx<'_>, tile: &Arc<str>, cells: usize) -> Option<OwnPictures> {
        if !cx.pictures.has_look() {
            return None;
        }
        let found = (0..cells).map(|part| {
            let uncut = cx.pictures.uncut(tile, part, WIDTH)?;
            let inside = Subject::Cell(tile.clone(), part as u8, Turn::NONE, Cell::ORIGIN);
            Some((cx.pictures.get(&inside, WIDTH)?.texture, uncut))
        });
        let cells: Vec<_> = found.collect();
        cells.iter().any(Option::is_some).then_some(OwnPictures { cells })
    }

    /// Draws the pictures, with a dashed line along the cut.
    pub(super) fn draw(&self, painter: &Painter, frame: &TileFrame<'_>) {
        let shown =
            || self.cells.iter().zip(&frame.drawing.cells).filter_map(|(cell, at)| Some((cell.as_ref()?, at.at)));
        let mut drawn: Vec<Pos2> = Vec::new();
        for ((_, uncut), at) in shown() {
            let corners = uncut.corners.map(|p| frame.corner(at) + egui::Vec2::new(p.x, p.y) * frame.cell);
            // A picture of the whole tile belongs to each of its cells.
            if drawn.iter().all(|other| (*other - corners[0]).length() > 1.0) {
                drawn.push(corners[0]);
                painter.add(picture(uncut.texture, corners));
            }
        }
        for ((inside, _), at) in shown() {
            painter.image(*inside, frame.box_of(at), WHOLE, Color32::WHITE);
        }
        for (_, at) in shown() {
            let mut outline = frame.outline(at);
            outline.extend(outline.first().copied());
            painter.add(Shape::line(outline.clone(), Stroke::new(2.0, Color32::from_white_alpha(170))));
            painter.extend(Shape::dashed_line(&outline, Stroke::new(1.5, Color32::from_black_alpha(200)), 6.0, 4.0));
        }
    }
}

/// Returns a faint texture between four corners.
fn picture(texture: egui::TextureId, corners: [Pos2; 4]) -> Shape {
    let mut mesh = Mesh::with_texture(texture);
    let uvs = [WHOLE.left_top(), WHOLE.right_top(), WHOLE.right_bottom(), WHOLE.left_bottom()];
    let color = Color32::WHITE.gamma_multiply(CUT_OFF);
    mesh.vertices.extend(corners.into_iter().zip(uvs).map(|(pos, uv)| Vertex { pos, uv, color }));
    mesh.add_triangle(0, 1, 2);
    mesh.add_triangle(0, 2, 3);
    Shape::mesh(mesh)
}
