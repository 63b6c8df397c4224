//! Assigns small squares of a cell to segments, and measures the free space around them.

use std::collections::VecDeque;

use tilewright_core::catalog::lattice::Lattice;

use crate::geometry::{Point, distance, is_inside};
use crate::outline::{cell_size, corners_at};

/// Number of squares per unit of width.
const FINE: usize = 48;

/// Owner of squares without a segment: not yet reached (`NOBODY`), outside the cell (`OUTSIDE`), or under a crossing
/// (`BLOCKED`).
pub(crate) const NOBODY: i16 = -1;
const OUTSIDE: i16 = -2;
pub(crate) const BLOCKED: i16 = -3;

/// A cell as a raster of owners.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    lattice: Lattice,
    columns: usize,
    rows: usize,
    owner: Vec<i16>,
    /// Distance to the nearest square of another owner, in cells; the rim of the cell does not count.
    room: Vec<f32>,
    rim: Vec<Point>,
}

impl Ground {
    /// Creates the raster of a cell, given its offset from the first cell of its tile.
    pub(crate) fn new(lattice: Lattice, offset: (i16, i16)) -> Ground {
        let (width, height) = cell_size(lattice);
        let [columns, rows] = [width, height].map(|length| (length * FINE as f32).ceil() as usize);
        let mut rim = corners_at(lattice, offset);
        rim.push(rim[0]);
        let (owner, room) = (vec![NOBODY; columns * rows], vec![0.0; columns * rows]);
        let mut ground = Ground { lattice, columns, rows, owner, room, rim };
        for square in 0..ground.owner.len() {
            if !is_inside(&ground.rim, ground.middle(square)) {
                ground.owner[square] = OUTSIDE;
            }
        }
        ground
    }

    fn middle(&self, square: usize) -> Point {
        Point::new((square % self.columns) as f32 + 0.5, (square / self.columns) as f32 + 0.5) * (1.0 / FINE as f32)
    }

    fn square(&self, at: Point) -> Option<usize> {
        let (x, y) = ((at.x * FINE as f32).floor(), (at.y * FINE as f32).floor());
        let within = x >= 0.0 && y >= 0.0 && x < self.columns as f32 && y < self.rows as f32;
        within.then(|| y as usize * self.columns + x as usize)
    }

    /// Assigns squares inside a shape to an owner.
    pub(crate) fn claim(&mut self, owner: i16, is_in: impl Fn(Point) -> bool) {
        for square in 0..self.owner.len() {
            if self.owner[square] != OUTSIDE && is_in(self.middle(square)) {
                self.owner[square] = owner;
            }
        }
    }

    /// Spreads owners from seed points over unowned squares, all at the same speed.
    pub(crate) fn spread(&mut self, seeds: &[(Point, i16)]) {
        let mut queue = VecDeque::new();
        for &(at, owner) in seeds {
            if let Some(square) = self.square(at).filter(|&s| self.owner[s] == NOBODY) {
                self.owner[square] = owner;
                queue.push_back(square);
            }
        }
        while let Some(square) = queue.pop_front() {
            for next in self.neighbour_squares(square) {
                if self.owner[next] == NOBODY {
                    self.owner[next] = self.owner[square];
                    queue.push_back(next);
                }
            }
        }
    }

    /// Assigns each connected region of unowned squares to the next of several owners, the largest region first.
    pub(crate) fn share(&mut self, owners: &[i16]) {
        let mut parts: Vec<Vec<usize>> = Vec::new();
        let mut seen = vec![false; self.owner.len()];
        for start in 0..self.owner.len() {
            if self.owner[start] != NOBODY || seen[start] {
                continue;
            }
            let (mut part, mut next) = (vec![start], 0);
            seen[start] = true;
            while let Some(&square) = part.get(next) {
                next += 1;
                for other in self.neighbour_squares(square) {
                    if self.owner[other] == NOBODY && !seen[other] {
                        seen[other] = true;
                        part.push(other);
                    }
                }
            }
            parts.push(part);
        }
        parts.sort_by_key(|p| std::cmp::Reverse(p.len()));
        for (part, owner) in parts.iter().zip(owners) {
            part.iter().for_each(|&square| self.owner[square] = *owner);
        }
    }

    fn neighbour_squares(&self, square: usize) -> impl Iterator<Item = usize> + use<> {
        let (columns, rows) = (self.columns, self.rows);
        let (x, y) = (square % columns, square / columns);
        let steps = [
            (x > 0, square.wrapping_sub(1)),
            (x + 1 < columns, square + 1),
            (y > 0, square.wrapping_sub(columns)),
            (y + 1 < rows, square + columns),
        ];
        steps.into_iter().filter_map(|(there, next)| there.then_some(next))
    }

    /// Computes the free space of each square, once all squares have owners.
    pub(crate) fn measure(&mut self) {
        let (one, slant) = (1.0 / FINE as f32, std::f32::consts::SQRT_2 / FINE as f32);
        let far = 2.0_f32;
        let other = |a: i16, b: i16| a != b && a != OUTSIDE && b != OUTSIDE;
        let mut room = vec![far; self.owner.len()];
        for pass in 0..2 {
            for i in 0..self.owner.len() {
                let square = if pass == 0 { i } else { self.owner.len() - 1 - i };
                let (x, y) = ((square % self.columns) as isize, (square / self.columns) as isize);
                let side = if pass == 0 { -1 } else { 1 };
                for (dx, dy, cost) in [(side, 0, one), (0, side, one), (side, side, slant), (-side, side, slant)] {
                    let (nx, ny) = (x + dx, y + dy);
                    if nx < 0 || ny < 0 || nx >= self.columns as isize || ny >= self.rows as isize {
                        continue;
                    }
                    let next = ny as usize * self.columns + nx as usize;
                    if other(self.owner[square], self.owner[next]) {
                        room[square] = room[square].min(one / 2.0);
                        room[next] = room[next].min(one / 2.0);
                    } else if self.owner[square] == self.owner[next] {
                        room[square] = room[square].min(room[next] + cost);
                    }
                }
            }
        }
        self.room = room;
    }

    /// Returns points on the borders between squares whose owners satisfy `between`.
    pub(crate) fn borders(&self, between: impl Fn(i16, i16) -> bool) -> Vec<Point> {
        let mut found = Vec::new();
        for square in 0..self.owner.len() {
            let (x, y) = (square % self.columns, square / self.columns);
            let after = [(x + 1 < self.columns, square + 1), (y + 1 < self.rows, square + self.columns)];
            for (_, next) in after.into_iter().filter(|(there, _)| *there) {
                if between(self.owner[square], self.owner[next]) {
                    found.push(self.middle(square).lerp(self.middle(next), 0.5));
                }
            }
        }
        found
    }

    /// Returns the owner of the square at a point.
    pub(crate) fn owner(&self, at: Point) -> i16 {
        self.square(at).map_or(OUTSIDE, |s| self.owner[s])
    }

    /// True if a point belongs to an owner, with borders smoothed between the squares.
    pub(crate) fn covers(&self, owner: i16, at: Point) -> bool {
        let (x, y) = (at.x * FINE as f32 - 0.5, at.y * FINE as f32 - 0.5);
        let (left, top) = (x.floor(), y.floor());
        let (right, low) = (x - left, y - top);
        let (mut own, mut all) = (0.0, 0.0);
        for (dx, dy) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
            let weight = (if dx > 0.0 { right } else { 1.0 - right }) * (if dy > 0.0 { low } else { 1.0 - low });
            let there = self.owner(Point::new(left + dx + 0.5, top + dy + 0.5) * (1.0 / FINE as f32));
            // Squares outside the cell do not count, so the inside decides at the rim.
            if there != OUTSIDE {
                all += weight;
                own += if there == owner { weight } else { 0.0 };
            }
        }
        own > all * 0.5
    }

    /// Returns the distance to the nearest other owner.
    pub(crate) fn room(&self, at: Point) -> f32 {
        self.square(at).map_or(0.0, |s| self.room[s])
    }

    /// Returns the distance to the rim of the cell.
    pub(crate) fn rim(&self, at: Point) -> f32 {
        distance(&self.rim, at)
    }

    /// Returns the share of the cell that an owner has, from 0 to 1.
    pub(crate) fn share_of(&self, owner: i16) -> f32 {
        let cell = self.owner.iter().filter(|&&o| o != OUTSIDE).count();
        self.owner.iter().filter(|&&o| o == owner).count() as f32 / cell.max(1) as f32
    }

    /// Returns the point of an owner with the highest value.
    pub(crate) fn best(&self, owner: i16, value: impl Fn(Point) -> f32) -> Option<Point> {
        self.best_of(|square_owner, at| (square_owner == owner).then(|| value(at)))
    }

    /// Returns the point with the highest value; points for which `value` returns `None` are skipped.
    pub(crate) fn best_of(&self, value: impl Fn(i16, Point) -> Option<f32>) -> Option<Point> {
        let mut best: Option<(f32, Point)> = None;
        for square in 0..self.owner.len() {
            let at = self.middle(square);
            if self.owner[square] == OUTSIDE {
                continue;
            }
            if let Some(value) = value(self.owner[square], at)
                && best.is_none_or(|(most, _)| value > most + 1e-4)
            {
                best = Some((value, at));
            }
        }
        best.map(|(_, at)| at)
    }

    /// Returns the point of an owner with the most free space, away from the circles in `away_from`.
    pub(crate) fn deepest(&self, owner: i16, away_from: &[(Point, f32)]) -> Option<Point> {
        let middle = crate::outline::center(self.lattice);
        self.best(owner, |at| {
            let free = self.room(at).min(self.rim(at) + 0.02);
            let free = away_from.iter().map(|&(o, r)| (o - at).length() - r).fold(free, f32::min);
            // A slight preference for the middle breaks ties.
            free - (at - middle).length() * 0.02
        })
    }
}
