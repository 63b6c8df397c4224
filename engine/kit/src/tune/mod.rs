//! Reads files with targets: the numbers of packs to vary, and the ranges in which the results of games should be.
//! Finds the numbers in the files of packs, and changes them there.

mod measure;
mod number;
mod read;
#[cfg(test)]
mod tests;

pub use measure::TargetMeasure;
pub use number::{NumberError, NumberPatch, PatchedFile, patch_numbers, present_number};
pub use read::{TargetsReading, check_targets, read_targets};

use tilewright_core::diag::{Span, Spanned};

/// Content of a file of targets.
#[derive(Clone, PartialEq, Debug)]
pub struct TargetsFile {
    /// Packs of the game: ids, or paths from the folder of the file.
    pub packs: Vec<Spanned<String>>,
    /// Number of seats; `None` for the fewest that the packs allow.
    pub seats: Option<Spanned<u8>>,
    /// Numbers to vary.
    pub numbers: Vec<VariedNumber>,
    /// Ranges in which the results should be.
    pub targets: Vec<TargetRange>,
    /// Names of the bots. The games of each must meet all targets.
    pub panel: Vec<String>,
    /// Name of a further bot that must meet the targets at the end.
    pub confirm: Option<String>,
    /// Number of games to play.
    pub games: u64,
}

/// Number of a pack with the values that are tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariedNumber {
    /// Path of the number, as for values that are set for one run.
    pub path: String,
    /// Values in ascending order.
    pub values: Vec<i64>,
    /// Position of the path in the file.
    pub span: Span,
}

/// Range in which the mean of a measure should be.
#[derive(Clone, PartialEq, Debug)]
pub struct TargetRange {
    /// Measure of games.
    pub measure: TargetMeasure,
    /// Least mean that meets the target.
    pub low: f64,
    /// Greatest mean that meets the target.
    pub high: f64,
    /// Position of the measure in the file.
    pub span: Span,
}
