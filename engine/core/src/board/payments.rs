//! Ways whose price goes to several receivers: all payments of which none is dearer than another for everybody.

use crate::catalog::id::SegmentId;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use petgraph::visit::{EdgeRef, IntoEdges};

use crate::board::Board;
use crate::board::graph::{Link, Through};
use crate::catalog::MAX_SEATS;

/// What a way costs: the bank's share first, then that of every seat.
pub type Price = [u32; MAX_SEATS + 1];

/// Most payments that a search keeps for one segment, and most steps it takes; beyond that it gives what it has.
const MOST_LABELS: usize = 256;
const MOST_STEPS: usize = 200_000;

/// A payment and a way that costs it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Route {
    /// What it costs.
    pub price: Price,
    /// The segments of the way, the first and the last included.
    pub way: Vec<SegmentId>,
}

/// Whether a payment gives nobody more than another.
fn covers(a: &Price, b: &Price) -> bool {
    a.iter().zip(b).all(|(a, b)| a <= b)
}

fn sum(a: &Price, b: &Price) -> Price {
    std::array::from_fn(|i| a[i].saturating_add(b[i]))
}

fn total(price: &Price) -> u64 {
    price.iter().map(|&n| u64::from(n)).sum()
}

/// A way as far as it has come.
struct Step {
    segment: SegmentId,
    before: Option<usize>,
}

impl Board {
    /// The payments for which one can get from a segment to a goal, as far as none of them gives nobody more and
    /// somebody less than another; the cheapest first, each with one of its shortest ways.
    ///
    /// `price` says what it costs to be on a segment, the first included, or forbids it; `goal` says what ending
    /// there costs, or that one cannot end there. Each is asked at most once for a segment. A very great number of
    /// payments is cut off, always at the same place.
    pub fn payments(
        &self,
        from: SegmentId,
        through: &Through,
        mut price: impl FnMut(SegmentId) -> Option<Price>,
        mut goal: impl FnMut(SegmentId) -> Option<Price>,
    ) -> Vec<Route> {
        let graph = self.segment_graph();
        let mut prices: BTreeMap<SegmentId, Option<Price>> = BTreeMap::new();
        let mut settled: BTreeMap<SegmentId, Vec<Price>> = BTreeMap::new();
        let mut steps: Vec<Step> = Vec::new();
        let mut ends: Vec<(u64, Price, usize, usize)> = Vec::new();
        let mut goals: BTreeMap<SegmentId, Option<Price>> = BTreeMap::new();
        let mut queue = BinaryHeap::new();
        if let Some(first) = price(from) {
            prices.insert(from, Some(first));
            steps.push(Step { segment: from, before: None });
            queue.push(Reverse((total(&first), first, 1usize, 0usize)));
        }
        // By what a way costs in all, then by to whom, then by length: what is settled first is never beaten later.
        while let Some(Reverse((cost, paid, length, step))) = queue.pop() {
            let segment = steps[step].segment;
            let known = settled.entry(segment).or_default();
            if known.len() >= MOST_LABELS || known.iter().any(|other| covers(other, &paid)) {
                continue;
            }
            known.push(paid);
            if let Some(more) = *goals.entry(segment).or_insert_with(|| goal(segment)) {
                let all = sum(&paid, &more);
                ends.push((cost + total(&more), all, length, step));
            }
            for link in graph.edges(segment) {
                let to = link.target();
                let spec = self.segment(to);
                if !(through.touching || *link.weight() == Link::Meets) || !through.admits(&self.catalog, spec) {
                    continue;
                }
                let Some(more) = *prices.entry(to).or_insert_with(|| price(to)) else { continue };
                let all = sum(&paid, &more);
                if steps.len() >= MOST_STEPS || settled.get(&to).is_some_and(|k| k.iter().any(|o| covers(o, &all))) {
                    continue;
                }
                steps.push(Step { segment: to, before: Some(step) });
                queue.push(Reverse((cost + total(&more), all, length + 1, steps.len() - 1)));
            }
        }
        ends.sort_unstable();
        let mut routes: Vec<Route> = Vec::new();
        for (_, all, _, step) in ends {
            if routes.iter().any(|r| covers(&r.price, &all)) {
                continue;
            }
            let mut way = Vec::new();
            let mut at = Some(step);
            while let Some(step) = at {
                way.push(steps[step].segment);
                at = steps[step].before;
            }
            way.reverse();
            routes.push(Route { price: all, way });
        }
        routes
    }
}
