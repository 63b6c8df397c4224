//! Reads the tables of settings that functions accept.

use std::cell::OnceCell;

use mlua::{FromLua, Function, Lua, LuaString, Table, Value};
use tilewright_core::catalog::id::BookId;
use tilewright_core::catalog::seat::{Seat, SeatSet};
use tilewright_core::limits;
use tilewright_core::state::sheet::Share;

use super::seats::check_seat;
use crate::host::Host;
use crate::host::handle::{Int, SeatArg, describe};
use crate::schema::suggest::suggestion;
use crate::vm::trouble::misuse;

/// Optional table of settings at the end of the arguments.
pub(super) struct SettingsTable<'a> {
    table: Option<&'a Table>,
    /// Entries of the table, all read at once, because looking up each name would create a text for it.
    entries: OnceCell<Vec<(SettingKey, Value)>>,
}

/// Maximum number of bytes of the name of a setting.
const NAME_BYTES: usize = 15;

/// Key of an entry in the table.
enum SettingKey {
    /// Text that could be the name of a setting: its bytes and their number.
    Short([u8; NAME_BYTES], u8),
    /// Key that cannot be the name of a setting.
    Other(Value),
}

impl SettingKey {
    fn from_value(key: Value) -> SettingKey {
        let short = if let Value::String(text) = &key { SettingKey::short(&text.as_bytes()) } else { None };
        short.unwrap_or(SettingKey::Other(key))
    }

    #[inline]
    fn short(bytes: &[u8]) -> Option<SettingKey> {
        let mut short = [0; NAME_BYTES];
        short.get_mut(..bytes.len())?.copy_from_slice(bytes);
        Some(SettingKey::Short(short, bytes.len() as u8))
    }

    #[inline]
    fn is(&self, name: &str) -> bool {
        matches!(self, SettingKey::Short(bytes, count) if bytes[..usize::from(*count)] == *name.as_bytes())
    }

    /// Formats the key for messages.
    fn to_text(&self) -> String {
        match self {
            SettingKey::Short(bytes, count) => String::from_utf8_lossy(&bytes[..usize::from(*count)]).into_owned(),
            SettingKey::Other(Value::String(text)) => text.to_string_lossy(),
            SettingKey::Other(_) => "[…]".to_owned(),
        }
    }
}

/// Argument that may be a table of settings, or a function in place of the settings.
pub(super) enum SettingsArg {
    Nil,
    /// Entries of the table.
    Table(SettingsRead),
    /// Function in place of the settings.
    Function(Function),
    /// Value of any other type.
    Other(Value),
}

/// Settings that were read.
pub(super) struct SettingsRead(Vec<(SettingKey, Value)>);

impl FromLua for SettingsArg {
    fn from_lua(value: Value, _: &Lua) -> mlua::Result<SettingsArg> {
        Ok(match value {
            Value::Nil => SettingsArg::Nil,
            Value::Table(table) => SettingsArg::Table(SettingsRead(entries_of(&table)?)),
            Value::Function(function) => SettingsArg::Function(function),
            other => SettingsArg::Other(other),
        })
    }
}

/// Returns all entries of a table.
fn entries_of(table: &Table) -> mlua::Result<Vec<(SettingKey, Value)>> {
    let mut all = Vec::with_capacity(4);
    table.for_each::<Value, Value>(|key, value| {
        all.push((SettingKey::from_value(key), value));
        Ok(())
    })?;
    Ok(all)
}

impl<'a> SettingsTable<'a> {
    /// Returns settings that were already read.
    pub(super) fn read(read: Option<SettingsRead>) -> SettingsTable<'static> {
        let entries = OnceCell::from(read.map_or_else(Vec::new, |SettingsRead(entries)| entries));
        SettingsTable { table: None, entries }
    }

    /// Returns the settings of a table, which may be absent.
    pub(super) fn from_table(table: Option<&'a Table>) -> SettingsTable<'a> {
        SettingsTable { table, entries: OnceCell::new() }
    }

    fn entries(&self) -> mlua::Result<&[(SettingKey, Value)]> {
        if let (None, Some(table)) = (self.entries.get(), self.table) {
            let _ = self.entries.set(entries_of(table)?);
        }
        Ok(self.entries.get().map_or(&[], |all| all))
    }

    /// Returns an error if the table has names other than `known`.
    pub(super) fn only(&self, known: &[&str]) -> mlua::Result<()> {
        let mut unknown: Vec<String> = Vec::new();
        for (key, _) in self.entries()? {
            if known.iter().any(|name| key.is(name)) {
                continue;
            }
            unknown.push(key.to_text());
        }
        unknown.sort_unstable();
        match unknown.first() {
            None => Ok(()),
            Some(name) => {
                let near = suggestion(name, known.iter().copied());
                let near = near.map_or(String::new(), |n| format!("; did you mean `{n}`?"));
                Err(misuse(format!("there is no option `{name}` here{near}")))
            }
        }
    }

    /// Returns the text of a setting; `None` if it is absent.
    pub(super) fn text(&self, key: &str) -> mlua::Result<Option<LuaString>> {
        match self.value(key)? {
            Value::Nil => Ok(None),
            Value::String(text) => Ok(Some(text)),
            _ => Err(misuse(format!("`{key}` must be a text"))),
        }
    }

    /// Returns the texts of a list; `None` if the setting is absent.
    pub(super) fn texts(&self, key: &str) -> mlua::Result<Option<Vec<LuaString>>> {
        let wrong = || misuse(format!("`{key}` must be a list of texts"));
        let list = match self.value(key)? {
            Value::Nil => return Ok(None),
            Value::Table(list) => list,
            _ => return Err(wrong()),
        };
        let text = |value| if let Value::String(text) = value? { Ok(text) } else { Err(wrong()) };
        list.sequence_values::<Value>().map(text).collect::<mlua::Result<_>>().map(Some)
    }

    /// Returns the tables of a list; `None` if the setting is absent.
    pub(super) fn tables(&self, key: &str) -> mlua::Result<Option<Vec<Table>>> {
        let wrong = || misuse(format!("`{key}` must be a list of tables"));
        let list = match self.value(key)? {
            Value::Nil => return Ok(None),
            Value::Table(list) => list,
            _ => return Err(wrong()),
        };
        let table = |value| if let Value::Table(table) = value? { Ok(table) } else { Err(wrong()) };
        list.sequence_values::<Value>().map(table).collect::<mlua::Result<_>>().map(Some)
    }

    /// Returns a flag; false if it is absent.
    pub(super) fn flag(&self, key: &str) -> mlua::Result<bool> {
        self.flag_if_given(key).map(Option::unwrap_or_default)
    }

    /// Returns a flag; `None` if it is absent.
    pub(super) fn flag_if_given(&self, key: &str) -> mlua::Result<Option<bool>> {
        match self.value(key)? {
            Value::Nil => Ok(None),
            Value::Boolean(b) => Ok(Some(b)),
            _ => Err(misuse(format!("`{key}` must be true or false"))),
        }
    }

    /// Returns the value for one of several words; `None` if the setting is absent.
    pub(super) fn word<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> mlua::Result<Option<T>> {
        let Some(text) = self.text(key)? else { return Ok(None) };
        let text = text.to_string_lossy();
        match words.iter().find(|(word, _)| *word == text) {
            Some(&(_, value)) => Ok(Some(value)),
            None => {
                let known: Vec<&str> = words.iter().map(|(w, _)| *w).collect();
                Err(misuse(format!("`{key}` must be one of {}", known.join(", "))))
            }
        }
    }

    /// Returns a whole number; `None` if the setting is absent.
    pub(super) fn number(&self, lua: &Lua, key: &str) -> mlua::Result<Option<i32>> {
        match self.value(key)? {
            Value::Nil => Ok(None),
            value => Int::from_lua(value, lua).map(|Int(n)| Some(n)),
        }
    }

    /// Returns a seat that plays; `None` if the setting is absent.
    pub(super) fn seat(&self, host: &Host, lua: &Lua, key: &str) -> mlua::Result<Option<Seat>> {
        match self.value(key)? {
            Value::Nil => Ok(None),
            value => check_seat(host, SeatArg::from_lua(value, lua)?).map(Some),
        }
    }

    /// Returns a set of seats that play; `None` if the setting is absent.
    pub(super) fn seats(&self, host: &Host, key: &str) -> mlua::Result<Option<SeatSet>> {
        match self.value(key)? {
            Value::Nil => Ok(None),
            Value::Table(list) => {
                // A longer list than this names some seats twice.
                let seats = list.sequence_values::<SeatArg>().take(limits::PART_STEPS);
                seats.map(|seat| check_seat(host, seat?)).collect::<mlua::Result<SeatSet>>().map(Some)
            }
            other => Err(misuse(format!("`{key}` is a list of seats, not {}", describe(&other)))),
        }
    }

    pub(super) fn book(&self, host: &Host) -> mlua::Result<Option<BookId>> {
        self.text("book")?.map(|name| host.book(&name)).transpose()
    }

    /// Returns the distribution of a sheet's points; `None` if the setting is absent.
    pub(super) fn share(&self) -> mlua::Result<Option<Share>> {
        let Some(name) = self.text("share")? else { return Ok(None) };
        let share = share_of(&name.to_string_lossy());
        share.map(Some).ok_or_else(|| misuse("`share` must be one of majority, each, per_claim, ranks, owner"))
    }

    /// Returns the value of a setting; nil if it is absent.
    pub(super) fn value(&self, key: &str) -> mlua::Result<Value> {
        let entries = self.entries()?;
        Ok(entries.iter().find(|(name, _)| name.is(key)).map_or(Value::Nil, |(_, value)| value.clone()))
    }
}

/// Returns the distribution of points with a name.
pub(super) fn share_of(name: &str) -> Option<Share> {
    Some(match name {
        "majority" => Share::Majority,
        "each" => Share::Each,
        "per_claim" => Share::PerClaim,
        "ranks" => Share::Ranks,
        "owner" => Share::Owner,
        _ => return None,
    })
}
