//! Reports of events, to the journal, the observer and the rules that react.

use std::any::Any;

use crate::catalog::id::{BagId, DieId, TileKindId, ZoneId};
use crate::catalog::seat::{Seat, SeatSet};
use crate::state::agenda::Part;
use crate::state::effect::Place;
use crate::state::event::Event;
use crate::state::game::{Game, Observer};
use crate::state::happening::{Happening, Rolled};

impl Game {
    /// Returns true if the journal or a reaction receives events of `kinds`, a bit set.
    #[inline]
    pub(crate) fn tells(&self, kinds: u64) -> bool {
        self.recording.journal.is_some() || self.setup.listeners.on & kinds != 0
    }

    /// Reports an event to the journal, if there is one, and to the rules that react to it.
    #[inline]
    pub(crate) fn report(&mut self, what: Happening) {
        if self.tells(what.kind().bit()) {
            self.report_to(what, SeatSet::EVERYBODY);
        }
    }

    pub(crate) fn report_to(&mut self, what: Happening, seen_by: SeatSet) {
        let event = Event { what, seen_by };
        if let Some(journal) = &mut self.recording.journal {
            journal.events.push(event);
            self.observe();
        }
        if self.setup.listeners.on & what.kind().bit() != 0 {
            self.run.pending.push(Part::Event(event, 0));
        }
    }

    pub(crate) fn report_bag(&mut self, bag: BagId, kind: Option<TileKindId>, amount: i32) {
        self.report(Happening::BagChanged { bag, kind, amount });
    }

    pub(crate) fn report_slot(&mut self, zone: ZoneId, slot: u16, kind: TileKindId, amount: i32) {
        let place = Place::Zone(zone, slot);
        self.report(Happening::SlotChanged { place, slot: slot.into(), kind, amount });
    }

    pub(crate) fn report_roll(&mut self, die: DieId, seat: Seat, face: u16) {
        self.report(Happening::Rolled { seat, die, face: Rolled { die, face } });
    }

    /// Sets an observer of every event and effect. Without a journal, the call has no effect.
    pub(crate) fn observe_by(&mut self, observer: impl Observer) {
        if self.recording.journal.is_some() {
            self.recording.observer = Some(Box::new(observer));
        }
    }

    /// Returns the observer, if it has this type.
    pub(crate) fn observer<O: Observer>(&self) -> Option<&O> {
        let observer: &dyn Any = &**self.recording.observer.as_ref()?;
        observer.downcast_ref()
    }

    /// Calls the observer, if there is one.
    #[inline]
    pub(crate) fn observe(&mut self) {
        if self.recording.observer.is_some() {
            self.show_observer();
        }
    }

    /// Notifies the observer, if there is one, that the position was arranged.
    pub(crate) fn observe_arranged(&mut self) {
        let Some(mut observer) = self.recording.observer.take() else { return };
        observer.restart(self);
        self.recording.observer = Some(observer);
    }

    fn show_observer(&mut self) {
        let Some(mut observer) = self.recording.observer.take() else { return };
        observer.look(self);
        self.recording.observer = Some(observer);
    }
}
