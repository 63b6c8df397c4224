//! Shows the progress of long work on standard error: a bar on a terminal, and occasional lines elsewhere.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Time before a bar appears; shorter work has no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// Time before the first line if standard error is not a terminal.
const FIRST_LINE: Duration = Duration::from_secs(5);

/// Time between further lines.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// Progress of a piece of work.
struct WorkProgress {
    what: String,
    total: AtomicU64,
    done: AtomicU64,
    began: Instant,
}

/// Progress display of a piece of work, with an estimate of the total time: a bar on a terminal, and elsewhere a line
/// after five seconds and then every ten.
pub(crate) struct ProgressLine {
    state: Arc<WorkProgress>,
    bar: OnceLock<ProgressBar>,
    /// Thread that writes lines until the channel closes; `None` if only a bar is shown.
    lines: Option<(mpsc::Sender<()>, JoinHandle<()>)>,
}

impl ProgressLine {
    /// Starts work with `total` pieces. `what` is the name of the pieces. Shows a bar, but no lines.
    pub(crate) fn new(total: u64, what: impl Into<String>) -> ProgressLine {
        ProgressLine::begin(total, what.into(), false)
    }

    /// Like [`ProgressLine::new`], but also shows lines if standard error is not a terminal.
    pub(crate) fn long(total: u64, what: impl Into<String>) -> ProgressLine {
        ProgressLine::begin(total, what.into(), !std::io::stderr().is_terminal())
    }

    fn begin(total: u64, what: String, has_lines: bool) -> ProgressLine {
        let state =
            Arc::new(WorkProgress { what, total: total.into(), done: AtomicU64::new(0), began: Instant::now() });
        let lines = has_lines.then(|| {
            let (sender, receiver) = mpsc::channel();
            let state = Arc::clone(&state);
            let write = move || {
                let mut wait = FIRST_LINE;
                while receiver.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                    tell(&state.line(state.began.elapsed()));
                    wait = BETWEEN_LINES;
                }
            };
            (sender, std::thread::spawn(write))
        });
        ProgressLine { state, bar: OnceLock::new(), lines }
    }

    /// Notes that `done` pieces are complete. Any thread may call this, in any order.
    pub(crate) fn set_done(&self, done: u64) {
        self.state.done.fetch_max(done, Ordering::Relaxed);
        if self.lines.is_some() || self.state.began.elapsed() < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_init(|| {
            let total = self.state.total.load(Ordering::Relaxed);
            let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
            let template = format!(
                "{{wide_bar}} {{human_pos}} of {{human_len}} {}, {{per_sec}}, {{duration}} in all, {{eta}} left",
                self.state.what
            );
            if let Ok(style) = ProgressStyle::with_template(&template) {
                bar.set_style(style.progress_chars("=> "));
            }
            bar.with_elapsed(self.state.began.elapsed())
        });
        bar.set_position(self.state.done.load(Ordering::Relaxed));
    }

    /// Changes the number of pieces to `total`, if there is more work than expected.
    pub(crate) fn set_total(&self, total: u64) {
        if self.state.total.swap(total, Ordering::Relaxed) != total
            && let Some(bar) = self.bar.get()
        {
            bar.set_length(total);
        }
    }

    /// Returns the estimated total time; `None` before the first piece is complete.
    pub(crate) fn whole(&self) -> Option<Duration> {
        self.state.whole(self.state.began.elapsed())
    }

    /// Writes a line while the work continues.
    pub(crate) fn say(&self, text: &str) {
        match self.bar.get() {
            Some(bar) => bar.suspend(|| tell(text)),
            None => tell(text),
        }
    }

    /// Ends the work and removes the bar.
    pub(crate) fn end(self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
        if let Some((sender, thread)) = self.lines {
            drop(sender);
            // Lines of progress are optional, so a failure to write them is ignored.
            let _ = thread.join();
        }
    }
}

impl WorkProgress {
    /// Estimates the total time from the time and the number of completed pieces.
    fn whole(&self, elapsed: Duration) -> Option<Duration> {
        let (done, total) = (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed));
        (done > 0).then(|| elapsed.mul_f64(total.max(done) as f64 / done as f64))
    }

    /// Returns a line about the progress.
    fn line(&self, elapsed: Duration) -> String {
        let (done, total) = (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed));
        match self.whole(elapsed) {
            Some(whole) => format!(
                "{done} of {total} {}: about {} in all, {} left",
                self.what,
                about(whole),
                about(whole.saturating_sub(elapsed))
            ),
            None => format!("0 of {total} {} after {}", self.what, about(elapsed)),
        }
    }
}

fn tell(text: &str) {
    // Ignored, since an error cannot be reported if standard error cannot be written.
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Formats a time: in seconds below two minutes, in minutes below two hours, else in hours.
pub(crate) fn about(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_say_how_long_it_takes() {
        let at = |done: u64| WorkProgress {
            what: "games".to_owned(),
            total: 1000.into(),
            done: done.into(),
            began: Instant::now(),
        };
        assert_eq!(at(0).line(Duration::from_secs(5)), "0 of 1000 games after 5 s");
        assert_eq!(at(5).line(Duration::from_secs(10)), "5 of 1000 games: about 33 min in all, 33 min left");
        assert_eq!(at(1).line(Duration::from_secs(15)), "1 of 1000 games: about 4.2 h in all, 4.2 h left");
        assert_eq!(at(900).line(Duration::from_secs(90)), "900 of 1000 games: about 100 s in all, 10 s left");
    }
}
