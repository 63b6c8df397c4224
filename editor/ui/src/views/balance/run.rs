//! Background work of a balance report: playing the games, and replaying one of them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::Context;
use tilewright_core::session::record::Record;
use tilewright_editor_model::job::{Job, JobPoll};
use tilewright_editor_model::pack::pack_set::PackSet;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::load::Loaded;
use tilewright_lab::bots::BotSpec;
use tilewright_lab::games::Games;
use tilewright_lab::report::Report;
use tilewright_lab::report::report_while;
use tilewright_lab::report::told::{ReportSection, name_entries, of_flags, sections};
use tilewright_lab::simulate::GamePlan;

use crate::ui::waker;

/// Request for a report.
#[derive(Clone)]
pub(super) struct BalanceRequest {
    pub(super) loaded: Arc<Loaded>,
    /// Packs and options of the games.
    pub(super) pack_set: PackSet,
    /// Revision of the open pack.
    pub(super) revision: u64,
    /// Bot of each seat.
    pub(super) bots: Vec<BotSpec>,
    pub(super) plan: GamePlan,
}

/// Result of a report.
pub(super) struct BalanceResult {
    pub(super) asked: BalanceRequest,
    found: Report,
    /// Language of the names in `sections`.
    language: String,
    pub(super) sections: Vec<ReportSection>,
    /// First game that a script error stopped, the error, and the number of such games; `None` if no game was stopped.
    pub(super) stopped: Option<(u64, String, u64)>,
}

impl BalanceResult {
    fn new(asked: BalanceRequest, mut found: Report) -> BalanceResult {
        let stopped = found.stopped.take().map(|(game, fault, count)| (game, fault.to_string(), count));
        BalanceResult { asked, found, language: String::new(), sections: Vec::new(), stopped }
    }

    /// Returns the number of games that reached their end.
    pub(super) fn games(&self) -> u64 {
        self.found.games
    }

    /// Writes the sections with the names of a language, unless they have these names.
    pub(super) fn speak(&mut self, language: &str) {
        if self.language == language {
            return;
        }
        language.clone_into(&mut self.language);
        self.sections = of_flags(&self.found, &[]).into_iter().chain(sections(&self.found)).collect();
        if let Some(catalog) = self.asked.loaded.catalog() {
            name_entries(&mut self.sections, catalog, language);
        }
    }
}

/// The games of a report while they are played.
pub(super) struct BalanceRun {
    job: Job<Result<Option<BalanceResult>, KitError>>,
    since: Instant,
}

impl BalanceRun {
    /// Starts to play the games.
    pub(super) fn begin(ctx: &Context, asked: BalanceRequest) -> BalanceRun {
        let work = move |teller: &tilewright_editor_model::job::Teller<_>| {
            let of = asked.plan.games as usize;
            let goes_on = |over: u64| {
                teller.report_progress(over as usize, of);
                teller.goes_on()
            };
            let found = report_while(&asked.loaded, &asked.plan, &asked.bots, &goes_on)?;
            Ok(found.map(|found| BalanceResult::new(asked, found)))
        };
        BalanceRun { job: Job::start_single(waker(ctx), work), since: Instant::now() }
    }

    /// Polls the games: `None` while they are played, and an inner `None` if the work ended without a result.
    pub(super) fn look(&self) -> Option<Option<Result<Option<BalanceResult>, KitError>>> {
        poll_job(&self.job)
    }

    /// Returns the progress of the games.
    pub(super) fn progress(&self) -> GamesProgress {
        GamesProgress::of(&self.job, self.since)
    }
}

/// Progress of games that bots play.
pub(super) struct GamesProgress {
    /// Number of finished games.
    pub(super) done: usize,
    /// Number of all games.
    pub(super) of: usize,
    /// Estimated remaining time; `None` before a game has finished.
    pub(super) left: Option<Duration>,
}

impl GamesProgress {
    /// Returns the progress of a job that began at `since`.
    pub(super) fn of<N: Send + 'static>(job: &Job<N>, since: Instant) -> GamesProgress {
        let (done, of) = job.progress();
        let left = |done: usize| since.elapsed().mul_f64(of.saturating_sub(done) as f64 / done as f64);
        GamesProgress { done, of, left: Some(done).filter(|done| *done > 0).map(left) }
    }
}

/// A game that is replayed to get its record, so that it can be shown.
pub(super) struct GameReplay {
    pub(super) game: u64,
    pub(super) asked: BalanceRequest,
    job: Job<Result<Record, KitError>>,
}

impl GameReplay {
    /// Starts to replay the game.
    pub(super) fn begin(ctx: &Context, game: u64, asked: &BalanceRequest) -> GameReplay {
        let BalanceRequest { loaded, bots, plan, .. } = asked.clone();
        let work = move |_: &_| {
            let recorded = Games::record(&loaded, plan.seats, &bots, plan.seed_of(game));
            recorded.map(|recorded| recorded.record)
        };
        GameReplay { game, asked: asked.clone(), job: Job::start_single(waker(ctx), work) }
    }

    /// Polls for the record: `None` while the game is played, and an inner `None` if the work ended without a result.
    pub(super) fn look(&self) -> Option<Option<Result<Record, KitError>>> {
        poll_job(&self.job)
    }
}

/// Polls a job: `None` while it works, and an inner `None` if it ended without a result.
pub(super) fn poll_job<N: Send + 'static>(job: &Job<N>) -> Option<Option<N>> {
    match job.look() {
        JobPoll::News(news) => Some(Some(news)),
        JobPoll::Ended => Some(None),
        JobPoll::Nothing => None,
    }
}
