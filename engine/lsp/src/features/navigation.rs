//! Answers requests for declarations and uses of names.

use tilewright_language::navigation;

use super::place::{AskedPlace, PlaceFinder};
use crate::protocol::Location;

/// Returns the declarations of the name at a place.
pub(crate) fn definition(place: &AskedPlace<'_>, places: &PlaceFinder<'_>) -> Vec<Location> {
    let names = place.pack.known_names();
    let found = navigation::declarations(names, &place.file, &place.open.text, place.at);
    let found = found.map(|found| found.places).unwrap_or_default();
    found.iter().filter_map(|(file, range)| places.location(place.pack, file, range)).collect()
}

/// Returns the uses of the name at a place, and its declarations if they are wanted.
pub(crate) fn references(place: &AskedPlace<'_>, with_declaration: bool, places: &PlaceFinder<'_>) -> Vec<Location> {
    let names = place.pack.known_names();
    let uses = navigation::uses(names, &place.file, &place.open.text, place.at).map(|found| found.places);
    let declared = navigation::declarations(names, &place.file, &place.open.text, place.at).map(|found| found.places);
    let declared = declared.unwrap_or_default();
    let uses = uses.unwrap_or_default().into_iter().filter(|use_| with_declaration || !declared.contains(use_));
    uses.filter_map(|(file, range)| places.location(place.pack, &file, &range)).collect()
}
