//! Lists of things and numbers as arguments of functions that are called all the time.
//!
//! They are read where they lie, item by item, because mlua makes a value of each first. What this rests on is said in
//! [`text`](super::text): mlua hands over the place of an argument on the stack of the running call. A list is read at
//! once, so nothing of it is used later.
#![allow(unsafe_code)]

use std::ffi::c_int;

use mlua::state::RawLua;
use mlua::{FromLua, LightUserData, Lua, Table, Value, ffi};
use tilewright_core::limits;

use crate::host::handle::{Handle, described};

/// An item of such a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ListItem {
    /// Something of the game.
    Thing(Handle),
    /// A whole number.
    Number(i32),
}

impl ListItem {
    fn of(value: &Value) -> Option<ListItem> {
        match value {
            Value::LightUserData(data) => Handle::unpack(*data).map(ListItem::Thing),
            other => whole(other).map(ListItem::Number),
        }
    }
}

/// A number that can be an option.
pub(crate) fn whole(value: &Value) -> Option<i32> {
    match value {
        Value::Integer(n) => i32::try_from(*n).ok(),
        Value::Number(n) => whole_of(*n),
        _ => None,
    }
}

fn whole_of(number: f64) -> Option<i32> {
    (number.fract() == 0.0 && number.abs() < 2e9).then_some(number as i32)
}

/// A list that was given to the running function, up to its first item that is nil or neither of these.
#[derive(Debug, Default)]
pub(crate) struct Things {
    /// How many there are. Of more than a question may have options nothing is read: whoever asks refuses them.
    pub(crate) count: usize,
    pub(crate) items: Vec<ListItem>,
    /// What the item is at which the reading has stopped, if it is not nil.
    pub(crate) wrong: Option<String>,
}

impl Things {
    /// Reads a list that is held.
    ///
    /// # Errors
    /// None that a script could cause: reading a list without its metatable does not fail.
    pub(crate) fn read(list: &Table) -> mlua::Result<Things> {
        let count = list.raw_len();
        if count > limits::OPTIONS {
            return Ok(Things { count, ..Things::default() });
        }
        let mut things = Things { count, items: Vec::with_capacity(count), wrong: None };
        list.for_each_value(|value: Value| {
            match ListItem::of(&value) {
                Some(item) if things.wrong.is_none() => things.items.push(item),
                Some(_) => {}
                None => things.wrong = things.wrong.take().or_else(|| Some(described(&value))),
            }
            Ok(())
        })?;
        Ok(things)
    }
}

/// A list that is read as mlua reads values by default.
struct Slow(Things);

impl FromLua for Slow {
    #[cold]
    fn from_lua(value: Value, lua: &Lua) -> mlua::Result<Slow> {
        Things::from_lua(value, lua).map(Slow)
    }
}

impl FromLua for Things {
    fn from_lua(value: Value, lua: &Lua) -> mlua::Result<Things> {
        Things::read(&Table::from_lua(value, lua)?)
    }

    #[inline]
    unsafe fn from_stack(index: c_int, lua: &RawLua) -> mlua::Result<Things> {
        let state = lua.state();
        // SAFETY: mlua calls this with an index of an argument of the running call, on whose stack Lua keeps room for
        // twenty values more; what is put there is taken away again before anything else happens. Nothing here fails.
        unsafe {
            if ffi::lua_type(state, index) != ffi::LUA_TTABLE {
                return Slow::from_stack(index, lua).map(|Slow(things)| things);
            }
            let list = ffi::lua_absindex(state, index);
            let count = ffi::lua_objlen(state, list);
            if count > limits::OPTIONS {
                return Ok(Things { count, ..Things::default() });
            }
            let mut items = Vec::with_capacity(count);
            for number in 1..=count {
                let sort = ffi::lua_rawgeti(state, list, number as ffi::lua_Integer);
                let item = match sort {
                    ffi::LUA_TLIGHTUSERDATA => {
                        Handle::unpack(LightUserData(ffi::lua_tolightuserdata(state, -1))).map(ListItem::Thing)
                    }
                    ffi::LUA_TNUMBER => whole_of(ffi::lua_tonumber(state, -1)).map(ListItem::Number),
                    _ => None,
                };
                ffi::lua_pop(state, 1);
                match item {
                    Some(item) => items.push(item),
                    // What is wrong with it is told by reading once more.
                    None => return Slow::from_stack(list, lua).map(|Slow(things)| things),
                }
            }
            Ok(Things { count, items, wrong: None })
        }
    }
}
