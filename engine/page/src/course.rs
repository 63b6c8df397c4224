//! The course of a game: the positions at which somebody had to choose, and what was seen on the way.

use std::collections::BTreeSet;
use std::fmt::Write;

use serde_json::{Map, Value as Json};
use tilewright_art::board::open_cells;
use tilewright_art::spread::Spread;
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::session::Session;
use tilewright_core::session::timeline::JumpError;
use tilewright_core::state::Game;
use tilewright_kit::games::why::reasons;

use crate::entries::{Happened, Headline, entry};
use crate::naming::Naming;
use crate::position::{Position, position};
use crate::reasons::RuleLines;
use crate::sprites::Sprites;
use crate::viewpoint::{Viewpoint, answers};

/// Every how many positions one is told in full; the others are told by what is otherwise than just before.
const FULL: usize = 10;

/// The course of a game as it is seen from a viewpoint.
pub(crate) struct Course {
    /// The viewpoint.
    pub(crate) viewpoint: Vec<Viewpoint>,
    /// The positions at which any of them stop.
    pub(crate) positions: Vec<Position>,
    /// All cells that show anything at any time.
    pub(crate) cells: BTreeSet<Cell>,
    /// Where the planes of the board lie, all the time where they do at the end.
    pub(crate) spread: Spread,
    /// The lines of the rules that the log refers to.
    pub(crate) rules: RuleLines,
    entries: Vec<Entry>,
}

/// An entry of the log.
struct Entry {
    at: usize,
    seen_by: Vec<Viewpoint>,
    html: String,
}

/// How far one has come who looks from a viewpoint.
struct Watching {
    viewpoint: Viewpoint,
    headline: Headline,
    events: usize,
    scores: Vec<i32>,
}

/// Walks through a game from its beginning to where it stands; it stands there again afterwards.
///
/// Viewpoint stop where an answer is given next that they see, and at the end. What others choose in secret in between is no
/// stop of theirs; what everybody sees of it belongs to the stop before.
///
/// # Errors
/// What was played by rules that have been exchanged since cannot be walked through.
pub(crate) fn walk(
    session: &mut Session,
    viewpoint: &[Viewpoint],
    naming: Naming<'_>,
    sprites: &mut Sprites<'_>,
) -> Result<Course, JumpError> {
    let (line, answers, reasons) = (session.timeline(), answers(session), reasons(session));
    let fresh = |&viewpoint: &Viewpoint| {
        let headline = Headline::of_beginning(naming);
        Watching { viewpoint, headline, events: 0, scores: vec![0; session.game().seat_count()] }
    };
    let mut watching: Vec<Watching> = viewpoint.iter().map(fresh).collect();
    // What is on the board later has its place from the beginning.
    let spread = Spread::of(session.game(), &[]);
    let there = session.game().board().planes().len();
    let rim = naming.catalog.board.rim.iter().map(|rim| rim.cell).filter(|cell| cell.plane().index() < there);
    let mut course = Course {
        viewpoint: viewpoint.to_vec(),
        positions: Vec::new(),
        cells: rim.collect(),
        spread,
        rules: RuleLines::default(),
        entries: Vec::new(),
    };
    for number in 0..=answers.len() {
        let next = answers.get(number);
        let stops = |viewpoint: Viewpoint| next.is_none_or(|(_, answer)| viewpoint.see(answer));
        if !viewpoint.iter().any(|viewpoint| stops(*viewpoint)) {
            continue;
        }
        session.jump_to(&line, next.map_or(line.log().len(), |(at, _)| *at))?;
        let game = session.game();
        let at = course.positions.len();
        course.positions.push(position(game, &spread, viewpoint, naming, sprites));
        course.cells.extend(shown(game));
        for own in watching.iter_mut().filter(|own| stops(own.viewpoint)) {
            let Watching { viewpoint, headline, events, scores } = own;
            let happened = Happened { headline, after: *events, scores, reasons: &reasons, spread: &spread };
            let html = entry(session, *viewpoint, at, &happened, naming, &mut course.rules);
            course.add(at, *viewpoint, html);
            *events = game.journal().map_or(0, |journal| journal.events.len());
            *scores = game.scores().to_vec();
            if let (Some((_, answer)), Some(decision)) = (next, game.decision()) {
                let pick = Some(answer.pick).filter(|_| viewpoint.know(answer));
                *headline = Headline::of_answer(game, decision, pick, naming);
            }
        }
    }
    Ok(course)
}

/// The cells that show anything.
fn shown(game: &Game) -> Vec<Cell> {
    let mut cells = open_cells(game);
    for tile in game.board().tiles() {
        let faces = game.catalog().faces(tile.kind, tile.turn);
        cells.extend(faces.iter().map(|face| tile.cell.plus(face.offset.0, face.offset.1)));
    }
    cells
}

impl Course {
    /// Adds an entry; what others have seen likewise at the same stop is one entry.
    fn add(&mut self, at: usize, viewpoint: Viewpoint, html: String) {
        let same = self.entries.iter_mut().rev().take_while(|entry| entry.at == at).find(|entry| entry.html == html);
        match same {
            Some(entry) => entry.seen_by.push(viewpoint),
            None => self.entries.push(Entry { at, seen_by: vec![viewpoint], html }),
        }
    }

    /// Whether all viewpoints have seen the same.
    pub(crate) fn is_open(&self) -> bool {
        self.entries.iter().all(|entry| entry.seen_by.len() == self.viewpoint.len())
            && !self.positions.iter().any(|position| position.keys().any(|name| name.contains('@')))
    }

    /// The log as elements of a list. Without a script it is that of the first viewpoint.
    pub(crate) fn log(&self) -> String {
        let mut out = String::new();
        for entry in &self.entries {
            // Writing to a string cannot fail.
            let _ = write!(out, "<li data-at=\"{}\"", entry.at);
            if entry.seen_by.len() < self.viewpoint.len() {
                let whose: Vec<String> = entry.seen_by.iter().map(|viewpoint| viewpoint.key()).collect();
                let hidden = if entry.seen_by.first() == self.viewpoint.first() { "" } else { " hidden" };
                let _ = write!(out, " data-for=\"{}\"{hidden}", whose.join(" "));
            }
            out.push_str(&entry.html);
        }
        out
    }

    /// The positions for the page's script.
    pub(crate) fn data(&self) -> Json {
        let told = self.positions.iter().enumerate().map(|(number, position)| {
            if number % FULL == 0 {
                return Json::Object(position.clone().into_iter().collect());
            }
            let before = &self.positions[number - 1];
            let mut differences = Map::new();
            for (name, value) in position.iter().filter(|(name, value)| before.get(*name) != Some(value)) {
                differences.insert(name.clone(), value.clone());
            }
            for name in before.keys().filter(|name| !position.contains_key(*name)) {
                differences.insert(name.clone(), Json::Null);
            }
            Json::Object(differences)
        });
        told.collect()
    }
}
