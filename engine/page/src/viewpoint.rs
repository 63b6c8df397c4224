//! Viewpoints: from where a game is looked at, by what one who stands there may know.

use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::{Answer, Entry, Session};
use tilewright_core::state::Game;
use tilewright_core::state::view::View;

/// From where one looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Viewpoint {
    /// That of somebody who sees all cards.
    Everything,
    /// That of a bystander.
    Open,
    /// That of a seat.
    Of(Seat),
}

impl Viewpoint {
    /// All that can look at a game of so many seats.
    pub(crate) fn all(seats: usize) -> Vec<Viewpoint> {
        let own = (0..seats as u8).map(|seat| Viewpoint::Of(Seat(seat)));
        [Viewpoint::Everything, Viewpoint::Open].into_iter().chain(own).collect()
    }

    /// The short name in the data of a page.
    pub(crate) fn key(self) -> String {
        match self {
            Viewpoint::Everything => "e".to_owned(),
            Viewpoint::Open => "o".to_owned(),
            Viewpoint::Of(seat) => seat.index().to_string(),
        }
    }

    /// The game as they see it.
    pub(crate) fn view(self, game: &Game) -> View<'_> {
        match self {
            Viewpoint::Everything => game.view_of_everything(),
            Viewpoint::Open => game.view(None),
            Viewpoint::Of(seat) => game.view(Some(seat)),
        }
    }

    /// Whether they see that an answer was given. Where the question is secret, whether there was anything to choose is too.
    pub(crate) fn see(self, answer: &Answer) -> bool {
        self == Viewpoint::Everything || answer.is_seen_by(self.seat())
    }

    /// Whether they see what was answered.
    pub(crate) fn know(self, answer: &Answer) -> bool {
        self == Viewpoint::Everything || answer.is_known_to(self.seat())
    }

    /// The seat that looks, if it is one.
    fn seat(self) -> Option<Seat> {
        if let Viewpoint::Of(seat) = self { Some(seat) } else { None }
    }
}

/// The answers that seats gave, each with its place in the log; those that had one option only are not among them.
pub(crate) fn answers(session: &Session) -> Vec<(usize, Answer)> {
    let given = session.log().iter().enumerate().filter_map(|(at, entry)| match entry {
        Entry::Answer(answer) if !answer.forced => Some((at, answer.clone())),
        _ => None,
    });
    given.collect()
}
