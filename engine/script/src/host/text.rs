//! Reads texts that are arguments of frequently called functions.
//!
//! Most texts of a script were used before, and their address identifies them. Holding a text as mlua does costs more
//! than the other work of such a call. Without this module, games take up to 8 % more instructions.
//!
//! mlua passes the stack index of an argument of the running call, and arguments stay on the stack until the function
//! returns. So a [`Text`] is valid only within the function that received it, which is where all of them are consumed.
//! It is never valid as an item of a list, because items are on the stack only while the list is read. Holding a text
//! that is no longer valid is an error.

use std::sync::Arc;

use mlua::{FromLua, Lua, LuaString, Value};
use tilewright_core::limits::NAME_BYTES;
use tilewright_core::unseen::{code_point, first_unseen, is_plain};

use crate::host::handle::describe_in_game;
use crate::vm::raw::{InPlace, StackPlace, TextPlace, read_in_place};
use crate::vm::trouble::misuse;
use crate::vm::unfit::unfit;

/// Checks a name that rules make up and that is kept: of a unit, a reason, a group of options. Players see it
/// unchanged.
///
/// # Errors
/// The text is too long, or has an invisible character.
pub(crate) fn name(text: &LuaString) -> mlua::Result<Arc<str>> {
    let text = text.to_str().map_err(|_| misuse("a text is not valid UTF-8"))?;
    name_of(&text)
}

fn name_of(text: &str) -> mlua::Result<Arc<str>> {
    if text.len() > NAME_BYTES {
        return Err(misuse(format!("a name has at most {NAME_BYTES} bytes, and this one has {}", text.len())));
    }
    match first_unseen(text) {
        Some((_, c)) => Err(misuse(format!("the name `{text}` has the character {}", code_point(c)))),
        None => Ok(Arc::from(text)),
    }
}

/// Checks a name that records also contain, such as the key of an option: only ASCII characters, which cannot be
/// confused. Players read a text of the pack instead.
///
/// # Errors
/// The text is too long, or has other characters.
pub(crate) fn key(text: &LuaString) -> mlua::Result<Arc<str>> {
    let read = text.to_str().map_err(|_| misuse("a text is not valid UTF-8"))?;
    key_of(&read)
}

/// Like [`key`], for a text that was composed in Rust.
///
/// # Errors
/// The text is too long, or has other characters.
pub(crate) fn key_of(text: &str) -> mlua::Result<Arc<str>> {
    if text.len() <= NAME_BYTES && is_plain(text.as_bytes()) {
        return Ok(Arc::from(text));
    }
    let text = name_of(text)?;
    match text.chars().find(|c| !c.is_ascii()) {
        Some(c) => {
            let message =
                format!("the key `{text}` has the character {}, and only A to Z, digits and signs", code_point(c));
            Err(misuse(message + " are valid in keys; texts for players belong in the texts of the pack"))
        }
        None => Ok(text),
    }
}

/// Text that was passed to the running function.
pub(crate) enum Text {
    /// Place of the text on the stack.
    Given(TextPlace),
    /// Text that Lua keeps alive.
    Held(LuaString),
}

/// Name from a script: a text that was passed to the running function, or one that is held.
pub(crate) trait ScriptName {
    /// Returns the address of Lua's copy; equal texts share one copy.
    fn address(&self) -> usize;

    /// Holds the text, which keeps it alive.
    ///
    /// # Errors
    /// Lua is out of memory, or the function that received the text has returned.
    fn hold(&self, lua: &Lua) -> mlua::Result<LuaString>;
}

impl ScriptName for LuaString {
    #[inline]
    fn address(&self) -> usize {
        self.to_pointer() as usize
    }

    fn hold(&self, _: &Lua) -> mlua::Result<LuaString> {
        Ok(self.clone())
    }
}

impl ScriptName for Text {
    #[inline]
    fn address(&self) -> usize {
        match self {
            Text::Given(place) => place.address(),
            Text::Held(text) => text.address(),
        }
    }

    fn hold(&self, lua: &Lua) -> mlua::Result<LuaString> {
        match self {
            Text::Given(place) => place.hold(lua),
            Text::Held(text) => text.hold(lua),
        }
    }
}

impl Text {
    /// Returns the text, with replacement characters for invalid UTF-8.
    pub(crate) fn read(&self, lua: &Lua) -> mlua::Result<String> {
        Ok(self.hold(lua)?.to_string_lossy())
    }
}

read_in_place!(Text);

impl InPlace for Text {
    #[inline]
    fn in_place(place: StackPlace<'_>) -> mlua::Result<Option<Text>> {
        Ok(place.text().map(Text::Given))
    }

    fn of_value(value: Value, lua: &Lua) -> mlua::Result<Text> {
        let text = match value {
            Value::String(text) => text,
            // Numbers count as texts, as everywhere in Lua.
            Value::Integer(_) | Value::Number(_) => LuaString::from_lua(value, lua)?,
            other => return Err(unfit(lua, "a text", describe_in_game(&other, lua), String::new())),
        };
        Ok(Text::Held(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vm::raw::tests::compare;

    #[test]
    fn texts_read_in_place_are_those_read_as_values() {
        compare::<Text>(|read, lua| {
            let held = read.hold(lua).unwrap();
            assert_eq!(held.address(), read.address());
            format!("{:?}", &*held.as_bytes())
        });
    }
}
