//! Draws the scene of a tile.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::{TagId, TerrainId, TileKindId};
use tilewright_core::catalog::lattice::{Cell, Turn};
use tilewright_core::catalog::look::Picture;

use crate::geometry::{Path, Point};
use crate::layout::{Area, Layout, layout};
use crate::look::{self, paint};
use crate::outline::{cell_size, center, corners_shown, place, turn_angle};
use crate::picture::{self, INK, Stamp};
use crate::scatter::{Ornament, scatter};
use crate::scene::{Color, Pen, Scene, Shape};
use crate::{bridge, lettering, pattern};

/// Optional elements of drawn tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// True if each tile has a hairline around it.
    pub frame: bool,
    /// True if trees, houses and similar ornaments are drawn.
    pub ornaments: bool,
}

impl Default for Style {
    fn default() -> Style {
        Style { frame: true, ornaments: true }
    }
}

/// Level of detail for ornaments and pictures, depending on the display size of a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Detail {
    /// Draws only terrains and paths.
    Flat,
    /// Draws a dot in place of each ornament or picture.
    Dots,
    /// Draws all details.
    #[default]
    Whole,
}

impl Detail {
    /// Returns the level of detail that is legible on cells of a width in pixels.
    pub fn of_width(width: f32) -> Detail {
        match width {
            ..=24.0 => Detail::Flat,
            ..=40.0 => Detail::Dots,
            _ => Detail::Whole,
        }
    }
}

/// Element of a drawn tile.
#[derive(Clone, Debug)]
pub enum TileElement {
    /// Shapes that belong to this tile only.
    Shapes(Vec<Shape>),
    /// A picture, which may occur on many tiles.
    Picture(Picture, Stamp),
}

/// Picture of a tag on a tile, with its position.
#[derive(Clone, Debug)]
pub(crate) struct TagMark {
    pub(crate) at: Point,
    pub(crate) size: f32,
    tag: TagId,
    number: i16,
}

/// Draws the tiles of a catalog. The layout of each tile kind is computed once and cached.
pub struct Artist<'c> {
    catalog: &'c Catalog,
    style: Style,
    detail: Detail,
    plans: RefCell<BTreeMap<(TileKindId, usize), Rc<CellPlan>>>,
}

/// Content of an unturned cell of a tile kind.
pub(crate) struct CellPlan {
    pub(crate) layout: Layout,
    marks: Vec<TagMark>,
    things: Vec<Ornament>,
}

impl<'c> Artist<'c> {
    /// Creates an artist for a catalog.
    pub fn new(catalog: &'c Catalog, style: Style) -> Artist<'c> {
        Artist { catalog, style, detail: Detail::default(), plans: RefCell::default() }
    }

    /// Returns the artist with another level of detail.
    #[must_use]
    pub fn in_detail(self, detail: Detail) -> Artist<'c> {
        Artist { detail, ..self }
    }

    /// Returns the catalog whose tiles are drawn.
    pub fn catalog(&self) -> &'c Catalog {
        self.catalog
    }

    pub(crate) fn plan(&self, kind: TileKindId, cell: usize) -> Rc<CellPlan> {
        let known = self.plans.borrow().get(&(kind, cell)).cloned();
        known.unwrap_or_else(|| {
            let layout = layout(self.catalog, kind, cell);
            let marks = marks(self.catalog, kind, cell, &layout);
            let things =
                if self.style.ornaments { scatter(self.catalog, kind, cell, &layout, &marks) } else { Vec::new() };
            let plan = Rc::new(CellPlan { layout, marks, things });
            self.plans.borrow_mut().insert((kind, cell), Rc::clone(&plan));
            plan
        })
    }

    /// Draws one cell of a turned tile: one unit wide, with the corner of its box at the origin.
    pub fn cell(&self, kind: TileKindId, cell: usize, turn: Turn) -> Scene {
        let (width, height) = cell_size(self.catalog.lattice);
        let mut scene = Scene::new(width, height);
        for drawn in self.cell_elements(kind, cell, turn) {
            match drawn {
                TileElement::Shapes(shapes) => scene.shapes.extend(shapes),
                TileElement::Picture(shown, stamp) => picture::draw(&mut scene, &shown, stamp),
            }
        }
        scene
    }

    /// Lists the elements of a turned cell in painting order.
    pub fn cell_elements(&self, kind: TileKindId, cell: usize, turn: Turn) -> Vec<TileElement> {
        let lattice = self.catalog.lattice;
        let (middle, angle) = (center(lattice), turn_angle(lattice, turn));
        let turned = |p: Point| p.rotate(middle, angle);
        let plan = self.plan(kind, cell);
        let outline = corners_shown(lattice, self.catalog.kinds[kind].cells[cell].offset, turn);
        let inner = self.surface(kind, &plan.layout, &outline, turned, angle);
        let mut drawn = vec![TileElement::Shapes(vec![Shape::Clipped(bleeding(&outline, middle), inner.shapes)])];
        self.upright(&mut drawn, kind, &plan, turned);
        if self.style.frame {
            let frame = Pen::solid(INK.alpha(0.32), 0.008);
            drawn.push(TileElement::Shapes(vec![Shape::Line(Path::polygon(&outline), frame)]));
        }
        drawn
    }

    /// Draws the flat elements: terrains, patterns, borders, paths.
    fn surface(
        &self,
        kind: TileKindId,
        layout: &Layout,
        outline: &[Point],
        turned: impl Fn(Point) -> Point,
        angle: f32,
    ) -> Scene {
        let catalog = self.catalog;
        let lattice = catalog.lattice;
        let (width, height) = cell_size(lattice);
        let middle = center(lattice);
        let terrain_of = |segment: usize| catalog.kinds[kind].segments[segment].terrain;
        let mut scene = Scene::new(width, height);
        let under = layout.base.map(|base| paint(catalog, base));
        if let Some(under) = under {
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
            let borders = |area: &Area| -> Vec<Path> { area.borders.iter().map(|b| b.map_points(&turned)).collect() };
            for area in some() {
                for border in borders(area) {
                    pattern::border_below(scene, &border, paint(catalog, terrain_of(area.segment)), beside);
                }
            }
            for area in some() {
                let look = paint(catalog, terrain_of(area.segment));
                let borders = borders(area);
                let path = area.path.map_points(&turned);
                scene.fill(path.clone(), look.fill);
                if look.border == "bank" {
                    let mut coast = Scene::new(width, height);
                    borders.iter().for_each(|border| pattern::coast(&mut coast, border, look));
                    scene.shapes.push(Shape::Clipped(path, coast.shapes));
                }
                let bank = if look.border == "bank" { 0.03 } else { 0.0 };
                pattern::fill(scene, lattice, look, |p, room| {
                    let p = p.rotate(middle, -angle);
                    layout.ground.owner(p) == area.segment as i16 && layout.ground.room(p) > room + bank
                });
                for border in &borders {
                    pattern::border_above(scene, border, look, beside);
                }
            }
        };
        areas(&mut scene, true);
        let mut drawn: Vec<TerrainId> = Vec::new();
        for track in &layout.tracks {
            let terrain = terrain_of(track.segment);
            let (look, width) = (paint(catalog, terrain), look::width(catalog, terrain));
            if !track.joined {
                pattern::tracks(&mut scene, &[track.path.map_points(&turned)], look, width);
            } else if !drawn.contains(&terrain) {
                drawn.push(terrain);
                let joined = layout.tracks.iter().filter(|t| t.joined && terrain_of(t.segment) == terrain);
                let paths: Vec<Path> = joined.map(|t| t.path.map_points(&turned)).collect();
                pattern::tracks(&mut scene, &paths, look, width);
            }
        }
        areas(&mut scene, false);
        bridge::draw(&mut scene, &layout.bridges, catalog, terrain_of, &turned);
        for &(at, terrain) in &layout.hedges {
            // Bushes must be darker and greener than the ground.
            let (fill, at) = (paint(catalog, terrain).fill, turned(at));
            scene.fill(Path::circle(at, 0.023), fill.mix(HEDGE_SHADE, 0.9));
            scene.fill(Path::circle(at + Point::new(-0.004, -0.006), 0.016), fill.mix(HEDGE_SHADE, 0.6));
        }
        scene
    }

    /// Adds the upright elements: sites, crossings, gates, ornaments and marks, from back to front.
    fn upright(
        &self,
        drawn: &mut Vec<TileElement>,
        kind: TileKindId,
        plan: &CellPlan,
        turned: impl Fn(Point) -> Point,
    ) {
        let catalog = self.catalog;
        let layout = &plan.layout;
        let segments = &catalog.kinds[kind].segments;
        let taken = plan.marks.iter().any(|m| catalog.tags[m.tag].look.as_ref().is_some_and(|l| l.middle));
        if let Some((at, terrain)) = layout.crossing.filter(|_| !taken) {
            let look = paint(catalog, terrain);
            match &catalog.terrains[terrain].look.crossing {
                Some(picture) => {
                    let stamp = Stamp {
                        ink: look.ink,
                        own: look.fill,
                        ..Stamp::new(turned(at), look::crossing_size(catalog, terrain))
                    };
                    drawn.push(TileElement::Picture(picture.clone(), stamp));
                }
                None => {
                    let circle = Path::circle(turned(at), look::crossing_size(catalog, terrain) / 2.0);
                    let rim = Shape::Line(circle.clone(), Pen::solid(look.ink, 0.013));
                    drawn.push(TileElement::Shapes(vec![Shape::Fill(circle, look.fill), rim]));
                }
            }
        }
        for &(at, segment) in &layout.gates {
            if paint(catalog, segments[segment].terrain).border == "wall" {
                drawn.push(TileElement::Picture(Picture::Named("gate".to_owned()), Stamp::new(turned(at), 0.13)));
            }
        }
        let mut upright: Vec<(Point, f32, Upright<'_>)> = Vec::new();
        for &(site, at) in &layout.sites {
            let size = look::site_size(catalog, segments[site].terrain);
            upright.push((turned(at), size, Upright::Site(segments[site].terrain)));
        }
        let things = if self.detail == Detail::Flat { &[][..] } else { &plan.things };
        upright.extend(things.iter().map(|thing| (turned(thing.at), thing.size, Upright::Thing(thing))));
        // Elements further down are in front; the foot of a large picture is on its lower edge.
        upright.sort_by(|a, b| (a.0.y + a.1 * 0.4).total_cmp(&(b.0.y + b.1 * 0.4)));
        for (at, size, what) in upright {
            match what {
                Upright::Site(terrain) => {
                    let look = paint(catalog, terrain);
                    let stamp = Stamp { own: look.fill, ink: look.ink, ..Stamp::new(at, size) };
                    drawn.push(TileElement::Picture(look::site_picture(catalog, terrain), stamp));
                }
                Upright::Thing(thing) => {
                    let look = paint(catalog, thing.terrain);
                    let stamp = Stamp { choice: thing.choice, own: look.fill, ink: look.ink, ..Stamp::new(at, size) };
                    if self.detail == Detail::Dots {
                        drawn.extend(picture::dot(&thing.picture, stamp).map(|dot| TileElement::Shapes(vec![dot])));
                        continue;
                    }
                    drawn.push(TileElement::Picture(thing.picture.clone(), stamp));
                }
            }
        }
        for mark in &plan.marks {
            drawn.extend(drawn_tag(catalog, mark.tag, mark.number, turned(mark.at), mark.size));
        }
    }

    /// Draws a whole turned tile. A chip, which has no cells, is a disc with its marks.
    pub fn tile(&self, kind: TileKindId, turn: Turn) -> Scene {
        let lattice = self.catalog.lattice;
        if self.catalog.kinds[kind].cells.is_empty() {
            return self.chip(kind);
        }
        let faces = self.catalog.faces(kind, turn);
        let places: Vec<Point> = faces.iter().map(|f| place(lattice, Cell::new(f.offset.0, f.offset.1))).collect();
        let (corner, size) = bounds(&places, cell_size(lattice));
        let mut scene = Scene::new(size.x, size.y);
        for (cell, &place) in places.iter().enumerate() {
            scene.add(&self.cell(kind, cell, turn), place - corner);
        }
        scene
    }

    /// Draws a chip, with its name or the pictures of its tags.
    fn chip(&self, kind: TileKindId) -> Scene {
        let mut scene = Scene::new(1.0, 1.0);
        let middle = Point::new(0.5, 0.5);
        scene.fill(Path::circle(middle, 0.46), Color::hex(0xe9d8bd));
        scene.line(Path::circle(middle, 0.46), Pen::solid(INK, 0.02));
        scene.line(Path::circle(middle, 0.42), Pen::solid(INK.alpha(0.5), 0.008));
        let looks = |tag: TagId| self.catalog.tags[tag].look.as_ref().is_some_and(|l| l.picture.is_some());
        let tags: Vec<(TagId, i16)> = self.catalog.kinds[kind].tags.iter().copied().filter(|t| looks(t.0)).collect();
        if tags.is_empty() {
            let name = &*self.catalog.kinds.name(kind).local;
            let height = (0.6 / lettering::width(name).max(0.1)).min(0.24);
            lettering::draw_centered(&mut scene, name, middle, height, INK);
        }
        for (i, &(tag, number)) in tags.iter().enumerate() {
            let x = 0.5 + (i as f32 - (tags.len() as f32 - 1.0) / 2.0) * 0.3;
            let size = if tags.len() == 1 { 0.56 } else { 0.28 };
            draw_tag(&mut scene, self.catalog, tag, number, Point::new(x, 0.5), size);
        }
        scene
    }

    /// Returns the position of a figure on a segment, in the box of the turned cell. On a site the figure is next to
    /// the picture, so that both remain visible.
    pub fn figure_place(&self, kind: TileKindId, segment: usize, turn: Turn) -> Point {
        let cell = usize::from(self.catalog.kinds[kind].segments[segment].cell);
        let plan = self.plan(kind, cell);
        let (middle, angle) = (center(self.catalog.lattice), turn_angle(self.catalog.lattice, turn));
        let at = segment_place(self.catalog, segment, &plan.layout).rotate(middle, angle);
        let is_site = plan.layout.sites.iter().any(|(site, _)| *site == segment);
        let size = look::site_size(self.catalog, self.catalog.kinds[kind].segments[segment].terrain);
        if is_site { at + BESIDE * size } else { at }
    }

    /// Returns the segment at a point of an unturned cell; `None` outside the cell and where paths cross.
    pub fn segment_at(&self, kind: TileKindId, cell: usize, at: Point) -> Option<usize> {
        let plan = self.plan(kind, cell);
        let segments = &self.catalog.kinds[kind].segments;
        let size = |site: usize| look::site_size(self.catalog, segments[site].terrain);
        let site = plan.layout.sites.iter().find(|&&(site, place)| (place - at).length() < size(site) / 2.0);
        site.map(|(site, _)| *site).or_else(|| usize::try_from(plan.layout.ground.owner(at)).ok())
    }
}

/// Shade that hedges are mixed with.
const HEDGE_SHADE: Color = Color::hex(0x2f5d3a);

/// Offset of a figure from the centre of a site of size 1: in front of it and to the right.
const BESIDE: Point = Point::new(0.3, 0.26);

enum Upright<'a> {
    Site(TerrainId),
    Thing(&'a Ornament),
}

/// Returns the corner and size of the smallest rectangle around boxes of equal size.
pub(crate) fn bounds(places: &[Point], (width, height): (f32, f32)) -> (Point, Point) {
    let fold = |axis: fn(&Point) -> f32, with: fn(f32, f32) -> f32, start| places.iter().map(axis).fold(start, with);
    let corner = Point::new(fold(|p| p.x, f32::min, f32::INFINITY), fold(|p| p.y, f32::min, f32::INFINITY));
    let far = Point::new(fold(|p| p.x, f32::max, f32::NEG_INFINITY), fold(|p| p.y, f32::max, f32::NEG_INFINITY));
    (corner, far - corner + Point::new(width, height))
}

/// Returns a slightly enlarged outline, so that no gap shows between neighbours.
pub(crate) fn bleeding(corners: &[Point], middle: Point) -> Path {
    Path::polygon(&corners.iter().map(|&c| middle + (c - middle) * 1.004).collect::<Vec<_>>())
}

pub(crate) fn segment_place(catalog: &Catalog, segment: usize, layout: &Layout) -> Point {
    let middle = center(catalog.lattice);
    if let Some(&(_, at)) = layout.sites.iter().find(|(s, _)| *s == segment) {
        return at;
    }
    if let Some(track) = layout.tracks.iter().find(|t| t.segment == segment) {
        let chain = track.chains.first().map_or(&[][..], |c| c);
        return match chain {
            // The arms of a crossing or star have figures closer to the rim, away from the element in the middle.
            [a, b] if track.chains.len() == 1 => a.lerp(*b, 0.45),
            [_, b] => *b,
            chain => chain.get(chain.len() / 2).copied().unwrap_or(middle),
        };
    }
    layout.ground.deepest(segment as i16, &[]).unwrap_or(middle)
}

/// Places the marks of the tags on a cell.
fn marks(catalog: &Catalog, kind: TileKindId, cell: usize, layout: &Layout) -> Vec<TagMark> {
    let spec = &catalog.kinds[kind];
    let middle = center(catalog.lattice);
    let mut found: Vec<TagMark> = Vec::new();
    let own = spec.segments.iter().enumerate().filter(|(_, s)| usize::from(s.cell) == cell);
    let of_segments = own.flat_map(|(i, s)| s.tags.iter().map(move |&(tag, n)| (Some(i), tag, n)));
    let of_tile = spec.tags.iter().filter(|_| cell == 0).map(|&(tag, n)| (None, tag, n));
    for (segment, tag, number) in of_segments.chain(of_tile) {
        let Some(look) = catalog.tags[tag].look.as_ref().filter(|l| l.picture.is_some() && number != 0) else {
            continue;
        };
        let size = f32::from(look.size.unwrap_or(17)) / 100.0;
        let counted = is_number(look.picture.as_ref());
        for _ in 0..if counted { 1 } else { number.clamp(1, 4) } {
            let mut taken: Vec<(Point, f32)> = found.iter().map(|m| (m.at, m.size * 0.5)).collect();
            taken.extend(
                layout.sites.iter().map(|&(s, at)| (at, look::site_size(catalog, spec.segments[s].terrain) * 0.5)),
            );
            taken.extend(layout.gates.iter().map(|&(at, _)| (at, 0.07)));
            taken.extend(layout.crossing.iter().map(|&(at, t)| (at, look::crossing_size(catalog, t) / 2.0)));
            let at = if look.middle { middle } else { mark_place(catalog, kind, cell, layout, segment, size, &taken) };
            found.push(TagMark { at, size, tag, number });
        }
    }
    found
}

fn mark_place(
    catalog: &Catalog,
    kind: TileKindId,
    cell: usize,
    layout: &Layout,
    segment: Option<usize>,
    size: f32,
    taken: &[(Point, f32)],
) -> Point {
    let middle = center(catalog.lattice);
    let segments = &catalog.kinds[kind].segments;
    let free = |at: Point| taken.iter().map(|&(o, r)| (o - at).length() - r - size * 0.5).fold(0.0, f32::min);
    let track = segment.and_then(|s| layout.tracks.iter().find(|t| t.segment == s));
    if let Some(track) = track {
        // A mark of a path is next to the path, on the ground or area beneath it.
        let on = segment_place(catalog, track.segment, layout);
        let beside = |owner: i16, at: Point| {
            let beneath = |segment: usize| layout.areas.iter().any(|a| a.is_beneath && a.segment == segment);
            let open = usize::try_from(owner).is_ok_and(|o| catalog.terrains[segments[o].terrain].ground || beneath(o));
            let room = layout.ground.room(at).min(layout.ground.rim(at)) - size * 0.5;
            open.then(|| room.min(0.02) * 3.0 + free(at) * 3.0 - (at - on).length())
        };
        return layout.ground.best_of(beside).unwrap_or(on);
    }
    match segment {
        Some(segment) => layout.ground.deepest(segment as i16, taken),
        None => {
            // A tag of the tile is on its widest segment, with a preference for ground.
            let own = (0..segments.len()).filter(|&s| usize::from(segments[s].cell) == cell);
            let widest = own.max_by(|&a, &b| {
                let value = |s: usize| {
                    let ground = catalog.terrains[segments[s].terrain].ground;
                    layout.ground.share_of(s as i16) * if ground { 1.6 } else { 1.0 }
                };
                value(a).total_cmp(&value(b))
            });
            widest.and_then(|s| layout.ground.deepest(s as i16, taken))
        }
    }
    .unwrap_or(middle)
}

fn is_number(picture: Option<&Picture>) -> bool {
    matches!(picture, Some(Picture::Named(name)) if name == "number")
}

/// Draws the picture or number of a tag.
pub(crate) fn draw_tag(scene: &mut Scene, catalog: &Catalog, tag: TagId, number: i16, at: Point, size: f32) {
    match drawn_tag(catalog, tag, number, at, size) {
        Some(TileElement::Shapes(shapes)) => scene.shapes.extend(shapes),
        Some(TileElement::Picture(shown, stamp)) => picture::draw(scene, &shown, stamp),
        None => {}
    }
}

/// Returns the drawing of a tag; `None` if its look has no picture.
fn drawn_tag(catalog: &Catalog, tag: TagId, number: i16, at: Point, size: f32) -> Option<TileElement> {
    let look = catalog.tags[tag].look.as_ref()?;
    let shown = look.picture.as_ref()?;
    let color = |text: &Option<String>| text.as_deref().and_then(Color::parse);
    let mut stamp = Stamp::new(at, size);
    stamp.own = color(&look.fill).unwrap_or(stamp.own);
    stamp.ink = color(&look.ink).unwrap_or(stamp.ink);
    if !is_number(Some(shown)) {
        return Some(TileElement::Picture(shown.clone(), stamp));
    }
    let mut scene = Scene::default();
    picture::draw(&mut scene, shown, stamp);
    let text = number.to_string();
    let height = (0.5 / lettering::width(&text).max(0.1)).min(0.44) * size;
    lettering::draw_centered(&mut scene, &text, at, height, INK);
    Some(TileElement::Shapes(scene.shapes))
}
