//! Tests shelves: adding and searching them, and installing, updating, withdrawing and removing packs.

use std::path::Path;

use egui::{Key, Modifiers};
use tilewright_editor::context::EditorAction;
use tilewright_editor::context::command::EditorCommand;
use tilewright_kit::packs::archive::Archive;
use tilewright_kit::packs::template;
use tilewright_share::index::{
    HEAD, HashedFile, Head, IndexFile, IndexPart, PackRecord, Withdrawn, part_path, record_path,
};
use tilewright_share::publish::Publisher;
use tilewright_share::sign::Key as Signer;

use crate::sharing::{command, draw_until, draw_until_shown, list_installed};
use crate::stage::{StageLook, TestStage};

/// Returns the archive of a small playable pack.
fn pack(id: &str, version: &str, more: &str) -> Archive {
    let mut files = template::game(id);
    let text = files["pack.ron"].replace("version: \"0.1.0\",", &format!("version: \"{version}\",\n    {more}"));
    assert!(text.contains(version), "{text}");
    files.insert("pack.ron".into(), text.into());
    if more.contains("needs") {
        // The tests of the template do not cover other packs.
        files.retain(|path, _| !path.starts_with("tests/"));
    }
    Archive::from_pack(id, &files, None).unwrap()
}

fn publish(folder: &Path, packs: &[Archive]) {
    let mut publisher = Publisher::open(folder).unwrap();
    publisher.call("Harbour");
    for pack in packs {
        publisher.add(pack).unwrap();
    }
    publisher.publish().unwrap();
}

/// Shows the shelves once they have been read.
fn show(stage: &mut TestStage) {
    command(stage, EditorCommand::Shelves);
    draw_until(stage, "the shelves", |stage| !stage.has("Reading the shelves …"));
}

/// Adds the shelf in a folder with the form.
fn add(stage: &mut TestStage, folder: &Path, shown: &str) {
    stage.press("Add a shelf…");
    stage.type_into("Address or folder", &folder.display().to_string());
    stage.type_into("Your name for it (lower case)", "harbour").press("Add it");
    draw_until_shown(stage, shown);
}

#[test]
fn packs_come_from_a_shelf_and_are_brought_up_to_date() {
    let mut stage = TestStage::new("shelves");
    stage.settle();
    let shelf = stage.home.join("shelf");
    publish(&shelf, &[pack("meadows", "1.0.0", ""), pack("bridges", "1.0.0", "needs: [\"meadows ^1\"],")]);
    show(&mut stage);
    assert!(stage.mentions("You have no shelf yet."));
    add(&mut stage, &shelf, "harbour: Harbour");
    draw_until_shown(&mut stage, "Bridges, not installed");
    stage.picture("shelves");
    // The list is filtered while the user types.
    stage.type_into("Search", "bridg");
    assert!(stage.mentions("Bridges, not") && !stage.mentions("Meadows, not"));
    stage.click("Bridges, not installed");
    draw_until_shown(&mut stage, "Install bridges 1.0.0…");
    stage.picture("shelves_chosen");
    assert!(stage.has("On the shelf harbour") && stage.has("meadows ^1") && stage.has("MIT"));
    stage.press("Install bridges 1.0.0…");
    draw_until_shown(&mut stage, "Added because another pack needs it.");
    stage.picture("shelves_plan");
    assert!(list_installed(&stage).is_empty());
    stage.press("Install");
    draw_until(&mut stage, "the packs", |stage| list_installed(stage) == ["bridges 1.0.0", "meadows 1.0.0"]);
    draw_until_shown(&mut stage, "Bridges, 1.0.0 is installed");
    // A newer version is published, and the old one is withdrawn.
    let mut publisher = Publisher::open(&shelf).unwrap();
    publisher.add(&pack("meadows", "1.1.0", "")).unwrap();
    let why = Withdrawn { why: "The bag lacks two tiles.".to_owned(), instead: Some("1.1.0".to_owned()) };
    publisher.withdraw("meadows", &semver::Version::new(1, 0, 0), why).unwrap();
    publisher.publish().unwrap();
    stage.retype("Search", "meadows").press("Refresh");
    draw_until_shown(&mut stage, "Meadows, 1.0.0 is installed and was withdrawn");
    stage.click("Meadows, 1.0.0 is installed and was withdrawn");
    draw_until_shown(&mut stage, "Withdrawn: The bag lacks two tiles. Use 1.1.0 instead.");
    stage.settle().picture("shelves_withdrawn");
    stage.press("Update 1 pack");
    draw_until_shown(&mut stage, "1.0.0 is installed and stays installed.");
    stage.press("Install");
    draw_until(&mut stage, "the newer pack", |stage| list_installed(stage).len() == 3);
    draw_until_shown(&mut stage, "Meadows, 1.1.0 is installed");
    stage.click("Meadows, 1.1.0 is installed");
    draw_until(&mut stage, "the button", |stage| stage.has("Remove"));
    stage.press("Remove");
    draw_until(&mut stage, "the pack to go", |stage| list_installed(stage) == ["bridges 1.0.0"]);
    draw_until_shown(&mut stage, "Meadows, not installed");
    stage.press("Forget the shelf harbour");
    draw_until_shown(&mut stage, "The shelf harbour was forgotten.");
    draw_until(&mut stage, "the shelf to go", |stage| !stage.has("harbour: Harbour"));
    draw_until_shown(&mut stage, "Bridges, 1.0.0 is installed");
    assert!(!stage.mentions("Meadows, "), "packs of the removed shelf are gone unless installed");
    stage.retype("Search", "bridges");
    stage.click("Bridges, 1.0.0 is installed").press("Play").settle();
    assert!(stage.editor().document().is_some());
    stage.key(Modifiers::COMMAND, Key::W);
}

/// Information from a shelf is not shown as if it came from the pack.
#[test]
fn a_pack_that_is_not_what_its_shelf_says_is_refused_before_anybody_is_asked() {
    let mut stage = TestStage::new("shelves_lies");
    stage.settle();
    let shelf = stage.home.join("shelf");
    publish(&shelf, &[pack("meadows", "1.0.0", "")]);
    let read = |path: &str| std::fs::read(shelf.join(path)).unwrap();
    let mut head = Head::read("head", &read(HEAD)).unwrap();
    let mut part = IndexPart::read("part", &read(&part_path(&head.parts[0]))).unwrap();
    let entry = &mut part.packs[0];
    let mut record = PackRecord::read("record", &read(&record_path(&entry.id, &entry.record))).unwrap();
    record.versions[0].authors = vec!["Another author".to_owned()];
    entry.record = HashedFile::from_bytes(&record.write());
    std::fs::write(shelf.join(record_path(&entry.id, &entry.record)), record.write()).unwrap();
    head.parts[0] = HashedFile::from_bytes(&part.write());
    std::fs::write(shelf.join(part_path(&head.parts[0])), part.write()).unwrap();
    head.serial += 1;
    std::fs::write(shelf.join(HEAD), head.write()).unwrap();
    show(&mut stage);
    add(&mut stage, &shelf, "harbour: Harbour");
    stage.click("Meadows, not installed");
    draw_until_shown(&mut stage, "Install meadows 1.0.0…");
    stage.press("Install meadows 1.0.0…");
    draw_until_shown(&mut stage, "authors");
    assert!(!stage.has("Install") && list_installed(&stage).is_empty());
}

#[test]
fn what_does_not_fit_and_who_else_signed_is_told() {
    let mut stage = TestStage::with_look("shelves_trouble", StageLook { dark: true, ..StageLook::default() });
    stage.settle();
    let shelf = stage.home.join("shelf");
    let mut first = pack("meadows", "1.0.0", "");
    Signer::create(&stage.home.join("one"), None).unwrap().sign(&mut first).unwrap();
    publish(&shelf, &[first, pack("bridges", "1.0.0", "needs: [\"meadows ^7\"],")]);
    show(&mut stage);
    let nowhere = stage.home.join("nowhere");
    add(&mut stage, &nowhere, "nowhere");
    stage.picture("shelves_no_shelf");
    add(&mut stage, &shelf, "harbour: Harbour");
    stage.click("Bridges, not installed");
    draw_until_shown(&mut stage, "Install bridges 1.0.0…");
    stage.press("Install bridges 1.0.0…");
    draw_until_shown(&mut stage, "^7");
    draw_until(&mut stage, "the reason", |stage| stage.has("Refresh"));
    stage.picture("shelves_conflict");
    stage.click("Meadows, not installed");
    draw_until_shown(&mut stage, "Install meadows 1.0.0…");
    stage.press("Install meadows 1.0.0…");
    draw_until_shown(&mut stage, "with a key that is new here");
    stage.press("Install");
    draw_until(&mut stage, "the pack", |stage| list_installed(stage) == ["meadows 1.0.0"]);
    // Another publisher recreates the shelf under the same name.
    std::fs::remove_dir_all(&shelf).unwrap();
    let mut other = pack("meadows", "1.1.0", "");
    Signer::create(&stage.home.join("other"), None).unwrap().sign(&mut other).unwrap();
    publish(&shelf, &[other]);
    draw_until_shown(&mut stage, "Meadows, 1.0.0 is installed");
    stage.press("Refresh");
    draw_until_shown(&mut stage, "Update 1 pack");
    stage.press("Update 1 pack");
    draw_until_shown(&mut stage, "Warning: this pack is signed with a different key.");
    stage.settle().picture("shelves_other_key");
    stage.press("Install");
    assert!(stage.mentions("Warning"), "the button does nothing yet");
    stage.press("Cancel");
    assert_eq!(list_installed(&stage), ["meadows 1.0.0"]);
}

#[test]
fn a_shelf_that_cannot_be_reached_is_shown_as_it_was() {
    let mut stage = TestStage::with_look("shelves_offline", StageLook { language: "nl", ..StageLook::default() });
    stage.settle();
    let shelf = stage.home.join("shelf");
    publish(&shelf, &[pack("meadows", "1.0.0", "")]);
    // The port is closed, so the request must fail.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let client = tilewright_editor_model::pack::home::Home::from_folder(&stage.home).client();
    client.shelves.add("harbour", &shelf.display().to_string()).unwrap();
    let known = stage.home.join("shelves/harbour/shelf.json");
    let text = std::fs::read_to_string(&known).unwrap();
    let real = shelf.canonicalize().unwrap();
    let moved = text.replace(&real.display().to_string(), &format!("http://127.0.0.1:{port}"));
    assert_ne!(text, moved);
    std::fs::write(&known, moved).unwrap();
    command(&mut stage, EditorCommand::Shelves);
    draw_until_shown(&mut stage, "niet bereikt, getoond zoals hij was");
    stage.picture("shelves_offline");
    assert!(stage.mentions("Meadows, niet geïnstalleerd"));
    stage.key(Modifiers::NONE, Key::Escape);
    assert!(!stage.has("Pakketten van anderen"));
}

/// Writes a pack to a file and opens that file for inspection.
fn look_into(stage: &mut TestStage, archive: &Archive) {
    let path = stage.home.join(format!("{}.tilepack", archive.manifest.id));
    std::fs::write(&path, archive.write().unwrap()).unwrap();
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::Import(path));
    stage.harness.run_ok();
}

/// Adds a shelf without the form.
fn have(stage: &TestStage, name: &str, folder: &Path) {
    let client = tilewright_editor_model::pack::home::Home::from_folder(&stage.home).client();
    client.shelves.add(name, &folder.display().to_string()).unwrap();
}

#[test]
fn what_a_file_needs_comes_from_a_shelf_with_one_click() {
    let mut stage = TestStage::new("shelves_needs");
    stage.settle();
    let bridges = pack("bridges", "1.0.0", "needs: [\"meadows ^1\"],");
    // Without a shelf, the dialog explains where the required pack could be found.
    look_into(&mut stage, &bridges);
    draw_until_shown(&mut stage, "It needs meadows ^1, which is not installed.");
    draw_until_shown(&mut stage, "You have no shelf to search for it.");
    stage.press("Cancel");
    // A shelf that has only incompatible versions is reported, and the pack cannot be installed.
    let (near, far) = (stage.home.join("near"), stage.home.join("far"));
    publish(&near, &[pack("meadows", "2.0.0", "")]);
    have(&stage, "near", &near);
    look_into(&mut stage, &bridges);
    draw_until_shown(&mut stage, "It is not on your shelves:");
    stage.picture("shelves_needs_refused");
    assert!(stage.mentions("2.0.0") && !stage.mentions("Install it with"));
    stage.press("Install");
    assert!(
        list_installed(&stage).is_empty() && stage.mentions("It is not on your shelves"),
        "the button does nothing yet"
    );
    stage.press("Cancel");
    // The other shelf has a compatible version.
    publish(&far, &[pack("meadows", "1.1.0", ""), pack("meadows", "1.2.0", "")]);
    have(&stage, "far", &far);
    look_into(&mut stage, &bridges);
    draw_until_shown(&mut stage, "Install it with meadows 1.2.0");
    stage.settle().picture("shelves_needs");
    assert!(stage.has("On your shelf far:") && !stage.mentions("On your shelf near"));
    assert!(list_installed(&stage).is_empty(), "packs are installed only after a confirmation");
    stage.press("Install it with meadows 1.2.0");
    draw_until(&mut stage, "both", |stage| list_installed(stage) == ["bridges 1.0.0", "meadows 1.2.0"]);
    draw_until_shown(&mut stage, "Installed: meadows 1.2.0, bridges 1.0.0");
    // The required pack is installed now.
    look_into(&mut stage, &pack("brooks", "1.0.0", "needs: [\"meadows ^1\"],"));
    draw_until_shown(&mut stage, "meadows ^1 (1.2.0 is installed)");
    assert!(!stage.mentions("On your shelf"));
}

#[test]
fn what_a_file_needs_is_not_taken_from_a_stranger_or_a_shelf_that_lies() {
    let mut stage = TestStage::with_look("shelves_needs_trouble", StageLook { language: "nl", ..StageLook::default() });
    stage.settle();
    let shelf = stage.home.join("shelf");
    let mut first = pack("meadows", "0.5.0", "");
    Signer::create(&stage.home.join("one"), None).unwrap().sign(&mut first).unwrap();
    // The user has an old version, signed by its author; the shelf has a newer version by another author.
    look_into(&mut stage, &first);
    draw_until_shown(&mut stage, "Het is niet geïnstalleerd.");
    stage.press("Installeren");
    draw_until(&mut stage, "the first", |stage| list_installed(stage) == ["meadows 0.5.0"]);
    let mut other = pack("meadows", "1.1.0", "");
    Signer::create(&stage.home.join("other"), None).unwrap().sign(&mut other).unwrap();
    publish(&shelf, &[other, pack("ferries", "1.0.0", "")]);
    have(&stage, "harbour", &shelf);
    look_into(&mut stage, &pack("bridges", "1.0.0", "needs: [\"meadows ^1\"],"));
    draw_until_shown(&mut stage, "Wat het nodig heeft, is door iemand anders ondertekend dan eerst.");
    stage.picture("shelves_needs_stranger");
    assert!(!stage.mentions("Installeren met"));
    stage.press("Annuleren");
    // The file does not match the description on the shelf.
    look_into(&mut stage, &pack("boats", "1.0.0", "needs: [\"ferries ^1\"],"));
    draw_until_shown(&mut stage, "Installeren met ferries 1.0.0");
    for file in std::fs::read_dir(shelf.join("files")).unwrap() {
        let path = file.unwrap().path();
        if path.to_string_lossy().contains("ferries") {
            let mut bytes = std::fs::read(&path).unwrap();
            let last = bytes.len() - 1;
            bytes[last] ^= 1;
            std::fs::write(&path, bytes).unwrap();
        }
    }
    stage.press("Installeren met ferries 1.0.0");
    draw_until(&mut stage, "the reason", |stage| stage.mentions("ferries") && stage.mentions("Annuleren"));
    draw_until_shown(&mut stage, "Installeren met ferries 1.0.0");
    stage.picture("shelves_needs_broken");
    assert_eq!(list_installed(&stage), ["meadows 0.5.0"], "nothing was installed");
}
