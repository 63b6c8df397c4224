//! Checks of seats and places, which several effects share.

use crate::catalog::lattice::Cell;
use crate::catalog::seat::Seat;
use crate::limits;
use crate::state::effect::{Place, Rejected};
use crate::state::game::Game;

impl Game {
    /// Checks that the game has a seat.
    ///
    /// # Errors
    /// The game has fewer seats.
    pub fn check_seat(&self, seat: Seat) -> Result<(), Rejected> {
        if seat.0 < self.position.seats {
            Ok(())
        } else {
            let seats = if self.position.seats == 1 { "1 seat" } else { &format!("{} seats", self.position.seats) };
            Err(Rejected::new("no_such_seat", format!("there is no seat {seat} in a game of {seats}")))
        }
    }

    /// Checks that the game has a seat, and that the seat has not retired.
    pub(crate) fn check_in_game(&self, seat: Seat) -> Result<(), Rejected> {
        self.check_seat(seat)?;
        if self.in_game(seat) { Ok(()) } else { Err(Rejected::new("has_retired", format!("seat {seat} has retired"))) }
    }

    /// Checks that a rule may place a tile this far from the others. The board allocates memory for each cell between
    /// them.
    pub(crate) fn check_area(&self, cell: Cell) -> Result<(), Rejected> {
        let Some((min, max)) = self.position.board.bounds(cell.plane()) else { return Ok(()) };
        let long = |min: i16, max: i16, at: i16| i64::from(max.max(at)) - i64::from(min.min(at)) + 1;
        if long(min.x, max.x, cell.x) * long(min.y, max.y, cell.y) <= limits::AREA {
            return Ok(());
        }
        let most = limits::AREA;
        Err(Rejected::new("out_of_reach", format!("{cell} is too far away: a board has at most {most} cells in all")))
    }

    /// Checks that a place exists and is free.
    pub(crate) fn check_place(&self, place: Place) -> Result<(), Rejected> {
        if let Place::Segment(segment) = place
            && self.position.board.was_taken_up(segment)
        {
            return Err(Rejected::new("place_is_gone", "the tile of this segment was taken up or is covered"));
        }
        let exists = match place {
            // As with segments, an effect is skipped once the last tile at the joint is gone.
            Place::Joint(joint) if !self.position.board.has_joint(joint) => {
                return Err(Rejected::new("place_is_gone", "no tile touches this corner or seam"));
            }
            Place::Joint(_) => true,
            Place::Segment(segment) => self.position.board.features.is_there(segment),
            Place::Cell(cell) => cell.in_reach(),
            Place::Zone(zone, slot) => self.position.board.catalog.zones.get(zone).is_some_and(|z| {
                let is_free = !z.single || !self.figures().any(|(_, f)| f.place == Some(place));
                self.position.board.catalog.has_zone(zone, self.position.seats)
                    && is_free
                    && (z.slots == 0 && slot == 0 || slot >= 1 && slot <= z.slots)
            }),
        };
        if exists { Ok(()) } else { Err(Rejected::new("no_such_place", "the place does not exist or is taken")) }
    }
}
