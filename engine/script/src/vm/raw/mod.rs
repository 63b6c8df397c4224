//! The one module that may be unsafe: it reads the stack of the virtual machine where mlua would make a value of
//! everything first, and does what mlua has no function for. What it offers to others is safe.
//!
//! # Invariants
//! - A place is read only after its type was asked for, so a value of another type is an answer and not a fault.
//! - What is put on the stack is taken off again by [`Height`], on success, on error and on panic.
//! - Room is made before anything is put on the stack, by a function that answers instead of raising an error.
//! - Nothing that can raise an error of Lua is called while Rust waits for its result. Only functions that Lua itself
//!   calls raise errors ([`raise`]), and they own nothing that would have to be dropped.
//!
//! # When the pin of mlua moves
//! mlua hides what this rests on, and may change it without notice. Compare with its sources, and run the tests of
//! this module:
//! - `Lua::create_function` reads arguments by `FromLua::from_stack`, from the stack of `RawLua::state`, and the
//!   arguments stay at the bottom of that stack until the function returns; `Table::for_each_value` and `raw_get`
//!   read values by it too.
//! - `Function::call` and `Thread::resume` take arguments by `IntoLuaMulti::push_into_stack_multi`.
//! - mlua sets the interrupt of a machine in `Lua::set_interrupt` alone.
//! - `LuaString::to_pointer` is where the bytes of a text begin.
//! - In Luau, `lua_checkstack` does not raise errors. Neither do `lua_type`, `lua_tolstringatom` and `lua_tolightuserdata`
//!   for any value, and `lua_rawiter` and `lua_objlen` for tables where there is room.
//! - In Luau, the end of a list lies in the array part of its table, where `lua_rawiter` counts by index.
#![allow(unsafe_code)]

mod calls;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use calls::{Running, Tick, closure_values, pairs_in_order, set_interrupt};

use std::ffi::c_int;
use std::marker::PhantomData;

use mlua::state::RawLua;
use mlua::{FromLua, IntoLua, LightUserData, Lua, LuaString, Value, ffi};

/// A type whose values are read where they lie, see [`read_in_place!`](read_in_place).
pub(crate) trait InPlace: Sized {
    /// Reads a value as it lies on the stack; nothing where it has to be read as a value. A value that can be read in
    /// both ways has to mean the same.
    ///
    /// # Errors
    /// Lua has no more room.
    fn in_place(place: StackPlace<'_>) -> mlua::Result<Option<Self>>;

    /// Reads a value.
    ///
    /// # Errors
    /// It is of another type.
    fn of_value(value: Value, lua: &Lua) -> mlua::Result<Self>;
}

/// Implements `FromLua` for types that are [`InPlace`].
macro_rules! read_in_place {
    ($($name:ty),+ $(,)?) => {$(
        impl mlua::FromLua for $name {
            #[inline]
            fn from_lua(value: mlua::Value, lua: &mlua::Lua) -> mlua::Result<$name> {
                $crate::vm::raw::InPlace::of_value(value, lua)
            }

            #[allow(unsafe_code)]
            #[inline]
            unsafe fn from_stack(index: std::ffi::c_int, raw: &mlua::state::RawLua) -> mlua::Result<$name> {
                // SAFETY: mlua calls this with the index of a value on the stack of the running function.
                unsafe { $crate::vm::raw::read(index, raw) }
            }
        }
    )+};
}
pub(crate) use read_in_place;

/// Reads the value at an index.
///
/// # Safety
/// There is a value at the index of the stack of the running function.
#[inline]
pub(crate) unsafe fn read<T: InPlace>(index: c_int, raw: &RawLua) -> mlua::Result<T> {
    match T::in_place(StackPlace { index, raw })? {
        Some(read) => Ok(read),
        // SAFETY: the caller promises that a value is there.
        None => unsafe { ByValue::from_stack(index, raw).map(|ByValue(read)| read) },
    }
}

/// What is read as a value, which is how mlua reads by default.
struct ByValue<T>(T);

impl<T: InPlace> FromLua for ByValue<T> {
    #[cold]
    fn from_lua(value: Value, lua: &Lua) -> mlua::Result<ByValue<T>> {
        T::of_value(value, lua).map(ByValue)
    }
}

/// Arguments that are put on the stack at once, see [`push_in_place!`](push_in_place).
pub(crate) trait PushInPlace: Sized {
    /// Puts them on the stack.
    ///
    /// # Errors
    /// They could not be made, or there is no room for them.
    fn push(self, stack: &mut Stack<'_>) -> mlua::Result<()>;

    /// Makes a value of each.
    ///
    /// # Errors
    /// They could not be made.
    fn values(self, lua: &Lua) -> mlua::Result<mlua::MultiValue>;
}

/// Implements `IntoLuaMulti` for types that are [`PushInPlace`].
macro_rules! push_in_place {
    ($name:ty) => {
        impl mlua::IntoLuaMulti for $name {
            fn into_lua_multi(self, lua: &mlua::Lua) -> mlua::Result<mlua::MultiValue> {
                $crate::vm::raw::PushInPlace::values(self, lua)
            }

            #[allow(unsafe_code)]
            #[inline]
            unsafe fn push_into_stack_multi(self, raw: &mlua::state::RawLua) -> mlua::Result<std::ffi::c_int> {
                $crate::vm::raw::push(self, raw)
            }
        }
    };
}
pub(crate) use push_in_place;

/// Puts arguments on the stack, and tells how many they are; none on an error.
#[inline]
pub(crate) fn push<T: PushInPlace>(values: T, raw: &RawLua) -> mlua::Result<c_int> {
    // mlua takes up to one place more for a value.
    let height = Height::with_room(raw, MOST_PUSHED + 1)?;
    let mut stack = Stack { raw, count: 0 };
    values.push(&mut stack)?;
    // They stay.
    std::mem::forget(height);
    Ok(stack.count)
}

/// Most arguments that can be put on the stack at once.
pub(crate) const MOST_PUSHED: c_int = 9;

/// The end of the stack, where arguments are put.
///
/// # Invariant
/// There is room for [`MOST_PUSHED`] values and one more, of which so many are there.
pub(crate) struct Stack<'a> {
    raw: &'a RawLua,
    count: c_int,
}

impl Stack<'_> {
    /// Takes one of the places.
    fn take(&mut self) -> mlua::Result<*mut ffi::lua_State> {
        if self.count == MOST_PUSHED {
            return Err(mlua::Error::StackError);
        }
        self.count += 1;
        Ok(self.raw.state())
    }

    /// Puts nil there.
    ///
    /// # Errors
    /// There are too many.
    pub(crate) fn nil(&mut self) -> mlua::Result<()> {
        let state = self.take()?;
        // SAFETY: there is room.
        unsafe { ffi::lua_pushnil(state) };
        Ok(())
    }

    /// Puts a number there.
    ///
    /// # Errors
    /// There are too many.
    pub(crate) fn number(&mut self, number: f64) -> mlua::Result<()> {
        let state = self.take()?;
        // SAFETY: there is room.
        unsafe { ffi::lua_pushnumber(state, number) };
        Ok(())
    }

    /// Puts light userdata there.
    ///
    /// # Errors
    /// There are too many.
    pub(crate) fn light(&mut self, data: LightUserData) -> mlua::Result<()> {
        let state = self.take()?;
        // SAFETY: there is room, and the pointer is not followed.
        unsafe { ffi::lua_pushlightuserdata(state, data.0) };
        Ok(())
    }

    /// Puts a value there.
    ///
    /// # Errors
    /// There are too many.
    pub(crate) fn value(&mut self, value: Value) -> mlua::Result<()> {
        self.take()?;
        // SAFETY: there is room for it and for what mlua needs on the way.
        unsafe { value.push_into_stack(self.raw) }
    }
}

/// Takes off the stack what was put on it since.
struct Height<'a> {
    state: *mut ffi::lua_State,
    top: c_int,
    _raw: PhantomData<&'a RawLua>,
}

impl<'a> Height<'a> {
    /// Makes room for so many values.
    ///
    /// # Errors
    /// There is no room.
    fn with_room(raw: &'a RawLua, count: c_int) -> mlua::Result<Height<'a>> {
        let state = raw.state();
        // SAFETY: the state is that of a living machine; without room this answers 0 and raises nothing.
        unsafe {
            if ffi::lua_checkstack(state, count) == 0 {
                return Err(mlua::Error::StackError);
            }
            Ok(Height { state, top: ffi::lua_gettop(state), _raw: PhantomData })
        }
    }
}

impl Drop for Height<'_> {
    fn drop(&mut self) {
        // SAFETY: the state lives as long as the machine that is borrowed, and has at least as many values as before.
        unsafe { ffi::lua_settop(self.state, self.top) }
    }
}

/// A value on the stack of the running function.
///
/// # Invariant
/// The index is that of a value on the stack of the running function, from the bottom or from the top. Only this module
/// makes places, and lends them.
#[derive(Clone, Copy)]
pub(crate) struct StackPlace<'a> {
    index: c_int,
    raw: &'a RawLua,
}

impl StackPlace<'_> {
    /// The index from the bottom.
    fn absolute(self) -> c_int {
        // SAFETY: this only counts.
        unsafe { ffi::lua_absindex(self.raw.state(), self.index) }
    }

    /// The light userdata that is there; a null pointer for anything else.
    #[inline]
    pub(crate) fn light(self) -> LightUserData {
        // SAFETY: a value is there, and this answers null for values of other types.
        LightUserData(unsafe { ffi::lua_tolightuserdata(self.raw.state(), self.index) })
    }

    /// The text that is there, to be taken hold of later.
    #[inline]
    pub(crate) fn text(self) -> Option<TextPlace> {
        let (first, _) = self.bytes()?;
        Some(TextPlace { index: self.absolute(), address: first.addr() })
    }

    /// Where the bytes of the text begin that is there, and how many there are.
    #[inline]
    fn bytes(self) -> Option<(*const u8, usize)> {
        let mut length = 0;
        // SAFETY: a value is there; this answers null for what is not a text, and converts nothing.
        let first =
            unsafe { ffi::lua_tolstringatom(self.raw.state(), self.index, &raw mut length, std::ptr::null_mut()) };
        if first.is_null() { None } else { Some((first.cast(), length)) }
    }

    /// The bytes of the text that is there, shown as long as it lies there.
    fn with_bytes<R>(self, look: impl FnOnce(&[u8]) -> R) -> Option<R> {
        let (first, length) = self.bytes()?;
        // SAFETY: so many bytes are there, and the text is kept as long as it lies there. Nobody takes it away meanwhile:
        // `look` gets nothing to change the stack with, and calls of scripts leave it as it was.
        Some(look(unsafe { std::slice::from_raw_parts(first, length) }))
    }

    /// Takes hold of what is there.
    ///
    /// # Errors
    /// Lua has no more room.
    pub(crate) fn value(self) -> mlua::Result<Value> {
        // SAFETY: a value is there.
        unsafe { Value::from_stack(self.index, self.raw) }
    }

    /// The values in a table under names that are asked for, in the order in which Lua keeps them; false where there is
    /// no table. `wanted` tells where a value belongs, by the bytes of its name. No script is asked.
    ///
    /// # Errors
    /// Lua has no more room.
    #[inline]
    pub(crate) fn fields<T>(
        self,
        into: &mut T,
        wanted: impl for<'t> Fn(&'t mut T, &[u8]) -> Option<&'t mut Value>,
    ) -> mlua::Result<bool> {
        // SAFETY: a value is there.
        if unsafe { ffi::lua_type(self.raw.state(), self.index) } != ffi::LUA_TTABLE {
            return Ok(false);
        }
        let height = Height::with_room(self.raw, 2)?;
        let (state, table, mut at) = (height.state, self.absolute(), 0);
        let (name, value) = (height.top + 1, height.top + 2);
        loop {
            // SAFETY: a table is there, there is room for a name and a value, and the two from before are taken off.
            at = unsafe { ffi::lua_rawiter(state, table, at) };
            if at < 0 {
                return Ok(true);
            }
            let name = StackPlace { index: name, raw: self.raw };
            if let Some(Some(place)) = name.with_bytes(|bytes| wanted(into, bytes)) {
                *place = StackPlace { index: value, raw: self.raw }.value()?;
            }
            // SAFETY: this takes off what `lua_rawiter` has put there.
            unsafe { ffi::lua_settop(state, height.top) };
        }
    }
}

/// Where a text lies that was given to the running function.
#[derive(Clone, Copy)]
pub(crate) struct TextPlace {
    index: c_int,
    address: usize,
}

impl TextPlace {
    /// Where Lua keeps it; equal texts are kept once.
    #[inline]
    pub(crate) fn address(self) -> usize {
        self.address
    }

    /// Takes hold of the text, if it is still there.
    ///
    /// # Errors
    /// The function that it was given to has returned, or another one runs. Lua has no more room.
    pub(crate) fn hold(self, lua: &Lua) -> mlua::Result<LuaString> {
        lua.exec_raw_lua(|raw| {
            // SAFETY: this only counts; up to the top there are values.
            let is_there = self.index <= unsafe { ffi::lua_gettop(raw.state()) }
                && (StackPlace { index: self.index, raw })
                    .bytes()
                    .is_some_and(|(first, _)| first.addr() == self.address);
            if !is_there {
                return Err(mlua::Error::runtime("a text is no longer where it was given"));
            }
            // SAFETY: a text is there.
            unsafe { LuaString::from_stack(self.index, raw) }
        })
    }
}
