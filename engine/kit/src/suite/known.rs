//! Caches results of earlier runs: the test that noticed a change of a rule, or the tests that did not.
//!
//! A test with the same text, packs, options and engine has the same outcome, so its verdict on a change can be reused.
//! The cache only saves time: without it, or if it cannot be read, every change is tried again.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde_json::{Map, Value, json};
use tilewright_script::Mutant;

use crate::error::KitError;
use crate::files;

/// Earlier result for a change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum CachedVerdict {
    /// A test noticed the change: its fingerprint and its name.
    Noticed { by: u64, test: String },
    /// Fingerprints of the tests that did not notice the change, sorted.
    By(Vec<u64>),
}

/// Cache of results for changes of rules.
#[derive(Debug, Default)]
pub struct ChangeCache {
    /// Results by module, then by change.
    modules: Mutex<BTreeMap<String, BTreeMap<u64, CachedVerdict>>>,
    folder: Option<PathBuf>,
}

impl ChangeCache {
    /// Returns an empty cache that is not saved.
    pub fn nothing() -> ChangeCache {
        ChangeCache::default()
    }

    /// Reads the cached results for modules, given by their paths, from a folder.
    pub fn read<'m>(folder: &Path, modules: impl IntoIterator<Item = &'m str>) -> ChangeCache {
        let read = |module: &str| {
            let text = std::fs::read_to_string(folder.join(file_name(module))).ok()?;
            let object: Map<String, Value> = serde_json::from_str(&text).ok()?;
            let known = object.into_iter().filter_map(|(id, tried)| Some((number(&id)?, CachedVerdict::read(&tried)?)));
            Some((module.to_owned(), known.collect()))
        };
        let modules = modules.into_iter().filter_map(read).collect();
        ChangeCache { modules: Mutex::new(modules), folder: Some(folder.to_owned()) }
    }

    /// Saves the cache to its folder.
    ///
    /// # Errors
    /// The cache cannot be written.
    pub fn write(&self) -> Result<(), KitError> {
        let Some(folder) = &self.folder else { return Ok(()) };
        files::make_folder(folder)?;
        for (module, known) in &*self.modules.lock().unwrap_or_else(PoisonError::into_inner) {
            let object: Map<String, Value> = known.iter().map(|(id, tried)| (hex(*id), tried.to_json())).collect();
            files::write(&folder.join(file_name(module)), format!("{}\n", Value::Object(object)).as_bytes())?;
        }
        Ok(())
    }

    pub(super) fn about(&self, module: &str, mutant: &Mutant) -> Option<CachedVerdict> {
        let modules = self.modules.lock().unwrap_or_else(PoisonError::into_inner);
        modules.get(module)?.get(&id_of(mutant)).cloned()
    }

    pub(super) fn note(&self, module: &str, mutant: &Mutant, tried: CachedVerdict) {
        let mut modules = self.modules.lock().unwrap_or_else(PoisonError::into_inner);
        modules.entry(module.to_owned()).or_default().insert(id_of(mutant), tried);
    }
}

impl CachedVerdict {
    fn read(value: &Value) -> Option<CachedVerdict> {
        match value {
            Value::Array(tests) => {
                let mut tests: Vec<u64> = tests.iter().map(|t| number(t.as_str()?)).collect::<Option<_>>()?;
                tests.sort_unstable();
                Some(CachedVerdict::By(tests))
            }
            _ => Some(CachedVerdict::Noticed {
                by: number(value.get("by")?.as_str()?)?,
                test: value.get("test")?.as_str()?.to_owned(),
            }),
        }
    }

    fn to_json(&self) -> Value {
        match self {
            CachedVerdict::Noticed { by, test } => json!({"by": hex(*by), "test": test}),
            CachedVerdict::By(tests) => tests.iter().map(|&t| hex(t)).collect(),
        }
    }
}

impl ChangeCache {
    /// Drops cached verdicts for mutants that the module no longer has.
    pub(super) fn keep(&self, module: &str, mutants: &[&Mutant]) {
        let ids: BTreeSet<u64> = mutants.iter().map(|mutant| id_of(mutant)).collect();
        if let Some(known) = self.modules.lock().unwrap_or_else(PoisonError::into_inner).get_mut(module) {
            known.retain(|id, _| ids.contains(id));
        }
    }
}

fn hex(number: u64) -> String {
    format!("{number:016x}")
}

fn number(hex: &str) -> Option<u64> {
    u64::from_str_radix(hex, 16).ok()
}

/// Identifies a change by its content, not by its position.
fn id_of(mutant: &Mutant) -> u64 {
    let mut hasher = DefaultHasher::new();
    (&mutant.text, mutant.nth_line, mutant.describe()).hash(&mut hasher);
    hasher.finish()
}

fn file_name(module: &str) -> String {
    module.replace(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '.', "-") + ".json"
}
