//! Analyses the sources of points: how many they bring, when, and what decides games.

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::Id;
use tilewright_core::state::Game;
use tilewright_core::state::happening::Happening;

use crate::report::flags::{Clearest, DECIDES, DECIDES_NOTHING, Flag, Flagged, SELDOM};
use crate::stats::{CONFIDENCE, Interval, Ratio, Sums, mean_of};
use crate::turns::by_turn;

/// Points that are booked under one name.
#[derive(Clone, PartialEq, Debug)]
pub struct BookPoints {
    /// Name of the book.
    pub book: String,
    /// Points of all seats together in a game.
    pub points: Interval,
    /// Share of all points that sources give, before others take points away. Negative if the source takes more than it
    /// gives.
    pub share: Interval,
    /// Shares of the source's points in each third of the turns, and in the final scoring.
    pub phases: [Interval; 4],
    /// Share of the winner's lead over the second that the source contributes: the winner's surplus from it over the
    /// whole lead. Negative if the second has more. Only for games with one winner; `None` for games of one seat.
    pub victory: Option<Interval>,
}

/// Points by book, summed over games.
pub(super) struct PointSums {
    games: u64,
    books: Vec<Book>,
}

#[derive(Clone, Default)]
struct Book {
    points: Sums,
    share: Ratio,
    phases: [Ratio; 4],
    victory: Ratio,
    /// Games in which the book is used.
    booked: Ratio,
    /// Game in which the book contributes most to the winner's lead, and game in which it brings the most points.
    most_ahead: Clearest,
    most: Clearest,
}

impl PointSums {
    pub(super) fn new(catalog: &Catalog) -> PointSums {
        PointSums { games: 0, books: vec![Book::default(); catalog.books.len()] }
    }

    /// Adds game `number` at its end.
    pub(super) fn add(&mut self, game: &Game, number: u64) {
        self.games += 1;
        let turns = game.turns().max(1);
        let mut given = vec![[0i64; 4]; self.books.len()];
        let mut last = false;
        for (turn, what) in by_turn(game) {
            match *what {
                Happening::Ending { .. } => last = true,
                Happening::Awarded { points, book, .. } => {
                    let third = (turn.saturating_sub(1) * 3 / turns).min(2) as usize;
                    given[book.index()][if last { 3 } else { third }] += i64::from(points);
                }
                _ => {}
            }
        }
        // With costs included, the shares of all given points would exceed one.
        let all: i64 = given.iter().map(|given| given.iter().sum::<i64>().max(0)).sum();
        let two = winner_and_second(game);
        for (id, (book, given)) in game.catalog().books.ids().zip(self.books.iter_mut().zip(given)) {
            let points = given.iter().sum();
            book.booked.add(given.iter().any(|points| *points != 0).into(), 1);
            book.most.see(points, number);
            book.points.add(points);
            book.share.add(points, all);
            book.phases.iter_mut().zip(given).for_each(|(phase, given)| phase.add(given, points));
            if let Some((winner, second)) = two {
                let ahead = |of: &[i32]| i64::from(of[winner]) - i64::from(of[second]);
                book.victory.add(ahead(game.book_points(id)), ahead(game.scores()));
                book.most_ahead.see(ahead(game.book_points(id)), number);
            }
        }
    }

    pub(super) fn merge(&mut self, other: &PointSums) {
        self.games += other.games;
        for (mine, theirs) in self.books.iter_mut().zip(&other.books) {
            mine.points.merge(&theirs.points);
            mine.share.merge(&theirs.share);
            mine.phases.iter_mut().zip(&theirs.phases).for_each(|(a, b)| a.merge(b));
            mine.victory.merge(&theirs.victory);
            mine.booked.merge(&theirs.booked);
            mine.most_ahead.merge(theirs.most_ahead);
            mine.most.merge(theirs.most);
        }
    }

    /// Lists the books that brought or took points, the largest share first.
    pub(super) fn sources(&self, catalog: &Catalog) -> Vec<BookPoints> {
        let booked = catalog.books.ids().zip(&self.books).filter(|(_, book)| book.points.squares != 0);
        let mut sources: Vec<BookPoints> = booked
            .map(|(id, book)| BookPoints {
                book: catalog.books.key(id),
                points: mean_of(&book.points, CONFIDENCE),
                share: book.share.interval(CONFIDENCE),
                phases: book.phases.map(|phase| phase.share(CONFIDENCE)),
                victory: (book.victory.whole != 0).then(|| book.victory.interval(CONFIDENCE)),
            })
            .collect();
        sources.sort_by(|a, b| b.share.estimate.total_cmp(&a.share.estimate));
        sources
    }
}

impl PointSums {
    /// Tests if a source decides games, or decides nothing although it brings many points, and if a declared book is
    /// never used.
    pub(super) fn questions(&self, catalog: &Catalog) -> Vec<(Flag, bool)> {
        // A single source necessarily decides all games.
        let one = self.books.iter().filter(|book| book.points.squares != 0).count() < 2;
        let mut all = Vec::new();
        for (id, book) in catalog.books.ids().zip(&self.books) {
            let name = || catalog.books.key(id);
            if book.victory.whole > 0 && !one && book.points.squares != 0 {
                let (number, cases) = (book.victory.interval(CONFIDENCE), book.victory.blocks);
                let flag = |what, p, game: Clearest| Flag { what, number, cases, p, game: game.game() };
                all.push((flag(Flagged::Decides(name()), book.victory.t_above(DECIDES), book.most_ahead), true));
                let p = book.victory.t_within(DECIDES_NOTHING);
                let much = book.share.estimate() >= DECIDES_NOTHING;
                all.push((flag(Flagged::DecidesNothing(name()), p, book.most), much));
            }
            // The other books are terrains, which need not all bring points.
            if id.index() >= catalog.terrains.len() {
                let (number, cases, p) =
                    (book.booked.share(CONFIDENCE), book.booked.blocks, book.booked.tail_below(SELDOM));
                all.push((Flag { what: Flagged::Unbooked(name()), number, cases, p, game: None }, true));
            }
        }
        all
    }
}

/// Returns the seat that won alone and the seat ranked after it; `None` with several winners or a single seat.
fn winner_and_second(game: &Game) -> Option<(usize, usize)> {
    let ([winner], ranking) = (&game.winners()[..], game.ranking()) else { return None };
    Some((winner.index(), ranking.get(1)?.first()?.index()))
}
