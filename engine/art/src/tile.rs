//! Draws the scene of a tile.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::art::Layering;
use tilewright_core::catalog::id::{TagId, TerrainId, TileKindId};
use tilewright_core::catalog::lattice::{Cell, Turn};
use tilewright_core::catalog::look::Picture;

use crate::geometry::{Path, Point};
use crate::layout::{Layout, layout};
use crate::lettering;
use crate::look::{self, paint};
use crate::marks::{TagMark, has_picture, is_number, own_mark, place_marks, segment_place};
use crate::outline::{cell_size, center, corners_shown, place, turn_angle};
use crate::own::{CHIP_RADIUS, OwnArt, OwnCell};
use crate::picture::{self, INK, Stamp};
use crate::scatter::{Ornament, scatter};
use crate::scene::{Color, Pen, Scene, Shape};
use crate::surface::CellGround;

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

/// Draws the tiles of a catalog. The layout of each tile kind is computed once and cached.
pub struct Artist<'c> {
    catalog: &'c Catalog,
    style: Style,
    detail: Detail,
    art: Option<&'c OwnArt>,
    plans: CellPlans,
}

/// Layouts that an artist has computed. They depend only on the catalog, the style and the own art.
#[derive(Default)]
pub struct CellPlans(RefCell<BTreeMap<(TileKindId, usize), Rc<CellPlan>>>);

/// Content of an unturned cell of a tile kind.
pub(crate) struct CellPlan {
    pub(crate) layout: Layout,
    marks: Vec<TagMark>,
    things: Vec<Ornament>,
}

impl<'c> Artist<'c> {
    /// Creates an artist for a catalog.
    pub fn new(catalog: &'c Catalog, style: Style) -> Artist<'c> {
        Artist { catalog, style, detail: Detail::default(), art: None, plans: CellPlans::default() }
    }

    /// Returns the artist with own art, which replaces or completes drawings from data.
    #[must_use]
    pub fn with_art(self, art: Option<&'c OwnArt>) -> Artist<'c> {
        Artist { art, plans: CellPlans::default(), ..self }
    }

    /// Returns the artist with layouts from an artist of the same catalog, style and own art.
    #[must_use]
    pub fn with_plans(self, plans: CellPlans) -> Artist<'c> {
        Artist { plans, ..self }
    }

    /// Returns the layouts so far, for [`Artist::with_plans`].
    pub fn into_plans(self) -> CellPlans {
        self.plans
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

    /// Returns the own art; `None` if everything is drawn from data.
    pub fn art(&self) -> Option<&'c OwnArt> {
        self.art
    }

    /// Returns a position near the origin at which a cell looks as it does on a board cell. Pictures of cells with the
    /// same position are equal.
    pub fn phase(&self, at: Cell) -> Cell {
        self.art.map_or(Cell::ORIGIN, |art| art.phase(self.catalog.lattice, at))
    }

    /// True if textures show on a cell of a turned tile, so that its picture depends on its position on the board.
    pub fn shows_textures(&self, kind: TileKindId, cell: usize, turn: Turn) -> bool {
        self.art.is_some_and(|art| {
            let own = art.cell(self.catalog, kind, cell, turn);
            art.has_textures() && own.is_none_or(|own| own.layering == Layering::Over)
        })
    }

    pub(crate) fn plan(&self, kind: TileKindId, cell: usize) -> Rc<CellPlan> {
        let known = self.plans.0.borrow().get(&(kind, cell)).cloned();
        known.unwrap_or_else(|| {
            let layout = layout(self.catalog, kind, cell);
            let marks = place_marks(self.catalog, self.art, kind, cell, &layout);
            let things =
                if self.style.ornaments { scatter(self.catalog, kind, cell, &layout, &marks) } else { Vec::new() };
            let plan = Rc::new(CellPlan { layout, marks, things });
            self.plans.0.borrow_mut().insert((kind, cell), Rc::clone(&plan));
            plan
        })
    }

    /// Draws one cell of a turned tile: one unit wide, with the corner of its box at the origin.
    pub fn cell(&self, kind: TileKindId, cell: usize, turn: Turn) -> Scene {
        self.cell_at(kind, cell, turn, self.own_place(kind, cell, turn))
    }

    /// Draws one cell of a turned tile on a board cell. Pictures of terrains continue across the board; without them,
    /// the cell looks the same everywhere.
    pub fn cell_at(&self, kind: TileKindId, cell: usize, turn: Turn, at: Cell) -> Scene {
        let (width, height) = cell_size(self.catalog.lattice);
        let mut scene = Scene::new(width, height);
        for drawn in self.cell_elements_at(kind, cell, turn, at) {
            match drawn {
                TileElement::Shapes(shapes) => scene.shapes.extend(shapes),
                TileElement::Picture(shown, stamp) => picture::draw(&mut scene, &shown, stamp),
            }
        }
        scene
    }

    /// Lists the elements of a turned cell in painting order.
    pub fn cell_elements(&self, kind: TileKindId, cell: usize, turn: Turn) -> Vec<TileElement> {
        self.cell_elements_at(kind, cell, turn, self.own_place(kind, cell, turn))
    }

    /// Returns the position of a cell if its tile is at the origin of the board. Only textures depend on it. Without own
    /// art, the catalog may be unfinished, as in the painter, where it has no tables of faces.
    fn own_place(&self, kind: TileKindId, cell: usize, turn: Turn) -> Cell {
        if self.art.is_none() {
            return Cell::ORIGIN;
        }
        let offset = self.catalog.faces(kind, turn).get(cell).map_or((0, 0), |face| face.offset);
        Cell::new(offset.0, offset.1)
    }

    /// Lists the elements of a turned cell on a board cell in painting order.
    pub fn cell_elements_at(&self, kind: TileKindId, cell: usize, turn: Turn, at: Cell) -> Vec<TileElement> {
        let lattice = self.catalog.lattice;
        let (middle, angle) = (center(lattice), turn_angle(lattice, turn));
        let turned = |p: Point| p.rotate(middle, angle);
        let plan = self.plan(kind, cell);
        let outline = corners_shown(lattice, self.catalog.kinds[kind].cells[cell].offset, turn);
        let clip = |shapes: Vec<Shape>| TileElement::Shapes(vec![Shape::Clipped(bleeding(&outline, middle), shapes)]);
        let own = self.art.and_then(|art| art.cell(self.catalog, kind, cell, turn));
        let mut drawn = Vec::new();
        match own {
            Some(OwnCell { layering: Layering::Instead, image, .. }) => {
                let mut scene = Scene::default();
                scene.shapes.push(Shape::Image(image));
                let added = self.added_segments(kind);
                self.draw_tracks(&mut scene, kind, &plan.layout, |segment| segment >= added, turned);
                drawn.push(clip(scene.shapes));
                self.draw_marks(&mut drawn, &plan, |segment| segment.is_some_and(|segment| segment >= added), turned);
            }
            Some(OwnCell { layering: Layering::Under, image, .. }) => {
                let mut scene = Scene::default();
                scene.shapes.push(Shape::Image(image));
                self.draw_tracks(&mut scene, kind, &plan.layout, |_| true, turned);
                drawn.push(clip(scene.shapes));
                self.upright(&mut drawn, kind, &plan, false, turned);
            }
            None | Some(OwnCell { layering: Layering::Over, .. }) => {
                let ground = CellGround { outline: &outline, angle, at };
                drawn.push(clip(self.surface(kind, &plan.layout, ground, turned).shapes));
                self.upright(&mut drawn, kind, &plan, true, turned);
                drawn.extend(own.map(|own| clip(vec![Shape::Image(own.image)])));
            }
        }
        if self.style.frame {
            let frame = Pen::solid(INK.alpha(0.32), 0.008);
            drawn.push(TileElement::Shapes(vec![Shape::Line(Path::polygon(&outline), frame)]));
        }
        drawn
    }

    /// Returns the number of segments that a kind has without the parts that rules added to it.
    fn added_segments(&self, kind: TileKindId) -> usize {
        self.catalog.kinds[self.catalog.bare(kind)].segments.len()
    }

    /// Adds the pictures of the tags on a turned cell.
    fn draw_marks(
        &self,
        drawn: &mut Vec<TileElement>,
        plan: &CellPlan,
        is_drawn: impl Fn(Option<usize>) -> bool,
        turned: impl Fn(Point) -> Point,
    ) {
        for mark in plan.marks.iter().filter(|mark| is_drawn(mark.segment)) {
            drawn.extend(self.drawn_tag(mark.tag, mark.number, turned(mark.at), mark.size));
        }
    }

    /// Adds the upright elements: sites, crossings and marks from back to front, and gates and ornaments if the areas
    /// are drawn from data.
    fn upright(
        &self,
        drawn: &mut Vec<TileElement>,
        kind: TileKindId,
        plan: &CellPlan,
        has_areas: bool,
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
        for &(at, segment) in layout.gates.iter().filter(|_| has_areas) {
            if paint(catalog, segments[segment].terrain).border == "wall" {
                drawn.push(TileElement::Picture(Picture::Named("gate".to_owned()), Stamp::new(turned(at), 0.13)));
            }
        }
        let mut upright: Vec<(Point, f32, Upright<'_>)> = Vec::new();
        for &(site, at) in &layout.sites {
            let size = look::site_size(catalog, segments[site].terrain);
            upright.push((turned(at), size, Upright::Site(segments[site].terrain)));
        }
        let things = if self.detail == Detail::Flat || !has_areas { &[][..] } else { &plan.things };
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
        self.draw_marks(drawn, plan, |_| true, turned);
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
        if let Some(shape) = self.art.and_then(|art| art.chip(self.catalog, kind, 0.0)) {
            scene.shapes.push(shape);
            return scene;
        }
        scene.fill(Path::circle(middle, CHIP_RADIUS), Color::hex(0xe9d8bd));
        scene.line(Path::circle(middle, CHIP_RADIUS), Pen::solid(INK, 0.02));
        scene.line(Path::circle(middle, 0.42), Pen::solid(INK.alpha(0.5), 0.008));
        let looks = |tag: TagId| has_picture(self.catalog, self.art, tag);
        let tags: Vec<(TagId, i16)> = self.catalog.kinds[kind].tags.iter().copied().filter(|t| looks(t.0)).collect();
        if tags.is_empty() {
            let name = &*self.catalog.kinds.name(kind).local;
            let height = (0.6 / lettering::width(name).max(0.1)).min(0.24);
            lettering::draw_centered(&mut scene, name, middle, height, INK);
        }
        for (i, &(tag, number)) in tags.iter().enumerate() {
            let x = 0.5 + (i as f32 - (tags.len() as f32 - 1.0) / 2.0) * 0.3;
            let size = if tags.len() == 1 { 0.56 } else { 0.28 };
            self.draw_tag(&mut scene, tag, number, Point::new(x, 0.5), size);
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

    /// Draws the picture or number of a tag.
    pub(crate) fn draw_tag(&self, scene: &mut Scene, tag: TagId, number: i16, at: Point, size: f32) {
        match self.drawn_tag(tag, number, at, size) {
            Some(TileElement::Shapes(shapes)) => scene.shapes.extend(shapes),
            Some(TileElement::Picture(shown, stamp)) => picture::draw(scene, &shown, stamp),
            None => {}
        }
    }

    /// Returns the drawing of a tag; `None` if its look has no picture.
    fn drawn_tag(&self, tag: TagId, number: i16, at: Point, size: f32) -> Option<TileElement> {
        let catalog = self.catalog;
        if let Some(image) = own_mark(self.art, tag, at, size) {
            let mut scene = Scene::default();
            scene.shapes.push(Shape::Image(image));
            if catalog.tags[tag].look.as_ref().is_some_and(|look| is_number(look.picture.as_ref())) {
                draw_mark_number(&mut scene, number, at, size);
            }
            return Some(TileElement::Shapes(scene.shapes));
        }
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
        draw_mark_number(&mut scene, number, at, size);
        Some(TileElement::Shapes(scene.shapes))
    }
}

/// Offset of a figure from the centre of a site of size 1: in front of it and to the right.
const BESIDE: Point = Point::new(0.3, 0.26);

/// Draws the number of a tag on its picture.
fn draw_mark_number(scene: &mut Scene, number: i16, at: Point, size: f32) {
    let text = number.to_string();
    let height = (0.5 / lettering::width(&text).max(0.1)).min(0.44) * size;
    lettering::draw_centered(scene, &text, at, height, INK);
}

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
