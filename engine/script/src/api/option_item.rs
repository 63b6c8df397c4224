//! The items of the lists of options that are asked, read where they lie.
//!
//! Many rules ask with a table for each option, and to take hold of one and to look for each field by its name takes
//! longer than all the rest of such a question. Without that, games take up to 16 % more instructions.

use mlua::{Lua, Table, Value};

use crate::vm::raw::{InPlace, StackPlace, read_in_place};

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

read_in_place!(OptionItem);

impl InPlace for OptionItem {
    #[inline]
    fn in_place(place: StackPlace<'_>) -> mlua::Result<Option<OptionItem>> {
        let mut fields = Fields::NONE;
        let is_table = place.fields(&mut fields, Fields::place)?;
        Ok(is_table.then(|| OptionItem::Table(Box::new(fields))))
    }

    fn of_value(value: Value, _: &Lua) -> mlua::Result<OptionItem> {
        Ok(match value {
            Value::Table(table) => OptionItem::Table(Box::new(Fields::of(&table)?)),
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
                let Fields { key, each, target, secret, text, args } = &**fields;
                format!("{key:?} {each:?} {target:?} {secret:?} {text:?} {args:?}")
            }
        });
    }
}
