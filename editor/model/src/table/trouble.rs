//! Describes why a game has stopped, with the line of the rule that failed.

use std::fmt;
use std::sync::Arc;

use tilewright_core::machine::fault::Fault;
use tilewright_core::session::Refusal;
use tilewright_kit::games::replay::ReplayError;
use tilewright_kit::packs::load::Loaded;

use tilewright_language::place::{FilePlace, line_range};
use tilewright_language::problems::elsewhere;

/// Reason why a game has stopped.
#[derive(Clone, Debug)]
pub struct StopReason {
    said: String,
    fault: Option<Box<Fault>>,
}

impl StopReason {
    /// Returns the reason in one or two sentences, with the place of the rule.
    pub fn message(&self) -> &str {
        &self.said
    }

    /// Returns the fault of the rule that failed; `None` for other reasons.
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_deref()
    }
}

impl From<String> for StopReason {
    fn from(said: String) -> StopReason {
        StopReason { said, fault: None }
    }
}

impl From<Box<Fault>> for StopReason {
    fn from(fault: Box<Fault>) -> StopReason {
        StopReason { said: fault.to_string(), fault: Some(fault) }
    }
}

impl From<Refusal> for StopReason {
    fn from(refusal: Refusal) -> StopReason {
        match refusal {
            Refusal::Rejected(rejected) => rejected.message.into(),
            Refusal::Fault(fault) => fault.into(),
        }
    }
}

/// Returns the line that a fault names, in the open pack `own` or elsewhere, and the text of the file in the game.
pub fn line_of(fault: &Fault, rules: &Loaded, own: &str) -> Option<(FilePlace, Arc<str>)> {
    let (path, line) = fault.place.rsplit_once(':')?;
    let line = line.parse::<usize>().ok()?;
    let file = rules.sources.files().iter().find(|file| *file.path == *path)?;
    let whole = line_range(&file.text, line);
    let written = &file.text[whole.clone()];
    let indent = written.len() - written.trim_start().len();
    let range = whole.start + indent..whole.start + written.trim_end().len().max(indent);
    let place = match path.strip_prefix(own).and_then(|rest| rest.strip_prefix('/')) {
        Some(rest) => FilePlace { path: rest.into(), range },
        None => elsewhere(path, range)?,
    };
    Some((place, Arc::from(&*file.text)))
}

/// Reason why a saved game cannot be opened.
#[derive(Debug)]
pub struct OpeningError(pub ReplayError);

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            ReplayError::Refused { message, .. } => f.write_str(message),
            ReplayError::Missing(error) => error.fmt(f),
            other => other.fmt(f),
        }
    }
}

impl std::error::Error for OpeningError {}
