//! Defines the history of a pack: the names that it has changed or removed, and the lookup of names of older versions.

use std::sync::Arc;

use semver::Version;
use tilewright_core::catalog::Value;
use tilewright_core::catalog::declared::DeclaredKind;

use crate::read::ways::{NameFate, Ways};

/// Rename of an entry, which has another name since a version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Renamed {
    /// First version with the new name.
    pub since: Version,
    /// Kind of the entry.
    pub sort: DeclaredKind,
    /// Name of the entry before that version.
    pub from: Arc<str>,
    /// Name of the entry since that version.
    pub to: Arc<str>,
    /// Values of an option: each old value with the equivalent new one.
    pub values: Vec<(Value, Value)>,
}

/// Entry that no longer exists since a version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RemovedItem {
    /// First version without the entry.
    pub since: Version,
    /// Kind of the entry.
    pub sort: DeclaredKind,
    /// Name that the entry had.
    pub id: Arc<str>,
    /// Name of the replacement in that version; `None` if there is none.
    pub instead: Option<Arc<str>>,
    /// Reason for the removal, for players.
    pub why: Arc<str>,
}

impl RemovedItem {
    /// Returns a sentence with the version since when a pack lacks the entry, and the reason.
    pub fn describe(&self, pack: &str) -> String {
        format!(
            "`{pack}` does not have the {} `{}` any more since {}: {}",
            self.sort.word(),
            self.id,
            self.since,
            self.why
        )
    }
}

/// Changes of names since older versions of a pack.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct History {
    /// Entries that have new names.
    pub renamed: Vec<Renamed>,
    /// Entries that no longer exist.
    pub gone: Vec<RemovedItem>,
    /// Former ids of the pack itself.
    pub was: Vec<Arc<str>>,
    /// Index of the result of each name.
    pub(super) ways: Ways,
}

/// Result of looking up a name of an older version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate<'h> {
    /// The name is unchanged.
    Same,
    /// The entry has this name now.
    Now(Arc<str>),
    /// The entry no longer exists and has no replacement.
    Gone(&'h RemovedItem),
}

impl History {
    /// Returns the current state of a name that was written for version `written` of the pack, or at an unknown time if
    /// that is `None`.
    pub fn fate(&self, sort: DeclaredKind, name: &str, written: Option<&Version>) -> Fate<'_> {
        let index = self.ways.index(self);
        match index.next(sort, name, written).map(|step| &step.end) {
            Some(NameFate::Gone(at)) => Fate::Gone(&self.gone[*at]),
            Some(NameFate::Name(now)) if **now != *name => Fate::Now(now.clone()),
            Some(NameFate::Name(_)) | None => Fate::Same,
        }
    }

    /// Returns the current equivalent of an option's value that was written for version `written` of the pack.
    pub fn value(&self, option: &str, value: &Value, written: &Version) -> Value {
        let index = self.ways.index(self);
        let (mut name, mut since) = (Arc::from(option), written);
        let mut now = value.clone();
        while let Some(step) = index.next(DeclaredKind::Option, &name, Some(since)) {
            let mut values = step.renamed.iter().flat_map(|&at| &self.renamed[at].values);
            if let Some((_, new)) = values.find(|(old, _)| *old == now) {
                now = new.clone();
            }
            let Some(to) = &step.to else { break };
            (name, since) = (to.clone(), &step.since);
        }
        now
    }
}
