//! Takes answers back: alone if they had no consequences yet, or with the consent of all other players.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::json;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::Entry;
use tilewright_core::state::happening::Happening;
use tilewright_page::LiveReader;

use super::{ConnectionId, FollowerNews, HostedTable, Outgoing, Refused};
use crate::findings::AnswerEntry;

/// Wish of a seat to take its last answer back.
pub(super) struct UndoWish {
    seat: Seat,
    /// Length of the log before the answer.
    length: usize,
    /// Seats that have to agree.
    asked: BTreeSet<u8>,
}

impl HostedTable {
    /// Takes the last answer of a seat back, or asks the players of seats other than `own_seats`.
    pub(super) fn ask_undo(
        &mut self,
        seat: Seat,
        own_seats: &[u8],
        now: Duration,
        out: &mut Vec<Outgoing>,
    ) -> Result<(), Refused> {
        let log = self.session.log();
        let own = |entry: &Entry| matches!(entry, Entry::Answer(answer) if !answer.forced && answer.seat == seat);
        let none = || Refused::new("no_answer", "this seat has no answer to take back");
        let length = log.iter().rposition(own).ok_or_else(none)?;
        let others = (0..self.session.game().seat_count() as u8).filter(|other| *other != seat.0);
        let is_open = |entry: &Entry| match entry {
            // Asking to take it back would reveal a secret question.
            Entry::Answer(answer) => others.clone().all(|other| answer.is_seen_by(Some(Seat(other)))),
            Entry::Chance(_) => true,
        };
        if !log[length..].iter().all(is_open) {
            return Err(Refused::new("secret", "a secret answer cannot be taken back"));
        }
        let is_person = |seat: u8| self.bot_of(Seat(seat)).is_none();
        let asked: BTreeSet<u8> = others.filter(|other| is_person(*other) && !own_seats.contains(other)).collect();
        if asked.is_empty() || self.is_free(seat, length) {
            return self.take_back(length, now, out);
        }
        self.wish = Some(UndoWish { seat, length, asked });
        self.tell_wish(out);
        Ok(())
    }

    /// True if the answer at a place of the log had no consequences yet: no other seat has chosen, no chance has decided,
    /// and no seat has looked at a tile.
    fn is_free(&self, seat: Seat, length: usize) -> bool {
        let own = |entry: &Entry| match entry {
            Entry::Answer(answer) => answer.forced || answer.seat == seat,
            Entry::Chance(_) => false,
        };
        let game = self.session.game();
        // The journal has no places of the log, so that any look since the start counts.
        let looked = game
            .journal()
            .is_some_and(|journal| journal.events.iter().any(|event| matches!(event.what, Happening::Looked { .. })));
        !looked && self.session.log()[length..].iter().all(own)
    }

    /// Notes whether a seat agrees, and takes the answer back when all have agreed.
    pub(super) fn agree(
        &mut self,
        seat: Seat,
        yes: bool,
        now: Duration,
        out: &mut Vec<Outgoing>,
    ) -> Result<(), Refused> {
        let wish = self.wish.as_mut().filter(|wish| wish.asked.contains(&seat.0));
        let wish = wish.ok_or_else(|| Refused::new("not_asked", "no other seat wants to take an answer back"))?;
        if !yes {
            self.wish = None;
        } else {
            wish.asked.remove(&seat.0);
            if wish.asked.is_empty() {
                let length = wish.length;
                self.wish = None;
                self.tell_wish(out);
                return self.take_back(length, now, out);
            }
        }
        self.tell_wish(out);
        Ok(())
    }

    fn tell_wish(&mut self, out: &mut Vec<Outgoing>) {
        let told = match &self.wish {
            Some(wish) => json!({"t": "wish", "seat": wish.seat.0, "asked": wish.asked}),
            None => json!({"t": "wish", "seat": null}),
        };
        self.tell_all(&told, out);
        self.report(FollowerNews::Wish(self.wish.as_ref().map(|wish| (wish.seat, wish.asked.clone()))));
    }

    fn take_back(&mut self, length: usize, now: Duration, out: &mut Vec<Outgoing>) -> Result<(), Refused> {
        if !self.session.take_back(length) {
            return Err(Refused::new("out_of_reach", "the rules have changed since that answer"));
        }
        (self.thinking, self.wish, self.asked_at) = (None, None, now);
        self.absences.note_question();
        self.report(FollowerNews::TakenBack { answers: self.session.chosen_count() });
        self.store(out);
        let packs = self.packs.clone();
        match packs.with_source(|source| self.live.restart(&mut self.session, source)) {
            Ok(readers) => {
                let changed = |id: &ConnectionId| self.readers_of(*id).iter().any(|reader| readers.contains(reader));
                let ids: Vec<ConnectionId> = self.connections.keys().copied().filter(changed).collect();
                ids.into_iter().for_each(|id| self.send_views(id, out));
            }
            Err(error) => self.pause(error.to_string(), out),
        }
        self.note_answer(&AnswerEntry::Undone { undo: self.session.chosen_count() }, out);
        Ok(())
    }

    /// Returns the number of changes that a seat has seen, for tests and programs.
    pub fn number(&self, seat: Option<Seat>) -> u64 {
        self.live.number(seat.map_or(LiveReader::Onlooker, LiveReader::Seat))
    }
}
