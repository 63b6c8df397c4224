//! What is known from runs before: which test noticed a change, or which tests did not.
//!
//! A test with the same text, packs, options and engine comes out the same way again, so what it made of a change need not
//! be tried twice. What is kept is only a help: without it, or when it cannot be read, everything is tried anew.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde_json::{Map, Value, json};
use tilewright_script::Mutant;

use crate::error::KitError;
use crate::files;

/// What was tried with a change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Tried {
    /// A test noticed it: its fingerprint and its name.
    Noticed { by: u64, test: String },
    /// These tests did not, by their fingerprints, sorted.
    By(Vec<u64>),
}

/// What is known about changes.
#[derive(Debug, Default)]
pub struct Known {
    /// By module, then by change.
    modules: Mutex<BTreeMap<String, BTreeMap<u64, Tried>>>,
    folder: Option<PathBuf>,
}

impl Known {
    /// Nothing, and nothing is kept.
    pub fn nothing() -> Known {
        Known::default()
    }

    /// What is kept in a folder about modules, by their paths.
    pub fn read<'m>(folder: &Path, modules: impl IntoIterator<Item = &'m str>) -> Known {
        let read = |module: &str| {
            let text = std::fs::read_to_string(folder.join(file_name(module))).ok()?;
            let object: Map<String, Value> = serde_json::from_str(&text).ok()?;
            let known = object.into_iter().filter_map(|(id, tried)| Some((number(&id)?, Tried::read(&tried)?)));
            Some((module.to_owned(), known.collect()))
        };
        let modules = modules.into_iter().filter_map(read).collect();
        Known { modules: Mutex::new(modules), folder: Some(folder.to_owned()) }
    }

    /// Keeps what is known now.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn write(&self) -> Result<(), KitError> {
        let Some(folder) = &self.folder else { return Ok(()) };
        files::make_folder(folder)?;
        for (module, known) in &*self.modules.lock().unwrap_or_else(PoisonError::into_inner) {
            let object: Map<String, Value> = known.iter().map(|(id, tried)| (hex(*id), tried.written())).collect();
            files::write(&folder.join(file_name(module)), format!("{}\n", Value::Object(object)).as_bytes())?;
        }
        Ok(())
    }

    pub(super) fn about(&self, module: &str, mutant: &Mutant) -> Option<Tried> {
        let modules = self.modules.lock().unwrap_or_else(PoisonError::into_inner);
        modules.get(module)?.get(&id_of(mutant)).cloned()
    }

    pub(super) fn note(&self, module: &str, mutant: &Mutant, tried: Tried) {
        let mut modules = self.modules.lock().unwrap_or_else(PoisonError::into_inner);
        modules.entry(module.to_owned()).or_default().insert(id_of(mutant), tried);
    }
}

impl Tried {
    fn read(value: &Value) -> Option<Tried> {
        match value {
            Value::Array(tests) => {
                let mut tests: Vec<u64> = tests.iter().map(|t| number(t.as_str()?)).collect::<Option<_>>()?;
                tests.sort_unstable();
                Some(Tried::By(tests))
            }
            _ => Some(Tried::Noticed {
                by: number(value.get("by")?.as_str()?)?,
                test: value.get("test")?.as_str()?.to_owned(),
            }),
        }
    }

    fn written(&self) -> Value {
        match self {
            Tried::Noticed { by, test } => json!({"by": hex(*by), "test": test}),
            Tried::By(tests) => tests.iter().map(|&t| hex(t)).collect(),
        }
    }
}

impl Known {
    /// Forgets what was known about other changes of a module than these: they are gone with its old text.
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

/// A change by what it is about, not by where it stands.
fn id_of(mutant: &Mutant) -> u64 {
    let mut hasher = DefaultHasher::new();
    (&mutant.text, mutant.nth_line, mutant.told()).hash(&mut hasher);
    hasher.finish()
}

fn file_name(module: &str) -> String {
    module.replace(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '.', "-") + ".json"
}
