//! Points of the moves at the table by changed rules, which a background thread computes.

use std::sync::Arc;

use egui::Context;
use tilewright_core::catalog::seat::Seat;
use tilewright_editor_model::job::{Job, JobPoll};
use tilewright_editor_model::table::TableGame;
use tilewright_editor_model::table::rescoring::Rescoring;

use super::PlayState;
use crate::ui::waker;

/// Answer to a [`Rescoring`], once it is known.
pub struct Rescored {
    of: Arc<Rescoring>,
    job: Job<Option<Vec<i32>>>,
    after: Option<Vec<i32>>,
}

/// Points of a seat by the old and the new rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatChange {
    /// Seat whose points differ.
    pub seat: Seat,
    /// Points by the old rules.
    pub before: i32,
    /// Points by the new rules.
    pub after: i32,
}

impl PlayState {
    /// Replays the moves by changed rules in the background, and takes the result.
    pub(crate) fn rescore(&mut self, ctx: &Context) {
        let Some(of) = self.table.as_ref().and_then(TableGame::rescoring) else {
            self.rescored = None;
            return;
        };
        if self.rescored.as_ref().is_none_or(|known| !Arc::ptr_eq(&known.of, of)) {
            let replayed = Arc::clone(of);
            let job = Job::start_single(waker(ctx), move |_| replayed.replay());
            self.rescored = Some(Rescored { of: Arc::clone(of), job, after: None });
        }
        if let Some(rescored) = &mut self.rescored
            && let JobPoll::News(after) = rescored.job.look()
        {
            rescored.after = after;
        }
    }

    /// Returns the seats whose points differ by the new rules; `None` if that is not known.
    pub fn changed_points(&self) -> Option<Vec<SeatChange>> {
        let rescored = self.rescored.as_ref()?;
        let points = rescored.of.before().iter().zip(rescored.after.as_ref()?);
        let change = |(seat, (before, after)): (u8, (&i32, &i32))| SeatChange {
            seat: Seat(seat),
            before: *before,
            after: *after,
        };
        Some((0u8..).zip(points).map(change).filter(|change| change.before != change.after).collect())
    }
}
