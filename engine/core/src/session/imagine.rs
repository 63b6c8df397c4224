//! Samples positions from the view of a seat, for bots that look ahead without knowing more than their seat does.
//!
//! Everything that the seat may see is unchanged. The rest is sampled from the declarations of the packs and the
//! visible state, never from hidden state: two games that look the same to a seat give the same samples.

use std::borrow::Cow;
use std::rc::Rc;

use crate::catalog::id::{BagId, CounterId, Id, TileKindId};
use crate::catalog::lattice::Turn;
use crate::catalog::seat::Seat;
use crate::catalog::{Catalog, Scope};
use crate::machine::{Machine, RunOptions};
use crate::session::restore::repeat;
use crate::session::{Answer, Entry, Session};
use crate::state::Game;
use crate::state::chance::{ChanceResult, Decided, Generator};
use crate::state::decision::Pick;
use crate::state::effect::CounterKey;
use crate::state::face_down::FaceDown;
use crate::state::replayed::{ReplayScope, Replayed};
use crate::state::secrecy::Secrecy;
use crate::state::view::VisibleTiles;

/// A sampled position that is consistent with the view of a seat.
pub struct Imagined<'a> {
    seat: Seat,
    /// Last position without a suspended script, with sampled values in place of hidden ones.
    base: Box<Game>,
    /// Log entries since that position.
    since: &'a [Entry],
    /// The game that is sampled.
    game: &'a Game,
    random: Generator,
}

/// Last position of a session without a suspended script, from which positions are sampled. Its choice depends only on
/// the decisions, never on the times at which the session kept copies, as these depend on secret answers of other
/// seats.
pub struct Resting<'a> {
    base: Cow<'a, Game>,
    since: &'a [Entry],
    game: &'a Game,
}

impl Session {
    /// Returns the position from which the waiting decision can be sampled. The machine must be for the same packs and
    /// know the symbols of the game ([`Session::symbols`]).
    pub fn resting(&self, machine: &mut Machine) -> Resting<'_> {
        let nearest = self.checkpoints.last().filter(|_| !self.game.is_self_contained());
        let Some(nearest) = nearest else {
            return Resting { base: Cow::Borrowed(&self.game), since: &[], game: &self.game };
        };
        let after = self.log.get(nearest.log..).unwrap_or_default();
        let mut game = nearest.position.game.silent_copy();
        // The recorded chance results show how far into the log a position is.
        game.keep_chance(true);
        let repeated = repeat(machine, &mut game, after, true);
        match (repeated.mistake(), repeated.latest) {
            (None, Some((passed, latest))) => Resting {
                base: Cow::Owned(Rc::unwrap_or_clone(latest.game)),
                since: &after[passed..],
                game: &self.game,
            },
            _ => Resting { base: Cow::Borrowed(&nearest.position.game), since: after, game: &self.game },
        }
    }
}

impl Session {
    /// Continues a position from [`Imagined::reach`], or a copy of it, as a separate game. The log begins empty, and
    /// nothing before it can be undone. The machine must be for the same packs and know the symbols of the game.
    pub fn from_imagined(mut machine: Machine, game: Box<Game>, seed: u64) -> Session {
        machine.begin_game();
        Session { arranged: true, ..Session::of_game(machine, game, seed) }
    }
}

impl<'a> Resting<'a> {
    /// Samples the position from the view of a seat. Everything that the seat may not know is drawn from the generator.
    pub fn imagine(&self, seat: Seat, generator: &mut Generator) -> Imagined<'a> {
        let mut base = self.base.silent_copy();
        base.make_up(seat, self.since, self.game, generator);
        Imagined { seat, base, since: self.since, game: self.game, random: Generator::new(generator.next()) }
    }
}

impl Game {
    /// Returns a copy that reports its events to no observer.
    fn silent_copy(&self) -> Box<Game> {
        let mut game = Box::new(self.without_journal());
        game.keep_chance(false);
        game.recording.observer = None;
        game
    }

    /// Returns the current position from the view of a seat, with sampled hidden state: a rule that evaluates it cannot
    /// reveal secrets. The copy cannot be continued while a script waits; use [`Session::resting`] for that.
    pub fn imagine(&self, seat: Seat, generator: &mut Generator) -> Box<Game> {
        let mut game = self.silent_copy();
        game.make_up(seat, &[], self, generator);
        game
    }
}

impl Imagined<'_> {
    /// Returns a copy of the position that a machine can continue. The machine must be for the same packs and know the
    /// symbols of the game ([`Session::symbols`]). The copy keeps a trail ([`Game::keep_trail`]), so its own copies can
    /// be continued independently. If a script is in the middle of its step, the part of the step that the seat has
    /// seen is replayed. Returns `None` if this leads to another question or another board: the sample is then
    /// impossible.
    pub fn reach(&self, machine: &mut Machine) -> Option<Box<Game>> {
        machine.reset();
        let mut game = self.base.clone();
        game.keep_trail(true);
        // A step that asks before any choice or draw must also be started again.
        if self.since.is_empty() && self.game.is_self_contained() {
            return Some(game);
        }
        let reached = self.repeat(machine, &mut game);
        game.set_chance_source(None);
        (reached.is_some() && self.looks_like(&game)).then_some(game)
    }

    /// Returns true if another game has the same decision, and looks the same to the seat on the table and in its hand.
    fn looks_like(&self, other: &Game) -> bool {
        let table =
            |game: &Game| (game.position.scores.clone(), game.position.supply.clone(), game.position.set_aside.clone());
        let held = |game: &Game| {
            let view = game.view(Some(self.seat));
            let backs: Vec<Option<bool>> = game.bags().map(|bag| view.has_tagged_back(bag)).collect();
            let hidden = game.all_face_down().iter();
            let hidden: Vec<_> = hidden.map(|at| (at.tile, at.known_by, view.hidden_kind(at.tile))).collect();
            (view.hand(self.seat), backs, hidden)
        };
        self.game.decision() == other.decision()
            && self.game.position.board.tiles().eq(other.position.board.tiles())
            && self.game.figures().eq(other.figures())
            && table(self.game) == table(other)
            && held(self.game) == held(other)
    }

    fn repeat(&self, machine: &mut Machine, game: &mut Box<Game>) -> Option<()> {
        let mut random = self.random;
        let given = self.since.iter().filter_map(Entry::chance).cloned();
        let replayed = Replayed::new(given, ReplayScope::SeenBy(self.seat));
        let met = replayed.deviations();
        let astray = || met.has_other_point() || met.has_impossible_result();
        game.set_chance_source(Some(Box::new(replayed)));
        machine.run_with(game, RunOptions::ASKING).ok()?;
        for entry in self.since {
            let Entry::Answer(answer) = entry else { continue };
            let decision = game.decision().filter(|d| d.seat == answer.seat && d.ask == answer.ask && !astray())?;
            // All seats see the tile of a hand as soon as it is chosen to be played.
            let shown = matches!(answer.pick, Pick::Kind(_));
            let options = &decision.options;
            let pick = match answer.secrecy {
                _ if shown || answer.is_known_to(Some(self.seat)) => options.find(game, &answer.key)?,
                Secrecy::Choice => {
                    let secrets: Vec<Pick> = options.secrets().collect();
                    if secrets.is_empty() {
                        return None;
                    }
                    secrets[random.below(secrets.len() as u32) as usize]
                }
                _ => options.get(game, random.below(options.count()))?,
            };
            machine.answer(game, pick).ok()?;
            machine.run_with(game, RunOptions::ASKING).ok()?;
        }
        (!astray()).then_some(())
    }
}

impl Game {
    /// Samples everything that a seat may not know. Tiles that it later saw drawn are placed in the bags that they came
    /// from. Face-down tiles that it has identified since, up to the position `now`, get their true kinds.
    fn make_up(&mut self, seat: Seat, since: &[Entry], now: &Game, generator: &mut Generator) {
        let catalog = std::sync::Arc::clone(&self.position.board.catalog);
        // Two numbers are taken, whatever the number of hidden tiles, so that the samples of two versions of a game
        // share their chance.
        let (seed, generator) = (generator.next(), &mut Generator::new(generator.next()));
        let mut left = self.not_in_sight(seat);
        // The backs on top of stacks are visible, so tiles with these backs are reserved before others are dealt.
        let tops: Vec<Option<TileKindId>> =
            catalog.bags.ids().map(|bag| self.take_for_top(bag, &mut left, generator)).collect();
        if !self.position.face_down.is_empty() {
            // Tiles that have since come out of hands and bags are still in them here.
            let mut elsewhere = vec![0; left.len()];
            for kind in since.iter().filter_map(|entry| seen_tile(entry, seat)) {
                elsewhere[kind.index()] += u32::from(left[kind.index()] > elsewhere[kind.index()]);
            }
            left.iter_mut().zip(&elsewhere).for_each(|(left, count)| *left -= count);
            self.make_up_hidden(seat, now, &mut left, generator);
            left.iter_mut().zip(&elsewhere).for_each(|(left, count)| *left += count);
        }
        // Hidden hands contain the tiles that have since been played from them.
        let mut hands: Vec<(Seat, usize, Vec<TileKindId>)> = Vec::new();
        for holder in self.seats_from(seat).skip(1) {
            let VisibleTiles::Count(count) = self.view(Some(seat)).hand(holder) else { continue };
            let mut hand: Vec<TileKindId> = Vec::with_capacity(count);
            for kind in since.iter().filter_map(|entry| played_tile(entry, holder)).take(count) {
                if left[kind.index()] > 0 {
                    left[kind.index()] -= 1;
                    hand.push(kind);
                }
            }
            hands.push((holder, count, hand));
        }
        // Bags with declared contents come first. Tiles that have left them can then only be in hands and in bags that
        // start empty.
        let (own, others): (Vec<BagId>, Vec<BagId>) =
            self.bags().partition(|&bag| !catalog.bags[bag].contents.is_empty());
        for bag in own {
            self.make_up_bag(bag, seat, since, tops[bag.index()], &mut left, generator);
        }
        for (holder, count, mut hand) in hands {
            let with_cells = |kind: TileKindId| !catalog.faces(kind, Turn::NONE).is_empty();
            hand.extend((hand.len()..count).filter_map(|_| take(&mut left, generator, with_cells)));
            self.arrange_hand(holder, &hand);
        }
        for bag in others {
            self.make_up_bag(bag, seat, since, tops[bag.index()], &mut left, generator);
        }
        for (counter, spec) in catalog.counters.iter().filter(|(_, spec)| spec.secret) {
            self.forget(counter, spec.scope, spec.start, seat);
        }
        self.arrange_chance(seed);
    }

    /// Samples the content and order of a bag, except for the parts that the seat knows.
    fn make_up_bag(
        &mut self,
        bag: BagId,
        seat: Seat,
        since: &[Entry],
        top_taken: Option<TileKindId>,
        left: &mut [u32],
        generator: &mut Generator,
    ) {
        let catalog = std::sync::Arc::clone(&self.position.board.catalog);
        let order = self.bag(bag).order();
        let back = |kind: TileKindId| catalog.bags[bag].back.is_some_and(|tag| catalog.kinds[kind].tag(tag) != 0);
        let top = order.last().copied().map(back);
        let mut tiles = match self.view(Some(seat)).bag(bag) {
            VisibleTiles::Tiles(_) if order.is_empty() => return,
            VisibleTiles::Tiles(_) => {
                let mut known = order.to_vec();
                // Sorting by kind first removes every trace of the true order.
                known.sort_unstable();
                known
            }
            VisibleTiles::Count(count) => {
                // The result is cached, as it is needed for each kind and each tile of the bag.
                let held: Vec<bool> = catalog.kinds.ids().map(|kind| may_hold(&catalog, bag, kind)).collect();
                let fits = |kind: TileKindId| held[kind.index()];
                let others = usize::from(top_taken.is_some())..count;
                let mut tiles: Vec<TileKindId> = others.filter_map(|_| take(left, generator, fits)).collect();
                tiles.extend(top_taken);
                let drawn = since.iter().filter_map(|entry| drawn_from(entry, bag, seat));
                // They come first, so that each replaces a sampled tile.
                for (place, kind) in tiles.iter_mut().zip(drawn.collect::<Vec<_>>()) {
                    *place = kind;
                }
                tiles
            }
        };
        for n in (1..tiles.len()).rev() {
            tiles.swap(n, generator.below(n as u32 + 1) as usize);
        }
        if let (Some(top), Some(last)) = (top, tiles.len().checked_sub(1))
            && let Some(at) = tiles.iter().position(|&kind| back(kind) == top)
        {
            tiles.swap(at, last);
        }
        self.arrange_bag(bag, &tiles);
    }

    /// Samples the kinds of face-down tiles that a seat has not looked at, among the remaining tiles with the same
    /// back.
    fn make_up_hidden(&mut self, seat: Seat, now: &Game, left: &mut [u32], generator: &mut Generator) {
        let catalog = std::sync::Arc::clone(&self.position.board.catalog);
        for at in 0..self.position.face_down.len() {
            let FaceDown { tile, known_by, .. } = self.position.face_down[at];
            let back = self.position.board.tiles[tile.index()].kind;
            let alike: Vec<TileKindId> = catalog.kinds.ids().filter(|&k| catalog.kinds[k].back == Some(back)).collect();
            if known_by.contains(seat) || alike.is_empty() {
                continue;
            }
            // The seat has looked at it since, or it was turned up.
            let cell = self.position.board.tiles[tile.index()].cell;
            let there = now
                .position
                .board
                .tile_at(cell)
                .and_then(|(tile, _)| Some((tile, now.position.board.tile(tile)?.kind)));
            let found = there.map(|(tile, shown)| now.view(Some(seat)).hidden_kind(tile).unwrap_or(shown));
            if let Some(found) = found.filter(|found| alike.contains(found)) {
                left[found.index()] = left[found.index()].saturating_sub(1);
                self.position.face_down[at].kind = found;
                continue;
            }
            let is_left = alike.iter().any(|kind| left[kind.index()] > 0);
            let found = if is_left { take(left, generator, |kind| alike.contains(&kind)) } else { None };
            // If rules create more tiles than the packs declare, no tile may remain; any kind with the back is then
            // possible.
            let any = || alike[generator.below(alike.len() as u32) as usize];
            self.position.face_down[at].kind = found.unwrap_or_else(any);
        }
    }

    /// Takes a remaining tile whose back matches the top of a closed stack; `None` if the top has no visible back, or
    /// if no such tile remains.
    fn take_for_top(&self, bag: BagId, left: &mut [u32], generator: &mut Generator) -> Option<TileKindId> {
        let catalog = &self.position.board.catalog;
        let tag = catalog.bags[bag].back.filter(|_| !catalog.bags[bag].open)?;
        let top = *self.bag(bag).order().last()?;
        let back = |kind: TileKindId| catalog.kinds[kind].tag(tag) != 0;
        let fits = |kind: TileKindId| back(kind) == back(top) && may_hold(catalog, bag, kind);
        let any = (0..left.len()).any(|at| left[at] > 0 && fits(TileKindId::from_index(at)));
        any.then(|| take(left, generator, fits)).flatten()
    }

    /// Resets the parts of a secret counter that do not belong to the seat to the start value.
    fn forget(&mut self, counter: CounterId, scope: Scope, start: i32, seat: Seat) {
        // Direct writes are safe here: no events are reported, and every value is valid.
        match scope {
            Scope::Game => {
                let at = self.counter_base(counter);
                self.position.counts[at] = start;
            }
            Scope::Seat => {
                let at = self.counter_base(counter);
                let others: Vec<Seat> = self.seats_from(seat).skip(1).collect();
                others.into_iter().for_each(|other| self.position.counts[at + other.index()] = start);
            }
            Scope::Keyed | Scope::SeatKeyed | Scope::Feature(_) => {
                let own = |key: &CounterKey| matches!(key, CounterKey::SeatKey(s, _) if *s == seat);
                self.position.keyed.retain(|(c, key, _)| *c != counter || own(key));
            }
        }
    }

    /// Returns the number of tiles of each kind that the packs declare, minus the tiles that the seat sees.
    fn not_in_sight(&self, seat: Seat) -> Vec<u32> {
        let catalog = &self.position.board.catalog;
        let view = self.view(Some(seat));
        let mut left = vec![0u32; catalog.kinds.len()];
        for bag in self.bags() {
            catalog.bags[bag].contents.iter().for_each(|&(kind, count)| left[kind.index()] += count);
        }
        // Presets on the board need not come from a bag.
        for preset in self.position.board.presets().filter(|preset| preset.from.is_none()) {
            left[preset.kind.index()] += 1;
        }
        let known = |seen: VisibleTiles| if let VisibleTiles::Tiles(tiles) = seen { tiles } else { Vec::new() };
        let held = self.seats_from(seat).flat_map(|holder| known(view.hand(holder)));
        let bags = self.bags().flat_map(|bag| known(view.bag(bag)));
        let laid = self.position.board.tiles().map(|tile| tile.kind);
        let rows = self.position.rows.iter().map(|&(.., kind)| kind);
        let hidden = self.position.face_down.iter().filter_map(|hidden| view.hidden_kind(hidden.tile));
        let all = laid.chain(self.position.set_aside.iter().copied()).chain(held).chain(bags).chain(rows).chain(hidden);
        // Once placed, the tile is among those on the board.
        let in_play = self.turn_part().filter(|part| part.tile.is_none()).and_then(|part| part.kind);
        for kind in all.chain(in_play).map(|kind| catalog.front(kind)) {
            left[kind.index()] = left[kind.index()].saturating_sub(1);
        }
        left
    }
}

/// Returns true if a bag may contain a kind: a bag with declared contents holds only these kinds, other bags hold any.
fn may_hold(catalog: &Catalog, bag: BagId, kind: TileKindId) -> bool {
    let own = &catalog.bags[bag].contents;
    own.is_empty() || own.iter().any(|(held, _)| *held == kind)
}

/// Takes a random remaining tile, of a wanted kind if any remain. If rules create more tiles than the packs declare, no
/// tile may remain; any kind is then possible.
fn take(left: &mut [u32], generator: &mut Generator, wanted: impl Fn(TileKindId) -> bool) -> Option<TileKindId> {
    let among = |kind: TileKindId, strict: bool| !strict || wanted(kind);
    for strict in [true, false] {
        let total: u32 =
            left.iter().enumerate().map(|(i, n)| n * u32::from(among(TileKindId::from_index(i), strict))).sum();
        if total > 0 {
            let mut number = generator.below(total);
            for (index, count) in left.iter_mut().enumerate() {
                let kind = TileKindId::from_index(index);
                let here = *count * u32::from(among(kind, strict));
                if number < here {
                    *count -= 1;
                    return Some(kind);
                }
                number -= here;
            }
        }
    }
    let kinds = left.len() as u32;
    (kinds > 0).then(|| TileKindId::from_index(generator.below(kinds) as usize))
}

/// Returns the tile that a seat chose from its hand.
fn played_tile(entry: &Entry, seat: Seat) -> Option<TileKindId> {
    match entry {
        Entry::Answer(Answer { seat: by, pick: Pick::Kind(kind), .. }) if *by == seat => Some(*kind),
        _ => None,
    }
}

/// Returns the tile that a seat saw drawn, or saw another seat choose from its hand.
fn seen_tile(entry: &Entry, seat: Seat) -> Option<TileKindId> {
    match entry {
        Entry::Answer(Answer { seat: by, pick: Pick::Kind(kind), .. }) if *by != seat => Some(*kind),
        _ => match entry.chance()? {
            ChanceResult { what: Decided::Draw { kind, .. }, seen_by, .. } if seen_by.contains(seat) => Some(*kind),
            _ => None,
        },
    }
}

/// Returns the tile that a seat saw drawn from a bag.
fn drawn_from(entry: &Entry, from: BagId, seat: Seat) -> Option<TileKindId> {
    match entry.chance()? {
        ChanceResult { what: Decided::Draw { bag, kind, .. }, seen_by, .. }
            if *bag == from && seen_by.contains(seat) =>
        {
            Some(*kind)
        }
        _ => None,
    }
}
