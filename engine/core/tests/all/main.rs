//! What this crate promises, held against plain references in random games that need no pack and no script.
#![allow(clippy::unwrap_used, reason = "tests stop where something is wrong")]

// What games are played, and how a board is looked at by its letters.
mod boards;
mod canvas;
// The board.
mod drawings;
mod features;
mod frontier;
mod joints;
mod levels;
mod meeting_edges;
mod mirrored;
mod own_bags;
mod payments;
mod previews;
// What goes on.
mod changed;
mod scoring;
mod secret_options;
mod sheets;
mod taken;
mod tiles;
mod ways;
// What can be done with a game.
mod face_down;
mod imagined;
mod records;
mod reloads;
mod repeats;
mod trails;
mod undone;
