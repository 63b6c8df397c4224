//! Places boards, bags and pieces on a virtual table.

use tilewright_art::geometry::Point;
use tilewright_art::outline::{center, place};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::lattice::Cell;

use crate::form::extent;
use crate::pieces::{BoardPlan, GamePieces};

/// Usual width of a cell, in units of the table (inches).
const CELL: f32 = 2.0;
/// Width and depth of the part of the table for boards, in units of the table.
const ROOM: Point = Point::new(44.0, 26.0);
/// Distance between boards, in units of the table.
const GAP: f32 = 2.0;
/// Distance from the tiles on a board without bounds to the end of its snap points, in cells.
const REACH: f32 = 8.0;
/// Like [`REACH`], for the boards of single seats.
const SEAT_REACH: f32 = 3.0;
/// Maximum number of snap points of a board.
const MAX_POINTS: usize = 1000;

/// Position on the table, in its units: to the right, up, and away from the first player.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct TablePoint {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) z: f32,
}

/// Part of the table that a board covers.
#[derive(Clone, Debug)]
struct BoardRoom {
    /// Corner of the part in cells of the board.
    from: Point,
    size: Point,
    /// Corner of the part on the table.
    left: f32,
    top: f32,
    /// Cells with snap points.
    cells: Vec<Cell>,
}

/// Positions on a table with a game.
#[derive(Clone, Debug)]
pub(crate) struct TableLayout {
    /// Width of a cell in units of the table.
    pub(crate) cell: f32,
    rooms: Vec<BoardRoom>,
    /// Edges of the part with boards.
    pub(crate) left: f32,
    pub(crate) right: f32,
    pub(crate) top: f32,
    pub(crate) bottom: f32,
}

impl TableLayout {
    /// Places the boards of a game: shared ones in the first row, those of seats in rows below.
    pub(crate) fn of(catalog: &Catalog, pieces: &GamePieces) -> TableLayout {
        let mut rooms: Vec<BoardRoom> = pieces.boards.iter().map(|board| room(catalog, pieces, board)).collect();
        let shared: Vec<usize> = (0..rooms.len()).filter(|&n| pieces.boards[n].seat.is_none()).collect();
        let own: Vec<usize> = (0..rooms.len()).filter(|&n| pieces.boards[n].seat.is_some()).collect();
        let mut rows: Vec<Vec<usize>> = vec![shared];
        rows.extend(own.chunks(3).map(<[usize]>::to_vec));
        rows.retain(|row| !row.is_empty());
        let width_of = |row: &[usize], rooms: &[BoardRoom]| row.iter().map(|&n| rooms[n].size.x).sum::<f32>();
        let height_of = |row: &[usize], rooms: &[BoardRoom]| row.iter().map(|&n| rooms[n].size.y).fold(0.0, f32::max);
        let widest = rows.iter().map(|row| width_of(row, &rooms)).fold(1.0, f32::max);
        let highest = rows.iter().map(|row| height_of(row, &rooms)).sum::<f32>().max(1.0);
        let cell = CELL.min(ROOM.x / widest).min(ROOM.y / highest);
        let gaps = GAP * rows.len().saturating_sub(1) as f32;
        let mut top = (highest * cell + gaps) / 2.0;
        let (mut least, mut most, edge) = (0.0f32, 0.0f32, top);
        for row in &rows {
            let width = width_of(row, &rooms) * cell + GAP * (row.len() - 1) as f32;
            let mut left = -width / 2.0;
            (least, most) = (least.min(left), most.max(-left));
            let height = height_of(row, &rooms) * cell;
            for &number in row {
                (rooms[number].left, rooms[number].top) = (left, top);
                left += rooms[number].size.x * cell + GAP;
            }
            top -= height + GAP;
        }
        TableLayout { cell, rooms, left: least, right: most, top: edge, bottom: top + GAP }
    }

    /// Returns the position of a point of a board, given in cells of the board, at a height above the table.
    pub(crate) fn on_board(&self, board: usize, at: Point, height: f32) -> TablePoint {
        let Some(room) = self.rooms.get(board) else { return TablePoint { y: height, ..TablePoint::default() } };
        let (x, y) = ((at.x - room.from.x) * self.cell, (at.y - room.from.y) * self.cell);
        TablePoint { x: room.left + x, y: height, z: room.top - y }
    }

    /// Returns the position and the size of a whole board.
    pub(crate) fn board(&self, board: usize, height: f32) -> (TablePoint, Point) {
        let Some(room) = self.rooms.get(board) else { return (TablePoint::default(), Point::default()) };
        (self.on_board(board, room.from + room.size * 0.5, height), room.size * self.cell)
    }

    /// Returns the positions of the centres of cells on which tiles snap.
    pub(crate) fn snap_points(&self, catalog: &Catalog) -> Vec<TablePoint> {
        let mut points = Vec::new();
        for (number, room) in self.rooms.iter().enumerate() {
            for &cell in &room.cells {
                points.push(self.on_board(number, place(catalog.lattice, cell) + center(catalog.lattice), 1.0));
            }
        }
        points
    }
}

/// Measures the part of the table for a board.
fn room(catalog: &Catalog, pieces: &GamePieces, board: &BoardPlan) -> BoardRoom {
    let (from, to, cells) = if board.bare.cells.is_empty() {
        let reach = if board.seat.is_some() { SEAT_REACH } else { REACH };
        open_room(catalog, pieces, board, reach)
    } else {
        let (from, to) = board.bare.extent(catalog);
        (from, to, board.bare.cells.clone())
    };
    let cells = if cells.len() > MAX_POINTS { Vec::new() } else { cells };
    BoardRoom { from, size: to - from, left: 0.0, top: 0.0, cells }
}

/// Returns the corners of the part around the tiles of a board without bounds, and the cells inside it.
fn open_room(catalog: &Catalog, pieces: &GamePieces, board: &BoardPlan, reach: f32) -> (Point, Point, Vec<Cell>) {
    let lattice = catalog.lattice;
    let on_it: Vec<Cell> =
        pieces.placed.iter().filter(|placed| placed.plane == board.bare.plane).map(|placed| placed.cell).collect();
    let start = on_it.first().copied().unwrap_or(Cell::ORIGIN);
    let middle = |cell: Cell| place(lattice, cell) + center(lattice);
    let places: Vec<Point> = on_it.iter().map(|&cell| middle(cell)).collect();
    let (from, to) = extent(&places);
    // Tiles at a great distance have no common surroundings.
    let is_near = !places.is_empty() && (to - from).length() <= 30.0;
    let (from, to) = if is_near { (from, to) } else { (middle(start), middle(start)) };
    let around = Point::new(reach, reach);
    let (from, to) = (from - around, to + around);
    // The distance of two columns of hexes is three quarters of a cell, and rows slant.
    let span = ((to - from).length() * 1.5).ceil() as i16 + 2;
    let near = (-span..=span).flat_map(|y| (-span..=span).map(move |x| (x, y)));
    let cells = near.map(|(x, y)| Cell::new(start.x.saturating_add(x), start.y.saturating_add(y)));
    let is_inside = |cell: &Cell| {
        let at = middle(*cell);
        at.x >= from.x && at.x <= to.x && at.y >= from.y && at.y <= to.y
    };
    (from, to, cells.filter(|cell| lattice.has_cell(*cell)).filter(is_inside).collect())
}

/// Column of objects next to the boards, which continues in further columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ObjectColumn {
    x: f32,
    top: f32,
    bottom: f32,
    z: f32,
    /// Distance to the next column, with its direction.
    step: f32,
}

impl ObjectColumn {
    /// Begins a column at `x` that continues to the left or right.
    pub(crate) fn new(layout: &TableLayout, x: f32, step: f32) -> ObjectColumn {
        let (top, bottom) = (layout.top.max(6.0), layout.bottom.min(-6.0));
        ObjectColumn { x, top, bottom, z: top, step }
    }

    /// Returns the position of the last column.
    pub(crate) fn x(&self) -> f32 {
        self.x
    }

    /// Returns the position of the next object, which is this deep.
    pub(crate) fn next(&mut self, depth: f32, height: f32) -> TablePoint {
        if self.z < self.top && self.z - depth < self.bottom {
            (self.x, self.z) = (self.x + self.step, self.top);
        }
        let at = TablePoint { x: self.x, y: height, z: self.z - depth / 2.0 };
        self.z -= depth;
        at
    }
}
