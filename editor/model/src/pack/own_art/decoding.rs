//! Decodes picture files on background threads. Each file is decoded once, until its content changes.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tilewright_art::bitmap::Bitmap;
use tilewright_art::decode::{UnshownReason, decode_file};
use tilewright_core::catalog::art::{PictureFile, SheetCell};
use tilewright_pictures::PictureFileError;

/// Number of pixels on the longer side of pictures from SVG files: twice the width of the largest cell.
pub(super) const SVG_SIDE: u32 = 768;

/// Maximum number of threads that decode.
const MAX_THREADS: usize = 4;

/// Interval at which pictures are published while further ones are being decoded.
const INTERVAL: Duration = Duration::from_millis(200);

/// File, or a cell of it if it is a sheet.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct PictureKey {
    pub(super) file: PictureFile,
    pub(super) cell: Option<SheetCell>,
}

/// Result of decoding one content of a file.
#[derive(Debug)]
struct KeptPicture {
    /// Content of the file that was decoded last.
    bytes: Arc<[u8]>,
    /// Reason why that content cannot be shown; `None` if `bitmap` shows it.
    error: Option<UnshownReason>,
    /// Picture of the last content that could be decoded; `None` if there was none.
    bitmap: Option<Arc<Bitmap>>,
}

/// State of a picture in [`DecodedPictures`].
#[derive(Clone, Debug, Default)]
pub(super) struct PictureState {
    /// Newest picture that could be decoded, perhaps of an older content of the file.
    pub(super) bitmap: Option<Arc<Bitmap>>,
    /// Reason why the newest content cannot be shown.
    pub(super) error: Option<UnshownReason>,
    /// True if the newest content is not decoded yet.
    pub(super) is_pending: bool,
}

/// File to be decoded, with the pictures that are cut out of it.
struct DecodingTask {
    file: PictureFile,
    bytes: Arc<[u8]>,
    cells: BTreeSet<Option<SheetCell>>,
}

/// Decoded picture, as a thread reports it.
struct DecodedPicture {
    key: PictureKey,
    bytes: Arc<[u8]>,
    bitmap: Result<Arc<Bitmap>, UnshownReason>,
}

#[derive(Default)]
struct TaskQueue {
    waiting: VecDeque<DecodingTask>,
    threads: usize,
}

/// Pictures that were decoded, and the threads that decode further ones.
pub struct DecodedPictures {
    kept: BTreeMap<PictureKey, KeptPicture>,
    /// Contents that are being decoded, by picture.
    pending: BTreeMap<PictureKey, Arc<[u8]>>,
    finished: Vec<DecodedPicture>,
    last: Option<Instant>,
    edition: u64,
    queue: Arc<Mutex<TaskQueue>>,
    channel: (Sender<DecodedPicture>, Receiver<DecodedPicture>),
    wake: Arc<dyn Fn() + Send + Sync>,
}

impl DecodedPictures {
    /// Creates an empty store. `wake` is called whenever a picture has been decoded.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> DecodedPictures {
        DecodedPictures {
            kept: BTreeMap::new(),
            pending: BTreeMap::new(),
            finished: Vec::new(),
            last: None,
            edition: 0,
            queue: Arc::default(),
            channel: channel(),
            wake: Arc::new(wake),
        }
    }

    /// Forgets all pictures, because another pack is opened.
    pub fn clear(&mut self) {
        lock(&self.queue).waiting.clear();
        self.kept.clear();
        self.pending.clear();
        self.finished.clear();
        self.edition += 1;
    }

    /// Returns a number that changes whenever a picture changes.
    pub(super) fn edition(&self) -> u64 {
        self.edition
    }

    /// True while pictures are being decoded.
    pub fn is_decoding(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Takes over finished pictures: at once if all are finished, otherwise a few times in a second. Pictures that
    /// nothing shows any longer are forgotten.
    pub fn renew(&mut self) {
        self.finished.extend(self.channel.1.try_iter());
        for done in &self.finished {
            if self.pending.get(&done.key).is_some_and(|bytes| Arc::ptr_eq(bytes, &done.bytes)) {
                self.pending.remove(&done.key);
            }
        }
        let is_due = self.pending.is_empty() || self.last.is_none_or(|last| last.elapsed() >= INTERVAL);
        if self.finished.is_empty() || !is_due {
            return;
        }
        self.kept.retain(|_, kept| kept.bitmap.as_ref().is_none_or(|bitmap| Arc::strong_count(bitmap) > 1));
        for DecodedPicture { key, bytes, bitmap } in self.finished.drain(..) {
            let last_good = self.kept.remove(&key).and_then(|kept| kept.bitmap);
            let (bitmap, error) = match bitmap {
                Ok(bitmap) => (Some(bitmap), None),
                Err(error) => (last_good, Some(error)),
            };
            self.kept.insert(key, KeptPicture { bytes, error, bitmap });
        }
        self.last = Some(Instant::now());
        self.edition += 1;
    }

    /// Returns the state of a picture. `bytes` is the newest content of its file; `None` if it is not a picture within
    /// the limits.
    pub(super) fn state(&self, key: &PictureKey, bytes: Option<&Arc<[u8]>>) -> PictureState {
        let kept = self.kept.get(key);
        let bitmap = kept.and_then(|kept| kept.bitmap.clone());
        match (kept, bytes) {
            (_, None) => PictureState { bitmap, error: None, is_pending: false },
            (Some(kept), Some(bytes)) if is_equal(&kept.bytes, bytes) => {
                PictureState { bitmap, error: kept.error.clone(), is_pending: false }
            }
            _ => PictureState { bitmap, error: None, is_pending: true },
        }
    }

    /// Decodes files on background threads, unless they are already being decoded.
    pub(super) fn decode(&mut self, wanted: Vec<(PictureKey, Arc<[u8]>)>) {
        let mut tasks: BTreeMap<PictureFile, DecodingTask> = BTreeMap::new();
        for (key, bytes) in wanted {
            if self.pending.get(&key).is_some_and(|pending| is_equal(pending, &bytes)) {
                continue;
            }
            let task = tasks.entry(key.file.clone()).or_insert_with(|| DecodingTask {
                file: key.file.clone(),
                bytes: Arc::clone(&bytes),
                cells: BTreeSet::new(),
            });
            task.cells.insert(key.cell);
            self.pending.insert(key, bytes);
        }
        if tasks.is_empty() {
            return;
        }
        let most = std::thread::available_parallelism().map_or(1, |count| count.get()).min(MAX_THREADS);
        let mut queue = lock(&self.queue);
        // New contents precede older ones, so that a changed picture does not wait for its whole look.
        tasks.into_values().rev().for_each(|task| queue.waiting.push_front(task));
        let new = queue.waiting.len().min(most.saturating_sub(queue.threads));
        queue.threads += new;
        drop(queue);
        for _ in 0..new {
            let (queue, sender, wake) = (Arc::clone(&self.queue), self.channel.0.clone(), Arc::clone(&self.wake));
            std::thread::spawn(move || work(&queue, &sender, &*wake));
        }
    }
}

impl Drop for DecodedPictures {
    fn drop(&mut self) {
        lock(&self.queue).waiting.clear();
    }
}

fn lock(queue: &Mutex<TaskQueue>) -> std::sync::MutexGuard<'_, TaskQueue> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

/// True if two contents are equal. Unchanged files keep their address, so that they are rarely compared.
fn is_equal(one: &Arc<[u8]>, other: &Arc<[u8]>) -> bool {
    Arc::ptr_eq(one, other) || one == other
}

/// Decodes files until none waits.
fn work(queue: &Mutex<TaskQueue>, sender: &Sender<DecodedPicture>, wake: &(dyn Fn() + Send + Sync)) {
    loop {
        let mut held = lock(queue);
        let Some(task) = held.waiting.pop_front() else {
            held.threads -= 1;
            return;
        };
        drop(held);
        // A decoder that panics must not keep its picture pending.
        let decode = || decode_file(&task.bytes, SVG_SIDE);
        let file = std::panic::catch_unwind(decode).unwrap_or(Err(damaged())).map(Arc::new);
        for cell in task.cells {
            let bitmap = file.clone().and_then(|file| cut(file, cell)).inspect(|bitmap| bitmap.prepare());
            let key = PictureKey { file: task.file.clone(), cell };
            // The receiver is gone if the editor was closed.
            drop(sender.send(DecodedPicture { key, bytes: Arc::clone(&task.bytes), bitmap }));
        }
        wake();
    }
}

fn damaged() -> UnshownReason {
    UnshownReason::Unreadable(PictureFileError::Damaged)
}

/// Cuts a cell out of a sheet; returns other pictures unchanged.
///
/// # Errors
/// The grid does not divide the sheet into whole pixels.
fn cut(file: Arc<Bitmap>, cell: Option<SheetCell>) -> Result<Arc<Bitmap>, UnshownReason> {
    let Some(cell) = cell else { return Ok(file) };
    let rectangle = cell.rectangle((file.width(), file.height()));
    rectangle.and_then(|rectangle| file.cropped(rectangle)).map(Arc::new).ok_or(UnshownReason::OffGrid)
}
