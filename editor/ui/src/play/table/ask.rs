//! What is asked of the rules about the position as it is: it changes nothing.

use std::collections::BTreeMap;
use std::sync::Arc;
use tilewright_core::catalog::id::SegmentId;

use tilewright_core::catalog::Origin;
use tilewright_core::catalog::seat::{PerSeat, Seat};
use tilewright_core::machine::why_not::Placing;
use tilewright_core::session::Session;
use tilewright_core::state::sheet::Sheet;
use tilewright_kit::suite::{Wanted, written, written_as_board};

use crate::play::table::Table;

/// What rules would write for a feature, each sheet with what the seats would get.
pub type Appraisal = Result<Vec<(Sheet, PerSeat<i32>)>, String>;

impl Table {
    /// The placements that are decided about now, with those that rules have taken out.
    ///
    /// # Errors
    /// A script failed; the sentence says which.
    pub fn placing(&mut self) -> Result<Option<Placing>, String> {
        self.aside(Session::placing).map_err(|fault| fault.to_string())
    }

    /// What the score rules would write for a feature now, in play or as at the end: for a seat, as far as it may know
    /// what they look at.
    ///
    /// # Errors
    /// A script failed; the sentence says which.
    pub fn appraise(&mut self, segment: SegmentId, last: bool, viewpoint: Option<Seat>) -> Appraisal {
        let viewpoint = viewpoint.filter(|_| !self.is_over());
        let appraise = |session: &mut Session| match viewpoint {
            Some(seat) => session.appraise_for(seat, segment, last),
            None => session.appraise(segment, last),
        };
        self.aside(appraise).map_err(|fault| fault.to_string())
    }

    /// The game as a test: its whole course.
    pub fn as_test(&mut self, name: &str, wanted: Wanted) -> String {
        self.aside(|session| written(session, name, wanted))
    }

    /// The position as a test that arranges it.
    ///
    /// # Errors
    /// A sentence says why it cannot be told so.
    pub fn as_board_test(&mut self, name: &str, wanted: Wanted) -> Result<String, String> {
        let loaded = Arc::clone(self.history.rules_of(self.history.current()));
        self.aside(|session| written_as_board(session, &loaded, name, wanted))
    }

    /// Counts from now on how often each line of the rules runs; whether it does.
    pub fn count_lines(&mut self) -> bool {
        self.history.session_mut().count_lines()
    }

    /// How often each line has run for the game, without what was only asked about it; nothing when lines are not
    /// counted.
    pub fn lines(&self) -> Option<BTreeMap<Origin, u32>> {
        let all = self.history.session().lines()?.into_iter();
        let own = all.map(|(line, times)| (line, times.saturating_sub(self.asked.get(&line).copied().unwrap_or(0))));
        Some(own.filter(|(_, times)| *times > 0).collect())
    }

    /// Asks something of the rules that is not part of the game.
    fn aside<R>(&mut self, ask: impl FnOnce(&mut Session) -> R) -> R {
        let before: Option<BTreeMap<Origin, u32>> = self.history.session().lines().map(|all| all.into_iter().collect());
        let result = ask(self.history.session_mut());
        if let (Some(before), Some(after)) = (before, self.history.session().lines()) {
            for (line, times) in after {
                let ran = times.saturating_sub(before.get(&line).copied().unwrap_or(0));
                *self.asked.entry(line).or_default() += ran;
            }
        }
        result
    }
}
