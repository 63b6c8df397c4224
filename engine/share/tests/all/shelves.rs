//! Tests that readers receive the packs that authors publish.

use std::fs;
use std::time::Instant;

use semver::Version;
use tilewright_kit::packs::archive::Archive;
use tilewright_kit::packs::find::Finder;
use tilewright_share::index::{HashedFile, IndexEntry, IndexFile, IndexPart, Withdrawn};
use tilewright_share::install::UpdateNotice;
use tilewright_share::plan::InstallRequest;
use tilewright_share::publish::{PublishOutcome, Publisher};

use crate::server::Server;
use crate::{PATIENCE, ShareFolder, client, files, install, list_installed, pack, plan, publish};

#[test]
fn what_is_published_is_found_installed_played_updated_and_removed() {
    let folder = ShareFolder::new("whole");
    let shelf = folder.path_of("shelf");
    let (first, second) = (pack("meadows", "1.0.0", ""), pack("meadows", "1.1.0", ""));
    publish(&shelf, &[&first]);
    let server = Server::start(shelf.clone());
    let reader = client(&folder.path_of("reader"));
    let found = reader.shelves.add("harbour", &server.address).unwrap();
    assert_eq!(found.search("mea").len(), 1);
    let paths = install(&reader, &["meadows"], "harbour").unwrap();
    assert_eq!(list_installed(&reader), ["meadows 1.0.0"]);
    assert_eq!(fs::read(&paths[0]).unwrap(), first.write().unwrap(), "an archive stays the file that it is");
    // Finders see the installed pack by its id.
    let finder = Finder::nowhere().with_folder(reader.store.folder());
    assert!(finder.find("meadows").is_ok());
    // Without changes, opening needs a single request, and the response has no body.
    server.take_requests();
    server.take_sent();
    let shelves = reader.open(Some("harbour"), &mut |_, error| panic!("{error}")).unwrap();
    assert!(reader.news(None, &shelves).unwrap().is_empty());
    assert_eq!((server.take_requests(), server.take_sent()), (vec!["/shelf.json".to_owned()], 0));
    // A newer version is installed next to the old one; only the record and the catalogue are fetched again.
    publish(&shelf, &[&second]);
    let shelves = reader.open(None, &mut |_, error| panic!("{error}")).unwrap();
    let news = reader.news(None, &shelves).unwrap();
    assert!(matches!(&news[..], [UpdateNotice::Newer(id, ..)] if id == "meadows"), "{news:?}");
    install(&reader, &["meadows@1.1.0"], "harbour").unwrap();
    assert_eq!(server.take_requests().len(), 5, "two heads, a part, a record, an archive");
    assert_eq!(list_installed(&reader), ["meadows 1.1.0", "meadows 1.0.0"]);
    assert_eq!(plan(&reader, &["meadows"], "harbour").unwrap().there.len(), 1, "it is there already");
    reader.remove("meadows", Some(&Version::new(1, 0, 0))).unwrap();
    assert_eq!(list_installed(&reader), ["meadows 1.1.0"]);
    assert_eq!(reader.remove("meadows", Some(&Version::new(1, 0, 0))).unwrap_err().code(), "missing");
    // Without validators the head is sent again, but nothing else.
    server.says_no_tags();
    server.take_requests();
    assert!(reader.shelves.open("harbour").unwrap().stale.is_none());
    assert_eq!(server.take_requests(), ["/shelf.json"]);
}

#[test]
fn needs_come_along_from_the_same_shelf_and_only_if_they_are_not_here() {
    let folder = ShareFolder::new("needs");
    let (shelf, other) = (folder.path_of("shelf"), folder.path_of("other"));
    let lone = pack("meadows", "1.0.0", "");
    publish(&shelf, &[&lone, &pack("marsh", "2.0.0", ""), &pack("bridges", "1.0.0", "\"meadows ^1\"")]);
    publish(&other, &[&pack("towers", "1.0.0", "\"marsh ^2\""), &lone]);
    let reader = client(&folder.path_of("reader"));
    for (name, path) in [("one", &shelf), ("two", &other)] {
        reader.shelves.add(name, path.to_str().unwrap()).unwrap();
    }
    let names = |wanted: &str, shelf: &str| -> Result<Vec<String>, String> {
        let plan = plan(&reader, &[wanted], shelf).map_err(|error| error.to_string())?;
        Ok(plan.steps.iter().map(|step| format!("{} {} {}", step.id, step.release.version, step.is_need)).collect())
    };
    assert_eq!(names("bridges", "one").unwrap(), ["meadows 1.0.0 true", "bridges 1.0.0 false"]);
    // A need is never taken from another shelf.
    assert_eq!(names("towers", "two").unwrap_err(), "towers 1.0.0 needs marsh ^2, and there is no pack marsh.");
    assert_eq!(names("meadows@^3", "one").unwrap_err(), "meadows is requested in version ^3, and there is 1.0.0.");
    let all = reader.open(None, &mut |_, error| panic!("{error}")).unwrap();
    assert_eq!(
        reader.plan(&[InstallRequest::parse_argument("meadows").unwrap()], all, false).unwrap_err().code(),
        "several_shelves"
    );
    // After an installation from a file, nothing else needs to be fetched.
    let sent = folder.path_of("sent.tilepack");
    fs::write(&sent, lone.write().unwrap()).unwrap();
    let from_file =
        reader.plan(&[InstallRequest::parse_argument(sent.to_str().unwrap()).unwrap()], Vec::new(), false).unwrap();
    reader.install(reader.fetch(&from_file, &[], &|_, _| ()).unwrap()).unwrap();
    assert_eq!(names("bridges", "one").unwrap(), ["bridges 1.0.0 false"]);
}

#[test]
fn a_version_on_a_shelf_stays_what_it_is() {
    let folder = ShareFolder::new("versions");
    let shelf = folder.path_of("shelf");
    let first = pack("meadows", "1.1.0", "");
    publish(&shelf, &[&first]);
    let before = files(&shelf);
    let mut publisher = Publisher::open(&shelf).unwrap();
    assert_eq!(publisher.add(&first).unwrap(), PublishOutcome::There);
    for (other, why) in
        [(pack("meadows", "1.1.0", "\"marsh\""), "different content"), (pack("meadows", "1.0.0", ""), "higher")]
    {
        let error = publisher.add(&other).unwrap_err();
        assert!(error.code() == "bad_version" && error.to_string().contains(why), "{error}");
    }
    assert_eq!(publisher.publish().unwrap(), None, "the shelf is unchanged");
    assert_eq!(files(&shelf), before);
}

#[test]
fn a_shelf_that_changed_meanwhile_is_not_written_over() {
    let folder = ShareFolder::new("moved");
    let shelf = folder.path_of("shelf");
    publish(&shelf, &[&pack("meadows", "1.0.0", "")]);
    let mut publisher = Publisher::open(&shelf).unwrap();
    publisher.add(&pack("marsh", "1.0.0", "")).unwrap();
    // Another program on a synchronised folder does not see the lock.
    let mut head = fs::read_to_string(shelf.join("shelf.json")).unwrap();
    head = head.replace("\"title\": \"shelf\"", "\"title\": \"other\"");
    fs::write(shelf.join("shelf.json"), &head).unwrap();
    assert_eq!(publisher.publish().unwrap_err().code(), "busy");
    assert_eq!(fs::read_to_string(shelf.join("shelf.json")).unwrap(), head);
}

#[test]
fn an_index_can_be_made_anew_and_keeps_what_was_withdrawn() {
    let folder = ShareFolder::new("anew");
    let shelf = folder.path_of("shelf");
    let packs = [pack("meadows", "1.0.0", ""), pack("meadows", "1.1.0", ""), pack("marsh", "1.0.0", "")];
    let first = publish(&shelf, &packs.each_ref());
    let mut publisher = Publisher::open(&shelf).unwrap();
    let withdrawn = Withdrawn { why: "the bag lacks two tiles".to_owned(), instead: Some("1.0.0".to_owned()) };
    publisher.withdraw("meadows", &Version::new(1, 1, 0), withdrawn.clone()).unwrap();
    assert_eq!(publisher.withdraw("meadows", &Version::new(9, 0, 0), withdrawn).unwrap_err().code(), "missing");
    let second = publisher.publish().unwrap().unwrap();
    assert!(second > first);
    let reader = client(&folder.path_of("reader"));
    reader.shelves.add("one", shelf.to_str().unwrap()).unwrap();
    // The index is damaged, as after a failed merge.
    for damage in ["<<<<<<< ours", ""] {
        fs::write(shelf.join("shelf.json"), damage).unwrap();
        fs::write(shelf.join("files/odd-1.0.0-000000000000.tilepack"), "odd").unwrap();
        assert_eq!(Publisher::open(&shelf).unwrap_err().code(), "bad_index");
        let mut odd = 0;
        let publisher = Publisher::rebuild(&shelf, &mut |_, error| {
            assert_eq!(error.code(), "no_archive");
            odd += 1;
        });
        publisher.unwrap().publish().unwrap().unwrap();
        assert_eq!(odd, 1);
    }
    let news = reader.shelves.open("one").unwrap();
    let record = news.record("meadows").unwrap().unwrap();
    assert_eq!(record.versions[0].withdrawn.as_ref().unwrap().why, "the bag lacks two tiles");
    assert_eq!(news.packs()[1].newest, Version::new(1, 0, 0));
    // A withdrawn version is no longer chosen, but served on explicit request, and reported to readers who have it.
    install(&reader, &["meadows"], "one").unwrap();
    assert_eq!(list_installed(&reader), ["meadows 1.0.0"]);
    install(&reader, &["meadows@1.1.0"], "one").unwrap();
    let news = reader.news(Some("meadows"), &[news]).unwrap();
    assert!(matches!(&news[..], [UpdateNotice::Withdrawn(id, ..)] if id == "meadows"), "{news:?}");
}

#[test]
fn a_version_that_is_to_be_tried_is_only_taken_by_its_number() {
    let folder = ShareFolder::new("tried");
    let shelf = folder.path_of("shelf");
    publish(&shelf, &[&pack("meadows", "1.0.0", ""), &pack("meadows", "2.0.0-beta.1", "")]);
    let reader = client(&folder.path_of("reader"));
    reader.shelves.add("one", shelf.to_str().unwrap()).unwrap();
    let version = |wanted: &str| plan(&reader, &[wanted], "one").unwrap().steps[0].release.version.to_string();
    assert_eq!(version("meadows"), "1.0.0");
    assert_eq!(version("meadows@>=1.0.0"), "1.0.0");
    assert_eq!(version("meadows@2.0.0-beta.1"), "2.0.0-beta.1");
    install(&reader, &["meadows"], "one").unwrap();
    let shelves = vec![reader.shelves.open("one").unwrap()];
    assert!(reader.news(None, &shelves).unwrap().is_empty());
}

#[test]
fn ten_thousand_packs_are_searched_as_one_types() {
    let folder = ShareFolder::new("many");
    let shelf = folder.path_of("shelf");
    fs::create_dir_all(shelf.join("parts")).unwrap();
    let words = ["river", "cloister", "meadow", "harbour", "tower", "marsh", "bridge", "market"];
    let mut parts: Vec<IndexPart> = vec![IndexPart::default(); 16];
    for number in 0..10_000usize {
        let word = |shift: usize| words[number / shift % words.len()];
        parts[number % 16].packs.push(IndexEntry {
            id: format!("{}_{number:05}", word(1)),
            title: format!("The {} by the {} {number}", word(8), word(64)),
            licence: String::new(),
            summary: format!("Adds a {} and forty tiles, with rules for the {} when it is closed.", word(512), word(3)),
            newest: Version::new(1, number as u64 % 10, 0),
            record: HashedFile::from_bytes(number.to_string().as_bytes()),
        });
    }
    let mut bytes = 0;
    let parts: Vec<String> = parts
        .iter()
        .map(|part| {
            let text = part.write();
            bytes += text.len();
            let named = HashedFile::from_bytes(&text);
            fs::write(shelf.join(format!("parts/{}.json", named.hash)), text).unwrap();
            format!("{{\"hash\":\"{}\",\"bytes\":{}}}", named.hash, named.bytes)
        })
        .collect();
    let head = format!("{{\"format\":1,\"serial\":1,\"issued\":1,\"title\":\"Many\",\"parts\":[{}]}}", parts.join(","));
    fs::write(shelf.join("shelf.json"), head).unwrap();
    let server = Server::start(shelf);
    let began = Instant::now();
    let shelves = tilewright_share::shelf::Shelves::new(folder.path_of("shelves"), PATIENCE);
    let shelf = shelves.add("many", &server.address).unwrap();
    let fetched = began.elapsed();
    let mut worst = std::time::Duration::ZERO;
    let typed = "river bridge 77";
    for end in 0..=typed.len() {
        let began = Instant::now();
        let found = shelf.search(&typed[..end]);
        worst = worst.max(began.elapsed());
        assert!(!found.is_empty(), "{}", &typed[..end]);
    }
    println!("10,000 packs: catalogue of {bytes} bytes fetched in {fetched:?}, a key at most {worst:?}");
    // Users perceive a tenth of a second as instant; a debug build on a busy machine may need all of it.
    assert!(worst.as_millis() < 100, "{worst:?}");
    assert_eq!(shelf.search("river_00008")[0].id, "river_00008");
    assert_eq!(shelf.search("the tower")[0].title.get(..9), Some("The tower"));
}

#[test]
fn an_archive_that_is_not_what_the_record_says_is_not_installed() {
    let folder = ShareFolder::new("lies");
    let shelf = folder.path_of("shelf");
    let honest = pack("meadows", "1.0.0", "");
    publish(&shelf, &[&honest, &pack("marsh", "1.0.0", "")]);
    let lie = |what: &str, change: &dyn Fn(&mut tilewright_share::index::Release)| {
        let reader = client(&folder.path_of(what));
        reader.shelves.add("one", shelf.to_str().unwrap()).unwrap();
        let mut plan = plan(&reader, &["meadows"], "one").unwrap();
        change(&mut plan.steps[0].release);
        let early = reader.fetch_ahead(&plan, &|_, _| true).unwrap_err();
        let error = reader.fetch(&plan, &[], &|_, _| ()).unwrap_err();
        assert!(list_installed(&reader).is_empty());
        assert_eq!(early.to_string(), error.to_string(), "the difference is found before the user is asked");
        error.to_string()
    };
    assert!(lie("needs", &|release| release.needs.push("marsh".to_owned())).contains("a different `needs`"));
    assert!(lie("rules", &|release| release.rules.push('0')).contains("a different `rules`"));
    assert!(lie("content", &|release| release.content.push('0')).contains("a different `content`"));
    assert!(lie("key", &|release| release.key = Some("x".repeat(56))).contains("a different `key`"));
    assert!(lie("title", &|release| release.title = "By the publisher".to_owned()).contains("a different `title`"));
    assert!(lie("summary", &|release| release.summary.push('!')).contains("a different `summary`"));
    assert!(lie("authors", &|release| release.authors = vec!["Nobody".to_owned()]).contains("a different `authors`"));
    assert!(lie("licence", &|release| release.licence.push('!')).contains("a different `licence`"));
    assert!(lie("origin", &|release| release.changed_from.push('x')).contains("a different `changed_from`"));
    assert!(lie("api", &|release| release.api -= 1).contains("a different `api`"));
    // A version has different content than an earlier download.
    let reader = client(&folder.path_of("again"));
    reader.shelves.add("one", shelf.to_str().unwrap()).unwrap();
    install(&reader, &["meadows"], "one").unwrap();
    reader.remove("meadows", None).unwrap();
    let second = folder.path_of("second");
    let other: Archive = pack("meadows", "1.0.0", "\"marsh\"");
    publish(&second, &[&other, &pack("marsh", "1.0.0", "")]);
    reader.shelves.add("two", second.to_str().unwrap()).unwrap();
    assert_eq!(plan(&reader, &["meadows"], "two").unwrap_err().code(), "other_content");
}
