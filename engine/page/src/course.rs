//! Follows a game from its beginning: the positions before each choice, and the events between them.

use std::collections::BTreeSet;
use std::fmt::Write;

use serde_json::Value as Json;
use tilewright_art::board::open_cells;
use tilewright_art::spread::Spread;
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::session::Session;
use tilewright_core::session::timeline::JumpError;
use tilewright_core::state::Game;
use tilewright_wording::why::reasons;

use crate::entries::{Happened, Headline, entry};
use crate::naming::Naming;
use crate::position::{PositionJson, differences, position};
use crate::reasons::RuleLines;
use crate::sprites::Sprites;
use crate::viewpoint::{Viewpoint, answers};

/// Distance between positions that are stored in full; the others are stored as differences from the previous position.
const FULL: usize = 10;

/// Course of a game as seen from some viewpoints.
pub(crate) struct PageCourse {
    /// Viewpoints, the first of which is shown without a script.
    pub(crate) viewpoint: Vec<Viewpoint>,
    /// Positions at which any of the viewpoints stop.
    pub(crate) positions: Vec<PositionJson>,
    /// All cells that have content at any of the positions.
    pub(crate) cells: BTreeSet<Cell>,
    /// Arrangement of the planes of the board at the last position, which is used for all positions.
    pub(crate) spread: Spread,
    /// Lines of rules to which the log refers.
    pub(crate) rules: RuleLines,
    entries: Vec<LogEntry>,
}

/// Entry of the log.
struct LogEntry {
    at: usize,
    seen_by: Vec<Viewpoint>,
    html: String,
}

/// Progress of the log for one viewpoint.
struct Watching {
    viewpoint: Viewpoint,
    headline: Headline,
    events: usize,
    scores: Vec<i32>,
}

/// Visits all positions of a game from its beginning to its current position, and returns to the current position.
///
/// A viewpoint stops before each answer that it sees, and at the end. It does not stop at secret answers of other
/// seats; public effects of these belong to its previous stop.
///
/// # Errors
/// A part of the game was played with rules that were replaced later, so its positions cannot be restored.
pub(crate) fn walk(
    session: &mut Session,
    viewpoint: &[Viewpoint],
    naming: Naming<'_>,
    sprites: &mut Sprites<'_>,
) -> Result<PageCourse, JumpError> {
    let (line, answers, reasons) = (session.timeline(), answers(session), reasons(session));
    let fresh = |&viewpoint: &Viewpoint| {
        let headline = Headline::of_beginning(naming);
        Watching { viewpoint, headline, events: 0, scores: vec![0; session.game().seat_count()] }
    };
    let mut watching: Vec<Watching> = viewpoint.iter().map(fresh).collect();
    // The layout of the last position is used from the beginning, so that planes do not move.
    let spread = Spread::from_game(session.game(), &[]);
    let there = session.game().board().planes().len();
    let rim = naming.catalog.board.rim.iter().map(|rim| rim.cell).filter(|cell| cell.plane().index() < there);
    let mut course = PageCourse {
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
        course.cells.extend(cells_with_content(game));
        for own in watching.iter_mut().filter(|own| stops(own.viewpoint)) {
            let Watching { viewpoint, headline, events, scores } = own;
            let happened = Happened { headline, after: *events, scores, reasons: &reasons, spread: &spread };
            let html = entry(session, *viewpoint, Some(at), &happened, naming, &mut course.rules);
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

/// Returns the cells with content: tiles and open cells.
fn cells_with_content(game: &Game) -> Vec<Cell> {
    let mut cells = open_cells(game);
    for tile in game.board().tiles() {
        let faces = game.catalog().faces(tile.kind, tile.turn);
        cells.extend(faces.iter().map(|face| tile.cell.plus(face.offset.0, face.offset.1)));
    }
    cells
}

impl PageCourse {
    /// Adds an entry. If another viewpoint has an equal entry at the same stop, they share it.
    fn add(&mut self, at: usize, viewpoint: Viewpoint, html: String) {
        let same = self.entries.iter_mut().rev().take_while(|entry| entry.at == at).find(|entry| entry.html == html);
        match same {
            Some(entry) => entry.seen_by.push(viewpoint),
            None => self.entries.push(LogEntry { at, seen_by: vec![viewpoint], html }),
        }
    }

    /// True if all viewpoints have equal logs and positions.
    pub(crate) fn is_open(&self) -> bool {
        self.entries.iter().all(|entry| entry.seen_by.len() == self.viewpoint.len())
            && !self.positions.iter().any(|position| position.keys().any(|name| name.contains('@')))
    }

    /// Returns the log as list items. Without a script, the entries of the first viewpoint are visible.
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

    /// Returns the positions as data for the script of the page.
    pub(crate) fn data(&self) -> Json {
        let told = self.positions.iter().enumerate().map(|(number, position)| {
            if number % FULL == 0 {
                return Json::Object(position.clone().into_iter().collect());
            }
            Json::Object(differences(&self.positions[number - 1], position))
        });
        told.collect()
    }
}
