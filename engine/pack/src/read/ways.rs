//! Indexes the history of a pack by name, since a pack may have thousands of renames.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use tilewright_core::catalog::declared::DeclaredKind;

use semver::Version;

use crate::read::history::History;

/// Index of a history, built on first use.
#[derive(Debug, Default)]
pub(super) struct Ways(OnceLock<Arc<Index>>);

/// Does not copy the index, because the history of the copy may be changed before the first lookup.
impl Clone for Ways {
    fn clone(&self) -> Ways {
        Ways::default()
    }
}

/// Always equal: the index follows from the history, which is compared itself.
impl PartialEq for Ways {
    fn eq(&self, _: &Ways) -> bool {
        true
    }
}

impl Eq for Ways {}

impl Ways {
    /// Returns the index of the history that contains this value.
    pub(super) fn index(&self, history: &History) -> Arc<Index> {
        let known = self.0.get_or_init(|| Arc::new(Index::from_history(history)));
        // The history may have grown after the index was built; then a temporary index is needed.
        let is_whole = known.entries == history.renamed.len() + history.gone.len();
        if is_whole { Arc::clone(known) } else { Arc::new(Index::from_history(history)) }
    }
}

/// Change of a name in one version.
#[derive(Debug)]
pub(super) struct NameChange {
    /// First version with the change.
    pub(super) since: Version,
    /// Indices of the entries that rename it.
    pub(super) renamed: Vec<usize>,
    /// Name since that version; `None` if the entry is removed without a replacement.
    pub(super) to: Option<Arc<str>>,
    /// Final result after all later changes.
    pub(super) end: NameFate,
}

/// Final result for a name.
#[derive(Clone, Debug)]
pub(super) enum NameFate {
    /// Current name of the entry.
    Name(Arc<str>),
    /// Index in the list of removed entries.
    Gone(usize),
}

/// Changes of each name, ordered by version.
#[derive(Debug, Default)]
pub(super) struct Index {
    steps: BTreeMap<DeclaredKind, BTreeMap<Arc<str>, Vec<NameChange>>>,
    /// Number of entries that were indexed.
    entries: usize,
}

/// Change of a name before its final result is known.
struct Begun {
    renamed: Vec<usize>,
    to: Option<Arc<str>>,
    gone: Option<usize>,
}

impl Index {
    fn from_history(history: &History) -> Index {
        let mut begun: BTreeMap<(&Version, DeclaredKind, &Arc<str>), Begun> = BTreeMap::new();
        for (at, renamed) in history.renamed.iter().enumerate() {
            let first = || Begun { renamed: Vec::new(), to: Some(renamed.to.clone()), gone: None };
            begun.entry((&renamed.since, renamed.sort, &renamed.from)).or_insert_with(first).renamed.push(at);
        }
        for (at, gone) in history.gone.iter().enumerate() {
            let first = || Begun { renamed: Vec::new(), to: gone.instead.clone(), gone: Some(at) };
            begun.entry((&gone.since, gone.sort, &gone.id)).or_insert_with(first);
        }
        let mut index = Index { steps: BTreeMap::new(), entries: history.renamed.len() + history.gone.len() };
        // The newest changes come first, because the result of an earlier change depends on later ones.
        for ((since, sort, name), Begun { renamed, to, gone }) in begun.into_iter().rev() {
            let end = match (&to, gone) {
                (Some(to), _) => {
                    index.next(sort, to, Some(since)).map_or_else(|| NameFate::Name(to.clone()), |s| s.end.clone())
                }
                (None, Some(at)) => NameFate::Gone(at),
                (None, None) => NameFate::Name(name.clone()),
            };
            let step = NameChange { since: since.clone(), renamed, to, end };
            index.steps.entry(sort).or_default().entry(name.clone()).or_default().push(step);
        }
        index
    }

    /// Returns the first change of a name after a version, or its first change if `after` is `None`.
    pub(super) fn next(&self, sort: DeclaredKind, name: &str, after: Option<&Version>) -> Option<&NameChange> {
        let steps = self.steps.get(&sort)?.get(name)?;
        let later = steps.partition_point(|step| after.is_none_or(|after| step.since > *after));
        later.checked_sub(1).map(|last| &steps[last])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::history::{Fate, RemovedItem, Renamed};

    #[test]
    fn a_long_chain_is_followed_from_each_of_its_names() {
        const LENGTH: u64 = 4_000;
        let version = |minor| Version::new(0, minor, 0);
        let renamed = (0..LENGTH).map(|n| Renamed {
            since: version(n),
            sort: DeclaredKind::Tile,
            from: format!("A{n}").into(),
            to: format!("A{}", n + 1).into(),
            values: Vec::new(),
        });
        let mut history = History { renamed: renamed.collect(), ..History::default() };
        for n in 0..LENGTH {
            assert_eq!(
                history.fate(DeclaredKind::Tile, &format!("A{n}"), None),
                Fate::Now(format!("A{LENGTH}").into())
            );
            assert_eq!(history.fate(DeclaredKind::Tile, &format!("A{n}"), Some(&version(n))), Fate::Same);
            assert_eq!(history.fate(DeclaredKind::Tag, &format!("A{n}"), None), Fate::Same);
        }
        // Entries that are added after the first lookup also count.
        let gone = RemovedItem {
            since: version(LENGTH),
            sort: DeclaredKind::Tile,
            id: format!("A{LENGTH}").into(),
            instead: None,
            why: "enough".into(),
        };
        history.gone.push(gone.clone());
        assert_eq!(history.fate(DeclaredKind::Tile, "A0", None), Fate::Gone(&gone));
    }
}
