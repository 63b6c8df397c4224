//! Tests that mistakes in files of targets are found, all at once and with their places.

use std::fmt::Write;

use tilewright_core::diag::{Diagnostic, SourceMap};

use super::*;
use crate::packs::find::Finder;
use crate::packs::load::{Reading, Request};

const PACK: &str = r#"Pack(
    id: "pips", version: "1.0.0", format: 1, title: "Pips", authors: ["A"], licence: "MIT", seats: (2, 3),
    terrains: [(id: grass, ground: true)],
    edges: [(id: grass, ports: [grass])],
    tags: [mark],
    options: [(id: large, default: false)],
    bags: [tiles],
    tiles: [
        (id: "Plain", count: 13, edges: (n: grass, e: grass, s: grass, w: grass)), // most of them
        (id: "Rare", edges: (n: grass, e: grass, s: grass, w: grass), tags: {"mark": 2}),
        (id: "Odd", count: 3, edges: (n: grass, e: grass, s: grass, w: grass), when: {"large": true}),
    ],
    board: (presets: [(tile: "Plain", at: (0, 0))]),
    books: [pips],
    flow: (turn: [draw(from: tiles), place], ends_with: [tiles]),
    rules: [(use: "points")],
)"#;

const POINTS: &str = "--- Tiles give points.\n--- @param each integer = 4  Points for a tile.\n\
    on(\"placed\", function(ev) award(ev.seat, param.each, \"pips\") end)\n";

/// Folder of a test with the pack, removed at the end.
struct PackFolder(std::path::PathBuf);

impl PackFolder {
    fn new(name: &str) -> PackFolder {
        let folder = std::env::temp_dir().join(format!("tilewright-targets-{name}-{}", std::process::id()));
        for (file, text) in [("pack.ron", PACK), ("rules/points.lua", POINTS)] {
            crate::files::write_with_folders(&folder.join("pips").join(file), text.as_bytes()).unwrap();
        }
        PackFolder(folder)
    }

    fn reading(&self) -> Reading {
        Reading::read_packs(&Finder::nowhere().with_folder(&self.0), &["pips".to_owned()]).unwrap()
    }
}

impl Drop for PackFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn request() -> Request {
    Request { lints: false, ..Request::new(["pips"]) }
}

fn shown(findings: &[Diagnostic], sources: &SourceMap) -> String {
    let mut text = String::new();
    for finding in findings {
        let place = finding.span.map_or_else(String::new, |span| sources.place(span));
        let _ = writeln!(text, "{place} {}: {}", finding.code, finding.message);
        if let Some(hint) = &finding.hint {
            let _ = writeln!(text, "    {hint}");
        }
    }
    text
}

/// Reads a file of targets and checks it with the pack.
fn found(text: &str) -> String {
    let mut reading = read_targets("targets.ron", text, &|bot| {
        (!matches!(bot, "random" | "greedy")).then(|| format!("there is no bot `{bot}`"))
    });
    if let Some(file) = reading.file.clone() {
        let name = text.lines().next().unwrap_or_default().len();
        let folder = PackFolder::new(&format!("{}-{name}", text.len()));
        let packs = folder.reading();
        let loaded = packs.load(&request());
        reading.add(check_targets(&file, &packs, &request(), loaded.catalog().unwrap()));
    }
    shown(&reading.findings, &reading.sources)
}

#[track_caller]
fn check(text: &str, wanted: &str) {
    assert_eq!(found(text), wanted);
}

const GOOD: &str = r#"Targets(
    packs: ["pips"], seats: 3,
    vary: [("tiles.Plain.count", 4, 12, 4), ("rules.points.each", -1, 3)],
    targets: [("turns", 6, 7.5), ("seat:3", 0.3, 0.4), ("share:pips", 0.9, 1), ("aside", 0, 0.01)],
    panel: [greedy, random], confirm: "greedy", games: 500,
)"#;

#[test]
fn a_file_of_targets_is_read() {
    assert_eq!(found(GOOD), "");
    let file = read_targets("t", &format!("\u{feff}{GOOD}"), &|_| None).file.unwrap();
    assert_eq!(file.numbers[0].values, [4, 8, 12]);
    assert_eq!(file.numbers[1].values, [-1, 0, 1, 2, 3]);
    let targets: Vec<String> = file.targets.iter().map(|t| format!("{} {} {}", t.measure, t.low, t.high)).collect();
    assert_eq!(targets, ["turns 6 7.5", "seat:3 0.3 0.4", "share:pips 0.9 1", "aside 0 0.01"]);
    assert_eq!((file.panel.len(), file.confirm.as_deref(), file.games), (2, Some("greedy"), 500));
    let least = "(packs: [pips], vary: [(\"tiles.Plain.count\", 1, 2)], targets: [(turns, 1, 2)])";
    let file = read_targets("t", least, &|_| None).file.unwrap();
    assert_eq!((file.panel, file.games, file.seats), (vec!["greedy".to_owned()], 20_000, None));
}

#[test]
fn all_mistakes_are_found_at_once() {
    check(
        r#"Targets(
    packs: ["pips"],
    vary: [("tiles.Plian.count", 4, 12), ("rules.points.eech", 1, 3), ("option:large", 0, 1), ("tiles.Plain.count", 5, 5)],
    targets: [("turn", 6, 7), ("seat:3", 30, 40), ("share:pip", 0.9, 1), ("turns", 6, x), ("turns", 7, 9), ("turns", 7, 9)],
    panel: [gready, greedy, greedy],
    game: 100,
)"#,
        "\
targets.ron:3:13 P0233: no pack has a tile `Plian`
\x20   did you mean `Plain`?
targets.ron:3:43 S0111: pips/rules/points.lua has no parameter `eech`
\x20   did you mean `each`?
targets.ron:3:72 P0233: `option:large` is not the path of a number in a pack
\x20   write SECTION.NAME.FIELD, such as `tiles.T1.count`; `tilewright show PACK --paths` lists paths
targets.ron:3:120 P0109: the second number must be greater than the first
targets.ron:4:16 P0111: there is no measure `turn`
\x20   did you mean `turns`?
targets.ron:4:42 P0109: `seat:3` is a share, and 30 is not from 0 to 1
\x20   write 0.25 for 25 %
targets.ron:4:52 P0111: there is no book `pip`
\x20   did you mean `pips`?
targets.ron:4:87 P0105: expected a number such as 60 or 0.25, found the name `x`
targets.ron:4:109 P0110: `turns` is given twice
targets.ron:5:13 P0111: there is no bot `gready`
targets.ron:5:29 P0110: `greedy` is already in the panel
targets.ron:6:5 P0103: a file of targets has no field `game`
\x20   did you mean `games`?
",
    );
}

#[test]
fn mistakes_of_the_whole_file_are_found() {
    check("Targets(packs: [pips]", "targets.ron:1:22 P0101: this is not RON: a `)` is missing before this\n");
    check(
        "Pack(id: \"x\")",
        "targets.ron:1:1 P0106: `Pack` does not begin a file of targets\n    write `Targets(…)`\n",
    );
    check("[1, 2]", "targets.ron:1:1 P0105: expected a file of targets as fields in parentheses, found a list\n");
    check(
        "Targets(packs: [], vary: 3, games: 7)",
        "targets.ron:1:1 P0104: a file of targets lacks the field `targets`\n\
         targets.ron:1:16 P0105: expected a list that is not empty, found a list\n\
         targets.ron:1:26 P0105: expected a list, found the number 3\n\
         targets.ron:1:36 P0109: 7 is out of range; it may be 500 to 1000000\n",
    );
    check(
        "Targets(packs: [pips], seats: 4, targets: [(seat, 0, 1, 2)],\n\
         vary: [(\"tiles.Plain.count\", 0, 900), (\"tiles.Plain.count\", 1, 200001, 100000), 5])",
        "targets.ron:1:31 P0109: 4 seats cannot play; the packs are for 2 to 3\n\
         targets.ron:1:44 P0105: expected a measure and two numbers, such as (\"turns\", 60, 75), found values in \
         parentheses\n\
         targets.ron:2:8 P0102: these are 901 values; at most 100 are allowed\n    \
         give the step between the values as a fourth number\n\
         targets.ron:2:40 P0314: 200001 copies are not possible; the number may be 0 to 100000\n\
         targets.ron:2:81 P0105: expected a path and two or three numbers, such as (\"tiles.T1.count\", 2, 6), found the \
         number 5\n",
    );
    assert!(found(&format!("Targets(vary: {})", "[".repeat(10_000))).contains("P0102"));
}

#[test]
fn every_field_is_read() {
    assert_eq!(found(GOOD), "");
    let never = tilewright_pack::read::asked::never(&[&tilewright_pack::schema::TARGETS]);
    assert!(never.is_empty(), "{never:?}");
}

#[test]
fn present_numbers_are_found() {
    let folder = PackFolder::new("present");
    let (reading, base) = (folder.reading(), request());
    let loaded = reading.load(&base);
    let of = |path: &str| {
        let set = reading.load(&base.clone().with_option(path, tilewright_core::catalog::Value::Int(7)));
        present_number(&reading, &loaded, &set, path)
    };
    assert_eq!(of("tiles.Plain.count"), Some(13), "the number in the file");
    assert_eq!(of("pips:tiles.Rare.count"), Some(1), "the default of the format");
    assert_eq!(of("rules.points.each"), Some(4), "the default of the rule");
    assert_eq!(of("tiles.Rare.tags.mark"), Some(2));
    assert_eq!(of("tiles.Nothing.count"), None);
}

#[test]
fn numbers_are_changed_in_their_files() {
    let folder = PackFolder::new("patch");
    let reading = folder.reading();
    let patch = |values: &[(&str, i64)]| {
        let values: Vec<(String, i64)> = values.iter().map(|(path, value)| ((*path).to_owned(), *value)).collect();
        let mut request = request();
        for (path, value) in &values {
            request = request.with_option(path, tilewright_core::catalog::Value::Int(*value));
        }
        patch_numbers(&reading, &reading.load(&request), &values)
    };
    let all = patch(&[
        ("tiles.Plain.count", 9),
        ("tiles.Rare.count", 3),
        ("rules.points.each", 5),
        ("tiles.Rare.tags.mark", 4),
    ]);
    let all = all.unwrap();
    let [file] = &all.files[..] else { panic!("{all:?}") };
    let (line, before, after) = file.changed_lines();
    assert_eq!((line, before.len(), after.len()), (9, 8, 8));
    assert!(all.is_writable());
    assert_eq!(after[0].trim(), before[0].trim().replace("13", "9"));
    assert!(after[1].contains("count: 3") && after[1].contains("\"mark\": 4"), "{after:?}");
    assert_eq!(after[7].trim(), "rules: [(use: \"points\", each: 5)],");
    let loaded = all.load(&reading, &request());
    assert!(loaded.is_playable(), "{:?}", loaded.errors().collect::<Vec<_>>());
    all.write().unwrap();
    let text = std::fs::read_to_string(folder.0.join("pips/pack.ron")).unwrap();
    assert_eq!(text, file.after);
    assert!(all.write().is_err(), "the file has changed since it was read");
    assert!(matches!(patch(&[("tiles.Odd.count", 9)]), Err(NumberError::NotFound { .. })), "it is switched off");
}
