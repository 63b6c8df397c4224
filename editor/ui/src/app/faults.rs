//! Findings about rules that stopped the game at the table.

use tilewright_core::diag::Diagnostic;
use tilewright_editor_model::table::trouble::line_of;
use tilewright_editor_model::texts::UiTexts;
use tilewright_language::problems::Extra;

use crate::play::PlayState;

/// Returns the number of the position at which a rule failed; `None` if no rule has failed.
pub(super) fn failed_position(play: &PlayState) -> Option<u64> {
    play.table.as_ref().filter(|table| table.fault().is_some()).map(|table| table.position().0)
}

/// Returns a finding at the source line of the rule that failed.
pub(super) fn finding(play: &PlayState, own: &str, texts: &UiTexts) -> Option<Extra> {
    let table = play.table.as_ref()?;
    let fault = table.fault()?;
    let (place, text) = line_of(fault, table.rules().0, own)?;
    let message = texts.with_name("problem-in-game", &fault.message);
    Some(Extra { diagnostic: Diagnostic::error(fault.code, message), place, text, in_game: true })
}
