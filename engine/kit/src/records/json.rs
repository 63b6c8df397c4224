//! Reads and writes records as JSON: one object, an array of objects, or one object on each line.
//!
//! Unknown entries of a record are ignored, so that later programs may add entries. An unknown entry of a move or an
//! expectation is refused, because a move that is only half understood would give another game.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};
use tilewright_core::catalog::Value;
use tilewright_core::diag::nearest;
use tilewright_core::limits::{MESSAGE_LETTERS, RECORD_TEXT_BYTES};
use tilewright_core::session::record::{Expect, Final, Move, Record};
use tilewright_core::state::chance::ChanceOrder;
use tilewright_core::unseen::{code_point, escape_line, first_unseen};
use tilewright_pack::limits::ID_LETTERS;

use crate::pack_id::is_pack_id;
pub use crate::records::record_error::RecordError;
use crate::records::stream::Records;

/// Version of the format that this program writes.
const VERSION: i64 = 1;

/// Reads all records of a text. A broken line does not keep the other lines from being read.
pub fn read_records(text: &str) -> Vec<Result<Record, RecordError>> {
    Records::new(text.as_bytes()).collect()
}

/// Writes a record as one line of JSON, without a line break.
pub fn write_record(record: &Record) -> String {
    let mut game = Map::new();
    game.insert("record".into(), json!(VERSION));
    game.insert("id".into(), json!(record.id));
    game.insert("packs".into(), json!(record.packs));
    if !record.places.is_empty() {
        game.insert("places".into(), json!(record.places));
    }
    let options = record.options.iter().map(|(name, value)| (name.clone(), write_value(value)));
    game.insert("options".into(), Json::Object(options.collect()));
    game.insert("seats".into(), json!(record.seats));
    game.insert("seed".into(), json!(record.seed));
    if record.seed.is_some() {
        game.insert("chance".into(), json!(record.order.version()));
    }
    game.insert("moves".into(), record.moves.iter().map(write_move).collect());
    if let Some(last) = &record.last {
        let mut entry = Map::new();
        entry.insert("scores".into(), json!(last.scores));
        if let Some(by_kind) = &last.by_kind {
            entry.insert("by_kind".into(), json!(by_kind));
        }
        game.insert("final".into(), Json::Object(entry));
    }
    Json::Object(game).to_string()
}

pub(crate) fn write_value(value: &Value) -> Json {
    match value {
        Value::Bool(b) => json!(b),
        Value::Int(n) => json!(n),
        Value::Text(t) => json!(&**t),
        Value::List(items) => items.iter().map(write_value).collect(),
        Value::Map(items) => Json::Object(items.iter().map(|(k, v)| (k.to_string(), write_value(v))).collect()),
    }
}

pub(crate) fn write_move(entry: &Move) -> Json {
    let mut out = Map::new();
    let mut put = |name: &str, value: Json| out.insert(name.to_owned(), value);
    match entry {
        Move::Draw { kind, from } => {
            put("draw", json!(kind));
            from.as_ref().map(|from| put("from", json!(from)));
        }
        Move::Roll { face, die } => {
            put("roll", json!(face));
            die.as_ref().map(|die| put("die", json!(die)));
        }
        Move::Shuffle { bag, order } => {
            put("shuffle", json!(order));
            put("from", json!(bag));
        }
        Move::Deal { sizes } => {
            put("shuffle", json!(sizes));
        }
        // A number that a rule picks is written as a roll of a separate die.
        Move::Number { name, number } => {
            put("roll", json!(number.to_string()));
            put("die", json!(name));
        }
        Move::Answer { seat, ask, pick } => {
            put("seat", json!(seat));
            put("ask", json!(ask));
            put("pick", json!(pick));
        }
        Move::Expect(expect) => {
            put("expect", write_expect(expect));
        }
    }
    Json::Object(out)
}

fn write_expect(expect: &Expect) -> Json {
    let mut out = Map::new();
    let mut put = |name: &str, value: Option<Json>| {
        if let Some(value) = value {
            out.insert(name.to_owned(), value);
        }
    };
    put("seat", expect.seat.map(|v| json!(v)));
    put("ask", expect.ask.as_ref().map(|v| json!(v)));
    put("options", expect.options.as_ref().map(|v| json!(v)));
    put("scores", expect.scores.as_ref().map(|v| json!(v)));
    put("supply", expect.supply.as_ref().map(|v| json!(v)));
    put("counters", expect.counters.as_ref().map(|v| json!(v)));
    put("over", expect.over.map(|v| json!(v)));
    put("rejected", expect.rejected.as_ref().map(|(pick, code)| json!({"pick": pick, "code": code})));
    Json::Object(out)
}

/// Reader of one record, with its line and the part that is being read.
pub(crate) struct RecordReader {
    line: usize,
    part: String,
    code: &'static str,
}

type RecordResult<T> = Result<T, RecordError>;

impl RecordReader {
    pub(crate) fn new(line: usize) -> RecordReader {
        RecordReader { line, part: String::new(), code: "bad_record" }
    }

    pub(crate) fn wrong<T>(&self, name: &str, message: impl Into<String>) -> RecordResult<T> {
        let dot = if self.part.is_empty() || name.is_empty() { "" } else { "." };
        let part = format!("{}{dot}{name}", self.part);
        let (part, message) =
            (escape_line(&part, ID_LETTERS).into_owned(), escape_line(&message.into(), MESSAGE_LETTERS).into_owned());
        Err(RecordError { line: self.line, code: self.code, part, message })
    }

    /// Checks the version of the format.
    pub(crate) fn version(&mut self, head: &Map<String, Json>) -> RecordResult<()> {
        match head.get("record").and_then(Json::as_i64) {
            Some(VERSION) => Ok(()),
            Some(other) => {
                self.code = "other_version";
                self.wrong("record", format!("version {other} is not supported, only {VERSION}"))
            }
            None => self.wrong("record", format!("a record begins with \"record\": {VERSION}")),
        }
    }

    /// Reads a record from all entries except the moves, and from the moves if they have already been read as a list.
    pub(crate) fn record(
        &mut self,
        head: &Map<String, Json>,
        moves: Option<RecordResult<Vec<Move>>>,
    ) -> RecordResult<Record> {
        for (name, value) in head.iter().filter(|(name, _)| *name != "moves") {
            self.readable("", &Json::String(name.clone()))?;
            self.readable(name, value)?;
        }
        let id = head.get("id").and_then(Json::as_str).unwrap_or_default().to_owned();
        let packs = self.packs(head.get("packs").unwrap_or(&Json::Null))?;
        let places = self.places(head.get("places").unwrap_or(&Json::Null))?;
        let mut options = Vec::new();
        match head.get("options") {
            None | Some(Json::Null) => {}
            Some(Json::Object(given)) => {
                for (name, value) in given {
                    options.push((name.clone(), self.value(&format!("options.{name}"), value)?));
                }
            }
            Some(_) => return self.wrong("options", "options are an object of option to value"),
        }
        let seats = self.small("seats", head.get("seats").unwrap_or(&Json::Null))?;
        let seed = match head.get("seed") {
            None | Some(Json::Null) => None,
            Some(seed) => match seed.as_u64() {
                Some(seed) => Some(seed),
                None => return self.wrong("seed", "a seed is a whole number from 0 or null"),
            },
        };
        let order = match head.get("chance") {
            // Records without a version are older than the second one.
            None | Some(Json::Null) => ChanceOrder::Sequence,
            Some(version) => match version.as_u64().and_then(ChanceOrder::from_version) {
                Some(order) => order,
                None => return self.wrong("chance", "chance follows from the seed in the way of version 1 or 2"),
            },
        };
        let moves = moves.unwrap_or_else(|| self.wrong("moves", "the moves are a list"))?;
        let last = match head.get("final") {
            None | Some(Json::Null) => None,
            Some(last) => {
                self.part = "final".into();
                let scores = self.numbers("scores", last.get("scores").unwrap_or(&Json::Null))?;
                let by_kind = last.get("by_kind").map(|kinds| self.table("by_kind", kinds)).transpose()?;
                Some(Final { scores, by_kind })
            }
        };
        Ok(Record { id, packs, places, options, seats, seed, order, moves, last })
    }

    /// Reads the places where packs were found. The code that opens the record decides which of these paths are
    /// followed.
    fn places(&self, value: &Json) -> RecordResult<BTreeMap<String, String>> {
        let place = |(id, path): (&String, &Json)| Ok((id.clone(), self.text(&format!("places.{id}"), path)?));
        match value {
            Json::Null => Ok(BTreeMap::new()),
            Json::Object(given) => given.iter().map(place).collect(),
            _ => self.wrong("places", "places are an object of pack to path"),
        }
    }

    /// Reads the names of packs: ids, with or without version and hash. Paths are in `places`.
    fn packs(&self, value: &Json) -> RecordResult<Vec<String>> {
        let packs = self.texts("packs", value)?;
        let is_id = |name: &String| is_pack_id(name.split(['@', '#']).next().unwrap_or_default());
        match packs.iter().position(|name| !is_id(name)) {
            None => Ok(packs),
            Some(at) => {
                let message = "a record names packs by their ids, such as `pond` or `pond@1.0.0`, and never by paths";
                self.wrong(&format!("packs[{at}]"), message)
            }
        }
    }

    fn value(&self, name: &str, value: &Json) -> RecordResult<Value> {
        Ok(match value {
            Json::Bool(b) => Value::Bool(*b),
            Json::String(t) => Value::text(t),
            Json::Number(n) => match n.as_i64() {
                Some(n) => Value::Int(n),
                None => return self.wrong(name, "a number of an option is whole"),
            },
            _ => return self.wrong(name, "the value of an option is true, false, a whole number or a text"),
        })
    }

    /// Refuses names and texts with invisible characters, because messages quote parts of a record.
    fn readable(&self, name: &str, value: &Json) -> RecordResult<()> {
        let check = |text: &str| match first_unseen(text) {
            Some((_, c)) => self.wrong(name, format!("the character {} is invisible", code_point(c))),
            None if text.len() > RECORD_TEXT_BYTES => {
                let message = format!("a text has {} bytes; at most {RECORD_TEXT_BYTES} are allowed", text.len());
                self.wrong(name, message)
            }
            None => Ok(()),
        };
        match value {
            Json::String(text) => check(text),
            Json::Array(items) => {
                items.iter().zip(0..).try_for_each(|(item, n)| self.readable(&format!("{name}[{n}]"), item))
            }
            Json::Object(entries) => entries.iter().try_for_each(|(key, value)| {
                check(key)?;
                self.readable(name, value)
            }),
            _ => Ok(()),
        }
    }

    fn text(&self, name: &str, value: &Json) -> RecordResult<String> {
        value.as_str().map_or_else(|| self.wrong(name, "a text is expected here"), |t| Ok(t.to_owned()))
    }

    fn texts(&self, name: &str, value: &Json) -> RecordResult<Vec<String>> {
        let Json::Array(items) = value else { return self.wrong(name, "a list of texts is expected here") };
        items.iter().enumerate().map(|(i, v)| self.text(&format!("{name}[{i}]"), v)).collect()
    }

    fn small(&self, name: &str, value: &Json) -> RecordResult<u8> {
        let number = value.as_u64().and_then(|n| u8::try_from(n).ok());
        number.map_or_else(|| self.wrong(name, "a number from 0 to 255 is expected here"), Ok)
    }

    fn number(&self, name: &str, value: &Json) -> RecordResult<i32> {
        let number = value.as_i64().and_then(|n| i32::try_from(n).ok());
        number.map_or_else(|| self.wrong(name, "a whole number is expected here"), Ok)
    }

    fn numbers(&self, name: &str, value: &Json) -> RecordResult<Vec<i32>> {
        let Json::Array(items) = value else { return self.wrong(name, "a list of numbers is expected here") };
        items.iter().enumerate().map(|(i, v)| self.number(&format!("{name}[{i}]"), v)).collect()
    }

    fn table(&self, name: &str, value: &Json) -> RecordResult<BTreeMap<String, Vec<i32>>> {
        let Json::Object(rows) = value else { return self.wrong(name, "an object of lists is expected here") };
        rows.iter()
            .map(|(key, row)| {
                let row = if row.is_i64() { vec![self.number(key, row)?] } else { self.numbers(key, row)? };
                Ok((key.clone(), row))
            })
            .collect()
    }

    fn only(&self, entry: &Map<String, Json>, known: &[&str]) -> RecordResult<()> {
        let Some(other) = entry.keys().find(|k| !known.contains(&k.as_str())) else { return Ok(()) };
        let meant = nearest(other, known.iter().copied());
        let hint = meant.map_or_else(|| format!("known are {}", known.join(", ")), |m| format!("did you mean `{m}`?"));
        self.wrong(other, format!("`{other}` is not known here; {hint}"))
    }

    /// Reads the move with a number.
    pub(crate) fn entry_at(&mut self, number: usize, entry: &Json) -> RecordResult<Move> {
        self.part = format!("moves[{number}]");
        let read = self.entry(entry);
        self.part.clear();
        self.code = "bad_record";
        read
    }

    fn entry(&mut self, entry: &Json) -> RecordResult<Move> {
        self.code = "bad_move";
        self.readable("", entry)?;
        let Json::Object(entry) = entry else { return self.wrong("", "a move is an object") };
        let text_of = |name: &str| entry.get(name).map(|v| self.text(name, v)).transpose();
        if let Some(kind) = entry.get("draw") {
            self.only(entry, &["draw", "from"])?;
            return Ok(Move::Draw { kind: self.text("draw", kind)?, from: text_of("from")? });
        }
        if let Some(face) = entry.get("roll") {
            self.only(entry, &["roll", "die"])?;
            let face = if face.is_i64() { face.to_string() } else { self.text("roll", face)? };
            return Ok(Move::Roll { face, die: text_of("die")? });
        }
        if let Some(sizes) = entry.get("shuffle").and_then(Json::as_object) {
            self.only(entry, &["shuffle"])?;
            let read = |(bag, count): (&String, &Json)| Some((bag.clone(), u32::try_from(count.as_u64()?).ok()?));
            return match sizes.iter().map(read).collect() {
                Some(sizes) => Ok(Move::Deal { sizes }),
                None => self.wrong("shuffle", "the value must be the number of tiles for each stack"),
            };
        }
        if let Some(order) = entry.get("shuffle") {
            self.only(entry, &["shuffle", "from"])?;
            let bag = text_of("from")?;
            let Some(bag) = bag else { return self.wrong("from", "a shuffle names its stack") };
            return Ok(Move::Shuffle { bag, order: self.texts("shuffle", order)? });
        }
        if let Some(pick) = entry.get("pick") {
            self.only(entry, &["seat", "ask", "pick"])?;
            let seat = self.small("seat", entry.get("seat").unwrap_or(&Json::Null))?;
            let ask = self.text("ask", entry.get("ask").unwrap_or(&Json::Null))?;
            return Ok(Move::Answer { seat, ask, pick: self.text("pick", pick)? });
        }
        if let Some(expect) = entry.get("expect") {
            self.only(entry, &["expect"])?;
            self.code = "bad_expect";
            self.part.push_str(".expect");
            return self.expect(expect).map(Move::Expect);
        }
        let known = ["draw", "roll", "shuffle", "pick", "expect"];
        self.only(entry, &known)?;
        self.wrong("", format!("a move has one of {}", known.join(", ")))
    }

    fn expect(&self, expect: &Json) -> RecordResult<Expect> {
        let Json::Object(given) = expect else { return self.wrong("", "an expectation is an object") };
        let known = ["seat", "ask", "options", "scores", "supply", "counters", "over", "rejected"];
        self.only(given, &known)?;
        let get = |name: &str| given.get(name);
        let supply = |seats: &Json| match seats {
            Json::Array(seats) => seats.iter().enumerate().map(|(i, s)| self.supply(i, s)).collect(),
            _ => self.wrong("supply", "one object for each seat is expected here"),
        };
        let over =
            |over: &Json| over.as_bool().map_or_else(|| self.wrong("over", "true or false is expected here"), Ok);
        Ok(Expect {
            seat: get("seat").map(|v| self.small("seat", v)).transpose()?,
            ask: get("ask").map(|v| self.text("ask", v)).transpose()?,
            options: get("options").map(|v| self.texts("options", v)).transpose()?,
            scores: get("scores").map(|v| self.numbers("scores", v)).transpose()?,
            supply: get("supply").map(supply).transpose()?,
            counters: get("counters").map(|v| self.table("counters", v)).transpose()?,
            over: get("over").map(over).transpose()?,
            rejected: get("rejected").map(|v| self.rejected_answer(v)).transpose()?,
        })
    }

    fn supply(&self, seat: usize, figures: &Json) -> RecordResult<BTreeMap<String, i64>> {
        let name = format!("supply[{seat}]");
        let Json::Object(figures) = figures else {
            return self.wrong(&name, "an object of figure to number is expected");
        };
        let one = |(figure, n): (&String, &Json)| match n.as_i64() {
            Some(n) => Ok((figure.clone(), n)),
            None => self.wrong(&format!("{name}.{figure}"), "a whole number is expected here"),
        };
        figures.iter().map(one).collect()
    }

    /// Reads a refused answer: `["pick", "code"]` or `{"pick": …, "code": …}`.
    fn rejected_answer(&self, value: &Json) -> RecordResult<(String, String)> {
        match value {
            Json::Array(pair) if pair.len() == 2 => {
                Ok((self.text("rejected[0]", &pair[0])?, self.text("rejected[1]", &pair[1])?))
            }
            Json::Object(entry) => {
                self.only(entry, &["pick", "code"])?;
                let get = |name: &str| self.text(&format!("rejected.{name}"), entry.get(name).unwrap_or(&Json::Null));
                Ok((get("pick")?, get("code")?))
            }
            _ => self.wrong("rejected", "an object of pick and code is expected here"),
        }
    }
}
