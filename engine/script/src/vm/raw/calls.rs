//! Functions that Lua calls: those of the host for what mlua has no function for, and the interrupt.
//!
//! mlua and Luau call them on a living state with room for at least twenty values, except the interrupt, which makes
//! room for its message. They own nothing that would have to be dropped, since an error that they raise skips it.

use std::ffi::{CStr, c_int};
use std::marker::PhantomData;

use mlua::{Function, Lua, ffi};

/// Raises an error.
///
/// # Safety
/// Luau has called the function that calls this, on this state, at a point where it allows errors; no frame in between
/// owns anything.
unsafe fn raise(state: *mut ffi::lua_State, message: &'static CStr) -> ! {
    // SAFETY: the caller promises that errors are allowed. The message has no sign of a format.
    unsafe {
        ffi::lua_rawcheckstack(state, 4);
        ffi::luaL_error(state, c"%s".as_ptr(), message.as_ptr())
    }
}

/// What is asked whenever Luau could be interrupted: at every loop, call, return and step of a pattern match.
pub(crate) trait Tick {
    /// Counts one more; the message of the error to be raised, if there is one.
    fn tick(machine: Running<'_>) -> Option<&'static CStr>;
}

/// The machine that runs, at a point where its collector may run.
pub(crate) struct Running<'a> {
    state: *mut ffi::lua_State,
    _state: PhantomData<&'a ffi::lua_State>,
}

impl Running<'_> {
    /// How many bytes it holds, in steps of 1024, with those that nobody holds any more.
    pub(crate) fn memory_in_use(&self) -> usize {
        // SAFETY: the state is the one that Luau has handed over; this only counts.
        unsafe { ffi::lua_gc(self.state, ffi::LUA_GCCOUNT, 0) as usize * 1024 }
    }

    /// Frees what nobody holds any more.
    pub(crate) fn collect(&self) {
        // SAFETY: Luau has handed over the state at a point where its collector may run.
        unsafe { ffi::lua_gc(self.state, ffi::LUA_GCCOLLECT, 0) };
    }
}

/// Makes a machine tick.
pub(crate) fn set_interrupt<T: Tick>(lua: &Lua) -> mlua::Result<()> {
    // SAFETY: the state is alive during the call; `lua_callbacks` points into it, and setting `interrupt` is what the
    // field is for. mlua sets it only in `set_interrupt`, which this crate never calls.
    unsafe { lua.exec_raw((), |state| (*ffi::lua_callbacks(state)).interrupt = Some(interrupt::<T>)) }
}

/// # Safety
/// Luau calls this as its interrupt.
unsafe extern "C-unwind" fn interrupt<T: Tick>(state: *mut ffi::lua_State, gc: c_int) {
    // The collector calls too, and must not be interrupted.
    if gc >= 0 {
        return;
    }
    if let Some(message) = T::tick(Running { state, _state: PhantomData }) {
        // SAFETY: it is not the collector that calls, so errors are allowed; nothing here is to be dropped.
        unsafe { raise(state, message) }
    }
}

/// Makes the function `closure_values(function, number)`: true and the value of that number that a function holds;
/// nothing beyond them. Lua itself cannot look into a function.
pub(crate) fn closure_values(lua: &Lua) -> mlua::Result<Function> {
    // SAFETY: the function is one that Lua may call with any arguments.
    unsafe { lua.create_c_function(closure_value) }
}

unsafe extern "C-unwind" fn closure_value(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: arguments are looked at by functions that take any value, and none; two values are put on the stack.
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

/// Makes the function `pairs_in_order(...)`: its arguments; an error if the first is a table with a key that has no
/// order. It goes through the keys that are not those of a list alone. As a function of the host it takes up to 12 % more
/// instructions of a game, and one in Lua would use up steps of the script.
pub(crate) fn pairs_in_order(lua: &Lua) -> mlua::Result<Function> {
    // SAFETY: the function is one that Lua may call with any arguments.
    unsafe { lua.create_c_function(in_order) }
}

const WITHOUT_ORDER: &CStr = c"tables and functions as keys have no order, so no loop goes through them: use a list";

unsafe extern "C-unwind" fn in_order(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: the first argument is gone through only where it is a table, with room for a key and its value, and these
    // are taken off before the next. Lua calls this, so an error is allowed.
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
