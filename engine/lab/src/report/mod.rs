//! Reports facts about a game to its designer, from many games of bots, each with its uncertainty.

mod choices;
mod course;
mod endings;
mod figures;
mod flags;
mod histogram;
mod ladder;
mod options;
mod pace;
mod points;
mod seats;
mod tiles;
pub mod told;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::{Id, TileKindId};
use tilewright_core::machine::fault::Fault;
use tilewright_core::session::Session;
use tilewright_core::state::Game;
use tilewright_core::state::decision::Decision;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;

use crate::bots::{BotKind, BotSpec};
use crate::games::Games;
use crate::lead::lead;
use crate::report::choices::ChoiceCounts;
use crate::report::course::{Trace, TurnEnds, course};
use crate::report::endings::EndingSums;
use crate::report::figures::FigureSums;
use crate::report::points::PointSums;
use crate::report::tiles::TileSums;
use crate::simulate::GamePlan;
use crate::stats::{CONFIDENCE, Interval, bootstrap, mean, share};
use crate::threads;

pub use choices::ChoiceUse;
pub(crate) use course::DECIDED;
pub use course::{CourseStatistics, Settled};
pub use endings::{EndingFrequency, Endings};
pub use figures::{FigureUse, Figures, LeftOpen};
pub use flags::{Flag, Flagged, Flags, Power};
pub use histogram::Histogram;
pub use ladder::{Ladder, OnRung, Rung, ladder};
pub use options::{OptionWorth, Reload, Setting, option_worths};
pub use pace::{affordable_games, round_down};
pub use points::BookPoints;
pub use seats::SeatTest;
pub use tiles::TileKindStatistics;

/// Data of one game.
#[derive(Clone, Debug, Default)]
struct Facts {
    /// Number of the game in the plan.
    game: u64,
    scores: Vec<i32>,
    /// Share of the win of each seat.
    won: Vec<f64>,
    turns: u32,
    /// Number of options of each decision.
    options: Vec<u32>,
    /// Course of the game; `None` for games of one seat.
    trace: Option<Trace>,
    /// For each kind, the number of placeable tiles that the first seat drew more than the second.
    more: Vec<i8>,
}

/// Returns the lead of a seat over its best opponent.
fn lead_of(facts: &Facts, seat: usize) -> i32 {
    lead(&facts.scores, seat)
}

/// Data of a finished game, or the fault that stopped it.
type FactsResult = Result<Facts, Box<Fault>>;

/// Median of a number of games, and the range that contains 90 of 100 games.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Range {
    /// Median with its interval.
    pub median: Interval,
    /// Value with 5 of 100 games below it.
    pub low: f64,
    /// Value with 5 of 100 games above it.
    pub high: f64,
}

/// Distributions of numbers of games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Histograms {
    /// Scores, one series for each seat.
    pub scores: Histogram,
    /// Lead of the first over the second.
    pub margin: Histogram,
    /// Turns of a game.
    pub turns: Histogram,
    /// Estimated duration of a game, in minutes.
    pub minutes: Histogram,
}

/// Statistics of many games of a pack.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// Number of finished games.
    pub games: u64,
    /// Number and fault of the first game that a script stopped, and the number of such games.
    pub stopped: Option<(u64, Box<Fault>, u64)>,
    /// Share of wins of each seat; ties are shared.
    pub wins: Vec<Interval>,
    /// Test of the equality of seats; empty if all seats win or lose together.
    pub equal: SeatTest,
    /// Lead of each seat over its best opponent.
    pub lead: Vec<Interval>,
    /// Lead of each seat over the mean of the others.
    pub over_others: Vec<Interval>,
    /// Results of games, and wins by role.
    pub endings: Endings,
    /// Scores of all seats.
    pub scores: Range,
    /// Lead of the first over the second.
    pub margin: Range,
    /// Share of games in which the second has at least 95 % of the points of the first.
    pub close: Interval,
    /// Course of games, from the points that seats would have if the game ended at the end of each turn; `None` for
    /// games of one seat.
    pub course: Option<CourseStatistics>,
    /// Turns of a game.
    pub turns: Range,
    /// Estimated duration of the decisions of a game, in minutes.
    pub minutes: Range,
    /// Options of a decision.
    pub options: Range,
    /// Distributions of scores, leads and lengths.
    pub histograms: Histograms,
    /// Sources of points, the largest first.
    pub sources: Vec<BookPoints>,
    /// Use of figures and features.
    pub figures: Figures,
    /// Tile kinds that were drawn.
    pub kinds: Vec<TileKindStatistics>,
    /// Choices at each decision.
    pub choices: Vec<ChoiceUse>,
    /// Dead and dominant elements of the game.
    pub flags: Flags,
    /// True if a seat was played by a bot that searches only its own turn, and so misses options that pay later.
    pub is_short_sighted: bool,
}

/// Estimates the time for a decision in seconds: a base, and some for each option up to a few dozen.
fn seconds(options: u32) -> f64 {
    4.0 + 0.25 * f64::from(options.min(30))
}

/// Number of bootstrap draws for the interval of a median; whole numbers of points or turns need no more.
const MEDIAN_DRAWS: usize = 400;

/// Sums over the games of a thread. All are whole numbers, so the order makes no difference.
struct Totals {
    points: PointSums,
    figures: FigureSums,
    tiles: TileSums,
    choices: ChoiceCounts,
    endings: EndingSums,
}

impl Totals {
    fn new(catalog: &Catalog) -> Totals {
        Totals {
            points: PointSums::new(catalog),
            figures: FigureSums::new(catalog),
            tiles: TileSums::new(catalog),
            choices: ChoiceCounts::default(),
            endings: EndingSums::new(catalog),
        }
    }

    fn merge(&mut self, other: Totals) {
        self.points.merge(&other.points);
        self.figures.merge(&other.figures);
        self.tiles.merge(&other.tiles);
        self.choices.merge(other.choices);
        self.endings.merge(&other.endings);
    }

    /// Resets all counts at the start of a game.
    fn begin(&mut self) {
        self.figures.begin();
        self.tiles.begin();
        self.choices.begin();
    }

    /// Observes a decision just before option `number` is taken.
    fn look(&mut self, session: &Session, decision: &Decision, number: u32) {
        self.figures.look(session);
        self.tiles.look(session.game(), decision);
        self.choices.look(session.game(), decision, number);
    }

    /// Adds game `number` at its end. Returns for each kind the number of placeable tiles that the first seat drew more
    /// than the second.
    fn add(&mut self, session: &Session, number: u64) -> Vec<i8> {
        self.points.add(session.game(), number);
        self.figures.add(session.game());
        self.choices.add(number);
        self.endings.add(session.game(), number);
        self.tiles.add(session, number)
    }
}

/// Plays the games of a plan and analyses them. `on_progress` receives the number of finished games.
///
/// # Errors
/// The packs cannot be played.
pub fn report(
    loaded: &Loaded,
    plan: &GamePlan,
    bots: &[BotSpec],
    on_progress: &(dyn Fn(u64) + Sync),
) -> Result<Report, KitError> {
    let goes_on = |over| {
        on_progress(over);
        true
    };
    Ok(report_while(loaded, plan, bots, &goes_on)?.unwrap_or_default())
}

/// Like [`report`], but `goes_on` receives the number of finished games and returns false to stop. Returns `None` if
/// stopped.
///
/// # Errors
/// The packs cannot be played.
pub fn report_while(
    loaded: &Loaded,
    plan: &GamePlan,
    bots: &[BotSpec],
    goes_on: &(dyn Fn(u64) -> bool + Sync),
) -> Result<Option<Report>, KitError> {
    let (over, wanted) = (AtomicU64::new(0), AtomicBool::new(true));
    let parts = threads::share(plan.threads(), plan.games, &|next| {
        let mut games = Games::new(loaded, plan.seats, bots, true)?;
        let mut watch = TurnEnds::new(loaded, games.blank())?;
        let mut totals = Totals::new(games.blank().catalog());
        let mut seen: Vec<(u64, FactsResult)> = Vec::new();
        while wanted.load(Ordering::Relaxed)
            && let Some(game) = next()
        {
            let mut options = Vec::new();
            watch.begin();
            totals.begin();
            let mut looked = Ok(());
            let mut look = |session: &Session, decision: &Decision, number| {
                options.push(decision.options.count());
                totals.look(session, decision, number);
                if looked.is_ok() {
                    looked = watch.look(session);
                }
            };
            let played = games.play(plan.seed_of(game), &mut look)?;
            looked?;
            let facts = match played.fault {
                Some(fault) => Err(fault),
                None => {
                    let more = played.session.map(|session| totals.add(session, game)).unwrap_or_default();
                    Ok(Facts { game, trace: watch.end(played.game), more, ..facts(played.game, options) })
                }
            };
            seen.push((game, facts));
            if !goes_on(over.fetch_add(1, Ordering::Relaxed) + 1) {
                wanted.store(false, Ordering::Relaxed);
            }
        }
        Ok((totals, seen))
    })?;
    if !wanted.into_inner() {
        return Ok(None);
    }
    let (mut totals, mut seen): (Option<Totals>, Vec<(u64, FactsResult)>) = (None, Vec::new());
    for (part, games) in parts {
        seen.extend(games);
        match &mut totals {
            None => totals = Some(part),
            Some(totals) => totals.merge(part),
        }
    }
    let Some((catalog, totals)) = loaded.catalog().zip(totals) else { return Ok(Some(Report::default())) };
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
    let is_short_sighted = bots.iter().any(|bot| bot.sort == BotKind::Greedy);
    Ok(Some(Report { is_short_sighted, ..answers(catalog, plan, &all, &totals, stopped) }))
}

/// Collects the data to keep of a game.
fn facts(game: &Game, options: Vec<u32>) -> Facts {
    let winners = game.winners();
    let part = 1.0 / winners.len().max(1) as f64;
    let won = |seat: usize| if winners.iter().any(|winner| winner.index() == seat) { part } else { 0.0 };
    Facts {
        scores: game.scores().to_vec(),
        won: (0..game.seat_count()).map(won).collect(),
        turns: game.turns(),
        options,
        ..Facts::default()
    }
}

/// Returns the quantiles of the numbers of all games together, with the bootstrap interval of the median over games.
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
    Range { median: bootstrap(games.len(), MEDIAN_DRAWS, 1, CONFIDENCE, |drawn| quantile(drawn, 0.5)), low, high }
}

fn answers(
    catalog: &Catalog,
    plan: &GamePlan,
    all: &[Facts],
    totals: &Totals,
    stopped: Option<(u64, Box<Fault>, u64)>,
) -> Report {
    let (n, seats) = (all.len() as u64, usize::from(plan.seats));
    let per_game = |of: &dyn Fn(&Facts) -> f64| all.iter().map(of).collect::<Vec<f64>>();
    let single = |of: &dyn Fn(&Facts) -> f64| range(&all.iter().map(|facts| vec![of(facts)]).collect::<Vec<_>>());
    let histogram = |of: &dyn Fn(&Facts) -> f64| Histogram::new(&[per_game(of)]);
    let minutes = |f: &Facts| f.options.iter().copied().map(seconds).sum::<f64>() / 60.0;
    let two_best = |facts: &Facts| {
        let mut scores = facts.scores.clone();
        scores.sort_unstable_by(|a, b| b.cmp(a));
        (f64::from(scores[0]), f64::from(scores.get(1).copied().unwrap_or(scores[0])))
    };
    let endings = totals.endings.answers(catalog);
    let leads = if seats == 2 { per_game(&|f| f64::from(lead_of(f, 0))) } else { Vec::new() };
    let more: Vec<&[i8]> = all.iter().map(|f| &f.more[..]).collect();
    let mut kinds = totals.tiles.answers(catalog, (seats == 2 && !endings.together).then_some((&leads, &more)));
    let clearest = |kind: TileKindId, sign: f64| {
        // The clearest game is one in which one seat drew the kind more often than the other and, among these, one in
        // which that seat was furthest ahead or behind.
        let how = |facts: &&Facts| {
            let more = facts.more.get(kind.index()).copied().unwrap_or(0);
            (more.unsigned_abs(), (sign * f64::from(lead_of(facts, 0))) as i64 * i64::from(more.signum()))
        };
        // The reversed order makes `max_by_key` return the first of equal games.
        all.iter().rev().max_by_key(how).map(|facts| facts.game)
    };
    let mut questions = if endings.together { Vec::new() } else { seats::questions(all, seats) };
    questions.extend(totals.endings.questions(catalog));
    questions.extend(totals.points.questions(catalog));
    questions.extend(totals.tiles.questions(catalog, &kinds, &clearest));
    questions.extend(totals.figures.questions(catalog, plan.seats));
    questions.extend(totals.choices.questions(catalog));
    let flags = Flags::from_questions(questions, n, seats);
    kinds.iter_mut().for_each(|kind| kind.stands_out = flags.tell(&Flagged::Worth(kind.kind.clone())));
    Report {
        games: n,
        stopped,
        wins: (0..seats).map(|s| share(all.iter().map(|f| f.won[s]).sum(), n, CONFIDENCE)).collect(),
        equal: if endings.together { SeatTest::default() } else { seats::test(all) },
        lead: (0..seats).map(|s| mean(&per_game(&|f| f64::from(lead_of(f, s))), CONFIDENCE)).collect(),
        over_others: seats::points_over_others(all, seats),
        endings,
        scores: range(&all.iter().map(|f| f.scores.iter().copied().map(f64::from).collect()).collect::<Vec<_>>()),
        margin: single(&|f| two_best(f).0 - two_best(f).1),
        close: share(all.iter().filter(|f| two_best(f).1 >= 0.95 * two_best(f).0).count() as f64, n, CONFIDENCE),
        course: (seats > 1).then(|| course((0..).zip(all).filter_map(|(n, f)| Some((n, f.trace.as_ref()?))), seats)),
        turns: single(&|f| f64::from(f.turns)),
        minutes: single(&minutes),
        options: range(&all.iter().map(|f| f.options.iter().copied().map(f64::from).collect()).collect::<Vec<_>>()),
        histograms: Histograms {
            scores: Histogram::new(&(0..seats).map(|s| per_game(&|f| f64::from(f.scores[s]))).collect::<Vec<_>>()),
            margin: histogram(&|f| two_best(f).0 - two_best(f).1),
            turns: histogram(&|f| f64::from(f.turns)),
            minutes: histogram(&minutes),
        },
        sources: totals.points.sources(catalog),
        figures: totals.figures.answers(catalog),
        kinds,
        choices: totals.choices.answers(catalog),
        flags,
        is_short_sighted: false,
    }
}
