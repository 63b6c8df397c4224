//! Tests every pack in the handbook: it has no findings, its tests pass, and whole games of it end.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use expect_test::expect_file;
use serde_json::Value;
use tilewright_art::raster;
use tilewright_art::scene::Scene;
use tilewright_handbook::{Topic, TopicKind, topics};

/// Writes the pack of a topic into its own folder in the folder of the test; `None` for a topic without a pack.
fn write_pack(test: &str, topic: &Topic) -> Option<PathBuf> {
    let files = topic.files();
    let id = topic.pack_id()?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("handbook").join(test).join(topic.slug);
    let _ = fs::remove_dir_all(&folder);
    let folder = folder.join(id);
    for (path, text) in &files {
        let file = folder.join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    paint(&folder);
    Some(folder)
}

/// Writes a picture for every name of a PNG in the own art of a pack, because the handbook contains no pictures.
fn paint(folder: &Path) {
    let art = folder.join("art");
    let Ok(text) = fs::read_to_string(art.join("art.ron")) else { return };
    // Cells of sheets with two columns and rows are then also fine enough for print.
    let picture = raster::png(&Scene::new(1.0, 1.0), 1300.0).unwrap();
    for name in text.split('"').filter(|name| name.ends_with(".png")) {
        fs::write(art.join(name), &picture).unwrap();
    }
}

/// Returns the output of a command that must succeed.
#[track_caller]
fn run(folder: &Path, args: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    command.args(args).current_dir(folder).env("TILEWRIGHT_HOME", folder.join("../home"));
    let ran = command.env_remove("TILEWRIGHT_PACKS").output().unwrap();
    let text = [ran.stdout, ran.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    assert!(ran.status.success(), "{}: {args:?}\n{text}", folder.display());
    text
}

fn check_topics(topics: &[&Topic]) {
    for topic in topics {
        let Some(folder) = write_pack("played", topic) else { continue };
        assert_eq!(run(&folder, &["check", ".", "--json"]), "", "{}", topic.path);
        let tests = run(&folder, &["test", "."]);
        assert!(tests.contains(" passed, 0 failed") && !tests.contains("warning"), "{}: {tests}", topic.path);
        assert!(!tests.starts_with("0 passed"), "{} has no test", topic.path);
        let games = run(&folder, &["sim", ".", "--games", "20", "--json"]);
        assert!(games.contains("\"games\":20"), "{}: {games}", topic.path);
    }
}

/// Returns every fourth topic, so that several tests can share them.
fn every_fourth(first: usize) -> Vec<&'static Topic> {
    topics().iter().skip(first).step_by(4).collect()
}

#[test]
fn packs_of_the_handbook_are_checked_tested_and_played() {
    check_topics(&every_fourth(0));
}

#[test]
fn packs_of_the_handbook_are_checked_tested_and_played_too() {
    check_topics(&every_fourth(1));
}

#[test]
fn further_packs_of_the_handbook_are_checked_tested_and_played() {
    check_topics(&every_fourth(2));
}

#[test]
fn the_last_packs_of_the_handbook_are_checked_tested_and_played() {
    check_topics(&every_fourth(3));
}

/// The commands of a topic run one after another in a folder next to its pack, or with the files of a chapter. Their output must match the page, in the
/// order of the page. A line `…` on the page matches any number of lines; at the end of a line, `…` matches the
/// remainder.
#[test]
fn commands_print_what_the_handbook_shows() {
    for topic in topics() {
        if !topic.blocks().any(|block| block.language == "text") {
            continue;
        }
        let pack = write_pack("packs", topic);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("handbook/commands").join(topic.slug);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        match pack {
            Some(pack) => fs::rename(&pack, folder.join(pack.file_name().unwrap())).unwrap(),
            None => topic.files().iter().for_each(|(path, text)| fs::write(folder.join(path), text).unwrap()),
        }
        let mut printed = String::new();
        for block in topic.blocks().filter(|block| block.file.is_none()) {
            if block.language == "sh" {
                printed = block.text.lines().map(|line| run_line(&folder, line)).collect();
                continue;
            }
            let mut lines = printed.lines();
            for shown in block.text.lines().filter(|line| !line.trim().is_empty() && line.trim() != "…") {
                let fits = |line: &str| match shown.strip_suffix('…') {
                    Some(beginning) => line.starts_with(beginning),
                    None => line.trim_end() == shown.trim_end(),
                };
                assert!(lines.any(fits), "{}: nothing prints `{shown}` here:\n{printed}", topic.path);
            }
        }
    }
}

/// Returns the output of a shell line, whatever its exit code.
fn run_line(folder: &Path, line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(words[0], "tilewright", "{line}");
    let serves = match words.get(1) {
        Some(&"host") => !words.contains(&"--export"),
        word => word == Some(&"lsp"),
    };
    assert!(!serves, "`{line}` does not end: a topic with this command has no blocks of `text`");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    command.args(&words[1..]).current_dir(folder).env("TILEWRIGHT_HOME", folder.join("home"));
    let ran = command.env_remove("TILEWRIGHT_PACKS").output().unwrap();
    [ran.stdout, ran.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat()
}

#[test]
fn files_of_a_topic_belong_to_a_pack() {
    for topic in topics() {
        let files = topic.files();
        // Chapters may have files that commands read.
        let has_pack = topic.pack_id().is_some() || topic.sort == TopicKind::Chapter;
        assert!(files.is_empty() || has_pack, "{} has files and no pack.ron", topic.path);
        assert!(topic.sort == TopicKind::Chapter || !files.is_empty(), "{} has no files", topic.path);
    }
}

/// Runs a command that needs no pack; returns its exit code, output and errors.
fn run_handbook(args: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    command.arg("handbook").args(args).current_dir(env!("CARGO_TARGET_TMPDIR"));
    let ran = command.env_remove("CLICOLOR_FORCE").output().unwrap();
    let [out, err] = [ran.stdout, ran.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (ran.status.code().unwrap(), out, err)
}

#[test]
fn topics_are_listed() {
    let (code, out, _) = run_handbook(&[]);
    assert_eq!(code, 0);
    assert!(topics().iter().all(|topic| out.contains(&format!("\n  {} ", topic.slug)) && out.contains(&topic.summary)));
    let (_, out, _) = run_handbook(&["--json"]);
    let listed: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(listed.len(), topics().len());
    let recipe = listed.iter().find(|topic| topic["topic"] == "longest-road").unwrap();
    assert_eq!((&recipe["sort"], &recipe["files"][0]), (&Value::from("recipe"), &Value::from("pack.ron")));
}

#[test]
fn a_topic_is_shown_plain_where_nobody_watches() {
    for topic in topics() {
        let (code, out, err) = run_handbook(&[topic.slug]);
        assert!(code == 0 && err.is_empty() && !out.contains('\u{1b}'), "{}: {err}", topic.slug);
        for block in topic.blocks() {
            let lines = block.text.lines().filter(|line| !line.is_empty());
            assert!(lines.into_iter().all(|line| out.contains(&format!("    {line}\n"))), "{}", topic.slug);
        }
    }
    let (_, coloured, _) = run_handbook(&["tile-in-hand", "--color", "always"]);
    let (_, plain, _) = run_handbook(&["tile-in-hand"]);
    assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), plain);
    assert_ne!(coloured, plain);
}

#[test]
fn a_recipe_on_the_terminal() {
    let (_, out, _) = run_handbook(&["starting-landscape"]);
    expect_file!["expected/starting-landscape.txt"].assert_eq(&out);
}

#[test]
fn codes_and_near_names_lead_to_topics() {
    let (_, by_code, _) = run_handbook(&["p0308"]);
    assert_eq!(by_code, run_handbook(&["tiles"]).1);
    for (args, code, told) in [
        (&["longest-rode"] as &[&str], 2, "did you mean `longest-road`?"),
        (&["relics"], 2, "`tilewright handbook auction` contains these words"),
        (&["P0404x"], 2, "`tilewright handbook` lists all topics"),
        (&["P0206"], 2, "`tilewright check --explain P0206` explains this code"),
        (&["--search", "xylophone orchestra"], 1, "try fewer words"),
        (&["--copy", "balance"], 2, "every recipe has one"),
    ] {
        let (exit, out, err) = run_handbook(args);
        assert!(exit == code && out.is_empty() && err.contains(told), "{args:?}: {exit} {err}");
    }
    let (_, out, _) = run_handbook(&["--search", "relic", "coins"]);
    assert!(out.starts_with("auction  An auction\n"), "{out}");
}

#[test]
fn a_recipe_is_copied_and_the_pages_are_written() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("handbook/copied");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    run(&folder, &["handbook", "--copy", "auction"]);
    assert!(run(&folder, &["test", "./relics"]).contains(" 0 failed"));
    let mut again = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    again.args(["handbook", "--copy", "auction"]).current_dir(&folder);
    assert_eq!(again.output().unwrap().status.code(), Some(3));
    run(&folder, &["handbook", "--html", "pages"]);
    assert_eq!(fs::read_dir(folder.join("pages")).unwrap().count(), topics().len() + 1);
}

/// Changes that recipes propose under "Make it yours": topic, file, text to replace, and its replacement.
const PROPOSED: &[(&str, &str, &str, &str)] = &[
    ("longest-road", "pack.ron", "on: road", "on: city"),
    ("longest-road", "rules/longest.lua", "if tiles >", "if ev.feature:finished() and tiles >"),
    (
        "walk-or-place",
        "rules/walking.lua",
        "if not options:has(key) then",
        "if not options:has(key) and #next:feature():figures() == 1 then",
    ),
    ("walk-or-place", "pack.ron", "on: [road]", "on: [road, field]"),
    ("walking-figure", "pack.ron", "on: [road]", "on: [road, field]"),
    (
        "walking-figure",
        "rules/walk.lua",
        "if #goal:tile():segments(param.sight) > 0",
        "if #goal:feature():figures() > 1",
    ),
    ("tile-in-hand", "pack.ron", "    steps: [", "    flow: (override: true, open_hands: true),\n    steps: ["),
    (
        "tile-in-hand",
        "pack.ron",
        "(append: \"closing\", step: refill(name: \"new_tile\", from: tiles, size: option(\"hand\")))",
        "(before: \"tile\", step: refill(name: \"new_tile\", from: tiles, size: option(\"hand\")))",
    ),
    (
        "kept-tile",
        "pack.ron",
        "        (before: \"turn/draw\"",
        "        (append: \"closing\", step: refill(name: \"another\", from: tiles, size: 1)),\n        (before: \"turn/draw\"",
    ),
    ("auction", "rules/auction.lua", "pay(\"coins\", leader, nil, best)", "pay(\"coins\", leader, ev.seat, best)"),
    ("event-stack", "pack.ron", "rules: [", "rules: [(use: \"tidings\", stack: events, on: road, book: event), "),
    ("two-piles", "pack.ron", "bags: [wild]", "bags: [(id: wild, stacked: true, open: true)]"),
    ("good-neighbours", "pack.ron", "on: road, beside: cloister", "on: city, beside: field"),
    (
        "good-neighbours",
        "rules/neighbours.lua",
        "feature:count_beside(param.beside)",
        "feature:count_beside(param.beside, true)",
    ),
    ("finish-line", "pack.ron", "    rules: [", "    steps: [(remove: \"finish/final\")],\n    rules: ["),
    ("unfinished-penalty", "rules/great_or_lost.lua", "sheet:scale(2, 1, \"great\")", "sheet:scale(1, 2, \"small\")"),
    ("variant", "pack.ron", "supply: 5,", "supply: {2: 7, 3: 6, 4: 5, 5: 5, 6: 5},"),
    ("variant", "pack.ron", "count: 3", "count: 0, bag: none"),
    ("override-rule", "pack.ron", "rules: [", "rules: [(id: \"carcassonne:cities\", override: true, per_tile: 3), "),
    ("longest-road", "pack.ron", "points: 5", "points: 10"),
    ("walk-or-place", "pack.ron", "book: travels)", "book: travels, points: 2)"),
    ("good-neighbours", "rules/neighbours.lua", "{ stage = \"add\", when = \"finished\" }", "{ stage = \"add\" }"),
    (
        "wandering-token",
        "rules/wolf.lua",
        "take_home(figure, { reason = \"wolf\" })",
        "award(figure:owner(), 1, \"city\")",
    ),
    (
        "secret-choice",
        "rules/patrons.lua",
        "ask(seat, \"patron\", param.patrons, { secret = true })",
        "param.patrons[1 + chance(\"patron\", #param.patrons)]",
    ),
    (
        "two-piles",
        "rules/two_piles.lua",
        "    in_play(draw(",
        "    if pile.key == param.piles[2] then award(seat, -1, \"city\") end\n    in_play(draw(",
    ),
    (
        "goods-majority",
        "pack.ron",
        "rules: [",
        "rules: [(use: \"goods\", on: road, goods: [honey, salt], counters: [honey, salt]), ",
    ),
    ("like-apart", "pack.ron", "board: (extent: fixed(6, 5))", "board: (extent: fixed(8, 4))"),
    ("like-apart", "rules/apart.lua", "{ tag = colour, beside_tag = colour, ", "{ beside_same = true, "),
    ("die", "pack.ron", "faces: [1, 2, 3, home]", "faces: [2, 2, 3, home]"),
    ("takes-neighbours", "rules/drives_off.lua", "neighbours()", "around()"),
];

#[test]
fn what_recipes_propose_can_be_played() {
    for (number, (slug, file, from, to)) in PROPOSED.iter().enumerate() {
        let topic = topics().iter().find(|topic| topic.slug == *slug).unwrap();
        let folder = write_pack(&format!("proposed-{number}"), topic).unwrap();
        let text = fs::read_to_string(folder.join(file)).unwrap();
        assert!(text.contains(from), "{slug}: {file} has no {from}");
        fs::write(folder.join(file), text.replacen(from, to, 1)).unwrap();
        let findings = run(&folder, &["check", ".", "--json"]);
        assert!(!findings.contains("\"error\""), "{slug}: {to}\n{findings}");
        let games = run(&folder, &["sim", ".", "--games", "5", "--json"]);
        assert!(games.contains("\"games\":5"), "{slug}: {to}\n{games}");
    }
}
