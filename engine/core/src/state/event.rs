//! Events: the history of a game, in order, for the journal, reactions, animations and explanations.

use crate::catalog::id::{BagId, CounterId, FigureKindId, SegmentId, Symbol, TagId, TerrainId, TileKindId, TokenId};
use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::catalog::Origin;
use crate::catalog::seat::{PerSeat, Seat, SeatSet};
use crate::state::game::Game;
use crate::state::happening::{EVENTS, Happening, Schema};
use crate::state::sheet::Sheet;

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

    /// Returns the description of this kind.
    pub fn schema(self) -> &'static Schema {
        &EVENTS[self as usize]
    }

    /// Returns the name that rules use.
    pub fn name(self) -> &'static str {
        self.schema().name
    }

    /// Returns all kinds, in the order of their descriptions.
    pub fn all() -> impl ExactSizeIterator<Item = EventKind> {
        EVENTS.iter().map(|schema| schema.event)
    }

    /// Looks up a kind by its name.
    pub fn from_name(name: &str) -> Option<EventKind> {
        EVENTS.iter().find(|schema| schema.name == name).map(|schema| schema.event)
    }
}

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

/// Observer of a game, called after every event and effect.
pub(crate) trait Observer: Any + fmt::Debug {
    /// Checks the game in its current state.
    fn look(&mut self, game: &Game);
    /// Restarts from a position that was arranged.
    fn arranged(&mut self, game: &Game);
    /// Returns a copy with the same history.
    fn copy(&self) -> Box<dyn Observer>;
}

impl Clone for Box<dyn Observer> {
    fn clone(&self) -> Box<dyn Observer> {
        self.copy()
    }
}

impl Game {
    /// Sets an observer of every event and effect. Without a journal, the call has no effect.
    pub(crate) fn observe_by(&mut self, observer: impl Observer) {
        if self.recording.journal.is_some() {
            self.recording.observer = Some(Box::new(observer));
        }
    }

    /// Returns the observer, if it has this type.
    pub(crate) fn observer<O: Observer>(&self) -> Option<&O> {
        let observer: &dyn Any = &**self.recording.observer.as_ref()?;
        observer.downcast_ref()
    }

    /// Calls the observer, if there is one.
    #[inline]
    pub(crate) fn observe(&mut self) {
        if self.recording.observer.is_some() {
            self.show_observer();
        }
    }

    /// Notifies the observer, if there is one, that the position was arranged.
    pub(crate) fn observe_arranged(&mut self) {
        let Some(mut observer) = self.recording.observer.take() else { return };
        observer.arranged(self);
        self.recording.observer = Some(observer);
    }

    fn show_observer(&mut self) {
        let Some(mut observer) = self.recording.observer.take() else { return };
        observer.look(self);
        self.recording.observer = Some(observer);
    }
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
