//! Exports games to virtual tables and print shops: as lists of files with pictures, saves, templates and lists.
//!
//! Invariants: the same catalog and request give the same bytes on every machine; identifiers come from hashes of
//! names; no picture is larger than requested; every export names its authors and lists missing parts. Pictures are
//! planned first and drawn one by one, so that a large game needs little memory. Deliberately absent: files, network,
//! and the rules of games, which no target can enforce.

mod documents;
mod files;
mod form;
mod game_crafter;
mod identity;
mod layout;
mod paint;
mod picture;
mod pieces;
mod playground;
mod products;
mod request;
mod sheets;
mod single;
mod tts;

use tilewright_art::own::OwnArt;
use tilewright_core::catalog::Catalog;

pub use crate::files::{ExportFile, GameExport};
pub use crate::products::product_names;
pub use crate::request::{ArtCredit, ExportCredit, ExportError, ExportRequest, ExportTarget, MAX_PIECES, TileTable};

use crate::files::ExportPlan;
use crate::pieces::GamePieces;

/// Plans the export of a game whose pictures are drawn from data.
///
/// # Errors
/// The settings do not fit the game, or the target cannot hold it.
pub fn export<'c>(catalog: &'c Catalog, request: &ExportRequest) -> Result<GameExport<'c>, ExportError> {
    export_with_art(catalog, None, request)
}

/// Plans the export of a game with own art; `None` if all pictures are drawn from data.
///
/// # Errors
/// The settings do not fit the game, or the target cannot hold it.
pub fn export_with_art<'c>(
    catalog: &'c Catalog,
    art: Option<&'c OwnArt>,
    request: &ExportRequest,
) -> Result<GameExport<'c>, ExportError> {
    if !(ExportRequest::LEAST_SIDE..=ExportRequest::GREATEST_SIDE).contains(&request.max_side) {
        return Err(ExportError::Side(request.max_side));
    }
    let pieces = GamePieces::of(catalog, request.seats)?;
    let mut plan = ExportPlan::new(catalog, art, request);
    match request.target {
        ExportTarget::Tts => tts::plan(&mut plan, &pieces),
        ExportTarget::TabletopPlayground => playground::plan(&mut plan, &pieces),
        ExportTarget::Screentop => sheets::plan(&mut plan, &pieces),
        ExportTarget::Tabletopia | ExportTarget::Png => single::plan(&mut plan, &pieces),
        ExportTarget::GameCrafter => game_crafter::plan(&mut plan, &pieces)?,
        ExportTarget::Csv => plan_tables(&mut plan),
    }
    Ok(plan.finish(&pieces))
}

/// Plans a table for each pack.
fn plan_tables(plan: &mut ExportPlan<'_>) {
    for table in plan.request.tables.clone() {
        plan.add_text(format!("{}.csv", identity::plain_name(&table.pack)), table.text);
    }
}
