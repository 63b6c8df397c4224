//! Change of the extent of a plane of the board.

use std::sync::Arc;

use crate::catalog::board::Extent;
use crate::catalog::lattice::{Cell, Plane};
use crate::state::Game;
use crate::state::effect::Rejected;
use crate::state::event::EventKind;
use crate::state::happening::Happening;

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::BoardChanged;

impl Game {
    /// Checks that a plane may have an extent. It must contain all tiles and no rim cells, since tiles next to the rim
    /// have matched it already.
    pub(crate) fn check_extent(&self, plane: Plane, extent: Extent) -> Result<(), Rejected> {
        if self.position.board.planes().all(|there| there != plane) {
            return Err(Rejected::new("no_such_plane", format!("there is no plane {}", plane.0)));
        }
        let Extent::Bounded { min, max } = extent else { return Ok(()) };
        let inside = |cell: Cell| (min.x..=max.x).contains(&cell.x) && (min.y..=max.y).contains(&cell.y);
        if self.position.board.bounds(plane).is_some_and(|(first, last)| !inside(first) || !inside(last)) {
            return Err(Rejected::new("tiles_outside", "the board cannot shrink below its tiles"));
        }
        match self.position.board.catalog.board.rim.iter().find(|r| inside(r.cell)) {
            Some(rim) => {
                Err(Rejected::new("over_the_rim", format!("the board cannot grow over its rim at {}", rim.cell)))
            }
            None => Ok(()),
        }
    }

    /// Sets the extent of a plane.
    pub(super) fn resize(&mut self, plane: Plane, extent: Extent) -> Result<(), Rejected> {
        self.check_extent(plane, extent)?;
        let catalog = Arc::clone(&self.position.board.catalog);
        self.position.board.set_extent(&catalog, plane, extent);
        if let Some(part) = self.turn_part_mut() {
            part.counted = None;
        }
        self.report(Happening::BoardChanged {});
        Ok(())
    }
}
