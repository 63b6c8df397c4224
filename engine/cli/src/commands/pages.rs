//! Writes the pages of a shelf for browsers: the shelf itself, and each pack with its tiles, rules and versions.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

use tilewright_art::raster::smaller;
use tilewright_art::sheet;
use tilewright_kit::files;
use tilewright_kit::packs::archive::Archive;
use tilewright_kit::packs::load::{Loaded, Request, load};
use tilewright_lab::certificate::Certificate;
use tilewright_lab::compat::read_claims;
use tilewright_page::{Card, CertificateClaim, OnShelf, PackPage, ShelfPage, Version, pack_page, shelf_page};
use tilewright_share::index::{PackRecord, Release, file_path};
use tilewright_share::publish::Publisher;

use crate::context::Context;
use crate::failure::Failure;
use crate::look_args::LookArgs;
use crate::out::{CAUTION, standard_error};
use crate::progress::ProgressLine;
use crate::random_game::play_random_game;

/// File name of the page of a shelf.
const INDEX: &str = "index.html";
/// Text that marks the pages that this program has written.
const MARK: &str = "<meta name=\"generator\" content=\"tilewright\">";
/// Maximum size of an existing page that is checked for the mark before it is replaced, in bytes.
const PAGE_BYTES: u64 = 64 << 20;
/// Width of a picture on the page of a shelf, in pixels; pages show it at half the width.
const WIDTH: u32 = 560;
/// Seed of the game on the page of a pack.
const SEED: u64 = 1;

/// Writes the pages of packs and of the shelf, from the archives on the shelf.
pub(crate) fn write(
    publisher: &Publisher,
    ids: &BTreeSet<String>,
    language: &str,
    cx: &Context,
) -> Result<(), Failure> {
    let mut stream = standard_error(cx.color);
    let progress = ProgressLine::new(ids.len() as u64, "pages");
    for (done, record) in publisher.records().filter(|record| ids.contains(&record.id)).enumerate() {
        if let Some(why) = write_pack(publisher, record, language, cx)? {
            let _ = writeln!(stream, "{CAUTION}note:{CAUTION:#} {} has no page for browsers: {why}", record.id);
        }
        progress.set_done(done as u64 + 1);
    }
    progress.end();
    let own = publisher.folder().join(INDEX);
    if own.exists() && !files::read_text(&own, PAGE_BYTES).is_ok_and(|text| text.contains(MARK)) {
        let shown = own.display();
        // Ignored, since an error cannot be reported if standard error cannot be written.
        let _ =
            writeln!(stream, "{CAUTION}note:{CAUTION:#} {shown} was not written by this program and stays unchanged");
        return Ok(());
    }
    let cards: Vec<Card> = publisher.records().map(|record| card(record, publisher.folder())).collect();
    let page = ShelfPage { title: publisher.title(), cards: &cards, language };
    publisher.write(INDEX, shelf_page(page).as_bytes())?;
    Ok(())
}

fn page_path(id: &str) -> String {
    format!("pages/{id}.html")
}

fn picture_path(id: &str) -> String {
    format!("pages/{id}.png")
}

fn card(record: &PackRecord, folder: &Path) -> Card {
    let newest = record.newest();
    let there = |path: String| folder.join(&path).is_file().then_some(path);
    Card {
        id: record.id.clone(),
        title: newest.title.clone(),
        summary: newest.summary.clone(),
        version: newest.version.to_string(),
        authors: newest.authors.clone(),
        licence: newest.licence.clone(),
        picture: there(picture_path(&record.id)),
        page: there(page_path(&record.id)),
        withdrawn: withdrawn(newest),
    }
}

fn withdrawn(release: &Release) -> Option<String> {
    release.withdrawn.as_ref().map(|withdrawn| withdrawn.why.clone())
}

/// Writes the page and the picture of a pack; returns the reason if there is no page.
fn write_pack(
    publisher: &Publisher,
    record: &PackRecord,
    language: &str,
    cx: &Context,
) -> Result<Option<String>, Failure> {
    let newest = record.newest();
    let path = publisher.folder().join(file_path(&record.id, newest));
    let archive = Archive::open(&path)?;
    // Packs that it needs are probably on the same shelf.
    let finder = cx.finder.clone().with_folder(publisher.folder().join("files"));
    let request = Request { lints: false, ..Request::new([path.display().to_string()]) };
    let loaded = load(&finder, &request);
    let playable = loaded.as_ref().ok().filter(|loaded| loaded.is_playable());
    let catalog = playable.and_then(Loaded::catalog);
    let drawn = || sheet::picture(catalog?, &record.id);
    if let Some(picture) = archive.picture.as_deref().and_then(|own| smaller(own, WIDTH)).or_else(drawn) {
        publisher.write(&picture_path(&record.id), &picture)?;
    }
    let (Some(loaded), Some(catalog)) = (playable, catalog) else {
        return Ok(Some(match &loaded {
            Ok(loaded) => {
                loaded.errors().next().map_or_else(String::new, |error| format!("{} [{}]", error.message, error.code))
            }
            Err(error) => error.to_string(),
        }));
    };
    // The page does not depend on a whole game; `verify` finds games that fail.
    let mut game = play_random_game(loaded.machine()?, catalog.seats.0.max(1), SEED).ok();
    let versions: Vec<Version> = record.versions.iter().map(|release| version(&record.id, release)).collect();
    let claims: Vec<CertificateClaim> = read_claims(&archive.files, loaded).iter().map(claim).collect();
    let shelf = OnShelf { home: "../index.html", title: publisher.title(), versions: &versions, claims: &claims };
    let packs = [record.id.clone()];
    let art = LookArgs::default().decode_for_page(&loaded.art, cx)?;
    let page = PackPage {
        loaded,
        catalog,
        packs: &packs,
        read_me: archive.files.get("README.md").map(|text| &**text),
        language,
        game: game.as_mut(),
        shelf: Some(shelf),
        art: art.as_ref(),
    };
    match pack_page(page) {
        Ok(text) => {
            publisher.write(&page_path(&record.id), text.as_bytes())?;
            Ok(None)
        }
        Err(astray) => Ok(Some(astray.to_string())),
    }
}

fn version(id: &str, release: &Release) -> Version {
    Version {
        number: release.version.to_string(),
        file: format!("../{}", file_path(id, release)),
        bytes: release.file.bytes,
        needs: release.needs.clone(),
        key: release.key.clone(),
        withdrawn: withdrawn(release),
    }
}

fn claim(claim: &Certificate) -> CertificateClaim {
    let version = |id: &String| {
        let pack = claim.packs.iter().find(|pack| pack.id == *id);
        pack.map_or_else(|| id.clone(), |pack| format!("{id} {}", pack.version))
    };
    CertificateClaim {
        packs: claim.about.iter().map(version).collect(),
        tests: claim.tests,
        games: claim.games(),
        sets: claim.sets.len() as u64,
    }
}
