//! Chooses versions of packs whose needs are compatible.
//!
//! The code is pure: it uses no files and no clock, and gives the same answer on every machine, because work is counted
//! in steps. Conflicts are explained in a few sentences, with resolutions that have all been tried.

mod need;
mod solve;
mod table;
mod told;

use std::collections::BTreeMap;

use semver::Version;

pub use need::Need;
pub use solve::{solve, unknown};

/// Maximum number of packs that one pack may need, and also of packs that it may exclude.
pub(crate) const MOST_NEEDS: usize = 64;
/// Maximum number of packs in one plan.
pub const MOST_PACKS: usize = 256;
/// Default number of steps in which a plan must be found. A step is a version that is tried.
pub const STEPS: u32 = 5_000;

/// Version of a pack that could be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Id of the pack.
    pub id: String,
    /// Version of the pack.
    pub version: Version,
    /// Packs that this version needs.
    pub needs: Vec<Need>,
    /// Packs that this version excludes.
    pub conflicts: Vec<Need>,
    /// Origin as the user knows it: "shelf Harbour".
    pub from: String,
    /// True if the version is on this machine; see [`Policy::fetch`].
    pub installed: bool,
    /// Position among equally near candidates: the lowest is chosen, then the newest.
    pub rank: u32,
    /// True if the version is on another shelf than the pack that needs it. It is chosen only if [`Policy::any_shelf`] is
    /// set.
    pub on_other_shelf: bool,
    /// Reason for the withdrawal of the version. A withdrawn version is chosen only if it is locked, requested exactly,
    /// or the only one installed.
    pub withdrawn: Option<String>,
    /// Reason that the version cannot be used, as the end of a sentence: "it requires a newer program".
    pub unusable: Option<String>,
}

impl Candidate {
    /// Creates an installed version that needs and excludes no packs.
    pub fn new(id: &str, version: Version) -> Candidate {
        Candidate {
            id: id.to_owned(),
            version,
            needs: Vec::new(),
            conflicts: Vec::new(),
            from: String::new(),
            installed: true,
            rank: 0,
            on_other_shelf: false,
            withdrawn: None,
            unusable: None,
        }
    }
}

/// Rules for the choice of versions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Policy {
    /// Versions that are kept if they fit. An older one is never chosen for such a pack, unless a request demands it.
    pub locked: BTreeMap<String, Version>,
    /// True to choose the newest version, whether it is locked, installed, or neither.
    pub newest: bool,
    /// True if versions that are not installed may be chosen.
    pub fetch: bool,
    /// True if a pack may be taken from another shelf than the shelf of the pack that needs it.
    pub any_shelf: bool,
    /// True if pre-releases (`2.0.0-beta.1`) may be chosen without being requested exactly.
    pub unfinished: bool,
    /// True if versions older than the locked one may be chosen.
    pub older: bool,
    /// Number of steps in which a plan must be found.
    pub steps: u32,
}

impl Default for Policy {
    fn default() -> Policy {
        let locked = BTreeMap::new();
        Policy { locked, newest: false, fetch: true, any_shelf: false, unfinished: false, older: false, steps: STEPS }
    }
}

/// Compatible versions: the number of the candidate for each pack that is requested or needed.
pub type Plan = BTreeMap<String, usize>;

/// Reason that there is no plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoPlanReason {
    /// No versions are compatible.
    Conflict,
    /// Finding compatible versions takes too many steps.
    Tangled,
    /// The plan would have more than [`MOST_PACKS`] packs.
    TooMany,
    /// Packs need each other in a circle.
    Circle,
}

impl NoPlanReason {
    /// Returns the stable reason code.
    pub fn code(self) -> &'static str {
        match self {
            NoPlanReason::Conflict => "needs_conflict",
            NoPlanReason::Tangled => "needs_tangled",
            NoPlanReason::TooMany => "too_many_packs",
            NoPlanReason::Circle => "needs_circle",
        }
    }
}

/// Refusal of a request, with its reasons and possible resolutions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoPlan {
    /// Kind of reason for the refusal.
    pub why: NoPlanReason,
    /// Explanation in at most four sentences.
    pub sentences: Vec<String>,
    /// Resolutions that have all been tried.
    pub ways: Vec<Resolution>,
}

impl NoPlan {
    /// Returns the resolutions in one line; `None` if there are none.
    pub fn hint(&self) -> Option<String> {
        let words: Vec<&str> = self.ways.iter().map(|way| way.words.as_str()).collect();
        (!words.is_empty()).then(|| words.join("; or "))
    }
}

impl std::fmt::Display for NoPlan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.sentences.join(" "))
    }
}

impl std::error::Error for NoPlan {}

/// Resolution of a conflict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resolution {
    /// Action for the user, as a request: "Take town 1.4.2 from shelf Harbour".
    pub words: String,
    /// Requests after this resolution.
    pub requests: Vec<Need>,
    /// Policy after this resolution.
    pub policy: Policy,
    /// Plan that results from this resolution.
    pub plan: Plan,
}
