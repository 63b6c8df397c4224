//! Lists of things and numbers as arguments of functions.

use mlua::{FromLua, Lua, Table, Value};
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

impl FromLua for Things {
    fn from_lua(value: Value, lua: &Lua) -> mlua::Result<Things> {
        Things::read(&Table::from_lua(value, lua)?)
    }
}
