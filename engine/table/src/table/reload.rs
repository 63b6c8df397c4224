//! Replaces the packs of a running game by their current versions, and repeats its answers with them.

use std::time::Duration;

use serde_json::{Value as Json, json};
use tilewright_kit::games::reload::as_far;
use tilewright_kit::games::running::RunningGame;
use tilewright_kit::games::save::record_of;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Reading};
use tilewright_lab::bots::Bots;
use tilewright_page::LiveGame;

use super::{ConnectionId, FollowerNews, HostedTable, Outgoing, Refused, message};
use crate::file::number_of_game;
use crate::findings::AnswerEntry;
use crate::packs::PackCache;

/// Request of the host to play with the current packs.
pub(super) struct ReloadRequest {
    /// Connection of the host.
    pub(super) id: ConnectionId,
    /// True to continue from an earlier position if the changed rules do not allow all answers.
    pub(super) part: bool,
}

/// Result of a reload.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReloadEnd {
    /// Number of answers that the changed rules allow.
    pub kept: usize,
    /// Number of answers before.
    pub of: usize,
    /// Reason why the rules do not allow the next answer; then the game was not changed.
    pub stopped: Option<String>,
}

impl HostedTable {
    /// True if the host has requested the current packs; then the caller calls [`HostedTable::reload`].
    pub fn wants_reload(&self) -> bool {
        self.reload.is_some()
    }

    /// Loads the packs again from where they come, and continues the game with them. If their rules do not allow all
    /// answers, the host is asked first. Returns messages to clients.
    pub fn reload(&mut self, finder: &Finder, cache: &mut PackCache, now: Duration) -> Vec<Outgoing> {
        let mut out = Vec::new();
        if let Some(request) = self.reload.take()
            && let Err(Refused { code, text }) = self.try_reload(&request, finder, cache, now, &mut out)
        {
            out.push(message(request.id, &json!({"t": "refused", "code": code, "text": text})));
        }
        out
    }

    fn try_reload(
        &mut self,
        request: &ReloadRequest,
        finder: &Finder,
        cache: &mut PackCache,
        now: Duration,
        out: &mut Vec<Outgoing>,
    ) -> Result<(), Refused> {
        let reading = Reading::read_packs(finder, &self.settings.origin).map_err(|error| unusable(&error))?;
        let loaded = reading.load_for(&record_of(&self.session, ""));
        if let Some(error) = loaded.errors().next() {
            return Err(Refused::new("unusable_packs", with_place(&loaded, error)));
        }
        let ReloadEnd { kept, of, stopped } = self.take_over(&loaded, request.part, cache, now, out)?;
        if let Some(why) = stopped {
            out.push(message(request.id, &json!({"t": "reload", "kept": kept, "of": of, "why": why})));
        }
        Ok(())
    }

    /// Continues the game with packs of the follower; the news report the result. Returns messages to clients.
    pub fn reload_with(&mut self, loaded: &Loaded, part: bool, cache: &mut PackCache, now: Duration) -> Vec<Outgoing> {
        let mut out = Vec::new();
        let news = match self.take_over(loaded, part, cache, now, &mut out) {
            Ok(end) => FollowerNews::Reloaded(end),
            Err(Refused { text, .. }) => FollowerNews::ReloadRefused(text),
        };
        self.report(news);
        out
    }

    /// Repeats the game with other packs. If they do not allow all answers, the game changes only if `part` is true.
    fn take_over(
        &mut self,
        loaded: &Loaded,
        part: bool,
        cache: &mut PackCache,
        now: Duration,
        out: &mut Vec<Outgoing>,
    ) -> Result<ReloadEnd, Refused> {
        let record = record_of(&self.session, "a hosted game");
        let packs = cache.renew(loaded, record.seats).map_err(|error| unusable(&error))?;
        let of = self.session.chosen_count();
        let (mut session, stopped) = as_far(packs.loaded(), record).map_err(|error| unusable(&error))?;
        let kept = session.chosen_count();
        if kept < of && !part {
            let why = stopped.map(|difference| difference.to_string()).unwrap_or_default();
            return Ok(ReloadEnd { kept, of, stopped: Some(why) });
        }
        let language = self.settings.language.clone();
        let live = packs.with_source(|source| LiveGame::new(&mut session, &language, source));
        let mut live = live.map_err(|error| unusable(&error))?;
        live.count_on(&self.live);
        // The settings name the new file when it is complete, so that a killed program leaves the old game or the new one.
        let game_file = RunningGame::begin(&self.folder.0, &session, "a hosted game", Json::Null);
        let game_file = game_file.map_err(|error| unusable(&error))?;
        let mut settings = self.settings.clone();
        settings.game = number_of_game(game_file.path()).unwrap_or(settings.game);
        packs.write_copies(&self.folder.packs(settings.game)).map_err(|error| unusable(&error))?;
        self.folder.write_settings(&settings).map_err(|error| unusable(&error))?;
        self.bots = Bots::new(packs.loaded());
        (self.packs, self.session, self.live, self.game_file, self.settings) =
            (packs, session, live, game_file, settings);
        (self.thinking, self.wish, self.asked_at, self.paused) = (None, None, now, None);
        self.absences.note_question();
        self.note_answer(&AnswerEntry::Reloaded { reload: kept }, out);
        let ids: Vec<ConnectionId> = self.connections.keys().copied().collect();
        for id in ids {
            self.send_beginning(id, out);
        }
        self.tell_people(out);
        self.tell_all(&json!({"t": "reloaded", "kept": kept, "of": of}), out);
        Ok(ReloadEnd { kept, of, stopped: None })
    }
}

fn unusable(error: &dyn std::fmt::Display) -> Refused {
    Refused::new("unusable_packs", error.to_string())
}

/// Returns a mistake in the packs with its file and line.
fn with_place(loaded: &Loaded, error: &tilewright_core::diag::Diagnostic) -> String {
    let place = error.span.map(|span| format!("{}: ", loaded.sources.place(span))).unwrap_or_default();
    format!("{place}{}", error.message)
}
