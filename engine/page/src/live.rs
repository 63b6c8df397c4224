//! Follows a running game for its readers: the view of each reader, and its changes since the last answer.
//!
//! The view of a reader does not depend on information that is hidden from this reader. Each reader has its own count of
//! changes, a hidden change causes none, and drawings have numbers that depend only on their content.

mod ask;
mod document;
mod drawings;
mod rules;
mod words;

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json, json};
use tilewright_art::own::OwnArt;
use tilewright_art::spread::Spread;
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::timeline::JumpError;
use tilewright_core::session::{Answer, Entry, Session};
use tilewright_core::state::decision::Pick;
use tilewright_core::state::{Game, Stage};
use tilewright_wording::why::{PointsOccasion, reasons};

use crate::entries::{Happened, Headline, entry};
use crate::game::{result, shape};
use crate::naming::Naming;
use crate::position::{PositionJson, differences, position};
use crate::reasons::RuleLines;
use crate::sprites::{Sprites, units};
use crate::viewpoint::{Viewpoint, answers};

pub use document::{LIVE_POLICY, live_page, live_script, live_style};
pub use drawings::LiveDrawings;
pub use rules::{LiveRules, live_rules};

/// Reader of a running game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum LiveReader {
    /// Onlooker, who sees only public information.
    Onlooker,
    /// Player of a seat.
    Seat(Seat),
}

/// Art and drawings for the views of a game.
pub struct LiveSource<'a> {
    /// Own art of the catalog; `None` if everything is drawn from data.
    pub art: Option<&'a OwnArt>,
    /// Drawings so far, which games of the same catalog can share.
    pub drawings: &'a mut LiveDrawings,
}

/// Views of the readers of a running game.
pub struct LiveGame {
    language: String,
    feeds: Vec<Feed>,
}

/// View of one reader.
struct Feed {
    viewpoint: Viewpoint,
    /// Number of changes that the reader has seen.
    number: u64,
    position: PositionJson,
    /// Question that the reader has to answer, with its options.
    ask: Json,
    result: Json,
    /// Finished entries of the log, as HTML.
    entries: Vec<String>,
    /// Entry since the last answer that the reader saw.
    last: String,
    /// Answer that led to the last entry.
    headline: Headline,
    /// Number of events before that answer.
    events: usize,
    /// Scores before that answer.
    scores: Vec<i32>,
}

/// Answer that is about to be given, in words.
pub struct GivenAnswer {
    /// Length of the log before the answer.
    log: usize,
    /// Number of events before the answer.
    events: usize,
    scores: Vec<i32>,
    /// Headline for readers who know the chosen option.
    open: Headline,
    /// Headline for readers who know only that the question was answered.
    secret: Headline,
}

impl LiveGame {
    /// Follows a game from its beginning to its current position.
    ///
    /// # Errors
    /// A part of the game was played with rules that were replaced later, so its positions cannot be restored.
    pub fn new(session: &mut Session, language: &str, source: LiveSource<'_>) -> Result<LiveGame, JumpError> {
        let (line, given, reasons) = (session.timeline(), answers(session), reasons(session));
        let catalog = std::sync::Arc::clone(session.game().catalog());
        let naming = Naming::new(&catalog, language);
        let seats = session.game().seat_count();
        let onlooker = std::iter::once(Viewpoint::Open);
        let viewpoints = onlooker.chain((0..seats as u8).map(|seat| Viewpoint::Of(Seat(seat))));
        let feeds = viewpoints.map(|viewpoint| Feed::new(viewpoint, seats, naming)).collect();
        let mut live = LiveGame { language: language.to_owned(), feeds };
        for (at, answer) in &given {
            session.jump_to(&line, *at)?;
            let before = GivenAnswer::new(session, answer.pick, naming);
            let spread = Spread::from_game(session.game(), &[]);
            for feed in live.feeds.iter_mut().filter(|feed| feed.viewpoint.see(answer)) {
                feed.last = feed.entry(session, &spread, &reasons, naming);
                feed.take(answer, &before);
            }
        }
        session.jump_to(&line, line.log().len())?;
        live.renew(session, naming, source);
        live.feeds.iter_mut().for_each(|feed| feed.number = feed.entries.len() as u64);
        Ok(live)
    }

    /// Follows a game from its beginning again, after answers were taken back. Returns the readers who see a change.
    ///
    /// # Errors
    /// As for [`LiveGame::new`]; then nothing changes.
    pub fn restart(&mut self, session: &mut Session, source: LiveSource<'_>) -> Result<Vec<LiveReader>, JumpError> {
        let mut new = LiveGame::new(session, &self.language, source)?;
        let mut changed = Vec::new();
        for (old, new) in self.feeds.iter().zip(&mut new.feeds) {
            let is_same = old.position == new.position
                && (&old.ask, &old.result, &old.last) == (&new.ask, &new.result, &new.last)
                && old.entries == new.entries;
            new.number = old.number + u64::from(!is_same);
            changed.extend((!is_same).then(|| new.reader()));
        }
        *self = new;
        Ok(changed)
    }

    /// Continues the numbers of changes of a game that this one replaces: every reader sees a change.
    pub fn count_on(&mut self, old: &LiveGame) {
        for (feed, old) in self.feeds.iter_mut().zip(&old.feeds) {
            feed.number = old.number + 1;
        }
    }

    /// Describes an answer before it is given.
    pub fn describe_answer(&self, session: &Session, pick: Pick) -> GivenAnswer {
        GivenAnswer::new(session, pick, Naming::new(session.game().catalog(), &self.language))
    }

    /// Takes over the state after an answer. Returns the changes of each reader who sees any.
    pub fn follow(&mut self, session: &Session, given: GivenAnswer, source: LiveSource<'_>) -> Vec<(LiveReader, Json)> {
        let catalog = std::sync::Arc::clone(session.game().catalog());
        let new = session.log()[given.log..].iter().find_map(|entry| match entry {
            Entry::Answer(answer) if !answer.forced => Some(answer),
            _ => None,
        });
        if let Some(answer) = new {
            self.feeds.iter_mut().filter(|feed| feed.viewpoint.see(answer)).for_each(|feed| feed.take(answer, &given));
        }
        let language = self.language.clone();
        self.renew(session, Naming::new(&catalog, &language), source)
    }

    /// Writes the current position for all readers. Returns the changes of each reader who sees any.
    fn renew(&mut self, session: &Session, naming: Naming<'_>, source: LiveSource<'_>) -> Vec<(LiveReader, Json)> {
        let game = session.game();
        let (spread, reasons) = (Spread::from_game(game, &[]), reasons(session));
        let mut sprites = Sprites::continued(naming.catalog, source.art, source.drawings.take());
        let viewpoints: Vec<Viewpoint> = self.feeds.iter().map(|feed| feed.viewpoint).collect();
        let all = position(game, &spread, &viewpoints, naming, &mut sprites);
        let result = match game.stage() {
            Stage::Over => json!(result(session, naming)),
            _ => Json::Null,
        };
        let mut changed = Vec::new();
        for feed in &mut self.feeds {
            let now = seen_by(&all, feed.viewpoint);
            let ask = ask::question(game, feed.viewpoint, &spread, naming, &mut sprites);
            let last = feed.entry(session, &spread, &reasons, naming);
            let changes = feed.change(now, ask, last, &result);
            changed.extend(changes.map(|changes| (feed.reader(), changes)));
        }
        source.drawings.put(sprites.into_store());
        changed
    }

    /// Returns the number of changes that a reader has seen.
    pub fn number(&self, reader: LiveReader) -> u64 {
        self.feed(reader).number
    }

    /// Returns everything that a reader sees: `n`, the number of changes; `p`, the position; `l`, the number of the
    /// first entry and the entries of the log; `a`, the question with its options; `r`, the result of the game.
    pub fn view(&self, reader: LiveReader) -> Json {
        let feed = self.feed(reader);
        let entries: Vec<&String> = feed.entries.iter().chain([&feed.last]).collect();
        let position: Map<String, Json> = feed.position.clone().into_iter().collect();
        json!({"n": feed.number, "p": position, "l": [0, entries], "a": feed.ask, "r": feed.result})
    }

    fn feed(&self, reader: LiveReader) -> &Feed {
        let number = match reader {
            LiveReader::Onlooker => 0,
            LiveReader::Seat(seat) => seat.index() + 1,
        };
        // A seat that the game does not have sees what onlookers see.
        self.feeds.get(number).unwrap_or(&self.feeds[0])
    }
}

impl GivenAnswer {
    fn new(session: &Session, pick: Pick, naming: Naming<'_>) -> GivenAnswer {
        let game = session.game();
        let headline = |pick: Option<Pick>| match game.decision() {
            Some(decision) => Headline::of_answer(game, decision, pick, naming),
            None => Headline::of_beginning(naming),
        };
        GivenAnswer {
            log: session.log().len(),
            events: game.journal().map_or(0, |journal| journal.events.len()),
            scores: game.scores().to_vec(),
            open: headline(Some(pick)),
            secret: headline(None),
        }
    }
}

impl Feed {
    fn new(viewpoint: Viewpoint, seats: usize, naming: Naming<'_>) -> Feed {
        Feed {
            viewpoint,
            number: 0,
            position: PositionJson::new(),
            ask: Json::Null,
            result: Json::Null,
            entries: Vec::new(),
            last: String::new(),
            headline: Headline::of_beginning(naming),
            events: 0,
            scores: vec![0; seats],
        }
    }

    fn reader(&self) -> LiveReader {
        match self.viewpoint {
            Viewpoint::Of(seat) => LiveReader::Seat(seat),
            Viewpoint::Open | Viewpoint::Everything => LiveReader::Onlooker,
        }
    }

    /// Finishes the last entry, because the reader sees a further answer.
    fn take(&mut self, answer: &Answer, given: &GivenAnswer) {
        self.entries.push(std::mem::take(&mut self.last));
        self.headline = if self.viewpoint.know(answer) { given.open.clone() } else { given.secret.clone() };
        self.events = given.events;
        self.scores.clone_from(&given.scores);
    }

    /// Returns the entry since the last answer that the reader saw.
    fn entry(&self, session: &Session, spread: &Spread, reasons: &[PointsOccasion], naming: Naming<'_>) -> String {
        let Feed { headline, events, scores, .. } = self;
        let happened = Happened { headline, after: *events, scores, reasons, spread };
        entry(session, self.viewpoint, None, &happened, naming, &mut RuleLines::without_links())
    }

    /// Takes over the current state. Returns the changes; `None` if the reader sees none.
    fn change(&mut self, now: PositionJson, ask: Json, last: String, result: &Json) -> Option<Json> {
        let position = differences(&self.position, &now);
        // A new last entry replaces the entry at the end, or follows the entry that an answer finished.
        let is_same = position.is_empty() && self.ask == ask && self.last == last && self.result == *result;
        if is_same {
            return None;
        }
        self.number += 1;
        let finished = self.last.is_empty().then(|| self.entries.last()).flatten();
        let first = self.entries.len() - usize::from(finished.is_some());
        let mut changes = Map::new();
        changes.insert("n".to_owned(), json!(self.number));
        if !position.is_empty() {
            changes.insert("p".to_owned(), position.into());
        }
        if self.last != last {
            let new: Vec<&str> = finished.map(String::as_str).into_iter().chain([&*last]).collect();
            changes.insert("l".to_owned(), json!([first, new]));
        }
        changes.insert("a".to_owned(), ask.clone());
        if self.result != *result {
            changes.insert("r".to_owned(), result.clone());
        }
        (self.position, self.ask, self.last) = (now, ask, last);
        self.result.clone_from(result);
        Some(changes.into())
    }
}

/// Returns the part of a position that a viewpoint sees.
fn seen_by(all: &PositionJson, viewpoint: Viewpoint) -> PositionJson {
    let key = viewpoint.key();
    let own = all.iter().filter_map(|(name, value)| match name.split_once('@') {
        None => Some((name.clone(), value.clone())),
        Some((name, whose)) => (whose == key).then(|| (name.to_owned(), value.clone())),
    });
    own.collect()
}

/// Returns the facts about a game that do not change while it is played: the shape of cells, the rim of the board with
/// its drawings, the names of seats and packs, and the words of the script.
pub fn live_facts(game: &Game, language: &str, source: LiveSource<'_>) -> Json {
    let catalog: &Catalog = game.catalog();
    let naming = Naming::new(catalog, language);
    let mut sprites = Sprites::continued(catalog, source.art, source.drawings.take());
    let there = game.board().planes().len();
    let spread = Spread::from_game(game, &[]);
    let rim = catalog.board.rim.iter().filter(|rim| rim.cell.plane().index() < there);
    let rim: Vec<Json> = rim
        .map(|rim| {
            let ((x, y), shown) = (units(spread.place(rim.cell)), spread.shown_cell(rim.cell));
            json!([sprites.rim(rim), x, y, shown.x, shown.y])
        })
        .collect();
    source.drawings.put(sprites.into_store());
    let seats: Vec<String> = (0..game.seat_count() as u8).map(|seat| naming.own.seat(Seat(seat))).collect();
    let mut facts = shape(catalog.lattice);
    let named = [
        ("title", json!(catalog.packs.iter().map(|pack| &*pack.title).collect::<Vec<_>>().join(", "))),
        ("packs", json!(catalog.exact_packs())),
        ("options", json!(catalog.chosen_options())),
        ("seats", json!(seats)),
        ("rim", json!(rim)),
        ("words", words::words(language)),
        ("language", json!(naming.own.language())),
    ];
    facts.extend(named.into_iter().map(|(name, value)| (name.to_owned(), value)));
    facts.into()
}

/// Draws all tiles in all turns and the figures of all seats. Returns the numbers of the drawings, which depend only on
/// the packs.
pub fn draw_pieces(game: &Game, source: LiveSource<'_>) -> BTreeSet<u64> {
    let catalog: &Catalog = game.catalog();
    let mut sprites = Sprites::continued(catalog, source.art, source.drawings.take());
    let mut drawn = BTreeSet::new();
    for kind in catalog.kinds.ids() {
        drawn.extend(catalog.turns(kind).iter().map(|turn| sprites.tile(kind, turn) as u64));
    }
    for kind in catalog.figures.ids() {
        let seats = (0..game.seat_count() as u8).map(Seat);
        drawn.extend(seats.map(|seat| sprites.figure(kind, Some(seat), false) as u64));
    }
    source.drawings.put(sprites.into_store());
    drawn
}

/// Returns the numbers of the drawings that a view, a change or the facts of a game refer to.
pub fn drawings_in(json: &Json) -> BTreeSet<u64> {
    let mut found = BTreeSet::new();
    let position = json.get("p").and_then(Json::as_object);
    for (name, value) in position.into_iter().flatten() {
        match name.as_bytes().first() {
            Some(b't' | b'e' | b'h' | b'f' | b'k' | b'n') => found.extend(value.get(0).and_then(Json::as_u64)),
            Some(b'w') => found.extend(value.get(2).and_then(Json::as_u64)),
            Some(b'r') => {
                let drawings = value.get(2).and_then(Json::as_array);
                found.extend(drawings.into_iter().flatten().filter_map(Json::as_u64));
            }
            _ => {}
        }
    }
    if let Some(rim) = json.get("rim").and_then(Json::as_array) {
        found.extend(rim.iter().filter_map(|rim| rim.get(0).and_then(Json::as_u64)));
    }
    if let Some(ask) = json.get("a") {
        found.extend(ask::drawings(ask));
    }
    found
}
