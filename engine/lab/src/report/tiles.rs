//! What is known of each kind of tile: what drawing it is worth, where it fits, and how often it fits nowhere.

use std::sync::Arc;

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::{BagId, Id, TileKindId};
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::session::{Answer, Entry, Session};
use tilewright_core::state::Game;
use tilewright_core::state::decision::{Decision, Options, Pick};
use tilewright_core::state::happening::Happening;

use crate::report::flags::{Clearest, Flag, Flagged, NOTEWORTHY, SELDOM};
use crate::stats::{CONFIDENCE, Interval, Ratio, Sums, Worth, worths_with_prizes};

/// What is known of a kind of tile.
#[derive(Clone, PartialEq, Debug)]
pub struct Kind {
    /// Its name.
    pub kind: String,
    /// How often it was drawn.
    pub drawn: u64,
    /// The share of draws after which it fitted nowhere.
    pub set_aside: Interval,
    /// In how many places, each way of turning it counted, it can be laid when somebody lays it. Nothing of a kind that no
    /// step of the program lays.
    pub places: Option<Interval>,
    /// How many points of lead drawing it is worth, more than drawing another tile. Only of games for two, and where the
    /// games tell it.
    pub worth: Option<Worth>,
    /// Whether it is worth more or less than the others, all questions of the report considered together.
    pub stands_out: bool,
    /// True if seats do not draw equally many tiles from a bag that it was drawn from, as where tiles are won or chosen. Its
    /// worth is then what goes along with having one more, and no luck.
    pub is_prize: bool,
}

/// The deviation, from game to game, of the difference between the tiles that two seats draw from a bag, from which on they
/// do not draw in turn.
const IN_TURN: f64 = 1.0;

/// Sums over games, by kind.
pub(super) struct TileSums {
    games: u64,
    kinds: Vec<OfKind>,
    /// By bag, how many tiles more than the second seat the first one drew from it and could place.
    bags: Vec<Sums>,
    /// Of the running game: places, and times that it was laid.
    here: Vec<(i64, i64)>,
    /// Decisions about places that came up.
    asks: Vec<Arc<str>>,
}

#[derive(Clone, Default)]
struct OfKind {
    drawn: u64,
    /// Bags that it was drawn from.
    bags: Vec<BagId>,
    set_aside: Ratio,
    /// How often it was drawn and could be placed.
    kept: i64,
    places: Ratio,
    /// The game in which most of them fitted nowhere.
    most_aside: Clearest,
}

impl TileSums {
    pub(super) fn new(catalog: &Catalog) -> TileSums {
        let kinds = catalog.kinds.len();
        TileSums {
            games: 0,
            kinds: vec![OfKind::default(); kinds],
            bags: vec![Sums::default(); catalog.bags.len()],
            here: vec![(0, 0); kinds],
            asks: Vec::new(),
        }
    }

    /// A game begins.
    pub(super) fn begin(&mut self) {
        self.here.fill((0, 0));
        self.asks.clear();
    }

    /// Somebody has to decide.
    pub(super) fn look(&mut self, game: &Game, decision: &Decision) {
        let places = decision.options.count_placements();
        let kind = match decision.options {
            Options::Placements { kind, .. } => Some(kind),
            _ => game.turn_part().and_then(|part| part.kind),
        };
        if let Some(kind) = kind.filter(|_| places > 0) {
            self.laid(game.catalog().front(kind), places.into());
            if !self.asks.contains(&decision.ask) {
                self.asks.push(Arc::clone(&decision.ask));
            }
        }
    }

    fn laid(&mut self, kind: TileKindId, places: i64) {
        let (sum, times) = &mut self.here[kind.index()];
        *sum += places;
        *times += 1;
    }

    /// Adds the game of a number, which is over. For each kind it gives how often the first seat drew it and could place it more than the
    /// second did.
    pub(super) fn add(&mut self, session: &Session, number: u64) -> Vec<i8> {
        self.games += 1;
        let game = session.game();
        // Where there is one place only nobody is asked.
        for entry in session.log() {
            if let Entry::Answer(answer) = entry
                && answer.forced
                && let Some(cell) = self.only_place(answer)
                && let Some(tile) = game.board().tile_at(cell).and_then(|(tile, _)| game.board().tile(tile))
            {
                self.laid(game.catalog().front(tile.kind), 1);
            }
        }
        let mut drawn = vec![(0i64, 0i64); self.kinds.len()];
        let mut more = vec![0i8; self.kinds.len()];
        let mut of_bags = vec![0i64; self.bags.len()];
        for event in game.journal().map_or(&[][..], |journal| &journal.events) {
            let (seat, kind, bag, by) = match event.what {
                Happening::Drawn { seat, kind, bag } => (seat, kind, Some(bag), 1),
                Happening::SetAside { seat, kind, bag } => (seat, kind, bag, -1),
                _ => continue,
            };
            if let Some(bag) = bag {
                of_bags[bag.index()] += if seat.0 == 0 { i64::from(by) } else { -i64::from(by) };
                let from = &mut self.kinds[kind.index()].bags;
                if !from.contains(&bag) {
                    from.push(bag);
                }
            }
            let (drawn, set_aside) = &mut drawn[kind.index()];
            *if by > 0 { drawn } else { set_aside } += 1;
            let more = &mut more[kind.index()];
            *more = more.saturating_add(if seat.0 == 0 { by } else { -by });
        }
        self.bags.iter_mut().zip(of_bags).for_each(|(sums, more)| sums.add(more));
        for ((sums, (drawn, set_aside)), (places, laid)) in self.kinds.iter_mut().zip(drawn).zip(&self.here) {
            sums.drawn += drawn as u64;
            // What was set aside was worth nothing to anybody: what was drawn in its place counts.
            sums.kept += drawn - set_aside;
            sums.set_aside.add(set_aside, drawn);
            sums.places.add(*places, *laid);
            if set_aside > 0 {
                sums.most_aside.see(set_aside, number);
            }
        }
        more
    }

    /// The cell of an answer that was the only place of a tile.
    fn only_place(&self, answer: &Answer) -> Option<Cell> {
        match answer.pick {
            Pick::Placement { cell, .. } => Some(cell),
            Pick::Listed(_) if self.asks.contains(&answer.ask) => Cell::read(answer.key.rsplit_once(',')?.0),
            _ => None,
        }
    }

    pub(super) fn merge(&mut self, other: &TileSums) {
        self.games += other.games;
        self.bags.iter_mut().zip(&other.bags).for_each(|(mine, theirs)| mine.merge(theirs));
        for (mine, theirs) in self.kinds.iter_mut().zip(&other.kinds) {
            mine.drawn += theirs.drawn;
            let further = theirs.bags.iter().filter(|bag| !mine.bags.contains(bag)).copied();
            mine.bags.extend(further.collect::<Vec<_>>());
            mine.kept += theirs.kept;
            mine.set_aside.merge(&theirs.set_aside);
            mine.places.merge(&theirs.places);
            mine.most_aside.merge(theirs.most_aside);
        }
    }

    /// The kinds that were drawn. Of games for two there are the lead of the first seat, and what [`Self::add`] gave.
    pub(super) fn answers(&self, catalog: &Catalog, two: Option<(&[f64], &[&[i8]])>) -> Vec<Kind> {
        let copies: Vec<f64> = self.kinds.iter().map(|sums| sums.kept as f64 / self.games.max(1) as f64).collect();
        let prizes: Vec<bool> = self.kinds.iter().map(|sums| sums.bags.iter().any(|bag| self.is_won(*bag))).collect();
        let found = two.and_then(|(leads, more)| {
            let rows: Vec<Vec<f64>> = more.iter().map(|row| row.iter().copied().map(f64::from).collect()).collect();
            worths_with_prizes(leads, &rows, (&copies, &prizes), CONFIDENCE)
        });
        let worth_of = found.map_or_else(|| vec![None; self.kinds.len()], |found| found.kinds);
        let drawn = catalog.kinds.ids().zip(&self.kinds).filter(|(_, sums)| sums.drawn > 0);
        drawn
            .map(|(id, sums)| Kind {
                kind: catalog.kinds.key(id),
                drawn: sums.drawn,
                set_aside: sums.set_aside.share(CONFIDENCE),
                places: (sums.places.whole > 0).then(|| sums.places.interval(CONFIDENCE)),
                worth: worth_of[id.index()],
                stands_out: false,
                is_prize: prizes[id.index()],
            })
            .collect()
    }

    /// Returns true if seats do not draw from a bag in turn.
    fn is_won(&self, bag: BagId) -> bool {
        self.bags[bag.index()].deviation() >= IN_TURN
    }

    /// Whether drawing a kind is worth more or less than drawing another, and whether it often fits nowhere, of what
    /// [`Self::answers`] gave. `clearest` says in which game a kind was worth most to the first seat, or least.
    pub(super) fn questions(
        &self,
        catalog: &Catalog,
        kinds: &[Kind],
        clearest: &dyn Fn(TileKindId, f64) -> Option<u64>,
    ) -> Vec<(Flag, bool)> {
        let drawn = catalog.kinds.ids().zip(&self.kinds).filter(|(_, sums)| sums.drawn > 0);
        let of = |(kind, (id, sums)): (&Kind, (TileKindId, &OfKind))| {
            let worth = kind.worth.map(|worth| {
                let (number, p) = (worth.points, worth.p);
                let game = clearest(id, number.estimate.signum());
                let flag = Flag { what: Flagged::Worth(kind.kind.clone()), number, cases: kind.drawn, p, game };
                (flag, number.estimate.abs() >= NOTEWORTHY)
            });
            let aside = Flag {
                what: Flagged::Aside(kind.kind.clone()),
                number: kind.set_aside,
                cases: kind.drawn,
                p: sums.set_aside.tail_above(SELDOM),
                game: sums.most_aside.game(),
            };
            [worth, Some((aside, true))]
        };
        kinds.iter().zip(drawn).flat_map(of).flatten().collect()
    }
}
