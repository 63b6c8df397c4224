//! Keeps the mosaic of a board, and the small pictures of tiles that it is composed of.

use std::collections::BTreeMap;

use egui::{ColorImage, Rect, TextureHandle};
use tilewright_art::raster::pixels;
use tilewright_art::tile::{Artist, Detail, Style};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::lattice::Turn;

/// Width of a cell in the mosaic, in pixels of its picture.
pub(super) const WIDTH: f32 = 6.0;

/// The mosaic and the small pictures that it is composed of.
#[derive(Default)]
pub(super) struct Mosaic {
    /// Pictures of the parts of tile kinds at a turn; `None` if a part cannot be drawn.
    pub(super) specks: BTreeMap<(TileKindId, Turn, usize), Option<ColorImage>>,
    /// Hash of the tiles on the board that the mosaic shows.
    pub(super) of: u64,
    pub(super) shown: Option<(TextureHandle, Rect)>,
}

impl Mosaic {
    pub(super) fn speck(
        &mut self,
        catalog: &Catalog,
        kind: TileKindId,
        turn: Turn,
        part: usize,
    ) -> Option<&ColorImage> {
        let speck = self.specks.entry((kind, turn, part)).or_insert_with(|| {
            let artist = Artist::new(catalog, Style::default()).in_detail(Detail::of_width(WIDTH));
            let drawn = pixels(&artist.cell(kind, part, turn), WIDTH).ok()?;
            let size = [drawn.width as usize, drawn.height as usize];
            Some(ColorImage::from_rgba_unmultiplied(size, &drawn.rgba))
        });
        speck.as_ref()
    }
}
