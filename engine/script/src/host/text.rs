//! Texts as arguments of functions that are called all the time.
//!
//! A script's text usually is one that was seen before, and then its address is enough to know it: taking hold of it
//! as mlua does costs more than the rest of such a call. What this rests on: mlua hands over the place of an
//! argument on the stack of the running call, and the arguments stay there until the function returns. So a
//! [`Text`] is of use only within the function that it was given to, which is where all of them are used up.
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
pub(crate) fn name(text: &LuaString) -> mlua::Result<Arc<str>> {
    let text = text.to_str().map_err(|_| misuse("a text is not valid UTF-8"))?;
    if text.len() > NAME_BYTES {
        return Err(misuse(format!("a name has at most {NAME_BYTES} bytes, and this one has {}", text.len())));
    }
    match first_unseen(&text) {
        Some((_, c)) => Err(misuse(format!("the name `{}` has the character {}", &*text, code_point(c)))),
        None => Ok(Arc::from(&*text)),
    }
}

/// A name that stands in records too, such as the key of an option: of letters that cannot be taken for each other.
/// What people read instead is among the texts of the pack.
///
/// # Errors
/// It is too long, or has other characters.
pub(crate) fn key(text: &LuaString) -> mlua::Result<Arc<str>> {
    if let Ok(read) = text.to_str()
        && read.len() <= NAME_BYTES
        && is_plain(read.as_bytes())
    {
        return Ok(Arc::from(&*read));
    }
    let text = name(text)?;
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
    Stack(c_int),
    Held(LuaString),
}

impl Text {
    /// Where Lua keeps it; equal texts are kept once.
    #[inline]
    pub(crate) fn address(&self) -> usize {
        self.address
    }

    fn of(value: Value, lua: &Lua) -> mlua::Result<Text> {
        match value {
            Value::String(text) => Ok(Text { address: text.to_pointer() as usize, place: Place::Held(text) }),
            other => Err(unfit(lua, "a text", told(&other, lua), String::new())),
        }
    }

    /// Takes hold of it.
    #[cold]
    pub(crate) fn hold(&self, lua: &Lua) -> mlua::Result<LuaString> {
        match &self.place {
            Place::Held(text) => Ok(text.clone()),
            // SAFETY: the index is absolute and was made for the call that is still running, whose arguments are
            // still in place; `from_stack` checks the type of what it finds.
            Place::Stack(index) => lua.exec_raw_lua(|raw| unsafe { LuaString::from_stack(*index, raw) }),
        }
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
                return Ok(Text { address, place: Place::Stack(ffi::lua_absindex(state, index)) });
            }
            // SAFETY: as above.
            Slow::from_stack(index, lua).map(|Slow(text)| text)
        }
    }
}
