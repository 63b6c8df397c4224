//! Features that split: the counters and claims of their parts, and completed features that are no longer complete.

use crate::board::parting::Parting;
use crate::board::piles::PlacedCells;
use crate::catalog::WhenParted;
use crate::catalog::id::{CounterId, Root, SegmentId, TileId};
use crate::catalog::seat::Seat;
use crate::catalog::tile::Completion;
use crate::state::agenda::{Part, StepProgress};
use crate::state::effect::{CounterKey, Place};
use crate::state::event::EventKind;
use crate::state::happening::{Happening, Left};
use crate::state::{Figure, Game};

/// Values to restore after features split.
pub(super) struct SplitValues {
    /// Values of counters, with the former root of their feature.
    counted: Vec<(CounterId, Root, i32)>,
    /// Complete features that are still to be scored.
    due: Vec<Root>,
}

impl SplitValues {
    /// Returns the values of counters, with the former root of their feature.
    pub(super) fn counter_values(&self) -> &[(CounterId, Root, i32)] {
        &self.counted
    }
}

/// Result of taking a tile off its cells.
pub(super) struct Lifting {
    pub(super) before: SplitValues,
    pub(super) apart: Vec<Parting>,
    /// Pieces under the tile that are on top again.
    pub(super) found: PlacedCells,
}

impl Game {
    /// Takes a tile off its cells. Afterwards all claims are correct except those of the tile itself, and the counters
    /// of its features are removed.
    pub(super) fn lift(&mut self, tile: TileId) -> Lifting {
        let catalog = std::sync::Arc::clone(&self.position.board.catalog);
        let before = self.remember(&self.position.board.segments_on(tile).collect::<Vec<_>>());
        let (apart, found) = self.position.board.lift(&catalog, tile, |_| {});
        self.claim_members_again(&apart);
        Lifting { before, apart, found }
    }

    /// Returns the values to restore for the features of some segments, which are about to split, and removes
    /// their counters.
    pub(super) fn remember(&mut self, segments: &[SegmentId]) -> SplitValues {
        let features = &self.position.board.features;
        let roots = self.position.board.features_of(segments);
        let of_lifted = |key: &CounterKey| match key {
            CounterKey::Feature(segment) => Some(features.root(*segment)).filter(|root| roots.contains(root)),
            _ => None,
        };
        let mut counted: Vec<(CounterId, Root, i32)> = Vec::new();
        for (counter, key, _) in &self.position.keyed {
            if let Some(root) = of_lifted(key)
                && !counted.iter().any(|&(known, of, _)| (known, of) == (*counter, root))
            {
                counted.push((*counter, root, self.counter(*counter, CounterKey::Feature(root.segment()))));
            }
        }
        let due = self.completed_features().iter().map(|&segment| features.root(segment)).collect();
        let mut keyed = std::mem::take(&mut self.position.keyed);
        keyed.retain(|(_, key, _)| of_lifted(key).is_none());
        self.position.keyed = keyed;
        SplitValues { counted, due }
    }

    /// Restores the claims of figures on the remaining segments of features that split.
    pub(super) fn claim_members_again(&mut self, apart: &[Parting]) {
        let mut members: Vec<SegmentId> = apart.iter().flat_map(|apart| apart.members.iter().copied()).collect();
        members.sort_unstable();
        self.claim_again(|_, segment| members.binary_search(&segment).is_ok());
    }

    /// Restores the claims of figures on the segments for which `is_meant` holds.
    pub(super) fn claim_again(&mut self, is_meant: impl Fn(&crate::board::features::Features, SegmentId) -> bool) {
        for &Figure { kind, seat, place } in &self.position.figures {
            if let Some(Place::Segment(segment)) = place
                && self.position.board.features.is_there(segment)
                && is_meant(&self.position.board.features, segment)
            {
                self.position.board.features.add_claim(segment, seat, self.position.board.catalog.figures[kind].weight);
            }
        }
    }

    /// Passes the counters of features that split to their parts, as the packs declare. The segments of a moved
    /// tile count as the last parts.
    pub(super) fn keep_counted(&mut self, before: &SplitValues, apart: &[Parting], moved: Option<TileId>) {
        for &(counter, root, value) in &before.counted {
            let Some(Parting { parts, own, .. }) = apart.iter().find(|apart| apart.was == root) else { continue };
            let most = match self.position.board.catalog.counters[counter].parting_rule() {
                WhenParted::Keep => usize::MAX,
                WhenParted::First => 1,
                WhenParted::Drop => 0,
            };
            let own = if moved.is_some() { own.as_slice() } else { &[] };
            let segments: Vec<SegmentId> =
                parts.iter().map(|part| part.segment()).chain(own.iter().copied()).take(most).collect();
            for segment in segments {
                self.set_keyed(counter, CounterKey::Feature(segment), value);
            }
        }
    }

    /// Removes completed features that are no longer complete. Features of a step that is scoring now remain in the
    /// list; the step skips incomplete features.
    pub(super) fn drop_undone(&mut self) {
        if self.run.completed.is_empty() {
            return;
        }
        let begun =
            |part: &Part| if let Part::Turn(part) = part { part.begun.then_some(part.completed_from) } else { None };
        let starts: Vec<(usize, usize)> =
            (0..self.run.agenda.len()).filter_map(|at| Some((at, begun(&self.run.agenda[at])? as usize))).collect();
        let mut kept: Vec<SegmentId> = Vec::with_capacity(self.run.completed.len());
        for (number, &(at, start)) in starts.iter().enumerate() {
            let end = starts.get(number + 1).map_or(self.run.completed.len(), |&(_, next)| next);
            let noted = self.run.completed.get(start..end).unwrap_or_default();
            let new_start = kept.len() as u32;
            if let Some(Part::Turn(part)) = self.run.agenda.get(at) {
                let has_begun = part.progress != StepProgress::Start;
                kept.extend(noted.iter().filter(|&&segment| has_begun || !self.is_undone(segment)));
            }
            if let Some(Part::Turn(part)) = self.run.agenda.get_mut(at) {
                part.completed_from = new_start;
            }
        }
        self.run.completed = kept;
    }

    /// Returns true if a completed feature is no longer complete.
    pub(crate) fn is_undone(&self, segment: SegmentId) -> bool {
        self.position.board.has_lifted()
            && !(self.position.board.features.is_there(segment) && self.position.board.is_complete(segment))
    }

    /// Records the remaining parts of features that are complete without the tile, if the feature was incomplete before
    /// or is still to be scored. Returns the index of the first new entry.
    pub(super) fn note_closed(&mut self, before: &SplitValues, apart: &[Parting]) -> usize {
        let from = self.run.completed.len();
        let known = self.turn_part().map_or(0, |part| part.completed_from as usize);
        for Parting { was, was_complete, members, .. } in apart {
            if *was_complete && !before.due.contains(was) {
                continue;
            }
            // A tile may have covered and joined the parts since.
            for part in self
                .position
                .board
                .parts_of(members)
                .iter()
                .filter(|part| self.position.board.is_complete(part.segment()))
            {
                let features = &self.position.board.features;
                if !self.run.completed[known..]
                    .iter()
                    .any(|&noted| features.root(noted) == features.root(part.segment()))
                {
                    self.run.completed.push(self.position.board.first_segment(part.segment()));
                }
            }
        }
        // Features that touch a completed part may be complete as well.
        if self.position.board.catalog.tables.any_touched {
            for at in from..self.run.completed.len() {
                let touching: Vec<SegmentId> = self.position.board.touching(self.run.completed[at]).collect();
                for segment in touching {
                    let completion =
                        self.position.board.catalog.terrains[self.position.board.terrain(segment)].completion;
                    let features = &self.position.board.features;
                    let root = features.root(segment);
                    if completion == Completion::NeighboursComplete
                        && self.position.board.is_complete(segment)
                        && !self.run.completed[known..].iter().any(|&noted| features.root(noted) == root)
                    {
                        self.run.completed.push(segment);
                    }
                }
            }
        }
        from
    }

    pub(super) fn report_parted(&mut self, apart: &[Parting], seat: Seat) {
        if !self.tells(EventKind::Parted.bit()) {
            return;
        }
        for Parting { parts, .. } in apart {
            if let [rest, others @ ..] = &parts[..] {
                for part in others {
                    self.report(Happening::Parted {
                        seat,
                        segment: part.segment(),
                        rest: Left(Place::Segment(rest.segment())),
                    });
                }
            }
        }
    }
}
