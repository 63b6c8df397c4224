//! Reads the items of lists of options directly from the stack.
//!
//! Many rules ask with a table for each option. Holding such a table and looking up each field by name takes longer
//! than all other work of the question. Without this module, games take up to 16 % more instructions.

use mlua::{Lua, Table, Value};

use crate::vm::raw::{InPlace, StackPlace, read_in_place};

/// Item of a list of options.
pub(super) enum OptionItem {
    /// Table with one option or several. It is boxed to keep the other items small.
    Table(Box<OptionFields>),
    /// Value of any other type.
    Other(Value),
}

/// Fields of a table that describes options. Rules may add other fields.
pub(super) struct OptionFields {
    pub(super) key: Value,
    pub(super) each: Value,
    pub(super) target: Value,
    pub(super) secret: Value,
    pub(super) text: Value,
    pub(super) args: Value,
}

impl OptionFields {
    const NONE: OptionFields = OptionFields {
        key: Value::Nil,
        each: Value::Nil,
        target: Value::Nil,
        secret: Value::Nil,
        text: Value::Nil,
        args: Value::Nil,
    };

    /// Returns the destination for the value of a field; `None` for other fields.
    #[inline]
    fn place<'f>(&'f mut self, name: &[u8]) -> Option<&'f mut Value> {
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

    fn read(table: &Table) -> mlua::Result<OptionFields> {
        Ok(OptionFields {
            key: table.raw_get("key")?,
            each: table.raw_get("each")?,
            target: table.raw_get("target")?,
            secret: table.raw_get("secret")?,
            text: table.raw_get("text")?,
            args: table.raw_get("args")?,
        })
    }
}

read_in_place!(OptionItem);

impl InPlace for OptionItem {
    #[inline]
    fn in_place(place: StackPlace<'_>) -> mlua::Result<Option<OptionItem>> {
        let mut fields = OptionFields::NONE;
        let is_table = place.fields(&mut fields, OptionFields::place)?;
        Ok(is_table.then(|| OptionItem::Table(Box::new(fields))))
    }

    fn of_value(value: Value, _: &Lua) -> mlua::Result<OptionItem> {
        Ok(match value {
            Value::Table(table) => OptionItem::Table(Box::new(OptionFields::read(&table)?)),
            other => OptionItem::Other(other),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vm::raw::tests::compare;

    #[test]
    fn options_read_in_place_are_those_read_as_values() {
        compare::<OptionItem>(|read, _| match read {
            OptionItem::Other(value) => format!("{value:?}"),
            OptionItem::Table(fields) => {
                let OptionFields { key, each, target, secret, text, args } = &**fields;
                format!("{key:?} {each:?} {target:?} {secret:?} {text:?} {args:?}")
            }
        });
    }
}
