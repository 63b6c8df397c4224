//! Where older names lead: an index of a history, since a pack may have thousands of renames.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use tilewright_core::catalog::declared::DeclaredKind;

use semver::Version;

use crate::read::renames::History;

/// The index of a history, made when it is first asked for.
#[derive(Debug, Default)]
pub(super) struct Ways(OnceLock<Arc<Index>>);

/// A copy may be changed before it is asked, so it makes an index of its own.
impl Clone for Ways {
    fn clone(&self) -> Ways {
        Ways::default()
    }
}

/// It follows from the history, which is compared by what it says.
impl PartialEq for Ways {
    fn eq(&self, _: &Ways) -> bool {
        true
    }
}

impl Eq for Ways {}

impl Ways {
    /// Returns the index of the history that this belongs to.
    pub(super) fn of(&self, history: &History) -> Arc<Index> {
        let known = self.0.get_or_init(|| Arc::new(Index::of(history)));
        // A history whose lists were added to afterwards.
        let is_whole = known.entries == history.renamed.len() + history.gone.len();
        if is_whole { Arc::clone(known) } else { Arc::new(Index::of(history)) }
    }
}

/// What becomes of a name in one version.
#[derive(Debug)]
pub(super) struct NameChange {
    /// The version.
    pub(super) since: Version,
    /// The entries that rename it, by their places in the list.
    pub(super) renamed: Vec<usize>,
    /// Its name from then on. `None` if nothing stands in its place.
    pub(super) to: Option<Arc<str>>,
    /// What becomes of it in the end.
    pub(super) end: End,
}

/// What becomes of a name in the end.
#[derive(Clone, Debug)]
pub(super) enum End {
    /// It has this name now.
    Name(Arc<str>),
    /// The entry of what is gone, by its place in the list.
    Gone(usize),
}

/// The steps of each name, by version.
#[derive(Debug, Default)]
pub(super) struct Index {
    steps: BTreeMap<DeclaredKind, BTreeMap<Arc<str>, Vec<NameChange>>>,
    /// Number of entries that were indexed.
    entries: usize,
}

/// A step before its end is known.
struct Begun {
    renamed: Vec<usize>,
    to: Option<Arc<str>>,
    gone: Option<usize>,
}

impl Index {
    fn of(history: &History) -> Index {
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
        // The newest first, so that the end of each step is that of a later one.
        for ((since, sort, name), Begun { renamed, to, gone }) in begun.into_iter().rev() {
            let end = match (&to, gone) {
                (Some(to), _) => {
                    index.next(sort, to, Some(since)).map_or_else(|| End::Name(to.clone()), |s| s.end.clone())
                }
                (None, Some(at)) => End::Gone(at),
                (None, None) => End::Name(name.clone()),
            };
            let step = NameChange { since: since.clone(), renamed, to, end };
            index.steps.entry(sort).or_default().entry(name.clone()).or_default().push(step);
        }
        index
    }

    /// Returns the first step of a name after a version; its first of all, if no version is given.
    pub(super) fn next(&self, sort: DeclaredKind, name: &str, after: Option<&Version>) -> Option<&NameChange> {
        let steps = self.steps.get(&sort)?.get(name)?;
        let later = steps.partition_point(|step| after.is_none_or(|after| step.since > *after));
        later.checked_sub(1).map(|last| &steps[last])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::renames::{Fate, Gone, Renamed};

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
        // What is added later counts too.
        let gone = Gone {
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
