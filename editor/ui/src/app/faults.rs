//! What has stopped the game at the table, as a finding about the pack.

use tilewright_core::diag::Diagnostic;

use crate::pack::problems::Extra;
use crate::play::Play;
use crate::play::table::trouble::line_of;
use crate::ui::texts::Texts;

/// A number of the position at which a rule failed; nothing while none has.
pub(super) fn stopped_at(play: &Play) -> Option<u64> {
    play.table.as_ref().filter(|table| table.fault().is_some()).map(|table| table.position().0)
}

/// The rule that failed, where it stands in the files of packs.
pub(super) fn finding(play: &Play, own: &str, texts: &Texts) -> Option<Extra> {
    let table = play.table.as_ref()?;
    let fault = table.fault()?;
    let (place, text) = line_of(fault, table.rules().0, own)?;
    let message = texts.named("problem-in-game", &fault.message);
    Some(Extra { diagnostic: Diagnostic::error(fault.code, message), place, text, in_game: true })
}
