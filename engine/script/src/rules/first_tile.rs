//! Checks that a first tile can be placed on the board.

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::board::PlacedBy;
use tilewright_core::catalog::flow::StepKind;
use tilewright_core::catalog::lattice::Plane;
use tilewright_core::diag::Diagnostic;

/// Host function with which rules place tiles. If a rule uses it, only playing can show the tiles that it places.
const LAYS: &str = "place_tile";

/// Reports a step that places tiles next to others on a board that never receives a first tile: there are no preset
/// tiles, no rim, no free placement, and no other steps that place tiles.
pub(super) fn missing(catalog: &Catalog) -> Option<Diagnostic> {
    let (board, steps) = (&catalog.board, catalog.flow.all_steps());
    let placing = steps.iter().find(|step| step.kind.places().is_some())?;
    let begins = |kind: &StepKind| matches!(kind, StepKind::Lay { .. }) || kind.places() == Some(true);
    if steps.iter().any(|step| begins(&step.kind)) || catalog.modules.iter().any(|used| used.source.contains(LAYS)) {
        return None;
    }
    let taken = |plane: Plane| {
        board.presets.iter().any(|preset| preset.cell.plane() == plane)
            || board.rim.iter().any(|rim| rim.cell.plane() == plane)
    };
    let place = match &board.planes[..] {
        [] => (!board.footing.free && !taken(Plane::FIRST)).then(|| "on the board".to_owned()),
        planes => {
            let placed = (0..).map(Plane).zip(planes).filter(|(_, plane)| plane.placed_by != PlacedBy::Rules);
            let mut bare = placed.filter(|&(number, plane)| !(plane.footing | board.footing).free && !taken(number));
            bare.next().map(|(_, plane)| format!("on the plane `{}`", catalog.planes.key(plane.of)))
        }
    }?;
    let message = format!("no tile can ever be placed {place}: tiles need neighbours, and there is no first tile");
    let finding = Diagnostic::warning("S0211", message).with_hint(
        "place a tile there at the start: `board: (presets: [(tile: \"ID\")])`; or begin with `lay(from: BAG)`, or let \
         tiles be placed anywhere with `free: true`",
    );
    Some(match placing.span {
        Some(span) => finding.with_span(span),
        None => finding,
    })
}
