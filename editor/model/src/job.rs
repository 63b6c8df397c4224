//! Background work on its own thread, with progress, updates and a way to stop it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};

/// Running background work. Dropping it asks the work to stop.
pub struct Job<N> {
    news: Receiver<N>,
    shared: Arc<JobState>,
}

#[derive(Default)]
struct JobState {
    stopped: AtomicBool,
    done: AtomicUsize,
    of: AtomicUsize,
}

impl<N> Drop for Job<N> {
    fn drop(&mut self) {
        self.shared.stopped.store(true, Ordering::Relaxed);
    }
}

/// Handle with which a job reports to its owner.
pub struct Teller<N> {
    news: Option<Sender<N>>,
    shared: Arc<JobState>,
    waker: Box<dyn Fn() + Send + Sync>,
}

/// State of a job when its owner polls it.
#[derive(Debug, PartialEq, Eq)]
pub enum JobPoll<N> {
    /// An update from the job.
    News(N),
    /// The job has no update yet and is still running.
    Nothing,
    /// The job has ended; a job that owes a result ended without one.
    Ended,
}

impl<N: Send + 'static> Job<N> {
    /// Starts a job. `waker` is called whenever the owner should poll.
    pub fn begin(waker: impl Fn() + Send + Sync + 'static, work: impl FnOnce(&Teller<N>) + Send + 'static) -> Job<N> {
        let (sender, news) = channel();
        let shared = Arc::new(JobState::default());
        let teller = Teller { news: Some(sender), shared: Arc::clone(&shared), waker: Box::new(waker) };
        std::thread::spawn(move || work(&teller));
        Job { news, shared }
    }

    /// Starts a job that yields a single result. `waker` is called whenever the owner should poll.
    pub fn start_single(
        waker: impl Fn() + Send + Sync + 'static,
        work: impl FnOnce(&Teller<N>) -> N + Send + 'static,
    ) -> Job<N> {
        Job::begin(waker, move |teller| teller.tell(work(teller)))
    }

    /// Polls the job without waiting.
    pub fn look(&self) -> JobPoll<N> {
        match self.news.try_recv() {
            Ok(news) => JobPoll::News(news),
            Err(TryRecvError::Empty) => JobPoll::Nothing,
            Err(TryRecvError::Disconnected) => JobPoll::Ended,
        }
    }

    /// Returns the steps done and their total; the total is 0 while it is unknown.
    pub fn progress(&self) -> (usize, usize) {
        (self.shared.done.load(Ordering::Relaxed), self.shared.of.load(Ordering::Relaxed))
    }
}

impl<N> Drop for Teller<N> {
    fn drop(&mut self) {
        // The sender is dropped before the call, so that the owner sees the end of the job, even after a panic.
        self.news = None;
        (self.waker)();
    }
}

impl<N> Teller<N> {
    /// True until the owner drops the job.
    pub fn goes_on(&self) -> bool {
        !self.shared.stopped.load(Ordering::Relaxed)
    }

    /// Sends an update to the owner.
    pub fn tell(&self, news: N) {
        // The receiver is gone if the owner dropped the job.
        drop(self.news.as_ref().map(|sender| sender.send(news)));
        (self.waker)();
    }

    /// Reports the steps done and their total.
    pub fn report_progress(&self, done: usize, of: usize) {
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
                JobPoll::News(news) => all.push(news),
                JobPoll::Nothing => std::thread::sleep(Duration::from_millis(1)),
                JobPoll::Ended => return all,
            }
        }
    }

    #[test]
    fn work_tells_how_far_it_is_and_ends() {
        let job = Job::begin(
            || {},
            |teller: &Teller<u32>| {
                (1..=3).for_each(|n| {
                    teller.report_progress(n, 3);
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
        assert!(
            stopped.recv_timeout(Duration::from_millis(30)).is_err(),
            "the work continues until its owner drops it"
        );
        drop(job);
        stopped.recv_timeout(Duration::from_secs(10)).unwrap();
    }

    #[test]
    fn work_that_breaks_off_has_ended() {
        let job: Job<u32> = Job::begin(|| {}, |_| panic!("a mistake of the program"));
        assert!(end(&job).is_empty());
    }
}
