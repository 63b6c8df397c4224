//! Words of the format and of the interface that have other names now: a pack that has them all plays, is told of each,
//! and is mended without anything else becoming another.

use std::fs;
use std::path::Path;

use tilewright_core::diag::Diagnostic;
use tilewright_core::session::Session;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Request, load};
use tilewright_kit::packs::mend::Mending;
use tilewright_pack::schema::{SECTIONS, structs};
use tilewright_script::{FORMER, Header};

use super::chosen::{Scratch, put};

/// The pack of old words, in a folder of its own.
fn older(name: &str) -> (Scratch, String) {
    let scratch = Scratch::new(name);
    let files = Finder::nowhere().with_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests"));
    put(&scratch.0, "older", &files.find("older").unwrap().read().unwrap());
    let folder = scratch.0.join("older").display().to_string();
    (scratch, folder)
}

fn loaded(folder: &str) -> Loaded {
    load(&Finder::nowhere(), &Request::new([folder])).unwrap()
}

/// Old and new words that the findings are about.
fn told(loaded: &Loaded) -> Vec<(String, String)> {
    let fix = |finding: &Diagnostic| finding.safe_fix().map(|(old, new)| (old.to_owned(), new.to_owned()));
    loaded.diagnostics.iter().filter_map(fix).collect()
}

/// Plays to the end, always by the same numbers.
fn played(loaded: &Loaded) -> (Vec<i32>, u32) {
    let mut session = Session::new(loaded.machine().unwrap(), 2, 7).unwrap();
    session.start().unwrap();
    let mut answers = 0;
    while let Some(decision) = session.decision() {
        let count = decision.options.count();
        let option = decision.options.get(session.game(), answers * 7 % count).unwrap();
        session.answer(option).unwrap();
        answers += 1;
    }
    (session.game().scores().to_vec(), answers)
}

#[test]
fn every_word_that_has_another_name_is_understood_and_told() {
    let (_scratch, folder) = older("told");
    let pack = loaded(&folder);
    let others: Vec<_> = pack.diagnostics.iter().filter(|finding| finding.safe_fix().is_none()).collect();
    assert!(others.is_empty(), "{others:#?}");
    let told = told(&pack);
    let has = |old: &str, new: &str| assert!(told.contains(&(old.into(), new.into())), "{old} -> {new}: {told:?}");
    for former in FORMER {
        has(former.old, former.new);
    }
    for section in SECTIONS {
        let Some(was) = section.was else { continue };
        has(was.field, section.field);
        has(was.many, section.many.unwrap());
        has(was.one, section.one);
        has(&format!("{}.bonus", was.text), &format!("{}.bonus", section.text.unwrap().0));
    }
    for field in structs(|_| true).into_iter().flat_map(|of| of.fields) {
        field.was.into_iter().for_each(|old| has(old, field.name));
        field.words_were.iter().for_each(|(old, new)| has(old, new));
    }
    for (_, text) in tilewright_script::library() {
        for param in Header::parse(text).0.params {
            param.was.iter().for_each(|old| has(old, &param.name));
            param.words_were.iter().for_each(|(old, new)| has(old, new));
        }
    }
    let mut places: Vec<_> = pack.diagnostics.iter().map(|finding| (finding.span, &finding.message)).collect();
    places.dedup();
    assert_eq!(places.len(), told.len(), "each is told once");
    let (_, answers) = played(&pack);
    assert!(answers > 20, "{answers}");
}

#[test]
fn what_has_another_name_is_written_by_it_and_nothing_else_changes() {
    let (_scratch, folder) = older("mended");
    let files = ["pack.ron", "more.ron", "one.ron", "texts/en.ron", "rules/olden.lua"];
    let read = || files.map(|file| fs::read_to_string(Path::new(&folder).join(file)).unwrap());
    let (before, pack) = (read(), loaded(&folder));
    let found = Finder::nowhere().find(&folder).unwrap();
    let mut mending = Mending::new(&found).unwrap();
    mending.gather(&pack);
    mending.gather(&pack);
    assert_eq!(mending.words().count(), told(&pack).len());
    mending.write().unwrap();
    let mended = loaded(&folder);
    assert!(mended.diagnostics.is_empty(), "{:#?}", mended.diagnostics);
    assert_eq!(played(&mended), played(&pack));
    let after = read();
    for (old, new) in before.iter().zip(&after) {
        assert_eq!(old.lines().count(), new.lines().count());
        let remarks = |text: &str| text.lines().filter_map(|line| Some(line[line.find("//")?..].to_owned())).collect();
        let (old, new): (Vec<String>, Vec<String>) = (remarks(old), remarks(new));
        assert_eq!(old, new);
    }
    let [pack_ron, more, one, texts, rules] = &after;
    assert!(pack_ron.contains("    books: [bonus], /* sources: points besides those of terrains */\n"), "{pack_ron}");
    assert!(pack_ron.contains("kind: book, from: \"gift\", to: \"bonus\")],   // source: what"), "{pack_ron}");
    assert!(pack_ron.contains("unfinished_per_tag:   2),"), "{pack_ron}");
    assert!(pack_ron.contains("scored: \"in_play\", count: tags, tag: lily"), "{pack_ron}");
    assert_eq!(more, "// Sources in a file of their own.\nBooks([\n    journey, // of a boat\n])\n");
    assert_eq!(one, "Book(id: feather) // one alone, with line ends of another system\r\n");
    assert!(texts.contains("    // source. was the word\n    \"book.bonus\": \"Bonus\","), "{texts}");
    assert!(rules.contains("-- put, parts, last: in remarks they stay as they are."), "{rules}");
    assert!(rules.contains("local parts, put_down = ev.tile:segments(\"stream\"), 0 -- names"), "{rules}");
    assert!(rules.contains("{ when = 'in_play', book"), "{rules}");
    assert!(rules.contains("{ seat = ev.seat,   final = true, book"), "{rules}");
    let mut again = Mending::new(&found).unwrap();
    again.gather(&mended);
    assert!(again.is_empty());
    mending.undo().unwrap();
    assert_eq!(read(), before);
}

#[test]
fn a_file_that_has_changed_meanwhile_is_left() {
    let (_scratch, folder) = older("meanwhile");
    let mut mending = Mending::new(&Finder::nowhere().find(&folder).unwrap()).unwrap();
    mending.gather(&loaded(&folder));
    let one = Path::new(&folder).join("one.ron");
    fs::write(&one, "Source(id: feather)\n").unwrap();
    let pack = fs::read_to_string(Path::new(&folder).join("pack.ron")).unwrap();
    mending.write().unwrap_err();
    assert_eq!(fs::read_to_string(one).unwrap(), "Source(id: feather)\n");
    assert_eq!(fs::read_to_string(Path::new(&folder).join("pack.ron")).unwrap(), pack);
}

#[test]
fn a_word_that_could_mean_something_else_is_left() {
    // The module's own table has a function of that name, which is meant, and `deploy` is a name of its own.
    let lua = "local box = { parts = function() return {} end }\n\
               local deploy = 1\n\
               on(\"placed\", function(ev)\n    box:parts()\n    put(\"duck\", ev.seat, ev.cell)\n    note(deploy)\nend)\n";
    let loaded = super::pond::load_bad(lua, false);
    let of_words: Vec<_> = loaded.diagnostics.iter().filter(|finding| finding.code == "S0144").collect();
    assert_eq!(of_words.len(), 1, "{:#?}", loaded.diagnostics);
    assert!(of_words.iter().all(|finding| finding.fix.is_none()), "{of_words:#?}");
}
