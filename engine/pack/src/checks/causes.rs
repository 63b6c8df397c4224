//! Removes findings that follow from another one: if a file could not be read, or options exclude each other, whatever
//! seems to be missing is not reported.

use tilewright_core::diag::Diagnostic;

use crate::findings::codes::{self, Code};
use crate::read::source::PackSource;

/// Findings of missing entries whose declaration may be in a file or a pack that could not be read.
const EFFECTS: &[&Code] = &[
    codes::UNKNOWN_NAME,
    codes::SWITCHED_OFF,
    codes::OVERRIDE_OF_NOTHING,
    codes::NOT_IN_LIST,
    codes::UNKNOWN_OPTION,
    codes::BAD_OPTION_VALUE,
    codes::NO_BAG,
    codes::PRESET_MISSING,
    codes::STEP_NOT_FOUND,
    codes::NO_TURN,
    codes::SUPPLY_OPEN,
    codes::TEXT_MISSING,
    codes::TEXT_UNUSED,
];

/// Findings of missing entries that a valid choice of options may declare.
const OF_OPTIONS: &[&Code] =
    &[codes::SWITCHED_OFF, codes::NO_BAG, codes::PRESET_MISSING, codes::STEP_NOT_FOUND, codes::NO_TURN];

/// Removes findings that may result from gaps in the packs that they concern, or from options that exclude each other.
pub(crate) fn keep(found: &mut Vec<Diagnostic>, packs: &[PackSource]) {
    if found.iter().any(|finding| finding.code == codes::OPTIONS_EXCLUDE.id) {
        found.retain(|finding| !OF_OPTIONS.iter().any(|code| code.id == finding.code));
    }
    if !packs.iter().any(|pack| pack.has_gaps) {
        return;
    }
    found.retain(|finding| {
        if !EFFECTS.iter().any(|code| code.id == finding.code) {
            return true;
        }
        // A turn may be declared in any pack, and a finding without a span concerns all packs.
        let of = finding.span.filter(|_| finding.code != codes::NO_TURN.id).map(|span| span.file);
        let whole = of.and_then(|file| packs.iter().find(|pack| pack.files.contains(&file)));
        whole.is_some_and(|pack| !pack.has_gaps)
    });
}
