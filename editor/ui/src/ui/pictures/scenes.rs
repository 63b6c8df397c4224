//! Draws the scenes of pictures from data or from own art.

use std::sync::Arc;

use tilewright_art::bitmap::Bitmap;
use tilewright_art::board::{draw_figure_as, seat_color};
use tilewright_art::geometry::Point;
use tilewright_art::own::period;
use tilewright_art::picture::{Stamp, draw};
use tilewright_art::scene::{Color, Image, Scene, Shape};
use tilewright_art::tile::{Artist, Detail, Style};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::art::BoardFit;
use tilewright_core::catalog::id::{FigureKindId, TileKindId};
use tilewright_core::catalog::lattice::{Cell, Turn};
use tilewright_core::catalog::seat::Seat;

use crate::ui::pictures::source::PictureSource;
use crate::ui::pictures::subject::Subject;

/// Part of the width of its scene that a figure, a token or a tag fills.
const PIECE: f32 = 0.9;

/// Returns the artist that draws the tiles of a source in detail for cells of a width in pixels.
pub(super) fn artist(source: &PictureSource, pixels: f32) -> Artist<'_> {
    let art = source.look.as_ref().map(|look| &*look.art);
    Artist::new(&source.catalog, Style::default()).with_art(art).in_detail(Detail::of_width(pixels))
}

/// Finds the tile kind with a key. A full name finds any tile, even if the tile has a shorter key.
pub(super) fn kind(catalog: &Catalog, key: &str) -> Option<TileKindId> {
    let keyed = catalog.kinds.ids().find(|id| catalog.kinds.key(*id) == key);
    keyed.or_else(|| catalog.kinds.find(key).filter(|_| key.contains(':')))
}

/// True if the picture of a cell of a tile depends on its position on the board, because textures continue across it.
pub(super) fn shows_textures(source: &PictureSource, key: &str, part: usize, turn: Turn) -> bool {
    kind(&source.catalog, key).is_some_and(|kind| artist(source, 0.0).shows_textures(kind, part, turn))
}

/// Finds the figure kind with a key.
pub(super) fn figure(catalog: &Catalog, key: &str) -> Option<FigureKindId> {
    catalog.figures.ids().find(|id| catalog.figures.key(*id) == key)
}

/// Draws a figure of a seat, upright or lying. A common figure has a square scene; a tall picture of own art has a tall
/// one.
pub(crate) fn figure_scene(artist: &Artist<'_>, figure: FigureKindId, seat: Seat, lies: bool) -> Scene {
    let Some(own) = artist.art().and_then(|art| art.figure(figure, seat, seat_color(seat), lies)) else {
        let mut scene = Scene::new(1.0, 1.0);
        let look = &artist.catalog().figures[figure].look;
        draw_figure_as(&mut scene, look, seat, Point::new(0.5, 0.5), PIECE, lies);
        return scene;
    };
    let length = piece_length(&own.bitmap);
    let mut scene = if own.is_turned { Scene::new(length, 1.0) } else { Scene::new(1.0, length) };
    let middle = Point::new(scene.size.0 / 2.0, scene.size.1 / 2.0);
    artist.draw_figure_in(&mut scene, figure, seat, middle, PIECE, lies);
    scene
}

/// Draws a picture in a scene that is one unit wide.
fn picture_scene(bitmap: Arc<Bitmap>) -> Scene {
    let size = Point::new(1.0, bitmap.aspect());
    let mut scene = Scene::new(size.x, size.y);
    scene.shapes.push(Shape::Image(Image::in_box(bitmap, Point::default(), size)));
    scene
}

/// Returns the height of the scene of a piece that is one unit wide.
fn piece_length(bitmap: &Bitmap) -> f32 {
    (1.0 - PIECE + PIECE * bitmap.aspect()).max(1.0)
}

/// Draws the picture of a subject; `None` if the subject does not exist, or has no picture.
pub(super) fn scene(source: &PictureSource, subject: &Subject, pixels: u16) -> Option<Scene> {
    let catalog = &*source.catalog;
    let artist = artist(source, f32::from(pixels));
    let art = artist.art();
    let middle = Point::new(0.5, 0.5);
    match subject {
        Subject::Tile(key, turn) => Some(artist.tile(kind(catalog, key)?, *turn)),
        Subject::Cell(key, part, turn, at) => Some(artist.cell_at(kind(catalog, key)?, usize::from(*part), *turn, *at)),
        Subject::Area(key, segment, turn) => {
            let (kind, segment) = (kind(catalog, key)?, usize::from(*segment));
            let there = segment < catalog.kinds[kind].segments.len();
            there.then(|| artist.segment_scene(kind, segment, *turn, Color::hex(0xffffff)))
        }
        Subject::Figure(key, seat) | Subject::Lying(key, seat) => {
            let lies = matches!(subject, Subject::Lying(..));
            Some(figure_scene(&artist, figure(catalog, key)?, Seat(*seat), lies))
        }
        Subject::Token(key) => {
            let token = catalog.tokens.ids().find(|id| catalog.tokens.key(*id) == **key)?;
            let own = art.and_then(|art| art.bitmap(art.look().tokens.get(&token)?.picture));
            let mut scene = Scene::new(1.0, own.map_or(1.0, |own| piece_length(own)));
            let middle = Point::new(0.5, scene.size.1 / 2.0);
            artist.draw_token_in(&mut scene, token, middle, PIECE);
            Some(scene)
        }
        Subject::Tag(key) => {
            let tag = catalog.tags.find(key)?;
            let mut scene = Scene::new(1.0, 1.0);
            match artist.own_tag(tag, middle, PIECE) {
                Some(image) => {
                    scene.size.1 = piece_length(&image.bitmap);
                    let image = Image::centered_at(image.bitmap, Point::new(0.5, scene.size.1 / 2.0), PIECE);
                    scene.shapes.push(Shape::Image(image));
                }
                None => {
                    let look = catalog.tags[tag].look.as_ref()?;
                    draw(&mut scene, look.picture.as_ref()?, Stamp::new(middle, PIECE));
                }
            }
            Some(scene)
        }
        Subject::Empty(plane, points_up) => Some(artist.empty_cell(Cell::new_on(*plane, (*points_up).into(), 0)?)),
        Subject::Rim(number) => catalog.board.rim.get(usize::from(*number)).map(|rim| artist.rim_cell(rim)),
        Subject::Back(key) => {
            let bag = catalog.bags.ids().find(|id| catalog.bags.key(*id) == **key)?;
            let content = catalog.bags[bag].contents.iter().map(|(kind, _)| *kind);
            let kind = content.chain(catalog.kinds.ids()).find(|kind| !catalog.kinds[*kind].cells.is_empty())?;
            artist.own_back(kind, bag, 0.0)
        }
        Subject::Zone(key) => {
            let zone = catalog.zones.ids().find(|id| catalog.zones.key(*id) == **key)?;
            Some(picture_scene(Arc::clone(art?.bitmap(art?.look().zone(zone, catalog)?)?)))
        }
        Subject::Uncut(key, part) => {
            let cell = art?.cell(catalog, kind(catalog, key)?, usize::from(*part), Turn::NONE)?;
            Some(picture_scene(cell.image.bitmap))
        }
        Subject::Ground(plane) => {
            let look = artist.background_of(*plane)?;
            let bitmap = Arc::clone(art?.bitmap(look.picture)?);
            let size = match look.fit {
                BoardFit::Stretch => Point::new(1.0, bitmap.aspect()),
                BoardFit::Repeat { cells } => {
                    let period = period(catalog.lattice, cells);
                    Point::new(1.0, period.y / period.x)
                }
            };
            let mut scene = Scene::new(size.x, size.y);
            scene.shapes.push(Shape::Image(Image::in_box(bitmap, Point::default(), size)));
            Some(scene)
        }
    }
}
