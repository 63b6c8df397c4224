//! Budgets of time: a deterministic number of ticks decides, a clock is only the backstop.
//!
//! Luau calls the interrupt at every loop, call, return and step of a pattern match. The callback counts down
//! and raises an error when nothing is left; because the count stays at zero, every later tick raises again.
//!
//! This is the one module with unsafe code. What it relies on: the callback is installed on a state that mlua
//! owns and keeps alive, it is called only by that state on the thread that runs it, it touches nothing but
//! thread-local cells, and it raises only where Luau allows it (never from the garbage collector), after making
//! room on the stack, which the VM does not promise there.
#![allow(unsafe_code)]

use std::cell::Cell;
use std::time::{Duration, Instant};

use mlua::Lua;
use mlua::ffi;

/// Ticks for one call of a hook.
pub(crate) const CALL_TICKS: i64 = 2_000_000;
/// Ticks for loading one module.
pub(crate) const LOAD_TICKS: i64 = 2_000_000;
/// The clock is read every so many ticks (a power of two).
const CLOCK_EVERY: i64 = 64;
/// What one call may take by the clock.
const CLOCK_LIMIT: Duration = Duration::from_millis(1200);

/// Which budget a call has used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Spent {
    /// None.
    #[default]
    Nothing,
    /// Its ticks: it would fail in the same way everywhere.
    Ticks,
    /// The clock: a single operation was too slow.
    Clock,
}

thread_local! {
    static LEFT: Cell<i64> = const { Cell::new(0) };
    static SPENT: Cell<Spent> = const { Cell::new(Spent::Nothing) };
    static DEADLINE: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Gives the next call on this thread so many ticks.
#[inline]
pub(crate) fn refill(ticks: i64) {
    LEFT.set(ticks);
    SPENT.set(Spent::Nothing);
    DEADLINE.set(None);
}

/// Which budget the last call has used up.
#[inline]
pub(crate) fn spent() -> Spent {
    SPENT.get()
}

/// What is left of the ticks of the last call on this thread.
#[inline]
pub(crate) fn left() -> i64 {
    LEFT.get().max(0)
}

/// Takes ticks for work that the host does on behalf of a script.
pub(crate) fn charge(work: usize) {
    LEFT.set(LEFT.get().saturating_sub(i64::try_from(work).unwrap_or(i64::MAX)));
}

/// Makes a virtual machine count.
pub(crate) fn install(lua: &Lua) -> mlua::Result<()> {
    // SAFETY: the state is alive for the call; `lua_callbacks` points into it, and setting `interrupt` is what
    // the field is for. mlua uses it only for `set_interrupt`, which this crate never calls.
    unsafe { lua.exec_raw((), |state| (*ffi::lua_callbacks(state)).interrupt = Some(tick)) }
}

unsafe extern "C-unwind" fn tick(state: *mut ffi::lua_State, gc: std::ffi::c_int) {
    if gc >= 0 {
        return;
    }
    let left = LEFT.get() - 1;
    LEFT.set(left);
    if left >= 0 && left % CLOCK_EVERY != 0 {
        return;
    }
    if left < 0 {
        if SPENT.get() == Spent::Nothing {
            SPENT.set(Spent::Ticks);
        }
    } else if late() {
        LEFT.set(0);
        SPENT.set(Spent::Clock);
    } else {
        return;
    }
    // SAFETY: `state` is the running state that Luau hands over; room for the message is made first, and errors
    // may be raised from this callback because it is not the collector that calls.
    unsafe {
        ffi::lua_rawcheckstack(state, 4);
        ffi::luaL_error(state, c"the script takes too long".as_ptr());
    }
}

#[cold]
fn late() -> bool {
    let now = Instant::now();
    match DEADLINE.get() {
        None => {
            DEADLINE.set(Some(now + CLOCK_LIMIT));
            false
        }
        Some(deadline) => now > deadline,
    }
}
