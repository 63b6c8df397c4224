//! Findings while typing, their fixes, and tests.

use serde_json::{Value as Json, json};

use crate::client::{Client, uri};
use crate::pack::TestPack;

fn codes(findings: &[Json]) -> Vec<&str> {
    findings.iter().map(|finding| finding["code"].as_str().unwrap()).collect()
}

#[test]
fn findings_follow_the_text_that_is_typed() {
    let pack = TestPack::write(&[]);
    for units in [&["utf-8", "utf-16"][..], &["utf-16"][..]] {
        let mut client = Client::start_with(&pack, units, json!(null));
        let path = pack.path("pack.ron");
        let mut text = pack.text("pack.ron");
        client.open(&pack, "pack.ron");
        let at = text.find("on: [brook]").unwrap() + "on: [bro".len();
        client.change(&path, &mut text, at..at + 1, "");
        let found = client.findings(&path, |found| found.iter().any(|f| f["message"].to_string().contains("brok")));
        let finding = found.iter().find(|f| f["message"].to_string().contains("brok")).unwrap();
        assert_eq!(client.piece(&text, &finding["range"]), "brok");
        assert_eq!((&finding["severity"], &finding["source"]), (&json!(1), &json!("tilewright")));
        assert!(finding["message"].as_str().unwrap().contains("\ndid you mean `brook`?"), "{finding}");
        client.change(&path, &mut text, at..at, "o");
        client.findings(&path, |found| found.is_empty());
        client.leave();
    }
}

#[test]
fn rules_texts_and_tests_have_findings() {
    let texts = "Texts(\"en\", {\"terrain.nothing\": \"x\"})\n";
    let tests = "Tests([(name: \"a\", board: 3)])\n";
    let rule = "--- A rule.\n--- @source Here.\nlocal x = awward(1, 2)\n";
    let pack = TestPack::write(&[("texts/en.ron", texts), ("tests/brooks.ron", tests), ("rules/toll.lua", rule)]);
    let mut client = Client::start(&pack);
    client.open(&pack, "pack.ron");
    for (path, text) in [("texts/en.ron", texts), ("tests/brooks.ron", tests), ("rules/toll.lua", rule)] {
        let found = client.findings(&pack.path(path), |found| !found.is_empty());
        assert!(!codes(&found).is_empty());
        assert!(found.iter().all(|finding| client.piece(text, &finding["range"]).len() <= text.len()));
    }
    // Findings disappear with the last open file of the pack.
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri(&pack.path("pack.ron")) } }));
    client.findings(&pack.path("rules/toll.lua"), |found| found.is_empty());
    client.leave();
}

#[test]
fn files_outside_of_packs_are_left_alone() {
    let pack = TestPack::write(&[]);
    let mut client = Client::start(&pack);
    let outside = pack.folder.parent().unwrap().join("config.ron");
    client.open_text(&outside, "Config(x: [brok");
    client.open(&pack, "README.md");
    assert_eq!(client.request("textDocument/hover", client.at(&outside, "Config(", "Conf|ig")), Json::Null);
    let symbols = json!({ "textDocument": { "uri": uri(&outside) } });
    assert_eq!(client.request("textDocument/documentSymbol", symbols), Json::Null);
    client.open(&pack, "tiles.ron");
    client.request("shutdown", json!(null));
    assert!(client.news.iter().all(|news| news["params"]["uri"] != uri(&outside)));
}

#[test]
fn every_sort_of_fix_is_offered() {
    let changed = [
        ("texts/en.ron", "Texts(\"en\", {\"tag.wier\": \"x\", \"tag.unrelated\": \"y\"})\n"),
        ("tiles.ron", "Tiles([\n    (id: \"Bend\", count: 8, edges: (n: brok, e: brook, s: meadow, w: meadow)),\n])\n"),
    ];
    let pack = TestPack::write(&changed);
    let head = pack.text("pack.ron").replace("(use: \"toll\", bonus: 2)", "(use: \"missing\")");
    std::fs::write(pack.path("pack.ron"), &head).unwrap();
    let mut client = Client::start(&pack);
    let mut titles = Vec::new();
    for path in ["pack.ron", "tiles.ron", "texts/en.ron"] {
        client.open(&pack, path);
        let found = client.findings(&pack.path(path), |found| !found.is_empty());
        let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
        let document = json!({ "uri": uri(&pack.path(path)) });
        let params = json!({ "textDocument": document, "range": range, "context": { "diagnostics": found } });
        for action in client.request("textDocument/codeAction", params).as_array().unwrap() {
            let changed = client.apply(&pack, &action["edit"]);
            let title = action["title"].as_str().unwrap().to_owned();
            assert_eq!(changed.len(), 1, "{title}");
            assert_ne!(std::fs::read_to_string(pack.path(&changed[0].0)).ok().as_ref(), Some(&changed[0].1), "{title}");
            assert_eq!(action["kind"], "quickfix");
            assert!(!action["diagnostics"].as_array().unwrap().is_empty());
            titles.push(title);
        }
    }
    for wanted in ["Change to “brook”", "Create rules/missing.lua", "Remove it", "Add the text terrain.brook (en)"]
    {
        assert!(titles.iter().any(|title| title == wanted), "{wanted} in {titles:?}");
    }
    client.leave();
}

#[test]
fn a_missing_sign_is_inserted() {
    let pack = TestPack::write(&[]);
    let mut client = Client::start_with(&pack, &["utf-8"], json!("nl"));
    let path = pack.path("pack.ron");
    let mut text = pack.text("pack.ron");
    client.open(&pack, "pack.ron");
    let at = text.find(", version").unwrap();
    client.change(&path, &mut text, at..at + 1, "");
    let found = client.findings(&path, |found| !found.is_empty());
    let range = &found[0]["range"];
    let document = json!({ "uri": uri(&path) });
    let params = json!({ "textDocument": document, "range": range, "context": { "diagnostics": found } });
    let actions = client.request("textDocument/codeAction", params);
    assert_eq!(actions[0]["title"], "Voeg “,” in");
    let edit = &actions[0]["edit"]["documentChanges"][0]["edits"][0];
    assert_eq!((&edit["newText"], client.piece(&text, &edit["range"])), (&json!(","), ""));
    client.leave();
}

#[test]
fn tests_run_from_their_lenses() {
    let pack = TestPack::write(&[]);
    let mut client = Client::start(&pack);
    let (path, text) = (pack.path("tests/brooks.ron"), pack.text("tests/brooks.ron"));
    client.open(&pack, "tests/brooks.ron");
    let lenses = client.request("textDocument/codeLens", json!({ "textDocument": { "uri": uri(&path) } }));
    let titles: Vec<&Json> = lenses.as_array().unwrap().iter().map(|lens| &lens["command"]["title"]).collect();
    assert_eq!(titles, ["Run all tests", "Run test", "Run test"]);
    assert!(client.piece(&text, &lenses[1]["range"]).is_empty());
    let run = |client: &mut Client, number: usize| {
        let command = &lenses[number]["command"];
        let params = json!({ "command": command["command"], "arguments": command["arguments"] });
        client.request("workspace/executeCommand", params)
    };
    assert_eq!(run(&mut client, 1), json!({ "run": 1, "failed": [] }));
    let told = client.wait_for(|news| news["method"] == "window/showMessage");
    assert_eq!(told["params"]["message"], "“a closed brook of three tiles scores” has passed.");
    assert_eq!(run(&mut client, 2), json!({ "run": 1, "failed": ["a wrong expectation"] }));
    let found = client.findings(&path, |found| !found.is_empty());
    assert!(
        found[0]["message"]
            .as_str()
            .unwrap()
            .contains("a wrong expectation: expected the scores [9, 0]; it was [0, 0]"),
        "{found:?}"
    );
    client.wait_for(|news| news["method"] == "workspace/codeLens/refresh");
    assert_eq!(run(&mut client, 0)["run"], 2);
    client.leave();
}
