//! Clients that attack a host in turn while others play.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use serde_json::json;
use tilewright_host::TableLink;
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// Time for an answer to an attack.
const PATIENCE: Duration = Duration::from_millis(300);

/// Number of connections that an attacker keeps open without using them.
const HELD: usize = 32;

/// Attacks in the order in which each attacker tries them.
const ATTACKS: [fn(&Target); 16] = [
    |target| drop(target.connect()),
    |target| target.raw(b"\0\x01\x02\xff garbage\r\n\r\n"),
    |target| target.raw(b"GET /t/../../etc/passwd HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"),
    |target| target.raw(format!("GET /live.js HTTP/1.1\r\nhost: x\r\nx: {}\r\n\r\n", "y".repeat(100_000)).as_bytes()),
    |target| target.raw(b"GET /live.js HTTP/1.1\r\nhost: evil.example\r\n\r\n"),
    |target| target.raw(b"POST /live.js HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 99999999999\r\n\r\nx"),
    |target| drop(target.socket("http://evil.example")),
    |target| target.first(Message::text(json!({"t": "hello", "v": 1, "token": "0".repeat(32)}).to_string())),
    |target| target.first(Message::text(json!({"t": "hello", "v": 99, "token": target.token}).to_string())),
    |target| target.first(Message::text("[".repeat(4000))),
    |target| target.first(Message::binary(vec![0; 1 << 20])),
    |target| target.first(Message::text("x".repeat(1 << 20))),
    // The rest needs a link. Everything is sent again to a client that connects again and again.
    |target| target.flood(1, "{\"t\":\"view\"}"),
    |target| target.flood(200, "{\"t\":\"view\"}"),
    |target| target.flood(200, "{\"t\":\"rules\"}"),
    |target| target.flood(200, "{\"t\":\"answer\",\"s\":0,\"n\":0,\"key\":\"0,0,0\"}"),
];

/// Number of the attacks without a link.
const WITHOUT_LINK: usize = 12;

/// Table that is attacked, with the link of an onlooker.
#[derive(Clone)]
pub(crate) struct Target {
    address: SocketAddr,
    table: String,
    token: String,
    /// Address of the attacker, as a web server in front reports it.
    from: String,
}

impl Target {
    pub(crate) fn new(address: SocketAddr, link: &TableLink) -> Target {
        let (page, token) = link.url.split_once('#').unwrap();
        Target {
            address,
            table: page.rsplit('/').next().unwrap().to_owned(),
            token: token.to_owned(),
            from: String::new(),
        }
    }

    /// Attacks until a time, from an address of the number's own. Attackers with odd numbers have got a link, which they
    /// would lose if they showed wrong ones. Returns the number of attacks.
    pub(crate) fn attack(&self, number: u64, end: Instant) -> usize {
        let own = Target { from: format!("192.0.2.{}", number % 250 + 1), ..self.clone() };
        let attacks = if number.is_multiple_of(2) { &ATTACKS[..] } else { &ATTACKS[WITHOUT_LINK..] };
        let held: Vec<TcpStream> = (0..HELD).filter_map(|_| self.connect()).collect();
        let mut count = 0;
        while Instant::now() < end {
            attacks[count % attacks.len()](&own);
            count += 1;
        }
        drop(held);
        count
    }

    fn connect(&self) -> Option<TcpStream> {
        let stream = TcpStream::connect(self.address).ok()?;
        stream.set_read_timeout(Some(PATIENCE)).ok()?;
        stream.set_write_timeout(Some(PATIENCE)).ok()?;
        Some(stream)
    }

    /// Sends bytes, and reads the beginning of the answer.
    fn raw(&self, bytes: &[u8]) {
        let Some(mut stream) = self.connect() else { return };
        // The host may close the connection at any time.
        drop(stream.write_all(bytes));
        drop(stream.read(&mut [0; 1024]));
    }

    fn socket(&self, origin: &str) -> Option<WebSocket<TcpStream>> {
        let mut request = format!("ws://{}/t/{}/ws", self.address, self.table).into_client_request().ok()?;
        request.headers_mut().insert("origin", origin.parse().ok()?);
        request.headers_mut().insert("x-forwarded-for", self.from.parse().ok()?);
        tungstenite::client::client(request, self.connect()?).ok().map(|(socket, _)| socket)
    }

    /// Sends a first message, and reads until the host closes the connection.
    fn first(&self, message: Message) {
        let Some(mut socket) = self.socket(&format!("http://{}", self.address)) else { return };
        drop(socket.send(message));
        while socket.read().is_ok() {}
    }

    /// Sends a message many times with the link of an onlooker, and reads until the host closes the connection.
    fn flood(&self, times: usize, text: &str) {
        let Some(mut socket) = self.socket(&format!("http://{}", self.address)) else { return };
        drop(socket.send(Message::text(json!({"t": "hello", "v": 1, "token": self.token}).to_string())));
        for _ in 0..times {
            if socket.send(Message::text(text)).is_err() {
                break;
            }
        }
        while socket.read().is_ok() {}
    }
}
