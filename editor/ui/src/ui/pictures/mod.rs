//! Pictures of tiles, figures and marks as textures, drawn on first use and again when the pack changes. A time limit
//! for each frame keeps typing responsive.

pub mod cards;
mod hero;
pub(crate) mod laid;
pub(crate) mod mosaic;
mod specks;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::{ColorImage, Context, TextureHandle, TextureOptions, Vec2};
use tilewright_art::board::{SEATS, draw_figure, draw_figure_as, empty_scene, rim_scene};
use tilewright_art::geometry::Point;
use tilewright_art::picture::{Stamp, draw};
use tilewright_art::raster::pixels;
use tilewright_art::scene::{Color, Scene};
use tilewright_art::tile::{Artist, Detail, Style};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::FigureKindId;
use tilewright_core::catalog::lattice::{Cell, Turn};
use tilewright_core::catalog::seat::Seat;

use crate::ui::pictures::laid::BoardCache;
use crate::ui::theme::of_seat;

/// Time limit for new pictures in one frame.
const BUDGET: Duration = Duration::from_millis(6);

/// Available widths of a cell, in pixels.
const WIDTHS: [u16; 7] = [24, 40, 48, 72, 96, 192, 384];

/// Content of a picture. It is named, not numbered, because a change of the pack may change the numbers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Subject {
    /// A whole tile at a turn.
    Tile(Arc<str>, Turn),
    /// A cell of a tile at a turn.
    Cell(Arc<str>, u8, Turn),
    /// Area that a segment of a tile, by number, covers in its cell at a turn.
    Area(Arc<str>, u16, Turn),
    /// An upright figure of a seat.
    Figure(Arc<str>, u8),
    /// A figure of a seat that is lying down.
    Lying(Arc<str>, u8),
    /// A token of the pack.
    Token(Arc<str>),
    /// The mark of a tag, without a tile.
    Tag(Arc<str>),
    /// An existing empty cell; true if it is a triangle that points up.
    Empty(bool),
    /// A cell of the rim, by number.
    Rim(u16),
}

/// Default width of a figure, in hundredths of a cell.
const COMMON_FIGURE: f32 = 19.0;

struct CachedPicture {
    texture: TextureHandle,
    /// Newest revision for which the picture is valid.
    revision: u64,
    /// Drawn scene: a change of the pack that keeps the scene needs no new texture.
    scene: Scene,
}

impl CachedPicture {
    /// Returns the width and height in cells.
    fn size(&self) -> Vec2 {
        Vec2::new(self.scene.size.0, self.scene.size.1)
    }
}

/// A texture that is ready to be painted.
#[derive(Clone, Copy, Debug)]
pub struct PictureTexture {
    /// Id of the texture.
    pub texture: egui::TextureId,
    /// Width and height, measured in cells.
    pub size: Vec2,
    /// True if the picture shows the newest state of the pack; otherwise a newer one follows in one of the next frames.
    pub current: bool,
}

/// Cache of all pictures.
#[derive(Default)]
pub struct PictureCache {
    entries: BTreeMap<(Subject, u16), CachedPicture>,
    source: Option<(u64, Arc<Catalog>)>,
    spent: Duration,
    ctx: Option<Context>,
    /// Colour of each seat, as the number of the seat that has it by default.
    colours: Option<[u8; SEATS.len()]>,
    /// Cache of a board from frame to frame.
    pub(crate) laid: BoardCache,
}

impl PictureCache {
    /// Starts a frame: pictures of an older state of the pack are redrawn, a few in each frame. `source` is the catalog
    /// and a number that is unique to it.
    pub fn begin_frame(&mut self, ctx: &Context, source: Option<(u64, Arc<Catalog>)>) {
        self.spent = Duration::ZERO;
        self.ctx = Some(ctx.clone());
        self.source = source;
    }

    /// Drops all pictures when another pack is opened.
    pub fn clear(&mut self) {
        *self = PictureCache::default();
    }

    /// Sets the colours of the seats, by number.
    pub fn colour_seats(&mut self, colours: [u8; SEATS.len()]) {
        self.colours = Some(colours);
    }

    /// Returns the colour of a seat.
    pub fn seat_colour(&self, seat: Seat) -> egui::Color32 {
        of_seat(self.default_seat(seat))
    }

    /// Returns the seat whose default colour `seat` has.
    fn default_seat(&self, seat: Seat) -> Seat {
        self.colours.map_or(seat, |colours| Seat(colours[seat.index() % colours.len()]))
    }

    /// Returns a picture for cells of `width` points; `None` if it is not drawn yet or if the subject does not exist.
    pub fn get(&mut self, subject: &Subject, width: f32) -> Option<PictureTexture> {
        let ctx = self.ctx.clone()?;
        let (revision, catalog) = self.source.clone()?;
        let pixels = self.pixels(width)?;
        let subject = &match subject {
            Subject::Figure(key, seat) => Subject::Figure(key.clone(), self.default_seat(Seat(*seat)).0),
            Subject::Lying(key, seat) => Subject::Lying(key.clone(), self.default_seat(Seat(*seat)).0),
            other => other.clone(),
        };
        let key = (subject.clone(), pixels);
        if self.entries.get(&key).is_none_or(|e| e.revision != revision) {
            if self.spent > BUDGET {
                ctx.request_repaint();
            } else {
                let start = Instant::now();
                match scene(&catalog, subject, pixels) {
                    Some(scene) => self.renew(&ctx, key.0.clone(), pixels, revision, scene),
                    None => {
                        self.entries.remove(&key);
                    }
                }
                self.spent += start.elapsed();
            }
        }
        self.entries.get(&key).map(|e| PictureTexture {
            texture: e.texture.id(),
            size: e.size(),
            current: e.revision == revision,
        })
    }

    /// Returns the width in pixels of pictures for cells of `width` points; `None` before the first frame.
    pub(crate) fn pixels(&self, width: f32) -> Option<u16> {
        let wanted = width * self.ctx.as_ref()?.pixels_per_point();
        Some(WIDTHS.into_iter().find(|w| f32::from(*w) >= wanted - 0.5).unwrap_or(WIDTHS[WIDTHS.len() - 1]))
    }

    /// Returns the state of the pack that the pictures show.
    pub(crate) fn revision(&self) -> Option<u64> {
        self.source.as_ref().map(|(revision, _)| *revision)
    }

    fn renew(&mut self, ctx: &Context, subject: Subject, width: u16, revision: u64, scene: Scene) {
        let key = (subject, width);
        if let Some(entry) = self.entries.get_mut(&key).filter(|entry| entry.scene == scene) {
            entry.revision = revision;
            return;
        }
        let Ok(drawn) = pixels(&scene, f32::from(width)) else {
            self.entries.remove(&key);
            return;
        };
        let image = ColorImage::from_rgba_unmultiplied([drawn.width as usize, drawn.height as usize], &drawn.rgba);
        match self.entries.get_mut(&key) {
            Some(entry) => {
                entry.texture.set(image, TextureOptions::LINEAR);
                (entry.revision, entry.scene) = (revision, scene);
            }
            None => {
                let texture = ctx.load_texture(format!("{key:?}"), image, TextureOptions::LINEAR);
                self.entries.insert(key, CachedPicture { texture, revision, scene });
            }
        }
    }
}

/// Draws a figure of a seat, upright or lying, in a square.
pub(crate) fn figure_scene(catalog: &Catalog, figure: FigureKindId, seat: Seat, lies: bool) -> Scene {
    let mut scene = Scene::new(1.0, 1.0);
    draw_figure_as(&mut scene, &catalog.figures[figure].look, seat, Point::new(0.5, 0.5), 0.9, lies);
    scene
}

/// Returns the width of a figure if a common figure is `common` wide: larger figures on the board are larger
/// everywhere.
pub(crate) fn figure_width(catalog: &Catalog, figure: FigureKindId, common: f32) -> f32 {
    let size = catalog.figures[figure].look.size.map_or(1.0, |size| f32::from(size) / COMMON_FIGURE);
    common * size.clamp(0.75, 1.5)
}

fn scene(catalog: &Catalog, subject: &Subject, pixels: u16) -> Option<Scene> {
    let artist = || Artist::new(catalog, Style::default()).in_detail(Detail::of_width(f32::from(pixels)));
    let kind = |key: &str| {
        let keyed = catalog.kinds.ids().find(|id| catalog.kinds.key(*id) == key);
        // A full name finds any tile, even if the tile has a shorter key.
        keyed.or_else(|| catalog.kinds.find(key).filter(|_| key.contains(':')))
    };
    match subject {
        Subject::Tile(key, turn) => Some(artist().tile(kind(key)?, *turn)),
        Subject::Cell(key, part, turn) => Some(artist().cell(kind(key)?, usize::from(*part), *turn)),
        Subject::Area(key, segment, turn) => {
            let (kind, segment) = (kind(key)?, usize::from(*segment));
            let there = segment < catalog.kinds[kind].segments.len();
            there.then(|| artist().segment_scene(kind, segment, *turn, Color::hex(0xffffff)))
        }
        Subject::Figure(key, seat) | Subject::Lying(key, seat) => {
            let figure = catalog.figures.ids().find(|id| catalog.figures.key(*id) == **key)?;
            Some(figure_scene(catalog, figure, Seat(*seat), matches!(subject, Subject::Lying(..))))
        }
        Subject::Token(key) => {
            let token = catalog.tokens.ids().find(|id| catalog.tokens.key(*id) == **key)?;
            let look = &catalog.tokens[token].look;
            let colour = look.fill.as_deref().and_then(Color::parse).unwrap_or(Color::hex(0xfafafa));
            let mut scene = Scene::new(1.0, 1.0);
            draw_figure(&mut scene, look, "disc", Stamp { own: colour, ..Stamp::new(Point::new(0.5, 0.5), 0.9) });
            Some(scene)
        }
        Subject::Tag(key) => {
            let tag = catalog.tags.find(key)?;
            let mut scene = Scene::new(1.0, 1.0);
            draw(&mut scene, catalog.tags[tag].look.as_ref()?.picture.as_ref()?, Stamp::new(Point::new(0.5, 0.5), 0.9));
            Some(scene)
        }
        Subject::Empty(points_up) => Some(empty_scene(catalog.lattice, Cell::new((*points_up).into(), 0))),
        Subject::Rim(number) => catalog.board.rim.get(usize::from(*number)).map(|rim| rim_scene(catalog, rim)),
    }
}
