//! Loops have an order that is the same everywhere: what a loop goes through passes a function that refuses tables with
//! tables or functions as keys. Lua goes through such a table in the order of addresses, which differ from run to run.
//!
//! The function is called by a name that the module does not use, so nothing in it can take its place. Lines stay where
//! they are. One function here is unsafe: only the interface of C gives the keys that are not those of a list without
//! going through the list. What it relies on: mlua calls it as a C function of a living state, with at least the room
//! for 20 values that Luau promises; it leaves the arguments as they are, and raises errors where Luau allows it.
#![allow(unsafe_code)]

use mlua::{Function, Lua, ffi};

/// A module whose loops are guarded.
#[derive(Clone)]
pub(crate) struct Guarded {
    /// Its text.
    pub(crate) text: String,
    /// The name of the function that guards.
    pub(crate) name: String,
}

/// Guards loops: what they go through stands from one byte of a text to another.
pub(crate) fn guarded(source: &str, loops: &[(usize, usize)]) -> Guarded {
    let longest = source.split(|c| c != '_').map(str::len).max().unwrap_or(0);
    let name = format!("in_order{}", "_".repeat(longest + 1));
    let begins = loops.iter().map(|&(begin, _)| (begin, true));
    let mut marks: Vec<(usize, bool)> = begins.chain(loops.iter().map(|&(_, end)| (end, false))).collect();
    marks.sort_unstable();
    let mut text = String::with_capacity(source.len() + loops.len() * (name.len() + 3));
    let mut done = 0;
    for (at, begins) in marks {
        text.push_str(&source[done..at]);
        if begins {
            // Without the blank the name would continue the word `in` before a bracket: `in{ 1, 2 }`.
            text.push(' ');
            text.push_str(&name);
            text.push('(');
        } else {
            text.push(')');
        }
        done = at;
    }
    text.push_str(&source[done..]);
    Guarded { text, name }
}

/// The function that guards loops.
pub(crate) fn guard(lua: &Lua) -> mlua::Result<Function> {
    // SAFETY: the function is one that Lua may call; see above.
    unsafe { lua.create_c_function(in_order) }
}

/// `in_order(...)`: its arguments, if the first is not a table with a key that has no order.
unsafe extern "C-unwind" fn in_order(state: *mut ffi::lua_State) -> std::ffi::c_int {
    // SAFETY: the first argument is gone through only where it is a table; of the two values that are pushed for a key
    // both are taken off before the next.
    unsafe {
        let given = ffi::lua_gettop(state);
        if given == 0 || ffi::lua_type(state, 1) != ffi::LUA_TTABLE {
            return given;
        }
        ffi::lua_rawcheckstack(state, 4);
        // The keys before the end of the list are numbers.
        let mut at = ffi::lua_objlen(state, 1) as std::ffi::c_int;
        loop {
            at = ffi::lua_rawiter(state, 1, at);
            if at < 0 {
                return given;
            }
            let kind = ffi::lua_type(state, -2);
            ffi::lua_settop(state, given);
            if !matches!(kind, ffi::LUA_TNUMBER | ffi::LUA_TSTRING | ffi::LUA_TBOOLEAN | ffi::LUA_TLIGHTUSERDATA) {
                ffi::luaL_error(
                    state,
                    c"tables and functions as keys have no order, so no loop goes through them: use a list".as_ptr(),
                );
            }
        }
    }
}
