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
use tilewright_core::catalog::lattice::{Cell, Turn};
use tilewright_core::state::Game;

use crate::ui::pictures::source::PictureEdition;
use crate::ui::pictures::specks::{Mosaic, TurnedPart};
use crate::ui::pictures::store::PictureSlot;
use crate::ui::pictures::subject::Subject;
use crate::ui::pictures::{PictureCache, scenes};

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
    of: (PictureEdition, u16),
    /// Pictures by kind, turn and part, followed by those at further positions; `None` until a picture is drawn.
    pictures: Vec<Option<PictureSlot>>,
    /// Whether textures show on a cell, by kind, turn and part; `None` until this is known.
    textured: Vec<Option<bool>>,
    /// Indices of pictures at positions other than the origin, which textures of own art distinguish.
    further: BTreeMap<(usize, Cell), usize>,
    /// Two meshes for each picture, because the window may still hold the meshes of the previous frame.
    meshes: [Vec<Arc<Mesh>>; 2],
    frame: usize,
    /// A single picture of all tiles, used when they are very small.
    pub(super) mosaic: Mosaic,
    /// Place of figures on a segment of a kind at a turn.
    places: BTreeMap<(TileKindId, usize, Turn), Point>,
}

impl BoardCache {
    /// Prepares the cache for a catalog, a state of the pack, and a width in pixels.
    pub(crate) fn begin(&mut self, catalog: &Arc<Catalog>, edition: PictureEdition, width: u16) {
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
                textured: vec![None; count],
                catalog: Some(Arc::clone(catalog)),
                ..BoardCache::default()
            };
        }
        if self.of.0.look != edition.look {
            self.mosaic = Mosaic::default();
        }
        if self.of.0 != edition {
            self.textured.fill(None);
            self.further.clear();
            self.pictures.truncate(self.textured.len());
        }
        if self.of != (edition, width) {
            self.pictures.fill(None);
            self.of = (edition, width);
        }
        self.frame = 1 - self.frame;
    }

    fn number(&self, TurnedPart { kind, turn, part }: TurnedPart) -> Option<usize> {
        let catalog = self.catalog.as_ref()?;
        let parts = catalog.faces(kind, Turn::NONE).len();
        Some(self.first.get(kind.index())? + turn.index() * parts + part)
    }

    /// Returns the index of a picture at a position near the origin.
    fn further(&mut self, number: usize, position: Cell) -> usize {
        let count = self.pictures.len();
        let index = *self.further.entry((number, position)).or_insert(count);
        if index == count {
            self.pictures.push(None);
        }
        index
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

/// Picture of a cell of a tile, with its index among the pictures of a board.
struct CellPicture {
    index: usize,
    texture: TextureId,
}

/// Returns a position near the origin at which a cell of a tile looks as it does on a board cell. Without textures of
/// own art it looks the same everywhere.
pub(super) fn position(pictures: &mut PictureCache, shown: TurnedPart, at: Cell) -> Option<Cell> {
    let number = pictures.laid.number(shown)?;
    let source = pictures.source.as_ref()?;
    let Some(look) = &source.look else { return Some(Cell::ORIGIN) };
    let laid = &mut pictures.laid;
    let is_textured = *laid.textured.get_mut(number)?.get_or_insert_with(|| {
        let key = laid.tiles.get(shown.kind.index()).cloned().unwrap_or_default();
        scenes::shows_textures(source, &key, shown.part, shown.turn)
    });
    Some(if is_textured { look.art.phase(source.catalog.lattice, at) } else { Cell::ORIGIN })
}

/// Returns the picture of a cell of a tile on a board cell.
fn cell_picture(pictures: &mut PictureCache, shown: TurnedPart, at: Cell, width: f32) -> Option<CellPicture> {
    let number = pictures.laid.number(shown)?;
    let position = position(pictures, shown, at)?;
    let index = if position == Cell::ORIGIN { number } else { pictures.laid.further(number, position) };
    if let Some(slot) = *pictures.laid.pictures.get(index)?
        && let Some(picture) = pictures.store.see(slot)
    {
        return Some(CellPicture { index, texture: picture.texture() });
    }
    let key = pictures.laid.tiles.get(shown.kind.index()).cloned()?;
    let subject = Subject::Cell(key, shown.part as u8, shown.turn, position);
    let (slot, picture) = pictures.find(&subject, width)?;
    if picture.current {
        pictures.laid.pictures[index] = Some(slot);
    }
    Some(CellPicture { index, texture: picture.texture })
}

/// Draws the visible tiles of a game, as one shape for each picture.
pub(crate) fn tiles(
    game: &Game,
    pictures: &mut PictureCache,
    area: Rect,
    width: f32,
    box_of: impl Fn(Cell) -> Rect,
    draw: &mut impl FnMut(Shape),
) {
    let mut meshes = std::mem::take(&mut pictures.laid.meshes[pictures.laid.frame]);
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
        let shown = TurnedPart { kind: tile.kind, turn: tile.turn, part };
        let Some(picture) = cell_picture(pictures, shown, cell, width) else { continue };
        if picture.index >= meshes.len() {
            meshes.resize_with(pictures.laid.pictures.len(), Arc::default);
        }
        if let Some(mesh) = meshes.get_mut(picture.index).and_then(Arc::get_mut) {
            mesh.texture_id = picture.texture;
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
    cell: Cell,
    width: f32,
) -> Vec<(TextureId, Cell)> {
    let faces = game.catalog().faces(kind, turn);
    let cells = faces.iter().enumerate().map(|(part, face)| (part, cell.plus(face.offset.0, face.offset.1)));
    let drawn = cells.filter_map(|(part, cell)| {
        let picture = cell_picture(pictures, TurnedPart { kind, turn, part }, cell, width)?;
        Some((picture.texture, cell))
    });
    drawn.collect()
}
