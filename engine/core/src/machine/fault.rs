//! Attributes faults to rules: which function failed, and where it is declared.

use std::fmt;
use std::sync::Arc;

/// A failure of a script. The caller restores the state from before the step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Stable code such as `S0401` (error), `S0402` (time budget), `S0403` (memory budget).
    pub code: &'static str,
    /// Id of the pack that caused the fault.
    pub pack: Arc<str>,
    /// Position of the failing line, as `path:line`.
    pub place: String,
    /// Hook that failed, such as `score road` or `step bid`.
    pub hook: String,
    /// Description of the failure.
    pub message: String,
    /// Calls that led to the failure, innermost first.
    pub traceback: Vec<String>,
}

impl Fault {
    /// Code of faults that are mistakes of the engine, not of a pack.
    pub const INTERNAL: &str = "internal";

    /// Creates the fault of a mistake in the engine. A session in which one occurs accepts no more answers.
    pub fn internal(what: impl fmt::Display) -> Box<Fault> {
        Box::new(Fault {
            code: Fault::INTERNAL,
            pack: "".into(),
            place: String::new(),
            hook: String::new(),
            message: format!(
                "{what}. This is a mistake in Tilewright itself, not in a pack. The game cannot continue safely; \
                 please report this message together with the saved game to the authors of Tilewright"
            ),
            traceback: Vec::new(),
        })
    }

    /// Returns true if it is a mistake of the engine.
    pub fn is_internal(&self) -> bool {
        self.code == Fault::INTERNAL
    }

    /// Returns the reason code for a replay or test that fails with it: `internal` for a mistake of the engine, else
    /// `fault`.
    pub fn reason(&self) -> &'static str {
        if self.is_internal() { Fault::INTERNAL } else { "fault" }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(f, "{} ", self.place)?;
        }
        write!(f, "[{}] {}", self.code, self.message)?;
        if self.is_internal() { Ok(()) } else { write!(f, " (pack {}, {})", self.pack, self.hook) }
    }
}

impl std::error::Error for Fault {}

/// A function or step that caused a fault, with its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Blamed {
    pub(super) pack: Arc<str>,
    pub(super) place: String,
    pub(super) hook: String,
}
