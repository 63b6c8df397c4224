//! Holds a comparison with all data that its displays need.

use tilewright_core::catalog::Catalog;
use tilewright_lab::versions::{GameBeside, VersionComparison, VersionPlan};

/// Comparison of two versions, for display.
pub(super) struct Compared<'a> {
    /// Catalogs of both versions for the number of seats.
    pub(super) catalogs: [&'a Catalog; 2],
    /// Short names of both versions.
    pub(super) names: [String; 2],
    pub(super) plan: VersionPlan,
    pub(super) found: &'a VersionComparison,
    /// Games of both versions, side by side.
    pub(super) beside: &'a [GameBeside],
}
