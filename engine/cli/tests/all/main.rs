//! Tests the command as users and programs see it: help, exit codes, pipes, and output.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tilewright_kit::games::capsule::Capsule;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::records::json::read_records;

mod calls;
mod compared;
mod editors;
mod exchange;
mod exported;
mod handbook;
mod home;
mod hosted;
mod hostile;
mod hunted;
mod imported;
mod kept;
mod killed;
mod looks;
mod many_games;
mod own_pictures;
mod packed;
mod playing;
mod services;
mod shelves;
mod shown;
mod terminal;
mod timing;
mod tuned;

#[path = "../../../wording/fixture/mod.rs"]
mod fixture;

/// Returns `nightly` if `TILEWRIGHT_NIGHTLY` is set, as in `.ci/nightly`, and a smaller number by day.
fn amount<T>(by_day: T, nightly: T) -> T {
    if std::env::var_os("TILEWRIGHT_NIGHTLY").is_some() { nightly } else { by_day }
}

/// Finds the packs in `content`, which are bundled with the program.
fn content() -> Finder {
    Finder::nowhere().with_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content"))
}

/// Folder of a single test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// Runs the command in the folder, with standard input.
    fn run(&self, args: &[&str], input: &str) -> Ran {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
        command.args(args).current_dir(&self.0);
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env_remove("TILEWRIGHT_PACKS");
        command.env("TILEWRIGHT_HOME", self.0.join("home"));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // A command that does not read its input may end before everything is written.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        Ran::new(child.wait_with_output().unwrap())
    }

    /// Creates a folder with the pack of the template.
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

/// Returns the names of all commands except `help`.
fn commands(folder: &Folder) -> Vec<String> {
    let help = folder.run(&["--help"], "").out;
    let listed = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap();
    // Further lines of a description are indented more deeply.
    let names = listed.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| !matches!(*name, "" | "help")).map(str::to_owned).collect()
}

#[test]
fn every_command_has_help_with_examples() {
    let folder = Folder::new("help");
    let whole = folder.run(&["--help"], "");
    whole.expect(0, "Exit codes:", "");
    let commands = commands(&folder);
    assert!(commands.len() > 20, "{}", whole.out);
    for command in commands {
        let help = folder.run(&[&command, "--help"], "");
        help.expect(0, "Examples:\n", "");
        assert!(help.out.matches(&format!("tilewright {command}")).count() >= 2, "{}", help.out);
        assert!(help.out.lines().all(|line| line.chars().count() <= 110), "{}", help.out);
    }
}

#[test]
fn manual_pages_and_completions_are_made() {
    let folder = Folder::new("manual");
    folder.run(&["man"], "").expect(0, ".SH \"EXIT STATUS\"", "");
    let pages = format!("{} pages", commands(&folder).len() + 1);
    folder.run(&["man", "--dir", "pages"], "").expect(0, &pages, "");
    assert!(folder.read("pages/tilewright-sim.1").contains("EXAMPLES"));
    for shell in ["bash", "zsh", "fish"] {
        folder.run(&["completions", shell], "").expect(0, "replay", "");
        // Shells complete the topics of the handbook by name.
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
    folder.run(&["play", "./ponds", "--seed", "3", "--random", "1", "--random", "2"], "").expect(
        0,
        "The game is over.",
        "",
    );
    folder.run(&["sim", "./ponds", "--seats", "9"], "").expect(2, "", "2 to 4 seats");
    folder.run(&["sim", "./ponds", "--games", "0"], "").expect(2, "", "--games");
    folder.run(&["play", "./ponds", "--random", "5"], "").expect(2, "", "`5` is not a seat of this game");
    folder.run(&["play", "./ponds", "--random", "0"], "").expect(2, "", "`0` is not a seat: seats count from 1");
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
    folder.run(&["check", "--explain", "P0506"], "").expect(0, "invalid step of a test", "");
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

/// The report of a failed test shows the board and the figures, so that the test need not be replayed by hand.
#[test]
fn a_failed_test_says_what_lay_and_stood_where() {
    let folder = Folder::with_pack("stood");
    let text = folder.read("ponds/tests/ponds.ron").replace("scores: [0, 3]", "scores: [0, 4]");
    folder.write("ponds/tests/ponds.ron", &text);
    let lies = "  board    Start@0,0, Lilies@5,5\n  figures  1 heron@5,5:pond:N.E (1 tile, 2 open)\n";
    let ran = folder.run(&["test", "./ponds"], "");
    ran.expect(1, lies, "");
    assert!(!ran.out.contains("asked"), "the game was over");
    let ran = folder.run(&["test", "./ponds", "--json"], "");
    ran.expect(1, "\"board\":[\"Start@0,0\",\"Lilies@5,5\"]", "");
}

/// Like the dialog of the editor, the command creates games of squares, hexagons and triangles, and expansions, each
/// with a title.
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
    assert!(folder.read("ponds/pack.ron").contains("lattice: square"), "squares by default");
    let base = ["new", "more_ponds", "--base", "ponds", "--packs", ".", "--title", "Moors and \"mires\""];
    folder.run(&base, "").expect(0, "Made more_ponds", "");
    folder.run(&["new", "pools", "--copy", "./ponds", "--title", "Moors and \"mires\""], "").expect(
        0,
        "Made pools",
        "",
    );
    assert!(title("more_ponds") && title("pools"));
    folder.run(&["new", "odd", "--cells", "hexagons", "--base", "ponds"], "").expect(2, "", "--base");
    folder.run(&["new", "shards", "--cells", "triangles"], "").expect(0, "Made shards", "");
    assert!(folder.read("shards/pack.ron").contains("lattice: triangle"));
    folder.run(&["check", "./shards"], "").expect(0, "shards: no problems found", "");
    folder.run(&["test", "./shards"], "").expect(0, "3 passed, 0 failed", "");
    folder.run(&["verify", "./shards", "--games", "5"], "").expect(0, "", "");
    folder.run(&["new", "odd", "--cells", "octagons"], "").expect(2, "", "hexagons");
}

#[test]
fn the_given_folder_stands_for_its_id() {
    let folder = Folder::with_pack("stands");
    fs::create_dir_all(folder.0.join("sub")).unwrap();
    fs::rename(folder.0.join("ponds"), folder.0.join("sub/ponds")).unwrap();
    assert_eq!(folder.run(&["new", "ponds"], "").code, 0);
    // The two packs have the same id but score ponds differently, and so do their tests.
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
    // Planes and books have their own sections.
    let planes = "planes: [(id: meadow, extent: bounded((0, 0), (4, 4)), each_seat: true), sky], books: [(id: gift)],";
    folder.write("more_ponds/pack.ron", &pack.replacen("needs:", &format!("{planes} needs:"), 1));
    let json = folder.run(&["show", "more_ponds", "--packs", ".", "--json", "--only", "books,planes"], "").json();
    assert_eq!(json[0]["books"][0]["id"], "gift");
    let named: Vec<(&Value, &Value)> =
        json[0]["planes"].as_array().unwrap().iter().map(|plane| (&plane["id"], &plane["each_seat"])).collect();
    assert_eq!(named, [(&"meadow".into(), &true.into()), (&"sky".into(), &false.into())]);
    assert_eq!(json[0]["planes"][0]["extent"], "bounded((0,0), (4,4))");
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
    // A copy runs the tests of the original, in which references to the pack itself are renamed.
    folder.run(&["new", "pools", "--copy", "ponds", "--packs", "."], "").expect(0, "Made pools", "");
    folder.run(&["check", "./pools"], "").expect(0, "./pools: no problems found", "");
    folder.run(&["test", "./pools"], "").expect(0, "3 passed, 0 failed", "");
    folder.run(&["new", "wide_river", "--copy", "river"], "").expect(0, "Made wide_river", "");
    folder.run(&["check", "./wide_river"], "").expect(0, "./wide_river: no problems found", "");
    folder.run(&["new", "pools", "--copy", "ponds", "--base", "ponds"], "").expect(2, "", "--base");
    folder.run(&["api", "--source", "most_of_each"], "").expect(0, "step(param.step, function()", "");
    folder.run(&["api", "--source", "most"], "").expect(2, "", "it has `most_of_each`");
    folder.run(&["format", "figure"], "").expect(0, "| `weight` | 0 to 255 | `1` |", "");
    folder.run(&["format", "preset tile"], "").expect(0, "### a preset tile", "");
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
    ran.expect(1, "`ponds:depth` has 1000 values; the 40 nearest its ends were tried", "");
    folder.run(&["check", "--combinations", "ponds", "--packs", "."], "").expect(
        1,
        "1 set of packs: 1 with errors",
        "",
    );
    folder.write("ponds/rules/two.lua", "--- Two.\n");
    folder.run(&["check", "./ponds"], "").expect(
        0,
        "`ponds:depth` has 1000 values; the 40 nearest its ends were tried",
        "",
    );
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
    // The lines of the last move explain the points.
    let ran = folder.run(&["test", "./ponds", "--lines"], "");
    ran.expect(1, "  lines    score pond\n", "");
    ran.expect(1, "        sheet = sheet with 0 items, total 0\n", "");
    let json = folder.run(&["test", "./ponds", "--json"], "").json();
    assert_eq!((json.len(), &json[3]["failed"]), (4, &Value::from(1)));
    // An invalid test has no expectation to report.
    folder.write("ponds/tests/ponds.ron", &tests.replacen("steps:", "stpes:", 1));
    let ran = folder.run(&["test", "./ponds"], "");
    ran.expect(1, "  wrong    a test has no field `stpes`; did you mean `steps`?", "");
    assert!(!ran.out.contains("expected"), "{}", ran.out);
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
    folder.run(&["render", "./ponds", "--out", "tiles.PDF"], "").expect(0, "Wrote tiles.PDF", "");
    assert!(fs::read(folder.0.join("tiles.PDF")).unwrap().starts_with(b"%PDF-"));
    folder.run(&["render", "./ponds", "--out", "tiles.gif"], "").expect(2, "", "does not determine a format");
    folder.run(&["render", "./ponds", "--tile", "nothing", "--out", "a.png"], "").expect(2, "", "no tile `nothing`");
    folder.run(&["render", "./ponds", "--legal", "--out", "a.png"], "").expect(2, "", "applies only to boards");
    folder.run(&["render", "--record", "none.json", "--out", "a.png"], "").expect(3, "", "none.json");
    folder.run(&["render", "./ponds", "--out", "no/where/a.png"], "").expect(3, "", "cannot be written");
    folder.run(&["print", "./ponds", "--out", "p.pdf"], "").expect(0, "Wrote p.pdf", "");
    folder.run(&["print", "./ponds", "--tile-mm", "3", "--out", "p.pdf"], "").expect(2, "", "from 10 to 150 mm");
    folder.run(&["print", "./ponds", "--tile-mm", "150", "--margin-mm", "40", "--out", "p.pdf"], "").expect(
        2,
        "",
        "does not fit",
    );
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
fn sets_of_packs_are_checked_in_every_combination() {
    let folder = Folder::with_pack("combinations");
    for name in ["one", "two"] {
        assert_eq!(folder.run(&["new", name, "--base", "ponds", "--packs", "."], "").code, 0);
    }
    let check = ["check", "--combinations", "one", "two", "--packs", "."];
    folder.run(&check, "").expect(0, "4 sets of packs: no problems found", "");
    let some = ["check", "--combinations", "one", "--packs", ".", "--with", "./two"];
    folder.run(&some, "").expect(0, "2 sets of packs: no problems found", "");
    // Each pack is fine separately. Together their ordering is circular, and only this set is reported.
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
    // Sets of packs that exclude each other are left out.
    say(1, "conflicts: [\"one\"]");
    folder.run(&check, "").expect(0, "3 sets of packs: no problems found; 1 left out", "");
    say(1, "seats: (9, 2)");
    folder.run(&check, "").expect(1, "with errors", "");
    folder.run(&["check", "--combinations", "--together", "one"], "").expect(2, "", "--together");
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
    ran.expect(1, "ponds.lua:10: no test notices when `pond:tiles() > 40` never holds; 2 tests run it", "");
    ran.expect(1, "    - if pond:tiles() > 40 then sheet:void(\"sea\") end\n    + if false then", "");
    ran.expect(1, "changes of defaults not tried: the packs always set those parameters", "");
    ran.expect(1, "Next: write a test that notices such a change. If no test can, declare that in tests/equal.ron", "");
    let json = folder.run(&["test", "./ponds", "--mutate", "--json"], "").json();
    let total = json.last().unwrap();
    assert_eq!(total["tried"], 0, "all is known from last time: {total}");
    let not: Vec<&Value> = json.iter().filter(|o| o["verdict"] == "not_noticed").collect();
    assert_eq!(total["not_noticed"], not.len());
    assert_eq!(folder.run(&["test", "./ponds", "--mutate", "--json", "--anew"], "").json().len(), json.len());
    // Changes in the list of equal changes are no longer reported as gaps.
    let entries = not.iter().map(|o| {
        let (line, which, change) = (&o["text"], &o["which"], &o["change"]);
        format!("(module: \"ponds\", line: {line}, which: {which}, changes: [{change}], because: \"told\"),")
    });
    folder.write("ponds/tests/equal.ron", &format!("EqualChanges([{}])", entries.collect::<String>()));
    let ran = folder.run(&["test", "./ponds", "--mutate"], "");
    ran.expect(0, &format!("{} make no difference", not.len()), "");
    folder.run(&["test", "./ponds"], "").expect(0, "3 passed, 0 failed", "");
    // The list belongs to the changed rule. When the old rule is restored, the entries match no change.
    folder.write("ponds/rules/ponds.lua", &rules);
    folder.run(&["test", "./ponds", "--mutate"], "").expect(1, "ponds/rules/ponds.lua no longer has this change", "");
}

#[test]
fn what_tests_protect_is_asked_rightly() {
    let folder = Folder::with_pack("protect_asked");
    let ran = folder.run(&["test", "./ponds", "--mutate", "--module", "path"], "");
    ran.expect(2, "", "no test of these packs uses a module `path`");
    ran.expect(2, "", "expected one of ponds, paths");
    folder.run(&["test", "./ponds", "--library"], "").expect(2, "", "require `--coverage` or `--mutate`");
    let paths = folder.run(&["test", "./ponds", "--mutate", "--module", "paths"], "");
    paths.expect(0, "scripts/paths.lua        9        9    0      0", "");
    // Tests of the library apply only to modules of the library.
    let tests = |module: &str| {
        let ran = folder.run(&["test", "./ponds", "--mutate", "--module", module, "--json"], "").json();
        ran.last().unwrap()["tests"].as_u64().unwrap()
    };
    assert_eq!(tests("ponds"), 3);
    assert!(tests("paths") > 20, "tests of the library included");
    folder.run(&["test", ".", "--coverage"], "").expect(0, "scripts/paths.lua", "");
    let tests = folder.read("ponds/tests/ponds.ron").replace("scores: [4, 0]", "scores: [5, 0]");
    folder.write("ponds/tests/ponds.ron", &tests);
    let ran = folder.run(&["test", "./ponds", "--mutate"], "");
    ran.expect(1, "FAILED", "protection is measured only if all tests pass");
}

#[test]
fn words_that_have_other_names_are_fixed() {
    let folder = Folder::new("fixed");
    folder.run(&["new", "town"], "");
    let head = folder.read("town/pack.ron").replace("0.1.0", "0.2.0").replace("heron", "stork");
    let renamed = "renamed: [(since: \"0.2.0\", kind: figure, from: \"heron\", to: \"stork\")],\n    lattice";
    folder.write("town/pack.ron", &head.replace("lattice", renamed));
    let pack = "Pack(\n    id: \"aged\", version: \"0.1.0\", format: 1, title: \"Aged\", needs: [\"town\"],\n    \
                figures: [(id: heron, override: true, supply: 3)], // a heron\n)\n";
    fs::create_dir_all(folder.0.join("aged")).unwrap();
    folder.write("aged/pack.ron", pack);
    let checked = folder.run(&["check", "./aged"], "").out;
    assert!(checked.contains("warning[P0232]: the figure `heron` of `town` is called `stork` now"), "{checked}");
    assert!(checked.contains("or run `tilewright check --fix`"), "{checked}");
    let fixed = folder.run(&["check", "--fix", "--json", "./aged"], "").out;
    let line: Value = serde_json::from_str(fixed.lines().next().unwrap()).unwrap();
    assert_eq!((&line["fixed"]["from"], &line["fixed"]["to"]), (&"heron".into(), &"stork".into()));
    assert_eq!(line["fixed"]["place"]["file"], "./aged/pack.ron");
    assert_eq!(folder.read("aged/pack.ron"), pack.replace("id: heron", "id: stork"));
    folder.write("aged/pack.ron", pack);
    let fixed = folder.run(&["check", "--fix", "./aged"], "").out;
    assert!(fixed.contains("aged/pack.ron:3:20 [P0232]: `heron` is `stork` now\n"), "{fixed}");
    let again = folder.run(&["check", "--fix", "./aged"], "").out;
    assert!(!again.contains("fixed") && again.contains("aged"), "{again}");
    let archive = folder.run(&["check", "--fix", "glowmoor"], "");
    assert_eq!(archive.code, 2, "{}", archive.err);
}

#[test]
fn nothing_to_do_is_no_success() {
    let folder = Folder::with_pack("nothing");
    for text in ["", "\n  \n", "[]"] {
        folder.write("empty.jsonl", text);
        folder.run(&["replay", "empty.jsonl"], "").expect(1, "`empty.jsonl` holds no game", "");
        let json = folder.run(&["replay", "empty.jsonl", "--json"], "");
        assert_eq!((json.code, &json.json()[0]["without_games"][0]), (1, &Value::from("empty.jsonl")));
    }
    folder.run(&["test", "./ponds", "--filter", "nonsense"], "").expect(1, "no name contains `nonsense`", "");
    fs::create_dir_all(folder.0.join("more")).unwrap();
    assert_eq!(folder.run(&["new", "bare", "--dir", "more"], "").code, 0);
    fs::remove_dir_all(folder.0.join("more/bare/tests")).unwrap();
    folder.run(&["test", "./more/bare"], "").expect(1, "`./more/bare` has no tests", "");
    // If other packs in the folder have tests, a pack without tests causes only a note.
    fs::rename(folder.0.join("ponds"), folder.0.join("more/ponds")).unwrap();
    folder.run(&["test", "more"], "").expect(0, "`more/bare` has no tests", "");
}

#[test]
fn errors_come_first_and_are_what_the_hint_is_about() {
    let folder = Folder::with_pack("first");
    let texts = folder.read("ponds/texts/en.ron");
    let key = texts.lines().find(|line| line.trim_start().starts_with("\"terrain.")).unwrap();
    folder.write("ponds/texts/en.ron", &texts.replace(key, ""));
    folder.write("ponds/zz.ron", "\u{feff}Tags([soggy, Wet])\n");
    let ran = folder.run(&["check", "./ponds"], "");
    ran.expect(1, "`tilewright check --explain P0108` explains", "");
    let (error, warning) = (ran.out.find("error[P0108]"), ran.out.find("warning["));
    assert!(error.is_some() && error < warning, "{}", ran.out);
    // A byte order mark does not count as a column.
    ran.expect(1, "./ponds/zz.ron:1:14", "");
    let json = folder.run(&["check", "./ponds", "--json"], "").json();
    assert_eq!(json[0]["severity"], "error");
}

#[test]
fn a_packed_pack_is_known_by_what_it_holds() {
    let folder = Folder::with_pack("renamed_archive");
    assert_eq!(folder.run(&["pack", "./ponds"], "").code, 0);
    let files: Vec<PathBuf> = fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().path()).collect();
    let packed = files.iter().find(|path| path.extension().is_some_and(|end| end == "tilepack")).unwrap();
    fs::rename(packed, folder.0.join("x.zip")).unwrap();
    folder.run(&["check", "x.zip"], "").expect(0, "no problems found", "");
    folder.run(&["check", "./x.zip"], "").expect(0, "no problems found", "");
    // For an archive of another program, the advice is the same whatever its ending and its first entry.
    for name in ["pack.ron", "ponds/"] {
        let mut foreign = b"PK\x03\x04\x14\0\0\0\0\0\0\0\x21\x5c\0\0\0\0\0\0\0\0\0\0\0\0".to_vec();
        foreign.extend([name.len() as u8, 0, 0, 0]);
        foreign.extend(name.as_bytes());
        for file in ["f.zip", "f.tilepack", "f.bin"] {
            fs::write(folder.0.join(file), &foreign).unwrap();
            let ran = folder.run(&["check", &format!("./{file}")], "");
            ran.expect(1, "", "it is an archive of another program, not a .tilepack: unpack it, and pack the folder");
            assert!(!ran.err.contains("get another copy") && !ran.err.contains("next:"), "{}", ran.err);
        }
    }
    fs::write(folder.0.join("plain.zip"), "no archive").unwrap();
    folder.run(&["check", "./plain.zip"], "").expect(3, "", "is not a pack: it holds no pack.ron");
}

#[test]
fn limits_are_told_in_words() {
    let folder = Folder::with_pack("limits_in_words");
    for (line, told) in [
        ("report ./ponds --games 12", "'12' for '--games <N>': it must be at least 20"),
        ("report ./ponds --ladder 50001", "'50001' for '--ladder <N>': it must be at most 50000"),
        ("duel greedy random ./ponds --games 1", "'1' for '--games <N>': it must be at least 2"),
        ("sim ./ponds --games 0", "'0' for '--games <N>': it must be at least 1"),
        ("sim ./ponds --seats 300", "'300' for '--seats <N>': it must be at most 255"),
        ("verify ./ponds --games x", "'x' for '--games <N>': it must be a whole number"),
        ("bench ./ponds --runs 0", "'0' for '--runs <N>': it must be at least 1"),
        ("compat ./ponds --games 0", "'0' for '--games <N>': it must be at least 1"),
        ("render ./ponds --out x.svg --size 7", "'7' for '--size <PIXELS>': it must be at least 8"),
        ("print ./ponds --tile-mm 5", "'5' for '--tile-mm <MM>': it must be from 10 to 150 mm"),
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        folder.run(&words, "").expect(2, "", told);
    }
    let head = folder.read("ponds/pack.ron");
    let bids = "    options: [(id: highest_bid, type: int(1, 50), default: 20)],\n    seats:";
    folder.write("ponds/pack.ron", &head.replace("    seats:", bids));
    let note = "`ponds:highest_bid` has 50 values; the 40 nearest its ends were tried";
    folder.run(&["check", "./ponds"], "").expect(0, note, "");
    // This range has too many values to list.
    let wide = bids.replace("int(1, 50)", "int(-2147483648, 2147483647)");
    folder.write("ponds/pack.ron", &head.replace("    seats:", &wide));
    let note = "`ponds:highest_bid` has 4294967296 values; the 40 nearest its ends were tried";
    folder.run(&["check", "./ponds"], "").expect(0, note, "");
    // With many options, fewer values of each are tried.
    let many: Vec<String> = (0..240).map(|n| format!("(id: bid_{n}, type: int(1, 500), default: 20)")).collect();
    let many = format!("    options: [{}],\n    seats:", many.join(", "));
    folder.write("ponds/pack.ron", &head.replace("    seats:", &many));
    let note = "`ponds:bid_7` has 500 values; the 8 nearest its ends were tried";
    folder.run(&["check", "./ponds"], "").expect(0, note, "");
}
