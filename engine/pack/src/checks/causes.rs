//! Causes without their effects: where something could not be read, or options cannot be combined, what only seems to be missing is not reported.

use tilewright_core::diag::Diagnostic;

use crate::findings::codes::{self, Code};
use crate::read::source::PackSource;

/// Findings that something is missing, which may stand in a file or a pack that could not be read.
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

/// Findings that something is missing, which may be there with options that can be combined.
const OF_OPTIONS: &[&Code] =
    &[codes::SWITCHED_OFF, codes::NO_BAG, codes::PRESET_MISSING, codes::STEP_NOT_FOUND, codes::NO_TURN];

/// Leaves out the findings that may come from gaps in the packs that they are about.
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
        // Turns may be in any pack, and what has no place is about all of them.
        let of = finding.span.filter(|_| finding.code != codes::NO_TURN.id).map(|span| span.file);
        let whole = of.and_then(|file| packs.iter().find(|pack| pack.files.contains(&file)));
        whole.is_some_and(|pack| !pack.has_gaps)
    });
}
