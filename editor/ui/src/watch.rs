//! Notices that other programs change files of the open pack.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use notify::{RecursiveMode, Watcher};

/// Other programs write in several strokes; this long it is waited for the last of them.
const CALM: Duration = Duration::from_millis(60);

/// A folder that is watched.
pub struct Watch {
    touched: Arc<AtomicBool>,
    since: Option<Instant>,
    wake: Arc<dyn Fn() + Send + Sync>,
    // Watches as long as it lives.
    _watcher: notify::RecommendedWatcher,
}

impl Watch {
    /// Watches a folder and those in it; calls `wake` when something changes.
    ///
    /// # Errors
    /// The system does not watch this folder; a sentence says why.
    pub fn start(folder: &Path, wake: impl Fn() + Send + Sync + 'static) -> Result<Watch, String> {
        let touched = Arc::new(AtomicBool::new(false));
        let wake: Arc<dyn Fn() + Send + Sync> = Arc::new(wake);
        let (flag, waker) = (Arc::clone(&touched), Arc::clone(&wake));
        let told = move |event: notify::Result<notify::Event>| {
            if event.is_ok_and(|e| !e.kind.is_access()) {
                flag.store(true, Ordering::Release);
                waker();
            }
        };
        let mut watcher = notify::recommended_watcher(told).map_err(|e| e.to_string())?;
        watcher.watch(folder, RecursiveMode::Recursive).map_err(|e| e.to_string())?;
        Ok(Watch { touched, since: None, wake, _watcher: watcher })
    }

    /// Whether something changed and nothing has changed for a moment.
    pub fn has_changed(&mut self) -> bool {
        if self.touched.swap(false, Ordering::AcqRel) {
            self.since = Some(Instant::now());
        }
        match self.since {
            Some(since) if since.elapsed() >= CALM => {
                self.since = None;
                true
            }
            Some(_) => {
                (self.wake)();
                false
            }
            None => false,
        }
    }
}
