//! Tests of results for services that run checks, and of tests that run again after each save.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use serde_json::Value;

use super::Folder;

#[test]
fn findings_and_tests_are_written_for_services() {
    let folder = Folder::with_pack("services");
    let tests = folder.read("ponds/tests/ponds.ron");
    folder.run(&["test", "./ponds", "--junit", "good.xml", "--sarif", "good.sarif"], "").expect(0, "passed", "");
    let good = folder.read("good.xml");
    assert!(good.contains("failures=\"0\"") && good.contains("<testcase classname=\"./ponds\""), "{good}");
    let sarif: Value = serde_json::from_str(&folder.read("good.sarif")).unwrap();
    assert_eq!(sarif["runs"][0]["results"], serde_json::json!([]));
    folder.write("ponds/tests/ponds.ron", &tests.replace("scores: [", "scores: [1"));
    folder.run(&["test", "./ponds", "--junit", "bad.xml"], "").expect(1, "failed", "");
    let bad = folder.read("bad.xml");
    assert!(bad.contains("<failure type=\"scores_differ\"") && bad.contains("ponds/tests/ponds.ron:"), "{bad}");
    folder.write("ponds/tests/ponds.ron", &tests);
    folder.run(&["verify", "./ponds", "--games", "2", "--junit", "games.xml"], "").expect(0, "everything holds", "");
    assert!(folder.read("games.xml").contains("name=\"./ponds\""));
    let pack = folder.read("ponds/pack.ron");
    folder.write("ponds/pack.ron", &pack.replace("per_tile:", "per_tyle:"));
    folder.run(&["check", "./ponds", "--sarif", "wrong.sarif", "--junit", "wrong.xml"], "").expect(1, "per_tyle", "");
    let sarif: Value = serde_json::from_str(&folder.read("wrong.sarif")).unwrap();
    let place = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "ponds/pack.ron");
    let line = place["region"]["startLine"].as_u64().unwrap() as usize;
    assert!(folder.read("ponds/pack.ron").lines().nth(line - 1).unwrap().contains("per_tyle"));
    // A pack that cannot be read is in the files as well.
    fs::remove_file(folder.0.join("ponds/pack.ron")).unwrap();
    folder.run(&["check", "./ponds", "--junit", "none.xml"], "");
    assert!(folder.read("none.xml").contains("<failure"));
}

/// Program that is killed at the end of a test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

#[test]
fn tests_run_again_after_each_save() {
    let folder = Folder::with_pack("watched");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    command.args(["test", "./ponds", "--watch"]).current_dir(&folder.0).env("TILEWRIGHT_HOME", folder.0.join("home"));
    let mut running = Running(command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap());
    let (sender, lines) = mpsc::channel();
    let out = BufReader::new(running.0.stdout.take().unwrap());
    std::thread::spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
    let wait_for = |text: &str| loop {
        let line = lines.recv_timeout(Duration::from_secs(60)).unwrap();
        if line.contains(text) {
            break;
        }
    };
    wait_for(" 0 failed");
    wait_for("Watching ./ponds");
    let tests = folder.read("ponds/tests/ponds.ron");
    folder.write("ponds/tests/ponds.ron", &tests.replace("scores: [", "scores: [1"));
    wait_for("FAILED");
    wait_for("Watching ./ponds");
    folder.write("ponds/pack.ron", "Pack(");
    wait_for("[P0101]");
    drop(running);
    folder.run(&["test", "carcassonne", "--watch"], "").expect(2, "", "there is nothing to watch");
}
