//! Through whose eyes a game is looked at.

use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::{Answer, Entry, Session};
use tilewright_core::state::Game;
use tilewright_core::state::view::View;

/// Whose eyes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Eyes {
    /// Those of somebody who sees all cards.
    Everything,
    /// Those of a bystander.
    Open,
    /// Those of a seat.
    Of(Seat),
}

impl Eyes {
    /// All that can look at a game of so many seats.
    pub(crate) fn all(seats: usize) -> Vec<Eyes> {
        let own = (0..seats as u8).map(|seat| Eyes::Of(Seat(seat)));
        [Eyes::Everything, Eyes::Open].into_iter().chain(own).collect()
    }

    /// The short name in the data of a page.
    pub(crate) fn key(self) -> String {
        match self {
            Eyes::Everything => "e".to_owned(),
            Eyes::Open => "o".to_owned(),
            Eyes::Of(seat) => seat.to_string(),
        }
    }

    /// The game as they see it.
    pub(crate) fn view(self, game: &Game) -> View<'_> {
        match self {
            Eyes::Everything => game.view_of_everything(),
            Eyes::Open => game.view(None),
            Eyes::Of(seat) => game.view(Some(seat)),
        }
    }

    /// Whether they see that an answer was given. Where it is secret, whether there was anything to choose is too.
    pub(crate) fn see(self, answer: &Answer) -> bool {
        !answer.secret || self == Eyes::Everything || self == Eyes::Of(answer.seat)
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
