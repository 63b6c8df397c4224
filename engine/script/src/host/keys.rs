//! Texts that modules say again and again when they add options or ask: each is looked at once.

use std::sync::Arc;

use mlua::LuaString;

use crate::host::Runner;
use crate::host::text::{self, Called};

/// So many of them are known at a time; those that share a place push each other out.
const SLOTS: usize = 64;

struct Slot {
    address: usize,
    key: Arc<str>,
    /// Keeps the address taken, so that it never comes to mean another text.
    _text: LuaString,
}

/// The texts, by the address of the copy that Lua keeps of each.
pub(super) struct Keys {
    slots: Vec<Option<Slot>>,
}

impl Default for Keys {
    fn default() -> Keys {
        Keys { slots: std::iter::repeat_with(|| None).take(SLOTS).collect() }
    }
}

impl Keys {
    /// The text as a piece of a key.
    ///
    /// # Errors
    /// It is no key, see [`text::key`].
    #[inline]
    pub(super) fn get(&mut self, text: &impl Called, runner: &Runner) -> mlua::Result<Arc<str>> {
        let address = text.address();
        let at = (address >> 4 ^ address >> 12) % SLOTS;
        match &self.slots[at] {
            Some(slot) if slot.address == address => Ok(Arc::clone(&slot.key)),
            _ => self.look_at(text, runner, at),
        }
    }

    #[cold]
    fn look_at(&mut self, text: &impl Called, runner: &Runner, at: usize) -> mlua::Result<Arc<str>> {
        let held = text.hold(&runner.lua()?)?;
        let key = text::key(&held)?;
        self.slots[at] = Some(Slot { address: text.address(), key: Arc::clone(&key), _text: held });
        Ok(key)
    }
}
