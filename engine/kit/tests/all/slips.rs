//! Tests that one mistake gives one finding, that files may begin with a byte order mark, and that tests check general
//! invariants.

use std::path::{Path, PathBuf};

use tilewright_core::diag::Diagnostic;
use tilewright_core::session::Session;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Request, load};
use tilewright_kit::records::json::read_records;
use tilewright_kit::suite::run_tests;
use tilewright_wording::words::Words;

/// Folder with a pack that builds on the base pack.
struct SlipFolder(PathBuf);

impl SlipFolder {
    fn new(name: &str, files: &[(&str, &str)]) -> SlipFolder {
        let folder = std::env::temp_dir().join(format!("tilewright-slips-{}-{name}", std::process::id()));
        drop(std::fs::remove_dir_all(&folder));
        for (path, text) in files {
            let path = folder.join("tried").join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        SlipFolder(folder)
    }

    fn pack(&self) -> String {
        self.0.join("tried").display().to_string()
    }

    fn load(&self) -> Loaded {
        load(&finder(), &Request::new([self.pack()])).unwrap()
    }
}

impl Drop for SlipFolder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

fn finder() -> Finder {
    Finder::nowhere().with_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content"))
}

/// `ask_place` uses the question `place` unless the rule names another, and a function's return value can be the
/// options.
#[test]
fn questions_about_places_and_options_by_seat_need_texts() {
    let rules = "--- Asks.\nstep(\"q\", function(seat)\n    ask_place(seat, \"A\", { cell(1, 0) })\n    \
                 ask_place(seat, \"A\", { cell(1, 0) }, { free = true })\n    \
                 ask_place(seat, \"A\", { cell(1, 0) }, \"plant\", { free = true })\n    \
                 ask_all(\"bid\", function(seat) return { \"low\", seat } end)\nend)\n";
    let pack = head(", steps: [(prepend: \"turn\", step: script(name: \"q\"))], rules: [(use: \"q\")]");
    let files = |texts| [("pack.ron", pack.as_str()), ("rules/q.lua", rules), ("texts/en.ron", texts)];
    let found = |name, texts| {
        let loaded = SlipFolder::new(name, &files(texts)).load();
        loaded.diagnostics.iter().filter(|d| d.code == "S0145").map(|d| d.message.clone()).collect::<Vec<_>>()
    };
    assert_eq!(
        found("placed", "Texts(\"en\", {\"pack.about\": \"x.\", \"step.q\": \"Q\"})"),
        [
            "the question `place` has no text in the language `en`",
            "the question `plant` has no text in the language `en`",
            "the question `bid` has no text in the language `en`",
            "the answer `low` to `bid` has no text in the language `en`",
        ]
    );
    let texts = "Texts(\"en\", {\"step.q\": \"Q\", \"ask.place\": \"Where?\", \"ask.plant\": \"Plant\", \
                 \"ask.bid\": \"Bid\", \"ask.bid.low\": \"Low\"})";
    assert_eq!(found("worded", texts), [] as [String; 0]);
}

fn head(more: &str) -> String {
    format!(
        "Pack(id: \"tried\", version: \"1.0.0\", format: 1, title: \"Tried\", authors: [\"A\"], licence: \"MIT\", \
         needs: [\"carcassonne ^1\"]{more})"
    )
}

#[test]
fn a_slip_in_a_head_is_not_told_as_a_missing_pack() {
    for (name, wrong) in [
        ("mistyped", head("").replace("authors", "author")),
        ("twice", head(", title: \"Again\"")),
        ("shape", head(", figures: (id: \"carcassonne:follower\", override: true, supply: 4)")),
    ] {
        let loaded = SlipFolder::new(name, &[("pack.ron", &wrong)]).load();
        let errors: Vec<&Diagnostic> = loaded.diagnostics.iter().filter(|finding| finding.is_error()).collect();
        assert_eq!(errors.len(), 1, "{errors:#?}");
        assert!(errors[0].span.is_some(), "{errors:#?}");
    }
}

#[test]
fn a_missing_text_is_one_finding() {
    let pack = SlipFolder::new(
        "texts",
        &[
            ("pack.ron", &head(", steps: [(prepend: \"turn\", step: script(name: \"q\"))], rules: [(use: \"q\")]")),
            (
                "rules/q.lua",
                "--- Asks.\nstep(\"q\", function(seat)\n    ask(seat, \"fee\", { \"to:0\", \"keep\" })\nend)\n",
            ),
            (
                "texts/en.ron",
                "Texts(\"en\", {\"ask.fee\": \"Pay?\", \"ask.fee.to\": \"Give\", \"ask.fee.keep\": \"Keep\"})",
            ),
            ("texts/nl.ron", "Texts(\"nl\", {\"ask.fee\": \"Betalen?\"})"),
        ],
    );
    let found: Vec<String> = pack.load().diagnostics.iter().map(|finding| finding.message.clone()).collect();
    assert_eq!(
        found,
        [
            "the text `ask.fee.to` is missing in the language `nl`",
            "the text `ask.fee.keep` is missing in the language `nl`",
        ]
    );
}

#[test]
fn files_may_begin_with_a_byte_order_mark() {
    let steps = "tests/t.ron";
    let test = "\u{feff}Test(name: \"a\", steps: [\"draw U\", \"place 1,0,0\"], expect: (ask: \"deploy\"))";
    let pack = SlipFolder::new(
        "marked",
        &[
            ("pack.ron", &format!("\u{feff}{}", head(", rules: [(use: \"r\", on: road)]"))),
            (
                "rules/r.lua",
                "\u{feff}--- Notes.\n--- @param on terrain\non(\"placed\", function() note(param.on) end)\n",
            ),
            ("texts/en.ron", "\u{feff}Texts(\"en\", {\"pack.about\": \"x.\"})"),
            (steps, test),
        ],
    );
    let loaded = pack.load();
    assert_eq!(loaded.diagnostics, []);
    assert_eq!(&*loaded.packs.last().unwrap().summary, "x.");
    let results = run_tests(&finder(), &pack.pack(), "").unwrap();
    assert!(results.len() == 1 && results[0].has_passed(), "{results:?}");
    let record = "{\"record\":1,\"id\":\"a\",\"packs\":[\"carcassonne\"],\"seats\":2,\"seed\":1,\"moves\":[]}";
    for text in [format!("\u{feff}{record}\n{record}\n"), format!("\u{feff}[{record},\n{record}]")] {
        let read = read_records(&text);
        assert!(read.len() == 2 && read.iter().all(Result::is_ok), "{read:?}");
    }
    assert!(read_records("\u{feff}").is_empty());
    let odd = read_records(&format!("\u{fefe}{record}"));
    assert!(odd[0].is_err(), "only that mark is passed over: {odd:?}");
}

/// Rule that places another tile instead of the tile in play, which is lost.
const SWAPS: &str = "--- Swaps.
offer(\"place\", function(options)
    options:add(\"swap\", \"swap\")
end)
chosen(\"swap\", function(seat)
    local at = placements(\"V\")[1]
    place_tile(\"V\", at.cell, at.turn)
end)
";

#[test]
fn a_test_that_loses_a_tile_fails() {
    let outcome = |name: &str, steps: &str| {
        let files = [
            ("pack.ron", head(", rules: [(use: \"r\")]")),
            ("rules/r.lua", SWAPS.to_owned()),
            (
                "tests/t.ron",
                format!(
                    "Test(name: \"a\", board: \"D@0,0\", scores: [3, 4], bag: \"U*3 V*3\", \
                     steps: [\"draw U\", {steps}], expect: (scores: [3, 4]))"
                ),
            ),
        ];
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
        let mut results = run_tests(&finder(), &SlipFolder::new(name, &files).pack(), "").unwrap();
        results.remove(0).failure.map(|failure| (failure.code, failure.actual))
    };
    assert_eq!(outcome("placed", "\"place 1,0,0\", \"deploy pass\""), None);
    assert_eq!(outcome("under_way", "(ask: \"place\"), \"end\""), None, "a tile may be in play at the end");
    let lost = outcome("lost", "\"place swap\", \"deploy pass\", \"draw U\"");
    let what = "a turn part is over, and the tile U that it had in play is lost: neither placed nor put anywhere";
    assert_eq!(lost, Some(("invariant", what.to_owned())));
}

#[test]
fn packs_that_ask_by_one_name_have_their_own_texts() {
    let asks = |text: &str| {
        format!(
            "--- Asks.\nstep(\"{text}\", function(seat)\n    ask(seat, \"bid\", {{ \"a\", \"b\" }}, {{ none = \"pass\" }})\nend)\n"
        )
    };
    let texts = |word: &str| {
        format!(
            "Texts(\"en\", {{\"ask.bid\": \"{word}?\", \"ask.bid.a\": \"{word} a\", \"ask.bid.b\": \"{word} b\", \"ask.bid.pass\": \"No {word}\"}})"
        )
    };
    let pack = |id: &str, needs: &str| {
        format!(
            "Pack(id: \"{id}\", version: \"1.0.0\", format: 1, title: \"T\", authors: [\"A\"], licence: \"MIT\", needs: [{needs}], \
             steps: [(prepend: \"turn\", step: script(name: \"{id}\"))], rules: [(use: \"q\")])"
        )
    };
    let files = [
        ("pack.ron", pack("tried", "\"carcassonne ^1\"")),
        ("rules/q.lua", asks("tried")),
        ("texts/en.ron", texts("Bid")),
        ("../more/pack.ron", pack("more", "\"tried\"")),
        ("../more/rules/q.lua", asks("more")),
        ("../more/texts/en.ron", texts("Call")),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    let tried = SlipFolder::new("one_name", &files);
    let finder = finder().with_folder(&tried.0);
    let loaded = load(&finder, &Request::new(["more"])).unwrap();
    assert_eq!(loaded.diagnostics, []);
    let mut session = Session::new(loaded.machine().unwrap(), 2, 1).unwrap();
    session.start().unwrap();
    let mut said = Vec::new();
    for _ in 0..2 {
        let decision = session.decision().unwrap();
        let words = Words::new(session.game().catalog(), "en", &|seat| seat.to_string());
        let pick = decision.options.find(session.game(), "a").unwrap();
        said.push((
            decision.pack.clone().unwrap().to_string(),
            words.question(decision.pack.as_deref(), &decision.ask),
        ));
        said.push((decision.ask.to_string(), words.option(session.game(), decision, pick).unwrap()));
        session.answer(pick).unwrap();
    }
    let said: Vec<(&str, &str)> = said.iter().map(|(of, text)| (&**of, &**text)).collect();
    assert_eq!(said, [("more", "Call?"), ("bid", "Call a"), ("tried", "Bid?"), ("bid", "Bid a")]);
    // The text of another pack's question must not be used for this one.
    std::fs::write(tried.0.join("more/texts/en.ron"), "Texts(\"en\", {\"pack.about\": \"x.\"})").unwrap();
    let loaded = load(&finder, &Request::new(["more"])).unwrap();
    let found: Vec<&str> = loaded.diagnostics.iter().filter(|d| d.code == "S0145").map(|d| &*d.message).collect();
    assert_eq!(
        found,
        [
            "the question `bid` has no text in the language `en`",
            "the answer `a` to `bid` has no text in the language `en`",
            "the answer `b` to `bid` has no text in the language `en`",
            "the answer `pass` to `bid` has no text in the language `en`",
        ]
    );
}
