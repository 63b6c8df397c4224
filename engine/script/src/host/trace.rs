//! Records calls of rules: each statement before it runs, with the values of its locals.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use mlua::{Function, Lua, MultiValue, Value};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::catalog::{Catalog, Scope};
use tilewright_core::limits::MESSAGE_LETTERS;
use tilewright_core::state::Game;
use tilewright_core::state::effect::CounterKey;
use tilewright_core::unseen::escape_line;

use crate::host::Host;
use crate::host::frame::Frame;
use crate::host::handle::{Handle, name_in_game};
use crate::host::register::Callee;
use crate::vm::budget::{self, Spent};
use crate::vm::trouble::ScriptError;

/// Maximum number of moments of one call.
const CALL_MOMENTS: usize = 2_000;
/// Maximum number of moments of a trace.
const MOMENTS: usize = 20_000;
/// Maximum number of bytes of all values of a trace.
const VALUE_BYTES: usize = 8 << 20;
/// Maximum number of letters of a value.
const VALUE_LETTERS: usize = 200;
/// Maximum number of entries of a table that are shown.
const ENTRIES: usize = 12;
/// Maximum depth of tables within tables that are shown.
const LEVELS: usize = 3;
/// Maximum number of counters with a value other than 0 that a moment shows.
const COUNTERS: usize = 100;
/// Ticks that a watched expression may take at one moment.
const WATCH_TICKS: i64 = 20_000;

/// Place in a module that reports itself before it runs.
#[derive(Clone, Debug)]
pub(crate) struct TracePoint {
    /// Line, from 1.
    pub(crate) line: u32,
    /// Name of the function around it; empty for a function without a name.
    pub(crate) function: Arc<str>,
    /// Line on which that function begins.
    pub(crate) begins: u32,
    /// Names of the locals that it passes.
    pub(crate) locals: Arc<[Arc<str>]>,
    /// True if it also passes a function for the watched expression.
    pub(crate) watched: bool,
}

/// Calls of the rules during a part of a game, line by line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CallTrace {
    /// Calls in their order.
    pub calls: Vec<TracedCall>,
    /// Moments of all calls in their order.
    pub moments: Vec<Moment>,
    /// Number of moments that are missing, because they exceed a limit.
    pub missing: usize,
}

/// Call of a function of the rules by the machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TracedCall {
    /// Name of the hook, such as `score road`.
    pub hook: String,
    /// Index in the catalog of the module that registered the function.
    pub module: usize,
    /// Line on which the function is registered, from 1.
    pub line: u32,
    /// Index of its first moment in the trace.
    pub first: usize,
    /// Description of its failure; `None` if it succeeded.
    pub failure: Option<String>,
}

/// Point of a call, just before a line runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// Index of its call in the trace.
    pub call: usize,
    /// Index of its module in the catalog.
    pub module: usize,
    /// Line of the statement that runs next, from 1.
    pub line: u32,
    /// Name of the running function; empty for a function without a name.
    pub function: Arc<str>,
    /// Line on which the running function begins.
    pub begins: u32,
    /// Locals of the running function, and those of functions around it that it uses.
    pub locals: Vec<TracedLocal>,
    /// Counters with a value other than 0.
    pub counters: Arc<[TracedCounter]>,
    /// Number of events of the game before this moment.
    pub events: usize,
    /// Value of the watched expression, or the reason why it has no value; `None` where its names are not known.
    pub watched: Option<Result<Arc<str>, Arc<str>>>,
}

/// Local with its value at a moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TracedLocal {
    /// Name in the text of the rule.
    pub name: Arc<str>,
    /// Value as text, shortened if it is long.
    pub value: Arc<str>,
}

/// Value of a counter at a moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TracedCounter {
    /// Name of the counter with its key, as tests write it: `gold`, `hut:3`.
    pub name: String,
    /// Seat that the value belongs to, if the counter has a value for each seat.
    pub seat: Option<Seat>,
    /// Value.
    pub value: i32,
}

impl CallTrace {
    /// Returns the moment before a moment in the same function of the same call; `None` for the first one there.
    pub fn previous_in_function(&self, at: usize) -> Option<&Moment> {
        let moment = self.moments.get(at)?;
        let before = self.moments[..at].iter().rev().take_while(|other| other.call == moment.call);
        let same = |other: &&Moment| (other.module, other.begins) == (moment.module, moment.begins);
        before.into_iter().find(same)
    }

    /// Returns true if a local has another value than at the previous moment of its function, or is new.
    pub fn has_changed(&self, at: usize, local: &TracedLocal) -> bool {
        let Some(before) = self.previous_in_function(at) else { return false };
        before.locals.iter().find(|other| other.name == local.name).is_none_or(|other| other.value != local.value)
    }
}

/// Recorder of the calls of a script. It records while it is switched on.
pub struct Tracer {
    /// Points of each module.
    points: Vec<Arc<[TracePoint]>>,
    /// True while calls are recorded.
    is_on: Cell<bool>,
    trace: RefCell<CallTrace>,
    /// Bytes of the values so far.
    bytes: Cell<usize>,
    /// True while a watched expression is computed, whose own calls are not recorded.
    is_watching: Cell<bool>,
}

impl Tracer {
    pub(crate) fn new(points: Vec<Arc<[TracePoint]>>) -> Tracer {
        Tracer {
            points,
            is_on: Cell::new(false),
            trace: RefCell::default(),
            bytes: Cell::new(0),
            is_watching: Cell::new(false),
        }
    }

    /// Starts a trace. Discards a trace that was not taken.
    pub fn begin(&self) {
        self.is_on.set(true);
        self.bytes.set(0);
        *self.trace.borrow_mut() = CallTrace::default();
    }

    /// Ends the trace and returns it.
    pub fn take(&self) -> CallTrace {
        self.is_on.set(false);
        std::mem::take(&mut *self.trace.borrow_mut())
    }

    pub(crate) fn begin_call(&self, callee: Option<&Callee>) {
        if let Some(callee) = callee.filter(|_| self.is_on.get()) {
            let mut trace = self.trace.borrow_mut();
            let (hook, module, line) = (callee.hook.clone(), callee.module, callee.line);
            let first = trace.moments.len();
            trace.calls.push(TracedCall { hook, module, line, first, failure: None });
        }
    }

    pub(crate) fn end_call(&self, failure: Option<&ScriptError>) {
        if let Some(failure) = failure.filter(|_| self.is_on.get())
            && let Some(call) = self.trace.borrow_mut().calls.last_mut()
        {
            call.failure = Some(failure.message.clone());
        }
    }

    /// Records that a point of a module is about to run with these values.
    fn report(&self, lua: &Lua, host: &Host, module: usize, values: &mut MultiValue) {
        if !self.is_on.get() || self.is_watching.get() {
            return;
        }
        let number = values.pop_front().and_then(|number| number.as_usize());
        let Some(point) = number.and_then(|number| self.points.get(module)?.get(number)) else { return };
        let Some(call) = self.trace.borrow().calls.len().checked_sub(1) else { return };
        if self.is_full(call) {
            self.trace.borrow_mut().missing += 1;
            return;
        }
        let watched = if point.watched { values.pop_back() } else { None };
        let watched = match watched {
            Some(Value::Function(watched)) => Some(self.watch(lua, host, &watched)),
            _ => None,
        };
        let mut locals = Vec::with_capacity(point.locals.len());
        for (name, value) in point.locals.iter().zip(values.iter()) {
            // Functions have no value that could be shown.
            if !matches!(value, Value::Function(_)) {
                locals.push(TracedLocal { name: Arc::clone(name), value: self.count(show(value, lua)) });
            }
        }
        let mut trace = self.trace.borrow_mut();
        let (counters, events) = match host.unnoted_game() {
            Ok(game) => {
                let counters = counters(&game, &host.catalog);
                let same = trace.moments.last().filter(|last| *last.counters == *counters);
                let counters = same.map_or_else(|| counters.into(), |last| Arc::clone(&last.counters));
                (counters, game.journal().map_or(0, |journal| journal.events.len()))
            }
            Err(_) => (Arc::default(), 0),
        };
        let (function, line, begins) = (Arc::clone(&point.function), point.line, point.begins);
        trace.moments.push(Moment { call, module, line, function, begins, locals, counters, events, watched });
    }

    /// True if a limit is reached for a call.
    fn is_full(&self, call: usize) -> bool {
        let trace = self.trace.borrow();
        let of_call = trace.moments.len() - trace.calls[call].first;
        of_call >= CALL_MOMENTS || trace.moments.len() >= MOMENTS || self.bytes.get() >= VALUE_BYTES
    }

    /// Counts the bytes of a value.
    fn count(&self, value: String) -> Arc<str> {
        self.bytes.set(self.bytes.get() + value.len());
        value.into()
    }

    /// Computes the watched expression. It can only read the game.
    fn watch(&self, lua: &Lua, host: &Host, expression: &Function) -> Result<Arc<str>, Arc<str>> {
        self.is_watching.set(true);
        let sheet = host.frames.scoring().ok().map(|scoring| scoring.sheet.clone());
        // Only in its frame can a sheet be read.
        let entered = sheet.is_none().then(|| host.frames.enter(Frame::Look));
        let (value, spent) = budget::run_aside(WATCH_TICKS, || expression.call::<Value>(()));
        drop(entered);
        if let (Some(sheet), Ok(mut scoring)) = (sheet, host.frames.scoring()) {
            scoring.sheet = sheet;
        }
        self.is_watching.set(false);
        match value {
            Ok(value) => Ok(show(&value, lua).into()),
            Err(_) if spent != Spent::Nothing => Err("it takes too long".into()),
            Err(error) => Err(ScriptError::from_error(&error).message.into()),
        }
    }
}

/// Returns the function that the points of a module call.
pub(crate) fn report_function(lua: &Lua, host: &Rc<Host>, module: usize) -> mlua::Result<Function> {
    let host = Rc::downgrade(host);
    lua.create_function(move |lua, mut values: MultiValue| {
        budget::refund_call();
        if let Some(host) = host.upgrade()
            && let Some(tracer) = host.tracer.get()
        {
            tracer.report(lua, &host, module, &mut values);
        }
        Ok(())
    })
}

/// Returns a value as text.
fn show(value: &Value, lua: &Lua) -> String {
    let mut text = String::new();
    write_value(&mut text, value, lua, 0);
    escape_line(&text, VALUE_LETTERS).into_owned()
}

fn write_value(text: &mut String, value: &Value, lua: &Lua, level: usize) {
    // Longer texts are cut, so that the rest would not be shown.
    if text.len() > MESSAGE_LETTERS * 4 {
        return;
    }
    match value {
        Value::Nil => text.push_str("nil"),
        Value::Boolean(is_true) => text.push_str(if *is_true { "true" } else { "false" }),
        Value::Integer(number) => text.push_str(&number.to_string()),
        Value::Number(number) => text.push_str(&number.to_string()),
        Value::String(own) => {
            text.push('"');
            text.push_str(&own.to_string_lossy());
            text.push('"');
        }
        Value::LightUserData(data) => match Handle::unpack(*data) {
            Some(handle) => text.push_str(&name_in_game(handle, lua)),
            None => text.push_str("a strange value"),
        },
        Value::Table(_) if level == LEVELS => text.push_str("{ … }"),
        Value::Table(table) => {
            let length = table.raw_len();
            let mut entries = Vec::new();
            for number in 1..=length.min(ENTRIES) {
                let mut entry = String::new();
                if let Ok(value) = table.raw_get::<Value>(number) {
                    write_value(&mut entry, &value, lua, level + 1);
                }
                entries.push(entry);
            }
            let mut named = Vec::new();
            let listed = table.for_each(|key: Value, value: Value| {
                if key.as_usize().is_some_and(|number| (1..=length).contains(&number)) {
                    return Ok(());
                }
                // Lua keeps names in the order of their addresses, so either all of them are shown or none.
                if named.len() == ENTRIES {
                    return Err(mlua::Error::StackError);
                }
                let mut entry = String::new();
                match &key {
                    Value::String(name) => entry.push_str(&name.to_string_lossy()),
                    other => {
                        entry.push('[');
                        write_value(&mut entry, other, lua, level + 1);
                        entry.push(']');
                    }
                }
                entry.push_str(" = ");
                write_value(&mut entry, &value, lua, level + 1);
                named.push(entry);
                Ok(())
            });
            named.sort_unstable();
            let is_cut = length > ENTRIES || listed.is_err();
            if listed.is_err() {
                named.clear();
            }
            entries.extend(named);
            entries.extend(is_cut.then(|| "…".to_owned()));
            if entries.is_empty() {
                text.push_str("{}");
            } else {
                text.push_str(&format!("{{ {} }}", entries.join(", ")));
            }
        }
        other => text.push_str(&format!("a {}", other.type_name())),
    }
}

/// Returns the counters of a game with a value other than 0.
fn counters(game: &Game, catalog: &Catalog) -> Vec<TracedCounter> {
    let mut all = Vec::new();
    for counter in catalog.counters.ids() {
        let mut add = |key: Option<i64>, seat: Option<Seat>, value: i32| {
            if value != 0 && all.len() < COUNTERS {
                let name = catalog.counters.key(counter);
                let name = match key {
                    Some(key) => format!("{name}:{key}"),
                    None => name,
                };
                all.push(TracedCounter { name, seat, value });
            }
        };
        match catalog.counters[counter].scope {
            Scope::Game => add(None, None, game.counter(counter, CounterKey::Game)),
            Scope::Seat => {
                for seat in game.seats_from(Seat(0)) {
                    add(None, Some(seat), game.counter(counter, CounterKey::Seat(seat)));
                }
            }
            Scope::Keyed | Scope::SeatKeyed | Scope::Feature(_) => {
                for (key, value) in game.counter_keys(counter) {
                    match key {
                        CounterKey::Key(key) => add(Some(key), None, value),
                        CounterKey::SeatKey(seat, key) => add(Some(key), Some(seat), value),
                        CounterKey::Feature(segment) => add(Some(i64::from(segment.0)), None, value),
                        CounterKey::Game | CounterKey::Seat(_) => {}
                    }
                }
            }
        }
    }
    all
}
