//! Reads and writes tables of tiles: a row for each tile.

mod cells;
mod evidence;
mod read;
mod sheet;
mod write;

pub use write::{write_any_tiles, write_tiles, write_tiles_with};

use crate::error::ExchangeErrors;
use crate::guess::Guesses;
use crate::plan::{ImportRequest, ImportedPack};
use crate::print::print_pack;

/// Converts a table of tiles to a pack: its encoding and separator are recognized, and its columns by their names.
///
/// # Errors
/// The table cannot be read, or cells of it have no meaning; every such cell is reported.
pub fn import_table(bytes: &[u8], request: &ImportRequest<'_>) -> Result<ImportedPack, ExchangeErrors> {
    let mut guesses = Guesses::default();
    let plan = read::plan(bytes, request, &mut guesses)?;
    print_pack(&plan, request, guesses).map_err(|error| vec![error])
}

/// Sign between the columns of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ColumnSeparator {
    /// Comma, as in CSV.
    #[default]
    Comma,
    /// Semicolon, as in CSV where numbers have decimal commas.
    Semicolon,
    /// Tab, as in TSV.
    Tab,
    /// Vertical bar.
    Bar,
}

impl ColumnSeparator {
    /// All separators, the usual one first.
    pub const ALL: [ColumnSeparator; 4] =
        [ColumnSeparator::Comma, ColumnSeparator::Semicolon, ColumnSeparator::Tab, ColumnSeparator::Bar];

    pub(crate) fn byte(self) -> u8 {
        match self {
            ColumnSeparator::Comma => b',',
            ColumnSeparator::Semicolon => b';',
            ColumnSeparator::Tab => b'\t',
            ColumnSeparator::Bar => b'|',
        }
    }

    /// Returns the name in messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            ColumnSeparator::Comma => "commas",
            ColumnSeparator::Semicolon => "semicolons",
            ColumnSeparator::Tab => "tabs",
            ColumnSeparator::Bar => "vertical bars",
        }
    }
}
