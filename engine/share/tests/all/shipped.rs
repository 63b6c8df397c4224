//! Tests that the bundled packs can be published and then installed by a reader.

use std::time::Instant;

use tilewright_kit::packs::find::Finder;
use tilewright_share::install::Client;
use tilewright_share::plan::InstallRequest;
use tilewright_share::publish::Publisher;

use crate::server::Server;
use crate::{PATIENCE, ShareFolder, list_installed};

#[test]
fn all_of_them_go_to_a_shelf_and_from_there_to_an_empty_home() {
    let folder = ShareFolder::new("shipped");
    let content = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content");
    let packs = Finder::nowhere().with_folder(content).list().unwrap();
    let began = Instant::now();
    let mut publisher = Publisher::open(&folder.path_of("shelf")).unwrap();
    let mut bytes = 0;
    for pack in &packs {
        let archive = pack.archive().unwrap();
        bytes += archive.write().unwrap().len();
        publisher.add(&archive).unwrap();
    }
    publisher.publish().unwrap().unwrap();
    let published = began.elapsed();

    let server = Server::start(folder.path_of("shelf"));
    let home = folder.path_of("home");
    // The finder sees only installed packs: neither other folders nor bundled packs.
    let client = Client::new(&home, Finder::nowhere().with_folder(home.join("packs")), PATIENCE);
    let began = Instant::now();
    let shelf = client.shelves.add("all", &server.address).unwrap();
    let wanted: Vec<InstallRequest> =
        packs.iter().map(|pack| InstallRequest::parse_argument(&pack.id).unwrap()).collect();
    let plan = client.plan(&wanted, vec![shelf], false).unwrap();
    let planned = began.elapsed();
    let fetched = client.fetch(&plan, &[], &|_, _| ()).unwrap();
    let tried = began.elapsed();
    let tests: usize = fetched.packs.iter().map(|pack| pack.tried.tests).sum();
    for pack in &fetched.packs {
        // Every test that ran must pass; a debug build on a busy machine may not run them all in time.
        assert!(pack.tried.failed.is_empty(), "{}: {:?}", pack.step.id, pack.tried);
    }
    client.install(fetched).unwrap();
    let done = began.elapsed();
    assert_eq!(list_installed(&client).len(), packs.len());
    let requests = server.take_requests().len();
    println!(
        "{} packs of {bytes} bytes: published in {published:?}; planned in {planned:?}, fetched and their {tests} tests run \
         by {tried:?}, installed by {done:?}; {requests} requests, {} bytes sent",
        packs.len(),
        server.take_sent(),
    );
    // The requests are the head, one part, and for each pack its record and its archive.
    assert_eq!(requests, 2 + 2 * packs.len());
}
