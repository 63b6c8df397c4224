//! Tests of a host with real sockets.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod browser;
mod followed;
mod hostile;
mod played;
mod proxied;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

use flate2::{Decompress, FlushDecompress};
use serde_json::{Value as Json, json};
use tilewright_host::{Host, HostPlan, TableLink, TablePlan};
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Request, load};
use tilewright_table::SeatPlan;
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// Maximum time of a read in tests.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// Host of a test with the folder of its tables.
pub(crate) struct TestHost {
    pub(crate) host: Host,
    pub(crate) folder: PathBuf,
}

impl TestHost {
    pub(crate) fn new(name: &str) -> TestHost {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        drop(std::fs::remove_dir_all(&folder));
        TestHost { host: start(&folder), folder }
    }

    /// Ends the host and starts it again with the same tables.
    pub(crate) fn restart(self) -> TestHost {
        let TestHost { host, folder } = self;
        drop(host);
        TestHost { host: start(&folder), folder }
    }

    pub(crate) fn create(&self, pack: &str, bots: &[Option<&str>]) -> Vec<TableLink> {
        let seat = |bot: &Option<&str>| SeatPlan { name: String::new(), bot: bot.map(str::to_owned) };
        let seats = bots.iter().map(seat).collect();
        let plan = TablePlan { language: "en".to_owned(), seats, seed: Some(7), ..TablePlan::default() };
        self.host.create_table(&content(pack), &plan).unwrap()
    }

    /// Connects to the table of a link and shows its token.
    pub(crate) fn visit(&self, link: &TableLink) -> Client {
        let (table, token) = parts(link);
        let mut client = Client::open(self.host.address(), &table);
        client.send(&json!({"t": "hello", "v": 1, "token": token}));
        client
    }

    /// As [`TestHost::visit`], with compressed messages.
    pub(crate) fn visit_compressed(&self, link: &TableLink) -> Client {
        let (table, token) = parts(link);
        let mut client = Client::open(self.host.address(), &table);
        client.send(&json!({"t": "hello", "v": 1, "token": token, "z": true}));
        client
    }

    /// Sends a request as text, and returns the answer.
    pub(crate) fn request(&self, text: &str) -> String {
        let mut stream = TcpStream::connect(self.host.address()).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        let mut answer = Vec::new();
        // A connection that the host closes in between has no answer.
        drop(stream.read_to_end(&mut answer));
        String::from_utf8_lossy(&answer).into_owned()
    }
}

fn start(folder: &Path) -> Host {
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    Host::start(&HostPlan { finder: finder(), ..HostPlan::new(listen, folder.to_owned()) }).unwrap()
}

pub(crate) fn finder() -> Finder {
    Finder::nowhere().with_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content"))
}

/// Loads an included pack.
pub(crate) fn content(pack: &str) -> Loaded {
    load(&finder(), &Request::new([pack])).unwrap()
}

/// Returns the id of the table and the token of a link.
pub(crate) fn parts(link: &TableLink) -> (String, String) {
    let (address, token) = link.url.split_once('#').unwrap();
    (address.rsplit('/').next().unwrap().to_owned(), token.to_owned())
}

/// Client of a table.
pub(crate) struct Client {
    pub(crate) socket: WebSocket<TcpStream>,
    /// State of the compressed messages so far.
    unpacked: Decompress,
}

impl Client {
    pub(crate) fn open(address: SocketAddr, table: &str) -> Client {
        Client::open_from(address, table, &format!("http://{address}"), &address.to_string()).unwrap()
    }

    /// Opens a socket as a page of an origin, with a name of the host. Returns the status of a refusal.
    pub(crate) fn open_from(address: SocketAddr, table: &str, origin: &str, host: &str) -> Result<Client, u16> {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut request = format!("ws://{address}/t/{table}/ws").into_client_request().unwrap();
        request.headers_mut().insert("origin", origin.parse().unwrap());
        request.headers_mut().insert("host", host.parse().unwrap());
        match tungstenite::client::client(request, stream) {
            Ok((socket, _)) => Ok(Client { socket, unpacked: Decompress::new(false) }),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
                Err(answer.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }

    pub(crate) fn send(&mut self, message: &Json) {
        self.socket.send(Message::text(message.to_string())).unwrap();
    }

    /// Returns the next message; `None` if the host has closed the connection.
    pub(crate) fn next(&mut self) -> Option<Json> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Binary(packed)) => {
                    // A message has at most 1 MiB in these tests.
                    let mut line = Vec::with_capacity(1 << 20);
                    self.unpacked.decompress_vec(&packed, &mut line, FlushDecompress::Sync).unwrap();
                    assert_eq!(line.pop(), Some(b'\n'), "each message is a whole line");
                    return Some(serde_json::from_slice(&line).unwrap());
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Returns the next message of a kind, and drops those before it.
    pub(crate) fn wait_for(&mut self, kind: &str) -> Json {
        loop {
            let message = self.next().unwrap_or_else(|| panic!("the connection ended before `{kind}`"));
            if message["t"] == kind {
                return message;
            }
        }
    }

    /// Returns the code of the refusal that ends the connection.
    pub(crate) fn refusal(&mut self) -> String {
        self.wait_for("refused")["code"].as_str().unwrap().to_owned()
    }

    /// True if the host closes the connection before any other message.
    pub(crate) fn is_closed(&mut self) -> bool {
        self.next().is_none()
    }
}
