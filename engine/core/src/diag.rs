//! Represents findings about content, such as mistakes in packs, and positions in source files.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use crate::limits::MESSAGE_LETTERS;
use crate::unseen::{BYTE_ORDER_MARK, escape_line};

/// Number of a file in a [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FileId(pub u32);

/// A range of bytes in a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    /// File that contains the range.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// Creates a span of bytes in a file. Offsets beyond `u32::MAX` are clipped.
    pub fn new(file: FileId, start: usize, end: usize) -> Span {
        let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span { file, start: clip(start), end: clip(end) }
    }
}

/// A value and its position in a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// Value that was read.
    pub value: T,
    /// Position of the value in the file.
    pub span: Span,
}

/// A source file of a pack, with the offsets of its lines.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Path for display, with forward slashes.
    pub path: Arc<str>,
    /// Text of the file.
    pub text: Arc<str>,
    /// Offset in bytes of the start of each line.
    lines: Arc<[u32]>,
}

impl SourceFile {
    /// Returns the number of the line that contains a byte, from 0, and the offset of the first byte of that line.
    fn line(&self, at: usize) -> (usize, usize) {
        let number = self.lines.partition_point(|start| *start as usize <= at).saturating_sub(1);
        (number, self.lines.get(number).map_or(0, |start| *start as usize))
    }
}

/// A position in a file, counted from 1 for display.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineColumn {
    /// Number of the line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// All source files that were read, for the display of spans.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// Adds a file and returns its number.
    pub fn add(&mut self, path: &str, text: &str) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        let feeds = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let lines = std::iter::once(0).chain(feeds.map(|(at, _)| u32::try_from(at + 1).unwrap_or(u32::MAX))).collect();
        self.files.push(SourceFile { path: path.into(), text: text.into(), lines });
        id
    }

    /// Returns a file; `None` if the number is not from this map.
    pub fn get(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.0 as usize)
    }

    /// Returns all files in the order in which they were added.
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// Returns the start of a span as line and column.
    pub fn position(&self, span: Span) -> LineColumn {
        let Some(file) = self.get(span.file) else { return LineColumn { line: 1, column: 1 } };
        let mut at = (span.start as usize).min(file.text.len());
        while !file.text.is_char_boundary(at) {
            at -= 1;
        }
        let (line, start) = file.line(at);
        let mut before = &file.text[start..at];
        if line == 0 {
            before = before.trim_start_matches(BYTE_ORDER_MARK);
        }
        LineColumn { line: line + 1, column: before.chars().count() + 1 }
    }

    /// Returns the start of a span as `path:line:column`.
    pub fn place(&self, span: Span) -> String {
        let at = self.position(span);
        let path = self.get(span.file).map_or("?", |f| &f.path);
        format!("{path}:{}:{}", at.line, at.column)
    }
}

/// Importance of a finding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The pack cannot be played.
    Error,
    /// The pack can be played, but probably differs from its author's intention.
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        })
    }
}

/// A change that most probably fixes a finding. It is data, so that an editor can offer it and undo it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fix {
    /// Replaces a name that is probably misspelt. The wrong name is within the span of the finding.
    Rename {
        /// Name in the file.
        from: Arc<str>,
        /// Name that was probably meant.
        to: Arc<str>,
    },
    /// Replaces a name that was renamed and keeps its meaning. The old name is within the span of the finding. Only
    /// this kind of fix is safe: it does not change the game.
    NewName {
        /// Old name in the file.
        from: Arc<str>,
        /// Current name of the entry.
        to: Arc<str>,
    },
    /// Adds a text for players.
    AddText {
        /// Id of the pack that lacks the text.
        pack: Arc<str>,
        /// Language of the text.
        language: Arc<str>,
        /// Key of the text.
        key: Arc<str>,
    },
    /// Adds a rule that the pack names but does not have.
    NewRule {
        /// Id of the pack that uses the rule.
        pack: Arc<str>,
        /// Name of the rule.
        name: Arc<str>,
    },
    /// Inserts a missing sign, such as a comma or a bracket.
    Insert {
        /// Sign to insert, such as `,`.
        sign: Arc<str>,
        /// Distance from the place of insertion to the span of the finding, in bytes. Only blanks and comments are
        /// between them.
        back: u32,
    },
    /// Turns a picture of own art, whose id or whose first use is at the span.
    TurnPicture {
        /// New number of clockwise steps of the picture.
        steps: u8,
    },
    /// Removes the item of a list or entry of a map whose name is at the span.
    Remove,
}

/// Makes a text safe for display. Messages may quote content, which can contain any characters.
fn escape_message(text: impl Into<String>) -> String {
    let text = text.into();
    match escape_line(&text, MESSAGE_LETTERS) {
        Cow::Borrowed(_) => text,
        Cow::Owned(shown) => shown,
    }
}

/// A finding about content: the problem, its position, and advice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Stable code such as `P0203`; the letter names the crate that finds it (`P` packs, `S` scripts).
    pub code: &'static str,
    /// Importance of the finding.
    pub severity: Severity,
    /// Description of the problem: one sentence without a full stop, safe for display.
    pub message: String,
    /// Position; `None` if the finding concerns a file that does not exist.
    pub span: Option<Span>,
    /// Advice for fixing the problem.
    pub hint: Option<String>,
    /// Other relevant positions, each with a label.
    pub related: Vec<(Span, String)>,
    /// Change that would fix the problem, if known.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// Creates an error without a position.
    pub fn error(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: Severity::Error,
            message: escape_message(message),
            span: None,
            hint: None,
            related: Vec::new(),
            fix: None,
        }
    }

    /// Creates a warning without a position.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, message) }
    }

    /// Sets the position of the finding.
    #[must_use]
    pub fn with_span(mut self, span: Span) -> Diagnostic {
        self.span = Some(span);
        self
    }

    /// Sets the advice.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(escape_message(hint));
        self
    }

    /// Adds another relevant position with a label.
    #[must_use]
    pub fn with_related(mut self, span: Span, label: impl Into<String>) -> Diagnostic {
        self.related.push((span, escape_message(label)));
        self
    }

    /// Sets the change that fixes the problem.
    #[must_use]
    pub fn with_fix(mut self, fix: Fix) -> Diagnostic {
        self.fix = Some(fix);
        self
    }

    /// Sets the hint "did you mean" and the corresponding change.
    #[must_use]
    pub fn did_you_mean(self, from: &str, to: &str) -> Diagnostic {
        self.with_hint(format!("did you mean `{to}`?")).with_fix(Fix::Rename { from: from.into(), to: to.into() })
    }

    /// Sets a hint with the current name of something that was renamed, and the change that writes it.
    #[must_use]
    pub fn new_name(self, from: &str, to: &str) -> Diagnostic {
        let hint = format!("write `{to}`, or run `tilewright check --fix`");
        self.with_hint(hint).with_fix(Fix::NewName { from: from.into(), to: to.into() })
    }

    /// Returns the old and the new name of a safe fix, which can be applied without confirmation. Returns `None` for
    /// other findings.
    pub fn safe_fix(&self) -> Option<(&str, &str)> {
        match &self.fix {
            Some(Fix::NewName { from, to }) => Some((from, to)),
            _ => None,
        }
    }

    /// Returns true if it prevents the pack from being played.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Lists the allowed values in a hint: `expected one of …`.
pub fn one_of<S: AsRef<str>>(known: &[S]) -> String {
    let all: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
    let count = if all.len() == 1 { "" } else { "one of " };
    format!("expected {count}{}", all.join(", "))
}

/// Maximum number of names that are listed if no known name is near an unknown one.
const MOST_LISTED: usize = 12;

/// Returns the hint for an unknown name: the nearest known name, or else the names that begin with the word, or else
/// up to 12 of the known names. Returns `None` if no name is known.
pub fn what_there_is<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let mut known: Vec<&str> = known.into_iter().collect();
    if let Some(near) = nearest(word, known.iter().copied()) {
        return Some(format!("did you mean `{near}`?"));
    }
    if known.iter().any(|name| name.starts_with(word)) {
        known.retain(|name| name.starts_with(word));
    }
    let listed: Vec<String> = known.iter().take(MOST_LISTED).map(|name| format!("`{name}`")).collect();
    match (known.len(), known.len().saturating_sub(MOST_LISTED)) {
        (0, _) => None,
        (1, _) => Some(format!("there is {}", listed[0])),
        (_, 0) => Some(format!("there are {}", listed.join(", "))),
        (_, more) => Some(format!("there are {} and {more} more", listed.join(", "))),
    }
}

/// Maximum length of a word that is compared with known words, in letters. Longer words are unlikely to be typing
/// errors.
const LONGEST_WORD: usize = 64;

/// Returns the known word that is nearest to an unknown one, for "did you mean". At most a third of the letters, and at
/// least one, may be changed, added, left out or swapped. Among equally near words, the first in the alphabet wins.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = word.chars().count();
    if letters > LONGEST_WORD {
        return None;
    }
    let most = (letters / 3).max(1);
    // The difference in length already rules out most words.
    let near = known.into_iter().filter(|k| *k != word && k.chars().count().abs_diff(letters) <= most);
    near.map(|k| (strsim::osa_distance(word, k), k)).filter(|&(d, _)| d <= most).min().map(|(_, k)| k)
}
