//! Queries rules about the current position without changing it.

use std::collections::BTreeMap;
use std::sync::Arc;
use tilewright_core::catalog::id::SegmentId;

use tilewright_core::catalog::Origin;
use tilewright_core::catalog::seat::{PerSeat, Seat};
use tilewright_core::machine::fault::Fault;
use tilewright_core::machine::why_not::Placing;
use tilewright_core::session::Session;
use tilewright_core::state::sheet::Sheet;
use tilewright_kit::suite::{ExpectedParts, PositionError, write_test, written_as_board};

use crate::table::TableGame;

/// Sheets that the rules would write for a feature, each with the points of the seats.
pub type Appraisal = Result<Vec<(Sheet, PerSeat<i32>)>, Box<Fault>>;

impl TableGame {
    /// Returns the placements of the current decision, including those that rules forbid; `None` if it is not about a
    /// placement.
    ///
    /// # Errors
    /// A script failed.
    pub fn placing(&mut self) -> Result<Option<Placing>, Box<Fault>> {
        self.query(Session::placing)
    }

    /// Returns the sheets that the score rules would write for a feature now, during play or with `last` at the end.
    /// For a viewpoint, only the information of that seat is used.
    ///
    /// # Errors
    /// A script failed.
    pub fn appraise(&mut self, segment: SegmentId, last: bool, viewpoint: Option<Seat>) -> Appraisal {
        let viewpoint = viewpoint.filter(|_| !self.is_over());
        let appraise = |session: &mut Session| match viewpoint {
            Some(seat) => session.appraise_for(seat, segment, last),
            None => session.appraise(segment, last),
        };
        self.query(appraise)
    }

    /// Returns the whole game as a test.
    pub fn as_test(&mut self, name: &str, wanted: ExpectedParts) -> String {
        self.query(|session| write_test(session, name, wanted))
    }

    /// Returns the current position as a test that arranges it.
    ///
    /// # Errors
    /// The position cannot be arranged in a test.
    pub fn as_board_test(&mut self, name: &str, wanted: ExpectedParts) -> Result<String, PositionError> {
        let loaded = Arc::clone(self.history.rules_of(self.history.current()));
        self.query(|session| written_as_board(session, &loaded, name, wanted))
    }

    /// Starts to count the executions of each line of the rules; returns true if counting is possible.
    pub fn count_lines(&mut self) -> bool {
        self.history.session_mut().count_lines()
    }

    /// Returns the number of executions of each line in the game, without those for queries; `None` if lines are not
    /// counted.
    pub fn lines(&self) -> Option<BTreeMap<Origin, u32>> {
        let all = self.history.session().lines()?.into_iter();
        let own = all.map(|(line, times)| (line, times.saturating_sub(self.asked.get(&line).copied().unwrap_or(0))));
        Some(own.filter(|(_, times)| *times > 0).collect())
    }

    /// Runs a query that is not part of the game, and excludes its line counts from [`TableGame::lines`].
    fn query<R>(&mut self, ask: impl FnOnce(&mut Session) -> R) -> R {
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
