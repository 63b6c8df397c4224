//! Notes the parts of the game that a score rule reads, so that a sheet need not be filled again while they are the
//! same.

use std::cell::{Cell, RefCell};

use tilewright_core::board::Board;
use tilewright_core::catalog::id::{Root, SegmentId};

/// Parts of the game that were read since [`NotedReads::begin`].
#[derive(Default)]
pub(crate) struct NotedReads {
    /// True while reads are noted.
    noting: Cell<bool>,
    /// True if more was read than single features.
    game: Cell<bool>,
    features: RefCell<Vec<Root>>,
}

impl NotedReads {
    /// Starts to note reads.
    pub(crate) fn begin(&self) {
        self.noting.set(true);
        self.game.set(false);
        self.features.borrow_mut().clear();
    }

    /// Stops to note reads. Appends the features that were read to `into`, and returns false if more was read.
    pub(crate) fn end(&self, into: &mut Vec<Root>) -> bool {
        self.noting.set(false);
        into.extend_from_slice(&self.features.borrow());
        !self.game.get()
    }

    /// Returns true while reads are noted.
    pub(crate) fn is_noting(&self) -> bool {
        self.noting.get()
    }

    /// Notes that anything in the game may have been read.
    #[inline]
    pub(crate) fn note_game(&self) {
        self.game.set(true);
    }

    /// Notes that a feature was read: its tiles, open sides and claims.
    #[inline]
    pub(crate) fn note_feature(&self, board: &Board, segment: SegmentId) {
        if self.noting.get() {
            let root = board.features().root(segment);
            let mut features = self.features.borrow_mut();
            if !features.contains(&root) {
                features.push(root);
            }
        }
    }

    /// Notes that the completion of a feature was read.
    #[inline]
    pub(crate) fn note_completion(&self, board: &Board, segment: SegmentId) {
        if !self.noting.get() {
            return;
        }
        if board.is_complete_alone(segment) { self.note_feature(board, segment) } else { self.note_game() }
    }
}
