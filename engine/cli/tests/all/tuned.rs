//! Tests the search for numbers as users see it: files of targets, proposals, changes of files, resumed and shared runs.

use std::fs;

use serde_json::Value;

use crate::Folder;

/// Targets that games of the template by random players do not meet, but with fewer bends and cheaper lilies do.
const TARGETS: &str = r#"Targets(
    packs: ["./ponds"],
    vary: [("tiles.Bend.count", 2, 7), ("rules.ponds.per_lily", 0, 3)],
    targets: [("turns", 25.5, 26.5), ("share:pond", 0.5, 0.545)],
    panel: ["random"], games: 6000,
)
"#;

fn with_targets(name: &str, text: &str) -> Folder {
    let folder = Folder::with_pack(name);
    folder.write("targets.ron", text);
    folder
}

#[test]
fn a_search_proposes_a_change_and_writes_it() {
    let folder = with_targets("tune", TARGETS);
    let before = folder.read("ponds/tiles.ron");
    let ran = folder.run(&["tune", "targets.ron"], "");
    ran.expect(0, "24 of 24 candidates played; ", "");
    ran.expect(0, "Proposal: tiles.Bend.count 6 → 3, rules.ponds.per_lily 3 → 0.", "");
    ran.expect(0, "tiles.Bend.count: 2 misses `turns`; 4 misses `turns`.", "");
    ran.expect(0, "-    (id: \"Bend\", count: 6,", "");
    ran.expect(0, "+    (id: \"Bend\", count: 3,", "");
    ran.expect(
        0,
        "`--apply` writes this change. To play with it first: --set tiles.Bend.count=3 --set rules.ponds",
        "",
    );
    assert_eq!(folder.read("ponds/tiles.ron"), before);
    let json = |threads: &str| {
        let ran = folder.run(&["tune", "targets.ron", "--json", "--threads", threads], "");
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.out
    };
    assert_eq!(json("1"), json("3"));
    let found: Value = serde_json::from_str(&json("2")).unwrap();
    assert_eq!((&found["verdict"], &found["is_present"]), (&Value::from("found"), &Value::from(false)));
    assert_eq!(found["finalists"][0]["numbers"]["tiles.Bend.count"], 3);
    assert_eq!(found["finalists"][0]["targets"][0][0]["mean"][0], 26.0);
    assert_eq!(found["present"]["targets"][0][0]["verdict"], "missed");
    assert!(found["games"].as_u64().unwrap() <= 6000, "{found}");
    folder.run(&["tune", "targets.ron", "--apply"], "").expect(0, "The change is written.", "");
    let after = folder.read("ponds/tiles.ron");
    assert_eq!(after, before.replace("(id: \"Bend\", count: 6,", "(id: \"Bend\", count: 3,"));
    assert_eq!(folder.run(&["check", "./ponds"], "").code, 0);
    let again = folder.run(&["tune", "targets.ron", "--apply"], "");
    again.expect(0, "The present numbers meet all targets.", "nothing was written: the present numbers already meet");
    assert_eq!(folder.read("ponds/tiles.ron"), after);
}

#[test]
fn targets_that_no_numbers_meet_are_named() {
    let text = TARGETS.replace("0.5, 0.545", "0.8, 0.9");
    let folder = with_targets("tune-none", &text);
    let ran = folder.run(&["tune", "targets.ron", "--apply"], "");
    ran.expect(0, "No candidate meets the target `share:pond`.\nThe nearest: ", "nothing was written: no candidate");
    assert!(!ran.out.contains("--set"), "{}", ran.out);
    // Fifty games for each candidate are too few to know the answer.
    let folder = with_targets("tune-few", &TARGETS.replace("6000", "500").replace("0.5, 0.545", "0.475, 0.485"));
    folder.run(&["tune", "targets.ron"], "").expect(0, "It is not known whether a candidate meets all targets.", "");
}

#[test]
fn mistakes_in_files_of_targets_are_shown_together() {
    let wrong = r#"Targets(
    packs: ["./ponds"],
    vary: [("tiles.Bned.count", 2, 7), ("rules.ponds.per_lilly", 0, 3)],
    targets: [("turn", 25, 26), ("share:ponds", 0.4, 0.5)],
    panel: ["rndom", "mcts:500ms"],
)
"#;
    let folder = with_targets("tune-wrong", wrong);
    let ran = folder.run(&["tune", "targets.ron"], "");
    for mistake in [
        "no pack has a tile `Bned`",
        "did you mean `Bend`?",
        "did you mean `per_lily`?",
        "there is no measure `turn`",
        "did you mean `turns`?",
        "there is no book `ponds`",
        "did you mean `pond`?",
        "there is no bot `rndom`; did you mean `random`?",
        "`mcts:500ms` plays differently on every machine",
        "targets.ron has 6 errors",
        "targets.ron:3:",
    ] {
        ran.expect(1, "", mistake);
    }
    folder.run(&["tune", "nothing.ron"], "").expect(3, "", "nothing.ron");
    folder.write("targets.ron", "Targets(packs: [\"./nothing\"], vary: [], targets: [])");
    folder.run(&["tune", "targets.ron"], "").expect(3, "", "nothing");
    folder.write("targets.ron", "Targets(");
    folder.run(&["tune", "targets.ron"], "").expect(1, "", "targets.ron has 1 error");
    folder.run(&["tune", "targets.ron", "--shard", "1/2"], "").expect(2, "", "--out");
}

/// Packs are found next to the file, wherever the command runs.
#[test]
fn packs_are_named_from_the_folder_of_the_file() {
    let folder = with_targets("tune-places", TARGETS);
    fs::create_dir_all(folder.0.join("plans")).unwrap();
    folder.write("plans/targets.ron", &TARGETS.replace("./ponds", "../ponds").replace("6000", "500"));
    folder.run(&["tune", "plans/targets.ron", "--set", "tiles.Shore.count=7"], "").expect(
        0,
        "ponds:tiles.Shore.count=7",
        "",
    );
    let included = r#"Targets(packs: ["glowmoor"], vary: [("VARIED", 2, 4)], targets: [("turns", 1, 900)], panel: [random], games: 500)"#;
    let paths = folder.run(&["show", "glowmoor", "--paths"], "").out;
    let path = paths.lines().find(|path| path.starts_with("tiles.") && path.ends_with(".count")).unwrap();
    folder.write("targets.ron", &included.replace("VARIED", path));
    folder.run(&["tune", "targets.ron"], "").expect(0, "The present numbers meet all targets.", "");
}

/// Results that were kept are taken, also by a run after several processes that shared the games.
#[test]
fn results_are_kept_resumed_and_shared() {
    let folder = with_targets("tune-kept", &TARGETS.replace("6000", "2000"));
    let whole = folder.run(&["tune", "targets.ron"], "");
    let kept = folder.run(&["tune", "targets.ron", "--out", "results"], "");
    assert_eq!((kept.code, &kept.out), (0, &whole.out));
    let journal = folder.read("results/part-1-of-1.jsonl");
    assert_eq!(folder.run(&["tune", "targets.ron", "--out", "results"], "").out, whole.out);
    assert_eq!(folder.read("results/part-1-of-1.jsonl"), journal, "nothing was played again");
    std::thread::scope(|scope| {
        let folder = &folder;
        let run = |shard: &'static str| folder.run(&["tune", "targets.ron", "--out", "shared", "--shard", shard], "");
        let parts: Vec<_> = ["1/2", "2/2"].map(|shard| scope.spawn(move || run(shard))).into();
        for part in parts {
            assert_eq!(part.join().unwrap().out, whole.out);
        }
    });
    assert_eq!(folder.run(&["tune", "targets.ron", "--out", "shared"], "").out, whole.out);
    let other = folder.run(&["tune", "targets.ron", "--out", "results", "--seed", "2"], "");
    other.expect(1, "", "has the results of another search: its `seed` is 1, not 2");
    other.expect(1, "", "name another folder with `--out`");
}
