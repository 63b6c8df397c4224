//! Tests `tilewright pack` and `unpack` as a designer uses them: a pack in one file is played, inspected, tested, and
//! unpacked into a folder again.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tilewright_kit::packs::archive::Archive;

struct ArchiveFolder(PathBuf);

impl ArchiveFolder {
    fn new(name: &str) -> ArchiveFolder {
        let folder = std::env::temp_dir().join(format!("tilewright-packed-{}-{name}", std::process::id()));
        drop(fs::remove_dir_all(&folder));
        fs::create_dir_all(&folder).unwrap();
        ArchiveFolder(folder)
    }
}

impl Drop for ArchiveFolder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// Returns the output and the exit code of a command.
fn tilewright(folder: &Path, arguments: &[&str]) -> (String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    let output =
        command.args(arguments).current_dir(folder).env("TILEWRIGHT_HOME", folder.join("home")).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (text, output.status.code().unwrap())
}

fn fine(folder: &Path, arguments: &[&str]) -> String {
    let (text, code) = tilewright(folder, arguments);
    assert_eq!(code, 0, "{arguments:?}: {text}");
    text
}

#[test]
fn a_new_pack_is_packed_sent_played_and_made_a_folder_again() {
    let (author, friend) = (ArchiveFolder::new("author"), ArchiveFolder::new("friend"));
    fine(&author.0, &["new", "meadows"]);
    let told = fine(&author.0, &["pack", "./meadows", "--out", "meadows.tilepack"]);
    assert!(told.contains("Drew ./meadows/picture.png") && told.contains("Packed meadows 0.1.0"), "{told}");
    let bytes = fs::read(author.0.join("meadows.tilepack")).unwrap();
    assert!(bytes.len() < 60_000, "{} bytes", bytes.len());

    fs::write(friend.0.join("got.tilepack"), &bytes).unwrap();
    for command in ["check", "test"] {
        fine(&friend.0, &[command, "got.tilepack"]);
    }
    let shown = fine(&friend.0, &["show", "got.tilepack"]);
    for said in ["meadows 0.1.0: Meadows", "signed no: it is unknown whether", "tests 1 file"] {
        assert!(shown.contains(said), "{said}: {shown}");
    }
    fine(&friend.0, &["install", "got.tilepack", "--yes"]);
    assert!(fine(&friend.0, &["show", "got.tilepack"]).contains("here already installed"));
    fine(&friend.0, &["remove", "meadows"]);
    assert!(fine(&friend.0, &["sim", "got.tilepack", "--games", "2"]).contains('2'));
    fine(&friend.0, &["unpack", "got.tilepack"]);
    for file in ["pack.ron", "README.md", "picture.png"] {
        let of = |folder: &ArchiveFolder| fs::read(folder.0.join("meadows").join(file)).unwrap();
        assert!(of(&author) == of(&friend), "{file}");
    }
    let (told, code) = tilewright(&friend.0, &["unpack", "got.tilepack"]);
    assert!(code != 0 && told.contains("exists already"), "{told}");

    // Packing the unpacked folder gives the same file.
    fine(&friend.0, &["pack", "./meadows", "--out", "again.tilepack"]);
    assert!(fs::read(friend.0.join("again.tilepack")).unwrap() == bytes);
    // A friend changes a copy under a new name and sends it back.
    fine(&friend.0, &["new", "marsh", "--copy", "got.tilepack"]);
    assert!(fine(&friend.0, &["pack", "./marsh"]).contains("Packed marsh"));
    let sent = fs::read_dir(&friend.0).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert!(sent.into_iter().any(|name| name.starts_with("marsh-0.1.0-") && name.ends_with(".tilepack")));
}

#[test]
fn a_pack_plays_by_the_modules_that_came_with_it_and_says_so() {
    let folder = ArchiveFolder::new("modules");
    // Returns the average points of the first seat, and true if the note about other modules appeared.
    let points = |pack: &str| {
        let (text, code) = tilewright(&folder.0, &["sim", pack, "--games", "20", "--json"]);
        assert_eq!(code, 0, "{text}");
        let note = text
            .contains("note: meadows uses the rules it was packed with: this program has other versions of `paths`");
        let begin = text.find('{').unwrap();
        (number(text[begin..].split_once("\"mean\":").unwrap().1), note)
    };
    fine(&folder.0, &["new", "meadows"]);
    fine(&folder.0, &["pack", "./meadows", "--out", "today.tilepack"]);
    let (today, told) = points("today.tilepack");
    assert!(!told, "the modules are the program's");
    // This archive is as if packed by a program whose library counts paths differently.
    fine(&folder.0, &["unpack", "today.tilepack", "--dir", "other"]);
    let module = folder.0.join("other/meadows/lib/paths.lua");
    let text = fs::read_to_string(&module).unwrap();
    let changed = text.replace("path:tiles(), each)", "path:tiles(), 10 * each)");
    assert_ne!(changed, text);
    fs::write(&module, changed).unwrap();
    fine(&folder.0, &["pack", "other/meadows", "--anyway", "--out", "changed.tilepack"]);
    let (changed, told) = points("changed.tilepack");
    assert!(told, "it reports the other modules");
    assert!(changed > 2.0 * today, "{today} points before, {changed} after");
    for command in ["show", "verify"] {
        let mut args = vec![command, "changed.tilepack"];
        args.extend(["--games", "2"].iter().filter(|_| command == "verify"));
        assert!(tilewright(&folder.0, &args).0.contains("uses the rules it was packed with"), "{command}");
    }
}

/// Returns the number at the beginning of a text.
fn number(text: &str) -> f64 {
    let text = text.trim_start();
    text[..text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap()].parse().unwrap()
}

#[test]
fn what_has_errors_or_fails_its_tests_is_not_packed() {
    let folder = ArchiveFolder::new("wrong");
    fine(&folder.0, &["new", "meadows"]);
    let tests = folder.0.join("meadows/tests/wrong.ron");
    fs::write(&tests, "Tests([Test(name: \"wrong\", expect: (scores: [99, 99]))])").unwrap();
    let (told, code) = tilewright(&folder.0, &["pack", "./meadows"]);
    assert!(code == 1 && told.contains("1 test of `meadows` failed"), "{code} {told}");
    fine(&folder.0, &["pack", "./meadows", "--anyway"]);
    fs::remove_file(&tests).unwrap();
    fs::write(folder.0.join("meadows/more.ron"), "Tiles([(id: \"X\", edges: (n: nothing))])").unwrap();
    let (told, code) = tilewright(&folder.0, &["pack", "./meadows"]);
    assert!(code == 1 && told.contains("cannot be played"), "{code} {told}");
    fs::rename(folder.0.join("meadows/more.ron"), folder.0.join("meadows/m\u{f6}re.md")).unwrap();
    let (told, code) = tilewright(&folder.0, &["pack", "./meadows"]);
    assert!(code == 1 && told.contains("m\u{f6}re.md") && told.contains("only a to z"), "{code} {told}");
}

#[cfg(unix)]
#[test]
fn mask_and_language_of_the_system_change_nothing() {
    let folder = ArchiveFolder::new("mask");
    fine(&folder.0, &["new", "meadows"]);
    fine(&folder.0, &["pack", "./meadows", "--out", "one.tilepack"]);
    let command = env!("CARGO_BIN_EXE_tilewright");
    let line = format!(
        "umask 077; touch meadows/*; LC_ALL=tr_TR.UTF-8 TZ=Asia/Tokyo {command} pack ./meadows --out two.tilepack"
    );
    assert!(Command::new("sh").args(["-c", &line]).current_dir(&folder.0).status().unwrap().success());
    let of = |name: &str| fs::read(folder.0.join(name)).unwrap();
    assert!(of("one.tilepack") == of("two.tilepack"));
}

#[test]
fn a_file_that_is_no_pack_is_told_by_its_name() {
    let folder = ArchiveFolder::new("damaged");
    for (bytes, why) in [(&b"PK\x03\x04rest"[..], "truncated"), (b"hello", "not an archive"), (b"", "not an archive")] {
        fs::write(folder.0.join("it.tilepack"), bytes).unwrap();
        for command in ["check", "show", "test", "unpack"] {
            let (told, code) = tilewright(&folder.0, &[command, "it.tilepack"]);
            assert!(code == 1 && told.contains("it.tilepack") && told.contains(why), "{command} {code} {told}");
        }
    }
}

#[test]
fn packs_that_go_together_are_certified_and_checked_again_elsewhere() {
    let (author, friend) = (ArchiveFolder::new("certified"), ArchiveFolder::new("checked"));
    fine(&author.0, &["new", "meadows"]);
    let told = fine(&author.0, &["compat", "./meadows", "--games", "8", "--out", "meadows/certificates"]);
    assert!(told.contains("Compatible: meadows 0.1.0") && told.contains("everything holds"), "{told}");
    fine(&author.0, &["pack", "./meadows", "--out", "meadows.tilepack"]);
    fs::copy(author.0.join("meadows.tilepack"), friend.0.join("meadows.tilepack")).unwrap();
    // The archive contains the certificate.
    let shown = fine(&friend.0, &["show", "meadows.tilepack"]);
    assert!(shown.contains("certificate 8 games with meadows, claimed by the author"), "{shown}");
    fine(&friend.0, &["unpack", "meadows.tilepack"]);
    let certificate = "meadows/certificates/meadows.json";
    let told = fine(&friend.0, &["compat", "--again", certificate, "--packs", "."]);
    assert!(told.contains("Checked here: 8 of 8 games"), "{told}");
    let path = friend.0.join(certificate);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("\"answers\": ", "\"answers\": 1")).unwrap();
    let (told, code) = tilewright(&friend.0, &["compat", "--again", certificate, "--packs", "."]);
    assert!(code == 1 && told.contains("Different results"), "{told}");
    fs::write(&path, text.replace("\"rules\": \"", "\"rules\": \"0")).unwrap();
    let (told, code) = tilewright(&friend.0, &["compat", "--again", certificate, "--packs", "."]);
    assert!(code == 1 && told.contains("is for other packs"), "{told}");
}

/// Every command refuses a pack whose signature was changed in transit, and does nothing.
#[test]
fn a_broken_signature_is_refused_by_every_command() {
    let (author, friend) = (ArchiveFolder::new("signer"), ArchiveFolder::new("deceived"));
    fine(&author.0, &["new", "meadows"]);
    fine(&author.0, &["key", "new"]);
    fine(&author.0, &["pack", "./meadows", "--sign", "--out", "meadows.tilepack"]);
    let good = fs::read(author.0.join("meadows.tilepack")).unwrap();
    let archive = Archive::read(&good).unwrap();
    let mut lines: Vec<String> = archive.signature.iter().flat_map(|text| text.lines()).map(str::to_owned).collect();
    // The new signature is invalid, but has the right form.
    let last = lines[1].pop().map_or('A', |letter| if letter == 'A' { 'B' } else { 'A' });
    lines[1].insert(40, last);
    let broken = Archive { signature: Some(lines.join("\n") + "\n"), ..archive };
    fs::write(friend.0.join("good.tilepack"), &good).unwrap();
    fs::write(friend.0.join("got.tilepack"), broken.write().unwrap()).unwrap();
    for command in [
        &["check", "PACK"][..],
        &["show", "PACK"],
        &["test", "PACK"],
        &["play", "PACK", "--random", "1", "--random", "2"],
        &["sim", "PACK", "--games", "1"],
        &["verify", "PACK", "--games", "1"],
        &["compat", "PACK", "--games", "1"],
        &["render", "PACK", "--out", "tiles.png"],
        &["print", "PACK", "--out", "tiles.pdf"],
        &["export", "PACK", "--to", "png", "--out", "pictures"],
        &["unpack", "PACK", "--dir", "unpacked"],
        &["new", "copied", "--copy", "PACK"],
        &["publish", "PACK", "--to", "shelf", "--no-pages"],
        &["install", "PACK", "--yes"],
    ] {
        let with = |pack: &'static str| {
            command.iter().map(|word| if *word == "PACK" { pack } else { word }).collect::<Vec<_>>()
        };
        let (text, code) = tilewright(&friend.0, &with("./got.tilepack"));
        assert!(code != 0 && text.contains("signature"), "{command:?}: {code} {text}");
        let left = [
            "tiles.png",
            "tiles.pdf",
            "pictures",
            "unpacked",
            "copied",
            "shelf/shelf.json",
            "home/packs/meadows-0.1.0.tilepack",
        ];
        assert!(left.iter().all(|path| !friend.0.join(path).exists()), "{command:?} wrote something");
    }
    fine(&friend.0, &["install", "./good.tilepack", "--yes"]);
}
