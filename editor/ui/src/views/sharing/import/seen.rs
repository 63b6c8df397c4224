//! The result of inspecting an archive.

use std::path::Path;

use egui::ColorImage;
use tilewright_kit::packs::archive::Archive;
use tilewright_kit::packs::preview::Preview;
use tilewright_lab::certificate::Certificate;
use tilewright_share::plan::InstallPlan;
use tilewright_share::standing::ArchiveStatus;

use crate::views::sharing::words::SharingError;

/// Result of inspecting an archive.
pub(super) struct InspectedArchive {
    pub(super) archive: Archive,
    pub(super) bytes: u64,
    pub(super) preview: Preview,
    pub(super) standing: ArchiveStatus,
    pub(super) claims: Vec<Certificate>,
    pub(super) picture: Option<ColorImage>,
}

/// Checks that the file is still the one that was inspected.
pub(super) fn is_still(plan: &InstallPlan, path: &Path, content: &str) -> Result<(), SharingError> {
    let is_there = plan.steps.iter().any(|step| step.release.content == content);
    is_there.then_some(()).ok_or_else(|| SharingError::Changed(path.to_owned()))
}
