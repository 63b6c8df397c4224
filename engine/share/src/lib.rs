//! Shares packs: stores installed packs, and reads and writes shelves, which are folders of files with packs for
//! others.
//!
//! Invariants: files from elsewhere are limited to their announced size and compared with their hash before they are
//! parsed; a path from outside never becomes a local path; an installed pack is always complete, and is either the old
//! or the new one whatever happens to the program. Deliberately absent: printing, a service, and any access to a shelf
//! that the user did not request.

mod client;
pub mod error;
mod gather;
pub mod index;
mod memory;
pub mod publish;
pub mod sign;
pub mod source;
pub mod standing;
pub mod store;
pub mod web;
pub mod webhook;

pub mod shelf;

pub mod install;
pub mod plan;
