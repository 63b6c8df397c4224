//! Places in source files and findings about them: how mistakes in content are reported.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use crate::limits::MESSAGE_LETTERS;
use crate::unseen::{BYTE_ORDER_MARK, shown};

/// A file in a [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FileId(pub u32);

/// A range of bytes in a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// A span of a file.
    pub fn new(file: FileId, start: usize, end: usize) -> Span {
        let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span { file, start: clip(start), end: clip(end) }
    }
}

/// A value together with where it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

/// A file that was read.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Path as shown to people, with forward slashes.
    pub path: Arc<str>,
    /// Its text.
    pub text: Arc<str>,
    /// The bytes at which its lines begin.
    lines: Arc<[u32]>,
}

impl SourceFile {
    /// Returns the number of the line in which a byte lies, from 0, and the byte at which that line begins.
    fn line(&self, at: usize) -> (usize, usize) {
        let number = self.lines.partition_point(|start| *start as usize <= at).saturating_sub(1);
        (number, self.lines.get(number).map_or(0, |start| *start as usize))
    }
}

/// A position in a file as people count it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// Every file that was read, so that spans can be shown.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// Adds a file.
    pub fn add(&mut self, path: &str, text: &str) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        let feeds = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let lines = std::iter::once(0).chain(feeds.map(|(at, _)| u32::try_from(at + 1).unwrap_or(u32::MAX))).collect();
        self.files.push(SourceFile { path: path.into(), text: text.into(), lines });
        id
    }

    /// A file, if it is of this map.
    pub fn get(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.0 as usize)
    }

    /// All files in the order they were read.
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// Where a span begins, as people count.
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

    /// `path:line:column` of a span.
    pub fn place(&self, span: Span) -> String {
        let at = self.position(span);
        let path = self.get(span.file).map_or("?", |f| &f.path);
        format!("{path}:{}:{}", at.line, at.column)
    }
}

/// How much a finding matters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The pack cannot be played.
    Error,
    /// The pack can be played, but probably not as meant.
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

/// A change that most probably mends a finding. It is data, so that whoever edits packs can offer it and undo it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fix {
    /// Another name is meant. The wrong one stands within the span of the finding.
    Rename {
        /// The name that is there.
        from: Arc<str>,
        /// The name that was probably meant.
        to: Arc<str>,
    },
    /// What stands within the span of the finding has another name now, and means the same. This alone is safe: nothing
    /// that is played becomes another.
    NewName {
        /// The name that is there.
        from: Arc<str>,
        /// The name that it has now.
        to: Arc<str>,
    },
    /// A text for people is to be written.
    AddText {
        /// The pack that lacks it.
        pack: Arc<str>,
        /// In which language.
        language: Arc<str>,
        /// Its key.
        key: Arc<str>,
    },
    /// A rule that is named is to be written.
    NewRule {
        /// The pack that uses it.
        pack: Arc<str>,
        /// Its name.
        name: Arc<str>,
    },
    /// A sign is missing, a comma or a bracket.
    Insert {
        /// The sign.
        sign: Arc<str>,
        /// Where it is to stand: so many bytes before the span of the finding, with nothing but blanks and comments between.
        back: u32,
    },
    /// The item or entry of a list or map whose name stands at the span is not needed.
    Remove,
}

/// What is told about content may quote it: it is made fit to be shown here, whatever it says.
fn told(text: impl Into<String>) -> String {
    let text = text.into();
    match shown(&text, MESSAGE_LETTERS) {
        Cow::Borrowed(_) => text,
        Cow::Owned(shown) => shown,
    }
}

/// A finding about content: what is wrong, where, and what to do next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Stable code such as `P0203`; the letter names the crate that finds it (`P` packs, `S` scripts).
    pub code: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// What is wrong, one sentence without a full stop, fit to be shown.
    pub message: String,
    /// Where; nothing when it concerns a file that is absent.
    pub span: Option<Span>,
    /// What to do about it.
    pub hint: Option<String>,
    /// Other places that matter, each with what it shows.
    pub related: Vec<(Span, String)>,
    /// What would mend it, where that is known.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// An error.
    pub fn error(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: Severity::Error,
            message: told(message),
            span: None,
            hint: None,
            related: Vec::new(),
            fix: None,
        }
    }

    /// A warning.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, message) }
    }

    /// With its place.
    #[must_use]
    pub fn at(mut self, span: Span) -> Diagnostic {
        self.span = Some(span);
        self
    }

    /// With advice.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(told(hint));
        self
    }

    /// With another place that matters.
    #[must_use]
    pub fn related(mut self, span: Span, label: impl Into<String>) -> Diagnostic {
        self.related.push((span, told(label)));
        self
    }

    /// With a change that mends it.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Diagnostic {
        self.fix = Some(fix);
        self
    }

    /// With "did you mean", and the change that this means.
    #[must_use]
    pub fn did_you_mean(self, from: &str, to: &str) -> Diagnostic {
        self.hint(format!("did you mean `{to}`?")).fix(Fix::Rename { from: from.into(), to: to.into() })
    }

    /// With the name that something has now, and the change that writes it.
    #[must_use]
    pub fn new_name(self, from: &str, to: &str) -> Diagnostic {
        let hint = format!("write `{to}`; `tilewright check --fix` does it");
        self.hint(hint).fix(Fix::NewName { from: from.into(), to: to.into() })
    }

    /// The change that mends it, if that is safe: it can be made without asking anybody.
    pub fn safe_fix(&self) -> Option<(&str, &str)> {
        match &self.fix {
            Some(Fix::NewName { from, to }) => Some((from, to)),
            _ => None,
        }
    }

    /// Whether it keeps the pack from being played.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// What could stand somewhere, as a hint says it.
pub fn one_of<S: AsRef<str>>(known: &[S]) -> String {
    let all: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
    let count = if all.len() == 1 { "" } else { "one of " };
    format!("expected {count}{}", all.join(", "))
}

/// Names that are listed where an unknown name has none near it.
const MOST_LISTED: usize = 12;

/// Returns what to say after "there is no `word`": the nearest known name, else those that begin with the word, else as
/// many as fit on a line. `None` if no name is known.
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

/// Letters of a word for which a near one is looked for: what is longer was not mistyped in a letter or two.
const LONGEST_WORD: usize = 64;

/// The known word nearest to an unknown one, for "did you mean": at most a third of its letters, and at least one, are
/// changed, added, left out or swapped. Of words that are equally near the first in the alphabet is taken.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = word.chars().count();
    if letters > LONGEST_WORD {
        return None;
    }
    let most = (letters / 3).max(1);
    // The lengths alone tell of most that they are not near.
    let near = known.into_iter().filter(|k| *k != word && k.chars().count().abs_diff(letters) <= most);
    near.map(|k| (strsim::osa_distance(word, k), k)).filter(|&(d, _)| d <= most).min().map(|(_, k)| k)
}
