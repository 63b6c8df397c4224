//! Represents demands: the edges that the neighbours of an empty cell require of a tile placed there.

use crate::catalog::Catalog;
use crate::catalog::id::{EdgeTypeId, Id, TileKindId};
use crate::catalog::lattice::{Side, Turns};

/// Edges that the neighbours of an empty cell require: a byte for each side, the edge type plus one, or 0 for any edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Demand(pub u64);

impl Demand {
    /// Returns the edge type that is required at a side; `None` if any edge will do.
    #[inline]
    pub fn edge(self, side: Side) -> Option<EdgeTypeId> {
        match (self.0 >> (8 * side.0)) & 0xff {
            0 => None,
            edge => Some(EdgeTypeId(edge as u16 - 1)),
        }
    }

    /// Returns the demand with one more required edge.
    #[inline]
    #[must_use]
    pub fn with(self, side: Side, edge: EdgeTypeId) -> Demand {
        Demand(self.0 & !(0xff << (8 * side.0)) | u64::from(edge.0 + 1) << (8 * side.0))
    }

    /// Returns the turns at which a kind with one cell meets the demand.
    #[inline]
    pub fn turns(self, catalog: &Catalog, kind: TileKindId) -> Turns {
        let mut turns = catalog.turns(kind);
        let mut left = self.0;
        let mut side = Side(0);
        while left != 0 {
            let edge = left & 0xff;
            if edge != 0 {
                turns = turns.and(catalog.turns_meeting(kind, side, EdgeTypeId(edge as u16 - 1)));
            }
            left >>= 8;
            side.0 += 1;
        }
        turns
    }
}

/// A demand that a kind can meet, with the turns at which it does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MetDemand {
    pub(crate) demand: u16,
    pub(crate) turns: Turns,
    /// Number of turns in `turns`.
    pub(crate) count: u8,
}

/// The numbered demands of a catalog; empty if there are too many.
#[derive(Clone, Debug, Default)]
pub(crate) struct DemandTable {
    /// Factor of each side in the number of a demand; empty if demands are not numbered.
    steps: Vec<u32>,
    pub(crate) count: usize,
    /// For each kind, the demands that it can meet and the turns at which it does. Empty for kinds with several cells.
    pub(crate) meets: Vec<Vec<MetDemand>>,
    /// For each kind, the number of turns at which it meets each demand, including 0 for demands that it cannot meet.
    /// Sums over these numbers need no lookup of the demands that a kind meets.
    turns: Vec<i16>,
}

impl DemandTable {
    /// Maximum number of demands that are numbered.
    pub(crate) const MOST: usize = 4096;
    const MOST_WORK: usize = 2_000_000;

    pub(crate) fn new(catalog: &Catalog) -> DemandTable {
        let (sides, radix) = (catalog.lattice.sides(), catalog.edges.len() + 1);
        let count = sides.clone().try_fold(1usize, |n, _| n.checked_mul(radix)).unwrap_or(usize::MAX);
        if count > Self::MOST || count * catalog.kinds.len() > Self::MOST_WORK {
            return DemandTable::default();
        }
        let mut table = DemandTable { count, ..DemandTable::default() };
        let mut step = 1;
        for _ in sides.clone() {
            table.steps.push(step);
            step *= radix as u32;
        }
        let demands: Vec<Demand> = (0..count as u32)
            .map(|number| {
                let edge_at = |side: Side| number / table.steps[side.index()] % radix as u32;
                sides.clone().fold(Demand::default(), |demand, side| match edge_at(side) {
                    0 => demand,
                    edge => demand.with(side, EdgeTypeId(edge as u16 - 1)),
                })
            })
            .collect();
        for kind in catalog.kinds.ids() {
            let single = catalog.kinds[kind].cells.len() == 1;
            let met = |(number, demand): (usize, &Demand)| {
                // Demand 0 requires nothing: a cell with this demand has no neighbour.
                let turns = if single && number > 0 { demand.turns(catalog, kind) } else { Turns::NONE };
                MetDemand { demand: number as u16, turns, count: turns.len() as u8 }
            };
            let met = demands.iter().enumerate().map(met);
            table.turns.extend(met.clone().map(|met| i16::from(met.count)));
            table.meets.push(met.filter(|met| met.count != 0).collect());
        }
        table
    }

    /// Returns the number of turns at which a kind meets each demand, indexed by the demands' numbers.
    #[inline]
    pub(crate) fn turns_of(&self, kind: TileKindId) -> &[i16] {
        &self.turns[kind.index() * self.count..][..self.count]
    }

    /// Returns the increase of a demand's number when an edge is required on a side that had no requirement.
    #[inline]
    pub(crate) fn step(&self, side: Side, edge: EdgeTypeId) -> u32 {
        u32::from(edge.0 + 1) * self.steps[side.index()]
    }

    #[inline]
    pub(crate) fn number(&self, demand: Demand) -> u32 {
        let mut number = 0;
        for (side, step) in self.steps.iter().enumerate() {
            number += (demand.0 >> (8 * side) & 0xff) as u32 * step;
        }
        number
    }
}
