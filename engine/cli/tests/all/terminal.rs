//! Runs commands at a pseudo terminal, and tests what is on the screen before and after a prompt is answered.
#![cfg(unix)]

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

/// Sequence that clears the screen and the scrollback.
const CLEAR: &str = "\u{1b}[H\u{1b}[2J\u{1b}[3J";
/// Time without output after which a command waits for input that the test does not give.
const STUCK: Duration = Duration::from_secs(120);

/// Command at a pseudo terminal.
struct Terminal {
    child: Child,
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    /// Everything that was written; `seen` is the number of bytes that were examined.
    text: String,
    seen: usize,
}

impl Terminal {
    fn new(folder: &Path, args: &[&str]) -> Terminal {
        let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&controller).unwrap();
        unlockpt(&controller).unwrap();
        let name = ptsname(&controller, Vec::new()).unwrap();
        let user = File::from(open(&name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap());
        let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
        command.args(args).args(["--color", "never"]).current_dir(folder).env_remove("TILEWRIGHT_PACKS");
        command.env("TILEWRIGHT_HOME", folder.join("home")).env("TERM", "xterm");
        command.stdin(user.try_clone().unwrap()).stdout(user.try_clone().unwrap()).stderr(user);
        let child = command.spawn().unwrap();
        // From here on only the child has the terminal open, so the output ends with the child.
        drop(command);
        let mut reader = File::from(controller);
        let keyboard = reader.try_clone().unwrap();
        let (sender, screen) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Terminal { child, keyboard, screen, text: String::new(), seen: 0 }
    }

    fn enter(&mut self, line: &str) {
        self.keyboard.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// Waits for one of these prompts, and returns everything that was written since the previous prompt.
    fn wait_for_prompt(&mut self, prompts: &[&str]) -> String {
        while !prompts.iter().any(|prompt| self.text[self.seen..].ends_with(prompt)) {
            let more = self.screen.recv_timeout(STUCK);
            let more = more.unwrap_or_else(|_| panic!("{prompts:?} is not asked: {}", &self.text[self.seen..]));
            self.text.push_str(&String::from_utf8(more).unwrap());
        }
        let new = self.text[self.seen..].to_owned();
        self.seen = self.text.len();
        new
    }

    /// Waits for the end of the command; returns the exit code, and everything that was written since the last prompt.
    fn wait_for_end(mut self) -> (Option<i32>, String) {
        while let Ok(more) = self.screen.recv_timeout(STUCK) {
            self.text.push_str(&String::from_utf8(more).unwrap());
        }
        (self.child.wait().unwrap().code(), self.text[self.seen..].to_owned())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("terminal").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn secrets_wait_until_the_terminal_is_handed_over() {
    const HAND_OVER: &str = "pass the terminal, then press Enter ";
    let content = concat!(env!("CARGO_MANIFEST_DIR"), "/../../content");
    let args = ["play", "bellhollow", "--packs", content, "--seats", "3", "--seed", "5"];
    let mut terminal = Terminal::new(&folder("handed"), &args);
    let secrets = |text: &str, seat: u8| {
        text.contains(&format!("in the hand of seat {seat}")) || text.contains(&format!("Seat {seat} draws"))
    };
    let mut on_screen = terminal.wait_for_prompt(&[HAND_OVER]);
    assert!(on_screen.contains("seat 1 is next") && (1..=3).all(|seat| !secrets(&on_screen, seat)), "{on_screen}");
    for (seat, next) in [(1, 2), (2, 3), (3, 1)] {
        terminal.enter("");
        on_screen += &terminal.wait_for_prompt(&[&format!("seat {seat}> ")]);
        assert!(secrets(&on_screen, seat), "seat {seat} sees its hand: {on_screen}");
        assert!((1..=3).all(|other| other == seat || !secrets(&on_screen, other)), "{on_screen}");
        // A turn may take any number of answers.
        let written = loop {
            terminal.enter("1");
            let written = terminal.wait_for_prompt(&[&format!("seat {seat}> "), HAND_OVER]);
            if written.ends_with(HAND_OVER) {
                break written;
            }
        };
        let (before, after) =
            written.split_once(CLEAR).unwrap_or_else(|| panic!("the screen is not cleared: {written}"));
        assert!(!secrets(before, next), "{before}");
        assert!(after.contains(&format!("seat {next} is next")), "{after}");
        assert!((1..=3).all(|seat| !secrets(after, seat)), "secrets before Enter: {after}");
        on_screen = after.to_owned();
    }
    terminal.enter("quit");
    let (code, text) = terminal.wait_for_end();
    assert!(code == Some(0) && (1..=3).all(|seat| !secrets(&text, seat)), "{code:?} {text}");
}

#[test]
fn packs_are_installed_by_whoever_says_yes() {
    let folder = folder("asked");
    let run = |args: &[&str]| {
        let (code, text) = Terminal::new(&folder, args).wait_for_end();
        assert_eq!(code, Some(0), "{args:?}: {text}");
        text
    };
    run(&["new", "meadows"]);
    run(&["publish", "./meadows", "--to", "shelf", "--no-pages"]);
    run(&["shelf", "add", "near", "shelf"]);
    for (answer, ends) in [("n", Some(2)), ("", Some(2)), ("y", Some(0))] {
        let mut terminal = Terminal::new(&folder, &["install", "meadows"]);
        let asked = terminal.wait_for_prompt(&["Install? [y/N] "]);
        assert!(
            asked.contains("meadows 0.1.0 will be installed") && !asked.contains("the shelf's own data"),
            "{asked}"
        );
        terminal.enter(answer);
        let (code, text) = terminal.wait_for_end();
        let word = if ends == Some(0) { "Installed meadows 0.1.0" } else { "nothing was installed" };
        assert!(code == ends && text.contains(word), "{code:?} {text}");
    }
}
