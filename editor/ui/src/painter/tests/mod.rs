//! The painter on made-up tiles, and on every tile of every pack that is there.

mod packs;
mod strokes;
