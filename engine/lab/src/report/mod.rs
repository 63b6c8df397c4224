//! What a designer wants to know of a game, from many games of bots: each answer with how far it may be off.

mod course;
mod figures;
mod points;
pub mod told;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::Id;
use tilewright_core::machine::fault::Fault;
use tilewright_core::session::Session;
use tilewright_core::state::decision::Decision;
use tilewright_core::state::happening::Happening;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;

use crate::bots::BotSpec;
use crate::games::{Games, Played};
use crate::report::course::{Trace, TurnEnds, course};
use crate::report::figures::FigureSums;
use crate::report::points::Points;
use crate::simulate::Plan;
use crate::stats::{CONFIDENCE, Interval, Worth, benjamini_hochberg, bootstrap, mean, seats_equal, share, worths};

pub use course::{Course, DECIDED, Settled};
pub use figures::{FigureUse, Figures, LeftOpen};
pub use points::Source;

/// What is known of one game.
#[derive(Clone, Debug, Default)]
struct Facts {
    scores: Vec<i32>,
    /// The part of the win that each seat has.
    won: Vec<f64>,
    turns: u32,
    /// Options of each decision.
    options: Vec<u32>,
    /// How it went; nothing of games for one.
    trace: Option<Trace>,
    /// For each kind, how often it was drawn, and how often it was set aside.
    drawn: Vec<u32>,
    set_aside: Vec<u32>,
    /// For each kind, how often each seat drew it and could place it.
    kept: Vec<Vec<i32>>,
}

/// How a game ended.
type Ended = Result<Facts, Box<Fault>>;

/// A number of a game: the middle one, and between which 90 of 100 games lie.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Range {
    /// The median with its interval.
    pub median: Interval,
    /// 5 of 100 games lie below it.
    pub low: f64,
    /// 5 of 100 games lie above it.
    pub high: f64,
}

/// What is known of a kind of tile.
#[derive(Clone, PartialEq, Debug)]
pub struct Kind {
    /// Its name.
    pub kind: String,
    /// How often it was drawn.
    pub drawn: u64,
    /// The share of draws after which it fitted nowhere.
    pub set_aside: Interval,
    /// How many points of lead drawing it is worth, more than drawing another tile. Only of games for two, and where the
    /// games tell it.
    pub worth: Option<Worth>,
    /// Whether it is worth more or less than the others, all kinds considered together.
    pub stands_out: bool,
}

/// The answers.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// Games that came to their end.
    pub games: u64,
    /// The number and the fault of the first game that a script stopped, and how many there are.
    pub stopped: Option<(u64, Box<Fault>, u64)>,
    /// For each seat the share of wins; ties are shared.
    pub wins: Vec<Interval>,
    /// How likely shares as uneven are among equal seats.
    pub equal: Option<f64>,
    /// For each seat how far it is ahead of the best of the others.
    pub lead: Vec<Interval>,
    /// Scores of all seats.
    pub scores: Range,
    /// How far the first is ahead of the second.
    pub margin: Range,
    /// Games in which the second has at least 95 % of the points of the first.
    pub close: Interval,
    /// How games go, by what seats have and would get if the game were scored at the end of each turn; nothing of games for
    /// one.
    pub course: Option<Course>,
    /// Turns of a game.
    pub turns: Range,
    /// Decisions of a game with their seconds, added up to minutes.
    pub minutes: Range,
    /// Options of a decision.
    pub options: Range,
    /// What brings points, the most first.
    pub sources: Vec<Source>,
    /// What figures do.
    pub figures: Figures,
    /// All kinds that were drawn.
    pub kinds: Vec<Kind>,
}

/// Seconds that somebody takes for a decision: some for itself, some for each option, of a few dozen at most.
fn seconds(options: u32) -> f64 {
    4.0 + 0.25 * f64::from(options.min(30))
}

/// How often games are drawn again for the interval of a median: whole numbers of points or turns need no more.
const MEDIAN_DRAWS: usize = 400;

/// What counts as noteworthy among kinds, when all are corrected together.
const FLAGGED: f64 = 0.1;

/// Points that drawing a tile must be worth to be told.
pub const NOTEWORTHY: f64 = 0.5;

/// What is summed up over the games of a thread. All of it is whole numbers, so the order makes no difference.
struct Totals {
    points: Points,
    figures: FigureSums,
}

impl Totals {
    fn new(catalog: &Catalog) -> Totals {
        Totals { points: Points::new(catalog), figures: FigureSums::new(catalog) }
    }

    fn merge(&mut self, other: Totals) {
        self.points.merge(&other.points);
        self.figures.merge(&other.figures);
    }
}

/// Plays the games of a plan and looks at each. `on_progress` is told how many are over.
///
/// # Errors
/// The packs cannot be played.
pub fn report(
    loaded: &Loaded,
    plan: &Plan,
    bots: &[BotSpec],
    on_progress: &(dyn Fn(u64) + Sync),
) -> Result<Report, KitError> {
    let (next, over) = (AtomicU64::new(0), AtomicU64::new(0));
    let seen: Mutex<Vec<(u64, Ended)>> = Mutex::new(Vec::new());
    let play = || -> Result<Totals, KitError> {
        let mut games = Games::new(loaded, plan.seats, bots, true)?;
        let mut watch = TurnEnds::new(loaded, games.blank())?;
        let mut totals = Totals::new(games.blank().catalog());
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= plan.games {
                return Ok(totals);
            }
            let mut options = Vec::new();
            watch.begin();
            totals.figures.begin();
            let mut looked = Ok(());
            let mut look = |session: &Session, decision: &Decision, _| {
                options.push(decision.options.count());
                totals.figures.look(session);
                if looked.is_ok() {
                    looked = watch.look(session);
                }
            };
            let played = games.play(plan.seed_of(game), &mut look)?;
            looked?;
            let facts = match played.fault {
                Some(fault) => Err(fault),
                None => {
                    totals.points.add(played.game);
                    totals.figures.add(played.game);
                    Ok(Facts { trace: watch.end(played.game), ..facts(&played, options) })
                }
            };
            seen.lock().unwrap_or_else(PoisonError::into_inner).push((game, facts));
            on_progress(over.fetch_add(1, Ordering::Relaxed) + 1);
        }
    };
    let mut ends = Vec::new();
    std::thread::scope(|scope| {
        let running: Vec<_> = (1..plan.threads()).map(|_| scope.spawn(play)).collect();
        ends.push(play());
        let failed = |_| Err(KitError::Scripts { message: "a thread of the simulation failed".into() });
        ends.extend(running.into_iter().map(|thread| thread.join().unwrap_or_else(failed)));
    });
    let mut totals: Option<Totals> = None;
    for end in ends {
        match &mut totals {
            None => totals = Some(end?),
            Some(totals) => totals.merge(end?),
        }
    }
    let Some((catalog, totals)) = loaded.catalog().zip(totals) else { return Ok(Report::default()) };
    let mut seen = seen.into_inner().unwrap_or_else(PoisonError::into_inner);
    seen.sort_by_key(|(game, _)| *game);
    let faults = seen.iter().filter(|(_, facts)| facts.is_err()).count() as u64;
    let mut stopped = None;
    let mut all = Vec::with_capacity(seen.len());
    for (game, facts) in seen {
        match facts {
            Ok(facts) => all.push(facts),
            Err(fault) => drop(stopped.get_or_insert((game, fault, faults))),
        }
    }
    Ok(answers((loaded, catalog), plan, (&all, &totals), stopped))
}

/// What is to be kept of a game.
fn facts(played: &Played<'_>, options: Vec<u32>) -> Facts {
    let game = played.game;
    let (seats, kinds) = (game.seat_count(), game.catalog().kinds.len());
    let winners = game.winners();
    let part = 1.0 / winners.len().max(1) as f64;
    let mut facts = Facts {
        scores: game.scores().to_vec(),
        won: (0..seats).map(|seat| if winners.iter().any(|w| w.index() == seat) { part } else { 0.0 }).collect(),
        turns: game.turns(),
        options,
        drawn: vec![0; kinds],
        set_aside: vec![0; kinds],
        kept: vec![vec![0; seats]; kinds],
        ..Facts::default()
    };
    for event in game.journal().map_or(&[][..], |journal| &journal.events) {
        match event.what {
            Happening::Drawn { seat, kind, .. } => {
                facts.drawn[kind.index()] += 1;
                facts.kept[kind.index()][seat.index()] += 1;
            }
            Happening::SetAside { seat, kind, .. } => {
                facts.set_aside[kind.index()] += 1;
                facts.kept[kind.index()][seat.index()] -= 1;
            }
            _ => {}
        }
    }
    facts
}

/// The quantiles of the numbers of all games together, and the interval of the middle one by games drawn again.
fn range(games: &[Vec<f64>]) -> Range {
    let mut room = Vec::new();
    let mut quantile = |drawn: &[usize], share: f64| {
        room.clear();
        room.extend(drawn.iter().flat_map(|&game| &games[game]).copied());
        let at = (share * room.len().saturating_sub(1) as f64).round() as usize;
        if room.is_empty() { 0.0 } else { *room.select_nth_unstable_by(at, f64::total_cmp).1 }
    };
    let all: Vec<usize> = (0..games.len()).collect();
    let (low, high) = (quantile(&all, 0.05), quantile(&all, 0.95));
    Range { median: bootstrap(games.len(), (MEDIAN_DRAWS, 1), CONFIDENCE, |drawn| quantile(drawn, 0.5)), low, high }
}

fn answers(
    (loaded, catalog): (&Loaded, &Catalog),
    plan: &Plan,
    (all, totals): (&[Facts], &Totals),
    stopped: Option<(u64, Box<Fault>, u64)>,
) -> Report {
    let (n, seats) = (all.len() as u64, usize::from(plan.seats));
    let per_game = |of: &dyn Fn(&Facts) -> f64| all.iter().map(of).collect::<Vec<f64>>();
    let single = |of: &dyn Fn(&Facts) -> f64| range(&all.iter().map(|facts| vec![of(facts)]).collect::<Vec<_>>());
    let best_but = |facts: &Facts, seat: usize| {
        let others = facts.scores.iter().enumerate().filter(|(other, _)| *other != seat);
        others.map(|(_, score)| *score).max()
    };
    let lead_of = |facts: &Facts, seat: usize| f64::from(facts.scores[seat] - best_but(facts, seat).unwrap_or(0));
    let two_best = |facts: &Facts| {
        let mut scores = facts.scores.clone();
        scores.sort_unstable_by(|a, b| b.cmp(a));
        (f64::from(scores[0]), f64::from(scores.get(1).copied().unwrap_or(scores[0])))
    };
    let shares: Vec<&[f64]> = all.iter().map(|facts| &facts.won[..]).collect();
    Report {
        games: n,
        stopped,
        wins: (0..seats).map(|s| share(all.iter().map(|f| f.won[s]).sum(), n, CONFIDENCE)).collect(),
        equal: seats_equal(&shares),
        lead: (0..seats).map(|s| mean(&per_game(&|f| lead_of(f, s)), CONFIDENCE)).collect(),
        scores: range(&all.iter().map(|f| f.scores.iter().copied().map(f64::from).collect()).collect::<Vec<_>>()),
        margin: single(&|f| two_best(f).0 - two_best(f).1),
        close: share(all.iter().filter(|f| two_best(f).1 >= 0.95 * two_best(f).0).count() as f64, n, CONFIDENCE),
        course: (seats > 1).then(|| course((0..).zip(all).filter_map(|(n, f)| Some((n, f.trace.as_ref()?))), seats)),
        turns: single(&|f| f64::from(f.turns)),
        minutes: single(&|f| f.options.iter().copied().map(seconds).sum::<f64>() / 60.0),
        options: range(&all.iter().map(|f| f.options.iter().copied().map(f64::from).collect()).collect::<Vec<_>>()),
        sources: totals.points.sources(catalog),
        figures: totals.figures.answers(catalog),
        kinds: kinds(loaded, all, seats),
    }
}

fn kinds(loaded: &Loaded, all: &[Facts], seats: usize) -> Vec<Kind> {
    let Some(catalog) = loaded.catalog() else { return Vec::new() };
    let drawn_of = |kind: usize| all.iter().map(|f| u64::from(f.drawn[kind])).sum::<u64>();
    // What was set aside was worth nothing to anybody: what was drawn in its place counts.
    let kept_of = |kind: usize| all.iter().map(|f| f.kept[kind].iter().sum::<i32>()).sum::<i32>();
    let copies: Vec<f64> =
        (0..catalog.kinds.len()).map(|kind| f64::from(kept_of(kind)) / all.len().max(1) as f64).collect();
    let found = (seats == 2).then(|| {
        let leads: Vec<f64> = all.iter().map(|f| f64::from(f.scores[0] - f.scores[1])).collect();
        let more = |f: &Facts| f.kept.iter().map(|by| f64::from(by[0] - by[1])).collect::<Vec<f64>>();
        worths(&leads, &all.iter().map(more).collect::<Vec<_>>(), &copies, CONFIDENCE)
    });
    let worth_of = found.flatten().map_or_else(|| vec![None; catalog.kinds.len()], |found| found.kinds);
    let known: Vec<usize> = (0..worth_of.len()).filter(|&kind| worth_of[kind].is_some()).collect();
    let p: Vec<f64> = known.iter().filter_map(|&kind| worth_of[kind]).map(|worth| worth.p).collect();
    let corrected = benjamini_hochberg(&p);
    let listed = catalog.kinds.ids().filter(|id| drawn_of(id.index()) > 0);
    listed
        .map(|id| {
            let (kind, drawn) = (id.index(), drawn_of(id.index()));
            let set_aside: u64 = all.iter().map(|f| u64::from(f.set_aside[kind])).sum();
            let is_told = known.iter().position(|&other| other == kind).is_some_and(|at| corrected[at] < FLAGGED);
            let worth = worth_of[kind];
            Kind {
                kind: catalog.kinds.key(id),
                drawn,
                set_aside: share(set_aside as f64, drawn, CONFIDENCE),
                worth,
                stands_out: is_told && worth.is_some_and(|worth| worth.points.estimate.abs() >= NOTEWORTHY),
            }
        })
        .collect()
}
