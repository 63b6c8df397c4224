//! Caches the placements that the current decision is about.

use tilewright_core::machine::fault::Fault;
use tilewright_core::machine::why_not::Placing;

use super::{Play, Position};

/// Cache of the placements for one position.
#[derive(Default)]
pub struct Refusals {
    known: Option<(Position, Result<Option<Placing>, Box<Fault>>)>,
}

impl Play {
    /// Returns the placements of the current decision; `None` if it is not about a placement or a script failed.
    pub fn placing(&mut self) -> Option<&Placing> {
        let now = self.position()?;
        if self.refusals.known.as_ref().is_none_or(|(position, _)| *position != now) {
            let asked = self.table.as_mut()?.placing();
            self.refusals.known = Some((now, asked));
        }
        self.refusals.known.as_ref()?.1.as_ref().ok()?.as_ref()
    }
}
