//! Events: what has happened, in order. The journal, reactions, animations and explanations read them.

use std::sync::Arc;

use crate::rules::Subject;
use crate::sheet::{Origin, PerSeat, Seat, Sheet};
use crate::watch::Watch;

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

/// Something that has happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// What.
    pub kind: EventKind,
    /// To what and whom.
    pub subject: Subject,
    /// The seats that may know of it, a bit each. What they may know of it is told by [`View::event`](crate::view::View::event).
    pub seen_by: u8,
}

/// A sheet that was paid out, kept for explanations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoredSheet {
    /// Number of the journal entry that announces it.
    pub event: usize,
    /// The feature, or nothing for points that belong to none.
    pub segment: Option<u32>,
    /// Place of the feature when it was scored, such as `0,-1:road:N.S`.
    pub place: String,
    /// The segments of the feature when it was scored, in order; it may have grown since.
    pub members: Vec<u32>,
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
    pub(crate) watch: Option<Box<Watch>>,
}

impl Journal {
    /// The points that a seat received, with the sheets they came from, in order.
    pub fn sheets_of(&self, seat: Seat) -> impl Iterator<Item = &ScoredSheet> {
        self.sheets.iter().filter(move |s| s.points[seat.index()] != 0)
    }
}
