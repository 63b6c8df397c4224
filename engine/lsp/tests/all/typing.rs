//! Completion, hover, signatures, outlines and hints.

use serde_json::{Value as Json, json};

use crate::client::{Client, place, uri};
use crate::pack::TestPack;

fn labels(answer: &Json) -> Vec<&str> {
    answer["items"].as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap()).collect()
}

#[test]
fn completion_offers_names_fields_and_functions() {
    let pack = TestPack::write(&[]);
    let mut client = Client::start(&pack);
    for (path, after, typed, wanted) in [
        ("pack.ron", "on: [brook|]", ", m", "meadow"),
        ("pack.ron", "(use: \"toll\", bonus: 2|)", ", of", "off"),
        ("pack.ron", "(use: \"toll\"|, bonus", ", ", "when"),
        ("tiles.ron", "count: 8|, edges: (n: brook, e: meadow, s: brook", ", ov", "override"),
        ("texts/en.ron", "{|\n    \"pack", "\"tile.B", "tile.Bend"),
        ("rules/toll.lua", "    raise(sheet, param.bonus)|", "\n    sheet:vo", "void"),
        ("rules/toll.lua", "end)|\n", "\nawa", "award"),
        ("tests/brooks.ron", "board: \"Spring@0,-1/2\",|\n        expect", " se", "seats"),
    ] {
        let file = pack.path(path);
        let mut text = pack.text(path);
        client.open(&pack, path);
        let at = place(&text, after);
        client.change(&file, &mut text, at..at, typed);
        let position = client.position(&text, at + typed.len());
        let asked = json!({ "textDocument": { "uri": uri(&file) }, "position": position });
        let answer = client.request("textDocument/completion", asked);
        assert!(labels(&answer).contains(&wanted), "{after} {typed}: {:?}", labels(&answer));
        let item = answer["items"].as_array().unwrap().iter().find(|item| item["label"] == wanted).unwrap();
        let range = &item["textEdit"]["range"];
        assert_eq!(range["start"]["line"], range["end"]["line"]);
        client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri(&file) } }));
    }
    client.leave();
}

#[test]
fn completions_explain_themselves_and_place_the_cursor() {
    let pack = TestPack::write(&[]);
    let mut client = Client::start_with(&pack, &["utf-16"], json!("nl-NL"));
    client.open(&pack, "rules/toll.lua");
    let (path, mut text) = (pack.path("rules/toll.lua"), pack.text("rules/toll.lua"));
    let end = text.len();
    client.change(&path, &mut text, end..end, "award");
    let position = client.position(&text, text.len());
    let asked = json!({ "textDocument": { "uri": uri(&path) }, "position": position });
    let answer = client.request("textDocument/completion", asked);
    let award = answer["items"].as_array().unwrap().iter().find(|item| item["label"] == "award").unwrap();
    assert_eq!(award["textEdit"]["newText"], "award($0)");
    assert!(award["documentation"].as_str().unwrap().contains("award(seat: seat"), "{award}");
    client.open(&pack, "tiles.ron");
    let text = pack.text("tiles.ron");
    let answer = client.request("textDocument/completion", client.at(&pack.path("tiles.ron"), &text, "tags: [|weir]"));
    let weir = answer["items"].as_array().unwrap().iter().find(|item| item["label"] == "weir").unwrap();
    assert_eq!(weir["detail"], "kenmerk");
    client.leave();
}

#[test]
fn hover_describes_fields_functions_names_and_parameters() {
    let pack = TestPack::write(&[]);
    let mut client = Client::start(&pack);
    for (path, marked, wanted) in [
        ("pack.ron", "sup|ply: 4", "supply:"),
        ("pack.ron", "on: [bro|ok]", "Declared in pack.ron"),
        ("pack.ron", "(use: \"toll\", bo|nus", "Points of a weir"),
        ("pack.ron", "use: \"to|ll\"", "A weir raises the brook"),
        ("rules/toll.lua", "ame|nd(", "amend(terrain: terrain"),
        ("rules/toll.lua", "sheet:ra|ise(", "sheet:raise("),
    ] {
        client.open(&pack, path);
        let text = pack.text(path);
        let answer = client.request("textDocument/hover", client.at(&pack.path(path), &text, marked));
        let value = answer["contents"]["value"].as_str().unwrap();
        assert!(value.contains(wanted), "{marked}: {value}");
        assert!(value.starts_with("```"));
        let word = marked.replace('|', "");
        assert!(word.contains(client.piece(&text, &answer["range"])), "{marked}: {answer}");
    }
    let text = pack.text("pack.ron");
    assert_eq!(client.request("textDocument/hover", client.at(&pack.path("pack.ron"), &text, "/* |é")), Json::Null);
    client.leave();
}

#[test]
fn the_signature_marks_the_argument() {
    let pack = TestPack::write(&[]);
    let mut client = Client::start(&pack);
    client.open(&pack, "rules/toll.lua");
    let (path, mut text) = (pack.path("rules/toll.lua"), pack.text("rules/toll.lua"));
    let end = text.len();
    client.change(&path, &mut text, end..end, "award(1, ");
    let position = client.position(&text, text.len());
    let asked = json!({ "textDocument": { "uri": uri(&path) }, "position": position });
    let answer = client.request("textDocument/signatureHelp", asked);
    let signature = &answer["signatures"][0];
    let label = &signature["parameters"][0]["label"];
    let range = label[0].as_u64().unwrap() as usize..label[1].as_u64().unwrap() as usize;
    assert_eq!(&signature["label"].as_str().unwrap()[range], "points: integer");
    client.leave();
}

#[test]
fn files_have_outlines() {
    fn names(symbols: &Json) -> Vec<String> {
        let all = symbols.as_array().map(|all| &**all).unwrap_or_default();
        all.iter()
            .flat_map(|s| [vec![s["name"].as_str().unwrap().to_owned()], names(&s["children"])].concat())
            .collect()
    }
    let pack = TestPack::write(&[]);
    let mut client = Client::start(&pack);
    for (path, wanted) in [
        ("tiles.ron", &["Tiles", "Straight", "Bend", "Spring"][..]),
        ("rules/toll.lua", &["raise", "amend brook"]),
        ("tests/brooks.ron", &["Tests", "a closed brook of three tiles scores", "a wrong expectation"]),
    ] {
        client.open(&pack, path);
        let asked = json!({ "textDocument": { "uri": uri(&pack.path(path)) } });
        let answer = client.request("textDocument/documentSymbol", asked);
        assert_eq!(names(&answer), wanted);
        let (text, first) = (pack.text(path), &answer[0]);
        assert!(client.piece(&text, &first["range"]).contains(client.piece(&text, &first["selectionRange"])));
    }
    client.leave();
}

#[test]
fn hints_explain_parameters() {
    let rule = "--- A rule.\n--- @source Here.\non(\"placed\", function(ev)\n    award(1, 5)\nend)\n";
    let pack = TestPack::write(&[("rules/other.lua", rule)]);
    let mut client = Client::start(&pack);
    let mut hints = |path: &str| {
        client.open(&pack, path);
        let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
        let asked = json!({ "textDocument": { "uri": uri(&pack.path(path)) }, "range": range });
        client.request("textDocument/inlayHint", asked)
    };
    let of_data = hints("pack.ron");
    let labels: Vec<&Json> = of_data.as_array().unwrap().iter().map(|hint| &hint["label"]).collect();
    assert_eq!(labels, ["Terrain of the path", "Points for each tile of a finished path", "Points of a weir"]);
    assert!(of_data[2]["tooltip"].as_str().unwrap().contains("bonus: integer = 1"));
    let of_rules = hints("rules/other.lua");
    let labels: Vec<&Json> = of_rules.as_array().unwrap().iter().map(|hint| &hint["label"]).collect();
    assert!(labels.ends_with(&[&json!("seat:"), &json!("points:")]), "{labels:?}");
    client.leave();
}

#[test]
fn data_is_tidied_and_rules_are_not() {
    let untidy = "Tiles([\n(id:\"é🙂\",\n      count: 8, edges: (n: meadow)),\n])";
    let pack = TestPack::write(&[("tiles.ron", untidy)]);
    let mut client = Client::start(&pack);
    let mut tidied = |path: &str| {
        client.open(&pack, path);
        let options = json!({ "tabSize": 2, "insertSpaces": true });
        let asked = json!({ "textDocument": { "uri": uri(&pack.path(path)) }, "options": options });
        let edits = client.request("textDocument/formatting", asked);
        let operation = json!({ "textDocument": { "uri": uri(&pack.path(path)) }, "edits": edits });
        client.apply(&pack, &json!({ "documentChanges": [operation] })).remove(0).1
    };
    assert_eq!(tidied("tiles.ron"), "Tiles([\n    (id: \"é🙂\",\n        count: 8, edges: (n: meadow)),\n])\n");
    assert_eq!(tidied("rules/toll.lua"), pack.text("rules/toll.lua"));
    client.leave();
}
