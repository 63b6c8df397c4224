//! Draws the area that a segment covers on its cell.

use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::lattice::Turn;

use crate::geometry::{Path, Point};
use crate::look;
use crate::outline::{cell_size, center, corners_shown, turn_angle};
use crate::scene::{Color, Pen, Scene, Shape};
use crate::tile::{Artist, bleeding};

/// Number of rows per unit of width in which ground is drawn, because its borders are not curves.
const ROWS: usize = 96;

impl Artist<'_> {
    /// Draws the area that a segment covers on its turned cell, in one colour: its area or path, a disc for a site, or
    /// the ground that the other segments leave free.
    pub fn segment_scene(&self, kind: TileKindId, segment: usize, turn: Turn, color: Color) -> Scene {
        let catalog = self.catalog();
        let lattice = catalog.lattice;
        let (width, height) = cell_size(lattice);
        let (middle, angle) = (center(lattice), turn_angle(lattice, turn));
        let turned = |p: Point| p.rotate(middle, angle);
        let spec = &catalog.kinds[kind].segments[segment];
        let plan = self.plan(kind, usize::from(spec.cell));
        let layout = &plan.layout;
        let mut shapes = Vec::new();
        if let Some(&(_, at)) = layout.sites.iter().find(|(site, _)| *site == segment) {
            let radius = look::site_size(catalog, spec.terrain) / 2.0;
            shapes.push(Shape::Fill(Path::circle(turned(at), radius), color));
        } else if let Some(area) = layout.areas.iter().find(|area| area.segment == segment) {
            shapes.push(Shape::Fill(area.path.map_points(turned), color));
        } else if layout.tracks.iter().any(|track| track.segment == segment) {
            let pen = Pen::solid(color, look::width(catalog, spec.terrain) + 0.03).with_round_ends();
            let own = layout.tracks.iter().filter(|track| track.segment == segment);
            shapes.extend(own.map(|track| Shape::Line(track.path.map_points(turned), pen.clone())));
        } else {
            let step = 1.0 / ROWS as f32;
            let columns = (width * ROWS as f32).ceil() as usize;
            let owns = |x: f32, y: f32| layout.ground.covers(segment as i16, Point::new(x, y));
            for row in 0..(height * ROWS as f32).ceil() as usize {
                let (y, mut begun) = (row as f32 * step, None);
                for column in 0..=columns {
                    let x = column as f32 * step;
                    let own = column < columns && owns(x + step / 2.0, y + step / 2.0);
                    match (own, begun) {
                        (true, None) => begun = Some(x),
                        (false, Some(from)) => {
                            // Rows overlap a little, so that no lines show between them.
                            let low = y + step * 1.3;
                            let corners = [(from, y), (x, y), (x, low), (from, low)];
                            let outline = corners.map(|(x, y)| turned(Point::new(x, y)));
                            shapes.push(Shape::Fill(Path::polygon(&outline), color));
                            begun = None;
                        }
                        _ => {}
                    }
                }
            }
        }
        let mut scene = Scene::new(width, height);
        scene.shapes.push(Shape::Clipped(
            bleeding(&corners_shown(lattice, catalog.kinds[kind].cells[usize::from(spec.cell)].offset, turn), middle),
            shapes,
        ));
        scene
    }
}
