//! Pictures of tiles, figures and marks as textures, drawn on first use and again when the pack or its own art changes.
//! A time limit for each frame keeps typing responsive, and a limit of memory drops pictures that are no longer seen.

pub mod cards;
mod hero;
pub(crate) mod laid;
pub(crate) mod mosaic;
mod scenes;
mod source;
mod specks;
mod store;
mod subject;

use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::{ColorImage, Context, Vec2};
use tilewright_art::board::SEATS;
use tilewright_art::geometry::Point;
use tilewright_art::own::OwnCell;
use tilewright_art::raster::pixels;
use tilewright_art::scene::Scene;
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::art::BoardLook;
use tilewright_core::catalog::id::FigureKindId;
use tilewright_core::catalog::lattice::{Plane, Turn};
use tilewright_core::catalog::seat::Seat;
use tilewright_editor_model::pack::own_art::ShownLook;

use crate::ui::pictures::laid::BoardCache;
pub(crate) use crate::ui::pictures::scenes::figure_scene;
use crate::ui::pictures::source::PictureEdition;
pub use crate::ui::pictures::source::PictureSource;
use crate::ui::pictures::store::{PictureSlot, TextureKey, TextureStore};
pub use crate::ui::pictures::subject::Subject;
use crate::ui::theme::of_seat;

/// Time limit for new pictures in one frame.
const BUDGET: Duration = Duration::from_millis(6);

/// Available widths of a cell, in pixels.
const WIDTHS: [u16; 7] = [24, 40, 48, 72, 96, 192, 384];

/// Further widths of pictures that can be wider than a cell, in pixels.
const LARGE_WIDTHS: [u16; 2] = [768, 1536];

/// Default width of a figure, in hundredths of a cell.
const COMMON_FIGURE: f32 = 19.0;

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

/// Own picture of a cell of a tile, with the part that is cut off.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UncutPicture {
    pub(crate) texture: egui::TextureId,
    /// Positions of the corners of the texture from the upper left one, clockwise, in the box of the cell.
    pub(crate) corners: [Point; 4],
}

/// Cache of all pictures.
#[derive(Default)]
pub struct PictureCache {
    store: TextureStore,
    source: Option<PictureSource>,
    spent: Duration,
    ctx: Option<Context>,
    /// Colour of each seat, as the number of the seat that has it by default.
    colours: Option<[u8; SEATS.len()]>,
    /// Cache of a board from frame to frame.
    pub(crate) laid: BoardCache,
}

impl PictureCache {
    /// Starts a frame: pictures of an older state of the pack are redrawn, a few in each frame.
    pub fn begin_frame(&mut self, ctx: &Context, source: Option<PictureSource>) {
        self.spent = Duration::ZERO;
        self.ctx = Some(ctx.clone());
        self.source = source;
        self.store.begin_frame();
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

    /// Returns the size of all textures, in bytes.
    pub fn texture_bytes(&self) -> usize {
        self.store.bytes()
    }

    /// Returns a picture for cells of `width` points; `None` if it is not drawn yet or if the subject does not exist.
    /// `width` is the width of the whole picture for a background.
    pub fn get(&mut self, subject: &Subject, width: f32) -> Option<PictureTexture> {
        self.find(subject, width).map(|(_, shown)| shown)
    }

    /// Like [`PictureCache::get`], with the place of the picture in the store.
    fn find(&mut self, subject: &Subject, width: f32) -> Option<(PictureSlot, PictureTexture)> {
        let ctx = self.ctx.clone()?;
        let source = self.source.as_ref()?;
        let edition = source.edition();
        let pixels = self.pixels_of(subject, width)?;
        let subject = match subject {
            Subject::Figure(key, seat) => Subject::Figure(key.clone(), self.default_seat(Seat(*seat)).0),
            Subject::Lying(key, seat) => Subject::Lying(key.clone(), self.default_seat(Seat(*seat)).0),
            other => other.clone(),
        };
        let key = TextureKey { subject, width: pixels };
        let mut slot = self.store.find(&key);
        if slot.and_then(|slot| self.store.see(slot)).is_none_or(|picture| picture.edition != edition) {
            if self.spent > BUDGET {
                ctx.request_repaint();
            } else {
                let start = Instant::now();
                let scene = scenes::scene(source, &key.subject, pixels);
                slot = scene.and_then(|scene| self.renew(&ctx, &key, edition, scene));
                if slot.is_none() {
                    self.store.remove(&key);
                }
                self.spent += start.elapsed();
            }
        }
        let slot = slot?;
        let picture = self.store.see(slot)?;
        let (texture, size) = (picture.texture(), picture.size());
        Some((slot, PictureTexture { texture, size, current: picture.edition == edition }))
    }

    /// Returns the width in pixels of pictures for cells of `width` points; `None` before the first frame.
    pub(crate) fn pixels(&self, width: f32) -> Option<u16> {
        let wanted = width * self.ctx.as_ref()?.pixels_per_point();
        Some(WIDTHS.into_iter().find(|w| f32::from(*w) >= wanted - 0.5).unwrap_or(WIDTHS[WIDTHS.len() - 1]))
    }

    /// Like [`PictureCache::pixels`], for a subject that may be wider than a cell.
    fn pixels_of(&self, subject: &Subject, width: f32) -> Option<u16> {
        let common = self.pixels(width)?;
        let wanted = width * self.ctx.as_ref()?.pixels_per_point();
        if !subject.is_wide() || f32::from(common) >= wanted - 0.5 {
            return Some(common);
        }
        let large = LARGE_WIDTHS.into_iter().find(|w| f32::from(*w) >= wanted - 0.5);
        Some(large.unwrap_or(LARGE_WIDTHS[LARGE_WIDTHS.len() - 1]))
    }

    /// Returns the state of the pack and its own art that the pictures show.
    pub(crate) fn edition(&self) -> Option<PictureEdition> {
        self.source.as_ref().map(PictureSource::edition)
    }

    /// True if a look of own art is shown.
    pub(crate) fn has_look(&self) -> bool {
        self.source.as_ref().is_some_and(|source| source.look.is_some())
    }

    /// True if a tile has a picture of own art.
    pub(crate) fn has_own_tile(&self, key: &str) -> bool {
        let look = self.source.as_ref().and_then(|source| Some((source, source.look.as_ref()?)));
        look.is_some_and(|(source, look)| {
            let kind = scenes::kind(&source.catalog, key);
            kind.is_some_and(|kind| look.art.look().tile(kind, &source.catalog).is_some())
        })
    }

    /// True if a figure has a picture of own art.
    pub(crate) fn has_own_figure(&self, key: &str) -> bool {
        let look = self.source.as_ref().and_then(|source| Some((source, source.look.as_ref()?)));
        look.is_some_and(|(source, look)| {
            let kind = scenes::figure(&source.catalog, key);
            kind.is_some_and(|kind| look.art.look().figures.contains_key(&kind))
        })
    }

    /// Returns the own art of a catalog; `None` if the pictures show another catalog, or are drawn from data.
    pub(crate) fn own_art(&self, catalog: &Arc<Catalog>) -> Option<ShownLook> {
        let source = self.source.as_ref().filter(|source| Arc::ptr_eq(&source.catalog, catalog))?;
        source.look.clone()
    }

    /// Returns the own background of a plane; `None` if the look has no such picture.
    pub(crate) fn background(&self, plane: Plane) -> Option<BoardLook> {
        scenes::artist(self.source.as_ref().filter(|source| source.look.is_some())?, 0.0).background_of(plane)
    }

    /// Returns the own picture of a cell of an unturned tile with the part that is cut off, for cells of `width`
    /// points; `None` if the cell has no picture.
    pub(crate) fn uncut(&mut self, tile: &Arc<str>, part: usize, width: f32) -> Option<UncutPicture> {
        let source = self.source.as_ref()?;
        let kind = scenes::kind(&source.catalog, tile)?;
        let OwnCell { image, .. } = source.look.as_ref()?.art.cell(&source.catalog, kind, part, Turn::NONE)?;
        let subject = Subject::Uncut(tile.clone(), part as u8);
        let texture = self.get(&subject, image.across.length() * width)?.texture;
        let far = image.corner + image.across + image.down;
        let corners = [image.corner, image.corner + image.across, far, image.corner + image.down];
        Some(UncutPicture { texture, corners })
    }

    /// Returns the width in hundredths of a cell that own art gives to a figure or a token; `None` for the width that
    /// the catalog declares.
    pub(crate) fn own_size(&self, subject: &Subject) -> Option<u8> {
        let source = self.source.as_ref()?;
        let look = source.look.as_ref()?.art.look();
        match subject {
            Subject::Figure(key, _) | Subject::Lying(key, _) => {
                look.figures.get(&scenes::figure(&source.catalog, key)?)?.size
            }
            Subject::Token(key) => look.tokens.get(&source.catalog.tokens.find(key)?)?.size,
            _ => None,
        }
    }

    /// Draws the texture of a scene, unless the texture shows it already. Returns `None` if the scene cannot be drawn.
    fn renew(&mut self, ctx: &Context, key: &TextureKey, edition: PictureEdition, scene: Scene) -> Option<PictureSlot> {
        if let Some(slot) = self.store.find(key)
            && let Some(picture) = self.store.see(slot).filter(|picture| picture.scene == scene)
        {
            picture.edition = edition;
            return Some(slot);
        }
        let drawn = pixels(&scene, f32::from(key.width)).ok()?;
        let image = ColorImage::from_rgba_unmultiplied([drawn.width as usize, drawn.height as usize], &drawn.rgba);
        Some(self.store.insert(ctx, key.clone(), image, edition, scene))
    }
}

/// Returns the width of a figure if a common figure is `common` wide: larger figures on the board are larger
/// everywhere.
pub(crate) fn figure_width(catalog: &Catalog, figure: FigureKindId, common: f32) -> f32 {
    let size = catalog.figures[figure].look.size.map_or(1.0, |size| f32::from(size) / COMMON_FIGURE);
    common * size.clamp(0.75, 1.5)
}
