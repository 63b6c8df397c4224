//! Texts that several dialogs of sharing use.

use egui::{RichText, Ui};
use tilewright_editor_model::texts::Texts;
use tilewright_share::error::ShareError;
use tilewright_share::install::Fetched;
use tilewright_share::standing::Author;

use super::Given;

/// Maximum number of listed tests.
const MOST_TESTS: usize = 10;

/// Returns the message of an error with its hint, unless the hint is for the command line.
pub(super) fn trouble(error: &ShareError) -> String {
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
    match hint {
        Some(hint) => format!("{error} – {hint}"),
        None => error.to_string(),
    }
}

/// Describes the signer of a pack.
pub(super) fn author(texts: &Texts, author: &Author) -> String {
    match author {
        Author::Nobody => texts.get("author-nobody"),
        Author::New(key) => texts.named("author-new", key),
        Author::Known(key) => texts.named("author-known", key),
        Author::Spare { had, came } => {
            texts.with("author-spare", &[("had", had.as_str().into()), ("came", came.as_str().into())])
        }
        Author::Other { had, came: Some(came) } => {
            texts.with("author-other", &[("had", had.as_str().into()), ("came", came.as_str().into())])
        }
        Author::Other { had, came: None } => texts.named("author-gone", had),
    }
}

/// Shows the test results of packs.
pub(super) fn tried(ui: &mut Ui, given: &Given<'_>, fetched: &Fetched) {
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
