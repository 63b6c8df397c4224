//! Reads messages from a stream of bytes within limits, so that no header makes the server reserve memory.

use std::fmt;
use std::io::{self, BufRead, Read};

use crate::protocol::Message;

/// Maximum number of bytes in the headers of a message.
pub const HEADER_BYTES: usize = 4096;

/// Maximum number of bytes in the content of a message.
pub const CONTENT_BYTES: usize = 64 << 20;

/// Reason why no message could be read.
#[derive(Debug)]
pub enum FrameError {
    /// The stream could not be read.
    Stream(io::Error),
    /// The headers are longer than [`HEADER_BYTES`].
    LongHeader,
    /// A header is not text of the form `Name: value`.
    BadHeader,
    /// The length of the content is missing or is not a number.
    NoLength,
    /// The content is longer than [`CONTENT_BYTES`].
    LongContent(u64),
    /// The stream ended within a message.
    Truncated,
    /// The content is not a message of the protocol.
    BadContent(serde_json::Error),
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FrameError::Stream(error) => write!(f, "the client's messages cannot be read: {error}"),
            FrameError::LongHeader => write!(f, "the headers of a message are longer than {HEADER_BYTES} bytes"),
            FrameError::BadHeader => f.write_str("a header of a message is not of the form `Name: value`"),
            FrameError::NoLength => f.write_str("a message has no valid `Content-Length`"),
            FrameError::LongContent(bytes) => {
                write!(f, "a message has {bytes} bytes; the most are {CONTENT_BYTES}")
            }
            FrameError::Truncated => f.write_str("the client's messages ended within a message"),
            FrameError::BadContent(error) => write!(f, "a message is not valid: {error}"),
        }
    }
}

impl std::error::Error for FrameError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            FrameError::Stream(error) => Some(error),
            FrameError::BadContent(error) => Some(error),
            _ => None,
        }
    }
}

/// Reads the next message; `None` at the end of the stream.
///
/// # Errors
/// The stream cannot be read, or does not contain a valid message within the limits.
pub(crate) fn read_message(input: &mut impl BufRead) -> Result<Option<Message>, FrameError> {
    let Some(length) = read_headers(input)? else { return Ok(None) };
    if length > CONTENT_BYTES as u64 {
        return Err(FrameError::LongContent(length));
    }
    // Memory grows with the bytes that arrive, not with the number in the header.
    let mut content = Vec::new();
    input.take(length).read_to_end(&mut content).map_err(FrameError::Stream)?;
    if content.len() as u64 != length {
        return Err(FrameError::Truncated);
    }
    serde_json::from_slice(&content).map(Some).map_err(FrameError::BadContent)
}

/// Reads headers up to the empty line, and returns the length of the content; `None` at the end of the stream.
fn read_headers(input: &mut impl BufRead) -> Result<Option<u64>, FrameError> {
    let mut left = HEADER_BYTES;
    let mut length = None;
    loop {
        let mut line = Vec::new();
        input.take(left as u64).read_until(b'\n', &mut line).map_err(FrameError::Stream)?;
        let is_first = left == HEADER_BYTES;
        left -= line.len();
        if line.last() != Some(&b'\n') {
            return match () {
                () if left == 0 => Err(FrameError::LongHeader),
                () if is_first && line.is_empty() => Ok(None),
                () => Err(FrameError::Truncated),
            };
        }
        let line = std::str::from_utf8(&line).map_err(|_| FrameError::BadHeader)?.trim_end_matches(['\r', '\n']);
        if line.is_empty() {
            return length.map(Some).ok_or(FrameError::NoLength);
        }
        let (name, value) = line.split_once(':').ok_or(FrameError::BadHeader)?;
        if name.eq_ignore_ascii_case("Content-Length") {
            length = Some(value.trim().parse().map_err(|_| FrameError::NoLength)?);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(bytes: &[u8]) -> String {
        read_message(&mut io::Cursor::new(bytes)).unwrap_err().to_string()
    }

    #[test]
    fn bad_frames_end_with_an_error() {
        let long = [b'a'; 2 * HEADER_BYTES];
        assert!(error(&long).contains("longer than 4096"));
        assert!(error(b"Content-Length: 1073741824\r\n\r\n{").contains("1073741824 bytes"));
        assert!(error(b"Content-Length: 99999999999999999999\r\n\r\n{").contains("`Content-Length`"));
        assert!(error(b"Content-Length: -1\r\n\r\n{").contains("`Content-Length`"));
        assert!(error(b"Content-Type: x\r\n\r\n{}").contains("`Content-Length`"));
        assert!(error(b"Content-Length: 20\r\n\r\n{}").contains("within a message"));
        assert!(error(b"Content-Length: 20\r\n").contains("within a message"));
        assert!(error(b"nonsense\r\n\r\n{}").contains("Name: value"));
        assert!(error(b"\xff: 1\r\n\r\n{}").contains("Name: value"));
        assert!(error(b"Content-Length: 2\r\n\r\n[]").contains("not valid"));
        assert!(error(b"Content-Length: 2\r\n\r\n\xff\xff").contains("not valid"));
    }

    #[test]
    fn messages_follow_each_other_until_the_end() {
        let one = "{\"jsonrpc\":\"2.0\",\"method\":\"é\"}";
        let text = format!("content-length: {}\r\nContent-Type: x\r\n\r\n{one}", one.len());
        let mut input = io::Cursor::new(text.repeat(2).into_bytes());
        for _ in 0..2 {
            assert!(matches!(read_message(&mut input), Ok(Some(Message::Notification(n))) if n.method == "é"));
        }
        assert!(matches!(read_message(&mut input), Ok(None)));
    }
}
