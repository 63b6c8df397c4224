//! Defines functions that Lua calls: host functions that mlua does not offer, and the interrupt.
//!
//! mlua and Luau call them on a live state with space for at least twenty values, except the interrupt, which reserves
//! space for its message. They own no values that need dropping, since an error that they raise skips destructors.

use std::ffi::{CStr, c_int};
use std::marker::PhantomData;

use mlua::{Function, Lua, ffi};

/// Raises an error.
///
/// # Safety
/// Luau has called the function that calls this, on this state, at a point where it allows errors; no frame in between
/// owns a value that needs dropping.
unsafe fn raise(state: *mut ffi::lua_State, message: &'static CStr) -> ! {
    // SAFETY: the caller promises that errors are allowed. The message has no format specifiers.
    unsafe {
        ffi::lua_rawcheckstack(state, 4);
        ffi::luaL_error(state, c"%s".as_ptr(), message.as_ptr())
    }
}

/// Callback for each point where Luau can be interrupted: every loop, call, return and step of a pattern match.
pub(crate) trait Tick {
    /// Counts one tick; returns the message of the error to raise, if any.
    fn tick(machine: RunningMachine<'_>) -> Option<&'static CStr>;
}

/// Running machine, at a point where its collector may run.
pub(crate) struct RunningMachine<'a> {
    state: *mut ffi::lua_State,
    _state: PhantomData<&'a ffi::lua_State>,
}

impl RunningMachine<'_> {
    /// Returns the bytes in use in steps of 1024, including unreferenced values.
    pub(crate) fn memory_in_use(&self) -> usize {
        // SAFETY: the state is the one that Luau has passed; this only counts.
        unsafe { ffi::lua_gc(self.state, ffi::LUA_GCCOUNT, 0) as usize * 1024 }
    }

    /// Frees unreferenced values.
    pub(crate) fn collect(&self) {
        // SAFETY: Luau has passed the state at a point where its collector may run.
        unsafe { ffi::lua_gc(self.state, ffi::LUA_GCCOLLECT, 0) };
    }
}

/// Installs the callback in a machine.
pub(crate) fn set_interrupt<T: Tick>(lua: &Lua) -> mlua::Result<()> {
    // SAFETY: the state is alive during the call; `lua_callbacks` points into it, and the field `interrupt` is meant to
    // be set. mlua sets it only in `set_interrupt`, which this crate never calls.
    unsafe { lua.exec_raw((), |state| (*ffi::lua_callbacks(state)).interrupt = Some(interrupt::<T>)) }
}

/// # Safety
/// Only Luau calls this, as its interrupt.
unsafe extern "C-unwind" fn interrupt<T: Tick>(state: *mut ffi::lua_State, gc: c_int) {
    // The collector also calls this, and must not be interrupted.
    if gc >= 0 {
        return;
    }
    if let Some(message) = T::tick(RunningMachine { state, _state: PhantomData }) {
        // SAFETY: the caller is not the collector, so errors are allowed; this function owns no values that need
        // dropping.
        unsafe { raise(state, message) }
    }
}

/// Creates the function `closure_values(function, number)`, which returns true and the value with that number that a
/// function holds, or nothing if the number is too large. Lua itself cannot inspect a function.
pub(crate) fn closure_values(lua: &Lua) -> mlua::Result<Function> {
    // SAFETY: Lua may call this function with any arguments.
    unsafe { lua.create_c_function(closure_value) }
}

unsafe extern "C-unwind" fn closure_value(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: the arguments are read by functions that accept any value, and none; two values are pushed onto the
    // stack.
    unsafe {
        if ffi::lua_type(state, 1) != ffi::LUA_TFUNCTION {
            return 0;
        }
        let number = ffi::lua_tonumber(state, 2) as c_int;
        ffi::lua_pushboolean(state, 1);
        if ffi::lua_getupvalue(state, 1, number).is_null() {
            return 0;
        }
        2
    }
}

/// Creates the function `pairs_in_order(...)`, which returns its arguments, or raises an error if the first is a table
/// with a key that has no order. It checks only keys outside the list part. As a function of the host it takes up to 12
/// % more instructions of a game; one in Lua would use up steps of the script.
pub(crate) fn pairs_in_order(lua: &Lua) -> mlua::Result<Function> {
    // SAFETY: Lua may call this function with any arguments.
    unsafe { lua.create_c_function(in_order) }
}

const WITHOUT_ORDER: &CStr = c"tables and functions as keys have no order, so no loop goes through them: use a list";

unsafe extern "C-unwind" fn in_order(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: the first argument is iterated only if it is a table, with space for a key and its value, which are
    // popped before the next pair. Lua calls this, so an error is allowed.
    unsafe {
        let given = ffi::lua_gettop(state);
        if given == 0 || ffi::lua_type(state, 1) != ffi::LUA_TTABLE {
            return given;
        }
        ffi::lua_rawcheckstack(state, 4);
        // The keys before the end of the list are numbers.
        let mut at = ffi::lua_objlen(state, 1) as c_int;
        loop {
            at = ffi::lua_rawiter(state, 1, at);
            if at < 0 {
                return given;
            }
            let sort = ffi::lua_type(state, -2);
            ffi::lua_settop(state, given);
            if !matches!(sort, ffi::LUA_TNUMBER | ffi::LUA_TSTRING | ffi::LUA_TBOOLEAN | ffi::LUA_TLIGHTUSERDATA) {
                raise(state, WITHOUT_ORDER);
            }
        }
    }
}
