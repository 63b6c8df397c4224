//! Payment of an amount of a counter from one purse to another.

use crate::catalog::id::CounterId;
use crate::limits;
use crate::state::Game;
use crate::state::effect::{CounterKey, Purse, Rejected};
use crate::state::event::EventKind;
use crate::state::happening::Intent;

/// Kind of the event that reports the effect.
pub(super) const EVENT: EventKind = EventKind::Counted;

impl Game {
    /// Checks that payer and receiver have values of the counter, and that the payment is possible.
    pub(super) fn check_paying(&self, counter: CounterId, from: Purse, to: Purse, amount: i32) -> Result<(), Rejected> {
        for purse in [from, to] {
            if let Purse::Seat(seat) = purse {
                self.check_scope(counter, CounterKey::Seat(seat))?;
            }
        }
        self.check_purses(counter, from, to, amount)
    }

    /// Checks that the payer has enough, and that the receiver's counter stays within the limits.
    pub(crate) fn check_purses(&self, counter: CounterId, from: Purse, to: Purse, amount: i32) -> Result<(), Rejected> {
        if let Purse::Seat(seat) = from {
            let left = self.counter(counter, CounterKey::Seat(seat)).saturating_sub(amount);
            if left < self.position.board.catalog.counters[counter].min.unwrap_or(-limits::TOTAL) {
                return Err(Rejected::new("cannot_pay", format!("seat {seat} cannot pay {amount}")));
            }
        }
        match to {
            Purse::Seat(seat) => self.check_count(counter, CounterKey::Seat(seat), amount).map(|_| ()),
            Purse::Bank => Ok(()),
        }
    }

    /// Moves an amount of a counter from one purse to another.
    pub(super) fn pay(&mut self, counter: CounterId, from: Purse, to: Purse, amount: i32) -> Result<(), Rejected> {
        self.check_paying(counter, from, to, amount)?;
        if let Purse::Seat(seat) = from {
            let left = self.counter(counter, CounterKey::Seat(seat)).saturating_sub(amount);
            self.set_counter(counter, CounterKey::Seat(seat), left)?;
        }
        if let Purse::Seat(seat) = to {
            let more = self.counter(counter, CounterKey::Seat(seat)).saturating_add(amount);
            self.set_counter(counter, CounterKey::Seat(seat), more)?;
        }
        Ok(())
    }
}

/// Returns the data for rules that replace the effect.
pub(super) fn intent(counter: CounterId, amount: i32) -> Intent {
    Intent::Count { counter, amount, seat: None }
}
