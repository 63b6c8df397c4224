//! Converts the view of a seat into arrays of numbers with fixed shapes.
//!
//! Seats are relative to the seat of the view: 0 is the seat itself, 1 the next. The numbers of kinds, edges, figures
//! and terrains are those of the catalog plus one, so that 0 means none.

use numpy::ndarray::{Array1, Array2, Array3};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArray3};
use pyo3::prelude::*;
use tilewright::draw::Spread;
use tilewright::seen::{BagId, BagOwner, Board, CounterId, CounterKey, Id, Joint, Place, Scope, Target, VisibleTiles};
use tilewright::{Catalog, Cell, Game, Pick, Seat, SegmentId, Stage, View};

/// A rectangle of a board: its first cell, and its size in cells.
#[derive(Clone, Copy)]
pub(crate) struct BoardWindow {
    pub(crate) x: i32,
    pub(crate) y: i32,
    columns: usize,
    rows: usize,
    /// Arrangement of the planes of the board next to each other.
    spread: Spread,
}

impl BoardWindow {
    /// Returns the window around all tiles with a margin of one cell, or a square around their middle if `size` is
    /// given.
    pub(crate) fn fit_tiles(game: &Game, size: Option<usize>) -> BoardWindow {
        let (board, spread) = (game.board(), Spread::from_game(game, &[]));
        let corners = board.planes().filter_map(|plane| board.bounds(plane)).flat_map(|(first, last)| [first, last]);
        let shown: Vec<Cell> = corners.map(|cell| spread.shown_cell(cell)).collect();
        let least = |of: fn(&Cell) -> i16| shown.iter().map(of).min().unwrap_or(0);
        let most = |of: fn(&Cell) -> i16| shown.iter().map(of).max().unwrap_or(0);
        let (first, last) = (Cell::new(least(|c| c.x), least(|c| c.y)), Cell::new(most(|c| c.x), most(|c| c.y)));
        let span = |from: i16, to: i16| match size {
            None => (i32::from(from) - 1, (i32::from(to) - i32::from(from)) as usize + 3),
            Some(size) => ((i32::from(from) + i32::from(to)).div_euclid(2) - size as i32 / 2, size),
        };
        let ((x, columns), (y, rows)) = (span(first.x, last.x), span(first.y, last.y));
        BoardWindow { x, y, columns, rows, spread }
    }

    /// Returns the row and column of a cell; `None` if it is outside of the window.
    fn row_and_column(self, cell: Cell) -> Option<(usize, usize)> {
        let cell = self.spread.shown_cell(cell);
        let column = usize::try_from(i32::from(cell.x) - self.x).ok().filter(|column| *column < self.columns)?;
        let row = usize::try_from(i32::from(cell.y) - self.y).ok().filter(|row| *row < self.rows)?;
        Some((row, column))
    }
}

/// Channels of a board before the channels of the sides.
const CHANNELS: [&str; 5] = ["cell", "open", "kind", "turn", "part"];

/// ArrayLayout of the arrays for games of some packs with a number of seats.
pub(crate) struct ArrayLayout {
    seats: u8,
    sides: usize,
    /// Bags in use with this number of seats.
    bags: Vec<BagId>,
    /// Visible counters of the game and of seats; true for counters of seats.
    counters: Vec<(CounterId, bool)>,
}

impl ArrayLayout {
    pub(crate) fn new(catalog: &Catalog, seats: u8) -> ArrayLayout {
        let counters = catalog.counters.iter().filter(|(_, spec)| spec.shown);
        let counters = counters.filter_map(|(id, spec)| match spec.scope {
            Scope::Game => Some((id, false)),
            Scope::Seat => Some((id, true)),
            Scope::Keyed | Scope::SeatKeyed | Scope::Feature(_) => None,
        });
        ArrayLayout {
            seats,
            sides: catalog.lattice.sides().len(),
            bags: catalog.bags_for(seats).collect(),
            counters: counters.collect(),
        }
    }

    fn channels(&self) -> usize {
        CHANNELS.len() + self.sides + usize::from(self.seats)
    }

    pub(crate) fn board_channels(&self) -> Vec<String> {
        let sides = (0..self.sides).map(|side| format!("edge {side}"));
        let seats = (0..self.seats).map(|seat| format!("figures {seat}"));
        CHANNELS.iter().map(|&name| name.to_owned()).chain(sides).chain(seats).collect()
    }

    pub(crate) fn state_names(&self, catalog: &Catalog) -> Vec<String> {
        let mut names: Vec<String> = ["stage", "turns", "active", "tile in play"].map(str::to_owned).into();
        let mut by_seat = |what: &str| names.extend((0..self.seats).map(|seat| format!("{what} {seat}")));
        by_seat("score");
        catalog.figures.ids().for_each(|figure| by_seat(&format!("supply {}", catalog.figures.key(figure))));
        by_seat("hand");
        let own = catalog.kinds.ids().map(|kind| format!("own {}", catalog.kinds.key(kind)));
        names.extend(own);
        names.extend(self.bags.iter().map(|&bag| format!("bag {}", catalog.bag_key(bag))));
        for &(counter, of_seats) in &self.counters {
            let key = catalog.counters.key(counter);
            if of_seats {
                names.extend((0..self.seats).map(|seat| format!("counter {key} {seat}")));
            } else {
                names.push(format!("counter {key}"));
            }
        }
        names
    }

    /// Returns the number of a seat relative to another.
    fn relative_seat(&self, from: Seat, seat: Seat) -> usize {
        let seats = usize::from(self.seats.max(1));
        (seat.index() + seats - from.index()) % seats
    }
}

/// Returns the number of an entry of the catalog plus one, as 0 means none.
fn entry_number(id: impl Id) -> i16 {
    i16::try_from(id.index() + 1).unwrap_or(i16::MAX)
}

pub(crate) fn board<'py>(
    py: Python<'py>,
    view: View<'_>,
    seat: Seat,
    layout: &ArrayLayout,
    window: BoardWindow,
) -> Bound<'py, PyArray3<i16>> {
    let (board, catalog) = (view.public().board(), view.catalog());
    let mut array = Array3::<i16>::zeros((window.rows, window.columns, layout.channels()));
    for row in 0..window.rows {
        for column in 0..window.columns {
            let (x, y) = (window.x + column as i32, window.y + row as i32);
            let (Ok(x), Ok(y)) = (i16::try_from(x), i16::try_from(y)) else { continue };
            let cell = window.spread.cell(Cell::new(x, y));
            array[(row, column, 0)] = i16::from(board.exists(cell));
            let Some((tile, part)) = board.tile_at(cell) else { continue };
            let Some(laid) = board.tile(tile) else { continue };
            array[(row, column, 2)] = entry_number(laid.kind);
            array[(row, column, 3)] = i16::from(laid.turn.0);
            array[(row, column, 4)] = part as i16;
            if let Some(face) = catalog.faces(laid.kind, laid.turn).get(part) {
                for side in catalog.lattice.sides_of(cell) {
                    array[(row, column, CHANNELS.len() + side.index())] = entry_number(face.edge(side));
                }
            }
        }
    }
    for (cell, _) in board.open_cells() {
        if let Some((row, column)) = window.row_and_column(cell) {
            array[(row, column, 1)] = 1;
        }
    }
    for (_, figure) in view.public().figures() {
        let cell = match figure.place {
            Some(Place::Segment(segment)) => board.cell_of(segment),
            Some(Place::Cell(cell)) => cell,
            Some(Place::Joint(joint)) => counted_cell(board, joint),
            Some(Place::Zone(..)) | None => continue,
        };
        if let Some((row, column)) = window.row_and_column(cell) {
            array[(row, column, CHANNELS.len() + layout.sides + layout.relative_seat(seat, figure.seat))] += 1;
        }
    }
    array.into_pyarray(py)
}

/// Returns the cell to which a figure at a corner or seam is counted: the first cell there with a tile.
fn counted_cell(board: &Board, joint: Joint) -> Cell {
    let cells = board.catalog().lattice.cells_at(joint);
    cells.iter().map(|&(cell, _)| cell).find(|&cell| board.tile_at(cell).is_some()).unwrap_or(joint.cell())
}

pub(crate) fn state<'py>(py: Python<'py>, game: &Game, seat: Seat, layout: &ArrayLayout) -> Bound<'py, PyArray1<f32>> {
    let (view, catalog) = (game.view(Some(seat)), game.catalog());
    let public = view.public();
    let stage = match public.stage() {
        Stage::Setup => 0,
        Stage::Play => 1,
        Stage::Finish => 2,
        Stage::Over => 3,
    };
    let count = |seen: &VisibleTiles| match seen {
        VisibleTiles::Tiles(tiles) => tiles.len(),
        VisibleTiles::Count(count) => *count,
    } as f32;
    let seats: Vec<Seat> = game.seats_from(seat).collect();
    let mut all = vec![stage as f32, game.turns() as f32, layout.relative_seat(seat, public.active_seat()) as f32];
    all.push(public.tile_in_play().map_or(0.0, |kind| f32::from(entry_number(kind))));
    all.extend(seats.iter().map(|seat| public.scores()[seat.index()] as f32));
    for figure in catalog.figures.ids() {
        all.extend(seats.iter().map(|&seat| f32::from(public.supply(figure, seat))));
    }
    let hands: Vec<VisibleTiles> = seats.iter().map(|&seat| view.hand(seat)).collect();
    all.extend(hands.iter().map(count));
    let first = all.len();
    all.resize(first + catalog.kinds.len(), 0.0);
    if let Some(VisibleTiles::Tiles(own)) = hands.first() {
        own.iter().for_each(|kind| all[first + kind.index()] += 1.0);
    }
    // Among the bags that each seat has, the bag of the viewing seat comes first, like all data of seats.
    let own = |bag| match catalog.bags[bag].owner {
        BagOwner::Seat { of, seat } => seats.get(seat.index()).map_or(bag, |&seat| catalog.bag_of(of, seat)),
        _ => bag,
    };
    all.extend(layout.bags.iter().map(|&bag| count(&view.bag(own(bag)))));
    let known = |counter, key| view.counter(counter, key).unwrap_or(0) as f32;
    for &(counter, of_seats) in &layout.counters {
        if of_seats {
            all.extend(seats.iter().map(|&seat| known(counter, CounterKey::Seat(seat))));
        } else {
            all.push(known(counter, CounterKey::Game));
        }
    }
    Array1::from_vec(all).into_pyarray(py)
}

/// Names of the columns of an option.
pub(crate) const OPTION_COLUMNS: &[&str] = &[
    "there",
    "placement",
    "figure",
    "pass",
    "question",
    "word",
    "row",
    "column",
    "turn",
    "beside",
    "kind",
    "terrain",
    "tiles",
    "open sides",
    "own claim",
    "others claim",
    "number",
];

/// Returns a number from 0 to 1 that identifies a text, equal on all platforms.
fn hash_text(text: &str) -> f32 {
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    (hash >> 40) as f32 / (1_u64 << 24) as f32
}

pub(crate) fn options<'py>(
    py: Python<'py>,
    game: &Game,
    seat: Seat,
    window: BoardWindow,
    first: u32,
    rows: usize,
) -> Bound<'py, PyArray2<f32>> {
    let mut table = Array2::<f32>::zeros((rows, OPTION_COLUMNS.len()));
    let Some(decision) = game.decision().filter(|decision| decision.seat == seat) else {
        return table.into_pyarray(py);
    };
    let (board, catalog, options) = (game.board(), game.catalog(), &decision.options);
    let question = hash_text(&decision.ask);
    let claims_of = |row: &mut [f32], segment: SegmentId| {
        let features = board.features();
        row[11] = f32::from(entry_number(board.terrain(segment)));
        row[12] = features.tiles(segment) as f32;
        row[13] = features.open_sides(segment) as f32;
        for other in game.seats_from(seat) {
            row[if other == seat { 14 } else { 15 }] += features.claim(segment, other) as f32;
        }
    };
    for (number, mut row) in (first..options.count()).zip(table.rows_mut()) {
        let Some(row) = row.as_slice_mut() else { break };
        let Some(pick) = options.get(game, number) else { break };
        (row[0], row[4], row[6], row[7]) = (1.0, question, -1.0, -1.0);
        match options.of_step(pick) {
            Some(Pick::Placement { .. }) => row[1] = 1.0,
            Some(Pick::Deploy { figure, .. }) => row[2] = f32::from(entry_number(figure)),
            Some(Pick::Pass) => row[3] = 1.0,
            Some(Pick::Kind(_) | Pick::Face(_)) => {}
            Some(Pick::Listed(_)) | None => row[5] = hash_text(&options.key(game, pick)),
        }
        let target = options.target(game, pick);
        let cell = match target {
            Target::Cell(cell) => Some(cell),
            Target::Joint(joint) => Some(counted_cell(board, joint)),
            Target::Segment(segment) => {
                claims_of(row, segment);
                Some(board.cell_of(segment))
            }
            Target::Figure(figure) => match target.place(game) {
                Some(Place::Segment(segment)) => {
                    claims_of(row, segment);
                    Some(board.cell_of(segment))
                }
                Some(Place::Cell(cell)) => Some(cell),
                Some(Place::Joint(joint)) => Some(counted_cell(board, joint)),
                _ => {
                    row[16] = figure.0 as f32;
                    None
                }
            },
            Target::Kind(kind) => {
                row[10] = f32::from(entry_number(kind));
                None
            }
            Target::Number(number) => {
                row[16] = number as f32;
                None
            }
            Target::Slot(zone, slot) => {
                row[10] = game.slot_tile(zone, slot).map_or(0.0, |kind| f32::from(entry_number(kind)));
                row[16] = f32::from(slot);
                None
            }
            Target::Bag(_) | Target::None => None,
        };
        if let Some(cell) = cell {
            let shown = window.spread.shown_cell(cell);
            (row[6], row[7]) = ((i32::from(shown.y) - window.y) as f32, (i32::from(shown.x) - window.x) as f32);
            let beside = catalog.lattice.sides_of(cell).map(|side| catalog.lattice.neighbour(cell, side));
            row[9] = beside.filter(|&cell| board.tile_at(cell).is_some()).count() as f32;
        }
        if let Some((_, turn)) = options.placement(pick) {
            row[8] = f32::from(turn.0);
        }
    }
    table.into_pyarray(py)
}
