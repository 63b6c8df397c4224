//! Copies of positions, from which a game can continue later. A journal only grows, so a copy stores just its length,
//! and restoring the position truncates the journal of the game to that length.

use std::rc::Rc;
use std::sync::Arc;

use crate::state::Game;
use crate::state::event::Journal;

/// Length of a journal at some point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct JournalLength {
    events: usize,
    sheets: usize,
    notes: usize,
}

impl JournalLength {
    fn of(journal: &Journal) -> JournalLength {
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
    pub(crate) fn of(game: &Game) -> Snapshot {
        Snapshot { game: Rc::new(game.without_journal()), told: game.journal.as_deref().map(JournalLength::of) }
    }

    /// Like [`Snapshot::of`], reusing the allocations of an old snapshot unless it is shared.
    pub(crate) fn in_room_of(mut old: Snapshot, game: &Game) -> Snapshot {
        let Some(room) = Rc::get_mut(&mut old.game) else { return Snapshot::of(game) };
        room.copy_position(game);
        Snapshot { told: game.journal.as_deref().map(JournalLength::of), ..old }
    }

    /// Returns a game to this position. The game must have continued from it, or have the same journal up to it. Its
    /// allocations and its source of chance are kept.
    pub(crate) fn restore(&self, game: &mut Game) {
        game.copy_position(&self.game);
        match (&mut game.journal, self.told) {
            (Some(journal), Some(told)) => journal.cut(told),
            (journal, _) => *journal = None,
        }
    }

    /// Returns a game to this position, with the start of a journal that continued from it.
    pub(crate) fn restore_with(&self, journal: Option<&Journal>, game: &mut Game) {
        game.copy_position(&self.game);
        match (journal, self.told) {
            (Some(journal), Some(told)) => game.journal.get_or_insert_default().copy_from(journal, told),
            _ => game.journal = None,
        }
    }

    /// Returns the position as a separate game, with the start of a journal that continued from it.
    pub(crate) fn to_game(&self, journal: Option<&Journal>) -> Box<Game> {
        let mut game = Box::new(self.game.without_journal());
        if let (Some(journal), Some(told)) = (journal, self.told) {
            game.journal.get_or_insert_default().copy_from(journal, told);
        }
        game
    }
}

impl Clone for Game {
    fn clone(&self) -> Game {
        Game { journal: self.journal.clone(), ..self.without_journal() }
    }

    /// Makes this a copy of another game, reusing its allocations: a search that tries many lines copies into the same
    /// game.
    fn clone_from(&mut self, other: &Game) {
        self.copy_position(other);
        self.journal.clone_from(&other.journal);
        self.chance.source = None;
    }
}

impl Game {
    /// Returns a copy without a journal.
    pub(crate) fn without_journal(&self) -> Game {
        Game {
            program: Arc::clone(&self.program),
            lists: self.lists.clone(),
            seats: self.seats,
            stage: self.stage,
            next_seat: self.next_seat,
            first_seat: self.first_seat,
            ending: self.ending,
            conclusion: self.conclusion,
            retired: self.retired,
            turns: self.turns,
            board: self.board.clone(),
            figures: self.figures.clone(),
            supply: self.supply.clone(),
            scores: self.scores.clone(),
            booked: self.booked.clone(),
            bags: self.bags.clone(),
            hands: self.hands.clone(),
            rows: self.rows.clone(),
            face_down: self.face_down.clone(),
            set_aside: self.set_aside.clone(),
            counts: self.counts.clone(),
            count_starts: Arc::clone(&self.count_starts),
            keyed: self.keyed.clone(),
            tokens: self.tokens.clone(),
            agenda: self.agenda.clone(),
            completed: self.completed.clone(),
            decision: self.decision.clone(),
            chance: self.chance.clone(),
            journal: None,
            observer: self.observer.clone(),
            carried: self.carried.clone(),
            listeners: self.listeners.clone(),
            replacing: self.replacing,
            pending: self.pending.clone(),
            last_put: self.last_put,
            tally: self.tally.clone(),
            trail: self.trail.clone(),
            ahead: self.ahead.clone(),
        }
    }

    /// Makes this a copy of another game, reusing its allocations. The journal and the source of chance are unchanged.
    pub(crate) fn copy_position(&mut self, other: &Game) {
        // All fields are listed, so that a new field cannot be forgotten.
        let Game {
            program,
            lists,
            seats,
            stage,
            next_seat,
            first_seat,
            ending,
            conclusion,
            retired,
            turns,
            board,
            figures,
            supply,
            scores,
            booked,
            bags,
            hands,
            rows,
            face_down,
            set_aside,
            counts,
            count_starts,
            keyed,
            tokens,
            agenda,
            completed,
            decision,
            chance,
            journal: _,
            observer,
            carried,
            listeners,
            replacing,
            pending,
            last_put,
            tally,
            trail,
            ahead,
        } = self;
        if !Arc::ptr_eq(program, &other.program) {
            *program = Arc::clone(&other.program);
        }
        if !Arc::ptr_eq(count_starts, &other.count_starts) {
            *count_starts = Arc::clone(&other.count_starts);
        }
        lists.clone_from(&other.lists);
        (*seats, *stage, *next_seat, *first_seat) = (other.seats, other.stage, other.next_seat, other.first_seat);
        (*ending, *turns) = (other.ending, other.turns);
        (*conclusion, *retired) = (other.conclusion, other.retired);
        board.copy_from(&other.board);
        figures.clone_from(&other.figures);
        supply.clone_from(&other.supply);
        scores.clone_from(&other.scores);
        booked.clone_from(&other.booked);
        bags.clone_from(&other.bags);
        hands.clone_from(&other.hands);
        rows.clone_from(&other.rows);
        face_down.clone_from(&other.face_down);
        set_aside.clone_from(&other.set_aside);
        counts.clone_from(&other.counts);
        keyed.clone_from(&other.keyed);
        tokens.clone_from(&other.tokens);
        agenda.clone_from(&other.agenda);
        completed.clone_from(&other.completed);
        decision.clone_from(&other.decision);
        // The source of chance belongs to the game that received it.
        chance.generator = other.chance.generator;
        chance.given.clone_from(&other.chance.given);
        observer.clone_from(&other.observer);
        carried.clone_from(&other.carried);
        listeners.clone_from(&other.listeners);
        *replacing = other.replacing;
        pending.clone_from(&other.pending);
        *last_put = other.last_put;
        tally.deployed = other.tally.deployed;
        tally.taken_off.clone_from(&other.tally.taken_off);
        trail.clone_from(&other.trail);
        ahead.clone_from(&other.ahead);
    }
}
