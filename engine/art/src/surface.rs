//! Draws the flat elements of a cell: terrains with their patterns or textures, borders, and paths.

use tilewright_core::catalog::id::{TerrainId, TileKindId};
use tilewright_core::catalog::lattice::Cell;

use crate::geometry::{Path, Point};
use crate::layout::{Area, Layout};
use crate::look::{self, paint};
use crate::outline::{cell_size, center};
use crate::scene::{Color, Scene, Shape};
use crate::tile::{Artist, bleeding};
use crate::{bridge, pattern};

/// Shade that hedges are mixed with.
const HEDGE_SHADE: Color = Color::hex(0x2f5d3a);

/// Outline and position of a turned cell, on which its areas are drawn.
#[derive(Clone, Copy)]
pub(crate) struct CellGround<'a> {
    pub(crate) outline: &'a [Point],
    /// Angle of the tile's turn, in radians.
    pub(crate) angle: f32,
    /// Position on the board, which textures continue from.
    pub(crate) at: Cell,
}

impl Artist<'_> {
    /// Draws the flat elements: terrains, patterns, borders, paths.
    pub(crate) fn surface(
        &self,
        kind: TileKindId,
        layout: &Layout,
        CellGround { outline, angle, at }: CellGround<'_>,
        turned: impl Fn(Point) -> Point + Copy,
    ) -> Scene {
        let catalog = self.catalog();
        let lattice = catalog.lattice;
        let (width, height) = cell_size(lattice);
        let middle = center(lattice);
        let terrain_of = |segment: usize| catalog.kinds[kind].segments[segment].terrain;
        let texture = |terrain: TerrainId| self.art()?.texture(lattice, terrain, at, (width, height));
        let mut scene = Scene::new(width, height);
        let under = layout.base.map(|base| paint(catalog, base));
        if let Some(images) = layout.base.and_then(texture) {
            scene.shapes.push(Shape::Clipped(bleeding(outline, middle), images));
        } else if let Some(under) = under {
            scene.fill(bleeding(outline, middle), under.fill);
            let covers = |p: Point, room: f32| {
                let p = p.rotate(middle, -angle);
                let owner = layout.ground.owner(p);
                let own = owner < 0 || Some(terrain_of(owner as usize)) == layout.base || under.pattern == "hatch";
                own && (room == 0.0 || layout.ground.room(p) > room)
            };
            pattern::fill(&mut scene, lattice, under, covers);
        }
        let beside = under.unwrap_or_else(|| paint(catalog, TerrainId::default()));
        let areas = |scene: &mut Scene, are_beneath: bool| {
            let some = || layout.areas.iter().filter(|area| area.is_beneath == are_beneath);
            let borders = |area: &Area| -> Vec<Path> { area.borders.iter().map(|b| b.map_points(turned)).collect() };
            for area in some() {
                for border in borders(area) {
                    pattern::border_below(scene, &border, paint(catalog, terrain_of(area.segment)), beside);
                }
            }
            for area in some() {
                let look = paint(catalog, terrain_of(area.segment));
                let borders = borders(area);
                let path = area.path.map_points(turned);
                let images = texture(terrain_of(area.segment));
                let has_texture = images.is_some();
                match images {
                    Some(images) => scene.shapes.push(Shape::Clipped(path.clone(), images)),
                    None => scene.fill(path.clone(), look.fill),
                }
                if look.border == "bank" {
                    let mut coast = Scene::new(width, height);
                    borders.iter().for_each(|border| pattern::coast(&mut coast, border, look));
                    scene.shapes.push(Shape::Clipped(path, coast.shapes));
                }
                let bank = if look.border == "bank" { 0.03 } else { 0.0 };
                if !has_texture {
                    pattern::fill(scene, lattice, look, |p, room| {
                        let p = p.rotate(middle, -angle);
                        layout.ground.owner(p) == area.segment as i16 && layout.ground.room(p) > room + bank
                    });
                }
                for border in &borders {
                    pattern::border_above(scene, border, look, beside);
                }
            }
        };
        areas(&mut scene, true);
        self.draw_tracks(&mut scene, kind, layout, |_| true, turned);
        areas(&mut scene, false);
        bridge::draw(&mut scene, &layout.bridges, catalog, terrain_of, turned);
        for &(at, terrain) in &layout.hedges {
            // Bushes must be darker and greener than the ground.
            let (fill, at) = (paint(catalog, terrain).fill, turned(at));
            scene.fill(Path::circle(at, 0.023), fill.mix(HEDGE_SHADE, 0.9));
            scene.fill(Path::circle(at + Point::new(-0.004, -0.006), 0.016), fill.mix(HEDGE_SHADE, 0.6));
        }
        scene
    }

    /// Draws the paths of a turned cell.
    pub(crate) fn draw_tracks(
        &self,
        scene: &mut Scene,
        kind: TileKindId,
        layout: &Layout,
        is_drawn: impl Fn(usize) -> bool,
        turned: impl Fn(Point) -> Point + Copy,
    ) {
        let catalog = self.catalog();
        let terrain_of = |segment: usize| catalog.kinds[kind].segments[segment].terrain;
        let own = || layout.tracks.iter().filter(|track| is_drawn(track.segment));
        let mut drawn: Vec<TerrainId> = Vec::new();
        for track in own() {
            let terrain = terrain_of(track.segment);
            let (look, width) = (paint(catalog, terrain), look::width(catalog, terrain));
            if !track.joined {
                pattern::tracks(scene, &[track.path.map_points(turned)], look, width);
            } else if !drawn.contains(&terrain) {
                drawn.push(terrain);
                let joined = own().filter(|t| t.joined && terrain_of(t.segment) == terrain);
                let paths: Vec<Path> = joined.map(|t| t.path.map_points(turned)).collect();
                pattern::tracks(scene, &paths, look, width);
            }
        }
    }
}
