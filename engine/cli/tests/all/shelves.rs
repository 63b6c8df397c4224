//! Tests how two users share a pack, as in the read-me, and programs that are killed while they do so.
//!
//! `TILEWRIGHT_KILLS=100 cargo test --locked -p tilewright-cli shelves:: -- --nocapture` kills each program a hundred
//! times.
#![allow(clippy::print_stdout, reason = "the figures of a long run are wanted")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tilewright_core::state::chance::Generator;
use tilewright_kit::packs::archive::Archive;
use tilewright_kit::packs::find::Finder;
use tilewright_share::index::{
    HEAD, HashedFile, Head, IndexFile, IndexPart, PackRecord, Release, part_path, record_path,
};
use tilewright_share::publish::Publisher;
use tilewright_share::store::Store;

use super::amount;

/// Person with a folder and a state folder.
struct Person(PathBuf);

impl Person {
    fn new(name: &str) -> Person {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("shelves-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Person(path)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
        command.args(args).current_dir(&self.0).env_remove("TILEWRIGHT_PACKS");
        command.env("TILEWRIGHT_HOME", self.0.join("home")).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Returns the output and the exit code of a command.
    fn run(&self, args: &[&str]) -> (String, i32) {
        let ran = self.command(args).output().unwrap();
        let text = String::from_utf8_lossy(&ran.stdout).into_owned() + &String::from_utf8_lossy(&ran.stderr);
        (text, ran.status.code().unwrap())
    }

    fn says(&self, args: &[&str]) -> String {
        let (text, code) = self.run(args);
        assert_eq!(code, 0, "{args:?}: {text}");
        text
    }

    fn fails(&self, args: &[&str], code: i32, why: &str) {
        let (text, ended) = self.run(args);
        assert!(ended == code && text.contains(why), "{args:?} ended with {ended}: {text}");
    }

    /// Changes the version of the pack in a folder.
    fn raise(&self, pack: &str, from: &str, to: &str) {
        let path = self.0.join(pack).join("pack.ron");
        let text = fs::read_to_string(&path).unwrap();
        let raised = text.replace(&format!("version: \"{from}\""), &format!("version: \"{to}\""));
        assert_ne!(raised, text);
        fs::write(path, raised).unwrap();
    }
}

#[test]
fn two_people_share_a_pack() {
    let (author, reader) = (Person::new("author"), Person::new("reader"));
    let shelf = author.0.join("shelf").display().to_string();
    author.says(&["new", "meadows"]);
    assert!(author.says(&["key", "new"]).contains("Made RW"));
    author.fails(&["key", "new"], 3, "exists already");
    let key = author.says(&["key", "show"]).trim().to_owned();
    assert!(author.says(&["publish", "./meadows", "--to", &shelf, "--sign"]).contains("meadows 0.1.0 is new"));
    assert!(author.says(&["publish", "./meadows", "--to", &shelf, "--sign"]).contains("is unchanged"));
    let page = |path: &str| fs::read_to_string(Path::new(&shelf).join(path)).unwrap();
    assert!(page("index.html").contains("<a href=\"pages/meadows.html\">"), "{}", page("index.html"));
    assert!(page("index.html").contains("<img src=\"pages/meadows.png\""));
    assert!(page("pages/meadows.html").contains("<a href=\"../files/meadows-0.1.0-"));
    assert!(page("pages/meadows.html").contains(&key) && page("pages/meadows.html").contains("id=\"game-data\""));
    assert!(Path::new(&shelf).join("pages/meadows.png").is_file());

    reader.fails(&["install", "meadows"], 1, "no shelf was added");
    assert!(reader.says(&["search"]).contains("no shelf to search"));
    reader.fails(&["shelf", "add", "friend", "nowhere"], 3, "nowhere");
    assert!(reader.says(&["shelf", "add", "friend", &shelf]).contains("1 pack"));
    assert!(reader.says(&["shelf", "list"]).contains("friend"));
    assert!(reader.says(&["search", "mead"]).contains("0.1.0"));
    assert!(reader.says(&["search", "mead", "--json"]).starts_with("[{\"id\":\"meadows\",\"version\":\"0.1.0\""));
    // Without consent, the plan is shown but not carried out.
    let (said, code) = reader.run(&["install", "meadows"]);
    assert!(code == 2 && said.contains(&key) && said.contains("nothing was installed"), "{said}");
    reader.fails(&["show", "meadows"], 2, "there is no pack `meadows`");
    let said = reader.says(&["install", "meadows", "--yes"]);
    assert!(said.contains("pass here") && said.contains("Installed meadows 0.1.0"), "{said}");
    for command in [&["check", "meadows"][..], &["test", "meadows"], &["sim", "meadows", "--games", "1"]] {
        reader.says(command);
    }
    assert!(reader.says(&["update"]).contains("No newer versions are available"));

    author.fails(&["publish", "./meadows", "--to", &shelf, "--withdraw", "meadows@0.1.0"], 2, "--why");
    author.raise("meadows", "0.1.0", "0.2.0");
    author.says(&["publish", "./meadows", "--to", &shelf, "--sign"]);
    assert!(reader.says(&["update", "--yes"]).contains("Installed meadows 0.2.0"));
    assert!(reader.says(&["show", "meadows@0.1.0"]).contains("0.1.0"), "the older one stays");
    author.says(&[
        "publish",
        "--to",
        &shelf,
        "--withdraw",
        "meadows@0.2.0",
        "--why",
        "too few tiles",
        "--instead",
        "0.1.0",
    ]);
    let said = reader.says(&["update"]);
    assert!(said.contains("meadows 0.2.0 was withdrawn") && said.contains("take 0.1.0 instead"), "{said}");
    // Another author publishes a pack with the same id.
    let thief = Person::new("thief");
    let other = thief.0.join("shelf").display().to_string();
    thief.says(&["new", "meadows"]);
    thief.raise("meadows", "0.1.0", "9.0.0");
    thief.says(&["publish", "./meadows", "--to", &other]);
    reader.says(&["shelf", "add", "other", &other]);
    reader.fails(&["install", "meadows@9.0.0", "--shelf", "other", "--yes"], 1, "is no longer signed");
    assert!(reader.says(&["shelf", "rebuild", &other]).contains("1 pack in 1 version"));
    assert!(reader.says(&["remove", "meadows@0.1.0"]).contains("Removed meadows 0.1.0"));
    // The archive is sent by mail, without a shelf.
    author.says(&["new", "marsh"]);
    author.says(&["pack", "./marsh", "--sign", "--out", "marsh.tilepack"]);
    fs::copy(author.0.join("marsh.tilepack"), reader.0.join("got.tilepack")).unwrap();
    assert!(reader.says(&["install", "got.tilepack", "--yes"]).contains("Installed marsh 0.1.0"));
    reader.says(&["shelf", "remove", "friend"]);
}

/// Changes the description of the newest version of the only pack on a shelf, and updates the hashes to match.
fn say_otherwise(shelf: &Path, change: impl FnOnce(&mut Release)) {
    let read = |path: &str| fs::read(shelf.join(path)).unwrap();
    let mut head = Head::read("head", &read(HEAD)).unwrap();
    let mut part = IndexPart::read("part", &read(&part_path(&head.parts[0]))).unwrap();
    let entry = &mut part.packs[0];
    let mut record = PackRecord::read("record", &read(&record_path(&entry.id, &entry.record))).unwrap();
    change(&mut record.versions[0]);
    entry.record = HashedFile::from_bytes(&record.write());
    fs::write(shelf.join(record_path(&entry.id, &entry.record)), record.write()).unwrap();
    head.parts[0] = HashedFile::from_bytes(&part.write());
    fs::write(shelf.join(part_path(&head.parts[0])), part.write()).unwrap();
    head.serial += 1;
    fs::write(shelf.join(HEAD), head.write()).unwrap();
}

#[test]
fn people_are_asked_about_what_packs_say_themselves() {
    let (author, reader) = (Person::new("honest"), Person::new("asked"));
    let shelf = author.0.join("shelf");
    author.says(&["new", "meadows"]);
    author.says(&["publish", "./meadows", "--to", shelf.to_str().unwrap(), "--no-pages"]);
    reader.says(&["shelf", "add", "near", shelf.to_str().unwrap()]);
    // Without a terminal to ask for consent, nothing is downloaded.
    let (said, code) = reader.run(&["install", "meadows"]);
    assert!(code == 2 && said.contains("these are the shelf's own data; nothing was fetched"), "{said}");
    let said = reader.says(&["install", "meadows", "--yes"]);
    assert!(said.contains("meadows 0.1.0 will be installed: ") && !said.contains("the shelf's own data"), "{said}");
    reader.says(&["remove", "meadows"]);
    say_otherwise(&shelf, |release| release.authors = vec!["A famous author".to_owned()]);
    assert!(reader.run(&["install", "meadows"]).0.contains("A famous author"));
    let (said, code) = reader.run(&["install", "meadows", "--yes"]);
    assert!(code == 1 && said.contains("a different `authors`") && !said.contains("famous"), "{said}");
    reader.fails(&["show", "meadows"], 2, "there is no pack `meadows`");
}

#[test]
fn an_author_locks_a_pack_and_raises_its_version() {
    let author = Person::new("versions");
    let text = |path: &str| fs::read_to_string(author.0.join(path)).unwrap();
    // Packs are not searched in this folder.
    let old = "sent/old.tilepack";
    fs::create_dir(author.0.join("sent")).unwrap();
    author.says(&["new", "meadows"]);
    author.says(&["pack", "./meadows", "--out", old]);
    author.says(&["new", "herons", "--base", "./meadows"]);
    author.fails(&["lock", old], 2, "is not a folder");
    let said = author.says(&["lock", "./herons", "--packs", "."]);
    assert!(said.contains("  meadows 0.1.0 ") && said.contains("Locked herons in ./herons/tilewright.lock"), "{said}");
    let locked = text("herons/tilewright.lock");
    assert!(author.says(&["lock", "./herons", "--packs", ".", "--json"]).contains("\"version\":\"0.1.0\""));
    assert_eq!(text("herons/tilewright.lock"), locked);
    assert!(!author.says(&["check", "./herons", "--packs", "."]).contains("locked"));
    author.raise("meadows", "0.1.0", "0.1.5");
    let otherwise = "herons is locked to meadows 0.1.0, but 0.1.5 is used";
    for command in ["check", "show"] {
        assert!(author.says(&[command, "./herons", "--packs", "."]).contains(otherwise));
    }
    author.fails(&["pack", "./herons", "--packs", "."], 1, otherwise);
    author.says(&["install", old, "--yes"]);
    assert!(
        !author.says(&["show", "./herons", "--packs", "."]).contains("locked"),
        "the older version is installed and used"
    );
    author.says(&["remove", "meadows"]);
    assert!(author.says(&["lock", "./herons", "--packs", "."]).contains("meadows 0.1.5, before 0.1.0"));
    author.says(&["pack", "./herons", "--packs", ".", "--out", "herons.tilepack"]);

    // `bump` finds the next version of the game.
    let bump = ["bump", "./meadows", "--from", old];
    author.fails(&bump[..2], 2, "no earlier version of `meadows` is installed");
    author.raise("meadows", "0.1.5", "0.1.0");
    fs::remove_file(author.0.join("meadows/picture.png")).unwrap();
    assert!(author.says(&bump).contains("meadows is unchanged since 0.1.0"));
    fs::write(author.0.join("meadows/README.md"), "# Other words\n").unwrap();
    let said = author.says(&bump);
    assert!(said.contains("`README.md` changed") && said.contains("is at least 0.1.1"), "{said}");
    let head = text("meadows/pack.ron");
    assert!(author.says(&[&bump[..], &["--write"]].concat()).contains("meadows is 0.1.1 now"));
    assert_eq!(text("meadows/pack.ron"), head.replace("version: \"0.1.0\"", "version: \"0.1.1\""));
    assert!(author.says(&bump).contains("meadows 0.1.1 is high enough after 0.1.0"));
    let head = text("meadows/pack.ron").replace("on: pond, per_tile: 2", "on: pond, per_tile: 3");
    fs::write(author.0.join("meadows/pack.ron"), head).unwrap();
    let said = author.says(&[&bump[..], &["--json"]].concat());
    assert!(said.contains("\"next\":\"0.2.0\"") && said.contains("\"step\":\"major\""), "{said}");
    author.fails(&["bump", "./herons", "--packs", ".", "--from", old], 2, "is not a version of `herons`");
}

/// Web server for a folder, like any static file server.
struct FileServer(Child);

impl FileServer {
    /// Starts the server and returns it with its address; `None` if Python is not installed.
    fn start(folder: &Path) -> Option<(FileServer, String)> {
        let mut command = Command::new("python3");
        command.args(["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory"]).arg(folder);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let port: u16 = line.split("port ").nth(1)?.split(' ').next()?.parse().ok()?;
        Some((FileServer(child), format!("http://127.0.0.1:{port}")))
    }
}

impl Drop for FileServer {
    fn drop(&mut self) {
        // The server may have ended already, which is fine.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_packs_of_the_program_come_from_a_server_and_go_together() {
    let (author, reader) = (Person::new("all-author"), Person::new("all-reader"));
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content").canonicalize().unwrap();
    let packs = Finder::nowhere().with_folder(&content).list().unwrap();
    let shelf = author.0.join("shelf");
    let began = Instant::now();
    let paths: Vec<String> = packs.iter().map(|pack| content.join(&pack.id).display().to_string()).collect();
    let to = shelf.display().to_string();
    let args = |first: &[&str], all: &[String]| -> Vec<String> {
        first.iter().map(|&arg| arg.to_owned()).chain(all.iter().cloned()).collect()
    };
    let says = |person: &Person, args: Vec<String>| person.says(&args.iter().map(|arg| &**arg).collect::<Vec<_>>());
    // Their tests run when they are installed.
    says(&author, args(&["publish", "--anyway", "--to", &to], &paths));
    let published = began.elapsed();
    let served = FileServer::start(&shelf);
    if served.is_none() {
        assert!(std::env::var_os("CI").is_none(), "Python is missing: install it, so that the shelf is served");
        println!("skipped in part: there is no Python, so the shelf is a folder");
    }
    let address = served.as_ref().map_or(&to, |(_, address)| address);
    assert!(reader.says(&["shelf", "add", "all", address]).contains(&format!("{} packs", packs.len())));
    let ids: Vec<String> = packs.iter().map(|pack| pack.id.clone()).collect();
    let told = says(&reader, args(&["install", "--yes"], &ids));
    let installed = began.elapsed();
    assert!(ids.iter().all(|id| told.contains(&format!("of {id} pass here"))), "{told}");
    let added: Vec<String> = packs
        .iter()
        .filter(|pack| !pack.archive().unwrap().manifest.needs.is_empty())
        .map(|pack| pack.id.clone())
        .collect();
    let told = says(&reader, args(&["compat", "--games", amount("2", "10"), "--out", "certificate.json"], &added));
    assert!(added.len() > 5 && told.contains("everything holds"), "{told}");
    assert!(reader.0.join("certificate.json").is_file());
    println!(
        "{} packs published by {published:?}, installed with their tests by {installed:?}, {} certified by {:?}\n{told}",
        packs.len(),
        added.len(),
        began.elapsed()
    );
}

/// Returns the number of times that each program is killed.
fn kills() -> u32 {
    std::env::var("TILEWRIGHT_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(4)
}

/// Kills a command at a random moment within its usual duration; returns true if it was still running.
fn kill(person: &Person, args: &[&str], takes: Duration, random: &mut Generator) -> bool {
    let mut child = person.command(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let most = u32::try_from(takes.as_millis()).unwrap().max(1);
    std::thread::sleep(Duration::from_millis(u64::from(random.below(most))));
    let was_at_work = child.try_wait().unwrap().is_none();
    // The command may have ended already, which is fine.
    let _ = child.kill();
    child.wait().unwrap();
    was_at_work
}

/// Returns the leftovers of unfinished writes in a folder and below.
fn leftovers(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).into_iter().flatten() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if name.contains(".tilewright-") || name == ".incoming" || name.ends_with(".part") {
                found.push(path);
            } else if path.is_dir() {
                open.push(path);
            }
        }
    }
    found
}

#[test]
fn whoever_is_killed_leaves_the_old_or_the_new() {
    let (author, reader) = (Person::new("killed-author"), Person::new("killed-reader"));
    let shelf = author.0.join("shelf");
    let shown = shelf.display().to_string();
    author.says(&["new", "meadows"]);
    author.says(&["publish", "./meadows", "--to", &shown]);
    reader.says(&["shelf", "add", "friend", &shown]);
    let mut random = Generator::new(5);
    let packs = reader.0.join("home/packs");
    let began = Instant::now();
    reader.says(&["install", "meadows", "--yes"]);
    let takes = began.elapsed() + Duration::from_millis(20);
    let (mut at_work, mut new, mut left) = (0, 0, 0);
    for number in 0..kills() {
        // After a publisher is killed, the shelf is complete: either the old or the new one.
        let (from, to) = (format!("0.1.{number}"), format!("0.1.{}", number + 1));
        author.raise("meadows", &from, &to);
        at_work += u32::from(kill(&author, &["publish", "./meadows", "--to", &shown], takes, &mut random));
        let newest = {
            let publisher = Publisher::open(&shelf).unwrap();
            let newest = publisher.records().next().unwrap().versions[0].version.to_string();
            assert!(newest == from || newest == to, "{newest}");
            newest
        };
        new += u32::from(newest == to);
        author.says(&["publish", "./meadows", "--to", &shown]);
        assert!(leftovers(&shelf).is_empty(), "{:?}", leftovers(&shelf));
        // After a packing program is killed, the file is either the old or the new one.
        let file = author.0.join("sent.tilepack");
        let before = fs::read(&file).ok();
        at_work += u32::from(kill(&author, &["pack", "./meadows", "--out", "sent.tilepack"], takes, &mut random));
        let after = fs::read(&file).ok();
        if after != before {
            assert_eq!(Archive::read(&after.unwrap()).unwrap().manifest.version, to);
            new += 1;
        }
        // Leftovers of packing are removed by the first run at least ten minutes later, since until then another
        // program may be using them.
        author.says(&["pack", "./meadows", "--out", "sent.tilepack"]);
        // After a reader is killed, installed packs are complete: the old version, and perhaps the new one.
        at_work += u32::from(kill(&reader, &["update", "--yes"], takes, &mut random));
        left += leftovers(&packs).len();
        let store = Store::new(&packs);
        let versions: Vec<String> = store.list().unwrap().iter().map(|pack| pack.version.to_string()).collect();
        assert!(versions[0] == to || versions[0] == from, "{versions:?}");
        new += u32::from(versions[0] == to);
        for entry in fs::read_dir(&packs).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|end| end == "tilepack") {
                Archive::open(&path).unwrap();
            }
        }
        reader.says(&["update", "--yes"]);
        // The first installation of a pack behaves in the same way.
        reader.says(&["remove", "meadows"]);
        at_work += u32::from(kill(&reader, &["install", "meadows", "--yes"], takes, &mut random));
        store.list().unwrap().iter().for_each(|pack| drop(Archive::open(&pack.path).unwrap()));
        reader.says(&["install", "meadows", "--yes"]);
        assert_eq!(store.list().unwrap()[0].version.to_string(), to);
        assert!(leftovers(&reader.0.join("home")).is_empty(), "{:?}", leftovers(&reader.0.join("home")));
    }
    println!(
        "{} kills each of publish, pack, update and install: {at_work} at work, {new} reached the new version, {left} leftovers cleared",
        kills()
    );
}
