//! Tests which pack a name selects: packs next to named ones, packs of records, packs that cannot be read, copies, and
//! packs that hide others.

use tilewright_kit::files::write_folder;

use super::*;

/// Returns a folder with the template game `ponds` and its expansion `plus`, side by side.
fn neighbours(name: &str) -> Folder {
    let folder = Folder::with_pack(name);
    folder.run(&["new", "plus", "--base", "./ponds"], "").expect(0, "Made", "");
    folder
}

#[test]
fn every_command_finds_what_a_pack_needs_beside_it() {
    let folder = neighbours("beside_it");
    for (args, out) in [
        (&["check", "./plus"][..], "no problems found"),
        (&["test", "./plus"], "0 failed"),
        (&["show", "./plus", "--only", "packs"], "ponds"),
        (&["show", "./plus", "ponds", "--own", "--only", "packs"], "ponds"),
        (&["sim", "./plus", "--games", "2"], "2 games"),
        (&["play", "./plus", "--random", "all", "--seed", "1"], ""),
        (&["verify", "./plus", "--games", "1"], ""),
        (&["pack", "./plus", "--out", "plus.tilepack"], "Packed"),
        (&["sim", "plus.tilepack", "--games", "1"], "1 game"),
        (&["lock", "./plus"], "ponds 0.1.0"),
    ] {
        let ran = folder.run(args, "");
        assert_eq!(ran.code, 0, "{args:?}\n{}\n{}", ran.out, ran.err);
        assert!(ran.out.contains(out), "{args:?}\n{}", ran.out);
    }
}

#[test]
fn a_pack_on_the_command_line_is_the_one_that_others_need() {
    let folder = neighbours("on_the_line");
    fs::create_dir(folder.0.join("lib")).unwrap();
    fs::rename(folder.0.join("ponds"), folder.0.join("lib/ponds")).unwrap();
    let alone = folder.run(&["check", "./plus"], "");
    alone.expect(1, "there is no pack `ponds`", "");
    assert!(alone.out.contains("--packs FOLDER") && alone.out.contains("looked in ."), "{}", alone.out);
    assert!(!alone.out.contains("did you mean"), "{}", alone.out);
    folder.run(&["check", "./plus", "./lib/ponds"], "").expect(0, "no problems found", "");
    folder.run(&["test", "./plus", "./lib/ponds"], "").expect(0, "0 failed", "");
    folder.run(&["--packs", "lib", "check", "./plus"], "").expect(0, "no problems found", "");
    folder.run(&["play", "plu"], "").expect(2, "", "--packs FOLDER");
}

#[test]
fn a_pack_is_not_taken_for_what_it_needs() {
    let folder = Folder::new("not_itself");
    let pack = |id: &str, needs: &str| {
        let head = format!("Pack(id: \"{id}\", version: \"1.0.0\", format: 1, title: \"T\", needs: [\"{needs}\"])");
        write_folder(&folder.0.join(id), [("pack.ron", &*head)]).unwrap();
    };
    pack("meadow", "meadows");
    let ran = folder.run(&["check", "./meadow"], "");
    ran.expect(1, "there is no pack `meadows`", "");
    assert!(!ran.out.contains("did you mean"), "{}", ran.out);
}

#[test]
fn records_and_saves_open_where_they_were_made() {
    let folder = neighbours("opened_there");
    fs::create_dir(folder.0.join("games")).unwrap();
    folder.run(&["sim", "./plus", "--games", "2", "--records", "games/r.jsonl"], "").expect(0, "", "");
    let text = folder.read("games/r.jsonl");
    let places = r#""places":{"plus":"../plus","ponds":"../ponds"}"#;
    assert!(text.lines().all(|line| line.contains(places)), "{text}");
    assert!(!text.contains(folder.0.to_str().unwrap()), "no absolute path");
    folder.run(&["replay", "games/r.jsonl"], "").expect(0, "2 ok, 0 failed", "");
    folder.run(&["render", "--record", "games/r.jsonl", "--out", "b.png"], "").expect(0, "", "");
    folder.run(&["play", "./ponds", "--seed", "1"], "1\nsave keep.json\nquit\n").expect(0, "Saved", "");
    folder.run(&["play", "--resume", "keep.json"], "").expect(0, "", "");
    // A transcript for a seat must not reveal places.
    let seen = folder.run(&["replay", "games/r.jsonl", "--seen-by", "1"], "");
    assert!(seen.code == 0 && !seen.out.contains("places"), "{}", seen.out);
    // After the whole folder has moved, relative places still lead to the packs, and a record without places opens next
    // to its packs.
    let moved = Folder::new("opened_elsewhere");
    for entry in ["games", "plus", "ponds"] {
        fs::rename(folder.0.join(entry), moved.0.join(entry)).unwrap();
    }
    moved.run(&["replay", "games/r.jsonl"], "").expect(0, "2 ok, 0 failed", "");
    moved.write("plain.jsonl", &text.replace(&format!("{places},"), ""));
    assert!(!moved.read("plain.jsonl").contains("places"));
    moved.run(&["replay", "plain.jsonl"], "").expect(0, "2 ok, 0 failed", "");
    moved.run(&["replay", "games/r.jsonl"], "").expect(0, "2 ok", "");
    // If the packs are missing, the error names `--packs`. A path that leads far away is not followed.
    folder.write("far.jsonl", &text.replace("../plus", "../../../../../../../tmp").replace("../ponds", "/tmp"));
    folder.run(&["replay", "far.jsonl"], "").expect(1, "--packs FOLDER", "");
}

/// Bytes that are not valid UTF-8.
const NO_TEXT: &[u8] = &[0xff, 0xfe, 0x50, 0x00];

#[test]
fn a_pack_that_cannot_be_read_says_nothing_about_its_neighbours() {
    let folder = Folder::with_pack("unreadable");
    fs::create_dir_all(folder.0.join("shelf/bad")).unwrap();
    fs::rename(folder.0.join("ponds"), folder.0.join("shelf/ponds")).unwrap();
    fs::write(folder.0.join("shelf/bad/pack.ron"), NO_TEXT).unwrap();
    fs::write(folder.0.join("shelf/torn.tilepack"), "no archive").unwrap();
    let listed = folder.run(&["--packs", "shelf", "show"], "");
    listed.expect(0, "ponds", "");
    assert!(
        listed.out.contains("P0214") && listed.out.contains("shelf/bad/pack.ron is not UTF-8 text"),
        "{}",
        listed.out
    );
    let json = folder.run(&["--packs", "shelf", "show", "--json"], "").json();
    assert_eq!(json[0]["unreadable"].as_array().unwrap().len(), 2, "{json:?}");
    let checked = folder.run(&["check", "shelf/bad", "shelf/ponds"], "");
    checked.expect(1, "P0214", "");
    assert!(checked.out.contains("ponds") && checked.out.contains("no problems found"), "{}", checked.out);
    let tested = folder.run(&["test", "shelf/bad", "shelf/ponds"], "");
    assert!(tested.code != 0 && tested.out.contains("not UTF-8 text"), "{}", tested.out);
    assert!(tested.out.contains(" passed, 0 failed"), "{}", tested.out);
    folder.run(&["test", "shelf"], "").expect(3, "is not UTF-8 text", "");
    folder.run(&["sim", "shelf/ponds", "--games", "1"], "").expect(0, "", "");
    folder.run(&["play", "shelf/bad"], "").expect(3, "", "save the file as UTF-8");
    // For a pack that needs the unreadable one, the error is the reason, not that the pack is missing.
    folder.run(&["new", "plus", "--base", "shelf/ponds", "--dir", "shelf"], "").expect(0, "", "");
    fs::write(folder.0.join("shelf/ponds/pack.ron"), NO_TEXT).unwrap();
    let needs = folder.run(&["check", "shelf/plus"], "");
    needs.expect(1, "shelf/ponds/pack.ron is not UTF-8 text", "");
    assert!(!needs.out.contains("there is no pack"), "{}", needs.out);
}

#[test]
fn a_copy_has_a_name_and_an_author_of_its_own_and_shows_its_origin() {
    let folder = Folder::with_pack("copies");
    folder.run(&["new", "lake", "--copy", "./ponds", "--author", "Ann"], "").expect(0, "Made", "");
    let head = folder.read("lake/pack.ron");
    for part in ["id: \"lake\"", "title: \"Lake\"", "version: \"0.1.0\"", "authors: [\"Ann\"]", "changed_from: ("] {
        assert!(head.contains(part), "{part}\n{head}");
    }
    folder.run(&["new", "ponds", "--copy", "./ponds", "--dir", "other"], "").expect(2, "", "has the same id");
    folder.run(&["new", "mere", "--copy", "./ponds"], "").expect(0, "Its author is “Somebody”", "");
    folder.run(&["check", "./lake"], "").expect(0, "no problems found", "");
    folder.run(&["test", "./lake"], "").expect(0, "0 failed", "");
    folder.run(&["show", "./lake", "--only", "packs"], "").expect(0, "Ponds 0.1.0", "");
    let shown = folder.run(&["show", "./lake", "--only", "packs", "--json"], "").json();
    assert_eq!(shown[0]["packs"][0]["changed_from"]["id"], "ponds");
    folder.run(&["pack", "./lake", "--out", "lake.tilepack"], "").expect(0, "", "");
    folder.run(&["show", "lake.tilepack"], "").expect(0, "changed from Ponds 0.1.0 by Somebody", "");
    folder.run(&["install", "lake.tilepack", "--yes"], "").expect(0, "changed from Ponds 0.1.0 by Somebody", "");
    folder.run(&["show", "lake", "--html", "lake.html"], "").expect(0, "", "");
    assert!(folder.read("lake.html").contains("<dt>Changed from</dt><dd>"), "the page shows the origin");
    let report = folder.run(&["report", "lake", "--games", "20", "--html", "report.html"], "");
    report.expect(0, "Lake is changed from Ponds 0.1.0", "");
    assert!(folder.read("report.html").contains("Lake is changed from Ponds 0.1.0"));
}

#[test]
fn a_pack_that_hides_another_is_announced() {
    let folder = Folder::with_pack("hides");
    folder.run(&["pack", "./ponds", "--out", "ponds.tilepack"], "").expect(0, "", "");
    folder.run(&["install", "ponds.tilepack", "--yes"], "").expect(0, "", "");
    let same = folder.run(&["check", "./ponds"], "");
    assert!(!same.err.contains("hides"), "{}", same.err);
    let head = folder.read("ponds/pack.ron");
    folder.write("ponds/pack.ron", &head.replace("seats: (2, 4)", "seats: (2, 3)"));
    let note = "`ponds` is ./ponds, which hides the installed ponds 0.1.0";
    for args in [
        &["check", "./ponds"][..],
        &["test", "./ponds"],
        &["show", "./ponds", "--only", "packs"],
        &["sim", "./ponds", "--games", "1"],
        &["report", "./ponds", "--games", "20"],
        &["play", "./ponds", "--random", "all"],
        &["verify", "./ponds", "--games", "1"],
        &["pack", "./ponds", "--out", "again.tilepack"],
    ] {
        let ran = folder.run(args, "");
        assert!(ran.err.contains(note), "{args:?}\n{}", ran.err);
    }
    let quiet = folder.run(&["check", "ponds"], "");
    assert!(quiet.err.contains("`ponds` is ponds, which hides"), "{}", quiet.err);
    // An equal copy of a bundled pack hides nothing; a copy with another title does.
    let included = Finder::only_bundled().list().unwrap().remove(0);
    let files = included.read().unwrap();
    let id = &included.id;
    write_folder(&folder.0.join("content").join(id), files.iter().map(|(path, text)| (&**path, &**text))).unwrap();
    let plain = folder.run(&["show", id, "--only", "packs"], "");
    assert!(plain.code == 0 && !plain.err.contains("hides"), "{}", plain.err);
    let path = format!("content/{id}/pack.ron");
    folder.write(&path, &folder.read(&path).replacen("title: \"", "title: \"My ", 1));
    folder.run(&["show", id, "--only", "packs"], "").expect(0, "My ", "which hides the included");
}
