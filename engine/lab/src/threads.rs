//! Distributes games over several threads.

use std::sync::atomic::{AtomicU64, Ordering};

use tilewright_kit::error::KitError;

/// Function that returns the number of the next piece of work; `None` if no work remains.
pub(crate) type WorkSource<'a> = dyn Fn() -> Option<u64> + 'a;

/// Work of a thread, which takes pieces until none remain.
pub(crate) type ThreadWork<'a, T> = dyn Fn(&WorkSource<'_>) -> Result<T, KitError> + Sync + 'a;

/// Runs `work` on each thread, passing the thread's number, and returns the results in that order.
///
/// # Errors
/// A thread failed; if several did, the error is that of the first in their order.
pub(crate) fn each<T: Send>(
    threads: usize,
    work: &(dyn Fn(usize) -> Result<T, KitError> + Sync),
) -> Result<Vec<T>, KitError> {
    let mut ends = Vec::new();
    std::thread::scope(|scope| {
        let running: Vec<_> = (1..threads).map(|thread| scope.spawn(move || work(thread))).collect();
        ends.push(work(0));
        let failed = |_| Err(KitError::Scripts { message: "a thread of the simulation failed".into() });
        ends.extend(running.into_iter().map(|thread| thread.join().unwrap_or_else(failed)));
    });
    ends.into_iter().collect()
}

/// Like [`each`], but every thread takes the next of `pieces` pieces until none remain.
///
/// # Errors
/// A thread failed; if several did, the error is that of the first in their order.
pub(crate) fn share<T: Send>(threads: usize, pieces: u64, work: &ThreadWork<'_, T>) -> Result<Vec<T>, KitError> {
    let next = AtomicU64::new(0);
    let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|piece| *piece < pieces);
    each(threads, &|_| work(&take))
}
