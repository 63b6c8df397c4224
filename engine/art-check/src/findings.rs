//! Describes the results of the comparisons as findings.

use std::collections::BTreeSet;

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::art::ArtPlan;
use tilewright_core::catalog::id::TileKindId;
use tilewright_core::diag::{Diagnostic, Fix};
use tilewright_pack::findings::codes;

use crate::agreement::{Disagreement, Remedy, disagreements};
use crate::seams::{Seam, TileSide, VISIBLE, seams};
use crate::seats::{AlikeSeats, alike_seats};
use crate::side_colors::TileSampler;

/// Maximum number of seams that are reported; the picture of all pairs shows the others.
const MAX_SEAMS: usize = 8;

/// Returns the findings about the pictures of a look: pictures that disagree with the edges of their tiles, pairs of
/// sides that differ where they meet, and figures of players that look alike. Tiles whose pictures disagree have no
/// findings about seams.
pub fn findings(sampler: &TileSampler<'_>, plan: &ArtPlan) -> Vec<Diagnostic> {
    let wrong = disagreements(sampler);
    let mut found: Vec<Diagnostic> = wrong.iter().map(|tile| of_tile(sampler, plan, tile)).collect();
    let known: BTreeSet<TileKindId> = wrong.iter().map(|tile| tile.kind).collect();
    let seams = seams(sampler);
    if seams.is_partial {
        let message = format!("the look has too many tiles: only {} pairs of sides were compared", seams.compared);
        found.push(codes::ART_SEAM.finding_anywhere(message));
    }
    let visible = seams.worst.iter().filter(|seam| seam.difference > tolerated(sampler, seam));
    let visible = visible.filter(|seam| seam.sides.iter().all(|side| !known.contains(&side.kind)));
    found.extend(visible.take(MAX_SEAMS).map(|seam| of_seam(sampler, plan, seam)));
    let alike = alike_seats(sampler.catalog(), sampler.art());
    found.extend(alike.iter().map(|alike| of_seats(sampler.catalog(), plan, alike)));
    found
}

/// Returns the difference up to which a look permits a seam.
fn tolerated(sampler: &TileSampler<'_>, seam: &Seam) -> f64 {
    let catalog = sampler.catalog();
    let permitted = seam.sides.iter().filter_map(|at| {
        let edge = catalog.kinds[at.kind].cells[at.cell].edge(at.side);
        sampler.art().look().seams.get(&edge)
    });
    permitted.max().map_or(VISIBLE, |&difference| f64::from(difference))
}

fn of_tile(sampler: &TileSampler<'_>, plan: &ArtPlan, tile: &Disagreement) -> Diagnostic {
    let catalog = sampler.catalog();
    let name = |kind: TileKindId| catalog.kinds.key(kind);
    let ports = tile.ports.iter().map(|port| {
        let side = catalog.lattice.side_name(port.port.side);
        let [shown, own] = [port.shown, port.terrain].map(|terrain| catalog.terrains.key(terrain));
        format!("{side} looks like {shown}, not {own}")
    });
    // Adjacent ports often have equal colours.
    let mut ports: Vec<String> = ports.collect();
    ports.dedup();
    let message =
        format!("the picture of the tile `{}` disagrees with its edges: {}", name(tile.kind), ports.join("; "));
    let picture = plan.picture(tile.picture);
    let mut finding = codes::ART_EDGES.finding_anywhere(message);
    finding.span = picture.and_then(|picture| picture.span);
    let steps = picture.map_or(0, |picture| picture.turn.0);
    match tile.remedy {
        Some(Remedy::Turn(turn)) => {
            let steps = (steps + turn.0) % catalog.lattice.side_count() as u8;
            let hint = format!("is it turned? Write `turn: {steps}` in the entry of the picture");
            finding.with_hint(hint).with_fix(Fix::TurnPicture { steps })
        }
        Some(Remedy::Kind(kind)) => finding.with_hint(format!("is it the picture of the tile `{}`?", name(kind))),
        None => finding,
    }
}

fn of_seats(catalog: &Catalog, plan: &ArtPlan, alike: &AlikeSeats) -> Diagnostic {
    let name = catalog.figures.key(alike.figure);
    let [one, two] = alike.seats;
    let sight = alike.sight.finding_suffix();
    let message = format!("the figures `{name}` of the players {one} and {two} are hard to distinguish{sight}");
    let mut finding = codes::ART_SEATS.finding_anywhere(message);
    finding.span = plan.picture(alike.picture).and_then(|picture| picture.span);
    finding.with_hint("enlarge the white part of the mask, or paint the picture lighter there")
}

fn of_seam(sampler: &TileSampler<'_>, plan: &ArtPlan, seam: &Seam) -> Diagnostic {
    let catalog = sampler.catalog();
    let named =
        |at: &TileSide| format!("{} of the tile `{}`", catalog.lattice.side_name(at.side), catalog.kinds.key(at.kind));
    let [one, two] = &seam.sides;
    let message = format!(
        "the pictures do not continue where {} meets {}: the colours differ by {:.0}, more than {:.0}",
        named(one),
        named(two),
        seam.difference,
        tolerated(sampler, seam)
    );
    let mut finding = codes::ART_SEAM.finding_anywhere(message);
    let picture = sampler.picture_of(one.kind).and_then(|id| plan.picture(id));
    finding.span = picture.and_then(|picture| picture.span);
    finding.with_hint("`tilewright render PACK --seams --out seams.png` draws the pairs, worst first")
}
