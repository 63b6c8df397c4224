//! Texts that several dialogs of sharing use.

use std::fmt;
use std::path::PathBuf;

use egui::{RichText, Ui};
use tilewright_editor_model::pack::document::disk::shown_path;
use tilewright_editor_model::texts::UiTexts;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::archive::ArchiveError;
use tilewright_share::error::ShareError;
use tilewright_share::install::Fetched;
use tilewright_share::sign::SignError;
use tilewright_share::standing::Author;

use super::parts::SharingContext;

/// Maximum number of listed tests.
const MOST_TESTS: usize = 10;

/// Reason why a pack cannot be shared, inspected or installed.
#[derive(Debug)]
pub(super) enum SharingError {
    /// A shelf or an installation failed. The message includes the hint, unless the hint is for the command line.
    Share(ShareError),
    /// A file or folder failed.
    Kit(KitError),
    /// The archive cannot be made.
    Archive(ArchiveError),
    /// The archive cannot be signed.
    Sign(SignError),
    /// This file has changed since it was inspected.
    Changed(PathBuf),
}

impl fmt::Display for SharingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SharingError::Share(error) => {
                let hint = match error {
                    ShareError::Conflict(refusal) => refusal.hint(),
                    ShareError::Busy { .. }
                    | ShareError::Unreachable { .. }
                    | ShareError::Page { .. }
                    | ShareError::Slow { .. }
                    | ShareError::Differs { .. }
                    | ShareError::OtherContent { .. } => error.hint(),
                    _ => None,
                };
                error.fmt(f)?;
                hint.map_or(Ok(()), |hint| write!(f, " – {hint}"))
            }
            SharingError::Kit(error) => error.fmt(f),
            SharingError::Archive(error) => error.fmt(f),
            SharingError::Sign(error) => error.fmt(f),
            SharingError::Changed(path) => write!(f, "{} has changed since it was read", shown_path(path)),
        }
    }
}

impl std::error::Error for SharingError {}

impl From<ShareError> for SharingError {
    fn from(error: ShareError) -> SharingError {
        SharingError::Share(error)
    }
}

impl From<KitError> for SharingError {
    fn from(error: KitError) -> SharingError {
        SharingError::Kit(error)
    }
}

impl From<ArchiveError> for SharingError {
    fn from(error: ArchiveError) -> SharingError {
        SharingError::Archive(error)
    }
}

impl From<SignError> for SharingError {
    fn from(error: SignError) -> SharingError {
        SharingError::Sign(error)
    }
}

/// Returns the message of an error of sharing, see [`SharingError::Share`].
pub(super) fn trouble(error: ShareError) -> String {
    SharingError::Share(error).to_string()
}

/// Describes the signer of a pack.
pub(super) fn author(texts: &UiTexts, author: &Author) -> String {
    match author {
        Author::Nobody => texts.get("author-nobody"),
        Author::New(key) => texts.with_name("author-new", key),
        Author::Known(key) => texts.with_name("author-known", key),
        Author::Spare { had, came } => {
            texts.with("author-spare", &[("had", had.as_str().into()), ("came", came.as_str().into())])
        }
        Author::Other { had, came: Some(came) } => {
            texts.with("author-other", &[("had", had.as_str().into()), ("came", came.as_str().into())])
        }
        Author::Other { had, came: None } => texts.with_name("author-gone", had),
    }
}

/// Shows the test results of packs.
pub(super) fn show_test_results(ui: &mut Ui, given: &SharingContext<'_>, fetched: &Fetched) {
    for pack in &fetched.packs {
        let (n, failed) = (pack.tried.tests, pack.tried.failed.len());
        let id = pack.step.id.as_str();
        let values = [("name", id.into()), ("n", n.into()), ("failed", failed.into())];
        let (key, colour) = match (n, pack.tried.whole, failed) {
            (0, ..) => ("tried-none", given.tokens.text),
            (_, false, _) => ("tried-long", given.tokens.warning),
            (_, true, 0) => ("tried-hold", given.tokens.good),
            _ => ("tried-fail", given.tokens.error),
        };
        ui.label(RichText::new(given.texts.with(key, &values)).color(colour));
        for name in pack.tried.failed.iter().take(MOST_TESTS) {
            ui.label(format!("  {name}"));
        }
    }
}
