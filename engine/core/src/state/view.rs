//! Views of a game: the information that a seat may see.
//!
//! Players, bots, pictures and exported texts read a game only by a view. A view leaves out hidden information: closed
//! hands of other seats, the order of stacks, secret counters, secret decisions and options, and events of other seats.

use crate::catalog::id::{BagId, CounterId, FigureId, TileId, TileKindId, ZoneId};
use crate::catalog::seat::{Seat, SeatSet};
use crate::catalog::{Catalog, Scope};
use crate::state::effect::CounterKey;
use crate::state::event::Event;
use crate::state::game::Game;
use crate::state::happening::Happening;
use crate::state::options::{Decision, Pick};
use crate::state::secrecy::OpenPart;

/// Game as seen by a seat, by a bystander who sees public information only, or by an analyst who sees everything.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    game: &'a Game,
    seat: Option<Seat>,
    everything: bool,
}

/// Tiles that are visible or only counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VisibleTiles {
    /// Kinds of all visible tiles.
    Tiles(Vec<TileKindId>),
    /// Number of tiles, if their kinds are hidden.
    Count(usize),
}

/// Part of a waiting decision that a viewer may see.
#[derive(Clone, Copy, Debug)]
pub enum VisibleDecision<'a> {
    /// Decision with all its options.
    Open(&'a Decision),
    /// Open part of a decision of another seat that has secret options.
    Partly(OpenPart<'a>),
    /// Seat that takes a secret decision.
    Hidden(Seat),
}

impl Game {
    /// Returns the game as a seat sees it, or as a bystander does for `None`.
    pub fn view(&self, seat: Option<Seat>) -> View<'_> {
        View { game: self, seat, everything: false }
    }

    /// Returns the game with the hands, secret counters, decisions and events of all seats, to inspect a finished game.
    /// Closed bags stay closed.
    pub fn view_of_everything(&self) -> View<'_> {
        View { game: self, seat: None, everything: true }
    }
}

impl<'a> View<'a> {
    /// Returns the public part: board, figures, scores, supplies and the running turn part.
    pub fn public(&self) -> Public<'a> {
        Public { game: self.game }
    }

    /// Returns a seat's hand, or its size if the hand is hidden.
    pub fn hand(&self, seat: Seat) -> VisibleTiles {
        let open = self.everything || self.game.catalog().flow.open_hands || self.seat == Some(seat);
        if open {
            VisibleTiles::Tiles(self.game.hand(seat).collect())
        } else {
            VisibleTiles::Count(self.game.hand(seat).count())
        }
    }

    /// Returns the kind of a face-down tile; `None` if the seat has not seen it, or if the tile is face up.
    pub fn hidden_kind(&self, tile: TileId) -> Option<TileKindId> {
        let hidden = self.game.face_down(tile)?;
        let is_known = self.everything || self.seat.is_some_and(|seat| hidden.known_by.contains(seat));
        is_known.then_some(hidden.kind)
    }

    /// Returns the face-down tiles that the seat has looked at, with their kinds.
    pub fn known_hidden_tiles(&self) -> impl Iterator<Item = (TileId, TileKindId)> + use<'a> {
        let view = *self;
        view.game.all_face_down().iter().filter_map(move |hidden| Some((hidden.tile, view.hidden_kind(hidden.tile)?)))
    }

    /// Returns the bags in use: shared bags first, then the bags of each seat.
    pub fn bags(&self) -> impl Iterator<Item = BagId> + 'a {
        let game = self.game;
        game.bags()
    }

    /// Returns the content of a bag: every tile, ordered by kind, if the bag is open, otherwise the number of tiles.
    ///
    /// The content of a closed bag is hidden even if it follows from the tiles that were played.
    pub fn bag(&self, bag: BagId) -> VisibleTiles {
        let state = self.game.bag(bag);
        if self.game.catalog().bags[bag].open {
            let kinds = state.kinds().flat_map(|k| std::iter::repeat_n(k, state.count(k) as usize));
            VisibleTiles::Tiles(kinds.collect())
        } else {
            VisibleTiles::Count(state.total() as usize)
        }
    }

    /// Returns true if the back of the topmost tile of a stack shows its tag, which every seat sees; `None` if the
    /// stack is empty or its backs show no tag.
    pub fn has_tagged_back(&self, bag: BagId) -> Option<bool> {
        let tag = self.game.catalog().bags[bag].back?;
        let top = self.game.bag(bag).order().last()?;
        Some(self.game.catalog().kinds[*top].tag(tag) != 0)
    }

    /// Returns the value of a counter; `None` if the seat may not know it.
    pub fn counter(&self, counter: CounterId, key: CounterKey) -> Option<i32> {
        let spec = &self.game.catalog().counters[counter];
        let own = matches!(key, CounterKey::Seat(seat) | CounterKey::SeatKey(seat, _) if self.seat == Some(seat));
        let visible = self.everything || !spec.secret || own && matches!(spec.scope, Scope::Seat | Scope::SeatKeyed);
        visible.then(|| self.game.counter(counter, key))
    }

    /// Returns the keys of a keyed counter that were ever set and that the seat may know, with their values.
    pub fn counter_keys(&self, counter: CounterId) -> impl Iterator<Item = (CounterKey, i32)> + use<'a> {
        let view = *self;
        view.game.counter_keys(counter).filter(move |(key, _)| view.counter(counter, *key).is_some())
    }

    /// Returns the part of the waiting decision that the seat may see; `None` if no decision waits.
    pub fn decision(&self) -> Option<VisibleDecision<'a>> {
        let decision = self.game.decision()?;
        let is_own = self.everything || self.seat == Some(decision.seat);
        Some(match decision.secret {
            true if !is_own => VisibleDecision::Hidden(decision.seat),
            false if !is_own && decision.has_secrets() => VisibleDecision::Partly(OpenPart::new(self.game, decision)),
            _ => VisibleDecision::Open(decision),
        })
    }

    /// Returns the option with a number below the count; `None` unless the seat sees the whole decision.
    pub fn option(&self, number: u32) -> Option<Pick> {
        match self.decision()? {
            VisibleDecision::Open(decision) => decision.options.get(self.game, number),
            VisibleDecision::Partly(_) | VisibleDecision::Hidden(_) => None,
        }
    }

    /// Returns the key of the option with a number; `None` unless the seat sees the whole decision.
    pub fn option_key(&self, number: u32) -> Option<String> {
        match self.decision()? {
            VisibleDecision::Open(decision) => {
                decision.options.get(self.game, number).map(|pick| decision.options.key(self.game, pick))
            }
            VisibleDecision::Partly(_) | VisibleDecision::Hidden(_) => None,
        }
    }

    /// Returns the catalog of the game.
    pub fn catalog(&self) -> &'a Catalog {
        self.game.catalog()
    }

    /// Returns the seat that sees the view; `None` for a bystander and for the view of everything.
    pub fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// Returns the events that the seat may know of, in order, without hidden parts.
    pub fn events(&self) -> impl Iterator<Item = Event> + use<'a> {
        let view = *self;
        self.game.journal().map_or(&[][..], |j| &j.events).iter().filter_map(move |event| view.event(event))
    }

    /// Returns the part of an event that the seat may know; `None` if the seat may not know of the event.
    ///
    /// The kind of a tile that a rule puts into a bag or takes out of it is visible only for open bags. For a closed
    /// bag it would reveal a tile that a seat has drawn in secret and put back.
    pub fn event(&self, event: &Event) -> Option<Event> {
        let seen = self.everything || event.seen_by.includes(self.seat);
        let bags = &self.game.catalog().bags;
        let what = match event.what {
            Happening::BagChanged { bag, amount, .. }
                if !self.everything && bags.get(bag).is_some_and(|bag| !bag.open) =>
            {
                Happening::BagChanged { bag, kind: None, amount }
            }
            Happening::Looked { seat, tile, .. } if !self.everything && self.seat != Some(seat) => {
                Happening::Looked { seat, tile, kind: None }
            }
            what => what,
        };
        seen.then_some(Event { what, ..*event })
    }
}

/// Public part of a game.
#[derive(Clone, Copy, Debug)]
pub struct Public<'a> {
    game: &'a Game,
}

impl<'a> Public<'a> {
    /// Returns the board with its tiles and features.
    pub fn board(&self) -> &'a crate::board::Board {
        self.game.board()
    }

    /// Returns the score of every seat.
    pub fn scores(&self) -> &'a [i32] {
        self.game.scores()
    }

    /// Returns the figures outside their supplies, with their numbers.
    pub fn figures(&self) -> impl Iterator<Item = (FigureId, &'a crate::state::position::Figure)> {
        self.game.figures()
    }

    /// Returns a figure by its number; `None` for a figure in its supply.
    pub fn figure(&self, figure: FigureId) -> Option<&'a crate::state::position::Figure> {
        self.game.figure(figure)
    }

    /// Returns the number that is written on a figure, see [`Game::number_on_figure`].
    pub fn number_on_figure(&self, figure: FigureId) -> Option<i32> {
        self.game.number_on_figure(figure)
    }

    /// Returns the number that a slot of a zone shows, see [`Game::number_on_slot`].
    pub fn number_on_slot(&self, zone: ZoneId, slot: u16) -> Option<i32> {
        self.game.number_on_slot(zone, slot)
    }

    /// Returns the number of a seat's figures in supply.
    pub fn supply(&self, figure: crate::catalog::id::FigureKindId, seat: Seat) -> u16 {
        self.game.supply(figure, seat)
    }

    /// Returns the current stage of the game.
    pub fn stage(&self) -> crate::state::position::Stage {
        self.game.stage()
    }

    /// Returns the seats that have retired.
    pub fn retired_seats(&self) -> SeatSet {
        self.game.retired_seats()
    }

    /// Returns the place of a token; `None` if it is out of play.
    pub fn token(&self, token: crate::catalog::id::TokenId) -> Option<crate::state::effect::Place> {
        self.game.token(token)
    }

    /// Returns the zones in use, see [`Game::zones`].
    pub fn zones(&self) -> impl Iterator<Item = ZoneId> + 'a {
        self.game.zones()
    }

    /// Returns the tiles in the slots of a zone, by slot.
    pub fn slot_tiles(&self, zone: ZoneId) -> impl Iterator<Item = (u16, TileKindId)> + use<'a> {
        self.game.slot_tiles(zone)
    }

    /// Returns the tiles that left the game, see [`Game::set_aside`].
    pub fn set_aside(&self) -> &'a [TileKindId] {
        self.game.set_aside()
    }

    /// Returns the points of every seat that are booked under `kind`.
    pub fn book_points(&self, kind: crate::catalog::id::BookId) -> &'a [i32] {
        self.game.book_points(kind)
    }

    /// Returns the seat of the running turn part.
    pub fn active_seat(&self) -> Seat {
        self.game.active_seat()
    }

    /// Returns the kind of the tile in play, which is public.
    pub fn tile_in_play(&self) -> Option<TileKindId> {
        self.game.turn_part().and_then(|p| p.kind)
    }

    /// Returns the kind of the tile in play, unless that tile was placed already. A question may be about this tile.
    pub fn tile_waiting(&self) -> Option<TileKindId> {
        let part = self.game.turn_part()?;
        let laid = part.tile.and_then(|tile| self.game.board().tile(tile));
        part.kind.filter(|kind| laid.is_none_or(|tile| tile.kind != *kind))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::catalog::Counter;
    use crate::catalog::id::Name;
    use crate::state::effect::Effect;
    use crate::state::event::Listeners;

    #[test]
    fn what_breaks_ties_says_who_wins() {
        let mut catalog = Catalog::default();
        let gold = catalog.counters.add(Name::new("p", "gold"), Counter::default()).unwrap();
        let wood = catalog.counters.add(Name::new("p", "wood"), Counter::default()).unwrap();
        catalog.flow.tie_breaks = vec![gold, wood];
        let book = catalog.books.add(Name::new("p", "all"), ()).unwrap();
        // Returns the winners and the counters that broke the tie, for points, gold and wood of three seats.
        let told = |held: [[i32; 3]; 3]| {
            let mut game = Game::new(Arc::new(catalog.clone()), 3, 0, Listeners::default()).unwrap();
            for (seat, [score, has_gold, has_wood]) in (0..).map(Seat).zip(held) {
                game.effect(Effect::Award { seat, points: score, book, segment: None, reason: None }).unwrap();
                for (counter, amount) in [(gold, has_gold), (wood, has_wood)] {
                    game.effect(Effect::Count { counter, key: CounterKey::Seat(seat), amount }).unwrap();
                }
            }
            let winners: Vec<u8> = game.winners().iter().map(|seat| seat.0).collect();
            (winners, game.tie_decided_by())
        };
        assert_eq!(told([[5, 0, 0], [4, 9, 9], [3, 9, 9]]), (vec![0], vec![]));
        assert_eq!(told([[5, 1, 0], [5, 2, 0], [4, 9, 9]]), (vec![1], vec![gold]));
        assert_eq!(told([[5, 2, 1], [5, 2, 3], [5, 1, 9]]), (vec![1], vec![gold, wood]));
        assert_eq!(told([[5, 2, 1], [5, 2, 3], [5, 2, 3]]), (vec![1, 2], vec![wood]));
        assert_eq!(told([[5, 2, 3], [5, 2, 3], [1, 2, 3]]), (vec![0, 1], vec![]));
    }

    #[test]
    fn a_secret_number_changes_in_secret() {
        let mut catalog = Catalog::default();
        let counter = |scope| Counter { scope, secret: true, ..Counter::default() };
        let seen = catalog.counters.add(Name::new("p", "seen"), counter(Scope::SeatKeyed)).unwrap();
        let hut = catalog.counters.add(Name::new("p", "hut"), counter(Scope::Keyed)).unwrap();
        let mut game = Game::new(Arc::new(catalog), 2, 0, Listeners::default()).unwrap();
        game.keep_journal(true);
        for (counter, key) in [(seen, CounterKey::SeatKey(Seat(1), 3)), (hut, CounterKey::Key(3))] {
            game.effect(Effect::Count { counter, key, amount: 15 }).unwrap();
        }
        let events = |seat: Option<u8>| game.view(seat.map(Seat)).events().count();
        assert_eq!([events(Some(0)), events(Some(1)), events(None)], [0, 1, 0]);
        let everything = game.view_of_everything();
        assert_eq!(everything.events().count(), 2);
        assert_eq!(everything.counter(hut, CounterKey::Key(3)), Some(15));
        let view = game.view(Some(Seat(1)));
        assert_eq!(view.counter(seen, CounterKey::SeatKey(Seat(1), 3)), Some(15));
        assert_eq!(view.counter(hut, CounterKey::Key(3)), None);
        assert_eq!(game.view(Some(Seat(0))).counter(seen, CounterKey::SeatKey(Seat(1), 3)), None);
        assert_eq!(game.find_counter("seen:1:3").ok(), Some((seen, Some(CounterKey::SeatKey(Seat(1), 3)))));
        assert_eq!(game.find_counter("hut:3").ok(), Some((hut, Some(CounterKey::Key(3)))));
        let cell = i64::from(crate::catalog::lattice::Cell::new(-1, 2).number());
        assert_eq!(game.find_counter("hut:-1,2").ok(), Some((hut, Some(CounterKey::Key(cell)))));
        let seen_there = Some((seen, Some(CounterKey::SeatKey(Seat(1), cell))));
        assert_eq!(game.find_counter("seen:1:-1,2").ok(), seen_there);
        let refused = |name: &str| game.find_counter(name).unwrap_err();
        assert_eq!(
            ["seen:2:3", "hut:x", "hut", "hat:3"].map(|n| refused(n).code),
            ["bad_key", "bad_key", "bad_key", "unknown_counter"]
        );
        let told = "the counter `hut` has no key `x`: write a number or a cell, as `hut:3` or `hut:1,0`";
        assert_eq!(refused("hut:x").message, told);
    }
}
