//! Chooses among the packs that are available. Only their heads are read for the choice; a pack is read as a whole once
//! it is chosen.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use semver::Version;
use tilewright_core::diag::Diagnostic;
use tilewright_pack::limits::FILE_BYTES;
use tilewright_pack::{Manifest, PackFiles, World};

use crate::error::KitError;
use crate::files;
use crate::packs::archive::Archive;
use crate::packs::art::ArtFiles;
use crate::packs::find::{Finder, PACK_FILE};
use crate::packs::folder::ArtCache;
use crate::packs::found::{FoundPack, PackPlace, Ranked};
use crate::packs::library::library;
use crate::packs::lock::{Lock, LockedPack};
use crate::packs::shadow::Shadow;
use crate::packs::versions::{Candidate, Need, NoPlan, Plan, Policy, solve, unknown};

/// Head of a pack, with the parts that could be read.
struct PackHead {
    version: Version,
    needs: Vec<Need>,
    conflicts: Vec<Need>,
    /// Reason why the pack cannot be used.
    wrong: Option<KitError>,
}

/// Reads only the head of a pack.
fn head(found: &FoundPack) -> Result<PackHead, KitError> {
    let (version, needs, conflicts, mut wrong) = match &found.place {
        PackPlace::Archive(path) => {
            let manifest = Archive::manifest_in(path)?;
            let needs = manifest.requirements();
            (manifest.version, needs, manifest.conflicts, None)
        }
        PackPlace::Folder(folder) if !folder.join(PACK_FILE).is_symlink() => {
            of_text(found, &files::read_text(&folder.join(PACK_FILE), FILE_BYTES as u64)?)
        }
        // Code that reads the whole pack checks the targets of links.
        _ => of_text(found, found.read()?.get(PACK_FILE).map_or("", |text| text)),
    };
    let mut note = |why: String| {
        wrong.get_or_insert(KitError::Head { path: found.path_prefix().into(), why });
    };
    let version = Version::parse(&version).unwrap_or_else(|_| {
        note(format!("`{version}` is not a version"));
        Version::new(0, 0, 0)
    });
    let mut all = |texts: Vec<String>| {
        let read: Vec<Need> = texts.iter().filter_map(|text| Need::parse_declaration(text)).collect();
        if read.len() < texts.len() {
            note("its needs or conflicts cannot be read".to_owned());
        }
        read
    };
    let (needs, conflicts) = (all(needs), all(conflicts));
    Ok(PackHead { version, needs, conflicts, wrong })
}

/// Returns version, needs and conflicts from the text of a head, and its mistake if it has one.
fn of_text(found: &FoundPack, text: &str) -> (String, Vec<String>, Vec<String>, Option<KitError>) {
    let mut world = World::default();
    world.add_file(&found.id, PACK_FILE, text);
    let (manifest, wrong) = tilewright_pack::partial_manifest(&world, &found.id);
    let ranges = |all: &[(Arc<str>, Arc<str>)]| all.iter().map(|(id, range)| format!("{id} {range}")).collect();
    let wrong = wrong.map(|finding| unreadable(found, &finding));
    let mut needs: Vec<String> = ranges(&manifest.needs);
    // A theme brings the pack that it is for.
    needs.extend(manifest.themes.as_ref().map(|(id, range)| format!("{id} {range}")));
    (manifest.version.to_string(), needs, ranges(&manifest.conflicts), wrong)
}

fn unreadable(found: &FoundPack, finding: &Diagnostic) -> KitError {
    KitError::Head { path: found.path_prefix().into(), why: format!("{} [{}]", finding.message, finding.code) }
}

/// Returns the hash of a pack's rules.
fn rules_of(found: &FoundPack) -> Result<String, KitError> {
    if let PackPlace::Archive(path) = &found.place {
        return Ok(Archive::manifest_in(path)?.rules);
    }
    Ok(manifest_of(found)?.hash.to_string())
}

/// Returns the manifest of a pack, reading the whole pack.
fn manifest_of(found: &FoundPack) -> Result<Manifest, KitError> {
    let mut world = library();
    world.packs.insert(found.id.as_str().into(), found.read()?);
    manifest_in(&world, found)
}

fn manifest_in(world: &World, found: &FoundPack) -> Result<Manifest, KitError> {
    tilewright_pack::manifest(world, &found.id).map_err(|finding| unreadable(found, &finding))
}

/// Returns an available pack as a candidate. If its head is invalid, no other pack can need it. Its needs are still
/// listed if they could be read, so that loading reports its own mistakes and not missing packs.
pub fn candidate(listed: &Ranked) -> Candidate {
    let Ranked { found, rank, .. } = listed;
    let head = head(found);
    let mut candidate = Candidate::new(&found.id, Version::new(0, 0, 0));
    (candidate.rank, candidate.from) = (*rank, found.path_prefix());
    match head {
        Ok(head) => {
            (candidate.version, candidate.needs, candidate.conflicts) = (head.version, head.needs, head.conflicts);
            candidate.unusable = head.wrong.map(|error| error.to_string());
        }
        Err(error) => candidate.unusable = Some(error.to_string()),
    }
    candidate
}

/// Packs that are available, with the heads that have been requested. Each head is read once; clones share the result.
#[derive(Clone, Default)]
pub struct Here {
    listed: Arc<BTreeMap<String, Vec<Ranked>>>,
    /// Keys of `listed`, in a form that the world of a pack shares.
    ids: Arc<BTreeSet<Arc<str>>>,
    /// Candidates of the ids that have been looked up; their numbers index this list and `found`.
    candidates: Vec<Candidate>,
    found: Vec<FoundPack>,
    looked_at: BTreeSet<String>,
    /// Hashes of rules that have been computed.
    rules: BTreeMap<usize, Option<String>>,
    read: Arc<Mutex<PackCache>>,
    /// Pictures of edited packs whose folders do not exist, by id.
    edited_art: BTreeMap<String, ArtFiles>,
    /// True if files are shown by the ids of their packs.
    by_ids: bool,
}

/// Shared cache of heads and files.
#[derive(Default)]
struct PackCache {
    heads: BTreeMap<FoundPack, Candidate>,
    files: BTreeMap<FoundPack, PackFiles>,
    /// Pictures of archives and of packs in the binary.
    art: BTreeMap<FoundPack, ArtFiles>,
    /// Pictures of folders, which are read again when they change.
    pictures: ArtCache,
}

impl Here {
    /// Lists the packs that a finder finds.
    ///
    /// # Errors
    /// A folder that exists cannot be read.
    pub fn from_finder(finder: &Finder) -> Result<Here, KitError> {
        let mut listed: BTreeMap<String, Vec<Ranked>> = BTreeMap::new();
        for pack in finder.all()? {
            listed.entry(pack.found.id.clone()).or_default().push(pack);
        }
        let ids = listed.keys().map(|id| Arc::from(id.as_str())).collect();
        Ok(Here { listed: Arc::new(listed), ids: Arc::new(ids), ..Here::default() })
    }

    /// Shows the files of packs by ids, not by their paths.
    #[must_use]
    pub fn by_ids(mut self) -> Here {
        self.by_ids = true;
        self
    }

    /// Returns a copy without any candidates; heads and files that were read stay cached.
    #[must_use]
    pub fn without_candidates(&self) -> Here {
        let (listed, ids, read) = (Arc::clone(&self.listed), Arc::clone(&self.ids), Arc::clone(&self.read));
        Here { listed, ids, read, by_ids: self.by_ids, ..Here::default() }
    }

    /// True if the files of loaded packs are shown by the ids of their packs.
    pub(crate) fn shows_ids(&self) -> bool {
        self.by_ids
    }

    /// Uses edited files in place of the saved ones for a pack's folder. The pack precedes others with its id. Call
    /// this before that id is looked up.
    pub fn edit(&mut self, folder: &Path, id: &str, files: PackFiles) {
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let own = real(folder);
        let all = self.listed_mut(id);
        all.retain(|listed| listed.found.place.folder().is_none_or(|other| real(other) != own));
        let found = FoundPack { id: id.to_owned(), place: PackPlace::Edited(folder.to_owned(), files) };
        all.insert(0, Ranked::first(found));
    }

    /// Like [`Here::edit`], for a pack without a folder, whose pictures are given.
    pub fn edit_with_art(&mut self, folder: &Path, id: &str, files: PackFiles, art: ArtFiles) {
        self.edit(folder, id, files);
        self.edited_art.insert(id.to_owned(), art);
    }

    /// Returns the packs with an id, for changes.
    fn listed_mut(&mut self, id: &str) -> &mut Vec<Ranked> {
        if !self.ids.contains(id) {
            Arc::make_mut(&mut self.ids).insert(id.into());
        }
        Arc::make_mut(&mut self.listed).entry(id.to_owned()).or_default()
    }

    /// Returns the ids of all available packs.
    pub(crate) fn shared_ids(&self) -> Arc<BTreeSet<Arc<str>>> {
        Arc::clone(&self.ids)
    }

    /// Returns the files of a candidate.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn files(&self, number: usize) -> Result<PackFiles, KitError> {
        self.files_of(&self.found[number])
    }

    /// Returns the files of a pack that was found here, from the cache if possible.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn files_of(&self, found: &FoundPack) -> Result<PackFiles, KitError> {
        if let PackPlace::Edited(_, files) = &found.place {
            return Ok(files.clone());
        }
        let known = self.read.lock().unwrap_or_else(PoisonError::into_inner).files.get(found).cloned();
        if let Some(files) = known {
            return Ok(files);
        }
        // An archive is unpacked only once, for its texts and its pictures.
        let (files, art) = match &found.place {
            PackPlace::Archive(path) => {
                let archive = Archive::open(path)?;
                (archive.files, Some(archive.art))
            }
            _ => (found.read()?, None),
        };
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        read.files.insert(found.clone(), files.clone());
        read.art.extend(art.map(|art| (found.clone(), art)));
        Ok(files)
    }

    /// Returns the pictures of a pack that was found here, from the cache if possible.
    ///
    /// # Errors
    /// A folder cannot be read, or the archive is not valid.
    pub fn art_of(&self, found: &FoundPack) -> Result<ArtFiles, KitError> {
        if let (PackPlace::Edited(..), Some(art)) = (&found.place, self.edited_art.get(&found.id)) {
            return Ok(art.clone());
        }
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if found.place.folder().is_some() {
            return found.read_art(&mut read.pictures);
        }
        if let Some(art) = read.art.get(found) {
            return Ok(art.clone());
        }
        let art = found.read_art(&mut read.pictures)?;
        read.art.insert(found.clone(), art.clone());
        Ok(art)
    }

    /// Returns the candidate for a pack, from the cache if possible.
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

    /// Returns the ids of all available packs, sorted.
    pub fn ids(&self) -> impl Iterator<Item = &str> + Clone {
        self.listed.keys().map(String::as_str)
    }

    /// Returns the number of the candidate that an id means, with or without `@` and a version or range: the nearest,
    /// and among equally near ones the newest.
    ///
    /// # Errors
    /// No candidate matches.
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
            // The code that loads the pack reports its mistakes.
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

    /// Returns the nearest of some candidates that fit, and among equally near ones the newest.
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

    /// Returns the pack that an id must mean: one named by its path, or one in a folder. No other pack with this id is
    /// used then.
    fn is_settled(&self, id: &str) -> Option<&FoundPack> {
        let first = self.listed.get(id)?.first()?;
        (first.rank == 0 || first.found.place.folder().is_some()).then_some(&first.found)
    }

    /// Returns the needs that arguments express: paths, or ids with or without `@` and versions.
    ///
    /// # Errors
    /// A pack is not available.
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

    /// Returns the needs that ids alone express.
    pub(crate) fn requests_by_ids(&mut self, ids: &[String]) -> Vec<Need> {
        for id in ids {
            if let Some(found) = self.is_settled(id).cloned() {
                self.put(found);
            }
        }
        ids.iter().map(|id| Need { id: id.clone(), ..Need::any("") }).collect()
    }

    /// Makes this pack the only one with its id.
    pub fn put(&mut self, found: FoundPack) {
        if self.looked_at.insert(found.id.clone()) {
            self.candidates.push(candidate(&Ranked::first(found.clone())));
            self.found.push(found);
        }
    }

    /// Adds a pack, before the others with its id.
    pub(crate) fn add(&mut self, found: FoundPack) {
        let all = self.listed_mut(&found.id);
        if all.iter().all(|listed| listed.found != found) {
            all.insert(0, Ranked::first(found));
        }
    }

    /// Returns the candidate that an id must mean; `None` if any version may be chosen.
    pub(crate) fn default_candidate(&mut self, id: &str) -> Option<usize> {
        let found = self.is_settled(id)?.clone();
        self.look_at(id).into_iter().find(|&number| self.found[number] == found)
    }

    /// Returns the lock of the pack that an id means, if the pack is in a folder.
    ///
    /// # Errors
    /// The lock cannot be read.
    pub(crate) fn lock_of(&mut self, id: &str) -> Result<Option<Lock>, KitError> {
        let all = self.look_at(id);
        match all.first().and_then(|&number| self.found[number].place.folder()) {
            Some(folder) => Lock::read(folder),
            None => Ok(None),
        }
    }

    /// Prefers the candidate with the rules of a lock over others of that version, except for the user's own pack.
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
    pub fn shadow_of(&self, found: &FoundPack) -> Option<Shadow> {
        let all = self.listed.get(&found.id)?;
        if all.iter().any(|listed| listed.is_provided && listed.found == *found) {
            return None;
        }
        let hidden = all.iter().find(|listed| listed.is_provided)?;
        let same_files = || Some(self.files_of(found).ok()? == self.files_of(&hidden.found).ok()?);
        if same_files() == Some(true) {
            return None;
        }
        // Packs that differ only in their read-me play the same game.
        let rules = |found: &FoundPack| rules_of(found).ok();
        (rules(found) != rules(&hidden.found)).then(|| Shadow {
            pack: found.clone(),
            is_included: hidden.found.place == PackPlace::Bundled,
            version: self.candidate(hidden).version,
        })
    }

    /// Restricts an id to these candidates, in this order of preference.
    pub(crate) fn only(&mut self, id: &str, order: &[usize]) {
        for number in self.look_at(id) {
            match order.iter().position(|other| *other == number) {
                Some(at) => self.candidates[number].rank = at as u32,
                None => self.candidates[number].unusable = Some("another version is meant".to_owned()),
            }
        }
    }

    /// Returns the hash of a candidate's rules, as records name it; `None` if the rules cannot be read.
    pub(crate) fn rules(&mut self, number: usize) -> Option<&str> {
        let found = &self.found[number];
        self.rules.entry(number).or_insert_with(|| rules_of(found).ok()).as_deref()
    }

    /// Returns the numbers of the candidates for all versions of a pack, looking them up if necessary.
    pub fn look_at(&mut self, id: &str) -> Vec<usize> {
        if self.looked_at.insert(id.to_owned()) {
            for listed in self.listed.get(id).into_iter().flatten() {
                self.candidates.push(self.candidate(listed));
                self.found.push(listed.found.clone());
            }
        }
        (0..self.candidates.len()).filter(|&number| self.candidates[number].id == id).collect()
    }

    /// Returns the current id of a pack that lists this id as a former one.
    pub(crate) fn current_id_of(&self, id: &str) -> Option<String> {
        let firsts = self.listed.values().filter_map(|all| all.first());
        let mut were = firsts.filter(|listed| {
            let manifest = manifest_of(&listed.found);
            manifest.is_ok_and(|manifest| manifest.history.was.iter().any(|was| **was == *id))
        });
        were.next().map(|listed| listed.found.id.clone())
    }

    /// True if a candidate meets a need.
    pub(crate) fn meets(&self, number: usize, request: &Need) -> bool {
        request.is_any() || request.fits(&self.candidates[number].version, false)
    }

    /// Returns the candidates that have been looked up.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// Returns the pack behind a candidate.
    pub fn found(&self, number: usize) -> &FoundPack {
        &self.found[number]
    }

    /// Chooses compatible versions of the requested packs and of all packs that they need.
    ///
    /// # Errors
    /// No compatible versions exist; the error holds the reasons and possible resolutions.
    pub fn choose(&mut self, requests: &[Need], policy: &Policy) -> Result<Plan, Box<NoPlan>> {
        self.reach(requests);
        solve(requests, &self.candidates, policy)
    }

    /// Looks up all packs that the requests can lead to.
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

    /// Returns the best available version of each pack that the requests lead to, even if it does not fit, so that
    /// loading the packs can report the line of each mismatch.
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
