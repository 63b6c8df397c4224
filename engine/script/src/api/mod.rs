//! Defines the table of all functions that scripts can call. Registration, help, completion, lints and the reference
//! are derived from it, so a function without a description cannot exist.

mod ask;
mod bags;
mod board;
mod caller;
mod deployable;
mod describe;
mod effects;
mod entry;
mod face_down;
mod feature;
mod feature_set;
mod game;
mod graph;
mod joints;
mod keys;
mod levels;
mod load;
mod lookup;
mod offer;
mod option_item;
mod parts;
mod pay;
pub(crate) mod payload;
mod place;
mod planes;
mod seats;
mod settings;
mod shape;
mod sheet;
mod slots;
mod take_up;
mod things;
mod turns;

pub(crate) use bags::face_value;
use describe::HandleDescriber;
pub use entry::{Allowed, HostFunction, Receiver, VERSION, receivers};
pub(crate) use load::{EVERY, FILTERS, lua_value};
pub(crate) use lookup::place_value;
pub(crate) use offer::carried_table;

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::LazyLock;

use mlua::{Function, Value};

use crate::host::Host;
use crate::host::handle::{DescribeHandle, Handle};
use crate::vm::Vm;
use crate::vm::unfit::HostFunctionNames;

const TABLES: [&[HostFunction]; 23] = [
    load::ENTRIES,
    sheet::ENTRIES,
    feature::ENTRIES,
    feature_set::ENTRIES,
    things::ENTRIES,
    shape::ENTRIES,
    game::ENTRIES,
    graph::ENTRIES,
    offer::ENTRIES,
    effects::ENTRIES,
    deployable::ENTRIES,
    pay::ENTRIES,
    bags::ENTRIES,
    slots::ENTRIES,
    turns::ENTRIES,
    place::ENTRIES,
    take_up::ENTRIES,
    parts::ENTRIES,
    joints::ENTRIES,
    levels::ENTRIES,
    face_down::ENTRIES,
    board::ENTRIES,
    ask::ENTRIES,
];

/// Returns every host function.
pub fn entries() -> impl Iterator<Item = &'static HostFunction> {
    TABLES.into_iter().flatten()
}

/// Returns the name of a parameter, counted from 0, of the host functions with a name; `None` if they name it
/// differently.
fn parameter(name: &str, is_method: bool, index: usize) -> Option<&'static str> {
    let mut names = find(name)
        .filter(|function| (function.on != Receiver::Global) == is_method)
        .filter_map(|function| Some(function.parse_signature().arguments.get(index)?.name));
    names.next().filter(|first| names.all(|other| other == *first))
}

/// Returns the host functions with a name.
pub fn find(name: &str) -> impl Iterator<Item = &'static HostFunction> {
    // The lint looks up each call that a script makes.
    static BY_NAME: LazyLock<BTreeMap<&str, Vec<&HostFunction>>> = LazyLock::new(|| {
        let mut by_name: BTreeMap<&str, Vec<&HostFunction>> = BTreeMap::new();
        for function in entries() {
            by_name.entry(function.name()).or_default().push(function);
        }
        by_name
    });
    BY_NAME.get(name).into_iter().flatten().copied()
}

/// Registers every host function in a machine. If rules replace effects (`replaces`), functions that change the state
/// wait until the effects are complete.
pub(crate) fn register(vm: &Vm, host: &Rc<Host>, replaces: bool) -> mlua::Result<()> {
    let lua = &vm.lua;
    // Error messages describe objects of the running game.
    let describer = HandleDescriber { host: Rc::downgrade(host), entries: || entries().collect() };
    lua.set_app_data::<Rc<dyn DescribeHandle>>(Rc::new(describer));
    host.runner.set(lua);
    let globals = lua.globals();
    let coroutine: mlua::Table = globals.raw_get("coroutine")?;
    let private = lua.create_table()?;
    for (name, bind) in ask::PRIVATE {
        if let Some(bind) = bind {
            private.raw_set(*name, (bind.make)(lua, host)?)?;
        }
    }
    private.raw_set("yield", coroutine.raw_get::<Value>("yield")?)?;
    let prelude = lua.load(include_str!("prelude.lua")).set_name("=prelude").into_function()?;
    let written: mlua::Table = prelude.call(private)?;
    let methods = lua.create_table()?;
    let mut called = HostFunctionNames::new(parameter);
    let mut made = BTreeMap::new();
    for e in entries() {
        let place = if e.on == Receiver::Global { &vm.base } else { &methods };
        // Methods of one name share a function that distinguishes its receivers.
        let key = (e.on == Receiver::Global, e.name());
        let path = e.bind.map_or("", |b| b.path);
        if let Some(old) = made.insert(key, path) {
            // Checked once for each machine; no pack can change the table, so no pack can cause this panic.
            assert_eq!(old, path, "two functions for {}", e.signature);
            continue;
        }
        let function = e.bind.map(|bind| (bind.make)(lua, host)).transpose()?;
        if let Some(function) = &function {
            called.note(function, e.name(), e.on != Receiver::Global);
        }
        match function {
            Some(function) if replaces && e.allowed == Allowed::Effects => {
                let waits = if e.name() == "deploy" { "deploy_until_done" } else { "until_done" };
                let wrap: Function = written.raw_get(waits)?;
                place.raw_set(e.name(), wrap.call::<Function>(function)?)?;
            }
            Some(function) => place.raw_set(e.name(), function)?,
            None => place.raw_set(e.name(), written.raw_get::<Value>(e.name())?)?,
        }
    }
    lua.set_app_data(called);
    methods.set_readonly(true);
    let meta = lua.create_table()?;
    meta.raw_set("__index", methods)?;
    meta.raw_set("__tostring", lua.create_function(|_, handle: Handle| Ok(handle.to_string()))?)?;
    meta.set_readonly(true);
    lua.set_type_metatable::<mlua::LightUserData>(Some(meta));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::signature::Signature;

    #[test]
    fn every_entry_can_be_read() {
        for e in entries() {
            assert!(Signature::parse(e.signature).is_some(), "{}", e.signature);
            assert!(e.doc.ends_with('.'), "{}", e.signature);
            let twin = entries().filter(|o| o.on == e.on && o.name() == e.name()).count();
            assert_eq!(twin, 1, "{} is described twice", e.signature);
        }
    }

    #[test]
    fn methods_of_one_name_are_one_function() {
        for a in entries().filter(|e| e.on != Receiver::Global) {
            for b in entries().filter(|e| e.on != Receiver::Global && e.name() == a.name()) {
                assert_eq!(a.bind.map(|f| f.path), b.bind.map(|f| f.path), "{}", a.signature);
            }
        }
    }
}
