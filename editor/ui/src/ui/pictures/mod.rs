//! Pictures of tiles, figures and marks as textures, drawn when they are first seen and again when the pack changes;
//! never so many in one frame that typing would wait for them.

pub(crate) mod laid;
pub(crate) mod mosaic;

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

use crate::ui::pictures::laid::Laid;
use crate::ui::theme::of_seat;

/// Time for new pictures in one frame.
const BUDGET: Duration = Duration::from_millis(6);

/// Widths of a cell, in pixels, that pictures are drawn in.
const WIDTHS: [u16; 7] = [24, 40, 48, 72, 96, 192, 384];

/// What a picture shows. Names, not numbers: a changed pack may number things anew.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Subject {
    /// A whole tile at a turn.
    Tile(Arc<str>, Turn),
    /// A cell of a tile at a turn.
    Cell(Arc<str>, u8, Turn),
    /// What a segment of a tile, by number, covers of its cell at a turn.
    Area(Arc<str>, u16, Turn),
    /// A figure of a seat.
    Figure(Arc<str>, u8),
    /// A figure of a seat that lies.
    Lying(Arc<str>, u8),
    /// A token.
    Token(Arc<str>),
    /// What a tag looks like, by itself.
    Tag(Arc<str>),
    /// A cell that exists and is empty, and whether it is a triangle that points up.
    Empty(bool),
    /// A cell around the board, by number.
    Rim(u16),
}

/// The width of a figure that says none, in hundredths of a cell.
const COMMON_FIGURE: f32 = 19.0;

struct Entry {
    texture: TextureHandle,
    /// The newest revision that it is right for.
    revision: u64,
    /// What was drawn: a change that leaves it as it is costs no new picture.
    scene: Scene,
}

impl Entry {
    /// Width and height in cells.
    fn size(&self) -> Vec2 {
        Vec2::new(self.scene.size.0, self.scene.size.1)
    }
}

/// A picture that can be painted.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// Its texture.
    pub texture: egui::TextureId,
    /// Width and height in cells.
    pub size: Vec2,
    /// Whether it is of the newest state of the pack; else a newer one comes in one of the next frames.
    pub current: bool,
}

/// All pictures.
#[derive(Default)]
pub struct Pictures {
    entries: BTreeMap<(Subject, u16), Entry>,
    source: Option<(u64, Arc<Catalog>)>,
    spent: Duration,
    ctx: Option<Context>,
    /// For each seat the one whose colour it has where nobody has chosen.
    colours: Option<[u8; SEATS.len()]>,
    /// What a board keeps from frame to frame.
    pub(crate) laid: Laid,
}

impl Pictures {
    /// A frame begins: pictures of another state of the pack are drawn again, a few in each frame. `source`: its catalog, and
    /// a number that differs between any two of them.
    pub fn begin_frame(&mut self, ctx: &Context, source: Option<(u64, Arc<Catalog>)>) {
        self.spent = Duration::ZERO;
        self.ctx = Some(ctx.clone());
        self.source = source;
    }

    /// Forgets everything: another pack is open.
    pub fn clear(&mut self) {
        *self = Pictures::default();
    }

    /// The seats have these colours, by number, from now on.
    pub fn colour_seats(&mut self, colours: [u8; SEATS.len()]) {
        self.colours = Some(colours);
    }

    /// The colour of a seat.
    pub fn seat_colour(&self, seat: Seat) -> egui::Color32 {
        of_seat(self.coloured(seat))
    }

    /// The seat whose colour in order a seat has.
    fn coloured(&self, seat: Seat) -> Seat {
        self.colours.map_or(seat, |colours| Seat(colours[seat.index() % colours.len()]))
    }

    /// A picture for cells of some width in points; nothing while it is not drawn yet, or if there is no such thing.
    pub fn get(&mut self, subject: &Subject, width: f32) -> Option<Shown> {
        let ctx = self.ctx.clone()?;
        let (revision, catalog) = self.source.clone()?;
        let pixels = self.pixels(width)?;
        let subject = &match subject {
            Subject::Figure(key, seat) => Subject::Figure(key.clone(), self.coloured(Seat(*seat)).0),
            Subject::Lying(key, seat) => Subject::Lying(key.clone(), self.coloured(Seat(*seat)).0),
            other => other.clone(),
        };
        let key = (subject.clone(), pixels);
        if self.entries.get(&key).is_none_or(|e| e.revision != revision) {
            if self.spent > BUDGET {
                ctx.request_repaint();
            } else {
                let start = Instant::now();
                match scene(&catalog, subject, pixels) {
                    Some(scene) => self.renew(&ctx, key.clone(), revision, scene),
                    None => {
                        self.entries.remove(&key);
                    }
                }
                self.spent += start.elapsed();
            }
        }
        self.entries.get(&key).map(|e| Shown {
            texture: e.texture.id(),
            size: e.size(),
            current: e.revision == revision,
        })
    }

    /// The width in pixels in which pictures for cells of some width in points are drawn.
    pub(crate) fn pixels(&self, width: f32) -> Option<u16> {
        let wanted = width * self.ctx.as_ref()?.pixels_per_point();
        Some(WIDTHS.into_iter().find(|w| f32::from(*w) >= wanted - 0.5).unwrap_or(WIDTHS[WIDTHS.len() - 1]))
    }

    /// The state of the pack that pictures are of.
    pub(crate) fn revision(&self) -> Option<u64> {
        self.source.as_ref().map(|(revision, _)| *revision)
    }

    fn renew(&mut self, ctx: &Context, key: (Subject, u16), revision: u64, scene: Scene) {
        if let Some(entry) = self.entries.get_mut(&key).filter(|entry| entry.scene == scene) {
            entry.revision = revision;
            return;
        }
        let Ok(drawn) = pixels(&scene, f32::from(key.1)) else {
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
                self.entries.insert(key, Entry { texture, revision, scene });
            }
        }
    }
}

/// A figure of a seat that stands or lies, in a square.
pub(crate) fn figure_scene(catalog: &Catalog, figure: FigureKindId, seat: Seat, lies: bool) -> Scene {
    let mut scene = Scene::new(1.0, 1.0);
    draw_figure_as(&mut scene, &catalog.figures[figure].look, seat, (Point::new(0.5, 0.5), 0.9), lies);
    scene
}

/// How wide a figure is drawn where a common one is so wide: who is larger on the board is larger everywhere.
pub(crate) fn figure_width(catalog: &Catalog, figure: FigureKindId, common: f32) -> f32 {
    let size = catalog.figures[figure].look.size.map_or(1.0, |size| f32::from(size) / COMMON_FIGURE);
    common * size.clamp(0.75, 1.5)
}

fn scene(catalog: &Catalog, subject: &Subject, pixels: u16) -> Option<Scene> {
    let artist = || Artist::new(catalog, Style::default()).in_detail(Detail::of_width(f32::from(pixels)));
    let kind = |key: &str| {
        let keyed = catalog.kinds.ids().find(|id| catalog.kinds.key(*id) == key);
        // By the full name any tile is found, also where it has a shorter key.
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
