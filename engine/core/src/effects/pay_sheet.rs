//! Awards from sheets, with the explanation of each in the journal, and the rounds around them.

use crate::catalog::id::{BookId, SegmentId, Symbol};
use crate::catalog::seat::{PerSeat, Seat};
use crate::state::Game;
use crate::state::effect::{Effect, Rejected};
use crate::state::event::ScoredSheet;
use crate::state::happening::Happening;
use crate::state::sheet::Sheet;

impl Game {
    /// Reports that a scoring round of a seat begins.
    pub fn begin_round(&mut self, seat: Seat) {
        self.report(Happening::RoundBegan { seat });
    }

    /// Reports that a scoring round of a seat has ended.
    pub fn end_round(&mut self, seat: Seat) {
        self.report(Happening::RoundEnded { seat });
    }

    /// Reports an event that a rule raises: [`Happening::Raised`].
    pub fn raise(&mut self, raised: Happening) {
        self.report(raised);
    }

    /// Awards the points of a sheet to all seats, or to `only`: first to `first`, then in turn order. Points with a
    /// separate reason are separate awards. The journal keeps the sheet.
    ///
    /// # Errors
    /// A seat does not exist.
    pub fn pay_sheet(
        &mut self,
        sheet: &Sheet,
        segment: Option<SegmentId>,
        first: Seat,
        only: Option<Seat>,
    ) -> Result<(), Rejected> {
        let mut points = sheet.shares();
        let to = |seat: Seat| only.is_none_or(|o| o == seat);
        for seat in self.seats_from(first).filter(|&s| !to(s)) {
            points[seat.index()] = 0;
        }
        if self.recording.journal.is_some() {
            let mut all = points;
            for (seat, _, more) in sheet.parts_apart().filter(|(seat, ..)| to(*seat)) {
                all[seat.index()] = all[seat.index()].saturating_add(more);
            }
            self.keep_sheet(sheet.clone(), segment, all);
        }
        self.report(Happening::Scored { segment, book: sheet.book });
        for seat in self.seats_from(first) {
            let points = points[seat.index()];
            if points != 0 {
                self.effect(Effect::Award { seat, points, book: sheet.book, segment, reason: None })?;
            }
        }
        for (seat, reason, points) in sheet.parts_apart().filter(|(seat, _, points)| to(*seat) && *points != 0) {
            self.effect(Effect::Award { seat, points, book: sheet.book, segment, reason: Some(reason) })?;
        }
        Ok(())
    }

    /// Adds a sheet with one line to the journal, for points that a rule is about to award without a sheet.
    pub fn explain_award(
        &mut self,
        seat: Seat,
        points: i32,
        book: BookId,
        segment: Option<SegmentId>,
        reason: Symbol,
        origin: Option<crate::catalog::Origin>,
    ) {
        if self.recording.journal.is_none() {
            return;
        }
        let mut sheet = Sheet::default();
        sheet.book = book;
        sheet.for_seat(seat, reason, 1, points, true, origin);
        let points = sheet.shares();
        self.keep_sheet(sheet, segment, points);
    }

    /// Adds a sheet to the journal, with its place. The next event announces it.
    fn keep_sheet(&mut self, sheet: Sheet, segment: Option<SegmentId>, points: PerSeat<i32>) {
        let place = segment.map_or_else(String::new, |s| self.position.board.place_key(s));
        let mut members: Vec<SegmentId> =
            segment.map_or_else(Vec::new, |s| self.position.board.features.members(s).collect());
        members.sort_unstable();
        let tiles = self.position.board.laid_count() as u32;
        let Some(journal) = &mut self.recording.journal else { return };
        let event = journal.events.len();
        journal.sheets.push(ScoredSheet { event, segment, place, members, tiles, sheet, points });
    }
}
