//! Which placements are decided about now.

use tilewright_core::machine::why_not::Placing;

use super::{Play, Position};

/// The placements that are decided about, as long as the position stays.
#[derive(Default)]
pub struct Refusals {
    known: Option<(Position, Result<Option<Placing>, String>)>,
}

impl Play {
    /// The placements that are decided about now; nothing when something else is asked or a script failed.
    pub fn placing(&mut self) -> Option<&Placing> {
        let now = self.position()?;
        if self.refusals.known.as_ref().is_none_or(|(position, _)| *position != now) {
            let asked = self.table.as_mut()?.placing();
            self.refusals.known = Some((now, asked));
        }
        self.refusals.known.as_ref()?.1.as_ref().ok()?.as_ref()
    }
}
