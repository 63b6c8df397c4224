//! Kills commands at every system call that changes files. Afterwards each named file must be complete, everything that
//! was reported as done must exist, and the next command must clear the leftovers.
//!
//! `strace` runs each command once to list its calls, and then once for each call, at which it kills the command.
//! `TILEWRIGHT_ALL_CALLS=1 cargo test --locked -p tilewright-cli calls::` includes the commands with very many calls.
#![cfg(target_os = "linux")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "reports the number of calls")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// System calls that change files.
const CALLS: &str = "openat,write,pwrite64,writev,fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink,unlinkat,\
                     rmdir,mkdir,mkdirat,ftruncate,fchmod";

/// Command that is killed at its calls.
#[derive(Clone, Copy, Default)]
struct KillCase {
    name: &'static str,
    /// Commands that run before it.
    before: &'static [&'static [&'static str]],
    /// Paths and texts of files that are written after these commands.
    files: &'static [(&'static str, &'static str)],
    command: &'static [&'static str],
    /// Standard input of the command.
    input: &'static str,
    /// Parts of the paths of files that grow line by line.
    growing: &'static [&'static str],
    /// Parts of the paths of files that differ from run to run, such as keys.
    varying: &'static [&'static str],
    /// Parts of the paths of files that exist only while the command runs.
    passing: &'static [&'static str],
    /// True if the command refuses to repeat work that is already done.
    refuses: bool,
    /// True if each run adds something.
    adds: bool,
}

/// Contents of the files in a folder, by relative path.
type FileContents = BTreeMap<String, Vec<u8>>;

struct KillCaseFolder(PathBuf);

impl KillCaseFolder {
    fn new(case: &KillCase) -> KillCaseFolder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("calls").join(case.name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(path.join("run")).unwrap();
        KillCaseFolder(path)
    }

    /// Returns the folder in which commands run.
    fn run(&self) -> PathBuf {
        self.0.join("run")
    }

    fn command(&self, program: &str, args: &[&str], input: &str) -> Output {
        let mut command = Command::new(program);
        command.args(args).current_dir(self.run()).env_remove("TILEWRIGHT_PACKS");
        command.env("TILEWRIGHT_HOME", self.run().join("home")).env("RUST_BACKTRACE", "0");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // A command that does not read its input may end before everything is written.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap()
    }

    fn tilewright(&self, args: &[&str], input: &str) -> Output {
        self.command(env!("CARGO_BIN_EXE_tilewright"), args, input)
    }

    /// Runs a command and traces its calls. `kill` is the name and the number, among calls of that name, of the call at
    /// which the command is killed.
    fn run_traced(&self, case: &KillCase, kill: Option<(&str, usize)>) -> Output {
        let trace = self.0.join("trace");
        let calls = format!("trace={CALLS}");
        let inject = kill.map(|(call, number)| format!("inject={call}:signal=SIGKILL:when={number}"));
        let mut args = vec!["-f", "-qq", "-y", "-s", "0", "-o", trace.to_str().unwrap(), "-e", &calls];
        if let Some(inject) = &inject {
            args.extend(["-e", inject]);
        }
        args.push(env!("CARGO_BIN_EXE_tilewright"));
        args.extend(case.command);
        self.command("strace", &args, case.input)
    }

    /// Returns the calls that changed files in the folder, each with its number among the calls of its name.
    fn calls(&self) -> Vec<(String, usize)> {
        let trace = fs::read_to_string(self.0.join("trace")).unwrap();
        let here = self.run().to_string_lossy().into_owned();
        let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        let (mut calls, mut threads) = (Vec::new(), BTreeSet::new());
        for line in trace.lines() {
            let (thread, rest) = line.split_once(' ').unwrap();
            let Some((call, rest)) = rest.trim_start().split_once('(') else { continue };
            let count = counts.entry((thread, call)).or_default();
            *count += 1;
            let is_read = call == "openat" && !rest.contains("O_CREAT");
            // `-y` prints whole paths for descriptors; relative paths start in the folder.
            let is_output = rest.starts_with("1<") || rest.starts_with("2<");
            let is_here = rest.contains(&here) || rest.starts_with('"') && !rest.starts_with("\"/");
            if !is_read && !is_output && is_here {
                calls.push((call.to_owned(), *count));
                threads.insert(thread);
            }
        }
        // `strace` counts calls for each thread, so a single thread must make all of them.
        assert!(threads.len() <= 1, "several threads write files: {threads:?}");
        calls
    }

    fn files(&self) -> FileContents {
        let run = self.run();
        let (mut open, mut files) = (vec![run.clone()], FileContents::new());
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    open.push(path);
                    continue;
                }
                let name = path.strip_prefix(&run).unwrap().to_string_lossy().into_owned();
                files.insert(name, fs::read(&path).unwrap());
            }
        }
        files
    }

    /// Restores the files of the folder.
    fn restore(&self, files: &FileContents) {
        let run = self.run();
        fs::remove_dir_all(&run).unwrap();
        fs::create_dir(&run).unwrap();
        for (name, bytes) in files {
            let path = run.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
    }
}

fn is_draft(name: &str) -> bool {
    name.contains(".tilewright-")
}

fn is_one_of(name: &str, parts: &[&str]) -> bool {
    parts.iter().any(|part| name.contains(part))
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Returns the common form of a file that differs from run to run, such as a key: its content without random values,
/// counters and times. `None` if the file is incomplete.
fn form(bytes: &[u8]) -> Option<String> {
    let text = String::from_utf8(bytes.to_vec()).ok()?;
    if text.get(..14).is_some_and(|head| head.eq_ignore_ascii_case("<!doctype html")) {
        return text.trim_end().ends_with("</html>").then(|| "a page".to_owned());
    }
    if let Ok(mut json) = serde_json::from_str::<Value>(&text) {
        blur(&mut json);
        return Some(json.to_string());
    }
    // A key has a comment and a line with a fixed number of letters.
    let lines: Vec<&str> = text.lines().collect();
    let [comment, secret] = lines[..] else { return None };
    let is_secret = secret.bytes().all(|b| b.is_ascii_alphanumeric() || b"+/=".contains(&b));
    let is_key = comment.starts_with("untrusted comment: ") && is_secret && text.ends_with('\n');
    is_key.then(|| format!("a key of {} letters", secret.len()))
}

/// Replaces numbers and hashes by fixed values.
fn blur(json: &mut Value) {
    match json {
        Value::Number(_) => *json = Value::from(0),
        Value::String(text) if text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit()) => text.clear(),
        Value::Array(items) => items.iter_mut().for_each(blur),
        Value::Object(fields) => fields.values_mut().for_each(blur),
        _ => {}
    }
}

/// Checks that a file is complete: it existed before, or equals the file of a run that is not killed.
fn check_whole(
    case: &KillCase,
    place: &str,
    name: &str,
    bytes: &[u8],
    (before, after): (&FileContents, &FileContents),
) {
    if before.get(name).is_some_and(|old| old == bytes) || is_one_of(name, case.passing) {
        return;
    }
    let Some(new) = after.get(name) else { panic!("{place}: {name} is left") };
    let fits = if is_one_of(name, case.growing) {
        new.starts_with(bytes) && (bytes.is_empty() || bytes.ends_with(b"\n"))
    } else if is_one_of(name, case.varying) {
        form(bytes) == form(new)
    } else {
        new == bytes
    };
    assert!(fits, "{place}: {name} is half: {} of {} bytes", bytes.len(), new.len());
}

/// Kills a command at each of its calls and returns the number of calls.
fn kill_at_every_call(case: &KillCase) -> usize {
    let folder = KillCaseFolder::new(case);
    for args in case.before {
        let ran = folder.tilewright(args, "");
        assert!(ran.status.success(), "{args:?}: {}", text(&ran));
    }
    for (path, text) in case.files {
        let path = folder.run().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let before = folder.files();
    let whole = folder.run_traced(case, None);
    assert!(whole.status.success() || case.name == "stopped", "{}: {}", case.name, text(&whole));
    let after = folder.files();
    let calls = folder.calls();
    assert!(!calls.is_empty(), "{} changes no files", case.name);
    let drafts = |files: &FileContents| files.keys().filter(|name| is_draft(name)).cloned().collect::<Vec<_>>();
    assert!(drafts(&after).is_empty());
    for (call, number) in &calls {
        folder.restore(&before);
        let killed = folder.run_traced(case, Some((call, *number)));
        let place = format!("{}, killed at {call} {number}", case.name);
        assert_eq!(killed.status.signal(), Some(9), "{place}: {}", text(&killed));
        let left = folder.files();
        for (name, bytes) in left.iter().filter(|(name, _)| !is_draft(name)) {
            check_whole(case, &place, name, bytes, (&before, &after));
        }
        for name in before.keys().filter(|name| !left.contains_key(*name)) {
            assert!(!after.contains_key(name), "{place}: {name} is lost");
        }
        let again = folder.tilewright(case.command, case.input);
        let code = again.status.code();
        let is_done = code == whole.status.code() || case.refuses && code == Some(3);
        assert!(is_done, "{place}, then again: {code:?} {}", text(&again));
        let ended = folder.files();
        assert!(drafts(&ended).is_empty(), "{place}: {:?} stay", drafts(&ended));
        if case.adds {
            continue;
        }
        let names = |files: &FileContents| files.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&ended), names(&after), "{place}");
        for (name, bytes) in &ended {
            check_whole(
                &KillCase { passing: &[], growing: &[], ..*case },
                &place,
                name,
                bytes,
                (&FileContents::new(), &after),
            );
        }
    }
    println!("{}: {} calls", case.name, calls.len());
    let _ = fs::remove_dir_all(&folder.0);
    calls.len()
}

/// True if `strace` can trace programs here. In CI, where every test must run, this panics if it cannot.
fn can_trace() -> bool {
    let ran = Command::new("strace").args(["-qq", "-e", "trace=none", "true"]).output();
    let can = ran.is_ok_and(|ran| ran.status.success());
    assert!(can || std::env::var_os("CI").is_none(), "strace is missing: install it, or allow it to trace programs");
    if !can {
        eprintln!("strace is missing: commands are not killed at their calls");
    }
    can
}

fn kill_all(cases: &[KillCase]) {
    if can_trace() {
        let calls: usize = cases.iter().map(kill_at_every_call).sum();
        println!("{calls} kills");
    }
}

const PONDS: &[&str] = &["new", "ponds"];
const TABLE: &str = "id,count,n,e,s,w,parts\nStart,3,pond,stream,meadow,stream,\"pond(at: [N]), stream(at: [E, W])\"\n";
const RECORD: &[&str] = &["sim", "./ponds", "--games", "1", "--records", "game.jsonl"];
const PACKED: &[&str] = &["pack", "./ponds", "--out", "ponds.tilepack"];
const CASE: KillCase = KillCase {
    name: "",
    before: &[PONDS],
    files: &[],
    command: &[],
    input: "",
    growing: &[],
    varying: &[],
    passing: &[],
    refuses: false,
    adds: false,
};

#[test]
fn keys_and_packs() {
    kill_all(&[
        KillCase { name: "key", before: &[], command: &["key", "new"], varying: &["key"], refuses: true, ..CASE },
        KillCase {
            name: "spare key",
            before: &[&["key", "new"]],
            command: &["key", "spare", "--out", "spare"],
            varying: &["spare"],
            refuses: true,
            ..CASE
        },
        KillCase { name: "new pack", before: &[], command: &["new", "ponds"], refuses: true, ..CASE },
        KillCase { name: "pack", command: PACKED, ..CASE },
        KillCase {
            name: "unpack",
            before: &[PONDS, PACKED],
            command: &["unpack", "ponds.tilepack", "--dir", "deep/er"],
            refuses: true,
            ..CASE
        },
        KillCase {
            name: "lock",
            before: &[PONDS, &["new", "more", "--base", "./ponds"]],
            command: &["lock", "./more"],
            ..CASE
        },
        KillCase {
            name: "import",
            before: &[],
            files: &[("tiles.csv", TABLE)],
            command: &["import", "tiles.csv", "--as", "ponds"],
            refuses: true,
            ..CASE
        },
        KillCase {
            name: "import again",
            files: &[
                ("tiles.csv", TABLE),
                ("ponds/tiles.ron", "// Written by `tilewright import` before.\nTiles([])\n"),
            ],
            command: &["import", "tiles.csv", "--as", "ponds", "--update"],
            ..CASE
        },
    ]);
}

#[test]
fn results_of_many_games() {
    const PARTS: [&[&str]; 2] = [
        &["sim", "./ponds", "--games", "2", "--out", "a", "--shard", "1/2", "--format", "csv"],
        &["sim", "./ponds", "--games", "2", "--out", "b", "--shard", "2/2", "--format", "csv"],
    ];
    let rows = |name: &'static str, command: &'static [&'static str]| KillCase {
        name,
        command,
        passing: &[".blocks/"],
        ..CASE
    };
    kill_all(&[
        rows("csv", &["sim", "./ponds", "--games", "2", "--threads", "1", "--out", "x.csv"]),
        rows("lines", &["sim", "./ponds", "--games", "1", "--threads", "1", "--out", "x.jsonl"]),
        rows("parquet", &["sim", "./ponds", "--games", "1", "--threads", "1", "--out", "x.parquet"]),
        KillCase {
            name: "blocks",
            command: &["sim", "./ponds", "--games", "2", "--threads", "1", "--out", "rows"],
            ..CASE
        },
        KillCase {
            name: "merge",
            before: &[PONDS, PARTS[0], PARTS[1]],
            command: &["merge", "x.csv", "a", "b"],
            ..CASE
        },
        KillCase {
            name: "records",
            command: &["sim", "./ponds", "--games", "3", "--threads", "1", "--records", "x.jsonl"],
            growing: &["x.jsonl"],
            ..CASE
        },
        KillCase {
            name: "record files",
            before: &[PONDS, &["man", "--dir", "games"]],
            command: &["sim", "./ponds", "--games", "2", "--threads", "1", "--records", "games"],
            ..CASE
        },
    ]);
}

#[test]
fn searches_for_numbers() {
    const TARGETS: (&str, &str) = (
        "targets.ron",
        "Targets(packs: [\"./ponds\"], vary: [(\"tiles.Bend.count\", 5, 6)], targets: [(\"turns\", 27.5, 28.5)],\n    \
         panel: [random], games: 500)\n",
    );
    let search = |name: &'static str, command: &'static [&'static str]| KillCase {
        name,
        files: &[TARGETS],
        command,
        growing: &["results/"],
        ..CASE
    };
    kill_all(&[
        search("search", &["tune", "targets.ron", "--threads", "1", "--out", "results"]),
        search("found numbers", &["tune", "targets.ron", "--threads", "1", "--apply"]),
    ]);
}

#[test]
fn games() {
    kill_all(&[
        KillCase {
            name: "play",
            command: &["play", "./ponds", "--seed", "3", "--random", "2"],
            input: "1 2\n1 0\nsave game.json\n1 1\n1 3\nsave game.json\nquit\n",
            growing: &["games/", "game.json"],
            adds: true,
            ..CASE
        },
        KillCase {
            name: "finished game",
            before: &[PONDS, RECORD],
            command: &["play", "--resume", "game.jsonl", "--packs", "."],
            input: "save over.json\nquit\n",
            passing: &["games/"],
            adds: true,
            ..CASE
        },
    ]);
}

#[test]
fn shelves() {
    const PUBLISH: &[&str] = &["publish", "./ponds", "--to", "shelf", "--no-pages"];
    kill_all(&[
        KillCase { name: "publish", command: PUBLISH, varying: &["shelf.json", "index.json", "parts/"], ..CASE },
        KillCase {
            name: "shelf add",
            before: &[PONDS, PUBLISH],
            command: &["shelf", "add", "near", "shelf"],
            varying: &["shelves/"],
            ..CASE
        },
        KillCase {
            name: "install",
            before: &[PONDS, PUBLISH, &["shelf", "add", "near", "shelf"]],
            // A shelf that is named is opened on the thread that installs, so that one thread makes all calls.
            command: &["install", "ponds", "--shelf", "near", "--yes"],
            passing: &["downloads/", ".incoming/", ".authors.json", ".lock"],
            ..CASE
        },
        KillCase {
            name: "remove",
            before: &[PONDS, PACKED, &["install", "ponds.tilepack", "--yes"]],
            command: &["remove", "ponds"],
            refuses: true,
            ..CASE
        },
    ]);
}

#[test]
fn pictures_and_pages() {
    kill_all(&[
        KillCase { name: "picture", command: &["render", "./ponds", "--out", "x.png"], ..CASE },
        KillCase {
            name: "captured test",
            before: &[PONDS, RECORD],
            command: &["capture", "game.jsonl", "--packs", ".", "--out", "x.ron"],
            refuses: true,
            ..CASE
        },
        KillCase { name: "sheets", command: &["print", "./ponds", "--out", "x.pdf"], ..CASE },
        KillCase {
            name: "export",
            command: &["export", "./ponds", "--to", "screentop", "--out", "x", "--max-side", "64"],
            refuses: true,
            ..CASE
        },
        KillCase { name: "page", command: &["show", "./ponds", "--html", "x.html"], ..CASE },
        KillCase {
            name: "game page",
            before: &[PONDS, RECORD],
            command: &["replay", "game.jsonl", "--packs", ".", "--html", "x.html"],
            ..CASE
        },
    ]);
}

#[test]
fn versions_and_certificates() {
    kill_all(&[
        KillCase {
            name: "bump",
            before: &[PONDS, PACKED],
            files: &[("ponds/reeds.ron", "Tags([reed])\n")],
            command: &["bump", "./ponds", "--from", "ponds.tilepack", "--write"],
            ..CASE
        },
        KillCase {
            name: "fix",
            files: &[
                (
                    "town/pack.ron",
                    "Pack(id: \"town\", version: \"1.1.0\", format: 1, title: \"Town\", needs: [\"ponds\"],\n    \
                     tags: [inn], renamed: [(since: \"1.1.0\", kind: tag, from: \"tavern\", to: \"inn\")])\n",
                ),
                (
                    "walls/pack.ron",
                    "Pack(id: \"walls\", version: \"1.0.0\", format: 1, title: \"Walls\", needs: [\"town\"],\n    \
                     tags: [(id: tavern, override: true)])\n",
                ),
                ("walls/tags.ron", "Tags([\n    (id: tavern, override: true), // a tavern\n])\n"),
            ],
            command: &["check", "--fix", "./walls"],
            ..CASE
        },
        KillCase {
            name: "certificate",
            command: &["compat", "./ponds", "--games", "2", "--threads", "1", "--out", "certificates"],
            ..CASE
        },
        KillCase {
            name: "clean",
            before: &[PONDS, RECORD],
            files: &[
                ("home/downloads/x.part", "half"),
                ("home/downloads/y.part", "half"),
                ("home/stopped/.x.json.tilewright-7-0", "half"),
                ("home/games/game-9.jsonl", ""),
                ("home/settings.json", "{}\n"),
            ],
            command: &["doctor", "--clean", "--yes"],
            ..CASE
        },
    ]);
}

/// Tests commands with hundreds of calls. They write each file in the same way as the other commands, so a normal run
/// skips them.
#[test]
fn many_files() {
    if std::env::var_os("TILEWRIGHT_ALL_CALLS").is_none() {
        return;
    }
    kill_all(&[
        KillCase { name: "manual", before: &[], command: &["man", "--dir", "pages"], ..CASE },
        KillCase { name: "handbook", before: &[], command: &["handbook", "--html", "pages"], ..CASE },
        KillCase {
            name: "report",
            command: &["report", "./ponds", "--games", "20", "--seed", "1", "--threads", "1", "--html", "x.html"],
            ..CASE
        },
        KillCase {
            name: "publish with pages",
            command: &["publish", "./ponds", "--to", "shelf"],
            varying: &["shelf.json", "index.json", "parts/", ".html"],
            ..CASE
        },
    ]);
}
