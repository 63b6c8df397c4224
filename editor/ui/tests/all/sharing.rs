//! Tests exporting packs as one file, and importing files from others.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::{Key, Modifiers};
use tilewright_editor::context::EditorAction;
use tilewright_editor::context::command::EditorCommand;
use tilewright_editor_model::pack::document::disk::write_folder;
use tilewright_kit::packs::archive::{Archive, hash};
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::template;
use tilewright_share::sign::{Key as Signer, own_key};

use crate::stage::{StageLook, TestStage};

/// Draws frames until a condition holds, for up to a minute.
pub(crate) fn draw_until(stage: &mut TestStage, what: &str, is_so: impl Fn(&mut TestStage) -> bool) {
    let began = Instant::now();
    while !is_so(stage) {
        assert!(began.elapsed() < Duration::from_secs(60), "{what} does not come: {:?}", stage.labels(""));
        std::thread::sleep(Duration::from_millis(5));
        stage.harness.step();
    }
    stage.harness.run_ok();
}

pub(crate) fn draw_until_shown(stage: &mut TestStage, text: &str) {
    draw_until(stage, text, |stage| stage.mentions(text));
}

pub(crate) fn command(stage: &mut TestStage, command: EditorCommand) {
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::Command(command));
    stage.harness.run_ok();
}

fn open(stage: &mut TestStage, folder: &Path) {
    let ctx = stage.harness.ctx.clone();
    stage.harness.step();
    stage.editor().open(&ctx, folder);
    stage.settle();
}

/// File that is dropped onto the window.
#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

fn drop_file(stage: &mut TestStage, path: &Path) {
    stage.harness.input_mut().dropped_files.push(Arc::new(Dropped(path.to_owned())));
    stage.harness.run_ok();
}

/// Creates a small playable pack in a separate folder.
fn meadows(home: &Path, version: &str) -> PathBuf {
    let folder = home.join("work/meadows");
    drop(std::fs::remove_dir_all(&folder));
    let mut files = template::game("meadows");
    let text = files["pack.ron"].replace("version: \"0.1.0\"", &format!("version: \"{version}\""));
    assert!(text.contains(version), "{text}");
    files.insert("pack.ron".into(), text.into());
    std::fs::create_dir_all(folder.parent().unwrap()).unwrap();
    write_folder(&folder, files.iter().map(|(path, text)| (&**path, &**text))).unwrap();
    folder
}

/// Writes an archive of that pack, signed if there is a key.
fn write_archive(home: &Path, version: &str, key: Option<&Signer>) -> PathBuf {
    let folder = meadows(home, version);
    let mut archive = Finder::nowhere().find(&folder.to_string_lossy()).unwrap().archive().unwrap();
    if let Some(key) = key {
        key.sign(&mut archive).unwrap();
    }
    let path = home.join(format!("meadows-{version}.tilepack"));
    std::fs::write(&path, archive.write().unwrap()).unwrap();
    path
}

pub(crate) fn list_installed(stage: &TestStage) -> Vec<String> {
    let packs = tilewright_share::store::Store::new(stage.home.join("packs")).list().unwrap();
    packs.into_iter().map(|pack| format!("{} {}", pack.manifest.id, pack.version)).collect()
}

fn start_stage(name: &str, look: StageLook) -> TestStage {
    let mut stage = TestStage::with_look(name, look);
    stage.settle();
    stage
}

#[test]
fn a_pack_goes_out_as_the_file_that_the_command_makes() {
    let mut stage = start_stage("share_out", StageLook::default());
    let folder = meadows(&stage.home, "1.0.0");
    open(&mut stage, &folder);
    stage.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    draw_until_shown(&mut stage, "tests are included");
    stage.picture("share_ready");
    assert!(stage.mentions("picture.png, drawn from its tiles"));
    let out = stage.value_of("File");
    assert!(out.contains("work/meadows-1.0.0-") && out.ends_with(".tilepack"), "{out}");
    stage.press("Write the file");
    draw_until_shown(&mut stage, "Written: ");
    stage.picture("share_written");
    let bytes = std::fs::read(&out).unwrap();
    let same = Finder::nowhere().find(&folder.to_string_lossy()).unwrap().archive().unwrap();
    assert_eq!(bytes, same.write().unwrap());
    assert!(folder.join("picture.png").is_file());
    assert!(stage.has(&hash(&bytes)) && stage.has(&same.manifest.content()));
    assert!(stage.has(&format!("{} bytes", bytes.len())));
    stage.press("Close");
    assert!(!stage.has("Share as one file"));
}

#[test]
fn a_pack_is_signed_with_ones_own_key() {
    let mut stage = start_stage("share_signed", StageLook { language: "nl", dark: true, ..StageLook::default() });
    let key = Signer::create(&own_key(&stage.home), None).unwrap();
    let folder = meadows(&stage.home, "1.0.0");
    open(&mut stage, &folder);
    command(&mut stage, EditorCommand::Share);
    draw_until_shown(&mut stage, "tests reizen mee");
    stage.picture("share_dutch");
    let out = stage.value_of("Bestand");
    stage.press("Bestand schrijven");
    draw_until_shown(&mut stage, "Geschreven: ");
    let archive = Archive::open(Path::new(&out)).unwrap();
    assert_eq!(tilewright_share::sign::key_of(&archive).unwrap(), Some(key.public()));
}

#[test]
fn what_forbids_it_is_told_with_its_place() {
    let mut stage = start_stage("share_unfit", StageLook::default());
    let folder = meadows(&stage.home, "1.0.0");
    open(&mut stage, &folder);
    let tiles = stage.text("tiles.ron");
    stage.write("tiles.ron", &tiles.replacen("edges: ", "hedges: ", 1)).settle();
    command(&mut stage, EditorCommand::Share);
    draw_until_shown(&mut stage, "A pack with errors cannot be shared");
    stage.picture("share_findings");
    let found = stage.labels("tiles.ron:");
    stage.click(&found[0]);
    assert!(!stage.has("Share as one file") && stage.has("Text of tiles.ron"), "{found:?}");
    // A failing test is the next obstacle.
    stage.write("tiles.ron", &tiles).settle();
    let test = stage.text("tests/ponds.ron");
    let wrong = test.replacen("scores: [4, 0]", "scores: [97, 0]", 1);
    assert_ne!(test, wrong);
    stage.write("tests/ponds.ron", &wrong).settle();
    command(&mut stage, EditorCommand::Share);
    draw_until_shown(&mut stage, "A pack with failing tests cannot be shared");
    stage.picture("share_failing");
    assert!(stage.mentions("97"), "{:?}", stage.labels(""));
    let left = std::fs::read_dir(stage.home.join("work")).unwrap().count();
    assert_eq!(left, 1, "no archive is written");
    stage.key(Modifiers::NONE, Key::Escape);
    assert!(!stage.mentions("A pack with failing tests"));
}

#[test]
fn a_file_is_looked_into_before_it_is_installed() {
    let mut stage = start_stage("import", StageLook::default());
    let key = Signer::create(&stage.home.join("a key"), None).unwrap();
    let path = write_archive(&stage.home, "1.0.0", Some(&key));
    drop_file(&mut stage, &path);
    draw_until_shown(&mut stage, "It is not installed.");
    stage.picture("import_preview");
    assert!(stage.mentions(&key.public()) && stage.has("Its tiles"), "{:?}", stage.labels(""));
    assert!(stage.has("no other packs"));
    stage.click("2 rule modules");
    assert!(stage.mentions("ponds ("), "{:?}", stage.labels(""));
    assert!(list_installed(&stage).is_empty());
    stage.press("Install");
    draw_until(&mut stage, "the pack", |stage| !list_installed(stage).is_empty());
    draw_until_shown(&mut stage, "Installed: meadows 1.0.0");
    // The same version, an older one and a newer one are imported again.
    drop_file(&mut stage, &path);
    draw_until_shown(&mut stage, "Exactly this pack is already installed.");
    assert!(stage.mentions("with the same key as before"));
    stage.press("Cancel");
    let path = write_archive(&stage.home, "0.9.0", Some(&key));
    drop_file(&mut stage, &path);
    draw_until_shown(&mut stage, "1.0.0 is already installed; this one is not newer.");
    stage.key(Modifiers::NONE, Key::Escape);
    let path = write_archive(&stage.home, "1.1.0", Some(&key));
    drop_file(&mut stage, &path);
    draw_until_shown(&mut stage, "1.0.0, an older version, is installed");
    stage.press("Install");
    draw_until(&mut stage, "the newer pack", |stage| list_installed(stage) == ["meadows 1.1.0", "meadows 1.0.0"]);
}

#[test]
fn another_key_is_told_loudly_and_taken_only_when_the_id_is_typed() {
    let mut stage = start_stage("import_key", StageLook { dark: true, ..StageLook::default() });
    let (first, other) = (stage.home.join("one"), stage.home.join("other"));
    let (first, other) = (Signer::create(&first, None).unwrap(), Signer::create(&other, None).unwrap());
    let path = write_archive(&stage.home, "1.0.0", Some(&first));
    drop_file(&mut stage, &path);
    draw_until_shown(&mut stage, "It is not installed.");
    stage.press("Install");
    draw_until(&mut stage, "the pack", |stage| !list_installed(stage).is_empty());
    for key in [Some(&other), None] {
        let path = write_archive(&stage.home, "1.1.0", key);
        drop_file(&mut stage, &path);
        draw_until_shown(&mut stage, "Warning: this pack is signed with a different key.");
        stage.picture("import_other_key");
        assert!(stage.mentions(&first.public()));
        stage.press("Install");
        assert!(stage.mentions("Warning"), "the button does nothing yet");
        stage.key(Modifiers::NONE, Key::Escape);
        assert_eq!(list_installed(&stage), ["meadows 1.0.0"]);
    }
    let path = write_archive(&stage.home, "1.1.0", Some(&other));
    drop_file(&mut stage, &path);
    draw_until_shown(&mut stage, "Warning");
    stage.type_into("To accept the new key, type meadows:", "meadows").press("Install");
    draw_until(&mut stage, "the pack by another author", |stage| list_installed(stage).len() == 2);
}

#[test]
fn what_is_no_pack_is_told_and_leaves_nothing() {
    let mut stage = start_stage("import_hostile", StageLook::default());
    let path = write_archive(&stage.home, "1.0.0", None);
    let bytes = std::fs::read(&path).unwrap();
    let count = |stage: &TestStage| walk(&stage.home.join("packs")) + walk(&stage.home.join("downloads"));
    let before = count(&stage);
    let mut flipped = bytes.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 0x40;
    let cases: [(&str, Vec<u8>); 4] = [
        ("empty", Vec::new()),
        ("a text", b"hello".to_vec()),
        ("cut off", bytes[..bytes.len() - 40].to_vec()),
        ("damaged", flipped),
    ];
    for (name, bytes) in cases {
        let path = stage.home.join(format!("{name}.tilepack"));
        std::fs::write(&path, bytes).unwrap();
        drop_file(&mut stage, &path);
        draw_until_shown(&mut stage, "Nothing was installed or written.");
        assert!(!stage.has("Install"), "{name}");
        stage.picture(&format!("import_{}", name.replace(' ', "_")));
        stage.press("Close");
    }
    let nothing = stage.home.join("not there.tilepack");
    drop_file(&mut stage, &nothing);
    draw_until_shown(&mut stage, "Nothing was installed or written.");
    assert_eq!(count(&stage), before);
}

/// Returns the number of files in a folder.
fn walk(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    entries.map(|path| if path.is_dir() { walk(&path) } else { 1 }).sum()
}

#[test]
fn a_pack_is_played_once_without_anything_being_kept() {
    let mut stage = start_stage("import_once", StageLook::default());
    let path = write_archive(&stage.home, "1.0.0", None);
    let before = walk(&stage.home);
    command(&mut stage, EditorCommand::Import);
    stage.type_into("File", &path.display().to_string()).key(Modifiers::NONE, Key::Enter);
    draw_until_shown(&mut stage, "no: you cannot tell");
    stage.press("Play once").settle();
    stage.settle().picture("visit");
    assert!(stage.mentions("is played unchanged"));
    assert!(stage.editor().table().is_some());
    stage.press("Step").settle();
    assert_eq!(stage.editor().table().unwrap().history().now(), 1);
    let text = stage.text("pack.ron");
    stage.write("pack.ron", "nothing").settle();
    assert_eq!(stage.text("pack.ron"), text, "the visited pack is unchanged");
    assert!(stage.has("Make it your own"), "the editor asks for the name of a copy");
    stage.key(Modifiers::NONE, Key::Escape).key(Modifiers::COMMAND, Key::W).settle();
    assert!(stage.editor().document().is_none());
    assert_eq!(walk(&stage.home), before);
}

/// A pack is exported from one home, imported into another, played, copied, changed, exported again and imported again.
#[test]
fn a_pack_goes_from_one_person_to_another_and_comes_back_changed() {
    let mut author = start_stage("way_author", StageLook::default());
    let folder = meadows(&author.home, "1.0.0");
    open(&mut author, &folder);
    command(&mut author, EditorCommand::Share);
    draw_until_shown(&mut author, "tests are included");
    let sent = PathBuf::from(author.value_of("File"));
    author.press("Write the file");
    draw_until_shown(&mut author, "Written: ");
    author.press("Close");

    let mut other = start_stage("way_other", StageLook::default());
    drop_file(&mut other, &sent);
    draw_until_shown(&mut other, "It is not installed.");
    other.press("Install");
    draw_until_shown(&mut other, "Installed: meadows 1.0.0");
    other.settle().all_cards().settle();
    // An installed pack is played unchanged.
    other.press("Meadows").settle().settle();
    assert!(other.mentions("is played unchanged"));
    let turn = |stage: &mut TestStage| stage.editor().table().unwrap().game().board().tiles().len();
    let tiles = turn(&mut other);
    for _ in 0..4 {
        other.press("Step");
    }
    assert!(turn(&mut other) > tiles, "a tile was laid");
    other.press("Make it mine…").settle();
    assert_eq!(other.value_of("Title"), "Meadows, changed");
    other.type_into("Author", "Ann").press("Save copy");
    let own = other.home.join("packs/meadows_changed");
    draw_until(&mut other, "the folder", |stage| stage.editor().document().is_some_and(|d| d.folder() == own));
    other.settle();
    assert!(!other.mentions("is played unchanged") && other.mentions("0 errors"));
    let pack = other.text("pack.ron").replace("version: \"0.1.0\"", "version: \"0.2.0\"");
    other.write("pack.ron", &pack).settle();
    command(&mut other, EditorCommand::Share);
    draw_until_shown(&mut other, "tests are included");
    let back = PathBuf::from(other.value_of("File"));
    assert!(back.starts_with(other.home.join("outbox")), "{back:?} would be installed here");
    other.press("Write the file");
    draw_until_shown(&mut other, "Written: ");

    drop_file(&mut author, &back);
    draw_until_shown(&mut author, "meadows_changed 0.2.0");
    assert!(author.has("Changed from") && author.mentions("Meadows 1.0.0 by "), "where it comes from is shown");
    author.press("Install");
    draw_until_shown(&mut author, "Installed: meadows_changed 0.2.0");
    assert_eq!(list_installed(&author), ["meadows_changed 0.2.0"]);
    assert_eq!(
        std::fs::read(&back).unwrap(),
        std::fs::read(author.home.join("packs").join(back.file_name().unwrap())).unwrap()
    );
}
