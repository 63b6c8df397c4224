//! Versions: which of those that are there fit each other's needs.
//!
//! Pure: no files, no clock, and the same answer on every machine, for the work is counted in steps. What cannot be had
//! together is told in a few sentences with ways out, each of which was tried.

mod need;
mod solve;
mod table;
mod told;

use std::collections::BTreeMap;

use semver::Version;

pub use need::Need;
pub use solve::{solve, unknown};

/// Packs that one pack may need, and name as conflicts.
pub const MOST_NEEDS: usize = 64;
/// Packs of one plan.
pub const MOST_PACKS: usize = 256;
/// Steps in which a plan has to be found, unless said otherwise. A step is a version that is tried.
pub const STEPS: u32 = 5_000;

/// A version of a pack that could be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Id of the pack.
    pub id: String,
    /// Its version.
    pub version: Version,
    /// What it needs.
    pub needs: Vec<Need>,
    /// What it cannot be together with.
    pub conflicts: Vec<Need>,
    /// Where it comes from, as people call it: "shelf Harbour".
    pub from: String,
    /// Whether it is on this machine; see [`Policy::fetch`].
    pub installed: bool,
    /// The place among those that are looked at: of what is equally near, the lower is taken, then the newer.
    pub rank: u32,
    /// Whether it is on another shelf than what needs it: then it is taken only where [`Policy::far`] says so.
    pub far: bool,
    /// Why it was withdrawn: then it is taken only if it is locked, asked for exactly, or installed and nothing else is.
    pub withdrawn: Option<String>,
    /// Why it cannot be used at all, as the end of a sentence: "it is for a later program".
    pub unusable: Option<String>,
}

impl Candidate {
    /// A version that is here, needs nothing and excludes nothing.
    pub fn new(id: &str, version: Version) -> Candidate {
        Candidate {
            id: id.to_owned(),
            version,
            needs: Vec::new(),
            conflicts: Vec::new(),
            from: String::new(),
            installed: true,
            rank: 0,
            far: false,
            withdrawn: None,
            unusable: None,
        }
    }
}

/// What may be chosen, and what is chosen first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Policy {
    /// Versions that are kept where they fit. An older one of such a pack is never taken, unless what is requested for asks for it.
    pub locked: BTreeMap<String, Version>,
    /// The newest is taken, whether it is locked, installed, or neither.
    pub newest: bool,
    /// What is not installed may be chosen.
    pub fetch: bool,
    /// What is on another shelf than what needs it may be chosen.
    pub far: bool,
    /// Versions that are not finished (`2.0.0-beta.1`) may be chosen without being asked for exactly.
    pub unfinished: bool,
    /// Versions older than what is locked may be chosen.
    pub older: bool,
    /// Steps in which a plan has to be found.
    pub steps: u32,
}

impl Default for Policy {
    fn default() -> Policy {
        let locked = BTreeMap::new();
        Policy { locked, newest: false, fetch: true, far: false, unfinished: false, older: false, steps: STEPS }
    }
}

/// Versions that fit each other: of each pack that is requested for or needed, the number of its candidate.
pub type Plan = BTreeMap<String, usize>;

/// Why there is no plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// No versions fit.
    Conflict,
    /// Finding versions that fit takes too many steps.
    Tangled,
    /// It would have more than [`MOST_PACKS`].
    TooMany,
    /// Packs need each other in a circle.
    Circle,
}

impl Why {
    /// Stable reason code.
    pub fn code(self) -> &'static str {
        match self {
            Why::Conflict => "needs_conflict",
            Why::Tangled => "needs_tangled",
            Why::TooMany => "too_many_packs",
            Why::Circle => "needs_circle",
        }
    }
}

/// There is no plan: why, and what would help.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoPlan {
    /// What sort of reason.
    pub why: Why,
    /// At most four sentences.
    pub sentences: Vec<String>,
    /// What would help; each of them was tried.
    pub ways: Vec<Way>,
}

impl NoPlan {
    /// The ways out in a line, if there are any.
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

/// A way out of a conflict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// What to do, as a request: "Take town 1.4.2 from shelf Harbour".
    pub words: String,
    /// What is requested for then.
    pub requests: Vec<Need>,
    /// What may be chosen then.
    pub policy: Policy,
    /// What is played then.
    pub plan: Plan,
}
