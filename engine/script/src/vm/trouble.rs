//! Converts errors of the virtual machine to descriptions of script failures.

use mlua::Error;
use tilewright_core::limits::{self, MESSAGE_LETTERS};
use tilewright_core::unseen::{escape_line, first_unseen};

use crate::vm::budget::{self, Spent};
use crate::vm::unfit::ArgumentError;

/// Message about writing to a table that all calls share.
pub(crate) const READ_ONLY: &str = "this table is read-only: scripts keep nothing outside of the game's state";

/// Kind of failure of a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ScriptErrorKind {
    /// The text is not valid Lua.
    Syntax,
    /// The script raised an error.
    Error,
    /// The time budget is used up.
    Time,
    /// The memory budget is used up.
    Memory,
    /// The script called a function that is not allowed there.
    Forbidden,
}

impl ScriptErrorKind {
    /// Returns the code of faults of this kind.
    pub(crate) fn code(self) -> &'static str {
        match self {
            ScriptErrorKind::Syntax => "S0101",
            ScriptErrorKind::Error => "S0401",
            ScriptErrorKind::Time => "S0402",
            ScriptErrorKind::Memory => "S0403",
            ScriptErrorKind::Forbidden => "S0410",
        }
    }
}

/// Failure of a script that is not yet attributed to a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ScriptError {
    pub(crate) kind: ScriptErrorKind,
    /// Message of one sentence.
    pub(crate) message: String,
    /// Path and line, if the error contains them.
    pub(crate) place: Option<(String, u32)>,
    /// Calls of modules, innermost first.
    pub(crate) traceback: Vec<String>,
}

/// Error that a host function raises when scripts use it wrongly.
#[derive(Debug)]
pub(crate) struct Misuse {
    pub(crate) kind: ScriptErrorKind,
    pub(crate) message: String,
    /// Argument that the host function does not accept, if that is the cause.
    pub(crate) given: Option<ArgumentError>,
}

impl std::fmt::Display for Misuse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Misuse {}

/// Returns an error for a host function to raise.
#[cold]
pub(crate) fn misuse(message: impl Into<String>) -> Error {
    Error::external(Misuse { kind: ScriptErrorKind::Error, message: message.into(), given: None })
}

/// Returns an error for a rule that exceeds a limit.
#[cold]
pub(crate) fn too_much(message: impl Into<String>) -> Error {
    Error::external(Misuse { kind: ScriptErrorKind::Memory, message: message.into(), given: None })
}

/// Returns an error for an action that is not allowed.
#[cold]
pub(crate) fn forbidden(message: impl Into<String>) -> Error {
    Error::external(Misuse { kind: ScriptErrorKind::Forbidden, message: message.into(), given: None })
}

/// Returns the rejected argument of an error; `None` for other errors.
fn unfit(error: &Error) -> Option<&ArgumentError> {
    let Error::ExternalError(inner) = error else { return None };
    inner.downcast_ref::<Misuse>()?.given.as_ref()
}

impl ScriptError {
    /// Returns the failure for a used-up budget.
    #[cold]
    pub(crate) fn late() -> ScriptError {
        let (call, run) = budget::initial_ticks();
        if budget::spent_budget() == Spent::Room {
            return ScriptError::new(ScriptErrorKind::Memory, "the script needs too much memory");
        }
        let why = match budget::spent_budget() {
            Spent::Run => format!("the functions since the last answer have used up their {run} steps"),
            Spent::Clock => format!("after {} ms of processor time it was stopped", limits::CLOCK.as_millis()),
            Spent::Call | Spent::Nothing | Spent::Room => format!("it has used up its {call} steps"),
        };
        ScriptError::new(ScriptErrorKind::Time, format!("the script takes too long: {why}"))
    }

    pub(crate) fn new(kind: ScriptErrorKind, message: impl Into<String>) -> ScriptError {
        ScriptError { kind, message: message.into(), place: None, traceback: Vec::new() }
    }

    /// Converts an error of the virtual machine.
    pub(crate) fn from_error(error: &Error) -> ScriptError {
        let mut trouble = ScriptError::new(ScriptErrorKind::Error, "");
        trouble.read(error);
        // A rule can put any characters into the text of an error.
        trouble.message = escape_line(&trouble.message, MESSAGE_LETTERS).into_owned();
        if trouble.message.trim().is_empty() {
            trouble.message = "an error without a text".to_owned();
        }
        trouble.place = trouble.place.or_else(|| trouble.traceback.first().and_then(|line| place_of(line)));
        trouble
    }

    fn read(&mut self, error: &Error) {
        match error {
            Error::SyntaxError { message, .. } => {
                self.kind = ScriptErrorKind::Syntax;
                // The compiler reports its place, and there is no traceback.
                self.message(message, place_of(message));
            }
            Error::RuntimeError(message) => {
                // The traceback comes last, because the message of a rule may resemble one.
                let (head, stack) = message.rsplit_once("\nstack traceback:\n").unwrap_or((message, ""));
                self.trace(stack);
                // The message of a rule may also begin like a place, so only a place on the stack counts.
                let lines = || stack.lines().map(str::trim).chain(self.traceback.iter().map(String::as_str));
                let place = place_of(head).filter(|place| lines().any(|line| place_of(line).as_ref() == Some(place)));
                self.message(head, place);
            }
            Error::MemoryError(_) => {
                self.kind = ScriptErrorKind::Memory;
                self.message = "the script needs too much memory".to_owned();
            }
            Error::CallbackError { traceback, cause } => {
                if self.traceback.is_empty() {
                    self.trace(traceback);
                }
                self.read(cause);
            }
            Error::BadArgument { cause, name, pos, .. } => {
                self.read(cause);
                if let Some(told) = unfit(cause).and_then(|given| given.sentence(*pos)) {
                    self.message = told;
                    return;
                }
                let which = name.clone().unwrap_or_else(|| format!("argument {pos}"));
                self.message = format!("{which}: {}", self.message);
                // A method that is called with a dot receives no object.
                if *pos == 1 && self.message.ends_with(", got nothing") {
                    self.message.push_str("; a method is called with a colon, such as `figure:cell()`");
                }
            }
            Error::WithContext { cause, .. } => self.read(cause),
            Error::FromLuaConversionError { from, to, .. } => {
                self.message = format!("expected {}, got {}", plain_type(to), plain_value(from));
            }
            Error::ExternalError(inner) => match inner.downcast_ref::<Misuse>() {
                Some(misuse) => {
                    self.kind = misuse.kind;
                    self.message.clone_from(&misuse.message);
                }
                None => self.message = inner.to_string(),
            },
            other => self.message = other.to_string(),
        }
    }

    /// Reads `path:line: message` if the place is known, or `message`.
    fn message(&mut self, head: &str, place: Option<(String, u32)>) {
        let skip = place.as_ref().map_or_else(String::new, |place| format!("{}:{}:", place.0, place.1));
        // Nested errors keep only the innermost text.
        let head = head.strip_prefix(&skip).unwrap_or(head).trim_start();
        let head = head.lines().next().unwrap_or("the rule calls `error` without a message");
        match place {
            Some(place) => {
                head.trim_end().clone_into(&mut self.message);
                self.place = Some(place);
            }
            None => {
                // A helper of the host raised the error; the traceback contains its caller.
                let rest = head.split_once(": ").filter(|(at, _)| is_host_place(at)).map_or(head, |(_, rest)| rest);
                rest.clone_into(&mut self.message);
            }
        }
        if self.message.contains("not enough memory") {
            self.kind = ScriptErrorKind::Memory;
            self.message = "the script needs too much memory".to_owned();
        }
        if self.message.contains("attempt to modify a readonly table") {
            self.kind = ScriptErrorKind::Forbidden;
            self.message = READ_ONLY.to_owned();
        }
    }

    fn trace(&mut self, text: &str) {
        self.traceback.extend(
            text.lines()
                .map(str::trim)
                .filter(|l| place_of(l).is_some())
                .take(16)
                .map(|line| escape_line(line, MESSAGE_LETTERS).into_owned()),
        );
    }
}

fn plain_type(rust: &str) -> &str {
    match rust {
        "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number",
        "String" | "LuaString" | "string" => "a text",
        "lightuserdata" => "a game object, such as a feature or a tile",
        "Table" => "a table",
        "Function" => "a function",
        other => other,
    }
}

fn plain_value(lua: &str) -> &str {
    match lua {
        "nil" => "nothing",
        "lightuserdata" => "something of the game",
        "string" => "a text",
        "number" | "integer" => "a number",
        "table" => "a table",
        "function" => "a function",
        "boolean" => "true or false",
        other => other,
    }
}

fn is_host_place(text: &str) -> bool {
    let mut parts = text.split(':');
    matches!(parts.next(), Some("prelude" | "safe" | "chain"))
}

/// Returns the path and line at the start of a text, if the path names a module.
pub(crate) fn place_of(text: &str) -> Option<(String, u32)> {
    let (path, rest) = text.split_once(':')?;
    if !path.contains('.') || path.contains(' ') || first_unseen(path).is_some() {
        return None;
    }
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    Some((path.to_owned(), rest[..digits].parse().ok()?))
}
