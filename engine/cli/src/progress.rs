//! A progress bar with the rate and the time left, for work that takes more than a second.

use std::io::Write;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Work that takes less is done without a bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// Shows how far a piece of work has come, on standard error, when that is a terminal.
pub(crate) struct ProgressLine {
    total: u64,
    what: String,
    began: Instant,
    bar: OnceLock<ProgressBar>,
}

impl ProgressLine {
    /// For so many pieces, called by their name.
    pub(crate) fn new(total: u64, what: impl Into<String>) -> ProgressLine {
        ProgressLine { total, what: what.into(), began: Instant::now(), bar: OnceLock::new() }
    }

    /// So many pieces are done. May be called from any thread.
    pub(crate) fn at(&self, done: u64) {
        if self.began.elapsed() < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_init(|| {
            let bar = ProgressBar::with_draw_target(Some(self.total), ProgressDrawTarget::stderr());
            let template =
                format!("{{wide_bar}} {{human_pos}} of {{human_len}} {}, {{per_sec}}, {{eta}} left", self.what);
            if let Ok(style) = ProgressStyle::with_template(&template) {
                bar.set_style(style.progress_chars("=> "));
            }
            bar.with_elapsed(self.began.elapsed())
        });
        bar.set_position(done);
    }

    /// Tells something while the work goes on.
    pub(crate) fn say(&self, text: &str) {
        // Nobody can be told when standard error cannot be written.
        let tell = || {
            let _ = writeln!(std::io::stderr(), "{text}");
        };
        match self.bar.get() {
            Some(bar) => bar.suspend(tell),
            None => tell(),
        }
    }

    /// The work is over; the bar goes away.
    pub(crate) fn end(self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}
