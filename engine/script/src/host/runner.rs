//! Refers to the virtual machine that runs the functions of a host.

use std::cell::OnceCell;

use mlua::{Lua, WeakLua};

/// Virtual machine that runs the functions of a host; empty until it is set.
#[derive(Default)]
pub(crate) struct Runner(OnceCell<WeakLua>);

impl Runner {
    /// Sets the machine; later calls have no effect.
    pub(crate) fn set(&self, lua: &Lua) {
        self.0.get_or_init(|| lua.weak());
    }

    /// Returns the machine.
    ///
    /// # Errors
    /// The machine no longer exists, or is not set.
    pub(crate) fn lua(&self) -> mlua::Result<Lua> {
        let lua = self.0.get().and_then(WeakLua::try_upgrade);
        lua.ok_or_else(|| mlua::Error::runtime("the virtual machine is gone"))
    }
}
