//! Words the end of a game.

use super::SentenceValue::{Name, SeatName, Text};
use super::Sentences;
use crate::ending::{Winners, WonBy};

impl Sentences<'_> {
    /// Words the fact that the game is over.
    pub fn game_over(&self) -> String {
        self.say("game-over", [])
    }

    /// Words the end of a game in full: the result, the winners and the tie-breakers.
    pub fn ending(&self, winners: &Winners) -> String {
        let mut all: Vec<String> = self.result(winners).into_iter().chain(self.winners(winners)).collect();
        all.extend(self.ties(winners));
        all.join(" ")
    }

    /// Words the result of a game beyond the ranking; `None` if there is no such result.
    pub fn result(&self, winners: &Winners) -> Option<String> {
        winners.result.as_ref().map(|result| self.say("result", [("result", Name(&result.name))]))
    }

    /// Words who wins; `None` if the result of the only seat says enough.
    pub fn winners(&self, winners: &Winners) -> Option<String> {
        Some(match (winners.win_kind(), &winners.winners[..]) {
            (WonBy::Unsaid, _) => return None,
            (WonBy::One, [seat, ..]) => self.say("wins", [("seat", SeatName(*seat))]),
            (WonBy::One | WonBy::Several, seats) => {
                self.say("win-shared", [("seats", Text(self.seats(seats.iter().copied())))])
            }
            (WonBy::All, _) => self.say("all-win", []),
            (WonBy::Nobody, _) => self.say("no-winner", []),
        })
    }

    /// Words each counter that decided between equal points.
    pub fn ties(&self, winners: &Winners) -> Vec<String> {
        let tie = |(counter, values): &(String, Vec<_>)| {
            let values = self.seat_numbers(values);
            self.say("tie-decided", [("counter", Name(counter)), ("values", Text(values))])
        };
        winners.decided_by.iter().map(tie).collect()
    }
}
