//! The command as people and programs meet it: help, exit codes, pipes, and what is printed. One file, though long: each
//! test is a visit of its own, and one binary is linked once.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tilewright_kit::games::capsule::Capsule;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::records::json::read_records;

const COMMANDS: [&str; 30] = [
    "lock",
    "bump",
    "check",
    "show",
    "play",
    "render",
    "print",
    "replay",
    "test",
    "sim",
    "report",
    "merge",
    "verify",
    "bench",
    "api",
    "format",
    "handbook",
    "new",
    "completions",
    "man",
    "compat",
    "pack",
    "unpack",
    "install",
    "update",
    "remove",
    "search",
    "shelf",
    "publish",
    "key",
];

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
        command.env("TILEWRIGHT_HOME", self.0.join("home"));
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
    let pages = format!("{} pages", COMMANDS.len() + 1);
    folder.run(&["man", "--dir", "pages"], "").expect(0, &pages, "");
    assert!(folder.read("pages/tilewright-sim.1").contains("EXAMPLES"));
    for shell in ["bash", "zsh", "fish"] {
        folder.run(&["completions", shell], "").expect(0, "replay", "");
        // Topics of the handbook are completed by name.
        folder.run(&["completions", shell], "").expect(0, "longest-road", "");
    }
}

#[test]
fn exit_codes_say_whose_fault_it_is() {
    let folder = Folder::with_pack("codes");
    folder.run(&["check", "./ponds"], "").expect(0, "no problems found", "");
    folder.run(&["check", "./ponds", "--wrong"], "").expect(2, "", "--wrong");
    folder.run(&["chekc"], "").expect(2, "", "check");
    folder.run(&["replay", "absent.json"], "").expect(3, "", "there is no file or folder absent.json");
    folder.run(&["check", "./absent"], "").expect(3, "", "absent");
    folder.run(&["new", "ponds"], "").expect(3, "", "exists already");
    folder.run(&["new", "Old Ponds"], "").expect(2, "", "try `old_ponds`");
    folder.run(&["check", "./nopack"], "").expect(3, "", "there is no file or folder ./nopack");
    folder.run(&["check", "--explain", "S0411"], "").expect(0, "options:remove(key)", "");
    folder.run(&["play", "./ponds", "--seed", "3", "--random", "0", "--random", "1"], "").expect(
        0,
        "The game is over.",
        "",
    );
    folder.run(&["sim", "./ponds", "--seats", "9"], "").expect(2, "", "2 to 4 seats");
    folder.run(&["sim", "./ponds", "--games", "0"], "").expect(2, "", "--games");
    folder.run(&["play", "./ponds", "--random", "5"], "").expect(2, "", "`5` is not a seat");
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
    folder.run(&["check", "ponds", "--packs", "more"], "").expect(0, "no problems found", "");
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
fn tests_that_are_written_wrongly_are_findings() {
    let folder = Folder::with_pack("misread");
    folder.write(
        "ponds/tests/wrong.ron",
        "Tests([\n    Test(name: \"a\", expect: (figurs: [])),\n    Test(name: \"b\", steps: [\"hop\"]),\n])\n",
    );
    let ran = folder.run(&["check", "./ponds"], "");
    ran.expect(0, "warning[P0103]: an expectation has no field `figurs`", "");
    ran.expect(0, "did you mean `figures`?", "");
    ran.expect(0, "./ponds/tests/wrong.ron:2:30", "");
    ran.expect(0, "warning[P0506]: this is not a step of a test", "");
    ran.expect(0, "./ponds/tests/wrong.ron:3:29", "");
    ran.expect(0, "ponds: 2 warnings", "");
    folder.run(&["check", "--explain", "P0506"], "").expect(0, "a step of a test that is none", "");
}

#[test]
fn new_packs_pass_check_and_test() {
    let folder = Folder::with_pack("new");
    folder.run(&["check", "./ponds"], "").expect(0, "ponds: no problems found", "");
    folder.run(&["test", "./ponds", "--all"], "").expect(0, "3 passed, 0 failed", "");
    folder.run(&["test", "./ponds", "--filter", "lily"], "").expect(0, "1 passed, 0 failed", "");
    folder.run(&["new", "more_ponds", "--base", "ponds", "--packs", "."], "").expect(0, "Made more_ponds", "");
    folder.run(&["check", "more_ponds", "--packs", "."], "").expect(0, "more_ponds: no problems found", "");
    folder.run(&["test", "more_ponds", "--packs", "."], "").expect(0, "3 passed, 0 failed", "");
    folder.run(&["verify", "more_ponds", "--games", "5", "--packs", "."], "").expect(0, "", "");
}

/// The command makes what the editor's dialog makes: games of squares and of hexagons, and expansions, under a title.
#[test]
fn new_packs_have_the_cells_and_the_title_that_are_asked_for() {
    let folder = Folder::with_pack("new_cells");
    let title = |pack: &str| folder.read(&format!("{pack}/pack.ron")).contains("title: \"Moors and \\\"mires\\\"\"");
    folder.run(&["new", "moors", "--cells", "hexagons", "--title", "Moors and \"mires\""], "").expect(
        0,
        "Made moors",
        "",
    );
    assert!(folder.read("moors/pack.ron").contains("lattice: hex") && title("moors"));
    folder.run(&["check", "./moors"], "").expect(0, "moors: no problems found", "");
    folder.run(&["test", "./moors"], "").expect(0, "3 passed, 0 failed", "");
    assert!(folder.read("ponds/pack.ron").contains("lattice: square"), "squares where nothing is said");
    let base = ["new", "more_ponds", "--base", "ponds", "--packs", ".", "--title", "Moors and \"mires\""];
    folder.run(&base, "").expect(0, "Made more_ponds", "");
    folder.run(&["new", "pools", "--copy", "./ponds", "--title", "Moors and \"mires\""], "").expect(
        0,
        "Made pools",
        "",
    );
    assert!(title("more_ponds") && title("pools"));
    folder.run(&["new", "odd", "--cells", "hexagons", "--base", "ponds"], "").expect(2, "", "--base");
    folder.run(&["new", "odd", "--cells", "triangles"], "").expect(2, "", "hexagons");
}

#[test]
fn the_given_folder_stands_for_its_id() {
    let folder = Folder::with_pack("stands");
    fs::create_dir_all(folder.0.join("sub")).unwrap();
    fs::rename(folder.0.join("ponds"), folder.0.join("sub/ponds")).unwrap();
    assert_eq!(folder.run(&["new", "ponds"], "").code, 0);
    // The two differ in what a pond is worth, and so do their tests.
    let rule = folder.read("sub/ponds/rules/ponds.lua");
    let tests = folder.read("sub/ponds/tests/ponds.ron");
    folder.write("ponds/rules/ponds.lua", &rule.replace("sheet:per(\"tile\"", "sheet:per(\"more\""));
    let named = tests.replacen("Test(", "Test(packs: [\"ponds\"], ", 9);
    assert_ne!(named, tests);
    folder.write("sub/ponds/tests/ponds.ron", &named);
    folder.run(&["test", "./sub/ponds"], "").expect(0, "3 passed, 0 failed", "");
}

#[test]
fn what_packs_declare_is_shown() {
    let folder = Folder::with_pack("show");
    folder.run(&["new", "more_ponds", "--base", "ponds", "--packs", "."], "").expect(0, "Made more_ponds", "");
    let pack = folder.read("more_ponds/pack.ron");
    let steps = "steps: [(wrap: [\"place\", \"deploy\"], step: repeat(name: \"twice\")), ";
    folder.write("more_ponds/pack.ron", &pack.replace("steps: [", steps));
    let all = folder.run(&["show", "more_ponds", "--packs", "."], "");
    for section in ["packs", "steps", "terrains", "edges", "tags", "figures", "bags", "board", "rules", "tiles"] {
        all.expect(0, &format!("{section} ("), "");
    }
    all.expect(0, "Lilies", "");
    let json = folder.run(&["show", "more_ponds", "--packs", ".", "--json", "--only", "steps,rules,tiles"], "").json();
    let object = json[0].as_object().unwrap();
    assert_eq!(object.keys().collect::<Vec<_>>(), ["steps", "rules", "tiles"]);
    let steps = object["steps"].as_array().unwrap();
    let shown =
        |step: &Value| ["list", "step", "within", "pack"].map(|c| step[c].as_str().unwrap().to_owned()).join(" ");
    let shown: Vec<String> = steps.iter().map(shown).collect();
    assert_eq!(shown[..3], ["turn draw  ponds", "turn twice  more_ponds", "turn place twice ponds"]);
    let paths = object["rules"].as_array().unwrap().iter().find(|r| r["rule"] == "scripts/paths.lua").unwrap();
    assert_eq!((&paths["pack"], &paths["parameters"]["per_tile"]), (&"ponds".into(), &1.into()));
    let lilies = object["tiles"].as_array().unwrap().iter().find(|t| t["id"] == "Lilies").unwrap();
    assert!(lilies["copies"]["tiles"].as_i64().unwrap() > 0 && lilies["parts"].as_array().unwrap().len() > 1);
    let own = folder.run(&["show", "more_ponds", "--packs", ".", "--own", "--only", "steps,terrains"], "");
    own.expect(0, "steps (2)", "");
    own.expect(0, "terrains (0)", "");
    folder.run(&["show", "ponds", "--packs", ".", "--only", "tyles"], "").expect(2, "", "tiles");
}

#[test]
fn packs_are_listed_found_by_a_part_of_their_names_and_copied() {
    let folder = Folder::with_pack("listed");
    folder.run(&["new", "ponds_and_herons", "--base", "ponds", "--packs", "."], "").expect(0, "Made", "");
    let list = folder.run(&["show", "--packs", ".", "--json"], "").json();
    let packs = list[0]["packs"].as_array().unwrap();
    let row = |id: &str| packs.iter().find(|pack| pack["id"] == id).unwrap().clone();
    assert_eq!((&row("ponds_and_herons")["needs"][0], &row("ponds")["title"]), (&"ponds".into(), &"Ponds".into()));
    assert_eq!(row("carcassonne")["where"], "in the program");
    folder.run(&["show", "--packs", "."], "").expect(0, "Ponds and herons", "");
    folder.run(&["show", "--only", "steps"], "").expect(2, "", "none is named");
    folder.run(&["show", "inns"], "").expect(2, "", "did you mean `inns_cathedrals`?");
    folder.run(&["show", "herons", "--packs", "."], "").expect(2, "", "did you mean `ponds_and_herons`?");
    folder.run(&["show", "zzz"], "").expect(2, "", "`tilewright show` lists the packs");
    // A copy plays the tests of the first, and what it names of itself is its own.
    folder.run(&["new", "pools", "--copy", "ponds", "--packs", "."], "").expect(0, "Made pools", "");
    folder.run(&["check", "./pools"], "").expect(0, "./pools: no problems found", "");
    folder.run(&["test", "./pools"], "").expect(0, "3 passed, 0 failed", "");
    folder.run(&["new", "wide_river", "--copy", "river"], "").expect(0, "Made wide_river", "");
    folder.run(&["check", "./wide_river"], "").expect(0, "./wide_river: no problems found", "");
    folder.run(&["new", "pools", "--copy", "ponds", "--base", "ponds"], "").expect(2, "", "--base");
    folder.run(&["api", "--source", "most_of_each"], "").expect(0, "step(param.step, function()", "");
    folder.run(&["api", "--source", "most"], "").expect(2, "", "it has `most_of_each`");
    folder.run(&["format", "figure"], "").expect(0, "| `weight` | 0 to 255 | `1` |", "");
    folder.run(&["format", "figrue"], "").expect(1, "", "did you mean `figure`?");
    folder.run(&["format", "--json"], "").expect(0, "\"sections\"", "");
}

#[test]
fn values_of_options_that_switch_on_a_broken_module_are_found() {
    let folder = Folder::with_pack("off");
    let pack = folder.read("ponds/pack.ron");
    let more = "    options: [(id: extra, default: false), (id: depth, type: int(0, 999), default: 0)],\n    seats:";
    let pack = pack.replace("    seats:", more);
    let broken = "rules: [(use: \"two\", when: {\"extra\": true}), ";
    folder.write("ponds/pack.ron", &pack.replace("rules: [", broken));
    folder.write("ponds/rules/one.lua", "--- One.\nreturn { list = {} }\n");
    folder.write("ponds/rules/two.lua", "--- Two.\ntable.insert(param, 1)\n");
    let ran = folder.run(&["check", "./ponds"], "");
    ran.expect(1, "with `-o ponds:extra=true`: this table is read-only", "");
    ran.expect(1, "959 values of options were not tried", "");
    folder.run(&["check", "--combinations", "ponds", "--packs", "."], "").expect(
        1,
        "1 set of packs: 1 with errors",
        "",
    );
    folder.write("ponds/rules/two.lua", "--- Two.\n");
    folder.run(&["check", "./ponds"], "").expect(0, "959 values of options were not tried", "");
}

#[test]
fn a_failing_test_says_where_and_what_came() {
    let folder = Folder::with_pack("failing");
    let tests = folder.read("ponds/tests/ponds.ron");
    folder.write("ponds/tests/ponds.ron", &tests.replace("scores: [4, 0]", "scores: [5, 0]"));
    let ran = folder.run(&["test", "./ponds"], "");
    ran.expect(1, "ponds/tests/ponds.ron:6", "");
    ran.expect(1, "expected the scores [5, 0]", "");
    ran.expect(1, "actual   [4, 0]", "");
    let json = folder.run(&["test", "./ponds", "--json"], "").json();
    assert_eq!((json.len(), &json[3]["failed"]), (4, &Value::from(1)));
    // A test that is wrong itself expects nothing.
    folder.write("ponds/tests/ponds.ron", &tests.replacen("steps:", "stpes:", 1));
    let ran = folder.run(&["test", "./ponds"], "");
    ran.expect(1, "  wrong    a test has no field `stpes`; did you mean `steps`?", "");
    assert!(!ran.out.contains("expected"), "{}", ran.out);
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
fn options_are_told_in_the_words_of_the_pack() {
    let folder = Folder::with_pack("words");
    let rule = folder.read("ponds/rules/ponds.lua");
    let offer = "\noffer(\"deploy\", function(options, seat)\n    options:add(\"dive:0,0\", \"dive\", cell(0, 0):tile():segments(\"pond\")[1])\nend)\n\
                 chosen(\"dive\", function(seat)\n    ask(seat, \"depth\", { \"deep\", \"3\" })\nend)\n";
    folder.write("ponds/rules/ponds.lua", &(rule + offer));
    let texts = folder.read("ponds/texts/en.ron");
    let more = "\"offer.dive\": \"Dive for pearls\", \"ask.depth.deep\": \"To the ground\",\n})";
    folder.write("ponds/texts/en.ron", &texts.trim_end().replace("})", more));
    let dutch = folder.read("ponds/texts/nl.ron");
    folder.write("ponds/texts/nl.ron", &dutch.trim_end().replace("})", more));
    // What is asked is not worded yet.
    folder.run(&["check", "./ponds"], "").expect(
        0,
        "warning[S0145]: nothing says in the language `nl` what `depth` asks",
        "",
    );
    for language in ["en", "nl"] {
        let file = format!("ponds/texts/{language}.ron");
        let asked = "\"ask.depth\": \"How deep?\",\n})";
        folder.write(&file, &folder.read(&file).trim_end().replace("})", asked));
    }
    folder.run(&["check", "./ponds"], "").expect(0, "no problems found", "");
    let ran = folder.run(&["play", "./ponds", "--seed", "3"], "1 0\n1 1\n1 2\n1 3\ndive:0,0\n");
    ran.expect(0, "Dive for pearls: Pond of 1 tile, 1 open\n", "");
    ran.expect(0, "1  deep  To the ground\n    2  3\n", "");
}

/// A pack in which nobody gets points, and a counter breaks ties: seat 0 alone has any of it.
fn without_points(name: &str) -> Folder {
    let folder = Folder::with_pack(name);
    let pack = folder.read("ponds/pack.ron").replace("bags: [tiles],", "bags: [tiles], counters: [shells],");
    let pack = pack.replace("ends_with: [tiles],", "ends_with: [tiles], tie_breaks: [shells],");
    let pack =
        pack.replace("per_tile: 1)", "per_tile: 0, unfinished_per_tile: 0)").replace("per_tile: 2,", "per_tile: 0,");
    folder.write("ponds/pack.ron", &pack.replace("per_lily: 3)", "per_lily: 0)"));
    let rule = folder.read("ponds/rules/ponds.lua");
    let more =
        "\non(\"placed\", function()\n    if counter(\"shells\", 0) == 0 then count(\"shells\", 3, 0) end\nend)\n";
    folder.write("ponds/rules/ponds.lua", &(rule + more));
    let texts = folder.read("ponds/texts/en.ron");
    folder.write("ponds/texts/en.ron", &texts.trim_end().replace("})", "\"counter.shells\": \"Shells\",\n})"));
    folder
}

#[test]
fn equal_points_are_decided_by_what_breaks_ties() {
    let folder = without_points("ties");
    let ran = folder.run(&["play", "./ponds", "--seats", "3", "--seed", "3", "--random", "all"], "");
    ran.expect(0, "seat 0     0  wins  Shells 3", "");
    ran.expect(0, "seat 1     0  Shells 0", "");
    assert_eq!(ran.out.matches("wins").count(), 1, "{}", ran.out);
    let json = folder.run(&["sim", "./ponds", "--games", "20", "--seats", "2", "--json"], "").out;
    assert!(json.contains("\"won\":20"), "{json}");
}

#[test]
fn what_a_question_is_about_is_shown_with_it() {
    let folder = Folder::with_pack("about");
    let pack = folder
        .read("ponds/pack.ron")
        .replace("draw(from: tiles), place", "draw(from: tiles), script(name: \"guess\"), place");
    let pack = pack.replace("bags: [tiles],", "bags: [tiles, (id: pile, stacked: true, back: lily), cards],");
    folder.write("ponds/pack.ron", &pack.replace("    board:", "    chips: [(id: \"Fog\", count: 2, bag: cards), (id: \"Sun\", count: 2, bag: pile, tags: [lily])],\n    board:"));
    let rule = folder.read("ponds/rules/ponds.lua");
    let more = "\nstep(\"guess\", function(seat)\n    draw(\"cards\", { seat = seat })\n    \
                ask(seat, \"guess\", { { key = \"card\", target = kind(\"Fog\") }, { key = \"pile:1\", target = \"pile\" } })\nend)\n";
    folder.write("ponds/rules/ponds.lua", &(rule + more));
    let texts = folder.read("ponds/texts/en.ron");
    let more = "\"bag.pile\": \"Pile\", \"bag.cards\": \"Cards\", \"tile.Fog\": \"A foggy morning\",\n\
                \"ask.guess\": \"What now?\", \"ask.guess.card\": \"Keep it\", \"ask.guess.pile\": \"From pile {1}\",\n})";
    folder.write("ponds/texts/en.ron", &texts.trim_end().replace("})", more));
    let ran = folder.run(&["play", "./ponds", "--seed", "3"], "bag\nquit\n");
    ran.expect(0, "draws Fog from Cards: A foggy morning", "");
    ran.expect(0, "1  card    Keep it: A foggy morning\n", "");
    ran.expect(0, "2  pile:1  From pile 1: 2 tiles, Lily on its back\n", "");
    ran.expect(0, "Pile: 2 tiles, Lily on its back\n", "");
    // The tile that waits to be placed is shown with the question.
    let asked = ran.out.split("seat 0: What now?").nth(1).unwrap();
    let kind = asked.lines().nth(1).unwrap().trim();
    assert!(folder.read("ponds/tiles.ron").contains(&format!("\"{kind}\"")), "{asked}");
}

#[test]
fn what_lies_before_everybody_is_told_with_the_seats() {
    let folder = Folder::new("before_everybody");
    // A number of the game, and how much is left to draw, without being asked for.
    let ran = folder.run(&["play", "glowmoor", "--seed", "5"], "1 0\nquit\n");
    let told = ran.out.lines().find(|line| line.contains("Brightness of the glow ")).unwrap();
    let left: Vec<&str> = told.split_whitespace().collect();
    assert_eq!(left[..5], ["Brightness", "of", "the", "glow", "1"], "{told}");
    assert!(left.last().unwrap().parse::<u32>().unwrap() > 10, "{told}");
    // Where there are many stacks, they have a table of their own.
    let ran = folder.run(&["play", "entdecker", "--seed", "3"], "edge:S0\nhidden:2\nquit\n");
    ran.expect(0, "Tiles still to come on this voyage 2   `bag` shows what is left to draw\n", "");
    // A number and a turn are enough to place a tile that fits in several ways, and that is said.
    let ran = folder.run(&["play", "glowmoor", "--seed", "5"], "1\nquit\n");
    ran.expect(0, "ways: type `1 0` or `1 1` or ", "");
}

#[test]
fn tiles_in_hand_are_drawn_once_and_for_their_seat_alone() {
    let folder = Folder::new("hand_drawn");
    // As long as one of them is to be chosen, they are drawn with their numbers.
    let ran = folder.run(&["play", "carcassonne", "--seed", "4", "--option", "hand_size=3"], "1\nquit\n");
    ran.expect(0, "  in the hand of seat 0: R, Q, U\n\nseat 0: Choose a tile", "");
    ran.expect(0, "  1 Q       2 R       3 U\n", "");
    // Then those that are left, beside the one that is placed.
    let left =
        "  in the hand of seat 0: R, U\n  ccccccc   fffffff\n  ccccccc   rrrrrrr\n  fffffff   fffffff\n  R         U\n";
    ran.expect(0, &format!("{left}\nseat 0: Place the tile"), "");
    assert!(!ran.out.contains("in the hand of seat 1"), "{}", ran.out);
}

#[test]
fn what_bots_did_is_summed_up_before_a_person_is_asked() {
    let folder = Folder::with_pack("meanwhile");
    let ran = folder.run(&["play", "./ponds", "--seed", "3", "--bots", "person,random"], "1 2\n1\n1 2\n1\nquit\n");
    let told = ran.out.lines().filter(|line| line.starts_with("Since you were asked: ")).collect::<Vec<_>>();
    assert!(!told.is_empty(), "{}", ran.out);
    assert!(told.iter().all(|line| line.contains("seat 1 gave ") && !line.contains("seat 0")), "{told:?}");
    assert!(told.iter().all(|line| line.ends_with(" points")), "{told:?}");
}

#[test]
fn a_single_seat_is_said_so() {
    let folder = Folder::with_pack("one_seat");
    let pack = folder.read("ponds/pack.ron");
    folder.write("ponds/pack.ron", &pack.replacen("seats: (2,", "seats: (1,", 1));
    let ran = folder.run(&["sim", "./ponds", "--seats", "1", "--games", "1"], "");
    ran.expect(0, "1 game of 1 seat, ", "");
}

#[test]
fn what_is_in_the_way_of_a_tile_is_told() {
    let folder = Folder::with_pack("in_the_way");
    let ran = folder.run(&["play", "./ponds", "--seed", "3"], "0,0\n9,9\n0,-1\n0,-1,7\n1,0,2\nquit\n");
    for told in [
        "Bend cannot lie at 0,0: there is a tile already.",
        "Bend cannot lie at 9,9: no tile is beside it.",
        "Bend fits nowhere at 0,-1, however it is turned.",
        "There is no turn 7: turns go from 0 to 3.",
        "Bend cannot lie at 1,0 with turn 2: W it would show meadow to stream; it fits there at turn 0 or 1.",
    ] {
        ran.expect(0, &format!("{told}\n"), "");
    }
    // A rule that takes placements out is named, and so is its line.
    let rule = folder.read("ponds/rules/ponds.lua");
    let line = rule.lines().count() + 1;
    let offer = "offer(\"place\", function(options, seat)\n    for _, key in options:keys() do\n        \
                 if key:find(\"^1,0,\") then options:remove(key) end\n    end\nend)\n";
    folder.write("ponds/rules/ponds.lua", &(rule + offer));
    let ran = folder.run(&["play", "./ponds", "--seed", "3"], "1,0\n1,0,1\n0,0\n-1,0\nnonsense\nquit\n");
    let refused = format!("a rule does not allow it (ponds/rules/ponds.lua:{line})");
    for told in [
        format!("Bend cannot lie at 1,0: {refused}.\n"),
        format!("Bend cannot lie at 1,0 with turn 1: {refused}; no other turn fits there.\n"),
        "Bend cannot lie at 0,0: there is a tile already.\n".to_owned(),
        "Bend can lie at -1,0 at turn 2 or 3: type -1,0,TURN.\n".to_owned(),
        "`nonsense` is neither an option nor a command".to_owned(),
    ] {
        ran.expect(0, &told, "");
    }
}

#[test]
fn what_happens_is_told_with_its_place_and_in_the_words_of_the_pack() {
    let folder = Folder::with_pack("happens");
    let pack = folder
        .read("ponds/pack.ron")
        .replace("draw(from: tiles), place", "script(name: \"wade\"), draw(from: tiles), place");
    // Which tile goes into a bag is told where everybody sees what is in it.
    let open = "bags: [(id: tiles, open: true)], dice: [(id: luck, faces: [4])],";
    folder.write("ponds/pack.ron", &pack.replace("bags: [tiles],", open));
    let rule = folder.read("ponds/rules/ponds.lua");
    let more = "\nstep(\"wade\", function(seat)\n    local start = cell(0, 0):tile()\n    \
                local pond, stream = start:segments(\"pond\")[1], start:segments(\"stream\")[1]\n    \
                move(deploy(\"heron\", seat, pond), stream)\n    roll(\"luck\")\n    \
                to_hand(seat, draw(\"tiles\", { seat = seat, secret = true }))\n    \
                take_out(\"tiles\", \"Bend\")\n    put_back(\"tiles\", \"Bend\")\n    \
                ask(seat, \"wade\", { { key = \"left\", target = pond }, { key = \"east\", target = stream }, \
                { key = \"west\", target = stream } })\nend)\n";
    folder.write("ponds/rules/ponds.lua", &(rule + more));
    let texts = folder.read("ponds/texts/nl.ron");
    folder.write(
        "ponds/texts/nl.ron",
        &texts.trim_end().replace("})", "\"die.luck\": \"Gelukssteen\", \"tile.Bend\": \"Bocht\",\n})"),
    );
    let ran = folder.run(&["play", "./ponds", "--seed", "3", "--language", "nl"], "quit\n");
    ran.expect(0, "seat 0 puts Reiger on 0,0:pond:N\n", "");
    ran.expect(0, "seat 0 moves Reiger from 0,0:pond:N to 0,0:stream:E.W\n", "");
    ran.expect(0, "seat 0 rolls 4 with Gelukssteen\n", "");
    ran.expect(0, "Bend (Bocht) is taken out of Tegels\n", "");
    ran.expect(0, "Bend (Bocht) goes into Tegels\n", "");
    // What is secret is told to the seat that is asked, and what it holds.
    let drawn = ran.out.split("  seat 0 draws ").nth(1).unwrap().split(' ').next().unwrap();
    ran.expect(0, &format!("  in the hand of seat 0: {drawn}"), "");
    assert!(!ran.out.contains("\u{b7} seat 0 draws"), "{}", ran.out);
    // Options that are about a place are marked there, and told apart by it.
    assert!(["[1]", "[2]"].iter().all(|mark| ran.out.contains(mark)), "{}", ran.out);
    ran.expect(0, "2  east  Beek of 1 tile, 2 open (0,0:stream:E.W)\n", "");
    ran.expect(0, "1  left  Vijver of 1 tile, 1 open\n", "");
}

#[test]
fn saved_games_go_on_and_replay() {
    let folder = Folder::with_pack("saved");
    let play = ["play", "./ponds", "--seed", "9", "--random", "0,1"];
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
fn tiles_and_boards_are_drawn_and_printed() {
    let folder = Folder::with_pack("pictures");
    folder.run(&["render", "./ponds", "--out", "tiles.png", "--size", "32"], "").expect(0, "Wrote tiles.png", "");
    folder.run(&["render", "./ponds", "--sheet", "--out", "sheet.svg"], "").expect(0, "Wrote sheet.svg", "");
    assert!(folder.read("sheet.svg").starts_with("<svg"));
    let board =
        ["render", "./ponds", "--random", "3", "--at", "9", "--legal", "--coordinates", "--out", "b.svg", "--json"];
    let ran = folder.run(&board, "");
    ran.expect(0, "", "");
    assert_eq!(ran.json()[0]["bytes"], folder.read("b.svg").len());
    folder.run(&["render", "./ponds", "--out", "tiles.gif"], "").expect(2, "", "says no format");
    folder.run(&["render", "./ponds", "--tile", "nothing", "--out", "a.png"], "").expect(2, "", "no tile `nothing`");
    folder.run(&["render", "./ponds", "--legal", "--out", "a.png"], "").expect(2, "", "about boards");
    folder.run(&["render", "--record", "none.json", "--out", "a.png"], "").expect(3, "", "none.json");
    folder.run(&["render", "./ponds", "--out", "no/where/a.png"], "").expect(3, "", "cannot be written");
    folder.run(&["print", "./ponds", "--out", "p.pdf"], "").expect(0, "Wrote p.pdf", "");
    folder.run(&["print", "./ponds", "--tile-mm", "3", "--out", "p.pdf"], "").expect(2, "", "between 10 and 150");
    folder.run(&["print", "./ponds", "--tile-mm", "150", "--margin-mm", "40", "--out", "p.pdf"], "").expect(
        2,
        "",
        "does not fit",
    );
}

#[test]
fn a_saved_game_is_printed_as_a_seat_has_seen_it() {
    let folder = Folder::new("seen");
    let options = ["--option", "hand_size=3", "--seats", "2", "--seed", "4"];
    let play: Vec<&str> = ["play", "carcassonne"].into_iter().chain(options).collect();
    folder.run(&play, "tile 1\nsave game.json\nquit\n").expect(0, "", "");
    let hidden = |seat: &str| {
        let ran = folder.run(&["replay", "game.json", "--seen-by", seat], "");
        assert_eq!(ran.code, 0, "{}", ran.err);
        let game = ran.json().remove(0);
        assert_eq!((game["for_seat"].to_string().as_str(), game.get("seed")), (seat, None));
        let moves = game["moves"].as_array().unwrap().clone();
        moves
            .iter()
            .filter(|m| m.get("draw").is_some_and(Value::is_null))
            .map(|m| m["seat"].clone())
            .collect::<Vec<_>>()
    };
    // Hands of three are dealt: each seat has not seen those of the other.
    assert_eq!(hidden("0"), [1, 1, 1]);
    assert_eq!(hidden("1"), [0, 0, 0]);
    folder.run(&["replay", "game.json", "--seen-by", "2"], "").expect(2, "", "seats 0 to 1, and no 2");
}

#[test]
fn tests_are_listed_with_the_examples_they_play() {
    let folder = Folder::with_pack("listed");
    let ran = folder.run(&["test", ".", "--list"], "");
    ran.expect(0, "0 worked examples missing", "");
    let first = ran.out.lines().nth(1).unwrap().trim().to_owned();
    folder.write(
        "ponds/tests/examples.ron",
        &format!(
            "Examples(of: \"a book\", cases: {{\"01\": \"one\", \"02\": \"two\", \"03\": \"three\"}},
            elsewhere: {{\"01\": {first:?}}}, not_played: {{\"02\": \"no moves\"}})"
        ),
    );
    let ran = folder.run(&["test", "./ponds", "--list"], "");
    ran.expect(1, "1 of 3 worked examples of a book", "");
    ran.expect(1, "02 cannot be played (two): no moves", "");
    ran.expect(1, "03 has no test: three", "");
    let json = folder.run(&["test", "./ponds", "--list", "--json"], "").json();
    let missing = json.iter().filter(|o| o["missing"] == true).count();
    assert_eq!((missing, &json[json.len() - 1]["examples_missing"]), (1, &1.into()));
    folder.run(&["test", "."], "").expect(0, "0 failed", "");
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
fn bots_in_the_terminal_play_the_game_that_is_simulated() {
    let folder = Folder::with_pack("bots");
    for bots in ["random", "greedy,random"] {
        let args = ["sim", "./ponds", "--games", "1", "--seed", "6", "--bots", bots, "--records", "one.jsonl"];
        folder.run(&args, "").expect(0, if bots == "random" { "random players" } else { "bots greedy, random" }, "");
        let record = read_records(&folder.read("one.jsonl")).remove(0).unwrap();
        let seed = record.seed.unwrap().to_string();
        let ran = folder.run(&["play", "./ponds", "--seed", &seed, "--bots", bots], "");
        for (seat, score) in record.last.as_ref().unwrap().scores.iter().enumerate() {
            ran.expect(0, &format!("seat {seat}  {score:>4}  "), "");
        }
    }
    // Somebody plays against a bot, and goes on later against the same one.
    folder
        .run(&["play", "./ponds", "--seed", "3", "--bots", "person,greedy"], "1 0\n1 1\n1 2\n1 3\nquit\n")
        .expect(0, "(greedy)", "");
    folder.run(&["play", "--continue"], "quit\n").expect(0, "(greedy)", "");
    folder.run(&["play", "./ponds", "--bots", "gredy"], "").expect(2, "", "did you mean `greedy`?");
    folder.run(&["sim", "./ponds", "--bots", "person"], "").expect(2, "", "there is no bot `person`; there are random");
    folder.run(&["sim", "./ponds", "--bots", "random,random,random"], "").expect(2, "", "3 are named for 2 seats");
    let json = folder.run(&["sim", "./ponds", "--games", "2", "--bots", "greedy,random", "--json"], "").json();
    let json = &json[0];
    assert_eq!([&json["seats"][0]["bot"], &json["seats"][1]["bot"]], ["greedy", "random"]);
}

#[test]
fn a_report_speaks_in_sentences() {
    let folder = Folder::with_pack("report");
    let ran = folder.run(&["report", "./ponds", "--games", "60", "--bots", "random", "--seed", "3"], "");
    ran.expect(0, "60 games of 2 seats by random, seed 3", "");
    for line in ["Seat 0 wins ", " of the games, and is ", ": wins as uneven", "Half of the scores are at most "] {
        ran.expect(0, line, "");
    }
    ran.expect(0, "A game has 29 turns (29 to 29); 90 of 100 games have from 29 to 29.", "");
    folder.run(&["report", "./ponds", "--games", "60", "--seats", "3"], "").expect(0, "Seat 2 wins ", "");
    let args = ["report", "./ponds", "--games", "60", "--bots", "random", "--html", "report.html"];
    folder.run(&args, "").expect(0, "The page is in report.html.", "");
    let page = folder.read("report.html");
    assert!(
        page.contains("<h2>Tiles</h2>") && page.contains("<p>Seat 0 wins ") && page.contains("60 games of 2 seats")
    );
    assert_eq!(page.matches("<svg ").count(), 3, "seats, points and tiles");
    folder.run(&["report", "./ponds", "--games", "5"], "").expect(2, "", "20");
    let lua = folder.read("ponds/rules/ponds.lua");
    folder.write(
        "ponds/rules/ponds.lua",
        &lua.replace("    sheet:per(\"lily\"", "    error(\"no\")\n    sheet:per(\"lily\""),
    );
    let args = ["report", "./ponds", "--games", "30", "--bots", "random"];
    folder.run(&args, "").expect(4, "seed 1", " stopped by a script");
}

#[test]
fn simulated_games_become_rows() {
    let folder = Folder::with_pack("rows");
    let sim = ["sim", "./ponds", "--games", "40", "--seed", "4"];
    let with = |more: &[&'static str]| folder.run(&[&sim[..], more].concat(), "");
    with(&["--out", "one.parquet", "--threads", "1"]).expect(0, "40 rows (", "");
    let one = with(&["--json"]);
    for (part, format) in [("1/2", "--json"), ("2/2", "--csv")] {
        with(&["--out", "parts", "--shard", part, format]).expect(0, "", "");
    }
    let merged = folder.run(&["merge", "two.parquet", "parts", "--json"], "");
    assert_eq!(merged.json(), one.json(), "the numbers are those of all games");
    assert!(fs::read(folder.0.join("one.parquet")).unwrap() == fs::read(folder.0.join("two.parquet")).unwrap());
    folder.run(&["merge", "two.parquet", "parts"], "").expect(0, "in two.parquet.", "");
    with(&["--out", "parts"]).expect(0, "40 of the games were there already.", "");
    with(&["--out", "games.csv", "--rows", "answers"]).expect(0, "rows (", "");
    assert!(folder.read("games.csv").starts_with("game,number,turn,seat,ask,options,option,key\n0,0,1,0,"));

    with(&["--out", "x.csv", "--shard", "1/2"]).expect(2, "", "a part of the games cannot be a `.csv` file");
    with(&["--out", "x.csv", "--format", "jsonl"]).expect(2, "", "`--format` says `jsonl`");
    with(&["--out", "x", "--shard", "3/2"]).expect(2, "", "write I/N");
    with(&["--rows", "tiles"]).expect(2, "", "--out");
    with(&["--out", "x.csv", "--rows", "moves"]).expect(2, "", "moves");
    with(&["--out", "parts", "--rows", "tiles"]).expect(1, "", "`rows` is \"games\" there and \"tiles\" here");
    folder.run(&["merge", "x.csv", "parts"], "").expect(2, "", "ends in `.parquet`");
    folder.run(&["merge", "x.parquet", "absent"], "").expect(3, "", "holds no results");
    folder.run(&["merge", "x.parquet", "parts", "parts"], "").expect(1, "", "give each part once");
    with(&["--out", "absent/x.csv"]).expect(0, "in absent/x.csv.", "");
    // A rule that fails stops its games and not the others, and its row says so.
    let lua = folder.read("ponds/rules/ponds.lua");
    fs::write(
        folder.0.join("ponds/rules/ponds.lua"),
        lua.replace("    sheet:per(\"lily\"", "    error(\"no lilies\")\n    sheet:per(\"lily\""),
    )
    .unwrap();
    with(&["--out", "bad.csv"]).expect(4, "rows (", "ponds.lua:10");
    assert!(folder.read("bad.csv").lines().nth(1).unwrap().contains(",S0401,"));
}

#[test]
fn simulated_games_can_be_kept() {
    let folder = Folder::with_pack("kept");
    let sim = ["sim", "./ponds", "--games", "12", "--seed", "4", "--json"];
    let numbers = folder.run(&[&sim[..], &["--records", "games.jsonl"]].concat(), "").json();
    let records: Vec<Value> = folder.read("games.jsonl").lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(records.len(), 12);
    // They are the games of which the numbers are.
    let sum = |seat: usize| records.iter().map(|r| r["final"]["scores"][seat].as_i64().unwrap()).sum::<i64>();
    assert_eq!([0, 1].map(|seat| numbers[0]["seats"][seat]["score"]["sum"].as_i64().unwrap()), [0, 1].map(sum));
    folder.run(&["replay", "games.jsonl", "--packs", "."], "").expect(0, "12 ok, 0 failed", "");
    fs::create_dir_all(folder.0.join("games")).unwrap();
    folder.run(&[&sim[..6], &["--records", "games"]].concat(), "").expect(0, "The games are in games.", "");
    assert_eq!(serde_json::from_str::<Value>(&folder.read("games/game_03.json")).unwrap(), records[3]);
    folder.run(&[&sim[..], &["--records", "absent/games.jsonl"]].concat(), "").expect(3, "", "cannot be written");
}

#[test]
fn sets_of_packs_are_checked_in_every_combination() {
    let folder = Folder::with_pack("combinations");
    for name in ["one", "two"] {
        assert_eq!(folder.run(&["new", name, "--base", "ponds", "--packs", "."], "").code, 0);
    }
    let check = ["check", "--combinations", "one", "two", "--packs", "."];
    folder.run(&check, "").expect(0, "4 sets of packs: no problems found", "");
    let some = ["check", "--combinations", "one", "--packs", ".", "--with", "./two"];
    folder.run(&some, "").expect(0, "2 sets of packs: no problems found", "");
    // Each is fine by itself; together their requests go round in a circle, and only that set is named.
    let plain = ["one", "two"].map(|name| folder.read(&format!("{name}/pack.ron")));
    let say = |number: usize, more: &str| {
        let name = ["one", "two"][number];
        folder.write(
            &format!("{name}/pack.ron"),
            &plain[number].replace("    rules: [", &format!("    {more},\n    rules: [")),
        );
    };
    say(0, "after: [\"two\"]");
    say(1, "after: [\"one\"]");
    let ran = folder.run(&check, "");
    ran.expect(0, "one with ponds with two: 1 warning", "");
    ran.expect(0, "4 sets of packs: 1 with warnings", "");
    let found = folder.run(&[&check[..], &["--json"]].concat(), "").json();
    assert_eq!((found.len(), &found[0]["pack"], &found[0]["code"]), (1, &"one+ponds+two".into(), &"P0206".into()));
    // Packs that exclude each other are not played together.
    say(1, "conflicts: [\"one\"]");
    folder.run(&check, "").expect(0, "3 sets of packs: no problems found; 1 left out", "");
    say(1, "seats: (9, 2)");
    folder.run(&check, "").expect(1, "with errors", "");
    folder.run(&["check", "--combinations", "--together", "one"], "").expect(2, "", "--together");
}

#[test]
fn random_games_are_verified() {
    let folder = Folder::with_pack("verify");
    folder.run(&["verify", "./ponds", "--games", "2"], "").expect(0, "1 set, 2 games", "");
    let verify = |more: &[&str]| {
        let ran = folder.run(&[&["verify", "./ponds", "--seed", "4", "--json"], more].concat(), "");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        ran.json().remove(0)
    };
    let whole = verify(&["--games", "6", "--threads", "1"]);
    assert_eq!((&whole["games"], &whole["broken"], &whole["told"]), (&6.into(), &0.into(), &Value::Array(Vec::new())));
    let numbers = |set: &Value| ["games", "answers", "looks"].map(|name| set[name].as_u64().unwrap());
    let [games, answers, looks] = numbers(&whole);
    assert!(games < answers && answers < looks, "{whole}");
    assert_eq!(numbers(&verify(&["--games", "6", "--threads", "3"])), numbers(&whole));
    // Parts of a run are the same games as the whole.
    let (head, tail) = (numbers(&verify(&["--games", "4"])), numbers(&verify(&["--first", "4", "--games", "2"])));
    assert_eq!([0, 1, 2].map(|n| head[n] + tail[n]), numbers(&whole));
    folder.run(&["verify"], "").expect(2, "", "PACK");
    folder.run(&["verify", "./ponds", "--games", "0"], "").expect(2, "", "--games");
    folder.run(&["verify", "./ponds", "--seats", "9"], "").expect(2, "", "2 to 4 seats");
    folder.run(&["verify", "--matrix", "-o", "a:b=c"], "").expect(2, "", "--option");
}

#[test]
fn a_game_that_breaks_is_told_with_its_command() {
    let folder = Folder::with_pack("broken");
    let rule = folder.read("ponds/rules/ponds.lua");
    // Ponds with lilies fail, so not every game does.
    let broken = "    if pond:sum(param.lily) > 1 then error(\"broken on purpose\") end\n    sheet:per(\"tile\"";
    folder.write("ponds/rules/ponds.lua", &rule.replace("    sheet:per(\"tile\"", broken));
    let verify = ["verify", "ponds", "--packs", ".", "--games", "12", "--seed", "2"];
    let ran = folder.run(&verify, "");
    ran.expect(1, "[fault]", "");
    ran.expect(1, "broken on purpose", "");
    let set = folder.run(&[&verify[..], &["--json"]].concat(), "").json().remove(0);
    let told = &set["told"][0];
    assert!(set["broken"].as_u64().unwrap() > 0 && told["stage"] == "fault", "{set}");
    let again = told["again"].as_str().unwrap().replace('"', "");
    let words: Vec<&str> = again.split_whitespace().skip(1).chain(["--json"]).collect();
    let ran = folder.run(&words, "");
    let same = ran.json().remove(0);
    assert_eq!((ran.code, &same["games"], &same["told"][0]), (1, &1.into(), told), "{again}");
}

#[test]
fn the_matrix_is_every_pack_option_and_pair() {
    let folder = Folder::with_pack("matrix");
    let pack = folder.read("ponds/pack.ron");
    folder.write(
        "ponds/pack.ron",
        &pack.replace("    seats:", "    options: [(id: quick, default: false)],\n    seats:"),
    );
    let matrix = |packs: &[&str]| {
        let words = ["verify", "--matrix", "--packs", ".", "--games", "1", "--threads", "1", "--json"];
        let ran = folder.run(&[&words[..], packs].concat(), "");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
        let list =
            |value: &Value| value.as_array().unwrap().iter().map(|v| v.as_str().unwrap()).collect::<Vec<_>>().join("+");
        let sets = ran.json();
        assert!(sets.iter().all(|set| set["games"] == 1 && set["broken"] == 0), "{}", ran.out);
        sets.iter()
            .map(|set| format!("{} {} {}", set["group"].as_str().unwrap(), list(&set["packs"]), list(&set["options"])))
            .collect::<Vec<_>>()
    };
    assert_eq!(matrix(&["ponds"]), ["pack ponds ", "option ponds ponds:quick=true"]);
    for name in ["one", "two", "three"] {
        assert_eq!(folder.run(&["new", name, "--base", "ponds", "--packs", "."], "").code, 0);
    }
    let wanted = [
        "pack one+ponds ",
        "pack ponds ",
        "pack ponds+three ",
        "pack ponds+two ",
        "option ponds ponds:quick=true",
        "needed option one+ponds ponds:quick=true",
        "needed option ponds+three ponds:quick=true",
        "needed option ponds+two ponds:quick=true",
        "pair one+ponds+three ",
        "pair one+ponds+two ",
        "pair ponds+three+two ",
        "all one+ponds+three+two ",
    ];
    assert_eq!(matrix(&["one", "two", "three"]), wanted);
    let with: Vec<&str> = wanted.into_iter().filter(|set| set.contains("three")).collect();
    assert_eq!(matrix(&["one", "two", "--with", "three"]), with);
}

#[test]
fn a_script_that_fails_is_named_and_the_game_kept() {
    let folder = Folder::with_pack("fault");
    let rule = folder.read("ponds/rules/ponds.lua");
    folder.write(
        "ponds/rules/ponds.lua",
        &rule.replace(
            "    sheet:per(\"tile\"",
            "    note(\"about to score\", pond) error(\"broken on purpose\")\n    sheet:per(\"tile\"",
        ),
    );
    let ran = folder.run(&["play", "./ponds", "--seed", "3", "--random", "all"], "");
    ran.expect(4, "", "ponds/rules/ponds.lua:9");
    ran.expect(4, "", "broken on purpose");
    ran.expect(4, "", "tilewright render --record tilewright-fault.json --at ");
    ran.expect(4, "note: about to score the feature ", "");
    let resume = ["play", "--resume", "tilewright-fault.json", "--packs", ".", "--random", "all"];
    let first = folder.read("tilewright-fault.json");
    let ran = folder.run(&resume, "");
    ran.expect(4, "", "ponds/rules/ponds.lua:9");
    ran.expect(4, "", "the game up to that answer is in tilewright-fault-2.json");
    assert_eq!(folder.read("tilewright-fault.json"), first, "the first game is still there");
    fs::rename(folder.0.join("tilewright-fault.json"), folder.0.join("played.json")).unwrap();
    folder.run(&["sim", "./ponds", "--games", "5"], "").expect(4, "", "ponds/rules/ponds.lua:9");
    let ran = folder.run(&["replay", "tilewright-fault.json", "--packs", "."], "");
    ran.expect(1, "[fault]", "");
    ran.expect(1, "noted    about to score the feature ", "");
    // The answer that fails is not given again: one stands before it.
    let ran = folder.run(&["play", "--resume", "tilewright-fault.json", "--packs", "."], "");
    ran.expect(0, "a script still stops this game", "");
    ran.expect(0, "It stands where the last good answer led", "");
    ran.expect(0, "seat ", "");
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

#[test]
fn what_tests_protect_is_told_by_line() {
    let folder = Folder::with_pack("protect");
    let ran = folder.run(&["test", "./ponds", "--coverage"], "");
    ran.expect(0, "rules/ponds.lua", "");
    assert!(ran.out.contains("100.0 %"), "{}", ran.out);
    let rules = folder.read("ponds/rules/ponds.lua");
    let more = rules.replace("per_tile)", "per_tile)\n    if pond:tiles() > 40 then sheet:void(\"sea\") end");
    assert_ne!(more, rules);
    folder.write("ponds/rules/ponds.lua", &more);
    let ran = folder.run(&["test", "./ponds", "--mutate"], "");
    ran.expect(1, "ponds.lua:10: no test notices when `pond:tiles() > 40` never holds; 2 tests come there", "");
    ran.expect(1, "    - if pond:tiles() > 40 then sheet:void(\"sea\") end\n    + if false then", "");
    ran.expect(1, "changes of defaults not tried: the packs give those parameters", "");
    ran.expect(1, "Next: write a test in which such a change shows. Where it cannot, say so in tests/equal.ron", "");
    let json = folder.run(&["test", "./ponds", "--mutate", "--json"], "").json();
    let total = json.last().unwrap();
    assert_eq!(total["tried"], 0, "all is known from last time: {total}");
    let not: Vec<&Value> = json.iter().filter(|o| o["verdict"] == "not_noticed").collect();
    assert_eq!(total["not_noticed"], not.len());
    assert_eq!(folder.run(&["test", "./ponds", "--mutate", "--json", "--anew"], "").json().len(), json.len());
    // Told once, they are not gaps any more.
    let entries = not.iter().map(|o| {
        let (line, which, change) = (&o["text"], &o["which"], &o["change"]);
        format!("(module: \"ponds\", line: {line}, which: {which}, changes: [{change}], because: \"told\"),")
    });
    folder.write("ponds/tests/equal.ron", &format!("EqualChanges([{}])", entries.collect::<String>()));
    let ran = folder.run(&["test", "./ponds", "--mutate"], "");
    ran.expect(0, &format!("{} make no difference", not.len()), "");
    folder.run(&["test", "./ponds"], "").expect(0, "3 passed, 0 failed", "");
    // The list goes with the rule: when that is back as it was, entries are left over.
    folder.write("ponds/rules/ponds.lua", &rules);
    folder.run(&["test", "./ponds", "--mutate"], "").expect(1, "there is no such change in ponds/rules/ponds.lua", "");
}

#[test]
fn what_tests_protect_is_asked_rightly() {
    let folder = Folder::with_pack("protect_asked");
    let ran = folder.run(&["test", "./ponds", "--mutate", "--module", "path"], "");
    ran.expect(2, "", "no test of these packs uses a module `path`");
    ran.expect(2, "", "expected one of ponds, paths");
    folder.run(&["test", "./ponds", "--library"], "").expect(2, "", "go with `--coverage` or `--mutate`");
    let paths = folder.run(&["test", "./ponds", "--mutate", "--module", "paths"], "");
    paths.expect(0, "scripts/paths.lua        9        9    0      0", "");
    folder.run(&["test", ".", "--coverage"], "").expect(0, "scripts/paths.lua", "");
    let tests = folder.read("ponds/tests/ponds.ron").replace("scores: [4, 0]", "scores: [5, 0]");
    folder.write("ponds/tests/ponds.ron", &tests);
    let ran = folder.run(&["test", "./ponds", "--mutate"], "");
    ran.expect(1, "FAILED", "what tests protect shows when all of them pass");
}

/// A version or hash of a record is not passed over: where the content here is another, it is said.
#[test]
fn records_of_another_content_are_played_and_that_is_said() {
    let folder = Folder::with_pack("other_content");
    folder.run(&["sim", "./ponds", "--games", "2", "--records", "games.jsonl"], "").expect(0, "", "");
    let replay = ["replay", "games.jsonl", "--packs", "."];
    let same = folder.run(&replay, "");
    same.expect(0, "2 ok, 0 failed", "");
    assert!(!same.out.contains("content"), "{}", same.out);
    let text = folder.read("games.jsonl");
    let hash = text.split('#').nth(1).unwrap().split('"').next().unwrap().to_owned();
    for (old, new, says) in [
        (&*hash, "00", "the record was made with another content of ponds 0.1.0"),
        ("@0.1.0", "@9.9.9", "the record was made with ponds 9.9.9, here is 0.1.0"),
    ] {
        folder.write("games.jsonl", &text.replace(old, new));
        let ran = folder.run(&replay, "");
        ran.expect(0, &format!("note: {says}; it leads to the same"), "");
        ran.expect(0, "2 ok, 0 failed\n2 games were made with another content of the packs", "");
        let json = folder.run(&[&replay[..], &["--json"]].concat(), "").json();
        assert_eq!((&json[0]["ok"], &json[2]["other_content"]), (&Value::Bool(true), &Value::from(2)));
        assert!(json[1]["other_content"].as_str().unwrap().starts_with(says));
        let resumed = folder.run(&["play", "--resume", "games.jsonl", "--packs", "."], "");
        resumed.expect(0, &format!("note: {says}; it still leads here"), "");
        let render = ["render", "--record", "games.jsonl", "--packs", ".", "--out", "board.png"];
        folder.run(&render, "").expect(0, &format!("note: {says}; it leads to this board"), "");
        let json = folder.run(&[&render[..], &["--json"]].concat(), "").json();
        assert!(json[0]["other_content"].as_str().unwrap().starts_with(says));
    }
    folder.write("games.jsonl", &text);
    let same = folder.run(&["render", "--record", "games.jsonl", "--packs", ".", "--out", "board.png"], "");
    assert!(same.out.starts_with("Wrote "), "{}", same.out);
    // Paths are not names of packs.
    folder.write("games.jsonl", &text.replace("\"ponds@", "\"./ponds@"));
    folder.run(&replay, "").expect(1, "[bad_record] packs[0]: a record names packs by their ids", "");
    folder.run(&["play", "--resume", "games.jsonl"], "").expect(1, "", "a record names packs by their ids");
}

/// The packs that are here may be others, or none.
#[test]
fn the_game_of_a_capsule_is_gone_on_with_by_its_own_packs() {
    let folder = Folder::with_pack("own_packs");
    folder.run(&["sim", "./ponds", "--games", "1", "--records", "games.jsonl"], "").expect(0, "", "");
    let mut record = read_records(&folder.read("games.jsonl")).remove(0).unwrap();
    record.moves.truncate(record.moves.len() / 2);
    let packs = Finder::nowhere().with_folder(&folder.0).find("ponds").unwrap().read().unwrap();
    let mut capsule = Capsule { record, ..Capsule::default() };
    capsule.packs.packs.insert("ponds".into(), packs);
    std::fs::write(folder.0.join("game.zip"), capsule.write().unwrap()).unwrap();
    let told = "note: this game is played by the packs that came with it";
    folder.run(&["play", "--resume", "game.zip"], "").expect(0, told, "");
    let pack = folder.read("ponds/pack.ron").replace("0.1.0", "9.9.9");
    folder.write("ponds/pack.ron", &pack);
    let ran = folder.run(&["play", "--resume", "game.zip", "--packs", "."], "");
    ran.expect(0, told, "");
    assert!(!ran.out.contains("made with"), "{}", ran.out);
}

#[test]
fn games_that_were_left_are_listed_and_gone_on_with_from_anywhere() {
    let folder = Folder::with_pack("left");
    folder.run(&["play"], "").expect(2, "", "no game was left in the middle");
    folder.run(&["play", "--continue"], "").expect(2, "", "no game was left in the middle");
    // Nobody has answered: there is nothing to keep.
    folder.run(&["play", "./ponds"], "quit\n").expect(0, "Good-bye", "");
    folder.run(&["play"], "").expect(2, "", "no game was left in the middle");
    let ran = folder.run(&["play", "./ponds", "--seed", "3", "--random", "1"], "1 0\n1 1\n1 2\n1 3\nquit\n");
    ran.expect(0, "`tilewright play --continue` goes on from here.", "");
    let ran = folder.run(&["play"], "");
    ran.expect(0, "Games that were left in the middle", "");
    ran.expect(0, "ponds, 2 seats, ", "");
    folder.run(&["play", "./ponds"], "quit\n").expect(0, "A game was left in the middle (ponds, 2 seats, ", "");
    // From another folder, with the seats that chose at random.
    fs::create_dir(folder.0.join("elsewhere")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    command.args(["play", "--continue"]).current_dir(folder.0.join("elsewhere")).stdin(Stdio::null());
    command.env("TILEWRIGHT_HOME", folder.0.join("home"));
    let ran = Ran::new(command.output().unwrap());
    ran.expect(0, "Ponds 0.1.0, 2 seats, seed 3", "");
    ran.expect(0, "seat 0> ", "");
    let games = folder.0.join("home/games");
    assert_eq!(fs::read_dir(&games).unwrap().count(), 1, "the game has one file");
    // A file that somebody else made may name any folder: it is not looked at there.
    let path = fs::read_dir(&games).unwrap().next().unwrap().unwrap().path();
    fs::rename(path, folder.0.join("elsewhere/game-1.jsonl")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    command.args(["play", "--resume", "game-1.jsonl"]).current_dir(folder.0.join("elsewhere")).stdin(Stdio::null());
    command.env("TILEWRIGHT_HOME", folder.0.join("home"));
    Ran::new(command.output().unwrap()).expect(2, "", "there is no pack `ponds`");
}

/// A shell limits how large files may grow: the same as a disk that is full in the middle of writing.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said_and_the_old_file_is_whole() {
    let folder = Folder::with_pack("full");
    folder.write("game.json", "old");
    folder.run(&["sim", "./ponds", "--games", "1", "--records", "games.jsonl"], "").expect(0, "", "");
    assert!(folder.read("games.jsonl").len() > 1024);
    let play = "trap '' XFSZ; ulimit -f 1; (echo save game.json; echo quit) | \
        \"$0\" play --resume games.jsonl --packs . 2>&1";
    let mut command = Command::new("bash");
    command.args(["-c", play, env!("CARGO_BIN_EXE_tilewright")]).current_dir(&folder.0);
    command.env("TILEWRIGHT_HOME", folder.0.join("home"));
    let said = String::from_utf8(command.output().unwrap().stdout).unwrap();
    assert!(said.contains("Not saved: game.json cannot be written: File too large"), "{said}");
    assert_eq!(folder.read("game.json"), "old");
    let names: Vec<_> = fs::read_dir(&folder.0).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert!(!names.iter().any(|name| name.to_string_lossy().contains("game.json.")), "nothing stays beside it");
}

#[test]
fn what_is_drawn_in_secret_and_put_back_is_told_to_nobody() {
    let folder = Folder::with_pack("put_back");
    let pack = folder.read("ponds/pack.ron").replace("rules: [", "rules: [(use: \"peek\"),");
    folder.write("ponds/pack.ron", &pack);
    let rule = "on(\"placed\", function(ev)\n    local kind = draw(\"tiles\", { seat = 1, secret = true })\n    \
                if kind then put_back(\"tiles\", kind) end\nend)\n";
    folder.write("ponds/rules/peek.lua", rule);
    let ran = folder.run(&["play", "./ponds", "--random", "all", "--seed", "7"], "");
    ran.expect(0, "a tile goes into Tiles\n", "");
    assert_eq!(ran.out.matches("goes into").count(), ran.out.matches("a tile goes into").count(), "{}", ran.out);
}

#[test]
fn words_that_have_other_names_are_fixed() {
    let folder = Folder::new("fixed");
    folder.run(&["new", "aged"], "");
    let rules = folder.0.join("aged/rules/ponds.lua");
    let lua = fs::read_to_string(&rules).unwrap();
    let old = format!("{lua}\non(\"placed\", function(ev) -- parts\n    note(#ev.tile:parts())\nend)\n");
    fs::write(&rules, &old).unwrap();
    let checked = folder.run(&["check", "./aged"], "").out;
    assert!(checked.contains("warning[S0144]: `parts` is called `segments` now"), "{checked}");
    assert!(checked.contains("`tilewright check --fix` does it"), "{checked}");
    let fixed = folder.run(&["check", "--fix", "--json", "./aged"], "").out;
    let line: Value = serde_json::from_str(fixed.lines().next().unwrap()).unwrap();
    assert_eq!((&line["fixed"]["from"], &line["fixed"]["to"]), (&"parts".into(), &"segments".into()));
    assert_eq!(line["fixed"]["place"]["file"], "./aged/rules/ponds.lua");
    assert_eq!(fs::read_to_string(&rules).unwrap(), old.replace("tile:parts()", "tile:segments()"));
    fs::write(&rules, &old).unwrap();
    let fixed = folder.run(&["check", "--fix", "./aged"], "").out;
    assert!(fixed.contains("aged/rules/ponds.lua:15:19 [S0144]: `parts` is `segments` now\n"), "{fixed}");
    let again = folder.run(&["check", "--fix", "./aged"], "").out;
    assert!(!again.contains("fixed") && again.contains("aged"), "{again}");
    let archive = folder.run(&["check", "--fix", "glowmoor"], "");
    assert_eq!(archive.code, 2, "{}", archive.err);
}
