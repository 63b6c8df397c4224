//! Statistics of many games: what is estimated, and how far it may be off.
//!
//! The unit of everything here is the *block*: games that do not depend on other games. Games with seeds of their own are
//! blocks; the games of one seed, with seats swapped or by two versions of the rules, are one block together, and its number
//! is their mean or their difference. Whoever counts such games one by one finds what is not there.
//!
//! Each estimator with its source: `tilewright handbook statistics`.

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

pub use interval::{CONFIDENCE, Interval, Tested, at_most, mean, mean_by, mean_of, paired, share};
pub use logistic::Logistic;
pub use multiple::{benjamini_hochberg, benjamini_yekutieli};
pub use power::{cases_to_miss, smallest_share};
pub use ratio::Ratio;
pub use resample::{DRAWS, bootstrap, sign_flips};
pub use seats::seats_equal;
pub use sequential::{Sequential, Verdict};
pub use sums::{Spread, Sums};
pub use worth::{Worth, Worths, worths, worths_with_prizes};
