//! What is asked of the rules about the position as it is: it changes nothing.

use tilewright_core::placing::Placing;
use tilewright_core::sheet::{PerSeat, Sheet};

use crate::table::Table;

/// What rules would write for a feature, each sheet with what the seats would get.
pub type Appraisal = Result<Vec<(Sheet, PerSeat<i32>)>, String>;

impl Table {
    /// The placements that are decided about now, with those that rules have taken out.
    ///
    /// # Errors
    /// A script failed; the sentence says which.
    pub fn placing(&mut self) -> Result<Option<Placing>, String> {
        self.session.placing().map_err(|fault| fault.to_string())
    }

    /// What the score rules would write for a feature now, in play or as at the end.
    ///
    /// # Errors
    /// A script failed; the sentence says which.
    pub fn appraise(&mut self, segment: u32, last: bool) -> Appraisal {
        let (machine, game) = self.session.appraiser();
        machine.appraise(game, segment, last).map_err(|fault| fault.to_string())
    }
}
