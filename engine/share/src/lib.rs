//! Sharing packs: where those are kept that were installed, and shelves, which are folders of files that hold packs for
//! others.
//!
//! Invariants: what comes from elsewhere is bounded by what was said of it, compared with its hash, and only then looked
//! at; no path from outside becomes a path here; what is installed is whole, and is the old or the new one whatever
//! happens to the program. Deliberately absent: printing, a service, and anything that goes to a shelf without being asked.

pub mod error;
mod gather;
pub mod index;
pub mod publish;
pub mod sign;
pub mod source;
pub mod standing;
pub mod store;
pub mod web;

pub mod shelf;

pub mod install;
pub mod plan;
