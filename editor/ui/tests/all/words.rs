//! Tests the texts of the interface: complete in all languages, and without unused keys.

use std::collections::BTreeSet;
use std::path::Path;

use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_core::catalog::seat::Seat;
use tilewright_editor_model::table::SeatChooser;
use tilewright_editor_model::texts::UiTexts;
use tilewright_lab::report::told;
use tilewright_language::schema::{WordKind, help_keys, label_keys};
use tilewright_wording::ending::outcome;
use tilewright_wording::log::lines;
use tilewright_wording::narration::Narration;
use tilewright_wording::why::reasons;

#[path = "../../../../engine/wording/fixture/mod.rs"]
mod fixture;

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
    let texts = UiTexts::default();
    let english = texts.keys("en");
    assert!(english.len() > 50);
    // English sentences of the grammar are in the pack crate, so the file of English texts must not repeat them.
    let mut grammar: BTreeSet<String> = help_keys().into_iter().collect();
    let twice: Vec<&String> = english.intersection(&grammar).collect();
    assert!(twice.is_empty(), "{twice:?} are in the grammar too");
    grammar.extend(english.iter().cloned());
    let dutch = texts.keys("nl");
    let (missing, idle): (Vec<_>, Vec<_>) =
        (grammar.difference(&dutch).collect(), dutch.difference(&grammar).collect());
    assert!(missing.is_empty() && idle.is_empty(), "missing: {missing:#?}, unused: {idle:#?}");
    let labels = label_keys();
    let unlabelled: Vec<&String> = labels.iter().filter(|key| !english.contains(*key)).collect();
    assert!(unlabelled.is_empty(), "{unlabelled:?} are in no language");
    let mut source = String::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut source);
    for folder in ["../model/src", "../../engine/language/src", "../../engine/lsp/src"] {
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut source);
    }
    let choosers: BTreeSet<String> = SeatChooser::all().map(|chooser| chooser.text()).collect();
    let nameless: Vec<&String> = choosers.iter().filter(|key| !english.contains(*key)).collect();
    assert!(nameless.is_empty(), "{nameless:?} are in no language");
    let others = [WordKind::Book, WordKind::Rule, WordKind::Parameter, WordKind::Text, WordKind::Pack, WordKind::Local];
    let sorts: BTreeSet<String> = DeclaredKind::all().map(WordKind::from).chain(others).map(WordKind::text).collect();
    let nameless: Vec<&String> = sorts.iter().filter(|key| !english.contains(*key)).collect();
    assert!(nameless.is_empty(), "{nameless:?} are in no language");
    let unused: Vec<&String> = english
        .iter()
        .filter(|k| *k != "language-name" && !labels.contains(k) && !choosers.contains(*k) && !sorts.contains(*k))
        // Texts of a report are used in another crate.
        .filter(|k| told::english(k) == k.as_str())
        .filter(|k| !source.contains(&format!("\"{k}\"")))
        .collect();
    assert!(unused.is_empty(), "unused: {unused:?}");
}

#[test]
fn every_text_that_is_asked_for_is_there() {
    let mut source = String::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut source);
    for folder in ["../model/src", "../../engine/language/src", "../../engine/lsp/src"] {
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut source);
    }
    let keys = UiTexts::default().keys("en");
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
        // Texts of packs are requested with a language, so these calls are left out.
        let calls = calls.filter(|(_, after)| !call.contains("get") || after.starts_with(')'));
        asked.extend(calls.map(|(key, _)| key.to_owned()));
    }
    assert!(asked.len() > 20);
    let missing: Vec<&String> = asked.iter().filter(|k| !keys.contains(*k)).collect();
    assert!(missing.is_empty(), "{missing:?} are in no language");
}

#[test]
fn a_game_has_the_sentences_of_all_interfaces() {
    let session = fixture::play_game();
    let game = session.game();
    for (language, expected) in fixture::SENTENCES {
        let mut texts = UiTexts::default();
        texts.speak(language);
        let sentences = texts.sentences();
        let log = lines(game, texts.code());
        let log = log.iter().filter(|line| !matches!(line.told, Narration::Points { .. } | Narration::Over(_)));
        let log: Vec<String> = log.map(|line| sentences.line(line)).collect();
        assert_eq!(log, fixture::section(expected, "events"));
        assert_eq!([sentences.ending(&outcome(game, texts.code()))], fixture::section(expected, "end")[..]);
        let points = fixture::section(expected, "points");
        for reason in reasons(&session).iter().filter(|reason| reason.gives_anything()) {
            assert!(points.contains(&&*sentences.source(game.catalog(), reason)));
            assert!(points.contains(&&*sentences.shares(&reason.points)));
        }
        // A player with a name is called by it, in the same sentence.
        texts.call_seats(&["Ann".to_owned(), String::new()]);
        let seat = |number| texts.sentences().seat(Seat(number));
        assert_eq!([seat(0), seat(1)], ["Ann".to_owned(), texts.seat(1)]);
    }
}
