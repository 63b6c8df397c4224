//! Describes values that a host function does not accept, with the name of the parameter.

use std::collections::HashMap;
use std::ffi::c_void;

use mlua::{Error, Function, Lua};

use crate::vm::trouble::{Misuse, ScriptErrorKind};

/// Function that returns the name of a parameter, by the name of the host function, true for a method, and the position
/// from 0.
type Parameter = fn(&str, bool, usize) -> Option<&'static str>;

/// Host functions of a machine by address: the name, and true for a method.
pub(crate) struct HostFunctionNames {
    functions: HashMap<*const c_void, (&'static str, bool)>,
    parameter: Parameter,
}

impl HostFunctionNames {
    /// Creates an empty table; `parameter` returns the names of parameters.
    pub(crate) fn new(parameter: Parameter) -> HostFunctionNames {
        HostFunctionNames { functions: HashMap::new(), parameter }
    }

    pub(crate) fn note(&mut self, function: &Function, name: &'static str, is_method: bool) {
        self.functions.insert(function.to_pointer(), (name, is_method));
    }
}

/// Value that a host function does not accept.
#[derive(Debug)]
pub(crate) struct ArgumentError {
    name: &'static str,
    is_method: bool,
    parameter: Parameter,
    expected: String,
    got: String,
    after: String,
}

/// Returns an error for an argument of the running host function that has the wrong type.
#[cold]
pub(crate) fn unfit(lua: &Lua, expected: &str, got: String, after: String) -> Error {
    let message = format!("expected {expected}, got {got}{after}");
    // The arguments that are being read belong to the innermost function.
    let running = lua.inspect_stack(0, |level| level.function().to_pointer());
    let called = running.and_then(|at| {
        let called = lua.app_data_ref::<HostFunctionNames>()?;
        Some((called.functions.get(&at).copied()?, called.parameter))
    });
    let expected = expected.to_owned();
    let given =
        called.map(|((name, is_method), parameter)| ArgumentError { name, is_method, parameter, expected, got, after });
    Error::external(Misuse { kind: ScriptErrorKind::Error, message, given })
}

impl ArgumentError {
    /// Describes the wrong value at a position, counted from 1, where the object of a method comes first; `None` for a
    /// position without a name.
    pub(crate) fn sentence(&self, position: usize) -> Option<String> {
        let ArgumentError { name, is_method, parameter, expected, got, after } = self;
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
        let parameter = parameter(name, *is_method, index)?;
        Some(format!("`{parameter}` of `{name}` needs {expected}, got {got}{after}"))
    }
}
