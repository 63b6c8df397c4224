//! Searches a seat's own turn: every line of its answers until another seat has to decide.
#![allow(clippy::vec_box, reason = "machines play games in boxes, which they exchange")]

use tilewright_core::catalog::seat::Seat;
use tilewright_core::machine::fault::Fault;
use tilewright_core::state::Game;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::decision::Decision;

use crate::judge::{Judge, SeatWorths};
use crate::lookahead::Lookahead;

/// Maximum number of options of the decision that are examined. Of more options, a random sample of this size is taken,
/// so that the time for a choice does not grow with the board.
const MOST: usize = 60;

/// Maximum number of examined options for later decisions of the turn.
const MOST_LATER: usize = 24;

/// Maximum number of line ends. Beyond it, only the best options after one answer are searched.
const MOST_ENDS: u32 = 400;

/// Number of best options that are then searched.
const BEST: usize = 8;

/// Maximum number of answers in a line.
const MOST_ANSWERS: usize = 4;

/// An option with the best line that follows it in the turn.
#[derive(Clone, Debug)]
pub(crate) struct TurnLine {
    /// Number of the option in the decision.
    pub(crate) number: u32,
    /// Lead of the seat at the end of the line, in hundredths of points.
    pub(crate) lead: i64,
    /// Worth of the end to each seat.
    pub(crate) worths: SeatWorths,
    /// Keys of the answers that follow, if requested.
    pub(crate) then: Vec<String>,
}

/// Reusable games for the search of a turn.
#[derive(Default)]
pub(crate) struct OwnTurn {
    /// Games after each of the first options.
    firsts: Vec<Box<Game>>,
    /// Games for the further answers of a line, one for each.
    later: Vec<Box<Game>>,
    /// True if the keys of following answers are requested.
    pub(crate) wants_keys: bool,
}

/// Result of answering with one of the first options.
struct First {
    number: u32,
    /// Index of the game after the answer.
    at: usize,
    /// Number of options at the seat's next decision; `None` if its turn is over.
    next: Option<u32>,
}

/// State of the search of a turn.
struct TurnSearch<'a> {
    ahead: &'a mut Lookahead,
    judge: &'a Judge,
    seat: Seat,
    turn: u32,
    ends_left: u32,
    wants_keys: bool,
}

/// Best end of a line.
struct LineEnd {
    lead: i64,
    worths: SeatWorths,
    then: Vec<String>,
}

impl OwnTurn {
    /// Samples the allowed options to examine, in order.
    pub(crate) fn sample(allowed: &[u32], chance: &mut Generator) -> Vec<u32> {
        let count = allowed.len();
        if count <= MOST {
            return allowed.to_vec();
        }
        // The options are divided into `MOST` almost equal intervals, and one is drawn from each.
        let bound = |n: usize| n * count / MOST;
        let mut any = |n: usize| bound(n) + chance.below((bound(n + 1) - bound(n)) as u32) as usize;
        (0..MOST).map(&mut any).map(|at| allowed[at]).collect()
    }

    /// Weighs options of a decision in a position, in their order. An option at which a script fails is left out,
    /// because the imagined information may be the cause.
    pub(crate) fn weigh(
        &mut self,
        ahead: &mut Lookahead,
        judge: &Judge,
        world: &Game,
        decision: &Decision,
        options: &[u32],
    ) -> Vec<TurnLine> {
        ahead.machine.reset();
        room(&mut self.later, MOST_ANSWERS - 2, world);
        let (seat, turn) = (decision.seat, world.turns());
        let mut search = TurnSearch { ahead, judge, seat, turn, ends_left: MOST_ENDS, wants_keys: self.wants_keys };
        let mut firsts: Vec<First> = Vec::with_capacity(options.len());
        for &number in options {
            if search.ahead.is_spent() {
                break;
            }
            let at = firsts.len();
            let room = room(&mut self.firsts, at, world);
            if let Ok(is_own) = search.answer(world, room, number) {
                let next = is_own.then(|| room.decision().map_or(0, |d| d.options.count().min(MOST_LATER as u32)));
                firsts.push(First { number, at, next });
            }
        }
        let ends: u32 = firsts.iter().map(|first| first.next.unwrap_or(1)).sum();
        let mut at_once: Vec<Option<LineEnd>> = Vec::new();
        if ends > MOST_ENDS {
            at_once = firsts.iter().map(|first| search.end(&mut self.firsts[first.at]).ok()).collect();
            let mut leads: Vec<i64> = at_once.iter().flatten().map(|end| end.lead).collect();
            leads.sort_unstable_by_key(|lead| std::cmp::Reverse(*lead));
            let least = leads.get(BEST - 1).copied().unwrap_or(i64::MIN);
            for (first, end) in firsts.iter_mut().zip(&at_once) {
                if end.as_ref().is_none_or(|end| end.lead < least) {
                    first.next = None;
                }
            }
        }
        let mut lines = Vec::with_capacity(firsts.len());
        for (n, first) in firsts.iter().enumerate() {
            if search.ahead.is_spent() {
                break;
            }
            let end = match first.next {
                Some(_) => search.through(&self.firsts[first.at], &mut self.later),
                None => match at_once.get_mut(n) {
                    Some(end) => end.take().ok_or_else(|| Fault::internal("it has failed before")),
                    None => search.end(&mut self.firsts[first.at]),
                },
            };
            if let Ok(LineEnd { lead, worths, then }) = end {
                lines.push(TurnLine { number: first.number, lead, worths, then });
            }
        }
        lines
    }
}

impl TurnSearch<'_> {
    /// Answers a decision in a copy. Returns true if the seat decides again in its turn.
    fn answer(&mut self, from: &Game, into: &mut Box<Game>, number: u32) -> Result<bool, Box<Fault>> {
        let is_own = self.answer_once(from, into, number, false)?;
        if !is_own || into.is_self_contained() {
            return Ok(is_own);
        }
        // A script waits in this position, so copies need a trail, which would be too expensive for every line.
        self.answer_once(from, into, number, true)
    }

    fn answer_once(&mut self, from: &Game, into: &mut Box<Game>, number: u32, trail: bool) -> Result<bool, Box<Fault>> {
        (**into).clone_from(from);
        into.keep_trail(trail);
        let pick = into.decision().and_then(|decision| decision.options.get(into, number));
        if let Some(pick) = pick {
            self.ahead.machine.answer(into, pick)?;
        }
        self.ahead.run_on(into, self.seat, self.turn)
    }

    /// Returns the best end of all lines from a position in which the seat decides.
    fn through(&mut self, from: &Game, rooms: &mut [Box<Game>]) -> Result<LineEnd, Box<Fault>> {
        let (Some(decision), Some((into, rest))) = (from.decision(), rooms.split_first_mut()) else {
            return Err(Fault::internal("no decision is open"));
        };
        let mut best: Option<(LineEnd, u32)> = None;
        let mut failed = None;
        for number in spread(&self.ahead.allowed_options(from, decision), MOST_LATER) {
            if self.ahead.is_spent() {
                break;
            }
            let end = match self.answer(from, into, number) {
                Ok(true) if !rest.is_empty() && self.ends_left > 0 => self.through(into, rest),
                Ok(_) => self.end(into),
                Err(fault) => Err(fault),
            };
            match end {
                Ok(end) if best.as_ref().is_none_or(|(best, _)| end.lead > best.lead) => best = Some((end, number)),
                Ok(_) => {}
                Err(fault) => failed = Some(fault),
            }
        }
        match best {
            Some((mut end, number)) => {
                if self.wants_keys {
                    let pick = decision.options.get(from, number);
                    end.then.extend(pick.map(|pick| decision.options.key(from, pick)));
                    end.then.rotate_right(1);
                }
                Ok(end)
            }
            None => Err(failed.unwrap_or_else(|| Fault::internal("there is nothing to choose"))),
        }
    }

    /// Returns the worth of a position in which the turn is over or the search stops.
    fn end(&mut self, game: &mut Box<Game>) -> Result<LineEnd, Box<Fault>> {
        self.ends_left = self.ends_left.saturating_sub(1);
        let worths = self.judge.worths(&mut self.ahead.machine, game)?;
        Ok(LineEnd { lead: self.judge.lead(&worths, self.seat, game.seat_count()), worths, then: Vec::new() })
    }
}

/// Returns `most` of the options, evenly spaced.
fn spread(allowed: &[u32], most: usize) -> Vec<u32> {
    let count = allowed.len();
    if count <= most { allowed.to_vec() } else { (0..most).map(|n| allowed[n * count / most]).collect() }
}

/// Returns the game with an index, creating games up to it if needed.
fn room<'a>(rooms: &'a mut Vec<Box<Game>>, at: usize, like: &Game) -> &'a mut Box<Game> {
    while rooms.len() <= at {
        rooms.push(Box::new(like.clone()));
    }
    &mut rooms[at]
}
