//! The games of a plan on several threads.

use std::sync::atomic::{AtomicU64, Ordering};

use tilewright_kit::error::KitError;

use crate::simulate::Plan;

/// Says which game is next, by its number; nothing once there is none.
pub(super) type Next<'a> = dyn Fn() -> Option<u64> + 'a;

/// What a thread does.
pub(super) type Work<'a, T> = dyn Fn(&Next<'_>) -> Result<T, KitError> + Sync + 'a;

/// Lets each thread of a plan do its work until no game is left, and gives what each has made of it.
pub(super) fn share<T: Send>(plan: &Plan, work: &Work<'_, T>) -> Result<Vec<T>, KitError> {
    let next = AtomicU64::new(0);
    let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|game| *game < plan.games);
    let mut ends = Vec::new();
    std::thread::scope(|scope| {
        let running: Vec<_> = (1..plan.threads()).map(|_| scope.spawn(|| work(&take))).collect();
        ends.push(work(&take));
        let failed = |_| Err(KitError::Scripts { message: "a thread of the simulation failed".into() });
        ends.extend(running.into_iter().map(|thread| thread.join().unwrap_or_else(failed)));
    });
    ends.into_iter().collect()
}
