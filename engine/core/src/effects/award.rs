//! Award of points to a seat.

use crate::catalog::id::{BookId, Id, SegmentId, Symbol};
use crate::catalog::seat::Seat;
use crate::limits;
use crate::state::Game;
use crate::state::effect::Rejected;
use crate::state::event::EventKind;
use crate::state::happening::{Happening, Intent};

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::Awarded;

impl Game {
    /// Checks that an award and the resulting totals of a seat are within the limits.
    #[inline]
    pub(crate) fn check_award(&self, seat: Seat, points: i32, book: BookId) -> Result<(), Rejected> {
        self.check_seat(seat)?;
        let booked = self.position.booked[book.index() * usize::from(self.position.seats) + seat.index()];
        let fits = |now: i32| now.checked_add(points).is_some_and(|sum| sum.abs() <= limits::TOTAL);
        if (-limits::AWARD..=limits::AWARD).contains(&points)
            && fits(self.position.scores[seat.index()])
            && fits(booked)
        {
            return Ok(());
        }
        let (most, total) = (limits::AWARD, limits::TOTAL);
        let message = format!("an award is at most {most} points, and a seat has at most {total}: not {points} more");
        Err(Rejected::new("out_of_range", message))
    }

    #[inline]
    pub(crate) fn award(
        &mut self,
        seat: Seat,
        points: i32,
        book: BookId,
        segment: Option<SegmentId>,
        reason: Option<Symbol>,
    ) -> Result<(), Rejected> {
        self.check_award(seat, points, book)?;
        self.position.scores[seat.index()] += points;
        self.position.booked[book.index() * usize::from(self.position.seats) + seat.index()] += points;
        self.report(Happening::Awarded { seat, points, book, segment, reason });
        Ok(())
    }
}

/// Returns the data for rules that replace the effect.
pub(super) fn intent(
    seat: Seat,
    points: i32,
    book: BookId,
    segment: Option<SegmentId>,
    reason: Option<Symbol>,
) -> Intent {
    Intent::Award { seat, points, book, segment, reason }
}
