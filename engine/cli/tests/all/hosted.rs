//! Tests of `tilewright host`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

use super::Folder;

/// Running host, which is killed at the end of a test.
struct Hosting {
    child: Child,
    /// Lines of the output up to the address.
    lines: Vec<String>,
}

impl Drop for Hosting {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Hosting {
    fn start(folder: &Folder, args: &[&str]) -> Hosting {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
        command.arg("host").args(args).current_dir(&folder.0).env("TILEWRIGHT_HOME", folder.0.join("home"));
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let mut lines = Vec::new();
        for line in out.lines() {
            lines.push(line.unwrap());
            if lines.last().is_some_and(|line| line.starts_with("Serving on")) {
                break;
            }
        }
        Hosting { child, lines }
    }

    fn address(&self) -> &str {
        self.lines.last().unwrap().strip_prefix("Serving on ").unwrap().split(". ").next().unwrap()
    }

    /// Returns the answer to a request for a path.
    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(self.address()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }
}

#[test]
fn a_table_has_links_and_is_served_again() {
    let folder = Folder::with_pack("host");
    let free = "127.0.0.1:0";
    let args = ["./ponds", "--seats", "3", "--bots", "person,person,random", "--names", "Anna", "--listen", free];
    let hosting = Hosting::start(&folder, &args);
    let links: Vec<(&str, &str)> = hosting.lines.iter().filter_map(|line| line.trim().split_once("http://")).collect();
    let who: Vec<&str> = links.iter().map(|(who, _)| who.trim()).collect();
    assert_eq!(who, ["Seat 1, Anna", "Seat 2", "Onlookers", "Host"]);
    let (address, token) = links[0].1.split_once('#').unwrap();
    assert_eq!(token.len(), 32);
    let path = address.strip_prefix(hosting.address()).unwrap().to_owned();
    let page = hosting.get(&path);
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("/live.js") && !page.contains(token), "{page}");
    assert!(folder.run(&["host", "./ponds", "--listen", hosting.address()], "").err.contains("name another one with"));
    drop(hosting);
    let again = Hosting::start(&folder, &["--listen", free]);
    assert!(again.lines.iter().any(|line| line.starts_with("1 table from before")), "{:?}", again.lines);
    assert!(again.get(&path).starts_with("HTTP/1.1 200"));
    folder.run(&["host", "--export", "findings"], "").expect(0, "0 tables with 0 notes", "");
    assert_eq!(folder.read("findings/records.jsonl"), "", "there is no answer yet");
}

#[test]
fn wrong_settings_are_refused_with_advice() {
    let folder = Folder::with_pack("host-wrong");
    let run = |args: &[&str]| folder.run(&[&["host"], args].concat(), "");
    run(&[]).expect(2, "", "`tilewright host PACK` creates a table");
    run(&["./ponds", "--public", "play.example"]).expect(2, "", "write `--public https://NAME`");
    run(&["./ponds", "--bots", "gredy"]).expect(2, "", "did you mean `greedy`?");
    run(&["./ponds", "--bots", "mcts:500ms"]).expect(2, "", "plays differently on every machine");
    run(&["./ponds", "--seats", "9"]).expect(2, "", "9 seats cannot play");
    run(&["./ponds", "--listen", "everywhere"]).expect(2, "", "--listen");
    run(&["./ponds", "--away", "greedy"]).expect(2, "", "write `--away 5m=greedy`");
    run(&["./ponds", "--webhook", "chat.example/secret"]).expect(2, "", "write `--webhook https://NAME/");
    run(&["./ponds", "--prefix", "A-B"]).expect(2, "", "`--prefix a`");
    run(&["./nothing"]).expect(3, "", "nothing");
    folder.write("form.ron", "Form(questions: [(id: \"fair\", text: \"Fair?\", choice: [\"yes\"]), (id: \"new\")])");
    let wrong = run(&["./ponds", "--form", "form.ron"]);
    wrong.expect(1, "", "at least two texts");
    wrong.expect(1, "", "a question lacks the field `text`");
    run(&["./ponds", "--form", "none.ron"]).expect(3, "", "none.ron");
}

/// The answers, the notes and the form of a table become sentences.
#[test]
fn findings_of_a_table_become_a_report() {
    let folder = Folder::with_pack("host-report");
    folder.write("form.ron", "Form(questions: [(id: \"calm\", text: \"Was it calm?\", scale: (\"no\", \"yes\")), (id: \"tell\", text: \"Tell!\")])");
    let hosting =
        Hosting::start(&folder, &["./ponds", "--seats", "2", "--form", "form.ron", "--listen", "127.0.0.1:0"]);
    let links = hosting.lines.iter().filter_map(|line| line.trim().split_once("http://")?.1.split_once('#'));
    let links: Vec<(String, String)> = links
        .map(|(page, token)| (page.strip_prefix(hosting.address()).unwrap().to_owned(), token.to_owned()))
        .collect();
    let mut players = [0, 1].map(|seat| Player::new(&hosting, &links[seat], seat));
    for _ in 0..6 {
        let asked = players.iter().position(|player| !player.ask.is_null()).unwrap();
        players[asked].answer().unwrap();
        players.iter_mut().for_each(|player| player.follow("change").unwrap());
    }
    players[0].send(&json!({"t": "note", "text": "Explain ponds, please", "mood": "unclear"})).unwrap();
    players[0].send(&json!({"t": "form", "answers": {"calm": 4, "tell": "More ponds"}})).unwrap();
    players[1].send(&json!({"t": "form", "answers": {"calm": 2}})).unwrap();
    // The last message is stored when its answer arrives.
    for (player, count) in [(0, 2), (1, 1)] {
        for _ in 0..count {
            players[player].wait_for("noted");
        }
    }
    drop(hosting);
    folder.run(&["host", "--export", "findings"], "").expect(0, "1 table with 3 notes", "");
    assert!(std::fs::read(folder.0.join("findings/answers.parquet")).unwrap().starts_with(b"PAR1"));
    let report = folder.run(&["report", "./ponds", "--records", "findings"], "");
    for sentence in [
        "Games: 1. Answers of players: ",
        "half of the answers took at most",
        "answer 7, seat 1 (unclear): “Explain ponds, please”",
        "calm: 3.0 of 5 on average (answers: 2).",
        "tell: “More ponds” (1)",
    ] {
        report.expect(0, sentence, "");
    }
    let report = folder.run(&["report", "./ponds", "--records", "findings", "--json"], "");
    let report: Value = serde_json::from_str(&report.out).unwrap();
    assert_eq!(report["games"], 1);
    folder.run(&["report", "./ponds", "--records", "nowhere"], "").expect(3, "", "nowhere");
}

/// Player of one seat in a test.
struct Player {
    socket: WebSocket<TcpStream>,
    seat: usize,
    /// Number of the last change.
    n: u64,
    ask: Value,
}

impl Player {
    /// Connects to a host by the path and the token of a link.
    fn new(hosting: &Hosting, (path, token): &(String, String), seat: usize) -> Player {
        let address = hosting.address();
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut request = format!("ws://{address}{path}/ws").into_client_request().unwrap();
        request.headers_mut().insert("origin", format!("http://{address}").parse().unwrap());
        let (socket, _) = tungstenite::client::client(request, stream).unwrap();
        let mut player = Player { socket, seat, n: 0, ask: Value::Null };
        player.send(&json!({"t": "hello", "v": 1, "token": token})).unwrap();
        player.follow("view").unwrap();
        player
    }

    fn send(&mut self, message: &Value) -> Option<()> {
        self.socket.send(Message::text(message.to_string())).ok()
    }

    /// Waits for a view or a change; `None` if the host has ended.
    fn follow(&mut self, kind: &str) -> Option<()> {
        loop {
            let Message::Text(text) = self.socket.read().ok()? else { continue };
            let message: Value = serde_json::from_str(&text).unwrap();
            if message["t"] == kind {
                (self.n, self.ask) = (message["n"].as_u64()?, message["a"].clone());
                return Some(());
            }
        }
    }

    /// Waits for a message of a kind.
    fn wait_for(&mut self, kind: &str) {
        loop {
            let Message::Text(text) = self.socket.read().unwrap() else { continue };
            if serde_json::from_str::<Value>(&text).unwrap()["t"] == kind {
                return;
            }
        }
    }

    /// Chooses the first option.
    fn answer(&mut self) -> Option<()> {
        let key = match self.ask["cells"].get(0) {
            Some(cell) => format!("{},{}", cell[0].as_str()?, cell[3][0]),
            None => self.ask["options"][0][0].as_str()?.to_owned(),
        };
        self.send(&json!({"t": "answer", "s": self.seat, "n": self.n, "key": key}))
    }
}

/// Every acknowledged answer is in the table of a host that was killed and started again. `TILEWRIGHT_KILLS` gives the
/// number of kills.
#[test]
fn acknowledged_answers_outlive_a_kill() {
    let kills: u64 = std::env::var("TILEWRIGHT_KILLS").map_or(3, |number| number.parse().unwrap());
    let folder = Folder::with_pack("host-killed");
    let free = ["--listen", "127.0.0.1:0"];
    let mut hosting = Hosting::start(&folder, &[&["./ponds", "--seed", "5"], &free[..]].concat());
    let links: Vec<(String, String)> = hosting
        .lines
        .iter()
        .filter(|line| line.trim().starts_with("Seat"))
        .map(|line| {
            let (page, token) = line.split_once('#').unwrap();
            (page[page.find("/t/").unwrap()..].to_owned(), token.to_owned())
        })
        .collect();
    let mut known = 0;
    for kill in 0..kills {
        let mut players: Vec<Player> = (0..2).map(|seat| Player::new(&hosting, &links[seat], seat)).collect();
        assert!(players[0].n >= known, "{} of {known} answers are there after kill {kill}", players[0].n);
        // The host ends at some moment while the players play, or waits for the next kill at the end of the game.
        let moment = Instant::now() + Duration::from_millis(20 + kill * 37 % 160);
        let pid = hosting.child.id();
        let killer = std::thread::spawn(move || {
            std::thread::sleep(moment.saturating_duration_since(Instant::now()));
            Command::new("kill").args(["-9", &pid.to_string()]).status().unwrap();
        });
        while let Some(asked) = players.iter().position(|player| !player.ask.is_null()) {
            if players[asked].answer().is_none() || players.iter_mut().any(|player| player.follow("change").is_none()) {
                break;
            }
            known = players[asked].n;
        }
        killer.join().unwrap();
        let begin = Instant::now();
        hosting = Hosting::start(&folder, &free);
        let again = Player::new(&hosting, &links[0], 0);
        assert!(again.n >= known && begin.elapsed() < Duration::from_secs(20));
    }
    assert!(known > 0, "some answers were acknowledged");
}
