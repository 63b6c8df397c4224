//! Fetches files from the web, with limits on size, time and redirects, and resumes interrupted downloads.
//!
//! Trusted certificates are the system's. Proxies come from HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY, and on
//! Windows from the system. Only the bytes of a response are used, and those are compared with their hash.

use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use tilewright_kit::files;
use ureq::http::header::{
    CACHE_CONTROL, CONTENT_RANGE, ETAG, HeaderName, IF_MODIFIED_SINCE, IF_NONE_MATCH, LAST_MODIFIED, LOCATION, RANGE,
};
use ureq::http::{Response, StatusCode};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, Body};

use crate::error::{ShareError, Shared, unread, unwritten};
use crate::index::HashedFile;
use crate::source::{HeadReply, Validator};

/// Maximum number of redirects that are followed.
const REDIRECTS: usize = 5;
/// Maximum length in bytes of the target of a redirect.
const ADDRESS_BYTES: usize = 2000;
/// Number of bytes read at a time.
const PIECE: usize = 64 << 10;

/// Timeouts and the minimum speed of servers.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// Timeout of the connection.
    pub connect: Duration,
    /// Timeout for the first byte of a response, and between two reads of its body.
    pub still: Duration,
    /// Minimum average speed in bytes per second.
    pub slowest: u64,
    /// Timeout for the head of a shelf, from the first request to the last byte, including redirects.
    pub head: Duration,
    /// Timeout for all shelves that are opened at once.
    pub together: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            connect: Duration::from_secs(15),
            still: Duration::from_secs(20),
            slowest: 2000,
            head: Duration::from_secs(10),
            together: Duration::from_secs(10),
        }
    }
}

/// Folder on a web server.
#[derive(Debug)]
pub struct Web {
    /// Address of the folder, with a trailing `/`.
    base: String,
    agent: Agent,
    patience: Patience,
}

impl Web {
    /// Creates a client for the folder at an address that begins with `https://` or `http://`.
    pub fn new(address: &str, patience: Patience) -> Web {
        let base = format!("{}/", address.trim_end_matches('/'));
        Web { base, agent: new_agent(&patience), patience }
    }

    /// Returns the address of a file in the folder.
    pub fn address(&self, path: &str) -> String {
        // A version may contain a plus, which some servers decode as a space.
        format!("{}{}", self.base, path.replace('+', "%2B"))
    }

    /// Returns the time limit for a response of `bytes` bytes.
    fn time_for(&self, bytes: u64) -> Duration {
        self.patience.still + Duration::from_millis(bytes.saturating_mul(1000) / self.patience.slowest.max(1))
    }

    /// Requests an address and follows redirects. The last byte must arrive within `time`.
    fn ask(&self, from: &str, headers: &[(HeaderName, String)], time: Duration) -> Shared<Response<Body>> {
        let mut address = from.to_owned();
        let end = Instant::now() + time;
        for _ in 0..=REDIRECTS {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(ShareError::Slow { from: from.to_owned() });
            }
            let mut request = self.agent.get(&address).config().timeout_global(Some(left)).build();
            for (name, value) in headers {
                request = request.header(name, value);
            }
            let response = request.call().map_err(|error| to_share_error(from, error))?;
            if !response.status().is_redirection() || response.status() == StatusCode::NOT_MODIFIED {
                return Ok(response);
            }
            let to = response.headers().get(LOCATION).and_then(|to| to.to_str().ok()).unwrap_or_default();
            let next = resolve(&address, to);
            let next = next.filter(|next| next.len() <= ADDRESS_BYTES && (is_safe(next) || !is_safe(&address)));
            let to: String = to.chars().take(200).collect();
            address = next.ok_or(ShareError::Redirected { from: from.to_owned(), to })?;
        }
        Err(ShareError::Redirects { from: from.to_owned() })
    }

    /// Requests the head of a shelf. Unless `fresh` is set, the server may reply that the head in `known` has not
    /// changed; with it, caches are bypassed.
    ///
    /// # Errors
    /// The head cannot be fetched, or is larger than `most` bytes.
    pub fn head(&self, path: &str, known: &Validator, fresh: bool, most: u64) -> Shared<HeadReply> {
        let from = self.address(path);
        let mut headers = Vec::new();
        if fresh {
            headers.push((CACHE_CONTROL, "no-cache".to_owned()));
        } else if !known.etag.is_empty() {
            headers.push((IF_NONE_MATCH, known.etag.clone()));
        } else if !known.modified.is_empty() {
            headers.push((IF_MODIFIED_SINCE, known.modified.clone()));
        }
        let response = self.ask(&from, &headers, self.patience.head)?;
        if response.status() == StatusCode::NOT_MODIFIED && !headers.is_empty() && !fresh {
            return Ok(HeadReply::Same);
        }
        let header = |name: HeaderName| {
            let value = response.headers().get(name).and_then(|value| value.to_str().ok());
            value.filter(|value| value.len() < 200).unwrap_or_default().to_owned()
        };
        let tag = Validator { etag: header(ETAG), modified: header(LAST_MODIFIED) };
        let mut bytes = Vec::new();
        self.body(&from, response, most, &mut |piece| {
            bytes.extend_from_slice(piece);
            Ok(())
        })?;
        let text = bytes.trim_ascii_start();
        if text.first() == Some(&b'<') {
            return Err(ShareError::Page { from });
        }
        Ok(HeadReply::New(bytes, tag))
    }

    /// Fetches a file that is named by its hash.
    ///
    /// # Errors
    /// The file cannot be fetched, or its content does not match the hash.
    pub fn get(&self, path: &str, named: &HashedFile) -> Shared<Vec<u8>> {
        let from = self.address(path);
        let response = self.ask(&from, &[], self.time_for(named.bytes))?;
        let mut bytes = Vec::new();
        self.body(&from, response, named.bytes, &mut |piece| {
            bytes.extend_from_slice(piece);
            Ok(())
        })?;
        named.check(&from, &bytes)?;
        Ok(bytes)
    }

    /// Fetches a large file that is named by its hash. The bytes are saved in `part` as they arrive, so that this or a
    /// later call can resume an interrupted download. The hash shows if the file has changed in the meantime.
    ///
    /// # Errors
    /// Like [`Web::get`], or the part cannot be written.
    pub fn download(
        &self,
        path: &str,
        named: &HashedFile,
        part: &Path,
        watch: &dyn Fn(u64) -> bool,
    ) -> Shared<Vec<u8>> {
        let from = self.address(path);
        loop {
            let have = std::fs::metadata(part).map_or(0, |there| there.len());
            if have == named.bytes
                && let Ok(bytes) = std::fs::read(part)
                && named.check(&from, &bytes).is_ok()
            {
                return Ok(bytes);
            }
            let have = if have < named.bytes { have } else { 0 };
            let range = (have > 0).then(|| (RANGE, format!("bytes={have}-")));
            let response = self.ask(&from, range.as_slice(), self.time_for(named.bytes - have))?;
            let goes_on = response.status() == StatusCode::PARTIAL_CONTENT
                && response
                    .headers()
                    .get(CONTENT_RANGE)
                    .and_then(|range| range.to_str().ok())
                    .is_some_and(|range| range == format!("bytes {have}-{}/{}", named.bytes - 1, named.bytes));
            if have > 0 && !goes_on && response.status() != StatusCode::OK {
                // The server cannot resume the download, so it starts from the beginning.
                files::remove(part)?;
                continue;
            }
            let begin = if goes_on { have } else { 0 };
            let came = self.fill_part(&from, response, begin, named, part, watch);
            if let Err(error) = came {
                let is_wrong = matches!(error, ShareError::Size { more: true, .. } | ShareError::Refused { .. });
                if is_wrong {
                    drop(files::remove(part));
                }
                return Err(error);
            }
            let bytes = std::fs::read(part).map_err(|error| unread(part, error))?;
            match named.check(&from, &bytes) {
                Ok(()) => return Ok(bytes),
                // The bytes that were already present may be from another file.
                Err(ShareError::Hash { .. }) if begin > 0 => {
                    files::remove(part)?;
                }
                Err(error) => {
                    if matches!(error, ShareError::Hash { .. }) {
                        drop(files::remove(part));
                    }
                    return Err(error);
                }
            }
        }
    }

    fn fill_part(
        &self,
        from: &str,
        response: Response<Body>,
        begin: u64,
        named: &HashedFile,
        part: &Path,
        watch: &dyn Fn(u64) -> bool,
    ) -> Shared<()> {
        let mut file = files::open_part(part, begin)?;
        let mut done = begin;
        self.body(from, response, named.bytes - begin, &mut |piece| {
            file.write_all(piece).map_err(|error| unwritten(part, error))?;
            done += piece.len() as u64;
            if watch(done) { Ok(()) } else { Err(ShareError::Stopped) }
        })
    }

    /// Reads the body of a response piece by piece, and fails if it exceeds `most` bytes.
    fn body(
        &self,
        from: &str,
        mut response: Response<Body>,
        most: u64,
        take: &mut dyn FnMut(&[u8]) -> Shared<()>,
    ) -> Shared<()> {
        let from = || from.to_owned();
        match response.status() {
            StatusCode::OK | StatusCode::PARTIAL_CONTENT => {}
            StatusCode::NOT_FOUND | StatusCode::GONE => return Err(ShareError::Missing { from: from() }),
            other => return Err(ShareError::Refused { from: from(), status: other.as_u16() }),
        }
        let too_long = || ShareError::Size { from: from(), wanted: most, more: true };
        let length = response.body().content_length();
        if length.is_some_and(|length| length > most) {
            return Err(too_long());
        }
        let mut reader = response.body_mut().with_config().limit(u64::MAX).reader();
        let (mut piece, mut came) = (vec![0; PIECE], 0u64);
        loop {
            let read = match reader.read(&mut piece) {
                Ok(0) => return Ok(()),
                Ok(read) => read,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                    return Err(ShareError::Size { from: from(), wanted: length.unwrap_or(most), more: false });
                }
                Err(error) => return Err(to_share_error(&from(), ureq::Error::from(error))),
            };
            came += read as u64;
            if came > most {
                return Err(too_long());
            }
            take(&piece[..read])?;
        }
    }
}

/// Returns a client that follows no redirects.
pub(crate) fn new_agent(patience: &Patience) -> Agent {
    let config = Agent::config_builder()
        .http_status_as_error(false)
        // Redirects are followed by `ask`, which knows the forbidden targets.
        .max_redirects(0)
        .max_redirects_will_error(false)
        .tls_config(TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build())
        .user_agent(concat!("tilewright/", env!("CARGO_PKG_VERSION")))
        .accept_encoding("identity")
        .timeout_resolve(Some(patience.connect))
        .timeout_connect(Some(patience.connect))
        .timeout_recv_response(Some(patience.still))
        .timeout_per_read(Some(patience.still))
        .timeout_per_write(Some(patience.still))
        .build();
    config.new_agent()
}

pub(crate) fn to_share_error(from: &str, error: ureq::Error) -> ShareError {
    let from = from.to_owned();
    match error {
        ureq::Error::Timeout(_) => ShareError::Slow { from },
        ureq::Error::Io(error) if matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock) => {
            ShareError::Slow { from }
        }
        ureq::Error::HostNotFound => ShareError::Unreachable { from, why: "its host is not known".to_owned() },
        error => {
            let why: String = error.to_string().chars().take(300).collect();
            ShareError::Unreachable { from, why }
        }
    }
}

fn is_safe(address: &str) -> bool {
    address.get(..8).is_some_and(|begin| begin.eq_ignore_ascii_case("https://"))
}

/// Resolves a redirect target `to` against the address `base`; `None` if the target is not on the web.
fn resolve(base: &str, to: &str) -> Option<String> {
    let to = to.split('#').next().unwrap_or_default();
    if to.is_empty() || to.chars().any(|c| c.is_ascii_control() || c == ' ') {
        return None;
    }
    let (scheme, rest) = base.split_once("://")?;
    if let Some((other, _)) = to.split_once("://").filter(|(other, _)| !other.contains(['/', '?'])) {
        let is_web = other.eq_ignore_ascii_case("http") || other.eq_ignore_ascii_case("https");
        return is_web.then(|| to.to_owned());
    }
    if let Some(rest) = to.strip_prefix("//") {
        return Some(format!("{scheme}://{rest}"));
    }
    let host = rest.split(['/', '?']).next()?;
    if to.starts_with('/') {
        return Some(format!("{scheme}://{host}{to}"));
    }
    let path = rest[host.len()..].split('?').next().unwrap_or_default();
    let folder = path.rfind('/').map_or("/", |at| &path[..=at]);
    Some(format!("{scheme}://{host}{folder}{to}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_addresses_lead() {
        let base = "https://a.example:8080/shelf/x.json?q=1";
        for (to, wanted) in [
            ("y.json", Some("https://a.example:8080/shelf/y.json")),
            ("/y", Some("https://a.example:8080/y")),
            ("//b.example/y", Some("https://b.example/y")),
            ("http://b.example/y#z", Some("http://b.example/y")),
            ("?u=http://x", Some("https://a.example:8080/shelf/?u=http://x")),
            ("file:///etc/passwd", None),
            ("ftp://b.example/", None),
            ("a b", None),
            ("", None),
        ] {
            assert_eq!(resolve(base, to).as_deref(), wanted, "{to}");
        }
        assert!(is_safe("HTTPS://x") && !is_safe("http://x") && !is_safe("https:/"));
        let web = Web::new("https://a.example/shelf//", Patience::default());
        assert_eq!(web.address("files/a-1.0.0+b.x"), "https://a.example/shelf/files/a-1.0.0%2Bb.x");
    }
}
