//! Compares sides of tiles that may meet on the board: a path or a shore should continue on the next tile.

use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::lattice::Side;
use tilewright_pack::colour::distance;

use crate::side_colors::{Lab, TileSampler};

/// Mean difference in CIELAB from which a seam is visible.
pub const VISIBLE: f64 = 12.0;
/// Number of places along a side that are compared.
const PLACES: u8 = 12;
/// Maximum number of pairs of sides that are compared.
pub const MAX_PAIRS: usize = 10_000_000;

/// Side of a tile with a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileSide {
    /// Kind of tile.
    pub kind: TileKindId,
    /// Cell of the tile.
    pub cell: usize,
    /// Side of the cell, unturned.
    pub side: Side,
}

/// Two sides that may meet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Seam {
    /// The two sides.
    pub sides: [TileSide; 2],
    /// Mean difference of their colours in CIELAB: 0 to about 100.
    pub difference: f64,
}

/// Seams of a look, worst first.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Seams {
    /// Worst seam of each side, worst first. Each seam is listed once.
    pub worst: Vec<Seam>,
    /// Number of compared pairs.
    pub compared: usize,
    /// True if there were more pairs than [`MAX_PAIRS`], so that some sides were not compared.
    pub is_partial: bool,
}

/// Colours along a side, clockwise.
struct Profile {
    at: TileSide,
    colors: Vec<Lab>,
}

/// Compares all sides with own pictures that may meet, and returns the worst seam of each side.
pub fn seams(sampler: &TileSampler<'_>) -> Seams {
    let catalog = sampler.catalog();
    let profiles = profiles(sampler);
    let edge = |at: TileSide| catalog.kinds[at.kind].cells[at.cell].edge(at.side);
    let mut found = Seams::default();
    // The worst seam of each side, and the number of the other side.
    let mut worst: Vec<Option<(usize, Seam)>> = vec![None; profiles.len()];
    'all: for (first, one) in profiles.iter().enumerate() {
        for (second, two) in profiles.iter().enumerate().skip(first) {
            if !catalog.meet(edge(one.at), edge(two.at)) {
                continue;
            }
            if found.compared == MAX_PAIRS {
                found.is_partial = true;
                break 'all;
            }
            found.compared += 1;
            // Both profiles are clockwise, so one of them is read backwards.
            let pairs = one.colors.iter().zip(two.colors.iter().rev());
            let sum: f64 = pairs.map(|(&a, &b)| distance(a, b)).sum();
            let seam = Seam { sides: [one.at, two.at], difference: sum / f64::from(PLACES) };
            for (number, other) in [(first, second), (second, first)] {
                if worst[number].is_none_or(|(_, known)| known.difference < seam.difference) {
                    worst[number] = Some((other, seam));
                }
            }
        }
    }
    for (number, other, seam) in worst.iter().enumerate().filter_map(|(number, seam)| seam.map(|(o, s)| (number, o, s)))
    {
        // Two sides can be the worst for each other.
        let is_listed = other < number && worst[other].is_some_and(|(third, _)| third == number);
        if !is_listed {
            found.worst.push(seam);
        }
    }
    found.worst.sort_by(|a, b| b.difference.total_cmp(&a.difference));
    found
}

fn profiles(sampler: &TileSampler<'_>) -> Vec<Profile> {
    let mut found = Vec::new();
    for kind in sampler.covered_kinds() {
        for (cell, side) in sampler.outer_sides(kind) {
            let part = |place: u8| f32::from(place) / f32::from(PLACES);
            let colors: Option<Vec<Lab>> =
                (0..PLACES).map(|place| sampler.color(kind, cell, side, part(place)..part(place + 1))).collect();
            found.extend(colors.map(|colors| Profile { at: TileSide { kind, cell, side }, colors }));
        }
    }
    found
}
