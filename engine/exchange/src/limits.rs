//! Limits of files of other programs. A file that exceeds one is refused before it is converted.

/// Maximum size of an imported file, in bytes.
pub const FILE_BYTES: usize = 16 << 20;
/// Maximum length of a cell of a table, in characters; usual spreadsheet programs have the same limit.
pub const CELL_LETTERS: usize = 32_767;
/// Maximum number of columns of a table.
pub const COLUMNS: usize = 256;
/// Maximum number of rows of a table, including rows without a tile.
pub const ROWS: usize = 20_000;
/// Maximum depth of nesting in an XML or JSON file.
pub const NESTING: usize = 64;
/// Maximum number of separators between cells in a table, including those in texts.
pub const SEPARATORS: usize = 2_000_000;
/// Maximum number of elements and attributes in an XML file.
pub const ELEMENTS: usize = 250_000;
/// Maximum number of values in a JSON file, which may contain the layers of a map.
pub const VALUES: usize = 1_000_000;
/// Maximum number of guesses that are listed.
pub const GUESSES: usize = 1_000;
/// Maximum number of ports on a side of an edge type in a file that decides guesses.
pub(crate) const PORTS: usize = 7;
