//! What is loaded: files in memory, and the choices for one catalog.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_core::catalog::{Catalog, Value};
use tilewright_core::diag::{Diagnostic, SourceMap};

use crate::declare::options::DeclaredOption;
use crate::read::renames::History;

/// The files of one pack: path within the pack, with forward slashes, to text.
pub type PackFiles = BTreeMap<Arc<str>, Arc<str>>;

/// The folder of a pack with modules of the library that travel with it.
const TRAVELLING: &str = "lib";

/// Everything that can be loaded. Whoever has access to files fills it.
#[derive(Clone, Debug, Default)]
pub struct World {
    /// Packs by id.
    pub packs: BTreeMap<Arc<str>, PackFiles>,
    /// Ids of further packs that there are, whose files nobody needs: they are what a misspelt id may mean.
    pub others: Arc<BTreeSet<Arc<str>>>,
    /// Packs that there are and that cannot be read, by id: loading reports why, and not that they are missing.
    pub unreadable: BTreeMap<Arc<str>, Unreadable>,
    /// Texts of the library's rule modules by name, without `.lua`.
    pub library: BTreeMap<Arc<str>, Arc<str>>,
}

/// Why a pack cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// What is wrong and with which file, one sentence without a full stop.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl World {
    /// Adds a file to a pack.
    pub fn add_file(&mut self, pack: &str, path: &str, text: &str) {
        self.packs.entry(pack.into()).or_default().insert(path.into(), text.into());
    }

    /// The ids of all packs that there are.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &Arc<str>> {
        self.packs.keys().chain(self.unreadable.keys()).chain(&*self.others)
    }

    /// The module of the library that a pack means by a name: its path and its text. One that travels with the pack is
    /// meant where it is another than the library's; the same one under its usual path is.
    pub(crate) fn module(&self, pack: &str, name: &str) -> Option<(Arc<str>, &Arc<str>)> {
        let path = format!("{TRAVELLING}/{name}.lua");
        let own = self.packs.get(pack).and_then(|files| files.get(path.as_str()));
        match (own, self.library.get(name)) {
            (Some(own), here) if here != Some(own) => Some((format!("{pack}/{path}").into(), own)),
            (_, here) => here.map(|text| (format!("scripts/{name}.lua").into(), text)),
        }
    }

    /// Adds a rule module to the library.
    pub fn add_module(&mut self, name: &str, text: &str) {
        self.library.insert(name.into(), text.into());
    }
}

/// What a parameter of a rule module takes, as far as names in it mean something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParamKind {
    /// The name of something that packs declare, or a list of such names.
    Name(DeclaredKind),
    /// What points are booked under: a terrain or a book of a pack.
    Book,
    /// Words of its own.
    Word,
    /// Anything: names are those of what is found first.
    Any,
}

/// A parameter of a rule module, as its head declares it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParamHead {
    /// Its name.
    pub name: Arc<str>,
    /// What it takes.
    pub kind: ParamKind,
}

/// Reads the parameters of a rule module out of its text.
pub type ReadHead = fn(&str) -> Vec<ParamHead>;

/// The choices for one catalog.
#[derive(Clone, Debug)]
pub struct LoadOptions {
    /// Values of options by `pack:option`, or by the bare name where only one pack has such an option.
    pub values: Vec<(Arc<str>, Value)>,
    /// Every bag holds this many times what the packs put into it; presets stay as they are.
    pub copies: u32,
    /// How many seats the games have, for packs that depend on it; the fewest that they say when absent.
    pub seats: Option<u8>,
    /// Whether texts and unused names are looked at; simulations need not.
    pub lints: bool,
    /// Reads the heads of rule modules, which are in a language that this crate does not know. Without it every parameter
    /// takes anything.
    pub head: Option<ReadHead>,
}

impl Default for LoadOptions {
    fn default() -> LoadOptions {
        LoadOptions { values: Vec::new(), copies: 1, seats: None, lints: true, head: None }
    }
}

impl LoadOptions {
    /// Adds an option written as `pack:option=value`.
    ///
    /// # Errors
    /// A sentence that says what is wrong, when there is no `=`.
    pub fn set_text(&mut self, assignment: &str) -> Result<(), String> {
        let Some((name, value)) = assignment.split_once('=') else {
            return Err(format!("`{assignment}` is not an option: write `pack:option=value`"));
        };
        self.values.push((name.trim().into(), crate::declare::options::parse_value(value)));
        Ok(())
    }
}

/// What became of loading.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The catalog, unless there are errors.
    pub catalog: Option<Catalog>,
    /// All findings, those of one file in the order of their places.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that were read.
    pub sources: SourceMap,
    /// The options that the packs offer.
    pub options: Vec<DeclaredOption>,
    /// The packs that belong to it, dependencies first.
    pub packs: Vec<Manifest>,
}

impl Loaded {
    /// Whether nothing was found.
    pub fn is_clean(&self) -> bool {
        self.diagnostics.is_empty()
    }
}

/// The pack of which another one is a changed copy, as it was when it was copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackOrigin {
    /// Its id.
    pub id: Arc<str>,
    /// Its version.
    pub version: Arc<str>,
    /// Its title.
    pub title: Arc<str>,
    /// Its authors.
    pub authors: Vec<Arc<str>>,
}

impl PackOrigin {
    /// Returns title, version and authors in English.
    pub fn in_words(&self) -> String {
        match &self.authors[..] {
            [] => self.to_string(),
            authors => format!("{self} by {}", authors.join(", ")),
        }
    }
}

/// Title and version, for people.
impl fmt::Display for PackOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.title, self.version)
    }
}

/// What a pack says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    /// Its id.
    pub id: Arc<str>,
    /// Its version.
    pub version: Arc<str>,
    /// Its title.
    pub title: Arc<str>,
    /// What it is, in a sentence or two: its text `pack.about`, in English if it has it in English.
    pub summary: Arc<str>,
    /// Who made it.
    pub authors: Vec<Arc<str>>,
    /// Its licence.
    pub licence: Arc<str>,
    /// The pack of which it is a changed copy.
    pub changed_from: Option<PackOrigin>,
    /// Ids of the packs it needs, with the ranges of versions that it takes.
    pub needs: Vec<(Arc<str>, Arc<str>)>,
    /// Ids of the packs that it cannot be together with, with ranges of versions.
    pub conflicts: Vec<(Arc<str>, Arc<str>)>,
    /// What it says of its older versions.
    pub history: History,
    /// The rule modules that it uses and does not have itself, whether the library has them or not.
    pub library: Vec<Arc<str>>,
    /// Those of them that travel with the pack and are others than the library's: the pack plays by its own.
    pub travelling: Vec<Arc<str>>,
    /// Hash of its content and of the library modules that it uses, hexadecimal.
    pub hash: Arc<str>,
}
