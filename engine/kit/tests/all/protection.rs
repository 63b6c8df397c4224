//! Tests the protection report: the lines that tests run, the changes that they notice, and cached results.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use tilewright_kit::packs::find::Finder;
use tilewright_kit::suite::{ChangeCache, Protection, Suite, Verdict, coverage, protection};

const HEAD: &str = r#"Pack(
    id: "shore", version: "1.0.0", format: 1, title: "Shore", authors: ["A"], licence: "MIT",
    seats: (2, 3), lattice: square,
    options: [(id: "rich", type: bool, default: false, text: "option.rich")],
    terrains: [(id: sand, ground: true), (id: pool, complete: closed)],
    edges: [(id: sand, ports: [sand]), (id: pool, ports: [pool])],
    figures: [(id: crab, supply: 3, weight: 1, on: [pool])],
    bags: [tiles],
    board: (presets: [(tile: "End", at: (0, 0), from: tiles)]),
    flow: (turn: [draw(from: tiles), place, deploy, score], finish: [score_rest], ends_with: [tiles]),
    rules: [
        (use: "pools", on: pool, per_tile: if({"rich": true}, 5, 2)),
    ],
)"#;

const TILES: &str = r#"Tiles([
    (id: "End", count: 4, edges: (n: pool, e: sand, s: sand, w: sand), parts: [pool(at: N)]),
])"#;

const RULE: &str = "--- Scores pools.
--- @param on terrain  Where.
--- @param per_tile integer = 1  Points.

score(param.on, function(sheet, pool)
    sheet:per('tile', pool:tiles(), param.per_tile)
    if pool:tiles() > 5 then
        sheet:flat('big', 1)
    end
end)

on('completed', function(ev)
    while ev.seat == 9 do end
end)
";

const TEST: &str = r#"Tests([
    Test(name: "two tiles", steps: ["draw End", "place 0,-1,2", "deploy crab:pool"], expect: (scores: [4, 0])),
    Test(name: "nobody", steps: ["draw End", "place 0,-1,2", "deploy pass"], expect: (scores: [0, 0])),
])"#;

/// Folder with a small pack, removed after the test.
struct ProtectedPackFolder(PathBuf);

impl ProtectedPackFolder {
    fn new(name: &str) -> ProtectedPackFolder {
        let folder = ProtectedPackFolder(
            std::env::temp_dir().join(format!("tilewright-{}-protection-{name}", std::process::id())),
        );
        let _ = fs::remove_dir_all(&folder.0);
        for (path, text) in [("pack.ron", HEAD), ("tiles.ron", TILES), ("rules/pools.lua", RULE), ("tests/a.ron", TEST)]
        {
            folder.write(path, text);
        }
        folder
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.join("shore").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn suite(&self) -> Suite {
        let packs = [self.0.join("shore").display().to_string()];
        let mut suite = Suite::read(&Finder::nowhere(), &packs).unwrap();
        assert!(suite.run(1, &|_| true));
        let failures: Vec<String> = suite.failures().map(|(case, f)| format!("{}: {f}", case.name)).collect();
        assert!(failures.is_empty() && suite.bad_lists().is_empty(), "{failures:?} {:?}", suite.bad_lists());
        suite
    }

    fn protection(&self) -> (Suite, Protection) {
        let suite = self.suite();
        let known = ChangeCache::read(&self.0.join("known"), suite.modules.iter().map(|m| &*m.path));
        let result = protection(&suite, &suite.modules_of(false), &known, 2, &|_| true);
        known.write().unwrap();
        (suite, result)
    }
}

impl Drop for ProtectedPackFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn describe_changes(suite: &Suite, result: &Protection) -> Vec<String> {
    let tell = |verdict: &Verdict| match verdict {
        Verdict::Noticed(test) => suite.cases[*test].name.clone(),
        Verdict::DoesNotLoad => "does not load".to_owned(),
        Verdict::NotNoticed(tests) => format!("NOT, {tests}"),
        Verdict::Equal(entry) => suite.equal(*entry).unwrap().because.clone(),
    };
    result.changes.iter().map(|c| format!("{} {}: {}", c.mutant.line, c.mutant.describe(), tell(&c.verdict))).collect()
}

#[test]
fn lines_that_no_test_runs_and_options_that_none_sets() {
    let folder = ProtectedPackFolder::new("coverage");
    let suite = folder.suite();
    assert_eq!(suite.modules.iter().map(|m| &*m.path).collect::<Vec<_>>(), ["shore/rules/pools.lua"]);
    let covered = coverage(&suite, &[0]);
    assert_eq!(covered[0].missed, [8], "of {} lines", covered[0].lines);
    let unset = suite.unset_options();
    assert_eq!(unset.len(), 1);
    assert_eq!((&*unset[0].option, &unset[0].values[..]), ("shore:rich", &["true".to_owned()][..]));
}

#[test]
fn the_tests_of_the_library_protect_what_a_pack_uses_of_it() {
    let folder = ProtectedPackFolder::new("library");
    let own = r#"(use: "pools", on: pool, per_tile: if({"rich": true}, 5, 2))"#;
    assert!(HEAD.contains(own));
    folder.write("pack.ron", &HEAD.replace(own, r#"(use: "areas", on: pool)"#));
    let not_noticed = |suite: &Suite| {
        let known = ChangeCache::read(&folder.0.join("known"), []);
        let result = protection(suite, &suite.modules_of(true), &known, 2, &|_| true);
        let not = result.changes.iter().filter(|c| matches!(c.verdict, Verdict::NotNoticed(_)));
        (result.changes.len(), not.count())
    };
    let paths = |suite: &Suite| -> Vec<String> {
        suite.modules_of(true).iter().map(|&m| suite.modules[m].path.to_string()).collect()
    };
    let mut suite = folder.suite();
    assert_eq!(paths(&suite), ["scripts/areas.lua"]);
    let (all, not) = not_noticed(&suite);
    assert!(0 < not && not < all, "{not} of {all}");
    let cases = suite.cases.len();
    suite.add_library().unwrap();
    assert!(suite.cases.len() > cases + 10 && suite.run(2, &|_| true));
    assert_eq!(suite.failures().map(|(case, failure)| format!("{} {failure}", case.name)).next(), None);
    assert_eq!(paths(&suite), ["scripts/areas.lua"], "the pack uses nothing else of the library");
    assert_eq!(not_noticed(&suite), (all, 0));
}

#[test]
fn changes_are_noticed_or_not() {
    let folder = ProtectedPackFolder::new("changes");
    let (suite, result) = folder.protection();
    let told = describe_changes(&suite, &result);
    for expected in [
        "6 `sheet:per('tile', pool:tiles(), param.per_tile)` is left out: two tiles",
        "7 `pool:tiles() > 5` always holds: two tiles",
        "7 `pool:tiles() > 5` never holds: NOT, 1",
        "8 `1` becomes `2`: NOT, 0",
        "13 `ev.seat == 9` always holds: nobody",
        "13 `ev.seat == 9` never holds: NOT, 2",
    ] {
        assert!(told.iter().any(|t| t == expected), "{expected}\n{}", told.join("\n"));
    }
    assert_eq!(result.idle, 2, "every use gives `per_tile`");
    folder.write("pack.ron", &HEAD.replace(r#", per_tile: if({"rich": true}, 5, 2)"#, ""));
    folder.write("tests/a.ron", &TEST.replace("[4, 0]", "[2, 0]"));
    let (suite, without) = folder.protection();
    let default = "3 the default of `per_tile` becomes `2` instead of `1`: two tiles".to_owned();
    assert!(without.idle == 0 && self::describe_changes(&suite, &without).contains(&default));
    let first = told.iter().find(|t| t.starts_with("5 `score(")).unwrap();
    assert!(first.ends_with("two tiles"), "{first}");
}

#[test]
fn what_is_known_is_not_tried_again() {
    let folder = ProtectedPackFolder::new("known");
    let (_, first) = folder.protection();
    assert!(first.tried > 10 && first.plays >= first.tried);
    let (_, again) = folder.protection();
    assert_eq!((again.tried, again.plays), (0, 0));
    assert_eq!(again.changes, first.changes);
    // With one more test, only the unnoticed changes are tried, and only with that test.
    let more = r#"Test(name: "rich", options: {"rich": true}, steps: ["draw End", "place 0,-1,2", "deploy crab:pool"],
        expect: (scores: [10, 0]))"#;
    folder.write("tests/b.ron", more);
    let (_, more) = folder.protection();
    let open = more.changes.iter().filter(|c| matches!(c.verdict, Verdict::NotNoticed(n) if n > 0)).count();
    assert_eq!((more.tried, more.plays), (open, open));
    // Changed rules invalidate all earlier results.
    folder.write("rules/pools.lua", &RULE.replace("> 5", "> 4"));
    let (_, other) = folder.protection();
    assert!(other.tried >= first.tried, "{} {}", other.tried, first.tried);
}

#[test]
fn equal_changes_are_told_once_and_looked_at_again() {
    let folder = ProtectedPackFolder::new("equal");
    let entry = |line: &str, change: &str| {
        format!("EqualChanges([(module: \"pools\", line: {line:?}, changes: [{change:?}], because: \"no seat is 9\")])")
    };
    let line = "while ev.seat == 9 do end";
    folder.write("tests/equal.ron", &entry(line, "`ev.seat == 9` never holds"));
    let (suite, result) = folder.protection();
    assert!(describe_changes(&suite, &result).contains(&"13 `ev.seat == 9` never holds: no seat is 9".to_owned()));
    assert!(result.stale.is_empty() && result.refuted.is_empty());
    // The entry follows its line wherever that moves, and is reported if no line matches.
    folder.write("rules/pools.lua", &RULE.replace("\non(", "\n\n\non("));
    assert!(folder.protection().1.stale.is_empty());
    folder.write("rules/pools.lua", &RULE.replace("== 9", "== 8"));
    assert_eq!(folder.protection().1.stale.len(), 1);
    folder.write("rules/pools.lua", RULE);
    // A change that a test notices is not an equal change.
    folder.write("tests/equal.ron", &entry(line, "`ev.seat == 9` always holds"));
    let (suite, result) = folder.protection();
    assert_eq!(result.refuted.len(), 1);
    assert_eq!(suite.cases[result.refuted[0].1].name, "nobody");
    folder.write("tests/equal.ron", "EqualChanges([(module: \"pools\", line: \"x\")])");
    let packs = [folder.0.join("shore").display().to_string()];
    let suite = Suite::read(&Finder::nowhere(), &packs).unwrap();
    assert!(suite.bad_lists()[0].to_string().contains("lacks the field `changes`"));
}

#[test]
fn it_can_be_stopped() {
    let folder = ProtectedPackFolder::new("stopped");
    let suite = folder.suite();
    let seen = AtomicUsize::new(0);
    let result = protection(&suite, &[0], &ChangeCache::nothing(), 1, &|done| {
        seen.store(done.of, Ordering::Relaxed);
        done.done < 3
    });
    assert!(result.stopped && result.changes.len() == 3 && seen.load(Ordering::Relaxed) > 10);
}

#[test]
fn the_library_keeps_its_list_readable() {
    assert!(Suite::read(&Finder::nowhere(), &[]).unwrap().bad_lists().is_empty());
}
