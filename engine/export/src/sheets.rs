//! Arranges tiles on sheets without gaps, and plans the export of such sheets for Screentop.

use serde_json::{Value, json};
use tilewright_core::catalog::Catalog;

use crate::files::ExportPlan;
use crate::form::{FormShape, TileForm};
use crate::paint::TileSide;
use crate::picture::{PictureSubject, PlannedPicture};
use crate::pieces::{GamePieces, TilePieces};
use crate::single;

/// Usual width of a cell of the lattice on a sheet, in pixels.
const CELL: f32 = 512.0;

/// Width of a tile below which a further sheet begins, in pixels.
const LEAST_CELL: u32 = 128;

/// Limits of a sheet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SheetLimits {
    /// Maximum width and height in pixels.
    pub(crate) side: u32,
    /// Maximum number of tiles in a row.
    pub(crate) columns: u32,
    /// Maximum number of rows.
    pub(crate) rows: u32,
    /// Maximum number of tiles on a sheet.
    pub(crate) tiles: u32,
}

/// Tiles with equal outlines in rows and columns without gaps.
#[derive(Clone, Debug)]
pub(crate) struct TileSheet {
    pub(crate) form: TileForm,
    pub(crate) tiles: Vec<TilePieces>,
    pub(crate) columns: u32,
    pub(crate) rows: u32,
    /// Width and height of a tile on the sheet, in pixels.
    pub(crate) cell: (u32, u32),
    scale: f32,
}

impl TileSheet {
    /// Plans the picture of the fronts, in the order of the tiles.
    pub(crate) fn fronts(&self) -> PlannedPicture {
        self.picture(self.tiles.iter().map(|tile| PictureSubject::Tile(tile.kind, TileSide::Front)).collect())
    }

    /// Plans the picture of the backs, in the order of the fronts.
    pub(crate) fn backs(&self) -> PlannedPicture {
        self.picture(self.tiles.iter().map(|tile| PictureSubject::Tile(tile.back, TileSide::Back)).collect())
    }

    /// Plans the picture of the back that all tiles have; `None` if their backs differ.
    pub(crate) fn common_back(&self) -> Option<PlannedPicture> {
        let first = self.tiles.first()?.back;
        let is_common = self.tiles.iter().all(|tile| tile.back == first);
        let subject = PictureSubject::Tile(first, TileSide::Back);
        let picture = PlannedPicture { is_cut: true, ..PlannedPicture::new(subject, self.cell, self.scale) };
        is_common.then_some(picture)
    }

    /// Plans a picture of the outline of the tiles, in white.
    pub(crate) fn silhouette(&self) -> Option<PlannedPicture> {
        let subject = PictureSubject::Silhouette(self.tiles.first()?.kind);
        Some(PlannedPicture { is_cut: true, ..PlannedPicture::new(subject, self.cell, self.scale) })
    }

    fn picture(&self, parts: Vec<PictureSubject>) -> PlannedPicture {
        let size = (self.columns * self.cell.0, self.rows * self.cell.1);
        let subject = PictureSubject::Sheet(parts, self.columns);
        PlannedPicture { is_cut: true, ..PlannedPicture::new(subject, size, self.scale) }
    }
}

/// Arranges tiles on as few sheets as the limits allow. Each sheet has tiles with equal outlines.
pub(crate) fn tile_sheets(catalog: &Catalog, tiles: &[TilePieces], limits: SheetLimits) -> Vec<TileSheet> {
    let mut groups: Vec<(TileForm, Vec<TilePieces>)> = Vec::new();
    for tile in tiles {
        let form = TileForm::of(catalog, tile.kind);
        match groups.iter_mut().find(|group| group.0.offsets == form.offsets) {
            Some(group) => group.1.push(tile.clone()),
            None => groups.push((form, vec![tile.clone()])),
        }
    }
    let mut sheets = Vec::new();
    for (form, tiles) in groups {
        let cut = form.cut();
        let longest = cut.x.max(cut.y).max(0.01);
        // As many tiles share a sheet as possible, but at least four fit in each direction of a small one.
        let count = (tiles.len() as u32).min(limits.tiles.max(1));
        let columns = (f64::from(count).sqrt().ceil() as u32).max(count.div_ceil(limits.rows.max(1)));
        let across = columns.min(limits.columns.max(1)).min((limits.side / LEAST_CELL).max(4)) as f32;
        let scale = (limits.side as f32 / across / longest).floor().clamp(1.0, CELL);
        let pixels = |length: f32| ((length * scale - 0.01).ceil() as u32).clamp(1, limits.side);
        let cell = (pixels(cut.x), pixels(cut.y));
        let most_columns = (limits.side / cell.0).clamp(1, limits.columns.max(1));
        let most_rows = (limits.side / cell.1).clamp(1, limits.rows.max(1));
        let most = most_columns.saturating_mul(most_rows).min(limits.tiles.max(1));
        for chunk in tiles.chunks(most as usize) {
            let count = chunk.len() as u32;
            // Nearly square sheets use the limits of width and height evenly.
            let least = count.div_ceil(most_rows).max(1);
            let columns = ((f64::from(count).sqrt().ceil()) as u32).clamp(least, most_columns.max(least));
            let rows = count.div_ceil(columns);
            sheets.push(TileSheet { form: form.clone(), tiles: chunk.to_vec(), columns, rows, cell, scale });
        }
    }
    sheets
}

/// Plans the export of sheets: for each bag its fronts and backs in the same order, then the other pieces.
pub(crate) fn plan(plan: &mut ExportPlan<'_>, pieces: &GamePieces) {
    let limits = SheetLimits { side: plan.request.max_side, columns: u32::MAX, rows: u32::MAX, tiles: u32::MAX };
    let mut entries: Vec<Value> = Vec::new();
    let on_board: Vec<TilePieces> = pieces.placed.iter().map(|placed| placed.tile.clone()).collect();
    let bags = pieces.bags.iter().map(|bag| (bag.name.as_str(), &bag.tiles));
    for (name, tiles) in bags.chain([("on the board", &merged(&on_board))]) {
        for sheet in tile_sheets(plan.catalog, tiles, limits) {
            let file = plan.add_picture("tiles", name, sheet.fronts());
            let backs = plan.add_picture("tiles", &format!("{name}-backs"), sheet.backs());
            let tiles: Vec<Value> = sheet
                .tiles
                .iter()
                .map(|tile| json!({"id": tile.key, "name": tile.name, "count": tile.count}))
                .collect();
            entries.push(json!({
                "file": file, "backs": backs, "of": name, "shape": shape_name(sheet.form.shape),
                "columns": sheet.columns, "rows": sheet.rows, "cell": [sheet.cell.0, sheet.cell.1], "tiles": tiles,
            }));
        }
    }
    plan.manifest.push(("sheets", entries.into()));
    figure_sheets(plan, pieces);
    single::plan_boards(plan, pieces);
    single::plan_dice(plan, pieces);
    single::plan_tokens(plan, pieces);
}

/// Joins equal tiles of a list.
fn merged(tiles: &[TilePieces]) -> Vec<TilePieces> {
    let mut found: Vec<TilePieces> = Vec::new();
    for tile in tiles {
        match found.iter_mut().find(|known| known.kind == tile.kind && known.back == tile.back) {
            Some(known) => known.count += tile.count,
            None => found.push(tile.clone()),
        }
    }
    found
}

/// Plans a sheet for each kind of figure, with the colours of the seats in a row.
fn figure_sheets(plan: &mut ExportPlan<'_>, pieces: &GamePieces) {
    let mut entries: Vec<Value> = Vec::new();
    for kind in plan.catalog.figures.ids() {
        let own: Vec<_> = pieces.figures.iter().filter(|figures| figures.kind == kind).collect();
        let Some(first) = own.first() else { continue };
        let side = plan.painter.figure_box(kind);
        let columns = own.len() as u32;
        let pixels = (plan.request.max_side / columns.max(1)).clamp(1, single::FIGURE_SIDE);
        let parts = own.iter().map(|figures| PictureSubject::Figure(kind, figures.seat)).collect();
        let picture = PlannedPicture::new(
            PictureSubject::Sheet(parts, columns),
            (columns * pixels, pixels),
            pixels as f32 / side,
        );
        let file = plan.add_picture("figures", &first.key, picture);
        let counts: Vec<Value> =
            own.iter().map(|figures| json!({"seat": figures.seat.index(), "count": figures.count})).collect();
        entries.push(json!({
            "file": file, "id": first.key, "name": first.name, "columns": columns, "rows": 1,
            "cell": [pixels, pixels], "seats": counts,
        }));
    }
    plan.manifest.push(("figures", entries.into()));
}

/// Returns the name of a shape in manifests.
pub(crate) const fn shape_name(shape: FormShape) -> &'static str {
    match shape {
        FormShape::Square => "square",
        FormShape::Rectangle => "rectangle",
        FormShape::Hexagon => "hexagon",
        FormShape::Triangle => "triangle",
        FormShape::Disc => "disc",
        FormShape::Several => "several cells",
    }
}
