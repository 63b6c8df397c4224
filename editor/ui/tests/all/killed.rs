//! Tests that killing the program at any moment, while a user edits or plays, loses no finished action: the next start
//! offers to restore it, and no file is incomplete.
//!
//! Each test runs itself in a separate process, which acts frame by frame like a user, logs its actions, and is killed.
//! `TILEWRIGHT_KILLS=100 cargo test --locked -p tilewright-editor --test all killed -- --nocapture` kills each process
//! a hundred times and prints statistics.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command as Program, Stdio};
use std::time::{Duration, Instant};

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use serde_json::{Value, json};
use tilewright_core::state::chance::Generator;
use tilewright_editor::context::command::EditorCommand;
use tilewright_editor::context::{EditorAction, Pane};
use tilewright_editor_model::pack::document::FileChange;
use tilewright_editor_model::pack::document::disk::read_folder;
use tilewright_editor_model::table::TableGame;
use tilewright_editor_model::table::keeper::{kept_games, left_game};
use tilewright_kit::games::running;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Request, load};
use tilewright_language::place::FilePlace;

use crate::stage::{StageLook, TestStage};
use crate::table::{AnswerInput, answer};

/// Variables with the home of the process that is killed, its seed, and its log file.
const WORK: [&str; 3] = ["TILEWRIGHT_KILLED_HOME", "TILEWRIGHT_KILLED_SEED", "TILEWRIGHT_KILLED_SAID"];
const PACK: &str = "glowmoor";
const RULE: &str = "rules/drifting_light.lua";

/// Returns the number of kills in each test.
fn kills() -> u64 {
    std::env::var("TILEWRIGHT_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(3)
}

/// Hashes of the texts of a document or folder, by path.
type TextHashes = BTreeMap<String, u64>;

fn hash_texts<'a>(files: impl IntoIterator<Item = (&'a std::sync::Arc<str>, &'a std::sync::Arc<str>)>) -> TextHashes {
    let hash = |text: &str| {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        hasher.finish()
    };
    files.into_iter().map(|(path, text)| (path.to_string(), hash(text))).collect()
}

/// Simulated user who acts step by step.
struct Worker {
    stage: TestStage,
    random: Generator,
    said: Option<File>,
    actions: u32,
    /// Texts during the last action, recorded if there is no log.
    between: Vec<TextHashes>,
}

impl Worker {
    fn new(stage: TestStage, seed: u64, said: Option<File>) -> Worker {
        Worker { stage, random: Generator::new(seed), said, actions: 0, between: Vec::new() }
    }

    fn below(&mut self, limit: u32) -> u32 {
        self.random.below(limit)
    }

    fn act(&mut self, action: EditorAction) {
        let ctx = self.stage.harness.ctx.clone();
        self.stage.editor().act(&ctx, action);
        self.stage.harness.run_ok();
    }

    /// Logs the state after an action.
    fn say(&mut self, state: &Value) {
        if let Some(said) = &mut self.said {
            said.write_all(format!("{state}\n").as_bytes()).unwrap();
        }
        self.actions += 1;
    }

    /// Records the state during an action, and draws a frame.
    fn pass(&mut self) {
        if self.said.is_none() {
            let texts = self.texts();
            self.between.push(texts);
        }
    }

    fn texts(&mut self) -> TextHashes {
        hash_texts(self.stage.editor().document().unwrap().files())
    }

    /// Simulates editing: typing, changing several files at once, drawing, creating and removing files, undo, and
    /// saving.
    fn write(&mut self, most: u32) {
        self.stage.open_copy(PACK);
        let texts = self.texts();
        self.say(&json!(texts));
        while self.actions < most {
            self.between.clear();
            match self.below(16) {
                0..=4 => self.type_letters(),
                5 | 6 => self.change_several(),
                7 => self.draw(),
                8 => {
                    let path = format!("notes_{}.md", self.below(3));
                    let there = self.stage.editor().document().unwrap().text(&path).is_some();
                    let text = format!("Note {}\n", self.actions).into();
                    let path = path.into();
                    let change = if there { FileChange::Remove { path } } else { FileChange::Write { path, text } };
                    self.act(EditorAction::Change("a file".to_owned(), vec![change]));
                }
                9 | 10 => self.act(EditorAction::Command(EditorCommand::Undo)),
                11 => self.act(EditorAction::Command(EditorCommand::Redo)),
                _ => {
                    self.stage.key(Modifiers::COMMAND, Key::S);
                }
            }
            let texts = self.texts();
            self.say(&json!(texts));
        }
    }

    /// Types letters at the end of a rule, key by key.
    fn type_letters(&mut self) {
        self.act(EditorAction::GoTo(FilePlace { path: RULE.into(), range: 0..0 }));
        self.stage.focus(&format!("Text of {RULE}"));
        self.stage.key(Modifiers::COMMAND | Modifiers::CTRL, Key::End);
        let letters = 1 + self.below(4);
        let text: String = (0..letters).map(|_| char::from(b'a' + self.below(26) as u8)).collect();
        for letter in format!("\n-- {text}").chars() {
            // After a pause each key is a separate step, regardless of the number of frames.
            self.stage.type_keys(&letter.to_string()).steps(5);
            self.pass();
        }
    }

    /// Makes three changes in two files as one step.
    fn change_several(&mut self) {
        let line = format!("// {}\n", self.actions);
        let edit = |path: &str| FileChange::edit(path, 0..0, &*line);
        self.act(EditorAction::Change(
            "several".to_owned(),
            vec![edit("pack.ron"), edit("tiles.ron"), edit("pack.ron")],
        ));
    }

    /// Creates a tile and draws a path on it.
    fn draw(&mut self) {
        self.act(EditorAction::Command(EditorCommand::Show(Pane::Tiles)));
        let button = |stage: &TestStage| stage.harness.query_all_by_label("New").next().is_some();
        if !button(&self.stage) {
            return;
        }
        self.stage.press("New");
        self.pass();
        self.stage.key(Modifiers::NONE, Key::Num2);
        for (port, key) in [("Port north left, heath", Key::Enter), ("Port south-east left, heath", Key::Space)] {
            let Some(port) = self.stage.harness.query_all_by_label(port).last() else { return };
            port.focus();
            self.stage.harness.run_ok();
            self.stage.key(Modifiers::NONE, key);
        }
    }

    /// Returns the branches of the game at the table, and the number of the table.
    fn game(&mut self) -> Value {
        let Some(table) = self.stage.editor().table() else { return Value::Null };
        json!({ "table": table.number(), "over": table.is_over(), "branches": keys(table) })
    }

    /// Simulates playing: answering, going back, answering differently, changing a rule during the game, and starting
    /// another one.
    fn play(&mut self, most: u32) {
        self.stage.open_copy(PACK).settle().key(Modifiers::NONE, Key::F5);
        while self.actions < most {
            match self.below(20) {
                0 | 1 => _ = self.stage.key(Modifiers::NONE, Key::F7),
                2 => _ = self.stage.key(Modifiers::SHIFT, Key::F7),
                3 if self.below(3) == 0 => {
                    self.act(EditorAction::Command(EditorCommand::NewGame));
                    // A game with changed rules begins once they are analysed.
                    self.stage.settle();
                }
                4 => {
                    let text = self.stage.text(RULE) + "-- changed\n";
                    self.stage.write(RULE, &text).settle();
                }
                _ => {
                    if !answer(&mut self.stage, AnswerInput::Clicks, &mut self.random) {
                        self.stage.harness.step();
                    }
                }
            }
            let game = self.game();
            self.say(&game);
        }
    }
}

fn keys(table: &TableGame) -> Vec<Vec<String>> {
    let branches = table.history().branches().iter();
    branches.map(|branch| branch.steps().iter().map(|step| format!("{} {}", step.ask, step.key)).collect()).collect()
}

/// Acts without end if this is the process that is killed; otherwise returns false.
fn is_killed(work: impl FnOnce(&mut Worker)) -> bool {
    let [Some(home), Some(seed), Some(said)] = WORK.map(std::env::var_os) else { return false };
    let stage = TestStage::in_home(home.into(), StageLook::default());
    let said = OpenOptions::new().append(true).create(true).open(said).unwrap();
    work(&mut Worker::new(stage, seed.to_string_lossy().parse().unwrap(), Some(said)));
    true
}

/// Runs the named test in a separate process and kills it. Returns its home and its log.
fn run_and_kill(test: &str, seed: u64) -> (PathBuf, Vec<Value>) {
    // Each kill has its own home, because a program clears the leftovers of a folder only once.
    let home = std::env::temp_dir().join(format!("tilewright-killed-{}-{test}-{seed}", std::process::id()));
    let said = home.with_extension("said");
    drop((fs::remove_dir_all(&home), fs::remove_file(&said)));
    let mut program = Program::new(std::env::current_exe().unwrap());
    program.args([&format!("killed::{test}"), "--exact", "--test-threads=1"]).stdout(Stdio::null());
    program.env(WORK[0], &home).env(WORK[1], seed.to_string()).env(WORK[2], &said);
    let mut program = program.spawn().unwrap();
    let mut random = Generator::new(seed);
    // Every fifth process is killed during its start, the others after some actions.
    let wanted = if seed.is_multiple_of(5) { 0 } else { 1 + random.below(40) as usize };
    let began = Instant::now();
    while fs::read_to_string(&said).unwrap_or_default().lines().count() < wanted {
        assert_eq!(program.try_wait().unwrap(), None, "kill {seed}: the process has failed: see {}", home.display());
        assert!(began.elapsed() < Duration::from_secs(300), "the test process hangs");
        std::thread::sleep(Duration::from_millis(2));
    }
    let most = if wanted == 0 { 2500 } else { 250 };
    std::thread::sleep(Duration::from_millis(u64::from(random.below(most))));
    let ended = program.try_wait().unwrap();
    assert!(ended.is_none(), "it went wrong before it was killed: {ended:?}, kill {seed}");
    program.kill().unwrap();
    program.wait().unwrap();
    let text = fs::read_to_string(&said).unwrap_or_default();
    drop(fs::remove_file(&said));
    let whole = text.lines().filter_map(|line| serde_json::from_str(line).ok());
    (home, whole.collect())
}

/// Returns the files below a folder whose names contain `part`.
fn files_with(folder: &Path, part: &str) -> Vec<PathBuf> {
    let (mut open, mut found) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.file_name().unwrap().to_string_lossy().contains(part) {
                found.push(path.clone());
            }
            if path.is_dir() {
                open.push(path);
            }
        }
    }
    found
}

/// Starts the editor again and accepts the offer to restore.
fn restart(home: &Path) -> (TestStage, bool) {
    let mut stage = TestStage::in_home(home.to_owned(), StageLook::default());
    stage.harness.step();
    let offered = stage.has("Restore");
    if offered {
        stage.press("Restore").settle();
    }
    (stage, offered)
}

#[test]
fn what_is_written_outlives_a_kill() {
    if is_killed(|worker| worker.write(u32::MAX)) {
        return;
    }
    let (mut actions, mut offers, mut between, mut beside) = (0, 0, 0, 0);
    for seed in 0..kills() {
        let (home, said) = run_and_kill("what_is_written_outlives_a_kill", seed);
        let said: Vec<TextHashes> = said.into_iter().map(|texts| serde_json::from_value(texts).unwrap()).collect();
        actions += said.len();
        let folder = home.join("packs").join(PACK);
        let on_disk = folder.exists().then(|| hash_texts(&read_folder(&folder).unwrap()));
        let (mut stage, offered) = restart(&home);
        offers += u32::from(offered);
        if !offered {
            if on_disk.is_none() {
                assert!(said.is_empty(), "kill {seed}: no file exists");
                drop(fs::remove_dir_all(home));
                continue;
            }
            let ctx = stage.harness.ctx.clone();
            stage.editor().act(&ctx, EditorAction::OpenFolder(folder.clone()));
            stage.settle();
        }
        let mut states = said.clone();
        let actual = hash_texts(stage.editor().document().unwrap().files());
        if said.last() != Some(&actual) || !is_known(on_disk.as_ref(), &states) {
            // The process was killed during an action. Repeating the action shows its result.
            between += 1;
            let again = home.with_extension("again");
            drop(fs::remove_dir_all(&again));
            let mut worker = Worker::new(TestStage::in_home(again.clone(), StageLook::default()), seed, None);
            worker.write(said.len() as u32 + 1);
            states.push(worker.texts());
            // After an action of several keys, any of its intermediate states is possible.
            let known =
                said.last().into_iter().chain(&worker.between).chain(states.last()).any(|texts| *texts == actual);
            assert!(known, "kill {seed} after {} actions: {actual:?}\n{:?}", said.len(), states.last());
            drop(fs::remove_dir_all(again));
        }
        assert!(is_known(on_disk.as_ref(), &states), "kill {seed}: {on_disk:?}");
        // A temporary file of the killed process is not part of the pack, and is removed when the file is saved again.
        beside += files_with(&home, ".tilewright-").len();
        let over = stage.text("pack.ron") + "// over\n";
        stage.write("pack.ron", &over);
        stage.key(Modifiers::COMMAND, Key::S);
        assert_eq!(hash_texts(&read_folder(&folder).unwrap()), hash_texts(stage.editor().document().unwrap().files()));
        let ctx = stage.harness.ctx.clone();
        stage.editor().act(&ctx, EditorAction::Command(EditorCommand::Close));
        drop(stage);
        let journals = files_with(&home.join("unsaved"), "");
        assert!(journals.is_empty(), "kill {seed}: {journals:?}");
        let (stage, offered) = restart(&home);
        assert!(!offered, "kill {seed}: once");
        drop(stage);
        drop(fs::remove_dir_all(home));
    }
    println!(
        "writing: {} kills after {actions} actions, {offers} offered, {between} in the middle of an action, none lost; {beside} \
         interrupted writes left a temporary file",
        kills()
    );
}

/// Returns true if each file of a folder equals that of some state, and no file that all states have is missing.
fn is_known(folder: Option<&TextHashes>, states: &[TextHashes]) -> bool {
    let known: BTreeSet<(&String, &u64)> = states.iter().flatten().collect();
    folder.is_none_or(|texts| texts.iter().all(|file| known.contains(&file)))
}

#[test]
fn what_is_played_outlives_a_kill() {
    if is_killed(|worker| worker.play(u32::MAX)) {
        return;
    }
    let (mut actions, mut games, mut answers, mut between) = (0, 0, 0, 0);
    for seed in 0..kills() {
        let (home, said) = run_and_kill("what_is_played_outlives_a_kill", seed);
        actions += said.len();
        // The last logged state of each game is used.
        let mut tables = BTreeMap::new();
        for game in said.iter().filter(|game| !game.is_null()) {
            let branches: Vec<Vec<String>> = serde_json::from_value(game["branches"].clone()).unwrap();
            tables.insert(game["table"].as_u64().unwrap(), (branches, game["over"] == json!(true)));
        }
        let last = tables.keys().next_back().copied();
        // Every unfinished or finished game is replayed from its file.
        let finder = Finder::only_bundled();
        let loaded = std::sync::Arc::new(load(&finder, &Request::new([PACK])).unwrap());
        let kept = kept_games(&home.join("games"));
        let mut actual = Vec::new();
        for game in &kept {
            let (table, whole) = TableGame::take_up(&loaded, game, game.pack_set()).unwrap();
            assert!(whole, "kill {seed}: {} is not played to where it was", game.left.path.display());
            actual.push(keys(&table));
        }
        games += actual.len();
        let left = kept.iter().position(|game| game.left.over.is_none());
        let next = left_game(&home.join("games"), None, &[]);
        assert_eq!(next.map(|game| game.left.path), left.map(|n| kept[n].left.path.clone()), "kill {seed}");
        for (number, (branches, over)) in &tables {
            let answered = branches.iter().any(|branch| !branch.is_empty());
            if !answered || *over && Some(*number) != last {
                continue;
            }
            let of = |actual: &&Vec<Vec<String>>| branches.iter().all(|b| actual.iter().any(|c| c.starts_with(b)));
            // Games can start with equal answers, so the shortest match is used.
            let least = |kept: &&Vec<Vec<String>>| kept.iter().map(Vec::len).sum::<usize>();
            let Some(kept) = actual.iter().filter(of).min_by_key(least) else {
                panic!("kill {seed}: game {number} is lost: {branches:?}\n{actual:?}");
            };
            answers += kept.iter().map(Vec::len).sum::<usize>();
            // The file contains no answers except those of the action in progress.
            let more = kept.iter().filter(|c| !branches.iter().any(|b| b.starts_with(c))).count();
            assert!(more <= usize::from(Some(*number) == last), "kill {seed}: {branches:?}\n{kept:?}");
            between += more;
        }
        assert!(actual.len() <= tables.len() + 1, "kill {seed}: {actual:?}");
        // The latest unfinished game is offered and continues from its last position.
        let (mut stage, _) = restart(&home);
        stage.harness.step();
        assert_eq!(stage.has("Unfinished game"), left.is_some(), "kill {seed}");
        if let Some(first) = left.map(|n| &actual[n]) {
            stage.press("Continue").settle();
            stage.settle();
            // If it was a bot's turn, the bot has continued.
            let now = keys(stage.editor().table().unwrap());
            let goes_on = now.len() == first.len() && now.iter().zip(first).all(|(now, was)| now.starts_with(was));
            assert!(goes_on, "kill {seed}: {now:?}\n{first:?}");
            let went = (0..50).any(|_| {
                stage.harness.step();
                stage.editor().table().unwrap().is_over()
                    || answer(&mut stage, AnswerInput::Clicks, &mut Generator::new(seed))
            });
            assert!(went, "kill {seed}: the game does not continue");
            // A file that is being saved has a temporary file next to it.
            let is_saved = (0..1000).any(|_| {
                std::thread::sleep(Duration::from_millis(10));
                files_with(&home.join("games"), "").len() == actual.len()
            });
            let files = files_with(&home.join("games"), "");
            assert!(
                is_saved,
                "kill {seed}: the folder has other files than those of {} games: {files:?}",
                actual.len()
            );
        }
        drop(stage);
        // After discarding the games, no files are left, because saving the resumed game cleared the files of the
        // killed process.
        if left.is_some() {
            running::kept_games(&home.join("games")).for_each(|game| game.forget());
            let files = files_with(&home.join("games"), "");
            assert!(files.is_empty(), "kill {seed}: {files:?}");
        }
        drop(fs::remove_dir_all(home));
    }
    println!(
        "playing: {} kills after {actions} actions, {games} games kept with {answers} answers, {between} in the middle of a \
         action, none lost",
        kills()
    );
}
