//! Converts between paths and the addresses of files in the protocol.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::protocol::Uri;

/// Returns the path of a file; `None` for other addresses.
pub(crate) fn path_of(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    let path = decode(&rest[rest.find('/')?..])?;
    // On Windows, a drive follows a slash: `/c:/folder`.
    let has_drive = cfg!(windows) && path.as_bytes().get(2) == Some(&b':') && path.as_bytes()[1].is_ascii_alphabetic();
    Some(PathBuf::from(if has_drive { &path[1..] } else { &path }))
}

/// Returns the address of a file; `None` if its path is not absolute or not Unicode.
pub(crate) fn uri_of(path: &Path) -> Option<Uri> {
    if !path.is_absolute() {
        return None;
    }
    let path = path.to_str()?.replace('\\', "/");
    let mut text = String::from(if path.starts_with('/') { "file://" } else { "file:///" });
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => text.push(byte as char),
            _ => write!(text, "%{byte:02X}").ok()?,
        }
    }
    Uri::from_str(&text).ok()
}

/// Replaces codes such as `%41` by their bytes; `None` if the result is not Unicode.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = tail.get(..2).and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 16).ok());
        match code.filter(|_| *first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn paths_become_addresses_and_back() {
        for path in ["/a/b.ron", "/pack é/100% #1?.lua", "/a:b/c+d"] {
            let uri = uri_of(Path::new(path)).unwrap();
            assert_eq!(path_of(&uri).unwrap(), Path::new(path), "{}", uri.as_str());
        }
        assert_eq!(uri_of(Path::new("a/b")), None);
    }

    #[test]
    fn other_addresses_have_no_path() {
        let path = |text: &str| Uri::from_str(text).ok().and_then(|uri| path_of(&uri));
        assert_eq!(path("untitled:Untitled-1"), None);
        let with_drive = if cfg!(windows) { "c:/x.ron" } else { "/c:/x.ron" };
        assert_eq!(path("file:///c%3A/x.ron"), Some(PathBuf::from(with_drive)));
        assert_eq!(path("file:///a%ff"), None);
    }
}
