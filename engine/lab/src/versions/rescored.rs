//! Plays recorded games with two versions of the rules, and finds the first points that differ.

use tilewright_core::catalog::ModuleUse;
use tilewright_core::session::Session;
use tilewright_core::session::record::{Move, Record};
use tilewright_core::session::replay::{Difference, replay};
use tilewright_core::state::event::ScoredSheet;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;

use crate::turns::by_turn;

/// Line of a sheet in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetLine {
    /// Name of the rule, `pack:name`; empty if unknown.
    pub rule: String,
    /// Unit that the line counts, or its reason.
    pub item: String,
    /// Number of units.
    pub count: i32,
    /// Points for each unit.
    pub each: i32,
    /// Change of the value in points.
    pub points: i32,
}

/// Points that a game paid at one time, with their reasons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PaidSheet {
    /// Turn, from 1; 0 before the first turn.
    pub turn: u32,
    /// Book that received the points.
    pub book: String,
    /// Place of the feature, such as `0,-1:road:N.S`; empty for points without a feature.
    pub place: String,
    /// Points of each seat.
    pub points: Vec<i32>,
    /// Lines that led to the points.
    pub lines: Vec<SheetLine>,
}

/// Recorded game with a different course of points in the second version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RescoredGame {
    /// Scores at the end, in the first and in the second version; at the last common move if the second version
    /// refuses a later one.
    pub scores: [Vec<i32>; 2],
    /// First sheet that differs, in each version; `None` if a version has no further sheet, or if no sheet differs.
    pub first: [Option<PaidSheet>; 2],
    /// First move that the second version refuses; `None` if it plays the whole game.
    pub refused: Option<Difference>,
}

/// Result of playing a recorded game with two versions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RescoredRecord {
    /// The first version does not play the recorded game.
    NotPlayed(Difference),
    /// Both versions give the same points for the same reasons.
    Same,
    /// The second version gives other points, or refuses a move.
    Differs(Box<RescoredGame>),
}

/// Plays a recorded game with two versions and compares their points. Expectations of the record are not checked.
///
/// # Errors
/// A version cannot be played.
pub fn rescore(versions: [&Loaded; 2], record: &Record) -> Result<RescoredRecord, KitError> {
    let mut record = Record { last: None, ..record.clone() };
    record.moves.retain(|entry| !matches!(entry, Move::Expect(_)));
    let play = |loaded: &Loaded, record: &Record| -> Result<Result<Session, Difference>, KitError> {
        Ok(replay(loaded.for_seats(record.seats).machine()?, record))
    };
    let mut before = match play(versions[0], &record)? {
        Ok(session) => session,
        Err(difference) => return Ok(RescoredRecord::NotPlayed(difference)),
    };
    let (after, refused) = match play(versions[1], &record)? {
        Ok(session) => (session, None),
        Err(difference) => {
            // Both versions are compared up to the refused move.
            record.moves.truncate(difference.at.saturating_sub(1));
            let common = (play(versions[0], &record)?, play(versions[1], &record)?);
            let (Ok(first), Ok(second)) = common else {
                let nothing =
                    RescoredGame { scores: Default::default(), first: [None, None], refused: Some(difference) };
                return Ok(RescoredRecord::Differs(Box::new(nothing)));
            };
            before = first;
            (second, Some(difference))
        }
    };
    let mut sheets = [&before, &after].map(|session| paid_sheets(session).into_iter());
    let first = loop {
        match sheets.each_mut().map(Iterator::next) {
            [None, None] => break [None, None],
            [a, b] if a == b => {}
            pair => break pair,
        }
    };
    let scores = [&before, &after].map(|session| session.game().scores().to_vec());
    if first == [None, None] && refused.is_none() && scores[0] == scores[1] {
        return Ok(RescoredRecord::Same);
    }
    Ok(RescoredRecord::Differs(Box::new(RescoredGame { scores, first, refused })))
}

/// Returns the sheets of a game in their order.
fn paid_sheets(session: &Session) -> Vec<PaidSheet> {
    let game = session.game();
    let Some(journal) = game.journal() else { return Vec::new() };
    let turns: Vec<u32> = by_turn(game).map(|(turn, _)| turn).collect();
    let rules: Vec<String> = game.catalog().modules.iter().map(ModuleUse::name).collect();
    let sheet = |scored: &ScoredSheet| PaidSheet {
        turn: turns.get(scored.event).copied().unwrap_or(game.turns()),
        book: game.catalog().books.key(scored.sheet.book),
        place: scored.place.clone(),
        points: scored.points[..game.seat_count()].to_vec(),
        lines: scored
            .sheet
            .items
            .iter()
            .map(|item| SheetLine {
                rule: item.origin.and_then(|origin| rules.get(usize::from(origin.module))).cloned().unwrap_or_default(),
                item: session.symbol(item.label).to_owned(),
                count: item.count,
                each: item.each,
                points: item.points,
            })
            .collect(),
    };
    journal.sheets.iter().map(sheet).collect()
}
