//! The items of the lists of options that are asked, read where they lie.
//!
//! Many rules ask with a table for each option, and to take hold of one and to look for each field by its name takes
//! longer than all the rest of such a question. What this rests on is said in [`list`](crate::host::list).
#![allow(unsafe_code)]

use std::ffi::c_int;

use mlua::state::RawLua;
use mlua::{FromLua, Lua, Table, Value, ffi};

/// An item of a list of options.
pub(super) enum OptionItem {
    /// A table, which stands for an option or for several. Apart, so that the others, which are small, stay so.
    Table(Box<Fields>),
    /// Anything else.
    Other(Value),
}

/// What a table says that stands for options. Other fields are the rule's own.
pub(super) struct Fields {
    pub(super) key: Value,
    pub(super) each: Value,
    pub(super) target: Value,
    pub(super) secret: Value,
    pub(super) text: Value,
    pub(super) args: Value,
}

impl Fields {
    const NONE: Fields = Fields {
        key: Value::Nil,
        each: Value::Nil,
        target: Value::Nil,
        secret: Value::Nil,
        text: Value::Nil,
        args: Value::Nil,
    };

    /// Where the value of a field belongs; nothing for those of the rule.
    #[inline]
    fn place(&mut self, name: &[u8]) -> Option<&mut Value> {
        match name {
            b"key" => Some(&mut self.key),
            b"each" => Some(&mut self.each),
            b"target" => Some(&mut self.target),
            b"secret" => Some(&mut self.secret),
            b"text" => Some(&mut self.text),
            b"args" => Some(&mut self.args),
            _ => None,
        }
    }

    fn of(table: &Table) -> mlua::Result<Fields> {
        Ok(Fields {
            key: table.raw_get("key")?,
            each: table.raw_get("each")?,
            target: table.raw_get("target")?,
            secret: table.raw_get("secret")?,
            text: table.raw_get("text")?,
            args: table.raw_get("args")?,
        })
    }
}

impl FromLua for OptionItem {
    fn from_lua(value: Value, _: &Lua) -> mlua::Result<OptionItem> {
        Ok(match value {
            Value::Table(table) => OptionItem::Table(Box::new(Fields::of(&table)?)),
            other => OptionItem::Other(other),
        })
    }

    #[inline]
    unsafe fn from_stack(index: c_int, lua: &RawLua) -> mlua::Result<OptionItem> {
        let state = lua.state();
        // SAFETY: mlua calls this with an index on the stack of the running call, where Lua keeps room for twenty values
        // more. Going through a table this way asks no script, and what is put on the stack is taken away. A name is read
        // while it lies there.
        unsafe {
            if ffi::lua_type(state, index) != ffi::LUA_TTABLE {
                return Value::from_stack(index, lua).map(OptionItem::Other);
            }
            let (table, mut fields, mut at) = (ffi::lua_absindex(state, index), Fields::NONE, 0);
            loop {
                at = ffi::lua_rawiter(state, table, at);
                if at < 0 {
                    return Ok(OptionItem::Table(Box::new(fields)));
                }
                if ffi::lua_type(state, -2) == ffi::LUA_TSTRING {
                    let mut length = 0;
                    let bytes = ffi::lua_tolstring(state, -2, &raw mut length);
                    if let Some(place) = fields.place(std::slice::from_raw_parts(bytes.cast(), length)) {
                        *place = Value::from_stack(-1, lua)?;
                    }
                }
                ffi::lua_pop(state, 2);
            }
        }
    }
}
