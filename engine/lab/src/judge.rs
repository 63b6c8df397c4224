//! Judges the worth of a position to a seat, with manners that weigh it differently.

use tilewright_core::catalog::seat::{PerSeat, Seat};
use tilewright_core::machine::Machine;
use tilewright_core::machine::fault::Fault;
use tilewright_core::machine::rules::When;
use tilewright_core::state::{Game, Stage};

use crate::together::is_joint;

/// Manner in which a bot weighs positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Manner {
    /// Weighs all points equally.
    #[default]
    Plain,
    /// Weighs its own points half as much again.
    Builder,
    /// Weighs the points of the others twice.
    Blocker,
    /// Weighs final scoring half as much again.
    Farmer,
    /// Weighs figures in its supply four times as much.
    Hoarder,
    /// Ignores points of unfinished features.
    Hurried,
    /// Accepts options near the best, and sometimes considers only a few options.
    Casual,
}

impl Manner {
    /// All manners with a name, each with its name and a description for users.
    pub const NAMED: [(Manner, &'static str, &'static str); 6] = [
        (Manner::Builder, "builder", "its own points count half as much again"),
        (Manner::Blocker, "blocker", "the points of the others count twice"),
        (Manner::Farmer, "farmer", "points scored only at the end count half as much again"),
        (Manner::Hoarder, "hoarder", "a figure at home is worth four times as much"),
        (Manner::Hurried, "hurried", "unfinished features count nothing"),
        (
            Manner::Casual,
            "casual",
            "it accepts options that are nearly the best, and sometimes considers only a few options",
        ),
    ];
}

/// Worth of a figure in the supply at the beginning of a game, in hundredths of a point; it falls to 0 with the
/// remaining tiles.
const HOME: i64 = 100;

/// Weight of the best opponent among several, in percent; the mean of all others has the remaining weight. Without the
/// mean, all seats would attack the leader and ignore the last.
const BEST_OTHER: i64 = 70;

/// Value of winning where points alone do not decide, or of staying in the game when another seat is out, in hundredths
/// of points. It exceeds any difference between two lines of play.
const STAKE: i64 = 5_000;

/// Judge of positions for a seat. It uses whole hundredths of points, so that equal positions compare as equal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judge {
    manner: Manner,
    seat: Seat,
    /// Current worth of a figure in the supply.
    home: i64,
    /// True if all seats win together, so that points of others do no harm.
    together: bool,
}

/// Worth of a position to each seat alone, in hundredths of points.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SeatWorths {
    pub(crate) points: PerSeat<i64>,
    /// Worth according to the manner of the judging seat; the plain worth for all other seats.
    weighed: PerSeat<i64>,
    /// Gain or loss of each seat from how the game ended or from retiring; 0 if points alone decide.
    pub(crate) stakes: PerSeat<i64>,
}

impl Judge {
    /// Creates the judge for a seat that has to decide in a game.
    pub(crate) fn new(manner: Manner, seat: Seat, game: &Game) -> Judge {
        let catalog = game.catalog();
        let all: u32 = game.bags().flat_map(|bag| &catalog.bags[bag].contents).map(|(_, count)| count).sum();
        let left: u32 = game.bags().map(|bag| game.bag(bag).total()).sum();
        let home = HOME * i64::from(left.min(all)) / i64::from(all.max(1));
        Judge { manner, seat, home, together: is_joint(catalog) }
    }

    /// Computes the worth for each seat: its score, the points of an immediate end, and its figures in the supply.
    ///
    /// # Errors
    /// A script failed.
    pub(crate) fn worths(&self, machine: &mut Machine, game: &mut Box<Game>) -> Result<SeatWorths, Box<Fault>> {
        let is_over = game.stage() == Stage::Over;
        let outlook = if is_over { PerSeat::default() } else { machine.prospect(game)? };
        let last = match self.manner {
            Manner::Farmer if !is_over => machine.outlook_by(game, |rule| rule.when == When::Final)?,
            _ => PerSeat::default(),
        };
        let home = if is_over { 0 } else { self.home };
        let mut worths = SeatWorths { stakes: stakes(game), ..SeatWorths::default() };
        for at in 0..game.seat_count() {
            let seat = Seat(at as u8);
            let (score, outlook) = (100 * i64::from(game.scores()[at]), 100 * i64::from(outlook[at]));
            let figures = game.catalog().figures.ids().map(|kind| i64::from(game.supply(kind, seat))).sum::<i64>();
            let home = home * figures;
            worths.points[at] = score + outlook;
            worths.weighed[at] = score + outlook + home;
            if seat == self.seat {
                worths.weighed[at] = match self.manner {
                    Manner::Farmer => score + outlook + 50 * i64::from(last[at]) + home,
                    Manner::Hoarder => score + outlook + 4 * home,
                    Manner::Hurried => score + home,
                    _ => score + outlook + home,
                };
            }
        }
        Ok(worths)
    }

    /// Returns the lead of a seat over the others; for a seat alone, its own worth.
    pub(crate) fn lead(&self, worths: &SeatWorths, seat: Seat, seats: usize) -> i64 {
        let own = worths.weighed[seat.index()];
        let stake = worths.stakes[seat.index()];
        if self.together {
            return worths.weighed.iter().take(seats).sum::<i64>() + stake;
        }
        let others = others(&worths.weighed, seat, seats);
        let lead = match self.manner {
            Manner::Builder if seat == self.seat => own * 3 / 2 - others,
            Manner::Blocker if seat == self.seat => own - 2 * others,
            _ => own - others,
        };
        lead + stake
    }
}

/// Returns the gain or loss of each seat from the end or the current state of a game.
fn stakes(game: &Game) -> PerSeat<i64> {
    let mut stakes = PerSeat::default();
    let (retired, is_over) = (game.retired_seats(), game.stage() == Stage::Over);
    if retired.is_empty() && !(is_over && game.names_winners()) {
        return stakes;
    }
    let winners = if is_over { game.winners() } else { Vec::new() };
    for (seat, stake) in (0u8..).map(Seat).zip(&mut stakes).take(game.seat_count()) {
        *stake = match is_over {
            true if winners.contains(&seat) => STAKE,
            true => -STAKE,
            false if retired.contains(seat) => -STAKE,
            false => 0,
        };
    }
    stakes
}

/// Combines the worth of the others: mostly the best of them, and partly the mean.
fn others(worths: &PerSeat<i64>, seat: Seat, seats: usize) -> i64 {
    let others = || (0..seats).filter(|&at| at != seat.index()).map(|at| worths[at]);
    match others().count() {
        0 => 0,
        1 => others().sum(),
        count => {
            let best = others().max().unwrap_or_default();
            (BEST_OTHER * best + (100 - BEST_OTHER) * others().sum::<i64>() / count as i64) / 100
        }
    }
}

impl SeatWorths {
    /// Returns the points of the best opponent; 0 for a seat alone.
    pub(crate) fn best_other(&self, seat: Seat, seats: usize) -> i64 {
        (0..seats).filter(|&at| at != seat.index()).map(|at| self.points[at]).max().unwrap_or(0)
    }
}
