//! Replaying records: every move is made again and every expectation checked.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use crate::catalog::seat::{Seat, WrongSeats};
use crate::machine::{Machine, Stop};
use crate::session::expect::Mismatch;
use crate::session::record::{Expect, Move, Record, told_sizes};
use crate::session::{Refusal, Session};
use crate::state::chance::{ChancePoint, ChanceSource, Outcome};
use crate::state::event::Note;
use crate::state::{Game, Stage};

/// The first difference between a record and what came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The entry of `moves`, counted from 1; one more than there are for the final expectations.
    pub at: usize,
    /// Stable reason code, such as `options_differ`.
    pub code: &'static str,
    /// What was expected.
    pub expected: String,
    /// What was there instead.
    pub actual: String,
    /// What rules noted on the way, if a script failed.
    pub notes: Vec<Note>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {} [{}] expected {}, actual: {}", self.at, self.code, self.expected, self.actual)
    }
}

impl std::error::Error for Difference {}

/// Replays a record with a machine for its packs and options. Returns the session as it stands at the end.
///
/// # Errors
/// The first difference.
pub fn replay(machine: Machine, record: &Record) -> Result<Session, Difference> {
    match replay_to_fault(machine, record)? {
        (session, None) => Ok(session),
        (_, Some(difference)) => Err(difference),
    }
}

/// The same for those who go on with a game that a script has stopped: where one fails, the session stands before the
/// answer at which it does, and the difference tells of it.
///
/// # Errors
/// The first other difference, and a script that fails before anybody has answered.
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
    let cursor = Rc::new(RefCell::new(Cursor {
        moves: record.moves.clone(),
        at: 0,
        found: None,
        seeded: record.seed.is_some(),
    }));
    let mut session = Session::new(machine, record.seats, record.seed.unwrap_or(0)).map_err(|wrong| Difference {
        at: 0,
        code: WrongSeats::CODE,
        expected: "a number of seats that a game can have".to_owned(),
        actual: wrong.seats.to_string(),
        notes: Vec::new(),
    })?;
    session.put_single_options(true);
    session.set_chance_source(Box::new(FromRecord { cursor: Rc::clone(&cursor) }));
    let mut stop = match session.start() {
        Ok(stop) => stop,
        Err(fault) => {
            let notes = session.notes().cloned().collect();
            return Err(Difference { notes, ..difference(&cursor, "fault", "no fault", &fault.to_string()) });
        }
    };
    loop {
        cursor.borrow_mut().take_found()?;
        if stop == Stop::Over {
            break;
        }
        let (what, actual) = match next_pick(&session, &cursor)? {
            Next::Only => ("the only option".to_owned(), session.take_only()),
            Next::Answer(key) => (format!("`{key}`"), session.answer_key(&key)),
            Next::End => break,
        };
        match actual {
            Ok(next) => stop = next,
            Err(Refusal::Fault(fault)) => {
                let expected = format!("{what} to be taken");
                let notes = session.lost_notes().to_vec();
                let found = Difference { notes, ..difference(&cursor, "fault", &expected, &fault.to_string()) };
                // What the record says of chance from here on belongs to answers that nobody has given now.
                let mut cursor = cursor.borrow_mut();
                cursor.at = cursor.moves.len();
                drop(cursor);
                return Ok((session, Some(found)));
            }
            Err(Refusal::Rejected(rejected)) => {
                let expected = format!("{what} to be taken");
                return Err(difference(&cursor, rejected.code, &expected, &rejected.to_string()));
            }
        }
    }
    at_end_of_record(session, record, &cursor).map(|session| (session, None))
}

/// What a record says to the waiting decision.
enum Next {
    /// Nothing, and there is nothing to say: it has one option.
    Only,
    /// The option of this key.
    Answer(String),
    /// The record stops here.
    End,
}

fn next_pick(session: &Session, cursor: &Rc<RefCell<Cursor>>) -> Result<Next, Difference> {
    let Some(decision) = session.decision() else { return Ok(Next::End) };
    let game = session.game();
    let single = (decision.options.count() == 1)
        .then(|| decision.options.get(game, 0).map(|pick| decision.options.key(game, pick)))
        .flatten();
    if let Some(only) = single {
        // A decision with one option is not put to a seat; where the record has it all the same, it must agree.
        let mut cursor = cursor.borrow_mut();
        if !cursor.mentions(decision.seat, &decision.ask, &only) {
            return Ok(Next::Only);
        }
    }
    loop {
        let mut cursor = cursor.borrow_mut();
        let Some(next) = cursor.moves.get(cursor.at).cloned() else { return Ok(Next::End) };
        cursor.at += 1;
        match next {
            Move::Expect(expect) => {
                cursor.check_state(game, &expect)?;
                cursor.check_decision(session, &expect)?;
            }
            Move::Answer { seat, ask, pick } => {
                if seat != decision.seat.0 {
                    return Err(cursor.here(
                        "wrong_seat",
                        &format!("seat {seat} to decide"),
                        &format!("seat {}", decision.seat),
                    ));
                }
                if *ask != *decision.ask {
                    return Err(cursor.here(
                        "wrong_ask",
                        &format!("`{ask}` to be asked"),
                        &format!("`{}`", decision.ask),
                    ));
                }
                return Ok(Next::Answer(pick));
            }
            chance => {
                let actual = format!("seat {} is asked `{}`", decision.seat, decision.ask);
                return Err(cursor.here("unexpected_chance", &format!("`{chance}`"), &actual));
            }
        }
    }
}

fn at_end_of_record(session: Session, record: &Record, cursor: &Rc<RefCell<Cursor>>) -> Result<Session, Difference> {
    let game = session.game();
    {
        let mut cursor = cursor.borrow_mut();
        while let Some(next) = cursor.moves.get(cursor.at).cloned() {
            cursor.at += 1;
            match next {
                Move::Expect(expect) => {
                    cursor.check_state(game, &expect)?;
                    if expect.is_about_decision() {
                        return Err(cursor.here("game_over", "a decision", "the game is over"));
                    }
                }
                other => return Err(cursor.here("game_over", &format!("`{other}`"), "the game is over")),
            }
        }
        cursor.at += 1;
        if let Some(last) = &record.last {
            if game.stage() != Stage::Over {
                return Err(cursor.here("not_over", "the game to be over", "it goes on"));
            }
            if last.scores != game.scores() {
                return Err(cursor.here(
                    "scores_differ",
                    &format!("{:?}", last.scores),
                    &format!("{:?}", game.scores()),
                ));
            }
            if let Some(by_kind) = &last.by_kind {
                let nothing = vec![0; game.seat_count()];
                let catalog = game.catalog();
                let known = catalog.books.ids().map(|id| (catalog.books.key(id), game.booked(id).to_vec()));
                let known: std::collections::BTreeMap<_, _> = known.collect();
                for kind in known.keys().chain(by_kind.keys()) {
                    let wanted = by_kind.get(kind).unwrap_or(&nothing);
                    let actual = known.get(kind).unwrap_or(&nothing);
                    if wanted != actual {
                        return Err(cursor.here(
                            "by_kind_differs",
                            &format!("{kind} {wanted:?}"),
                            &format!("{actual:?}"),
                        ));
                    }
                }
            }
        }
    }
    Ok(session)
}

fn difference(cursor: &Rc<RefCell<Cursor>>, code: &'static str, expected: &str, actual: &str) -> Difference {
    cursor.borrow().here(code, expected, actual)
}

struct Cursor {
    moves: Vec<Move>,
    at: usize,
    /// A difference that was found while chance was asked.
    found: Option<Difference>,
    seeded: bool,
}

impl Cursor {
    fn here(&self, code: &'static str, expected: &str, actual: &str) -> Difference {
        Difference { at: self.at, code, expected: expected.to_owned(), actual: actual.to_owned(), notes: Vec::new() }
    }

    fn take_found(&mut self) -> Result<(), Difference> {
        self.found.take().map_or(Ok(()), Err)
    }

    /// Whether the next move that is not about the state alone is about this one-option decision.
    fn mentions(&mut self, seat: Seat, ask: &str, only: &str) -> bool {
        let next = self.moves[self.at..].iter().find(|m| !matches!(m, Move::Expect(e) if !e.is_about_decision()));
        match next {
            Some(Move::Expect(expect)) => {
                expect.seat.is_none_or(|s| s == seat.0)
                    && expect.ask.as_deref().is_none_or(|a| a == ask)
                    && expect.options.as_ref().is_none_or(|o| o.len() == 1 && o[0] == only)
            }
            Some(Move::Answer { seat: by, ask: to, pick }) => *by == seat.0 && to == ask && pick == only,
            _ => false,
        }
    }

    fn check_state(&self, game: &Game, expect: &Expect) -> Result<(), Difference> {
        expect.check_state(game).map_err(|wrong| self.difference(wrong))
    }

    fn check_decision(&self, session: &Session, expect: &Expect) -> Result<(), Difference> {
        expect.check_decision(session).map_err(|wrong| self.difference(wrong))
    }

    fn difference(&self, wrong: Mismatch) -> Difference {
        self.here(wrong.code, &wrong.expected, &wrong.actual)
    }
}

/// Chance as the record says. Expectations about the state that stand before a chance move are checked when it is due.
struct FromRecord {
    cursor: Rc<RefCell<Cursor>>,
}

impl ChanceSource for FromRecord {
    fn outcome(&mut self, game: &Game, point: &ChancePoint) -> Option<Outcome> {
        let mut cursor = self.cursor.borrow_mut();
        if cursor.found.is_some() {
            return None;
        }
        let actual = describe_chance(game, point);
        loop {
            let next = cursor.moves.get(cursor.at).cloned();
            let outcome = match next {
                Some(Move::Expect(expect)) if !expect.is_about_decision() => {
                    cursor.at += 1;
                    if let Err(found) = cursor.check_state(game, &expect) {
                        cursor.found = Some(found);
                        return None;
                    }
                    continue;
                }
                Some(Move::Answer { .. } | Move::Expect(_)) => {
                    if !cursor.seeded {
                        cursor.at += 1;
                        let found =
                            cursor.here("chance_missing", "a move that says what chance gave, or a seed", &actual);
                        cursor.found = Some(found);
                    }
                    return None;
                }
                None => return None,
                Some(chance) => {
                    cursor.at += 1;
                    read_outcome(game, point, &chance)
                }
            };
            if let Err((code, expected)) = &outcome {
                let found = cursor.here(code, expected, &actual);
                cursor.found = Some(found);
            }
            return outcome.ok();
        }
    }

    /// What is expected of the state after the last turn does not hold any more once everything left is scored.
    fn ending(&mut self, game: &Game) {
        let mut cursor = self.cursor.borrow_mut();
        while cursor.found.is_none()
            && let Some(Move::Expect(expect)) = cursor.moves.get(cursor.at).cloned()
            && !expect.is_about_decision()
            && expect.over != Some(true)
        {
            cursor.at += 1;
            if let Err(found) = cursor.check_state(game, &expect) {
                cursor.found = Some(found);
            }
        }
    }

    fn refused(&mut self, game: &Game, point: &ChancePoint, outcome: &Outcome) {
        let mut cursor = self.cursor.borrow_mut();
        if cursor.found.is_none() {
            let wanted = describe_wanted(game, point, outcome);
            let found = cursor.here("impossible_chance", &wanted, &describe_impossible(game, point, outcome));
            cursor.found = Some(found);
        }
    }
}

/// What chance is asked for, for people.
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

/// What chance was asked for, for people, where it cannot give what was wanted.
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

/// What chance was wanted to give at a point, for people.
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

/// What a chance move says at a point.
///
/// # Errors
/// It does not belong there: the code, and what the move expects.
pub fn read_outcome(game: &Game, point: &ChancePoint, chance: &Move) -> Result<Outcome, (&'static str, String)> {
    let catalog = game.catalog();
    let find_kind = |name: &str| catalog.kinds.find(name).ok_or(("unknown_tile", format!("a tile `{name}`")));
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
