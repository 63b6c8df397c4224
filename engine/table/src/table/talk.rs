//! Texts of players: to each other, their names, and their notes for the designers.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use serde_json::{Value as Json, json};
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::catalog::seat::Seat;
use tilewright_kit::files::Lines;
use tilewright_kit::limits::PLAYER_TEXT;

use super::{ConnectionId, FollowerNews, HostedTable, Outgoing, Refused, message};
use crate::findings::TableNote;
use crate::message::NoteMood;

/// Maximum length of a name, in characters.
const NAME: usize = 40;
/// Maximum number of notes of a table.
const NOTES: usize = 500;
/// Number of texts that a new connection gets.
const KEPT: usize = 200;

/// Texts of the players.
pub(super) struct Talk {
    said: VecDeque<Json>,
    notes: Lines,
    noted: usize,
}

impl Talk {
    pub(super) fn new(notes: Lines) -> Talk {
        Talk { said: VecDeque::new(), notes, noted: 0 }
    }

    /// Sends the earlier texts to a new connection.
    pub(super) fn replay(&self, id: ConnectionId, out: &mut Vec<Outgoing>) {
        out.extend(self.said.iter().map(|said| message(id, said)));
    }
}

impl HostedTable {
    /// Returns the seat for which a connection speaks; `None` for onlookers.
    fn speaker(&self, id: ConnectionId) -> Option<u8> {
        self.role_link(id)?.role.seats.first().copied()
    }

    pub(super) fn say(&mut self, id: ConnectionId, text: &str, out: &mut Vec<Outgoing>) -> Result<(), Refused> {
        let text = tidy(text, PLAYER_TEXT)?;
        let said = json!({"t": "said", "seat": self.speaker(id), "text": text});
        if self.talk.said.len() == KEPT {
            self.talk.said.pop_front();
        }
        self.talk.said.push_back(said.clone());
        self.tell_all(&said, out);
        Ok(())
    }

    pub(super) fn note(
        &mut self,
        id: ConnectionId,
        text: &str,
        mood: Option<NoteMood>,
        place: Option<String>,
        out: &mut Vec<Outgoing>,
    ) -> Result<(), Refused> {
        let text = tidy(text, PLAYER_TEXT)?;
        let answers = self.session.chosen_count();
        let ask = self.session.decision().map(|decision| decision.ask.to_string());
        if place.as_ref().is_some_and(|place| Cell::read(place).is_none()) {
            return Err(Refused::new("not_a_place", "the note is about a place that does not exist"));
        }
        let mut note = json!({"seat": self.speaker(id), "answers": answers, "ask": ask, "mood": mood, "text": text});
        if let Some(place) = place {
            note["place"] = json!(place);
        }
        self.add_note(&note, id, out)
    }

    fn add_note(&mut self, note: &Json, id: ConnectionId, out: &mut Vec<Outgoing>) -> Result<(), Refused> {
        if self.talk.noted == NOTES {
            return Err(Refused::new("too_many_notes", format!("a table takes {NOTES} notes")));
        }
        let line = note.to_string();
        let added = self.talk.notes.add(&line);
        if let Some(note) = TableNote::read(&line) {
            self.report(FollowerNews::Noted(note));
        }
        self.talk.noted += 1;
        self.pause_on_error(added, out);
        out.push(message(id, &json!({"t": "noted"})));
        Ok(())
    }

    /// Stores the answers to the questions at the end.
    pub(super) fn take_form(
        &mut self,
        id: ConnectionId,
        answers: &BTreeMap<String, Json>,
        out: &mut Vec<Outgoing>,
    ) -> Result<(), Refused> {
        if !answers.iter().all(|(id, answer)| self.settings.form.accepts(id, answer)) {
            return Err(Refused::new("not_a_form", "these are not answers to the questions"));
        }
        self.add_note(&json!({"seat": self.speaker(id), "form": answers}), id, out)
    }

    pub(super) fn name_seat(&mut self, seat: Seat, text: &str, out: &mut Vec<Outgoing>) -> Result<(), Refused> {
        self.settings.seats[seat.index()].name = tidy(text, NAME)?;
        self.write_settings(out);
        self.tell_people(out);
        Ok(())
    }

    /// Replaces the token of the link that plays a seat, closes its connections, and tells the host.
    pub(super) fn renew_link(
        &mut self,
        seat: Seat,
        token: &str,
        id: ConnectionId,
        now: Duration,
        out: &mut Vec<Outgoing>,
    ) -> Result<(), Refused> {
        let link = self.settings.links.iter().position(|link| !link.role.host && link.role.plays(seat));
        let link = link.ok_or_else(|| Refused::new("no_link", "no link plays this seat alone"))?;
        self.settings.links[link].renew(token);
        self.write_settings(out);
        let old: Vec<ConnectionId> =
            self.connections.iter().filter(|(_, own)| own.link == link).map(|(id, _)| *id).collect();
        for id in old {
            out.push(Outgoing { ends: true, ..message(id, &json!({"t": "closing", "code": "renewed"})) });
            self.connections.remove(&id);
        }
        self.note_presence(now);
        out.push(message(id, &json!({"t": "link", "seat": seat.0, "token": token})));
        self.tell_people(out);
        Ok(())
    }
}

/// Removes control characters and spaces at the ends of a text.
fn tidy(text: &str, most: usize) -> Result<String, Refused> {
    let tidy: String = text.chars().filter(|letter| !letter.is_control() || *letter == '\n').collect();
    let tidy = tidy.trim();
    match tidy.chars().count() {
        0 => Err(Refused::new("no_text", "the text is empty")),
        count if count > most => Err(Refused::new("too_long", format!("a text has at most {most} letters"))),
        _ => Ok(tidy.to_owned()),
    }
}
