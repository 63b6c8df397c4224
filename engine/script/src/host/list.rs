//! Reads lists of handles and numbers that functions receive as arguments.

use mlua::{FromLua, Lua, Table, Value};
use tilewright_core::limits;

use crate::host::handle::{Handle, describe};

/// Item of a list of handles and numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ListItem {
    /// Handle of the game.
    Thing(Handle),
    Number(i32),
}

impl ListItem {
    fn from_value(value: &Value) -> Option<ListItem> {
        match value {
            Value::LightUserData(data) => Handle::unpack(*data).map(ListItem::Thing),
            other => whole(other).map(ListItem::Number),
        }
    }
}

/// Returns the whole number of a value; `None` if it is not a whole number.
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

/// List that was passed to the running function, up to its first item that is nil or neither of these.
#[derive(Debug, Default)]
pub(crate) struct ListArgument {
    /// Length of the list. A list with more items than a question may have options is not read, as the caller rejects
    /// it.
    pub(crate) count: usize,
    pub(crate) items: Vec<ListItem>,
    /// Description of the item that ended the reading; `None` if all items were read, or if that item is nil.
    pub(crate) wrong: Option<String>,
}

impl ListArgument {
    /// Reads the items of a table.
    ///
    /// # Errors
    /// Scripts cannot cause any: reading a list without its metatable does not fail.
    pub(crate) fn read(list: &Table) -> mlua::Result<ListArgument> {
        let count = list.raw_len();
        if count > limits::OPTIONS {
            return Ok(ListArgument { count, ..ListArgument::default() });
        }
        let mut things = ListArgument { count, items: Vec::with_capacity(count), wrong: None };
        list.for_each_value(|value: Value| {
            match ListItem::from_value(&value) {
                Some(item) if things.wrong.is_none() => things.items.push(item),
                Some(_) => {}
                None => things.wrong = things.wrong.take().or_else(|| Some(describe(&value))),
            }
            Ok(())
        })?;
        Ok(things)
    }
}

impl FromLua for ListArgument {
    fn from_lua(value: Value, lua: &Lua) -> mlua::Result<ListArgument> {
        ListArgument::read(&Table::from_lua(value, lua)?)
    }
}
