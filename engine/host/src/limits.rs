//! Limits of clients.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Maximum size of a message from a client, in bytes.
pub(crate) const MESSAGE: usize = 4096;
/// Maximum size of a message to a client, in bytes. A view can contain the pictures of a pack.
pub(crate) const LARGEST_TO_CLIENT: usize = 32 << 20;
/// Time within which a client must show its link.
pub(crate) const HELLO: Duration = Duration::from_secs(2);
/// Time within which the headers of a request must arrive.
pub(crate) const HEADERS: Duration = Duration::from_secs(5);
/// Time between two signs of life that the host asks for.
pub(crate) const PING: Duration = Duration::from_secs(20);
/// Maximum time without any sign of life of a connection.
pub(crate) const SILENCE: Duration = Duration::from_secs(45);
/// Maximum number of messages that wait for a slow client; beyond, it gets a whole view when it has caught up.
pub(crate) const WAITING: usize = 64;
/// Maximum number of connections in all.
const CONNECTIONS: usize = 2000;
/// Maximum number of connections of one address; addresses of this machine, such as a proxy, are exempt.
const OF_ADDRESS: usize = 20;
/// Maximum number of wrong links of one address in a minute.
const WRONG: usize = 10;
/// Messages of a client in a second, and at once.
const RATE: f64 = 10.0;
const BURST: f64 = 30.0;

/// Connections and wrong links by address.
#[derive(Default)]
pub(crate) struct Visitors {
    state: Mutex<VisitorState>,
}

#[derive(Default)]
struct VisitorState {
    count: usize,
    of_address: BTreeMap<IpAddr, usize>,
    wrong: BTreeMap<IpAddr, Vec<Instant>>,
}

impl Visitors {
    /// Counts a connection. Returns false if there are too many, or the address has shown too many wrong links.
    pub(crate) fn enter(&self, address: IpAddr) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let of_address = state.of_address.get(&address).copied().unwrap_or(0);
        if state.count >= CONNECTIONS || (of_address >= OF_ADDRESS && !address.is_loopback()) {
            return false;
        }
        if state.has_many_wrong(address) {
            return false;
        }
        state.count += 1;
        *state.of_address.entry(address).or_default() += 1;
        true
    }

    /// Removes a connection.
    pub(crate) fn leave(&self, address: IpAddr) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.count = state.count.saturating_sub(1);
        if let Some(count) = state.of_address.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                state.of_address.remove(&address);
            }
        }
    }

    /// Notes that a wrong link was shown.
    pub(crate) fn note_wrong(&self, address: IpAddr) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.wrong.entry(address).or_default().push(Instant::now());
    }
}

impl VisitorState {
    fn has_many_wrong(&mut self, address: IpAddr) -> bool {
        self.wrong.retain(|_, times| {
            times.retain(|time| time.elapsed() < Duration::from_secs(60));
            !times.is_empty()
        });
        self.wrong.get(&address).is_some_and(|times| times.len() >= WRONG)
    }
}

/// Limit on messages of a client: a bucket that fills with time and loses one for each message.
pub(crate) struct MessageRate {
    left: f64,
    since: Instant,
}

impl MessageRate {
    pub(crate) fn new(now: Instant) -> MessageRate {
        MessageRate { left: BURST, since: now }
    }

    /// Counts a message. Returns false if the client sends too many.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        self.left = (self.left + now.duration_since(self.since).as_secs_f64() * RATE).min(BURST);
        self.since = now;
        self.left -= 1.0;
        self.left >= 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_may_send_many_messages_at_once_but_not_for_long() {
        let start = Instant::now();
        let mut rate = MessageRate::new(start);
        assert_eq!((0..40).filter(|_| rate.take(start)).count(), 30);
        let mut rate = MessageRate::new(start);
        let later = |tenths: u32| start + Duration::from_millis(100) * tenths;
        assert!((0..300).all(|tenths| rate.take(later(tenths))), "ten in a second are fine");
    }

    #[test]
    fn an_address_has_few_connections_and_few_wrong_links() {
        let visitors = Visitors::default();
        let (far, near) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([127, 0, 0, 1]));
        assert_eq!((0..30).filter(|_| visitors.enter(far)).count(), OF_ADDRESS);
        visitors.leave(far);
        assert!(visitors.enter(far) && !visitors.enter(far));
        assert_eq!((0..30).filter(|_| visitors.enter(near)).count(), 30);
        let other = IpAddr::from([192, 0, 2, 2]);
        (0..WRONG).for_each(|_| visitors.note_wrong(other));
        assert!(!visitors.enter(other) && visitors.enter(IpAddr::from([192, 0, 2, 3])));
    }
}
