//! Routes whose price is paid to several receivers: all payments that no other payment undercuts for every receiver.

use crate::catalog::id::SegmentId;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::board::Board;
use crate::board::graph::Through;
use crate::catalog::MAX_SEATS;

/// Price of a route: the bank's share first, then the share of each seat.
pub type Price = [u32; MAX_SEATS + 1];

/// Maximum number of payments that a search keeps for one segment, and maximum number of its steps. A search that
/// reaches a limit returns an incomplete result.
const MOST_LABELS: usize = 256;
const MOST_STEPS: usize = 200_000;

/// Payment together with a route that costs it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Route {
    /// Total price of the route.
    pub price: Price,
    /// Segments of the route, including the first and the last.
    pub way: Vec<SegmentId>,
}

/// Returns true if `a` is at most `b` for every receiver.
fn covers(a: &Price, b: &Price) -> bool {
    a.iter().zip(b).all(|(a, b)| a <= b)
}

fn sum(a: &Price, b: &Price) -> Price {
    std::array::from_fn(|i| a[i].saturating_add(b[i]))
}

fn total(price: &Price) -> u64 {
    price.iter().map(|&n| u64::from(n)).sum()
}

/// Last segment of a route, and the index of the step before it.
struct RouteStep {
    segment: SegmentId,
    before: Option<usize>,
}

/// Segment that the search has met: its price, the price of ending there once it is known, and the payments of the
/// routes that end there.
struct SearchedSegment {
    price: Option<Price>,
    goal: Option<Option<Price>>,
    settled: Vec<Price>,
}

/// Segments that a search has met.
struct SearchedSegments {
    /// Index of each segment in `met`, from 1; 0 for segments that were not met.
    numbers: Vec<u32>,
    met: Vec<SearchedSegment>,
}

impl SearchedSegments {
    fn get(&mut self, segment: SegmentId, price: impl FnOnce(SegmentId) -> Option<Price>) -> &mut SearchedSegment {
        let number = &mut self.numbers[segment.index()];
        if *number == 0 {
            self.met.push(SearchedSegment { price: price(segment), goal: None, settled: Vec::new() });
            *number = self.met.len() as u32;
        }
        &mut self.met[*number as usize - 1]
    }
}

impl Board {
    /// Returns the Pareto-optimal payments for a route from a segment to a goal: no other payment is lower for one
    /// receiver and not higher for the others. The cheapest is first; each has one of its shortest routes.
    ///
    /// `price` returns the price of being on a segment, including the first, or `None` to forbid it. `goal` returns the
    /// price of ending on a segment, or `None` if a route cannot end there. Each is called at most once per segment. A
    /// very large set of payments is cut off, always at the same place.
    pub fn payments(
        &self,
        from: SegmentId,
        through: &Through,
        mut price: impl FnMut(SegmentId) -> Option<Price>,
        mut goal: impl FnMut(SegmentId) -> Option<Price>,
    ) -> Vec<Route> {
        let mut met = SearchedSegments { numbers: vec![0; self.features().segment_bound()], met: Vec::new() };
        let mut steps: Vec<RouteStep> = Vec::new();
        let mut ends: Vec<(u64, Price, usize, usize)> = Vec::new();
        let mut queue = BinaryHeap::new();
        if let Some(first) = met.get(from, &mut price).price {
            steps.push(RouteStep { segment: from, before: None });
            queue.push(Reverse((total(&first), first, 1usize, 0usize)));
        }
        // Order by total price, then receivers, then length: a settled payment is never beaten later.
        while let Some(Reverse((cost, paid, length, step))) = queue.pop() {
            let segment = steps[step].segment;
            let here = met.get(segment, &mut price);
            if here.settled.len() >= MOST_LABELS || here.settled.iter().any(|other| covers(other, &paid)) {
                continue;
            }
            here.settled.push(paid);
            if let Some(more) = *here.goal.get_or_insert_with(|| goal(segment)) {
                let all = sum(&paid, &more);
                ends.push((cost + total(&more), all, length, step));
            }
            let mut onward = |to: SegmentId| {
                if !through.admits(&self.catalog, self.segment(to)) {
                    return;
                }
                let there = met.get(to, &mut price);
                let Some(more) = there.price else { return };
                let all = sum(&paid, &more);
                if steps.len() >= MOST_STEPS || there.settled.iter().any(|other| covers(other, &all)) {
                    return;
                }
                steps.push(RouteStep { segment: to, before: Some(step) });
                queue.push(Reverse((cost + total(&more), all, length + 1, steps.len() - 1)));
            };
            self.meeting(segment, &mut onward);
            if through.touching {
                self.touched_segments(segment).for_each(onward);
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

    /// Returns the minimum total price of a route from each segment to a goal, by the number of the segment; `None` if
    /// no route leads to a goal. A single search from the goals outward finds all totals and visits each segment once.
    ///
    /// `goals` lists the price of ending on each goal. `price` returns the price of being on a segment, including the
    /// first, or `None` to forbid it; it is called at most once per segment.
    pub fn least_totals(
        &self,
        through: &Through,
        goals: &[(SegmentId, u64)],
        mut price: impl FnMut(SegmentId) -> Option<u64>,
    ) -> Vec<Option<u64>> {
        let count = self.features().segment_bound();
        let mut prices: Vec<Option<Option<u64>>> = vec![None; count];
        let mut totals: Vec<Option<u64>> = vec![None; count];
        let mut queue = BinaryHeap::new();
        let mut reach = |segment: SegmentId, before: u64, queue: &mut BinaryHeap<_>| {
            if let Some(own) = *prices[segment.index()].get_or_insert_with(|| price(segment)) {
                queue.push(Reverse((before.saturating_add(own), segment)));
            }
        };
        for &(goal, fee) in goals {
            reach(goal, fee, &mut queue);
        }
        while let Some(Reverse((total, segment))) = queue.pop() {
            if totals[segment.index()].is_some() {
                continue;
            }
            totals[segment.index()] = Some(total);
            // A route may start on any segment, but it only passes through admitted ones.
            if !through.admits(&self.catalog, self.segment(segment)) {
                continue;
            }
            let mut onward = |to: SegmentId| {
                if totals[to.index()].is_none() {
                    reach(to, total, &mut queue);
                }
            };
            self.meeting(segment, &mut onward);
            if through.touching {
                self.touched_segments(segment).for_each(onward);
            }
        }
        totals
    }
}
