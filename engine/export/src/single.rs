//! Plans pictures of single pieces: faces, backs, boards, mats, figures, tokens and the faces of dice.

use serde_json::{Value, json};
use tilewright_art::geometry::Point;
use tilewright_core::catalog::id::{TileKindId, TokenId};

use crate::files::ExportPlan;
use crate::form::TileForm;
use crate::paint::{MatLayout, TileSide};
use crate::picture::{PictureSubject, PlannedPicture};
use crate::pieces::{BagPieces, BoardPlan, DiePiece, FigurePieces, GamePieces, TilePieces, ZoneMat};
use crate::request::ExportTarget;

/// Usual width of a cell of the lattice in a picture of a tile, in pixels.
const TILE_CELL: f32 = 512.0;
/// Usual width of a cell of the lattice in a picture of a board, in pixels.
const BOARD_CELL: f32 = 256.0;
/// Usual side of the picture of a figure, a token or a face of a die, in pixels.
pub(crate) const FIGURE_SIDE: u32 = 256;

/// Returns the largest scale, in whole pixels for a cell, at which a size in cells fits on a picture.
pub(crate) fn fitting_scale(size: Point, side: u32, usual: f32) -> f32 {
    let longest = size.x.max(size.y).max(0.01);
    let most = side as f32 / longest;
    // A board of many cells has less than a pixel for a cell.
    if most < 1.0 { most } else { most.floor().min(usual) }
}

/// Returns a size in pixels, which is at most `side`.
fn in_pixels(size: Point, scale: f32, side: u32) -> (u32, u32) {
    let pixels = |length: f32| ((length * scale - 0.01).ceil().max(1.0) as u32).min(side);
    (pixels(size.x), pixels(size.y))
}

/// Plans the picture of a side of a tile, as large as its cut.
pub(crate) fn tile_picture(plan: &ExportPlan<'_>, kind: TileKindId, side: TileSide) -> PlannedPicture {
    let form = TileForm::of(plan.catalog, kind);
    let scale = fitting_scale(form.cut(), plan.request.max_side, TILE_CELL);
    let size = in_pixels(form.cut(), scale, plan.request.max_side);
    PlannedPicture { is_cut: true, ..PlannedPicture::new(PictureSubject::Tile(kind, side), size, scale) }
}

/// Plans the picture of a side of a tile, as large as its box. The middle of the picture is the point that a tile of
/// one cell turns about.
pub(crate) fn boxed_tile_picture(plan: &ExportPlan<'_>, kind: TileKindId, side: TileSide) -> PlannedPicture {
    let form = TileForm::of(plan.catalog, kind);
    let scale = fitting_scale(form.size, plan.request.max_side, TILE_CELL);
    let size = in_pixels(form.size, scale, plan.request.max_side);
    PlannedPicture::new(PictureSubject::Tile(kind, side), size, scale)
}

/// Plans the picture of a board.
pub(crate) fn board_picture(plan: &ExportPlan<'_>, board: &BoardPlan) -> PlannedPicture {
    let (from, to) = board.bare.extent(plan.catalog);
    let scale = fitting_scale(to - from, plan.request.max_side, BOARD_CELL);
    let size = in_pixels(to - from, scale, plan.request.max_side);
    PlannedPicture::new(PictureSubject::Board(board.clone()), size, scale)
}

/// Plans the picture of the mat of a zone.
pub(crate) fn mat_picture(plan: &ExportPlan<'_>, mat: &ZoneMat) -> PlannedPicture {
    let size = MatLayout::of(plan.catalog, mat.zone).size;
    let scale = fitting_scale(size, plan.request.max_side, BOARD_CELL);
    let pixels = in_pixels(size, scale, plan.request.max_side);
    PlannedPicture::new(PictureSubject::Mat(mat.zone, mat.name.clone()), pixels, scale)
}

/// Plans the picture of a figure.
pub(crate) fn figure_picture(plan: &ExportPlan<'_>, figures: &FigurePieces) -> PlannedPicture {
    let side = plan.request.max_side.min(FIGURE_SIDE);
    let scale = side as f32 / plan.painter.figure_box(figures.kind);
    PlannedPicture::new(PictureSubject::Figure(figures.kind, figures.seat), (side, side), scale)
}

/// Plans the picture of a token.
pub(crate) fn token_picture(plan: &ExportPlan<'_>, token: TokenId) -> PlannedPicture {
    let side = plan.request.max_side.min(FIGURE_SIDE);
    PlannedPicture::new(PictureSubject::Token(token), (side, side), side as f32 / plan.painter.token_box(token))
}

/// Plans the picture of a text on a square.
pub(crate) fn label_picture(plan: &ExportPlan<'_>, text: &str) -> PlannedPicture {
    let side = plan.request.max_side.min(FIGURE_SIDE);
    PlannedPicture::new(PictureSubject::Label(text.to_owned()), (side, side), side as f32)
}

/// Plans a picture for each face and each back, and for all other pieces.
pub(crate) fn plan(plan: &mut ExportPlan<'_>, pieces: &GamePieces) {
    let in_names = plan.request.target == ExportTarget::Tabletopia;
    let mut entries: Vec<Value> = Vec::new();
    for tile in pieces.kinds() {
        let picture = tile_picture(plan, tile.kind, TileSide::Front);
        let name = if in_names { format!("{}-x{}", tile.key, tile.count) } else { tile.key.clone() };
        let face = plan.add_picture("tiles", &name, picture);
        let mut entry = json!({"face": face, "id": tile.key, "name": tile.name, "count": tile.count});
        if plan.catalog.kinds[tile.kind].mirror.is_some() {
            let back = tile_picture(plan, tile.kind, TileSide::Back);
            entry["back"] = plan.add_picture("tiles", &format!("{name}-back"), back).into();
        }
        entries.push(entry);
    }
    plan.manifest.push(("faces", entries.into()));
    plan_backs(plan, pieces);
    plan_figures(plan, pieces, in_names);
    plan_boards(plan, pieces);
    plan_tokens(plan, pieces);
    plan_dice(plan, pieces);
}

/// Plans the backs of each bag; tiles with a second face have no other back.
fn plan_backs(plan: &mut ExportPlan<'_>, pieces: &GamePieces) {
    let mut entries: Vec<Value> = Vec::new();
    let mut drawn: Vec<TileKindId> = Vec::new();
    for BagPieces { name, tiles, .. } in &pieces.bags {
        for TilePieces { back, .. } in tiles {
            if drawn.contains(back) || plan.catalog.kinds[*back].mirror.is_some() {
                continue;
            }
            drawn.push(*back);
            let picture = tile_picture(plan, *back, TileSide::Back);
            let file = plan.add_picture("backs", name, picture);
            let of: Vec<&str> = tiles.iter().filter(|tile| tile.back == *back).map(|tile| &*tile.key).collect();
            entries.push(json!({"file": file, "bag": name, "tiles": of}));
        }
    }
    plan.manifest.push(("backs", entries.into()));
}

fn plan_figures(plan: &mut ExportPlan<'_>, pieces: &GamePieces, in_names: bool) {
    let mut entries: Vec<Value> = Vec::new();
    for figures in &pieces.figures {
        let count = if in_names { format!("-x{}", figures.count) } else { String::new() };
        let picture = figure_picture(plan, figures);
        let file = plan.add_picture("figures", &format!("{}-{}{count}", figures.key, figures.seat), picture);
        let seat = figures.seat.index();
        entries.push(json!({"file": file, "name": figures.name, "seat": seat, "count": figures.count}));
    }
    plan.manifest.push(("figures", entries.into()));
}

/// Plans the boards that have bounds, and the mats of zones.
pub(crate) fn plan_boards(plan: &mut ExportPlan<'_>, pieces: &GamePieces) {
    let mut entries: Vec<Value> = Vec::new();
    for board in pieces.boards.iter().filter(|board| !board.bare.cells.is_empty()) {
        let picture = board_picture(plan, board);
        let file = plan.add_picture("boards", &board.name, picture);
        entries.push(json!({"file": file, "name": board.name}));
    }
    for mat in &pieces.mats {
        let picture = mat_picture(plan, mat);
        let file = plan.add_picture("mats", &mat.name, picture);
        entries.push(json!({"file": file, "name": mat.name}));
    }
    plan.manifest.push(("boards", entries.into()));
}

pub(crate) fn plan_tokens(plan: &mut ExportPlan<'_>, pieces: &GamePieces) {
    let mut entries: Vec<Value> = Vec::new();
    for (token, name) in &pieces.tokens {
        let picture = token_picture(plan, *token);
        let file = plan.add_picture("tokens", name, picture);
        entries.push(json!({"file": file, "name": name}));
    }
    plan.manifest.push(("tokens", entries.into()));
}

pub(crate) fn plan_dice(plan: &mut ExportPlan<'_>, pieces: &GamePieces) {
    let mut entries: Vec<Value> = Vec::new();
    for DiePiece { key, name, faces, .. } in &pieces.dice {
        let mut files: Vec<String> = Vec::new();
        for face in faces {
            let picture = label_picture(plan, face);
            files.push(plan.add_picture("dice", &format!("{key}-{face}"), picture));
        }
        entries.push(json!({"name": name, "faces": faces, "files": files}));
    }
    plan.manifest.push(("dice", entries.into()));
}
