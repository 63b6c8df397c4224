//! Demands: what the neighbours of an empty cell ask of a tile that is to lie there.

use crate::catalog::Catalog;
use crate::catalog::id::{EdgeTypeId, Id, TileKindId};
use crate::catalog::lattice::{Side, Turns};

/// What the neighbours of an empty cell demand: for each side a byte, the edge type plus one, or 0 for anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Demand(pub u64);

impl Demand {
    /// The edge type demanded at a side.
    #[inline]
    pub fn at(self, side: Side) -> Option<EdgeTypeId> {
        match (self.0 >> (8 * side.0)) & 0xff {
            0 => None,
            edge => Some(EdgeTypeId(edge as u16 - 1)),
        }
    }

    /// With a further demand.
    #[inline]
    #[must_use]
    pub fn with(self, side: Side, edge: EdgeTypeId) -> Demand {
        Demand(self.0 & !(0xff << (8 * side.0)) | u64::from(edge.0 + 1) << (8 * side.0))
    }

    /// The turns, as a set, at which a kind of one cell meets the demand.
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

/// A demand that a kind can meet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MetDemand {
    pub(crate) demand: u16,
    pub(crate) turns: Turns,
    /// Number of these turns.
    pub(crate) count: u8,
}

/// The demands of a catalog, numbered, where they are few enough.
#[derive(Clone, Debug, Default)]
pub(crate) struct DemandTable {
    /// By how much the number of a demand grows with an edge on a side; empty when demands are not numbered.
    steps: Vec<u32>,
    pub(crate) count: usize,
    /// For each kind of one cell, the demands that it can meet and the turns at which it does.
    pub(crate) meets: Vec<Vec<MetDemand>>,
    /// For each kind, the number of turns at which it meets each demand, also those that it cannot meet: so they are
    /// summed up without looking which those are.
    turns: Vec<i16>,
}

impl DemandTable {
    /// Most demands that are numbered.
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
                // Where nothing is demanded there is no neighbour.
                let turns = if single && number > 0 { demand.turns(catalog, kind) } else { Turns::NONE };
                MetDemand { demand: number as u16, turns, count: turns.len() as u8 }
            };
            let met = demands.iter().enumerate().map(met);
            table.turns.extend(met.clone().map(|met| i16::from(met.count)));
            table.meets.push(met.filter(|met| met.count != 0).collect());
        }
        table
    }

    /// Number of turns at which a kind meets each demand, by the demands' numbers.
    #[inline]
    pub(crate) fn turns_of(&self, kind: TileKindId) -> &[i16] {
        &self.turns[kind.index() * self.count..][..self.count]
    }

    /// By how much a demand's number is higher with an edge on a side of which nothing was demanded.
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
