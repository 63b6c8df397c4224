//! Tests shelves from the side of authors and readers: as folders, and over the web from a server with selectable
//! faults.
#![allow(clippy::unwrap_used, reason = "tests may panic")]
#![allow(clippy::print_stdout, reason = "the figures of a long run are wanted")]

mod authors;
mod server;
mod shelves;
mod shipped;
mod v0_1;
mod versions;
mod vices;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tilewright_kit::packs::archive::Archive;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::template;
use tilewright_share::error::Shared;
use tilewright_share::install::Client;
use tilewright_share::plan::{InstallPlan, InstallRequest};
use tilewright_share::publish::Publisher;
use tilewright_share::shelf::Shelf;
use tilewright_share::web::Patience;

/// Temporary folder for one test.
struct ShareFolder(PathBuf);

impl ShareFolder {
    fn new(name: &str) -> ShareFolder {
        let folder = std::env::temp_dir().join(format!("tilewright-share-{}-{name}", std::process::id()));
        drop(fs::remove_dir_all(&folder));
        fs::create_dir_all(&folder).unwrap();
        ShareFolder(folder)
    }

    fn path_of(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }
}

impl Drop for ShareFolder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// Timeouts that are short enough for tests.
const PATIENCE: Patience = Patience {
    connect: Duration::from_millis(800),
    still: Duration::from_millis(400),
    slowest: 1_000_000,
    head: Duration::from_millis(800),
    together: Duration::from_secs(5),
};

fn client(home: &Path) -> Client {
    Client::new(home, Finder::nowhere().with_folder(home.join("packs")), PATIENCE)
}

/// Builds a small playable pack.
fn pack(id: &str, version: &str, needs: &str) -> Archive {
    let mut files = template::game(id);
    let text =
        files["pack.ron"].replace("version: \"0.1.0\",", &format!("version: \"{version}\",\n    needs: [{needs}],"));
    assert!(text.contains(version), "{text}");
    files.insert("pack.ron".into(), text.into());
    Archive::from_pack(id, &files, None).unwrap()
}

fn publish(folder: &Path, packs: &[&Archive]) -> u64 {
    let mut publisher = Publisher::open(folder).unwrap();
    for pack in packs {
        publisher.add(pack).unwrap();
    }
    publisher.publish().unwrap().unwrap()
}

fn plan(client: &Client, wanted: &[&str], shelf: &str) -> Shared<InstallPlan> {
    let shelves: Vec<Shelf> = client.open(Some(shelf), &mut |_, error| panic!("{error}"))?;
    let wanted: Shared<Vec<_>> = wanted.iter().map(|text| InstallRequest::parse_argument(text)).collect();
    client.plan(&wanted?, shelves, false)
}

/// Installs packs from a shelf and returns the paths of their archives.
fn install(client: &Client, wanted: &[&str], shelf: &str) -> Shared<Vec<PathBuf>> {
    let plan = plan(client, wanted, shelf)?;
    let fetched = client.fetch(&plan, &[], &|_, _| ())?;
    for pack in &fetched.packs {
        assert!(pack.tried.whole && pack.tried.failed.is_empty() && pack.tried.tests > 0, "{:?}", pack.tried);
    }
    client.install(fetched)
}

/// Lists the installed packs as `id version`, and checks that each archive is complete.
fn list_installed(client: &Client) -> Vec<String> {
    let packs = client.store.list().unwrap();
    packs.iter().for_each(|pack| drop(Archive::open(&pack.path).unwrap()));
    packs.iter().map(|pack| format!("{} {}", pack.manifest.id, pack.version)).collect()
}

/// Lists all files below a folder except locks.
fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.file_name().unwrap() != ".lock" {
                found.push(path.strip_prefix(folder).unwrap().to_string_lossy().into_owned());
            }
        }
    }
    found.sort();
    found
}
