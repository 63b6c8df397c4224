//! What shelves hold: added, searched, installed, brought up to date, withdrawn, removed.

use std::path::Path;

use egui::{Key, Modifiers};
use tilewright_editor::command::Command;
use tilewright_kit::packs::archive::Archive;
use tilewright_kit::packs::template;
use tilewright_share::index::Withdrawn;
use tilewright_share::publish::Publisher;
use tilewright_share::sign::Key as Signer;

use crate::sharing::{command, installed, until, until_shown};
use crate::stage::{Look, Stage};

/// A small pack that can be played.
fn pack(id: &str, version: &str, more: &str) -> Archive {
    let mut files = template::game(id);
    let text = files["pack.ron"].replace("version: \"0.1.0\",", &format!("version: \"{version}\",\n    {more}"));
    assert!(text.contains(version), "{text}");
    files.insert("pack.ron".into(), text.into());
    if more.contains("needs") {
        // Its tests are of it alone.
        files.retain(|path, _| !path.starts_with("tests/"));
    }
    Archive::of(id, &files, None).unwrap()
}

fn publish(folder: &Path, packs: &[Archive]) {
    let mut publisher = Publisher::open(folder).unwrap();
    publisher.call("Harbour");
    for pack in packs {
        publisher.add(pack).unwrap();
    }
    publisher.publish().unwrap();
}

/// Shows the shelves, when they have been looked at.
fn show(stage: &mut Stage) {
    command(stage, Command::Shelves);
    until(stage, "the shelves", |stage| !stage.has("The shelves are being looked at …"));
}

/// Adds the shelf in a folder by the form.
fn add(stage: &mut Stage, folder: &Path, shown: &str) {
    stage.press("Add a shelf…");
    stage.type_into("Address or folder", &folder.display().to_string());
    stage.type_into("What you call it (small letters)", "harbour").press("Add it");
    until_shown(stage, shown);
}

#[test]
fn packs_come_from_a_shelf_and_are_brought_up_to_date() {
    let mut stage = Stage::new("shelves");
    stage.settle();
    let shelf = stage.home.join("shelf");
    publish(&shelf, &[pack("meadows", "1.0.0", ""), pack("bridges", "1.0.0", "needs: [\"meadows ^1\"],")]);
    show(&mut stage);
    assert!(stage.mentions("You have no shelf yet."));
    add(&mut stage, &shelf, "harbour: Harbour");
    until_shown(&mut stage, "Bridges, not installed");
    stage.picture("shelves");
    // As one types.
    stage.type_into("Search", "bridg");
    assert!(stage.mentions("Bridges, not") && !stage.mentions("Meadows, not"));
    stage.click("Bridges, not installed");
    until_shown(&mut stage, "Install bridges 1.0.0…");
    stage.picture("shelves_chosen");
    assert!(stage.has("On the shelf harbour") && stage.has("meadows ^1") && stage.has("MIT"));
    stage.press("Install bridges 1.0.0…");
    until_shown(&mut stage, "It comes along because another needs it.");
    stage.picture("shelves_plan");
    assert!(installed(&stage).is_empty());
    stage.press("Install");
    until(&mut stage, "the packs", |stage| installed(stage) == ["bridges 1.0.0", "meadows 1.0.0"]);
    until_shown(&mut stage, "Bridges, 1.0.0 is installed");
    // A newer one, and the old one is withdrawn.
    let mut publisher = Publisher::open(&shelf).unwrap();
    publisher.add(&pack("meadows", "1.1.0", "")).unwrap();
    let why = Withdrawn { why: "The bag lacks two tiles.".to_owned(), instead: Some("1.1.0".to_owned()) };
    publisher.withdraw("meadows", &semver::Version::new(1, 0, 0), why).unwrap();
    publisher.publish().unwrap();
    stage.retype("Search", "meadows").press("Look again");
    until_shown(&mut stage, "Meadows, 1.0.0 is installed and was withdrawn");
    stage.click("Meadows, 1.0.0 is installed and was withdrawn");
    until_shown(&mut stage, "Withdrawn: The bag lacks two tiles. Take 1.1.0 instead.");
    stage.settle().picture("shelves_withdrawn");
    stage.press("Update 1 pack");
    until_shown(&mut stage, "1.0.0 is installed, and stays beside it.");
    stage.press("Install");
    until(&mut stage, "the newer pack", |stage| installed(stage).len() == 3);
    until_shown(&mut stage, "Meadows, 1.1.0 is installed");
    stage.click("Meadows, 1.1.0 is installed");
    until(&mut stage, "the button", |stage| stage.has("Remove"));
    stage.press("Remove");
    until(&mut stage, "the pack to go", |stage| installed(stage) == ["bridges 1.0.0"]);
    until_shown(&mut stage, "Meadows, not installed");
    stage.press("Forget the shelf harbour");
    until_shown(&mut stage, "The shelf harbour was forgotten.");
    until(&mut stage, "the shelf to go", |stage| !stage.has("harbour: Harbour"));
    until_shown(&mut stage, "Bridges, 1.0.0 is installed");
    assert!(!stage.mentions("Meadows, "), "what is not installed went with its shelf");
    stage.retype("Search", "bridges");
    stage.click("Bridges, 1.0.0 is installed").press("Play").settle();
    assert!(stage.editor().document().is_some());
    stage.key(Modifiers::COMMAND, Key::W);
}

#[test]
fn what_does_not_fit_and_who_else_signed_is_told() {
    let mut stage = Stage::with_look("shelves_trouble", Look { dark: true, ..Look::default() });
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
    until_shown(&mut stage, "Install bridges 1.0.0…");
    stage.press("Install bridges 1.0.0…");
    until_shown(&mut stage, "^7");
    until(&mut stage, "the reason", |stage| stage.has("Look again"));
    stage.picture("shelves_conflict");
    stage.click("Meadows, not installed");
    until_shown(&mut stage, "Install meadows 1.0.0…");
    stage.press("Install meadows 1.0.0…");
    until_shown(&mut stage, "by a key that is new here");
    stage.press("Install");
    until(&mut stage, "the pack", |stage| installed(stage) == ["meadows 1.0.0"]);
    // The shelf is begun anew by somebody else, under the same name.
    std::fs::remove_dir_all(&shelf).unwrap();
    let mut other = pack("meadows", "1.1.0", "");
    Signer::create(&stage.home.join("other"), None).unwrap().sign(&mut other).unwrap();
    publish(&shelf, &[other]);
    until_shown(&mut stage, "Meadows, 1.0.0 is installed");
    stage.press("Look again");
    until_shown(&mut stage, "Update 1 pack");
    stage.press("Update 1 pack");
    until_shown(&mut stage, "Careful: somebody else has signed this pack.");
    stage.settle().picture("shelves_other_key");
    stage.press("Install");
    assert!(stage.mentions("Careful"), "the button does nothing yet");
    stage.press("Cancel");
    assert_eq!(installed(&stage), ["meadows 1.0.0"]);
}

#[test]
fn a_shelf_that_cannot_be_reached_is_shown_as_it_was() {
    let mut stage = Stage::with_look("shelves_offline", Look { language: "nl", ..Look::default() });
    stage.settle();
    let shelf = stage.home.join("shelf");
    publish(&shelf, &[pack("meadows", "1.0.0", "")]);
    // Nobody listens there any more.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let client = tilewright_editor::settings::Home::at(&stage.home).client();
    client.shelves.add("harbour", &shelf.display().to_string()).unwrap();
    let known = stage.home.join("shelves/harbour/shelf.json");
    let text = std::fs::read_to_string(&known).unwrap();
    let real = shelf.canonicalize().unwrap();
    let moved = text.replace(&real.display().to_string(), &format!("http://127.0.0.1:{port}"));
    assert_ne!(text, moved);
    std::fs::write(&known, moved).unwrap();
    command(&mut stage, Command::Shelves);
    until_shown(&mut stage, "niet bereikt, getoond zoals hij was");
    stage.picture("shelves_offline");
    assert!(stage.mentions("Meadows, niet geïnstalleerd"));
    stage.key(Modifiers::NONE, Key::Escape);
    assert!(!stage.has("Pakketten van anderen"));
}
