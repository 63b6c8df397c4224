//! Where everything is printed: one stream that knows about colours, width and whether anybody watches.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use tilewright_core::unseen::is_unseen;

/// Titles and what stands out.
pub(crate) const STRONG: Style = Style::new().bold();
/// What is secondary.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// What went well.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();
/// What went wrong.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
/// What deserves a look.
pub(crate) const CAUTION: Style = AnsiColor::Yellow.on_default().bold();

/// Whether colours are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub(crate) enum ColourChoice {
    /// On a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl ColourChoice {
    fn choice(self) -> ColorChoice {
        match self {
            ColourChoice::Auto => ColorChoice::Auto,
            ColourChoice::Always => ColorChoice::Always,
            ColourChoice::Never => ColorChoice::Never,
        }
    }
}

/// Standard output. Styles written to it are dropped where colours are not wanted.
pub(crate) struct Out {
    stream: Guarded<AutoStream<io::Stdout>>,
    /// Whether a person watches.
    pub(crate) terminal: bool,
}

impl Out {
    /// Standard output.
    pub(crate) fn new(when: ColourChoice) -> Out {
        let stream = Guarded(AutoStream::new(io::stdout(), when.choice()));
        Out { stream, terminal: io::stdout().is_terminal() }
    }

    /// Columns and rows of the terminal; nothing when there is none.
    pub(crate) fn room(&self) -> (Option<usize>, Option<usize>) {
        let size = terminal_size::terminal_size().filter(|_| self.terminal);
        (size.map(|(w, _)| w.0.into()), size.map(|(_, h)| h.0.into()))
    }

    /// Whether the terminal takes any colour, as far as one can know.
    pub(crate) fn exact_colours(&self) -> bool {
        std::env::var("COLORTERM").is_ok_and(|c| c.contains("truecolor") || c.contains("24bit"))
    }

    /// Clears the terminal with what can be scrolled back to, also where no colours are wanted. Writes nothing elsewhere.
    pub(crate) fn clear(&mut self) -> io::Result<()> {
        if !self.terminal {
            return Ok(());
        }
        self.stream.flush()?;
        // Cursor to the corner, the screen, and what is beyond it.
        io::stdout().write_all(b"\x1b[H\x1b[2J\x1b[3J")
    }

    /// Writes one JSON value as a line.
    pub(crate) fn json(&mut self, value: &serde_json::Value) -> io::Result<()> {
        writeln!(self, "{value}")
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// Standard error, for errors and remarks that are not results.
pub(crate) fn standard_error(when: ColourChoice) -> Guarded<AutoStream<io::Stderr>> {
    Guarded(AutoStream::new(io::stderr(), when.choice()))
}

/// A stream that lets through what people see, lines, and the styles of this program. Packs and records are looked
/// through where they are read; this is for what comes from elsewhere, such as the name of a folder.
pub(crate) struct Guarded<S>(S);

impl<S: Write> Write for Guarded<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(guarded(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A text with everything written out that is neither seen nor a style.
fn guarded(text: &str) -> Cow<'_, str> {
    let passes = |c: char| matches!(c, '\n' | '\t') || !is_unseen(c);
    let mut rest = text;
    let mut shown = String::new();
    while let Some(at) = rest.find(|c| !passes(c)) {
        let (before, after) = rest.split_at(at);
        shown.push_str(before);
        let length = style_length(after).unwrap_or_else(|| after.chars().next().map_or(0, char::len_utf8));
        let (unseen, left) = after.split_at(length);
        if style_length(unseen).is_some() {
            shown.push_str(unseen);
        } else {
            shown.extend(unseen.chars().flat_map(char::escape_default));
        }
        rest = left;
    }
    if shown.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(shown + rest) }
}

/// The bytes of the style with which a text begins.
fn style_length(text: &str) -> Option<usize> {
    let inner = text.strip_prefix("\u{1b}[")?;
    let end = inner.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    inner[end..].starts_with('m').then_some("\u{1b}[".len() + end + 1)
}

/// A number with the right word after it.
pub(crate) fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// What JSON can say of a number: not that it is infinite.
pub(crate) fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}

#[cfg(test)]
mod tests {
    use super::guarded;

    #[test]
    fn styles_pass_and_nothing_else_that_is_not_seen() {
        for (text, wanted) in [
            ("\u{1b}[1m\u{1b}[38;5;9mfine\u{1b}[0m\n", "\u{1b}[1m\u{1b}[38;5;9mfine\u{1b}[0m\n"),
            ("\u{1b}[2J", "\\u{1b}[2J"),
            ("a\u{1b}]0;title\u{7}b", "a\\u{1b}]0;title\\u{7}b"),
            ("\u{1b}[31", "\\u{1b}[31"),
            ("\u{9b}31m \u{202e}x", "\\u{9b}31m \\u{202e}x"),
            ("a\rb", "a\\rb"),
        ] {
            assert_eq!(guarded(text), wanted);
        }
    }
}
