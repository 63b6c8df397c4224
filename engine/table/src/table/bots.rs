//! Bots at a table: they think in slices, and answer at multiples of a fixed pause after the question.

use std::time::Duration;

use serde_json::json;
use tilewright_core::catalog::seat::Seat;
use tilewright_lab::bots::{BotSpec, parse_bot};

use super::{FollowerNews, HostedTable, Outgoing, Refused};

/// Time between a question and the answer of a bot. It is the same for every question, because the time of an answer
/// must not reveal the number of options; a bot that thinks longer answers after a multiple of it.
const PAUSE: Duration = Duration::from_millis(800);

/// Bot that chooses.
pub(super) struct Thinking {
    seat: Seat,
    bot: BotSpec,
    /// Number of the chosen option, once the bot has chosen.
    choice: Option<u32>,
    since: Duration,
}

impl HostedTable {
    /// Returns the bot that has to answer now; `None` if a player has to answer, or the game is paused or over.
    fn asked_bot(&self) -> Option<(Seat, BotSpec)> {
        let seat = self.session.decision().filter(|_| self.paused.is_none())?.seat;
        Some((seat, parse_bot(self.bot_of(seat)?).ok()?))
    }

    /// True if a bot has to answer.
    pub fn waits_for_bot(&self) -> bool {
        self.asked_bot().is_some()
    }

    /// True if the bot that has to answer has chosen, and waits until it may answer.
    pub fn has_thought(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| thinking.choice.is_some())
    }

    /// Lets the bot that has to answer think for about `slice`, and answer when its time has come. Returns messages to clients.
    pub fn think(&mut self, now: Duration, slice: Duration) -> Vec<Outgoing> {
        let mut out = Vec::new();
        let Some((seat, bot)) = self.asked_bot() else { return out };
        let chosen = match self.thinking.take().filter(|thinking| thinking.seat == seat && thinking.bot == bot) {
            Some(mut thinking) => match thinking.choice {
                Some(_) => Ok(thinking),
                None => self.bots.go_on(&bot, slice).map(|choice| {
                    thinking.choice = choice;
                    thinking
                }),
            },
            None => self.bots.begin(&bot, &self.session).map(|choice| Thinking { seat, bot, choice, since: now }),
        };
        match chosen {
            Ok(thinking) => {
                let spent = now.saturating_sub(thinking.since);
                let ready = thinking.choice.filter(|_| is_time(spent));
                let game = self.session.game();
                let key = ready.and_then(|number| {
                    let decision = game.decision()?;
                    Some(decision.options.key(game, decision.options.get(game, number)?))
                });
                match key {
                    Some(key) => {
                        if let Err(Refused { code, text }) = self.answer(seat, &key, now, &mut out) {
                            self.pause(format!("{code}: {text}"), &mut out);
                        }
                    }
                    None => self.thinking = Some(thinking),
                }
            }
            Err(error) => self.pause(error.to_string(), &mut out),
        }
        out
    }

    /// Lets a bot play a seat, or its player again.
    pub(super) fn seat_bot(
        &mut self,
        seat: Seat,
        bot: Option<String>,
        now: Duration,
        out: &mut Vec<Outgoing>,
    ) -> Result<(), Refused> {
        if let Some(word) = &bot {
            let known = parse_bot(word).map_err(|unknown| Refused::new("no_such_bot", unknown.to_string()))?;
            if !known.repeats() {
                return Err(Refused::new("no_such_bot", "a bot with a time limit would delay other tables"));
            }
        }
        self.settings.seats[seat.index()].bot = bot;
        (self.thinking, self.asked_at) = (None, now);
        self.absences.note_question();
        self.write_settings(out);
        self.tell_people(out);
        Ok(())
    }

    /// Sends the players of all seats, with their presence, and the number of onlookers.
    pub(super) fn tell_people(&mut self, out: &mut Vec<Outgoing>) {
        let present: Vec<bool> = self.seats().map(|seat| self.is_here(seat)).collect();
        let seats = self.seats().zip(&self.settings.seats).zip(&present).map(|((seat, stored), here)| {
            json!({"name": stored.name, "bot": stored.bot, "here": here, "substitute": self.substitute(seat)})
        });
        let seats: Vec<_> = seats.collect();
        let watch = |id| self.role_link(id).is_some_and(|link| link.role.seats.is_empty());
        let onlookers = self.connections.keys().filter(|id| watch(**id)).count();
        self.tell_all(&json!({"t": "people", "seats": seats, "onlookers": onlookers}), out);
        self.report(FollowerNews::People { seats: present, onlookers });
    }
}

/// True if a bot may answer after this time: in the tenth after each multiple of the pause.
fn is_time(spent: Duration) -> bool {
    let (spent, pause) = (spent.as_millis(), PAUSE.as_millis());
    spent >= pause && spent % pause < pause / 10
}
