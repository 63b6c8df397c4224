//! Detection of file changes that other programs make in the open pack.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, EventKind, ModifyKind};
use notify::{RecursiveMode, Watcher};
use tilewright_pack::ART_FOLDER;

/// Time without changes before they are read, because other programs write in several steps.
const CALM: Duration = Duration::from_millis(60);

/// Shorter wait after a file was closed or renamed: the file is complete, but others may follow.
const CLOSED: Duration = Duration::from_millis(15);

/// Changes in the folder of a pack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FolderChange {
    /// True if a picture has changed, which is not a part of the document.
    pub has_pictures: bool,
}

/// A watch on the folder of a pack.
pub struct FolderWatch {
    touched: Arc<AtomicBool>,
    /// True if one of the changed files is a picture.
    pictures: Arc<AtomicBool>,
    closed: Arc<AtomicBool>,
    since: Option<Instant>,
    wake: Arc<dyn Fn() + Send + Sync>,
    // The watch ends when this is dropped.
    _watcher: notify::RecommendedWatcher,
}

impl FolderWatch {
    /// Watches a folder and its subfolders; calls `wake` when a file changes.
    ///
    /// # Errors
    /// The system cannot watch this folder.
    pub fn start(folder: &Path, wake: impl Fn() + Send + Sync + 'static) -> notify::Result<FolderWatch> {
        let touched = Arc::new(AtomicBool::new(false));
        let wake: Arc<dyn Fn() + Send + Sync> = Arc::new(wake);
        let (flag, waker) = (Arc::clone(&touched), Arc::clone(&wake));
        let closed = Arc::new(AtomicBool::new(false));
        let whole = Arc::clone(&closed);
        let pictures = Arc::new(AtomicBool::new(false));
        let painted = Arc::clone(&pictures);
        let own = folder.to_owned();
        let told = move |event: notify::Result<notify::Event>| {
            let Ok(event) = event else { return };
            let is_whole = matches!(
                event.kind,
                EventKind::Access(AccessKind::Close(AccessMode::Write)) | EventKind::Modify(ModifyKind::Name(_))
            );
            if is_whole || !event.kind.is_access() {
                if event.paths.iter().any(|path| is_art(path, &own)) {
                    painted.store(true, Ordering::Release);
                }
                whole.store(is_whole, Ordering::Release);
                flag.store(true, Ordering::Release);
                waker();
            }
        };
        let mut watcher = notify::recommended_watcher(told)?;
        watcher.watch(folder, RecursiveMode::Recursive)?;
        Ok(FolderWatch { touched, pictures, closed, since: None, wake, _watcher: watcher })
    }

    /// Returns the changes of files once no change has followed for a moment; `None` if there are none.
    pub fn take_change(&mut self) -> Option<FolderChange> {
        if self.touched.swap(false, Ordering::AcqRel) {
            self.since = Some(Instant::now());
        }
        let calm = if self.closed.load(Ordering::Acquire) { CLOSED } else { CALM };
        match self.since {
            Some(since) if since.elapsed() >= calm => {
                self.since = None;
                Some(FolderChange { has_pictures: self.pictures.swap(false, Ordering::AcqRel) })
            }
            Some(_) => {
                (self.wake)();
                None
            }
            None => None,
        }
    }
}

/// True for files of own art that are not texts. Folders count, because files can move with them.
fn is_art(path: &Path, folder: &Path) -> bool {
    let is_text = path.extension().is_some_and(|end| end == "ron");
    !is_text && path.strip_prefix(folder).map_or(true, |inside| inside.starts_with(ART_FOLDER.trim_end_matches('/')))
}
