//! Keeps the mosaic of a board, and the small pictures of tiles that it is composed of.

use std::collections::BTreeMap;

use egui::{ColorImage, Rect, TextureHandle};
use tilewright_art::raster::pixels;
use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::lattice::{Cell, Turn};

use crate::ui::pictures::scenes;
use crate::ui::pictures::source::PictureSource;

/// Width of a cell in the mosaic, in pixels of its picture.
pub(super) const WIDTH: f32 = 6.0;

/// Cell of a tile kind at a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct TurnedPart {
    pub(super) kind: TileKindId,
    pub(super) turn: Turn,
    pub(super) part: usize,
}

/// Cell of a tile at a turn, at a position near the origin.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct SpeckKey {
    pub(super) shown: TurnedPart,
    pub(super) position: Cell,
}

/// The mosaic and the small pictures that it is composed of.
#[derive(Default)]
pub(super) struct Mosaic {
    /// Small pictures; `None` if a cell cannot be drawn.
    specks: BTreeMap<SpeckKey, Option<ColorImage>>,
    /// Hash of the tiles on the board that the mosaic shows.
    pub(super) of: u64,
    pub(super) shown: Option<(TextureHandle, Rect)>,
}

impl Mosaic {
    /// Returns the small picture of a cell of the tile with a name.
    pub(super) fn speck(&mut self, source: &PictureSource, name: &str, key: SpeckKey) -> Option<&ColorImage> {
        let speck = self.specks.entry(key).or_insert_with(|| {
            let kind = scenes::kind(&source.catalog, name)?;
            let TurnedPart { turn, part, .. } = key.shown;
            let scene = scenes::artist(source, WIDTH).cell_at(kind, part, turn, key.position);
            let drawn = pixels(&scene, WIDTH).ok()?;
            let size = [drawn.width as usize, drawn.height as usize];
            Some(ColorImage::from_rgba_unmultiplied(size, &drawn.rgba))
        });
        speck.as_ref()
    }
}
