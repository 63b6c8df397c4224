//! Prints all output, with colours and width for a terminal.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use tilewright_core::unseen::is_unseen;
pub(crate) use tilewright_lab::stats::finite;

/// Style of titles and highlights.
pub(crate) const STRONG: Style = Style::new().bold();
/// Style of secondary text.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// Style of success.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();
/// Style of errors.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
/// Style of warnings and notes.
pub(crate) const CAUTION: Style = AnsiColor::Yellow.on_default().bold();

/// Setting for colours in the output.
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

/// Standard output. The stream drops styles if colours are off.
pub(crate) struct Out {
    stream: FilteredStream<AutoStream<io::Stdout>>,
    /// True if the output is a terminal.
    pub(crate) terminal: bool,
}

impl Out {
    /// Opens standard output.
    pub(crate) fn new(when: ColourChoice) -> Out {
        let stream = FilteredStream(AutoStream::new(io::stdout(), when.choice()));
        Out { stream, terminal: io::stdout().is_terminal() }
    }

    /// Returns the columns and rows of the terminal; `None` without a terminal.
    pub(crate) fn room(&self) -> (Option<usize>, Option<usize>) {
        let size = terminal_size::terminal_size().filter(|_| self.terminal);
        (size.map(|(w, _)| w.0.into()), size.map(|(_, h)| h.0.into()))
    }

    /// True if the environment reports that the terminal can show any colour.
    pub(crate) fn exact_colours(&self) -> bool {
        std::env::var("COLORTERM").is_ok_and(|c| c.contains("truecolor") || c.contains("24bit"))
    }

    /// Clears the terminal with its scrollback, even if colours are off. Writes nothing if the output is not a
    /// terminal.
    pub(crate) fn clear(&mut self) -> io::Result<()> {
        if !self.terminal {
            return Ok(());
        }
        self.stream.flush()?;
        // Moves the cursor to the corner, and clears the screen and the scrollback.
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

/// Opens standard error, for errors and remarks that are not results.
pub(crate) fn standard_error(when: ColourChoice) -> FilteredStream<AutoStream<io::Stderr>> {
    FilteredStream(AutoStream::new(io::stderr(), when.choice()))
}

/// Stream that passes only visible characters, line feeds, tabs and the styles of this program. Packs and records are
/// checked when they are read; this guards against other input, such as the name of a folder.
pub(crate) struct FilteredStream<S>(S);

impl<S: Write> Write for FilteredStream<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(escape_unseen(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Returns a text in which all characters are escaped that are neither visible nor part of a style.
fn escape_unseen(text: &str) -> Cow<'_, str> {
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

/// Returns the length in bytes of the style with which a text begins; `None` if it begins with something else.
fn style_length(text: &str) -> Option<usize> {
    let inner = text.strip_prefix("\u{1b}[")?;
    let end = inner.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    inner[end..].starts_with('m').then_some("\u{1b}[".len() + end + 1)
}

/// Returns a number followed by the singular or plural of a noun.
pub(crate) fn format_count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::escape_unseen;

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
            assert_eq!(escape_unseen(text), wanted);
        }
    }
}
