//! Plans the installation or update of packs: chooses compatible versions and their origins, without changing anything.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use semver::Version;
use tilewright_kit::error::KitError;
use tilewright_kit::files;
use tilewright_kit::packs::archive::{ARCHIVE_BYTES, Archive, ENDING};
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::versions::{Need, Policy};

use crate::client::Client;
use crate::error::{ShareError, Shared};
pub use crate::gather::InstallSource;
use crate::gather::{AvailableVersions, ChosenVersion};
use crate::index::{HashedFile, Release};
use crate::install::UpdateNotice;
use crate::memory::Memory;
use crate::shelf::Shelf;
use crate::sign::signer_of;

/// Pack that the user wants to install.
#[derive(Clone, Debug)]
pub enum InstallRequest {
    /// Path of an archive.
    File(PathBuf),
    /// Id of a pack and the acceptable versions.
    Pack(Need),
}

impl InstallRequest {
    /// Parses a command-line argument: a file, or an id with or without `@` and a version or range.
    ///
    /// # Errors
    /// The argument is neither a file nor an id.
    pub fn parse_argument(argument: &str) -> Shared<InstallRequest> {
        let path = Path::new(argument);
        if path.extension().is_some_and(|end| end == ENDING) {
            return Ok(InstallRequest::File(path.to_owned()));
        }
        let why = "is neither the id of a pack, with or without `@` and a version, nor a file that ends with .tilepack";
        let need =
            Need::parse_argument(argument).ok_or_else(|| ShareError::BadName { name: argument.to_owned(), why })?;
        Ok(InstallRequest::Pack(need))
    }
}

/// A pack that the plan installs.
#[derive(Clone, Debug)]
pub struct Install {
    /// Id of the pack.
    pub id: String,
    /// Origin of the pack.
    pub origin: InstallSource,
    /// Version to install, as its shelf or file describes it.
    pub release: Release,
    /// True if the pack is installed only because another pack needs it.
    pub is_need: bool,
    /// Newest version that is installed already.
    pub had: Option<Version>,
    /// True if the program includes a pack with this id, which this one replaces.
    pub replaces_bundled: bool,
}

/// Packs to install, with notes for the user.
#[derive(Debug, Default)]
pub struct InstallPlan {
    /// Packs to install, needs first.
    pub steps: Vec<Install>,
    /// Requested packs that are already installed.
    pub there: Vec<(String, Version)>,
    /// Reasons why newer versions are not taken, as sentences.
    pub notes: Vec<String>,
    /// Shelves that were searched.
    pub shelves: Vec<Shelf>,
    pub(crate) archives: Vec<(Archive, Vec<u8>)>,
}

impl Client {
    /// Plans an installation. Requested packs get the newest compatible version. Their needs use an installed version
    /// if it is compatible, and otherwise the newest one from the shelf that the pack comes from, or from any shelf
    /// with `any_shelf`.
    ///
    /// # Errors
    /// A pack is on no shelf or on several, a file is not a pack, or no versions are compatible.
    pub fn plan(&self, wanted: &[InstallRequest], shelves: Vec<Shelf>, any_shelf: bool) -> Shared<InstallPlan> {
        let memory = self.memory()?;
        let mut plan = InstallPlan { shelves, ..InstallPlan::default() };
        let mut requests: Vec<Need> = Vec::new();
        let mut origins: Vec<(String, InstallSource)> = Vec::new();
        for wanted in wanted {
            let (request, origin) = match wanted {
                InstallRequest::File(path) => {
                    let bytes = files::read(path, ARCHIVE_BYTES)?;
                    let archive =
                        Archive::read(&bytes).map_err(|error| KitError::Archive { path: path.clone(), error })?;
                    plan.archives.push((archive, bytes));
                    let at = plan.archives.len() - 1;
                    let release = plan.release_of_file(at)?;
                    (Need::exactly(&plan.archives[at].0.manifest.id, &release.version), InstallSource::File(at))
                }
                InstallRequest::Pack(need) => (need.clone(), InstallSource::Shelf(plan.shelf_of(&need.id, &memory)?)),
            };
            origins.push((request.id.clone(), origin));
            requests.push(request);
        }
        let mut gathered = AvailableVersions::new(self, &memory, &plan.shelves)?;
        for (id, origin) in &origins {
            gathered.requested.insert(id.clone());
            match *origin {
                InstallSource::File(at) => {
                    gathered.add(id, InstallSource::File(at), plan.release_of_file(at)?, "the file");
                }
                InstallSource::Shelf(at) => gathered.add_shelf(id, at)?,
                InstallSource::Here => {}
            }
        }
        let policy = Policy { any_shelf, ..Policy::default() };
        let chosen = gathered.solve(&requests, &policy)?;
        let chosen = gathered.in_order(&chosen);
        self.enter(&mut plan, chosen, &memory)?;
        Ok(plan)
    }

    /// Plans an update of the packs for which `news` has newer versions. The versions are compatible with each other
    /// and, if possible, with all other installed packs. No pack is downgraded.
    ///
    /// # Errors
    /// No versions are compatible, or a record cannot be fetched.
    pub fn plan_update(
        &self,
        news: &[UpdateNotice],
        shelves: Vec<Shelf>,
        any_shelf: bool,
        alone: bool,
    ) -> Shared<InstallPlan> {
        let memory = self.memory()?;
        let mut plan = InstallPlan { shelves, ..InstallPlan::default() };
        let newer = news.iter().filter_map(|news| match news {
            UpdateNotice::Newer(id, had, newest) => Some((id.clone(), (had.clone(), newest.clone()))),
            _ => None,
        });
        let newer: BTreeMap<String, (Version, Version)> = newer.collect();
        let mut gathered = AvailableVersions::new(self, &memory, &plan.shelves)?;
        for (id, (had, _)) in &newer {
            gathered.requested.insert(id.clone());
            gathered.add_here(id, Some(had));
            gathered.add_shelf(id, plan.shelf_of(id, &memory)?)?;
        }
        let mut policy = Policy { any_shelf, ..Policy::default() };
        let own: Vec<Need> = newer.keys().map(|id| Need::any(id)).collect();
        let mut all = own.clone();
        for pack in self.store.list()? {
            let id = &pack.manifest.id;
            if !newer.contains_key(id) && !policy.locked.contains_key(id) {
                policy.locked.insert(id.clone(), pack.version.clone());
                all.push(Need::any(id));
            }
        }
        let mut requests = &own;
        // All installed packs should stay playable together, but packs that never were compatible must not block an
        // update.
        let mut chosen = if alone { None } else { gathered.solve(&all, &policy).ok() };
        match &chosen {
            Some(_) => requests = &all,
            None => {
                policy.locked.clear();
                chosen = Some(gathered.solve(&own, &policy)?);
            }
        }
        let chosen = chosen.unwrap_or_default();
        for (id, (_, newest)) in &newer {
            let taken = chosen.get(id).map(|&number| &gathered.candidates[number].version);
            if taken != Some(newest) {
                let exact: Vec<Need> = requests
                    .iter()
                    .filter(|request| request.id != *id)
                    .cloned()
                    .chain([Need::exactly(id, newest)])
                    .collect();
                if let Err(ShareError::Conflict(refusal)) = gathered.solve(&exact, &policy) {
                    plan.notes.push(format!("{id} {newest} is not used. {refusal}"));
                }
            }
        }
        let chosen = gathered.in_order(&chosen);
        self.enter(&mut plan, chosen, &memory)?;
        plan.there.clear();
        Ok(plan)
    }

    /// Adds the chosen versions to a plan, except installed ones.
    fn enter(&self, plan: &mut InstallPlan, chosen: Vec<ChosenVersion>, memory: &Memory) -> Shared<()> {
        let installed = self.store.list()?;
        let bundled = Finder::only_bundled().list()?;
        for ChosenVersion { id, origin, release, is_need } in chosen {
            let own = || installed.iter().filter(|pack| pack.manifest.id == id);
            if own().any(|pack| pack.manifest.content() == release.content) {
                if !is_need {
                    plan.there.push((id, release.version));
                }
                continue;
            }
            let remembered = memory.0.get(&id).and_then(|pack| pack.versions.get(&release.version));
            if remembered.is_some_and(|content| *content != release.content) {
                return Err(ShareError::OtherContent { id, version: release.version });
            }
            let had = own().map(|pack| pack.version.clone()).max();
            let replaces_bundled = bundled.iter().any(|found| found.id == id);
            plan.steps.push(Install { id, origin, release, is_need, had, replaces_bundled });
        }
        Ok(())
    }
}

impl InstallPlan {
    /// Finds the shelf to take a pack from: its former shelf, or the only shelf that has it.
    fn shelf_of(&self, id: &str, memory: &Memory) -> Shared<usize> {
        let has = |shelf: &Shelf| shelf.packs().binary_search_by(|entry| (*entry.id).cmp(id)).is_ok();
        let those: Vec<usize> = (0..self.shelves.len()).filter(|at| has(&self.shelves[*at])).collect();
        let before = memory.0.get(id).and_then(|known| known.shelf.as_ref());
        if let Some(at) = those.iter().find(|at| Some(&self.shelves[**at].name) == before) {
            return Ok(*at);
        }
        match &those[..] {
            [at] => Ok(*at),
            [] if self.shelves.is_empty() => Err(ShareError::Unsolved {
                why: format!("`{id}` is on no shelf: no shelf was added, or none can be reached"),
            }),
            [] => Err(ShareError::Unsolved { why: format!("none of your shelves has `{id}`") }),
            several => {
                let shelves = several.iter().map(|at| self.shelves[*at].name.clone()).collect();
                Err(ShareError::Several { id: id.to_owned(), shelves })
            }
        }
    }

    fn release_of_file(&self, at: usize) -> Shared<Release> {
        let (archive, bytes) = &self.archives[at];
        let release = Release::from_archive(archive, HashedFile::from_bytes(bytes), signer_of(archive)?);
        release.map_err(|why| ShareError::Index { from: archive.manifest.id.clone(), why })
    }
}
