//! Measures a host under load: tables with four players and an onlooker each, who answer at a fixed pace.
//!
//! ```text
//! cargo run --locked --release -p tilewright-host --example load -- PACK TABLES SECONDS [BOTS [MILLISECONDS [ATTACKERS]]]
//! ```
//!
//! Prints the times from an answer to its change at each of the five clients, and the memory of the process, which
//! includes the clients; and the time until all clients are back after a restart. With `BOTS`, that many seats of each table are played by `greedy`; `MILLISECONDS` (2000) is the
//! time between two answers at a table. `ATTACKERS` gives the number of further clients that break the rules of the host at the same time.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a tool for developers")]

mod attack;

use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use flate2::{Decompress, FlushDecompress};
use serde_json::{Value as Json, json};
use tilewright_host::{Host, HostPlan, TableLink, TablePlan};
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Request, load};
use tilewright_table::SeatPlan;
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

struct Client {
    socket: WebSocket<TcpStream>,
    seat: Option<u8>,
    n: u64,
    ask: Json,
    is_over: bool,
    /// State of the compressed messages so far.
    unpacked: Decompress,
    /// Size of the compressed messages at the beginning, in bytes.
    beginning: usize,
    /// Sizes of the compressed changes in bytes.
    sizes: Vec<usize>,
}

impl Client {
    fn new(address: SocketAddr, link: &TableLink) -> Client {
        let (page, token) = link.url.split_once('#').unwrap();
        let table = page.rsplit('/').next().unwrap();
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let mut request = format!("ws://{address}/t/{table}/ws").into_client_request().unwrap();
        request.headers_mut().insert("origin", format!("http://{address}").parse().unwrap());
        let (socket, _) = tungstenite::client::client(request, stream).unwrap();
        let mut client = Client {
            socket,
            seat: link.role.seats.first().copied(),
            n: 0,
            ask: Json::Null,
            is_over: false,
            unpacked: Decompress::new(false),
            beginning: 0,
            sizes: Vec::new(),
        };
        client.send(&json!({"t": "hello", "v": 1, "token": token, "z": true}));
        client.follow("drawings");
        client
    }

    fn send(&mut self, message: &Json) {
        self.socket.send(Message::text(message.to_string())).unwrap();
    }

    /// Waits for a message of a kind, and takes over the views and changes before it.
    fn follow(&mut self, kind: &str) {
        loop {
            let Message::Binary(packed) = self.socket.read().unwrap() else { continue };
            let mut line = Vec::with_capacity(4 << 20);
            self.unpacked.decompress_vec(&packed, &mut line, FlushDecompress::Sync).unwrap();
            let message: Json = serde_json::from_slice(&line).unwrap();
            let is = message["t"].as_str().unwrap();
            assert!(is != "refused" && is != "paused", "{message}");
            if matches!(is, "view" | "change") {
                (self.n, self.ask) = (message["n"].as_u64().unwrap(), message["a"].clone());
                self.is_over |= message["r"].is_string();
            }
            match is {
                "change" => self.sizes.push(packed.len()),
                "welcome" | "view" | "drawings" => self.beginning += packed.len(),
                _ => {}
            }
            if is == kind {
                return;
            }
        }
    }

    /// Returns the key of an option, chosen by a number.
    fn key(&self, number: usize) -> String {
        if let Some(cells) = self.ask["cells"].as_array() {
            let cell = &cells[number % cells.len()];
            return format!("{},{}", cell[0].as_str().unwrap(), cell[3][0]);
        }
        let options = self.ask["options"].as_array().unwrap();
        options[number % options.len()][0].as_str().unwrap().to_owned()
    }
}

/// Plays at a table until the end of the time or of the game.
fn play(clients: &mut [Client], first: Duration, pace: Duration, end: Instant, times: &Mutex<Vec<Duration>>) {
    std::thread::sleep(first);
    let (mut number, mut next) = (0, Instant::now());
    while Instant::now() < end {
        let Some(asked) = clients.iter().position(|client| !client.ask.is_null()) else {
            if clients.iter().any(|client| client.is_over) {
                return;
            }
            // A bot answers.
            clients.iter_mut().for_each(|client| client.follow("change"));
            continue;
        };
        let client = &mut clients[asked];
        let answer = json!({"t": "answer", "s": client.seat, "n": client.n, "key": client.key(number)});
        let begin = Instant::now();
        client.send(&answer);
        let mut own = Vec::new();
        for client in clients.iter_mut() {
            client.follow("change");
            own.push(begin.elapsed());
        }
        times.lock().unwrap().extend(own);
        number += 7;
        next += pace;
        std::thread::sleep(next.saturating_duration_since(Instant::now()));
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u64| arguments.get(at).map_or(default, |text| text.parse().unwrap());
    let (tables, seconds, bots) = (number(1, 20), number(2, 20), number(3, 0) as usize);
    let pace = Duration::from_millis(number(4, 2000));
    let pack = arguments.first().unwrap().as_str();
    let folder = std::env::temp_dir().join(format!("tilewright-load-{}", std::process::id()));
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    let plan = HostPlan { trusts_proxy: true, ..HostPlan::new(listen, folder.clone()) };
    let host = Host::start(&plan).unwrap();
    let finder = Finder::nowhere().with_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content"));
    let loaded = load(&finder, &Request::new([pack])).unwrap();
    let seat = |seat: usize| SeatPlan { name: String::new(), bot: (seat < bots).then(|| "greedy".to_owned()) };
    let begin = Instant::now();
    let (mut all, mut all_links): (Vec<Vec<Client>>, Vec<TableLink>) = Default::default();
    for table in 0..tables {
        let seats = (0..4).map(seat).collect();
        let plan = TablePlan { language: "en".to_owned(), seats, seed: Some(table), ..TablePlan::default() };
        let links = host.create_table(&loaded, &plan).unwrap();
        all.push(links.iter().take(5 - bots).map(|link| Client::new(host.address(), link)).collect());
        all_links.extend(links.into_iter().take(5 - bots));
    }
    let clients: usize = all.iter().map(Vec::len).sum();
    println!("{tables} tables with {clients} clients after {:.1} s", begin.elapsed().as_secs_f64());
    let times = Mutex::new(Vec::new());
    let end = Instant::now() + Duration::from_secs(seconds);
    let attackers = number(5, 0);
    let target = host.create_table(&loaded, &TablePlan { seats: vec![SeatPlan::default(); 4], ..TablePlan::default() });
    let target = attack::Target::new(host.address(), &target.unwrap()[4]);
    std::thread::scope(|scope| {
        for attacker in 0..attackers {
            let target = &target;
            scope.spawn(move || println!("attacker {attacker}: {} attacks", target.attack(attacker, end)));
        }
        for (table, clients) in all.iter_mut().enumerate() {
            let first = pace.mul_f64(table as f64 / tables as f64);
            let times = &times;
            scope.spawn(move || play(clients, first, pace, end, times));
        }
    });
    let mut times = times.into_inner().unwrap();
    times.sort_unstable();
    let part = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
    println!("{} changes: p50 {:.1} ms, p99 {:.1} ms, worst {:.1} ms", times.len(), part(0.5), part(0.99), part(1.0));
    let mut sizes: Vec<usize> = all.iter().flatten().flat_map(|client| &client.sizes).copied().collect();
    sizes.sort_unstable();
    let size = |share: f64| sizes[((sizes.len() - 1) as f64 * share) as usize];
    println!("bytes of a change: median {}, p99 {}, most {}", size(0.5), size(0.99), size(1.0));
    let beginning = all.iter().flatten().map(|client| client.beginning).max();
    println!("bytes of the beginning: most {}", beginning.unwrap_or(0));
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    println!("{}", status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("memory unknown"));
    drop((all, host));
    let begin = Instant::now();
    let host = Host::start(&plan).unwrap();
    // Clients come back at the same time, as after an interruption.
    std::thread::scope(|scope| {
        for links in all_links.chunks(all_links.len() / 40 + 1) {
            let address = host.address();
            scope.spawn(move || links.iter().for_each(|link| drop(Client::new(address, link))));
        }
    });
    println!("after a restart, all clients have their views again in {:.1} s", begin.elapsed().as_secs_f64());
    drop(host);
    std::fs::remove_dir_all(folder).unwrap();
}
