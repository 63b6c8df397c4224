//! What outlives the loading of modules: what they return and what their functions hold. All tables among it are made
//! read-only, so that no rule keeps anything in them from call to call; single values that a function could exchange
//! are noted, to be compared later. Iterators of the library are functions of the host that hold their position.

use mlua::{Function, Lua, Table, Value};
use tilewright_core::limits;

use crate::vm::raw;

/// What modules hold when all are loaded.
pub(crate) struct Held {
    freeze: Function,
    changed: Function,
    /// Functions, the number of what each holds, and its value.
    cells: Table,
}

impl Held {
    /// Nothing yet.
    pub(crate) fn new(lua: &Lua) -> mlua::Result<Held> {
        let chunk = lua.load(include_str!("held.lua")).set_name("=held").into_function()?;
        let look = raw::closure_values(lua)?;
        let is_written = lua.create_function(|_, function: Function| Ok(function.info().what != "C"))?;
        // The only function that writes the sign of what is not a number.
        let text_of: Function = lua.globals().raw_get::<Table>("string")?.raw_get("format")?;
        let (freeze, changed, cells) = chunk.call((look, is_written, text_of, limits::TABLE_LEVELS))?;
        Ok(Held { freeze, changed, cells })
    }

    /// Makes a value, and all that can be reached from it, read-only. It belongs to a module.
    pub(crate) fn freeze(&self, value: Value, module: &Function) -> mlua::Result<()> {
        self.freeze.call((value, module))
    }

    /// The line of a function that holds something else than when it was loaded: its module's path and its line.
    pub(crate) fn changed(&self) -> mlua::Result<Option<(String, u32)>> {
        let found: Option<Function> = self.changed.call(&self.cells)?;
        Ok(found.map(|function| {
            let info = function.info();
            let path = info.source.unwrap_or_default();
            (
                path.trim_start_matches('@').to_owned(),
                info.line_defined.and_then(|n| u32::try_from(n).ok()).unwrap_or(1),
            )
        }))
    }
}
