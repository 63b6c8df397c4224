//! Tests the guarantees of this crate against simple references, in random games that need no pack and no script.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

/// Returns `nightly` if `TILEWRIGHT_NIGHTLY` is set, as in `.ci/nightly`, and a smaller number by day.
fn amount<T>(by_day: T, nightly: T) -> T {
    if std::env::var_os("TILEWRIGHT_NIGHTLY").is_some() { nightly } else { by_day }
}

// Sample games, and boards as letters.
mod boards;
mod canvas;
// Tests of the board.
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
// Tests of events and scoring.
mod changed;
mod scoring;
mod secret_options;
mod sheets;
mod taken;
mod tiles;
mod ways;
// Tests of sessions and copies of games.
mod face_down;
mod imagined;
mod numbers;
mod records;
mod reloads;
mod repeats;
mod trails;
mod undone;
