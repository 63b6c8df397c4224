//! Limits the time of scripts by a deterministic number of ticks. The processor time of the thread is only a backstop,
//! for work of built-in functions that takes few ticks; a suspended program spends none.
//!
//! Luau calls the interrupt at every loop, call, return and step of a pattern match. The callback counts down and
//! raises an error at zero. The count stays at zero, so every later tick raises the error again.

use std::cell::Cell;
use std::ffi::CStr;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use mlua::Lua;
use tilewright_core::limits::{CLOCK, RUN_STEPS};

use crate::vm::raw::{self, RunningMachine, Tick};

/// Number of ticks between two checks of the clock and of the memory in use.
const LOOK_EVERY: i64 = 64;

/// Budget that a call has used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Spent {
    /// No budget is used up.
    #[default]
    Nothing,
    /// Ticks of the call: it would fail in the same way on every machine.
    Call,
    /// Ticks of all calls since the last answer, or of all modules that load; also the same on every machine.
    Run,
    /// Processor time: a function that it calls is too slow.
    Clock,
    /// Memory that the script holds.
    Room,
}

thread_local! {
    /// Remaining ticks of the run.
    static LEFT: Cell<i64> = const { Cell::new(RUN_STEPS) };
    /// Remaining ticks of the run at which the call must end.
    static FLOOR: Cell<i64> = const { Cell::new(0) };
    /// Remaining ticks at which the clock and the memory are checked next.
    static NEXT_AT: Cell<i64> = const { Cell::new(i64::MIN) };
    /// True if the clock counts.
    static TIMED: Cell<bool> = const { Cell::new(false) };
    /// Memory limit of the machine in bytes.
    static ROOM: Cell<usize> = const { Cell::new(usize::MAX) };
    /// Maximum of `FLOOR` and `NEXT_AT`: no check is due above it.
    static LOOK_AT: Cell<i64> = const { Cell::new(0) };
    /// Initial ticks of the call and of the run.
    static GIVEN: Cell<(i64, i64)> = const { Cell::new((RUN_STEPS, RUN_STEPS)) };
    static SPENT: Cell<Spent> = const { Cell::new(Spent::Nothing) };
    /// Time of the next check of the processor time, which is slower than reading the clock.
    static DEADLINE: Cell<Option<Instant>> = const { Cell::new(None) };
    /// Start of the measured processor time.
    static BUSY_SINCE: Cell<Option<ThreadTime>> = const { Cell::new(None) };
}

/// Time on the clock before processor time is measured, and the maximum processor time of a run after that.
const HALF: Duration = Duration::from_millis(CLOCK.as_millis() as u64 / 2);

/// Starts a run: all calls on this thread may take this many ticks together. If `timed` is true, the clock also counts.
#[inline]
pub(crate) fn begin_run(ticks: i64, timed: bool) {
    LEFT.set(ticks);
    GIVEN.set((ticks, ticks));
    NEXT_AT.set(ticks - LOOK_EVERY);
    TIMED.set(timed);
    DEADLINE.set(None);
    BUSY_SINCE.set(None);
}

/// Starts a call on this thread with this many ticks, at most the remaining ticks of the run, and a memory limit in
/// bytes.
#[inline]
pub(crate) fn begin_call(ticks: i64, room: usize) {
    let floor = (LEFT.get() - ticks).max(0);
    FLOOR.set(floor);
    GIVEN.set((ticks, GIVEN.get().1));
    LOOK_AT.set(floor.max(NEXT_AT.get()));
    ROOM.set(room);
    SPENT.set(Spent::Nothing);
}

/// Returns the budget that the last call has used up.
#[inline]
pub(crate) fn spent_budget() -> Spent {
    SPENT.get()
}

/// Returns the initial ticks of the call and of the run.
pub(crate) fn initial_ticks() -> (i64, i64) {
    GIVEN.get()
}

/// Returns the remaining ticks of the run on this thread.
#[inline]
pub(crate) fn left() -> i64 {
    LEFT.get()
}

/// Subtracts ticks for work that the host does on behalf of a script.
pub(crate) fn charge(work: usize) {
    LEFT.set(LEFT.get().saturating_sub(i64::try_from(work).unwrap_or(i64::MAX)));
}

/// Returns the tick of a call that the text of the rules does not contain.
pub(crate) fn refund_call() {
    LEFT.set(LEFT.get().saturating_add(1));
}

/// Runs work of the host in a separate budget of ticks, while a script runs. Returns its result, and the budget that it
/// has used up.
pub(crate) fn run_aside<R>(ticks: i64, work: impl FnOnce() -> R) -> (R, Spent) {
    let (left, given, spent, timed) = (LEFT.get(), GIVEN.get(), SPENT.get(), TIMED.get());
    let (floor, next, look) = (FLOOR.get(), NEXT_AT.get(), LOOK_AT.get());
    let (deadline, since) = (DEADLINE.get(), BUSY_SINCE.get());
    let room = ROOM.get();
    begin_run(ticks, false);
    begin_call(ticks, room);
    let result = work();
    let used_up = SPENT.get();
    LEFT.set(left);
    GIVEN.set(given);
    SPENT.set(spent);
    TIMED.set(timed);
    FLOOR.set(floor);
    NEXT_AT.set(next);
    LOOK_AT.set(look);
    DEADLINE.set(deadline);
    BUSY_SINCE.set(since);
    (result, used_up)
}

/// Installs the countdown in a virtual machine.
pub(crate) fn install(lua: &Lua) -> mlua::Result<()> {
    raw::set_interrupt::<Countdown>(lua)
}

/// Interrupt that subtracts one tick on this thread.
struct Countdown;

impl Tick for Countdown {
    #[inline]
    fn tick(machine: RunningMachine<'_>) -> Option<&'static CStr> {
        let left = LEFT.get() - 1;
        LEFT.set(left);
        if left >= LOOK_AT.get() {
            return None;
        }
        if left < FLOOR.get() {
            if SPENT.get() == Spent::Nothing {
                SPENT.set(if FLOOR.get() == 0 { Spent::Run } else { Spent::Call });
            }
            // If the script catches the error, the next tick raises it again.
            LEFT.set(FLOOR.get());
        } else if let Some(spent) = find_exceeded(&machine) {
            FLOOR.set(left);
            LOOK_AT.set(i64::MAX);
            SPENT.set(spent);
        } else {
            NEXT_AT.set(left - LOOK_EVERY);
            LOOK_AT.set(FLOOR.get().max(left - LOOK_EVERY));
            return None;
        }
        Some(c"the script takes too long")
    }
}

/// Returns the budget other than ticks that is used up; `None` if there is none.
#[cold]
fn find_exceeded(machine: &RunningMachine<'_>) -> Option<Spent> {
    if TIMED.get() && late() {
        return Some(Spent::Clock);
    }
    // Unreferenced memory does not count, because its amount depends on earlier runs.
    if machine.memory_in_use() <= ROOM.get() {
        return None;
    }
    machine.collect();
    (machine.memory_in_use() > ROOM.get()).then_some(Spent::Room)
}

/// True if the thread has been busy with this run for longer than allowed.
fn late() -> bool {
    let now = Instant::now();
    if DEADLINE.get().is_some_and(|deadline| now <= deadline) {
        return false;
    }
    let spent = match (DEADLINE.get(), BUSY_SINCE.get()) {
        (None, _) => Duration::ZERO,
        (Some(_), Some(since)) => since.elapsed(),
        (Some(_), None) => {
            BUSY_SINCE.set(Some(ThreadTime::now()));
            Duration::ZERO
        }
    };
    DEADLINE.set(Some(now + HALF.saturating_sub(spent)));
    spent >= HALF
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_for_which_the_program_is_suspended_does_not_count() {
        begin_run(RUN_STEPS, true);
        assert!(!late());
        for _ in 0..3 {
            // The deadline is in the past although the thread has done no work.
            DEADLINE.set(Instant::now().checked_sub(Duration::from_secs(60)).or_else(|| Some(Instant::now())));
            assert!(!late());
            assert!(BUSY_SINCE.get().is_some_and(|since| since.elapsed() < HALF));
        }
        begin_run(RUN_STEPS, true);
        assert!(BUSY_SINCE.get().is_none());
    }
}
