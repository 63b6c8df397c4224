//! The picture of a tile in the current text, and the areas of its segments. It is drawn from the tile alone, so it
//! follows each stroke at once, despite errors elsewhere in the pack.

use egui::{Color32, ColorImage, Context, TextureHandle, TextureOptions};
use tilewright_art::geometry::{Point, is_inside};
use tilewright_art::outline::{cell_size, corners_at};
use tilewright_art::raster::pixels;
use tilewright_art::tile::{Artist, Style};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::Name;
use tilewright_core::catalog::lattice::{Lattice, Turn};
use tilewright_core::catalog::tile::TileKind;
use tilewright_core::diag::Diagnostic;
use tilewright_editor_painter::{DrawnTile, Overlay, bare};
use tilewright_pack::syntax::Node;

use super::tile_cache::TileCache;
use crate::context::ViewCx;
use crate::ui::theme::Tokens;

/// Resolution of the segment masks, in squares per unit of a cell's width.
const FINE: usize = 64;

/// Width of a cell in the pictures of segments, in pixels.
const SHEET: usize = 320;

/// A tile in the current text.
#[derive(Default)]
pub(super) struct Live {
    key: Option<(String, u64, u64, u32)>,
    /// Tile kind that the engine reads from the text.
    pub(super) kind: TileKind,
    /// Findings about this tile.
    pub(super) findings: Vec<Diagnostic>,
    /// Segments of the tile kind, with their parts.
    pub(super) overlay: Overlay,
    /// Place of the figure on each segment.
    pub(super) places: Vec<Point>,
    /// Pictures of the cells, in order.
    pub(super) pictures: Vec<TextureHandle>,
    masks: Vec<Mask>,
    lattice: Lattice,
    sheets: Option<(bool, Vec<TextureHandle>)>,
}

/// Segment at each square of a cell, row by row.
struct Mask {
    columns: usize,
    rows: usize,
    owner: Vec<Option<u8>>,
}

impl Mask {
    fn owner_at(&self, x: i32, y: i32) -> Option<u8> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        if x < self.columns && y < self.rows { self.owner[y * self.columns + x] } else { None }
    }

    /// Returns the segment at a point, with smooth borders between the squares.
    fn smooth(&self, x: f32, y: f32) -> Option<u8> {
        let (x, y) = (x - 0.5, y - 0.5);
        let (left, top) = (x.floor(), y.floor());
        let (right, low) = (x - left, y - top);
        let mut found: [(Option<u8>, f32); 4] = [(None, 0.0); 4];
        let corners = [(0, 0), (1, 0), (0, 1), (1, 1)];
        for (slot, (dx, dy)) in corners.into_iter().enumerate() {
            let weight = (if dx == 1 { right } else { 1.0 - right }) * (if dy == 1 { low } else { 1.0 - low });
            let owner = self.owner_at(left as i32 + dx, top as i32 + dy);
            let first = (0..slot).find(|&s| found[s].0 == owner).unwrap_or(slot);
            found[first].0 = owner;
            found[first].1 += weight;
        }
        // Squares without a segment never win, so that the rim of the cell is filled.
        found.into_iter().filter(|f| f.0.is_some()).max_by(|a, b| a.1.total_cmp(&b.1)).and_then(|(owner, _)| owner)
    }
}

impl Live {
    /// Redraws the tile if it has changed.
    pub(super) fn renew(
        &mut self,
        ctx: &Context,
        cx: &ViewCx<'_>,
        tiles_read: &TileCache,
        node: &Node,
        text: &str,
        drawing: &DrawnTile,
    ) {
        let text = text.get(node.range()).unwrap_or_default();
        // The looks of tags come from the last valid pack, which may be older than the words of the tiles.
        let looks = cx.good.map_or(0, |good| good.revision.min(tiles_read.words_of));
        let pixels_per_cell = if ctx.pixels_per_point() > 1.2 { 512 } else { 384 };
        if self
            .key
            .as_ref()
            .is_some_and(|(t, w, l, p)| *t == text && (*w, *l, *p) == (tiles_read.words_of, looks, pixels_per_cell))
        {
            return;
        }
        *self = Live { key: Some((text.to_owned(), tiles_read.words_of, looks, pixels_per_cell)), ..Live::default() };
        let Some(reading) = tiles_read.read(node) else { return };
        self.overlay = Overlay::from_drawing(drawing, &reading.kind, &tiles_read.words);
        self.findings = reading.findings;
        self.lattice = tiles_read.words.lattice;
        let mut catalog = Catalog {
            lattice: tiles_read.words.lattice,
            terrains: tiles_read.words.terrains.clone(),
            edges: tiles_read.words.edges.clone(),
            ..Catalog::default()
        };
        let mut kind = reading.kind;
        self.kind = kind.clone();
        if catalog.terrains.is_empty() || catalog.edges.is_empty() {
            return;
        }
        let good = cx.catalog().filter(|good| is_same(good, tiles_read));
        match good {
            Some(good) => catalog.tags = good.tags.clone(),
            None => {
                kind.tags.clear();
                kind.segments.iter_mut().for_each(|segment| segment.tags.clear());
            }
        }
        // The other kinds decide whether a part without sides is drawn as a site or as a lake.
        let Ok(id) = catalog.kinds.add(Name::new("", "live"), kind) else { return };
        for (other, spec) in good.iter().flat_map(|good| good.kinds.iter().map(|(id, k)| (good.kinds.name(id), k))) {
            // Names are unique, so adding a kind cannot fail.
            let _ = catalog.kinds.add(other.clone(), spec.clone());
        }
        let artist = Artist::new(&catalog, Style::default());
        self.places = (0..self.kind.segments.len()).map(|s| artist.figure_place(id, s, Turn::NONE)).collect();
        let (width, height) = cell_size(catalog.lattice);
        let [columns, rows] = [width, height].map(|length| (length * FINE as f32).ceil() as usize);
        for cell in 0..self.kind.cells.len() {
            let scene = artist.cell(id, cell, Turn::NONE);
            let image = pixels(&scene, pixels_per_cell as f32).map_or_else(
                |_| ColorImage::filled([1, 1], Color32::TRANSPARENT),
                |p| ColorImage::from_rgba_unmultiplied([p.width as usize, p.height as usize], &p.rgba),
            );
            self.pictures.push(ctx.load_texture(format!("live tile {cell}"), image, TextureOptions::LINEAR));
            let point =
                |n: usize| Point::new((n % columns) as f32 + 0.5, (n / columns) as f32 + 0.5) * (1.0 / FINE as f32);
            let at = |n: usize| artist.segment_at(id, cell, point(n)).and_then(|s| u8::try_from(s).ok());
            self.masks.push(Mask { columns, rows, owner: (0..columns * rows).map(at).collect() });
        }
    }

    /// Returns the segment at a point of a cell, in cells from the corner of its bounding box.
    pub(super) fn segment_at(&self, cell: usize, x: f32, y: f32) -> Option<usize> {
        let mask = self.masks.get(cell)?;
        let segment = mask.owner_at((x * FINE as f32).floor() as i32, (y * FINE as f32).floor() as i32)?;
        (usize::from(segment) < self.overlay.segments.len()).then_some(usize::from(segment))
    }

    /// Returns pictures of the cells that distinguish segments by colour and pattern: all segments, or only ground.
    pub(super) fn sheets(&mut self, ctx: &Context, ground: impl Fn(usize) -> bool, only: bool) -> &[TextureHandle] {
        if self.sheets.as_ref().is_none_or(|(o, _)| *o != only) {
            let colours = colours();
            let (width, _) = cell_size(self.lattice);
            let draw = |number: usize, mask: &Mask| {
                let offset = self.kind.cells.get(number).map_or((0, 0), |cell| cell.offset);
                let mut rim_of_cell = corners_at(self.lattice, offset);
                rim_of_cell.extend(rim_of_cell.first().copied());
                let height = SHEET * mask.rows / mask.columns;
                let scale = mask.columns as f32 / SHEET as f32;
                let pixel = |n: usize| {
                    let (x, y) = (n % SHEET, n / SHEET);
                    let owner = |x: usize, y: usize| mask.smooth(x as f32 * scale, y as f32 * scale);
                    let on = Point::new(x as f32 + 0.5, y as f32 + 0.5) * (width / SHEET as f32);
                    let own = owner(x, y).filter(|_| is_inside(&rim_of_cell, on));
                    let Some(own) = own else { return Color32::TRANSPARENT };
                    let segment = usize::from(own);
                    if only && !ground(segment) {
                        return Color32::TRANSPARENT;
                    }
                    let colour = colours[segment % colours.len()];
                    let border = |x, y| owner(x, y).is_some_and(|other| other != own);
                    let rim = border(x + 3, y) || border(x, y + 3);
                    if rim {
                        colour
                    } else if pattern(segment, x, y) {
                        colour.gamma_multiply(0.8)
                    } else {
                        colour.gamma_multiply(0.32)
                    }
                };
                ColorImage::new([SHEET, height], (0..SHEET * height).map(pixel).collect())
            };
            let load = |(n, mask)| ctx.load_texture(format!("segments {n}"), draw(n, mask), TextureOptions::LINEAR);
            self.sheets = Some((only, self.masks.iter().enumerate().map(load).collect()));
        }
        self.sheets.as_ref().map_or(&[], |(_, sheets)| sheets)
    }
}

/// True if a catalog has the same terrains, edges and tags as the cache, so that numbers agree.
fn is_same(good: &Catalog, tiles_read: &TileCache) -> bool {
    let words = &tiles_read.words;
    let terrains =
        good.terrains.ids().map(|id| good.terrains.name(id)).eq(words.terrains.ids().map(|id| words.terrains.name(id)));
    let edges = good.edges.ids().map(|id| good.edges.name(id)).eq(words.edges.ids().map(|id| words.edges.name(id)));
    let tags = good.tags.ids().map(|id| &*good.tags.name(id).local).eq(words.tags().iter().map(|t| bare(t)));
    terrains && edges && tags
}

/// Returns colours that distinguish segments along with patterns. Tiles look the same in both themes, so the colours do
/// too.
pub(super) fn colours() -> [Color32; 6] {
    let tokens = &Tokens::LIGHT;
    [tokens.name, tokens.number, tokens.keyword, tokens.good, tokens.warning, tokens.error]
}

/// Returns true if a pixel is on the pattern of a segment.
fn pattern(segment: usize, x: usize, y: usize) -> bool {
    const STEP: usize = 14;
    const WIDE: usize = 3;
    match segment % 5 {
        0 => (x + y) % STEP < WIDE,
        1 => (x + SHEET * STEP - y) % STEP < WIDE,
        2 => y % STEP < WIDE,
        3 => x % STEP < WIDE,
        _ => {
            let (x, y) = ((x % STEP) as i32 - 7, (y % STEP) as i32 - 7);
            x * x + y * y < 9
        }
    }
}
