//! Plans print files for The Game Crafter: exact sizes at 300 dots per inch, and a list of quantities.

use serde_json::{Value, json};

use crate::files::ExportPlan;
use crate::form::{FormShape, TileForm};
use crate::paint::TileSide;
use crate::picture::{PictureSubject, PlannedPicture};
use crate::pieces::{GamePieces, TilePieces};
use crate::products::{BOARD, DPI, PRODUCTS, PrintProduct};
use crate::request::ExportError;
use crate::single;

/// Distance that pictures extend beyond the cut, in pixels: an eighth of an inch.
const BLEED: f32 = 37.5;
/// Millimetres in an inch.
const INCH: f32 = 25.4;

/// Tiles with the product that they are printed on.
struct PrintRun {
    product: PrintProduct,
    tile: TilePieces,
    form: TileForm,
    /// True if the tile is wider than high, but the product is not.
    is_turned: bool,
}

impl PrintRun {
    /// Returns the width of a cell in pixels.
    fn scale(&self) -> f32 {
        let cut = self.form.cut();
        let width = if self.is_turned { cut.y } else { cut.x };
        self.product.width * DPI as f32 / width
    }

    /// Returns the difference between the width of a printed cell and the wanted width, in millimetres.
    fn difference(&self, cell_mm: f32) -> f32 {
        self.scale() / DPI as f32 * INCH - cell_mm
    }

    /// Plans the print file of a side of the tile. A turned back fits a front that is turned the other way, because
    /// the tile is turned over about its upright axis.
    fn picture(&self, side: TileSide) -> PlannedPicture {
        let kind = if side == TileSide::Back { self.tile.back } else { self.tile.kind };
        let quarters = match (self.form.shape, side) {
            // Triangles of the shop point up.
            (FormShape::Triangle, _) => 2,
            (_, TileSide::Front) if self.is_turned => 1,
            (_, TileSide::Back) if self.is_turned => 3,
            _ => 0,
        };
        PlannedPicture {
            bleed: BLEED,
            is_cut: true,
            is_opaque: true,
            quarters,
            dpi: Some(DPI),
            ..PlannedPicture::new(PictureSubject::Tile(kind, side), self.product.file, self.scale())
        }
    }
}

/// Plans the print files.
///
/// # Errors
/// The requested product does not exist, or no tile fits on a product.
pub(crate) fn plan(plan: &mut ExportPlan<'_>, pieces: &GamePieces) -> Result<(), ExportError> {
    let wanted = plan.request.product.clone();
    let is_wanted =
        |product: &&PrintProduct| wanted.as_ref().is_none_or(|name| product.name.eq_ignore_ascii_case(name));
    let products: Vec<&PrintProduct> = PRODUCTS.iter().filter(is_wanted).collect();
    if let (Some(name), true) = (&wanted, products.is_empty()) {
        return Err(ExportError::UnknownProduct(name.clone()));
    }
    let (mut runs, mut without): (Vec<PrintRun>, Vec<String>) = (Vec::new(), Vec::new());
    for tile in pieces.kinds() {
        match nearest(plan, &tile, &products) {
            Some(run) => runs.push(run),
            None => without.push(tile.name.clone()),
        }
    }
    if runs.is_empty() {
        return Err(ExportError::NoProduct { product: wanted, tiles: without });
    }
    if !without.is_empty() {
        let tiles = without.join(", ");
        plan.notes.push(format!("No product has the shape of these tiles, which are left out: {tiles}."));
    }
    let mut list = String::from("product,face,back,quantity,tile\n");
    let mut backs: Vec<(&'static str, PictureKey, String)> = Vec::new();
    let mut used: Vec<(PrintProduct, f32, u64)> = Vec::new();
    for run in &runs {
        let name = run.product.name;
        let face = plan.add_picture(name, &run.tile.key, run.picture(TileSide::Front));
        let key = PictureKey { back: run.tile.back.0, is_turned: run.is_turned };
        let known = backs.iter().find(|(product, other, _)| *product == name && *other == key);
        let back = known.map(|(.., path)| path.clone()).unwrap_or_else(|| {
            let is_own = plan.catalog.kinds[run.tile.back].mirror.is_some();
            let file = if is_own { format!("{}-back", run.tile.key) } else { "back".to_owned() };
            let path = plan.add_picture(name, &file, run.picture(TileSide::Back));
            backs.push((name, key, path.clone()));
            path
        });
        list.push_str(&format!("{name},{face},{back},{},{}\n", run.tile.count, csv_cell(&run.tile.name)));
        match used.iter_mut().find(|(product, ..)| product.name == name) {
            Some((.., count)) => *count += u64::from(run.tile.count),
            None => used.push((run.product, run.difference(plan.request.cell_mm), u64::from(run.tile.count))),
        }
    }
    plan_board(plan, pieces, &mut list);
    plan.add_text("quantities.csv", list);
    let mut entries: Vec<Value> = Vec::new();
    for (product, difference, count) in &used {
        let sign = if *difference < 0.0 { "smaller" } else { "larger" };
        let differs = (f64::from(*difference) * 10.0).round() / 10.0;
        let (width, height) = product.file;
        plan.notes.push(format!(
            "{}: {count} tiles, {width} x {height} pixels; a cell is {:.1} mm {sign} than {:.1} mm.",
            product.name,
            difference.abs(),
            plan.request.cell_mm
        ));
        entries.push(json!({
            "product": product.name, "tiles": count, "width": width, "height": height,
            "cut_width_inches": product.width, "difference_mm": differs,
        }));
    }
    plan.manifest.push(("products", entries.into()));
    for (what, is_there) in [
        ("figures", !pieces.figures.is_empty()),
        ("tokens", !pieces.tokens.is_empty()),
        ("dice", !pieces.dice.is_empty()),
    ] {
        if is_there {
            plan.notes.push(format!("The {what} are not print files: choose parts of the shop."));
        }
    }
    Ok(())
}

/// Properties that decide whether two tiles share the print file of a back.
#[derive(Clone, Copy, PartialEq, Eq)]
struct PictureKey {
    back: u16,
    is_turned: bool,
}

/// Finds the product of a tile's shape with the nearest size.
fn nearest(plan: &ExportPlan<'_>, tile: &TilePieces, products: &[&PrintProduct]) -> Option<PrintRun> {
    let form = TileForm::of(plan.catalog, tile.kind);
    let cut = form.cut();
    let fitting = products.iter().filter(|product| product.shape == form.shape).filter_map(|product| {
        let is_turned = product.file.1 > product.file.0 && cut.x > cut.y;
        let run = PrintRun { product: **product, tile: tile.clone(), form: form.clone(), is_turned };
        // A rectangle must have the proportions of the product.
        let height = (if is_turned { cut.x } else { cut.y }) * run.scale() + 2.0 * BLEED;
        let fits = form.shape != FormShape::Rectangle || (height - product.file.1 as f32).abs() <= 1.0;
        fits.then_some(run)
    });
    let cell_mm = plan.request.cell_mm;
    fitting.min_by(|a, b| a.difference(cell_mm).abs().total_cmp(&b.difference(cell_mm).abs()))
}

/// Plans a print file for each board with equal width and height.
fn plan_board(plan: &mut ExportPlan<'_>, pieces: &GamePieces, list: &mut String) {
    for board in pieces.boards.iter().filter(|board| !board.bare.cells.is_empty()) {
        let (from, to) = board.bare.extent(plan.catalog);
        let size = to - from;
        if (size.x - size.y).abs() > 0.01 {
            plan.notes.push(format!("The board {} is not square and fits on no product.", board.name));
            continue;
        }
        let (width, height) = BOARD.file;
        let scale = BOARD.width * DPI as f32 / size.x;
        let picture = PlannedPicture {
            is_opaque: true,
            dpi: Some(DPI),
            ..PlannedPicture::new(PictureSubject::Board(board.clone()), (width, height), scale)
        };
        let file = plan.add_picture(BOARD.name, &board.name, picture);
        list.push_str(&format!("{},{file},,1,{}\n", BOARD.name, csv_cell(&board.name)));
        let cell = scale / DPI as f32 * INCH;
        plan.notes.push(format!("The cells of the board {} are {cell:.1} mm wide on {}.", board.name, BOARD.name));
    }
    for mat in &pieces.mats {
        let picture = PlannedPicture { dpi: Some(DPI), ..single::mat_picture(plan, mat) };
        plan.add_picture("mats", &mat.name, picture);
    }
    if !pieces.mats.is_empty() {
        plan.notes.push("The mats have no product; print them yourself.".to_owned());
    }
}

/// Quotes a text for a cell of a table if necessary.
fn csv_cell(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_leave_room_for_the_bleed() {
        for product in PRODUCTS.iter().chain([&BOARD]) {
            let width = product.width * DPI as f32 + 2.0 * BLEED;
            assert!((width - product.file.0 as f32).abs() <= 1.0, "{product:?}");
        }
        assert_eq!(csv_cell("a, \"b\""), "\"a, \"\"b\"\"\"");
    }
}
