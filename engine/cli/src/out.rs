//! Where everything is printed: one stream that knows about colours, width and whether anybody watches.

use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

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
pub(crate) enum When {
    /// On a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl When {
    fn choice(self) -> ColorChoice {
        match self {
            When::Auto => ColorChoice::Auto,
            When::Always => ColorChoice::Always,
            When::Never => ColorChoice::Never,
        }
    }
}

/// Standard output. Styles written to it are dropped where colours are not wanted.
pub(crate) struct Out {
    stream: AutoStream<io::Stdout>,
    /// Whether a person watches.
    pub(crate) terminal: bool,
}

impl Out {
    /// Standard output.
    pub(crate) fn new(when: When) -> Out {
        let stream = AutoStream::new(io::stdout(), when.choice());
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

/// Standard error, for errors and remarks that are no result.
pub(crate) fn standard_error(when: When) -> AutoStream<io::Stderr> {
    AutoStream::new(io::stderr(), when.choice())
}

/// A number with the right word after it.
pub(crate) fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}
