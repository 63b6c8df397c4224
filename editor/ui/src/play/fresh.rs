//! What has come to the board since whoever looks answered last, and points at the moment at which they are earned: read
//! from what that seat may know of the events.

use tilewright_core::catalog::id::{FigureId, SegmentId, TileId};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::Game;
use tilewright_core::state::effect::Place;
use tilewright_core::state::event::Event;
use tilewright_core::state::happening::Happening;

use crate::play::table::Table;
use crate::play::table::seating::Colours;

/// How long points are seen, in seconds.
pub(crate) const RISE: f64 = 1.1;
/// How long a mark takes to appear, in seconds.
pub(crate) const APPEAR: f64 = 0.2;
/// Points that are shown at once; when bots play a whole game in a moment, the last are.
const MOST_POINTS: usize = 12;
/// Things that are marked; more would mark nothing.
const MOST_MARKS: usize = 64;

/// Something that is new on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum New {
    /// A tile that was placed or moved.
    Tile(TileId),
    /// A figure that has come to where it stands.
    Figure(FigureId),
}

/// A mark on something new.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mark {
    /// What.
    pub new: New,
    /// Whose it is.
    pub seat: Seat,
    /// The seat whose colour that is.
    pub coloured: Seat,
    /// Number of the event.
    event: usize,
    /// When it appeared, in the window's time.
    pub since: f64,
}

/// Points that were just earned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Points {
    /// By whom.
    pub seat: Seat,
    /// The seat whose colour that is.
    pub coloured: Seat,
    /// How many; fewer than 0 when some were lost.
    pub points: i32,
    /// The feature that they are for.
    pub at: SegmentId,
    /// When, in the window's time.
    pub since: f64,
}

/// What is new at a table.
#[derive(Debug, Default)]
pub struct Fresh {
    /// Which table, and how often it has been led elsewhere than on.
    of: Option<(u64, u64)>,
    /// Events that are taken in.
    seen: usize,
    /// For each seat, the events at its last answer.
    answered: Vec<usize>,
    /// For whom the marks are: who looks, and from which event on.
    viewpoint: Option<Seat>,
    marks: Vec<Mark>,
    points: Vec<Points>,
}

impl Fresh {
    /// What is new, for the board.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Points that are seen at the moment.
    pub fn points(&self) -> &[Points] {
        &self.points
    }

    /// A seat is about to answer: what it sees now is known to it.
    pub fn answers(&mut self, table: &Table, seat: Seat) {
        let count = events(table.game()).len();
        if let Some(answered) = self.answered.get_mut(seat.index()) {
            *answered = count;
        }
        self.marks.clear();
    }

    /// Takes in what has happened. `watched`: nobody at the screen answers, so that only the newest turn is new.
    pub fn look(&mut self, table: &Table, viewpoint: Option<Seat>, watched: bool, now: f64) {
        let game = table.game();
        let events = events(game);
        let of = Some((table.number(), table.jumps()));
        self.points.retain(|points| now - points.since < RISE);
        if self.of != of || events.len() < self.seen {
            // Whoever was led elsewhere has seen what was there.
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
        let points = events[self.seen..].iter().filter_map(|event| earned(&view.event(event)?, colours, now));
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
            let Some((new, seat)) = view.event(event).and_then(|event| came(game, &event)) else { continue };
            if own == Some(seat) {
                continue;
            }
            // A figure that has moved on is marked where it stands now.
            self.marks.retain(|mark| mark.new != new);
            let since = old.iter().find(|mark| mark.event == number).map_or(now, |mark| mark.since);
            self.marks.push(Mark { new, seat, coloured: colours.of(seat), event: number, since });
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

/// What has come to the board by an event, and whose it is.
fn came(game: &Game, event: &Event) -> Option<(New, Seat)> {
    match event.what {
        Happening::Placed { seat, tile, .. }
        | Happening::TileReplaced { seat, tile, .. }
        | Happening::PartAdded { seat, tile, .. }
        | Happening::TileMoved { seat, tile, .. } => game.board().tile(tile).map(|_| (New::Tile(tile), seat)),
        Happening::Deployed { seat, figure, .. } => {
            let place = game.figure(figure).filter(|now| now.seat == seat)?.place?;
            (!matches!(place, Place::Zone(..))).then_some((New::Figure(figure), seat))
        }
        _ => None,
    }
}

/// Points that an event gives for something on the board.
fn earned(event: &Event, colours: Colours, now: f64) -> Option<Points> {
    match event.what {
        Happening::Awarded { seat, points, segment: Some(at), .. } if points != 0 => {
            Some(Points { seat, coloured: colours.of(seat), points, at, since: now })
        }
        _ => None,
    }
}
