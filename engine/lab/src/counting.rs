//! Rules that count how often they are called.

use std::cell::Cell;
use std::rc::Rc;
use tilewright_core::catalog::id::{SegmentId, Symbol};

use tilewright_core::catalog::seat::Seat;
use tilewright_core::machine::fault::Fault;
use tilewright_core::machine::rules::{Hooks, Progress, Rules, ScoreRuleId};
use tilewright_core::state::Game;
use tilewright_core::state::happening::Occasion;
use tilewright_core::state::question::{Handler, Listed, RunId};
use tilewright_core::state::sheet::Sheet;

/// Rules around which all calls are counted.
pub struct Counting {
    inner: Box<dyn Rules>,
    count: Rc<Cell<u64>>,
}

impl Counting {
    /// Counts the calls of some rules.
    pub fn new(inner: Box<dyn Rules>, count: Rc<Cell<u64>>) -> Counting {
        Counting { inner, count }
    }

    fn note(&mut self) -> &mut dyn Rules {
        self.count.set(self.count.get() + 1);
        &mut *self.inner
    }
}

impl Rules for Counting {
    fn hooks(&self) -> &Hooks {
        self.inner.hooks()
    }

    fn symbol(&self, symbol: Symbol) -> &str {
        self.inner.symbol(symbol)
    }

    fn score(
        &mut self,
        game: &mut Box<Game>,
        rule: ScoreRuleId,
        segment: SegmentId,
        last: bool,
        sheet: &mut Sheet,
    ) -> Result<(), Box<Fault>> {
        self.note().score(game, rule, segment, last, sheet)
    }

    fn offer(
        &mut self,
        game: &mut Box<Game>,
        handler: Handler,
        seat: Seat,
        options: &mut Vec<Listed>,
    ) -> Result<(), Box<Fault>> {
        self.note().offer(game, handler, seat, options)
    }

    fn call(&mut self, game: &mut Box<Game>, handler: Handler, occasion: &Occasion) -> Result<bool, Box<Fault>> {
        self.note().call(game, handler, occasion)
    }

    fn start(
        &mut self,
        game: &mut Box<Game>,
        handler: Handler,
        occasion: &Occasion,
    ) -> Result<(RunId, Progress), Box<Fault>> {
        self.note().start(game, handler, occasion)
    }

    fn resume(&mut self, game: &mut Box<Game>, run: RunId, choice: Option<usize>) -> Result<Progress, Box<Fault>> {
        self.note().resume(game, run, choice)
    }

    fn reset(&mut self) {
        self.inner.reset();
    }

    fn begin_game(&mut self) {
        self.inner.begin_game();
    }

    fn begin_run(&mut self, timed: bool) {
        self.inner.begin_run(timed);
    }

    fn ticks(&self) -> u64 {
        self.inner.ticks()
    }
}
