//! Draws piles of tiles: a dark step along the sides of a cell that is higher than its neighbour, and a bar for each
//! tile in the pile.

use tilewright_core::board::Board;
use tilewright_core::catalog::lattice::{Cell, Lattice, Side};

use crate::geometry::{Path, Point};
use crate::outline::{center, on_side};
use crate::picture::{CREAM, INK};
use crate::scene::{Pen, Scene};

/// Maximum number of bars for a pile; players could not count more at a glance.
const MOST_BARS: u32 = 6;
/// Width of a step of one tile (`STEP`) and maximum width of steps (`WIDEST`), in cells.
const STEP: f32 = 0.05;
const WIDEST: f32 = 0.14;

/// Appearance of a cell with a pile of tiles.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Raised {
    /// Number of tiles in the pile.
    pub height: u32,
    /// Sides whose neighbour is lower, each with the difference in height.
    pub steps: Vec<(Side, u32)>,
}

/// Lists the cells with piles, in the order of their topmost tiles.
pub fn raised_cells(board: &Board) -> Vec<(Cell, Raised)> {
    if !board.has_levels() {
        return Vec::new();
    }
    let lattice = board.catalog().lattice;
    let looks = board.seen_cells().map(|(.., cell)| {
        let height = board.height(cell);
        let lower = |side| height.checked_sub(board.height(lattice.neighbour(cell, side))).filter(|&by| by > 0);
        let steps = lattice.sides_of(cell).filter_map(|side| Some((side, lower(side)?))).collect();
        (cell, Raised { height, steps })
    });
    looks.filter(|(_, raised)| raised.height > 1).collect()
}

/// Returns the ends and the width of the line that shows a step of height `by` along a side. The line is inside the
/// cell.
pub fn step_line(lattice: Lattice, side: Side, by: u32) -> (Point, Point, f32) {
    let middle = center(lattice);
    let (a, b) = (on_side(lattice, side, 0.0), on_side(lattice, side, 1.0));
    let width = (STEP * by as f32).min(WIDEST);
    let inset = |point: Point| point.lerp(middle, width * 0.6 / (point - middle).length());
    (inset(a), inset(b), width)
}

/// Returns the bars of a pile from the bottom up: the centre of each, and their common length and thickness.
pub fn bars(lattice: Lattice, height: u32) -> (Vec<Point>, f32, f32) {
    let foot = center(lattice) + Point::new(-0.2, 0.3);
    let bars = (0..height.min(MOST_BARS)).map(|number| foot - Point::new(0.0, number as f32 * 0.055));
    (bars.collect(), 0.15, 0.036)
}

/// Draws the steps and bars of a cell whose box has its corner at a point.
pub fn draw_raised(scene: &mut Scene, lattice: Lattice, raised: &Raised, at: Point) {
    for &(side, by) in &raised.steps {
        let (from, to, width) = step_line(lattice, side, by);
        scene.line(Path::from(at + from).to(at + to), Pen::solid(INK.alpha(0.6), width).with_round_ends());
    }
    let (bars, length, thick) = bars(lattice, raised.height);
    for middle in bars {
        let half = Point::new(length / 2.0, 0.0);
        let bar = Path::from(at + middle - half).to(at + middle + half);
        scene.line(bar.clone(), Pen::solid(INK, thick + 0.022).with_round_ends());
        scene.line(bar, Pen::solid(CREAM, thick).with_round_ends());
    }
}
