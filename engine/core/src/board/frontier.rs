//! The frontier: empty cells next to tiles, grouped by the demand of their neighbours.
//!
//! Cells with the same demand form a class, stored as a run in an arena. The number of legal placements is therefore a
//! sum over classes, and any placement is found without listing all. With few edge types every demand has a number, and
//! the catalog lists for each kind the demands it can meet; otherwise classes are numbered as they occur. The order of
//! cells within a class depends on the history of the game, which is the same in every replay.

use crate::board::bits::ones;
use crate::catalog::Catalog;
use crate::catalog::demand::{Demand, DemandTable};
use crate::catalog::id::{EdgeTypeId, Id, TileKindId};
use crate::catalog::lattice::{Cell, Side, Turn, Turns};

#[derive(Clone, Copy, Debug)]
struct OpenCell {
    demand: Demand,
    cell: Cell,
    class: u32,
    /// Index within the run of the class.
    at: u32,
}

/// Run of a class in the arena.
#[derive(Clone, Copy, Debug, Default)]
struct Stretch {
    start: u32,
    len: u32,
    room: u32,
}

impl Stretch {
    fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

/// Empty cells adjacent to tiles or to the rim.
#[derive(Debug, Default)]
pub struct Frontier {
    cells: Vec<OpenCell>,
    free: Vec<u32>,
    /// Runs of the classes in the arena, by class.
    runs: Vec<Stretch>,
    /// For few numbered demands: the number of cells in each class, compactly stored, as a second copy.
    lens: Vec<i16>,
    /// For many numbered demands: bit set of the classes that have cells.
    filled: Vec<u64>,
    /// For many numbered demands: bit set of the words in `filled` that are not 0.
    words: u64,
    /// For many numbered demands: the classes that ever had a cell.
    opened: Vec<u16>,
    /// Indices into `cells`, class by class.
    arena: Vec<u32>,
    /// Demands of the classes, if classes are numbered as they occur.
    demands: Vec<Demand>,
    /// Open-addressed index from demand to class number plus one, if classes are numbered as they occur.
    lookup: Vec<u32>,
}

const FIRST_ROOM: u32 = 4;

/// Maximum number of classes that are all summed up, which needs no branches. Beyond it, only classes with cells are
/// summed up. Squares with four edge types have 625 classes and hexes with three have 4,096; the break-even point
/// between them has not been measured.
const FEW: usize = 1024;

const _: () = assert!(DemandTable::MOST <= 64 * 64, "there is a bit for each word of bits");

impl Clone for Frontier {
    fn clone(&self) -> Frontier {
        let mut copy = Frontier::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, other: &Frontier) {
        self.cells.clone_from(&other.cells);
        self.free.clone_from(&other.free);
        if self.is_sparse() && self.runs.len() == other.runs.len() {
            // Most classes never have a cell.
            self.opened.iter().for_each(|&class| self.runs[usize::from(class)] = Stretch::default());
            other.opened.iter().for_each(|&class| self.runs[usize::from(class)] = other.runs[usize::from(class)]);
        } else {
            self.runs.clone_from(&other.runs);
        }
        self.lens.clone_from(&other.lens);
        self.filled.clone_from(&other.filled);
        self.words = other.words;
        self.opened.clone_from(&other.opened);
        self.arena.clone_from(&other.arena);
        self.demands.clone_from(&other.demands);
        self.lookup.clone_from(&other.lookup);
    }
}

impl Frontier {
    pub(crate) fn new(catalog: &Catalog) -> Frontier {
        let count = catalog.tables.demands.count;
        let (few, words) = if count <= FEW { (count, 0) } else { (0, count.div_ceil(64)) };
        Frontier {
            runs: vec![Stretch::default(); count],
            lens: vec![0; few],
            filled: vec![0; words],
            ..Frontier::default()
        }
    }

    /// Returns true if only classes with cells are visited.
    #[inline]
    fn is_sparse(&self) -> bool {
        !self.filled.is_empty()
    }

    /// Returns the number of empty cells next to tiles and the rim.
    pub fn len(&self) -> usize {
        self.cells.len() - self.free.len()
    }

    /// Returns true if the frontier has no cells.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the demand of a frontier cell's neighbours, by the number of the cell.
    #[inline]
    pub(crate) fn demand(&self, number: u32) -> Demand {
        self.cells[number as usize].demand
    }

    /// Returns all cells with their demands, class by class.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, Demand)> {
        self.numbers().map(|n| (self.cells[n as usize].cell, self.cells[n as usize].demand))
    }

    fn numbers(&self) -> impl Iterator<Item = u32> {
        self.runs.iter().flat_map(|run| self.arena[run.range()].iter().copied())
    }

    #[inline]
    fn slot(demand: Demand, mask: usize) -> usize {
        (demand.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize & mask
    }

    /// Returns the class of a demand, adding it if it is new; for classes that are numbered as they occur.
    fn class_of(&mut self, demand: Demand) -> u32 {
        if self.lookup.len() < 2 * (self.runs.len() + 1) {
            let size = (self.lookup.len() * 2).max(128);
            self.lookup.clear();
            self.lookup.resize(size, 0);
            for (number, &known) in self.demands.iter().enumerate() {
                let mut slot = Self::slot(known, size - 1);
                while self.lookup[slot] != 0 {
                    slot = (slot + 1) & (size - 1);
                }
                self.lookup[slot] = number as u32 + 1;
            }
        }
        let mask = self.lookup.len() - 1;
        let mut slot = Self::slot(demand, mask);
        loop {
            match self.lookup[slot] {
                0 => break,
                n if self.demands[n as usize - 1] == demand => return n - 1,
                _ => slot = (slot + 1) & mask,
            }
        }
        let number = self.runs.len() as u32;
        self.lookup[slot] = number + 1;
        self.runs.push(Stretch::default());
        self.demands.push(demand);
        number
    }

    #[inline]
    fn enter(&mut self, class_number: u32, number: u32, demand: Demand) {
        let run = &self.runs[class_number as usize];
        if run.len == run.room {
            self.give_room(class_number);
        }
        let run = &mut self.runs[class_number as usize];
        let at = run.len;
        run.len += 1;
        self.arena[(run.start + at) as usize] = number;
        if let Some(len) = self.lens.get_mut(class_number as usize) {
            *len = (at + 1) as i16;
        } else if let Some(word) = self.filled.get_mut(class_number as usize / 64) {
            *word |= 1 << (class_number % 64);
            self.words |= 1 << (class_number / 64);
        }
        let cell = &mut self.cells[number as usize];
        (cell.demand, cell.class, cell.at) = (demand, class_number, at);
    }

    /// Moves the run of a class to a new place with twice the capacity. The old run becomes unused; since capacities
    /// double, unused space is less than used space.
    fn give_room(&mut self, class_number: u32) {
        let run = &mut self.runs[class_number as usize];
        let start = self.arena.len() as u32;
        if run.room == 0 {
            self.arena.extend_from_slice(&[0; FIRST_ROOM as usize]);
            if !self.filled.is_empty() {
                self.opened.push(class_number as u16);
            }
            *run = Stretch { start, room: FIRST_ROOM, len: 0 };
            return;
        }
        let room = run.room * 2;
        self.arena.extend_from_within(run.range());
        self.arena.resize((start + room) as usize, 0);
        *run = Stretch { start, room, ..*run };
    }

    #[inline]
    fn leave(&mut self, number: u32) {
        let OpenCell { class, at, .. } = self.cells[number as usize];
        let run = &mut self.runs[class as usize];
        run.len -= 1;
        let last = self.arena[(run.start + run.len) as usize];
        self.arena[(run.start + at) as usize] = last;
        self.cells[last as usize].at = at;
        if let Some(len) = self.lens.get_mut(class as usize) {
            *len = run.len as i16;
        } else if run.len == 0
            && let Some(word) = self.filled.get_mut(class as usize / 64)
        {
            *word &= !(1 << (class % 64));
            if *word == 0 {
                self.words &= !(1 << (class / 64));
            }
        }
    }

    /// Adds a cell whose first neighbour shows an edge on a side, and returns its number.
    #[inline]
    pub(crate) fn add(&mut self, catalog: &Catalog, cell: Cell, side: Side, edge: EdgeTypeId) -> u32 {
        let table = &catalog.tables.demands;
        let demand = Demand::default().with(side, edge);
        let class = if table.count == 0 { self.class_of(demand) } else { table.step(side, edge) };
        self.add_to(class, cell, demand)
    }

    /// Adds a cell with demands on several sides, and returns its number.
    pub(crate) fn add_demand(&mut self, catalog: &Catalog, cell: Cell, demand: Demand) -> u32 {
        let table = &catalog.tables.demands;
        let class = if table.count > 0 { table.number(demand) } else { self.class_of(demand) };
        self.add_to(class, cell, demand)
    }

    #[inline]
    fn add_to(&mut self, class: u32, cell: Cell, demand: Demand) -> u32 {
        let open = OpenCell { demand, cell, class: 0, at: 0 };
        let number = match self.free.pop() {
            Some(number) => {
                self.cells[number as usize] = open;
                number
            }
            None => {
                self.cells.push(open);
                self.cells.len() as u32 - 1
            }
        };
        self.enter(class, number, demand);
        number
    }

    /// Adds the demand of a new neighbour to a cell.
    #[inline]
    pub(crate) fn tighten(&mut self, catalog: &Catalog, number: u32, side: Side, edge: EdgeTypeId) {
        let OpenCell { demand: before, class, .. } = self.cells[number as usize];
        let demand = before.with(side, edge);
        self.leave(number);
        let table = &catalog.tables.demands;
        let class = if table.count == 0 {
            self.class_of(demand)
        } else if before.edge(side).is_none() {
            class + table.step(side, edge)
        } else {
            table.number(demand)
        };
        self.enter(class, number, demand);
    }

    /// Replaces the demand of a cell after a neighbour was taken up.
    pub(crate) fn loosen(&mut self, catalog: &Catalog, number: u32, demand: Demand) {
        self.leave(number);
        let table = &catalog.tables.demands;
        let class = if table.count > 0 { table.number(demand) } else { self.class_of(demand) };
        self.enter(class, number, demand);
    }

    /// Removes a cell from the frontier and frees its number.
    #[inline]
    pub(crate) fn remove(&mut self, number: u32) {
        self.leave(number);
        self.free.push(number);
    }

    /// Returns the numbers and positions of all cells, class by class.
    pub(crate) fn numbered_cells(&self) -> impl Iterator<Item = (u32, Cell)> {
        self.numbers().map(|n| (n, self.cells[n as usize].cell))
    }

    /// Returns the number of legal placements (cell and turn) of a kind with one cell.
    #[inline]
    pub(crate) fn count(&self, catalog: &Catalog, kind: TileKindId) -> u32 {
        let table = &catalog.tables.demands;
        if table.count == 0 {
            let classes = self.demands.iter().zip(&self.runs).filter(|(_, run)| run.len > 0);
            return classes.map(|(demand, run)| demand.turns(catalog, kind).len() * run.len).sum();
        }
        let turns = table.turns_of(kind);
        if self.is_sparse() {
            return self.count_filled(turns);
        }
        // A class cannot have more cells than the frontier.
        if self.cells.len() > i16::MAX as usize {
            return turns.iter().zip(&self.runs).map(|(&turns, run)| turns as u32 * run.len).sum();
        }
        sum_of_products(turns, &self.lens) as u32
    }

    /// Like [`Frontier::count`], visiting only classes with cells.
    fn count_filled(&self, turns: &[i16]) -> u32 {
        self.filled_classes().map(|class| turns[class] as u32 * self.runs[class].len).sum()
    }

    /// Returns the classes with cells in order of their numbers, for many numbered demands.
    #[inline]
    fn filled_classes(&self) -> impl Iterator<Item = usize> {
        ones(self.words).flat_map(|word| ones(self.filled[word]).map(move |bit| 64 * word + bit))
    }

    /// Like [`Frontier::get`], visiting only classes with cells.
    fn get_filled(&self, table: &DemandTable, kind: TileKindId, mut index: u32) -> Option<(Cell, Turn)> {
        let turns = table.turns_of(kind);
        for class in self.filled_classes() {
            let count = turns[class] as u32;
            let here = count * self.runs[class].len;
            if index < here {
                let met = &table.meets[kind.index()];
                let met = &met[met.binary_search_by_key(&class, |met| usize::from(met.demand)).ok()?];
                return Some(self.nth_in(class, met.turns, count, index));
            }
            index -= here;
        }
        None
    }

    /// Like [`Frontier::get`], for classes that are numbered as they occur.
    fn get_unnumbered(&self, catalog: &Catalog, kind: TileKindId, mut index: u32) -> Option<(Cell, Turn)> {
        for (class, demand) in self.demands.iter().enumerate().filter(|&(class, _)| self.runs[class].len > 0) {
            let turns = demand.turns(catalog, kind);
            let here = turns.len() * self.runs[class].len;
            if index < here {
                return Some(self.nth_in(class, turns, turns.len(), index));
            }
            index -= here;
        }
        None
    }

    /// Returns the legal placement with a number below [`Frontier::count`].
    #[inline]
    pub(crate) fn get(&self, catalog: &Catalog, kind: TileKindId, mut index: u32) -> Option<(Cell, Turn)> {
        let table = &catalog.tables.demands;
        if table.count == 0 {
            return self.get_unnumbered(catalog, kind, index);
        }
        if self.is_sparse() {
            return self.get_filled(table, kind, index);
        }
        for met in &table.meets[kind.index()] {
            let class = usize::from(met.demand);
            let here = u32::from(met.count) * self.runs[class].len;
            if index < here {
                return Some(self.nth_in(class, met.turns, u32::from(met.count), index));
            }
            index -= here;
        }
        None
    }

    /// Calls `take` for each placement of a kind with one cell, in the order of [`Frontier::get`].
    pub(crate) fn each(&self, catalog: &Catalog, kind: TileKindId, mut take: impl FnMut(Cell, Turn)) {
        let mut all = |class: usize, turns: Turns, count: u32| {
            for index in 0..count * self.runs[class].len {
                let (cell, turn) = self.nth_in(class, turns, count, index);
                take(cell, turn);
            }
        };
        let table = &catalog.tables.demands;
        if table.count > 0 {
            for met in &table.meets[kind.index()] {
                all(usize::from(met.demand), met.turns, u32::from(met.count));
            }
            return;
        }
        for (class, demand) in self.demands.iter().enumerate().filter(|&(class, _)| self.runs[class].len > 0) {
            let turns = demand.turns(catalog, kind);
            all(class, turns, turns.len());
        }
    }

    fn nth_in(&self, class: usize, turns: Turns, count: u32, index: u32) -> (Cell, Turn) {
        let number = self.arena[(self.runs[class].start + index / count) as usize];
        (self.cells[number as usize].cell, turns.nth(index % count))
    }
}

/// Returns the sum of the products of two lists, element by element. Each pass of the first loop
/// handles `AT_ONCE` elements.
#[inline]
fn sum_of_products(a: &[i16], b: &[i16]) -> i32 {
    const AT_ONCE: usize = 32;
    let (many, rest) = a.as_chunks::<AT_ONCE>();
    let (others, other_rest) = b.as_chunks::<AT_ONCE>();
    let mut sum = 0;
    // The indexed loop avoids zipped chunk iterators, whose construction is a call that took a third of the function's
    // time.
    for number in 0..many.len().min(others.len()) {
        let (a, b) = (&many[number], &others[number]);
        sum += (0..AT_ONCE).map(|at| i32::from(a[at]) * i32::from(b[at])).sum::<i32>();
    }
    for number in 0..rest.len().min(other_rest.len()) {
        sum += i32::from(rest[number]) * i32::from(other_rest[number]);
    }
    sum
}
