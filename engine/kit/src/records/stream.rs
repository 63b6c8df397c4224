//! Reads files of records as a stream: one record after another, each of bounded size, never the file as a whole.
//!
//! A broken line does not keep the other lines from being read. The entries of a record other than its moves are
//! interpreted once the whole record is read, so that the version is checked first wherever it is written.

use std::fmt;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value as Json};
use tilewright_core::session::record::{Move, Record};
use tilewright_core::unseen::BYTE_ORDER_MARK;

use crate::error::KitError;
use crate::files;
use crate::records::json::RecordReader;
use crate::records::record_error::RecordError;

/// Maximum size of one record, in bytes.
pub const RECORD_BYTES: usize = 16 << 20;
/// Maximum number of moves in one record.
pub const RECORD_MOVES: usize = 100_000;
/// Maximum number of values in one record, including those in lists and objects.
const RECORD_VALUES: usize = 1_000_000;
/// Maximum number of values in one move, or in one other entry: enough to shuffle a whole bag.
const ENTRY_VALUES: usize = 150_000;

/// Iterator over the records of a file.
pub struct Records<R> {
    source: PeekReader<R>,
    form: Option<RecordLayout>,
}

/// Layout of the records in a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RecordLayout {
    /// One record on each line.
    Lines,
    /// A list of records; true before its first record.
    List(bool),
    /// One record that spans several lines.
    One,
    /// No records are left.
    Over,
}

impl Records<BufReader<std::fs::File>> {
    /// Opens a file of records.
    ///
    /// # Errors
    /// The file cannot be opened, or is not an ordinary file.
    pub fn open(path: &Path) -> Result<Self, KitError> {
        Ok(Records::new(BufReader::new(files::open(path)?)))
    }
}

impl<R: BufRead> Records<R> {
    /// Returns an iterator over the records of a reader.
    pub fn new(reader: R) -> Records<R> {
        Records { source: PeekReader { reader, ahead: Vec::new(), at: 0, line: 1 }, form: None }
    }

    /// Inspects the first line that is not empty: it is a whole record, or the beginning of a list or a longer record.
    fn look(&mut self) -> Result<RecordLayout, RecordError> {
        self.source.skip_byte_order_mark()?;
        if !self.source.skip_blanks()? {
            return Ok(RecordLayout::Over);
        }
        match self.source.peek()? {
            Some(b'[') => {
                self.source.bump()?;
                Ok(RecordLayout::List(true))
            }
            Some(b'{') => {
                let (line, _) = self.source.line(RECORD_BYTES)?;
                let whole = serde_json::from_slice::<IgnoredAny>(&line).is_ok();
                let form = if whole || line.len() > RECORD_BYTES { RecordLayout::Lines } else { RecordLayout::One };
                self.source.put_back(line);
                Ok(form)
            }
            _ => Ok(RecordLayout::One),
        }
    }

    fn lines(&mut self) -> Result<Option<Record>, RecordError> {
        if !self.source.skip_blanks()? {
            return Ok(None);
        }
        let at = self.source.line;
        let (line, ended) = self.source.line(RECORD_BYTES)?;
        if line.len() > RECORD_BYTES {
            if ended {
                self.source.line += 1;
            } else {
                self.source.skip_line()?;
            }
            return Err(too_large(at));
        }
        self.source.line += 1;
        read_one(&line, at, !ended).map(Some)
    }

    fn list(&mut self, first: bool) -> Result<Option<Record>, RecordError> {
        self.source.skip_blanks()?;
        self.form = Some(RecordLayout::Over);
        match self.source.peek()? {
            Some(b']') => {
                self.source.bump()?;
                return self.nothing_more().map(|()| None);
            }
            Some(b',') if !first => {
                self.source.bump()?;
                self.source.skip_blanks()?;
            }
            Some(_) if first => {}
            Some(_) => return Err(bad_json(self.source.line, "a comma or the end of the list is expected here")),
            None => return Err(cut_off(self.source.line)),
        }
        match self.source.peek()? {
            Some(b']' | b',') => Err(bad_json(self.source.line, "a record is expected here")),
            Some(_) => {
                self.form = Some(RecordLayout::List(false));
                self.value(false)
            }
            None => Err(cut_off(self.source.line)),
        }
    }

    /// Reads one value that may span several lines. If `alone` is true, nothing may follow it.
    fn value(&mut self, alone: bool) -> Result<Option<Record>, RecordError> {
        let at = self.source.line;
        let (text, whole) = match self.source.value(RECORD_BYTES) {
            Ok(read) => read,
            Err(error) => {
                self.form = Some(RecordLayout::Over);
                return Err(error);
            }
        };
        if alone || !whole {
            self.form = Some(RecordLayout::Over);
        }
        let record = read_one(&text, at, !whole)?;
        if alone {
            self.nothing_more()?;
        }
        Ok(Some(record))
    }

    fn nothing_more(&mut self) -> Result<(), RecordError> {
        let more = self.source.skip_blanks()?;
        if more { Err(bad_json(self.source.line, "there is text after its end")) } else { Ok(()) }
    }
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let form = match self.form {
            Some(form) => Ok(form),
            None => self.look(),
        };
        let form = match form {
            Ok(form) => *self.form.insert(form),
            Err(error) => {
                self.form = Some(RecordLayout::Over);
                return Some(Err(error));
            }
        };
        let read = match form {
            RecordLayout::Lines => self.lines(),
            RecordLayout::List(first) => self.list(first),
            RecordLayout::One => self.value(true),
            RecordLayout::Over => Ok(None),
        };
        // A reader that has failed once will not recover later.
        if matches!(&read, Err(error) if error.code == "cannot_read") {
            self.form = Some(RecordLayout::Over);
        }
        read.transpose()
    }
}

/// Bytes that can be inspected before they are consumed, and the number of their line.
struct PeekReader<R> {
    reader: R,
    /// Bytes that were read and then pushed back.
    ahead: Vec<u8>,
    at: usize,
    line: usize,
}

impl<R: BufRead> PeekReader<R> {
    fn peek(&mut self) -> Result<Option<u8>, RecordError> {
        if let Some(byte) = self.ahead.get(self.at) {
            return Ok(Some(*byte));
        }
        match self.reader.fill_buf() {
            Ok(bytes) => Ok(bytes.first().copied()),
            Err(error) => Err(unreadable(self.line, &error)),
        }
    }

    fn bump(&mut self) -> Result<Option<u8>, RecordError> {
        let byte = self.peek()?;
        if byte == Some(b'\n') {
            self.line += 1;
        }
        if self.at < self.ahead.len() {
            self.at += 1;
        } else if byte.is_some() {
            self.reader.consume(1);
        }
        Ok(byte)
    }

    /// Skips a byte order mark, which some programs write at the beginning of a file.
    fn skip_byte_order_mark(&mut self) -> Result<(), RecordError> {
        let mut mark = [0; 4];
        let mark = BYTE_ORDER_MARK.encode_utf8(&mut mark).as_bytes();
        let mut taken = Vec::new();
        while taken.len() < mark.len() && self.peek()? == Some(mark[taken.len()]) {
            taken.extend(self.bump()?);
        }
        if taken.len() < mark.len() {
            self.put_back(taken);
        }
        Ok(())
    }

    /// Skips blanks; returns true if any bytes are left.
    fn skip_blanks(&mut self) -> Result<bool, RecordError> {
        while let Some(byte) = self.peek()? {
            if !byte.is_ascii_whitespace() {
                return Ok(true);
            }
            self.bump()?;
        }
        Ok(false)
    }

    /// Reads the remainder of the line; the flag is true if a line break ended it. A longer line is cut off just after
    /// `most` bytes, so that the caller notices.
    fn line(&mut self, most: usize) -> Result<(Vec<u8>, bool), RecordError> {
        let mut line = self.ahead.split_off(self.at.min(self.ahead.len()));
        self.ahead.clear();
        self.at = 0;
        if !line.ends_with(b"\n") {
            let room = (most + 2).saturating_sub(line.len()) as u64;
            let read = self.reader.by_ref().take(room).read_until(b'\n', &mut line);
            read.map_err(|error| unreadable(self.line, &error))?;
        }
        let ended = line.ends_with(b"\n");
        Ok((line, ended))
    }

    fn put_back(&mut self, bytes: Vec<u8>) {
        (self.ahead, self.at) = (bytes, 0);
    }

    /// Skips the remainder of a partly read line.
    fn skip_line(&mut self) -> Result<(), RecordError> {
        self.put_back(Vec::new());
        self.reader.skip_until(b'\n').map_err(|error| unreadable(self.line, &error))?;
        self.line += 1;
        Ok(())
    }

    /// Reads the bytes of a value; the flag is true if its end was found. Mistakes inside it are found when it is
    /// parsed.
    fn value(&mut self, most: usize) -> Result<(Vec<u8>, bool), RecordError> {
        let (begins, mut text) = (self.line, Vec::new());
        let (mut depth, mut quoted, mut escaped) = (0usize, false, false);
        while let Some(byte) = self.peek()? {
            if depth == 0 && !quoted && !text.is_empty() && (byte.is_ascii_whitespace() || b",]".contains(&byte)) {
                return Ok((text, true));
            }
            self.bump()?;
            text.push(byte);
            if text.len() > most {
                return Err(too_large(begins));
            }
            match byte {
                _ if escaped => escaped = false,
                b'\\' if quoted => escaped = true,
                b'"' => quoted = !quoted,
                b'{' | b'[' if !quoted => depth += 1,
                b'}' | b']' if !quoted => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return Ok((text, true));
                    }
                }
                _ => {}
            }
        }
        let whole = depth == 0 && !quoted;
        Ok((text, whole))
    }
}

fn error(line: usize, code: &'static str, message: String) -> RecordError {
    RecordError { line, code, part: String::new(), message }
}

fn bad_json(line: usize, why: impl fmt::Display) -> RecordError {
    error(line, "bad_json", format!("this is not valid JSON: {why}"))
}

fn cut_off(line: usize) -> RecordError {
    error(
        line,
        "cut_off",
        "the file ends in the middle of this record; the program that wrote it was interrupted".to_owned(),
    )
}

fn unreadable(line: usize, why: &std::io::Error) -> RecordError {
    error(line, "cannot_read", format!("the rest cannot be read: {why}"))
}

fn too_large(line: usize) -> RecordError {
    error(line, "too_large", format!("a record has at most {RECORD_BYTES} bytes"))
}

/// Reads one record that begins on `line`. `last` is true if the file ends with it.
fn read_one(text: &[u8], line: usize, last: bool) -> Result<Record, RecordError> {
    let mut gathered = RecordParts { reader: RecordReader::new(line), is_object: false, head: Map::new(), moves: None };
    let mut budget = ValueBudget { left: RECORD_VALUES, entry: ENTRY_VALUES, over: None };
    let mut json = serde_json::Deserializer::from_slice(text);
    let whole = Bounded { budget: &mut budget, level: Level::Record(&mut gathered) };
    let read = whole.deserialize(&mut json).and_then(|_| json.end());
    let RecordParts { mut reader, is_object, head, moves } = gathered;
    match read {
        Ok(()) => {}
        Err(_) if budget.over.is_some() => {}
        Err(why) if why.is_eof() && last => return Err(cut_off(line)),
        Err(why) => return Err(bad_json(line, why)),
    }
    if !is_object {
        return reader.wrong("", "a record is an object");
    }
    reader.version(&head)?;
    match budget.over {
        Some(message) => Err(error(line, "too_large", message)),
        None => reader.record(&head, moves),
    }
}

/// Number of values that may still follow.
struct ValueBudget {
    /// Limit for the record.
    left: usize,
    /// Limit for the entry that is being read.
    entry: usize,
    /// Reason for stopping, once a limit is exceeded.
    over: Option<String>,
}

impl ValueBudget {
    fn spend<E: serde::de::Error>(&mut self) -> Result<(), E> {
        let (Some(left), Some(entry)) = (self.left.checked_sub(1), self.entry.checked_sub(1)) else {
            return Err(self.stop(format!("an entry has at most {ENTRY_VALUES} values, and a record {RECORD_VALUES}")));
        };
        (self.left, self.entry) = (left, entry);
        Ok(())
    }

    fn stop<E: serde::de::Error>(&mut self, why: String) -> E {
        self.over = Some(why);
        E::custom("too much")
    }
}

/// Parts of a record that have been read.
struct RecordParts {
    reader: RecordReader,
    is_object: bool,
    /// All entries except the moves.
    head: Map<String, Json>,
    /// Moves, or the first mistake in them; `None` if they are not a list.
    moves: Option<Result<Vec<Move>, RecordError>>,
}

/// JSON value that may use no more values than the budget has left.
struct Bounded<'a> {
    budget: &'a mut ValueBudget,
    level: Level<'a>,
}

/// Position of a value in the record, so that large values need not be kept.
enum Level<'a> {
    /// The record itself: its entries are gathered, and it yields no value.
    Record(&'a mut RecordParts),
    /// The moves of the record: if they are a list, each entry is read and only the move is kept.
    Moves(&'a mut RecordParts),
    /// Any other value.
    Plain,
}

impl<'a> Bounded<'a> {
    fn plain(budget: &'a mut ValueBudget) -> Bounded<'a> {
        Bounded { budget, level: Level::Plain }
    }
}

impl<'de> DeserializeSeed<'de> for Bounded<'_> {
    type Value = Json;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        self.budget.spend()?;
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Bounded<'_> {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
        let budget = self.budget;
        let Level::Moves(gathered) = self.level else {
            let mut list = Vec::new();
            while let Some(value) = entries.next_element_seed(Bounded::plain(&mut *budget))? {
                list.push(value);
            }
            return Ok(Json::Array(list));
        };
        let mut moves = Vec::new();
        loop {
            budget.entry = ENTRY_VALUES;
            let Some(entry) = entries.next_element_seed(Bounded::plain(&mut *budget))? else { break };
            if moves.len() == RECORD_MOVES {
                return Err(budget.stop(format!("a record has at most {RECORD_MOVES} moves")));
            }
            match gathered.reader.entry_at(moves.len(), &entry) {
                Ok(entry) => moves.push(entry),
                Err(error) => {
                    // After a mistake, the remaining entries are skipped without being read.
                    while entries.next_element::<IgnoredAny>()?.is_some() {}
                    gathered.moves = Some(Err(error));
                    return Ok(Json::Null);
                }
            }
        }
        gathered.moves = Some(Ok(moves));
        Ok(Json::Null)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
        let budget = self.budget;
        let Level::Record(gathered) = self.level else {
            let mut object = Map::new();
            while let Some(name) = entries.next_key::<String>()? {
                let value = entries.next_value_seed(Bounded::plain(&mut *budget))?;
                object.insert(name, value);
            }
            return Ok(Json::Object(object));
        };
        gathered.is_object = true;
        while let Some(name) = entries.next_key::<String>()? {
            budget.entry = ENTRY_VALUES;
            if name == "moves" {
                gathered.moves = None;
                entries.next_value_seed(Bounded { budget: &mut *budget, level: Level::Moves(&mut *gathered) })?;
            } else {
                let value = entries.next_value_seed(Bounded::plain(&mut *budget))?;
                gathered.head.insert(name, value);
            }
        }
        Ok(Json::Null)
    }
}
