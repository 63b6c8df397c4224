//! Amending the options of a decision.

use std::sync::Arc;

use mlua::{FromLua, Lua, LuaString, Value};
use tilewright_core::rules::{Choice, Target};

use super::things::kind_id;
use super::{Allowed, Entry, Receiver, bind, entry};
use crate::handle::{Handle, Int, Options, Sort};
use crate::host::Host;
use crate::trouble::misuse;

const ON: Receiver = Receiver::Options;
const IN: Allowed = Allowed::Offer;

pub(super) const ENTRIES: &[Entry] = &[
    entry(
        ON,
        IN,
        "add(key: text, group: text, target: any?)",
        "Adds an option: its key, the group whose `chosen` follows, and what it stands for: something on the board or \
         a number.",
        "options:add(\"recall:\" .. figure:key(), \"recall\", figure)",
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
        Sort::Feature | Sort::Segment => Target::Segment(handle.index),
        Sort::Figure => Target::Figure(handle.index),
        Sort::Cell => Target::Cell(handle.cell()),
        Sort::Kind => Target::Kind(kind_id(handle.index)),
        Sort::Tile | Sort::Sheet | Sort::Options => Target::None,
    }
}

fn add(host: &Host, lua: &Lua, (_, key, group, target): (Options, LuaString, LuaString, Value)) -> mlua::Result<()> {
    let (key, group): (Arc<str>, Arc<str>) = (key.to_string_lossy().into(), group.to_string_lossy().into());
    let mut choices = host.choices.borrow_mut();
    if choices.iter().any(|c| c.key == key) {
        return Err(misuse(format!("there is already an option `{key}`")));
    }
    let target = match target {
        Value::Nil => Target::None,
        Value::Number(_) | Value::Integer(_) => Target::Number(Int::from_lua(target, lua)?.0),
        other => target_of(Handle::from_lua(other, lua)?),
    };
    choices.push(Choice { key, target, group: Some(group) });
    Ok(())
}

fn remove(host: &Host, _: &Lua, (_, key): (Options, LuaString)) -> mlua::Result<bool> {
    let key = key.to_string_lossy();
    let mut choices = host.choices.borrow_mut();
    let before = choices.len();
    choices.retain(|c| *c.key != *key);
    Ok(choices.len() < before)
}

fn has(host: &Host, _: &Lua, (_, key): (Options, LuaString)) -> mlua::Result<bool> {
    let key = key.to_string_lossy();
    Ok(host.choices.borrow().iter().any(|c| *c.key == *key))
}

fn count(host: &Host, _: &Lua, (_,): (Options,)) -> mlua::Result<usize> {
    Ok(host.choices.borrow().len())
}

fn keys(host: &Host, lua: &Lua, (_,): (Options,)) -> mlua::Result<mlua::Table> {
    lua.create_sequence_from(host.choices.borrow().iter().map(|c| c.key.to_string()))
}
