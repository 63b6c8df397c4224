//! A client in the process of the test.

use std::io::{BufRead, BufReader, PipeWriter, Write, pipe};
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::{Value as Json, json};
use tilewright_kit::packs::find::Finder;
use tilewright_lsp::{ServerError, ServerSettings, serve};

use crate::pack::TestPack;

/// Maximum time until a message arrives.
const PATIENCE: Duration = Duration::from_secs(60);

/// Client with its own server.
pub(crate) struct Client {
    to_server: Option<PipeWriter>,
    messages: Receiver<Json>,
    server: Option<JoinHandle<Result<(), ServerError>>>,
    /// Notifications and requests of the server that were not waited for.
    pub(crate) news: Vec<Json>,
    last_id: i32,
    /// True if columns are bytes.
    is_utf8: bool,
}

impl Client {
    /// Starts a server for a pack, without initialising it.
    pub(crate) fn connect(pack: &TestPack) -> Client {
        let (from_client, to_server) = pipe().unwrap();
        let (from_server, to_client) = pipe().unwrap();
        let settings = ServerSettings { finder: Finder::only_bundled(), copies: pack.copies() };
        let server = std::thread::spawn(move || serve(BufReader::new(from_client), to_client, settings));
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            let mut input = BufReader::new(from_server);
            while let Some(message) = read_message(&mut input) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Client {
            to_server: Some(to_server),
            messages,
            server: Some(server),
            news: Vec::new(),
            last_id: 0,
            is_utf8: false,
        }
    }

    /// Starts a session with a client that has every ability, and columns in UTF-16.
    pub(crate) fn start(pack: &TestPack) -> Client {
        Client::start_with(pack, &["utf-16"], json!("en"))
    }

    /// Starts a session with a client that offers these units of columns.
    pub(crate) fn start_with(pack: &TestPack, units: &[&str], locale: Json) -> Client {
        let mut client = Client::connect(pack);
        let answer = client.request(
            "initialize",
            json!({
                "processId": null, "rootUri": null, "locale": locale,
                "capabilities": {
                    "general": { "positionEncodings": units },
                    "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } },
                    "workspace": {
                        "workspaceEdit": {
                            "documentChanges": true, "resourceOperations": ["create", "rename", "delete"],
                        },
                        "codeLens": { "refreshSupport": true },
                        "didChangeWatchedFiles": { "dynamicRegistration": true },
                    },
                },
            }),
        );
        client.is_utf8 = answer["capabilities"]["positionEncoding"] == "utf-8";
        client.notify("initialized", json!({}));
        client
    }

    pub(crate) fn send(&mut self, message: &Json) {
        let text = message.to_string();
        self.send_bytes(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        self.to_server.as_mut().unwrap().write_all(bytes).unwrap();
    }

    pub(crate) fn notify(&mut self, method: &str, params: Json) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request, and returns its number.
    pub(crate) fn begin(&mut self, method: &str, params: Json) -> i32 {
        self.last_id += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params }));
        self.last_id
    }

    /// Waits for the answer to a request, which may be an error.
    pub(crate) fn answer(&mut self, id: i32) -> Json {
        loop {
            let message = self.messages.recv_timeout(PATIENCE).unwrap();
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
            self.news.push(message);
        }
    }

    /// Sends a request, and returns its result.
    pub(crate) fn request(&mut self, method: &str, params: Json) -> Json {
        let id = self.begin(method, params);
        let answer = self.answer(id);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// Sends a request that must fail, and returns the error.
    pub(crate) fn refusal(&mut self, method: &str, params: Json) -> Json {
        let id = self.begin(method, params);
        let answer = self.answer(id);
        assert!(answer.get("result").is_none(), "{method}: {answer}");
        answer["error"].clone()
    }

    /// Waits for a notification or a request of the server that `is` accepts.
    pub(crate) fn wait_for(&mut self, is: impl Fn(&Json) -> bool) -> Json {
        if let Some(at) = self.news.iter().position(&is) {
            return self.news.remove(at);
        }
        loop {
            let message = self.messages.recv_timeout(PATIENCE).unwrap();
            if is(&message) {
                return message;
            }
            self.news.push(message);
        }
    }

    /// Waits for findings in a file that `are` accepts.
    pub(crate) fn findings(&mut self, path: &Path, are: impl Fn(&[Json]) -> bool) -> Vec<Json> {
        let uri = uri(path);
        let found = self.wait_for(|message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == uri
                && are(message["params"]["diagnostics"].as_array().unwrap())
        });
        found["params"]["diagnostics"].as_array().unwrap().clone()
    }

    /// Opens a file of a pack with its text on the disk.
    pub(crate) fn open(&mut self, pack: &TestPack, path: &str) {
        let text = pack.text(path);
        self.open_text(&pack.path(path), &text);
    }

    pub(crate) fn open_text(&mut self, path: &Path, text: &str) {
        let document = json!({ "uri": uri(path), "languageId": "ron", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Replaces a part of a file, given by offsets in its text before the change.
    pub(crate) fn change(&mut self, path: &Path, text: &mut String, range: std::ops::Range<usize>, new: &str) {
        let shown = json!({ "start": self.position(text, range.start), "end": self.position(text, range.end) });
        text.replace_range(range, new);
        let changes = json!([{ "range": shown, "text": new }]);
        let document = json!({ "uri": uri(path), "version": 2 });
        self.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    /// Returns the position of an offset.
    pub(crate) fn position(&self, text: &str, at: usize) -> Json {
        let before = &text[..at];
        let line = &before[before.rfind('\n').map_or(0, |end| end + 1)..];
        let column = if self.is_utf8 { line.len() } else { line.encode_utf16().count() };
        json!({ "line": before.matches('\n').count(), "character": column })
    }

    /// Returns the parameters of a request about the place at the mark `|` of a part of a file.
    pub(crate) fn at(&self, path: &Path, text: &str, marked: &str) -> Json {
        json!({ "textDocument": { "uri": uri(path) }, "position": self.position(text, place(text, marked)) })
    }

    /// Returns the text at a range.
    pub(crate) fn piece<'t>(&self, text: &'t str, range: &Json) -> &'t str {
        let offset = |position: &Json| {
            let all = (0..=text.len()).filter(|at| text.is_char_boundary(*at));
            all.into_iter().find(|at| self.position(text, *at) == *position).unwrap()
        };
        &text[offset(&range["start"])..offset(&range["end"])]
    }

    /// Applies the edits of an answer to the texts of a pack, and returns the changed files.
    pub(crate) fn apply(&self, pack: &TestPack, edit: &Json) -> Vec<(String, String)> {
        let mut changed = Vec::new();
        for operation in edit["documentChanges"].as_array().unwrap() {
            let Some(edits) = operation["edits"].as_array() else { continue };
            let path = pack_path(pack, operation["textDocument"]["uri"].as_str().unwrap());
            let mut text = std::fs::read_to_string(pack.path(&path)).unwrap_or_default();
            // Edits from the end do not move the other edits.
            let mut edits: Vec<&Json> = edits.iter().collect();
            let start = |edit: &Json| {
                let start = &edit["range"]["start"];
                (start["line"].as_u64().unwrap(), start["character"].as_u64().unwrap())
            };
            edits.sort_by_key(|edit| std::cmp::Reverse(start(edit)));
            for edit in edits {
                let piece = self.piece(&text, &edit["range"]);
                let at = piece.as_ptr() as usize - text.as_ptr() as usize;
                let range = at..at + piece.len();
                text.replace_range(range, edit["newText"].as_str().unwrap());
            }
            changed.push((path, text));
        }
        changed
    }

    /// Ends the session as the protocol demands.
    pub(crate) fn leave(mut self) {
        self.request("shutdown", Json::Null);
        self.notify("exit", Json::Null);
        self.end().unwrap();
    }

    /// Ends the stream of messages, and returns how the server ended.
    pub(crate) fn end(&mut self) -> Result<(), ServerError> {
        drop(self.to_server.take());
        self.server.take().unwrap().join().unwrap()
    }
}

/// Returns the path within a pack of an address.
pub(crate) fn pack_path(pack: &TestPack, address: &str) -> String {
    address.strip_prefix(&format!("{}/", uri(&pack.folder))).unwrap().to_owned()
}

/// Returns the offset of the mark `|` of a part of a text.
pub(crate) fn place(text: &str, marked: &str) -> usize {
    let at = marked.find('|').unwrap();
    text.find(&marked.replace('|', "")).unwrap_or_else(|| panic!("{marked} in {text}")) + at
}

/// Returns the address of a path.
pub(crate) fn uri(path: &Path) -> String {
    let mut text = String::from("file://");
    for byte in path.to_str().unwrap().bytes() {
        if byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte) {
            text.push(byte as char);
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text
}

fn read_message(input: &mut impl BufRead) -> Option<Json> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", value)) => length = value.parse().ok()?,
            Some(_) => {}
            None => break,
        }
    }
    let mut content = vec![0; length];
    input.read_exact(&mut content).ok()?;
    serde_json::from_slice(&content).ok()
}
