//! Decides which rules may replace an effect, and which events and effects the filters of rules accept.

use crate::catalog::id::{CounterId, FigureId, FigureKindId, SegmentId, Symbol, TagId, TileId, TileKindId, TokenId};
use crate::catalog::lattice::Cell;
use crate::catalog::seat::Seat;
use crate::state::Game;
use crate::state::agenda::Part;
use crate::state::effect::{Effect, Place};
use crate::state::event::{EventKind, Filter};
use crate::state::happening::{FieldValue, Happening, Intent};

impl Game {
    /// Returns the number of the first replacement of an effect, beginning with `from`.
    pub(crate) fn replacement_of(&self, effect: &Effect, from: u16) -> Option<u16> {
        let kind = effect.event();
        if self.setup.listeners.replace & kind.bit() == 0 {
            return None;
        }
        let looked = Filterable::at_intent(&self.intent(effect)?);
        let mut hooks = (0..).zip(self.setup.listeners.replaced.iter()).skip(usize::from(from));
        hooks.find(|(_, (event, filter))| *event == kind && filter.admits(self, looked)).map(|(number, _)| number)
    }

    /// Returns true if an effect that waits for its replacements refers to the figure by its number.
    pub(crate) fn is_awaited(&self, number: FigureId) -> bool {
        let of_effect = |effect: &Effect| matches!(effect, Effect::TakeHome { figure, .. } | Effect::MoveFigure { figure, .. } if *figure == number);
        let names = |part: &crate::state::agenda::Part| {
            let held = match part {
                Part::Held { after, .. } => after.as_slice(),
                _ => &[],
            };
            std::iter::once(part).chain(held).any(|part| match part {
                Part::Effect(effect, _) | Part::Replacing { effect, .. } => of_effect(effect),
                _ => false,
            })
        };
        self.setup.listeners.replace & (EventKind::TookHome.bit() | EventKind::Deployed.bit()) != 0
            && self.run.agenda.iter().chain(&self.run.pending).any(names)
    }
}

/// Data of an event or effect that filters test.
#[derive(Clone, Copy, Default)]
pub(crate) struct Filterable {
    segment: Option<SegmentId>,
    tile: Option<TileId>,
    kind: Option<TileKindId>,
    cell: Option<Cell>,
    figure_kind: Option<FigureKindId>,
    reason: Option<Symbol>,
    seat: Option<Seat>,
    /// True if the figure comes from another place.
    moved: bool,
}

impl Filterable {
    #[inline]
    pub(crate) fn from_event(event: &Happening) -> Filterable {
        let mut looked = Filterable::default();
        event.each_field(|_, value| looked.note(value));
        looked
    }

    #[inline]
    fn at_intent(intent: &Intent) -> Filterable {
        let mut looked = Filterable::default();
        intent.each_field(|_, value| looked.note(value));
        looked.moved = matches!(intent, Intent::Deploy { figure: Some(_), .. });
        looked
    }

    /// Records a field. With two seats or kinds, the first is kept: the acting seat and its tile.
    #[inline]
    fn note(&mut self, value: FieldValue) {
        match value {
            FieldValue::Segment(segment) | FieldValue::Place(Place::Segment(segment)) => self.segment = Some(segment),
            FieldValue::Tile(tile) => self.tile = Some(tile),
            FieldValue::Kind(kind) => self.kind = self.kind.or(Some(kind)),
            FieldValue::Cell(cell) => self.cell = Some(cell),
            FieldValue::FigureKind(kind) => self.figure_kind = Some(kind),
            FieldValue::Reason(reason) => self.reason = Some(reason),
            FieldValue::Seat(seat) => self.seat = self.seat.or(Some(seat)),
            FieldValue::Left(_) => self.moved = true,
            _ => {}
        }
    }
}

impl Filter {
    /// Returns true if the filter accepts an event or effect.
    pub(crate) fn admits(&self, game: &Game, looked: Filterable) -> bool {
        let (board, catalog) = (&game.position.board, &game.position.board.catalog);
        if let Some(terrain) = self.terrain
            && !looked.segment.is_some_and(|s| catalog.counts_as(board.terrain(s), terrain))
        {
            return false;
        }
        let kind = looked.kind.or_else(|| looked.tile.and_then(|t| board.laid_tile(t)).map(|t| t.kind));
        let other = |wanted: bool, same: bool| wanted && !same;
        if other(self.kind.is_some(), kind.is_some_and(|kind| self.names_kind(game, kind)))
            || other(self.figure.is_some(), self.figure == looked.figure_kind)
            || other(self.reason.is_some(), self.reason == looked.reason)
        {
            return false;
        }
        if other(self.moved.is_some(), self.moved == Some(looked.moved)) {
            return false;
        }
        let lies_beside = |token| {
            let cell = looked.cell.or_else(|| Some(board.laid_tile(looked.tile?)?.cell));
            cell.zip(game.token_cell(token)).is_some_and(|(cell, there)| catalog.lattice.side_to(cell, there).is_some())
        };
        self.admits_position(game, looked.seat)
            && self.beside.is_none_or(lies_beside)
            && self.with_token.is_none_or(|token| looked.segment.is_some_and(|s| game.lies_on_feature(token, s)))
            && self.tag.is_none_or(|tag| has_tag(game, tag, looked.segment, kind))
            && self.any.as_ref().is_none_or(|any| any.iter().any(|one| one.admits(game, looked)))
    }

    /// Returns true if the filter accepts the position, regardless of the event. `seat` is the seat of the event.
    #[inline]
    fn admits_position(&self, game: &Game, seat: Option<Seat>) -> bool {
        let has = |kind| seat.is_some_and(|seat| game.figures().any(|(_, f)| (f.seat, f.kind) == (seat, kind)));
        let counts = |&counter: &CounterId| seat.is_some_and(|seat| game.has_counted_for(counter, seat));
        self.seat_has.is_none_or(has)
            && self.counters.as_ref().is_none_or(|counters| counters.iter().any(|&counter| game.has_counted(counter)))
            && self.seat_counts.as_ref().is_none_or(|counters| counters.iter().any(counts))
            && self.together.as_ref().is_none_or(|tokens| are_together(game, tokens))
            && self
                .on_finished
                .as_ref()
                .is_none_or(|tokens| game.segments_of(tokens).any(|segment| game.position.board.is_complete(segment)))
            && self.bags.as_ref().is_none_or(|bags| bags.iter().any(|&bag| game.bag(bag).total() > 0))
    }
}

/// Returns true if any two of the tokens are on the same feature.
fn are_together(game: &Game, tokens: &[TokenId]) -> bool {
    let features = &game.position.board.features;
    let mut roots = game.segments_of(tokens).map(|segment| features.root(segment));
    while let Some(root) = roots.next() {
        if roots.clone().any(|other| other == root) {
            return true;
        }
    }
    false
}

impl Filter {
    /// Returns true if the filter accepts the position and the tile in play, or the tile that the running part has
    /// placed. `seat` decides or takes the step.
    pub(crate) fn admits_tile_of(&self, game: &Game, seat: Seat) -> bool {
        if *self == Filter::default() {
            return true;
        }
        let part = game.turn_part();
        let placed = || part?.tile.and_then(|tile| game.position.board.tile(tile)).map(|tile| tile.kind);
        self.admits_kind(game, part.and_then(|part| part.kind).or_else(placed), seat)
    }

    /// Like [`Filter::admits_tile_of`], for a given kind of tile.
    pub(crate) fn admits_kind(&self, game: &Game, kind: Option<TileKindId>, seat: Seat) -> bool {
        self.admits_position(game, Some(seat))
            && self.admits_tile(game, kind)
            && self.any.as_ref().is_none_or(|any| any.iter().any(|one| one.admits_kind(game, kind, seat)))
    }

    /// Returns true if the filter names this kind, or the kind without its added parts.
    fn names_kind(&self, game: &Game, kind: TileKindId) -> bool {
        self.kind == Some(kind) || self.kind == Some(game.position.board.catalog.bare(kind))
    }

    fn admits_tile(&self, game: &Game, kind: Option<TileKindId>) -> bool {
        if (self.kind, self.terrain, self.tag) == (None, None, None) {
            return true;
        }
        let Some(kind) = kind else { return false };
        let has = |terrain| {
            let catalog = &game.position.board.catalog;
            catalog.kinds[kind].segments.iter().any(|segment| catalog.counts_as(segment.terrain, terrain))
        };
        (self.kind.is_none() || self.names_kind(game, kind))
            && self.terrain.is_none_or(has)
            && self.tag.is_none_or(|tag| has_tag(game, tag, None, Some(kind)))
    }
}

fn has_tag(game: &Game, tag: TagId, segment: Option<SegmentId>, kind: Option<TileKindId>) -> bool {
    let catalog = &game.position.board.catalog;
    if let Some(segment) = segment {
        return game.position.board.tag_sum(segment, tag) != 0;
    }
    kind.is_some_and(|kind| catalog.kinds[kind].has_tag(tag))
}
