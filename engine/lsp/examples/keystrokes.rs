//! Measures the time from a key to its completions in a pack of 4,000 tiles, while checks run in the background:
//! `cargo run --locked --release -p tilewright-lsp --example keystrokes`.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a measurement prints its result and may panic")]

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, PipeWriter, Write, pipe};
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};
use tilewright_kit::packs::find::Finder;
use tilewright_lsp::{ServerSettings, serve};

const TILES: usize = 4000;
const KEYS: usize = 200;

/// Pause between two keys of a quick typist.
const BETWEEN: Duration = Duration::from_millis(60);

const HEAD: &str = r##"Pack(
    id: "large", version: "0.1.0", format: 1, title: "Large", authors: ["You"], licence: "MIT",
    seats: (2, 4), lattice: square,
    terrains: [(id: meadow, ground: true), (id: brook, complete: closed)],
    edges: [(id: meadow, ports: [meadow, meadow]), (id: brook, ports: [meadow, brook, meadow])],
    figures: [(id: heron, supply: 4, on: [brook])],
    bags: [tiles],
    board: (presets: [(tile: "T1", at: (0, 0), from: tiles)]),
    flow: (turn: [draw(from: tiles), place, deploy, score], finish: [score_rest], ends_with: [tiles]),
    rules: [(use: "paths", on: brook, per_tile: 1)],
)
"##;

fn main() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("large");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("pack.ron"), HEAD).unwrap();
    let mut text = String::from("Tiles([\n");
    for number in 1..=TILES {
        let edges = "(n: brook, e: meadow, s: brook, w: meadow)";
        writeln!(text, "    (id: \"T{number}\", count: 1, edges: {edges}, parts: [brook(at: [N, S])]),").unwrap();
    }
    text.push_str("])\n");
    let path = folder.join("tiles.ron");
    std::fs::write(&path, &text).unwrap();

    let (mut to_server, messages) = start(home.path());
    let uri = format!("file://{}", path.display());
    let document = json!({ "uri": uri, "languageId": "ron", "version": 1, "text": text });
    send(&mut to_server, &json!({ "method": "textDocument/didOpen", "params": { "textDocument": document } }));
    let opened = Instant::now();
    findings(&messages);
    println!("{TILES} tiles, {} KiB: first findings after {:.0} ms", text.len() / 1024, millis(opened.elapsed()));

    // Keys in a line in the middle: a terrain is deleted and typed again.
    let line = TILES / 2;
    let column = "    (id: \"T2000\", count: 1, edges: (n: ".len();
    let mut times = Vec::new();
    for key in 0..KEYS {
        let word = "brook";
        let at = column + key % word.len();
        let start = json!({ "line": line, "character": at });
        // At the start of a round, the word is deleted.
        let end = json!({ "line": line, "character": if key % word.len() == 0 { column + word.len() } else { at } });
        let letter = &word[key % word.len()..=key % word.len()];
        let change = json!([{ "range": { "start": start, "end": end }, "text": letter }]);
        let asked = json!({ "line": line, "character": at + 1 });
        let begin = Instant::now();
        let document = json!({ "uri": uri, "version": key + 2 });
        let params = json!({ "textDocument": document, "contentChanges": change });
        send(&mut to_server, &json!({ "method": "textDocument/didChange", "params": params }));
        let params = json!({ "textDocument": { "uri": uri }, "position": asked, "context": { "triggerKind": 1 } });
        send(&mut to_server, &json!({ "id": key + 10, "method": "textDocument/completion", "params": params }));
        while messages.recv().unwrap()["id"] != key + 10 {}
        times.push(begin.elapsed());
        std::thread::sleep(BETWEEN);
    }
    // The last key makes a mistake.
    let place = json!({ "line": line, "character": column });
    let change = json!([{ "range": { "start": place, "end": place }, "text": "x" }]);
    let document = json!({ "uri": uri, "version": KEYS + 2 });
    let params = json!({ "textDocument": document, "contentChanges": change });
    send(&mut to_server, &json!({ "method": "textDocument/didChange", "params": params }));
    let last = Instant::now();
    while !messages.recv().unwrap().to_string().contains("xbrook") {}
    println!("findings {:.0} ms after the last key", millis(last.elapsed()));
    times.sort_unstable();
    let at = |share: usize| millis(times[(KEYS * share / 100).min(KEYS - 1)]);
    println!("{KEYS} keys with completions: median {:.1} ms, 95 % {:.1} ms, longest {:.1} ms", at(50), at(95), at(100));
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// Starts a server, and returns the stream to it and its messages.
fn start(home: &Path) -> (PipeWriter, Receiver<Json>) {
    let (from_client, mut to_server) = pipe().unwrap();
    let (from_server, to_client) = pipe().unwrap();
    let settings = ServerSettings { finder: Finder::only_bundled(), copies: home.join("copies") };
    std::thread::spawn(move || serve(BufReader::new(from_client), to_client, settings));
    let (sender, messages) = channel();
    std::thread::spawn(move || {
        let mut input = BufReader::new(from_server);
        while sender.send(read(&mut input)).is_ok() {}
    });
    send(&mut to_server, &json!({ "id": 1, "method": "initialize", "params": { "capabilities": {} } }));
    (to_server, messages)
}

fn send(to_server: &mut PipeWriter, message: &Json) {
    let text = message.to_string();
    write!(to_server, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
}

fn read(input: &mut impl BufRead) -> Json {
    let (mut length, mut line) = (0, String::new());
    while input.read_line(&mut line).unwrap() > 2 {
        length = line.trim_end().strip_prefix("Content-Length: ").map_or(length, |value| value.parse().unwrap());
        line.clear();
    }
    let mut content = vec![0; length];
    input.read_exact(&mut content).unwrap();
    serde_json::from_slice(&content).unwrap_or_default()
}

/// Waits for findings.
fn findings(messages: &Receiver<Json>) {
    while messages.recv().unwrap()["method"] != "textDocument/publishDiagnostics" {}
}
