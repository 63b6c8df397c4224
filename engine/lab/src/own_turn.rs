//! Looks through a seat's own turn: every line of its answers, until somebody else has to choose.
#![allow(clippy::vec_box, reason = "machines play games in boxes, which they exchange")]

use tilewright_core::catalog::seat::Seat;
use tilewright_core::machine::fault::Fault;
use tilewright_core::state::Game;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::decision::Decision;

use crate::judge::{Judge, Worths};
use crate::lookahead::Lookahead;

/// Most options of the decision that are looked at. Of more than these so many are looked at that chance picks out, so that
/// the time for a choice does not grow with the board.
const MOST: usize = 60;

/// Most options of a decision that follows in the turn.
const MOST_LATER: usize = 24;

/// Most ends of lines. Where there would be more, only the best options by one answer are looked through.
const MOST_ENDS: u32 = 400;

/// How many options that are.
const BEST: usize = 8;

/// Most answers of a turn that are looked through.
const MOST_ANSWERS: usize = 4;

/// An option with the best that can be made of it in the turn.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// The number of the option.
    pub(crate) number: u32,
    /// How far the seat is ahead in the end, in hundredths of points.
    pub(crate) lead: i64,
    /// What the end is worth to each seat.
    pub(crate) worths: Worths,
    /// The keys of the answers that follow, where they are wanted.
    pub(crate) then: Vec<String>,
}

/// The room that it takes to look through a turn.
#[derive(Default)]
pub(crate) struct OwnTurn {
    /// The games after each of the first options.
    firsts: Vec<Box<Game>>,
    /// One for each further answer.
    later: Vec<Box<Game>>,
    /// Whether the keys of what follows are wanted.
    pub(crate) wants_keys: bool,
}

/// What became of an option that was answered.
struct First {
    number: u32,
    /// The room that it stands in.
    at: usize,
    /// How many options its seat has next; nothing where its turn is over.
    next: Option<u32>,
}

/// A turn that is looked through.
struct Search<'a> {
    ahead: &'a mut Lookahead,
    judge: &'a Judge,
    seat: Seat,
    turn: u32,
    ends_left: u32,
    wants_keys: bool,
}

/// The best end of a line.
struct End {
    lead: i64,
    worths: Worths,
    then: Vec<String>,
}

impl OwnTurn {
    /// The options to look at of those that are allowed, in order.
    pub(crate) fn sample(allowed: &[u32], chance: &mut Generator) -> Vec<u32> {
        let count = allowed.len();
        if count <= MOST {
            return allowed.to_vec();
        }
        // Each of so many stretches gives one; they are as long as each other but for one.
        let bound = |n: usize| n * count / MOST;
        let mut any = |n: usize| bound(n) + chance.below((bound(n + 1) - bound(n)) as u32) as usize;
        (0..MOST).map(&mut any).map(|at| allowed[at]).collect()
    }

    /// Weighs options of a decision in a position, in their order; one at which a script fails is left out, for it may be
    /// for what was made up that it does.
    pub(crate) fn weigh(
        &mut self,
        ahead: &mut Lookahead,
        judge: &Judge,
        world: &Game,
        decision: &Decision,
        options: &[u32],
    ) -> Vec<Line> {
        ahead.machine.reset();
        room(&mut self.later, MOST_ANSWERS - 2, world);
        let (seat, turn) = (decision.seat, world.turns());
        let mut search = Search { ahead, judge, seat, turn, ends_left: MOST_ENDS, wants_keys: self.wants_keys };
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
        let mut at_once: Vec<Option<End>> = Vec::new();
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
            if let Ok(End { lead, worths, then }) = end {
                lines.push(Line { number: first.number, lead, worths, then });
            }
        }
        lines
    }
}

impl Search<'_> {
    /// Answers a decision in a copy. Whether the seat decides again in its turn.
    fn answer(&mut self, from: &Game, into: &mut Box<Game>, number: u32) -> Result<bool, Box<Fault>> {
        let is_own = self.answer_once(from, into, number, false)?;
        if !is_own || into.is_self_contained() {
            return Ok(is_own);
        }
        // A script waits there, so copies need a trail, which it would cost too much to keep for every line.
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

    /// The best end of all lines from a position in which the seat decides.
    fn through(&mut self, from: &Game, rooms: &mut [Box<Game>]) -> Result<End, Box<Fault>> {
        let (Some(decision), Some((into, rest))) = (from.decision(), rooms.split_first_mut()) else {
            return Err(Fault::internal("nobody decides"));
        };
        let mut best: Option<(End, u32)> = None;
        let mut failed = None;
        for number in spread(&self.ahead.allowed(from, decision), MOST_LATER) {
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

    /// What a position is worth in which the turn is over, or is left.
    fn end(&mut self, game: &mut Box<Game>) -> Result<End, Box<Fault>> {
        self.ends_left = self.ends_left.saturating_sub(1);
        let worths = self.judge.worths(&mut self.ahead.machine, game)?;
        Ok(End { lead: self.judge.lead(&worths, self.seat, game.seat_count()), worths, then: Vec::new() })
    }
}

/// So many of some options, spread evenly.
fn spread(allowed: &[u32], most: usize) -> Vec<u32> {
    let count = allowed.len();
    if count <= most { allowed.to_vec() } else { (0..most).map(|n| allowed[n * count / most]).collect() }
}

/// The game of a number, which is made if it is not there yet.
fn room<'a>(rooms: &'a mut Vec<Box<Game>>, at: usize, like: &Game) -> &'a mut Box<Game> {
    while rooms.len() <= at {
        rooms.push(Box::new(like.clone()));
    }
    &mut rooms[at]
}
