//! Exports the open pack to virtual tables and print shops, on a background thread.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tilewright_art::decode::{PRINT_SVG_SIDE, decode_look};
use tilewright_core::catalog::art::ArtLook;
use tilewright_exchange::csv::write_any_tiles;
use tilewright_export::{
    ArtCredit, ExportCredit, ExportError, ExportRequest, ExportTarget, GameExport, TileTable, export_with_art,
};
use tilewright_kit::error::KitError;
use tilewright_kit::files;
use tilewright_kit::packs::load::Loaded;

use crate::job::Teller;
use crate::pack::document::disk::{DiskError, DiskOperation};

/// Settings of an export, as the user chose them.
#[derive(Clone)]
pub struct GameExportOrder {
    /// Packs to export, with their newest texts.
    pub loaded: Arc<Loaded>,
    /// Look of own art to draw; `None` to draw everything from data.
    pub look: Option<ArtLook>,
    /// Program or shop that the files are for.
    pub target: ExportTarget,
    /// Number of players, which decides figures and boards.
    pub seats: u8,
    /// Folder to write, which must be new or empty.
    pub folder: PathBuf,
}

/// Export that was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenExport {
    /// Folder of the files.
    pub folder: PathBuf,
    /// Number of files.
    pub files: usize,
    /// Number of tiles of the game.
    pub tiles: u64,
    /// Sentences about pieces that the export lacks or changes.
    pub notes: Vec<String>,
}

/// Reason why an export was not written.
#[derive(Debug)]
pub enum GameExportError {
    /// The packs have errors.
    Unplayable,
    /// The settings do not fit the game, or the target cannot hold it.
    Refused(ExportError),
    /// The folder has files, which are not overwritten.
    Occupied(PathBuf),
    /// A file cannot be read or written.
    Disk(DiskError),
    /// The user stopped the export.
    Stopped,
}

impl fmt::Display for GameExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameExportError::Unplayable => write!(f, "the pack cannot be exported until its errors are fixed"),
            GameExportError::Refused(error) => write!(f, "{error}: {}", error.hint()),
            GameExportError::Occupied(folder) => {
                write!(f, "{} is not an empty folder: choose another folder", folder.display())
            }
            GameExportError::Disk(error) => error.fmt(f),
            GameExportError::Stopped => write!(f, "the export was stopped"),
        }
    }
}

impl std::error::Error for GameExportError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            GameExportError::Refused(error) => Some(error),
            GameExportError::Disk(error) => Some(error),
            GameExportError::Unplayable | GameExportError::Occupied(_) | GameExportError::Stopped => None,
        }
    }
}

/// Draws and writes all files of an export, and reports the progress.
///
/// # Errors
/// The packs cannot be exported with these settings, or the folder cannot be written; it is empty then.
pub fn export_game<N: Send + 'static>(
    order: &GameExportOrder,
    teller: &Teller<N>,
) -> Result<WrittenExport, GameExportError> {
    let folder = &order.folder;
    if !files::is_free_folder(folder) {
        return Err(GameExportError::Occupied(folder.clone()));
    }
    // Packs may depend on the number of players.
    let loaded = order.loaded.for_seats(order.seats);
    let catalog = loaded.catalog().ok_or(GameExportError::Unplayable)?;
    let plan = &loaded.art.plan;
    let decode = |look| decode_look(plan, look, PRINT_SVG_SIDE, |file| loaded.art.bytes(file).map(Arc::clone)).art;
    let art = order.look.as_ref().map(decode);
    let request = ExportRequest {
        base: files::folder_address(folder)
            .map_err(|error| disk_error(KitError::Write { path: folder.clone(), error }))?,
        cell_mm: f32::from(plan.cell_mm),
        credits: loaded.packs.iter().chain(&loaded.themes).map(ExportCredit::of_pack).collect(),
        art_credits: order.look.as_ref().map_or_else(Vec::new, |look| ArtCredit::of_look(plan, look)),
        tables: if order.target == ExportTarget::Csv { tables(&loaded)? } else { Vec::new() },
        ..ExportRequest::new(order.target, order.seats)
    };
    let exported = export_with_art(catalog, art.as_ref(), &request).map_err(GameExportError::Refused)?;
    write(&exported, folder, teller)?;
    Ok(WrittenExport {
        folder: folder.clone(),
        files: exported.files().len(),
        tiles: exported.tile_count(),
        notes: exported.notes().to_vec(),
    })
}

/// Writes the tiles of each pack as a table. Packs without tiles have no table.
fn tables(loaded: &Loaded) -> Result<Vec<TileTable>, GameExportError> {
    let mut tables = Vec::new();
    for (pack, place) in &loaded.places {
        let text = write_any_tiles(&place.read().map_err(disk_error)?);
        tables.extend(text.map(|text| TileTable { pack: pack.clone(), text }));
    }
    Ok(tables)
}

/// Draws and writes all files, completely or not at all.
fn write<N: Send + 'static>(
    exported: &GameExport<'_>,
    folder: &Path,
    teller: &Teller<N>,
) -> Result<(), GameExportError> {
    let mut refused = None;
    files::remove_empty_folder(folder);
    let all = exported.files();
    let drawn = all.iter().enumerate().map(|(number, file)| {
        teller.report_progress(number, all.len());
        let is_wanted = refused.is_none() && teller.goes_on();
        let bytes = if is_wanted { exported.bytes(file) } else { Ok(Vec::new()) };
        let bytes = bytes.unwrap_or_else(|error| {
            refused.get_or_insert(error);
            Vec::new()
        });
        (file.path(), bytes)
    });
    files::write_folder(folder, drawn).map_err(disk_error)?;
    let failure = match refused {
        Some(error) => GameExportError::Refused(error),
        None if !teller.goes_on() => GameExportError::Stopped,
        None => return Ok(()),
    };
    files::remove_folder(folder).map_err(disk_error)?;
    Err(failure)
}

fn disk_error(error: KitError) -> GameExportError {
    let path = PathBuf::new();
    GameExportError::Disk(match error {
        KitError::Write { path, error } => DiskError { path, doing: DiskOperation::Writing, error },
        KitError::Read { path, error } => DiskError { path, doing: DiskOperation::Reading, error },
        other => DiskError { path, doing: DiskOperation::Writing, error: std::io::Error::other(other.to_string()) },
    })
}
