//! Effects, each in one file: its check, the change of the state, and the event that reports it.
//!
//! Each variant of [`Effect`] has the documentation of its effect. This file only matches effects with their
//! files. A change checks itself first, so that an impossible effect leaves the state unchanged.

// One file for each effect.
mod add_part;
mod award;
mod count;
mod deal;
mod deploy;
mod end_game;
mod from_hand;
mod from_slot;
mod hand_over;
mod in_play;
mod look;
mod move_figure;
mod move_tile;
mod move_token;
mod next_seat;
mod pay;
mod place_face_down;
mod place_tile;
mod put_back;
mod remove;
mod replace_tile;
mod resize;
mod retire;
mod shuffle;
mod take_home;
mod take_up;
mod to_hand;
mod to_slot;
mod turn_down;
mod turn_up;
// Work that several effects share.
mod clearing;
mod completing;
mod covering;
mod splitting;
mod tile_change;
mod turning_over;
// Effects that rules replace, points from sheets, and positions that are arranged.
mod arrange;
mod pay_sheet;
pub(crate) mod replacing;

use crate::catalog::pose::{Pose, TurnedKind};
use crate::state::Game;
use crate::state::agenda::Part;
use crate::state::effect::{Effect, Rejected};
use crate::state::event::EventKind;
use crate::state::happening::Intent;

impl Effect {
    /// Returns the kind of event that reports the effect. Rules replace the effect by the name of this kind.
    pub const fn event(&self) -> EventKind {
        match self {
            Effect::PlaceTile { .. } => place_tile::EVENT,
            Effect::PlaceFaceDown { .. } => place_face_down::EVENT,
            Effect::TakeUp { .. } => take_up::EVENT,
            Effect::ReplaceTile { .. } => replace_tile::EVENT,
            Effect::AddPart { .. } => add_part::EVENT,
            Effect::MoveTile { .. } => move_tile::EVENT,
            Effect::Look { .. } => look::EVENT,
            Effect::TurnUp { .. } => turn_up::EVENT,
            Effect::TurnDown { .. } => turn_down::EVENT,
            Effect::Deploy { .. } => deploy::EVENT,
            Effect::MoveFigure { .. } => move_figure::EVENT,
            Effect::TakeHome { .. } => take_home::EVENT,
            Effect::Award { .. } => award::EVENT,
            Effect::Count { .. } => count::EVENT,
            Effect::Pay { .. } => pay::EVENT,
            Effect::MoveToken { .. } => move_token::EVENT,
            Effect::PutBack { .. } => put_back::EVENT,
            Effect::Remove { .. } => remove::EVENT,
            Effect::Shuffle { .. } => shuffle::EVENT,
            Effect::Deal { .. } => deal::EVENT,
            Effect::NextSeat { .. } => next_seat::EVENT,
            Effect::HandOver { .. } => hand_over::EVENT,
            Effect::ToHand { .. } => to_hand::EVENT,
            Effect::FromHand { .. } => from_hand::EVENT,
            Effect::ToSlot { .. } => to_slot::EVENT,
            Effect::FromSlot { .. } => from_slot::EVENT,
            Effect::InPlay { .. } => in_play::EVENT,
            Effect::Resize { .. } => resize::EVENT,
            Effect::Retire { .. } => retire::EVENT,
            Effect::EndGame { .. } => end_game::EVENT,
        }
    }
}

impl Game {
    /// Changes the state, unless replacements match the effect: then the machine calls these first.
    ///
    /// # Errors
    /// The effect is impossible; the state is unchanged.
    pub fn effect(&mut self, effect: Effect) -> Result<(), Rejected> {
        if self.setup.listeners.replace & effect.event().bit() != 0 {
            let from =
                self.run.replacing.filter(|(kind, _)| *kind == effect.event()).map_or(0, |(_, number)| number + 1);
            // An impossible effect is refused here, as it would be without replacements.
            self.possible(&effect)?;
            if self.replacement_of(&effect, from).is_some() {
                self.run.pending.push(Part::Effect(effect, from));
                return Ok(());
            }
        }
        self.apply(effect)
    }

    /// Returns true if effects wait for rules that may replace them.
    pub fn holds_effects(&self) -> bool {
        self.setup.listeners.replace != 0 && self.run.pending.iter().any(|part| matches!(part, Part::Effect(..)))
    }

    /// Changes the state without calling replacements.
    ///
    /// # Errors
    /// The effect is impossible; the state is unchanged.
    pub(crate) fn apply(&mut self, effect: Effect) -> Result<(), Rejected> {
        let done = self.carry_out(effect);
        // Some effects report no event, so the observer is called here.
        self.observe();
        done
    }

    /// Checks that an effect can take place now.
    ///
    /// # Errors
    /// The effect is impossible.
    pub(crate) fn possible(&self, effect: &Effect) -> Result<(), Rejected> {
        match *effect {
            Effect::PlaceTile { kind, cell, turn, footing, .. } => self.check_fit(kind, Pose { cell, turn }, footing),
            Effect::PlaceFaceDown { kind, cell, turn, footing, known_to, .. } => {
                self.check_placing_face_down(kind, Pose { cell, turn }, footing, known_to).map(|_| ())
            }
            Effect::TakeUp { tile, to, .. } => self.check_taking(tile, to),
            Effect::ReplaceTile { tile, kind, turn, to, .. } => {
                self.check_replacing(tile, TurnedKind { kind, turn }, to)
            }
            Effect::AddPart { tile, kind, .. } => self.check_adding_part(tile, kind),
            Effect::MoveTile { tile, cell, turn, footing, .. } => self.check_moving(tile, Pose { cell, turn }, footing),
            Effect::Look { seat, tile } => self.check_looking(seat, tile).map(|_| ()),
            Effect::TurnUp { tile, turn, .. } => self.check_turning_up(tile, turn).map(|_| ()),
            Effect::TurnDown { tile, turn, known_to, .. } => self.check_turning_down(tile, turn, known_to).map(|_| ()),
            Effect::Deploy { seat, figure, place } => self.check_deploying(seat, figure, place),
            Effect::MoveFigure { figure, place } => self.check_moving_figure(figure, place).map(|_| ()),
            Effect::TakeHome { figure, .. } => self.check_out(figure).map(|_| ()),
            Effect::Award { seat, points, book, .. } => self.check_award(seat, points, book),
            Effect::Count { counter, key, amount } => self.check_counting(counter, key, amount).map(|_| ()),
            Effect::Pay { counter, from, to, amount } => self.check_paying(counter, from, to, amount),
            Effect::MoveToken { place, .. } => self.check_moving_token(place),
            Effect::PutBack { .. } => self.check_room(),
            Effect::Remove { bag, kind } => self.check_bag(bag, kind),
            Effect::NextSeat { seat } => self.check_seat(seat),
            Effect::HandOver { seat } | Effect::Retire { seat, .. } => self.check_in_game(seat),
            Effect::ToHand { seat, .. } => self.check_receiving(seat),
            Effect::FromHand { seat, kind } => self.check_hand(seat, kind).map(|_| ()),
            Effect::ToSlot { zone, slot, .. } => self.check_filling_slot(zone, slot).map(|_| ()),
            Effect::FromSlot { zone, slot } => self.check_emptying_slot(zone, slot).map(|_| ()),
            Effect::Resize { plane, extent } => self.check_extent(plane, extent),
            Effect::EndGame { conclusion } => self.check_ending(conclusion),
            Effect::Shuffle { .. } | Effect::Deal { .. } | Effect::InPlay { .. } => Ok(()),
        }
    }

    fn carry_out(&mut self, effect: Effect) -> Result<(), Rejected> {
        match effect {
            Effect::PlaceTile { seat, kind, cell, turn, footing, reason } => {
                self.place_tile(seat, kind, Pose { cell, turn }, footing, reason)
            }
            Effect::PlaceFaceDown { seat, kind, cell, turn, footing, known_to, reason } => {
                self.place_face_down(seat, kind, Pose { cell, turn }, footing, known_to, reason)
            }
            Effect::TakeUp { seat, tile, to, reason } => self.take_up(seat, tile, to, reason),
            Effect::ReplaceTile { seat, tile, kind, turn, to, reason } => {
                self.replace_tile(seat, tile, TurnedKind { kind, turn }, to, reason)
            }
            Effect::AddPart { seat, tile, kind, reason } => self.add_part(seat, tile, kind, reason),
            Effect::MoveTile { seat, tile, cell, turn, footing, reason } => {
                self.move_tile(seat, tile, Pose { cell, turn }, footing, reason)
            }
            Effect::Look { seat, tile } => self.look_under(seat, tile),
            Effect::TurnUp { seat, tile, turn, reason } => self.turn_up(seat, tile, turn, reason),
            Effect::TurnDown { seat, tile, turn, known_to, reason } => {
                self.turn_down(seat, tile, turn, known_to, reason)
            }
            Effect::Deploy { seat, figure, place } => self.deploy(seat, figure, place).map(|_| ()),
            Effect::MoveFigure { figure, place } => self.move_figure(figure, place),
            Effect::TakeHome { figure, reason } => self.take_home(figure, reason),
            Effect::Award { seat, points, book, segment, reason } => self.award(seat, points, book, segment, reason),
            Effect::Count { counter, key, amount } => self.count(counter, key, amount),
            Effect::Pay { counter, from, to, amount } => self.pay(counter, from, to, amount),
            Effect::MoveToken { token, place } => self.move_token(token, place),
            Effect::PutBack { bag, kind } => self.put_back(bag, kind),
            Effect::Remove { bag, kind } => self.remove_from_bag(bag, kind),
            Effect::NextSeat { seat } => self.choose_next_seat(seat),
            Effect::HandOver { seat } => self.hand_over(seat),
            Effect::ToHand { seat, kind } => self.add_to_hand(seat, kind),
            Effect::FromHand { seat, kind } => self.remove_from_hand(seat, kind),
            Effect::ToSlot { zone, slot, kind } => self.fill_slot(zone, slot, kind),
            Effect::FromSlot { zone, slot } => self.empty_slot(zone, slot),
            Effect::Resize { plane, extent } => self.resize(plane, extent),
            Effect::Retire { seat, reason } => self.retire(seat, reason),
            Effect::EndGame { conclusion } => self.end_game(conclusion),
            Effect::Shuffle { bag } => {
                self.shuffle(bag);
                Ok(())
            }
            Effect::Deal { from, to } => {
                self.deal_tiles(from, &to);
                Ok(())
            }
            Effect::InPlay { kind } => {
                self.set_in_play(kind);
                Ok(())
            }
        }
    }

    /// Returns the data that replacements of an effect receive; `None` for an effect that cannot be replaced.
    pub(crate) fn intent(&self, effect: &Effect) -> Option<Intent> {
        Some(match *effect {
            Effect::PlaceTile { seat, kind, cell, turn, reason, .. } => {
                place_tile::intent(seat, kind, cell, turn, reason)
            }
            Effect::TakeUp { seat, tile, to, reason } => take_up::intent(self, seat, tile, None, to, reason)?,
            Effect::ReplaceTile { seat, tile, kind, turn, to, reason } => {
                take_up::intent(self, seat, tile, Some(TurnedKind { kind, turn }), to, reason)?
            }
            Effect::MoveTile { seat, tile, cell, turn, reason, .. } => {
                move_tile::intent(self, seat, tile, Pose { cell, turn }, reason)?
            }
            Effect::Deploy { seat, figure, place } => deploy::intent(seat, figure, None, place),
            Effect::MoveFigure { figure, place } => move_figure::intent(self, figure, place)?,
            Effect::TakeHome { figure, reason } => take_home::intent(self, figure, reason)?,
            Effect::Award { seat, points, book, segment, reason } => award::intent(seat, points, book, segment, reason),
            Effect::Count { counter, key, amount } => count::intent(counter, key, amount),
            Effect::Pay { counter, amount, .. } => pay::intent(counter, amount),
            Effect::MoveToken { token, place } => move_token::intent(token, place),
            Effect::PutBack { bag, kind } => put_back::intent(bag, kind),
            Effect::Remove { bag, kind } => remove::intent(bag, kind),
            Effect::Shuffle { bag } => shuffle::intent(bag),
            Effect::Deal { from, .. } => deal::intent(from),
            Effect::ToHand { seat, kind } => to_hand::intent(seat, kind),
            Effect::FromHand { seat, kind } => from_hand::intent(seat, kind),
            Effect::Retire { seat, reason } => retire::intent(seat, reason),
            Effect::EndGame { conclusion } => end_game::intent(conclusion),
            Effect::AddPart { .. }
            | Effect::PlaceFaceDown { .. }
            | Effect::TurnDown { .. }
            | Effect::Look { .. }
            | Effect::TurnUp { .. }
            | Effect::NextSeat { .. }
            | Effect::HandOver { .. }
            | Effect::InPlay { .. }
            | Effect::Resize { .. }
            | Effect::ToSlot { .. }
            | Effect::FromSlot { .. } => return None,
        })
    }
}
