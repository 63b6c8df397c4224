//! Caches texts that modules use repeatedly in options and questions, so that each is checked once.

use std::sync::Arc;

use mlua::LuaString;

use crate::host::runner::Runner;
use crate::host::text::{self, ScriptName};

/// Number of cached texts; texts with the same slot replace each other.
const SLOTS: usize = 64;

struct KeySlot {
    address: usize,
    key: Arc<str>,
    /// Keeps the text alive, so that its address is not reused for another text.
    _text: LuaString,
}

/// Texts by the address of Lua's interned copy.
pub(super) struct Keys {
    slots: Vec<Option<KeySlot>>,
}

impl Default for Keys {
    fn default() -> Keys {
        Keys { slots: std::iter::repeat_with(|| None).take(SLOTS).collect() }
    }
}

impl Keys {
    /// Returns the text as a piece of a key.
    ///
    /// # Errors
    /// The text is not valid as a key, see [`text::key`].
    #[inline]
    pub(super) fn get(&mut self, text: &impl ScriptName, runner: &Runner) -> mlua::Result<Arc<str>> {
        let address = text.address();
        let at = (address >> 4 ^ address >> 12) % SLOTS;
        match &self.slots[at] {
            Some(slot) if slot.address == address => Ok(Arc::clone(&slot.key)),
            _ => self.look_at(text, runner, at),
        }
    }

    #[cold]
    fn look_at(&mut self, text: &impl ScriptName, runner: &Runner, at: usize) -> mlua::Result<Arc<str>> {
        let held = text.hold(&runner.lua()?)?;
        let key = text::key(&held)?;
        self.slots[at] = Some(KeySlot { address: text.address(), key: Arc::clone(&key), _text: held });
        Ok(key)
    }
}
