//! Work on a thread of its own: how far it is, what came of it, and how it is stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};

/// Work that goes on; whoever lets go of it stops it.
pub struct Job<N> {
    news: Receiver<N>,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    stopped: AtomicBool,
    done: AtomicUsize,
    of: AtomicUsize,
}

impl<N> Drop for Job<N> {
    fn drop(&mut self) {
        self.shared.stopped.store(true, Ordering::Relaxed);
    }
}

/// What work has to tell its owner.
pub struct Teller<N> {
    news: Option<Sender<N>>,
    shared: Arc<Shared>,
    waker: Box<dyn Fn() + Send + Sync>,
}

/// What came of work.
#[derive(Debug, PartialEq, Eq)]
pub enum Came<N> {
    /// Something new.
    News(N),
    /// Nothing, and it goes on.
    Nothing,
    /// It has ended: without a word, where it owed one.
    Ended,
}

impl<N: Send + 'static> Job<N> {
    /// Begins work. `waker` is called when there is something to show.
    pub fn begin(waker: impl Fn() + Send + Sync + 'static, work: impl FnOnce(&Teller<N>) + Send + 'static) -> Job<N> {
        let (sender, news) = channel();
        let shared = Arc::new(Shared::default());
        let teller = Teller { news: Some(sender), shared: Arc::clone(&shared), waker: Box::new(waker) };
        std::thread::spawn(move || work(&teller));
        Job { news, shared }
    }

    /// Begins work that comes to one thing.
    pub fn of(ctx: &egui::Context, work: impl FnOnce(&Teller<N>) -> N + Send + 'static) -> Job<N> {
        let waker = ctx.clone();
        Job::begin(move || waker.request_repaint(), move |teller| teller.tell(work(teller)))
    }

    /// What there is to tell.
    pub fn look(&self) -> Came<N> {
        match self.news.try_recv() {
            Ok(news) => Came::News(news),
            Err(TryRecvError::Empty) => Came::Nothing,
            Err(TryRecvError::Disconnected) => Came::Ended,
        }
    }

    /// How much is done, of how much; of nothing while that is not known.
    pub fn progress(&self) -> (usize, usize) {
        (self.shared.done.load(Ordering::Relaxed), self.shared.of.load(Ordering::Relaxed))
    }
}

impl<N> Drop for Teller<N> {
    fn drop(&mut self) {
        // Whoever is woken finds that this has ended, also when it broke off.
        self.news = None;
        (self.waker)();
    }
}

impl<N> Teller<N> {
    /// Whether it is still wanted.
    pub fn goes_on(&self) -> bool {
        !self.shared.stopped.load(Ordering::Relaxed)
    }

    /// Tells something.
    pub fn tell(&self, news: N) {
        // Nobody waits for it any more when its owner is gone.
        drop(self.news.as_ref().map(|sender| sender.send(news)));
        (self.waker)();
    }

    /// Tells how much is done, of how much.
    pub fn at(&self, done: usize, of: usize) {
        self.shared.done.store(done, Ordering::Relaxed);
        self.shared.of.store(of, Ordering::Relaxed);
        (self.waker)();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn end<N: Send + 'static>(job: &Job<N>) -> Vec<N> {
        let mut all = Vec::new();
        loop {
            match job.look() {
                Came::News(news) => all.push(news),
                Came::Nothing => std::thread::sleep(Duration::from_millis(1)),
                Came::Ended => return all,
            }
        }
    }

    #[test]
    fn work_tells_how_far_it_is_and_ends() {
        let job = Job::begin(
            || {},
            |teller: &Teller<u32>| {
                (1..=3).for_each(|n| {
                    teller.at(n, 3);
                    teller.tell(n as u32);
                })
            },
        );
        assert_eq!(end(&job), [1, 2, 3]);
        assert_eq!(job.progress(), (3, 3));
    }

    #[test]
    fn work_that_nobody_owns_any_more_stops() {
        let (sender, stopped) = channel();
        let job = Job::begin(
            || {},
            move |teller: &Teller<()>| {
                while teller.goes_on() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                sender.send(()).unwrap();
            },
        );
        assert!(stopped.recv_timeout(Duration::from_millis(30)).is_err(), "it goes on as long as it is wanted");
        drop(job);
        stopped.recv_timeout(Duration::from_secs(10)).unwrap();
    }

    #[test]
    fn work_that_breaks_off_has_ended() {
        let job: Job<u32> = Job::begin(|| {}, |_| panic!("a mistake of the program"));
        assert!(end(&job).is_empty());
    }
}
