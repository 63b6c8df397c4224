//! Tests server faults: each is reported as the right error, in time, and leaves no files behind.

use std::fs;
use std::time::{Duration, Instant};

use tilewright_kit::packs::find::Finder;
use tilewright_share::error::{ShareError, Shared};
use tilewright_share::install::Client;
use tilewright_share::web::Patience;

use crate::server::{Server, Vice};
use crate::{PATIENCE, ShareFolder, client, files, install, list_installed, pack, publish};

/// Time limit for any error, whatever the server does.
const SOON: Duration = Duration::from_secs(2);

fn expect_error<T: std::fmt::Debug>(what: &str, code: &str, attempt: impl FnOnce() -> Shared<T>) -> ShareError {
    let began = Instant::now();
    let error = attempt().unwrap_err();
    assert_eq!(error.code(), code, "{what}: {error}");
    assert!(began.elapsed() < SOON, "{what} took {:?}", began.elapsed());
    assert!(error.to_string().len() < 700, "{error}");
    println!("{what}: {error}");
    error
}

/// Returns the faults that can affect any file, with the expected error codes.
fn common() -> Vec<(Vice, &'static str)> {
    vec![
        (Vice::Missing, "missing"),
        (Vice::Status(403), "refused"),
        (Vice::Endless, "too_long"),
        (Vice::Slow, "slow"),
        (Vice::Silent, "slow"),
        (Vice::Ring, "redirects"),
        (Vice::To("file:///etc/passwd".to_owned()), "redirected"),
        (Vice::To(String::new()), "redirected"),
        (Vice::To("http://127.0.0.1:1/x".to_owned()), "unreachable"),
    ]
}

#[test]
fn each_vice_of_a_head_has_its_own_error_and_adds_no_shelf() {
    let folder = ShareFolder::new("heads");
    let shelf = folder.path_of("shelf");
    publish(&shelf, &[&pack("meadows", "1.0.0", "")]);
    let server = Server::start(shelf);
    let reader = client(&folder.path_of("reader"));
    let mut cases = common();
    cases.extend([
        (Vice::Page, "page"),
        (Vice::Status(500), "refused"),
        (Vice::CutOff, "cut_off"),
        (Vice::Instead(b"{}".to_vec()), "bad_index"),
        (Vice::Instead(b"\xff\xfe".to_vec()), "bad_index"),
        (Vice::Instead(vec![b'['; 200_000]), "bad_index"),
        (Vice::Instead(vec![b' '; 300_000]), "too_long"),
        (Vice::Instead(br#"{"format":9,"serial":1,"issued":1,"title":"","parts":[]}"#.to_vec()), "bad_index"),
        (
            Vice::Instead(
                br#"{"format":1,"serial":1,"issued":1,"title":"","parts":[{"hash":"../../../x","bytes":9}]}"#.to_vec(),
            ),
            "bad_index",
        ),
    ]);
    for (vice, code) in cases {
        server.has("shelf.json", vice.clone());
        let what = format!("head, {vice:?}").chars().take(60).collect::<String>();
        expect_error(&what, code, || reader.shelves.add("harbour", &server.address));
        assert!(reader.shelves.names().unwrap().is_empty() && files(&folder.path_of("reader")).is_empty(), "{what}");
    }
    expect_error("no server", "unreachable", || reader.shelves.add("harbour", "http://127.0.0.1:1"));
    expect_error("no name", "bad_name", || reader.shelves.add("../up", &server.address));
    server.is_good();
    reader.shelves.add("harbour", &format!("{}/shelf.json", server.address)).unwrap();
}

#[test]
fn each_vice_of_a_page_of_the_index_has_its_own_error() {
    let folder = ShareFolder::new("pages");
    let shelf = folder.path_of("shelf");
    publish(&shelf, &[&pack("meadows", "1.0.0", "")]);
    let server = Server::start(shelf);
    let mut cases = common();
    cases.extend([
        (Vice::Page, "cut_off"),
        (Vice::OtherBytes, "other_bytes"),
        (Vice::Longer, "too_long"),
        (Vice::Shorter, "cut_off"),
        (Vice::CutOff, "cut_off"),
    ]);
    for (path, name) in [("/parts/", "part"), ("/packs/", "record")] {
        for (vice, code) in cases.clone() {
            let home = folder.path_of(name);
            drop(fs::remove_dir_all(&home));
            let reader = client(&home);
            server.has(path, vice.clone());
            expect_error(&format!("{name}, {vice:?}"), code, || {
                let shelf = reader.shelves.add("harbour", &server.address)?;
                shelf.record("meadows")
            });
            let kept = files(&home).iter().filter(|file| file.ends_with(".json")).count();
            assert_eq!(kept, if name == "part" { 0 } else { 2 }, "{vice:?}");
        }
    }
}

#[test]
fn each_vice_of_an_archive_has_its_own_error_and_installs_nothing() {
    let folder = ShareFolder::new("archives");
    let shelf = folder.path_of("shelf");
    publish(&shelf, &[&pack("meadows", "1.0.0", "")]);
    let server = Server::start(shelf);
    let reader = client(&folder.path_of("reader"));
    reader.shelves.add("harbour", &server.address).unwrap();
    let mut cases = common();
    cases.extend([
        (Vice::Page, "cut_off"),
        (Vice::OtherBytes, "other_bytes"),
        (Vice::Longer, "too_long"),
        (Vice::Shorter, "cut_off"),
        (Vice::CutOff, "cut_off"),
    ]);
    for (vice, code) in cases {
        drop(fs::remove_dir_all(folder.path_of("reader/downloads")));
        server.has("/files/", vice.clone());
        expect_error(&format!("archive, {vice:?}"), code, || install(&reader, &["meadows"], "harbour"));
        assert!(list_installed(&reader).is_empty() && files(reader.store.folder()).is_empty(), "{vice:?}");
    }
    server.is_good();
    install(&reader, &["meadows"], "harbour").unwrap();
}

#[test]
fn what_was_cut_off_is_gone_on_with() {
    let folder = ShareFolder::new("cut");
    let shelf = folder.path_of("shelf");
    let archive = pack("meadows", "1.0.0", "");
    let bytes = archive.write().unwrap().len();
    publish(&shelf, &[&archive]);
    let server = Server::start(shelf);
    for (name, vice) in [("range", None), ("none", Some(Vice::NoRange)), ("other", Some(Vice::OtherRange))] {
        let reader = client(&folder.path_of(name));
        reader.shelves.add("harbour", &server.address).unwrap();
        server.has("/files/", Vice::CutOff);
        expect_error("cut off", "cut_off", || install(&reader, &["meadows"], "harbour"));
        let half = files(&folder.path_of(name)).into_iter().find(|file| file.ends_with(".part")).unwrap();
        assert_eq!(fs::metadata(folder.path_of(name).join(half)).unwrap().len() as usize, bytes / 2);
        match vice {
            None => server.is_good(),
            Some(vice) => server.has("/files/", vice),
        }
        server.take_sent();
        server.take_requests();
        install(&reader, &["meadows"], "harbour").unwrap();
        let asked = server.take_requests();
        assert!(asked.iter().any(|path| path.ends_with(" range")), "{asked:?}");
        if name == "range" {
            assert!(server.take_sent() < bytes / 2 + 10, "only the other half is sent");
        }
        assert!(files(&folder.path_of(name).join("downloads")).is_empty());
    }
    // The saved half belongs to another file: the hash reveals this, and the file is fetched again.
    let reader = client(&folder.path_of("wrong"));
    reader.shelves.add("harbour", &server.address).unwrap();
    server.has("/files/", Vice::CutOff);
    expect_error("cut off", "cut_off", || install(&reader, &["meadows"], "harbour"));
    let half = files(&folder.path_of("wrong")).into_iter().find(|file| file.ends_with(".part")).unwrap();
    fs::write(folder.path_of("wrong").join(&half), vec![7; bytes / 2]).unwrap();
    server.is_good();
    install(&reader, &["meadows"], "harbour").unwrap();
}

#[test]
fn a_shelf_that_goes_back_is_told_and_nothing_taken_from_it() {
    let folder = ShareFolder::new("back");
    let shelf = folder.path_of("shelf");
    publish(&shelf, &[&pack("meadows", "1.0.0", "")]);
    let old = fs::read(shelf.join("shelf.json")).unwrap();
    publish(&shelf, &[&pack("meadows", "1.1.0", "")]);
    let new = fs::read(shelf.join("shelf.json")).unwrap();
    let server = Server::start(shelf);
    let reader = client(&folder.path_of("reader"));
    reader.shelves.add("harbour", &server.address).unwrap();
    // The reader bypasses a cache that keeps the old head for too long.
    server.has("shelf.json", Vice::StaleCache(old.clone()));
    assert_eq!(reader.shelves.open("harbour").unwrap().packs()[0].newest.minor, 1);
    server.has("shelf.json", Vice::Instead(old.clone()));
    let error = expect_error("older", "went_back", || reader.shelves.open("harbour"));
    assert!(error.hint().unwrap().contains("shelf remove"));
    expect_error("older, added again", "went_back", || reader.shelves.add("harbour", &server.address));
    // The head has the same serial number but different content.
    let other = String::from_utf8(new).unwrap().replace("\"title\": \"shelf\"", "\"title\": \"other\"");
    server.has("shelf.json", Vice::Instead(other.into_bytes()));
    expect_error("other under one number", "went_back", || reader.shelves.open("harbour"));
    // After the shelf is removed, the old head is accepted again.
    server.has("shelf.json", Vice::Instead(old));
    reader.shelves.remove("harbour").unwrap();
    reader.shelves.add("harbour", &server.address).unwrap();
}

#[test]
fn without_a_connection_there_is_what_was_seen_last() {
    let folder = ShareFolder::new("offline");
    let shelf = folder.path_of("shelf");
    publish(&shelf, &[&pack("meadows", "1.0.0", "")]);
    let server = Server::start(shelf.clone());
    let reader = client(&folder.path_of("reader"));
    let fresh = reader.shelves.add("harbour", &server.address).unwrap();
    fresh.record("meadows").unwrap().unwrap();
    publish(&shelf, &[&pack("meadows", "1.1.0", "")]);
    for vice in [Vice::Silent, Vice::Page, Vice::Status(503), Vice::To("http://127.0.0.1:1/x".to_owned())] {
        server.has("", vice);
        let shelf = reader.shelves.open("harbour").unwrap();
        assert!(shelf.stale.is_some() && shelf.search("mea").len() == 1);
        assert_eq!(shelf.record("meadows").unwrap().unwrap().versions.len(), 1);
    }
    server.is_good();
    assert_eq!(reader.shelves.open("harbour").unwrap().packs()[0].newest.minor, 1);
}

/// Opens a shelf that does not answer from the cache, without delaying the others.
#[test]
fn a_shelf_that_does_not_answer_keeps_nobody_from_the_others() {
    let folder = ShareFolder::new("not_soon");
    let (near, far) = (folder.path_of("near"), folder.path_of("far"));
    publish(&near, &[&pack("meadows", "1.0.0", "")]);
    publish(&far, &[&pack("marsh", "1.0.0", "")]);
    let server = Server::start(far);
    let home = folder.path_of("reader");
    let reader = client(&home);
    reader.shelves.add("far", &server.address).unwrap();
    reader.shelves.add("near", near.to_str().unwrap()).unwrap();
    server.has("shelf.json", Vice::Silent);
    // The server alone would time out only after an hour.
    let hour = Duration::from_secs(3600);
    let patience = Patience { still: hour, head: hour, together: Duration::from_millis(300), ..PATIENCE };
    let reader = Client::new(&home, Finder::nowhere(), patience);
    let shelves = reader.open(None, &mut |name, error| panic!("{name}: {error}")).unwrap();
    assert_eq!(shelves.iter().map(|shelf| &*shelf.name).collect::<Vec<_>>(), ["far", "near"]);
    assert_eq!(shelves[0].stale.as_ref().map(ShareError::code), Some("slow"));
    assert_eq!((&*shelves[0].packs()[0].id, &*shelves[1].packs()[0].id), ("marsh", "meadows"));
    // A shelf whose cache is incomplete cannot be opened offline.
    for file in fs::read_dir(home.join("shelves/far")).unwrap().flatten() {
        if file.file_name() != "shelf.json" {
            fs::remove_file(file.path()).unwrap();
        }
    }
    let mut odd = Vec::new();
    let shelves = reader.open(None, &mut |name, error| odd.push((name.to_owned(), error.code()))).unwrap();
    assert_eq!((shelves.len(), odd), (1, vec![("far".to_owned(), "slow")]));
}

/// Changes the shelf between two requests of a reader, who must see either the old or the new content.
#[test]
fn an_index_that_changes_in_the_middle_gives_the_old_or_the_new() {
    let folder = ShareFolder::new("middle");
    let shelf = folder.path_of("shelf");
    publish(&shelf, &[&pack("meadows", "1.0.0", "")]);
    let server = Server::start(shelf.clone());
    let reader = client(&folder.path_of("reader"));
    reader.shelves.add("harbour", &server.address).unwrap();
    let shelves = vec![reader.shelves.open("harbour").unwrap()];
    publish(&shelf, &[&pack("meadows", "1.1.0", "")]);
    // All files of the old index still exist.
    let wanted = [tilewright_share::plan::InstallRequest::parse_argument("meadows").unwrap()];
    let plan = reader.plan(&wanted, shelves, false).unwrap();
    reader.install(reader.fetch(&plan, &[], &|_, _| ()).unwrap()).unwrap();
    assert_eq!(list_installed(&reader), ["meadows 1.0.0"]);
    // A half-finished upload has the new head but not the files that it names. The reader then keeps its old state.
    let parts = shelf.join("parts");
    let hidden = shelf.join("hidden");
    fs::rename(&parts, &hidden).unwrap();
    fs::create_dir(&parts).unwrap();
    expect_error("half done", "missing", || reader.shelves.open("harbour"));
    assert_eq!(reader.shelves.cached_state("harbour").unwrap().head.parts.len(), 1);
    fs::remove_dir(&parts).unwrap();
    fs::rename(&hidden, &parts).unwrap();
    assert_eq!(reader.shelves.open("harbour").unwrap().packs()[0].newest.minor, 1);
}
