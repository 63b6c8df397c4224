//! The command as people and programs meet it: help, exit codes, pipes, and what is printed.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const COMMANDS: [&str; 10] = ["check", "play", "replay", "test", "sim", "bench", "api", "new", "completions", "man"];

/// A folder of its own for a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// Runs the command in the folder.
    fn run(&self, args: &[&str], input: &str) -> Ran {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
        command.args(args).current_dir(&self.0);
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env_remove("TILEWRIGHT_PACKS");
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // A command that does not read may be gone before everything is written.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        Ran::new(child.wait_with_output().unwrap())
    }

    /// Makes the pack of the template.
    fn with_pack(name: &str) -> Folder {
        let folder = Folder::new(name);
        assert_eq!(folder.run(&["new", "ponds"], "").code, 0);
        folder
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.0.join(file)).unwrap()
    }

    fn write(&self, file: &str, text: &str) {
        fs::write(self.0.join(file), text).unwrap();
    }
}

struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl Ran {
    fn new(output: Output) -> Ran {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Ran { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
    }

    #[track_caller]
    fn expect(&self, code: i32, out: &str, err: &str) {
        let fine = self.code == code && self.out.contains(out) && self.err.contains(err);
        assert!(fine, "exit {} instead of {code}\n--- out ---\n{}\n--- err ---\n{}", self.code, self.out, self.err);
    }

    fn json(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

#[test]
fn every_command_has_help_with_examples() {
    let folder = Folder::new("help");
    let whole = folder.run(&["--help"], "");
    whole.expect(0, "Exit codes:", "");
    for command in COMMANDS {
        assert!(whole.out.contains(&format!("\n  {command} ")), "{command}");
        let help = folder.run(&[command, "--help"], "");
        help.expect(0, "Examples:\n", "");
        assert!(help.out.matches(&format!("tilewright {command}")).count() >= 2, "{}", help.out);
        assert!(help.out.lines().all(|line| line.chars().count() <= 110), "{}", help.out);
    }
    let listed = whole.out.split("Commands:").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap();
    assert_eq!(listed.trim().lines().count(), COMMANDS.len() + 1, "a command is missing here: {listed}");
}

#[test]
fn manual_pages_and_completions_are_made() {
    let folder = Folder::new("manual");
    folder.run(&["man"], "").expect(0, ".SH \"EXIT STATUS\"", "");
    folder.run(&["man", "--dir", "pages"], "").expect(0, "11 pages", "");
    assert!(folder.read("pages/tilewright-sim.1").contains("EXAMPLES"));
    for shell in ["bash", "zsh", "fish"] {
        folder.run(&["completions", shell], "").expect(0, "replay", "");
    }
}

#[test]
fn exit_codes_say_whose_fault_it_is() {
    let folder = Folder::with_pack("codes");
    folder.run(&["check", "./ponds"], "").expect(0, "nothing to complain about", "");
    folder.run(&["check", "./ponds", "--wrong"], "").expect(2, "", "--wrong");
    folder.run(&["chekc"], "").expect(2, "", "check");
    folder.run(&["replay", "absent.json"], "").expect(3, "", "absent.json cannot be read");
    folder.run(&["check", "./absent"], "").expect(3, "", "absent");
    folder.run(&["new", "ponds"], "").expect(3, "", "exists already");
    folder.run(&["new", "Old Ponds"], "").expect(2, "", "try `old_ponds`");
    folder.run(&["sim", "./ponds", "--seats", "9"], "").expect(2, "", "2 to 4 seats");
    folder.run(&["sim", "./ponds", "--games", "0"], "").expect(2, "", "--games");
    folder.run(&["play", "./ponds", "--random", "5"], "").expect(2, "", "`5` is no seat");
    folder.run(&["play", "./ponds", "--language", "xx"], "").expect(2, "", "they have en, nl");
    folder.run(&["sim", "./ponds", "--option", "size"], "").expect(2, "", "has no value");
    folder.run(&["check", "--explain", "P0000"], "").expect(2, "", "there is no code");
    folder.run(&["check", "--explain", "P0221"], "").expect(0, "unknown option", "");
    folder.run(&["api", "no such text"], "").expect(1, "", "no entry");
}

#[test]
fn names_that_are_not_known_get_a_suggestion() {
    let folder = Folder::with_pack("suggestions");
    fs::create_dir_all(folder.0.join("more")).unwrap();
    fs::rename(folder.0.join("ponds"), folder.0.join("more/ponds")).unwrap();
    folder.run(&["check", "ponds", "--packs", "more"], "").expect(0, "nothing to complain about", "");
    folder.run(&["check", "pond", "--packs", "more"], "").expect(2, "", "did you mean `ponds`?");
    let pack = folder.read("more/ponds/pack.ron");
    folder.write(
        "more/ponds/pack.ron",
        &pack.replace("    seats:", "    options: [(id: quick, default: false)],\n    seats:"),
    );
    folder.run(&["sim", "ponds", "--packs", "more", "-o", "quik=true"], "").expect(2, "", "`ponds:quick`");
    folder.run(&["sim", "ponds", "--packs", "more", "-o", "quick=7"], "").expect(2, "", "quick");
    folder.run(&["sim", "ponds", "--packs", "more", "-o", "quick=true"], "").expect(0, "ponds:quick=true", "");
}

#[test]
fn mistakes_are_shown_with_their_lines_and_as_json() {
    let folder = Folder::with_pack("mistakes");
    let tiles = folder.read("ponds/tiles.ron");
    folder.write("ponds/tiles.ron", &tiles.replace("w: stream), parts: [pond", "w: strem), parts: [pond"));
    let people = folder.run(&["check", "./ponds"], "");
    people.expect(1, "did you mean `stream`?", "");
    people.expect(1, "./ponds/tiles.ron:3:", "");
    let findings = folder.run(&["check", "./ponds", "--json"], "");
    assert_eq!((findings.code, findings.err.as_str()), (1, ""));
    let first = &findings.json()[0];
    assert_eq!((&first["severity"], &first["place"]["line"]), (&Value::from("error"), &Value::from(3)));
    folder.run(&["play", "./ponds"], "").expect(1, "", "cannot be played: 1 error");
}

#[test]
fn new_packs_pass_check_and_test() {
    let folder = Folder::with_pack("new");
    folder.run(&["check", "./ponds"], "").expect(0, "ponds: nothing to complain about", "");
    folder.run(&["test", "./ponds", "--all"], "").expect(0, "3 passed, 0 failed", "");
    folder.run(&["test", "./ponds", "--filter", "lily"], "").expect(0, "1 passed, 0 failed", "");
    folder.run(&["new", "more_ponds", "--base", "ponds", "--packs", "."], "").expect(0, "Made more_ponds", "");
    folder.run(&["check", "more_ponds", "--packs", "."], "").expect(0, "more_ponds: nothing to complain about", "");
    folder.run(&["test", "more_ponds", "--packs", "."], "").expect(0, "1 passed, 0 failed", "");
}

#[test]
fn a_failing_test_says_where_and_what_came() {
    let folder = Folder::with_pack("failing");
    let tests = folder.read("ponds/tests/ponds.ron");
    folder.write("ponds/tests/ponds.ron", &tests.replace("scores: [4, 0]", "scores: [5, 0]"));
    let ran = folder.run(&["test", "./ponds"], "");
    ran.expect(1, "ponds/tests/ponds.ron:6", "");
    ran.expect(1, "expected [5, 0]", "");
    ran.expect(1, "came     [4, 0]", "");
    let json = folder.run(&["test", "./ponds", "--json"], "").json();
    assert_eq!((json.len(), &json[3]["failed"]), (4, &Value::from(1)));
}

#[test]
fn a_game_is_played_through_a_pipe() {
    let folder = Folder::with_pack("pipe");
    let ran = folder.run(&["play", "./ponds", "--seed", "3"], "help\nnonsense\n77,0,0\nwhy\nbag\n1 9\n");
    ran.expect(0, "Ponds 0.1.0, 2 seats, seed 3", "");
    ran.expect(0, "`nonsense` is neither an option nor a command", "");
    ran.expect(0, "no tile is beside it", "");
    ran.expect(0, "No points were given yet", "");
    ran.expect(0, "Tiles: 28 tiles", "");
    ran.expect(0, "There is no turn 9", "");
    ran.expect(0, "The input has ended before the game", "");
    assert!(!ran.out.contains('\x1b'), "colours in a pipe");
    let coloured = folder.run(&["play", "./ponds", "--seed", "3", "--color", "always"], "quit\n");
    assert!(coloured.out.contains('\x1b') && coloured.out.contains("Good-bye"));
}

#[test]
fn answers_are_taken_back_and_points_explained() {
    let folder = Folder::with_pack("undo");
    let before = folder.run(&["play", "./ponds", "--seed", "3"], "");
    let undone = folder.run(&["play", "./ponds", "--seed", "3"], "1 0\n1 1\n1 2\n1 3\nundo\nundo\nundo\n");
    let last_board = |ran: &Ran| ran.out.rsplit("seat 0: Place").next().map(str::to_owned).unwrap();
    let asked = |text: &str| text.lines().take(6).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(asked(&last_board(&undone)), asked(&last_board(&before)));
    let whole = folder.run(&["play", "./ponds", "--seed", "3", "--random", "all"], "");
    whole.expect(0, "The game is over.", "");
    // A person who takes what comes, until the game is over.
    let lazy: String = (0..200).map(|i| format!("1 {}\n1\n", i % 4)).collect();
    let ran = folder.run(&["play", "./ponds", "--seed", "3", "--random", "1"], &format!("{lazy}why all\nquit\n"));
    ran.expect(0, "over> why all", "");
    ran.expect(0, " = ", "");
    ran.expect(0, "scripts/paths.lua:", "");
}

#[test]
fn saved_games_go_on_and_replay() {
    let folder = Folder::with_pack("saved");
    let play = ["play", "./ponds", "--seed", "8", "--random", "0,1"];
    let whole = folder.run(&play, "");
    whole.expect(0, "wins", "");
    let ran = folder.run(&["play", "./ponds", "--seed", "8"], "1 0\n1 1\n1 2\n1 3\n1\nsave game.json\n");
    ran.expect(0, "Saved.", "");
    folder.run(&["play", "--resume", "game.json", "--packs", "."], "quit\n").expect(0, "seed 8", "");
    folder.run(&["replay", "game.json", "--packs", "."], "").expect(0, "1 ok, 0 failed", "");

    let good = folder.read("game.json");
    let mut record: Value = serde_json::from_str(&good).unwrap();
    record["id"] = "tampered".into();
    let moves = record["moves"].as_array_mut().unwrap();
    let at = moves.iter().position(|m| m["ask"] == "place").unwrap();
    moves[at]["pick"] = "9,9,0".into();
    folder.write("two.jsonl", &format!("{}\n{record}\n", good.trim()));
    let ran = folder.run(&["replay", "two.jsonl", "--packs", "."], "");
    ran.expect(1, "1 ok, 1 failed", "");
    ran.expect(1, &format!("FAILED tampered two.jsonl move {} [not_an_option]", at + 1), "");
    let json = folder.run(&["replay", "two.jsonl", "--packs", ".", "--json"], "").json();
    assert_eq!((json.len(), &json[1]["code"], &json[2]["failed"]), (3, &"not_an_option".into(), &1.into()));
    folder.run(&["play", "--resume", "absent.json"], "").expect(3, "", "absent.json");
}

#[test]
fn simulations_do_not_depend_on_threads() {
    let folder = Folder::with_pack("sim");
    let sim = |threads: &str, format: &str| {
        folder.run(&["sim", "./ponds", "--games", "60", "--seed", "5", "--threads", threads, format], "")
    };
    let (one, two) = (sim("1", "--json"), sim("2", "--json"));
    assert_eq!((one.code, &one.out), (0, &two.out));
    assert_eq!(one.json()[0]["games"], 60);
    let (one, two) = (sim("1", "--csv"), sim("3", "--csv"));
    assert_eq!((one.code, &one.out), (0, &two.out));
    assert!(one.out.starts_with("what,seat,mean,sd,min,max,count\nscore,0,"), "{}", one.out);
    folder.run(&["sim", "./ponds", "--games", "20"], "").expect(0, "share of wins", "");
}

#[test]
fn a_script_that_fails_is_named_and_the_game_kept() {
    let folder = Folder::with_pack("fault");
    let rule = folder.read("ponds/rules/ponds.lua");
    folder.write(
        "ponds/rules/ponds.lua",
        &rule.replace("    sheet:per(\"tile\"", "    error(\"broken on purpose\")\n    sheet:per(\"tile\""),
    );
    let ran = folder.run(&["play", "./ponds", "--seed", "3", "--random", "all"], "");
    ran.expect(4, "", "ponds/rules/ponds.lua:9");
    ran.expect(4, "", "broken on purpose");
    let resume = ["play", "--resume", "tilewright-fault.json", "--packs", ".", "--random", "all"];
    folder.run(&resume, "").expect(4, "", "ponds/rules/ponds.lua:9");
    fs::rename(folder.0.join("tilewright-fault.json"), folder.0.join("played.json")).unwrap();
    folder.run(&["sim", "./ponds", "--games", "5"], "").expect(4, "", "ponds/rules/ponds.lua:9");
    let ran = folder.run(&["replay", "tilewright-fault.json", "--packs", "."], "");
    ran.expect(1, "[fault]", "");
    folder.write("ponds/rules/ponds.lua", &rule);
    let ran = folder.run(&["play", "--resume", "played.json", "--packs", ".", "--random", "all"], "");
    ran.expect(0, "The game is over.", "");
}

#[test]
fn nobody_reading_on_is_no_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tilewright"))
        .arg("api")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let ran = Ran::new(child.wait_with_output().unwrap());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}
