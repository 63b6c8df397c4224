//! Tests the painter with made-up tiles and with all tiles of the repository's packs.

mod packs;
mod strokes;
