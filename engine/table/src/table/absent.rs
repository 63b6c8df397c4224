//! Players who are absent while their seat is asked: a bot replaces them, and a call reminds them.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use tilewright_core::catalog::seat::Seat;
use tilewright_page::LiveReader;

use super::{HostedTable, Outgoing};

/// Time between a question to an absent player and the call. A page that is loaded again needs less.
const CALL_AFTER: Duration = Duration::from_secs(20);

/// Call to an absent player, with information that everyone may have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnCall {
    /// Titles of the packs.
    pub title: String,
    /// Seat that is asked.
    pub seat: Seat,
    /// Name of its player; empty for the number of the seat.
    pub name: String,
    /// The question.
    pub question: String,
}

/// Presence of the player of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Presence {
    /// No player of the seat has come since the start of the program, so the player may come later.
    #[default]
    Expected,
    /// A player of the seat is connected.
    Here,
    /// The last player has left at this time since the start of the program.
    LeftAt(Duration),
}

/// Presence of all players, and consequences of their absence.
#[derive(Default)]
pub(super) struct Absences {
    /// Presence by seat; a seat that is not listed is expected.
    players: BTreeMap<Seat, Presence>,
    /// Seats that a bot plays for their players now.
    substitutes: BTreeSet<Seat>,
    /// True if the player of the current question was called.
    has_called: bool,
}

impl Absences {
    /// Notes that another question is asked.
    pub(super) fn note_question(&mut self) {
        self.has_called = false;
    }
}

impl HostedTable {
    /// Returns all seats.
    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.settings.seats.len() as u8).map(Seat)
    }

    /// True if a player of the seat is connected.
    pub(super) fn is_here(&self, seat: Seat) -> bool {
        let plays = |id| self.role_link(id).is_some_and(|link| link.role.plays(seat));
        self.is_followed_by(seat.0) || self.connections.keys().any(|id| plays(*id))
    }

    fn is_person(&self, seat: Seat) -> bool {
        self.settings.seats[seat.index()].bot.is_none()
    }

    /// Returns the word for the bot that answers for a seat now.
    pub(super) fn bot_of(&self, seat: Seat) -> Option<&str> {
        self.settings.seats[seat.index()].bot.as_deref().or_else(|| self.substitute(seat))
    }

    /// Returns the word for the bot that plays a seat for its absent player.
    pub(super) fn substitute(&self, seat: Seat) -> Option<&str> {
        let plan = self.settings.substitute.as_ref()?;
        (self.is_person(seat) && self.absences.substitutes.contains(&seat)).then_some(&plan.bot)
    }

    /// Notes who has come and who has left.
    pub(super) fn note_presence(&mut self, now: Duration) {
        for seat in self.seats() {
            let is_here = self.is_here(seat);
            let presence = self.absences.players.entry(seat).or_default();
            match presence {
                _ if is_here => *presence = Presence::Here,
                Presence::Here => *presence = Presence::LeftAt(now),
                Presence::Expected | Presence::LeftAt(_) => {}
            }
            if is_here {
                self.absences.substitutes.remove(&seat);
            }
        }
        if !self.has_company() {
            self.absences.substitutes.clear();
        }
    }

    /// True if a player is connected, for whom a game with substitutes continues.
    fn has_company(&self) -> bool {
        self.absences.players.values().any(|presence| *presence == Presence::Here)
    }

    /// True if bots replace absent players at this table.
    pub fn has_substitute(&self) -> bool {
        self.settings.substitute.is_some()
    }

    /// Lets bots replace players who have been away for the planned time, while another player is connected. Returns
    /// messages to clients.
    pub fn seat_substitutes(&mut self, now: Duration) -> Vec<Outgoing> {
        let mut out = Vec::new();
        let Some(plan) = &self.settings.substitute else { return out };
        let after = Duration::from_secs(plan.after);
        let is_away = |seat: &Seat| match self.absences.players.get(seat) {
            Some(Presence::LeftAt(left)) => now.saturating_sub(*left) >= after,
            _ => false,
        };
        let away: BTreeSet<Seat> = self.seats().filter(|seat| self.has_company() && is_away(seat)).collect();
        if away != self.absences.substitutes {
            self.absences.substitutes = away;
            self.tell_people(&mut out);
        }
        out
    }

    /// True if the player who is asked is absent, so that a bot may replace the player, or a call may be due, later.
    pub fn waits_for_absent_player(&self) -> bool {
        let asked = self.session.decision().filter(|_| self.paused.is_none());
        asked.is_some_and(|asked| self.bot_of(asked.seat).is_none() && !self.is_here(asked.seat))
    }

    /// Returns a call to the absent player who is asked, once for each question. It contains only what onlookers know.
    pub fn due_call(&mut self, now: Duration) -> Option<TurnCall> {
        let is_due = !self.absences.has_called && now.saturating_sub(self.asked_at) >= CALL_AFTER;
        if !is_due || !self.waits_for_absent_player() {
            return None;
        }
        self.absences.has_called = true;
        let shown = self.live.view(LiveReader::Onlooker);
        let (seat, question) = (shown["p"]["w"][0].as_u64()?, shown["p"]["w"][1].as_str()?);
        let seat = self.seats().find(|own| u64::from(own.0) == seat)?;
        let title = self.session.game().catalog().titles();
        Some(TurnCall {
            title,
            seat,
            name: self.settings.seats[seat.index()].name.clone(),
            question: question.to_owned(),
        })
    }
}
