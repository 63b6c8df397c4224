//! Cuts a sheet, a file with several pictures in a grid, into pictures of tiles. The file itself does not change: the
//! pack refers to its cells.

mod guess;
mod plan;
mod profile;
#[cfg(test)]
mod samples;

use std::path::Path;
use std::sync::Arc;

use tilewright_art::bitmap::Bitmap;
use tilewright_art::decode::{UnshownReason, decode_file};
use tilewright_core::catalog::art::SheetCell;
use tilewright_pictures::{PictureFileError, PictureFileFormat, read_header};

use super::decoding::SVG_SIDE;
use super::intake::{IntakeError, TakenPicture, take_pictures};
pub use guess::{GridGuess, SheetHints, guess_grid};
pub use plan::{SheetPlan, SheetProposal, SheetTiles};

/// Grid of a sheet. All cells have the same size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SheetGrid {
    /// Number of columns, from 1.
    pub columns: u16,
    /// Number of rows, from 1.
    pub rows: u16,
    /// Free margin around the whole grid, in pixels.
    pub margin: u16,
    /// Free space between two adjacent cells, in pixels.
    pub gap: u16,
}

/// Direction in which a grid does not divide a sheet into whole pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GridMisfit {
    /// True for the width of the sheet, false for its height.
    pub is_width: bool,
    /// Number of pixels that are left over; `None` if margin and gaps leave no pixels for the cells.
    pub leftover: Option<u32>,
}

impl SheetGrid {
    /// Returns the columns and rows of all cells from 0, row by row.
    pub fn cells(self) -> impl Iterator<Item = (u16, u16)> {
        (0..self.rows).flat_map(move |row| (0..self.columns).map(move |column| (column, row)))
    }

    /// Returns a cell as own art declares it.
    fn cell(self, at: (u16, u16)) -> SheetCell {
        SheetCell { grid: (self.columns, self.rows), at, margin: self.margin, gap: self.gap }
    }

    /// Returns the rectangle of a cell on a sheet of this size, as left, top, width and height in pixels. Returns
    /// `None` if the grid does not divide the sheet into whole pixels.
    pub fn rectangle(self, at: (u16, u16), sheet: (u32, u32)) -> Option<[u32; 4]> {
        self.cell(at).rectangle(sheet)
    }

    /// Returns the start and the length of each column, or of each row; empty if the grid does not divide the sheet.
    fn spans(self, sheet: (u32, u32), is_across: bool) -> Vec<(u32, u32)> {
        let count = if is_across { self.columns } else { self.rows };
        let at = |number| if is_across { (number, 0) } else { (0, number) };
        let rectangles = (0..count).filter_map(|number| self.rectangle(at(number), sheet));
        rectangles.map(|[left, top, width, height]| if is_across { (left, width) } else { (top, height) }).collect()
    }

    /// Returns the first direction in which the grid does not divide a sheet of this size; `None` if it divides it.
    pub fn misfit(self, sheet: (u32, u32)) -> Option<GridMisfit> {
        [(true, sheet.0, self.columns), (false, sheet.1, self.rows)].into_iter().find_map(
            |(is_width, length, count)| {
                let free = 2 * u32::from(self.margin) + u32::from(self.gap) * u32::from(count.max(1) - 1);
                let pixels = length.checked_sub(free).filter(|pixels| *pixels >= u32::from(count));
                let leftover = pixels.map(|pixels| pixels % u32::from(count.max(1)));
                (leftover != Some(0)).then_some(GridMisfit { is_width, leftover })
            },
        )
    }
}

/// Sheet that was read.
#[derive(Clone, Debug)]
pub struct TakenSheet {
    /// The file, as the pack will contain it.
    pub picture: TakenPicture,
    /// Pixels of the file.
    pub bitmap: Arc<Bitmap>,
}

/// Reads a sheet for the pack in a folder. The pack is not changed.
///
/// # Errors
/// The file cannot be taken into the pack, or is an SVG file, which has no pixels to divide.
pub fn take_sheet(folder: &Path, file: &Path) -> Result<TakenSheet, IntakeError> {
    let picture = take_pictures(folder, &[file]).swap_remove(0)?;
    decode_sheet(picture)
}

/// Decodes a picture that was taken, to cut it.
///
/// # Errors
/// The picture cannot be decoded, or is an SVG file, which has no pixels to divide.
pub fn decode_sheet(picture: TakenPicture) -> Result<TakenSheet, IntakeError> {
    let header = read_header(&picture.bytes).map_err(IntakeError::Picture)?;
    if header.format == PictureFileFormat::Svg {
        return Err(IntakeError::NoPixels);
    }
    let bitmap = decode_file(&picture.bytes, SVG_SIDE).map_err(|why| match why {
        UnshownReason::Unreadable(error) => IntakeError::Picture(error),
        _ => IntakeError::Picture(PictureFileError::Damaged),
    })?;
    Ok(TakenSheet { picture, bitmap: Arc::new(bitmap) })
}
