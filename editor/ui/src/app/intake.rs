//! Dropped pictures that are read in the background.

use tilewright_editor_model::job::Job;
use tilewright_editor_model::pack::own_art::intake::{IntakeError, TakenPicture};

use crate::context::PictureTarget;

/// Pictures that are being read for a pack.
pub(super) struct PictureIntake {
    pub(super) job: Job<Vec<Result<TakenPicture, IntakeError>>>,
    /// Names of the files, for messages.
    pub(super) names: Vec<String>,
    pub(super) target: PictureTarget,
}
