//! The server: its threads, its addresses and its files.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Weak};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, Path, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tilewright_core::session::record::Record;
use tilewright_kit::form::FeedbackForm;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::Loaded;
use tilewright_table::{
    ConnectionId, FollowerMessage, FollowerNews, NewTable, Role, SeatPlan, Substitute, TableFiles, is_table_id,
    table_folders,
};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;

use crate::error::HostError;
use crate::files::{PAGE, SCRIPT, STYLE};
use crate::limits::{HEADERS, LARGEST_TO_CLIENT, MESSAGE, Visitors};
use crate::origin::{is_own_host, is_own_origin};
use crate::socket;
use crate::worker::{self, Adopted, FollowerLine, TableCall, Work, random_token};

/// Settings of a host.
#[derive(Clone, Debug)]
pub struct HostPlan {
    /// Address to listen on; port 0 takes any free port.
    pub listen: SocketAddr,
    /// Address for guests, such as `https://play.example`, if it differs.
    pub public: Option<String>,
    /// Folder with the folders of all tables.
    pub folder: PathBuf,
    /// True if the last address in `X-Forwarded-For` belongs to the client, as behind a proxy.
    pub trusts_proxy: bool,
    /// Finder of packs whose changed versions a running game takes over.
    pub finder: Finder,
    /// First letters of the ids of new tables, for a web server in front of several hosts.
    pub prefix: String,
    /// Receiver of calls to players who are asked and absent.
    pub calls: Option<mpsc::Sender<TableCall>>,
}

impl HostPlan {
    /// Returns settings without a public address and without a finder; port 0 takes any free port.
    pub fn new(listen: SocketAddr, folder: PathBuf) -> HostPlan {
        let (finder, prefix) = (Finder::nowhere(), String::new());
        HostPlan { listen, public: None, folder, trusts_proxy: false, finder, prefix, calls: None }
    }
}

/// Settings of a new table.
#[derive(Clone, Debug, Default)]
pub struct TablePlan {
    /// Language of the texts.
    pub language: String,
    /// Seats of the game.
    pub seats: Vec<SeatPlan>,
    /// Seed of all chance; `None` for a random one.
    pub seed: Option<u64>,
    /// Questions to the players at the end; `None` for [`FeedbackForm::standard`].
    pub form: Option<FeedbackForm>,
    /// Bot that answers for players who have left; `None` to wait for them.
    pub substitute: Option<Substitute>,
}

/// Link to a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableLink {
    /// Rights of the link.
    pub role: Role,
    /// Address for a browser.
    pub url: String,
}

/// Recorded game that a table continues.
#[derive(Clone, Debug)]
pub struct AdoptedGame {
    /// Packs, options and answers.
    pub record: Record,
    /// Seats that the caller plays, by number from 0.
    pub seats: Vec<u8>,
}

/// Table that the program follows.
pub struct FollowedTable {
    table: String,
    links: Vec<TableLink>,
    folder: PathBuf,
    news: mpsc::Receiver<FollowerNews>,
    /// The threads of the host end only without further senders of work.
    state: Weak<HostState>,
}

impl FollowedTable {
    /// Returns a link for each seat of a guest, one for onlookers and, at the end, one for the host.
    pub fn links(&self) -> &[TableLink] {
        &self.links
    }

    /// Returns the folder of the table's files.
    pub fn folder(&self) -> &std::path::Path {
        &self.folder
    }

    /// Sends a request to the table; the answer is in the news.
    pub fn send(&self, request: FollowerMessage) {
        if let Some(state) = self.state.upgrade() {
            state.send(&self.table, Work::Request { table: self.table.clone(), request });
        }
    }

    /// Continues the game with changed packs; the answer is in the news. With `part`, answers that their rules do not
    /// allow are dropped.
    pub fn reload(&self, loaded: &Loaded, part: bool) {
        if let Some(state) = self.state.upgrade() {
            let (table, loaded) = (self.table.clone(), Box::new(loaded.clone()));
            state.send(&self.table, Work::Reload { table, loaded, part });
        }
    }

    /// Returns the next news; `None` if there are none.
    pub fn next_news(&self) -> Option<FollowerNews> {
        self.news.try_recv().ok()
    }
}

/// Running host. It ends when it is dropped; then another host can serve the tables.
pub struct Host {
    plan: HostPlan,
    address: SocketAddr,
    running: Option<Running>,
}

/// Threads of a host.
struct Running {
    state: Arc<HostState>,
    sockets: Runtime,
    workers: Vec<JoinHandle<()>>,
}

impl Drop for Host {
    fn drop(&mut self) {
        let Some(Running { state, sockets, workers }) = self.running.take() else { return };
        // The threads of tables end when the sockets, which give them work, have ended.
        sockets.shutdown_timeout(Duration::from_secs(5));
        drop(state);
        for worker in workers {
            // A thread that has panicked has reported it.
            drop(worker.join());
        }
    }
}

/// State that all connections share.
pub(crate) struct HostState {
    workers: Vec<mpsc::Sender<Work>>,
    connections: AtomicU64,
    pub(crate) visitors: Visitors,
    public: Option<String>,
    trusts_proxy: bool,
}

impl HostState {
    /// Returns the id of a new connection.
    pub(crate) fn next_connection(&self) -> ConnectionId {
        ConnectionId(self.connections.fetch_add(1, Ordering::Relaxed))
    }

    /// Gives work to the thread of a table.
    pub(crate) fn send(&self, table: &str, work: Work) {
        let mut hasher = DefaultHasher::new();
        table.hash(&mut hasher);
        let number = hasher.finish() as usize % self.workers.len().max(1);
        // A thread ends only with the host.
        drop(self.workers[number].send(work));
    }
}

impl Host {
    /// Starts to serve the tables of a folder.
    ///
    /// # Errors
    /// The address cannot be used, or the system gives no threads.
    pub fn start(plan: &HostPlan) -> Result<Host, HostError> {
        Host::start_with(plan, table_folders(&plan.folder))
    }

    /// Starts to serve only tables that are created later.
    ///
    /// # Errors
    /// The address cannot be used, or the system gives no threads.
    pub fn start_empty(plan: &HostPlan) -> Result<Host, HostError> {
        Host::start_with(plan, TableFiles::new())
    }

    fn start_with(plan: &HostPlan, known: TableFiles) -> Result<Host, HostError> {
        let system = |error: std::io::Error| HostError::System(format!("the system gives no threads: {error}"));
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let began = Instant::now();
        let (mut senders, mut workers) = (Vec::new(), Vec::new());
        for number in 0..cores {
            let (sender, work) = mpsc::channel();
            let named = std::thread::Builder::new().name(format!("tables {number}"));
            let (finder, calls) = (plan.finder.clone(), plan.calls.clone());
            workers.push(named.spawn(move || worker::run(&work, began, finder, calls)).map_err(system)?);
            senders.push(sender);
        }
        let state = Arc::new(HostState {
            workers: senders,
            connections: AtomicU64::new(1),
            visitors: Visitors::default(),
            public: plan.public.clone(),
            trusts_proxy: plan.trusts_proxy,
        });
        for (table, folder) in known {
            state.send(&table.clone(), Work::Know { table, folder });
        }
        let sockets = Builder::new_multi_thread().worker_threads(cores).enable_all().build().map_err(system)?;
        let refused = |error| HostError::Address(plan.listen, error);
        let listener = sockets.block_on(TcpListener::bind(plan.listen)).map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        sockets.spawn(accept(listener, Arc::clone(&state)));
        Ok(Host { plan: plan.clone(), address, running: Some(Running { state, sockets, workers }) })
    }

    /// Returns the address on which the host listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Creates a table. Returns a link for each seat that a person plays, one for onlookers and, at the end, one for
    /// the host.
    ///
    /// # Errors
    /// The packs cannot be played, or a file cannot be written.
    pub fn create_table(&self, loaded: &Loaded, plan: &TablePlan) -> Result<Vec<TableLink>, HostError> {
        self.create(&self.new_id(), loaded, plan, None)
    }

    /// Creates a table that continues a recorded game. The caller follows it and plays seats, which have no links.
    /// `waker` is called whenever the caller should look at the news. The seed of the plan is not used.
    ///
    /// # Errors
    /// The packs do not replay the game, or a file cannot be written.
    pub fn adopt_table(
        &self,
        loaded: &Loaded,
        plan: &TablePlan,
        game: AdoptedGame,
        waker: impl Fn() + Send + 'static,
    ) -> Result<FollowedTable, HostError> {
        let table = self.new_id();
        let (news, received) = mpsc::channel();
        let follower = FollowerLine { news, waker: Box::new(waker) };
        let AdoptedGame { record, seats } = game;
        let links = self.create(&table, loaded, plan, Some(Box::new(Adopted { record, seats, follower })))?;
        let state = self.running.as_ref().map(|running| Arc::downgrade(&running.state)).unwrap_or_default();
        Ok(FollowedTable { folder: self.plan.folder.join(&table), table, links, news: received, state })
    }

    fn new_id(&self) -> String {
        format!("{}{}", self.plan.prefix, &random_token()[..12])
    }

    /// Returns the address of the page of a table, which shows nothing without a link.
    pub fn page_of(&self, table: &str) -> String {
        let base = self.plan.public.clone().unwrap_or_else(|| format!("http://{}", self.address));
        format!("{}/t/{table}", base.trim_end_matches('/'))
    }

    fn create(
        &self,
        table: &str,
        loaded: &Loaded,
        plan: &TablePlan,
        adopted: Option<Box<Adopted>>,
    ) -> Result<Vec<TableLink>, HostError> {
        let own = adopted.as_ref().map(|adopted| adopted.seats.clone()).unwrap_or_default();
        let people = plan.seats.iter().enumerate().filter(|(_, seat)| seat.bot.is_none());
        let people = people.map(|(seat, _)| seat as u8).filter(|seat| !own.contains(seat));
        let roles = people.map(Role::of_seat);
        let others = [Role::default(), Role { seats: Vec::new(), host: true }];
        let links: Vec<(Role, String)> = roles.chain(others).map(|role| (role, random_token())).collect();
        let new = NewTable {
            language: plan.language.clone(),
            seats: plan.seats.clone(),
            seed: plan.seed.unwrap_or_else(random_seed),
            links: links.clone(),
            form: plan.form.clone(),
            substitute: plan.substitute.clone(),
        };
        let (done, created) = oneshot::channel();
        let folder = self.plan.folder.join(table);
        let (loaded, new) = (Box::new(loaded.clone()), Box::new(new));
        let ended = || HostError::System("a thread of the host has ended".to_owned());
        let state = self.running.as_ref().map(|running| &running.state).ok_or_else(ended)?;
        state.send(table, Work::Create { table: table.to_owned(), folder, loaded, new, adopted, done });
        created.blocking_recv().map_err(|_| ended())??;
        let page = self.page_of(table);
        let url = |token: &str| format!("{page}#{token}");
        Ok(links.iter().map(|(role, token)| TableLink { role: role.clone(), url: url(token) }).collect())
    }
}

fn random_seed() -> u64 {
    let digits = random_token();
    u64::from_str_radix(&digits[..16], 16).unwrap_or_default()
}

/// Accepts connections. Each must send its headers in time.
async fn accept(listener: TcpListener, state: Arc<HostState>) {
    let routes = Router::new()
        .route("/t/{table}", get(page))
        .route("/t/{table}/ws", get(socket))
        .route("/live.js", get(|headers: HeaderMap| async move { SCRIPT.respond(&headers) }))
        .route("/live.css", get(|headers: HeaderMap| async move { STYLE.respond(&headers) }))
        .with_state(state);
    loop {
        let Ok((stream, peer)) = listener.accept().await else {
            // The system has no free files for a moment.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        // Small messages must not wait for more.
        drop(stream.set_nodelay(true));
        let service = TowerToHyperService::new(routes.clone().layer(Extension(peer.ip())));
        tokio::spawn(async move {
            let mut http = hyper::server::conn::http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(HEADERS).max_buf_size(16 * 1024);
            // The client may end the connection at any time.
            drop(http.serve_connection(TokioIo::new(stream), service).with_upgrades().await);
        });
    }
}

fn header<'h>(headers: &'h HeaderMap, name: &axum::http::HeaderName) -> &'h str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

async fn page(State(state): State<Arc<HostState>>, headers: HeaderMap, Path(table): Path<String>) -> Response {
    if !is_own_host(header(&headers, &HOST), state.public.as_deref()) {
        return StatusCode::MISDIRECTED_REQUEST.into_response();
    }
    // The page is the same for all tables, whether they exist or not.
    if !is_table_id(&table) {
        return StatusCode::NOT_FOUND.into_response();
    }
    PAGE.respond(&headers)
}

async fn socket(
    State(state): State<Arc<HostState>>,
    Extension(peer): Extension<IpAddr>,
    headers: HeaderMap,
    Path(table): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let host = header(&headers, &HOST);
    if !is_own_host(host, state.public.as_deref()) || !is_own_origin(header(&headers, &ORIGIN), host) {
        return StatusCode::FORBIDDEN.into_response();
    }
    if !is_table_id(&table) {
        return StatusCode::NOT_FOUND.into_response();
    }
    let forwarded =
        headers.get("x-forwarded-for").and_then(|all| all.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
    let address = forwarded.filter(|_| state.trusts_proxy).unwrap_or(peer);
    upgrade
        .protocols(["tilewright.1"])
        .max_message_size(MESSAGE)
        .max_frame_size(MESSAGE)
        .read_buffer_size(1024)
        .write_buffer_size(0)
        .max_write_buffer_size(LARGEST_TO_CLIENT)
        .on_upgrade(move |socket| socket::serve(socket, state, table, address))
}
