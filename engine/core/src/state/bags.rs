//! What is left in bags and stacks.

use crate::catalog::id::{BagId, Id, TileKindId};
use crate::catalog::{Bag, Catalog};
use crate::rarely::rarely;
use crate::state::chance::Generator;

/// The content of a bag or stack.
#[derive(Hash, Debug, Default)]
pub struct BagState {
    /// Number of tiles of each kind.
    pub(crate) counts: Vec<u32>,
    /// For stacks: the tiles from the bottom to the top.
    pub(crate) order: Vec<TileKindId>,
    pub(crate) total: u32,
    stacked: bool,
}

impl Clone for BagState {
    fn clone(&self) -> BagState {
        let BagState { counts, order, total, stacked } = self;
        BagState { counts: counts.clone(), order: order.clone(), total: *total, stacked: *stacked }
    }

    /// Keeps its room.
    fn clone_from(&mut self, other: &BagState) {
        self.counts.clone_from(&other.counts);
        self.order.clone_from(&other.order);
        (self.total, self.stacked) = (other.total, other.stacked);
    }
}

impl BagState {
    pub(crate) fn new(spec: &Bag, kinds: usize) -> BagState {
        let mut bag = BagState { stacked: spec.stacked, ..BagState::default() };
        bag.counts.resize(kinds, 0);
        for &(kind, count) in &spec.contents {
            bag.counts[kind.index()] += count;
            bag.total += count;
            if spec.stacked {
                bag.order.extend(std::iter::repeat_n(kind, count as usize));
            }
        }
        // Each goes under those before it.
        bag.order.reverse();
        bag
    }

    /// Number of tiles in it.
    pub fn total(&self) -> u32 {
        self.total
    }

    /// Number of tiles of a kind in it.
    #[inline]
    pub fn count(&self, kind: TileKindId) -> u32 {
        self.counts.get(kind.index()).copied().unwrap_or(0)
    }

    /// The tiles of a stack from the bottom to the top; nothing for bags.
    pub fn order(&self) -> &[TileKindId] {
        &self.order
    }

    /// The kinds in it, each once, in order.
    pub fn kinds(&self) -> impl Iterator<Item = TileKindId> {
        self.counts.iter().enumerate().filter(|(_, n)| **n > 0).map(|(i, _)| TileKindId::from_index(i))
    }

    /// The kind of the tile of a number below the total, counted kind by kind.
    #[inline]
    pub(crate) fn nth(&self, mut number: u32) -> TileKindId {
        for (kind, &count) in self.counts.iter().enumerate() {
            if number < count {
                return TileKindId(kind as u16);
            }
            number -= count;
        }
        TileKindId(0)
    }

    /// Takes out a tile of a kind that is in it; from a stack the topmost of that kind.
    #[inline]
    pub(crate) fn remove(&mut self, kind: TileKindId) {
        self.counts[kind.index()] -= 1;
        self.total -= 1;
        if rarely(self.stacked)
            && let Some(at) = self.order.iter().rposition(|&k| k == kind)
        {
            // A forced draw changes places with the top, so that the order of the others stays.
            let last = self.order.len() - 1;
            self.order.swap(at, last);
            self.order.pop();
        }
    }

    /// Takes out a tile of a kind that is in it; the others of a stack stay in order.
    pub(crate) fn take_out(&mut self, kind: TileKindId) {
        self.counts[kind.index()] -= 1;
        self.total -= 1;
        if let Some(at) = self.order.iter().rposition(|&k| k == kind) {
            self.order.remove(at);
        }
    }

    /// Puts the tiles of a stack into another order.
    pub(crate) fn shuffle(&mut self, generator: &mut Generator) {
        for i in (1..self.order.len()).rev() {
            let j = generator.below(i as u32 + 1) as usize;
            self.order.swap(i, j);
        }
    }

    /// Puts in a tile on top of a stack.
    pub(crate) fn put_on_top(&mut self, kind: TileKindId) {
        self.counts[kind.index()] += 1;
        self.total += 1;
        if self.stacked {
            self.order.push(kind);
        }
    }

    /// Puts in a tile; under a stack.
    pub(crate) fn put_under(&mut self, kind: TileKindId) {
        self.counts[kind.index()] += 1;
        self.total += 1;
        if self.stacked {
            self.order.insert(0, kind);
        }
    }
}

/// What bags hold at the start of a game of so many seats. Those of seats that do not play hold nothing.
pub(crate) fn fresh(catalog: &Catalog, seats: u8) -> Vec<BagState> {
    let fresh = |id: BagId| match catalog.has_bag(id, seats) {
        true => BagState::new(&catalog.bags[id], catalog.kinds.len()),
        false => BagState::new(&Bag::default(), catalog.kinds.len()),
    };
    catalog.bags.ids().map(fresh).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_taken_out_of_a_stack_leaves_the_others_in_order() {
        let [a, b, c] = [TileKindId(0), TileKindId(1), TileKindId(2)];
        let spec = Bag { stacked: true, contents: vec![(a, 1), (b, 2), (c, 1)], ..Bag::default() };
        let mut stack = BagState::new(&spec, 3);
        assert_eq!(stack.order(), [c, b, b, a]);
        stack.take_out(b);
        assert_eq!((stack.order(), stack.total(), stack.count(b)), (&[c, b, a][..], 3, 1));
    }
}
