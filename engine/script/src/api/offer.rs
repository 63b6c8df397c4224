//! Amending the options of a decision.

use std::sync::Arc;

use mlua::{FromLua, IntoLua, Lua, Table, Value};
use tilewright_core::limits;
use tilewright_core::state::question::{Carried, CarriedValue, Listed, Meaning, Target};

use super::things::kind_id;
use super::{Allowed, HostFunction, Receiver, bind, entry};
use crate::host::handle::{Handle, Int, Options, Sort, TextArg, told};
use crate::host::{Host, text};
use crate::vm::budget;
use crate::vm::trouble::misuse;

const ON: Receiver = Receiver::Options;
const IN: Allowed = Allowed::Offer;

pub(super) const ENTRIES: &[HostFunction] = &[
    entry(
        ON,
        IN,
        "add(key: text, group: text, target: any?)",
        "Adds an option: its key, the group whose `chosen` follows, and what it stands for, which that function is handed: \
         something of the game, a number, or a table of such and of texts. Of a table the field `target`, else the first \
         thing of the game in its list, is what pictures show.",
        "options:add(\"portal:\" .. cell:key(), \"portal\", { \"mayor\", cell })",
        bind!(add),
    ),
    entry(
        ON,
        IN,
        "remove(key: text) -> boolean",
        "Removes an option; tells whether it was there.",
        "options:remove(\"pass\")",
        bind!(remove),
    ),
    entry(
        ON,
        IN,
        "has(key: text) -> boolean",
        "Whether there is an option of that key.",
        "options:has(\"pass\")",
        bind!(has),
    ),
    entry(ON, IN, "count() -> integer", "Number of options so far.", "options:count()", bind!(count)),
    entry(
        ON,
        IN,
        "keys() -> text[]",
        "The keys of all options in order.",
        "for _, key in options:keys() do … end",
        bind!(keys),
    ),
];

/// What a value stands for in an option.
pub(super) fn target_of(handle: Handle) -> Target {
    match handle.sort {
        Sort::Feature | Sort::Segment => Target::Segment(handle.segment()),
        Sort::Figure => Target::Figure(handle.figure()),
        Sort::Cell => Target::Cell(handle.cell()),
        Sort::Kind => Target::Kind(kind_id(handle.index)),
        Sort::Tile | Sort::Sheet | Sort::Options => Target::None,
    }
}

fn add(host: &Host, lua: &Lua, (_, key, group, target): (Options, TextArg, TextArg, Value)) -> mlua::Result<()> {
    let (key, group): (Arc<str>, Arc<str>) = (text::key(&key)?, text::key(&group)?);
    let mut options = host.options.borrow_mut();
    // All are looked through for each that is added.
    budget::charge(options.len() / 32);
    if options.iter().filter(|option| option.meaning.group().is_some()).count() >= limits::OPTIONS {
        return Err(misuse(format!("rules add at most {} options to a question", limits::OPTIONS)));
    }
    if options.iter().any(|option| option.key == key) {
        return Err(misuse(format!("there is already an option `{key}`")));
    }
    let (target, table) = match target {
        Value::Nil => (Target::None, None),
        Value::Number(_) | Value::Integer(_) => (Target::Number(Int::from_lua(target, lua)?.0), None),
        Value::Table(table) => {
            let carried = carried(lua, &table)?;
            let named = carried.named.iter().find(|(name, _)| **name == *"target").map(|(_, value)| value);
            let thing = |value: &CarriedValue| match value {
                CarriedValue::Thing(number) => Handle::of_number(*number).map(target_of),
                _ => None,
            };
            let shown = named.into_iter().chain(&carried.list).find_map(thing).unwrap_or_default();
            (shown, Some(Arc::new(carried)))
        }
        other => (target_of(Handle::from_lua(other, lua)?), None),
    };
    options.push(Listed { key, target, meaning: Meaning::Added { group, table } });
    Ok(())
}

/// Most entries of a table that an option carries.
const MOST: usize = 32;

/// A table as plain data, since nothing of Lua is kept until the option is chosen.
fn carried(lua: &Lua, table: &Table) -> mlua::Result<Carried> {
    let mut carried = Carried::default();
    let length = table.raw_len();
    for index in 1..=length.min(MOST) {
        carried.list.push(carried_value(lua, table.raw_get(index)?)?);
    }
    let mut named: Vec<(Arc<str>, CarriedValue)> = Vec::new();
    let mut total = length;
    table.for_each::<Value, Value>(|key, value| {
        if let Value::String(name) = key {
            total += 1;
            named.push((name.to_string_lossy().into(), carried_value(lua, value)?));
        }
        Ok(())
    })?;
    if total > MOST {
        return Err(misuse(format!("the table of an option has at most {MOST} entries")));
    }
    named.sort_by(|a, b| a.0.cmp(&b.0));
    carried.named = named;
    Ok(carried)
}

fn carried_value(lua: &Lua, value: Value) -> mlua::Result<CarriedValue> {
    Ok(match value {
        Value::String(text) => CarriedValue::Text(text.to_string_lossy().into()),
        Value::Boolean(flag) => CarriedValue::Flag(flag),
        Value::Number(_) | Value::Integer(_) => CarriedValue::Number(Int::from_lua(value, lua)?.0),
        Value::LightUserData(_) => CarriedValue::Thing(Handle::from_lua(value, lua)?.number()),
        other => {
            let what = told(&other, lua);
            return Err(misuse(format!(
                "the table of an option holds texts, numbers and things of the game, not {what}"
            )));
        }
    })
}

/// What the function that follows an option is handed for what the option carries.
pub(crate) fn carried_table(lua: &Lua, carried: &Carried) -> mlua::Result<Value> {
    let of = |value: &CarriedValue| -> mlua::Result<Value> {
        Ok(match value {
            CarriedValue::Text(text) => Value::String(lua.create_string(&**text)?),
            CarriedValue::Number(number) => Value::Number(f64::from(*number)),
            CarriedValue::Flag(flag) => Value::Boolean(*flag),
            CarriedValue::Thing(number) => Handle::of_number(*number).map_or(Ok(Value::Nil), |h| h.into_lua(lua))?,
        })
    };
    let table = lua.create_table()?;
    for value in &carried.list {
        table.raw_push(of(value)?)?;
    }
    for (name, value) in &carried.named {
        table.raw_set(&**name, of(value)?)?;
    }
    Ok(Value::Table(table))
}

fn remove(host: &Host, _: &Lua, (_, key): (Options, TextArg)) -> mlua::Result<bool> {
    let key = key.to_string_lossy();
    let mut options = host.options.borrow_mut();
    budget::charge(options.len() / 32);
    let before = options.len();
    options.retain(|option| *option.key != *key);
    Ok(options.len() < before)
}

fn has(host: &Host, _: &Lua, (_, key): (Options, TextArg)) -> mlua::Result<bool> {
    let key = key.to_string_lossy();
    let options = host.options.borrow();
    budget::charge(options.len() / 32);
    Ok(options.iter().any(|option| *option.key == *key))
}

fn count(host: &Host, _: &Lua, (_,): (Options,)) -> mlua::Result<usize> {
    Ok(host.options.borrow().len())
}

fn keys(host: &Host, lua: &Lua, (_,): (Options,)) -> mlua::Result<mlua::Table> {
    lua.create_sequence_from(host.options.borrow().iter().map(|option| option.key.to_string()))
}
