//! Tracks what is new on the board since the last answer of the current viewpoint, and points at the moment when they
//! are earned. Only events that this seat may see are used.

use tilewright_core::catalog::id::{FigureId, SegmentId, TileId};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::Game;
use tilewright_core::state::effect::Place;
use tilewright_core::state::event::Event;
use tilewright_core::state::happening::Happening;

use crate::table::TableGame;
use crate::table::seating::Colours;

/// Time for which points are shown, in seconds.
pub const RISE: f64 = 1.1;
/// Duration in which a mark appears, in seconds.
pub const APPEAR: f64 = 0.2;
/// Maximum number of points that are shown at once. If bots play a whole game at once, the last ones are shown.
const MOST_POINTS: usize = 12;
/// Maximum number of marks, since more of them would not be helpful.
const MOST_MARKS: usize = 64;

/// New piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FreshPiece {
    /// Tile that was placed or moved.
    Tile(TileId),
    /// Figure that was deployed or moved.
    Figure(FigureId),
}

/// Mark of a new piece.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FreshMark {
    /// New tile or figure.
    pub new: FreshPiece,
    /// Seat that placed or owns it.
    pub seat: Seat,
    /// Seat whose default colour the owner has.
    pub coloured: Seat,
    /// Index of the event.
    event: usize,
    /// Time of appearance, in seconds of the window's clock.
    pub since: f64,
}

/// Points that were just earned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FreshPoints {
    /// Seat that earned the points.
    pub seat: Seat,
    /// Seat whose default colour the earner has.
    pub coloured: Seat,
    /// Number of points; negative if points were lost.
    pub points: i32,
    /// Segment of the feature that was scored.
    pub at: SegmentId,
    /// Time of the award, in seconds of the window's clock.
    pub since: f64,
}

/// New pieces and points at a table.
#[derive(Debug, Default)]
pub struct Fresh {
    /// Number of the table, and number of its jumps so far (such as undo).
    of: Option<(u64, u64)>,
    /// Number of events that were processed.
    seen: usize,
    /// Number of events at the last answer of each seat.
    answered: Vec<usize>,
    /// Seat that the current marks are for.
    viewpoint: Option<Seat>,
    marks: Vec<FreshMark>,
    points: Vec<FreshPoints>,
}

impl Fresh {
    /// Returns the marks of new pieces.
    pub fn marks(&self) -> &[FreshMark] {
        &self.marks
    }

    /// Returns the points to show now.
    pub fn points(&self) -> &[FreshPoints] {
        &self.points
    }

    /// Notes that a seat is about to answer and therefore knows the current position.
    pub fn answers(&mut self, table: &TableGame, seat: Seat) {
        let count = events(table.game()).len();
        if let Some(answered) = self.answered.get_mut(seat.index()) {
            *answered = count;
        }
        self.marks.clear();
    }

    /// Processes new events. If `watched` is true, no person answers, so only the latest turn counts as new.
    pub fn look(&mut self, table: &TableGame, viewpoint: Option<Seat>, watched: bool, now: f64) {
        let game = table.game();
        let events = events(game);
        let of = Some((table.number(), table.jumps()));
        self.points.retain(|points| now - points.since < RISE);
        if self.of != of || events.len() < self.seen {
            // After a jump, everything on the board counts as known.
            (self.of, self.seen) = (of, events.len());
            self.answered = vec![events.len(); game.seat_count()];
            self.marks.clear();
            self.points.clear();
        }
        if self.seen == events.len() && self.viewpoint == viewpoint {
            return;
        }
        let view = game.view(viewpoint);
        let colours = table.seating().colours();
        let points =
            events[self.seen..].iter().filter_map(|event| points_awarded_by(&view.event(event)?, colours, now));
        self.points.extend(points);
        let many = self.points.len().saturating_sub(MOST_POINTS);
        self.points.drain(..many);
        (self.seen, self.viewpoint) = (events.len(), viewpoint);
        let own = viewpoint.filter(|_| !watched);
        let from = match own {
            Some(seat) => self.answered.get(seat.index()).copied().unwrap_or(events.len()),
            None => self.answered.iter().copied().max().unwrap_or(0).max(last_placed(events)),
        };
        let old = std::mem::take(&mut self.marks);
        for (number, event) in events.iter().enumerate().skip(from) {
            let Some((new, seat)) = view.event(event).and_then(|event| piece_added_by(game, &event)) else { continue };
            if own == Some(seat) {
                continue;
            }
            // A figure that has moved again is marked only at its current place.
            self.marks.retain(|mark| mark.new != new);
            let since = old.iter().find(|mark| mark.event == number).map_or(now, |mark| mark.since);
            self.marks.push(FreshMark { new, seat, coloured: colours.default_seat(seat), event: number, since });
        }
        let many = self.marks.len().saturating_sub(MOST_MARKS);
        self.marks.drain(..many);
    }
}

fn events(game: &Game) -> &[Event] {
    game.journal().map_or(&[], |journal| &journal.events)
}

fn last_placed(events: &[Event]) -> usize {
    let is_laid = |event: &Event| {
        matches!(
            event.what,
            Happening::Placed { .. }
                | Happening::TileReplaced { .. }
                | Happening::PartAdded { .. }
                | Happening::TileMoved { .. }
        )
    };
    events.iter().rposition(is_laid).unwrap_or(events.len())
}

/// Returns the piece that an event has added to the board, and its owner.
fn piece_added_by(game: &Game, event: &Event) -> Option<(FreshPiece, Seat)> {
    match event.what {
        Happening::Placed { seat, tile, .. }
        | Happening::TileReplaced { seat, tile, .. }
        | Happening::PartAdded { seat, tile, .. }
        | Happening::TileMoved { seat, tile, .. } => game.board().tile(tile).map(|_| (FreshPiece::Tile(tile), seat)),
        Happening::Deployed { seat, figure, .. } => {
            let place = game.figure(figure).filter(|now| now.seat == seat)?.place?;
            (!matches!(place, Place::Zone(..))).then_some((FreshPiece::Figure(figure), seat))
        }
        _ => None,
    }
}

/// Returns the points that an event awards for a feature on the board; `None` for other events.
fn points_awarded_by(event: &Event, colours: Colours, now: f64) -> Option<FreshPoints> {
    match event.what {
        Happening::Awarded { seat, points, segment: Some(at), .. } if points != 0 => {
            Some(FreshPoints { seat, coloured: colours.default_seat(seat), points, at, since: now })
        }
        _ => None,
    }
}
