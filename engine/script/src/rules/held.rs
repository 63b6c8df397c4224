//! What outlives the loading of modules: what they return and what their functions hold. All tables among it are made
//! read-only, so that no rule keeps anything in them from call to call; single values that a function could exchange
//! are noted, to be compared later. Iterators of the library are functions of the host that hold their position.
//!
//! One function here is unsafe: Lua has no other way to look into a function. What it relies on: mlua calls it as a C
//! function of a living state, with at least the room for 20 values that Luau promises; it reads two arguments, pushes
//! two values at most, and raises nothing.
#![allow(unsafe_code)]

use mlua::{Function, Lua, Table, Value, ffi};
use tilewright_core::limits;

/// What modules hold when all are loaded.
pub(crate) struct Held {
    freeze: Function,
    changed: Function,
    /// Functions, the number of what each holds, and its value.
    cells: Table,
}

impl Held {
    /// Nothing yet.
    pub(crate) fn new(lua: &Lua) -> mlua::Result<Held> {
        let chunk = lua.load(include_str!("held.lua")).set_name("=held").into_function()?;
        // SAFETY: the function is one that Lua may call; see above.
        let look = unsafe { lua.create_c_function(held_by)? };
        let is_written = lua.create_function(|_, function: Function| Ok(function.info().what != "C"))?;
        // The only function that writes the sign of what is not a number.
        let text_of: Function = lua.globals().raw_get::<Table>("string")?.raw_get("format")?;
        let (freeze, changed, cells) = chunk.call((look, is_written, text_of, limits::TABLE_LEVELS))?;
        Ok(Held { freeze, changed, cells })
    }

    /// Makes a value, and all that can be reached from it, read-only. It belongs to a module.
    pub(crate) fn freeze(&self, value: Value, module: &Function) -> mlua::Result<()> {
        self.freeze.call((value, module))
    }

    /// The line of a function that holds something else than when it was loaded: its module's path and its line.
    pub(crate) fn changed(&self) -> mlua::Result<Option<(String, u32)>> {
        let found: Option<Function> = self.changed.call(&self.cells)?;
        Ok(found.map(|function| {
            let info = function.info();
            let path = info.source.unwrap_or_default();
            (
                path.trim_start_matches('@').to_owned(),
                info.line_defined.and_then(|n| u32::try_from(n).ok()).unwrap_or(1),
            )
        }))
    }
}

/// `held_by(function, number)`: true and the value of that number which a function holds; nothing beyond them.
unsafe extern "C-unwind" fn held_by(state: *mut ffi::lua_State) -> std::ffi::c_int {
    // SAFETY: the arguments are looked at by functions that take any value; what is pushed fits on the stack.
    unsafe {
        if ffi::lua_type(state, 1) != ffi::LUA_TFUNCTION {
            return 0;
        }
        let number = ffi::lua_tonumber(state, 2) as std::ffi::c_int;
        ffi::lua_pushboolean(state, 1);
        if ffi::lua_getupvalue(state, 1, number).is_null() {
            return 0;
        }
        2
    }
}
