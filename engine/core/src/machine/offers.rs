//! Lets rules add options to decisions or remove options.

use std::sync::Arc;

use crate::catalog::seat::Seat;
use crate::machine::Machine;
use crate::machine::fault::Fault;
use crate::machine::rules::Offer;
use crate::state::Game;
use crate::state::decision::{Amended, Options};
use crate::state::question::{Handler, Listed};

impl Machine {
    /// Lets rules amend the options of the decision.
    pub(super) fn amend_decision(&mut self, game: &mut Box<Game>) -> Result<(), Box<Fault>> {
        // The question at the end of a trail has no options, as it was answered before.
        if game.is_led() && game.run.decision.as_ref().is_some_and(|d| d.options.count() == 0) {
            return Ok(());
        }
        let Some(decision) = &game.run.decision else { return Ok(()) };
        let asked = |o: &Offer| o.ask == decision.ask;
        if !self.rules.hooks().offers.iter().any(asked) {
            return Ok(());
        }
        let (ask, seat, count) = (Arc::clone(&decision.ask), decision.seat, decision.options.count() as usize);
        let mut amended = Amended::default();
        let mut from = 0;
        while let Some((number, handler)) = self.offer_to(game, &ask, seat, from) {
            from = number + 1;
            let before = amended.known_list().map_or(count, <[_]>::len);
            self.rules.offer(game, handler, seat, &mut amended)?;
            let Some(list) = amended.known_list() else { continue };
            if list.is_empty() && before > 0 {
                let message = format!("this offer has removed the last option of `{ask}`");
                return Err(self.fault_of(handler, "S0411", &message));
            }
            if let Some((option, group)) = self.without_sequel(&ask, list) {
                let message = format!(
                    "this offer adds the option `{}`, but no function handles it: add `chosen(\"{group}\", …)`",
                    option.key.text(game)
                );
                return Err(self.fault_of(handler, "S0407", &message));
            }
        }
        if let Some(list) = amended.into_list()
            && let Some(decision) = &mut game.run.decision
        {
            decision.options = Options::List(list);
        }
        Ok(())
    }

    /// Returns the number and the function of the next offer that amends a decision, beginning with the offer `from`.
    fn offer_to(&self, game: &Game, ask: &Arc<str>, seat: Seat, from: usize) -> Option<(usize, Handler)> {
        let mut offers = self.rules.hooks().offers.iter().enumerate().skip(from);
        let (number, offer) = offers.find(|(_, o)| o.ask == *ask && o.filter.admits_tile_of(game, seat))?;
        Some((number, offer.handler))
    }

    /// Returns an added option, with its group, for which no function handles the choice.
    fn without_sequel<'a>(&self, ask: &Arc<str>, list: &'a [Listed]) -> Option<(&'a Listed, &'a Arc<str>)> {
        let chosen = &self.rules.hooks().chosen;
        let mut followed = None;
        for option in list {
            let Some(group) = option.meaning.group().filter(|&group| followed != Some(group)) else {
                continue;
            };
            if !chosen.contains_key(&(Arc::clone(ask), Arc::clone(group))) {
                return Some((option, group));
            }
            followed = Some(group);
        }
        None
    }
}
