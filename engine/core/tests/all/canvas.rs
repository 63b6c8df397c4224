//! Represents a board as the letters of its drawings: connected letters form a feature, and edges with equal letters
//! fit.
//!
//! Only the positions of the tiles come from the engine. Everything else is derived from the letters.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_core::board::PlacedTile;
use tilewright_core::catalog::id::SegmentId;
use tilewright_core::catalog::lattice::{Cell, Turn};
use tilewright_core::fixture::drawing::Drawing;
use tilewright_core::state::Game;

type At = (i32, i32);

/// The letters on a board, five by five for each cell.
pub(crate) struct LetterCanvas {
    letters: BTreeMap<At, char>,
    cells: BTreeSet<(i32, i32)>,
    /// Number of the part of each letter: a group of connected letters within a cell.
    parts: BTreeMap<At, usize>,
    /// Number of the feature of each part.
    features: Vec<usize>,
}

/// Returns the letters of a drawing with their positions on the board.
fn board_letters(drawing: &Drawing, cell: Cell, turn: Turn) -> impl Iterator<Item = (At, char)> + '_ {
    drawing.letters.iter().map(move |(&(row, column), &letter)| {
        let (row, column) = (i32::from(row), i32::from(column));
        let (mut cx, mut cy, mut x, mut y) = (column / 5, row / 5, column % 5, row % 5);
        for _ in 0..turn.0 {
            ((cx, cy), (x, y)) = ((-cy, cx), (4 - y, x));
        }
        (((i32::from(cell.x) + cx) * 5 + x, (i32::from(cell.y) + cy) * 5 + y), letter.to_ascii_lowercase())
    })
}

fn cell_of((x, y): At) -> (i32, i32) {
    (x.div_euclid(5), y.div_euclid(5))
}

const STEPS: [At; 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// Returns the position across a side of the cell; `None` at a corner, or if the neighbour is in the same cell.
fn across(at: At, side: usize) -> Option<At> {
    let (dx, dy) = STEPS[side];
    let to = (at.0 + dx, at.1 + dy);
    let along = if dx == 0 { at.0 } else { at.1 }.rem_euclid(5);
    (cell_of(to) != cell_of(at) && (1..=3).contains(&along)).then_some(to)
}

impl LetterCanvas {
    pub(crate) fn from_game(game: &Game, drawn: &[Drawing]) -> LetterCanvas {
        let mut letters = BTreeMap::new();
        for &PlacedTile { kind, cell, turn, .. } in game.board().tiles() {
            let name = game.catalog().kinds.key(kind);
            let drawing = drawn.iter().find(|drawing| drawing.name == name).unwrap();
            letters.extend(board_letters(drawing, cell, turn));
        }
        let cells = letters.keys().map(|&at| cell_of(at)).collect();
        let mut parts: BTreeMap<At, usize> = BTreeMap::new();
        let mut count = 0;
        for &start in letters.keys() {
            if parts.contains_key(&start) {
                continue;
            }
            let mut next = vec![start];
            while let Some(at) = next.pop() {
                if parts.insert(at, count).is_none() {
                    let beside = STEPS.map(|(dx, dy)| (at.0 + dx, at.1 + dy));
                    let within = |to: &At| cell_of(*to) == cell_of(at) && letters.get(to) == Some(&letters[&at]);
                    next.extend(beside.into_iter().filter(within));
                }
            }
            count += 1;
        }
        let mut features: Vec<usize> = (0..count).collect();
        for (&at, letter) in &letters {
            for to in (0..4).filter_map(|side| across(at, side)) {
                if letters.get(&to) == Some(letter) {
                    let (old, new) = (features[parts[&at]], features[parts[&to]]);
                    features.iter_mut().filter(|feature| **feature == old).for_each(|feature| *feature = new);
                }
            }
        }
        LetterCanvas { letters, cells, parts, features }
    }

    /// Returns the feature of a segment on the board, found from any letter of the segment.
    pub(crate) fn feature_of(&self, game: &Game, segment: SegmentId) -> usize {
        let (catalog, board) = (game.catalog(), game.board());
        let tile = board.tile_under(segment);
        let spec = board.segment(segment);
        let cell = board.cell_of(segment);
        let (x, y) = (i32::from(cell.x) * 5, i32::from(cell.y) * 5);
        let at = match spec.ports.first() {
            Some(port) => {
                let own = &catalog.kinds[tile.kind].cells[usize::from(spec.cell)];
                let ports = catalog.edges[own.edge(port.side)].ports.len();
                let along = if ports == 1 { 2 } else { 1 + i32::from(port.index) };
                match (port.side.0 + tile.turn.0) % 4 {
                    0 => (x + along, y),
                    1 => (x + 4, y + along),
                    2 => (x + 4 - along, y + 4),
                    _ => (x, y + 4 - along),
                }
            }
            // A segment that reaches no side is drawn in the middle.
            None => (x + 2, y + 2),
        };
        self.features[self.parts[&at]]
    }

    /// Returns the number of features.
    pub(crate) fn count(&self) -> usize {
        self.features.iter().collect::<BTreeSet<_>>().len()
    }

    /// Returns the number of sides of a feature that face no tile, except sides that face a cell for which `closed` is
    /// true.
    pub(crate) fn open_sides(&self, feature: usize, closed: impl Fn(Cell) -> bool) -> usize {
        let mut open = BTreeSet::new();
        for (&at, &part) in self.parts.iter().filter(|(_, part)| self.features[**part] == feature) {
            for side in 0..4 {
                let to = across(at, side).map(cell_of).filter(|to| !self.cells.contains(to));
                if to.is_some_and(|(x, y)| !closed(Cell::new(x as i16, y as i16))) {
                    open.insert((part, side));
                }
            }
        }
        open.len()
    }

    /// Returns the cells of a feature.
    pub(crate) fn cells_of(&self, feature: usize) -> BTreeSet<Cell> {
        let own = self.parts.iter().filter(|(_, part)| self.features[**part] == feature);
        own.map(|(&at, _)| cell_of(at)).map(|(x, y)| Cell::new(x as i16, y as i16)).collect()
    }

    /// Returns true if a drawing fits: all its cells are free, it has a neighbour, and all letters that meet are equal.
    /// `rim` returns the letters of a cell off the board.
    pub(crate) fn fits(
        &self,
        drawing: &Drawing,
        cell: Cell,
        turn: Turn,
        exists: impl Fn(Cell) -> bool,
        rim: impl Fn(Cell) -> Option<&'static str>,
    ) -> bool {
        let own: BTreeMap<At, char> = board_letters(drawing, cell, turn).collect();
        let mut touches = false;
        for (&at, letter) in &own {
            let (x, y) = cell_of(at);
            if self.cells.contains(&(x, y)) || !exists(Cell::new(x as i16, y as i16)) {
                return false;
            }
            for side in 0..4 {
                let Some(to) = across(at, side) else { continue };
                let (x, y) = cell_of(to);
                let along = if side % 2 == 0 { at.0 } else { at.1 }.rem_euclid(5) as usize;
                // The rims in these tests read the same in both directions.
                let shown = rim(Cell::new(x as i16, y as i16)).and_then(|letters| letters.chars().nth(along - 1));
                if let Some(other) = self.letters.get(&to).copied().or(shown) {
                    touches = true;
                    if other != *letter {
                        return false;
                    }
                }
            }
        }
        touches
    }
}

/// Returns the letters of an edge that is named after its terrain.
pub(crate) fn letters_of(edge: &str) -> Option<&'static str> {
    match edge {
        "heath" => Some("..."),
        "path" => Some(".r."),
        "wall" => Some("www"),
        _ => None,
    }
}
