//! Meshes for the tiles on a board: one for each picture, with a rectangle for each visible tile. The meshes are reused
//! in every frame, so that moving the view allocates no memory, regardless of the number of tiles.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::epaint::Mesh;
use egui::{Color32, Pos2, Rect, Shape, TextureId};
use tilewright_art::geometry::Point;
use tilewright_art::tile::{Artist, Style};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::{FigureKindId, Id, TileKindId, TokenId};
use tilewright_core::catalog::lattice::Turn;
use tilewright_core::state::Game;

use crate::ui::pictures::specks::Mosaic;
use crate::ui::pictures::{PictureCache, Subject};

/// Texture coordinates of a whole picture.
pub(crate) const WHOLE: Rect = Rect { min: Pos2::ZERO, max: Pos2::new(1.0, 1.0) };

/// Cache of a board from frame to frame.
#[derive(Default)]
pub(crate) struct BoardCache {
    catalog: Option<Arc<Catalog>>,
    /// Names of tile kinds, figures and tokens, by number.
    tiles: Vec<Arc<str>>,
    figures: Vec<Arc<str>>,
    tokens: Vec<Arc<str>>,
    /// Index of the first picture of each kind, by its number.
    first: Vec<usize>,
    /// State of the pack and width in pixels for which the pictures were made.
    of: (u64, u16),
    /// Textures by kind, turn and part; `None` until a picture is drawn.
    pictures: Vec<Option<TextureId>>,
    /// Two meshes for each picture, because the window may still hold the meshes of the previous frame.
    meshes: [Vec<Arc<Mesh>>; 2],
    frame: usize,
    /// A single picture of all tiles, used when they are very small.
    pub(super) mosaic: Mosaic,
    /// Place of figures on a segment of a kind at a turn.
    places: BTreeMap<(TileKindId, usize, Turn), Point>,
}

impl BoardCache {
    /// Prepares the cache for a catalog, a revision of the pack, and a width in pixels.
    pub(crate) fn begin(&mut self, catalog: &Arc<Catalog>, revision: u64, width: u16) {
        if self.catalog.as_ref().is_none_or(|own| !Arc::ptr_eq(own, catalog)) {
            let mut first = Vec::new();
            let mut count = 0;
            for kind in catalog.kinds.ids() {
                first.push(count);
                count += catalog.faces(kind, Turn::NONE).len() * catalog.lattice.side_count();
            }
            *self = BoardCache {
                tiles: catalog.kinds.ids().map(|id| catalog.kinds.key(id).into()).collect(),
                figures: catalog.figures.ids().map(|id| catalog.figures.key(id).into()).collect(),
                tokens: catalog.tokens.ids().map(|id| catalog.tokens.key(id).into()).collect(),
                first,
                pictures: vec![None; count],
                catalog: Some(Arc::clone(catalog)),
                ..BoardCache::default()
            };
        }
        if self.of != (revision, width) {
            self.pictures.fill(None);
            self.of = (revision, width);
        }
        self.frame = 1 - self.frame;
    }

    fn number(&self, kind: TileKindId, turn: Turn, part: usize) -> Option<usize> {
        let catalog = self.catalog.as_ref()?;
        let parts = catalog.faces(kind, Turn::NONE).len();
        Some(self.first.get(kind.index())? + turn.index() * parts + part)
    }

    /// Returns the name of a tile kind.
    pub(crate) fn tile(&self, kind: TileKindId) -> Arc<str> {
        self.tiles.get(kind.index()).cloned().unwrap_or_default()
    }

    /// Returns the name of a figure kind.
    pub(crate) fn figure(&self, kind: FigureKindId) -> Arc<str> {
        self.figures.get(kind.index()).cloned().unwrap_or_default()
    }

    /// Returns the name of a token.
    pub(crate) fn token(&self, token: TokenId) -> Arc<str> {
        self.tokens.get(token.index()).cloned().unwrap_or_default()
    }

    /// Returns the place of a figure on a segment in its turned cell, in cells from the corner.
    pub(crate) fn place(&mut self, kind: TileKindId, segment: usize, turn: Turn) -> Point {
        let catalog = &self.catalog;
        *self.places.entry((kind, segment, turn)).or_insert_with(|| match catalog {
            Some(catalog) => Artist::new(catalog, Style::default()).figure_place(kind, segment, turn),
            None => Point::new(0.5, 0.5),
        })
    }
}

/// Returns the texture of a cell of a tile, given by numbers.
fn cell_picture(
    pictures: &mut PictureCache,
    kind: TileKindId,
    turn: Turn,
    part: usize,
    width: f32,
) -> Option<TextureId> {
    let number = pictures.laid.number(kind, turn, part)?;
    if let Some(found) = *pictures.laid.pictures.get(number)? {
        return Some(found);
    }
    let key = pictures.laid.tiles.get(kind.index()).cloned()?;
    let shown = pictures.get(&Subject::Cell(key, part as u8, turn), width)?;
    if shown.current {
        pictures.laid.pictures[number] = Some(shown.texture);
    }
    Some(shown.texture)
}

/// Draws the visible tiles of a game, as one shape for each picture.
pub(crate) fn tiles(
    game: &Game,
    pictures: &mut PictureCache,
    area: Rect,
    width: f32,
    box_of: impl Fn(tilewright_core::catalog::lattice::Cell) -> Rect,
    draw: &mut impl FnMut(Shape),
) {
    let mut meshes = std::mem::take(&mut pictures.laid.meshes[pictures.laid.frame]);
    meshes.resize_with(pictures.laid.pictures.len(), Arc::default);
    for mesh in &mut meshes {
        match Arc::get_mut(mesh) {
            // The vectors are cleared in place: `Mesh::clear` would free their memory.
            Some(own) => {
                own.indices.clear();
                own.vertices.clear();
            }
            None => *mesh = Arc::default(),
        }
    }
    for (tile, part, cell) in game.board().seen_cells() {
        let rect = box_of(cell);
        if !area.intersects(rect) {
            continue;
        }
        let Some(number) = pictures.laid.number(tile.kind, tile.turn, part) else { continue };
        let Some(texture) = cell_picture(pictures, tile.kind, tile.turn, part, width) else { continue };
        if let Some(mesh) = meshes.get_mut(number).and_then(Arc::get_mut) {
            mesh.texture_id = texture;
            mesh.add_rect_with_uv(rect, WHOLE, Color32::WHITE);
        }
    }
    meshes.iter().filter(|mesh| !mesh.is_empty()).for_each(|mesh| draw(Shape::Mesh(Arc::clone(mesh))));
    let frame = pictures.laid.frame;
    pictures.laid.meshes[frame] = meshes;
}

/// Returns the texture and cell of each part of a tile at a turn.
pub(crate) fn ghost(
    game: &Game,
    pictures: &mut PictureCache,
    kind: TileKindId,
    turn: Turn,
    cell: tilewright_core::catalog::lattice::Cell,
    width: f32,
) -> Vec<(TextureId, tilewright_core::catalog::lattice::Cell)> {
    let faces = game.catalog().faces(kind, turn);
    let cells = faces.iter().enumerate().map(|(part, face)| (part, cell.plus(face.offset.0, face.offset.1)));
    cells.filter_map(|(part, cell)| Some((cell_picture(pictures, kind, turn, part, width)?, cell))).collect()
}
