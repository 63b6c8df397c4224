//! Searches the same decision on several threads. Each has its own tree and playouts; the results of the first decision
//! are added up at the end, so that a time limit is used by all cores.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Instant;

use tilewright_core::session::Session;
use tilewright_core::state::chance::Generator;
use tilewright_kit::games::replay::replay_by;
use tilewright_kit::games::save::record_of;
use tilewright_kit::packs::load::Loaded;

use super::search::RootResults;
use super::{Mcts, SearchParameters};
use crate::bot::Bot;
use crate::habit::Habit;

/// Search on another thread. Dropping it stops the thread soon.
pub(super) struct SearchThread {
    handle: JoinHandle<Option<RootResults>>,
    stop: StopFlag,
}

/// Flag that stops a search on another thread when it is dropped.
struct StopFlag(Arc<AtomicBool>);

impl Drop for StopFlag {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl SearchThread {
    /// Starts a thread that searches the waiting decision of a session with other playouts; `None` if the system
    /// provides no thread. Games cannot leave their thread, so the new one replays the record.
    pub(super) fn begin(
        loaded: &Loaded,
        session: &Session,
        habits: &[Habit],
        plan: SearchParameters,
        mut chance: Generator,
    ) -> Option<SearchThread> {
        let begun = Instant::now();
        let (loaded, habits, record) = (loaded.clone(), habits.to_vec(), record_of(session, "a decision"));
        let stop = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&stop);
        let search = move || {
            let session = replay_by(&loaded, &record).ok()?;
            let mut bot = Mcts::with(&loaded, plan.budget, plan.manner, &habits, plan.settings).ok()?;
            bot.begin(&session, &mut chance);
            let mut search = bot.search.take()?;
            search.continue_from(begun, seen);
            search.go_on(&mut bot.ahead, &mut bot.turn, None);
            Some(search.into_root())
        };
        let handle = std::thread::Builder::new().name("mcts".to_owned()).spawn(search).ok()?;
        Some(SearchThread { handle, stop: StopFlag(stop) })
    }

    /// Waits for the end of the search and returns its results; `None` if the game could not be replayed.
    pub(super) fn join(self) -> Option<RootResults> {
        let SearchThread { handle, stop } = self;
        // A panic is a bug in this crate, so it must not be hidden here.
        let results = handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        drop(stop);
        results
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use tilewright_kit::packs::find::Finder;
    use tilewright_kit::packs::load::{Request, load};

    use super::*;
    use crate::bot::Random;
    use crate::judge::Manner;
    use crate::mcts::{Budget, MctsSettings};
    use crate::seeds::of_next_choice;

    /// Tests that another thread reaches the position, searches the same options, and returns all its playouts.
    #[test]
    fn another_thread_searches_the_same_decision() {
        let content = Finder::nowhere().with_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content"));
        for id in ["glowmoor", "honeyplot", "bellhollow"] {
            let loaded = load(&content, &Request { lints: false, ..Request::new([id]) }).unwrap();
            let seats = loaded.catalog().unwrap().seats.0.max(2);
            let mut session = Session::new(loaded.machine().unwrap(), seats, 6).unwrap();
            session.start().unwrap();
            for answers in 0..12 {
                let Some(decision) = session.decision() else { break };
                let number = Random.choose_in(&session, &mut of_next_choice(&session)).unwrap();
                let pick = decision.options.get(session.game(), number).unwrap();
                if decision.options.count() > 1 && answers % 4 == 0 {
                    let plan = SearchParameters {
                        budget: Budget::Playouts(40),
                        manner: Manner::Plain,
                        settings: MctsSettings::default(),
                    };
                    let begin = || SearchThread::begin(&loaded, &session, &[], plan, Generator::new(3)).unwrap();
                    let found = begin().join().unwrap();
                    assert!(found.done > 0, "{id}, after {answers} answers");
                    assert_eq!(found.root.edges.iter().map(|edge| edge.visits).sum::<u32>(), found.done);
                    assert_eq!(found.results.iter().map(|results| results.count).sum::<u32>(), found.done);
                    assert!(found.options.iter().all(|number| *number < decision.options.count()));
                    // A search that is no longer wanted ends early.
                    let (long, begun) = (SearchParameters { budget: Budget::Millis(60_000), ..plan }, Instant::now());
                    let stopped = SearchThread::begin(&loaded, &session, &[], long, Generator::new(3)).unwrap();
                    stopped.stop.0.store(true, Ordering::Relaxed);
                    assert!(stopped.join().is_some() && begun.elapsed().as_secs() < 30, "{id}");
                }
                session.answer(pick).unwrap();
            }
        }
    }
}
