//! Tests of tables with packs from the content folder.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod absent;
mod findings;
mod follow;
mod played;
mod random;
mod reload;
mod secret;

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value as Json;
use tilewright_core::catalog::Value;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Request, load};
use tilewright_table::{ConnectionId, HostedTable, NewTable, Outgoing, PackCache, Role, SeatPlan, Substitute};

/// Connections of the tests: one for each seat by its number, an onlooker and the host.
pub(crate) const ONLOOKER: ConnectionId = ConnectionId(20);
pub(crate) const HOST: ConnectionId = ConnectionId(21);

/// Table of a test with all messages that its connections got.
pub(crate) struct TestTable {
    pub(crate) table: HostedTable,
    pub(crate) folder: PathBuf,
    pub(crate) got: Vec<(ConnectionId, Json)>,
    /// Time of the test, which passes only when it is advanced.
    pub(crate) now: Duration,
    tokens: u32,
}

pub(crate) fn token(number: u64) -> String {
    format!("token {number}")
}

impl TestTable {
    /// Creates a table where each seat, an onlooker and the host are connected.
    pub(crate) fn new(name: &str, packs: &[&str], options: &[(&str, Value)], bots: &[Option<&str>]) -> TestTable {
        TestTable::with_substitute(name, packs, options, bots, None)
    }

    /// As [`TestTable::new`], with a bot that answers for players who have left.
    pub(crate) fn with_substitute(
        name: &str,
        packs: &[&str],
        options: &[(&str, Value)],
        bots: &[Option<&str>],
        substitute: Option<Substitute>,
    ) -> TestTable {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        drop(std::fs::remove_dir_all(&folder));
        let finder = Finder::nowhere().with_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content"));
        let request = options
            .iter()
            .fold(Request::new(packs.to_vec()), |request, (name, value)| request.with_option(name, value.clone()));
        let loaded = load(&finder, &request).unwrap();
        let packs = PackCache::default().get(&loaded, bots.len() as u8).unwrap();
        let seat = |bot: &Option<&str>| SeatPlan { name: String::new(), bot: bot.map(str::to_owned) };
        let links = (0..bots.len() as u8).map(|seat| (Role::of_seat(seat), token(seat.into())));
        let others = [(Role::default(), token(20)), (Role { seats: Vec::new(), host: true }, token(21))];
        let new = NewTable {
            language: "en".to_owned(),
            seats: bots.iter().map(seat).collect(),
            seed: 7,
            links: links.chain(others).collect(),
            substitute,
            ..NewTable::default()
        };
        TestTable::with_table(HostedTable::create(&folder, packs, &new).unwrap(), folder, bots.len() as u64)
    }

    /// Connects each seat, an onlooker and the host to a table.
    pub(crate) fn with_table(table: HostedTable, folder: PathBuf, seats: u64) -> TestTable {
        let mut test = TestTable { table, folder, got: Vec::new(), now: Duration::ZERO, tokens: 100 };
        test.connect_all(seats);
        test
    }

    fn connect_all(&mut self, seats: u64) {
        for id in (0..seats).chain([20, 21]).map(ConnectionId) {
            let out = self.table.connect(id, &token(id.0), self.now).unwrap();
            self.take(out);
        }
    }

    /// Opens the table again, as after an end of the program.
    pub(crate) fn restart(self, seats: u64) -> TestTable {
        let mut test = self.restart_without_players();
        test.connect_all(seats);
        test
    }

    /// As [`TestTable::restart`], before anyone has come back.
    pub(crate) fn restart_without_players(self) -> TestTable {
        let TestTable { table, folder, now, tokens, .. } = self;
        drop(table);
        let table = HostedTable::open(&folder, &mut PackCache::default()).unwrap();
        TestTable { table, folder, got: Vec::new(), now, tokens }
    }

    pub(crate) fn take(&mut self, out: Vec<Outgoing>) {
        self.got.extend(out.into_iter().map(|message| (message.to, serde_json::from_str(&message.text).unwrap())));
    }

    /// Sends a message. Returns all messages that it causes.
    pub(crate) fn send(&mut self, from: ConnectionId, message: &Json) -> Vec<(ConnectionId, Json)> {
        let before = self.got.len();
        let mut token = || {
            self.tokens += 1;
            token(self.tokens.into())
        };
        let out = self.table.receive(from, &message.to_string(), self.now, &mut token);
        self.take(out);
        self.got[before..].to_vec()
    }

    /// Lets bots think for a time, in steps of ten milliseconds.
    pub(crate) fn wait(&mut self, time: Duration) {
        let end = self.now + time;
        while self.now < end {
            self.now += Duration::from_millis(10);
            let out = self.table.think(self.now, Duration::from_millis(5));
            self.take(out);
        }
    }

    /// Returns the codes of the refusals among messages.
    pub(crate) fn refusals(messages: &[(ConnectionId, Json)]) -> Vec<&str> {
        messages.iter().filter_map(|(_, message)| message["code"].as_str()).collect()
    }

    /// Returns the newest question of a seat.
    pub(crate) fn ask(&self, seat: u8) -> Option<Json> {
        let own = self.got.iter().rev().filter(|(to, _)| *to == ConnectionId(seat.into()));
        let mut views = own.filter(|(_, message)| ["view", "change"].contains(&message["t"].as_str().unwrap_or("")));
        let (_, newest) = views.next()?;
        Some(newest["a"].clone()).filter(|ask| !ask.is_null())
    }
}

/// Returns the keys of all options of a question.
pub(crate) fn keys(ask: &Json) -> Vec<String> {
    let cells = ask["cells"].as_array().into_iter().flatten().flat_map(|cell| {
        let turns = cell[3].as_array().unwrap().clone();
        turns.into_iter().map(move |turn| format!("{},{turn}", cell[0].as_str().unwrap()))
    });
    let options = ask["options"].as_array().into_iter().flatten();
    cells.chain(options.map(|option| option[0].as_str().unwrap().to_owned())).collect()
}
