//! Choosing among the packs that are here: what each says of itself is read from its head alone, and only what is chosen
//! is read as a whole.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use semver::Version;
use tilewright_core::diag::Diagnostic;
use tilewright_pack::limits::FILE_BYTES;
use tilewright_pack::{Manifest, World};

use crate::error::KitError;
use crate::files;
use crate::packs::archive::Archive;
use crate::packs::find::{Finder, Found, PACK_FILE, PackFiles, PackPlace, Ranked};
use crate::packs::load::library;
use crate::packs::lock::{Lock, LockedPack};
use crate::packs::shadow::Shadow;
use crate::packs::versions::{Candidate, Need, NoPlan, Plan, Policy, solve, unknown};

/// What a pack says of itself, as far as it can be read.
struct Head {
    version: Version,
    needs: Vec<Need>,
    conflicts: Vec<Need>,
    /// Reason why the pack cannot be used.
    wrong: Option<KitError>,
}

/// Reads the head of a pack, and nothing else of it.
fn head(found: &Found) -> Result<Head, KitError> {
    let (version, needs, conflicts, mut wrong) = match &found.place {
        PackPlace::Archive(path) => {
            let manifest = Archive::manifest_in(path)?;
            (manifest.version, manifest.needs, manifest.conflicts, None)
        }
        PackPlace::Folder(folder) if !folder.join(PACK_FILE).is_symlink() => {
            of_text(found, &files::read_text(&folder.join(PACK_FILE), FILE_BYTES as u64)?)
        }
        // Where links may lead is looked at by those who read all of it.
        _ => of_text(found, found.read()?.get(PACK_FILE).map_or("", |text| text)),
    };
    let mut note = |why: String| {
        wrong.get_or_insert(KitError::Head { path: found.shown().into(), why });
    };
    let version = Version::parse(&version).unwrap_or_else(|_| {
        note(format!("`{version}` is not a version"));
        Version::new(0, 0, 0)
    });
    let mut all = |texts: Vec<String>| {
        let read: Vec<Need> = texts.iter().filter_map(|text| Need::written(text)).collect();
        if read.len() < texts.len() {
            note("what it needs cannot be read".to_owned());
        }
        read
    };
    let (needs, conflicts) = (all(needs), all(conflicts));
    Ok(Head { version, needs, conflicts, wrong })
}

/// Version, needs and conflicts in the text of a head, and what is wrong with it.
fn of_text(found: &Found, text: &str) -> (String, Vec<String>, Vec<String>, Option<KitError>) {
    let mut world = World::default();
    world.add_file(&found.id, PACK_FILE, text);
    let (manifest, wrong) = tilewright_pack::partial_manifest(&world, &found.id);
    let ranges = |all: &[(Arc<str>, Arc<str>)]| all.iter().map(|(id, range)| format!("{id} {range}")).collect();
    let wrong = wrong.map(|finding| unreadable(found, &finding));
    (manifest.version.to_string(), ranges(&manifest.needs), ranges(&manifest.conflicts), wrong)
}

fn unreadable(found: &Found, finding: &Diagnostic) -> KitError {
    KitError::Head { path: found.shown().into(), why: format!("{} [{}]", finding.message, finding.code) }
}

/// The hash of the rules of a pack.
fn rules_of(found: &Found) -> Result<String, KitError> {
    if let PackPlace::Archive(path) = &found.place {
        return Ok(Archive::manifest_in(path)?.rules);
    }
    Ok(manifest_of(found)?.hash.to_string())
}

/// What a pack says of itself, read as a whole.
fn manifest_of(found: &Found) -> Result<Manifest, KitError> {
    let mut world = library();
    world.packs.insert(found.id.as_str().into(), found.read()?);
    manifest_in(&world, found)
}

fn manifest_in(world: &World, found: &Found) -> Result<Manifest, KitError> {
    tilewright_pack::manifest(world, &found.id).map_err(|finding| unreadable(found, &finding))
}

/// Returns a pack that is here as one that could be chosen. If its head is wrong, no other pack can need it, but what
/// it needs is known as far as it could be read, so that loading reports its mistakes and no missing packs.
pub fn candidate(listed: &Ranked) -> Candidate {
    let Ranked { found, rank, .. } = listed;
    let head = head(found);
    let mut candidate = Candidate::new(&found.id, Version::new(0, 0, 0));
    (candidate.rank, candidate.from) = (*rank, found.shown());
    match head {
        Ok(head) => {
            (candidate.version, candidate.needs, candidate.conflicts) = (head.version, head.needs, head.conflicts);
            candidate.unusable = head.wrong.map(|error| error.to_string());
        }
        Err(error) => candidate.unusable = Some(error.to_string()),
    }
    candidate
}

/// The packs that are here and what they say of themselves, as far as it was asked for. Each is read once; copies share
/// what was read.
#[derive(Clone, Default)]
pub struct Here {
    listed: Arc<BTreeMap<String, Vec<Ranked>>>,
    /// The keys of `listed`, as the world of a pack shares them.
    ids: Arc<BTreeSet<Arc<str>>>,
    /// Those that were looked at, by number: what they say, and what they are.
    candidates: Vec<Candidate>,
    found: Vec<Found>,
    looked_at: BTreeSet<String>,
    /// The hashes of rules that were worked out.
    rules: BTreeMap<usize, Option<String>>,
    read: Arc<Mutex<Read>>,
    /// Whether files are shown by the ids of their packs.
    by_ids: bool,
}

/// What was read of packs.
#[derive(Default)]
struct Read {
    heads: BTreeMap<Found, Candidate>,
    files: BTreeMap<Found, PackFiles>,
}

impl Here {
    /// What a finder finds.
    ///
    /// # Errors
    /// A folder that exists cannot be read.
    pub fn of(finder: &Finder) -> Result<Here, KitError> {
        let mut listed: BTreeMap<String, Vec<Ranked>> = BTreeMap::new();
        for pack in finder.all()? {
            listed.entry(pack.found.id.clone()).or_default().push(pack);
        }
        let ids = listed.keys().map(|id| Arc::from(id.as_str())).collect();
        Ok(Here { listed: Arc::new(listed), ids: Arc::new(ids), ..Here::default() })
    }

    /// The same for those who show the files of packs by ids, not by where they lie.
    #[must_use]
    pub fn by_ids(mut self) -> Here {
        self.by_ids = true;
        self
    }

    /// Nothing was looked at yet, but what was read stays read.
    #[must_use]
    pub fn unsettled(&self) -> Here {
        let (listed, ids, read) = (Arc::clone(&self.listed), Arc::clone(&self.ids), Arc::clone(&self.read));
        Here { listed, ids, read, by_ids: self.by_ids, ..Here::default() }
    }

    /// Whether the files of what is loaded are shown by the ids of their packs.
    pub(crate) fn shows_ids(&self) -> bool {
        self.by_ids
    }

    /// Of the folder of a pack what somebody edits is meant, not what was saved. It comes before others of its id, and has
    /// to be said before that id is looked at.
    pub fn edit(&mut self, folder: &Path, id: &str, files: PackFiles) {
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let own = real(folder);
        let all = self.listed_mut(id);
        all.retain(|listed| listed.found.place.folder().is_none_or(|other| real(other) != own));
        let found = Found { id: id.to_owned(), place: PackPlace::Edited(folder.to_owned(), files) };
        all.insert(0, Ranked::first(found));
    }

    /// Returns the packs of an id, to be changed.
    fn listed_mut(&mut self, id: &str) -> &mut Vec<Ranked> {
        if !self.ids.contains(id) {
            Arc::make_mut(&mut self.ids).insert(id.into());
        }
        Arc::make_mut(&mut self.listed).entry(id.to_owned()).or_default()
    }

    /// Returns the ids of all packs that are here.
    pub(crate) fn shared_ids(&self) -> Arc<BTreeSet<Arc<str>>> {
        Arc::clone(&self.ids)
    }

    /// The files of a candidate.
    ///
    /// # Errors
    /// One cannot be read.
    pub fn files(&self, number: usize) -> Result<PackFiles, KitError> {
        self.files_of(&self.found[number])
    }

    /// The files of something that was found here.
    ///
    /// # Errors
    /// One cannot be read.
    pub fn files_of(&self, found: &Found) -> Result<PackFiles, KitError> {
        if let PackPlace::Edited(_, files) = &found.place {
            return Ok(files.clone());
        }
        let known = self.read.lock().unwrap_or_else(PoisonError::into_inner).files.get(found).cloned();
        if let Some(files) = known {
            return Ok(files);
        }
        let files = found.read()?;
        self.read.lock().unwrap_or_else(PoisonError::into_inner).files.insert(found.clone(), files.clone());
        Ok(files)
    }

    /// What a pack says of itself.
    fn candidate(&self, listed: &Ranked) -> Candidate {
        if let PackPlace::Edited(..) = listed.found.place {
            return candidate(listed);
        }
        let known = self.read.lock().unwrap_or_else(PoisonError::into_inner).heads.get(&listed.found).cloned();
        let said = known.unwrap_or_else(|| {
            let said = candidate(listed);
            self.read.lock().unwrap_or_else(PoisonError::into_inner).heads.insert(listed.found.clone(), said.clone());
            said
        });
        Candidate { rank: listed.rank, ..said }
    }

    /// The ids of all packs that are here.
    pub fn ids(&self) -> impl Iterator<Item = &str> + Clone {
        self.listed.keys().map(String::as_str)
    }

    /// The number of the candidate that an id means, with or without `@` and a version or a range of versions: the nearest,
    /// and of those the newest.
    ///
    /// # Errors
    /// There is none.
    pub(crate) fn pick(&mut self, finder: &Finder, argument: &str) -> Result<usize, KitError> {
        let request = finder.request(argument)?;
        let all = self.look_at(&request.id);
        if all.is_empty() {
            return Err(finder.unknown(&request.id, self.ids()));
        }
        let first = &self.candidates[all[0]];
        let is_first = |number: &&usize| self.candidates[**number].rank == first.rank;
        if request.is_any()
            && (self.is_settled(&request.id).is_some()
                || all.iter().filter(is_first).all(|&n| self.candidates[n].unusable.is_some()))
        {
            // If something is wrong with it, whoever reads it tells what.
            return Ok(all[0]);
        }
        if let Some(number) = self.nearest(&all, &request) {
            return Ok(number);
        }
        let mut there: Vec<Version> = all
            .iter()
            .map(|number| &self.candidates[*number])
            .filter(|c| c.unusable.is_none())
            .map(|c| c.version.clone())
            .collect();
        there.sort();
        there.dedup();
        let wanted = argument.split_once('@').map_or_else(String::new, |(_, range)| range.to_owned());
        Err(KitError::NoVersion { id: request.id, wanted, there })
    }

    /// Of some candidates that which is nearest, and of equally near ones the newest.
    fn nearest(&self, all: &[usize], request: &Need) -> Option<usize> {
        let fits = |number: &&usize| {
            let candidate = &self.candidates[**number];
            candidate.unusable.is_none() && (request.is_any() || request.fits(&candidate.version, false))
        };
        let key = |number: &&usize| {
            let candidate = &self.candidates[**number];
            (Reverse(candidate.rank), candidate.version.clone(), Reverse(**number))
        };
        all.iter().filter(fits).max_by_key(key).copied()
    }

    /// Whether an id means what somebody works on, or what was named by its place: then nothing else is taken for it.
    fn is_settled(&self, id: &str) -> Option<&Found> {
        let first = self.listed.get(id)?.first()?;
        (first.rank == 0 || first.found.place.folder().is_some()).then_some(&first.found)
    }

    /// What is requested for by arguments: paths, or ids with or without `@` and versions.
    ///
    /// # Errors
    /// Something is not here.
    pub(crate) fn requests(&mut self, finder: &Finder, arguments: &[String]) -> Result<Vec<Need>, KitError> {
        let mut requests = Vec::new();
        for argument in arguments {
            if let Some(found) = finder.at_path(argument)? {
                requests.push(Need { id: found.id.clone(), ..Need::any("") });
                self.put(found);
                continue;
            }
            let request = finder.request(argument)?;
            if let (true, Some(found)) = (request.is_any(), self.is_settled(&request.id)) {
                self.put(found.clone());
            }
            self.pick(finder, argument)?;
            requests.push(request);
        }
        Ok(requests)
    }

    /// What is requested for by ids alone.
    pub(crate) fn requests_by_ids(&mut self, ids: &[String]) -> Vec<Need> {
        for id in ids {
            if let Some(found) = self.is_settled(id).cloned() {
                self.put(found);
            }
        }
        ids.iter().map(|id| Need { id: id.clone(), ..Need::any("") }).collect()
    }

    /// Only this is meant by its id, whatever else bears it.
    pub fn put(&mut self, found: Found) {
        if self.looked_at.insert(found.id.clone()) {
            self.candidates.push(candidate(&Ranked::first(found.clone())));
            self.found.push(found);
        }
    }

    /// This is here, too, before others of its id.
    pub(crate) fn add(&mut self, found: Found) {
        let all = self.listed_mut(&found.id);
        if all.iter().all(|listed| listed.found != found) {
            all.insert(0, Ranked::first(found));
        }
    }

    /// The candidate that an id means if nothing else is said, where it is settled.
    pub(crate) fn meant(&mut self, id: &str) -> Option<usize> {
        let found = self.is_settled(id)?.clone();
        self.look_at(id).into_iter().find(|&number| self.found[number] == found)
    }

    /// The lock of a pack that is meant by its id and lies in a folder.
    ///
    /// # Errors
    /// It cannot be read.
    pub(crate) fn lock_of(&mut self, id: &str) -> Result<Option<Lock>, KitError> {
        let all = self.look_at(id);
        match all.first().and_then(|&number| self.found[number].place.folder()) {
            Some(folder) => Lock::read(folder),
            None => Ok(None),
        }
    }

    /// Of the locked version of a pack the very one is meant, unless somebody works on that version.
    pub(crate) fn prefer(&mut self, locked: &LockedPack) {
        let version = locked.version();
        let mut all = self.look_at(&locked.id);
        all.retain(|&number| Some(&self.candidates[number].version) == version.as_ref());
        if all.iter().any(|&number| self.found[number].place.folder().is_some()) {
            return;
        }
        for number in all {
            if self.rules(number) == Some(&locked.rules) {
                self.candidates[number].rank = 0;
            }
        }
    }

    /// Returns the installed or included pack that another one of the same id hides, if its rules differ.
    pub fn shadow_of(&self, found: &Found) -> Option<Shadow> {
        let all = self.listed.get(&found.id)?;
        if all.iter().any(|listed| listed.is_provided && listed.found == *found) {
            return None;
        }
        let hidden = all.iter().find(|listed| listed.is_provided)?;
        let same_files = || Some(self.files_of(found).ok()? == self.files_of(&hidden.found).ok()?);
        if same_files() == Some(true) {
            return None;
        }
        // Packs that differ in their read-me alone play the same game.
        let rules = |found: &Found| rules_of(found).ok();
        (rules(found) != rules(&hidden.found)).then(|| Shadow {
            pack: found.clone(),
            is_included: hidden.found.place == PackPlace::Bundled,
            version: self.candidate(hidden).version,
        })
    }

    /// Of a pack only these candidates are meant, the first before the others.
    pub(crate) fn only(&mut self, id: &str, order: &[usize]) {
        for number in self.look_at(id) {
            match order.iter().position(|other| *other == number) {
                Some(at) => self.candidates[number].rank = at as u32,
                None => self.candidates[number].unusable = Some("another version is meant".to_owned()),
            }
        }
    }

    /// The hash of the rules of a candidate, as records name it; none if it cannot be read.
    pub(crate) fn rules(&mut self, number: usize) -> Option<&str> {
        let found = &self.found[number];
        self.rules.entry(number).or_insert_with(|| rules_of(found).ok()).as_deref()
    }

    /// All versions of a pack that are here, the numbers of its candidates.
    pub fn look_at(&mut self, id: &str) -> Vec<usize> {
        if self.looked_at.insert(id.to_owned()) {
            for listed in self.listed.get(id).into_iter().flatten() {
                self.candidates.push(self.candidate(listed));
                self.found.push(listed.found.clone());
            }
        }
        (0..self.candidates.len()).filter(|&number| self.candidates[number].id == id).collect()
    }

    /// The id of a pack that says that it had this id before.
    pub(crate) fn called_before(&self, id: &str) -> Option<String> {
        let firsts = self.listed.values().filter_map(|all| all.first());
        let mut were = firsts.filter(|listed| {
            let manifest = manifest_of(&listed.found);
            manifest.is_ok_and(|manifest| manifest.history.was.iter().any(|was| **was == *id))
        });
        were.next().map(|listed| listed.found.id.clone())
    }

    /// Whether a candidate is what is requested for.
    pub(crate) fn meets(&self, number: usize, request: &Need) -> bool {
        request.is_any() || request.fits(&self.candidates[number].version, false)
    }

    /// What was looked at so far.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// What a candidate is.
    pub fn found(&self, number: usize) -> &Found {
        &self.found[number]
    }

    /// Chooses versions that fit each other: of what is requested for, and of all that it needs.
    ///
    /// # Errors
    /// There are none: why, and what would help.
    pub fn choose(&mut self, requests: &[Need], policy: &Policy) -> Result<Plan, Box<NoPlan>> {
        self.reach(requests);
        solve(requests, &self.candidates, policy)
    }

    /// Looks at all that requests can come to.
    fn reach(&mut self, requests: &[Need]) {
        loop {
            let open: Vec<String> =
                unknown(requests, &self.candidates).into_iter().filter(|id| !self.looked_at.contains(id)).collect();
            if open.is_empty() {
                return;
            }
            open.iter().for_each(|id| drop(self.look_at(id)));
        }
    }

    /// For each pack that requests come to the best that is here, whether it fits or not: so that loading them can say at
    /// which line what does not.
    pub fn best(&mut self, requests: &[Need]) -> Plan {
        let mut plan = Plan::new();
        let mut open: Vec<Need> = requests.iter().rev().cloned().collect();
        while let Some(need) = open.pop() {
            if plan.contains_key(&need.id) {
                continue;
            }
            let all = self.look_at(&need.id);
            let any = Need { range: semver::VersionReq::STAR, ..need.clone() };
            let best = self.nearest(&all, &need).or_else(|| self.nearest(&all, &any));
            if let Some(number) = best.or_else(|| all.first().copied()) {
                open.extend(self.candidates[number].needs.iter().rev().cloned());
                plan.insert(need.id, number);
            }
        }
        plan
    }
}
