//! Events: what has happened, in order. The journal, reactions, animations and explanations read them.

use crate::catalog::id::{FigureId, SegmentId, TileId};
use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::catalog::Origin;
use crate::catalog::id::{FigureKindId, ScoreKindId, Symbol, TagId, TerrainId, TileKindId};
use crate::catalog::seat::{PerSeat, Seat};
use crate::state::Game;
use crate::state::sheet::Sheet;

macro_rules! event_kinds {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal),+ $(,)?) => {
        /// What has happened, or is about to.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum EventKind { $($(#[doc = $doc])+ $name),+ }

        impl EventKind {
            /// All kinds.
            pub const ALL: &[EventKind] = &[$(EventKind::$name),+];

            /// The name that rules use.
            pub const fn name(self) -> &'static str {
                match self { $(EventKind::$name => $text),+ }
            }

            /// What it is, a sentence; after a colon what its subject holds.
            pub const fn about(self) -> &'static str {
                match self { $(EventKind::$name => concat!($($doc),+)),+ }
            }
        }
    };
}

event_kinds! {
    /// A part of the agenda begins: `seat`, `reason`.
    PartBegan = "part_began",
    /// A part of the agenda is over: `seat`, `reason`.
    PartEnded = "part_ended",
    /// A scoring round begins: `seat` is the active one.
    RoundBegan = "round_began",
    /// A scoring round is over: `seat` is the active one.
    RoundEnded = "round_ended",
    /// A tile was drawn: `seat`, `kind`, `index` = bag.
    Drawn = "drawn",
    /// The tile in play fits nowhere; before it is set aside rules may make room: `seat`, `kind`.
    Unplayable = "unplayable",
    /// A tile that fits nowhere left the game or went back: `seat`, `kind`.
    SetAside = "set_aside",
    /// A tile was placed: `seat`, `tile`, `kind`, `cell`; `reason` if the rule that placed it gave one.
    Placed = "placed",
    /// Two features became one: `segment` stands for both.
    Merged = "merged",
    /// A feature was completed: `seat` placed the tile, `segment`.
    Completed = "completed",
    /// A figure was put on the board or into a zone: `seat`, `figure`, `segment`, `cell` or `index` = zone; `from` where
    /// it was, if it has moved.
    Deployed = "deployed",
    /// A figure went back to its supply: `seat`, `figure`, `segment` that it left.
    TookHome = "took_home",
    /// A feature was scored: `segment`; the sheet is in the journal.
    Scored = "scored",
    /// A seat received points: `seat`, `amount`, `book`, `segment` if for a feature.
    Awarded = "awarded",
    /// A counter changed: `seat` if it is its, `index` = counter, `amount` = difference.
    Counted = "counted",
    /// A token moved: `index` = token, `segment` or `cell` if it stands on one.
    TokenMoved = "token_moved",
    /// A die was rolled: `seat`, `index` = die, `amount` = face, counted from 0.
    Rolled = "rolled",
    /// A bag was shuffled or changed: `index` = bag, `amount` = 1 for a tile that went in, -1 for one that came out.
    BagChanged = "bag_changed",
    /// The board changed its extent.
    BoardChanged = "board_changed",
    /// A rule says that something of its own has happened: `reason`, and what it gives along.
    Raised = "raised",
    /// The last turn is over and the finish begins.
    Ending = "ending",
    /// The game is over.
    Over = "over",
}

impl EventKind {
    /// Its bit in a set of kinds.
    #[inline]
    pub const fn bit(self) -> u32 {
        1 << self as u32
    }

    /// The kind of a name.
    pub fn from_name(name: &str) -> Option<EventKind> {
        EventKind::ALL.iter().copied().find(|k| k.name() == name)
    }
}

/// What a hook on an event or effect cares for; nothing means everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
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
}

/// What a handler is told.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Subject {
    /// The seat it concerns.
    pub seat: Option<Seat>,
    /// The tile on the board, by number.
    pub tile: Option<TileId>,
    /// A tile kind that is not on the board.
    pub kind: Option<TileKindId>,
    /// The segment, standing for its feature, by number.
    pub segment: Option<SegmentId>,
    /// The figure, by number.
    pub figure: Option<FigureId>,
    /// The kind of the figure, which is known when it is in its supply too.
    pub figure_kind: Option<FigureKindId>,
    /// The cell.
    pub cell: Option<crate::catalog::lattice::Cell>,
    /// Where a figure was before.
    pub from: Option<crate::state::effect::Place>,
    /// Points, or another amount.
    pub amount: i32,
    /// What points are booked under.
    pub book: Option<ScoreKindId>,
    /// A counter, die face, zone, …, by number. For an option that was chosen: 0 if `amount` is the number it means.
    pub index: Option<u16>,
    /// The reason given.
    pub reason: Option<Symbol>,
}

impl Subject {
    /// With the segment or the cell of a place.
    pub(crate) fn with_place(self, place: Option<crate::state::effect::Place>) -> Subject {
        match place {
            Some(crate::state::effect::Place::Segment(segment)) => Subject { segment: Some(segment), ..self },
            Some(crate::state::effect::Place::Cell(cell)) => Subject { cell: Some(cell), ..self },
            Some(crate::state::effect::Place::Zone(..)) | None => self,
        }
    }
}

/// What rules listen to: a game reports and holds back only what they care for.
#[derive(Clone, Debug, Default)]
pub struct Listeners {
    /// The events with a reaction, as a set of bits.
    pub(crate) on: u32,
    /// The events whose effects have a replacement, likewise.
    pub(crate) replace: u32,
    /// What each replacement acts instead of, in order.
    pub(crate) replaced: Arc<[(EventKind, Filter)]>,
}

/// Something that has happened.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Event {
    /// What.
    pub kind: EventKind,
    /// To what and whom.
    pub subject: Subject,
    /// The seats that may know of it, a bit each. What they may know of it is told by [`View::event`](crate::state::view::View::event).
    pub seen_by: u8,
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
    /// Number of tiles on the board then.
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
        if let Some(journal) = &mut self.journal {
            journal.observer = Some(Box::new(observer));
        }
    }

    /// The observer, if it is of this type.
    pub(crate) fn observer<O: Observer>(&self) -> Option<&O> {
        let observer: &dyn Any = &**self.journal.as_ref()?.observer.as_ref()?;
        observer.downcast_ref()
    }

    /// Lets the observer look, if there is one.
    #[inline]
    pub(crate) fn observe(&mut self) {
        if self.journal.as_ref().is_some_and(|journal| journal.observer.is_some()) {
            self.show_observer();
        }
    }

    #[cold]
    fn show_observer(&mut self) {
        let Some(mut observer) = self.journal.as_mut().and_then(|journal| journal.observer.take()) else { return };
        observer.look(self);
        if let Some(journal) = &mut self.journal {
            journal.observer = Some(observer);
        }
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
    /// Looks at the game after every event, when it is to be verified.
    pub(crate) observer: Option<Box<dyn Observer>>,
}

impl Journal {
    /// The points that a seat received, with the sheets they came from, in order.
    pub fn sheets_of(&self, seat: Seat) -> impl Iterator<Item = &ScoredSheet> {
        self.sheets.iter().filter(move |s| s.points[seat.index()] != 0)
    }
}
