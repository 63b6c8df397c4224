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

/// Usual maximum work of a search, in steps of a script. Beyond it, only the best options after one answer are searched,
/// each with an equal part of the remaining work, and the first lines of each are searched first.
const WORK: u64 = 40_000;

/// Work of an answer outside of scripts, in the same unit: a copy of the game, and the parts of the machine.
const ANSWER_WORK: u64 = 100;

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
    /// Numbers of the answers that follow, the last first.
    answers: Vec<u32>,
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
    wants_keys: bool,
    /// Work of the bot when the search began.
    begun: u64,
    /// Number of answers in copies of the game so far.
    answers: u64,
    /// True if copies of the game keep a trail, because a script has waited in one of the positions.
    trail: bool,
}

/// Best end of a line.
struct LineEnd {
    lead: i64,
    worths: SeatWorths,
    answers: Vec<u32>,
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
        let begun = ahead.steps();
        let wants_keys = self.wants_keys;
        let mut search = TurnSearch { ahead, judge, seat, turn, wants_keys, begun, answers: 0, trail: false };
        let mut firsts: Vec<First> = Vec::with_capacity(options.len());
        for &number in options {
            if search.ahead.is_spent() {
                break;
            }
            let at = firsts.len();
            let room = room(&mut self.firsts, at, world);
            if let Ok(is_own) = search.answer(world, room, number, true) {
                let next = is_own.then(|| room.decision().map_or(0, |d| d.options.count().min(MOST_LATER as u32)));
                firsts.push(First { number, at, next });
            }
        }
        // The first answers show the work that the further ones need.
        let later: u64 = firsts.iter().filter_map(|first| first.next).map(u64::from).sum();
        let is_wide = search.work() * (later + 1) > WORK * firsts.len() as u64;
        let mut at_once: Vec<Option<LineEnd>> = Vec::new();
        let mut order = spread_order(firsts.len());
        if is_wide {
            at_once = firsts.iter().map(|first| search.end(&mut self.firsts[first.at]).ok()).collect();
            order.sort_by_key(|&n| std::cmp::Reverse(at_once[n].as_ref().map(|end| end.lead)));
            for &n in order.iter().skip(BEST) {
                firsts[n].next = None;
            }
        }
        let mut lines = Vec::with_capacity(firsts.len());
        let mut searched = firsts.iter().filter(|first| first.next.is_some()).count() as u64;
        for n in order {
            if search.ahead.is_spent() {
                break;
            }
            let first = &firsts[n];
            let end = match first.next {
                Some(_) => {
                    let limit = search.share_until(WORK, searched);
                    searched -= 1;
                    search.through(&self.firsts[first.at], &mut self.later, limit)
                }
                None => match at_once.get_mut(n) {
                    Some(end) => end.take().ok_or_else(|| Fault::internal("it has failed before")),
                    None => search.end(&mut self.firsts[first.at]),
                },
            };
            if let Ok(LineEnd { lead, worths, answers, then }) = end {
                lines.push(TurnLine { number: first.number, lead, worths, answers, then });
            }
        }
        lines.sort_by_key(|line| line.number);
        lines
    }

    /// Plays a line in another position and returns the lead of the seat at its end; `None` if the line is not possible
    /// there.
    pub(crate) fn follow(
        &mut self,
        ahead: &mut Lookahead,
        judge: &Judge,
        world: &Game,
        seat: Seat,
        line: &TurnLine,
    ) -> Option<i64> {
        ahead.machine.reset();
        let game = room(&mut self.firsts, 0, world);
        (**game).clone_from(world);
        let mut decides = true;
        for number in std::iter::once(line.number).chain(line.answers.iter().rev().copied()) {
            let pick = game.decision().filter(|_| decides)?.options.get(game, number)?;
            ahead.machine.answer(game, pick).ok()?;
            decides = ahead.run_on(game, seat, world.turns()).ok()?;
        }
        let worths = judge.worths(&mut ahead.machine, game).ok()?;
        Some(judge.lead(&worths, seat, game.seat_count()))
    }
}

impl TurnSearch<'_> {
    /// Returns the work of the search so far.
    fn work(&self) -> u64 {
        self.ahead.steps() - self.begun + self.answers * ANSWER_WORK
    }

    /// Answers a decision in a copy. Returns true if the seat decides again in its turn. With `goes_on`, the copy can
    /// then be copied in turn.
    fn answer(&mut self, from: &Game, into: &mut Box<Game>, number: u32, goes_on: bool) -> Result<bool, Box<Fault>> {
        let trail = goes_on && self.trail;
        let is_own = self.answer_once(from, into, number, trail)?;
        if !is_own || !goes_on || trail || into.is_self_contained() {
            return Ok(is_own);
        }
        // A script waits in this position, so copies need a trail, which would be too expensive where no script asks.
        self.trail = true;
        self.answer_once(from, into, number, true)
    }

    fn answer_once(&mut self, from: &Game, into: &mut Box<Game>, number: u32, trail: bool) -> Result<bool, Box<Fault>> {
        self.answers += 1;
        (**into).clone_from(from);
        into.keep_trail(trail);
        let pick = into.decision().and_then(|decision| decision.options.get(into, number));
        if let Some(pick) = pick {
            self.ahead.machine.answer(into, pick)?;
        }
        self.ahead.run_on(into, self.seat, self.turn)
    }

    /// Returns the work at which the next of some options has used its equal part of the work that is left until
    /// `limit`.
    fn share_until(&self, limit: u64, options: u64) -> u64 {
        let begun = self.work();
        begun + limit.saturating_sub(begun) / options
    }

    /// Returns the best end of the lines from a position in which the seat decides. After the work `limit`, no further
    /// line begins. Options that need less than their part of the work leave the rest to the later ones.
    fn through(&mut self, from: &Game, rooms: &mut [Box<Game>], limit: u64) -> Result<LineEnd, Box<Fault>> {
        let (Some(decision), Some((into, rest))) = (from.decision(), rooms.split_first_mut()) else {
            return Err(Fault::internal("no decision is open"));
        };
        let mut best: Option<(LineEnd, u32)> = None;
        let mut failed = None;
        // The lines from here differ in few features.
        self.ahead.machine.keep_sheets(from);
        let options = spread(&self.ahead.allowed_options(from, decision), MOST_LATER);
        for (left, number) in (1..=options.len() as u64).rev().zip(options) {
            if self.ahead.is_spent() || best.is_some() && self.work() > limit {
                break;
            }
            let share = self.share_until(limit, left);
            let end = match self.answer(from, into, number, !rest.is_empty()) {
                Ok(true) if !rest.is_empty() => self.through(into, rest, share),
                Ok(_) => self.end(into),
                Err(fault) => Err(fault),
            };
            match end {
                Ok(end) if best.as_ref().is_none_or(|(best, _)| end.lead > best.lead) => best = Some((end, number)),
                Ok(_) => {}
                Err(fault) => failed = Some(fault),
            }
        }
        self.ahead.machine.discard_sheets();
        match best {
            Some((mut end, number)) => {
                end.answers.push(number);
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
        let worths = self.judge.worths(&mut self.ahead.machine, game)?;
        Ok(LineEnd {
            lead: self.judge.lead(&worths, self.seat, game.seat_count()),
            worths,
            answers: Vec::new(),
            then: Vec::new(),
        })
    }
}

/// Returns at most `most` of the options, evenly spaced, in the order of [`spread_order`].
fn spread(allowed: &[u32], most: usize) -> Vec<u32> {
    let count = allowed.len().min(most);
    spread_order(count).into_iter().map(|n| allowed[n * allowed.len() / count]).collect()
}

/// Returns the numbers below `count` in an order whose first numbers are also spaced evenly, because a search may stop
/// before the last.
fn spread_order(count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|n| std::cmp::Reverse(n.trailing_zeros()));
    order
}

/// Returns the game with an index, creating games up to it if needed.
fn room<'a>(rooms: &'a mut Vec<Box<Game>>, at: usize, like: &Game) -> &'a mut Box<Game> {
    while rooms.len() <= at {
        rooms.push(Box::new(like.clone()));
    }
    &mut rooms[at]
}
