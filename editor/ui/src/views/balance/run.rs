//! The games behind a report, on threads of their own.

use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::Context;
use tilewright_core::session::record::Record;
use tilewright_kit::packs::load::Loaded;
use tilewright_lab::bots::BotSpec;
use tilewright_lab::games::Games;
use tilewright_lab::report::report_while;
use tilewright_lab::report::told::{Section, of_flags, sections};
use tilewright_lab::simulate::Plan;

use crate::pack::pack_set::PackSet;
use crate::ui::job::{Came, Job};

/// What is to be played.
#[derive(Clone)]
pub(super) struct Asked {
    pub(super) loaded: Arc<Loaded>,
    /// The packs and options of it.
    pub(super) pack_set: PackSet,
    /// The revision of the open pack.
    pub(super) revision: u64,
    /// Who chooses, a seat each.
    pub(super) bots: Vec<BotSpec>,
    pub(super) plan: Plan,
}

/// What came of it.
pub(super) struct Found {
    pub(super) asked: Asked,
    pub(super) sections: Vec<Section>,
    /// Games that came to their end.
    pub(super) games: u64,
    /// The first game that a script has stopped, why, and how many there are.
    pub(super) stopped: Option<(u64, String, u64)>,
}

/// The games while they are played.
pub(super) struct Run {
    job: Job<Result<Option<Found>, String>>,
    since: Instant,
}

impl Run {
    /// Begins to play.
    pub(super) fn begin(ctx: &Context, asked: Asked) -> Run {
        let work = move |teller: &crate::ui::job::Teller<_>| {
            let of = asked.plan.games as usize;
            let goes_on = |over: u64| {
                teller.at(over as usize, of);
                teller.goes_on()
            };
            let found = report_while(&asked.loaded, &asked.plan, &asked.bots, &goes_on).map_err(|e| e.to_string())?;
            Ok(found.map(|found| Found {
                sections: of_flags(&found, &[]).into_iter().chain(sections(&found)).collect(),
                games: found.games,
                stopped: found.stopped.map(|(game, fault, count)| (game, fault.to_string(), count)),
                asked,
            }))
        };
        Run { job: Job::of(ctx, work), since: Instant::now() }
    }

    /// What came of them; nothing while they are played. It broke off where that is nothing too.
    pub(super) fn look(&self) -> Option<Option<Result<Option<Found>, String>>> {
        came(&self.job)
    }

    /// How many games are over, of how many, and how long the others take if they take as long; that is not known at first.
    pub(super) fn progress(&self) -> (usize, usize, Option<Duration>) {
        let (done, of) = self.job.progress();
        let left = |done: usize| self.since.elapsed().mul_f64(of.saturating_sub(done) as f64 / done as f64);
        (done, of, Some(done).filter(|done| *done > 0).map(left))
    }
}

/// A game that is played again with its record, to be shown.
pub(super) struct Again {
    pub(super) game: u64,
    pub(super) asked: Asked,
    job: Job<Result<Record, String>>,
}

impl Again {
    /// Begins to play it.
    pub(super) fn begin(ctx: &Context, game: u64, asked: &Asked) -> Again {
        let Asked { loaded, bots, plan, .. } = asked.clone();
        let work = move |_: &_| {
            let recorded = Games::record(&loaded, plan.seats, &bots, plan.seed_of(game));
            recorded.map(|recorded| recorded.record).map_err(|error| error.to_string())
        };
        Again { game, asked: asked.clone(), job: Job::of(ctx, work) }
    }

    /// Its record; nothing while it is played. It broke off where that is nothing too.
    pub(super) fn look(&self) -> Option<Option<Result<Record, String>>> {
        came(&self.job)
    }
}

fn came<N: Send + 'static>(job: &Job<N>) -> Option<Option<N>> {
    match job.look() {
        Came::News(news) => Some(Some(news)),
        Came::Ended => Some(None),
        Came::Nothing => None,
    }
}
