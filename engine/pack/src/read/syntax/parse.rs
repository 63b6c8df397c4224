//! Builds the tree of a file.

use std::sync::Arc;

use serde::de::IgnoredAny;
use tilewright_core::diag::{Diagnostic, FileId, Fix, Span, Spanned};
use tilewright_core::unseen::without_byte_order_mark;

use super::lex::{find_unclosed, is_word_byte, literal_end, skip_attributes, skip_blank, too_deep};
use super::screen::{ForbiddenContent, tame, unfit};
use super::{LARGE_NUMBER, Node, NodeShape, Word};
use crate::findings::{Findings, codes};
use crate::limits;

/// Result of reading a text.
#[derive(Clone, Debug)]
pub struct ParsedText {
    /// Tree of the text. If the text is not valid RON, it holds the readable parts, with [`NodeShape::Other`] for
    /// unreadable values. `None` if there is not even a first value, or if the text is larger than allowed.
    pub tree: Option<Node>,
    /// Reasons why the text is not valid RON; empty if it is. The spans are in the file `FileId(0)`.
    pub problems: Vec<Diagnostic>,
}

/// Reads a text that belongs to no source map. Never fails: mistakes are among the problems.
pub fn read(text: &str) -> ParsedText {
    let text = &*without_byte_order_mark(text);
    let report = Findings::default();
    let file = FileId(0);
    let tree = match check(file, text, &report) {
        Checked::Good => build(file, text, &report),
        Checked::Bad => None,
        Checked::TooLarge => return ParsedText { tree: None, problems: report.into_vec() },
    };
    let tree = tree.or_else(|| {
        let mut parser = Parser { lenient: true, ..Parser::new(file, text) };
        parser.value().ok()
    });
    ParsedText { tree, problems: report.into_vec() }
}

/// Returns the value that begins at a byte of a text that was valid before a change; `None` if it is no longer valid.
/// Skips the check by `ron`, which makes this fast.
pub(crate) fn value_at(text: &str, at: usize) -> Option<Node> {
    Parser { at, ..Parser::new(FileId(0), text) }.value().ok()
}

/// Reads a file; reports a file that is not valid RON and returns `None`.
pub fn parse(file: FileId, text: &str, report: &Findings) -> Option<Node> {
    let text = &*without_byte_order_mark(text);
    match check(file, text, report) {
        Checked::Good => build(file, text, report),
        Checked::Bad | Checked::TooLarge => None,
    }
}

/// Result of checking a text as a whole.
enum Checked {
    Good,
    Bad,
    TooLarge,
}

fn check(file: FileId, text: &str, report: &Findings) -> Checked {
    if text.len() > limits::FILE_BYTES {
        let message = format!("the file has {} bytes; at most {} are allowed", text.len(), limits::FILE_BYTES);
        report.add(codes::TOO_LARGE.finding(Span::new(file, 0, 0), message).with_hint("divide it into several files"));
        return Checked::TooLarge;
    }
    if let Some(at) = too_deep(text.as_bytes(), limits::NESTING) {
        let message = format!("values nest deeper than {} levels", limits::NESTING);
        report.add(codes::TOO_LARGE.finding(Span::new(file, at, at + 1), message));
        return Checked::TooLarge;
    }
    for ForbiddenContent { range, message, code } in unfit(text) {
        report.add(code.finding(Span::new(file, range.start, range.end), message));
    }
    if let Err(error) = ron::de::from_str::<IgnoredAny>(text) {
        let start = offset(text, error.span.start.line, error.span.start.col);
        let end = offset(text, error.span.end.line, error.span.end.col).max(start);
        // If this parser stops at or before the same position, its message is more specific to packs than that of
        // `ron`.
        let mut parser = Parser::new(file, text);
        let mut finding = match parser.value() {
            Err(message) if parser.is_full() => {
                report.add(
                    codes::TOO_LARGE.finding(parser.span_here(), message).with_hint("divide it into several files"),
                );
                return Checked::TooLarge;
            }
            Err(message) if parser.at <= end => {
                let found = codes::SYNTAX.finding(parser.span_here(), format!("this is not RON: {message}"));
                match parser.lacks {
                    Some((at, sign)) => {
                        found.with_fix(Fix::Insert { sign: sign.into(), back: (parser.at - at) as u32 })
                    }
                    None => found,
                }
            }
            _ => {
                let message = error.code.to_string();
                let message = message.trim_end_matches('.');
                codes::SYNTAX.finding(Span::new(file, start, end), format!("this is not RON: {message}"))
            }
        };
        if let Some(open) = find_unclosed(text) {
            let bracket = &text[open..=open];
            finding = finding.with_related(Span::new(file, open, open + 1), format!("this `{bracket}` is not closed"));
        }
        report.add(finding);
        return Checked::Bad;
    }
    Checked::Good
}

/// Returns the tree of a text that `ron` accepts.
fn build(file: FileId, text: &str, report: &Findings) -> Option<Node> {
    let mut parser = Parser::new(file, text);
    let node = parser.value().and_then(|node| {
        parser.blank();
        if parser.at == text.len() { Ok(node) } else { Err("no text may follow the end of the value") }
    });
    match node {
        Ok(node) => Some(node),
        Err(message) if parser.is_full() => {
            report.add(codes::TOO_LARGE.finding(parser.span_here(), message).with_hint("divide it into several files"));
            None
        }
        Err(message) => {
            report.add(codes::SYNTAX.finding(parser.span_here(), message));
            None
        }
    }
}

/// Converts a line and a column of `ron` to a byte position.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let rest = &text[start.min(text.len())..];
    start + rest.char_indices().nth(column.saturating_sub(1)).map_or(rest.len(), |(i, _)| i)
}

type ParseResult<T> = Result<T, &'static str>;

struct Parser<'a> {
    file: FileId,
    text: &'a str,
    at: usize,
    /// True if parsing continues after mistakes where possible.
    lenient: bool,
    /// Position and name of the sign that is missing where the parser stopped.
    lacks: Option<(usize, &'static str)>,
    /// Number of values so far; one more than allowed if the text has too many.
    values: usize,
}

impl<'a> Parser<'a> {
    /// Returns a parser at the start of a file's value. Attributes do not affect the tree, because packs leave out
    /// `Some` and names anyway.
    fn new(file: FileId, text: &'a str) -> Parser<'a> {
        Parser { file, text, at: skip_attributes(text.as_bytes()), lenient: false, lacks: None, values: 0 }
    }

    /// True if the parser stopped because the text has more values than allowed.
    fn is_full(&self) -> bool {
        self.values > limits::VALUES
    }

    fn blank(&mut self) {
        self.at = skip_blank(self.text.as_bytes(), self.at);
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn span(&self, start: usize) -> Span {
        Span::new(self.file, start, self.at)
    }

    /// Returns the span of the next byte.
    fn span_here(&self) -> Span {
        Span::new(self.file, self.at, self.at + 1)
    }

    fn value(&mut self) -> ParseResult<Node> {
        self.blank();
        let start = self.at;
        let Some(first) = self.peek() else { return Err("the text ends where a value should be") };
        self.values += 1;
        if self.is_full() {
            // A lenient parser would otherwise continue with the next value.
            self.at = if self.lenient { self.text.len() } else { start };
            return Err("a file cannot have more values than this");
        }
        let shape = match first {
            b'(' => self.fields(None)?,
            b'[' => {
                self.at += 1;
                NodeShape::List(self.items(b']')?)
            }
            b'{' => self.map()?,
            b'+' | b'-' | b'.' | b'0'..=b'9' => self.number(),
            _ if self.literal_here() => self.literal()?,
            _ if is_word_byte(first) => {
                let word = self.word()?;
                match &*word.value {
                    "true" => NodeShape::Bool(true),
                    "false" => NodeShape::Bool(false),
                    _ => {
                        let after = self.at;
                        self.blank();
                        if self.peek() == Some(b'(') {
                            self.fields(Some(word))?
                        } else {
                            self.at = after;
                            NodeShape::Word(word.value)
                        }
                    }
                }
            }
            _ => return Err("a value is missing here"),
        };
        Ok(Node::new(self.span(start), shape))
    }

    /// Reads a value. A lenient parser replaces an unreadable value, up to the next comma, by a placeholder.
    fn value_or_skip(&mut self) -> ParseResult<Node> {
        self.blank();
        let start = self.at;
        match self.value() {
            Err(_) if self.lenient => {
                self.skip();
                Ok(Node::new(self.span(start), NodeShape::Other("something that cannot be read")))
            }
            result => result,
        }
    }

    /// True if the list ends here: at a closing bracket of any kind, or at the end of the text.
    fn is_at_end(&self) -> bool {
        matches!(self.peek(), None | Some(b')' | b']' | b'}'))
    }

    /// Skips to the next comma or to the end of the list. Stops only there, so that parsing always advances.
    fn skip(&mut self) {
        let mut depth = 0usize;
        while let Some(byte) = self.peek() {
            match byte {
                b',' if depth == 0 => break,
                b')' | b']' | b'}' if depth == 0 => break,
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => depth -= 1,
                _ => {}
            }
            self.at = literal_end(self.text.as_bytes(), self.at).filter(|_| byte == b'"').unwrap_or(self.at + 1);
        }
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
    }

    fn literal_here(&self) -> bool {
        literal_end(self.text.as_bytes(), self.at).is_some()
    }

    fn literal(&mut self) -> ParseResult<NodeShape> {
        let start = self.at;
        self.at = literal_end(self.text.as_bytes(), start).unwrap_or(start);
        let source = self.text.get(start..self.at).ok_or("a text does not end")?;
        if let Some(bytes) = source.strip_prefix('b') {
            return Ok(NodeShape::Other(if bytes.starts_with('\'') { "a byte" } else { "a byte string" }));
        }
        if source.starts_with('\'') {
            return match ron::de::from_str::<char>(source) {
                Ok(c) => Ok(NodeShape::Text(tame(c.encode_utf8(&mut [0; 4])))),
                Err(_) => Err("a character does not end"),
            };
        }
        ron::de::from_str::<String>(source).map(|t| NodeShape::Text(tame(&t))).map_err(|_| "a text does not end")
    }

    fn number(&mut self) -> NodeShape {
        let start = self.at;
        while self.peek().is_some_and(|b| is_word_byte(b) || matches!(b, b'+' | b'-' | b'.')) {
            self.at += 1;
        }
        let written = self.text.get(start..self.at).unwrap_or_default();
        match ron::de::from_str::<i64>(written) {
            Ok(n) => NodeShape::Int(n),
            Err(_) => {
                let mut digits = written.trim_start_matches(['+', '-']).bytes();
                let is_whole = digits.len() > 0 && digits.all(|b| b.is_ascii_digit() || b == b'_');
                NodeShape::Other(if is_whole { LARGE_NUMBER } else { "a number that is not whole" })
            }
        }
    }

    fn word(&mut self) -> ParseResult<Word> {
        let start = self.at;
        if self.text.as_bytes()[start..].starts_with(b"r#") {
            return Err("raw names are not used here");
        }
        while self.peek().is_some_and(is_word_byte) {
            self.at += 1;
        }
        let value: Arc<str> = tame(self.text.get(start..self.at).unwrap_or_default());
        if value.is_empty() { Err("a name is missing here") } else { Ok(Spanned { value, span: self.span(start) }) }
    }

    /// Moves past the comma after a value, or to the bracket that closes the list.
    fn comma_or(&mut self, close: u8) -> ParseResult<()> {
        let end = self.at;
        self.blank();
        if self.eat(b',') || self.peek() == Some(close) || self.lenient {
            return Ok(());
        }
        let (sign, message) = match (self.is_at_end(), close) {
            (true, b')') => (")", "a `)` is missing before this"),
            (true, b']') => ("]", "a `]` is missing before this"),
            (true, _) => ("}", "a `}` is missing before this"),
            (false, _) => (",", "a comma is missing before this"),
        };
        self.lacks = Some((end, sign));
        Err(message)
    }

    fn items(&mut self, close: u8) -> ParseResult<Vec<Node>> {
        let mut items = Vec::new();
        loop {
            self.blank();
            if self.eat(close) {
                return Ok(items);
            }
            if self.lenient && self.is_at_end() {
                return Ok(items);
            }
            items.push(self.value_or_skip()?);
            self.comma_or(close)?;
        }
    }

    fn map(&mut self) -> ParseResult<NodeShape> {
        self.at += 1;
        let mut entries = Vec::new();
        loop {
            self.blank();
            if self.eat(b'}') {
                return Ok(NodeShape::Map(entries));
            }
            if self.lenient && self.is_at_end() {
                return Ok(NodeShape::Map(entries));
            }
            let key = self.value_or_skip()?;
            let end = self.at;
            self.blank();
            if self.eat(b':') {
                entries.push((key, self.value_or_skip()?));
            } else if !self.lenient {
                self.lacks = Some((end, ":"));
                return Err("a colon is missing before this");
            }
            self.comma_or(b'}')?;
        }
    }

    /// Reads the content of parentheses: fields if a name and a colon come first, otherwise values.
    fn fields(&mut self, name: Option<Word>) -> ParseResult<NodeShape> {
        self.at += 1;
        self.blank();
        if self.eat(b')') {
            return Ok(NodeShape::Struct(name, Vec::new()));
        }
        let start = self.at;
        let named = self.word().is_ok() && {
            self.blank();
            self.peek() == Some(b':')
        };
        self.at = start;
        if !named {
            return Ok(NodeShape::Tuple(name, self.items(b')')?));
        }
        let mut fields = Vec::new();
        loop {
            self.blank();
            if self.eat(b')') {
                return Ok(NodeShape::Struct(name, fields));
            }
            if self.lenient && self.is_at_end() {
                return Ok(NodeShape::Struct(name, fields));
            }
            let field = match self.word() {
                Ok(field) => field,
                Err(_) if self.lenient => {
                    self.skip();
                    self.eat(b',');
                    continue;
                }
                Err(message) => return Err(message),
            };
            if fields.len() == limits::FIELDS {
                return Err("a struct cannot have more fields than this");
            }
            let end = self.at;
            self.blank();
            if self.eat(b':') {
                fields.push((field, self.value_or_skip()?));
            } else if !self.lenient {
                self.lacks = Some((end, ":"));
                return Err("a colon is missing before this");
            }
            self.comma_or(b')')?;
        }
    }
}
