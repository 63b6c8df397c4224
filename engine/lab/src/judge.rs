//! What a position is worth to a seat, and the manners of those who weigh that in their own way.

use tilewright_core::catalog::seat::{PerSeat, Seat};
use tilewright_core::machine::Machine;
use tilewright_core::machine::fault::Fault;
use tilewright_core::machine::rules::When;
use tilewright_core::state::{Game, Stage};

use crate::together::is_joint;

/// How a bot weighs what it looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Manner {
    /// All points alike.
    #[default]
    Plain,
    /// Its own growth counts half as much again.
    Builder,
    /// What the others have counts twice.
    Blocker,
    /// What is scored only at the end counts half as much again.
    Farmer,
    /// A figure at home is worth four times as much.
    Hoarder,
    /// Nothing counts before it is finished.
    Hurried,
    /// Near the best is good enough, and sometimes it looks at a few options only.
    Casual,
}

impl Manner {
    /// All that have a word, with it and with what is said of whoever has them.
    pub const NAMED: [(Manner, &'static str, &'static str); 6] = [
        (Manner::Builder, "builder", "its own points count half as much again"),
        (Manner::Blocker, "blocker", "what the others have counts twice"),
        (Manner::Farmer, "farmer", "what is scored only at the end counts half as much again"),
        (Manner::Hoarder, "hoarder", "a figure at home is worth four times as much"),
        (Manner::Hurried, "hurried", "nothing counts before it is finished"),
        (Manner::Casual, "casual", "near the best is good enough, and now and then it looks at a few options only"),
    ];
}

/// What a figure at home is worth at the beginning of a game, in hundredths of a point; it falls with the tiles that are
/// left to nothing.
const HOME: i64 = 100;

/// Of several others the best counts so much, in hundredths, and the mean of all the rest: else whoever leads is hunted
/// by all, and the last one does nothing.
const BEST_OTHER: i64 = 70;

/// What it is worth to have won where points alone do not decide, or to be in the game where another is out of it, in
/// hundredths of points: more than what lies between two ways of playing on.
const STAKE: i64 = 5_000;

/// Judges positions for a seat. Hundredths of points throughout, whole, so that equal is equal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judge {
    manner: Manner,
    seat: Seat,
    /// What a figure at home is worth now.
    home: i64,
    /// Whether all seats win together, so that nobody is the worse for what others have.
    together: bool,
}

/// What a position is worth to each seat by itself, in hundredths of points.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Worths {
    pub(crate) points: PerSeat<i64>,
    /// The same as the manner of the judging seat has it; equal for all others.
    weighed: PerSeat<i64>,
    /// What a seat gains or loses by how the game has ended, or by having retired; nothing where points alone decide.
    pub(crate) stakes: PerSeat<i64>,
}

impl Judge {
    /// For a seat whose decision comes up in a game.
    pub(crate) fn new(manner: Manner, seat: Seat, game: &Game) -> Judge {
        let catalog = game.catalog();
        let all: u32 = game.bags().flat_map(|bag| &catalog.bags[bag].contents).map(|(_, count)| count).sum();
        let left: u32 = game.bags().map(|bag| game.bag(bag).total()).sum();
        let home = HOME * i64::from(left.min(all)) / i64::from(all.max(1));
        Judge { manner, seat, home, together: is_joint(catalog) }
    }

    /// What each seat has: its score, what the end would add if it came now, and its figures at home.
    ///
    /// # Errors
    /// A script failed.
    pub(crate) fn worths(&self, machine: &mut Machine, game: &mut Box<Game>) -> Result<Worths, Box<Fault>> {
        let is_over = game.stage() == Stage::Over;
        let outlook = if is_over { PerSeat::default() } else { machine.prospect(game)? };
        let last = match self.manner {
            Manner::Farmer if !is_over => machine.outlook_by(game, |rule| rule.when == When::Final)?,
            _ => PerSeat::default(),
        };
        let home = if is_over { 0 } else { self.home };
        let mut worths = Worths { stakes: stakes(game), ..Worths::default() };
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

    /// How far a seat is ahead; alone at the table, all that it has.
    pub(crate) fn lead(&self, worths: &Worths, seat: Seat, seats: usize) -> i64 {
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

/// What each seat gains or loses by how a game has ended, or has come to by now.
fn stakes(game: &Game) -> PerSeat<i64> {
    let mut stakes = PerSeat::default();
    let (retired, is_over) = (game.retired(), game.stage() == Stage::Over);
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

/// What the others have: the best of them for the most part, and the mean of all.
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

impl Worths {
    /// Points of the best of all others; 0 for a seat alone.
    pub(crate) fn best_other(&self, seat: Seat, seats: usize) -> i64 {
        (0..seats).filter(|&at| at != seat.index()).map(|at| self.points[at]).max().unwrap_or(0)
    }
}
