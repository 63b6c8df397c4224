//! Declarations, references and new names.

use std::path::PathBuf;

use serde_json::{Value as Json, json};

use crate::client::{Client, pack_path, uri};
use crate::pack::TestPack;

const FILES: [&str; 5] = ["pack.ron", "tiles.ron", "texts/en.ron", "rules/toll.lua", "tests/brooks.ron"];

fn open_all(client: &mut Client, pack: &TestPack) {
    FILES.iter().for_each(|path| client.open(pack, path));
}

/// Returns the file and the text of each location.
fn shown(client: &Client, pack: &TestPack, locations: &Json) -> Vec<(String, String)> {
    let one = |location: &Json| {
        let path = pack_path(pack, location["uri"].as_str().unwrap());
        (path.clone(), client.piece(&pack.text(&path), &location["range"]).to_owned())
    };
    locations.as_array().unwrap().iter().map(one).collect()
}

#[test]
fn definitions_lead_from_data_to_rules_and_back() {
    let pack = TestPack::write(&[]);
    for units in [["utf-8"], ["utf-16"]] {
        let mut client = Client::start_with(&pack, &units, json!(null));
        open_all(&mut client, &pack);
        let cases = [
            ("tiles.ron", "(n: bro|ok, e: meadow", "pack.ron", "brook"),
            ("tiles.ron", "tags: [we|ir]", "pack.ron", "weir"),
            ("texts/en.ron", "terrain.br|ook", "pack.ron", "brook"),
            ("pack.ron", "(use: \"toll\", bon|us", "rules/toll.lua", "bonus"),
            ("pack.ron", "on: [bro|ok]", "pack.ron", "brook"),
            ("pack.ron", "tile: \"Be|nd\"", "tiles.ron", "Bend"),
            ("rules/toll.lua", "amend(\"bro|ok\"", "pack.ron", "brook"),
            ("rules/toll.lua", "param.bo|nus", "rules/toll.lua", "bonus"),
            ("rules/toll.lua", "    rai|se(sheet, param", "rules/toll.lua", "raise"),
            ("pack.ron", "use: \"to|ll\"", "rules/toll.lua", ""),
        ];
        for (path, marked, file, word) in cases {
            let asked = client.at(&pack.path(path), &pack.text(path), marked);
            let found = client.request("textDocument/definition", asked);
            let places = shown(&client, &pack, &found);
            // The name of a terrain may also be declared as an edge.
            assert!(places.contains(&(file.to_owned(), word.to_owned())), "{marked}: {places:?}");
        }
        client.leave();
    }
}

#[test]
fn a_module_of_the_library_is_opened_as_a_copy() {
    let pack = TestPack::write(&[]);
    let mut client = Client::start(&pack);
    open_all(&mut client, &pack);
    let asked = client.at(&pack.path("pack.ron"), &pack.text("pack.ron"), "use: \"pat|hs\"");
    let found = client.request("textDocument/definition", asked);
    let copy = pack.copies().join("scripts/paths.lua");
    assert_eq!(found[0]["uri"], uri(&copy));
    assert!(std::fs::read_to_string(copy).unwrap().contains("per_tile"));
    client.leave();
}

#[test]
fn references_are_in_all_files() {
    let pack = TestPack::write(&[]);
    let mut client = Client::start(&pack);
    open_all(&mut client, &pack);
    let mut asked = client.at(&pack.path("pack.ron"), &pack.text("pack.ron"), "tags: [we|ir]");
    asked["context"] = json!({ "includeDeclaration": true });
    let found = client.request("textDocument/references", asked.clone());
    let places = shown(&client, &pack, &found);
    let files: Vec<&str> = places.iter().map(|(file, _)| &**file).collect();
    assert_eq!(files, ["pack.ron", "rules/toll.lua", "texts/en.ron", "tiles.ron"]);
    assert!(places.iter().all(|(_, word)| word == "weir"), "{places:?}");
    asked["context"] = json!({ "includeDeclaration": false });
    let found = client.request("textDocument/references", asked);
    assert_eq!(found.as_array().unwrap().len(), 3);
    client.leave();
}

/// Renames the word at a place, and returns the changed files.
fn renamed(client: &mut Client, pack: &TestPack, path: &str, marked: &str, new: &str) -> (Vec<(String, String)>, Json) {
    let mut asked = client.at(&pack.path(path), &pack.text(path), marked);
    let range = client.request("textDocument/prepareRename", asked.clone());
    assert!(!client.piece(&pack.text(path), &range).is_empty());
    asked["newName"] = json!(new);
    let edit = client.request("textDocument/rename", asked);
    let mut changed = client.apply(pack, &edit);
    changed.sort();
    (changed, edit)
}

/// New name of a thing.
struct NameChange {
    path: &'static str,
    /// Part of the file with a mark in the old name.
    at: &'static str,
    old: &'static str,
    new: &'static str,
    /// Part of the changed file with a mark in the new name.
    back: &'static str,
    /// Files that change, each with a part before and after.
    changes: &'static [(&'static str, &'static str, &'static str)],
}

const NAME_CHANGES: [NameChange; 4] = [
    NameChange {
        path: "tiles.ron",
        at: "tags: [we|ir]",
        old: "weir",
        new: "dam",
        back: "tags: [da|m]",
        changes: &[
            ("pack.ron", "tags: [weir]", "tags: [dam]"),
            // The reason in a sheet is a text, and stays.
            ("rules/toll.lua", "tag = \"weir\"", "tag = \"dam\""),
            ("texts/en.ron", "tag.weir", "tag.dam"),
            ("tiles.ron", "tags: [weir]", "tags: [dam]"),
        ],
    },
    NameChange {
        path: "pack.ron",
        at: "(id: her|on",
        old: "heron",
        new: "stork",
        back: "(id: sto|rk",
        changes: &[
            ("pack.ron", "id: heron", "id: stork"),
            ("tests/brooks.ron", "0 heron@", "0 stork@"),
            ("texts/en.ron", "figure.heron", "figure.stork"),
        ],
    },
    NameChange {
        path: "tiles.ron",
        at: "(id: \"Spr|ing\"",
        old: "Spring",
        new: "Source",
        back: "(id: \"Sou|rce\"",
        changes: &[("tests/brooks.ron", "Spring", "Source"), ("tiles.ron", "\"Spring\"", "\"Source\"")],
    },
    NameChange {
        path: "rules/toll.lua",
        at: "@param bon|us",
        old: "bonus",
        new: "extra",
        back: "@param ext|ra",
        changes: &[("pack.ron", "bonus: 2", "extra: 2"), ("rules/toll.lua", "bonus", "extra")],
    },
];

/// Writes files of a pack, and sends them to the server.
fn write(client: &mut Client, pack: &TestPack, files: &[(String, String)]) {
    for (file, text) in files {
        std::fs::write(pack.path(file), text).unwrap();
        let document = json!({ "uri": uri(&pack.path(file)), "version": 3 });
        let changes = json!([{ "text": text }]);
        client.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }
    client.notify("textDocument/didSave", json!({ "textDocument": { "uri": uri(&pack.path("pack.ron")) } }));
}

#[test]
fn a_name_changes_in_data_texts_rules_and_tests_and_back() {
    let pack = TestPack::write(&[]);
    let mut client = Client::start(&pack);
    open_all(&mut client, &pack);
    for NameChange { path, at, old, new, back, changes } in NAME_CHANGES {
        let before: Vec<(String, String)> =
            changes.iter().map(|(file, ..)| ((*file).to_owned(), pack.text(file))).collect();
        let (changed, _) = renamed(&mut client, &pack, path, at, new);
        let wanted =
            before.iter().zip(changes).map(|((file, text), (_, from, to))| (file.clone(), text.replace(from, to)));
        assert_eq!(changed, wanted.collect::<Vec<_>>(), "{old}");
        write(&mut client, &pack, &changed);
        let (undone, _) = renamed(&mut client, &pack, path, back, old);
        assert_eq!(undone, before, "{old} is back, equal to the byte");
        write(&mut client, &pack, &undone);
    }
    client.leave();
}

#[test]
fn modules_and_local_names_change_too() {
    let pack = TestPack::write(&[]);
    let mut client = Client::start(&pack);
    open_all(&mut client, &pack);
    let (changed, edit) = renamed(&mut client, &pack, "pack.ron", "use: \"to|ll\"", "duty");
    assert_eq!(changed, [("pack.ron".to_owned(), pack.text("pack.ron").replace("\"toll\"", "\"duty\""))]);
    let moved = edit["documentChanges"].as_array().unwrap().last().unwrap();
    assert_eq!(moved["kind"], "rename");
    assert_eq!(moved["newUri"], uri(&pack.path("rules/duty.lua")));
    let (changed, _) = renamed(&mut client, &pack, "rules/toll.lua", "local function rai|se", "lift");
    let text = pack.text("rules/toll.lua");
    let wanted =
        text.replace("function raise", "function lift").replace("    raise(sheet, param", "    lift(sheet, param");
    assert_eq!(changed, [("rules/toll.lua".to_owned(), wanted)]);
    client.leave();
}

#[test]
fn bad_names_are_refused_with_a_reason() {
    let pack = TestPack::write(&[]);
    let mut client = Client::start(&pack);
    open_all(&mut client, &pack);
    let cases = [
        ("pack.ron", "tags: [we|ir]", "Bad Name", "Use lower-case letters"),
        ("pack.ron", "(id: bro|ok, complete", "meadow", "taken"),
        ("pack.ron", "on: brook, per_t|ile", "each", "another pack"),
        ("pack.ron", "tit|le:", "name", "Nothing here"),
        ("rules/toll.lua", "function rai|se", "sheet", "taken"),
        ("rules/toll.lua", "function rai|se", "end", "Use lower-case letters"),
        ("rules/toll.lua", "ame|nd(", "change", "Nothing here"),
    ];
    for (path, marked, new, reason) in cases {
        let mut asked = client.at(&pack.path(path), &pack.text(path), marked);
        asked["newName"] = json!(new);
        let error = client.refusal("textDocument/rename", asked);
        assert!(error["message"].as_str().unwrap().contains(reason), "{marked}: {error}");
        assert_eq!(error["code"], -32803);
    }
    client.leave();
}

#[test]
fn the_folder_of_copies_is_not_needed_for_own_files() {
    let pack = TestPack::write(&[]);
    let mut client = Client::start(&pack);
    open_all(&mut client, &pack);
    let asked = client.at(&pack.path("tiles.ron"), &pack.text("tiles.ron"), "tags: [we|ir]");
    client.request("textDocument/definition", asked);
    let copies: PathBuf = pack.copies();
    assert!(!copies.exists());
    client.leave();
}
