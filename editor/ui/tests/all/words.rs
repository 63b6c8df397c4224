//! The words of the interface: all there, in all languages, none that nobody uses.

use std::collections::BTreeSet;
use std::path::Path;

use tilewright_editor::ui::texts::Texts;

fn sources(folder: &Path, found: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push_str(&std::fs::read_to_string(path).unwrap());
        }
    }
}

#[test]
fn every_language_has_the_same_keys_and_all_of_them_are_used() {
    let texts = Texts::default();
    let english = texts.keys("en");
    assert!(english.len() > 50);
    assert_eq!(english, texts.keys("nl"));
    let mut source = String::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut source);
    let unused: Vec<&String> =
        english.iter().filter(|k| *k != "language-name" && !source.contains(&format!("\"{k}\""))).collect();
    assert!(unused.is_empty(), "nobody says {unused:?}");
}

#[test]
fn every_text_that_is_asked_for_is_there() {
    let mut source = String::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut source);
    let keys = Texts::default().keys("en");
    let mut asked = BTreeSet::new();
    for call in [
        ".t(\"",
        "self.texts.get(\"",
        " texts.get(\"",
        "(texts.get(\"",
        "texts.count(\"",
        "texts.named(\"",
        "texts.with(\"",
    ] {
        let calls = source.split(call).skip(1).filter_map(|rest| rest.split_once('"'));
        // Packs have texts too; those are asked for in a language.
        let calls = calls.filter(|(_, after)| !call.contains("get") || after.starts_with(')'));
        asked.extend(calls.map(|(key, _)| key.to_owned()));
    }
    assert!(asked.len() > 20);
    let missing: Vec<&String> = asked.iter().filter(|k| !keys.contains(*k)).collect();
    assert!(missing.is_empty(), "{missing:?} are in no language");
}
