//! Serves the files of the page, which are the same for all tables.

use std::io::Write;
use std::sync::LazyLock;

use axum::http::HeaderMap;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use tilewright_page::{LIVE_POLICY, live_page, live_script, live_style};

pub(crate) static PAGE: LazyLock<PageFile> = LazyLock::new(|| PageFile::new("text/html", live_page()));
pub(crate) static STYLE: LazyLock<PageFile> = LazyLock::new(|| PageFile::new("text/css", live_style()));
pub(crate) static SCRIPT: LazyLock<PageFile> =
    LazyLock::new(|| PageFile::new("text/javascript", live_script().to_owned()));

/// File of the page.
pub(crate) struct PageFile {
    kind: &'static str,
    text: String,
    /// The text as gzip. A slow connection needs a fifth of a second for the difference.
    packed: Vec<u8>,
}

impl PageFile {
    fn new(kind: &'static str, text: String) -> PageFile {
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        let written = packed.write_all(text.as_bytes()).and_then(|()| packed.finish());
        let packed = written.unwrap_or_else(|error| unreachable!("compression in memory: {error}"));
        PageFile { kind, text, packed }
    }

    /// Returns the response to a request with these headers.
    pub(crate) fn respond(&self, request: &HeaderMap) -> Response {
        let headers = [
            (CONTENT_TYPE, format!("{}; charset=utf-8", self.kind)),
            (CONTENT_SECURITY_POLICY, LIVE_POLICY.to_owned()),
            (X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
            (REFERRER_POLICY, "no-referrer".to_owned()),
            (CACHE_CONTROL, "no-store".to_owned()),
        ];
        let taken = request.get(ACCEPT_ENCODING).and_then(|taken| taken.to_str().ok()).unwrap_or_default();
        match taken.split(',').any(|one| one.trim().eq_ignore_ascii_case("gzip")) {
            true => (headers, [(CONTENT_ENCODING, "gzip")], self.packed.clone()).into_response(),
            false => (headers, self.text.clone()).into_response(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn a_file_is_small_for_browsers_that_unpack_it() {
        let mut text = String::new();
        GzDecoder::new(&SCRIPT.packed[..]).read_to_string(&mut text).unwrap();
        assert_eq!(text, SCRIPT.text);
        let sizes: usize = [&PAGE, &STYLE, &SCRIPT].iter().map(|file| file.packed.len()).sum();
        assert!(sizes < 24 * 1024, "{sizes}");
        let answer = |taken: &str| {
            let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, taken.parse().unwrap())]);
            PAGE.respond(&headers).headers().get(CONTENT_ENCODING).cloned()
        };
        assert_eq!(answer("br, gzip").unwrap(), "gzip");
        assert_eq!((answer("identity"), answer("gzip;q=0")), (None, None));
    }
}
