//! Freezes the values that outlive the loading of modules: their return values and the values that their functions
//! hold. All tables among them become read-only, so that rules cannot store state in them between calls. Single values
//! that a function could exchange are recorded and compared later. Iterators of the library are functions of the host
//! that hold their position.

use mlua::{Function, Lua, Table, Value};
use tilewright_core::limits;

use crate::vm::raw;

/// Values that modules hold when all are loaded.
pub(crate) struct ModuleState {
    freeze: Function,
    changed: Function,
    /// Functions, the index of each value that they hold, and the value.
    cells: Table,
}

impl ModuleState {
    /// Creates an empty collection.
    pub(crate) fn new(lua: &Lua) -> mlua::Result<ModuleState> {
        let chunk = lua.load(include_str!("held.lua")).set_name("=held").into_function()?;
        let look = raw::closure_values(lua)?;
        let is_written = lua.create_function(|_, function: Function| Ok(function.info().what != "C"))?;
        // `string.format` is the only function that writes the sign of a NaN.
        let text_of: Function = lua.globals().raw_get::<Table>("string")?.raw_get("format")?;
        let (freeze, changed, cells) = chunk.call((look, is_written, text_of, limits::TABLE_LEVELS))?;
        Ok(ModuleState { freeze, changed, cells })
    }

    /// Makes a value of a module, and all values that can be reached from it, read-only.
    pub(crate) fn freeze(&self, value: Value, module: &Function) -> mlua::Result<()> {
        self.freeze.call((value, module))
    }

    /// Returns the path and line of a function that holds a different value than after loading; `None` if all are
    /// unchanged.
    pub(crate) fn find_changed(&self) -> mlua::Result<Option<(String, u32)>> {
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
