//! A program on this machine that follows the whole game, such as the editor of the game's designer. It plays some
//! seats, and keeps a copy of the game by repeating every answer: the rules lead to the same game everywhere.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value as Json, json};
use tilewright_core::catalog::seat::Seat;

use super::{HostedTable, Outgoing, Refused, ReloadEnd, message};
use crate::findings::TableNote;

/// Follower of a table.
pub(super) struct Follower {
    /// Seats that it plays, by number from 0.
    seats: Vec<u8>,
    /// Seat whose hidden information its user sees, although another player has the seat.
    looks_as: Option<Seat>,
    news: Vec<FollowerNews>,
}

/// Request of a follower. `answers` is the number of chosen answers that it knows; the table refuses a request about an
/// older position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FollowerMessage {
    /// Answers the question of an own seat with the key of an option.
    Answer {
        /// Seat that is asked.
        seat: Seat,
        /// Number of known answers.
        answers: usize,
        /// Key of the option.
        key: String,
    },
    /// Takes the last answer of an own seat back, or asks the other players.
    Undo {
        /// Seat that answered.
        seat: Seat,
        /// Number of known answers.
        answers: usize,
    },
    /// Agrees that another seat takes its answer back, or refuses.
    Agree {
        /// Seat that agrees.
        seat: Seat,
        /// True to agree.
        yes: bool,
    },
    /// Reports to all guests that the user sees the hidden information of another player's seat; `None`: no longer.
    LookAs(Option<Seat>),
    /// Ends all connections, because the table is closed.
    Close,
}

/// Change of a table, for its follower.
#[derive(Clone, PartialEq, Debug)]
pub enum FollowerNews {
    /// A seat has answered with the key of an option.
    Answered {
        /// Seat that answered.
        seat: Seat,
        /// Key of the option.
        key: String,
    },
    /// Answers were taken back.
    TakenBack {
        /// Number of chosen answers that are left.
        answers: usize,
    },
    /// A seat wishes to take its answer back, and these seats have to agree; `None` if no seat does any more.
    Wish(Option<(Seat, BTreeSet<u8>)>),
    /// Players have come or gone.
    People {
        /// For each seat, true if a player of the seat is connected.
        seats: Vec<bool>,
        /// Number of connected onlookers.
        onlookers: usize,
    },
    /// A player or an onlooker has written a note.
    Noted(TableNote),
    /// The game is paused for this reason.
    Paused(String),
    /// The follower's changed packs were taken over, or they do not allow all answers.
    Reloaded(ReloadEnd),
    /// The game cannot be played with the follower's changed packs, for this reason.
    ReloadRefused(String),
    /// A request of the follower was refused for this reason.
    Refused(String),
}

impl HostedTable {
    /// Lets a program on this machine follow the game and play seats. Returns messages to clients.
    pub fn follow(&mut self, seats: Vec<u8>) -> Vec<Outgoing> {
        self.follower = Some(Follower { seats, looks_as: None, news: Vec::new() });
        self.note_presence(Duration::ZERO);
        let mut out = Vec::new();
        self.tell_people(&mut out);
        out
    }

    /// Returns the news for the follower since the last call, in order.
    pub fn take_news(&mut self) -> Vec<FollowerNews> {
        self.follower.as_mut().map(|follower| std::mem::take(&mut follower.news)).unwrap_or_default()
    }

    /// Takes a request of the follower at a time since the start of the program. Returns messages to clients.
    pub fn take_request(&mut self, request: FollowerMessage, now: Duration) -> Vec<Outgoing> {
        let mut out = Vec::new();
        if let Err(Refused { text, .. }) = self.try_request(request, now, &mut out) {
            self.report(FollowerNews::Refused(text));
        }
        out
    }

    fn try_request(&mut self, request: FollowerMessage, now: Duration, out: &mut Vec<Outgoing>) -> Result<(), Refused> {
        match request {
            FollowerMessage::Answer { seat, answers, key } => {
                self.ensure_known(seat, answers)?;
                self.answer(seat, &key, now, out)
            }
            FollowerMessage::Undo { seat, answers } => {
                self.ensure_known(seat, answers)?;
                let own = self.follower.as_ref().map(|follower| follower.seats.clone()).unwrap_or_default();
                self.ask_undo(seat, &own, now, out)
            }
            FollowerMessage::Agree { seat, yes } => {
                self.ensure_own(seat)?;
                self.agree(seat, yes, now, out)
            }
            FollowerMessage::LookAs(seat) => {
                let other = seat.filter(|seat| !self.is_followed_by(seat.0));
                if let Some(follower) = &mut self.follower
                    && std::mem::replace(&mut follower.looks_as, other) != other
                {
                    self.tell_all(&looks_message(other), out);
                }
                Ok(())
            }
            FollowerMessage::Close => {
                let closing = json!({"t": "closing", "code": "closed"});
                out.extend(self.connections.keys().map(|id| Outgoing { ends: true, ..message(*id, &closing) }));
                self.connections.clear();
                Ok(())
            }
        }
    }

    /// Ensures that the follower plays the seat.
    fn ensure_own(&self, seat: Seat) -> Result<(), Refused> {
        let own = self.is_followed_by(seat.0);
        own.then_some(()).ok_or_else(|| Refused::new("not_your_seat", "another player has the seat"))
    }

    /// Ensures that the follower plays the seat and knows the position.
    fn ensure_known(&self, seat: Seat, answers: usize) -> Result<(), Refused> {
        self.ensure_own(seat)?;
        if let Some(why) = &self.paused {
            return Err(Refused::new("paused", why.clone()));
        }
        let known = answers == self.session.chosen_count();
        known.then_some(()).ok_or_else(|| Refused::new("stale", "the game has changed since then; look again"))
    }

    /// True if the follower plays the seat.
    pub(super) fn is_followed_by(&self, seat: u8) -> bool {
        self.follower.as_ref().is_some_and(|follower| follower.seats.contains(&seat))
    }

    /// Returns the message about the hidden information that the user of the follower sees.
    pub(super) fn looks(&self) -> Option<Json> {
        let seat = self.follower.as_ref()?.looks_as?;
        Some(looks_message(Some(seat)))
    }

    /// Keeps news for the follower, if there is one.
    pub(super) fn report(&mut self, news: FollowerNews) {
        if let Some(follower) = &mut self.follower {
            follower.news.push(news);
        }
    }
}

fn looks_message(seat: Option<Seat>) -> Json {
    json!({"t": "looks", "seat": seat.map(|seat| seat.0)})
}
