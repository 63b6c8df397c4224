//! What is told in several places of sharing.

use egui::{RichText, Ui};
use tilewright_share::error::ShareError;
use tilewright_share::install::Fetched;
use tilewright_share::standing::Author;

use super::Given;
use crate::ui::texts::Texts;

/// Names of tests that are listed.
const MOST_TESTS: usize = 10;

/// Why something did not work, and what can be done: what the shell offers for it is of no use here.
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

/// By whom a pack is signed.
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

/// What the tests of packs came to.
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
