//! Copies of positions, from which a game can continue later. A journal only grows, so a copy stores just its length,
//! and restoring the position truncates the journal of the game to that length.

use std::rc::Rc;

use crate::state::event::Journal;
use crate::state::game::{Game, Recording};

/// Length of a journal at some point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct JournalLength {
    events: usize,
    sheets: usize,
    notes: usize,
}

impl JournalLength {
    fn from_journal(journal: &Journal) -> JournalLength {
        JournalLength { events: journal.events.len(), sheets: journal.sheets.len(), notes: journal.notes.len() }
    }
}

impl Journal {
    fn cut(&mut self, to: JournalLength) {
        self.events.truncate(to.events);
        self.sheets.truncate(to.sheets);
        self.notes.truncate(to.notes);
    }

    /// Makes this a copy of another journal at an earlier length, reusing allocations.
    fn copy_from(&mut self, other: &Journal, until: JournalLength) {
        self.cut(JournalLength::default());
        self.events.extend_from_slice(&other.events[..until.events]);
        self.sheets.extend_from_slice(&other.sheets[..until.sheets]);
        self.notes.extend_from_slice(&other.notes[..until.notes]);
    }
}

/// Copy of a position without its journal, which can be shared.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    pub(crate) game: Rc<Game>,
    /// Length of the journal; `None` if no journal is kept.
    pub(crate) told: Option<JournalLength>,
}

impl Snapshot {
    /// Creates a copy of a position.
    pub(crate) fn take(game: &Game) -> Snapshot {
        Snapshot {
            game: Rc::new(game.without_journal()),
            told: game.recording.journal.as_deref().map(JournalLength::from_journal),
        }
    }

    /// Like [`Snapshot::take`], reusing the allocations of an old snapshot unless it is shared.
    pub(crate) fn in_room_of(mut old: Snapshot, game: &Game) -> Snapshot {
        let Some(room) = Rc::get_mut(&mut old.game) else { return Snapshot::take(game) };
        room.copy_position(game);
        Snapshot { told: game.recording.journal.as_deref().map(JournalLength::from_journal), ..old }
    }

    /// Returns a game to this position. The game must have continued from it, or have the same journal up to it. Its
    /// allocations and its source of chance are kept.
    pub(crate) fn restore(&self, game: &mut Game) {
        game.copy_position(&self.game);
        match (&mut game.recording.journal, self.told) {
            (Some(journal), Some(told)) => journal.cut(told),
            (journal, _) => *journal = None,
        }
    }

    /// Returns a game to this position, with the start of a journal that continued from it.
    pub(crate) fn restore_with(&self, journal: Option<&Journal>, game: &mut Game) {
        game.copy_position(&self.game);
        match (journal, self.told) {
            (Some(journal), Some(told)) => game.recording.journal.get_or_insert_default().copy_from(journal, told),
            _ => game.recording.journal = None,
        }
    }

    /// Returns the position as a separate game, with the start of a journal that continued from it.
    pub(crate) fn to_game(&self, journal: Option<&Journal>) -> Box<Game> {
        let mut game = Box::new(self.game.without_journal());
        if let (Some(journal), Some(told)) = (journal, self.told) {
            game.recording.journal.get_or_insert_default().copy_from(journal, told);
        }
        game
    }
}

impl Clone for Game {
    fn clone(&self) -> Game {
        let mut copy = self.without_journal();
        copy.recording.journal = self.recording.journal.clone();
        copy
    }

    /// Makes this a copy of another game, reusing its allocations: a search that tries many lines copies into the same
    /// game.
    fn clone_from(&mut self, other: &Game) {
        self.copy_position(other);
        self.recording.journal.clone_from(&other.recording.journal);
        self.chance.source = None;
    }
}

impl Game {
    /// Returns a copy without a journal.
    pub(crate) fn without_journal(&self) -> Game {
        let Recording { journal: _, observer, tally } = &self.recording;
        Game {
            setup: self.setup.clone(),
            position: self.position.clone(),
            run: self.run.clone(),
            chance: self.chance.clone(),
            recording: Recording { journal: None, observer: observer.clone(), tally: tally.clone() },
        }
    }

    /// Makes this a copy of another game, reusing its allocations. The journal and the source of chance are unchanged.
    pub(crate) fn copy_position(&mut self, other: &Game) {
        // All fields are listed, so that a new field cannot be forgotten.
        let Game { setup, position, run, chance, recording: Recording { journal: _, observer, tally } } = self;
        setup.clone_from(&other.setup);
        position.clone_from(&other.position);
        run.clone_from(&other.run);
        // The source of chance belongs to the game that received it.
        chance.streams.copy_from(&other.chance.streams);
        chance.given.clone_from(&other.chance.given);
        observer.clone_from(&other.recording.observer);
        tally.clone_from(&other.recording.tally);
    }
}
