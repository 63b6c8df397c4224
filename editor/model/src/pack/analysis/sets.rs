//! Loads the open pack together with the packs at the table, and with packs that could be added.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use tilewright_core::diag::Diagnostic;
use tilewright_kit::packs::load::Loaded;

use super::{Analysis, AnalysisJob, PackSurroundings};
use crate::pack::document::FileTexts;
use crate::pack::pack_set::PackSet;

/// Requested analyses, in addition to the open pack alone.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Requests {
    /// Sets of packs and options to load together with the open pack.
    pub pack_sets: BTreeSet<PackSet>,
    /// Packs for which compatible additions are searched; `None` if no additions are needed.
    pub additions: Option<BTreeSet<Arc<str>>>,
}

/// Analyses of the open pack together with other packs.
#[derive(Default)]
pub struct SetAnalyses {
    known: Vec<KnownSet>,
    pub(super) additions: Option<Additions>,
}

struct KnownSet {
    pack_set: PackSet,
    latest: Analysis,
    good: Option<Analysis>,
}

impl SetAnalyses {
    fn find(&self, pack_set: &PackSet) -> Option<&KnownSet> {
        self.known.iter().find(|known| known.pack_set == *pack_set)
    }

    /// Returns the newest analysis of the open pack with this set, with or without errors; `None` if there is none yet.
    pub fn latest(&self, pack_set: &PackSet) -> Option<&Analysis> {
        self.find(pack_set).map(|known| &known.latest)
    }

    /// Returns the newest analysis of this set that had a catalog.
    pub fn good(&self, pack_set: &PackSet) -> Option<&Analysis> {
        self.find(pack_set).and_then(|known| known.good.as_ref())
    }

    /// Returns the possible additions to these packs; `None` if they are not known.
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
            None => self.known.push(KnownSet { pack_set, latest: analysis, good }),
        }
    }

    /// Drops the results for sets that are no longer requested.
    pub(super) fn keep(&mut self, pack_sets: &BTreeSet<PackSet>) {
        self.known.retain(|known| pack_sets.contains(&known.pack_set));
    }
}

/// Loads a revision of a pack together with other packs and options.
pub(super) fn analyse_with(
    surroundings: &PackSurroundings,
    id: &Arc<str>,
    files: &FileTexts,
    revision: u64,
    pack_set: &PackSet,
) -> Analysis {
    let start = Instant::now();
    let loaded = surroundings.load_with(id, files, &pack_set.request(id));
    Analysis { id: id.clone(), revision, loaded: Arc::new(loaded), took: start.elapsed(), failed: None }
}

/// Pack that could be added to the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Addition {
    /// Id of the pack.
    pub id: Arc<str>,
    /// Title of the pack.
    pub title: Arc<str>,
    /// Ids of the other packs that would also be added.
    pub brings: Vec<Arc<str>>,
    /// True if the pack does not build on any pack in play, as for another base game.
    pub apart: bool,
    /// Reason why the pack cannot be added; `None` if it can.
    pub refused: Option<SetRefusal>,
}

/// Reason why packs cannot be played together, as the code and message of a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetRefusal {
    /// Code of the finding.
    pub code: &'static str,
    /// Message of the finding, for authors.
    pub message: String,
}

impl SetRefusal {
    /// Returns the refusal for an error in loading packs.
    pub fn from_diagnostic(error: &Diagnostic) -> SetRefusal {
        SetRefusal { code: error.code, message: error.message.clone() }
    }

    /// Returns the key of a text that explains the refusal to players, who know packs but not their files.
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

/// Possible additions to the packs of a set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Additions {
    /// Packs that are already combined with the open one.
    pub packs: BTreeSet<Arc<str>>,
    /// Revision of the document that was loaded.
    pub revision: u64,
    /// All other packs that were found.
    pub all: Vec<Addition>,
}

pub(super) fn addition(job: &AnalysisJob, packs: &BTreeSet<Arc<str>>, loaded: &Loaded, other: &Arc<str>) -> Addition {
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
        refused: with.errors().next().map(SetRefusal::from_diagnostic),
    }
}
