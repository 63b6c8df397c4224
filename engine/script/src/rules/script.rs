//! Runs the rules of a set of packs: calls their functions for the machine.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use mlua::{Function, Thread, Value};
use tilewright_core::catalog::id::{Root, SegmentId, Symbol};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::{Catalog, Origin};
use tilewright_core::diag::Diagnostic;
use tilewright_core::limits;
use tilewright_core::machine::fault::Fault;
use tilewright_core::machine::restrict::PlacementQuery;
use tilewright_core::machine::rules::{Hooks, LineCount, PickedOption, Progress, Rules, ScoreRuleId};
use tilewright_core::state::Game;
use tilewright_core::state::decision::Amended;
use tilewright_core::state::happening::Occasion;
use tilewright_core::state::question::{Handler, Question, RunId, RunNumbers};
use tilewright_core::state::sheet::Sheet;

use crate::api::payload::{self, Payload};
use crate::host::frame::{Action, Frame, Scoring};
use crate::host::handle::{Feature, Options};
use crate::host::register::{Callee, Role};
use crate::host::restrict::keep_allowed_for_machine;
use crate::host::rule_set::Amendment;
use crate::host::trace::Tracer;
use crate::host::{Host, evaluate};
use crate::rules::held::ModuleState;
use crate::rules::load::{Built, Compiled};
use crate::vm::trouble::{ScriptError, ScriptErrorKind};
use crate::vm::{Vm, budget};

/// Loaded scripts of a catalog: one for each thread, used for one game after another.
pub struct Script {
    pub(crate) callees: Vec<Callee>,
    hooks: Rc<Hooks>,
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
    held: ModuleState,
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

    pub(crate) fn new(compiled: Arc<Compiled>, built: Built) -> Script {
        let Built { vm, host, hooks, callees, stages, held, .. } = built;
        let texts = host.names.borrow().texts().to_vec();
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
    pub fn compiled_rules(&self) -> &Arc<Compiled> {
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

    /// Returns the recorder of the calls; `None` unless the rules report their lines, see [`Compiled::reporting`].
    pub fn tracer(&self) -> Option<Rc<Tracer>> {
        self.host.tracer.get().map(Rc::clone)
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
        if let Ok(Built { vm, host, hooks, callees, stages, held, functions, .. }) = built {
            self.held = held;
            self.counted = counts.then_some(functions);
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

    /// Lends the game to the host, and runs a function in a frame. Also returns the frame with its final data.
    #[inline]
    fn with_game<R>(
        &mut self,
        game: &mut Box<Game>,
        frame: Frame,
        callee: usize,
        run: impl FnOnce(&Script) -> mlua::Result<R>,
    ) -> (Result<R, ScriptError>, Frame) {
        if self.paranoid {
            self.renew(self.counted.is_some());
        }
        self.calls += 1;
        let host = &*self.host;
        host.exchange_game(game, true);
        let entered = host.frames.enter(frame);
        let before = budget::left();
        if let Some(tracer) = host.tracer.get() {
            tracer.begin_call(self.callees.get(callee));
        }
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
        let frame = entered.leave();
        host.exchange_game(game, false);
        let result = self.vm.settle(result);
        if let Some(tracer) = self.host.tracer.get() {
            tracer.end_call(result.as_ref().err());
        }
        if self.host.names.borrow().texts().len() > self.texts.len() {
            let names = self.host.names.borrow();
            self.texts.extend_from_slice(&names.texts()[self.texts.len()..]);
        }
        (result, frame)
    }

    fn fault(&self, trouble: ScriptError, number: usize) -> Box<Fault> {
        self.fault_of(trouble, number, None)
    }

    /// Describes a failure of a function, or of the amendment that was running for it.
    #[cold]
    fn fault_of(&self, mut trouble: ScriptError, number: usize, amendment: Option<Amendment>) -> Box<Fault> {
        let mut callee = &self.callees[number];
        // If the common budget is used up, the function that took most of it is to blame.
        if trouble.kind == ScriptErrorKind::Time
            && let Some(&(most, taken)) = self.heavy.iter().max_by_key(|(_, taken)| *taken)
            && most != number
            && taken > limits::CALL_STEPS
        {
            callee = &self.callees[most];
            trouble.place = None;
            trouble.message.push_str(&format!("; this function, which is called repeatedly, has used {taken} of them"));
        }
        let modules = &self.host.catalog.modules;
        // A memory error has no place, so the running function is named.
        let (module, line) = amendment.map_or((callee.module, callee.line), |running| (running.module, running.line));
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

    /// Returns the frame of a function that may be suspended.
    fn act(&self, callee: usize) -> Frame {
        Frame::act(self.callees.get(callee).is_none_or(|callee| callee.asks))
    }

    /// Returns the progress of a function after it returned a value or was suspended.
    fn progress(&self, thread: &Thread, returned: &Value, frame: Frame, callee: usize) -> Progress {
        if !thread.is_resumable() {
            return Progress::Done(*returned != Value::Boolean(false));
        }
        match frame {
            Frame::Act(Action { awaits_effects: true, .. }) => Progress::Held,
            Frame::Act(Action { question: Some(question), .. }) => {
                Progress::Ask(Question { pack: self.pack(callee), ..question })
            }
            _ => Progress::Wait,
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

    fn registration(&self, handler: Handler) -> Option<(Origin, String)> {
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
        let frame = Frame::Score(Scoring { sheet: std::mem::take(sheet), amendment: None });
        let (result, frame) = self.with_game(game, frame, handler, |script| match script.host.rules.get() {
            Some(rules) => evaluate::fill(&script.host, rules, rule, segment, last),
            None => Ok(()),
        });
        let Frame::Score(scoring) = frame else { return Ok(()) };
        *sheet = scoring.sheet;
        result.map_err(|trouble| self.fault_of(trouble, handler, self.host.amendment(scoring.amendment)))
    }

    fn score_noting(
        &mut self,
        game: &mut Box<Game>,
        rule: ScoreRuleId,
        segment: SegmentId,
        sheet: &mut Sheet,
        reads: &mut Vec<Root>,
    ) -> Result<bool, Box<Fault>> {
        self.host.reads.begin();
        let filled = self.score(game, rule, segment, true, sheet);
        let is_local = self.host.reads.end(reads);
        filled.map(|()| is_local)
    }

    fn offer(
        &mut self,
        game: &mut Box<Game>,
        handler: Handler,
        seat: Seat,
        options: &mut Amended,
    ) -> Result<(), Box<Fault>> {
        let number = usize::from(handler.0);
        let frame = Frame::Offer(std::mem::take(options));
        let (result, frame) = self.with_game(game, frame, number, |script| match script.callees.get(number) {
            Some(callee) => callee.function.call::<()>((Options(0), seat.0)),
            None => Ok(()),
        });
        if let Frame::Offer(amended) = frame {
            *options = amended;
        }
        result.map_err(|trouble| self.fault(trouble, number))
    }

    fn restrict(&mut self, game: &mut Box<Game>, asked: PlacementQuery<'_>) -> Result<(), Box<Fault>> {
        let callee =
            |hooks: &Hooks, number: usize| hooks.restrictions.get(number).map(|one| usize::from(one.handler.0));
        let Some(first) = callee(&self.hooks, 0) else { return Ok(()) };
        let (result, frame) = self.with_game(game, Frame::Restrict(0), first, |script| {
            keep_allowed_for_machine(&script.host, &script.vm.lua, asked)
        });
        result.map_err(|trouble| {
            let running = if let Frame::Restrict(number) = frame { callee(&self.hooks, number) } else { None };
            self.fault(trouble, running.unwrap_or(first))
        })
    }

    fn call(&mut self, game: &mut Box<Game>, handler: Handler, occasion: &Occasion) -> Result<bool, Box<Fault>> {
        let number = usize::from(handler.0);
        let (result, _) = self.with_game(game, Frame::act(false), number, |script| {
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
        let frame = self.act(number);
        let paranoid = std::mem::replace(&mut self.paranoid, false);
        let (came, frame) = self.with_game(game, frame, number, |script| {
            let callee = script.callees.get(number).ok_or(mlua::Error::CoroutineUnresumable)?;
            let args = script.arguments(callee, occasion)?;
            let thread = match spare {
                Some(thread) if thread.reset(callee.function.clone()).is_ok() => thread,
                _ => script.vm.lua.create_thread(callee.function.clone())?,
            };
            let returned = args.begin(&thread)?;
            Ok((thread, returned))
        });
        self.paranoid = paranoid;
        let (thread, returned) = came.map_err(|trouble| self.fault(trouble, number))?;
        let progress = self.progress(&thread, &returned, frame, number);
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
            let lost =
                ScriptError::new(ScriptErrorKind::Error, "a suspended function is gone: the position must be restored");
            return Err(self.fault(lost, 0));
        };
        let paranoid = std::mem::replace(&mut self.paranoid, false);
        let frame = self.act(callee);
        let (returned, frame) = self.with_game(game, frame, callee, |_| match choice {
            Some(PickedOption { number, feature }) => {
                thread.resume::<Value>(((number + 1) as f64, feature.map(Feature::from)))
            }
            None => thread.resume(()),
        });
        self.paranoid = paranoid;
        let returned = returned.map_err(|trouble| self.fault(trouble, callee))?;
        let progress = self.progress(&thread, &returned, frame, callee);
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
        let (path, line) = self.held.find_changed().ok().flatten()?;
        let modules = &self.host.catalog.modules;
        Some(Box::new(Fault {
            code: "S0412",
            pack: modules.iter().find(|module| *module.path == *path).map_or_else(|| "".into(), |m| m.pack.clone()),
            place: format!("{path}:{line}"),
            hook: "a function that outlives its call".to_owned(),
            message: "this function has kept a value between calls: a game then depends on the games before it"
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
        // Reports take processor time, for which the rules are not to blame.
        budget::begin_run(limits::RUN_STEPS, timed && self.host.tracer.get().is_none());
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
