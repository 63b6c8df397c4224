//! Change of a counter by an amount.

use crate::catalog::Scope;
use crate::catalog::id::CounterId;
use crate::limits;
use crate::state::Game;
use crate::state::effect::{CounterKey, Rejected};
use crate::state::event::EventKind;
use crate::state::happening::{Happening, Intent};

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::Counted;

impl Game {
    /// Checks that a counter has values for this kind of key.
    pub(crate) fn check_scope(&self, counter: CounterId, key: CounterKey) -> Result<(), Rejected> {
        let kept = match (self.position.board.catalog.counters[counter].scope, key) {
            (Scope::Game, _)
            | (Scope::Keyed, CounterKey::Key(_))
            | (Scope::SeatKeyed, CounterKey::SeatKey(..))
            | (Scope::Feature(_), CounterKey::Feature(_)) => true,
            (Scope::Seat, CounterKey::Seat(seat)) => seat.0 < self.position.seats,
            _ => false,
        };
        if kept {
            return Ok(());
        }
        Err(Rejected::new(
            "wrong_scope",
            format!("{} is not kept that way", self.position.board.catalog.counters.key(counter)),
        ))
    }

    /// Returns the value of a counter after a change, limited to its bounds. A value outside of the limits is refused.
    #[inline]
    pub(crate) fn check_count(&self, counter: CounterId, key: CounterKey, amount: i32) -> Result<i32, Rejected> {
        let spec = &self.position.board.catalog.counters[counter];
        let wanted = i64::from(self.counter(counter, key)) + i64::from(amount);
        let kept = wanted.max(spec.min.unwrap_or(i32::MIN).into()).min(spec.max.unwrap_or(i32::MAX).into());
        match i32::try_from(kept) {
            Ok(kept) if (-limits::TOTAL..=limits::TOTAL).contains(&kept) => Ok(kept),
            _ => {
                let (name, most) = (self.position.board.catalog.counters.key(counter), limits::TOTAL);
                Err(Rejected::new("out_of_range", format!("the counter {name} holds at most {most}, not {kept}")))
            }
        }
    }

    /// Checks that a counter has values for this kind of key, and that it can change by an amount.
    pub(super) fn check_counting(&self, counter: CounterId, key: CounterKey, amount: i32) -> Result<i32, Rejected> {
        self.check_scope(counter, key)?;
        self.check_count(counter, key, amount)
    }

    /// Changes a counter by an amount.
    pub(super) fn count(&mut self, counter: CounterId, key: CounterKey, amount: i32) -> Result<(), Rejected> {
        let value = self.check_counting(counter, key, amount)?;
        self.set_counter(counter, key, value)
    }

    /// Sets a counter to a value, which is limited to the counter's bounds.
    pub(crate) fn set_counter(&mut self, counter: CounterId, key: CounterKey, value: i32) -> Result<(), Rejected> {
        self.check_scope(counter, key)?;
        let spec = &self.position.board.catalog.counters[counter];
        let value = value.max(spec.min.unwrap_or(i32::MIN)).min(spec.max.unwrap_or(i32::MAX));
        let before = self.counter(counter, key);
        let is_keyed = !matches!(key, CounterKey::Game | CounterKey::Seat(_));
        if is_keyed
            && self.position.keyed.len() >= limits::KEYS
            && !self.position.keyed.iter().any(|&(c, k, _)| (c, k) == (counter, key))
        {
            let most = limits::KEYS;
            return Err(Rejected::new("too_many", format!("counters with keys hold at most {most} numbers in total")));
        }
        match (spec.scope, key) {
            (Scope::Game, _) => {
                let at = self.counter_base(counter);
                self.position.counts[at] = value;
            }
            (Scope::Seat, CounterKey::Seat(seat)) => {
                let at = self.counter_base(counter) + seat.index();
                self.position.counts[at] = value;
            }
            (Scope::Feature(_), CounterKey::Feature(segment)) => {
                let root = self.position.board.features.root(segment);
                let features = &self.position.board.features;
                self.position.keyed.retain(|(c, k, _)| {
                    *c != counter || !matches!(k, CounterKey::Feature(s) if features.root(*s) == root)
                });
                self.set_keyed(counter, CounterKey::Feature(segment), value);
            }
            _ => self.set_keyed(counter, key, value),
        }
        let seat = if let CounterKey::Seat(seat) | CounterKey::SeatKey(seat, _) = key { Some(seat) } else { None };
        let bearer = self.bearer(counter, key);
        let counted = Happening::Counted {
            counter,
            amount: value.saturating_sub(before),
            seat,
            key: if let CounterKey::Key(key) | CounterKey::SeatKey(_, key) = key {
                i32::try_from(key).ok()
            } else {
                None
            },
            figure_kind: bearer.map(|figure| figure.kind),
            owner: bearer.map(|figure| figure.seat),
        };
        // A reported change would reveal a secret value, so only its seat receives it.
        match (self.position.board.catalog.counters[counter].secret, seat) {
            (false, _) => self.report(counted),
            (true, seat) => self.report_to(counted, seat.into_iter().collect()),
        }
        Ok(())
    }

    pub(super) fn set_keyed(&mut self, counter: CounterId, key: CounterKey, value: i32) {
        match self.position.keyed.binary_search_by_key(&(counter, key), |&(c, k, _)| (c, k)) {
            Ok(at) => self.position.keyed[at].2 = value,
            Err(at) => self.position.keyed.insert(at, (counter, key, value)),
        }
    }
}

/// Returns the data for rules that replace the effect.
pub(super) fn intent(counter: CounterId, key: CounterKey, amount: i32) -> Intent {
    let seat = if let CounterKey::Seat(seat) | CounterKey::SeatKey(seat, _) = key { Some(seat) } else { None };
    Intent::Count { counter, amount, seat }
}
