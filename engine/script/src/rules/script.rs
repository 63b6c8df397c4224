//! Runs the rules of a set of packs: calls their functions for the machine.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use mlua::{Function, Thread, Value};
use tilewright_core::catalog::id::{SegmentId, Symbol};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::{Catalog, Origin};
use tilewright_core::diag::Diagnostic;
use tilewright_core::limits;
use tilewright_core::machine::fault::Fault;
use tilewright_core::machine::restrict::Asked;
use tilewright_core::machine::rules::{Hooks, LineCount, PickedOption, Progress, Rules, ScoreRuleId};
use tilewright_core::state::Game;
use tilewright_core::state::decision::Amended;
use tilewright_core::state::happening::Occasion;
use tilewright_core::state::question::{Handler, Question, RunId, RunNumbers};
use tilewright_core::state::sheet::Sheet;

use crate::api::payload::{self, Payload};
use crate::host::handle::{Feature, Options};
use crate::host::register::{Callee, Composed, Role};
use crate::host::restrict::keep_allowed;
use crate::host::{Host, Mode, evaluate};
use crate::rules::held::Held;
use crate::rules::load::{Built, Compiled};
use crate::vm::trouble::{Trouble, TroubleKind};
use crate::vm::{Vm, budget};

/// Loaded scripts of a catalog: one for each thread, used for one game after another.
pub struct Script {
    pub(crate) callees: Vec<Callee>,
    hooks: Hooks,
    runs: Vec<(RunId, Run)>,
    numbers: RunNumbers,
    /// Thread of a completed function, for reuse.
    spare: Option<Thread>,
    /// Texts of the symbols that were passed to the machine.
    texts: Vec<Arc<str>>,
    /// Number of symbols before a game began.
    loaded: usize,
    stages: Vec<Arc<str>>,
    pub(crate) host: Rc<Host>,
    pub(crate) vm: Vm,
    held: Held,
    compiled: Arc<Compiled>,
    paranoid: bool,
    calls: u64,
    /// Ticks that remain for all calls together; `allowed` is the initial number.
    left: i64,
    allowed: i64,
    /// Expensive functions since the last answer, with the ticks that each took.
    heavy: Vec<(usize, i64)>,
    /// Main functions of the modules; `None` unless their lines are counted.
    counted: Option<Vec<Function>>,
}

/// Ticks of a call above which the time of its function is recorded.
const HEAVY: i64 = 1_000;

#[cold]
fn note_heavy(heavy: &mut Vec<(usize, i64)>, callee: usize, taken: i64) {
    match heavy.iter_mut().find(|(known, _)| *known == callee) {
        Some((_, all)) => *all += taken,
        None => heavy.push((callee, taken)),
    }
}

/// Suspended function with its thread.
struct Run {
    thread: Thread,
    callee: usize,
}

impl Script {
    /// Checks, compiles and loads the modules of a catalog.
    pub fn load(catalog: Arc<Catalog>) -> (Option<Script>, Vec<Diagnostic>) {
        let (compiled, mut found) = Compiled::new(catalog);
        let Some(compiled) = compiled else { return (None, found) };
        match Arc::new(compiled).instantiate() {
            Ok((script, more)) => {
                found.extend(more);
                let broken = found.iter().any(Diagnostic::is_error);
                ((!broken).then_some(script), found)
            }
            Err(diagnostic) => {
                found.push(*diagnostic);
                (None, found)
            }
        }
    }

    pub(crate) fn new(compiled: Arc<Compiled>, (vm, host, held): (Vm, Rc<Host>, Held), composed: Composed) -> Script {
        let texts = host.names.borrow().texts().to_vec();
        let Composed { hooks, callees, stages, .. } = composed;
        Script {
            callees,
            hooks,
            runs: Vec::new(),
            numbers: RunNumbers::default(),
            spare: None,
            loaded: texts.len(),
            texts,
            stages,
            host,
            vm,
            held,
            compiled,
            paranoid: false,
            calls: 0,
            left: i64::MAX,
            allowed: i64::MAX,
            heavy: Vec::new(),
            counted: None,
        }
    }

    /// Returns the compiled modules, to make a script for another thread.
    pub fn compiled(&self) -> &Arc<Compiled> {
        &self.compiled
    }

    /// Returns the names of the stages in which sheets are written, in order.
    pub fn stages(&self) -> &[Arc<str>] {
        &self.stages
    }

    /// Returns the place where a step is registered: the index of the module in the catalog, and the line.
    pub fn step_place(&self, name: &str) -> Option<(usize, u32)> {
        let handler = self.hooks.steps.get(name)?.handler;
        self.callees.get(usize::from(handler.0)).map(|callee| (callee.module, callee.line))
    }

    /// Returns the number of calls into Lua so far.
    pub fn calls(&self) -> u64 {
        self.calls
    }

    /// Limits the ticks of all calls together from now on. The call that exceeds the limit fails like one that takes
    /// too long; after it, there is no such limit. Meant for rules that may be broken.
    pub fn allow(&mut self, ticks: u64) {
        self.allowed = i64::try_from(ticks).unwrap_or(i64::MAX);
        self.left = self.allowed;
    }

    /// Reloads everything before each call, which discards state that scripts hide between calls. Rules that keep their
    /// state in the game are not affected. Slow, so only for tests. Suspended functions keep their state.
    pub fn paranoid(&mut self, on: bool) {
        self.paranoid = on;
    }

    /// Reloads everything, with counting of lines if `counts`; returns false if that was not possible.
    #[cold]
    fn renew(&mut self, counts: bool) -> bool {
        if !self.runs.is_empty() {
            return false;
        }
        // The same sources were loaded before; if loading fails now, the old machine stays.
        let built = self.compiled.build(&self.texts, counts);
        let done = built.is_ok();
        if let Ok(Built { vm, host, composed, held, functions }) = built {
            self.held = held;
            self.counted = counts.then_some(functions);
            let Composed { hooks, callees, stages, .. } = composed;
            self.callees = callees;
            self.hooks = hooks;
            self.stages = stages;
            self.host = host;
            self.vm = vm;
            // The spare thread belongs to the old machine.
            self.spare = None;
        }
        done
    }

    /// Moves the game into the host, runs a function, and moves the game back.
    #[inline]
    fn with_game<R>(
        &mut self,
        game: &mut Box<Game>,
        (mode, callee): (Mode, usize),
        run: impl FnOnce(&Script) -> mlua::Result<R>,
    ) -> Result<R, Trouble> {
        if self.paranoid {
            self.renew(self.counted.is_some());
        }
        self.calls += 1;
        let host = &*self.host;
        std::mem::swap(&mut *host.game.borrow_mut(), game);
        host.playing.set(true);
        host.mode.set(mode);
        host.judging.set(None);
        host.changes_left.set(limits::CALL_CHANGES);
        let before = budget::left();
        budget::begin_call(limits::CALL_STEPS.min(self.left), self.vm.room());
        let result = run(self);
        let taken = before - budget::left();
        if taken > HEAVY {
            note_heavy(&mut self.heavy, callee, taken);
        }
        self.left -= taken;
        if self.left <= 0 {
            // This call fails; the calls after it restore the position and must succeed.
            (self.allowed, self.left) = (i64::MAX, i64::MAX);
        }
        host.playing.set(false);
        host.scoring.set(false);
        host.nested.set(0);
        std::mem::swap(&mut *host.game.borrow_mut(), game);
        let result = self.vm.settle(result);
        if self.host.names.borrow().texts().len() > self.texts.len() {
            let names = self.host.names.borrow();
            self.texts.extend_from_slice(&names.texts()[self.texts.len()..]);
        }
        result
    }

    #[cold]
    fn fault(&self, mut trouble: Trouble, number: usize) -> Box<Fault> {
        let mut callee = &self.callees[number];
        // If the common budget is used up, the function that took most of it is to blame.
        if trouble.kind == TroubleKind::Time
            && let Some(&(most, taken)) = self.heavy.iter().max_by_key(|(_, taken)| *taken)
            && most != number
            && taken > limits::CALL_STEPS
        {
            callee = &self.callees[most];
            trouble.place = None;
            trouble
                .message
                .push_str(&format!("; this one, which is called again and again, has taken {taken} of them"));
        }
        let modules = &self.host.catalog.modules;
        // A memory error has no place, so the running function is named.
        let amending = if callee.role == Role::Score { self.host.entered() } else { None };
        let (module, line) = amending.unwrap_or((callee.module, callee.line));
        let own = &modules[module];
        let (path, line) = trouble.place.unwrap_or_else(|| (own.path.to_string(), line));
        let pack = modules
            .iter()
            .find(|m| *m.path == *path && m.pack == own.pack)
            .or_else(|| modules.iter().find(|m| *m.path == *path));
        Box::new(Fault {
            code: trouble.kind.code(),
            pack: pack.unwrap_or(own).pack.clone(),
            place: format!("{path}:{line}"),
            hook: callee.hook.clone(),
            message: trouble.message,
            traceback: trouble.traceback,
        })
    }

    /// Returns the permissions of a running function.
    fn mode(&self, callee: usize) -> Mode {
        if self.callees.get(callee).is_none_or(|callee| callee.asks) { Mode::Ask } else { Mode::Effects }
    }

    /// Returns the progress of a thread: done, held or asking.
    fn progress(&self, thread: &Thread, returned: &Value, callee: usize) -> Progress {
        if !thread.is_resumable() {
            Progress::Done(*returned != Value::Boolean(false))
        } else if self.host.holding.take() {
            Progress::Held
        } else {
            let question = self.host.question.borrow_mut().take();
            question.map_or(Progress::Wait, |question| Progress::Ask(Question { pack: self.pack(callee), ..question }))
        }
    }

    /// Returns the pack that uses the module of a function.
    fn pack(&self, callee: usize) -> Option<Arc<str>> {
        let module = self.callees.get(callee)?.module;
        self.host.catalog.modules.get(module).map(|used| Arc::clone(&used.pack))
    }

    fn keep(&mut self, run: Run) -> RunId {
        let id = self.numbers.fresh();
        self.runs.push((id, run));
        id
    }

    fn arguments<'a>(&'a self, callee: &Callee, occasion: &'a Occasion) -> mlua::Result<Arguments<'a>> {
        let (host, lua) = (&*self.host, &self.vm.lua);
        Ok(match (callee.role, occasion) {
            (Role::On(_) | Role::Replace(_), _) => Arguments::Told(Payload { host, lua, occasion }),
            (Role::Chosen, Occasion::Chosen(seat, target)) => {
                Arguments::Chosen(seat.0, host.making(lua, || payload::target(host, lua, *target))?)
            }
            (_, Occasion::Step(seat) | Occasion::Chosen(seat, _)) => Arguments::Seat(seat.0),
            (_, Occasion::Event(_) | Occasion::Effect(_)) => Arguments::Nothing,
        })
    }
}

/// Arguments of a call from the machine.
enum Arguments<'a> {
    Told(Payload<'a>),
    Chosen(u8, Value),
    Seat(u8),
    Nothing,
}

impl Arguments<'_> {
    fn call(self, function: &Function) -> mlua::Result<Value> {
        match self {
            Arguments::Told(payload) => function.call(payload),
            Arguments::Chosen(seat, target) => function.call((seat, target)),
            Arguments::Seat(seat) => function.call(seat),
            Arguments::Nothing => function.call(()),
        }
    }

    fn begin(self, thread: &Thread) -> mlua::Result<Value> {
        match self {
            Arguments::Told(payload) => thread.resume(payload),
            Arguments::Chosen(seat, target) => thread.resume((seat, target)),
            Arguments::Seat(seat) => thread.resume(seat),
            Arguments::Nothing => thread.resume(()),
        }
    }
}

impl Rules for Script {
    fn hooks(&self) -> &Hooks {
        &self.hooks
    }

    fn registered(&self, handler: Handler) -> Option<(Origin, String)> {
        let callee = self.callees.get(usize::from(handler.0))?;
        let module = u16::try_from(callee.module).ok()?;
        Some((Origin { module, line: callee.line }, callee.hook.clone()))
    }

    fn symbol(&self, symbol: Symbol) -> &str {
        self.texts.get(usize::from(symbol.0)).map_or("", |t| t)
    }

    fn symbols(&self) -> Vec<Arc<str>> {
        self.texts.clone()
    }

    #[inline]
    fn score(
        &mut self,
        game: &mut Box<Game>,
        rule: ScoreRuleId,
        segment: SegmentId,
        last: bool,
        sheet: &mut Sheet,
    ) -> Result<(), Box<Fault>> {
        let handler = self.hooks.score.get(rule.index()).map_or(0, |r| usize::from(r.handler.0));
        let result = self.with_game(game, (Mode::Pure, handler), |script| {
            let host = &*script.host;
            let chains = host.chains.get().map_or(&[][..], |c| c);
            let Some(chain) = chains.get(rule.index()) else { return Ok(()) };
            host.scoring.set(true);
            std::mem::swap(&mut *host.sheet.borrow_mut(), sheet);
            let filled = evaluate::fill(host, chain, segment, last);
            std::mem::swap(&mut *host.sheet.borrow_mut(), sheet);
            filled
        });
        result.map_err(|trouble| self.fault(trouble, handler))
    }

    fn offer(
        &mut self,
        game: &mut Box<Game>,
        handler: Handler,
        seat: Seat,
        options: &mut Amended,
    ) -> Result<(), Box<Fault>> {
        let number = usize::from(handler.0);
        let result = self.with_game(game, (Mode::Pure, number), |script| {
            let Some(callee) = script.callees.get(number) else { return Ok(()) };
            std::mem::swap(&mut *script.host.options.borrow_mut(), options);
            let done = callee.function.call::<()>((Options(0), seat.0));
            std::mem::swap(&mut *script.host.options.borrow_mut(), options);
            done
        });
        result.map_err(|trouble| self.fault(trouble, number))
    }

    fn restrict(&mut self, game: &mut Box<Game>, asked: Asked<'_>) -> Result<(), Box<Fault>> {
        let Some(first) = self.hooks.restrictions.first().map(|one| usize::from(one.handler.0)) else { return Ok(()) };
        let result =
            self.with_game(game, (Mode::Pure, first), |script| keep_allowed(&script.host, &script.vm.lua, asked));
        result.map_err(|trouble| {
            let handler = |number: usize| self.hooks.restrictions.get(number).map(|one| usize::from(one.handler.0));
            self.fault(trouble, self.host.judging.get().and_then(handler).unwrap_or(first))
        })
    }

    fn call(&mut self, game: &mut Box<Game>, handler: Handler, occasion: &Occasion) -> Result<bool, Box<Fault>> {
        let number = usize::from(handler.0);
        let result = self.with_game(game, (Mode::Effects, number), |script| {
            let Some(callee) = script.callees.get(number) else { return Ok(false) };
            let answer = script.arguments(callee, occasion)?.call(&callee.function)?;
            Ok(answer != Value::Boolean(false))
        });
        result.map_err(|trouble| self.fault(trouble, number))
    }

    fn start(
        &mut self,
        game: &mut Box<Game>,
        handler: Handler,
        occasion: &Occasion,
    ) -> Result<(RunId, Progress), Box<Fault>> {
        if self.paranoid {
            self.renew(self.counted.is_some());
        }
        let number = usize::from(handler.0);
        let spare = self.spare.take();
        let mode = self.mode(number);
        let paranoid = std::mem::replace(&mut self.paranoid, false);
        let came = self.with_game(game, (mode, number), |script| {
            let callee = script.callees.get(number).ok_or(mlua::Error::CoroutineUnresumable)?;
            script.host.question.borrow_mut().take();
            script.host.holding.set(false);
            let args = script.arguments(callee, occasion)?;
            let thread = match spare {
                Some(thread) if thread.reset(callee.function.clone()).is_ok() => thread,
                _ => script.vm.lua.create_thread(callee.function.clone())?,
            };
            let returned = args.begin(&thread)?;
            let progress = script.progress(&thread, &returned, number);
            Ok((thread, progress))
        });
        self.paranoid = paranoid;
        let (thread, progress) = came.map_err(|trouble| self.fault(trouble, number))?;
        if matches!(progress, Progress::Done(_)) {
            self.spare = Some(thread);
            return Ok((self.numbers.fresh(), progress));
        }
        Ok((self.keep(Run { thread, callee: number }), progress))
    }

    fn resume(
        &mut self,
        game: &mut Box<Game>,
        run: RunId,
        choice: Option<PickedOption>,
    ) -> Result<(RunId, Progress), Box<Fault>> {
        let at = self.runs.iter().rposition(|(id, _)| *id == run);
        let Some((_, Run { thread, callee })) = at.map(|at| self.runs.swap_remove(at)) else {
            let lost = Trouble::new(TroubleKind::Error, "a suspended function is gone: the position must be restored");
            return Err(self.fault(lost, 0));
        };
        let paranoid = std::mem::replace(&mut self.paranoid, false);
        let progress = self.with_game(game, (self.mode(callee), callee), |script| {
            script.host.question.borrow_mut().take();
            script.host.holding.set(false);
            let returned: Value = match choice {
                Some(PickedOption { number, feature }) => {
                    thread.resume(((number + 1) as f64, feature.map(Feature::from)))?
                }
                None => thread.resume(())?,
            };
            Ok(script.progress(&thread, &returned, callee))
        });
        self.paranoid = paranoid;
        let progress = progress.map_err(|trouble| self.fault(trouble, callee))?;
        if matches!(progress, Progress::Done(_)) {
            self.spare = Some(thread);
            return Ok((run, progress));
        }
        Ok((self.keep(Run { thread, callee }), progress))
    }

    fn waits(&self, run: RunId) -> bool {
        self.runs.iter().any(|(id, _)| *id == run)
    }

    fn reset(&mut self) {
        self.runs.clear();
    }

    fn remembers(&self) -> Option<Box<Fault>> {
        let (path, line) = self.held.changed().ok().flatten()?;
        let modules = &self.host.catalog.modules;
        Some(Box::new(Fault {
            code: "S0412",
            pack: modules.iter().find(|module| *module.path == *path).map_or_else(|| "".into(), |m| m.pack.clone()),
            place: format!("{path}:{line}"),
            hook: "a function that outlives its call".to_owned(),
            message:
                "this function has kept something from one call to the next: a game then depends on those before it"
                    .to_owned(),
            traceback: Vec::new(),
        }))
    }

    fn begin_game(&mut self) {
        self.host.names.borrow_mut().forget(self.loaded);
        self.texts.truncate(self.loaded);
    }

    #[inline]
    fn begin_run(&mut self, timed: bool) {
        budget::begin_run(limits::RUN_STEPS, timed);
        self.host.run_changes_left.set(limits::RUN_CHANGES);
        self.heavy.clear();
    }

    fn count_lines(&mut self) -> bool {
        self.counted.is_some() || self.renew(true)
    }

    fn lines(&self) -> Option<Vec<LineCount>> {
        let mut all = Vec::new();
        for (module, function) in (0..).zip(self.counted.as_ref()?) {
            let mut times: BTreeMap<(u32, u32), u32> = BTreeMap::new();
            function.coverage(|info| {
                let depth = u32::try_from(info.depth).unwrap_or(0);
                for (line, hits) in (0..).zip(info.hits) {
                    // Lines without code have a negative count.
                    if let Ok(hits) = u32::try_from(hits) {
                        let known = times.entry((line, depth)).or_default();
                        *known = hits.max(*known);
                    }
                }
            });
            let counts = times.into_iter();
            all.extend(counts.map(|((line, depth), times)| LineCount {
                origin: Origin { module, line },
                depth,
                times,
            }));
        }
        Some(all)
    }

    fn ticks(&self) -> u64 {
        u64::try_from(self.allowed - self.left).unwrap_or(0)
    }
}
