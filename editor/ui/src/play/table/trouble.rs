//! Why a game does not go on, and where the rule stands that has stopped it.

use std::sync::Arc;

use tilewright_core::machine::fault::Fault;
use tilewright_core::session::Refusal;
use tilewright_kit::packs::load::Loaded;

use crate::pack::problems::elsewhere;
use crate::pack::source_place::{Place, line_range};

/// Why a game does not go on.
#[derive(Clone, Debug)]
pub struct Trouble {
    said: String,
    fault: Option<Box<Fault>>,
}

impl Trouble {
    /// A sentence or two, with the place of the rule.
    pub fn said(&self) -> &str {
        &self.said
    }

    /// The rule that failed, if one did.
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_deref()
    }
}

impl From<String> for Trouble {
    fn from(said: String) -> Trouble {
        Trouble { said, fault: None }
    }
}

impl From<Box<Fault>> for Trouble {
    fn from(fault: Box<Fault>) -> Trouble {
        Trouble { said: fault.to_string(), fault: Some(fault) }
    }
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Trouble {
        match refusal {
            Refusal::Rejected(rejected) => rejected.message.into(),
            Refusal::Fault(fault) => fault.into(),
        }
    }
}

/// The line that a fault names, in a pack of an id or elsewhere, and the text that was played.
pub fn line_of(fault: &Fault, rules: &Loaded, own: &str) -> Option<(Place, Arc<str>)> {
    let (path, line) = fault.place.rsplit_once(':')?;
    let line = line.parse::<usize>().ok()?;
    let file = rules.sources.files().iter().find(|file| *file.path == *path)?;
    let whole = line_range(&file.text, line);
    let written = &file.text[whole.clone()];
    let indent = written.len() - written.trim_start().len();
    let range = whole.start + indent..whole.start + written.trim_end().len().max(indent);
    let place = match path.strip_prefix(own).and_then(|rest| rest.strip_prefix('/')) {
        Some(rest) => Place { path: rest.into(), range },
        None => elsewhere(path, range)?,
    };
    Some((place, Arc::from(&*file.text)))
}
