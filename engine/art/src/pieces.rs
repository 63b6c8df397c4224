//! Draws pieces and places with own art where there is some, and from data otherwise: figures, tokens, empty cells, rim
//! cells, zones, backs, and the background of the board.

use std::sync::Arc;

use tilewright_core::catalog::RimCell;
use tilewright_core::catalog::art::{BoardFit, BoardLook};
use tilewright_core::catalog::id::{BagId, FigureKindId, PictureId, TagId, TileKindId, TokenId, ZoneId};
use tilewright_core::catalog::lattice::{Cell, Plane, Turn};
use tilewright_core::catalog::pose::TurnedKind;
use tilewright_core::catalog::seat::Seat;

use crate::bitmap::Bitmap;
use crate::board::{self, LYING};
use crate::geometry::{Path, Point};
use crate::marks::{has_picture, own_mark};
use crate::outline::{cell_size, center, corners_of, corners_shown, middle_of};
use crate::own::{OwnArt, period, repeated, turned_by};
use crate::print::face::outlines;
use crate::scene::{Image, Scene, Shape};
use crate::tile::{Artist, bleeding};

impl Artist<'_> {
    /// Draws a figure of a seat as it appears on a board, upright or lying flat.
    pub fn draw_figure(&self, scene: &mut Scene, kind: FigureKindId, seat: Seat, at: Point, lies: bool) {
        self.draw_figure_in(scene, kind, seat, at, self.figure_width(kind), lies);
    }

    /// Draws a figure of a seat with a given width.
    pub fn draw_figure_in(&self, scene: &mut Scene, kind: FigureKindId, seat: Seat, at: Point, width: f32, lies: bool) {
        let color = board::seat_color(seat);
        let Some(own) = self.art().and_then(|art| art.figure(kind, seat, color, lies)) else {
            board::draw_figure_as(scene, &self.catalog().figures[kind].look, seat, at, width, lies);
            return;
        };
        let image = Image::centered_at(own.bitmap, at, width);
        let image = if own.is_turned { image.rotate(at, LYING) } else { image };
        scene.shapes.push(Shape::Image(image));
        if own.is_tinted {
            board::draw_seat_dot(scene, seat, at, width);
        }
    }

    /// Returns the width of a figure on the board, in cells.
    pub fn figure_width(&self, kind: FigureKindId) -> f32 {
        let own = self.art().and_then(|art| art.look().figures.get(&kind)?.size);
        let size = own.map(|size| f32::from(size) / 100.0);
        size.unwrap_or_else(|| board::figure_size(&self.catalog().figures[kind].look))
    }

    /// Returns the longer side of a standing figure's picture on the board, in cells. If players have their own
    /// pictures, the longest side counts.
    pub fn figure_side(&self, kind: FigureKindId) -> f32 {
        let width = self.figure_width(kind);
        let look = self.art().and_then(|art| Some((art, &art.look().figures.get(&kind)?.standing)));
        look.map_or(width, |(art, of)| {
            let pictures = of.seats.values().chain([&of.picture]);
            pictures.filter_map(|&id| art.bitmap(id)).map(|own| longer_side(own, width)).fold(width, f32::max)
        })
    }

    /// Returns the longer side of a token's picture on the board, in cells.
    pub fn token_side(&self, token: TokenId) -> f32 {
        let width = self.token_width(token);
        let own = self.art().and_then(|art| art.bitmap(art.look().tokens.get(&token)?.picture));
        own.map_or(width, |own| longer_side(own, width))
    }

    /// Draws a token as it appears on a board.
    pub fn draw_token(&self, scene: &mut Scene, token: TokenId, at: Point) {
        self.draw_token_in(scene, token, at, self.token_width(token));
    }

    /// Draws a token with a given width.
    pub fn draw_token_in(&self, scene: &mut Scene, token: TokenId, at: Point, width: f32) {
        let own = self.art().and_then(|art| art.bitmap(art.look().tokens.get(&token)?.picture));
        match own {
            Some(bitmap) => {
                scene.shapes.push(Shape::Image(Image::centered_at(Arc::clone(bitmap), at, width)));
            }
            None => board::draw_token_in(scene, &self.catalog().tokens[token].look, at, width),
        }
    }

    /// Returns the own picture of a tag, centred on a point; `None` if the tag is drawn from data.
    pub fn own_tag(&self, tag: TagId, at: Point, width: f32) -> Option<Image> {
        own_mark(self.art(), tag, at, width)
    }

    /// Returns the width of a token on the board, in cells.
    pub fn token_width(&self, token: TokenId) -> f32 {
        let own = self.art().and_then(|art| art.look().tokens.get(&token)?.size);
        let size = own.map(|size| f32::from(size) / 100.0);
        size.unwrap_or_else(|| board::token_size(&self.catalog().tokens[token].look))
    }

    /// Draws an empty cell of the board whose box has its corner at the origin.
    pub fn empty_cell(&self, cell: Cell) -> Scene {
        let (width, height) = cell_size(self.catalog().lattice);
        let mut scene = Scene::new(width, height);
        self.draw_empty_cell(&mut scene, cell, Point::default());
        scene
    }

    /// Draws an empty cell whose box has its corner at a point. On a background, the cell only has an outline.
    pub(crate) fn draw_empty_cell(&self, scene: &mut Scene, cell: Cell, at: Point) {
        let own = self.art().and_then(|art| self.cell_picture(art, art.look().empty?, cell));
        match own {
            Some(shape) => scene.add_shape(&shape, at),
            None => {
                board::draw_empty(scene, self.catalog().lattice, cell, at, self.background_of(cell.plane()).is_none())
            }
        }
    }

    /// Draws a rim cell of the board whose box has its corner at the origin.
    pub fn rim_cell(&self, rim: &RimCell) -> Scene {
        let (width, height) = cell_size(self.catalog().lattice);
        let mut scene = Scene::new(width, height);
        self.draw_rim_cell(&mut scene, rim, Point::default());
        scene
    }

    /// Draws a rim cell whose box has its corner at a point: its picture, or its terrain in a paler shade, and the
    /// pictures of its tags.
    pub(crate) fn draw_rim_cell(&self, scene: &mut Scene, rim: &RimCell, at: Point) {
        let catalog = self.catalog();
        let own = self.art().and_then(|art| self.cell_picture(art, *art.look().rim.get(&rim.name)?, rim.cell));
        match own {
            Some(shape) => scene.add_shape(&shape, at),
            None => board::draw_rim_ground(scene, catalog, rim, at),
        }
        let middle = at + center(catalog.lattice);
        let shown: Vec<_> = rim.tags.iter().filter(|(tag, _)| has_picture(catalog, self.art(), *tag)).collect();
        for (i, &&(tag, number)) in shown.iter().enumerate() {
            let x = (i as f32 - (shown.len() as f32 - 1.0) / 2.0) * 0.36;
            self.draw_tag(scene, tag, number, middle + Point::new(x, 0.0), 0.32);
        }
    }

    /// Returns a picture that fills the outline of a board cell, in the box of the cell; `None` if its file is missing.
    fn cell_picture(&self, art: &OwnArt, id: PictureId, cell: Cell) -> Option<Shape> {
        let lattice = self.catalog().lattice;
        let picture = art.picture(id)?;
        let middle = center(lattice);
        let (from, to) = picture.frame(&corners_shown(lattice, (0, 0), picture.painted_turn(lattice)))?;
        let image = Image::in_box(Arc::clone(&picture.bitmap), from, to - from);
        // The picture shows the cell at the origin, which points down if it is a triangle.
        let steps = picture.turn.0 + u8::from(lattice.points_up(cell));
        let image = turned_by(image, lattice, middle, Turn(steps % lattice.side_count() as u8));
        let outline = bleeding(&corners_of(lattice, cell), middle);
        Some(Shape::Clipped(outline, vec![Shape::Image(image)]))
    }

    /// Draws the background of a zone in a given size; `None` if the zone has no picture.
    pub fn zone(&self, zone: ZoneId, size: (f32, f32)) -> Option<Scene> {
        let art = self.art()?;
        let bitmap = art.bitmap(art.look().zone(zone, self.catalog())?)?;
        let mut scene = Scene::new(size.0, size.1);
        let image = Image::in_box(Arc::clone(bitmap), Point::default(), Point::new(size.0, size.1));
        scene.shapes.push(Shape::Image(image));
        Some(scene)
    }

    /// Draws the own picture on the backs of a bag's tiles, in the outline of a tile kind enlarged by `grow`; `None` if
    /// the bag has no picture. The box of the tile has its corner at the origin.
    pub fn own_back(&self, kind: TileKindId, bag: BagId, grow: f32) -> Option<Scene> {
        let art = self.art()?;
        let picture = art.picture(art.look().back(bag, self.catalog())?)?;
        let lattice = self.catalog().lattice;
        let face = TurnedKind { kind, turn: Turn::NONE };
        let painted = TurnedKind { kind, turn: picture.painted_turn(lattice) };
        let shown = outlines(self.catalog(), painted, 1.0, 0.0);
        let (from, to) = picture.frame(&shown.concat())?;
        let cells = outlines(self.catalog(), face, 1.0, grow);
        // The first cell keeps its place when the picture is turned.
        let (first, middle) = (middle_of(shown.first()?), middle_of(cells.first()?));
        let mut cut = Path::default();
        cells.iter().for_each(|cell| cut.0.extend(Path::polygon(cell).0));
        let size = self.tile(kind, Turn::NONE).size;
        let mut scene = Scene::new(size.0, size.1);
        let image = Image::in_box(Arc::clone(&picture.bitmap), from + (middle - first), to - from);
        let image = turned_by(image, lattice, middle, Turn(picture.turn.0 % lattice.side_count() as u8));
        scene.shapes.push(Shape::Clipped(cut, vec![Shape::Image(image)]));
        Some(scene)
    }

    /// Returns the background of a plane; `None` if it has no picture.
    pub fn background_of(&self, plane: Plane) -> Option<BoardLook> {
        let art = self.art()?;
        let declared = self.catalog().board.planes.get(plane.index()).map(|plane| plane.of);
        art.look().background(declared).filter(|look| art.bitmap(look.picture).is_some())
    }

    /// Returns the background of a plane over a box of the board, given by its least and greatest corner; `None` if the
    /// plane has no picture. `origin` is the position of the plane's cell 0,0.
    pub fn background(&self, plane: Plane, area: [Point; 2], origin: Point) -> Option<Scene> {
        let look = self.background_of(plane)?;
        let size = area[1] - area[0];
        let mut scene = Scene::new(size.x, size.y);
        self.draw_background(&mut scene, look, area, origin);
        Some(scene)
    }

    /// True if the background of a plane repeats, so that it may extend beyond the cells.
    pub fn has_repeating_background(&self, plane: Plane) -> bool {
        self.background_of(plane).is_some_and(|look| look.fit != BoardFit::Stretch)
    }

    /// Draws the background of a plane over a box. `origin` is the position of the plane's cell 0,0, from which a
    /// repeating picture starts.
    pub(crate) fn draw_background(&self, scene: &mut Scene, look: BoardLook, area: [Point; 2], origin: Point) {
        let Some(bitmap) = self.art().and_then(|art| art.bitmap(look.picture)) else { return };
        let [from, to] = area;
        match look.fit {
            BoardFit::Stretch => {
                scene.shapes.push(Shape::Image(Image::in_box(Arc::clone(bitmap), from, to - from)));
            }
            BoardFit::Repeat { cells } => {
                let copies = repeated(bitmap, period(self.catalog().lattice, cells), from - origin, to - from);
                let outline = Path::polygon(&[from, Point::new(to.x, from.y), to, Point::new(from.x, to.y)]);
                let mut whole = Scene::default();
                copies.iter().for_each(|copy| whole.add_shape(copy, from));
                scene.shapes.push(Shape::Clipped(outline, whole.shapes));
            }
        }
    }
}

/// Returns the longer side of a bitmap that is drawn with a width.
fn longer_side(bitmap: &Bitmap, width: f32) -> f32 {
    width * bitmap.aspect().max(1.0)
}
