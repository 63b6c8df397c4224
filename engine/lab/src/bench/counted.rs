//! Wraps rules to count the entries of each function and to measure the time inside.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use cpu_time::ThreadTime;
use tilewright_core::catalog::id::SegmentId;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::{Catalog, Origin};
use tilewright_core::machine::fault::Fault;
use tilewright_core::machine::layer::RulesLayer;
use tilewright_core::machine::restrict::PlacementQuery;
use tilewright_core::machine::rules::{PickedOption, Progress, Rules, ScoreRuleId};
use tilewright_core::state::Game;
use tilewright_core::state::decision::Amended;
use tilewright_core::state::happening::Occasion;
use tilewright_core::state::question::{Handler, RunId};
use tilewright_core::state::sheet::Sheet;

/// Cost of one function of the rules.
#[derive(Clone, Debug)]
pub struct FunctionCost {
    /// Registration of the function, such as `on placed`.
    pub registered: String,
    /// Module and line where the function is registered.
    pub place: String,
    /// Average number of entries per game. Resuming after a wait or a question counts as another entry.
    pub entered: f64,
    /// CPU time in nanoseconds from entry to exit, without the cost of reading the clock.
    pub ns: f64,
}

/// Number of entries and total time of each function.
type Noted = Rc<RefCell<BTreeMap<Handler, (u64, Duration)>>>;

/// Rules that count and time all calls.
pub(super) struct TimedRules {
    inner: Box<dyn Rules>,
    noted: Noted,
    running: BTreeMap<u64, Handler>,
}

/// Access to the measurements while the rules belong to a machine.
pub(super) struct Notes(Noted);

impl TimedRules {
    /// Wraps rules to count their calls.
    pub(super) fn new(inner: Box<dyn Rules>) -> (TimedRules, Notes) {
        let noted = Noted::default();
        (TimedRules { inner, noted: Rc::clone(&noted), running: BTreeMap::new() }, Notes(noted))
    }

    fn note<R>(&mut self, handler: Handler, call: impl FnOnce(&mut dyn Rules) -> R) -> R {
        let start = ThreadTime::now();
        let result = call(&mut *self.inner);
        let time = start.elapsed();
        let mut noted = self.noted.borrow_mut();
        let entry = noted.entry(handler).or_default();
        *entry = (entry.0 + 1, entry.1 + time);
        result
    }
}

impl Notes {
    /// Returns the cost of each function in `games` games, the most expensive first.
    pub(super) fn costs(&self, catalog: &Catalog, rules: &dyn Rules, games: u64) -> Vec<FunctionCost> {
        let looking = cost_of_looking();
        let mut costs: Vec<FunctionCost> = self
            .0
            .borrow()
            .iter()
            .map(|(&handler, &(times, took))| {
                let (place, registered) = rules
                    .registration(handler)
                    .map_or_else(Default::default, |(origin, what)| (place(catalog, origin), what));
                let ns = (took.as_nanos() as f64 / times.max(1) as f64 - looking).max(0.0);
                FunctionCost { registered, place, entered: times as f64 / games.max(1) as f64, ns }
            })
            .collect();
        costs.sort_by(|a, b| (b.entered * b.ns).total_cmp(&(a.entered * a.ns)));
        costs
    }
}

fn place(catalog: &Catalog, origin: Origin) -> String {
    let module = catalog.modules.get(usize::from(origin.module));
    module.map_or_else(String::new, |module| format!("{}:{}", module.path, origin.line))
}

/// Measures the cost of reading the clock twice, in nanoseconds.
fn cost_of_looking() -> f64 {
    const TIMES: u32 = 10_000;
    let start = ThreadTime::now();
    let seen: Duration = (0..TIMES).map(|_| ThreadTime::now().elapsed()).sum();
    std::hint::black_box(seen);
    // Only half of the cost of a pair of readings falls inside the measured interval.
    start.elapsed().as_nanos() as f64 / f64::from(TIMES) / 2.0
}

impl RulesLayer for TimedRules {
    fn inner(&self) -> &dyn Rules {
        &*self.inner
    }

    fn inner_mut(&mut self) -> &mut dyn Rules {
        &mut *self.inner
    }

    fn score(
        &mut self,
        game: &mut Box<Game>,
        rule: ScoreRuleId,
        segment: SegmentId,
        last: bool,
        sheet: &mut Sheet,
    ) -> Result<(), Box<Fault>> {
        let handler = self.inner.hooks().score_rule(rule).handler;
        self.note(handler, |rules| rules.score(game, rule, segment, last, sheet))
    }

    fn offer(
        &mut self,
        game: &mut Box<Game>,
        handler: Handler,
        seat: Seat,
        options: &mut Amended,
    ) -> Result<(), Box<Fault>> {
        self.note(handler, |rules| rules.offer(game, handler, seat, options))
    }

    fn restrict(&mut self, game: &mut Box<Game>, asked: PlacementQuery<'_>) -> Result<(), Box<Fault>> {
        // All restrictions are called together, so the first one represents them.
        match self.inner.hooks().restrictions.first().map(|one| one.handler) {
            Some(handler) => self.note(handler, |rules| rules.restrict(game, asked)),
            None => Ok(()),
        }
    }

    fn call(&mut self, game: &mut Box<Game>, handler: Handler, occasion: &Occasion) -> Result<bool, Box<Fault>> {
        self.note(handler, |rules| rules.call(game, handler, occasion))
    }

    fn start(
        &mut self,
        game: &mut Box<Game>,
        handler: Handler,
        occasion: &Occasion,
    ) -> Result<(RunId, Progress), Box<Fault>> {
        let started = self.note(handler, |rules| rules.start(game, handler, occasion))?;
        self.running.insert(started.0.0, handler);
        Ok(started)
    }

    fn resume(
        &mut self,
        game: &mut Box<Game>,
        run: RunId,
        choice: Option<PickedOption>,
    ) -> Result<(RunId, Progress), Box<Fault>> {
        let Some(handler) = self.running.remove(&run.0) else { return self.inner.resume(game, run, choice) };
        let resumed = self.note(handler, |rules| rules.resume(game, run, choice))?;
        self.running.insert(resumed.0.0, handler);
        Ok(resumed)
    }

    fn reset(&mut self) {
        self.running.clear();
        self.inner.reset();
    }

    fn begin_game(&mut self) {
        self.running.clear();
        self.inner.begin_game();
    }
}
