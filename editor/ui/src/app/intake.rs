//! Dropped pictures that are read in the background.

use tilewright_editor_model::job::Job;
use tilewright_editor_model::pack::own_art::intake::{IntakeError, TakenPicture};
use tilewright_editor_model::pack::own_art::sheet::SheetPlan;

use crate::context::PictureTarget;

/// Pictures that were read.
pub(super) struct IntakeNews {
    pub(super) taken: Vec<Result<TakenPicture, IntakeError>>,
    /// Sheet to cut; `None` if each picture shows a single tile.
    pub(super) sheet: Option<Result<Box<SheetPlan>, IntakeError>>,
}

/// Pictures that are being read for a pack.
pub(super) struct PictureIntake {
    pub(super) job: Job<IntakeNews>,
    /// Names of the files, for messages.
    pub(super) names: Vec<String>,
    pub(super) target: PictureTarget,
}
