//! The table itself: takes a connection and a message, and returns the resulting messages.

mod absent;
mod bots;
mod follow;
mod open;
mod reload;
mod talk;
mod undo;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Value as Json, json};
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::{Refusal, Session};
use tilewright_kit::error::KitError;
use tilewright_kit::files::Lines;
use tilewright_kit::games::running::RunningGame;
use tilewright_lab::bots::Bots;
use tilewright_page::{LiveGame, LiveReader, draw_pieces, drawings_in, live_facts};
use tilewright_wording::sentences::{PlainStyle, Sentences};
use tilewright_wording::why_not::{Fit, fit};
use tilewright_wording::words::Words;

use crate::file::{TableFolder, TableSettings};
use crate::findings::AnswerEntry;
use crate::link::StoredLink;
use crate::message::ClientMessage;
use crate::packs::TablePacks;
use absent::Absences;
pub use absent::TurnCall;
use bots::Thinking;
use follow::Follower;
pub use follow::{FollowerMessage, FollowerNews};
pub use open::{NewTable, SeatPlan};
pub use reload::ReloadEnd;
use reload::ReloadRequest;
use talk::Talk;
use undo::UndoWish;

/// Version of the protocol.
pub const PROTOCOL: u32 = 1;

/// Maximum number of connections to a table.
pub const MAX_CONNECTIONS: usize = 64;

/// Maximum size of the drawings that a client gets before a view refers to them, in bytes of markup.
const EARLY_DRAWINGS: usize = 512 * 1024;

/// Connection of a client, by a number that the caller chooses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ConnectionId(pub u64);

/// Message to a connection, as JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outgoing {
    /// Receiver.
    pub to: ConnectionId,
    /// Message.
    pub text: String,
    /// True if the connection ends after the message.
    pub ends: bool,
}

/// Connection that has shown its link.
struct Connected {
    /// Number of the link.
    link: usize,
    /// Ids of the drawings that the client has.
    sent: BTreeSet<String>,
}

/// Table with its game, its seats and its connections.
pub struct HostedTable {
    packs: Rc<TablePacks>,
    folder: TableFolder,
    settings: TableSettings,
    session: Session,
    live: LiveGame,
    game_file: RunningGame,
    answers: Lines,
    talk: Talk,
    connections: BTreeMap<ConnectionId, Connected>,
    bots: Bots,
    thinking: Option<Thinking>,
    wish: Option<UndoWish>,
    /// Program on this machine that follows the whole game.
    follower: Option<Follower>,
    absences: Absences,
    /// Time of the current question, since the start of the program.
    asked_at: Duration,
    /// Request of the host to play with the current packs.
    reload: Option<ReloadRequest>,
    /// Reason why the game is paused: a rule has failed, or a file cannot be written.
    paused: Option<String>,
}

/// Refusal of a message: its code, and its text for the player.
struct Refused {
    code: &'static str,
    text: String,
}

impl Refused {
    fn new(code: &'static str, text: impl Into<String>) -> Refused {
        Refused { code, text: text.into() }
    }
}

impl HostedTable {
    /// Returns the folder of the table's files.
    pub fn folder(&self) -> &Path {
        &self.folder.0
    }

    /// Returns the game.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// True if a token opens the table.
    pub fn knows(&self, token: &str) -> bool {
        self.settings.links.iter().any(|link| link.opens(token))
    }

    /// Adds a connection that shows a token, at a time since the start of the program. Returns messages to clients;
    /// `None`, without any change, if no link has the token or the table has too many connections.
    pub fn connect(&mut self, id: ConnectionId, token: &str, now: Duration) -> Option<Vec<Outgoing>> {
        let link = self.settings.links.iter().position(|link| link.opens(token))?;
        // Players come before onlookers when the table is full.
        let most = if self.settings.links[link].role.seats.is_empty() { MAX_CONNECTIONS / 2 } else { MAX_CONNECTIONS };
        if self.connections.len() >= most {
            return None;
        }
        self.connections.insert(id, Connected { link, sent: BTreeSet::new() });
        self.note_presence(now);
        let mut out = Vec::new();
        self.send_beginning(id, &mut out);
        self.talk.replay(id, &mut out);
        self.tell_people(&mut out);
        if let Some(why) = &self.paused {
            out.push(message(id, &json!({"t": "paused", "text": why})));
        }
        out.extend(self.looks().map(|looks| message(id, &looks)));
        Some(out)
    }

    /// Removes a connection, at a time since the start of the program. Returns messages to the others.
    pub fn disconnect(&mut self, id: ConnectionId, now: Duration) -> Vec<Outgoing> {
        let mut out = Vec::new();
        if self.connections.remove(&id).is_some() {
            self.note_presence(now);
            self.tell_people(&mut out);
        }
        out
    }

    /// Takes a message of a connection at a time since the start of the program. `token` provides the token of a new
    /// link. Returns messages to all connections; a message of an unknown connection has no effect.
    pub fn receive(
        &mut self,
        id: ConnectionId,
        text: &str,
        now: Duration,
        token: &mut dyn FnMut() -> String,
    ) -> Vec<Outgoing> {
        let mut out = Vec::new();
        if !self.connections.contains_key(&id) {
            return out;
        }
        let taken = match serde_json::from_str::<ClientMessage>(text) {
            Ok(sent) => self.take(id, sent, now, token, &mut out),
            Err(error) => Err(Refused::new("not_a_message", error.to_string())),
        };
        if let Err(Refused { code, text }) = taken {
            out.push(message(id, &json!({"t": "refused", "code": code, "text": text})));
            if code == "stale" {
                self.send_views(id, &mut out);
            }
        }
        out
    }

    fn take(
        &mut self,
        id: ConnectionId,
        sent: ClientMessage,
        now: Duration,
        token: &mut dyn FnMut() -> String,
        out: &mut Vec<Outgoing>,
    ) -> Result<(), Refused> {
        match sent {
            ClientMessage::Answer { s, n, key } => {
                let seat = self.own_seat(id, s)?;
                self.ensure_newest(seat, n)?;
                self.answer(seat, &key, now, out)
            }
            ClientMessage::Undo { s, n } => {
                let seat = self.own_seat(id, s)?;
                self.ensure_newest(seat, n)?;
                let own = self.role_link(id).map(|link| link.role.seats.clone()).unwrap_or_default();
                self.ask_undo(seat, &own, now, out)
            }
            ClientMessage::Agree { s, yes } => {
                let seat = self.own_seat(id, s)?;
                self.agree(seat, yes, now, out)
            }
            ClientMessage::Why { s, cell } => {
                let seat = self.own_seat(id, s)?;
                let text = self.why_not(seat, &cell)?;
                out.push(message(id, &json!({"t": "why", "cell": cell, "text": text})));
                self.note_answer(&AnswerEntry::Why { seat: seat.0, why: cell }, out);
                Ok(())
            }
            ClientMessage::Say { text } => self.say(id, &text, out),
            ClientMessage::Note { text, mood, place } => self.note(id, &text, mood, place, out),
            ClientMessage::Form { answers } => self.take_form(id, &answers, out),
            ClientMessage::Name { s, text } => {
                let seat = self.own_seat(id, s)?;
                self.name_seat(seat, &text, out)
            }
            ClientMessage::Bot { s, bot } => {
                let seat = self.any_seat(id, s)?;
                self.seat_bot(seat, bot, now, out)
            }
            ClientMessage::Renew { s } => {
                let seat = self.any_seat(id, s)?;
                self.renew_link(seat, &token(), id, now, out)
            }
            ClientMessage::Reload { part } => {
                self.ensure_host(id)?;
                self.reload = Some(ReloadRequest { id, part });
                Ok(())
            }
            ClientMessage::Rules => {
                let rules = self.packs.rules(&self.settings.language, &self.folder.packs(self.settings.game));
                let mut explained = json!({"t": "rules", "sections": rules.sections});
                self.add_drawings(id, &rules.drawings, usize::MAX, &mut explained);
                out.push(message(id, &explained));
                Ok(())
            }
            ClientMessage::View => {
                // The client has missed messages, which may have contained drawings.
                if let Some(connected) = self.connections.get_mut(&id) {
                    connected.sent.clear();
                }
                self.send_views(id, out);
                Ok(())
            }
        }
    }

    fn role_link(&self, id: ConnectionId) -> Option<&StoredLink> {
        self.settings.links.get(self.connections.get(&id)?.link)
    }

    /// Returns a seat that the connection plays.
    fn own_seat(&self, id: ConnectionId, seat: u8) -> Result<Seat, Refused> {
        let seat = Seat(seat);
        let plays = self.role_link(id).is_some_and(|link| link.role.plays(seat));
        plays.then_some(seat).ok_or_else(|| Refused::new("not_your_seat", "this link does not play the seat"))
    }

    fn ensure_host(&self, id: ConnectionId) -> Result<(), Refused> {
        let is_host = self.role_link(id).is_some_and(|link| link.role.host);
        is_host.then_some(()).ok_or_else(|| Refused::new("not_the_host", "only the host's link can do this"))
    }

    /// Returns a seat, if the connection is the host.
    fn any_seat(&self, id: ConnectionId, seat: u8) -> Result<Seat, Refused> {
        self.ensure_host(id)?;
        let exists = usize::from(seat) < self.session.game().seat_count();
        exists.then_some(Seat(seat)).ok_or_else(|| Refused::new("no_such_seat", "the game has no such seat"))
    }

    fn ensure_newest(&self, seat: Seat, seen: u64) -> Result<(), Refused> {
        if let Some(why) = &self.paused {
            return Err(Refused::new("paused", why.clone()));
        }
        let newest = self.live.number(LiveReader::Seat(seat));
        let stale = || Refused::new("stale", "the game has changed since then; look again");
        (seen == newest).then_some(()).ok_or_else(stale)
    }

    /// Gives an answer, stores it, and sends the changes to their readers.
    fn answer(&mut self, seat: Seat, key: &str, now: Duration, out: &mut Vec<Outgoing>) -> Result<(), Refused> {
        let game = self.session.game();
        let decision = game.decision().filter(|decision| decision.seat == seat);
        let decision = decision.ok_or_else(|| Refused::new("not_asked", "this seat is not asked now"))?;
        let pick = decision.options.find(game, key);
        let pick = pick.ok_or_else(|| Refused::new("not_an_option", format!("`{key}` is not an option")))?;
        let (ask, count) = (decision.ask.to_string(), decision.options.count());
        let given = self.live.describe_answer(&self.session, pick);
        if let Err(refusal) = self.session.answer(pick) {
            return Err(match refusal {
                Refusal::Rejected(rejected) => Refused::new(rejected.code, rejected.message),
                Refusal::Fault(fault) => {
                    self.pause(fault.to_string(), out);
                    Refused::new("fault", fault.to_string())
                }
            });
        }
        let is_bot = self.bot_of(seat).is_some();
        (self.wish, self.thinking) = (None, None);
        self.absences.note_question();
        self.report(FollowerNews::Answered { seat, key: key.to_owned() });
        self.store(out);
        let spent = now.saturating_sub(self.asked_at).as_millis() as u64;
        self.asked_at = now;
        let key = key.to_owned();
        self.note_answer(
            &AnswerEntry::Given { seat: seat.0, ask, key, options: count.into(), ms: spent, bot: is_bot },
            out,
        );
        let changes = self.packs.clone().with_source(|source| self.live.follow(&self.session, given, source));
        self.send_changes(changes, out);
        Ok(())
    }

    /// Adds a line for the designers.
    fn note_answer(&mut self, entry: &AnswerEntry, out: &mut Vec<Outgoing>) {
        let added = self.answers.add_quickly(&line(entry));
        self.pause_on_error(added, out);
    }

    /// Writes the state of the game to its file.
    fn store(&mut self, out: &mut Vec<Outgoing>) {
        let stored = self.game_file.note(&self.session).and_then(|()| self.game_file.note_end(&self.session));
        self.pause_on_error(stored, out);
    }

    /// Pauses the game if a file cannot be written, since further answers would be lost.
    fn pause_on_error(&mut self, written: Result<(), KitError>, out: &mut Vec<Outgoing>) {
        if let Err(error) = written {
            self.pause(error.to_string(), out);
        }
    }

    fn pause(&mut self, why: String, out: &mut Vec<Outgoing>) {
        self.tell_all(&json!({"t": "paused", "text": why}), out);
        self.report(FollowerNews::Paused(why.clone()));
        self.paused = Some(why);
    }

    /// Explains why the tile in play does not fit on a cell, for the seat that places it.
    fn why_not(&mut self, seat: Seat, cell: &str) -> Result<String, Refused> {
        let asked = self.session.decision().is_some_and(|decision| decision.seat == seat);
        let cell = Cell::read(cell);
        let (true, Some(cell)) = (asked, cell) else {
            return Err(Refused::new("not_asked", "this seat places no tile now"));
        };
        let placing = self.session.placing().map_err(|fault| Refused::new("fault", fault.to_string()))?;
        let placing = placing.ok_or_else(|| Refused::new("not_asked", "this seat places no tile now"))?;
        let (game, language) = (self.session.game(), &*self.settings.language);
        let sentences = Sentences::new(language, &PlainStyle);
        let name = Words::with_numbers(game.catalog(), language).tile(placing.kind).name;
        let misfit = sentences.misfit(&name, cell);
        let lines: Vec<String> = match fit(game, language, &placing, cell) {
            Fit::Never(why) => vec![format!("{misfit}: {}.", sentences.obstacle(cell, &why))],
            fit => {
                let turns = sentences.turn_fits(game.catalog().lattice, cell, &fit);
                std::iter::once(format!("{misfit}.")).chain(turns.into_iter().map(|turn| turn.text)).collect()
            }
        };
        Ok(lines.join("\n"))
    }

    /// Sends changes to the connections that may see them.
    fn send_changes(&mut self, changes: Vec<(LiveReader, Json)>, out: &mut Vec<Outgoing>) {
        for (reader, change) in changes {
            for id in self.connections_of(reader) {
                let mut change = change.clone();
                change["t"] = json!("change");
                change["s"] = json!(seat_number(reader));
                self.add_drawings(id, &drawings_in(&change), usize::MAX, &mut change);
                out.push(message(id, &change));
            }
        }
    }

    /// Sends the facts of the game, everything that a connection may see, and the drawings of the pieces.
    fn send_beginning(&mut self, id: ConnectionId, out: &mut Vec<Outgoing>) {
        let Some(role) = self.role_link(id).map(|link| link.role.clone()) else { return };
        if let Some(connected) = self.connections.get_mut(&id) {
            connected.sent.clear();
        }
        let language = self.settings.language.clone();
        let facts = self.packs.with_source(|source| live_facts(self.session.game(), &language, source));
        let drawings = drawings_in(&facts);
        let mut welcome = json!({
            "t": "welcome", "v": PROTOCOL, "seats": role.seats, "host": role.host, "facts": facts,
            "form": self.settings.form.to_json(),
        });
        self.add_drawings(id, &drawings, usize::MAX, &mut welcome);
        out.push(message(id, &welcome));
        self.send_views(id, out);
        self.send_pieces(id, out);
    }

    /// Sends everything that a connection may see.
    fn send_views(&mut self, id: ConnectionId, out: &mut Vec<Outgoing>) {
        for reader in self.readers_of(id) {
            let mut view = self.live.view(reader);
            view["t"] = json!("view");
            view["s"] = json!(seat_number(reader));
            self.add_drawings(id, &drawings_in(&view), usize::MAX, &mut view);
            out.push(message(id, &view));
        }
    }

    /// Sends the drawings of the pieces of the game, so that later changes contain few.
    fn send_pieces(&mut self, id: ConnectionId, out: &mut Vec<Outgoing>) {
        let pieces = self.packs.with_source(|source| draw_pieces(self.session.game(), source));
        let mut drawings = json!({"t": "drawings"});
        self.add_drawings(id, &pieces, EARLY_DRAWINGS, &mut drawings);
        out.push(message(id, &drawings));
    }

    /// Returns the readers whose views a connection gets.
    fn readers_of(&self, id: ConnectionId) -> Vec<LiveReader> {
        let seats = self.role_link(id).map(|link| &link.role.seats[..]).unwrap_or_default();
        match seats {
            [] => vec![LiveReader::Onlooker],
            seats => seats.iter().map(|&seat| LiveReader::Seat(Seat(seat))).collect(),
        }
    }

    fn connections_of(&self, reader: LiveReader) -> Vec<ConnectionId> {
        self.connections.keys().copied().filter(|id| self.readers_of(*id).contains(&reader)).collect()
    }

    /// Adds the drawings that the client lacks to a message, up to a size in bytes.
    fn add_drawings(&mut self, id: ConnectionId, wanted: &BTreeSet<u64>, bytes: usize, message: &mut Json) {
        let Some(connected) = self.connections.get_mut(&id) else { return };
        let (drawings, language) = (self.packs.drawings(), &self.settings.language);
        let lacking = drawings.lacking(wanted, bytes, &mut connected.sent, self.packs.catalog(), language);
        if !lacking.is_null() {
            message["d"] = lacking;
        }
    }

    fn tell_all(&self, what: &Json, out: &mut Vec<Outgoing>) {
        out.extend(self.connections.keys().map(|id| message(*id, what)));
    }

    fn write_settings(&mut self, out: &mut Vec<Outgoing>) {
        let written = self.folder.write_settings(&self.settings);
        self.pause_on_error(written, out);
    }
}

fn seat_number(reader: LiveReader) -> Option<u8> {
    match reader {
        LiveReader::Onlooker => None,
        LiveReader::Seat(seat) => Some(seat.0),
    }
}

fn line(entry: &impl Serialize) -> String {
    serde_json::to_string(entry).unwrap_or_else(|error| unreachable!("plain data: {error}"))
}

fn message(to: ConnectionId, what: &Json) -> Outgoing {
    Outgoing { to, text: what.to_string(), ends: false }
}
