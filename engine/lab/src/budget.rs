//! Limits the work of an unattended game. The work is counted, not timed, so a game stops at the same answer
//! everywhere.

use std::mem::size_of;

use tilewright_core::limits::{GAME_BYTES, NAME_BYTES, NOTE_BYTES};
use tilewright_core::machine::fault::Fault;
use tilewright_core::session::{Entry, Session};
use tilewright_core::state::decision::{Decision, Options};
use tilewright_core::state::event::{Event, Note, ScoredSheet};
use tilewright_core::state::sheet::Item;

/// Work of an answer, in steps of a script.
const ANSWER_WORK: u64 = 100;
/// Work of an option in a list, in steps of a script.
const OPTION_WORK: u64 = 16;

/// Work and memory that a game has used so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameBudget {
    /// Work of the machine before the game began.
    begun: u64,
    /// Work outside the machine: answers, options and bots.
    beside: u64,
    /// Number of sheets of the journal that were counted, and the total of their lines and segments.
    sheets: usize,
    lines: usize,
}

impl GameBudget {
    /// Starts the budget of a game. `work` is the work that the machine has done before.
    pub(crate) fn begin(work: u64) -> GameBudget {
        GameBudget { begun: work, beside: 0, sheets: 0, lines: 0 }
    }

    /// Counts a decision that is about to be answered.
    #[inline]
    pub(crate) fn ask(&mut self, decision: &Decision) {
        self.beside += ANSWER_WORK;
        if let Options::List(list) = &decision.options {
            self.beside += list.len() as u64 * OPTION_WORK;
        }
    }

    /// Counts the work of a bot on a decision.
    pub(crate) fn think(&mut self, work: u64) {
        self.beside = self.beside.saturating_add(work);
    }

    /// Returns the steps that the game has taken. `work` is the current work of the machine.
    #[inline]
    pub(crate) fn steps(&self, work: u64) -> u64 {
        work.saturating_sub(self.begun).saturating_add(self.beside)
    }

    /// Returns the fault of a game in a session that has exceeded its budget; `None` otherwise.
    pub(crate) fn is_over_in(&mut self, session: &Session) -> Option<Box<Fault>> {
        if self.bytes(session) > GAME_BYTES {
            let why = format!("the game keeps too much: more than {GAME_BYTES} bytes of events, notes and answers");
            return Some(session.limit_fault(&why));
        }
        session.step_limit_fault(self.steps(session.work()))
    }

    /// Returns the size in bytes of the session's history. Texts count with their maximum length.
    fn bytes(&mut self, session: &Session) -> usize {
        let mut bytes = session.log().len() * (size_of::<Entry>() + NAME_BYTES);
        if let Some(journal) = session.game().journal() {
            self.lines += journal
                .sheets
                .iter()
                .skip(self.sheets)
                .map(|scored| scored.sheet.items.len() + scored.members.len())
                .sum::<usize>();
            self.sheets = journal.sheets.len();
            bytes += journal.events.len() * size_of::<Event>();
            bytes += journal.notes.len() * (size_of::<Note>() + NOTE_BYTES);
            bytes += self.sheets * size_of::<ScoredSheet>() + self.lines * size_of::<Item>();
        }
        bytes
    }
}
