//! Games on several threads.

use std::sync::atomic::{AtomicU64, Ordering};

use tilewright_kit::error::KitError;

/// Says which piece of work is next, by its number; nothing once there is none.
pub(crate) type Next<'a> = dyn Fn() -> Option<u64> + 'a;

/// What a thread does.
pub(crate) type Work<'a, T> = dyn Fn(&Next<'_>) -> Result<T, KitError> + Sync + 'a;

/// Lets each of so many threads do its work, by its number, and gives what each has made of it, in the order of their
/// numbers.
///
/// # Errors
/// What the first of them says that has failed.
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

/// The same where each takes the next of so many pieces until none is left.
///
/// # Errors
/// What the first thread says that has failed.
pub(crate) fn share<T: Send>(threads: usize, pieces: u64, work: &Work<'_, T>) -> Result<Vec<T>, KitError> {
    let next = AtomicU64::new(0);
    let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|piece| *piece < pieces);
    each(threads, &|_| work(&take))
}
