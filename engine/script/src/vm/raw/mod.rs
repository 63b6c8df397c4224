//! Contains all unsafe code: reads the stack of the virtual machine where mlua would first make a value of every
//! argument, and adds functions that mlua does not offer. The interface for other modules is safe.
//!
//! # Invariants
//! - A place is read only after a check of its type, so a value of another type is a normal result and not a fault.
//! - [`Height`] pops all pushed values again, on success, on error and on panic.
//! - Space is reserved before values are pushed, by a function that returns a result instead of raising an error.
//! - Functions that can raise an error of Lua are never called while Rust waits for their result. Only functions that
//!   Lua itself calls raise errors ([`raise`]), and they own no values that need dropping.
//!
//! # When the pin of mlua moves
//! This module depends on internals of mlua that may change without notice. Compare with its sources, and run the tests
//! of this module:
//! - `Lua::create_function` reads arguments by `FromLua::from_stack`, from the stack of `RawLua::state`, and the
//!   arguments stay at the bottom of that stack until the function returns; `Table::for_each_value` and `raw_get` also
//!   read values by it.
//! - `Function::call` and `Thread::resume` take arguments by `IntoLuaMulti::push_into_stack_multi`.
//! - mlua sets the interrupt of a machine only in `Lua::set_interrupt`.
//! - `LuaString::to_pointer` is the address of the bytes of a text.
//! - In Luau, `lua_checkstack` does not raise errors. Neither do `lua_type`, `lua_tolstringatom` and
//!   `lua_tolightuserdata` for any value, and `lua_rawiter` and `lua_objlen` for tables if there is space.
//! - In Luau, the end of a list is in the array part of its table, where `lua_rawiter` counts by index.
#![allow(unsafe_code)]

mod calls;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use calls::{RunningMachine, Tick, closure_values, pairs_in_order, set_interrupt};

use std::ffi::c_int;
use std::marker::PhantomData;

use mlua::state::RawLua;
use mlua::{FromLua, IntoLua, LightUserData, Lua, LuaString, Value, ffi};

/// Type whose values are read directly from the stack, see [`read_in_place!`](read_in_place).
pub(crate) trait InPlace: Sized {
    /// Reads a value on the stack; `None` if it must be read as a `Value`. Both ways must give equal results for a
    /// value that allows both.
    ///
    /// # Errors
    /// Lua is out of memory.
    fn in_place(place: StackPlace<'_>) -> mlua::Result<Option<Self>>;

    /// Reads a `Value`.
    ///
    /// # Errors
    /// The value is of another type.
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

/// Wrapper that reads a `Value`, as mlua does by default.
struct ByValue<T>(T);

impl<T: InPlace> FromLua for ByValue<T> {
    #[cold]
    fn from_lua(value: Value, lua: &Lua) -> mlua::Result<ByValue<T>> {
        T::of_value(value, lua).map(ByValue)
    }
}

/// Arguments that are pushed directly onto the stack, see [`push_in_place!`](push_in_place).
pub(crate) trait PushInPlace: Sized {
    /// Pushes the arguments onto the stack.
    ///
    /// # Errors
    /// The arguments could not be created, or there is no space for them.
    fn push(self, stack: &mut Stack<'_>) -> mlua::Result<()>;

    /// Converts each argument to a `Value`.
    ///
    /// # Errors
    /// The arguments could not be created.
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

/// Pushes arguments onto the stack and returns their number. On an error, no arguments are on the stack.
#[inline]
pub(crate) fn push<T: PushInPlace>(values: T, raw: &RawLua) -> mlua::Result<c_int> {
    // mlua needs up to one more place to push a value.
    let height = Height::with_room(raw, MOST_PUSHED + 1)?;
    let mut stack = Stack { raw, count: 0 };
    values.push(&mut stack)?;
    // Forgetting the height keeps the arguments on the stack.
    std::mem::forget(height);
    Ok(stack.count)
}

/// Maximum number of arguments that can be pushed at once.
pub(crate) const MOST_PUSHED: c_int = 9;

/// Top of the stack, where arguments are pushed.
///
/// # Invariant
/// There is space for [`MOST_PUSHED`] values and one more; `count` of them are pushed.
pub(crate) struct Stack<'a> {
    raw: &'a RawLua,
    count: c_int,
}

impl Stack<'_> {
    /// Uses one of the reserved places.
    fn take(&mut self) -> mlua::Result<*mut ffi::lua_State> {
        if self.count == MOST_PUSHED {
            return Err(mlua::Error::StackError);
        }
        self.count += 1;
        Ok(self.raw.state())
    }

    /// Pushes nil.
    ///
    /// # Errors
    /// All reserved places are used.
    pub(crate) fn nil(&mut self) -> mlua::Result<()> {
        let state = self.take()?;
        // SAFETY: there is space.
        unsafe { ffi::lua_pushnil(state) };
        Ok(())
    }

    /// Pushes a number.
    ///
    /// # Errors
    /// All reserved places are used.
    pub(crate) fn number(&mut self, number: f64) -> mlua::Result<()> {
        let state = self.take()?;
        // SAFETY: there is space.
        unsafe { ffi::lua_pushnumber(state, number) };
        Ok(())
    }

    /// Pushes light userdata.
    ///
    /// # Errors
    /// All reserved places are used.
    pub(crate) fn light(&mut self, data: LightUserData) -> mlua::Result<()> {
        let state = self.take()?;
        // SAFETY: there is space, and the pointer is not dereferenced.
        unsafe { ffi::lua_pushlightuserdata(state, data.0) };
        Ok(())
    }

    /// Pushes a value.
    ///
    /// # Errors
    /// All reserved places are used.
    pub(crate) fn value(&mut self, value: Value) -> mlua::Result<()> {
        self.take()?;
        // SAFETY: there is space for it and for the temporary value of mlua.
        unsafe { value.push_into_stack(self.raw) }
    }
}

/// Guard that pops all values that were pushed since it was created.
struct Height<'a> {
    state: *mut ffi::lua_State,
    top: c_int,
    _raw: PhantomData<&'a RawLua>,
}

impl<'a> Height<'a> {
    /// Reserves space for `count` values.
    ///
    /// # Errors
    /// There is no space.
    fn with_room(raw: &'a RawLua, count: c_int) -> mlua::Result<Height<'a>> {
        let state = raw.state();
        // SAFETY: the state is that of a live machine; without space this returns 0 and raises no error.
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

/// Value on the stack of the running function.
///
/// # Invariant
/// There is a value at the index of the stack of the running function, from the bottom or from the top. Only this
/// module creates places, and only lends them.
#[derive(Clone, Copy)]
pub(crate) struct StackPlace<'a> {
    index: c_int,
    raw: &'a RawLua,
}

impl StackPlace<'_> {
    /// Returns the index from the bottom.
    fn absolute(self) -> c_int {
        // SAFETY: this only counts.
        unsafe { ffi::lua_absindex(self.raw.state(), self.index) }
    }

    /// Returns the light userdata at this place; a null pointer for any other value.
    #[inline]
    pub(crate) fn light(self) -> LightUserData {
        // SAFETY: a value is there, and this returns null for values of other types.
        LightUserData(unsafe { ffi::lua_tolightuserdata(self.raw.state(), self.index) })
    }

    /// Returns the place of the text, to hold it later; `None` for any other value.
    #[inline]
    pub(crate) fn text(self) -> Option<TextPlace> {
        let (first, _) = self.bytes()?;
        Some(TextPlace { index: self.absolute(), address: first.addr() })
    }

    /// Returns the address of the bytes of the text and their number; `None` for any other value.
    #[inline]
    fn bytes(self) -> Option<(*const u8, usize)> {
        let mut length = 0;
        // SAFETY: a value is there; this returns null for any value except a text, and converts no values.
        let first =
            unsafe { ffi::lua_tolstringatom(self.raw.state(), self.index, &raw mut length, std::ptr::null_mut()) };
        if first.is_null() { None } else { Some((first.cast(), length)) }
    }

    /// Passes the bytes of the text to `look` while it is on the stack; `None` for any other value.
    fn with_bytes<R>(self, look: impl FnOnce(&[u8]) -> R) -> Option<R> {
        let (first, length) = self.bytes()?;
        // SAFETY: there are `length` bytes, and Lua keeps the text while it is on the stack. It is not popped in the
        // meantime: `look` cannot access the stack, and calls of scripts restore it.
        Some(look(unsafe { std::slice::from_raw_parts(first, length) }))
    }

    /// Returns the value at this place.
    ///
    /// # Errors
    /// Lua is out of memory.
    pub(crate) fn value(self) -> mlua::Result<Value> {
        // SAFETY: a value is there.
        unsafe { Value::from_stack(self.index, self.raw) }
    }

    /// Reads the values of a table under requested names, in the order in which Lua keeps them; returns false for any
    /// other value. `wanted` returns the destination for the value with a name, given as bytes. No script is called.
    ///
    /// # Errors
    /// Lua is out of memory.
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
            // SAFETY: a table is there, there is space for a name and a value, and the previous pair is popped.
            at = unsafe { ffi::lua_rawiter(state, table, at) };
            if at < 0 {
                return Ok(true);
            }
            let name = StackPlace { index: name, raw: self.raw };
            if let Some(Some(place)) = name.with_bytes(|bytes| wanted(into, bytes)) {
                *place = StackPlace { index: value, raw: self.raw }.value()?;
            }
            // SAFETY: this pops the pair that `lua_rawiter` has pushed.
            unsafe { ffi::lua_settop(state, height.top) };
        }
    }
}

/// Place of a text that was passed to the running function.
#[derive(Clone, Copy)]
pub(crate) struct TextPlace {
    index: c_int,
    address: usize,
}

impl TextPlace {
    /// Returns the address of Lua's copy; equal texts share one copy.
    #[inline]
    pub(crate) fn address(self) -> usize {
        self.address
    }

    /// Holds the text, if it is still at its place.
    ///
    /// # Errors
    /// The function that received the text has returned, or another one runs. Lua is out of memory.
    pub(crate) fn hold(self, lua: &Lua) -> mlua::Result<LuaString> {
        lua.exec_raw_lua(|raw| {
            // SAFETY: this only counts; there are values up to the top.
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
