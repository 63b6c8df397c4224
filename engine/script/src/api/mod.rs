//! Defines the table of all functions that scripts can call. Registration, help, completion, lints and the reference
//! are derived from it, so a function without a description cannot exist.

mod ask;
mod bags;
mod board;
mod deployable;
mod effects;
mod face_down;
mod feature;
mod feature_set;
mod game;
mod graph;
mod joints;
mod keys;
mod levels;
mod load;
mod offer;
mod option_item;
mod parts;
mod pay;
pub(crate) mod payload;
mod place;
mod planes;
mod settings;
mod shape;
mod sheet;
mod slots;
mod take_up;
mod things;
mod turns;

pub(crate) use bags::face_value;
pub(crate) use load::{EVERY, FILTERS, lua_value};
pub(crate) use offer::carried_table;
pub(crate) use things::place_value;

use std::collections::BTreeMap;
use std::rc::Rc;

use mlua::{Function, Lua, Value};

use crate::host::Host;
use crate::host::handle::Handle;
use crate::schema::signature::Signature;
use crate::vm::Vm;
use crate::vm::unfit::Called;

/// Kind of object on which a host function is called.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Receiver {
    /// No object: `name(…)`.
    Global,
    /// Feature, or a segment that represents its feature: `feature:name(…)`.
    Feature,
    /// Segment on the board.
    Segment,
    /// Tile on the board.
    Tile,
    /// Figure of any seat.
    Figure,
    /// Kind of tile, on the board or not.
    Kind,
    /// Cell of the board.
    Cell,
    /// Sheet that a score rule fills.
    Sheet,
    /// Options that an offer amends.
    Options,
    /// Slot of a zone that holds tiles.
    Slot,
    /// Corner or seam between cells.
    Joint,
}

/// Returns the receivers whose methods a value has, by its type in signatures, such as `feature`; empty for other
/// types.
pub fn receivers(kind: &str) -> &'static [Receiver] {
    match kind {
        "feature" => &[Receiver::Feature],
        // A segment also represents its feature.
        "segment" => &[Receiver::Segment, Receiver::Feature],
        "tile" => &[Receiver::Tile],
        "figure" => &[Receiver::Figure],
        "tile_kind" => &[Receiver::Kind],
        "cell" => &[Receiver::Cell],
        "sheet" => &[Receiver::Sheet],
        "options" => &[Receiver::Options],
        "slot" => &[Receiver::Slot],
        "joint" => &[Receiver::Joint],
        _ => &[],
    }
}

/// Context in which a host function may be called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allowed {
    /// Only while a module loads.
    Load,
    /// In every context, including loading.
    Anywhere,
    /// In all rules; such functions only read the game.
    Rules,
    /// Only in score rules, which fill sheets.
    Score,
    /// Only in offers, which amend options.
    Offer,
    /// In steps, reactions, replacements and functions that follow a choice.
    Effects,
    /// In steps, and in reactions and replacements that are registered with `asks`.
    Ask,
}

/// Constructor of a host function.
#[derive(Clone, Copy)]
pub(crate) struct Bind {
    pub(crate) make: fn(&Lua, &Rc<Host>) -> mlua::Result<Function>,
    /// Path of the Rust function.
    pub(crate) path: &'static str,
}

/// Host function with its description.
pub struct HostFunction {
    /// Kind of object on which it is called.
    pub on: Receiver,
    /// Signature in the form `name(argument: type, …) -> type`.
    pub signature: &'static str,
    /// Description for the reference.
    pub doc: &'static str,
    /// Line of Lua that uses it.
    pub example: &'static str,
    /// Version of the interface that introduced it.
    pub since: &'static str,
    /// Context in which it may be called.
    pub allowed: Allowed,
    /// Constructor; `None` for functions that the host's prelude defines in Lua.
    pub(crate) bind: Option<Bind>,
}

impl HostFunction {
    /// Returns the name of the function.
    pub fn name(&self) -> &'static str {
        self.signature.split('(').next().unwrap_or(self.signature)
    }

    /// Returns the parsed signature.
    pub fn parsed(&self) -> Signature {
        Signature::parse(self.signature).unwrap_or(Signature { name: self.name(), arguments: Vec::new(), returns: "" })
    }
}

/// Version of the interface for scripts.
pub const VERSION: &str = "1";

/// Creates a binder for `fn(&Host, &Lua, args) -> mlua::Result<results>`. `making` is for functions that create tables,
/// `text` for functions that return a text: see [`Host::making`]. They must not call functions of scripts.
macro_rules! bind {
    (making $f:path) => {
        Some($crate::api::Bind {
            make: |lua, host| {
                let host = std::rc::Rc::clone(host);
                lua.create_function(move |lua, args| host.making(lua, || $f(&host, lua, args)))
            },
            path: concat!(module_path!(), "::", stringify!($f)),
        })
    };
    (text $f:path) => {
        Some($crate::api::Bind {
            make: |lua, host| {
                let host = std::rc::Rc::clone(host);
                lua.create_function(move |lua, args| {
                    host.making(lua, || mlua::IntoLua::into_lua($f(&host, lua, args)?, lua))
                })
            },
            path: concat!(module_path!(), "::", stringify!($f)),
        })
    };
    ($f:path) => {
        Some($crate::api::Bind {
            make: |lua, host| {
                let host = std::rc::Rc::clone(host);
                lua.create_function(move |lua, args| $f(&host, lua, args))
            },
            path: concat!(module_path!(), "::", stringify!($f)),
        })
    };
}
use bind;

/// Shortens the rows of the table.
const fn entry(
    on: Receiver,
    allowed: Allowed,
    signature: &'static str,
    doc: &'static str,
    example: &'static str,
    bind: Option<Bind>,
) -> HostFunction {
    HostFunction { on, signature, doc, example, since: "1", allowed, bind }
}

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
        .filter_map(|function| Some(function.parsed().arguments.get(index)?.name));
    names.next().filter(|first| names.all(|other| other == *first))
}

/// Returns the host functions with a name.
pub fn find(name: &str) -> impl Iterator<Item = &'static HostFunction> {
    entries().filter(move |e| e.name() == name)
}

/// Registers every host function in a machine. If rules replace effects (`replaces`), functions that change the state
/// wait until the effects are complete.
pub(crate) fn register(vm: &Vm, host: &Rc<Host>, replaces: bool) -> mlua::Result<()> {
    let lua = &vm.lua;
    // Error messages describe objects of the running game.
    lua.set_app_data(Rc::downgrade(host));
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
    let mut called = Called::new(parameter);
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
