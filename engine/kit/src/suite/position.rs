//! Writes a position as a test that arranges it: the board at the start of the turn, and the moves of the turn.
//!
//! The result of such a test is compared with the original game. If they differ in any way, because the notation cannot
//! express it, the caller gets a reason instead of a test, and can write the moves of the whole game.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;
use tilewright_core::catalog::id::{SegmentId, TileKindId};

use tilewright_core::catalog::Scope;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::machine::Machine;
use tilewright_core::machine::fault::Fault;
use tilewright_core::session::timeline::JumpError;
use tilewright_core::session::{Entry, Refusal, Session};
use tilewright_core::state::Game;
use tilewright_core::state::chance::{ChancePoint, ChanceSource, Outcome, Seed};
use tilewright_core::state::effect::CounterKey;
use tilewright_core::state::replayed::{ReplayScope, Replayed};
use tilewright_pack::edit::Written;

use super::TestFailure;
use super::run::play_one;
use super::write::{ExpectedParts, WrittenFields, bags, content, figures, hands, numbers, place, rows, texts, whole};
use crate::error::KitError;
use crate::games::save::moves_in;
use crate::packs::load::Loaded;

/// Reason that a position cannot be expressed as a test.
#[derive(Debug)]
pub enum PositionError {
    /// The game is before its first turn.
    NotBegun,
    /// The turn was begun under rules that have since been replaced.
    OtherRules,
    /// The turn began with an arranged position.
    Arranged,
    /// Repeating the answers did not repeat the beginning of the turn.
    OtherBeginning,
    /// This part of the position cannot be expressed, so the test would arrange another one.
    Differs(&'static str),
    /// The test fails before it reaches the position.
    Failure(Box<TestFailure>),
    /// The packs cannot be played.
    Kit(KitError),
    /// The timeline does not reach the turn.
    Jump(JumpError),
    /// An answer cannot be repeated.
    Refusal(Refusal),
    /// A rule failed at the start of the game.
    Fault(Box<Fault>),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::NotBegun => f.write_str("the first turn has not begun"),
            PositionError::OtherRules => f.write_str("an earlier part of the game was played with other rules"),
            PositionError::Arranged => f.write_str("the turn began with an arranged position"),
            PositionError::OtherBeginning => f.write_str("the turn did not begin as it did before"),
            PositionError::Differs(part) => write!(f, "{part} would differ"),
            PositionError::Failure(failure) => {
                write!(f, "a test would not reach it, {} {}", failure.expected, failure.actual)
            }
            PositionError::Kit(error) => error.fmt(f),
            PositionError::Jump(error) => error.fmt(f),
            PositionError::Refusal(refusal) => refusal.fmt(f),
            PositionError::Fault(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for PositionError {}

impl From<TestFailure> for PositionError {
    fn from(failure: TestFailure) -> PositionError {
        PositionError::Failure(Box::new(failure))
    }
}

/// Writes the position as a `Test(...)` in RON that arranges it, for the loaded packs.
///
/// # Errors
/// The position cannot be expressed as a test.
pub fn written_as_board(
    session: &mut Session,
    loaded: &Loaded,
    name: &str,
    wanted: ExpectedParts,
) -> Result<String, PositionError> {
    let begin = beginning(session, loaded)?;
    let moves = moves_in(session.game().catalog(), &session.log()[begin.cut..], true);
    let fields = fields(&begin);
    let bare = whole(session, name, ExpectedParts::NOTHING, fields.clone(), &moves);
    let played = play_one(&bare, loaded)?;
    if let Some(part) = difference(session.game(), played.game()) {
        return Err(PositionError::Differs(part));
    }
    let text = whole(session, name, wanted, fields, &moves);
    play_one(&text, loaded)?;
    Ok(text)
}

/// Position at the beginning of a turn.
struct Beginning {
    /// Game before any event of the turn.
    game: Game,
    /// Seat whose turn begins.
    seat: Seat,
    /// Number of the turn.
    turn: u32,
    /// Number of entries in the log before those of the turn.
    cut: usize,
}

/// Finds the beginning of the current turn.
fn beginning(session: &Session, loaded: &Loaded) -> Result<Beginning, PositionError> {
    let turn = session.game().turns();
    if turn == 0 {
        return Err(PositionError::NotBegun);
    }
    let line = session.timeline();
    let log = line.log();
    let machine = || -> Result<Machine, PositionError> {
        let (catalog, script) = loaded.script_after(line.symbols()).map_err(PositionError::Kit)?;
        Ok(Machine::new(catalog, Box::new(script)))
    };
    let mut back = Session::replay_along(machine()?, &line, log.len()).map_err(PositionError::Jump)?;
    // Index of the first answer of the turn.
    let mut first = log.len();
    for at in (0..log.len()).rev() {
        let Entry::Answer(answer) = &log[at] else { continue };
        if answer.forced {
            continue;
        }
        if !back.take_back(at) {
            return Err(PositionError::OtherRules);
        }
        if back.game().turns() == turn {
            first = at;
            continue;
        }
        let seen = Witness::watch(&mut back, log, at, turn);
        back.answer_key(&answer.key).map_err(PositionError::Refusal)?;
        return take_beginning(&seen, turn, first);
    }
    if session.is_arranged() || line.begins() > 0 {
        return Err(PositionError::Arranged);
    }
    let seed = Seed { number: session.seed(), order: session.chance_order() };
    let again = Session::new(machine()?, session.game().seat_count() as u8, seed);
    let mut again = again.map_err(|wrong| PositionError::Kit(wrong.into()))?;
    let seen = Witness::watch(&mut again, log, 0, turn);
    again.start().map_err(PositionError::Fault)?;
    take_beginning(&seen, turn, first)
}

/// Returns the recorded beginning of a turn whose first answer follows `first` entries of the log.
fn take_beginning(seen: &RefCell<TurnStart>, turn: u32, first: usize) -> Result<Beginning, PositionError> {
    let seen = seen.take();
    let (game, seat) = seen.game.ok_or(PositionError::OtherBeginning)?;
    Ok(Beginning { game, seat, turn, cut: seen.chance.unwrap_or(first) })
}

/// Recorded beginning of a turn.
#[derive(Default)]
struct TurnStart {
    game: Option<(Game, Seat)>,
    /// Index in the log of the first chance result of the turn.
    chance: Option<usize>,
}

/// Chance source that repeats earlier results and records the beginning of a turn.
struct Witness {
    replayed: Replayed,
    /// Indexes of the log entries that hold those results.
    entries: Vec<usize>,
    turn: u32,
    seen: Rc<RefCell<TurnStart>>,
}

impl Witness {
    /// Watches a session that is at the position after `from` entries of the log.
    fn watch(session: &mut Session, log: &[Entry], from: usize, turn: u32) -> Rc<RefCell<TurnStart>> {
        let given = log.iter().enumerate().skip(from).filter_map(|(at, entry)| Some((at, entry.chance()?.clone())));
        let (entries, given): (Vec<usize>, Vec<_>) = given.unzip();
        let (replayed, seen) = (Replayed::new(given, ReplayScope::Said), Rc::new(RefCell::default()));
        session.set_chance_source(Box::new(Witness { replayed, entries, turn, seen: Rc::clone(&seen) }));
        seen
    }
}

impl ChanceSource for Witness {
    fn outcome(&mut self, game: &Game, point: &ChancePoint) -> Option<Outcome> {
        let number = self.entries.len() - self.replayed.left();
        if game.turns() == self.turn
            && let Some(at) = self.entries.get(number)
        {
            self.seen.borrow_mut().chance.get_or_insert(*at);
        }
        self.replayed.outcome(game, point)
    }

    fn turn(&mut self, game: &Game, seat: Seat) {
        if game.turns() + 1 == self.turn {
            self.seen.borrow_mut().game = Some((game.clone(), seat));
        }
    }
}

/// Returns the fields of a test that arrange the position at the beginning of a turn.
fn fields(begin: &Beginning) -> WrittenFields {
    let game = &begin.game;
    let catalog = game.catalog();
    let kind = |kind: TileKindId| catalog.kinds.key(kind);
    let joined = |all: Vec<String>| Written::Text(all.join(" "));
    let mut fields: WrittenFields =
        vec![("first", Written::Int(begin.seat.0.into())), ("turn", Written::Int(begin.turn.into()))];
    let board = game.board();
    let mut tiles: Vec<_> = board.numbered_tiles().map(|(number, tile)| (board.level(number), number, tile)).collect();
    tiles.sort_by_key(|&(level, ..)| level);
    let laid = tiles.iter().map(|&(level, number, tile)| {
        let hidden = game.face_down(number);
        let over = if level > 0 { ":over" } else { "" };
        let how = match hidden {
            Some(hidden) => {
                hidden.known_by.iter().fold(format!("{over}:down"), |told, seat| format!("{told}+{}", seat.0))
            }
            None => over.to_owned(),
        };
        let kind = kind(hidden.map_or(tile.kind, |hidden| hidden.kind));
        format!("{kind}@{}/{}{how}", tile.cell, tile.turn)
    });
    fields.push(("board", joined(laid.collect())));
    let figures = figures(game);
    if !figures.is_empty() {
        fields.push(("figures", texts(figures)));
    }
    let on_board = catalog.tokens.ids().filter(|&token| game.token(token).is_some());
    let tokens: Vec<String> =
        on_board.map(|token| format!("{}@{}", catalog.tokens.key(token), place(game, game.token(token)))).collect();
    if !tokens.is_empty() {
        fields.push(("tokens", texts(tokens)));
    }
    if game.scores().iter().any(|&n| n != 0) {
        fields.push(("scores", numbers(game.scores().iter().copied())));
    }
    let kinds = &catalog.books;
    let booked = kinds.ids().filter(|&id| game.book_points(id).iter().any(|&n| n != 0));
    let booked: Vec<(Written, Written)> =
        booked.map(|id| (Written::Text(kinds.key(id)), numbers(game.book_points(id).iter().copied()))).collect();
    if !booked.is_empty() {
        fields.push(("by_kind", Written::Map(booked)));
    }
    let counters: Vec<(Written, Written)> =
        counters(game).into_iter().map(|(name, values)| (Written::Text(name), numbers(values))).collect();
    if !counters.is_empty() {
        fields.push(("counters", Written::Map(counters)));
    }
    fields.push(("bags", Written::Map(bags(game).collect())));
    let rows = rows(game);
    if !rows.is_empty() {
        fields.push(("rows", Written::Map(rows)));
    }
    if game.seats_from(Seat(0)).any(|seat| game.hand(seat).next().is_some()) {
        fields.push(("hands", texts(hands(game))));
    }
    if !game.set_aside().is_empty() {
        fields.push(("set_aside", joined(game.set_aside().iter().map(|&k| kind(k)).collect())));
    }
    if !game.retired_seats().is_empty() {
        fields.push(("retired", numbers(game.retired_seats().iter().map(|seat| seat.0.into()))));
    }
    fields
}

/// Returns all counters that differ from their initial values, each with the name that arranges it.
fn counters(game: &Game) -> Vec<(String, Vec<i32>)> {
    let counters = &game.catalog().counters;
    let mut rows = Vec::new();
    for (id, counter) in counters.iter() {
        let name = counters.key(id);
        let values: Vec<i32> = match counter.scope {
            Scope::Game => vec![game.counter(id, CounterKey::Game)],
            Scope::Seat => game.seats_from(Seat(0)).map(|s| game.counter(id, CounterKey::Seat(s))).collect(),
            Scope::Keyed | Scope::SeatKeyed | Scope::Feature(_) => Vec::new(),
        };
        if values.iter().any(|&n| n != counter.start) {
            rows.push((name.clone(), values));
        }
        for (key, n) in game.counter_keys(id).filter(|(_, n)| *n != counter.start) {
            let full = match key {
                CounterKey::Key(key) => format!("{name}:{key}"),
                CounterKey::SeatKey(seat, key) => format!("{name}:{}:{key}", seat.0),
                CounterKey::Feature(segment) => {
                    format!("{name}@{}", game.board().place_key(segment))
                }
                CounterKey::Game | CounterKey::Seat(_) => continue,
            };
            rows.push((full, vec![n]));
        }
    }
    rows
}

/// Names a part in which two games differ; `None` if they match.
fn difference(game: &Game, other: &Game) -> Option<&'static str> {
    type GameAspect = fn(&Game) -> String;
    let looks: [(&'static str, GameAspect); 17] = [
        ("the tiles on the board", |g| {
            sorted(g.board().numbered_tiles().map(|(number, t)| (t.cell, t.turn, t.kind, g.board().level(number))))
        }),
        ("the extent of the board", |g| {
            let planes = g.board().planes();
            planes.map(|plane| format!("{:?}", g.board().extent(plane))).collect::<Vec<_>>().join(", ")
        }),
        ("the features", |g| {
            let features = g.board().features();
            let key = |s: SegmentId| g.board().place_key(s);
            let first = |s: SegmentId| key(g.board().first_segment(s));
            sorted(features.segments().map(|s| (key(s), first(s), features.open_sides(s))))
        }),
        ("the figures", |g| sorted(g.figures().map(|(_, f)| (f.seat, f.kind, place(g, f.place))))),
        ("the supplies", |g| {
            let all = g.catalog().figures.ids().flat_map(|f| g.seats_from(Seat(0)).map(move |s| (f, s)));
            format!("{:?}", all.map(|(f, s)| g.supply(f, s)).collect::<Vec<_>>())
        }),
        ("the tokens", |g| format!("{:?}", g.catalog().tokens.ids().map(|t| place(g, g.token(t))).collect::<Vec<_>>())),
        ("the scores", |g| format!("{:?}", g.scores())),
        ("the points by book", |g| {
            format!("{:?}", g.catalog().books.ids().map(|k| g.book_points(k).to_vec()).collect::<Vec<_>>())
        }),
        ("the counters", |g| sorted(counters(g).into_iter())),
        ("the hands", |g| format!("{:?}", g.seats_from(Seat(0)).map(|s| g.hand(s).collect()).collect::<Vec<Vec<_>>>())),
        ("the tiles set aside", |g| format!("{:?}", g.set_aside())),
        ("the retired seats", |g| format!("{:?}", g.retired_seats())),
        ("the face-down tiles", |g| {
            let cell = |tile| g.board().laid_tile(tile).map(|tile| tile.cell);
            sorted(
                g.all_face_down()
                    .iter()
                    .map(|hidden| (cell(hidden.tile), hidden.kind, format!("{:?}", hidden.known_by))),
            )
        }),
        ("the rows", |g| format!("{:?}", rows(g))),
        ("the bags", |g| format!("{:?}", g.catalog().bags.ids().map(|b| content(g.bag(b))).collect::<Vec<_>>())),
        ("the progress of the game", |g| format!("{:?} {} {:?}", g.stage(), g.turns(), agenda(g))),
        ("the options", |g| match g.decision() {
            None => String::new(),
            Some(d) => {
                let options = d.options.iter(g).map(|pick| d.options.key(g, pick));
                let secrets: Vec<_> = d.options.secrets().collect();
                format!("{} {} {} {:?} {secrets:?}", d.seat, d.ask, d.secret, options.collect::<Vec<_>>())
            }
        }),
    ];
    looks.into_iter().find(|(_, look)| look(game) != look(other)).map(|(what, _)| what)
}

fn sorted<T: Ord + std::fmt::Debug>(all: impl Iterator<Item = T>) -> String {
    let mut all: Vec<T> = all.collect();
    all.sort();
    format!("{all:?}")
}

/// Lists the pending parts of the agenda by kind.
fn agenda(game: &Game) -> Vec<String> {
    use tilewright_core::state::agenda::Part;
    let parts = game.agenda().iter().map(|part| match part {
        Part::Turn(part) => format!("{} {:?} {} {:?}", part.seat, part.list, part.reason.is_some(), part.kind),
        other => format!("{:?}", std::mem::discriminant(other)),
    });
    parts.collect()
}
