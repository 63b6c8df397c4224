//! Kills programs at random moments: at most the last half second of work is lost, and the remainder can be resumed.
//!
//! `TILEWRIGHT_KILLS=100 cargo test --locked -p tilewright-cli killed:: -- --nocapture` kills each a hundred times and
//! prints the maximum loss.
#![allow(clippy::print_stdout, reason = "the figures of a long run are wanted")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant, SystemTime};

use tilewright_core::session::record::{Move, Record};
use tilewright_core::state::chance::Generator;
use tilewright_kit::games::running::left_games;
use tilewright_kit::records::json::{read_records, write_record};

/// Time of work that may be lost. Half a second is promised, but on a loaded machine a program may wait longer before
/// it starts.
const WAITED: Duration = Duration::from_secs(5);

/// Folder of a single test, with the pack of the template.
struct KilledRunFolder(PathBuf);

impl KilledRunFolder {
    fn new(name: &str) -> KilledRunFolder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("killed-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        let folder = KilledRunFolder(path);
        assert!(folder.run(&["new", "ponds"], "").status.success());
        folder
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
        command.args(args).current_dir(&self.0).env_remove("TILEWRIGHT_PACKS");
        command.env("TILEWRIGHT_HOME", self.0.join("home"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run(&self, args: &[&str], input: &str) -> Output {
        let mut child = self.command(args).spawn().unwrap();
        // A command that does not read its input may end before everything is written.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap()
    }

    fn says(&self, args: &[&str], input: &str) -> String {
        let ran = self.run(args, input);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert!(ran.status.success(), "{args:?}: {}{}", text(&ran.stdout), text(&ran.stderr));
        text(&ran.stdout)
    }

    fn files(&self) -> Vec<PathBuf> {
        let mut open = vec![self.0.clone()];
        let mut files = Vec::new();
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() { open.push(path) } else { files.push(path) }
            }
        }
        files.sort();
        files
    }
}

/// A comparison that is killed repeatedly writes the same file and shows the same sentences as one that is not killed.
#[test]
fn a_comparison_goes_on_where_it_stopped() {
    let folder = KilledRunFolder::new("compared");
    let compare = |file: &'static str, threads: &'static str| {
        let versions = ["compare", "./ponds", "--set-b", "rules.ponds.per_lily=1", "--bots", "random,greedy"];
        [&versions[..], &["--games", "800", "--out", file, "--threads", threads]].concat()
    };
    let whole = folder.says(&compare("whole.parquet", "1"), "");
    let blocks = kill_often(&folder, &|threads| compare("killed.parquet", threads), &mut Generator::new(5), 600);
    let resumed = folder.says(&compare("killed.parquet", "2"), "");
    let text = |said: &str| said.split_once(" rows (").map(|(text, _)| text.to_owned());
    assert_eq!(text(&resumed), text(&whole));
    let read = |file: &str| fs::read(folder.0.join(file)).unwrap();
    assert!(read("whole.parquet") == read("killed.parquet"));
    assert!(!folder.0.join("killed.parquet.blocks").exists(), "rows in the file are not kept twice");
    println!("killed {} times; blocks found: {blocks:?}", blocks.len());
}

/// Kills a command that writes `killed.parquet` with one and two threads in turn, each time within `most` milliseconds.
/// Returns the number of finished blocks after each kill.
fn kill_often(
    folder: &KilledRunFolder,
    command: &dyn Fn(&'static str) -> Vec<&'static str>,
    random: &mut Generator,
    most: u32,
) -> Vec<usize> {
    let mut blocks = Vec::new();
    for kill in 0..kills() {
        let mut child = folder.command(&command(["1", "2"][kill as usize % 2])).spawn().unwrap();
        std::thread::sleep(milliseconds(random, most));
        child.kill().unwrap();
        child.wait().unwrap();
        // The blocks are removed once the file is complete.
        if folder.0.join("killed.parquet").exists() {
            break;
        }
        let is_block = |path: &&PathBuf| {
            path.to_string_lossy().contains(".blocks") && path.extension().is_some_and(|ending| ending == "json")
        };
        blocks.push(folder.files().iter().filter(is_block).count());
    }
    assert!(blocks.windows(2).all(|pair| pair[0] <= pair[1]), "no block is lost: {blocks:?}");
    blocks
}

/// Returns the number of times that each program is killed.
fn kills() -> u32 {
    std::env::var("TILEWRIGHT_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(5)
}

fn milliseconds(random: &mut Generator, most: u32) -> Duration {
    Duration::from_millis(u64::from(random.below(most)))
}

fn wait_for(what: &str, mut there: impl FnMut() -> bool) {
    let began = Instant::now();
    while !there() {
        assert!(began.elapsed() < Duration::from_secs(60), "{what} did not come");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// A simulation that is killed repeatedly writes the same file as one that is not killed.
#[test]
fn results_go_on_where_they_stopped() {
    let folder = KilledRunFolder::new("results");
    let sim = |file: &'static str, threads: &'static str| {
        ["sim", "./ponds", "--games", "6000", "--out", file, "--rows", "tiles", "--threads", threads]
    };
    folder.says(&sim("whole.parquet", "1"), "");
    let blocks = kill_often(&folder, &|threads| sim("killed.parquet", threads).to_vec(), &mut Generator::new(2), 300);
    let said = folder.says(&sim("killed.parquet", "2"), "");
    assert!(said.contains("rows (") && said.contains("in killed.parquet."), "{said}");
    let read = |file: &str| fs::read(folder.0.join(file)).unwrap();
    assert!(read("whole.parquet") == read("killed.parquet"));
    assert!(!folder.0.join("killed.parquet.blocks").exists(), "rows in the file are not kept twice");
    println!("killed {} times; blocks found: {blocks:?}", blocks.len());
}

/// A search that is killed repeatedly finds the same as one that is not killed, and plays no finished games again.
#[test]
fn searches_go_on_where_they_stopped() {
    let folder = KilledRunFolder::new("searches");
    let targets = r#"Targets(packs: ["./ponds"], vary: [("tiles.Bend.count", 2, 7), ("rules.ponds.per_lily", 0, 3)],
        targets: [("turns", 25, 27), ("share:pond", 0.4, 0.52)], panel: ["random"], games: 12000)"#;
    fs::write(folder.0.join("targets.ron"), targets).unwrap();
    let whole = folder.says(&["tune", "targets.ron", "--json"], "");
    let mut random = Generator::new(4);
    let (journal, mut lines) = (folder.0.join("results/part-1-of-1.jsonl"), Vec::new());
    for _ in 0..kills() {
        let mut child = folder.command(&["tune", "targets.ron", "--out", "results", "--json"]).spawn().unwrap();
        std::thread::sleep(milliseconds(&mut random, 500));
        child.kill().unwrap();
        child.wait().unwrap();
        lines.push(fs::read_to_string(&journal).map_or(0, |text| text.lines().count()));
    }
    assert!(lines.is_sorted(), "no result is lost: {lines:?}");
    assert_eq!(folder.says(&["tune", "targets.ron", "--out", "results", "--json"], ""), whole);
    let text = fs::read_to_string(&journal).unwrap();
    let mut units: Vec<&str> = text.lines().collect();
    units.sort_unstable();
    assert!(units.windows(2).all(|pair| pair[0] != pair[1]), "no unit was played twice");
    println!("killed {} times; results found: {lines:?} of {}", lines.len(), units.len());
}

#[test]
fn simulated_games_are_kept_up_to_the_last_half_second() {
    let folder = KilledRunFolder::new("sim");
    let sim = |games: &'static str, file: &'static str| ["sim", "./ponds", "--games", games, "--records", file];
    folder.says(&sim("200", "whole.jsonl"), "");
    let whole = fs::read_to_string(folder.0.join("whole.jsonl")).unwrap();
    let whole: Vec<&str> = whole.lines().collect();
    let mut random = Generator::new(1);
    let (mut worst, mut cut, mut games) = (Duration::ZERO, 0, 0);
    for kill in 0..kills() {
        let file = folder.0.join("games.jsonl");
        // A file of an older run stays until the first game of the new run is written.
        let before = fs::read(&file).ok();
        let mut child = folder.command(&sim("100000000", "games.jsonl")).spawn().unwrap();
        if kill % 5 > 0 {
            wait_for("the first game", || fs::read(&file).ok() != before);
        }
        std::thread::sleep(milliseconds(&mut random, 1000));
        let killed = SystemTime::now();
        child.kill().unwrap();
        child.wait().unwrap();
        let Ok(text) = fs::read_to_string(&file) else {
            assert!(kill == 0, "there was a file before");
            continue;
        };
        if before.as_ref().is_some_and(|before| *before == text.as_bytes()) {
            continue;
        }
        let written = fs::metadata(&file).unwrap().modified().unwrap();
        worst = worst.max(killed.duration_since(written).unwrap_or_default());
        let lines: Vec<&str> = text.lines().collect();
        let ended = text.ends_with('\n');
        cut += u32::from(!ended);
        let complete = if ended { lines.len() } else { lines.len() - 1 };
        games += complete;
        for (number, line) in lines[..complete].iter().enumerate() {
            // The games equal the first games of a run that was not killed, without gaps.
            assert!(whole.get(number).is_none_or(|other| other == line), "game {number}");
        }
        let ran = folder.run(&["replay", "games.jsonl", "--packs", "."], "");
        let said = String::from_utf8(ran.stdout).unwrap();
        let failed = usize::from(!ended);
        assert!(said.contains(&format!("{complete} ok, {failed} failed")), "{said}");
        assert!(ended || said.contains("[cut_off]"), "{said}");
        let names: Vec<PathBuf> =
            folder.files().into_iter().filter(|f| f.to_string_lossy().contains(".part")).collect();
        assert!(names.is_empty(), "{names:?}");
    }
    assert!(worst < WAITED, "nothing was written for {worst:?}");
    println!(
        "sim: {} kills, {games} games kept, at most {worst:?} without a line before a kill, {cut} lines cut",
        kills()
    );
}

/// Returns the answers that were chosen in a game.
fn picks(record: &Record) -> Vec<String> {
    let pick = |entry: &Move| match entry {
        Move::Answer { pick, .. } => Some(pick.clone()),
        _ => None,
    };
    record.moves.iter().filter_map(pick).collect()
}

#[test]
fn a_game_in_the_terminal_is_kept_up_to_the_last_half_second_and_offered() {
    let folder = KilledRunFolder::new("play");
    folder.says(&["sim", "./ponds", "--games", "1", "--records", "game.jsonl"], "");
    let whole = read_records(&fs::read_to_string(folder.0.join("game.jsonl")).unwrap()).remove(0).unwrap();
    let (keys, seed) = (picks(&whole), whole.seed.unwrap().to_string());
    let games = folder.0.join("home/games");
    let mut random = Generator::new(2);
    let (mut worst, mut kept, mut went_on) = (Duration::ZERO, 0, 0);
    for kill in 0..kills() {
        let mut child = folder.command(&["play", "./ponds", "--seed", &seed]).stdout(Stdio::null()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let most = 1 + random.below(keys.len() as u32) as usize;
        let mut given = Vec::new();
        for key in &keys[..most] {
            writeln!(input, "{key}").unwrap();
            input.flush().unwrap();
            given.push(Instant::now());
            std::thread::sleep(milliseconds(&mut random, 8));
        }
        if kill % 2 == 0 {
            wait_for("the first answer", || left_file(&games));
        }
        std::thread::sleep(milliseconds(&mut random, 200));
        let killed = Instant::now();
        child.kill().unwrap();
        child.wait().unwrap();
        drop(input);
        let left: Vec<_> = left_games(&games).collect();
        let Some(game) = left.first() else {
            // The program was killed before it had read any input.
            assert!(killed - given[0] < WAITED, "nothing was kept");
            worst = worst.max(killed - given[0]);
            continue;
        };
        assert_eq!(left.len(), 1);
        kept += 1;
        let actual = picks(&game.record);
        assert_eq!(actual, keys[..actual.len()], "exactly the given answers");
        assert_eq!(game.record.moves, whole.moves[..game.record.moves.len()]);
        if let Some(first_lost) = given.get(actual.len()) {
            worst = worst.max(killed - *first_lost);
        }
        // The game is listed, and it continues from the saved position to its end.
        let listed = folder.says(&["play"], "");
        assert!(listed.contains("ponds, 2 seats, "), "{listed}");
        assert!(listed.contains(&game.path.display().to_string()), "{listed}");
        let rest = keys[actual.len()..].join("\n") + "\nsave over.json\nquit\n";
        let said = folder.says(&["play", "--continue"], &rest);
        assert!(said.contains("The game is over."), "{said}");
        let over = read_records(&fs::read_to_string(folder.0.join("over.json")).unwrap()).remove(0).unwrap();
        assert_eq!(write_record(&Record { id: whole.id.clone(), ..over }), write_record(&whole));
        assert!(left_games(&games).next().is_none(), "a game that is over is not offered");
        went_on += 1;
    }
    assert!(worst < WAITED, "answers of the last {worst:?} were lost");
    println!("play: {} kills, {kept} games kept, {went_on} played to their ends, at most {worst:?} lost", kills());
}

/// True if a saved game has answers. Locked files can still be read, except on systems where locks forbid it.
fn left_file(games: &Path) -> bool {
    let entries = fs::read_dir(games).into_iter().flatten();
    entries
        .filter_map(|entry| fs::read(entry.ok()?.path()).ok())
        .any(|text| text.iter().filter(|b| **b == b'\n').count() > 1)
}

#[test]
fn verification_that_is_killed_says_nothing_wrong_and_leaves_nothing() {
    let folder = KilledRunFolder::new("verify");
    let before = folder.files();
    let mut random = Generator::new(3);
    for _ in 0..kills() {
        let mut child = folder.command(&["verify", "./ponds", "--games", "1000000", "--json"]).spawn().unwrap();
        std::thread::sleep(milliseconds(&mut random, 1000));
        child.kill().unwrap();
        let ran = child.wait_with_output().unwrap();
        let said = String::from_utf8(ran.stdout).unwrap() + &String::from_utf8(ran.stderr).unwrap();
        assert!(said.is_empty(), "{said}");
        assert_eq!(folder.files(), before);
    }
    let said = folder.says(&["verify", "./ponds", "--games", "3"], "");
    assert!(said.contains("everything holds"), "{said}");
    println!("verify: {} kills, nothing said and nothing left", kills());
}

/// A file that is replaced is always the old one or the new one, whenever the program is killed.
#[test]
fn a_saved_game_is_the_old_one_or_the_new_one() {
    let folder = KilledRunFolder::new("save");
    let mut random = Generator::new(4);
    let saves = "save game.json\n".repeat(3000);
    let mut whole = 0;
    for _ in 0..kills() {
        let mut child = folder.command(&["play", "./ponds", "--seed", "3"]).stdout(Stdio::null()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let saves = saves.clone();
        let writer = std::thread::spawn(move || drop(input.write_all(saves.as_bytes())));
        wait_for("the first save", || folder.0.join("game.json").exists());
        std::thread::sleep(milliseconds(&mut random, 300));
        child.kill().unwrap();
        child.wait().unwrap();
        writer.join().unwrap();
        let read = read_records(&fs::read_to_string(folder.0.join("game.json")).unwrap());
        assert!(read.len() == 1 && read[0].is_ok(), "{read:?}");
        whole += 1;
    }
    println!("save: {} kills, {whole} whole files", kills());
}
