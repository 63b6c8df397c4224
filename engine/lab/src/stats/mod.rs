//! Provides statistics of many games: estimates and their errors.
//!
//! The unit of all statistics is the *block*: games that do not depend on other games. Games with separate seeds are
//! blocks. Games with the same seed, with swapped seats or different versions of the rules, form one block, whose value
//! is their mean or difference. Counting such games separately finds effects that do not exist.
//!
//! The sources of all estimators: `tilewright handbook statistics`.

mod interval;
mod logistic;
mod matrix;
mod multiple;
mod power;
mod ratio;
mod resample;
mod seats;
mod sequential;
mod sums;
mod worth;

pub(crate) use interval::mean_by;
pub use interval::{CONFIDENCE, Interval, Tested, at_most, compare_pairs, finite, mean, mean_of, share};
pub use logistic::Logistic;
pub use multiple::{benjamini_hochberg, benjamini_yekutieli};
pub(crate) use power::{cases_to_miss, normal_quantile, power_factor, smallest_share};
pub use ratio::Ratio;
pub use resample::{DRAWS, bootstrap, sign_flips};
pub use seats::seats_equal;
pub use sequential::{ComparisonVerdict, Sequential};
pub use sums::{MeasurementSpread, Sums};
pub(crate) use worth::worths_with_prizes;
pub use worth::{Worth, Worths, worths};
