//! Tests values that are set for one run, and the comparison of two versions.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::Folder;

const LESS: &str = "rules.ponds.per_lily=1";

#[test]
fn a_value_is_set_in_every_command_that_plays() {
    let folder = Folder::with_pack("set");
    let games = ["./ponds", "--games", "30", "--json"];
    let sim = |more: &[&str]| {
        let ran = folder.run(&[&["sim"], &games[..], more].concat(), "");
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.out
    };
    assert_ne!(sim(&[]), sim(&["--set", LESS]));
    assert_eq!(sim(&["--set", LESS]), sim(&["-o", "ponds:rules.ponds.per_lily=1"]), "`-o` takes paths as well");
    assert!(sim(&["--set", LESS]).contains("\"ponds:rules.ponds.per_lily=1\""), "rows and reports name the value");
    // Without the rule, no book of ponds has points.
    let without = folder.run(&["sim", "./ponds", "--games", "30", "--set", "rules.ponds=off"], "");
    assert!(!without.out.contains("\n  pond "), "{}", without.out);
    let fewer = folder.run(&["sim", "./ponds", "--games", "5", "--set", "tiles.Bend.count=1"], "");
    fewer.expect(0, "ponds:tiles.Bend.count=1", "");
    folder.run(&["duel", "./ponds", "random", "random", "--games", "4", "--set", LESS], "").expect(0, LESS, "");
    folder.run(&["report", "./ponds", "--games", "20", "--bots", "random", "--set", LESS], "").expect(0, LESS, "");
    folder.run(&["bench", "./ponds", "--games", "5", "--set", LESS], "").expect(0, "", "");
    folder.run(&["check", "./ponds", "--set", LESS], "").expect(0, "no problems found", "");
    folder.run(&["show", "./ponds", "--only", "rules", "--set", LESS], "").expect(0, "per_lily", "");
}

#[test]
fn a_game_with_values_that_were_set_replays() {
    let folder = Folder::with_pack("set-replays");
    let sim =
        ["sim", "./ponds", "--games", "3", "--set", LESS, "--set", "tiles.Bend.count=2", "--records", "games.jsonl"];
    folder.run(&sim, "").expect(0, "", "");
    let record: Value = serde_json::from_str(folder.read("games.jsonl").lines().next().unwrap()).unwrap();
    assert_eq!(record["options"]["ponds:rules.ponds.per_lily"], 1);
    assert_eq!(record["options"]["ponds:tiles.Bend.count"], 2);
    folder.run(&["replay", "games.jsonl"], "").expect(0, "", "");
    // Without the values, the same answers give another game.
    let plain = folder.read("games.jsonl").replace("\"ponds:rules.ponds.per_lily\":1,", "");
    folder.write("plain.jsonl", &plain);
    assert_ne!(folder.run(&["replay", "plain.jsonl"], "").code, 0);
    folder.run(&["play", "./ponds", "--set", LESS, "--seed", "3"], "save one.json\nquit\n").expect(0, "one.json", "");
    assert!(folder.read("one.json").contains("ponds:rules.ponds.per_lily"));
    folder.run(&["replay", "one.json"], "").expect(0, "", "");
}

#[test]
fn wrong_values_are_refused_with_advice() {
    let folder = Folder::with_pack("set-wrong");
    for (setting, message, advice) in [
        ("tiles.Bned.count=2", "no pack has a tile `Bned` [P0233]", "did you mean `Bend`?"),
        ("tile.Bend.count=2", "packs have no `tile` that can be set [P0233]", "did you mean `tiles`?"),
        ("tiles.Bend.cuont=2", "a tile has no field `cuont`", "did you mean `count`?"),
        ("tiles.Bend.count=two", "`--set tiles.Bend.count=two`: expected", ""),
        ("tiles.Bend.count=999999", "`--set tiles.Bend.count=999999`: ", ""),
        ("rules.ponds.per_lilly=2", "per_lilly", "per_lily"),
        ("count=2", "`count` is not the path of a value in a pack", "write SECTION.NAME.FIELD=VALUE"),
        ("tiles.Bend.count", "`tiles.Bend.count` has no value", "write `tiles.Bend.count=VALUE`"),
        ("option:larg=true", "there is no option `larg`", ""),
        ("tiles.Bend.count=[1", "`--set tiles.Bend.count=[1`: ", ""),
    ] {
        let ran = folder.run(&["sim", "./ponds", "--games", "2", "--set", setting], "");
        ran.expect(2, "", message);
        ran.expect(2, "", advice);
    }
}

#[test]
fn paths_of_values_are_listed_and_completed() {
    let folder = Folder::with_pack("set-paths");
    let listed = folder.run(&["show", "./ponds", "--paths"], "");
    listed.expect(0, "rules.ponds.per_lily\n", "");
    listed.expect(0, "tiles.Bend.count\n", "");
    for path in listed.out.lines().filter(|path| path.ends_with(".count")) {
        folder.run(&["show", "./ponds", "--only", "bags", "--set", &format!("{path}=2")], "").expect(0, "", "");
    }
    fs::write(folder.0.join("complete"), folder.run(&["completions", "bash"], "").out).unwrap();
    let program = env!("CARGO_BIN_EXE_tilewright");
    let script = format!(
        "source ./complete; COMP_LINE='{program} sim ./ponds --games 5 --set rules.ponds.per_l'; \
         COMP_POINT=${{#COMP_LINE}}; _tilewright_paths; echo \"${{COMPREPLY[@]}}\""
    );
    let Ok(ran) = Command::new("bash").args(["-c", &script]).current_dir(&folder.0).output() else { return };
    assert_eq!(String::from_utf8_lossy(&ran.stdout), "rules.ponds.per_lily=\n", "{ran:?}");
}

#[test]
fn two_versions_are_compared_in_sentences_and_numbers() {
    let folder = Folder::with_pack("compare");
    let with = |more: &[&str]| {
        let args = ["compare", "./ponds", "--bots", "random", "--set-b", LESS, "--games", "400"];
        folder.run(&[&args[..], more].concat(), "")
    };
    let ran = with(&[]);
    ran.expect(0, "400 games by random (seats: 2, seed 1): 200 seeds with both versions", "");
    ran.expect(0, "With `ponds:rules.ponds.per_lily=1`, ", "");
    ran.expect(0, "A game is as long as before: 29 turns.", "");
    ran.expect(0, "points in pond", "");
    let (one, three) = (with(&["--json", "--threads", "1"]).out, with(&["--json", "--threads", "3"]).out);
    assert_eq!(one, three);
    let whole: Value = serde_json::from_str(&one).unwrap();
    let questions = whole["tables"][0]["questions"].as_array().unwrap();
    let question = |measure: &str| questions.iter().find(|question| question["measure"] == measure).unwrap();
    assert_eq!(question("turns")["verdict"], "same");
    assert!(question("points")["difference"][0].as_f64().unwrap() < 0.0, "{whole}");
    assert_eq!(question("book:stream")["difference"][0], 0.0);
    assert_eq!(whole["b"]["options"][0], "ponds:rules.ponds.per_lily=1");
    assert_eq!(whole["games"].as_array().unwrap().len(), 3);
    with(&["--html", "page.html", "--out", "rows.csv"]).expect(0, "The page is in page.html.", "");
    assert!(folder.read("page.html").contains("points of a player"));
    let rows = folder.read("rows.csv");
    assert_eq!(rows.lines().count(), 1 + 2 * 200);
    assert!(rows.starts_with("bots,block,seed,version,points,lead,wins:0,turns,aside,"), "{}", &rows[..80]);
    let panel = ["compare", "./ponds", "--set-b", LESS, "--bots", "random,greedy", "--games", "20"];
    let panel = folder.run(&panel, "");
    panel.expect(0, "These sentences are about games of random.", "");
    panel.expect(0, "By greedy", "");
}

/// Shards of a comparison and a single run give the same file and the same text, for any number of threads.
#[test]
fn parts_of_a_comparison_make_the_file_of_one_run() {
    let folder = Folder::with_pack("compare-parts");
    let versions = ["compare", "./ponds", "--bots", "random,greedy/random", "--set-b", LESS, "--games", "160"];
    let with = |more: &[&str]| folder.run(&[&versions[..], more].concat(), "");
    for (file, format) in [("one.parquet", "parquet"), ("one.csv", "csv"), ("one.jsonl", "jsonl")] {
        let one = with(&["--out", file, "--threads", "1"]);
        // A seed has 2 games at the first table and 4 at the second.
        one.expect(0, "80 games by random (seats: 2, seed 1): 40 seeds with both versions, as many as requested", "");
        one.expect(0, "160 rows (", "");
        let parts = [1, 2, 3].map(|part| {
            let (to, shard) = (format!("{format}-{part}"), format!("{part}/3"));
            let threads = if part == 2 { "1" } else { "2" };
            let part = with(&["--out", &to, "--format", format, "--shard", &shard, "--threads", threads]);
            part.expect(0, &format!("The parts are in {to}."), "");
            to
        });
        let joined = file.replace("one", "joined");
        let merged = folder.run(&["merge", &joined, &parts[0], &parts[1], &parts[2]], "");
        assert_eq!(one.out.replace(file, &joined), merged.out);
        assert!(fs::read(folder.0.join(file)).unwrap() == fs::read(folder.0.join(&joined)).unwrap(), "{format}");
    }
    let json = with(&["--out", "two.csv", "--json"]);
    let merged = folder.run(&["merge", "joined.csv", "csv-1", "csv-2", "csv-3", "--json"], "");
    assert_eq!((json.code, &json.out), (0, &merged.out));
    // Without a file, the games may end earlier, but the values of a seed are equal.
    assert!(json.json()[0]["tables"][0]["questions"] == with(&["--json"]).json()[0]["tables"][0]["questions"]);
    with(&["--out", "csv-1", "--format", "csv", "--shard", "1/3"]).expect(0, "of the games already existed.", "");
}

#[test]
fn parts_of_other_comparisons_are_refused_with_advice() {
    let folder = Folder::with_pack("compare-refused");
    let compare =
        |more: &[&str]| folder.run(&[&["compare", "./ponds", "--bots", "random", "--set-b", LESS], more].concat(), "");
    compare(&["--games", "80", "--out", "parts", "--shard", "1/2"]).expect(0, "The parts are in parts.", "");
    let other = ["compare", "./ponds", "--bots", "random", "--set-b", "rules.ponds.per_lily=2", "--games", "80"];
    let other = folder.run(&[&other[..], &["--out", "parts", "--shard", "2/2"]].concat(), "");
    other.expect(1, "", "parts holds other games: `b` is {");
    other.expect(1, "", "use another folder for other games, or remove this one");
    let bots = ["compare", "./ponds", "--bots", "greedy", "--set-b", LESS, "--games", "80", "--out", "parts"];
    folder.run(&bots, "").expect(1, "", "`bots` is [[\"random\",\"random\"]] there and [[\"greedy\",\"greedy\"]] here");
    folder.run(&["merge", "all.parquet", "parts"], "").expect(1, "", "blocks are missing");
    folder.run(&["merge", "all.parquet", "parts"], "").expect(1, "", "with the seeds ");
    folder.run(&["sim", "./ponds", "--games", "10", "--out", "parts"], "").expect(
        1,
        "",
        "parts holds a comparison, not simulated games",
    );
    folder.run(&["sim", "./ponds", "--games", "10", "--out", "games"], "").expect(0, "10 rows", "");
    compare(&["--games", "80", "--out", "games"]).expect(1, "", "games holds simulated games, not a comparison");
    folder.run(&["merge", "all.parquet", "parts", "games"], "").expect(1, "", "games holds simulated games");
    folder.run(&["merge", "all.parquet", "parts", "--csv"], "").expect(2, "", "a comparison has no numbers as CSV");
    // Without a number of games, looks at the variation decide how many are played.
    compare(&["--out", "more", "--shard", "1/2"]).expect(2, "", "a folder of parts needs a fixed number of games");
    compare(&["--out", "more", "--shard", "1/2"]).expect(2, "", "give the number with `--games`");
    compare(&["--out", "more", "--games", "80", "--time", "1m"]).expect(2, "", "needs a fixed number of games");
    compare(&["--out", "x.csv", "--shard", "1/2", "--games", "80"]).expect(2, "", "cannot be a `.csv` file");
    compare(&["--shard", "1/2"]).expect(2, "", "--out");
    compare(&["--out", "by-looks.csv", "--matters", "points=9,lead=9,wins=0.5,turns=9,aside=9"]).expect(
        0,
        "100 seeds with both versions, enough for each question",
        "",
    );
    assert_eq!(folder.read("by-looks.csv").lines().count(), 201);
}

#[test]
fn versions_are_packs_values_or_both() {
    let folder = Folder::with_pack("versions");
    assert_eq!(folder.run(&["new", "wells", "--base", "./ponds"], "").code, 0);
    let compare =
        |args: &[&str]| folder.run(&[&["compare"], args, &["--bots", "random", "--games", "8", "--json"]].concat(), "");
    let with = compare(&["./ponds", "./ponds+./wells"]);
    assert_eq!(with.code, 0, "{}", with.err);
    assert!(with.json()[0]["b"]["name"].as_str().unwrap().contains("Wells"), "{}", with.out);
    compare(&["./ponds", "--set-a", "tiles.Bend.count=3", "--set-b", "tiles.Bend.count=4", "--set", LESS]).expect(
        0,
        "`ponds:tiles.Bend.count=4`",
        "",
    );
    compare(&["./ponds"]).expect(2, "", "both versions are the same");
    compare(&["HEAD:./ponds", "./ponds"]).expect(3, "", "write a git revision and a folder");
    compare(&["./ponds", "--set-b", LESS, "--matters", "point=1"]).expect(2, "", "did you mean `points`?");
    compare(&["./ponds", "--set-b", LESS, "--time", "soon"]).expect(2, "", "write `30s`, `2m` or `1h`");
    compare(&["./ponds", "--set-b", LESS, "--seats", "9"]).expect(2, "", "9 seats cannot play");
    compare(&["./ponds", "./nothing"]).expect(3, "", "nothing");
    let git = |args: &[&str]| {
        let names = ["-c", "user.name=A", "-c", "user.email=a@example.org"];
        Command::new("git").args(names).args(args).current_dir(&folder.0).output().is_ok_and(|ran| ran.status.success())
    };
    if git(&["init", "--quiet"]) && git(&["add", "ponds"]) && git(&["commit", "--quiet", "-m", "first"]) {
        folder.write(
            "ponds/tiles.ron",
            &folder.read("ponds/tiles.ron").replace("\"Bend\", count: 6", "\"Bend\", count: 2"),
        );
        let ran = compare(&["HEAD:./ponds", "./ponds"]);
        let turns = ran.json()[0]["tables"][0]["questions"]
            .as_array()
            .unwrap()
            .iter()
            .find(|q| q["measure"] == "turns")
            .cloned();
        assert_eq!(turns.unwrap()["difference"][0], -4.0, "{}", ran.out);
    }
    let timed = folder.run(&["compare", "./ponds", "--set-b", LESS, "--time", "1s", "--matters", "wins=0.001"], "");
    timed.expect(0, "The time was over.", "");
}

#[test]
fn parts_of_a_game_are_judged() {
    let folder = Folder::with_pack("worth");
    let run = |more: &[&str]| folder.run(&[&["worth", "./ponds", "--bots", "random"], more].concat(), "");
    let shown = run(&["--of", "rules", "--games", "400"]);
    shown.expect(0, "Without each of the rules", "");
    shown.expect(0, "ponds:ponds", "");
    let json = run(&["--games", "200", "--json"]);
    let whole: Value = serde_json::from_str(&json.out).unwrap();
    let parts = whole["parts"].as_array().unwrap();
    let part = |name: &str| parts.iter().find(|part| part["part"] == name).unwrap_or_else(|| panic!("{whole}"));
    let ponds = part("ponds:ponds");
    assert_eq!((&ponds["verdict"], &ponds["without"]), (&"useful".into(), &"ponds:rules.ponds=off".into()));
    assert_eq!((ponds["blocks"].as_u64(), ponds["seeds"].as_array().unwrap().len()), (Some(100), 3));
    assert!(["rules", "figures", "tiles"].iter().all(|kind| parts.iter().any(|part| part["kind"] == *kind)));
    assert_eq!(run(&["--games", "200", "--json", "--threads", "3"]).out, json.out, "threads change nothing");
    run(&["--of", "rule"]).expect(2, "", "did you mean `rules`?");
    folder.run(&["worth", "./ponds", "--bots", "random,greedy"], "").expect(2, "", "joined by `/`");
}

#[test]
fn recorded_games_are_scored_by_two_versions() {
    let folder = Folder::with_pack("rescored");
    folder
        .run(&["sim", "./ponds", "--games", "5", "--bots", "greedy", "--records", "games.jsonl"], "")
        .expect(0, "", "");
    let compare = |more: &[&str]| folder.run(&[&["compare", "./ponds", "--records", "games.jsonl"], more].concat(), "");
    let shown = compare(&["--set-b", "rules.ponds.per_lily=5"]);
    shown.expect(0, "score differently", "");
    shown.expect(0, "5 each", "");
    let json: Value = serde_json::from_str(&compare(&["--set-b", "rules.ponds.per_lily=5", "--json"]).out).unwrap();
    let differing = json["differing"].as_array().unwrap();
    assert_eq!(differing.len() as u64 + json["same"].as_u64().unwrap(), 5);
    let first = &differing[0]["first"];
    assert_ne!(first[0]["points"], first[1]["points"]);
    assert_eq!(first[0]["place"], first[1]["place"]);
    let refused = compare(&["--set-b", "tiles.Bend.count=0"]);
    refused.expect(0, "B does not play the game to its end: move ", "");
    fs::create_dir(folder.0.join("none")).unwrap();
    folder.run(&["compare", "./ponds", "--set-b", LESS, "--records", "none"], "").expect(1, "", "no recorded game");
    folder.run(&["compare", "./ponds", "--set-b", LESS, "--records", "nowhere"], "").expect(3, "", "nowhere");
}
