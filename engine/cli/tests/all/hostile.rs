//! Runs the command on hostile packs and records: it must end with an exit code and a message, never with a panic.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Folder with the pack of the template.
struct HostileInputFolder(PathBuf);

impl HostileInputFolder {
    fn new(name: &str) -> HostileInputFolder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("hostile-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        let folder = HostileInputFolder(path);
        folder.run(&["new", "ponds"], 0, "");
        folder
    }

    /// Runs the command in the folder. It must end soon, with this code and with this text in its output. Returns the
    /// whole output.
    #[track_caller]
    fn run(&self, args: &[&str], code: i32, says: &str) -> String {
        let start = Instant::now();
        let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
        let ran = command.args(args).current_dir(&self.0).env_remove("TILEWRIGHT_PACKS").output().unwrap();
        let text = format!("{}{}", String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
        assert!(ran.status.code() == Some(code) && text.contains(says), "{args:?}: {:?}\n{text}", ran.status);
        assert!(!text.contains("panicked") && !text.contains("RUST_BACKTRACE"), "{text}");
        assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
        text
    }

    fn write(&self, file: &str, text: impl AsRef<[u8]>) {
        fs::create_dir_all(self.0.join(file).parent().unwrap()).unwrap();
        fs::write(self.0.join(file), text).unwrap();
    }

    /// Adds a rule module to the template.
    fn with_rule(&self, lua: &str) {
        let pack = fs::read_to_string(self.0.join("ponds/pack.ron")).unwrap();
        if !pack.contains("\"evil\"") {
            self.write("ponds/pack.ron", pack.replace("rules: [", "rules: [(use: \"evil\"), "));
        }
        self.write("ponds/rules/evil.lua", format!("-- a module\n{lua}\n"));
    }
}

#[test]
fn hostile_rules_are_findings_of_check() {
    let folder = HostileInputFolder::new("rules");
    for lua in [
        "while true do end",
        "local s = 'x' while true do s = s .. s end",
        "local function f(n) return 1 + f(n + 1) end f(1)",
        "local s = ('a'):rep(5000) local x = s:find(('a*'):rep(30) .. 'b')",
        "os.exit(0)",
        "local f = io.open('pack.ron')",
        "laps = 1",
        "local n = 0 on('placed', function() n = n + 1 end)",
        "\u{1b}Lua",
    ] {
        folder.with_rule(lua);
        // A memory error has no line number.
        let line = if lua.contains("s .. s") { "" } else { "2:" };
        folder.run(&["check", "./ponds"], 1, &format!("ponds/rules/evil.lua:{line}"));
    }
    folder.with_rule(&"local a = 1\n".repeat(1 << 18));
    folder.run(&["check", "./ponds"], 1, "ponds/");
    // This error occurs only while a game is played.
    folder.with_rule("on('placed', function() while true do end end)");
    folder.run(&["check", "./ponds"], 0, "");
    folder.run(&["sim", "./ponds", "--games", "2"], 4, "evil.lua:2");
}

#[test]
fn hostile_data_are_findings_of_check() {
    let nested = format!("Tags([{}{}])", "[".repeat(100_000), "]".repeat(100_000));
    let million = "Tiles([(id: \"Z\", count: 1000000, edges: (n: stream, e: stream, s: stream, w: stream))])";
    for (name, file, text) in [
        ("nested", "ponds/more.ron", nested.as_bytes()),
        ("million", "ponds/more.ron", million.as_bytes()),
        ("ids", "ponds/more.ron", b"Tags([\"a\\u{0}b\"])"),
        ("empty", "ponds/pack.ron", b""),
        ("cycle", "ponds/pack.ron", br#"Pack(id: "ponds", version: "1.0.0", format: 1, title: "P", authors: ["A"], licence: "MIT", needs: ["ponds"])"#),
    ] {
        let folder = HostileInputFolder::new(name);
        folder.write(file, text);
        folder.run(&["check", "./ponds"], 1, file);
        folder.run(&["check", "./ponds", "--json"], 1, file);
    }
}

/// Maximum size of the output about one pack, in bytes.
const PRINTED: usize = 1 << 20;

#[test]
fn what_is_printed_of_hostile_files_is_bounded() {
    let folder = HostileInputFolder::new("printed");
    let marks = format!("Tags([a{}, {}])", "\u{301}".repeat(300_000), "1, ".repeat(600));
    let renamed = (0..4_000).map(|n| format!("(since: \"0.0.{n}\", kind: tile, from: \"A{n}\", to: \"A{}\")", n + 1));
    let renamed = format!("renamed: [{}],", renamed.collect::<Vec<_>>().join(", "));
    let pack = fs::read_to_string(folder.0.join("ponds/pack.ron")).unwrap();
    for (file, text) in [
        ("ponds/x.ron", "\u{200b}".repeat(300_000)),
        ("ponds/x.ron", marks),
        ("ponds/x.ron", "\0".repeat(1_000_000)),
        ("ponds/x.ron", "\u{202e}\n".repeat(200_000)),
        ("ponds/rules/evil.lua", format!("-- {}\n", "\u{200b}".repeat(20_000))),
        ("ponds/pack.ron", pack.replace("format: 1,", &format!("format: 1,\n    {renamed}"))),
    ] {
        folder.with_rule("");
        folder.write(file, &text);
        let printed = folder.run(&["check", "./ponds"], 1, "P0").len();
        assert!(printed < PRINTED, "{printed} bytes about {file}, {} bytes", text.len());
        let printed = folder.run(&["check", "./ponds", "--json"], 1, "P0").len();
        assert!(printed < 2 * PRINTED, "{printed} bytes of JSON about {file}");
        folder.write("ponds/x.ron", "");
        folder.write("ponds/pack.ron", &pack);
    }
}

#[test]
fn arguments_bring_no_escape_sequences_to_a_terminal() {
    let folder = HostileInputFolder::new("arguments");
    for args in [
        &["\u{1b}]0;owned\u{7}"][..],
        &["--\u{1b}[2J"],
        &["check", "--\u{1b}[8mhidden"],
        &["sim", "carcassonne", "--games", "\u{1b}]0;owned\u{7}"],
        &["sim", "carcassonne", "\u{9b}2J"],
        &["check", "\u{1b}[8mhidden"],
    ] {
        let typed: Vec<&str> = ["--color", "always"].iter().chain(args).copied().collect();
        let text = folder.run(&typed, 2, "\\u{");
        for escape in ["\u{1b}]", "\u{1b}[2J", "\u{1b}[8m", "\u{9b}", "\u{7}"] {
            assert!(!text.contains(escape), "{args:?}: {text:?}");
        }
    }
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let folder = HostileInputFolder::new("files");
    folder.write("ponds/more.ron", b"Tags([\xff])");
    folder.run(&["check", "./ponds"], 1, "ponds/more.ron is not UTF-8 text");
    folder.run(&["sim", "./ponds", "--games", "1"], 3, "ponds/more.ron is not UTF-8 text");
    fs::remove_file(folder.0.join("ponds/more.ron")).unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(".", folder.0.join("ponds/round")).unwrap();
        folder.run(&["check", "./ponds"], 1, "ponds/round is a link to one of its parent folders");
        fs::remove_file(folder.0.join("ponds/round")).unwrap();
    }
    fs::remove_file(folder.0.join("ponds/pack.ron")).unwrap();
    fs::create_dir(folder.0.join("ponds/pack.ron")).unwrap();
    folder.run(&["check", "./ponds"], 3, "ponds is not a pack");
}

#[test]
fn tampered_records_are_refused_by_replay() {
    let folder = HostileInputFolder::new("records");
    let record = |rest: &str| format!("{{\"record\":1,\"id\":\"mine\",\"packs\":[\"ponds\"],\"options\":{{}},{rest}}}");
    let answer = |seat: u8, ask: &str, pick: &str| {
        record(&format!("\"seats\":2,\"seed\":3,\"moves\":[{{\"seat\":{seat},\"ask\":\"{ask}\",\"pick\":\"{pick}\"}}]"))
    };
    for (text, says) in [
        (answer(0, "place", "99999,99999,9"), "not_an_option"),
        (answer(1, "place", "0,1,0"), "wrong_seat"),
        (answer(0, "deploy", "pass"), "wrong_ask"),
        (record("\"seats\":0,\"seed\":3,\"moves\":[]"), "wrong_seats"),
        (record("\"seats\":200,\"seed\":3,\"moves\":[]"), "wrong_seats"),
        (record("\"seats\":2,\"seed\":3,\"moves\":[{\"draw\":\"nothing\"}]"), "unknown_tile"),
        (record("\"seats\":2,\"seed\":3,\"moves\":[],\"final\":{\"scores\":[1,2]}"), "not_over"),
        (answer(0, "place", "0,1,0")[..90].to_owned(), "cut_off"),
        ("[".repeat(100_000), "bad_json"),
    ] {
        folder.write("game.json", &text);
        folder.run(&["replay", "--packs", ".", "game.json"], 1, says);
    }
    folder.write("game.json", b"\xff\xfe");
    folder.run(&["replay", "--packs", ".", "game.json"], 1, "bad_json");
}
