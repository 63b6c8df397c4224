//! Budgets of time: a deterministic number of ticks decides. The processor time of the thread is only the backstop, for
//! work of the VM's own functions that takes few ticks; a program that is suspended spends none.
//!
//! Luau calls the interrupt at every loop, call, return and step of a pattern match. The callback counts down
//! and raises an error when nothing is left; because the count stays at zero, every later tick raises again.

use std::cell::Cell;
use std::ffi::CStr;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use mlua::Lua;
use tilewright_core::limits::{CLOCK, RUN_STEPS};

use crate::vm::raw::{self, Running, Tick};

/// The clock is read, and what is held looked at, every so many ticks.
const LOOK_EVERY: i64 = 64;

/// Which budget a call has used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Spent {
    /// None.
    #[default]
    Nothing,
    /// Its own ticks: it would fail in the same way everywhere.
    Call,
    /// Those of all calls since the last answer, or of all modules that load: likewise.
    Run,
    /// The clock: what it calls is too slow.
    Clock,
    /// It holds too much.
    Room,
}

thread_local! {
    /// What is left of the ticks of the run.
    static LEFT: Cell<i64> = const { Cell::new(RUN_STEPS) };
    /// What has to be left of them when the call ends.
    static FLOOR: Cell<i64> = const { Cell::new(0) };
    /// When the clock is read and what is held looked at next.
    static NEXT_AT: Cell<i64> = const { Cell::new(i64::MIN) };
    /// Whether the clock counts.
    static TIMED: Cell<bool> = const { Cell::new(false) };
    /// How many bytes the machine may hold.
    static ROOM: Cell<usize> = const { Cell::new(usize::MAX) };
    /// The greater of floor and next: nothing has to be looked at before.
    static LOOK_AT: Cell<i64> = const { Cell::new(0) };
    /// How many ticks the call and the run had at first.
    static GIVEN: Cell<(i64, i64)> = const { Cell::new((RUN_STEPS, RUN_STEPS)) };
    static SPENT: Cell<Spent> = const { Cell::new(Spent::Nothing) };
    /// When the processor time is looked at next, which costs more than to look at a clock.
    static DEADLINE: Cell<Option<Instant>> = const { Cell::new(None) };
    /// From when on processor time counts.
    static BUSY_SINCE: Cell<Option<ThreadTime>> = const { Cell::new(None) };
}

/// Time on a clock after which processor time begins to count, and the most that a run may spend from then on.
const HALF: Duration = Duration::from_millis(CLOCK.as_millis() as u64 / 2);

/// All calls on this thread from here on may take so many ticks together. `timed`: the clock is looked at too.
#[inline]
pub(crate) fn begin_run(ticks: i64, timed: bool) {
    LEFT.set(ticks);
    GIVEN.set((ticks, ticks));
    NEXT_AT.set(ticks - LOOK_EVERY);
    TIMED.set(timed);
    DEADLINE.set(None);
    BUSY_SINCE.set(None);
}

/// Gives the next call on this thread so many ticks, as far as the run has them left, and a machine with so many bytes.
#[inline]
pub(crate) fn begin_call(ticks: i64, room: usize) {
    let floor = (LEFT.get() - ticks).max(0);
    FLOOR.set(floor);
    GIVEN.set((ticks, GIVEN.get().1));
    LOOK_AT.set(floor.max(NEXT_AT.get()));
    ROOM.set(room);
    SPENT.set(Spent::Nothing);
}

/// Which budget the last call has used up.
#[inline]
pub(crate) fn spent() -> Spent {
    SPENT.get()
}

/// How many ticks the call and the run had at first.
pub(crate) fn given() -> (i64, i64) {
    GIVEN.get()
}

/// What is left of the ticks of the run on this thread.
#[inline]
pub(crate) fn left() -> i64 {
    LEFT.get()
}

/// Takes ticks for work that the host does on behalf of a script.
pub(crate) fn charge(work: usize) {
    LEFT.set(LEFT.get().saturating_sub(i64::try_from(work).unwrap_or(i64::MAX)));
}

/// Makes a virtual machine count.
pub(crate) fn install(lua: &Lua) -> mlua::Result<()> {
    raw::set_interrupt::<Countdown>(lua)
}

/// Takes one tick off what is left on this thread.
struct Countdown;

impl Tick for Countdown {
    #[inline]
    fn tick(machine: Running<'_>) -> Option<&'static CStr> {
        let left = LEFT.get() - 1;
        LEFT.set(left);
        if left >= LOOK_AT.get() {
            return None;
        }
        if left < FLOOR.get() {
            if SPENT.get() == Spent::Nothing {
                SPENT.set(if FLOOR.get() == 0 { Spent::Run } else { Spent::Call });
            }
            // Whatever the script does with the error, the next tick raises it again.
            LEFT.set(FLOOR.get());
        } else if let Some(spent) = over(&machine) {
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

/// What is over besides the ticks.
#[cold]
fn over(machine: &Running<'_>) -> Option<Spent> {
    if TIMED.get() && late() {
        return Some(Spent::Clock);
    }
    // What nobody holds any more does not count: how much of that there is depends on what ran before.
    if machine.memory_in_use() <= ROOM.get() {
        return None;
    }
    machine.collect();
    (machine.memory_in_use() > ROOM.get()).then_some(Spent::Room)
}

/// Returns true if the thread has been busy with this run for longer than it may be.
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
            // As after a long time on the clock in which the thread did nothing.
            DEADLINE.set(Instant::now().checked_sub(Duration::from_secs(60)).or_else(|| Some(Instant::now())));
            assert!(!late());
            assert!(BUSY_SINCE.get().is_some_and(|since| since.elapsed() < HALF));
        }
        begin_run(RUN_STEPS, true);
        assert!(BUSY_SINCE.get().is_none());
    }
}
