//! Contents of bags and stacks during a game.

use smallvec::SmallVec;

use crate::catalog::id::{BagId, Id, TileKindId};
use crate::catalog::{Bag, Catalog};
use crate::state::outcome::Generator;

/// Content of a bag or stack.
#[derive(Hash, Debug, Default)]
pub struct BagState {
    /// Number of tiles of each kind.
    pub(crate) counts: Vec<u32>,
    /// Tiles from the bottom to the top: of a stack, and of a bag that is ordered by lots.
    order: Vec<TileKindId>,
    pub(crate) total: u32,
    stacked: bool,
    /// True if `order` contains the tiles. Bags have no order in games whose chance is a sequence.
    ordered: bool,
}

impl Clone for BagState {
    fn clone(&self) -> BagState {
        let BagState { counts, order, total, stacked, ordered } = self;
        BagState { counts: counts.clone(), order: order.clone(), total: *total, stacked: *stacked, ordered: *ordered }
    }

    /// Copies the content, reusing allocations.
    fn clone_from(&mut self, other: &BagState) {
        self.counts.clone_from(&other.counts);
        self.order.clone_from(&other.order);
        (self.total, self.stacked, self.ordered) = (other.total, other.stacked, other.ordered);
    }
}

impl BagState {
    pub(crate) fn new(spec: &Bag, kinds: usize) -> BagState {
        let mut bag = BagState { stacked: spec.stacked, ordered: spec.stacked, ..BagState::default() };
        bag.counts.resize(kinds, 0);
        for &(kind, count) in &spec.contents {
            bag.counts[kind.index()] += count;
            bag.total += count;
            if spec.stacked {
                bag.order.extend(std::iter::repeat_n(kind, count as usize));
            }
        }
        // The first tile in the declaration is on top.
        bag.order.reverse();
        bag
    }

    /// Returns the number of tiles in the bag.
    pub fn total(&self) -> u32 {
        self.total
    }

    /// Returns the number of tiles of a kind in the bag.
    #[inline]
    pub fn count(&self, kind: TileKindId) -> u32 {
        self.counts.get(kind.index()).copied().unwrap_or(0)
    }

    /// Returns the tiles of a stack from the bottom to the top; an empty slice for bags, whose order is hidden.
    pub fn order(&self) -> &[TileKindId] {
        if self.stacked { &self.order } else { &[] }
    }

    /// Returns true if this is a stack.
    pub(crate) fn is_stacked(&self) -> bool {
        self.stacked
    }

    /// Returns the tile that the next draw takes; `None` if the bag is empty or has no order.
    #[inline]
    pub(crate) fn top(&self) -> Option<TileKindId> {
        self.order.last().copied()
    }

    /// Sets the order of a stack, which must contain its tiles.
    pub(crate) fn set_order(&mut self, order: Vec<TileKindId>) {
        self.order = order;
    }

    /// Orders the tiles by lots: each copy of a kind has a number, and the tile with the least number is on top. The
    /// lot depends on `number`, on the point of the kind (`points` is `[kind]`) and on the number of the copy. A further
    /// copy or kind therefore leaves the other tiles in their order.
    pub(crate) fn order_by_lots(&mut self, points: &[u64], number: u64) {
        let mut lots: SmallVec<[u64; 128]> = SmallVec::with_capacity(self.total as usize);
        for (kind, &count) in self.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let mut generator = Generator { state: number ^ points.get(kind).copied().unwrap_or(kind as u64) };
            // The kind is in the last 16 bits, so two lots are never equal by chance alone.
            lots.extend((0..count).map(|_| generator.next() & !0xffff | kind as u64));
        }
        lots.sort_unstable_by(|a, b| b.cmp(a));
        self.order.clear();
        self.order.extend(lots.into_iter().map(|lot| TileKindId(lot as u16)));
        self.ordered = true;
    }

    /// Returns the kinds in the bag, each once, in the order of the catalog.
    pub fn kinds(&self) -> impl Iterator<Item = TileKindId> {
        self.counts.iter().enumerate().filter(|(_, n)| **n > 0).map(|(i, _)| TileKindId::from_index(i))
    }

    /// Returns the kind of the tile with a number below the total, counted kind by kind.
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

    /// Removes a tile of a kind that the bag has; from a stack the topmost tile of this kind.
    #[inline]
    pub(crate) fn remove(&mut self, kind: TileKindId) {
        self.counts[kind.index()] -= 1;
        self.total -= 1;
        if self.ordered
            && let Some(at) = self.order.iter().rposition(|&k| k == kind)
        {
            // A forced draw first swaps with the top. Only the former top changes its position.
            let last = self.order.len() - 1;
            self.order.swap(at, last);
            self.order.pop();
        }
    }

    /// Removes a tile of a kind that the bag has, without changing the order of the other tiles.
    pub(crate) fn take_out(&mut self, kind: TileKindId) {
        self.counts[kind.index()] -= 1;
        self.total -= 1;
        if let Some(at) = self.order.iter().rposition(|&k| k == kind) {
            self.order.remove(at);
        }
    }

    /// Shuffles the tiles of a stack.
    pub(crate) fn shuffle(&mut self, generator: &mut Generator) {
        for i in (1..self.order.len()).rev() {
            let j = generator.below(i as u32 + 1) as usize;
            self.order.swap(i, j);
        }
    }

    /// Adds a tile, on top of a stack or of an ordered bag.
    pub(crate) fn put_on_top(&mut self, kind: TileKindId) {
        self.counts[kind.index()] += 1;
        self.total += 1;
        if self.ordered {
            self.order.push(kind);
        }
    }

    /// Adds a tile, at the bottom of a stack.
    pub(crate) fn put_under(&mut self, kind: TileKindId) {
        self.put_at(kind, 0);
    }

    /// Adds a tile so that `below` tiles are below it; at most all.
    pub(crate) fn put_at(&mut self, kind: TileKindId, below: u32) {
        self.counts[kind.index()] += 1;
        self.total += 1;
        if self.ordered {
            self.order.insert((below as usize).min(self.order.len()), kind);
        }
    }
}

/// Returns the initial contents of all bags in a game with `seats` seats. Bags of seats that do not play are empty.
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
