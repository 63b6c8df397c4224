//! Replays records: makes every move again and checks every expectation.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use crate::catalog::Catalog;
use crate::catalog::id::TileKindId;
use crate::catalog::seat::{Seat, WrongSeats};
use crate::machine::{Machine, Stop};
use crate::session::checkpoint::{APART, APART_IN_REPLAY};
use crate::session::expect::Mismatch;
use crate::session::record::{Expect, Move, Record, told_sizes};
use crate::session::{Refusal, Session};
use crate::state::chance::{ChancePoint, ChanceSource, Outcome, Seed};
use crate::state::decision::Decision;
use crate::state::event::Note;
use crate::state::{Game, Stage};

/// The first difference between a record and its replay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Number of the entry in `moves`, counted from 1; one more than the number of entries for the final expectations.
    pub at: usize,
    /// Stable reason code, such as `options_differ`.
    pub code: &'static str,
    /// Description of the expected value.
    pub expected: String,
    /// Description of the actual value.
    pub actual: String,
    /// Notes of rules during the failed answer, if a script failed.
    pub notes: Vec<Note>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {} [{}] expected {}, actual: {}", self.at, self.code, self.expected, self.actual)
    }
}

impl std::error::Error for Difference {}

/// Replays a record with a machine for its packs and options. Returns the session at the end.
///
/// # Errors
/// The replay differs from the record; the error is the first difference.
pub fn replay(machine: Machine, record: &Record) -> Result<Session, Difference> {
    match replay_to_fault(machine, record)? {
        (session, None) => Ok(session),
        (_, Some(difference)) => Err(difference),
    }
}

/// Like [`replay`], for callers that continue a game after a script has failed: the session is then at the position
/// before the failed answer, and the difference describes the failure.
///
/// # Errors
/// The replay differs from the record in another way, or a script fails before any answer.
pub fn replay_to_fault(machine: Machine, record: &Record) -> Result<(Session, Option<Difference>), Difference> {
    let fewest = machine.catalog.seats.0;
    let most = machine.catalog.seats.1.min(crate::catalog::MAX_SEATS as u8);
    if record.seats < fewest || record.seats > most {
        return Err(Difference {
            at: 0,
            code: "wrong_seats",
            expected: format!("{fewest} to {most} seats"),
            actual: record.seats.to_string(),
            notes: Vec::new(),
        });
    }
    let moves = Moves::from_record(record);
    let seed = Seed { number: record.seed.unwrap_or(0), order: record.order };
    let mut session = Session::new(machine, record.seats, seed).map_err(|wrong| Difference {
        at: 0,
        code: WrongSeats::CODE,
        expected: "a number of seats that a game can have".to_owned(),
        actual: wrong.seats.to_string(),
        notes: Vec::new(),
    })?;
    session.put_single_options(true);
    session.apart = APART_IN_REPLAY;
    session.set_chance_source(Box::new(FromRecord { cursor: Rc::clone(&moves.cursor) }));
    moves.show_chance(session.game().catalog());
    let begun = session.work();
    let mut stop = match session.start() {
        Ok(stop) => stop,
        Err(fault) => {
            let notes = session.notes().cloned().collect();
            return Err(Difference { notes, ..moves.difference(fault.reason(), "no fault", &fault.to_string()) });
        }
    };
    loop {
        moves.cursor.borrow_mut().take_found()?;
        if stop == Stop::Over {
            break;
        }
        if let Some(fault) = session.step_limit_fault(session.work().saturating_sub(begun)) {
            return Err(moves.difference(fault.reason(), "no fault", &fault.to_string()));
        }
        let next = moves.next_pick(&session)?;
        moves.show_chance(session.game().catalog());
        let actual = match next {
            RecordedChoice::Only => session.take_only(),
            RecordedChoice::Answer(key) => session.answer_key(key),
            RecordedChoice::End => break,
        };
        let expected = || match next {
            RecordedChoice::Answer(key) => format!("`{key}` to be taken"),
            RecordedChoice::Only | RecordedChoice::End => "the only option to be taken".to_owned(),
        };
        match actual {
            Ok(next) => stop = next,
            Err(Refusal::Fault(fault)) => {
                let notes = session.lost_notes().to_vec();
                let found = Difference { notes, ..moves.difference(fault.reason(), &expected(), &fault.to_string()) };
                // The remaining chance moves of the record belong to answers that have not been given here.
                moves.cursor.borrow_mut().end();
                session.apart = APART;
                return Ok((session, Some(found)));
            }
            Err(Refusal::Rejected(rejected)) => {
                return Err(moves.difference(rejected.code, &expected(), &rejected.to_string()));
            }
        }
    }
    moves.at_end_of_record(&session, record)?;
    session.apart = APART;
    Ok((session, None))
}

/// Entry of a record for the waiting decision.
#[derive(Clone, Copy)]
enum RecordedChoice<'a> {
    /// No entry is needed, as the decision has only one option.
    Only,
    /// Key of the option that the record chooses.
    Answer(&'a str),
    /// The record ends here.
    End,
}

/// The moves of a record, with the current position.
struct Moves<'a> {
    moves: &'a [Move],
    cursor: Rc<RefCell<Cursor>>,
}

impl<'a> Moves<'a> {
    fn from_record(record: &'a Record) -> Moves<'a> {
        let seeded = record.seed.is_some();
        let cursor = Cursor { upcoming: Vec::new(), first: 0, at: 0, count: record.moves.len(), found: None, seeded };
        Moves { moves: &record.moves, cursor: Rc::new(RefCell::new(cursor)) }
    }

    /// Makes the moves up to the next one that concerns a decision available to chance.
    fn show_chance(&self, catalog: &Catalog) {
        let mut cursor = self.cursor.borrow_mut();
        let Cursor { upcoming, first, at, .. } = &mut *cursor;
        let ahead = self.moves.get(*at..).unwrap_or_default();
        *first = *at;
        upcoming.clear();
        let ahead = ahead.iter().take_while(|next| !is_about_decision(next));
        upcoming.extend(ahead.map(|next| Upcoming::from_move(next, catalog)));
    }

    fn next_pick(&self, session: &Session) -> Result<RecordedChoice<'a>, Difference> {
        let Some(decision) = session.decision() else { return Ok(RecordedChoice::End) };
        let game = session.game();
        let mut cursor = self.cursor.borrow_mut();
        // Records may leave out decisions with one option. If the record has an answer for one, it must match.
        if let Some(only) = decision.options.only(game)
            && !self.mention(cursor.at, decision, |key| decision.options.has_key(game, only, key))
        {
            return Ok(RecordedChoice::Only);
        }
        loop {
            let Some(next) = self.moves.get(cursor.at) else { return Ok(RecordedChoice::End) };
            cursor.at += 1;
            match next {
                Move::Expect(expect) => {
                    cursor.check_state(game, expect)?;
                    cursor.check_decision(session, expect)?;
                }
                Move::Answer { seat, ask, pick } => {
                    if *seat != decision.seat.0 {
                        return Err(cursor.difference_here(
                            "wrong_seat",
                            &format!("seat {} to decide", Seat(*seat)),
                            &format!("seat {}", decision.seat),
                        ));
                    }
                    if **ask != *decision.ask {
                        return Err(cursor.difference_here(
                            "wrong_ask",
                            &format!("`{ask}` to be asked"),
                            &format!("`{}`", decision.ask),
                        ));
                    }
                    return Ok(RecordedChoice::Answer(pick));
                }
                chance => {
                    let actual = format!("seat {} is asked `{}`", decision.seat, decision.ask);
                    return Err(cursor.difference_here("unexpected_chance", &format!("`{chance}`"), &actual));
                }
            }
        }
    }

    /// Returns true if the next move that concerns a decision matches a decision with one option, whose key is known.
    fn mention(&self, at: usize, decision: &Decision, is_only: impl Fn(&str) -> bool) -> bool {
        let ahead = self.moves.get(at..).unwrap_or_default();
        match ahead.iter().find(|m| !matches!(m, Move::Expect(e) if !e.is_about_decision())) {
            Some(Move::Expect(expect)) => {
                expect.seat.is_none_or(|s| s == decision.seat.0)
                    && expect.ask.as_deref().is_none_or(|a| a == &*decision.ask)
                    && expect.options.as_ref().is_none_or(|o| o.len() == 1 && is_only(&o[0]))
            }
            Some(Move::Answer { seat: by, ask: to, pick }) => {
                *by == decision.seat.0 && **to == *decision.ask && is_only(pick)
            }
            _ => false,
        }
    }

    fn at_end_of_record(&self, session: &Session, record: &Record) -> Result<(), Difference> {
        let game = session.game();
        let mut cursor = self.cursor.borrow_mut();
        while let Some(next) = self.moves.get(cursor.at) {
            cursor.at += 1;
            match next {
                Move::Expect(expect) => {
                    cursor.check_state(game, expect)?;
                    if expect.is_about_decision() {
                        return Err(cursor.difference_here("game_over", "a decision", "the game is over"));
                    }
                }
                other => return Err(cursor.difference_here("game_over", &format!("`{other}`"), "the game is over")),
            }
        }
        cursor.at += 1;
        if let Some(last) = &record.last {
            if game.stage() != Stage::Over {
                return Err(cursor.difference_here("not_over", "the game to be over", "it continues"));
            }
            if last.scores != game.scores() {
                return Err(cursor.difference_here(
                    "scores_differ",
                    &format!("{:?}", last.scores),
                    &format!("{:?}", game.scores()),
                ));
            }
            if let Some(by_kind) = &last.by_kind {
                let nothing = vec![0; game.seat_count()];
                let catalog = game.catalog();
                let known = catalog.books.ids().map(|id| (catalog.books.key(id), game.book_points(id).to_vec()));
                let known: std::collections::BTreeMap<_, _> = known.collect();
                for kind in known.keys().chain(by_kind.keys()) {
                    let wanted = by_kind.get(kind).unwrap_or(&nothing);
                    let actual = known.get(kind).unwrap_or(&nothing);
                    if wanted != actual {
                        return Err(cursor.difference_here(
                            "by_kind_differs",
                            &format!("{kind} {wanted:?}"),
                            &format!("{actual:?}"),
                        ));
                    }
                }
            }
        }
        Ok(())
    }

    fn difference(&self, code: &'static str, expected: &str, actual: &str) -> Difference {
        self.cursor.borrow().difference_here(code, expected, actual)
    }
}

/// Returns true if a move concerns a decision, so that chance cannot read past it.
fn is_about_decision(next: &Move) -> bool {
    match next {
        Move::Answer { .. } => true,
        Move::Expect(expect) => expect.is_about_decision(),
        _ => false,
    }
}

/// A move that chance may read.
enum Upcoming {
    /// A draw of a tile from any bag, identified by its bare name. Most moves are of this kind, and it contains no
    /// text.
    Tile(TileKindId),
    /// Any other move.
    Move(Move),
}

impl Upcoming {
    fn from_move(next: &Move, catalog: &Catalog) -> Upcoming {
        if let Move::Draw { kind: name, from: None } = next
            && let Some(kind) = catalog.kinds.find(name)
            && *catalog.kinds.name(kind).local == **name
        {
            return Upcoming::Tile(kind);
        }
        Upcoming::Move(next.clone())
    }

    /// Returns the outcome at a point, see [`read_outcome`].
    fn read(&self, game: &Game, point: &ChancePoint) -> Result<Outcome, (&'static str, String)> {
        match (self, point) {
            (Upcoming::Tile(kind), ChancePoint::Draw { .. }) => Ok(Outcome::Tile(*kind)),
            (Upcoming::Tile(kind), _) => {
                let chance = Move::Draw { kind: game.catalog().kinds.key(*kind), from: None };
                read_outcome(game, point, &chance)
            }
            (Upcoming::Move(chance), _) => read_outcome(game, point, chance),
        }
    }
}

/// Position in a record, with the moves that chance may read.
struct Cursor {
    /// Moves from number `first` on, up to the next one that concerns a decision.
    upcoming: Vec<Upcoming>,
    first: usize,
    at: usize,
    /// Number of all moves in the record.
    count: usize,
    /// Difference that was found during a query of chance.
    found: Option<Difference>,
    seeded: bool,
}

impl Cursor {
    /// Moves to the end of the record.
    fn end(&mut self) {
        self.upcoming.clear();
        (self.first, self.at) = (self.count, self.count);
    }

    /// Returns the next move, if chance may read it.
    fn upcoming(&self) -> Option<&Upcoming> {
        self.upcoming.get(self.at.checked_sub(self.first)?)
    }

    fn difference_here(&self, code: &'static str, expected: &str, actual: &str) -> Difference {
        Difference { at: self.at, code, expected: expected.to_owned(), actual: actual.to_owned(), notes: Vec::new() }
    }

    fn take_found(&mut self) -> Result<(), Difference> {
        self.found.take().map_or(Ok(()), Err)
    }

    fn check_state(&self, game: &Game, expect: &Expect) -> Result<(), Difference> {
        expect.check_state(game).map_err(|wrong| self.difference(wrong))
    }

    fn check_decision(&self, session: &Session, expect: &Expect) -> Result<(), Difference> {
        expect.check_decision(session).map_err(|wrong| self.difference(wrong))
    }

    fn difference(&self, wrong: Mismatch) -> Difference {
        self.difference_here(wrong.code, &wrong.expected, &wrong.actual)
    }
}

/// A chance source that follows a record. Expectations about the state before a chance move are checked when that move
/// is due.
struct FromRecord {
    cursor: Rc<RefCell<Cursor>>,
}

impl ChanceSource for FromRecord {
    fn outcome(&mut self, game: &Game, point: &ChancePoint) -> Option<Outcome> {
        let mut cursor = self.cursor.borrow_mut();
        if cursor.found.is_some() {
            return None;
        }
        loop {
            let outcome = match cursor.upcoming() {
                Some(Upcoming::Move(Move::Expect(expect))) => {
                    let checked = expect.check_state(game);
                    cursor.at += 1;
                    if let Err(wrong) = checked {
                        cursor.found = Some(cursor.difference(wrong));
                        return None;
                    }
                    continue;
                }
                Some(chance) => chance.read(game, point),
                // A decision must come first before chance may read further moves.
                None if cursor.at < cursor.count && !cursor.seeded => {
                    Err(("chance_missing", "a move with a chance result, or a seed".to_owned()))
                }
                None => return None,
            };
            cursor.at += 1;
            if let Err((code, expected)) = &outcome {
                let found = cursor.difference_here(code, expected, &describe_chance(game, point));
                cursor.found = Some(found);
            }
            return outcome.ok();
        }
    }

    /// Checks expectations about the state after the last turn now, as they no longer hold after the final scoring.
    fn ending(&mut self, game: &Game) {
        let mut cursor = self.cursor.borrow_mut();
        while cursor.found.is_none()
            && let Some(Upcoming::Move(Move::Expect(expect))) = cursor.upcoming()
            && expect.over != Some(true)
        {
            let checked = expect.check_state(game);
            cursor.at += 1;
            if let Err(wrong) = checked {
                cursor.found = Some(cursor.difference(wrong));
            }
        }
    }

    fn report_impossible(&mut self, game: &Game, point: &ChancePoint, outcome: &Outcome) {
        let mut cursor = self.cursor.borrow_mut();
        if cursor.found.is_none() {
            let wanted = describe_wanted(game, point, outcome);
            let found =
                cursor.difference_here("impossible_chance", &wanted, &describe_impossible(game, point, outcome));
            cursor.found = Some(found);
        }
    }
}

/// Describes a chance point for users.
pub fn describe_chance(game: &Game, point: &ChancePoint) -> String {
    let catalog = game.catalog();
    match point {
        ChancePoint::Draw { bag, seat, name } => {
            let from = name.as_ref().map_or_else(|| catalog.bag_key(*bag), ToString::to_string);
            format!("a draw from `{from}` by seat {seat}")
        }
        ChancePoint::Deal { to } => format!("tiles dealt to {} bags", to.len()),
        ChancePoint::Roll { die, seat } => format!("a roll of `{}` by seat {seat}", catalog.dice.key(*die)),
        ChancePoint::Shuffle { bag } => format!("a shuffle of `{}`", catalog.bag_key(*bag)),
        ChancePoint::Pick { name, bound } => format!("a number `{name}` below {bound}"),
    }
}

/// Describes a chance point that cannot give the wanted outcome, for users.
pub fn describe_impossible(game: &Game, point: &ChancePoint, wanted: &Outcome) -> String {
    let point_told = describe_chance(game, point);
    match (point, wanted) {
        (ChancePoint::Draw { bag, .. }, Outcome::Tile(kind)) => {
            let catalog = game.catalog();
            format!("{point_told}: no {} left in `{}`", catalog.kinds.key(*kind), catalog.bag_key(*bag))
        }
        _ => format!("{point_told}: there is none"),
    }
}

/// Describes the outcome that was wanted at a chance point, for users.
pub fn describe_wanted(game: &Game, point: &ChancePoint, wanted: &Outcome) -> String {
    let catalog = game.catalog();
    match (wanted, point) {
        (Outcome::Tile(kind), _) => format!("{} to be drawn", catalog.kinds.key(*kind)),
        (Outcome::Face(face), ChancePoint::Roll { die, .. }) => {
            format!("the face `{}` of `{}`", catalog.face_name(*die, *face), catalog.dice.key(*die))
        }
        (Outcome::Face(face), _) => format!("the face number {face}"),
        (Outcome::Order(kinds), _) => {
            let order: Vec<String> = kinds.iter().map(|&kind| catalog.kinds.key(kind)).collect();
            format!("the order {}", order.join(" "))
        }
        (Outcome::Number(number), _) => format!("the number {number}"),
        (Outcome::Dealt, _) => "tiles to be dealt".to_owned(),
    }
}

/// Returns the outcome that a chance move sets at a point.
///
/// # Errors
/// The move does not belong to the point: a reason code, and a description of the move.
pub fn read_outcome(game: &Game, point: &ChancePoint, chance: &Move) -> Result<Outcome, (&'static str, String)> {
    let catalog = game.catalog();
    let find_kind = |name: &str| catalog.kinds.find(name).ok_or_else(|| ("unknown_tile", format!("a tile `{name}`")));
    match (chance, point) {
        (Move::Draw { kind, from }, ChancePoint::Draw { bag, name, .. }) => {
            let kind = find_kind(kind)?;
            let right = |from: &String| match name {
                Some(name) => **name == **from,
                None => catalog.find_bag(from) == Some(*bag),
            };
            match from {
                Some(from) if !right(from) => Err(("wrong_bag", format!("a draw from `{from}`"))),
                _ => Ok(Outcome::Tile(kind)),
            }
        }
        (Move::Roll { face, die }, ChancePoint::Roll { die: rolled, .. }) => {
            let count = catalog.face_count(*rolled, game.seat_count() as u8);
            let number = (0..count).find(|&n| catalog.face_name(*rolled, n) == *face);
            match (die, number) {
                (Some(die), _) if catalog.dice.find(die) != Some(*rolled) => {
                    Err(("wrong_die", format!("a roll of `{die}`")))
                }
                (_, Some(number)) => Ok(Outcome::Face(number)),
                (_, None) => Err(("unknown_face", format!("the face `{face}`"))),
            }
        }
        (Move::Deal { sizes }, ChancePoint::Deal { to }) => {
            let actual: std::collections::BTreeMap<String, u32> =
                to.iter().map(|&(bag, count)| (catalog.bag_key(bag), count)).collect();
            let wanted = sizes.iter().filter(|(_, n)| **n > 0);
            if wanted.eq(actual.iter().filter(|(_, n)| **n > 0)) {
                Ok(Outcome::Dealt)
            } else {
                Err(("wrong_sizes", format!("tiles dealt {}, not {}", told_sizes(sizes), told_sizes(&actual))))
            }
        }
        (Move::Shuffle { bag, order }, ChancePoint::Shuffle { bag: shuffled })
            if catalog.find_bag(bag) == Some(*shuffled) =>
        {
            Ok(Outcome::Order(order.iter().map(|k| find_kind(k)).collect::<Result<_, _>>()?))
        }
        (Move::Roll { face, die: Some(die) }, ChancePoint::Pick { name, .. }) if **die == **name => {
            let number = face.parse().map_err(|_| ("unknown_face", format!("the face `{face}`")))?;
            Ok(Outcome::Number(number))
        }
        (Move::Number { name, number }, ChancePoint::Pick { name: asked, .. }) if **name == **asked => {
            Ok(Outcome::Number(*number))
        }
        (other, _) => Err(("wrong_chance", format!("`{other}`"))),
    }
}
