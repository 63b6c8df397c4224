//! Defines the kinds of rows: their columns, and the values that a game adds to them.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tilewright_core::catalog::ModuleUse;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::Session;
use tilewright_core::state::Game;
use tilewright_core::state::decision::Decision;
use tilewright_core::state::event::EventKind;
use tilewright_core::state::happening::Happening;
use tilewright_lab::games::PlayedGame;
use tilewright_lab::turns::by_turn;

use crate::format::csv_text;

/// Unit that one row describes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rows {
    /// A row for each game: scores, winners, result, length, and points by book and seat.
    Games,
    /// A row for each time a seat received points.
    Scores,
    /// A row for each tile that was drawn, placed or set aside.
    Tiles,
    /// A row for each answer, with the number of options.
    Answers,
    /// A row for each line of a score sheet and each seat that received points for it.
    Items,
}

impl Rows {
    /// All kinds of rows, in the order of declaration.
    pub const ALL: [Rows; 5] = [Rows::Games, Rows::Scores, Rows::Tiles, Rows::Answers, Rows::Items];

    /// Returns the name as `plan.json` and file metadata write it, such as `games`.
    pub fn name(self) -> &'static str {
        match self {
            Rows::Games => "games",
            Rows::Scores => "scores",
            Rows::Tiles => "tiles",
            Rows::Answers => "answers",
            Rows::Items => "items",
        }
    }

    /// True if games must be played in sessions that keep a journal.
    pub(crate) fn needs_journal(self) -> bool {
        self != Rows::Games
    }

    /// Returns an empty table for games with the seats, results and books of `game`.
    pub(crate) fn table(self, game: &Game) -> RowTable {
        use ColumnKind::{Large, Perhaps, Small, Text};
        let fixed: &[(&str, ColumnKind)] = match self {
            Rows::Games => &[
                ("game", Large),
                ("seed", Large),
                ("turns", Small),
                ("tiles", Small),
                ("decisions", Small),
                ("placements", Small),
                ("legal_placements", Small),
                ("set_aside", Small),
                ("deployed", Small),
                ("stopped", Text),
            ],
            Rows::Scores => &[
                ("game", Large),
                ("number", Small),
                ("turn", Small),
                ("tiles", Small),
                ("final", Small),
                ("seat", Small),
                ("book", Text),
                ("points", Small),
                ("reason", Text),
            ],
            Rows::Tiles => &[
                ("game", Large),
                ("number", Small),
                ("turn", Small),
                ("seat", Small),
                ("event", Text),
                ("kind", Text),
                ("x", Perhaps),
                ("y", Perhaps),
                ("turned", Perhaps),
                ("plane", Perhaps),
            ],
            Rows::Answers => &[
                ("game", Large),
                ("number", Small),
                ("turn", Small),
                ("seat", Small),
                ("ask", Text),
                ("options", Small),
                ("option", Small),
                ("key", Text),
            ],
            Rows::Items => &[
                ("game", Large),
                ("turn", Small),
                ("seat", Small),
                ("book", Text),
                ("rule", Text),
                ("item", Text),
                ("count", Small),
                ("each", Small),
                ("points", Small),
                ("place", Text),
            ],
        };
        let mut columns: Vec<Column> = fixed.iter().map(|&(name, sort)| Column::new(name.to_owned(), sort)).collect();
        if self == Rows::Games {
            let seats = 0..game.seat_count();
            columns.extend(seats.clone().map(|seat| Column::new(format!("score_{seat}"), Small)));
            columns.extend(seats.clone().map(|seat| Column::new(format!("won_{seat}"), Small)));
            // A pack without results has no column for them.
            columns.extend((!game.catalog().results.is_empty()).then(|| Column::new("result".to_owned(), Text)));
            let books = &game.catalog().books;
            for book in books.ids() {
                let name = |seat| format!("points_{}_{seat}", books.key_str(book));
                columns.extend(seats.clone().map(|seat| Column::new(name(seat), Small)));
            }
        }
        RowTable { columns }
    }

    /// Adds the rows of a game to the table; `answers` holds the answers given in that game.
    pub(crate) fn add(
        self,
        table: &mut RowTable,
        (number, seed): (u64, u64),
        played: &PlayedGame<'_>,
        answers: &[GivenAnswer],
    ) {
        match (self, played.session) {
            (Rows::Games, _) => add_game(table, (number, seed), played),
            (Rows::Scores, Some(session)) => add_scores(table, number, session),
            (Rows::Tiles, Some(session)) => add_tiles(table, number, session),
            (Rows::Items, Some(session)) => add_items(table, number, session),
            (Rows::Answers, _) => {
                for (at, answer) in answers.iter().enumerate() {
                    table.row([
                        Datum::Large(number),
                        Datum::Small(small(at)),
                        Datum::Small(small(answer.turn)),
                        Datum::Small(small(answer.seat)),
                        Datum::Text(&answer.ask),
                        Datum::Small(small(answer.options)),
                        Datum::Small(small(answer.option)),
                        Datum::Text(&answer.key),
                    ]);
                }
            }
            _ => {}
        }
    }
}

fn add_game(table: &mut RowTable, (number, seed): (u64, u64), played: &PlayedGame<'_>) {
    let (game, counted) = (played.game, &played.counted);
    let winners = if played.fault.is_none() { game.winners() } else { Default::default() };
    let fixed = [
        Datum::Large(number),
        Datum::Large(seed),
        Datum::Small(small(game.turns())),
        Datum::Small(small(game.board().tiles().len())),
        Datum::Small(small(counted.decisions)),
        Datum::Small(small(counted.placements)),
        Datum::Small(small(counted.placement_options)),
        Datum::Small(small(game.set_aside().len() - game.tally().taken_off.len())),
        Datum::Small(small(game.tally().deployed)),
        Datum::Text(played.fault.as_ref().map_or("", |fault| fault.code)),
    ];
    let scores = game.scores().iter().map(|&score| Datum::Small(score));
    let won = (0..game.seat_count()).map(|seat| Datum::Small(winners.iter().any(|s| s.index() == seat).into()));
    let results = &game.catalog().results;
    let name = game.result().filter(|_| played.fault.is_none()).map_or("", |result| results.key_str(result));
    let result = (!results.is_empty()).then_some(Datum::Text(name));
    let books = game.catalog().books.ids();
    let booked = books.flat_map(|book| game.book_points(book)).map(|&points| Datum::Small(points));
    table.row(fixed.into_iter().chain(scores).chain(won).chain(result).chain(booked));
}

fn add_scores(table: &mut RowTable, number: u64, session: &Session) {
    let game = session.game();
    let placed = by_turn(game).filter(|(_, what)| what.kind() == EventKind::Placed).count();
    let (mut tiles, mut last) = (game.board().laid_count().saturating_sub(placed), false);
    let mut at = 0usize;
    for (turn, what) in by_turn(game) {
        match *what {
            Happening::Placed { .. } => tiles += 1,
            Happening::TakenUp { .. } => tiles = tiles.saturating_sub(1),
            Happening::Ending { .. } => last = true,
            Happening::Awarded { seat, points, book, reason, .. } => {
                table.row([
                    Datum::Large(number),
                    Datum::Small(small(at)),
                    Datum::Small(small(turn)),
                    Datum::Small(small(tiles)),
                    Datum::Small(last.into()),
                    Datum::Small(seat.0.into()),
                    Datum::Text(game.catalog().books.key_str(book)),
                    Datum::Small(points),
                    Datum::Text(reason.map_or("", |reason| session.symbol(reason))),
                ]);
                at += 1;
            }
            _ => {}
        }
    }
}

fn add_tiles(table: &mut RowTable, number: u64, session: &Session) {
    let game = session.game();
    let mut at = 0usize;
    for (turn, what) in by_turn(game) {
        let (seat, kind, place) = match *what {
            Happening::Drawn { seat, kind, .. } | Happening::SetAside { seat, kind, .. } => (seat, kind, None),
            Happening::Placed { seat, kind, cell, turn, .. } => (seat, kind, Some((cell, Some(turn)))),
            _ => continue,
        };
        table.row([
            Datum::Large(number),
            Datum::Small(small(at)),
            Datum::Small(small(turn)),
            Datum::Small(seat.0.into()),
            Datum::Text(what.kind().name()),
            Datum::Text(game.catalog().kinds.key_str(kind)),
            Datum::Perhaps(place.map(|(cell, _)| i32::from(cell.coordinates().0))),
            Datum::Perhaps(place.map(|(cell, _)| i32::from(cell.coordinates().1))),
            Datum::Perhaps(place.and_then(|(_, turned)| turned)),
            Datum::Perhaps(place.map(|(cell, _)| i32::from(cell.plane().0))),
        ]);
        at += 1;
    }
}

fn add_items(table: &mut RowTable, number: u64, session: &Session) {
    let game = session.game();
    let Some(journal) = game.journal() else { return };
    let turns: Vec<u32> = by_turn(game).map(|(turn, _)| turn).collect();
    let rules: Vec<String> = game.catalog().modules.iter().map(ModuleUse::name).collect();
    for scored in &journal.sheets {
        let turn = turns.get(scored.event).copied().unwrap_or(game.turns());
        for seat in (0..game.seat_count() as u8).map(Seat) {
            let parts = scored.sheet.item_points(seat);
            // A rule may pay a sheet to one of its seats only.
            if parts.iter().sum::<i32>() != scored.points[seat.index()] {
                continue;
            }
            for (item, points) in scored.sheet.items.iter().zip(parts).filter(|(_, points)| *points != 0) {
                let rule = item.origin.and_then(|origin| rules.get(usize::from(origin.module)));
                table.row([
                    Datum::Large(number),
                    Datum::Small(small(turn)),
                    Datum::Small(seat.0.into()),
                    Datum::Text(game.catalog().books.key_str(scored.sheet.book)),
                    Datum::Text(rule.map_or("", String::as_str)),
                    Datum::Text(session.symbol(item.label)),
                    Datum::Small(item.count),
                    Datum::Small(item.each),
                    Datum::Small(points),
                    Datum::Text(&scored.place),
                ]);
            }
        }
    }
}

/// Converts a count to the type of the column, capped at `i32::MAX`, which no game reaches.
pub(crate) fn small(number: impl TryInto<i32>) -> i32 {
    number.try_into().unwrap_or(i32::MAX)
}

/// An answer with the question and the number of options.
pub(crate) struct GivenAnswer {
    turn: u32,
    seat: u8,
    ask: Arc<str>,
    options: u32,
    option: u32,
    key: String,
}

impl GivenAnswer {
    /// Captures an answer just before it is given: option `number` of `decision`.
    pub(crate) fn capture(session: &Session, decision: &Decision, number: u32) -> GivenAnswer {
        let game = session.game();
        let pick = decision.options.get(game, number);
        GivenAnswer {
            turn: game.turns(),
            seat: decision.seat.0,
            ask: Arc::clone(&decision.ask),
            options: decision.options.count(),
            option: number,
            key: pick.map(|pick| decision.options.key(game, pick)).unwrap_or_default(),
        }
    }
}

/// Data type of a column.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ColumnKind {
    Small,
    Large,
    Perhaps,
    Real,
    Text,
}

/// Value of one cell.
#[derive(Clone, Copy)]
pub(crate) enum Datum<'a> {
    Small(i32),
    Large(u64),
    Perhaps(Option<i32>),
    Real(f64),
    Text(&'a str),
}

/// Rows of a block, stored by column.
pub(crate) struct RowTable {
    pub(crate) columns: Vec<Column>,
}

pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) values: Values,
}

pub(crate) enum Values {
    Small(Vec<i32>),
    Large(Vec<u64>),
    Perhaps(Vec<Option<i32>>),
    Real(Vec<f64>),
    /// Each distinct text once, in order of first appearance, and the index of the text in each row.
    Text {
        known: Vec<Arc<str>>,
        at: Vec<u32>,
        by_text: BTreeMap<Arc<str>, u32>,
    },
}

impl Column {
    pub(crate) fn new(name: String, sort: ColumnKind) -> Column {
        let values = match sort {
            ColumnKind::Small => Values::Small(Vec::new()),
            ColumnKind::Large => Values::Large(Vec::new()),
            ColumnKind::Perhaps => Values::Perhaps(Vec::new()),
            ColumnKind::Real => Values::Real(Vec::new()),
            ColumnKind::Text => Values::Text { known: Vec::new(), at: Vec::new(), by_text: BTreeMap::new() },
        };
        Column { name, values }
    }
}

impl Values {
    fn add(&mut self, cell: Datum<'_>) {
        match (self, cell) {
            (Values::Small(all), Datum::Small(number)) => all.push(number),
            (Values::Large(all), Datum::Large(number)) => all.push(number),
            (Values::Perhaps(all), Datum::Perhaps(number)) => all.push(number),
            (Values::Real(all), Datum::Real(number)) => all.push(number),
            (Values::Text { known, at, by_text }, Datum::Text(text)) => {
                let which = match by_text.get(text) {
                    Some(&which) => which,
                    None => {
                        let (text, which) = (Arc::<str>::from(text), known.len() as u32);
                        known.push(Arc::clone(&text));
                        by_text.insert(text, which);
                        which
                    }
                };
                at.push(which);
            }
            _ => unreachable!("cells are in the order of their columns"),
        }
    }

    /// Writes the number of row `at`; returns false if the row has no number.
    pub(crate) fn write_number(&self, at: usize, out: &mut String) -> bool {
        // Writing into a `String` cannot fail.
        let written = match self {
            Values::Small(all) => write!(out, "{}", all[at]),
            Values::Large(all) => write!(out, "{}", all[at]),
            Values::Real(all) => write!(out, "{}", all[at]),
            Values::Perhaps(all) => match all[at] {
                Some(number) => write!(out, "{number}"),
                None => return false,
            },
            Values::Text { .. } => return false,
        };
        written.is_ok()
    }
}

impl RowTable {
    /// Returns the number of rows.
    pub(crate) fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| match &column.values {
            Values::Small(all) => all.len(),
            Values::Large(all) => all.len(),
            Values::Perhaps(all) => all.len(),
            Values::Real(all) => all.len(),
            Values::Text { at, .. } => at.len(),
        })
    }

    pub(crate) fn row<'a>(&mut self, cells: impl IntoIterator<Item = Datum<'a>>) {
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            column.values.add(cell);
        }
    }

    /// Returns the names of the columns as the first line of CSV.
    pub(crate) fn head(&self) -> String {
        let mut line = String::new();
        for (number, column) in self.columns.iter().enumerate() {
            line.push_str(if number > 0 { "," } else { "" });
            csv_text(&column.name, &mut line);
        }
        line + "\n"
    }
}
