//! Implements a web server for a folder of files, with a switch for each kind of server fault.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use std::{fs, thread};

/// Fault of the server, for paths that contain a given text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Vice {
    /// The file does not exist.
    Missing,
    /// The response has this status.
    Status(u16),
    /// The response is a web page.
    Page,
    /// The response has the right size but different bytes.
    OtherBytes,
    /// The response is one byte too long and announces that length.
    Longer,
    /// The response is one byte too short and announces that length.
    Shorter,
    /// The response announces no length and never ends.
    Endless,
    /// The response arrives one byte at a time.
    Slow,
    /// The server stays silent for a long time.
    Silent,
    /// The connection ends in the middle of the response.
    CutOff,
    /// The server redirects to the same address.
    Ring,
    /// The server redirects to this address.
    To(String),
    /// The server ignores range requests.
    NoRange,
    /// The response to a range request has a different range.
    OtherRange,
    /// The server returns these older bytes.
    Instead(Vec<u8>),
    /// The server returns these older bytes unless the request bypasses caches.
    StaleCache(Vec<u8>),
}

#[derive(Default)]
struct ServerState {
    vices: Vec<(String, Vice)>,
    requests: Vec<String>,
    tags: bool,
    /// Number of body bytes sent.
    sent: usize,
}

/// Web server on this machine.
pub(crate) struct Server {
    pub(crate) address: String,
    state: Arc<Mutex<ServerState>>,
}

impl Server {
    /// Serves a folder on a free port.
    pub(crate) fn start(folder: PathBuf) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let state = Arc::new(Mutex::new(ServerState { tags: true, ..ServerState::default() }));
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (folder, state) = (folder.clone(), Arc::clone(&shared));
                // Clients that disconnect in the middle are part of the tests.
                thread::spawn(move || drop(serve(&stream, &folder, &state)));
            }
        });
        Server { address, state }
    }

    pub(crate) fn has(&self, path: &str, vice: Vice) {
        self.state.lock().unwrap().vices = vec![(path.to_owned(), vice)];
    }

    pub(crate) fn is_good(&self) {
        self.state.lock().unwrap().vices.clear();
    }

    pub(crate) fn says_no_tags(&self) {
        self.state.lock().unwrap().tags = false;
    }

    /// Returns the requests since the last call.
    pub(crate) fn take_requests(&self) -> Vec<String> {
        std::mem::take(&mut self.state.lock().unwrap().requests)
    }

    pub(crate) fn take_sent(&self) -> usize {
        std::mem::take(&mut self.state.lock().unwrap().sent)
    }
}

fn serve(stream: &TcpStream, folder: &Path, state: &Mutex<ServerState>) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let path = line.split(' ').nth(1).unwrap_or("/").replace("%2B", "+");
        let mut headers = BTreeMap::new();
        loop {
            let mut line = String::new();
            reader.read_line(&mut line)?;
            let Some((name, value)) = line.trim().split_once(": ") else { break };
            headers.insert(name.to_lowercase(), value.to_owned());
        }
        let (vice, tags) = {
            let mut state = state.lock().unwrap();
            state.requests.push(format!("{path}{}", headers.get("range").map_or("", |_| " range")));
            (state.vices.iter().find(|(part, _)| path.contains(part)).map(|(_, vice)| vice.clone()), state.tags)
        };
        let mut out = stream.try_clone()?;
        let mut answer = |status: &str, more: &str, body: &[u8]| -> std::io::Result<()> {
            state.lock().unwrap().sent += body.len();
            write!(out, "HTTP/1.1 {status}\r\n{more}Content-Length: {}\r\n\r\n", body.len())?;
            out.write_all(body)
        };
        let there = fs::read(folder.join(path.trim_start_matches('/')));
        let mut body = match (there, &vice) {
            (_, Some(Vice::Missing)) | (Err(_), None) => {
                answer("404 Not Found", "", b"<html>nothing</html>")?;
                continue;
            }
            (there, _) => there.unwrap_or_default(),
        };
        let mut heeds_ranges = true;
        match vice {
            None | Some(Vice::Missing | Vice::OtherRange) => {}
            Some(Vice::Status(status)) => {
                answer(&format!("{status} Something"), "", b"<html>sorry</html>")?;
                continue;
            }
            Some(Vice::Page) => {
                answer("200 OK", "Content-Type: text/html\r\n", b"\n<!doctype html><title>Log in</title>")?;
                continue;
            }
            Some(Vice::OtherBytes) => body.iter_mut().rev().take(1).for_each(|byte| *byte ^= 1),
            Some(Vice::Longer) => body.push(b' '),
            Some(Vice::Shorter) => drop(body.pop()),
            Some(Vice::NoRange) => heeds_ranges = false,
            Some(Vice::Instead(old)) => body = old,
            Some(Vice::StaleCache(old)) => {
                if !headers.contains_key("cache-control") {
                    body = old;
                }
            }
            Some(Vice::Ring) => {
                answer("302 Found", &format!("Location: {path}\r\n"), b"")?;
                continue;
            }
            Some(Vice::To(to)) => {
                answer("302 Found", &format!("Location: {to}\r\n"), b"")?;
                continue;
            }
            Some(Vice::Silent) => {
                thread::sleep(Duration::from_secs(5));
                return Ok(());
            }
            Some(Vice::Slow) => {
                write!(out, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", body.len())?;
                for byte in body {
                    out.write_all(&[byte])?;
                    thread::sleep(Duration::from_millis(100));
                }
                return Ok(());
            }
            Some(Vice::Endless) => {
                write!(out, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")?;
                loop {
                    out.write_all(&[b'{'; 4096])?;
                }
            }
            Some(Vice::CutOff) => {
                write!(out, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", body.len())?;
                out.write_all(&body[..body.len() / 2])?;
                return Ok(());
            }
        }
        let etag = format!("\"{}\"", &tilewright_kit::packs::archive::hash(&body)[..16]);
        if tags && headers.get("if-none-match") == Some(&etag) {
            write!(out, "HTTP/1.1 304 Not Modified\r\n\r\n")?;
            continue;
        }
        let etag = if tags { format!("ETag: {etag}\r\n") } else { String::new() };
        let range =
            headers.get("range").and_then(|range| range.strip_prefix("bytes=")?.strip_suffix('-')?.parse().ok());
        match range {
            Some(from) if heeds_ranges && from < body.len() => {
                let other = state.lock().unwrap().vices.iter().any(|(_, vice)| *vice == Vice::OtherRange);
                let from: usize = if other { from - 1 } else { from };
                let range = format!("Content-Range: bytes {from}-{}/{}\r\n", body.len() - 1, body.len());
                answer("206 Partial Content", &format!("{etag}{range}"), &body[from..])?;
            }
            _ => answer("200 OK", &etag, &body)?,
        }
    }
}
