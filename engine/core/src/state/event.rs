//! Events: the history of a game, in order, for the journal, reactions, animations and explanations.

use std::sync::Arc;

use crate::catalog::Origin;
use crate::catalog::id::{BagId, CounterId, FigureKindId, SegmentId, Symbol, TagId, TerrainId, TileKindId, TokenId};
use crate::catalog::seat::{PerSeat, Seat, SeatSet};
pub use crate::state::happening::EventKind;
use crate::state::happening::Happening;
use crate::state::sheet::Sheet;

/// Conditions of a hook on an event or effect. All must hold; `None` admits everything.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Terrain of the feature or segment.
    pub terrain: Option<TerrainId>,
    /// Tag on the tile or the feature.
    pub tag: Option<TagId>,
    /// Kind of the tile.
    pub kind: Option<TileKindId>,
    /// Kind of the figure.
    pub figure: Option<FigureKindId>,
    /// Reason of the event or effect.
    pub reason: Option<Symbol>,
    /// Kind of figure that the seat must have outside its supply.
    pub seat_has: Option<FigureKindId>,
    /// True for a figure that comes from another place, false for a figure from its supply.
    pub moved: Option<bool>,
    /// Token that must be on a cell adjacent to the tile's cell.
    pub beside: Option<TokenId>,
    /// Counters of any seat. At least one value must differ from its start.
    pub counters: Option<Arc<[CounterId]>>,
    /// Counters of the seat. At least one value must differ from its start.
    pub seat_counts: Option<Arc<[CounterId]>>,
    /// Token that must be on the feature: on one of its segments, or on a cell with one of its tiles.
    pub with_token: Option<TokenId>,
    /// Tokens. At least two must be on segments of the same feature.
    pub together: Option<Arc<[TokenId]>>,
    /// Tokens. At least one must be on a segment of a complete feature.
    pub on_finished: Option<Arc<[TokenId]>>,
    /// Bags. At least one must have a tile.
    pub bags: Option<Arc<[BagId]>>,
    /// Further filters. At least one must also admit the event or effect.
    pub any: Option<Arc<[Filter]>>,
}

/// Events and effects that rules handle. A game only reports and holds back these.
#[derive(Clone, Debug, Default)]
pub struct Listeners {
    /// Bit set of the events with a reaction.
    pub(crate) on: u64,
    /// Bit set of the events whose effects have a replacement.
    pub(crate) replace: u64,
    /// Kind and filter of each replacement, in order.
    pub(crate) replaced: Arc<[(EventKind, Filter)]>,
}

/// Event together with the seats that may know of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Event {
    /// Content of the event.
    pub what: Happening,
    /// Seats that may know of the event. [`View::event`](crate::state::view::View::event) returns the part that a seat
    /// may know.
    pub seen_by: SeatSet,
}

impl Event {
    /// Returns the kind of the event.
    #[inline]
    pub const fn kind(&self) -> EventKind {
        self.what.kind()
    }
}

/// Sheet that was paid out, kept for explanations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoredSheet {
    /// Index of the journal entry that announces the sheet.
    pub event: usize,
    /// Scored feature, by a segment; `None` for points without a feature.
    pub segment: Option<SegmentId>,
    /// Place of the feature when it was scored, such as `0,-1:road:N.S`.
    pub place: String,
    /// Segments of the feature when it was scored, sorted. The feature may have grown since.
    pub members: Vec<SegmentId>,
    /// Number of tiles that had been placed at that time.
    pub tiles: u32,
    /// Sheet with all its items.
    pub sheet: Sheet,
    /// Points that each seat received.
    pub points: PerSeat<i32>,
}

/// Line that a rule wrote for its author.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// Index of the journal entry that follows the note.
    pub event: usize,
    /// Module and line that wrote the note.
    pub origin: Option<Origin>,
    /// Text of the note.
    pub text: Arc<str>,
}

/// History of a game: events, sheets and notes.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    /// Events in their order.
    pub events: Vec<Event>,
    /// Paid sheets in their order.
    pub sheets: Vec<ScoredSheet>,
    /// Notes of rules, in order.
    pub notes: Vec<Note>,
}

impl Journal {
    /// Creates an empty journal with capacity for a game of ordinary length.
    pub(crate) fn roomy() -> Journal {
        Journal { events: Vec::with_capacity(640), sheets: Vec::with_capacity(32), notes: Vec::new() }
    }

    /// Returns the sheets that gave points to a seat, in order.
    pub fn sheets_of(&self, seat: Seat) -> impl Iterator<Item = &ScoredSheet> {
        self.sheets.iter().filter(move |s| s.points[seat.index()] != 0)
    }
}
