//! Describes own art: pictures that packs carry as files, and the tiles, pieces and places that show them.
//!
//! An [`ArtPlan`] refers to the entries of one catalog by their ids. It is built next to the catalog and is not a part
//! of it: no rule, hash or record depends on a picture. Other crates read the files and draw them. Everything for which
//! a look has no picture, or whose picture cannot be read, is drawn from the data of the catalog.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::catalog::Catalog;
use crate::catalog::id::{
    BagId, EdgeTypeId, FigureKindId, Id, PictureId, PlaneId, TagId, TerrainId, TileKindId, TokenId, ZoneId,
};
use crate::catalog::lattice::Turn;
use crate::catalog::seat::Seat;
use crate::diag::Span;

/// Default width of a cell in print, in millimetres.
pub const CELL_MM: u16 = 45;

/// Own art of all packs of a game, and of the themes for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArtPlan {
    /// Width of a cell in print, in millimetres. If several packs declare it, the first one decides.
    pub cell_mm: u16,
    /// Pictures of all packs, indexed by [`PictureId`].
    pub pictures: Vec<ArtPicture>,
    /// Looks that a viewer can choose from. Packs of a game add to one look if they declare it under the same id.
    pub looks: Vec<ArtLook>,
}

impl Default for ArtPlan {
    fn default() -> ArtPlan {
        ArtPlan { cell_mm: CELL_MM, pictures: Vec::new(), looks: Vec::new() }
    }
}

impl ArtPlan {
    /// Returns true if there is no look with own art, so that everything is drawn from the catalog.
    pub fn is_empty(&self) -> bool {
        self.looks.is_empty()
    }

    /// Returns a picture; `None` if the id belongs to another plan.
    pub fn picture(&self, id: PictureId) -> Option<&ArtPicture> {
        self.pictures.get(id.index())
    }

    /// Returns all pictures with their ids, in order of declaration.
    pub fn pictures(&self) -> impl ExactSizeIterator<Item = (PictureId, &ArtPicture)> {
        self.pictures.iter().enumerate().map(|(index, picture)| (PictureId::from_index(index), picture))
    }

    /// Finds a look by its key, such as `painted` or `winter:painted`.
    pub fn look(&self, key: &str) -> Option<&ArtLook> {
        self.looks.iter().find(|look| look.key() == key)
    }
}

/// File of a picture, which several pictures can share.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PictureFile {
    /// Id of the pack that carries the file.
    pub pack: Arc<str>,
    /// Path of the file in the pack, such as `art/bay.png`.
    pub path: Arc<str>,
}

/// Picture that a pack declares: a file, or a cell of a sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArtPicture {
    /// Id of the picture in its pack.
    pub id: Arc<str>,
    /// File that contains the picture.
    pub file: PictureFile,
    /// Place of the picture on a sheet of several pictures; `None` if the picture fills its file.
    pub cell: Option<SheetCell>,
    /// Margin that is cut off on each side when tiles are printed, in hundredths of a cell. The picture without the
    /// margin fills the outline of its tile.
    pub bleed: u8,
    /// Clockwise turn of the picture before it is drawn, in steps of the lattice.
    pub turn: Turn,
    /// Licence of the picture: its own, or that of all art of its pack; `None` if neither is declared.
    pub licence: Option<Arc<str>>,
    /// Author of the picture: its own, or that of all art of its pack; `None` if neither is declared.
    pub author: Option<Arc<str>>,
    /// Origin of the picture, such as an address; `None` if it is not declared.
    pub source: Option<Arc<str>>,
    /// Place at which a pack declares the picture, or first names its file; `None` for pictures from elsewhere.
    pub span: Option<Span>,
}

impl ArtPicture {
    /// Returns a picture that fills a file, without bleed, turn and credits.
    pub fn of_file(id: impl Into<Arc<str>>, file: PictureFile) -> ArtPicture {
        let (licence, author, source) = (None, None, None);
        ArtPicture { id: id.into(), file, cell: None, bleed: 0, turn: Turn::NONE, licence, author, source, span: None }
    }
}

/// Cell of a sheet, which is a file with a grid of pictures of equal sizes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SheetCell {
    /// Number of columns and rows of the sheet.
    pub grid: (u16, u16),
    /// Column and row of the cell, from 0.
    pub at: (u16, u16),
    /// Free margin around the whole grid, in pixels.
    pub margin: u16,
    /// Free space between two adjacent cells, in pixels.
    pub gap: u16,
}

impl SheetCell {
    /// Returns the rectangle of the cell on a sheet of this size, as left, top, width and height in pixels. Returns
    /// `None` if the grid does not divide the sheet into whole pixels.
    pub fn rectangle(&self, sheet: (u32, u32)) -> Option<[u32; 4]> {
        let (left, width) = self.span(sheet.0, self.grid.0, self.at.0)?;
        let (top, height) = self.span(sheet.1, self.grid.1, self.at.1)?;
        Some([left, top, width, height])
    }

    /// Returns the start and the length of a cell along one axis of a sheet.
    fn span(&self, length: u32, count: u16, number: u16) -> Option<(u32, u32)> {
        let (count, number) = (u32::from(count), u32::from(number));
        let free = 2 * u32::from(self.margin) + u32::from(self.gap) * count.saturating_sub(1);
        let pixels = length.checked_sub(free)?;
        let size = pixels.checked_div(count)?;
        let fits = number < count && size > 0 && size * count == pixels;
        fits.then(|| (u32::from(self.margin) + number * (size + u32::from(self.gap)), size))
    }
}

/// Look that a viewer can choose: the pictures of one style. Everything without a picture is drawn from the catalog.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ArtLook {
    /// Id of the look.
    pub id: Arc<str>,
    /// Id of the theme that declares the look; `None` if packs of the game declare it.
    pub theme: Option<Arc<str>>,
    /// Pictures of tile kinds. Mirrored kinds and kinds with added parts have the entry of the declared kind, see
    /// [`ArtLook::tile`].
    pub tiles: BTreeMap<TileKindId, TileLook>,
    /// Textures of terrains.
    pub terrains: BTreeMap<TerrainId, TerrainTexture>,
    /// Pictures of tags.
    pub tags: BTreeMap<TagId, MarkLook>,
    /// Pictures of tokens.
    pub tokens: BTreeMap<TokenId, MarkLook>,
    /// Pictures of figures.
    pub figures: BTreeMap<FigureKindId, FigureLook>,
    /// Backs of the tiles of bags. Bags of seats have the entry of their declaration, see [`ArtLook::back`].
    pub bags: BTreeMap<BagId, PictureId>,
    /// Background of the board; `None` if it has no picture.
    pub board: Option<BoardLook>,
    /// Backgrounds of single planes, which replace `board`.
    pub planes: BTreeMap<PlaneId, BoardLook>,
    /// Pictures of rim cells, by the names of the cells.
    pub rim: BTreeMap<Arc<str>, PictureId>,
    /// Backgrounds of zones. Zones of seats have the entry of their declaration, see [`ArtLook::zone`].
    pub zones: BTreeMap<ZoneId, PictureId>,
    /// Picture of every empty cell; `None` if empty cells have no picture.
    pub empty: Option<PictureId>,
    /// Picture of the box, for lists of games and exports; `None` if the box has no picture.
    pub cover: Option<PictureId>,
    /// Differences up to which sides of edge types may differ where they meet, in CIELAB.
    pub seams: BTreeMap<EdgeTypeId, u8>,
}

impl ArtLook {
    /// Returns the name that viewers choose: the id of the look, preceded by the id of its theme and a colon.
    pub fn key(&self) -> String {
        self.theme.as_ref().map_or_else(|| self.id.to_string(), |theme| format!("{theme}:{}", self.id))
    }

    /// Returns the pictures of a tile kind. Kinds with added parts and mirrored kinds share the pictures of the declared
    /// kind. Returns `None` if the look has no picture of the tile.
    pub fn tile(&self, kind: TileKindId, catalog: &Catalog) -> Option<TileArt<'_>> {
        let bare = catalog.bare(kind);
        let look = self.tiles.get(&catalog.front(bare))?;
        Some(TileArt { look, is_mirrored: catalog.kinds.get(bare)?.is_mirrored })
    }

    /// Returns the picture on the backs of the tiles of a bag; `None` if the look has no such picture.
    pub fn back(&self, bag: BagId, catalog: &Catalog) -> Option<PictureId> {
        self.bags.get(&catalog.declared_bag(bag)).copied()
    }

    /// Returns the background of a zone; `None` if the look has no such picture.
    pub fn zone(&self, zone: ZoneId, catalog: &Catalog) -> Option<PictureId> {
        self.zones.get(&catalog.declared_zone(zone)).copied()
    }

    /// Returns the pictures that the look shows, without repetitions.
    pub fn pictures(&self) -> BTreeSet<PictureId> {
        let mut shown: BTreeSet<PictureId> = BTreeSet::new();
        for tile in self.tiles.values() {
            match &tile.face {
                TilePicture::Whole(picture) => shown.extend([picture]),
                TilePicture::Cells(pictures) => shown.extend(pictures.iter().flatten()),
            }
            shown.extend(tile.turns.values().chain(&tile.mirror));
        }
        for figure in self.figures.values() {
            for picture in std::iter::once(&figure.standing).chain(&figure.lying) {
                shown.extend(picture.seats.values().chain(&picture.own).chain([&picture.picture]));
            }
        }
        shown.extend(self.terrains.values().map(|texture| texture.picture));
        shown.extend(self.tags.values().chain(self.tokens.values()).map(|mark| mark.picture));
        shown.extend(self.planes.values().chain(&self.board).map(|board| board.picture));
        shown.extend(self.bags.values().chain(self.rim.values()).chain(self.zones.values()));
        shown.extend(self.empty.iter().chain(&self.cover));
        shown
    }

    /// Returns the background of a plane, or of a board without named planes if `plane` is `None`.
    pub fn background(&self, plane: Option<PlaneId>) -> Option<BoardLook> {
        plane.and_then(|plane| self.planes.get(&plane)).copied().or(self.board)
    }
}

/// Pictures of a tile kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileLook {
    /// Pictures of the unturned tile.
    pub face: TilePicture,
    /// Order of the picture and the drawing from data.
    pub layering: Layering,
    /// Whole pictures that replace `face` at single turns. They show the tile as it looks at the turn and are not
    /// turned themselves. The mirrored kind does not use them.
    pub turns: BTreeMap<Turn, PictureId>,
    /// Place of a picture that stays upright when the tile turns; `None` if the picture turns with the tile.
    pub upright: Option<UprightPlace>,
    /// Whole picture of the mirrored kind, unturned; `None` if `face` is flipped for it, left to right.
    pub mirror: Option<PictureId>,
}

impl TileLook {
    /// Returns the look of a tile that shows one picture in place of the drawing, and turns with it.
    pub fn of_picture(picture: PictureId) -> TileLook {
        let face = TilePicture::Whole(picture);
        TileLook { face, layering: Layering::default(), turns: BTreeMap::new(), upright: None, mirror: None }
    }
}

/// Picture of a whole tile, or pictures of its cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TilePicture {
    /// One picture for all cells of the tile. It fills the box around the outline of the unturned tile.
    Whole(PictureId),
    /// A picture for each cell, by the number of the cell; `None` for cells that are drawn from the catalog.
    Cells(Vec<Option<PictureId>>),
}

/// Order of a picture of a tile and the drawing from data.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Layering {
    /// The picture replaces the drawing.
    #[default]
    Instead,
    /// The picture replaces the areas; paths, sites and tags are drawn on it.
    Under,
    /// The picture is drawn on top of the drawing, as an ornament.
    Over,
}

/// Place of a picture on a tile that stays upright.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UprightPlace {
    /// Middle of the picture on the unturned tile, from the middle of its first cell, in hundredths of a cell: x to the
    /// right, y down. The place turns and flips with the tile, the picture only flips.
    pub at: (i16, i16),
    /// Width of the picture, in hundredths of a cell.
    pub size: u8,
}

/// Pictures of a tile kind, for one of its faces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileArt<'a> {
    /// Pictures of the declared kind.
    pub look: &'a TileLook,
    /// True if the face is the mirror image of the declared kind.
    pub is_mirrored: bool,
}

impl TileArt<'_> {
    /// Returns the picture of a cell at a turn, and how it is drawn. Returns `None` if the cell has no picture.
    pub fn cell(&self, cell: usize, turn: Turn) -> Option<CellArt> {
        let upright = self.look.upright;
        if let (false, Some(&picture)) = (self.is_mirrored, self.look.turns.get(&turn)) {
            return Some(CellArt { picture, is_whole: true, is_flipped: false, turn: Turn::NONE, upright });
        }
        let own = self.look.mirror.filter(|_| self.is_mirrored);
        let (picture, is_whole) = match (own, &self.look.face) {
            (Some(picture), _) => (picture, true),
            (None, TilePicture::Whole(picture)) => (*picture, true),
            (None, TilePicture::Cells(pictures)) => ((*pictures.get(cell)?)?, false),
        };
        Some(CellArt { picture, is_whole, is_flipped: self.is_mirrored && own.is_none(), turn, upright })
    }
}

/// Picture of a cell of a placed tile, and how it is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellArt {
    /// The picture.
    pub picture: PictureId,
    /// True if the picture covers all cells of the tile, false if it covers only this cell.
    pub is_whole: bool,
    /// True if the picture is flipped left to right before it is turned.
    pub is_flipped: bool,
    /// Turn of the picture.
    pub turn: Turn,
    /// Place of a picture that stays upright; `None` if the picture fills the outline.
    pub upright: Option<UprightPlace>,
}

/// Picture that fills a terrain and continues across tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TerrainTexture {
    /// The picture.
    pub picture: PictureId,
    /// Number of cells that the picture spans in each direction before it repeats, from 1.
    pub cells: u8,
}

/// Picture of a tag or a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MarkLook {
    /// The picture.
    pub picture: PictureId,
    /// Width in hundredths of a cell; `None` for the width that the catalog declares.
    pub size: Option<u8>,
}

/// Pictures of a figure kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FigureLook {
    /// Picture of a standing figure.
    pub standing: FigurePicture,
    /// Picture of a lying figure; `None` if the picture of the standing figure is turned by a quarter.
    pub lying: Option<FigurePicture>,
    /// Width in hundredths of a cell; `None` for the width that the catalog declares.
    pub size: Option<u8>,
}

/// Picture of a figure in the colours of the seats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FigurePicture {
    /// The picture, for all seats without their own.
    pub picture: PictureId,
    /// Grey mask of the picture: where it is white, the colour of the seat is multiplied with the brightness of the
    /// picture. `None` if the picture is equal for all seats.
    pub own: Option<PictureId>,
    /// Pictures of single seats, which take no colour.
    pub seats: BTreeMap<Seat, PictureId>,
}

impl FigurePicture {
    /// Returns the picture of a seat, and the mask for its colour if it has one.
    pub fn of_seat(&self, seat: Seat) -> (PictureId, Option<PictureId>) {
        self.seats.get(&seat).map_or((self.picture, self.own), |&picture| (picture, None))
    }
}

/// Background of a board or a plane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardLook {
    /// The picture.
    pub picture: PictureId,
    /// Manner of covering the board.
    pub fit: BoardFit,
}

/// Manner of covering a board with a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BoardFit {
    /// The picture is stretched over the cells of the board. On boards without an extent it covers the placed tiles.
    #[default]
    Stretch,
    /// The picture repeats.
    Repeat {
        /// Number of cells that the picture spans in each direction before it repeats, from 1.
        cells: u8,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_sheets_are_whole_pixels() {
        let cell = |at| SheetCell { grid: (3, 2), at, margin: 5, gap: 2 };
        // Two margins and two gaps leave 300 of 314 pixels, two margins and one gap 200 of 212.
        assert_eq!(cell((0, 0)).rectangle((314, 212)), Some([5, 5, 100, 100]));
        assert_eq!(cell((2, 1)).rectangle((314, 212)), Some([209, 107, 100, 100]));
        for (sheet, at) in [((315, 212), (0, 0)), ((314, 212), (3, 0)), ((14, 12), (0, 0)), ((0, 0), (0, 0))] {
            assert_eq!(cell(at).rectangle(sheet), None, "{sheet:?} {at:?}");
        }
        let none = SheetCell { grid: (0, 0), at: (0, 0), margin: u16::MAX, gap: u16::MAX };
        assert_eq!(none.rectangle((u32::MAX, u32::MAX)), None);
    }

    #[test]
    fn faces_and_turns_choose_the_picture() {
        let [whole, turned, mirrored] = [0, 1, 2].map(PictureId);
        let mut look = TileLook { turns: BTreeMap::from([(Turn(1), turned)]), ..TileLook::of_picture(whole) };
        let of = |look: &TileLook, is_mirrored, turn| {
            let art = TileArt { look, is_mirrored }.cell(0, Turn(turn)).unwrap();
            (art.picture, art.is_flipped, art.turn.0)
        };
        assert_eq!(of(&look, false, 0), (whole, false, 0));
        assert_eq!(of(&look, false, 1), (turned, false, 0), "the picture shows the turned tile");
        assert_eq!(of(&look, true, 1), (whole, true, 1));
        look.mirror = Some(mirrored);
        assert_eq!(of(&look, true, 1), (mirrored, false, 1));
        look.face = TilePicture::Cells(vec![None, Some(whole)]);
        let cell = |number| TileArt { look: &look, is_mirrored: false }.cell(number, Turn::NONE);
        assert_eq!([0, 1, 2].map(|number| cell(number).map(|art| art.is_whole)), [None, Some(false), None]);
    }

    #[test]
    fn looks_list_their_pictures() {
        let [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5].map(PictureId);
        let face = TilePicture::Cells(vec![None, Some(f)]);
        let tile = TileLook { face, layering: Layering::Over, turns: [(Turn(1), e)].into(), ..TileLook::of_picture(f) };
        let standing = FigurePicture { picture: a, own: Some(b), seats: [(Seat(1), c)].into() };
        let figure = FigureLook { standing, lying: None, size: None };
        let look = ArtLook {
            tiles: [(TileKindId(0), tile)].into(),
            figures: [(FigureKindId(0), figure)].into(),
            empty: Some(a),
            cover: Some(d),
            ..ArtLook::default()
        };
        assert_eq!(look.pictures().into_iter().collect::<Vec<_>>(), [a, b, c, d, e, f]);
    }

    #[test]
    fn seats_replace_the_picture_and_its_mask() {
        let figure =
            FigurePicture { picture: PictureId(0), own: Some(PictureId(1)), seats: [(Seat(2), PictureId(3))].into() };
        assert_eq!(figure.of_seat(Seat(0)), (PictureId(0), Some(PictureId(1))));
        assert_eq!(figure.of_seat(Seat(2)), (PictureId(3), None));
    }
}
