//! Events: what has happened, in order. The journal, reactions, animations and explanations read them.

use crate::catalog::id::{BagId, CounterId, FigureKindId, SegmentId, Symbol, TagId, TerrainId, TileKindId, TokenId};
use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::catalog::Origin;
use crate::catalog::seat::{PerSeat, Seat, SeatSet};
use crate::state::Game;
use crate::state::happening::{EVENTS, Happening, Schema};
use crate::state::sheet::Sheet;

/// What kind of thing has happened.
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
    /// Its bit in a set of kinds.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self as u32
    }

    /// Its row.
    pub fn schema(self) -> &'static Schema {
        &EVENTS[self as usize]
    }

    /// The name that rules use.
    pub fn name(self) -> &'static str {
        self.schema().name
    }

    /// All kinds.
    pub fn all() -> impl ExactSizeIterator<Item = EventKind> {
        EVENTS.iter().map(|schema| schema.event)
    }

    /// The kind of a name.
    pub fn from_name(name: &str) -> Option<EventKind> {
        EVENTS.iter().find(|schema| schema.name == name).map(|schema| schema.event)
    }
}

/// What a hook on an event or effect cares for; nothing means everything.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// The feature or segment is of this terrain.
    pub terrain: Option<TerrainId>,
    /// The tile, or the feature, has this tag.
    pub tag: Option<TagId>,
    /// The tile is of this kind.
    pub kind: Option<TileKindId>,
    /// The figure is of this kind.
    pub figure: Option<FigureKindId>,
    /// This reason is given.
    pub reason: Option<Symbol>,
    /// The seat has a figure of this kind outside of its supply.
    pub seat_has: Option<FigureKindId>,
    /// The figure comes from another place, not from its supply, or the other way round.
    pub moved: Option<bool>,
    /// This token lies on a cell beside that of the tile.
    pub beside: Option<TokenId>,
    /// One of these counters is not what it was at the start, whosever it is.
    pub counters: Option<Arc<[CounterId]>>,
    /// One of these counters is not what it was at the start for the seat.
    pub seat_counts: Option<Arc<[CounterId]>>,
    /// This token lies on the feature: on a segment of it, or on a cell with a tile of it.
    pub with_token: Option<TokenId>,
    /// Two of these tokens lie on segments of one feature.
    pub together: Option<Arc<[TokenId]>>,
    /// One of these tokens lies on a segment of a complete feature.
    pub on_finished: Option<Arc<[TokenId]>>,
    /// One of these bags holds a tile.
    pub bags: Option<Arc<[BagId]>>,
    /// One of these filters admits it, too.
    pub any: Option<Arc<[Filter]>>,
}

/// What rules listen to: a game reports and holds back only what they care for.
#[derive(Clone, Debug, Default)]
pub struct Listeners {
    /// The events with a reaction, as a set of bits.
    pub(crate) on: u64,
    /// The events whose effects have a replacement, likewise.
    pub(crate) replace: u64,
    /// What each replacement acts instead of, in order.
    pub(crate) replaced: Arc<[(EventKind, Filter)]>,
}

/// Something that has happened.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Event {
    /// What.
    pub what: Happening,
    /// The seats that may know of it. What they may know of it is told by [`View::event`](crate::state::view::View::event).
    pub seen_by: SeatSet,
}

impl Event {
    /// What kind of thing.
    #[inline]
    pub const fn kind(&self) -> EventKind {
        self.what.kind()
    }
}

/// A sheet that was paid out, kept for explanations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoredSheet {
    /// Number of the journal entry that announces it.
    pub event: usize,
    /// The feature, or nothing for points that belong to none.
    pub segment: Option<SegmentId>,
    /// Place of the feature when it was scored, such as `0,-1:road:N.S`.
    pub place: String,
    /// The segments of the feature when it was scored, in order; it may have grown since.
    pub members: Vec<SegmentId>,
    /// Number of tiles that had been laid by then.
    pub tiles: u32,
    /// The sheet.
    pub sheet: Sheet,
    /// What each seat received.
    pub points: PerSeat<i32>,
}

/// A line that a rule has noted for its author.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// Number of the journal entry that comes next.
    pub event: usize,
    /// Module and line that noted it.
    pub origin: Option<Origin>,
    /// What it says.
    pub text: Arc<str>,
}

/// Somebody who looks at a game after every event and effect.
pub(crate) trait Observer: Any + fmt::Debug {
    /// Looks at the game as it is now.
    fn look(&mut self, game: &Game);
    /// Begins anew with a position that somebody arranged.
    fn arranged(&mut self, game: &Game);
    /// Another one that has seen the same.
    fn copy(&self) -> Box<dyn Observer>;
}

impl Clone for Box<dyn Observer> {
    fn clone(&self) -> Box<dyn Observer> {
        self.copy()
    }
}

impl Game {
    /// Lets somebody look after every event and effect; needs a journal.
    pub(crate) fn observe_by(&mut self, observer: impl Observer) {
        if self.journal.is_some() {
            self.observer = Some(Box::new(observer));
        }
    }

    /// The observer, if it is of this type.
    pub(crate) fn observer<O: Observer>(&self) -> Option<&O> {
        let observer: &dyn Any = &**self.observer.as_ref()?;
        observer.downcast_ref()
    }

    /// Lets the observer look, if there is one.
    #[inline]
    pub(crate) fn observe(&mut self) {
        if self.observer.is_some() {
            self.show_observer();
        }
    }

    /// Shows the observer, if there is one, that the position was arranged.
    pub(crate) fn observe_arranged(&mut self) {
        let Some(mut observer) = self.observer.take() else { return };
        observer.arranged(self);
        self.observer = Some(observer);
    }

    #[cold]
    fn show_observer(&mut self) {
        let Some(mut observer) = self.observer.take() else { return };
        observer.look(self);
        self.observer = Some(observer);
    }
}

/// Everything that has happened, when it is kept.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    /// The events in order.
    pub events: Vec<Event>,
    /// The sheets in order.
    pub sheets: Vec<ScoredSheet>,
    /// What rules have noted, in order.
    pub notes: Vec<Note>,
}

impl Journal {
    /// An empty one with room for a game of ordinary length.
    pub(crate) fn roomy() -> Journal {
        Journal { events: Vec::with_capacity(640), sheets: Vec::with_capacity(32), notes: Vec::new() }
    }

    /// The points that a seat received, with the sheets they came from, in order.
    pub fn sheets_of(&self, seat: Seat) -> impl Iterator<Item = &ScoredSheet> {
        self.sheets.iter().filter(move |s| s.points[seat.index()] != 0)
    }
}
