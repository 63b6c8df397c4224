//! Changes on the disk, and random edits.

use serde_json::json;

use crate::client::{Client, uri};
use crate::pack::TestPack;

#[test]
fn changes_on_the_disk_are_noticed() {
    let pack = TestPack::write(&[]);
    let mut client = Client::start(&pack);
    client.wait_for(|news| news["method"] == "client/registerCapability");
    client.open(&pack, "pack.ron");
    let tiles = pack.path("tiles.ron");
    std::fs::write(&tiles, pack.text("tiles.ron").replace("e: meadow", "e: medow")).unwrap();
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": uri(&tiles), "type": 2 }] }));
    let found = client.findings(&tiles, |found| !found.is_empty());
    assert!(found[0]["message"].as_str().unwrap().contains("medow"));
    client.leave();
}

#[test]
fn random_edits_leave_the_same_text_on_both_sides() {
    let pack = TestPack::write(&[]);
    for units in [["utf-8"], ["utf-16"]] {
        let mut client = Client::start_with(&pack, &units, json!(null));
        let path = pack.path("tests/brooks.ron");
        let mut text = pack.text("tests/brooks.ron");
        client.open(&pack, "tests/brooks.ron");
        let mut seed = 1u64;
        let mut below = |most: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % most.max(1)
        };
        for _ in 0..500 {
            let boundaries: Vec<usize> = (0..=text.len()).filter(|at| text.is_char_boundary(*at)).collect();
            let start = below(boundaries.len());
            let end = (start + below(3)).min(boundaries.len() - 1);
            let new = ["é", "🙂", "x", "\n", "", "(", "\"", ","][below(8)];
            client.change(&path, &mut text, boundaries[start]..boundaries[end], new);
        }
        // The outline follows from the text of the client.
        let whole = "Tests([\n    Test(name: \"é🙂\"),\n])\n";
        let end = text.len();
        let kept = text.clone();
        client.change(&path, &mut text, 0..end, whole);
        let asked = json!({ "textDocument": { "uri": uri(&path) } });
        let answer = client.request("textDocument/documentSymbol", asked);
        assert_eq!(answer[0]["children"][0]["name"], "é🙂");
        assert!(kept.contains('🙂'));
        client.leave();
    }
}
