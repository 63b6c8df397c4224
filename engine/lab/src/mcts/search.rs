//! Searches for the best option of one decision.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tilewright_core::catalog::seat::{PerSeat, Seat};
use tilewright_core::limits;
use tilewright_core::machine::Stop;
use tilewright_core::machine::fault::Fault;
use tilewright_core::session::Session;
use tilewright_core::state::Game;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::decision::Decision;
use tilewright_core::state::secrecy::Secrecy;

use crate::bot::{Considered, Weighed};
use crate::judge::{Judge, Manner, SeatWorths};
use crate::lookahead::{Lookahead, now};
use crate::mcts::tree::{AnswerNode, AnswerNodeId, Balance, Tree};
use crate::mcts::{Budget, MctsSettings};
use crate::own_turn::OwnTurn;
use crate::stats::{CONFIDENCE, mean_by};

/// Number of iterations between checks of the clock and of whether the choice is clear.
const BETWEEN_LOOKS: u32 = 16;

/// Maximum number of imagined positions while a script waits, because each must repeat its step.
const WORLDS_IN_STEP: u32 = 16;

/// Number by which failed iterations may exceed successful ones before the search stops.
const MOST_LOST: u32 = 64;

/// Number of playouts per option below which only some options are tried initially.
const PLAYOUTS_FOR_OPTION: u32 = 20;

/// Number of playouts that is assumed if time is the limit.
pub(super) const PLAYOUTS_IN_TIME: u32 = 1000;

/// Number of best options that are reported with following answers (`TOLD`), and of these answers (`TOLD_ANSWERS`).
const TOLD: usize = 5;
const TOLD_ANSWERS: usize = 3;

/// Parameters of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchParameters {
    pub(super) budget: Budget,
    pub(super) manner: Manner,
    pub(super) settings: MctsSettings,
}

/// Search for one decision; see the module.
pub(super) struct Search {
    plan: SearchParameters,
    judge: Judge,
    decision: Decision,
    /// Numbers of the options that compete.
    options: Vec<u32>,
    /// Expected value of each option before it is tried, relative to the best option.
    expected: Vec<f64>,
    worlds: Vec<Game>,
    scratch: Box<Game>,
    tree: Tree,
    chance: Generator,
    path: Vec<(AnswerNodeId, u32, Seat)>,
    done: u32,
    lost: u32,
    spent: Duration,
    /// Flag that stops the search, if it runs on another thread.
    stop: Option<Arc<AtomicBool>>,
    /// Results of each edge of the root node.
    results: Vec<Results>,
    all: Results,
    now: SeatWorths,
    is_prepared: bool,
    /// True if the only position is the real game.
    peeks: bool,
}

/// Results of a search for its first decision, which can leave the thread of the search.
pub(super) struct RootResults {
    pub(super) root: AnswerNode,
    pub(super) options: Vec<u32>,
    pub(super) results: Vec<Results>,
    all: Results,
    pub(super) done: u32,
    lost: u32,
}

/// State of a search after a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SearchStatus {
    Done,
    NotYet,
}

/// Results of an option, in hundredths of points.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Results {
    pub(super) count: u32,
    lead: f64,
    squares: f64,
    own: f64,
    others: f64,
    ahead: f64,
}

impl Results {
    fn add(&mut self, lead: f64, own: f64, others: f64) {
        self.count += 1;
        self.lead += lead;
        self.squares += lead * lead;
        self.own += own;
        self.others += others;
        self.ahead += if lead > 0.0 { 1.0 } else { f64::from(u8::from(lead == 0.0)) / 2.0 };
    }

    /// Adds the results of the same option in another search.
    fn merge(&mut self, other: &Results) {
        self.count += other.count;
        self.lead += other.lead;
        self.squares += other.squares;
        self.own += other.own;
        self.others += other.others;
        self.ahead += other.ahead;
    }

    /// Returns the standard deviation of the lead, in hundredths of points.
    fn deviation(&self) -> f64 {
        let n = f64::from(self.count.max(2));
        ((self.squares - self.lead * self.lead / n) / (n - 1.0)).max(0.0).sqrt()
    }
}

impl Search {
    /// Starts a search among some options of a decision; `None` if no imagined position leads to it.
    pub(super) fn begin(
        ahead: &mut Lookahead,
        session: &Session,
        decision: &Decision,
        options: Vec<u32>,
        plan: SearchParameters,
        mut chance: Generator,
    ) -> Option<Search> {
        // The real game can be copied only if no script waits.
        let peeks = plan.settings.peeks && session.game().is_self_contained();
        let first = match peeks {
            true => Box::new(session.game().clone()),
            false => ahead.world(session, decision.seat, &mut chance)?,
        };
        let most = match plan.budget {
            Budget::Playouts(playouts) => plan.settings.worlds.min(playouts / 4),
            Budget::Millis(_) => plan.settings.worlds,
        };
        let most = if peeks { 1 } else { most };
        let most = if session.game().is_self_contained() { most } else { most.min(WORLDS_IN_STEP) };
        let judge = Judge::new(plan.manner, decision.seat, &first);
        let scratch = first.clone();
        let mut worlds = vec![*first];
        worlds.extend((1..most).filter_map(|_| ahead.world(session, decision.seat, &mut chance)).map(|world| *world));
        Some(Search {
            plan,
            now: now(ahead, &judge, session, decision),
            judge,
            decision: decision.clone(),
            expected: vec![0.0; decision.options.count() as usize],
            options,
            worlds,
            scratch,
            tree: Tree::new(),
            chance,
            path: Vec::new(),
            done: 0,
            lost: 0,
            spent: Duration::ZERO,
            stop: None,
            results: Vec::new(),
            all: Results::default(),
            is_prepared: false,
            peeks,
        })
    }

    /// Counts the time since `begun` as spent, and sets a flag that stops the search.
    pub(super) fn continue_from(&mut self, begun: Instant, stop: Arc<AtomicBool>) {
        (self.spent, self.stop) = (begun.elapsed(), Some(stop));
    }

    /// Returns the results of the first decision.
    pub(super) fn into_root(mut self) -> RootResults {
        let root = std::mem::take(&mut self.tree.nodes[0]);
        RootResults {
            root,
            options: self.options,
            results: self.results,
            all: self.all,
            done: self.done,
            lost: self.lost,
        }
    }

    /// Adds the results of another search for the same decision.
    pub(super) fn add(&mut self, other: &RootResults) {
        let edges = self.tree.nodes[0].add(&other.root);
        for (edge, results) in edges.into_iter().zip(&other.results) {
            if self.results.len() <= edge {
                self.results.resize(edge + 1, Results::default());
            }
            self.results[edge].merge(results);
        }
        self.all.merge(&other.all);
        for number in &other.options {
            if !self.options.contains(number) {
                self.options.push(*number);
            }
        }
        self.done += other.done;
        self.lost += other.lost;
    }

    /// Continues the search until it is done, or until a time.
    pub(super) fn go_on(&mut self, ahead: &mut Lookahead, turn: &mut OwnTurn, until: Option<Instant>) -> SearchStatus {
        let begun = Instant::now();
        if !self.is_prepared {
            self.is_prepared = true;
            ahead.machine.keep_sheets(&self.worlds[0]);
            if self.plan.settings.guided {
                self.guide(ahead, turn);
            }
        }
        loop {
            for _ in 0..BETWEEN_LOOKS {
                if ahead.is_spent() {
                    return SearchStatus::Done;
                }
                if let Budget::Playouts(playouts) = self.plan.budget
                    && self.done >= playouts
                {
                    return SearchStatus::Done;
                }
                match self.iterate(ahead) {
                    Ok(()) => self.done += 1,
                    Err(_) => self.lost += 1,
                }
            }
            let lost_all = self.lost > MOST_LOST + self.done;
            let time = begun.elapsed();
            let is_over = match self.plan.budget {
                Budget::Playouts(playouts) => self.is_clear(playouts.saturating_sub(self.done)),
                Budget::Millis(millis) => self.spent + time >= Duration::from_millis(millis.into()),
            };
            let is_stopped = self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
            if is_over || lost_all || is_stopped {
                return SearchStatus::Done;
            }
            if until.is_some_and(|until| Instant::now() >= until) {
                self.spent += time;
                return SearchStatus::NotYet;
            }
        }
    }

    /// Searches the own turn, so that options with low values there are tried late.
    fn guide(&mut self, ahead: &mut Lookahead, turn: &mut OwnTurn) {
        let options = OwnTurn::sample(&self.options, &mut self.chance);
        let lines = turn.weigh(ahead, &self.judge, &self.worlds[0], &self.decision, &options);
        let Some(best) = lines.iter().map(|line| line.lead).max() else { return };
        for line in &lines {
            self.expected[line.number as usize] = (line.lead - best) as f64;
        }
        self.options = lines.iter().map(|line| line.number).collect();
    }

    /// True if the remaining playouts cannot change which option has the most visits.
    fn is_clear(&self, left: u32) -> bool {
        let (mut best, mut second) = (0, 0);
        for edge in &self.tree.nodes[0].edges {
            if edge.visits > best {
                (best, second) = (edge.visits, best);
            } else {
                second = second.max(edge.visits);
            }
        }
        best - second > left
    }

    /// Runs one iteration: walks down the tree, plays on at random, and records the result.
    fn iterate(&mut self, ahead: &mut Lookahead) -> Result<(), Box<Fault>> {
        let world = &self.worlds[(self.done + self.lost) as usize % self.worlds.len()];
        ahead.machine.reset();
        (*self.scratch).clone_from(world);
        self.scratch.keep_trail(false);
        if !self.peeks {
            self.scratch.arrange_chance(self.chance.next());
        }
        self.path.clear();
        let playouts = match self.plan.budget {
            Budget::Playouts(playouts) => playouts,
            Budget::Millis(_) => PLAYOUTS_IN_TIME,
        };
        let balance = Balance {
            curiosity: self.plan.settings.curiosity * self.all.deviation(),
            wide: (playouts / PLAYOUTS_FOR_OPTION).max(1) as usize,
        };
        let mut at = 0;
        let mut is_over = false;
        while let Some(decision) = self.scratch.decision() {
            let first = self.chance.below(decision.options.count().max(1));
            let expected = |number: u32| if at == 0 { self.expected[number as usize] } else { 0.0 };
            let allowed = (at == 0).then_some(&*self.options);
            let chosen = self.tree.choose(at, &self.scratch, allowed, balance, first, expected);
            let Some(chosen) = chosen else { break };
            let Some(pick) = decision.options.get(&self.scratch, chosen.number) else { break };
            self.path.push((at, chosen.edge, decision.seat));
            let secret = decision.secrecy(pick) != Secrecy::Open;
            ahead.machine.answer(&mut self.scratch, pick)?;
            is_over = ahead.machine.run(&mut self.scratch)? == Stop::Over;
            let (next, was_there) = self.tree.follow(at, chosen.edge, secret);
            if is_over || !was_there {
                break;
            }
            at = next;
        }
        if !is_over {
            self.play_on(ahead)?;
        }
        let seats = self.scratch.seat_count();
        let worths = self.judge.worths(&mut ahead.machine, &mut self.scratch)?;
        let mut leads = PerSeat::<f64>::default();
        for (seat, lead) in (0u8..).map(Seat).zip(&mut leads).take(seats) {
            *lead = self.judge.lead(&worths, seat, seats) as f64;
        }
        self.tree.note(&self.path, &leads);
        let seat = self.decision.seat;
        let (own, others) = (worths.points[seat.index()] as f64, worths.best_other(seat, seats) as f64);
        let stake = worths.stakes[seat.index()] as f64;
        let edge = self.path.first().map_or(0, |(_, edge, _)| *edge as usize);
        if self.results.len() <= edge {
            self.results.resize(edge + 1, Results::default());
        }
        self.results[edge].add(own - others + stake, own, others);
        self.all.add(leads[seat.index()], own, others);
        Ok(())
    }

    /// Plays random answers up to the cut, or to the end of the game.
    fn play_on(&mut self, ahead: &mut Lookahead) -> Result<(), Box<Fault>> {
        let MctsSettings { cut, passes, .. } = self.plan.settings;
        let most = cut.map_or(limits::ANSWERS, u64::from);
        for _ in 0..most {
            if ahead.is_spent() {
                return Err(ahead.machine.limit_fault(&self.scratch, "a decision takes too long"));
            }
            let Some(decision) = self.scratch.decision() else { return Ok(()) };
            let options = &decision.options;
            let number = match options.passing() {
                Some(pass) if self.chance.below(100) < passes => pass,
                _ => self.chance.below(options.count()),
            };
            let Some(pick) = options.get(&self.scratch, number) else { return Ok(()) };
            ahead.machine.answer(&mut self.scratch, pick)?;
            if ahead.machine.run(&mut self.scratch)? == Stop::Over {
                return Ok(());
            }
        }
        if cut.is_none() { Err(ahead.machine.endless(&self.scratch, most)) } else { Ok(()) }
    }

    /// Returns the option with the most visits. If the other seats may not know the answer, it draws among all options
    /// that they cannot distinguish from it, weighted by visits, because otherwise they could deduce it.
    pub(super) fn choice(&mut self) -> u32 {
        let secret = self.chance.next();
        let visits = |number: u32| self.edge(number).map_or((0, 0.0), |edge| (edge.0, edge.1));
        let all: u32 = self.options.iter().map(|&number| visits(number).0).sum();
        if all == 0 {
            return self.options[Generator::new(secret).below(self.options.len() as u32) as usize];
        }
        let best = self.options.iter().copied().max_by(|&a, &b| {
            let ((a, mean_a), (b, mean_b)) = (visits(a), visits(b));
            a.cmp(&b).then(mean_a.total_cmp(&mean_b))
        });
        let best = best.unwrap_or(0);
        let secrecy = |number: u32| {
            let pick = self.decision.options.get(&self.worlds[0], number);
            pick.map_or(Secrecy::Open, |pick| self.decision.secrecy(pick))
        };
        if secrecy(best) == Secrecy::Open {
            return best;
        }
        let alike: Vec<u32> = self.options.iter().copied().filter(|&number| secrecy(number) == secrecy(best)).collect();
        let mut at = Generator::new(secret).below(alike.iter().map(|&number| visits(number).0).sum());
        for number in alike {
            let (count, _) = visits(number);
            if at < count {
                return number;
            }
            at -= count;
        }
        best
    }

    /// Returns the visits of an option, the mean of its results, and the index of its edge.
    fn edge(&self, number: u32) -> Option<(u32, f64, usize)> {
        let pick = self.decision.options.get(&self.worlds[0], number)?;
        let (at, edge) = self.tree.first(&self.worlds[0], &self.decision, pick)?;
        Some((edge.visits, edge.sum / f64::from(edge.visits.max(1)), at as usize))
    }

    /// Returns the current opinion of the options; `None` if no option was tried yet.
    pub(super) fn opinion(&self, ahead: &mut Lookahead) -> Option<Considered> {
        let seats = self.scratch.seat_count();
        let seat = self.decision.seat;
        let mut options: Vec<(usize, Weighed)> = Vec::new();
        for &number in &self.options {
            let Some((_, _, edge)) = self.edge(number) else { continue };
            let Some(results) = self.results.get(edge).filter(|results| results.count > 0) else { continue };
            let n = f64::from(results.count);
            let mean = |sum: f64| sum / n / 100.0;
            let now = |points: i64| points as f64 / 100.0;
            let error = |deviation, n| mean_by(0.0, deviation, n, CONFIDENCE).half();
            options.push((
                edge,
                Weighed {
                    number,
                    visits: results.count,
                    lead: mean(results.lead),
                    error: (results.count > 1).then(|| error(results.deviation(), n) / 100.0),
                    own: mean(results.own) - now(self.now.points[seat.index()]),
                    others: mean(results.others) - now(self.now.best_other(seat, seats)),
                    ahead: Some(results.ahead / n),
                    then: Vec::new(),
                },
            ));
        }
        options.sort_by(|(_, a), (_, b)| b.visits.cmp(&a.visits).then(b.lead.total_cmp(&a.lead)));
        for (edge, weighed) in options.iter_mut().take(TOLD) {
            weighed.then = self.usual_answers(ahead, weighed.number, *edge).unwrap_or_default();
        }
        let options: Vec<Weighed> = options.into_iter().map(|(_, weighed)| weighed).collect();
        (!options.is_empty()).then_some(Considered { seat, options, playouts: self.done, lost: self.lost })
    }

    /// Returns the keys of the most frequent answers after an option.
    fn usual_answers(&self, ahead: &mut Lookahead, number: u32, edge: usize) -> Option<Vec<String>> {
        ahead.machine.reset();
        let mut game = Box::new(self.worlds[0].clone());
        let mut pick = self.decision.options.get(&game, number)?;
        let mut at = self.tree.nodes[0].edges.get(edge)?.next?;
        let mut keys = Vec::new();
        while keys.len() < TOLD_ANSWERS {
            ahead.machine.answer(&mut game, pick).ok()?;
            if ahead.machine.run(&mut game).ok()? == Stop::Over {
                break;
            }
            let decision = game.decision()?;
            let Some((next, edge)) = self.tree.usual(at, &game, decision) else { break };
            keys.push(decision.options.key(&game, next));
            let Some(after) = edge.next else { break };
            (pick, at) = (next, after);
        }
        Some(keys)
    }
}
