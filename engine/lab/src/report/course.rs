//! Analyses the course of games: the leader at the end of each turn, the time that the winner trails, and when a game
//! is decided.

use tilewright_core::limits::GAME_STEPS;
use tilewright_core::session::Session;
use tilewright_core::state::Game;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;

use crate::lead::lead;
use crate::lookahead::Lookahead;
use crate::stats::{CONFIDENCE, Interval, Logistic, Ratio, Sums, mean, mean_of};

/// Number of parts into which a game is divided to find when it is decided.
const PARTS: usize = 20;

/// Probability of winning at which a game counts as decided.
pub(crate) const DECIDED: f64 = 0.9;

/// Minimum number of games to fit the probability of winning, and again to apply it; with fewer games no result is
/// reported.
const FEWEST: usize = 100;

/// Course of many games.
#[derive(Clone, PartialEq, Debug)]
pub struct CourseStatistics {
    /// Number of games with data: games whose sheets could be filled at the end of every turn.
    pub games: u64,
    /// Number of these games that one seat won alone.
    pub won_alone: u64,
    /// Number of times that another seat took the lead.
    pub lead_changes: Interval,
    /// Share of turns at whose end the winner is behind, in games with one winner.
    pub behind: Interval,
    /// Deficit in points at these ends of turns.
    pub deficit: Interval,
    /// Time of the decision; `None` with too few games.
    pub decided: Option<Settled>,
    /// Mean lead of each seat over its best opponent after each twentieth of the turns; the last is that at the end.
    pub leads: Vec<Vec<Interval>>,
}

/// Time at which games are decided.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settled {
    /// Share of the turns after which the winner has a probability of `DECIDED` that it never loses again, to the
    /// nearest twentieth; 1 for games in which it never has that before the end.
    pub after: Interval,
    /// Share of wins among the seats that had that probability at some time.
    pub kept: Interval,
    /// Number of games that the probability was fitted to, and of other games that it was applied to.
    pub games: (u64, u64),
}

/// Observer of a game while it is played.
pub(super) struct TurnEnds {
    ahead: Lookahead,
    room: Box<Game>,
    turn: u32,
    /// Worth of every seat at the end of each turn except the last; `None` if a sheet could not be filled.
    ends: Option<Vec<i32>>,
}

impl TurnEnds {
    pub(super) fn new(loaded: &Loaded, blank: &Game) -> Result<TurnEnds, KitError> {
        Ok(TurnEnds {
            ahead: Lookahead::new(loaded, &[], GAME_STEPS)?,
            room: Box::new(blank.clone()),
            turn: 0,
            ends: None,
        })
    }

    /// Resets the observer at the start of a game.
    pub(super) fn begin(&mut self) {
        self.turn = 0;
        self.ends.get_or_insert_default().clear();
    }

    /// Observes a decision. The first decision of a turn has the position at the end of the turn before; turns without
    /// a decision are not distinguished.
    pub(super) fn look(&mut self, session: &Session) -> Result<(), KitError> {
        let turn = session.game().turns();
        if turn == self.turn {
            return Ok(());
        }
        self.turn = turn;
        if turn > 1 && self.ends.is_some() {
            let worths = self.worths(session)?;
            self.ends = self.ends.take().zip(worths).map(|(ends, worths)| [ends, worths].concat());
        }
        Ok(())
    }

    /// Returns the points that every seat would have if the game ended now; `None` if a sheet could not be filled.
    fn worths(&mut self, session: &Session) -> Result<Option<Vec<i32>>, KitError> {
        self.ahead.know(session)?;
        let game = session.game();
        // The outlook is computed in a copy, so that it does not affect the game.
        self.room.reset_to(game, 0);
        let outlook = self.ahead.machine.prospect(&mut self.room);
        Ok(outlook.ok().map(|outlook| game.scores().iter().zip(outlook).map(|(a, b)| a.saturating_add(b)).collect()))
    }

    /// Returns the data to keep of a finished game.
    pub(super) fn end(&mut self, game: &Game) -> Option<Trace> {
        let seats = game.seat_count();
        let ends = self.ends.as_ref().filter(|_| seats > 1)?;
        let winners = game.winners();
        let winner = if let [winner] = winners[..] { Some(winner.index()) } else { None };
        let mut trace = Trace { winner, ..Trace::default() };
        let mut leader = None;
        for worths in ends.chunks(seats).chain([game.scores()]) {
            let most = worths.iter().max();
            let mut ahead = (0..seats).filter(|&seat| Some(&worths[seat]) == most);
            // Tied seats do not lead: the lead changes when another seat leads alone.
            if let (Some(seat), None) = (ahead.next(), ahead.next()) {
                trace.lead_changes += u32::from(leader.is_some_and(|before| before != seat));
                leader = Some(seat);
            }
        }
        for worths in ends.chunks(seats) {
            trace.turns += 1;
            let lead = winner.map_or(0, |winner| lead(worths, winner));
            trace.behind += u32::from(lead < 0);
            trace.deficit -= i64::from(lead.min(0));
        }
        let turns = ends.len() / seats;
        let worths_at = |part: usize| {
            let turn = (part * (turns + 1)).div_ceil(PARTS).clamp(1, turns.max(1)) - 1;
            ends.chunks(seats).nth(turn).unwrap_or_default()
        };
        for worths in (1..PARTS).map(worths_at).chain([game.scores()]) {
            trace.leads.extend((0..worths.len()).map(|seat| {
                let lead = lead(worths, seat);
                lead.clamp(i16::MIN.into(), i16::MAX.into()) as i16
            }));
        }
        Some(trace)
    }
}

/// Data that is kept of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Trace {
    /// Seat that won alone, if any.
    winner: Option<usize>,
    lead_changes: u32,
    /// Ends of turns except the last, the number of them with the winner behind, and the total deficit in points.
    turns: u32,
    behind: u32,
    deficit: i64,
    /// Lead of every seat after each part of [`PARTS`]. A game of one turn has only the last.
    leads: Vec<i16>,
}

impl Trace {
    fn lead(&self, part: usize, seats: usize, seat: usize) -> Option<f64> {
        let has_parts = self.leads.len() == PARTS * seats;
        self.leads.get(part * seats + seat).filter(|_| has_parts).map(|lead| f64::from(*lead))
    }
}

/// Summarises games, given as their numbers with their data, in order.
pub(super) fn course<'t>(games: impl Iterator<Item = (u64, &'t Trace)> + Clone, seats: usize) -> CourseStatistics {
    let (mut changes, mut behind, mut deficit) = (Sums::default(), Ratio::default(), Ratio::default());
    for (_, trace) in games.clone() {
        changes.add(trace.lead_changes.into());
        if trace.winner.is_some() {
            behind.add(trace.behind.into(), trace.turns.into());
            deficit.add(trace.deficit, trace.behind.into());
        }
    }
    CourseStatistics {
        games: changes.count,
        won_alone: behind.blocks,
        lead_changes: mean_of(&changes, CONFIDENCE),
        behind: behind.share(CONFIDENCE),
        deficit: deficit.interval(CONFIDENCE),
        decided: measure_decided(games.clone(), seats),
        leads: (0..seats).map(|seat| measure_leads(games.clone(), seats, seat)).collect(),
    }
}

/// Measures the mean lead of a seat after each part, in the games that have all parts.
fn measure_leads<'t>(games: impl Iterator<Item = (u64, &'t Trace)>, seats: usize, seat: usize) -> Vec<Interval> {
    let mut sums = [Sums::default(); PARTS];
    for (_, trace) in games.filter(|(_, trace)| trace.leads.len() == PARTS * seats) {
        for (sums, leads) in sums.iter_mut().zip(trace.leads.chunks(seats)) {
            sums.add(leads[seat].into());
        }
    }
    sums.iter().map(|sums| mean_of(sums, CONFIDENCE)).collect()
}

/// Fits the probability of winning for a given lead, for each part of the game, to every second game, and applies the
/// fit to the other games. Games with several winners are left out.
fn measure_decided<'t>(games: impl Iterator<Item = (u64, &'t Trace)> + Clone, seats: usize) -> Option<Settled> {
    let won = games.filter_map(|(game, trace)| Some((game, trace, trace.winner?)));
    let of = |parity: u64| {
        won.clone().filter(move |(game, ..)| game % 2 == parity).map(|(_, trace, winner)| (trace, winner))
    };
    let fitted = of(0).count();
    let curves: Vec<Logistic> = (0..PARTS - 1)
        .filter_map(|part| {
            let cases = of(0).flat_map(|(trace, winner)| {
                (0..seats)
                    .filter_map(move |seat| Some((trace.lead(part, seats, seat)?, f64::from(u8::from(seat == winner)))))
            });
            Logistic::fit(&cases.collect::<Vec<_>>())
        })
        .collect();
    let (mut after, mut kept) = (Vec::new(), Ratio::default());
    for (trace, winner) in of(1) {
        let sure = |part: usize, seat: usize| {
            curves
                .get(part)
                .zip(trace.lead(part, seats, seat))
                .is_some_and(|(curve, lead)| curve.chance(lead) >= DECIDED)
        };
        let first = (0..PARTS - 1).rev().take_while(|&part| sure(part, winner)).last();
        after.push(first.map_or(PARTS, |part| part + 1) as f64 / PARTS as f64);
        let any = |seat: usize| (0..PARTS - 1).any(|part| sure(part, seat));
        kept.add(any(winner).into(), (0..seats).map(|seat| i64::from(any(seat))).sum());
    }
    let games = (fitted as u64, after.len() as u64);
    (fitted.min(after.len()) >= FEWEST && curves.len() == PARTS - 1).then(|| Settled {
        after: mean(&after, CONFIDENCE),
        kept: kept.share(CONFIDENCE),
        games,
    })
}
