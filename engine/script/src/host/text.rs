//! Texts as arguments of functions that are called all the time.
//!
//! A script's text usually is one that was seen before, and then its address is enough to know it: taking hold of it
//! as mlua does costs more than the rest of such a call. What this rests on: mlua hands over the place of an
//! argument on the stack of the running call, and the arguments stay there until the function returns. So a
//! [`Text`] is of use only within the function that it was given to, which is where all of them are used up, and never
//! as an item of a list: those lie on the stack only while the list is read.
#![allow(unsafe_code)]

use std::ffi::c_int;
use std::sync::Arc;

use mlua::state::RawLua;
use mlua::{FromLua, Lua, LuaString, Value, ffi};
use tilewright_core::limits::NAME_BYTES;
use tilewright_core::unseen::{code_point, first_unseen, is_plain};

use crate::host::handle::told;
use crate::vm::trouble::misuse;
use crate::vm::unfit::unfit;

/// A name that rules make up and that is kept: of a unit, a reason, a group of options. People are shown it as it is.
///
/// # Errors
/// It is too long, or has a character that is not seen.
pub(crate) fn name(text: &impl Called) -> mlua::Result<Arc<str>> {
    let text = text.hold()?;
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

/// A name that stands in records too, such as the key of an option: of letters that cannot be taken for each other.
/// What people read instead is among the texts of the pack.
///
/// # Errors
/// It is too long, or has other characters.
pub(crate) fn key(text: &impl Called) -> mlua::Result<Arc<str>> {
    let text = text.hold()?;
    let read = text.to_str().map_err(|_| misuse("a text is not valid UTF-8"))?;
    key_of(&read)
}

/// The same of a text that was put together.
///
/// # Errors
/// As above.
pub(crate) fn key_of(text: &str) -> mlua::Result<Arc<str>> {
    if text.len() <= NAME_BYTES && is_plain(text.as_bytes()) {
        return Ok(Arc::from(text));
    }
    let text = name_of(text)?;
    match text.chars().find(|c| !c.is_ascii()) {
        Some(c) => {
            let message =
                format!("the key `{text}` has the character {}, and only A to Z, digits and signs", code_point(c));
            Err(misuse(message + " may stand in keys; what people read is said in the texts of the pack"))
        }
        None => Ok(text),
    }
}

/// A text that was given to the running function.
pub(crate) struct Text {
    address: usize,
    place: Place,
}

enum Place {
    Stack(c_int, *const RawLua),
    Held(LuaString),
}

/// What scripts call something by: a text that was given to the running function, or one that is held.
pub(crate) trait Called {
    /// Where Lua keeps it; equal texts are kept once.
    fn address(&self) -> usize;

    /// Takes hold of it.
    ///
    /// # Errors
    /// Lua has no more room.
    fn hold(&self) -> mlua::Result<LuaString>;
}

impl Called for LuaString {
    #[inline]
    fn address(&self) -> usize {
        self.to_pointer() as usize
    }

    fn hold(&self) -> mlua::Result<LuaString> {
        Ok(self.clone())
    }
}

impl Called for Text {
    #[inline]
    fn address(&self) -> usize {
        self.address
    }

    fn hold(&self) -> mlua::Result<LuaString> {
        match &self.place {
            Place::Held(text) => Ok(text.clone()),
            // SAFETY: the index is absolute and was made for the call that is still running, whose arguments are
            // still in place, by the machine that runs it; `from_stack` checks the type of what it finds.
            Place::Stack(index, raw) => unsafe { LuaString::from_stack(*index, &**raw) },
        }
    }
}

impl Text {
    fn of(value: Value, lua: &Lua) -> mlua::Result<Text> {
        let text = match value {
            Value::String(text) => text,
            // Numbers count as texts, as everywhere in Lua.
            Value::Integer(_) | Value::Number(_) => LuaString::from_lua(value, lua)?,
            other => return Err(unfit(lua, "a text", told(&other, lua), String::new())),
        };
        Ok(Text { address: text.to_pointer() as usize, place: Place::Held(text) })
    }

    /// As it is, with a mark for what is not valid UTF-8.
    pub(crate) fn read(&self) -> mlua::Result<String> {
        Ok(self.hold()?.to_string_lossy())
    }
}

/// A text that is read as mlua reads values by default, which knows the machine.
struct Slow(Text);

impl FromLua for Slow {
    #[cold]
    fn from_lua(value: Value, lua: &Lua) -> mlua::Result<Slow> {
        Text::of(value, lua).map(Slow)
    }
}

impl FromLua for Text {
    fn from_lua(value: Value, lua: &Lua) -> mlua::Result<Text> {
        Text::of(value, lua)
    }

    #[inline]
    unsafe fn from_stack(index: c_int, lua: &RawLua) -> mlua::Result<Text> {
        let state = lua.state();
        // SAFETY: mlua calls this with an index of an argument of the running call; both functions only look.
        unsafe {
            if ffi::lua_type(state, index) == ffi::LUA_TSTRING {
                let address = ffi::lua_topointer(state, index) as usize;
                return Ok(Text {
                    address,
                    place: Place::Stack(ffi::lua_absindex(state, index), std::ptr::from_ref(lua)),
                });
            }
            // SAFETY: as above.
            Slow::from_stack(index, lua).map(|Slow(text)| text)
        }
    }
}
