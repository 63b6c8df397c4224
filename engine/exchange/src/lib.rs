//! Exchanges lists of tiles with other programs: tables of spreadsheets in both directions, and files of map editors
//! and other games as new packs.
//!
//! Invariants:
//! - All functions work on texts and bytes, and return the files to write and the pictures to copy. The caller reads
//!   and writes files.
//! - No input panics, hangs or exhausts the machine: sizes are limited before they cost anything.
//! - Everything that the input leaves open is decided in a fixed way and listed as a guess, with its line.
//! - Tiles that are written as a table and read again are equal, and their second table equals the first.
//!
//! Deliberately absent: files and folders, decoding of pictures, the check of the result, the name of any game.

#![warn(missing_docs)]

mod columns;
pub mod csv;
mod decode;
mod error;
mod format;
mod guess;
pub mod jcloisterzone;
mod joins;
mod json;
pub mod ldtk;
pub mod limits;
mod mapping;
mod names;
mod pictures;
mod plan;
mod print;
pub mod tiled;
mod xml;

pub use error::{ExchangeError, ExchangeErrorKind, ExchangeErrors};
pub use format::ImportFormat;
pub use guess::ImportGuess;
pub use mapping::ImportMapping;
pub use plan::{ImportRequest, ImportedPack, KnownWords, PictureCopy, TileOrigin};
pub use print::{ART_FILE, CHIPS_FILE, IMPORT_MARK, TILES_FILE};
