//! Defines the input and output of loading: files in memory, the choices for one catalog, and the result.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use tilewright_core::catalog::art::ArtPlan;
use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_core::catalog::{Catalog, Value};
use tilewright_core::diag::{Diagnostic, SourceMap};

use crate::declare::options::DeclaredOption;
use crate::read::history::History;
use crate::read::pictures::PictureList;

/// Files of one pack: their texts by path within the pack, with forward slashes.
pub type PackFiles = BTreeMap<Arc<str>, Arc<str>>;

/// Folder of a pack with the library modules that it includes.
const TRAVELLING: &str = "lib";

/// All content that can be loaded. The caller reads the files.
#[derive(Clone, Debug, Default)]
pub struct World {
    /// Files of packs by id.
    pub packs: BTreeMap<Arc<str>, PackFiles>,
    /// Ids of other installed packs whose files are not needed; only for suggestions about a misspelt id.
    pub others: Arc<BTreeSet<Arc<str>>>,
    /// Packs that exist but cannot be read, by id. Loading reports the reason instead of a missing pack.
    pub unreadable: BTreeMap<Arc<str>, PackReadError>,
    /// Facts about the picture files of packs, by the ids of the packs.
    pub pictures: BTreeMap<Arc<str>, PictureList>,
    /// Texts of the library's rule modules by name, without `.lua`.
    pub library: BTreeMap<Arc<str>, Arc<str>>,
}

/// Reason why a pack cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackReadError {
    /// Mistake and file, in one sentence without a full stop.
    pub message: String,
    /// Suggested fix; `None` if there is none.
    pub hint: Option<String>,
}

impl World {
    /// Adds a file to a pack.
    pub fn add_file(&mut self, pack: &str, path: &str, text: &str) {
        self.packs.entry(pack.into()).or_default().insert(path.into(), text.into());
    }

    /// Returns the ids of all existing packs.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &Arc<str>> {
        self.packs.keys().chain(self.unreadable.keys()).chain(&*self.others)
    }

    /// Returns the path and text of the library module for a name in a pack. A module that the pack includes takes
    /// precedence if it differs from the library's; an equal one is returned under its library path.
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

/// Values that a parameter of a rule module accepts, where they may be names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParamKind {
    /// Name of a declared entry of this kind, or a list of such names.
    Name(DeclaredKind),
    /// Key for booked points: a terrain or a book of a pack.
    Book,
    /// Words that only the module defines.
    Word,
    /// Values of any kind; a name means the first entry that has it.
    Any,
}

/// Parameter of a rule module, as declared in the module's head.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParamHead {
    /// Name of the parameter in the module.
    pub name: Arc<str>,
    /// Values that the parameter accepts.
    pub kind: ParamKind,
}

/// Function that reads the parameters of a rule module from its text.
pub type ReadHead = fn(&str) -> Vec<ParamHead>;

/// Choices for one catalog.
#[derive(Clone, Debug)]
pub struct LoadOptions {
    /// Values of options by `pack:option`, or by the bare name if only one pack has such an option.
    pub values: Vec<(Arc<str>, Value)>,
    /// Multiplier for the content of every bag; presets are not multiplied.
    pub copies: u32,
    /// Number of seats, for packs that depend on it; the minimum of the packs if `None`.
    pub seats: Option<u8>,
    /// True to check texts and unused names; simulations do not need these checks.
    pub lints: bool,
    /// Reader for the heads of rule modules, whose language this crate does not know. With `None`, every parameter
    /// accepts anything.
    pub head: Option<ReadHead>,
}

impl Default for LoadOptions {
    fn default() -> LoadOptions {
        LoadOptions { values: Vec::new(), copies: 1, seats: None, lints: true, head: None }
    }
}

/// Result of loading packs.
#[derive(Clone, Debug, Default)]
pub struct LoadedPacks {
    /// Catalog of the game; `None` if there are errors.
    pub catalog: Option<Catalog>,
    /// Findings of all packs, sorted by file and position.
    pub diagnostics: Vec<Diagnostic>,
    /// Files that were read.
    pub sources: SourceMap,
    /// Options that the packs offer.
    pub options: Vec<DeclaredOption>,
    /// Manifests of the loaded packs, dependencies first.
    pub packs: Vec<Manifest>,
    /// Manifests of the loaded themes, which are not packs of the game.
    pub themes: Vec<Manifest>,
    /// Own art of the packs and themes, for this catalog.
    pub art: ArtPlan,
}

impl LoadedPacks {
    /// True if there are no findings.
    pub fn is_clean(&self) -> bool {
        self.diagnostics.is_empty()
    }
}

/// Origin of a pack that is a changed copy: the original pack at the time of copying.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackOrigin {
    /// Id of the original pack.
    pub id: Arc<str>,
    /// Version that was copied.
    pub version: Arc<str>,
    /// Title of the original pack.
    pub title: Arc<str>,
    /// Authors of the original pack.
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

/// Prints the title and the version for users.
impl fmt::Display for PackOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.title, self.version)
    }
}

/// Manifest of a pack, from its head.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    /// Id, equal to the name of the folder.
    pub id: Arc<str>,
    /// Version with three numbers.
    pub version: Arc<str>,
    /// Title that players read.
    pub title: Arc<str>,
    /// Description in a sentence or two: the text `pack.about`, in English if available.
    pub summary: Arc<str>,
    /// Authors in the order of the head.
    pub authors: Vec<Arc<str>>,
    /// Licence; empty if the head lacks the field.
    pub licence: Arc<str>,
    /// Origin of a pack that is a changed copy; `None` for others.
    pub changed_from: Option<PackOrigin>,
    /// Ids of the needed packs, with the accepted ranges of versions.
    pub needs: Vec<(Arc<str>, Arc<str>)>,
    /// Id of the pack that it is a theme for, with the accepted range of versions; `None` if it is not a theme.
    pub themes: Option<(Arc<str>, Arc<str>)>,
    /// Ids of the packs that it conflicts with, with ranges of versions.
    pub conflicts: Vec<(Arc<str>, Arc<str>)>,
    /// Changes of names since older versions.
    pub history: History,
    /// Names of the rule modules that it uses from the library, even if the library lacks them.
    pub library: Vec<Arc<str>>,
    /// Library modules that the pack includes in a different version.
    pub travelling: Vec<Arc<str>>,
    /// Hexadecimal hash of its content and of the library modules that it uses.
    pub hash: Arc<str>,
}
