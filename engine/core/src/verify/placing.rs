//! Verifies placements under rules and steps with a search over all cells and turns that tests each one separately.

use std::collections::BTreeSet;

use crate::catalog::pose::Pose;
use crate::session::Session;
use crate::state::decision::{Decision, Options};
use crate::verify::fitting::fitting;
use crate::verify::need::need;
use crate::verify::reference::cells;

impl Session {
    /// Compares the placements that a step offers with the placements that a full search finds and that restrictions
    /// allow one by one. Checks nothing if the decision is about something else, or if offers have changed its options.
    ///
    /// # Errors
    /// The placements differ, or a script fails; the error describes the differences or the fault.
    pub fn verify_placing(&mut self) -> Result<(), String> {
        let Some(Decision { seat, options, .. }) = self.decision() else { return Ok(()) };
        let Options::Placements { kind, planes, free, .. } = *options else { return Ok(()) };
        let (seat, fitting) = (*seat, fitting(self.game(), &cells(self.game()), kind, planes, free));
        let mut allowed = BTreeSet::new();
        for place in fitting {
            if self.allows(kind, seat, Pose::new(place.0, place.1)).map_err(|fault| fault.to_string())? {
                allowed.insert(place);
            }
        }
        let (game, Some(Decision { ask, options, .. })) = (self.game(), self.decision()) else { return Ok(()) };
        let actual: BTreeSet<_> = options.iter(game).filter_map(|pick| options.placement(pick)).collect();
        need(actual == allowed && actual.len() == options.count() as usize, || {
            let only = |a: &BTreeSet<_>, b: &BTreeSet<_>| format!("{:?}", a.difference(b).collect::<Vec<_>>());
            format!("{ask}: missing {}, wrong {}", only(&allowed, &actual), only(&actual, &allowed))
        })
    }
}
