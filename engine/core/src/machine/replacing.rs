//! Effects that rules may act instead of: which rules, and what those are told.

use crate::catalog::id::FigureId;
use crate::catalog::id::TagId;
use crate::state::Game;
use crate::state::effect::{CounterKey, Effect, Place};
use crate::state::event::EventKind;
use crate::state::event::{Filter, Subject};

impl Game {
    /// The first replacement of an effect, from one of them on.
    pub(crate) fn replacement_of(&self, effect: &Effect, from: u16) -> Option<u16> {
        let kind = effect.event();
        if self.listeners.replace & kind.bit() == 0 {
            return None;
        }
        let subject = self.subject_of(effect);
        let mut hooks = (0..).zip(self.listeners.replaced.iter()).skip(usize::from(from));
        hooks.find(|(_, (event, filter))| *event == kind && filter.admits(self, &subject)).map(|(number, _)| number)
    }

    /// What an effect is about, for rules that act instead.
    pub(crate) fn subject_of(&self, effect: &Effect) -> Subject {
        let mut subject = Subject::default();
        match *effect {
            Effect::PlaceTile { seat, kind, cell, turn, reason, .. } => {
                (subject.seat, subject.kind, subject.cell) = (Some(seat), Some(kind), Some(cell));
                subject.reason = reason;
                subject.amount = i32::from(turn);
            }
            Effect::Deploy { seat, figure, place } => {
                (subject.seat, subject.figure_kind) = (Some(seat), Some(figure));
                subject = subject.goes_to(place);
            }
            Effect::MoveFigure { figure, place } => {
                subject.figure = Some(figure);
                if let Some(figure) = self.figure(figure) {
                    (subject.seat, subject.figure_kind) = (Some(figure.seat), Some(figure.kind));
                }
                subject = subject.goes_to(place);
            }
            Effect::TakeHome { figure, reason } => {
                (subject.figure, subject.reason) = (Some(figure), reason);
                if let Some(figure) = self.figure(figure) {
                    (subject.seat, subject.figure_kind) = (Some(figure.seat), Some(figure.kind));
                    subject.segment = if let Some(Place::Segment(s)) = figure.place { Some(s) } else { None };
                }
            }
            Effect::Award { seat, points, book, segment, reason } => {
                subject = Subject { seat: Some(seat), amount: points, book: Some(book), segment, reason, ..subject };
            }
            Effect::Count { counter, key, amount } => {
                subject.seat =
                    if let CounterKey::Seat(seat) | CounterKey::SeatKey(seat, _) = key { Some(seat) } else { None };
                (subject.index, subject.amount) = (Some(counter.0), amount);
            }
            Effect::Pay { counter, amount, .. } => (subject.index, subject.amount) = (Some(counter.0), amount),
            Effect::MoveToken { token, place } => {
                subject.index = Some(token.0);
                subject = subject.with_place(place);
            }
            Effect::PutBack { bag, kind } | Effect::Remove { bag, kind } => {
                (subject.index, subject.kind) = (Some(bag.0), Some(kind));
            }
            Effect::Shuffle { bag } | Effect::Deal { from: bag, .. } => subject.index = Some(bag.0),
            Effect::ToHand { seat, kind } | Effect::FromHand { seat, kind } => {
                (subject.seat, subject.kind) = (Some(seat), Some(kind));
            }
            Effect::NextSeat { seat } | Effect::HandOver { seat } => subject.seat = Some(seat),
            Effect::InPlay { kind } => subject.kind = kind,
            Effect::Resize { .. } | Effect::EndGame => {}
        }
        subject
    }

    /// Whether an effect that waits for its replacements names a figure by its number.
    pub(crate) fn is_awaited(&self, number: FigureId) -> bool {
        let of_effect = |effect: &Effect| matches!(effect, Effect::TakeHome { figure, .. } | Effect::MoveFigure { figure, .. } if *figure == number);
        let names = |part: &crate::state::agenda::Part| {
            use crate::state::agenda::Part;
            let held = match part {
                Part::Held { after, .. } => after.as_slice(),
                _ => &[],
            };
            std::iter::once(part).chain(held).any(|part| match part {
                Part::Effect(effect, _) | Part::Replacing { effect, .. } => of_effect(effect),
                _ => false,
            })
        };
        self.listeners.replace & (EventKind::TookHome.bit() | EventKind::Deployed.bit()) != 0
            && self.agenda.iter().chain(&self.fresh).any(names)
    }
}

impl Subject {
    /// On its way to a place, which may be a slot of a zone.
    fn goes_to(self, place: Place) -> Subject {
        match place {
            Place::Zone(zone, slot) => Subject { index: Some(zone.0), amount: i32::from(slot), ..self },
            place => self.with_place(Some(place)),
        }
    }
}

impl Filter {
    /// Whether a hook cares for a subject.
    pub(crate) fn admits(&self, game: &Game, subject: &Subject) -> bool {
        let board = &game.board;
        let catalog = &game.catalog;
        if let Some(terrain) = self.terrain
            && subject.segment.is_none_or(|s| board.terrain(catalog, s) != terrain)
        {
            return false;
        }
        let kind = subject.kind.or_else(|| subject.tile.and_then(|t| board.tiles().get(t.index())).map(|t| t.kind));
        let other = |wanted: bool, same: bool| wanted && !same;
        if other(self.kind.is_some(), self.kind == kind)
            || other(self.figure.is_some(), self.figure == subject.figure_kind)
            || other(self.reason.is_some(), self.reason == subject.reason)
        {
            return false;
        }
        self.tag.is_none_or(|tag| has_tag(game, tag, subject, kind))
    }
}

fn has_tag(game: &Game, tag: TagId, subject: &Subject, kind: Option<crate::catalog::id::TileKindId>) -> bool {
    let catalog = &game.catalog;
    if let Some(segment) = subject.segment {
        return game.board.tag_sum(catalog, segment, tag) != 0;
    }
    kind.is_some_and(|k| {
        let kind = &catalog.kinds[k];
        kind.tag(tag) != 0 || kind.segments.iter().any(|s| s.tag(tag) != 0)
    })
}
