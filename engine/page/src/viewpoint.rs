//! Defines viewpoints: the readers of a game and their knowledge.

use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::{Answer, Entry, Session};
use tilewright_core::state::Game;
use tilewright_core::state::view::View;

/// Viewpoint on a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Viewpoint {
    /// Viewpoint with all hidden information.
    Everything,
    /// Viewpoint of an onlooker at the table.
    Open,
    /// Viewpoint of a seat.
    Of(Seat),
}

impl Viewpoint {
    /// Returns all viewpoints on a game with `seats` seats.
    pub(crate) fn all(seats: usize) -> Vec<Viewpoint> {
        let own = (0..seats as u8).map(|seat| Viewpoint::Of(Seat(seat)));
        [Viewpoint::Everything, Viewpoint::Open].into_iter().chain(own).collect()
    }

    /// Returns the short name in the data of a page.
    pub(crate) fn key(self) -> String {
        match self {
            Viewpoint::Everything => "e".to_owned(),
            Viewpoint::Open => "o".to_owned(),
            Viewpoint::Of(seat) => seat.index().to_string(),
        }
    }

    /// Returns the game as this viewpoint sees it.
    pub(crate) fn view(self, game: &Game) -> View<'_> {
        match self {
            Viewpoint::Everything => game.view_of_everything(),
            Viewpoint::Open => game.view(None),
            Viewpoint::Of(seat) => game.view(Some(seat)),
        }
    }

    /// True if this viewpoint sees that an answer was given. If the question is secret, other seats do not see even
    /// that.
    pub(crate) fn see(self, answer: &Answer) -> bool {
        self == Viewpoint::Everything || answer.is_seen_by(self.seat())
    }

    /// True if this viewpoint knows the chosen option.
    pub(crate) fn know(self, answer: &Answer) -> bool {
        self == Viewpoint::Everything || answer.is_known_to(self.seat())
    }

    /// Returns the seat of the viewpoint; `None` for the others.
    fn seat(self) -> Option<Seat> {
        if let Viewpoint::Of(seat) = self { Some(seat) } else { None }
    }
}

/// Returns the answers of all seats with their places in the log, except answers with only one option.
pub(crate) fn answers(session: &Session) -> Vec<(usize, Answer)> {
    let given = session.log().iter().enumerate().filter_map(|(at, entry)| match entry {
        Entry::Answer(answer) if !answer.forced => Some((at, answer.clone())),
        _ => None,
    });
    given.collect()
}
