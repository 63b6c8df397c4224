//! Values that a host function cannot take, told by the name of the parameter that they were given for.

use std::collections::HashMap;
use std::ffi::c_void;

use mlua::{Error, Function, Lua};

use crate::api::{HostFunction, Receiver, find};
use crate::vm::trouble::{Misuse, TroubleKind};

/// Which host function lies where in the memory of a machine: the name, and whether it is a method.
#[derive(Default)]
pub(super) struct Called(HashMap<*const c_void, (&'static str, bool)>);

impl Called {
    pub(super) fn note(&mut self, function: &Function, described: &HostFunction) {
        self.0.insert(function.to_pointer(), (described.name(), described.on != Receiver::Global));
    }
}

/// A value that a host function cannot take.
#[derive(Debug)]
pub(crate) struct Unfit {
    name: &'static str,
    is_method: bool,
    expected: String,
    got: String,
    after: String,
}

/// An error to be raised for a value that was given to the running host function.
#[cold]
pub(crate) fn unfit(lua: &Lua, expected: &str, got: String, after: String) -> Error {
    let message = format!("expected {expected}, got {got}{after}");
    // The innermost function is the one whose arguments are being read.
    let running = lua.inspect_stack(0, |level| level.function().to_pointer());
    let called = running.and_then(|at| lua.app_data_ref::<Called>()?.0.get(&at).copied());
    let given = called.map(|(name, is_method)| Unfit { name, is_method, expected: expected.to_owned(), got, after });
    Error::external(Misuse { kind: TroubleKind::Error, message, given })
}

impl Unfit {
    /// What is told of the value at a position, counted from 1, where what a method is called on comes first; nothing for a
    /// position that has no name.
    pub(crate) fn sentence(&self, position: usize) -> Option<String> {
        let Unfit { name, is_method, expected, got, after } = self;
        let index = match (position.checked_sub(1)?, is_method) {
            (0, true) if got == "nothing" => {
                return Some(format!(
                    "`{name}` is called on nothing; a method is called with a colon, as in `thing:{name}(…)`"
                ));
            }
            (0, true) => return Some(format!("`{name}` is called on {expected}, not on {got}{after}")),
            (counted, true) => counted - 1,
            (counted, false) => counted,
        };
        // Methods of one name may call their parameters differently.
        let mut names = find(name)
            .filter(|function| (function.on != Receiver::Global) == *is_method)
            .filter_map(|function| Some(function.parsed().arguments.get(index)?.name));
        let parameter = names.next().filter(|first| names.all(|other| other == *first))?;
        Some(format!("`{parameter}` of `{name}` needs {expected}, got {got}{after}"))
    }
}
