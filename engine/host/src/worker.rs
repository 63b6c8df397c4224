//! Threads that run the rules of tables.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use tilewright_core::session::record::Record;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::Loaded;
use tilewright_table::{
    ConnectionId, FollowerMessage, FollowerNews, HostedTable, NewTable, Outgoing, PackCache, TableError, TurnCall,
    token_of,
};
use tokio::sync::mpsc::Sender;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::oneshot;

/// Time that a bot thinks at once, before other tables are served.
const SLICE: Duration = Duration::from_millis(2);

/// Time between two looks at tables where a bot waits for its moment.
const LOOK: Duration = Duration::from_millis(10);

/// Time between two looks at players who are absent.
const WATCH: Duration = Duration::from_secs(1);

/// Work for a thread.
pub(crate) enum Work {
    /// Makes a table known, which is opened on its first visit.
    Know { table: String, folder: PathBuf },
    /// Creates a table.
    Create {
        table: String,
        folder: PathBuf,
        loaded: Box<Loaded>,
        new: Box<NewTable>,
        /// Game that the table continues, and its follower.
        adopted: Option<Box<Adopted>>,
        done: Done<Result<(), TableError>>,
    },
    /// Passes a request of the follower of a table.
    Request { table: String, request: FollowerMessage },
    /// Continues a game with packs of its follower.
    Reload { table: String, loaded: Box<Loaded>, part: bool },
    /// Connects a client that shows a token.
    Connect {
        table: String,
        id: ConnectionId,
        token: String,
        to: Sender<Outgoing>,
        done: Done<Result<(), &'static str>>,
    },
    /// Passes a message of a client.
    Receive { table: String, id: ConnectionId, text: String },
    /// Ends a connection.
    Disconnect { table: String, id: ConnectionId },
}

/// Game that a table continues, with a program on this machine that follows it.
pub(crate) struct Adopted {
    pub(crate) record: Record,
    /// Seats that the program plays, by number from 0.
    pub(crate) seats: Vec<u8>,
    pub(crate) follower: FollowerLine,
}

/// Call to an absent player of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableCall {
    /// Id of the table.
    pub table: String,
    /// Seat and question.
    pub call: TurnCall,
}

/// Connection to a follower.
pub(crate) struct FollowerLine {
    pub(crate) news: mpsc::Sender<FollowerNews>,
    /// Function that lets the follower look at its news.
    pub(crate) waker: Box<dyn Fn() + Send>,
}

type Done<T> = oneshot::Sender<T>;

/// Table of a thread.
enum TableSlot {
    Closed(PathBuf),
    Open(Box<HostedTable>),
}

/// Client of a table.
struct Client {
    /// Id of the table.
    table: String,
    to: Sender<Outgoing>,
    /// True if messages were dropped, so that the client needs everything again.
    is_behind: bool,
}

/// State of a thread.
struct Worker {
    tables: BTreeMap<String, TableSlot>,
    clients: BTreeMap<ConnectionId, Client>,
    /// Followers of tables, by the ids of the tables.
    followers: BTreeMap<String, FollowerLine>,
    packs: PackCache,
    /// Finder of packs that are loaded again.
    finder: Finder,
    began: Instant,
    /// Table whose bot has thought last.
    thought: String,
    /// Receiver of calls to absent players.
    calls: Option<mpsc::Sender<TableCall>>,
    /// Time of the last look at absent players, since the start of the program.
    watched: Duration,
}

/// Serves the tables of a thread until all senders are gone.
pub(crate) fn run(work: &Receiver<Work>, began: Instant, finder: Finder, calls: Option<mpsc::Sender<TableCall>>) {
    let mut worker = Worker {
        tables: BTreeMap::new(),
        clients: BTreeMap::new(),
        followers: BTreeMap::new(),
        packs: PackCache::default(),
        finder,
        began,
        thought: String::new(),
        calls,
        watched: Duration::ZERO,
    };
    loop {
        let is_waiting = worker.clients.values().any(|client| client.is_behind) || worker.has_bots();
        let is_called = worker.calls.is_some();
        let is_watching =
            worker.any_table(|table| (is_called || table.has_substitute()) && table.waits_for_absent_player());
        let pause = if is_waiting {
            LOOK
        } else if is_watching {
            WATCH
        } else {
            Duration::from_secs(60)
        };
        match work.recv_timeout(pause) {
            Ok(work) => worker.take(work),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        // Messages of players come before the thoughts of bots.
        while let Ok(work) = work.try_recv() {
            worker.take(work);
        }
        if is_waiting {
            worker.think();
            worker.catch_up();
        }
        if is_watching {
            worker.watch();
        }
        worker.report();
    }
}

impl Worker {
    fn take(&mut self, work: Work) {
        match work {
            Work::Know { table, folder } => {
                self.tables.entry(table).or_insert(TableSlot::Closed(folder));
            }
            Work::Create { table, folder, loaded, new, adopted, done } => {
                let seats = u8::try_from(new.seats.len()).unwrap_or(u8::MAX);
                let created = self.packs.get(&loaded, seats).and_then(|packs| match &adopted {
                    Some(adopted) => HostedTable::adopt(&folder, packs, &new, &adopted.record),
                    None => HostedTable::create(&folder, packs, &new),
                });
                let created = created.map(|mut created| {
                    if let Some(adopted) = adopted {
                        // The table has no clients yet.
                        drop(created.follow(adopted.seats));
                        self.followers.insert(table.clone(), adopted.follower);
                    }
                    self.tables.insert(table, TableSlot::Open(Box::new(created)));
                });
                // The host may have ended.
                drop(done.send(created));
            }
            Work::Connect { table, id, token, to, done } => {
                let connected = self.connect(&table, id, &token, to);
                let is_connected = connected.is_ok();
                if done.send(connected).is_err() && is_connected {
                    self.disconnect(&table, id);
                }
            }
            Work::Receive { table, id, text } => {
                let now = self.began.elapsed();
                let Some(TableSlot::Open(table)) = self.tables.get_mut(&table) else { return };
                let mut out = table.receive(id, &text, now, &mut random_token);
                if table.wants_reload() {
                    out.extend(table.reload(&self.finder, &mut self.packs, now));
                    self.packs.clear_unused();
                }
                self.send(out);
            }
            Work::Reload { table, loaded, part } => {
                let now = self.began.elapsed();
                let Some(TableSlot::Open(table)) = self.tables.get_mut(&table) else { return };
                let out = table.reload_with(&loaded, part, &mut self.packs, now);
                self.packs.clear_unused();
                self.send(out);
            }
            Work::Request { table, request } => {
                let now = self.began.elapsed();
                let Some(TableSlot::Open(table)) = self.tables.get_mut(&table) else { return };
                let out = table.take_request(request, now);
                self.send(out);
            }
            Work::Disconnect { table, id } => self.disconnect(&table, id),
        }
    }

    fn connect(
        &mut self,
        id: &str,
        client: ConnectionId,
        token: &str,
        to: Sender<Outgoing>,
    ) -> Result<(), &'static str> {
        let slot = self.tables.get_mut(id).ok_or("wrong_link")?;
        if let TableSlot::Closed(folder) = slot {
            // The reason is in the log of the host, not for guests.
            let opened = HostedTable::open(folder, &mut self.packs).map_err(|_| "unavailable")?;
            *slot = TableSlot::Open(Box::new(opened));
        }
        let TableSlot::Open(table) = slot else { return Err("unavailable") };
        if !table.knows(token) {
            return Err("wrong_link");
        }
        let out = table.connect(client, token, self.began.elapsed()).ok_or("full")?;
        self.clients.insert(client, Client { table: id.to_owned(), to, is_behind: false });
        self.send(out);
        Ok(())
    }

    fn disconnect(&mut self, table: &str, id: ConnectionId) {
        self.clients.remove(&id);
        if let Some(TableSlot::Open(table)) = self.tables.get_mut(table) {
            let out = table.disconnect(id, self.began.elapsed());
            self.send(out);
        }
    }

    /// Sends messages. A client that does not take them in time gets everything again later.
    fn send(&mut self, out: Vec<Outgoing>) {
        for message in out {
            let Some(client) = self.clients.get_mut(&message.to) else { continue };
            if client.is_behind {
                continue;
            }
            if let Err(TrySendError::Full(_)) = client.to.try_send(message) {
                client.is_behind = true;
            }
        }
    }

    /// Sends everything to clients that have taken all messages after some were dropped.
    fn catch_up(&mut self) {
        let ready = |client: &Client| client.is_behind && client.to.capacity() == client.to.max_capacity();
        let ids: Vec<ConnectionId> =
            self.clients.iter().filter(|(_, client)| ready(client)).map(|(id, _)| *id).collect();
        for id in ids {
            let Some(client) = self.clients.get_mut(&id) else { continue };
            client.is_behind = false;
            if let Some(TableSlot::Open(table)) = self.tables.get_mut(&client.table) {
                let out = table.receive(id, "{\"t\":\"view\"}", self.began.elapsed(), &mut random_token);
                self.send(out);
            }
        }
    }

    /// Passes news of tables to their followers.
    fn report(&mut self) {
        for (id, follower) in &self.followers {
            let Some(TableSlot::Open(table)) = self.tables.get_mut(id) else { continue };
            let news = table.take_news();
            if news.is_empty() {
                continue;
            }
            for one in news {
                // The follower may be gone.
                drop(follower.news.send(one));
            }
            (follower.waker)();
        }
    }

    fn has_bots(&self) -> bool {
        self.any_table(HostedTable::waits_for_bot)
    }

    fn any_table(&self, is: impl Fn(&HostedTable) -> bool) -> bool {
        self.tables.values().any(|slot| matches!(slot, TableSlot::Open(table) if is(table)))
    }

    /// Lets bots replace absent players, and passes calls to these players.
    fn watch(&mut self) {
        let now = self.began.elapsed();
        if now.saturating_sub(self.watched) < WATCH {
            return;
        }
        self.watched = now;
        let mut out = Vec::new();
        for (id, slot) in &mut self.tables {
            let TableSlot::Open(table) = slot else { continue };
            out.extend(table.seat_substitutes(now));
            if let Some(calls) = &self.calls
                && let Some(call) = table.due_call(now)
            {
                // The receiver may be gone.
                drop(calls.send(TableCall { table: id.clone(), call }));
            }
        }
        self.send(out);
    }

    /// Lets bots answer whose time has come, and one further bot think, in turn.
    fn think(&mut self) {
        let now = self.began.elapsed();
        let mut out = Vec::new();
        let after = std::mem::take(&mut self.thought);
        let mut thinks = |id: &String, slot: &mut TableSlot, is_next: bool| {
            let TableSlot::Open(table) = slot else { return false };
            let is_thinking = table.waits_for_bot() && !table.has_thought();
            if is_thinking && is_next {
                self.thought.clone_from(id);
            }
            if is_next || !is_thinking {
                out.extend(table.think(now, SLICE));
            }
            is_thinking && is_next
        };
        let mut has_thought = false;
        for (id, slot) in self.tables.iter_mut().filter(|(id, _)| **id > after) {
            has_thought |= thinks(id, slot, !has_thought);
        }
        for (id, slot) in self.tables.iter_mut().filter(|(id, _)| **id <= after) {
            has_thought |= thinks(id, slot, !has_thought);
        }
        self.send(out);
    }
}

/// Returns the token of a new link.
///
/// # Panics
/// The system has no random numbers, without which no link is safe.
#[expect(clippy::expect_used, reason = "a link that can be guessed would be worse than an end")]
pub(crate) fn random_token() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the system provides random numbers");
    token_of(bytes)
}
