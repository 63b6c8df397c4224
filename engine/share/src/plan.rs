//! What is to be done so that packs are installed, or newer ones are: versions that fit each other and what is here, and
//! where they come from. Nothing is changed by it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use semver::Version;
use tilewright_kit::archive::{API, ARCHIVE_BYTES, Archive, ENDING};
use tilewright_kit::choose::Here;
use tilewright_kit::error::KitError;
use tilewright_kit::files;
use tilewright_kit::find::Finder;
use tilewright_kit::versions::{self, Candidate, Need, Policy, solve, unknown};

use crate::error::{ShareError, Shared};
use crate::index::{Named, PackRecord, Release};
use crate::install::{Client, Memory, News};
use crate::shelf::Shelf;
use crate::sign::key_of;

/// What somebody wants to install.
#[derive(Clone, Debug)]
pub enum Wanted {
    /// An archive in a file.
    File(PathBuf),
    /// A pack, and the versions of it that will do.
    Pack(Need),
}

impl Wanted {
    /// What is wanted by an argument: a file, or an id, with or without `@` and a version or a range.
    ///
    /// # Errors
    /// It is neither.
    pub fn typed(argument: &str) -> Shared<Wanted> {
        let path = Path::new(argument);
        if path.extension().is_some_and(|end| end == ENDING) {
            return Ok(Wanted::File(path.to_owned()));
        }
        let why = "is no id of a pack, with or without `@` and a version, and no file that ends with .tilepack";
        let need = Need::typed(argument).ok_or_else(|| ShareError::BadName { name: argument.to_owned(), why })?;
        Ok(Wanted::Pack(need))
    }
}

/// Where a pack comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Origin {
    /// It is here already.
    Here,
    /// A shelf, by number.
    Shelf(usize),
    /// A file, by number.
    File(usize),
}

/// A pack that is to be installed.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its id.
    pub id: String,
    /// Where from.
    pub origin: Origin,
    /// What it is.
    pub release: Release,
    /// Whether it only comes along because another needs it.
    pub is_need: bool,
    /// The newest version that is installed.
    pub had: Option<Version>,
    /// Whether the program comes with a pack of this id, in whose place this one is played.
    pub replaces_bundled: bool,
}

/// What is to be done.
#[derive(Debug, Default)]
pub struct Plan {
    /// The packs, needs first.
    pub steps: Vec<Step>,
    /// What was wanted and is installed already.
    pub there: Vec<(String, Version)>,
    /// Why something newer is left where it is, in sentences.
    pub notes: Vec<String>,
    /// The shelves that were looked at.
    pub shelves: Vec<Shelf>,
    pub(crate) archives: Vec<(Archive, Vec<u8>)>,
}

impl Client {
    /// Works out what is to be installed: of what is wanted the newest that fits, and of what that needs what is here
    /// if it fits, else the newest from the shelf that the pack comes from. `any_shelf`: else from any shelf.
    ///
    /// # Errors
    /// Something is on no shelf or on several, a file is no pack, or no versions fit together.
    pub fn plan(&self, wanted: &[Wanted], shelves: Vec<Shelf>, any_shelf: bool) -> Shared<Plan> {
        let memory = self.memory()?;
        let mut plan = Plan { shelves, ..Plan::default() };
        let mut wishes: Vec<Need> = Vec::new();
        let mut origins: Vec<(String, Origin)> = Vec::new();
        for wanted in wanted {
            let (wish, origin) = match wanted {
                Wanted::File(path) => {
                    let bytes = files::read(path, ARCHIVE_BYTES)?;
                    let archive =
                        Archive::read(&bytes).map_err(|error| KitError::Archive { path: path.clone(), error })?;
                    plan.archives.push((archive, bytes));
                    let at = plan.archives.len() - 1;
                    let release = plan.release_of_file(at)?;
                    (Need::exactly(&plan.archives[at].0.manifest.id, &release.version), Origin::File(at))
                }
                Wanted::Pack(need) => (need.clone(), Origin::Shelf(plan.shelf_of(&need.id, &memory)?)),
            };
            origins.push((wish.id.clone(), origin));
            wishes.push(wish);
        }
        let mut gathered = Gathered::new(self, &memory, &plan.shelves)?;
        for (id, origin) in &origins {
            gathered.wished.insert(id.clone());
            match *origin {
                Origin::File(at) => {
                    gathered.add(id, Origin::File(at), plan.release_of_file(at)?, "the file");
                }
                Origin::Shelf(at) => gathered.add_shelf(id, at)?,
                Origin::Here => {}
            }
        }
        let policy = Policy { far: any_shelf, ..Policy::default() };
        let chosen = gathered.solve(&wishes, &policy)?;
        let chosen = gathered.in_order(&chosen);
        self.enter(&mut plan, chosen, &memory)?;
        Ok(plan)
    }

    /// Works out which newer versions are to be installed, of the packs that `news` tells of. They fit each other and, as
    /// far as there are such versions, what else is installed. Nothing gets an older version than it has.
    ///
    /// # Errors
    /// No versions fit together, or a record cannot be had.
    pub fn plan_update(&self, news: &[News], shelves: Vec<Shelf>, any_shelf: bool, alone: bool) -> Shared<Plan> {
        let memory = self.memory()?;
        let mut plan = Plan { shelves, ..Plan::default() };
        let newer = news.iter().filter_map(|news| match news {
            News::Newer(id, had, newest) => Some((id.clone(), (had.clone(), newest.clone()))),
            _ => None,
        });
        let newer: BTreeMap<String, (Version, Version)> = newer.collect();
        let mut gathered = Gathered::new(self, &memory, &plan.shelves)?;
        for (id, (had, _)) in &newer {
            gathered.wished.insert(id.clone());
            gathered.add_here(id, Some(had));
            gathered.add_shelf(id, plan.shelf_of(id, &memory)?)?;
        }
        let mut policy = Policy { far: any_shelf, ..Policy::default() };
        let own: Vec<Need> = newer.keys().map(|id| Need::any(id)).collect();
        let mut all = own.clone();
        for pack in self.store.list()? {
            let id = &pack.manifest.id;
            if !newer.contains_key(id) && !policy.locked.contains_key(id) {
                policy.locked.insert(id.clone(), pack.version.clone());
                all.push(Need::any(id));
            }
        }
        let mut wishes = &own;
        // With all that is installed, if that goes; those that were never meant to go together need not.
        let mut chosen = if alone { None } else { gathered.solve(&all, &policy).ok() };
        match &chosen {
            Some(_) => wishes = &all,
            None => {
                policy.locked.clear();
                chosen = Some(gathered.solve(&own, &policy)?);
            }
        }
        let chosen = chosen.unwrap_or_default();
        for (id, (_, newest)) in &newer {
            let taken = chosen.get(id).map(|&number| &gathered.candidates[number].version);
            if taken != Some(newest) {
                let exact: Vec<Need> =
                    wishes.iter().filter(|wish| wish.id != *id).cloned().chain([Need::exactly(id, newest)]).collect();
                if let Err(ShareError::Conflict(refusal)) = gathered.solve(&exact, &policy) {
                    plan.notes.push(format!("{id} {newest} is not taken. {refusal}"));
                }
            }
        }
        let chosen = gathered.in_order(&chosen);
        self.enter(&mut plan, chosen, &memory)?;
        plan.there.clear();
        Ok(plan)
    }

    /// Enters what was chosen into a plan, unless it is here.
    fn enter(&self, plan: &mut Plan, chosen: Vec<Chosen>, memory: &Memory) -> Shared<()> {
        let installed = self.store.list()?;
        let bundled = Finder::bundled().list()?;
        for Chosen { id, origin, release, is_need } in chosen {
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
            plan.steps.push(Step { id, origin, release, is_need, had, replaces_bundled });
        }
        Ok(())
    }
}

impl Plan {
    /// The shelf that a pack is taken from.
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
                why: format!("`{id}` is on no shelf: no shelf was added, or none can be had"),
            }),
            [] => Err(ShareError::Unsolved { why: format!("`{id}` is on no shelf that you have") }),
            several => {
                let shelves = several.iter().map(|at| self.shelves[*at].name.clone()).collect();
                Err(ShareError::Several { id: id.to_owned(), shelves })
            }
        }
    }

    fn release_of_file(&self, at: usize) -> Shared<Release> {
        let (archive, bytes) = &self.archives[at];
        let release = Release::of(&archive.manifest, Named::of(bytes), key_of(archive)?);
        release.map_err(|why| ShareError::Index { from: archive.manifest.id.clone(), why })
    }
}

/// A version that was chosen and is not here.
struct Chosen {
    id: String,
    origin: Origin,
    release: Release,
    is_need: bool,
}

/// What versions are chosen from: what is here, and what shelves have, as far as it can be needed.
struct Gathered<'c> {
    memory: &'c Memory,
    shelves: &'c [Shelf],
    here: Here,
    /// What was asked for: it comes from where it was asked for, and nothing is added for it.
    wished: BTreeSet<String>,
    candidates: Vec<Candidate>,
    /// Where each comes from, and what its shelf or file says of it.
    sources: Vec<(Origin, Option<Release>)>,
    /// The shelves on which a pack is looked for, since packs of them need it.
    homes: BTreeMap<String, BTreeSet<usize>>,
    /// What was added from shelves, by its content.
    known: BTreeSet<(String, String)>,
    /// The packs and shelves that were looked at; none: what is here.
    looked: BTreeSet<(String, Option<usize>)>,
    records: BTreeMap<(String, usize), Option<PackRecord>>,
}

impl<'c> Gathered<'c> {
    fn new(client: &Client, memory: &'c Memory, shelves: &'c [Shelf]) -> Shared<Gathered<'c>> {
        Ok(Gathered {
            memory,
            shelves,
            here: Here::of(&client.finder)?,
            wished: BTreeSet::new(),
            candidates: Vec::new(),
            sources: Vec::new(),
            homes: BTreeMap::new(),
            known: BTreeSet::new(),
            looked: BTreeSet::new(),
            records: BTreeMap::new(),
        })
    }

    fn add(&mut self, id: &str, origin: Origin, release: Release, from: &str) {
        let needs = |texts: &[String]| texts.iter().map(|text| Need::written(text)).collect::<Option<Vec<Need>>>();
        let mut candidate = Candidate::new(id, release.version.clone());
        match (needs(&release.needs), needs(&release.conflicts)) {
            (Some(needs), Some(conflicts)) => (candidate.needs, candidate.conflicts) = (needs, conflicts),
            _ => candidate.unusable = Some("what it needs cannot be read".to_owned()),
        }
        if release.api > API {
            candidate.unusable = Some("it is for a later program".to_owned());
        }
        candidate.withdrawn = release.withdrawn.as_ref().map(|withdrawn| withdrawn.why.clone());
        (candidate.installed, candidate.rank, candidate.from) = (false, 1, from.to_owned());
        self.candidates.push(candidate);
        self.sources.push((origin, Some(release)));
    }

    /// Adds what is here of a pack. `wanted`: it is to be as new as can be, and not older than this.
    fn add_here(&mut self, id: &str, wanted: Option<&Version>) {
        if !self.looked.insert((id.to_owned(), None)) {
            return;
        }
        for number in self.here.look_at(id) {
            let mut candidate = self.here.candidates()[number].clone();
            if let Some(least) = wanted {
                if candidate.version < *least {
                    continue;
                }
                (candidate.installed, candidate.rank) = (false, 0);
            }
            self.candidates.push(candidate);
            self.sources.push((Origin::Here, None));
        }
    }

    /// Adds what a shelf has of a pack, but for what it was told already.
    fn add_shelf(&mut self, id: &str, at: usize) -> Shared<()> {
        if !self.looked.insert((id.to_owned(), Some(at))) {
            return Ok(());
        }
        let from = format!("shelf {}", self.shelves[at].name);
        let releases = self.record(id, at)?.map(|record| record.versions.clone()).unwrap_or_default();
        for release in releases {
            if self.known.insert((id.to_owned(), release.content.clone())) {
                self.add(id, Origin::Shelf(at), release, &from);
            }
        }
        Ok(())
    }

    fn record(&mut self, id: &str, at: usize) -> Shared<Option<&PackRecord>> {
        let key = (id.to_owned(), at);
        if !self.records.contains_key(&key) {
            let record = self.shelves[at].record(id)?;
            self.records.insert(key.clone(), record);
        }
        Ok(self.records[&key].as_ref())
    }

    /// Finds versions that fit each other. Where there are none, other shelves are looked at for ways out.
    fn solve(&mut self, wishes: &[Need], policy: &Policy) -> Shared<versions::Plan> {
        self.reach(wishes, policy.far)?;
        match solve(wishes, &self.candidates, policy) {
            Ok(plan) => Ok(plan),
            Err(_) if !policy.far && self.shelves.len() > 1 => {
                self.reach(wishes, true)?;
                solve(wishes, &self.candidates, policy).map_err(ShareError::Conflict)
            }
            Err(refusal) => Err(ShareError::Conflict(refusal)),
        }
    }

    /// Adds all that wishes can come to: what is here, and what is on the shelves that packs come from. `far`: what is on
    /// any shelf, too.
    fn reach(&mut self, wishes: &[Need], far: bool) -> Shared<()> {
        let mut at = 0;
        let mut open: BTreeSet<String> = unknown(wishes, &self.candidates);
        loop {
            for id in std::mem::take(&mut open) {
                self.find_home(&id, None);
                self.add_here(&id, None);
            }
            // Whoever is new says on which shelf its needs are looked for.
            while at < self.candidates.len() {
                let home = self.home_of(at);
                let needs: Vec<String> = self.candidates[at].needs.iter().map(|need| need.id.clone()).collect();
                needs.iter().for_each(|id| self.find_home(id, home));
                at += 1;
                for id in needs {
                    if !self.wished.contains(&id) {
                        self.add_here(&id, None);
                    }
                }
            }
            let homes: Vec<(String, usize)> =
                self.homes.iter().flat_map(|(id, homes)| homes.iter().map(|home| (id.clone(), *home))).collect();
            for (id, home) in homes {
                self.add_shelf(&id, home)?;
            }
            if at == self.candidates.len() {
                if !far {
                    break;
                }
                let ids: Vec<String> = self.homes.keys().cloned().collect();
                for id in ids {
                    for shelf in 0..self.shelves.len() {
                        self.add_shelf(&id, shelf)?;
                    }
                }
                if at == self.candidates.len() {
                    break;
                }
            }
        }
        self.mark_far()
    }

    /// Notes on which shelves a pack is looked for: the one that it came from before, and those that what needs it comes
    /// from.
    fn find_home(&mut self, id: &str, needer: Option<usize>) {
        if self.wished.contains(id) {
            return;
        }
        let known = self.shelf_before(id);
        let homes = self.homes.entry(id.to_owned()).or_default();
        homes.extend(known.into_iter().chain(needer));
    }

    /// The shelf that a pack was taken from before.
    fn shelf_before(&self, id: &str) -> Option<usize> {
        let shelf = self.memory.0.get(id)?.shelf.as_ref()?;
        self.shelves.iter().position(|other| other.name == *shelf)
    }

    /// The shelf that a candidate comes from, or came from.
    fn home_of(&self, number: usize) -> Option<usize> {
        match self.sources[number].0 {
            Origin::Shelf(at) => Some(at),
            Origin::Here => self.shelf_before(&self.candidates[number].id),
            Origin::File(_) => None,
        }
    }

    /// What is not on each of the shelves on which a pack is looked for, by the same content, may be another pack: it is
    /// offered and not taken.
    fn mark_far(&mut self) -> Shared<()> {
        for number in 0..self.candidates.len() {
            let (Origin::Shelf(at), Some(release)) = &self.sources[number] else { continue };
            let (at, content) = (*at, release.content.clone());
            let id = self.candidates[number].id.clone();
            let Some(homes) = self.homes.get(&id).cloned() else { continue };
            let mut far = !homes.contains(&at);
            for home in homes {
                let has = |record: &PackRecord| record.versions.iter().any(|release| release.content == content);
                far |= !self.record(&id, home)?.is_some_and(has);
            }
            self.candidates[number].far = far;
        }
        Ok(())
    }

    /// What was chosen and is not here, needs first.
    fn in_order(&self, plan: &versions::Plan) -> Vec<Chosen> {
        let (mut seen, mut ordered) = (BTreeSet::new(), Vec::new());
        for id in plan.keys() {
            self.put_in_order(id, plan, &mut seen, &mut ordered);
        }
        let chosen = |number: usize| {
            let (origin, release) = &self.sources[number];
            let id = self.candidates[number].id.clone();
            let is_need = !self.wished.contains(&id);
            Some(Chosen { id, origin: *origin, release: release.clone()?, is_need })
        };
        ordered.into_iter().filter_map(chosen).collect()
    }

    fn put_in_order(&self, id: &str, plan: &versions::Plan, seen: &mut BTreeSet<String>, ordered: &mut Vec<usize>) {
        let Some(&number) = plan.get(id) else { return };
        if seen.insert(id.to_owned()) {
            for need in &self.candidates[number].needs {
                self.put_in_order(&need.id, plan, seen, ordered);
            }
            ordered.push(number);
        }
    }
}
