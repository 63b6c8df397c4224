//! Settings for the next game, and games that wait for their packs.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::Arc;

use tilewright_editor_model::job::{Job, JobPoll};
use tilewright_editor_model::pack::analysis::Analysis;
use tilewright_editor_model::pack::pack_set::PackSet;
use tilewright_editor_model::table::players::is_shared;
use tilewright_editor_model::table::saved::{self, Saved};
use tilewright_editor_model::table::seating::Seating;
use tilewright_editor_model::table::trouble::OpeningError;
use tilewright_editor_model::table::{SeatChooser, Setup};
use tilewright_kit::packs::load::Loaded;

use crate::context::ViewCx;
use crate::ui::waker;

/// Settings for the next game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NextGame {
    /// Packs and options that are played together with the open pack.
    pub pack_set: PackSet,
    /// Choosers of the previous game, or of the last game when the pack was open before.
    pub choosers: Vec<SeatChooser>,
    /// Choosers that the user selected for the next game; `None` if none were selected.
    pub chosen: Option<Vec<SeatChooser>>,
    /// Names and colours of the seats.
    pub seating: Seating,
    /// Number of seats; `None` keeps the number of the previous game.
    pub seats: Option<u8>,
    /// Seed for random choices. `None` means the previous seed plus one, or a random seed if several persons play.
    pub seed: Option<u64>,
}

/// Game that waits for its packs.
pub(crate) enum Pending {
    /// New game with the settings in [`NextGame`].
    New,
    /// New game with this seed, taken from the game at the table.
    Again(u64),
    /// Saved game with its packs and options. `tried` is true after a search found no other packs for it.
    Saved { game: Saved, pack_set: PackSet, tried: bool },
    /// Saved game whose packs are being searched.
    Opening { game: Saved, pack_set: PackSet, packs: PackSearch },
}

/// Search for the packs of a saved game.
pub(crate) struct PackSearch {
    job: Job<Result<Arc<Loaded>, OpeningError>>,
    /// Result of the search; `Some(None)` if it ended without a result, `None` while it runs.
    pub(super) came: Option<Option<Result<Arc<Loaded>, OpeningError>>>,
}

impl PackSearch {
    pub(super) fn begin(ctx: &egui::Context, cx: &ViewCx<'_>, open: Option<&Analysis>, game: &Saved) -> PackSearch {
        let (surroundings, open) = (cx.surroundings.clone(), open.map(|open| Arc::clone(&open.loaded)));
        let (id, files) = (cx.document.id().clone(), cx.document.files().clone());
        let (record, copies) = (game.record(), game.copies());
        let find = move |_: &_| match saved::packs_of_copies(&copies, &record) {
            Some(loaded) => Ok(loaded),
            None => saved::packs_for(&surroundings, &id, &files, open.as_ref(), &record),
        };
        PackSearch { job: Job::start_single(waker(ctx), find), came: None }
    }

    /// Returns true if the search has ended.
    pub(super) fn look(&mut self) -> bool {
        if self.came.is_none() {
            self.came = match self.job.look() {
                JobPoll::News(came) => Some(Some(came)),
                JobPoll::Ended => Some(None),
                JobPoll::Nothing => None,
            };
        }
        self.came.is_some()
    }
}

impl NextGame {
    /// Returns the minimum and the maximum number of seats that the packs allow.
    pub(crate) fn seat_range(&self, cx: &ViewCx<'_>) -> (u8, u8) {
        let rules = cx.rules(&self.pack_set).or(cx.good);
        let (fewest, most) = rules.and_then(|a| a.loaded.catalog()).map_or((2, 2), |c| c.seats);
        (fewest, most.max(fewest))
    }

    /// Returns the number of seats of the next game, within the limits of the packs.
    pub(crate) fn seat_count(&self, cx: &ViewCx<'_>) -> u8 {
        let (fewest, most) = self.seat_range(cx);
        let before = if self.choosers.is_empty() { fewest.max(2) } else { self.choosers.len() as u8 };
        self.seats.unwrap_or(before).clamp(fewest, most)
    }

    /// Returns the choosers of the next game, one for each seat.
    pub(crate) fn seats(&self, cx: &ViewCx<'_>) -> Vec<SeatChooser> {
        let before = if self.choosers.is_empty() { vec![SeatChooser::Person] } else { self.choosers.clone() };
        let mut seats = self.chosen.clone().unwrap_or(before);
        // Additional seats use the same bot as the last seat, or the random bot.
        let next = seats.last().cloned().filter(|last| *last != SeatChooser::Person).unwrap_or(SeatChooser::RANDOM);
        seats.resize(usize::from(self.seat_count(cx)), next);
        seats
    }

    /// Selects a greedy opponent for a user who plays without editing, unless choosers were selected before.
    pub(crate) fn meet_bots(&mut self) {
        if self.choosers.is_empty() && self.chosen.is_none() {
            self.choosers = vec![SeatChooser::Person, SeatChooser::opponent()];
        }
    }

    /// Returns the setup of the game that follows `before`, or of the first game.
    pub(super) fn setup(&self, cx: &ViewCx<'_>, before: Option<&Setup>) -> Setup {
        let seats = self.seats(cx);
        let next = || before.map_or(1, |before| before.seed.wrapping_add(1));
        let seed = self.seed.unwrap_or_else(|| if is_shared(&seats) { unknown_seed() } else { next() });
        Setup { seats, seed, pack_set: self.pack_set.clone() }
    }
}

/// Returns a seed that no player knows, since a seed determines all draws.
fn unknown_seed() -> u64 {
    // 52 bits are an integer in every reader of records.
    RandomState::new().hash_one(0u8) >> 12
}
