//! Draws boards without pieces: the cells inside their bounds, and their rims.

use tilewright_core::catalog::lattice::{Cell, Plane};
use tilewright_core::catalog::{Catalog, Extent};

use crate::geometry::{Path, Point};
use crate::outline::{cell_size, place};
use crate::scene::{Color, Scene};
use crate::tile::{Artist, bounds};

/// Ground of boards without own art.
const GROUND: Color = Color::hex(0xe8e4da);
/// Margin around the cells, in cells.
const MARGIN: f32 = 0.25;
/// Maximum number of cells of a board that is drawn.
const MAX_CELLS: i64 = 2_500;

/// Plane of the board without pieces. Planes without bounds, and planes that are too large to be drawn, have no cells.
#[derive(Clone, Debug)]
pub struct BareBoard {
    /// The plane.
    pub plane: Plane,
    /// Cells inside its bounds, as cells of the first plane.
    pub cells: Vec<Cell>,
    /// Numbers of its rim cells in the catalog.
    pub rim: Vec<usize>,
}

impl BareBoard {
    /// Returns the least and greatest corner of the picture with its margin, in cells.
    pub fn extent(&self, catalog: &Catalog) -> (Point, Point) {
        let rim = self.rim.iter().map(|&number| on_first_plane(catalog.board.rim[number].cell));
        let cells = self.cells.iter().copied().chain(rim);
        let places: Vec<Point> = cells.map(|cell| place(catalog.lattice, cell)).collect();
        if places.is_empty() {
            return Default::default();
        }
        let (corner, size) = bounds(&places, cell_size(catalog.lattice));
        let margin = Point::new(MARGIN, MARGIN);
        (corner - margin, corner + size + margin)
    }
}

/// Lists the planes of the board of a game with a number of seats, in order.
pub fn bare_boards(catalog: &Catalog, seats: u8) -> Vec<BareBoard> {
    let spec = &catalog.board;
    let bare = |plane: Plane, extent: Extent| BareBoard {
        plane,
        cells: bounded_cells(catalog, extent),
        rim: (0..spec.rim.len()).filter(|&number| spec.rim[number].cell.plane() == plane).collect(),
    };
    if spec.planes.is_empty() {
        return vec![bare(Plane::FIRST, spec.extent)];
    }
    (0..).map(Plane).zip(spec.planes_of(seats)).map(|(number, plane)| bare(number, plane.extent)).collect()
}

/// Returns the cells of a plane, as cells of the first plane; none if it has no bounds or too many cells.
fn bounded_cells(catalog: &Catalog, extent: Extent) -> Vec<Cell> {
    let Extent::Bounded { min, max } = extent else { return Vec::new() };
    let ((left, top), (right, bottom)) = (min.coordinates(), max.coordinates());
    let length = |from: i16, to: i16| (i64::from(to) - i64::from(from) + 1).max(0);
    if length(left, right) * length(top, bottom) > MAX_CELLS {
        return Vec::new();
    }
    let all = (top..=bottom).flat_map(|y| (left..=right).map(move |x| Cell::new(x, y)));
    all.filter(|&cell| catalog.lattice.has_cell(cell)).collect()
}

/// Returns a cell of any plane as a cell of the first one.
fn on_first_plane(cell: Cell) -> Cell {
    let (x, y) = cell.coordinates();
    Cell::new(x, y)
}

impl Artist<'_> {
    /// Draws a board without pieces, in cells. The ground extends beyond the board by `grow`.
    pub fn bare_board(&self, board: &BareBoard, grow: f32) -> Scene {
        let catalog = self.catalog();
        let (from, to) = board.extent(catalog);
        let grow = Point::new(grow, grow);
        let (from, to) = (from - grow, to + grow);
        let size = to - from;
        let mut scene = Scene::new(size.x, size.y);
        match self.background(board.plane, [from, to], Point::default()) {
            Some(background) => scene.add(&background, Point::default()),
            None => {
                let corners = [Point::default(), Point::new(size.x, 0.0), size, Point::new(0.0, size.y)];
                scene.fill(Path::polygon(&corners), GROUND);
            }
        }
        for &number in &board.rim {
            let rim = &catalog.board.rim[number];
            scene.add(&self.rim_cell(rim), place(catalog.lattice, on_first_plane(rim.cell)) - from);
        }
        for &cell in &board.cells {
            let (x, y) = cell.coordinates();
            let on_plane = Cell::new_on(board.plane, x, y).unwrap_or(cell);
            scene.add(&self.empty_cell(on_plane), place(catalog.lattice, cell) - from);
        }
        scene
    }
}
