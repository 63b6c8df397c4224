//! Tests of packs: small boards with turns and expectations, in RON beside the pack, or records with expectations.
//!
//! A file in `tests/` holds one `Test(...)` or `Tests([Test(...), ...])`. All fields but `name` may be left out:
//!
//! ```ron
//! Test(
//!     name: "digest/01 a road of three tiles",
//!     packs: ["base"],                            // the pack of the file
//!     options: {"small_area": true},              // bare name or pack:name
//!     seats: 2, seed: 1, first: 0,                // `first` begins
//!     board: "D@0,0  U@1,0  V@2,0/1",             // kind@x,y/turn, out of the bag, beside what lies there anyway
//!     figures: ["0 follower@1,0:road"],           // seat figure@x,y:segment or @zone/slot
//!     tokens: ["ghost@1,0:road"],                 // token@place
//!     scores: [10, 0],
//!     counters: {"gold": [7, 3], "hut:2": [10]},  // of seats or the game; `name:key`, `name:seat:key`
//!     bag: "J K*2",                               // what is left to draw; `bags: {"name": "…"}` for several
//!     steps: [
//!         "draw J", "place 2,0,1", "deploy pass", // chance: draw, roll, number, shuffle; else: decision and option
//!         "1: deploy follower:road",              // only if it is seat 1 that decides
//!         (scores: [3, 0], options: ["…"]),       // an expectation in between
//!         "refuse place 0,1,0", "undo", "end",
//!     ],
//!     end_game: true,                             // ends the game here and scores what is left
//!     expect: (scores: [3, 0], why: [(seat: 0, per: "tile", count: 3)]),
//!     unplayable: "P0223",                        // instead of all steps: loading finds this error
//! )
//! ```
//!
//! An option may be shortened as long as one option alone is meant (`follower:road` for `follower:road:E.W`), and a
//! segment likewise (`road`, `field:NL`). A draw stands before the decision that it leads to. Expectations:
//! `seat ask options has lacks secret` about the decision; `scores supply counters over by_kind set_aside tokens` about
//! the state, where `tokens: {"ghost": "1,0:road"}` means any segment of that feature and `""` off the board;
//! `why` about items of the sheets that were paid; `worth` about what a feature is worth.

mod expectation;
mod format;
mod keys;
mod run;
mod runner;

use std::fmt;

use tilewright_core::diag::{Diagnostic, SourceMap};

use crate::error::KitError;
use crate::find::Finder;
use crate::load::{Request, load};

pub use run::run_tests;

/// How a test of a pack came out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestResult {
    /// Its name, such as `digest/01 a road of three tiles`.
    pub name: String,
    /// `path:line:column` where it begins.
    pub place: String,
    /// What went wrong; nothing when it passed.
    pub failure: Option<TestFailure>,
    /// Options that it sets, by their full names.
    pub options: Vec<String>,
}

impl TestResult {
    /// Whether it passed.
    pub fn passed(&self) -> bool {
        self.failure.is_none()
    }
}

/// Why a test failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestFailure {
    /// `path:line:column` of the step or expectation.
    pub place: String,
    /// Stable reason code, such as `scores_differ`, `bad_test`, `unknown_tile`.
    pub code: &'static str,
    /// What was expected, or what is wrong with the test.
    pub expected: String,
    /// What came; empty when the test itself is wrong.
    pub came: String,
}

impl fmt::Display for TestFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}] ", self.place, self.code)?;
        if self.came.is_empty() {
            f.write_str(&self.expected)
        } else {
            write!(f, "expected {}, came {}", self.expected, self.came)
        }
    }
}

/// Options of a pack that none of its tests sets, as findings, and the files that they point into.
///
/// # Errors
/// The pack is not found, or a file cannot be read.
pub fn untested_options(
    finder: &Finder,
    pack: &str,
    results: &[TestResult],
) -> Result<(Vec<Diagnostic>, SourceMap), KitError> {
    let id = finder.find(pack)?.id;
    let loaded = load(finder, &Request::new([pack]))?;
    let own: Vec<_> = loaded.options.iter().filter(|o| *o.pack == *id).cloned().collect();
    let tested: Vec<&str> = results.iter().flat_map(|r| r.options.iter().map(|o| &**o)).collect();
    Ok((tilewright_pack::untested_options(&own, &tested), loaded.sources))
}
