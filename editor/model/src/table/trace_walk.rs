//! Walks through the recorded calls of a move, line by line and in both directions.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use tilewright_core::catalog::Catalog;
use tilewright_core::session::Session;
use tilewright_core::state::event::Event;
use tilewright_kit::games::trace::{TraceError, TracedGame, TracedPart, TracingPacks};
use tilewright_script::{CallTrace, Moment, TracedCall};

use crate::table::TableGame;

/// Lines of rules at which a walk stops.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BreakLines(BTreeSet<(Arc<str>, u32)>);

impl BreakLines {
    /// Returns true if a walk stops at a line of a module, by its path in the catalog and the number from 1.
    pub fn contains(&self, path: &Arc<str>, line: u32) -> bool {
        self.0.contains(&(Arc::clone(path), line))
    }

    /// Adds a line, or removes a line that was added before.
    pub fn toggle(&mut self, path: &Arc<str>, line: u32) {
        let line = (Arc::clone(path), line);
        if !self.0.remove(&line) {
            self.0.insert(line);
        }
    }

    /// Returns true if there is no line.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Lines of rules that views mark.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WalkMarks {
    /// Break lines.
    pub breaks: BreakLines,
    /// Current line of the walk: the path of its module, and its number from 1.
    pub current: Option<(Arc<str>, u32)>,
}

/// Step of a walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WalkStep {
    /// To the first line.
    First,
    /// To the line before.
    Back,
    /// To the next line.
    Forth,
    /// To the last line.
    Last,
    /// To the break line before.
    PreviousBreak,
    /// To the next break line.
    NextBreak,
    /// To the first line after the next event of the game.
    NextEvent,
}

/// Walk through a recorded move.
pub struct TraceWalk {
    part: TracedPart,
    traced: TracedGame,
    at: usize,
}

impl TraceWalk {
    /// Records the move that led to the position at a table, or the move that failed there. The walk begins at the
    /// first line, or where the move failed. `packs` has the packs of the table.
    ///
    /// # Errors
    /// The move cannot be recorded.
    pub fn record(table: &TableGame, packs: &TracingPacks) -> Result<TraceWalk, TraceError> {
        let part = TracedPart::last_of(table.session());
        let traced = packs.trace(&table.session().timeline(), &part)?;
        let has_failed = matches!(part, TracedPart::Failed(_));
        let at = if has_failed { traced.trace.moments.len().saturating_sub(1) } else { 0 };
        Ok(TraceWalk { part, traced, at })
    }

    /// Returns the recorded part of the game.
    pub fn part(&self) -> &TracedPart {
        &self.part
    }

    /// Returns the recorded calls.
    pub fn trace(&self) -> &CallTrace {
        &self.traced.trace
    }

    /// Returns the game after the move.
    pub fn session(&self) -> &Session {
        &self.traced.session
    }

    /// Returns the catalog of the game, which has the texts of the rules.
    pub fn catalog(&self) -> &Arc<Catalog> {
        self.traced.session.game().catalog()
    }

    /// Returns the index of the current moment.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Returns the current moment, and its call; `None` if no rule ran.
    pub fn moment(&self) -> Option<(&Moment, &TracedCall)> {
        let moment = self.trace().moments.get(self.at)?;
        Some((moment, self.trace().calls.get(moment.call)?))
    }

    /// Returns the moment to which a step leads; `None` if there is none.
    pub fn target(&self, step: WalkStep, breaks: &BreakLines) -> Option<usize> {
        let (moments, at) = (&self.trace().moments, self.at);
        let current = moments.get(at)?;
        let modules = &self.catalog().modules;
        let stops = |number: &usize| {
            let moment = &moments[*number];
            modules.get(moment.module).is_some_and(|module| breaks.contains(&module.path, moment.line))
        };
        match step {
            WalkStep::First => (at > 0).then_some(0),
            WalkStep::Back => at.checked_sub(1),
            WalkStep::Forth => Some(at + 1).filter(|next| *next < moments.len()),
            WalkStep::Last => Some(moments.len() - 1).filter(|last| *last > at),
            WalkStep::PreviousBreak => (0..at).rev().find(stops),
            WalkStep::NextBreak => (at + 1..moments.len()).find(stops),
            WalkStep::NextEvent => (at + 1..moments.len()).find(|next| moments[*next].events > current.events),
        }
    }

    /// Goes to a moment, which must exist.
    pub fn go_to(&mut self, moment: usize) {
        self.at = moment.min(self.trace().moments.len().saturating_sub(1));
    }

    /// Returns the events of the game since the first moment, up to the current one.
    pub fn events(&self) -> &[Event] {
        let Some(journal) = self.session().game().journal() else { return &[] };
        let counts = self.trace().moments.first().zip(self.trace().moments.get(self.at));
        let range: Range<usize> = counts.map_or(0..0, |(first, current)| first.events..current.events);
        // The events of a move that failed were undone.
        journal.events.get(range).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use tilewright_kit::packs::find::Finder;
    use tilewright_kit::packs::load::{Request, load};

    use super::*;
    use crate::pack::pack_set::PackSet;
    use crate::table::{SeatChooser, Setup};

    /// Returns a walk through the first move of a game that runs at least 10 lines and has an event.
    fn walk() -> TraceWalk {
        let loaded = Arc::new(load(&Finder::only_bundled(), &Request::new(["glowmoor"])).unwrap());
        let setup = Setup { seats: vec![SeatChooser::RANDOM; 2], seed: 3, pack_set: PackSet::default() };
        let mut table = TableGame::begin(&loaded, setup).unwrap();
        let packs = TracingPacks::new(&loaded, 2, None).unwrap();
        for _ in 0..200 {
            table.step();
            let walk = TraceWalk::record(&table, &packs).unwrap();
            let moments = &walk.trace().moments;
            if moments.len() >= 10 && moments[0].events < moments[moments.len() - 1].events {
                return walk;
            }
        }
        panic!("no move runs ten lines");
    }

    #[test]
    fn a_walk_goes_in_both_directions() {
        let mut walk = walk();
        let (mut breaks, last) = (BreakLines::default(), walk.trace().moments.len() - 1);
        let to = |walk: &TraceWalk, breaks: &BreakLines, step| walk.target(step, breaks);
        assert_eq!((walk.at(), to(&walk, &breaks, WalkStep::First)), (0, None));
        assert_eq!(to(&walk, &breaks, WalkStep::Back), None);
        assert_eq!(to(&walk, &breaks, WalkStep::Forth), Some(1));
        assert_eq!(to(&walk, &breaks, WalkStep::Last), Some(last));
        assert_eq!(to(&walk, &breaks, WalkStep::NextBreak), None);
        let event = to(&walk, &breaks, WalkStep::NextEvent).unwrap();
        assert!(walk.events().is_empty());
        walk.go_to(event);
        assert!(!walk.events().is_empty());
        let moment = &walk.trace().moments[5];
        let (path, line) = (Arc::clone(&walk.catalog().modules[moment.module].path), moment.line);
        breaks.toggle(&path, line);
        walk.go_to(last);
        assert_eq!(to(&walk, &breaks, WalkStep::Forth), None);
        let stop = to(&walk, &breaks, WalkStep::PreviousBreak).unwrap();
        walk.go_to(stop);
        assert_eq!(walk.moment().unwrap().0.line, line);
        walk.go_to(0);
        let next = to(&walk, &breaks, WalkStep::NextBreak).unwrap();
        assert!(next <= 5 && walk.trace().moments[next].line == line);
        breaks.toggle(&path, line);
        assert!(breaks.is_empty());
    }
}
