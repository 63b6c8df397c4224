//! The open pack together with others: what is played at the table, and what could be played too.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use tilewright_core::diag::Diagnostic;
use tilewright_kit::packs::load::Loaded;

use super::{Analysis, Job, Surroundings};
use crate::pack::document::Files;
use crate::pack::pack_set::PackSet;

/// What is wanted of the analyst besides findings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Requests {
    /// What the open pack is to be loaded with.
    pub pack_sets: BTreeSet<PackSet>,
    /// The packs for which it is to be found out what can be added.
    pub additions: Option<BTreeSet<Arc<str>>>,
}

/// What came of loading the open pack together with others.
#[derive(Default)]
pub struct Sets {
    known: Vec<Known>,
    pub(super) additions: Option<Additions>,
}

struct Known {
    pack_set: PackSet,
    latest: Analysis,
    good: Option<Analysis>,
}

impl Sets {
    fn find(&self, pack_set: &PackSet) -> Option<&Known> {
        self.known.iter().find(|known| known.pack_set == *pack_set)
    }

    /// The newest state of the open pack with these, whether there are errors or not.
    pub fn latest(&self, pack_set: &PackSet) -> Option<&Analysis> {
        self.find(pack_set).map(|known| &known.latest)
    }

    /// The newest state that had a catalog.
    pub fn good(&self, pack_set: &PackSet) -> Option<&Analysis> {
        self.find(pack_set).and_then(|known| known.good.as_ref())
    }

    /// What could be added to some packs.
    pub fn additions(&self, packs: &BTreeSet<Arc<str>>) -> Option<&Additions> {
        self.additions.as_ref().filter(|additions| additions.packs == *packs)
    }

    pub(super) fn learn(&mut self, pack_set: PackSet, analysis: Analysis) {
        let good = analysis.loaded.catalog().is_some().then(|| analysis.clone());
        match self.known.iter_mut().find(|known| known.pack_set == pack_set) {
            Some(known) => {
                known.latest = analysis;
                known.good = good.or(known.good.take());
            }
            None => self.known.push(Known { pack_set, latest: analysis, good }),
        }
    }

    /// Forgets what is not wished any more.
    pub(super) fn keep(&mut self, pack_sets: &BTreeSet<PackSet>) {
        self.known.retain(|known| pack_sets.contains(&known.pack_set));
    }
}

/// Loads a state of a pack together with others, and with options.
pub(super) fn analyse_with(
    surroundings: &Surroundings,
    id: &Arc<str>,
    files: &Files,
    revision: u64,
    pack_set: &PackSet,
) -> Analysis {
    let start = Instant::now();
    let loaded = surroundings.load_with(id, files, &pack_set.request(id));
    Analysis { id: id.clone(), revision, loaded: Arc::new(loaded), took: start.elapsed(), failed: None }
}

/// A pack that could be played too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Addition {
    /// Its id.
    pub id: Arc<str>,
    /// What it is called.
    pub title: Arc<str>,
    /// The packs that it would bring along.
    pub brings: Vec<Arc<str>>,
    /// Whether it does not build on what is in play: a game of its own.
    pub apart: bool,
    /// Why it cannot be.
    pub refused: Option<Refusal>,
}

/// Why packs cannot be played together: the code of a finding, and what it says to authors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The code.
    pub code: &'static str,
    /// What it says.
    pub message: String,
}

impl Refusal {
    /// What an error of packs is to players.
    pub fn of(error: &Diagnostic) -> Refusal {
        Refusal { code: error.code, message: error.message.clone() }
    }

    /// The key of the text that says it to players, who know packs and not their files.
    pub fn text(&self) -> &'static str {
        match self.code {
            "P0201" | "P0211" => "setup-why-missing",
            "P0202" | "P0203" | "P0208" => "setup-why-version",
            "P0205" => "setup-why-together",
            "P0212" => "setup-why-cells",
            "P0402" | "P0403" => "setup-why-start",
            "P0405" | "P0406" | "P0407" | "P0408" => "setup-why-turn",
            "P0209" => "setup-why-same",
            "P0221" | "P0222" | "P0223" | "P0225" => "setup-why-options",
            _ => "setup-why-other",
        }
    }
}

/// What can be added to the packs of a pack_set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Additions {
    /// The further packs that are there already.
    pub packs: BTreeSet<Arc<str>>,
    /// The revision of the document.
    pub revision: u64,
    /// All others.
    pub all: Vec<Addition>,
}

pub(super) fn addition(job: &Job, packs: &BTreeSet<Arc<str>>, loaded: &Loaded, other: &Arc<str>) -> Addition {
    let more = PackSet { packs: packs.iter().chain([other]).cloned().collect(), ..PackSet::default() };
    let with = job.surroundings.load_with(&job.id, &job.files, &more.request(&job.id));
    let manifest = with.packs.iter().find(|pack| pack.id == *other);
    let is_new = |id: &&Arc<str>| *id != other && loaded.packs.iter().all(|pack| pack.id != **id);
    let brings: Vec<Arc<str>> = with.packs.iter().map(|pack| &pack.id).filter(is_new).cloned().collect();
    let fresh = with.packs.iter().filter(|pack| pack.id == *other || brings.contains(&pack.id));
    let apart = !fresh.flat_map(|pack| &pack.needs).any(|(need, _)| loaded.packs.iter().any(|own| own.id == *need));
    Addition {
        id: other.clone(),
        apart,
        title: manifest.map(|m| m.title.clone()).filter(|t| !t.is_empty()).unwrap_or_else(|| other.clone()),
        brings,
        refused: with.errors().next().map(Refusal::of),
    }
}
