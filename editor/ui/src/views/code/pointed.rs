//! Describes the word that the pointer or the cursor rests on.

use tilewright_language::help;

/// Help on the word under the pointer or at the cursor.
pub(super) struct Pointed {
    pub(super) at: usize,
    pub(super) revision: u64,
    /// True if a command requested the help: it stays at the cursor until the cursor moves.
    pub(super) pinned: bool,
    pub(super) help: Option<help::WordHelp>,
    /// Area of the popup on the screen, into which the pointer may move.
    pub(super) shown: egui::Rect,
}

/// Seconds that the pointer rests before help on a word appears.
pub(super) const REST: f32 = 0.35;
