//! Kinds of events.

/// Kind of an event.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "each is described in its row of `EVENTS`")]
pub enum EventKind {
    PartBegan,
    PartEnded,
    RoundBegan,
    RoundEnded,
    Drawn,
    Unplayable,
    SetAside,
    Placed,
    Merged,
    Completed,
    TakenUp,
    TileReplaced,
    PartAdded,
    Parted,
    TileMoved,
    Covered,
    Uncovered,
    Looked,
    TurnedUp,
    TurnedDown,
    Deployed,
    TookHome,
    Scored,
    Awarded,
    Counted,
    TokenMoved,
    Rolled,
    BagChanged,
    SlotChanged,
    BoardChanged,
    Raised,
    Begins,
    Retired,
    Ending,
    Over,
}

impl EventKind {
    /// Returns the bit of this kind in a set of kinds.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self as u32
    }
}
