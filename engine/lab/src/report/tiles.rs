//! Analyses tile kinds: the worth of drawing one, the number of places where it fits, and how often it fits nowhere.

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

/// Statistics of a tile kind.
#[derive(Clone, PartialEq, Debug)]
pub struct TileKindStatistics {
    /// Name of the tile kind.
    pub kind: String,
    /// Number of draws in all games.
    pub drawn: u64,
    /// Share of draws after which it fitted nowhere.
    pub set_aside: Interval,
    /// Number of legal placements, with each turn counted, when it is placed. `None` for a kind that no built-in step
    /// places.
    pub places: Option<Interval>,
    /// Worth of drawing it compared with other tiles, in points of lead. `None` unless games have two seats and are
    /// sufficient for an estimate.
    pub worth: Option<Worth>,
    /// True if its worth differs from that of the others, with all tests of the report considered together.
    pub stands_out: bool,
    /// True if seats draw different numbers of tiles from one of its bags, as when tiles are won or chosen. The worth
    /// is then the lead that accompanies one more tile, and not the effect of luck.
    pub is_prize: bool,
}

/// Minimum standard deviation, over games, of the difference in tiles that two seats draw from a bag, for seats to
/// count as not drawing in turn.
const IN_TURN: f64 = 1.0;

/// Counts of draws and placements by kind, summed over games.
pub(super) struct TileSums {
    games: u64,
    kinds: Vec<TileKindSums>,
    /// For each bag, the number of placeable tiles that the first seat drew more than the second.
    bags: Vec<Sums>,
    /// Placements and times placed of each kind in the current game.
    here: Vec<(i64, i64)>,
    /// Placement decisions that came up.
    asks: Vec<Arc<str>>,
}

#[derive(Clone, Default)]
struct TileKindSums {
    drawn: u64,
    /// Bags that it was drawn from.
    bags: Vec<BagId>,
    set_aside: Ratio,
    /// Number of placeable draws.
    kept: i64,
    places: Ratio,
    /// Game in which it fitted nowhere most often.
    most_aside: Clearest,
}

impl TileSums {
    pub(super) fn new(catalog: &Catalog) -> TileSums {
        let kinds = catalog.kinds.len();
        TileSums {
            games: 0,
            kinds: vec![TileKindSums::default(); kinds],
            bags: vec![Sums::default(); catalog.bags.len()],
            here: vec![(0, 0); kinds],
            asks: Vec::new(),
        }
    }

    /// Resets the counts at the start of a game.
    pub(super) fn begin(&mut self) {
        self.here.fill((0, 0));
        self.asks.clear();
    }

    /// Observes a decision about a tile.
    pub(super) fn look(&mut self, game: &Game, decision: &Decision) {
        let places = decision.options.count_placements();
        let kind = match decision.options {
            Options::Placements { kind, .. } => Some(kind),
            _ => game.turn_part().and_then(|part| part.kind),
        };
        if let Some(kind) = kind.filter(|_| places > 0) {
            self.add_placement(game.catalog().front(kind), places.into());
            if !self.asks.contains(&decision.ask) {
                self.asks.push(Arc::clone(&decision.ask));
            }
        }
    }

    fn add_placement(&mut self, kind: TileKindId, places: i64) {
        let (sum, times) = &mut self.here[kind.index()];
        *sum += places;
        *times += 1;
    }

    /// Adds game `number` at its end. Returns for each kind the number of placeable tiles that the first seat drew more
    /// than the second.
    pub(super) fn add(&mut self, session: &Session, number: u64) -> Vec<i8> {
        self.games += 1;
        let game = session.game();
        // A tile with only one placement causes no decision.
        for entry in session.log() {
            if let Entry::Answer(answer) = entry
                && answer.forced
                && let Some(cell) = self.only_place(answer)
                && let Some(tile) = game.board().tile_at(cell).and_then(|(tile, _)| game.board().tile(tile))
            {
                self.add_placement(game.catalog().front(tile.kind), 1);
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
            // A tile that was set aside has no worth; the tile drawn in its place counts.
            sums.kept += drawn - set_aside;
            sums.set_aside.add(set_aside, drawn);
            sums.places.add(*places, *laid);
            if set_aside > 0 {
                sums.most_aside.see(set_aside, number);
            }
        }
        more
    }

    /// Returns the cell of a forced answer that placed a tile.
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

    /// Lists the kinds that were drawn. For games of two seats, `two` holds the leads of the first seat and the results
    /// of [`Self::add`].
    pub(super) fn answers(&self, catalog: &Catalog, two: Option<(&[f64], &[&[i8]])>) -> Vec<TileKindStatistics> {
        let copies: Vec<f64> = self.kinds.iter().map(|sums| sums.kept as f64 / self.games.max(1) as f64).collect();
        let prizes: Vec<bool> = self.kinds.iter().map(|sums| sums.bags.iter().any(|bag| self.is_won(*bag))).collect();
        let found = two.and_then(|(leads, more)| {
            let rows: Vec<Vec<f64>> = more.iter().map(|row| row.iter().copied().map(f64::from).collect()).collect();
            worths_with_prizes(leads, &rows, &copies, &prizes, CONFIDENCE)
        });
        let worth_of = found.map_or_else(|| vec![None; self.kinds.len()], |found| found.kinds);
        let drawn = catalog.kinds.ids().zip(&self.kinds).filter(|(_, sums)| sums.drawn > 0);
        drawn
            .map(|(id, sums)| TileKindStatistics {
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

    /// Tests if drawing a kind is worth more or less than drawing another one, and if it often fits nowhere. `kinds` is
    /// the result of [`Self::answers`]. `clearest` returns the game in which a kind was worth the most or the least to
    /// the first seat.
    pub(super) fn questions(
        &self,
        catalog: &Catalog,
        kinds: &[TileKindStatistics],
        clearest: &dyn Fn(TileKindId, f64) -> Option<u64>,
    ) -> Vec<(Flag, bool)> {
        let drawn = catalog.kinds.ids().zip(&self.kinds).filter(|(_, sums)| sums.drawn > 0);
        let of = |(kind, (id, sums)): (&TileKindStatistics, (TileKindId, &TileKindSums))| {
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
