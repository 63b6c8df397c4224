//! Checks that control characters in packs or records never reach a terminal: no characters that move the cursor, write
//! the clipboard, change the direction of text, or are invisible. Each case puts such a text into one place, with
//! colours on.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Text that writes the clipboard, clears the screen, reverses the direction of text, and ends with a blank of zero
/// width.
const EVIL: &str = "\u{1b}]52;c;eA==\u{7}\u{1b}[2Jevil\u{9b}31m\u{202e}\u{2066}\u{200b}";

/// Replaces `EVIL` in a text by the hostile text, with escapes of RON and Lua, or of JSON.
fn insert_hostile_text(text: &str, json: bool) -> String {
    let letter = |c: char| match c {
        ' '..='~' => c.to_string(),
        c if json => format!("\\u{:04x}", u32::from(c)),
        c => format!("\\u{{{:x}}}", u32::from(c)),
    };
    text.replace("EVIL", &EVIL.chars().map(letter).collect::<String>())
}

fn raw(text: &str) -> String {
    text.replace("EVIL", EVIL)
}

/// Folder with the pack of the template.
struct DisplayFolder(PathBuf);

impl DisplayFolder {
    fn new() -> DisplayFolder {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("shown-{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        let folder = DisplayFolder(path);
        folder.run(&["new", "ponds"]);
        folder
    }

    fn write(&self, file: &str, text: impl AsRef<[u8]>) {
        fs::create_dir_all(self.0.join(file).parent().unwrap()).unwrap();
        fs::write(self.0.join(file), text).unwrap();
    }

    fn replace(&self, file: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.0.join(file)).unwrap();
        assert!(text.contains(from), "{file} has no {from}");
        self.write(file, text.replacen(from, to, 1));
    }

    /// Returns the output of a command, with colours.
    fn run(&self, args: &[&str]) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
        command.args(args).args(["--color", "always"]).current_dir(&self.0);
        command.env_remove("TILEWRIGHT_PACKS").env_remove("NO_COLOR").env("TILEWRIGHT_HOME", self.0.join("home"));
        let ran = command.output().unwrap();
        let text = [ran.stdout, ran.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
        assert!(ran.status.code().is_some_and(|code| code < 100), "{args:?}: {:?}\n{text}", ran.status);
        text
    }

    /// Checks that the output of all commands is harmless, and that at least one of them reports the problem.
    #[track_caller]
    fn check(self, case: &str, commands: &[&[&str]]) {
        let mut told = false;
        for args in commands {
            let text = self.run(args);
            if let Some(unfit) = unfit(&text) {
                panic!("{case}: {args:?} writes U+{:04X}\n{text:?}", u32::from(unfit));
            }
            told |= text.contains("U+001B") || text.contains("\\u{1b}");
        }
        assert!(told, "{case}: not reported");
        fs::remove_dir_all(&self.0).unwrap();
    }
}

/// Returns the first character that must not reach a terminal; styles of the program itself are allowed.
fn unfit(text: &str) -> Option<char> {
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(style) = rest.strip_prefix("\u{1b}[").and_then(|style| {
            let end = style.find(|c: char| !c.is_ascii_digit() && c != ';')?;
            style[end..].strip_prefix('m')
        }) {
            rest = style;
            continue;
        }
        let unseen = matches!(
            c,
            '\0'..='\u{9}' | '\u{b}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{61c}' | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        );
        if unseen {
            return Some(c);
        }
        rest = &rest[c.len_utf8()..];
    }
    None
}

const PACK: &[&[&str]] = &[
    &["check", "./ponds"],
    &["check", "./ponds", "--json"],
    &["show", "./ponds"],
    &["show", "./ponds", "--json"],
    &["sim", "./ponds", "--games", "2"],
    &["play", "./ponds", "--random", "all", "--seed", "1"],
    &["verify", "./ponds", "--games", "1"],
    &["test", "./ponds"],
    &["render", "./ponds", "--out", "board.svg"],
];

#[test]
fn data_of_packs() {
    let more = "ponds/more.ron";
    // Each case has a file, a text in it, and its replacement; with an empty text, the replacement is a new file.
    let cases: &[(&str, &str, &str)] = &[
        ("ponds/pack.ron", "title: \"Ponds\"", "title: \"EVIL\""),
        ("ponds/pack.ron", "authors: [\"Somebody\"]", "authors: [\"EVIL\"]"),
        ("ponds/pack.ron", "licence: \"MIT\"", "licence: \"EVIL\""),
        ("ponds/pack.ron", "version: \"0.1.0\"", "version: \"EVIL\""),
        ("ponds/pack.ron", "version: \"0.1.0\"", "version: \"0.1.0-EVIL\""),
        ("ponds/pack.ron", "id: \"ponds\"", "id: \"EVIL\""),
        ("ponds/pack.ron", "format: 1", "format: \"EVIL\""),
        ("ponds/pack.ron", "seats: (2, 4)", "seats: (2, 4), needs: [\"EVIL ^1\"]"),
        ("ponds/pack.ron", "seats: (2, 4)", "seats: (2, 4), needs: [\"other EVIL\"]"),
        ("ponds/pack.ron", "seats: (2, 4)", "seats: (2, 4), conflicts: [\"EVIL\"]"),
        ("ponds/pack.ron", "seats: (2, 4)", "seats: (2, 4), after: [\"EVIL\"]"),
        ("ponds/pack.ron", "seats: (2, 4)", "seats: (2, 4), options: [(id: \"EVIL\", default: true)]"),
        (
            "ponds/pack.ron",
            "seats: (2, 4)",
            "seats: (2, 4), options: [(id: o, type: choice([\"EVIL\", b]), default: b)]",
        ),
        ("ponds/pack.ron", "lattice: square", "lattice: \"EVIL\""),
        ("ponds/pack.ron", "tags: [lily]", "tags: [lily, \"EVIL\"]"),
        ("ponds/pack.ron", "ends_with: [tiles]", "ends_with: [\"EVIL\"]"),
        ("ponds/pack.ron", "per_tile: 1", "per_tile: \"EVIL\""),
        ("ponds/pack.ron", "(use: \"paths\"", "(use: \"EVIL\"), (use: \"paths\""),
        ("ponds/pack.ron", "fill: \"#cbdda2\"", "fill: \"EVIL\""),
        ("ponds/texts/en.ron", "\"Meadow\"", "\"EVIL\""),
        ("ponds/texts/en.ron", "\"Stream\"", "\"EVIL\""),
        ("ponds/texts/en.ron", "\"Lily\"", "\"EVIL\""),
        ("ponds/texts/en.ron", "\"Heron\"", "\"EVIL\""),
        ("ponds/texts/en.ron", "\"Tiles\"", "\"EVIL\""),
        ("ponds/texts/en.ron", "\"Place the tile\"", "\"EVIL\""),
        ("ponds/texts/en.ron", "\"Send a heron, or none\"", "\"EVIL\""),
        ("ponds/texts/en.ron", "\"Lay meadows,", "\"EVIL Lay meadows,"),
        ("ponds/texts/en.ron", "\"tag.lily\"", "\"tag.EVIL\""),
        ("ponds/texts/en.ron", "Texts(\"en\"", "Texts(\"EVIL\""),
        (more, "", "Dice([(id: luck, faces: [\"EVIL\", \"b\"])])"),
        (more, "", "Bags([(id: sack, key: \"EVIL\")])"),
        (more, "", "Zones([\"EVIL\"])"),
        (more, "", "Tokens([\"EVIL\"])"),
        (more, "", "Books([\"EVIL\"])"),
        (more, "", "Counters([(id: gold, scope: \"EVIL\")])"),
        (more, "", "Tile(id: \"EVIL\", edges: (n: meadow, e: meadow, s: meadow, w: meadow))"),
        (more, "", "Tile(id: \"A\", edges: (n: \"EVIL\", e: meadow, s: meadow, w: meadow))"),
        (more, "", "Steps([(after: \"EVIL\", step: script(name: \"a\"))])"),
        (more, "", "Steps([(after: \"place\", step: script(name: \"EVIL\"))])"),
        (more, "", "Rules([(use: \"paths\", on: stream, per_tile: 1, when: {\"EVIL\": true})])"),
    ];
    for (file, from, to) in cases {
        for to in [insert_hostile_text(to, false), raw(to)] {
            let folder = DisplayFolder::new();
            if from.is_empty() {
                folder.write(file, &to)
            } else {
                folder.replace(file, from, &to)
            }
            folder.check(&format!("{file}: {to:?}"), PACK);
        }
    }
    // The hostile text is in the file without escapes.
    for text in ["Tags([]) // EVIL", "/* EVIL */ Tags([])", "Tags([EVIL])", "EVIL([])", "Tags([(id: a, EVIL: 1)])"] {
        let folder = DisplayFolder::new();
        folder.write(more, raw(text));
        folder.check(text, PACK);
    }
}

const RULE: &[&[&str]] = &[
    &["check", "./ponds"],
    &["check", "./ponds", "--json"],
    &["sim", "./ponds", "--games", "4", "--seed", "1"],
    &["play", "./ponds", "--random", "all", "--seed", "3"],
    &["verify", "./ponds", "--games", "2"],
];

/// Returns the template with an additional rule, in which `EVIL` is escaped or not.
fn with_rule(lua: &str) -> DisplayFolder {
    let folder = DisplayFolder::new();
    folder.replace("ponds/pack.ron", "rules: [", "rules: [(use: \"evil\"), ");
    folder.write("ponds/rules/evil.lua", format!("--- A rule.\n{lua}\n"));
    folder
}

#[test]
fn what_rules_say() {
    let placed = |lua: &str| format!("on(\"placed\", function(ev) {lua} end)");
    let asking = |lua: &str| format!("on(\"placed\", {{ asks = true }}, function(ev) {lua} end)");
    let deploying =
        |lua: &str| format!("offer(\"deploy\", function(options) {lua} end)\nchosen(\"a\", function() end)");
    let cases = [
        // Errors in various places.
        "error(\"EVIL\")".to_owned(),
        placed("error(\"EVIL\")"),
        placed("error(\"\\nEVIL\")"),
        placed("error(\"rules/EVIL.lua:12: EVIL\", 0)"),
        placed("assert(false, \"EVIL\")"),
        placed("local t = nil t[\"EVIL\"] = 1"),
        deploying("error(\"EVIL\")"),
        "amend(\"pond\", function(sheet) error(\"EVIL\") end)".to_owned(),
        "replace(\"award\", function(ev) error(\"EVIL\") end)".to_owned(),
        "offer(\"deploy\", function(o) o:add(\"a\", \"a\") end)\nchosen(\"a\", function() error(\"EVIL\") end)"
            .to_owned(),
        // Names that scripts invent.
        asking("ask(ev.seat, \"why\", { \"EVIL\", \"b\" })"),
        asking("ask(ev.seat, \"why\", { { key = \"EVIL\" }, \"b\" })"),
        asking("ask(ev.seat, \"why\", { \"a\", \"b\" }, { none = \"EVIL\" })"),
        asking("draw(\"tiles\", { [\"EVIL\"] = true })"),
        asking("ask(ev.seat, \"EVIL\", { \"a\", \"b\" })"),
        asking("ask(\"EVIL\", \"why\", { \"a\", \"b\" })"),
        deploying("options:add(\"EVIL\", \"a\")"),
        deploying("options:add(\"a\", \"EVIL\")"),
        placed("award(ev.seat, 1, \"EVIL\")"),
        placed("award(\"EVIL\", 1, \"pond\")"),
        placed("chance(\"EVIL\", 2)"),
        placed("draw(\"tiles\", { as = \"EVIL\" })"),
        "amend(\"pond\", function(sheet) sheet:per(\"EVIL\", 1, 1) end)".to_owned(),
        "amend(\"pond\", function(sheet) sheet:scale(1, 2, \"EVIL\") end)".to_owned(),
        "stage(\"EVIL\", { after = \"base\" })".to_owned(),
        "step(\"EVIL\", function() end)".to_owned(),
        "offer(\"EVIL\", function() end)".to_owned(),
        "chosen(\"EVIL\", function() end)".to_owned(),
        // Names of things that do not exist.
        placed("count(\"EVIL\", 1)"),
        placed("counter(\"EVIL\")"),
        placed("supply(\"EVIL\", 0)"),
        placed("bag_size(\"EVIL\")"),
        placed("roll(\"EVIL\")"),
        placed("kind(\"EVIL\")"),
        placed("token(\"EVIL\")"),
        placed("leave(\"EVIL\")"),
        placed("schedule(ev.seat, \"EVIL\", \"now\")"),
        placed("schedule(ev.seat, { \"EVIL\" }, \"now\")"),
        placed("raise(\"EVIL\")"),
        placed("option(\"EVIL\")"),
        "require(\"EVIL\")".to_owned(),
        "option(\"EVIL\")".to_owned(),
        "on(\"EVIL\", function() end)".to_owned(),
        "replace(\"EVIL\", function() end)".to_owned(),
        "score(\"EVIL\", function() end)".to_owned(),
        "amend(\"pond\", { stage = \"EVIL\" }, function() end)".to_owned(),
    ];
    for case in &cases {
        with_rule(&insert_hostile_text(case, false)).check(case, RULE);
    }
    for case in &cases {
        with_rule(&raw(case)).check(case, &RULE[..2]);
    }
    for case in ["-- EVIL", "--- EVIL", "--- @param EVIL integer = 1  A number.", "local EVIL = 1", "return EVIL"] {
        with_rule(&raw(case)).check(case, &RULE[..3]);
    }
}

#[test]
fn tests_of_packs() {
    let commands: &[&[&str]] = &[
        &["test", "./ponds"],
        &["test", "./ponds", "--list"],
        &["test", "./ponds", "--all"],
        &["test", "./ponds", "--coverage"],
        &["check", "./ponds"],
    ];
    let test = |fields: &str| format!("Test(name: \"a\", {fields})");
    let cases = [
        ("more.ron", "Test(name: \"EVIL\", expect: (scores: [0, 0]))".to_owned()),
        ("more.ron", "Test(name: \"EVIL\", expect: (scores: [7, 7]))".to_owned()),
        ("more.ron", test("packs: [\"EVIL\"]")),
        ("more.ron", test("options: {\"EVIL\": 1}")),
        ("more.ron", test("options: {\"a\": \"EVIL\"}")),
        ("more.ron", test("board: \"EVIL@1,0\"")),
        ("more.ron", test("figures: [\"EVIL\"]")),
        ("more.ron", test("bag: \"EVIL\"")),
        ("more.ron", test("tokens: [\"EVIL\"]")),
        ("more.ron", test("counters: {\"EVIL\": [1]}")),
        ("more.ron", test("steps: [\"draw EVIL\"]")),
        ("more.ron", test("steps: [\"EVIL\"]")),
        ("more.ron", test("steps: [\"place EVIL\"]")),
        ("more.ron", test("steps: [(seat: 0, ask: \"EVIL\")]")),
        ("more.ron", test("steps: [(has: [\"EVIL\"])]")),
        ("more.ron", test("expect: (by_kind: {\"EVIL\": [1, 2]})")),
        ("more.ron", test("expect: (why: [(seat: 0, per: \"EVIL\")])")),
        ("more.ron", test("unplayable: \"EVIL\"")),
        ("examples.ron", "Examples(of: \"EVIL\", cases: {\"1\": \"b\"})".to_owned()),
        ("examples.ron", "Examples(of: \"a\", cases: {\"EVIL\": \"EVIL\"})".to_owned()),
        (
            "more.json",
            "{\"record\": 1, \"id\": \"JSON\", \"packs\": [\"JSON\"], \"seats\": 2, \"moves\": []}".to_owned(),
        ),
    ];
    for (file, text) in &cases {
        for text in [insert_hostile_text(text, false), raw(text)] {
            let folder = DisplayFolder::new();
            folder.write(&format!("ponds/tests/{file}"), insert_hostile_text(&text.replace("JSON", "EVIL"), true));
            folder.check(&format!("{file}: {text:?}"), commands);
        }
    }
    for text in ["Test(name: \"a\", EVIL: 1)", "Test(name: \"a\") // EVIL", "EVIL()"] {
        let folder = DisplayFolder::new();
        folder.write("ponds/tests/more.ron", raw(text));
        folder.check(text, commands);
    }
    // Notes of rules are shown with the test that fails.
    let folder = with_rule(&insert_hostile_text("on(\"placed\", function(ev) note(\"EVIL\", ev.seat) end)", false));
    folder.replace("ponds/tests/ponds.ron", "scores: [4, 0]", "scores: [5, 0]");
    folder.check("a note", commands);
}

#[test]
fn records() {
    let commands: &[&[&str]] = &[
        &["replay", "--packs", ".", "game.json"],
        &["replay", "--packs", ".", "game.json", "--json"],
        &["play", "--packs", ".", "--resume", "game.json"],
        &["render", "--packs", ".", "--record", "game.json", "--out", "board.svg"],
    ];
    let record = |id: &str, packs: &str, options: &str, moves: &str| {
        let head = format!("\"record\": 1, \"id\": \"{id}\", \"packs\": [\"{packs}\"], \"options\": {{{options}}}");
        format!("{{{head}, \"seats\": 2, \"seed\": 3, \"moves\": [{moves}]}}")
    };
    let with = |entry: &str| record("a", "ponds", "", entry);
    let cases = [
        record("EVIL", "ponds", "", ""),
        record("a", "EVIL", "", ""),
        record("a", "ponds@EVIL", "", ""),
        record("a", "ponds@0.1.0#EVIL", "", ""),
        record("a", "ponds", "\"EVIL\": true", ""),
        record("a", "ponds", "\"a\": \"EVIL\"", ""),
        with("{\"draw\": \"EVIL\"}"),
        with("{\"draw\": \"Shore\", \"from\": \"EVIL\"}"),
        with("{\"roll\": \"EVIL\"}"),
        with("{\"roll\": \"a\", \"die\": \"EVIL\"}"),
        with("{\"shuffle\": [\"EVIL\"], \"from\": \"tiles\"}"),
        with("{\"shuffle\": {\"EVIL\": 3}}"),
        with("{\"seat\": 0, \"ask\": \"EVIL\", \"pick\": \"a\"}"),
        with("{\"seat\": 0, \"ask\": \"place\", \"pick\": \"EVIL\"}"),
        with("{\"seat\": 0, \"ask\": \"place\", \"pick\": \"a\", \"EVIL\": 1}"),
        with("{\"EVIL\": 1}"),
        with("{\"expect\": {\"ask\": \"EVIL\"}}"),
        with("{\"expect\": {\"options\": [\"EVIL\"]}}"),
        with("{\"expect\": {\"counters\": {\"EVIL\": [1]}}}"),
        with("{\"expect\": {\"rejected\": [\"EVIL\", \"a\"]}}"),
        with("").replace(
            "\"moves\": []",
            "\"moves\": [], \"final\": {\"scores\": [1, 2], \"by_kind\": {\"EVIL\": [1, 2]}}",
        ),
        with("").replace("\"record\": 1", "\"record\": 1, \"EVIL\": 1"),
    ];
    for case in &cases {
        let folder = DisplayFolder::new();
        folder.write("game.json", insert_hostile_text(case, true));
        folder.check(case, commands);
    }
}

#[cfg(unix)]
#[test]
fn names_of_files() {
    for (file, text) in [
        ("ponds/EVIL.ron", &b"Tags([a])"[..]),
        ("ponds/EVIL.ron", b"Tags([\xff])"),
        ("ponds/texts/EVIL.ron", b"Texts(\"en\", {})"),
        ("ponds/tests/EVIL.ron", b"Test(name: \"a\", expect: (scores: [1, 1]))"),
        ("ponds/tests/EVIL.ron", b"Test("),
        ("ponds/tests/EVIL.json", b"{"),
        ("ponds/EVIL/tags.ron", b"Tags(["),
    ] {
        let folder = DisplayFolder::new();
        folder.write(&raw(file), text);
        folder.check(file, &[&["check", "./ponds"], &["test", "./ponds"], &["sim", "./ponds", "--games", "1"]]);
    }
    let name = raw("EVIL");
    let folder = DisplayFolder::new();
    fs::rename(folder.0.join("ponds"), folder.0.join(&name)).unwrap();
    let path = format!("./{name}");
    folder.check("the folder", &[&["check", &path], &["show", &path], &["test", &path], &["sim", &path]]);
    let folder = DisplayFolder::new();
    folder.write(&format!("{name}.json"), "{}");
    let path = format!("{name}.json");
    folder.check("a record", &[&["replay", &path], &["play", "--resume", &path], &["replay", "nothing\u{1b}.json"]]);
}

#[test]
fn long_texts_are_cut() {
    let long = "x".repeat(200_000);
    for (case, lua) in [
        ("an error", format!("on(\"placed\", function(ev) error(\"{long}\") end)")),
        ("a module", format!("require(\"{long}\")")),
        ("a name", format!("on(\"placed\", function(ev) award(ev.seat, 1, \"{long}\") end)")),
        ("a global", format!("local a = {long}")),
        ("many unknown names", (0..16_000).map(|n| format!("a{n}()\n")).collect()),
        ("many unknown ids", (0..8_000).map(|n| format!("on(\"placed{n}\", print)\n")).collect()),
        ("many methods", format!("on(\"placed\", function(ev) {} end)", "ev.tile:a()\n".repeat(8_000))),
    ] {
        let folder = with_rule(&lua);
        for args in RULE {
            let text = folder.run(args);
            // The output lists up to 500 findings, with a line of the source each.
            assert!(text.len() < 1 << 20, "{case}: {args:?} writes {} bytes", text.len());
        }
    }
}
