//! Guesses the grid of a sheet: from lines of one colour between its pictures, from the number and the shape of the
//! tiles, and from the name of the file.

use tilewright_art::bitmap::Bitmap;

use super::SheetGrid;
use super::profile::{AxisProfile, is_blank, is_neutral};

/// Maximum number of columns and of rows that are tried.
const MAX_CELLS: u16 = 64;
/// Minimum width and height of a cell, in pixels.
const MIN_SIDE: u32 = 8;
/// Maximum number of widths of gaps that are tried.
const MAX_GAPS: usize = 8;
/// Maximum deviation of a cell from the shape of a tile, as the logarithm of the quotient of the ratios.
const MAX_DEVIATION: f64 = 0.3;
/// Deviation from which a picture cannot be the picture of one tile.
const OTHER_SHAPE: f64 = 0.12;

/// Facts about the tiles of a sheet, from which its grid is guessed.
#[derive(Clone, Copy, Debug)]
pub struct SheetHints<'a> {
    /// Name of the file, which may contain the grid, such as `roads 6x4`.
    pub name: &'a str,
    /// Probable numbers of pictures, the most probable first.
    pub counts: [usize; 2],
    /// Width of a tile, divided by its height.
    pub aspect: f64,
}

/// Guessed grid of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GridGuess {
    /// The grid.
    pub grid: SheetGrid,
    /// True if the picture cannot be the picture of a single tile: it has another shape, or shows lines of a grid.
    pub is_sheet: bool,
}

/// Guesses the grid of a sheet. A grid that does not divide the sheet into whole pixels is returned only if no other
/// grid has cells of about the shape of a tile.
pub fn guess_grid(sheet: &Bitmap, hints: SheetHints<'_>) -> GridGuess {
    let size = (sheet.width(), sheet.height());
    let guess = GridSearch { sheet, across: AxisProfile::columns(sheet), down: AxisProfile::rows(sheet), hints };
    let deviation = deviation(f64::from(size.0) / f64::from(size.1), hints.aspect);
    match guess.best() {
        Some(best) => {
            let is_single = best.grid.columns == 1 && best.grid.rows == 1;
            let is_sheet = deviation > OTHER_SHAPE || !is_single && best.is_visible;
            GridGuess { grid: best.grid, is_sheet }
        }
        None => GridGuess { grid: by_shape(size, hints), is_sheet: deviation > OTHER_SHAPE },
    }
}

/// Returns the deviation of a ratio of width to height from another.
fn deviation(ratio: f64, wanted: f64) -> f64 {
    (ratio / wanted).ln().abs()
}

/// Returns the grid whose number and shape of cells fit best, although it does not divide the sheet.
fn by_shape(size: (u32, u32), hints: SheetHints<'_>) -> SheetGrid {
    let wanted = hints.counts[0].max(1) as f64;
    let ratio = f64::from(size.0) / f64::from(size.1) / hints.aspect;
    let count = |cells: f64| (cells.round() as u16).clamp(1, MAX_CELLS);
    let columns = count((wanted * ratio).sqrt());
    SheetGrid { columns, rows: count(f64::from(columns) / ratio), margin: 0, gap: 0 }
}

/// Grid that divides the sheet, with its score.
#[derive(Clone, Copy, Debug)]
struct RatedGrid {
    grid: SheetGrid,
    score: f64,
    /// True if lines of the grid are visible, or the name of the file contains it.
    is_visible: bool,
}

struct GridSearch<'a> {
    sheet: &'a Bitmap,
    across: AxisProfile,
    down: AxisProfile,
    hints: SheetHints<'a>,
}

impl GridSearch<'_> {
    fn best(&self) -> Option<RatedGrid> {
        let named = grid_in_name(self.hints.name);
        let mut best: Option<RatedGrid> = None;
        for margin in self.margins() {
            for gap in self.gaps() {
                for columns in 1..=MAX_CELLS {
                    for rows in 1..=MAX_CELLS {
                        let grid = SheetGrid { columns, rows, margin, gap };
                        let rated = self.rate(grid, named == Some((columns, rows)));
                        best = match (best, rated) {
                            (Some(best), Some(new)) if new.score <= best.score => Some(best),
                            (best, new) => new.or(best),
                        };
                    }
                }
            }
        }
        best
    }

    /// Returns the widths of margins to try.
    fn margins(&self) -> Vec<u16> {
        let ends = [&self.across, &self.down].map(AxisProfile::ends);
        widths(ends.into_iter().flatten())
    }

    /// Returns the widths of gaps to try: the most frequent widths of inner lines.
    fn gaps(&self) -> Vec<u16> {
        let mut all: Vec<u32> = self.across.inner().chain(self.down.inner()).collect();
        all.sort_unstable();
        let mut counted: Vec<(usize, u32)> = all.chunk_by(|a, b| a == b).map(|same| (same.len(), same[0])).collect();
        counted.sort_by_key(|&(count, width)| (std::cmp::Reverse(count), width));
        widths(counted.into_iter().take(MAX_GAPS).map(|(_, width)| width))
    }

    /// Rates a grid; `None` if it does not divide the sheet, or its cells cannot show tiles.
    fn rate(&self, grid: SheetGrid, is_named: bool) -> Option<RatedGrid> {
        let [_, _, width, height] = grid.rectangle((0, 0), (self.sheet.width(), self.sheet.height()))?;
        let deviation = deviation(f64::from(width) / f64::from(height), self.hints.aspect);
        if width.min(height) < MIN_SIDE || deviation > MAX_DEVIATION {
            return None;
        }
        // A gap or margin without two cells or a frame would only be a smaller picture.
        let is_single = grid.columns == 1 && grid.rows == 1;
        if is_single && (grid.gap > 0 || grid.margin > 0) || grid.columns.max(grid.rows) == 1 && grid.gap > 0 {
            return None;
        }
        let is_wide = u32::from(grid.gap) > width.min(height) / 2 || u32::from(grid.margin) > width.max(height);
        if is_wide {
            return None;
        }
        let gutters = self.gutters(grid)?;
        let contrast = self.contrast(grid);
        let count = self.count(grid);
        let score = 2.0 * count + gutters + 1.5 * contrast - 5.0 * deviation + if is_named { 3.0 } else { 0.0 };
        Some(RatedGrid { grid, score, is_visible: is_named || grid.gap > 0 || contrast > 0.5 })
    }

    /// Returns the score of gaps and a margin of one colour, 0 without both; `None` if they have several colours.
    fn gutters(&self, grid: SheetGrid) -> Option<f64> {
        if grid.margin == 0 && grid.gap == 0 {
            return Some(0.0);
        }
        let size = (self.sheet.width(), self.sheet.height());
        let (mut lines, mut neutral) = (0, 0);
        for (profile, is_across) in [(&self.across, true), (&self.down, false)] {
            let inside: Vec<(u32, u32)> = grid.spans(size, is_across);
            let is_free = |at: &u32| inside.iter().all(|&(from, length)| *at < from || *at >= from + length);
            for at in (0..profile.length()).filter(is_free) {
                let color = profile.color(at)?;
                lines += 1;
                neutral += u32::from(is_neutral(color));
            }
        }
        // The frame of a tile looks like a margin, and the frames of several like gaps of twice the margin.
        let is_painted = (grid.gap == 0 || grid.gap == 2 * grid.margin) && neutral < lines;
        let parts = [(grid.gap, 1.5), (grid.margin, 0.5)];
        (!is_painted).then(|| parts.iter().filter(|(width, _)| *width > 0).map(|(_, score)| score).sum())
    }

    /// Returns, from 0 to 1, how clearly the colours change where cells begin and end.
    fn contrast(&self, grid: SheetGrid) -> f64 {
        let size = (self.sheet.width(), self.sheet.height());
        let parts = [(&self.across, true), (&self.down, false)].map(|(profile, is_across)| {
            let spans = grid.spans(size, is_across);
            let inner = spans.iter().flat_map(|&(from, length)| [from, from + length]);
            let inner = inner.filter(|&at| at > 0 && at < profile.length());
            let mut steps: Vec<f64> = inner.map(|at| profile.step(at)).collect();
            steps.sort_by(f64::total_cmp);
            // Some pairs of neighbours have equal sides, but most have not.
            let low = steps.get(steps.len() / 4)?;
            Some(((low + 0.5) / (profile.mean_step() + 0.5)).log2().clamp(0.0, 2.0) / 2.0)
        });
        let known: Vec<f64> = parts.into_iter().flatten().collect();
        known.iter().copied().reduce(f64::min).unwrap_or_default()
    }

    /// Returns, from 0 to 1, how well the number of pictures fits the number of tiles.
    fn count(&self, grid: SheetGrid) -> f64 {
        let size = (self.sheet.width(), self.sheet.height());
        let cells = usize::from(grid.columns) * usize::from(grid.rows);
        let most = self.hints.counts.iter().copied().max().unwrap_or_default();
        // Grids with far too many cells are not examined cell by cell.
        let filled = if cells > 4 * most + 64 {
            cells
        } else {
            let rectangles = grid.cells().filter_map(|at| grid.rectangle(at, size));
            rectangles.filter(|rectangle| !is_blank(self.sheet, *rectangle)).count()
        };
        let fit = |wanted: usize| match filled {
            _ if wanted == 0 || filled == 0 => 0.0,
            filled if filled == wanted => 1.0,
            filled if filled > wanted && cells - wanted < usize::from(grid.columns) => 0.7,
            filled if filled > wanted => 0.3 * wanted as f64 / filled as f64,
            filled => 0.5 * filled as f64 / wanted as f64,
        };
        fit(self.hints.counts[0]).max(0.9 * fit(self.hints.counts[1]))
    }
}

/// Returns 0 and these widths, without repetitions.
fn widths(found: impl Iterator<Item = u32>) -> Vec<u16> {
    let mut all: Vec<u16> = found.filter_map(|width| u16::try_from(width).ok()).chain([0]).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns the numbers of columns and rows in the name of a file, such as `6x4`.
fn grid_in_name(name: &str) -> Option<(u16, u16)> {
    let lower = name.to_lowercase().replace('×', "x");
    lower.match_indices('x').find_map(|(at, _)| {
        let before = lower[..at].trim_end();
        let digits = before.len() - before.bytes().rev().take_while(u8::is_ascii_digit).count();
        let after = lower[at + 1..].trim_start();
        let end = after.bytes().take_while(u8::is_ascii_digit).count();
        let grid = (before[digits..].parse().ok()?, after[..end].parse().ok()?);
        ((1..=MAX_CELLS).contains(&grid.0) && (1..=MAX_CELLS).contains(&grid.1)).then_some(grid)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::own_art::sheet::samples::{SampleSheet, sample};

    fn hints(name: &str, count: usize) -> SheetHints<'_> {
        SheetHints { name, counts: [count, count + 3], aspect: 1.0 }
    }

    fn guess(sheet: SampleSheet, name: &str, count: usize) -> GridGuess {
        guess_grid(&sample(sheet), hints(name, count))
    }

    #[test]
    fn sheets_without_lines_are_guessed_by_number_and_shape() {
        for (columns, rows) in [(6, 4), (4, 4), (3, 1), (1, 5), (7, 3)] {
            let grid = SheetGrid { columns, rows, margin: 0, gap: 0 };
            let count = usize::from(columns * rows);
            let found = guess(SampleSheet { grid, side: 48, ..SampleSheet::default() }, "tiles", count);
            assert_eq!(found, GridGuess { grid, is_sheet: true });
        }
    }

    #[test]
    fn margins_and_gaps_are_seen() {
        for (margin, gap) in [(12, 0), (0, 7), (10, 4), (5, 10), (9, 18)] {
            let grid = SheetGrid { columns: 5, rows: 3, margin, gap };
            for line in [[255, 255, 255, 255], [0, 0, 0, 0], [0, 0, 0, 255]] {
                let sheet = SampleSheet { grid, side: 60, line, ..SampleSheet::default() };
                assert_eq!(guess(sheet, "tiles", 15).grid, grid, "{line:?}");
                // The lines show the grid without a known number of tiles.
                assert_eq!(guess(sheet, "tiles", 0).grid, grid, "{line:?}");
            }
        }
    }

    #[test]
    fn painted_frames_belong_to_the_tiles() {
        let grid = SheetGrid { columns: 4, rows: 3, margin: 0, gap: 0 };
        let sheet = SampleSheet { grid, side: 50, frame: 6, ..SampleSheet::default() };
        assert_eq!(guess(sheet, "tiles", 12).grid, grid);
    }

    #[test]
    fn empty_cells_and_unpainted_tiles_are_possible() {
        let grid = SheetGrid { columns: 5, rows: 5, margin: 0, gap: 0 };
        let sheet = SampleSheet { grid, side: 40, filled: 22, ..SampleSheet::default() };
        assert_eq!(guess(sheet, "tiles", 22).grid, grid);
        assert_eq!(guess(sheet, "tiles", 40).grid, grid);
    }

    #[test]
    fn names_of_files_contain_grids() {
        assert_eq!(grid_in_name("roads 6x4"), Some((6, 4)));
        assert_eq!(grid_in_name("box_10 × 7_final"), Some((10, 7)));
        assert_eq!([grid_in_name("fox"), grid_in_name("1200x800"), grid_in_name("0x3"), grid_in_name("")], [None; 4]);
        // Without any other sign, the name decides.
        let plain = Bitmap::new(240, 240, vec![120; 240 * 240 * 4]).unwrap();
        let found = guess_grid(&plain, hints("moss 3x3", 12));
        assert_eq!((found.grid.columns, found.grid.rows, found.is_sheet), (3, 3, true));
    }

    #[test]
    fn pictures_of_single_tiles_are_no_sheets() {
        let one = SheetGrid { columns: 1, rows: 1, margin: 0, gap: 0 };
        for frame in [0, 9] {
            let sheet = SampleSheet { grid: one, side: 96, frame, ..SampleSheet::default() };
            assert!(!guess(sheet, "bay", 24).is_sheet);
        }
        let plain = Bitmap::new(90, 90, vec![200; 90 * 90 * 4]).unwrap();
        assert!(!guess_grid(&plain, hints("bay", 24)).is_sheet);
    }

    #[test]
    fn sheets_that_no_grid_divides_are_guessed_by_shape() {
        let sheet = Bitmap::new(601, 401, vec![90; 601 * 401 * 4]).unwrap();
        let found = guess_grid(&sheet, hints("photo", 24));
        assert_eq!(found, GridGuess { grid: SheetGrid { columns: 6, rows: 4, margin: 0, gap: 0 }, is_sheet: true });
    }
}
