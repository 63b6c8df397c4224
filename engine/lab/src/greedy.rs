//! Implements a bot that searches its own turn.

use tilewright_core::catalog::seat::Seat;
use tilewright_core::limits::GAME_STEPS;
use tilewright_core::session::Session;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::decision::Decision;
use tilewright_core::state::view::View;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;

use crate::bot::{Bot, Considered, Random, Weighed};
use crate::habit::Habit;
use crate::judge::{Judge, Manner, SeatWorths};
use crate::lookahead::{Lookahead, now};
use crate::own_turn::{OwnTurn, TurnLine};

/// Number of best options whose lines are followed in another imagined position, to detect the influence of chance.
const PROBED: usize = 2;

/// Number of best options that are then compared (`COMPARED`), and of further positions for that (`FURTHER`).
const COMPARED: usize = 8;
const FURTHER: usize = 2;

/// A casual bot likes an option this many hundredths of points behind the best a third as much (e to the -1).
const CASUAL: f64 = 200.0;
/// A casual bot considers only `FEW` options in one of `CARELESS` decisions.
const CARELESS: u32 = 10;
const FEW: usize = 5;

/// Bot that takes the option with the best position at the end of its turn. A position is judged by the seat's points,
/// by the points that the sheets would give if the game ended there, and by its figures in the supply, minus those of
/// the other seats. Equally good options are equally likely.
///
/// It plays each line of its own answers in copies of the game with imagined hidden information and imagined chance. If
/// chance has an influence before the turn is over, it compares the best options in three such games. It chooses at
/// random if no copy leads to the question, or if it receives only a view.
pub struct Greedy {
    ahead: Lookahead,
    turn: OwnTurn,
    manner: Manner,
    considered: Option<Considered>,
}

impl Greedy {
    /// Creates a bot for games of some packs.
    ///
    /// # Errors
    /// The packs cannot be played.
    pub fn new(loaded: &Loaded) -> Result<Greedy, KitError> {
        Greedy::with(loaded, Manner::Plain, &[])
    }

    /// Creates a bot with a manner and habits.
    ///
    /// # Errors
    /// The packs cannot be played, or a habit is about something that they do not have.
    pub fn with(loaded: &Loaded, manner: Manner, habits: &[Habit]) -> Result<Greedy, KitError> {
        let ahead = Lookahead::new(loaded, habits, GAME_STEPS)?;
        Ok(Greedy { ahead, turn: OwnTurn::default(), manner, considered: None })
    }

    fn best(&mut self, session: &Session, decision: &Decision, chance: &mut Generator) -> Option<u32> {
        self.ahead.know(session).ok()?;
        let seat = decision.seat;
        let allowed = self.ahead.allowed_options(session.game(), decision);
        if let &[only] = &*allowed {
            return Some(only);
        }
        let world = self.ahead.world(session, seat, chance)?;
        let mut options = OwnTurn::sample(&allowed, chance);
        if self.manner == Manner::Casual && chance.below(CARELESS) == 0 {
            while options.len() > FEW {
                options.swap_remove(chance.below(options.len() as u32) as usize);
            }
        }
        let judge = Judge::new(self.manner, seat, &world);
        // All imagined positions have the same board, so that they share the sheets of features.
        self.ahead.machine.keep_sheets(&world);
        let mut lines = self.turn.weigh(&mut self.ahead, &judge, &world, decision, &options);
        // The sort is stable: equal options stay in the order of their numbers.
        lines.sort_by_key(|line| std::cmp::Reverse(line.lead));
        self.compare(&judge, session, decision, &mut lines, chance);
        self.ahead.machine.discard_sheets();
        let chosen = if self.manner == Manner::Casual { casual(&lines, chance) } else { any_best(&lines, chance) };
        self.considered = self.turn.wants_keys.then(|| self.form_opinion(&judge, session, decision, &lines));
        chosen
    }

    /// Weighs the best lines in further imagined positions, if chance makes a difference.
    fn compare(
        &mut self,
        judge: &Judge,
        session: &Session,
        decision: &Decision,
        lines: &mut Vec<TurnLine>,
        chance: &mut Generator,
    ) {
        let mut count = 1;
        while lines.len() > 1 && count <= FURTHER {
            let Some(world) = self.ahead.world(session, decision.seat, chance) else { break };
            if count == 1 {
                let (ahead, turn) = (&mut self.ahead, &mut self.turn);
                let mut probed = lines.iter().take(PROBED);
                if probed.all(|line| turn.follow(ahead, judge, &world, decision.seat, line) == Some(line.lead)) {
                    return;
                }
                lines.truncate(COMPARED);
            }
            let numbers: Vec<u32> = lines.iter().map(|line| line.number).collect();
            let again = self.turn.weigh(&mut self.ahead, judge, &world, decision, &numbers);
            count += 1;
            // An option that fails in one of the positions must not be chosen.
            lines.retain_mut(|line| match again.iter().find(|other| other.number == line.number) {
                Some(other) => {
                    line.lead += other.lead;
                    for (sum, points) in line.worths.points.iter_mut().zip(other.worths.points) {
                        *sum += points;
                    }
                    true
                }
                None => false,
            });
        }
        for line in &mut *lines {
            line.lead /= count as i64;
            line.worths.points.iter_mut().for_each(|points| *points /= count as i64);
        }
        lines.sort_by_key(|line| std::cmp::Reverse(line.lead));
    }

    fn form_opinion(
        &mut self,
        judge: &Judge,
        session: &Session,
        decision: &Decision,
        lines: &[TurnLine],
    ) -> Considered {
        let now = now(&mut self.ahead, judge, session, decision);
        let (seat, seats) = (decision.seat, session.game().seat_count());
        let weighed = |line: &TurnLine| to_weighed(line, &now, seat, seats);
        Considered { seat, options: lines.iter().map(weighed).collect(), playouts: 0, lost: 0 }
    }
}

/// Converts a line to the reported opinion of its option.
fn to_weighed(line: &TurnLine, now: &SeatWorths, seat: Seat, seats: usize) -> Weighed {
    let points = |hundredths: i64| hundredths as f64 / 100.0;
    let (own, others) = (line.worths.points[seat.index()], line.worths.best_other(seat, seats));
    Weighed {
        number: line.number,
        visits: 0,
        lead: points(own - others),
        error: None,
        own: points(own - now.points[seat.index()]),
        others: points(others - now.best_other(seat, seats)),
        ahead: None,
        then: line.then.clone(),
    }
}

/// Chooses one of the lines that are as good as the first, at random.
fn any_best(lines: &[TurnLine], chance: &mut Generator) -> Option<u32> {
    let best = lines.first()?.lead;
    let equal = lines.iter().take_while(|line| line.lead == best).count();
    lines.get(chance.below(equal as u32) as usize).map(|line| line.number)
}

/// Chooses any line; better lines are more likely.
fn casual(lines: &[TurnLine], chance: &mut Generator) -> Option<u32> {
    let best = lines.first()?.lead;
    let liking = |line: &TurnLine| libm::exp((line.lead - best) as f64 / CASUAL);
    let all: f64 = lines.iter().map(liking).sum();
    let mut at = chance.next() as f64 / u64::MAX as f64 * all;
    let found = lines.iter().find(|line| {
        at -= liking(line);
        at <= 0.0
    });
    found.or(lines.last()).map(|line| line.number)
}

impl Bot for Greedy {
    fn choose(&mut self, view: View<'_>, decision: &Decision, chance: &mut Generator) -> u32 {
        Random.choose(view, decision, chance)
    }

    fn choose_in(&mut self, session: &Session, chance: &mut Generator) -> Option<u32> {
        let decision = session.decision()?;
        // The choice needs many numbers, so it uses a separate generator.
        let mut chance = Generator::new(chance.next());
        self.considered = None;
        let count = decision.options.count();
        let best = if count > 1 { self.best(session, decision, &mut chance) } else { None };
        Some(best.unwrap_or_else(|| chance.below(count)))
    }

    fn work(&self) -> u64 {
        self.ahead.work()
    }

    fn steps(&self) -> u64 {
        self.ahead.steps()
    }

    fn tell(&mut self, tell: bool) {
        self.turn.wants_keys = tell;
    }

    fn opinion(&mut self) -> Option<Considered> {
        self.considered.clone()
    }
}
